//! Four workloads through the whole path a client takes (location cache, locks, log, memstore, scanners), each with
//! the same work on the sorted map of Rust's standard library beside it, and what must stay flat as tables grow.
//!
//! Both sides make the key they ask for, and both hand out row and value as the caller's own. The map copies them; a
//! cell is shared, and comes with family, qualifier, time and sequence id. Both sides take turns, and of all turns the
//! quickest counts: it is the one that other programs disturbed least.
//!
//! The caller brings the clock and the gauge, so that one text measures natively and in a browser.

mod breadth;
mod script;

use splitpoint_lab::intent::Intent;
use splitpoint_lab::scenario::{Built, Start};
use splitpoint_lab::session::Session;
use splitpoint_lab::view::ViewRequest;
use splitpoint_model::bytes::TableName;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::cluster::{Admin, Cluster, Config};
use splitpoint_model::mutation::Put;
use splitpoint_model::query::{Get, Scan};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;

const ROWS: u64 = 100_000;
const READS: u64 = 10_000;
const PAGE: usize = 20;
const TURNS: u32 = 15;
const TABLE: &str = "t";

type Map = BTreeMap<Vec<u8>, Vec<u8>>;

/// Milliseconds since some beginning.
pub(crate) type Clock<'a> = &'a dyn Fn() -> f64;

/// Bytes of memory in use, where that is known.
pub(crate) type Gauge<'a> = &'a dyn Fn() -> Option<f64>;

/// A key of 16 bytes that looks random.
fn key(n: u64) -> [u8; 16] {
    let mixed = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mut key = [0; 16];
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = b"0123456789abcdef"[(mixed >> (at * 4)) as usize & 15];
    }
    key
}

/// The key of the n-th row of a table that is written in order: a big-endian number, as a table of comments has it.
fn number(n: u64) -> [u8; 8] {
    (1_000_000_000 + n).to_be_bytes()
}

fn empty() -> (Cluster, Client) {
    let mut cluster = Cluster::new(Config::default());
    let descriptor = TableDescriptor::new(TABLE, [FamilyDescriptor::new("f")]);
    cluster.run(Admin::CreateTable { descriptor, splits: Vec::new() }, 1, &mut ()).expect("a table can be made");
    (cluster, Client::new(0))
}

fn ask(cluster: &mut Cluster, client: &mut Client, request: Request) -> usize {
    match client.run(cluster, request, 2, &mut ()).expect("nothing here is refused") {
        Response::Rows { results, .. } => results.len(),
        Response::Row(row) => row.cells.len(),
        _ => 1,
    }
}

fn put(key: &[u8]) -> Put {
    Put::new(key).add("f", "q", [7; 100].as_slice())
}

fn filled(keys: impl Iterator<Item = Vec<u8>>) -> (Cluster, Client) {
    let (mut cluster, client) = empty();
    cluster.load(TABLE, keys.map(|key| put(&key)), 1).expect("rows can be loaded");
    (cluster, client)
}

fn mapped() -> Map {
    (0..ROWS).map(|n| (key(n).to_vec(), vec![7; 100])).collect()
}

fn scan(table: &TableName, start: &[u8], reversed: bool, limit: i32) -> Request {
    Request::Scan(table.clone(), Scan { start: start.into(), reversed, limit, ..Scan::default() })
}

fn milliseconds(clock: Clock<'_>, work: &mut dyn FnMut() -> usize) -> f64 {
    let begin = clock();
    black_box(work());
    clock() - begin
}

/// A row of the first table: what the map takes, and what we take.
struct Pair {
    name: &'static str,
    map: f64,
    ours: f64,
}

impl Pair {
    /// The quickest turn of each side, in milliseconds.
    fn timed(
        clock: Clock<'_>,
        name: &'static str,
        mut map: impl FnMut() -> usize,
        mut ours: impl FnMut() -> usize,
    ) -> Self {
        let mut pair = Self { name, map: f64::MAX, ours: f64::MAX };
        for _ in 0..TURNS {
            pair.map = pair.map.min(milliseconds(clock, &mut map));
            pair.ours = pair.ours.min(milliseconds(clock, &mut ours));
        }
        pair
    }
}

/// Bytes a row of a map and of a memstore. First of all, while no memory has been given back.
fn memory(gauge: Gauge<'_>) -> Option<Pair> {
    let before = gauge()?;
    let map = mapped();
    let between = gauge()?;
    let ours = filled((0..ROWS).map(|n| key(n).to_vec()));
    let after = gauge()?;
    black_box((map, ours));
    let each = |bytes: f64| bytes / ROWS as f64;
    Some(Pair { name: "memory of a row, one cell", map: each(between - before), ours: each(after - between) })
}

