//! What the basics of the language cost as they grow: each statement does one thing so many times, and should take as long
//! for each of a million as for each of a thousand. The items of a second say so.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use splitpoint_shell::{Local, Shell, Turn};

fn main() {
    divan::main();
}

const COUNTS: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

fn play(bencher: Bencher, count: usize, statement: &str) {
    let statement = statement.replace("N", &count.to_string());
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let (mut local, mut shell) = (Local::new(1_700_000_000_001), Shell::new(0));
        shell.enter(black_box(&statement));
        while let Turn::Busy = local.step(&mut shell, 1_000_000) {}
        let said = shell.take_output();
        assert!(said.ends_with("=> 7\n"), "{said}");
    });
}

macro_rules! basics {
    ($($name:ident: $statement:literal)*) => {
        $(
            #[divan::bench(args = COUNTS, sample_count = 3, sample_size = 1)]
            fn $name(bencher: Bencher, count: usize) {
                play(bencher, count, $statement);
            }
        )*
    };
}

basics! {
    nothing: "N.times { |i| i }; 7"
    push: "a = []; N.times { |i| a << i }; 7"
    push_at_the_end: "a = []; N.times { |i| a[i] = i }; 7"
    pop: "a = (1..N).to_a; N.times { a.pop }; 7"
    concat: "a = []; N.times { |i| a.concat([i]) }; 7"
    last_of_two: "a = (1..N).to_a; N.times { a.last(2) }; 7"
    each: "a = (1..N).to_a; a.each { |i| i.to_s }; 7"
    uniq: "(1..N).map { |i| i / 2 }.uniq; 7"
    minus: "(1..N).to_a - (1..N).to_a; 7"
    sort: "(1..N).map { |i| i * 7919 % 1_000_003 }.sort; 7"
    sort_by_block: "(1..N).map { |i| i * 7919 % 1_000_003 }.sort { |a, b| a <=> b }; 7"
    each_slice: "(1..N).each_slice(4) { |a| a }; 7"
    hash_of_numbers: "h = {}; N.times { |i| h[i] = i }; N.times { |i| h[i] }; 7"
    hash_of_large_numbers: "h = {}; N.times { |i| h[i + 10**24] = i }; 7"
    hash_of_texts: "h = {}; (N / 2).times { |i| h[\"k#{i}\"] = 1 }; 7"
    hash_with_default: "h = Hash.new(0); N.times { |i| h[i] += 1 }; 7"
    hash_that_was_copied: "h = {}; N.times { |i| h[i] = i }; g = h.dup; N.times { |i| g[i] }; 7"
    text: "s = ''; N.times { |i| s << 'x' }; 7"
    text_of_numbers: "s = ''; N.times { |i| s << \"#{i},\" }; 7"
    shift: "a = (1..N).to_a; N.times { a.shift }; 7"
}
