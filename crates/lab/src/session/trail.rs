//! Places in the tree of decisions by number, for lessons, which lead a reader along a path and back to it.

use super::Session;
use crate::log::{self, ReplayEvent, Retold};
use crate::promise::{Fact, Sight};
use crate::sim::answer::{Answer, Came};
use crate::sim::label::Label;
use crate::sim::language::Printed;
use crate::sim::world::Actor;
use splitpoint_model::query::Metrics;

impl Session {
    /// The number of the decision at the cursor; 0 at the beginning.
    pub(crate) fn node(&self) -> u32 {
        self.log.id()
    }

    /// How many atoms were done up to the cursor.
    pub(crate) fn atoms(&self) -> u64 {
        self.log.step(self.log.at()).place.atoms
    }

    /// How many steps end at or before a decision, at the grain of the session.
    pub(crate) fn position_of(&self, id: u32) -> u64 {
        self.log.position_of(id, self.grain)
    }

    /// Whether the cursor is inside of an atom, of which only some events are shown.
    pub(crate) fn is_midst(&self) -> bool {
        self.log.event().is_some()
    }

    /// Whether a decision is another one, or on the way to it.
    pub(crate) fn leads_to(&self, id: u32, other: u32) -> bool {
        self.log.leads_to(id, other)
    }

    /// Puts the cursor to after a decision, on this branch or on the first that has it.
    pub(crate) fn go_to_node(&mut self, id: u32) {
        let here = self.log.branch();
        for branch in std::iter::once(here).chain(0..self.log.branches().len()) {
            if self.log.find(id).is_none() {
                self.log.switch(branch);
            }
            if let Some(at) = self.log.find(id) {
                self.log.go(at, None, self.grain);
                return;
            }
        }
    }

    /// Says that a step of a lesson, a line of the console, or a job that was run to its end, led from a decision to the
    /// cursor. It is told as one step there, however one comes there again.
    pub(crate) fn lead(&mut self, from: u32) {
        let to = self.node();
        self.led.retain(|(known, _)| *known != to);
        self.led.push((to, from));
    }

    /// The row that was written last, with its table.
    pub(crate) fn written(&self) -> Option<(String, Vec<u8>)> {
        self.log.written().map(|(table, row)| (table.to_owned(), row.to_vec()))
    }

    /// Whether no client can step now, and the cursor is not inside of an atom.
    pub(crate) fn is_quiet(&self) -> bool {
        let world = self.world();
        !self.is_midst() && (0..world.clients()).all(|client| world.can_step(Actor::Client(client)).is_err())
    }

    /// What the statement at the cursor has cost so far: of a script that statement alone, else everything that was asked
    /// for at once.
    pub(crate) fn spent(&self) -> Metrics {
        let Some(fact) = self.log.atom(self.log.at()).and_then(|atom| self.log.fact(atom)) else {
            return Metrics::default();
        };
        let mut own = self.own(self.log.at(), fact.actor, fact.asked);
        own.find(|(_, fact)| begins_statement(fact));
        let before = own.next().map(|(_, before)| before.cost).unwrap_or_default();
        fact.cost.since(&before)
    }

    /// Facts of the statement at the cursor, the last first: of a script that statement alone, else everything that was
    /// asked for at once.
    fn statement(&self) -> Vec<&log::Fact> {
        let mut facts = Vec::new();
        let Some(here) = self.log.atom(self.log.at()).and_then(|atom| self.log.fact(atom)) else { return facts };
        for (_, fact) in self.own(self.log.at(), here.actor, here.asked) {
            facts.push(fact);
            if begins_statement(fact) {
                break;
            }
        }
        facts
    }

    /// The smallest and the largest key of the rows of a table that the statement at the cursor brought.
    pub(crate) fn answered_ends(&self, table: &str) -> Option<(Vec<u8>, Vec<u8>)> {
        let facts = self.statement().into_iter();
        let of_table = facts.filter(|fact| fact.answer.as_deref().is_some_and(|answer| *answer.table == *table));
        let rows = of_table.filter_map(|fact| fact.rows.as_deref()).flat_map(|rows| rows.first().chain(rows.last()));
        let keys: Vec<&[u8]> = rows.map(|row| row.key()).collect();
        Some((keys.iter().min()?.to_vec(), keys.iter().max()?.to_vec()))
    }

