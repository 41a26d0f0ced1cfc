//! Actions: what a person, or a timer, can ask of the page.

use super::cluster::Clustering;
use super::compare::Comparing;
use super::design::Designing;
use super::desk::{Side, UnderWay};
use super::exchange::Exchange;
use super::growth::Growing;
use super::heat::Looking;
use super::import::Importing;
use super::keep::Care;
use super::lesson::Learning;
use super::must::Promising;
use super::orders::Asking;
use super::present::Presenting;
use super::share::{Choice, Copied, Download};
use super::writing::Writing;
use splitpoint_lab::form::{Change, Operation};
use splitpoint_lab::intent::Slot;
use splitpoint_lab::scenario::Reference;
use splitpoint_lab::view::{Grain, KeyNotation};
use std::ops::Range;

/// Everything that changes the state of the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Moves in time.
    Time(Time),
    /// Lets a client or a server act.
    Act(Act),
    /// Changes what the picture shows.
    Show(Show),
    /// Changes a field of the form that is shown.
    Edit(Slot, Change),
    /// Chooses a form.
    Operation(Operation),
    /// Chooses the client as which a form is sent.
    Client(u8),
    /// Repeats the last repetition on a new branch, with its keys spread over prefixes.
    Salt,
    /// Repeats blind writes with check-and-put, on a new branch.
    Check,
    /// Fills in the form of a first minute, an introductory task counted from 0, on its example.
    Minute(usize),
    /// Opens a start.
    Begin(Reference),
    /// Imports a file.
    Import(Importing),
    /// Starts over on the present start. The reader was asked before.
    Reset,
    /// Undoes *Start over*.
    Unreset,
    /// Changes the page around the picture.
    Page(Page),
    /// Types at the console, or plays a script.
    Console(Typing),
    /// Searches every order of what clients do.
    Orders(Asking),
    /// The heat picture: what keys got over time.
    Heat(Looking),
    /// The comparison of operations.
    Compare(Comparing),
    /// The designer of row keys.
    Design(Designing),
    /// The calculator of what a key does in months.
    Growth(Growing),
    /// The view of a real cluster.
    Cluster(Clustering),
    /// Lessons.
    Lesson(Learning),
    /// The view for an audience.
    Present(Presenting),
    /// Says above the page why a file cannot be read.
    Notice(String),
}

impl Action {
    /// What is to be done with the text of a file, or with the sentence that says why it cannot be read.
    pub fn of_file(text: Result<String, String>, then: impl FnOnce(String) -> Self) -> Self {
        text.map_or_else(Self::Notice, then)
    }

    /// Whether the action replaces the session.
    pub fn begins_anew(&self) -> bool {
        match self {
            Self::Begin(_) | Self::Import(_) => true,
            Self::Lesson(learning) => {
                matches!(
                    learning,
                    Learning::Open(_) | Learning::Begin(..) | Learning::Write(Writing::Begin(_) | Writing::Text(_))
                )
            }
            _ => false,
        }
    }

    /// Whether the code of the action is there from the start: what leads to a first step, on the first example and in a
    /// frame, and what opens the prompt, for which keys are taken at once. Other actions wait until the program is whole.
    pub fn is_early(&self) -> bool {
        match self {
            Self::Act(act) => !matches!(act, Act::AddClient | Act::Background(_) | Act::StepJob(_) | Act::RunJob(_)),
            Self::Time(time) => matches!(time, Time::Next | Time::NextOperation | Time::Tick),
            Self::Operation(operation) => matches!(operation, Operation::Insert | Operation::Prepend),
            Self::Page(page) => matches!(page, Page::Breadth(_) | Page::LineHeight(_) | Page::Dismiss),
            Self::Show(show) => matches!(show, Show::Window(_)),
            Self::Console(typing) => matches!(typing, Typing::Open(_) | Typing::Text(_)),
            Self::Edit(..) | Self::Minute(_) | Self::Notice(_) => true,
            _ => false,
        }
    }

    /// Whether the action is meant for the present session, and has to wait if that is still being made.
    pub fn is_about_session(&self) -> bool {
        self.is_done_in_turn() || self.opens_view() || matches!(self, Self::Client(_) | Self::Console(Typing::Open(_)))
    }

    /// Whether the action opens a view in place of the table. The next session that comes closes it.
    fn opens_view(&self) -> bool {
        matches!(
            self,
            Self::Orders(Asking::Open(true))
                | Self::Heat(Looking::Open(true))
                | Self::Compare(Comparing::Open(true))
                | Self::Design(Designing::Open(true))
                | Self::Growth(Growing::Open(true) | Growing::Year)
                | Self::Cluster(Clustering::Open(true))
        )
    }

    /// Whether a field or a dialog has the focus after the action. Keys that are pressed while its code is loading are
    /// meant for that.
    pub fn takes_keys(&self) -> bool {
        match self {
            Self::Console(Typing::Open(is_open)) => *is_open,
            Self::Page(Page::Overlay(overlay)) => overlay.is_some(),
            Self::Lesson(learning) => matches!(learning, Learning::Write(_)),
            Self::Orders(asking) => matches!(asking, Asking::Must(Promising::Open(_))),
            _ => false,
        }
    }

