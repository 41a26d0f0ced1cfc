//! What is called besides the methods of the language: the names that a [`Library`] brings. The language itself knows no
//! command of the shell; `command` hands its table in.

use crate::ruby::machine::{Machine, Raised, Returned};
use crate::ruby::value::{Heap, Value};
use crate::world::{Demand, Io, Reply};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What a library adds to the language: commands and constants, and methods of tables and of some Java objects.
pub(crate) trait Library: Send + Sync {
    /// The number of the command that a name calls; it has no receiver.
    fn find(&self, name: &str) -> Option<usize>;

    /// The names of all commands, among which a correction for a misspelt word is looked for.
    fn names(&self) -> Vec<&'static str>;

    /// Calls a command by the number that [`find`](Self::find) gave.
    fn begin(&self, number: usize, args: Vec<Value>) -> Option<Box<dyn Pending>>;

    /// A call that is over after so many milliseconds of simulated time.
    fn sleep(&self, ms: i128) -> Box<dyn Pending>;

    /// Calls a method of a table or of an object of Java that takes time, if it is one.
    fn method(&self, receiver: &Value, name: &str, args: &[Value]) -> Option<Box<dyn Pending>>;

    /// Calls a method of a table that [`method`](Self::method) does not know.
    fn table(
        &self,
        machine: &mut Machine,
        io: &mut Io<'_>,
        table: &Arc<str>,
        name: &str,
        args: &[Value],
    ) -> Raised<Returned>;

    /// The names of all methods of a table.
    fn table_names(&self) -> Vec<&'static str>;

    /// The text that a constant stands for.
    fn constant(&self, name: &str) -> Option<&'static str>;

    /// The names of all constants.
    fn constants(&self) -> Vec<&'static str>;
}

/// A library has no state, so machines that differ in nothing else are the same.
impl PartialEq for dyn Library {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for dyn Library {}

impl Hash for dyn Library {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for dyn Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Library")
    }
}

/// How far a [`Pending`] has come.
pub(crate) enum Headway {
    /// The call is over and returns this value.
    Done(Value),
    /// The call makes this demand and waits for the reply.
    Ask(Arc<Demand>),
}

/// A call that is not over yet. `Debug` is not asked of it, which would add the text of every part to the page.
pub(crate) trait Pending: Send + Sync {
    /// Begins, or goes on with the reply to what it asked for. Without a reply it asks for the same again.
    fn go_on(&mut self, heap: &mut Heap, io: &mut Io<'_>, reply: Option<Reply>) -> Raised<Headway>;

    /// The values that the call still refers to, so that the garbage collector keeps them.
    fn values(&self) -> &[Value];

    /// A copy of the call in its present state.
    fn copy(&self) -> Box<dyn Pending>;

    /// Feeds all it consists of to a hasher; two that feed it the same are equal.
    fn tell(&self, state: &mut dyn Hasher);
}

impl Clone for Box<dyn Pending> {
    fn clone(&self) -> Self {
        self.copy()
    }
}

/// A hasher that keeps all bytes it is given, so that two calls can be compared by what they feed it.
#[derive(Default, PartialEq, Eq)]
struct RecordedBytes(Vec<u8>);

impl RecordedBytes {
    fn of(work: &dyn Pending) -> Self {
        let mut told = Self::default();
        work.tell(&mut told);
        told
    }
}

impl Hasher for RecordedBytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.len() as u64
    }
}

impl PartialEq for dyn Pending {
    fn eq(&self, other: &Self) -> bool {
        RecordedBytes::of(self) == RecordedBytes::of(other)
    }
}

impl Eq for dyn Pending {}

impl Hash for dyn Pending {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tell(state);
    }
}

impl fmt::Debug for dyn Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pending").field(&RecordedBytes::of(self).0).finish()
    }
}
