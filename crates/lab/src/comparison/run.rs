//! What is to be asked next, and what the answers come to.

use super::answer::{Answer, Given, refused};
use super::call::{self, Ask, Call, Method};
use super::play::{Played, play};
use super::{Ending, Operation, Problem, Statement, Verdict, Why};
use crate::cluster::{self, Row, Trouble};
use crate::sim::language::Language;
use std::collections::VecDeque;
use std::rc::Rc;

/// What to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Ask the gateway, and [hear](Comparison::hear) what it answers.
    Ask(Call),
    /// Wait so many milliseconds, and say [`waited`](Comparison::waited).
    Wait(u64),
    /// It is over.
    Over,
}

/// How many operations and tables were the same, different, or not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Both sides are the same.
    pub same: usize,
    /// They differ.
    pub different: usize,
    /// It was not played on the cluster, or not compared.
    pub unplayed: usize,
}

/// What the answer of the cluster is needed for.
#[derive(Clone, Debug)]
enum Target {
    Missing(String),
    Operation(usize, usize),
    Cells(usize),
    Regions(usize),
    Drop(String),
}

/// Something that is asked, perhaps in several calls.
#[derive(Clone, Debug)]
struct Task {
    target: Target,
    ask: Ask,
    /// Calls of a write that are done.
    done: usize,
    /// Of a scanner that is open: its place, and what it gave.
    place: Option<String>,
    rows: Vec<Row>,
    /// The answer, where only the scanner is still to be closed.
    ready: Option<Answer>,
}

/// What the answer to a call means for its task.
enum Step {
    More,
    Over(Result<Answer, Trouble>),
    Regions(Result<Vec<Vec<u8>>, Trouble>),
    Exists(bool),
}

/// A script that is played on the model and on a cluster, and what both answered.
#[derive(Debug)]
pub struct Comparison {
    /// Shared with whoever shows them: one that has not changed need not be drawn again.
    statements: Vec<Rc<Statement>>,
    endings: Vec<Ending>,
    given: Rc<Given>,
    tasks: VecDeque<Task>,
    /// Tables that were made on the cluster, and are there.
    made: Vec<String>,
    problem: Option<Problem>,
    /// Tables that could not be dropped at the end.
    left: Vec<String>,
    keeps: bool,
    is_closing: bool,
}

impl Comparison {
    /// Plays the script on the model. `prefixes`: how the names of the tables have to begin that it may use. `now`: the time in
    /// milliseconds, at which the model begins as well. `keeps`: the tables stay at the end; else they are dropped.
    ///
    /// # Errors
    /// Where the script cannot be played on both; nothing was asked then.
    pub fn new(language: &Language, script: &str, prefixes: &[String], now: i64, keeps: bool) -> Result<Self, Problem> {
        let Played { statements, asks, tables, endings, given } = play(language, script, prefixes, now)?;
        let missing = tables.into_iter().map(|table| (call::exists(&table), Target::Missing(table)));
        let asked = asks.into_iter().map(|(at, operation, ask)| (ask, Target::Operation(at, operation)));
        let ends = endings.iter().enumerate().flat_map(|(at, ending)| {
            let is_wanted = |verdict: &Verdict| *verdict == Verdict::Waiting;
            let cells = is_wanted(&ending.cells.verdict).then(|| (call::everything(&ending.table), Target::Cells(at)));
            let regions =
                is_wanted(&ending.regions.verdict).then(|| (call::regions(&ending.table), Target::Regions(at)));
            cells.into_iter().chain(regions)
        });
        let tasks = missing.chain(asked).chain(ends).map(|(ask, target)| Task::new(target, ask)).collect();
        let (statements, given) = (statements.into_iter().map(Rc::new).collect(), Rc::new(given));
        let (made, left, problem) = (Vec::new(), Vec::new(), None);
        Ok(Self { statements, endings, given, tasks, made, problem, left, keeps, is_closing: false })
    }

    /// What to do next.
    pub fn pending(&mut self) -> Next {
        if self.tasks.is_empty() && !self.is_closing {
            self.is_closing = true;
            let made = if self.keeps { Vec::new() } else { std::mem::take(&mut self.made) };
            let drops =
                |table: String| Task::new(Target::Drop(table.clone()), Ask::Write(vec![call::drop_table(&table)]));
            self.tasks.extend(made.into_iter().rev().map(drops));
        }
        match self.tasks.front() {
            None => Next::Over,
            Some(Task { ask: Ask::Wait(ms), .. }) => Next::Wait(*ms),
            Some(task) => Next::Ask(task.call()),
        }
    }

    /// The time that was to be waited for has passed.
    pub fn waited(&mut self) {
        if let Some(Task { target, ask: Ask::Wait(_), .. }) = self.tasks.front() {
            let target = target.clone();
            self.tasks.pop_front();
            self.take(target, Step::Over(Ok(Answer::Done)));
        }
    }