    /// Whether the effect of the action depends on those before it, so that it must not overtake them.
    pub fn is_done_in_turn(&self) -> bool {
        match self {
            Self::Time(_) | Self::Edit(..) | Self::Operation(_) | Self::Salt | Self::Check => true,
            Self::Act(act) => !matches!(act, Act::Continue | Act::Stop),
            // Opening the console changes nothing, so it need not wait for earlier actions, and keys are taken at once.
            Self::Console(typing) => !matches!(typing, Typing::Open(_)),
            Self::Design(designing) => matches!(designing, Designing::Make),
            Self::Compare(comparing) => matches!(comparing, Comparing::Try | Comparing::Reshape),
            Self::Lesson(learning) => !matches!(learning, Learning::Open(_) | Learning::Write(_) | Learning::Continue),
            Self::Orders(asking) => {
                !matches!(asking, Asking::Continue | Asking::Stop | Asking::HandOver | Asking::Heard(_))
            }
            Self::Client(_)
            | Self::Minute(_)
            | Self::Heat(_)
            | Self::Growth(_)
            | Self::Cluster(_)
            | Self::Present(_)
            | Self::Show(_)
            | Self::Begin(_)
            | Self::Import(_)
            | Self::Reset
            | Self::Unreset
            | Self::Notice(_)
            | Self::Page(_) => false,
        }
    }
}

/// Moves in time, from the bar below the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Time {
    /// One step forward.
    Next,
    /// One step back.
    Back,
    /// Forward to the end of an operation.
    NextOperation,
    /// Back to the start of an operation.
    BackOperation,
    /// To the beginning.
    First,
    /// To the end of this branch.
    Last,
    /// To a position, counted at the present grain.
    Seek(u64),
    /// To the step at which an entry of a lane was complete.
    Visit(usize),
    /// To a place of the branch, in tenths of its length.
    Tenth(u8),
    /// To the step before the last action of the person.
    Undo,
    /// Swaps the last two steps, on a new branch.
    Reorder,
    /// Sets the grain: what one step is.
    Grain(Grain),
    /// A grain that is one level finer.
    Finer,
    /// A grain that is one level coarser.
    Coarser,
    /// To another branch.
    Branch(usize),
    /// Names this branch; an empty name removes the name.
    Name(String),
    /// To the next branch.
    NextBranch,
    /// To the next marker.
    NextMarker,
    /// To the previous marker.
    PreviousMarker,
    /// Adds a marker at this position. Where there is one, asks for its name.
    Mark,
    /// Names the marker at this position; an empty name removes it.
    NameMark(String),
    /// Removes the marker at this position, and closes the question for its name.
    Unmark,
    /// Starts or stops playing.
    Play(bool),
    /// One step of playing, sent by a timer.
    Tick,
}

impl Time {
    /// The grain that the action sets, if it sets one.
    pub fn grain(&self, now: Grain) -> Option<Grain> {
        match (self, now) {
            (Self::Grain(grain), _) => Some(*grain),
            (Self::Finer, Grain::Operation) | (Self::Coarser, Grain::Cell) => Some(Grain::Rpc),
            (Self::Finer, _) => Some(Grain::Cell),
            (Self::Coarser, _) => Some(Grain::Operation),
            _ => None,
        }
    }
}

/// Actions by which clients and servers work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Sends the form, and does its first step. Does nothing if what the form sent before is under way.
    Send,
    /// Sends the form if its client is free, and runs it to its end.
    Run,
    /// One step of a client.
    StepClient(u8),
    /// Drops the program of a client.
    Cancel(u8),
    /// One step of a background job.
    StepJob(u32),
    /// Runs a background job to its end.
    RunJob(u32),
    /// Adds a client.
    AddClient,
    /// Whether servers do background work by themselves.
    Background(bool),
    /// The browser has handled its events, so long work goes on.
    Continue,
    /// Stops long work where it is.
    Stop,
}

/// Actions on the picture of the key space, and on panes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// Shows another table.
    Table(String),
    /// Asks for other lines.
    Window(Range<u64>),
    /// Shows keys in another notation.
    Notation(KeyNotation),
    /// Whether hidden cells are shown.
    OldVersions(bool),
    /// Whether memory and files are drawn.
    Stores(bool),
    /// Makes a cell of the grid active.
    Cell(Spot),
    /// Shows details of something, or closes them.
    Detail(Option<Detail>),
    /// Shows all entries of a lane, not only the last ones.
    Earlier(UnderWay),
    /// Whether each counter is explained.
    Explain(bool),
    /// Sets the width of a pane beside the picture in pixels; `None` for its initial width.
    Width(Side, Option<u16>),
    /// The language in which the form is shown as code.
    Api(Api),
    /// Whether a result is shown as the shell prints it, not as a table.
    Printed(bool),
}

