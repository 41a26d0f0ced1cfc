//! The session as plain text, for the report of a bug.

use super::Session;
use crate::history::Decision;
use crate::view::Grain;
use std::fmt::Write;

impl Session {
    /// Decisions and what came of them, one a line, and the session itself at the end, so that it can be had again.
    pub fn log_text(&self) -> String {
        let mut log = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_log(&mut log);
        log
    }

    fn write_log(&self, log: &mut String) -> std::fmt::Result {
        let keys = |table: &str, row: &[u8]| self.start().key(table).to_text(row);
        writeln!(log, "Splitpoint {} · {}", env!("CARGO_PKG_VERSION"), self.start().title)?;
        writeln!(log, "{} decisions, cursor after {}", self.history.len(), self.history.at())?;
        for at in 1..=self.history.len() {
            let node = self.history.step(at);
            let here = if at == self.history.at() { "  ← cursor" } else { "" };
            let number = node.place.at(Grain::Rpc);
            let note = node.note.as_deref();
            let words = self.decision_words(node.decision.as_ref(), note, &keys);
            match (&node.decision, note) {
                (Some(Decision::Step(_)), Some(note)) => {
                    writeln!(log, "{number:5}  {words}{here}")?;
                    if let Some(answer) = &note.answer {
                        let text = answer.sentence.print(&keys);
                        writeln!(log, "       {} {text}", note.actor.letter().map_or(' ', |letter| letter))?;
                    }
                }
                _ => writeln!(log, "       {words}{here}")?,
            }
        }
        if let Some(node) = self.history.strayed() {
            let words = self.decision_words(node.decision.as_ref(), node.note.as_deref(), &keys);
            writeln!(log, "Decision {} could not be done again: {words}", node.index)?;
        }
        writeln!(log, "\n{}", self.save().to_text())
    }
}
