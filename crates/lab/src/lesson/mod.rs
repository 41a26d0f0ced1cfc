//! Lessons: text files that are played in a session, with predictions whose answers the model gives.
//!
//! A [`Lesson`] is read from Markdown ([`Lesson::read`]; the format is described in `docs/lesson.md`). A [`Player`] walks a
//! session along it: it plays the lines of the lesson statement by statement, tells what is to be seen and asked at each
//! stop, and knows whether the reader has gone another way. Nothing is drawn from anywhere but the session. The answer
//! to a prediction is not written in the file: a [`Value`] is, and the model is asked for it.
//! [`check`] plays a lesson to its end and lists what is wrong with it.

mod block;
mod checker;
mod condition;
mod fault;
mod foresight;
mod judge;
mod player;
mod progress;
mod prose;
mod reader;
mod record;
mod run;
mod score;
mod sheet;
mod shelf;
mod shown;
mod value;

pub use checker::{Report, check, told};
pub use condition::{Comparison, Condition, Term, Todo};
pub use fault::{Fault, Trouble};
pub use player::Player;
pub use progress::{Answered, Progress};
pub use prose::{Kind, Piece};
pub use record::record;
pub use score::compile;
pub use sheet::{Sheet, sheets};
pub use shelf::{SHELF, Shelved, TITLES, Title, asks_of_year, is_text, missing, open, shelved, unknown, written};
pub use shown::{Chip, CodeLine, GoalPart, LessonPlace, Prediction, Shown, Solution, Target, Wish};
pub use value::{Value, Year};

use crate::view::{Grain, KeyNotation};
use block::{Block, Look};
use score::Score;
use std::sync::Arc;

/// A lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// By which it is found and linked: the name of its file without its end, or its whole text where it is
    /// [`written`] by somebody else.
    pub id: String,
    /// A few words.
    pub title: String,
    /// What it shows, in one line.
    pub promise: String,
    /// The example that it starts from, by its id.
    pub start: String,
    /// How finely `step` counts in its scripts.
    pub grain: Grain,
    /// The text that it comes from.
    pub article: String,
    /// What was wrong in that text, or has changed since.
    pub changed: String,
    /// What was learned, in one sentence.
    pub learned: String,
    /// What is to be beaten, in a few words; empty where nothing is.
    pub par: String,
    /// The stops of the lesson, in their order.
    pub stops: Vec<Stop>,
    look: Look,
    /// The recording from which it is played where the language of the shell is not loaded.
    score: Option<Arc<Score>>,
}

impl Lesson {
    /// How many things its goals ask for.
    pub fn todos(&self) -> usize {
        self.stops.iter().filter_map(|stop| stop.goal.as_ref()).map(|goal| goal.todos.len()).sum()
    }
}

/// A part of a lesson: something to read, perhaps to predict, and then to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// A few words.
    pub heading: String,
    /// The line of its heading in the file, counted from 1.
    pub line: u32,
    look: Look,
    before: Vec<Paragraph>,
    question: Option<Exercise>,
    setup: Vec<Block>,
    scripts: Vec<Block>,
    after: Vec<Paragraph>,
    must: Vec<Todo>,
    goal: Option<Goal>,
}

/// Something to reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What it is called.
    pub title: String,
    /// The conditions of the goal. Each has to be met at some moment, not all at once.
    pub todos: Vec<Todo>,
    /// What helps, in order.
    pub hints: Vec<String>,
    solution: Vec<Block>,
    line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Paragraph {
    line: u32,
    text: String,
}

/// What a prediction asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// One of these.
    Choice(Vec<String>),
    /// A row that is pointed at in the picture.
    Row,
    /// A split point: the row before which a region is cut, pointed at in the picture.
    SplitPoint,
    /// A number.
    Number,
}

/// What the model is asked for the answer of a prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    /// A value.
    Value(Value),
    /// Whether something is so: `yes` or `no`.
    Whether(Condition),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Exercise {
    line: u32,
    text: String,
    asked: Asked,
    answer: Answer,
    because: String,
}

/// A lesson to be filled in: it can be played as it stands.
pub const TEMPLATE: &str = include_str!("template.md");

/// Which parts of a page a lesson wants to be seen.
pub const PANES: [&str; 8] = ["rows", "clients", "cost", "compare", "orders", "heat", "growth", "console"];

/// Which columns a lesson wants to be seen beside the rows.
pub const COLUMNS: [&str; 2] = ["memory", "files"];

const NOTATIONS: [(&str, KeyNotation); 3] =
    [("fields", KeyNotation::Fields), ("binary", KeyNotation::Binary), ("hex", KeyNotation::Hex)];

const GRAINS: [(&str, Grain); 3] = [("operation", Grain::Operation), ("rpc", Grain::Rpc), ("cell", Grain::Cell)];

impl Stop {
    /// The goal of this stop, if it has one.
    pub fn goal(&self) -> Option<&Goal> {
        self.goal.as_ref()
    }

    /// Whether something is to be predicted here.
    pub fn asks(&self) -> bool {
        self.question.is_some()
    }
}

#[cfg(test)]
mod tests;
