//! Files as tables: what is detected, mapped, read and refused.

use super::*;
use crate::design::{Choice, Design, Edit, Kind, Unit, Value};
use crate::notation::Encoding;
use proptest::prelude::*;
use splitpoint_model::mutation::Put;

fn mapping(name: &str, text: &str) -> Mapping {
    suggest(name, text.as_bytes()).expect("a file of a known kind").mapping
}

fn import(text: &str, mapping: Mapping) -> Result<Imported, Rejected> {
    Import { name: "file".into(), bytes: text.as_bytes().into(), mapping }.run()
}

/// Reads in pieces of this size; the rows and the bad lines.
fn read(text: &[u8], mapping: &Mapping, size: usize) -> (Vec<Put>, Vec<BadLine>) {
    let maker = row::RowMaker::new(mapping.clone());
    let (mut puts, mut bad) = (Vec::new(), Vec::new());
    let mut header = mapping.header;
    let mut hear = |read: record::Read<'_>| {
        if std::mem::take(&mut header) {
            return;
        }
        match read.and_then(|record| maker.make(&record)) {
            Ok(put) => puts.push(put),
            Err(why) => bad.push(why),
        }
    };
    let mut reader = record::Reader::new(mapping);
    for piece in text.chunks(size) {
        reader.push(piece, &mut hear);
    }
    reader.end(&mut hear);
    (puts, bad)
}

fn put(row: &[u8], cells: &[(&str, &str)]) -> Put {
    cells.iter().fold(Put::new(row), |put, (column, value)| {
        let (family, qualifier) = column.split_once(':').expect("family:qualifier");
        put.add(family, qualifier, *value)
    })
}

#[test]
fn a_csv_with_a_header_maps_itself() {
    let text = "id,name,note\n9,Ann,\"a, b\"\n10,Ben,\"say \"\"hi\"\"\nagain\"\n";
    let mapping = mapping("people.csv", text);
    assert_eq!(mapping.table, "people");
    assert_eq!(mapping.spec(), "HBASE_ROW_KEY,f:name,f:note");
    assert_eq!(mapping.key(), Encoding::Long, "9 sorts before 10");
    for size in [1, 2, 3, 7, 1000] {
        let (puts, bad) = read(text.as_bytes(), &mapping, size);
        assert_eq!(bad, []);
        let nine = put(&9_i64.to_be_bytes(), &[("f:name", "Ann"), ("f:note", "a, b")]);
        let ten = put(&10_i64.to_be_bytes(), &[("f:name", "Ben"), ("f:note", "say \"hi\"\nagain")]);
        assert_eq!(puts, [nine, ten], "in pieces of {size}");
    }
}

#[test]
fn a_tsv_of_import_tsv_reads_as_there() {
    let text = "row1\tv1\t1012\tC:\\xampp\nrow2\tv2\t1013\n";
    let mut mapping = mapping("data.tsv", text);
    assert!(!mapping.header);
    mapping.set_spec("HBASE_ROW_KEY,d:c1,HBASE_TS_KEY,d:path").expect("four columns");
    let (puts, bad) = read(text.as_bytes(), &mapping, 5);
    assert_eq!(bad, []);
    assert_eq!(puts[0].cells.len(), 2);
    assert_eq!(puts[0].cells[1].timestamp, Some(1012));
    assert_eq!(*puts[0].cells[1].value, *b"C:\\xampp", "a backslash in a file is a backslash");
    assert_eq!(puts[1].cells.len(), 1, "missing columns at the end make no cells");
    let long = "row1\tv1\t1012\tx\ty\n";
    let (_, bad) = read(long.as_bytes(), &mapping, 100);
    assert_eq!(bad[0].why, "It has 5 values, and 4 columns are mapped.");
}

#[test]
fn json_lines_meet_columns_by_name() {
    let text = "{\"id\": \"b\", \"n\": 7, \"on\": true}\n\n{\"n\": null, \"id\": \"a\", \"tags\": [1, \"x\"]}\r\n";
    let mapping = mapping("x.jsonl", text);
    assert_eq!(
        mapping.columns.iter().map(|column| &*column.name).collect::<Vec<_>>(),
        ["id", "n", "on", "tags.0", "tags.1"]
    );
    for size in [1, 10, 1000] {
        let (puts, bad) = read(text.as_bytes(), &mapping, size);
        assert_eq!(bad, []);
        let expected =
            [put(b"b", &[("f:n", "7"), ("f:on", "true")]), put(b"a", &[("f:tags.0", "1"), ("f:tags.1", "x")])];
        assert_eq!(puts, expected);
    }
    let (_, bad) = read(b"{\"id\": \"b\", \"n\": 1}\n{\"id\": \n[1]\n", &mapping, 4);
    assert_eq!(
        (bad[0].line, &*bad[0].why),
        (2, "It is not a JSON object: it ends in the middle. Is each object on a line of its own?")
    );
    assert_eq!(bad[0].excerpt, Excerpt { before: "{\"id\": ".into(), ..Excerpt::default() });
    assert_eq!(bad[1].line, 3);
}

