//! Words about the cursor of a log: the sentence, what lanes did and do next, what clients remember, costs, and time.

use super::line::Lines;
use super::{
    BEGINNING, BranchView, CostView, EntryView, KeyNotation, LaneState, MemoryView, NextView, Printer, Sentence, Stage,
    TimelineView, cost, leap,
};
use crate::intent::Intent;
use crate::log::{Branch, Decision, Fact, Grain, Telling, Wrote};
use crate::notation::Encoding;
use crate::sim::answer::{Answer, Came};
use crate::sim::label::{Label, Title};
use crate::sim::memory::{Claim, Learnt, Memory};
use crate::sim::program::Program;
use crate::sim::world::{self, Actor, Blocked, How, Lane};
use crate::words::phrase::{Clause, Keys, Phrase, Piece};
use crate::words::{self, AnswerText, Tone};
use splitpoint_model::bytes::{RowKey, TableName, to_string_binary};
use splitpoint_model::cell::Cell;
use splitpoint_model::client::{Atom, Next};
use splitpoint_model::event::{Event, RegionId};
use splitpoint_model::query::Metrics;
use splitpoint_model::region::Region;

/// Atoms of one step that are looked through for its most telling event.
const LOOKED: usize = 512;

/// The least weight with which an event, rather than its answer, speaks for a step of a job.
const BACKGROUND: u8 = 40;

/// Characters of a command that names a branch.
const NAME: usize = 60;

/// Beginnings of operations that are marked on the track.
const TICKS: u64 = 400;

/// Jobs that are over and shown: what is repeated may end ten thousand.
const ENDED: usize = 100;

