//! The lessons that come with the program, as a reader meets them: `lessons/NAME.out`.
//! `UPDATE_GOLDENFILES=1 cargo test -p splitpoint-lab --test lessons` records them, and what is compiled of
//! the lessons; read what it wrote before it is committed.

use splitpoint_lab::intent::{
    AdminIntent, Digits, Does, Intent, LastRowMethod, Pages, Plan, Prefix, Repeat, RowMutation, Walk,
};
use splitpoint_lab::lesson::{self, Player, SHELF};
use splitpoint_lab::session::{Session, Stop};
use splitpoint_lab::sim::language::{LANGUAGE, RECORDED};
use splitpoint_lab::view::ViewRequest;
use std::env;
use std::fs;
use std::path::Path;
use std::sync::Arc;

#[test]
fn every_lesson_is_whole_and_told_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let update = env::var_os("UPDATE_GOLDENFILES").is_some();
    for shelved in SHELF {
        let report = lesson::told(shelved.id, shelved.text, &LANGUAGE);
        let faults: Vec<String> = report.faults.iter().map(|fault| format!("{}: {fault}", fault.line)).collect();
        assert!(faults.is_empty(), "{}: {faults:#?}", shelved.id);
        let golden = folder.join("tests/lessons").join(shelved.id).with_extension("out");
        if update {
            fs::write(&golden, &report.told).expect("a transcript can be written");
        }
        let wanted = fs::read_to_string(&golden).unwrap_or_default();
        assert!(wanted == report.told, "{} is not told as in {}", shelved.id, golden.display());
    }
}

/// Each lesson is kept with what its shells asked for, so that a page can play it without their language.
#[test]
fn what_was_compiled_is_what_the_lesson_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
    for shelved in SHELF {
        let lesson = shelved.lesson().expect("it can be read");
        let steps = lesson::compile(&lesson, &LANGUAGE).unwrap_or_else(|why| panic!("{}: {why}", shelved.id));
        let path = folder.join(shelved.id).with_extension("steps");
        if env::var_os("UPDATE_GOLDENFILES").is_some() {
            fs::write(&path, &steps).expect("it can be written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        let renew = "UPDATE_GOLDENFILES=1 cargo test -p splitpoint-lab --test lessons";
        assert!(kept == steps, "{} is not what the lesson says now; renew it with {renew}", path.display());
    }
}

fn view() -> ViewRequest {
    ViewRequest { window: 0..500, old_versions: true, ..ViewRequest::none() }
}

/// Played without the language, a lesson is step by step what it is with it; and once the language comes, nothing tells
/// that it was not there.
#[test]
fn without_the_language_a_lesson_is_the_same() {
    for shelved in SHELF {
        let id = shelved.id;
        let [spoken, recorded] =
            [shelved.lesson(), shelved.recorded()].map(|lesson| Arc::new(lesson.expect("a lesson")));
        let mut own = spoken.session(&LANGUAGE).expect("a start");
        let mut other = recorded.session(&RECORDED).expect("a start");
        let mut player = Player::open(spoken, &mut own).expect("it begins");
        let mut replayer =
            Player::open(recorded, &mut other).unwrap_or_else(|fault| panic!("{id}: {}: {fault}", fault.line));
        assert!(other.is_recorded());
        let keys = |_: &str, row: &[u8]| format!("{row:?}");
        loop {
            for (player, session) in [(&mut player, &own), (&mut replayer, &other)] {
                player.watch(session);
                while player.go_on(1_000) {}
            }
            assert_eq!(replayer.show(&other), player.show(&own), "{id}");
            assert_eq!(other.view(&view()), own.view(&view()), "{id}");
            assert_eq!(other.console(50, &keys), own.console(50, &keys), "{id}");
            let goes_on = player.next(&mut own).expect("it goes on");
            let went_on = replayer.next(&mut other).unwrap_or_else(|fault| panic!("{id}: {}: {fault}", fault.line));
            assert_eq!(went_on, goes_on, "{id}");
            if !goes_on {
                break;
            }
        }
        assert_eq!(replayer.progress(), player.progress(), "{id}");
        other.speak(&LANGUAGE);
        assert!(!other.is_recorded(), "{id}");
        assert!(other.world() == own.world(), "{id}");
        // Also everywhere before.
        for part in (0..own.total()).step_by(97) {
            own.seek(part);
            other.seek(part);
            assert!(other.world() == own.world(), "{id}: {part}");
        }
    }
}

/// A recording goes on only where the model answers as it did.
#[test]
fn what_was_not_recorded_waits_for_the_language() {
    let lesson = Arc::new(lesson::shelved("prepend-race").expect("it is there").recorded().expect("it can be read"));
    let mut session = lesson.session(&RECORDED).expect("a start");
    let mut player = Player::open(lesson, &mut session).expect("it begins");
    assert!(!session.lacks_language());
    assert!(session.script(0, 0, "list\n").is_err(), "nothing can be typed");
    while !session.lacks_language() {
        assert!(player.next(&mut session).expect("it goes on"), "two clients race in it");
    }
    // The two go on in another order than the lesson has: B to its end before A begins.
    let race = |mut session: Session| {
        for client in [1, 0] {
            session.run_client(client, 10_000);
        }
        let lines = session.console(200, &|_, row| format!("{row:?}"));
        lines.into_iter().filter(|line| line.text.contains("not recorded")).count()
    };
    // Every order of the two was recorded, as the lesson says something of all of them.
    assert_eq!(race(session.clone()), 0);
    // Nobody recorded that a third one writes where they want to.
    assert!(session.add_client());
    for number in [15_u8, 14] {
        let row = vec![0, 0, 0, 0, 0, 0, 0, number];
        let cells = vec![("c".to_owned(), b"text".to_vec(), None, b"from Cleo".to_vec())];
        let intent = Intent::Insert { table: "comments".into(), row, cells };
        assert_eq!(session.perform(2, intent, 1_000), Ok(true));
    }
    assert!(race(session.clone()) > 0);
    session.speak(&LANGUAGE);
    assert_eq!(race(session), 0);
}

#[test]
fn every_file_stands_on_the_shelf() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
    let files = fs::read_dir(folder).expect("there are lessons").flatten();
    let lessons = files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "md"));
    let mut names: Vec<String> = lessons.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    let mut ids: Vec<&str> = SHELF.iter().map(|shelved| shelved.id).collect();
    ids.sort_unstable();
    assert_eq!(names, ids);
}

