//! What is wide, and not only long: rows of many columns, histories of many versions and deletes, tables of many
//! regions, checkpoints of many cells.

use super::{Clock, Figure, Pair, TABLE, ask, filled, key, number, put, quickest, scan};
use splitpoint_model::bytes::TableName;
use splitpoint_model::client::{Client, Request};
use splitpoint_model::cluster::{Admin, Cluster, Config};
use splitpoint_model::filter::Filter;
use splitpoint_model::mutation::{Delete, DeleteCell, Put};
use splitpoint_model::query::{Get, Scan};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::hint::black_box;

const DEEDS: u64 = 100_000;
const KEYS: u64 = 10_000;
const FILES: u64 = 4;
const VERSIONS: usize = 3;

/// Newest first within a key, as cells are.
type Versions = BTreeMap<(Vec<u8>, Reverse<i64>), Vec<u8>>;

fn created(family: FamilyDescriptor, splits: Vec<Vec<u8>>) -> Cluster {
    let mut cluster = Cluster::new(Config::default());
    let splits = splits.into_iter().map(Into::into).collect();
    let create = Admin::CreateTable { descriptor: TableDescriptor::new(TABLE, [family]), splits };
    cluster.run(create, 1, &mut ()).expect("a table can be made");
    cluster
}

fn flush(cluster: &mut Cluster) {
    let flush = Admin::Flush { table: TABLE.into(), family: None, row: None };
    cluster.run(flush, 3, &mut ()).expect("a table can be flushed");
}

/// A deed on a key of its own choice: three puts of a version, then a delete of a version or of all up to then.
fn deed(n: u64) -> (Vec<u8>, i64) {
    (key(n.wrapping_mul(7_368_787) % KEYS).to_vec(), (n + 1).cast_signed())
}

fn do_it(cluster: &mut Cluster, client: &mut Client, table: &TableName, n: u64) -> usize {
    let (row, time) = deed(n);
    let (family, qualifier) = ("f".into(), "q".into());
    let kind = match n % 8 {
        3 => DeleteCell::Column { family, qualifier, timestamp: Some(time - time % 1000) },
        7 => DeleteCell::Columns { family, qualifier, timestamp: Some((time - 50_000).max(1)) },
        _ => {
            let put = Put::new(row).add_at(family, qualifier, Some(time), [7; 100].as_slice());
            return ask(cluster, client, Request::Put(table.clone(), put));
        }
    };
    let delete = Delete { cells: vec![kind], ..Delete::new(row) };
    ask(cluster, client, Request::Delete(table.clone(), delete))
}

/// The same in a map, which needs no markers.
fn note(map: &mut Versions, n: u64) {
    let (row, time) = deed(n);
    match n % 8 {
        3 => drop(map.remove(&(row, Reverse(time - time % 1000)))),
        7 => {
            let old = (row.clone(), Reverse((time - 50_000).max(1)))..=(row, Reverse(i64::MIN));
            let old: Vec<_> = map.range(old).map(|(key, _)| key.clone()).collect();
            old.iter().for_each(|key| drop(map.remove(key)));
        }
        _ => drop(map.insert((row, Reverse(time)), vec![7; 100])),
    }
}

/// A hundred thousand versions and deletes in random order, and a compaction of the files they have left.
pub(super) fn histories(clock: Clock<'_>) -> [Pair; 2] {
    let table = TableName::from(TABLE);
    let mut family = FamilyDescriptor::new("f");
    family.set_max_versions(3).expect("three versions may be kept");
    let written = || {
        let (mut cluster, mut client) = (created(family.clone(), Vec::new()), Client::new(0));
        for n in 0..DEEDS {
            do_it(&mut cluster, &mut client, &table, black_box(n));
            if (n + 1) % (DEEDS / FILES) == 0 {
                flush(&mut cluster);
            }
        }
        cluster
    };
    let noted = || {
        let mut map = Versions::new();
        (0..DEEDS).for_each(|n| note(&mut map, black_box(n)));
        map
    };
    let (cluster, map) = (written(), noted());
    let kept = |map: &Versions| {
        let mut new = Versions::new();
        let (mut row, mut count) = (&[][..], 0);
        for (key, value) in map {
            count = if key.0 == row { count + 1 } else { 1 };
            row = &key.0;
            if count <= VERSIONS {
                new.insert(key.clone(), value.clone());
            }
        }
        new.len()
    };
    let compacted = || {
        let mut copy = cluster.clone();
        let compact = Admin::Compact { table: table.clone(), family: None, row: None, major: true };
        copy.run(compact, 4, &mut ()).expect("a table can be compacted").regions.len()
    };
    [
        Pair::timed(clock, "100,000 versions and deletes", || noted().len(), || written().tables().count()),
        Pair::timed(clock, "major compaction of them", || kept(&map), compacted),
    ]
}

