//! What was kept once is read for ever: `saved/v1/NAME.json`, its link in `NAME.link`, and in `NAME.end` what there is
//! when it has been restored.
//!
//! `UPDATE_GOLDENFILES=1 cargo test -p splitpoint-lab --test saved` keeps the sessions of [`stories`] that are not kept
//! yet, and records every end anew; read what it wrote before it is committed. A session or a link that is there is
//! never written again. As long as version 1 is what is written, a restored session is kept as the same text.

use splitpoint_lab::design::{Design, Draft};
use splitpoint_lab::intent::{
    AdminIntent, DeleteWhat, Digits, Does, Intent, LastRowMethod, Pages, Paging, Plan, Prefix, Repeat, RowMutation,
    Walk,
};
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::scenario::{self, Reference};
use splitpoint_lab::session::{Finding, RestoreError, Restored, Restoring, Saved, Session, Who};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::sim::world::Actor;
use splitpoint_lab::view::{Grain, KeyNotation, ViewRequest};
use splitpoint_model::bytes::{from_long, to_string_binary};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

const TABLE: &str = "comments";

fn started(id: &str) -> Session {
    let mut session = Session::from_start(scenario::start(id).expect("a scenario")).expect("a start");
    session.speak(&LANGUAGE);
    session.set_grain(Grain::Operation);
    session
}

fn key(row: i64) -> Vec<u8> {
    from_long(row).to_vec()
}

fn insert(row: i64, value: &str) -> Intent {
    let cells = vec![("c".to_owned(), b"text".to_vec(), None, value.into())];
    Intent::Insert { table: TABLE.into(), row: key(row), cells }
}

fn prepend(value: &str, blind: bool) -> Intent {
    let check = ("c".to_owned(), b"text".to_vec());
    let cells = vec![("c".to_owned(), b"text".to_vec(), value.into())];
    Intent::Prepend { table: TABLE.into(), check, cells, blind, highest: 20 }
}

fn ask(session: &mut Session, client: u8, intent: Intent) {
    session.submit(client, intent).expect("it can be asked for");
}

fn whole(session: &mut Session, client: u8, intent: Intent) {
    ask(session, client, intent);
    assert!(session.run_client(client, 10_000), "it comes to its end");
}

fn jobs(session: &Session) -> Vec<u32> {
    session.world().jobs().map(|job| job.id()).collect()
}

fn administer(session: &mut Session, request: AdminIntent) {
    ask(session, 0, Intent::Admin(request));
    while let Some(job) = jobs(session).first() {
        assert!(session.run_job(*job, 1_000), "it comes to its end");
    }
}

fn play(session: &mut Session, text: &str) {
    let mut player = session.script(0, 0, text).expect("it can be read");
    for _ in 0..1_000 {
        if session.play(&mut player, 1_000).expect("it can be played") {
            return;
        }
    }
    panic!("the script never ends");
}

/// Puts, deletes and transactions, with bytes that are text and bytes that are not.
fn writes() -> Session {
    let mut session = started(TABLE);
    let cells = vec![
        ("c".to_owned(), b"text".to_vec(), Some(1_500), "Zoë “says” \\x00".into()),
        ("c".to_owned(), vec![0, 0xff], None, vec![1, 2, 3]),
        ("c".to_owned(), b"0x14".to_vec(), None, b"0x14".to_vec()),
        ("c".to_owned(), b"a:b".to_vec(), None, Vec::new()),
    ];
    whole(&mut session, 0, Intent::Insert { table: TABLE.into(), row: key(17), cells });
    whole(&mut session, 0, Intent::Get { table: TABLE.into(), row: key(17), versions: 1 });
    whole(&mut session, 1, Intent::Get { table: TABLE.into(), row: key(19), versions: 3 });
    let what = vec![
        DeleteWhat::Columns("c".to_owned(), b"who".to_vec(), None),
        DeleteWhat::Column("c".to_owned(), b"text".to_vec(), Some(1_008)),
    ];
    whole(&mut session, 1, Intent::Delete { table: TABLE.into(), row: key(19), cells: what });
    let family = vec![DeleteWhat::Family("c".to_owned(), Some(1_001))];
    whole(&mut session, 1, Intent::Delete { table: TABLE.into(), row: key(20), cells: family });
    whole(&mut session, 1, Intent::Delete { table: TABLE.into(), row: key(18), cells: Vec::new() });
    let mutations = vec![
        RowMutation::Put(key(16), "c".to_owned(), b"text".to_vec(), b"all".to_vec()),
        RowMutation::Delete(key(17), "c".to_owned(), vec![0, 0xff]),
        RowMutation::DeleteRow(key(19)),
    ];
    let conditions = vec![
        (key(16), "c".to_owned(), b"text".to_vec(), None),
        (key(17), "c".to_owned(), b"a:b".to_vec(), Some(Vec::new())),
    ];
    let transaction = |routing_row| Intent::Transaction {
        table: TABLE.into(),
        routing_row,
        mutations: mutations.clone(),
        conditions: conditions.clone(),
    };
    whole(&mut session, 0, transaction(key(16)));
    // The conditions do not hold any more, and then somebody asks the wrong family.
    whole(&mut session, 0, transaction(Vec::new()));
    whole(&mut session, 0, Intent::Batch { table: TABLE.into(), mutations: mutations.clone() });
    let cells = vec![("nobody".to_owned(), Vec::new(), None, b"x".to_vec())];
    whole(&mut session, 0, Intent::Insert { table: TABLE.into(), row: b"r\n".to_vec(), cells });
    session
}

