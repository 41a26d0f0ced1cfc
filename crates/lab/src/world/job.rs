//! Lanes of background work: flush, compaction, split, and whatever else the servers do.

use super::{Applied, World};
use crate::phrase::Phrase;
use crate::program::Answer;
use crate::sentence;
use crate::view::Tone;
use splitpoint_model::cluster::{Admin, Job, JobKind, JobState};
use splitpoint_model::error::Error;
use splitpoint_model::event::{JobId, Observer, RegionId};
use std::collections::VecDeque;

/// A piece of background work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JobLane {
    id: u32,
    operation: u32,
    title: String,
    /// What is asked for when it is done.
    pub(super) then: VecDeque<Admin>,
}

/// A piece of background work that is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EndedJob {
    /// Its number.
    pub id: u32,
    /// `flush r1`.
    pub title: String,
    /// What it failed with.
    pub error: Option<Error>,
}

impl JobLane {
    pub(super) fn new(operation: u32, job: &Job, label: impl Fn(RegionId) -> String) -> Self {
        let verb = verb(job.kind);
        let title = match (job.regions.as_slice(), &job.table) {
            ([region], _) => format!("{verb} {}", label(*region)),
            ([first, second], _) if job.kind == JobKind::Merge => {
                format!("{verb} {} and {}", label(*first), label(*second))
            }
            (_, Some(table)) => format!("{verb} {table}"),
            (_, None) => match job.server {
                Some(server) => format!("{verb} server {}", sentence::server_letter(server)),
                None => verb.to_owned(),
            },
        };
        Self { id: job.id.0, operation, title, then: VecDeque::new() }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The number of the operation.
    pub fn operation(&self) -> u32 {
        self.operation
    }

    /// `flush r1`.
    pub fn title(&self) -> &str {
        &self.title
    }
}

fn verb(kind: JobKind) -> &'static str {
    match kind {
        JobKind::Create => "create",
        JobKind::Alter => "alter",
        JobKind::Drop => "drop",
        JobKind::Truncate => "truncate",
        JobKind::Disable => "disable",
        JobKind::Enable => "enable",
        JobKind::Flush => "flush",
        JobKind::Compact => "compact",
        JobKind::Split => "split",
        JobKind::Merge => "merge",
        JobKind::Move => "move",
        JobKind::Recover => "recover",
    }
}

impl World {
    pub(super) fn step_job(&mut self, id: u32, observer: &mut dyn Observer) -> Option<Applied> {
        let job = JobId(id);
        let (label, table) = {
            let job = self.cluster.jobs().find(|other| other.id == job)?;
            (job.next.name(), job.table.clone().unwrap_or_else(|| "".into()))
        };
        let about = Some(table.clone()).filter(|table| !table.is_empty());
        let lane = self.jobs.get(&id)?;
        let (operation, title) = (lane.operation, Phrase::from(lane.title()));
        let error = match self.cluster.step_job(job, self.clock.now(), observer) {
            JobState::More => {
                let label = Some(label.into());
                return Some(Applied { label, table: about, ..Applied::of(operation) });
            }
            JobState::Done(outcome) => {
                self.deliver(job, &Ok(outcome));
                self.follow(id).err()
            }
            JobState::Failed(error) => {
                self.deliver(job, &Err(error.clone()));
                Some(error)
            }
        };
        let answer = match &error {
            None => Answer { text: "done".into(), sentence: title.text(" is done."), tone: Tone::Ok },
            Some(error) => Answer::error(&title, &table, error),
        };
        if let Some(lane) = self.jobs.remove(&id) {
            self.ended.push(EndedJob { id, title: lane.title, error });
        }
        Some(Applied {
            table: about,
            label: Some(label.into()),
            answer: Some(answer),
            over: true,
            ..Applied::of(operation)
        })
    }

    /// Asks for what comes after a job that is done.
    fn follow(&mut self, id: u32) -> Result<(), Error> {
        let Some(lane) = self.jobs.get_mut(&id) else { return Ok(()) };
        let Some(admin) = lane.then.pop_front() else { return Ok(()) };
        let rest = std::mem::take(&mut lane.then);
        let job = self.cluster.submit(admin, self.clock.now())?;
        self.notice();
        if let Some(lane) = self.jobs.get_mut(&job.0) {
            lane.then = rest;
        }
        Ok(())
    }
}
