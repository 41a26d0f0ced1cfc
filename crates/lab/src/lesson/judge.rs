//! Whether something is so at the cursor: a promise over the way there, or a comparison there.

use super::block::Look;
use super::condition::{Condition, Term, Todo};
use super::foresight::{Foresight, is_kept};
use crate::log::Grain;
use crate::promise::{Fact, Promise, Property, Remembered, Sight};
use crate::search::{Options, Search};
use crate::session::Session;
use crate::sim::world::Actor;

/// States that are looked at to try every order.
const STATES: usize = 20_000;

/// Whether every order keeps a promise, for who may be told later.
pub(super) type Orders<'a> = &'a mut dyn FnMut(&Promise) -> bool;

/// Whether a condition holds at the cursor; what a promise is about began at a decision of the same branch.
pub(super) fn holds(condition: &Condition, session: &Session, since: u32, look: &Look, orders: Orders<'_>) -> bool {
    weigh(condition, session, since, look, orders).0
}

/// Whether a condition holds at the cursor, and of a comparison that does not, what was measured beside what is wanted. A
/// wanted value that the session is asked for is not said: it may be what the reader looks for.
fn weigh(
    condition: &Condition,
    session: &Session,
    since: u32,
    look: &Look,
    orders: Orders<'_>,
) -> (bool, Option<String>) {
    let is_so = match condition {
        Condition::Kept(promise) => kept(promise, session, since) == Some(true),
        Condition::Broken(promise) => kept(promise, session, since) == Some(false),
        Condition::EveryOrder(promise) => orders(promise),
        Condition::Compare(one, how, other) => {
            let text = |term: &Term| match term {
                Term::Text(text) => Some(text.clone()),
                Term::Value(value) => {
                    value.at(session, look.table.as_deref().unwrap_or_default(), look.notation.unwrap_or_default())
                }
            };
            let (found, wanted) = (text(one), text(other));
            let is_so = found.as_deref().zip(wanted.as_deref()).is_some_and(|(one, other)| how.holds(one, other));
            return match (one, other) {
                (Term::Value(value), Term::Text(wanted)) if !is_so => {
                    (false, Some(value.measured(found.as_deref(), *how, wanted)))
                }
                _ => (is_so, None),
            };
        }
    };
    (is_so, None)
}

/// Whether a promise is kept at the cursor. `None` where the way there does not begin where it should.
pub(super) fn kept(promise: &Promise, session: &Session, since: u32) -> Option<bool> {
    let remembered = session.retold(
        since,
        |sight| promise.start(sight),
        |state: &mut Remembered, sight: &Sight<'_>, fact: Option<&Fact<'_>>| match fact {
            Some(fact) => promise.step(state, fact),
            None => promise.resume(state, sight),
        },
    )?;
    Some(!promise.is_broken(&remembered) && promise.is_kept(&remembered, &Sight::new(session.world())))
}

/// Whether a promise is kept however the clients go on from the cursor, tried at once; at least two of them can.
pub(super) fn every_order(promise: &Promise, session: &Session) -> bool {
    searched(promise, session).is_some_and(|mut search| {
        search.run(u64::MAX);
        is_kept(&search)
    })
}

/// A search of every order from the cursor; `None` where fewer than two clients can go on.
pub(super) fn searched(promise: &Promise, session: &Session) -> Option<Search<'static, ()>> {
    let options = Options { most: STATES, ..Options::new(Grain::Rpc).newest_only() };
    is_race(session).then(|| Search::promising(session.world(), options, |_: &_| (), vec![promise.clone()]))
}

/// Whether two clients or more can go on from the cursor, so that there is more than one order.
fn is_race(session: &Session) -> bool {
    let world = session.world();
    (0..world.clients()).filter(|client| world.can_step(Actor::Client(*client)).is_ok()).count() >= 2
}

impl Todo {
    /// Whether all of it is so at the cursor.
    pub(super) fn holds(&self, session: &Session, since: u32, look: &Look) -> bool {
        self.holds_with(session, since, look, &mut |promise| every_order(promise, session))
    }

    fn holds_with(&self, session: &Session, since: u32, look: &Look, orders: Orders<'_>) -> bool {
        self.conditions.iter().all(|condition| holds(condition, session, since, look, orders))
    }

    /// Whether a goal is met, and where it is not, what was measured for it. It is judged when operations are over, so that
    /// their costs are whole, or in between where it asks about every order; `None` at another time. `is_end`: the cursor
    /// is at the end of a statement of a script with more of them.
    pub(super) fn met(
        &self,
        session: &Session,
        since: u32,
        look: &Look,
        is_end: bool,
        foresight: &mut Foresight,
    ) -> Option<(bool, Vec<String>)> {
        let tries_orders = self.promises().next().is_some();
        let is_time = session.is_settled(is_end) || tries_orders && !session.is_midst();
        if !is_time {
            return None;
        }
        let mut orders = |promise: &Promise| foresight.ask(promise, session) == Some(true);
        let (mut is_met, mut measured) = (true, Vec::new());
        for condition in &self.conditions {
            // Orders are only tried where everything before is so.
            if is_met || matches!(condition, Condition::Compare(..)) {
                let (is_so, said) = weigh(condition, session, since, look, &mut orders);
                is_met &= is_so;
                measured.extend(said);
            }
        }
        Some((is_met, measured))
    }

    /// Promises that every order is said to keep.
    pub(super) fn promises(&self) -> impl Iterator<Item = &Promise> {
        self.conditions.iter().filter_map(|condition| match condition {
            Condition::EveryOrder(promise) => Some(promise),
            _ => None,
        })
    }

    /// Whether its promises are kept; `None` where that is still being tried. Where there is only one order to go on, a
    /// promise about every order is judged by what was done so far.
    pub(super) fn is_kept(&self, session: &Session, since: u32, look: &Look, foresight: &Foresight) -> Option<bool> {
        let mut is_known = true;
        let mut orders = |promise: &Promise| {
            let known = foresight.known(promise, session);
            is_known &= known.is_some();
            known.unwrap_or(true)
        };
        let mut is_kept = |condition: &Condition| match condition {
            Condition::Kept(promise) | Condition::Broken(promise) => kept(promise, session, since) == Some(true),
            Condition::EveryOrder(promise) if !is_race(session) => kept(promise, session, since) == Some(true),
            other => holds(other, session, since, look, &mut orders),
        };
        let all = self.conditions.iter().all(&mut is_kept);
        (is_known || !all).then_some(all)
    }
}
