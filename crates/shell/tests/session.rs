//! Sessions: an export makes the same table again, a misspelt word is no panic, and an endless loop can be stopped.

use proptest::prelude::*;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::query::{RowResult, Scan};
use splitpoint_shell::{Demand, Kind, Local, Reply, Shell, Turn, export};

/// Types lines; what was printed.
fn play<'a>(local: &mut Local, shell: &mut Shell, lines: impl IntoIterator<Item = &'a str>) -> String {
    for line in lines {
        shell.enter(line);
        for _ in 0..2_000 {
            match local.step(shell, 200) {
                Turn::Ask(demand) => {
                    let reply = local.answer(&demand).unwrap_or(match *demand {
                        Demand::File(_) => Reply::File(None),
                        _ => Reply::Line(None),
                    });
                    shell.hear(reply);
                }
                Turn::Busy => {}
                _ => break,
            }
        }
        if shell.is_running() {
            shell.stop();
        }
    }
    shell.take_output()
}

fn fresh() -> (Local, Shell) {
    (Local::new(1_700_000_000_001), Shell::new(0))
}

fn raw(local: &mut Local, table: &str) -> Vec<RowResult> {
    let scan = Scan { raw: true, versions: i32::MAX, ..Scan::default() };
    match local.answer(&Demand::Request(Request::Scan(table.into(), scan))) {
        Some(Reply::Response(Ok(Response::Rows { results, .. }), _)) => results,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_exported_table_comes_out_the_same() {
    let (mut local, mut shell) = fresh();
    play(
        &mut local,
        &mut shell,
        [
            "create 't', {NAME => 'f', VERSIONS => 3, KEEP_DELETED_CELLS => true}, 'g', SPLITS => ['m'], MAX_FILESIZE => '134217728'",
            "split 't', 'w'",
            "5.times { |i| put 't', \"row#{i}\\x00\\xff\", 'f:q', \"v\\\"#\\\\#{i}\", 10 + i }",
            "put 't', 'row', 'g:a:b', 'x', 7, {TTL => 100000000000000}",
            "delete 't', \"row1\\x00\\xff\", 'f:q', 11",
            "deleteall 't', 'row', 'g', 9",
            "deleteall 't', 'zeta', 'f:q', 3",
        ],
    );
    let cells: Vec<_> = raw(&mut local, "t").into_iter().flat_map(|row| row.cells).collect();
    assert_eq!(cells.len(), 9, "{cells:?}");
    let table = local.cluster.table("t").expect("a table").clone();
    let starts: Vec<Vec<u8>> = local.cluster.regions("t").skip(1).map(|region| region.start().to_vec()).collect();
    let splits: Vec<&[u8]> = starts.iter().map(Vec::as_slice).collect();
    let script = export(&table, &splits, &cells);

    let (mut other, mut shell) = fresh();
    let printed = play(&mut other, &mut shell, script.lines());
    assert!(!printed.contains("ERROR"), "{script}\n{printed}");
    let again: Vec<_> = raw(&mut other, "t").into_iter().flat_map(|row| row.cells).collect();
    let plain = |cell: &splitpoint_model::cell::Cell| format!("{cell:?} {} {}", cell.timestamp(), cell.value_bytes());
    let told = |cells: &[splitpoint_model::cell::Cell]| -> Vec<String> {
        cells.iter().map(|cell| plain(&cell.clone().with_sequence_id(0))).collect()
    };
    assert_eq!(told(&again), told(&cells), "{script}");
    let regions =
        |local: &Local| -> Vec<String> { local.cluster.regions("t").map(|r| r.start().to_string()).collect() };
    assert_eq!(regions(&other), regions(&local));
}

#[test]
fn an_endless_loop_yields_and_can_be_stopped() {
    let (mut local, mut shell) = fresh();
    shell.enter("while true; x = 1; end");
    assert_eq!(local.step(&mut shell, 10_000), Turn::Busy);
    let copy = shell.clone();
    assert_eq!(copy, shell);
    shell.stop();
    assert_eq!(local.step(&mut shell, 10_000), Turn::Type);
    assert_eq!(play(&mut local, &mut shell, ["1 + 1"]), "=> 2\n");
}

#[test]
fn what_may_stand_at_the_cursor_is_offered() {
    let (mut local, mut shell) = fresh();
    play(&mut local, &mut shell, ["t = create 'people', 'info', 'stats'"]);
    let offered = |line: &str| -> Vec<(Kind, String)> {
        shell.complete(line, &local.cluster).suggestions.into_iter().map(|s| (s.kind, s.text)).collect()
    };
    assert_eq!(
        offered("trunc"),
        [
            (Kind::Command, "truncate".into()),
            (Kind::Command, "truncate_preserve".into()),
            (Kind::Command, "truncate_region".into())
        ]
    );
    assert_eq!(offered("scan 'pe"), [(Kind::Table, "people".into())]);
    assert_eq!(offered("get 'people', 'row', 's"), [(Kind::Family, "stats".into())]);
    assert_eq!(offered("t.put 'row', 'i"), [(Kind::Family, "info".into())]);
    assert_eq!(offered("scan 'people', {STA"), [(Kind::Option, "STARTROW".into())]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_script_panics(words in prop::collection::vec(prop::sample::select(vec![
        "create 't', 'f'", "put 't', 'r', 'f:q', 'v'", "scan 't'", "get 't', 'r'", "count 't'", "delete 't', 'r', 'f:q'", "alter 't', ",
        "disable 't'", "drop 't'", "split 't', 'm'", "list", "describe 't'", "incr 't', 'r', 'f:n'", "deleteall 't', ", "x", "x = ", "5", "-1", "0",
        "2 ** 126", "9223372036854775807", "1.5", "nil", "true", "'a'", "\"\\xff\"", "[1, 'b', nil]", "{'a' => 1}", "1..3", "'a'..'c'", ".each", ".map",
        ".times", ".upto(3)", " { |i| p i }", " do |a, b|", " end", "\n", "; ", ", ", " + ", " - ", " * ", " / ", " % ", " << ", "[0]", "[-9]", "[1, 2]", "(", ")",
        "if ", "while ", "begin ", "rescue => e ", "puts ", "format('%5d', ", ".to_s", ".size", ".split('')", ".pack('NQ>C')", ".unpack('N')", ".sub(/a/, 'b')",
        "def f(a) ", "return ", "break ", "next ", "f ", "lambda { |v| v }", ".call", ".first(2)", ".step(2)", ".reverse", ".sort", ".inject(:+)", ".rjust(9)",
        "LIMIT => ", "COLUMNS => ", "VERSIONS => ", "STARTROW => ", "FILTER => \"PageFilter(1)\"", "{", "}", "Time.now", "Integer('x')", "java.lang.Long::MAX_VALUE",
    ]), 0..14)) {
        let (mut local, mut shell) = fresh();
        let text = words.concat();
        play(&mut local, &mut shell, ["create 't', 'f'", "x = [3, 1, 2]"]);
        play(&mut local, &mut shell, text.lines());
    }
}
