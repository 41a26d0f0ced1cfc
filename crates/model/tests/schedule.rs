//! Any schedule of clients and background work: nothing acknowledged is lost, nothing is done twice, nothing is half
//! done, and everything ends.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use proptest::prelude::*;
use splitpoint_model::bytes::{self, RowKey};
use splitpoint_model::client::{Client, Next, Request, Response};
use splitpoint_model::cluster::{Admin, Cluster, Config, JobState};
use splitpoint_model::error::Error;
use splitpoint_model::event::{JobId, ServerId};
use splitpoint_model::mutation::{CheckAndMutate, Condition, Increment, MutateRows, Mutation, Put, RowMutations, Then};
use splitpoint_model::query::{Get, Scan, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

const ROWS: [&str; 5] = ["a", "b", "c", "d", "e"];

/// What a client does; each counts 1 in the column `n` of its rows when it is acknowledged as done.
#[derive(Clone, Debug)]
enum Deed {
    Increment(usize),
    /// An increment and a put, as one.
    Row(usize),
    /// Two rows next to each other, as one: refused where a region ends between them.
    Rows(usize),
    /// A conditional write that may be done once only.
    Once(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    let row = 0..ROWS.len();
    prop_oneof![
        4 => row.clone().prop_map(Deed::Increment),
        2 => row.clone().prop_map(Deed::Row),
        2 => (0..ROWS.len() - 1).prop_map(Deed::Rows),
        1 => row.prop_map(Deed::Once),
    ]
}

fn work() -> impl Strategy<Value = Admin> {
    let row = || prop::sample::select(ROWS.to_vec()).prop_map(RowKey::from);
    let table = || std::sync::Arc::<str>::from("t");
    prop_oneof![
        2 => Just(Admin::Flush { table: table(), family: None, row: None }),
        1 => any::<bool>().prop_map(move |major| Admin::Compact { table: table(), family: None, row: None, major }),
        3 => row().prop_map(move |at| Admin::Split { table: table(), at: Some(at), row: None }),
        1 => (row(), row()).prop_map(move |(a, b)| Admin::Merge { table: table(), rows: vec![a, b], force: false }),
        2 => row().prop_map(move |row| Admin::Move { table: table(), row, to: None }),
        2 => (0..2_u8).prop_map(|server| Admin::Crash { server: ServerId(server) }),
        1 => Just(Admin::AlterTable {
            table: table(),
            families: vec![FamilyDescriptor::new("g")],
            remove: Vec::new(),
            attributes: Vec::new(),
        }),
    ]
}

fn increment(row: &str) -> Mutation {
    Mutation::Increment(Increment {
        row: row.into(),
        cells: vec![("f".into(), "n".into(), 1)],
        time_range: TimeRange::ALL,
        ttl: None,
        return_results: true,
    })
}

fn request(deed: &Deed, client: usize) -> Request {
    match deed {
        Deed::Increment(row) => match increment(ROWS[*row]) {
            Mutation::Increment(increment) => Request::Increment("t".into(), increment),
            _ => unreachable!(),
        },
        Deed::Row(row) => {
            let row = ROWS[*row];
            let put = Mutation::Put(Put::new(row).add("f", "p", "x").add("f", "q", "x"));
            Request::MutateRow("t".into(), RowMutations { row: row.into(), mutations: vec![increment(row), put] })
        }
        Deed::Rows(row) => {
            let mutations = vec![increment(ROWS[*row]), increment(ROWS[*row + 1])];
            Request::MutateRows("t".into(), MutateRows { routing_row: None, mutations, conditions: Vec::new() })
        }
        Deed::Once(row) => {
            let (row, column) = (ROWS[*row], format!("once{client}"));
            let put = Put::new(row).add("f", column.as_str(), "x");
            let condition = Condition::absent("f", column.as_str());
            let then = Then::Mutate(Mutation::Put(put));
            Request::CheckAndMutate("t".into(), CheckAndMutate { row: row.into(), condition, then })
        }
    }
}

/// A world without a lab: clients with deeds to do, jobs, and a choice at each step.
struct World {
    cluster: Cluster,
    clients: Vec<(Client, Vec<Deed>, Option<Deed>)>,
    counted: [i64; 5],
    /// What may have been done though it was refused: a first attempt was at work when its server died, and the second
    /// found the rows in two regions.
    perhaps: [i64; 5],
    now: i64,
}

impl World {
    fn new(deeds: Vec<Vec<Deed>>) -> Self {
        let mut cluster = Cluster::new(Config { servers: 2, ..Config::default() });
        let descriptor = TableDescriptor::new("t", [FamilyDescriptor::new("f")]);
        cluster.run(Admin::CreateTable { descriptor, splits: vec!["c".into()] }, 1, &mut ()).unwrap();
        let client = |(id, deeds)| (Client::new(u8::try_from(id).unwrap()), deeds, None);
        Self {
            cluster,
            clients: deeds.into_iter().enumerate().map(client).collect(),
            counted: [0; 5],
            perhaps: [0; 5],
            now: 1000,
        }
    }

    /// One step of the `choice`th that can act; whether anybody could.
    fn step(&mut self, choice: usize) -> bool {
        self.now += 1;
        let jobs: Vec<JobId> = self.cluster.jobs().map(|job| job.id).collect();
        let ready: Vec<JobId> = jobs.into_iter().filter(|job| self.cluster.job_ready(*job).is_ok()).collect();
        let can_act = |(client, deeds, _): &(Client, Vec<Deed>, Option<Deed>)| {
            (client.is_idle() && !deeds.is_empty()) || matches!(client.next(&self.cluster), Next::Step { .. })
        };
        let clients: Vec<usize> = (0..self.clients.len()).filter(|&at| can_act(&self.clients[at])).collect();
        let all = ready.len() + clients.len();
        if all == 0 {
            return false;
        }
        match ready.get(choice % all) {
            Some(&job) => {
                let state = self.cluster.step_job(job, self.now, &mut ());
                assert!(!matches!(&state, JobState::Failed(Error::Io(_))), "{state:?}");
            }
            None => self.step_client(clients[choice % all - ready.len()]),
        }
        true
    }

    fn step_client(&mut self, at: usize) {
        let (client, deeds, doing) = &mut self.clients[at];
        if client.is_idle() {
            let deed = deeds.remove(0);
            client.start(request(&deed, at));
            *doing = Some(deed);
        }
        let Some(answer) = client.step(&mut self.cluster, self.now, &mut ()) else { return };
        match (doing.take().unwrap(), answer) {
            (Deed::Increment(row) | Deed::Row(row), Ok(_)) => self.counted[row] += 1,
            (Deed::Rows(row), Ok(Response::Processed(true))) => {
                self.counted[row] += 1;
                self.counted[row + 1] += 1;
            }
            (Deed::Rows(row), Err(Error::RowsNotColocated { .. })) => {
                let again = i64::from(client.metrics().rpc_retries > 0);
                self.perhaps[row] += again;
                self.perhaps[row + 1] += again;
            }
            (Deed::Once(_), Ok(_)) => {}
            (deed, answer) => panic!("{deed:?}: {answer:?}"),
        }
    }

    fn check(&mut self) {
        let mut reader = Client::new(200);
        for ((row, counted), perhaps) in ROWS.iter().zip(self.counted).zip(self.perhaps) {
            let get = Request::Get("t".into(), Get::new(*row));
            let Ok(Response::Row(found)) = reader.run(&mut self.cluster, get, self.now, &mut ()) else {
                unreachable!()
            };
            let count = found.value(b"f", b"n").and_then(bytes::to_long).unwrap_or(0);
            assert!((counted..=counted + perhaps).contains(&count), "row {row}: {count}, not {counted}");
            assert_eq!(found.value(b"f", b"p").is_some(), found.value(b"f", b"q").is_some(), "row {row}: half a write");
        }
        let scan = Request::Scan("t".into(), Scan { caching: 1, ..Scan::default() });
        let Ok(Response::Rows { results, .. }) = reader.run(&mut self.cluster, scan, self.now, &mut ()) else {
            unreachable!()
        };
        assert!(results.is_sorted_by_key(|result| result.row().map(<[u8]>::to_vec)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn everything_ends_and_counts_once(
        deeds in prop::collection::vec(prop::collection::vec(deed(), 0..6), 3),
        work in prop::collection::vec((0..60_usize, work()), 0..6),
        choices in prop::collection::vec(0..60_usize, 0..400),
    ) {
        let mut world = World::new(deeds);
        let mut choices = choices.into_iter().chain(std::iter::repeat(0));
        let mut work = work;
        work.sort_by_key(|(at, _)| *at);
        let mut work = work.into_iter().peekable();
        for step in 0.. {
            while let Some((_, admin)) = work.next_if(|(at, _)| *at <= step) {
                // It may be refused: a region that is gone, a server that is dead.
                let _refused = world.cluster.submit(admin);
            }
            let acted = world.step(choices.next().unwrap_or(0));
            if !acted && work.peek().is_none() {
                break;
            }
            prop_assert!(step < 20_000, "it does not end: {:?}", world.cluster.jobs().collect::<Vec<_>>());
        }
        let waiting = world.clients.iter().filter(|(client, _, _)| !client.is_idle()).count();
        prop_assert_eq!(waiting, 0, "somebody waits for ever");
        prop_assert_eq!(world.cluster.jobs().count(), 0, "a job waits for ever");
        world.check();
    }
}
