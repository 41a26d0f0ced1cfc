//! The verb `check`: runs the examples of documentation, and compares their output with the text below them.

mod block;

use crate::folder::files;
use crate::outcome::Outcome;
use crate::play;
use crate::progress::Progress;
use block::{Block, Mark, blocks};
use serde_json::{Value, json};
use splitpoint_lab::session::{ConsoleLine, Kind, Session};
use splitpoint_lab::sim::language::LANGUAGE;
use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::slice;

/// An example that fails, or that prints something else than the file says.
struct Finding {
    line: usize,
    why: Why,
}

enum Why {
    /// The file cannot be read, for this reason.
    Unread(String),
    /// The example fails, with this line of the console.
    Fails(String),
    /// The example prints something else than the file says.
    Differs { expected: Vec<String>, printed: Vec<String> },
    /// The example prints this line, which would end the block of its answer: so nothing is written into it.
    Ends(String),
}

impl Finding {
    /// Writes the finding in lines for a person.
    fn tell(&self, file: &str, text: &mut String) {
        // Writing to a String cannot fail.
        let _ = match &self.why {
            Why::Unread(why) => writeln!(text, "{file}:{}: {why}", self.line),
            Why::Fails(why) => writeln!(text, "{file}:{}: the example fails: {why}", self.line),
            Why::Differs { .. } => writeln!(text, "{file}:{}: the example prints something else", self.line),
            Why::Ends(fence) => writeln!(
                text,
                "{file}:{}: the example prints “{fence}”, which would end this block: give the block a longer fence",
                self.line
            ),
        };
        if let Why::Differs { expected, printed } = &self.why {
            difference(expected, printed, text);
        }
    }

    fn json(&self) -> Value {
        match &self.why {
            Why::Unread(why) => json!({ "line": self.line, "unread": why }),
            Why::Fails(why) => json!({ "line": self.line, "fails": why }),
            Why::Ends(fence) => json!({ "line": self.line, "ends": fence }),
            Why::Differs { expected, printed } => {
                json!({ "line": self.line, "expected": expected, "printed": printed })
            }
        }
    }
}

/// The result of checking one file.
#[derive(Default)]
struct Page {
    /// The text of the file, with the present output in place of that in the file.
    written: String,
    /// How many examples the file has.
    examples: usize,
    /// How many of them have an output below them.
    answers: usize,
    /// How many of these outputs differ from what the file had.
    renewed: usize,
    findings: Vec<Finding>,
}

/// The result of checking all files.
#[derive(Default)]
struct Tally {
    examples: usize,
    answers: usize,
    renewed: usize,
    findings: usize,
    /// How many files could not be read.
    unread: usize,
    /// The arguments in which no example was found, each with whether it is a folder.
    empty: Vec<(String, bool)>,
}

impl Tally {
    fn add(&mut self, page: &Page) {
        self.examples += page.examples;
        self.answers += page.answers;
        self.renewed += page.renewed;
        self.findings += page.findings.len();
        self.unread += page.findings.iter().filter(|finding| matches!(finding.why, Why::Unread(_))).count();
    }

    /// The exit status. It is that of bad input if a file cannot be read, and if nothing was checked, in all or in a folder;
    /// a single one of several files may have no example.
    fn status(&self) -> u8 {
        let is_bad = self.unread > 0 || self.examples == 0 || self.empty.iter().any(|(_, is_folder)| *is_folder);
        if is_bad { 2 } else { u8::from(self.findings > 0) }
    }

    /// The last line of the output: how much was checked, and whether all is well.
    fn tell(&self) -> String {
        let plural = if self.examples == 1 { "" } else { "s" };
        let are = |count: usize| if count == 1 { "is" } else { "are" };
        let mut ends = Vec::new();
        if self.findings > 0 {
            ends.push(format!("{} {} not as it should be", self.findings, are(self.findings)));
        }
        if self.renewed > 0 {
            ends.push(format!("{} {} written anew", self.renewed, are(self.renewed)));
        }
        let end = if ends.is_empty() { "all is well".to_owned() } else { ends.join(", ") };
        format!("{} example{plural}, {} with an answer: {end}.\n", self.examples, self.answers)
    }

