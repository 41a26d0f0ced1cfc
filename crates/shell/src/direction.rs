//! A script, statement by statement: what the shell of a client is to run, and what is meant for whoever plays the
//! script.

use crate::ruby::lexer::{self, Names, PartialStatement};
use crate::ruby::parser::tree;
use crate::ruby::tree::{Arg, Call, Expr, Node, Position};
use std::fmt;

/// Letters of clients, in their order.
const LETTERS: &str = "ABCD";

/// A part of a script: statements for the shell, or one of `client`, `step`, `back`, `mark` and `must`, each a statement of
/// its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Statements for the shell of the client that speaks, the first at a line counted from 1.
    Run {
        /// The statements, with their line ends.
        text: String,
        /// The line of the script at which it begins, counted from 1.
        line: u32,
    },
    /// `client 'B'`, or the comment `# client B`, which another shell passes over: who speaks from here on.
    Client(u8),
    /// `step`, `step 3`, `step 'B'`, `step 'B', 3`: as many steps of a client at the grain of the transport.
    Step {
        /// The client; `None` for the one that speaks.
        client: Option<u8>,
        /// How many steps, at least one.
        times: u32,
    },
    /// `step put 't', …`: the client that speaks begins with this, and does its first step.
    Begin {
        /// One statement.
        text: String,
        /// The line of the script at which it begins, counted from 1.
        line: u32,
    },
    /// `back`, `back 3`: as many steps back.
    Back(u32),
    /// `mark 'before the race'`: the step at which the script stands gets this name, which is not empty.
    Mark(String),
    /// `must 'rows 4'`, `must 'a comment came', 'rows 4'`: a promise, which whoever plays the script reads and judges.
    Must {
        /// The name that is shown for the promise; empty if the script gives none.
        name: String,
        /// The text of the promise, which the shell does not read.
        promise: String,
        /// Its line of the script, counted from 1.
        line: u32,
    },
}

/// Why a script cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misdirection {
    /// The line that is to blame, counted from 1.
    pub line: u32,
    /// What to do, in a sentence.
    pub why: &'static str,
}

impl fmt::Display for Misdirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for Misdirection {}

fn refuse(line: u32, why: &'static str) -> Misdirection {
    Misdirection { line, why }
}

/// Reads lines as a shell does, only to know where statements end.
struct Reader {
    draft: PartialStatement,
    known: Names,
    line: u32,
}

impl Reader {
    fn new() -> Self {
        Self { draft: PartialStatement::new(1, Names::default()), known: Names::default(), line: 1 }
    }

    fn is_unfinished(&self) -> bool {
        !self.draft.is_empty()
    }

    fn enter(&mut self, line: &str) {
        if self.draft.is_empty() {
            self.draft = PartialStatement::new(self.line, std::mem::take(&mut self.known));
        }
        self.line += 1;
        let Some((text, lexed)) = self.draft.enter(line) else { return };
        // Where a pattern begins hangs on which names are variables. Nothing else makes one for later statements.
        self.known = if text.contains('=') || text.contains("for") {
            let (tree, mut known) = tree(lexed);
            if tree.is_err() {
                known.back_to(0);
            }
            known
        } else {
            lexed.known
        };
        self.known.keep();
    }
}

/// Whether a text ends where a statement ends.
pub fn is_whole(text: &str) -> bool {
    let mut reader = Reader::new();
    for line in text.lines() {
        reader.enter(line);
    }
    !reader.is_unfinished()
}

/// Splits a script into directions, in the order of its text.
///
/// # Errors
/// The first statement that makes no sense to whoever plays it, or has no end. Errors of the language are for the shell
/// to tell, when it gets there.
pub fn directions(script: &str) -> Result<Vec<Direction>, Misdirection> {
    let mut directions = Vec::new();
    let mut reader = Reader::new();
    let (mut statement, mut first) = (String::new(), 1);
    for (line, number) in script.lines().zip(1..) {
        reader.enter(line);
        statement.push_str(line);
        statement.push('\n');
        if reader.is_unfinished() {
            continue;
        }
        let text = std::mem::take(&mut statement);
        match direction(&text, first)? {
            Some(direction) => directions.push(direction),
            None => match directions.last_mut() {
                Some(Direction::Run { text: before, .. }) => before.push_str(&text),
                _ if text.trim().is_empty() => {}
                _ => directions.push(Direction::Run { text, line: first }),
            },
        }
        first = number + 1;
    }
    if reader.is_unfinished() {
        return Err(refuse(first, "this statement has a beginning but no end."));
    }
    Ok(directions)
}

