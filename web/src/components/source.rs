//! The editor for the text of a lesson, with its mistakes.

use super::hear::click;
use super::text::{button, text};
use crate::interop;
use crate::session::action::Action;
use crate::session::lesson::Learning;
use crate::session::writing::{LessonDraft, Writing};
use yew::prelude::*;

/// The function that draws the editor. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type SourcePane = fn(&LessonDraft, &Callback<Action>) -> Html;

/// A short description of the format of a lesson.
const FORMAT: &str = "Between the lines --- stand start (comments, actions, pets, partitions or empty), article, changed and \
    learned. # is the title, and below it one line says what the lesson shows. Each ## begins a stop: text, and blocks \
    between ``` that are called predict, hbase-shell, must or goal. In text, {{first row}} is a value at that moment.";

/// The editor: the text of the lesson, and its mistakes.
pub(crate) fn source_pane(draft: &LessonDraft, dispatch: &Callback<Action>) -> Html {
    let write = |writing: Writing| Action::Lesson(Learning::Write(writing));
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            dispatch.emit(Action::Lesson(Learning::Write(Writing::Type(interop::typed(&event)))));
        })
    };
    let onchange = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let Some(file) = interop::picked(&event) else { return };
            let dispatch = dispatch.clone();
            interop::read_text(&file, move |text| dispatch.emit(Writing::taken(text)));
        })
    };
    let verdict = match (draft.faults.len(), draft.is_checked) {
        (0, true) => "✓ The checker finds nothing to mend: it can be played to its end.",
        (0, false) => "It is played as it stands. Check plays all of it to its end.",
        (1, _) => "✗ One thing to mend:",
        _ => "✗ To mend:",
    };
    html! {
        <div class="story source">
            <div class="story__ways">
                <label class="button button--small source__open">
                    { "Open a file …" }
                    <input class="spoken" type="file" accept=".md,text/markdown" {onchange} />
                </label>
                { button("button button--small", "Check", click(dispatch, write(Writing::Check))) }
                { button("button button--small", "Save", click(dispatch, write(Writing::Save))) }
            </div>
            <textarea id="source" class="input source__text mono" aria-label="The text of the lesson" aria-describedby="source-verdict" spellcheck="false" value={draft.text.clone()} {oninput} />
            <div role="status" id="source-verdict">
                { text("p", if draft.faults.is_empty() { "soft" } else { "tone-no" }, verdict) }
                { list(&draft.faults) }
                if !draft.advice.is_empty() {
                    { text("p", "soft", "Advice for a good lesson:") }
                    { list(&draft.advice) }
                }
            </div>
            <details class="more">
                <summary class="more__head">{ "What can stand in a lesson" }</summary>
                { text("p", "story__text", FORMAT) }
            </details>
        </div>
    }
}

/// What is said of lines, each of which can be shown.
fn list(told: &[(u32, String)]) -> Html {
    html! {
        <ul class="source__faults">
            for (line, words) in told {
                <li>
                    <button type="button" class="link" onclick={
                        let line = *line;
                        Callback::from(move |_: MouseEvent| interop::select_line("source", line))
                    }>{ format!("Line {line}") }</button>
                    { ": " }{ words }
                </li>
            }
        </ul>
    }
}
