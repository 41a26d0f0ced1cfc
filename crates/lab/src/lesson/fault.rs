//! What is wrong with a lesson: the line, and a sentence that says what to do.

use super::value::Value;
use std::fmt;

/// Something wrong with the file of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line to look at, counted from 1.
    pub line: u32,
    /// What is wrong.
    pub trouble: Trouble,
}

impl Fault {
    pub(super) fn new(line: u32, trouble: Trouble) -> Self {
        Self { line, trouble }
    }

    /// Whether it only asks for what makes a lesson a good one: it can be played all the same.
    pub fn is_advice(&self) -> bool {
        matches!(
            self.trouble,
            Trouble::Words(_) | Trouble::Silent | Trouble::Steps(_) | Trouble::FewPredictions(..) | Trouble::NoGoal
        )
    }
}

impl fmt::Display for Fault {
    /// Without the line, which stands beside the name of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.trouble.fmt(f)
    }
}

impl std::error::Error for Fault {}

/// Kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The file does not begin with a header.
    NoHeader,
    /// A line of the header is not `name: text`.
    HeaderLine(String),
    /// The header says something that no lesson has.
    UnknownName(String),
    /// The header lacks this name, or it has no text.
    Missing(&'static str),
    /// There is no example of that id.
    UnknownStart(String),
    /// One of few words has to stand there.
    UnknownWord {
        /// What it is about.
        what: &'static str,
        /// What stands there.
        word: String,
        /// The words that can stand there, in a list.
        choices: String,
    },
    /// There is no `# Title`.
    NoTitle,
    /// No line below the title says what is learned.
    NoPromise,
    /// There is no stop.
    NoStops,
    /// A block has no end.
    OpenBlock,
    /// A block of a kind that lessons do not have.
    UnknownBlock(String),
    /// A block stands where it makes no sense.
    Misplaced(&'static str, &'static str),
    /// `{{` without `}}`.
    OpenValue,
    /// A value that there is not.
    UnknownValue(String),
    /// A condition that there is not.
    UnknownCondition(String),
    /// A promise that cannot be read, for this reason.
    UnknownPromise(String),
    /// A key that is none of its table.
    Key(String, String),
    /// A prediction asks nothing.
    NoQuestion,
    /// A prediction does not say where its answer is found.
    NoAnswer,
    /// No script answers a prediction.
    NoScript,
    /// A prediction has nothing to choose from, or just one thing.
    FewChoices,
    /// A line of a block that does not belong there.
    StrayLine(String),
    /// A goal or a list of what must hold is empty.
    NoTodo,
    /// Something to do without a condition that says when it is done.
    NoCondition(String),
    /// A goal without the lines that reach it.
    NoSolution,
    /// The start cannot be made.
    Start(String),
    /// A script cannot be read, or is refused.
    Script(String),
    /// A script goes back.
    Back,
    /// A script never ends.
    Endless,
    /// A command failed.
    Failed(String),
    /// In a block where a command has to fail, none did.
    NotFailed,
    /// A step of which nothing is told.
    NoSentence,
    /// A stop has too many words.
    Words(usize),
    /// A stop without a word.
    Silent,
    /// A lesson has too few or too many steps.
    Steps(usize),
    /// Too few predictions for so many stops.
    FewPredictions(usize, usize),
    /// No choice is right.
    NoRight(String),
    /// Several choices are right.
    ManyRight(String, usize),
    /// The answer is not of the kind that is asked for.
    WrongKind(String, &'static str),
    /// What the reader sees while a prediction is open says the answer.
    GivenAway(String, &'static str),
    /// A promise is kept or broken, and the lesson says otherwise.
    Promise {
        /// Words of the promise.
        words: String,
        /// Whether the lesson says that it holds.
        holds: bool,
    },
    /// Something to do is done before the reader does anything.
    MetAtStart(String),
    /// The solution does not meet a condition of its goal.
    NotMet(String),
    /// A lesson without a goal.
    NoGoal,
    /// Something is still to be filled in.
    Unfilled,
    /// A value that is shown does not exist at that moment.
    Nothing(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeader => f.write_str(
                "A lesson begins with a header: a line “---”, lines such as “start: comments”, and a line “---”.",
            ),
            Self::HeaderLine(line) => write!(f, "“{line}” is no line of a header. Write a name, a colon and a text."),
            Self::UnknownName(name) => write!(f, "A header has no “{name}”. Leave it out, or correct the name."),
            Self::Missing(name) => write!(f, "The header does not say “{name}”. Add a line “{name}: …”."),
            Self::UnknownStart(id) => {
                write!(f, "There is no example “{id}” to start from. Write comments, actions, pets, partitions or empty.")
            }
            Self::UnknownWord { what, word, choices } => {
                write!(f, "“{word}” is not known as {what}. Write one of: {choices}.")
            }
            Self::NoTitle => f.write_str("There is no title. Write “# ” and the title below the header."),
            Self::NoPromise => {
                f.write_str("Nothing says what the lesson shows. Write one line of text between the title and the first stop.")
            }
            Self::NoStops => f.write_str("There is no stop. Write “## ” and a heading for each."),
            Self::OpenBlock => f.write_str("This block has no end. Close it with a line of three backticks."),
            Self::UnknownBlock(info) => write!(
                f,
                "A lesson has no block “{info}”. Write hbase-shell (alone, or with setup, queue, fails or solution), predict, \
                 must, goal or look."
            ),
            Self::Misplaced(block, place) => write!(f, "The block “{block}” stands {place}. Move it or leave it out."),
            Self::OpenValue => f.write_str("“{{” has no “}}” in its paragraph. Close it."),
            Self::UnknownValue(text) => {
                let forms = Value::forms().collect::<Vec<_>>().join("; ");
                write!(f, "“{text}” is no value. Write one of these, with your own words in the place of capitals: {forms}.")
            }
            Self::UnknownCondition(text) => write!(
                f,
                "“{text}” is no condition. Write a comparison such as “rows = 4”, or “kept”, “broken” or “every order keeps” and a promise."
            ),
            Self::UnknownPromise(why) => f.write_str(why),
            Self::Key(key, why) => write!(f, "“{key}” is no key of this table. {why}"),
            Self::NoQuestion => f.write_str("This prediction asks nothing. Begin it with a question."),
            Self::NoAnswer => f.write_str(
                "This prediction does not say where its answer is found. Add a line “= ” with a value, such as “= first row”.",
            ),
            Self::NoScript => f.write_str("Nothing at this stop answers its prediction. Add a block “hbase-shell” below it."),
            Self::FewChoices => f.write_str(
                "This prediction needs at least two choices (“- ”), or one of the lines “point at a row” and “a number”.",
            ),
            Self::StrayLine(line) => {
                write!(f, "“{line}” is no line of this block. Its lines begin with “- ”, “= ” or “> ”.")
            }
            Self::NoTodo => f.write_str("This block says nothing. Add a line “- ” with words and a line “= ” with a condition."),
            Self::NoCondition(words) => {
                write!(f, "Nothing says when “{words}” is so. Add a line “= ” with a condition below it.")
            }
            Self::NoSolution => f.write_str(
                "Nothing shows that this goal can be reached. Add a block “hbase-shell solution” with lines that reach it.",
            ),
            Self::Start(why) => write!(f, "The start cannot be made: {why}."),
            Self::Script(why) => write!(f, "This script cannot be played: {why}"),
            Self::Back => f.write_str("A lesson only goes forward. Leave out “back”; make another stop instead."),
            Self::Endless => f.write_str("This script does not come to an end. Make it shorter."),
            Self::Failed(error) => {
                write!(f, "A command fails: {error}. Correct it, or write “fails” behind hbase-shell where that is what is shown.")
            }
            Self::NotFailed => f.write_str("Nothing fails here. Leave out “fails”, or correct the commands."),
            Self::NoSentence => {
                f.write_str("Nothing is told of this step. Move a line that asks nothing of HBase into a block “hbase-shell setup”.")
            }
            Self::Words(words) => write!(f, "This stop has {words} words, and a reader takes in 120. Shorten or divide it."),
            Self::Silent => f.write_str("This stop has no text. Say what to look at."),
            Self::Steps(steps) => write!(f, "The lesson has {steps} steps, and should have 10 to 30. Add, or move some into a loop or a set up."),
            Self::FewPredictions(predictions, stops) => write!(
                f,
                "There are {predictions} predictions at {stops} stops. Ask at least once in every two stops."
            ),
            Self::NoRight(answer) => write!(f, "The answer is “{answer}”, and no choice begins with it. Add it, or correct the “= ” line."),
            Self::ManyRight(answer, count) => write!(f, "The answer is “{answer}”, and {count} choices begin with it. Leave one."),
            Self::WrongKind(answer, kind) => write!(f, "The answer is “{answer}”, which is no {kind}. Correct the “= ” line or ask in another way."),
            Self::GivenAway(answer, place) => {
                write!(f, "The answer “{answer}” stands in {place}, which is seen before it is asked for. Say it after the script.")
            }
            Self::Promise { words, holds: true } => write!(f, "“{words}” is said to hold here, and is broken. Correct the script or write “broken”."),
            Self::Promise { words, holds: false } => write!(f, "“{words}” is said to be broken here, and holds. Correct the script or write “kept”."),
            Self::MetAtStart(words) => write!(f, "“{words}” is reached before the reader does anything. Ask for more."),
            Self::NotMet(words) => write!(f, "The solution does not reach “{words}”. Correct it or the condition."),
            Self::NoGoal => f.write_str("No stop has a goal. Add a block “goal”: something to break, or a figure to beat."),
            Self::Unfilled => f.write_str("Something stands between ‹ and ›. Write your own words there."),
            Self::Nothing(value) => write!(f, "There is no “{value}” at this moment. Show another value or move it."),
        }
    }
}