/// The direction that a statement is; `None` where it is one for the shell. `line` is where it begins.
///
/// # Errors
/// What is missing from it.
pub fn direction(text: &str, line: u32) -> Result<Option<Direction>, Misdirection> {
    if let Some(client) = remark(text) {
        return Ok(Some(Direction::Client(client)));
    }
    let word = text.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next();
    if !matches!(word, Some("client" | "step" | "back" | "mark" | "must")) {
        return Ok(None);
    }
    let lexed = lexer::read(text.to_owned(), Position { line, column: 0 }, Names::default());
    let (Ok(tree), _) = tree(lexed) else { return Ok(None) };
    let Some(Call { receiver: None, name, args, block: None, .. }) = call(&tree) else { return Ok(None) };
    let args: Vec<&Expr> = args
        .iter()
        .filter_map(|arg| match arg {
            Arg::Plain(expr) => Some(expr),
            _ => None,
        })
        .collect();
    let times = |expr: &Expr| match expr.node {
        Node::Int(times) => u32::try_from(times).ok().filter(|times| (1..=10_000).contains(times)),
        _ => None,
    };
    Ok(Some(match (name.as_str(), args.as_slice()) {
        ("client", [one]) => {
            Direction::Client(client(one).ok_or_else(|| {
                refuse(line, "name a client by its letter, as in client 'B'. There are A, B, C and D.")
            })?)
        }
        ("step", []) => Direction::Step { client: None, times: 1 },
        ("step", [one]) if client(one).is_some() => Direction::Step { client: client(one), times: 1 },
        ("step", [one]) if times(one).is_some() => Direction::Step { client: None, times: times(one).unwrap_or(1) },
        ("step", [one, count]) if client(one).is_some() && times(count).is_some() => {
            Direction::Step { client: client(one), times: times(count).unwrap_or(1) }
        }
        ("step", [Expr { node: Node::Call(_), .. }]) => {
            let rest = text.trim_start().strip_prefix("step").unwrap_or_default();
            Direction::Begin { text: rest.trim_start().to_owned(), line }
        }
        ("back", []) => Direction::Back(1),
        ("back", [one]) if times(one).is_some() => Direction::Back(times(one).unwrap_or(1)),
        ("mark", [name]) if text_of(name).is_some_and(|name| !name.trim().is_empty()) => {
            Direction::Mark(text_of(name).unwrap_or_default())
        }
        ("mark", _) => return Err(refuse(line, "name the step by a text, as in mark 'before the race'.")),
        ("must", [promise]) | ("must", [_, promise]) if text_of(promise).is_some() => {
            let name = args.first().filter(|_| args.len() == 2).map_or(Some(String::new()), |name| text_of(name));
            let why = "name a promise by a text, as in must 'a comment came', 'rows 4'.";
            let name = name.ok_or_else(|| refuse(line, why))?;
            Direction::Must { name, promise: text_of(promise).unwrap_or_default(), line }
        }
        ("must", _) => return Err(refuse(line, "say what must hold as a text, as in must 'rows 4'.")),
        ("client", _) => return Err(refuse(line, "name one client by its letter, as in client 'B'.")),
        ("step", _) => {
            let why = "say step, step 3, step 'B', step 'B', 3, or step and the command that is to be begun.";
            return Err(refuse(line, why));
        }
        _ => return Err(refuse(line, "say back, or back 3.")),
    }))
}

/// The client that a line of exactly `# client B` names.
fn remark(text: &str) -> Option<u8> {
    let mut letters = text.trim_end().strip_prefix("# client ")?.chars();
    let client = LETTERS.find(letters.next()?)?;
    if letters.next().is_some() { None } else { u8::try_from(client).ok() }
}

