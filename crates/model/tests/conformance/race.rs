//! Steps that race: every schedule of them, and the worlds that stay possible.

use crate::difference::{self, verb};
use crate::world::{World, refused};
use serde_json::{Value as Json, json};
use splitpoint_model::cell::Cell;
use splitpoint_model::client::{Atom, Client, Next};
use splitpoint_model::cluster::JobState;
use splitpoint_model::event::JobId;
use splitpoint_model::region::write::Write;
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// More states than any race of a recording has.
const MOST_STATES: usize = 1_000_000;
/// Milliseconds before and after a race: more than what increments in one millisecond may be ahead of the clock.
const APART_MS: i64 = 20;
/// What makes a request of a client; everything else is work of the servers.
const REQUESTS: &[&str] =
    &["put", "delete", "increment", "append", "check", "mutate", "batch", "mutateRows", "get", "scan", "next"];

/// Work of the servers that leaves regions where they are.
const UPKEEP: &[&str] = &["flush", "compact", "majorCompact"];
const HALF_A_DAY_MS: i64 = 12 * 60 * 60 * 1000;

/// The worlds in which everything was answered as HBase answered it: one, and more only after a race. Of those that
/// look alike one is enough: they differ by the milliseconds at which something was written.
pub(crate) struct Worlds(Vec<World>);

impl Worlds {
    /// Nothing has happened.
    pub(crate) fn new(auto: bool) -> Self {
        Self(vec![World::new(auto)])
    }

    /// One of them.
    pub(crate) fn any(&self) -> &World {
        &self.0[0]
    }

    /// Does a step in all of them. Those that answer what `want` says are left; where there is none, all are, and
    /// the answer is that of one of them, or what a race could have answered.
    pub(crate) fn perform(&mut self, step: &Json) -> Json {
        let races = verb(step) == "race";
        if let ([world], false) = (&mut self.0[..], races) {
            return world.perform(step);
        }
        let mut ends = Vec::new();
        for mut world in self.0.drain(..) {
            if races {
                ends.append(&mut outcomes(world, step));
            } else {
                let answer = world.perform(step);
                ends.push((answer, world));
            }
        }
        let agrees = |answer: &Json| difference::between(step, &step["want"], answer).is_none();
        let answer = match ends.iter().find(|(answer, _)| agrees(answer)) {
            Some((answer, _)) => answer.clone(),
            None if races => json!({ "possible": ends.iter().map(|(answer, _)| answer).collect::<HashSet<_>>() }),
            None => ends[0].0.clone(),
        };
        if agrees(&answer) {
            ends.retain(|(answer, _)| agrees(answer));
        }
        let mut seen = HashSet::new();
        self.0 = ends.into_iter().map(|(_, world)| world).filter(|world| seen.insert(world.sight())).collect();
        answer
    }
}

/// A list of steps that is being done.
#[derive(Clone, Hash)]
struct Runner {
    at_work: AtWork,
    answers: Vec<Json>,
}

#[derive(Clone, Hash)]
enum AtWork {
    Nothing,
    Request,
    Job(JobId),
}

#[derive(Clone, Hash)]
struct Race {
    world: World,
    /// The clients of all lists but the first, which has the one of the world: only that has open scanners.
    rivals: Vec<Client>,
    runners: Vec<Runner>,
    /// How often the clock may still move by a millisecond.
    ticks: usize,
    /// The latest time at which something was written by the clock: beyond it no later time makes a difference.
    latest: i64,
}

/// Every way in which a race may end: its answer, and the world it leaves.
fn outcomes(mut world: World, step: &Json) -> Vec<(Json, World)> {
    let lists: Vec<&[Json]> = step["of"].as_array().expect("lists").iter().map(list).collect();
    let rivals = (1..lists.len()).map(|id| Client::new(u8::try_from(id).expect("few clients"))).collect();
    let runners = vec![Runner { at_work: AtWork::Nothing, answers: Vec::new() }; lists.len()];
    let ticks = lists.iter().map(|list| list.len()).sum();
    let (mut seen, mut ends) = (HashSet::new(), Vec::new());
    world.now += APART_MS;
    let latest = world.now - 1;
    let mut open = vec![Race { world, rivals, runners, ticks, latest }];
    while let Some(race) = open.pop() {
        if !seen.insert(hash_of(&race)) {
            continue;
        }
        assert!(seen.len() < MOST_STATES, "too many states");
        let able: Vec<usize> = (0..lists.len()).filter(|&at| race.can_run(at, lists[at])).collect();
        if able.is_empty() {
            let answers: Vec<_> = race.runners.into_iter().map(|runner| runner.answers).collect();
            let all = answers.iter().zip(&lists).all(|(answers, list)| answers.len() == list.len());
            assert!(all, "somebody waits for ever: {answers:?}");
            let mut world = race.world;
            world.now += APART_MS;
            ends.push((json!({ "answers": answers }), world));
            continue;
        }
        let still = lists.iter().zip(&race.runners).all(|(list, runner)| {
            list[runner.answers.len()..]
                .iter()
                .all(|step| REQUESTS.contains(&verb(step)) || UPKEEP.contains(&verb(step)))
        });
        if let Some(&at) = able.iter().find(|&&at| race.is_alone(at, lists[at], still)) {
            let mut next = race;
            next.run(at, lists[at]);
            open.push(next);
            continue;
        }
        if race.ticks > 0 && race.latest >= race.world.now && able.iter().any(|&at| race.atom(at) == Some(Atom::Append))
        {
            let mut later = race.clone();
            later.ticks -= 1;
            later.world.now += 1;
            open.push(later);
        }
        for at in able {
            let mut next = race.clone();
            next.run(at, lists[at]);
            open.push(next);
        }
    }
    ends
}

