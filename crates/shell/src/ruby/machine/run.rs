//! Runs operations, one by one.

use super::call::Own;
use super::{
    Entry, Frame, HEAVY, Level, MOST_BYTES, MOST_LEVELS, MOST_OBJECTS, MOST_STEPS, Machine, Pause, Raised, Returned,
    Try,
};
use crate::ruby::code::{Op, With};
use crate::ruby::library::Headway;
use crate::ruby::method::part::{self, LACKING};
use crate::ruby::method::{self, inspect};
use crate::ruby::value::{Closure, Exception, Id, Object, Value};
use crate::world::Io;
use std::sync::Arc;

impl Machine {
    /// Goes on for at most so many operations.
    pub(crate) fn run(&mut self, io: &mut Io<'_>, most: u64) -> Pause {
        let before = self.steps;
        self.labour.0 = 0;
        let pause = self.go(io, most, before);
        self.labour.0 += self.steps - before;
        pause
    }

    fn go(&mut self, io: &mut Io<'_>, most: u64, before: u64) -> Pause {
        for _ in 0..most {
            if self.steps - before + self.labour.0 >= HEAVY.max(most) {
                break;
            }
            if self.heap.is_full() {
                self.collect();
                let kept = if self.heap.len() > MOST_OBJECTS {
                    Some((MOST_OBJECTS, "objects"))
                } else {
                    (self.heap.held() > MOST_BYTES).then_some((MOST_BYTES, "bytes"))
                };
                if let Some((most, what)) = kept {
                    let what = format!("a statement that keeps more than {most} {what}");
                    self.stop();
                    return Pause::Failed(Exception::new("Limit", what));
                }
            }
            self.steps += 1;
            if self.steps > MOST_STEPS {
                self.stop();
                return Pause::Failed(Self::too_long());
            }
            if let Err(exception) = Self::prints(io) {
                self.stop();
                return Pause::Failed(exception);
            }
            let labour = self.heap.labour();
            let done = match self.levels.last() {
                None => return Pause::Done(self.stack.pop().unwrap_or(Value::Nil)),
                Some(Level::Code(_)) => self.operation(io).map(|()| None),
                Some(Level::Loop(_)) => part::methods().and_then(|methods| (methods.turn)(self)).map(|()| None),
                Some(Level::Pending(_)) => self.go_on(io),
            };
            self.charge(self.heap.labour().saturating_sub(labour) >> 1);
            match done {
                Ok(None) => {}
                Ok(Some(pause)) => return pause,
                Err(exception) => {
                    if let Some(pause) = self.raise(exception) {
                        return pause;
                    }
                }
            }
        }
        Pause::Busy
    }

    /// Unwinds the stack to the code that rescues the exception; if none does, the statement is over.
    fn raise(&mut self, exception: Arc<Exception>) -> Option<Pause> {
        self.heap.grow(exception.message.len());
        let free = matches!(exception.class.as_str(), "Limit" | "SystemExit" | "Unsupported" | LACKING);
        while let Some(level) = self.levels.last_mut() {
            if let Level::Code(frame) = level
                && !free
                && let Some(tried) = frame.tries.pop()
            {
                frame.pc = tried.target;
                self.stack.truncate(tried.height);
                self.globals.insert("$!".into(), Value::Error(exception.clone()));
                self.stack.push(Value::Error(exception));
                return None;
            }
            if let Level::Code(frame) = level {
                self.stack.truncate(frame.base);
            }
            self.levels.pop();
        }
        self.stack.clear();
        Some(Pause::Failed(exception))
    }

    /// Hands the value of a command to what called it; of a failed command nil.
    fn go_on(&mut self, io: &mut Io<'_>) -> Raised<Option<Pause>> {
        let Some(Level::Pending(mut work)) = self.levels.pop() else { return Ok(None) };
        match work.go_on(&mut self.heap, io, self.reply.take())? {
            Headway::Done(value) => {
                self.answer(value);
                Ok(None)
            }
            Headway::Ask(demand) => {
                self.levels.push(Level::Pending(work));
                Ok(Some(Pause::Ask(demand)))
            }
        }
    }

    /// Gives a value to the level that waits for one.
    pub(super) fn answer(&mut self, value: Value) {
        match self.levels.last_mut() {
            Some(Level::Loop(l)) => l.answered = Some(value),
            _ => self.stack.push(value),
        }
    }

