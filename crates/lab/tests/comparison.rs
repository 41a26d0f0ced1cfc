//! A script on both sides: what is asked of a gateway, and what is found to differ. The gateway here reads the calls by itself
//! and asks a second model, whose clock is another one.

#[path = "comparison/gateway.rs"]
mod gateway;

use gateway::Gateway;
use proptest::prelude::*;
use splitpoint_lab::comparison::{Answer, Comparison, Next, Problem, Statement, Verdict, Why, apart};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::words::comparison as words;
use std::rc::Rc;

const NOW: i64 = 1_700_000_000_000;

fn new(script: &str) -> Result<Comparison, Problem> {
    Comparison::new(&LANGUAGE, script, &["try_".to_owned()], NOW, false)
}

/// Plays a script to its end.
fn play(script: &str, gateway: &mut Gateway) -> Comparison {
    let mut comparison = new(script).expect("a script that can be played");
    drive(&mut comparison, gateway);
    comparison
}

fn drive(comparison: &mut Comparison, gateway: &mut Gateway) {
    for _ in 0..20_000 {
        match comparison.pending() {
            Next::Over => return,
            Next::Wait(ms) => {
                gateway.wait(ms);
                comparison.waited();
            }
            Next::Ask(call) => {
                let (status, body, place) = gateway.answer(&call);
                comparison.hear(status, &body, place.as_deref());
            }
        }
    }
    panic!("it does not end");
}

fn why(comparison: &Comparison) -> Vec<(u32, Why)> {
    let of = |statement: &Rc<Statement>| {
        let line = statement.line;
        let operations = statement.operations.clone().into_iter();
        operations.filter_map(move |operation| match operation.verdict {
            Verdict::Unplayed(why) => Some((line, why)),
            _ => None,
        })
    };
    comparison.statements().iter().flat_map(of).collect()
}

fn different(comparison: &Comparison) -> Vec<u32> {
    let differs =
        |statement: &&Rc<Statement>| statement.operations.iter().any(|operation| operation.verdict == Verdict::Differs);
    comparison.statements().iter().filter(differs).map(|statement| statement.line).collect()
}

const WHOLE: &str = r#"create 'try_a', {NAME => 'f', VERSIONS => 3}, 'g'
put 'try_a', 'r 1/ü', 'f:q', 'one'
put 'try_a', 'r 1/ü', 'f:q', 'two'
put 'try_a', "\x00\xFF,*", 'f:', 'binary'
put 'try_a', 'plain', 'g:a', 'x', 1700000000123
3.times { |n| put 'try_a', "row#{n}", 'f:q', n.to_s }
get 'try_a', 'plain'
get 'try_a', 'r 1/ü', {COLUMN => 'f:q', VERSIONS => 2}
get 'try_a', 'row1', 'f:q', 'g'
get 'try_a', 'plain', {COLUMN => 'g:a', TIMESTAMP => 1700000000123}
get 'try_a', 'nobody'
delete 'try_a', 'r 1/ü', 'f:q'
get 'try_a', 'r 1/ü'
delete 'try_a', 'plain', 'g:a', 1700000000122
deleteall 'try_a', 'row0', 'f:q'
deleteall 'try_a', "\x00\xFF,*"
check_and_put 'try_a', 'row1', 'f:q', '1', 'f:q', 'checked'
check_and_put 'try_a', 'row1', 'f:q', '1', 'f:q', 'again'
check_and_put 'try_a', 'row9', 'f:q', nil, 'f:q', 'new'
put 'try_a', 'row1', 'missing:q', 'v'
scan 'try_a'
scan 'try_a', {STARTROW => 'row1', STOPROW => 'row9', LIMIT => 1, VERSIONS => 3}
scan 'try_a', {FILTER => "PrefixFilter('row')", COLUMNS => ['f:q', 'g']}
scan 'try_a', {REVERSED => true, LIMIT => 2}
count 'try_a'
deleteall 'try_a', {ROWPREFIXFILTER => 'row'}
scan 'try_a'
sleep 1
put 'try_none', 'r', 'f:q', 'v'
"#;

