//! Writing to a region, atom by atom: arrive, lock the rows, append to the log, apply to the memstores, publish.

use super::lock::{LockKind, Owner};
use super::prepare::{self, Prepared};
use super::requests::{Counted, Requests};
use super::{Region, RegionState};
use crate::bytes::{Family, RowKey};
use crate::cell::Cell;
use crate::error::{Absence, Error, Refused};
use crate::event::{Event, Observer};
use crate::identity::{Kind, Trace};
use crate::mutation::{CheckAndMutate, MutateRows, Mutation, Put, RowMutations, Then};
use crate::query::RowResult;
use std::sync::Arc;

/// The kinds of writes that one call can make in one region.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    /// Puts and deletes that are independent of each other: one may fail and others not. They share one sequence id.
    Plain(Vec<Mutation>),
    /// An Increment or Append.
    Update(Mutation),
    /// A conditional write of one row (`checkAndMutate`).
    Check(CheckAndMutate),
    /// Mutations of one row that become visible together.
    Row(RowMutations),
    /// Mutations of several rows that become visible together (`MultiRowMutationEndpoint`).
    Rows(MutateRows),
}

impl Work {
    /// How many mutations count as taken before anything of them is looked at: those that hang on no condition.
    fn taken(&self) -> usize {
        match self {
            Self::Plain(mutations) => mutations.len(),
            Self::Update(_) => 1,
            Self::Row(row) => row.mutations.len(),
            Self::Check(_) | Self::Rows(_) => 0,
        }
    }

    /// How it locks its rows.
    fn lock_kind(&self) -> LockKind {
        if matches!(self, Self::Plain(_)) { LockKind::Shared } else { LockKind::Exclusive }
    }

    /// The rows it locks, ascending, so that two of them never wait for each other.
    fn rows(&self) -> Vec<RowKey> {
        let mut rows: Vec<RowKey> = match self {
            Self::Plain(mutations) => mutations.iter().map(|mutation| mutation.row().clone()).collect(),
            Self::Update(mutation) => vec![mutation.row().clone()],
            Self::Check(check) => vec![check.row.clone()],
            Self::Row(row) => vec![row.row.clone()],
            Self::Rows(rows) => {
                let conditions = rows.conditions.iter().map(|(row, _)| row.clone());
                rows.mutations.iter().map(|mutation| mutation.row().clone()).chain(conditions).collect()
            }
        };
        crate::order::sort(&mut rows);
        rows.dedup();
        rows
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    fn tell(&self, trace: &mut Trace) {
        trace.literal(&std::mem::discriminant(self));
        match self {
            Self::Plain(mutations) => trace.each(mutations.iter(), |trace, mutation| mutation.tell(trace)),
            Self::Update(mutation) => mutation.tell(trace),
            Self::Check(check) => check.tell(trace),
            Self::Row(row) => row.tell(trace),
            Self::Rows(rows) => rows.tell(trace),
        }
    }
}

/// The answer to a call that writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// For each mutation of [`Work::Plain`], in their order, whether it was done.
    Plain(Vec<Result<(), Error>>),
    /// The new cells of Increments and Appends.
    Row(RowResult),
    /// Whether the condition held, and the new cells of Increments and Appends.
    Checked(bool, RowResult),
    /// Whether the conditions held.
    Processed(bool),
}

impl Answer {
    /// Adds to `trace` the parts of this that can still affect what happens.
    fn tell(&self, trace: &mut Trace) {
        trace.literal(&std::mem::discriminant(self));
        match self {
            Self::Plain(answers) => trace.each(answers.iter(), |trace, answer| {
                trace.option(answer.as_ref().err(), |trace, error| error.tell(trace));
            }),
            Self::Row(row) => row.tell(trace),
            Self::Checked(holds, row) => {
                trace.literal(holds);
                row.tell(trace);
            }
            Self::Processed(holds) => trace.literal(holds),
        }
    }
}

