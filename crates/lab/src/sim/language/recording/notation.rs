//! A recording as lines of text, and back.
//!
//! ```text
//! client                                          the statements of A; the next such line begins those of B
//! typed 1                                         a statement of one line
//! 0 + 5 ask Request Put comments … ''             told nothing, at line 5: what it asks for, and what it printed
//! 5ba1f1f2 + 5 typed Took\x20…                    told something with this fingerprint: the statement is over
//! after 1                                         what follows does not follow the last turn, but the first
//! ```

use super::word::{Line, Word, Words};
use super::{Recording, Statement, Turn};
use crate::sim::language::Pause;
use splitpoint_shell::Demand;
use std::sync::Arc;

impl Recording {
    /// The lines of it; `None` where something was asked for that has no words.
    pub(crate) fn write(&self) -> Option<String> {
        let mut text = String::new();
        for statements in &self.clients {
            text.push_str("client\n");
            for statement in statements {
                text.push_str(&format!("typed {}\n", statement.lines));
                for (at, turn) in statement.turns.iter().enumerate() {
                    if turn.after != at {
                        text.push_str(&format!("after {}\n", turn.after));
                    }
                    let mut line = Line::default();
                    turn.write(&mut line);
                    if line.is_short {
                        return None;
                    }
                    text.push_str(&line.text);
                    text.push('\n');
                }
            }
        }
        Some(text)
    }

    /// What [`write`](Self::write) wrote; `None` where a line is something else.
    pub(crate) fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut clients: Vec<Vec<Statement>> = Vec::new();
        let mut after = None;
        for line in lines {
            if let Some(turn) = line.strip_prefix("after ") {
                after = Some(turn.parse().ok()?);
            } else if line == "client" {
                clients.push(Vec::new());
            } else if let Some(lines) = line.strip_prefix("typed ") {
                let statement = Statement { lines: lines.parse().ok()?, turns: Vec::new() };
                clients.last_mut()?.push(statement);
            } else {
                let turn = Turn::read(&mut line.split(' '))?;
                let turns = &mut clients.last_mut()?.last_mut()?.turns;
                turns.push(Turn { after: after.take().unwrap_or(turns.len()), ..turn });
            }
        }
        Some(Self { clients })
    }
}

impl Word for Turn {
    fn write(&self, line: &mut Line) {
        line.add(&format!("{:x}", self.heard));
        self.line.write(line);
        match &self.pause {
            Pause::Typed => line.add("typed"),
            Pause::Busy => line.add("busy"),
            Pause::Raised => line.add("raised"),
            Pause::Ended => line.add("ended"),
            Pause::Ask(demand) => {
                line.add("ask");
                demand.write(line);
            }
        }
        self.printed.write(line);
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        let heard = u32::from_str_radix(words.next()?, 16).ok()?;
        let line = Word::read(words)?;
        let pause = match words.next()? {
            "typed" => Pause::Typed,
            "busy" => Pause::Busy,
            "raised" => Pause::Raised,
            "ended" => Pause::Ended,
            "ask" => Pause::Ask(Arc::new(Demand::read(words)?)),
            _ => return None,
        };
        Some(Self { after: 0, heard, line, pause, printed: Word::read(words)? })
    }
}
