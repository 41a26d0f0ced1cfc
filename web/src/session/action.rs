//! What a person, or a timer, can ask of the page.

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
    /// Lets somebody act.
    Act(Act),
    /// Changes what the picture shows.
    Show(Show),
    /// Changes a field of the form that is shown.
    Edit(Slot, Change),
    /// Chooses a form.
    Operation(Operation),
    /// Chooses who a form is sent as.
    Client(u8),
    /// Repeats what was repeated last on a branch of its own, with its keys spread over prefixes.
    Salt,
    /// Does what was written blindly once more with check-and-put, on a branch of its own.
    Check,
    /// Fills in the form of one of the first minutes, counted from 0, on its example.
    Minute(usize),
    /// Begins anew.
    Begin(Reference),
    /// Brings a file.
    Import(Importing),
    /// Begins the present start anew, after a question.
    Reset,
    /// Takes that back.
    Unreset,
    /// Changes the page around the picture.
    Page(Page),
    /// Types at the console, or plays a script.
    Console(Typing),
    /// Asks for every order of what clients do.
    Orders(Asking),
    /// Looks at what keys got over time.
    Heat(Looking),
    /// Operations beside each other.
    Compare(Comparing),
    /// Designs a row key.
    Design(Designing),
    /// Computes what a key does in months.
    Growth(Growing),
    /// About a real cluster.
    Cluster(Clustering),
    /// Learns by a lesson.
    Lesson(Learning),
    /// Shows the page to a room.
    Present(Presenting),
}

impl Action {
    /// Whether it puts another session in the place of the one that is there.
    pub fn begins_anew(&self) -> bool {
        match self {
            Self::Begin(_) | Self::Import(_) => true,
            Self::Lesson(learning) => {
                matches!(learning, Learning::Open(_) | Learning::Begin(..) | Learning::Write(Writing::Text(_)))
            }
            _ => false,
        }
    }

    /// Whether it is meant for the session that is there, and has to wait for one that is being made.
    pub fn is_about_session(&self) -> bool {
        self.is_done_in_turn() || matches!(self, Self::Client(_) | Self::Console(Typing::Open(_)))
    }

    /// Whether a field or a dialog has the focus after it: a key that is pressed while its code comes is meant for that.
    pub fn takes_keys(&self) -> bool {
        match self {
            Self::Console(Typing::Open(is_open)) => *is_open,
            Self::Page(Page::Overlay(overlay)) => overlay.is_some(),
            Self::Lesson(learning) => matches!(learning, Learning::Write(_)),
            Self::Orders(asking) => matches!(asking, Asking::Must(Promising::Open(_))),
            _ => false,
        }
    }

    /// Whether its effect depends on the actions before it, so that it must not overtake them.
    pub fn is_done_in_turn(&self) -> bool {
        match self {
            Self::Time(_) | Self::Edit(..) | Self::Operation(_) | Self::Salt | Self::Check => true,
            Self::Act(act) => !matches!(act, Act::Continue | Act::Stop),
            // Opening it changes nothing, so that it need not wait for what was asked for before, and keys can be taken.
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
            | Self::Page(_) => false,
        }
    }
}

/// Actions of the transport bar: moves in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Time {
    /// One step on.
    Next,
    /// One step back.
    Back,
    /// On to the end of an operation.
    NextOperation,
    /// Back to the beginning of an operation.
    BackOperation,
    /// To the beginning.
    First,
    /// To the end of this branch.
    Last,
    /// To a position at the grain that is set.
    Seek(u64),
    /// To where an entry of a lane was over.
    Visit(usize),
    /// To so many tenths of the branch.
    Tenth(u8),
    /// To before the last thing the person did.
    Undo,
    /// Lets the last two steps trade places, on a branch.
    Reorder,
    /// How finely to step.
    Grain(Grain),
    /// One grain finer.
    Finer,
    /// One grain coarser.
    Coarser,
    /// To another branch.
    Branch(usize),
    /// Gives this branch a name; an empty one takes it away.
    Name(String),
    /// To the next branch.
    NextBranch,
    /// To the next marker.
    NextMarker,
    /// To the marker before.
    PreviousMarker,
    /// Marks this position.
    Mark,
    /// Starts or stops playing.
    Play(bool),
    /// Time passed while playing.
    Tick,
}

impl Time {
    /// How finely to step from now on, where that is what is asked for.
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

/// Actions that let clients and servers work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The form is sent, and its first step is done. Nothing where what it asked for is under way.
    Send,
    /// The form is sent if its client is free; then to the end.
    Run,
    /// One step of a client.
    StepClient(u8),
    /// A client's program is dropped.
    Cancel(u8),
    /// One step of a job.
    StepJob(u32),
    /// A job to its end.
    RunJob(u32),
    /// One more client.
    AddClient,
    /// Whether servers act by themselves.
    Background(bool),
    /// The browser had its turn; long work goes on.
    Continue,
    /// Long work stops where it is.
    Stop,
}

