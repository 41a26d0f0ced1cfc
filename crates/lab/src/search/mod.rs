//! Every order of a small world: how it can end, in how many orders, and a shortest order to each end.
//!
//! Orders that have led to the same state go on alike, so a [`Search`] looks at each state once: the orders through a state
//! are the ways to it, times the ways on from it.
//! [`explore`] walks every order one by one, so that tests can check the counts.
//!
//! Two states are the same where nothing can behave differently from now on: what is stored, who is at what, which of
//! two writes to a row came first, but not which of two writes to different rows, nor how late it is, nor what things are
//! called (`splitpoint_model::identity`). So whoever judges an end may ask what is stored and what programs came to, but
//! not at which time, under which number or at which cost. A promise that compares rows by their times says so
//! ([`Property::compares_rows`]). A promise about the way is part of the state: only what is alike for it is taken together.

mod ending;
mod space;
mod walk;

use crate::intent::{AdminIntent, Intent};
use crate::log::Grain;
use crate::promise::{Promise, Property};
use crate::sim::language::{STATES, bring_states};
use crate::sim::world::{Actor, World};
use space::{Moment, Orders, Said};
use std::ops::ControlFlow;
use walk::Walk;

pub use ending::{Before, Ending, RowChange};

/// One choice of an order: who steps next, or what comes in between.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// A client or a job does one step at the grain of the search.
    Step(Actor),
    /// Something comes in between; what follows from it are steps.
    Interference(Interference),
}

/// Something that may happen between the steps of clients.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Interference {
    /// From now on servers begin by themselves what they want: flushes, compactions, splits.
    Background,
    /// An administrator asks for this: a flush, a split, a move, the death of a server.
    Admin(AdminIntent),
    /// The next answer to this client, which is at something, is lost on its way.
    LoseAnswer(u8),
}

/// How many interferences a search can have: each is a bit of what has come so far.
pub const MOST_INTERFERENCES: usize = 64;

/// How a search goes: what a step is, what may come in between, and how many states at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What one step is. At [`Grain::Cell`] it is an atom: nobody can come in between the events of one.
    pub grain: Grain,
    /// How many states are looked at at most.
    pub most: usize,
    /// What may come in between: each at most once, at any point at which somebody can step. Of more than
    /// [`MOST_INTERFERENCES`] the last are left out.
    pub interferences: Vec<Interference>,
    /// Whether ends are judged by the newest versions of a column only, as many as its family keeps. Orders that differ in
    /// older ones are then counted together, unless a client reads those. Promises never read them.
    pub newest_only: bool,
}

impl Options {
    /// Steps of this grain, a million states, nothing that comes in between; all that is stored counts.
    pub fn new(grain: Grain) -> Self {
        Self { grain, most: 1_000_000, interferences: Vec::new(), newest_only: false }
    }

    /// The same options for a judge that reads the newest versions of columns only.
    #[must_use]
    pub fn newest_only(self) -> Self {
        Self { newest_only: true, ..self }
    }

    /// Adds something that may come in between, once.
    #[must_use]
    pub fn with(mut self, interference: Interference) -> Self {
        self.interferences.push(interference);
        self
    }
}

/// How an order ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// All programs and jobs are over.
    Done,
    /// Somebody has something to do, but everybody waits for somebody else, for ever.
    Waits,
    /// Never: a state comes again. No world does so today, since clients count how often they try again, and a world
    /// with a script at work is another at every time: an endless script is stopped by [`Options::most`] instead.
    Never,
}

/// Whether an order kept a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The order kept it.
    Kept,
    /// The order broke it.
    Broken {
        /// By which choice of the witness, counted from 1; 0 where it was broken from the start.
        at: usize,
    },
}

/// One way in which a world can end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<J> {
    /// How its orders end.
    pub end: End,
    /// What the caller's function says of the world at the end; where orders never end, of the state that comes again.
    pub judgement: J,
    /// Whether each promise was kept, in the order in which promises were given.
    pub verdicts: Vec<Verdict>,
    /// How many orders lead to it. `None`: without end, because a state can come again on the way, or more than 2¹²⁸.
    /// Orders that never end are not counted.
    pub orders: Option<u128>,
    /// A shortest of these orders; of several the first, where choices come in the order of clients, jobs,
    /// interferences. Of one that never ends: into the state that comes again, and once round.
    pub witness: Vec<Choice>,
}

/// One way in which a world can end, without what is said of it: enough for another copy of the search, elsewhere, to find
/// out the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many orders lead to it, as in [`Outcome::orders`].
    pub orders: Option<u128>,
    /// The witness: of each of its choices the place among those that can be made there.
    pub places: Vec<u16>,
    /// Whether these orders never end: the witness leads into a state that comes again, and once round.
    pub repeats: bool,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// States that were seen.
    pub states: usize,
    /// Orders that were followed to their end so far; at most 2¹²⁸ − 1.
    pub orders: u128,
    /// Whether it goes on.
    pub status: Status,
}

/// Whether a search has more states to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is more to look at.
    Going,
    /// Every state was seen.
    Over,
    /// There are more states than it may look at: what it knows is true of some orders only.
    Full,
}

/// The error of a search that has to look at more states than [`Options::most`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// A search through every order of a world. It works in slices, and can be dropped at any time.
pub struct Search<'a, J: Ord + Clone, P: Property = Promise> {
    walk: Walk<Orders<'a, J, P>>,
    start: World,
}

impl<'a, J: Ord + Clone> Search<'a, J> {
    /// A search that judges no promises.
    pub fn new(world: &World, options: Options, judge: impl Fn(&World) -> J + 'a) -> Self {
        Self::promising(world, options, judge, Vec::new())
    }
}

