//! A client: an operation as a sequence of calls to region servers, over a cache of locations that goes stale.

mod atom;
mod glue;
mod location;
mod operation;
mod retry;
mod scan;
pub mod validate;

pub use atom::Atom;
pub use location::Location;
pub use retry::pause;

use crate::bytes::{RowKey, TableName};
use crate::cluster::{Cluster, LocateType, Serving, Wait};
use crate::error::Error;
use crate::event::{Event, Observer, RegionId, ScannerId};
use crate::identity::{Kind, Trace};
use crate::map::Map;
use crate::mutation::{Append, CheckAndMutate, Delete, Increment, MutateRows, Mutation, Put, RowMutations};
use crate::query::{Get, Metrics, RowResult, Scan};
use crate::region::lock::Owner;
use location::Locations;
use operation::Operation;
pub use scan::OpenScan;
use scan::{ClientScanner, Fetch};
use std::sync::Arc;

/// What a client is asked to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Request {
    /// Answered by [`Response::Done`].
    Put(TableName, Put),
    /// Answered by [`Response::Done`].
    Delete(TableName, Delete),
    /// Answered by [`Response::Row`].
    Increment(TableName, Increment),
    /// Answered by [`Response::Row`].
    Append(TableName, Append),
    /// Answered by [`Response::Row`].
    Get(TableName, Get),
    /// Answered by [`Response::Checked`].
    CheckAndMutate(TableName, CheckAndMutate),
    /// Answered by [`Response::Row`], without cells if there was nothing to increment or append.
    MutateRow(TableName, RowMutations),
    /// Answered by [`Response::Processed`].
    MutateRows(TableName, MutateRows),
    /// Answered by [`Response::Batch`], in the order of the actions.
    Batch(TableName, Vec<Action>),
    /// A whole scan; answered by [`Response::Rows`].
    Scan(TableName, Scan),
    /// Sends nothing yet; answered by [`Response::Scanner`].
    OpenScan(TableName, Scan),
    /// Asks a scanner for up to `n` Results, one by one; answered by [`Response::Rows`].
    Next { scanner: ScannerId, n: u32 },
    /// Answered by [`Response::Done`].
    CloseScan(ScannerId),
}

impl Request {
    /// The table it is about; `None` of what goes on with a scanner.
    pub fn table(&self) -> Option<&TableName> {
        match self {
            Self::Put(table, _)
            | Self::Delete(table, _)
            | Self::Increment(table, _)
            | Self::Append(table, _)
            | Self::Get(table, _)
            | Self::CheckAndMutate(table, _)
            | Self::MutateRow(table, _)
            | Self::MutateRows(table, _)
            | Self::Batch(table, _)
            | Self::Scan(table, _)
            | Self::OpenScan(table, _) => Some(table),
            Self::Next { .. } | Self::CloseScan(_) => None,
        }
    }

    /// Whether it looks at newest versions only, puts newest versions, and hides none: then versions beyond those that a
    /// family keeps make no difference to it, nor after it.
    pub fn is_plain(&self) -> bool {
        match self {
            Self::Put(_, put) => put.is_plain(),
            Self::Delete(..) | Self::Increment(..) | Self::Append(..) => false,
            Self::Get(_, get) => get.reads_newest(),
            Self::CheckAndMutate(_, check) => check.is_plain(),
            Self::MutateRow(_, row) => row.mutations.iter().all(Mutation::is_plain_put),
            Self::MutateRows(_, rows) => {
                rows.mutations.iter().all(Mutation::is_plain_put)
                    && rows.conditions.iter().all(|(_, condition)| condition.reads_newest())
            }
            Self::Batch(_, actions) => actions.iter().all(|action| match action {
                Action::Get(get) => get.reads_newest(),
                Action::Mutate(mutation) => mutation.is_plain_put(),
                Action::MutateRow(row) => row.mutations.iter().all(Mutation::is_plain_put),
                Action::CheckAndMutate(check) => check.is_plain(),
            }),
            Self::Scan(_, scan) | Self::OpenScan(_, scan) => scan.reads_newest(),
            Self::Next { .. } | Self::CloseScan(_) => true,
        }
    }

