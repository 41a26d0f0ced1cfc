//! Every schedule of small worlds, atom by atom: no reader sees half a write, every row behaves as if its operations
//! came one after the other, and a crash at any atom loses nothing that was acknowledged.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use splitpoint_model::bytes::{self, RowKey};
use splitpoint_model::client::{Client, Next, Request, Response};
use splitpoint_model::cluster::{Admin, Cluster, Config, JobState};
use splitpoint_model::error::Error;
use splitpoint_model::event::{JobId, ServerId};
use splitpoint_model::mutation::{CheckAndMutate, Condition, Increment, MutateRows, Mutation, Put, RowMutations, Then};
use splitpoint_model::query::{Get, RowResult, Scan, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Time stands still, so that schedules that lead to the same state meet.
const NOW: i64 = 1000;
/// More states than any search here may have: one that grows beyond it asks for a smaller world.
const MOST_STATES: usize = 400_000;

type Answer = Result<Response, Error>;

/// One client, one operation: which operations were over when it began, and what came of it.
#[derive(Clone, Hash)]
struct Actor {
    client: Client,
    request: Option<Request>,
    before: Vec<usize>,
    answer: Option<Answer>,
}

/// A state of the search.
#[derive(Clone, Hash)]
struct World {
    cluster: Cluster,
    actors: Vec<Actor>,
}

/// Who may act next.
#[derive(Clone, Copy)]
enum Choice {
    Actor(usize),
    Job(JobId),
}

impl World {
    fn new(setup: &[Request], requests: Vec<Request>, work: Vec<Admin>) -> Self {
        let mut cluster = Cluster::new(Config { servers: 2, ..Config::default() });
        let families = [FamilyDescriptor::new("f"), FamilyDescriptor::new("g")];
        let descriptor = TableDescriptor::new("t", families);
        cluster.run(Admin::CreateTable { descriptor, splits: Vec::new() }, 1, &mut ()).unwrap();
        for (at, request) in setup.iter().enumerate() {
            Client::new(100).run(&mut cluster, request.clone(), 10 + at as i64, &mut ()).unwrap();
        }
        for admin in work {
            cluster.submit(admin).unwrap();
        }
        let actor = |(id, request): (usize, Request)| Actor {
            client: Client::new(u8::try_from(id).unwrap()),
            request: Some(request),
            before: Vec::new(),
            answer: None,
        };
        Self { cluster, actors: requests.into_iter().enumerate().map(actor).collect() }
    }

    fn choices(&self) -> Vec<Choice> {
        let jobs = self.cluster.jobs().map(|job| job.id).filter(|job| self.cluster.job_ready(*job).is_ok());
        let can_act = |actor: &Actor| {
            actor.request.is_some()
                || actor.answer.is_none() && matches!(actor.client.next(&self.cluster), Next::Step { .. })
        };
        let actors = (0..self.actors.len()).filter(|&at| can_act(&self.actors[at]));
        jobs.map(Choice::Job).chain(actors.map(Choice::Actor)).collect()
    }

    fn take(&mut self, choice: Choice) {
        match choice {
            Choice::Job(job) => {
                let _state = self.cluster.step_job(job, NOW, &mut ());
            }
            Choice::Actor(at) => {
                let over: Vec<usize> = (0..self.actors.len()).filter(|&at| self.actors[at].answer.is_some()).collect();
                let actor = &mut self.actors[at];
                if let Some(request) = actor.request.take() {
                    actor.client.start(request);
                    actor.before = over;
                }
                actor.answer = actor.client.step(&mut self.cluster, NOW, &mut ());
            }
        }
    }

    fn run_to_the_end(&mut self) {
        for _ in 0..10_000 {
            match self.choices().first() {
                Some(&choice) => self.take(choice),
                None => return,
            }
        }
        panic!("it does not end");
    }

    fn rows(&self) -> Vec<RowResult> {
        let mut cluster = self.cluster.clone();
        let request = Request::Scan("t".into(), Scan::default());
        match Client::new(200).run(&mut cluster, request, NOW, &mut ()) {
            Ok(Response::Rows { results, .. }) => results,
            other => panic!("a scan answers rows, not {other:?}"),
        }
    }
}

/// Visits every state that any schedule leads to; says how many there are. `at_end` sees those in which all is done.
fn search(start: World, mut visit: impl FnMut(&World), mut at_end: impl FnMut(&World)) -> usize {
    let mut seen = HashSet::new();
    let mut open = vec![start];
    while let Some(world) = open.pop() {
        let mut hasher = DefaultHasher::new();
        world.hash(&mut hasher);
        if !seen.insert(hasher.finish()) {
            continue;
        }
        assert!(seen.len() < MOST_STATES, "too many states");
        visit(&world);
        let choices = world.choices();
        if choices.is_empty() {
            let waiting = world.actors.iter().filter(|actor| actor.answer.is_none()).count();
            assert_eq!((waiting, world.cluster.jobs().count()), (0, 0), "somebody waits for ever");
            at_end(&world);
        }
        for choice in choices {
            let mut next = world.clone();
            next.take(choice);
            open.push(next);
        }
    }
    seen.len()
}

fn put(row: &str, value: &str) -> Put {
    Put::new(row).add("f", "q", value).add("g", "q", value)
}

/// Two rows at once, each in two families.
fn pair(value: &str) -> Request {
    let mutations = ["a", "b"].map(|row| Mutation::Put(put(row, value))).to_vec();
    Request::MutateRows("t".into(), MutateRows { routing_row: None, mutations, conditions: Vec::new() })
}

fn scan(caching: i32, batch: i32) -> Request {
    Request::Scan("t".into(), Scan { caching, batch, ..Scan::default() })
}

fn flush() -> Admin {
    Admin::Flush { table: "t".into(), family: None, row: None }
}

fn split(at: &str) -> Admin {
    Admin::Split { table: "t".into(), at: Some(RowKey::from(at)), row: None }
}

fn compact(major: bool) -> Admin {
    Admin::Compact { table: "t".into(), family: None, row: None, major }
}

/// All cells of both rows have one value.
fn whole(results: &[RowResult]) -> bool {
    let values: Vec<&[u8]> = results.iter().flat_map(|row| row.cells.iter().map(|cell| cell.value())).collect();
    (values.len() == 4 || values.is_empty()) && values.windows(2).all(|two| two[0] == two[1])
}

#[test]
fn no_reader_sees_half_a_write_of_several_rows() {
    let zero: &[Request] = &[pair("0")];
    // What is there before, who writes, what goes on beside, and how the reader reads.
    type Small<'a> = (&'a [Request], &'a [&'a str], Vec<Admin>, (i32, i32));
    let worlds: [Small<'_>; 5] = [
        (&[], &["1", "2"], vec![], (1, 1)),
        (zero, &["1", "2"], vec![], (1, -1)),
        (zero, &["1"], vec![flush()], (1, 1)),
        (zero, &["1"], vec![split("c")], (1, -1)),
        (zero, &["1"], vec![flush(), compact(true)], (-1, -1)),
    ];
    for (setup, writers, work, (caching, batch)) in worlds {
        let requests = std::iter::once(scan(caching, batch)).chain(writers.iter().map(|value| pair(value)));
        let mut seen = HashSet::new();
        let states = search(
            World::new(setup, requests.collect(), work),
            |world| {
                if let Some(Ok(Response::Rows { results, .. })) = &world.actors[0].answer {
                    assert!(whole(results), "half a write in {results:?}");
                    seen.insert(results.first().map(|row| row.cells[0].value().to_vec()));
                }
            },
            |world| assert!(whole(&world.rows())),
        );
        assert!(states > 50 && seen.len() == writers.len() + 1, "{states} states, {seen:?}");
    }
}

