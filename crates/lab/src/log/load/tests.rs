//! A load counts what a naive recount of the events finds, whatever is done, undone and done otherwise.

use super::meter::{Key, Touch, Within};
use super::{FREE, Heat, Inherited, Load, Meter, SHARE, Seat, Sum, Tick, What};
use crate::intent::Intent;
use crate::sim::language::LANGUAGE;
use crate::sim::world::{Actor, Burst, Tally, World};
use proptest::prelude::*;
use splitpoint_model::bytes::RowKey;
use splitpoint_model::client::{Action, Client, Request};
use splitpoint_model::cluster::{Admin, Cluster, Config, JobState};
use splitpoint_model::event::{CellVerdict, Event, Observer, RegionId, ServerId};
use splitpoint_model::filter::Filter;
use splitpoint_model::mutation::{CheckAndMutate, Condition, Delete, Mutation, Put, Then};
use splitpoint_model::query::{Get, Scan};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

fn cluster(splits: &[&str]) -> Cluster {
    let mut cluster = Cluster::new(Config { servers: 2, ..Config::default() });
    for table in ["t", "u"] {
        let descriptor = TableDescriptor::new(table, [FamilyDescriptor::new("f"), FamilyDescriptor::new("g")]);
        let splits = splits.iter().map(|split| RowKey::from(*split)).collect();
        cluster.run(Admin::CreateTable { descriptor, splits }, 1, &mut ()).expect("a table can be made");
    }
    cluster
}

/// What one tick loaded in one row, as a recount finds it.
#[derive(Clone, Debug)]
struct Fact {
    table: String,
    row: Vec<u8>,
    region: RegionId,
    start: Vec<u8>,
    server: ServerId,
    sum: Sum,
}

fn recount(events: &[Event], cluster: &Cluster) -> Vec<Fact> {
    let fact = |region: &RegionId, row: &[u8], sum| {
        let region = cluster.region(*region).expect("what is loaded is there");
        Fact {
            table: region.table_name().to_string(),
            row: row.to_vec(),
            region: region.id(),
            start: region.start().to_vec(),
            server: region.server(),
            sum,
        }
    };
    let sum = |reads, writes, bytes| Sum { reads, writes, bytes };
    let mut facts = Vec::new();
    for event in events {
        match event {
            Event::RowReturned { region, row, .. } | Event::RowFiltered { region, row } => {
                facts.push(fact(region, row, sum(1, 0, 0)));
            }
            Event::CellVisited { region, cell, verdict: CellVerdict::Included, .. } => {
                facts.push(fact(region, cell.row(), sum(0, 0, cell.serialized_size() as u64)));
            }
            Event::WalAppended { region, cells, .. } => facts
                .extend(cells.iter().map(|cell| fact(region, cell.row(), sum(0, 1, cell.serialized_size() as u64)))),
            _ => {}
        }
    }
    facts
}

/// Both hear all.
struct Both<'a, 'b>(&'a mut Vec<Event>, &'a mut Meter<'b>);

impl Observer for Both<'_, '_> {
    fn hear(&mut self, event: Event) {
        self.1.note(&event);
        self.0.push(event);
    }
}

/// Somebody at work on a cluster, who can go back and do otherwise.
#[derive(Clone)]
struct Moment {
    cluster: Cluster,
    client: Client,
    now: i64,
    tick: Tick,
    /// Of each tick up to here.
    facts: Vec<Vec<Fact>>,
    changes: usize,
}

#[derive(Clone, Debug)]
enum Deed {
    Put(u8),
    Batch(Vec<u8>),
    Delete(u8),
    Get(u8),
    Check(u8),
    Scan {
        from: u8,
        limit: i32,
        reversed: bool,
        filter: bool,
    },
    Split(u8),
    Merge(u8),
    Move(u8),
    Flush,
    /// Back to how it was after so many deeds, in a share of 256.
    Back(u8),
}

fn key(row: u8) -> Vec<u8> {
    // Long ones are cut where they are looked at.
    if row % 16 == 3 { format!("{row:03}{}", "x".repeat(100)).into_bytes() } else { format!("{row:03}").into_bytes() }
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        8 => any::<u8>().prop_map(Deed::Put),
        2 => proptest::collection::vec(any::<u8>(), 1..20).prop_map(Deed::Batch),
        2 => any::<u8>().prop_map(Deed::Delete),
        3 => any::<u8>().prop_map(Deed::Get),
        2 => any::<u8>().prop_map(Deed::Check),
        3 => (any::<u8>(), -1..9, any::<bool>(), any::<bool>())
            .prop_map(|(from, limit, reversed, filter)| Deed::Scan { from, limit, reversed, filter }),
        1 => any::<u8>().prop_map(Deed::Split),
        1 => any::<u8>().prop_map(Deed::Merge),
        1 => any::<u8>().prop_map(Deed::Move),
        1 => Just(Deed::Flush),
        3 => any::<u8>().prop_map(Deed::Back),
    ]
}

