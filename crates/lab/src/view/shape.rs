//! The same data tall and wide, with the bill of each: what one question costs in both, and what a second table by
//! another field gives and takes.

use super::twin::{BillLine, line};
use super::{Chart, Stage};
use crate::design::{SHAPE, Turn};
use crate::intent::{Intent, Pages, Paging, Raw};
use crate::sim::world::{Actor, World};
use crate::view::COLUMNS;
use crate::words;
use splitpoint_model::bytes::prefix_successor;
use splitpoint_model::cell::Cell;
use std::collections::BTreeMap;

/// Atoms in which a question is answered, at most.
const ATOMS: usize = 100_000;

/// Cells that are looked at, at most.
const LOOKED_AT: usize = 5_000;

/// Rows or columns of a page.
const PAGE: u32 = 5;

/// Pages that are read.
const PAGES: u32 = 3;

/// The same data in two shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeView {
    /// The table of many rows.
    pub tall: String,
    /// The table of many columns.
    pub wide: String,
    /// What was compared, in order.
    pub bills: Vec<ShapeBill>,
}

/// What two ways to the same cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeBill {
    /// What is asked for, or done.
    pub title: String,
    /// The two ways.
    pub heads: [String; 2],
    /// What is counted.
    pub lines: Vec<BillLine>,
    /// What it comes from.
    pub about: String,
}

/// What a question cost: the counts of [`COLUMNS`].
type Counts = [u64; COLUMNS.len()];

impl Stage<'_> {
    /// Whether there may be another shape of a table: whether [`reshape`](crate::session::Session::reshape) would make one.
    pub fn has_other_shape(&self, table: &str) -> bool {
        let cells = self.cells(table);
        let qualifiers: Vec<Raw> = cells.iter().map(|cell| cell.qualifier().to_vec()).collect();
        !cells.is_empty() && Turn::of(&self.key(table), &qualifiers).is_some()
    }

    /// The bills of a table and its other shape, where that was made: of the table of this name, or of the one from which it
    /// was made. Each question is asked by a client of its own, on a copy of the cluster.
    pub fn shape(&self, table: &str) -> Option<ShapeView> {
        let cluster = self.world().cluster();
        let made = |name: &str| cluster.table(name)?.attributes.get(SHAPE)?.split_once(':');
        let source = made(table).map_or(table, |(_, source)| source);
        let of = |words: &[&str]| {
            cluster.tables().find_map(|other| {
                let (word, from) = other.attributes.get(SHAPE)?.split_once(':')?;
                (from == source && words.contains(&word)).then(|| other.name.to_string())
            })
        };
        let other = of(&["wide", "tall"])?;
        let cells = self.cells(source);
        let qualifiers: Vec<Raw> = cells.iter().map(|cell| cell.qualifier().to_vec()).collect();
        let turn = Turn::of(&self.key(source), &qualifiers)?;
        let (group, row) = largest(&turn, &cells)?;
        let mut bills = vec![self.one_group(&turn, (source, &other), &group)?];
        let (tall, wide) = match turn {
            Turn::Wide(_) => (source.to_owned(), other.clone()),
            Turn::Tall => (other.clone(), source.to_owned()),
        };
        if let Some(index) = of(&["index"]) {
            bills.extend(self.by_last(&turn, (source, &index), &row, cells.len()));
            bills.extend(self.in_step(&turn, (source, &index), &row, &cells));
        }
        Some(ShapeView { tall, wide, bills })
    }

    /// Visible cells, the first of them.
    fn cells(&self, table: &str) -> Vec<Cell> {
        let chart = Chart::new(self.cluster(), table, self.world().clock().now(), false);
        let lines = chart.regions.iter().flat_map(|place| place.lines.range(0..place.count.min(LOOKED_AT)).0);
        lines.map(|line| line.cell).take(LOOKED_AT).collect()
    }

    /// Everything of one group, or the first pages of it.
    fn one_group(&self, turn: &Turn, (source, other): (&str, &str), group: &Raw) -> Option<ShapeBill> {
        let shown = |table: &str, row: &[u8]| self.key(table).to_text(row);
        let (title, tall, wide, about) = match turn {
            Turn::Wide(design) => {
                let name = &design.fields[0].name;
                let rows = Pages {
                    start: group.clone(),
                    stop: prefix_successor(group),
                    size: PAGE,
                    pages: PAGES,
                    by: Paging::Cursor,
                    ..Pages::of(source)
                };
                let page = |page: u32| {
                    Intent::Pages(Pages {
                        filter: format!("ColumnPaginationFilter ({PAGE}, {})", page * PAGE),
                        ..one_row(other, group)
                    })
                };
                (
                    format!("{PAGES} pages of {PAGE} of {name} {}", shown(other, group)),
                    vec![Intent::Pages(rows)],
                    (0..PAGES).map(page).collect(),
                    "In the tall table a page begins where the last one ended. In one wide row the filter skips the columns \
                     of the pages before, so a later page reads more cells. HBase cuts between rows: a wide row stays in one \
                     region, however large it grows.",
                )
            }
            Turn::Tall => {
                let bar = group.iter().rposition(|byte| *byte == b'|')?;
                let (row, part) = (group[..bar].to_vec(), group[bar + 1..].to_vec());
                let from = [&part[..], b"|"].concat();
                let columns = Some((from.clone(), prefix_successor(&from)));
                (
                    format!("all of {}", shown(other, group)),
                    vec![Intent::Get { table: other.to_owned(), row: group.clone(), versions: 1 }],
                    vec![Intent::Pages(Pages { columns, batch: 20, ..one_row(source, &row) })],
                    "In the tall table it is one row, and a get finds it. In the wide row a filter seeks to its columns, and \
                     everything in the row can change at once. HBase cuts between rows: a wide row stays in one region, \
                     however large it grows.",
                )
            }
        };
        Some(ShapeBill {
            title,
            heads: ["many rows".to_owned(), "one row of many columns".to_owned()],
            lines: counts(self.asked(&tall), self.asked(&wide)),
            about: about.to_owned(),
        })
    }

    /// One row by the last field of its key.
    fn by_last(&self, turn: &Turn, (source, index): (&str, &str), row: &[u8], cells: usize) -> Option<ShapeBill> {
        let (name, last) = turn.last(row)?;
        let size = u32::try_from(cells).unwrap_or(u32::MAX).max(1);
        let whole = Intent::Pages(Pages { size, pages: 1, ..Pages::of(source) });
        let get = |table: &str, row: &[u8]| Intent::Get { table: table.to_owned(), row: row.to_vec(), versions: 1 };
        Some(ShapeBill {
            title: format!("one row by {name} {}", self.key(index).to_text(last)),
            heads: [format!("{source} alone"), format!("with {index}")],
            lines: counts(self.asked(&[whole]), self.asked(&[get(index, last), get(source, row)])),
            about: format!(
                "{name} stands last in the key, so {source} alone has to be read from its beginning to its end. The second \
                 table has a row for each {name}, with the row key in it: two gets."
            ),
        })
    }

    /// What keeping both tables in step costs.
    fn in_step(&self, turn: &Turn, (source, index): (&str, &str), row: &[u8], cells: &[Cell]) -> Option<ShapeBill> {
        let (_, last) = turn.last(row)?;
        let own: Vec<&Cell> = cells.iter().filter(|cell| cell.row() == row).collect();
        let again = |cell: &&Cell| {
            let family = String::from_utf8_lossy(cell.family()).into_owned();
            (family, cell.qualifier().to_vec(), None, cell.value().to_vec())
        };
        let first =
            Intent::Insert { table: source.to_owned(), row: row.to_vec(), cells: own.iter().map(again).collect() };
        let second: Vec<Cell> = self.cells(index).into_iter().filter(|cell| cell.row() == last).collect();
        let cells_of = second.iter().collect::<Vec<_>>().iter().map(again).collect();
        let both = Intent::Insert { table: index.to_owned(), row: last.to_vec(), cells: cells_of };
        let calls = |intents: &[Intent]| self.asked(intents).map(|counts| counts[0]);
        let bytes =
            |cells: &mut dyn Iterator<Item = &Cell>| cells.map(|cell| cell.serialized_size() as u64).sum::<u64>();
        let alone = bytes(&mut own.iter().copied());
        let number = |number: u64| number.to_string();
        Some(ShapeBill {
            title: "one insert".to_owned(),
            heads: [format!("{source} alone"), format!("with {index}")],
            lines: vec![
                line("calls".to_owned(), [calls(std::slice::from_ref(&first)), calls(&[first, both])], number),
                line(
                    "cells written".to_owned(),
                    [Some(own.len() as u64), Some((own.len() + second.len()) as u64)],
                    number,
                ),
                line("bytes written".to_owned(), [Some(alone), Some(alone + bytes(&mut second.iter()))], words::amount),
            ],
            about: format!(
                "Two tables are two calls, and nothing joins them: between the two, or where the client dies, {source} has \
                 the row and {index} does not. Who writes has to try again; who reads has to expect a row that is missing."
            ),
        })
    }

    /// What some questions cost together, one after the other; `None` where one is not answered.
    fn asked(&self, intents: &[Intent]) -> Option<Counts> {
        let world = self.world();
        let mut alone = World::new(world.cluster().clone(), world.clock().now(), 1);
        let mut sum: Counts = Default::default();
        for intent in intents {
            alone.submit(0, intent).ok()?;
            let applied =
                (0..ATOMS).map_while(|_| alone.apply(Actor::Client(0), &mut ())).find(|applied| applied.over)?;
            for (all, own) in sum.iter_mut().zip(COLUMNS.map(|column| column.count(&applied.cost))) {
                *all += own;
            }
        }
        Some(sum)
    }
}

