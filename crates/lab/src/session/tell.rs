//! What there is to tell of a session at its cursor: the sentence, what lanes did and do next, what clients remember,
//! costs, the timeline.

use super::Session;
use crate::cost;
use crate::history::{Branch, Decision, Note};
use crate::phrase::{Keys, Phrase};
use crate::program::{Claim, Program, Routine};
use crate::sentence;
use crate::view::{
    BEGINNING, BranchView, CostView, EntryView, Grain, LaneState, MemoryView, NextView, Sentence, TimelineView, Tone,
};
use crate::world::{Actor, Blocked, How};
use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::client::{Atom, Next};
use splitpoint_model::query::Metrics;

/// Atoms of one step that are looked through for its most telling event.
const LOOKED: usize = 512;

/// How much an event has to tell to speak for a step of a job.
const BACKGROUND: u8 = 40;

/// Beginnings of operations that are marked on the track.
const TICKS: u64 = 400;

impl Session {
    /// The sentence on the step at the cursor.
    pub fn sentence(&self, keys: Keys<'_>) -> Sentence {
        let Some(atom) = self.history.atom(self.history.at()) else { return Sentence::default() };
        let Some(note) = self.history.note(atom) else { return Sentence::default() };
        let (phrase, tone) = self.tell(atom, note);
        let phrase = phrase.told(|table, row| self.rival(atom, table, row));
        Sentence { client: note.actor.letter(), parts: sentence::fit(phrase.parts(keys)), tone: Some(tone) }
    }

    fn tell(&self, atom: usize, note: &Note) -> (Phrase, Tone) {
        if self.grain == Grain::Cell
            && let Some(event) = self.history.events().last()
        {
            return (sentence::tell(self.world(), event), Tone::Plain);
        }
        let begin = self.history.begin(atom, self.grain).max(atom.saturating_sub(LOOKED));
        self.tell_step(begin, atom, note.actor)
    }

    /// The sentence on a run of atoms: the answer it ends with, or what tells most.
    fn tell_step(&self, begin: usize, end: usize, actor: Actor) -> (Phrase, Tone) {
        let notes = || (begin..=end).rev().filter_map(|at| self.history.note(at));
        let looked = if self.grain == Grain::Operation { usize::MAX } else { 1 };
        let answer = notes().take(looked).find_map(|note| note.answer.as_ref());
        let label = || {
            let label = notes().find_map(|note| note.label.clone()).unwrap_or_default();
            match actor {
                Actor::Client(_) => label,
                Actor::Job(_) => Phrase::from(self.title(actor, &|_, _| String::new())).text(": ").with(label),
            }
        };
        let most = notes().map(|note| &note.told).max_by_key(|(weight, _)| *weight);
        match (actor, answer, most) {
            (Actor::Client(_), Some(answer), _) => (answer.sentence.clone(), answer.tone),
            (Actor::Job(_), Some(answer), _) if answer.tone == Tone::No => (answer.sentence.clone(), answer.tone),
            (Actor::Job(_), _, Some((weight, _))) if *weight < BACKGROUND => (label().text("."), Tone::Plain),
            (_, _, Some((_, told))) if !told.is_empty() => (told.clone(), Tone::Plain),
            (_, Some(answer), _) => (answer.sentence.clone(), answer.tone),
            _ => (label().text("."), Tone::Plain),
        }
    }

    /// Who wrote a row before an atom, and when: `A wrote that row two steps ago`.
    fn rival(&self, atom: usize, table: &TableName, row: &RowKey) -> Option<Phrase> {
        let actor = self.history.note(atom)?.actor;
        let wrote = |at: &usize| {
            let note = self.history.note(*at);
            note.is_some_and(|note| {
                note.actor != actor && note.published.as_ref().is_some_and(|wrote| wrote.has(table, row))
            })
        };
        let at = (1..atom).rev().find(wrote)?;
        let letter = self.history.note(at)?.actor.letter()?;
        let steps = self.history.step(atom).place.at(self.grain) - self.history.step(at).place.at(self.grain);
        let ago = match steps {
            0 => "in between".to_owned(),
            1 => "one step ago".to_owned(),
            steps => format!("{} steps ago", sentence::number(steps)),
        };
        Some(Phrase::from(format!("{letter} wrote that row {ago}")))
    }

    /// What an actor did up to the cursor, oldest first; at most the last `limit`.
    pub fn entries(&self, actor: Actor, limit: usize, keys: Keys<'_>) -> Vec<EntryView> {
        let here = self.history.atom(self.history.at());
        let mut entries = Vec::new();
        let mut last: Option<usize> = None;
        for at in (1..=here.unwrap_or(0)).rev() {
            let Some(note) = self.history.note(at).filter(|note| note.actor == actor) else { continue };
            let end = *last.get_or_insert(at);
            let Some(label) = &note.label else { continue };
            let answer = self.history.note(end).and_then(|note| note.answer.as_ref());
            entries.push(EntryView {
                text: label.print(keys),
                answer: answer.map(|answer| answer.text.print(keys)).filter(|text| !text.is_empty()),
                tone: answer.map_or(Tone::Plain, |answer| answer.tone),
                current: Some(end) == here,
                position: self.history.step(end).place.at(self.grain),
            });
            last = None;
            if entries.len() >= limit {
                break;
            }
        }
        entries.reverse();
        entries
    }