/// Every way to read.
fn reads() -> Session {
    let mut session = started("partitions");
    let table = || "myTable".to_owned();
    let cursor = Pages { start: b"dot".to_vec(), stop: b"eel".to_vec(), size: 50, ..Pages::of(table()) };
    whole(&mut session, 0, Intent::Pages(cursor));
    let offset = Pages {
        by: Paging::Offset,
        reversed: true,
        caching: 2,
        batch: 1,
        size: 4,
        pages: 2,
        columns: Some((b"a".to_vec(), vec![0xff])),
        filter: "PageFilter(9)".to_owned(),
        ..Pages::of(table())
    };
    whole(&mut session, 1, Intent::Pages(offset));
    for method in [LastRowMethod::FullScan, LastRowMethod::Reversed, LastRowMethod::ConstantKey(b"zzz".to_vec())] {
        whole(&mut session, 0, Intent::LastRow { table: table(), method });
    }
    session
}

/// The last row by bisection, and pages that are looked at in their middle.
fn bisection() -> Session {
    let mut session = started(TABLE);
    whole(&mut session, 0, Intent::LastRow { table: TABLE.into(), method: LastRowMethod::Bisection(8) });
    session.set_grain(Grain::Rpc);
    ask(&mut session, 1, Intent::Pages(Pages { size: 1, caching: 1, ..Pages::of(TABLE) }));
    session.step_client(1);
    session.step_client(1);
    session
}

/// Two clients between each other's atoms, looked at within one of them.
fn race() -> Session {
    let mut session = started(TABLE);
    session.set_grain(Grain::Rpc);
    ask(&mut session, 0, prepend("from A", false));
    ask(&mut session, 1, prepend("from B", false));
    session.step_client(0);
    session.step_client(1);
    session.set_grain(Grain::Cell);
    for client in [0, 0, 0, 1, 0, 1, 1] {
        session.step_client(client);
    }
    while session.step_client(0) {}
    session.set_grain(Grain::Rpc);
    for client in [1, 1, 1, 0, 1] {
        session.step_client(client);
    }
    whole(&mut session, 0, prepend("blind", true));
    session.set_grain(Grain::Cell);
    for _ in 0..9 {
        session.back();
    }
    session
}

/// Everything an administrator can ask for, and jobs that are stopped in their middle.
fn administration() -> Session {
    let mut session = started("empty");
    let table = |name: &str| name.to_owned();
    let families = vec![("f".to_owned(), vec![("VERSIONS".to_owned(), "3".to_owned())]), ("g".to_owned(), Vec::new())];
    let attributes = vec![("MAX_FILESIZE".to_owned(), "100000000".to_owned())];
    let splits = vec![b"h".to_vec(), b"p".to_vec()];
    administer(&mut session, AdminIntent::Create { table: table("t"), families, attributes, splits });
    for row in ["a", "k", "z"] {
        let cells = vec![("f".to_owned(), b"q".to_vec(), None, row.into())];
        whole(&mut session, 0, Intent::Insert { table: table("t"), row: row.into(), cells });
    }
    // To within the second of several regions.
    ask(&mut session, 0, Intent::Admin(AdminIntent::Flush(table("t"), None)));
    session.set_grain(Grain::Rpc);
    let flush = jobs(&session)[0];
    for _ in 0..4 {
        assert!(session.step_job(flush));
    }
    session.add_marker("the second region");
    assert!(session.run_job(flush, 100));
    administer(&mut session, AdminIntent::Flush(table("t"), Some(b"a".to_vec())));
    administer(&mut session, AdminIntent::Flush(table("t"), None));
    administer(&mut session, AdminIntent::Compact(table("t"), Some(b"k".to_vec()), false));
    administer(&mut session, AdminIntent::Compact(table("t"), None, true));
    administer(&mut session, AdminIntent::Split { table: table("t"), region: None, at: Some(b"k".to_vec()) });
    administer(&mut session, AdminIntent::Move(table("t"), b"a".to_vec()));
    administer(&mut session, AdminIntent::Merge(table("t"), b"h".to_vec(), b"k".to_vec()));
    administer(&mut session, AdminIntent::Crash(1));
    administer(&mut session, AdminIntent::Balance);
    // Two of a kind on the same region, and one of another table.
    let families = vec![("f".to_owned(), Vec::new())];
    administer(
        &mut session,
        AdminIntent::Create { table: table("u"), families, attributes: Vec::new(), splits: Vec::new() },
    );
    session.set_grain(Grain::Rpc);
    for request in [
        AdminIntent::Flush(table("t"), Some(b"a".to_vec())),
        AdminIntent::Flush(table("t"), Some(b"a".to_vec())),
        AdminIntent::Flush(table("u"), None),
        AdminIntent::Split { table: table("t"), region: Some(b"z".to_vec()), at: Some(b"y".to_vec()) },
        AdminIntent::Drop(table("u")),
    ] {
        ask(&mut session, 0, Intent::Admin(request));
    }
    let all = jobs(&session);
    for job in [0, 3, 0, 2, 3, 0, 0, 1, 3, 1] {
        session.step_job(all[job]);
    }
    session
}