/// Actions on the picture of the key space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Show {
    /// Another table.
    Table(String),
    /// Other lines.
    Window(Range<u64>),
    /// Another notation of keys.
    Notation(KeyNotation),
    /// Whether hidden cells have lines.
    OldVersions(bool),
    /// Whether memory and files are drawn.
    Stores(bool),
    /// Makes a cell the active one.
    Cell(Spot),
    /// Tells more of something, or nothing more.
    Detail(Option<Detail>),
    /// All that somebody did, not only the last of it.
    Earlier(UnderWay),
    /// Whether each counter is explained.
    Explain(bool),
    /// A pane beside the picture is made so many pixels wide; `None`: as wide as at first.
    Width(Side, Option<u16>),
    /// In what the form is written.
    Api(Api),
    /// Whether what came back is shown as the shell prints it, not as a table.
    Printed(bool),
}

/// In what a form is written beside its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Api {
    /// As commands of HBase's shell.
    #[default]
    Shell,
    /// In Java, for HBase 2.
    Java,
    /// The same, with how it was written for HBase 0.94 unfolded.
    OldJava,
}

impl Api {
    /// All, with the name under which each stands in attributes and links.
    pub const NAMES: [(Self, &'static str); 3] =
        [(Self::Shell, "shell"), (Self::Java, "java2"), (Self::OldJava, "java0")];
}

/// A cell of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spot {
    /// Line.
    pub line: u64,
    /// Column, from 0.
    pub column: u8,
}

/// What more is told about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What the session started from.
    Start,
    /// A line, by its rank.
    Line(u64),
    /// A region, by its number.
    Region(u32),
    /// A file of a region, by their numbers.
    File(u32, u32),
}

/// Actions on the page around the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Brings a pane to the front.
    Tab(Tab),
    /// Past the head of the page and the time line, to the pane where one begins.
    Skip,
    /// The page got another width.
    Breadth(Breadth),
    /// Lines got another height.
    LineHeight(i64),
    /// Light or dark.
    Theme(Theme),
    /// Whether single letters are keys.
    Letters(bool),
    /// Opens something over the page, or closes it.
    Overlay(Option<Overlay>),
    /// Something is done about what the browser keeps.
    Care(Care),
    /// A notice was read.
    Dismiss,
    /// Leaves a kept session that is coming back, and begins afresh.
    Afresh,
    /// From a link back to the reader's own work, or on with what was done on the link before.
    Leave {
        /// To the own work.
        for_own: bool,
    },
    /// Something was copied, or could not be.
    Copied(Copied, bool),
    /// Something is saved as a file.
    TakeAway(Download),
    /// What happened is copied, in words.
    CopyTranscript,
    /// It is put into somebody's page with this changed.
    Embed(Choice),
    /// The preview of that needs so many pixels.
    Needs(u16),
    /// From an excerpt to the whole page, in a window of its own.
    Whole,
}

/// Actions at the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Opens it, or folds it to a line.
    Open(bool),
    /// It is made so high, in percent of the page; `None`: as high as at first.
    Height(Option<u16>),
    /// Brings the script to the front, or the prompt.
    Script(bool),
    /// This stands at the prompt, or in the script, whichever is in front.
    Text(String),
    /// Another client speaks.
    Speak(u8),
    /// All of it is run; the terminal has so many columns.
    Run(u16),
    /// All of it is begun, and the first step of it is done; or the next, where it was begun.
    Step(u16),
    /// What may stand behind the text.
    Complete,
    /// What was typed before.
    Older,
    /// What was typed after that.
    Newer,
    /// What is at work is given up.
    Stop,
    /// Something is saved as a file for a real HBase, or made of what its shell printed.
    Exchange(Exchange),
}

/// The panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tab {
    /// The key space.
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
    /// What its tab says; while a lesson is at play, that stands where the forms are.
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

/// How wide the page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Breadth {
    /// Three columns.
    #[default]
    Wide,
    /// Two.
    Medium,
    /// One.
    Phone,
}

impl Breadth {
    /// What fits so many pixels.
    pub fn of(width: i64) -> Self {
        match width {
            ..720 => Self::Phone,
            720..1120 => Self::Medium,
            _ => Self::Wide,
        }
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// As the system says.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// The name under which it is kept, and said.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme of that name.
    pub fn named(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::Auto,
        }
    }

    /// The one after it.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Auto => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::Auto,
        }
    }
}

/// Something over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Keys, limits, what this is.
    Help,
    /// Whether to begin anew.
    Reset,
    /// A person's own file.
    Import,
    /// What can be shared.
    Share,
    /// What is kept.
    Kept,
    /// The name of the branch.
    Branch,
}
