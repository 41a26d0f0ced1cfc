//! What must hold: as a reader sets it, and how it stands at each step.

use splitpoint_lab::intent::{AdminIntent, Intent};
use splitpoint_lab::scenario;
use splitpoint_lab::session::{Session, Watch};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{Grain, KeyNotation, MustState, ViewRequest};

fn session(musts: &[&str]) -> Session {
    let mut session = Session::from_start(scenario::start("comments").expect("a scenario")).expect("a start");
    session.set_background(false);
    for text in musts {
        session.set_must(None, "", text, "comments").expect("it can be read");
    }
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

fn request() -> ViewRequest {
    ViewRequest { table: "comments".into(), window: 0..50, old_versions: false, notation: KeyNotation::Fields }
}

/// How each promise stands: `✓`, `✗` with the step that broke it, `…` or `?`.
fn told(watch: &mut Watch, session: &Session) -> String {
    while !watch.look(session, 7) {}
    let states = watch.view(session, &request()).into_iter().map(|must| match must.state {
        MustState::Holds => "✓".to_owned(),
        MustState::Broken { step, .. } => format!("✗{step}"),
        MustState::NotYet => "…".to_owned(),
        MustState::Unknown(_) => "?".to_owned(),
    });
    states.collect::<Vec<_>>().join(" ")
}

/// Both prepend blindly: the second put takes the place of the first.
fn race(session: &mut Session) {
    for client in [0, 1] {
        session
            .submit(client, prepend(true, if client == 0 { "by Ada" } else { "by Ben" }))
            .expect("it can be asked for");
    }
    for client in [0, 1, 0, 1] {
        assert!(session.step_client(client));
    }
}

#[test]
fn a_promise_names_the_first_step_that_broke_it() {
    let musts = ["acknowledged", "rows 4", "rows 3", "cell 17 c:text = 'by Ada'", "no row 30", "at most 1 call"];
    let mut session = session(&musts);
    race(&mut session);
    let watch = &mut Watch::default();
    assert_eq!(told(watch, &session), "✗4 ✓ ✗3 ✗4 ✓ ✗3");
    // Wherever the cursor goes, it is as it was there.
    let steps = ["✓ … ✓ … ✓ ✓", "✓ … ✓ … ✓ ✓", "✓ … ✓ … ✓ ✓", "✓ ✓ ✗3 ✓ ✓ ✗3", "✗4 ✓ ✗3 ✗4 ✓ ✗3"];
    for (step, standing) in steps.into_iter().enumerate().rev() {
        session.seek(step as u64);
        assert_eq!(told(watch, &session), standing, "at step {step}");
        assert_eq!(told(&mut Watch::default(), &session), standing, "at step {step}, anew");
    }
    // At another grain the same step has another number.
    session.last();
    session.set_grain(Grain::Cell);
    let view = watch.view(&session, &request());
    let MustState::Broken { step, place } = view[0].state else { panic!("it is broken") };
    session.visit(place);
    assert_eq!(session.position(), step);
    assert!(told(watch, &session).starts_with('✗'));
    session.back();
    assert!(told(watch, &session).starts_with('✓'), "not before the end of the atom");
}

#[test]
fn a_branch_has_its_own_verdicts() {
    let mut session = session(&["acknowledged"]);
    race(&mut session);
    let watch = &mut Watch::default();
    assert_eq!(told(watch, &session), "✗4");
    session.seek(1);
    assert!(session.run_client(0, 100) && session.run_client(1, 100));
    assert_eq!(told(watch, &session), "✓", "one after the other");
    session.branch(0);
    session.last();
    assert_eq!(told(watch, &session), "✗4");
}

#[test]
fn a_promise_about_the_end_can_be_mended() {
    let mut session = session(&["largest region at most 60%", "prefix \\x00\\x00 in one region"]);
    let watch = &mut Watch::default();
    // Two of three rows are in the first region.
    assert_eq!(told(watch, &session), "… …");
    let row = |number: i64| number.to_be_bytes().to_vec();
    let split = AdminIntent::Split { table: "comments".into(), region: None, at: Some(row(19)) };
    assert_eq!(session.perform(0, Intent::Admin(split), 1_000), Ok(true));
    assert_eq!(told(watch, &session), "✓ …");
    let insert = |number: i64| Intent::Insert {
        table: "comments".into(),
        row: row(number),
        cells: vec![("c".into(), b"text".to_vec(), None, b"x".to_vec())],
    };
    for number in [21, 22, 23] {
        assert_eq!(session.perform(0, insert(number), 100), Ok(true));
    }
    let last = session.position();
    assert_eq!(told(watch, &session), format!("✗{last} …"), "four of six");
    session.undo();
    assert_eq!(told(watch, &session), "✓ …");
}

/// Of a long script only the end of each part is seen, and nothing false is said of what lies in it.
#[test]
fn a_part_of_a_long_script_breaks_no_promise_by_itself() {
    let mut session = session(&["acknowledged", "t: rows 1", "t: no value twice in f:q"]);
    session.speak(&LANGUAGE);
    let mut play = |text: &str| {
        let mut player = session.script(0, 0, text).expect("it can be read");
        while !session.play(&mut player, 1_000).expect("it can be asked for") {}
        let watch = &mut Watch::default();
        (told(watch, &session), session.position())
    };
    assert_eq!(play("create 't', 'f'\n6000.times { |n| put 't', 'r', 'f:q', n }\n").0, "✓ ✓ ✓");
    let (standing, _) = play("put 't', 's', 'f:q', '5999'\n");
    let parts: Vec<&str> = standing.split(' ').collect();
    assert!(parts[0] == "✓" && parts[1].starts_with('✗') && parts[2].starts_with('✗'), "{standing}");
}

#[test]
fn promises_are_set_changed_and_taken_away() {
    let mut session = session(&["rows = 4", "acknowledged"]);
    let texts = |session: &Session| session.musts().iter().map(|must| must.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&session), ["comments: rows 4", "comments: acknowledged"]);
    session.set_must(Some(0), " my rows ", "rows 5", "comments").expect("it can be read");
    assert_eq!(session.musts()[0].name, "my rows");
    // What is there already is not set twice.
    session.set_must(None, "", "acknowledged", "comments").expect("it can be read");
    session.set_must(Some(1), "", "rows 5", "comments").expect("it can be read");
    assert_eq!(texts(&session), ["comments: rows 5"]);
    let why = session.set_must(None, "", "rows many", "comments").expect_err("it is no number");
    assert_eq!(why.to_string(), "“many” is no whole number.");
    session.drop_must(7);
    session.drop_must(0);
    assert!(session.musts().is_empty());
    let watch = &mut Watch::default();
    assert!(watch.look(&session, 1) && watch.view(&session, &request()).is_empty());
}

