//! The tasks, their steps and the order of these; and running a task with its progress.

use crate::outcome::{Outcome, Problem};
use crate::project::Project;
use crate::{
    generator, hbase, lesson, lint, notice, package, page, release, rule, site, size, suite, supply, tool, trace,
};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

/// A step of a task. It ends with a note (a count, a version) for the closing lines, or with an empty text.
pub(crate) struct Step {
    pub(crate) what: &'static str,
    pub(crate) run: fn(&Project) -> Outcome<String>,
}

/// A task that a developer can ask for.
pub(crate) struct Task {
    name: &'static str,
    takes: &'static str,
    what: &'static str,
    /// The stages, in order.
    stages: &'static [Stage],
}

impl Task {
    fn steps(&self) -> impl Iterator<Item = &'static Step> {
        self.stages.iter().flat_map(|stage| stage.steps.iter().chain(stage.beside))
    }
}

/// Steps that run in order, while other steps run at the same time. The next stage begins when both lists are done.
struct Stage {
    steps: &'static [Step],
    /// These steps run at the same time, in order, since most of a task uses only one core for long. Their output is
    /// shown only if they fail.
    beside: &'static [Step],
}

const fn alone(steps: &'static [Step]) -> Stage {
    Stage { steps, beside: &[] }
}

/// The steps that make the release page and the package. Binding comes late, because the native tests compile in the
/// same folder.
const PAGE: &[Step] = &[
    tool::WASM_TARGET,
    tool::SOURCE,
    tool::WASM_SPLIT,
    tool::TRUNK,
    tool::PACKAGES,
    tool::WASM_BINDGEN,
    page::RELEASE,
    package::BUILD,
];

