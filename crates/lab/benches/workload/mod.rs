//! Four workloads through the whole path a client takes (location cache, locks, log, memstore, scanners), each with
//! the same work on the sorted map of Rust's standard library beside it, and what must stay flat as tables grow.
//!
//! The caller brings the clock, so that one text measures natively and in a browser.

use splitpoint_lab::scenario::{Built, Start};
use splitpoint_lab::session::Session;
use splitpoint_lab::view::ViewRequest;
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
const TABLE: &str = "t";

type Map = BTreeMap<Vec<u8>, Vec<u8>>;

/// Milliseconds since some beginning.
pub(crate) type Clock<'a> = &'a dyn Fn() -> f64;

/// A key of 16 bytes that looks random.
fn key(n: u64) -> [u8; 16] {
    let mixed = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mut key = [0; 16];
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = b"0123456789abcdef"[(mixed >> (at * 4)) as usize & 15];
    }
    key
}

fn empty() -> (Cluster, Client) {
    let mut cluster = Cluster::new(Config::default());
    let descriptor = TableDescriptor::new(TABLE, [FamilyDescriptor::new("f")]);
    cluster.run(Admin::CreateTable { descriptor, splits: Vec::new() }, 1, &mut ()).expect("a table can be made");
    (cluster, Client::new(0))
}

fn ask(cluster: &mut Cluster, client: &mut Client, request: Request) -> Response {
    client.run(cluster, request, 2, &mut ()).expect("nothing here is refused")
}

fn filled(rows: u64) -> (Cluster, Client) {
    let (mut cluster, client) = empty();
    let puts = (0..rows).map(|n| Put::new(key(n).as_slice()).add("f", "q", [7; 100].as_slice()));
    cluster.load(TABLE, puts, 1).expect("rows can be loaded");
    (cluster, client)
}

fn scan(start: &[u8], reversed: bool, limit: i32) -> Request {
    Request::Scan(TABLE.into(), Scan { start: start.into(), reversed, limit, ..Scan::default() })
}

/// The median of five runs.
fn median(clock: Clock<'_>, mut work: impl FnMut() -> usize) -> f64 {
    let mut taken: Vec<f64> = (0..5)
        .map(|_| {
            let begin = clock();
            black_box(work());
            clock() - begin
        })
        .collect();
    taken.sort_by(f64::total_cmp);
    taken[2]
}

/// The four workloads: name, the map's milliseconds, ours.
fn workloads(clock: Clock<'_>) -> Vec<(&'static str, f64, f64)> {
    let map: Map = (0..ROWS).map(|n| (key(n).to_vec(), vec![7; 100])).collect();
    let (mut cluster, mut client) = filled(ROWS);
    let mut answer = |request: Request| match client.run(&mut cluster, request, 2, &mut ()) {
        Ok(Response::Rows { results, .. }) => results.len(),
        Ok(Response::Row(row)) => row.cells.len(),
        _ => 0,
    };
    vec![
        (
            "insert 100,000 rows",
            median(clock, || {
                let mut map = Map::new();
                (0..ROWS).for_each(|n| drop(map.insert(key(black_box(n)).to_vec(), vec![7; 100])));
                map.len()
            }),
            median(clock, || {
                let (mut cluster, mut client) = empty();
                for n in 0..ROWS {
                    let put = Put::new(key(black_box(n)).as_slice()).add("f", "q", [7; 100].as_slice());
                    ask(&mut cluster, &mut client, Request::Put(TABLE.into(), put));
                }
                cluster.regions(TABLE).count()
            }),
        ),
        (
            "10,000 gets",
            median(clock, || (0..READS).filter_map(|n| map.get(&key(black_box(n))[..]).cloned()).count()),
            median(clock, || {
                (0..READS).map(|n| answer(Request::Get(TABLE.into(), Get::new(key(black_box(n)).as_slice())))).sum()
            }),
        ),
        (
            "10,000 pages of 20",
            median(clock, || {
                let page = |n| map.range(key(black_box(n)).to_vec()..).take(PAGE);
                (0..READS).map(|n| page(n).map(|(k, v)| (k.clone(), v.clone())).collect::<Vec<_>>().len()).sum()
            }),
            median(clock, || (0..READS).map(|n| answer(scan(&key(black_box(n)), false, 20))).sum()),
        ),
        (
            "all rows, reversed",
            median(clock, || map.iter().rev().map(|(k, v)| (k.clone(), v.clone())).collect::<Vec<_>>().len()),
            median(clock, || answer(scan(&[], true, -1))),
        ),
    ]
}

