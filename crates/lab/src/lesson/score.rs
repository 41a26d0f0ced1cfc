//! A lesson without the language it is written in: its statements, and what the shells did for them.
//!
//! [`compile`] plays a lesson to its end with the language, and writes down what its shells asked for and printed. What it
//! writes is a file beside the lesson (`crates/lab/lessons/ID.steps`), which a test compares with what it would write now.

use super::block::BlockStep;
use super::{Fault, Lesson, Player};
use crate::sim::language::recording::{Line, Recorder, Recording, Tape, Word};
use crate::sim::language::{Direction, Language};
use splitpoint_model::map::Map;
use std::ops::Range;
use std::sync::Arc;

/// What is recorded of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Score {
    /// By the line at which a block begins: its statements.
    blocks: Map<u32, Vec<Cue>>,
    /// What the shells did.
    pub(super) recording: Recording,
}

/// A statement of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cue {
    /// Its lines in the block, counted from 0.
    pub(super) lines: Range<u32>,
    pub(super) directions: Vec<Direction>,
}

impl Score {
    /// The statements of a block.
    pub(super) fn block(&self, line: u32) -> Option<&[Cue]> {
        self.blocks.get(&line).map(Vec::as_slice)
    }

    fn write(&self) -> Option<String> {
        let mut text = String::new();
        for (at, cues) in &self.blocks {
            text.push_str(&format!("block {at}\n"));
            for cue in cues {
                let mut line = Line::default();
                cue.lines.start.write(&mut line);
                cue.lines.end.write(&mut line);
                cue.directions.write(&mut line);
                text.push_str(&line.text);
                text.push('\n');
            }
        }
        Some(text + "recorded\n" + &self.recording.write()?)
    }

    /// What [`compile`] wrote; `None` where it is something else.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let mut blocks: Map<u32, Vec<Cue>> = Map::new();
        let mut block = None;
        for line in lines.by_ref().take_while(|line| *line != "recorded") {
            if let Some(at) = line.strip_prefix("block ") {
                let at = at.parse().ok()?;
                blocks.insert(at, Vec::new());
                block = Some(at);
                continue;
            }
            let mut words = line.split(' ');
            let (start, end) = Word::read(&mut words)?;
            let cue = Cue { lines: start..end, directions: Word::read(&mut words)? };
            blocks.get_mut(&block?)?.push(cue);
        }
        Some(Self { blocks, recording: Recording::read(lines)? })
    }
}

/// Plays a lesson to its end, and writes down all that is needed to play it without the language.
///
/// # Errors
/// What is wrong with the lesson, or why it cannot be played without the language.
pub fn compile(lesson: &Lesson, language: &'static Language) -> Result<String, String> {
    let told = |fault: Fault| format!("line {}: {fault}", fault.line);
    let (recorder, tape) = Recorder::new((language.open)());
    let mut session = lesson.session(language).map_err(told)?;
    session.recite(&recorder);
    let mut blocks: Map<u32, Vec<Cue>> = Map::new();
    for block in lesson.stops.iter().flat_map(|stop| stop.setup.iter().chain(&stop.scripts)) {
        blocks.insert(block.line, block.steps(&session).map_err(told)?.iter().map(BlockStep::cue).collect());
    }
    let mut player = Player::open(Arc::new(lesson.clone()), &mut session).map_err(told)?;
    let (mut again, mut copy) = (player.clone(), session.clone());
    while player.next(&mut session).map_err(told)? {}
    // What a stop says may be about every order in which its clients can go on.
    let mut goes_on = true;
    while goes_on {
        again.foresee(&copy);
        while again.go_on(u64::MAX) {}
        goes_on = again.next(&mut copy).map_err(told)?;
    }
    let score = Score { blocks, recording: Tape::take(&tape)? };
    let text = score.write().ok_or("a request of it cannot be written down (sim/language/recording/word.rs)")?;
    if Score::read(&text).as_ref() != Some(&score) {
        return Err("what is written down of it reads as something else (sim/language/recording)".to_owned());
    }
    Ok(text)
}
