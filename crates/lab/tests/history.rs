//! The state at any position is that of a fresh replay; grains are views of one schedule; what is saved comes back.

use proptest::prelude::*;
use splitpoint_lab::intent::{AdminIntent, DeleteWhat, Intent, Pages, Paging, RowMutation};
use splitpoint_lab::scenario::{self, Built, Forms, Start};
use splitpoint_lab::session::{Present, RestoreError, Restored, Restoring, Saved, Session};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::sim::world::Actor;
use splitpoint_lab::view::{Grain, ViewRequest};
use splitpoint_model::bytes::from_long;
use splitpoint_model::event::{CellVerdict, Event};
use std::cell::OnceCell;
use std::collections::BTreeMap;

const GRAINS: [Grain; 3] = [Grain::Operation, Grain::Rpc, Grain::Cell];

/// Something one can do with a session.
#[derive(Clone, Debug)]
enum Deed {
    Insert(u8, i64),
    Get(u8, i64),
    Prepend(u8),
    Pages(u8),
    Delete(u8, i64, bool),
    Transaction(u8, i64, i64),
    Script(u8, i64),
    Play(u8),
    Flush,
    Compact,
    Split(i64),
    Merge(i64, i64),
    Move(i64),
    Crash(u8),
    Cancel(u8),
    Step(u8),
    Job,
    Run(u8),
    Next,
    Back,
    NextOperation,
    BackOperation,
    Seek(u16),
    Undo,
    Branch(u8),
    SetGrain(u8),
    Background(bool),
    Marker,
    NextMarker,
    PreviousMarker,
}

fn deed() -> impl Strategy<Value = Deed> {
    let client = 0..3u8;
    let row = 15..22i64;
    prop_oneof![
        2 => (client.clone(), row.clone()).prop_map(|(client, row)| Deed::Insert(client, row)),
        1 => (client.clone(), row.clone()).prop_map(|(client, row)| Deed::Get(client, row)),
        2 => client.clone().prop_map(Deed::Prepend),
        1 => client.clone().prop_map(Deed::Pages),
        1 => (client.clone(), row.clone(), any::<bool>())
            .prop_map(|(client, row, whole)| Deed::Delete(client, row, whole)),
        1 => (client.clone(), row.clone(), row.clone())
            .prop_map(|(client, first, second)| Deed::Transaction(client, first, second)),
        2 => (client.clone(), row.clone()).prop_map(|(client, row)| Deed::Script(client, row)),
        1 => Just(Deed::Flush),
        1 => Just(Deed::Compact),
        1 => row.clone().prop_map(Deed::Split),
        1 => (row.clone(), row.clone()).prop_map(|(first, second)| Deed::Merge(first, second)),
        1 => row.prop_map(Deed::Move),
        1 => (0..2u8).prop_map(Deed::Crash),
        1 => client.clone().prop_map(Deed::Cancel),
        8 => client.clone().prop_map(Deed::Step),
        4 => Just(Deed::Job),
        2 => client.prop_map(Deed::Run),
        4 => Just(Deed::Next),
        4 => Just(Deed::Back),
        1 => Just(Deed::NextOperation),
        1 => Just(Deed::BackOperation),
        3 => any::<u16>().prop_map(Deed::Seek),
        1 => Just(Deed::Undo),
        1 => any::<u8>().prop_map(Deed::Branch),
        2 => (0..3u8).prop_map(Deed::SetGrain),
        1 => any::<bool>().prop_map(Deed::Background),
        1 => Just(Deed::Marker),
        1 => Just(Deed::NextMarker),
        1 => Just(Deed::PreviousMarker),
    ]
}

/// A deed, or a script that is so long that it goes in bursts.
fn long_deed() -> impl Strategy<Value = Deed> {
    prop_oneof![80 => deed(), 1 => (0..3u8).prop_map(Deed::Play)]
}

