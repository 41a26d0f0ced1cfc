//! From the text of a file to a lesson.

use super::block::{Block, Look, Use};
use super::condition::{About, Condition, Todo};
use super::fault::{Fault, Trouble};
use super::value::Value;
use super::{Answer, Asked, COLUMNS, Exercise, GRAINS, Goal, Lesson, NOTATIONS, PANES, Paragraph, Stop};
use crate::scenario;
use crate::view::Grain;

/// A line and its number in the file, from 1.
type Line<'a> = (u32, &'a str);

impl Lesson {
    /// Reads a lesson; its id is the name of its file without its end.
    ///
    /// # Errors
    /// The first fault of the file. [`check`](super::check) finds those that only show when it is played.
    pub fn read(id: &str, text: &str) -> Result<Self, Fault> {
        let lines: Vec<Line<'_>> = (1..).zip(text.lines()).collect();
        let (header, body) = header(&lines)?;
        let start = header.text("start")?;
        let start = scenario::start(&start)
            .ok_or_else(|| Fault::new(header.line("start"), Trouble::UnknownStart(start.clone())))?;
        let grain = match header.find("grain") {
            Some((line, word)) => one_of("a grain", word, &GRAINS, line)?,
            None => Grain::Rpc,
        };
        let mut look = Look { notation: Some(crate::view::KeyNotation::default()), ..Look::default() };
        look.table = start.tables.first().map(|table| table.name.clone());
        for (line, name, text) in header.lines.iter().filter(|(_, name, _)| LOOKS.contains(name)) {
            look.set(name, text, *line)?;
        }
        let key = |table: &str| start.key(table);
        let mut body = Body { lines: body, at: 0, look: look.clone(), key: &key };
        let (title, promise) = body.head()?;
        let mut stops = Vec::new();
        while body.at < body.lines.len() {
            stops.push(body.stop()?);
        }
        if stops.is_empty() {
            return Err(Fault::new(last_line(&lines), Trouble::NoStops));
        }
        Ok(Self {
            id: id.to_owned(),
            title,
            promise,
            start: header.text("start")?,
            grain,
            article: header.text("article")?,
            changed: header.text("changed")?,
            learned: header.text("learned")?,
            par: header.find("par").map(|(_, text)| text.to_owned()).unwrap_or_default(),
            stops,
            look,
            score: None,
        })
    }
}

const NAMES: [&str; 6] = ["start", "grain", "article", "changed", "learned", "par"];
const LOOKS: [&str; 4] = ["table", "keys", "panes", "columns"];

fn last_line(lines: &[Line<'_>]) -> u32 {
    lines.last().map_or(1, |(number, _)| *number)
}

struct Header<'a> {
    lines: Vec<(u32, &'a str, &'a str)>,
    end: u32,
}

impl Header<'_> {
    fn find(&self, name: &str) -> Option<(u32, &str)> {
        self.lines
            .iter()
            .find(|(_, other, text)| *other == name && !text.is_empty())
            .map(|(line, _, text)| (*line, *text))
    }

    fn text(&self, name: &'static str) -> Result<String, Fault> {
        let found = self.find(name).ok_or_else(|| Fault::new(self.line(name), Trouble::Missing(name)))?;
        Ok(found.1.to_owned())
    }

    fn line(&self, name: &str) -> u32 {
        self.lines.iter().find(|(_, other, _)| *other == name).map_or(self.end, |(line, ..)| *line)
    }
}

