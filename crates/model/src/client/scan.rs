//! Scans: a scanner of the client asks one region after the other, and goes on where it was when a region has gone.

use super::atom::Atom;
use super::glue::Glue;
use super::location::{Location, Locations};
use super::operation::{forget, locate};
use super::retry::{self, MAX_RETRIES};
use super::{Next, Response};
use crate::bytes::{RowKey, TableName, row_after};
use crate::cell::Cell;
use crate::cluster::{Cluster, LocateType, ScanAnswer, ScanCall, Serving};
use crate::error::{Absence, Error};
use crate::event::{Call, Event, Observer, RegionId, ScannerId};
use crate::identity::{Kind, Trace};
use crate::query::{Metrics, RowResult, Scan};
use std::collections::VecDeque;
use std::sync::Arc;

/// `hbase.client.scanner.max.result.size`.
const MAX_RESULT_SIZE: i64 = 2 << 20;

/// A scanner of a client, between calls.
///
/// Source: `ClientScanner`, `ScannerCallable`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ClientScanner {
    table: TableName,
    /// What is still to be scanned: start and limit move on.
    scan: Arc<Scan>,
    glue: Glue,
    buffer: VecDeque<RowResult>,
    /// How many at the end of the buffer nobody has asked for yet: they do not count as returned.
    ahead: usize,
    /// The region it is in, or is about to open.
    at: Option<At>,
    /// The last Result that was fetched: its row, and whether more of that row may follow.
    last: Option<(RowKey, bool)>,
    /// The row of which the application has got a piece, where more of it may follow.
    piece: Option<RowKey>,
    /// The read point of the region it is in, kept when its scanner has to be opened again.
    read_point: Option<u64>,
    closed: bool,
    pub(super) metrics: Metrics,
}

/// A scanner that a client has open, as far as the client knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenScan<'a> {
    /// Its number.
    pub id: ScannerId,
    /// The table it reads.
    pub table: &'a TableName,
    /// Where it began, or where the region begins that it has come to; empty for the open end.
    pub start: &'a RowKey,
    /// The last row that was fetched, if any.
    pub fetched: Option<&'a RowKey>,
    /// Whether rows descend.
    pub reversed: bool,
    /// What it may see of its region; `None` before it is opened there.
    pub read_point: Option<u64>,
    /// The region it is on; `None` before it is opened there.
    pub region: Option<RegionId>,
    /// Results that were fetched and not asked for yet.
    pub buffered: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum At {
    /// Not opened yet.
    Ahead,
    /// Open, under a number of the server's.
    Open { location: Location, scanner: u32 },
    /// Read to its end.
    Exhausted { location: Location },
}

impl ClientScanner {
    /// Forward, a start row that does not belong to the scan becomes the next possible row, which does.
    ///
    /// Source: `ClientSimpleScanner`.
    pub(super) fn new(table: TableName, mut scan: Scan) -> Self {
        let glue = Glue::new(&scan);
        if !scan.reversed && !scan.start_inclusive && !scan.start.is_empty() {
            scan.start = row_after(&scan.start).into();
            scan.start_inclusive = true;
        }
        Self {
            table,
            scan: Arc::new(scan),
            glue,
            buffer: VecDeque::new(),
            ahead: 0,
            at: None,
            last: None,
            piece: None,
            read_point: None,
            closed: false,
            metrics: Metrics::default(),
        }
    }

    fn caching(&self) -> i64 {
        if self.scan.caching > 0 { i64::from(self.scan.caching) } else { i64::from(i32::MAX) }
    }

    fn max_result_size(&self) -> i64 {
        if self.scan.max_result_size > 0 { self.scan.max_result_size } else { MAX_RESULT_SIZE }
    }

    /// The region and the number of the server's scanner, where one is open.
    pub(super) fn open(&self) -> Option<(RegionId, u32)> {
        match &self.at {
            Some(At::Open { location, scanner }) => Some((location.region, *scanner)),
            _ => None,
        }
    }

    /// Counts what the application gets. Pieces of a row are one row.
    fn count(metrics: &mut Metrics, piece: &mut Option<RowKey>, result: &RowResult) {
        let Some(row) = result.row() else { return };
        metrics.rows_returned += u64::from(piece.as_deref() != Some(row));
        metrics.cells_returned += result.cells.len() as u64;
        *piece = result.partial.then(|| row.into());
    }

