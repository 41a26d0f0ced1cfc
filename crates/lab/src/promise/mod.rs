//! Promises: what must hold in every order of a small world, at its end or at each step.
//!
//! A [`Property`] is a state machine: it hears of every atom, and its state is a value. A search takes two states of
//! the world for one only where those of all promises are equal, too, so a promise about the way is judged as exactly
//! as one about the end. A state must not hold what differs between moments that are otherwise alike: times, numbers of
//! regions and files, the cost of an operation so far (but it may add up what each atom costs).

mod kind;
pub(crate) mod read;
mod text;

use crate::sim::answer::Answer;
use crate::sim::world::Actor;
use splitpoint_model::event::Event;
use splitpoint_model::query::Metrics;
use std::fmt::Debug;
use std::hash::Hash;

pub(crate) use kind::shows;
pub use kind::{Attempt, Promise, Remembered, Resource, Share};
pub use read::Sight;
pub use text::{Keys, RESOURCES, SHAPES, Shape, Unread};

/// What a promise is told of one atom.
#[derive(Clone, Copy, Debug)]
pub struct Fact<'a> {
    /// Who acted.
    pub actor: Actor,
    /// What happened, in order, for those who [listen](Property::listens).
    pub events: &'a [Event],
    /// The answer that arrived with this atom; `None` for most atoms.
    pub answer: Option<&'a Answer>,
    /// Whether the operation ends with this atom.
    pub over: bool,
    /// The counters of this atom alone.
    pub cost: Metrics,
    /// The world after the atom, to be read from.
    pub sight: &'a Sight<'a>,
}

/// A promise as a state machine, which is kept or broken by an order.
pub trait Property: Debug {
    /// What the promise remembers from atom to atom. Equal states must judge all that follows alike.
    type State: Clone + Debug + Eq + Hash;

    /// Its state before the first atom.
    fn start(&self, sight: &Sight<'_>) -> Self::State;
    /// Whether it needs the events of atoms, which take time to collect.
    fn listens(&self) -> bool;
    /// Whether it compares the times of cells of different rows. If not, orders in which the same is written to
    /// different rows are alike for it, and a search takes them together.
    fn compares_rows(&self) -> bool {
        false
    }
    /// Takes an atom into account; called once for each atom, in their order.
    fn step(&self, state: &mut Self::State, fact: &Fact<'_>);
    /// Goes on after something of which no atom was told: unless it is broken already, it begins anew with this world.
    fn resume(&self, state: &mut Self::State, sight: &Sight<'_>) {
        if !self.is_broken(state) {
            *state = self.start(sight);
        }
    }
    /// Whether it was broken on the way, so that nothing can mend it.
    fn is_broken(&self, state: &Self::State) -> bool;
    /// Whether it was kept, for an order that ends in this world.
    fn is_kept(&self, state: &Self::State, sight: &Sight<'_>) -> bool;
}
