//! What the language costs: bytes parsed in a second, and 100,000 puts typed as commands against the same puts through
//! the model's client.
//!
//! Of the puts, the ratio to `through_the_client` is of interest; they change the same table in the same way.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use splitpoint_model::client::{Client, Request};
use splitpoint_model::cluster::{Admin, Cluster, Config};
use splitpoint_model::mutation::Put;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use splitpoint_shell::{Local, Shell, Turn, parse};
use std::collections::BTreeSet;

const PUTS: u64 = 100_000;
const NOW: i64 = 1_700_000_000_001;

fn main() {
    divan::main();
}

fn row(n: u64) -> String {
    format!("row{:013}", n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % 10_000_000_000_000)
}

/// One put a line.
fn lines() -> Vec<String> {
    (0..PUTS).map(|n| format!("put 't', '{}', 'f:text', 'the value of this row'", row(n))).collect()
}

/// What people write who write more than puts.
const PROGRAM: &str = r##"
# Twenty comments for each of the articles.
articles = %w[alpha beta gamma]
articles.each_with_index do |article, at|
  20.times do |i|
    key = format('%s-%05d', article, 99999 - i)
    put 'articles', key, 'c:text', "comment #{i} of #{article}", 1_000 + i
    incr 'articles', article, 'c:count' if i % 2 == 0
  end
  unless at.zero?
    scan 'articles', {STARTROW => article, STOPROW => article + "\xff", LIMIT => 3, COLUMNS => ['c:text', 'c:count']}
  end
end
begin
  get 'articles', 'none', FILTER => "PrefixFilter('a') AND PageFilter(5)"
rescue => e
  puts "no such row: #{e.message}"
end
x = [1, 2, 3].map { |n| n ** 2 + n / 3 - n % 2 }.select { |n| n > 1 && n != 4 }
"##;

/// Parses a text of about a megabyte, as one program.
#[divan::bench(args = ["program", "puts"], sample_count = 20)]
fn parsing(bencher: Bencher, what: &str) {
    let text = match what {
        "puts" => lines()[..10_000].join("\n"),
        _ => PROGRAM.repeat(1_000),
    };
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| parse(black_box(&text), 1, &mut BTreeSet::new()).expect("the text is a program"));
}

/// Types lines into a block that is open: ten times as many may cost ten times as much.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 5)]
fn typed_into_one_block(bencher: Bencher, count: usize) {
    let lines = lines();
    bencher.bench(|| {
        let mut shell = Shell::new(0);
        shell.enter("loop do");
        for line in &lines[..count] {
            shell.enter(black_box(line));
        }
        assert!(shell.is_unfinished());
    });
}

/// The puts, without a shell.
#[divan::bench(sample_count = 10)]
fn through_the_client(bencher: Bencher) {
    let rows: Vec<String> = (0..PUTS).map(row).collect();
    bencher.bench_local(|| {
        let mut cluster = Cluster::new(Config::default());
        let descriptor = TableDescriptor::new("t", [FamilyDescriptor::new("f")]);
        let create = Admin::CreateTable { descriptor, splits: Vec::new() };
        cluster.run(create, NOW, &mut ()).expect("a table can be made");
        let mut client = Client::new(0);
        for (now, row) in (NOW..).zip(&rows) {
            let put = Put::new(row.as_str()).add("f", "text", "the value of this row");
            client.run(&mut cluster, Request::Put("t".into(), put), now, &mut ()).expect("a row can be put");
        }
        cluster
    });
}

/// Types lines until the last is done.
fn play(lines: &[String]) -> Local {
    let (mut local, mut shell) = (Local::new(NOW), Shell::new(0));
    for line in ["create 't', 'f'"].into_iter().chain(lines.iter().map(String::as_str)) {
        shell.enter(line);
        loop {
            match local.step(&mut shell, 1_000_000) {
                Turn::Ask(demand) => shell.hear(local.answer(&demand).expect("nothing else is asked for")),
                Turn::Busy => {}
                Turn::Type => break,
                turn => panic!("{turn:?}"),
            }
        }
        // Somebody reads it.
        black_box(shell.take_output());
    }
    assert_eq!(local.cluster.regions("t").count(), 1);
    local
}

/// The puts, each a line of its own.
#[divan::bench(sample_count = 10)]
fn as_lines(bencher: Bencher) {
    let lines = lines();
    bencher.bench_local(|| play(&lines));
}

/// The puts, from a loop.
#[divan::bench(sample_count = 10)]
fn from_a_loop(bencher: Bencher) {
    let text = format!("{PUTS}.times {{ |n| put 't', format('row%013d', n), 'f:text', 'the value of this row' }}");
    bencher.bench_local(|| play(std::slice::from_ref(&text)));
}

/// Fills an array, a hash and a set of different values: ten times as many may cost ten times as much.
#[divan::bench(args = [1_000, 10_000, 100_000], sample_count = 5)]
fn filled(bencher: Bencher, count: usize) {
    let text = format!("a = []; h = {{}}; {count}.times {{ |n| a << n; h[n] = a[-1] }}; a.uniq.size + h[{count} / 2]");
    bencher.bench_local(|| play(std::slice::from_ref(&text)));
}
