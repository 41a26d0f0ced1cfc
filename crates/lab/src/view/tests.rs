//! What is shown, compared with what the model answers.

use super::*;
use crate::intent::{AdminIntent, DeleteWhat, Intent, Pages, Paging, RowMutation};
use crate::scenario::{self, Forms};
use crate::session::Session;
use crate::sim::language::LANGUAGE;
use crate::sim::world::Actor;
use crate::words;
use proptest::prelude::*;
use splitpoint_model::bytes::from_long;
use splitpoint_model::cell::Cell;
use splitpoint_model::client::{Client, Request, Response};
use splitpoint_model::event::Event;
use splitpoint_model::query::Scan;

/// Atoms a program may take in a test.
pub(super) const LIMIT: u32 = 10_000;

pub(super) fn session(id: &str) -> Session {
    Session::from_start(scenario::start(id).expect("a scenario")).expect("a scenario can be made")
}

pub(super) fn request(table: &str) -> ViewRequest {
    ViewRequest { table: table.into(), window: 0..u64::MAX, old_versions: true, notation: KeyNotation::Fields }
}

pub(super) fn run(session: &mut Session, intent: Intent) {
    session.submit(0, intent).expect("taken");
    assert!(session.run_client(0, LIMIT));
}

/// Lines as text: region, key, column, value, where it lives, why it is hidden, badges.
fn drawn(view: &View) -> Vec<String> {
    let draw = |line: &LineView| {
        let key: Vec<&str> = line.row.iter().map(|field| field.text.as_str()).collect();
        let place = match line.file {
            None => "mem".to_owned(),
            Some(file) => {
                let files = view.regions[line.region].detail.iter().flat_map(|detail| &detail.files);
                files.filter(|other| other.id == file).map(|file| file.label.clone()).collect()
            }
        };
        let hidden = line.hidden.map_or(String::new(), |hidden| format!(" {hidden:?}"));
        let badges: String = line
            .badges
            .iter()
            .map(|badge| format!(" [{}{}]", badge.client.map_or(String::new(), |c| format!("{c} ")), badge.text))
            .collect();
        let row = if line.row_start { key.join("·") } else { String::new() };
        format!("{} {row:2} {} {} {place}{hidden}{badges}", view.regions[line.region].label, line.column, line.value)
    };
    view.lines.iter().map(draw).collect()
}

#[test]
fn the_sandbox_opens_with_comments() {
    let session = session("comments");
    let view = session.view(&request("comments"));
    assert_eq!(
        drawn(&view),
        [
            "r1 18 c:date May 24 mem",
            "r1    c:text Cool mem",
            "r1    c:who Roger mem",
            "r1 19 c:date May 23 f1",
            "r1    c:text I agree f3",
            "r1    c:text I agre f1 Older",
            "r1    c:who John f1",
            "r2 20 c:date May 22 f2",
            "r2    c:link  f4 Marker",
            "r2    c:link cheap-pills.example f2 Deleted",
            "r2    c:text Nice post f2",
            "r2    c:who Smith f2",
        ]
    );
    let regions: Vec<_> = view.regions.iter().map(|region| (region.range.as_str(), region.server)).collect();
    assert_eq!(regions, [("[−∞, 20)", 0), ("[20, +∞)", 1)]);
    let servers: Vec<_> = view.servers.iter().map(|server| (server.name.as_str(), server.regions)).collect();
    assert_eq!(servers, [("S1", 1), ("S2", 1)]);
    let table = view.table.expect("a table");
    assert_eq!((table.cells, table.lines), (12, 12));
}

#[test]
fn hidden_lines_can_be_left_out() {
    let session = session("comments");
    let view = session.view(&ViewRequest { old_versions: false, ..request("comments") });
    assert_eq!(view.lines.len(), 9);
    assert!(view.lines.iter().all(|line| line.hidden.is_none()));
    let table = view.table.expect("a table");
    assert_eq!((table.cells, table.lines), (12, 9));
    assert_eq!(view.regions[1].first_line, 6);
}

