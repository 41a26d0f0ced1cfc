//! Chunks: parts of the program that many visits never run. Each is loaded when it is first needed, and is part of the
//! chrome from then on.

use super::{
    cluster, compare, console, design, exchange, growth, import, lesson, link, orders, repeat, restore, share,
};
use splitpoint_lab::form::preview::Warn;
use splitpoint_lab::scenario::{EXAMPLES, Reference, Start};
use splitpoint_lab::session::{Link, LinkError, Needs};

/// A part of the program in a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// The import of a person's own file.
    Import,
    /// Restoring a session from the text under which it was kept.
    Restore,
    /// Reading a session from a link that holds one.
    Link,
    /// The examples after the first.
    Scenario,
    /// The dialogs: help, sharing, what is kept, and the name of a branch.
    Dialog,
    /// The console and its language.
    Console,
    /// The methods of values in the console's language. Without them, only lines run that do no more than name
    /// commands.
    Method,
    /// The exchange between the console and a real HBase.
    Exchange,
    /// HBase's filters and their language.
    Filter,
    /// Reading the fields of row keys that a table names.
    Key,
    /// The rules that must hold, and the search of every order of what clients do.
    Orders,
    /// The search of every order in a web worker.
    Search,
    /// The details of a cell with the bytes of its key, of a region, or of a file.
    Detail,
    /// The heat picture.
    Heat,
    /// Rows with the bytes of their keys, in place of the key space.
    Bytes,
    /// The comparison of operations.
    Compare,
    /// The designer of row keys, and the notes in the margin of forms.
    Design,
    /// The calculator of what a key does in a table that grows for months.
    Growth,
    /// The view of a real cluster.
    Cluster,
    /// Lessons.
    Lesson,
    /// The messages to and from the document around a frame.
    Host,
    /// The view for an audience.
    Present,
    /// The late forms: those that find the first row and that repeat.
    Repeat,
    /// The views of a form as Java code, and of a result as the shell prints it.
    Code,
    /// Rarely needed parts of keeping.
    Care,
    /// The check of what HBase would answer to a form that was changed.
    Warn,
    /// What no first step needs of the program itself.
    Whole,
}

/// The chunks that are loaded, as far as the session uses them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chunks {
    /// The import of a person's own file.
    pub import: Option<&'static import::Logic>,
    /// Restoring a session from its text.
    pub restore: Option<&'static restore::Logic>,
    /// Reading links that hold a session. The chunk contains what restores it, too.
    pub link: Option<&'static link::Logic>,
    /// The examples after the first.
    pub scenario: Option<FindStart>,
    /// Links, and other ways to share.
    pub share: Option<&'static share::Logic>,
    /// The console and its language.
    pub console: Option<&'static console::Logic>,
    /// The exchange between the console and a real HBase.
    pub exchange: Option<exchange::Apply>,
    /// Whether the methods of values in the console's language are loaded.
    pub method: bool,
    /// Whether HBase's filters are loaded.
    pub filter: bool,
    /// Whether the code is loaded that reads the fields of keys.
    pub key: bool,
    /// The rules that must hold, and the search of every order.
    pub orders: Option<&'static orders::Logic>,
    /// Whether the details of a cell, a region or a file can be shown.
    pub detail: bool,
    /// Whether forms can be shown in Java, and results as the shell prints them.
    pub code: bool,
    /// Whether the heat picture is loaded.
    pub heat: bool,
    /// The comparison of operations.
    pub compare: Option<&'static compare::Logic>,
    /// The designer of row keys, and the notes in the margin of forms.
    pub design: Option<&'static design::Logic>,
    /// The calculator of what a key does in months.
    pub growth: Option<&'static growth::Logic>,
    /// The view of a real cluster.
    pub cluster: Option<&'static cluster::Logic>,
    /// The late forms.
    pub repeat: Option<&'static repeat::Logic>,
    /// Lessons.
    pub lesson: Option<&'static lesson::Logic>,
    /// The check of what HBase would answer to a form.
    pub warn: Option<Warn>,
    /// Whether the view for an audience is loaded.
    pub present: bool,
}

impl Chunks {
    /// A chunk that has to be loaded before a session with this start can begin. `None` if nothing is missing.
    pub fn lack(&self, reference: &Reference, needs: Needs) -> Option<Chunk> {
        match reference {
            Reference::Import(_) if self.import.is_none() => Some(Chunk::Import),
            Reference::Scenario(id) | Reference::Sandbox(id) if self.scenario.is_none() && id != EXAMPLES[0].id => {
                Some(Chunk::Scenario)
            }
            _ if needs.keys && !self.key => Some(Chunk::Key),
            _ if needs.language && self.console.is_none() => Some(Chunk::Console),
            _ if needs.methods && !self.method => Some(Chunk::Method),
            _ => (needs.filters && !self.filter).then_some(Chunk::Filter),
        }
    }

    /// Reads the fragment of an address as a link. `None` if it holds a session, and the code to read that is not
    /// loaded.
    pub fn read_link(&self, fragment: &str) -> Option<Result<Option<Link>, LinkError>> {
        if Link::holds_session(fragment) {
            return self.link.map(|link| (link.read)(fragment));
        }
        Some(Link::parse_readable(fragment))
    }
}

/// Finds the start with this id.
pub type FindStart = fn(&str) -> Option<Start>;

#[cfg(test)]
impl Chunks {
    /// All chunks, for tests.
    pub(super) fn all() -> Self {
        Self {
            console: Some(&console::LOGIC),
            exchange: Some(exchange::APPLY),
            method: true,
            filter: true,
            key: true,
            import: Some(&import::LOGIC),
            orders: Some(&orders::LOGIC),
            detail: true,
            heat: true,
            code: true,
            compare: Some(&compare::LOGIC),
            design: Some(&design::LOGIC),
            growth: Some(&growth::LOGIC),
            cluster: Some(&cluster::LOGIC),
            repeat: Some(&repeat::LOGIC),
            lesson: Some(&lesson::LOGIC),
            present: true,
            restore: Some(&restore::LOGIC),
            link: Some(&link::LOGIC),
            scenario: Some(splitpoint_lab::scenario::start),
            share: Some(&share::LOGIC),
            warn: Some(splitpoint_lab::form::preview::warnings),
        }
    }
}

/// The message if a chunk takes long to load.
pub const SLOW: &str = "A part of the page is still on its way. What you asked for is done as soon as it is here.";

/// The message if a chunk cannot be loaded.
pub const MISSING: &str = "A part of the page could not be loaded. Try it again, or reload the page.";

/// The answer to a host whose request needs a chunk for which the reader did not wait.
pub const LEFT: &str = "The reader did not wait for a part of the page.";
