//! Work that goes on over more than one turn of the browser, so that the page never freezes.

use super::action::Overlay;
use super::import::{ImportView, Phase};
use super::reducer::Effect;
use super::state::{State, UnderWay};
use splitpoint_lab::import::{Importer, Mapping};
use splitpoint_lab::scenario::{self, Building, Reference, Start};
use splitpoint_lab::session::{Saved, Session};

/// Steps, or rows, that are done at once: about a millisecond. A turn of the browser has room for several.
const SLICE: u32 = 400;

/// What goes on.
pub enum Work {
    /// A client or a job runs to its end.
    Run(UnderWay),
    /// A file is read.
    Read(Box<Importer>),
    /// A start is made, on which a kept session may go on.
    Build(Box<Build>),
}

/// A start that is being made.
pub struct Build {
    start: Start,
    building: Building,
    saved: Option<Saved>,
}

impl State {
    /// Begins to make a start, on which a kept session goes on.
    pub fn build(&mut self, start: Start, saved: Option<Saved>) -> Vec<Effect> {
        let building = start.build();
        self.work = Some(Work::Build(Box::new(Build { start, building, saved })));
        self.go_on()
    }

    /// Begins what a reference names: a scenario at once, a file when the browser has brought it.
    pub fn begin(&mut self, reference: &Reference, saved: Option<Saved>) -> Vec<Effect> {
        match reference {
            Reference::Scenario(id) => match scenario::start(id) {
                Some(start) => self.build(start, saved),
                None => {
                    self.notice = Some(format!("There is no example called “{id}” any more."));
                    Vec::new()
                }
            },
            Reference::Import(name) => vec![Effect::FetchFile(name.clone())],
        }
    }

    /// Reads a kept file again, and goes on with the session that was kept with it.
    pub fn reread(&mut self, name: String, size: u64, mapping: Mapping, saved: Option<Saved>) -> Vec<Effect> {
        self.import = ImportView { mapping: Some(mapping), ..ImportView::chosen(name, size) };
        let Some(importer) = self.import.begin() else { return Vec::new() };
        self.resume = saved;
        self.overlay = Some(Overlay::Import);
        self.work = Some(Work::Read(Box::new(importer)));
        vec![Effect::ReadFrom(0)]
    }

    /// One turn of the work there is.
    pub(super) fn go_on(&mut self) -> Vec<Effect> {
        match self.work.take() {
            None | Some(Work::Read(_)) => Vec::new(),
            Some(Work::Run(whose)) => {
                let done = match whose {
                    UnderWay::Client(client) => self.lab.run_client(client, SLICE),
                    UnderWay::Job(job) => self.lab.run_job(job, SLICE),
                };
                if !done {
                    self.work = Some(Work::Run(whose));
                }
                self.moved(done)
            }
            Some(Work::Build(build)) => self.go_on_building(build),
        }
    }

    fn go_on_building(&mut self, mut build: Box<Build>) -> Vec<Effect> {
        match build.building.advance(SLICE as usize) {
            Ok(true) => {
                let (done, all) = build.building.progress();
                if matches!(self.import.phase, Phase::Reading(_) | Phase::Loading(..)) {
                    self.import.phase = Phase::Loading(done, all);
                }
                self.work = Some(Work::Build(build));
                Vec::new()
            }
            Ok(false) => self.finish(*build),
            Err(error) => {
                self.notice = Some(format!("{} could not be made. {error}", build.start.title));
                self.import.phase = Phase::Mapping;
                Vec::new()
            }
        }
    }

    fn finish(&mut self, build: Build) -> Vec<Effect> {
        let Build { start, building, saved } = build;
        let title = start.title.clone();
        let built = match building.finish() {
            Ok(built) => built,
            Err(error) => {
                self.notice = Some(format!("{title} could not be made. {error}"));
                return Vec::new();
            }
        };
        let lab = match &saved {
            None => Session::from_built(start, built),
            Some(saved) => Session::restore_on(saved, start.clone(), built.clone()).unwrap_or_else(|error| {
                self.notice = Some(format!("What you did last could not be restored: {error} It begins anew."));
                Session::from_built(start, built)
            }),
        };
        self.open(lab);
        let mut effects = vec![Effect::Keep];
        if self.import.phase != Phase::Choosing {
            self.overlay = None;
            let import = std::mem::take(&mut self.import);
            effects.extend(import.mapping.filter(|_| saved.is_none()).map(Effect::KeepFile));
        }
        effects
    }
}
