//! A session: lines go in, prompts and text come out, and what commands need done is asked for.

use crate::command::LIBRARY;
use crate::output::Output;
use crate::ruby::compile::compile;
use crate::ruby::lexer::{Lexeme, Names, PartialStatement, Reading, Token};
use crate::ruby::machine::{Machine, Pause};
use crate::ruby::method::inspect;
use crate::ruby::method::part::LACKING;
use crate::ruby::parser;
use crate::ruby::tree::Position;
use crate::ruby::trouble::Trouble;
use crate::ruby::value::{Exception, Value};
use crate::world::{Catalog, Demand, Io, Reply};
use splitpoint_model::cluster::Cluster;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What a session waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The next line; [`Shell::prompt`] says how to ask for it.
    Type,
    /// Somebody has to do this; its reply goes to [`Shell::hear`].
    Ask(Arc<Demand>),
    /// It has done as many operations as it was allowed; call [`Shell::step`] again.
    Busy,
    /// An exception that nobody rescued, as Ruby prints it. Here the real shell ends with status 1; this one can go on.
    Raised(String),
    /// `exit`, with this status.
    Ended(i32),
}

/// A session of the shell: a value that can be cloned, compared and hashed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shell {
    machine: Machine,
    output: Output,
    /// The statement that is being typed.
    draft: PartialStatement,
    /// The number of the next line.
    line: u32,
    /// The number of the first line of the statement.
    first: u32,
    /// The names of local variables: whether a name is one decides how a line is read.
    known: Names,
    running: bool,
}

impl Shell {
    /// Feeds all it consists of to a hasher.
    pub(crate) fn tell(&self, mut state: &mut dyn Hasher) {
        let Self { machine, output, draft, line, first, known, running } = self;
        (machine, output, draft, line, first, known, running).hash(&mut state);
    }

    /// A session in a terminal so many characters wide; 0 for a pipe, where nothing is padded or wrapped.
    pub fn new(width: usize) -> Self {
        Self {
            machine: Machine::new(LIBRARY),
            output: Output::new(width),
            draft: PartialStatement::new(1, Names::default()),
            line: 1,
            first: 1,
            known: Names::default(),
            running: false,
        }
    }