#[test]
fn promises_are_named_by_what_they_say() {
    let mut session = session(&["row 17", "together 18 c:text a, 19 c:text b", "at most 2 blocks by B"]);
    session.set_must(None, "Roger is cool", "cell 18 c:text = Cool", "comments").expect("it can be read");
    session.set_must(None, "", "t: rows 1", "comments").expect("it can be read");
    let watch = &mut Watch::default();
    assert_eq!(told(watch, &session), "… ✓ ✓ ✓ …");
    let names: Vec<String> = watch.view(&session, &request()).into_iter().map(|must| must.name).collect();
    assert_eq!(
        names,
        [
            "row 17 is there",
            "its values are seen all or none",
            "no operation of B looks at more than 2 blocks",
            "Roger is cool",
            "t: there is 1 row",
        ]
    );
}

/// A script sets what must hold, played or stepped, and it leaves as comments that are lines of a script again.
#[test]
fn a_script_says_what_must_hold() {
    let script = "create 't', 'f'\nmust 'rows 1'\nmust \"it's red\", \"t: cell a f:x = 'dark red'\"\nput 't', 'a', 'f:x', \
                  'dark red'\nmust 'comments: rows 3'\n";
    let texts = ["comments: rows 1", "t: cell a f:x = 'dark red'", "comments: rows 3"];
    let set = |session: &Session| session.musts().iter().map(|must| must.text.clone()).collect::<Vec<_>>();
    let mut played = session(&[]);
    played.speak(&LANGUAGE);
    let mut stepped = played.clone();
    let mut player = played.script(0, 0, script).expect("it can be read");
    while !played.play(&mut player, 1_000).expect("it can be asked for") {}
    let texts = texts.map(|text| text.replace("comments: rows 1", "t: rows 1"));
    assert_eq!(set(&played), texts);
    assert_eq!(told(&mut Watch::default(), &played), "✓ ✓ ✓");
    let mut walk = stepped.walk(0, 0, script).expect("it can be read");
    while stepped.walk_on(&mut walk).expect("it can be asked for") {}
    assert_eq!(set(&stepped), texts);
    assert_eq!(stepped.total(), played.total(), "it is no step");

    for exported in [played.export(), played.actions()] {
        let exported = exported.expect("somebody speaks its language");
        let comments: String = exported
            .lines()
            .filter_map(|line| line.strip_prefix("# must "))
            .map(|rest| format!("must {rest}\n"))
            .collect();
        let mut again = session(&[]);
        again.speak(&LANGUAGE);
        let mut player = again.script(0, 0, &comments).expect("it can be read");
        assert_eq!(again.play(&mut player, 1), Ok(true));
        assert_eq!(again.musts(), played.musts());
    }

    let mut player = played.script(0, 0, "\nmust 'rows many'\n").expect("it can be read as a whole");
    let why = played.play(&mut player, 1).expect_err("it is no number");
    assert_eq!(why.to_string(), "Line 2: “many” is no whole number.");
    // What clients queue is searched with what the script says.
    let mut queued = session(&[]);
    queued.speak(&LANGUAGE);
    queued.queue(0, 0, "must 'rows 4'\nclient 'B'\nlist\n").expect("it can be read");
    assert_eq!(set(&queued), ["comments: rows 4"]);
}

/// One about a table that never comes would always be kept.
#[test]
fn a_promise_waits_for_its_table_and_is_not_searched_before() {
    let mut session = session(&["tt: acknowledged", "acknowledged"]);
    assert_eq!(told(&mut Watch::default(), &session), "… ✓");
    let refused = |session: &Session| {
        let found: Vec<_> = session.promises().iter().map(|(_, promise)| session.check_table(promise)).collect();
        found.into_iter().map(|found| found.err().map(|why| why.to_string())).collect::<Vec<_>>()
    };
    let why = "There is no table “tt” at this step, only comments: correct the name, or create it first.";
    assert_eq!(refused(&session), [Some(why.to_owned()), None]);
    session.speak(&LANGUAGE);
    let mut player = session.script(0, 0, "create 'tt', 'f'\n").expect("it can be read");
    while !session.play(&mut player, 1_000).expect("it can be asked for") {}
    assert_eq!(told(&mut Watch::default(), &session), "✓ ✓");
    assert_eq!(refused(&session), [None, None]);
}