/// One row, whole.
fn one_row(table: &str, row: &Raw) -> Pages {
    let stop = [&row[..], b"\0"].concat();
    Pages { start: row.clone(), stop, size: 1, pages: 1, ..Pages::of(table) }
}

/// The group with the most cells that belongs together, and a row of the source in it: the first of the largest.
fn largest(turn: &Turn, cells: &[Cell]) -> Option<(Raw, Raw)> {
    let mut groups: BTreeMap<Raw, (usize, Raw)> = BTreeMap::new();
    for cell in cells {
        let (group, _) = turn.cell(cell.row(), cell.qualifier());
        groups.entry(group).or_insert_with(|| (0, cell.row().to_vec())).0 += 1;
    }
    let most = groups.iter().filter(|(group, _)| turn != &Turn::Tall || group.contains(&b'|'));
    let most = most.fold(None, |most: Option<(&Raw, &(usize, Raw))>, one| match most {
        Some(most) if most.1.0 >= one.1.0 => Some(most),
        _ => Some(one),
    });
    most.map(|(group, (_, row))| (group.clone(), row.clone()))
}

fn counts(one: Option<Counts>, other: Option<Counts>) -> Vec<BillLine> {
    let counted = COLUMNS.iter().enumerate().map(|(at, column)| {
        let values = [one, other].map(|counts| counts.map(|counts| counts[at]));
        let print = |count: u64| if column.is_bytes { words::amount(count) } else { count.to_string() };
        line(column.title.to_owned(), values, print)
    });
    counted.collect()
}
