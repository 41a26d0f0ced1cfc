//! Background work, advanced atom by atom: what administrators ask for, and what servers do by themselves.
//!
//! Of two jobs on one region, or on one table where one of them concerns the whole table, the later waits for the
//! earlier. A job that works on a region whose server dies waits for the recovery and then does its part again.

mod compact;
mod flush;
mod merge;
mod part;
mod recover;
mod split;
mod table;
mod transfer;

pub use part::JobPart;

use super::catalog::is_of_hbase;
use super::check::{check_families, check_splits};
use super::{Admin, Cluster, Outcome, TableState, Wait};
use crate::bytes::{Family, RowKey, TableName};
use crate::error::{Error, Failure};
use crate::event::{Event, JobId, Observer, RegionId, ServerId};
use crate::identity::{Kind, Trace};
use crate::policy::flush::FlushLimits;
use crate::region::{FileNumbers, Region, RegionState};
use crate::schema::TableDescriptor;
use std::sync::Arc;

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the administrator's verbs")]
pub enum JobKind {
    Create,
    Alter,
    Drop,
    Truncate,
    Disable,
    Enable,
    Flush,
    Compact,
    Split,
    Merge,
    Move,
    Recover,
}

impl JobKind {
    /// Whether it concerns all regions of a table at once.
    fn is_of_table(self) -> bool {
        matches!(self, Self::Create | Self::Alter | Self::Drop | Self::Truncate | Self::Disable | Self::Enable)
    }
}

/// A piece of background work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What it does.
    pub kind: JobKind,
    /// The table it works on; `None` for the recovery of a server.
    pub table: Option<TableName>,
    /// The regions it works on that are not done yet, the one at work first.
    pub regions: Vec<RegionId>,
    /// The server, for a move the target.
    pub server: Option<ServerId>,
    /// What its next atom does.
    pub next: JobPart,
    task: Task,
    made: Vec<RegionId>,
}

impl Job {
    /// Whether it changes what a table keeps.
    pub(super) fn is_alteration(&self) -> bool {
        matches!(self.task, Task::Alter { .. })
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        let regions = |trace: &mut Trace, regions: &[RegionId]| {
            trace.each(regions.iter(), |trace, region| trace.number(Kind::Region, region.0.into()));
        };
        trace.number(Kind::Job, self.id.0.into());
        trace.literal(&(self.kind, &self.table, self.server, self.next));
        regions(trace, &self.regions);
        match &self.task {
            Task::Create { descriptor, splits } => {
                descriptor.tell(trace);
                trace.literal(splits);
            }
            Task::Alter { descriptor } => descriptor.tell(trace),
            Task::Split { at, daughters } => {
                trace.literal(at);
                regions(trace, daughters);
            }
            Task::Merge { parents, into } => {
                // The files of all parents are put into one order by their numbers, so the numbers themselves matter.
                trace.exact();
                regions(trace, parents);
                regions(trace, into.as_slice());
            }
            task => trace.literal(task),
        }
        if trace.is_exact() {
            trace.literal(&self.made);
        }
    }
}

/// What a job has to know beside its regions: what was asked for, and what it has made so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Task {
    Create { descriptor: Arc<TableDescriptor>, splits: Vec<RowKey> },
    Alter { descriptor: Arc<TableDescriptor> },
    Drop,
    Truncate { preserve_splits: bool },
    Disable,
    Enable,
    Flush { family: Option<Family>, by_server: bool },
    Compact { families: Vec<Family>, asked: Option<Family>, major: bool },
    Split { at: Option<RowKey>, daughters: Vec<RegionId> },
    Merge { parents: Vec<RegionId>, into: Option<RegionId> },
    Move { to: ServerId },
    Recover,
}

impl Task {
    fn kind(&self) -> JobKind {
        match self {
            Self::Create { .. } => JobKind::Create,
            Self::Alter { .. } => JobKind::Alter,
            Self::Drop => JobKind::Drop,
            Self::Truncate { .. } => JobKind::Truncate,
            Self::Disable => JobKind::Disable,
            Self::Enable => JobKind::Enable,
            Self::Flush { .. } => JobKind::Flush,
            Self::Compact { .. } => JobKind::Compact,
            Self::Split { .. } => JobKind::Split,
            Self::Merge { .. } => JobKind::Merge,
            Self::Move { .. } => JobKind::Move,
            Self::Recover => JobKind::Recover,
        }
    }
}