/// The four workloads.
fn workloads(clock: Clock<'_>) -> Vec<Pair> {
    let map = mapped();
    let (mut cluster, mut client) = filled((0..ROWS).map(|n| key(n).to_vec()));
    let table = TableName::from(TABLE);
    let mut ask = |request| ask(&mut cluster, &mut client, request);
    let owned = |(key, value): (&Vec<u8>, &Vec<u8>)| (key.clone(), value.clone());
    vec![
        Pair::timed(
            clock,
            "insert 100,000 rows",
            || (0..ROWS).map(|n| (key(black_box(n)).to_vec(), vec![7; 100])).fold(Map::new(), insert).len(),
            || {
                let (mut cluster, mut client) = empty();
                let request = |n| Request::Put(table.clone(), put(&key(black_box(n))));
                (0..ROWS).map(|n| self::ask(&mut cluster, &mut client, request(n))).sum()
            },
        ),
        Pair::timed(
            clock,
            "10,000 gets",
            || {
                let get = |n| {
                    let key = key(black_box(n)).to_vec(); // as the other side's request has one
                    map.get_key_value(&key).map(owned)
                };
                (0..READS).filter_map(get).count()
            },
            || (0..READS).map(|n| ask(Request::Get(table.clone(), Get::new(key(black_box(n)).as_slice())))).sum(),
        ),
        Pair::timed(
            clock,
            "10,000 pages of 20",
            || {
                let page = |n| map.range(key(black_box(n)).to_vec()..).take(PAGE).map(owned).collect::<Vec<_>>();
                (0..READS).map(|n| page(n).len()).sum()
            },
            || (0..READS).map(|n| ask(scan(&table, &key(black_box(n)), false, 20))).sum(),
        ),
        Pair::timed(
            clock,
            "all rows, reversed",
            || map.iter().rev().map(owned).collect::<Vec<_>>().len(),
            || ask(scan(&table, &[], true, -1)),
        ),
    ]
}

fn insert(mut map: Map, (key, value): (Vec<u8>, Vec<u8>)) -> Map {
    map.insert(key, value);
    map
}

/// Microseconds of one deed: done again and again for 10 ms at least, and the quickest of so many turns.
fn quickest(clock: Clock<'_>, mut deed: impl FnMut() -> usize) -> f64 {
    let mut times = 1_u32;
    let mut each = f64::MAX;
    let mut turns = 0;
    while turns < TURNS {
        let taken = milliseconds(clock, &mut || (0..times).map(|_| deed()).sum());
        if taken < 10.0 && times < 1 << 20 {
            times *= 2;
            continue;
        }
        each = each.min(taken * 1000.0 / f64::from(times));
        turns += 1;
    }
    each
}

/// What must not grow with the table, which is flushed to one file.
fn flats(clock: Clock<'_>, rows: u64) -> Vec<Figure> {
    let (mut cluster, mut client) = filled((0..rows).map(|n| number(n).to_vec()));
    let flush = Admin::Flush { table: TABLE.into(), family: None, row: None };
    cluster.run(flush, 3, &mut ()).expect("a table can be flushed");
    let table = TableName::from(TABLE);
    let middle = scan(&table, &number(rows / 2), false, 20);
    let last = scan(&table, &[], true, 1);
    let mut place = 0;
    let mut lines = vec![
        ("page of 20 in the middle", quickest(clock, || ask(&mut cluster, &mut client, middle.clone()))),
        (
            "page of 20, each time elsewhere",
            quickest(clock, || {
                place = (place + 7_368_787) % rows;
                ask(&mut cluster, &mut client, scan(&table, &number(place), false, 20))
            }),
        ),
        ("last row, reversed scan of 1", quickest(clock, || ask(&mut cluster, &mut client, last.clone()))),
        (
            "checkpoint and one put",
            quickest(clock, || {
                let mut copy = cluster.clone();
                ask(&mut copy, &mut client, Request::Put(table.clone(), put(&number(rows / 2))))
            }),
        ),
        (
            "split where HBase would",
            quickest(clock, || {
                let mut copy = cluster.clone();
                copy.run(Admin::Split { table: TABLE.into(), at: None, row: None }, 4, &mut ()).map_or(0, |_| 1)
            }),
        ),
    ];
    lines.extend(stepped(clock, cluster));
    lines.into_iter().map(|(name, value)| Figure::time(name, value)).collect()
}

