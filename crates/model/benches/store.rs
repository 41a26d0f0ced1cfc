//! A store against the sorted map of Rust's standard library: 100,000 rows with keys of 16 bytes and values of 100.
//!
//! Each of our lines has the map's line before it; what is of interest is their ratio.

use divan::{Bencher, black_box};
use splitpoint_model::bytes::Family;
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::event::{FileId, RegionId};
use splitpoint_model::query::{Get, Scan};
use splitpoint_model::region::scanner::{Limits, RegionScanner, get};
use splitpoint_model::schema::FamilyDescriptor;
use splitpoint_model::store::{FileWrite, MemStore, Store, explain, rank_of, window};
use std::collections::BTreeMap;
use std::sync::Arc;

const ROWS: u64 = 100_000;
const REGION: RegionId = RegionId(1);

type Map = BTreeMap<Vec<u8>, Vec<u8>>;
type Stores = splitpoint_model::map::Map<Family, Store>;

fn main() {
    divan::main();
}

/// A row key of 16 digits that looks random.
fn key(n: u64) -> [u8; 16] {
    let mixed = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mut key = [0; 16];
    for (at, byte) in key.iter_mut().enumerate() {
        *byte = b"0123456789abcdef"[(mixed >> (at * 4)) as usize & 15];
    }
    key
}

fn cell(n: u64) -> Cell {
    Cell::new(&key(n), b"f", b"q", 1, CellType::Put, &[7; 100]).with_sequence_id(n)
}

fn map() -> Map {
    (0..ROWS).map(|n| (key(n).to_vec(), vec![7; 100])).collect()
}

/// A store with all rows in the memstore, or in so many files.
fn stores(files: u32) -> Stores {
    let mut store = Store::new(Arc::new(FamilyDescriptor::new("f")));
    for part in 0..u64::from(files.max(1)) {
        (0..ROWS).filter(|n| n % u64::from(files.max(1)) == part).for_each(|n| store.add(cell(n)));
        if files > 0 {
            let file = FileId(part as u32);
            store.begin_flush();
            let write = FileWrite { region: REGION, file, read_point: u64::MAX, now: 0 };
            let file = store.write_flush(write, part, &mut ()).expect("there are cells");
            store.commit_flush(Arc::new(file));
        }
    }
    Stores::from([("f".into(), store)])
}

fn page(stores: &Stores, scan: Scan) -> usize {
    let scan = Arc::new(scan);
    let mut scanner = RegionScanner::open(REGION, stores, &scan, u64::MAX, 0, &mut ()).expect("a good scan");
    let limits = Limits { rows: Some(20), ..Limits::of(&scan, None) };
    scanner.next_batch(stores, limits, &mut ()).expect("a good scan").results.len()
}

fn from(row: &[u8], reversed: bool) -> Scan {
    Scan { start: row.into(), caching: 20, reversed, ..Scan::default() }
}

#[divan::bench_group(sample_count = 20)]
mod put_all {
    use super::*;

    #[divan::bench]
    fn map(bencher: Bencher<'_, '_>) {
        bencher.bench(|| {
            let mut map = Map::new();
            (0..ROWS).for_each(|n| drop(map.insert(black_box(key(n)).to_vec(), vec![7; 100])));
            map
        });
    }

    #[divan::bench]
    fn memstore(bencher: Bencher<'_, '_>) {
        bencher.bench(|| {
            let mut memstore = MemStore::default();
            (0..ROWS).for_each(|n| memstore.insert(cell(black_box(n))));
            memstore
        });
    }

    #[divan::bench]
    fn map_in_order(bencher: Bencher<'_, '_>) {
        bencher.bench(|| {
            let mut map = Map::new();
            (0..ROWS).for_each(|n| drop(map.insert(format!("{n:016}").into_bytes(), vec![7; 100])));
            map
        });
    }

    #[divan::bench]
    fn memstore_in_order(bencher: Bencher<'_, '_>) {
        bencher.bench(|| {
            let mut memstore = MemStore::default();
            for n in 0..ROWS {
                let row = format!("{n:016}");
                memstore.insert(Cell::new(row.as_bytes(), b"f", b"q", 1, CellType::Put, &[7; 100]).with_sequence_id(n));
            }
            memstore
        });
    }
}

