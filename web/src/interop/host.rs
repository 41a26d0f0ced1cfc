//! The document around a frame, which is the host: messages from it and to it, by `postMessage`.
//!
//! Only the parent of the frame is listened to, and where the address names its origin, only that origin.

use crate::session::host::Value;
use crate::session::options::Host;
use gloo::events::EventListener;
use js_sys::{Array, JSON, Object, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{CustomEvent, Element, MessageEvent, Window};
use yew::NodeRef;

/// The version of these messages. Later versions have to understand this one, too.
const VERSION: f64 = 1.0;

/// Pixels of the borders of an element `<split-point>`, above and below its content.
const BORDER: u16 = 2;

/// A request of the host.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    /// The name of the command.
    pub(crate) command: String,
    /// The argument of the command.
    pub(crate) value: Value,
    /// The number of the request, if the host wants an answer.
    pub(crate) id: Option<f64>,
}

/// What a host hands over for the page to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Handed {
    /// The fragment of a link, behind its `#`.
    Link(String),
    /// A script for the shell, or a session as it is saved.
    Text(String),
}

fn parent() -> Option<Window> {
    let window = web_sys::window()?;
    let parent = window.parent().ok()??;
    (!Object::is(&parent, &window)).then_some(parent)
}

/// Whether the document stands in a frame of another one.
pub(crate) fn is_framed() -> bool {
    parent().is_some()
}

/// Calls `heard` with each request of the host, until the listener is dropped.
pub(crate) fn watch_host(host: &Host, heard: impl Fn(Letter) + 'static) -> Option<EventListener> {
    listen(host, move |command, data| {
        let value = value(&get(data, "value"));
        heard(Letter { command, value, id: get(data, "id").as_f64() });
    })
}

fn listen(host: &Host, heard: impl Fn(String, &JsValue) + 'static) -> Option<EventListener> {
    let (window, parent) = (web_sys::window()?, parent()?);
    let origin = host.origin.clone();
    Some(EventListener::new(&window, "message", move |event| {
        let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
        let is_from_parent = event.source().is_some_and(|source| Object::is(&source, &parent));
        if !is_from_parent || origin.as_ref().is_some_and(|origin| *origin != event.origin()) {
            return;
        }
        let data = event.data();
        if get(&data, "splitpoint").as_f64() == Some(VERSION)
            && let Some(command) = get(&data, "command").as_string()
        {
            heard(command, &data);
        }
    }))
}

/// Asks the host what the page is to open, and waits for the answer. `None` if there is no host.
pub(crate) async fn handed(host: &Host) -> Option<Handed> {
    let listener: Rc<RefCell<Option<EventListener>>> = Rc::default();
    let promise = js_sys::Promise::new(&mut |done, _| {
        let heard = move |command: String, data: &JsValue| {
            if command == "open"
                && let Err(error) = done.call1(&JsValue::NULL, &get(data, "value"))
            {
                gloo::console::error!(error);
            }
        };
        *listener.borrow_mut() = listen(host, heard);
    });
    listener.borrow().as_ref()?;
    tell(host, "source", &Value::Nothing);
    let source = JsFuture::from(promise).await.ok()?;
    listener.take();
    let text = |name| get(&source, name).as_string();
    text("link").map(Handed::Link).or_else(|| text("text").map(Handed::Text))
}

/// Tells the host about an event.
pub(crate) fn tell(host: &Host, event: &str, detail: &Value) {
    let message = Object::new();
    put(&message, "event", &JsValue::from_str(event));
    put(&message, "detail", &to_js(detail));
    post(host, &message);
    if let ("resize", Value::Record(fields)) = (event, detail) {
        // In the form in which other embedded pages tell their height, for hosts that know nothing about this page.
        let widely = Object::new();
        let address = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
        put(&widely, "context", &JsValue::from_str("iframe.resize"));
        put(&widely, "src", &JsValue::from_str(&address));
        for (name, value) in fields {
            put(&widely, name, &to_js(value));
        }
        if let Ok(text) = JSON::stringify(&widely) {
            send(host, &text);
        }
    }
}