/// Branches of branches, which leave within runs; markers; a cursor where others go on.
fn branches() -> Session {
    let mut session = started(TABLE);
    session.set_background(false);
    session.add_client();
    session.set_grain(Grain::Rpc);
    ask(&mut session, 0, prepend("one", false));
    ask(&mut session, 2, insert(16, "two"));
    assert!(session.run_client(0, 100) && session.run_client(2, 100));
    session.add_marker("the end of the first");
    session.set_grain(Grain::Cell);
    session.seek(5);
    session.add_marker("within");
    session.step_client(2);
    session.step_client(2);
    assert!(session.cancel(0));
    while session.next() {}
    session.set_grain(Grain::Operation);
    session.back();
    session.add_marker("in the second");
    whole(&mut session, 1, insert(15, "three"));
    session.first();
    session.set_background(true);
    whole(&mut session, 1, insert(14, "four"));
    session.branch(2);
    session.set_grain(Grain::Cell);
    session.seek(3);
    session
}

/// Scripts of two clients, step by step and with a question.
fn scripts() -> Session {
    let mut session = started("empty");
    session.set_grain(Grain::Rpc);
    play(&mut session, "create 't', 'f'\n# comment\nx = 'row'\n3.times { |i| put 't', \"#{x}#{i}\", 'f:q', i }\n");
    play(&mut session, "client 'B'\nstep scan 't'\nstep 2\nclient 'A'\nincr 't', 'n', 'f:n', 5\nget 'nowhere', x\n");
    play(&mut session, "disable_all 't.*'\n");
    assert!(session.asks(0), "it wants to be sure");
    ask(&mut session, 0, Intent::Script { language: "hbase".into(), text: "y\n".to_owned(), line: 2, width: 80 });
    session.run_client(0, 1_000);
    session.queue(1, 40, "enable 't'\nflush 't'\nputs 'done'\n").expect("it can be queued");
    for _ in 0..3 {
        session.step_client(1);
        let first = jobs(&session).first().copied();
        first.map(|job| session.step_job(job));
    }
    session
}

/// A script that is so long that it goes in bursts.
fn bursts() -> Session {
    let mut session = started("empty");
    play(&mut session, "create 't', 'f'\n7500.times { |i| put 't', i % 100, 'f:q', i }\nget 't', '7'\n");
    session.back();
    session.back();
    session
}

/// A table whose split policy is changed, while it is read and before it is there.
fn alter() -> Session {
    let mut session = started(TABLE);
    let request = |table: &str, policy: &str| AdminIntent::Alter {
        table: table.to_owned(),
        attributes: vec![
            ("SPLIT_POLICY".to_owned(), format!("org.apache.hadoop.hbase.regionserver.{policy}")),
            ("MAX_FILESIZE".to_owned(), "20000000".to_owned()),
        ],
    };
    administer(&mut session, request(TABLE, "KeyPrefixRegionSplitPolicy"));
    whole(&mut session, 0, Intent::Get { table: TABLE.into(), row: key(17), versions: 1 });
    ask(&mut session, 0, Intent::Admin(request(TABLE, "SteppingSplitPolicy")));
    let job = jobs(&session)[0];
    assert!(session.step_job(job));
    session
}

/// Twelve inserts, one key lower each.
fn inserts() -> Plan {
    Plan {
        table: TABLE.into(),
        does: Does::Insert { family: "c".into(), qualifier: b"text".to_vec(), bytes: 20 },
        times: 12,
        first: 16,
        walk: Walk::Step(-1),
        digits: Digits::Long,
        prefixes: 0,
        clients: 1,
        rate: 0,
    }
}

/// Inserts and reads that are repeated, of each rule for keys, alone and shared by clients, step by step and at once.
fn repeats() -> Session {
    let mut session = started(TABLE);
    let plan = inserts();
    let repeat = |plan: Plan| Intent::Repeat(Arc::new(Repeat::new(plan)));
    whole(&mut session, 0, repeat(plan.clone()));
    let salted = Plan { walk: Walk::Random { seed: 7, among: 1_000 }, prefixes: 4, clients: 2, ..plan.clone() };
    whole(&mut session, 0, repeat(salted));
    whole(&mut session, 1, repeat(Plan { walk: Walk::Time { reversed: true }, digits: Digits::Int, ..plan.clone() }));
    let skewed = Plan { does: Does::Get, walk: Walk::Zipf { seed: 1, among: 63 }, ..plan.clone() };
    whole(&mut session, 1, repeat(skewed));
    ask(&mut session, 0, repeat(Plan { digits: Digits::Decimal(6), walk: Walk::Step(3), ..plan }));
    (0..4).for_each(|_| assert!(session.step_client(0)));
    session
}