impl Stage<'_> {
    /// The sentence on the step at the cursor.
    pub fn sentence(&self, keys: Keys<'_>) -> Sentence {
        self.sentence_beside(keys, "")
    }

    /// The same where this table is in the picture: regions of another one, at which servers work, are named with it.
    pub(super) fn sentence_beside(&self, keys: Keys<'_>, shown: &str) -> Sentence {
        let Some(atom) = self.log.atom(self.log.at()) else { return self.asked_for(keys) };
        let Some(fact) = self.log.fact(atom) else { return Sentence::default() };
        let (phrase, tone) = self.tell(atom, fact, shown);
        let phrase = phrase.told(|clause, table, row| match clause {
            Clause::Rival => self.rival(atom, table, row),
            Clause::Loss => self.loss(atom, table, row),
            Clause::Larger => self.larger(table, row),
            Clause::Retries => self.retries(atom),
            Clause::Alike => self.alike(keys, table, row),
        });
        Sentence { client: fact.actor.letter(), parts: words::fit(phrase.parts(keys)), tone: Some(tone) }
    }

    /// The sentence about what somebody was asked for, where nothing of it is done yet; empty where nobody was asked
    /// for anything.
    fn asked_for(&self, keys: Keys<'_>) -> Sentence {
        let Some(actor) = self.world().actors().find(|actor| self.world().operation(*actor).is_some()) else {
            return Sentence::default();
        };
        let title = self.title(actor, keys);
        let text = match actor {
            Actor::Client(_) => format!("was asked for “{title}”. Nothing of it is done yet."),
            Actor::Job(_) => format!("“{title}” was asked for. Nothing of it is done yet."),
        };
        let parts = words::fit(Phrase::from(text).parts(keys));
        Sentence { client: actor.letter(), parts, tone: Some(Tone::Plain) }
    }

    fn tell(&self, atom: usize, fact: &Fact, shown: &str) -> (Phrase, Tone) {
        if self.grain == Grain::Cell
            && let Some(event) = self.log.events().last()
        {
            let told = match (event, leap::passed(self)) {
                (Event::Seek { .. } | Event::ScannerOpened { .. }, Some(cells)) => {
                    words::leapt(self.world(), event, cells)
                }
                // Of a request for several rows its answer says which of them are at fault; the event does not.
                (Event::OperationDone { error: Some(_) }, _)
                    if fact.answer.as_deref().is_some_and(|answer| answer.to.rows() > 1) =>
                {
                    return self.tell_step(atom, atom, fact.actor, shown);
                }
                (Event::OperationDone { error: Some(error) }, _) => {
                    let facts = (1..=atom).rev().filter_map(|at| self.log.fact(at));
                    let own = facts.filter(|other| other.operation == fact.operation && other.actor == fact.actor);
                    let table = own.into_iter().find_map(|fact| fact.table.clone()).unwrap_or_else(|| "".into());
                    Phrase::from("fails: ").with(words::trouble(&table, error))
                }
                (Event::OperationDone { error: None }, _) if self.is_loss(atom, fact) => {
                    return self.tell_step(atom, atom, fact.actor, shown);
                }
                _ if fact.actor.letter().is_none() => words::tell_beside(self.world(), event, shown),
                _ => words::tell(self.world(), event),
            };
            return (told, Tone::Plain);
        }
        if let Some((at, refused)) = self.refused_in_step() {
            return self.tell_step(at, at, refused.actor, shown);
        }
        if let Some((most, before)) = self.most_of_jobs() {
            let told = words::tell_beside(most, &most.event, shown);
            let told = match before {
                0 => told,
                1 => told.text(" In the same step one more like it came before it."),
                before => {
                    told.text(format!(" In the same step {} more like it came before it.", words::number(before)))
                }
            };
            return (told.text(self.rewritten_after(&most.event)), Tone::Plain);
        }
        let begin = self.log.begin(atom, self.grain).max(atom.saturating_sub(LOOKED));
        self.tell_step(begin, atom, fact.actor, shown)
    }

    /// The places of all atoms of a step of a lesson, or of a job that was run to its end, where it ends at the cursor with work of
    /// servers.
    fn atoms_until_job(&self) -> Option<std::ops::RangeInclusive<usize>> {
        let (since, atom) = (self.since?, self.log.atom(self.log.at())?);
        self.log.fact(atom).filter(|fact| fact.actor.letter().is_none())?;
        Some(since + 1..=atom)
    }

    /// The last refusal of a client within a step that ends at the cursor with work of servers, and its place. It is told
    /// instead of that work, which the client did not ask for.
    fn refused_in_step(&self) -> Option<(usize, &Fact)> {
        let facts = self.atoms_until_job()?.rev().filter_map(|at| Some((at, self.log.fact(at)?)));
        let mut own = facts.filter(|(_, fact)| fact.actor.letter().is_some());
        own.find(|(_, fact)| fact.over)
            .filter(|(_, fact)| fact.answer.as_deref().is_some_and(|answer| words::tone(answer) == Tone::No))
    }

    /// Of a step of a lesson, or of a job that was run to its end, that ends at the cursor with work of servers: the event
    /// that says most of that work, the last of its kind, and how often the same happened before it. `None` where no such
    /// step ends there, and where something was refused, which its answer tells.
    pub(super) fn most_of_jobs(&self) -> Option<(&Telling, u64)> {
        let facts =
            self.atoms_until_job()?.filter_map(|at| self.log.fact(at)).filter(|fact| fact.actor.letter().is_none());
        let kind = |telling: &Telling| std::mem::discriminant(&telling.event);
        let mut most: Option<(&Telling, u64)> = None;
        for telling in facts.filter_map(|fact| fact.telling.as_deref()) {
            most = match most {
                Some((most, before)) if telling.weight < most.weight => Some((most, before)),
                Some((most, before)) if kind(telling) == kind(most) => Some((telling, before + 1)),
                _ => Some((telling, 0)),
            };
        }
        most.filter(|(most, _)| most.weight >= BACKGROUND && !matches!(most.event, Event::JobRefused { .. }))
    }

    /// After a split that copies nothing: that its regions were compacted in the same step, which does copy.
    fn rewritten_after(&self, split: &Event) -> &'static str {
        let Event::DaughtersCreated { first, second, .. } = split else { return "" };
        let rewrites = |half: &RegionId| {
            self.atoms_until_job()
                .into_iter()
                .flatten()
                .filter_map(|at| self.log.fact(at)?.telling.as_deref())
                .any(|telling| matches!(&telling.event, Event::CompactionFinished { region, .. } if region == half))
        };
        words::compacted_after_split([first, second].into_iter().filter(|half| rewrites(half)).count())
    }

    /// The sentence about a run of atoms: its answer where it ends with one, else the event that says most.
    fn tell_step(&self, begin: usize, end: usize, actor: Actor, shown: &str) -> (Phrase, Tone) {
        let facts = || (begin..=end).rev().filter_map(|at| self.log.fact(at));
        let looked = if self.grain == Grain::Operation { usize::MAX } else { 1 };
        let answer = facts().take(looked).find_map(|fact| fact.answer.as_deref());
        let closed = answer.filter(|answer| answer.came == Came::Closed).and_then(|_| self.last_page(actor));
        let answer = answer.map(words::answer).map(|answer| match closed {
            Some(page) => AnswerText { sentence: page.text(" Then the scanner is closed."), ..answer },
            None => answer,
        });
        let label = || {
            let label = facts().find_map(|fact| fact.label.as_deref()).map(words::label);
            let label = label.unwrap_or_else(|| self.at_work(end));
            match actor {
                Actor::Client(_) => label,
                Actor::Job(_) => Phrase::from(self.title(actor, &|_, _| String::new())).text(": ").with(label),
            }
        };
        // What is at work where no event says more.
        let plain = || {
            let part = facts()
                .find_map(|fact| if let Some(Label::Part(part)) = fact.label.as_deref() { Some(*part) } else { None });
            let told = match (actor, part.map_or("", words::meaning)) {
                (Actor::Client(client), _) if self.world().lane(client).is_some_and(Lane::waits) => {
                    let again = facts().any(Fact::hears_of_job);
                    let asks = Phrase::from(if again { "goes on with " } else { "asks for " });
                    asks.with(label()).text(". Servers do it, in steps of their own.")
                }
                (Actor::Job(_), meaning) if !meaning.is_empty() => label().text(". ").text(meaning),
                _ => label().text("."),
            };
            (told, Tone::Plain)
        };
        let most = facts().filter_map(|fact| fact.telling.as_deref()).max_by_key(|telling| telling.weight);
        let shown = if actor.letter().is_none() { shown } else { "" };
        let most = most.map(|most| (most.weight, words::tell_beside(most, &most.event, shown)));
        match (actor, answer, most) {
            (Actor::Client(client), Some(answer), _) => match self.series_over(client, end) {
                Some(title) if answer.tone != Tone::No => {
                    (title.text(" are done; the last was ").with(label()).text("."), answer.tone)
                }
                _ => (answer.sentence, answer.tone),
            },
            (Actor::Job(_), Some(answer), _) if answer.tone == Tone::No => (answer.sentence, answer.tone),
            (Actor::Job(_), _, Some((weight, _))) if weight < BACKGROUND => plain(),
            (_, _, Some((_, told))) if !told.is_empty() => (told, Tone::Plain),
            (_, Some(answer), _) => (answer.sentence, answer.tone),
            _ => plain(),
        }
    }

    /// What was repeated, where the atom ends the last of it and all clients that shared it are through:
    /// `300 inserts into comments`.
    fn series_over(&self, client: u8, atom: usize) -> Option<Phrase> {
        let world = self.world();
        let ended = world.lane(client)?.ended()?;
        let asked = self.log.fact(atom).filter(|fact| fact.over)?.asked;
        let title = ended.whole();
        let is_over = atom == self.log.at() && ended.asked() == asked && ended.how() == How::Done;
        let is_series = matches!(title, Title::Series { times: 2.., .. });
        let is_quiet =
            || (0..world.clients()).all(|other| world.lane(other).is_none_or(|lane| lane.running().is_none()));
        (is_over && is_series && is_quiet()).then(|| words::title(&title))
    }

    /// The words for an atom that begins nothing and has no event to tell: what is at work.
    fn at_work(&self, at: usize) -> Phrase {
        let Some(here) = self.log.fact(at) else { return Phrase::new() };
        let facts = (1..at).rev().filter_map(|at| self.log.fact(at)).filter(|fact| fact.actor == here.actor);
        let label = facts.take_while(|fact| fact.operation == here.operation).find_map(|fact| fact.label.as_deref());
        match label {
            Some(label) => Phrase::from("goes on with ").with(words::label(label)),
            None => "goes on".into(),
        }
    }

    /// Who wrote a row before an atom, and when: `A wrote that row two steps ago`.
    fn rival(&self, atom: usize, table: &TableName, row: &RowKey) -> Option<Phrase> {
        let actor = self.log.fact(atom)?.actor;
        let wrote = |fact: &Fact| fact.published.as_ref().is_some_and(|wrote| wrote.has(table, row));
        let (at, other) = self.log.last_of_others(actor, atom, wrote)?;
        let letter = other.actor.letter()?;
        let steps = self.log.step(atom).place.at(self.grain) - self.log.step(at).place.at(self.grain);
        let ago = match steps {
            0 => "in between".to_owned(),
            1 => "one step ago".to_owned(),
            steps => format!("{} steps ago", words::number(steps)),
        };
        Some(Phrase::from(format!("{letter} wrote that row {ago}")))
    }

    /// What the write that an atom ends put in the place of what another client had written to a row:
    /// ` and overwrites A's “I like your post”. Nobody is told: 2 sent, 1 left.`
    fn loss(&self, atom: usize, table: &TableName, row: &RowKey) -> Option<Phrase> {
        let here = self.log.fact(atom)?;
        let wrote = |at: usize| Some((self.log.fact(at)?, self.log.fact(at)?.published.as_deref()?));
        let own = |(fact, _): &(&Fact, &Wrote)| fact.actor == here.actor && fact.operation == here.operation;
        let (_, mine) = (1..=atom).rev().filter_map(wrote).find(own)?;
        let wrote_row = |fact: &Fact| fact.published.as_deref().is_some_and(|wrote| wrote.has(table, row));
        let (_, other) = self.log.last_of_others(here.actor, atom, wrote_row)?;
        let (letter, theirs) = (other.actor.letter()?, other.published.as_deref()?);
        let is_lost = |cell: &&Cell| *cell.row() == **row && !cell.cell_type().is_delete() && mine.puts(table, cell);
        let lost = theirs.cells.iter().find(is_lost)?;
        let sent = (1..=atom).filter_map(wrote).filter(|(_, wrote)| wrote.puts(table, lost)).count();
        let value = words::value(lost.value());
        Some(Phrase::from(format!(" and overwrites {letter}'s “{value}”. Nobody is told: {sent} sent, 1 left.")))
    }

    /// Which row is the last of a table at the cursor, where another one was taken for it:
    /// ` brings that row, but it is not the last: 1000 is.`
    fn larger(&self, table: &TableName, row: &RowKey) -> Option<Phrase> {
        let now = self.world().clock().now();
        let regions: Vec<&Region> = self.cluster().regions(table).collect();
        let last = regions.into_iter().rev().find_map(|region| {
            let lines = Lines::visible(region, now);
            lines.range(lines.len().saturating_sub(1)..lines.len()).0.pop()
        })?;
        let last = RowKey::from(last.cell.row());
        (last > *row).then(|| Phrase::from(" brings that row, but it is not the last: ").key(table, last).text(" is."))
    }

    /// What the scanner brought last that an actor has just closed: the closing alone would hide what came.
    fn last_page(&self, actor: Actor) -> Option<Phrase> {
        let answers = self.log.atoms_of(actor).filter_map(|(_, fact)| fact.answer.as_deref());
        let mut own = answers.take_while(|answer| !matches!(answer.came, Came::Opened { .. }));
        own.find(|answer| matches!(answer.came, Came::Page(_))).map(|answer| words::answer(answer).sentence)
    }

    /// How often the call was sent again that failed with an atom: `, tried again 15 times`. What is announced in the step
    /// counts too, since a client that nothing can help announces what is left at once.
    fn retries(&self, atom: usize) -> Option<Phrase> {
        let attempt = |event: &Event| if let Event::Retry { attempt, .. } = event { Some(*attempt) } else { None };
        let here = self.log.fact(atom)?;
        let earlier = || {
            let facts = self.log.atoms_of(here.actor).map(|(_, fact)| fact);
            let own = facts.take_while(|fact| fact.operation == here.operation);
            own.filter_map(|fact| attempt(&fact.telling.as_ref()?.event)).max()
        };
        match self.log.events().iter().filter_map(attempt).max().or_else(earlier)? {
            1 => Some(", tried again once".into()),
            times => Some(format!(", tried again {times} times").into()),
        }
    }

    /// Of a row that is not there: that another one, of other bytes, is shown with the same characters. So it is where a
    /// number was written as text.
    fn alike(&self, keys: Keys<'_>, table: &TableName, row: &RowKey) -> Option<Phrase> {
        let typed = std::str::from_utf8(row).ok()?;
        let other =
            self.key(table).encode(typed).ok().filter(|other| **other != **row && keys(table, other) == typed)?;
        let region = self.cluster().regions(table).find(|region| region.contains(&other))?;
        Lines::all(region, self.world().clock().now()).holds(&other).then(|| {
            let bytes = words::count(row.len(), "byte");
            let (typed, own) = (Encoding::Hex.to_text(row), to_string_binary(&other));
            let shown = Phrase::from(format!("these are the {bytes} {typed}. The row shown as "));
            let shown = shown.key(table, other.as_slice()).text(format!(" has {} others: \"", other.len()));
            shown.text(own).text("\" in the shell.")
        })
    }

    /// Whether the answer that comes with an atom hides that something was overwritten.
    fn is_loss(&self, atom: usize, fact: &Fact) -> bool {
        let Some(answer) = &fact.answer else { return false };
        words::answer(answer).sentence.pieces().iter().any(|piece| match piece {
            Piece::Clause { clause: Clause::Loss, table, row, .. } => self.loss(atom, table, row).is_some(),
            _ => false,
        })
    }

    /// How many prepends that were written blindly overwrote what another client had put, up to the cursor.
    pub fn lost(&self) -> usize {
        self.log.blind().filter(|(at, fact)| self.is_loss(*at, fact)).count()
    }

    /// What an actor did up to the cursor, oldest first; at most the last `limit`.
    pub fn entries(&self, actor: Actor, limit: usize, keys: Keys<'_>) -> Vec<EntryView> {
        self.entries_at(&mut self.log.atoms_of(actor).map(|(at, _)| at), limit, keys)
    }

    /// For each of these jobs the places of all its atoms up to the cursor, the last first. One pass for all of them: there may be
    /// many jobs among very many steps.
    pub(super) fn atoms_of(&self, jobs: &[u32]) -> Vec<Vec<usize>> {
        let mut atoms: Vec<Vec<usize>> = jobs.iter().map(|_| Vec::new()).collect();
        if jobs.is_empty() {
            return atoms;
        }
        for (at, fact) in self.log.atoms_of_jobs() {
            if let Actor::Job(job) = fact.actor
                && let Some(own) = jobs.iter().position(|known| *known == job)
            {
                atoms[own].push(at);
            }
        }
        atoms
    }

    /// What was done by atoms at these places, of which the last comes first.
    pub(super) fn entries_at(
        &self,
        atoms: &mut dyn Iterator<Item = usize>,
        limit: usize,
        keys: Keys<'_>,
    ) -> Vec<EntryView> {
        let here = self.log.atom(self.log.at());
        let mut entries = Vec::new();
        let mut last: Option<usize> = None;
        for at in atoms {
            let Some(fact) = self.log.fact(at) else { continue };
            let end = *last.get_or_insert(at);
            let Some(label) = fact.begins() else { continue };
            let ending = self.log.fact(end);
            let answer = ending.and_then(|fact| fact.answer.as_deref()).map(words::answer);
            entries.push(EntryView {
                text: words::label(label).print(keys),
                answer: answer.as_ref().map(|answer| answer.text.print(keys)).filter(|text| !text.is_empty()),
                tone: answer.map_or(Tone::Plain, |answer| answer.tone),
                current: Some(end) == here,
                over: ending.is_some_and(|fact| fact.over),
                position: self.log.step(end).place.at(self.grain),
                place: end,
            });
            last = None;
            if entries.len() >= limit {
                break;
            }
        }
        entries.reverse();
        entries
    }

    /// All that an actor did up to the cursor, oldest first, with keys in a notation.
    pub fn history(&self, actor: Actor, notation: KeyNotation) -> Vec<EntryView> {
        let keys = |table: &str, row: &[u8]| Printer::new(self.key(table), notation).key(row);
        self.entries(actor, usize::MAX, &keys)
    }

    /// How much a client did up to the cursor.
    pub(super) fn begun(&self, client: u8) -> u64 {
        self.log.begun(client)
    }

    /// How much was begun by atoms at these places.
    pub(super) fn begun_at(&self, atoms: &[usize]) -> u64 {
        atoms.iter().filter(|at| self.log.fact(**at).is_some_and(|fact| fact.begins().is_some())).count() as u64
    }

    /// What an actor is running, or last ran: `prepend to comments`.
    pub fn title(&self, actor: Actor, keys: Keys<'_>) -> String {
        match actor {
            Actor::Client(client) => self
                .world()
                .lane(client)
                .and_then(|lane| lane.title())
                .map(|title| words::title(&title).print(keys))
                .unwrap_or_default(),
            Actor::Job(job) => {
                let ended = || self.world().ended_jobs().rfind(|ended| ended.id == job).map(|job| &job.title);
                self.world().job(job).map(|lane| lane.title()).or_else(ended).map(words::job).unwrap_or_default()
            }
        }
    }

    /// Whether an actor can step, waits, or is done.
    pub fn lane_state(&self, actor: Actor, keys: Keys<'_>) -> LaneState {
        let world = self.world();
        match (world.can_step(actor), actor) {
            (Ok(()), _) => LaneState::Ready,
            (Err(Blocked::Waits(wait)), _) => LaneState::Waiting(words::waiting(world, &wait).print(keys)),
            (Err(Blocked::Asks), _) => LaneState::Waiting("an answer, typed at its console".to_owned()),
            (Err(Blocked::Idle), Actor::Client(client)) => {
                match world.lane(client).and_then(|lane| lane.ended()).map(|ended| ended.how()) {
                    Some(How::Done) => LaneState::Done,
                    Some(How::Failed) => LaneState::Failed,
                    Some(How::Cancelled) | None => LaneState::Idle,
                }
            }
            (Err(Blocked::Idle), Actor::Job(job)) => {
                match world.ended_jobs().rfind(|ended| ended.id == job).map(|ended| &ended.error) {
                    Some(None) => LaneState::Done,
                    Some(Some(_)) => LaneState::Failed,
                    None => LaneState::Idle,
                }
            }
        }
    }

    /// The step an actor would do next, at the grain; `None` where it has nothing to do.
    pub fn lane_next(&self, actor: Actor, keys: Keys<'_>) -> Option<NextView> {
        let text = match actor {
            Actor::Client(client) => {
                let lane = self.world().lane(client)?;
                let running = lane.running()?;
                let label = words::label(&running.label()).print(keys);
                // The cursor is inside an atom, which comes to its end first.
                let here = self.log.fact(self.log.at()).filter(|_| self.log.event().is_some());
                if let Some((fact, atom)) = here.and_then(|fact| Some((fact, Atom::from_name(fact.atom)?))) {
                    let atom = words::atom(match self.log.ahead() {
                        Some(Event::RowUnlocked { .. }) => Atom::Unlock,
                        _ => atom,
                    });
                    return Some(NextView {
                        text: match fact.actor.letter() {
                            Some(letter) if fact.actor != actor => {
                                format!("{label}, once {letter} is through with “{atom}”")
                            }
                            _ => format!("{atom}: {label}"),
                        },
                    });
                }
                match (self.grain, lane.client().next(self.world().cluster())) {
                    (Grain::Operation, _) => self.title(actor, keys),
                    (Grain::Cell, Next::Step { atom, .. }) => format!("{}: {label}", words::atom(atom)),
                    _ => label,
                }
            }
            Actor::Job(id) => {
                let job = self.world().cluster().jobs().find(|job| job.id.0 == id)?;
                match self.grain {
                    Grain::Operation => words::job(self.world().job(id)?.title()),
                    Grain::Rpc | Grain::Cell => words::part(job.next).to_owned(),
                }
            }
        };
        Some(NextView { text })
    }

    /// What the program of a client remembers, and what is no longer true of it.
    pub fn memory(&self, client: u8, keys: Keys<'_>) -> Vec<MemoryView> {
        let Some(lane) = self.world().lane(client) else { return Vec::new() };
        let view = |memory: Memory| {
            let (name, value) = words::memory(&memory, keys);
            let stale = memory.claim.as_ref().and_then(|claim| {
                let position = self.stale(client, memory.name, claim)?;
                Some(format!("{} step {position}", words::breach(claim.breach)))
            });
            MemoryView { name: name.to_owned(), value, stale }
        };
        let (name, value) = words::LOST_ANSWER;
        let lost = lane.loses_answer();
        let lost = lost.then(|| MemoryView { name: name.to_owned(), value: value.to_owned(), stale: None });
        lane.memory().into_iter().map(view).chain(lost).collect()
    }

    /// The position at which somebody else first broke a claim, since the client learnt what it claims.
    fn stale(&self, client: u8, name: Learnt, claim: &Claim) -> Option<u64> {
        let actor = Actor::Client(client);
        let learns = |fact: &Fact| fact.actor == actor && fact.answer.as_deref().and_then(Answer::learnt) == Some(name);
        let made = (1..=self.log.at()).rev().find(|at| self.log.fact(*at).is_some_and(learns))?;
        let breaks = |at: &usize| {
            let fact = self.log.fact(*at).filter(|fact| fact.actor != actor);
            let wrote = fact.and_then(|fact| fact.published.as_ref());
            wrote.is_some_and(|wrote| breaks_one(claim, wrote))
        };
        let broken = (made + 1..=self.log.at()).find(breaks)?;
        Some(self.log.step(broken).place.at(self.grain))
    }

    /// Jobs at the cursor: those that ended since the last thing that was asked for, of these the last 100, and those at
    /// work.
    pub fn jobs(&self) -> Vec<u32> {
        let mut jobs: Vec<u32> = self.world().ended_jobs().rev().take(ENDED).map(|job| job.id).collect();
        jobs.reverse();
        jobs.extend(self.world().jobs().map(|job| job.id()));
        jobs
    }

    /// Counters of what was asked for with the operation at the cursor, with the step at the grain as difference.
    pub fn cost(&self, keys: Keys<'_>) -> CostView {
        let none = Metrics::default();
        let Some((atom, fact)) = self.log.atom(self.log.at()).and_then(|atom| Some((atom, self.log.fact(atom)?)))
        else {
            return CostView { title: String::new(), counters: cost::counters(&none, &none, &none) };
        };
        let begin = self.log.begin(atom, self.grain);
        let before = (1..begin).rev().filter_map(|at| self.log.fact(at)).find(|before| before.actor == fact.actor);
        let mut before =
            before.filter(|before| before.asked == fact.asked).map(|before| before.cost).unwrap_or_default();
        let mut cost = fact.cost;
        if self.grain == Grain::Cell {
            let spent = self.log.spent();
            if self.log.event().is_some() {
                cost = before;
                cost += spent.after;
            }
            before += spent.before;
        }
        let title = self.asked_title(fact).print(keys);
        let title = match fact.actor.letter() {
            Some(letter) => format!("{letter} · {title}"),
            None => title,
        };
        CostView { title, counters: cost::counters(&cost, &before, &fact.cost) }
    }

    /// What was asked for with the operation of an atom at the cursor.
    fn asked_title(&self, fact: &Fact) -> Phrase {
        match fact.actor {
            Actor::Client(client) => {
                let Some(lane) = self.world().lane(client) else { return Phrase::new() };
                match lane.ended() {
                    Some(ended) if ended.asked() == fact.asked => words::title(&ended.whole()),
                    _ => lane.whole().as_ref().map(words::title).unwrap_or_default(),
                }
            }
            Actor::Job(_) => self.title(fact.actor, &|_, _| String::new()).into(),
        }
    }

    /// Where the cursor stands.
    pub fn timeline(&self, keys: Keys<'_>) -> TimelineView {
        let log = &self.log;
        let (position, total) = (log.position(self.grain), log.total(self.grain));
        TimelineView {
            grain: self.grain,
            position,
            total,
            ticks: self.ticks(),
            markers: self
                .markers
                .iter()
                .map(|(at, event, name)| (log.place(*at, *event, self.grain), (*name).to_owned()))
                .collect(),
            can_next: log.at() < log.len() || log.event().is_some() || log.due().is_some(),
            can_back: position > 0,
            next: self.coming(keys),
            reorder: log.neighbours(self.grain).map(|two| words::before(two.later, two.earlier)),
            branches: log.branches().iter().map(|branch| self.branch_view(branch, keys)).collect(),
            branch: log.branch(),
        }
    }

    /// Positions at which operations begin, evenly thinned.
    fn ticks(&self) -> Vec<u64> {
        let operations = self.log.total(Grain::Operation);
        let every = operations.div_ceil(TICKS).max(1);
        let begin = |operation: u64| {
            let (at, _) = self.log.seat(operation, Grain::Operation);
            self.log.step(at).place.at(self.grain)
        };
        (0..operations).step_by(every as usize).map(begin).collect()
    }

    /// What *Next* would do.
    fn coming(&self, keys: Keys<'_>) -> String {
        let log = &self.log;
        // A lane stands below its name; here a part of a job says whose it is.
        let named = |actor: Actor, text: String| match (actor.letter(), self.title(actor, keys)) {
            (Some(letter), _) => format!("{letter} {text}"),
            (None, title) if self.grain == Grain::Operation || title.is_empty() || text.is_empty() => text,
            (None, title) => [&title, ": ", &text].concat(),
        };
        let future = (log.at() + 1..=log.len()).find_map(|at| log.fact(at));
        let Some(actor) = future.map(|fact| fact.actor).or_else(|| log.due()) else { return String::new() };
        let next = self.lane_next(actor, keys).map(|next| next.text);
        let label = || future.and_then(|fact| fact.label.as_deref()).map(|label| words::label(label).print(keys));
        named(actor, next.or_else(label).unwrap_or_default())
    }

    fn branch_view(&self, branch: &Branch, keys: Keys<'_>) -> BranchView {
        let log = &self.log;
        BranchView {
            title: match log.first(branch) {
                _ if !branch.name.is_empty() => branch.name.clone(),
                Some(first) => match (&first.decision, &first.asked) {
                    (Some(Decision::Submit(_, intent)), Some(asked)) => {
                        words::cut(&words::command::asked(intent, asked), NAME)
                    }
                    _ => self.decision_words(first.decision.as_ref(), first.fact.as_deref(), keys),
                },
                None => BEGINNING.to_owned(),
            },
            name: branch.name.clone(),
            fork: log.node(branch.fork).place.at(self.grain),
            total: log.node(branch.tip).place.at(self.grain),
            parent: branch.parent,
        }
    }

    /// A decision in a few words: `A: check-and-put 16`.
    pub(crate) fn decision_words(&self, decision: Option<&Decision>, fact: Option<&Fact>, keys: Keys<'_>) -> String {
        match decision {
            None => "the start".to_owned(),
            Some(Decision::Submit(client, intent)) if matches!(**intent, Intent::LoseAnswer) => {
                format!("{}: the next answer is lost", world::letter(*client))
            }
            Some(Decision::Submit(client, intent)) => match Program::of(intent) {
                Ok(Some(program)) => {
                    format!("{}: {}", world::letter(*client), words::title(&program.title()).print(keys))
                }
                _ => "administration".to_owned(),
            },
            Some(Decision::Cancel(client)) => format!("{}: cancel", world::letter(*client)),
            Some(Decision::AddClient) => "one more client".to_owned(),
            Some(Decision::Background(true)) => "servers work by themselves".to_owned(),
            Some(Decision::Background(false)) => "servers work only when told to".to_owned(),
            Some(Decision::Burst(client, _)) => {
                let label = fact.and_then(|fact| fact.label.as_deref()).map(words::label).unwrap_or_default();
                format!("{}: {}", world::letter(*client), label.print(keys))
            }
            Some(Decision::Step(actor)) => {
                let told = fact.map(|fact| match (&fact.label, &fact.telling) {
                    (Some(label), _) => words::label(label).print(keys),
                    (None, Some(most)) => words::tell(&**most, &most.event).print(keys),
                    (None, None) => String::new(),
                });
                match (actor.letter(), told) {
                    (Some(letter), Some(told)) => format!("{letter}: {told}"),
                    (None, Some(told)) => told,
                    (_, None) => String::new(),
                }
            }
        }
    }
}

