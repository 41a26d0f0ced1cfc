//! HTTP requests to the server that the page came from, each with a timeout.

use gloo::timers::callback::Timeout;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Headers, RequestCache, RequestInit, Response};

/// The answer to a request, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Came {
    /// The HTTP status; 0 where no answer came.
    pub(crate) status: u16,
    /// Whether the timeout was reached.
    pub(crate) is_late: bool,
    /// The body of the answer.
    pub(crate) body: String,
    /// The header `Location`, which is the address of what was made.
    pub(crate) location: Option<String>,
}

/// Sends a request that asks for JSON, with a timeout in seconds.
pub(crate) async fn ask(method: &str, path: &str, body: Option<&str>, seconds: u32) -> Came {
    let Ok(abort) = AbortController::new() else { return Came::default() };
    let is_late = Rc::new(Cell::new(false));
    let _limit = Timeout::new(seconds * 1000, {
        let (abort, is_late) = (abort.clone(), is_late.clone());
        move || {
            is_late.set(true);
            abort.abort();
        }
    });
    let came = fetch(method, path, body, &abort).await.unwrap_or_default();
    // If the timeout was reached, the answer may be incomplete, so none is returned.
    if is_late.get() { Came { is_late: true, ..Came::default() } } else { came }
}

async fn fetch(method: &str, path: &str, body: Option<&str>, abort: &AbortController) -> Result<Came, JsValue> {
    let headers = Headers::new()?;
    headers.set("Accept", "application/json")?;
    let asked = RequestInit::new();
    asked.set_method(method);
    asked.set_cache(RequestCache::NoStore);
    asked.set_signal(Some(&abort.signal()));
    if let Some(body) = body {
        headers.set("Content-Type", "application/json")?;
        asked.set_body(&JsValue::from_str(body));
    }
    asked.set_headers(&headers);
    let window = web_sys::window().ok_or("no window")?;
    let response: Response = JsFuture::from(window.fetch_with_str_and_init(path, &asked)).await?.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?;
    Ok(Came {
        status: response.status(),
        is_late: false,
        body: text.as_string().unwrap_or_default(),
        location: response.headers().get("Location")?,
    })
}

/// The content of the `meta` element of this name.
pub(crate) fn meta(name: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector(&format!("meta[name={name}]")).ok()??.get_attribute("content")
}

/// Milliseconds since 1970.
#[expect(clippy::cast_possible_truncation, reason = "a browser counts milliseconds in doubles")]
pub(crate) fn today() -> i64 {
    js_sys::Date::now() as i64
}

/// The time zone of this machine: minutes east of Greenwich.
#[expect(clippy::cast_possible_truncation, reason = "a browser counts minutes in doubles")]
pub(crate) fn east() -> i32 {
    -(js_sys::Date::new_0().get_timezone_offset() as i32)
}