fn cell(text: &str) -> (String, Vec<u8>, Vec<u8>) {
    ("c".to_owned(), b"text".to_vec(), text.into())
}

fn perform(session: &mut Session, deed: &Deed) {
    let table = || "comments".to_owned();
    let key = |row: i64| from_long(row).to_vec();
    let mut submit = |client: u8, intent: Intent| {
        // A refusal is an answer like others.
        let _ = session.submit(client, intent);
    };
    match deed {
        Deed::Insert(client, row) => {
            let cells = vec![("c".to_owned(), b"text".to_vec(), None, b"x".to_vec())];
            submit(*client, Intent::Insert { table: table(), row: key(*row), cells });
        }
        Deed::Get(client, row) => submit(*client, Intent::Get { table: table(), row: key(*row), versions: 1 }),
        Deed::Prepend(client) => {
            let check = ("c".to_owned(), b"text".to_vec());
            let cells = vec![cell("p")];
            submit(*client, Intent::Prepend { table: table(), check, cells, blind: false, highest: 20 });
        }
        Deed::Pages(client) => {
            let pages = Pages {
                table: table(),
                start: Vec::new(),
                stop: Vec::new(),
                size: 2,
                pages: 3,
                by: Paging::Offset,
                reversed: false,
                caching: 1,
                batch: 0,
                columns: None,
                filter: String::new(),
            };
            submit(*client, Intent::Pages(pages));
        }
        Deed::Delete(client, row, whole) => {
            let text = DeleteWhat::Column("c".to_owned(), b"text".to_vec(), None);
            let cells = if *whole { Vec::new() } else { vec![text] };
            submit(*client, Intent::Delete { table: table(), row: key(*row), cells });
        }
        Deed::Transaction(client, first, second) => {
            let mutations = vec![
                RowMutation::Put(key(*first), "c".to_owned(), b"text".to_vec(), b"t".to_vec()),
                RowMutation::DeleteRow(key(*second)),
            ];
            let conditions = vec![(key(*first), "c".to_owned(), b"text".to_vec(), None)];
            submit(*client, Intent::Transaction { table: table(), routing_row: key(*first), mutations, conditions });
        }
        Deed::Script(client, row) => {
            let text = format!(
                "x = {row}\nhelp\n3.times {{ |i| put 'comments', \"#{{x}}#{{i}}\", 'c:text', i }}\nget 'comments', x\nflush 'comments'\n"
            );
            submit(*client, Intent::Script { language: "hbase".into(), text, line: 1, width: 0 });
        }
        Deed::Play(client) => {
            // Enough for a burst, and as the shell of somebody may wait, not to the end at any price.
            let text = "4100.times { |i| put 'comments', i % 7, 'c:text', i }\n";
            if let Ok(mut player) = session.script(*client, 0, text) {
                for _ in 0..8 {
                    if session.play(&mut player, 1_000) != Ok(false) {
                        break;
                    }
                }
            }
        }
        Deed::Flush => submit(0, Intent::Admin(AdminIntent::Flush(table(), None))),
        Deed::Compact => submit(0, Intent::Admin(AdminIntent::Compact(table(), None, true))),
        Deed::Split(row) => {
            submit(0, Intent::Admin(AdminIntent::Split { table: table(), region: None, at: Some(key(*row)) }));
        }
        Deed::Merge(first, second) => {
            submit(0, Intent::Admin(AdminIntent::Merge(table(), key(*first), key(*second))));
        }
        Deed::Move(row) => submit(0, Intent::Admin(AdminIntent::Move(table(), key(*row)))),
        Deed::Crash(server) => submit(0, Intent::Admin(AdminIntent::Crash(*server))),
        Deed::Cancel(client) => drop(session.cancel(*client)),
        Deed::Step(client) => drop(session.step_client(*client)),
        Deed::Job => {
            let job = session.world().jobs().next().map(|job| job.id());
            if let Some(job) = job {
                session.step_job(job);
            }
        }
        Deed::Run(client) => drop(session.run_client(*client, 200)),
        Deed::Next => drop(session.next()),
        Deed::Back => drop(session.back()),
        Deed::NextOperation => drop(session.next_operation()),
        Deed::BackOperation => drop(session.back_operation()),
        Deed::Seek(position) => {
            let total = total(session);
            session.seek(u64::from(*position) % (total + 1));
        }
        Deed::Undo => drop(session.undo()),
        Deed::Branch(branch) => {
            let branches = timeline(session).branches.len();
            session.branch(usize::from(*branch) % branches);
        }
        Deed::SetGrain(grain) => session.set_grain(GRAINS[usize::from(*grain)]),
        Deed::Background(background) => session.set_background(*background),
        Deed::Marker => session.add_marker("here"),
        Deed::NextMarker => drop(session.next_marker()),
        Deed::PreviousMarker => drop(session.previous_marker()),
    }
}