impl Moment {
    fn new() -> Self {
        let cluster = cluster(&["100"]);
        Self { cluster, client: Client::new(0), now: 1000, tick: Tick::START, facts: Vec::new(), changes: 0 }
    }

    /// One tick: what `act` does is heard and recounted.
    fn tick<T>(&mut self, load: &mut Load, act: impl FnOnce(&mut Self, &mut dyn Observer) -> T) -> T {
        self.now += 1;
        let mut events = Vec::new();
        let mut meter = Meter::new(load, self.tick);
        let done = act(self, &mut Both(&mut events, &mut meter));
        meter.settle(&self.cluster);
        let tick = meter.at();
        let facts = recount(&events, &self.cluster);
        let changes = |event: &&Event| {
            matches!(event, Event::DaughtersCreated { .. } | Event::RegionsMerged { .. } | Event::RegionOpened { .. })
        };
        let changes = events.iter().filter(changes).count();
        assert_eq!(tick == self.tick, facts.is_empty() && changes == 0, "what loads nothing is no tick");
        if tick != self.tick {
            // A tick that only changes regions does not count.
            self.facts.extend((!facts.is_empty()).then_some(facts));
            self.changes += changes;
            self.tick = tick;
        }
        done
    }

    fn ask(&mut self, load: &mut Load, request: Request) {
        self.client.start(request);
        while self
            .tick(load, |moment, observer| moment.client.step(&mut moment.cluster, moment.now, observer))
            .is_none()
        {}
    }

    fn maintain(&mut self, load: &mut Load, admin: Admin) {
        let Ok(job) = self.cluster.submit(admin) else { return };
        while let JobState::More =
            self.tick(load, |moment, observer| moment.cluster.step_job(job, moment.now, observer))
        {}
    }

    fn take(&mut self, load: &mut Load, deed: &Deed) {
        let put = |row: u8| Put::new(key(row)).add("f", "q", vec![b'v'; usize::from(row)]).add("g", "q", "v");
        let table = |row: u8| if row.is_multiple_of(7) { "u".into() } else { "t".into() };
        match deed {
            Deed::Put(row) => self.ask(load, Request::Put(table(*row), put(*row))),
            Deed::Batch(rows) => {
                let actions = rows.iter().map(|row| {
                    if row % 3 == 0 { Action::Get(Get::new(key(*row))) } else { Action::Mutate(put(*row).into()) }
                });
                self.ask(load, Request::Batch("t".into(), actions.collect()));
            }
            Deed::Delete(row) => self.ask(load, Request::Delete(table(*row), Delete::new(key(*row)))),
            Deed::Get(row) => self.ask(load, Request::Get(table(*row), Get::new(key(*row)))),
            Deed::Check(row) => {
                let then = Then::Mutate(Mutation::Put(put(*row)));
                let condition = Condition::absent("f", "q");
                let check = CheckAndMutate { row: key(*row).into(), condition, then };
                self.ask(load, Request::CheckAndMutate("t".into(), check));
            }
            Deed::Scan { from, limit, reversed, filter } => {
                let filter = filter.then(|| Filter::parse(b"PrefixFilter('1')").expect("it is a filter").into());
                let start = key(*from).into();
                let scan = Scan { start, limit: *limit, reversed: *reversed, caching: 3, filter, ..Scan::default() };
                self.ask(load, Request::Scan("t".into(), scan));
            }
            Deed::Split(row) => {
                self.maintain(load, Admin::Split { table: "t".into(), at: Some(key(*row).into()), row: None });
            }
            Deed::Merge(row) => {
                let at =
                    self.cluster.locate("t", &key(*row)).map(|region| (region.start().clone(), region.end().clone()));
                let Some((start, end)) = at.filter(|(_, end)| !end.is_empty()) else { return };
                self.maintain(load, Admin::Merge { table: "t".into(), rows: vec![start, end], force: false });
            }
            Deed::Move(row) => {
                self.maintain(load, Admin::Move { table: "t".into(), row: key(*row).into(), to: None });
            }
            Deed::Flush => self.maintain(load, Admin::Flush { table: "t".into(), family: None, row: None }),
            Deed::Back(_) => {}
        }
    }

