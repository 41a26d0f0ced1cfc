//! The machine that runs compiled code, one operation at a time.
//!
//! Its state is a value. It stops where a command needs something done by somebody else, and goes on with the reply.

mod call;
mod iterate;
mod run;
pub(crate) mod spell;

pub(crate) use iterate::{Loop, LoopKind, Source};

use crate::ruby::code::Code;
use crate::ruby::library::{Library, Pending};
use crate::ruby::value::{Exception, FRAME, Heap, Id, Object, Scope, Value};
use crate::world::{Demand, Io, Reply};
use splitpoint_model::map::Map;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// How many operations one statement may take.
pub(crate) const MOST_STEPS: u64 = 200_000_000;

/// Operations after which the machine gives way however few were asked for, where single ones of them count as many: some
/// hundredths of a second.
const HEAVY: u64 = 100_000;

/// Bytes or items that are looked at in the time of one operation.
const TOUCHED: u64 = 8;

/// How many objects may be alive.
pub(crate) const MOST_OBJECTS: usize = 2_000_000;

/// How many bytes all living objects together may hold.
pub(crate) const MOST_BYTES: usize = 128 << 20;

/// How many bytes one statement may print.
pub(crate) const MOST_PRINTED: usize = 32 << 20;

/// How deep calls may be nested.
pub(crate) const MOST_LEVELS: usize = 2_000;

/// How many bytes one text may have.
pub(crate) const LONGEST_TEXT: usize = 16 << 20;

/// The outcome of code that may raise a Ruby exception.
pub(crate) type Raised<T> = Result<T, Arc<Exception>>;

/// Why the machine stopped.
#[derive(Debug)]
pub(crate) enum Pause {
    /// It has done as many operations as it was allowed in one call, and can go on.
    Busy,
    /// It makes this demand and waits for the reply.
    Ask(Arc<Demand>),
    /// The statement is over, with this value.
    Done(Value),
    /// The statement was ended by this exception, which nothing rescued.
    Failed(Arc<Exception>),
}

/// What calling a method leads to.
pub(crate) enum Returned {
    /// The method is over and returns this value.
    Value(Value),
    /// The method calls its block again and again.
    Loop(Box<Loop>),
    /// The method calls this value, a proc or a method, with these arguments.
    Invoke(Value, Vec<Value>),
    /// There is no such method.
    Missing,
}

/// One level of the stack of calls: code, a loop over a block, or a command that waits for a reply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Level {
    Code(Frame),
    Loop(Box<Loop>),
    Pending(Box<dyn Pending>),
}

/// How code was entered; `return`, `break` and `next` depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Entry {
    Main,
    Method,
    Block,
    Lambda,
}

/// A `begin` whose body is running: where its `rescue` begins, and how high the stack was before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Try {
    target: usize,
    height: usize,
}

/// A frame of the stack: code that is running.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Frame {
    code: Arc<Code>,
    pc: usize,
    scope: Id,
    base: usize,
    tries: Vec<Try>,
    block: Option<Value>,
    entry: Entry,
}

/// What was done in one go, in operations. It is no part of what a machine is: machines that did the same in other pieces
/// are the same.
#[derive(Clone, Copy, Debug, Default)]
struct Labour(u64);

impl PartialEq for Labour {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Labour {}

impl Hash for Labour {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The machine: heap, variables, methods and the stack of calls of one shell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Machine {
    /// The commands and constants that are called besides the methods of the language.
    pub(crate) library: &'static dyn Library,
    pub(crate) heap: Heap,
    pub(crate) globals: Map<Arc<str>, Value>,
    pub(crate) constants: Map<Arc<str>, Value>,
    pub(crate) instances: Map<Arc<str>, Value>,
    pub(crate) methods: Map<Arc<str>, Arc<Code>>,
    /// Names of the variables of the session, by their slots.
    pub(crate) names: Vec<String>,
    top: Id,
    stack: Vec<Value>,
    levels: Vec<Level>,
    reply: Option<Reply>,
    steps: u64,
    labour: Labour,
    /// The last pseudo-random number of `rand`, from which the next one follows.
    pub(crate) chance: u64,
    /// The value of the last statement.
    pub(crate) last: Value,
}

impl Machine {
    /// Whether so many objects, with so many values in all of them, may be made at once: in the middle of an operation the
    /// machine does not look at what it holds.
    ///
    /// # Errors
    /// Where a statement that kept them would be refused.
    pub(crate) fn fits(objects: usize, items: usize) -> Raised<()> {
        let refused = |most: usize, what: &str| {
            Err(Exception::new("Limit", format!("a statement that keeps more than {most} {what}")))
        };
        if objects > MOST_OBJECTS {
            return refused(MOST_OBJECTS, "objects");
        }
        let bytes = objects.saturating_mul(FRAME).saturating_add(items.saturating_mul(size_of::<Value>()));
        if bytes > MOST_BYTES { refused(MOST_BYTES, "bytes") } else { Ok(()) }
    }

