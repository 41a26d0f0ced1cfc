//! The fenced blocks of Markdown and AsciiDoc: where a page has examples and their output.

use std::ops::Range;

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// An example: input for the shell.
    Script,
    /// The output of an example, if it follows one.
    Output,
    /// A block that is not checked.
    Other,
}

/// A fenced block: the indices of the lines between its fences.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) mark: Mark,
    /// The index of the line of the fence, or of the mark above it.
    pub(super) begins: usize,
    pub(super) inside: Range<usize>,
    /// The number of blanks before its fence, as in a list.
    indent: usize,
    /// The index of the first line behind the block.
    ends: usize,
}

impl Block {
    /// Whether the block follows another one directly, with only empty lines between them.
    pub(super) fn follows(&self, other: &Self, lines: &[&str]) -> bool {
        lines[other.ends.min(self.begins)..self.begins].iter().all(|line| line.trim().is_empty())
    }

    /// The blanks before its fence.
    pub(super) fn margin<'a>(&self, lines: &[&'a str]) -> &'a str {
        &lines[self.inside.start - 1][..self.indent]
    }

    /// The first of these lines that would end the block, if it stood inside.
    pub(super) fn ended_by<'a>(&self, lines: &[&str], inside: &'a [String]) -> Option<&'a str> {
        let fence = lines[self.inside.start - 1].trim();
        let ticks = &fence[..fence.len() - fence.trim_start_matches('`').len()];
        let fence = if ticks.is_empty() { fence } else { ticks };
        inside.iter().map(String::as_str).find(|line| ends(fence, line))
    }

    /// The lines inside, each without as many blanks at its beginning as its fence has, or without all that it has.
    pub(super) fn content<'a>(&self, lines: &[&'a str]) -> Vec<&'a str> {
        self.content_at(lines, &self.inside)
    }

    /// The same of some of the lines inside.
    pub(super) fn content_at<'a>(&self, lines: &[&'a str], inside: &Range<usize>) -> Vec<&'a str> {
        let blanks = |line: &str| line.bytes().take(self.indent).take_while(|byte| b" \t".contains(byte)).count();
        lines[inside.clone()].iter().map(|line| &line[blanks(line)..]).collect()
    }
}

/// The kind of a block, by the word behind its fence. Without a word it is output, which counts only below an example.
fn mark(language: &str) -> Mark {
    match language.split([' ', ',', '{']).next().unwrap_or_default() {
        "hbase-shell" => Mark::Script,
        "" | "text" | "output" => Mark::Output,
        _ => Mark::Other,
    }
}

/// The line that begins a block, and the text of the line that ends it.
struct Fence<'a> {
    text: &'a str,
    mark: Mark,
    begins: usize,
    /// Whether the line is a fence even if no other line ends the block.
    is_sure: bool,
}

impl<'a> Fence<'a> {
    /// Reads the line `at`. `----` is a fence in AsciiDoc only; in Markdown it is a horizontal line.
    fn read(lines: &[&'a str], at: usize, is_adoc: bool) -> Option<Self> {
        let line = lines[at].trim();
        let (ticks, word) = line.split_at(line.len() - line.trim_start_matches('`').len());
        if ticks.len() >= 3 && !word.contains('`') {
            return Some(Self { text: ticks, mark: mark(word.trim()), begins: at, is_sure: true });
        }
        if !is_adoc || line.len() < 4 || !['-', '.'].iter().any(|sign| line.chars().all(|c| c == *sign)) {
            return None;
        }
        let above = at.checked_sub(1).map_or("", |above| lines[above].trim());
        let source = above.strip_prefix("[source,").and_then(|mark| mark.strip_suffix(']'));
        Some(match source {
            Some(language) => Self { text: line, mark: mark(language.trim()), begins: at - 1, is_sure: true },
            // It could also be the line under a title.
            None => {
                let mark = if above.is_empty() { Mark::Output } else { Mark::Other };
                Self { text: line, mark, begins: at, is_sure: false }
            }
        })
    }
}

/// Whether a line ends the block of a fence: the same fence, or with backticks also a longer one.
fn ends(fence: &str, line: &str) -> bool {
    let line = line.trim();
    line == fence || fence.starts_with('`') && line.starts_with(fence) && line.chars().all(|c| c == '`')
}

/// The number of blanks at the beginning of a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The lines of a block without an end: up to the end of the file, as `CommonMark` says, or up to the end of the list
/// item in which its fence is indented.
fn rest(lines: &[&str], fence: usize) -> usize {
    let inner = indent(lines[fence]);
    let is_outside = |line: &&str| inner >= 2 && !line.trim().is_empty() && indent(line) < inner;
    let rest = &lines[fence + 1..];
    rest.iter().position(is_outside).unwrap_or(rest.len())
}

/// The fenced blocks of Markdown, and with `is_adoc` also those of AsciiDoc.
pub(super) fn blocks(lines: &[&str], is_adoc: bool) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(fence) = Fence::read(lines, at, is_adoc) else {
            at += 1;
            continue;
        };
        let (first, indent) = (at + 1, indent(lines[at]));
        let closed = lines[first..].iter().position(|line| ends(fence.text, line));
        let length = closed.or_else(|| fence.is_sure.then(|| rest(lines, at)));
        let Some(length) = length else {
            at += 1;
            continue;
        };
        let inside = first..first + length;
        at = inside.end + usize::from(closed.is_some());
        blocks.push(Block { mark: fence.mark, begins: fence.begins, inside, indent, ends: at });
    }
    blocks
}