fn header<'a, 'b>(lines: &'b [Line<'a>]) -> Result<(Header<'a>, &'b [Line<'a>]), Fault> {
    let is_fence = |(_, line): &Line<'_>| line.trim_end() == "---";
    let no_header = || Fault::new(1, Trouble::NoHeader);
    if !lines.first().is_some_and(is_fence) {
        return Err(no_header());
    }
    let length = lines[1..].iter().position(is_fence).ok_or_else(no_header)?;
    let mut header = Header { lines: Vec::new(), end: lines[length + 1].0 };
    for (number, line) in &lines[1..=length] {
        if line.trim().is_empty() {
            continue;
        }
        let fault = |trouble| Fault::new(*number, trouble);
        let (name, text) = line.split_once(':').ok_or_else(|| fault(Trouble::HeaderLine((*line).to_owned())))?;
        let name = name.trim();
        if !NAMES.contains(&name) && !LOOKS.contains(&name) {
            return Err(fault(Trouble::UnknownName(name.to_owned())));
        }
        header.lines.push((*number, name, text.trim()));
    }
    Ok((header, &lines[length + 2..]))
}

fn one_of<T: Copy>(what: &'static str, word: &str, choices: &[(&str, T)], line: u32) -> Result<T, Fault> {
    let found = choices.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let choices = choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        Fault::new(line, Trouble::UnknownWord { what, word: word.to_owned(), choices })
    })
}

fn all_of(what: &'static str, text: &str, choices: &[&'static str], line: u32) -> Result<Vec<&'static str>, Fault> {
    let choices: Vec<(&str, &'static str)> = choices.iter().map(|name| (*name, *name)).collect();
    text.split(',').map(|word| one_of(what, word.trim(), &choices, line)).collect()
}

impl Look {
    fn set(&mut self, name: &str, text: &str, line: u32) -> Result<(), Fault> {
        match name {
            "table" => self.table = Some(text.to_owned()),
            "keys" => self.notation = Some(one_of("a notation of keys", text, &NOTATIONS, line)?),
            "panes" => self.panes = Some(all_of("a pane", text, &PANES, line)?),
            "columns" => self.columns = Some(all_of("a column", text, &COLUMNS, line)?),
            "row" => self.row = Some((line, text.to_owned())),
            _ => return Err(Fault::new(line, Trouble::UnknownName(name.to_owned()))),
        }
        Ok(())
    }
}

/// What stands below the header.
struct Body<'a, 'b> {
    lines: &'b [Line<'a>],
    at: usize,
    /// What is seen at the stop that is read.
    look: Look,
    key: &'b dyn Fn(&str) -> crate::notation::Encoding,
}

/// A fenced block.
struct Fenced<'a> {
    line: u32,
    info: String,
    lines: Vec<Line<'a>>,
}

impl Fenced<'_> {
    fn text(&self) -> String {
        self.lines.iter().map(|(_, line)| format!("{line}\n")).collect()
    }
}

