//! The picture says what the sentences say, after every step: which rows are locked and by whom, what is written and not
//! visible yet, what regions are called, what became of the cells that came back, and what each step cost. And every step says
//! something, in words for a reader.

mod stage;

use goldenscript::{Command, Context, Runner};
use proptest::prelude::*;
use splitpoint_lab::form::{Forms, Operation};
use splitpoint_lab::intent::{
    AdminIntent, DeleteWhat, Digits, Does, Intent, LastRowMethod, Pages, Paging, Plan, Repeat, RowMutation, Walk,
};
use splitpoint_lab::notation::SEPARATOR;
use splitpoint_lab::scenario::{self, EXAMPLES, Start};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{Grain, Hidden, KeyNotation, LaneState, LineView, Mark, RowView, View, ViewRequest};
use splitpoint_model::bytes::from_long;
use splitpoint_model::region::lock::Owner;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::sync::Arc;

/// What the sentences have said so far, and nothing else.
#[derive(Default)]
struct Ledger {
    /// Region and row, with who locked it.
    locks: BTreeMap<(String, String), BTreeSet<char>>,
    /// The number of each client's last entry in a log.
    numbers: BTreeMap<char, u64>,
    /// Region, number, and row with column of what is in a memstore and not visible.
    pending: BTreeSet<(String, u64, String)>,
}

/// The text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let rest = text.split_once(start)?.1;
    Some(rest.split_once(end).map_or(rest, |(inside, _)| inside))
}

impl Ledger {
    /// Takes down what one step of a single event says.
    fn hear(&mut self, client: Option<char>, text: &str, view: &View) {
        let (Some(client), told) = (client, text) else {
            if text.starts_with("Server S") && text.contains(" dies") {
                self.die(view);
            }
            return;
        };
        let lock = |verb: &str, end: &str| {
            let row = between(told.strip_prefix(verb)?, "", " in ")?;
            Some((between(told, " in ", end)?.to_owned(), row.to_owned()))
        };
        if let Some(place) = lock("locks row ", ":").or_else(|| lock("locks row ", ",")) {
            let region = place.0.split([':', ',']).next().unwrap_or_default().to_owned();
            self.locks.entry((region, place.1)).or_default().insert(client);
        } else if let Some(place) = lock("unlocks row ", ".") {
            let holders = self.locks.get_mut(&place).unwrap_or_else(|| panic!("{text}: {place:?} was not locked"));
            assert!(holders.remove(&client), "{text}");
            if holders.is_empty() {
                self.locks.remove(&place);
            }
        } else if told.starts_with("appends ") {
            let number = between(told, " as number ", ".").and_then(|number| number.parse().ok());
            self.numbers.insert(client, number.expect("a number"));
        } else if let Some(added) = told.strip_prefix("adds ") {
            let region = between(added, " to the memstore of ", ".").expect("a region").to_owned();
            let cell = between(added, "", " to the memstore").expect("a cell");
            let cell = cell.split_once(" marker for ").map_or(cell, |(_, cell)| cell).to_owned();
            self.pending.insert((region, self.numbers[&client], cell));
        } else if told.starts_with("makes the write visible") {
            let region = between(told, "readers of ", " ").expect("a region");
            let number: u64 = between(told, "up to number ", ".").and_then(|n| n.parse().ok()).expect("a number");
            self.pending.retain(|(other, written, _)| other != region || *written > number);
        }
    }

    /// Forgets what was in the memory of a server that died.
    fn die(&mut self, view: &View) {
        let lost =
            |label: &str| view.regions.iter().any(|region| region.label == label && region.state.starts_with("lost"));
        self.locks.retain(|(region, _), _| !lost(region));
        self.pending.retain(|(region, ..)| !lost(region));
    }

