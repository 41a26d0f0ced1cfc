//! Work that goes on over more than one turn of the browser, so that the page never freezes.

use super::action::Action;
use super::chunk::Chunk;
use super::compare::Ways;
use super::desk::UnderWay;
use super::import::{ImportView, Phase, Reading};
use super::reducer::Effect;
use super::restore;
use super::state::State;
use splitpoint_lab::scenario::{self, Building, EXAMPLES, Reference, Start};
use splitpoint_lab::session::{Player, Playing, Saved, Session};

/// Steps, or rows, that are done at once: about a millisecond. A turn of the browser has room for several.
pub(super) const SLICE: u32 = 400;

/// Work that goes on in slices, between which the page is drawn and hears the person.
pub enum Work {
    /// A client or a job runs to its end.
    Run(UnderWay),
    /// The same question is asked in every way there is.
    Ways(Box<Ways>),
    /// A script is played.
    Play(Box<Player>),
    /// The script of a link is played.
    Visit(Box<Playing>),
    /// A file is read.
    Read(Box<dyn Reading>),
    /// A start is made, on which a kept session may go on.
    Build(Box<Build>),
}

/// A start that is being made.
pub struct Build {
    start: Start,
    building: Building,
    saved: Option<Saved>,
    /// Of a file that is to be kept: what tells it from others, and what it was mapped to, as text.
    file: Option<(String, String)>,
}

impl Build {
    /// A start, on which a kept session may go on. Of a file that is to be kept, what tells it from others, and what it
    /// was mapped to.
    pub fn new(start: Start, saved: Option<Saved>, file: Option<(String, String)>) -> Self {
        Self { building: start.build(), start, saved, file }
    }
}

impl State {
    /// Begins to make a start; a file that was on its way to become one is left.
    pub fn build(&mut self, build: Build) -> Vec<Effect> {
        if self.chrome.import.phase.is_at_work() {
            self.chrome.overlay = None;
            self.chrome.import = ImportView::default();
            self.document.resume = None;
        }
        self.go_on_with(build)
    }

    /// Makes a start, slice by slice.
    pub(super) fn go_on_with(&mut self, build: Build) -> Vec<Effect> {
        self.document.work = Some(Work::Build(Box::new(build)));
        self.go_on()
    }

    /// Begins what a reference names: a scenario at once, a file when the browser has brought it.
    pub fn begin(&mut self, reference: &Reference, saved: Option<Saved>) -> Vec<Effect> {
        match reference {
            Reference::Scenario(id) if id == EXAMPLES[0].id => self.build(Build::new(scenario::first(), saved, None)),
            Reference::Scenario(id) => match self.chrome.chunks.scenario.map(|find| find(id)) {
                Some(Some(start)) => self.build(Build::new(start, saved, None)),
                Some(None) => {
                    self.chrome.notice = Some(format!("There is no example called “{id}” any more."));
                    Vec::new()
                }
                None => vec![Effect::Bring(Chunk::Scenario, Action::Begin(reference.clone()))],
            },
            Reference::Import(_) if self.chrome.chunks.import.is_none() => {
                vec![Effect::Bring(Chunk::Import, Action::Begin(reference.clone()))]
            }
            Reference::Import(name) => vec![Effect::FetchFile(name.clone())],
        }
    }

    /// One turn of the work there is.
    pub(super) fn go_on(&mut self) -> Vec<Effect> {
        match self.document.work.take() {
            None => Vec::new(),
            reading @ Some(Work::Read(_)) => {
                self.document.work = reading;
                Vec::new()
            }
            Some(Work::Run(whose)) => {
                let done = self.document.run(whose);
                if !done {
                    self.document.work = Some(Work::Run(whose));
                }
                self.moved(done)
            }
            Some(Work::Ways(ways)) => match self.chrome.chunks.compare {
                Some(compare) => (compare.go_on)(self, ways),
                None => Vec::new(),
            },
            Some(Work::Play(player)) => match self.chrome.chunks.console {
                Some(console) => (console.play)(self, player),
                None => Vec::new(),
            },
            Some(Work::Visit(playing)) => self.play_link(playing),
            Some(Work::Build(build)) => self.go_on_building(build),
        }
    }

    fn go_on_building(&mut self, mut build: Box<Build>) -> Vec<Effect> {
        match build.building.advance(SLICE as usize) {
            Ok(true) => {
                let (done, all) = build.building.progress();
                if self.chrome.import.phase.is_at_work() {
                    self.chrome.import.phase = Phase::Loading(done, all);
                }
                self.document.work = Some(Work::Build(build));
                Vec::new()
            }
            Ok(false) => self.finish(*build),
            Err(error) => {
                self.chrome.import.phase = Phase::Mapping;
                self.unmade(format!("{} could not be made. {error}", build.start.title), build.saved.is_some())
            }
        }
    }

    /// A start could not be made. Where something was kept on it, that is set aside, and the page begins anew.
    fn unmade(&mut self, why: String, is_kept: bool) -> Vec<Effect> {
        if is_kept && self.document.link.is_none() {
            let mut effects = vec![Effect::Aside(why)];
            effects.extend(self.build(Build::new(scenario::first(), None, None)));
            return effects;
        }
        self.chrome.notice = Some(why);
        Vec::new()
    }

    fn finish(&mut self, build: Build) -> Vec<Effect> {
        let Build { start, building, saved, file } = build;
        let title = start.title.clone();
        let built = match building.finish() {
            Ok(built) => built,
            Err(error) => return self.unmade(format!("{title} could not be made. {error}"), saved.is_some()),
        };
        let mut effects = Vec::new();
        let lab = match saved.zip(self.chrome.chunks.restore) {
            None => Session::from_built(start, built),
            Some((saved, logic)) => {
                let language = self.chrome.chunks.console.map(|console| console.language);
                let is_linked = self.document.link.is_some();
                let what = if is_linked { restore::LINKED } else { restore::YOURS };
                let (lab, told) = (logic.restore)(&saved, start, built, language, what);
                match told {
                    Some(told) if !is_linked => effects.push(Effect::Aside(told)),
                    told => self.chrome.notice = told.or(self.chrome.notice.take()),
                }
                lab
            }
        };
        self.open(lab);
        effects.push(Effect::Opened);
        effects.extend(self.arrive());
        if self.chrome.import.phase.is_at_work() {
            self.chrome.overlay = None;
            self.chrome.import = ImportView::default();
        }
        if let Some((mark, mapping)) = file {
            effects.extend([Effect::PutAway, Effect::KeepFile(mark, mapping)]);
        }
        effects.push(Effect::Keep);
        effects
    }
}
