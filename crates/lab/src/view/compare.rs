//! Operations beside each other: what each cost, which rows it looked at, and which of them took least.

use super::print::Printer;
use super::{KeyNotation, Stage, ViewRequest};
use crate::intent::Intent;
use crate::log::load::Tick;
use crate::log::{Decision, Fact};
use crate::sim::answer::Came;
use crate::sim::label::Title;
use crate::sim::program::Program;
use crate::sim::world::{self, Actor};
use crate::view::line::Lines;
use crate::words;
use splitpoint_model::cell::KeyRef;
use splitpoint_model::query::Metrics;
use std::ops::Range;
use std::sync::Arc;

/// Operations that are listed, at most: the last ones.
pub const LISTED: usize = 24;

/// The whole width of a strip.
pub const WIDTH: u32 = 1000;

/// What is counted of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// In a few words.
    pub title: &'static str,
    /// The title for a count of exactly one.
    pub single: &'static str,
    /// HBase's name, or what it is where HBase has none.
    pub counter: &'static str,
    /// Whether it is a number of bytes.
    pub is_bytes: bool,
    read: fn(&Metrics) -> u64,
}

impl Column {
    /// The count of this column.
    pub(super) fn count(&self, cost: &Metrics) -> u64 {
        (self.read)(cost)
    }
}

/// The columns, from left to right.
pub const COLUMNS: [Column; 5] = [
    Column { title: "calls", single: "call", counter: "RPC_CALLS", is_bytes: false, read: |cost| cost.rpc_calls },
    Column {
        title: "rows examined",
        single: "row examined",
        counter: "ROWS_SCANNED",
        is_bytes: false,
        read: |cost| cost.rows_scanned,
    },
    Column {
        title: "cells examined",
        single: "cell examined",
        counter: "our own count",
        is_bytes: false,
        read: |cost| cost.cells_examined,
    },
    Column {
        title: "blocks read",
        single: "block read",
        counter: "our own count, from disk or cache",
        is_bytes: false,
        read: |cost| cost.blocks_scanned,
    },
    Column {
        title: "bytes brought",
        single: "byte brought",
        counter: "BYTES_IN_RESULTS",
        is_bytes: true,
        read: |cost| cost.bytes_in_results,
    },
];

/// The place of calls, and that of rows examined, among [`COLUMNS`].
const CALLS: usize = 0;
const ROWS: usize = 1;

/// What was asked for at once: by a form, a command or a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The client.
    pub letter: char,
    /// What was asked for: `last row of comments by a full scan`.
    pub title: String,
    /// The first command that it came to, as the shell has it; of a script its first line. Empty where nothing was sent yet.
    pub command: String,
    /// How many more calls with a command of their own followed.
    pub more: usize,
    /// What came back last, in words; empty where nothing has.
    pub answer: String,
    /// Whether it failed.
    pub failed: bool,
    /// What the start is called on which it was done.
    pub start: String,
    /// The branch on which it was done.
    pub branch: usize,
    /// Where on that branch its last step is.
    pub place: usize,
    /// The number of that step at the grain.
    pub step: u64,
    /// The counts, in the order of [`COLUMNS`].
    pub counts: [u64; COLUMNS.len()],
    /// Which part of the table it looked at, in thousandths of its cells in the order of keys: ascending, apart.
    pub strip: Vec<Range<u32>>,
    /// Whether its last step is the one at the cursor.
    pub is_here: bool,
}

/// Operations beside each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompareView {
    /// In the order in which they were asked for, at most [`LISTED`].
    pub list: Vec<Compared>,
    /// How many came before these.
    pub earlier: usize,
    /// The table that the strips are of.
    pub table: String,
    /// Its first and its last key; `None` where it has no cell.
    pub ends: Option<(String, String)>,
}