    fn check(&self, view: &View, text: &str) {
        let locks = view.regions.iter().flat_map(|region| {
            let locks = &region.detail.as_ref().expect("all are in the window").locks;
            locks.iter().map(|lock| ((region.label.clone(), lock.row.clone()), lock.clients.iter().copied().collect()))
        });
        assert_eq!(locks.collect::<BTreeMap<_, _>>(), self.locks, "locks after “{text}”");
        let pending = view.lines.iter().filter(|line| line.hidden == Some(Hidden::NotYetVisible));
        let pending = pending.map(|line| {
            (view.regions[line.region].label.clone(), line.sequence_id, format!("{} {}", row(line), line.column))
        });
        assert_eq!(pending.collect::<BTreeSet<_>>(), self.pending, "not visible after “{text}”");
    }
}

fn row(line: &LineView) -> String {
    let fields: Vec<&str> = line.row.iter().map(|field| field.text.as_str()).collect();
    fields.join(SEPARATOR)
}

/// Locks and cells that readers do not see yet: what is drawn at the end of a step is what the model holds then.
fn check_held(session: &Session, request: &ViewRequest, view: &View) {
    let (key, text) = (session.key(&request.table), view.sentence.text());
    let cluster = session.world().cluster();
    let regions: Vec<_> = cluster.regions(&request.table).collect();
    assert_eq!(regions.len(), view.regions.len(), "regions after “{text}”");
    for (at, (region, drawn)) in regions.iter().zip(&view.regions).enumerate() {
        let letters = |owners: &[Owner]| owners.iter().map(|owner| char::from(b'A' + owner.client)).collect::<Vec<_>>();
        let held = region.locks().iter().map(|(row, _, owners)| (key.to_text(row), letters(owners)));
        let locks = &drawn.detail.as_ref().expect("all are in the window").locks;
        let locks = locks.iter().map(|lock| (lock.row.clone(), lock.clients.clone()));
        assert_eq!(locks.collect::<Vec<_>>(), held.collect::<Vec<_>>(), "locks of {} after “{text}”", drawn.label);
        let mvcc = region.mvcc();
        let memory = region.stores().flat_map(|(_, store)| store.snapshot().into_iter().chain([store.memstore()]));
        let unseen = memory.flat_map(|memory| memory.iter().cloned().collect::<Vec<_>>());
        let unseen = unseen.filter(|cell| !mvcc.is_idle() && cell.sequence_id() > mvcc.read_point());
        let mut unseen: Vec<_> = unseen.map(|cell| (cell.sequence_id(), key.to_text(cell.row()))).collect();
        let pending = view.lines.iter().filter(|line| line.region == at && line.hidden == Some(Hidden::NotYetVisible));
        let mut pending: Vec<_> = pending.map(|line| (line.sequence_id, row(line))).collect();
        unseen.sort();
        pending.sort();
        assert_eq!(pending, unseen, "not visible in {} after “{text}”", drawn.label);
    }
}

/// Regions that sentences named, and those that were on the map.
#[derive(Default)]
struct Names {
    named: BTreeMap<String, String>,
    drawn: BTreeSet<String>,
}

impl Names {
    fn hear(&mut self, view: &View) {
        self.drawn.extend(view.regions.iter().map(|region| region.label.clone()));
        let text = view.sentence.text();
        for word in text.split(|letter: char| !letter.is_alphanumeric()) {
            if word.strip_prefix('r').is_some_and(|number| number.parse::<u32>().is_ok()) {
                self.named.entry(word.to_owned()).or_insert_with(|| text.clone());
            }
        }
    }

    /// Once all work is done, every region that was named was on the map at some time: a split names its daughters in the
    /// step before they are drawn.
    fn check(&self) {
        for (name, text) in &self.named {
            assert!(self.drawn.contains(name), "{name} of “{text}” was never on the map: {:?}", self.drawn);
        }
    }
}

/// Counters of what was asked for, by its title: the sums of the steps so far.
#[derive(Default)]
struct Bill(BTreeMap<String, Vec<u64>>);

