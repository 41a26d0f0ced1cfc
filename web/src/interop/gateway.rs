//! Questions over HTTP to where the page came from, each given up after a while.

use gloo::timers::callback::Timeout;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Headers, RequestCache, RequestInit, Response};

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Came {
    /// The status; 0 where nothing came.
    pub(crate) status: u16,
    /// Whether it was given up.
    pub(crate) is_late: bool,
    /// The text that came.
    pub(crate) body: String,
    /// The address of what was made.
    pub(crate) location: Option<String>,
}

/// Asks for JSON, and gives up after so many seconds.
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
    // An answer that was cut by giving up is none.
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

/// What the page says under that name in its head.
pub(crate) fn meta(name: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    document.query_selector(&format!("meta[name={name}]")).ok()??.get_attribute("content")
}

/// Milliseconds since 1970.
#[expect(clippy::cast_possible_truncation, reason = "a browser counts milliseconds in doubles")]
pub(crate) fn today() -> i64 {
    js_sys::Date::now() as i64
}

/// Minutes of the clock of this machine east of Greenwich.
#[expect(clippy::cast_possible_truncation, reason = "a browser counts minutes in doubles")]
pub(crate) fn east() -> i32 {
    -(js_sys::Date::new_0().get_timezone_offset() as i32)
}