/// What is to be filled in is all that a new lesson lacks.
#[test]
fn a_new_lesson_only_has_to_be_filled_in() {
    let report = lesson::told("new", lesson::TEMPLATE, &LANGUAGE);
    assert!(!report.faults.is_empty());
    for fault in &report.faults {
        assert!(matches!(fault.trouble, lesson::Trouble::Unfilled), "{}: {fault}", fault.line);
    }
}

/// Each claim of the articles names a lesson and a stop in which it is seen.
#[test]
fn every_claim_is_seen_at_a_stop() {
    let text = include_str!("../../../docs/claims.md");
    let mut claims = 0;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, places] = cells.as_slice() else { continue };
        if *places == "where it is seen" || places.starts_with("---") {
            continue;
        }
        claims += 1;
        for place in places.split("; ") {
            let (id, heading) = place.split_once(": ").unwrap_or_else(|| panic!("line {}: {place}", number + 1));
            let shelved = lesson::shelved(id.trim_matches(['[', ']'])).unwrap_or_else(|| panic!("no lesson {id}"));
            let lesson = shelved.lesson().expect("it can be read");
            assert!(lesson.stops.iter().any(|stop| stop.heading == heading), "{id} has no stop “{heading}”");
        }
    }
    assert!(claims > 25, "{claims} claims");
}

/// Which parts of the goal at a stop a script reaches, run as a client; with `queue`, it is given to the clients, each of
/// whom begins.
fn reached(id: &str, heading: &str, script: &str, queue: bool) -> Vec<bool> {
    let lesson = Arc::new(lesson::shelved(id).expect("it is there").lesson().expect("it can be read"));
    let mut session = lesson.session(&LANGUAGE).expect("a start");
    let (mut player, found) = Player::visit(lesson, &mut session, &Stop::Marker(heading.into())).expect("it opens");
    assert!(found, "{id} has no stop “{heading}”");
    if queue {
        session.queue(0, 0, script).expect("it can be read");
        for client in [0, 1] {
            assert!(session.step_client(client));
        }
    } else {
        let mut own = session.script(0, 0, script).expect("it can be read");
        while !session.play(&mut own, 10_000).expect("it can be played") {}
    }
    met(&mut player, &session)
}

