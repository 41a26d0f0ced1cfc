//! Scripts played in the lab, with what its console shows: `scripts/console/NAME.rb` and `NAME.out`.
//! `UPDATE_GOLDENFILES=1 cargo test -p splitpoint-lab --test console` records them; read what it wrote before it is
//! committed. A script begins on an empty cluster with two clients.

use splitpoint_lab::intent::{AdminIntent, Intent};
use splitpoint_lab::session::{Kind, Restored, Saved, Session};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{Grain, ViewRequest};
use splitpoint_model::bytes::to_string_binary;
use splitpoint_shell::splits;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Atoms between two looks at a script.
const SLICE: u32 = 1_000;

fn keys(_: &str, row: &[u8]) -> String {
    to_string_binary(row)
}

fn session() -> Session {
    let mut session = Session::new();
    session.speak(&LANGUAGE);
    session.set_grain(Grain::Rpc);
    session
}

fn play(session: &mut Session, script: &str) {
    let mut player = session.script(0, 0, script).expect("the script can be read");
    for _ in 0..10_000 {
        if session.play(&mut player, SLICE).expect("it can be played") {
            return;
        }
    }
    panic!("the script never ends");
}

/// The session that was kept, all of which comes out as it did.
fn restored(saved: &Saved) -> Session {
    let Restored { session, divergences } = Session::restore(saved, Some(&LANGUAGE)).expect("there is such a start");
    assert_eq!(divergences, [], "what was decided can be decided again");
    session
}

fn transcript(session: &Session) -> String {
    let mut text = String::new();
    for line in session.console(10_000, &keys) {
        let letter = line.client.map_or(' ', |client| char::from(b'A' + client));
        let sign = match line.kind {
            Kind::Typed => line.prompt.clone(),
            Kind::Form => "form> ".to_owned(),
            Kind::Output => String::new(),
            Kind::Error => "! ".to_owned(),
            Kind::Answer => "# ".to_owned(),
        };
        let _ = writeln!(text, "{}", format!("{letter} {sign}{}", line.text).trim_end());
    }
    text
}

#[test]
fn stories_are_told_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts/console");
    let update = env::var_os("UPDATE_GOLDENFILES").is_some();
    let mut told = 0;
    for entry in fs::read_dir(&folder).expect("there are stories").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "rb") {
            continue;
        }
        let mut session = session();
        play(&mut session, &fs::read_to_string(&path).expect("a story can be read"));
        let text = transcript(&session);
        let golden = path.with_extension("out");
        if update {
            fs::write(&golden, &text).expect("a transcript can be written");
        }
        let wanted = fs::read_to_string(&golden).unwrap_or_default();
        for (at, (wanted, told)) in wanted.lines().zip(text.lines()).enumerate() {
            assert_eq!(told, wanted, "{}:{}", golden.display(), at + 1);
        }
        assert_eq!(text.lines().count(), wanted.lines().count(), "{}", golden.display());
        // What was kept leads to the same.
        let saved = Saved::from_text(&session.save().to_text()).expect("a session is text");
        assert!(saved.needs().language);
        let again = restored(&saved);
        assert_eq!(again.world(), session.world(), "{}", path.display());
        assert_eq!(transcript(&again), text, "{}", path.display());
        told += 1;
    }
    assert!(told >= 5);
}

/// Whoever opens what was kept, or a link, knows whether its scripts do more than name commands.
#[test]
fn what_is_opened_names_the_methods_that_its_scripts_need() {
    for (text, needed) in [("create 't', 'f'\nput 't', 'r', 'f:q', 'v'\n", false), ("puts 1 + 2\n", true)] {
        let mut session = session();
        play(&mut session, text);
        let saved = session.save();
        let read = Saved::from_text(&saved.to_text()).expect("a session is text");
        let link =
            splitpoint_lab::session::Link::parse(&format!("script={}", text.replace('\n', "%0A").replace('+', "%2B")));
        let link = link.expect("it can be read").expect("it is a link");
        for needs in [saved.needs(), read.needs(), link.needs()] {
            assert_eq!((needs.language, needs.methods), (true, needed), "{text}");
        }
    }
}

