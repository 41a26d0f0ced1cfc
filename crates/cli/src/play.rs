//! Playing a script in a session of the lab, and printing its console.

use crate::progress::Progress;
use serde_json::{Value, json};
use splitpoint_lab::notation::to_string_binary;
use splitpoint_lab::scenario::{self, EXAMPLES};
use splitpoint_lab::session::{ConsoleLine, Kind, Link, Player, Refusal, Session, Stop};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::sim::world::letter;
use splitpoint_lab::view::{Grain, ViewRequest};
use std::convert::Infallible;
use std::fmt::{self, Write};
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// The mark of UTF-8 with which some editors begin a file. It is no part of what somebody wrote.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Why a file cannot be read.
pub(crate) struct Unread {
    file: String,
    /// The reason, as a sentence without the name of the file.
    pub(crate) why: String,
    /// The line of a byte that is no UTF-8; else the first.
    pub(crate) line: usize,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}”: {}", self.file, self.why)
    }
}

/// All that a file holds, or for `-` the standard input.
pub(crate) fn read_whole(file: impl AsRef<Path>) -> Result<String, Unread> {
    let file = file.as_ref();
    let unread = |why, line| Unread { file: file.display().to_string(), why, line };
    let mut bytes = Vec::new();
    let read =
        if file == "-" { io::stdin().read_to_end(&mut bytes).map(drop) } else { fs::read(file).map(|all| bytes = all) };
    read.map_err(|error| unread(format!("it cannot be read: {error}."), 1))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|byte| **byte == b'\n').count() + 1;
        unread(format!("line {line} is no UTF-8 text: save the file as UTF-8."), line)
    })
}

/// A text without a byte order mark.
pub(crate) fn unmarked(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// The text of a file, or for `-` of the standard input, without a byte order mark.
pub(crate) fn read(file: impl AsRef<Path>) -> Result<String, String> {
    let whole = read_whole(file).map_err(|unread| unread.to_string())?;
    Ok(unmarked(&whole).to_owned())
}

/// A session on the start of this name, with the language of the shell.
pub(crate) fn start(name: &str) -> Result<Session, String> {
    let known = || EXAMPLES.map(|example| example.id).join(", ");
    let start = scenario::start(name).ok_or_else(|| format!("There is no start “{name}”: there are {}.", known()))?;
    let mut session = Session::from_start(start).map_err(|error| format!("The start cannot be made: {error}."))?;
    session.speak(&LANGUAGE);
    session.set_grain(Grain::Rpc);
    Ok(session)
}

/// Reads a link, given as an address with its fragment, or as the fragment alone.
pub(crate) fn link(text: &str) -> Result<Link, String> {
    let fragment = text.split_once('#').map_or(text, |(_, fragment)| fragment);
    let link = Link::parse(fragment).map_err(|error| error.to_string())?;
    link.ok_or_else(|| "This is no link: nothing in it says what to open.".to_owned())
}

/// Reads the argument of `--step`, in the form in which a link names a step.
#[expect(clippy::unnecessary_wraps, reason = "arguments are read by what may fail")]
pub(crate) fn stop(text: &str) -> Result<Stop, Infallible> {
    Ok(Stop::read(text.to_owned()))
}

/// Moves the cursor to a step, at the grain of the session. A step that does not exist is refused, while a link would
/// go to the end: here somebody can correct it.
pub(crate) fn seek(session: &mut Session, stop: &Stop) -> Result<(), String> {
    match stop {
        Stop::At(step) => {
            let total = session.total();
            if *step > total {
                return Err(format!("There are only {total} steps, so none is step {step}."));
            }
            session.seek(*step);
        }
        Stop::End => session.last(),
        Stop::Marker(name) => {
            if !session.to_marker(name) {
                let markers = session.view(&ViewRequest::none()).timeline.markers;
                let names: Vec<_> = markers.iter().map(|(_, name)| format!("“{name}”")).collect();
                let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                return Err(format!(
                    "“{name}” is no step: give a number, end, or the name of a marker (here: {known})."
                ));
            }
        }
    }
    Ok(())
}

/// Prints a refusal as a sentence.
#[expect(clippy::needless_pass_by_value, reason = "it is mapped over errors")]
pub(crate) fn sentence(refusal: Refusal) -> String {
    refusal.to_string()
}

/// How a script ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Without a failure.
    Well,
    /// With a failure.
    Failed,
    /// With `exit`, and this status.
    Exited(u8),
}

