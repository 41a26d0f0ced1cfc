//! Lines of the HBase shell on a cluster in memory: `cargo run -p splitpoint-shell --example script`.

use splitpoint_shell::{Local, Shell, Turn};

/// The language is Ruby's, as in the real shell: loops and methods work.
const SCRIPT: &str = "\
create 'notes', 'n', SPLITS => ['m']
%w(door window zoo).each { |row| put 'notes', row, 'n:text', \"beside the #{row}\" }
scan 'notes', {STARTROW => 'm'}
count 'notes'
";

fn main() {
    let mut cluster = Local::new(1_767_225_600_000);
    let mut shell = Shell::new(0); // no terminal, so nothing is padded
    for line in SCRIPT.lines() {
        println!("hbase> {line}");
        shell.enter(line);
        // A shell works on nothing itself. It says what it wants to know, and goes on with the answer.
        while let Turn::Ask(demand) = cluster.step(&mut shell, 1_000_000) {
            let Some(reply) = cluster.answer(&demand) else { return println!("it wants a line or a file: {demand:?}") };
            shell.hear(reply);
        }
        print!("{}", shell.take_output());
    }
}
