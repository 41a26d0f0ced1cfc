//! Every verb of the binary, as whoever sits at a terminal meets it.

use serde_json::{Value, json};
use splitpoint_lab::scenario;
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::KeyNotation;
use std::env;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

const RACE: &str = "create 't', 'f'\n\
    put 't', '18', 'f:x', 'Cool'\n\
    # race\n\
    client 'A'\n\
    check_and_put 't', '17', 'f:x', nil, 'f:x', 'from A'\n\
    client 'B'\n\
    check_and_put 't', '17', 'f:x', nil, 'f:x', 'from B'\n\
    put 't', '18', 'f:x', 'again'\n";

const BLIND: &str = "create 't', 'f'\nclient 'A'\nput 't', 'r', 'f:x', 'a'\nclient 'B'\nput 't', 'r', 'f:x', 'b'\n";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_splitpoint"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Status, output and problems.
fn run(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = command(arguments).spawn().expect("the binary is there");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_owned();
    // It may end without reading.
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it writes");
    let text = |bytes| String::from_utf8(bytes).expect("it prints UTF-8");
    (output.status.code().expect("it is not killed"), text(output.stdout), text(output.stderr))
}

/// A file of its own for a test.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("it can be written");
    path
}

fn name(path: &Path) -> &str {
    path.to_str().expect("its name is UTF-8")
}

/// Bad input: status 2, one sentence, nothing else.
fn refused(arguments: &[&str], input: &str, part: &str) {
    let (status, text, problems) = run(arguments, input);
    assert_eq!((status, text.as_str()), (2, ""), "{arguments:?}: {problems}");
    assert_eq!(problems.lines().count(), 1, "{problems}");
    assert!(problems.starts_with("splitpoint: ") && problems.contains(part), "{problems}");
}

#[test]
fn lessons_are_checked_by_file_and_by_folder() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/lessons");
    assert_eq!(run(&["lesson", "check", folder], ""), (0, "11 lessons: all is well.\n".to_owned(), String::new()));
    let whole = fs::read_to_string(format!("{folder}/upside-down.md")).expect("it is there");
    let broken = file("broken.md", &whole.replace("key(20)", "key(2"));
    let (status, text, problems) = run(&["lesson", "check", name(&broken)], "");
    assert_eq!((status, problems.as_str()), (1, ""));
    assert!(text.starts_with(&format!("{}:", broken.display())) && text.contains("cannot be played"), "{text}");
    assert!(text.ends_with("\n1 lesson: 1 fault.\n"), "{text}");
    let (status, told, _) = run(&["lesson", "check", &format!("{folder}/salt.md"), "--tell"], "");
    assert!(status == 0 && told.starts_with("Salting and its bill: "), "{told}");
    let lesson = format!("{folder}/prepend-race.md");
    let (status, picture, _) = run(&["poster", "--lesson", &lesson, "--stop", "2"], "");
    assert!(status == 0 && picture.starts_with("<svg") && picture.contains("from Ben"), "{picture}");
    refused(&["poster", "--lesson", &lesson, "--stop", "99"], "", "so none is stop 99");
    refused(&["lesson", "check", "no-such-lesson.md"], "", "cannot be read");
    let empty = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-lessons");
    fs::create_dir_all(&empty).expect("it can be made");
    refused(&["lesson", "check", name(&empty)], "", "has no file that ends with .md");
    let (status, text, _) = run(&["lesson", "check", name(&broken), "--json"], "");
    let found: Value = serde_json::from_str(&text).expect("it is JSON");
    let faults = &found["lessons"][0]["faults"];
    assert!(status == 1 && faults[0]["line"].is_u64() && faults[0]["fault"].is_string(), "{text}");
}

#[test]
fn run_prints_what_the_shell_prints() {
    let want = "hbase:001:0> create 't', 'f'\nCreated table t\nTook 0.0030 seconds\n=> Hbase::Table - t\n\
        hbase:002:0> put 't', '18', 'f:x', 'Cool'\nTook 0.0060 seconds\n\
        hbase:003:0> check_and_put 't', '17', 'f:x', nil, 'f:x', 'from A'\ntrue\nTook 0.0060 seconds\n=> true\n\
        hbase:001:0> check_and_put 't', '17', 'f:x', nil, 'f:x', 'from B'\nfalse\nTook 0.0040 seconds\n=> false\n\
        hbase:002:0> put 't', '18', 'f:x', 'again'\nTook 0.0060 seconds\n";
    assert_eq!(run(&["run", "-"], RACE), (0, want.to_owned(), String::new()));
    let path = file("run.rb", RACE);
    assert_eq!(run(&["run", name(&path)], "").1, want);
}