/// What must not grow with the table: name, microseconds a time.
fn flats(clock: Clock<'_>, rows: u64) -> Vec<(&'static str, f64)> {
    let (mut cluster, mut client) = filled(rows);
    let flush = Admin::Flush { table: TABLE.into(), family: None, row: None };
    cluster.run(flush, 3, &mut ()).expect("a table can be flushed");
    let many = |clock: Clock<'_>, times: u32, work: &mut dyn FnMut(u32)| {
        let begin = clock();
        (0..times).for_each(work);
        (clock() - begin) * 1000.0 / f64::from(times)
    };
    let mut lines = vec![
        (
            "page of 20 in the middle",
            many(clock, 2_000, &mut |n| {
                black_box(ask(&mut cluster, &mut client, scan(&key(u64::from(n) % rows), false, 20)));
            }),
        ),
        (
            "last row, reversed scan of 1",
            many(clock, 2_000, &mut |_| {
                black_box(ask(&mut cluster, &mut client, scan(&[], true, 1)));
            }),
        ),
        (
            "checkpoint and one put",
            many(clock, 2_000, &mut |n| {
                let mut copy = cluster.clone();
                let put = Put::new(key(u64::from(n)).as_slice()).add("f", "q", "v");
                black_box(ask(&mut copy, &mut client, Request::Put(TABLE.into(), put)));
            }),
        ),
        (
            "split where HBase would",
            many(clock, 20, &mut |_| {
                let mut copy = cluster.clone();
                black_box(copy.run(Admin::Split { table: TABLE.into(), at: None, row: None }, 4, &mut ()).ok());
            }),
        ),
    ];
    let mut session = Session::from_built(Start::empty(), Built { cluster, now: 5 });
    session.set_background(false);
    let request = ViewRequest { table: TABLE.into(), window: 0..60, old_versions: true, notation: Default::default() };
    let prepend = splitpoint_lab::intent::Intent::Insert {
        table: TABLE.into(),
        row: b"00".to_vec(),
        cells: vec![("f".into(), b"q".to_vec(), None, b"v".to_vec())],
    };
    let mut whole = |_| {
        session.submit(0, prepend.clone()).expect("an insert can be asked for");
        while session.step_client(0) {
            black_box(session.view(&request));
        }
        session.undo();
    };
    lines.push(("insert stepped with a view each step, then undone", many(clock, 200, &mut whole)));
    lines
}

/// Everything, as the text of two tables.
pub(crate) fn report(clock: Clock<'_>, sizes: &[u64]) -> String {
    let mut text =
        format!("{:34}{:>12}{:>12}{:>8}\n", "100,000 rows, 16 + 100 bytes", "BTreeMap", "Splitpoint", "ratio");
    for (name, map, ours) in workloads(clock) {
        let _ = writeln!(text, "{name:34}{map:>9.1} ms{ours:>9.1} ms{:>7.2}x", ours / map);
    }
    let columns: Vec<_> = sizes.iter().map(|rows| flats(clock, *rows)).collect();
    let _ = write!(text, "\n{:52}", "rows");
    for rows in sizes {
        let _ = write!(text, "{rows:>13}");
    }
    let _ = writeln!(text, "{:>12}", "last/first");
    for (line, (name, first)) in columns[0].iter().enumerate() {
        let _ = write!(text, "{name:52}");
        for column in &columns {
            let _ = write!(text, "{:>10.1} µs", column[line].1);
        }
        let _ = writeln!(text, "{:>11.2}x", columns[columns.len() - 1][line].1 / first);
    }
    text
}
