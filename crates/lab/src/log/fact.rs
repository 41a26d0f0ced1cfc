//! The facts that are kept of every atom, and the observer that makes them of its events.

use super::load::Meter;
use super::rows::Rows;
use super::telling::{Telling, weight};
use crate::sim::answer::Answer;
use crate::sim::label::Label;
use crate::sim::language::Printed;
use crate::sim::world::{Actor, Applied, JobName, Upshot, World};
use splitpoint_model::bytes::TableName;
use splitpoint_model::cell::Cell;
use splitpoint_model::client::Request;
use splitpoint_model::event::{Event, Observer, RegionId};
use splitpoint_model::query::{Metrics, RowResult};
use std::sync::Arc;

/// Events that are kept of the step at the cursor, at least; of a longer step the last ones.
pub(crate) const KEPT: usize = 4096;

/// What is kept of an atom, to be shown without replaying it. Everything else is found by replaying.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) actor: Actor,
    pub(crate) operation: u32,
    /// How many atoms it stands for: more than one for a part of a long script.
    pub(crate) atoms: u32,
    /// The table of the operation that this atom begins, if it begins one.
    pub(crate) table: Option<TableName>,
    /// The request or the part of a job that this atom begins.
    pub(crate) label: Option<Box<Label>>,
    /// Rows that a read got back in this atom.
    pub(crate) rows: Option<Box<Rows>>,
    /// The answer that arrived in this atom.
    pub(crate) answer: Option<Box<Answer>>,
    /// Whether the operation or job is over with this atom.
    pub(crate) over: bool,
    /// Whether a round trip, or a part of a job, is over.
    pub(crate) ends_call: bool,
    pub(crate) events: u64,
    /// The number of the first operation of what was asked for: of a script the first of many, else the operation
    /// itself.
    pub(crate) asked: u32,
    /// The counters of everything that was asked for at once, up to this atom.
    pub(crate) cost: Metrics,
    /// The event that says most of what the atom did. The sentence of a step is made from that of the atom that says
    /// most.
    pub(crate) telling: Option<Box<Telling>>,
    /// The cells that it appended to a write-ahead log.
    pub(crate) appended: Option<Arc<Wrote>>,
    /// The cells that became visible with it.
    pub(crate) published: Option<Arc<Wrote>>,
    /// Whether a script did it, so that the shell tells what happened.
    pub(crate) typed: bool,
    /// The request begun with it, where no script did.
    pub(crate) request: Option<Box<Request>>,
    /// What a shell printed.
    pub(crate) printed: Box<[Printed]>,
    /// What the atom is called; empty of a burst.
    pub(crate) atom: &'static str,
    /// For an atom of a job, the name by which the job could be found before the atom.
    pub(crate) job: Option<Box<JobName>>,
    /// What came of a round trip, a job or a burst that is over with it.
    pub(crate) upshot: Option<Box<Upshot>>,
}

/// The cells that one write appended to a log, or made visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrote {
    pub(crate) table: TableName,
    /// The cells as they are in the log, shared with the cluster.
    pub(crate) cells: Vec<Cell>,
}

impl Wrote {
    /// Whether the row was written.
    pub(crate) fn has(&self, table: &str, row: &[u8]) -> bool {
        *self.table == *table && self.cells.iter().any(|cell| cell.row() == row)
    }

    /// Whether it put a value into the same column of the same row as this cell.
    pub(crate) fn puts(&self, table: &str, cell: &Cell) -> bool {
        let same = |other: &Cell| other.same_column(cell) && !other.cell_type().is_delete();
        *self.table == *table && self.cells.iter().any(same)
    }
}

/// The server's counters of a read, before and after one event of its atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Spent {
    /// Before the event.
    pub(crate) before: Metrics,
    /// After the event.
    pub(crate) after: Metrics,
}

/// An observer of one atom. It keeps the events up to a number.
pub(crate) struct Ear<'a, 'm> {
    meter: Option<&'a mut Meter<'m>>,
    kept: &'a mut Vec<Event>,
    until: u64,
    count: u64,
    /// The counters of a read before and after the last event that is kept; `next` has those after whatever comes next.
    spent: Spent,
    next: Metrics,
    /// The first event that is not kept.
    ahead: Option<Event>,
    told: Option<(u8, Event)>,
    answered: bool,
    appended: Option<RegionId>,
    cells: Vec<Cell>,
    published: bool,
}

impl<'a, 'm> Ear<'a, 'm> {
    pub(crate) fn new(kept: &'a mut Vec<Event>, until: Option<u64>) -> Self {
        Self {
            meter: None,
            kept,
            until: until.unwrap_or(u64::MAX),
            count: 0,
            spent: Spent::default(),
            next: Metrics::default(),
            ahead: None,
            told: None,
            answered: false,
            appended: None,
            cells: Vec::new(),
            published: false,
        }
    }

