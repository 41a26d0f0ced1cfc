//! Every task a developer has, under the name CI uses. `cargo xtask` lists them.
//!
//! A task is a list of steps ([`task::ALL`]), so the help page, the progress lines and the work
//! itself come from one place. `rule` holds the rules of the project as functions over source text.

mod command;
mod folder;
mod generator;
mod hbase;
mod lesson;
mod lint;
mod module;
mod order;
mod outcome;
mod package;
mod page;
mod preview;
mod project;
mod rule;
mod site;
mod size;
mod suite;
mod task;
mod tool;
mod wasm;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match task::run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("\n{problem}");
            ExitCode::FAILURE
        }
    }
}
