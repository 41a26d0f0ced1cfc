//! The console: what was typed and printed up to the cursor, and scripts that are played.

use super::{Player, Session};
use crate::intent::Field;
use crate::log::{Decision, Fact, Node};
use crate::sim::language::{Completion, Direction, HBASE, Language, Printed, Shells, Tsv, exchange, is_error};
use crate::sim::refusal::{Objection, Refusal};
use crate::sim::world::{self, Actor, Blocked, Burst, World};
use crate::words::Tone;
use crate::words::phrase::Keys;
use crate::words::{self, command};
use serde::Serialize;
use splitpoint_model::bytes::{TableName, to_string_binary};
use std::collections::VecDeque;
use std::iter;
use std::ops::Range;

/// So many atoms of a script that runs are steps of their own; what follows goes in bursts.
const STEPS: u32 = 4_000;

/// Atoms of such a burst.
const BURST: Burst = Burst::About(1_000);

/// Atoms that are looked through for the table they are about.
const LOOKED: usize = 64;

/// The kinds of lines of the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// Typed by a client, behind a prompt.
    Typed,
    /// What was done with a form, written as the command of the shell that does the same.
    Form,
    /// Printed by a shell.
    Output,
    /// Printed by a shell because something failed.
    Error,
    /// The answer to what a form did.
    Answer,
}

/// A line of the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleLine {
    /// Whose line it is: 0 is A. `None`: an administrator's, or the servers'.
    pub client: Option<u8>,
    /// What kind of line it is.
    pub kind: Kind,
    /// The prompt, where it was typed.
    pub prompt: String,
    /// The line, without its end.
    pub text: String,
}

/// What came of a direction of a script.
pub(super) enum Carried {
    /// Nobody had to take a step for it.
    Said,
    /// What was typed has to run to its end before the next direction.
    Runs,
    /// One step was taken, forward or back, of so many that the direction asks for; 0: there was none to take.
    Stepped(u32),
}

impl Session {
    /// Makes a language known: lines are read in it from now on.
    pub fn speak(&mut self, language: &'static Language) {
        self.log.speak(language);
    }

    /// Gives the clients shells of the HBase shell that only do again what was recorded; for a session in which nothing
    /// was done yet. [`speak`](Self::speak) brings the language itself at any later time, and everything is as if it had
    /// been there from the beginning.
    pub(crate) fn recite(&mut self, shells: &dyn Shells) {
        self.log.furnish(HBASE, shells);
    }

    /// Whether scripts are only done again from a recording, so that nothing can be typed before
    /// [`speak`](Self::speak) brings the language.
    pub fn is_recorded(&self) -> bool {
        self.log.language().is_some_and(|language| language.is_recorded)
    }

    /// Whether somebody is at a script that only a recording does: then whoever acts in another order than recorded
    /// needs the language first.
    pub fn lacks_language(&self) -> bool {
        let is_busy =
            |client: u8| self.world().lane(client).is_some_and(|lane| lane.is_shell() && lane.running().is_some());
        self.is_recorded() && (0..self.clients()).any(is_busy)
    }

    /// Begins to play a script for a client, in a terminal of so many columns; 0: of any width.
    ///
    /// # Errors
    /// What is wrong with it as a whole. Nothing is done then.
    pub fn script(&self, client: u8, width: u16, text: &str) -> Result<Player, Refusal> {
        let language = self.log.language();
        let language = language.ok_or_else(|| Refusal::ours(Field::Script, Objection::NoLanguage(String::new())))?;
        let directions = if self.asks(client) {
            // What answers a question of a script need not be a statement.
            VecDeque::from([Direction::Run { text: text.to_owned(), line: 1 }])
        } else {
            (language.read)(text)?.into()
        };
        Ok(Player::new(language.name, directions, client, width))
    }