/// Inserts at a rate, by two clients: step by step, and as fast as it goes.
fn rates() -> Session {
    let mut session = started(TABLE);
    let plan = Plan { times: 1_200, walk: Walk::Time { reversed: false }, clients: 2, rate: 3, ..inserts() };
    ask(&mut session, 0, Intent::Repeat(Arc::new(Repeat::new(plan))));
    (0..7).for_each(|_| assert!(session.step_client(1)));
    while !session.run_client(0, 400) {}
    session
}

/// A table that skips the log on a server that dies, and a comment whose author does not hear that it is written.
fn losses() -> Session {
    let mut session = started(TABLE);
    session.set_background(false);
    administer(
        &mut session,
        AdminIntent::Create {
            table: "notes".into(),
            families: vec![("n".into(), Vec::new())],
            attributes: vec![("DURABILITY".into(), "SKIP_WAL".into())],
            splits: Vec::new(),
        },
    );
    let cells = vec![("n".into(), b"text".to_vec(), None, b"not for long".to_vec())];
    whole(&mut session, 0, Intent::Insert { table: "notes".into(), row: b"a".to_vec(), cells });
    ask(&mut session, 1, Intent::LoseAnswer);
    let cells = vec![("c".into(), b"text".to_vec(), b"by Ben".to_vec())];
    let check = ("c".into(), b"text".to_vec());
    whole(&mut session, 1, Intent::Prepend { table: TABLE.into(), check, cells, blind: false, highest: 20 });
    administer(&mut session, AdminIntent::Crash(0));
    ask(&mut session, 0, Intent::LoseAnswer);
    session
}

/// The first row: over buckets with prefixes of both kinds, in the midst of it, and without prefixes.
fn firsts() -> Session {
    let mut session = started(TABLE);
    let plan = Plan {
        table: TABLE.into(),
        does: Does::Insert { family: "c".into(), qualifier: b"text".to_vec(), bytes: 4 },
        times: 9,
        first: 500,
        walk: Walk::Step(-1),
        digits: Digits::Decimal(4),
        prefixes: 3,
        clients: 1,
        rate: 0,
    };
    whole(&mut session, 0, Intent::Repeat(Arc::new(Repeat::new(plan))));
    let first = |prefixes, prefix| Intent::FirstRow { table: TABLE.into(), prefixes, prefix };
    whole(&mut session, 0, first(3, Prefix::Digits));
    whole(&mut session, 1, first(0, Prefix::Byte));
    session.set_grain(Grain::Rpc);
    ask(&mut session, 1, first(4, Prefix::Byte));
    (0..2).for_each(|_| assert!(session.step_client(1)));
    session
}

/// How a session comes about.
type Story = fn() -> Session;

/// What must hold, with and without a name, with words that need quotes, and about another table.
fn promises() -> Session {
    let mut session = started(TABLE);
    session.set_must(None, "", "acknowledged", TABLE).expect("it can be read");
    session.set_must(None, "Roger is cool", "cell 18 c:text = 'Cool, isn''t it'", TABLE).expect("it can be read");
    session.set_must(None, "", "other: row a\\x00b", TABLE).expect("it can be read");
    session.set_must(None, "", "at most 2 calls by B", TABLE).expect("it can be read");
    ask(&mut session, 0, prepend("one", true));
    while session.next() {}
    session
}

/// A table whose keys have a field with a separator and a computed one, and which says so in its attribute; a row more, as
/// its fields are typed.
fn designed() -> Session {
    let mut session = started(TABLE);
    ask(&mut session, 0, insert(16, "before"));
    let mut draft = Draft::new(&[]);
    draft.design = Design::from_spec("bucket:salt4,pet:text-until-00,time:reversed-time").expect("a design");
    session.make(&draft).expect("it can be made");
    let row = session.key("designed").encode("*, rex, 2012-05-24 10:00").expect("a key");
    let cells = vec![("d".to_owned(), b"row".to_vec(), None, b"more".to_vec())];
    whole(&mut session, 1, Intent::Insert { table: "designed".into(), row, cells });
    session
}

/// With the sizes of a sandbox: a new table is flushed and split within reach, and may say small sizes of its own.
fn sandbox() -> Session {
    let mut session = Session::from_start(scenario::first().sandbox()).expect("a start can be made");
    session.speak(&LANGUAGE);
    let create = |table: &str, attributes| {
        // HBase cuts between blocks.
        let families = vec![("f".to_owned(), vec![("BLOCKSIZE".to_owned(), "1024".to_owned())])];
        Intent::Admin(AdminIntent::Create { table: table.to_owned(), families, attributes, splits: Vec::new() })
    };
    ask(&mut session, 0, create("t", Vec::new()));
    while session.next() {}
    ask(&mut session, 0, create("small", vec![("MAX_FILESIZE".to_owned(), "5000".to_owned())]));
    while session.next() {}
    for row in 0..24u8 {
        let cell = ("f".to_owned(), b"q".to_vec(), None, vec![row; 1000]);
        ask(&mut session, 0, Intent::Insert { table: "t".to_owned(), row: vec![b'a' + row], cells: vec![cell] });
        while session.next() {}
    }
    assert!(session.world().cluster().regions("t").count() > 1, "it is split");
    session
}