    /// Takes the answer to what was asked last: its status, 0 where none came; what was written; and the place of what was
    /// made, without the gateway's own address.
    pub fn hear(&mut self, status: u16, body: &str, place: Option<&str>) {
        let expected = match self.tasks.front().map(|task| &task.target) {
            Some(Target::Operation(at, operation)) => self.statements[*at].operations[*operation].model.clone(),
            Some(_) => Answer::Done,
            None => return,
        };
        let Some(task) = self.tasks.front_mut() else { return };
        let step = task.hear(status, body, place, &expected);
        if matches!(step, Step::More) {
            return;
        }
        if let Some(task) = self.tasks.pop_front() {
            self.take(task.target, step);
        }
    }

    fn take(&mut self, target: Target, step: Step) {
        if let Step::Over(Err(trouble)) | Step::Regions(Err(trouble)) = &step
            && ends(trouble)
            && !self.is_closing
        {
            // Whether a table was made that was being made, nobody knows: it is named, and not dropped.
            if let Target::Operation(at, operation) = target {
                let Operation { calls, table, .. } = &self.statements[at].operations[operation];
                let makes = |call: &Call| call.method == Method::Put && call.path.ends_with("/schema");
                if calls.iter().any(makes) {
                    self.left.push(table.clone());
                }
            }
            return self.stop(Problem::Broken(trouble.clone()));
        }
        match (target, step) {
            (Target::Missing(table), Step::Exists(true)) => self.stop(Problem::There(table)),
            (Target::Missing(_), Step::Over(Err(trouble))) => self.stop(Problem::Broken(trouble)),
            (Target::Operation(at, operation), Step::Over(answer)) => {
                self.operation(at, operation, answer.unwrap_or_else(Answer::Trouble));
            }
            (Target::Cells(at), Step::Over(answer)) => {
                let Ending { table, cells, .. } = &mut self.endings[at];
                let answer = match answer {
                    Ok(Answer::Rows(rows)) => Ok(rows),
                    Ok(Answer::Trouble(trouble)) | Err(trouble) => Err(trouble),
                    Ok(_) => Err(Trouble::BadAnswer),
                };
                let is_same = answer.as_ref().is_ok_and(|theirs| self.given.same_rows(table, &cells.model, theirs));
                cells.verdict = if is_same { Verdict::Same } else { Verdict::Differs };
                cells.cluster = Some(answer);
            }
            (Target::Regions(at), Step::Regions(answer)) => {
                let regions = &mut self.endings[at].regions;
                let is_same = answer.as_ref().is_ok_and(|theirs| *theirs == regions.model);
                regions.verdict = if is_same { Verdict::Same } else { Verdict::Differs };
                regions.cluster = Some(answer);
            }
            (Target::Drop(table), Step::Over(answer)) if answer != Ok(Answer::Done) => self.left.push(table),
            _ => {}
        }
    }

    fn operation(&mut self, at: usize, operation: usize, answer: Answer) {
        let operation = &mut Rc::make_mut(&mut self.statements[at]).operations[operation];
        if answer == Answer::Done
            && let [call, ..] = operation.calls.as_slice()
            && call.path.ends_with("/schema")
        {
            self.made.retain(|table| *table != operation.table);
            if call.method == Method::Put {
                self.made.push(operation.table.clone());
            }
        }
        let is_same = self.given.same(&operation.table, &operation.model, &answer);
        operation.verdict = if is_same { Verdict::Same } else { Verdict::Differs };
        operation.cluster = Some(answer);
    }

    /// Gives up: what was made is dropped, and the rest is not asked.
    pub fn stop(&mut self, problem: Problem) {
        self.problem.get_or_insert(problem);
        self.tasks.clear();
        let given_up = |verdict: &mut Verdict| {
            if *verdict == Verdict::Waiting {
                *verdict = Verdict::Unplayed(Why::Ended);
            }
        };
        let is_waiting = |operation: &Operation| operation.verdict == Verdict::Waiting;
        for statement in self.statements.iter_mut().filter(|statement| statement.operations.iter().any(is_waiting)) {
            Rc::make_mut(statement).operations.iter_mut().for_each(|operation| given_up(&mut operation.verdict));
        }
        for ending in &mut self.endings {
            given_up(&mut ending.cells.verdict);
            given_up(&mut ending.regions.verdict);
        }
    }

    /// The statements in order.
    pub fn statements(&self) -> &[Rc<Statement>] {
        &self.statements
    }

    /// The tables at the end of the script.
    pub fn endings(&self) -> &[Ending] {
        &self.endings
    }

    /// Which cells have their times from the script.
    pub fn given(&self) -> &Rc<Given> {
        &self.given
    }

    /// Why it was given up.
    pub fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// Tables that were made and are still there though they were to be dropped.
    pub fn left(&self) -> &[String] {
        &self.left
    }

    /// Tables that the script made and that stay.
    pub fn kept(&self) -> &[String] {
        if self.keeps { &self.made } else { &[] }
    }

