//! The session as plain text, for the report of a bug.

use super::Session;
use crate::log::Decision;
use crate::log::Grain;
use crate::words;
use std::fmt::Write;

/// Decisions that are told one by one, the last ones. All stand in the session at the end, and a report is written each time
/// that work is kept, so that it must not grow with it.
const TOLD: usize = 500;

impl Session {
    /// The last decisions and their results, one a line. Below it belongs the session as the text that it is kept as, so that it
    /// can be opened again.
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
        let untold = self.log.len().saturating_sub(TOLD);
        if untold > 0 {
            writeln!(log, "       {untold} earlier decisions are in the session below")?;
        }
        for at in untold + 1..=self.log.len() {
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
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario;
    use crate::scenario::EXAMPLES;

    #[test]
    fn a_report_tells_the_last_decisions_and_has_all_of_them() {
        let start = scenario::start(EXAMPLES[0].id).expect("an example");
        let mut session = Session::from_start(start).expect("it can be made");
        for at in 0..TOLD {
            session.set_background(at % 2 != 0);
        }
        let whole = session.log_text();
        assert!(!whole.contains("earlier decisions"), "{whole}");
        let lines = whole.lines().count();
        for at in 0..3 * TOLD {
            session.set_background(at % 2 != 0);
        }
        let long = session.log_text();
        assert!(long.contains(&format!("{} earlier decisions", 3 * TOLD)), "{long}");
        assert_eq!(long.lines().count(), lines + 1, "it does not grow");
    }
}
