//! Blocks of a lesson as they run in a session: their statements, and whether they fail where they may not.

use super::Lesson;
use super::block::{Block, BlockStep, Use};
use super::fault::{Fault, Trouble};
use crate::session::{Kind, Session};

impl Lesson {
    /// Plays a statement at the grain of the lesson; that of the session stays.
    pub(super) fn play(&self, session: &mut Session, step: &BlockStep, line: u32) -> Result<(), Fault> {
        let grain = session.grain();
        session.set_grain(self.grain);
        let played = step.play(session).map_err(|trouble| Fault::new(line, trouble));
        session.set_grain(grain);
        played
    }

    /// The statements of a block.
    pub(super) fn steps(&self, session: &Session, block: &Block) -> Result<Vec<BlockStep>, Fault> {
        let cues = self.score.as_ref().filter(|_| session.is_recorded()).and_then(|score| score.block(block.line));
        cues.map_or_else(|| block.steps(session), |cues| Ok(block.recorded(cues)))
    }

    /// Plays a block to its end.
    pub(super) fn run(&self, session: &mut Session, block: &Block) -> Result<(), Fault> {
        let said = failures(session);
        for step in self.steps(session, block)? {
            self.play(session, &step, block.line + step.lines.start)?;
        }
        block.judge(&said, session)
    }
}

impl Block {
    /// Whether a command failed that should not have, or none that should have.
    pub(super) fn judge(&self, before: &[String], session: &Session) -> Result<(), Fault> {
        let after = failures(session);
        match (self.use_, after.get(before.len())) {
            (Use::Fails, None) => Err(Fault::new(self.line, Trouble::NotFailed)),
            (Use::Setup | Use::Play | Use::Queue, Some(error)) => {
                Err(Fault::new(self.line, Trouble::Failed(error.clone())))
            }
            // Whoever tries to reach a goal may fail on the way.
            _ => Ok(()),
        }
    }
}

/// Lines of the console that say that something failed.
pub(super) fn failures(session: &Session) -> Vec<String> {
    let lines = session.console(usize::MAX, &|_, row| crate::notation::to_string_binary(row));
    // Above an exception stands that it follows.
    let says = |text: &String| !text.starts_with("Traceback");
    lines.into_iter().filter(|line| line.kind == Kind::Error).map(|line| line.text).filter(says).collect()
}