#[divan::bench_group(sample_count = 20)]
mod get_all {
    use super::*;

    #[divan::bench]
    fn map(bencher: Bencher<'_, '_>) {
        let map = super::map();
        bencher.bench(|| {
            (0..ROWS).filter_map(|n| map.get(&key(black_box(n))[..]).cloned()).map(|v| v.len()).sum::<usize>()
        });
    }

    #[divan::bench(args = [0, 1, 3])]
    fn store(bencher: Bencher<'_, '_>, files: u32) {
        let stores = stores(files);
        bencher.bench(|| {
            let read = |n| get(REGION, &stores, &Get::new(&key(black_box(n))[..]), u64::MAX, 0, &mut ());
            (0..ROWS).map(|n| read(n).expect("a good Get").0.cells.len()).sum::<usize>()
        });
    }
}

#[divan::bench_group(sample_count = 20)]
mod page_of_20 {
    use super::*;

    const PAGES: u64 = 10_000;

    #[divan::bench]
    fn map(bencher: Bencher<'_, '_>) {
        let map = super::map();
        bencher.bench(|| {
            let page = |n| {
                map.range(key(black_box(n)).to_vec()..)
                    .take(20)
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .collect::<Vec<_>>()
            };
            (0..PAGES).map(|n| page(n).len()).sum::<usize>()
        });
    }

    #[divan::bench(args = [0, 1, 3])]
    fn store(bencher: Bencher<'_, '_>, files: u32) {
        let stores = stores(files);
        bencher.bench(|| (0..PAGES).map(|n| page(&stores, from(&key(black_box(n)), false))).sum::<usize>());
    }

    #[divan::bench]
    fn map_reversed(bencher: Bencher<'_, '_>) {
        let map = super::map();
        bencher.bench(|| {
            let page = |n| {
                map.range(..=key(black_box(n)).to_vec())
                    .rev()
                    .take(20)
                    .map(|(k, v)| (k.clone(), v.clone()))
                    .collect::<Vec<_>>()
            };
            (0..PAGES).map(|n| page(n).len()).sum::<usize>()
        });
    }

    #[divan::bench(args = [0, 1, 3])]
    fn store_reversed(bencher: Bencher<'_, '_>, files: u32) {
        let stores = stores(files);
        bencher.bench(|| (0..PAGES).map(|n| page(&stores, from(&key(black_box(n)), true))).sum::<usize>());
    }
}

#[divan::bench_group(sample_count = 20)]
mod picture {
    use super::*;

    fn million() -> Stores {
        let mut store = Store::new(Arc::new(FamilyDescriptor::new("f")));
        for n in 0..1_000_000 {
            store.add(cell(n));
            if n == 700_000 {
                store.begin_flush();
                let write = FileWrite { region: REGION, file: FileId(1), read_point: u64::MAX, now: 0 };
                let file = store.write_flush(write, n, &mut ()).expect("there are cells");
                store.commit_flush(Arc::new(file));
            }
        }
        Stores::from([("f".into(), store)])
    }

    #[divan::bench]
    fn window_of_50_in_a_million(bencher: Bencher<'_, '_>) {
        let stores = million();
        bencher.bench(|| window(stores.values(), black_box(431_234), 50));
    }

    #[divan::bench]
    fn rank_in_a_million(bencher: Bencher<'_, '_>) {
        let stores = million();
        bencher.bench(|| rank_of(stores.values(), black_box(b"8000")));
    }

    #[divan::bench]
    fn explain_a_row_in_a_million(bencher: Bencher<'_, '_>) {
        let stores = million();
        let store = stores.values().next().expect("one store");
        bencher.bench(|| explain(store, black_box(&key(7)), u64::MAX, 0));
    }

    #[divan::bench]
    fn clone_of_a_million_and_one_put(bencher: Bencher<'_, '_>) {
        let stores = million();
        bencher.with_inputs(|| stores.clone()).bench_values(|mut stores| {
            stores.values_mut().for_each(|store| store.add(cell(2_000_000)));
            stores
        });
    }
}
