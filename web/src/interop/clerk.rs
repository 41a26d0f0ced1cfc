//! A web worker that runs this program once more, without a page: how it is started, and its messages.

use gloo::events::EventListener;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, Event, HtmlElement, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

/// The message of a worker that is ready for work.
const READY: &str = "ready";

/// The message to a worker that is to stop.
const STOP: &str = "stop";

/// The function that starts a worker. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type Hire = fn([String; 3], Callback<Option<String>>) -> Option<Clerk>;

/// A worker, as the page sees it. It ends when this is dropped.
pub(crate) struct Clerk {
    worker: Worker,
    _heard: [EventListener; 2],
}

impl Clerk {
    /// Starts a worker, and sends it this request once it is ready. `tell` gets its messages, and `None` if it fails.
    /// Returns `None` where there can be no worker: the page has no script that starts it, or the browser forbids it.
    pub(crate) fn hire(asked: [String; 3], tell: Callback<Option<String>>) -> Option<Self> {
        let head = web_sys::window()?.document()?;
        let find = |query: &str, name: &str| {
            let element = head.query_selector(query).ok().flatten()?.dyn_into::<HtmlElement>().ok()?;
            Reflect::get(&element, &JsValue::from_str(name)).ok()?.as_string()
        };
        // Finds the module as `boot.js` does. It is already compiled, and is handed over to the worker.
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

    /// Asks the worker to stop, and to tell what it has found so far.
    pub(crate) fn stop(&self) {
        // If the worker is already gone, `tell` has got `None`.
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

/// The page that started this worker, as the worker sees it.
#[derive(Clone)]
pub(crate) struct Client(DedicatedWorkerGlobalScope);

impl Client {
    /// The page that started this program; `None` if it does not run in a worker.
    pub(crate) fn find() -> Option<Self> {
        js_sys::global().dyn_into().ok().map(Self)
    }

    /// Calls `hear` with each request from now on, and with `None` if the worker is to stop.
    pub(crate) fn hear(&self, hear: impl Fn(Option<Vec<String>>) + 'static) {
        let listener = EventListener::new(&self.0, "message", move |event| {
            let Some(event) = event.dyn_ref::<MessageEvent>() else { return };
            let asked = event.data().dyn_into::<Array>().ok();
            hear(asked.map(|asked| asked.iter().filter_map(|text| text.as_string()).collect()));
        });
        // The listener stays as long as the worker.
        listener.forget();
        self.tell(READY);
    }

    /// The time in milliseconds, to measure durations.
    pub(crate) fn time() -> f64 {
        js_sys::Date::now()
    }

    /// Sends a message to the page.
    pub(crate) fn tell(&self, text: &str) {
        // Sending a text cannot fail.
        let _ = self.0.post_message(&JsValue::from_str(text));
    }
}
