//! A real HBase beside the model: it answers histories, so that the answers of the model can be compared with its
//! answers.
//!
//! | module | what it does |
//! | --- | --- |
//! | `install` | fetches the jars, compiles the driver (`crates/xtask/hbase`) |
//! | `server` | starts and stops the process that is HBase |
//! | `speaker` | whoever answers steps: the driver, or the model's conformance test |
//! | `history` | recordings, and when two answers are the same |
//! | `generate` | random histories from a seed |
//! | `compare` | asks both, and reports where they differ |
//! | `shrink` | the shortest history that still differs |
//! | `rest` | the REST gateway before that process |
//! | `bridge` | asks through `splitpoint bridge`, and compares with what the driver sees |
//! | `export` | runs exported scripts in HBase's own shell, and compares what they make |
//! | `java` | compiles and runs what the page shows as Java, and compares what it makes |
//!
//! All files are in `target/hbase`: jars, classes, data, log, and what `compare` found.

mod bridge;
mod compare;
mod export;
mod generate;
mod history;
mod install;
mod java;
mod rest;
mod server;
mod shrink;
mod speaker;

use crate::outcome::{Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use history::History;
use server::Server;
use speaker::Speaker;
use std::path::{Path, PathBuf};

pub(crate) use install::{DRIVER, JARS, JAVA};

pub(crate) const RUN: Step = Step { what: "HBase", run };

/// The arguments of `cargo xtask hbase`.
pub(crate) const TAKES: &str = "up | down | record FILE … | check FILE … | compare [--seed N] [--steps N] \
                                [--length N] [--profile NAME] [--most N] [--with model | itself] | \
                                make [--seed N] [--steps N] [--length N] [--profile NAME] | \
                                export [--seed N] [--sessions N] | java | bridge";

fn run(project: &Project) -> Outcome<String> {
    let (what, rest) = project.arguments.split_first().ok_or_else(|| Problem::new(format!("hbase {TAKES}")))?;
    match what.as_str() {
        "up" => Server::up(project).map(|server| format!("answers on 127.0.0.1:{}", server.port())),
        "down" => server::down(project),
        "record" => each(project, rest, record),
        "check" => each(project, rest, check),
        "compare" => compare::compare(project, rest),
        "make" => compare::make(project, rest),
        "export" => export::export(project, rest),
        "java" => java::java(project),
        "bridge" => bridge::bridge(project),
        _ => Err(Problem::new(format!("hbase {TAKES}"))),
    }
}

/// Asks HBase about each file. If HBase is not running, it is started, and stopped afterwards.
fn each(
    project: &Project,
    files: &[String],
    mut visit: impl FnMut(&mut Speaker, History, &Path) -> Outcome<()>,
) -> Outcome<String> {
    if files.is_empty() {
        return Err(Problem::new("name the files"));
    }
    let server = Server::up(project)?;
    let mut hbase = server.speaker()?;
    for file in files {
        let path = PathBuf::from(file);
        visit(&mut hbase, History::read(&path)?, &path)?;
    }
    Ok(format!("{} files", files.len()))
}

/// Writes HBase's answers into a history.
fn record(hbase: &mut Speaker, mut history: History, path: &Path) -> Outcome<()> {
    hbase.begin(&history)?;
    for index in 0..history.steps.len() {
        let answer = hbase.ask(&history.steps[index])?;
        history.answer(index, answer);
    }
    println!("recorded {} ({} steps)", path.display(), history.steps.len());
    history.write(path)
}

/// Reports where HBase's answers differ from those in a recording.
fn check(hbase: &mut Speaker, history: History, path: &Path) -> Outcome<()> {
    hbase.begin(&history)?;
    for (index, step) in history.steps.iter().enumerate() {
        let answer = hbase.ask(step)?;
        if let Some(difference) = history::difference(step, &step["want"], &answer) {
            return Err(Problem::new(format!("{}, step {}:\n{difference}", path.display(), index + 1)));
        }
    }
    println!("{} agrees ({} steps)", path.display(), history.steps.len());
    Ok(())
}
