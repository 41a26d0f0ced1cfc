//! The import of a person's own file: choosing it, mapping its columns as ImportTsv does, reading it with progress, and
//! the reasons for which it is refused.

use super::dialog::Dialog;
use super::hear::click;
use super::mapping::mapping_fields;
use super::text::{button, text};
use crate::interop::{self, Picked};
use crate::session::action::Action;
use crate::session::import::{ImportView, Importing, Phase};
use splitpoint_lab::scenario::import::{BadLine, Excerpt};
use splitpoint_lab::words::{amount, counted};
use yew::prelude::*;

/// The function that draws an import. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type ImportPane = fn(&ImportView, Callback<Picked>, &Callback<Action>) -> Html;

/// The import at its present stage. `on_pick` is called with a file that was chosen.
pub(crate) fn import_pane(import: &ImportView, on_pick: Callback<Picked>, dispatch: &Callback<Action>) -> Html {
    let step = |step: Importing| click(dispatch, Action::Import(step));
    let body = match &import.phase {
        Phase::Choosing | Phase::Looking => choosing(import, on_pick, dispatch),
        Phase::Mapping => html! {
            <>
                { text("p", "soft", format!("{}, {}", import.name, amount(import.size))) }
                { mapping_fields(import, dispatch) }
                <div class="dialog__ways">
                    <button type="button" class="button button--main" disabled={import.problem.is_some()} onclick={step(Importing::Load)}>{ "Load" }</button>
                    { button("button", "Cancel", step(Importing::Cancel)) }
                </div>
            </>
        },
        Phase::Reading(progress) => {
            let told = format!(
                "Reading: {} of {}, {}, {}{}",
                amount(progress.bytes),
                amount(import.size),
                counted(progress.lines, "line"),
                counted(progress.rows, "row"),
                if progress.bad > 0 { format!(", {}", counted(progress.bad, "bad line")) } else { String::new() }
            );
            under_way(told, progress.bytes, import.size, step(Importing::Cancel))
        }
        Phase::Loading(done, all) => {
            under_way(format!("Loading: {done} of {}", counted(*all, "row")), *done, *all, step(Importing::Cancel))
        }
        Phase::Rejected { sentence, lines, bad } => rejected(import, sentence, lines, *bad, dispatch),
    };
    let body = html! {
        <>
            { body }
            if let Some(problem) = import.problem.as_ref().filter(|_| import.phase.is_at_work()) {
                <p class="notice notice--no" role="alert">{ problem }</p>
            }
        </>
    };
    let close = Action::Import(Importing::Cancel);
    html! { <Dialog title="Your file" wide={true} {close} dispatch={dispatch.clone()}>{ body }</Dialog> }
}

fn choosing(import: &ImportView, on_pick: Callback<Picked>, dispatch: &Callback<Action>) -> Html {
    let onchange = Callback::from(move |event: Event| {
        if let Some(file) = interop::picked(&event) {
            on_pick.emit(file);
        }
    });
    html! {
        <>
            <label class="drop">
                <input class="drop__input" type="file" accept=".tsv,.tab,.csv,.txt,.json,.jsonl,.ndjson" {onchange} />
                { text("span", "button button--main drop__button", "Choose a file") }
                { text("span", "", "or drop it here") }
            </label>
            if let Some(problem) = &import.problem {
                <p class="notice notice--no" role="alert">{ problem }</p>
            }
            if import.problem.is_some() && !import.head.is_empty() {
                <div class="dialog__ways">{ button("button", "Take it as data", click(dispatch, Action::Import(Importing::Plain))) }</div>
            }
            <p class="soft">{ "TSV, CSV or JSON with one object a line. You say which columns become the row key and which \
                become cells. The file stays in this tab: nothing is sent anywhere." }</p>
            <p class="soft">{ "A session that was saved here (" }<code>{ "splitpoint-session.json" }</code>{ ") opens as it was left: \
                its table, all steps and branches, and what lay on the desk." }</p>
            <p class="soft">{ "What the shell of a real HBase printed for " }<code>{ "scan" }</code>{ ", " }<code>{ "list_regions" }</code>{ " or " }
                <code>{ "get_splits" }</code>{ " can be pasted into the console (" }<kbd>{ "/" }</kbd>{ ")." }</p>
        </>
    }
}

fn under_way(told: String, done: u64, all: u64, cancel: Callback<MouseEvent>) -> Html {
    html! {
        <>
            <p role="status" class="import__told">{ told }</p>
            <progress class="import__progress" value={done.to_string()} max={all.max(1).to_string()}></progress>
            <div class="dialog__ways">
                { button("button", "Cancel", cancel) }
            </div>
        </>
    }
}

/// Why a line is bad, and an excerpt of it with a mark at the mistake.
fn bad_line(BadLine { line, last, why, excerpt }: &BadLine) -> Html {
    let name = if last > line { format!("Lines {line} to {last}: ") } else { format!("Line {line}: ") };
    let Excerpt { before, wrong, after } = excerpt;
    html! {
        <>
            { text("b", "", name) }{ why }
            if !(before.is_empty() && wrong.is_empty() && after.is_empty()) {
                <code class="import__text mono">
                    { before }
                    if !wrong.is_empty() {
                        { text("mark", "import__wrong", wrong) }
                    }
                    { after }
                </code>
            }
        </>
    }
}

fn rejected(import: &ImportView, sentence: &str, lines: &[BadLine], bad: u64, dispatch: &Callback<Action>) -> Html {
    let step = |step: Importing| click(dispatch, Action::Import(step));
    let leave_out = {
        let (dispatch, mapping) = (dispatch.clone(), import.mapping.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(mut mapping) = mapping.clone() {
                mapping.skip_bad_lines = true;
                dispatch.emit(Action::Import(Importing::Mapping(mapping)));
                dispatch.emit(Action::Import(Importing::Load));
            }
        })
    };
    let more = bad.saturating_sub(lines.iter().map(BadLine::lines).sum());
    html! {
        <>
            <p class="notice notice--no" role="alert">{ sentence }</p>
            <ol class="import__bad">
                for line in lines {
                    <li key={line.line}>{ bad_line(line) }</li>
                }
                if more > 0 {
                    <li class="soft">{ format!("and {} more", counted(more, "line")) }</li>
                }
            </ol>
            <div class="dialog__ways">
                { button("button button--main", "Back to the columns", step(Importing::Back)) }
                if bad > 0 {
                    { button("button", "Leave bad lines out and load", leave_out) }
                }
                { button("button", "Cancel", step(Importing::Cancel)) }
            </div>
        </>
    }
}