impl Bill {
    /// What a step adds leads from the totals before it to those after it.
    fn hear(&mut self, view: &View) {
        let counters = &view.cost.counters;
        let sums = self.0.entry(view.cost.title.clone()).or_insert_with(|| vec![0; counters.len()]);
        // The same can be asked for once more: then it begins anew.
        if counters.iter().all(|counter| counter.value == counter.delta) {
            sums.fill(0);
        }
        for (sum, counter) in sums.iter_mut().zip(counters) {
            *sum += counter.delta;
            assert_eq!(*sum, counter.value, "{} of {} after “{}”", counter.name, view.cost.title, view.sentence.text());
        }
    }
}

/// Whether a text is for a reader: no word of the code is in it, and what is named has a name.
fn check_words(text: &str) {
    for raw in
        ["Some(", "None", "RegionId", "ServerId", "FileId", "JobId", "server 0", "snapshot.", "restart.", "r0 ", "{ "]
    {
        assert!(!text.contains(raw), "“{raw}” in “{text}”");
    }
}

/// What is true of a view at any grain.
fn check(view: &View) {
    let text = view.sentence.text();
    let (position, total) = (view.timeline.position, view.timeline.total);
    assert!(position == 0 || !text.trim().is_empty(), "step {position} of {total} says nothing");
    check_words(&text);
    let entries =
        view.clients.iter().flat_map(|client| &client.entries).chain(view.jobs.iter().flat_map(|job| &job.entries));
    for entry in entries {
        assert!(!entry.text.trim().is_empty(), "an entry without words after “{text}”");
        check_words(&entry.text);
    }
    for client in &view.clients {
        let LaneState::Waiting(reason) = &client.state else { continue };
        assert!(!reason.is_empty());
        check_words(reason);
    }
    // What was passed has lines of its region, which nobody looked at in this step.
    for leap in &view.leaps {
        let region = &view.regions[leap.region];
        assert!(leap.cells > 0 && region.first_line <= leap.lines.start, "{leap:?} after “{text}”");
        assert!(leap.lines.end <= region.first_line + region.lines, "{leap:?} after “{text}”");
    }
    // Every locked row with a line shows its holders there, and only those do.
    for line in &view.lines {
        let detail = view.regions[line.region].detail.as_ref().expect("it is in the window");
        let lock = detail.locks.iter().find(|lock| lock.row == row(line));
        assert_eq!(lock.map_or(&[][..], |lock| &lock.clients), line.locked, "{line:?} after “{text}”");
        assert!(lock.is_none_or(|lock| lock.drawn));
    }
    check_answer(view, &text);
}

fn check_answer(view: &View, text: &str) {
    let Some(answer) = &view.answer else {
        let marked = view.lines.iter().find(|line| line.mark.is_some());
        return assert!(marked.is_none(), "{marked:?} without an answer after “{text}”");
    };
    let rows = || answer.first.iter().chain(&answer.last);
    let cell = |line: &LineView, row: &RowView| {
        let same = |cell: &splitpoint_lab::view::CellView| {
            (&cell.column, cell.time, &cell.value) == (&line.column, line.time, &line.value)
        };
        row.key_binary == line.row_binary && row.cells.iter().any(same)
    };
    let kind = |line: &LineView| line.mark.as_ref().map(|mark| mark.kind);
    let drawn: Vec<&LineView> = view.lines.iter().filter(|line| !line.is_marker()).collect();
    let all = answer.skipped == 0 && rows().all(|row| row.cells_total == row.cells.len() as u64);
    for line in drawn.iter().filter(|line| line.mark.is_some() && all) {
        let row = rows().find(|row| cell(line, row));
        assert!(row.is_some(), "{line:?} is marked and not in the answer after “{text}”");
    }
    // Pieces of a row are not told apart in the answer.
    let pieces = rows().zip(rows().skip(1)).any(|(one, two)| one.key_binary == two.key_binary);
    // A step after the answer that does something with cells takes its place.
    let told = text.contains(" brings ") || text.contains("reads the first row");
    let replaced = !told && view.lines.iter().all(|line| line.mark.is_none());
    for row in rows().filter(|_| !pieces && !replaced) {
        for line in drawn.iter().filter(|line| cell(line, row) && line.hidden.is_none()) {
            assert_eq!(kind(line), Some(row.mark.kind), "{line:?} after “{text}”");
        }
    }
    let thrown = rows().filter(|row| matches!(row.mark.kind, Mark::Thrown | Mark::Missed)).count() as u64;
    let said = view.clients.iter().flat_map(|client| &client.entries).any(|entry| entry.answer.is_some());
    assert!(thrown <= answer.rows_total && said);
}

