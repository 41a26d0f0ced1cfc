//! A cluster and its clients from the outside: what is written is read, whatever becomes of regions and servers.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use splitpoint_model::bytes::RowKey;
use splitpoint_model::client::{Atom, Client, Next, Request, Response};
use splitpoint_model::cluster::{Admin, Cluster, Config, JobState, Wait};
use splitpoint_model::error::{Error, Refused};
use splitpoint_model::event::{Event, JobId, ServerId};
use splitpoint_model::filter::Filter;
use splitpoint_model::mutation::{CheckAndMutate, Condition, Increment, MutateRows, Mutation, Put, Then};
use splitpoint_model::query::{Get, RowResult, Scan, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

const NOW: i64 = 1_700_000_000_000;

fn cluster() -> Cluster {
    let mut cluster = Cluster::new(Config { servers: 2, ..Config::default() });
    let descriptor = TableDescriptor::new("t", [FamilyDescriptor::new("f")]);
    admin(&mut cluster, Admin::CreateTable { descriptor, splits: Vec::new() });
    cluster
}

fn admin(cluster: &mut Cluster, admin: Admin) {
    cluster.run(admin, NOW, &mut ()).unwrap();
}

fn put(row: &str, value: &str) -> Request {
    Request::Put("t".into(), Put::new(row).add("f", "q", value))
}

fn value(client: &mut Client, cluster: &mut Cluster, row: &str) -> Option<String> {
    let get = Request::Get("t".into(), Get::new(row));
    let Response::Row(found) = client.run(cluster, get, NOW, &mut ()).unwrap() else { unreachable!() };
    found.value(b"f", b"q").map(|value| String::from_utf8(value.to_vec()).unwrap())
}

fn rows(client: &mut Client, cluster: &mut Cluster) -> Vec<String> {
    let scan = Request::Scan("t".into(), Scan { caching: 2, ..Scan::default() });
    let Response::Rows { results, done } = client.run(cluster, scan, NOW, &mut ()).unwrap() else { unreachable!() };
    assert!(done);
    results.iter().map(|result| String::from_utf8(result.row().unwrap().to_vec()).unwrap()).collect()
}

fn split(at: &str) -> Admin {
    Admin::Split { table: "t".into(), at: Some(at.into()), row: None }
}

/// Steps a client until its next atom is the one of this name.
fn step_to(client: &mut Client, cluster: &mut Cluster, wanted: Atom) {
    while !matches!(client.next(cluster), Next::Step { atom, .. } if atom == wanted) {
        assert_eq!(client.step(cluster, NOW, &mut ()), None, "before {}", wanted.name());
    }
}

fn finish(client: &mut Client, cluster: &mut Cluster) -> Result<Response, Error> {
    loop {
        if let Some(answer) = client.step(cluster, NOW, &mut ()) {
            return answer;
        }
    }
}

#[test]
fn what_is_written_is_read_whatever_becomes_of_the_regions() {
    let (mut cluster, mut client) = (cluster(), Client::new(0));
    for row in ["a", "c", "e", "g"] {
        client.run(&mut cluster, put(row, row), NOW, &mut ()).unwrap();
    }
    let all = ["a", "c", "e", "g"];
    assert_eq!(rows(&mut client, &mut cluster), all);
    admin(&mut cluster, split("d"));
    assert_eq!(cluster.regions("t").count(), 2);
    assert_eq!(rows(&mut client, &mut cluster), all, "after the split");
    assert_eq!(value(&mut client, &mut cluster, "e").as_deref(), Some("e"));
    admin(&mut cluster, Admin::Move { table: "t".into(), row: "e".into(), to: None });
    assert_eq!(cluster.locate("t", b"e").unwrap().server(), ServerId(1));
    client.run(&mut cluster, put("f", "f"), NOW, &mut ()).unwrap();
    admin(&mut cluster, Admin::Crash { server: ServerId(1) });
    assert_eq!(value(&mut client, &mut cluster, "f").as_deref(), Some("f"));
    admin(&mut cluster, Admin::Compact { table: "t".into(), family: None, row: None, major: true });
    assert_eq!(cluster.parents().count(), 0, "nothing refers to the parent any more");
    admin(&mut cluster, Admin::Merge { table: "t".into(), rows: vec!["a".into(), "e".into()], force: false });
    assert_eq!(rows(&mut client, &mut cluster), ["a", "c", "e", "f", "g"]);
    admin(&mut cluster, Admin::DisableTable { table: "t".into() });
    let refused = client.run(&mut cluster, put("h", "h"), NOW, &mut ());
    assert_eq!(refused, Err(Error::TableNotEnabled { table: "t".into() }));
    admin(&mut cluster, Admin::EnableTable { table: "t".into() });
    assert_eq!(rows(&mut client, &mut cluster).len(), 5);
    admin(&mut cluster, Admin::DisableTable { table: "t".into() });
    admin(&mut cluster, Admin::DropTable { table: "t".into() });
    let gone = client.run(&mut cluster, put("h", "h"), NOW, &mut ());
    assert_eq!(gone, Err(Error::TableNotFound { table: "t".into() }));
}

#[test]
fn a_stale_location_is_noticed_forgotten_and_looked_up_again() {
    let (mut cluster, mut client) = (cluster(), Client::new(0));
    client.run(&mut cluster, put("e", "1"), NOW, &mut ()).unwrap();
    admin(&mut cluster, split("d"));
    let mut events: Vec<Event> = Vec::new();
    client.run(&mut cluster, put("e", "2"), NOW, &mut events).unwrap();
    let told = |wanted: fn(&Event) -> bool| events.iter().position(wanted);
    let found = told(|event| matches!(event, Event::LocationCached { .. }));
    let refused = told(|event| matches!(event, Event::RpcAnswered { error: Some(Error::NotServingRegion { .. }), .. }));
    let forgotten = told(|event| matches!(event, Event::LocationForgotten { .. }));
    let looked_up = told(|event| matches!(event, Event::MetaLookup { .. }));
    let done = told(|event| matches!(event, Event::OperationDone { error: None }));
    let order = [found, refused, forgotten, looked_up, done];
    assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{events:#?}");
    assert_eq!(client.metrics().rpc_retries, 1);
}

#[test]
fn a_write_waits_for_the_lock_of_its_row() {
    let mut cluster = cluster();
    let (mut first, mut second) = (Client::new(1), Client::new(2));
    let check = CheckAndMutate {
        row: "a".into(),
        condition: Condition::absent("f", "q"),
        then: Then::Mutate(Mutation::Put(Put::new("a").add("f", "q", "first"))),
    };
    first.start(Request::CheckAndMutate("t".into(), check.clone()));
    step_to(&mut first, &mut cluster, Atom::Append);
    second.start(Request::CheckAndMutate("t".into(), check));
    while matches!(second.next(&cluster), Next::Step { .. }) {
        assert_eq!(second.step(&mut cluster, NOW, &mut ()), None);
    }
    let region = cluster.locate("t", b"a").unwrap().id();
    assert_eq!(second.next(&cluster), Next::Wait(Wait::RowLock { region, row: "a".into(), holder: 1 }));
    let before = (cluster.clone(), second.clone());
    assert_eq!(second.step(&mut cluster, NOW, &mut ()), None, "a client that waits stays as it is");
    assert_eq!((cluster.clone(), second.clone()), before);
    assert_eq!(finish(&mut first, &mut cluster), Ok(Response::Checked { success: true, result: None }));
    assert_eq!(finish(&mut second, &mut cluster), Ok(Response::Checked { success: false, result: None }));
}

#[test]
fn the_filter_of_a_condition_meets_all_families_at_once() {
    let mut cluster = Cluster::new(Config::default());
    let descriptor = TableDescriptor::new("t", ["f", "g"].map(FamilyDescriptor::new));
    admin(&mut cluster, Admin::CreateTable { descriptor, splits: Vec::new() });
    let mut client = Client::new(1);
    // The first row has nothing in the family that is tested; the second has, and more beside it.
    let rows = [Put::new("a").add("g", "q", "v"), Put::new("b").add("f", "k", "1").add("g", "q", "v")];
    for put in rows {
        client.run(&mut cluster, Request::Put("t".into(), put), NOW, &mut ()).unwrap();
    }
    let either = "SingleColumnValueFilter('f','k',=,'binary:1',true,true) OR ColumnValueFilter('f','k',=,'binary:1')";
    // What a get finds, and whether conditions hold: of one row, and of the multi-row endpoint.
    for (row, text, found, holds) in [
        ("a", either, false, true),
        ("b", either, true, true),
        ("b", "SKIP ColumnValueFilter('f','k',=,'binary:1')", true, false),
    ] {
        let filter = Filter::parse(text.as_bytes()).unwrap();
        let condition = Condition::Filter { filter: filter.clone().into(), time_range: TimeRange::ALL };
        let mark = Mutation::Put(Put::new(row).add("g", "mark", "x"));
        let get = Request::Get("t".into(), Get { filter: Some(filter.into()), ..Get::new(row) });
        let Response::Row(result) = client.run(&mut cluster, get, NOW, &mut ()).unwrap() else { unreachable!() };
        assert_eq!(!result.cells.is_empty(), found, "get of {row}: {text}");
        let conditions = vec![(row.into(), condition.clone())];
        let then = Then::Mutate(mark.clone());
        let check = Request::CheckAndMutate("t".into(), CheckAndMutate { row: row.into(), condition, then });
        let checked = client.run(&mut cluster, check, NOW, &mut ());
        assert_eq!(checked, Ok(Response::Checked { success: holds, result: None }), "check of {row}: {text}");
        let rows = MutateRows { routing_row: None, mutations: vec![mark], conditions };
        let processed = client.run(&mut cluster, Request::MutateRows("t".into(), rows), NOW, &mut ());
        assert_eq!(processed, Ok(Response::Processed(holds)), "mutateRows of {row}: {text}");
    }
}

#[test]
fn a_slow_write_holds_back_the_visibility_of_a_fast_one() {
    let mut cluster = cluster();
    let (mut slow, mut fast, mut reader) = (Client::new(1), Client::new(2), Client::new(3));
    slow.start(put("a", "slow"));
    step_to(&mut slow, &mut cluster, Atom::Apply);
    fast.start(put("b", "fast"));
    step_to(&mut fast, &mut cluster, Atom::Publish);
    assert_eq!(fast.step(&mut cluster, NOW, &mut ()), None);
    assert!(matches!(fast.next(&cluster), Next::Wait(Wait::Mvcc { .. })));
    assert_eq!(rows(&mut reader, &mut cluster), [""; 0]);
    step_to(&mut slow, &mut cluster, Atom::Publish);
    assert_eq!(slow.step(&mut cluster, NOW, &mut ()), None);
    assert_eq!(rows(&mut reader, &mut cluster), ["a", "b"], "both at once");
    assert_eq!(finish(&mut slow, &mut cluster), Ok(Response::Done));
    assert_eq!(finish(&mut fast, &mut cluster), Ok(Response::Done));
}

#[test]
fn a_region_closes_when_the_writes_at_work_are_over() {
    let (mut cluster, mut client) = (cluster(), Client::new(1));
    client.start(put("e", "1"));
    step_to(&mut client, &mut cluster, Atom::Apply);
    let job = cluster.submit(split("d")).unwrap();
    while cluster.job_ready(job).is_ok() {
        assert_eq!(cluster.step_job(job, NOW, &mut ()), JobState::More);
    }
    assert!(matches!(cluster.job_ready(job), Err(Wait::Requests { .. })));
    assert_eq!(finish(&mut client, &mut cluster), Ok(Response::Done));
    let mut other = Client::new(2);
    other.start(put("f", "2"));
    while matches!(other.next(&cluster), Next::Step { .. }) {
        assert_eq!(other.step(&mut cluster, NOW, &mut ()), None);
    }
    assert!(matches!(other.next(&cluster), Next::Wait(Wait::Region { .. })));
    finish_job(&mut cluster, job);
    assert_eq!(finish(&mut other, &mut cluster), Ok(Response::Done));
    assert_eq!(rows(&mut client, &mut cluster), ["e", "f"]);
}

fn finish_job(cluster: &mut Cluster, job: JobId) {
    while cluster.step_job(job, NOW, &mut ()) == JobState::More {}
}

#[test]
fn rows_of_one_region_change_together_and_rows_of_two_do_not_change() {
    let (mut cluster, mut client) = (cluster(), Client::new(0));
    admin(&mut cluster, split("m"));
    let both = |first: &str, second: &str| {
        let put = |row: &str| Mutation::Put(Put::new(row).add("f", "q", "v"));
        let mutations = vec![put(first), put(second)];
        Request::MutateRows("t".into(), MutateRows { routing_row: Some("b".into()), mutations, conditions: Vec::new() })
    };
    assert_eq!(client.run(&mut cluster, both("b", "c"), NOW, &mut ()), Ok(Response::Processed(true)));
    let apart = client.run(&mut cluster, both("b", "z"), NOW, &mut ());
    assert_eq!(apart, Err(Error::RowsNotColocated { row: "z".into() }));
    assert_eq!(client.metrics().rpc_calls, 1, "it cannot help to send it again");
    let stale = client.run(&mut cluster, both("z", "b"), NOW, &mut ());
    assert_eq!(stale, Err(Error::WrongRegion { row: "z".into() }));
    assert_eq!(rows(&mut client, &mut cluster), ["b", "c"]);
}

#[test]
fn acknowledged_writes_survive_a_crash_at_any_atom_and_others_are_whole_or_absent() {
    for atoms in 0..12 {
        let mut cluster = cluster();
        let (mut client, mut reader) = (Client::new(1), Client::new(2));
        let two = Put::new("a").add("f", "p", "v").add("f", "q", "v");
        client.start(Request::Put("t".into(), two));
        let mut answer = None;
        for _ in 0..atoms {
            answer = answer.or_else(|| client.step(&mut cluster, NOW, &mut ()));
        }
        admin(&mut cluster, Admin::Crash { server: ServerId(0) });
        let get = Request::Get("t".into(), Get::new("a"));
        let Ok(Response::Row(RowResult { cells, .. })) = reader.run(&mut cluster, get, NOW, &mut ()) else {
            unreachable!()
        };
        assert!(cells.len() == 2 || (cells.is_empty() && answer.is_none()), "after {atoms} atoms: {cells:?}");
        if answer.is_none() {
            assert_eq!(finish(&mut client, &mut cluster), Ok(Response::Done));
        }
        assert_eq!(value(&mut reader, &mut cluster, "a").as_deref(), Some("v"));
    }
}

#[test]
fn a_scan_survives_the_split_of_the_region_it_is_in() {
    let (mut cluster, mut client) = (cluster(), Client::new(0));
    for row in ["a", "b", "c", "d"] {
        client.run(&mut cluster, put(row, row), NOW, &mut ()).unwrap();
    }
    let scan = Scan { caching: 1, ..Scan::default() };
    let Ok(Response::Scanner(scanner)) = client.run(&mut cluster, Request::OpenScan("t".into(), scan), NOW, &mut ())
    else {
        unreachable!()
    };
    let next = |client: &mut Client, cluster: &mut Cluster| -> Vec<RowKey> {
        let Ok(Response::Rows { results, .. }) = client.run(cluster, Request::Next { scanner, n: 2 }, NOW, &mut ())
        else {
            unreachable!()
        };
        results.iter().map(|result| result.row().unwrap().into()).collect()
    };
    assert_eq!(next(&mut client, &mut cluster), ["a".into(), "b".into()]);
    admin(&mut cluster, split("c"));
    assert_eq!(next(&mut client, &mut cluster), ["c".into(), "d".into()]);
    assert_eq!(client.run(&mut cluster, Request::CloseScan(scanner), NOW, &mut ()), Ok(Response::Done));
}

#[test]
fn a_merge_that_waited_for_a_split_of_one_of_its_regions_is_refused() {
    let mut cluster = cluster();
    admin(&mut cluster, split("c"));
    admin(&mut cluster, Admin::Compact { table: "t".into(), family: None, row: None, major: true });
    let split = cluster.submit(split("d")).unwrap();
    let merge = Admin::Merge { table: "t".into(), rows: vec!["a".into(), "c".into()], force: false };
    let merge = cluster.submit(merge).unwrap();
    assert_eq!(cluster.job_ready(merge), Err(Wait::Job(split)));
    finish_job(&mut cluster, split);
    assert!(matches!(cluster.step_job(merge, NOW, &mut ()), JobState::Failed(Error::MergeRegion(_))));
    assert_eq!(cluster.regions("t").count(), 3);
}

#[test]
fn an_increment_is_done_once_though_two_servers_die_before_its_answer() {
    let (mut cluster, mut client) = (cluster(), Client::new(1));
    let increment = Increment {
        row: "a".into(),
        cells: vec![("f".into(), "q".into(), 5)],
        time_range: TimeRange::ALL,
        ttl: None,
        return_results: true,
    };
    client.start(Request::Increment("t".into(), increment));
    step_to(&mut client, &mut cluster, Atom::Apply);
    admin(&mut cluster, Admin::Crash { server: ServerId(0) });
    admin(&mut cluster, Admin::Crash { server: ServerId(1) });
    let Ok(Response::Row(row)) = finish(&mut client, &mut cluster) else { unreachable!() };
    assert_eq!(row.value(b"f", b"q"), Some(&5_i64.to_be_bytes()[..]));
}

#[test]
fn a_put_in_one_go_is_a_put_atom_by_atom() {
    let (mut quick, mut quick_client) = (cluster(), Client::new(1));
    let (mut slow, mut slow_client) = (cluster(), Client::new(1));
    for row in ["b", "a", "b"] {
        quick_client.run(&mut quick, put(row, "v"), NOW, &mut ()).unwrap();
        slow_client.run(&mut slow, put(row, "v"), NOW, &mut Vec::new()).unwrap();
        assert_eq!((&quick, &quick_client), (&slow, &slow_client));
    }
    let puts = ["b", "a", "b"].map(|row| Put::new(row).add("f", "q", "v"));
    let mut loaded = cluster();
    assert_eq!(loaded.load("t", puts, NOW), Ok(3));
    assert_eq!(loaded, quick);
}

#[test]
fn a_full_memstore_refuses_writes_until_it_is_flushed() {
    let (mut cluster, mut client) = (Cluster::new(Config::default()), Client::new(0));
    let descriptor = TableDescriptor::new("t", [FamilyDescriptor::new("f")])
        .with("hbase.table.sanity.checks", "false")
        .with("MEMSTORE_FLUSHSIZE", "1000");
    admin(&mut cluster, Admin::CreateTable { descriptor, splits: Vec::new() });
    while client.run(&mut cluster, put("a", &"v".repeat(500)), NOW, &mut ()).is_ok() {}
    client.start(put("a", "v"));
    let region = cluster.locate("t", b"a").unwrap().id();
    while client.next(&cluster) != Next::Wait(Wait::MemStore { region }) {
        assert_eq!(client.step(&mut cluster, NOW, &mut ()), None);
    }
    let wanted = cluster.wants();
    assert_eq!(wanted, [Admin::FlushLarge { table: "t".into(), row: "".into() }]);
    admin(&mut cluster, wanted[0].clone());
    assert_eq!(finish(&mut client, &mut cluster), Ok(Response::Done));
}

#[test]
fn a_table_has_a_family_also_where_sanity_checks_are_off() {
    let mut cluster = Cluster::new(Config::default());
    let none = |name: &str| TableDescriptor::new(name, []).with("hbase.table.sanity.checks", "false");
    let create = |descriptor| Admin::CreateTable { descriptor, splits: Vec::new() };
    let told = |refused: Result<_, Error>| refused.expect_err("it is refused").to_string();
    assert_eq!(told(cluster.submit(create(none("x2")))), "Table x2 should have at least one column family.");
    let mut one = none("t1");
    one.families.insert("f".into(), FamilyDescriptor::new("f").into());
    admin(&mut cluster, create(one));
    assert_eq!(told(cluster.submit(create(none("t1")))), "t1", "that it exists is found first");
    let alter = Admin::AlterTable {
        table: "t1".into(),
        families: Vec::new(),
        remove: vec!["f".into()],
        attributes: Vec::new(),
    };
    assert_eq!(told(cluster.submit(alter)), "Table t1 should have at least one column family.");
}

#[test]
fn a_split_has_its_phases() {
    let (mut cluster, mut client) = (cluster(), Client::new(0));
    client.run(&mut cluster, put("a", "v"), NOW, &mut ()).unwrap();
    let parent = cluster.locate("t", b"a").unwrap().id();
    let job = cluster.submit(split("b")).unwrap();
    let mut phases = Vec::new();
    loop {
        phases.extend(cluster.jobs().find(|other| other.id == job).map(|job| job.next.name()));
        let before = cluster.regions("t").count();
        if cluster.step_job(job, NOW, &mut ()) != JobState::More {
            break;
        }
        if cluster.regions("t").count() > before {
            phases.push("daughters in place");
        }
    }
    let expected = ["choose split point", "close", "flush and close", "make daughters", "write meta"];
    assert_eq!(phases[..5], expected);
    assert_eq!(phases[5..], ["daughters in place", "open"]);
    let [first, second] = [b"a", b"b"].map(|row| cluster.locate("t", row).unwrap());
    assert_eq!((first.parent(), second.parent()), (Some(parent), Some(parent)));
    assert!(first.mvcc().read_point() > 4, "numbers go on above the parent's");
    assert!(!first.has_references(), "all cells of the file are on its side, so it is linked");
}

#[test]
fn an_idle_scanner_loses_its_lease_and_goes_on_where_it_was() {
    let (mut cluster, mut client) = (cluster(), Client::new(0));
    for row in ["a", "b", "c"] {
        client.run(&mut cluster, put(row, row), NOW, &mut ()).unwrap();
    }
    let open = Request::OpenScan("t".into(), Scan { caching: 1, ..Scan::default() });
    let Ok(Response::Scanner(scanner)) = client.run(&mut cluster, open, NOW, &mut ()) else { unreachable!() };
    let next = |client: &mut Client, cluster: &mut Cluster, now| {
        client.run(cluster, Request::Next { scanner, n: 1 }, now, &mut ()).unwrap()
    };
    next(&mut client, &mut cluster, NOW);
    let Response::Rows { results, .. } = next(&mut client, &mut cluster, NOW + 60_001) else { unreachable!() };
    assert_eq!(results[0].row(), Some(&b"b"[..]));
    assert_eq!(client.metrics().rpc_retries, 1);
}

#[test]
fn a_daughter_is_not_moved_before_it_is_open() {
    let mut cluster = cluster();
    let split = cluster.submit(split("c")).unwrap();
    while cluster.regions("t").count() < 2 {
        assert_eq!(cluster.step_job(split, NOW, &mut ()), JobState::More);
    }
    let moved = cluster.submit(Admin::Move { table: "t".into(), row: "d".into(), to: None }).unwrap();
    assert_eq!(cluster.job_ready(moved), Err(Wait::Job(split)));
}

#[test]
fn a_read_only_table_takes_no_writes() {
    let mut cluster = cluster();
    let mut client = Client::new(0);
    client.run(&mut cluster, put("a", "1"), NOW, &mut ()).unwrap();
    let attributes = vec![("READONLY".to_owned(), Some("true".to_owned()))];
    admin(&mut cluster, Admin::AlterTable { table: "t".into(), families: vec![], remove: vec![], attributes });
    let refused = Error::DoNotRetry(Refused::ReadOnly);
    assert_eq!(client.run(&mut cluster, put("a", "2"), NOW, &mut ()), Err(refused));
    assert_eq!(value(&mut client, &mut cluster, "a").as_deref(), Some("1"));
}

/// Of the blocks that a row's read looks at: whether each came from the block cache.
fn blocks_of(cluster: &mut Cluster, row: &str) -> Vec<bool> {
    let mut events = Vec::new();
    let mut client = Client::new(9);
    client.run(cluster, Request::Get("t".into(), Get::new(row)), NOW, &mut events).unwrap();
    let cached = |event: &Event| match event {
        Event::BlockRead { cached, .. } => Some(*cached),
        _ => None,
    };
    events.iter().filter_map(cached).collect()
}

#[test]
fn a_block_is_read_from_disk_once_and_a_crash_forgets_it() {
    let mut cluster = cluster();
    Client::new(0).run(&mut cluster, put("a", "1"), NOW, &mut ()).unwrap();
    admin(&mut cluster, Admin::Flush { table: "t".into(), row: None, family: None });
    assert_eq!(blocks_of(&mut cluster, "a"), [false]);
    assert_eq!(blocks_of(&mut cluster, "a"), [true]);
    let server = cluster.server_of(cluster.locate("t", b"a").unwrap().id()).unwrap();
    assert_eq!(cluster.block_cache(server).unwrap().len(), 1);
    admin(&mut cluster, Admin::Crash { server });
    assert!(cluster.block_cache(server).unwrap().is_empty());
    assert_eq!(
        blocks_of(&mut cluster, "a"),
        [false],
        "the region's new server, or the old one come back, has no block"
    );
}

#[test]
fn what_is_in_a_block_cache_makes_no_cluster_different() {
    let mut cluster = cluster();
    Client::new(0).run(&mut cluster, put("a", "1"), NOW, &mut ()).unwrap();
    admin(&mut cluster, Admin::Flush { table: "t".into(), row: None, family: None });
    let after = |cache_blocks| {
        let mut cluster = cluster.clone();
        let scan = Scan { cache_blocks, limit: 1, ..Scan::default() };
        Client::new(0).run(&mut cluster, Request::Scan("t".into(), scan), NOW, &mut ()).unwrap();
        cluster
    };
    let (warm, cold) = (after(true), after(false));
    let blocks = |cluster: &Cluster| cluster.block_cache(ServerId(0)).unwrap().len();
    assert_eq!((blocks(&warm), blocks(&cold)), (1, 0));
    assert_eq!(warm, cold);
    let mut trace = cluster.trace(NOW);
    assert_eq!(trace.fingerprint(NOW, |trace| warm.tell(trace)), trace.fingerprint(NOW, |trace| cold.tell(trace)));
}
