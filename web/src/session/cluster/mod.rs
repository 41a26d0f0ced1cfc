//! The view of a real cluster: the chosen table, the questions to its gateway, and what the answers show. The browser
//! sends requests and waits; this module decides what is asked next and what each answer means. Its code is loaded when
//! it is first needed.

mod beside;
mod scan;
#[cfg(test)]
mod tests;
mod watch;

pub use beside::Beside;
pub use scan::{Taking, Window};
pub use watch::Watch;

use super::action::{Action, Tab};
use super::chunk::Chunk;
use super::desk::{Desk, Wide};
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::session::{SavedFile, Session};
use splitpoint_lab::sim::language::is_plain;
use splitpoint_lab::view::{Aspect, Measure};
use std::ops::Range;
use std::rc::Rc;

/// The intervals between looks that can be chosen, in seconds.
pub const PACES: [u32; 5] = [2, 5, 15, 60, 300];

/// How many rows of a region a sample can have.
pub const SAMPLES: [usize; 4] = [5, 20, 50, 200];

/// How keys can be read without a design: label, and name of the encoding.
pub const READINGS: [(&str, &str); 4] =
    [("text, \\xNN", "text"), ("4-byte integer", "int"), ("8-byte integer", "long"), ("hexadecimal", "hex")];

/// Actions about a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clustering {
    /// Shows it, or goes back to the table.
    Open(bool),
    /// A request of the reader.
    Do(Deed),
    /// An answer has come, or it is known that none will.
    Heard(Rc<Heard>),
}

/// Requests of the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Looks at this table; `None` to choose another one.
    Table(Option<String>),
    /// Looks at the table now.
    Look,
    /// Shows another part of the view.
    Part(Part),
    /// Shows only the regions at these places; `None` for all.
    Zoom(Option<Range<usize>>),
    /// Reads keys with the entry of [`READINGS`] at this place.
    Reading(usize),
    /// Reads keys as these fields, such as `user:int4,time:reversed-time`.
    Spec(String),
    /// Shows the first rows of the region at this place.
    Rows(usize),
    /// Sets what is counted.
    Measure(Measure),
    /// Sets what the rows of the heat picture are.
    Aspect(Aspect),
    /// Sets the interval between looks, in seconds.
    Pace(u32),
    /// Stops looking, or continues.
    Pause(bool),
    /// Chooses a cell of the heat picture, by column and row.
    Cell(usize, usize),
    /// Saves the recording.
    Save,
    /// Saves the heat picture.
    Picture,
    /// Shows the recording in this text.
    Replay(String),
    /// Goes back from a recording to the cluster.
    Live,
    /// Sets the number of rows of each region in a sample.
    Sample(usize),
    /// Takes another seed for the sample.
    Seed,
    /// Takes a sample home; with `true` as a file.
    Take(bool),
    /// Stops taking the sample.
    Stop,
    /// Opens a sample that was taken, now that the language is loaded.
    Settle(bool),
    /// Sets the script for both sides.
    Script(String),
    /// Sets whether the tables that the script makes stay on the cluster.
    Keep(bool),
    /// Runs the script on both sides; with the time in milliseconds since 1970.
    Play(i64),
    /// Stops the script.
    Halt,
    /// Saves the script as a file for HBase's shell.
    Export,
}

/// A part of the view of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Part {
    /// The key space.
    #[default]
    Space,
    /// The heat picture.
    Heat,
    /// Taking a sample home.
    Home,
    /// A script on the model and on the cluster, which needs no table.
    Beside,
}

/// A question to the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Whether the page came from a bridge. It needs no gateway.
    Meet,
    /// The list of tables.
    Tables,
    /// Families and attributes of the table.
    Schema,
    /// The servers with their regions.
    Status,
    /// The regions of the table.
    Regions,
    /// Opens a scanner.
    Open,
    /// Reads rows from the scanner.
    Read,
    /// Closes the scanner.
    Close,
    /// A call for a script on both sides.
    Beside,
}

/// A question, as a request that the browser sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// The number of the look to which it belongs. Answers with an older number are ignored.
    pub number: u32,
    /// The question.
    pub ask: Ask,
    /// Milliseconds to wait before it is sent.
    pub after: u32,
    /// The HTTP method.
    pub method: &'static str,
    /// The address.
    pub path: String,
    /// The body, if there is one.
    pub body: Option<String>,
    /// The timeout in seconds.
    pub seconds: u32,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Heard {
    /// The number of the look to which it belongs, from its question.
    pub number: u32,
    /// The question.
    pub ask: Option<Ask>,
    /// When it came, in milliseconds since 1970.
    pub at: i64,
    /// The time zone of this machine, in minutes east of Greenwich.
    pub east: i32,
    /// The HTTP status; 0 if no answer came.
    pub status: u16,
    /// Whether the timeout was reached.
    pub is_late: bool,
    /// The body.
    pub body: String,
    /// The address of what was made, such as a scanner.
    pub location: Option<String>,
}

