//! Compiles the tree to operations.

mod guard;

use crate::ruby::code::{Code, Op, Slot, With};
use crate::ruby::library::Library;
use crate::ruby::tree::{Arg, Block, Call, Expr, Node, Param, Part, Position, Target};
use crate::ruby::trouble::Trouble;
use guard::Tried;
use std::borrow::Cow;
use std::sync::Arc;

/// Compiles a statement. `names` are the variables of the session; those it adds are appended.
///
/// # Errors
/// What this shell does not speak.
pub(crate) fn compile(tree: &Expr, names: &mut Vec<String>, library: &dyn Library) -> Result<Arc<Code>, Trouble> {
    let mut compiler = Compiler {
        library,
        units: vec![Unit::new("main".into(), true)],
        loops: Vec::new(),
        guards: Vec::new(),
        retries: Vec::new(),
        made: 0,
    };
    compiler.units[0].names = std::mem::take(names);
    let done = compiler.expr(tree);
    let mut unit = compiler.units.remove(0);
    names.append(&mut unit.names);
    done?;
    unit.code.slots = names.len();
    Ok(Arc::new(unit.code))
}

/// The code of a statement, a method or a block that is being compiled.
struct Unit {
    code: Code,
    names: Vec<String>,
    /// Whether it sees no variables from outside, as the body of a `def`.
    closed: bool,
}

impl Unit {
    fn new(name: Cow<'static, str>, closed: bool) -> Self {
        // Room for a command with its arguments, so that the lists rarely have to grow.
        let (ops, places) = (Vec::with_capacity(8), Vec::with_capacity(8));
        Self { code: Code { name, ops, places, ..Code::default() }, names: Vec::new(), closed }
    }
}

/// A `while` loop that is being compiled.
struct OpenLoop {
    unit: usize,
    again: usize,
    breaks: Vec<usize>,
    guarded: usize,
}

struct Compiler<'a> {
    /// The commands that a name can call.
    library: &'a dyn Library,
    units: Vec<Unit>,
    loops: Vec<OpenLoop>,
    /// The enclosing `rescue` and `ensure` clauses; for an `ensure`, its body.
    guards: Vec<Option<Expr>>,
    /// The enclosing `rescue` bodies, in which `retry` is allowed.
    retries: Vec<Tried>,
    /// Operations in all units.
    made: usize,
}

/// Operations that a statement may be compiled to. What is ensured is compiled for each way out, so a few dozen `ensure` in
/// one another would be more than there is memory for.
const MOST_OPERATIONS: usize = 1_000_000;

type Compiled = Result<(), Trouble>;

