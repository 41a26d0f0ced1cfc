//! The list of what the browser keeps of the reader's work, where it can be opened, saved and deleted.

use super::dialog::Dialog;
use super::hear::click;
use super::text::{button, text};
use crate::session::action::{Action, Page};
use crate::session::keep::{Care, Entry};
use crate::session::writing;
use splitpoint_lab::scenario::EXAMPLES;
use splitpoint_lab::words::amount;
use yew::prelude::*;

/// The function that draws this list. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type KeptPane = fn(&[Entry], &Callback<Action>) -> Html;

/// The list of what is kept.
pub(crate) fn kept_pane(list: &[Entry], dispatch: &Callback<Action>) -> Html {
    let way =
        |words: &'static str, care: Care| button("button", words, click(dispatch, Action::Page(Page::Care(care))));
    let line = |at: usize, entry: &Entry| {
        let is_file = entry.file.is_some();
        html! {
            <li key={entry.name.clone()} class="kept__line">
                { text("span", "kept__words", words(entry)) }
                { text("span", "soft", amount(entry.bytes)) }
                <span class="kept__ways">
                    if entry.is_open {
                        { text("span", "soft", "open here") }
                    } else {
                        if !is_file {
                            { way("Open", Care::Open(at)) }
                        }
                        if !is_file {
                            { way("Save", Care::Save(at)) }
                        }
                        { way("Delete", Care::Drop(at)) }
                    }
                </span>
            </li>
        }
    };
    html! {
        <Dialog title="What is kept" wide={true} close={Action::Page(Page::Overlay(None))} dispatch={dispatch.clone()}>
            { text("p", "soft", "This browser keeps what you do, for this page only. Nothing is sent anywhere. Deleting cannot be undone.") }
            if list.is_empty() {
                { text("p", "", "Nothing is kept.") }
            }
            <ul class="kept">
                for (at, entry) in list.iter().enumerate() {
                    { line(at, entry) }
                }
            </ul>
        </Dialog>
    }
}

/// A description of an entry, from the name under which it is kept.
fn words(entry: &Entry) -> String {
    if let Some(file) = &entry.file {
        return format!("Your file “{file}”");
    }
    let name = entry.name.as_str();
    let (copy, name) = match name.strip_prefix("copy.").and_then(|rest| rest.split_once('.')) {
        Some((_, name)) => (", a copy made in another tab", name),
        None => ("", name),
    };
    let (name, before) = match name.split_once(".before.") {
        Some((name, _)) => (name, ", before it was begun anew"),
        None => (name, ""),
    };
    let (work, start) = name.split_once(".at.").unwrap_or((name, ""));
    let known = entry.start.as_deref().filter(|_| !start.is_empty()).unwrap_or(start);
    let example = EXAMPLES.iter().find(|example| example.id == known);
    let what = match work {
        "session" if start.is_empty() => "Your work".to_owned(),
        "session" => example
            .map_or_else(|| "Your work on a file".to_owned(), |example| format!("Your work on “{}”", example.title)),
        writing::SLOT => "The text of a lesson".to_owned(),
        work if work.starts_with("aside.") => "What could not be restored".to_owned(),
        _ => "What you did on a link".to_owned(),
    };
    what + copy + before
}
