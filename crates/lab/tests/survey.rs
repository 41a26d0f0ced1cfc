//! Every order of what clients were asked for, as a reader asks for it and sees it.

use splitpoint_lab::intent::{Intent, RowMutation};
use splitpoint_lab::promise::Promise;
use splitpoint_lab::scenario;
use splitpoint_lab::search::Status;
use splitpoint_lab::session::{Begin, Between, Saved, Session, Survey, SurveyRequest};
use splitpoint_lab::view::{Grain, KeyNotation, OrdersView, ViewRequest};

fn comments() -> Session {
    let mut session = Session::from_start(scenario::start("comments").expect("a scenario")).expect("a start");
    session.set_background(false);
    session
}

fn prepend(blind: bool, text: &str) -> Intent {
    Intent::Prepend {
        table: "comments".into(),
        check: ("c".into(), b"text".to_vec()),
        cells: vec![("c".into(), b"text".to_vec(), text.as_bytes().to_vec())],
        blind,
        highest: 20,
    }
}

/// Ada and Ben prepend, one after the other, as forms send them.
fn race(blind: bool) -> Session {
    let mut session = comments();
    for (client, text) in [(0, "by Ada"), (1, "by Ben")] {
        session.submit(client, prepend(blind, text)).expect("it can be asked for");
        session.step_client(client);
    }
    session
}

fn question(begin: Begin) -> SurveyRequest {
    SurveyRequest {
        begin,
        grain: Grain::Rpc,
        between: Vec::new(),
        must: vec![(String::new(), Promise::Acknowledged { table: "comments".to_owned() })],
        table: "comments".to_owned(),
    }
}

fn request() -> ViewRequest {
    ViewRequest { table: "comments".into(), window: 0..50, old_versions: false, notation: KeyNotation::Fields }
}

fn search(session: &Session, question: SurveyRequest) -> (Survey, OrdersView) {
    let mut survey = session.survey(question).expect("two clients take part");
    while survey.run(100).status == Status::Going {}
    let view = session.orders(&survey, &request());
    (survey, view)
}

fn titles(view: &OrdersView) -> Vec<&str> {
    view.outcomes.iter().map(|outcome| outcome.title.as_str()).collect()
}

fn letters(view: &OrdersView, title: &str) -> String {
    let outcome = view.outcomes.iter().find(|outcome| outcome.title == title).expect("there is such an outcome");
    outcome.calls.iter().map(|call| call.letter.unwrap_or('-')).collect()
}

#[test]
fn the_race_is_tried_from_before_it_began() {
    let session = race(true);
    let (_, view) = search(&session, question(Begin::Before));
    assert_eq!(view.title, "6 orders of 2 clients, 4 outcomes");
    assert_eq!(
        titles(&view),
        ["Ben’s write is lost", "Ada’s write is lost", "Both are there, Ada’s on top", "Both are there, Ben’s on top"]
    );
    let shares: Vec<Option<u32>> = view.outcomes.iter().map(|outcome| outcome.share).collect();
    assert_eq!(shares, [Some(333), Some(333), Some(167), Some(167)]);
    assert_eq!(letters(&view, "Ada’s write is lost"), "ABAB");
    assert_eq!(letters(&view, "Both are there, Ben’s on top"), "AABB");
    let promise = &view.promises[0];
    assert_eq!(
        (promise.text.as_str(), promise.kept, promise.broken),
        ("every acknowledged write stays", false, Some(667))
    );
    let lost = &view.outcomes[1];
    assert_eq!(lost.kept, [false]);
    let rows: Vec<_> = lost.rows.iter().map(|row| (row.key.as_str(), row.value.as_str(), row.writer)).collect();
    assert_eq!(rows, [("17", "by Ben", Some('B'))]);
    assert_eq!(lost.calls[0].text, "scan first row → 18");
}

#[test]
fn from_here_nothing_can_be_saved_any_more() {
    let session = race(true);
    // Both have read 18.
    let (_, view) = search(&session, question(Begin::Here));
    assert_eq!(view.title, "2 orders of 2 clients, 2 outcomes");
    assert_eq!(titles(&view), ["Ben’s write is lost", "Ada’s write is lost"]);
}