    /// What an actor is running, or last ran: `prepend to comments`.
    pub fn title(&self, actor: Actor, keys: Keys<'_>) -> String {
        match actor {
            Actor::Client(client) => self.world().lane(client).map(|lane| lane.title().print(keys)).unwrap_or_default(),
            Actor::Job(job) => {
                let ended =
                    || self.world().ended_jobs().iter().find(|ended| ended.id == job).map(|job| job.title.clone());
                self.world().job(job).map(|lane| lane.title().to_owned()).or_else(ended).unwrap_or_default()
            }
        }
    }

    /// What an actor is about.
    pub fn lane_state(&self, actor: Actor, keys: Keys<'_>) -> LaneState {
        let world = self.world();
        match (world.can_step(actor), actor) {
            (Ok(()), _) => LaneState::Ready,
            (Err(Blocked::Waits(wait)), _) => LaneState::Waiting(sentence::waiting(world, &wait).print(keys)),
            (Err(Blocked::Asks), _) => LaneState::Waiting("an answer, typed at its console".to_owned()),
            (Err(Blocked::Idle), Actor::Client(client)) => {
                match world.lane(client).and_then(|lane| lane.ended()).map(|ended| ended.how()) {
                    Some(How::Done) => LaneState::Done,
                    Some(How::Failed) => LaneState::Failed,
                    Some(How::Cancelled) | None => LaneState::Idle,
                }
            }
            (Err(Blocked::Idle), Actor::Job(job)) => {
                match world.ended_jobs().iter().find(|ended| ended.id == job).map(|ended| &ended.error) {
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
                let label = running.label().print(keys);
                match (self.grain, lane.client().next(self.world().cluster())) {
                    (Grain::Operation, _) => lane.title().print(keys),
                    (Grain::Cell, Next::Step { atom, .. }) => format!("{}: {label}", atom_words(atom)),
                    _ => label,
                }
            }
            Actor::Job(id) => {
                let job = self.world().cluster().jobs().find(|job| job.id.0 == id)?;
                match self.grain {
                    Grain::Operation => self.world().job(id)?.title().to_owned(),
                    Grain::Rpc | Grain::Cell => job.next.name().to_owned(),
                }
            }
        };
        Some(NextView { text })
    }

    /// What the program of a client remembers, and what is no longer true of it.
    pub fn memory(&self, client: u8, keys: Keys<'_>) -> Vec<MemoryView> {
        let Some(lane) = self.world().lane(client) else { return Vec::new() };
        let memory = lane.memory().into_iter();
        memory
            .map(|memory| MemoryView {
                name: memory.name.to_owned(),
                value: memory.value.print(keys),
                stale: memory.claim.and_then(|claim| {
                    let position = self.stale(client, &claim, memory.at)?;
                    Some(format!("{} step {position}", claim.breach))
                }),
            })
            .collect()
    }

    /// The position at which somebody else broke a claim that was made after so many atoms.
    fn stale(&self, client: u8, claim: &Claim, made: u64) -> Option<u64> {
        let mut at = self.history.at();
        let mut broken = None;
        while self.history.step(at).place.atoms > made {
            let note = self.history.note(at).filter(|note| note.actor != Actor::Client(client));
            let breaks = note
                .and_then(|note| note.published.as_ref())
                .is_some_and(|wrote| wrote.rows.iter().any(|(row, delete)| claim.breaks(&wrote.table, row, *delete)));
            if breaks {
                broken = Some(self.history.step(at).place.at(self.grain));
            }
            at -= 1;
        }
        broken
    }

    /// Jobs at the cursor: those that ended since the last thing that was asked for, and those at work.
    pub fn jobs(&self) -> Vec<u32> {
        let ended = self.world().ended_jobs().iter().map(|job| job.id);
        ended.chain(self.world().jobs().map(|job| job.id())).collect()
    }

    /// Counters of the operation at the cursor, with the step at the grain as difference.
    pub fn cost(&self, keys: Keys<'_>) -> CostView {
        let none =
            CostView { title: String::new(), counters: cost::counters(&Metrics::default(), &Metrics::default()) };
        let Some(atom) = self.history.atom(self.history.at()) else { return none };
        let Some(note) = self.history.note(atom) else { return none };
        let begin = self.history.begin(atom, self.grain);
        let before = (1..begin)
            .rev()
            .filter_map(|at| self.history.note(at))
            .find(|before| before.actor == note.actor)
            .filter(|before| before.operation == note.operation);
        let before = before.map(|before| before.cost).unwrap_or_default();
        let title = self.operation_title(note).print(keys);
        let title = match note.actor.letter() {
            Some(letter) => format!("{letter} · {title}"),
            None => title,
        };
        CostView { title, counters: cost::counters(&note.cost, &before) }
    }

    /// What the operation of the atom at the cursor is about.
    fn operation_title(&self, note: &Note) -> Phrase {
        match note.actor {
            Actor::Client(client) => {
                let Some(lane) = self.world().lane(client) else { return Phrase::new() };
                match lane.ended() {
                    Some(ended) if ended.operation() == note.operation => ended.title(),
                    _ => lane.title(),
                }
            }
            Actor::Job(_) => self.title(note.actor, &|_, _| String::new()).into(),
        }
    }

    /// Where the cursor stands.
    pub fn timeline(&self, keys: Keys<'_>) -> TimelineView {
        let history = &self.history;
        let (position, total) = (history.position(self.grain), history.total(self.grain));
        TimelineView {
            grain: self.grain,
            position,
            total,
            ticks: self.ticks(),
            markers: self
                .places()
                .into_iter()
                .map(|(at, name)| (history.step(at).place.at(self.grain), name.to_owned()))
                .collect(),
            can_next: history.at() < history.len() || history.event().is_some() || self.due().is_some(),
            can_back: position > 0,
            next: self.coming(keys),
            branches: history.branches().iter().map(|branch| self.branch_view(branch, keys)).collect(),
            branch: history.branch(),
        }
    }

    /// Positions at which operations begin, evenly thinned.
    fn ticks(&self) -> Vec<u64> {
        let operations = self.history.total(Grain::Operation);
        let every = operations.div_ceil(TICKS).max(1);
        let begin = |operation: u64| {
            let (at, _) = self.history.seat(operation, Grain::Operation);
            self.history.step(at).place.at(self.grain)
        };
        (0..operations).step_by(every as usize).map(begin).collect()
    }

    /// What *Next* would do.
    fn coming(&self, keys: Keys<'_>) -> String {
        let history = &self.history;
        let named = |actor: Actor, text: String| match actor.letter() {
            Some(letter) => format!("{letter}: {text}"),
            None => text,
        };
        if history.event().is_some() {
            return "the next event".to_owned();
        }
        let future = (history.at() + 1..=history.len()).find_map(|at| history.note(at));
        let Some(actor) = future.map(|note| note.actor).or_else(|| self.due()) else { return String::new() };
        let next = self.lane_next(actor, keys).map(|next| next.text);
        let label = || future.and_then(|note| note.label.as_ref()).map(|label| label.print(keys));
        named(actor, next.or_else(label).unwrap_or_default())
    }

    fn branch_view(&self, branch: &Branch, keys: Keys<'_>) -> BranchView {
        let history = &self.history;
        BranchView {
            title: match (branch.parent, history.first(branch)) {
                (Some(_), Some(first)) => self.decision_words(first.decision.as_ref(), first.note.as_deref(), keys),
                _ => BEGINNING.to_owned(),
            },
            fork: history.node(branch.fork).place.at(self.grain),
            total: history.node(branch.tip).place.at(self.grain),
            parent: branch.parent,
        }
    }

    /// A decision in a few words: `A: check-and-put 16`.
    pub(super) fn decision_words(&self, decision: Option<&Decision>, note: Option<&Note>, keys: Keys<'_>) -> String {
        let letter = |client: u8| Actor::Client(client).letter().unwrap_or('?');
        match decision {
            None => "the start".to_owned(),
            Some(Decision::Submit(client, intent)) => match Program::of(intent) {
                Ok(Some(program)) => format!("{}: {}", letter(*client), program.title().print(keys)),
                _ => "administration".to_owned(),
            },
            Some(Decision::Cancel(client)) => format!("{}: cancel", letter(*client)),
            Some(Decision::AddClient) => "one more client".to_owned(),
            Some(Decision::Background(true)) => "servers work by themselves".to_owned(),
            Some(Decision::Background(false)) => "servers work only when told to".to_owned(),
            Some(Decision::Burst(client, _)) => {
                let label = note.and_then(|note| note.label.as_ref());
                format!("{}: {}", letter(*client), label.map(|label| label.print(keys)).unwrap_or_default())
            }
            Some(Decision::Step(actor)) => {
                let told = note.map(|note| match &note.label {
                    Some(label) => label.print(keys),
                    None => note.told.1.print(keys),
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

/// What an atom of a client does.
fn atom_words(atom: Atom) -> &'static str {
    match atom {
        Atom::Locate => "find the region",
        Atom::Send => "send",
        Atom::Lock => "lock the row",
        Atom::Append => "append to the log",
        Atom::Apply => "write to the memstore",
        Atom::Publish => "make visible",
        Atom::Unlock => "unlock",
        Atom::Serve => "read",
        Atom::Reply => "take the answer",
        Atom::Retry => "try again",
    }
}