/// A row of so many columns in one file, read through a filter that wants 20 of them.
pub(super) fn columns(clock: Clock<'_>, columns: u64) -> Vec<Figure> {
    const PUT: u64 = 1000;
    let (mut cluster, mut client) = (created(FamilyDescriptor::new("f"), Vec::new()), Client::new(0));
    let puts = (0..columns.div_ceil(PUT)).map(|part| {
        let columns = part * PUT..columns.min((part + 1) * PUT);
        columns.fold(Put::new("row"), |put, n| put.add("f", number(n).as_slice(), [7; 8].as_slice()))
    });
    cluster.load(TABLE, puts, 1).expect("columns can be loaded");
    flush(&mut cluster);
    let table = TableName::from(TABLE);
    let wanted = |from: u64| {
        let end = |n| Some(number(n).as_slice().into());
        let (min, max) = (end(from), end(from + 20));
        let filter = Filter::ColumnRangeFilter { min, min_inclusive: true, max, max_inclusive: false };
        Request::Scan(table.clone(), Scan { filter: Some(filter.into()), ..Scan::default() })
    };
    let mut figures = Vec::new();
    for (time, blocks, from) in [
        ("20 columns in the middle", "  blocks that were read", columns / 2),
        ("the last 20 columns", "  blocks that were read", columns - 20),
    ] {
        let request = wanted(from);
        figures.push(Figure::time(time, quickest(clock, || ask(&mut cluster, &mut client, request.clone()))));
        figures.push(Figure { name: blocks, unit: "", value: client.metrics().blocks_scanned as f64 });
    }
    figures
}

/// A hundred thousand rows in so many regions, each with a file.
pub(super) fn regions(clock: Clock<'_>, regions: u64) -> Vec<Figure> {
    const ROWS: u64 = 100_000;
    let splits = (1..regions).map(|n| number(n * ROWS / regions).to_vec()).collect();
    let mut cluster = created(FamilyDescriptor::new("f"), splits);
    cluster.load(TABLE, (0..ROWS).map(|n| put(&number(n))), 1).expect("rows can be loaded");
    flush(&mut cluster);
    let table = TableName::from(TABLE);
    let mut client = Client::new(0);
    let all = scan(&table, &[], false, -1);
    assert_eq!(ask(&mut cluster, &mut client, all.clone()) as u64, ROWS, "every region is read");
    let mut place = 0;
    let mut get = || {
        place = (place + 7_368_787) % ROWS;
        Request::Get(table.clone(), Get::new(number(place).as_slice()))
    };
    vec![
        Figure::time("get of a client that knows no region", {
            quickest(clock, || ask(&mut cluster, &mut Client::new(1), get()))
        }),
        Figure::time("get of one that knows them all", quickest(clock, || ask(&mut cluster, &mut client, get()))),
        Figure::time("all rows", quickest(clock, || ask(&mut cluster, &mut client, all.clone()))),
        Figure::time("checkpoint, and split of a region", {
            quickest(clock, || {
                let mut copy = cluster.clone();
                let row = Some(number(ROWS / 2).as_slice().into());
                let at = Some(number(ROWS / 2 + ROWS / regions / 2).as_slice().into());
                copy.run(Admin::Split { table: table.clone(), at, row }, 4, &mut ())
                    .expect("it can be split")
                    .regions
                    .len()
            })
        }),
    ]
}

/// So many cells in a memstore, kept and come back to.
pub(super) fn checkpoints(clock: Clock<'_>, cells: u64) -> Vec<Figure> {
    let (mut cluster, mut client) = filled((0..cells).map(|n| number(n).to_vec()));
    let table = TableName::from(TABLE);
    let checkpoint = quickest(clock, || black_box(cluster.clone()).tables().count());
    let mut place = 0;
    let restore = quickest(clock, || {
        let kept = cluster.clone();
        place = (place + 7_368_787) % cells;
        let done = ask(&mut cluster, &mut client, Request::Put(table.clone(), put(&number(place))));
        cluster = kept;
        done
    });
    vec![Figure::time("checkpoint", checkpoint), Figure::time("checkpoint, one put elsewhere, restore", restore)]
}
