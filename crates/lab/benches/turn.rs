//! How long the longest turns of a script are: what one of them does at once keeps a page from drawing.
//!
//! `cargo bench -p splitpoint-lab --bench turn`, or with scripts of your own behind `--`.

use splitpoint_lab::scenario::{Built, Start};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::LANGUAGE;
use std::time::{Duration, Instant};

/// As many atoms as the page lets a script do at once.
const SLICE: u32 = 400;

/// Turns of a script that are measured, at most.
const MOST: usize = 20_000;

const LONGEST: Duration = Duration::from_secs(8);

const SCRIPTS: &[&str] = &[
    "loop { x = 1 }",
    "a = []; loop { a = [a] }",
    "a = []; loop { a << 1 }",
    "a = [1] * 1_000_000; b = [a].transpose; b.size",
    "a = (1..1_000_000).to_a; loop { a << 1; a[5] = 2 }",
    "a = (1..1_000_000).to_a; loop { a.size }",
    "a = (1..1_000_000).to_a; loop { a.include?(0) }",
    "a = (1..1_000_000).map { |n| n.to_s }; a.sort.size",
    "a = (1..1_000_000).to_a; 1_000.times { a.reverse }",
    "a = (1..1_000_000).to_a; 1_000.times { a.uniq.size }",
    "a = (1..1_000_000).to_a; 100.times { a.each_slice(1).to_a.size }",
    "a = (1..1_000_000).to_a; a.zip(a).size",
    "a = (1..1_000_000).to_a; a.join(',').size",
    "a = (1..1_000_000).to_a; a.inspect.size",
    "a = (1..1_000_000).map { |n| -n }; a.sort.first",
    "a = (1..1_000_000).to_a; a.each_with_index { |b, c| b }.size",
    "h = {}; loop { h[h.size] = 1 }",
    "h = {}; 1_000_000.times { |n| h[n] = n }; h.map { |k, v| k }.size",
    "s = 'x' * 16_000_000; 100.times { s.upcase }",
    "s = 'x,' * 500_000; 100.times { s.split(',').size }",
    "s = ''; loop { s += 'xxxxxxxxxx' }",
    "a = 'x' * 100_000; loop { a =~ /y{400}/ }",
];

/// The time that this thread has had, where the system tells it: a busy machine makes turns longer than they are.
fn now(begun: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

fn play(text: &str) -> String {
    let start = Start::empty();
    let built: Built = start.build().finish().expect("it can be made");
    let mut session = Session::from_built(start, built);
    session.speak(&LANGUAGE);
    let mut player = session.script(0, 80, &format!("{text}\n")).expect("it can be read");
    let (begun, mut turns, mut over) = (Instant::now(), Vec::new(), false);
    while !over && turns.len() < MOST && begun.elapsed() < LONGEST {
        let turn = now(begun);
        over = session.play(&mut player, SLICE).expect("it can be played");
        turns.push(now(begun).saturating_sub(turn));
    }
    let (count, whole) = (turns.len(), turns.iter().sum::<Duration>());
    turns.sort_unstable();
    let last: Vec<String> = turns.iter().rev().take(4).map(|turn| format!("{turn:.1?}")).collect();
    let end = if over { "" } else { ", and so on" };
    format!("{} of {count} turns in {whole:.1?}{end}", last.join(", "))
}

fn main() {
    let own: Vec<String> = std::env::args().skip(1).filter(|text| !text.starts_with("--")).collect();
    let scripts: Vec<&str> = if own.is_empty() { SCRIPTS.to_vec() } else { own.iter().map(String::as_str).collect() };
    for script in scripts {
        println!("{script:60} {}", play(script));
    }
}
