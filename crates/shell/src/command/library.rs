//! The commands as the language sees them: a [`Library`] of names that it can call.

use super::{ALL, Command, OURS, Running, SLEEP, constant, constants, find, java, names, of_reference, plain};
use super::{reference, reference_names};
use crate::ruby::library::{Library, Pending};
use crate::ruby::machine::{Machine, Raised, Returned};
use crate::ruby::value::Value;
use crate::world::Io;
use std::sync::Arc;

/// The library of every shell.
pub(crate) static LIBRARY: &dyn Library = &Commands;

struct Commands;

fn numbered() -> impl Iterator<Item = &'static Command> {
    ALL.iter().chain(plain::COMMANDS.iter())
}

fn work(command: &'static Command, args: Vec<Value>, reference: bool) -> Box<dyn Pending> {
    Box::new(Running::new(command, args, reference))
}

impl Library for Commands {
    fn find(&self, name: &str) -> Option<usize> {
        let found = find(name)?;
        numbered().position(|command| command == found)
    }

    fn names(&self) -> Vec<&'static str> {
        let ours = |name: &str| ALL.iter().any(|command| command.group == OURS && command.name == name);
        names().filter(|name| !ours(name)).chain(plain::COMMANDS.iter().map(|command| command.name)).collect()
    }

    fn begin(&self, number: usize, args: Vec<Value>) -> Option<Box<dyn Pending>> {
        numbered().nth(number).map(|command| work(command, args, false))
    }

    fn sleep(&self, ms: i128) -> Box<dyn Pending> {
        work(&SLEEP, vec![Value::Int(ms)], true)
    }

    fn method(&self, receiver: &Value, name: &str, args: &[Value]) -> Option<Box<dyn Pending>> {
        let (command, first) = match receiver {
            Value::Table(_) => (of_reference(name)?, receiver.clone()),
            Value::Java(java) => java::method(java, name).filter(|(command, _)| command.least == 1 + args.len())?,
            _ => return None,
        };
        Some(work(command, [&[first], args].concat(), true))
    }

    fn table(
        &self,
        machine: &mut Machine,
        io: &mut Io<'_>,
        table: &Arc<str>,
        name: &str,
        args: &[Value],
    ) -> Raised<Returned> {
        reference(machine, io, table, name, args)
    }

    fn table_names(&self) -> Vec<&'static str> {
        reference_names()
    }

    fn constant(&self, name: &str) -> Option<&'static str> {
        constant(name)
    }

    fn constants(&self) -> Vec<&'static str> {
        constants().collect()
    }
}
