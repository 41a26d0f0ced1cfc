//! What an acknowledged write is worth: a server that dies at any atom, on a table whose writes are in the log and on one
//! that skips it. And what comes of a write whose answer is lost, so that its client asks again.

use splitpoint_lab::intent::{AdminIntent, Intent};
use splitpoint_lab::promise::Promise;
use splitpoint_lab::scenario;
use splitpoint_lab::search::{Interference, Options, Outcome, Search, Verdict};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::sim::world::World;
use splitpoint_lab::view::{Grain, ViewRequest};
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::query::{Get, Scan};

const TABLE: &str = "t";

/// A table with these attributes, and a client that is about to write one row.
fn session(attributes: &[(&str, &str)]) -> Session {
    let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let create = AdminIntent::Create {
        table: TABLE.into(),
        families: vec![("f".into(), Vec::new())],
        attributes,
        splits: Vec::new(),
    };
    let mut session = Session::new();
    session.submit(0, Intent::Admin(create)).expect("the table can be made");
    play(&mut session);
    session.set_background(false);
    let cells = vec![("f".into(), b"q".to_vec(), None, b"v".to_vec())];
    let insert = Intent::Insert { table: TABLE.into(), row: b"a".to_vec(), cells };
    session.submit(0, insert).expect("a row can be asked for");
    session
}

/// Goes on to the end, and collects the sentences.
fn play(session: &mut Session) -> Vec<String> {
    let mut told = Vec::new();
    while let Some(actor) = session.world().enabled().first().copied() {
        assert!(session.step_for(actor), "who can act acts");
        told.push(session.view(&ViewRequest::none()).sentence.text());
    }
    told
}

fn ends(attributes: &[(&str, &str)]) -> Vec<Outcome<()>> {
    let session = session(attributes);
    let options = Options::new(Grain::Cell).with(Interference::Admin(AdminIntent::Crash(0)));
    let promise = Promise::Acknowledged { table: TABLE.into() };
    Search::promising(session.world(), options, &|_: &World| (), vec![promise]).finish().expect("it is small")
}

#[test]
fn what_is_in_the_log_is_never_lost_whenever_the_server_dies() {
    for attributes in [&[][..], &[("DURABILITY", "SYNC_WAL")], &[("DURABILITY", "ASYNC_WAL")]] {
        assert!(ends(attributes).iter().all(|end| end.verdicts == [Verdict::Kept]), "{attributes:?}");
    }
}

#[test]
fn what_skips_the_log_is_lost_in_some_orders() {
    let ends = ends(&[("DURABILITY", "SKIP_WAL")]);
    assert!(ends.iter().any(|end| end.verdicts == [Verdict::Kept]), "the server may die before the answer");
    assert!(ends.iter().any(|end| matches!(end.verdicts[..], [Verdict::Broken { .. }])));
}

#[test]
fn the_loss_is_told() {
    let mut session = session(&[("DURABILITY", "SKIP_WAL")]);
    session.set_grain(Grain::Cell);
    let mut told = play(&mut session);
    let strip = |session: &Session| session.view(&ViewRequest::none()).servers[0].log.summary();
    assert_eq!(strip(&session).as_deref(), Some("log: nothing of 1 cell in memory, as their table skips it"));
    session.submit(0, Intent::Admin(AdminIntent::Crash(0))).expect("a server can die");
    told.extend(play(&mut session));
    let tells = |words: &str| told.iter().filter(|sentence| sentence.contains(words)).count();
    assert_eq!(tells("out of the log, which t skips (SKIP_WAL)"), 1, "{told:#?}");
    assert_eq!(tells("loses 1 cell"), 1, "{told:#?}");
    assert_eq!(tells("back from the log"), 0, "{told:#?}");
}

/// Ada prepends a comment to the three that are there; an answer to her may be lost at any moment.
fn prepend(blind: bool) -> (World, Intent) {
    let mut session = Session::from_start(scenario::start("comments").expect("a start")).expect("it opens");
    session.set_background(false);
    let intent = Intent::Prepend {
        table: "comments".into(),
        check: ("c".into(), b"text".to_vec()),
        cells: vec![("c".into(), b"text".to_vec(), b"by Ada".to_vec())],
        blind,
        highest: 20,
    };
    session.submit(0, intent.clone()).expect("it can be asked for");
    (session.world().clone(), intent)
}

fn rows(world: &World) -> usize {
    let mut cluster = world.cluster().clone();
    let request = Request::Scan("comments".into(), Scan::default());
    let answer = Client::new(99).run(&mut cluster, request, world.clock().now(), &mut ()).expect("a scan is answered");
    let Response::Rows { results, .. } = answer else { panic!("a scan answers with rows") };
    results.iter().filter(|row| row.value(b"c", b"text") == Some(b"by Ada")).count()
}

#[test]
fn a_check_and_put_whose_answer_is_lost_meets_its_own_write_and_writes_again() {
    for (blind, ends) in [(false, vec![1, 2]), (true, vec![1])] {
        let (world, _) = prepend(blind);
        let options = Options::new(Grain::Cell).with(Interference::LoseAnswer(0));
        let outcomes = Search::new(&world, options, &rows).finish().expect("it is small");
        let found: Vec<usize> = outcomes.iter().map(|outcome| outcome.judgement).collect();
        assert_eq!(found, ends, "blind: {blind}: a put that is repeated writes the same cell");
    }
}

#[test]
fn an_increment_whose_answer_is_lost_counts_once() {
    let mut session = session(&[]);
    play(&mut session);
    session.speak(&LANGUAGE);
    session.submit(0, Intent::LoseAnswer).expect("an answer can be lost");
    let memory = |session: &Session| session.view(&ViewRequest::none()).clients[0].memory.clone();
    assert_eq!(memory(&session).len(), 1, "it is announced");
    let text = "incr 't', 'a', 'f:n'\n".to_owned();
    let script = Intent::Script { language: "hbase".into(), text, line: 1, width: 0 };
    session.submit(0, script).expect("it can be asked for");
    session.set_grain(Grain::Cell);
    let told = play(&mut session);
    assert_eq!(told.iter().filter(|sentence| sentence.contains("attempt 1")).count(), 1, "{told:#?}");
    assert!(memory(&session).is_empty(), "it is lost once");
    let mut cluster = session.world().cluster().clone();
    let get = Request::Get(TABLE.into(), Get::new(b"a".as_slice()));
    let answer = Client::new(99).run(&mut cluster, get, session.world().clock().now(), &mut ());
    let Ok(Response::Row(row)) = answer else { panic!("a Get answers with a row") };
    assert_eq!(row.value(b"f", b"n"), Some(1_i64.to_be_bytes().as_slice()));
}