/// How far a write has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// It has not all its row locks.
    Locking,
    /// It has all its row locks.
    Locked,
    /// It is in the log, and survives a crash from now on, unless its table skips the log.
    Appended,
    /// It is in the memstores.
    Applied,
    /// It is complete, but an earlier write is not, so it is not visible yet.
    Complete,
}

/// A write at work in a region.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Write {
    work: Arc<Work>,
    rows: Vec<RowKey>,
    locked: usize,
    stage: Stage,
    sequence_id: u64,
    cells: Arc<[Cell]>,
    answer: Answer,
}

impl Write {
    /// How far it has come.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The rows it locks, ascending.
    pub fn rows(&self) -> &[RowKey] {
        &self.rows
    }

    /// Its number in the log; 0 before it is there.
    pub fn sequence_id(&self) -> u64 {
        self.sequence_id
    }

    /// The cells that it has appended to the log; empty before that.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        if !trace.knows(&self.work) {
            self.work.tell(trace);
        }
        trace.literal(&(self.locked, self.stage));
        trace.point(Kind::Sequence, self.sequence_id);
        trace.each(self.cells.iter(), |trace, cell| cell.tell(trace));
        self.answer.tell(trace);
    }
}

impl Region {
    /// A call that writes arrives. What can be refused without a lock is refused now; otherwise the write stands among
    /// the [`writes`](Self::writes), and the region is not closed before it is over.
    ///
    /// # Errors
    /// `NotServingRegion`, `WrongRegion`, `RowsNotColocated`, `NoSuchColumnFamily`, or what else HBase refuses.
    pub(crate) fn arrive(&mut self, owner: Owner, work: Arc<Work>) -> Result<(), Error> {
        self.check_serving()?;
        self.check_writable()?;
        self.count(Requests::writes(work.taken()));
        let answer = self.check(&work)?;
        let rows = work.rows();
        let write =
            Write { work, rows, locked: 0, stage: Stage::Locking, sequence_id: 0, cells: Arc::default(), answer };
        self.writes.insert(owner, write);
        if self.unanswered.get(&owner.client).is_some_and(|operation| *operation < owner.operation) {
            self.unanswered.remove(&owner.client);
        }
        Ok(())
    }

    /// # Errors
    /// `NotServingRegion` unless the region is open.
    pub(crate) fn check_serving(&self) -> Result<(), Error> {
        let why = match self.state {
            RegionState::Open => return Ok(()),
            RegionState::Closing => Absence::Closing,
            _ => Absence::Offline,
        };
        Err(Error::NotServingRegion { region: self.name.to_string(), why })
    }

    /// Source: `HRegion.checkReadOnly`.
    fn check_writable(&self) -> Result<(), Error> {
        match self.table.attributes.get("READONLY") {
            Some(value) if value.eq_ignore_ascii_case("true") => Err(Refused::ReadOnly.into()),
            _ => Ok(()),
        }
    }

    fn check(&self, work: &Work) -> Result<Answer, Error> {
        Ok(match work {
            Work::Plain(mutations) => {
                Answer::Plain(mutations.iter().map(|mutation| self.check_mutation(mutation)).collect())
            }
            Work::Update(mutation) => {
                self.check_mutation(mutation)?;
                Answer::Row(RowResult::default())
            }
            Work::Row(row) => {
                row.mutations.iter().try_for_each(|mutation| self.check_mutation(mutation))?;
                Answer::Row(RowResult::default())
            }
            Work::Check(check) => {
                if !self.contains(&check.row) {
                    return Err(self.wrong_region(&check.row, "row lock"));
                }
                if let crate::mutation::Condition::Column { family, .. } = &check.condition {
                    self.check_family(family)?;
                }
                Answer::Checked(false, RowResult::default())
            }
            Work::Rows(rows) => {
                self.check_rows(rows)?;
                Answer::Processed(false)
            }
        })
    }