#[test]
fn fields_of_a_key_come_from_several_columns() {
    let text = "id,userid,name,stamp\n3,7,login,2012-05-24 10:00\n4,7,logout,1337853660000\n";
    let mut mapping = mapping("actions.csv", text);
    mapping.columns[0].target = Target::RowKey { place: 2, encoding: Encoding::Int };
    mapping.columns[1].target = Target::RowKey { place: 0, encoding: Encoding::Int };
    mapping.columns[3].target = Target::RowKey { place: 1, encoding: Encoding::ReversedTime };
    assert_eq!(mapping.key().label(), "userid · stamp · id");
    let (puts, bad) = read(text.as_bytes(), &mapping, 1000);
    assert_eq!(bad, []);
    assert_eq!(mapping.key().to_text(&puts[0].row), "7 · 2012-05-24 10:00 · 3");
    assert!(puts[1].row < puts[0].row, "the newest first");
    mapping.columns[1].target = Target::RowKey { place: 0, encoding: Encoding::Text };
    assert!(mapping.check().is_err_and(|problem| problem.sentence.contains("nobody could tell where it ends")));
}

#[test]
fn bad_lines_stop_everything_or_are_left_out() {
    let text = "id,name\n1,a\nx,b\n,c\n4,d,e\n5,f\n";
    let mut mapping = mapping("t.csv", "id,name\n1,a\n");
    let rejected = import(text, mapping.clone()).expect_err("bad lines");
    assert_eq!(rejected.bad, 3);
    let told: Vec<_> = rejected.bad_lines.iter().map(|bad| (bad.line, bad.why.as_str())).collect();
    assert_eq!(
        told,
        [
            (3, "id: “x” is not a whole number: type digits, a text in quotes, or bytes as \\xNN."),
            (4, "It has no value for the row key in “id”."),
            (5, "It has 3 values, and 2 columns are mapped."),
        ]
    );
    assert!(rejected.sentence.contains("nothing was loaded"));
    mapping.skip_bad_lines = true;
    let imported = import(text, mapping.clone()).expect("two good lines");
    assert_eq!(imported.progress.rows, 2);
    assert_eq!(imported.bad_lines.len(), 3);
    let many: String = (0..500).map(|_| "x,y\n").collect();
    let rejected = import(&many, mapping).expect_err("no rows at all");
    assert_eq!((rejected.bad, rejected.bad_lines.len()), (499, MOST_BAD_LINES));
}

#[test]
fn a_quote_that_is_never_closed_is_named() {
    let text = "id,name\n1,a\n2,\"b\n3,c\n4,d\n";
    let mapping = mapping("t.csv", "id,name\n1,a\n");
    let (puts, bad) = read(text.as_bytes(), &mapping, 6);
    assert_eq!(puts.len(), 1);
    assert_eq!(bad.len(), 1);
    assert_eq!(bad[0].line, 3);
    assert!(bad[0].why.contains("never closed"));
}

#[test]
fn lines_are_counted_through_blank_lines_and_foreign_ends() {
    let mapping = mapping("t.csv", "id,name\n1,a\n");
    let (_, bad) = read(b"id,name\r\n\r\n\r\n1,a\r\nx,\"two\r\nlines\"\r\ny,b\r\n", &mapping, 3);
    assert_eq!(bad.iter().map(|bad| bad.line).collect::<Vec<_>>(), [5, 7]);
}

#[test]
fn a_byte_order_mark_in_a_later_line_is_text() {
    for text in ["\u{feff}\u{feff}a,b\nc,d\n", "\n\u{feff}a,b\nc,d\n"] {
        let mapping = Mapping { header: false, ..mapping("a.csv", text) };
        for size in [1, 2, 5, text.len()] {
            let (puts, bad) = read(text.as_bytes(), &mapping, size);
            assert_eq!((&*puts[0].row, bad.len()), ("\u{feff}a".as_bytes(), 0), "{text:?} in {size}");
        }
    }
}

#[test]
fn other_files_are_named_for_what_they_are() {
    let why = |name: &str, head: &[u8]| detect(name, head).expect_err("no known kind").sentence;
    assert!(why("a.csv.gz", b"\x1f\x8b\x08").contains("gzip"));
    assert!(why("a.xlsx", b"PK\x03\x04").contains("spreadsheet"));
    assert!(why("a.csv", b"\xff\xfea\0").contains("UTF-16"));
    assert!(why("a.json", b"[\n {\"a\": 1}]").contains("one JSON array"));
    assert!(why("a.csv", b" \n").contains("empty"));
    assert_eq!(detect("a.txt", b"a;b;c\n"), Ok((Format::Csv, b';')));
    assert_eq!(detect("a", b"\xEF\xBB\xBF{\"a\": 1}\n"), Ok((Format::JsonLines, b',')));
    assert_eq!(detect("a.txt", b"a\tb, c\n"), Ok((Format::Tsv, b'\t')));
}

