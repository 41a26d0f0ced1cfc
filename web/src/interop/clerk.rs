//! A worker that runs this program once more, without a page: how one is begun, and how it hears and tells.

use gloo::events::EventListener;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, Event, HtmlElement, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

/// What a worker says when it is there.
const READY: &str = "ready";

/// What it is told when it is to stop.
const STOP: &str = "stop";

/// How a worker is begun. It is called by way of a pointer only, so that it can stand in a chunk.
pub(crate) type Hire = fn([String; 3], Callback<Option<String>>) -> Option<Clerk>;

/// A worker, which ends when this is dropped.
pub(crate) struct Clerk {
    worker: Worker,
    _heard: [EventListener; 2],
}

impl Clerk {
    /// Begins one, and asks it for this as soon as it is there. `tell` gets what it says, and `None` where it fails. `None`
    /// where there can be none: the page has no script that starts it, or the browser forbids it.
    pub(crate) fn hire(asked: [String; 3], tell: Callback<Option<String>>) -> Option<Self> {
        let head = web_sys::window()?.document()?;
        let find = |query: &str, name: &str| {
            let element = head.query_selector(query).ok().flatten()?.dyn_into::<HtmlElement>().ok()?;
            Reflect::get(&element, &JsValue::from_str(name)).ok()?.as_string()
        };
        // As boot.js finds it. The module is compiled already, and handed over.
        let starts = find("head > script[src*='boot'][type=module]", "src")?;
        let begin = Object::new();
        let script = find("head > link[rel=modulepreload]", "href")?;
        Reflect::set(&begin, &"script".into(), &script.into()).ok()?;
        Reflect::set(&begin, &"module".into(), &wasm_bindgen::module()).ok()?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&starts, &options).ok()?;
        worker.post_message(&begin).ok()?;
        let asked: Array = asked.iter().map(|text| JsValue::from_str(text)).collect();
        let (own, failed) = (worker.clone(), tell.clone());
        let heard = EventListener::new(&worker, "message", move |event| match text(event) {
            Some(word) if word == READY => {
                if own.post_message(&asked).is_err() {
                    tell.emit(None);
                }
            }
            told => tell.emit(told),
        });
        let lost = EventListener::new(&worker, "error", move |_| failed.emit(None));
        Some(Self { worker, _heard: [heard, lost] })
    }

    /// Lets it stop, and tell what it has found.
    pub(crate) fn stop(&self) {
        // Where it is gone already, that was told.
        let _ = self.worker.post_message(&JsValue::from_str(STOP));
    }
}

impl Drop for Clerk {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

fn text(event: &Event) -> Option<String> {
    event.dyn_ref::<MessageEvent>()?.data().as_string()
}

/// The other end: in the worker, who asked.
#[derive(Clone)]
pub(crate) struct Client(DedicatedWorkerGlobalScope);

impl Client {
    /// Who has begun this worker, where it is one.
    pub(crate) fn find() -> Option<Self> {
        js_sys::global().dyn_into().ok().map(Self)
    }

    /// Hears what is asked, and `None` where it is to stop; from now on.
    pub(crate) fn hear(&self, hear: impl Fn(Option<Vec<String>>) + 'static) {
        let listener = EventListener::new(&self.0, "message", move |event| {
            let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
            let asked = event.data().dyn_into::<Array>().ok();
            hear(asked.map(|asked| asked.iter().filter_map(|text| text.as_string()).collect()));
        });
        // As long as the worker is there.
        listener.forget();
        self.tell(READY);
    }

    /// Milliseconds, to be compared with others.
    pub(crate) fn time() -> f64 {
        js_sys::Date::now()
    }

    /// Tells it this.
    pub(crate) fn tell(&self, text: &str) {
        // Texts can be sent.
        let _ = self.0.post_message(&JsValue::from_str(text));
    }
}
