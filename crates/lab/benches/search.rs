//! How long it takes to go through every order of a small world: `cargo bench -p splitpoint-lab --bench search`.
//!
//! Before the times stand, for each search, how many states it sees, how many orders these stand for, and the most memory
//! that the process has taken up to then.

use divan::Bencher;
use splitpoint_lab::intent::{AdminIntent, Intent, Raw};
use splitpoint_lab::promise::Promise;
use splitpoint_lab::scenario;
use splitpoint_lab::search::{Before, Interference, Options, Search, Status};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::world::{LETTERS, World};
use splitpoint_lab::view::Grain;
use splitpoint_model::bytes::from_long;

const TABLE: &str = "comments";

/// The comments of the first article, and clients that are asked for something.
fn world(intents: impl IntoIterator<Item = Intent>) -> World {
    let mut session = Session::from_start(scenario::start("comments").expect("a scenario")).expect("a start");
    session.set_background(false);
    for (client, intent) in (0..).zip(intents) {
        while session.clients() <= client {
            session.add_client();
        }
        session.submit(client, intent).expect("it can be asked for");
    }
    session.world().clone()
}

fn race(clients: u8, blind: bool) -> World {
    world((0..clients).map(|client| Intent::Prepend {
        table: TABLE.into(),
        check: ("c".into(), b"text".to_vec()),
        cells: vec![("c".into(), b"text".to_vec(), LETTERS[usize::from(client)].to_string().into_bytes())],
        blind,
        highest: 20,
    }))
}

fn key(number: i64) -> Raw {
    from_long(number).to_vec()
}

/// Clients that each read a row four times.
fn readers() -> World {
    let mut world = world([]);
    while world.clients() < 3 {
        world.add_client();
    }
    for client in 0..3 {
        for _ in 0..4 {
            let get = Intent::Get { table: TABLE.into(), row: key(18 + i64::from(client)), versions: 1 };
            world.submit(client, &get).expect("it can be asked for");
        }
    }
    world
}

/// Clients that each put so many values; into one row where `shared`.
fn writers(clients: u8, puts: u8, shared: bool) -> World {
    let mut world = world([]);
    while world.clients() < clients {
        world.add_client();
    }
    for client in 0..clients {
        for put in 0..puts {
            let row = if shared { key(18) } else { key(100 * i64::from(client) + i64::from(put)) };
            let insert = Intent::Insert {
                table: TABLE.into(),
                row,
                cells: vec![("c".into(), b"text".to_vec(), None, vec![b'a' + client, b'0' + put])],
            };
            world.submit(client, &insert).expect("it can be asked for");
        }
    }
    world
}

fn admin(request: AdminIntent) -> Interference {
    Interference::Admin(request)
}

fn flush() -> Interference {
    admin(AdminIntent::Flush(TABLE.into(), Some(key(18))))
}

fn split() -> Interference {
    admin(AdminIntent::Split { table: TABLE.into(), region: Some(key(18)), at: Some(key(18)) })
}

/// A search: its name, where it begins, and how it steps.
type Case = (&'static str, fn() -> World, fn() -> Options);

const CASES: &[Case] = &[
    ("two blind prepends, atoms", || race(2, true), || Options::new(Grain::Cell)),
    ("two check-and-puts, atoms", || race(2, false), || Options::new(Grain::Cell)),
    ("three blind prepends, atoms", || race(3, true), || Options::new(Grain::Cell)),
    ("three check-and-puts, atoms", || race(3, false), || Options::new(Grain::Cell)),
    ("three blind, a flush", || race(3, true), || Options::new(Grain::Cell).with(flush())),
    ("three check-and-puts, a flush", || race(3, false), || Options::new(Grain::Cell).with(flush())),
    ("three check-and-puts, a split", || race(3, false), || Options::new(Grain::Cell).with(split())),
    ("three times four round trips", readers, || Options::new(Grain::Rpc)),
    ("two check-and-puts, a crash", || race(2, false), || Options::new(Grain::Cell).with(admin(AdminIntent::Crash(0)))),
];

/// The most bytes of the process that were ever in memory, where the system says so in a file.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

fn main() {
    for (name, start, options) in CASES {
        let judge = |_: &World| ();
        let mut search = Search::new(&start(), Options { most: 5_000_000, ..options() }, &judge);
        let progress = search.run(u64::MAX);
        let over = if progress.status == Status::Over { "" } else { " and more" };
        let megabytes = peak().map_or(0, |bytes| bytes >> 20);
        println!("{name:32} {:>9} states{over}, {:>40} orders, {megabytes:>5} MB", progress.states, progress.orders);
    }
    divan::main();
}

#[divan::bench(args = CASES.iter().map(|(name, ..)| *name), sample_count = 5)]
fn search(bencher: Bencher<'_, '_>, name: &str) {
    let (_, start, options) = CASES.iter().find(|(other, ..)| *other == name).expect("one of the cases");
    let world = start();
    bencher.bench_local(|| Search::new(&world, options(), &|_: &World| ()).run(u64::MAX).states);
}

/// With a promise that listens to every event.
#[divan::bench(sample_count = 5)]
fn promise(bencher: Bencher<'_, '_>) {
    let world = race(2, false);
    bencher.bench_local(|| {
        let promises = vec![Promise::Acknowledged { table: TABLE.into() }];
        Search::promising(&world, Options::new(Grain::Cell), &|_: &World| (), promises).run(u64::MAX).states
    });
}

/// As the page searches: what was acknowledged must be there, and an end is what readers find.
#[divan::bench(args = ["2 x 6 puts", "2 x 6 puts, one row", "3 x 4 puts", "3 x 4 puts, one row"], sample_count = 5)]
fn page(bencher: Bencher<'_, '_>, name: &str) {
    let shared = name.ends_with("one row");
    let world = if name.starts_with('2') { writers(2, 6, shared) } else { writers(3, 4, shared) };
    bencher.bench_local(|| {
        let promises = vec![Promise::Acknowledged { table: TABLE.into() }];
        let before = Before::new(&world);
        let judge = move |world: &World| before.ending(world);
        let mut search = Search::promising(&world, Options::new(Grain::Rpc).newest_only(), judge, promises);
        (search.run(u64::MAX).states, search.outcomes().len())
    });
}