/// The call, if a text is nothing but one call.
fn call(tree: &Expr) -> Option<&Call> {
    match &tree.node {
        Node::Call(call) => Some(call),
        Node::Sequence(list) => match list.as_slice() {
            [one] => call(one),
            _ => None,
        },
        _ => None,
    }
}

/// The content of a literal text without interpolation.
fn text_of(expr: &Expr) -> Option<String> {
    match &expr.node {
        Node::Text(text) => String::from_utf8(text.to_vec()).ok(),
        _ => None,
    }
}

/// The client of a letter.
fn client(expr: &Expr) -> Option<u8> {
    let text = match &expr.node {
        Node::Text(text) => std::str::from_utf8(text).ok()?,
        Node::Symbol(name) | Node::Constant(name) => name,
        _ => return None,
    };
    let mut chars = text.chars();
    let letter = chars.next()?.to_ascii_uppercase();
    let client = LETTERS.find(letter)?;
    if chars.next().is_some() { None } else { u8::try_from(client).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Shell;
    use std::fs;
    use std::path::Path;

    #[test]
    fn a_promise_is_a_text_with_or_without_a_name() {
        let must = |name: &str, promise: &str, line| {
            let (name, promise) = (name.to_owned(), promise.to_owned());
            Direction::Must { name, promise, line }
        };
        let script = "must 'rows 4'\nmust \"it's there\", 'row 17'\nmust = 3\n";
        let rest = Direction::Run { text: "must = 3\n".to_owned(), line: 3 };
        assert_eq!(directions(script), Ok(vec![must("", "rows 4", 1), must("it's there", "row 17", 2), rest]));
        for wrong in ["must", "must 4", "must 'a', 'b', 'c'", "must 4, 'rows 4'", "must \"rows #{n}\""] {
            assert!(directions(wrong).is_err_and(|why| why.line == 1), "{wrong}");
        }
    }

    #[test]
    fn a_mark_is_a_name_in_quotes() {
        let rest = Direction::Run { text: "mark = 3\n".to_owned(), line: 2 };
        assert_eq!(directions("mark 'the race'\nmark = 3\n"), Ok(vec![Direction::Mark("the race".to_owned()), rest]));
        for wrong in ["mark", "mark 4", "mark ' '", "mark 'a', 'b'", "mark \"#{n}\""] {
            assert!(directions(wrong).is_err_and(|why| why.line == 1), "{wrong}");
        }
    }

    #[test]
    fn a_comment_lets_another_client_speak_only_where_a_statement_may_begin() {
        let run = |text: &str, line| Direction::Run { text: text.to_owned(), line };
        let script = "x = 1\n# client B\nput 't'\r\n# client A\r\nlist\n";
        let said =
            [run("x = 1\n", 1), Direction::Client(1), run("put 't'\n", 3), Direction::Client(0), run("list\n", 5)];
        assert_eq!(directions(script), Ok(said.to_vec()));
        let remarks = [
            "# client E\n",
            "# client b\n",
            "# client BB\n",
            "# client 'B'\n",
            "#client B\n",
            " # client B\n",
            "# client B and A\n",
            "## client B\n",
            "x = <<E\n# client B\nE\n",
            "x = 'a\n# client B\n'\n",
            "2.times do\n# client B\nend\n",
            "=begin\n# client B\n=end\n",
            "put 't',\n# client B\n'r'\n",
        ];
        for text in remarks {
            assert_eq!(directions(text), Ok(vec![run(text, 1)]), "{text}");
        }
    }

    #[test]
    fn statements_end_where_they_end_at_a_prompt() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus/script");
        let mut texts = vec!["x = 6\ny = x /2\n[1].each { |z| z }\nz /2\n/2\nfor w in 1..2 do end\nw /2\n1".to_owned()];
        for entry in fs::read_dir(folder).expect("there is a corpus").flatten() {
            texts.extend(fs::read_to_string(entry.path()));
        }
        assert!(texts.len() > 40);
        for text in texts {
            let (mut shell, mut reader) = (Shell::new(0), Reader::new());
            for line in text.lines() {
                shell.enter(line);
                reader.enter(line);
                assert_eq!(reader.is_unfinished(), shell.is_unfinished(), "after {line:?} of {text}");
            }
        }
    }
}