impl Ended {
    /// The exit status of a program that runs the script.
    pub(crate) fn status(self) -> u8 {
        match self {
            Self::Well => 0,
            Self::Failed => 1,
            Self::Exited(status) => status,
        }
    }
}

/// Steps of a script between two updates of the progress.
const TOLD: u64 = 256;

/// Reads a script for a session. Client A speaks first.
pub(crate) fn script(session: &Session, text: &str) -> Result<Player, String> {
    session.script(0, 0, text).map_err(sentence)
}

/// Runs a script to its end, or with `strict` to the first failure or `exit`.
///
/// The session plays it as on the page, so that a script means the same here and there; one step at a time, to see each
/// failure before anything else is done.
pub(crate) fn run(session: &mut Session, mut player: Player, strict: bool) -> Result<Ended, String> {
    let (progress, mut steps) = (Progress::new(None), 0_u64);
    loop {
        let before = session.place();
        let is_over = session.play(&mut player, 1).map_err(sentence)?;
        if strict {
            if let Some(status) = (0..session.clients()).find_map(|client| session.exit_status(client)) {
                return Ok(Ended::Exited(u8::try_from(status & 255).unwrap_or(1)));
            }
            if since(session, before).iter().any(is_error) {
                return Ok(Ended::Failed);
            }
        }
        if is_over {
            let has_failed = lines(session, usize::MAX).iter().any(is_error);
            return Ok(if has_failed { Ended::Failed } else { Ended::Well });
        }
        steps += 1;
        if steps.is_multiple_of(TOLD) {
            progress.tell(steps, || format!("the script runs: {} steps", session.total()));
        }
    }
}

fn is_error(line: &ConsoleLine) -> bool {
    line.kind == Kind::Error
}

/// A row key as the shell prints it, whatever its table is.
fn key(_: &str, row: &[u8]) -> String {
    to_string_binary(row)
}

/// The lines of the console that came since a [place](Session::place), the oldest first.
pub(crate) fn since(session: &Session, place: usize) -> Vec<ConsoleLine> {
    session.console_since(place, &key)
}

/// The last lines of the console, at most this many, the oldest first.
pub(crate) fn lines(session: &Session, most: usize) -> Vec<ConsoleLine> {
    session.console(most, &key)
}

/// Every step of the branch, and all rows at its end, as JSON.
pub(crate) fn told(session: &Session, grain: Grain) -> Value {
    let mut session = session.clone();
    session.set_grain(grain);
    let mut steps = Vec::new();
    for step in 1..=session.total() {
        session.seek(step);
        let sentence = session.view(&ViewRequest::none()).sentence;
        let client = sentence.client.map(String::from);
        steps.push(json!({ "step": step, "client": client, "text": sentence.text() }));
    }
    session.last();
    let rows = session
        .rows()
        .into_iter()
        .map(|[table, row, column, value]| json!({ "table": table, "row": row, "column": column, "value": value }));
    json!({ "steps": steps, "rows": rows.collect::<Vec<_>>() })
}

/// The whole console as a shell prints it, or as lines of JSON.
pub(crate) fn console(session: &Session, json: bool) -> String {
    let mut text = String::new();
    for line in lines(session, usize::MAX) {
        let ConsoleLine { client, kind, prompt, text: printed } = line;
        // Writing to a String cannot fail.
        let _ = if json {
            let client = client.map(|client| letter(client).to_string());
            let kind = match kind {
                Kind::Typed => "typed",
                Kind::Form => "form",
                Kind::Output => "output",
                Kind::Error => "error",
                Kind::Answer => "answer",
            };
            writeln!(text, "{}", json!({ "client": client, "kind": kind, "prompt": prompt, "text": printed }))
        } else {
            writeln!(text, "{prompt}{printed}")
        };
    }
    text
}