/// What an operation of a client on one row would do to the numbers in it, or whether it would answer so.
fn plays(request: &Request, state: &mut Option<i64>, answer: &Answer) -> bool {
    match (request, answer) {
        (Request::Increment(..), Ok(Response::Row(row))) => {
            let new = state.unwrap_or(0) + 1;
            *state = Some(new);
            row.value(b"f", b"n").and_then(bytes::to_long) == Some(new)
        }
        (Request::Put(..), Ok(Response::Done)) => {
            *state = Some(10);
            true
        }
        (Request::CheckAndMutate(..), Ok(Response::Checked { success, .. })) => {
            let holds = state.is_none();
            if holds {
                *state = Some(20);
            }
            holds == *success
        }
        (Request::Get(..), Ok(Response::Row(row))) => row.value(b"f", b"n").and_then(bytes::to_long) == *state,
        _ => false,
    }
}

/// Whether some order of the operations explains all answers, in which none comes before one that was over already.
fn is_linear(world: &World, requests: &[Request], done: &mut Vec<usize>, state: Option<i64>) -> bool {
    if done.len() == requests.len() {
        return true;
    }
    (0..requests.len()).any(|at| {
        let actor = &world.actors[at];
        if done.contains(&at) || !actor.before.iter().all(|before| done.contains(before)) {
            return false;
        }
        let mut state = state;
        let fits = actor.answer.as_ref().is_some_and(|answer| plays(&requests[at], &mut state, answer));
        if !fits {
            return false;
        }
        done.push(at);
        let rest = is_linear(world, requests, done, state);
        done.pop();
        rest
    })
}