/// Whether a job goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JobState {
    /// There is more to do.
    More,
    /// It is over.
    Done(Outcome),
    /// It is over, and what was begun is undone.
    Failed(Error),
}

/// What an atom of a job comes to: the next one, or the end.
type NextPart = Result<Option<JobPart>, Error>;

impl Cluster {
    /// Asks for a change of tables, regions or servers. It is checked now as HBase checks it; the work is a job.
    ///
    /// # Errors
    /// What HBase's administrator gets: `TableNotFound`, `TableExists`, `TableNotEnabled`, `TableNotDisabled`,
    /// `NoSuchColumnFamily`, `MergeRegion`, `IllegalArgument` or `DoNotRetry`.
    pub fn submit(&mut self, admin: Admin) -> Result<JobId, Error> {
        let job = self.job(admin)?;
        let id = job.id;
        self.jobs.insert(id, job);
        Ok(id)
    }

    fn job(&mut self, admin: Admin) -> Result<Job, Error> {
        let (table, regions, part, task) = match admin {
            Admin::CreateTable { descriptor, splits } => {
                let splits = check_splits(splits)?;
                self.check_descriptor(&descriptor)?;
                let name = &descriptor.name;
                if self.tables.contains_key(name) || self.is_being_created(name) || is_of_hbase(name) {
                    return Err(Error::TableExists { table: descriptor.name });
                }
                check_families(&descriptor)?;
                let table = descriptor.name.clone();
                let task = Task::Create { descriptor: Arc::new(descriptor), splits };
                (table, Vec::new(), JobPart::WriteMeta, task)
            }
            Admin::AlterTable { table, families, remove, attributes } => {
                let descriptor = Arc::new(self.altered(&table, families, &remove, attributes)?);
                (table, Vec::new(), JobPart::WriteMeta, Task::Alter { descriptor })
            }
            Admin::DropTable { table } => {
                self.check_disabled(&table)?;
                (table, Vec::new(), JobPart::Remove, Task::Drop)
            }
            Admin::TruncateTable { table, preserve_splits } => {
                self.check_disabled(&table)?;
                (table, Vec::new(), JobPart::WriteMeta, Task::Truncate { preserve_splits })
            }
            Admin::DisableTable { table } => {
                self.check_enabled(&table)?;
                let regions = self.regions(&table).map(Region::id).collect();
                (table, regions, JobPart::WriteMeta, Task::Disable)
            }
            Admin::EnableTable { table } => {
                self.check_disabled(&table)?;
                (table, Vec::new(), JobPart::WriteMeta, Task::Enable)
            }
            Admin::Flush { table, family, row } => {
                let regions = self.check_regions(&table, family.as_ref(), row.as_ref())?;
                (table, regions, JobPart::Snapshot, Task::Flush { family, by_server: false })
            }
            Admin::FlushLarge { table, row } => {
                let regions = self.check_regions(&table, None, Some(&row))?;
                (table, regions, JobPart::Snapshot, Task::Flush { family: None, by_server: true })
            }
            Admin::Compact { table, family, row, major } => {
                let regions = self.check_compaction(&table, family.as_ref(), row.as_ref())?;
                let task = Task::Compact { families: Vec::new(), asked: family, major };
                (table, regions, JobPart::Select, task)
            }
            Admin::Split { table, at, row } => {
                let region = self.check_split(&table, at.as_ref(), row.as_ref())?;
                (table, vec![region], JobPart::Choose, Task::Split { at, daughters: Vec::new() })
            }
            Admin::Merge { table, rows, force } => {
                let regions = self.check_merge(&table, &rows, force)?;
                let task = Task::Merge { parents: regions.clone(), into: None };
                (table, regions, JobPart::Close, task)
            }
            Admin::Move { table, row, to } => {
                let regions = self.check_regions(&table, None, Some(&row))?;
                let to = self.check_move(&regions, to)?;
                (table, regions, JobPart::Close, Task::Move { to })
            }
            Admin::Crash { server } => return self.crash_job(server),
        };
        let server = if let Task::Move { to } = &task { Some(*to) } else { None };
        Ok(self.new_job(Some(table), regions, server, part, task))
    }

