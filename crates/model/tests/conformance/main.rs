//! Replays what a real HBase 2.6 answered, and compares every answer.
//!
//! `cargo test -p splitpoint-model --release --test conformance -- [FOLDER|FILE …]`, where a file is a history as
//! JSON, plain or gzipped; without arguments the project's own, `crates/model/conformance/histories`.
//!
//! For each history that fails the first difference is printed: the step, what HBase said, what the model says, and
//! where the cells of that row lie. The last line counts: `N passed, N failed`.
//!
//! | module | what it does |
//! | --- | --- |
//! | `history` | finds and reads recordings |
//! | `request` | a step of a recording as a request |
//! | `filter` | the filters of a recording |
//! | `world` | a cluster and its client, driven step by step |
//! | `race` | steps that race: every schedule, and the worlds that stay possible |
//! | `answer` | what the model says, in the form of the recordings |
//! | `layout` | regions, files and memstores in that form |
//! | `difference` | the first place where two answers differ |
//! | `row` | where the cells of a row lie |
//! | `interview` | with `--answer`: answers steps from standard input instead, for `cargo xtask hbase compare` |

mod answer;
mod difference;
mod filter;
mod history;
mod interview;
mod layout;
mod race;
mod request;
mod row;
mod world;

use history::History;
use race::Worlds;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, panic, thread};

fn main() -> ExitCode {
    if env::args().any(|argument| argument == "--answer") {
        panic::set_hook(Box::new(|_| {})); // a panic is an answer
        return match interview::run() {
            Ok(()) => ExitCode::SUCCESS,
            Err(problem) => {
                eprintln!("{problem}");
                ExitCode::FAILURE
            }
        };
    }
    let arguments = env::args_os().skip(1).filter(|argument| !argument.to_string_lossy().starts_with("--"));
    let mut places: Vec<PathBuf> = arguments.map(|argument| from_where_we_were_called(Path::new(&argument))).collect();
    if places.is_empty() {
        places.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/histories"));
    }
    let files = match history::files(&places) {
        Ok(files) => files,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    panic::set_hook(Box::new(|_| {})); // a panic is told with the step it happened in
    let failures = replay_all(&files);
    for failure in failures.iter().flatten() {
        println!("{failure}");
    }
    let failed = failures.iter().flatten().count();
    println!("{} passed, {failed} failed", files.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Cargo runs tests in the package's folder, but a path on the command line is meant from the caller's.
fn from_where_we_were_called(path: &Path) -> PathBuf {
    let callers = env::var_os("PWD").map(|folder| Path::new(&folder).join(path));
    callers.filter(|path| path.exists()).unwrap_or_else(|| path.to_owned())
}

/// What went wrong in each file, in the order of the files.
fn replay_all(files: &[PathBuf]) -> Vec<Option<String>> {
    let results = Mutex::new(vec![None; files.len()]);
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, |count| count.get()).min(files.len());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((at, file)) = files.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
                    let failure = history::read(file).and_then(|history| replay(&history)).err();
                    results.lock().expect("no worker panics with the lock")[at] = failure;
                }
            });
        }
    });
    results.into_inner().expect("no worker panics with the lock")
}

/// Replays one history up to its first difference.
fn replay(history: &History) -> Result<(), String> {
    let mut worlds = Worlds::new(history.auto);
    for (at, step) in history.steps.iter().enumerate() {
        let place = format!("{}: step {} of {}", history.name, at + 1, history.steps.len());
        let said = panic::catch_unwind(panic::AssertUnwindSafe(|| worlds.perform(step)));
        let ours = match said {
            Ok(ours) => ours,
            Err(panic) => {
                return Err(format!("FAILED {place}\n  step   {}\n  panic  {}\n", told(step), message(&*panic)));
            }
        };
        if let Some(difference) = difference::between(step, &step["want"], &ours) {
            let row = difference.row(step);
            let cells = row.map(|row| row::cells(worlds.any(), step, &row)).unwrap_or_default();
            return Err(format!("FAILED {place}\n  step   {}\n{difference}{cells}", told(step)));
        }
    }
    Ok(())
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

/// A step without its answer.
fn told(step: &Value) -> String {
    let mut step = step.clone();
    if let Some(step) = step.as_object_mut() {
        step.remove("want");
    }
    step.to_string()
}