impl CompareView {
    /// The least count of each column among what came to an end, with what was pinned beside; `None` where there is
    /// nothing to compare. What examined no row, such as a write, is compared by its calls only.
    pub fn fewest(list: &[&Compared]) -> [Option<u64>; COLUMNS.len()] {
        std::array::from_fn(|at| {
            let done = || list.iter().filter(|one| !one.failed && (at == CALLS || one.counts[ROWS] > 0));
            done().map(|one| one.counts[at]).min().filter(|_| done().count() > 1)
        })
    }
}

/// What is gathered of something that was asked for.
struct Group<'a> {
    client: u8,
    asked: u32,
    title: Option<Title>,
    first: Option<(String, bool)>,
    calls: usize,
    last: &'a Fact,
    answered: Option<&'a Fact>,
    place: usize,
    ticks: Vec<Tick>,
}

impl Stage<'_> {
    /// What was asked for on the branch up to the cursor, with its cost.
    pub fn compare(&self, request: &ViewRequest) -> CompareView {
        let mut groups = self.groups();
        let earlier = groups.len().saturating_sub(LISTED);
        let listed = groups.split_off(earlier);
        let table = request.table.as_str();
        let regions: Vec<(usize, Lines<'_>)> = self.strips(table);
        let cells = regions.last().map_or(0, |(before, lines)| before + lines.len());
        let here = self.log.atom(self.log.at());
        let keys = |table: &str, row: &[u8]| self.printer(table, request.notation).key(row);
        let list = listed.into_iter().map(|group| {
            let answered = group.answered.and_then(|fact| fact.answer.as_deref());
            let told = answered.map(words::answer);
            let (command, is_script) = group.first.unwrap_or_default();
            Compared {
                letter: world::letter(group.client),
                title: group.title.as_ref().map(|title| words::title(title).print(&keys)).unwrap_or_default(),
                command,
                more: if is_script { 0 } else { group.calls.saturating_sub(1) },
                failed: answered.is_some_and(|answer| matches!(answer.came, Came::Failed(_))),
                answer: told.map(|told| told.text.print(&keys)).unwrap_or_default(),
                start: self.start.title.clone(),
                branch: self.log.branch(),
                place: group.place,
                step: self.log.step(group.place).place.at(self.grain),
                counts: COLUMNS.map(|column| (column.read)(&group.last.cost)),
                strip: self.strip(table, &regions, cells, &group.ticks),
                is_here: here == Some(group.place),
            }
        });
        let ends = ends(&regions).map(|(first, last)| (keys(table, &first), keys(table, &last)));
        CompareView { list: list.collect(), earlier, table: table.to_owned(), ends }
    }

    fn printer(&self, table: &str, notation: KeyNotation) -> Printer {
        Printer::new(self.key(table), notation)
    }

    /// What clients were asked for up to the cursor, in order.
    fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        let mut intents: Vec<(u8, &Arc<Intent>)> = Vec::new();
        let mut before = self.log.step(0).tick;
        for at in 1..=self.log.at() {
            let node = self.log.step(at);
            if let Some(Decision::Submit(client, intent)) = &node.decision
                && intent.is_program()
            {
                intents.retain(|(other, _)| other != client);
                intents.push((*client, intent));
            }
            let tick = std::mem::replace(&mut before, node.tick);
            let Some(fact) = node.fact.as_deref() else { continue };
            let Actor::Client(client) = fact.actor else { continue };
            let known = groups.iter().rposition(|group| group.client == client && group.asked == fact.asked);
            let place = known.unwrap_or_else(|| {
                let intent = intents.iter().find(|(other, _)| *other == client).map(|(_, intent)| intent.as_ref());
                groups.push(Group {
                    client,
                    asked: fact.asked,
                    title: intent.and_then(title),
                    first: intent.and_then(script),
                    calls: 0,
                    last: fact,
                    answered: None,
                    place: at,
                    ticks: Vec::new(),
                });
                groups.len() - 1
            });
            let group = &mut groups[place];
            (group.last, group.place) = (fact, at);
            if fact.answer.is_some() {
                group.answered = Some(fact);
            }
            if let Some(command) = fact.request.as_deref().and_then(words::command::request) {
                group.calls += 1;
                group.first.get_or_insert((command, false));
            }
            group.ticks.extend((node.tick != tick).then_some(node.tick));
        }
        groups
    }

    /// The lines of each region of a table, and how many come before them.
    fn strips(&self, table: &str) -> Vec<(usize, Lines<'_>)> {
        let now = self.world().clock().now();
        let mut before = 0;
        let place = |region| {
            let lines = Lines::all(region, now);
            let at = before;
            before += lines.len();
            (at, lines)
        };
        self.cluster().regions(table).map(place).collect()
    }

    /// Which part of the table was read in some ticks.
    fn strip(&self, table: &str, regions: &[(usize, Lines<'_>)], cells: usize, ticks: &[Tick]) -> Vec<Range<u32>> {
        let cluster = self.cluster();
        let rank = |row: &[u8], is_end: bool| {
            let held = cluster.regions(table).zip(regions).filter(|(region, _)| **region.start() <= *row).last();
            let key = if is_end { KeyRef::last_on_row(row) } else { KeyRef::first_on_row(row) };
            held.map_or(0, |(_, (before, lines))| before + lines.rank(key))
        };
        let (load, _) = self.log.load();
        let mut parts: Vec<Range<usize>> = load
            .read(ticks, table)
            .into_iter()
            .map(|(first, last)| rank(&first, false)..rank(&last, true))
            .filter(|part| part.start < part.end)
            .collect();
        splitpoint_model::order::sort_by(&mut parts, |left, right| left.start.cmp(&right.start));
        parts.dedup_by(|later, earlier| {
            let touch = later.start <= earlier.end;
            if touch {
                earlier.end = earlier.end.max(later.end);
            }
            touch
        });
        let share = |cell: usize| u32::try_from(cell * WIDTH as usize / cells.max(1)).unwrap_or(WIDTH);
        // What is too narrow to be seen is drawn one unit wide.
        parts.into_iter().map(|part| share(part.start)..share(part.end).max(share(part.start) + 1)).collect()
    }
}

/// The first and the last row key of a table, of which these are the lines.
fn ends(regions: &[(usize, Lines<'_>)]) -> Option<(Vec<u8>, Vec<u8>)> {
    let filled = || regions.iter().map(|(_, lines)| lines).filter(|lines| lines.len() > 0);
    let row = |lines: &Lines<'_>, rank: usize| lines.range(rank..rank + 1).0.pop().map(|line| line.cell.row().to_vec());
    let first = filled().next().and_then(|lines| row(lines, 0))?;
    let last = filled().next_back().and_then(|lines| row(lines, lines.len() - 1))?;
    Some((first, last))
}

/// What an intent is about.
fn title(intent: &Intent) -> Option<Title> {
    match intent {
        Intent::Script { text, .. } => {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let (first, more) = (text.lines().find(|line| !line.trim().is_empty())?, lines.count() - 1);
            let first = Some(Arc::from(first.trim()));
            Some(match more {
                0 => Title::Statement(first),
                more => Title::Script { first, more },
            })
        }
        _ => Program::of(intent).ok().flatten().map(|program| program.title()),
    }
}

/// The first line of a script; `None` of everything else.
fn script(intent: &Intent) -> Option<(String, bool)> {
    let Intent::Script { text, .. } = intent else { return None };
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some((first.to_owned(), true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::{Change, Forms, Operation};
    use crate::intent::{Field, Paging};
    use crate::scenario::start;
    use crate::session::Session;
    use crate::sim::language::LANGUAGE;

    const LIMIT: u32 = 10_000;

    fn session(id: &str) -> Session {
        Session::from_start(start(id).expect("it is an example")).expect("it can be made")
    }

    fn request(table: &str) -> ViewRequest {
        ViewRequest { table: table.to_owned(), notation: KeyNotation::Fields, ..ViewRequest::none() }
    }

    #[test]
    fn four_ways_to_the_last_row_differ_in_what_they_look_at() {
        let mut session = session("comments");
        let forms = Forms::of(session.start().tables.iter().find(|table| table.name == "comments"));
        let ways = forms.ways(Operation::LastRow, "comments");
        assert_eq!(ways.len(), 4);
        for way in ways {
            assert_eq!(session.perform(0, way, LIMIT), Ok(true));
        }
        let view = session.stage().compare(&request("comments"));
        let told: Vec<(&str, [u64; 5])> = view.list.iter().map(|one| (one.title.as_str(), one.counts)).collect();
        assert_eq!(
            told,
            [
                ("last row of comments by a full scan", [2, 3, 12, 5, 382]),
                ("last row of comments by its constant key", [1, 1, 5, 3, 130]),
                ("last row of comments by bisection", [66, 3, 12, 7, 382]),
                ("last row of comments by a reversed scan", [1, 1, 5, 3, 130]),
            ]
        );
        let strips: Vec<Vec<(u32, u32)>> =
            view.list.iter().map(|one| one.strip.iter().map(|part| (part.start, part.end)).collect()).collect();
        // Row 20 has five of the twelve cells.
        assert_eq!(strips, [[(0, 1000)], [(583, 1000)], [(0, 1000)], [(583, 1000)]]);
        assert_eq!(view.ends, Some(("18".to_owned(), "20".to_owned())));
        assert_eq!((view.list[1].more, view.list[2].more), (0, 65));
        let list: Vec<&Compared> = view.list.iter().collect();
        assert_eq!(CompareView::fewest(&list), [Some(1), Some(1), Some(5), Some(3), Some(130)]);
        assert_eq!(CompareView::fewest(&list[..1]), [None; 5], "one alone has nothing beside it");
        assert_eq!(view.list.iter().position(|one| one.is_here), Some(3));
        session.visit(view.list[1].place);
        let earlier = session.stage().compare(&request("comments"));
        assert_eq!(earlier.list.len(), 2);
        assert!(earlier.list[1].is_here, "what comes later has not happened yet");
    }

    #[test]
    fn what_fails_counts_as_no_best_and_a_script_is_one() {
        let mut session = session("comments");
        let script = |text: &str| Intent::Script {
            language: LANGUAGE.name.to_owned(),
            text: text.to_owned(),
            line: 1,
            width: 0,
        };
        session.speak(&LANGUAGE);
        for text in ["get 'comments', '18'\nscan 'comments'\n", "get 'nothing', 'x'\n"] {
            assert_eq!(session.perform(0, script(text), LIMIT), Ok(true));
        }
        let view = session.stage().compare(&request("comments"));
        let told: Vec<(&str, &str, bool)> =
            view.list.iter().map(|one| (one.title.as_str(), one.command.as_str(), one.failed)).collect();
        assert_eq!(
            told,
            [
                ("get 'comments', '18' and 1 line more", "get 'comments', '18'", false),
                ("get 'nothing', 'x'", "get 'nothing', 'x'", true),
            ]
        );
        let list: Vec<&Compared> = view.list.iter().collect();
        assert_eq!(CompareView::fewest(&list), [None; 5], "what failed is nothing to be compared with");
    }

    #[test]
    fn pages_turn_by_cursor_or_by_offset_and_a_range_is_read_beside_the_whole_row() {
        let session = session("pets");
        let mut forms = Forms::of(session.start().tables.first());
        let table = session.start().tables[0].name.clone();
        let by = |ways: &[Intent]| -> Vec<Paging> {
            let by = |way: &Intent| if let Intent::Pages(pages) = way { Some(pages.by) } else { None };
            ways.iter().filter_map(by).collect()
        };
        forms.edit(Operation::Pages, Field::From.into(), Change::Text(String::new()));
        forms.edit(Operation::Pages, Field::To.into(), Change::Text(String::new()));
        assert_eq!(by(&forms.ways(Operation::Pages, &table)), [Paging::Cursor, Paging::Offset]);
        forms.edit(Operation::Pages, Field::From.into(), Change::Text("fluffy|".to_owned()));
        assert_eq!(by(&forms.ways(Operation::Pages, &table)).len(), 3);
        assert_eq!(forms.ways(Operation::Insert, &table), []);
    }
}
