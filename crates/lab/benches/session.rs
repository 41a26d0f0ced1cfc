//! What a step, an undo, a seek and a view cost, from a thousand rows to a million: they are to stay flat. And how soon a
//! session comes back.
//!
//! `cargo bench -p splitpoint-lab --bench session`, or with the sizes wanted behind `--`.

use splitpoint_lab::intent::{Intent, LastRowMethod, Pages};
use splitpoint_lab::scenario::{Built, Start};
use splitpoint_lab::session::{Present, Restored, Restoring, Saved, Session};
use splitpoint_lab::view::{Grain, ViewRequest};
use splitpoint_model::bytes::from_long;
use splitpoint_model::cluster::{Admin, Cluster, Config};
use splitpoint_model::mutation::Put;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZES: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];
const TABLE: &str = "t";

/// A table of so many rows with keys of 16 bytes, flushed, from key 10^9 upwards.
fn session(rows: u64) -> Session {
    let mut start = Start::empty();
    start.config = Config { servers: 2, ..Config::default() };
    let mut cluster = Cluster::new(start.config.clone());
    let descriptor = TableDescriptor::new(TABLE, [FamilyDescriptor::new("c")]);
    let create = Admin::CreateTable { descriptor, splits: Vec::new() };
    cluster.run(create, 1000, &mut ()).expect("a table can be made");
    let value = [b'v'; 100];
    let puts = (0..rows).map(|row| {
        let key = (1_000_000_000 + row.cast_signed()).to_be_bytes();
        Put::new(key.as_slice()).add("c", "text", value.as_slice())
    });
    cluster.load(TABLE, puts, 1001).expect("rows can be loaded");
    let flush = Admin::Flush { table: TABLE.into(), family: None, row: None };
    cluster.run(flush, 1002, &mut ()).expect("a table can be flushed");
    Session::from_built(start, Built { cluster, now: 1003 })
}

fn prepend() -> Intent {
    Intent::Prepend {
        table: TABLE.into(),
        check: ("c".into(), b"text".to_vec()),
        cells: vec![("c".into(), b"text".to_vec(), b"hello".to_vec())],
        blind: false,
        highest: 20,
    }
}

fn insert(row: i64) -> Intent {
    let cells = vec![("c".to_owned(), b"text".to_vec(), None, b"hello".to_vec())];
    Intent::Insert { table: TABLE.into(), row: from_long(row).to_vec(), cells }
}

fn last_row() -> Intent {
    Intent::LastRow { table: TABLE.into(), method: LastRowMethod::Reversed }
}

/// A page from the middle of the table.
fn page(rows: u64) -> Intent {
    Intent::Pages(Pages {
        start: from_long(1_000_000_000 + (rows / 2).cast_signed()).to_vec(),
        pages: 1,
        ..Pages::of(TABLE)
    })
}

/// Times of the same deed, sorted.
fn times(times: u32, mut deed: impl FnMut(u32)) -> Vec<Duration> {
    let mut taken: Vec<Duration> = (0..times)
        .map(|time| {
            let begin = Instant::now();
            deed(time);
            begin.elapsed()
        })
        .collect();
    taken.sort_unstable();
    taken
}

fn median(times: &[Duration]) -> Duration {
    times[times.len() / 2]
}

fn percentile(times: &[Duration], percent: usize) -> Duration {
    times[(times.len() - 1) * percent / 100]
}

fn whole(session: &mut Session, intent: Intent) {
    session.submit(0, intent).expect("it can be asked for");
    assert!(session.run_client(0, 10_000_000), "it comes to its end");
}

/// Rows of figures, one for each deed.
fn measure(rows: u64) -> Vec<(&'static str, Duration)> {
    let begin = Instant::now();
    let mut session = session(rows);
    let mut figures = vec![("load and flush, in all", begin.elapsed())];
    session.set_background(false);

    let mut steps = Vec::new();
    let mut prepends = Vec::new();
    for _ in 0..200 {
        session.submit(0, prepend()).expect("a prepend can be asked for");
        let begin = Instant::now();
        while {
            let step = Instant::now();
            let stepped = session.step_client(0);
            if stepped {
                steps.push(step.elapsed());
            }
            stepped
        } {}
        prepends.push(begin.elapsed());
    }
    steps.sort_unstable();
    prepends.sort_unstable();
    figures.push(("one step (RPC)", median(&steps)));
    figures.push(("prepend, whole", median(&prepends)));
    figures
        .push(("insert, whole", median(&times(200, |time| whole(&mut session, insert(5_000_000 + i64::from(time)))))));
    figures.push(("page of 20, whole", median(&times(50, |_| whole(&mut session, page(rows))))));
    figures.push(("last row by reversed scan", median(&times(50, |_| whole(&mut session, last_row())))));

    let undone = times(100, |_| {
        session.undo();
    });
    figures.push(("undo", median(&undone)));
    session.last();
    let request = ViewRequest { table: TABLE.into(), window: 0..60, old_versions: true, notation: Default::default() };
    figures.push(("view of 60 lines", median(&times(50, |_| drop(black_box(session.view(&request)))))));
    session.seek(1);
    session.next();
    let stepped = times(50, |_| {
        session.back();
        session.next();
        drop(black_box(session.view(&request)));
    });
    figures.push(("back, next and view", median(&stepped)));
    figures
}