fn request(start: &Start) -> ViewRequest {
    let table = start.tables.first().map(|table| table.name.clone()).unwrap_or_default();
    ViewRequest { table, window: 0..u64::MAX, old_versions: true, notation: KeyNotation::Fields }
}

/// Goes through what happened once more, at all grains.
fn walk(session: &mut Session, request: &ViewRequest) {
    let is_row = view_rows(session, request).iter().any(|row| row.starts_with('r'));
    for grain in [Grain::Operation, Grain::Rpc, Grain::Cell] {
        session.set_grain(grain);
        session.first();
        let (mut ledger, mut names, mut bill) = (Ledger::default(), Names::default(), Bill::default());
        names.hear(&session.view(request));
        let total = session.view(request).timeline.total;
        for position in 1..=total {
            session.seek(position);
            let view = session.view(request);
            if grain == Grain::Cell {
                let text = view.sentence.text();
                ledger.hear(view.sentence.client, &text, &view);
                ledger.check(&view, &text);
            } else {
                check_held(session, request, &view);
            }
            // Rows may be called as regions are.
            if !is_row {
                names.hear(&view);
            }
            bill.hear(&view);
            check(&view);
        }
        names.check();
    }
}

/// The keys of all rows.
fn view_rows(session: &Session, request: &ViewRequest) -> BTreeSet<String> {
    session.view(request).lines.iter().map(row).collect()
}

#[test]
fn every_form_of_every_start() {
    let mut asked = 0;
    for start in scenario::starts() {
        let request = request(&start);
        let Some(forms) = start.tables.first().map(|table| table.forms.clone()) else { continue };
        let table = request.table.clone();
        let listed = [forms.insert, forms.prepend, forms.get, forms.transaction, forms.delete, forms.split];
        let mut intents: Vec<Intent> = listed.into_iter().flatten().collect();
        // And all that the page's forms ask for as they open, in each of their ways.
        let forms = Forms::of(start.tables.first());
        for operation in
            [Operation::Pages, Operation::FirstRow, Operation::LastRow, Operation::Flush, Operation::Compact]
        {
            intents.extend(forms.intent(operation, &table));
            intents.extend(forms.ways(operation, &table));
        }
        for form in intents {
            let mut session = Session::from_start(start.clone()).expect("a start can be made");
            session.set_grain(Grain::Cell);
            // Some forms need a field that a reader fills in first.
            if session.submit(0, form).is_err() {
                continue;
            }
            asked += 1;
            while session.next() {}
            walk(&mut session, &request);
        }
    }
    assert!(asked >= 40, "{asked} forms were asked for");
}

/// Every story that is kept as a script of the console, on the start that it is played on.
#[test]
fn every_story() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts/console");
    let mut told = 0;
    for file in std::fs::read_dir(folder).expect("stories") {
        let path = file.expect("a story").path();
        if path.extension().is_none_or(|ending| ending != "rb") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let start = scenario::first();
        let own = request(&start);
        let mut session = Session::from_start(start).expect("a start can be made");
        session.speak(&LANGUAGE);
        session.set_grain(Grain::Cell);
        let Ok(mut player) = session.script(0, 0, &text) else { continue };
        // Some stories end with an exception or ask for something that is refused: what was done until then is told all the same.
        for _ in 0..200 {
            if !matches!(session.play(&mut player, 500), Ok(false)) {
                break;
            }
        }
        // The table that the story is about: the one it has made, else that of the start.
        let tables = session.world().cluster().tables().map(|table| table.name.to_string());
        let table = tables.filter(|name| *name != own.table).last().unwrap_or_else(|| own.table.clone());
        walk(&mut session, &ViewRequest { table, ..own });
        told += 1;
    }
    assert!(told >= 3, "{told} stories");
}