    /// Adds to `trace` the parts of this that can still affect what happens. The number of a scanner is told by whoever
    /// has it.
    pub fn tell(&self, trace: &mut Trace) {
        trace.literal(&std::mem::discriminant(self));
        trace.option(self.table(), |trace, table| trace.literal(table));
        match self {
            Self::Put(_, put) => Mutation::Put(put.clone()).tell(trace),
            Self::Delete(_, delete) => Mutation::Delete(delete.clone()).tell(trace),
            Self::Increment(_, increment) => Mutation::Increment(increment.clone()).tell(trace),
            Self::Append(_, append) => Mutation::Append(append.clone()).tell(trace),
            Self::Get(_, get) => get.tell(trace),
            Self::CheckAndMutate(_, check) => check.tell(trace),
            Self::MutateRow(_, row) => row.tell(trace),
            Self::MutateRows(_, rows) => rows.tell(trace),
            Self::Batch(_, actions) => trace.each(actions.iter(), |trace, action| {
                trace.literal(&std::mem::discriminant(action));
                match action {
                    Action::Get(get) => get.tell(trace),
                    Action::Mutate(mutation) => mutation.tell(trace),
                    Action::MutateRow(row) => row.tell(trace),
                    Action::CheckAndMutate(check) => check.tell(trace),
                }
            }),
            Self::Scan(_, scan) | Self::OpenScan(_, scan) => scan.tell(trace),
            Self::Next { n, .. } => trace.literal(n),
            Self::CloseScan(_) => {}
        }
    }
}

/// One action of a [`Request::Batch`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "as in Request")]
pub enum Action {
    Get(Get),
    Mutate(Mutation),
    MutateRow(RowMutations),
    CheckAndMutate(CheckAndMutate),
}

/// What a client got.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Response {
    /// The request was carried out, and there is no result to return.
    Done,
    /// One row, perhaps without cells.
    Row(RowResult),
    /// Results of a scan; `done` where the client knows that there are no more.
    Rows { results: Vec<RowResult>, done: bool },
    /// Whether the condition held, and what the write answers.
    Checked { success: bool, result: Option<RowResult> },
    /// Whether the conditions held.
    Processed(bool),
    /// An answer for each action.
    Batch(Vec<Result<Response, Error>>),
    /// The scanner that was opened, to be used in [`Request::Next`].
    Scanner(ScannerId),
}

impl Response {
    /// Adds to `trace` the parts of this that can still affect what happens.
    fn tell(&self, trace: &mut Trace) {
        trace.literal(&std::mem::discriminant(self));
        match self {
            Self::Done => {}
            Self::Row(row) => row.tell(trace),
            Self::Rows { results, done } => {
                trace.each(results.iter(), |trace, row| row.tell(trace));
                trace.literal(done);
            }
            Self::Checked { success, result } => {
                trace.literal(success);
                trace.option(result.as_ref(), |trace, row| row.tell(trace));
            }
            Self::Processed(holds) => trace.literal(holds),
            Self::Batch(answers) => trace.each(answers.iter(), |trace, answer| match answer {
                Ok(response) => response.tell(trace),
                Err(error) => error.tell(trace),
            }),
            Self::Scanner(scanner) => trace.literal(scanner),
        }
    }
}

/// What a client would do next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named for what they hold; the variant says the rest")]
pub enum Next {
    /// It can go on.
    Step { atom: Atom, region: Option<RegionId>, row: Option<RowKey> },
    /// It cannot go on before another client or a job has acted.
    Wait(Wait),
    /// It has nothing to do.
    Idle,
}

/// A client: a value like the cluster. It does one operation at a time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Client {
    id: u8,
    locations: Arc<Locations>,
    scanners: Map<ScannerId, ClientScanner>,
    at_work: Option<Box<AtWork>>,
    metrics: Metrics,
    /// What the scanner at work had cost before it was asked for more.
    earlier: Metrics,
    operations: u32,
    next_scanner: u32,
    /// Whether the next answer to an operation on rows is lost on its way.
    loses: bool,
}

/// What a client is working on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum AtWork {
    /// A request that was given to the client, and that its first atom will check.
    New(Request),
    Rows(Operation),
    Scan(Fetch),
    Close(ScannerId),
}

