//! A real cluster: which table is looked at, what is asked of its gateway, what came, and what is shown of it. Asking and
//! waiting are the browser's; here are the questions, one after the other, and what each answer means. Its code is brought
//! when it is first wanted.

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

/// Seconds between looks that can be chosen.
pub const PACES: [u32; 5] = [2, 5, 15, 60, 300];

/// Rows of a region that a sample may have.
pub const SAMPLES: [usize; 4] = [5, 20, 50, 200];

/// How keys can be read without a design: label and encoding by its name.
pub const READINGS: [(&str, &str); 4] =
    [("text, \\xNN", "text"), ("4-byte integer", "int"), ("8-byte integer", "long"), ("hexadecimal", "hex")];

/// Actions about a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clustering {
    /// Shows it, or goes back to the table.
    Open(bool),
    /// Something that somebody wants.
    Do(Deed),
    /// An answer came, or none.
    Heard(Rc<Heard>),
}

/// What somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Look at this table; none: choose another one.
    Table(Option<String>),
    /// Look now.
    Look,
    /// Another side of it.
    Part(Part),
    /// The regions at these places only; none: all.
    Zoom(Option<Range<usize>>),
    /// Keys are read as the one of [`READINGS`] at this place.
    Reading(usize),
    /// Keys are read by these fields, as `user:int4,time:reversed-time`.
    Spec(String),
    /// The first rows of the region at this place.
    Rows(usize),
    /// What is counted.
    Measure(Measure),
    /// What the rows of the heat are.
    Aspect(Aspect),
    /// Seconds between looks.
    Pace(u32),
    /// Stop looking, or go on.
    Pause(bool),
    /// A cell of the heat, by column and row.
    Cell(usize, usize),
    /// Save the recording.
    Save,
    /// Save the picture of the heat.
    Picture,
    /// Show a recording; its text.
    Replay(String),
    /// Back from a recording to the cluster.
    Live,
    /// How many rows of each region a sample has.
    Sample(usize),
    /// Another seed.
    Seed,
    /// Take a sample home; `true`: as a file.
    Take(bool),
    /// Stop taking it.
    Stop,
    /// Go on with a sample that came, now that the language is there.
    Settle(bool),
    /// The script for both sides is this.
    Script(String),
    /// Whether the tables that the script makes stay.
    Keep(bool),
    /// Play the script on both sides; milliseconds since 1970.
    Play(i64),
    /// Stop playing it.
    Halt,
    /// Save it as a file for the shell of HBase.
    Export,
}

/// A side of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Part {
    /// Its key space.
    #[default]
    Space,
    /// What it gets.
    Heat,
    /// A sample of it.
    Home,
    /// One script on the model and on the cluster. It needs no table.
    Beside,
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Whether the page came from a bridge.
    Meet,
    /// The tables.
    Tables,
    /// Families and attributes.
    Schema,
    /// Servers with their regions.
    Status,
    /// The regions of the table.
    Regions,
    /// A scanner.
    Open,
    /// Rows of it.
    Read,
    /// Its end.
    Close,
    /// What a script comes to.
    Beside,
}

/// A question for the browser to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// Which look it belongs to: an answer to an older one is left out.
    pub number: u32,
    /// What is asked.
    pub ask: Ask,
    /// Milliseconds to wait before.
    pub after: u32,
    /// The method of HTTP.
    pub method: &'static str,
    /// The address.
    pub path: String,
    /// What is sent.
    pub body: Option<String>,
    /// Seconds after which it is given up.
    pub seconds: u32,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Heard {
    /// Which look it belongs to, as its question said.
    pub number: u32,
    /// What was asked.
    pub ask: Option<Ask>,
    /// Milliseconds since 1970.
    pub at: i64,
    /// Minutes of the clock east of Greenwich.
    pub east: i32,
    /// The status of HTTP; 0 where nothing came.
    pub status: u16,
    /// Whether it was given up, as it took too long.
    pub is_late: bool,
    /// What came.
    pub body: String,
    /// The address of what was made.
    pub location: Option<String>,
}

/// What the bridge said in the page.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Bridge {
    /// The address of the gateway.
    pub rest: String,
    /// The version of HBase.
    pub version: Option<String>,
    /// How the names of tables begin that may be written; none: none may.
    pub write: Vec<String>,
}

/// What it does to the state. Nothing else names its function, so that it can stand in a chunk.
#[derive(Debug)]
pub struct Logic {
    pub(super) apply: fn(&mut State, Clustering) -> Vec<Effect>,
}

/// The table.
pub static LOGIC: Logic = Logic { apply: State::survey };

/// What is on the desk.
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

    /// Begins to play a script on both sides, once its language is there.
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

    /// Makes a session of a sample, and opens it as any file of a session.
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
