//! What keys got over time, as a picture, and which pattern it is said to be.

use splitpoint_lab::form::{Change, Forms, MINUTES};
use splitpoint_lab::intent::{AdminIntent, Field, Intent};
use splitpoint_lab::scenario;
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{HeatKind, HeatSum, HeatView, KeyNotation, Measure, ViewRequest};

fn request(table: &str) -> ViewRequest {
    ViewRequest { table: table.to_owned(), window: 0..50, old_versions: false, notation: KeyNotation::Fields }
}

fn run(script: &str) -> Session {
    let mut session = Session::new();
    session.speak(&LANGUAGE);
    session.queue(0, 0, script).expect("it can be read");
    assert!(session.run_client(0, 10_000_000), "it comes to its end");
    session
}

fn heat(session: &Session, table: &str) -> HeatView {
    session.stage().heat(&request(table), Measure::Writes)
}

/// What the form of the first minute asks for, over so many prefixes.
fn front(salt: u32) -> HeatView {
    heat(&played(salt), "comments")
}

/// The session in which that was done.
fn played(salt: u32) -> Session {
    let minute = MINUTES.iter().find(|minute| minute.title == "Hot spot").expect("there is one");
    let start = scenario::start(minute.example).expect("its example");
    let mut forms = Forms::of(start.tables.first());
    forms.edit(minute.operation, Field::Prefixes.into(), Change::Text(salt.to_string()));
    let intent = forms.intent(minute.operation, "comments").expect("it can be read");
    let mut session = Session::from_start(start).expect("a start");
    session.submit(0, intent).expect("it can be asked for");
    assert!(session.run_client(0, 1_000_000), "it comes to its end");
    session
}

#[test]
fn keys_that_count_down_are_a_front_that_no_split_moves() {
    let view = front(0);
    assert!(view.regions.len() > 2, "it was split: {:?}", view.regions);
    assert!(view.changes.iter().filter(|change| change.text.starts_with("split at ")).count() > 1);
    let now = view.regions.iter().find(|region| !region.rows.is_empty()).map(|region| region.label.clone());
    let told = "Sequential front: 100 % of the cells written in the last 50 requests went to one region, split meanwhile, now ";
    assert!(
        view.pattern.starts_with(&format!("{told}{}. ", now.unwrap_or_default())),
        "{} {:?} {:?}",
        view.pattern,
        view.regions,
        view.changes
    );
    assert!(view.pattern.ends_with("Splits do not move the front."), "{}", view.pattern);
    assert!(view.hot);
    assert_eq!(view.total, "300 cells written");
    assert!(
        view.regions[0].rows.is_empty(),
        "what ends before all keys that were used got nothing: {:?}",
        view.regions[0]
    );
    let first = view.regions.get(1).expect("there are regions");
    assert!(first.recent > 900, "almost all of the last went to one region: {first:?}");
    assert!(first.all < 500, "but not all in all: {first:?}");
    let whole: u32 = view.regions.iter().map(|region| region.all).sum();
    assert!((995..=1005).contains(&whole), "{whole}");
    let amount: u64 = view.cells.iter().map(|cell| cell.amount).sum();
    assert_eq!(amount, 300);
}

#[test]
fn a_front_is_one_whatever_was_split_meanwhile() {
    let mut session = played(0);
    let (mut told, mut split) = (0, 0);
    for position in (0..session.position()).step_by(9) {
        session.seek(position);
        let view = heat(&session, "comments");
        if !view.pattern.is_empty() && view.regions.len() > 2 {
            assert!(view.pattern.starts_with("Sequential front: "), "{position}: {}", view.pattern);
            told += 1;
            split += usize::from(view.pattern.contains("split meanwhile"));
        }
    }
    assert!(told > 20 && split > 3, "{told} {split}");
}

#[test]
fn salt_spreads_the_front() {
    let view = front(4);
    assert!(!view.pattern.starts_with("Sequential front"), "{}", view.pattern);
    assert!(view.regions.iter().all(|region| region.recent < 700), "{:?}", view.regions);
}

#[test]
fn a_row_that_is_written_again_and_again_is_hot() {
    let view = heat(
        &run(
            "create 't', 'f'\n40.times { |n| put 't', \"k#{n}\", 'f:q', 'v' }\n100.times { |n| put 't', 'k7', 'f:q', n.to_s }\n",
        ),
        "t",
    );
    assert!(view.pattern.starts_with("Hot row: "), "{}", view.pattern);
    assert!(view.hot);
}

#[test]
fn writes_all_over_the_regions_are_even() {
    let script = "create 't', 'f', SPLITS => ['b', 'c', 'd']\n\
        200.times { |n| put 't', \"#{%w[a b c d][(n * 7) % 4]}#{(n * 37) % 100}\", 'f:q', 'v' }\n";
    let view = heat(&run(script), "t");
    assert!(view.pattern.starts_with("Even: "), "{}", view.pattern);
    assert!(!view.hot);
}