/// The console follows the cursor, and so do the variables of the shells.
#[test]
fn going_back_takes_back_what_was_typed() {
    let mut session = session();
    play(&mut session, "create 't', 'f'\nx = 'one'\nput 't', 'r', 'f:q', x\n");
    let text = transcript(&session);
    play(&mut session, "x = 'two'\nput 't', 'r', 'f:q', x\n");
    assert!(
        transcript(&session).ends_with("A hbase:005:0> put 't', 'r', 'f:q', x\nA Took 0.0060 seconds\n"),
        "{}",
        transcript(&session)
    );
    while transcript(&session) != text {
        assert!(session.back());
    }
    play(&mut session, "put 't', 'r2', 'f:q', x\nget 't', 'r2'\n");
    assert!(transcript(&session).contains("value=one"));
    assert_eq!(session.view(&request()).timeline.branches.len(), 2);
}

fn request() -> splitpoint_lab::view::ViewRequest {
    splitpoint_lab::view::ViewRequest {
        table: "t".to_owned(),
        window: 0..100,
        old_versions: true,
        notation: splitpoint_lab::view::KeyNotation::Binary,
    }
}

/// An endless loop is cut into steps, so that somebody can stop it.
#[test]
fn an_endless_loop_can_be_stopped() {
    let mut session = session();
    for script in ["loop { x = 1 }", "create 't', 'f'\nloop { put 't', 'r', 'f:q', 'v' }"] {
        let mut player = session.script(0, 0, script).expect("the script can be read");
        assert_eq!(session.play(&mut player, SLICE), Ok(false));
        assert!(session.step_client(0));
        assert!(session.cancel(0));
        while session.step_client(0) {}
        play(&mut session, "puts 'free again'\n");
        assert!(transcript(&session).ends_with("free again\n"), "{}", transcript(&session));
    }
}

/// Ten thousand steps of a line that has no end are no turn of their own, and going back ends at the beginning.
#[test]
fn what_a_script_steps_counts_as_well() {
    let mut session = session();
    session.set_grain(Grain::Cell);
    let script = "step loop { put 'pets', 'r', 'f:q', 'v' }\nstep 10000\nback 10000\nputs 'there'\n";
    let mut player = session.script(0, 0, script).expect("the script can be read");
    assert_eq!(session.play(&mut player, 10), Ok(false));
    assert!((1..20).contains(&session.position()), "{}", session.position());
    let mut turns = 0;
    while session.play(&mut player, 1_000) == Ok(false) {
        turns += 1;
    }
    assert!((10..100).contains(&turns), "{turns}");
    assert!(transcript(&session).contains("there\n"), "{}", transcript(&session));
}

/// A statement is at work at a line of the script, whoever typed it.
#[test]
fn a_script_stands_at_a_line() {
    let mut session = session();
    play(&mut session, "create 't', 'f'\n\n# and now\nputs 1\n");
    let script = "# two rows\n2.times do |i|\n  put 't', i, 'f:q', 'v'\nend\nclient 'B'\n\nscan 't'\n";
    session.set_grain(Grain::Cell);
    session.queue(0, 0, script).expect("it can be queued");
    assert_eq!((session.script_line(0), session.script_line(1)), (Some(2), Some(7)));
    session.step_client(0);
    assert_eq!(session.script_line(0), Some(3));
    session.step_client(1);
    assert_eq!((session.script_line(0), session.script_line(1)), (Some(3), Some(7)));
    session.run_client(0, SLICE);
    session.run_client(1, SLICE);
    assert_eq!((session.script_line(0), session.script_line(1)), (None, None));
    assert!(transcript(&session).contains("2 row(s)"));
}

/// Walks through a script to its end; the clients and lines at which it stood before each step.
fn walk(session: &mut Session, script: &str) -> Vec<String> {
    let mut walk = session.walk(0, 0, script).expect("the script can be read");
    let mut places = Vec::new();
    for _ in 0..10_000 {
        let at = |client| Some((client, session.script_line(client)?));
        let lines = (0..session.clients()).filter_map(at).chain(walk.line(session));
        places.push(lines.map(|(client, line)| format!("{}{line}", char::from(b'A' + client))).collect::<String>());
        if !session.walk_on(&mut walk).expect("it can be walked") {
            places.pop();
            return places;
        }
    }
    panic!("the script never ends");
}