impl<'a, J: Ord + Clone, P: Property> Search<'a, J, P> {
    /// A search that also judges whether each order keeps these promises.
    pub fn promising(world: &World, options: Options, judge: impl Fn(&World) -> J + 'a, promises: Vec<P>) -> Self {
        // A page that runs scripts has loaded all of their language but this, which only a search needs.
        bring_states(&STATES);
        let most = options.most;
        let orders = Orders::new(world, options, Box::new(judge), promises);
        let first = orders.first(world);
        Self { walk: Walk::new(orders, first, most), start: world.clone() }
    }

    /// Looks at up to so many more states.
    pub fn run(&mut self, states: u64) -> Progress {
        self.walk.run(states);
        self.progress()
    }

    /// How far the search has come, without looking at more states.
    pub fn progress(&self) -> Progress {
        let status = match (self.walk.is_full(), self.walk.is_over()) {
            (true, _) => Status::Full,
            (false, true) => Status::Over,
            (false, false) => Status::Going,
        };
        Progress { states: self.walk.states(), orders: self.walk.orders(), status }
    }

    /// Every way in which the world can end, as far as is known: first those that are done. Only when the search is over
    /// these are all, and their numbers of orders those of all.
    pub fn outcomes(&self) -> Vec<Outcome<J>> {
        let orders = &self.walk.space;
        let outcomes = self.walk.found().into_iter().map(|found| {
            let (choices, broken, _) = orders.replay(&self.start, &found.witness);
            outcome(found.verdict, found.orders, choices, &broken)
        });
        outcomes.collect()
    }

    /// The outcomes without their worlds: counts, and a witness of each as places in the lists of choices. Another copy of
    /// this search works out the rest.
    pub fn found(&self) -> Vec<Found> {
        let found = self.walk.found().into_iter().map(|found| Found {
            orders: found.orders,
            places: found.witness,
            repeats: found.verdict.end == End::Never,
        });
        found.collect()
    }

    /// The outcomes that another copy of this search has found, by doing their witnesses again. `None` where one of these
    /// cannot be done here: then it was no copy.
    pub fn told(&self, found: &[Found]) -> Option<Vec<Outcome<J>>> {
        let orders = &self.walk.space;
        let outcomes = found.iter().map(|found| {
            let (choices, broken, last) = orders.replay(&self.start, &found.places);
            let is_whole = choices.len() == found.places.len();
            is_whole.then(|| outcome(orders.say(&last, found.repeats), found.orders, choices, &broken))
        });
        outcomes.collect()
    }

    /// Searches to the end.
    ///
    /// # Errors
    /// Where there are too many states.
    pub fn finish(mut self) -> Result<Vec<Outcome<J>>, TooMany> {
        match self.run(u64::MAX).status {
            Status::Full => Err(TooMany),
            Status::Over | Status::Going => Ok(self.outcomes()),
        }
    }
}

/// An outcome of what is said of its end, and of a witness with the choices that broke promises.
fn outcome<J>(said: Said<J>, orders: Option<u128>, witness: Vec<Choice>, broken: &[Option<usize>]) -> Outcome<J> {
    let Said { end, judgement, kept } = said;
    let verdict = |(kept, broken): (&bool, &Option<usize>)| match kept {
        true => Verdict::Kept,
        false => Verdict::Broken { at: broken.unwrap_or(witness.len()) },
    };
    let verdicts = kept.iter().zip(broken).map(verdict).collect();
    Outcome { end, judgement, verdicts, orders, witness }
}

impl Interference {
    /// Makes the interference happen in a world. `false`, and nothing changes, where it cannot.
    fn come(&self, world: &mut World) -> bool {
        match self {
            Self::Background => {
                let is_news = !world.background();
                if is_news {
                    world.set_background(true);
                }
                is_news
            }
            Self::Admin(admin) => world.submit(0, &Intent::Admin(admin.clone())).is_ok(),
            Self::LoseAnswer(client) => {
                let is_at_work = world.lane(*client).is_some_and(|lane| lane.running().is_some());
                is_at_work && world.submit(*client, &Intent::LoseAnswer).is_ok()
            }
        }
    }
}

impl Choice {
    /// Makes the choice in a world. `false`, and nothing changes, where it cannot be made.
    pub fn take(&self, world: &mut World, grain: Grain) -> bool {
        match self {
            Self::Step(actor) => space::step(world, *actor, grain, &mut |_, _, _| {}),
            Self::Interference(interference) => interference.come(world),
        }
    }
}

/// What [`explore`] tells of the end of an order: the world, how it ends, whether each promise was kept, and the order.
pub type Visit<'a> = dyn FnMut(&World, End, &[bool], &[Choice]) -> ControlFlow<()> + 'a;

/// Visits the end of every order until told to stop. It never comes back from an order that never ends.
pub fn explore<P: Property>(world: &World, options: &Options, promises: Vec<P>, visit: &mut Visit<'_>) {
    let orders = Orders::new(world, options.clone(), Box::new(|_| ()), promises);
    let mut open: Vec<(Moment<P::State>, Vec<Choice>)> = vec![(orders.first(world), Vec::new())];
    while let Some((moment, order)) = open.pop() {
        let next = orders.successors(&moment);
        if next.is_empty() {
            let said = orders.say(&moment, false);
            if visit(&moment.world, said.end, &said.kept, &order).is_break() {
                return;
            }
        }
        open.extend(next.into_iter().rev().map(|(choice, moment)| {
            let order = order.iter().cloned().chain([choice]).collect();
            (moment, order)
        }));
    }
}
