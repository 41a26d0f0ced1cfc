//! What is repeated: the same rows as the loop that it is said to be, alone and shared, step by step, in bursts, and from
//! a kept session.

use splitpoint_lab::form::{Forms, Weight, preview};
use splitpoint_lab::intent::repeat::MOST;
use splitpoint_lab::intent::{Digits, Does, Intent, Plan, Repeat, Walk};
use splitpoint_lab::scenario;
use splitpoint_lab::session::{Saved, Session};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{KeyNotation, LaneState, Measure, ViewRequest};
use splitpoint_lab::words::command;
use std::sync::Arc;

fn plan(walk: Walk) -> Plan {
    let does = Does::Insert { family: "c".into(), qualifier: "text".into(), bytes: 64 };
    Plan {
        table: "comments".into(),
        does,
        times: 300,
        first: 1000,
        walk,
        digits: Digits::Long,
        prefixes: 0,
        clients: 1,
        rate: 0,
    }
}

fn intent(plan: Plan) -> Intent {
    Intent::Repeat(Arc::new(Repeat::new(plan)))
}

fn comments() -> Session {
    let mut session = Session::from_start(scenario::first()).expect("a start");
    session.speak(&LANGUAGE);
    session
}

fn ran(plan: Plan) -> Session {
    let mut session = comments();
    session.submit(0, intent(plan)).expect("it can be asked for");
    while !session.run_client(0, 400) {}
    session
}

#[test]
fn the_loop_of_the_shell_writes_the_same_rows() {
    for walk in
        [Walk::Step(-1), Walk::Step(3), Walk::Random { seed: 5, among: 400 }, Walk::Zipf { seed: 5, among: 400 }]
    {
        for digits in [Digits::Long, Digits::Int, Digits::Decimal(5)] {
            for (prefixes, clients) in [(0, 1), (4, 1), (3, 4)] {
                let plan = Plan { times: 40, digits, prefixes, clients, ..plan(walk) };
                let mut session = comments();
                let script = command::of(session.world(), 0, &intent(plan.clone()));
                let mut player = session.script(0, 0, &script).expect("it can be read");
                while !session.play(&mut player, 1000).expect("it is played") {}
                let repeated = ran(plan);
                assert_eq!(session.rows(), repeated.rows(), "{script}");
            }
        }
    }
}

#[test]
fn each_request_is_an_operation_that_can_be_stepped_and_stopped() {
    let mut session = comments();
    session.submit(0, intent(plan(Walk::Step(-1)))).expect("it can be asked for");
    let keys = |_: &str, row: &[u8]| format!("{row:?}");
    for step in 1..=3 {
        assert!(session.step_client(0));
        assert_eq!(session.position(), step);
    }
    assert_eq!(session.rows().iter().filter(|row| row[3].starts_with("vvv")).count(), 3);
    assert_eq!(session.stage().title(splitpoint_lab::sim::world::Actor::Client(0), &keys), "300 inserts into comments");
    assert!(session.cancel(0));
    assert!(!session.step_client(0), "it was dropped");
    assert!(session.back());
}

#[test]
fn clients_that_share_it_take_turns_and_who_is_missing_comes() {
    let mut session = comments();
    session.submit(1, intent(Plan { clients: 3, times: 10, ..plan(Walk::Step(-1)) })).expect("it can be asked for");
    assert_eq!(session.clients(), 4);
    assert!(session.run_client(1, 10_000));
    let view = session.view(&ViewRequest::none());
    let done: Vec<(char, bool, usize)> = view
        .clients
        .iter()
        .map(|client| (client.letter, client.state == LaneState::Done, client.entries.len()))
        .collect();
    assert_eq!(done, [('A', false, 0), ('B', true, 4), ('C', true, 3), ('D', true, 3)]);
}

#[test]
fn a_long_one_goes_in_bursts_and_counts_the_same() {
    for clients in [1, 3] {
        let session = ran(Plan { times: 4_000, clients, ..plan(Walk::Random { seed: 1, among: 1_000_000 }) });
        assert!(session.place() < 16_000, "{} decisions", session.place());
        let table =
            ViewRequest { table: "comments".into(), window: 0..10, old_versions: false, notation: KeyNotation::Fields };
        let heat = session.stage().heat(&table, Measure::Writes);
        assert_eq!(heat.total, "4,000 cells written");
        // What goes to a real shell has every one of them.
        let actions = session.actions().expect("somebody speaks its language");
        let mut other = Session::new();
        other.speak(&LANGUAGE);
        let script: String =
            actions.lines().filter(|line| !line.starts_with("#")).map(|line| format!("{line}\n")).collect();
        let mut player = other.script(0, 0, &script).expect("it can be read");
        while !other.play(&mut player, 100_000).expect("it is played") {}
        let count = |session: &Session| session.rows().iter().filter(|row| row[3].starts_with("vvv")).count();
        assert_eq!(count(&other), count(&session));
    }
}