/// Answers a request of the host, if it has a number.
pub(crate) fn reply(host: &Host, id: Option<f64>, answer: Result<&Value, &str>) {
    let Some(id) = id else { return };
    let message = Object::new();
    put(&message, "answer", &JsValue::from_f64(id));
    match answer {
        Ok(value) => put(&message, "value", &to_js(value)),
        Err(why) => put(&message, "error", &JsValue::from_str(why)),
    }
    post(host, &message);
}

fn post(host: &Host, message: &Object) {
    put(message, "splitpoint", &JsValue::from_f64(VERSION));
    send(host, message);
}

fn send(host: &Host, message: &JsValue) {
    let to = host.origin.as_deref().unwrap_or("*");
    if let Some(Err(error)) = parent().map(|parent| parent.post_message(message, to)) {
        gloo::console::warn!("host", error);
    }
}

/// Loads the script that defines the element `<split-point>` from this folder, unless the document already has it.
pub(crate) fn define_element(folder: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let address = format!("{folder}splitpoint.js");
    if document.query_selector(&format!("script[src='{address}']")).is_ok_and(|found| found.is_some()) {
        return;
    }
    let add = || {
        let script = document.create_element("script")?;
        script.set_attribute("type", "module")?;
        script.set_attribute("src", &address)?;
        document.head().ok_or("no head")?.append_child(&script)
    };
    if let Err(error) = add() {
        gloo::console::error!(error);
    }
}

/// Sets these attributes of an element `<split-point>`, and removes all others that it can have.
pub(crate) fn set_attributes(node: &NodeRef, attributes: &[(&'static str, String)]) {
    let Some(element) = node.cast::<Element>() else { return };
    for name in
        ["start", "link", "view", "theme", "grain", "controls", "from-step", "to-step", "loop", "readonly", "height"]
    {
        let wanted = attributes.iter().find(|(known, _)| *known == name);
        let done = match wanted {
            Some((_, value)) if element.get_attribute(name).as_ref() != Some(value) => {
                element.set_attribute(name, value)
            }
            None if element.has_attribute(name) => element.remove_attribute(name),
            _ => Ok(()),
        };
        if let Err(error) = done {
            gloo::console::error!(error);
        }
    }
}

/// Calls `heard` with the height in pixels that an element `<split-point>` needs, until the listener is dropped.
pub(crate) fn watch_height(node: &NodeRef, heard: impl Fn(u16) + 'static) -> Option<EventListener> {
    let element = node.cast::<Element>()?;
    Some(EventListener::new(&element, "resize", move |event| {
        let detail = event.dyn_ref::<CustomEvent>().map(CustomEvent::detail).unwrap_or_default();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels of a frame")]
        if let Some(height) = get(&detail, "height").as_f64() {
            heard(height as u16 + BORDER);
        }
    }))
}

fn get(from: &JsValue, name: &str) -> JsValue {
    let object = from.dyn_ref::<Object>();
    object.and_then(|object| Reflect::get(object, &JsValue::from_str(name)).ok()).unwrap_or_default()
}

fn put(into: &Object, name: &str, value: &JsValue) {
    if let Err(error) = Reflect::set(into, &JsValue::from_str(name), value) {
        gloo::console::error!(error);
    }
}

fn value(from: &JsValue) -> Value {
    if let Some(text) = from.as_string() {
        return Value::Text(text);
    }
    if let Some(flag) = from.as_bool() {
        return Value::Flag(flag);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers, as far as it has them")]
    match from.as_f64() {
        Some(number) if number >= 0.0 => Value::Number(number as u64),
        _ => Value::Nothing,
    }
}

pub(super) fn to_js(value: &Value) -> JsValue {
    match value {
        Value::Nothing => JsValue::NULL,
        Value::Flag(flag) => JsValue::from_bool(*flag),
        #[expect(clippy::cast_precision_loss, reason = "steps, pixels and milliseconds are far below 2^53")]
        Value::Number(number) => JsValue::from_f64(*number as f64),
        Value::Text(text) => JsValue::from_str(text),
        Value::List(values) => values.iter().map(to_js).collect::<Array>().into(),
        Value::Record(fields) => {
            let object = Object::new();
            for (name, value) in fields {
                put(&object, name, &to_js(value));
            }
            object.into()
        }
    }
}
