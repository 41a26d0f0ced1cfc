//! A program that a client's shell runs: its text, how far it has come, and what its shell asks for.

use super::single::Reads;
use super::{Demand, Desk, How, Reply, Resume, Routine, Single, Turn};
use crate::notation;
use crate::sim::answer::{Answer, Came};
use crate::sim::label::{Label, Title};
use crate::sim::language::{Pause, Printed};
use crate::sim::memory::Memory;
use splitpoint_model::bytes::RowKey;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::query::RowResult;
use splitpoint_shell::{self as shell, Demand as Wish};
use std::sync::Arc;

/// Characters of a statement that its label keeps.
const KEPT: usize = 48;

/// A line, cut where it is long.
fn beginning(line: &str) -> Arc<str> {
    notation::beginning(line, KEPT).into()
}

/// Whether a line has more than a comment. It must have no blanks at its ends.
fn says(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

/// Whether a statement copies the cells of a table to a snapshot, or those of a snapshot to a table. The shell reads and writes
/// them by requests of its own, which nobody asked for.
fn copies(statement: Option<&str>) -> bool {
    let command = statement.unwrap_or_default().split([' ', '(']).next().unwrap_or_default();
    // `t.snapshot 's'` as well: a reference to a table has it as a method.
    matches!(command.rsplit('.').next(), Some("snapshot" | "clone_snapshot" | "restore_snapshot"))
}

/// What a copy came to. `None` where it failed.
fn copied(reply: &Reply) -> Option<Came> {
    match reply {
        Ok(Response::Rows { results, .. }) => {
            Some(Came::Copied { cells: results.iter().map(|result| result.cells.len()).sum(), kept: true })
        }
        Ok(Response::Batch(answers)) if answers.iter().all(Result::is_ok) => {
            Some(Came::Copied { cells: answers.len(), kept: false })
        }
        _ => None,
    }
}

/// A script for one client.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Script {
    /// The name of the language it is written in.
    language: Arc<str>,
    text: Arc<str>,
    /// Bytes of it that were typed.
    typed: usize,
    /// The number of its next line, in the script of which it is a part.
    line: u32,
    /// Columns of the terminal.
    width: u16,
    /// What has to be added to the number of a line in the script to get its number at the prompt.
    offset: i64,
    /// The beginning of the last statement that was begun.
    statement: Option<Arc<str>>,
    /// The present request, which says what its answer means.
    single: Option<Box<Single>>,
}

impl Script {
    pub(super) fn new(language: &str, text: &str, line: u32, width: u16) -> Self {
        let (language, text) = (language.into(), text.into());
        let mut script = Self { language, text, typed: 0, line, width, offset: 0, statement: None, single: None };
        script.statement = script.coming();
        script
    }

    /// Types the next line, which the prompt counts as `number`. `None` where there are no more.
    fn type_line(&mut self, number: u32) -> Option<String> {
        let line = self.next_line()?;
        self.offset = i64::from(number) - i64::from(self.line - 1);
        Some(line)
    }

    /// Takes the next line of the text. As the answer to a question no prompt counts it.
    fn next_line(&mut self) -> Option<String> {
        let rest = &self.text[self.typed..];
        if rest.is_empty() {
            return None;
        }
        let (line, more) = rest.split_once('\n').map_or((rest, rest.len()), |(line, _)| (line, line.len() + 1));
        let line = line.trim_end_matches('\r').to_owned();
        self.typed += more;
        self.line += 1;
        Some(line)
    }

    fn next_statement(&self) -> Option<(usize, &str)> {
        let lines = self.text[self.typed..].lines().map(str::trim).enumerate();
        lines.into_iter().find(|(_, line)| says(line))
    }

    /// The beginning of the statement that comes next.
    fn coming(&self) -> Option<Arc<str>> {
        let (_, line) = self.next_statement()?;
        Some(beginning(line))
    }

    /// Types lines until a statement is whole.
    fn enter(&mut self, desk: &mut Desk<'_>) {
        let Some(shells) = desk.shells.as_deref_mut() else { return };
        shells.resize(desk.client, self.width);
        self.statement = self.coming();
        let mut whole = false;
        while !whole {
            let prompt = shells.prompt(desk.client);
            let Some(line) = self.type_line(shells.lines(desk.client).0) else { break };
            whole = shells.enter(desk.client, &line);
            let idle = line.trim().is_empty() || line.trim_start().starts_with('#');
            whole &= !idle;
            desk.printed.push(Printed::Typed(prompt, line));
        }
    }

    /// Lets the shell go on until it needs something or the statement is over.
    fn think(&mut self, desk: &mut Desk<'_>) -> Demand {
        loop {
            let Some(shells) = desk.shells.as_deref_mut() else { return Demand::End(How::Failed) };
            let (pause, text) = shells.go(desk.client, desk.cluster, desk.now);
            *desk.labour = desk.labour.saturating_add(shells.labour(desk.client));
            desk.printed.extend((!text.is_empty()).then_some(Printed::Text(text)));
            let wish = match pause {
                Pause::Typed => {
                    return self.begin();
                }
                Pause::Busy => return Demand::GiveWay(Label::GoOn(self.statement.clone())),
                Pause::Raised => return Demand::End(How::Failed),
                Pause::Ended => return Demand::End(How::Done),
                Pause::Ask(wish) => Arc::unwrap_or_clone(wish),
            };
            match wish {
                Wish::Request(request) => return Demand::Ask(request),
                Wish::Admin(admin) => return Demand::Work(admin),
                Wish::ClearBlockCache(table) => return Demand::Clear(table),
                Wish::Sleep(milliseconds) => {
                    shells.hear(desk.client, shell::Reply::Slept);
                    return Demand::Sleep(milliseconds, Label::GoOn(self.statement.clone()));
                }
                Wish::Line => match self.next_line() {
                    Some(line) => {
                        desk.printed.push(Printed::Typed(String::new(), line.clone()));
                        shells.hear(desk.client, shell::Reply::Line(Some(line)));
                    }
                    None => return Demand::Question,
                },
                // There are no files here, and the shell says so.
                Wish::File(_) => shells.hear(desk.client, shell::Reply::File(None)),
            }
        }
    }

