//! The form that is open, in Java.

use crate::session::{Desk, Document};
use splitpoint_lab::words::java;
use yew::prelude::*;

/// How it is shown, and what is copied. It is called by way of a pointer only, so that it can stand in a chunk.
pub(crate) type JavaPane = fn(&Document, &Desk) -> (Html, String);

/// The statements, and below them what they need and how they were written when the articles were.
pub(crate) fn java_pane(document: &Document, desk: &Desk) -> (Html, String) {
    let open = &desk.form;
    let Ok(intent) = open.forms.intent(open.operation, &desk.map.request.table) else { return Default::default() };
    let said = java::of(document.lab.world(), &intent);
    let whole = said.whole();
    let more = |title: &'static str, text: String| {
        html! {
            if !text.is_empty() {
                <details class="more">
                    <summary class="more__head">{ title }</summary>
                    <pre class="do__command java" tabindex="0">{ text }</pre>
                </details>
            }
        }
    };
    let shown = html! {
        <>
            <pre class="do__command java" tabindex="0">{ said.text }</pre>
            { more("What stands above it", said.head) }
            { more("In HBase 0.94, as when the articles were written", said.past) }
        </>
    };
    (shown, whole)
}
