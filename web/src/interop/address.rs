//! The address of the page, with and without its fragment, which is what follows `#`; the browser's history, printing
//! and copying.

use super::memory::tab;
use gloo::events::EventListener;
use gloo::timers::future::TimeoutFuture;
use js_sys::{Array, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{History, HtmlInputElement, HtmlTextAreaElement, Location};
use yew::platform::spawn_local;

/// The key under which session storage has what the current entry of the history remembers. `boot.js` reads it.
const ENTRY: &str = "splitpoint.entry";

fn location() -> Option<Location> {
    web_sys::window().map(|window| window.location())
}

/// The fragment of the address, without its `#`; empty where there is none.
pub(crate) fn fragment() -> String {
    let hash = location().and_then(|location| location.hash().ok()).unwrap_or_default();
    hash.strip_prefix('#').map(ToOwned::to_owned).unwrap_or(hash)
}

/// The value of this name in the fragment of the address; `None` if it is not there.
pub(crate) fn parameter(name: &str) -> Option<String> {
    let fragment = fragment();
    let mut pairs = fragment.split('&').filter_map(|part| part.split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
}

/// Opens this page in a new window, with another fragment.
pub(crate) fn open_window(fragment: &str) {
    let opened = web_sys::window().map(|window| window.open_with_url(&format!("{}#{fragment}", address())));
    if let Some(Err(error)) = opened {
        gloo::console::warn!("window", error);
    }
}

/// The address without its fragment.
pub(crate) fn address() -> String {
    let whole = href().unwrap_or_default();
    whole.split('#').next().unwrap_or_default().to_owned()
}

/// The folder of the page on its origin, with a slash at its end.
pub(super) fn folder() -> String {
    let path = location().and_then(|location| location.pathname().ok()).unwrap_or_default();
    path[..path.rfind('/').map_or(0, |slash| slash + 1)].to_owned()
}

/// What the entry of the browser's history remembers about the reader's own work; empty if nothing was written yet.
/// `None` if the entry remembers nothing, since the page was opened by its address.
pub(crate) fn entry() -> Option<String> {
    web_sys::window()?.history().ok()?.state().ok()?.as_string()
}

/// Adds an entry to the browser's history, or replaces the current one: with what it is to remember (`None` if the
/// address says what it opens), and with the fragment of its address. If the browser refuses that, the page goes on
/// without it.
pub(crate) fn write_history(adds: bool, remembers: Option<&str>, fragment: &str) {
    let state = remembers.map_or(JsValue::NULL, JsValue::from_str);
    let mut url = address();
    if !fragment.is_empty() {
        url.extend(["#", fragment]);
    }
    let write = if adds { History::push_state_with_url } else { History::replace_state_with_url };
    let done = web_sys::window()
        .and_then(|window| window.history().ok())
        .map(|history| write(&history, &state, "", Some(&url)));
    if let Some(Err(error)) = done {
        gloo::console::warn!("history", error);
    }
    note_entry(remembers);
}

/// Keeps in session storage what the current entry of the history remembers, with its address. Chromium can lose that
/// in a reload; then `boot.js` restores it. Nothing is kept if the entry remembers nothing or there is no room; the
/// code that keeps the work tells the reader of the latter.
fn note_entry(remembers: Option<&str>) {
    let Some(tab) = tab() else { return };
    let noted =
        remembers.zip(href()).is_some_and(|(entry, href)| tab.set_item(ENTRY, &format!("{href}\n{entry}")).is_ok());
    if !noted && let Err(error) = tab.remove_item(ENTRY) {
        gloo::console::warn!("storage", error);
    }
}

fn href() -> Option<String> {
    location()?.href().ok()
}

/// Calls `heard` when the browser goes to another entry of its history, or somebody changes the fragment, until the
/// listener is dropped.
pub(crate) fn watch_history(heard: impl Fn() + 'static) -> Option<EventListener> {
    let window = web_sys::window()?;
    Some(EventListener::new(&window, "popstate", move |_| {
        note_entry(entry().as_deref());
        heard();
    }))
}

/// Calls `heard` when the document is left or hidden (reload, link, tab closed or changed), until the listeners are
/// dropped.
pub(crate) fn watch_leave(heard: impl Fn() + Clone + 'static) -> Option<[EventListener; 2]> {
    let window = web_sys::window()?;
    let document = window.document()?;
    let again = heard.clone();
    let hidden = EventListener::new(&document, "visibilitychange", move |_| again());
    Some([EventListener::new(&window, "pagehide", move |_| heard()), hidden])
}

/// Milliseconds in which a browser may answer whether it lets a text be copied. Some ask the reader, and some do not answer.
const PATIENCE: u32 = 1_000;

/// Copies a text, and tells whether the browser let us; where it does not, or not soon, the field of this `id` is selected.
/// Where it lets us only after that, since it asked the reader first, `told` is called a second time, with `true`.
pub(crate) fn copy_or_select(text: String, id: &'static str, told: impl Fn(bool) + 'static) {
    spawn_local(async move {
        let Some(window) = web_sys::window().filter(web_sys::Window::is_secure_context) else {
            select(id);
            return told(false);
        };
        let written = window.navigator().clipboard().write_text(&text);
        let late = future_to_promise(async {
            TimeoutFuture::new(PATIENCE).await;
            Err(JsValue::NULL)
        });
        let is_soon = JsFuture::from(Promise::race(&Array::of2(&written, &late))).await.is_ok();
        if !is_soon {
            select(id);
            told(false);
        }
        if JsFuture::from(written).await.is_ok() {
            told(true);
        }
    });
}

/// Selects the text of the field of this `id`, so that a key copies it.
fn select(id: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let field = document.and_then(|document| document.get_element_by_id(id));
    if let Some(field) = field.as_ref().and_then(|field| field.dyn_ref::<HtmlInputElement>()) {
        field.select();
    } else if let Some(field) = field.as_ref().and_then(|field| field.dyn_ref::<HtmlTextAreaElement>()) {
        field.select();
    }
}

/// Asks the browser to print the page.
pub(crate) fn print() {
    if let Some(Err(error)) = web_sys::window().map(|window| window.print()) {
        gloo::console::warn!("print", error);
    }
}