fn timeline(session: &Session) -> splitpoint_lab::view::TimelineView {
    session.stage().timeline(&|_, row| format!("{row:?}"))
}

fn total(session: &Session) -> u64 {
    timeline(session).total
}

/// The start of all sessions here, made once.
fn begin() -> (Start, Built) {
    thread_local! {
        static MADE: OnceCell<(Start, Built)> = const { OnceCell::new() };
    }
    MADE.with(|made| {
        let make = || {
            let start = scenario::start("comments").expect("a scenario");
            let built = start.build().finish().expect("a start");
            (start, built)
        };
        made.get_or_init(make).clone()
    })
}

fn session() -> Session {
    let (start, built) = begin();
    let mut session = Session::from_built(start, built);
    session.speak(&LANGUAGE);
    session.add_client();
    session
}

fn replayed(session: &Session) -> Session {
    let (start, built) = begin();
    let saved = Saved::from_text(&session.save().to_text()).expect("what was written is read");
    assert_eq!(Saved::from_link(&saved.to_link()).as_ref(), Ok(&saved));
    let Restored { session, divergences } = Session::restore_on(&saved, start, built, Some(&LANGUAGE));
    assert_eq!(divergences, [], "what was decided can be decided again");
    assert_eq!(session.save().to_text(), saved.to_text(), "what is restored is kept as it was");
    session
}

/// Everything that can be seen of two sessions is the same.
fn assert_same(left: &Session, right: &Session) {
    assert!(left.world() == right.world(), "the worlds differ");
    assert_eq!(left.moment(), right.moment());
    assert_eq!(timeline(left), timeline(right));
    let keys = |_: &str, row: &[u8]| format!("{row:?}");
    assert_eq!(left.stage().sentence(&keys), right.stage().sentence(&keys));
    assert_eq!(left.stage().cost(&keys), right.stage().cost(&keys));
    for client in 0..left.clients() {
        assert_eq!(
            left.stage().entries(Actor::Client(client), 40, &keys),
            right.stage().entries(Actor::Client(client), 40, &keys)
        );
        assert_eq!(left.stage().memory(client, &keys), right.stage().memory(client, &keys));
    }
    let request =
        ViewRequest { table: "comments".into(), window: 0..30, old_versions: true, notation: Default::default() };
    assert_eq!(left.view(&request), right.view(&request));
}

/// The counters at the cursor: names, values, and how much of them came with the step.
fn counted(session: &Session) -> Vec<(&'static str, u64, u64)> {
    let cost = session.stage().cost(&|_, row| format!("{row:?}"));
    cost.counters.iter().map(|counter| (counter.name, counter.value, counter.delta)).collect()
}