    fn sum(&self, is_it: impl Fn(&Fact) -> bool) -> Sum {
        let mut sum = Sum::default();
        self.facts.iter().flatten().filter(|fact| is_it(fact)).for_each(|fact| sum += fact.sum);
        sum
    }

    /// The load says what the recount says.
    fn judge(&self, load: &Load) -> Result<(), TestCaseError> {
        prop_assert_eq!(load.ticks(self.tick) as usize, self.facts.len());
        for table in ["t", "u"] {
            let mut whole = Sum::default();
            for (seat, sum) in load.regions(self.tick, table) {
                let is_seat = |fact: &Fact| {
                    (fact.region, fact.server, &*fact.start) == (seat.region, seat.server, &*seat.start)
                        && fact.table == table
                };
                prop_assert_eq!(sum, self.sum(is_seat), "{:?}", seat);
                whole += sum;
            }
            prop_assert_eq!(whole, self.sum(|fact| fact.table == table));
            for region in self.cluster.regions(table) {
                let told = load.inherited(self.tick, table, region.id(), region.start(), region.end());
                let own = |fact: &Fact| fact.table == table && fact.region == region.id();
                prop_assert_eq!(told.own, self.sum(own));
                let before = self.sum(|fact| fact.table == table && !own(fact) && region.contains(&fact.row));
                if region.start().len() < 50 && region.end().len() < 50 {
                    let wanted = Inherited { own: told.own, before, astride: Sum::default() };
                    prop_assert_eq!(told, wanted, "so few keys are never merged");
                }
            }
        }
        for (server, sum) in load.servers(self.tick).iter() {
            prop_assert_eq!(*sum, self.sum(|fact| fact.server == *server));
        }
        let told = load.changes(self.tick, "t");
        prop_assert_eq!(told.len(), self.changes);
        prop_assert!(told.is_sorted_by_key(|change| change.before));
        Ok(())
    }