/// Whether something that was written makes a claim untrue.
fn breaks_one(claim: &Claim, wrote: &Wrote) -> bool {
    let breaks = |cell: &Cell| claim.breaks(&wrote.table, cell.row(), cell.cell_type().is_delete());
    wrote.cells.iter().any(breaks)
}

#[cfg(test)]
mod tests {
    use crate::sim::language::LANGUAGE;
    use crate::view::tests::{request, session};

    /// What is said of a line of the shell, typed where this table is in the picture.
    fn said(id: &str, table: &str, lines: &str) -> String {
        let mut session = session(id);
        session.speak(&LANGUAGE);
        session.queue(0, 0, lines).expect("it can be read");
        assert!(session.run_client(0, 100_000), "it comes to its end");
        session.view(&request(table)).sentence.text()
    }

    #[test]
    fn a_number_written_as_text_is_told_from_the_row_that_looks_alike() {
        let told = said("comments", "comments", "get 'comments', '18'\n");
        let own = r#""\x00\x00\x00\x00\x00\x00\x00\x12""#;
        let end = format!(
            "brings nothing: these are the 2 bytes 31 38. The row shown as 18 has 8 others: {own} in the shell."
        );
        assert!(told.ends_with(&end), "{told}");
        let told = said("comments", "comments", "get 'comments', '12345'\n");
        assert!(told.ends_with("brings nothing: no cell of it is visible."), "no row is shown so: {told}");
    }

