//! A script that is run on the model and on a cluster: the script at the left, the results of each statement on both
//! sides in the middle, and the tables at its end at the right.

use super::ask::place;
use super::deed;
use crate::components::choice::check;
use crate::components::hear::{click, tick};
use crate::components::text::{button, text};
use crate::interop;
use crate::session::action::Action;
use crate::session::cluster::{Deed, Watch};
use splitpoint_lab::comparison::{Comparison, Ending, Given, Operation, Statement, Verdict};
use splitpoint_lab::words::comparison as words;
use splitpoint_lab::words::counted;
use std::rc::Rc;
use yew::prelude::*;

/// How many operations of one statement are shown one by one, at most.
const SHOWN: usize = 5;

/// The left column: the script, with its settings.
pub(super) fn ask(watch: &Watch, dispatch: &Callback<Action>) -> Html {
    let beside = &watch.beside;
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| dispatch.emit(deed(Deed::Script(interop::typed(&event)))))
    };
    let play = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(deed(Deed::Play(interop::today()))))
    };
    let script = watch.script();
    let can = !watch.writable().is_empty() && !script.trim().is_empty();
    html! {
        <>
            { text("h2", "orders__title", "One script on both") }
            { place(watch) }
            {
                match watch.writable() {
                    [] => html! {
                        <div class="notice">
                            <p>{ "This bridge only reads. To play a script, end it and start it anew, with the beginning of the names of tables that it may make:" }</p>
                            <pre class="mono cluster__code">{ "splitpoint bridge --rest URL --write try_" }</pre>
                        </div>
                    },
                    prefixes => html! {
                        <p class="soft cluster__small">
                            { "It may use only tables that it makes itself, with names that begin with " }
                            for (at, prefix) in prefixes.iter().enumerate() {
                                { if at > 0 { " or " } else { "" } }
                                <code class="mono">{ prefix }</code>
                            }
                            { "." }
                        </p>
                    },
                }
            }
            <label class="field">
                { text("span", "field__label", "Lines of the HBase shell") }
                <textarea
                    class="input mono cluster__script"
                    id="cluster-script"
                    rows="12"
                    autocapitalize="off"
                    spellcheck="false"
                    readonly={beside.is_playing}
                    value={script}
                    {oninput}
                />
            </label>
            if !beside.is_playing {
                { check("leave its tables on the cluster at the end", beside.keeps, tick(dispatch, |keeps| deed(Deed::Keep(keeps)))) }
            }
            <div class="cluster__ways">
                if beside.is_playing {
                    { button("button", "Stop", click(dispatch, deed(Deed::Halt))) }
                } else {
                    <button type="button" class="button button--main" disabled={!can} onclick={play}>{ "Play it on both" }</button>
                }
                { button("button", "Save for the shell", click(dispatch, deed(Deed::Export))) }
            </div>
            <p class="soft cluster__small">{ "The gateway has no call for flushes, splits, counters, and some more: these are played on the model alone, and marked so. Saved for the shell, all of it runs in hbase shell, but for lines that only Splitpoint knows, such as client 'B'." }</p>
            <div class="cluster__ways cluster__foot">
                { button("link", "All tables", click(dispatch, deed(Deed::Table(None)))) }
            </div>
        </>
    }
}

/// The middle column: each statement with both results.
pub(super) fn played(watch: &Watch) -> Html {
    let beside = &watch.beside;
    if let Some(trouble) = &beside.trouble {
        return html! { <p class="notice notice--no" role="alert">{ trouble }</p> };
    }
    let Some(comparison) = &beside.comparison else {
        return html! {
            <div class="cluster__apart">
                { text("p", "", "The same lines go to the model on this page and to your cluster, one after the other. Here you see what each of them answered, and where they differ.") }
                { text("p", "soft", "At the end all visible cells and the regions of the tables are compared as well, and the tables are dropped.") }
            </div>
        };
    };
    let told = if beside.is_playing {
        format!("The cluster is asked: {}.", counted(beside.calls, "call"))
    } else {
        words::verdict(comparison)
    };
    html! {
        <>
            <p class={classes!("cluster__verdict", (comparison.tally().different > 0).then_some("tone-no"))} role="status">{ told }</p>
            if let (Some(problem), false) = (comparison.problem(), beside.is_playing) {
                <p class="notice notice--no" role="alert">{ words::problem(problem) }</p>
            }
            for table in comparison.left() {
                <p class="notice notice--no">{ words::left(table) }</p>
            }
            for table in comparison.kept() {
                <p class="notice">{ words::kept(table) }</p>
            }
            <table class="cluster__beside" aria-label="The script on both sides">
                <thead>
                    <tr>
                        <th scope="col"><span class="spoken">{ "Compared" }</span></th>
                        <th scope="col">{ "Line" }</th>
                        <th scope="col">{ "Model" }</th>
                        <th scope="col">{ "Your cluster" }</th>
                    </tr>
                </thead>
                <tbody>
                    for (at, said) in comparison.statements().iter().enumerate().filter(|(_, statement)| !statement.text.trim().is_empty()) {
                        <StatementRows key={at} statement={said.clone()} given={comparison.given().clone()} />
                    }
                </tbody>
            </table>
        </>
    }
}