    /// Lets the first failed command end the session with [`Turn::Raised`], as `hbase shell -n` does.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.output.strict = true;
        self
    }

    /// Changes the width, from the next command on.
    pub fn resize(&mut self, width: usize) {
        self.output.width = width;
    }

    /// The prompt before the next line. Empty on most lines of a block or a bracket that is open, as in the real shell.
    pub fn prompt(&self) -> String {
        let Reading { open, continues, depth } = self.draft.reading();
        let depth = depth.max(0);
        match open {
            Some(quote) => format!("hbase:{:03}:{depth}{quote} ", self.line),
            None if continues => format!("hbase:{:03}:{depth}* ", self.line),
            None if depth > 0 => String::new(),
            None => format!("hbase:{:03}:0> ", self.line),
        }
    }

    /// Whether it writes to no terminal, but as through a pipe: what ends the session is then left to who reads it.
    pub fn is_piped(&self) -> bool {
        self.output.width == 0
    }

    /// The number of the next line.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Whether a statement has been begun and not ended.
    pub fn is_unfinished(&self) -> bool {
        !self.draft.is_empty()
    }

    /// Takes a line, without its end. When the statement is whole, [`step`](Self::step) runs it.
    pub fn enter(&mut self, line: &str) {
        if self.draft.is_empty() {
            self.draft = PartialStatement::new(self.line, std::mem::take(&mut self.known));
        }
        self.line += 1;
        let Some((text, lexed)) = self.draft.enter(line) else { return };
        let first = std::mem::replace(&mut self.first, self.line);
        if text.trim().is_empty() {
            self.known = lexed.known;
            return;
        }
        let warnings = if self.output.width > 0 { warnings(&lexed.lexemes) } else { Vec::new() };
        let (tree, mut known) = parser::tree(lexed);
        known.back_to(0);
        let end = tree.as_ref().err().map(Trouble::place);
        for (at, warning) in warnings {
            if end.is_none_or(|end| at < end) {
                self.output.push(&warning);
            }
        }
        let names = self.machine.names.len();
        match tree.and_then(|tree| compile(&tree, &mut self.machine.names, LIBRARY)) {
            Ok(code) => {
                for name in &self.machine.names[names..] {
                    // Names that begin with a blank are made by the compiler.
                    if !name.starts_with(' ') {
                        known.insert(name);
                    }
                }
                known.keep();
                self.machine.start(code);
                self.running = true;
            }
            Err(trouble) => {
                self.machine.names.truncate(names);
                let line = trouble.place().line.saturating_sub(first) as usize;
                let shown = text.lines().nth(line).unwrap_or("");
                for line in trouble.lines(shown) {
                    self.output.line(&line);
                }
            }
        }
        self.known = known;
    }

    /// Goes on for at most so many operations of its machine.
    pub fn step(&mut self, cluster: &Cluster, catalog: &mut Catalog, now: i64, most: u64) -> Turn {
        if !self.running {
            return Turn::Type;
        }
        let mut io = Io { cluster, catalog, out: &mut self.output, now };
        let turn = match self.machine.run(&mut io, most) {
            Pause::Busy => Turn::Busy,
            Pause::Ask(demand) => Turn::Ask(demand),
            Pause::Done(value) => {
                self.running = false;
                if value != Value::Nil {
                    let shown = inspect::inspect(&self.machine.heap, &value);
                    self.output.line(&format!("=> {shown}"));
                }
                self.machine.last = value;
                Turn::Type
            }
            Pause::Failed(exception) => {
                self.running = false;
                self.failed(&exception)
            }
        };
        if !self.running {
            self.output.begin();
        }
        turn
    }

    /// About how many operations of its machine the last [`step`](Self::step) was: one on a large array counts as many.
    pub fn labour(&self) -> u64 {
        self.machine.labour()
    }

    fn failed(&mut self, exception: &Exception) -> Turn {
        let Exception { class, message, hints } = exception;
        match class.as_str() {
            "SystemExit" => Turn::Ended(message.parse().unwrap_or(0)),
            "Unsupported" | "Limit" | LACKING => {
                let place = self.machine.place().unwrap_or_default();
                let what = if place.line > 0 {
                    format!(" (line {}, column {})", place.line, place.column + 1)
                } else {
                    String::new()
                };
                let real = match class.as_str() {
                    "Limit" => "",
                    LACKING => " That part of it was not loaded: run the line again once it is.",
                    _ => " The shell of a real HBase does.",
                };
                self.output.line("");
                self.output.line(&format!("ERROR: this shell does not run {message}{what}.{real}"));
                self.output.line("");
                if self.output.strict { Turn::Raised(format!("{class}: {message}")) } else { Turn::Type }
            }
            "NameError" | "NoMethodError" if !self.output.strict => {
                self.output.line("Traceback (most recent call last):");
                self.output.line(&format!("{class} ({message})"));
                for (at, hint) in hints.iter().enumerate() {
                    self.output.line(&format!("{}{hint}", if at == 0 { "Did you mean?  " } else { "               " }));
                }
                Turn::Type
            }
            _ => {
                let text = format!("{class}: {message}");
                // Through a pipe the real shell prints it on the error stream.
                if self.output.width > 0 && !self.output.strict {
                    self.output.line(&text);
                }
                Turn::Raised(text)
            }
        }
    }

    /// Takes the reply to what was asked.
    pub fn hear(&mut self, reply: Reply) {
        self.machine.hear(reply);
    }

    /// Ends the statement that is running, or drops the one that is being typed.
    pub fn stop(&mut self) {
        self.machine.stop();
        self.running = false;
        self.output.begin();
        if !self.draft.is_empty() {
            self.known =
                std::mem::replace(&mut self.draft, PartialStatement::new(self.line, Names::default())).give_up();
        }
        self.first = self.line;
    }

    /// Whether a statement is at work.
    pub fn is_running(&self) -> bool {
        self.running && self.machine.is_busy()
    }

    /// Where the statement at work stands.
    pub fn place(&self) -> Option<Position> {
        if self.running { self.machine.place() } else { None }
    }

    /// Takes out what has been printed since the last call.
    pub fn take_output(&mut self) -> String {
        self.output.take()
    }

    /// Names of the variables of the session.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.machine.names.iter().map(String::as_str).filter(|name| !name.starts_with(' '))
    }

    /// The name of the table that a variable refers to.
    pub fn table_of(&self, variable: &str) -> Option<String> {
        match self.machine.local(variable)? {
            Value::Table(name) => Some(inspect::short(&name).to_owned()),
            _ => None,
        }
    }
}

/// Warnings of operators that look like the beginning of an argument, which JRuby prints on its error stream.
fn warnings(lexemes: &[Lexeme]) -> Vec<(Position, String)> {
    let mut warnings = Vec::new();
    for lexeme in lexemes {
        let Token::Op(op) = lexeme.token else { continue };
        let seems = match op {
            "+" | "-" => "unary operator",
            "*" | "&" | "**" => "argument prefix",
            "/" => "regexp literal",
            "%" => "string literal",
            "<<" => "here document",
            _ => continue,
        };
        if lexeme.spaced && !lexeme.spaced_after && !lexeme.begins {
            let line = lexeme.at.line;
            let text = format!(
                "(hbase):{line}: warning: `{op}' after local variable or literal is interpreted as binary operator\n\
                 (hbase):{line}: warning: even though it seems like {seems}\n"
            );
            warnings.push((lexeme.at, text));
        }
    }
    warnings
}

#[cfg(test)]
mod tests;