#[test]
fn a_mapping_says_what_it_lacks() {
    let mut mapping = mapping("t.csv", "id,name,other\n1,a,b\n");
    let lack = |mapping: &Mapping| mapping.check().expect_err("incomplete").sentence;
    assert!(mapping.set_spec("HBASE_ROW_KEY,f:a").is_err());
    mapping.set_spec("f:x,f:a,f:b").expect("three");
    assert!(lack(&mapping).contains("No column is the row key"));
    mapping.set_spec("HBASE_ROW_KEY,-,-").expect("three");
    assert!(lack(&mapping).contains("No column becomes a cell"));
    mapping.set_spec("HBASE_ROW_KEY,f:a,f:a").expect("three");
    assert!(lack(&mapping).contains("both become f:a"));
    mapping.set_spec("HBASE_ROW_KEY,HBASE_TS_KEY,HBASE_TS_KEY").expect("three");
    assert!(mapping.set_spec("HBASE_ROW_KEY,.f:a,-").is_err());
    mapping.set_spec("HBASE_ROW_KEY,f:a,f:\\x00").expect("three");
    assert_eq!(mapping.spec(), "HBASE_ROW_KEY,f:a,f:\\x00");
    mapping.table = ".t".into();
    assert!(lack(&mapping).contains("no name of a table"));
}

#[test]
fn the_preview_shows_keys_cells_and_problems() {
    let text = "id,name\n1,Ann\nx,Ben\n3,cut of";
    let mapping = mapping("t.csv", "id,name\n1,a\n");
    let shown = preview(&mapping, text.as_bytes(), false, 5);
    assert_eq!(shown.lines.len(), 2, "the last line goes on");
    assert_eq!(shown.lines[0].row[0].text, "1");
    assert_eq!(shown.lines[0].row_binary, "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01");
    assert_eq!(shown.lines[0].cells, [("f:name".to_owned(), "Ann".to_owned())]);
    assert_eq!(shown.lines[1].fields, ["x", "Ben"]);
    assert!(shown.lines[1].problem.as_ref().is_some_and(|why| why.contains("not a whole number")));
    assert_eq!(preview(&mapping, text.as_bytes(), true, 5).lines.len(), 3);
}

#[test]
fn keys_of_many_rows_cut_the_table_beforehand() {
    let text: String = std::iter::once("id,name\n".to_owned()).chain((0..9000).map(|n| format!("{n},x\n"))).collect();
    let imported = import(&text, mapping("t.csv", &text)).expect("good lines");
    assert_eq!(imported.progress, Progress { bytes: text.len() as u64, lines: 9001, rows: 9000, bad: 0 });
    assert!(imported.start.about.contains("3 regions"), "{}", imported.start.about);
}

fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('"', "\"\""))
}

proptest! {
    #[test]
    fn what_is_written_as_csv_is_read(
        rows in prop::collection::vec(("[a-z]{1,3}", "[ -~\u{e4}\n\r,\";]{0,8}", "\\PC{0,4}"), 1..8),
        size in 1_usize..40,
        crlf in any::<bool>(),
    ) {
        let end = if crlf { "\r\n" } else { "\n" };
        let text: String =
            rows.iter().map(|(key, one, two)| format!("{key},{},{}{end}", quoted(one), quoted(two))).collect();
        let mut mapping = mapping("t.csv", "a,b,c\nx,y,z\n");
        mapping.header = false;
        let (puts, bad) = read(text.as_bytes(), &mapping, size);
        prop_assert_eq!(bad, []);
        let expected: Vec<Put> =
            rows.iter().map(|(key, one, two)| put(key.as_bytes(), &[("f:b", one), ("f:c", two)])).collect();
        prop_assert_eq!(puts, expected);
    }

    #[test]
    fn whatever_a_file_holds_is_answered(
        raw in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'"'), Just(b','), Just(b'{'), any::<u8>()], 0..80),
        size in 1_usize..40,
    ) {
        for format in Format::CHOICES.map(|(format, _)| format) {
            let Ok(Suggestion { mapping, .. }) = suggest_as("x", &raw, format, b',') else { continue };
            let _ = read(&raw, &mapping, size);
            let _ = preview(&mapping, &raw, true, 10);
        }
    }
}

fn composed(text: &str, fields: &str, columns: &[Option<usize>]) -> Mapping {
    let mut mapping = mapping("t.csv", text);
    mapping.compose();
    let design = Design::from_spec(fields).expect("fields");
    let taken = design.fields.iter().zip(columns);
    let from = taken.filter_map(|(field, column)| Some((field.id, (*column)?))).collect();
    mapping.composed = Some(Composed { design, from });
    mapping
}

