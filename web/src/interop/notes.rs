//! The notes for a presenter: a second window, connected to the page by a broadcast channel.

use super::element::vacate;
use super::host::to_js;
use super::markup::{Piece, pieces};
use crate::session::host::Value;
use gloo::events::{EventListener, EventListenerOptions};
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{BroadcastChannel, Element, KeyboardEvent, MessageEvent, Window};

/// The element in which the notes are shown.
pub(crate) type NotesHost = Element;

/// The window of notes, as the page sees it. It is closed with the end of the presentation.
pub(crate) struct Notes {
    channel: BroadcastChannel,
    window: Window,
    _heard: EventListener,
}

impl Drop for Notes {
    fn drop(&mut self) {
        drop(self.window.close());
    }
}

impl Notes {
    /// Opens the window of notes. `heard` is called with what it sends: `hello` when it is ready, then the keys that
    /// are pressed there.
    pub(crate) fn open(heard: impl Fn(String) + 'static) -> Option<Self> {
        let name = format!("splitpoint-notes-{}", js_sys::Date::now());
        let channel = BroadcastChannel::new(&name).ok()?;
        let listener = EventListener::new(&channel, "message", move |event| {
            if let Some(command) = data(event).as_string() {
                heard(command);
            }
        });
        let address = format!("{}#notes={name}", super::address());
        let opened =
            web_sys::window()?.open_with_url_and_target_and_features(&address, &name, "popup,width=620,height=720");
        opened.ok().flatten().map(|window| Self { channel, window, _heard: listener })
    }

    /// Sends the current step of the page to the window of notes.
    pub(crate) fn tell(&self, told: &Value) {
        if let Err(error) = self.channel.post_message(&to_js(told)) {
            gloo::console::warn!("notes", error);
        }
    }
}

fn data(event: &web_sys::Event) -> JsValue {
    event.dyn_ref::<MessageEvent>().map_or(JsValue::NULL, MessageEvent::data)
}

/// The markup of the window of notes. Each element with a name in it shows the text that is sent under that name.
const NOTES: &str = include_str!("notes.html");

/// Puts the markup into the window.
fn fill(host: &NotesHost) -> Option<()> {
    let document = host.owner_document()?;
    vacate(host);
    let mut place = host.clone();
    for piece in pieces(NOTES) {
        match piece {
            Piece::Open(name) => {
                let element = document.create_element(name).ok()?;
                place.append_child(&element).ok()?;
                place = element;
            }
            Piece::Attribute(name, value) => place.set_attribute(name, value).ok()?,
            Piece::Text(text) => place.append_with_str_1(text).ok()?,
            Piece::Close => place = place.parent_element()?,
        }
    }
    Some(())
}

/// Shows the notes in this window, and keeps them at the step of the page that opened it.
pub(crate) fn listen_to_notes(host: &NotesHost, name: &str) {
    let (Ok(channel), Some(())) = (BroadcastChannel::new(name), fill(host)) else { return };
    let room = host.clone();
    EventListener::new(&channel, "message", move |event| {
        let told = data(event);
        let Ok(places) = room.query_selector_all("[data-note]") else { return };
        for index in 0..places.length() {
            let Some(place) = places.item(index).and_then(|node| node.dyn_into::<Element>().ok()) else { continue };
            let name = place.get_attribute("data-note").unwrap_or_default();
            let text = Reflect::get(&told, &JsValue::from_str(&name)).ok().and_then(|text| text.as_string());
            place.set_text_content(Some(&text.unwrap_or_default()));
        }
    })
    .forget();
    let ask = move |command: &str| drop(channel.post_message(&JsValue::from_str(command)));
    ask("hello");
    let clicked = ask.clone();
    EventListener::new(host, "click", move |event| {
        if let Some(key) = button(event).and_then(|button| button.get_attribute("data-key")) {
            clicked(&key);
        }
    })
    .forget();
    let Some(document) = host.owner_document() else { return };
    let options = EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&document, "keydown", options, move |event| {
        let Some(pressed) = event.dyn_ref::<KeyboardEvent>() else { return };
        if pressed.ctrl_key() || pressed.alt_key() || pressed.meta_key() {
            return;
        }
        let key = pressed.key();
        match key.as_str() {
            // These press the button that has the focus. On the stage that is *Next*.
            " " | "Enter" if button(event).is_some() => return,
            " " | "Enter" => ask("PageDown"),
            key => ask(key),
        }
        // A key that steps does not scroll, too.
        if matches!(key.as_str(), " " | "PageDown" | "PageUp" | "ArrowDown" | "ArrowUp" | "Home") {
            event.prevent_default();
        }
    })
    .forget();
}

/// The button at which something happened.
fn button(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest("[data-key]").ok()?
}

/// Enters or leaves full screen. Where the browser does not allow it, as when nobody pressed anything, nothing happens.
pub(crate) fn fill_screen(is_full: bool) {
    let Some(window) = web_sys::window() else { return };
    let Some(document) = window.document() else { return };
    if is_full {
        let asked = document.document_element().map(|whole| ask_for_screen(&window.navigator(), &whole));
        if let Some(Ok(Some(asked))) = asked {
            spawn_local(async move { drop(JsFuture::from(asked).await) });
        }
    } else if document.fullscreen_element().is_some() {
        document.exit_fullscreen();
    }
}

/// Asks for full screen, which can still be refused later. `None` where a browser that knows says that nobody pressed anything: it would
/// complain.
fn ask_for_screen(navigator: &JsValue, whole: &JsValue) -> Result<Option<Promise>, JsValue> {
    let activation = Reflect::get(navigator, &"userActivation".into())?;
    if activation.is_object() && Reflect::get(&activation, &"isActive".into())?.is_falsy() {
        return Ok(None);
    }
    let ask: Function = Reflect::get(whole, &"requestFullscreen".into())?.dyn_into()?;
    ask.call0(whole)?.dyn_into().map(Some)
}
