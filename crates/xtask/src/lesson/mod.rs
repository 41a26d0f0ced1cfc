//! Makes the file of a new lesson, to be filled in.

use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use std::fs;

/// The folder of lessons.
const FOLDER: &str = "crates/lab/lessons";

const TEMPLATE: &str = include_str!("../../../lab/src/lesson/template.md");

pub(crate) const NEW: Step = Step { what: "the file of a new lesson", run: make };

fn make(project: &Project) -> Outcome<String> {
    let [name] = project.arguments.as_slice() else {
        return Err(Problem::new("Give the new lesson a name: cargo xtask lesson my-lesson"));
    };
    let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(Problem::new(format!("“{name}” is no name of a lesson. Write small letters, digits and “-”.")));
    }
    let path = project.path(&format!("{FOLDER}/{name}.md"));
    if path.exists() {
        return Err(Problem::new(format!("{FOLDER}/{name}.md is there already. Choose another name.")));
    }
    fs::write(&path, TEMPLATE).explain(format!("{} cannot be written", path.display()))?;
    Ok(format!(
        "{FOLDER}/{name}.md. Fill in what stands in ‹ ›, check it with `splitpoint lesson check`, and add it to \
         crates/lab/src/lesson/shelf.rs"
    ))
}
