//! What the bridge itself says in the place of an answer of the gateway.

use serde_json::{Map, Value, json};
use std::fmt;

/// What is wrong, as the page tells it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing listens at the gateway's address, or what listens does not speak.
    Unreachable,
    /// The gateway did not answer in time.
    Timeout,
    /// The gateway wants other credentials.
    Unauthorised,
    /// More calls than were allowed.
    Limit,
    /// The bridge passes no such question on.
    Refused,
    /// What came back is no answer of a REST gateway.
    BadAnswer,
    /// An answer, or what was to be sent, has more bytes than were allowed.
    TooLarge,
}

impl Kind {
    /// The word that the page reads.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Timeout => "timeout",
            Self::Unauthorised => "unauthorised",
            Self::Limit => "limit",
            Self::Refused => "refused",
            Self::BadAnswer => "bad-answer",
            Self::TooLarge => "too-large",
        }
    }

    /// The status of HTTP it is told with.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Unreachable | Self::BadAnswer | Self::TooLarge => 502,
            Self::Timeout => 504,
            Self::Unauthorised => 401,
            Self::Limit => 429,
            Self::Refused => 403,
        }
    }
}

/// One refusal or failure: its kind, a sentence that says what to do, and the numbers in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What is wrong.
    pub kind: Kind,
    /// A sentence for a person. It never holds a credential.
    pub text: String,
    data: Map<String, Value>,
}

impl Fault {
    pub(crate) fn new(kind: Kind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), data: Map::new() }
    }

    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.data.insert(name.to_owned(), value.into());
        self
    }

    /// A number or word of it, by its name.
    #[must_use]
    pub fn data(&self, name: &str) -> Option<&Value> {
        self.data.get(name)
    }

    /// As the page gets it.
    #[must_use]
    pub fn json(&self) -> Value {
        let mut all = self.data.clone();
        all.insert("bridge".into(), json!(self.kind.word()));
        all.insert("text".into(), json!(self.text));
        Value::Object(all)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::{Fault, Kind};

    #[test]
    fn a_fault_is_told_with_its_word_its_sentence_and_its_numbers() {
        let fault = Fault::new(Kind::Limit, "Wait.").with("calls", 5);
        assert_eq!(fault.json().to_string(), r#"{"bridge":"limit","calls":5,"text":"Wait."}"#);
    }
}