    /// The picture says in each of its squares what the recount says.
    fn compare(&self, heat: &Heat, table: &str) -> Result<(), TestCaseError> {
        let columns = self.facts.len().div_ceil(heat.width() as usize);
        prop_assert_eq!(heat.columns(), columns);
        let mut wanted = vec![Sum::default(); columns * heat.rows().len()];
        for (tick, facts) in self.facts.iter().enumerate() {
            for fact in facts.iter().filter(|fact| fact.table == table) {
                let row = heat.rows().partition_point(|start| **start <= *fact.row) - 1;
                wanted[tick / heat.width() as usize * heat.rows().len() + row] += fact.sum;
            }
        }
        for (at, wanted) in wanted.into_iter().enumerate() {
            let (column, row) = (at / heat.rows().len(), at % heat.rows().len());
            prop_assert_eq!(heat.at(column, row), wanted, "column {} of {}, row {}", column, columns, row);
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_load_is_what_a_recount_of_events_finds(deeds in proptest::collection::vec(deed(), 1..60)) {
        let mut load = Load::new();
        let mut moments = vec![Moment::new()];
        let mut follower = Heat::new(&load, "t", Tick::START, 12, 10);
        for deed in &deeds {
            let mut moment = match deed {
                Deed::Back(share) => moments[usize::from(*share) * moments.len() / 256].clone(),
                _ => moments.last().expect("there is the first").clone(),
            };
            moment.take(&mut load, deed);
            follower.follow(&load, moment.tick);
            moment.compare(&follower, "t")?;
            prop_assert_eq!(follower.regions(&load), load.regions(moment.tick, "t"));
            moments.push(moment);
        }
        // What came later, and beside, changes nothing of what was.
        for moment in &moments {
            moment.judge(&load)?;
            for (rows, columns) in [(1, 1), (5, 3), (300, 1000)] {
                let heat = Heat::new(&load, "t", moment.tick, rows, columns);
                prop_assert!(heat.rows().len() <= rows && heat.columns() <= columns);
                moment.compare(&heat, "t")?;
            }
            moment.compare(&Heat::new(&load, "u", moment.tick, 4, 4), "u")?;
        }
    }
}

#[test]
fn two_branches_from_one_point_have_loads_of_their_own() {
    let mut load = Load::new();
    let mut shared = Moment::new();
    shared.take(&mut load, &Deed::Put(1));
    let (mut first, mut second) = (shared.clone(), shared.clone());
    first.take(&mut load, &Deed::Put(2));
    second.take(&mut load, &Deed::Put(200));
    second.take(&mut load, &Deed::Get(200));
    let sums =
        |moment: &Moment| -> Vec<Sum> { load.regions(moment.tick, "t").into_iter().map(|(_, sum)| sum).collect() };
    let put = |row: u64| Sum { reads: 0, writes: 2, bytes: 2 * (20 + 3 + 1 + 1) + row + 1 };
    let add = |mut left: Sum, right: Sum| {
        left += right;
        left
    };
    let got = Sum { reads: 1, writes: 0, bytes: put(200).bytes };
    assert_eq!(sums(&shared), [put(1)]);
    assert_eq!(sums(&first), [add(put(1), put(2))]);
    assert_eq!(sums(&second), [put(1), add(put(200), got)]);
}

/// Touches rows in one tick, without a client.
fn touch(load: &mut Load, after: Tick, cluster: &Cluster, rows: impl Iterator<Item = Vec<u8>>) -> Tick {
    let sum = Sum { reads: 1, writes: 2, bytes: 300 };
    let touch = |row: Vec<u8>| Touch { place: Within::Table("t".into()), key: Key::Row(row.into()), sum };
    load.record(after, &mut rows.map(touch).collect(), &mut Vec::new(), cluster)
}

/// A number that looks random.
fn mixed(n: u64) -> u64 {
    (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[test]
fn buckets_are_merged_and_every_row_of_a_picture_is_still_exact() {
    type Order = fn(u64) -> Vec<u8>;
    let orders: [(&str, Order); 5] = [
        ("rising", |n| n.to_be_bytes().to_vec()),
        ("falling", |n| (u64::MAX - n).to_be_bytes().to_vec()),
        ("at random", |n| mixed(n).to_be_bytes().to_vec()),
        ("in two places", |n| if n % 2 == 0 { n } else { u64::MAX - n }.to_be_bytes().to_vec()),
        ("behind prefixes", |n| format!("somebody{:02}/{n:06}", mixed(n) % 50).into_bytes()),
    ];
    for (name, order) in orders {
        let cluster = cluster(&[]);
        let mut load = Load::new();
        let mut tick = Tick::START;
        let mut follower = Heat::new(&load, "t", tick, 40, 30);
        let mut keys = Vec::new();
        for n in 0..20_000 {
            keys.push(order(n));
            tick = touch(&mut load, tick, &cluster, keys.last().cloned().into_iter());
            if n % 97 == 0 {
                follower.follow(&load, tick);
            }
        }
        follower.follow(&load, tick);
        for heat in [follower, Heat::new(&load, "t", tick, 40, 30)] {
            assert!(heat.columns() <= 30 && heat.columns() * heat.width() as usize >= 20_000, "{name}");
            let mut most = 0;
            for row in 0..heat.rows().len() {
                let end = heat.rows().get(row + 1);
                let is_in = |key: &&Vec<u8>| *heat.rows()[row] <= ***key && end.is_none_or(|end| ***key < **end);
                let wanted = keys.iter().filter(is_in).count() as u64;
                assert_eq!(heat.row(row), Sum { reads: wanted, writes: 2 * wanted, bytes: 300 * wanted }, "{name}");
                most = most.max(wanted);
            }
            assert!(heat.rows().len() >= 20 && most < 20_000 / 4, "{name}: {most} in one row");
        }
        let live = load.tables.values().next().map_or(0, |keys| keys.spans().len());
        assert!((500..=2 * super::key::BUCKETS).contains(&live), "{name}: {live}");
    }
}

#[test]
fn regions_that_were_there_before_their_keys_never_share_a_bucket() {
    let cluster = cluster(&["\u{40}", "\u{41}"]);
    let mut load = Load::new();
    let tick = (0..10_000).fold(Tick::START, |tick, n| {
        let key = [[0x3f_u8, 0x40, 0x41][n as usize % 3]].into_iter().chain(mixed(n).to_be_bytes()).collect();
        touch(&mut load, tick, &cluster, std::iter::once(key))
    });
    for region in cluster.regions("t") {
        let told = load.inherited(tick, "t", region.id(), region.start(), region.end());
        assert_eq!((told.before, told.astride), (Sum::default(), Sum::default()));
        // As a new region of the same keys would see it.
        let told = load.inherited(tick, "t", RegionId(999), region.start(), region.end());
        assert_eq!((told.own, told.before.reads / 10, told.astride), (Sum::default(), 333, Sum::default()));
    }
    let keys = [RowKey::default(), "\u{40}".into(), "\u{41}".into()];
    let heat = Heat::new(&load, "t", tick, 3, 1);
    let starts: Vec<u8> = heat.rows().iter().map(|row| row.first().copied().unwrap_or_default()).collect();
    assert_eq!(starts, [0, 0x40, 0x41], "rows end where regions do: {keys:?}");
}

#[test]
fn wide_ticks_get_coarse_when_room_is_short_and_sums_stay() {
    let cluster = cluster(&[]);
    let mut load = Load::new();
    let mut tick = Tick::START;
    let rows = || (0..1500_u64).map(|n| mixed(n).to_be_bytes().to_vec());
    let (mut wide, mut narrow) = (0, 0);
    for n in 0..2_000 {
        if n % 2 == 0 {
            tick = touch(&mut load, tick, &cluster, rows());
            wide += 1;
        } else {
            tick = touch(&mut load, tick, &cluster, std::iter::once(b"hot".to_vec()));
            narrow += 1;
        }
        let used = load.nodes.len() * size_of::<super::Node>() + load.packed.len();
        assert!(used <= FREE + SHARE * load.nodes.len() + 20_000, "{used} bytes for {n} ticks");
    }
    assert!(load.detail < 100, "this is more than there is room for");
    let reads = 1500 * wide + narrow;
    let total = Sum { reads, writes: 2 * reads, bytes: 300 * reads };
    assert_eq!(load.regions(tick, "t").into_iter().map(|(_, sum)| sum).collect::<Vec<_>>(), [total]);
    let mut heat = Heat::new(&load, "t", tick, 16, 16);
    assert_eq!(heat.total(), total);
    // What is spread over rows can be taken back again.
    heat.follow(&load, Tick(1900));
    let anew = Heat::new(&load, "t", Tick(1900), 16, 16);
    let sums = |heat: &Heat| (0..16).map(|row| heat.row(row)).collect::<Vec<_>>();
    assert_eq!((heat.rows(), sums(&heat)), (anew.rows(), sums(&anew)));
    assert!(heat.total().reads < total.reads);
    // Room that narrow ticks leave is given back.
    for _ in 0..60_000 {
        tick = touch(&mut load, tick, &cluster, std::iter::once(b"hot".to_vec()));
    }
    let coarse = load.detail;
    tick = touch(&mut load, tick, &cluster, rows());
    assert!(load.detail > coarse, "{coarse}");
    assert_eq!(load.ticks(tick), 62_001);
}

#[test]
fn lineage_is_told_in_order_and_daughters_show_what_their_keys_got() {
    let mut load = Load::new();
    let mut moment = Moment::new();
    for row in [1, 2, 50, 120] {
        moment.take(&mut load, &Deed::Put(row));
    }
    moment.take(&mut load, &Deed::Split(50));
    moment.take(&mut load, &Deed::Put(50));
    moment.take(&mut load, &Deed::Move(1));
    let whats: Vec<&What> = load.changes(moment.tick, "t").into_iter().map(|change| &change.what).collect();
    let [What::Split { first, second, at, .. }, What::Opened { .. }, What::Opened { .. }, What::Opened { region, .. }] =
        &*whats
    else {
        panic!("{whats:?}")
    };
    assert_eq!((&**at, region), (&*key(50), first));
    assert!(load.changes(moment.tick, "u").is_empty());
    let told = load.inherited(moment.tick, "t", *second, &key(50), b"100");
    assert_eq!((told.own.writes, told.before.writes, told.astride.writes), (2, 2, 0));
    let told = load.inherited(moment.tick, "t", *first, b"", &key(50));
    assert_eq!((told.own.writes, told.before.writes, told.astride.writes), (0, 4, 0));
}

/// Everything a script does, atom by atom or in bursts.
fn play(script: &str, burst: Option<u32>) -> (Load, Tick, World) {
    let mut world = World::new(cluster(&["5"]), 1000, 1);
    world.speak(&LANGUAGE);
    let mut load = Load::new();
    let mut tick = Tick::START;
    let intent = Intent::Script { language: "hbase".into(), text: script.into(), line: 1, width: 80 };
    world.submit(0, &intent).expect("a script can be typed");
    loop {
        let mut meter = Meter::new(&mut load, tick);
        let jobs: Vec<u32> = world.jobs().map(|job| job.id()).collect();
        let done = match (burst, jobs.first()) {
            (_, Some(job)) => world.apply(Actor::Job(*job), &mut meter).is_some(),
            (Some(most), None) => world.rush(0, Burst::About(most), &mut meter).is_some(),
            (None, None) => world.apply(Actor::Client(0), &mut meter).is_some(),
        };
        meter.settle(world.cluster());
        tick = meter.at();
        if !done {
            return (load, tick, world);
        }
    }
}

#[test]
fn bursts_count_what_steps_count() {
    let script = "
        50.times { |n| put 't', \"#{n}\", 'f:q', \"value #{n}\" }
        60.times { |n| get 't', \"#{n}\" }
        put 't', '7', 'f:q', 'again'
        put 't', '7', 'g:q', 'gone', {'TTL' => 5}
        delete 't', '8', 'f:q'
        deleteall 't', '9'
        get 't', '9'
        10.times { |n| incr 't', \"n#{n}\", 'f:n', 2 }
        append 't', '7', 'f:q', ' more'
        flush 't'
        get 't', '7', {COLUMN => 'f:q', VERSIONS => 3}
        get 't', '8'
        scan 't', {LIMIT => 20}
        scan 't', {FILTER => \"PrefixFilter('4')\"}
        count 't'
        split 't', '3'
        50.times { |n| put 't', \"#{n}\", 'f:q', 'after' }
    ";
    let sums = |(load, tick, _): &(Load, Tick, World)| -> Vec<(Seat, Sum)> {
        load.regions(*tick, "t").into_iter().map(|(seat, sum)| (seat.clone(), sum)).collect()
    };
    let steps = play(script, None);
    let wanted = sums(&steps);
    assert!(wanted.len() >= 4 && wanted.iter().all(|(_, sum)| sum.writes > 10), "{wanted:?}");
    assert!(steps.0.regions(steps.1, "t").iter().any(|(_, sum)| sum.reads > 50));
    for most in [1, 7, 1000] {
        let bursts = play(script, Some(most));
        assert_eq!(sums(&bursts), wanted, "bursts of {most}");
        let picture = |(load, tick, _): &(Load, Tick, World)| {
            let heat = Heat::new(load, "t", *tick, 8, 1);
            (0..heat.rows().len()).map(|row| (heat.rows()[row].clone(), heat.row(row))).collect::<Vec<_>>()
        };
        assert_eq!(picture(&bursts), picture(&steps));
    }
    // Who counts changes nothing of what is done.
    let mut world = World::new(cluster(&["5"]), 1000, 1);
    world.speak(&LANGUAGE);
    world
        .submit(0, &Intent::Script { language: "hbase".into(), text: script.into(), line: 1, width: 80 })
        .expect("a script can be typed");
    loop {
        let jobs: Vec<u32> = world.jobs().map(|job| job.id()).collect();
        let done = match jobs.first() {
            Some(job) => world.apply(Actor::Job(*job), &mut ()).is_some(),
            None => world.rush(0, Burst::About(1000), &mut ()).is_some(),
        };
        if !done {
            break;
        }
    }
    assert!(world == play(script, Some(1000)).2, "a burst that is counted is the same burst");
}