    /// Whether there is nothing more to fetch.
    pub(super) fn is_over(&self) -> bool {
        self.closed
    }

    /// Its public description.
    pub(super) fn look(&self, id: ScannerId) -> OpenScan<'_> {
        OpenScan {
            id,
            table: &self.table,
            start: &self.scan.start,
            fetched: self.last.as_ref().map(|(row, _)| row),
            reversed: self.scan.reversed,
            read_point: self.read_point,
            region: match &self.at {
                Some(At::Open { location, .. } | At::Exhausted { location }) => Some(location.region),
                _ => None,
            },
            buffered: self.buffer.len(),
        }
    }

    /// Which region is meant when the next one is looked up by the row at which the scan goes on.
    fn place(&self) -> LocateType {
        match (self.scan.reversed, self.scan.start_inclusive) {
            (false, false) if !self.scan.start.is_empty() => LocateType::After,
            (false, _) => LocateType::Current,
            (true, true) if !self.scan.start.is_empty() => LocateType::Current,
            (true, _) => LocateType::Before,
        }
    }

    /// Goes on to the next region; whether there is one. A scanner that is still open stays so: its lease ends it.
    fn move_on(&mut self) -> bool {
        if let Some(At::Open { location, .. } | At::Exhausted { location }) = &self.at {
            if self.nothing_beyond(location) {
                return false;
            }
            let start = if self.scan.reversed { location.start.clone() } else { location.end.clone() };
            let scan = Arc::make_mut(&mut self.scan);
            (scan.start, scan.start_inclusive) = (start, !scan.reversed);
            self.read_point = None;
        }
        self.at = Some(At::Ahead);
        self.metrics.regions_scanned += 1;
        true
    }

    /// Whether the scan ends with this region.
    ///
    /// Source: `ConnectionUtils.noMoreResultsForScan`, `noMoreResultsForReverseScan`.
    fn nothing_beyond(&self, location: &Location) -> bool {
        let stop = &self.scan.stop;
        if self.scan.reversed {
            return location.start.is_empty() || (!stop.is_empty() && location.start <= *stop);
        }
        location.end.is_empty()
            || (!stop.is_empty() && (location.end > *stop || (location.end == *stop && !self.scan.stop_inclusive)))
    }

    /// The server's scanner is gone: another is opened behind what was fetched, at the same read point.
    fn reset(&mut self) {
        self.glue.clear();
        if let Some((row, more)) = &self.last {
            let scan = Arc::make_mut(&mut self.scan);
            (scan.start, scan.start_inclusive) = (row.clone(), *more);
        }
        self.at = None;
    }

    pub(super) fn looks_back(&self) -> bool {
        self.read_point.is_some()
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.literal(&(&self.table, &self.last, self.closed));
        self.scan.tell(trace);
        self.glue.tell(trace);
        trace.each(self.buffer.iter(), |trace, row| row.tell(trace));
        trace.option(self.at.as_ref(), |trace, at| {
            trace.literal(&std::mem::discriminant(at));
            if let At::Open { location, .. } | At::Exhausted { location } = at {
                location.tell(trace);
            }
            if let At::Open { scanner, .. } = at {
                trace.number(Kind::Scanner, (*scanner).into());
            }
        });
        trace.option(self.read_point, |trace, number| trace.point(Kind::Sequence, number));
        if trace.is_exact() {
            trace.literal(&self.metrics);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ScanPhase {
    /// The application asks for the next Result.
    Ask,
    Locate,
    Send,
    Serve,
    Reply,
}

/// An application's request to a scanner, at work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fetch {
    pub(super) id: ScannerId,
    /// How many Results are asked for; `None` for all, and the scanner closed after them.
    pub(super) wanted: Option<u32>,
    results: Vec<RowResult>,
    stage: ScanPhase,
    /// Results and bytes that one filling of the buffer still lacks.
    countdown: i64,
    remaining_size: i64,
    attempt: u32,
    location: Option<Location>,
    answer: Option<Result<ScanAnswer, Error>>,
}

impl Fetch {
    pub(super) fn new(id: ScannerId, wanted: Option<u32>) -> Self {
        Self {
            id,
            wanted,
            results: Vec::new(),
            stage: ScanPhase::Ask,
            countdown: 0,
            remaining_size: 0,
            attempt: 0,
            location: None,
            answer: None,
        }
    }

    pub(super) fn next(&self, scanner: &ClientScanner, locations: &Locations, cluster: &Cluster) -> Next {
        let region = scanner.open().map(|(region, _)| region);
        let region = self.location.as_ref().map(|location| location.region).or(region);
        let row = Some(scanner.scan.start.clone());
        let step = |atom| Next::Step { atom, region, row: row.clone() };
        match self.stage {
            ScanPhase::Ask if self.is_served(scanner) => step(Atom::Reply),
            ScanPhase::Ask | ScanPhase::Send if region.is_some() => step(Atom::Send),
            ScanPhase::Ask | ScanPhase::Send => step(Atom::Locate),
            ScanPhase::Locate if self.attempt == 0 => step(Atom::Locate),
            ScanPhase::Locate => {
                let (table, start, place) = (&scanner.table, &scanner.scan.start, scanner.place());
                let known = locations.find(table, start, place).is_some() || cluster.is_disabled(table);
                let region = if known { None } else { cluster.find(table, start, place) };
                region.and_then(retry::wait_for_open).map_or_else(|| step(Atom::Retry), Next::Wait)
            }
            ScanPhase::Serve => step(Atom::Serve),
            ScanPhase::Reply => step(Atom::Reply),
        }
    }

    /// Whether it repeats a call that failed. Only such a request waits; the first call is sent in any case.
    pub(super) fn is_again(&self) -> bool {
        self.attempt > 0
    }

    /// Whether the buffer already holds what is asked for.
    fn is_served(&self, scanner: &ClientScanner) -> bool {
        let ready = self.results.len() + scanner.buffer.len();
        scanner.closed || self.wanted.is_some_and(|wanted| ready >= wanted as usize)
    }

    /// One atom; `Some` when the application has its answer.
    pub(super) fn step(
        &mut self,
        scanner: &mut ClientScanner,
        locations: &mut Arc<Locations>,
        cluster: &mut Cluster,
        now: i64,
        observer: &mut dyn Observer,
    ) -> Option<Result<Response, Error>> {
        if self.stage == ScanPhase::Ask
            && let Some(answer) = self.hand_over(scanner)
        {
            return Some(Ok(answer));
        }
        let failed = match self.stage {
            ScanPhase::Ask => None,
            ScanPhase::Locate => self.locate(scanner, locations, cluster, observer),
            ScanPhase::Send => {
                self.send(scanner, observer);
                None
            }
            ScanPhase::Serve => {
                self.serve(scanner, cluster, now, observer);
                None
            }
            ScanPhase::Reply => self.reply(scanner, locations, cluster, observer),
        };
        if let Some(error) = failed {
            return Some(Err(error));
        }
        // What came may be enough; then the application gets it with the same atom.
        if self.stage == ScanPhase::Ask && self.is_served(scanner) { self.hand_over(scanner).map(Ok) } else { None }
    }

    /// Takes Results from the buffer; an answer if these are enough or there are no more. Otherwise a filling begins.
    fn hand_over(&mut self, scanner: &mut ClientScanner) -> Option<Response> {
        match self.wanted {
            None if self.results.is_empty() => self.results = std::mem::take(&mut scanner.buffer).into(),
            None => self.results.extend(std::mem::take(&mut scanner.buffer)),
            Some(wanted) => {
                let missing = (wanted as usize).saturating_sub(self.results.len()).min(scanner.buffer.len());
                let counted = scanner.buffer.len() - scanner.ahead;
                scanner.ahead -= missing.saturating_sub(counted);
                for (at, result) in scanner.buffer.drain(..missing).enumerate() {
                    if at >= counted {
                        ClientScanner::count(&mut scanner.metrics, &mut scanner.piece, &result);
                    }
                    self.results.push(result);
                }
            }
        }
        if self.is_full() {
            return Some(self.rows(false));
        }
        let has_region = matches!(scanner.at, Some(At::Open { .. } | At::Ahead));
        if scanner.closed || !(has_region || scanner.move_on()) {
            scanner.closed = true;
            scanner.at = None;
            return Some(self.rows(true));
        }
        self.countdown = scanner.caching();
        self.remaining_size = scanner.max_result_size();
        self.attempt = 0;
        self.go_on(scanner);
        None
    }

    /// The next call goes to the open scanner, or a region has to be looked up first.
    fn go_on(&mut self, scanner: &ClientScanner) {
        self.stage = ScanPhase::Locate;
        if let Some(At::Open { location, .. }) = &scanner.at {
            self.location = Some(location.clone());
            self.stage = ScanPhase::Send;
        }
    }

    fn is_full(&self) -> bool {
        self.wanted.is_some_and(|wanted| self.results.len() >= wanted as usize)
    }

    fn rows(&mut self, done: bool) -> Response {
        Response::Rows { results: std::mem::take(&mut self.results), done }
    }

    fn locate(
        &mut self,
        scanner: &mut ClientScanner,
        locations: &mut Arc<Locations>,
        cluster: &Cluster,
        observer: &mut dyn Observer,
    ) -> Option<Error> {
        let (table, start, place) = (&scanner.table, &scanner.scan.start, scanner.place());
        match locate(locations, cluster, table, start, place, observer) {
            Ok(location) => {
                self.location = Some(location);
                self.stage = ScanPhase::Send;
                None
            }
            Err(error) => Some(error),
        }
    }

    fn call(scanner: &ClientScanner) -> Call {
        Call { name: "scan", rows: vec![scanner.scan.start.clone()] }
    }

    fn send(&mut self, scanner: &mut ClientScanner, observer: &mut dyn Observer) {
        scanner.metrics.rpc_calls += 1;
        self.stage = ScanPhase::Serve;
        if let (Some(location), true) = (&self.location, observer.listens()) {
            let (region, server) = (location.region, location.server);
            observer.hear(Event::RpcSent { call: Self::call(scanner), region, server });
        }
    }

    fn serve(&mut self, scanner: &mut ClientScanner, cluster: &mut Cluster, now: i64, observer: &mut dyn Observer) {
        let Some(location) = &self.location else { return };
        let call = ScanCall {
            region: location.region,
            server: location.server,
            results: usize::try_from(scanner.caching()).unwrap_or(usize::MAX),
            rows: usize::try_from(scanner.scan.limit).ok().filter(|&limit| limit > 0),
        };
        let serving = Serving { now, metrics: &mut scanner.metrics, observer };
        let answer = match &scanner.at {
            Some(At::Open { scanner: id, .. }) => cluster.next_results(*id, &call, serving),
            _ => cluster.open_scanner(&scanner.scan, scanner.read_point, &call, serving),
        };
        self.answer = Some(answer);
        self.stage = ScanPhase::Reply;
    }

    fn reply(
        &mut self,
        scanner: &mut ClientScanner,
        locations: &mut Arc<Locations>,
        cluster: &mut Cluster,
        observer: &mut dyn Observer,
    ) -> Option<Error> {
        let (location, answer) = (self.location.take()?, self.answer.take()?);
        if observer.listens() {
            let (region, server) = (location.region, location.server);
            let error = answer.as_ref().err().cloned();
            observer.hear(Event::RpcAnswered { call: Self::call(scanner), region, server, error });
        }
        match answer {
            Ok(answer) => {
                self.attempt = 0;
                let open = answer.scanner;
                self.take(scanner, location, answer);
                // Client and server may count the rows of a batched scan differently; then the client closes what the
                // server would keep open, with a call of its own.
                if let Some(id) = open.filter(|_| scanner.closed) {
                    scanner.metrics.rpc_calls += 1;
                    cluster.close_scanner(id, observer);
                }
                None
            }
            Err(error) => self.fail(scanner, locations, location.region, error, observer),
        }
    }

    fn fail(
        &mut self,
        scanner: &mut ClientScanner,
        locations: &mut Arc<Locations>,
        region: RegionId,
        error: Error,
        observer: &mut dyn Observer,
    ) -> Option<Error> {
        if matches!(error, Error::NotServingRegion { .. }) {
            scanner.metrics.not_serving_region += 1;
        }
        if !error.is_retryable() || self.attempt >= MAX_RETRIES {
            return Some(error);
        }
        self.attempt += 1;
        scanner.metrics.rpc_retries += 1;
        retry::announce(self.attempt, &error, observer);
        if !matches!(error, Error::UnknownScanner { .. } | Error::ScannerReset { .. }) {
            forget(locations, &scanner.table, region, observer);
        }
        if matches!(scanner.at, Some(At::Open { .. })) {
            scanner.reset();
            scanner.move_on();
        }
        self.stage = ScanPhase::Locate;
        None
    }

    /// Takes what a call brought, and decides whether the filling of the buffer is over.
    fn take(&mut self, scanner: &mut ClientScanner, location: Location, answer: ScanAnswer) {
        scanner.read_point = Some(answer.read_point);
        let nothing = answer.results.is_empty() && !answer.heartbeat;
        let ready = scanner.glue.add(answer.results, answer.heartbeat);
        if let Some(last) = ready.last() {
            scanner.last = last.row().map(|row| (row.into(), last.partial));
        }
        let missing = match self.wanted {
            None => usize::MAX,
            Some(wanted) => (wanted as usize).saturating_sub(self.results.len() + scanner.buffer.len()),
        };
        scanner.ahead += ready.len().saturating_sub(missing);
        for (at, result) in ready.iter().enumerate() {
            self.countdown -= 1;
            self.remaining_size -= result.cells.iter().map(heap_size).sum::<i64>();
            if at < missing {
                ClientScanner::count(&mut scanner.metrics, &mut scanner.piece, result);
            }
        }
        if scanner.buffer.is_empty() {
            scanner.buffer = ready.into();
        } else {
            scanner.buffer.extend(ready);
        }
        let rows = scanner.glue.take_complete_rows();
        if scanner.scan.limit > 0 {
            let limit = i64::from(scanner.scan.limit) - rows;
            Arc::make_mut(&mut scanner.scan).limit = i32::try_from(limit).unwrap_or(i32::MIN);
        }
        let exhausted = nothing || !answer.more_in_region;
        scanner.at = Some(match answer.scanner {
            Some(id) if !exhausted => At::Open { location, scanner: id },
            _ => At::Exhausted { location },
        });
        self.stage = ScanPhase::Ask;
        if scanner.scan.limit == 0 || !answer.more {
            scanner.closed = true;
            scanner.at = None;
            return;
        }
        let early = answer.heartbeat && !scanner.buffer.is_empty();
        let enough = early || self.countdown <= 0 || (self.remaining_size <= 0 && !scanner.buffer.is_empty());
        if enough {
            return;
        }
        if self.remaining_size <= 0 {
            self.remaining_size = scanner.max_result_size();
        }
        if exhausted && !scanner.move_on() {
            scanner.closed = true;
            scanner.at = None;
            return;
        }
        self.go_on(scanner);
    }

    /// Ends a request that waits for somebody who will never act.
    pub(super) fn give_up(&self, scanner: &ClientScanner, cluster: &Cluster, observer: &mut dyn Observer) -> Error {
        let region = cluster.find(&scanner.table, &scanner.scan.start, scanner.place());
        let name = region.map(|region| region.name().to_string()).unwrap_or_default();
        let error = Error::NotServingRegion { region: name, why: Absence::Offline };
        retry::exhaust(self.attempt, &error, observer);
        error
    }

    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(super) fn tell(&self, client: u8, trace: &mut Trace) {
        trace.number_of(Kind::Handle, client, self.id.0);
        trace.literal(&(self.wanted, self.stage, self.countdown, self.remaining_size, self.attempt));
        trace.each(self.results.iter(), |trace, row| row.tell(trace));
        trace.option(self.location.as_ref(), |trace, location| location.tell(trace));
        trace.option(self.answer.as_ref(), |trace, answer| match answer {
            Ok(answer) => answer.tell(trace),
            Err(error) => error.tell(trace),
        });
    }
}

/// Roughly the bytes that a cell takes on the heap of HBase's client, which are compared with the scan's limit.
fn heap_size(cell: &Cell) -> i64 {
    i64::try_from(cell.serialized_size() + 72).unwrap_or(i64::MAX)
}
