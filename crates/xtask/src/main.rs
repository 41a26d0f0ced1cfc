//! Every task a developer has, under the name CI uses. `cargo xtask` lists them.
//!
//! A task is a list of steps ([`task::ALL`]), so the help page, the progress lines and the work itself come from one
//! place. To add one, write a function that takes the [`project::Project`] and ends with an [`outcome::Outcome`], name it
//! as a [`task::Step`], and put it into the list. The modules, in reading order:
//!
//! 1. `task`: the list, and how steps run and are told. `project`, `outcome`, `command`, `folder`: what each step uses.
//! 2. `rule`: the rules of the project as functions over its files; `lint`: compilers and
//!    formatters; `supply`, `notice`: licences and sources of dependencies. These make `check`.
//! 3. `tool`: tools that are installed below `target/tools`, at pinned versions.
//! 4. `page`, `wasm`, `loader`, `module`, `order`: the release page: split, bound, optimised; `part`, `whole`,
//!    `profile`, `trace`: cut into parts. `preview` serves it before Trunk is there.
//! 5. `package`: the package for npm. `size`: what a visit loads, with limits.
//! 6. `site`, `generator`: the folder for static hosts, and pages made with documentation generators.
//! 7. `suite`: tests, benchmarks and screenshots. `lesson`: the file of a new lesson.
//! 8. `release`: one version everywhere, the changelog, and the figures of a version.
//! 9. `hbase`: a real HBase beside the model, to record from and to compare with.

mod command;
mod folder;
mod generator;
mod hbase;
mod lesson;
mod lint;
mod loader;
mod module;
mod notice;
mod order;
mod outcome;
mod package;
mod page;
mod part;
mod preview;
mod profile;
mod project;
mod release;
mod rule;
mod site;
mod size;
mod suite;
mod supply;
mod task;
mod tool;
mod trace;
mod wasm;
mod whole;

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