#[test]
fn an_insert_is_seen_where_it_landed() {
    let mut session = session("comments");
    let forms = session.start().tables[0].forms.clone();
    session.set_grain(Grain::Operation);
    run(&mut session, forms.insert.expect("a form"));
    let view = session.view(&request("comments"));
    assert_eq!(drawn(&view)[..2], ["r1 17 c:text I like your post mem [A written]", "r1 18 c:date May 24 mem"]);
    assert_eq!((view.focus, view.reach), (Some(0), Some(0..1)));
    assert!(view.regions[0].touched);
    assert!(!view.regions[1].touched);
    let notation = KeyNotation::Hex;
    let view = session.view(&ViewRequest { notation, ..request("comments") });
    assert_eq!(view.lines[0].row[0].text, "00 00 00 00 00 00 00 11");
    assert_eq!(view.lines[0].row_binary, "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x11");
}

#[test]
fn a_border_that_stops_within_a_time_is_read_as_a_date_and_explained() {
    let view = session("actions").view(&request("useractions"));
    let borders: Vec<(&str, String)> =
        view.regions.iter().map(|region| (region.range.as_str(), region.about_range())).collect();
    assert!(borders.iter().any(|(range, _)| range.contains("2009-06-")), "{borders:?}");
    for (range, about) in borders {
        assert!(!range.contains("\\x"), "{range}");
        assert_eq!(about.contains("first bytes of a time"), range.contains('…'), "{about}");
        assert!(about.starts_with(range));
    }
}

#[test]
fn a_window_shows_what_is_in_it() {
    let session = session("actions");
    let whole = session.view(&request("useractions"));
    let total = whole.table.as_ref().map_or(0, |table| table.lines);
    assert_eq!(whole.lines.len() as u64, total);
    for (rank, line) in whole.lines.iter().enumerate() {
        assert_eq!(line.rank, rank as u64);
    }
    for start in (0..total).step_by(37) {
        let view = session.view(&ViewRequest { window: start..start + 50, ..request("useractions") });
        let end = (start + 50).min(total) as usize;
        assert_eq!(view.lines, whole.lines[start as usize..end]);
        for (at, region) in view.regions.iter().enumerate() {
            let inside = view.lines.iter().any(|line| line.region == at);
            assert!(!inside || region.detail.is_some());
        }
    }
    assert!(session.view(&ViewRequest { window: 5..5, ..request("useractions") }).lines.is_empty());
    assert!(session.view(&request("no table")).table.is_none());
}

#[test]
fn what_a_region_was_asked_is_counted_and_goes_back_with_time() {
    let mut session = session("comments");
    let asked = |session: &Session| {
        let view = session.view(&request("comments"));
        let of =
            |region: &RegionView| region.detail.as_ref().map(|detail| (detail.requests.reads, detail.requests.writes));
        view.regions.iter().map(of).collect::<Option<Vec<_>>>().expect("both are in the window")
    };
    let before = asked(&session);
    let row = 18_i64.to_be_bytes().into();
    run(&mut session, Intent::Get { table: "comments".into(), row, versions: 1 });
    assert_eq!(asked(&session), [(before[0].0 + 1, before[0].1), before[1]]);
    session.seek(0);
    assert_eq!(asked(&session), before);
}

#[test]
fn a_cut_is_shown_before_it_is_made() {
    let mut session = session("actions");
    let view = session.view(&request("useractions"));
    let (at, key, line) = view
        .regions
        .iter()
        .enumerate()
        .find_map(|(at, region)| match &region.detail.as_ref()?.cut {
            CutView::At { key, line, .. } => Some((at, key.clone(), *line)),
            CutView::Never { .. } | CutView::Hidden => None,
        })
        .expect("some region can be cut");
    let region = &view.regions[at];
    assert!(region.first_line < line && line < region.first_line + region.lines);
    let row = region.start_key.clone();
    let split = AdminIntent::Split { table: "useractions".into(), region: Some(row), at: None };
    session.set_background(false);
    run(&mut session, Intent::Admin(split));
    for job in session.stage().jobs() {
        while session.step_job(job) {}
    }
    let after = session.view(&request("useractions"));
    assert_eq!(after.regions.len(), view.regions.len() + 1);
    assert_eq!(after.regions[at + 1].start, key);
    assert_eq!(after.regions[at].tint, after.regions[at + 1].tint, "daughters keep their parent's tint");
    let reference = |region: &RegionView| {
        let files = region.detail.iter().flat_map(|detail| &detail.files);
        files.map(|file| (file.origin, file.reference)).collect::<Vec<_>>()
    };
    let (one, two) = (reference(&after.regions[at]), reference(&after.regions[at + 1]));
    assert!(one.iter().any(|(origin, half)| *half == Some("bottom") && two.contains(&(*origin, Some("top")))));
    assert!(matches!(
        after.regions[at].detail.as_ref().map(|detail| &detail.cut),
        Some(CutView::Never { why }) if why.contains("compaction")
    ));
}

