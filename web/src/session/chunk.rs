//! Code that most visits never run. It is brought when it is first wanted, and found in the state from then on.

use super::{import, keep};

/// A part of the code that stands in a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// A person's own file.
    Import,
    /// A session as text, and back.
    Keep,
}

/// What has been brought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chunks {
    /// A person's own file.
    pub import: Option<&'static import::Logic>,
    /// A session as text, and back.
    pub keep: Option<&'static keep::Logic>,
}

#[cfg(test)]
impl Chunks {
    /// All of them.
    pub(super) fn all() -> Self {
        Self { import: Some(&import::LOGIC), keep: Some(&keep::LOGIC) }
    }
}

/// What is said where a chunk cannot be loaded.
pub const MISSING: &str = "A part of the page could not be loaded. Is there a connection? Try it again.";
