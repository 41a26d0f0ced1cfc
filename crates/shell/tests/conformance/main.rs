//! Replays whole sessions of a real shell of HBase 2.6, as a terminal and as a pipe showed them.
//!
//! `cargo test -p splitpoint-shell --test conformance -- [FOLDER|FILE …]`; without arguments the project's own,
//! `crates/shell/conformance`. For each session that fails the first difference is printed. The last line counts:
//! `N passed, N failed`.
//!
//! | module | what it does |
//! | --- | --- |
//! | `recording` | finds and reads sessions |
//! | `replay` | types the lines of a session and follows what is printed |
//! | `pattern` | compares text with text in which places are left open |
//! | `beyond` | sessions that need more of Ruby or Java than this shell speaks |

mod beyond;
mod pattern;
mod recording;
mod replay;

use recording::Recording;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, panic};

fn main() -> ExitCode {
    let arguments = env::args_os().skip(1).filter(|argument| !argument.to_string_lossy().starts_with("--"));
    let mut places: Vec<PathBuf> = arguments.map(|argument| from_where_we_were_called(Path::new(&argument))).collect();
    if places.is_empty() {
        places.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance"));
    }
    let files = match recording::files(&places) {
        Ok(files) => files,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    panic::set_hook(Box::new(|_| {})); // a panic is told with the session it happened in
    let (mut passed, mut failed) = (0, 0);
    for file in &files {
        let told = recording::read(file).and_then(|recording| judge(&recording));
        match told {
            Ok(()) => passed += 1,
            Err(problem) => {
                failed += 1;
                println!("FAILED {}\n{problem}", file.display());
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn judge(recording: &Recording) -> Result<(), String> {
    let played = panic::catch_unwind(|| replay::replay(recording)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message");
        Err(format!("  panic  {text}\n"))
    });
    match (played, beyond::reason(&recording.name)) {
        (Err(_), Some(_)) => Ok(()),
        (Ok(()), Some(reason)) => Err(format!("  it passes, but stands among those that cannot: {reason}\n")),
        (played, None) => played,
    }
}

/// Cargo runs tests in the package's folder, but a path on the command line is meant from the caller's.
fn from_where_we_were_called(path: &Path) -> PathBuf {
    let callers = env::var_os("PWD").map(|folder| Path::new(&folder).join(path));
    callers.filter(|path| path.exists()).unwrap_or_else(|| path.to_owned())
}