#[test]
fn why_a_region_is_not_cut_is_said() {
    let session = session("pets");
    let view = session.view(&request("clinic"));
    let CutView::Never { why } = &view.regions[1].detail.as_ref().expect("in the window").cut else {
        panic!("a row is never cut");
    };
    assert!(why.contains("pets"), "{why}");
}

fn intents() -> impl Strategy<Value = Intent> {
    let table = || "comments".to_owned();
    let row = (15_i64..23).prop_map(|number| number.to_be_bytes().to_vec());
    let name = prop::sample::select(vec!["text", "who"]);
    let time = prop::option::weighted(0.3, 1000_i64..1020);
    let insert = (row.clone(), name.clone(), time.clone()).prop_map(move |(row, name, time)| Intent::Insert {
        table: table(),
        row,
        cells: vec![("c".into(), name.into(), time, b"x".to_vec())],
    });
    let delete = (row.clone(), name, time, 0..4).prop_map(move |(row, name, time, kind)| Intent::Delete {
        table: table(),
        row,
        cells: match kind {
            0 => Vec::new(),
            1 => vec![DeleteWhat::Family("c".into(), time)],
            2 => vec![DeleteWhat::Columns("c".into(), name.into(), time)],
            _ => vec![DeleteWhat::Column("c".into(), name.into(), time)],
        },
    });
    let admin = (row, 0..4).prop_map(move |(row, kind)| {
        Intent::Admin(match kind {
            0 => AdminIntent::Flush(table(), None),
            1 => AdminIntent::Compact(table(), None, false),
            2 => AdminIntent::Compact(table(), None, true),
            _ => AdminIntent::Split { table: table(), region: None, at: Some(row) },
        })
    });
    prop_oneof![4 => insert, 2 => delete, 1 => admin]
}