#[test]
fn lines_that_do_not_fit_a_composed_key_are_bad_lines() {
    let text = "user,word,n,when\n7,a,1,2012-05-24\nx,b,2,2012-05-24\n8,c|d,3,2012-05-24\n9,e,40000,2012-05-24\n10,f,4,soon\n,g,5,2012-05-24\n";
    let columns = [None, Some(0), Some(1), Some(2), Some(3)];
    let fields = "salt:salt4,user:int4,word:text-until-7c,n:int2-flipped,when:reversed-time";
    let mut mapping = composed(text, fields, &columns);
    let rejected = import(text, mapping.clone()).expect_err("bad lines");
    let told: Vec<_> = rejected.bad_lines.iter().map(|bad| (bad.line, bad.why.as_str())).collect();
    assert_eq!(
        told,
        [
            (3, "user: “x” is not a whole number: type digits, or bytes as \\xNN."),
            (4, "word: “c|d” has the byte 7c, which ends the field."),
            (5, "n: “40000” does not fit in 2 bytes."),
            (6, "when: “soon” is not a time: type milliseconds, or as in 2012-05-24 10:00 (UTC)."),
            (7, "user: it has no value for the row key."),
        ]
    );
    mapping.skip_bad_lines = true;
    let kept = Mapping::from_text(&mapping.to_text()).expect("it was kept");
    assert_eq!(kept, mapping);
    let imported = import(text, kept).expect("one good line");
    assert_eq!((imported.progress.rows, imported.bad_lines.len()), (1, 5));
}

#[test]
fn a_composed_key_says_what_it_lacks_and_goes_back_to_columns() {
    let text = "id,name,other\n1,a,b\n";
    let mut mapping = mapping("t.csv", text);
    let plain = mapping.clone();
    let lack = |mapping: &Mapping| mapping.check().expect_err("incomplete").sentence;
    mapping.compose();
    assert!(mapping.check().is_ok());
    assert_eq!(mapping.spec(), "-,f:name,f:other");
    let edit = |mapping: &mut Mapping, edit: Edit| mapping.composed.as_mut().expect("it is composed").edit(edit);
    edit(&mut mapping, Edit::Add);
    assert_eq!(lack(&mapping), "Choose a column for the field “field2” of the key.");
    edit(&mut mapping, Edit::Remove(1));
    edit(&mut mapping, Edit::Remove(0));
    assert_eq!(lack(&mapping), "A row key has at least one byte: add a field.");
    edit(&mut mapping, Edit::Add);
    edit(&mut mapping, Edit::Choose(0, Choice::Kind, 10));
    assert!(lack(&mapping).starts_with("All rows would have the same key"));
    let mut back = plain.clone();
    back.compose();
    back.join();
    assert_eq!(back, plain);
}

proptest! {
    #[test]
    fn composed_keys_come_back_from_the_table(
        rows in prop::collection::vec((any::<i16>(), "[a-z]{1,5}", 0_i64..1 << 40, any::<i64>()), 1..12),
        fields in prop::sample::select(vec![
            ("n:int2,word:text-until-00,when:time,long:int8-flipped", [0, 1, 2, 3]),
            ("when:reversed-time,n:int4-flipped-little,long:decimal-until-7c,word:text8", [2, 0, 3, 1]),
            ("word:text-until-7c,long:int8,n:decimal-until-00,when:reversed-day", [1, 3, 0, 2]),
        ]),
        derived in prop::sample::select(vec!["", "salt:salt8,", "hash:hash4-of-2,", "v:constant-7631,"]),
    ) {
        let (spec, places) = fields;
        let spec = format!("{derived}{spec}");
        let mut columns: Vec<Option<usize>> = places.into_iter().map(Some).collect();
        if !derived.is_empty() {
            columns.insert(0, None);
        }
        let lines = rows.iter().map(|(n, word, when, long)| format!("{n},{word},{when},{long},x\n"));
        let text: String = std::iter::once("n,word,when,long,value\n".to_owned()).chain(lines).collect();
        let mut mapping = composed(&text, &spec, &columns);
        mapping.set_spec("-,-,-,-,f:v").expect("five columns");
        let (puts, bad) = read(text.as_bytes(), &mapping, 7);
        prop_assert_eq!(bad, []);
        let key = mapping.key();
        let design = Design::from_spec(&spec).expect("fields");
        let kept = |at: usize, (n, word, when, long): &(i16, String, i64, i64)| match at {
            0 => Value::Number((*n).into()),
            1 => Value::Text(word.clone()),
            2 => Value::Time(*when),
            _ => Value::Number(*long),
        };
        for (put, row) in puts.iter().zip(&rows) {
            let parts = design.parts(&put.row);
            for ((value, _), (field, column)) in parts.iter().zip(design.fields.iter().zip(&columns)) {
                if let Some(column) = column {
                    let day = 86_400_000;
                    let meant = match (kept(*column, row), &field.kind) {
                        (Value::Time(time), Kind::Time { unit: Unit::Day, .. }) => Value::Time(time / day * day),
                        (meant, _) => meant,
                    };
                    prop_assert_eq!(value, &meant, "{} of {}", &field.name, key.to_text(&put.row));
                }
            }
            prop_assert_eq!(key.encode(&key.to_text(&put.row)), Ok(put.row.to_vec()));
        }
    }
}

