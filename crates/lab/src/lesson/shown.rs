//! What a page shows of a lesson at one moment.

use super::Asked;
use super::progress::Answered;
use super::prose::Piece;
use crate::view::KeyNotation;

/// Where a reader stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonPlace {
    /// On the path.
    On {
        /// The stop, from 0.
        stop: usize,
        /// How many of its steps are done.
        step: usize,
        /// Whether the cursor is behind that step and before the next one is done.
        between: bool,
    },
    /// The cursor is at a step that is not one of the lesson.
    Left {
        /// The stop at which they left the path.
        stop: usize,
        /// After so many of its steps.
        step: usize,
    },
}

impl LessonPlace {
    /// The stop, from 0: where the reader is, or where they left the path.
    pub fn stop(self) -> usize {
        let (Self::On { stop, .. } | Self::Left { stop, .. }) = self;
        stop
    }
}

/// Everything that a page shows of a lesson at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Where the reader stands; the rest is of this stop.
    pub place: LessonPlace,
    /// How many steps prepare the lesson, at the grain of the session: those before its first stop.
    pub began: u64,
    /// How many stops there are.
    pub stops: usize,
    /// How many steps this stop has.
    pub steps: usize,
    /// A few words.
    pub heading: String,
    /// Paragraphs before anything is done.
    pub before: Vec<Vec<Piece>>,
    /// What is asked, where something is.
    pub prediction: Option<Prediction>,
    /// Whether the prediction is open. While it is, a page says only who acts next, and shows no caret, preview, split
    /// line, warning, cost or result of a search.
    pub open: bool,
    /// The script of the stop, line by line; while a prediction is open, only the block that answers it.
    pub code: Vec<CodeLine>,
    /// Whose step *Next* does, and its first line; the line only where nothing is open. `None` where the stop is done.
    pub next: Option<(char, Option<String>)>,
    /// Paragraphs that are read once everything is done.
    pub after: Vec<Vec<Piece>>,
    /// What must hold.
    pub chips: Vec<Chip>,
    /// What is to be reached, from when everything is done.
    pub goal: Option<Target>,
    /// Whether the reader is to go on by themselves: all is done, and there is a goal or clients have something to run.
    pub free: bool,
    /// Whether *Next* goes on to the next stop from a way of the reader's own: they were to go it, and nobody has anything
    /// left to do.
    pub leads_on: bool,
    /// The heading of the stop before.
    pub previous_stop: Option<String>,
    /// The heading of the next stop; none while a prediction is open, as it may say too much.
    pub next_stop: Option<String>,
    /// What was learned, at the end of the last stop. Where that has a goal, it says how the goal is reached: a page shows it
    /// to a reader once it is, and an audience after one step more.
    pub learned: Option<String>,
    /// What is to be seen.
    pub wish: Wish,
}

/// A prediction as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    /// What is asked.
    pub question: String,
    /// What may be answered.
    pub asked: Asked,
    /// What was answered last.
    pub given: Option<String>,
    /// What the prediction counts as: the first answer decides.
    pub answered: Option<Answered>,
    /// Whether everything is done by which the answer is seen.
    pub is_played: bool,
    /// The answer and why, once it is not open any more.
    pub solution: Option<Solution>,
}

/// The solution of a prediction, as it is shown after an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether it is right.
    pub right: bool,
    /// What the model says. A page that is told of a wrong answer does not show it.
    pub answer: String,
    /// Why, as the lesson says it; may be empty.
    pub because: String,
}

/// A line of the script of a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// The line.
    pub text: String,
    /// Whether *Next* does its statement.
    pub current: bool,
    /// Whether the reader has done it.
    pub done: bool,
    /// Letters of the clients that stand at it.
    pub clients: Vec<char>,
}

/// A promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// In words.
    pub words: String,
    /// Whether it holds at the cursor, since the beginning of the stop; `None` while every order is still being tried.
    pub kept: Option<bool>,
}

/// A goal as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// What it is called.
    pub title: String,
    /// What has to be so.
    pub todos: Vec<GoalPart>,
    /// Hints, in the order in which they are shown.
    pub hints: Vec<String>,
}

impl Target {
    /// Whether all of it was reached.
    pub fn is_reached(&self) -> bool {
        self.todos.iter().all(|part| part.is_reached)
    }
}

/// A part of a goal as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalPart {
    /// What has to be so, in words.
    pub words: String,
    /// Whether it was so.
    pub is_reached: bool,
    /// Where it was not: each value that was not as wanted, beside what is wanted, as [`Player::watch`](super::Player::watch)
    /// found it when it looked last.
    pub measured: Vec<String>,
}

/// What a lesson wants to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The table; empty: none.
    pub table: String,
    /// How its keys are shown.
    pub notation: KeyNotation,
    /// Panes, of [`PANES`](super::PANES).
    pub panes: Vec<&'static str>,
    /// Columns, of [`COLUMNS`](super::COLUMNS).
    pub columns: Vec<&'static str>,
    /// The key of a row that is brought into sight where the stop begins.
    pub row: Option<Vec<u8>>,
}