/// What a plain scan returns.
fn scanned(session: &Session) -> Vec<Cell> {
    let mut cluster = session.world().cluster().clone();
    let now = session.world().clock().now();
    let request = Request::Scan("comments".into(), Scan::default());
    match Client::new(9).run(&mut cluster, request, now, &mut ()) {
        Ok(Response::Rows { results, .. }) => results.into_iter().flat_map(|row| row.cells).collect(),
        other => panic!("{other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn lines_that_are_not_hidden_are_what_a_scan_returns(intents in prop::collection::vec(intents(), 1..12)) {
        let mut session = session("comments");
        for intent in intents {
            let refused = session.submit(0, intent).is_err();
            prop_assume!(!refused || session.stage().jobs().is_empty());
            prop_assert!(session.run_client(0, LIMIT));
            for job in session.stage().jobs() {
                while session.step_job(job) {}
            }
            let whole = session.view(&request("comments"));
            let shown = session.view(&ViewRequest { old_versions: false, ..request("comments") });
            let coordinates = |line: &LineView| (line.row_binary.clone(), line.column.clone(), line.time, line.value.clone());
            let plain: Vec<_> = whole.lines.iter().filter(|line| line.hidden.is_none()).map(coordinates).collect();
            let expected: Vec<_> = scanned(&session)
                .iter()
                .map(|cell| {
                    let row = splitpoint_model::bytes::to_string_binary(cell.row());
                    (row, print::column(cell.family(), cell.qualifier()), cell.timestamp(), print::value(cell.value()))
                })
                .collect();
            prop_assert_eq!(&plain, &expected);
            prop_assert_eq!(shown.lines.iter().map(coordinates).collect::<Vec<_>>(), expected);
            check_shape(&whole)?;
            check_shape(&shown)?;
        }
    }
}

/// Counts, ranks and bars fit together.
fn check_shape(view: &View) -> Result<(), TestCaseError> {
    let mut rank = 0;
    for (at, region) in view.regions.iter().enumerate() {
        prop_assert_eq!(region.first_line, rank);
        rank += region.lines;
        let inside = view.lines.iter().filter(|line| line.region == at).count() as u64;
        prop_assert_eq!(region.lines, inside);
        let detail = region.detail.as_ref();
        for file in detail.into_iter().flat_map(|detail| &detail.files) {
            let own: Vec<u64> =
                view.lines.iter().filter(|line| line.file == Some(file.id)).map(|line| line.rank).collect();
            prop_assert!(own.iter().all(|rank| file.lines.contains(rank)), "{:?} {:?}", file, own);
        }
    }
    prop_assert_eq!(view.table.as_ref().map(|table| table.lines), Some(rank));
    for pair in view.lines.windows(2) {
        prop_assert_eq!(pair[1].row_start, pair[0].row_binary != pair[1].row_binary);
    }
    Ok(())
}

#[test]
fn what_came_back_is_kept_and_goes_back_with_time() {
    let mut session = session("comments");
    session.set_grain(Grain::Operation);
    let keys =
        |answer: &AnswerView| -> Vec<String> { answer.first.iter().map(|row| row.key[0].text.clone()).collect() };
    assert_eq!(session.stage().answer(10, KeyNotation::Fields), None, "nothing was asked yet");
    let get = Intent::Get { table: "comments".into(), row: 18_i64.to_be_bytes().into(), versions: 1 };
    run(&mut session, get);
    let answer = session.stage().answer(10, KeyNotation::Fields).expect("a row");
    assert_eq!((answer.client, answer.title.as_str(), answer.text.as_str()), (Some('A'), "get 18", "→ 3 cells"));
    assert_eq!((answer.rows_total, answer.cells_total, answer.skipped), (1, 3, 0));
    let cells: Vec<_> = answer.first[0].cells.iter().map(|cell| (cell.column.as_str(), cell.value.as_str())).collect();
    assert_eq!(cells, [("c:date", "May 24"), ("c:text", "Cool"), ("c:who", "Roger")]);
    let pages = Intent::Pages(crate::intent::Pages { size: 2, pages: 2, ..crate::intent::Pages::of("comments") });
    run(&mut session, pages);
    let answer = session.stage().answer(1, KeyNotation::Fields).expect("a page");
    assert_eq!((answer.rows_total, keys(&answer), answer.skipped), (1, vec!["20".to_owned()], 0));
    session.set_grain(Grain::Rpc);
    assert!(session.back());
    let answer = session.stage().answer(1, KeyNotation::Fields).expect("the page before");
    assert_eq!((answer.rows_total, keys(&answer), answer.skipped), (2, vec!["18".to_owned()], 0));
    assert_eq!(answer.last[0].key[0].text, "19");
}

/// A form's answer is printed as the shell prints that of the command which does the same.
#[test]
fn what_a_form_brought_back_is_printed_as_the_shell_prints_it() {
    let get = Intent::Get { table: "comments".into(), row: 18_i64.to_be_bytes().into(), versions: 1 };
    let pages = Intent::Pages(crate::intent::Pages { size: 2, pages: 1, ..crate::intent::Pages::of("comments") });
    let first = Intent::FirstRow { table: "comments".into(), prefixes: 0, prefix: crate::intent::Prefix::Byte };
    for intent in [get, pages, first] {
        for width in [0, 40, 80] {
            let mut form = session("comments");
            let command = words::command::of(form.world(), 0, &intent);
            run(&mut form, intent.clone());
            let printed = form.stage().printed(10, width).expect("a row came back");
            let mut console = session("comments");
            console.speak(&crate::sim::language::LANGUAGE);
            let mut player = console.script(0, width as u16, &(command.clone() + "\n")).expect("it can be read");
            while !console.play(&mut player, 1_000).expect("it can be played") {}
            let lines = console.console(100, &|_, row| format!("{row:?}"));
            let said = lines.iter().filter(|line| line.kind == crate::session::Kind::Output);
            let said: Vec<&str> =
                said.map(|line| line.text.as_str()).filter(|line| !line.starts_with("Took ")).collect();
            assert_eq!(printed.lines().collect::<Vec<_>>(), said, "{command} in {width} columns");
        }
    }
}

#[test]
fn of_a_long_answer_both_ends_are_shown() {
    let mut session = session("actions");
    let pages = crate::intent::Pages { size: 60, pages: 1, ..crate::intent::Pages::of("useractions") };
    run(&mut session, Intent::Pages(pages));
    let shown = |most: usize| {
        let answer = session.stage().answer(most, KeyNotation::Fields).expect("a page");
        (answer.first.len(), answer.skipped, answer.last.len(), answer.rows_total)
    };
    assert_eq!(
        [29, 30, 31, 60, 61].map(shown),
        [(29, 2, 29, 60), (30, 0, 30, 60), (31, 0, 29, 60), (60, 0, 0, 60), (60, 0, 0, 60)]
    );
}

#[test]
fn what_was_loaded_is_counted_by_path() {
    let mut session = session("comments");
    session.set_grain(Grain::Operation);
    let sum = |session: &Session| {
        let (load, tick) = session.load();
        load.regions(tick, "comments").into_iter().map(|(_, sum)| (sum.reads, sum.writes)).collect::<Vec<_>>()
    };
    assert_eq!(sum(&session), []);
    let row = |number: i64| number.to_be_bytes().to_vec();
    let cells = vec![("c".to_owned(), b"text".to_vec(), None, b"x".to_vec())];
    run(&mut session, Intent::Insert { table: "comments".into(), row: row(17), cells: cells.clone() });
    assert_eq!(sum(&session), [(0, 1)]);
    assert!(session.undo());
    assert_eq!(sum(&session), []);
    run(&mut session, Intent::Get { table: "comments".into(), row: row(18), versions: 1 });
    assert_eq!(sum(&session), [(1, 0)], "the put is on the other branch");
}

/// Cells of all answers to what a client was asked to do, and those that the counter says have come.
fn returned(session: &Session) -> (u64, u64) {
    let stage = session.stage();
    let facts = (1..=stage.log.len()).filter_map(|at| stage.log.fact(at)).filter(|fact| fact.actor == Actor::Client(0));
    let (mut answered, mut counted) = (0, 0);
    for fact in facts {
        answered += fact.rows.as_ref().map_or(0, |rows| rows.cells_total());
        counted = fact.cost.cells_returned;
    }
    (answered, counted)
}

#[test]
fn what_is_counted_as_returned_is_what_was_answered() {
    for start in scenario::starts() {
        for table in &start.tables {
            let Forms { insert, prepend, last_row, get, pages, transaction, delete, .. } = table.forms.clone();
            let narrow = pages.clone().map(|pages| match pages {
                Intent::Pages(pages) => Intent::Pages(Pages { batch: 1, size: 3, ..pages }),
                other => other,
            });
            for intent in [insert, prepend, last_row, get, pages, narrow, transaction, delete].into_iter().flatten() {
                let mut session = Session::from_start(start.clone()).expect("a scenario can be made");
                session.submit(0, intent.clone()).expect("taken");
                session.run_client(0, 1_000);
                let (answered, counted) = returned(&session);
                assert_eq!(answered, counted, "{intent:?}");
            }
        }
    }
}

#[test]
fn counters_say_which_hbase_has_them() {
    let cost = session("comments").view(&request("comments")).cost;
    let of = |origin: &'static str| {
        cost.counters.iter().filter(move |counter| counter.origin == origin).map(|counter| counter.name)
    };
    let ours: Vec<_> = of("our own count").collect();
    assert_eq!(ours, ["rows returned", "cells examined", "cells returned", "blocks read"]);
    let later: Vec<_> = of("of a later HBase").collect();
    assert_eq!(
        later,
        ["BLOCK_READ_OPS_COUNT", "BYTES_READ_FROM_FS", "BYTES_READ_FROM_BLOCK_CACHE", "BYTES_READ_FROM_MEMSTORE"]
    );
    assert_eq!(of("").count() + 8, cost.counters.len());
}

