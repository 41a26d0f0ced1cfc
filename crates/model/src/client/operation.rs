//! Operations on rows: one call to a region, or for a batch one to each server, and further calls for what failed and
//! can be tried again.

use super::atom::Atom;
use super::location::{Location, Locations};
use super::retry::{self, MAX_RETRIES};
use super::{Action, Next, Request, Response, validate};
use crate::bytes::{RowKey, TableName};
use crate::cluster::{Cluster, LocateType, Serving, Wait};
use crate::error::{Absence, Bound, Error, Failure};
use crate::event::{Call, Event, Observer, RegionId, ServerId};
use crate::identity::{Kind, Trace};
use crate::map::Map;
use crate::mutation::{CheckAndMutate, MutateRows, Mutation, RowMutations, Then};
use crate::order;
use crate::query::{Get, Metrics, RowResult};
use crate::region::lock::Owner;
use crate::region::write::{Answer, Stage, Work};
use std::collections::VecDeque;
use std::sync::Arc;

/// One thing to do with the region of one row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Item {
    Get(Get),
    Mutate(Mutation),
    Check(CheckAndMutate),
    Row(RowMutations),
    Rows(MutateRows, RowKey),
}

impl Item {
    /// The row that decides which region the item is sent to.
    fn row(&self) -> &RowKey {
        match self {
            Self::Get(get) => &get.row,
            Self::Mutate(mutation) => mutation.row(),
            Self::Check(check) => &check.row,
            Self::Row(row) => &row.row,
            Self::Rows(_, row) => row,
        }
    }

    fn rows(&self) -> Vec<RowKey> {
        match self {
            Self::Rows(rows, _) => rows.mutations.iter().map(|mutation| mutation.row().clone()).collect(),
            _ => vec![self.row().clone()],
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Get(_) => "get",
            Self::Mutate(Mutation::Put(_)) => "put",
            Self::Mutate(Mutation::Delete(_)) => "delete",
            Self::Mutate(Mutation::Increment(_)) => "increment",
            Self::Mutate(Mutation::Append(_)) => "append",
            Self::Check(_) => "checkAndMutate",
            Self::Row(_) => "mutateRow",
            Self::Rows(..) => "mutateRows",
        }
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    fn tell(&self, trace: &mut Trace) {
        trace.literal(&std::mem::discriminant(self));
        match self {
            Self::Get(get) => get.tell(trace),
            Self::Mutate(mutation) => mutation.tell(trace),
            Self::Check(check) => check.tell(trace),
            Self::Row(row) => row.tell(trace),
            Self::Rows(rows, _) => rows.tell(trace),
        }
    }
}

/// Adds one row that was received to the counters of rows and cells.
pub(super) fn count(metrics: &mut Metrics, row: &RowResult) {
    metrics.rows_returned += u64::from(!row.cells.is_empty());
    metrics.cells_returned += row.cells.len() as u64;
}

/// What a server does with one region within one call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Unit {
    region: RegionId,
    /// Which items it answers; the mutations of a plain write in their order.
    items: Vec<usize>,
    work: UnitWork,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum UnitWork {
    Read,
    Write(Arc<Work>),
}

/// One round trip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Rpc {
    server: ServerId,
    region: RegionId,
    units: VecDeque<Unit>,
    /// Which items of the operation it answers, as indices.
    items: Vec<usize>,
    /// Those of [`items`](Self::items) whose writes are in a server's log: if the answer to the call is lost, the
    /// server knows them again.
    logged: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// The regions of the rows are looked up next.
    Locate,
    /// The next call is sent.
    Send,
    /// The server works on the first unit of the call.
    Serve,
    /// The answer comes back.
    Reply,
}

/// An operation on rows at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Operation {
    owner: Owner,
    name: &'static str,
    table: TableName,
    batch: bool,
    items: Vec<Item>,
    answers: Vec<Option<Result<Response, Error>>>,
    calls: VecDeque<Rpc>,
    stage: Phase,
    attempt: u32,
    /// Regions that refused the last attempt because they cannot hold the rows, or hold too much already.
    refused: Vec<(RegionId, Error)>,
}