#[test]
fn operations_on_a_row_come_one_after_the_other() {
    let number = |value: i64| value.to_be_bytes().to_vec();
    let increment = Request::Increment(
        "t".into(),
        Increment {
            row: "a".into(),
            cells: vec![("f".into(), "n".into(), 1)],
            time_range: TimeRange::ALL,
            ttl: None,
            return_results: true,
        },
    );
    // Times of their own: what is written later must be newer than what it follows.
    let ten = Request::Put("t".into(), Put::new("a").add_at("f", "n", Some(NOW + 10), number(10)));
    let once = Request::CheckAndMutate(
        "t".into(),
        CheckAndMutate {
            row: "a".into(),
            condition: Condition::absent("f", "n"),
            then: Then::Mutate(Mutation::Put(Put::new("a").add("f", "n", number(20)))),
        },
    );
    let get = Request::Get("t".into(), Get::new("a"));
    let worlds: [(Vec<Request>, Vec<Admin>); 6] = [
        (vec![increment.clone(), increment.clone(), get.clone()], vec![flush()]),
        (vec![increment.clone(), once.clone(), get.clone()], vec![split("c")]),
        (vec![once.clone(), once.clone(), increment.clone()], vec![flush()]),
        (vec![ten.clone(), get.clone(), get.clone()], vec![split("a\u{0}")]),
        (vec![once.clone(), get.clone(), get.clone()], vec![flush(), compact(false)]),
        (vec![increment, ten, get], vec![]),
    ];
    for (requests, work) in worlds {
        let mut ends = 0;
        search(
            World::new(&[], requests.clone(), work),
            |_| {},
            |world| {
                ends += 1;
                let answers: Vec<_> = world.actors.iter().map(|actor| (&actor.before, &actor.answer)).collect();
                assert!(is_linear(world, &requests, &mut Vec::new(), None), "no order explains {answers:?}");
            },
        );
        assert!(ends > 1);
    }
}

/// Both rows and the counter that goes with each write: whole, and counted once.
fn intact(world: &World, acknowledged: bool) -> bool {
    let rows = world.rows();
    let count = |row: &str| {
        let found = rows.iter().find(|found| found.row() == Some(row.as_bytes()));
        found.map_or((0, false, false), |found| {
            let number = found.value(b"f", b"n").and_then(bytes::to_long).unwrap_or(0);
            (number, found.value(b"f", b"q").is_some(), found.value(b"g", b"q").is_some())
        })
    };
    let is_done = |found: (i64, bool, bool)| found == (1, true, true);
    let is_absent = |found: (i64, bool, bool)| found == (0, false, false);
    let (a, b) = (count("a"), count("b"));
    let old = rows.iter().any(|row| row.row() == Some(b"o") && row.value(b"f", b"q") == Some(b"old"));
    old && (is_done(a) && is_done(b) || !acknowledged && is_absent(a) && is_absent(b))
}

#[test]
fn a_crash_at_any_atom_loses_nothing_that_was_acknowledged() {
    let counted = |row: &str| {
        let increment = Increment {
            row: row.into(),
            cells: vec![("f".into(), "n".into(), 1)],
            time_range: TimeRange::ALL,
            ttl: None,
            return_results: true,
        };
        [Mutation::Increment(increment), Mutation::Put(put(row, "x"))]
    };
    let rows = || {
        let mutations = [counted("a"), counted("b")].concat();
        Request::MutateRows("t".into(), MutateRows { routing_row: None, mutations, conditions: Vec::new() })
    };
    let row =
        |row: &str| Request::MutateRow("t".into(), RowMutations { row: row.into(), mutations: counted(row).to_vec() });
    let old = [
        Request::Put("t".into(), put("o", "older")),
        Request::Put("t".into(), Put::new("o").add_at("f", "q", Some(NOW - 1), "old")),
    ];
    let works = [
        vec![],
        vec![flush()],
        vec![flush(), compact(true)],
        vec![split("c")],
        vec![split("b")],
        vec![Admin::Move { table: "t".into(), row: "a".into(), to: None }],
    ];
    for work in works {
        for requests in [vec![rows()], vec![row("a"), row("b")]] {
            let mut crashes = 0;
            let single = requests.len() == 2;
            search(
                World::new(&old, requests, work.clone()),
                |world| {
                    for server in [ServerId(0), ServerId(1)] {
                        let mut world = world.clone();
                        let Ok(job) = world.cluster.submit(Admin::Crash { server }) else { continue };
                        let _state: JobState = world.cluster.step_job(job, NOW, &mut ());
                        world.run_to_the_end();
                        crashes += 1;
                        let answers = world.actors.iter().map(|actor| actor.answer.as_ref());
                        let all = answers.clone().all(|answer| matches!(answer, Some(Ok(_))));
                        assert!(answers.clone().all(|answer| answer.is_some()), "somebody waits for ever");
                        // Of two writes each is whole by itself; both are repeated until they are done.
                        assert!(!single || all, "a write of one row failed");
                        assert!(intact(&world, all), "{:?} after a crash", world.rows());
                    }
                },
                |_| {},
            );
            assert!(crashes > 10, "{crashes} crashes");
        }
    }
}
