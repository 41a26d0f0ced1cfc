//! The claims of the first article, over every schedule.

use splitpoint_lab::intent::Intent;
use splitpoint_lab::scenario;
use splitpoint_lab::search::{Outcome, explore, outcomes};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::world::{Actor, LETTERS, World};
use splitpoint_lab::view::Grain;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::query::Scan;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Clients that all prepend a comment with their letter, nothing else going on.
fn race(clients: u8, blind: bool) -> World {
    let mut session = Session::from_start(scenario::start("comments").expect("a scenario")).expect("a start");
    session.set_background(false);
    while session.clients() < clients {
        session.add_client();
    }
    for client in 0..clients {
        let text = LETTERS[usize::from(client)].to_string().into_bytes();
        let intent = Intent::Prepend {
            table: "comments".into(),
            check: ("c".into(), b"text".to_vec()),
            cells: vec![("c".into(), b"text".to_vec(), text)],
            blind,
            highest: 20,
        };
        session.submit(client, intent).expect("a prepend can be asked for");
    }
    session.world().clone()
}

/// Which comments of the racing clients are in the table, from the first row on.
fn comments(world: &World) -> String {
    let mut cluster = world.cluster().clone();
    let request = Request::Scan("comments".into(), Scan::default());
    let answer = Client::new(99).run(&mut cluster, request, world.clock().now(), &mut ()).expect("a scan is answered");
    let Response::Rows { results, .. } = answer else { panic!("a scan answers with rows") };
    let texts = results.iter().filter_map(|result| result.value(b"c", b"text"));
    texts.filter(|text| text.len() == 1).map(|text| char::from(text[0])).collect()
}

fn letters(witness: &[Actor]) -> String {
    witness.iter().filter_map(|actor| actor.letter()).collect()
}

fn search(world: &World, grain: Grain) -> Vec<Outcome<String>> {
    outcomes(world, grain, 2_000_000, &comments).expect("the world is small")
}

#[test]
fn every_schedule_of_two_check_and_puts_keeps_both_comments() {
    for grain in [Grain::Rpc, Grain::Cell] {
        let ends = search(&race(2, false), grain);
        let kept: Vec<&str> = ends.iter().map(|end| end.judgement.as_str()).collect();
        assert_eq!(kept, ["AB", "BA"], "at {grain:?}");
        let ways: Vec<u128> = ends.iter().map(|end| end.schedules).collect();
        assert_eq!(ways[0], ways[1], "neither client is favoured: {ways:?} at {grain:?}");
    }
}

#[test]
fn some_schedule_of_two_plain_puts_loses_a_comment() {
    for grain in [Grain::Rpc, Grain::Cell] {
        let ends = search(&race(2, true), grain);
        let lost: Vec<_> = ends.iter().filter(|end| end.judgement.len() == 1).collect();
        assert_eq!(lost.len(), 2, "either can be lost at {grain:?}: {ends:?}");
        assert!(ends.iter().any(|end| end.judgement.len() == 2), "some schedule keeps both");
    }
    // Scan, scan, put, put: whoever puts last wins. Two round trips each, and no shorter way.
    let ends = search(&race(2, true), Grain::Rpc);
    let shown: Vec<(&str, u128, String)> =
        ends.iter().map(|end| (end.judgement.as_str(), end.schedules, letters(&end.witness))).collect();
    assert_eq!(
        shown,
        [
            ("A", 2, "ABBA".to_owned()),
            ("AB", 1, "BBAA".to_owned()),
            ("B", 2, "ABAB".to_owned()),
            ("BA", 1, "AABB".to_owned()),
        ]
    );
}

#[test]
fn every_schedule_of_three_check_and_puts_keeps_all_three() {
    let ends = search(&race(3, false), Grain::Rpc);
    assert_eq!(ends.len(), 6, "all orders of three are possible");
    for end in &ends {
        assert_eq!(end.judgement.len(), 3, "{end:?}");
    }
}

#[test]
fn counting_by_states_agrees_with_walking_every_schedule() {
    for (clients, blind) in [(2, false), (2, true), (3, false)] {
        let world = race(clients, blind);
        let mut walked: BTreeMap<String, (u128, usize)> = BTreeMap::new();
        let flow = explore(&world, Grain::Rpc, &mut |end, schedule| {
            let (ways, shortest) = walked.entry(comments(end)).or_insert((0, usize::MAX));
            *ways += 1;
            *shortest = schedule.len().min(*shortest);
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        let counted = search(&world, Grain::Rpc).into_iter();
        let counted = counted.map(|end| (end.judgement, (end.schedules, end.witness.len())));
        assert_eq!(walked, counted.collect());
    }
}