#[test]
fn run_ends_at_the_first_failure() {
    let (status, text, _) = run(&["run", "-"], "create 't', 'f'\nput 't', 'r'\nputs 'never'\n");
    assert_eq!(status, 1);
    assert!(text.contains("ERROR: wrong number of arguments (given 2, expected 4..6)"), "{text}");
    assert!(!text.contains("never"), "{text}");
    let (status, text, _) = run(&["run", "-"], "raise 'no'\nputs 'never'\n");
    assert_eq!(status, 1, "{text}");
    assert!(!text.contains("never"), "{text}");
}

/// What the page says about `rescue`, and about `exit`.
#[test]
fn run_ends_as_a_pipe_does_but_for_rescue() {
    let rescue = "begin\n  put 'none', 'r', 'f:x', 'v'\nrescue => e\n  puts 'saved ' + 'it'\nend\n";
    let (status, text, _) = run(&["run", "-"], rescue);
    assert!(status == 1 && text.contains("ERROR: Unknown table none!") && !text.contains("saved it"), "{text}");
    let (status, text, _) = run(&["run", "-"], "exit 3\nputs 'never'\n");
    assert!(status == 3 && !text.contains("never"), "{text}");
    for (script, wanted) in [("exit", 0), ("exit 256 + 7", 7), ("client 'B'\nexit 5\nclient 'A'\nputs 'never'", 5)] {
        let (status, text, _) = run(&["run", "-"], &format!("{script}\n"));
        assert!(status == wanted && !text.contains("\nnever"), "{script}: {status} {text}");
    }
}

/// A failure is seen however much its statement prints after it.
#[test]
fn run_ends_at_a_failure_that_much_follows() {
    let (status, text, _) = run(&["run", "-"], "puts 'ERROR: x'; 20.times { puts 1 }\nputs 'never'\n");
    assert!(status == 1 && !text.contains("never"), "{text}");
}

#[test]
fn run_as_json() {
    let (status, text, _) = run(&["run", "-", "--json"], "client 'B'\nputs 'a \"b\"'\n");
    assert_eq!(status, 0);
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert_eq!(lines[0]["client"], "B");
    assert_eq!((&lines[0]["kind"], &lines[0]["text"]), (&"typed".into(), &"puts 'a \"b\"'".into()));
    assert_eq!((&lines[1]["kind"], &lines[1]["text"]), (&"output".into(), &"a \"b\"".into()));
}

#[test]
fn run_on_a_start() {
    let (status, text, _) = run(&["run", "-", "--start", "comments"], "count 'comments'\n");
    assert_eq!(status, 0);
    assert!(text.contains("row(s)"), "{text}");
    refused(&["run", "-", "--start", "moon"], "", "There is no start “moon”");
}

