//! How a reader is to take an answer.

use serde::Serialize;

/// How to take something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Tone {
    /// As it is.
    Plain,
    /// Good.
    Ok,
    /// Refused, failed.
    No,
    /// Look out.
    Warn,
}