/// Plays a story, and walks through what was done on each of its starts.
#[derive(Default)]
struct Walker {
    stage: stage::Stage,
    told: usize,
}

impl Walker {
    fn walk(&mut self) {
        let session = &mut self.stage.session;
        while session.next() {}
        if session.view(&ViewRequest::none()).timeline.total > 0 {
            let request = request(session.start());
            walk(session, &request);
            self.told += 1;
        }
    }
}

impl Runner for Walker {
    type Command = Command;

    fn run(&mut self, command: &Command, context: &Context) -> Result<String, Box<dyn Error>> {
        if command.name == "start" {
            self.walk();
        }
        self.stage.run(command, context)
    }
}

#[test]
fn every_article() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scripts/articles");
    let mut walker = Walker::default();
    for file in std::fs::read_dir(folder).expect("articles") {
        goldenscript::run(&mut walker, file.expect("an article").path()).expect("the script runs");
        walker.walk();
    }
    assert!(walker.told >= 7, "{} stories", walker.told);
}

/// Requests that are repeated, by one client and by several in turns.
#[test]
fn every_way_to_repeat() {
    let insert = || Does::Insert { family: "c".into(), qualifier: "text".into(), bytes: 64 };
    for (does, walk, clients) in [
        (insert(), Walk::Step(-1), 1),
        (insert(), Walk::Zipf { seed: 5, among: 4 }, 3),
        (Does::Get, Walk::Random { seed: 5, among: 9 }, 2),
    ] {
        let start = scenario::first();
        let request = request(&start);
        let mut session = Session::from_start(start).expect("a start can be made");
        session.set_grain(Grain::Cell);
        let plan = Plan {
            table: request.table.clone(),
            does,
            times: 12,
            first: 15,
            walk,
            digits: Digits::Long,
            prefixes: 0,
            clients,
            rate: 0,
        };
        session.submit(0, Intent::Repeat(Arc::new(Repeat::new(plan)))).expect("taken");
        while session.next() {}
        self::walk(&mut session, &request);
    }
}

#[test]
fn pages_by_offset_mark_what_is_thrown_away() {
    let start = scenario::start("comments").expect("a start");
    let mut session = Session::from_start(start.clone()).expect("a start can be made");
    session.set_grain(Grain::Operation);
    let pages = Pages { size: 1, pages: 3, by: Paging::Offset, ..Pages::of("comments") };
    session.submit(0, Intent::Pages(pages)).expect("taken");
    assert!(session.run_client(0, 10_000));
    let view = session.view(&request(&start));
    let marked = |kind: Mark| -> BTreeSet<String> {
        view.lines.iter().filter(|line| line.mark.as_ref().is_some_and(|mark| mark.kind == kind)).map(row).collect()
    };
    assert_eq!(marked(Mark::Thrown), ["18", "19"].map(String::from).into());
    assert_eq!(marked(Mark::Returned), ["20"].map(String::from).into());
    assert!(view.lines.iter().filter(|line| line.mark.is_some()).all(|line| line.badges.is_empty()));
    walk(&mut session, &request(&start));
}

/// Something that is asked for, or a step of somebody.
#[derive(Clone, Debug)]
enum Deed {
    Insert(u8, i64),
    Prepend(u8, bool),
    Transaction(u8, Vec<i64>),
    Pages(u8, Paging),
    Get(u8, i64),
    Delete(u8, i64),
    Check(u8, i64),
    LastRow(u8, LastRowMethod),
    Flush,
    Compact(bool),
    Split(i64),
    Merge,
    Move(i64),
    Crash(u8),
    Step(u8),
    Job,
}

