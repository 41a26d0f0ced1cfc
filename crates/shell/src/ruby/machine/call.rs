//! Calls: which method, block or command a name leads to.

use super::{Entry, Frame, Level, Machine, Raised, spell};
use crate::ruby::code::{Code, Slot};
use crate::ruby::library::Pending;
use crate::ruby::method::{self, inspect, part};
use crate::ruby::value::{Exception, Id, Object, Scope, Value};
use crate::world::Io;
use splitpoint_model::order;
use std::sync::Arc;

/// A method of the shell itself.
pub(super) struct Own<'a> {
    pub(super) name: &'a Arc<str>,
    /// The number of the command of this name.
    pub(super) command: Option<usize>,
    /// Whether nothing but the name is there, so that a local variable may have been meant.
    pub(super) bare: bool,
}

impl Machine {
    /// Calls a method; its value is on the stack when it is over.
    pub(super) fn call(
        &mut self,
        io: &mut Io<'_>,
        receiver: Value,
        name: &Arc<str>,
        args: Vec<Value>,
        block: Option<Value>,
    ) -> Raised<()> {
        if matches!(receiver, Value::Table(_) | Value::Java(_))
            && let Some(work) = self.library.method(&receiver, name, &args)
        {
            return self.work(work);
        }
        if receiver == Value::Myself {
            let command = self.library.find(name);
            if command.is_some() || method::listed(method::kernel::NAMES).any(|own| own == &**name) {
                return self.call_own(io, &Own { name, command, bare: false }, args, block);
            }
        }
        let outcome = part::call(self, io, &receiver, name, &args, block.as_ref())?;
        if self.take(outcome)? {
            return Ok(());
        }
        if let Some(code) = self.methods.get(name).cloned()
            && receiver == Value::Myself
        {
            return self.enter_method(code, args, block);
        }
        Err(self.no_method(&receiver, name))
    }

    /// Calls a method of the shell itself.
    pub(super) fn call_own(
        &mut self,
        io: &mut Io<'_>,
        own: &Own<'_>,
        args: Vec<Value>,
        block: Option<Value>,
    ) -> Raised<()> {
        let Own { name, command, bare } = *own;
        if let Some(code) = self.methods.get(name).cloned() {
            return self.enter_method(code, args, block);
        }
        if let Some(number) = command {
            let work = self.library.begin(number, args).ok_or_else(|| self.no_method(&Value::Myself, name))?;
            return self.work(work);
        }
        if &**name == "sleep" {
            let ms = match args.first() {
                Some(Value::Int(seconds)) => seconds.saturating_mul(1000),
                Some(Value::Float(seconds)) => (seconds.0 * 1000.0) as i128,
                _ => 0,
            };
            if ms < 0 {
                return Err(Exception::new("ArgumentError", "time interval must be positive"));
            }
            return self.work(self.library.sleep(ms));
        }
        let outcome = part::own(self, io, name, &args, block.as_ref())?;
        if self.take(outcome)? {
            return Ok(());
        }
        if bare && args.is_empty() && block.is_none() {
            let mut words: Vec<&str> = vec!["false", "true", "nil"];
            words.extend(self.names.iter().map(String::as_str).filter(|name| !name.starts_with(' ')));
            words.extend(self.library.names());
            words.extend(method::listed(method::kernel::NAMES));
            words.extend(method::listed(method::OBJECT_NAMES));
            let hints = spell::correct(name, &words);
            let message = format!("undefined local variable or method `{name}' for {}", inspect::MYSELF);
            return Err(Arc::new(Exception { class: "NameError".to_owned(), message, hints }));
        }
        Err(self.no_method(&Value::Myself, name))
    }

