//! Code that many visits never run. It is brought when it is first wanted, and found in the chrome from then on.

use super::{
    cluster, compare, console, design, exchange, growth, import, lesson, link, orders, repeat, restore, share,
};
use splitpoint_lab::form::preview::Warn;
use splitpoint_lab::scenario::{EXAMPLES, Reference, Start};
use splitpoint_lab::session::{Link, LinkError, Needs};

/// A part of the code that stands in a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// A person's own file.
    Import,
    /// A session from the text under which it was kept.
    Restore,
    /// A session from a link that holds one.
    Link,
    /// The examples after the first.
    Scenario,
    /// What lies over the page: the help, and what can be shared.
    Dialog,
    /// The console and its language.
    Console,
    /// The methods of values in its language, without which only lines run that name commands and no more.
    Method,
    /// What goes from the console to a real HBase and back.
    Exchange,
    /// HBase's filters and their language.
    Filter,
    /// What reads the fields of keys that a table names.
    Key,
    /// What must hold, and every order of what clients do.
    Orders,
    /// What searches every order in a worker.
    Search,
    /// More about a cell with the bytes of its key, about a region or about a file.
    Detail,
    /// What keys got over time.
    Heat,
    /// Rows with the bytes of their keys, in the place of the key space.
    Bytes,
    /// Operations beside each other.
    Compare,
    /// The designer of row keys, and what stands in the margin of forms.
    Design,
    /// What a key does in a table that grows for months.
    Growth,
    /// A real cluster.
    Cluster,
    /// Lessons.
    Lesson,
    /// What is said to the document around a frame.
    Host,
    /// The page as it is shown to a room.
    Present,
    /// The forms that are taught later: those that find the first row and that repeat.
    Repeat,
    /// Forms in Java, and what came back as the shell prints it.
    Code,
    /// What is rarely wanted of keeping.
    Care,
    /// What HBase would answer to a form that was changed.
    Warn,
}

/// What has been brought.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chunks {
    /// A person's own file.
    pub import: Option<&'static import::Logic>,
    /// A session from the text under which it was kept.
    pub restore: Option<&'static restore::Logic>,
    /// Links that hold a session. What restores one comes with it.
    pub link: Option<&'static link::Logic>,
    /// The examples after the first.
    pub scenario: Option<FindStart>,
    /// Links, and what else can be shared.
    pub share: Option<&'static share::Logic>,
    /// The console and its language.
    pub console: Option<&'static console::Logic>,
    /// What goes from the console to a real HBase and back.
    pub exchange: Option<exchange::Apply>,
    /// Whether the methods of values in the console's language are there.
    pub method: bool,
    /// Whether HBase's filters are there.
    pub filter: bool,
    /// Whether what reads the fields of keys is there.
    pub key: bool,
    /// What must hold, and every order of what clients do.
    pub orders: Option<&'static orders::Logic>,
    /// Whether what tells more of a cell, a region or a file is there.
    pub detail: bool,
    /// Whether what writes forms in Java and prints answers is there.
    pub code: bool,
    /// Whether what shows heat is there.
    pub heat: bool,
    /// Operations beside each other.
    pub compare: Option<&'static compare::Logic>,
    /// The designer of row keys, and what stands in the margin of forms.
    pub design: Option<&'static design::Logic>,
    /// What a key does in a table that grows for months.
    pub growth: Option<&'static growth::Logic>,
    /// A real cluster.
    pub cluster: Option<&'static cluster::Logic>,
    /// The forms that are taught later.
    pub repeat: Option<&'static repeat::Logic>,
    /// Lessons.
    pub lesson: Option<&'static lesson::Logic>,
    /// What HBase would answer to a form that was changed.
    pub warn: Option<Warn>,
    /// Whether what shows the page to a room is there.
    pub present: bool,
}

impl Chunks {
    /// What has to be brought yet before a session can begin that starts from there. `None` where all is there.
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

    /// What stands behind the `#`, where it is a link. `None` where it holds a session, and what reads that is not there.
    pub fn read_link(&self, fragment: &str) -> Option<Result<Option<Link>, LinkError>> {
        if Link::holds_session(fragment) {
            return self.link.map(|link| (link.read)(fragment));
        }
        Some(Link::parse_readable(fragment))
    }
}

/// The start of that id.
pub type FindStart = fn(&str) -> Option<Start>;

#[cfg(test)]
impl Chunks {
    /// All of them.
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

/// What is said where one takes long.
pub const SLOW: &str = "A part of the page is still on its way. What you asked for is done as soon as it is here.";

/// What is said where a chunk cannot be loaded.
pub const MISSING: &str = "A part of the page could not be loaded. Try it again, or reload the page.";