/// What the bridge has written into the page.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bridge {
    /// The address of the gateway.
    pub rest: String,
    /// The version of HBase.
    pub version: Option<String>,
    /// The prefixes of names of tables that may be written; none if no table may.
    pub write: Vec<String>,
}

/// The function of the view. No other code names it, so that a chunk can bring its code later.
#[derive(Debug)]
pub struct Logic {
    pub(super) apply: fn(&mut State, Clustering) -> Vec<Effect>,
}

/// The functions of this module.
pub static LOGIC: Logic = Logic { apply: State::survey };

/// The view of a cluster on the desk.
fn watch(desk: &mut Desk) -> Option<&mut Watch> {
    desk.cluster.as_mut()?.downcast_mut()
}

impl State {
    pub(super) fn cluster(&mut self, clustering: Clustering) -> Vec<Effect> {
        match self.chrome.chunks.cluster {
            Some(cluster) => (cluster.apply)(self, clustering),
            None => vec![Effect::Bring(Chunk::Cluster, Action::Cluster(clustering))],
        }
    }

    fn survey(&mut self, clustering: Clustering) -> Vec<Effect> {
        match clustering {
            Clustering::Open(true) => {
                if !self.chrome.chunks.key {
                    return vec![Effect::Bring(Chunk::Key, Action::Cluster(Clustering::Open(true)))];
                }
                self.desk.wide = Some(Wide::Cluster);
                self.document.playing = false;
                if watch(&mut self.desk).is_none() {
                    self.desk.cluster = Some(Box::new(Watch::new()));
                }
                let meet = watch(&mut self.desk).map(|watch| watch.errand(Ask::Meet, 0, String::new()));
                [Effect::Focus("pane-cluster")].into_iter().chain(meet).collect()
            }
            Clustering::Open(false) => {
                self.desk.wide = None;
                let effects = watch(&mut self.desk).map(|watch| {
                    watch.number += 1;
                    watch.is_asking = false;
                    watch.taking = None;
                    watch.close_scan()
                });
                effects.unwrap_or_default().into_iter().chain([Effect::Focus(Tab::Map.id())]).collect()
            }
            Clustering::Do(Deed::Settle(as_file)) => self.settle_sample(as_file),
            Clustering::Do(Deed::Play(now)) => self.play_beside(now),
            Clustering::Do(deed) => watch(&mut self.desk).map(|watch| watch.deed(deed)).unwrap_or_default(),
            Clustering::Heard(heard) => watch(&mut self.desk).map(|watch| watch.hear(&heard)).unwrap_or_default(),
        }
    }

    /// Runs the script on both sides, once its language is loaded.
    fn play_beside(&mut self, now: i64) -> Vec<Effect> {
        let Some(console) = self.chrome.chunks.console else {
            return vec![Effect::Bring(Chunk::Console, Action::Cluster(Clustering::Do(Deed::Play(now))))];
        };
        let is_plain = watch(&mut self.desk).is_none_or(|watch| is_plain(&watch.script()));
        if !is_plain && !self.chrome.chunks.method {
            return vec![Effect::Bring(Chunk::Method, Action::Cluster(Clustering::Do(Deed::Play(now))))];
        }
        watch(&mut self.desk).map(|watch| watch.play(console.language, now)).unwrap_or_default()
    }

    /// Makes a session of a sample, and opens it like the file of a session.
    fn settle_sample(&mut self, as_file: bool) -> Vec<Effect> {
        let language = self.chrome.chunks.console.map(|console| console.language);
        let Some(watch) = watch(&mut self.desk) else { return Vec::new() };
        let Some((taken, language)) = watch.taken.take().zip(language) else { return Vec::new() };
        let strangers: Vec<String> = taken.strangers().into_iter().collect();
        if !strangers.is_empty() {
            let names = strangers.join(", ");
            watch.told = Some(format!("The table got the family {names} while the sample was taken. Take it again."));
            return Vec::new();
        }
        let mut session = Session::new();
        session.speak(language);
        if let Err(refusal) = session.settle(&taken) {
            watch.told = Some(format!("The sample came, and no table could be made of it. {refusal}"));
            return Vec::new();
        }
        let name = format!("{}-sample.json", taken.name());
        let text = SavedFile::text(&session.save(), "{}", None).into_bytes();
        watch.told = Some(format!("{}.", taken.mark()));
        if as_file {
            return vec![Effect::Save(name, text)];
        }
        vec![Effect::Take(name, text)]
    }
}