/// Nothing is cut out of a script that the page would run in bursts.
#[test]
fn run_keeps_everything() {
    let script = "create 't', 'f'\n3000.times { |n| put 't', n.to_s, 'f:x', 'v'; puts \"put #{n}\" }\n";
    let (status, text, _) = run(&["run", "-"], script);
    assert_eq!(status, 0, "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("put ")).count(), 3000);
}

#[test]
fn bad_input_is_a_sentence() {
    refused(&["run", "no/such/file"], "", "cannot be read");
    refused(&["run", "-"], "[1,\n", "");
    refused(&["orders", "-"], "list\n", "There is no race");
    refused(&["orders", "-", "--promise", "rows many"], RACE, "no whole number");
    refused(&["orders", "-", "--promise", "luck"], RACE, "is no promise");
    refused(&["orders", "-", "--interfere", "rain"], RACE, "cannot come in between");
    refused(&["orders", "-", "--interfere", "lose=C"], RACE, "client C does nothing in the race");
    refused(
        &["orders", "-", "--interfere", "lose=A"],
        &RACE.replace("'A'", "'B'"),
        "client A does nothing in the race",
    );
    assert_eq!(run(&["orders", "-", "--interfere", "lose=B"], RACE).0, 0);
    refused(&["orders", "-", "--promise", "rows 1"], "# race\nlist\n", "There is no table");
    refused(&["orders", "-"], "put 'none', 'r', 'f:x', 'v'\n# race\nlist\n", "What is run first fails");
    refused(&["link", "-", "--step", "99"], "list\n", "steps");
    refused(&["check", "no/such/file"], "", "cannot be read");
    refused(&["poster", "-", "--out", "race.PNG"], "list\n", "Write “race.svg”");
    assert_eq!(run(&["dance"], "").0, 2);
    assert_eq!(run(&[], "").0, 2);
    let (status, _, told) = run(&["rnu", "-"], "");
    assert_eq!(status, 2);
    assert!(told.contains("'run'"), "{told}");
    let (_, _, told) = run(&["lesson", "rnu"], "");
    assert!(!told.contains("'run'"), "{told}");
}

/// Some editors begin a file with a mark that is no part of its text.
#[test]
fn a_byte_order_mark_is_passed_over() {
    let marked = |text: &str| format!("\u{feff}{text}");
    assert_eq!(run(&["run", "-"], &marked(RACE)), run(&["run", "-"], RACE));
    assert_eq!(run(&["run", name(&file("marked.rb", &marked(RACE)))], ""), run(&["run", "-"], RACE));
    let lesson =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/lessons/salt.md")).expect("it is there");
    let path = file("marked.md", &marked(&lesson));
    assert_eq!(run(&["lesson", "check", name(&path)], ""), (0, "1 lesson: all is well.\n".to_owned(), String::new()));
    // Documentation keeps it where something is written.
    let docs = "```hbase-shell\nputs 1\n```\n\n```text\n2\n```\n";
    let path = file("marked-docs.md", &marked(docs));
    assert_eq!(run(&["check", name(&path), "--update"], "").0, 0);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), marked(&docs.replace("\n2\n", "\n1\n")));
}

/// What the page says of `-`, of the verbs whose files are no scripts.
#[test]
fn every_file_can_be_the_standard_input() {
    let docs = "```hbase-shell\nputs 1\n```\n\n```text\n1\n```\n";
    assert_eq!(
        run(&["check", "-"], docs),
        (0, "1 example, 1 with an answer: all is well.\n".to_owned(), String::new())
    );
    refused(&["check", "-", "--update"], docs, "The standard input cannot be written into.");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/lessons/salt.md");
    let lesson = fs::read_to_string(path).expect("it is there");
    assert_eq!(run(&["lesson", "check", "-"], &lesson).1, "1 lesson: all is well.\n");
    assert_eq!(run(&["poster", "--lesson", "-"], &lesson), run(&["poster", "--lesson", path], ""));
    let growth = r#"{"key": "time:time", "rate": 1, "days": 1}"#;
    assert_eq!(run(&["grow", "-"], growth).0, 0);
}

#[test]
fn input_that_is_no_text_is_refused() {
    let mut child = command(&["run", "-"]).spawn().expect("the binary is there");
    child.stdin.take().expect("it is piped").write_all(b"puts '\xff\xfe'\n").expect("it reads");
    assert_eq!(child.wait_with_output().expect("it ends").status.code(), Some(2));
}

#[test]
fn nobody_reads_on() {
    let mut child = command(&["run", "-"]).spawn().expect("the binary is there");
    let mut stdin = child.stdin.take().expect("it is piped");
    drop(child.stdout.take());
    stdin.write_all("puts 'x' * 1000\n".repeat(200).as_bytes()).expect("it reads");
    drop(stdin);
    let mut problems = String::new();
    child.stderr.take().expect("it is piped").read_to_string(&mut problems).expect("it prints UTF-8");
    assert_eq!((child.wait().expect("it ends").code(), problems.as_str()), (Some(0), ""));
}

/// A device that takes nothing: what cannot be written is no success.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_told() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
    let path = file("full.rb", RACE);
    let output = command(&["run", name(&path)]).stdout(full).output().expect("it ends");
    let problems = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{problems}");
    assert!(
        problems.starts_with("splitpoint: The output cannot be written: ") && problems.lines().count() == 1,
        "{problems}"
    );
}