/// The language in which a form is shown as code, beside its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Api {
    /// Commands of HBase's shell.
    #[default]
    Shell,
    /// Java, for HBase 2.
    Java,
    /// Java, with the code for HBase 0.94 unfolded.
    OldJava,
}

impl Api {
    /// All of them, each with its name in attributes and links.
    pub const NAMES: [(Self, &'static str); 3] =
        [(Self::Shell, "shell"), (Self::Java, "java2"), (Self::OldJava, "java0")];
}

/// A cell of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spot {
    /// The line.
    pub line: u64,
    /// The column, from 0.
    pub column: u8,
}

/// What details are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The start of the session. `asked`: the reader has chosen to see it, so a low page shows it in place of the table.
    Start {
        /// Whether the reader asked for it.
        asked: bool,
    },
    /// A line, by its rank.
    Line(u64),
    /// A region, by its number.
    Region(u32),
    /// A file, by the numbers of its region and of itself.
    File(u32, u32),
}

/// Actions on the page around the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Brings a pane to the front.
    Tab(Tab),
    /// Moves the focus past the head of the page and the timeline, to the pane *Do*, where one begins.
    Skip,
    /// The layout that fits the width of the page.
    Breadth(Breadth),
    /// The height of a line in pixels.
    LineHeight(i64),
    /// The theme.
    Theme(Theme),
    /// Whether single letters are keyboard shortcuts.
    Letters(bool),
    /// Opens a dialog over the page, or closes it.
    Overlay(Option<Overlay>),
    /// Something about what the browser keeps.
    Care(Care),
    /// Closes a notice.
    Dismiss,
    /// Stops restoring a kept session, and opens the first example.
    Afresh,
    /// Leaves a link for the reader's own work, or for what was done on the link before.
    Leave {
        /// Whether to go to the reader's own work.
        for_own: bool,
    },
    /// Something was copied, or could not be (`false`).
    Copied(Copied, bool),
    /// Saves something as a file.
    TakeAway(Download),
    /// Copies what happened, in words.
    CopyTranscript,
    /// Changes how the session is embedded in another page.
    Embed(Choice),
    /// The height in pixels that the preview of the embedded page needs.
    Needs(u16),
    /// Opens the whole page in a new window, from an excerpt.
    Whole,
}

/// Actions at the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Opens the console, or folds it to a line.
    Open(bool),
    /// Sets the height of the console in percent of the page; `None` for its initial height.
    Height(Option<u16>),
    /// Shows the script (`true`), or the prompt.
    Script(bool),
    /// The whole text at the prompt or in the script, whichever is shown.
    Text(String),
    /// Changes the client for which the prompt speaks.
    Speak(u8),
    /// Runs the whole text, with this width of the terminal in characters.
    Run(u16),
    /// Starts the text and does its first step, or does its next step if it was started.
    Step(u16),
    /// Asks for what can complete the text.
    Complete,
    /// Shows the statement that was typed before.
    Older,
    /// Shows the statement that was typed after that one.
    Newer,
    /// Stops what is at work.
    Stop,
    /// Exchanges something with a real HBase.
    Exchange(Exchange),
}

/// The panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tab {
    /// The picture of the key space.
    Map,
    /// The forms.
    #[default]
    Do,
    /// The clients.
    Clients,
    /// The counters.
    Cost,
    /// The console.
    Console,
}

impl Tab {
    /// The label of its tab. While a lesson is open, it is where the forms are.
    pub fn label(self, reads: bool) -> &'static str {
        match self {
            Self::Map => "Map",
            Self::Do if reads => "Lesson",
            Self::Do => "Do",
            Self::Clients => "Clients",
            Self::Cost => "Cost",
            Self::Console => "Console",
        }
    }

    /// The `id` of its pane.
    pub fn id(self) -> &'static str {
        match self {
            Self::Map => "pane-map",
            Self::Do => "pane-do",
            Self::Clients => "pane-clients",
            Self::Cost => "pane-cost",
            Self::Console => "pane-console",
        }
    }
}

/// The layout of the page by its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Breadth {
    /// Three columns.
    #[default]
    Wide,
    /// Two columns.
    Medium,
    /// One column.
    Phone,
}

impl Breadth {
    /// The layout for a width in pixels.
    pub fn of(width: i64) -> Self {
        match width {
            ..720 => Self::Phone,
            720..1120 => Self::Medium,
            _ => Self::Wide,
        }
    }
}

/// The theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// The theme of the system.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The name under which it is kept, and which is shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of this name; that of the system if there is none.
    pub fn named(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::Auto,
        }
    }

    /// The next theme, in a cycle.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }
}

/// A dialog over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// The help: keys, limits, and what this page is.
    Help,
    /// The question whether to start over.
    Reset,
    /// The import of a person's own file.
    Import,
    /// What can be shared.
    Share,
    /// The list of what the browser keeps.
    Kept,
    /// The name of the branch.
    Branch,
    /// The name of the marker at the cursor.
    Marker,
}
