//! Every schedule of a small world: how it can end, in how many ways, and the shortest way to each end.
//!
//! Schedules that have led to the same state go on alike, so [`outcomes`] walks from each state once and multiplies;
//! [`explore`] walks every schedule, and says so if somebody doubts the counts.

use crate::log::Grain;
use crate::sim::world::{Actor, World};
use splitpoint_model::event::{Event, Observer};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::rc::Rc;

/// One way in which a world can end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<J> {
    /// What the judge says of it.
    pub judgement: J,
    /// How many schedules lead to it.
    pub schedules: u128,
    /// Of the shortest of them, who acts at each step.
    pub witness: Vec<Actor>,
}

/// There are more states than one may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// Hears whether a round trip is over.
#[derive(Default)]
struct CallEnd(bool);

impl Observer for CallEnd {
    fn hear(&mut self, event: Event) {
        self.0 |= matches!(event, Event::RpcAnswered { .. });
    }
}

/// Lets an actor do one step at a grain; the finest here is an atom, as nobody can come in between events.
fn step(world: &World, actor: Actor, grain: Grain) -> World {
    let mut next = world.clone();
    loop {
        let mut end = CallEnd::default();
        let Some(applied) = next.apply(actor, &mut end) else { return next };
        let over = match grain {
            Grain::Cell => true,
            Grain::Rpc => end.0 || applied.over || matches!(actor, Actor::Job(_)),
            Grain::Operation => applied.over,
        };
        if over {
            return next;
        }
    }
}

/// Visits the end of every schedule, with who acted at each step, until told to stop.
pub fn explore(
    world: &World,
    grain: Grain,
    visit: &mut dyn FnMut(&World, &[Actor]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    walk(world, grain, &mut Vec::new(), visit)
}

fn walk(
    world: &World,
    grain: Grain,
    schedule: &mut Vec<Actor>,
    visit: &mut dyn FnMut(&World, &[Actor]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let enabled = world.enabled();
    if enabled.is_empty() {
        return visit(world, schedule);
    }
    for actor in enabled {
        schedule.push(actor);
        walk(&step(world, actor, grain), grain, schedule, visit)?;
        schedule.pop();
    }
    ControlFlow::Continue(())
}

/// How many ways there are to an end, and the shortest, backwards.
type Ends<J> = BTreeMap<J, (u128, Vec<Actor>)>;

/// A state, and what has been found out about it.
type Found<J> = (World, Rc<Ends<J>>);

/// What has been found out about states, by their hash.
struct Seen<J> {
    states: BTreeMap<u64, Vec<Found<J>>>,
    left: usize,
}

/// Every way in which a world can end, by judgement. States that are looked at are at most `most`.
///
/// # Errors
/// Where that is not enough.
pub fn outcomes<J: Ord + Clone>(
    world: &World,
    grain: Grain,
    most: usize,
    judge: &dyn Fn(&World) -> J,
) -> Result<Vec<Outcome<J>>, TooMany> {
    let mut seen = Seen { states: BTreeMap::new(), left: most };
    let ends = seen.ends(world, grain, judge)?;
    let outcome = |(judgement, (schedules, witness)): (&J, &(u128, Vec<Actor>))| Outcome {
        judgement: judgement.clone(),
        schedules: *schedules,
        witness: witness.iter().rev().copied().collect(),
    };
    Ok(ends.iter().map(outcome).collect())
}

impl<J: Ord + Clone> Seen<J> {
    fn ends(&mut self, world: &World, grain: Grain, judge: &dyn Fn(&World) -> J) -> Result<Rc<Ends<J>>, TooMany> {
        let mut hasher = DefaultHasher::new();
        world.hash(&mut hasher);
        let hash = hasher.finish();
        if let Some((_, ends)) = self.states.get(&hash).into_iter().flatten().find(|(other, _)| other == world) {
            return Ok(ends.clone());
        }
        self.left = self.left.checked_sub(1).ok_or(TooMany)?;
        let mut ends = Ends::new();
        let enabled = world.enabled();
        if enabled.is_empty() {
            ends.insert(judge(world), (1, Vec::new()));
        }
        for actor in enabled {
            let after = self.ends(&step(world, actor, grain), grain, judge)?;
            for (judgement, (schedules, witness)) in after.iter() {
                let (ways, shortest) = ends.entry(judgement.clone()).or_insert_with(|| (0, Vec::new()));
                if *ways == 0 || witness.len() + 1 < shortest.len() {
                    shortest.clone_from(witness);
                    shortest.push(actor);
                }
                *ways += schedules;
            }
        }
        let ends = Rc::new(ends);
        self.states.entry(hash).or_default().push((world.clone(), ends.clone()));
        Ok(ends)
    }
}