#[test]
fn orders_of_a_race() {
    let want = "1. 1 order (33.3 %), done\n   t  17  f:x  from A\n   shortest: A B B\n   ✓ kept: acknowledged\n   \
        ✓ kept: rows 2\n2. 2 orders (66.7 %), done\n   t  17  f:x  from B\n   shortest: B A B\n   \
        ✓ kept: acknowledged\n   ✓ kept: rows 2\n";
    let promises = ["orders", "-", "--promise", "acknowledged", "--promise", "rows 2"];
    assert_eq!(run(&promises, RACE), (0, want.to_owned(), String::new()));
}

#[test]
fn orders_of_a_race_that_says_what_must_hold() {
    let race = RACE.replacen("# race\n", "must 'two rows', 'rows 2'\n# race\n", 1) + "must 'at most 1 call by A'\n";
    let (status, text, problems) = run(&["orders", "-"], &race);
    assert_eq!((status, problems.as_str()), (0, ""), "{text}");
    assert!(text.contains("   ✓ kept: two rows\n   ✓ kept: at most 1 call by A\n"), "{text}");
    refused(&["orders", "-"], &race.replace("'rows 2'", "'row'"), "Line 3: “row” is no promise");
}

/// A promise about a table that never comes would be kept in every order.
#[test]
fn orders_need_the_table_of_a_promise() {
    refused(&["orders", "-", "--promise", "tt: acknowledged"], BLIND, "There is no table “tt” at this step, only t");
    refused(&["orders", "-"], &BLIND.replacen("client", "must 'tt: rows 1'\nclient", 1), "There is no table “tt”");
}

#[test]
fn orders_tell_commands_that_fail() {
    let race =
        "create 't', 'f'\n# race\nclient 'A'\nputt 't', '1', 'f:x', 'a'\nclient 'B'\nput 'tt', '1', 'f:x', 'b'\n";
    let (status, text, _) = run(&["orders", "-"], race);
    assert!(status == 0 && text.contains("   A fails: NoMethodError (undefined method `putt' for "), "{text}");
    assert!(text.contains("   B fails: ERROR: Unknown table tt!\n"), "{text}");
    let (_, text, _) = run(&["orders", "-", "--json"], race);
    let found: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(
        found["outcomes"][0]["failures"][1],
        serde_json::json!({ "client": "B", "text": "ERROR: Unknown table tt!" })
    );
}

#[test]
fn orders_that_break_a_promise() {
    let (status, text, _) = run(&["orders", "-", "--promise", "acknowledged"], BLIND);
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("✗ broken: acknowledged, by step 2"), "{text}");
    assert!(text.contains("t  r  f:x  a\n") && text.contains("t  r  f:x  b\n"), "{text}");
}

#[test]
fn orders_as_json_with_what_comes_in_between() {
    let (status, text, _) = run(&["orders", "-", "--json", "--interfere", "flush", "--grain", "operation"], RACE);
    assert_eq!(status, 0);
    let found: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let orders: Vec<&str> =
        found["outcomes"].as_array().expect("a list").iter().filter_map(|outcome| outcome["orders"].as_str()).collect();
    assert_eq!((&found["complete"], orders), (&true.into(), vec!["10", "20"]));
}

/// The race begins where the shell hears who speaks, however that is written, and where a comment says so.
#[test]
fn orders_begin_where_a_client_is_named() {
    let wanted = run(&["orders", "-"], BLIND);
    for [a, b] in [["# client A", "# client B"], ["client('A')", "client(\"B\")"], ["  client 'A'", "client  'B'"]] {
        let written = BLIND.replace("client 'A'", a).replace("client 'B'", b);
        assert_eq!(run(&["orders", "-"], &written), wanted, "{written}");
    }
    // Neither a word nor a line inside of a text begins it.
    let text = "create 't', 'f'\nputs 'of the\n# race\nclient \\'B\\' had'\n";
    let above = BLIND.replacen("create 't', 'f'\n", text, 1);
    assert_eq!(run(&["orders", "-"], &above), wanted, "{above}");
}

#[test]
fn orders_beyond_the_bound() {
    let (status, text, problems) = run(&["orders", "-", "--most", "5"], RACE);
    assert_eq!(status, 3);
    assert!(problems.contains("more than 5 states") && !text.contains('%'), "{text}{problems}");
}