/// A time for a column of row 17, as a put and as a delete.
fn at(time: i64) -> (Intent, Intent) {
    let (table, row) = ("comments".to_owned(), 17_i64.to_be_bytes().to_vec());
    let (family, qualifier) = ("c".to_owned(), b"text".to_vec());
    let cells = vec![(family.clone(), qualifier.clone(), Some(time), b"late".to_vec())];
    let delete = DeleteWhat::Columns(family, qualifier, Some(time));
    (
        Intent::Insert { table: table.clone(), row: row.clone(), cells },
        Intent::Delete { table, row, cells: vec![delete] },
    )
}

#[test]
fn what_hides_a_cell_is_named_with_its_step() {
    let mut session = session("comments");
    let reasons = |session: &Session| -> Vec<(String, String)> {
        let request = request("comments");
        let lines = session.view(&request).lines.into_iter();
        let reason = |line: LineView| Some((line.value, session.stage().reason(&request, line.rank)?));
        lines.filter_map(reason).collect()
    };
    let older = "a read asks for one version, and the one at 1008 is newer";
    let deleted = "DeleteColumn at 1007 hides it. A major compaction drops both: flush, compact and see";
    let first = [
        ("I agre".to_owned(), older.to_owned()),
        (String::new(), "it is a delete marker; it hides cells and is never returned".to_owned()),
        ("cheap-pills.example".to_owned(), deleted.to_owned()),
    ];
    assert_eq!(reasons(&session), first);
    run(&mut session, at(350).1);
    run(&mut session, at(320).0);
    let late = "DeleteColumn at 350, written at step 1, hides it. This put came later but carries 320. \
                A major compaction drops both: flush, compact and see";
    assert_eq!(reasons(&session)[1], ("late".to_owned(), late.to_owned()));
    run(&mut session, at(300).0);
    run(&mut session, at(400).0);
    run(&mut session, at(360).0);
    let said: Vec<String> = reasons(&session).into_iter().map(|(_, reason)| reason).collect();
    assert!(said.contains(&"a read asks for one version, and the one at 400, written at step 4, is newer. This put came later but carries 360".to_owned()), "{said:#?}");
    assert!(session.stage().reason(&request("comments"), 1_000).is_none());
}

