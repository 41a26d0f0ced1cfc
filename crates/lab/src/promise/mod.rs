//! Promises: what is to be true of every order of a world, about the way or about the end.
//!
//! A [`Property`] is a machine that hears of every atom and remembers what it has to. What it remembers is a value, and
//! two moments are taken for one only where it is the same: so a promise about the way is judged as exactly as one about
//! the end. It must not remember what differs between moments that are otherwise alike: times, numbers of regions and
//! files, the cost of an operation so far (but it may add up what each atom costs).

mod kind;
pub(crate) mod read;

use crate::sim::world::{Actor, World};
use splitpoint_model::event::Event;
use splitpoint_model::query::Metrics;
use std::fmt::Debug;
use std::hash::Hash;

pub use kind::{Promise, Remembered, Resource};

/// What one atom came to.
#[derive(Clone, Copy, Debug)]
pub struct Fact<'a> {
    /// Who acted.
    pub actor: Actor,
    /// What happened, in order, for those who [listen](Property::listens).
    pub events: &'a [Event],
    /// Whether the operation is over with it.
    pub over: bool,
    /// What it has cost: only this atom.
    pub cost: Metrics,
    /// The world after it.
    pub world: &'a World,
}

/// Something that is kept or broken.
pub trait Property: Debug {
    /// What it remembers.
    type State: Clone + Debug + Eq + Hash;

    /// What it remembers at the start.
    fn start(&self, world: &World) -> Self::State;
    /// Whether it has to be told of events; these take time.
    fn listens(&self) -> bool;
    /// Hears of an atom.
    fn step(&self, state: &mut Self::State, fact: &Fact<'_>);
    /// Whether it was broken on the way, so that nothing can mend it.
    fn is_broken(&self, state: &Self::State) -> bool;
    /// Whether it was kept, where orders end in this world.
    fn is_kept(&self, state: &Self::State, world: &World) -> bool;
}