    /// How many comparisons came to what, so far.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        let operations = self.statements.iter().flat_map(|statement| &statement.operations);
        let ends = self.endings.iter().flat_map(|ending| [&ending.cells.verdict, &ending.regions.verdict]);
        for verdict in operations.map(|operation| &operation.verdict).chain(ends) {
            match verdict {
                Verdict::Waiting => {}
                Verdict::Same => tally.same += 1,
                Verdict::Differs => tally.different += 1,
                Verdict::Unplayed(_) => tally.unplayed += 1,
            }
        }
        tally.unplayed += self.statements.iter().filter(|statement| statement.is_unasked()).count();
        tally
    }
}

/// Whether nothing more is to be expected of the cluster.
fn ends(trouble: &Trouble) -> bool {
    match trouble {
        Trouble::NoBridge
        | Trouble::Slow(_)
        | Trouble::Unreachable
        | Trouble::Timeout
        | Trouble::Unauthorised
        | Trouble::Limit
        | Trouble::Refused(_)
        | Trouble::TooLarge
        | Trouble::BadAnswer => true,
        Trouble::NoTable | Trouble::Disabled | Trouble::Unavailable | Trouble::Status(..) | Trouble::Unreadable(_) => {
            false
        }
    }
}

impl Task {
    fn new(target: Target, ask: Ask) -> Self {
        Self { target, ask, done: 0, place: None, rows: Vec::new(), ready: None }
    }

    /// The next call. A task that waits has none, and is not asked for one.
    fn call(&self) -> Call {
        match (&self.ask, &self.place) {
            (Ask::Scan { .. }, Some(place)) if self.ready.is_some() => Call::delete(place.clone()),
            (Ask::Scan { .. }, Some(place)) => Call::get(place.clone()),
            (Ask::Scan { open, .. }, None) => open.clone(),
            (ask, _) => ask.calls().get(self.done).cloned().unwrap_or_else(|| Call::get("/".to_owned())),
        }
    }

    fn hear(&mut self, status: u16, body: &str, place: Option<&str>, expected: &Answer) -> Step {
        let trouble = || match refused(status, body, expected) {
            Answer::Trouble(trouble) if ends(&trouble) => Err(trouble),
            answer => Ok(answer),
        };
        let is_well = (200..300).contains(&status);
        let rows = |body: &str| cluster::rows(body).map_err(Trouble::Unreadable);
        match &self.ask {
            Ask::Write(calls) if is_well => {
                self.done += 1;
                if self.done < calls.len() { Step::More } else { Step::Over(Ok(Answer::Done)) }
            }
            Ask::Check(_) if is_well || status == 304 => Step::Over(Ok(Answer::Held(is_well))),
            Ask::Row(_) if status == 404 && !body.contains("Exception") => Step::Over(Ok(Answer::Rows(Vec::new()))),
            Ask::Row(_) | Ask::Rows(_) if is_well => Step::Over(rows(body).map(Answer::Rows)),
            Ask::Exists(_) if is_well || status == 404 => Step::Exists(is_well),
            Ask::Exists(_) => Step::Over(Err(Trouble::of(status, body))),
            Ask::Regions(_) if is_well => {
                let listed = cluster::regions(body).map_err(Trouble::Unreadable);
                let starts = |listed: Vec<cluster::Listed>| {
                    let mut starts: Vec<_> = listed.into_iter().map(|region| region.name.start).collect();
                    starts.retain(|start| !start.is_empty());
                    starts.sort();
                    starts
                };
                Step::Regions(listed.map(starts))
            }
            Ask::Regions(_) => Step::Regions(Err(Trouble::of(status, body))),
            Ask::Scan { table, limit, .. } => {
                if let Some(answer) = self.ready.take() {
                    // Whether it could be closed makes no difference: a gateway forgets it some time later.
                    return Step::Over(Ok(answer));
                }
                if self.place.is_none() {
                    let Some(id) =
                        place.filter(|_| is_well).and_then(|place| place.trim_end_matches('/').rsplit('/').next())
                    else {
                        return Step::Over(trouble());
                    };
                    self.place = Some(format!("/{}/scanner/{id}", cluster::path(table)));
                    return Step::More;
                }
                match status {
                    204 => {
                        let mut rows = std::mem::take(&mut self.rows);
                        rows.truncate(limit.unwrap_or(usize::MAX));
                        self.ready = Some(Answer::Rows(rows));
                    }
                    200 => match rows(body) {
                        Ok(rows) => {
                            for row in rows {
                                match self.rows.last_mut().filter(|last| last.key == row.key) {
                                    Some(last) => last.cells.extend(row.cells),
                                    None => self.rows.push(row),
                                }
                            }
                            // The last row may go on, as long as no row follows it.
                            if let Some(limit) = limit.filter(|limit| self.rows.len() > *limit) {
                                self.rows.truncate(limit);
                                self.ready = Some(Answer::Rows(std::mem::take(&mut self.rows)));
                            }
                        }
                        Err(trouble) => return Step::Over(Err(trouble)),
                    },
                    _ => return Step::Over(trouble()),
                }
                Step::More
            }
            _ => Step::Over(trouble()),
        }
    }
}