/// What is told of bad lines.
fn told(bad: &[BadLine]) -> Vec<(u64, u64, &str)> {
    bad.iter().map(|bad| (bad.line, bad.last, bad.why.as_str())).collect()
}

fn excerpt(before: &str, wrong: &str, after: &str) -> Excerpt {
    Excerpt { before: before.to_owned(), wrong: wrong.to_owned(), after: after.to_owned() }
}

#[test]
fn an_unclosed_quote_says_how_many_lines_it_takes() {
    let mut lines: Vec<String> = (1..=1000).map(|n| format!("{n},name {n}")).collect();
    lines.insert(0, "id,name".to_owned());
    lines[11] = "11,\"name 11".to_owned();
    let text = lines.join("\n") + "\n";
    let mapping = mapping("t.csv", "id,name\n1,a\n");
    let rejected = import(&text, mapping.clone()).expect_err("most of it is lost");
    assert_eq!(rejected.bad, 990);
    assert!(rejected.sentence.starts_with("990 lines cannot be read"), "{rejected}");
    let why = "A quote opens here and is never closed, so all of them are lost: close it, or double it (\"\") if it is meant.";
    assert_eq!(told(&rejected.bad_lines), [(12, 1001, why)]);
    assert_eq!(rejected.bad_lines[0].excerpt.before, "11,");
    assert_eq!(rejected.bad_lines[0].excerpt.wrong, "\"");
    for (text, places) in [
        // The last line has no end; a quote inside a value is none; quotes that are closed span lines.
        ("id,name\n1,\"a", vec![(2, 2)]),
        ("id,name\n1,5\" pipe", vec![]),
        ("id,name\n1,\"a\nb\"\n2,\"c", vec![(4, 4)]),
        ("id,name\n1,\"a\nb\",\"c\n2,d\n", vec![(2, 4)]),
        ("id,name\r1,\"a\r2,b\r", vec![(2, 3)]),
    ] {
        let (_, bad) = read(text.as_bytes(), &mapping, 3);
        assert_eq!(bad.iter().map(|bad| (bad.line, bad.last)).collect::<Vec<_>>(), places, "{text:?}");
    }
    let (_, bad) = read(b"id,name\n1,\"a\nb\",\"c\n2,d\n", &mapping, 1000);
    assert!(bad[0].why.starts_with("A quote opens in line 3 and is never closed, so all of them are lost"), "{bad:?}");
}

#[test]
fn repeated_keys_are_counted_with_an_example() {
    let text: String =
        (0..=1000).map(|n| if n == 0 { "id,name\n".to_owned() } else { format!("7,name {n}\n") }).collect();
    let imported = import(&text, mapping("t.csv", "id,name\n1,a\n")).expect("good lines");
    assert_eq!(imported.repeated, Some(Repeated { count: 999, key: "7".to_owned(), line: 3 }));
    let long = format!("id,name\n{0},a\n{0},b\n", "k".repeat(5_000));
    let imported = import(&long, mapping("t.csv", &long)).expect("good lines");
    assert!(imported.repeated.is_some_and(|repeated| repeated.key.chars().count() == 61), "it is cut");
    let different = import("id,name\n1,a\n2,b\n", mapping("t.csv", "id,name\n1,a\n")).expect("good lines");
    assert_eq!(different.repeated, None);
}

#[test]
fn columns_of_one_name_are_kept_apart_and_told() {
    let text = "id,name,name,name_2,name\n1,a,b,c,d\n";
    let Suggestion { mapping, told } = suggest("t.csv", text.as_bytes()).expect("a CSV");
    assert!(mapping.header);
    assert_eq!(mapping.spec(), "HBASE_ROW_KEY,f:name,f:name_3,f:name_2,f:name_4");
    assert!(mapping.check().is_ok());
    let told = told.expect("there is something to tell");
    assert!(told.starts_with("Two columns are called “name”: the later one is “name_3” here"), "{told}");
    assert!(told.ends_with("Another column is renamed likewise."), "{told}");
    let imported = import(text, mapping).expect("a good line");
    assert_eq!(imported.progress.rows, 1);
    let apart = suggest("t.csv", b"id,name\n1,a\n").expect("a CSV");
    assert_eq!(apart.told, None);
    let data = suggest("t.csv", b"yes,yes,no\nno,yes,yes\n").expect("a CSV");
    assert!(!data.mapping.header, "words that come again below are no names");
    let met = |text: &str| suggest("t.csv", text.as_bytes()).expect("a CSV").mapping.header;
    assert!(met("id,name\n1,ada\n2,name\n"), "a column of numbers has a name above it");
    assert!(!met("id,name\n1,ada\nid,name\n"), "where it has none, the words come again");
    let twice = "{\"id\": 1, \"a\": 1, \"a\": 2}\n";
    let (_, bad) = read(twice.as_bytes(), &suggest("x.jsonl", b"{\"id\":1,\"a\":2}\n").expect("JSON").mapping, 9);
    assert_eq!(bad[0].why, "“a” stands in it twice, and one would hide the other: rename one.");
}