#[test]
fn transcript_of_a_race() {
    let (status, text, _) = run(&["transcript", "-"], RACE);
    assert_eq!(status, 0);
    assert!(text.contains("   6  A  check-and-put 17 is done: its condition holds.\n"), "{text}");
    assert!(text.ends_with("\nt\n  17  f:x  from A\n  18  f:x  again\n"), "{text}");
    let count = |grain| run(&["transcript", "-", "--grain", grain], RACE).1.lines().count();
    assert!(count("operation") <= count("rpc") && count("rpc") < count("cell"));
}

#[test]
fn a_link_opens_what_it_was_made_of() {
    let (status, link, _) = run(&["link", "-"], RACE);
    assert_eq!(status, 0);
    assert!(link.starts_with("#v2."), "{link}");
    let opened = run(&["open", link.trim()], "");
    assert_eq!(opened, (0, run(&["transcript", "-"], RACE).1, String::new()));
    assert_eq!(run(&["open", &format!("https://example.org/{}", link.trim())], ""), opened);
    assert_ne!(run(&["link", "-", "--step", "2"], RACE).1, link);
    // Where nothing was done, the link is the one of the page and the package, and can be read.
    assert_eq!(run(&["link", "--start", "pets"], "").1, "#start=pets\n");
    assert_eq!(run(&["link", "--start", "pets", "--grain", "cell"], "").1, "#start=pets&grain=cell\n");
    let fine = run(&["link", "-", "--grain", "cell", "--step", "9"], RACE).1;
    let (status, text, _) = run(&["open", fine.trim(), "--json"], "");
    let found: Value = serde_json::from_str(&text).expect("it is JSON");
    let steps = found["steps"].as_array().expect("a list").len();
    assert_eq!((status, steps, &found["divergences"]), (0, count_of(RACE, "cell"), &json!([])));
    let (_, text, _) = run(&["link", "-", "--json"], RACE);
    assert_eq!(
        serde_json::from_str::<Value>(&text).expect("it is JSON"),
        json!({ "link": link.trim(), "length": link.trim().len() })
    );
}

/// A script that goes back means the same here and where a link opens it, which is played as on the page.
#[test]
fn a_script_that_goes_back_is_that_of_a_link() {
    let back = "create 't','f'\nback 3\nput 't','1','f:x','v'\nscan 't'\n";
    let again =
        "create 't', 'f'\nstep put 't', '1', 'f:x', 'v'\nback\nclient 'B'\nput 't', '2', 'f:x', 'w'\nstep 'A'\n";
    for script in [back, again, RACE] {
        let opened = run(&["open", &format!("#script={}", script.replace(' ', "%20").replace('\n', "%0A"))], "");
        assert_eq!(run(&["transcript", "-"], script), opened, "{script}");
    }
    let told = run(&["transcript", "-"], back).1;
    assert!(told.contains("put 1 fails: TableNotFoundException"), "{told}");
}

/// The link is that of a session that played the script as the page and the package do: with its lines, and in bursts where it
/// is long.
#[test]
fn a_link_is_that_of_a_session_that_played_the_script() {
    let long = "create 't', 'f'\n6000.times { |n| put 't', n.to_s, 'f:x', 'v' }\n";
    for script in ["list\nclient 'B'\n\nputs 1\n", "create 't', 'f'\nback 1\nput 't', '1', 'f:x', 'v'\n", long] {
        let mut session = Session::from_start(scenario::start("empty").expect("a start")).expect("it can be made");
        session.speak(&LANGUAGE);
        let mut player = session.script(0, 0, script).expect("it can be read");
        while !session.play(&mut player, 1_000).expect("it plays") {}
        let wanted = format!("#{}\n", session.link("", KeyNotation::default()).expect("a link"));
        assert_eq!(run(&["link", "-"], script), (0, wanted, String::new()), "{script}");
    }
}

#[test]
fn a_hostile_link_is_a_sentence() {
    refused(&["open", ""], "", "This is no link");
    let lesson = run(&["open", "#lesson=prepend-race&step=4"], "");
    assert!(lesson.0 == 0 && lesson.1.contains("scan"), "{lesson:?}");
    refused(&["open", "#lesson=prepend-rice"], "", "which is not there");
    refused(&["open", "#v1."], "", "damaged");
    refused(&["open", "v1.zzz"], "", "damaged");
    refused(&["open", "v9.AAAA"], "", "newer version (9)");
    let link = run(&["link", "-"], RACE).1;
    refused(&["open", &link[..link.len() / 2]], "", "");
}