/// The sign of a verdict, with its meaning as a tooltip.
fn marked(verdict: &Verdict) -> Html {
    let (meaning, class) = match verdict {
        Verdict::Waiting => ("not asked yet", "cluster__sign soft"),
        Verdict::Same => ("the same", "cluster__sign tone-ok"),
        Verdict::Differs => ("different", "cluster__sign tone-no"),
        Verdict::Unplayed(_) => ("not played on the cluster", "cluster__sign soft"),
    };
    html! {
        <span {class} title={meaning}>
            <span aria-hidden="true">{ words::sign(verdict) }</span>
            { text("span", "spoken", meaning) }
        </span>
    }
}

/// A statement, with all that is drawn of it.
#[derive(Clone, Debug, Properties)]
struct Said {
    statement: Rc<Statement>,
    given: Rc<Given>,
}

impl PartialEq for Said {
    /// They are compared by address: then in a long script each answer draws one row again, not all rows.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.statement, &other.statement) && Rc::ptr_eq(&self.given, &other.given)
    }
}

/// A statement with its first operations that differ or were not played; if there are none, with the last one that was
/// compared. If it had several, their number is shown.
#[component]
fn StatementRows(Said { statement, given }: &Said) -> Html {
    let operations = &statement.operations;
    let mut shown: Vec<&Operation> =
        operations.iter().filter(|operation| operation.verdict.is_odd()).take(SHOWN).collect();
    if shown.is_empty() {
        shown.extend(
            operations.iter().rev().find(|operation| operation.verdict == Verdict::Same).or(operations.first()),
        );
    }
    let rows = shown.len().max(1).to_string();
    let line = html! {
        <th scope="row" rowspan={rows} class="mono cluster__statement">
            <span class="soft cluster__number">{ statement.line }</span>
            { statement.text.trim().to_owned() }
            if operations.len() > shown.len() {
                <span class="soft cluster__more-of">{ format!("{} in all", counted(operations.len() as u64, "operation")) }</span>
            }
        </th>
    };
    if shown.is_empty() {
        let told = if statement.is_unasked() { words::UNASKED } else { "nothing is asked" };
        return html! {
            <tr>
                <td></td>
                { line }
                <td colspan="2" class="soft">{ told }</td>
            </tr>
        };
    }
    html! {
        for (of, (operation, (ours, answered))) in shown.into_iter().map(|operation| (operation, words::answers(operation, given))).enumerate() {
            <tr key={of}>
                <td>{ marked(&operation.verdict) }</td>
                if of == 0 {
                    { line.clone() }
                }
                <td>{ ours }</td>
                <td>{ theirs(operation, answered) }</td>
            </tr>
        }
    }
}

fn theirs(operation: &Operation, answered: Option<String>) -> Html {
    let after = words::left_out(&operation.left_out).filter(|_| operation.verdict == Verdict::Differs);
    match (&operation.verdict, answered) {
        (Verdict::Unplayed(why), _) => text("span", "soft", words::unplayed(why)),
        (_, None) => text("span", "soft", "…"),
        (_, Some(answer)) => html! {
            <>
                { answer }
                if let Some(after) = after {
                    { text("span", "soft cluster__time", after) }
                }
            </>
        },
    }
}

/// The right column: the tables at the end of the script.
pub(super) fn ends(watch: &Watch) -> Html {
    let Some(comparison) = &watch.beside.comparison else { return what() };
    html! {
        <>
            { text("h3", "orders__name", "At the end of the script") }
            if comparison.endings().is_empty() {
                { text("p", "soft", "It made no table.") }
            }
            for ending in comparison.endings() {
                { end(comparison, ending) }
            }
            { what() }
        </>
    }
}

fn end(comparison: &Comparison, ending: &Ending) -> Html {
    let cells: u64 = ending.cells.model.iter().map(|row| row.cells.len() as u64).sum();
    html! {
        <section class="cluster__section" key={ending.table.clone()}>
            { text("h4", "mono", &ending.table) }
            <p>{ marked(&ending.cells.verdict) }{ format!(" Cells: {} on the model", counted(cells, "cell")) }</p>
            <p>{ marked(&ending.regions.verdict) }{ format!(" Regions: {} on the model", counted(ending.regions.model.len() as u64 + 1, "region")) }</p>
            for sentence in words::ending(ending, comparison.given()) {
                <p class="cluster__small">{ sentence }</p>
            }
        </section>
    }
}

/// What can be compared, and what cannot.
fn what() -> Html {
    html! {
        <section class="cluster__section">
            { text("h3", "orders__name", "What is compared") }
            <ul class="cluster__list">
                <li>{ "Each answer: rows, columns, values, whether a condition held, which exception came. Times only where the script gives them, since both sides have clocks of their own." }</li>
                <li>{ "At the end: all visible cells of each table, and where its regions begin." }</li>
                <li>{ "Not compared: what the shell prints, and what a raw scan shows, which the gateway does not pass on. " }<code class="mono">{ "cargo xtask hbase compare" }</code>{ " has that." }</li>
            </ul>
        </section>
    }
}
