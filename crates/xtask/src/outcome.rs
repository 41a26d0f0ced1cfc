//! The result of a step: a note for the closing lines, or a problem in words.

use std::fmt;

/// A problem, as a sentence for the person at the terminal.
#[derive(Debug)]
pub(crate) struct Problem(String);

impl Problem {
    pub(crate) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(crate) type Outcome<T> = Result<T, Problem>;

/// Adds to an error of the operating system what was being done.
pub(crate) trait Explain<T> {
    fn explain(self, doing: impl fmt::Display) -> Outcome<T>;
}

impl<T> Explain<T> for std::io::Result<T> {
    fn explain(self, doing: impl fmt::Display) -> Outcome<T> {
        self.map_err(|error| Problem(format!("{doing}: {error}")))
    }
}
