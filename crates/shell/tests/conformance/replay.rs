//! Types the lines of a session and follows what is printed, up to the first difference.

use crate::pattern::agree;
use crate::recording::Recording;
use splitpoint_shell::{Demand, Local, Reply, Shell, Turn};

const START_MS: i64 = 1_767_323_045_678;
/// Operations between two looks at the output.
const AT_ONCE: u64 = 1_000_000;

struct Replay<'a> {
    recording: &'a Recording,
    /// Where in the text of the recording.
    at: usize,
    shell: Shell,
    local: Local,
    /// The last line that was typed.
    typed: String,
    number: usize,
}

/// Replays a session.
pub(crate) fn replay(recording: &Recording) -> Result<(), String> {
    let mut replay = Replay {
        recording,
        at: 0,
        shell: Shell::new(recording.width),
        local: Local::new(START_MS),
        typed: String::new(),
        number: 0,
    };
    while replay.statement()? {}
    Ok(())
}

impl Replay<'_> {
    fn rest(&self) -> &str {
        &self.recording.text[self.at..]
    }

    /// Takes the rest of the line, which was typed.
    fn line(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find('\n').unwrap_or(rest.len());
        let line = rest[..end].to_owned();
        self.at = (self.at + end + 1).min(self.recording.text.len());
        line
    }

    /// Types a line and follows what comes of it; whether there is more.
    fn statement(&mut self) -> Result<bool, String> {
        if self.rest().is_empty() {
            return Ok(false);
        }
        let prompt = self.shell.prompt();
        if self.rest().trim_end_matches('\n') == prompt || self.rest() == prompt.trim_end() {
            // The prompt that nobody answered.
            return Ok(false);
        }
        self.expect(&prompt)?;
        self.typed = self.line();
        self.number += 1;
        let typed = self.typed.clone();
        self.shell.enter(&typed);
        if self.shell.is_unfinished() {
            return Ok(true);
        }
        let explains =
            typed.trim_start().starts_with("help") || typed.contains(".help") || typed.starts_with("table_help");
        loop {
            let turn = self.local.step(&mut self.shell, AT_ONCE);
            let printed = self.shell.take_output();
            if explains {
                // Help is in our own words.
                self.skip_to_prompt();
            } else {
                self.expect(&printed)?;
            }
            match turn {
                Turn::Type => return Ok(true),
                Turn::Busy => {}
                Turn::Ended(_) | Turn::Raised(_) => {
                    return if self.rest().trim().is_empty() {
                        Ok(false)
                    } else {
                        Err(self.difference("", &format!("the session is over: {turn:?}")))
                    };
                }
                Turn::Ask(demand) => {
                    let reply = match &*demand {
                        Demand::Line => Reply::Line(Some(self.line())),
                        Demand::File(name) => Reply::File(self.recording.files.get(name).cloned()),
                        demand => self.local.answer(demand).ok_or("  nobody answers\n")?,
                    };
                    self.shell.hear(reply);
                }
            }
        }
    }

    fn skip_to_prompt(&mut self) {
        let prompt = self.shell.prompt();
        let found = self.rest().find(&prompt);
        self.at = found.map_or(self.recording.text.len(), |place| self.at + place);
    }

    /// Follows a text that is printed.
    fn expect(&mut self, ours: &str) -> Result<(), String> {
        let (want, ours) = (self.loose(self.rest()), self.loose(ours));
        // What is loosened is as long as before, or lies in a whole line.
        let (at, other) = agree(&want, &ours);
        if other < ours.len() {
            let (want, ours) = (want[at..].to_owned(), ours[other..].to_owned());
            let begun = &self.loose(self.rest())[..at];
            let line = begun.rfind('\n').map_or(begun, |end| &begun[end + 1..]).to_owned();
            let first = |text: &str| text.split('\n').next().unwrap_or("").to_owned();
            return Err(self.difference(&format!("{line}{}", first(&want)), &format!("{line}{}", first(&ours))));
        }
        self.at += self.tight(at);
        Ok(())
    }

    /// A text with figures of load that do not repeat made `0`, where it has any.
    fn loose(&self, text: &str) -> String {
        if text.contains("available overloads:") {
            return sorted(text);
        }
        if !about_load(text) {
            return text.to_owned();
        }
        text.split_inclusive('\n').map(loosened).collect()
    }

    /// How many bytes of the recording so many bytes of its loosened form are.
    fn tight(&self, at: usize) -> usize {
        let mut left = at;
        let mut tight = 0;
        let loads = about_load(self.rest());
        for line in self.rest().split_inclusive('\n') {
            let loose = if loads { loosened(line).len() } else { line.len() };
            if left < loose {
                return tight + left.min(line.len());
            }
            left -= loose;
            tight += line.len();
        }
        tight
    }

    fn difference(&self, want: &str, ours: &str) -> String {
        format!("  input {}  {}\n  want  |{want}|\n  ours  |{ours}|\n", self.number, self.typed)
    }
}

/// Whether a text has figures that do not repeat.
fn about_load(text: &str) -> bool {
    ["average load", "requestsPerSecond=", "Aggregate load", " (auth:"].iter().any(|words| text.contains(words))
}

/// JRuby lists the overloads of a method in no fixed order.
fn sorted(text: &str) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut out = String::new();
    for run in lines.chunk_by(|left, right| left.starts_with("    (") == right.starts_with("    (")) {
        let mut run = run.to_vec();
        if run.iter().all(|line| line.starts_with("    (")) {
            run.sort_unstable();
        }
        out.extend(run);
    }
    out
}

/// Every number of a line about load is 0, and every user is one.
fn loosened(line: &str) -> String {
    if line.contains(" (auth:") || line.trim_start().starts_with("groups: ") {
        let indent: String = line.chars().take_while(|c| *c == ' ').collect();
        let what = if line.contains("(auth:") { "user (auth:SIMPLE)" } else { "groups: user" };
        return format!("{indent}{what}\n");
    }
    if !["average load", "requestsPerSecond=", "Aggregate load"].iter().any(|words| line.contains(words)) {
        return line.to_owned();
    }
    let mut out = String::new();
    let mut number = false;
    for c in line.chars() {
        let digit = c.is_ascii_digit() || c == '.' && number;
        if digit && !number {
            out.push('0');
        } else if !digit {
            out.push(c);
        }
        number = digit;
    }
    out
}