    fn new_job(
        &mut self,
        table: Option<TableName>,
        regions: Vec<RegionId>,
        server: Option<ServerId>,
        next: JobPart,
        task: Task,
    ) -> Job {
        self.next.job += 1;
        let id = JobId(self.next.job);
        Job { id, kind: task.kind(), table, regions, server, next, task, made: Vec::new() }
    }

    fn is_being_created(&self, name: &str) -> bool {
        self.jobs.values().any(|job| job.kind == JobKind::Create && job.table.as_deref() == Some(name))
    }

    /// Work that is not over, oldest first.
    pub fn jobs(&self) -> impl Iterator<Item = &Job> {
        self.jobs.values()
    }

    /// Whether the job can go on now. A job that is over can.
    ///
    /// # Errors
    /// What it waits for.
    pub fn job_ready(&self, job: JobId) -> Result<(), Wait> {
        self.jobs.get(&job).map_or(Ok(()), |job| self.ready(job))
    }

    fn ready(&self, job: &Job) -> Result<(), Wait> {
        if job.kind == JobKind::Recover {
            return Ok(());
        }
        let earlier = self.jobs.range(..job.id).map(|(_, earlier)| earlier);
        if let Some(earlier) = earlier.into_iter().find(|earlier| conflict(earlier, job)) {
            return Err(Wait::Job(earlier.id));
        }
        let Some(region) = job.regions.first().and_then(|&id| self.region(id)) else { return Ok(()) };
        if region.state() == RegionState::Lost {
            return Err(Wait::Region { region: region.id(), state: RegionState::Lost });
        }
        let clients = match job.next {
            // As HBase's lock on updates: no write may be in the log that is not visible yet.
            JobPart::Snapshot => region.clients_at_work(true),
            JobPart::FlushAndClose => region.clients_at_work(false),
            _ => Vec::new(),
        };
        if clients.is_empty() { Ok(()) } else { Err(Wait::Requests { region: region.id(), clients }) }
    }

    /// Does one atom of a job. A job that waits ([`job_ready`](Self::job_ready)) stays as it is.
    pub fn step_job(&mut self, job: JobId, now: i64, observer: &mut dyn Observer) -> JobState {
        let Some(mut job) = self.jobs.remove(&job) else { return JobState::Done(Outcome::default()) };
        if self.ready(&job).is_err() {
            self.jobs.insert(job.id, job);
            return JobState::More;
        }
        self.expire_leases(now, observer);
        match self.advance(&mut job, now, observer) {
            Ok(Some(part)) => {
                job.next = part;
                self.jobs.insert(job.id, job);
                JobState::More
            }
            Ok(None) => {
                self.clean_parents();
                JobState::Done(Outcome { regions: job.made })
            }
            Err(error) => {
                if observer.listens() {
                    observer.hear(Event::JobRefused { error: error.clone() });
                }
                JobState::Failed(error)
            }
        }
    }

    fn advance(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        match job.kind {
            JobKind::Create => self.step_create(job, now, observer),
            JobKind::Alter => self.step_alter(job, now, observer),
            JobKind::Drop => self.step_drop(job, observer),
            JobKind::Truncate => self.step_truncate(job, now, observer),
            JobKind::Disable => self.step_disable(job, now, observer),
            JobKind::Enable => self.step_enable(job, now, observer),
            JobKind::Flush => self.step_flush(job, now, observer),
            JobKind::Compact => {
                let next = self.step_compact(job, now, observer);
                if matches!(next, Ok(None)) {
                    self.archive();
                }
                next
            }
            JobKind::Split => self.step_split(job, now, observer),
            JobKind::Merge => self.step_merge(job, now, observer),
            JobKind::Move => self.step_move(job, now, observer),
            JobKind::Recover => self.step_recover(job, now, observer),
        }
    }

    /// Submits and does a whole job. Other jobs and clients stand still meanwhile.
    ///
    /// Where it waits for one of them it is dropped, and not undone: a region that it was closing stays `Closing`.
    ///
    /// # Errors
    /// As [`submit`](Self::submit), or what the job failed with; `Io` if it waits for somebody who stands still.
    pub fn run(&mut self, admin: Admin, now: i64, observer: &mut dyn Observer) -> Result<Outcome, Error> {
        let job = self.submit(admin)?;
        loop {
            if let Err(wait) = self.job_ready(job) {
                self.jobs.remove(&job);
                return Err(Failure::JobTimeout { wait: wait.to_string() }.into());
            }
            match self.step_job(job, now, observer) {
                JobState::More => {}
                JobState::Done(outcome) => return Ok(outcome),
                JobState::Failed(error) => return Err(error),
            }
        }
    }