    /// What the answer to a command means.
    fn heard(&mut self, reply: &Reply) -> Option<Answer> {
        let single = self.single.as_mut()?;
        if copies(self.statement.as_deref())
            && let Some(came) = copied(reply)
        {
            return Some(Answer::new(single.label(single.request()), &"".into(), came));
        }
        if let Ok(Response::Rows { results, .. }) = reply {
            let table = single.request().table().cloned().unwrap_or_else(|| "".into());
            let mut keys: Vec<&[u8]> = results.iter().filter_map(RowResult::row).collect();
            keys.dedup();
            let range = keys.first().zip(keys.last()).map(|(first, last)| (RowKey::from(*first), RowKey::from(*last)));
            let came = Came::Rows { rows: keys.len(), results: results.len(), range };
            return Some(Answer::new(single.label(single.request()), &table, came));
        }
        Some(single.hear(reply.clone()))
    }

    /// Tells the shell what came of its wish. What that means, where somebody wants to know.
    fn tell(&mut self, told: Resume, desk: &mut Desk<'_>) -> Option<Answer> {
        let (reply, answer) = match told {
            Resume::Go => return None,
            Resume::Reply(reply) => {
                let answer = if desk.watched { self.heard(&reply) } else { None };
                (shell::Reply::Response(reply, desk.metrics), answer)
            }
            Resume::Job(result) => {
                let came = match &result {
                    Ok(_) => Came::JobDone,
                    Err(error) => Came::Failed(error.clone().into()),
                };
                let label = Label::Statement(self.statement.clone());
                (shell::Reply::Admin(result), Some(Answer::new(label, &"".into(), came)))
            }
            Resume::Cleared(eviction) => (shell::Reply::Cleared(eviction), None),
            Resume::Refused(error) => (shell::Reply::Admin(Err(error)), None),
            Resume::Line => {
                let line = self.next_line();
                desk.printed.extend(line.clone().map(|line| Printed::Typed(String::new(), line)));
                (shell::Reply::Line(line), None)
            }
        };
        if let Some(shells) = desk.shells.as_deref_mut() {
            shells.hear(desk.client, reply);
        }
        answer
    }
}

impl Routine for Script {
    fn begin(&mut self) -> Demand {
        match self.coming() {
            Some(next) => Demand::GiveWay(Label::Statement(Some(next))),
            None => Demand::End(How::Done),
        }
    }

    fn go(&mut self, told: Resume, desk: &mut Desk<'_>) -> Turn {
        let runs = desk.shells.as_deref().is_some_and(|shells| shells.is_running(desk.client));
        let begins = told == Resume::Go;
        let answer = self.tell(told, desk);
        match (runs, begins) {
            (true, _) => {}
            (false, true) => self.enter(desk),
            // It was dropped while it waited: the shell has forgotten what it was at.
            (false, false) => return Turn { answer, demand: Demand::End(How::Cancelled) },
        }
        let demand = self.think(desk);
        // A statement that has to ask for more is not done with its job.
        let goes_on = matches!(demand, Demand::Ask(_) | Demand::Work(_));
        let answer = answer.filter(|answer| !goes_on || !matches!(answer.came, Came::JobDone));
        if let Demand::Ask(request) = &demand
            && desk.watched
        {
            let (label, title) = (self.label(request), self.title());
            let table = request.table().cloned().unwrap_or_else(|| "".into());
            let single = Single::new(table, title, label, request.clone());
            self.single = Some(Box::new(match request {
                Request::Get(_, get) => single.reading(Reads::Row(get.row.clone())),
                _ => single,
            }));
        }
        Turn { answer, demand }
    }

    fn label(&self, request: &Request) -> Label {
        if copies(self.statement.as_deref()) { Label::Statement(self.statement.clone()) } else { Label::of(request) }
    }

    fn title(&self) -> Title {
        Title::Statement(self.statement.clone())
    }

    fn whole(&self) -> Title {
        let mut lines = self.text.lines().map(str::trim).filter(|line| says(line));
        let first = lines.next().map(beginning);
        match lines.count() {
            0 => Title::Statement(first),
            more => Title::Script { first, more },
        }
    }

    fn memory(&self) -> Vec<Memory> {
        self.single.as_ref().map(|single| single.memory()).unwrap_or_default()
    }

    fn language(&self) -> Option<&str> {
        Some(&self.language)
    }

    fn typed(&self) -> Option<(Arc<str>, usize)> {
        Some((self.text.clone(), self.typed))
    }

    fn take_answer(&mut self, line: &str) {
        self.text = format!("{}{line}\n", &self.text[..self.typed]).into();
    }

    fn line(&self, number: Option<u32>) -> Option<u32> {
        match number {
            Some(number) => u32::try_from(i64::from(number) - self.offset).ok(),
            None => self.next_statement().map(|(skipped, _)| self.line + skipped as u32),
        }
    }
}
