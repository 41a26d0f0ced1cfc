//! Code that many visits never run. It is brought when it is first wanted, and found in the chrome from then on.

use super::{console, import, restore};
use splitpoint_lab::scenario::Start;

/// A part of the code that stands in a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// A person's own file.
    Import,
    /// A session from the text under which it was kept.
    Restore,
    /// The examples after the first.
    Scenario,
    /// The console and its language.
    Console,
}

/// What has been brought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chunks {
    /// A person's own file.
    pub import: Option<&'static import::Logic>,
    /// A session from the text under which it was kept.
    pub restore: Option<&'static restore::Logic>,
    /// The examples after the first.
    pub scenario: Option<FindStart>,
    /// The console and its language.
    pub console: Option<&'static console::Logic>,
}

/// The start of that id.
pub type FindStart = fn(&str) -> Option<Start>;

#[cfg(test)]
impl Chunks {
    /// All of them.
    pub(super) fn all() -> Self {
        Self {
            console: Some(&console::LOGIC),
            import: Some(&import::LOGIC),
            restore: Some(&restore::LOGIC),
            scenario: Some(splitpoint_lab::scenario::start),
        }
    }
}

/// What is said where a chunk cannot be loaded.
pub const MISSING: &str = "A part of the page could not be loaded. Try it again, or reload the page.";
