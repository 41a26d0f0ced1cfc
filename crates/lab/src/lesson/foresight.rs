//! Every order in which clients can go on from the cursor, tried in slices: what a stop says of all of them.

use super::judge::searched;
use crate::promise::Promise;
use crate::search::{Search, Status, Verdict};
use crate::session::Session;
use std::fmt;

/// What is known of every order from one decision on. A copy of it knows nothing, and tries anew.
#[derive(Default)]
pub(super) struct Foresight {
    node: u32,
    tried: Vec<(Promise, Tried)>,
}

enum Tried {
    /// The search is not over.
    Going(Box<Search<'static, ()>>),
    /// Whether every order keeps the promise.
    Known(bool),
}

impl Clone for Foresight {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Foresight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Foresight").field("node", &self.node).finish_non_exhaustive()
    }
}

impl Foresight {
    /// Whether a promise is kept however the clients go on from the cursor, as far as that is known.
    pub(super) fn known(&self, promise: &Promise, session: &Session) -> Option<bool> {
        let is_here = self.node == session.node() && !session.is_midst();
        let tried = self.tried.iter().find(|(other, _)| is_here && other == promise);
        tried.and_then(|(_, tried)| match tried {
            Tried::Known(kept) => Some(*kept),
            Tried::Going(_) => None,
        })
    }

    /// As [`known`](Self::known); begins to try where nothing is known.
    pub(super) fn ask(&mut self, promise: &Promise, session: &Session) -> Option<bool> {
        if self.node != session.node() {
            *self = Self { node: session.node(), tried: Vec::new() };
        }
        if !session.is_midst() && !self.tried.iter().any(|(other, _)| other == promise) {
            let tried = searched(promise, session).map_or(Tried::Known(false), |search| Tried::Going(Box::new(search)));
            self.tried.push((promise.clone(), tried));
        }
        self.known(promise, session)
    }

    /// Whether a search is not over yet.
    pub(super) fn is_going(&self) -> bool {
        self.tried.iter().any(|(_, tried)| matches!(tried, Tried::Going(_)))
    }

    /// Looks at up to so many more states.
    pub(super) fn go_on(&mut self, states: u64) {
        for (_, tried) in &mut self.tried {
            let Tried::Going(search) = tried else { continue };
            if search.run(states).status != Status::Going {
                *tried = Tried::Known(is_kept(search));
            }
            return;
        }
    }
}

/// Whether a search that is over found no order that breaks its promise. One that is full knows of some orders only.
pub(super) fn is_kept(search: &Search<'_, ()>) -> bool {
    let is_kept = |verdict: &Verdict| *verdict == Verdict::Kept;
    search.progress().status == Status::Over
        && search.outcomes().iter().all(|outcome| outcome.verdicts.iter().all(is_kept))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario;
    use crate::sim::language::LANGUAGE;

    /// A session in which two clients race.
    fn race() -> Session {
        let mut session = Session::from_start(scenario::first()).expect("a start");
        session.speak(&LANGUAGE);
        let loops = "client 'A'\nput 'comments', 'a', 'c:text', '1'\nput 'comments', 'b', 'c:text', '1'\n\
                     client 'B'\nput 'comments', 'a', 'c:text', '2'\nput 'comments', 'b', 'c:text', '2'\n";
        session.queue(0, 0, loops).expect("it can be read");
        session
    }

    #[test]
    fn a_slice_looks_at_no_more_states_than_it_is_given() {
        const SLICE: u64 = 5;
        let session = race();
        let promise = Promise::Rows { table: "comments".into(), count: 1 };
        let mut foresight = Foresight::default();
        assert_eq!(foresight.ask(&promise, &session), None);
        let (mut slices, mut last) = (0, 0);
        while foresight.is_going() {
            if let Tried::Going(search) = &foresight.tried[0].1 {
                let states = search.progress().states;
                assert!(states <= last + SLICE as usize + 1, "{last}, then {states}");
                last = states;
            }
            foresight.go_on(SLICE);
            slices += 1;
        }
        assert!(slices > 2, "{slices}");
        assert_eq!(foresight.ask(&promise, &session), Some(false));
    }

    #[test]
    fn what_is_known_is_known_of_one_moment() {
        let mut session = race();
        let promise = Promise::Acknowledged { table: "comments".into() };
        let mut foresight = Foresight::default();
        foresight.ask(&promise, &session);
        while foresight.is_going() {
            foresight.go_on(1_000);
        }
        assert!(foresight.known(&promise, &session).is_some());
        session.step_client(0);
        assert_eq!(foresight.known(&promise, &session), None);
        assert_eq!(foresight.ask(&promise, &session), None);
        assert!(foresight.is_going());
        session.run_client(1, 10_000);
        assert_eq!(foresight.ask(&promise, &session), Some(false), "one client alone has one order");
    }
}