#[test]
fn what_both_do_alike_is_the_same_call_by_call() {
    let mut gateway = Gateway::new(NOW + 7_654_321);
    let comparison = play(WHOLE, &mut gateway);
    let told: Vec<_> =
        comparison.endings().iter().flat_map(|ending| words::ending(ending, comparison.given())).collect();
    assert_eq!((different(&comparison), told), (vec![], vec![]));
    assert_eq!((why(&comparison), comparison.problem()), (vec![], None));
    let tally = comparison.tally();
    assert!(tally.same > 30 && tally.different == 0 && tally.unplayed == 0, "{tally:?}");
    for asked in [
        "GET /try_a/exists",
        "GET /try_none/exists",
        "PUT /try_a/schema",
        "PUT /try_a/row",
        "PUT /try_a/row/?check=put",
        "PUT /try_a/row/?check=delete",
        "DELETE /try_a/row0/f%3Aq",
        "GET /try_a/plain",
        "GET /try_a/row1/f%3Aq,g",
        "PUT /try_a/scanner",
        "GET /try_a/*?startrow=",
        "GET /try_a/*?limit=2&reversed=true",
        "GET /try_a/regions",
        "DELETE /try_a/schema",
    ] {
        let found = gateway.asked.iter().any(|line| line == asked || asked.ends_with('=') && line.contains("filter="));
        assert!(found, "{asked} is not among {:#?}", gateway.asked);
    }
    assert!(gateway.is_empty() && gateway.scanners.is_empty(), "what was made is dropped, and scanners are closed");
}

#[test]
fn times_count_only_where_the_script_gives_them() {
    let script =
        "create 'try_a', 'f'\nput 'try_a', 'r', 'f:a', 'v', 17\nput 'try_a', 'r', 'f:b', 'v'\nget 'try_a', 'r'\n";
    let mut gateway = Gateway::new(5);
    assert_eq!(play(script, &mut gateway).tally().different, 0);
    let mut gateway = Gateway::new(5);
    gateway.shifts = true; // a gateway that writes given times wrong
    let comparison = play(script, &mut gateway);
    assert_eq!(different(&comparison), [4]);
    let ending = &comparison.endings()[0];
    let Some(Ok(theirs)) = &ending.cells.cluster else { panic!("cells were read") };
    let found = apart(comparison.given(), "try_a", &ending.cells.model, theirs);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].model.as_ref().map(|cell| cell.time), found[0].cluster.as_ref().map(|cell| cell.time)),
        (Some(17), Some(18))
    );
    assert!(words::ending(ending, comparison.given()).iter().any(|line| line.contains("f:a=v @ 17 on the model")));
}

#[test]
fn what_is_lost_on_the_cluster_is_found_where_it_shows() {
    let mut gateway = Gateway::new(NOW);
    gateway.loses = Some("/try_a/gone".to_owned());
    let script = "create 'try_a', 'f'\nput 'try_a', 'gone', 'f:q', 'v'\ndeleteall 'try_a', 'gone'\nput 'try_a', 'r', 'f:q', 'v'\n\
                  get 'try_a', 'gone'\nget 'try_a', 'r'\n";
    let comparison = play(script, &mut gateway);
    assert_eq!(different(&comparison), [5]);
    assert_eq!(comparison.endings()[0].cells.verdict, Verdict::Differs);
    assert_eq!(comparison.endings()[0].regions.verdict, Verdict::Same);
    assert_eq!(words::verdict(&comparison), "2 of 8 comparisons differ.");
}

#[test]
fn what_the_gateway_cannot_do_is_named_and_what_hangs_on_it_is_not_compared() {
    let script = "create 'try_a', 'f', SPLITS => ['m']\nput 'try_a', 'r', 'f:q', 'v'\nflush 'try_a'\nlist\nx = 5\n\
                  scan 'try_a', {RAW => true, VERSIONS => 5}\nget 'try_a', 'r', 'nope'\nput 'try_a', 'r', 'f:t', 'v', {TTL => 50}\n\
                  get 'try_a', 'r'\ncreate 'try_b', 'f'\ncreate 'try_b', 'f'\ndrop 'try_b'\ndisable 'try_b'\nget 'try_b', 'r'\n\
                  drop 'try_b'\ncreate 'try_c', 'f'\nincr 'try_c', 'r', 'f:n'\nget 'try_c', 'r'\n";
    let mut gateway = Gateway::new(NOW);
    let comparison = play(script, &mut gateway);
    let expected = [
        (3, Why::Administration),
        (6, Why::Raw),
        (7, Why::Quiet),
        (8, Why::Lifetime),
        (9, Why::Changed(8)),
        (11, Why::Replaces),
        (13, Why::Administration),
        (14, Why::Disabled(13)),
        (17, Why::Arithmetic),
        (18, Why::Changed(17)),
    ];
    assert_eq!(why(&comparison), expected);
    assert_eq!(different(&comparison), [0_u32; 0]);
    let ends: Vec<_> =
        comparison.endings().iter().map(|ending| (ending.table.as_str(), ending.cells.verdict.clone())).collect();
    let unplayed = |line| Verdict::Unplayed(Why::Changed(line));
    assert_eq!(ends, [("try_a", unplayed(8)), ("try_c", unplayed(17))]);
    assert_eq!(comparison.endings()[0].regions.verdict, Verdict::Unplayed(Why::Splits));
    let unasked: Vec<_> = comparison.statements().iter().filter(|one| one.is_unasked()).map(|one| one.line).collect();
    // The shell itself refuses to drop a table that is enabled. `x = 5` asks for nothing and is no command.
    assert_eq!(unasked, [4, 12]);
    assert_eq!(comparison.tally().unplayed, expected.len() + 2 + 3);
    assert!(gateway.is_empty());
}