/// Whoever walks through a script does what playing it does, in the same order.
#[test]
fn a_walk_does_what_playing_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts/console");
    let mut scripts: Vec<String> = fs::read_dir(&folder)
        .expect("there are stories")
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rb"))
        .map(|entry| fs::read_to_string(entry.path()).expect("a story can be read"))
        .collect();
    scripts.push(TURNS.to_owned());
    scripts
        .push("create 't', 'f'\nstep put 't', '1', 'f:q', 'a'\nstep 2\nback 2\nclient 'B'\nstep scan 't'\n".to_owned());
    for script in scripts {
        for grain in [Grain::Operation, Grain::Rpc, Grain::Cell] {
            let (mut played, mut walked) = (session(), session());
            played.set_grain(grain);
            walked.set_grain(grain);
            play(&mut played, &script);
            walk(&mut walked, &script);
            assert_eq!(walked.world(), played.world(), "{grain:?}: {script}");
            assert_eq!(transcript(&walked), transcript(&played), "{grain:?}: {script}");
        }
    }
}

/// Two clients whose lines take turns.
const TURNS: &str = "create 't', 'f'\nput 't', '1', 'f:q', 'a'\nclient 'B'\nput 't', '1', 'f:q', 'b'\n\
    client 'A'\nput 't', '1', 'f:q', 'c'\nget 't', '1'\n";

/// The marker passes every line, and only one client is at work unless the script lets several.
#[test]
fn a_walk_passes_every_line_in_its_order() {
    let mut session = session();
    session.set_grain(Grain::Operation);
    let mut places = walk(&mut session, TURNS);
    places.dedup();
    assert_eq!(places, ["A1", "A2", "B4", "A6", "A7"]);
    session.reset();
    let race = "create 't', 'f'\nstep put 't', '1', 'f:q', 'a'\nclient 'B'\nput 't', '1', 'f:q', 'b'\nstep 'A'\n";
    session.set_grain(Grain::Cell);
    let places = walk(&mut session, race);
    assert!(places.contains(&"A2B4".to_owned()), "{places:?}");
}

