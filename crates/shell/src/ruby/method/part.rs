//! The methods as a part of the language that can be brought later, and with them HBase's filters. They are a third of its
//! code, and lines that do no more than name commands call none of them ([`is_plain`](crate::is_plain)).

use super::{Called, kernel};
use crate::ruby::machine::{Machine, Raised, Returned};
use crate::ruby::value::{Exception, Heap, Value};
use crate::world::Io;
use splitpoint_model::error::Error;
use splitpoint_model::filter::AnyFilter;
use std::fmt;
use std::sync::OnceLock;

/// What calls a method by its name, with arguments and a block.
type Call = fn(&mut Machine, &mut Io<'_>, &Value, &str, &[Value], Option<&Value>) -> Called;

/// The methods of values, and what else only lines need that are more than commands. They are called by way of this table
/// only, so that a program can load them later than the rest.
pub struct Methods {
    /// Calls a method of a value.
    call: Call,
    /// Calls a method of the shell itself that is not a command, such as `puts`.
    own: fn(&mut Machine, &mut Io<'_>, &str, &[Value], Option<&Value>) -> Called,
    /// Calls a method that needs neither a block nor the cluster and the output.
    pub(crate) plain: fn(&mut Machine, &Value, &str, &[Value]) -> Called,
    /// Goes on with a method that calls its block again and again.
    pub(crate) turn: fn(&mut Machine) -> Raised<()>,
    /// Raises an exception for a text that is not a regular expression.
    pub(crate) pattern: fn(&mut Machine, &(String, String)) -> Raised<()>,
    /// The items of a range; `None` for any other value.
    pub(crate) items: fn(&Value) -> Raised<Option<Vec<Value>>>,
    /// Looks up a constant or a class inside of another, `inside::name`.
    pub(crate) scoped: fn(&mut Machine, &Value, &str) -> Raised<Value>,
    /// The filter of a read: of a text in HBase's language of filters, or of an object; `None` for one that is no filter.
    pub(crate) filter: fn(&Heap, &Value) -> Result<Option<AnyFilter>, Error>,
    /// The filter of a `count` that is given one: of what that passes, the first cell of each row.
    pub(crate) counted: fn(&AnyFilter) -> AnyFilter,
}

/// The methods as they are compiled into this part of the program.
pub static METHODS: Methods = Methods {
    call: super::call,
    own: kernel::call,
    plain: super::plain,
    turn: Machine::turn,
    pattern: super::pattern::check,
    items: super::range::items,
    scoped: super::java::scoped,
    filter: super::java::filter::read,
    counted: super::java::filter::counted,
};

impl fmt::Debug for Methods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Methods")
    }
}

/// The methods that were loaded. They are code, the same for all shells, and not part of the state of one.
static BROUGHT: OnceLock<&'static Methods> = OnceLock::new();

/// The methods in a program that is built as one piece; `None` where they are a part that is loaded later.
const BUILT_IN: Option<&'static Methods> = if cfg!(feature = "split") { None } else { Some(&METHODS) };

/// Takes in the methods, which are [`METHODS`], where they were loaded later than the rest. Once is enough.
pub fn bring(methods: &'static Methods) {
    let _ = BROUGHT.set(methods);
}

/// The methods, if they were compiled in or have been loaded.
fn there() -> Option<&'static Methods> {
    #[cfg(test)]
    if tests::are_away() {
        return None;
    }
    BROUGHT.get().copied().or(BUILT_IN)
}

/// The methods.
///
/// # Errors
/// Where they were not brought.
pub(crate) fn methods() -> Raised<&'static Methods> {
    there().ok_or_else(|| Exception::new(LACKING, "methods yet"))
}

/// The class of the exception that says that the methods were not brought.
pub(crate) const LACKING: &str = "Lacking";

/// Methods that tables have and nothing else has but some objects of Java.
const OF_TABLES: &str =
    "deleteall describe disable enable get get_all_columns get_counter get_splits help incr put snapshot";

/// Whether only a table has a method of that name.
pub(crate) fn is_of_tables(name: &str) -> bool {
    super::listed(OF_TABLES).any(|other| other == name)
}

/// Whether a name calls what can be brought later, where it stands alone.
pub(crate) fn is_own(name: &str) -> bool {
    kernel::is_brought(name)
}

/// Calls a method of a value.
pub(crate) fn call(
    machine: &mut Machine,
    io: &mut Io<'_>,
    receiver: &Value,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Called {
    if let Value::Table(table) = receiver {
        return machine.library.table(machine, io, table, name, args);
    }
    if is_of_tables(name) && !matches!(receiver, Value::Java(_)) {
        return Ok(Returned::Missing);
    }
    (methods()?.call)(machine, io, receiver, name, args, block)
}

/// Calls a method of the shell itself that is not a command, such as `puts`.
pub(crate) fn own(machine: &mut Machine, io: &mut Io<'_>, name: &str, args: &[Value], block: Option<&Value>) -> Called {
    match there() {
        Some(methods) => (methods.own)(machine, io, name, args, block),
        None if is_own(name) => methods().map(|_| Returned::Missing),
        None => kernel::common(machine, io, name, args),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;

    thread_local! {
        static AWAY: Cell<bool> = const { Cell::new(false) };
    }

    pub(crate) fn are_away() -> bool {
        AWAY.get()
    }

    /// Runs a closure as if the methods had not been loaded.
    pub(crate) fn without<T>(act: impl FnOnce() -> T) -> T {
        AWAY.set(true);
        let done = act();
        AWAY.set(false);
        done
    }
}