    /// A line for each argument in which no example was found.
    fn problems(&self) -> String {
        let line = |(name, _): &(String, bool)| {
            format!(
                "splitpoint: “{name}” has no example, so nothing is checked there. Mark a block as hbase-shell to have it run.\n"
            )
        };
        self.empty.iter().map(line).collect()
    }
}

/// Checks files and the files of folders; with `update`, writes the present output into them.
pub(crate) fn check(docs: &[PathBuf], update: bool, json: bool) -> Result<Outcome, String> {
    if update && docs.iter().any(|doc| doc.as_path() == "-") {
        return Err("The standard input cannot be written into. Name a file, or leave out --update.".to_owned());
    }
    let named = docs.iter().map(|doc| files(slice::from_ref(doc), &["md", "adoc", "asciidoc"]));
    let named = named.collect::<Result<Vec<_>, _>>()?;
    let progress = Progress::new(Some(named.iter().map(|files| files.len() as u64).sum()));
    let (mut tally, mut text, mut listed, mut number) = (Tally::default(), String::new(), Vec::new(), 0);
    for (doc, files) in docs.iter().zip(&named) {
        let before = (tally.examples, tally.unread);
        for path in files {
            let file = &path.display().to_string();
            progress.tell(number, || file.clone());
            number += 1;
            let page = check_file(path, file, path == doc, update)?;
            tally.add(&page);
            page.findings.iter().for_each(|finding| finding.tell(file, &mut text));
            let findings = page.findings.iter().map(Finding::json).collect::<Vec<_>>();
            listed.push(
                json!({ "file": file, "examples": page.examples, "answers": page.answers, "findings": findings }),
            );
        }
        if (tally.examples, tally.unread) == before {
            tally.empty.push((doc.display().to_string(), doc.is_dir()));
        }
    }
    if json {
        let empty = tally.empty.iter().map(|(name, _)| name).collect::<Vec<_>>();
        let all = json!({ "examples": tally.examples, "answers": tally.answers, "empty": empty, "files": listed });
        text = format!("{all}\n");
    } else if tally.examples > 0 || tally.unread > 0 {
        text += &tally.tell();
    }
    Ok(Outcome { text, problems: tally.problems(), status: tally.status() })
}

/// Checks one file; with `update`, writes the present output into it. One of a folder that cannot be read is a finding, so
/// that the others are checked.
fn check_file(path: &Path, file: &str, is_named: bool, update: bool) -> Result<Page, String> {
    let whole = match play::read_whole(path) {
        Ok(whole) => whole,
        Err(unread) if is_named => return Err(unread.to_string()),
        Err(unread) => {
            let finding = Finding { line: unread.line, why: Why::Unread(unread.why) };
            return Ok(Page { findings: vec![finding], ..Page::default() });
        }
    };
    let text = play::unmarked(&whole);
    let is_adoc = [".adoc", ".asciidoc"].iter().any(|end| file.ends_with(end));
    let page = check_text(text, is_adoc, update)?;
    if update && page.written != text {
        let mark = &whole[..whole.len() - text.len()];
        fs::write(path, format!("{mark}{}", page.written))
            .map_err(|error| format!("“{file}” cannot be written: {error}."))?;
    }
    Ok(page)
}