#[test]
fn a_difference_names_the_lines_that_were_played_on_the_model_alone() {
    // A flush drops versions that are too many, so that a delete of the newest uncovers none.
    let script = "create 'try_a', 'f'\nput 'try_a', 'r', 'f:q', 'old'\nput 'try_a', 'r', 'f:q', 'new'\nflush 'try_a'\n\
                  delete 'try_a', 'r', 'f:q'\nget 'try_a', 'r'\n";
    let comparison = play(script, &mut Gateway::new(NOW));
    assert_eq!(different(&comparison), [6]);
    let last = &comparison.statements()[5].operations[0];
    assert_eq!(words::left_out(&last.left_out), Some("after line 4, played on the model alone".to_owned()));
}

#[test]
fn nothing_but_tables_that_the_script_makes_is_touched() {
    let outside = new("create 'try_a', 'f'\nput 'mine', 'r', 'f:q', 'v'\n").map(|_| ());
    assert_eq!(outside, Err(Problem::Outside { table: "mine".into(), prefixes: vec!["try_".into()] }));
    let system = Comparison::new(&LANGUAGE, "scan 'hbase:acl'\n", &["hbase".to_owned()], NOW, false).map(|_| ());
    assert!(matches!(system, Err(Problem::Outside { .. })));
    // Of hbase:meta the shell tells what the model has; the cluster is not asked.
    let mut gateway = Gateway::new(NOW);
    let comparison =
        play("create 'try_a', 'f'\nscan 'hbase:meta'\nput 'hbase:meta', 'r', 'info:q', 'v'\n", &mut gateway);
    let unasked: Vec<_> = comparison.statements().iter().filter(|one| one.is_unasked()).map(|one| one.line).collect();
    assert_eq!(unasked, [2, 3]);
    assert!(gateway.asked.iter().all(|line| !line.contains("hbase:")), "{:?}", gateway.asked);
    let mut gateway = Gateway::new(NOW);
    gateway.make("try_a");
    let comparison = play("create 'try_b', 'f'\ncreate 'try_a', 'f'\nput 'try_a', 'r', 'f:q', 'v'\n", &mut gateway);
    assert_eq!(comparison.problem(), Some(&Problem::There("try_a".into())));
    assert!(gateway.asked.iter().all(|line| line.starts_with("GET")), "{:?}", gateway.asked);
    assert!(!gateway.is_empty(), "it stays");
    assert_eq!(comparison.tally().same, 0);
}

#[test]
fn a_script_that_no_cluster_can_follow_is_refused() {
    assert_eq!(
        new("create 'try_a', 'f'\nstep put 'try_a', 'r', 'f:q', 'v'\n").map(|_| ()),
        Err(Problem::Steps(Some(2)))
    );
    assert!(matches!(new("put 'try_a',\n").map(|_| ()), Err(Problem::Script(_))));
    assert_eq!(new("create 'try_a', 'f'\n3000.times { get 'try_a', 'r' }\n").map(|_| ()), Err(Problem::TooLong));
    for problem in [Problem::TooLong, Problem::Endless, Problem::Steps(None), Problem::There("t".into())] {
        assert!(words::problem(&problem).ends_with('.'));
    }
}

