//! Failures as an `Error` of JavaScript: its name is the class of HBase's exception, and its advice says what to do.

use crate::value::give;
use js_sys::{Error, Reflect, TypeError};
use serde::Serialize;
use splitpoint_lab::scenario::EXAMPLES;
use splitpoint_lab::session::Refusal;
use splitpoint_lab::sim::refusal::{Cause, Objection};
use splitpoint_lab::view::ErrorView;
use wasm_bindgen::JsValue;

/// What a method of the package throws: HBase's class, its data, and what to do.
pub(crate) struct Failure {
    name: &'static str,
    message: String,
    /// `None` where the message says it already, or nothing can be done.
    advice: Option<String>,
    data: Data,
}

/// What a program can look at, in `error.data`.
#[derive(Default, Serialize)]
struct Data {
    /// The field of the operation that is to blame.
    field: Option<String>,
    /// Whether HBase's client sends the same again by itself.
    retryable: bool,
}

impl Failure {
    /// The failure of a link, a script or a file that cannot be opened: its message says what to do.
    pub(crate) fn of_link(error: &impl ToString) -> Self {
        Self::ours("LinkError", error.to_string(), None)
    }

    /// The failure for an example that is not there. Its advice lists those that are.
    pub(crate) fn no_start(id: &str) -> Self {
        let advice = format!("There are: {}.", EXAMPLES.map(|example| example.id).join(", "));
        Self { advice: Some(advice), ..Self::ours("LinkError", format!("There is no example “{id}”."), None) }
    }

    /// The failure for a client that cannot exist.
    pub(crate) fn no_client() -> Self {
        let refusal = Refusal { field: None, cause: Cause::Ours(Objection::NoClient) };
        Self { advice: Some("There are: A, B, C, D.".to_owned()), ..refusal.into() }
    }

    /// With the name that the field to blame has in the operation, where the form calls it otherwise.
    pub(crate) fn renamed(mut self, names: &[(&str, Option<&str>)]) -> Self {
        if let Some((_, name)) = names.iter().find(|(form, _)| self.data.field.as_deref() == Some(form)) {
            self.data.field = name.map(str::to_owned);
        }
        self
    }

    fn ours(name: &'static str, message: String, field: Option<String>) -> Self {
        Self { name, advice: None, message, data: Data { field, retryable: false } }
    }
}

impl From<ErrorView> for Failure {
    fn from(error: ErrorView) -> Self {
        let ErrorView { name, message, advice, retryable } = error;
        Self { name, message, advice: Some(advice), data: Data { field: None, retryable } }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let field = refusal.field.map(|slot| slot.to_string());
        match &refusal.cause {
            Cause::HBase(error) => {
                let mut failure = Self::from(ErrorView::from(&**error));
                failure.data.field = field;
                // It is thrown before anything is sent, so that nothing is sent again.
                failure.data.retryable = false;
                failure
            }
            Cause::Ours(_) => Self::ours("Refusal", refusal.to_string(), field),
        }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        let error = Error::new(&failure.message);
        error.set_name(failure.name);
        let set = |name: &str, value: JsValue| Reflect::set(&error, &name.into(), &value);
        // Setting a property of a new object cannot fail.
        if let Some(advice) = failure.advice {
            let _ = set("advice", advice.into());
        }
        let _ = set("data", give(&failure.data).unwrap_or_default());
        error.into()
    }
}

/// The `TypeError` for an argument that cannot be read.
pub(crate) fn misused(why: &str) -> JsValue {
    let why = why.strip_prefix("Error: ").unwrap_or(why);
    TypeError::new(why).into()
}