impl Race {
    fn client(&mut self, at: usize) -> &mut Client {
        if at == 0 { &mut self.world.client } else { &mut self.rivals[at - 1] }
    }

    /// The latest time by the clock of the writes at work.
    fn written(&self, step: &Json) -> i64 {
        let table = self.world.table(step);
        let cells =
            self.world.cluster.regions(&table).flat_map(|region| region.writes().values()).flat_map(Write::cells);
        let times =
            cells.map(Cell::timestamp).filter(|time| time.abs_diff(self.world.now) < HALF_A_DAY_MS.unsigned_abs());
        times.max().unwrap_or(0)
    }

    /// What the next atom of a request does.
    fn atom(&self, at: usize) -> Option<Atom> {
        let client = if at == 0 { &self.world.client } else { &self.rivals[at - 1] };
        match client.next(&self.world.cluster) {
            Next::Step { atom, .. } => Some(atom),
            _ => None,
        }
    }

    /// Whether it makes no difference who comes before or after the next atom of a list: it neither reads nor changes
    /// what others change, or gives back what others may wait for. Where the servers close regions, only what has not
    /// begun is alone.
    fn is_alone(&self, at: usize, list: &[Json], still: bool) -> bool {
        match self.runners[at].at_work {
            AtWork::Nothing => REQUESTS.contains(&verb(&list[self.runners[at].answers.len()])),
            AtWork::Request => {
                still && matches!(self.atom(at), Some(Atom::Locate | Atom::Send | Atom::Unlock | Atom::Reply))
            }
            AtWork::Job(_) => false,
        }
    }

    fn can_run(&self, at: usize, list: &[Json]) -> bool {
        let client = if at == 0 { &self.world.client } else { &self.rivals[at - 1] };
        match self.runners[at].at_work {
            AtWork::Nothing => self.runners[at].answers.len() < list.len(),
            AtWork::Request => matches!(client.next(&self.world.cluster), Next::Step { .. }),
            AtWork::Job(job) => self.world.cluster.job_ready(job).is_ok(),
        }
    }

    /// One atom of a list; before the first of a step it is begun.
    fn run(&mut self, at: usize, list: &[Json]) {
        let step = &list[self.runners[at].answers.len()];
        if let AtWork::Nothing = self.runners[at].at_work {
            if !REQUESTS.contains(&verb(step)) {
                let submitted = self.world.admin(step).and_then(|admin| Ok(self.world.cluster.submit(admin)?));
                match submitted {
                    Ok(job) => self.runners[at].at_work = AtWork::Job(job),
                    Err(refusal) => self.runners[at].answers.push(refused(&refusal)),
                }
                return;
            }
            match self.world.request(step) {
                Ok(request) => self.client(at).start(request),
                Err(refusal) => return self.runners[at].answers.push(refused(&refusal)),
            }
            self.runners[at].at_work = AtWork::Request;
            return;
        }
        let World { now, .. } = self.world;
        let appends = self.atom(at) == Some(Atom::Append);
        let answer = if let AtWork::Job(job) = self.runners[at].at_work {
            match self.world.cluster.step_job(job, now, &mut ()) {
                JobState::More => return,
                JobState::Done(_) => json!({}),
                JobState::Failed(error) => refused(&error.into()),
            }
        } else {
            let (World { client, cluster, .. }, rivals) = (&mut self.world, &mut self.rivals);
            let client = if at == 0 { client } else { &mut rivals[at - 1] };
            let over = client.step(cluster, now, &mut ());
            if appends {
                self.latest = self.latest.max(self.written(step));
            }
            match over {
                None => return,
                Some(Ok(response)) => self.world.answered(step, &response),
                Some(Err(error)) => refused(&error.into()),
            }
        };
        self.runners[at].at_work = AtWork::Nothing;
        self.runners[at].answers.push(answer);
    }
}

fn list(json: &Json) -> &[Json] {
    json.as_array().map_or(&[], Vec::as_slice)
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