    /// The exception of a method that is not there.
    pub(crate) fn no_method(&self, receiver: &Value, name: &str) -> Arc<Exception> {
        if method::names(receiver).contains(&name) {
            return Exception::new("Unsupported", format!("`{name}` called like this"));
        }
        if matches!(receiver, Value::Class(_)) && name == "new" {
            return Exception::new("Unsupported", format!("`new` of {}", inspect::inspect(&self.heap, receiver)));
        }
        let mut words: Vec<&str> = spell::WORDS.to_vec();
        words.extend(method::listed(method::OBJECT_NAMES));
        words.extend(method::names(receiver));
        if matches!(receiver, Value::Table(_)) {
            words.extend(self.library.table_names());
        }
        if *receiver == Value::Myself {
            words.extend(self.library.names());
            words.extend(method::listed(method::kernel::NAMES));
        }
        words.extend(method::listed(method::kernel::NAMES));
        order::sort(&mut words);
        words.dedup();
        let shown = inspect::receiver(&self.heap, receiver);
        Arc::new(Exception {
            class: "NoMethodError".to_owned(),
            message: format!("undefined method `{name}' for {shown}"),
            hints: spell::correct(name, &words),
        })
    }

    fn work(&mut self, work: Box<dyn Pending>) -> Raised<()> {
        self.levels.push(Level::Pending(work));
        Ok(())
    }

    /// A constant by its name.
    pub(super) fn constant(&mut self, name: &Arc<str>) -> Raised<Value> {
        if let Some(value) = self.constants.get(name) {
            return Ok(value.clone());
        }
        if let Some(text) = self.library.constant(name) {
            let value = self.heap.text(text);
            self.constants.insert(name.clone(), value.clone());
            return Ok(value);
        }
        let version = match &**name {
            "RUBY_VERSION" => Some("2.6.8"),
            "RUBY_ENGINE" => Some("jruby"),
            "RUBY_PLATFORM" => Some("java"),
            "JRUBY_VERSION" => Some("9.3.13.0"),
            _ => None,
        };
        if let Some(version) = version {
            return Ok(self.heap.text(version));
        }
        if let Some(value) = method::java::class(name) {
            return Ok(value);
        }
        // The shell takes its own arguments away.
        if &**name == "ARGV" {
            return Ok(self.heap.array(Vec::new()));
        }
        if matches!(&**name, "ENV" | "ARGF" | "Rational" | "Complex" | "Set" | "File" | "Dir" | "IO") {
            return Err(Exception::new("Unsupported", format!("Ruby's `{name}`")));
        }
        let hints = spell::correct(name, &self.library.constants());
        let message = format!("uninitialized constant HBaseReceiver::{name}");
        let hints = hints.into_iter().map(|hint| format!("HBaseReceiver::{hint}"));
        let hints = hints.filter(|hint| !message.contains(hint.as_str())).collect();
        Err(Arc::new(Exception { class: "NameError".to_owned(), message, hints }))
    }

    fn new_scope(&mut self, code: &Code, parent: Option<Id>) -> Id {
        self.heap.put(Object::Scope(Scope { parent, slots: vec![Value::Nil; code.slots] }))
    }

    fn enter_method(&mut self, code: Arc<Code>, args: Vec<Value>, block: Option<Value>) -> Raised<()> {
        let scope = self.new_scope(&code, None);
        check_count(&code, args.len())?;
        let pc = self.bind(&code, scope, args, block.as_ref());
        let base = self.stack.len();
        self.enter(Frame { code, pc, scope, base, tries: Vec::new(), block, entry: Entry::Method })
    }

    /// Calls a block or a lambda; its value goes to the level that is on top now.
    pub(super) fn invoke(&mut self, target: &Value, args: Vec<Value>, block: Option<Value>) -> Raised<()> {
        let Value::Proc(id) = target else { return Err(self.no_method(target, "call")) };
        let Some(closure) = self.scope_of(*id).cloned() else { return Ok(()) };
        if let Some(method) = &closure.method {
            return self.invoke_symbol(method, args);
        }
        let mut args = args;
        if closure.lambda {
            check_count(&closure.code, args.len())?;
        } else if closure.code.params.len() > 1
            && let [only] = args.as_slice()
            && let Some(items) = self.heap.items(only)
        {
            args = items.to_vec();
        }
        let scope = self.new_scope(&closure.code, Some(closure.scope));
        let pc = self.bind(&closure.code, scope, args, block.as_ref());
        let base = self.stack.len();
        let entry = if closure.lambda { Entry::Lambda } else { Entry::Block };
        self.enter(Frame { code: closure.code, pc, scope, base, tries: Vec::new(), block: closure.block, entry })
    }