#[test]
fn a_line_ends_as_in_hadoop() {
    for (name, begin) in [("t.csv", "id,name"), ("t.tsv", "id\tname")] {
        for end in ["\n", "\r", "\r\n"] {
            let separator = if name == "t.csv" { "," } else { "\t" };
            let line = |text: &str| text.replace(',', separator) + end;
            let text = format!("{begin}{end}{}{}{end}{}", line("1,a"), line("2,b"), line("x,c"));
            let Suggestion { mapping, .. } = suggest(name, text.replace('x', "3").as_bytes()).expect("a table");
            assert!(mapping.header);
            for size in [1, 2, 5, 1000] {
                let (puts, bad) = read(text.as_bytes(), &mapping, size);
                assert_eq!(puts.len(), 2, "{text:?}");
                assert_eq!(bad.iter().map(|bad| bad.line).collect::<Vec<_>>(), [5], "{text:?} in pieces of {size}");
            }
        }
    }
    let json = "{\"id\":\"a\",\"n\":1}\r{\"id\":\"b\",\"n\":2}\r";
    let (puts, bad) = read(json.as_bytes(), &mapping("x.jsonl", json), 4);
    assert_eq!((puts.len(), bad.len()), (2, 0));
}

#[test]
fn what_is_long_is_never_quoted_in_full() {
    let long = "y".repeat(limit::MOST_OF_CELL);
    let csv = mapping("t.csv", "id,name\n1,a\n");
    let mut timed = mapping("t.csv", "id,when\n1,a\n");
    timed.set_spec("HBASE_ROW_KEY,HBASE_TS_KEY").expect("two columns");
    let mut live = csv.clone();
    live.set_spec("HBASE_ROW_KEY,HBASE_CELL_TTL").expect("two columns");
    let mut number = csv.clone();
    number.columns[1].target = Target::Cell { family: "f".into(), qualifier: b"n".to_vec(), encoding: Encoding::Long };
    let fields = composed("id,name\n1,a\n", "id:int2,name:text4", &[Some(0), Some(1)]);
    let json = mapping("x.jsonl", "{\"id\":1,\"n\":2}\n");
    for (mapping, text) in [
        (&csv, format!("id,name\n{long},a\n")),
        (&csv, format!("id,name\n1,a,{long}\n")),
        (&timed, format!("id,name\n1,{long}\n")),
        (&live, format!("id,name\n1,{long}\n")),
        (&number, format!("id,name\n1,{long}\n")),
        (&fields, format!("id,name\n1,{long}\n")),
        (&json, format!("\"{long}\"\n")),
        (&json, format!("{{\"id\": 1, \"{long}\" 2}}\n")),
        (&json, format!("{{\"id\": 1, \"{long}\": 2, \"{long}\": 2, \"n\": {{\"{long}\": {}}}}}\n", "[".repeat(20))),
        (&json, format!("{{\"id\": \"{long}\"}}\n")),
    ] {
        let (puts, bad) = read(text.as_bytes(), mapping, 1 << 16);
        assert_eq!((puts.len(), bad.len()), (0, 1), "{mapping:?}");
        let BadLine { why, excerpt, .. } = &bad[0];
        let all = [why, &excerpt.before, &excerpt.wrong, &excerpt.after].map(|text| text.chars().count());
        assert!(all.iter().sum::<usize>() < 500, "{why}");
        assert!(all[1..].iter().sum::<usize>() > 0, "something of it is shown: {why}");
    }
}

