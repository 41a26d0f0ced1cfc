//! Marks: what became of each cell that a read brought back, as long as its operation is at the cursor.

use super::badge::Badges;
use super::{Mark, MarkView, Stage};
use crate::log::{Fact, Rows};
use crate::sim::answer::{Came, Page};
use splitpoint_model::bytes::RowKey;
use splitpoint_model::cell::{self, Cell};
use splitpoint_model::order;
use std::cmp::Ordering;

/// The cells that the answer in [`View::answer`](super::View::answer) is made of.
#[derive(Default)]
pub(super) struct Marks {
    client: Option<char>,
    /// The number of the page that the cells are on, or were read for; `None` for other reads.
    page: Option<u32>,
    /// The marks of cells, in the order of cells.
    cells: Vec<(Cell, Mark)>,
    /// Whether the step at the cursor brought these cells.
    pub(super) fresh: bool,
}

/// What marks tell of a cell that the step read.
#[derive(Clone, Copy)]
pub(super) enum ReadMark {
    /// Nothing.
    No,
    /// What became of it.
    Marked,
    /// That it is not on the page which was asked for: it lies behind it, and came in the same call.
    Ahead,
}

impl Marks {
    /// The marks of the answer. A later step that does something with cells itself is drawn instead.
    pub(super) fn drawn(stage: &Stage<'_>, badges: &Badges) -> Self {
        let marks = Self::of(stage);
        if marks.fresh || badges.is_empty() { marks } else { Self::default() }
    }

    pub(super) fn of(stage: &Stage<'_>) -> Self {
        let Some((at, fact)) = stage.answered() else { return Self::default() };
        let (Some(rows), Some(answer)) = (fact.rows.as_deref(), fact.answer.as_deref()) else { return Self::default() };
        let page = match &answer.came {
            Came::Page(page) => Some(page),
            _ => None,
        };
        let mut cells = marked(rows, page);
        order::sort_by(&mut cells, |one, two| cell::compare(&one.0, &two.0));
        let number = page.zip(answer.to.page()).map(|(_, number)| number);
        let begin = stage.log.begin(stage.log.at(), stage.grain);
        Self { client: fact.actor.letter(), page: number, cells, fresh: at >= begin }
    }

    /// The first of these cells, the first that was not thrown away, and the last, where they are of this table.
    pub(super) fn ends(&self, stage: &Stage<'_>, table: &str) -> Option<[&Cell; 3]> {
        let (_, fact) = stage.answered()?;
        fact.answer.as_deref().filter(|answer| *answer.table == *table)?;
        let is_kept = |(_, mark): &&(Cell, Mark)| *mark != Mark::Thrown;
        let (first, last) = (&self.cells.first()?.0, &self.cells.last()?.0);
        Some([first, self.cells.iter().find(is_kept).map_or(first, |(cell, _)| cell), last])
    }

    /// What is told of a cell; `marked`: whether it has a mark.
    pub(super) fn told(&self, cell: &Cell, marked: bool) -> ReadMark {
        let is_before = |one: &Cell, two: &Cell| cell::compare(one, two) == Ordering::Less;
        let (Some((first, _)), Some((last, _))) = (self.cells.first(), self.cells.last()) else { return ReadMark::No };
        match self.fresh {
            true if marked => ReadMark::Marked,
            true if self.page.is_some() && (is_before(cell, first) || is_before(last, cell)) => ReadMark::Ahead,
            _ => ReadMark::No,
        }
    }

    /// The mark of a cell.
    pub(super) fn at(&self, cell: &Cell) -> Option<Mark> {
        let at = self.cells.partition_point(|(other, _)| cell::compare(other, cell) == Ordering::Less);
        self.cells.get(at).filter(|(other, _)| cell::compare(other, cell) == Ordering::Equal).map(|(_, mark)| *mark)
    }

    /// A mark in words.
    pub(super) fn view(&self, mark: Mark, first: bool) -> MarkView {
        let page = self.page.unwrap_or(1);
        let text = match mark {
            Mark::Returned => match self.page {
                Some(page) => format!("page {page}"),
                None => "read".to_owned(),
            },
            Mark::Again => format!("page {page}, again"),
            Mark::Thrown => "thrown away".to_owned(),
            Mark::Missed => "missed: on no page".to_owned(),
        };
        // Cells of one row are told one by one: there is nothing else that says how far the answer goes in it.
        let is_one_row = self.cells.first().zip(self.cells.last()).is_some_and(|(one, two)| one.0.same_row(&two.0));
        MarkView { kind: mark, client: self.client, text, first: first || is_one_row || self.page.is_none() }
    }
}

/// The cells that were kept of an answer, each with its mark.
fn marked(rows: &Rows, page: Option<&Page>) -> Vec<(Cell, Mark)> {
    let total = rows.cells_total();
    // The cells of the page come last.
    let thrown = page.map_or(0, |page| total - (page.cells as u64).min(total));
    let has = |rows: &[RowKey], cell: &Cell| rows.iter().any(|row| **row == *cell.row());
    let mark = |at: u64, cell: &Cell| match page {
        Some(page) if at < thrown && has(&page.missed, cell) => Mark::Missed,
        Some(_) if at < thrown => Mark::Thrown,
        Some(page) if has(&page.again, cell) => Mark::Again,
        _ => Mark::Returned,
    };
    let mut marked = Vec::new();
    let mut at = 0;
    // Cells of the rows that are left out between the first and the last.
    let kept: u64 = rows.first().chain(rows.last()).map(crate::log::Row::cells_total).sum();
    let firsts = rows.first().count();
    for (index, row) in rows.first().chain(rows.last()).enumerate() {
        if index == firsts {
            at += total - kept;
        }
        marked.extend(row.cells().iter().zip(at..).map(|(cell, at)| (cell.clone(), mark(at, cell))));
        at += row.cells_total();
    }
    marked
}

impl Stage<'_> {
    /// What the operation at the cursor brought back last, up to the cursor: the place of the atom, and its fact.
    pub(super) fn answered(&self) -> Option<(usize, &Fact)> {
        let here = self.log.fact(self.log.atom(self.log.at())?)?;
        let facts = (1..=self.log.at()).rev().filter_map(|at| Some((at, self.log.fact(at)?)));
        let mut own =
            facts.filter(|(_, fact)| fact.actor == here.actor).take_while(|(_, fact)| fact.operation == here.operation);
        // What arrives with the last event of an atom is not there before that event.
        own.find(|(at, fact)| fact.rows.is_some() && (*at < self.log.at() || self.log.event().is_none()))
    }
}
