//! The tone of an answer or a sentence, which decides its colour.

use serde::Serialize;

/// How a reader is to take an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Tone {
    /// Neither good nor bad.
    Plain,
    /// A success.
    Ok,
    /// Refused or failed.
    No,
    /// A warning.
    Warn,
}