pub(crate) const ALL: &[Task] = &[
    Task {
        name: "serve",
        takes: "[TRUNK ARGUMENT …]",
        what: "Serves the page on http://127.0.0.1:8080 and rebuilds it after every change. Needs Rust only.",
        stages: &[
            alone(&[tool::WASM_TARGET]),
            Stage { steps: &[page::FIRST], beside: &[tool::WASM_BINDGEN] },
            alone(&[page::PREVIEW, page::SERVE]),
        ],
    },
    Task {
        name: "draft",
        takes: "",
        what: "Builds the page once as `serve` does, into target/page: for a look, or single browser tests by DIST=target/page.",
        stages: &[alone(&[tool::WASM_TARGET, tool::TRUNK, tool::WASM_BINDGEN, page::DRAFT])],
    },
    Task {
        name: "test",
        takes: "",
        what: "Everything that must pass before a change lands.",
        stages: &[
            alone(&[tool::NODE, tool::BROWSER]),
            Stage { steps: &[suite::NATIVE], beside: PAGE },
            alone(&[size::GATE, site::TESTED, suite::BROWSER, suite::ENGINES]),
        ],
    },
    Task {
        name: "build",
        takes: "",
        what: "Builds the release page into dist/ and the package into target/npm, prints what they cost to load, and fails if that is too much.",
        stages: &[alone(&[tool::NODE]), alone(PAGE), alone(&[size::GATE])],
    },
    Task {
        name: "package",
        takes: "",
        what: "Builds the package for npm into target/npm.",
        stages: &[
            alone(&[tool::NODE, tool::WASM_TARGET, tool::SOURCE, tool::WASM_SPLIT, tool::PACKAGES, tool::WASM_BINDGEN]),
            alone(&[package::BUILD]),
        ],
    },
    Task {
        name: "site",
        takes: "[--out DIR] [--version vN]",
        what: "Makes one folder for any static host: this version beside earlier ones, documentation, posters, compressed copies.",
        stages: &[alone(&[site::ASKED, tool::NODE]), alone(PAGE), alone(&[size::GATE, site::SITE])],
    },
    Task {
        name: "profile",
        takes: "",
        what: "Measures which functions of the page run to a first step, and writes web/profile.txt: the others come later. Then build again.",
        stages: &[alone(&[
            tool::NODE,
            tool::BROWSER,
            tool::WASM_TARGET,
            tool::SOURCE,
            tool::WASM_SPLIT,
            tool::TRUNK,
            tool::PACKAGES,
            tool::WASM_BINDGEN,
            page::RELEASE,
            trace::PROFILED,
        ])],
    },
    Task {
        name: "hosts",
        takes: "[GENERATOR …]",
        what: "Builds a page with Splitpoint in it by each documentation generator, and keeps it for the browser tests.",
        stages: &[alone(&[tool::NODE, tool::MDBOOK, generator::PACKAGES, generator::PAGES])],
    },
    Task {
        name: "check",
        takes: "",
        what: "What can be said without running anything: rules, format, lints, documentation, licences and sources.",
        stages: &[alone(&[
            rule::KEPT,
            lint::FORMAT,
            lint::NATIVE,
            tool::WASM_TARGET,
            lint::WASM,
            lint::DOCUMENTATION,
            supply::KEPT,
            notice::KEPT,
        ])],
    },
    Task {
        name: "e2e",
        takes: "[PART OF A FILE NAME …] [--browser firefox | webkit]",
        what: "The browser tests alone, against the release page; in Firefox or WebKitGTK a small suite of their own.",
        stages: &[alone(&[tool::NODE, tool::BROWSER]), alone(PAGE), alone(&[site::TESTED, suite::BROWSER])],
    },
    Task {
        name: "shots",
        takes: "[SCENE …]",
        what: "Takes pictures of the release page in three widths and both themes.",
        stages: &[alone(&[tool::NODE, tool::BROWSER]), alone(PAGE), alone(&[suite::SHOTS])],
    },
    Task {
        name: "conformance",
        takes: "[FOLDER|FILE …]",
        what: "Replays recordings of a real HBase and compares every answer; without arguments the project's own.",
        stages: &[alone(&[suite::CONFORMANCE])],
    },
    Task {
        name: "bench",
        takes: "[ARGUMENT OF THE BENCHMARK …]",
        what: "Measures speed and memory, built for speed and as the page ships. Nothing is asserted: the figures are for reading.",
        stages: &[alone(&[
            suite::BENCHES,
            tool::NODE,
            tool::BROWSER,
            tool::WASM_TARGET,
            tool::SOURCE,
            tool::WASM_BINDGEN,
            tool::PACKAGES,
            suite::BENCH_IN_BROWSER,
            tool::WASM_SPLIT,
            package::BUILD,
            suite::BENCH_OF_PACKAGE,
        ])],
    },
    Task {
        name: "lesson",
        takes: "NAME",
        what: "Makes the file of a new lesson, to be filled in: crates/lab/lessons/NAME.md.",
        stages: &[alone(&[lesson::NEW])],
    },
    Task {
        name: "release",
        takes: "VERSION",
        what: "Names a version in every place and in the changelog, and keeps its sizes and benchmarks. Publishes and pushes nothing.",
        stages: &[alone(&[release::READY, tool::NODE, release::NAMED]), alone(PAGE), alone(&[release::FIGURES])],
    },
    Task {
        name: "hbase",
        takes: hbase::TAKES,
        what: "A real HBase 2.6.3: starts and stops it, records what it answers, compares it with the model.",
        stages: &[alone(&[hbase::JAVA, hbase::JARS, hbase::DRIVER, hbase::RUN])],
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
    let mut line = Line { project, first: 1, count: task.steps().count(), stopped: &AtomicBool::new(false) };
    for stage in task.stages {
        let (steps, beside) = both(stage, line);
        // If both lists fail, both problems are reported.
        let (mut done, also) = match (steps, beside) {
            (Ok(done), Ok(also)) => (done, also),
            (Err(problem), Ok(_)) | (Ok(_), Err(problem)) => return Err(problem),
            (Err(one), Err(other)) => return Err(Problem::new(format!("{one}\n\n{other}"))),
        };
        closing.append(&mut done);
        closing.extend(also);
        line.first += stage.steps.len() + stage.beside.len();
    }
    println!("\ncargo xtask {} is done in {}:\n{}", task.name, seconds(begin), closing.join("\n"));
    Ok(())
}

/// Runs both lists of a stage at the same time.
fn both(stage: &'static Stage, line: Line) -> (Outcome<Vec<String>>, Outcome<Vec<String>>) {
    let quiet = line.project.beside();
    let other = Line { project: &quiet, first: line.first + stage.steps.len(), ..line };
    thread::scope(|scope| {
        let beside = scope.spawn(move || walk(stage.beside, other));
        let steps = walk(stage.steps, line);
        let beside = beside.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
        quiet.forget();
        (steps, beside)
    })
}

/// The place of a list of steps in their task.
#[derive(Clone, Copy)]
struct Line<'a> {
    project: &'a Project,
    /// The number of its first step, counted from 1.
    first: usize,
    /// The number of all steps of the task.
    count: usize,
    /// Whether a step has failed, so that no other one begins.
    stopped: &'a AtomicBool,
}

