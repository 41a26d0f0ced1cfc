//! The rules of the project that no compiler checks, each a function from source text to the places that break it. They
//! run in `cargo xtask check` and as a test.
//!
//! | file | rule |
//! | --- | --- |
//! | `edge` | which room may depend on which, and on what from outside |
//! | `layer` | the order of the modules inside `crates/model`, `crates/shell`, `crates/lab` and `crates/bridge` |
//! | `order` | one place compares cells |
//! | `word` | no clock, randomness or I/O in the model; the browser only behind `web/src/interop` |
//! | `guide` | every file and test that CONTRIBUTING.md and docs/format.md name is there |
//! | `version` | every place that names the version of the project names the same |
//! | `shape` | every module says what it is for, no file is too long, no name is empty of meaning |

mod edge;
mod guide;
mod layer;
mod order;
mod shape;
mod source;
mod version;
mod word;

use crate::outcome::{Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use std::path::Path;

pub(crate) const KEPT: Step = Step { what: "rules of the project (crates/xtask/src/rule)", run: kept };

/// A place where a rule is broken, and what to do about it.
#[derive(Debug, PartialEq)]
struct Breach {
    path: String,
    /// The line, counted from 1.
    line: usize,
    what: String,
}

impl Breach {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

fn kept(project: &Project) -> Outcome<String> {
    let sources = source::read(project.root())?;
    let breaches = breaches(project.root(), &sources)?;
    if breaches.is_empty() {
        return Ok(format!("{} files", sources.len()));
    }
    let lines = breaches.iter().map(|breach| format!("{}:{}: {}", breach.path, breach.line, breach.what));
    Err(Problem::new(lines.collect::<Vec<_>>().join("\n")))
}

fn breaches(root: &Path, sources: &[source::Source]) -> Outcome<Vec<Breach>> {
    let mut breaches = edge::breaches(&source::manifests(root)?);
    breaches.extend(guide::breaches(root)?);
    breaches.extend(version::breaches(root)?);
    for source in sources {
        breaches.extend(layer::breaches(source));
        breaches.extend(order::breaches(source));
        breaches.extend(word::breaches(source));
        breaches.extend(shape::breaches(source));
    }
    breaches.sort_by(|left, right| (&left.path, left.line).cmp(&(&right.path, right.line)));
    Ok(breaches)
}

#[cfg(test)]
mod tests {
    use super::kept;
    use crate::project::Project;

    #[test]
    fn this_project_keeps_its_rules() {
        if let Err(problem) = kept(&Project::new(Vec::new())) {
            panic!("\n{problem}");
        }
    }
}