    /// The checks of the multi-row endpoint before it locks.
    fn check_rows(&self, rows: &MutateRows) -> Result<(), Error> {
        for (at, mutation) in rows.mutations.iter().enumerate() {
            let row = mutation.row().clone();
            match self.contains(&row) {
                true => {}
                false if at == 0 => return Err(Error::WrongRegion { row }),
                false => return Err(Error::RowsNotColocated { row }),
            }
        }
        match rows.conditions.iter().find(|(row, _)| !self.contains(row)) {
            Some((row, _)) => Err(self.wrong_region(row, "row lock")),
            None => Ok(()),
        }
    }

    fn wrong_region(&self, row: &RowKey, purpose: &'static str) -> Error {
        Error::RowOutsideRegion {
            purpose,
            region: self.name.to_string(),
            start: self.start.clone(),
            end: self.end.clone(),
            row: row.clone(),
        }
    }

    pub(super) fn check_mutation(&self, mutation: &Mutation) -> Result<(), Error> {
        if !self.contains(mutation.row()) {
            return Err(self.wrong_region(mutation.row(), "doMiniBatchMutate"));
        }
        match mutation {
            Mutation::Put(put) => put.cells.iter().try_for_each(|cell| self.check_family(&cell.family)),
            Mutation::Delete(delete) => delete.cells.iter().try_for_each(|cell| self.check_family(cell.family())),
            Mutation::Increment(increment) => {
                increment.cells.iter().try_for_each(|(family, _, _)| self.check_family(family))
            }
            Mutation::Append(append) => append.cells.iter().try_for_each(|(family, _, _)| self.check_family(family)),
        }
    }

    /// # Errors
    /// `NoSuchColumnFamily`.
    pub(crate) fn check_family(&self, family: &Family) -> Result<(), Error> {
        if self.stores.contains_key(family) {
            return Ok(());
        }
        Err(Error::NoSuchColumnFamily { family: family.clone(), table: self.table.name.clone() })
    }

    /// The row a write waits for, and who holds it; `None` if it can go on.
    pub fn lock_wait(&self, owner: Owner) -> Option<(&RowKey, Owner)> {
        let write = self.writes.get(&owner)?;
        let row = write.rows.get(write.locked)?;
        let holder = self.locks.check(row, write.work.lock_kind(), owner).err()?;
        Some((row, holder))
    }

    /// Takes row locks, one after the other, until all are there or one is not to be had; whether all are there.
    pub(crate) fn lock(&mut self, owner: Owner, observer: &mut dyn Observer) -> bool {
        let Some(write) = self.writes.get_mut(&owner) else { return false };
        let kind = write.work.lock_kind();
        while let Some(row) = write.rows.get(write.locked) {
            if self.locks.take(row, kind, owner).is_err() {
                return false;
            }
            if observer.listens() {
                let exclusive = kind == LockKind::Exclusive;
                observer.hear(Event::RowLocked { region: self.id, row: row.clone(), exclusive });
            }
            write.locked += 1;
        }
        write.stage = Stage::Locked;
        true
    }

    /// Sets the time, makes the reads and comparisons the write depends on, and appends it to the log, which its table may
    /// skip. `Some` if the write is over, because there is nothing to write or it was refused.
    pub(crate) fn append(
        &mut self,
        owner: Owner,
        now: i64,
        observer: &mut dyn Observer,
    ) -> Option<Result<Answer, Error>> {
        let write = self.writes.get(&owner)?;
        let (work, answer) = (write.work.clone(), write.answer.clone());
        let again = self.unanswered.get(&owner.client) == Some(&owner.operation);
        let counted = Counted::default();
        let context = prepare::Context { region: self, now, again, counted: &counted };
        let prepared = self.prepare(&work, answer, context, observer);
        self.count(counted.sum());
        let prepared = match prepared {
            Ok(prepared) if !prepared.cells.is_empty() => prepared,
            over => {
                self.writes.remove(&owner);
                self.release(owner, observer);
                if let (Err(error), true) = (&over, observer.listens()) {
                    observer.hear(Event::WriteRefused { region: self.id, error: error.clone() });
                }
                return Some(over.map(|prepared| prepared.answer));
            }
        };
        let sequence_id = self.mvcc.begin();
        let cells: Arc<[Cell]> = prepared.cells.into_iter().map(|cell| cell.with_sequence_id(sequence_id)).collect();
        if observer.listens() {
            let (region, server, cells) = (self.id, self.server, cells.to_vec());
            observer.hear(match self.logs() {
                true => Event::WalAppended { region, server, sequence_id, cells },
                false => Event::WalSkipped { region, server, sequence_id, cells },
            });
        }
        let write = self.writes.get_mut(&owner)?;
        write.stage = Stage::Appended;
        write.sequence_id = sequence_id;
        write.cells = cells;
        write.answer = prepared.answer;
        None
    }