/// Runs steps in order, and prints how long each one took, with its note.
fn walk(steps: &[Step], line: Line) -> Outcome<Vec<String>> {
    let mut closing = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        if line.stopped.load(Ordering::Relaxed) {
            break;
        }
        let place = format!("[{}/{}] {}", line.first + index, line.count, step.what);
        println!("{place} …");
        line.project.forget();
        let start = Instant::now();
        let note = (step.run)(line.project).map_err(|problem| {
            line.stopped.store(true, Ordering::Relaxed);
            let failed = format!("{place}: failed after {}", seconds(start));
            println!("{failed}"); // printed at once, since steps at the same time may go on for a while
            Problem::new(format!("{failed}\n{}{problem}", line.project.told()))
        })?;
        let note = if note.is_empty() { String::new() } else { format!(": {note}") };
        println!("{place}{note} ({})", seconds(start));
        closing.push(format!("  {:>8}  {}{note}", seconds(start), step.what));
    }
    Ok(closing)
}

fn seconds(start: Instant) -> String {
    format!("{:.1} s", start.elapsed().as_secs_f64())
}

fn help() -> String {
    let mut text = String::from("cargo xtask TASK\n");
    for task in ALL {
        text += &format!("\n  {} {}\n    {}\n", task.name, task.takes, task.what);
        let mut number = 0;
        for stage in task.stages {
            for (steps, when) in [(stage.steps, ""), (stage.beside, "at the same time, ")] {
                for step in steps {
                    number += 1;
                    text += &format!("      {number}. {when}{}\n", step.what);
                }
            }
        }
    }
    text += "\n  help\n    This page.\n";
    text
}

#[cfg(test)]
mod tests {
    use super::{ALL, AtomicBool, Line, Outcome, Problem, Project, Stage, Step, both, help, run, walk};
    use crate::command::{command, run as run_command};

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

    const WELL: Step = Step { what: "goes well", run: |_| Ok("a note".into()) };
    const WRONG: Step = Step { what: "goes wrong", run: |_| Err(Problem::new("the cause")) };
    const TOLD: Step = Step { what: "prints and fails", run: prints_and_fails };

    fn prints_and_fails(project: &Project) -> Outcome<String> {
        run_command(command(project, "rustc").arg("--no-such-option"))?;
        Ok(String::new())
    }

    #[test]
    fn no_step_begins_after_one_that_failed() {
        let (project, stopped) = (Project::new(Vec::new()), AtomicBool::new(false));
        let line = Line { project: &project, first: 1, count: 2, stopped: &stopped };
        assert!(walk(&[WELL], line).is_ok_and(|closing| closing.len() == 1));
        assert!(walk(&[WRONG, WELL], line).is_err());
        assert!(walk(&[WELL], line).is_ok_and(|closing| closing.is_empty()));
    }

    #[test]
    fn what_a_step_beside_others_printed_is_told_where_it_fails() {
        static STAGE: Stage = Stage { steps: &[WELL], beside: &[TOLD] };
        let project = Project::new(Vec::new());
        let line = Line { project: &project, first: 4, count: 5, stopped: &AtomicBool::new(false) };
        let (steps, beside) = both(&STAGE, line);
        assert!(steps.is_ok_and(|closing| closing.len() == 1));
        let told = beside.err().map(|problem| problem.to_string()).unwrap_or_default();
        assert!(told.starts_with("[5/5] prints and fails: failed after "), "{told}");
        assert!(told.contains("Unrecognized option"), "{told}");
    }
}