impl Operation {
    /// # Errors
    /// A request that is about scanners.
    pub(super) fn new(owner: Owner, request: Request) -> Result<Self, Box<Request>> {
        let (table, items, batch) = match request {
            Request::Put(table, put) => (table, vec![Item::Mutate(Mutation::Put(put))], false),
            Request::Delete(table, delete) => (table, vec![Item::Mutate(Mutation::Delete(delete))], false),
            Request::Increment(table, increment) => (table, vec![Item::Mutate(Mutation::Increment(increment))], false),
            Request::Append(table, append) => (table, vec![Item::Mutate(Mutation::Append(append))], false),
            Request::Get(table, get) => (table, vec![Item::Get(get)], false),
            Request::CheckAndMutate(table, check) => (table, vec![Item::Check(check)], false),
            Request::MutateRow(table, row) => (table, vec![Item::Row(row)], false),
            Request::MutateRows(table, rows) => {
                let first = rows.mutations.first().map(|mutation| mutation.row().clone());
                let row = rows.routing_row.clone().or(first).unwrap_or_default();
                (table, vec![Item::Rows(rows, row)], false)
            }
            Request::Batch(table, actions) => (table, actions.into_iter().map(item).collect(), true),
            Request::Scan(..) | Request::OpenScan(..) | Request::Next { .. } | Request::CloseScan(_) => {
                return Err(Box::new(request));
            }
        };
        let name = if batch { "batch" } else { items.first().map_or("batch", Item::name) };
        let answers = vec![None; items.len()];
        Ok(Self {
            owner,
            name,
            table,
            batch,
            items,
            answers,
            calls: VecDeque::new(),
            stage: Phase::Locate,
            attempt: 0,
            refused: Vec::new(),
        })
    }

    fn open_items(&self) -> impl Iterator<Item = usize> {
        (0..self.items.len()).filter(|&at| self.answers[at].is_none())
    }

    pub(super) fn next(&self, locations: &Locations, cluster: &Cluster) -> Next {
        let first = self.open_items().next().map(|at| self.items[at].row().clone());
        let step = |atom, region| Next::Step { atom, region, row: first.clone() };
        let unit = self.calls.front().and_then(|call| call.units.front());
        match self.stage {
            Phase::Locate if self.attempt == 0 => step(Atom::Locate, None),
            Phase::Locate => match self.unavailable(locations, cluster) {
                Some(wait) => Next::Wait(wait),
                None => step(Atom::Retry, None),
            },
            Phase::Send => step(Atom::Send, self.calls.front().map(|call| call.region)),
            Phase::Reply => step(Atom::Reply, self.calls.front().map(|call| call.region)),
            Phase::Serve => match unit {
                None => step(Atom::Reply, None),
                Some(unit) if unit.work == UnitWork::Read => step(Atom::Serve, Some(unit.region)),
                Some(unit) => self.next_of_write(unit, cluster),
            },
        }
    }

    fn next_of_write(&self, unit: &Unit, cluster: &Cluster) -> Next {
        let region = cluster.region(unit.region);
        let write = region.and_then(|region| Some((region, region.writes().get(&self.owner)?)));
        let row = unit.items.first().map(|&at| self.items[at].row().clone());
        let step = |atom| Next::Step { atom, region: Some(unit.region), row: row.clone() };
        let Some((region, write)) = write else { return step(Atom::Reply) };
        match write.stage() {
            Stage::Locking => match region.lock_wait(self.owner) {
                None => step(Atom::Lock),
                Some((row, holder)) => {
                    Next::Wait(Wait::RowLock { region: unit.region, row: row.clone(), holder: holder.client })
                }
            },
            Stage::Locked => step(Atom::Append),
            Stage::Appended => step(Atom::Apply),
            Stage::Applied => step(Atom::Publish),
            Stage::Complete => match region.held_back_by(self.owner) {
                None => step(Atom::Unlock),
                Some(sequence_id) => Next::Wait(Wait::Mvcc { region: unit.region, sequence_id }),
            },
        }
    }

    /// Why another attempt would fail like the last one, as long as nobody else acts.
    fn unavailable(&self, locations: &Locations, cluster: &Cluster) -> Option<Wait> {
        if cluster.is_disabled(&self.table) {
            return None; // the next lookup finds that out and fails
        }
        self.open_items().find_map(|at| {
            let row = self.items[at].row();
            if locations.find(&self.table, row, LocateType::Current).is_some() && !self.is_busy(cluster, row) {
                return None;
            }
            retry::wait_for(cluster, cluster.locate(&self.table, row)?)
        })
    }

