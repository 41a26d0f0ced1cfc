//! How a step ends: with a note for the closing lines, or with a problem in words.

use std::fmt;

/// What went wrong, as a sentence for the person at the terminal.
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

/// Says what was being done when the operating system refused.
pub(crate) trait Explain<T> {
    fn explain(self, doing: impl fmt::Display) -> Outcome<T>;
}

impl<T> Explain<T> for std::io::Result<T> {
    fn explain(self, doing: impl fmt::Display) -> Outcome<T> {
        self.map_err(|error| Problem(format!("{doing}: {error}")))
    }
}