#[test]
fn a_bad_line_is_shown_with_the_place_of_the_mistake() {
    let csv = mapping("t.csv", "id,name,n\n1,a,2\n");
    let bad = |mapping: &Mapping, text: &str| read(text.as_bytes(), mapping, 7).1.remove(0).excerpt;
    assert_eq!(bad(&csv, "id,name,n\n1,\"a, b\",3,4\n"), excerpt("1,\"a, b\",3,", "4", ""));
    assert_eq!(bad(&csv, "id,name,n\nx,\"a, b\",3\n"), excerpt("", "x", ",\"a, b\",3"));
    assert_eq!(bad(&csv, "id,name,n\n,a,3\r\n"), excerpt("", "", ",a,3"));
    let mut number = csv.clone();
    number.columns[2].target = Target::Cell { family: "f".into(), qualifier: b"n".to_vec(), encoding: Encoding::Int };
    assert_eq!(bad(&number, "id,name,n\n1,\"a, \"\"b\"\"\",many\n"), excerpt("1,\"a, \"\"b\"\"\",", "many", ""));
    let tsv = mapping("t.tsv", "id\tname\n1\ta\n");
    assert_eq!(bad(&tsv, "id\tname\nx\tb\n"), excerpt("", "x", "⇥b"));
    let (_, wrong) = read(b"id\tname\n1\ta\xff\n", &tsv, 7);
    assert_eq!((wrong[0].line, &wrong[0].excerpt.before), (2, &"1⇥a".to_owned()));
    let json = mapping("x.jsonl", "{\"id\":1,\"user\":{\"n\":2}}\n");
    assert_eq!(bad(&json, "{\"id\": \"x\", \"user\": 3}\n"), excerpt("{\"id\": ", "\"x\"", ", \"user\": 3}"));
    assert_eq!(bad(&json, "{\"id\": 1 \"user\": 3}\n"), excerpt("{\"id\": 1 ", "\"user\": 3}", ""));
}