/// What is kept, by name.
fn stories() -> [(&'static str, Story); 16] {
    [
        ("writes", writes),
        ("reads", reads),
        ("bisection", bisection),
        ("race", race),
        ("administration", administration),
        ("branches", branches),
        ("scripts", scripts),
        ("bursts", bursts),
        ("repeats", repeats),
        ("rates", rates),
        ("losses", losses),
        ("firsts", firsts),
        ("promises", promises),
        ("alter", alter),
        ("designed", designed),
        ("sandbox", sandbox),
    ]
}

/// Cells of a table that an end shows, before it only counts and digests them.
const SHOWN: usize = 30;

/// All that there is at the cursor.
fn end(session: &Session) -> String {
    let mut text = String::new();
    let keys = |_: &str, row: &[u8]| to_string_binary(row);
    let request = |table: &str| ViewRequest {
        table: table.to_owned(),
        window: 0..100,
        old_versions: true,
        notation: KeyNotation::Binary,
    };
    let cluster = session.world().cluster();
    let now = session.world().clock().now();
    for table in cluster.tables() {
        let view = session.view(&request(&table.name));
        let splits = splitpoint_shell::splits(cluster, &table.name);
        let splits: Vec<String> = splits.iter().map(|row| to_string_binary(row)).collect();
        let _ = writeln!(text, "table {} [{}], {} lines", table.name, splits.join(" "), view.lines.len());
        if let Encoding::Own(own) = session.key(&table.name) {
            let row = view.lines.last().map(|line| own.layout().parts(&line.row_key));
            let row = row.into_iter().flatten().map(|(field, _)| format!("{} {}", field.name, field.text));
            let _ = writeln!(text, "  keys of {}: the last is {}", own.spec(), row.collect::<Vec<_>>().join(", "));
        }
        let cells = splitpoint_shell::cells(cluster, &table.name, now);
        let mut digest = 0xcbf2_9ce4_8422_2325_u64;
        for (at, cell) in cells.iter().enumerate() {
            let [row, qualifier, value] = [cell.row(), cell.qualifier(), cell.value()].map(to_string_binary);
            let family = to_string_binary(cell.family());
            let line = format!("{row} {family}:{qualifier} {} {:?} {value}", cell.timestamp(), cell.cell_type());
            digest = line.bytes().fold(digest, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
            if at < SHOWN {
                let _ = writeln!(text, "  {line}");
            }
        }
        let _ = writeln!(text, "  {} cells, together {digest:016x}", cells.len());
        if table == cluster.tables().next().expect("there is this one") {
            let _ = writeln!(text, "{}", view.sentence.text());
        }
    }
    for actor in session.world().actors() {
        let can = if session.world().can_step(actor).is_ok() { "can act" } else { "cannot act" };
        match actor {
            Actor::Client(client) => {
                let waiting = session.world().lane(client).map_or(0, |lane| lane.waiting());
                let _ = writeln!(text, "client {client}: {can}, {waiting} waiting");
            }
            Actor::Job(job) => {
                let name = session.world().job_name(job).expect("it is at work");
                let _ = writeln!(text, "{name}: {can}");
            }
        }
    }
    let mut other = session.clone();
    for grain in [Grain::Operation, Grain::Rpc, Grain::Cell] {
        other.set_grain(grain);
        let there = other.stage().timeline(&keys);
        let _ = writeln!(text, "{grain:?}: {} of {}", there.position, there.total);
    }
    let timeline = session.stage().timeline(&keys);
    let _ = writeln!(text, "at {:?}: {} of {}", session.grain(), timeline.position, timeline.total);
    for (at, branch) in timeline.branches.iter().enumerate() {
        let here = if at == timeline.branch { ", here" } else { "" };
        let _ = writeln!(text, "branch of {:?} from {} to {}{here}", branch.parent, branch.fork, branch.total);
    }
    for (at, name) in &timeline.markers {
        let _ = writeln!(text, "marker {at}: {name}");
    }
    for must in session.musts() {
        let _ = writeln!(text, "must {:?} {:?}", must.name, must.text);
    }
    for line in session.console(30, &keys) {
        let client = line.client.map_or(' ', |client| char::from(b'A' + client));
        let _ = writeln!(text, "{}", format!("{client} {:?} {}{}", line.kind, line.prompt, line.text).trim_end());
    }
    text
}

fn restored(saved: &Saved) -> Session {
    let Restored { session, divergences } = Session::restore(saved, Some(&LANGUAGE)).expect("there is a start");
    assert_eq!(divergences, []);
    session
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/saved/v1")
}

fn file(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every session that was ever kept, by name.
fn kept() -> Vec<(String, String)> {
    let files = fs::read_dir(folder()).expect("sessions were kept").flatten();
    let names = files.filter_map(|file| Some(file.file_name().to_str()?.strip_suffix(".json")?.to_owned()));
    let mut kept: Vec<(String, String)> =
        names.map(|name| (name.clone(), file(&format!("{name}.json")).trim_end().to_owned())).collect();
    kept.sort();
    kept
}

#[test]
fn what_was_kept_is_restored() {
    let update = env::var_os("UPDATE_GOLDENFILES").is_some();
    for (name, story) in stories().into_iter().filter(|_| update) {
        let path = folder().join(format!("{name}.json"));
        if !path.exists() {
            fs::write(path, story().save().to_text() + "\n").expect("a session can be kept");
        }
    }
    let kept = kept();
    for (name, text) in &kept {
        let saved = Saved::from_text(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let path = folder().join(format!("{name}.v2"));
        if update && !path.exists() {
            fs::write(path, saved.to_link() + "\n").expect("a session can be kept");
        }
        let link = file(&format!("{name}.v2"));
        assert_eq!((&saved.to_text(), saved.to_link().as_str()), (text, link.trim_end()), "{name}");
        // Links of the first version were written until there was a dictionary.
        let first = fs::read_to_string(folder().join(format!("{name}.link"))).ok();
        for link in [Some(link), first].iter().flatten() {
            assert_eq!(Saved::from_link(link).as_ref(), Ok(&saved), "{name}");
        }
        let session = restored(&saved);
        assert_eq!(session.save().to_text(), *text, "{name}: it can be kept again");
        let path = folder().join(format!("{name}.end"));
        let end = end(&session);
        if update {
            fs::write(&path, &end).expect("an end can be recorded");
        }
        assert_eq!(end, fs::read_to_string(path).expect("an end was recorded"), "{name}");
    }
    for (name, _) in stories() {
        assert!(kept.iter().any(|(other, _)| other == name), "{name} is not kept");
    }
}

/// In slices of any size, a session comes to the same end, and says how far it is.
#[test]
fn what_was_kept_is_restored_in_slices() {
    for (name, text) in kept() {
        let saved = Saved::from_text(&text).expect("it was kept");
        let Some(id) = saved.reference().example() else { continue };
        let whole = end(&restored(&saved));
        for atoms in [1, 7] {
            let start = scenario::start(id).expect("an example").named(saved.reference());
            let built = start.build().finish().expect("it can be made");
            let mut restoring = Restoring::new(&saved, start, built, Some(&LANGUAGE));
            let (mut slices, mut before) = (0, 0);
            while restoring.advance(atoms) {
                slices += 1;
                let (done, all) = restoring.progress();
                assert!(before <= done && done <= all, "{name}: {done} of {all} after {before}");
                before = done;
            }
            assert!(slices > 0, "{name}: in one go");
            let Restored { session, divergences } = restoring.finish();
            assert_eq!(divergences, [], "{name}");
            assert_eq!(end(&session), whole, "{name}, {atoms} atoms at once");
            assert_eq!(session.save().to_text(), text, "{name}, {atoms} atoms at once");
        }
    }
}

/// A session that was just played is restored to what it is.
#[test]
fn what_is_played_is_restored() {
    for (name, story) in stories() {
        let session = story();
        let again = restored(&session.save());
        assert!(again.world() == session.world(), "{name}");
        assert_eq!(end(&again), end(&session), "{name}");
        assert_eq!(again.moment(), session.moment(), "{name}");
    }
}

/// Every kind of thing one can decide is among what was kept.
#[test]
fn everything_is_among_what_was_kept() {
    let all: String = kept().into_iter().map(|(_, text)| text).collect();
    for name in [
        "A",
        "B",
        "C",
        "cancel",
        "join",
        "background",
        "run",
        "burst",
        "job",
        "ops",
        "calls",
        "to",
        "again",
        "got",
        "region",
        "server",
        "insert",
        "delete",
        "get",
        "prepend",
        "first-row",
        "last-row",
        "pages",
        "transaction",
        "script",
        "create",
        "drop",
        "flush",
        "compact",
        "split",
        "merge",
        "move",
        "balance",
        "crash",
        "family",
        "versions",
        "version",
        "time",
        "put",
        "delete-row",
        "routing",
        "conditions",
        "full-scan",
        "constant-key",
        "bisection",
        "reversed",
        "by_offset",
        "columns",
        "filter",
        "batch",
        "caching",
        "blind",
        "width",
        "line",
        "attributes",
        "splits",
        "at",
        "row",
        "major",
        "branches",
        "from",
        "after",
        "branch",
        "event",
        "grain",
        "markers",
        "must",
        "promise",
        "commands",
    ] {
        assert!(all.contains(&format!("\"{name}\"")), "{name}");
    }
}

#[test]
fn what_is_unknown_is_left_out_and_what_is_missing_has_a_default() {
    for (name, text) in kept() {
        let saved = Saved::from_text(&text).expect("it is a session");
        let top = text.replacen('{', "{\"some_new_field\":{\"of\":[1,null,\"x\"]},", 1);
        assert_eq!(Saved::from_text(&top).as_ref(), Ok(&saved), "{name}");
        for field in ["run\":{", "job\":{", "burst\":{", "table\":", "row\":", "column\":"] {
            let more = match field.strip_suffix('{') {
                Some(_) => text.replace(field, &format!("{field}\"some_new_field\":[2],")),
                None => text.replace(&format!("{{\"{field}"), &format!("{{\"some_new_field\":[2],\"{field}")),
            };
            assert!(more != text || !text.contains(&format!("{{\"{field}")), "{name} {field}");
            assert_eq!(Saved::from_text(&more).as_ref(), Ok(&saved), "{name} {field}");
        }
    }
    let saved = Saved::from_text(r#"{"version":1,"example":"comments"}"#).expect("nothing was decided");
    assert_eq!((restored(&saved).is_untouched(), restored(&saved).grain()), (true, Grain::Rpc));
    let less = r#"{"version":1,"example":"comments","log":[
        {"A":{"get":{"table":"comments","row":"x"}}},
        {"B":{"pages":{"table":"comments"}}},
        {"B":{"run":{"ops":1}}}
    ]}"#;
    let session = restored(&Saved::from_text(less).expect("all else has a default"));
    let text = session.save().to_text();
    assert!(text.contains(r#""size":20,"pages":3"#), "as a form has them: {text}");
    let import = Saved::from_text(r#"{"version":1,"file":"pets.csv"}"#).expect("a file");
    assert_eq!(import.reference(), &Reference::Import("pets.csv".to_owned()));
    assert_eq!(Session::restore(&import, None).map(|_| ()), Err(RestoreError::NeedsImport));
}

/// What comes out differently is told with its step, and the rest goes on.
#[test]
fn a_divergence_names_its_step() {
    let mut session = started(TABLE);
    session.set_background(false);
    for row in 10..15 {
        ask(&mut session, 1, insert(row, "x"));
    }
    assert!(session.run_client(1, 1_000));
    whole(&mut session, 0, prepend("y", false));
    administer(&mut session, AdminIntent::Flush(TABLE.into(), None));
    let text = session.save().to_text();
    let forged = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in {text}");
        let saved = Saved::from_text(&text.replacen(from, to, 1)).expect("it is still a session");
        Session::restore(&saved, Some(&LANGUAGE)).expect("there is a start")
    };

    let Restored { session: other, divergences } =
        forged("put done*5", "put done*3,put NoSuchColumnFamilyException,put done");
    assert!(other.world() == session.world());
    let [divergence] = divergences.as_slice() else { panic!("{divergences:?}") };
    assert_eq!((divergence.step, divergence.decision, &divergence.who), (4, 7, &Who::Client(1)));
    assert_eq!(divergence.found, Finding::Came("put done*5".to_owned()));
    assert_eq!(
        divergence.to_string(),
        "Step 4: B came to “put done*3,put NoSuchColumnFamilyException,put done”, now to “put done*5”."
    );

    let told = |from: &str, to: &str| -> Vec<String> {
        let Restored { session: other, divergences } = forged(from, to);
        assert_eq!(restored(&other.save()).world(), other.world(), "what is left can be kept");
        divergences.iter().map(ToString::to_string).collect()
    };
    let row = "check 0x0000000000000009 true";
    let told_row = told(row, "check 0x0000000000000008 true");
    assert_eq!(
        told_row,
        [format!("Step 6: A came to “scan 1 rows,check 0x0000000000000008 true”, now to “scan 1 rows,{row}”.")]
    );
    assert_eq!(
        told("\"ops\":5", "\"ops\":6"),
        ["Step 5: B came to “put done*5”, now cannot go on after “put done*5”."]
    );
    assert_eq!(
        told("\"ops\":5", "\"ops\":5,\"calls\":1,\"to\":\"append\""),
        ["Step 5: B came to “put done*5”, now cannot go on after “put done*5”."]
    );
    assert_eq!(
        told("\"kind\":\"flush\"", "\"kind\":\"fold\""),
        ["Step 6: fold r1 of comments came to “done”, now there is no such work."]
    );
    let unknown = told("\"flush\":{\"table\":\"comments\"", "\"flush\":{\"table\":\"nobody\"");
    assert_eq!(unknown.len(), 2, "{unknown:?}");
    assert!(unknown[0].starts_with("Step 6: “administration” was possible, now is refused. "), "{unknown:?}");
    assert_eq!(unknown[1], "Step 6: flush r1 of comments came to “done”, now there is no such work.");
}

/// A model that needs other atoms for the same: names that are not there any more, and points that are.
#[test]
fn a_point_is_found_however_many_atoms_there_are() {
    let mut session = started(TABLE);
    session.set_grain(Grain::Cell);
    ask(&mut session, 0, insert(17, "x"));
    while session.world().atom(Actor::Client(0)) != "apply" {
        session.next();
    }
    session.last();
    let text = session.save().to_text();
    assert!(text.contains(r#"{"A":{"run":{"to":"append"}}}"#), "{text}");
    let forged = |to: &str| {
        let saved = Saved::from_text(&text.replacen("\"append\"", to, 1)).expect("it is still a session");
        Session::restore(&saved, None).expect("there is a start")
    };
    for atom in ["locate", "send", "lock", "append", "apply", "publish", "reply"] {
        let Restored { divergences, .. } = forged(&format!("\"{atom}\""));
        assert_eq!(divergences, [], "{atom}");
    }
    let Restored { session, divergences } = forged("\"seal\"");
    assert_eq!(session.world().atom(Actor::Client(0)), "", "it went on to the end of the round trip");
    let told: Vec<String> = divergences.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].ends_with(": A came to “seal”, now is over before, with “put done”."), "{told:?}");
}

#[test]
fn what_is_no_session_is_refused_in_a_sentence() {
    let text =
        |decisions: &str, rest: &str| format!(r#"{{"version":1,"example":"comments","log":[{decisions}]{rest}}}"#);
    for (text, sentence) in [
        (String::new(), "This is not a saved session (EOF while parsing a value at line 1 column 0)."),
        ("[1]".to_owned(), "This is not a saved session (it names no version)."),
        (r#"{"version":1}"#.to_owned(), "This is not a saved session (it names no start)."),
        (r#"{"version":7}"#.to_owned(), "This session was saved by a newer version (7). Reload the page."),
        (text("", r#","branch":1"#), "This is not a saved session (the cursor is nowhere)."),
        (text("\"join\"", r#","after":2"#), "This is not a saved session (the cursor is nowhere)."),
        (text("", r#","branches":[{"from":1}]"#), "This is not a saved session (branch 1 leaves from nowhere)."),
        (
            text("", r#","markers":[{"after":1,"name":"x"}]"#),
            "This is not a saved session (the marker “x” is nowhere).",
        ),
        (
            text(r#""join",{"E":"cancel"}"#, ""),
            "Decision 2 of this session is unknown to this version (unknown variant `E`, expected one of `A`, `B`, \
             `C`, `D`, `job`, `join`, `background`). Reload the page.",
        ),
        (
            text("", r#","branches":[{"log":["join","teleport"]}]"#),
            "Decision 2 on branch 2 of this session is unknown to this version (unknown variant `teleport`, expected \
             one of `A`, `B`, `C`, `D`, `job`, `join`, `background`). Reload the page.",
        ),
    ] {
        let error = Saved::from_text(&text).expect_err("it is none");
        assert_eq!(error.to_string(), sentence, "{text}");
    }
    let unknown = Saved::from_text(&text(r#"{"A":{"paint":{}}}"#, "")).expect_err("it is none").to_string();
    assert!(unknown.starts_with("Decision 1 of this session is unknown to this version (unknown variant `paint`"));
    let wrong = Saved::from_text(&text(r#"{"A":{"get":{"row":"0x1"}}}"#, "")).expect_err("it is none");
    assert!(matches!(wrong, RestoreError::Unknown { branch: 0, decision: 1, .. }), "{wrong}");
}

#[test]
fn what_is_no_link_is_refused_in_a_sentence() {
    let link = started(TABLE).save().to_link();
    let bomb = {
        let zeros = vec![b' '; 64 << 20];
        let packed = miniz_oxide::deflate::compress_to_vec(&zeros, 9);
        use base64::Engine;
        format!("v1.{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(packed))
    };
    for (link, sentence) in [
        ("", "This is not the link of a session: it should begin with v2 and a full stop."),
        ("https://example.org", "This is not the link of a session: it should begin with v2 and a full stop."),
        ("v3.abc", "This session was saved by a newer version (3). Reload the page."),
        ("v2.abc", "The link of this session is damaged: part of it is missing or changed. Copy it again."),
        ("v1.", "The link of this session is damaged: part of it is missing or changed. Copy it again."),
        ("v1.a+b/", "The link of this session is damaged: part of it is missing or changed. Copy it again."),
        (
            &link[..link.len() - 4],
            "The link of this session is damaged: part of it is missing or changed. Copy it again.",
        ),
        (&bomb, "The link of this session holds more than 4 MB, which is too much."),
    ] {
        let error = Saved::from_link(link).expect_err("it is none");
        assert_eq!(error.to_string(), sentence, "{}", &link[..link.len().min(80)]);
    }
    assert!(Saved::from_link(&format!(" {link}\n")).is_ok(), "blanks around it do no harm");
}

/// How long sessions become that people make.
#[test]
fn links_are_short() {
    let mut step = started(TABLE);
    whole(&mut step, 0, insert(17, "A new comment"));
    let mut fifty = started(TABLE);
    for turn in 0..50_i64 {
        let client = u8::try_from(turn % 2).expect("0 or 1");
        match turn % 7 {
            0 | 1 | 4 => ask(&mut fifty, client, insert(turn % 23, &format!("comment {turn}"))),
            2 => ask(&mut fifty, client, prepend(&format!("first {turn}"), false)),
            3 => ask(&mut fifty, client, Intent::Get { table: TABLE.into(), row: key(turn % 23), versions: 1 }),
            5 => ask(&mut fifty, client, Intent::Pages(Pages { size: 5, ..Pages::of(TABLE) })),
            _ => {
                ask(&mut fifty, client, Intent::Delete { table: TABLE.into(), row: key(turn % 23), cells: Vec::new() })
            }
        }
        match turn % 3 {
            0 => assert!(fifty.run_client(client, 1_000)),
            1 => drop(fifty.step_client(client)),
            _ => drop((fifty.step_client(0), fifty.step_client(1))),
        }
    }
    let mut many = started(TABLE);
    for row in 0..500 {
        whole(&mut many, 0, insert(1_000 + row, &format!("comment number {row}")));
    }
    for (session, name, most) in [(step, "one step", 200), (fifty, "50 actions", 2_000), (many, "500 inserts", 8_000)] {
        let saved = session.save();
        let (text, link) = (saved.to_text(), saved.to_link());
        println!("{name}: {} bytes, link of {}", text.len(), link.len());
        assert!(link.len() <= most, "{name}: a link of {}\n{text}", link.len());
        assert_eq!(restored(&saved).world(), session.world());
    }
}