    /// Whether a text may have so many bytes.
    ///
    /// # Errors
    /// Where it would be longer than any may be.
    pub(crate) fn text_fits(bytes: usize) -> Raised<()> {
        if bytes > LONGEST_TEXT {
            return Err(Exception::new("Limit", format!("a text of more than {LONGEST_TEXT} bytes")));
        }
        Ok(())
    }

    /// Whether the statement may have printed as much as it has.
    ///
    /// # Errors
    /// Where it is more.
    pub(crate) fn prints(io: &Io<'_>) -> Raised<()> {
        if io.out.printed() > MOST_PRINTED {
            let what = format!("a statement that prints more than {MOST_PRINTED} bytes");
            return Err(Exception::new("Limit", what));
        }
        Ok(())
    }

    /// Adds steps for work done inside of one operation. They count toward [`MOST_STEPS`], and from [`HEAVY`] on they end the
    /// present [`run`](Self::run). They do not count toward the most that `run` is given: a kept session names a place in a
    /// script by how often `run` returned, so that number must not change.
    pub(crate) fn charge(&mut self, steps: u64) {
        self.steps = self.steps.saturating_add(steps);
    }

    /// Counts the time that looking at so many bytes or items takes.
    pub(crate) fn touch(&mut self, things: usize) {
        self.charge(things as u64 / TOUCHED);
    }

    /// Counts work that would take long before it is done.
    ///
    /// # Errors
    /// Where the statement may not take so many steps more.
    pub(crate) fn afford(&mut self, steps: u64) -> Raised<()> {
        self.charge(steps);
        if self.steps > MOST_STEPS { Err(Self::too_long()) } else { Ok(()) }
    }

    /// About how many operations what was done in the last go amounts to.
    pub(crate) fn labour(&self) -> u64 {
        self.labour.0
    }

    /// How many steps the statement took.
    #[cfg(test)]
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    fn too_long() -> Arc<Exception> {
        Exception::new("Limit", format!("a statement of more than {MOST_STEPS} steps"))
    }

    pub(crate) fn new(library: &'static dyn Library) -> Self {
        let mut heap = Heap::default();
        let top = heap.put(Object::Scope(Scope::default()));
        Self {
            library,
            heap,
            globals: Map::new(),
            constants: Map::new(),
            instances: Map::new(),
            methods: Map::new(),
            names: Vec::new(),
            top,
            stack: Vec::new(),
            levels: Vec::new(),
            reply: None,
            steps: 0,
            labour: Labour::default(),
            chance: 1,
            last: Value::Nil,
        }
    }

    /// Begins with a statement.
    pub(crate) fn start(&mut self, code: Arc<Code>) {
        if let Some(Object::Scope(scope)) = self.heap.get_mut(self.top) {
            scope.slots.resize(code.slots, Value::Nil);
        }
        self.steps = 0;
        self.globals.remove("$!");
        self.stack.clear();
        self.levels.clear();
        let frame = Frame { code, pc: 0, scope: self.top, base: 0, tries: Vec::new(), block: None, entry: Entry::Main };
        self.levels.push(Level::Code(frame));
    }

    /// Whether a statement is at work.
    pub(crate) fn is_busy(&self) -> bool {
        !self.levels.is_empty()
    }

    /// The position in the text of the next operation.
    pub(crate) fn place(&self) -> Option<crate::ruby::tree::Position> {
        self.levels.iter().rev().find_map(|level| match level {
            Level::Code(frame) => frame.code.places.get(frame.pc.saturating_sub(1)).copied(),
            _ => None,
        })
    }

    /// Passes in the reply to the demand for which the machine waits.
    pub(crate) fn hear(&mut self, reply: Reply) {
        self.reply = Some(reply);
    }

    /// Ends the statement before it is over.
    pub(crate) fn stop(&mut self) {
        self.levels.clear();
        self.stack.clear();
        self.reply = None;
    }

    pub(crate) fn local(&self, name: &str) -> Option<Value> {
        let slot = self.names.iter().position(|other| other == name)?;
        match self.heap.get(self.top)? {
            Object::Scope(scope) => scope.slots.get(slot).cloned(),
            _ => None,
        }
    }

    fn collect(&mut self) {
        let Self { heap, globals, constants, instances, top, stack, levels, last, .. } = self;
        let seen = heap.collect(|reach| {
            let named = globals.values().chain(constants.values()).chain(instances.values());
            stack.iter().chain([&*last]).chain(named).for_each(|value| reach.value(value));
            reach.scope(*top);
            for level in levels.iter() {
                match level {
                    Level::Code(frame) => {
                        reach.scope(frame.scope);
                        frame.block.iter().for_each(|value| reach.value(value));
                    }
                    Level::Loop(l) => l.reach(reach),
                    Level::Pending(work) => work.values().iter().for_each(|value| reach.value(value)),
                }
            }
        });
        self.labour.0 += seen as u64 / TOUCHED;
    }
}