/// Checks the examples of a text, which all use one cluster.
fn check_text(text: &str, is_adoc: bool, update: bool) -> Result<Page, String> {
    let lines: Vec<&str> = text.lines().collect();
    let blocks = blocks(&lines, is_adoc);
    let mut session = play::start("empty")?;
    let mut page = Page::default();
    let mut answers: Vec<(Range<usize>, Vec<String>)> = Vec::new();
    for (at, block) in blocks.iter().enumerate().filter(|(_, block)| block.mark == Mark::Script) {
        page.examples += 1;
        let answer = blocks.get(at + 1).filter(|next| next.mark == Mark::Output && next.follows(block, &lines));
        let content = block.content(&lines);
        let copied = parts(&content, block.inside.start);
        page.answers += usize::from(copied.is_some() || answer.is_some());
        let whole = |answer: Option<&'_ Block>| Part {
            typed: 0..content.len(),
            answer: answer.map(|answer| answer.inside.clone()),
        };
        // Where the answer stands in the example itself, its fence is that of the example.
        let (fence, parts) = match copied {
            Some(parts) => (block, parts),
            None => (answer.unwrap_or(block), vec![whole(answer)]),
        };
        for part in parts {
            let first = block.inside.start + 1 + part.typed.start;
            let typed: Vec<&str> = content[part.typed].iter().map(|line| typed(line)).collect();
            match (play(&mut session, &typed), part.answer) {
                (Err(problem), _) => page.findings.push(unreadable(&problem, first)),
                (Ok(said), None) => page.findings.extend(failure(&said, &typed, first)),
                (Ok(said), Some(inside)) => {
                    let (expected, printed) = (trimmed(fence.content_at(&lines, &inside).into_iter()), printed(&said));
                    if expected == printed {
                        continue;
                    }
                    let line = inside.start + 1;
                    if !update {
                        page.findings.push(Finding { line, why: Why::Differs { expected, printed } });
                    } else if let Some(fence) = fence.ended_by(&lines, &printed) {
                        page.findings.push(Finding { line, why: Why::Ends(fence.to_owned()) });
                    } else {
                        let margin = |line: &String| if line.is_empty() { "" } else { fence.margin(&lines) };
                        let printed = printed.iter().map(|line| format!("{}{line}", margin(line))).collect();
                        answers.push((inside, printed));
                    }
                }
            }
        }
    }
    page.renewed = answers.len();
    page.written = with_answers(text, &answers);
    Ok(page)
}

/// What was printed, without empty lines at both ends.
fn printed(said: &[ConsoleLine]) -> Vec<String> {
    let printed = said.iter().filter(|line| matches!(line.kind, Kind::Output | Kind::Error));
    trimmed(printed.map(|line| line.text.as_str()))
}

/// What is typed at once: the lines of an example, or one statement of an example that was copied with its prompts.
struct Part {
    /// The lines that are typed, counted from the beginning of the example.
    typed: Range<usize>,
    /// The lines of the file with the answer; `None` where it has none.
    answer: Option<Range<usize>>,
}

/// The parts of an example that was copied from a shell as a whole: lines with a prompt are typed, others are what was
/// answered. `None` where no line has a prompt, or none an answer. `begins`: the line of the file at which it begins.
fn parts(content: &[&str], begins: usize) -> Option<Vec<Part>> {
    let is_prompt = |line: &&str| *typed(line) != **line;
    let is_empty = |line: &&str| line.trim().is_empty();
    let mut parts: Vec<Part> = Vec::new();
    let mut statement = String::new();
    for (at, line) in content.iter().enumerate() {
        // A statement can go on in lines that were written without a prompt.
        let goes_on = !statement.is_empty() && !(LANGUAGE.is_whole)(&statement);
        if is_prompt(line) || goes_on {
            match parts.last_mut().filter(|_| goes_on) {
                Some(part) => part.typed.end = at + 1,
                None => {
                    statement.clear();
                    parts.push(Part { typed: at..at + 1, answer: None });
                }
            }
            statement += typed(line);
            statement.push('\n');
        } else if let Some(part) = parts.last_mut() {
            if part.answer.is_some() || !is_empty(line) {
                let answer = begins + part.typed.end..begins + at + 1;
                part.answer = Some(answer);
            }
        } else if !is_empty(line) {
            return None;
        }
    }
    parts.iter().any(|part| part.answer.is_some()).then_some(parts)
}

