//! What servers want to do by themselves is found by asking only the regions that were changed: the same as by asking all.

use proptest::prelude::*;
use splitpoint_lab::intent::{AdminIntent, Digits, Does, Intent, Plan, Repeat, Walk};
use splitpoint_lab::scenario;
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::world::Actor;
use splitpoint_model::bytes::from_long;
use std::sync::Arc;

const TABLE: &str = "comments";

fn inserts() -> impl Strategy<Value = Intent> {
    let walk = prop_oneof![
        Just(Walk::Step(-1)),
        Just(Walk::Step(7)),
        (0..9_u32).prop_map(|seed| Walk::Random { seed, among: 2_000 })
    ];
    (1..200_u32, walk, 0..4_u8, 1..3_u8).prop_map(|(times, walk, prefixes, clients)| {
        let does = Does::Insert { family: "c".into(), qualifier: "text".into(), bytes: 400 };
        let (table, digits) = (TABLE.to_owned(), Digits::Long);
        let plan = Plan { table, does, times, first: 5_000, walk, digits, prefixes, clients, rate: 0 };
        Intent::Repeat(Arc::new(Repeat::new(plan)))
    })
}

fn intent() -> impl Strategy<Value = Intent> {
    let row = || (0..7_000_i64).prop_map(|row| from_long(row).to_vec());
    let table = || TABLE.to_owned();
    let admin = prop_oneof![
        row().prop_map(move |row| AdminIntent::Flush(table(), Some(row))),
        any::<bool>().prop_map(move |major| AdminIntent::Compact(table(), None, major)),
        row().prop_map(move |at| AdminIntent::Split { table: table(), region: None, at: Some(at) }),
        (row(), row()).prop_map(move |(one, other)| AdminIntent::Merge(table(), one, other)),
        row().prop_map(move |row| AdminIntent::Move(table(), row)),
        Just(AdminIntent::Balance),
        (0..2_u8).prop_map(AdminIntent::Crash),
    ];
    prop_oneof![2 => inserts(), 1 => admin.prop_map(Intent::Admin)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 8, ..ProptestConfig::default() })]

    #[test]
    fn whoever_wants_something_is_asked(
        told in prop::collection::vec((0..2_u8, intent(), any::<bool>(), 0..400_usize, any::<u32>()), 1..6),
    ) {
        let mut session = Session::from_start(scenario::first()).expect("a start");
        for (client, intent, background, steps, lot) in told {
            session.set_background(background);
            // What is refused is refused; what was there before goes on.
            let _ = session.submit(client, intent);
            for step in 0..steps {
                let able = session.world().enabled();
                let Some(actor) = able.get((lot as usize).wrapping_mul(step + 1) % able.len().max(1)) else { break };
                match *actor {
                    Actor::Client(client) => session.step_client(client),
                    Actor::Job(job) => session.step_job(job),
                };
                let cluster = session.world().cluster();
                prop_assert_eq!(cluster.clone().new_wants(), cluster.wants());
            }
        }
    }
}
