//! A file with one fault of each kind, and the player.

use super::*;
use crate::session::Session;
use crate::sim::language::LANGUAGE;
use std::sync::Arc;

const FORMAT: &str = include_str!("../../../../docs/lesson.md");

/// The whole lesson that the description of the format shows.
fn example() -> String {
    let (_, rest) = FORMAT.split_once("````markdown\n").expect("there is an example");
    rest.split_once("````\n").expect("it ends").0.to_owned()
}

/// The fault of the example where one text in it is replaced by another.
fn fault(from: &str, to: &str) -> Vec<Fault> {
    let text = example();
    assert!(text.contains(from), "{from}");
    told("example", &text.replacen(from, to, 1), &LANGUAGE).faults
}

/// What is replaced, by what, the kind of the fault that this makes, and a part of its sentence.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    ("---\nstart", "start", "NoHeader", "A lesson begins with a header"),
    ("article: none", "article none", "HeaderLine", "Write a name, a colon and a text"),
    ("article: none", "author: me", "UnknownName", "no “author”"),
    ("article: none\n", "", "Missing", "does not say “article”"),
    ("start: empty", "start: nowhere", "UnknownStart", "no example “nowhere”"),
    ("panes: rows, clients", "panes: rows, cleints", "UnknownWord", "“cleints” is not known as a pane"),
    ("# The newest value wins", "The newest value wins", "NoTitle", "There is no title"),
    (
        "Two people write the same cell. HBase keeps the later value, and perhaps the earlier one as well.",
        "",
        "NoPromise",
        "one line of text",
    ),
    ("## Red, then blue\n", "### Red, then blue\n", "NoStops", "There is no stop"),
    ("put 'kept', 's', 'f:colour', 'green'\n```", "put 'kept', 's', 'f:colour', 'green'", "OpenBlock", "has no end"),
    ("```must", "```shall", "UnknownBlock", "no block “shall”"),
    ("```goal", "Text.\n\n```look\n```\n\n```goal", "Misplaced", "behind text"),
    ("{{calls}} call", "{{calls call", "OpenValue", "has no “}}”"),
    ("{{calls}} call", "{{costs}} call", "UnknownValue", "“costs” is no value"),
    ("= cell s f:colour = 'green'", "= green wins", "UnknownCondition", "“green wins” is no condition"),
    ("= broken acknowledged", "= broken hearts", "UnknownPromise", "“hearts” is no promise"),
    ("= broken acknowledged", "= broken row \\xZZ", "Key", "is no key of this table"),
    ("table: kept\n", "table: kept\nrow: \\xZZ\n", "Key", "is no key of this table"),
    ("table: kept\n", "table: kept\nrow: q\n", "Nothing", "no “row q”"),
    ("What does Ada read afterwards?", "", "NoQuestion", "asks nothing"),
    ("= cell r f:colour\n", "", "NoAnswer", "does not say where its answer is found"),
    ("- red, what she wrote\n", "", "FewChoices", "at least two choices"),
    (
        "- nobody's colour is lost",
        "- nobody's colour is lost\n= kept acknowledged\nor is it",
        "StrayLine",
        "“or is it” is no line",
    ),
    ("- nobody's colour is lost\n= broken acknowledged", "", "NoTodo", "This block says nothing"),
    ("\n= broken acknowledged", "", "NoCondition", "Nothing says when “nobody's colour is lost”"),
    ("```hbase-shell solution\nput 'kept', 's', 'f:colour', 'green'\n```", "", "NoSolution", "can be reached"),
    ("get 'plain', 'r'\n", "get 'plain', 'r'\nclient 'Z'\n", "Script", "name a client by its letter"),
    ("get 'plain', 'r'\n", "get 'plain', 'r'\nback\n", "Back", "only goes forward"),
    ("get 'plain', 'r'\n", "get 'plain', 'q', 'nofamily'\n", "Failed", "A command fails"),
    ("```hbase-shell\nclient 'B'\nget", "```hbase-shell fails\nclient 'B'\nget", "NotFailed", "Nothing fails here"),
    ("get 'plain', 'r'\n", "get 'plain', 'r'\nclient 'B'\nstep\n", "NoSentence", "Nothing is told of this step"),
    ("Ada was told", "Ada was told and told again, WORDS", "Words", "a reader takes in 120"),
    ("Write the colour **green** into the row `s`, so that everybody reads it.", "", "Silent", "has no text"),
    (
        "get 'kept', 'r'\nput 'kept', 's', 'f:colour', 'blue'",
        "put 'kept', 's', 'f:colour', 'blue'",
        "Steps",
        "has 9 steps",
    ),
    ("## Your turn", "## One\n\nA.\n\n## Two\n\nB.\n\n## Your turn", "FewPredictions", "2 predictions at 5 stops"),
    ("- blue, what Ben wrote", "- green", "NoRight", "no choice begins with it"),
    ("- red, what she wrote", "- blue, what she wrote", "ManyRight", "2 choices begin with it"),
    ("- red, what she wrote\n- blue, what Ben wrote", "a number", "WrongKind", "which is no number"),
    ("Ada writes **red**, and then Ben writes **blue**.", "In the end it is blue.", "GivenAway", "stands in the text"),
    ("= broken acknowledged", "= kept acknowledged", "Promise", "is said to hold here"),
    ("= cell s f:colour = 'green'", "= rows = 2", "MetAtStart", "before the reader does anything"),
    ("'green'\n```", "'grey'\n```", "NotMet", "does not reach"),
    ("```goal", "```predict\nWhy?\n- a\n- b\n= rows\n```\n\n```goal", "NoScript", "Nothing at this stop answers"),
    ("The read took {{calls}} call.", "It says {{cell x f:colour}}.", "Nothing", "There is no “cell x f:colour”"),
    ("Two people write", "‹Who› write", "Unfilled", "between ‹ and ›"),
];

