//! What could not even be begun: the answer of HBase's client or master, and what to do.

use crate::words;
use splitpoint_model::error::Error;
use std::fmt;

/// Why something could not even be begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The field of the form that is to blame, as in [`Warning`](crate::form::preview::Warning).
    pub field: Option<&'static str>,
    /// HBase's answer; `None` where it is ours.
    pub error: Option<Box<Error>>,
    /// What to do, in a sentence.
    pub sentence: String,
}

impl Refusal {
    /// A refusal of HBase, which a field is to blame for.
    pub(crate) fn at(field: &'static str, error: Error) -> Self {
        Self { field: Some(field), ..Self::from(error) }
    }

    /// A refusal of ours.
    pub(crate) fn ours(field: &'static str, sentence: impl Into<String>) -> Self {
        Self { field: Some(field), error: None, sentence: sentence.into() }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { field: None, sentence: words::advice(&error), error: Some(Box::new(error)) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.error {
            Some(error) => {
                let message = error.to_string();
                write!(f, "{}: {}. {}", error.class(), message.trim_end_matches(['.', '!', ' ']), self.sentence)
            }
            None => f.write_str(&self.sentence),
        }
    }
}

impl std::error::Error for Refusal {}