/// Where somebody goes back on a walk, the same steps are done again, and nothing is sent twice.
#[test]
fn a_walk_goes_on_from_the_cursor() {
    let mut walked = session();
    walked.set_grain(Grain::Operation);
    let mut walk = walked.walk(0, 0, TURNS).expect("the script can be read");
    while walk.line(&walked) != Some((0, 6)) {
        assert_eq!(walked.walk_on(&mut walk), Ok(true));
    }
    let world = walked.world().clone();
    assert!(walked.back());
    assert_eq!(walk.line(&walked), Some((1, 4)));
    assert!(walked.back());
    assert_eq!((walked.walk_on(&mut walk), walked.walk_on(&mut walk)), (Ok(true), Ok(true)));
    assert_eq!(*walked.world(), world);
    assert!(walked.back() && walked.back());
    while walked.walk_on(&mut walk) == Ok(true) {}
    assert_eq!(walked.walk_on(&mut walk), Ok(false), "it is at its end, and does not begin anew");
    let mut played = session();
    play(&mut played, TURNS);
    assert_eq!(walked.world(), played.world());
    assert_eq!(walked.view(&request()).timeline.branches.len(), 1);
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_done() {
    let session = session();
    for (script, why) in [
        (
            "put 't', 'r', 'f:q', 'v'\nclient 'E'\n",
            "Line 2: name a client by its letter, as in client 'B'. There are A, B, C and D.",
        ),
        ("3.times do\n  puts 1\n", "Line 1: this statement has a beginning but no end."),
        ("step 0", "Line 1: say step, step 3, step 'B', step 'B', 3, or step and the command that is to be begun."),
        ("back 'A'", "Line 1: say back, or back 3."),
    ] {
        let refusal = session.script(0, 0, script).expect_err("it makes no sense");
        assert_eq!(refusal.to_string(), why);
    }
}

/// What a form does stands there as the command that would, and that command does the same.
#[test]
fn forms_stand_there_as_commands() {
    let table = || "t".to_owned();
    let family = ("f".to_owned(), vec![("VERSIONS".to_owned(), "3".to_owned())]);
    let mut session = session();
    let admin = |session: &mut Session, request: AdminIntent| {
        session.submit(0, Intent::Admin(request)).expect("it can be asked for");
        let jobs: Vec<u32> = session.world().jobs().map(|job| job.id()).collect();
        assert!(!jobs.is_empty(), "what is asked for becomes a job");
        assert!(jobs.into_iter().all(|job| session.run_job(job, SLICE)));
    };
    let create = AdminIntent::Create {
        table: table(),
        families: vec![family],
        attributes: vec![("MAX_FILESIZE".to_owned(), "100000000".to_owned())],
        splits: vec![b"m".to_vec()],
    };
    admin(&mut session, create);
    let cells = vec![("f".to_owned(), b"q".to_vec(), Some(5), b"it's\x00".to_vec())];
    session.submit(0, Intent::Insert { table: table(), row: b"r".to_vec(), cells }).expect("it can be asked for");
    session.run_client(0, SLICE);
    session.submit(1, Intent::Get { table: table(), row: b"r".to_vec(), versions: 1 }).expect("it can be asked for");
    session.run_client(1, SLICE);
    admin(&mut session, AdminIntent::Flush(table(), None));
    let text = transcript(&session);
    let wanted = "  form> create 't', {NAME => 'f', VERSIONS => '3'}, MAX_FILESIZE => '100000000', SPLITS => ['m']
A form> put 't', 'r', 'f:q', \"it's\\x00\", 5
A # done
B form> get 't', 'r'
B # → 1 cell
  form> flush 't'
";
    assert_eq!(text, wanted);
    let mut again = self::session();
    let typed: String = session
        .console(100, &keys)
        .into_iter()
        .filter(|line| line.kind == Kind::Form)
        .map(|line| line.text + "\n")
        .collect();
    play(&mut again, &typed);
    assert!(!transcript(&again).contains("ERROR"), "{}", transcript(&again));
    let cells = |session: &Session| {
        let cluster = session.world().cluster();
        let now = session.world().clock().now();
        (cluster.table("t").cloned(), splits(cluster, "t"), splitpoint_shell::cells(cluster, "t", now))
    };
    assert_eq!(cells(&again), cells(&session));
}

/// A long script goes in bursts, which are steps of their own: they can be gone back to, kept and made again.
#[test]
fn a_long_script_goes_in_bursts() {
    let mut session = session();
    play(
        &mut session,
        "create 't', 'f'\n3000.times { |i| put 't', \"#{i * 7919 % 3001}\", 'f:q', i }\ncount 't', INTERVAL => 9999\n",
    );
    let told = transcript(&session);
    assert!(told.contains("\nA 3000 row(s)\n"), "{}", &told[told.len() - 300..]);
    let position = session.view(&request()).timeline.position;
    assert!((500..700).contains(&position), "{position}");
    let (end, text) = (session.world().clone(), transcript(&session));
    let told = "commands of a long script are done as one step";
    while !session.view(&request()).sentence.text().contains(told) {
        assert!(session.back());
    }
    assert!(session.back());
    assert_ne!(session.world(), &end);
    session.last();
    assert_eq!((session.world(), transcript(&session)), (&end, text));
    let saved = Saved::from_text(&session.save().to_text()).expect("a session is text");
    let again = restored(&saved);
    assert_eq!(again.world(), &end);
}

/// What a script computes counts as well: else one turn of the page would be as long as some hundred thousand puts. Kept
/// decisions name their atoms and come back as they were.
#[test]
fn no_turn_is_long_where_a_script_computes() {
    let sum = "a = (1..20_000).to_a; x = 0; 500_000.times { |n| x += n }; x\n";
    let large = "a = (1..100_000).to_a; 2_000.times { a.include?(0) }; a.size\n";
    for (script, most, turns) in [(sum, 60, 20), (large, 20, 100)] {
        let mut session = session();
        let mut player = session.script(0, 0, script).expect("the script can be read");
        let (mut atoms, mut count) = (0, 0);
        while !session.play(&mut player, 400).expect("it can be played") {
            let now = session.world().clock().atoms();
            assert!(now - atoms <= most, "{} atoms in one turn", now - atoms);
            (atoms, count) = (now, count + 1);
            assert!(count < 10_000, "it never ends");
        }
        assert!(count > turns, "{count} turns");
        assert_eq!(restored(&session.save()).world(), session.world(), "{script}");
    }
    // Long enough for bursts, each of which is an atom that is longer than others.
    let mut session = session();
    let text = "8_000_000.times { |n| n }\n5.times { |n| create \"t#{n}\", 'f' }\n";
    let mut player = session.script(0, 0, text).expect("the script can be read");
    let mut bursts = 0;
    while !session.play(&mut player, 400).expect("it can be played") {
        let sentence = session.view(&request()).sentence.text();
        bursts += usize::from(sentence.contains("of a long script"));
    }
    assert!(bursts > 20, "{bursts}");
    assert_eq!(restored(&session.save()).world(), session.world());
}

/// Undo takes back what was asked for, and a burst was not: it is part of what was.
#[test]
fn undo_takes_back_a_whole_script() {
    let mut session = session();
    play(&mut session, "create 't', 'f'\n");
    let (before, text) = (session.world().clone(), transcript(&session));
    play(&mut session, "6000.times { |i| put 't', i, 'f:q', i }\n");
    assert!(session.view(&request()).sentence.text().contains("of a long script"), "there are bursts");
    assert!(session.undo());
    assert_eq!((session.world(), transcript(&session)), (&before, text));
}

/// What can be taken to a real HBase is every command in its order, also of forms, and of scripts too long to be shown.
#[test]
fn actions_leave_in_their_order() {
    let mut session = session();
    let lines: String = (0..3_000).map(|row| format!("put 't', '{row:04}', 'f:q', '{row}'\n")).collect();
    play(&mut session, &format!("create 't', 'f'\n{lines}check_and_put 't', '0001', 'f:q', '1', 'f:q', 'one'\n"));
    let cells = vec![("f".to_owned(), b"q".to_vec(), None, b"v".to_vec())];
    session.submit(0, Intent::Insert { table: "t".into(), row: b"form".to_vec(), cells }).unwrap();
    assert!(session.run_client(0, 100));
    play(&mut session, "deleteall 't', '0000'\n");
    session.back_operation();
    let script = session.actions().expect("somebody speaks its language");
    let at = |text: &str| script.find(text).unwrap_or_else(|| panic!("{text} is not in {script}"));
    assert!(script.contains("def check_and_put(") && script.ends_with("exit\n"));
    assert!(script.contains(&format!("\ncreate 't', 'f'\n{lines}check_and_put 't', ")));
    assert!(at("'f:q', 'one'\n") < at("put 't', 'form', 'f:q', 'v'\n"));
    assert!(!script.contains("deleteall 't', '0000'"), "it has been taken back");
    let shown = transcript(&session);
    assert!(shown.contains(" lines of a script:\n") && !shown.contains("'2000'"));
}

/// By client: what its lane lists.
fn lanes(session: &Session) -> Vec<(char, Vec<String>)> {
    let clients = session.view(&request()).clients;
    clients
        .iter()
        .map(|client| (client.letter, client.entries.iter().map(|entry| entry.text.clone()).collect()))
        .collect()
}

/// What leaves the page says in a comment which client goes on, so that it plays with the same clients when it is put back.
#[test]
fn actions_that_are_put_back_are_played_by_the_same_clients() {
    let mut first = session();
    let script = "create 't', 'f'\nput 't', 'r', 'f:q', 'of A'\nclient 'B'\nput 't', 'r', 'f:q', 'of B'\n\
                  check_and_put 't', 'r', 'f:q', 'of B', 'f:q', 'B again'\nclient 'A'\ntext = <<E\n# client B\nE\n\
                  put 't', 's', 'f:q', text\nclient 'C'\n3.times do |n|\n  put 't', n, 'f:n', n\nend\nclient 'B'\nget 't', 'r'\n";
    play(&mut first, script);
    for text in [first.actions().expect("somebody speaks its language"), first.done()] {
        assert!(text.contains("\n# client B\nput 't', 'r', 'f:q', 'of B'\n"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("# client ")).count(), 5, "{text}");
        assert!(!text.contains("client '"), "a real shell knows no such command: {text}");
        let (mut again, mut walked) = (session(), session());
        play(&mut again, &text);
        let mut walk = walked.walk(0, 0, &text).expect("it can be read");
        while walked.walk_on(&mut walk).expect("it can be played") {}
        for session in [&again, &walked] {
            assert_eq!(session.rows(), first.rows());
            let commands = |session: &Session| {
                let lines = session.console(10_000, &keys).into_iter().filter(|line| line.kind == Kind::Typed);
                let lines = lines.map(|line| (line.client, line.text)).filter(|(_, line)| !line.starts_with("# "));
                lines.filter(|(_, line)| !line.contains("splitpoint_") && line != "exit").collect::<Vec<_>>()
            };
            let mut wanted = commands(&first);
            let told = commands(session);
            wanted.retain(|line| !line.1.is_empty());
            assert_eq!(told[told.len() - wanted.len()..], wanted, "{text}");
            assert_eq!(session.clients(), 3);
        }
        if !text.contains("def ") {
            assert_eq!(lanes(&again), lanes(&first));
        }
    }
}

/// The answer to a question of a script stays with its statement, whoever came in between.
#[test]
fn what_a_form_of_another_client_did_stands_below_its_name() {
    let mut session = session();
    play(&mut session, "create 't', 'f'\n");
    session.queue(0, 0, "drop_all 't.*'\n").expect("it can be read");
    while !session.asks(0) {
        assert!(session.step_client(0));
    }
    let cells = vec![("f".to_owned(), b"q".to_vec(), None, b"v".to_vec())];
    session.submit(1, Intent::Insert { table: "t".into(), row: b"form".to_vec(), cells }).unwrap();
    assert!(session.run_client(1, 100));
    play(&mut session, "n\n");
    let done = session.done();
    assert_eq!(done, "create 't', 'f'\ndrop_all 't.*'\nn\n# client B\nput 't', 'form', 'f:q', 'v'\n");
}

/// HBase knows its regions by other names than the picture: what to type instead is said, and does it.
#[test]
fn a_region_that_is_called_as_in_the_picture_is_explained() {
    let mut session = session();
    play(&mut session, "create 't', 'f', SPLITS => ['m']\nput 't', 'a', 'f:q', 'v'\n");
    assert_eq!(session.remark(), None);
    play(&mut session, "merge_region 'r1', \"r2\"\n");
    assert!(transcript(&session).contains("Can't invoke merge on unknown region"), "{}", transcript(&session));
    let remark = session.remark().expect("it is explained");
    let (why, command) = remark.split_once("encoded name: ").expect("a command");
    assert_eq!(why, "r1 and r2: this page's own name for a region, which HBase does not know. HBase takes the ");
    play(&mut session, &format!("{command}\n"));
    assert_eq!(session.remark(), None, "{}", transcript(&session));
    while session.next() {}
    assert_eq!(session.world().cluster().regions("t").count(), 1, "{}", transcript(&session));
    play(&mut session, "merge_region 'r1', 'r9'\nmerge_region 'x', 'y'\n");
    assert_eq!(session.remark(), None, "no region is called so");
}

/// A line without what hangs on the clock, times and the names made of them, and without the number of the prompt.
fn neutral(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line.trim_end();
    if let Some((prompt, typed)) = rest.strip_prefix("hbase:").and_then(|line| line.split_once(':')) {
        text.push_str(if prompt.len() == 3 { "hbase" } else { prompt });
        rest = typed;
    }
    if rest.starts_with("Took ") {
        return "Took".to_owned();
    }
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("timestamp=") {
            text.push_str("timestamp=");
            rest = &after[after.find(',').unwrap_or(after.len())..];
            continue;
        }
        let run = |fits: fn(char) -> bool| rest.find(|c: char| !fits(c)).unwrap_or(rest.len());
        let (digits, hexadecimal) = (run(|c| c.is_ascii_digit()), run(|c| c.is_ascii_hexdigit()));
        let skip = if hexadecimal >= 32 {
            hexadecimal
        } else if digits >= 4 {
            digits
        } else {
            0
        };
        if skip > 0 {
            text.push('…');
            rest = &rest[skip..];
        } else {
            let next = rest.chars().next().map_or(0, char::len_utf8);
            text.push_str(&rest[..next]);
            rest = &rest[next..];
        }
    }
    text
}