/// Counters grow with each step by what the step did, and come to what the log says.
fn assert_counted(session: &mut Session) {
    for grain in GRAINS {
        session.set_grain(grain);
        session.last();
        let mut before: BTreeMap<Option<Actor>, Vec<u64>> = BTreeMap::new();
        let mut calls: BTreeMap<Option<Actor>, &'static str> = BTreeMap::new();
        for position in 1..=total(session) {
            session.seek(position);
            let counted = counted(session);
            let moment = session.moment();
            let began: Vec<u64> = counted.iter().map(|(_, value, delta)| value - delta).collect();
            let went_on = before.get(&moment.actor).is_some_and(|before| *before == began);
            assert!(
                went_on || began.iter().all(|value| *value == 0),
                "{grain:?} {position}: {counted:?} after {before:?}"
            );
            before.insert(moment.actor, counted.iter().map(|(_, value, _)| *value).collect());
            if grain == Grain::Cell {
                let event = moment.events.last();
                if let Some(Event::RpcSent { call, .. }) = event {
                    calls.insert(moment.actor, call.name);
                }
                // What a write looks at first belongs to no read.
                let reads = matches!(calls.get(&moment.actor), Some(&("get" | "scan")));
                let expected = match event {
                    Some(Event::RpcSent { .. }) => "RPC_CALLS",
                    Some(Event::CellVisited { .. }) if reads => "cells examined",
                    Some(Event::BlockRead { .. }) if reads => "blocks read",
                    Some(Event::RowFiltered { .. }) if reads => "ROWS_FILTERED",
                    _ => "",
                };
                for name in ["RPC_CALLS", "cells examined", "blocks read", "ROWS_FILTERED"] {
                    let delta = counted.iter().find(|(other, ..)| *other == name).map(|(_, _, delta)| *delta);
                    assert_eq!(delta, Some(u64::from(name == expected)), "{name} at {position}: {event:?}");
                }
            }
        }
    }
}

/// A scanner that was open before a write passes over its cells, and has looked at them.
#[test]
fn a_cell_that_is_too_new_for_a_read_is_counted_as_examined() {
    let mut session = session();
    for deed in [Deed::Pages(1), Deed::Step(1), Deed::Delete(0, 19, false), Deed::Run(0), Deed::Step(1)] {
        perform(&mut session, &deed);
    }
    assert_counted(&mut session);
    let is_too_new = |event: &Event| matches!(event, Event::CellVisited { verdict: CellVerdict::NotYetVisible, .. });
    session.set_grain(Grain::Cell);
    let met = (1..=total(&session)).any(|position| {
        session.seek(position);
        session.moment().events.last().is_some_and(is_too_new)
    });
    assert!(met);
}

/// A loop and a script are asked for at once, so what they cost is one sum; and so in one step as in many.
#[test]
fn what_is_asked_for_at_once_is_summed() {
    let value = |session: &Session, name: &str| {
        counted(session).into_iter().find(|(other, ..)| *other == name).map(|(_, value, delta)| (value, delta))
    };
    let played = |text: &str| {
        let mut session = session();
        session.set_grain(Grain::Operation);
        let mut player = session.script(0, 0, text).expect("it can be read");
        while session.play(&mut player, 1_000) == Ok(false) {}
        session
    };
    let title = |session: &Session| session.stage().cost(&|_, row| format!("{row:?}")).title;
    let session = played("4.times { scan 'comments' }\n");
    assert_eq!(title(&session), "A · 4.times { scan 'comments' }");
    assert_eq!(value(&session, "RPC_CALLS"), Some((8, 2)), "two regions, four times");
    assert_eq!(value(&session, "rows returned"), Some((12, 3)));
    let session = played("scan 'comments'\n# again\nscan 'comments'\nscan 'comments'\n");
    assert_eq!(title(&session), "A · scan 'comments' and 2 lines more");
    assert_eq!(value(&session, "RPC_CALLS"), Some((6, 2)));
    // Calls of one scanner are counted once, also where other commands follow.
    let session = played("scan 'comments', {CACHE => 1}\nput 'comments', 'x', 'c:text', 1\nget 'comments', 'x'\n");
    assert_eq!(value(&session, "rows returned"), Some((4, 1)));
    // So long that it goes in bursts.
    let session = played("9000.times { |i| get 'comments', i }\n");
    assert_eq!(value(&session, "RPC_CALLS").map(|(value, _)| value), Some(9_000));
    assert_eq!(title(&session), "A · 9000.times { |i| get 'comments', i }");
    // The next thing begins anew.
    let mut session = session;
    perform(&mut session, &Deed::Insert(0, 3));
    session.run_client(0, 100);
    assert_eq!(value(&session, "RPC_CALLS"), Some((1, 1)));
}

