//! The verb `lesson`: plays lessons to their end, and prints a sentence for each fault.

use crate::folder::files;
use crate::outcome::Outcome;
use crate::play;
use crate::progress::Progress;
use clap::{Args, Subcommand};
use serde_json::json;
use splitpoint_lab::lesson;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::words::counted;
use std::fmt::Write;
use std::path::PathBuf;

/// What is done with lessons.
#[derive(Args)]
pub(crate) struct Request {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Plays lessons to their end, and says the file, the line and what to do for each fault.
    ///
    /// Status: 0, or 1 where a lesson has a fault, or 2 where a file cannot be read or a folder has no lesson.
    #[command(
        after_help = "Examples:\n  splitpoint lesson check my-lesson.md\n  splitpoint lesson check lessons --tell"
    )]
    Check {
        /// Files, or folders with files below them that end with .md; - reads the standard input.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Tells each lesson as a reader meets it, with the answers that the model gives.
        #[arg(long)]
        tell: bool,
        /// Prints JSON: the faults of each file, with --tell also what a reader meets.
        #[arg(long)]
        json: bool,
    },
}

pub(crate) fn act(request: &Request) -> Result<Outcome, String> {
    let Verb::Check { paths, tell, json } = &request.verb;
    let mut outcome = Outcome::default();
    let files = files(paths, &["md"])?;
    let progress = Progress::new(Some(files.len() as u64));
    let (mut listed, mut faults) = (Vec::new(), 0);
    for (number, file) in files.iter().enumerate() {
        let name = file.display();
        progress.tell(number as u64, || name.to_string());
        let text = play::read(file)?;
        let id = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let report = lesson::told(&id, &text, &LANGUAGE);
        if *json {
            let faults = report.faults.iter().map(|fault| json!({ "line": fault.line, "fault": fault.to_string() }));
            let faults: Vec<_> = faults.collect();
            outcome.status |= u8::from(!faults.is_empty());
            listed.push(json!({ "file": name.to_string(), "faults": faults, "told": tell.then_some(&report.told) }));
            continue;
        }
        if *tell {
            outcome.text += &report.told;
        }
        faults += report.faults.len();
        for fault in &report.faults {
            outcome.status = 1;
            // Writing to a String cannot fail.
            let _ = writeln!(outcome.text, "{name}:{}: {fault}", fault.line);
        }
    }
    if *json {
        outcome.text = format!("{}\n", json!({ "lessons": listed }));
    } else {
        let found = if faults == 0 { "all is well".to_owned() } else { counted(faults as u64, "fault") };
        let _ = writeln!(outcome.text, "{}: {found}.", counted(files.len() as u64, "lesson"));
    }
    Ok(outcome)
}