impl Client {
    /// A client that knows nothing yet. Clients of one cluster have different numbers.
    pub fn new(id: u8) -> Self {
        Self {
            id,
            locations: Arc::default(),
            scanners: Map::new(),
            at_work: None,
            metrics: Metrics::default(),
            earlier: Metrics::default(),
            operations: 0,
            next_scanner: 0,
            loses: false,
        }
    }

    /// Its number.
    pub fn id(&self) -> u8 {
        self.id
    }

    /// Lets the connection break after a server has done what the next call of an operation on rows asks for and before
    /// its answer is here: the client does not know what came of it, and asks again. Calls of scanners are not met.
    pub fn lose_answer(&mut self) {
        self.loses = true;
    }

    /// Whether the answer to its next call of an operation on rows will be lost.
    pub fn loses_answer(&self) -> bool {
        self.loses
    }

    /// Begins an operation.
    ///
    /// # Panics
    /// If the last one is not over.
    pub fn start(&mut self, request: Request) {
        assert!(self.at_work.is_none(), "a client does one operation at a time");
        self.operations += 1;
        self.metrics = Metrics::default();
        self.earlier = match &request {
            Request::Next { scanner, .. } => self.scanners.get(scanner).map(|scanner| scanner.metrics),
            _ => None,
        }
        .unwrap_or_default();
        self.at_work = Some(Box::new(self.prepare(request)));
    }

    /// Checks a new request. A refusal is kept, and becomes the answer at its first step.
    fn prepare(&self, request: Request) -> AtWork {
        if validate::request(&request).is_err() {
            return AtWork::New(request);
        }
        match request {
            Request::Scan(..) | Request::OpenScan(..) => AtWork::New(request),
            Request::Next { scanner, n } if self.scanners.contains_key(&scanner) => {
                AtWork::Scan(Fetch::new(scanner, Some(n)))
            }
            Request::CloseScan(scanner) => AtWork::Close(scanner),
            request => {
                let owner = Owner { client: self.id, operation: self.operations };
                match Operation::new(owner, request) {
                    Ok(operation) => AtWork::Rows(operation),
                    Err(request) => AtWork::New(*request),
                }
            }
        }
    }

    /// Whether it has nothing to do.
    pub fn is_idle(&self) -> bool {
        self.at_work.is_none()
    }

    /// What it would do next.
    pub fn next(&self, cluster: &Cluster) -> Next {
        match self.at_work.as_deref() {
            None => Next::Idle,
            Some(AtWork::New(Request::Scan(_, scan))) => {
                Next::Step { atom: Atom::Locate, region: None, row: Some(scan.start.clone()) }
            }
            Some(AtWork::New(_)) => Next::Step { atom: Atom::Reply, region: None, row: None },
            Some(AtWork::Rows(operation)) => operation.next(&self.locations, cluster),
            Some(AtWork::Scan(fetch)) => match self.scanners.get(&fetch.id) {
                Some(scanner) => fetch.next(scanner, &self.locations, cluster),
                None => Next::Step { atom: Atom::Reply, region: None, row: None },
            },
            Some(AtWork::Close(id)) => {
                let region = self.scanners.get(id).and_then(|scanner| Some(scanner.open()?.0));
                Next::Step { atom: if region.is_some() { Atom::Send } else { Atom::Reply }, region, row: None }
            }
        }
    }

    /// Whether it cannot go on. Asked more often than [`next`](Self::next), of which only these can say so.
    fn waits(&self, cluster: &Cluster) -> bool {
        let may_wait = match self.at_work.as_deref() {
            Some(AtWork::Rows(_)) => true,
            Some(AtWork::Scan(fetch)) => fetch.is_again(),
            _ => false,
        };
        may_wait && matches!(self.next(cluster), Next::Wait(_))
    }

