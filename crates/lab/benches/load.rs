//! What it costs to keep what a million operations loaded, and to make pictures of it: time, and memory at its highest.
//!
//! `cargo bench -p splitpoint-lab --bench load`

use divan::{AllocProfiler, Bencher, black_box};
use splitpoint_lab::log::load::{Heat, Load, Meter, Tick};
use splitpoint_lab::sim::world::Tally;
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::cluster::{Admin, Cluster, Config};
use splitpoint_model::event::{Event, Observer, RegionId, ServerId};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

#[global_allocator]
static MEMORY: AllocProfiler = AllocProfiler::system();

const OPERATIONS: u64 = 1_000_000;
const REGIONS: u8 = 16;

fn main() {
    for order in ORDERS {
        println!("{order:?}: {} bytes a tick", filled(&cluster(), order, OPERATIONS).0.memory() / OPERATIONS as usize);
    }
    divan::main();
}

fn cluster() -> Cluster {
    let mut cluster = Cluster::new(Config { servers: 4, ..Config::default() });
    let descriptor = TableDescriptor::new("t", [FamilyDescriptor::new("f")]);
    let splits = (1..REGIONS).map(|at| [at * (255 / REGIONS)].as_slice().into()).collect();
    cluster.run(Admin::CreateTable { descriptor, splits }, 1, &mut ()).expect("a table can be made");
    cluster
}

/// A number that looks random.
fn mixed(n: u64) -> u64 {
    (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// In which order rows are written.
#[derive(Clone, Copy, Debug)]
enum Order {
    Rising,
    Random,
}

const ORDERS: [Order; 2] = [Order::Rising, Order::Random];

fn put(cluster: &Cluster, order: Order, n: u64) -> Event {
    let row = match order {
        Order::Rising => n,
        Order::Random => mixed(n),
    };
    let mut key = [b'k'; 16];
    key[..8].copy_from_slice(&row.to_be_bytes());
    let cell = Cell::new(&key, b"f", b"q", 1, CellType::Put, &[7; 100]);
    let region = cluster.locate("t", &key).map_or(RegionId(0), splitpoint_model::region::Region::id);
    Event::WalAppended { region, server: ServerId(0), sequence_id: n, cells: vec![cell] }
}

fn filled(cluster: &Cluster, order: Order, operations: u64) -> (Load, Tick) {
    let mut load = Load::new();
    let mut meter = Meter::new(&mut load, Tick::START);
    for n in 0..operations {
        meter.hear(put(cluster, order, n));
        meter.settle(cluster);
    }
    let tick = meter.at();
    (load, tick)
}

#[divan::bench(args = ORDERS, sample_count = 3, sample_size = 1)]
fn a_million_puts_that_nobody_counts(order: Order) {
    let cluster = cluster();
    (0..OPERATIONS).for_each(|n| drop(black_box(put(&cluster, order, n))));
}

#[divan::bench(args = ORDERS, sample_count = 3, sample_size = 1)]
fn a_million_puts(order: Order) -> (Load, Tick) {
    filled(&cluster(), order, OPERATIONS)
}

/// Full scans of 1,500 rows, for which there is no room: they get coarse.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn ten_thousand_scans_of_1500_rows() -> (Load, Tick) {
    let cluster = cluster();
    let mut load = Load::new();
    let mut meter = Meter::new(&mut load, Tick::START);
    for _ in 0..10_000 {
        for row in 0..1500_u64 {
            let region =
                cluster.locate("t", &row.to_be_bytes()).map_or(RegionId(0), splitpoint_model::region::Region::id);
            meter.hear(Event::RowReturned { region, row: row.to_be_bytes().as_slice().into(), cells: 1 });
        }
        meter.settle(&cluster);
    }
    let tick = meter.at();
    (load, tick)
}

#[divan::bench_group(sample_count = 10, sample_size = 1)]
mod picture {
    use super::*;

    #[divan::bench(args = ORDERS)]
    fn of_a_million_ticks(bencher: Bencher<'_, '_>, order: Order) {
        let (load, tick) = filled(&cluster(), order, OPERATIONS);
        bencher.bench_local(|| Heat::new(&load, "t", tick, 200, 500));
    }

    #[divan::bench(args = ORDERS)]
    fn a_thousand_ticks_on(bencher: Bencher<'_, '_>, order: Order) {
        let cluster = cluster();
        let (mut load, before) = filled(&cluster, order, OPERATIONS);
        let mut meter = Meter::new(&mut load, before);
        for n in 0..1000 {
            meter.hear(put(&cluster, order, OPERATIONS + n));
            meter.settle(&cluster);
        }
        let tick = meter.at();
        let heat = Heat::new(&load, "t", before, 200, 500);
        bencher.with_inputs(|| heat.clone()).bench_local_values(|mut heat| {
            heat.follow(&load, tick);
            heat
        });
    }

    #[divan::bench]
    fn sums_of_regions(bencher: Bencher<'_, '_>) {
        let (load, tick) = filled(&cluster(), Order::Random, OPERATIONS);
        bencher.bench_local(|| load.regions(black_box(tick), "t").len());
    }

    #[divan::bench]
    fn what_a_region_inherited(bencher: Bencher<'_, '_>) {
        let cluster = cluster();
        let (load, tick) = filled(&cluster, Order::Random, OPERATIONS);
        bencher.bench_local(|| load.inherited(black_box(tick), "t", RegionId(999), &[64], &[80]));
    }
}
