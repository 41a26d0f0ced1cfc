//! A process that answers steps, HBase or the model: it reads one JSON object per line, and writes one answer per line.

use super::history::{History, question};
use crate::command::command;
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use serde_json::{Value as Json, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The longest time that a step may take. HBase may never answer, since some of its defects are endless loops.
const PATIENCE: Duration = Duration::from_secs(100);

pub(super) struct Speaker {
    name: &'static str,
    answers: Receiver<String>,
    questions: Box<dyn Write>,
    process: Option<Child>,
}

impl Speaker {
    pub(super) fn new(name: &'static str, read: impl Read + Send + 'static, write: impl Write + 'static) -> Self {
        let (said, answers) = channel();
        thread::spawn(move || {
            for line in BufReader::new(read).lines().map_while(Result::ok) {
                if said.send(line).is_err() {
                    return;
                }
            }
        });
        Self { name, answers, questions: Box::new(write), process: None }
    }

    /// The model, through its conformance test.
    pub(super) fn model(project: &Project) -> Outcome<Self> {
        let mut process = Command::new(conformance_test(project)?)
            .arg("--answer")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .explain("cannot run the model's conformance test")?;
        let (Some(write), Some(read)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(Problem::new("the model's conformance test has no input and output"));
        };
        let mut model = Self::new("the model", read, write);
        model.process = Some(process);
        Ok(model)
    }

    /// Starts a history with no tables and no scanners.
    pub(super) fn begin(&mut self, history: &History) -> Outcome<()> {
        let answer = self.ask(&json!({ "do": "begin", "auto": history.auto }))?;
        match answer.get("error") {
            Some(_) => Err(Problem::new(format!("{} cannot begin: {answer}", self.name))),
            None => Ok(()),
        }
    }

    pub(super) fn ask(&mut self, step: &Json) -> Outcome<Json> {
        self.say(&question(step))
    }

    /// Asks a process that is also told HBase's answer: a race has more than one right answer.
    pub(super) fn ask_beside(&mut self, step: &Json, want: &Json) -> Outcome<Json> {
        let mut step = question(step);
        step["want"] = want.clone();
        self.say(&step)
    }

    fn say(&mut self, step: &Json) -> Outcome<Json> {
        let mut line = step.to_string();
        line.push('\n');
        self.questions
            .write_all(line.as_bytes())
            .and_then(|()| self.questions.flush())
            .explain(format_args!("{} is gone", self.name))?;
        let answer = self
            .answers
            .recv_timeout(PATIENCE)
            .map_err(|_| Problem::new(format!("{} does not answer {}", self.name, line.trim())))?;
        serde_json::from_str(&answer)
            .map_err(|problem| Problem::new(format!("{} says no JSON ({problem}): {answer}", self.name)))
    }
}

/// Builds the model's conformance test, and returns its path.
fn conformance_test(project: &Project) -> Outcome<PathBuf> {
    let built = command(project, "cargo")
        .args(["test", "--quiet", "--locked", "-p", "splitpoint-model", "--test", "conformance"])
        .args(["--no-run", "--message-format=json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()
        .explain("cannot build the model's conformance test")?;
    let told = String::from_utf8_lossy(&built.stdout);
    let mut programs = told.lines().filter_map(|line| {
        let message: Json = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    programs.next_back().ok_or_else(|| Problem::new("the model's conformance test does not build"))
}

impl Drop for Speaker {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            // It ends by itself when its input ends, unless it is in an endless loop.
            let ended = process.kill().and_then(|()| process.wait());
            debug_assert!(ended.is_ok());
        }
    }
}