/// Steps of a script at a grain.
fn count_of(script: &str, grain: &str) -> usize {
    let told: Value =
        serde_json::from_str(&run(&["transcript", "-", "--grain", grain, "--json"], script).1).expect("it is JSON");
    told["steps"].as_array().expect("a list").len()
}

#[test]
fn a_transcript_as_json_has_steps_and_rows() {
    let (status, text, _) = run(&["transcript", "-", "--json"], RACE);
    let told: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(status, 0);
    assert_eq!(
        told["steps"][5],
        json!({ "step": 6, "client": "A", "text": "check-and-put 17 is done: its condition holds." })
    );
    let rows = json!([
        { "table": "t", "row": "17", "column": "f:x", "value": "from A" },
        { "table": "t", "row": "18", "column": "f:x", "value": "again" },
    ]);
    assert_eq!(told["rows"], rows);
}

#[test]
fn a_poster_is_a_picture_of_a_step() {
    let path = file("poster.rb", RACE);
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("poster.svg");
    let said = run(&["poster", name(&path), "--step", "2", "--theme", "dark", "--out", name(&out)], "");
    assert_eq!(said, (0, String::new(), String::new()));
    let svg = fs::read_to_string(&out).expect("it was written");
    assert!(svg.starts_with("<svg xmlns=") && svg.contains("step 2 of "), "{svg}");
    // The same moment by a link, on the standard output.
    let link = run(&["link", name(&path), "--step", "2"], "").1;
    let (status, text, _) = run(&["poster", "--link", link.trim(), "--theme", "dark"], "");
    assert_eq!((status, text), (0, svg));
    let (_, narrow, _) = run(&["poster", "-", "--width", "500", "--grain", "cell", "--notation", "hex"], RACE);
    assert!(narrow.contains("width=\"500\"") && narrow.contains(">31 38</text>"), "{narrow}");
}

/// A link that was kept, of a session with a marker, whose link leads to it.
fn link_to_a_marker() -> String {
    let list =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/tests/links/list")).expect("it is there");
    let line = list.lines().find(|line| line.contains("&step=the%20old%20future")).expect("a link to a marker");
    line.split('\t').next().expect("a link").to_owned()
}

/// What a link may say of its step, an argument may say too.
#[test]
fn a_step_is_a_number_or_the_end_or_a_marker() {
    let steps = count_of(RACE, "rpc").to_string();
    for verb in ["link", "poster"] {
        let at = |step: &str| run(&[verb, "-", "--step", step], RACE);
        let (status, end, problems) = at("end");
        assert_eq!((status, problems.as_str(), &end), (0, "", &at(&steps).1), "{verb}");
        assert_ne!(end, at("2").1, "{verb}");
        refused(&[verb, "-", "--step", "99"], RACE, &format!("There are only {steps} steps, so none is step 99."));
        let wanted = "“midway” is no step: give a number, end, or the name of a marker (here: none).";
        refused(&[verb, "-", "--step", "midway"], RACE, wanted);
    }
    let script = RACE.replacen("# race\n", "mark 'before the race'\n", 1);
    for verb in ["link", "poster"] {
        let (status, found, problems) = run(&[verb, "-", "--step", "before the race"], &script);
        assert_eq!((status, problems.as_str()), (0, ""), "{verb}");
        assert_ne!(found, run(&[verb, "-", "--step", "end"], &script).1, "{verb}");
        let help = run(&[verb, "--help"], "").1.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("a number of steps, `end`, or the name of a marker"), "{help}");
    }
    let marked = link_to_a_marker();
    let (plain, _) = marked.split_once("&step=").expect("it says where to look");
    let poster = |link: &str, step: &[&str]| run(&[&["poster", "--link", link], step].concat(), "");
    let (status, picture, _) = poster(&marked, &[]);
    assert_eq!(poster(plain, &["--step", "the old future"]), (status, picture.clone(), String::new()));
    assert_ne!(poster(plain, &["--step", "1"]).1, picture);
    assert_ne!(poster(plain, &[]).1, picture, "the marker stands elsewhere");
    refused(&["poster", "--link", &marked, "--step", "midway"], "", "(here: “the old future”)");
}

