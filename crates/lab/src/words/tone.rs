//! How a reader is to take an answer.

/// How to take something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
