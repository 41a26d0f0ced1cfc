//! The open form or the designed table in Java; and the last result as the shell prints it.

use super::text::button;
use crate::interop;
use crate::session::action::Api;
use crate::session::{Desk, Document};
use splitpoint_lab::intent::Intent;
use splitpoint_lab::words::java;
use yew::prelude::*;

/// The function that shows an intent in Java, or without one the open form, and returns the text to copy. It is called
/// by a pointer only, so that a chunk can bring its code later.
pub(crate) type JavaPane = fn(&Document, &Desk, Option<Intent>) -> (Html, String);

/// The statements, and below them what they need, and how older articles wrote them.
pub(crate) fn java_pane(document: &Document, desk: &Desk, intent: Option<Intent>) -> (Html, String) {
    let open = &desk.form;
    let form = || open.forms.intent(open.operation, &desk.map.request.table).ok();
    let Some(intent) = intent.or_else(form) else { return Default::default() };
    let said = java::of(document.lab.world(), &intent);
    let whole = said.whole();
    let more = |title: &'static str, text: String, open: bool| {
        html! {
            if !text.is_empty() {
                <details class="more" {open}>
                    <summary class="more__head">{ title }</summary>
                    <pre class="do__command java" tabindex="0">{ text }</pre>
                </details>
            }
        }
    };
    let shown = html! {
        <>
            <pre class="do__command java" tabindex="0">{ said.text }</pre>
            { more("What stands above it", said.head, false) }
            { more("In HBase 0.94, as when the articles were written", said.past, open.api == Api::OldJava) }
        </>
    };
    (shown, whole)
}

/// How many rows are printed from each end, and the width of the terminal in characters.
const ROWS: usize = 200;
const COLUMNS: usize = 80;

/// The function that prints a result. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type PrintedPane = fn(&Document) -> Html;

/// The last result as HBase's shell prints it.
pub(crate) fn printed_pane(document: &Document) -> Html {
    let Some(printed) = document.lab.stage().printed(ROWS, COLUMNS) else { return Html::default() };
    let copied = {
        let printed = printed.clone();
        Callback::from(move |_| interop::copy(&printed))
    };
    html! {
        <div class="printed">
            <pre class="do__command java" tabindex="0" aria-label="As the shell prints it">{ printed }</pre>
            { button("button button--quiet button--small", "Copy", copied) }
        </div>
    }
}
