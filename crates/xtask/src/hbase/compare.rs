//! Compares HBase with the model by random histories.

use super::history::{History, difference, line, question, short};
use super::install::folder;
use super::server::{self, Server};
use super::speaker::Speaker;
use super::{generate, shrink};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use serde_json::Value as Json;
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Instant;

struct Wanted {
    seed: u64,
    steps: usize,
    /// The number of steps of one history, before those that read everything at its end.
    length: usize,
    profile: Option<String>,
    /// The number of differences after which the comparison stops.
    most: usize,
    /// Asks HBase twice instead: an answer that differs then is random.
    itself: bool,
}

/// Compares until so many steps were asked or so many differences found. What differs is written, as short as it
/// gets and with HBase's answers, into `target/hbase/found`; beside it, before it is shortened, the whole history. One
/// that races is not shortened. Where HBase does not answer in time, it is started anew and asked once more; if it is
/// silent again, the history is named as one that was not compared, which is no difference.
pub(super) fn compare(project: &Project, arguments: &[String]) -> Outcome<String> {
    let wanted = wanted(arguments)?;
    let mut pair = Pair::new(project, wanted.itself)?;
    let found = folder(project).join("found");
    fs::create_dir_all(&found).explain("cannot make target/hbase/found")?;
    let begin = Instant::now();
    let (mut steps, mut races, mut histories) = (0, 0, 0);
    let (mut differences, mut unanswered) = (Vec::new(), Vec::new());
    while steps < wanted.steps && differences.len() < wanted.most {
        let history = generate::history(wanted.seed + histories, wanted.length, wanted.profile.as_deref());
        histories += 1;
        steps += history.steps.len();
        races += history.races();
        let mut verdict = pair.first_difference(&history);
        if let Err(Stop::Silent(why)) = &verdict {
            println!("{}: {why}; asking a new HBase", history.name);
            pair = Pair::anew(project, wanted.itself)?;
            verdict = pair.first_difference(&history);
        }
        match verdict {
            Ok(None) => {}
            Ok(Some(difference)) => {
                pair.keep(project, &found, &history, difference)?;
                differences.push(history.name);
            }
            Err(stop) => {
                println!("{}: {stop}", history.name);
                history.write(&found.join(format!("{}-no-answer.json", history.name)))?;
                match stop {
                    Stop::Silent(_) => unanswered.push(history.name),
                    Stop::Broken(_) => differences.push(history.name),
                }
                pair = Pair::anew(project, wanted.itself)?;
            }
        }
        println!(
            "{histories} histories, {steps} steps, {races} races, {} differ, {} not compared ({} s)",
            differences.len(),
            unanswered.len(),
            begin.elapsed().as_secs()
        );
    }
    let silence = if unanswered.is_empty() {
        String::new()
    } else {
        format!("; not compared, since HBase did not answer in time, twice: {}", unanswered.join(", "))
    };
    if differences.is_empty() {
        return Ok(format!("{histories} histories, {steps} steps, no difference{silence}"));
    }
    let list = differences.join("\n  ");
    Err(Problem::new(format!(
        "{} of {histories} histories differ, see {}:\n  {list}{silence}",
        differences.len(),
        found.display()
    )))
}

/// Writes the histories that [`compare`] would ask into `target/hbase/made`, without answers.
pub(super) fn make(project: &Project, arguments: &[String]) -> Outcome<String> {
    let wanted = wanted(arguments)?;
    let made = folder(project).join("made");
    if made.is_dir() {
        fs::remove_dir_all(&made).explain("cannot remove the histories of last time")?;
    }
    fs::create_dir_all(&made).explain("cannot make target/hbase/made")?;
    let (mut steps, mut histories) = (0, 0);
    while steps < wanted.steps {
        let history = generate::history(wanted.seed + histories, wanted.length, wanted.profile.as_deref());
        histories += 1;
        steps += history.steps.len();
        history.write(&made.join(format!("{}.json", history.name)))?;
    }
    Ok(format!("{histories} histories, {steps} steps, in {}", made.display()))
}

fn wanted(arguments: &[String]) -> Outcome<Wanted> {
    let mut wanted = Wanted { seed: 1, steps: 2000, length: 60, profile: None, most: 10, itself: false };
    for pair in arguments.chunks(2) {
        let [name, value] = pair else { return Err(Problem::new(format!("{} needs a value", pair[0]))) };
        let number = || value.parse().map_err(|_| Problem::new(format!("{name} takes a number, not {value}")));
        match name.as_str() {
            "--seed" => wanted.seed = number()?,
            "--steps" => wanted.steps = number()? as usize,
            "--length" => wanted.length = number()? as usize,
            "--most" => wanted.most = number()? as usize,
            "--profile" if generate::profiles().contains(&value.as_str()) => wanted.profile = Some(value.clone()),
            "--with" if value == "itself" || value == "model" => wanted.itself = value == "itself",
            "--profile" => return Err(Problem::new(format!("profiles are {}", generate::profiles().join(", ")))),
            _ => return Err(Problem::new(format!("compare does not take {name}"))),
        }
    }
    Ok(wanted)
}

/// A step that HBase and the model answer differently.
struct Found {
    /// The index of the step.
    at: usize,
    /// The difference in words.
    difference: String,
    /// The steps up to this one, with HBase's answers.
    asked: History,
}

