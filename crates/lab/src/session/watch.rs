//! Whether what must hold does: looked at after every atom on the way to the cursor, and each atom once.

use super::trail::fact;
use super::{Must, Session};
use crate::log::{Log, ReplayEvent};
use crate::promise::{Promise, Property, Remembered, Sight, Unread, shows};
use crate::view::{MustState, MustView, Printer, ViewRequest};
use crate::words;
use splitpoint_model::event::Event;
use splitpoint_model::map::Map;
use std::sync::Arc;

/// Places of which is kept what promises remember, at most. Above that every other one is dropped.
const MARKS: usize = 64;

/// How a promise stands after a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Holds,
    /// The promise does not hold, since this decision.
    Broken(u32),
    /// It has never held so far.
    NotYet,
}

/// Judges the promises of one session, and remembers the results for all its branches. It is kept beside the session,
/// which it only reads.
#[derive(Debug, Default)]
pub struct Watch {
    musts: Vec<Must>,
    promises: Vec<Result<Promise, Unread>>,
    /// How promises stand, by decision: after each atom, and where the cursor stood.
    known: Map<u32, Arc<[Found]>>,
    /// The states of all promises after some decisions, from which judging can go on.
    marks: Map<u32, Vec<Remembered>>,
}

impl Watch {
    /// Looks at up to so many decisions on the way to the cursor that were not looked at yet. `false` where there are more.
    pub fn look(&mut self, session: &Session, most: usize) -> bool {
        if self.musts != session.musts() {
            let promises = session.musts().iter().map(|must| session.promise(&must.text, "")).collect();
            *self = Self { musts: session.musts().to_vec(), promises, ..Self::default() };
        }
        let log = &session.log;
        let end = end(log);
        if self.promises.is_empty() || self.known.contains_key(&last_atom(log, end)) {
            return true;
        }
        let mark = self.mark(log, end);
        let from = mark.unwrap_or(0);
        let to = end.min(from.saturating_add(most.max(1)));
        let id = log.decision(from);
        let mut remembered = self.marks.get(&id).cloned().unwrap_or_default();
        let mut found: Arc<[Found]> = self.known.get(&id).cloned().unwrap_or_default();
        let promises = &self.promises;
        let known = &mut self.known;
        log.retell(from, to, &mut |world, told| {
            let at = match &told {
                ReplayEvent::Start if mark.is_some() => return,
                ReplayEvent::Start => from,
                ReplayEvent::Atom(atom) => atom.at,
                ReplayEvent::Burst(at) => *at,
            };
            let sight = Sight::new(world);
            let events: Option<&[Event]> = match &told {
                ReplayEvent::Start => {
                    let start = |promise: &Result<Promise, Unread>| match promise {
                        Ok(promise) => promise.start(&sight),
                        Err(_) => Remembered::Nothing,
                    };
                    remembered = promises.iter().map(start).collect();
                    None
                }
                ReplayEvent::Burst(_) => {
                    let both = promises.iter().zip(&mut remembered);
                    both.for_each(|(promise, state)| promise.iter().for_each(|promise| promise.resume(state, &sight)));
                    None
                }
                ReplayEvent::Atom(atom) => {
                    let fact = fact(atom, &sight);
                    let both = promises.iter().zip(&mut remembered);
                    both.for_each(|(promise, state)| promise.iter().for_each(|promise| promise.step(state, &fact)));
                    Some(atom.events)
                }
            };
            let id = log.decision(at);
            let may_differ = events.is_none_or(|events| events.iter().any(shows));
            let next = promises.iter().zip(&remembered).enumerate().map(|(number, (promise, state))| {
                let before = found.get(number).copied();
                promise.as_ref().map_or(Found::NotYet, |promise| stands(promise, state, before, id, &sight, may_differ))
            });
            let next: Vec<Found> = next.collect();
            if *next != *found {
                found = next.into();
            }
            known.insert(id, found.clone());
        });
        let last = log.decision(to);
        self.known.insert(last, found);
        if self.marks.len() >= MARKS {
            let marks = std::mem::take(&mut self.marks).into_iter().enumerate();
            self.marks = marks.filter(|(at, _)| at % 2 == 0).map(|(_, mark)| mark).collect();
        }
        self.marks.insert(last, remembered);
        to == end
    }

    /// The last place at or before another one of which is kept what promises remember.
    fn mark(&self, log: &Log, at: usize) -> Option<usize> {
        self.marks.keys().filter_map(|id| log.find(*id)).filter(|place| *place <= at).max()
    }

    /// How promises stand at the cursor, or before it as far as was looked, in the order in which they were set.
    pub fn view(&self, session: &Session, request: &ViewRequest) -> Vec<MustView> {
        let log = &session.log;
        let end = end(log);
        let mark = || self.known.get(&log.decision(self.mark(log, end)?));
        let known = self.known.get(&last_atom(log, end)).or_else(mark);
        let keys = |table: &str, row: &[u8]| Printer::new(session.key(table), request.notation).key(row);
        let both = self.musts.iter().zip(&self.promises).enumerate();
        let view = both.map(|(number, (must, promise))| {
            let state = match (promise, known.and_then(|known| known.get(number))) {
                (Err(why), _) => MustState::Unknown(why.to_string()),
                (Ok(_), Some(Found::Holds)) => MustState::Holds,
                (Ok(_), Some(Found::Broken(id))) => {
                    let place = log.find(*id).unwrap_or_default();
                    MustState::Broken { step: log.place(place, None, session.grain), place }
                }
                (Ok(_), Some(Found::NotYet) | None) => MustState::NotYet,
            };
            let words =
                || promise.as_ref().map_or_else(|_| must.text.clone(), |promise| words::promise(promise).print(&keys));
            let table = promise.as_ref().ok().and_then(Promise::table).filter(|table| *table != request.table);
            let name = if must.name.is_empty() { words() } else { must.name.clone() };
            let name = table.map_or_else(|| name.clone(), |table| format!("{table}: {name}"));
            MustView { name, text: must.text.clone(), state }
        });
        view.collect()
    }
}

/// The place of the last decision all of whose events are shown.
fn end(log: &Log) -> usize {
    log.at() - usize::from(log.event().is_some())
}

/// The last atom at or before a place, or where everything begins: after it promises stand as at that place.
fn last_atom(log: &Log, at: usize) -> u32 {
    log.decision(log.atom(at).unwrap_or(0))
}

/// How a promise stands after a decision. `may_differ`: what readers see may be something else than before.
fn stands(
    promise: &Promise,
    state: &Remembered,
    before: Option<Found>,
    id: u32,
    sight: &Sight<'_>,
    may_differ: bool,
) -> Found {
    let holds = if promise.is_about_end() {
        match before {
            Some(before) if !may_differ => return before,
            // Where the table cannot be read now, the result before stays.
            _ => promise.at(sight).unwrap_or(before == Some(Found::Holds)),
        }
    } else {
        !promise.is_broken(state)
    };
    let is_there = promise.table().is_none_or(|table| sight.world.cluster().table(table).is_some());
    match (holds, before) {
        (true, None | Some(Found::NotYet)) if !is_there => Found::NotYet,
        (true, _) => Found::Holds,
        (false, Some(before @ (Found::Broken(_) | Found::NotYet))) => before,
        (false, None) if promise.is_about_end() => Found::NotYet,
        (false, _) => Found::Broken(id),
    }
}
