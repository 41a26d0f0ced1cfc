//! The tree as text again, in one form: parentheses where they are needed or do no harm, one statement a line.

use crate::ruby::tree::{Arg, Begin, Block, Call, Expr, Node, Param, Part, Target};
use std::fmt::Write;

/// Prints a tree so that [`parse`](crate::parse) reads it back.
pub fn print(tree: &Expr) -> String {
    let mut out = Printer { text: String::new(), depth: 0 };
    out.statements(tree);
    out.text
}

struct Printer {
    text: String,
    depth: usize,
}

const OPERATORS: &[&str] =
    &["+", "-", "*", "/", "%", "**", "==", "<", ">", "<=", ">=", "<=>", "===", "=~", "<<", ">>", "&", "|", "^"];

impl Printer {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
    }

    /// Statements on lines of their own, at the present depth.
    fn statements(&mut self, tree: &Expr) {
        let Node::Sequence(list) = &tree.node else { return self.statement(tree) };
        for (at, statement) in list.iter().enumerate() {
            if at > 0 {
                self.line();
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, tree: &Expr) {
        match &tree.node {
            Node::Sequence(_) => self.expr(tree),
            Node::Spread { targets, value } => self.spread(targets, value),
            _ => self.expr(tree),
        }
    }

    /// An indented body, then `end`.
    fn body(&mut self, tree: &Expr, end: &str) {
        self.depth += 1;
        self.line();
        self.statements(tree);
        self.depth -= 1;
        self.line();
        self.push(end);
    }

    fn joined<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.push(", ");
            }
            each(self, item);
        }
    }

    fn spread(&mut self, targets: &[Target], value: &Expr) {
        self.joined(targets, Self::target);
        self.push(" = ");
        self.expr(value);
    }

    fn target(&mut self, target: &Target) {
        match target {
            Target::Local(name) | Target::Constant(name) | Target::Global(name) | Target::Instance(name) => {
                self.push(name)
            }
            Target::Rest(name) => {
                self.push("*");
                self.push(name);
            }
            Target::Index(receiver, args) => {
                self.operand(receiver);
                self.push("[");
                self.joined(args, Self::arg);
                self.push("]");
            }
            Target::Attribute(receiver, name) => {
                self.operand(receiver);
                self.push(".");
                self.push(name);
            }
        }
    }

    fn arg(&mut self, arg: &Arg) {
        match arg {
            Arg::Plain(value) => self.expr(value),
            Arg::Splat(value) => {
                self.push("*");
                self.expr(value);
            }
            Arg::Block(value) => {
                self.push("&");
                self.expr(value);
            }
        }
    }

    fn pairs(&mut self, pairs: &[(Expr, Expr)]) {
        self.push("{");
        self.joined(pairs, |out, (key, value)| {
            out.expr(key);
            out.push(" => ");
            out.expr(value);
        });
        self.push("}");
    }

    /// An expression to which something is done: in parentheses where it does not end by itself.
    fn operand(&mut self, tree: &Expr) {
        let closed = matches!(
            tree.node,
            Node::Nil
                | Node::True
                | Node::False
                | Node::Myself
                | Node::Int(_)
                | Node::Float(_)
                | Node::Text(_)
                | Node::Str(_)
                | Node::Array(_)
                | Node::Range { .. }
                | Node::Local(_)
                | Node::Constant(_)
                | Node::Call(_)
        );
        if closed {
            return self.expr(tree);
        }
        self.push("(");
        self.expr(tree);
        self.push(")");
    }

    fn two(&mut self, left: &Expr, operator: &str, right: &Expr) {
        self.push("(");
        self.operand(left);
        self.push(operator);
        self.operand(right);
        self.push(")");
    }

    fn expr(&mut self, tree: &Expr) {
        match &tree.node {
            Node::Nil => self.push("nil"),
            Node::True => self.push("true"),
            Node::False => self.push("false"),
            Node::Myself => self.push("self"),
            Node::Int(number) if *number < 0 => {
                let _ = write!(self.text, "({number})");
            }
            Node::Int(number) => {
                let _ = write!(self.text, "{number}");
            }
            Node::Float(number) => self.float(number.0),
            Node::Text(text) => {
                self.push("\"");
                self.parts(&[Part::Text(text.to_vec())], b'"');
                self.push("\"");
            }
            Node::Str(parts) => {
                self.push("\"");
                self.parts(parts, b'"');
                self.push("\"");
            }
            Node::Symbol(name) => {
                self.push(":");
                self.push("\"");
                self.parts(&[Part::Text(name.clone().into_bytes())], b'"');
                self.push("\"");
            }
            Node::Regex { parts, flags } => self.regex(parts, flags),
            Node::Array(items) => {
                self.push("[");
                self.joined(items, Self::arg);
                self.push("]");
            }
            Node::Hash(pairs) => self.pairs(pairs),
            Node::Range { from, to, exclusive } => self.range(from.as_deref(), to.as_deref(), *exclusive),
            Node::Local(name) | Node::Constant(name) | Node::Global(name) | Node::Instance(name) => self.push(name),
            Node::Scoped(inside, name) => {
                self.operand(inside);
                self.push("::");
                self.push(name);
            }
            Node::Call(call) => self.call(call),
            Node::Not(inner) => {
                self.push("(!");
                self.operand(inner);
                self.push(")");
            }
            Node::And(left, right) => self.two(left, " && ", right),
            Node::Or(left, right) => self.two(left, " || ", right),
            Node::Assign(target, value) => self.assign(target, " = ", value),
            Node::Update(target, operator, value) => self.assign(target, &format!(" {operator}= "), value),
            Node::Spread { targets, value } => {
                self.push("(");
                self.spread(targets, value);
                self.push(")");
            }
            Node::If { condition, then, other } => self.choice(condition, then, other),
            Node::While { condition, body, until, first } => {
                self.repeat(if *until { "until" } else { "while" }, condition, body, *first)
            }
            Node::For { names, over, body } => self.for_each(names, over, body),
            Node::Case { subject, whens, other } => self.case(subject.as_deref(), whens, other),
            Node::Begin(begin) => self.begin(begin),
            Node::Define { name, block } => self.define(name, block),
            Node::Lambda(block) => {
                self.push("->(");
                self.joined(&block.params, Self::param);
                self.push(") {");
                self.body(&block.body, "}");
            }
            Node::Return(value) => self.leave("return", value.as_deref()),
            Node::Break(value) => self.leave("break", value.as_deref()),
            Node::Next(value) => self.leave("next", value.as_deref()),
            Node::Retry => self.push("retry"),
            Node::Yield(args) => {
                self.push("yield(");
                self.joined(args, Self::arg);
                self.push(")");
            }
            Node::Defined(inner) => {
                self.push("defined?(");
                self.expr(inner);
                self.push(")");
            }
            Node::Sequence(list) => {
                self.push("(");
                for (at, statement) in list.iter().enumerate() {
                    if at > 0 {
                        self.push("; ");
                    }
                    self.statement(statement);
                }
                self.push(")");
            }
        }
    }

    fn float(&mut self, number: f64) {
        // Infinity has no literal of its own: it is what a number that is too large is read as.
        let text = if number.is_infinite() { "1.0e400".to_owned() } else { format!("{:?}", number.abs()) };
        let text = if text.contains('.') { text } else { text.replacen('e', ".0e", 1) };
        self.push(&if number.is_sign_negative() { format!("(-{text})") } else { text });
    }

    fn regex(&mut self, parts: &[Part], flags: &str) {
        self.push("%r/");
        for part in parts {
            match part {
                Part::Text(text) => {
                    let text = String::from_utf8_lossy(text).replace('/', "\\/");
                    self.push(&text);
                }
                Part::Code(code) => self.code(code),
            }
        }
        self.push("/");
        self.push(flags);
    }

    fn range(&mut self, from: Option<&Expr>, to: Option<&Expr>, exclusive: bool) {
        self.push("(");
        if let Some(from) = from {
            self.expr(from);
        }
        self.push(if exclusive { "..." } else { ".." });
        if let Some(to) = to {
            self.expr(to);
        }
        self.push(")");
    }

    /// A loop; with `first` its body comes before the condition is looked at.
    fn repeat(&mut self, word: &str, condition: &Expr, body: &Expr, first: bool) {
        if first {
            self.push("(");
            self.expr(body);
            let _ = write!(self.text, " {word} ");
            self.expr(condition);
            self.push(")");
        } else {
            self.push(word);
            self.push(" ");
            self.expr(condition);
            self.push(" do");
            self.body(body, "end");
        }
    }

    fn case(&mut self, subject: Option<&Expr>, whens: &[(Vec<Expr>, Expr)], other: &Expr) {
        self.push("case ");
        if let Some(subject) = subject {
            self.expr(subject);
        }
        for (values, body) in whens {
            self.line();
            self.push("when ");
            self.joined(values, Self::expr);
            self.push(" then");
            self.depth += 1;
            self.line();
            self.statements(body);
            self.depth -= 1;
        }
        self.line();
        self.push("else");
        self.body(other, "end");
    }

    fn choice(&mut self, condition: &Expr, then: &Expr, other: &Expr) {
        self.push("if ");
        self.expr(condition);
        self.push(" then");
        self.body(then, "else");
        self.body(other, "end");
    }

    fn for_each(&mut self, names: &[String], over: &Expr, body: &Expr) {
        let _ = write!(self.text, "for {} in ", names.join(", "));
        self.expr(over);
        self.push(" do");
        self.body(body, "end");
    }

    fn define(&mut self, name: &str, block: &Block) {
        self.push("def ");
        self.push(name);
        self.push("(");
        self.joined(&block.params, Self::param);
        self.push(")");
        self.body(&block.body, "end");
    }

    fn assign(&mut self, target: &Target, operator: &str, value: &Expr) {
        self.push("(");
        self.target(target);
        self.push(operator);
        self.expr(value);
        self.push(")");
    }

    fn leave(&mut self, word: &str, value: Option<&Expr>) {
        self.push("(");
        self.push(word);
        if let Some(value) = value {
            self.push(" ");
            self.operand(value);
        }
        self.push(")");
    }

    fn begin(&mut self, begin: &Begin) {
        self.push("begin");
        self.depth += 1;
        self.line();
        self.statements(&begin.body);
        self.depth -= 1;
        for rescue in &begin.rescues {
            self.line();
            self.push("rescue");
            if !rescue.classes.is_empty() {
                self.push(" ");
                self.joined(&rescue.classes, Self::expr);
            }
            if let Some(name) = &rescue.name {
                let _ = write!(self.text, " => {name}");
            }
            self.depth += 1;
            self.line();
            self.statements(&rescue.body);
            self.depth -= 1;
        }
        for (word, part) in [("else", &begin.other), ("ensure", &begin.ensure)] {
            if let Some(part) = part {
                self.line();
                self.push(word);
                self.depth += 1;
                self.line();
                self.statements(part);
                self.depth -= 1;
            }
        }
        self.line();
        self.push("end");
    }

    fn call(&mut self, call: &Call) {
        let Some(receiver) = &call.receiver else {
            self.push(&call.name);
            if !call.bare && (!call.args.is_empty() || call.block.is_none()) {
                self.push("(");
                self.joined(&call.args, Self::arg);
                self.push(")");
            }
            return self.block(call.block.as_ref());
        };
        let plain = |at: usize| match call.args.get(at) {
            Some(Arg::Plain(value)) => Some(value),
            _ => None,
        };
        match (call.name.as_str(), plain(0), call.args.len()) {
            ("[]", ..) if call.block.is_none() => {
                self.operand(receiver);
                self.push("[");
                self.joined(&call.args, Self::arg);
                self.push("]");
            }
            (name, Some(right), 1) if OPERATORS.contains(&name) && !call.safe && call.block.is_none() => {
                self.two(receiver, &format!(" {name} "), right);
            }
            ("-@", ..) => {
                self.push("(- ");
                self.operand(receiver);
                self.push(")");
            }
            ("~", ..) => {
                self.push("(~");
                self.operand(receiver);
                self.push(")");
            }
            (name, ..) => {
                self.operand(receiver);
                self.push(if call.safe { "&." } else { "." });
                self.push(name);
                if !call.args.is_empty() {
                    self.push("(");
                    self.joined(&call.args, Self::arg);
                    self.push(")");
                }
                self.block(call.block.as_ref());
            }
        }
    }

    fn block(&mut self, block: Option<&Block>) {
        let Some(block) = block else { return };
        self.push(" {");
        if !block.params.is_empty() {
            self.push(" |");
            self.joined(&block.params, Self::param);
            self.push("|");
        }
        self.body(&block.body, "}");
    }

    fn param(&mut self, param: &Param) {
        match param {
            Param::Needed(name) => self.push(name),
            Param::Optional(name, value) => {
                let _ = write!(self.text, "{name} = ");
                self.expr(value);
            }
            Param::Rest(name) if name == "*" => self.push("*"),
            Param::Rest(name) => {
                let _ = write!(self.text, "*{name}");
            }
            Param::Block(name) => {
                let _ = write!(self.text, "&{name}");
            }
            Param::Group(names) => {
                let _ = write!(self.text, "({})", names.join(", "));
            }
        }
    }

    fn code(&mut self, code: &Expr) {
        self.push("#{");
        self.expr(code);
        self.push("}");
    }

    fn parts(&mut self, parts: &[Part], quote: u8) {
        for part in parts {
            match part {
                Part::Code(code) => self.code(code),
                Part::Text(text) => {
                    for chunk in text.utf8_chunks() {
                        for c in chunk.valid().chars() {
                            match c {
                                '\\' | '#' => {
                                    self.text.push('\\');
                                    self.text.push(c);
                                }
                                c if c == char::from(quote) => {
                                    self.text.push('\\');
                                    self.text.push(c);
                                }
                                '\n' => self.push("\\n"),
                                c if c < ' ' || c == '\u{7f}' => {
                                    let _ = write!(self.text, "\\x{:02X}", u32::from(c));
                                }
                                c => self.text.push(c),
                            }
                        }
                        for byte in chunk.invalid() {
                            let _ = write!(self.text, "\\x{byte:02X}");
                        }
                    }
                }
            }
        }
    }
}