/// Of every form of every start.
#[test]
fn forms_cost_what_the_log_says() {
    for start in scenario::starts() {
        let built = start.build().finish().expect("a start");
        for table in start.tables.iter() {
            let Forms { insert, prepend, last_row, get, pages, transaction, delete, .. } = table.forms.clone();
            let forms = [insert, prepend, last_row, get, pages, transaction, delete];
            for intent in forms.into_iter().flatten() {
                let mut session = Session::from_built(start.clone(), built.clone());
                println!("{} {intent:?}", start.title);
                for client in 0..2 {
                    session.submit(client, intent.clone()).expect("forms begin with what is taken");
                    session.run_client(client, 300);
                }
                assert_counted(&mut session);
            }
        }
    }
}

/// What could not be done is no decision, so it may leave no trace: a replay would not have it.
#[test]
fn a_cancel_of_nothing_changes_nothing() {
    let mut session = session();
    for deed in [Deed::Flush, Deed::Flush, Deed::Run(0)] {
        perform(&mut session, &deed);
    }
    assert!(!session.cancel(0), "nothing runs");
    assert_same(&session, &replayed(&session));
}

/// A cursor that was taken back stands behind what was asked for next, since lanes show it.
#[test]
fn what_is_asked_for_in_the_past_takes_the_place_of_what_came_then() {
    let mut session = session();
    let insert = |row: i64| {
        let cells = vec![("c".to_owned(), b"text".to_vec(), None, b"hello".to_vec())];
        Intent::Insert { table: "comments".into(), row: from_long(row).to_vec(), cells }
    };
    let request =
        ViewRequest { table: "comments".into(), window: 0..30, old_versions: true, notation: Default::default() };
    let upcoming = |session: &Session| -> Vec<bool> {
        session.view(&request).clients.iter().map(|client| client.upcoming).collect()
    };
    let rows = |session: &Session| -> Vec<u8> {
        let view = session.view(&request);
        view.lines.iter().map(|line| line.row_key[7]).filter(|row| *row < 10).collect()
    };
    let here = session.position();
    assert!(session.perform(0, insert(1), 100).expect("it is sent"));
    let after = session.position();
    session.submit(1, insert(2)).expect("it is sent");
    session.submit(0, insert(3)).expect("it is sent");
    assert_eq!(upcoming(&session), [false; 3], "the end of a branch has no future");
    assert!(session.run_client(0, 100) && session.run_client(1, 100));
    session.seek(after);
    assert_eq!(upcoming(&session), [true, true, false]);

    // What another client was asked for stays.
    assert!(session.perform(0, insert(4), 100).expect("it is sent"));
    assert!(session.run_client(1, 100));
    assert_eq!(branches(&session), 2);
    assert_same(&session, &replayed(&session));
    assert_eq!(rows(&session), [1, 2, 4]);

    // The same once more is what came then, and no branch of its own.
    session.seek(after);
    session.ask(0, insert(4)).expect("it is sent");
    assert_eq!(branches(&session), 2);

    // So does a script.
    session.seek(after);
    let script = r#"put 'comments', "\x00\x00\x00\x00\x00\x00\x00\x05", 'c:text', 'x'"#;
    session.speak(&LANGUAGE);
    let mut player = session.script(0, 80, script).expect("it is read");
    while !session.play(&mut player, 100).expect("it can be played") {}
    assert_eq!(rows(&session), [1, 5]);

    // What is refused leaves the cursor where it is.
    session.seek(here);
    let nowhere = Intent::Get { table: "comments".into(), row: Vec::new(), versions: 1 };
    let place = session.place();
    assert!(session.ask(0, nowhere).is_err());
    assert_eq!((session.place(), branches(&session)), (place, 3));
}