#[test]
fn all_that_a_lane_did_can_be_had_and_gone_to() {
    let mut session = session("comments");
    let insert = session.start().tables[0].forms.insert.clone().expect("a form");
    for _ in 0..50 {
        run(&mut session, insert.clone());
    }
    let client = session.view(&request("comments")).clients.remove(0);
    assert_eq!((client.entries.len(), client.earlier), (40, 10));
    let all = session.stage().history(Actor::Client(0), KeyNotation::Fields);
    assert_eq!((all.len(), &all[10..]), (50, &client.entries[..]));
    // Several answers of one step, each of which can be gone to.
    session.set_grain(Grain::Operation);
    let read = session.start().tables[0].forms.pages.clone().expect("a form");
    run(&mut session, read);
    let client = session.view(&request("comments")).clients.remove(0);
    let pages: Vec<&EntryView> = client.entries.iter().filter(|entry| entry.text.starts_with("page")).collect();
    assert!(pages.len() > 1 && pages.iter().all(|page| page.position == pages[0].position), "{pages:?}");
    for page in pages {
        session.visit(page.place);
        let view = session.view(&request("comments"));
        assert_eq!(view.answer.expect("a page").title, page.text);
        assert!(view.clients[0].entries.last().is_some_and(|entry| entry.current && entry.text == page.text));
    }
}

#[test]
fn before_the_first_step_it_is_said_who_was_asked_for_what() {
    let mut session = session("comments");
    assert_eq!(session.view(&request("comments")).sentence, Sentence::default());
    session.submit(1, session.start().tables[0].forms.prepend.clone().expect("a form")).expect("taken");
    let sentence = session.view(&request("comments")).sentence;
    assert_eq!(sentence.client, Some('B'));
    assert_eq!(sentence.text(), "was asked for “prepend to comments”. Nothing of it is done yet.");
    assert_eq!(session.view(&request("comments")).timeline.branches[0].title, "B: prepend to comments");
}