#[test]
fn a_cluster_that_goes_away_ends_it_and_what_was_made_is_dropped_or_named() {
    let script = "create 'try_a', 'f'\nput 'try_a', 'r', 'f:q', 'v'\nget 'try_a', 'r'\n";
    let mut gateway = Gateway::new(NOW);
    gateway.fails = Some(("GET /try_a/r".to_owned(), 504));
    let comparison = play(script, &mut gateway);
    assert!(matches!(comparison.problem(), Some(Problem::Broken(_))));
    assert_eq!(comparison.statements()[2].operations[0].verdict, Verdict::Unplayed(Why::Ended));
    assert!(gateway.is_empty() && comparison.left().is_empty());
    let mut gateway = Gateway::new(NOW);
    gateway.fails = Some(("PUT /try_a/schema".to_owned(), 504));
    assert_eq!(play(script, &mut gateway).left(), ["try_a"]);
    let mut gateway = Gateway::new(NOW);
    gateway.fails = Some(("GET /try_a/exists".to_owned(), 503));
    let comparison = play(script, &mut gateway);
    assert!(matches!(comparison.problem(), Some(Problem::Broken(_))) && gateway.asked.len() == 1);
}

#[test]
fn clients_have_shells_of_their_own_and_tables_can_stay() {
    let script = "create 'try_a', 'f'\nx = 'a'\nclient 'B'\nx = 'b'\nput 'try_a', x, 'f:q', x\n# client A\nput 'try_a', x, 'f:q', x\n";
    let mut comparison = Comparison::new(&LANGUAGE, script, &["try_".to_owned()], NOW, true).expect("a script");
    let mut gateway = Gateway::new(NOW);
    drive(&mut comparison, &mut gateway);
    let clients: Vec<_> = comparison.statements().iter().map(|one| (one.client, one.line)).collect();
    assert_eq!(clients, [(0, 1), (0, 2), (1, 4), (1, 5), (0, 7)]);
    assert_eq!((comparison.kept(), comparison.tally().different), (&["try_a".to_owned()][..], 0));
    assert!(!gateway.is_empty());
    let rows: Vec<_> = comparison.endings()[0].cells.model.iter().map(|row| row.key.clone()).collect();
    assert_eq!(rows, [b"a", b"b"]);
}

#[test]
fn nested_exceptions_are_found_by_their_names() {
    let script = "create 'try_a', 'f'\nput 'try_a', 'r', 'no:q', 'v'\n";
    let mut comparison = new(script).expect("a script");
    let mut gateway = Gateway::new(NOW);
    gateway.nests = true;
    drive(&mut comparison, &mut gateway);
    let answer = comparison.statements()[1].operations[0].cluster.clone();
    assert_eq!(answer, Some(Answer::Refused("NoSuchColumnFamilyException".into())));
    assert_eq!(comparison.tally().different, 0);
}

/// A statement about few rows, columns and times, so that they meet.
fn statement() -> impl Strategy<Value = String> {
    let row = prop::sample::select(vec!["'a'", "'b'", "\"\\xFF\\x00\"", "'x/y'"]);
    let column = prop::sample::select(vec!["f:q", "f:", "f:\u{e4}", "g:q"]);
    let time = prop::option::of(1_i64..6);
    (0..8_u8, row, column, time, 0..3_u8).prop_map(|(verb, row, column, time, value)| {
        let at = time.map_or(String::new(), |time| format!(", {time}"));
        match verb {
            0..=2 => format!("put 'try_a', {row}, '{column}', 'v{value}'{at}"),
            3 => format!("delete 'try_a', {row}, '{column}'{at}"),
            4 => format!("deleteall 'try_a', {row}, '{column}'{at}"),
            5 => format!("deleteall 'try_a', {row}"),
            6 => format!("get 'try_a', {row}, {{COLUMN => '{column}', VERSIONS => {}}}", value + 1),
            _ => format!("check_and_put 'try_a', {row}, '{column}', 'v{value}', '{column}', 'w'"),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]
    #[test]
    fn a_gateway_that_does_what_it_is_asked_never_differs(statements in prop::collection::vec(statement(), 1..30)) {
        let script = format!(
            "create 'try_a', {{NAME => 'f', VERSIONS => 2}}, {{NAME => 'g', KEEP_DELETED_CELLS => true}}\n{}\nscan 'try_a', {{VERSIONS => 9}}\n",
            statements.join("\n")
        );
        let comparison = play(&script, &mut Gateway::new(NOW + 99_999));
        prop_assert_eq!(different(&comparison), Vec::<u32>::new(), "{}", script);
        let told: Vec<_> = comparison.endings().iter().map(|ending| &ending.cells.verdict).collect();
        prop_assert!(!told.contains(&&Verdict::Differs), "{}", script);
    }
}