/// How many branches there are.
fn branches(session: &Session) -> usize {
    timeline(session).branches.len().max(1)
}

/// Restores a session by its present branch first, looks around there, and then has the whole. Whether there was a branch
/// to be shown first.
fn assert_present_first(saved: &Saved, seeks: &[u16]) -> bool {
    let Some(present) = saved.present() else { return false };
    let restored = |only: Option<&Present>| {
        let (start, built) = begin();
        let mut restoring = Restoring::new(saved, start, built, Some(&LANGUAGE));
        if let Some(present) = only {
            restoring = restoring.only(present.clone());
        }
        while restoring.advance(50) {}
        let (done, all) = restoring.progress();
        assert_eq!(done, all);
        let Restored { session, divergences } = restoring.finish();
        assert_eq!(divergences, []);
        session
    };
    let (mut first, mut whole) = (restored(Some(&present)), restored(None));
    assert_eq!(branches(&first), 1);
    let same = |first: &Session, whole: &Session| {
        let keys = |_: &str, row: &[u8]| format!("{row:?}");
        assert!(first.world() == whole.world(), "the worlds differ");
        assert_eq!(first.moment(), whole.moment());
        assert_eq!(first.stage().sentence(&keys), whole.stage().sentence(&keys));
        assert_eq!(first.stage().cost(&keys), whole.stage().cost(&keys));
        let (one, other) = (timeline(first), timeline(whole));
        assert_eq!((one.position, one.total, one.markers), (other.position, other.total, other.markers));
        assert_eq!(first.place(), whole.place());
    };
    same(&first, &whole);
    for (grain, seek) in GRAINS.iter().cycle().zip(seeks) {
        first.set_grain(*grain);
        first.seek(u64::from(*seek) % (total(&first) + 1));
        let mut there = whole.clone();
        there.stand_as(&first);
        same(&first, &there);
    }
    // Looking around has moved the cursor, and nothing else.
    whole.stand_as(&first);
    whole.stand_as(&restored(Some(&present)));
    assert_eq!((whole.save().to_text(), whole.save().to_link()), (saved.to_text(), saved.to_link()));
    true
}