#[test]
fn a_marker_stays_where_it_was_set() {
    let mut session = session("comments");
    session.set_grain(Grain::Cell);
    let read = session.start().tables[0].forms.get.clone().expect("a form");
    run(&mut session, read);
    for position in 1..session.view(&request("comments")).timeline.total {
        session.seek(position);
        session.add_marker(&format!("at {position}"));
    }
    let restored = Session::restore(&session.save(), None).expect("it is restored").session;
    for mut session in [session, restored] {
        let timeline = session.view(&request("comments")).timeline;
        assert!(timeline.markers.len() > 5);
        for (position, name) in &timeline.markers {
            assert_eq!(*name, format!("at {position}"));
            assert!(session.to_marker(name));
            assert_eq!(session.view(&request("comments")).timeline.position, *position);
        }
        session.first();
        for (position, _) in &timeline.markers {
            assert!(session.next_marker());
            assert_eq!(session.view(&request("comments")).timeline.position, *position);
        }
        assert!(!session.next_marker() && session.previous_marker());
    }
}

/// Rows of all answers, in order.
fn rows(session: &Session) -> Vec<Vec<u8>> {
    let stage = session.stage();
    let facts = (1..=stage.log.len()).filter_map(|at| stage.log.fact(at)?.rows.as_deref());
    facts.flat_map(|rows| rows.first().chain(rows.last()).map(|row| row.key().to_vec())).collect()
}

#[test]
fn the_commands_of_pages_read_the_rows_of_the_form() {
    for start in scenario::starts() {
        for table in &start.tables {
            let Some(Intent::Pages(pages)) = table.forms.pages.clone() else { continue };
            for reversed in [false, true] {
                let pages = Pages { by: Paging::Cursor, size: 2, pages: 3, batch: 0, reversed, ..pages.clone() };
                let mut form = Session::from_start(start.clone()).expect("a scenario can be made");
                let commands = words::command::of(form.world(), 0, &Intent::Pages(pages.clone()));
                run(&mut form, Intent::Pages(pages));
                let mut shell = Session::from_start(start.clone()).expect("a scenario can be made");
                shell.speak(&LANGUAGE);
                let mut player = shell.script(0, 0, &format!("{commands}\n")).expect("it can be read");
                shell.play(&mut player, LIMIT).expect("it can be played");
                assert_eq!(rows(&shell), rows(&form), "{commands}");
            }
        }
    }
}

#[test]
fn help_is_no_step() {
    let mut session = session("comments");
    session.speak(&LANGUAGE);
    let mut play = |text: &str| {
        let mut player = session.script(0, 0, text).expect("it can be read");
        session.play(&mut player, LIMIT).expect("it can be played");
        (session.view(&request("comments")).timeline.total, session.console(100, &|_, _| String::new()).len())
    };
    let (steps, lines) = play("help\n");
    assert!(steps == 0 && lines > 5, "{steps} {lines}");
    assert_eq!(play("helper = 1\n").0, 1);
    assert_eq!(play("help 'scan'\n").0, 1);
}

#[test]
fn whose_button_is_pressed_moves() {
    let mut session = session("comments");
    session.set_grain(Grain::Cell);
    let row = |row: i64| row.to_be_bytes().to_vec();
    let put = RowMutation::Put(row(18), "c".to_owned(), b"text".to_vec(), b"x".to_vec());
    let mutations = vec![put, RowMutation::DeleteRow(row(19))];
    let (table, conditions) = ("comments".to_owned(), Vec::new());
    let transaction = Intent::Transaction { table, routing_row: row(18), mutations, conditions };
    for client in 0..2 {
        session.submit(client, transaction.clone()).expect("taken");
    }
    // Ada takes a lock, for which Ben waits, and is in the midst of an atom of several events.
    while !session.moment().events.iter().any(|event| matches!(event, Event::RowLocked { .. })) {
        assert!(session.step_client(0));
    }
    while session.step_client(1) {}
    while session.stage().log.event().is_none() {
        assert!(session.step_client(0));
    }
    assert!(session.world().can_step(Actor::Client(1)).is_err(), "Ben still waits");
    let stands = |session: &Session| (session.stage().log.at(), session.stage().log.event());
    let before = stands(&session);
    assert!(!session.step_client(1), "Ben waits");
    assert_eq!(stands(&session), before, "and nobody else was moved");
    assert!(session.step_for(Actor::Client(1)), "Ada has to go on");
    assert_eq!(session.moment().actor, Some(Actor::Client(0)));
    assert_ne!(stands(&session), before);
}

