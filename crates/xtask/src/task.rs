//! The tasks, what they do and in what order; running one with progress.

use crate::outcome::{Outcome, Problem};
use crate::project::Project;
use crate::{hbase, lint, page, rule, size, suite, tool};
use std::time::Instant;

/// One thing a task does. It ends with a note (a count, a version) for the closing lines, or empty.
pub(crate) struct Step {
    pub(crate) what: &'static str,
    pub(crate) run: fn(&Project) -> Outcome<String>,
}

/// What a developer can ask for.
pub(crate) struct Task {
    name: &'static str,
    takes: &'static str,
    what: &'static str,
    /// In order; some come together with others.
    steps: &'static [&'static [Step]],
}

impl Task {
    fn steps(&self) -> impl Iterator<Item = &'static Step> {
        self.steps.iter().flat_map(|steps| steps.iter())
    }
}

/// The release page, with all that makes it.
const PAGE: &[Step] =
    &[tool::WASM_TARGET, tool::WASM_BINDGEN, tool::WASM_SPLIT, tool::TRUNK, tool::PACKAGES, page::RELEASE];

pub(crate) const ALL: &[Task] = &[
    Task {
        name: "serve",
        takes: "[TRUNK ARGUMENT …]",
        what: "Serves the page on http://127.0.0.1:8080 and rebuilds it after every change. Needs Rust only.",
        steps: &[&[tool::WASM_TARGET, tool::WASM_BINDGEN, tool::TRUNK, page::SERVE]],
    },
    Task {
        name: "test",
        takes: "",
        what: "Everything that must pass before a change lands.",
        steps: &[&[tool::NODE, tool::BROWSER, suite::NATIVE], PAGE, &[size::GATE, suite::BROWSER]],
    },
    Task {
        name: "build",
        takes: "",
        what: "Builds the release page into dist/, prints what a first load costs, and fails if that is too much.",
        steps: &[&[tool::NODE], PAGE, &[size::GATE]],
    },
    Task {
        name: "check",
        takes: "",
        what: "What can be said without running anything: rules, format, lints, documentation.",
        steps: &[&[rule::KEPT, lint::FORMAT, lint::NATIVE, tool::WASM_TARGET, lint::WASM, lint::DOCUMENTATION]],
    },
    Task {
        name: "e2e",
        takes: "[PART OF A FILE NAME …]",
        what: "The browser tests alone, against the release page.",
        steps: &[&[tool::NODE, tool::BROWSER], PAGE, &[suite::BROWSER]],
    },
    Task {
        name: "shots",
        takes: "[SCENE …]",
        what: "Takes pictures of the release page in three widths and both themes.",
        steps: &[&[tool::NODE, tool::BROWSER], PAGE, &[suite::SHOTS]],
    },
    Task {
        name: "conformance",
        takes: "[FOLDER|FILE …]",
        what: "Replays recordings of a real HBase and compares every answer; without arguments the project's own.",
        steps: &[&[suite::CONFORMANCE]],
    },
    Task {
        name: "bench",
        takes: "[ARGUMENT OF THE BENCHMARK …]",
        what: "Measures speed and memory, built for speed and as the page ships. Nothing is asserted: the figures are for reading.",
        steps: &[&[
            suite::BENCHES,
            tool::NODE,
            tool::BROWSER,
            tool::WASM_TARGET,
            tool::WASM_BINDGEN,
            tool::PACKAGES,
            suite::BENCH_IN_BROWSER,
        ]],
    },
    Task {
        name: "hbase",
        takes: hbase::TAKES,
        what: "A real HBase 2.6.3: starts and stops it, records what it answers, compares it with the model.",
        steps: &[&[hbase::JAVA, hbase::JARS, hbase::DRIVER, hbase::RUN]],
    },
];

pub(crate) fn run(arguments: &[String]) -> Outcome<()> {
    let Some((name, rest)) = arguments.split_first() else {
        print!("{}", help());
        return Ok(());
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        print!("{}", help());
        return Ok(());
    }
    let task = ALL
        .iter()
        .find(|task| task.name == name)
        .ok_or_else(|| Problem::new(format!("There is no task `{name}`.\n\n{}", help())))?;
    perform(task, &Project::new(rest.to_vec()))
}

fn perform(task: &Task, project: &Project) -> Outcome<()> {
    let begin = Instant::now();
    let mut closing = Vec::new();
    for (index, step) in task.steps().enumerate() {
        let place = format!("[{}/{}] {}", index + 1, task.steps().count(), step.what);
        println!("{place} …");
        let start = Instant::now();
        let note = (step.run)(project)
            .map_err(|problem| Problem::new(format!("{place}: failed after {}\n{problem}", seconds(start))))?;
        let line = if note.is_empty() { String::new() } else { format!(": {note}") };
        println!("{place}{line} ({})", seconds(start));
        closing.push(format!("  {:>8}  {}{line}", seconds(start), step.what));
    }
    println!("\ncargo xtask {} is done in {}:\n{}", task.name, seconds(begin), closing.join("\n"));
    Ok(())
}

fn seconds(start: Instant) -> String {
    format!("{:.1} s", start.elapsed().as_secs_f64())
}

fn help() -> String {
    let mut text = String::from("cargo xtask TASK\n");
    for task in ALL {
        text += &format!("\n  {} {}\n    {}\n", task.name, task.takes, task.what);
        for (index, step) in task.steps().enumerate() {
            text += &format!("      {}. {}\n", index + 1, step.what);
        }
    }
    text += "\n  help\n    This page.\n";
    text
}

#[cfg(test)]
mod tests {
    use super::{ALL, help, run};

    #[test]
    fn help_names_every_task_and_every_step() {
        let help = help();
        for task in ALL {
            assert!(help.contains(&format!("\n  {} ", task.name)));
            assert!(task.steps().all(|step| help.contains(step.what)));
        }
    }

    #[test]
    fn an_unknown_task_is_answered_with_the_list() {
        let problem = run(&["serv".into()]).map(|()| String::new()).unwrap_or_else(|problem| problem.to_string());
        assert!(problem.contains("no task `serv`") && problem.contains("  serve "));
    }
}