#[test]
fn a_race_that_is_over_can_be_tried_too() {
    let mut session = race(false);
    while session.next() {}
    assert_eq!(session.contenders(Begin::Here).len(), 0, "nobody is at work any more");
    assert!(session.survey(question(Begin::Here)).is_none());
    let contenders = session.contenders(Begin::Before);
    let asked: Vec<_> = contenders.iter().map(|one| (one.letter, one.asked.join("; "))).collect();
    assert_eq!(asked, [('A', "prepend to comments".to_owned()), ('B', "prepend to comments".to_owned())]);
    let (_, view) = search(&session, question(Begin::Before));
    assert_eq!(titles(&view), ["Both are there, Ada’s on top", "Both are there, Ben’s on top"]);
    assert!(view.promises[0].kept);
}

#[test]
fn one_client_alone_has_one_order() {
    let mut session = comments();
    session.submit(0, prepend(true, "alone")).expect("it can be asked for");
    assert_eq!(session.contenders(Begin::Before).len(), 1);
    assert!(session.survey(question(Begin::Before)).is_none());
}

/// Every outcome can be opened, at every grain and with anything in between: then the session ends as it says.
#[test]
fn an_outcome_becomes_a_branch_of_its_name() {
    for grain in [Grain::Operation, Grain::Rpc, Grain::Cell] {
        for between in [Vec::new(), vec![Between::Crash(0)], vec![Between::Split, Between::Flush]] {
            let mut session = race(true);
            let (survey, view) = search(&session, SurveyRequest { grain, between, ..question(Begin::Before) });
            assert!(view.complete && !view.outcomes.is_empty(), "{view:?}");
            for outcome in &view.outcomes {
                assert!(session.open_order(&survey, outcome.index, &outcome.title));
                session.last();
                let shown = session.view(&request());
                for row in &outcome.rows {
                    let line = shown.lines.iter().find(|line| line.row.first().is_some_and(|key| key.text == row.key));
                    assert!(line.is_some_and(|line| line.value == row.value), "{grain:?} {row:?} in {outcome:?}");
                }
                let name = &shown.timeline.branches[shown.timeline.branch].title;
                assert!(view.outcomes.iter().any(|other| other.title == *name) || name.starts_with("A: "), "{name}");
            }
        }
    }
}

#[test]
fn a_name_is_kept_with_its_branch() {
    let mut session = race(true);
    let (survey, view) = search(&session, question(Begin::Before));
    let last = view.outcomes.last().expect("there are outcomes");
    assert!(session.open_order(&survey, last.index, &last.title));
    session.name_branch(0, "  the first  ");
    let text = session.save().to_text();
    let saved = splitpoint_lab::session::Saved::from_text(&text).expect("it can be read");
    let restored = Session::restore(&saved, None).expect("there is a start");
    assert!(restored.divergences.is_empty());
    let names = |session: &Session| -> Vec<String> {
        session.view(&request()).timeline.branches.into_iter().map(|branch| branch.title).collect()
    };
    assert_eq!(names(&restored.session), ["the first", last.title.as_str()]);
    assert_eq!(names(&restored.session), names(&session));
}

