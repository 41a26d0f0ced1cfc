//! The claims of the first article, over every order.

use splitpoint_lab::intent::{AdminIntent, Intent};
use splitpoint_lab::promise::Promise;
use splitpoint_lab::scenario;
use splitpoint_lab::search::{Choice, End, Interference, Options, Outcome, Search, Verdict, explore};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::world::{Actor, LETTERS, World};
use splitpoint_lab::view::Grain;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::query::Scan;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Clients that all prepend a comment with their letter, nothing else going on.
fn race(clients: u8, blind: bool) -> World {
    session(clients, blind).world().clone()
}

fn session(clients: u8, blind: bool) -> Session {
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
    session
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

fn letters(witness: &[Choice]) -> String {
    let letter = |choice: &Choice| match choice {
        Choice::Step(actor) => actor.letter(),
        Choice::Interference(_) => None,
    };
    witness.iter().filter_map(letter).collect()
}

fn search(world: &World, grain: Grain) -> Vec<Outcome<String>> {
    Search::new(world, Options::new(grain), &comments).finish().expect("the world is small")
}

#[test]
fn every_order_of_two_check_and_puts_keeps_both_comments() {
    for grain in [Grain::Rpc, Grain::Cell] {
        let ends = search(&race(2, false), grain);
        let kept: Vec<&str> = ends.iter().map(|end| end.judgement.as_str()).collect();
        assert_eq!(kept, ["AB", "BA"], "at {grain:?}");
        assert!(ends.iter().all(|end| end.end == End::Done));
        assert_eq!(ends[0].orders, ends[1].orders, "neither client is favoured at {grain:?}");
    }
}

#[test]
fn some_order_of_two_plain_puts_loses_a_comment() {
    for grain in [Grain::Rpc, Grain::Cell] {
        let ends = search(&race(2, true), grain);
        let lost: Vec<_> = ends.iter().filter(|end| end.judgement.len() == 1).collect();
        assert_eq!(lost.len(), 2, "either can be lost at {grain:?}: {ends:?}");
        assert!(ends.iter().any(|end| end.judgement.len() == 2), "some order keeps both");
    }
    // Scan, scan, put, put: whoever puts last wins. Two round trips each, and no shorter way.
    let ends = search(&race(2, true), Grain::Rpc);
    let shown: Vec<(&str, Option<u128>, String)> =
        ends.iter().map(|end| (end.judgement.as_str(), end.orders, letters(&end.witness))).collect();
    assert_eq!(
        shown,
        [
            ("A", Some(2), "ABBA".to_owned()),
            ("AB", Some(1), "BBAA".to_owned()),
            ("B", Some(2), "ABAB".to_owned()),
            ("BA", Some(1), "AABB".to_owned()),
        ]
    );
}

#[test]
fn every_order_of_three_check_and_puts_keeps_all_three() {
    for grain in [Grain::Rpc, Grain::Cell] {
        let ends = search(&race(3, false), grain);
        assert_eq!(ends.len(), 6, "all sequences of three are possible at {grain:?}");
        for end in &ends {
            assert_eq!((end.end, end.judgement.len()), (End::Done, 3), "{end:?}");
        }
        assert!(ends.iter().all(|end| end.orders == ends[0].orders), "no client is favoured at {grain:?}");
    }
}

#[test]
fn counting_by_states_agrees_with_walking_every_order() {
    for (clients, blind) in [(2, false), (2, true), (3, false)] {
        let world = race(clients, blind);
        let mut walked: BTreeMap<String, (u128, usize)> = BTreeMap::new();
        explore::<Promise>(&world, &Options::new(Grain::Rpc), Vec::new(), &mut |end, _, _, order| {
            let (ways, shortest) = walked.entry(comments(end)).or_insert((0, usize::MAX));
            *ways += 1;
            *shortest = order.len().min(*shortest);
            ControlFlow::Continue(())
        });
        let counted = search(&world, Grain::Rpc).into_iter();
        let counted = counted.map(|end| (end.judgement, (end.orders.expect("a number"), end.witness.len())));
        assert_eq!(walked, counted.collect());
    }
}

/// One server dies at any atom of a race, and what the servers do about it goes on beside the clients.
#[test]
fn a_crash_at_any_atom_loses_no_comment_that_was_acknowledged() {
    let all = |ends: &[Outcome<String>]| ends.iter().filter_map(|end| end.orders).sum::<u128>();
    let world = race(2, false);
    let quiet = all(&search(&world, Grain::Cell));
    for server in 0..2 {
        let crash = Interference::Admin(AdminIntent::Crash(server));
        let options = Options::new(Grain::Cell).with(crash);
        let promise = Promise::Acknowledged { table: "comments".into() };
        let ends = Search::promising(&world, options, &comments, vec![promise]).finish().expect("the world is small");
        assert!(all(&ends) > 100 * quiet, "it comes at every atom");
        for end in &ends {
            assert_eq!((end.end, &end.verdicts[..]), (End::Done, &[Verdict::Kept][..]), "{end:?}");
        }
    }
}

/// Follows a witness in a session, as a person would click it.
fn follow(mut session: Session, grain: Grain, witness: &[Choice]) -> World {
    session.set_grain(grain);
    for choice in witness {
        match choice {
            Choice::Step(Actor::Client(client)) => assert!(session.step_client(*client), "it can step"),
            Choice::Step(Actor::Job(job)) => assert!(session.step_job(*job), "it can step"),
            Choice::Interference(Interference::Background) => session.set_background(true),
            Choice::Interference(Interference::Admin(admin)) => {
                session.submit(0, Intent::Admin(admin.clone())).expect("it can be asked for");
            }
            Choice::Interference(Interference::LoseAnswer(client)) => {
                session.submit(*client, Intent::LoseAnswer).expect("it can be asked for");
            }
        }
        // At the finest grain a session stands within the events of an atom.
        session.last();
    }
    session.world().clone()
}

#[test]
fn every_witness_ends_as_it_says() {
    let key = |number: i64| Some(splitpoint_model::bytes::from_long(number).to_vec());
    let flush = Interference::Admin(AdminIntent::Flush("comments".into(), key(18)));
    let split = Interference::Admin(AdminIntent::Split { table: "comments".into(), region: None, at: key(18) });
    let crash = Interference::Admin(AdminIntent::Crash(0));
    for blind in [false, true] {
        let world = race(2, blind);
        let state = |world: &World| {
            let files = world.cluster().regions("comments").map(|region| region.size_bytes() > 0).collect::<Vec<_>>();
            (comments(world), files)
        };
        for grain in [Grain::Cell, Grain::Rpc] {
            let (lost, background) = (Interference::LoseAnswer(1), Interference::Background);
            for interference in [None, Some(&flush), Some(&split), Some(&crash), Some(&lost), Some(&background)] {
                let options =
                    Options { interferences: interference.cloned().into_iter().collect(), ..Options::new(grain) };
                let ends = Search::new(&world, options, &state).finish().expect("the world is small");
                assert!(ends.len() > 1);
                for end in ends {
                    let mut last = world.clone();
                    assert!(end.witness.iter().all(|choice| choice.take(&mut last, grain)));
                    assert_eq!(state(&last), end.judgement, "in a world");
                    let session = follow(session(2, blind), grain, &end.witness);
                    assert_eq!(state(&session), end.judgement, "in a session");
                    assert!(session.is_done() && end.end == End::Done);
                }
            }
        }
    }
}