fn deed() -> impl Strategy<Value = Deed> {
    let row = 15..22i64;
    prop_oneof![
        2 => (0..3u8, row.clone()).prop_map(|(client, row)| Deed::Insert(client, row)),
        1 => (0..3u8, any::<bool>()).prop_map(|(client, blind)| Deed::Prepend(client, blind)),
        2 => (0..3u8, prop::collection::vec(row.clone(), 1..4)).prop_map(|(client, rows)| Deed::Transaction(client, rows)),
        1 => (0..3u8, prop_oneof![Just(Paging::Offset), Just(Paging::Cursor)])
            .prop_map(|(client, by)| Deed::Pages(client, by)),
        1 => (0..3u8, row.clone()).prop_map(|(client, row)| Deed::Get(client, row)),
        1 => (0..3u8, row.clone()).prop_map(|(client, row)| Deed::Delete(client, row)),
        1 => (0..3u8, row.clone()).prop_map(|(client, row)| Deed::Check(client, row)),
        1 => (0..3u8, prop_oneof![
                Just(LastRowMethod::FullScan),
                Just(LastRowMethod::ConstantKey(from_long(20).to_vec())),
                Just(LastRowMethod::Bisection(8)),
                Just(LastRowMethod::Reversed),
            ]).prop_map(|(client, by)| Deed::LastRow(client, by)),
        1 => Just(Deed::Flush),
        1 => any::<bool>().prop_map(Deed::Compact),
        1 => row.clone().prop_map(Deed::Split),
        1 => Just(Deed::Merge),
        1 => row.prop_map(Deed::Move),
        1 => (0..2u8).prop_map(Deed::Crash),
        16 => (0..3u8).prop_map(Deed::Step),
        6 => Just(Deed::Job),
    ]
}

fn intent(deed: &Deed) -> Option<(u8, Intent)> {
    let table = || "comments".to_owned();
    let key = |row: i64| from_long(row).to_vec();
    let text = || ("c".to_owned(), b"text".to_vec());
    Some(match deed {
        Deed::Insert(client, row) => {
            let cells = [b"text".to_vec(), b"who".to_vec()].map(|name| ("c".to_owned(), name, None, b"new".to_vec()));
            (*client, Intent::Insert { table: table(), row: key(*row), cells: cells.into() })
        }
        Deed::Prepend(client, blind) => {
            let cells = vec![("c".to_owned(), b"text".to_vec(), b"first".to_vec())];
            (*client, Intent::Prepend { table: table(), check: text(), cells, blind: *blind, highest: 20 })
        }
        Deed::Transaction(client, rows) => {
            let mutation = |(at, row): (usize, &i64)| match at % 2 {
                0 => RowMutation::Put(key(*row), "c".to_owned(), b"text".to_vec(), b"all".to_vec()),
                _ => RowMutation::Delete(key(*row), "c".to_owned(), b"date".to_vec()),
            };
            let mutations = rows.iter().enumerate().map(mutation).collect();
            (
                *client,
                Intent::Transaction { table: table(), routing_row: Vec::new(), mutations, conditions: Vec::new() },
            )
        }
        Deed::Pages(client, by) => {
            (*client, Intent::Pages(Pages { size: 1, pages: 3, by: *by, ..Pages::of("comments") }))
        }
        Deed::Get(client, row) => (*client, Intent::Get { table: table(), row: key(*row), versions: 1 }),
        Deed::Delete(client, row) => {
            let cells = vec![DeleteWhat::Columns("c".to_owned(), b"text".to_vec(), None)];
            (*client, Intent::Delete { table: table(), row: key(*row), cells })
        }
        Deed::Check(client, row) => {
            let ((family, qualifier), value) = (text(), b"new".to_vec());
            let cells = vec![(family.clone(), qualifier.clone(), None, value)];
            let check = (family, qualifier, None);
            (*client, Intent::CheckAndPut { table: table(), row: key(*row), check, cells })
        }
        Deed::LastRow(client, method) => (*client, Intent::LastRow { table: table(), method: method.clone() }),
        Deed::Flush => (0, Intent::Admin(AdminIntent::Flush(table(), None))),
        Deed::Compact(major) => (0, Intent::Admin(AdminIntent::Compact(table(), None, *major))),
        Deed::Merge => (0, Intent::Admin(AdminIntent::Merge(table(), key(15), key(21)))),
        Deed::Move(row) => (0, Intent::Admin(AdminIntent::Move(table(), key(*row)))),
        Deed::Split(row) => {
            (0, Intent::Admin(AdminIntent::Split { table: table(), region: None, at: Some(key(*row)) }))
        }
        Deed::Crash(server) => (0, Intent::Admin(AdminIntent::Crash(*server))),
        Deed::Step(_) | Deed::Job => return None,
    })
}