    /// Each statement of a script as a script of its own, with its lines, counted from 0. It begins as client A; who speaks
    /// is no statement.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub(crate) fn statements(&self, text: &str) -> Result<Vec<(Range<u32>, Player)>, Refusal> {
        let language = self.log.language();
        let language = language.ok_or_else(|| Refusal::ours(Field::Script, Objection::NoLanguage(String::new())))?;
        let mut statements: Vec<(Range<u32>, Player)> = Vec::new();
        let (mut client, mut first, mut statement, mut asides) = (0, 0, String::new(), Vec::new());
        let last = text.lines().count();
        for (line, at) in text.lines().zip(1_u32..) {
            let is_aside = line.trim().is_empty() || line.trim_start().starts_with('#');
            if statement.is_empty() && is_aside {
                if let [Direction::Client(next)] = (language.read)(line)?.as_slice() {
                    client = *next;
                }
                first = at;
                continue;
            }
            statement.push_str(line);
            statement.push('\n');
            if !(language.is_whole)(&statement) && at as usize != last {
                continue;
            }
            for mut direction in (language.read)(&std::mem::take(&mut statement))? {
                match &mut direction {
                    Direction::Client(next) => client = *next,
                    Direction::Run { line, .. } | Direction::Begin { line, .. } | Direction::Must { line, .. } => {
                        *line = first + 1;
                    }
                    Direction::Step { .. } | Direction::Back(_) | Direction::Mark(_) => {}
                }
                match direction {
                    Direction::Client(_) => {}
                    // A name is no step: it is given to the one before. With none before, it comes with the next one.
                    Direction::Mark(_) => match statements.last_mut() {
                        Some((_, player)) => player.directions.push_back(direction),
                        None => asides.push(direction),
                    },
                    // What must hold is no step: it is set with the next one.
                    Direction::Must { .. } => asides.push(direction),
                    _ => {
                        let directions = [Direction::Client(client)].into_iter().chain(asides.drain(..));
                        let player = Player::of(language.name, directions.chain([direction]).collect());
                        statements.push((first..at, player));
                    }
                }
            }
            first = at;
        }
        if let Some((_, player)) = statements.last_mut() {
            player.directions.extend(asides);
        }
        Ok(statements)
    }

    /// Goes on with a script, for about `limit` atoms in all: what it begins, steps and goes back counts, too. `false` where
    /// there is more to do.
    ///
    /// # Errors
    /// What HBase's client refuses.
    pub fn play(&mut self, player: &mut Player, limit: u32) -> Result<bool, Refusal> {
        let mut left = limit;
        loop {
            if let Some(client) = player.runs {
                if !self.run_script(client, player, &mut left) {
                    return Ok(false);
                }
                player.runs = None;
                // What somebody typed is one step to them, however many calls it made.
                if player.is_line && player.directions.is_empty() && player.from != self.node() {
                    self.lead(player.from);
                }
            }
            if left == 0 && !player.directions.is_empty() {
                return Ok(false);
            }
            let Some(direction) = player.directions.pop_front() else { return Ok(true) };
            let mut client = player.client;
            player.from = self.node();
            let carried = self.carry_out(player, &mut client, &direction)?;
            player.client = client;
            match carried {
                Carried::Said => {}
                Carried::Runs => player.runs = Some(client),
                Carried::Stepped(times) => {
                    match direction {
                        Direction::Step { client, .. } if times > 1 => {
                            player.directions.push_front(Direction::Step { client, times: times - 1 });
                        }
                        Direction::Back(_) if times > 1 => player.directions.push_front(Direction::Back(times - 1)),
                        _ => {}
                    }
                    self.spend(&mut left);
                }
            }
        }
    }

    /// Carries out a direction of a script for the client that speaks, or what can be done of it at once.
    ///
    /// # Errors
    /// What HBase's client refuses, and what is wrong with a promise.
    pub(super) fn carry_out(
        &mut self,
        player: &Player,
        client: &mut u8,
        direction: &Direction,
    ) -> Result<Carried, Refusal> {
        let (stepped, times) = match direction {
            Direction::Run { text, line } => {
                self.type_in(player, *client, text.clone(), *line)?;
                return Ok(Carried::Runs);
            }
            Direction::Begin { text, line } => {
                self.type_in(player, *client, text.clone(), *line)?;
                self.step_client(*client);
                (true, 1)
            }
            Direction::Step { client: other, times } => (self.step_client(other.unwrap_or(*client)), *times),
            Direction::Back(times) => (self.back(), *times),
            Direction::Client(next) => {
                while self.clients() <= *next && self.add_client() {}
                *client = *next;
                return Ok(Carried::Said);
            }
            Direction::Mark(name) => {
                self.add_marker(name);
                return Ok(Carried::Said);
            }
            Direction::Must { name, promise, line } => {
                self.must(name, promise, *line)?;
                return Ok(Carried::Said);
            }
        };
        Ok(Carried::Stepped(if stepped { times } else { 0 }))
    }

    /// Goes on with what a client runs. Every atom is a step, but from some thousands on a long script goes in bursts:
    /// else it would fill the memory with what nobody will ever look at.
    fn run_script(&mut self, client: u8, player: &mut Player, left: &mut u32) -> bool {
        let actor = Actor::Client(client);
        while *left > 0 {
            let Some(mover) = self.mover(actor) else { return true };
            let long = !player.singly
                && player.steps >= STEPS
                && self.world().lane(client).is_some_and(|lane| lane.is_shell());
            if long && mover == actor {
                self.decide(Decision::Burst(client, BURST));
                *left = 0;
                return self.mover(actor).is_none();
            }
            player.steps = player.steps.saturating_add(1);
            self.act(mover);
            self.spend(left);
        }
        self.mover(actor).is_none()
    }

    /// Takes the step that was just done, and what it computed, off what may still be done in one turn.
    fn spend(&self, left: &mut u32) {
        *left = left.saturating_sub(1).saturating_sub(self.log.labour());
    }

    /// Submits a part of a script. Where the cursor is in the past, it stands in the place of what the client was asked for
    /// next, and of what its shell was running there.
    pub(super) fn type_in(&mut self, player: &Player, client: u8, text: String, line: u32) -> Result<(), Refusal> {
        let part = player.part(text, line);
        self.make_way(client, &part)?;
        if self.log.at() < self.log.len() {
            let waiting = self.world().lane(client).map_or(0, |lane| lane.waiting());
            for _ in 0..=waiting {
                if self.world().lane(client).is_some_and(|lane| lane.is_shell()) {
                    self.cancel(client);
                }
            }
        }
        self.submit(client, part)
    }

    /// Queues a script, each client's part as one program, and lets nobody act: so that it can be stepped in any order.
    /// What would step or go back is left out.
    ///
    /// # Errors
    /// What is wrong with it as a whole; nothing is done then.
    pub fn queue(&mut self, client: u8, width: u16, text: &str) -> Result<(), Refusal> {
        let player = self.script(client, width, text)?;
        self.enqueue(player)
    }

    /// As [`queue`](Self::queue), with a script that was read.
    ///
    /// # Errors
    /// What HBase's client refuses.
    pub fn enqueue(&mut self, mut player: Player) -> Result<(), Refusal> {
        while let Some(direction) = player.directions.pop_front() {
            match direction {
                Direction::Run { text, line } | Direction::Begin { text, line } => {
                    self.submit(player.client, player.part(text, line))?;
                }
                Direction::Client(client) => {
                    while self.clients() <= client && self.add_client() {}
                    player.client = client;
                }
                Direction::Must { name, promise, line } => self.must(&name, &promise, line)?,
                Direction::Step { .. } | Direction::Back(_) | Direction::Mark(_) => {}
            }
        }
        Ok(())
    }

    /// Whether the script of a client has asked a question, which what is typed next will answer.
    pub fn asks(&self, client: u8) -> bool {
        self.world().can_step(Actor::Client(client)) == Err(Blocked::Asks)
    }

    /// Statements that were typed, and commands of forms, newest first; none twice in a row.
    pub fn commands(&self, most: usize) -> Vec<String> {
        let mut commands: Vec<String> = Vec::new();
        for line in self.console(most, &|_, row| to_string_binary(row)) {
            match line.kind {
                Kind::Typed if line.prompt.ends_with(":0> ") => commands.push(line.text),
                // The shell counts lines of an open block in its prompt, or prints none at all.
                Kind::Typed => {
                    if let Some(last) = commands.last_mut() {
                        last.push('\n');
                        last.push_str(&line.text);
                    }
                }
                Kind::Form => commands.push(line.text),
                Kind::Output | Kind::Error | Kind::Answer => {}
            }
        }
        commands.retain(|command| !command.trim().is_empty() && !command.starts_with('#'));
        commands.dedup();
        commands.reverse();
        commands
    }

    /// The table that the step at the cursor is about.
    pub fn table_here(&self) -> Option<TableName> {
        let atom = self.log.atom(self.log.at())?;
        let fact = self.log.fact(atom)?;
        let own = |before: &&Fact| before.actor == fact.actor && before.operation == fact.operation;
        let facts = (1..=atom).rev().filter_map(|at| self.log.fact(at)).take(LOOKED);
        facts.filter(own).find_map(|fact| fact.table.clone())
    }

    /// What is to be said of what a script did last: of a statement in SQL, of a region that it called by a name HBase does not
    /// know, or of a row key that it wrote and that steps into a trap.
    pub fn remark(&self) -> Option<String> {
        let atom = self.log.atom(self.log.at())?;
        let fact = self.log.fact(atom).filter(|fact| fact.typed)?;
        let own = |before: &&Fact| before.actor == fact.actor && before.operation == fact.operation;
        let facts = || (1..=atom).rev().filter_map(|at| self.log.fact(at)).take(LOOKED).filter(own);
        let printed = || facts().flat_map(|fact| &fact.printed);
        if printed().any(|printed| printed.error().is_some()) {
            let sql = |printed: &Printed| words::instead_of_sql(printed.typed()?);
            return printed().find_map(|printed| sql(printed).or_else(|| self.renamed(printed)));
        }
        let wrote = facts().find_map(|fact| fact.published.as_deref())?;
        let cell = wrote.cells.first().filter(|cell| !cell.cell_type().is_delete())?;
        self.stage().slips(&wrote.table, cell.row()).into_iter().next().map(|(_, said)| said)
    }

    /// A typed line with HBase's names in the place of those that regions have in the picture, and that it says. `None` where
    /// it says none.
    fn renamed(&self, printed: &Printed) -> Option<String> {
        let line = printed.typed()?;
        let cluster = self.world().cluster();
        let quoted = line.split(['\'', '"']).skip(1).step_by(2);
        let labels: Vec<&str> = quoted.filter(|word| is_label(word) && cluster.table(word).is_none()).collect();
        let regions = |table: &str| {
            let name = |label: &&str| {
                let mut regions = cluster.regions(table);
                let region =
                    regions.find(|region| words::region_label(self.world().region_number(region.id())) == **label)?;
                Some(region.name().encoded().to_string())
            };
            labels.iter().map(name).collect::<Option<Vec<String>>>()
        };
        let names = cluster.tables().find_map(|table| regions(&table.name)).filter(|names| !names.is_empty())?;
        let mut said = line.trim().to_owned();
        for (label, name) in labels.iter().zip(names) {
            for quote in ['\'', '"'] {
                said = said.replace(&format!("{quote}{label}{quote}"), &format!("{quote}{name}{quote}"));
            }
        }
        Some(words::own_names(&labels, &said))
    }

    /// The status with which a client left its shell last, by `exit`. `None` where it never did.
    pub fn exit_status(&self, client: u8) -> Option<i32> {
        self.world().shells(self.log.language()?.name)?.exit_status(client)
    }

    /// The prompt of a client's shell.
    pub fn prompt(&self, client: u8) -> String {
        let shells = self.log.language().and_then(|language| self.world().shells(language.name));
        shells.map_or_else(|| "hbase:001:0> ".to_owned(), |shells| shells.prompt(client))
    }

    /// Suggestions for the end of a line that a client types; `None` without a language.
    pub fn complete(&self, client: u8, line: &str) -> Option<Completion> {
        let language = self.log.language()?;
        self.spoken(language).complete(language.name, client, line)
    }

    /// The world at the cursor, with shells of a language also where nobody has typed in it yet.
    fn spoken(&self, language: &Language) -> World {
        let mut world = self.world().clone();
        world.speak(language);
        world
    }

    /// Whether a text ends where a statement ends; without a language, any does.
    pub fn is_whole(&self, text: &str) -> bool {
        self.log.language().is_none_or(|language| (language.is_whole)(text))
    }

    /// The line at which the script of a client stands, counted as its author counts from 1.
    pub fn script_line(&self, client: u8) -> Option<u32> {
        self.world().script_line(client)
    }

    /// All tables at the cursor as a script for the shell of a real HBase. `None` where nobody speaks its language.
    pub fn export(&self) -> Option<String> {
        let language = self.log.language()?;
        self.spoken(language).export(language.name).map(|script| self.with_musts(script))
    }

    /// All that was done up to the cursor as a script for the shell of a real HBase: the tables of the beginning, and
    /// then what was typed and what forms did, in their order. `None` where nobody speaks its language.
    pub fn actions(&self) -> Option<String> {
        let language = self.log.language()?;
        let mut first = self.log.origin().clone();
        first.speak(language);
        first.actions(language.name, &self.done()).map(|script| self.with_musts(script))
    }

    /// What was typed up to the cursor, and what forms did, in their order as lines for a shell. Where another client goes
    /// on, a comment says so, which is read back as `client 'B'` is.
    pub fn done(&self) -> String {
        let mut said: Vec<&Node> = self.said().collect();
        said.reverse();
        let mut done = Done { last: 0, parts: Vec::new() };
        for node in said {
            command_of(node).iter().for_each(|command| done.tell(None, command));
            let Some(fact) = &node.fact else { continue };
            let Actor::Client(client) = fact.actor else { continue };
            fact.request
                .as_deref()
                .and_then(command::request)
                .iter()
                .for_each(|command| done.tell(Some(client), command));
            match fact.printed.iter().find_map(Printed::passage) {
                Some(lines) => done.tell(Some(client), lines),
                None => fact.printed.iter().for_each(|printed| match printed {
                    Printed::Typed(prompt, line) if prompt.is_empty() => done.go_on(client, line),
                    Printed::Typed(_, line) => done.tell(Some(client), line),
                    Printed::Text(_) | Printed::Passage(..) => {}
                }),
            }
        }
        done.parts.into_iter().map(|(_, text)| text).collect()
    }

    /// Decisions that show something in the console, up to the cursor, newest first.
    fn said(&self) -> impl Iterator<Item = &Node> {
        let before = |id: u32| self.log.node(self.log.node(id).parent).said;
        let last = match self.log.node(self.log.id()).said {
            // The cursor is inside this atom, before its end.
            id if self.log.event().is_some() && id == self.log.id() => before(id),
            id => id,
        };
        let ids = iter::successors((last != 0).then_some(last), move |id| Some(before(*id)).filter(|id| *id != 0));
        ids.map(|id| self.log.node(id))
    }

    /// A table at the cursor as a file for HBase's ImportTsv, which is to be found under this name. `None` where
    /// ImportTsv cannot read the table, for example because it has too many columns.
    pub fn import_tsv(&self, table: &str, file: &str) -> Option<Tsv> {
        let world = self.world();
        exchange::lines(world.cluster(), table, world.clock().now(), file)
    }

    /// Whether a real shell printed a text: one from which [`Self::pasted`] makes a table.
    pub fn is_printed(text: &str) -> bool {
        exchange::is_printed(text)
    }

    /// What makes the table that a text shows as a real shell printed it. `None` where no shell printed it.
    pub fn pasted(&self, text: &str) -> Option<Result<String, String>> {
        exchange::pasted(text, self.world().cluster())
    }

    /// The last lines of the console up to the cursor, oldest first; at most so many, but the last thing that was said
    /// whole.
    pub fn console(&self, most: usize, keys: Keys<'_>) -> Vec<ConsoleLine> {
        let mut said: Vec<Vec<ConsoleLine>> = Vec::new();
        let mut count = 0;
        for node in self.said() {
            if count >= most {
                break;
            }
            let lines = lines_of(node, keys);
            count += lines.len();
            said.push(lines);
        }
        let mut lines: Vec<ConsoleLine> = said.into_iter().rev().flatten().collect();
        lines.drain(..lines.len().saturating_sub(most));
        lines
    }

    /// The lines that were added to the console since a [`place`](Self::place), oldest first.
    pub fn console_since(&self, place: usize, keys: Keys<'_>) -> Vec<ConsoleLine> {
        let mut said: Vec<&Node> = self.said().take_while(|node| node.index > place).collect();
        said.reverse();
        said.into_iter().flat_map(|node| lines_of(node, keys)).collect()
    }
}