    /// Does one atom; `Some` when the operation is over. A client that waits, or has nothing to do, stays as it is.
    pub fn step(
        &mut self,
        cluster: &mut Cluster,
        now: i64,
        observer: &mut dyn Observer,
    ) -> Option<Result<Response, Error>> {
        if self.is_idle() || self.waits(cluster) {
            return None;
        }
        cluster.expire_leases(now, observer);
        let mut at_work = self.at_work.take()?;
        if let AtWork::New(request) = *at_work {
            *at_work = match self.begin(request, cluster) {
                Ok(fetch) => AtWork::Scan(fetch),
                Err(answer) => return Some(self.over(answer, observer)),
            };
        }
        let over = match &mut *at_work {
            AtWork::New(_) => None,
            AtWork::Rows(operation) => {
                let loses = &mut self.loses;
                operation.step(&mut self.locations, &mut self.metrics, loses, cluster, now, observer)
            }
            AtWork::Scan(fetch) => self.step_scan(fetch, cluster, now, observer),
            AtWork::Close(id) => {
                if let Some((_, scanner)) = self.scanners.remove(id).as_ref().and_then(ClientScanner::open) {
                    cluster.close_scanner(scanner, observer);
                }
                Some(Ok(Response::Done))
            }
        };
        match over {
            None => {
                self.at_work = Some(at_work);
                None
            }
            Some(answer) => Some(self.over(answer, observer)),
        }
    }

    fn over(&mut self, answer: Result<Response, Error>, observer: &mut dyn Observer) -> Result<Response, Error> {
        if observer.listens() {
            observer.hear(Event::OperationDone { error: answer.as_ref().err().cloned() });
        }
        answer
    }

    /// Looks at a new request: a whole scan gets a scanner, anything else that comes here is answered at once.
    fn begin(&mut self, request: Request, cluster: &Cluster) -> Result<Fetch, Result<Response, Error>> {
        validate::request(&request).map_err(|refusal| {
            // Where there is no table, no server is asked: what a server would refuse is not found out.
            let missing = request.table().filter(|table| cluster.table(table).is_none()).cloned();
            let missing = missing.filter(|_| validate::is_of_server(&refusal));
            Err(missing.map_or(refusal, |table| Error::TableNotFound { table }))
        })?;
        match request {
            Request::Scan(table, scan) => Ok(Fetch::new(self.new_scanner(table, scan), None)),
            Request::OpenScan(table, scan) => Err(Ok(Response::Scanner(self.new_scanner(table, scan)))),
            Request::Next { scanner, .. } => Err(Err(Error::UnknownScanner { id: scanner.0 })),
            _ => Err(Ok(Response::Done)),
        }
    }

    fn new_scanner(&mut self, table: TableName, scan: Scan) -> ScannerId {
        self.next_scanner += 1;
        let id = ScannerId(self.next_scanner);
        self.scanners.insert(id, ClientScanner::new(table, scan));
        id
    }

    fn step_scan(
        &mut self,
        fetch: &mut Fetch,
        cluster: &mut Cluster,
        now: i64,
        observer: &mut dyn Observer,
    ) -> Option<Result<Response, Error>> {
        let scanner = self.scanners.get_mut(&fetch.id)?;
        let over = fetch.step(scanner, &mut self.locations, cluster, now, observer);
        self.metrics = scanner.metrics;
        if over.is_some() && fetch.wanted.is_none() {
            self.scanners.remove(&fetch.id);
        }
        over
    }

    /// Does a whole operation.
    ///
    /// # Errors
    /// What HBase's client throws: the cause, without the list of attempts around it. Where another client or a job
    /// would have to act first, what it throws after its last attempt.
    ///
    /// # Panics
    /// If the last operation is not over.
    pub fn run(
        &mut self,
        cluster: &mut Cluster,
        request: Request,
        now: i64,
        observer: &mut dyn Observer,
    ) -> Result<Response, Error> {
        if !observer.listens()
            && let Some(response) = self.run_at_once(cluster, &request, now)
        {
            return Ok(response);
        }
        self.start(request);
        loop {
            if let Some(answer) = self.step(cluster, now, observer) {
                return answer;
            }
            if self.waits(cluster) {
                return self.give_up(cluster, observer);
            }
        }
    }

    /// Does all atoms of a request at once, which nobody can watch then. `None`, and nothing has been done, where it is
    /// none of those that can be done so (a put or a Get of a region that the client knows, where nobody else is at
    /// work), or where it would fail.
    ///
    /// # Panics
    /// If the last operation is not over.
    pub fn run_at_once(&mut self, cluster: &mut Cluster, request: &Request, now: i64) -> Option<Response> {
        if self.loses {
            return None;
        }
        if self.put_at_once(cluster, request, now) {
            return Some(Response::Done);
        }
        self.get_at_once(cluster, request, now).map(Response::Row)
    }