/// The same of a session, as the page has it: with history, and with a view after each step.
fn stepped(clock: Clock<'_>, cluster: Cluster) -> [(&'static str, f64); 3] {
    const PREPENDS: u32 = 100;
    let mut session = Session::from_built(Start::empty(), Built { cluster, now: 5 });
    session.set_background(false);
    let request = ViewRequest { table: TABLE.into(), window: 0..60, old_versions: true, notation: Default::default() };
    let prepend = Intent::Prepend {
        table: TABLE.into(),
        check: ("f".into(), b"q".to_vec()),
        cells: vec![("f".into(), b"q".to_vec(), b"v".to_vec())],
        blind: false,
        highest: 20,
    };
    let (mut prepended, mut undone, mut step) = (f64::MAX, f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        let all = milliseconds(clock, &mut || {
            for _ in 0..PREPENDS {
                session.submit(0, prepend.clone()).expect("a prepend can be asked for");
                assert!(session.run_client(0, 10_000), "a prepend comes to its end");
            }
            0
        });
        let back = milliseconds(clock, &mut || (0..PREPENDS).filter(|_| session.undo()).count());
        let mut steps = 0_u32;
        let viewed = milliseconds(clock, &mut || {
            for _ in 0..10 {
                session.submit(0, prepend.clone()).expect("a prepend can be asked for");
                while session.step_client(0) {
                    black_box(session.view(&request));
                    steps += 1;
                }
            }
            0
        });
        assert_eq!((0..10).filter(|_| session.undo()).count(), 10, "each prepend is undone");
        prepended = prepended.min(all * 1000.0 / f64::from(PREPENDS));
        undone = undone.min(back * 1000.0 / f64::from(PREPENDS));
        step = step.min(viewed * 1000.0 / f64::from(steps));
    }
    [("prepend, whole", prepended), ("undo of it", undone), ("one step of it, and the view", step)]
}

/// A figure that is to stay as it is.
struct Figure {
    name: &'static str,
    unit: &'static str,
    value: f64,
}

impl Figure {
    fn time(name: &'static str, value: f64) -> Self {
        Self { name, unit: "µs", value }
    }
}

/// A table of them: a column for each size.
fn table(text: &mut String, head: &str, sizes: &[u64], measure: impl FnMut(&u64) -> Vec<Figure>) {
    let columns: Vec<_> = sizes.iter().map(measure).collect();
    let _ = write!(text, "\n{head:40}");
    for size in sizes {
        let _ = write!(text, "{size:>13}");
    }
    let _ = writeln!(text, "{:>12}", "last/first");
    for (line, Figure { name, unit, value: first }) in columns[0].iter().enumerate() {
        let _ = write!(text, "{name:40}");
        for column in &columns {
            let _ = write!(text, "{:>10.1} {unit:2}", column[line].value);
        }
        let _ = writeln!(text, "{:>11.2}x", columns[columns.len() - 1][line].value / first);
    }
}

/// Everything, as the text of some tables.
pub(crate) fn report(clock: Clock<'_>, gauge: Gauge<'_>, sizes: &[u64]) -> String {
    let mut text =
        format!("{:34}{:>12}{:>12}{:>8}\n", "100,000 rows, 16 + 100 bytes", "BTreeMap", "Splitpoint", "ratio");
    let memory = memory(gauge);
    for pair in workloads(clock).into_iter().chain(breadth::histories(clock)) {
        let _ =
            writeln!(text, "{:34}{:>9.1} ms{:>9.1} ms{:>7.2}x", pair.name, pair.map, pair.ours, pair.ours / pair.map);
    }
    if let Some(Pair { name, map, ours }) = memory {
        let _ = writeln!(text, "{name:34}{map:>10.0} B{ours:>10.0} B{:>7.2}x", ours / map);
    }
    let _ = writeln!(text, "\n{:34}{:>12}{:>12}{:>8}", "100,000 puts", "client", "script", "ratio");
    for Pair { name, map, ours } in script::puts(clock) {
        let _ = writeln!(text, "{name:34}{map:>9.1} ms{ours:>9.1} ms{:>7.2}x", ours / map);
    }
    table(&mut text, "rows in the table", sizes, |rows| flats(clock, *rows));
    table(&mut text, "columns in the row", sizes, |columns| breadth::columns(clock, *columns));
    table(&mut text, "cells in the memstore", sizes, |cells| breadth::checkpoints(clock, *cells));
    table(&mut text, "regions of 100,000 rows", &[1, 10, 100, 1000], |regions| breadth::regions(clock, *regions));
    text
}