    /// The counters before and after the last event that is kept.
    pub(crate) fn spent(&self) -> Spent {
        self.spent
    }

    /// The event that follows the last that is kept; `None` where all are.
    pub(crate) fn ahead(&mut self) -> Option<Event> {
        self.ahead.take()
    }

    /// The same observer, which also counts reads and writes for the load.
    pub(crate) fn counting(self, meter: &'a mut Meter<'m>) -> Self {
        Self { meter: Some(meter), ..self }
    }

    /// The fact of the atom that was heard. `appended` finds what the operation appended last, in case this atom
    /// publishes it.
    pub(crate) fn fact(
        self,
        world: &World,
        actor: Actor,
        applied: Applied,
        appended: impl FnOnce(u32) -> Option<Arc<Wrote>>,
    ) -> Fact {
        let telling = self.told.map(|(weight, event)| Box::new(Telling::new(world, weight, event)));
        let now = self.appended.and_then(|region| {
            let table = world.cluster().region(region)?.table_name().clone();
            Some(Arc::new(Wrote { table, cells: self.cells }))
        });
        let is_job = matches!(actor, Actor::Job(_));
        Fact {
            actor,
            operation: applied.operation,
            atoms: 1,
            table: applied.table,
            label: applied.label.map(Box::new),
            ends_call: is_job || self.answered || applied.over,
            rows: rows(&applied.returned).map(Box::new),
            answer: applied.answer.map(Box::new),
            over: applied.over,
            events: self.count,
            asked: applied.asked,
            cost: applied.cost,
            telling,
            typed: applied.typed,
            request: applied.request.map(Box::new),
            printed: applied.printed.into(),
            atom: "",
            job: None,
            upshot: applied.upshot,
            published: if self.published { now.clone().or_else(|| appended(applied.operation)) } else { None },
            appended: now,
        }
    }
}

impl Fact {
    /// What this atom begins. A client that hears what came of its job begins nothing: that ends what it had asked for.
    pub(crate) fn begins(&self) -> Option<&Label> {
        self.label.as_deref().filter(|_| !self.hears_of_job())
    }

    /// Whether a client hears what came of a job that it had asked for.
    pub(crate) fn hears_of_job(&self) -> bool {
        self.actor.letter().is_some() && matches!(self.upshot.as_deref(), Some(Upshot::Job(_)))
    }

    /// Whether a statement only printed help. Such an atom does not count as a step.
    pub(crate) fn is_aside(&self) -> bool {
        let Some(Label::Statement(Some(text))) = self.label.as_deref() else { return false };
        let rest = text.strip_prefix("help");
        self.typed
            && self.events == 0
            && rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    }

    /// Whether a console shows a line for this atom.
    pub(crate) fn says(&self) -> bool {
        self.request.as_deref().is_some_and(is_command)
            || !self.printed.is_empty()
            || (self.answer.is_some() && !self.typed)
    }
}

/// The rows that a read got back, cut to what is kept; `None` if there are none.
fn rows(returned: &[RowResult]) -> Option<Rows> {
    let mut rows = Rows::default();
    rows.extend(returned);
    (rows.rows_total() > 0).then_some(rows)
}

/// Whether a command of the shell would send it: those that go on with a scanner belong to the command that opened it.
fn is_command(request: &Request) -> bool {
    !matches!(request, Request::Next { .. } | Request::CloseScan(_))
}

impl Observer for Ear<'_, '_> {
    fn spend(&mut self, cost: &Metrics) {
        self.next = *cost;
    }

    fn hear(&mut self, event: Event) {
        self.count += 1;
        if let Some(meter) = &mut self.meter {
            meter.note(&event);
        }
        match &event {
            Event::RpcAnswered { .. } => self.answered = true,
            Event::WalAppended { region, cells, .. } | Event::WalSkipped { region, cells, .. } => {
                self.appended = Some(*region);
                self.cells.extend_from_slice(cells);
            }
            Event::Published { .. } => self.published = true,
            _ => {}
        }
        let weight = weight(&event);
        if self.told.as_ref().is_none_or(|(most, _)| *most <= weight) {
            self.told = Some((weight, event.clone()));
        }
        if self.count <= self.until {
            self.spent = Spent { before: self.spent.after, after: self.next };
            if self.kept.len() >= 2 * KEPT {
                self.kept.drain(..KEPT);
            }
            self.kept.push(event);
        } else if self.ahead.is_none() {
            self.ahead = Some(event);
        }
    }
}