/// Step by step in a world, a shell prints what it prints over a cluster of its own.
#[test]
fn the_lab_prints_what_a_shell_prints() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shell/tests/scripts");
    let mut compared = 0;
    for entry in fs::read_dir(&folder).expect("there are stories").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "rb") {
            continue;
        }
        let mut session = session();
        // Statement by statement, as at a prompt, where an exception ends no more than its statement.
        let mut statement = String::new();
        for line in fs::read_to_string(&path).expect("a story can be read").lines() {
            statement.push_str(line);
            let says = !line.is_empty() && !line.starts_with('#');
            if says && session.is_whole(&statement) {
                play(&mut session, &statement);
                statement.clear();
            } else {
                statement.push('\n');
            }
        }
        // Empty lines before a statement are not part of it.
        let typed = |line: &String| line != "hbase0>";
        let printed: Vec<String> = session
            .console(100_000, &keys)
            .into_iter()
            .map(|line| neutral(&(line.prompt + &line.text)))
            .filter(typed)
            .collect();
        let wanted = fs::read_to_string(path.with_extension("out")).expect("it has a transcript");
        let wanted: Vec<String> = wanted.lines().map(neutral).filter(typed).collect();
        assert_eq!(printed, wanted, "{}", path.display());
        compared += 1;
    }
    assert!(compared >= 6);
}