    #[test]
    fn a_call_that_was_sent_again_says_how_often() {
        let script = "alter 'myTable', METHOD => 'table_att', 'coprocessor' => \
             '|org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint||'\n\
             mutate_rows 'myTable', {'ROW' => 'acm'}, ['put', 'xxxabc', 'f:state', 'v']\n";
        let told = said("partitions", "myTable", script);
        assert!(told.starts_with("transaction on 1 row fails, tried again 15 times: WrongRegionException."), "{told}");
    }

    #[test]
    fn steps_of_servers_without_an_event_say_what_they_mean() {
        let mut session = session("comments");
        session.speak(&LANGUAGE);
        session.queue(0, 0, "flush 'comments'\n").expect("it can be read");
        let (mut told, mut entries) = (Vec::new(), Vec::new());
        while session.next() {
            let mut view = session.view(&request("comments"));
            told.push(view.sentence.text());
            entries = std::mem::take(&mut view.clients[0].entries);
        }
        let [entry] = &entries[..] else { panic!("it is one statement: {entries:?}") };
        assert_eq!((entry.text.as_str(), entry.answer.as_deref()), ("flush 'comments'", Some("done")));
        assert_eq!(told[0], "asks for flush 'comments'. Servers do it, in steps of their own.");
        assert_eq!(
            told[2],
            "flush comments: write files. Reads still find these cells in the memstore that stands still."
        );
    }

    #[test]
    fn an_increment_and_an_append_say_what_they_made() {
        let counted =
            said("pets", "t", "create 't', 'f'\nincr 't', 'ada', 'f:visits', 2\nincr 't', 'ada', 'f:visits', 3\n");
        assert_eq!(counted, "increment ada is done: f:visits is 5.");
        let appended =
            said("pets", "t", "create 't', 'f'\nappend 't', 'ada', 'f:q', 'x'\nappend 't', 'ada', 'f:q', 'y'\n");
        assert_eq!(appended, "append ada is done: f:q is xy.");
    }
}