/// The text with some ranges of its lines replaced, which have to be in order. Lines end as they do in the text.
fn with_answers(text: &str, answers: &[(Range<usize>, Vec<String>)]) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let (mut written, mut copied) = (String::new(), 0);
    for (inside, printed) in answers {
        written.extend(lines[copied..inside.start].iter().copied());
        written.extend(printed.iter().flat_map(|line| [line, end]));
        copied = inside.end;
    }
    written.extend(lines[copied..].iter().copied());
    written
}

/// Runs an example as client A, and returns the lines that it adds to the console.
fn play(session: &mut Session, typed: &[&str]) -> Result<Vec<ConsoleLine>, String> {
    let before = session.place();
    let player = play::script(session, &format!("{}\n", typed.join("\n")))?.singly();
    play::run(session, player, false)?;
    Ok(play::since(session, before))
}

/// A line of an example without the prompt that was copied with it, such as `hbase> ` or `hbase:001:0> `. Older shells
/// print `hbase(main):001:0> `, and within a statement the prompt ends in another character.
fn typed(line: &str) -> &str {
    let Some(rest) = line.trim_start().strip_prefix("hbase") else { return line };
    let rest = rest.strip_prefix("(main)").unwrap_or(rest);
    let behind = rest.trim_start_matches(|letter: char| letter == ':' || letter.is_ascii_digit());
    let is_counted = rest.starts_with(':') && behind.len() < rest.len();
    let sign = behind.chars().next().filter(|sign| *sign == '>' || is_counted && "*'\"/`]".contains(*sign));
    let Some(sign) = sign else { return line };
    let command = &behind[sign.len_utf8()..];
    // A comparison of a variable that is called `hbase` is no prompt.
    let is_prompt = is_counted || command.is_empty() || command.starts_with(' ');
    if is_prompt { command.strip_prefix(' ').unwrap_or(command) } else { line }
}

/// The finding for an example that cannot be read. `first` is the number of its first line in the file.
fn unreadable(problem: &str, first: usize) -> Finding {
    let counted = problem.strip_prefix("Line ").and_then(|rest| rest.split_once(": "));
    let counted = counted.and_then(|(line, why)| Some((line.parse::<usize>().ok()?.checked_sub(1)?, why)));
    let (line, why) = counted.unwrap_or((0, problem));
    Finding { line: first + line, why: Why::Fails(why.to_owned()) }
}

/// The first failure in the output of an example: the line that says what is wrong, and the line of the file where the
/// failed statement begins.
fn failure(said: &[ConsoleLine], typed: &[&str], first: usize) -> Option<Finding> {
    let at = said.iter().position(|line| line.kind == Kind::Error)?;
    let why = said[at..].iter().find(|line| line.says_why()).unwrap_or(&said[at]);
    // Typed lines come in order. Lines that only choose the client are not in the file.
    let (mut next, mut begins) = (0, 0);
    for line in said[..at].iter().filter(|line| line.kind == Kind::Typed) {
        let Some(found) = typed[next..].iter().position(|typed| *typed == line.text) else { continue };
        if line.client == said[at].client && line.prompt.ends_with(":0> ") {
            begins = next + found;
        }
        next += found + 1;
    }
    Some(Finding { line: first + begins, why: Why::Fails(why.text.clone()) })
}

/// Lines without spaces at their ends, and without empty lines at the beginning and the end.
fn trimmed<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let empty = lines.iter().take_while(|line| line.is_empty()).count();
    lines.split_off(empty)
}

/// The differing lines, without those that are equal at both ends: `-` is in the file, `+` is printed.
fn difference(expected: &[String], printed: &[String], text: &mut String) {
    let alike = expected.iter().zip(printed).take_while(|(a, b)| a == b).count();
    let (old, new) = (&expected[alike..], &printed[alike..]);
    let behind = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    old[..old.len() - behind].iter().for_each(|line| *text += &format!("- {line}\n"));
    new[..new.len() - behind].iter().for_each(|line| *text += &format!("+ {line}\n"));
}