#[test]
fn the_example_of_the_format_is_whole() {
    let report = told("example", &example(), &LANGUAGE);
    assert_eq!(report.faults, [], "{}", report.told);
}

#[test]
fn each_kind_of_fault_is_told_with_its_line() {
    let source = include_str!("fault.rs");
    let (_, kinds) = source.split_once("pub enum Trouble {").expect("there are kinds");
    let (kinds, _) = kinds.split_once("\n}").expect("they end");
    let mut left: Vec<&str> = kinds
        .lines()
        .filter_map(|line| line.strip_prefix("    ").filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())))
        .map(|line| line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
        .collect();
    for (from, to, kind, part) in FAULTS {
        let faults = fault(from, &to.replace("WORDS", &"again ".repeat(130)));
        let found = faults.iter().find(|fault| format!("{:?}", fault.trouble).split([' ', '(']).next() == Some(*kind));
        let found = found.unwrap_or_else(|| panic!("{kind}: {faults:#?}"));
        assert!(found.to_string().contains(part), "{kind}: {found}");
        assert!(found.line > 0);
        left.retain(|other| other != kind);
    }
    // These two need more than a changed line of the example.
    left.retain(|kind| !matches!(*kind, "Start" | "NoGoal" | "Endless"));
    assert!(left.is_empty(), "no file shows {left:?}");
}

#[test]
fn a_lesson_without_a_goal_is_told() {
    let text = example();
    let (text, _) = text.split_once("```goal").expect("there is a goal");
    let faults = told("example", text, &LANGUAGE).faults;
    assert!(faults.iter().any(|fault| fault.trouble == Trouble::NoGoal), "{faults:#?}");
}