    /// The region with its numbers for files.
    fn region_and_files(&mut self, id: RegionId) -> Option<(&mut Region, &mut FileNumbers)> {
        self.stirred.wants.insert(id);
        let region = self.regions.get_mut(&id).map(Arc::make_mut)?;
        Some((region, &mut self.next.file))
    }

    /// Lets a region take no more requests.
    fn begin_close(&mut self, id: RegionId, now: i64, observer: &mut dyn Observer) {
        let Some(region) = self.region_mut(id) else { return };
        if region.state() == RegionState::Open {
            region.set_state(RegionState::Closing, now);
            if observer.listens() {
                observer.hear(Event::RegionClosed { region: id, server: region.server() });
            }
        }
    }

    /// Flushes a region and ends its service; `false` if it has to be closed first, since it was recovered meanwhile.
    /// `to`: the server that will open it, if it is to be opened at once.
    fn flush_and_close(&mut self, id: RegionId, to: Option<ServerId>, now: i64, observer: &mut dyn Observer) -> bool {
        let Some((region, files)) = self.region_and_files(id) else { return true };
        match region.state() {
            RegionState::Closing => {}
            RegionState::Open => return false,
            _ => return true,
        }
        region.close(to, now, files, observer);
        self.scanners.retain(|_, lease| lease.region != id);
        true
    }

    /// Puts a region into service, on another server if its own is dead.
    fn open(&mut self, id: RegionId, now: i64, observer: &mut dyn Observer) {
        let Some(server) = self.region(id).map(Region::server) else { return };
        let server = if self.is_alive(server) { server } else { self.living_after(server).unwrap_or(server) };
        let limit =
            self.region(id).map_or(u64::MAX, |region| FlushLimits::new(&self.settings(region.table())).blocking);
        let Some(region) = self.region_mut(id) else { return };
        region.set_write_limit(limit);
        region.open(server, now);
        if observer.listens() {
            observer.hear(Event::RegionOpened { region: id, server });
        }
    }

    /// The next living server in the round; `None` if none lives, or only the one given.
    fn living_after(&self, server: ServerId) -> Option<ServerId> {
        let servers: Vec<ServerId> = self.servers().collect();
        let at = usize::from(server.0) + 1;
        servers.iter().cycle().skip(at).take(servers.len()).copied().find(|&s| s != server && self.is_alive(s))
    }

    /// Removes parents to whose files nothing refers any more, as the catalog janitor does.
    pub(super) fn clean_parents(&mut self) {
        debug_assert!(
            self.parents().all(|parent| self.stirred.litter.contains(&parent.id())),
            "no parent is overlooked"
        );
        let is_parent = |id: &RegionId| self.region(*id).is_some_and(|region| region.state() == RegionState::Replaced);
        let mut gone: Vec<RegionId> = self.stirred.litter.iter().copied().filter(is_parent).collect();
        let Some(first) = gone.first() else { return };
        // A region that refers to files of another was created after it, so only regions with larger numbers are looked
        // at.
        for parent in self.regions_after(*first).flat_map(|region| region.referred_parents()) {
            gone.retain(|id| id != parent);
        }
        for id in gone {
            self.regions.remove(&id);
            self.stirred.litter.remove(&id);
        }
    }
}

/// Whether a job works on a region, or has made it and is not done with it.
fn concerns(job: &Job, region: RegionId) -> bool {
    let made = match &job.task {
        Task::Split { daughters, .. } => daughters.contains(&region),
        Task::Merge { into, .. } => *into == Some(region),
        _ => false,
    };
    made || job.regions.contains(&region)
}

/// Whether the later of two jobs has to wait.
fn conflict(earlier: &Job, later: &Job) -> bool {
    if earlier.kind == JobKind::Recover || earlier.table != later.table {
        return false;
    }
    let of_table = earlier.kind.is_of_table() || later.kind.is_of_table();
    of_table || later.regions.iter().any(|&region| concerns(earlier, region))
}

/// Whether a table in this state answers requests.
fn serves(state: TableState) -> bool {
    matches!(state, TableState::Enabled | TableState::Enabling)
}