#[test]
fn a_poster_that_cannot_be_drawn_is_a_sentence() {
    refused(&["poster", "--start", "moon"], "", "There is no start “moon”");
    refused(&["poster", "--start", "pets", "--step", "1"], "", "There are only 0 steps, so none is step 1.");
    refused(
        &["poster", "--start", "pets", "--table", "t"],
        "",
        "There is no table “t” at this step: there are clinic.",
    );
    refused(&["poster", "--link", "#start=moon"], "", "starts from an example “moon”");
    refused(&["poster", "--link", "https://example.org/"], "", "This is no link");
    refused(&["poster", "--start", "pets", "--out", "/none/x.svg"], "", "“/none/x.svg” cannot be written");
    assert_eq!(run(&["poster"], "").0, 2);
    // Only a lesson has stops.
    let path = file("stop.rb", RACE);
    for moment in [&[name(&path)][..], &["--start", "pets"], &["--link", "#start=pets"], &["--start", "pets", "-"]] {
        let (status, text, problems) = run(&[&["poster", "--stop", "2"], moment].concat(), RACE);
        assert!(status == 2 && text.is_empty() && problems.contains("--stop"), "{moment:?}: {problems}");
    }
    assert_eq!(run(&["poster", "--start", "pets", "--width", "10"], "").0, 2);
}

#[test]
fn our_own_page_has_the_race_that_is_tested_here() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");
    let text = fs::read_to_string(page).expect("it is there");
    assert!(text.contains(RACE), "{text}");
}

/// The words of a command as a shell would part them; only single quotes keep spaces together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(ToOwned::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// Each line `$ splitpoint …` of the page is run in a folder that has the files it names, and prints what stands below it.
#[test]
fn every_command_of_our_own_page_is_run() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("page");
    let lessons = folder.join("crates/lab/lessons");
    fs::create_dir_all(&lessons).expect("it can be made");
    fs::create_dir_all(folder.join("docs/growth")).expect("it can be made");
    fs::copy(format!("{root}/docs/growth/events.json"), folder.join("docs/growth/events.json"))
        .expect("it can be copied");
    for entry in fs::read_dir(format!("{root}/crates/lab/lessons")).expect("it is there") {
        let file = entry.expect("it is there").path();
        fs::copy(&file, lessons.join(file.file_name().expect("it has a name"))).expect("it can be copied");
    }
    let page = fs::read_to_string(format!("{root}/docs/cli.md")).expect("it is there");
    let lesson = fs::read_to_string(lessons.join("prepend-race.md")).expect("it is there");
    let draft = lesson.replace("both begin.", "both begin, and both find 18.");
    assert_ne!(draft, lesson);
    let files = [("race.rb", RACE), ("script.rb", "create 't', 'f'\n"), ("draft.md", &draft), ("docs/cli.md", &page)];
    for (file, text) in files {
        fs::write(folder.join(file), text).expect("it can be written");
    }
    let blocks = page.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let mut count = 0;
    for example in blocks.flat_map(|block| block.split("$ splitpoint ").skip(1)) {
        let (line, printed) = example.split_once('\n').expect("a line");
        let words = words(line);
        let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = command(&arguments).current_dir(&folder).output().expect("it ends");
        let text = String::from_utf8(output.stdout).expect("it prints UTF-8");
        let problems = String::from_utf8_lossy(&output.stderr);
        assert_eq!(problems, "", "{line}");
        if printed.is_empty() {
            assert_eq!(output.status.code(), Some(0), "{line}: {text}");
        } else {
            assert_eq!(text, printed, "{line}");
        }
        count += 1;
    }
    assert!(count >= 10, "{count} commands");
}

#[test]
fn a_bridge_that_cannot_be_is_a_sentence() {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bridge-page");
    fs::create_dir_all(&page).expect("a folder");
    fs::write(page.join("index.html"), "<head></head>").expect("a file");
    let page = name(&page);
    let with = |more: &[&'static str], part: &str| {
        refused(&[&["bridge", "--page", page], more].concat(), "", part);
    };
    with(&["--rest", "host:8080"], "such as http://host:8080");
    with(&["--rest", "http://ana:hunter2@host:8080"], "Leave user and password out of --rest");
    with(&["--rest", "http://host:8080", "--write", ""], "an empty one would allow every table");
    with(&["--rest", "http://host:8080", "--auth", "/nowhere"], "cannot be read");
    with(&["--rest", "https://host:8443", "--ca", "/nowhere"], "cannot be read");
    refused(&["bridge", "--rest", "http://host:8080", "--page", "/nowhere"], "", "cargo xtask build");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    refused(&["bridge", "--rest", "http://host:8080", "--page", page, "--port", &port], "", "listens on port");
}

