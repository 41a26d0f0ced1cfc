//! Growth is computed without cells. Here the same rows are really inserted into the model, and both come to the same regions.
//!
//! `GROW_ROWS` sets how many rows are inserted for each design, which is 10,000 otherwise:
//! `GROW_ROWS=1000000 GROW_DESIGNS=5 cargo test -p splitpoint-lab --test grow --release`.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use splitpoint_lab::design::{Design, Draw, Field, Kind, Length, Unit};
use splitpoint_lab::growth::{Grain, Plan, Spread, Store, Stream, grow};
use splitpoint_model::cluster::{Admin, Cluster, Config};
use splitpoint_model::mutation::Put;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

fn rows() -> u64 {
    std::env::var("GROW_ROWS").ok().and_then(|rows| rows.parse().ok()).unwrap_or(10_000)
}

fn designs() -> usize {
    std::env::var("GROW_DESIGNS").ok().and_then(|designs| designs.parse().ok()).unwrap_or(100)
}

fn field(kind: Kind, spread: Spread) -> (Kind, Spread) {
    (kind, spread)
}

/// A field that does not tell all rows apart.
fn leading() -> impl Strategy<Value = (Kind, Spread)> {
    let time = |unit, reversed| Kind::Time { unit, reversed };
    let integer = prop_oneof![Just(Kind::integer(4)), Just(Kind::integer(8)), Just(Kind::Decimal(Length::Fixed(10)))];
    let some = prop_oneof![
        (3..200_u64).prop_map(Spread::Even),
        (20..2_000_u64, 50..130_u32)
            .prop_map(|(values, hundredths)| Spread::Zipf(values, f64::from(hundredths) / 100.0)),
    ];
    prop_oneof![
        4 => (integer, some.clone()).prop_map(|(kind, spread)| field(kind, spread)),
        2 => some.prop_map(|spread| field(Kind::Text(Length::Until(b'|')), spread)),
        1 => any::<bool>().prop_map(move |reversed| field(time(Unit::Hour, reversed), Spread::Clock)),
        1 => any::<bool>().prop_map(move |reversed| field(time(Unit::Day, reversed), Spread::Clock)),
        1 => (2..8_u8).prop_map(|buckets| field(Kind::Salt { buckets, of: None }, Spread::Clock)),
        1 => Just(field(Kind::Hash { width: 2, of: None }, Spread::Clock)),
        1 => Just(field(Kind::Constant(vec![b'v', b'1']), Spread::Clock)),
        1 => (50..2_000_u64, 1..8_u64).prop_map(|(first, every)| field(Kind::integer(8), Spread::New { first, every })),
    ]
}

/// A field that tells them apart.
fn last() -> impl Strategy<Value = (Kind, Spread)> {
    let time = |reversed| Kind::Time { unit: Unit::Millisecond, reversed };
    prop_oneof![
        3 => any::<bool>().prop_map(move |reversed| field(time(reversed), Spread::Clock)),
        1 => Just(field(Kind::integer(8), Spread::Up)),
        1 => Just(field(Kind::integer(8), Spread::Down)),
        1 => Just(field(Kind::Uuid, Spread::Any)),
    ]
}

fn design() -> impl Strategy<Value = (Design, Vec<Spread>)> {
    (prop::collection::vec(leading(), 0..3), last()).prop_map(|(mut fields, last)| {
        fields.push(last);
        let spreads = fields.iter().map(|(_, spread)| *spread).collect();
        let named =
            |(id, (kind, _)): (u32, (Kind, Spread))| Field { id, name: format!("f{id}"), kind, draw: Draw::Few };
        (Design { fields: (1..).zip(fields).map(named).collect() }, spreads)
    })
}