impl<'a> Body<'a, '_> {
    fn peek(&self) -> Option<Line<'a>> {
        self.lines.get(self.at).copied()
    }

    /// The title, and the line below it.
    fn head(&mut self) -> Result<(String, String), Fault> {
        self.skip();
        let (number, line) = self.peek().unwrap_or((1, ""));
        let title = line.strip_prefix("# ").map(str::trim).filter(|title| !title.is_empty());
        let title = title.ok_or_else(|| Fault::new(number, Trouble::NoTitle))?.to_owned();
        self.at += 1;
        self.skip();
        let promise = self.paragraph().ok_or_else(|| Fault::new(number, Trouble::NoPromise))?;
        self.skip();
        if let Some((number, _)) = self.peek().filter(|(_, line)| !line.starts_with("## ")) {
            return Err(Fault::new(number, Trouble::NoStops));
        }
        Ok((title, promise.text))
    }

    fn skip(&mut self) {
        while self.peek().is_some_and(|(_, line)| line.trim().is_empty()) {
            self.at += 1;
        }
    }

    /// Lines of text, up to an empty one, a heading or a block.
    fn paragraph(&mut self) -> Option<Paragraph> {
        let mut paragraph: Option<Paragraph> = None;
        while let Some((number, line)) = self.peek() {
            if line.trim().is_empty() || line.starts_with("## ") || line.trim_start().starts_with("```") {
                break;
            }
            match &mut paragraph {
                None => paragraph = Some(Paragraph { line: number, text: line.trim().to_owned() }),
                Some(before) => {
                    before.text.push(' ');
                    before.text.push_str(line.trim());
                }
            }
            self.at += 1;
        }
        paragraph
    }

    fn fenced(&mut self) -> Result<Option<Fenced<'a>>, Fault> {
        let Some((line, text)) = self.peek().filter(|(_, line)| line.trim_start().starts_with("```")) else {
            return Ok(None);
        };
        let info = text.trim().trim_start_matches('`').split_whitespace().collect::<Vec<_>>().join(" ");
        let rest = &self.lines[self.at + 1..];
        let length = rest.iter().position(|(_, line)| line.trim() == "```");
        let length = length.ok_or_else(|| Fault::new(line, Trouble::OpenBlock))?;
        self.at += length + 2;
        Ok(Some(Fenced { line, info, lines: rest[..length].to_vec() }))
    }

    fn about(&self) -> About {
        let table = self.look.table.clone().unwrap_or_default();
        About { key: (self.key)(&table), table }
    }

    fn stop(&mut self) -> Result<Stop, Fault> {
        let (line, heading) = self.peek().unwrap_or((1, ""));
        let heading = heading.trim_start_matches('#').trim().to_owned();
        self.at += 1;
        let mut stop = Stop {
            heading,
            line,
            look: Look::default(),
            before: Vec::new(),
            question: None,
            setup: Vec::new(),
            scripts: Vec::new(),
            after: Vec::new(),
            must: Vec::new(),
            goal: None,
        };
        loop {
            self.skip();
            if self.peek().is_none_or(|(_, line)| line.starts_with("## ")) {
                break;
            }
            if let Some(block) = self.fenced()? {
                self.block(&mut stop, &block)?;
            } else if let Some(paragraph) = self.paragraph() {
                paragraph.check()?;
                let place = if stop.scripts.is_empty() { &mut stop.before } else { &mut stop.after };
                place.push(paragraph);
            }
        }
        if let Some(question) = stop.question.as_ref().filter(|_| stop.scripts.is_empty()) {
            return Err(Fault::new(question.line, Trouble::NoScript));
        }
        if let Some(goal) = stop.goal.as_ref().filter(|goal| goal.solution.is_empty()) {
            return Err(Fault::new(goal.line, Trouble::NoSolution));
        }
        Ok(stop)
    }

    fn block(&mut self, stop: &mut Stop, block: &Fenced<'a>) -> Result<(), Fault> {
        let misplaced = |name, place| Err(Fault::new(block.line, Trouble::Misplaced(name, place)));
        let shell = |use_| Block { line: block.line + 1, text: block.text(), use_ };
        let has_begun = !stop.before.is_empty() || !stop.scripts.is_empty();
        match block.info.as_str() {
            "look" if has_begun => return misplaced("look", "behind text"),
            "look" => {
                for (number, line) in &block.lines {
                    let fault = |trouble| Fault::new(*number, trouble);
                    let found = line.split_once(':');
                    let (name, text) = found.ok_or_else(|| fault(Trouble::HeaderLine((*line).to_owned())))?;
                    stop.look.set(name.trim(), text.trim(), *number)?;
                }
                self.look = stop.look.over(&self.look);
            }
            "hbase-shell setup" if has_begun => return misplaced("hbase-shell setup", "behind text"),
            "hbase-shell setup" => stop.setup.push(shell(Use::Setup)),
            "hbase-shell" => stop.scripts.push(shell(Use::Play)),
            "hbase-shell fails" => stop.scripts.push(shell(Use::Fails)),
            "hbase-shell queue" => stop.scripts.push(shell(Use::Queue)),
            "hbase-shell solution" | "hbase-shell solution queue" => match &mut stop.goal {
                Some(goal) if block.info.ends_with("queue") => goal.solution.push(shell(Use::Queue)),
                Some(goal) => goal.solution.push(shell(Use::Solution)),
                None => return misplaced("hbase-shell solution", "before its goal"),
            },
            "predict" if stop.question.is_some() => return misplaced("predict", "beside another one of this stop"),
            "predict" if !stop.scripts.is_empty() => return misplaced("predict", "behind the script that answers it"),
            "predict" => stop.question = Some(question(block, &self.about())?),
            "must" => stop.must = todos(block, &self.about())?.1,
            "goal" if stop.goal.is_some() => return misplaced("goal", "beside another one of this stop"),
            "goal" => {
                let (title, todos, hints) = todos(block, &self.about())?;
                stop.goal = Some(Goal { title, todos, hints, solution: Vec::new(), line: block.line });
            }
            other => return Err(Fault::new(block.line, Trouble::UnknownBlock(other.to_owned()))),
        }
        Ok(())
    }
}