    /// `map(&:upcase)`: calls a method on the first argument. Commands cannot be called so.
    fn invoke_symbol(&mut self, method: &str, args: Vec<Value>) -> Raised<()> {
        let mut args = args.into_iter();
        let receiver = args.next().unwrap_or(Value::Nil);
        let rest: Vec<Value> = args.collect();
        let outcome = (part::methods()?.plain)(self, &receiver, method, &rest)?;
        if self.take(outcome)? { Ok(()) } else { Err(self.no_method(&receiver, method)) }
    }

    /// Gives parameters their values; where the code begins then.
    fn bind(&mut self, code: &Code, scope: Id, args: Vec<Value>, block: Option<&Value>) -> usize {
        if code.params.iter().all(|slot| matches!(slot, Slot::Needed(_))) {
            if let Some(Object::Scope(scope)) = self.heap.get_mut(scope) {
                for (slot, value) in code.params.iter().zip(args) {
                    if let Slot::Needed(slot) = slot
                        && let Some(place) = scope.slots.get_mut(*slot)
                    {
                        *place = value;
                    }
                }
            }
            return 0;
        }
        let needed = code.params.iter().filter(|slot| matches!(slot, Slot::Needed(_) | Slot::Group(_))).count();
        let mut spare = args.len().saturating_sub(needed);
        let mut args = args.into_iter().collect::<std::collections::VecDeque<_>>();
        let mut values: Vec<(usize, Value)> = Vec::new();
        let mut pc = 0;
        for (at, slot) in code.params.iter().enumerate() {
            match slot {
                Slot::Needed(slot) => values.push((*slot, args.pop_front().unwrap_or(Value::Nil))),
                Slot::Group(slots) => {
                    let value = args.pop_front().unwrap_or(Value::Nil);
                    let items = self.heap.list(&value).unwrap_or_else(|| vec![value]);
                    for (index, slot) in slots.iter().enumerate() {
                        values.push((*slot, items.get(index).cloned().unwrap_or(Value::Nil)));
                    }
                }
                Slot::Optional(slot, after) => {
                    if spare > 0
                        && let Some(value) = args.pop_front()
                    {
                        spare -= 1;
                        values.push((*slot, value));
                        pc = *after;
                    }
                }
                Slot::Rest(slot) => {
                    let behind =
                        code.params[at + 1..].iter().filter(|s| matches!(s, Slot::Needed(_) | Slot::Group(_))).count();
                    let keep = args.len().saturating_sub(behind);
                    let rest: Vec<Value> = args.drain(..keep).collect();
                    let rest = self.heap.array(rest);
                    values.push((*slot, rest));
                }
                Slot::Block(slot) => values.push((*slot, block.cloned().unwrap_or(Value::Nil))),
            }
        }
        if let Some(Object::Scope(scope)) = self.heap.get_mut(scope) {
            for (slot, value) in values {
                if let Some(place) = scope.slots.get_mut(slot) {
                    *place = value;
                }
            }
        }
        pc
    }
}

fn check_count(code: &Code, given: usize) -> Raised<()> {
    let needed = code.params.iter().filter(|slot| matches!(slot, Slot::Needed(_) | Slot::Group(_))).count();
    let optional = code.params.iter().filter(|slot| matches!(slot, Slot::Optional(..))).count();
    let rest = code.params.iter().any(|slot| matches!(slot, Slot::Rest(_)));
    if given >= needed && (rest || given <= needed + optional) {
        return Ok(());
    }
    Err(method::error::arity(given, needed, (!rest).then_some(needed + optional)))
}