#[test]
fn keys_that_come_again_are_periodic_and_others_are_not() {
    let stream = |count: u32, rule: &str| {
        let script = format!(
            "create 't', 'f', SPLITS => ['3', '6']\n{count}.times {{ |n| put 't', ({rule}).to_s.rjust(4, '0'), 'f:q', 'v' }}\n"
        );
        heat(&run(&script.replace("'3', '6'", "'0300', '0600'")), "t").pattern
    };
    for (count, period) in [(400, 100), (1000, 250), (3000, 600)] {
        for rule in [format!("n % {period} * {}", 1000 / period), format!("(999 - n) % {period} * {}", 1000 / period)] {
            let pattern = stream(count, &rule);
            assert!(pattern.starts_with("Periodic: the cells written move over the keys"), "{rule}: {pattern}");
            let told = pattern.split("about every ").nth(1).and_then(|rest| rest.split(' ').next());
            let told: i64 = told.and_then(|number| number.parse().ok()).expect("it names the period");
            assert!((told - period).abs() <= period / 8, "{rule}: {pattern}");
        }
    }
    // There and back again, like a tide.
    assert!(stream(1200, "(n % 300 - 150).abs * 6").starts_with("Periodic: "));
    for seed in 1..6 {
        let random = stream(1200, &format!("(n + {seed}) * 48271 % 65537 * 31 % 1000"));
        assert!(!random.starts_with("Periodic"), "{random}");
    }
    for rule in ["n", "999 - n / 2", "n % 4 * 250 + n / 8", "n % 7 * 140"] {
        let other = stream(900, rule);
        assert!(!other.starts_with("Periodic"), "{rule}: {other}");
    }
}

#[test]
fn a_cell_names_its_requests_and_leads_to_their_steps() {
    let mut session = run("create 't', 'f'\n30.times { |n| put 't', \"k#{10 + n}\", 'f:q', 'v' }\n");
    let view = heat(&session, "t");
    let cell = *view.cells.last().expect("there are cells");
    let (entries, more) = session.stage().heat_entries(&request("t"), cell.column, cell.row);
    assert_eq!(more, 0);
    let last = entries.last().expect("somebody wrote there");
    assert_eq!((last.letter, last.text.as_str()), (Some('A'), "put k39"));
    session.visit(last.place);
    assert_eq!(heat(&session, "t").requests, last.number);
}

#[test]
fn a_few_requests_are_no_pattern() {
    let view = heat(&run("create 't', 'f'\n5.times { |n| put 't', \"k#{n}\", 'f:q', 'v' }\n"), "t");
    assert_eq!((view.pattern.as_str(), view.requests), ("", 5), "the creation of the table is no request");
}

