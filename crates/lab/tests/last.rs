//! What a bisection counts is what it asked: of tables with any rows in any regions, its reads are done once more by hand.

use proptest::prelude::*;
use splitpoint_lab::intent::{AdminIntent, Intent, LastRowMethod};
use splitpoint_lab::session::Session;
use splitpoint_lab::view::{Grain, ViewRequest};
use splitpoint_model::bytes::from_long;
use std::collections::BTreeMap;

/// Atoms of one operation, at most.
const LIMIT: u32 = 100_000;

/// What a bisection has to ask of a table with these rows that is cut at these keys, both as unsigned numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Asked {
    probes: u64,
    /// Scanners that were opened on a region. Each is a call of its own, since one call brings all that is wanted.
    opened: u64,
    met: u64,
    last: Option<u64>,
}

/// Reads one row from a key on: in the region of the key, and in those after it until there is a row. Keys are doubled, so
/// that there is one between two of eight bytes.
fn probe(asked: &mut Asked, rows: &[u64], cuts: &[u64], from: u128) -> Option<u64> {
    let doubled = |key: &u64| u128::from(*key) * 2;
    let found = rows.iter().find(|row| doubled(row) >= from);
    let passed = cuts.iter().map(doubled).filter(|cut| *cut > from && found.is_none_or(|row| *cut <= doubled(row)));
    asked.opened += 1 + passed.count() as u64;
    asked.probes += 1;
    asked.met += u64::from(found.is_some());
    found.copied()
}

fn by_hand(rows: &[u64], cuts: &[u64]) -> Asked {
    let mut asked = Asked::default();
    let Some(mut low) = probe(&mut asked, rows, cuts, 0) else { return asked };
    let mut high = 1_u128 << 64;
    while high - u128::from(low) > 1 {
        let middle = u128::midpoint(u128::from(low), high);
        match probe(&mut asked, rows, cuts, middle * 2) {
            Some(row) => low = row,
            None => high = middle,
        }
    }
    // From what comes directly behind the last row: its bytes and a zero.
    probe(&mut asked, rows, cuts, u128::from(low) * 2 + 1);
    asked.last = Some(low);
    asked
}

fn table(rows: &[u64], cuts: &[u64]) -> Session {
    let mut session = Session::new();
    session.set_background(false);
    let key = |number: &u64| from_long(number.cast_signed()).to_vec();
    let families = vec![("c".to_owned(), Vec::new())];
    let splits = cuts.iter().map(key).collect();
    let create = AdminIntent::Create { table: "t".into(), families, attributes: Vec::new(), splits };
    assert_eq!(session.perform(0, Intent::Admin(create), LIMIT), Ok(true));
    for row in rows {
        let cells = vec![("c".to_owned(), b"n".to_vec(), None, b"v".to_vec())];
        assert_eq!(session.perform(0, Intent::Insert { table: "t".into(), row: key(row), cells }, LIMIT), Ok(true));
    }
    session
}

fn counters(session: &Session) -> BTreeMap<&'static str, [u64; 2]> {
    let cost = session.view(&ViewRequest::none()).cost;
    cost.counters.iter().map(|counter| (counter.name, [counter.value, counter.delta])).collect()
}

/// Compares the counters after the whole operation, and after each of its calls.
fn compare(rows: &[u64], cuts: &[u64]) -> Asked {
    let wanted = by_hand(rows, cuts);
    let mut session = table(rows, cuts);
    session.set_grain(Grain::Rpc);
    let method = LastRowMethod::Bisection(8);
    session.submit(0, Intent::LastRow { table: "t".into(), method }).expect("it is sent");
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    let mut steps = 0;
    while session.step_client(0) {
        steps += 1;
        for (name, [value, delta]) in counters(&session) {
            let sum = sums.entry(name).or_default();
            *sum += delta;
            assert_eq!(*sum, value, "{name} after call {steps}");
        }
        let [calls, regions] = ["RPC_CALLS", "REGIONS_SCANNED"].map(|name| counters(&session)[name]);
        assert_eq!(calls, [steps, 1], "a step is a call");
        // HBase's client counts a region as soon as it turns to it, and calls it then.
        assert!((steps..=steps + 1).contains(&regions[0]), "{regions:?} after call {steps}");
    }
    assert_eq!(sums["REGIONS_SCANNED"], wanted.opened, "{rows:?} cut at {cuts:?}");
    assert_eq!(steps, wanted.opened, "{rows:?} cut at {cuts:?}");
    let met = ["ROWS_SCANNED", "rows returned", "cells examined", "cells returned"];
    for name in met {
        assert_eq!(sums[name], wanted.met, "{name} of {rows:?} cut at {cuts:?}");
    }
    assert_eq!(sums["ROWS_FILTERED"], 0);
    let said = session.view(&ViewRequest::none()).sentence.text();
    match wanted.last {
        None => assert!(said.ends_with("the table is empty."), "{said}"),
        Some(_) => assert!(said.contains(&format!(": after {} reads, ", wanted.probes)), "{said}"),
    }
    wanted
}

#[test]
fn a_bisection_of_two_regions_counts_what_it_asks() {
    // All rows are in the second region, all in the first, and some in both.
    for rows in [&[30, 40, 50][..], &[3, 4, 5], &[3, 19, 20, 40]] {
        let asked = compare(rows, &[20]);
        assert!(asked.probes >= 65 && asked.opened >= asked.probes, "{asked:?}");
    }
    let asked = compare(&[3, 4, 5], &[20]);
    assert!(asked.opened > asked.probes, "what finds nothing in the first region goes on to the second: {asked:?}");
    assert_eq!(compare(&[], &[20]), Asked { probes: 1, opened: 2, ..Asked::default() });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_bisection_of_any_regions_counts_what_it_asks(
        rows in prop::collection::btree_set(prop_oneof![0..40_u64, any::<u64>()], 0..8),
        cuts in prop::collection::btree_set(prop_oneof![1..40_u64, 1..u64::MAX], 0..4),
    ) {
        let (rows, cuts): (Vec<u64>, Vec<u64>) = (rows.into_iter().collect(), cuts.into_iter().collect());
        compare(&rows, &cuts);
    }
}