#[test]
fn objects_in_objects_go_by_their_paths() {
    let text = concat!(
        r#"{"id": 1, "user": {"id": 7, "name": "Ann", "at": null}, "tags": ["a", {"b": 1.50}], "none": {}, "few": []}"#,
        "\n",
        r#"{"id": 2, "user": {"name": "Ben"}, "n": 12345678901234567890123}"#,
        "\n"
    );
    let Suggestion { mapping, .. } = suggest("x.jsonl", text.as_bytes()).expect("JSON lines");
    let spec = "HBASE_ROW_KEY,f:user.id,f:user.name,f:user.at,f:tags.0,f:tags.1.b,f:none,f:few,f:n";
    assert_eq!(mapping.spec(), spec);
    let (puts, bad) = read(text.as_bytes(), &mapping, 11);
    assert_eq!(bad, []);
    let one = [
        ("f:user.id", "7"),
        ("f:user.name", "Ann"),
        ("f:tags.0", "a"),
        ("f:tags.1.b", "1.50"),
        ("f:none", "{}"),
        ("f:few", "[]"),
    ];
    assert_eq!(puts[0], put(&1_i64.to_be_bytes(), &one), "numbers keep their digits");
    assert_eq!(puts[1], put(&2_i64.to_be_bytes(), &[("f:user.name", "Ben"), ("f:n", "12345678901234567890123")]));
    // A mapping that was kept before takes all of what is nested.
    let old = Mapping::from_text(
        r#"{"table":"x","format":"json-lines","columns":[{"name":"id","target":{"row-key":{}}},{"name":"tags","target":{"cell":{"column":"f:tags"}}}]}"#,
    );
    let (puts, _) = read(text.as_bytes(), &old.expect("it was kept"), 1000);
    assert_eq!(puts[0], put(b"1", &[("f:tags", r#"["a",{"b":1.50}]"#)]));
}

#[test]
fn each_limit_is_named_at_which_something_is_refused() {
    // Depth of JSON, in all.
    let nested = |depth: usize| {
        let (open, close) = ("{\"a\":".repeat(depth - 1), "}".repeat(depth - 1));
        format!("{{\"id\": 1, \"b\": {open}1{close}}}\n")
    };
    for (depth, is_read) in [(limit::DEEPEST - 1, true), (limit::DEEPEST, true), (limit::DEEPEST + 1, false)] {
        match suggest("x.jsonl", nested(depth).as_bytes()) {
            Ok(suggestion) => {
                assert!(is_read && read(nested(depth).as_bytes(), &suggestion.mapping, 99).1.is_empty(), "{depth}");
            }
            Err(problem) => {
                assert!(!is_read && problem.sentence.contains("nested deeper than 16"), "{depth}: {problem}");
            }
        }
    }
    // Columns of a file.
    for (count, is_read) in [(MOST_COLUMNS - 1, true), (MOST_COLUMNS, true), (MOST_COLUMNS + 1, false)] {
        let names: Vec<String> = (0..count).map(|n| format!("n{n}")).collect();
        let members: Vec<String> = (0..count).map(|n| format!("\"n{n}\": {n}")).collect();
        for (name, text) in [
            ("t.csv", names.join(",") + "\n"),
            ("t.tsv", names.join("\t") + "\n"),
            ("x.jsonl", format!("{{{}}}\n", members.join(", "))),
        ] {
            match suggest(name, text.as_bytes()) {
                Ok(suggestion) => assert!(is_read && suggestion.mapping.columns.len() == count, "{name} {count}"),
                Err(problem) => assert!(!is_read && problem.sentence.contains("1000"), "{name} {count}: {problem}"),
            }
        }
    }
    // Bytes of a cell, of a row key and of a line.
    let csv = mapping("t.csv", "id,name\n1,a\n");
    let mut text_key = csv.clone();
    text_key.columns[0].target = Target::RowKey { place: 0, encoding: Encoding::Text };
    for (mapping, most, words, line) in [
        (&csv, limit::MOST_OF_CELL, "262144 bytes a cell may have", ("1,", "")),
        (&text_key, splitpoint_model::error::MAX_ROW_LENGTH, "32767", ("", ",a")),
    ] {
        for (length, is_read) in [(most - 1, true), (most, true), (most + 1, false)] {
            let text = format!("id,name\n{}{}{}\n", line.0, "y".repeat(length), line.1);
            let (puts, bad) = read(text.as_bytes(), mapping, 1 << 16);
            assert_eq!((puts.len(), bad.len()), (usize::from(is_read), usize::from(!is_read)), "{words} {length}");
            assert!(bad.iter().all(|bad| bad.why.contains(words)), "{bad:?}");
        }
    }
    let tsv = mapping("t.tsv", "id\tname\tmore\n1\ta\tb\n");
    for (length, is_read) in [(limit::LONGEST - 1, true), (limit::LONGEST, true), (limit::LONGEST + 1, false)] {
        let mut skipped = tsv.clone();
        skipped.columns[2].target = Target::Skip;
        let text = format!("id\tname\tmore\n1\ta\t{}\n2\tb\n", "y".repeat(length - 4));
        let (puts, bad) = read(text.as_bytes(), &skipped, 1 << 16);
        assert_eq!((puts.len(), bad.len()), (1 + usize::from(is_read), usize::from(!is_read)), "{length}");
        assert!(bad.iter().all(|bad| bad.line == 2 && bad.why.contains("longer than 1 MiB")), "{bad:?}");
    }
    let endless = format!("id,name\n1,\"{}\n2,b\n", "y\n".repeat(limit::LONGEST));
    let (_, bad) = read(endless.as_bytes(), &csv, 1 << 16);
    assert_eq!((bad.len(), bad[0].line, bad[0].last), (1, 2, limit::LONGEST as u64 + 3));
    // Cells of a table, and bytes of a file.
    for (count, is_read) in [(MOST_CELLS - 1, true), (MOST_CELLS, true), (MOST_CELLS + 1, false)] {
        let lines: String = (0..count).map(|n| format!("{n},x\n")).collect();
        match import(&format!("id,name\n{lines}"), csv.clone()) {
            Ok(imported) => assert!(is_read && imported.progress.rows == count),
            Err(rejected) => assert!(!is_read && rejected.sentence.contains("10000 cells"), "{rejected}"),
        }
    }
    assert_eq!((weigh(MOST_BYTES - 1), weigh(MOST_BYTES)), (Ok(()), Ok(())));
    assert!(weigh(MOST_BYTES + 1).is_err_and(|problem| problem.sentence.contains("at most 256 are read")));
}

#[test]
fn numbers_of_an_import_show_as_numbers() {
    use crate::session::Session;
    use crate::view::{KeyNotation, ViewRequest};
    let text = "id,age,born,name\n1,3,2012-05-24,Ann\n2,-5,1999-01-01,Ben\n";
    let mut mapping = mapping("t.csv", text);
    for (at, new) in [(1, Encoding::Long), (2, Encoding::ReversedTime)] {
        let Target::Cell { encoding, .. } = &mut mapping.columns[at].target else { panic!("it is a cell") };
        *encoding = new;
    }
    let start = import(text, mapping).expect("good lines").start;
    let mut session = Session::from_start(start).expect("a table");
    let request =
        ViewRequest { table: "t".to_owned(), window: 0..99, notation: KeyNotation::Fields, ..ViewRequest::none() };
    let values = |session: &Session, request: &ViewRequest| -> Vec<String> {
        session.view(request).lines.into_iter().map(|line| line.value).collect()
    };
    assert_eq!(values(&session, &request), ["3", "2012-05-24", "Ann", "-5", "1999-01-01", "Ben"]);
    let binary = ViewRequest { notation: KeyNotation::Binary, ..request.clone() };
    assert_eq!(values(&session, &binary)[0], "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x03");
    let insert = crate::intent::Intent::Insert {
        table: "t".to_owned(),
        row: 1_i64.to_be_bytes().to_vec(),
        cells: vec![("f".to_owned(), b"age".to_vec(), None, b"7".to_vec())],
    };
    session.submit(0, insert).expect("it can be written");
    session.last();
    while session.step_client(0) {}
    assert_eq!(values(&session, &request)[0], "\"7\"", "a text is no number");
}
