//! Lanes of background work: flush, compaction, split, and whatever else the servers do.

use super::{Applied, Upshot, World};
use crate::sim::answer::{Answer, Came};
use crate::sim::label::{JobTitle, Label, job_kind};
use splitpoint_model::cluster::{Admin, Job, JobState};
use splitpoint_model::error::Error;
use splitpoint_model::event::{JobId, Observer, RegionId};
use std::collections::VecDeque;
use std::sync::Arc;

/// A piece of background work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JobLane {
    id: u32,
    operation: u32,
    title: JobTitle,
    /// Requests to the master that follow when it is done.
    pub(super) then: VecDeque<Admin>,
}

/// By what a piece of background work is found again after a restore, where its number may differ.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct JobName {
    /// The kind of work, such as `flush`.
    pub kind: String,
    /// The table it works on.
    pub table: Option<String>,
    /// The region it works on, such as `r1`.
    pub region: Option<String>,
    /// The server it recovers.
    pub server: Option<u8>,
    /// How many older pieces of work have the same name otherwise.
    pub nth: u32,
}

/// A piece of background work that is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EndedJob {
    /// Its number.
    pub id: u32,
    /// What the job did, and to which region or table.
    pub title: JobTitle,
    /// The error with which it failed; `None` if it succeeded.
    pub error: Option<Error>,
}

/// So many pieces of work that are over share a part of the list of them.
const SHARED: usize = 64;

/// Background work that is over, in the order of its ends. Copies share all parts but the last: what is repeated a hundred
/// thousand times ends ten thousand jobs, and worlds are copied to be kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(super) struct EndedJobs(Vec<Arc<Vec<EndedJob>>>);

impl EndedJobs {
    pub(super) fn push(&mut self, job: EndedJob) {
        match self.0.last_mut() {
            Some(last) if last.len() < SHARED => Arc::make_mut(last).push(job),
            _ => self.0.push(Arc::new(vec![job])),
        }
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &EndedJob> {
        self.0.iter().flat_map(|part| part.iter())
    }
}

impl JobLane {
    pub(super) fn new(operation: u32, job: &Job, number: impl Fn(RegionId) -> u32) -> Self {
        Self { id: job.id.0, operation, title: JobTitle::new(job, number), then: VecDeque::new() }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The number of the operation.
    pub fn operation(&self) -> u32 {
        self.operation
    }

    /// Its kind, and the regions, table and server that it works on.
    pub fn title(&self) -> &JobTitle {
        &self.title
    }
}

impl World {
    /// The name by which a job can be found again. It may change with the next atom, as the region at work does.
    pub fn job_name(&self, id: u32) -> Option<JobName> {
        let mut names = self.cluster.jobs().map(|job| (job.id.0, self.name(job)));
        let mut older: Vec<JobName> = Vec::new();
        let (_, mut name) = names.find(|(other, name)| {
            let found = *other == id;
            if !found {
                older.push(name.clone());
            }
            found
        })?;
        name.nth = u32::try_from(older.iter().filter(|other| **other == name).count()).unwrap_or(u32::MAX);
        Some(name)
    }

    /// The number of the job of that name.
    pub fn job_named(&self, name: &JobName) -> Option<u32> {
        let first = JobName { nth: 0, ..name.clone() };
        let mut same = self.cluster.jobs().filter(|job| self.name(job) == first);
        same.nth(usize::try_from(name.nth).ok()?).map(|job| job.id.0)
    }

    fn name(&self, job: &Job) -> JobName {
        JobName {
            kind: job_kind(job.kind).to_owned(),
            table: job.table.as_deref().map(str::to_owned),
            region: job.regions.first().map(|region| format!("r{}", self.region_number(*region))),
            server: job.server.filter(|_| job.table.is_none()).map(|server| server.0),
            nth: 0,
        }
    }

    pub(super) fn step_job(&mut self, id: u32, observer: &mut dyn Observer) -> Option<Applied> {
        let job = JobId(id);
        let (label, table) = {
            let job = self.cluster.jobs().find(|other| other.id == job)?;
            (job.next, job.table.clone().unwrap_or_else(|| "".into()))
        };
        let about = Some(table.clone()).filter(|table| !table.is_empty());
        let lane = self.jobs.get(&id)?;
        let (operation, title) = (lane.operation, lane.title.clone());
        let (error, typed) = match self.cluster.step_job(job, self.clock.now(), observer) {
            JobState::More => {
                let label = Some(Label::Part(label));
                return Some(Applied { label, table: about, ..Applied::of(operation) });
            }
            JobState::Done(outcome) => {
                let typed = self.deliver(job, &Ok(outcome));
                (self.follow(id).err(), typed)
            }
            JobState::Failed(error) => {
                let typed = self.deliver(job, &Err(error.clone()));
                (Some(error), typed)
            }
        };
        let came = match &error {
            None => Came::JobDone,
            Some(error) => Came::Failed(error.clone().into()),
        };
        let upshot = Upshot::of_job(error.as_ref());
        if let Some(lane) = self.jobs.remove(&id) {
            self.ended.push(EndedJob { id, title: lane.title, error });
        }
        Some(Applied {
            table: about,
            label: Some(Label::Part(label)),
            answer: Some(Answer::new(Label::Work(title), &table, came)),
            over: true,
            typed,
            upshot: Some(Box::new(upshot)),
            ..Applied::of(operation)
        })
    }

    /// Asks the master for what follows a job that is done.
    fn follow(&mut self, id: u32) -> Result<(), Error> {
        let Some(lane) = self.jobs.get_mut(&id) else { return Ok(()) };
        let Some(admin) = lane.then.pop_front() else { return Ok(()) };
        let rest = std::mem::take(&mut lane.then);
        let job = self.cluster.submit(admin)?;
        self.notice();
        if let Some(lane) = self.jobs.get_mut(&job.0) {
            lane.then = rest;
        }
        Ok(())
    }
}