    pub(super) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Nil)
    }

    fn pop_many(&mut self, count: usize) -> Vec<Value> {
        let from = self.stack.len().saturating_sub(count);
        self.stack.split_off(from)
    }

    fn outer(&self, scope: Id, depth: usize) -> Id {
        let mut scope = scope;
        for _ in 0..depth {
            if let Some(Object::Scope(found)) = self.heap.get(scope)
                && let Some(parent) = found.parent
            {
                scope = parent;
            }
        }
        scope
    }

    fn jump(&mut self, to: usize) {
        if let Some(Level::Code(frame)) = self.levels.last_mut() {
            frame.pc = to;
        }
    }

    fn frame(&mut self) -> Option<&mut Frame> {
        match self.levels.last_mut() {
            Some(Level::Code(frame)) => Some(frame),
            _ => None,
        }
    }

    fn operation(&mut self, io: &mut Io<'_>) -> Raised<()> {
        let Some(frame) = self.frame() else { return Ok(()) };
        let (code, pc, scope) = (frame.code.clone(), frame.pc, frame.scope);
        frame.pc += 1;
        let Some(op) = code.ops.get(pc) else {
            // The end: the value is on top.
            let base = frame.base;
            let value = if self.stack.len() > base { self.pop() } else { Value::Nil };
            self.stack.truncate(base);
            self.levels.pop();
            self.answer(value);
            return Ok(());
        };
        match op {
            Op::Nil => self.stack.push(Value::Nil),
            Op::Bool(value) => self.stack.push(Value::Bool(*value)),
            Op::Myself => self.stack.push(Value::Myself),
            Op::Int(number) => self.stack.push(Value::Int(*number)),
            Op::Float(number) => self.stack.push(Value::Float(*number)),
            Op::Symbol(name) => self.stack.push(Value::Symbol(name.clone())),
            Op::Str(bytes) => {
                let text = self.heap.text(&**bytes);
                self.stack.push(text);
            }
            Op::Regex(flags) => self.regex(flags)?,
            Op::Join(count) => self.join(*count)?,
            Op::Array(count) => {
                let items = self.pop_many(*count);
                let array = self.heap.array(items);
                self.stack.push(array);
            }
            Op::Push | Op::Extend => self.extend(matches!(op, Op::Extend))?,
            Op::Hash(count) => self.hash(*count),
            Op::Range(exclusive) => {
                let (to, from) = (self.pop(), self.pop());
                self.stack.push(Self::range(from, to, *exclusive)?);
            }
            Op::Load(depth, slot) => self.load(scope, *depth, *slot),
            Op::Store(depth, slot) => self.store(scope, *depth, *slot),
            Op::Constant(name) => {
                let value = self.constant(name)?;
                self.stack.push(value);
            }
            Op::SetConstant(name) => self.set_constant(io, name),
            Op::Scoped(name) => {
                let inside = self.pop();
                let value = (part::methods()?.scoped)(self, &inside, name)?;
                self.stack.push(value);
            }
            Op::Global(name) => self.global(name),
            Op::Instance(name) => {
                let value = self.instances.get(name).cloned().unwrap_or_else(|| method::java::instance(name));
                self.stack.push(value);
            }
            Op::SetGlobal(name) | Op::SetInstance(name) => {
                let value = self.stack.last().cloned().unwrap_or(Value::Nil);
                let variables = if matches!(op, Op::SetGlobal(_)) { &mut self.globals } else { &mut self.instances };
                variables.insert(name.clone(), value);
            }
            Op::Pop => drop(self.stack.pop()),
            Op::Dup(count) => {
                let from = self.stack.len().saturating_sub(*count);
                self.stack.extend_from_within(from..);
            }
            Op::Jump(to) => self.jump(*to),
            Op::JumpIf(to) | Op::JumpUnless(to) => {
                if self.pop().truthy() == matches!(op, Op::JumpIf(_)) {
                    self.jump(*to);
                }
            }
            Op::KeepIf(to) | Op::KeepUnless(to) => {
                if self.stack.last().is_some_and(Value::truthy) == matches!(op, Op::KeepIf(_)) {
                    self.jump(*to);
                } else {
                    self.stack.pop();
                }
            }
            Op::JumpNil(to) => {
                if self.stack.last() == Some(&Value::Nil) {
                    self.jump(*to);
                }
            }
            Op::Call { name, count, with, own, bare, command } => {
                let block = self.with(*with, &code, scope);
                let args = self.pop_many(*count);
                let called = Own { name, command: *command, bare: *bare };
                self.call_or_own(io, *own, &called, args, block)?;
            }
            Op::Spread { name, with, own } => {
                let block = self.with(*with, &code, scope);
                let args = self.pop();
                let args = self.heap.list(&args).unwrap_or_default();
                self.touch(args.len());
                let command = if *own { self.library.find(name) } else { None };
                self.call_or_own(io, *own, &Own { name, command, bare: false }, args, block)?;
            }
            Op::Yield(count) => {
                let args = self.pop_many(*count);
                let Some(block) = self.method_block() else {
                    return Err(Exception::new("LocalJumpError", "yield called out of block"));
                };
                self.invoke(&block, args, None)?;
            }
            Op::Not => {
                let value = self.pop();
                self.stack.push(Value::Bool(!value.truthy()));
            }
            Op::Lambda(index) => {
                let value = self.closure(&code, *index, scope, true);
                self.stack.push(value);
            }
            Op::Define(name, index) => {
                if let Some(block) = code.blocks.get(*index) {
                    self.methods.insert(name.clone(), block.clone());
                }
                self.stack.push(Value::Symbol(name.clone()));
            }
            Op::Part(count, rest) => self.part(*count, *rest),
            Op::Try(target) => {
                let height = self.stack.len();
                if let Some(frame) = self.frame() {
                    frame.tries.push(Try { target: *target, height });
                }
            }
            Op::EndTry => {
                if let Some(frame) = self.frame() {
                    frame.tries.pop();
                }
            }
            Op::Rescues => self.rescues(),
            Op::Raise => match self.pop() {
                Value::Error(exception) => return Err(exception),
                _ => return Err(Exception::new("RuntimeError", "unhandled exception")),
            },
            Op::Return => self.leave_method(),
            Op::Break => self.leave_loop()?,
            Op::Next => {
                let value = self.pop();
                if let Some(Level::Code(frame)) = self.levels.pop() {
                    self.stack.truncate(frame.base);
                }
                self.answer(value);
            }
            Op::Known(name) => self.known(name),
        }
        Ok(())
    }

    /// Calls a method of the shell itself, or of the value on the stack.
    fn call_or_own(
        &mut self,
        io: &mut Io<'_>,
        own: bool,
        called: &Own<'_>,
        args: Vec<Value>,
        block: Option<Value>,
    ) -> Raised<()> {
        if own {
            return self.call_own(io, called, args, block);
        }
        let receiver = self.pop();
        self.call(io, receiver, called.name, args, block)
    }

    /// Puts the value of a global variable on the stack.
    fn global(&mut self, name: &str) {
        let own = || match name {
            "$stdout" => method::java::stream("STDOUT"),
            "$stderr" => method::java::stream("STDERR"),
            _ => Value::Nil,
        };
        let value = self.globals.get(name).cloned().unwrap_or_else(own);
        self.stack.push(value);
    }

    /// Makes a regular expression of the text on the stack.
    fn regex(&mut self, flags: &str) -> Raised<()> {
        let pattern = self.pop();
        let pattern = self.heap.string(&pattern).unwrap_or_default();
        let regex = (pattern, flags.to_string());
        // One that is none is refused where it stands, not where it is used.
        (part::methods()?.pattern)(self, &regex)?;
        self.heap.grow(regex.0.len());
        self.stack.push(Value::Regex(Arc::new(regex)));
        Ok(())
    }

    /// Makes one text of so many values.
    fn join(&mut self, count: usize) -> Raised<()> {
        let values = self.pop_many(count);
        let mut text = Vec::new();
        for value in &values {
            text.extend(inspect::to_s(&self.heap, value));
            Self::text_fits(text.len())?;
        }
        let text = self.heap.text(text);
        self.stack.push(text);
        Ok(())
    }

    /// Adds a value to the array below it, or, `spread`, all its items.
    fn extend(&mut self, spread: bool) -> Raised<()> {
        let value = self.pop();
        let items = match (spread, self.heap.items(&value)) {
            (true, Some(items)) => items.to_vec(),
            (true, None) => (part::methods()?.items)(&value)?.unwrap_or_else(|| vec![value]),
            _ => vec![value],
        };
        if let Some(Value::Array(id)) = self.stack.last()
            && let Some(Object::Array(array)) = self.heap.get_mut(*id)
        {
            array.extend(items);
        }
        Ok(())
    }

    /// Makes a hash of so many pairs.
    fn hash(&mut self, count: usize) {
        let values = self.pop_many(count * 2);
        let hash = self.heap.hash(Vec::new());
        for pair in values.chunks_exact(2) {
            self.heap.set_entry(&hash, pair[0].clone(), pair[1].clone());
        }
        self.stack.push(hash);
    }

    /// A range. Its ends hold no other values, so that ranges in ranges never exhaust the stack.
    ///
    /// # Errors
    /// `ArgumentError` where Ruby does not compare such ends, or this shell does not.
    pub(crate) fn range(from: Value, to: Value, exclusive: bool) -> Raised<Value> {
        let fits = matches!(
            (&from, &to),
            (Value::Int(_) | Value::Float(_) | Value::Nil, Value::Int(_) | Value::Float(_) | Value::Nil)
                | (Value::Str(_), Value::Str(_) | Value::Nil)
                | (Value::Nil, Value::Str(_))
                | (Value::Time(..), Value::Time(..))
        );
        if !fits {
            return Err(Exception::new("ArgumentError", "bad value for range"));
        }
        Ok(Value::Range(Arc::new((from, to, exclusive))))
    }

    /// Reads a local variable, `depth` scopes outside.
    fn load(&mut self, scope: Id, depth: usize, slot: usize) {
        let scope = self.outer(scope, depth);
        let value = match self.heap.get(scope) {
            Some(Object::Scope(scope)) => scope.slots.get(slot).cloned(),
            _ => None,
        };
        self.stack.push(value.unwrap_or(Value::Nil));
    }

    /// Writes a local variable, `depth` scopes outside. The value stays on the stack.
    fn store(&mut self, scope: Id, depth: usize, slot: usize) {
        let value = self.stack.last().cloned().unwrap_or(Value::Nil);
        let scope = self.outer(scope, depth);
        if let Some(Object::Scope(scope)) = self.heap.get_mut(scope) {
            if scope.slots.len() <= slot {
                scope.slots.resize(slot + 1, Value::Nil);
            }
            scope.slots[slot] = value;
        }
    }

    fn set_constant(&mut self, io: &mut Io<'_>, name: &Arc<str>) {
        let value = self.stack.last().cloned().unwrap_or(Value::Nil);
        // A constant whose value is its own name is one of the shell's.
        let again = self.constants.contains_key(name) && self.library.constant(name).is_none();
        if again && io.out.width > 0 {
            let line = self.place().map_or(0, |place| place.line);
            io.out.line(&format!("(hbase):{line}: warning: already initialized constant {name}"));
        }
        self.constants.insert(name.clone(), value);
    }

    /// Whether the exception below the class on the stack is one of that class.
    fn rescues(&mut self) {
        let class = self.pop();
        let hit = match (self.stack.last(), &class) {
            (Some(Value::Error(exception)), Value::Class(class)) => method::error::is_a(&exception.class, class),
            (Some(Value::Error(exception)), Value::Java(java)) => {
                matches!(&**java, crate::ruby::value::Java::Class(name) if name.ends_with(&exception.class))
            }
            _ => false,
        };
        self.stack.push(Value::Bool(hit));
    }

    /// What `defined?` says of a name.
    fn known(&mut self, name: &Arc<str>) {
        let called = self.methods.contains_key(name)
            || self.library.find(name).is_some()
            || method::listed(method::kernel::NAMES).any(|own| own == &**name);
        let said = match name.chars().next() {
            Some('@') => self.instances.contains_key(name).then_some("instance-variable"),
            Some('$') => self.globals.contains_key(name).then_some("global-variable"),
            Some(first) if first.is_uppercase() && self.constant(name).is_ok() => Some("constant"),
            _ if called => Some("method"),
            _ => self.constant(name).is_ok().then_some("constant"),
        };
        let value = said.map_or(Value::Nil, |said| self.heap.text(said));
        self.stack.push(value);
    }

    /// Takes a value apart for an assignment to several.
    fn part(&mut self, count: usize, rest: Option<usize>) {
        let value = self.stack.last().cloned().unwrap_or(Value::Nil);
        let items = self.heap.list(&value).unwrap_or_else(|| vec![value]);
        let mut parts = Vec::with_capacity(count);
        match rest {
            None => parts.extend((0..count).map(|at| items.get(at).cloned().unwrap_or(Value::Nil))),
            Some(rest) => {
                let behind = count - rest - 1;
                parts.extend((0..rest).map(|at| items.get(at).cloned().unwrap_or(Value::Nil)));
                let end = items.len().saturating_sub(behind).max(rest.min(items.len()));
                let middle = items.get(rest.min(items.len())..end).unwrap_or_default().to_vec();
                parts.push(self.heap.array(middle));
                parts.extend((0..behind).map(|at| items.get(end + at).cloned().unwrap_or(Value::Nil)));
            }
        }
        self.stack.extend(parts.into_iter().rev());
    }

    fn closure(&mut self, code: &crate::ruby::code::Code, index: usize, scope: Id, lambda: bool) -> Value {
        let Some(code) = code.blocks.get(index).cloned() else { return Value::Nil };
        let block = self.method_block();
        Value::Proc(self.heap.put(Object::Proc(Closure { code, scope, lambda, block, method: None })))
    }

    fn with(&mut self, with: With, code: &crate::ruby::code::Code, scope: Id) -> Option<Value> {
        match with {
            With::Nothing => None,
            With::Code(index) => Some(self.closure(code, index, scope, false)),
            With::Value => match self.pop() {
                Value::Nil => None,
                Value::Symbol(name) => {
                    let closure =
                        Closure { code: Arc::default(), scope, lambda: false, block: None, method: Some(name) };
                    Some(Value::Proc(self.heap.put(Object::Proc(closure))))
                }
                value => Some(value),
            },
        }
    }

    /// The name of the method at work.
    pub(crate) fn method_name(&self) -> Option<&str> {
        self.levels.iter().rev().find_map(|level| match level {
            Level::Code(frame) if frame.entry == Entry::Method => Some(&*frame.code.name),
            _ => None,
        })
    }

    /// The block of the method at work.
    pub(crate) fn method_block(&self) -> Option<Value> {
        self.levels.iter().rev().find_map(|level| match level {
            Level::Code(frame) => Some(frame.block.clone()),
            _ => None,
        })?
    }

    fn leave_method(&mut self) {
        let value = self.pop();
        while let Some(level) = self.levels.pop() {
            if let Level::Code(frame) = level {
                self.stack.truncate(frame.base);
                if frame.entry != Entry::Block {
                    break;
                }
            }
        }
        self.answer(value);
    }

    /// `break` ends the loop that called the block.
    fn leave_loop(&mut self) -> Raised<()> {
        let value = self.pop();
        if !self.levels.iter().any(|level| matches!(level, Level::Loop(_))) {
            return Err(Exception::new("LocalJumpError", "break from proc-closure"));
        }
        while let Some(level) = self.levels.pop() {
            match level {
                Level::Code(frame) => self.stack.truncate(frame.base),
                Level::Loop(_) => break,
                Level::Pending(_) => {}
            }
        }
        self.answer(value);
        Ok(())
    }

    /// Enters code.
    pub(super) fn enter(&mut self, frame: Frame) -> Raised<()> {
        if self.levels.len() >= MOST_LEVELS {
            return Err(Exception::new("SystemStackError", "stack level too deep"));
        }
        self.levels.push(Level::Code(frame));
        Ok(())
    }

    /// Goes on with what a call of a method has led to.
    pub(super) fn take(&mut self, outcome: Returned) -> Raised<bool> {
        match outcome {
            Returned::Value(value) => {
                self.heap.grow(value.weight());
                self.answer(value);
            }
            Returned::Loop(l) => {
                if self.levels.len() >= MOST_LEVELS {
                    return Err(Exception::new("SystemStackError", "stack level too deep"));
                }
                self.levels.push(Level::Loop(l));
            }
            Returned::Invoke(target, args) => self.invoke(&target, args, None)?,
            Returned::Missing => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn scope_of(&self, id: Id) -> Option<&Closure> {
        match self.heap.get(id)? {
            Object::Proc(closure) => Some(closure),
            _ => None,
        }
    }
}
