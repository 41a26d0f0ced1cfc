//! The form that is open or the table that is designed, in Java; and what came back, as the shell prints it.

use super::text::button;
use crate::interop;
use crate::session::action::Api;
use crate::session::{Desk, Document};
use splitpoint_lab::intent::Intent;
use splitpoint_lab::words::java;
use yew::prelude::*;

/// How an intent, or the form that is open where none is given, is shown, and what is copied. It is called by way of a
/// pointer only, so that it can stand in a chunk.
pub(crate) type JavaPane = fn(&Document, &Desk, Option<Intent>) -> (Html, String);

/// The statements, and below them what they need and how they were written when the articles were.
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

/// Rows from each end that are printed, and columns of the terminal.
const ROWS: usize = 200;
const COLUMNS: usize = 80;

/// How an answer is printed. It is called by way of a pointer only, so that it can stand in a chunk.
pub(crate) type PrintedPane = fn(&Document) -> Html;

/// What came back last, as HBase's shell prints it.
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