#[test]
fn a_branch_of_a_branch_is_shown_first_where_the_others_are_more() {
    let mut session = session();
    let insert = |session: &mut Session, row| {
        perform(session, &Deed::Insert(0, row));
        perform(session, &Deed::Run(0));
    };
    for row in 15..22 {
        insert(&mut session, row);
        perform(&mut session, &Deed::Marker);
    }
    assert_eq!(session.save().present(), None, "there is nothing that could come later");
    for (branch, back) in [(0, 4), (1, 1), (0, 6), (3, 0)] {
        session.branch(branch);
        session.last();
        for _ in 0..back {
            session.back_operation();
        }
        for row in 15..17 + back {
            insert(&mut session, row + 1);
        }
        perform(&mut session, &Deed::Marker);
    }
    let count = branches(&session);
    let shown = (0..count).filter(|branch| {
        session.branch(*branch);
        assert_present_first(&session.save(), &[0, 5, 9, 20])
    });
    let shown = shown.count();
    assert!(shown > 2, "{shown} of {count} come first");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 2, ..ProptestConfig::default() })]

    /// A restored session has done every decision again, from the start.
    #[test]
    fn any_walk_ends_where_a_fresh_replay_does(deeds in prop::collection::vec(long_deed(), 1..60)) {
        let mut session = session();
        for deed in &deeds {
            perform(&mut session, deed);
        }
        assert_same(&session, &replayed(&session));
    }

    /// What was written before is not written again, and makes no difference.
    #[test]
    fn what_is_written_step_by_step_is_the_same_text(deeds in prop::collection::vec((long_deed(), any::<bool>()), 1..60)) {
        let mut session = session();
        let mut past = None;
        for (at, (deed, is_kept)) in deeds.iter().enumerate() {
            perform(&mut session, deed);
            if at == deeds.len() / 2 {
                past = Some(session.reset());
            }
            if let Some(past) = past.take_if(|_| at == deeds.len() * 2 / 3) {
                session.take_back(past);
            }
            if *is_kept {
                prop_assert_eq!(session.save_text(), session.save().to_text());
            }
        }
        prop_assert_eq!(session.save_text(), session.save().to_text());
    }

    /// What is shown of a session before its other branches are made again is the same as in the whole, wherever one looks,
    /// and takes nothing from the whole.
    #[test]
    fn the_present_branch_by_itself_is_that_of_the_whole(deeds in prop::collection::vec(deed(), 1..60), seeks in prop::collection::vec(any::<u16>(), 1..4)) {
        let mut session = session();
        for deed in &deeds {
            perform(&mut session, deed);
        }
        for branch in 0..branches(&session) {
            session.branch(branch);
            assert_present_first(&session.save(), &seeks);
        }
    }

    /// At every position of every grain.
    #[test]
    fn seeking_is_replaying(deeds in prop::collection::vec(deed(), 1..25), seeks in prop::collection::vec(any::<u16>(), 1..8)) {
        let mut session = session();
        for deed in &deeds {
            perform(&mut session, deed);
        }
        for (grain, seek) in GRAINS.iter().cycle().zip(seeks) {
            session.set_grain(*grain);
            session.last();
            session.seek(u64::from(seek) % (total(&session) + 1));
            assert_same(&session, &replayed(&session));
        }
    }

    /// A change of grain moves nothing, positions of a coarse grain are positions of a finer one, in the same order.
    #[test]
    fn grains_are_views_of_one_schedule(deeds in prop::collection::vec(deed(), 1..40)) {
        let mut session = session();
        for deed in &deeds {
            perform(&mut session, deed);
        }
        session.set_grain(Grain::Cell);
        session.last();
        let mut before = [0; 3];
        for position in 0..=total(&session) {
            session.set_grain(Grain::Cell);
            session.seek(position);
            let world = session.world().clone();
            let cell = timeline(&session).position;
            prop_assert_eq!(cell, position);
            let positions = GRAINS.map(|grain| {
                session.set_grain(grain);
                timeline(&session).position
            });
            prop_assert!(session.world() == &world, "a change of grain moved the world");
            prop_assert!(positions.iter().zip(&before).all(|(now, before)| now >= before), "{positions:?} after {before:?}");
            prop_assert!(positions.is_sorted(), "a finer grain has more steps: {positions:?}");
            before = positions;
        }
    }

    /// At every grain, also where clients come in between each other, calls fail and regions move.
    #[test]
    fn histories_cost_what_the_log_says(deeds in prop::collection::vec(deed(), 1..25)) {
        let mut session = session();
        for deed in &deeds {
            perform(&mut session, deed);
        }
        assert_counted(&mut session);
    }

    /// The end of every operation is one of a round trip and one of an event, and back again.
    #[test]
    fn a_change_of_grain_comes_back_to_the_same_operation(deeds in prop::collection::vec(deed(), 1..40)) {
        let mut session = session();
        for deed in &deeds {
            perform(&mut session, deed);
        }
        session.set_grain(Grain::Operation);
        session.last();
        for position in 0..=total(&session) {
            session.set_grain(Grain::Operation);
            session.seek(position);
            for grain in [Grain::Rpc, Grain::Cell, Grain::Operation] {
                session.set_grain(grain);
                let there = timeline(&session).position;
                session.seek(there);
            }
            prop_assert_eq!(timeline(&session).position, position);
        }
    }

    /// Whatever is read as a session is refused, or becomes one that can be kept like any other.
    #[test]
    fn bad_sessions_are_refused(deeds in prop::collection::vec(deed(), 1..20), cut in any::<prop::sample::Index>(), junk in "[0-9]{1,3}") {
        let mut session = session();
        for deed in &deeds {
            perform(&mut session, deed);
        }
        let (start, built) = begin();
        let text = session.save().to_text();
        let digits: Vec<usize> = text.match_indices(|letter: char| letter.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = digits[cut.index(digits.len())];
        let mut changed = text.clone();
        changed.replace_range(at..=at, &junk);
        match Saved::from_text(&changed) {
            Ok(saved) => {
                let Restored { session, divergences } = Session::restore_on(&saved, start, built, Some(&LANGUAGE));
                for divergence in divergences {
                    let sentence = divergence.to_string();
                    prop_assert!(sentence.starts_with("Step ") && sentence.ends_with('.'), "{sentence}");
                }
                assert_same(&session, &replayed(&session));
            }
            Err(error) => prop_assert!(error.to_string().ends_with(['.', '?']), "{error}"),
        }
        let cut = Saved::from_text(&text[..cut.index(text.len())]);
        prop_assert!(matches!(cut, Err(RestoreError::Unreadable(_))), "{cut:?}");
    }

    /// The text of a link that was cut or changed is refused, or it is another session.
    #[test]
    fn bad_links_are_refused(deeds in prop::collection::vec(deed(), 1..20), at in any::<prop::sample::Index>(), other in "[a-zA-Z0-9_.-]|é") {
        let mut session = session();
        for deed in &deeds {
            perform(&mut session, deed);
        }
        let saved = session.save();
        let link = saved.to_link();
        let letters = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        prop_assert!(link.strip_prefix("v2.").is_some_and(letters), "{link}");
        prop_assert_eq!(Saved::from_link(&link), Ok(saved));
        let at = at.index(link.len());
        let cut = Saved::from_link(&link[..at]);
        prop_assert!(cut.is_err(), "{cut:?}");
        let mut changed = link;
        changed.replace_range(at..=at, &other);
        if let Err(error) = Saved::from_link(&changed) {
            prop_assert!(error.to_string().ends_with('.'), "{error}");
        }
    }
}

