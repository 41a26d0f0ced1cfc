//! The script on the model, and what of it can be played on the cluster.

use super::answer::{Answer, Given, of_model, rows};
use super::call::{self, Ask};
use super::{Checked, Ending, MOST_CALLS, Operation, Problem, Statement, Verdict, Why};
use crate::sim::language::{Direction, Language, Pause, Shells};
use splitpoint_model::client::{Action, Request, Response};
use splitpoint_model::cluster::Admin;
use splitpoint_model::error::Error;
use splitpoint_model::mutation::{Mutation, Put, Then};
use splitpoint_model::query::Scan;
use splitpoint_shell::{Demand, Local, Reply};
use std::collections::BTreeMap;

/// Slices of a statement's work in which it asks for nothing, before it counts as one without an end.
const MOST_SLICES: u32 = 20_000;

/// Milliseconds that a script may wait in all; what is longer is not waited for on the cluster.
const LONGEST: u64 = 60_000;

/// A script played on the model: its statements, and what is to be asked of the cluster.
#[derive(Debug)]
pub(super) struct Played {
    pub(super) statements: Vec<Statement>,
    /// What is to be asked, with its statement and operation.
    pub(super) asks: Vec<(usize, usize, Ask)>,
    /// The tables that are touched, each once.
    pub(super) tables: Vec<String>,
    pub(super) endings: Vec<Ending>,
    pub(super) given: Given,
}

/// What was done to a table on the model only, so that the cluster's table may differ.
#[derive(Default)]
struct Odds {
    /// The line since which its content or schema is another one.
    changed: Option<u32>,
    /// The line since which it is disabled.
    disabled: Option<u32>,
    /// Lines that worked on its files and regions.
    left_out: Vec<u32>,
    /// Whether it was created with splits, split or merged, so that its regions differ.
    parted: bool,
}

struct Stage<'a> {
    local: Local,
    shells: Box<dyn Shells>,
    prefixes: &'a [String],
    odds: BTreeMap<String, Odds>,
    waited: u64,
    calls: usize,
    played: Played,
}

/// Plays a script on an empty cluster of the model. `now` is the time there, in milliseconds.
///
/// # Errors
/// Where the script cannot be read, goes by steps, has no end, comes to too many calls, or touches a table that does not begin with
/// one of `prefixes`.
pub(super) fn play(language: &Language, script: &str, prefixes: &[String], now: i64) -> Result<Played, Problem> {
    let directions = (language.read)(script).map_err(Problem::Script)?;
    let mut stage = Stage {
        local: Local::new(now),
        shells: (language.open)(),
        prefixes,
        odds: BTreeMap::new(),
        waited: 0,
        calls: 0,
        played: Played {
            statements: Vec::new(),
            asks: Vec::new(),
            tables: Vec::new(),
            endings: Vec::new(),
            given: Given::default(),
        },
    };
    let mut client = 0;
    for direction in directions {
        match direction {
            Direction::Run { text, line } => {
                if !stage.run(client, &text, line)? {
                    break;
                }
            }
            Direction::Client(other) => client = other,
            Direction::Begin { line, .. } => return Err(Problem::Steps(Some(line))),
            Direction::Step { .. } | Direction::Back(_) => return Err(Problem::Steps(None)),
            // What must hold is for whoever judges orders, and names are for who looks at steps.
            Direction::Must { .. } | Direction::Mark(_) => {}
        }
    }
    stage.end();
    Ok(stage.played)
}

