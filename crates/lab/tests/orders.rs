//! A search against a plain walk of every order, on small worlds that are drawn by lot.

use splitpoint_lab::intent::{AdminIntent, DeleteWhat, Intent, LastRowMethod, Pages, Prefix, Raw, RowMutation};
use splitpoint_lab::promise::{Promise, Resource};
use splitpoint_lab::search::{End, Interference, Options, Search, Status, Verdict, explore};
use splitpoint_lab::sim::world::{How, World};
use splitpoint_lab::view::Grain;
use splitpoint_model::bytes::from_long;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::cluster::{Admin, Cluster, Config};
use splitpoint_model::mutation::{Mutation, Put};
use splitpoint_model::query::Scan;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

const TABLE: &str = "t";
const WORLDS: u64 = 200;
/// A world of which one has to walk more orders is walked at a coarser grain.
const MOST_ORDERS: u128 = 1_000;

/// Lots, the same in every run (Steele, Lea and Flood's SplitMix).
struct Lots(u64);

impl Lots {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let lot = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let lot = (lot ^ lot >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (lot ^ lot >> 31) % end
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    fn row(&mut self) -> Raw {
        from_long(5 + self.below(3).cast_signed()).to_vec()
    }

    fn qualifier(&mut self) -> Raw {
        vec![b'x' + self.below(2) as u8]
    }

    /// Mostly none; else before the first atom, at one of the next, or far away.
    fn time(&mut self) -> Option<i64> {
        self.one_in(8).then(|| [500, 1005, 1012, 9_000_000][self.below(4) as usize])
    }

    fn intent(&mut self, client: u8) -> Intent {
        let (table, family) = (TABLE.to_owned(), "f".to_owned());
        let value = |lots: &mut Self| vec![b'A' + client, b'0' + lots.below(2) as u8];
        match self.below(10) {
            0 => Intent::Get { table, row: self.row(), versions: 3 },
            1 | 2 => {
                let cells = vec![(family, self.qualifier(), self.time(), value(self))];
                Intent::Insert { table, row: self.row(), cells }
            }
            3 => {
                let cells = match self.below(4) {
                    0 => Vec::new(),
                    1 => vec![DeleteWhat::Family(family, None)],
                    2 => vec![DeleteWhat::Columns(family, self.qualifier(), self.time())],
                    _ => vec![DeleteWhat::Column(family, self.qualifier(), None)],
                };
                Intent::Delete { table, row: self.row(), cells }
            }
            4 | 5 => Intent::Prepend {
                table,
                check: (family.clone(), b"x".to_vec()),
                cells: vec![(family, b"x".to_vec(), value(self))],
                blind: self.one_in(2),
                highest: 20,
            },
            6 => {
                let put = |lots: &mut Self| RowMutation::Put(lots.row(), "f".into(), lots.qualifier(), vec![b'T']);
                let mut mutations = vec![put(self), put(self)];
                if self.one_in(3) {
                    mutations.push(RowMutation::DeleteRow(self.row()));
                }
                let condition = (self.row(), family, self.qualifier(), self.one_in(2).then(|| b"1".to_vec()));
                let conditions = if self.one_in(2) { vec![condition] } else { Vec::new() };
                Intent::Transaction { table, routing_row: Vec::new(), mutations, conditions }
            }
            7 => Intent::LastRow {
                table,
                method: [LastRowMethod::FullScan, LastRowMethod::Reversed][self.below(2) as usize].clone(),
            },
            8 => Intent::FirstRow { table, prefixes: self.below(3) as u8 * 2, prefix: Prefix::Byte },
            _ => Intent::Pages(Pages { size: 2, pages: 1, caching: 1, ..Pages::of(TABLE) }),
        }
    }

    /// Something that looks at newest versions only, and hides none: mostly a put into one column.
    fn plain_intent(&mut self, client: u8) -> Intent {
        let (table, family, row, qualifier) = (TABLE.to_owned(), "f".to_owned(), from_long(5).to_vec(), b"x".to_vec());
        let value = vec![b'A' + client, b'0' + self.below(2) as u8];
        match self.below(6) {
            0 => Intent::Get { table, row, versions: 3 },
            1 => Intent::CheckAndPut {
                table,
                row,
                check: (family.clone(), qualifier.clone(), Some(b"A0".to_vec())),
                cells: vec![(family, qualifier, None, value)],
            },
            _ => Intent::Insert { table, row, cells: vec![(family, qualifier, None, value)] },
        }
    }

    /// Two or three clients, with one or two things to do; if `few`, two with one. In one of four worlds they put into
    /// one column again and again.
    fn world(&mut self, few: bool) -> World {
        let mut cluster = Cluster::new(Config { servers: 2, ..Config::default() });
        let mut family = FamilyDescriptor::new("f");
        family.max_versions = 1 + self.below(3) as i32;
        family.new_version_behavior = self.one_in(8);
        if self.one_in(10) {
            family.ttl = 1;
        }
        let descriptor = TableDescriptor::new(TABLE, [family]);
        let splits = if !few && self.one_in(3) { vec![from_long(6).as_slice().into()] } else { Vec::new() };
        cluster.run(Admin::CreateTable { descriptor, splits }, 990, &mut ()).expect("a table can be made");
        let rows = self.below(4);
        for at in 0..rows {
            let put = Put::new(self.row()).add("f", self.qualifier(), vec![b'0' + at as u8]);
            cluster.load(TABLE, [Mutation::Put(put)], 991 + at.cast_signed()).expect("it can be put");
            if self.one_in(2) {
                let flush = Admin::Flush { table: TABLE.into(), family: None, row: None };
                cluster.run(flush, 995, &mut ()).expect("it can be flushed");
            }
        }
        let clients = if few { 2 } else { 2 + self.below(2) as u8 };
        let mut world = World::new(cluster, 1000, clients);
        world.set_background(false);
        let is_plain = self.one_in(4);
        for client in 0..clients {
            for more in 0..2 {
                if more == 0 || is_plain || (!few && self.one_in(6)) {
                    let intent = if is_plain { self.plain_intent(client) } else { self.intent(client) };
                    world.submit(client, &intent).expect("it can be asked for");
                }
            }
        }
        world
    }

    fn interference(&mut self) -> Option<Interference> {
        let (table, row) = (TABLE.to_owned(), self.row());
        Some(Interference::Admin(match self.below(10) {
            0 => AdminIntent::Flush(table, Some(row)),
            1 => AdminIntent::Split { table, region: None, at: Some(row) },
            2 => AdminIntent::Compact(table, Some(row), true),
            3 => AdminIntent::Move(table, row),
            4 => AdminIntent::Crash(self.below(2) as u8),
            _ => return None,
        }))
    }

    fn promises(&mut self) -> Vec<Promise> {
        let table = || TABLE.to_owned();
        let all = [
            Promise::Row { table: table(), row: self.row(), there: self.one_in(2) },
            Promise::Acknowledged { table: table() },
            Promise::Newest { table: table() },
            Promise::AtMost { resource: Resource::Cells, most: self.below(6), client: None },
            Promise::AtMost { resource: Resource::Calls, most: 1 + self.below(2), client: Some(0) },
        ];
        all.into_iter().filter(|_| self.one_in(3)).collect()
    }
}

/// A cell as it is compared: row, qualifier, type, value.
type Shown = (Vec<u8>, Vec<u8>, &'static str, Vec<u8>);
/// What is stored, newest first; what is visible; and what each client came to.
type Judged = (Vec<Shown>, Vec<Shown>, Vec<(Option<bool>, String)>);

fn judge(world: &World) -> Judged {
    let read = |scan: Scan| {
        let mut cluster = world.cluster().clone();
        let request = Request::Scan(TABLE.into(), scan);
        let rows = match Client::new(99).run(&mut cluster, request, world.clock().now(), &mut ()) {
            Ok(Response::Rows { results, .. }) => results,
            _ => Vec::new(),
        };
        let cells = rows.into_iter().flat_map(|row| row.cells);
        let shown = |cell: splitpoint_model::cell::Cell| {
            (cell.row().to_vec(), cell.qualifier().to_vec(), cell.cell_type().name(), cell.value().to_vec())
        };
        cells.map(shown).collect::<Vec<_>>()
    };
    let client = |client| {
        let lane = world.lane(client)?;
        let memory =
            lane.memory().iter().map(|memory| format!("{:?} {:?}", memory.name, memory.value)).collect::<String>();
        // How often it tried, and what it saw first, matters to nobody.
        let shown = if memory.starts_with("First") { String::new() } else { memory };
        Some((lane.ended().map(|ended| ended.how() == How::Done), shown))
    };
    let all = Scan { raw: true, versions: 100, ..Scan::default() };
    (read(all), read(Scan::default()), (0..world.clients()).filter_map(client).collect())
}

/// What is visible, and what each client came to.
type Seen = (Vec<Shown>, Vec<(Option<bool>, String)>);

fn seen(world: &World) -> Seen {
    let (_, visible, clients) = judge(world);
    (visible, clients)
}

type Ends = BTreeMap<(End, Judged, Vec<bool>), (u128, usize)>;

#[test]
fn a_search_finds_what_a_walk_of_every_order_finds() {
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    let (mut merged, mut fewer) = (0, 0);
    for seed in 0..WORLDS {
        let mut lots = Lots(seed.wrapping_mul(0x5851_f42d_4c95_7f2d));
        // Of every second world there are few enough orders to walk them atom by atom.
        let few = seed % 2 == 0;
        let world = lots.world(few);
        let interference = lots.interference().filter(|_| !few || seed % 8 == 0);
        let promises = lots.promises();
        for grain in [Grain::Cell, Grain::Rpc, Grain::Operation] {
            let interferences: Vec<Interference> = interference.iter().cloned().collect();
            let options = Options { most: 20_000, interferences, ..Options::new(grain) };
            let mut search = Search::promising(&world, options.clone(), &judge, promises.clone());
            let progress = search.run(u64::MAX);
            if progress.status != Status::Over
                || progress.orders > MOST_ORDERS * if grain == Grain::Cell { 4 } else { 1 }
            {
                continue;
            }
            let mut walked = Ends::new();
            let mut steps = 0;
            explore(&world, &options, promises.clone(), &mut |end, how, kept, order| {
                let key = (how, judge(end), kept.to_vec());
                let (ways, shortest) = walked.entry(key).or_insert((0, usize::MAX));
                *ways += 1;
                *shortest = order.len().min(*shortest);
                steps += order.len();
                ControlFlow::Continue(())
            });
            let outcomes = search.outcomes();
            for outcome in &outcomes {
                let mut end = world.clone();
                assert!(outcome.witness.iter().all(|choice| choice.take(&mut end, grain)), "seed {seed}");
                assert_eq!(judge(&end), outcome.judgement, "the witness leads elsewhere: seed {seed} at {grain:?}");
                let done = if end.is_done() { End::Done } else { End::Waits };
                assert_eq!((outcome.end, end.enabled().len()), (done, 0), "seed {seed} at {grain:?}");
            }
            let counted: Ends = outcomes
                .into_iter()
                .map(|outcome| {
                    let kept = outcome.verdicts.iter().map(|verdict| *verdict == Verdict::Kept).collect();
                    let orders = outcome.orders.expect("a number");
                    ((outcome.end, outcome.judgement, kept), (orders, outcome.witness.len()))
                })
                .collect();
            assert_eq!(counted, walked, "seed {seed} at {grain:?} with {interference:?}");
            merged += usize::from(progress.states < steps / 2);
            // Who looks at newest versions only finds what the same walk has found, less what lies below them.
            let mut newest = Search::promising(&world, options.clone().newest_only(), &seen, promises.clone());
            let states = newest.run(u64::MAX).states;
            let found: BTreeMap<(End, Seen, Vec<bool>), u128> = newest
                .outcomes()
                .into_iter()
                .map(|outcome| {
                    let kept = outcome.verdicts.iter().map(|verdict| *verdict == Verdict::Kept).collect();
                    ((outcome.end, outcome.judgement, kept), outcome.orders.expect("a number"))
                })
                .collect();
            let mut expected = BTreeMap::new();
            for ((end, (_, visible, clients), kept), (ways, _)) in walked {
                *expected.entry((end, (visible, clients), kept)).or_insert(0) += ways;
            }
            assert_eq!(found, expected, "newest only: seed {seed} at {grain:?} with {interference:?}");
            assert!(states <= progress.states);
            fewer += usize::from(states < progress.states);
            *compared.entry(format!("{grain:?}")).or_default() += 1;
            break;
        }
    }
    println!(
        "{compared:?}, of which {merged} have far fewer states than steps, and {fewer} fewer where old versions do not count"
    );
    let all: usize = compared.values().sum();
    assert!(all * 100 >= WORLDS as usize * 95, "hardly any world is too large to be walked: {compared:?}");
    assert!(compared["Cell"] > 20 && compared["Rpc"] > 20 && merged > 50, "{compared:?}, {merged}");
    assert!(fewer > 5, "old versions make a difference: {fewer}");
}