/// Who does what a goal says reaches it in whatever way; who does something else that costs the same does not.
#[test]
fn goals_ask_for_what_they_say() {
    let mut wrong = Vec::new();
    let mut ask = |id: &str, heading: &str, script: &str, wanted: &[bool]| {
        let met = reached(id, heading, script, false);
        if met != wanted {
            wrong.push(format!("{id}: {met:?}, not {wanted:?}: {script}"));
        }
    };
    let ends = "Your turn: both ends";
    ask("upside-down", ends, "scan 'comments', LIMIT => 1\nget 'comments', key(20)\n", &[true, true]);
    ask("upside-down", ends, "get 'comments', key(20)\nscan 'comments', LIMIT => 1\n", &[true, true]);
    ask("upside-down", ends, "scan 'comments', REVERSED => true, LIMIT => 1\n", &[false, true]);
    ask("upside-down", ends, "scan 'comments', LIMIT => 2\n", &[false, false]);
    ask("upside-down", ends, "scan 'comments'\n", &[false, false]);
    let bill = "Your turn: a bill of ten rows";
    ask("last-row", bill, "get 'comments', key(1234)\n", &[false]);
    ask("last-row", bill, "scan 'comments', REVERSED => true, LIMIT => 1\n", &[true]);
    let pet = |first: &str, stop: &str| {
        format!("get 'clinic', 'pets', {{FILTER => \"ColumnRangeFilter('{first}', true, '{stop}', false)\"}}\n")
    };
    ask("inside-a-row", "Beat it", &pet("fluffy|", "fluffy}"), &[false]);
    ask("inside-a-row", "Beat it", &pet("bella|", "bella}"), &[true]);
    ask("inside-a-row", "Beat it", "get 'clinic', 'pets', 't:bella|name', 't:bella|species'\n", &[true]);
    let one = |row: &str, other: &str| {
        format!("mutate_rows 'myTable', ['put', '{row}', 'f:state', 'x'], ['put', '{other}', 'f:state', 'x']\n")
    };
    let done = one("acm001", "acm002");
    ask("together", "Break it", &done, &[false, true]);
    ask("together", "Break it", &one("acm001", "acm001"), &[false, false]);
    ask("together", "Break it", "put 'myTable', 'acm001', 'f:state', 'x'\n", &[false, false]);
    ask("together", "Break it", &(one("xxxabc", "bio001") + &done), &[true, true]);
    ask("together", "Break it", &(done + &one("xxxabc", "bio001")), &[true, true]);
    let cool = "create 'cool', 'c', SPLITS => ['20', '40', '60']\n";
    let put = |table: &str, key: &str| format!("80.times {{ |n| put '{table}', {key}, 'c:text', 'x' }}\n");
    let front = put("cool", "n.to_s.rjust(2, '0')");
    let round = put("cool", "(n % 4 * 20 + n / 4).to_s.rjust(2, '0')");
    ask("hot-front", "Beat it", &(cool.to_owned() + &front), &[false]);
    ask("hot-front", "Beat it", &(cool.to_owned() + &round), &[true]);
    ask("hot-front", "Beat it", &(cool.to_owned() + &front + &round), &[true]);
    let mine = "create 'mine', 'c', SPLITS => ['20', '40', '60']\n";
    ask("salt", "Beat it", &(mine.to_owned() + &put("mine", "n.to_s.rjust(2, '0')")), &[false, false]);
    ask(
        "salt",
        "Beat it",
        &(mine.to_owned() + &put("mine", "(n % 4 * 20 + n / 4).to_s.rjust(2, '0')")),
        &[true, false],
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A region that was moved is one region, however many servers it was on.
#[test]
fn a_region_that_moves_is_as_hot_as_one_that_stays() {
    let ten = |letter: char| ["10.times { |n| put 't', \"", &letter.to_string(), "#{n}\", 'f:x', 'v' }"].concat();
    let move_it = "move locate_region('t', 'x').getRegion.getEncodedName";
    let text = "---\nstart: empty\ntable: t\npanes: rows\narticle: none\nchanged: Nothing.\nlearned: x.\npar: one\n---\n\n\
        # Move\n\nSays nothing.\n\n## One\n\n```hbase-shell setup\ncreate 't', 'f'\n```\n\n```hbase-shell\n";
    let shares = "\n```\n\nOf all {{hottest share}}, of ten {{hottest share of 10 in 20}}, of twenty {{hottest share of 20 in 20}}.\n";
    let told =
        lesson::told("move", &[text, &ten('a'), "\n", move_it, "\n", &ten('b'), shares].concat(), &LANGUAGE).told;
    assert!(told.contains("Of all 100, of ten 100, of twenty 100."), "{told}");
}

/// Both have to check: who only reads loses nothing either.
#[test]
fn the_race_that_loses_nothing_has_two_who_check() {
    let check = "check_and_put 'comments', key(2), 'c:text', nil, 'c:text', 'mine'";
    let count = "count 'comments'";
    let race = |a: &str, b: &str| {
        let read = "scan 'comments', LIMIT => 1";
        let script = format!("client 'A'\n{read}; {a}\nclient 'B'\n{read}; {b}\n");
        reached("prepend-race", "Break it", &script, true)
    };
    assert_eq!(race(check, check), [false, true]);
    assert_eq!(race(count, count), [false, false]);
    assert_eq!(race(check, count), [false, false]);
}

/// A lesson at a stop, played without the language, as a page plays it.
fn recorded(id: &str, heading: &str) -> (Player, Session) {
    let lesson = Arc::new(lesson::shelved(id).expect("it is there").recorded().expect("it can be read"));
    let mut session = lesson.session(&RECORDED).expect("a start");
    let (player, found) = Player::visit(lesson, &mut session, &Stop::Marker(heading.into())).expect("it opens");
    assert!(found, "{id} has no stop “{heading}”");
    (player, session)
}

/// Which parts of the goal were reached so far.
fn met(player: &mut Player, session: &Session) -> Vec<bool> {
    player.watch(session);
    while player.go_on(1_000) {}
    player.watch(session);
    player.show(session).goal.expect("there is one").todos.into_iter().map(|part| part.is_reached).collect()
}

/// Which parts of the goal at a stop forms reach, sent one after the other and each run to its end; then a script, where
/// part of the goal needs the shell.
fn formed(id: &str, heading: &str, acts: Vec<Intent>, script: &str) -> Vec<bool> {
    let (mut player, mut session) = recorded(id, heading);
    let mut reached = met(&mut player, &session);
    assert!(reached.iter().all(|is_met| !is_met), "{id}: nothing was done yet");
    for intent in acts {
        let sent = format!("{intent:?}");
        session.perform(0, intent, 100_000).unwrap_or_else(|refusal| panic!("{id}: {sent}: {refusal}"));
        reached = met(&mut player, &session);
    }
    if !script.is_empty() {
        session.speak(&LANGUAGE);
        let mut own = session.script(0, 0, script).expect("it can be read");
        while !session.play(&mut own, 10_000).expect("it can be played") {}
        reached = met(&mut player, &session);
    }
    reached
}

fn insert(table: &str, row: impl Into<Vec<u8>>, qualifier: &str, value: &str) -> Intent {
    let cells = vec![("c".to_owned(), qualifier.into(), None, value.into())];
    Intent::Insert { table: table.into(), row: row.into(), cells }
}

fn create(table: &str, family: &str, splits: &[&str]) -> Intent {
    let splits = splits.iter().map(|split| split.as_bytes().to_vec()).collect();
    let families = vec![(family.to_owned(), Vec::new())];
    Intent::Admin(AdminIntent::Create { table: table.into(), families, attributes: Vec::new(), splits })
}

fn forty(table: &str, walk: Walk, prefixes: u8) -> Intent {
    Intent::Repeat(Arc::new(Repeat::new(Plan {
        table: table.into(),
        does: Does::Insert { family: "c".into(), qualifier: "text".into(), bytes: 5 },
        times: 40,
        first: 0,
        walk,
        digits: Digits::Decimal(4),
        prefixes,
        clients: 1,
        rate: 0,
    })))
}

/// Below each goal stands that a form can be used: what the forms of the page send counts as what a shell sends.
#[test]
fn goals_are_reached_with_forms() {
    let mut missed = Vec::new();
    let mut ask = |id: &str, heading: &str, acts: Vec<Intent>, script: &str| {
        let met = formed(id, heading, acts, script);
        if !met.iter().all(|is_met| *is_met) {
            missed.push(format!("{id}: {met:?}"));
        }
    };
    let first = |table: &str, prefixes| Intent::FirstRow { table: table.into(), prefixes, prefix: Prefix::Digits };
    let get = Intent::Get { table: "comments".into(), row: 20_i64.to_be_bytes().to_vec(), versions: 1 };
    ask("upside-down", "Your turn: both ends", vec![first("comments", 0), get], "");
    let last = Intent::LastRow { table: "comments".into(), method: LastRowMethod::Reversed };
    ask("last-row", "Your turn: a bill of ten rows", vec![last], "");
    let user = |user: u32| [user.to_be_bytes().as_slice(), &[0; 12]].concat();
    let page = |start: Vec<u8>, size: u32| {
        let stop = 10_u32.to_be_bytes().to_vec();
        Intent::Pages(Pages { start, stop, size, pages: 1, ..Pages::of("useractions") })
    };
    let two = b"\x00\x00\x00\x09\x7f\xff\xfe\xde>:\x867\x00\x00\x02\x10";
    let third = [two.as_slice(), b"\0"].concat();
    ask("page-three", "Beat it", vec![page(user(9), 10), page(third, 5)], "");
    let columns = Some((b"bella".to_vec(), b"bellb".to_vec()));
    let pet = Pages { start: b"pets".to_vec(), size: 1, pages: 1, columns, ..Pages::of("clinic") };
    ask("inside-a-row", "Beat it", vec![Intent::Pages(pet)], "");
    let cool = [create("cool", "c", &["01-", "02-", "03-"]), forty("cool", Walk::Step(1), 4)];
    ask("hot-front", "Beat it", cool.to_vec(), "");
    let mine = [create("mine", "c", &["01-", "02-", "03-"]), forty("mine", Walk::Step(-1), 4), first("mine", 4)];
    ask("salt", "Beat it", mine.to_vec(), "");
    let numbers = (-5..5_i64).map(|n| insert("sorted", format!("{}", n + 5), "n", &n.to_string())).collect();
    ask("byte-traps", "Repair it", numbers, "");
    ask("where-to-cut", "Beat it", vec![create("mine", "f", &["ccc", "eee", "ggg"])], "fill 'mine'\n");
    let put = |row: &str, value: &str| RowMutation::Put(row.into(), "f".into(), b"state".to_vec(), value.into());
    let both = |one: &str, other: &str| Intent::Transaction {
        table: "myTable".into(),
        routing_row: Vec::new(),
        mutations: vec![put(one, "lost"), put(other, "lost")],
        conditions: Vec::new(),
    };
    ask("together", "Break it", vec![both("xxxdef", "bio001"), both("xxxabc", "xxxdef")], "");
    assert!(missed.is_empty(), "{missed:#?}");
}

/// Two puts of one row lose a comment; two prepends of which each has read, and none has written, do not.
#[test]
fn the_race_is_won_with_forms() {
    let (mut player, mut session) = recorded("prepend-race", "Break it");
    for (client, text) in [(0, "gone soon"), (1, "in its place")] {
        session.perform(client, insert("comments", 3_i64.to_be_bytes(), "text", text), 1_000).expect("it is sent");
    }
    assert_eq!(met(&mut player, &session), [true, false]);
    for client in [0, 1] {
        let prepend = Intent::Prepend {
            table: "comments".into(),
            check: ("c".into(), b"text".to_vec()),
            cells: vec![("c".into(), b"text".to_vec(), b"mine".to_vec())],
            blind: false,
            highest: 20,
        };
        session.ask(client, prepend).expect("it is sent");
        assert!(session.step_client(client));
    }
    assert_eq!(met(&mut player, &session), [true, true]);
}
