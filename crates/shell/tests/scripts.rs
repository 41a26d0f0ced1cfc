//! Stories as scripts with their transcripts, `scripts/NAME.rb` and `scripts/NAME.out`: the quickest way to hold on to
//! what the model does. `UPDATE_GOLDENFILES=1 cargo test -p splitpoint-shell --test scripts` records them; read what it
//! wrote before it is committed. `cargo run -p splitpoint-shell -- -k FILE` prints the same.

use splitpoint_shell::{Demand, Local, Reply, Shell, Turn};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// What a pipe would show.
fn transcript(script: &str) -> String {
    let (mut local, mut shell) = (Local::new(1_767_225_600_123), Shell::new(0));
    let mut text = String::new();
    for line in script.lines() {
        let _ = writeln!(text, "{}{line}", shell.prompt());
        shell.enter(line);
        loop {
            let turn = local.step(&mut shell, 100_000);
            text += &shell.take_output();
            match turn {
                Turn::Ask(demand) => shell.hear(local.answer(&demand).unwrap_or(match *demand {
                    Demand::File(_) => Reply::File(None),
                    _ => Reply::Line(None),
                })),
                Turn::Busy => {}
                Turn::Raised(problem) => {
                    let _ = writeln!(text, "{problem}");
                    break;
                }
                Turn::Type | Turn::Ended(_) => break,
            }
        }
    }
    text
}

#[test]
fn stories_are_told_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let update = env::var_os("UPDATE_GOLDENFILES").is_some();
    let mut told = 0;
    for entry in fs::read_dir(&folder).expect("there are stories").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "rb") {
            continue;
        }
        let text = transcript(&fs::read_to_string(&path).expect("a story can be read"));
        let golden = path.with_extension("out");
        if update {
            fs::write(&golden, text).expect("a transcript can be written");
            continue;
        }
        let wanted = fs::read_to_string(&golden).unwrap_or_default();
        for (at, (wanted, told)) in wanted.lines().zip(text.lines()).enumerate() {
            assert_eq!(told, wanted, "{}:{}", golden.display(), at + 1);
        }
        assert_eq!(text.lines().count(), wanted.lines().count(), "{}", golden.display());
        told += 1;
    }
    assert!(update || told > 3, "{told} stories");
}