fn question(block: &Fenced<'_>, about: &About) -> Result<Exercise, Fault> {
    let (mut text, mut because, mut choices) = (Vec::new(), Vec::new(), Vec::new());
    let (mut asked, mut answer) = (None, None);
    for (number, line) in block.lines.iter().map(|(number, line)| (*number, line.trim())) {
        match line {
            "point at a row" => asked = Some(Asked::Row),
            "point at a split point" => asked = Some(Asked::SplitPoint),
            "a number" => asked = Some(Asked::Number),
            _ => {
                if let Some(choice) = line.strip_prefix("- ") {
                    choices.push(choice.trim().to_owned());
                } else if let Some(value) = line.strip_prefix("= ") {
                    answer = Some(if Condition::is_one(value) {
                        Answer::Whether(Condition::read(value, about, number)?)
                    } else {
                        Answer::Value(Value::read(value).map_err(|trouble| Fault::new(number, trouble))?)
                    });
                } else if let Some(said) = line.strip_prefix("> ") {
                    because.push(said.trim());
                } else if choices.is_empty() && asked.is_none() && answer.is_none() {
                    text.push(line);
                } else if !line.is_empty() {
                    return Err(Fault::new(number, Trouble::StrayLine(line.to_owned())));
                }
            }
        }
    }
    let fault = |trouble| Fault::new(block.line, trouble);
    let text = text.join(" ").trim().to_owned();
    if text.is_empty() {
        return Err(fault(Trouble::NoQuestion));
    }
    let asked = match asked {
        Some(asked) if choices.is_empty() => asked,
        None if choices.len() > 1 => Asked::Choice(choices),
        _ => return Err(fault(Trouble::FewChoices)),
    };
    let answer = answer.ok_or_else(|| fault(Trouble::NoAnswer))?;
    Ok(Exercise { line: block.line, text, asked, answer, because: because.join(" ") })
}

/// The first line without a mark, what has to be so, and hints.
fn todos(block: &Fenced<'_>, about: &About) -> Result<(String, Vec<Todo>, Vec<String>), Fault> {
    let (mut title, mut todos, mut hints): (String, Vec<Todo>, Vec<String>) = Default::default();
    for (number, line) in block.lines.iter().map(|(number, line)| (*number, line.trim())) {
        let stray = || Err(Fault::new(number, Trouble::StrayLine(line.to_owned())));
        if let Some(words) = line.strip_prefix("- ") {
            todos.push(Todo { words: words.trim().to_owned(), conditions: Vec::new(), line: number });
        } else if let Some(condition) = line.strip_prefix("= ") {
            let condition = Condition::read(condition, about, number)?;
            let Some(todo) = todos.last_mut() else { return stray() };
            todo.conditions.push(condition);
        } else if let Some(hint) = line.strip_prefix("> ") {
            hints.push(hint.trim().to_owned());
        } else if title.is_empty() && todos.is_empty() {
            line.clone_into(&mut title);
        } else if !line.is_empty() {
            return stray();
        }
    }
    if todos.is_empty() {
        return Err(Fault::new(block.line, Trouble::NoTodo));
    }
    if let Some(todo) = todos.iter().find(|todo| todo.conditions.is_empty()) {
        return Err(Fault::new(todo.line, Trouble::NoCondition(todo.words.clone())));
    }
    Ok((title, todos, hints))
}