fn plan() -> impl Strategy<Value = Plan> {
    let policy = prop::sample::select(vec![
        "SteppingSplitPolicy",
        "ConstantSizeRegionSplitPolicy",
        "IncreasingToUpperBoundRegionSplitPolicy",
        "KeyPrefixRegionSplitPolicy",
    ]);
    (design(), policy, 10..16_u64, 4..12_u64, 40..160_u32, prop::sample::select(vec![1_u32, 1, 2])).prop_map(
        |((design, spreads), policy, flushes, parts, value, columns)| {
            let rows = rows();
            let value = f64::from(value);
            // About so many flushes a region, and so many regions.
            let row = f64::from(columns) * (60.0 + value);
            let largest = (rows as f64 * row / parts as f64) as u64;
            let mut plan = Plan::new(&design);
            // After five days compactions forget sequence ids.
            let days = if value % 3.0 == 0.0 { 33.0 } else { 3.3 };
            plan.stream = Stream { rate: rows as f64 / (days * 86_400.0), fields: spreads };
            plan.seconds = rows as f64 / plan.stream.rate + 1.0;
            plan.stores = vec![Store { name: "d".into(), columns, qualifier: 2.0, value }];
            plan.servers = 1;
            plan.grain = Grain::Exact;
            plan.settings = [
                ("SPLIT_POLICY", policy.to_owned()),
                ("KeyPrefixRegionSplitPolicy.prefix_length", "6".to_owned()),
                ("MAX_FILESIZE", largest.to_string()),
                ("MEMSTORE_FLUSHSIZE", (2 * largest / flushes).to_string()),
                ("hbase.increasing.policy.initial.size", (4 * largest / flushes).to_string()),
                ("hbase.hstore.compaction.min.size", (largest / 8).to_string()),
                ("hbase.table.sanity.checks", "false".to_owned()),
                ("BLOCKSIZE", "1024".to_owned()),
            ]
            .map(|(name, value)| (name.to_owned(), value))
            .into();
            if value % 4.0 == 0.0 {
                // Of two families only the larger is flushed, as long as the other is small.
                plan.stores.push(Store { name: "e".into(), columns: 1, qualifier: 2.0, value: value / 4.0 });
                let least = "hbase.hregion.percolumnfamilyflush.size.lower.bound.min";
                plan.settings.push((least.to_owned(), "1000".to_owned()));
            }
            plan
        },
    )
}

/// The keys at which the table is cut after the rows were really inserted.
fn inserted(plan: &Plan) -> Vec<Vec<u8>> {
    let family = |store: &Store| {
        let mut family = FamilyDescriptor::new(store.name.as_str());
        family.block_size = 1024;
        family
    };
    let mut descriptor = TableDescriptor::new("t", plan.stores.iter().map(family));
    for (name, value) in plan.settings.iter().filter(|(name, _)| name != "BLOCKSIZE") {
        descriptor = descriptor.with(name, value);
    }
    let mut cluster = Cluster::new(Config { servers: 1, ..Config::default() });
    let splits = plan.cuts.iter().map(|cut| cut.clone().into()).collect();
    cluster.run(Admin::CreateTable { descriptor, splits }, 1, &mut ()).expect("a table");
    let value = vec![7_u8; 1_000];
    for number in 0..plan.rows() as u64 {
        let row = plan.stream.row(&plan.design, number).expect("values that fit");
        let mut put = Put::new(row.key.clone());
        for store in &plan.stores {
            for column in 0..store.columns {
                let value = &value[..store.value as usize];
                put = put.add(store.name.as_str(), format!("{column:02}").into_bytes(), value.to_vec());
            }
        }
        let now = plan.stream.time(number as f64) as i64;
        cluster.load("t", [put], now).expect("it is written");
        loop {
            let wants = cluster.new_wants();
            if wants.is_empty() {
                break;
            }
            for want in wants {
                // What is refused changes nothing, and is asked for again after the next change.
                let _ = cluster.run(want, now, &mut ());
            }
        }
    }
    cluster.regions("t").skip(1).map(|region| region.start().to_vec()).collect()
}

/// Rows are counted up to some millions: then regions are cut at the same keys, byte by byte.
#[test]
fn what_is_computed_is_what_is_inserted() {
    let mut runner = TestRunner::deterministic();
    let plans = std::iter::repeat_with(|| plan().new_tree(&mut runner).expect("a plan").current());
    let (mut others, mut regions) = (String::new(), 0);
    for plan in plans.take(designs()) {
        let real = inserted(&plan);
        let computed = grow(&plan).cuts;
        regions += real.len() + 1;
        if real != computed {
            others +=
                &format!("{} {:?}\n  {real:02x?}\n  {computed:02x?}\n", plan.design.to_spec(), plan.settings[0].1);
        }
    }
    assert!(others.is_empty(), "not the same:\n{others}");
    assert!(regions > 3 * designs(), "{regions} regions of {} tables", designs());
}