    /// How many rows the last transaction of the statement at the cursor changed, none if it failed. `None` where there
    /// was no transaction.
    pub(crate) fn changed_as_one(&self) -> Option<usize> {
        let answers = self.statement().into_iter().filter_map(|fact| fact.answer.as_deref());
        let transaction = |answer: &Answer| match &answer.to {
            Label::Transaction { .. } if matches!(answer.came, Came::Processed(true)) => Some(answer.to.rows()),
            Label::Transaction { .. } => Some(0),
            _ => None,
        };
        answers.filter_map(transaction).next()
    }

    /// The name of the exception that came last on the way to the cursor: that with which an operation of a form ended, or
    /// what a shell said that failed.
    pub(crate) fn exception(&self) -> Option<String> {
        let name = |fact: &log::Fact| {
            let line = fact.printed.iter().rev().find_map(Printed::error);
            if let Some(line) = line {
                let name = line.split([':', ' ']).next().unwrap_or_default();
                return Some(name.rsplit('.').next().unwrap_or(name).to_owned());
            }
            // Of a failure inside of a script its shell tells, unless the script deals with it. What is sent once more
            // is not over.
            let ended = fact.answer.as_deref().filter(|_| fact.over && !fact.typed)?;
            match &ended.came {
                Came::Failed(error) => Some(error.class().to_owned()),
                _ => None,
            }
        };
        (1..=self.log.at()).rev().filter_map(|at| self.log.fact(at)).find_map(name)
    }

    /// The decisions from one of them up to the cursor at which a statement of a script was over that has more of them;
    /// in order, the last `most` of them.
    pub(crate) fn statement_ends(&self, since: u32, most: usize) -> Vec<u32> {
        let Some(from) = self.log.find(since) else { return Vec::new() };
        let facts = (from + 1..=self.log.at()).rev().filter_map(|at| Some((at, self.log.fact(at)?)));
        let begins = facts.filter(|(_, fact)| begins_statement(fact));
        let ends = begins.filter_map(|(at, fact)| self.own(at - 1, fact.actor, fact.asked).next());
        let mut ends: Vec<u32> =
            ends.filter(|(at, _)| *at > from).take(most).map(|(at, _)| self.log.decision(at)).collect();
        ends.reverse();
        ends
    }

    /// Facts of what a client was asked for at once, from a place backwards.
    fn own(&self, at: usize, actor: Actor, asked: u32) -> impl Iterator<Item = (usize, &log::Fact)> {
        let facts = (1..=at).rev().filter_map(|at| Some((at, self.log.fact(at)?)));
        let own = facts.filter(move |(_, fact)| fact.actor == actor);
        own.take_while(move |(_, fact)| fact.asked == asked)
    }

    /// Whether no other client than the one that acted last can step, and that one has ended a statement; or no client
    /// can step at all.
    pub(crate) fn is_settled(&self, at_end: bool) -> bool {
        if !at_end || self.is_midst() {
            return self.is_quiet();
        }
        let world = self.world();
        let others = |client: &u8| self.moment().actor != Some(Actor::Client(*client));
        (0..world.clients()).filter(others).all(|client| world.can_step(Actor::Client(client)).is_err())
    }

    /// Hears of every atom from a decision to the cursor, and answers with what was remembered at the end. Of a part of a
    /// long script only the world after it is told, without a fact. `None` where the decision is not behind the cursor.
    pub(crate) fn retold<S>(
        &self,
        since: u32,
        mut start: impl FnMut(&Sight<'_>) -> S,
        mut hear: impl FnMut(&mut S, &Sight<'_>, Option<&Fact<'_>>),
    ) -> Option<S> {
        let from = self.log.find(since).filter(|from| *from <= self.log.at())?;
        let mut state = None;
        self.log.retell(from, self.log.at(), &mut |world, told| {
            let sight = Sight::new(world);
            match (told, &mut state) {
                (ReplayEvent::Start, _) => state = Some(start(&sight)),
                (ReplayEvent::Atom(atom), Some(state)) => hear(state, &sight, Some(&fact(&atom, &sight))),
                (ReplayEvent::Burst(_), Some(state)) => hear(state, &sight, None),
                (_, None) => {}
            }
        });
        state
    }
}

/// A replayed atom in the form in which promises are told of it.
pub(super) fn fact<'a>(atom: &Retold<'a>, sight: &'a Sight<'a>) -> Fact<'a> {
    let Retold { actor, events, answer, over, cost, .. } = *atom;
    Fact { actor, events, answer, over, cost, sight }
}

/// Whether the first line of a statement was typed with this atom.
fn begins_statement(fact: &log::Fact) -> bool {
    // The answer to a question is typed without a prompt, and begins no statement.
    fact.printed.iter().any(|printed| matches!(printed, Printed::Typed(prompt, _) if !prompt.is_empty()))
}