#[test]
fn what_columns_regions_and_servers_got_is_all_that_was_counted() {
    let session = run("create 'notes', 'n', SPLITS => ['m']
        30.times { |n| put 'notes', \"a#{n}\", 'n:text', 'x' }
        10.times { |n| put 'notes', \"z#{n}\", 'n:text', 'x' }
        scan 'notes'");
    let view = heat(&session, "notes");
    let all = |sums: &mut dyn Iterator<Item = HeatSum>| {
        sums.fold((0, 0), |(writes, reads), sum| (writes + sum.writes, reads + sum.reads))
    };
    assert_eq!(view.sums.len(), view.columns);
    assert_eq!(all(&mut view.sums.iter().copied()), (40, 40));
    assert_eq!(all(&mut view.regions.iter().map(|region| region.sum)), (40, 40));
    assert_eq!(all(&mut view.servers.iter().map(|server| server.sum)), (40, 40));
    assert_eq!(view.regions.iter().map(|region| region.sum.writes).collect::<Vec<_>>(), [30, 10]);
    let servers: Vec<(&str, u64, u32)> =
        view.servers.iter().map(|server| (server.name.as_str(), server.sum.writes, server.all)).collect();
    assert_eq!(servers, [("S1", 30, 750), ("S2", 10, 250)]);
}

#[test]
fn a_server_keeps_what_it_served_when_a_region_moves_on() {
    let mut session = run("create 'notes', 'n'
        3.times { |n| put 'notes', \"a#{n}\", 'n:text', 'x' }");
    session.submit(0, Intent::Admin(AdminIntent::Move("notes".to_owned(), Vec::new()))).expect("it can be asked for");
    let job = session.world().jobs().next().expect("a job").id();
    assert!(session.run_job(job, 1_000));
    session.queue(0, 0, "put 'notes', 'b', 'n:text', 'x'").expect("it can be read");
    assert!(session.run_client(0, 1_000));
    let view = heat(&session, "notes");
    assert_eq!(view.servers.iter().map(|server| server.sum.writes).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(view.regions.iter().map(|region| region.sum.writes).collect::<Vec<_>>(), [4], "by its keys");
}

fn admin(session: &mut Session, intent: AdminIntent) {
    session.submit(0, Intent::Admin(intent)).expect("it can be asked for");
    while session.next() {}
}

#[test]
fn splits_merges_and_moves_are_marked_where_they_happened() {
    let mut session =
        run("create 't', 'f', SPLITS => ['5']\n10.times { |n| put 't', n.to_s, 'f:q', 'v' }\nflush 't'\n");
    let put = |session: &mut Session, row: &str| {
        session.queue(0, 0, &format!("put 't', '{row}', 'f:q', 'w'")).expect("it can be read");
        assert!(session.run_client(0, 1000), "it comes to its end");
    };
    admin(&mut session, AdminIntent::Split { table: "t".into(), region: None, at: Some(b"7".to_vec()) });
    put(&mut session, "1");
    admin(&mut session, AdminIntent::Move("t".into(), b"2".to_vec()));
    put(&mut session, "2");
    assert_eq!(heat(&session, "t").changes[0].until, None, "nothing has taken the split back yet");
    admin(&mut session, AdminIntent::Merge("t".into(), b"5".to_vec(), b"7".to_vec()));
    put(&mut session, "3");
    let view = heat(&session, "t");
    let row_of = |key: &str| view.rows.iter().position(|row| row == key).expect("a row begins there");
    let told: Vec<_> = view.changes.iter().map(|one| (one.kind, one.before, one.until, one.text.as_str())).collect();
    let [(_, split, ..), (_, moved, ..), (_, merged, ..)] = told[..] else { panic!("{told:?}") };
    assert!(split < moved && moved < merged, "{told:?}");
    let server = told[1].3;
    assert_eq!(
        told,
        [
            (HeatKind::Split, split, Some(merged), "split at 7"),
            (HeatKind::Move, moved, None, server),
            (HeatKind::Merge, merged, None, "merged at 7"),
        ]
    );
    assert!(server.starts_with("r1 moves to S"), "{server}");
    let rows: Vec<_> = view.changes.iter().map(|change| change.rows.clone()).collect();
    assert_eq!(rows, [row_of("7")..row_of("7"), 0..row_of("5"), row_of("7")..row_of("7")]);
}

#[test]
fn the_hottest_tenth_of_the_cells_is_marked_and_none_where_all_are_alike() {
    let hottest = |view: &HeatView| view.cells.iter().filter(|cell| cell.hottest).count();
    let even = heat(&run("create 't', 'f'\n40.times { |n| put 't', \"k#{n + 10}\", 'f:q', 'v' }\n"), "t");
    assert_eq!(hottest(&even), 0);
    // 200 requests are in columns of two: the first write to rows far from each other, the last twice to one row.
    let script = "create 't', 'f'\n180.times { |n| put 't', \"k#{n * 37 % 180 + 100}\", 'f:q', 'v' }\n20.times { put 't', 'k100', 'f:q', 'v' }\n";
    let view = heat(&run(script), "t");
    let hot = view.cells.iter().filter(|cell| cell.hottest).count();
    assert!(hot > 0 && hot * 10 <= view.cells.len() + 9, "{hot} of {}", view.cells.len());
    assert!(view.cells.iter().all(|cell| cell.hottest == (cell.amount == view.most)), "{:?}", view.cells);
}

#[test]
fn of_a_thousand_regions_each_line_has_about_as_many_keys() {
    let view = heat(
        &run(
            "create 't', 'f', SPLITS => (1..999).map { |n| format('%03d', n) }\n3000.times { |n| put 't', format('%05d', n * 7919 % 100000), 'f:q', 'v' }\n",
        ),
        "t",
    );
    assert!(view.rows.len() > 40, "{}", view.rows.len());
    let mut sums = vec![0; view.rows.len()];
    view.cells.iter().for_each(|cell| sums[cell.row] += cell.amount);
    let (least, most) = (sums.iter().min(), sums.iter().max());
    assert!(most.zip(least).is_some_and(|(most, least)| *most <= 4 * least.max(&15)), "{sums:?}");
    assert!(!view.hot, "{}", view.pattern);
}

/// What is asked for as a whole comes to its end also where it goes in bursts, and says whether it is there.
#[test]
fn many_requests_are_performed_to_their_end() {
    let minute = MINUTES.iter().find(|minute| minute.title == "Hot spot").expect("there is one");
    let start = scenario::start(minute.example).expect("its example");
    let mut forms = Forms::of(start.tables.first());
    forms.edit(minute.operation, Field::Count.into(), Change::Text("3000".to_owned()));
    let intent = forms.intent(minute.operation, "comments").expect("it can be read");
    let mut session = Session::from_start(start).expect("a start");
    let mut blocked = session.clone();
    assert_eq!(session.perform(0, intent.clone(), 1_000_000), Ok(true));
    let is_filled = |[_, _, column, value]: &&[String; 4]| column == "c:text" && value.starts_with("vv");
    assert_eq!(session.rows().iter().filter(is_filled).count(), 3_000);
    blocked.set_background(false);
    assert_eq!(blocked.perform(0, intent, 1_000_000), Ok(false), "nobody flushes the memstore that is full");
    assert!(!blocked.is_through(0));
}