impl ConsoleLine {
    /// Whether it says why a command fails. Ruby announces an exception in a line before the one that says that.
    pub fn says_why(&self) -> bool {
        self.kind == Kind::Error && !self.text.starts_with("Traceback")
    }

    fn new(client: Option<u8>, kind: Kind, text: impl Into<String>) -> Self {
        Self { client, kind, prompt: String::new(), text: text.into() }
    }
}

/// Whether a word is the name of a region in the picture: `r1`.
fn is_label(word: &str) -> bool {
    word.strip_prefix('r').is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Collects what clients have typed as one script, with a comment wherever the client changes.
struct Done {
    /// The client whose line came last.
    last: u8,
    /// Who said it, and what: one client's lines, each with its end.
    parts: Vec<(u8, String)>,
}

impl Done {
    /// Adds a line of a client; `None` means the client of the line before.
    fn tell(&mut self, client: Option<u8>, text: &str) {
        let client = client.unwrap_or(self.last);
        if client != self.last {
            let letter = world::letter(client);
            self.parts.push((client, format!("# client {letter}\n")));
            self.last = client;
        } else if self.parts.is_empty() {
            self.parts.push((client, String::new()));
        }
        if let Some((_, part)) = self.parts.last_mut() {
            Self::add(part, text);
        }
    }

    /// Adds a line to what a client said last: the answer to a question belongs to the statement that asks, also where
    /// somebody else came in between.
    fn go_on(&mut self, client: u8, line: &str) {
        match self.parts.iter_mut().rev().find(|(speaker, _)| *speaker == client) {
            Some((_, part)) => Self::add(part, line),
            None => self.tell(Some(client), line),
        }
    }

    fn add(part: &mut String, text: &str) {
        part.push_str(text);
        if !text.ends_with('\n') {
            part.push('\n');
        }
    }
}

/// The lines of the console for one decision.
fn lines_of(node: &Node, keys: Keys<'_>) -> Vec<ConsoleLine> {
    let mut lines = Vec::new();
    if let Some(command) = command_of(node) {
        lines.extend(command.lines().map(|line| ConsoleLine::new(None, Kind::Form, line)));
    }
    if let Some(fact) = &node.fact {
        tell(fact, keys, &mut lines);
    }
    lines
}

/// The commands of an administrator's request.
fn command_of(node: &Node) -> Option<String> {
    match &node.decision {
        Some(Decision::Submit(_, intent)) => Some(command::asked(intent, node.asked.as_deref()?)),
        _ => None,
    }
}

/// Adds the lines of the console for one atom.
fn tell(fact: &Fact, keys: Keys<'_>, lines: &mut Vec<ConsoleLine>) {
    let client = match fact.actor {
        Actor::Client(client) => Some(client),
        Actor::Job(_) => None,
    };
    if let Some(command) = fact.request.as_deref().and_then(command::request) {
        lines.extend(command.lines().map(|line| ConsoleLine::new(client, Kind::Form, line)));
    }
    for printed in &fact.printed {
        match printed {
            Printed::Typed(prompt, line) => {
                let prompt = prompt.clone();
                lines.push(ConsoleLine { prompt, ..ConsoleLine::new(client, Kind::Typed, line) });
            }
            Printed::Passage(text, range) => {
                let count = text[range.clone()].lines().count();
                lines.push(ConsoleLine::new(client, Kind::Output, format!("… the last of {count} lines of a script:")));
            }
            Printed::Text(text) => lines.extend(text.lines().map(|line| {
                let kind = if is_error(line) { Kind::Error } else { Kind::Output };
                ConsoleLine::new(client, kind, line)
            })),
        }
    }
    if let Some(answer) = fact.answer.as_deref().filter(|_| !fact.typed).map(words::answer) {
        let text = answer.text.print(keys);
        if !text.is_empty() && (client.is_some() || answer.tone == Tone::No) {
            lines.push(ConsoleLine::new(client, Kind::Answer, text));
        }
    }
}