#[test]
fn completions_and_help() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (status, text, _) = run(&["completions", shell], "");
        assert!(status == 0 && text.contains("transcript"), "{shell}");
    }
    for verb in ["run", "orders", "transcript", "link", "poster", "check", "bridge", "beside"] {
        let (status, text, _) = run(&["help", verb], "");
        assert!(status == 0 && text.contains("Example"), "{verb}");
    }
}

#[test]
fn growth_is_printed_as_a_table_and_as_json() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/growth/events.json");
    let file = file.to_str().expect("a path");
    let (status, text, problems) = run(&["grow", file, "--formulas"], "");
    assert_eq!((status, problems.as_str()), (0, ""));
    assert!(text.contains("100 % of the writes go to one region"), "{text}");
    assert!(text.contains("Taken for granted") && text.contains("= (log "), "{text}");
    let (_, json, _) = run(&["grow", file, "--json"], "");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let designs = json["designs"].as_array().expect("designs");
    let hottest: Vec<f64> = designs.iter().map(|design| design["hottest"].as_f64().expect("a share")).collect();
    assert!(hottest[0] > 0.99 && hottest[1] < 0.05 && hottest[2] < 0.08, "{hottest:?}");
    let (status, svg, _) = run(&["grow", file, "--svg", "--theme", "dark"], "");
    let (_, light, _) = run(&["grow", file, "--svg"], "");
    let kept = include_str!("../../../docs/growth/events.svg");
    assert!(light == kept, "draw docs/growth/events.svg anew: splitpoint grow docs/growth/events.json --svg");
    assert!(status == 0 && svg.starts_with("<svg ") && svg.matches("of the writes go to one region").count() >= 1);
}

#[test]
fn a_growth_that_cannot_be_is_refused_with_a_sentence() {
    let refused = |input: &str| {
        let (status, _, problems) = run(&["grow", "-"], input);
        assert_eq!(status, 2, "{problems}");
        problems
    };
    assert!(refused(r#"{"key": "user", "rate": 1}"#).contains("is no key"));
    assert!(refused(r#"{"key": "time:time", "rate": 0}"#).contains("above 0"));
    assert!(refused(r#"{"key": "time:time", "rate": 1, "fields": {"user": "any"}}"#).contains("no field “user”"));
    assert!(refused(r#"{"key": "time:time", "rate": 1, "rows": 1}"#).contains("unknown field"));
    // Settings that would be passed over, as a real HBase does with some.
    let set = |name: &str, value: &str| {
        refused(&format!(r#"{{"key": "time:time", "rate": 1, "settings": {{"{name}": "{value}"}}}}"#))
    };
    assert!(set("MAX_FILESIZES", "1").contains("“MAX_FILESIZES” is no setting that changes what is computed"));
    assert!(
        set("MAX_FILESIZE", "10 GB").contains("The setting MAX_FILESIZE cannot be “10 GB”: give it a whole number")
    );
    // Numbers with which no table could be.
    let family = |columns: &str, qualifier: &str, value: &str, rate: &str| {
        let family = format!(r#"{{"name": "d", "columns": {columns}, "qualifier": {qualifier}, "value": {value}}}"#);
        refused(&format!(r#"{{"key": "time:time", "rate": {rate}, "families": [{family}]}}"#))
    };
    for [columns, qualifier, value] in
        [["0", "1", "1"], ["4000000000", "1", "1"], ["1", "1e300", "1"], ["1", "1", "1e12"], ["1", "1", "-1"]]
    {
        let problems = family(columns, qualifier, value, "1");
        assert!(problems.contains("The family “d” cannot be so: it has 1 to 10,000 columns"), "{problems}");
    }
    assert!(family("10000", "32767", "10485760", "1000").contains("more than 10^18 bytes"));
    // Any number of values can be: a field has only room for so many.
    let many = r#"{"key": "user:int8,time:time", "rate": 1000, "days": 1, "fields": {"user": {"new": {"first": 18446744073709551615, "every": 1}}}}"#;
    assert_eq!(run(&["grow", "-"], many).0, 0);
}
