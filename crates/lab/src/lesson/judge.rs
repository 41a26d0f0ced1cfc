//! Whether something is so at the cursor: a promise over the way there, or a comparison there.

use super::block::Look;
use super::condition::{Condition, Term};
use crate::log::Grain;
use crate::promise::{Fact, Promise, Property, Remembered};
use crate::search::{Options, Search, Status, Verdict};
use crate::session::Session;
use crate::sim::world::Actor;

/// States that are looked at to try every order.
const STATES: usize = 20_000;

/// Whether a condition holds at the cursor; what a promise is about began at a decision of the same branch.
pub(super) fn holds(condition: &Condition, session: &Session, since: u32, look: &Look) -> bool {
    match condition {
        Condition::Kept(promise) => kept(promise, session, since) == Some(true),
        Condition::Broken(promise) => kept(promise, session, since) == Some(false),
        Condition::EveryOrder(promise) => every_order(promise, session),
        Condition::Compare(one, how, other) => {
            let text = |term: &Term| match term {
                Term::Text(text) => Some(text.clone()),
                Term::Value(value) => {
                    value.at(session, look.table.as_deref().unwrap_or_default(), look.notation.unwrap_or_default())
                }
            };
            text(one).zip(text(other)).is_some_and(|(one, other)| how.holds(&one, &other))
        }
    }
}

/// Whether a promise is kept at the cursor. `None` where the way there does not begin where it should.
pub(super) fn kept(promise: &Promise, session: &Session, since: u32) -> Option<bool> {
    let remembered = session.retold(
        since,
        |world| promise.start(world),
        |state: &mut Remembered, fact: &Fact<'_>| {
            promise.step(state, fact);
        },
    )?;
    Some(!promise.is_broken(&remembered) && promise.is_kept(&remembered, session.world()))
}

/// Whether a promise is kept however the clients go on from the cursor; at least two of them can.
fn every_order(promise: &Promise, session: &Session) -> bool {
    let world = session.world();
    let can = (0..world.clients()).filter(|client| world.can_step(Actor::Client(*client)).is_ok()).count();
    if can < 2 {
        return false;
    }
    let options = Options { most: STATES, ..Options::new(Grain::Rpc) };
    let judge = |_: &_| ();
    let mut search = Search::promising(world, options, &judge, vec![promise.clone()]);
    search.run(u64::MAX).status == Status::Over
        && search.outcomes().iter().all(|outcome| outcome.verdicts.iter().all(|verdict| *verdict == Verdict::Kept))
}