/// What the picture shows of the block cache is what the sentences have said: each block that was read from disk and stays is there.
#[test]
fn a_dash_is_in_the_block_cache_from_the_step_that_read_its_block() {
    let mut session = session("comments");
    session.set_background(false);
    session.set_grain(Grain::Cell);
    let view = |session: &Session| session.view(&request("comments"));
    let cached = |session: &Session| view(session).lines.iter().filter(|line| line.cached).count();
    assert_eq!(cached(&session), 0, "nothing was read yet");
    session
        .submit(0, Intent::Get { table: "comments".into(), row: from_long(20).to_vec(), versions: 1 })
        .expect("a get");
    let mut read = false;
    while session.next() {
        if let Some(Event::BlockRead { cached, .. }) = session.moment().events.last() {
            assert!(!cached, "the first read of a block is from disk");
            read = true;
        }
        assert_eq!(cached(&session) > 0, read, "{:?}", session.moment().events);
    }
    assert!(read);
    let view = view(&session);
    let files = view.regions.iter().filter_map(|region| region.detail.as_ref()).flat_map(|detail| &detail.files);
    assert!(files.map(|file| file.cached_blocks).sum::<u32>() > 0);
    assert!(view.lines.iter().all(|line| !line.cached || line.home().ends_with(", in the block cache")));
}

/// A table that somebody makes in a sandbox is flushed and split within reach, and a small size of its own is taken. With
/// HBase's sizes the same is refused, and a kept session says which of both it started with.
#[test]
fn a_new_table_of_a_sandbox_is_split_within_reach() {
    let create = |attributes: &[(&str, &str)]| {
        let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let families = vec![("f".to_owned(), Vec::new())];
        Intent::Admin(AdminIntent::Create { table: "t".into(), families, attributes, splits: Vec::new() })
    };
    for example in scenario::EXAMPLES {
        let start = scenario::start(example.id).expect("an example");
        let sizes = |sandbox: bool, attributes: &[(&str, &str)]| {
            let start = if sandbox { start.clone().sandbox() } else { start.clone() };
            let mut session = Session::from_start(start).expect("it can be made");
            session.submit(0, create(attributes)).ok()?;
            while session.next() {}
            let kept = crate::session::Saved::from_text(&session.save().to_text()).expect("it was kept");
            assert_eq!(kept.reference(), &session.start().reference);
            let again = Session::restore(&kept, None).expect("it is restored");
            assert!(again.divergences.is_empty());
            let view = again.session.view(&ViewRequest { table: "t".into(), window: 0..9, ..ViewRequest::none() });
            view.regions.first().map(|region| (region.split_bytes, region.split_about()))
        };
        assert_eq!(
            sizes(true, &[]),
            Some((Some(16 << 10), "above 16 KB (real HBase: 256 MB to 10 GB)".into())),
            "{}",
            example.id
        );
        assert_eq!(sizes(false, &[]).and_then(|(split, _)| split), Some(256 << 20));
        let small = [("MAX_FILESIZE", "5000")];
        assert_eq!(sizes(true, &small), Some((Some(16 << 10), "above 16 KB".into())));
        assert_eq!(sizes(false, &small), None);
    }
}

#[test]
fn a_part_of_a_job_says_whose_it_is() {
    let mut session = session("comments");
    let flush = AdminIntent::Flush("comments".to_owned(), None);
    session.submit(0, Intent::Admin(flush)).expect("it is taken");
    assert_eq!(session.view(&ViewRequest::none()).timeline.next, "flush comments: put the memstore aside");
}
