//! Examples in documentation: run, and compared with the output that stands below them.

use crate::folder::files;
use crate::outcome::Outcome;
use crate::play;
use crate::progress::Progress;
use serde_json::{Value, json};
use splitpoint_lab::session::Kind;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// What the lines of a block are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Script,
    Output,
    Other,
}

/// A fenced block: the indices of the lines between its fences.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    mark: Mark,
    /// The line of the fence, or of the mark above it.
    begins: usize,
    inside: std::ops::Range<usize>,
}

/// Something that is not as it should be.
struct Finding {
    line: usize,
    why: Why,
}

enum Why {
    /// The example fails with this line.
    Fails(String),
    /// It prints something else than what stands in the file.
    Differs { expected: Vec<String>, printed: Vec<String> },
}

impl Finding {
    /// As lines for a person.
    fn tell(&self, file: &str, text: &mut String) {
        // Writing to a String cannot fail.
        let _ = match &self.why {
            Why::Fails(why) => writeln!(text, "{file}:{}: the example fails: {why}", self.line),
            Why::Differs { .. } => writeln!(text, "{file}:{}: the example prints something else", self.line),
        };
        if let Why::Differs { expected, printed } = &self.why {
            difference(expected, printed, text);
        }
    }

    fn json(&self) -> Value {
        match &self.why {
            Why::Fails(why) => json!({ "line": self.line, "fails": why }),
            Why::Differs { expected, printed } => {
                json!({ "line": self.line, "expected": expected, "printed": printed })
            }
        }
    }
}

/// Checks files and those of folders, or writes what is printed into them.
pub(crate) fn check(docs: &[PathBuf], update: bool, json: bool) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    let files = files(docs, &["md", "adoc", "asciidoc"])?;
    let progress = Progress::new(Some(files.len() as u64));
    let mut listed = Vec::new();
    for (number, path) in files.iter().enumerate() {
        let file = &path.display().to_string();
        progress.tell(number as u64, || file.clone());
        let text = fs::read_to_string(path).map_err(|error| format!("“{file}” cannot be read: {error}."))?;
        let (written, examples, findings) = check_text(file, &text, update)?;
        outcome.status |= u8::from(!findings.is_empty());
        if update && written != text {
            fs::write(path, written).map_err(|error| format!("“{file}” cannot be written: {error}."))?;
        }
        if json {
            let findings = findings.iter().map(Finding::json).collect::<Vec<_>>();
            listed.push(json!({ "file": file, "examples": examples, "findings": findings }));
        } else {
            findings.iter().for_each(|finding| finding.tell(file, &mut outcome.text));
        }
    }
    if json {
        outcome.text = format!("{}\n", json!({ "files": listed }));
    }
    Ok(outcome)
}

/// Checks one file: the same text with what is printed, how many examples it has, and what is not as it should be.
fn check_text(file: &str, text: &str, update: bool) -> Result<(String, usize, Vec<Finding>), String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_adoc = [".adoc", ".asciidoc"].iter().any(|end| file.ends_with(end));
    let blocks = blocks(&lines, is_adoc);
    let mut session = play::start("empty")?;
    let mut written: Vec<String> = Vec::new();
    let (mut copied, mut examples, mut findings) = (0, 0, Vec::new());
    for (at, block) in blocks.iter().enumerate().filter(|(_, block)| block.mark == Mark::Script) {
        examples += 1;
        let script = lines[block.inside.clone()].join("\n");
        let before = play::lines(&session, usize::MAX).len();
        play::run(&mut session, &format!("client 'A'\n{script}\n"), false)
            .map_err(|problem| format!("{file}:{}: {problem}", block.begins + 1))?;
        let console = play::lines(&session, usize::MAX);
        // A script may go back: then there are fewer lines than before.
        let said = console.get(before..).unwrap_or_default();
        let said = said.iter().filter(|line| matches!(line.kind, Kind::Output | Kind::Error));
        let failed = said.clone().find(|line| line.kind == Kind::Error);
        let printed = trimmed(said.map(|line| line.text.as_str()));
        let follows = |next: &&Block| {
            let end = block.inside.end + 1;
            next.mark == Mark::Output
                && lines[end.min(next.begins)..next.begins].iter().all(|line| line.trim().is_empty())
        };
        let Some(output) = blocks.get(at + 1).filter(follows) else {
            if let Some(line) = failed {
                findings.push(Finding { line: block.begins + 1, why: Why::Fails(line.text.clone()) });
            }
            continue;
        };
        let expected = trimmed(lines[output.inside.clone()].iter().copied());
        if update {
            written.extend(lines[copied..output.inside.start].iter().map(|line| (*line).to_owned()));
            written.extend(printed);
            copied = output.inside.end;
        } else if expected != printed {
            findings.push(Finding { line: output.inside.start + 1, why: Why::Differs { expected, printed } });
        }
    }
    written.extend(lines[copied..].iter().map(|line| (*line).to_owned()));
    let mut written = written.join("\n");
    if text.ends_with('\n') {
        written.push('\n');
    }
    Ok((written, examples, findings))
}

/// Lines without spaces at their ends, and without empty ones before and behind them.
fn trimmed<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let empty = lines.iter().take_while(|line| line.is_empty()).count();
    lines.split_off(empty)
}

/// What differs, between the lines that are alike at both ends: `-` is in the file, `+` is printed.
fn difference(expected: &[String], printed: &[String], text: &mut String) {
    let alike = expected.iter().zip(printed).take_while(|(a, b)| a == b).count();
    let (old, new) = (&expected[alike..], &printed[alike..]);
    let behind = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    old[..old.len() - behind].iter().for_each(|line| *text += &format!("- {line}\n"));
    new[..new.len() - behind].iter().for_each(|line| *text += &format!("+ {line}\n"));
}

fn mark(language: &str) -> Mark {
    match language.split([' ', ',', '{']).next().unwrap_or_default() {
        "hbase-shell" => Mark::Script,
        "text" | "output" => Mark::Output,
        _ => Mark::Other,
    }
}

/// The fenced blocks of Markdown, and with `is_adoc` also those of AsciiDoc: `----` in Markdown is a line across. One
/// that never ends is none.
fn blocks(lines: &[&str], is_adoc: bool) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim();
        let ticks = line.chars().take_while(|letter| *letter == '`').count();
        let above = at.checked_sub(1).map_or("", |above| lines[above].trim());
        let source = above.strip_prefix("[source,").and_then(|mark| mark.strip_suffix(']'));
        let (fence, mark, begins) = if ticks >= 3 && !line[ticks..].contains('`') {
            (&line[..ticks], mark(line[ticks..].trim()), at)
        } else if is_adoc && line.len() >= 4 && (line.chars().all(|c| c == '-') || line.chars().all(|c| c == '.')) {
            match source {
                Some(language) => (line, mark(language.trim()), at - 1),
                None if above.is_empty() => (line, Mark::Output, at),
                None => (line, Mark::Other, at),
            }
        } else {
            at += 1;
            continue;
        };
        let Some(length) = lines[at + 1..].iter().position(|line| line.trim() == fence) else {
            at += 1;
            continue;
        };
        blocks.push(Block { mark, begins, inside: at + 1..at + 1 + length });
        at += length + 2;
    }
    blocks
}