#[test]
fn forward_after_back_is_where_it_was() {
    let mut session = session();
    perform(&mut session, &Deed::Prepend(0));
    perform(&mut session, &Deed::Prepend(1));
    for client in [0, 1, 0, 1, 1] {
        session.step_client(client);
    }
    for grain in GRAINS {
        session.set_grain(grain);
        session.last();
        let (end, world) = (total(&session), session.world().clone());
        assert!(end > 1, "at {grain:?}");
        while session.back() {}
        assert_eq!(timeline(&session).position, 0);
        for position in 1..=end {
            assert!(session.next());
            assert_eq!(timeline(&session).position, position);
        }
        assert!(session.world() == &world);
        assert_eq!(timeline(&session).branches.len(), 1);
    }
}

#[test]
fn many_branches_are_kept() {
    let mut session = session();
    for client in [0, 1] {
        perform(&mut session, &Deed::Prepend(client));
    }
    for row in 0..80 {
        session.first();
        perform(&mut session, &Deed::Insert(2, row));
        session.step_client(2);
    }
    let branches = timeline(&session).branches;
    assert_eq!(branches.len(), 80);
    for index in 0..branches.len() {
        session.branch(index);
        assert_eq!(timeline(&session).branch, index);
        assert_same(&session, &replayed(&session));
    }
    session.next_branch();
    assert_eq!(timeline(&session).branch, 0);
}
