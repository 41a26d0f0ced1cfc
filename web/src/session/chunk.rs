//! Code that most visits never run. It is brought when it is first wanted, and found in the state from then on.

use super::{act, console, form, import, keep};
use splitpoint_lab::scenario::Start;

/// A part of the code that stands in a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// A person's own file.
    Import,
    /// A session as text, and back.
    Keep,
    /// The examples.
    Scenario,
    /// The forms after the first.
    Form,
    /// What makes something happen.
    Act,
    /// The console and its language.
    Console,
}

/// What has been brought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chunks {
    /// A person's own file.
    pub import: Option<&'static import::Logic>,
    /// A session as text, and back.
    pub keep: Option<&'static keep::Logic>,
    /// What makes something happen.
    pub act: Option<&'static act::Logic>,
    /// All forms.
    pub form: Option<&'static form::Logic>,
    /// The examples.
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
            act: Some(&act::LOGIC),
            console: Some(&console::LOGIC),
            form: Some(&form::ALL),
            import: Some(&import::LOGIC),
            keep: Some(&keep::LOGIC),
            scenario: Some(splitpoint_lab::scenario::start),
        }
    }
}

/// What is said where a chunk cannot be loaded.
pub const MISSING: &str = "A part of the page could not be loaded. Try it again, or reload the page.";