    /// Does all atoms of a put at once, where nobody watches and nobody else is at work; whether it did.
    fn put_at_once(&mut self, cluster: &mut Cluster, request: &Request, now: i64) -> bool {
        let Request::Put(table, put) = request else { return false };
        assert!(self.at_work.is_none(), "a client does one operation at a time");
        let Some(location) = self.locations.find(table, &put.row, LocateType::Current) else { return false };
        if validate::put(put).is_err() || !cluster.put_at_once(location.region, location.server, put, now) {
            return false;
        }
        self.operations += 1;
        (self.metrics, self.earlier) = (Metrics { rpc_calls: 1, ..Metrics::default() }, Metrics::default());
        true
    }

    /// Does all atoms of a Get at once, where nobody watches and it succeeds at once.
    fn get_at_once(&mut self, cluster: &mut Cluster, request: &Request, now: i64) -> Option<RowResult> {
        let Request::Get(table, get) = request else { return None };
        assert!(self.at_work.is_none(), "a client does one operation at a time");
        let location = self.locations.find(table, &get.row, LocateType::Current)?;
        validate::get(get).ok()?;
        cluster.expire_leases(now, &mut ());
        let mut metrics = Metrics { rpc_calls: 1, ..Metrics::default() };
        let serving = Serving { now, metrics: &mut metrics, observer: &mut () };
        let row = cluster.get(location.region, location.server, get, serving).ok()?;
        operation::count(&mut metrics, &row);
        self.operations += 1;
        (self.metrics, self.earlier) = (metrics, Metrics::default());
        Some(row)
    }

    /// Ends an operation that waits for somebody, as HBase's client does after its last attempt.
    fn give_up(&mut self, cluster: &mut Cluster, observer: &mut dyn Observer) -> Result<Response, Error> {
        let answer = match self.at_work.take().map(|at_work| *at_work) {
            Some(AtWork::Rows(mut operation)) => operation.give_up(cluster, observer),
            Some(AtWork::Scan(fetch)) => match self.scanners.remove(&fetch.id) {
                Some(scanner) => {
                    let error = fetch.give_up(&scanner, cluster, observer);
                    if fetch.wanted.is_some() {
                        self.scanners.insert(fetch.id, scanner);
                    }
                    Err(error)
                }
                None => Ok(Response::Done),
            },
            _ => Ok(Response::Done),
        };
        self.over(answer, observer)
    }

    /// What the operation at work, or the last one, has cost. The calls of one scanner are counted together.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// What the request at work, or the last one, has cost: of a scanner that is asked for more only that.
    pub fn spent(&self) -> Metrics {
        self.metrics.since(&self.earlier)
    }

    /// Where it believes regions to be, by table and first row.
    pub fn cached(&self) -> impl Iterator<Item = &Location> {
        self.locations.iter()
    }

    /// The scanners it has open and not read to the end.
    pub fn scanners(&self) -> impl Iterator<Item = OpenScan<'_>> {
        self.scanners.iter().filter(|(_, scanner)| !scanner.is_over()).map(|(id, scanner)| scanner.look(*id))
    }

    /// Whether a scanner of it is bound to what a region showed at an earlier time, so that it does not see what was
    /// written since.
    pub fn looks_back(&self) -> bool {
        self.scanners.values().any(ClientScanner::looks_back)
    }

    /// Adds to `trace` the parts of this that can still affect what happens next. Its metrics are left out: they are
    /// only shown.
    pub fn tell(&self, trace: &mut Trace) {
        if !trace.knows(&self.locations) {
            self.locations.tell(trace);
        }
        trace.each(self.scanners.iter(), |trace, (id, scanner)| {
            trace.number_of(Kind::Handle, self.id, id.0);
            scanner.tell(trace);
        });
        trace.option(self.at_work.as_deref(), |trace, at_work| {
            trace.literal(&std::mem::discriminant(at_work));
            match at_work {
                AtWork::New(request) => request.tell(trace),
                AtWork::Rows(operation) => operation.tell(trace),
                AtWork::Scan(fetch) => fetch.tell(self.id, trace),
                AtWork::Close(id) => trace.number_of(Kind::Handle, self.id, id.0),
            }
        });
        if self.loses {
            trace.literal(&"loses an answer");
        }
        if trace.is_exact() {
            trace.literal(&(self.metrics, self.earlier, self.operations, self.next_scanner));
        }
    }
}