#[test]
fn what_the_format_lists_can_be_read() {
    let (_, values) = FORMAT.split_once("### Values").expect("they are listed");
    let (values, rest) = values.split_once("### Conditions").expect("they end");
    let quoted = |text: &str| -> Vec<String> { text.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
    let first = |line: &str| line.trim_start_matches('|').split(" | ").next().unwrap_or_default().to_owned();
    let mut count = 0;
    for value in values.lines().filter(|line| line.starts_with("| `")).flat_map(|line| quoted(&first(line))) {
        assert!(Value::read(&value).is_ok_and(|read| read.to_string() == value), "{value}");
        count += 1;
    }
    assert!(count > 25, "{count}");
    let about = condition::About { table: "t".into(), key: crate::notation::Encoding::Text };
    let (_, promises) = rest.split_once("| promise |").expect("they are listed");
    for promise in promises.lines().filter(|line| line.starts_with("| `")) {
        for promise in quoted(&first(promise)).iter().filter(|one| !matches!(one.as_str(), "rows" | "cells")) {
            assert!(Condition::read(&format!("kept {promise}"), &about, 1).is_ok(), "{promise}");
        }
    }
}

fn begun() -> (Player, Session) {
    let lesson = Arc::new(Lesson::read("example", &example()).expect("it can be read"));
    let mut session = lesson.session(&LANGUAGE).expect("there is a start");
    let player = Player::open(lesson, &mut session).expect("it begins");
    (player, session)
}

fn on(stop: usize, step: usize) -> LessonPlace {
    LessonPlace::On { stop, step, between: false }
}

#[test]
fn the_first_answer_counts_and_a_wrong_one_hides_the_right_one() {
    let (mut player, session) = begun();
    let shown = player.show(&session);
    assert!(shown.open && shown.next_stop.is_none());
    assert_eq!(shown.next, Some(('A', None)), "it only says whose step it is");
    assert_eq!(shown.prediction.expect("there is one").solution, None);
    let solution = player.answer(&session, "red, what she wrote").expect("something is asked");
    assert!(!solution.right);
    let shown = player.show(&session);
    assert!(shown.open);
    assert_eq!(shown.prediction.expect("there is one").solution, None);
    assert!(player.answer(&session, "blue").expect("something is asked").right);
    let shown = player.show(&session);
    assert!(!shown.open && shown.next_stop.as_deref() == Some("Three versions"));
    let prediction = shown.prediction.expect("there is one");
    assert_eq!(prediction.answered, Some(Answered::Wrong));
    assert_eq!(prediction.solution.expect("it is shown").answer, "blue");
}

#[test]
fn next_reveals_what_was_not_answered() {
    let (mut player, mut session) = begun();
    assert!(player.next(&mut session).expect("it goes on"));
    assert_eq!(player.progress().answers[0], Some(Answered::Revealed));
    assert!(!player.show(&session).open);
    let solution = player.answer(&session, "blue").expect("it can still be answered");
    assert!(solution.right);
    assert_eq!(player.progress().answers[0], Some(Answered::Revealed), "and does not count");
}

#[test]
fn who_leaves_the_path_is_led_back() {
    let (mut player, mut session) = begun();
    player.next(&mut session).expect("it goes on");
    assert_eq!(player.place(&session), on(0, 1));
    session.back();
    assert!(matches!(player.place(&session), LessonPlace::On { stop: 0, step: 0, .. }), "going back is no other way");
    let mut own = session.script(0, 0, "put 'plain', 'x', 'f:y', 'z'\n").expect("it can be read");
    session.last();
    while !session.play(&mut own, 100).expect("it can be played") {}
    assert_eq!(player.place(&session), LessonPlace::Left { stop: 0, step: 1 });
    player.next(&mut session).expect("it goes back");
    assert_eq!(player.place(&session), on(0, 1));
    player.next(&mut session).expect("it goes on");
    assert_eq!(player.place(&session), on(0, 2));
    assert_eq!(session.view(&view()).timeline.branches.len(), 2, "the own way is kept");
}

fn view() -> crate::view::ViewRequest {
    crate::view::ViewRequest {
        table: "kept".into(),
        window: 0..100,
        old_versions: false,
        notation: KeyNotation::Fields,
    }
}

#[test]
fn a_goal_is_reached_by_whoever_reaches_it() {
    let (mut player, mut session) = begun();
    player.go(&mut session, 2).expect("it goes there");
    assert_eq!(player.place(&session), on(2, 0));
    assert!(!player.watch(&session) && !player.is_won());
    let mut own = session.script(1, 0, "put 'kept', 's', 'f:colour', 'green'\n").expect("it can be read");
    while !session.play(&mut own, 100).expect("it can be played") {}
    assert!(player.watch(&session) && player.is_won());
    assert!(!player.watch(&session), "it is no news any more");
    session.undo();
    assert!(player.is_won(), "what was reached stays reached");
    let shown = player.show(&session);
    let part = shown.goal.expect("there is one").todos.remove(0);
    assert_eq!((part.words.as_str(), part.is_reached), ("a plain read of s shows green", true));
    assert!(shown.learned.is_some());
}

/// Of several lines in one go each counts for itself, and what one line does counts together.
#[test]
fn a_goal_about_cost_is_judged_statement_by_statement() {
    let text = example()
        .replace(
            "- a plain read of s shows green\n  = cell s f:colour = 'green'",
            "- one call\n  = rows returned = 1\n  = calls = 1",
        )
        .replace("put 'kept', 's', 'f:colour', 'green'\n```", "get 'kept', 's'\n```");
    let lesson = Arc::new(Lesson::read("example", &text).expect("it can be read"));
    let is_won = |script: &str| {
        let mut session = lesson.session(&LANGUAGE).expect("there is a start");
        let mut player = Player::open(lesson.clone(), &mut session).expect("it begins");
        player.go(&mut session, 2).expect("it goes there");
        let mut own = session.script(1, 0, script).expect("it can be read");
        while !session.play(&mut own, 1_000).expect("it can be played") {}
        player.watch(&session);
        player.is_won()
    };
    let one = "get 'kept', 's'\n";
    assert!(is_won(one));
    assert!(is_won(&one.repeat(3)), "three lines are three reads");
    let with_more = format!("count 'kept'\n{one}count 'kept'\n");
    assert!(is_won(&with_more), "what stands before and behind does not count");
    assert!(!is_won("count 'kept'\nscan 'kept'\n"), "none of these reads one row");
    assert!(!is_won("3.times { get 'kept', 's' }\n"), "one line that reads three times");
    assert!(!is_won("get 'kept', 's'; get 'kept', 's'\n"), "one line with two commands");
}

/// Below a part of a goal stands what it compares, as it was when it was looked at.
#[test]
fn a_goal_that_is_not_reached_says_what_was_measured() {
    let conditions = "  = rows returned = 1\n  = calls <= 1\n  = cell s f:colour != 'blue'\n  = first row = last row";
    let goal = "- a plain read of s shows green\n  = cell s f:colour = 'green'";
    let text = example().replace(goal, &format!("- one call\n{conditions}"));
    let lesson = Arc::new(Lesson::read("example", &text).expect("it can be read"));
    let mut session = lesson.session(&LANGUAGE).expect("there is a start");
    let mut player = Player::open(lesson, &mut session).expect("it begins");
    player.go(&mut session, 2).expect("it goes there");
    let mut measured = |session: &mut Session, script: &str| {
        if !script.is_empty() {
            let mut own = session.script(0, 0, script).expect("it can be read");
            while !session.play(&mut own, 1_000).expect("it can be played") {}
        }
        player.watch(session);
        let part = player.show(session).goal.expect("there is one").todos.remove(0);
        assert!(!part.is_reached);
        part.measured
    };
    assert!(measured(&mut session, "").is_empty(), "nothing was done yet");
    let colour = "cell s f:colour: blue, wanted not blue";
    let twice = ["rows returned: 2, wanted 1", "calls: 2, wanted at most 1", colour];
    assert_eq!(measured(&mut session, "get 'kept', 's'; get 'kept', 's'\n"), twice);
    assert_eq!(measured(&mut session, "get 'kept', 's'\n"), [colour], "of the statement that came last");
    player.go(&mut session, 2).expect("it goes there");
    player.watch(&session);
    let part = player.show(&session).goal.expect("there is one").todos.remove(0);
    assert!(part.measured.is_empty(), "back at the beginning, nothing was done");
}

#[test]
fn progress_is_kept_as_text() {
    let (mut player, mut session) = begun();
    player.answer(&session, "blue");
    for _ in 0..5 {
        player.next(&mut session).expect("it goes on");
    }
    let progress = player.progress();
    assert_eq!((progress.stop, progress.step), (1, 1));
    assert_eq!(progress.to_string().parse(), Ok(progress.clone()));
    assert_eq!("3".parse::<Progress>(), Err(()));
    let lesson = Arc::new(player.lesson().clone());
    let mut again = lesson.session(&LANGUAGE).expect("there is a start");
    let resumed = Player::resume(lesson, &mut again, &progress).expect("it goes there");
    assert_eq!(resumed.progress(), progress);
    assert_eq!(again.view(&view()).lines, session.view(&view()).lines);
}

#[test]
fn chips_tell_what_holds_at_the_cursor() {
    let (mut player, mut session) = begun();
    player.next(&mut session).expect("it goes on");
    assert!(player.show(&session).chips.iter().all(|chip| chip.kept == Some(true)));
    player.next(&mut session).expect("it goes on");
    assert!(player.show(&session).chips.iter().all(|chip| chip.kept == Some(false)));
}

#[test]
fn before_the_first_stop_the_way_leads_to_its_beginning() {
    let (mut player, mut session) = begun();
    session.first();
    assert!(
        matches!(player.place(&session), LessonPlace::On { stop: 0, step: 0, .. }),
        "the set up belongs to the way"
    );
    assert!(player.next(&mut session).expect("it goes on"));
    assert_eq!(player.place(&session), on(0, 0));
}

#[test]
fn what_was_done_becomes_a_lesson_with_a_stop_for_each_marker() {
    let start = crate::scenario::start("comments").expect("it is there");
    let mut session = Session::from_start(start).expect("it can be made");
    session.speak(&LANGUAGE);
    let play = |session: &mut Session, text: &str| {
        let mut script = session.script(0, 0, text).expect("it can be read");
        while !session.play(&mut script, 100).expect("it can be played") {}
    };
    play(&mut session, "put 'comments', 'r', 'c:text', 'one'\n");
    session.add_marker("One is there");
    play(&mut session, "client 'B'\nget 'comments', 'r'\n");
    let text = record(&session).expect("it starts from an example");
    let lesson = Arc::new(written(&text).expect("it can be read"));
    let headings: Vec<&str> = lesson.stops.iter().map(|stop| stop.heading.as_str()).collect();
    assert_eq!(headings, ["One is there", "The end"]);
    let mut again = lesson.session(&LANGUAGE).expect("there is a start");
    let mut player = Player::open(lesson, &mut again).expect("it begins");
    while player.next(&mut again).expect("it can be played") {}
    assert_eq!(again.rows(), session.rows());
    assert!(text.contains("client 'B'\nget 'comments', 'r'"), "{text}");
}

#[test]
fn each_stop_has_a_sheet_with_its_picture_and_answer() {
    let lesson = Arc::new(Lesson::read("example", &example()).expect("it can be read"));
    let sheets = sheets(&lesson, &LANGUAGE).expect("it can be played");
    assert_eq!(sheets.len(), lesson.stops.len());
    assert_eq!(sheets[0].question.as_ref().map(|(_, answer)| answer.starts_with("blue.")), Some(true));
    assert_eq!(sheets[0].choices, ["red, what she wrote", "blue, what Ben wrote"]);
    assert!(sheets.iter().all(|sheet| sheet.picture.starts_with("<svg") && !sheet.sentence.is_empty()));
    assert_eq!(sheets[2].goal, ["a plain read of s shows green"]);
}

#[test]
fn every_form_of_a_value_that_an_error_lists_can_be_read() {
    for form in super::value::Value::forms() {
        let filled = form.replace("NUMBER", "3");
        assert!(super::value::Value::read(&filled).is_ok(), "{form}");
    }
}
