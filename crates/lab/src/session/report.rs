//! The session as plain text, for the report of a bug.

use super::Session;
use crate::log::Decision;
use crate::log::Grain;
use crate::words;
use std::fmt::Write;

impl Session {
    /// Decisions and their results, one a line, and at the end the session as text, so that it can be opened again.
    pub fn log_text(&self) -> String {
        let mut log = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_log(&mut log);
        log
    }

    fn write_log(&self, log: &mut String) -> std::fmt::Result {
        let keys = |table: &str, row: &[u8]| self.key(table).to_text(row);
        writeln!(log, "Splitpoint {} · {}", env!("CARGO_PKG_VERSION"), self.start().title)?;
        writeln!(log, "{} decisions, cursor after {}", self.log.len(), self.log.at())?;
        for at in 1..=self.log.len() {
            let node = self.log.step(at);
            let here = if at == self.log.at() { "  ← cursor" } else { "" };
            let number = node.place.at(Grain::Rpc);
            let fact = node.fact.as_deref();
            let words = self.stage().decision_words(node.decision.as_ref(), fact, &keys);
            match (&node.decision, fact) {
                (Some(Decision::Step(_)), Some(fact)) => {
                    writeln!(log, "{number:5}  {words}{here}")?;
                    if let Some(answer) = &fact.answer {
                        let text = words::answer(answer).sentence.print(&keys);
                        writeln!(log, "       {} {text}", fact.actor.letter().map_or(' ', |letter| letter))?;
                    }
                }
                _ => writeln!(log, "       {words}{here}")?,
            }
        }
        if let Some(node) = self.log.strayed() {
            let words = self.stage().decision_words(node.decision.as_ref(), node.fact.as_deref(), &keys);
            writeln!(log, "Decision {} could not be done again: {words}", node.index)?;
        }
        writeln!(log, "\n{}", self.save().to_text())
    }
}