/// Why a history was not compared to its end.
#[derive(Debug)]
enum Stop {
    /// HBase did not answer, or said that it waited in vain for something: its answer is unknown.
    Silent(String),
    /// Any other problem, such as a model that does not answer.
    Broken(Problem),
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Broken(problem)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Silent(why) => f.write_str(why),
            Self::Broken(problem) => problem.fmt(f),
        }
    }
}

/// The driver's message if the cluster was not ready in time (`Cluster.waitFor`).
fn waited_in_vain(answer: &Json) -> Option<&str> {
    answer["message"].as_str().filter(|message| message.starts_with("waited in vain for "))
}

/// The two processes that answer.
struct Pair {
    hbase: Speaker,
    /// The model; `None` if HBase is asked twice.
    model: Option<Speaker>,
}

impl Pair {
    fn new(project: &Project, itself: bool) -> Outcome<Self> {
        let hbase = Server::up(project)?.speaker()?;
        Ok(Self { hbase, model: if itself { None } else { Some(Speaker::model(project)?) } })
    }

    /// Starts both again, after one of them did not answer.
    fn anew(project: &Project, itself: bool) -> Outcome<Self> {
        server::down(project)?;
        Self::new(project, itself)
    }

    /// The first step that they answer differently, and how.
    fn first_difference(&mut self, history: &History) -> Result<Option<Found>, Stop> {
        let mut first = None;
        let mut asked = history.clone();
        self.each(history, |index, difference, want| {
            first = difference.map(|difference| (index, difference));
            asked.answer(index, want);
            first.is_none()
        })?;
        Ok(first.map(|(at, difference)| {
            asked.steps.truncate(at + 1);
            Found { at, difference, asked }
        }))
    }

    /// Writes a history that differs, shortened as far as possible.
    fn keep(&mut self, project: &Project, folder: &Path, history: &History, difference: Found) -> Outcome<()> {
        let Found { at, difference, asked } = difference;
        println!("{} differs in step {}:\n{difference}", history.name, at + 1);
        let place = folder.join(format!("{}.json", history.name));
        if asked.races() > 0 {
            // It could turn out differently when it is repeated, so the answers that HBase gave this time are kept.
            return asked.write(&place);
        }
        history.write(&folder.join(format!("{}-whole.json", history.name)))?;
        let itself = self.model.is_none();
        let mut shortest = shrink::shrink(history, |history| match self.first_difference(history) {
            Ok(found) => Ok(found.map(|found| found.at)),
            Err(Stop::Silent(_)) => {
                *self = Self::anew(project, itself)?;
                Ok(None)
            }
            Err(Stop::Broken(problem)) => Err(problem),
        })?;
        println!("shortest ({} steps):", shortest.steps.len());
        match self.tell(&mut shortest) {
            Ok(()) => {}
            Err(Stop::Silent(why)) => {
                println!("  {why}");
                *self = Self::anew(project, itself)?;
            }
            Err(Stop::Broken(problem)) => return Err(problem),
        }
        shortest.write(&place)
    }

    /// Prints the steps and the differences, and stores HBase's answers in the history.
    fn tell(&mut self, history: &mut History) -> Result<(), Stop> {
        let mut answers = Vec::new();
        self.each(history, |index, difference, want| {
            println!("{}", difference.unwrap_or_else(|| format!("  {}", short(&line(&history.steps[index])))));
            answers.push(want);
            true
        })?;
        answers.into_iter().enumerate().for_each(|(index, want)| history.answer(index, want));
        Ok(())
    }

    /// HBase's answer to a step.
    fn hbase(&mut self, step: &Json) -> Result<Json, Stop> {
        let answer = self.hbase.ask(step).map_err(|problem| Stop::Silent(problem.to_string()))?;
        match waited_in_vain(&answer) {
            Some(why) => Err(Stop::Silent(format!("HBase {why}, asked for {}", short(&line(&question(step)))))),
            None => Ok(answer),
        }
    }

    /// Starts a history on both sides.
    fn begin(&mut self, history: &History) -> Result<(), Stop> {
        self.hbase.begin(history).map_err(|problem| Stop::Silent(problem.to_string()))
    }

    /// Asks both sides each step, as long as `go_on` returns `true`. It gets the index, the difference, and HBase's
    /// answer.
    fn each(
        &mut self,
        history: &History,
        mut go_on: impl FnMut(usize, Option<String>, Json) -> bool,
    ) -> Result<(), Stop> {
        let mut first = Vec::new();
        self.begin(history)?;
        match &mut self.model {
            Some(model) => model.begin(history)?,
            None => {
                for step in &history.steps {
                    first.push(self.hbase(step)?);
                }
                self.begin(history)?;
            }
        }
        for (index, step) in history.steps.iter().enumerate() {
            let want = self.hbase(step)?;
            let ours = match &mut self.model {
                Some(model) => model.ask_beside(step, &want)?,
                None => first[index].clone(),
            };
            if !go_on(index, difference(step, &want, &ours), want) {
                return Ok(());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::waited_in_vain;
    use serde_json::json;

    #[test]
    fn only_a_wait_in_vain_is_silence() {
        let late = json!({ "error": "IllegalStateException", "message": "waited in vain for recovery" });
        assert_eq!(waited_in_vain(&late), Some("waited in vain for recovery"));
        assert_eq!(waited_in_vain(&json!({ "error": "IOException", "message": "Region is in vain" })), None);
        assert_eq!(waited_in_vain(&json!({ "cells": [] })), None);
    }
}
