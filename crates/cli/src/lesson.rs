//! Lessons: played to their end, with a sentence for each fault.

use crate::outcome::Outcome;
use clap::{Args, Subcommand};
use splitpoint_lab::lesson;
use splitpoint_lab::sim::language::LANGUAGE;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

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
        /// Files, or folders with files that end with .md.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Tells each lesson as a reader meets it, with the answers that the model gives.
        #[arg(long)]
        tell: bool,
    },
}

pub(crate) fn act(request: &Request) -> Result<Outcome, String> {
    let Verb::Check { paths, tell } = &request.verb;
    let mut outcome = Outcome::default();
    for file in files(paths)? {
        let name = file.display();
        let text = fs::read_to_string(&file).map_err(|error| format!("“{name}” cannot be read: {error}."))?;
        let id = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let report = lesson::told(&id, &text, &LANGUAGE);
        if *tell {
            outcome.text += &report.told;
        }
        for fault in &report.faults {
            outcome.status = 1;
            // Writing to a String cannot fail.
            let _ = writeln!(outcome.text, "{name}:{}: {fault}", fault.line);
        }
    }
    Ok(outcome)
}

/// The files that are meant, those of a folder by their names.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = |error| format!("“{}” cannot be read: {error}.", path.display());
        let entries = fs::read_dir(path).map_err(failed)?;
        let mut found =
            entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(failed)?;
        found.retain(|file| is_lesson(file));
        if found.is_empty() {
            return Err(format!("“{}” has no file that ends with .md. Name a folder of lessons.", path.display()));
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

fn is_lesson(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "md")
}