    fn prepare(
        &self,
        work: &Work,
        answer: Answer,
        context: prepare::Context<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, Error> {
        match (work, answer) {
            (Work::Plain(mutations), Answer::Plain(mut answers)) => {
                let mut cells = Vec::new();
                for (mutation, answer) in mutations.iter().zip(&mut answers) {
                    if answer.is_ok() {
                        *answer = prepare::mutation(context, mutation, &mut cells, &mut Vec::new());
                    }
                }
                Ok(Prepared { cells, answer: Answer::Plain(answers) })
            }
            (Work::Check(check), _) => self.prepare_check(check, context, observer),
            (Work::Rows(rows), _) => self.prepare_rows(rows, context, observer),
            (Work::Update(mutation), _) => Self::prepare_all(std::slice::from_ref(mutation), context),
            (Work::Row(row), _) => Self::prepare_all(&row.mutations, context),
            (Work::Plain(_), _) => unreachable!("plain writes have an answer for each"),
        }
    }

    /// Mutations that are done as one; each is computed from the state before all of them.
    fn prepare_all(mutations: &[Mutation], context: prepare::Context<'_>) -> Result<Prepared, Error> {
        let (mut cells, mut results) = (Vec::new(), Vec::new());
        for mutation in mutations {
            prepare::mutation(context, mutation, &mut cells, &mut results)?;
        }
        Ok(Prepared { cells, answer: Answer::Row(RowResult { cells: results, partial: false }) })
    }

    fn prepare_check(
        &self,
        check: &CheckAndMutate,
        context: prepare::Context<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, Error> {
        let now = context.now;
        let found = prepare::check(context, &check.row, &check.condition, prepare::Null::Negated, observer)?;
        if !found.holds {
            return Ok(Prepared { cells: Vec::new(), answer: Answer::Checked(false, RowResult::default()) });
        }
        let mutations = match &check.then {
            Then::Mutate(mutation) => std::slice::from_ref(mutation),
            Then::MutateRow(row) => &row.mutations,
        };
        context.take(mutations.len());
        mutations.iter().try_for_each(|mutation| self.check_mutation(mutation))?;
        // A put gets no earlier time than the cell that was checked, which would otherwise hide it.
        let put_time = found.cell.map_or(now, |cell| now.max(cell.timestamp()));
        let (mut cells, mut results) = (Vec::new(), Vec::new());
        for mutation in mutations {
            let now = if matches!(mutation, Mutation::Put(_)) { put_time } else { now };
            prepare::mutation(prepare::Context { now, ..context }, mutation, &mut cells, &mut results)?;
        }
        let result = RowResult { cells: results, partial: false };
        Ok(Prepared { cells, answer: Answer::Checked(true, result) })
    }

    fn prepare_rows(
        &self,
        rows: &MutateRows,
        context: prepare::Context<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, Error> {
        for (row, condition) in &rows.conditions {
            if let crate::mutation::Condition::Column { family, .. } = condition {
                self.check_family(family)?;
            }
            if !prepare::check(context, row, condition, prepare::Null::Plain, observer)?.holds {
                return Ok(Prepared { cells: Vec::new(), answer: Answer::Processed(false) });
            }
        }
        context.take(rows.mutations.len());
        rows.mutations.iter().try_for_each(|mutation| self.check_mutation(mutation))?;
        let prepared = Self::prepare_all(&rows.mutations, context)?;
        Ok(Prepared { cells: prepared.cells, answer: Answer::Processed(true) })
    }

    /// Puts the cells into the memstores.
    pub(crate) fn apply(&mut self, owner: Owner, observer: &mut dyn Observer) {
        let Some(write) = self.writes.get_mut(&owner) else { return };
        write.stage = Stage::Applied;
        let cells = write.cells.clone();
        for cell in cells.iter() {
            if observer.listens() {
                observer.hear(Event::MemStoreAdded { region: self.id, cell: cell.clone() });
            }
            self.add(cell.clone());
        }
    }

    /// Marks the write as complete, which lets the read point advance over the complete writes at the front.
    pub(crate) fn publish(&mut self, owner: Owner, observer: &mut dyn Observer) {
        let Some(write) = self.writes.get_mut(&owner) else { return };
        write.stage = Stage::Complete;
        let before = self.mvcc.read_point();
        let read_point = self.mvcc.complete(write.sequence_id);
        if read_point > before && observer.listens() {
            observer.hear(Event::Published { region: self.id, read_point });
        }
    }

    /// The sequence id of the earlier write that keeps this one from being visible; `None` if nothing does.
    pub fn held_back_by(&self, owner: Owner) -> Option<u64> {
        let write = self.writes.get(&owner)?;
        if self.mvcc.read_point() >= write.sequence_id {
            return None;
        }
        self.mvcc.held_back_by(write.sequence_id)
    }

    /// Ends a write that is visible: gives back its locks and answers.
    pub(crate) fn finish(&mut self, owner: Owner, observer: &mut dyn Observer) -> Option<Answer> {
        let write = self.writes.remove(&owner)?;
        self.release(owner, observer);
        Some(write.answer)
    }

    /// Cancels a write that is not in the log yet.
    pub(crate) fn cancel(&mut self, owner: Owner, observer: &mut dyn Observer) {
        if self.writes.get(&owner).is_some_and(|write| write.stage < Stage::Appended) {
            self.writes.remove(&owner);
            self.release(owner, observer);
        }
    }

    /// Does all atoms of a put at once, with the same outcome as one after the other; `false` without having done
    /// anything if somebody else is at work here, or the put is to be refused.
    pub(crate) fn put_at_once(&mut self, put: &Put, now: i64) -> bool {
        let alone = self.writes.is_empty() && self.locks.is_empty() && self.unanswered.is_empty();
        let open = self.state == RegionState::Open && self.contains(&put.row) && !self.is_over_limit();
        if !alone
            || !open
            || self.check_writable().is_err()
            || !put.cells.iter().all(|cell| self.stores.contains_key(&cell.family))
        {
            return false;
        }
        self.count(Requests::writes(1));
        let sequence_id = self.mvcc.pass();
        for cell in prepare::put_cells(put, now) {
            self.add(cell.with_sequence_id(sequence_id));
        }
        true
    }

    /// Whether its memstore is so full that it refuses writes.
    pub(crate) fn is_over_limit(&self) -> bool {
        self.memstore_heap() > self.write_limit
    }

    /// Does what one event of a client's write says; see `Cluster::follow`.
    pub(crate) fn follow(&mut self, client: u8, event: &Event) {
        let write = self.writes.iter().find(|(owner, _)| owner.client == client);
        let Some((owner, kind)) = write.map(|(owner, write)| (*owner, write.work.lock_kind())) else { return };
        match event {
            Event::RowLocked { row, .. } => {
                // The client's write was given this lock, so no other owner can be in the way.
                let _ = self.locks.take(row, kind, owner);
            }
            Event::RowUnlocked { row, .. } => self.locks.give_back(row, owner),
            Event::MemStoreAdded { cell, .. } => self.add(cell.clone()),
            Event::Published { read_point, .. } => self.mvcc.reach(*read_point),
            _ => {}
        }
    }

    fn release(&mut self, owner: Owner, observer: &mut dyn Observer) {
        for row in self.locks.release(owner) {
            if observer.listens() {
                observer.hear(Event::RowUnlocked { region: self.id, row });
            }
        }
    }
}