impl Stage<'_> {
    /// Runs statements. `false` where the script ends with them.
    fn run(&mut self, client: u8, text: &str, first: u32) -> Result<bool, Problem> {
        let (mut statement, mut begin) = (String::new(), first);
        for (line, number) in text.lines().zip(first..) {
            if !statement.is_empty() {
                statement.push('\n');
            }
            statement.push_str(line);
            if !self.shells.enter(client, line) {
                continue;
            }
            let text = std::mem::take(&mut statement);
            let is_said = text.lines().any(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
            if is_said {
                let operations = Vec::new();
                self.played.statements.push(Statement {
                    client,
                    line: begin,
                    text,
                    printed: String::new(),
                    operations,
                });
            }
            begin = number + 1;
            if !self.go(client, is_said)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lets a statement run to its end; whether the script goes on.
    fn go(&mut self, client: u8, is_said: bool) -> Result<bool, Problem> {
        self.local.speak_as(client);
        let mut slices = 0;
        loop {
            let (pause, printed) = self.shells.go(client, &self.local.cluster, self.local.now());
            if is_said && let Some(statement) = self.played.statements.last_mut() {
                statement.printed.push_str(&printed);
            }
            match pause {
                Pause::Typed => return Ok(true),
                Pause::Raised | Pause::Ended => return Ok(false),
                Pause::Busy => {
                    slices += 1;
                    if slices > MOST_SLICES {
                        return Err(Problem::Endless);
                    }
                }
                Pause::Ask(demand) => {
                    let reply = self.answer(&demand)?;
                    self.shells.hear(client, reply);
                }
            }
        }
    }

    /// Does on the model what a statement asks for, and notes what that is on the cluster.
    fn answer(&mut self, demand: &Demand) -> Result<Reply, Problem> {
        match demand {
            Demand::Line => {
                self.note("", Answer::Done, Err(Why::Person))?;
                return Ok(Reply::Line(None));
            }
            Demand::File(_) => {
                self.note("", Answer::Done, Err(Why::Person))?;
                return Ok(Reply::File(None));
            }
            Demand::Sleep(ms) => {
                self.waited = self.waited.saturating_add(*ms);
                let ask = if self.waited <= LONGEST { Ok(Ask::Wait(*ms)) } else { Err(Why::Wait) };
                self.note("", Answer::Done, ask)?;
            }
            // Caches are of the servers: the answers are the same with and without their blocks.
            Demand::ClearBlockCache(_) => self.note("", Answer::Done, Err(Why::Administration))?,
            Demand::Request(_) | Demand::Admin(_) => {}
        }
        let families = match demand {
            Demand::Request(request) => request.table().map(|table| self.families(table)).unwrap_or_default(),
            _ => Vec::new(),
        };
        // The model answers everything but lines and files.
        let reply = self.local.answer(demand).unwrap_or(Reply::Line(None));
        match (demand, &reply) {
            (Demand::Request(request), Reply::Response(answer, _)) => self.request(request, answer, &families)?,
            (Demand::Admin(admin), Reply::Admin(answer)) => self.admin(admin, answer.as_ref().err())?,
            _ => {}
        }
        Ok(reply)
    }

    fn families(&self, table: &str) -> Vec<Vec<u8>> {
        let table = self.local.cluster.table(table);
        table.map(|table| table.families.keys().map(|family| family.to_vec()).collect()).unwrap_or_default()
    }

    fn request(
        &mut self,
        request: &Request,
        answer: &Result<Response, Error>,
        families: &[Vec<u8>],
    ) -> Result<(), Problem> {
        let Some(table) = request.table() else {
            return self.note("", of_model(answer), Err(Why::Reading));
        };
        let name = table.to_string();
        self.touch(&name)?;
        let writes = call::writes(request);
        let mut ask = call::request(request, families);
        match answer {
            Err(Error::IllegalArgument(_) | Error::RowLength { .. } | Error::KeyValueTooLarge { .. }) => {
                ask = Err(Why::Unsent);
            }
            Err(_) if !writes => ask = Err(Why::Quiet),
            _ => {}
        }
        let line = self.line();
        let odds = self.odds.entry(name.clone()).or_default();
        if let Some(line) = odds.disabled {
            ask = Err(Why::Disabled(line));
        } else if let Some(line) = odds.changed {
            ask = Err(Why::Changed(line));
        } else if ask.is_err() && writes && !matches!(answer, Err(_) | Ok(Response::Checked { success: false, .. })) {
            odds.changed = Some(line);
        }
        if ask.is_ok() {
            self.times(&name, request);
        }
        self.note(&name, of_model(answer), ask)
    }

    fn admin(&mut self, admin: &Admin, error: Option<&Error>) -> Result<(), Problem> {
        let name = admin.table().map(ToString::to_string).unwrap_or_default();
        if !name.is_empty() {
            self.touch(&name)?;
        }
        let line = self.line();
        let answer = error.map_or(Answer::Done, |error| Answer::Refused(error.class().to_owned()));
        let mut ask = call::admin(admin);
        let odds = self.odds.entry(name.clone()).or_default();
        match (admin, error) {
            (Admin::CreateTable { .. }, Some(Error::TableExists { .. })) => ask = Err(Why::Replaces),
            (Admin::CreateTable { splits, .. }, None) => {
                *odds = Odds { parted: !splits.is_empty(), ..Odds::default() };
            }
            // The gateway would disable it first.
            (Admin::DropTable { .. }, Some(Error::TableNotDisabled { .. })) => ask = Err(Why::Administration),
            (Admin::DropTable { .. }, None) => *odds = Odds::default(),
            (_, Some(Error::IllegalArgument(_))) => ask = Err(Why::Unsent),
            (_, Some(_)) => {}
            (Admin::DisableTable { .. }, None) => odds.disabled = Some(line),
            (Admin::EnableTable { .. }, None) => odds.disabled = None,
            (Admin::AlterTable { .. } | Admin::TruncateTable { .. }, None) => {
                odds.changed.get_or_insert(line);
            }
            (Admin::Split { .. } | Admin::Merge { .. }, None) => {
                odds.parted = true;
                odds.left_out.push(line);
            }
            (_, None) => odds.left_out.push(line),
        }
        self.note(&name, answer, ask)
    }

    /// The line of the statement at work.
    fn line(&self) -> u32 {
        self.played.statements.last().map_or(1, |statement| statement.line)
    }

    /// Notes that the script uses a table, which must be one that it may touch.
    fn touch(&mut self, table: &str) -> Result<(), Problem> {
        if self.played.tables.iter().any(|known| known == table) {
            return Ok(());
        }
        let may = self.prefixes.iter().any(|prefix| table.starts_with(prefix.as_str()));
        if !may || table.starts_with("hbase:") {
            return Err(Problem::Outside { table: table.to_owned(), prefixes: self.prefixes.to_vec() });
        }
        self.played.tables.push(table.to_owned());
        Ok(())
    }

    /// Notes the cells to which a request gives timestamps.
    fn times(&mut self, table: &str, request: &Request) {
        let given = &mut self.played.given;
        let mut note = |put: &Put| {
            for cell in &put.cells {
                if let Some(time) = cell.timestamp {
                    given.note(table, &put.row, &cell.family, &cell.qualifier, time);
                }
            }
        };
        match request {
            Request::Put(_, put) => note(put),
            Request::CheckAndMutate(_, check) => {
                if let Then::Mutate(Mutation::Put(put)) = &check.then {
                    note(put);
                }
            }
            Request::Batch(_, actions) => {
                for action in actions {
                    if let Action::Mutate(Mutation::Put(put)) = action {
                        note(put);
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes an operation of the statement at work.
    fn note(&mut self, table: &str, model: Answer, ask: Result<Ask, Why>) -> Result<(), Problem> {
        let Some(at) = self.played.statements.len().checked_sub(1) else { return Ok(()) };
        let calls = ask.as_ref().map(Ask::calls).unwrap_or_default();
        self.calls += calls.len().max(1);
        if self.calls > MOST_CALLS {
            return Err(Problem::TooLong);
        }
        let verdict = match &ask {
            Ok(_) => Verdict::Waiting,
            Err(why) => Verdict::Unplayed(why.clone()),
        };
        let left_out = self.odds.get(table).map(|odds| odds.left_out.clone()).unwrap_or_default();
        let operations = &mut self.played.statements[at].operations;
        operations.push(Operation { table: table.to_owned(), calls, model, cluster: None, verdict, left_out });
        if let Ok(ask) = ask {
            self.played.asks.push((at, operations.len() - 1, ask));
        }
        Ok(())
    }

    /// The tables that are left, as the model has them.
    fn end(&mut self) {
        for name in self.played.tables.clone() {
            if self.local.cluster.table(&name).is_none() {
                continue;
            }
            let odds = self.odds.entry(name.clone()).or_default();
            let apart = odds.disabled.map(Why::Disabled).or(odds.changed.map(Why::Changed));
            let verdict = |why: Option<Why>| why.map_or(Verdict::Waiting, Verdict::Unplayed);
            let parted = if odds.parted { Some(Why::Splits) } else { None };
            let cells = verdict(apart);
            let regions = self.local.cluster.regions(&name).map(|region| region.start().to_vec());
            let regions = regions.filter(|start| !start.is_empty()).collect();
            let regions = Checked { model: regions, cluster: None, verdict: verdict(parted) };
            let cells = Checked { model: self.cells(&name), cluster: None, verdict: cells };
            self.played.endings.push(Ending { table: name, cells, regions });
        }
    }

    fn cells(&mut self, table: &str) -> Vec<crate::cluster::Row> {
        let scan = Scan { versions: i32::MAX, ..Scan::default() };
        match self.local.answer(&Demand::Request(Request::Scan(table.into(), scan))) {
            Some(Reply::Response(Ok(Response::Rows { results, .. }), _)) => rows(&results),
            _ => Vec::new(),
        }
    }
}