#[test]
fn a_block_cache_is_emptied_of_the_blocks_of_one_table() {
    let mut session = session();
    let shown = |session: &Session, table: &str| {
        let request = ViewRequest { table: table.into(), window: 0..9, ..ViewRequest::none() };
        let view = session.view(&request);
        let files = view.regions.iter().filter_map(|region| region.detail.as_ref()).flat_map(|detail| &detail.files);
        let blocks: u32 = files.map(|file| file.cached_blocks).sum();
        let counter = |name: &str| view.cost.counters.iter().find(|one| one.name == name).expect("a counter").value;
        let read = (counter("BLOCK_READ_OPS_COUNT"), counter("BYTES_READ_FROM_BLOCK_CACHE") > 0);
        (blocks, view.lines.iter().filter(|line| line.cached).count(), read)
    };
    for table in ["t", "u"] {
        play(&mut session, &format!("create '{table}', 'f'\nput '{table}', 'r', 'f:q', 'v'\nflush '{table}'\n"));
        assert_eq!(shown(&session, table).0, 0, "nothing was read yet");
        play(&mut session, &format!("get '{table}', 'r'\n"));
        assert_eq!(shown(&session, table), (1, 1, (1, false)), "read from disk, and kept");
    }
    play(&mut session, "get 't', 'r'\n");
    assert_eq!(shown(&session, "t"), (1, 1, (0, true)), "read from the cache");
    play(&mut session, "clear_block_cache 't'\n");
    let stats = "CacheEvictionStats{evictedBlocks=1, maxCacheSize=1288490240, failedRegionsSize=0, failedRegions=[]}";
    assert!(transcript(&session).contains(stats), "{}", transcript(&session));
    let [of_t, of_u] = ["t", "u"].map(|table| shown(&session, table));
    assert_eq!(((of_t.0, of_t.1), (of_u.0, of_u.1)), ((0, 0), (1, 1)), "the blocks of the other table stay");
    // Back before it, they are there; and a session that was kept says the same.
    assert!(session.back());
    assert_eq!(shown(&session, "t").0, 1);
    session.last();
    assert_eq!(shown(&session, "t").0, 0);
    let mut session = restored(&Saved::from_text(&session.save().to_text()).expect("it was kept"));
    assert_eq!(shown(&session, "t").0, 0);
    play(&mut session, "get 't', 'r'\n");
    assert_eq!(shown(&session, "t"), (1, 1, (1, false)), "read from disk once more");
    play(&mut session, "clear_block_cache 't'\nclear_block_cache 't'\n");
    assert!(transcript(&session).contains("evictedBlocks=0, "), "nothing is left to let go of");
}

/// The shell answers as Ruby does; what it has in the place of SQL is said beside that.
#[test]
fn a_statement_in_sql_is_explained() {
    let mut session = session();
    play(&mut session, "create 't', 'f'\nSELECT * FROM t WHERE id = 1;\n");
    let remark = session.remark().expect("it is explained");
    assert_eq!(remark, "HBase's shell has no SQL. In the place of SELECT: scan 't', or get 't', 'row'");
    play(&mut session, "scan 't'\n");
    assert_eq!(session.remark(), None);
}
