//! Sessions: an export makes the same table again, a misspelt word is no panic, and an endless loop can be stopped.

use proptest::prelude::*;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::query::{RowResult, Scan};
use splitpoint_shell::{
    Demand, Direction, Kind, Local, Reply, Shell, Turn, action, cells, create, direction, export, paste, session,
    splits, tsv,
};

/// Types lines; what was printed.
fn play<'a>(local: &mut Local, shell: &mut Shell, lines: impl IntoIterator<Item = &'a str>) -> String {
    answered(local, shell, lines.into_iter().map(|line| (line, None)))
}

/// Types lines, each with the answer to what it asks; what was printed.
fn answered<'a>(
    local: &mut Local,
    shell: &mut Shell,
    lines: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
) -> String {
    for (line, answer) in lines {
        shell.enter(line);
        for _ in 0..2_000 {
            match local.step(shell, 200) {
                Turn::Ask(demand) => {
                    let reply = local.answer(&demand).unwrap_or(match *demand {
                        Demand::File(_) => Reply::File(None),
                        _ => Reply::Line(answer.map(str::to_owned)),
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
fn several_snapshots_go_and_tables_too_where_the_answer_has_a_y_in_it() {
    let (mut local, mut shell) = fresh();
    let made = ["create 't', 'f'", "create 'u', 'f'", "snapshot 't', 's1'", "snapshot 't', 's2'", "snapshot 'u', 's3'"];
    play(&mut local, &mut shell, made);
    let mut said = |line, answer| answered(&mut local, &mut shell, [(line, Some(answer))]);
    let told = said("delete_all_snapshot 's[12]'", "no");
    assert!(told.contains("\n\nDelete the above 2 snapshots (y/n)?\n") && !told.contains("deleted"), "{told}");
    assert!(said("delete_all_snapshot 's[12]'", "Yes").contains("\n2 snapshots successfully deleted.\n"));
    assert!(said("delete_all_snapshot 's[12]'", "y").contains("\nNo snapshots matched the regex s[12]\n"));
    assert!(said("delete_table_snapshots 'u'", "").contains("(y/n)?\n"));
    let told = said("delete_table_snapshots 'u'", "why not");
    assert!(told.contains("\nSuccessfully deleted snapshot: s3\n\n"), "{told}");
    assert!(said("list_snapshots", "").contains("\n0 row(s)\n"));
    assert!(said("delete_table_snapshots 'u'", "").contains(
        "\nNo snapshots matched the table name regular expression u and the snapshot name regular expression .*\n"
    ));
    assert!(!said("disable_all 't|u'", "n").contains("successfully"));
    assert!(said("disable_all 't|u'", "YES").contains("\n2 tables successfully disabled\n"));
}

/// A script has nobody who answers: Ruby's `gets` is `nil` there.
#[test]
fn where_nobody_answers_no_snapshot_is_deleted() {
    let (mut local, mut shell) = fresh();
    play(&mut local, &mut shell, ["create 't', 'f'", "snapshot 't', 's1'", "snapshot 't', 's2'"]);
    for line in ["delete_all_snapshot 's.*'", "delete_table_snapshots 't', 's.*'"] {
        let told = play(&mut local, &mut shell, [line]);
        let asked = "SNAPSHOT  TABLE + CREATION TIME\n s1 t (2023-11-14 22:13:20 +0000)\n s2 t (2023-11-14 22:13:20 +0000)\n\n\
                     Delete the above 2 snapshots (y/n)?\n\nERROR: undefined method `chomp' for nil:NilClass\n";
        assert!(told.contains(asked), "{told}");
    }
    assert!(play(&mut local, &mut shell, ["list_snapshots"]).contains("\n2 row(s)\n"));
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

/// Cells without the numbers of their writes.
fn told(cells: &[splitpoint_model::cell::Cell]) -> Vec<String> {
    let plain = |cell: &splitpoint_model::cell::Cell| format!("{cell:?} {} {}", cell.timestamp(), cell.value_bytes());
    cells.iter().map(|cell| plain(&cell.clone().with_sequence_id(0).with_ttl(None))).collect()
}

/// A session with two tables, a namespace, markers of every kind and keys of every byte.
fn filled() -> Local {
    let (mut local, mut shell) = fresh();
    let printed = play(
        &mut local,
        &mut shell,
        [
            "create_namespace 'n', {'owner' => 'me'}",
            "create 'n:t', {NAME => 'f', VERSIONS => 3, KEEP_DELETED_CELLS => 'TTL', COMPRESSION => 'GZ', CONFIGURATION => \
             {'hbase.hstore.compaction.min' => '5'}, METADATA => {'a' => 'b'}}, SPLITS => ['m', \"\\xff\"]",
            "create 'u', {NAME => 'f', NEW_VERSION_BEHAVIOR => true}",
            "put 'n:t', \"r\\x00'\\\"\\xff\", \"f:a\\tb\", \"\\\\ \\u00e4 \\#{x}\", 5",
            "put 'n:t', 'r', 'f:a:b', 'v', 6, {TTL => 100000000000000}",
            "3.times { |i| put 'n:t', 'z', 'f:q', i, 20 + i }",
            "delete 'n:t', 'z', 'f:q', 21",
            "deleteall 'n:t', 'z', 'f:q', 19",
            "delete 'n:t', 'z', 'f:a:b', 19",
            "deleteall 'n:t', 'r', 'f', 4",
            "delete 'n:t', 'r', 'f', 3",
            "put 'u', 'r', 'f:q', 'new', 1",
            "deleteall 'u', 'r', 'f:q', 5",
            "put 'u', 'r', 'f:q', 'seen', 3",
            "split 'n:t', \"\\xff\\\\\\xfe\"",
            "disable 'u'",
        ],
    );
    assert!(!printed.contains("ERROR"), "{printed}");
    local
}

#[test]
fn an_exported_session_comes_out_the_same() {
    let local = filled();
    let script = session(&local.cluster, &local.catalog, local.now());
    let (mut other, mut shell) = fresh();
    let printed = play(&mut other, &mut shell, script.lines());
    assert!(!printed.contains("ERROR"), "{script}\n{printed}");
    for table in ["n:t", "u"] {
        let [ours, theirs] = [&local, &other].map(|local| told(&cells(&local.cluster, table, local.now())));
        assert_eq!(theirs, ours, "{script}");
        assert_eq!(splits(&other.cluster, table), splits(&local.cluster, table));
        assert_eq!(other.cluster.table(table), local.cluster.table(table), "{script}");
    }
    assert!(other.cluster.is_disabled("u") && !other.cluster.is_disabled("n:t"));
    assert!(play(&mut other, &mut shell, ["describe_namespace 'n'"]).contains("owner => 'me'"));
    play(&mut other, &mut shell, ["enable 'u'"]);
    assert!(play(&mut other, &mut shell, ["get 'u', 'r'"]).contains("value=seen"));
}

#[test]
fn what_was_done_is_done_again() {
    let lines = [
        "put 't', 'a', 'f:q', 'v'",
        "put 't', 'b', 'f:q', 'v', 7, {TTL => 100000000000000}",
        "get_table('t').table.put(org.apache.hadoop.hbase.client.Put.new('c'.to_java_bytes).addColumn('f'.to_java_bytes, \
         'x:y'.to_java_bytes, 'v'.to_java_bytes))",
        "delete 't', 'b', 'f:q'",
        "deleteall 't', 'a', 'f:q', 9",
        "deleteall 't', 'a'",
        "scan 't', {STARTROW => 'b', LIMIT => 2, FILTER => \"PrefixFilter('c') AND KeyOnlyFilter()\"}",
        "get 't', 'a', {COLUMN => 'f:q', VERSIONS => 2}",
    ];
    let (mut local, mut shell) = fresh();
    play(&mut local, &mut shell, ["create 't', {NAME => 'f', VERSIONS => 2}"]);
    let mut script = String::new();
    for line in lines {
        shell.enter(line);
        while let Turn::Ask(demand) = local.step(&mut shell, 1_000) {
            shell.hear(local.answer(&demand).expect("nothing else is asked for"));
            if let Demand::Request(request) = std::sync::Arc::unwrap_or_clone(demand) {
                script += &action(&request, Some(local.now()));
            }
        }
    }
    let (mut other, mut shell) = fresh();
    let table = local.cluster.table("t").expect("a table");
    play(&mut other, &mut shell, create(table, &[]).lines());
    let printed = play(&mut other, &mut shell, script.lines());
    assert!(!printed.contains("ERROR") && !printed.contains("Error"), "{script}\n{printed}");
    let [ours, theirs] = [&local, &other].map(|local| told(&cells(&local.cluster, "t", local.now())));
    assert_eq!(theirs, ours, "{script}");
}

#[test]
fn what_the_shell_cannot_say_is_said_in_java() {
    let (mut local, mut shell) = fresh();
    play(&mut local, &mut shell, ["create 't', 'f'"]);
    let mut said = String::new();
    for line in [
        "check_and_put 't', 'r', 'f:q', nil, 'f:q', 'v'",
        "check_and_mutate 't', 'r', {COLUMN => 'f:q', 'OP' => '>', 'VALUE' => 'w'}, ['put', 'f:a', 'b'], ['deleteall']",
        "mutate_rows 't', ['put', 'r', 'f:q', 'v'], ['delete', 's', 'f:q', 3]",
        "incr 't', 'r', 'f:a:b', 2",
    ] {
        shell.enter(line);
        while let Turn::Ask(demand) = local.step(&mut shell, 1_000) {
            if let Demand::Request(request) = &*demand {
                said += &action(request, Some(5));
            }
            shell.hear(local.answer(&demand).expect("nothing else is asked for"));
        }
    }
    let client = "org.apache.hadoop.hbase.client";
    let messages = "org.apache.hadoop.hbase.protobuf.generated";
    let put = format!(
        "{client}.Put.new('r'.to_java_bytes).addColumn('f'.to_java_bytes, 'q'.to_java_bytes, 5, 'v'.to_java_bytes)"
    );
    let wanted = [
        format!(
            "get_table('t').table.checkAndMutate({client}.CheckAndMutate.newBuilder('r'.to_java_bytes).ifNotExists('f'.to_java_bytes, \
             'q'.to_java_bytes).build({put}))"
        ),
        format!(
            "get_table('t').table.checkAndMutate({client}.CheckAndMutate.newBuilder('r'.to_java_bytes).ifMatches('f'.to_java_bytes, \
             'q'.to_java_bytes, org.apache.hadoop.hbase.CompareOperator::GREATER, 'w'.to_java_bytes).build({client}.RowMutations.of([\
             {client}.Put.new('r'.to_java_bytes).addColumn('f'.to_java_bytes, 'a'.to_java_bytes, 5, 'b'.to_java_bytes), \
             {client}.Delete.new('r'.to_java_bytes, 5)])))"
        ),
        format!("rows = {messages}.MultiRowMutationProtos::MutateRowsRequest.newBuilder"),
        format!(
            "rows.addMutationRequest(org.apache.hadoop.hbase.protobuf.ProtobufUtil.toMutation({messages}.ClientProtos::MutationProto::\
             MutationType::PUT, {put}))"
        ),
        format!(
            "rows.addMutationRequest(org.apache.hadoop.hbase.protobuf.ProtobufUtil.toMutation({messages}.ClientProtos::MutationProto::\
             MutationType::DELETE, {client}.Delete.new('s'.to_java_bytes, 5).addColumn('f'.to_java_bytes, 'q'.to_java_bytes, 3)))"
        ),
        format!(
            "{messages}.MultiRowMutationProtos::MultiRowMutationService.newBlockingStub(get_table('t').table.coprocessorService(\
             'r'.to_java_bytes)).mutateRows(nil, rows.build)"
        ),
        format!(
            "get_table('t').table.increment({client}.Increment.new('r'.to_java_bytes).addColumn('f'.to_java_bytes, \
             'a:b'.to_java_bytes, 2))"
        ),
    ];
    assert_eq!(said.lines().collect::<Vec<_>>(), wanted);
}

#[test]
fn a_large_table_goes_as_lines_for_import_tsv() {
    let (mut local, mut shell) = fresh();
    play(
        &mut local,
        &mut shell,
        [
            "create 't', {NAME => 'f', VERSIONS => 3}, SPLITS => ['m']",
            "put 't', 'a', 'f:p', 'one', 5",
            "put 't', 'a', 'f:q', \"tab\\there\", 5",
            "put 't', 'a', 'f:q', 'old', 4",
            "put 't', 'b', 'f:q', \"two\\nlines\", 4",
            "put 't', 'b', 'f:q', '', 3",
            "deleteall 't', 'a', 'f:p', 2",
        ],
    );
    let table = local.cluster.table("t").expect("a table");
    let made = tsv(table, &[b"m"], &cells(&local.cluster, "t", local.now()), "/data/t.tsv").expect("few columns");
    assert_eq!(String::from_utf8_lossy(&made.file), "a|4||old\na|5|one|tab\there\n");
    assert_eq!(
        made.command,
        "hbase org.apache.hadoop.hbase.mapreduce.ImportTsv '-Dimporttsv.separator=|' -Dimporttsv.skip.empty.columns=true \
         \\\n  '-Dimporttsv.columns=HBASE_ROW_KEY,HBASE_TS_KEY,f:p,f:q' \\\n  't' '/data/t.tsv'"
    );
    let rest: Vec<&str> = made.script.lines().filter(|line| !line.starts_with(['#', 'c'])).collect();
    let wanted = [
        "put 't', 'b', 'f:q', \"two\\x0Alines\", 4",
        "put 't', 'b', 'f:q', '', 3",
        "deleteall 't', 'a', 'f:p', 2",
        "exit",
    ];
    assert_eq!(rest, wanted);
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
    fn what_is_printed_can_be_pasted(
        puts in prop::collection::vec(
            ("[a-c =,:\\\\|\\x00é]{0,40}[a-z]", "[a-b:, =\\x01]{0,12}", "[a-z ,=\\n\\\\é]{0,90}[a-z]?", 1..9_i64, 0..9_u32),
            0..8,
        ),
        width in prop::sample::select(vec![0, 33, 80, 100]),
    ) {
        let (mut local, mut shell) = fresh();
        play(&mut local, &mut shell, ["create 't', {NAME => 'f', VERSIONS => 9}, SPLITS => ['b', \"c\\x00\"]"]);
        for (row, qualifier, value, time, kind) in &puts {
            let [row, value] = [row, value].map(|text| splitpoint_shell::quoted(text.as_bytes()));
            let column = splitpoint_shell::quoted(format!("f:{qualifier}").as_bytes());
            let line = match kind {
                0 => format!("deleteall 't', {row}, {column}, {time}"),
                1 => format!("deleteall 't', {row}, 'f', {time}"),
                _ => format!("put 't', {row}, {column}, {value}, {time}"),
            };
            play(&mut local, &mut shell, [line.as_str()]);
        }
        let mut terminal = Shell::new(width);
        let printed = play(&mut local, &mut terminal, ["scan 't', {RAW => true, VERSIONS => 99}", "list_regions 't'", "get_splits 't'"]);
        // Whoever copies from a terminal may lose the blanks at the ends of lines. How wide it was is then known if
        // four divides it.
        let cut = width > 0 && width % 4 == 0;
        let copied: Vec<&str> = printed.lines().map(|line| if cut { line.trim_end() } else { line }).collect();
        let pasted = paste(&copied.join("\n"), "t").map_err(|error| TestCaseError::fail(format!("{error}\n{printed}")))?;
        let ours = cells(&local.cluster, "t", local.now());
        // A value may end in blanks, which a terminal does not show.
        let ends = |cell: &splitpoint_model::cell::Cell| width > 0 && cell.value().ends_with(b" ");
        if !ours.iter().any(ends) {
            prop_assert_eq!(told(&pasted.cells), told(&ours), "{}", printed);
        }
        prop_assert_eq!(pasted.splits, [b"b".to_vec(), b"c\0".to_vec()], "{}", printed);
    }

    #[test]
    fn no_text_makes_a_paste_panic(
        text in "(ROW +COLUMN.CELL\n| [a-z]{0,3} +column=f:q, timestamp=[0-9T:.-]{0,20}, (value|type)=[a-zA-Z]{0,9}\n|START_KEY \\|\n|a \\|\n|Total number of splits = 3\n|3 row\\(s\\)\n|.{0,9}\n){0,9}",
    ) {
        let _ = paste(&text, "t");
    }

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

#[test]
fn a_decimal_number_steps_by_whole_ones() {
    let (mut local, mut shell) = fresh();
    let printed =
        play(&mut local, &mut shell, ["p 1.5.step(4).to_a", "1.5.step(5, 2) { |x| p x }", "p 1.5.step(1).to_a"]);
    for line in ["[1.5, 2.5, 3.5]", "1.5\n3.5\n", "[]"] {
        assert!(printed.contains(line), "{line}: {printed}");
    }
}

#[test]
fn clients_have_shells_of_their_own_over_one_cluster() {
    let (mut local, mut ada) = fresh();
    let mut ben = Shell::new(0);
    play(&mut local, &mut ada, ["create 't', 'f'", "x = 'ada'", "put 't', 'r', 'f:q', x"]);
    local.speak_as(1);
    let printed = play(&mut local, &mut ben, ["get 't', 'r'", "puts x"]);
    assert!(printed.contains("value=ada") && printed.contains("undefined local variable or method `x'"), "{printed}");
    assert_eq!(direction("client :b # Ben", 1), Ok(Some(Direction::Client(1))));
    assert_eq!(direction("client = 'B'", 1), Ok(None));
}
