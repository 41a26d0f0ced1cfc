//! What an insert costs in a table that splits as it grows, up to thousands of regions: it is to stay flat. Beside it, what it
//! would cost to ask all regions what they want, which is what was done after each insert once.
//!
//! `cargo bench -p splitpoint-lab --bench growth`, or with how many inserts behind `--`, and then nothing else.

use splitpoint_lab::design::Design;
use splitpoint_lab::growth::{self, Grain, Stream as Flow};
use splitpoint_lab::intent::{Digits, Does, Intent, Plan, Repeat, Walk};
use splitpoint_lab::scenario;
use splitpoint_lab::session::Session;
use splitpoint_lab::view::{KeyNotation, ViewRequest};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Inserts after which a line is printed.
const PART: u32 = 10_000;

/// How often all regions are asked.
const ASKED: u32 = 10;

fn main() {
    let most = std::env::args().filter_map(|argument| argument.parse().ok()).next();
    if most.is_none() {
        years();
        counted();
    }
    let most = most.unwrap_or(100_000);
    for (name, walk) in [("downward", Walk::Step(-1)), ("at random", Walk::Random { seed: 1, among: 1_000_000_000 })] {
        println!("{name:10} | regions | decisions | µs an insert | µs to ask all regions | µs of a view | MB at most");
        let mut session = Session::from_start(scenario::first()).expect("a start");
        let does = Does::Insert { family: "c".into(), qualifier: "text".into(), bytes: 100 };
        let (table, digits) = ("comments".to_owned(), Digits::Long);
        let plan = Plan { table, does, times: most, first: 1_000_000, walk, digits, prefixes: 0, clients: 1, rate: 0 };
        session.submit(0, Intent::Repeat(Arc::new(Repeat::new(plan)))).expect("it can be asked for");
        let done = |session: &Session| session.world().lane(0).and_then(|lane| lane.series()).map_or(0, |it| it.done());
        let (mut part, mut over, mut before) = (0, false, 0);
        while !over && part < most {
            part += PART;
            let begun = Instant::now();
            while !over && done(&session) < part {
                over = session.run_client(0, 400);
            }
            let inserts = done(&session);
            let each = begun.elapsed() / (inserts - before).max(1);
            before = inserts;
            let cluster = session.world().cluster();
            let begun = Instant::now();
            (0..ASKED).for_each(|_| drop(black_box(cluster.wants())));
            let asked = begun.elapsed() / ASKED;
            let regions = cluster.regions("comments").count();
            let begun = Instant::now();
            let notation = KeyNotation::default();
            let request = ViewRequest { table: "comments".to_owned(), window: 0..60, old_versions: true, notation };
            drop(black_box(session.view(&request)));
            let view = begun.elapsed();
            let micros = |time: Duration| time.as_nanos() as f64 / 1000.0;
            let (decisions, megabytes) = (session.place(), peak().map_or(0, |bytes| bytes >> 20));
            println!(
                "{inserts:10} | {regions:7} | {decisions:9} | {:12.1} | {:21.1} | {:12.0} | {megabytes}",
                micros(each),
                micros(asked),
                micros(view)
            );
        }
    }
}

/// The most bytes of the process that were ever in memory, where the system says so in a file.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

/// What it takes to compute a year of 10^12 rows on 200 servers: at most 0.5 s, whatever the key.
fn years() {
    println!("rows       | regions | ms      | a year of");
    for spec in ["user:int4,time:reversed-time", "time:time,user:int4", "day:day,user:int4,time:time", "id:uuid"] {
        for grain in [Grain::Fine, Grain::Coarse] {
            let Some(design) = Design::from_spec(spec) else { continue };
            let mut plan = growth::Plan::new(&design);
            plan.stream = Flow::usual(&design, 31_700.0);
            plan.stores[0].value = 40.0;
            (plan.servers, plan.grain) = (200, grain);
            let begun = Instant::now();
            let report = black_box(growth::grow(&plan));
            let millis = begun.elapsed().as_millis();
            println!("{:.4e} | {:7} | {millis:7} | {spec}, {grain:?}", report.rows, report.regions);
        }
    }
}

/// What it takes to count rows one by one, in regions that are split often.
fn counted() {
    println!("rows       | regions | ms      | counted one by one");
    for rows in [100_000.0, 200_000.0, 1_000_000.0] {
        for spec in ["user:int4,time:reversed-time", "time:time,user:int4", "id:uuid"] {
            let Some(design) = Design::from_spec(spec) else { continue };
            let mut plan = growth::Plan::new(&design);
            plan.stream = Flow::usual(&design, 1.0);
            (plan.seconds, plan.grain) = (rows, Grain::Exact);
            plan.settings = vec![
                ("MAX_FILESIZE".into(), (rows as u64 * 10).to_string()),
                ("MEMSTORE_FLUSHSIZE".into(), (rows as u64 * 2).to_string()),
            ];
            let begun = Instant::now();
            let report = black_box(growth::grow(&plan));
            let millis = begun.elapsed().as_millis();
            println!("{:.4e} | {:7} | {millis:7} | {spec}", report.rows, report.regions);
        }
    }
}