/// Does what is told, then goes through it again.
fn play(deeds: Vec<Deed>) {
    let start = scenario::start("comments").expect("a start");
    let request = request(&start);
    let mut session = Session::from_start(start).expect("a start can be made");
    session.add_client();
    session.set_grain(Grain::Cell);
    for deed in deeds {
        match (intent(&deed), &deed) {
            (Some((client, intent)), _) => {
                // What is refused changes nothing.
                let _ = session.submit(client, intent);
            }
            (None, Deed::Step(client)) => {
                session.step_client(*client);
            }
            (None, _) => {
                if let Some(job) = session.stage().jobs().last() {
                    session.step_job(*job);
                }
            }
        }
        check(&session.view(&request));
    }
    while session.next() {}
    walk(&mut session, &request);
}

#[test]
fn a_server_that_dies_while_its_region_is_split() {
    let step = Deed::Step(1);
    let begun = [Deed::Insert(1, 15), step.clone(), Deed::Split(15), step.clone()];
    play([&begun[..], &[Deed::Crash(0), step, Deed::Job]].concat());
}

/// What is suggested on a start, asked for by several clients in turns with steps of all of them.
fn play_suggestions(start: &Start, deeds: &[(u8, usize)]) {
    let request = request(start);
    let forms = start.tables.first().map(|table| table.forms.clone()).unwrap_or_default();
    let listed = [forms.insert, forms.prepend, forms.get, forms.transaction, forms.delete, forms.split];
    let table = request.table.clone();
    let own = Forms::of(start.tables.first());
    let read = [Operation::Pages, Operation::LastRow].into_iter().flat_map(|operation| own.intent(operation, &table));
    let intents: Vec<Intent> = listed.into_iter().flatten().chain(read).collect();
    let mut session = Session::from_start(start.clone()).expect("a start can be made");
    session.set_grain(Grain::Rpc);
    for (client, what) in deeds {
        match intents.get(*what) {
            // What is refused changes nothing.
            Some(intent) => drop(session.submit(*client, intent.clone())),
            None => match session.stage().jobs().last().copied().filter(|_| what % 3 == 0) {
                Some(job) => drop(session.step_job(job)),
                None => drop(session.step_client(*client)),
            },
        }
    }
    while session.next() {}
    walk(&mut session, &request);
}

// A thousand histories in all, in parts that run side by side.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_history(deeds in prop::collection::vec(deed(), 1..40)) {
        play(deeds);
    }

    #[test]
    fn any_other_history(deeds in prop::collection::vec(deed(), 1..30)) {
        play(deeds);
    }

    #[test]
    fn any_short_history(deeds in prop::collection::vec(deed(), 1..12)) {
        play(deeds);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_history_of_any_start(at in 0..EXAMPLES.len(), deeds in prop::collection::vec((0..2u8, 0..24usize), 1..16)) {
        let start = scenario::starts().nth(at).expect("one of the examples");
        play_suggestions(&start, &deeds);
    }
}