    fn is_busy(&self, cluster: &Cluster, row: &RowKey) -> bool {
        let region = cluster.locate(&self.table, row).map(crate::region::Region::id);
        self.refused.iter().any(|(id, error)| Some(*id) == region && matches!(error, Error::RegionTooBusy { .. }))
    }

    /// One atom; `Some` when the operation is over.
    pub(super) fn step(
        &mut self,
        locations: &mut Arc<Locations>,
        metrics: &mut Metrics,
        loses: &mut bool,
        cluster: &mut Cluster,
        now: i64,
        observer: &mut dyn Observer,
    ) -> Option<Result<Response, Error>> {
        match self.stage {
            Phase::Locate => {
                if let Err(error) = self.locate(locations, cluster, observer) {
                    return Some(Err(error));
                }
            }
            Phase::Send => self.send(metrics, cluster, observer),
            Phase::Serve => self.serve(metrics, cluster, now, observer),
            Phase::Reply => {
                if std::mem::take(loses) {
                    self.lose_answers(cluster);
                }
                return self.reply(locations, metrics, observer);
            }
        }
        (self.calls.is_empty() && self.open_items().next().is_none()).then(|| self.answer())
    }

    /// Looks up the region of every row that has no answer yet, and makes calls of them.
    ///
    /// # Errors
    /// `IllegalArgument` for a row that cannot be looked up: nothing is sent then.
    fn locate(
        &mut self,
        locations: &mut Arc<Locations>,
        cluster: &Cluster,
        observer: &mut dyn Observer,
    ) -> Result<(), Error> {
        let mut servers: Map<ServerId, Map<RegionId, Vec<usize>>> = Map::new();
        let open: Vec<usize> = self.open_items().collect();
        for at in open {
            let row = self.items[at].row();
            match locate(locations, cluster, &self.table, row, LocateType::Current, observer) {
                Ok(location) => {
                    let refused = self.refused.iter().find(|(id, error)| {
                        *id == location.region
                            && matches!(error, Error::WrongRegion { .. } | Error::RowOutsideRegion { .. })
                    });
                    if let Some((_, error)) = refused {
                        // `hbase:meta` has not changed, so every further attempt would fail in the same way.
                        let error = error.clone();
                        retry::exhaust(self.attempt, &error, observer);
                        self.answers[at] = Some(Err(error));
                        continue;
                    }
                    servers.get_or_default(location.server).get_or_default(location.region).push(at);
                }
                Err(Error::TableNotEnabled { .. }) if self.goes_with_others(at) => {
                    let region = cluster.find(&self.table, row, LocateType::Current);
                    let name = region.map(|region| region.name().to_string()).unwrap_or_default();
                    self.answers[at] = Some(Err(Error::NotServingRegion { region: name, why: Absence::Offline }));
                }
                Err(error @ Error::IllegalArgument(_)) => return Err(error),
                Err(error) => self.answers[at] = Some(Err(error)),
            }
        }
        self.refused.clear();
        self.calls = servers
            .into_iter()
            .map(|(server, regions)| {
                let region = regions.keys().next().copied().unwrap_or(RegionId(0));
                let items = regions.values().flatten().copied().collect();
                let units = regions.into_iter().flat_map(|(region, items)| self.units(region, items)).collect();
                Rpc { server, region, units, items, logged: Vec::new() }
            })
            .collect();
        self.stage = Phase::Send;
        Ok(())
    }

    /// Whether HBase's client sends the item in a call that may carry several. Such a call does not ask why a region is
    /// not served: of a disabled table it only says that.
    ///
    /// Source: `AsyncRequestFutureImpl`, `RegionServerCallable.throwable`.
    fn goes_with_others(&self, at: usize) -> bool {
        let carries_rows = |item: &Item| match item {
            Item::Row(_) => true,
            Item::Check(check) => matches!(check.then, Then::MutateRow(_)),
            _ => false,
        };
        self.batch || carries_rows(&self.items[at])
    }

