//! What was repeated beside the same over other prefixes: which branch that is, what each costs, and from either side.

use splitpoint_lab::intent::{Digits, Does, Intent, Plan, Repeat, Walk};
use splitpoint_lab::scenario;
use splitpoint_lab::session::Session;
use splitpoint_lab::view::{Grain, KeyNotation, Measure, SHADES, TwinView, ViewRequest};
use std::sync::Arc;

fn plan(prefixes: u8) -> Plan {
    Plan {
        table: "comments".into(),
        does: Does::Insert { family: "c".into(), qualifier: "text".into(), bytes: 100 },
        times: 300,
        first: 1000,
        walk: Walk::Step(-1),
        digits: Digits::Long,
        prefixes,
        clients: 1,
        rate: 0,
    }
}

fn repeat(session: &mut Session, plan: Plan) {
    assert_eq!(session.perform(0, Intent::Repeat(Arc::new(Repeat::new(plan))), 100_000), Ok(true));
}

fn request() -> ViewRequest {
    ViewRequest { table: "comments".into(), window: 0..10, old_versions: false, notation: KeyNotation::Fields }
}

fn twin(session: &Session) -> Option<TwinView> {
    session.stage().twin(&request(), Measure::Writes, &session.stage().heat(&request(), Measure::Writes))
}

fn bill(view: &TwinView) -> Vec<(&str, [&str; 2], Option<usize>)> {
    view.bill
        .iter()
        .map(|one| (one.title.as_str(), [one.values[0].as_str(), one.values[1].as_str()], one.less))
        .collect()
}

#[test]
fn each_of_two_runs_has_the_other_beside_it() {
    let mut session = Session::from_start(scenario::first()).expect("a start");
    session.set_grain(Grain::Operation);
    repeat(&mut session, plan(0));
    assert_eq!(twin(&session), None, "there is only one");
    let plain = session.stage().heat(&request(), Measure::Writes);
    assert!(session.undo_repeat());
    assert_eq!(twin(&session), None, "nothing was repeated yet here");
    repeat(&mut session, plan(4));
    let salted = session.stage().heat(&request(), Measure::Writes);
    let here = twin(&session).expect("the plain one");
    assert_eq!((here.own.as_str(), here.title.as_str(), here.branch), ("salted over 4", "without prefixes", 0));
    assert_eq!(here.heat, plain, "keys of another branch have no place in it");
    let told = bill(&here);
    assert_eq!(told[1], ("calls for the first row", ["4", "1"], Some(1)));
    assert_eq!(told[0].0, "hottest region, last 50");
    assert_eq!(told[0].2, Some(0), "salt spreads it: {told:?}");
    assert_eq!(told[2].1[1], plain.regions.len().to_string());

    session.branch(here.branch);
    session.last();
    let there = twin(&session).expect("the salted one");
    assert_eq!((there.own.as_str(), there.title.as_str(), there.branch), ("without prefixes", "salted over 4", 1));
    assert_eq!(there.heat, salted);
    let (mut one, mut other) = (plain.clone(), salted.clone());
    one.share_scale(&mut other);
    assert_eq!((one.most, other.most), (plain.most.max(salted.most), plain.most.max(salted.most)));
    let cells = || one.cells.iter().chain(&other.cells);
    for cell in cells() {
        assert!(cells().all(|beside| beside.amount <= cell.amount || beside.shade >= cell.shade), "in either map");
    }
    assert!(cells().filter(|cell| cell.amount == one.most).all(|cell| cell.shade == SHADES));
    let swapped: Vec<[&str; 2]> = told.iter().map(|(_, [own, other], _)| [*other, *own]).collect();
    assert_eq!(bill(&there).iter().map(|(_, values, _)| *values).collect::<Vec<_>>(), swapped);

    // In the midst of it both are shown after as many operations.
    session.seek(120);
    let earlier = twin(&session).expect("it was begun");
    assert_eq!(earlier.heat.requests, session.stage().heat(&request(), Measure::Writes).requests);
    assert!(earlier.heat.requests < salted.requests && there.is_whole && !earlier.is_whole);
}

#[test]
fn only_the_same_over_other_prefixes_is_a_twin() {
    let mut session = Session::from_start(scenario::first()).expect("a start");
    repeat(&mut session, plan(0));
    for other in [Plan { first: 900, ..plan(4) }, Plan { times: 10, ..plan(4) }] {
        assert!(session.undo_repeat());
        repeat(&mut session, other);
        assert_eq!(twin(&session), None);
    }
    assert!(session.undo_repeat());
    repeat(&mut session, plan(2));
    assert_eq!(twin(&session).map(|twin| twin.branch), Some(0));
    assert!(session.undo_repeat());
    repeat(&mut session, plan(8));
    let view = twin(&session).expect("the last one that is the same");
    assert_eq!(view.title, "salted over 2");
}