/// Seeks in a long history.
fn seeks(rows: u64, atoms: u64) -> String {
    let mut session = session(rows);
    session.set_background(false);
    let begin = Instant::now();
    let mut row = 0;
    while session.world().clock().atoms() < atoms {
        row += 1;
        match row % 4 {
            0 => whole(&mut session, page(rows)),
            1 => whole(&mut session, prepend()),
            _ => whole(&mut session, insert(row)),
        }
    }
    let made = begin.elapsed();
    let mut report = format!("{atoms} atoms over {rows} rows made in {made:.1?};");
    for grain in [Grain::Operation, Grain::Rpc, Grain::Cell] {
        session.set_grain(grain);
        let total = session.stage().timeline(&|_, _| String::new()).total;
        let mut place = 1;
        let taken = times(2_000, |_| {
            place = (place * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 1_000_000_007;
            session.seek(place % (total + 1));
        });
        let _ = write!(
            report,
            " {grain:?}: {total} positions, median {:.1?}, p95 {:.1?}, worst {:.1?};",
            median(&taken),
            percentile(&taken, 95),
            percentile(&taken, 100)
        );
    }
    let begin = Instant::now();
    let saved = session.save();
    let text = saved.to_text();
    let _ = write!(report, " saved in {:.1?}, {} bytes", begin.elapsed(), text.len());
    report
}

/// A session that comes back: five branches of 2,000 operations each were left, and the present one has 500.
fn returns() -> String {
    let mut made = session(1_000);
    made.set_grain(Grain::Operation);
    made.set_background(false);
    let mut row = 0;
    for operations in [2_000, 2_000, 2_000, 2_000, 2_000, 500] {
        made.seek(1);
        for _ in 0..operations {
            row += 1;
            whole(&mut made, insert(row));
        }
    }
    let saved = made.save();
    let empty = session(1_000);
    let restored = |only: Option<Present>| {
        let begin = Instant::now();
        let built = Built { cluster: empty.world().cluster().clone(), now: 1003 };
        let mut restoring = Restoring::new(&saved, empty.start().clone(), built, None);
        if let Some(present) = only {
            restoring = restoring.only(present);
        }
        while restoring.advance(u32::MAX) {}
        let Restored { session, divergences } = restoring.finish();
        assert_eq!(divergences, []);
        (begin.elapsed(), session)
    };
    let mut taken = [Vec::new(), Vec::new()];
    for _ in 0..5 {
        let begin = Instant::now();
        let present = saved.present().expect("the others are more");
        let (_, first) = restored(Some(present));
        taken[0].push(begin.elapsed());
        let (all, session) = restored(None);
        taken[1].push(all);
        assert!(first.world() == session.world() && session.save() == saved);
    }
    taken.iter_mut().for_each(|taken| taken.sort_unstable());
    let [first, all] = [median(&taken[0]), median(&taken[1])];
    let ratio = all.as_secs_f64() / first.as_secs_f64();
    format!(
        "10,500 operations on six branches come back in {all:.1?}, the present 500 of them in {first:.1?} ({ratio:.1}x)"
    )
}

/// A long session that was stepped by hand, one call at a time, comes back.
fn stepped() -> String {
    let mut made = session(1_000);
    made.set_background(false);
    for row in 0..50_000 {
        made.submit(0, if row % 10 == 0 { prepend() } else { insert(row) }).expect("it can be asked for");
        while made.step_client(0) {}
    }
    let steps = made.stage().timeline(&|_, _| String::new()).total;
    made.save_text();
    let written = median(&times(20, |time| {
        made.submit(0, insert(i64::from(time))).expect("it can be asked for");
        made.step_client(0);
        black_box(made.save_text());
    }));
    let begin = Instant::now();
    let text = made.save().to_text();
    let anew = begin.elapsed();
    let empty = session(1_000);
    let mut taken = [Vec::new(), Vec::new()];
    for _ in 0..5 {
        let begin = Instant::now();
        let saved = Saved::from_text(&text).expect("it is whole");
        taken[0].push(begin.elapsed());
        let built = Built { cluster: empty.world().cluster().clone(), now: 1003 };
        let begin = Instant::now();
        let Restored { session, divergences } = Session::restore_on(&saved, empty.start().clone(), built, None);
        taken[1].push(begin.elapsed());
        assert!(divergences.is_empty() && session.world() == made.world());
    }
    taken.iter_mut().for_each(|taken| taken.sort_unstable());
    let [read, made] = [median(&taken[0]), median(&taken[1])];
    format!(
        "{steps} steps by hand, {} bytes of text: a step and its text {written:.1?}, the text alone from nothing {anew:.1?}, read in \
         {read:.1?}, made again in {made:.1?}",
        text.len()
    )
}

fn main() {
    let wanted: Vec<u64> = std::env::args().skip(1).filter_map(|size| size.parse().ok()).collect();
    let sizes = if wanted.is_empty() { SIZES.to_vec() } else { wanted };
    let columns: Vec<Vec<(&str, Duration)>> = sizes.iter().map(|rows| measure(*rows)).collect();
    print!("{:28}", "rows");
    for rows in &sizes {
        print!("{rows:>14}");
    }
    println!("{:>12}", "last/first");
    for (line, (name, first)) in columns[0].iter().enumerate() {
        print!("{name:28}");
        for column in &columns {
            print!("{:>14}", format!("{:.1?}", column[line].1));
        }
        let last = columns[columns.len() - 1][line].1;
        println!("{:>11.2}x", last.as_secs_f64() / first.as_secs_f64());
    }
    println!("{}", returns());
    println!("{}", stepped());
    for rows in sizes {
        println!("{}", seeks(rows, 10_000));
    }
}
