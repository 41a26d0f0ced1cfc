//! Why a text is not run: it is no Ruby, or it is Ruby that this shell does not speak.

use crate::ruby::tree::Position;

/// Why a text is not run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Trouble {
    /// It is no Ruby.
    Syntax {
        /// In the words of JRuby: `syntax error, unexpected '}'`.
        message: String,
        /// Where the unexpected token stands.
        at: Position,
        /// How many characters it has.
        width: u32,
    },
    /// It is Ruby, and the real shell would run it.
    Unsupported {
        /// What it is, as a noun: `Ruby's `class``.
        what: String,
        /// Where it stands.
        at: Position,
    },
}

impl Trouble {
    pub(crate) fn unsupported(what: impl Into<String>, at: Position) -> Self {
        Self::Unsupported { what: what.into(), at }
    }

    /// Where it stands.
    pub fn place(&self) -> Position {
        match self {
            Self::Syntax { at, .. } | Self::Unsupported { at, .. } => *at,
        }
    }

    /// The lines a shell prints for it; `line` is the one it stands on, without its end.
    pub fn lines(&self, line: &str) -> Vec<String> {
        match self {
            Self::Unsupported { what, at } => vec![
                String::new(),
                format!(
                    "ERROR: this shell does not run {what} (line {}, column {}). The shell of a real HBase does.",
                    at.line,
                    at.column + 1
                ),
                String::new(),
            ],
            Self::Syntax { message, at, width } => {
                let mut lines = vec![
                    "Traceback (most recent call last):".to_owned(),
                    format!("SyntaxError ((hbase):{}: {message})", at.line),
                ];
                let chars: Vec<char> = line.chars().collect();
                // JRuby shows the line where it is longer than this, and 30 characters of it on each side.
                if chars.len() + 1 > 5 {
                    let (start, end) = (at.column as usize, (at.column + width) as usize);
                    let from = end.saturating_sub(30);
                    let to = chars.len().min(end + 30);
                    let mut shown: String = chars[from.min(to)..to].iter().collect();
                    if from > 0 {
                        shown.insert_str(0, "...");
                    }
                    if to < chars.len() {
                        shown.push_str("...");
                    }
                    lines.push(shown);
                    // Where the beginning is cut off, JRuby marks a place too far to the left.
                    let column = if from > 0 { start.saturating_sub(from + 3) } else { start };
                    let tail = if *width > 1 { "~".repeat(*width as usize - 1) } else { String::new() };
                    lines.push(format!("{}^{tail}", " ".repeat(column)));
                }
                lines
            }
        }
    }
}