#[test]
fn a_transaction_becomes_visible_at_once_to_every_reader() {
    let mut session = comments();
    let key = |number: i64| splitpoint_model::bytes::from_long(number).to_vec();
    let put = |number, text: &str| RowMutation::Put(key(number), "c".into(), b"text".to_vec(), text.into());
    let both = Intent::Transaction {
        table: "comments".into(),
        routing_row: key(18),
        mutations: vec![put(18, "one"), put(19, "two")],
        conditions: Vec::new(),
    };
    session.submit(0, both).expect("it can be asked for");
    session
        .submit(1, Intent::Get { table: "comments".into(), row: key(19), versions: 1 })
        .expect("it can be asked for");
    let offer = |session: &Session| -> Vec<String> {
        session.must_suggestions(&request()).into_iter().map(|(_, text)| text).collect()
    };
    let offered = offer(&session);
    assert_eq!(
        offered,
        [
            "comments: acknowledged",
            "comments: first row newest",
            "comments: together 18 c:text one, 19 c:text two",
            "comments: rows 3",
            "at most 2 calls",
        ]
    );
    for text in [offered[2].as_str(), "acknowledged", "rows 3"] {
        session.set_must(None, "", text, "comments").expect("it can be read");
    }
    session.set_must(None, "no calls at all", "at most 0 calls", "comments").expect("it can be read");
    assert_eq!(offer(&session), ["comments: first row newest", "at most 2 calls"]);
    let must = session.promises();
    let (_, view) = search(&session, SurveyRequest { grain: Grain::Cell, must, ..question(Begin::Before) });
    assert_eq!(titles(&view), ["Ada’s write is there"]);
    let kept: Vec<_> = view.promises.iter().map(|promise| (promise.text.as_str(), promise.kept)).collect();
    assert_eq!(
        kept,
        [
            ("its values are seen all or none", true),
            ("every acknowledged write stays", true),
            ("there are 3 rows", true),
            ("no calls at all", false),
        ]
    );
}

/// A race of two clients into the first table of an example: each puts twice, into a row of both and into one of its own.
fn example(id: &str) -> Option<Session> {
    let mut session = Session::from_start(scenario::start(id).expect("a scenario")).expect("a start");
    session.set_background(false);
    let table = session.world().cluster().tables().next()?.clone();
    let family = table.families.keys().next().expect("a family").to_string();
    for (client, name) in [(0, b'a'), (1, b'b')] {
        for row in [b'r', name] {
            let cells = vec![(family.clone(), b"q".to_vec(), None, vec![name])];
            let put = Intent::Insert { table: table.name.to_string(), row: vec![row; 24], cells };
            session.submit(client, put).expect("it can be asked for");
        }
        session.step_client(client);
    }
    Some(session)
}

/// A search that goes on elsewhere, in a session that was restored there from text, hands over how often and by which
/// choices worlds end. What is made of that here is what a search here finds.
#[test]
fn what_another_copy_has_found_says_the_same_here() {
    let mut told = 0;
    for session in scenario::EXAMPLES.iter().filter_map(|one| example(one.id)).chain([race(true), race(false)]) {
        let table = session.world().cluster().tables().next().expect("a table").name.to_string();
        for between in [vec![], vec![Between::Flush], vec![Between::Crash(0)], vec![Between::LoseAnswer(0)]] {
            let must = vec![
                (String::new(), Promise::Acknowledged { table: table.clone() }),
                (String::new(), Promise::Newest { table: table.clone() }),
            ];
            let question = SurveyRequest { between, must, table: table.clone(), ..question(Begin::Before) };
            let saved = Saved::from_text(&session.save().to_text()).expect("it is a session");
            let restored = Session::restore(&saved, None).expect("it can be restored");
            assert_eq!(restored.divergences, []);
            let mut there = restored.session.survey(question.clone()).expect("two clients take part");
            while there.run(100).status == Status::Going {}
            let mut here = session.survey(question.clone()).expect("two clients take part");
            here.run(7);
            assert!(here.apply_remote(&there.found(), there.progress()));
            assert_eq!(here.progress(), there.progress());
            let own = search(&session, question);
            let request = ViewRequest { table: table.as_str().into(), ..request() };
            assert_eq!(session.orders(&here, &request), session.orders(&own.0, &request));
            told += there.found().len();
        }
    }
    assert!(told > 30, "{told}");
}

#[test]
fn what_was_found_in_another_session_is_not_taken() {
    let (other, _) = search(&race(false), question(Begin::Before));
    let session = race(true);
    let mut here = session.survey(question(Begin::Before)).expect("two clients take part");
    let mut found = other.found();
    found.iter_mut().for_each(|found| found.places.extend([0; 40]));
    assert!(!here.apply_remote(&found, other.progress()));
    while here.run(100).status == Status::Going {}
    assert_eq!(session.orders(&here, &request()).title, "6 orders of 2 clients, 4 outcomes");
}