#[test]
fn it_is_kept_as_a_few_numbers_and_comes_back() {
    for clients in [1, 2] {
        let session = ran(Plan { times: 3000, prefixes: 4, clients, ..plan(Walk::Zipf { seed: 3, among: 5000 }) });
        let saved = session.save();
        let text = saved.to_text();
        assert!(text.contains("\"zipf\""), "{text}");
        let link = saved.to_link();
        assert!(link.len() < 2000, "{} letters", link.len());
        let saved = Saved::from_link(&link).expect("it can be read");
        let restored = Session::restore(&saved, None).expect("its start is there");
        assert_eq!(restored.divergences, []);
        assert_eq!(restored.session.rows(), session.rows());
        assert_eq!(restored.session.place(), session.place());
    }
}

/// The times of the cells that were written by a plan, in the order of writing.
fn times(session: &Session) -> Vec<i64> {
    let cells = splitpoint_shell::cells(session.world().cluster(), "comments", session.world().clock().now());
    let mut times: Vec<i64> =
        cells.iter().filter(|cell| cell.value().starts_with(b"vvv")).map(|cell| cell.timestamp()).collect();
    times.sort_unstable();
    times
}

/// How far one time is from the next, each distance once.
fn gaps(times: &[i64]) -> Vec<i64> {
    let mut gaps: Vec<i64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    gaps.sort_unstable();
    gaps.dedup();
    gaps
}

#[test]
fn at_a_rate_each_part_of_a_second_has_one_cell_however_clients_take_turns() {
    for rate in [1, 10, 40, 3] {
        for clients in [1, 3] {
            // Step by step at first, in bursts later. A client that has to look up a region again writes a few milliseconds
            // after it began, which is less than the shortest part.
            let plan = Plan { times: 1_000, clients, rate, ..plan(Walk::Step(1)) };
            let parts: Vec<i64> = times(&ran(plan)).iter().map(|time| time * i64::from(rate) / 1000).collect();
            assert_eq!(gaps(&parts), [1], "{rate} in a second, {clients} clients");
            assert_eq!(parts.len(), 1_000);
        }
    }
    let session = ran(Plan { times: 100, rate: 10, ..plan(Walk::Time { reversed: true }) });
    assert_eq!(session.rows().iter().filter(|row| row[3].starts_with("vvv")).count(), 100, "a key each");
}

#[test]
fn the_loop_of_the_shell_keeps_the_rate() {
    for (rate, apart) in [(10, vec![100]), (3, vec![333, 334])] {
        let plan = Plan { times: 20, rate, ..plan(Walk::Step(1)) };
        let mut session = comments();
        let script = command::of(session.world(), 0, &intent(plan.clone()));
        let mut player = session.script(0, 0, &script).expect("it can be read");
        while !session.play(&mut player, 1000).expect("it is played") {}
        assert_eq!(gaps(&times(&session)), apart, "{script}");
        assert_eq!(gaps(&times(&ran(plan))), apart);
    }
    // Each of several shells sends its part.
    let shared = intent(Plan { times: 20, rate: 10, clients: 4, ..plan(Walk::Step(1)) });
    let script = command::of(comments().world(), 0, &shared);
    assert_eq!(
        script.matches("sleep((400 - java.lang.System.currentTimeMillis % 400) / 1000.0)").count(),
        4,
        "{script}"
    );
}

#[test]
fn numbers_outside_are_refused_at_their_field() {
    let session = comments();
    let whole = plan(Walk::Step(-1));
    let bytes = |bytes| Does::Insert { family: "c".into(), qualifier: "text".into(), bytes };
    for (wrong, field) in [
        (Plan { times: 0, ..whole.clone() }, "count"),
        (Plan { times: MOST + 1, ..whole.clone() }, "count"),
        (Plan { clients: 5, ..whole.clone() }, "clients"),
        (Plan { clients: 0, ..whole.clone() }, "clients"),
        (Plan { prefixes: 17, ..whole.clone() }, "prefixes"),
        (Plan { rate: 1_001, ..whole.clone() }, "rate"),
        (Plan { digits: Digits::Decimal(0), ..whole.clone() }, "width"),
        (Plan { does: bytes(10_001), ..whole.clone() }, "bytes"),
        (Plan { walk: Walk::Random { seed: 1, among: 0 }, ..whole.clone() }, "among"),
    ] {
        let intent = intent(wrong);
        let refusal = session.world().clone().submit(0, &intent).expect_err("it is refused");
        assert_eq!(refusal.field.map(|slot| slot.to_string()).as_deref(), Some(field), "{refusal}");
        let notes = preview::warnings(session.start(), session.world(), 0, &intent);
        assert!(notes.iter().any(|note| note.slot == refusal.field), "{notes:?}");
        assert_eq!(command::of(session.world(), 0, &intent), "");
    }
}

#[test]
fn a_table_with_a_composed_key_is_told_that_numbers_are_not_its_keys() {
    let warned = |example: &str, table: &str| {
        let session = Session::from_start(scenario::start(example).expect("its example")).expect("a start");
        let forms = Forms::of(session.start().tables.first());
        let intent = intent(Plan { table: table.into(), ..plan(Walk::Step(-1)) });
        let notes = forms.told(&intent, session.start(), session.world());
        notes.into_iter().find(|note| note.weight == Weight::Warning).map(|note| note.sentence)
    };
    assert_eq!(warned("comments", "comments"), None);
    let sentence = warned("actions", "useractions").expect("its keys have three fields");
    assert!(
        sentence.starts_with("Keys of useractions are user · time · action; these are one number each"),
        "{sentence}"
    );
}