impl Compiler<'_> {
    fn unit(&mut self) -> &mut Unit {
        let last = self.units.len() - 1;
        &mut self.units[last]
    }

    fn op(&mut self, op: Op, at: Position) -> usize {
        self.made += 1;
        let code = &mut self.unit().code;
        code.ops.push(op);
        code.places.push(at);
        code.ops.len() - 1
    }

    fn here(&mut self) -> usize {
        self.unit().code.ops.len()
    }

    /// Sets the target of a jump to the next operation.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.unit().code.ops[jump] {
            Op::Jump(to)
            | Op::JumpIf(to)
            | Op::JumpUnless(to)
            | Op::KeepIf(to)
            | Op::KeepUnless(to)
            | Op::JumpNil(to)
            | Op::Try(to) => *to = here,
            _ => {}
        }
    }

    fn find(&self, name: &str) -> Option<(usize, usize)> {
        for (depth, unit) in self.units.iter().rev().enumerate() {
            if let Some(slot) = unit.names.iter().position(|other| other == name) {
                return Some((depth, slot));
            }
            if unit.closed {
                return None;
            }
        }
        None
    }

    fn declare(&mut self, name: &str) -> (usize, usize) {
        self.find(name).unwrap_or_else(|| (0, self.own(name)))
    }

    /// Declares a variable in the innermost unit, and returns its slot.
    fn own(&mut self, name: &str) -> usize {
        let unit = self.unit();
        unit.names.push(name.to_owned());
        unit.names.len() - 1
    }

    fn block(&mut self, name: Cow<'static, str>, block: &Block, closed: bool) -> Result<usize, Trouble> {
        self.units.push(Unit::new(name, closed));
        let guards = std::mem::take(&mut self.guards);
        let mut params = Vec::new();
        for param in &block.params {
            params.push(match param {
                Param::Needed(name) => Slot::Needed(self.own(name)),
                Param::Rest(name) => Slot::Rest(self.own(name)),
                Param::Block(name) => Slot::Block(self.own(name)),
                Param::Group(names) => Slot::Group(names.iter().map(|name| self.own(name)).collect()),
                Param::Optional(name, value) => {
                    let slot = self.own(name);
                    self.expr(value)?;
                    self.op(Op::Store(0, slot), value.at);
                    self.op(Op::Pop, value.at);
                    Slot::Optional(slot, self.here())
                }
            });
        }
        let body = self.expr(&block.body);
        self.guards = guards;
        let Some(mut unit) = self.units.pop() else { return body.map(|()| 0) };
        body?;
        unit.code.params = params;
        unit.code.slots = unit.names.len();
        let blocks = &mut self.unit().code.blocks;
        blocks.push(Arc::new(unit.code));
        Ok(blocks.len() - 1)
    }

    fn expr(&mut self, tree: &Expr) -> Compiled {
        let at = tree.at;
        if self.made > MOST_OPERATIONS {
            return Err(Trouble::unsupported(format!("a statement of more than {MOST_OPERATIONS} operations"), at));
        }
        match &tree.node {
            Node::Nil => drop(self.op(Op::Nil, at)),
            Node::True => drop(self.op(Op::Bool(true), at)),
            Node::False => drop(self.op(Op::Bool(false), at)),
            Node::Myself => drop(self.op(Op::Myself, at)),
            Node::Int(number) => drop(self.op(Op::Int(*number), at)),
            Node::Float(number) => drop(self.op(Op::Float(*number), at)),
            Node::Text(text) => drop(self.op(Op::Str(text.clone()), at)),
            Node::Str(parts) => self.parts(parts, at)?,
            Node::Symbol(name) => drop(self.op(Op::Symbol(name.as_str().into()), at)),
            Node::Regex { parts, flags } => {
                self.parts(parts, at)?;
                self.op(Op::Regex(flags.as_str().into()), at);
            }
            Node::Array(items) => self.list(items, at)?,
            Node::Hash(pairs) => {
                for (key, value) in pairs {
                    self.expr(key)?;
                    self.expr(value)?;
                }
                self.op(Op::Hash(pairs.len()), at);
            }
            Node::Range { from, to, exclusive } => {
                for end in [from, to] {
                    match end {
                        Some(end) => self.expr(end)?,
                        None => drop(self.op(Op::Nil, at)),
                    }
                }
                self.op(Op::Range(*exclusive), at);
            }
            Node::Local(name) => match self.find(name) {
                Some((depth, slot)) => drop(self.op(Op::Load(depth, slot), at)),
                // Assigned in a branch that this code does not see.
                None => drop(self.op(Op::Nil, at)),
            },
            Node::Constant(name) => drop(self.op(Op::Constant(name.as_str().into()), at)),
            Node::Scoped(inside, name) => {
                self.expr(inside)?;
                self.op(Op::Scoped(name.as_str().into()), at);
            }
            Node::Global(name) => drop(self.op(Op::Global(name.as_str().into()), at)),
            Node::Instance(name) => drop(self.op(Op::Instance(name.as_str().into()), at)),
            Node::Call(call) => self.call(call, at)?,
            Node::Not(inner) => {
                self.expr(inner)?;
                self.op(Op::Not, at);
            }
            Node::And(left, right) | Node::Or(left, right) => {
                self.expr(left)?;
                let and = matches!(tree.node, Node::And(..));
                let jump = self.op(if and { Op::KeepUnless(0) } else { Op::KeepIf(0) }, at);
                self.expr(right)?;
                self.land(jump);
            }
            Node::Assign(target, value) => self.assign(target, value, at)?,
            Node::Update(target, operator, value) => self.update(target, operator, value, at)?,
            Node::Spread { targets, value } => {
                self.expr(value)?;
                let rest = targets.iter().position(|target| matches!(target, Target::Rest(_)));
                self.op(Op::Part(targets.len(), rest), at);
                for target in targets {
                    self.store(target, at)?;
                    self.op(Op::Pop, at);
                }
            }
            Node::If { condition, then, other } => {
                self.expr(condition)?;
                let no = self.op(Op::JumpUnless(0), at);
                self.expr(then)?;
                let end = self.op(Op::Jump(0), at);
                self.land(no);
                self.expr(other)?;
                self.land(end);
            }
            Node::While { condition, body, until, first } => self.repeat(condition, body, *until, *first, at)?,
            Node::For { names, over, body } => self.for_loop(names, over, body, at)?,
            Node::Case { subject, whens, other } => self.case(subject.as_deref(), whens, other, at)?,
            Node::Begin(begin) => self.begin(begin, at)?,
            Node::Define { name, block } => {
                let index = self.block(name.clone().into(), block, true)?;
                self.op(Op::Define(name.as_str().into(), index), at);
            }
            Node::Lambda(block) => {
                let index = self.block("lambda".into(), block, false)?;
                self.op(Op::Lambda(index), at);
            }
            Node::Return(value) => self.leave(value.as_deref(), Op::Return, at)?,
            Node::Break(value) => {
                let inside = self.loops.last().is_some_and(|l| l.unit == self.units.len());
                if !inside {
                    return self.leave(value.as_deref(), Op::Break, at);
                }
                self.value(value.as_deref(), at)?;
                let guarded = self.loops.last().map_or(0, |l| l.guarded);
                self.unguard(guarded, at)?;
                let jump = self.op(Op::Jump(0), at);
                if let Some(l) = self.loops.last_mut() {
                    l.breaks.push(jump);
                }
            }
            Node::Next(value) => {
                let inside = self.loops.last().filter(|l| l.unit == self.units.len());
                let Some((again, guarded)) = inside.map(|l| (l.again, l.guarded)) else {
                    return self.leave(value.as_deref(), Op::Next, at);
                };
                self.unguard(guarded, at)?;
                self.op(Op::Jump(again), at);
            }
            Node::Retry => {
                let inside = self.retries.last().filter(|tried| tried.unit == self.units.len());
                let Some((again, guarded)) = inside.map(|tried| (tried.again, tried.guarded)) else {
                    return Err(Trouble::Syntax { message: "Invalid retry".to_owned(), at, width: 5 });
                };
                self.unguard(guarded, at)?;
                self.op(Op::Jump(again), at);
            }
            Node::Yield(args) => {
                let plain: Vec<&Expr> =
                    args.iter().filter_map(|arg| if let Arg::Plain(e) = arg { Some(e) } else { None }).collect();
                if plain.len() < args.len() {
                    return Err(Trouble::unsupported("`*` and `&` behind `yield`", at));
                }
                for arg in &plain {
                    self.expr(arg)?;
                }
                self.op(Op::Yield(plain.len()), at);
            }
            Node::Defined(inner) => self.defined(inner, at)?,
            Node::Sequence(list) => {
                for (index, statement) in list.iter().enumerate() {
                    if index > 0 {
                        self.op(Op::Pop, at);
                    }
                    self.expr(statement)?;
                }
                if list.is_empty() {
                    self.op(Op::Nil, at);
                }
            }
        }
        Ok(())
    }

    fn value(&mut self, value: Option<&Expr>, at: Position) -> Compiled {
        match value {
            Some(value) => self.expr(value),
            None => {
                self.op(Op::Nil, at);
                Ok(())
            }
        }
    }

    fn leave(&mut self, value: Option<&Expr>, op: Op, at: Position) -> Compiled {
        self.value(value, at)?;
        self.unguard(0, at)?;
        self.op(op, at);
        Ok(())
    }

    fn parts(&mut self, parts: &[Part], at: Position) -> Compiled {
        if let [Part::Text(text)] = parts {
            self.op(Op::Str(text.as_slice().into()), at);
            return Ok(());
        }
        for part in parts {
            match part {
                Part::Text(text) => drop(self.op(Op::Str(text.as_slice().into()), at)),
                Part::Code(code) => self.expr(code)?,
            }
        }
        self.op(Op::Join(parts.len()), at);
        Ok(())
    }

    fn list(&mut self, items: &[Arg], at: Position) -> Compiled {
        if items.iter().all(|item| matches!(item, Arg::Plain(_))) {
            for item in items {
                if let Arg::Plain(item) = item {
                    self.expr(item)?;
                }
            }
            self.op(Op::Array(items.len()), at);
            return Ok(());
        }
        self.op(Op::Array(0), at);
        for item in items {
            match item {
                Arg::Plain(item) => {
                    self.expr(item)?;
                    self.op(Op::Push, at);
                }
                Arg::Splat(item) => {
                    self.expr(item)?;
                    self.op(Op::Extend, at);
                }
                Arg::Block(_) => return Err(Trouble::unsupported("`&` in an array", at)),
            }
        }
        Ok(())
    }

    fn call(&mut self, call: &Call, at: Position) -> Compiled {
        if let Some(indexed) = indexed(call) {
            return self.call(&indexed, at);
        }
        let own = call.receiver.is_none();
        if let Some(receiver) = &call.receiver {
            self.expr(receiver)?;
        }
        let skip = call.safe.then(|| self.op(Op::JumpNil(0), at));
        let given = call.args.iter().find(|arg| matches!(arg, Arg::Block(_)));
        let name: Arc<str> = call.name.as_str().into();
        let splat = call.args.iter().any(|arg| matches!(arg, Arg::Splat(_)));
        if splat {
            let args: Vec<Arg> = call.args.iter().filter(|arg| !matches!(arg, Arg::Block(_))).cloned().collect();
            self.list(&args, at)?;
        } else {
            for arg in &call.args {
                if let Arg::Plain(arg) = arg {
                    self.expr(arg)?;
                }
            }
        }
        let count = call.args.iter().filter(|arg| !matches!(arg, Arg::Block(_))).count();
        let with = match (&call.block, given) {
            (Some(block), _) => With::Code(self.block("block".into(), block, false)?),
            (None, Some(Arg::Block(value))) => {
                self.expr(value)?;
                With::Value
            }
            _ => With::Nothing,
        };
        if splat {
            self.op(Op::Spread { name, with, own }, at);
        } else {
            let command = if own { self.library.find(&name) } else { None };
            self.op(Op::Call { name, count, with, own, bare: call.bare, command }, at);
        }
        if let Some(skip) = skip {
            self.land(skip);
        }
        Ok(())
    }

    fn assign(&mut self, target: &Target, value: &Expr, at: Position) -> Compiled {
        match target {
            Target::Index(receiver, args) => {
                self.expr(receiver)?;
                let count = self.plain(args, at)?;
                self.expr(value)?;
                self.op(
                    Op::Call {
                        name: "[]=".into(),
                        count: count + 1,
                        with: With::Nothing,
                        own: false,
                        bare: false,
                        command: None,
                    },
                    at,
                );
            }
            Target::Attribute(receiver, name) => {
                self.expr(receiver)?;
                self.expr(value)?;
                let name = format!("{name}=").into();
                self.op(Op::Call { name, count: 1, with: With::Nothing, own: false, bare: false, command: None }, at);
            }
            _ => {
                if let Target::Local(name) = target {
                    self.declare(name);
                }
                self.expr(value)?;
                self.store(target, at)?;
            }
        }
        Ok(())
    }

    fn plain(&mut self, args: &[Arg], at: Position) -> Result<usize, Trouble> {
        for arg in args {
            let Arg::Plain(arg) = arg else { return Err(Trouble::unsupported("`*` in an index", at)) };
            self.expr(arg)?;
        }
        Ok(args.len())
    }

    /// Stores the value on top, and leaves it.
    fn store(&mut self, target: &Target, at: Position) -> Compiled {
        let op = match target {
            Target::Local(name) | Target::Rest(name) => {
                let (depth, slot) = self.declare(name);
                Op::Store(depth, slot)
            }
            Target::Constant(name) => Op::SetConstant(name.as_str().into()),
            Target::Global(name) => Op::SetGlobal(name.as_str().into()),
            Target::Instance(name) => Op::SetInstance(name.as_str().into()),
            Target::Index(..) | Target::Attribute(..) => {
                return Err(Trouble::unsupported("an element among several that are assigned", at));
            }
        };
        self.op(op, at);
        Ok(())
    }

    fn load(&mut self, target: &Target, at: Position) {
        let op = match target {
            Target::Local(name) | Target::Rest(name) => {
                let (depth, slot) = self.declare(name);
                Op::Load(depth, slot)
            }
            Target::Constant(name) => Op::Constant(name.as_str().into()),
            Target::Global(name) => Op::Global(name.as_str().into()),
            Target::Instance(name) => Op::Instance(name.as_str().into()),
            Target::Index(..) | Target::Attribute(..) => Op::Nil,
        };
        self.op(op, at);
    }

    fn update(&mut self, target: &Target, operator: &str, value: &Expr, at: Position) -> Compiled {
        let call = |name: &str, count| Op::Call {
            name: name.into(),
            count,
            with: With::Nothing,
            own: false,
            bare: false,
            command: None,
        };
        let count = match target {
            Target::Index(receiver, args) => {
                self.expr(receiver)?;
                let count = self.plain(args, at)?;
                self.op(Op::Dup(count + 1), at);
                self.op(call("[]", count), at);
                Some(("[]=".to_owned(), count + 1))
            }
            Target::Attribute(receiver, name) => {
                self.expr(receiver)?;
                self.op(Op::Dup(1), at);
                self.op(call(name, 0), at);
                Some((format!("{name}="), 1))
            }
            _ => {
                self.load(target, at);
                None
            }
        };
        let jump = match operator {
            "||" => Some(self.op(Op::KeepIf(0), at)),
            "&&" => Some(self.op(Op::KeepUnless(0), at)),
            _ => None,
        };
        self.expr(value)?;
        if jump.is_none() {
            self.op(call(operator, 1), at);
        }
        // Where nothing is to be done, the old value is stored again, which is the same.
        if let Some(jump) = jump {
            self.land(jump);
        }
        match count {
            Some((name, count)) => drop(self.op(call(&name, count), at)),
            None => self.store(target, at)?,
        }
        Ok(())
    }

    fn repeat(&mut self, condition: &Expr, body: &Expr, until: bool, first: bool, at: Position) -> Compiled {
        let enter = first.then(|| self.op(Op::Jump(0), at));
        let again = self.here();
        self.expr(condition)?;
        let out = self.op(if until { Op::JumpIf(0) } else { Op::JumpUnless(0) }, at);
        if let Some(enter) = enter {
            self.land(enter);
        }
        self.loops.push(OpenLoop { unit: self.units.len(), again, breaks: Vec::new(), guarded: self.guards.len() });
        let done = self.expr(body);
        let breaks = self.loops.pop().map(|l| l.breaks).unwrap_or_default();
        done?;
        self.op(Op::Pop, at);
        self.op(Op::Jump(again), at);
        self.land(out);
        self.op(Op::Nil, at);
        for jump in breaks {
            self.land(jump);
        }
        Ok(())
    }

    /// `for` is `each` with the variables of what is around it.
    fn for_loop(&mut self, names: &[String], over: &Expr, body: &Expr, at: Position) -> Compiled {
        for name in names {
            self.declare(name);
        }
        self.expr(over)?;
        let hidden: Vec<String> = names.iter().map(|name| format!(" {name}")).collect();
        let assign = |(name, hidden): (&String, &String)| {
            let value = Expr::new(Node::Local(hidden.clone()), at);
            Expr::new(Node::Assign(Box::new(Target::Local(name.clone())), Box::new(value)), at)
        };
        let mut list: Vec<Expr> = names.iter().zip(&hidden).map(assign).collect();
        list.push(body.clone());
        let params = hidden.into_iter().map(Param::Needed).collect();
        let block = Block { params, body: Expr::new(Node::Sequence(list), at) };
        // What the body assigns first belongs to what is around it, too.
        self.declare_all(body);
        let index = self.block("block".into(), &block, false)?;
        self.op(
            Op::Call { name: "each".into(), count: 0, with: With::Code(index), own: false, bare: false, command: None },
            at,
        );
        Ok(())
    }

    /// Declares what the statements of a body assign.
    fn declare_all(&mut self, body: &Expr) {
        match &body.node {
            Node::Sequence(list) => list.iter().for_each(|statement| self.declare_all(statement)),
            Node::Assign(target, _) | Node::Update(target, ..) => {
                if let Target::Local(name) = &**target {
                    self.declare(name);
                }
            }
            _ => {}
        }
    }

    fn case(&mut self, subject: Option<&Expr>, whens: &[(Vec<Expr>, Expr)], other: &Expr, at: Position) -> Compiled {
        if let Some(subject) = subject {
            self.expr(subject)?;
        }
        let mut ends = Vec::new();
        for (values, body) in whens {
            let mut hits = Vec::new();
            for value in values {
                if subject.is_some() {
                    self.op(Op::Dup(1), at);
                    self.expr(value)?;
                    // The value is asked about the subject, which lies below it.
                    let name = "is this".into();
                    self.op(
                        Op::Call { name, count: 1, with: With::Nothing, own: false, bare: false, command: None },
                        value.at,
                    );
                } else {
                    self.expr(value)?;
                }
                hits.push(self.op(Op::JumpIf(0), at));
            }
            let miss = self.op(Op::Jump(0), at);
            for hit in hits {
                self.land(hit);
            }
            if subject.is_some() {
                self.op(Op::Pop, at);
            }
            self.expr(body)?;
            ends.push(self.op(Op::Jump(0), at));
            self.land(miss);
        }
        if subject.is_some() {
            self.op(Op::Pop, at);
        }
        self.expr(other)?;
        for end in ends {
            self.land(end);
        }
        Ok(())
    }

    fn defined(&mut self, inner: &Expr, at: Position) -> Compiled {
        let said = match &inner.node {
            Node::Local(_) => "local-variable",
            Node::Myself => "self",
            Node::Assign(..) | Node::Update(..) | Node::Spread { .. } => "assignment",
            Node::Yield(_) => "yield",
            Node::Global(name) | Node::Instance(name) => {
                self.op(Op::Known(name.as_str().into()), at);
                return Ok(());
            }
            Node::Call(call) if call.receiver.is_some() => "method",
            Node::Call(call) if call.receiver.is_none() && call.args.is_empty() => {
                self.op(Op::Known(call.name.as_str().into()), at);
                return Ok(());
            }
            Node::Constant(name) => {
                self.op(Op::Known(name.as_str().into()), at);
                return Ok(());
            }
            _ => "expression",
        };
        self.op(Op::Str(said.as_bytes().into()), at);
        Ok(())
    }
}

/// `list.map.with_index { … }` as one call, since there are no enumerators.
fn indexed(call: &Call) -> Option<Call> {
    let plain = matches!(call.name.as_str(), "with_index" | "each_with_index");
    let Some(Expr { node: Node::Call(inner), .. }) = &call.receiver else { return None };
    if !plain || call.block.is_none() || inner.block.is_some() || !inner.args.is_empty() || inner.receiver.is_none() {
        return None;
    }
    let name = match inner.name.as_str() {
        "map" | "collect" => "map_with_index",
        "each" if call.args.is_empty() => "each_with_index",
        _ => return None,
    };
    Some(Call { receiver: inner.receiver.clone(), name: name.to_owned(), ..call.clone() })
}