    /// What a server makes of the items for one region, in its order: reads as they come, puts and deletes collected
    /// and done together, increments and appends each alone after what was collected; then row mutations, then
    /// conditional writes.
    ///
    /// Source: `RequestConverter.buildNoDataRegionActions`, `RSRpcServices.doNonAtomicRegionMutation`.
    fn units(&self, region: RegionId, items: Vec<usize>) -> Vec<Unit> {
        let (mut units, mut collected, mut rows, mut checks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let write = |items: Vec<usize>, work| Unit { region, items, work: UnitWork::Write(Arc::new(work)) };
        for at in items {
            match &self.items[at] {
                Item::Get(_) => units.push(Unit { region, items: vec![at], work: UnitWork::Read }),
                Item::Mutate(Mutation::Put(_) | Mutation::Delete(_)) => collected.push(at),
                Item::Mutate(mutation) => {
                    units.extend(self.plain(region, std::mem::take(&mut collected)));
                    units.push(write(vec![at], Work::Update(mutation.clone())));
                }
                Item::Row(row) => rows.push(write(vec![at], Work::Row(row.clone()))),
                Item::Check(check) => checks.push(write(vec![at], Work::Check(check.clone()))),
                Item::Rows(rows, _) => checks.push(write(vec![at], Work::Rows(rows.clone()))),
            }
        }
        units.extend(self.plain(region, collected));
        units.extend(rows);
        units.extend(checks);
        units
    }

    fn plain(&self, region: RegionId, mut items: Vec<usize>) -> Option<Unit> {
        if items.is_empty() {
            return None;
        }
        order::sort_by(&mut items, |&left, &right| self.items[left].row().cmp(self.items[right].row()));
        let mutations = items.iter().filter_map(|&at| match &self.items[at] {
            Item::Mutate(mutation) => Some(mutation.clone()),
            _ => None,
        });
        let work = Arc::new(Work::Plain(mutations.collect()));
        Some(Unit { region, items, work: UnitWork::Write(work) })
    }

    fn call(&self, call: &Rpc) -> Call {
        let rows = call.units.iter().flat_map(|unit| &unit.items).flat_map(|&at| self.items[at].rows()).collect();
        Call { name: self.name, rows }
    }

    fn send(&mut self, metrics: &mut Metrics, cluster: &mut Cluster, observer: &mut dyn Observer) {
        let Some(call) = self.calls.front() else { return };
        metrics.rpc_calls += 1;
        if observer.listens() {
            let (region, server) = (call.region, call.server);
            observer.hear(Event::RpcSent { call: self.call(call), region, server });
        }
        self.stage = Phase::Serve;
        self.arrive(cluster);
    }

    /// Lets the first unit of the call arrive at its region; units that are refused are answered and left.
    fn arrive(&mut self, cluster: &mut Cluster) {
        loop {
            let Some(call) = self.calls.front_mut() else { return };
            let server = call.server;
            let Some(unit) = call.units.front() else {
                self.stage = Phase::Reply;
                return;
            };
            let UnitWork::Write(work) = &unit.work else { return };
            match cluster.arrive(unit.region, server, self.owner, work.clone()) {
                Ok(()) => return,
                Err(error) => self.unit_over(Err(error)),
            }
        }
    }

    fn serve(&mut self, metrics: &mut Metrics, cluster: &mut Cluster, now: i64, observer: &mut dyn Observer) {
        let Some(call) = self.calls.front() else { return };
        let Some(unit) = call.units.front() else {
            self.stage = Phase::Reply;
            return;
        };
        match &unit.work {
            UnitWork::Read => {
                let result = match unit.items.first().map(|&at| &self.items[at]) {
                    Some(Item::Get(get)) => {
                        let serving = Serving { now, metrics: &mut *metrics, observer };
                        cluster.get(unit.region, call.server, get, serving)
                    }
                    _ => Ok(RowResult::default()),
                };
                let items = unit.items.clone();
                if let Ok(row) = &result {
                    count(metrics, row);
                }
                let result = result.map(Response::Row);
                for at in items {
                    self.answers[at] = Some(result.clone());
                }
                if let Some(call) = self.calls.front_mut() {
                    call.units.pop_front();
                }
            }
            UnitWork::Write(_) => {
                let region = cluster.region(unit.region);
                let stage = region.and_then(|region| Some(region.writes().get(&self.owner)?.stage()));
                let Some(over) = cluster.step_write(unit.region, self.owner, now, observer) else { return };
                if over.is_ok() && stage >= Some(Stage::Appended) {
                    let items = unit.items.clone();
                    if let Some(call) = self.calls.front_mut() {
                        call.logged.extend(items);
                    }
                }
                if let Ok(Answer::Row(row) | Answer::Checked(_, row)) = &over {
                    count(metrics, row);
                }
                self.unit_over(over);
            }
        }
        self.arrive(cluster);
    }

    /// Records what came of the first unit of the call, and goes on to the next unit.
    fn unit_over(&mut self, over: Result<Answer, Error>) {
        let Some(unit) = self.calls.front_mut().and_then(|call| call.units.pop_front()) else { return };
        let answers: Vec<Result<Response, Error>> = match over {
            Ok(Answer::Plain(answers)) => answers.into_iter().map(|answer| answer.map(|()| Response::Done)).collect(),
            Ok(Answer::Row(row)) => vec![Ok(Response::Row(row))],
            Ok(Answer::Checked(success, row)) => {
                let result = (!row.cells.is_empty()).then_some(row);
                vec![Ok(Response::Checked { success, result })]
            }
            Ok(Answer::Processed(processed)) => vec![Ok(Response::Processed(processed))],
            Err(error) => unit.items.iter().map(|_| Err(error.clone())).collect(),
        };
        for (&at, answer) in unit.items.iter().zip(answers) {
            if let Err(
                error @ (Error::WrongRegion { .. } | Error::RowOutsideRegion { .. } | Error::RegionTooBusy { .. }),
            ) = &answer
            {
                self.refused.push((unit.region, error.clone()));
            }
            self.answers[at] = Some(answer);
        }
    }

    /// The connection breaks with the answers of the call on their way. What a server has logged it knows again.
    ///
    /// Source: `ServerNonceManager`, of increments and appends; `RSRpcServices` does anything else once more.
    fn lose_answers(&mut self, cluster: &mut Cluster) {
        let Some(call) = self.calls.front() else { return };
        for &at in &call.logged {
            cluster.remember_write(&self.table, self.items[at].row(), self.owner);
        }
        for &at in &call.items {
            self.answers[at] = Some(Err(Error::ConnectionLost));
        }
    }

    /// The answer of a call reaches the client. After the last one, what can be tried again is.
    fn reply(
        &mut self,
        locations: &mut Arc<Locations>,
        metrics: &mut Metrics,
        observer: &mut dyn Observer,
    ) -> Option<Result<Response, Error>> {
        let call = self.calls.pop_front()?;
        let error = self.answers.iter().flatten().find_map(|answer| answer.as_ref().err().cloned());
        if observer.listens() {
            let (region, server) = (call.region, call.server);
            observer.hear(Event::RpcAnswered { call: self.call(&call), region, server, error });
        }
        if !self.calls.is_empty() {
            self.stage = Phase::Send;
            return None;
        }
        let again: Vec<usize> = (0..self.items.len())
            .filter(|&at| matches!(&self.answers[at], Some(Err(error)) if error.is_retryable()))
            .collect();
        let Some(&first) = again.first().filter(|_| self.attempt < MAX_RETRIES) else { return Some(self.answer()) };
        self.attempt += 1;
        metrics.rpc_retries += 1;
        if let Some(Err(error)) = &self.answers[first] {
            retry::announce(self.attempt, error, observer);
        }
        for at in again {
            let Some(Err(error)) = self.answers[at].take() else { continue };
            if matches!(error, Error::NotServingRegion { .. }) {
                metrics.not_serving_region += 1;
            }
            if !matches!(error, Error::RegionTooBusy { .. }) {
                let known = locations.find(&self.table, self.items[at].row(), LocateType::Current);
                if let Some(region) = known.map(|location| location.region) {
                    forget(locations, &self.table, region, observer);
                }
            }
        }
        self.stage = Phase::Locate;
        None
    }

    /// Ends an operation that waits for somebody who will never act: what has no answer fails as after the last
    /// attempt.
    pub(super) fn give_up(&mut self, cluster: &mut Cluster, observer: &mut dyn Observer) -> Result<Response, Error> {
        let unit = self.calls.front().and_then(|call| call.units.front());
        let error = match (self.stage, unit) {
            (Phase::Serve, Some(unit)) => {
                let region = unit.region;
                let row = cluster.region(region).and_then(|r| Some(r.lock_wait(self.owner)?.0.clone()));
                cluster.cancel_write(region, self.owner, observer);
                let name = cluster.region(region).map(|r| r.name().encoded().to_owned()).unwrap_or_default();
                Failure::LockTimeout { row: row.unwrap_or_default(), region: name }.into()
            }
            _ => {
                let row = self.open_items().next().map(|at| self.items[at].row().clone()).unwrap_or_default();
                let region = cluster.locate(&self.table, &row);
                let error = self.refused.first().map(|(_, error)| error.clone());
                let name = region.map(|region| region.name().to_string()).unwrap_or_default();
                error.unwrap_or(Error::NotServingRegion { region: name, why: Absence::Offline })
            }
        };
        retry::exhaust(self.attempt, &error, observer);
        for answer in &mut self.answers {
            answer.get_or_insert_with(|| Err(error.clone()));
        }
        self.calls.clear();
        self.answer()
    }

    fn answer(&mut self) -> Result<Response, Error> {
        let mut answers = std::mem::take(&mut self.answers)
            .into_iter()
            .map(|answer| answer.unwrap_or_else(|| Err(Failure::NoAnswer.into())));
        if self.batch {
            return Ok(Response::Batch(answers.collect()));
        }
        answers.next().unwrap_or(Ok(Response::Done))
    }

    /// Adds to `trace` the parts of this that can still affect what happens. What a call does follows from its items,
    /// so it is left out.
    pub(super) fn tell(&self, trace: &mut Trace) {
        self.owner.tell(trace);
        trace.literal(&(&self.table, self.batch, self.stage, self.attempt));
        trace.each(self.items.iter(), |trace, item| item.tell(trace));
        trace.each(self.answers.iter(), |trace, answer| {
            trace.option(answer.as_ref(), |trace, answer| match answer {
                Ok(response) => response.tell(trace),
                Err(error) => error.tell(trace),
            });
        });
        trace.each(self.calls.iter(), |trace, call| {
            trace.literal(&call.server);
            trace.number(Kind::Region, call.region.0.into());
            trace.each(call.units.iter(), |trace, unit| {
                trace.number(Kind::Region, unit.region.0.into());
                trace.literal(&unit.items);
            });
            trace.literal(&(&call.items, &call.logged));
        });
        trace.each(self.refused.iter(), |trace, (region, error)| {
            trace.number(Kind::Region, region.0.into());
            error.tell(trace);
        });
    }
}

fn item(action: Action) -> Item {
    match action {
        Action::Get(get) => Item::Get(get),
        Action::Mutate(mutation) => Item::Mutate(mutation),
        Action::MutateRow(row) => Item::Row(row),
        Action::CheckAndMutate(check) => Item::Check(check),
    }
}

/// Finds the region of a row in the cache or, where it is not known or was just proved wrong, in `hbase:meta`.
///
/// # Errors
/// `TableNotFound`, `TableNotEnabled`; `IllegalArgument` if the row is too long to be looked for there.
pub(super) fn locate(
    locations: &mut Arc<Locations>,
    cluster: &Cluster,
    table: &TableName,
    row: &RowKey,
    place: LocateType,
    observer: &mut dyn Observer,
) -> Result<Location, Error> {
    if let Some(location) = locations.find(table, row, place) {
        if observer.listens() {
            let (table, row) = (table.clone(), row.clone());
            observer.hear(Event::LocationCached { table, row, region: location.region, server: location.server });
        }
        return Ok(location.clone());
    }
    let Some(descriptor) = cluster.table(table) else { return Err(Error::TableNotFound { table: table.clone() }) };
    if cluster.is_disabled(table) {
        return Err(Error::TableNotEnabled { table: descriptor.name.clone() });
    }
    // The scan of `hbase:meta` starts at `table,row,99999999999999`.
    validate::scan_bound(Bound::Start, table.len() + 1 + row.len() + 1 + 14)?;
    let Some(region) = cluster.find(table, row, place) else {
        return Err(Failure::NoRegion { row: row.clone(), table: table.clone() }.into());
    };
    let location = Location::of(region);
    if observer.listens() {
        let (table, row) = (table.clone(), row.clone());
        observer.hear(Event::MetaLookup { table, row, region: location.region, server: location.server });
    }
    Arc::make_mut(locations).insert(location.clone());
    Ok(location)
}

/// Removes a region from the cache of locations, and emits an event if it was there.
pub(super) fn forget(locations: &mut Arc<Locations>, table: &TableName, region: RegionId, observer: &mut dyn Observer) {
    if Arc::make_mut(locations).forget(table, region) && observer.listens() {
        observer.hear(Event::LocationForgotten { table: table.clone(), region });
    }
}
