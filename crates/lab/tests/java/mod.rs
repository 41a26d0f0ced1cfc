//! One example at least of everything that is written in Java: for the test that holds the text, and for `cargo xtask hbase
//! java`, which runs it against a real client.

use splitpoint_lab::design::Draft;
use splitpoint_lab::intent::{
    AdminIntent, DeleteWhat, Digits, Does, Intent, LastRowMethod, Pages, Paging, Plan, Prefix, Repeat, RowMutation,
    Walk,
};
use splitpoint_lab::session::Session;
use splitpoint_model::bytes::from_long;
use splitpoint_model::client::{Action, Request};
use splitpoint_model::filter::CompareOp;
use splitpoint_model::mutation::{
    Append, CheckAndMutate, Condition, Delete, DeleteCell, Increment, Mutation, Put, RowMutations, Then,
};
use splitpoint_model::query::{Get, Scan, TimeRange};
use std::sync::Arc;

/// What is done last, and shown.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// What a form asks for.
    Form(Intent),
    /// A request that no form makes.
    Request(Request),
}

/// An example.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// A word or more with hyphens.
    pub(crate) name: &'static str,
    /// What is there first.
    pub(crate) setup: Vec<Intent>,
    /// What it shows.
    pub(crate) what: What,
}

/// Does what is asked for, to its end.
pub(crate) fn act(session: &mut Session, intent: &Intent) {
    session.submit(0, intent.clone()).expect("it can be asked for");
    while session.next() {}
}

impl Case {
    /// The session in which everything is there.
    pub(crate) fn begun(&self) -> Session {
        let mut session = Session::new();
        session.set_background(false);
        self.setup.iter().for_each(|intent| act(&mut session, intent));
        session
    }
}

type Stamped = (String, Vec<u8>, Option<i64>, Vec<u8>);

fn cell(qualifier: &str, time: Option<i64>, value: &str) -> Stamped {
    ("c".to_owned(), qualifier.as_bytes().to_vec(), time, value.as_bytes().to_vec())
}

fn insert(table: &str, row: impl AsRef<[u8]>, cells: Vec<Stamped>) -> Intent {
    Intent::Insert { table: table.to_owned(), row: row.as_ref().to_vec(), cells }
}

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

fn create(table: &str, splits: &[&[u8]]) -> Intent {
    let families = vec![("c".to_owned(), vec![pair("VERSIONS", "3")])];
    let splits = splits.iter().map(|split| split.to_vec()).collect();
    Intent::Admin(AdminIntent::Create { table: table.to_owned(), families, attributes: Vec::new(), splits })
}

/// Comments from 18 to 24 in two regions.
fn comments() -> Vec<Intent> {
    let rows = (18..25).map(|row| insert("comments", from_long(row), vec![cell("text", Some(row), "Cool")]));
    [create("comments", &[&from_long(20)])].into_iter().chain(rows).collect()
}

/// Rows with keys of text, one of which is no text, in a table of one region.
fn plain() -> Vec<Intent> {
    let rows: [&[u8]; 6] = [b"a", b"b", b"c \"quoted\\", b"d\x00\xff", "é".as_bytes(), b"z"];
    let rows = rows.iter().map(|row| insert("t", row, vec![cell("q", Some(5), "v"), cell("n", Some(5), "w")]));
    [create("t", &[])].into_iter().chain(rows).collect()
}

fn comments_of(what: Intent) -> (Vec<Intent>, What) {
    (comments(), What::Form(what))
}

fn plain_of(what: Intent) -> (Vec<Intent>, What) {
    (plain(), What::Form(what))
}

fn requested(request: Request) -> (Vec<Intent>, What) {
    (plain(), What::Request(request))
}

fn admin(what: AdminIntent) -> (Vec<Intent>, What) {
    plain_of(Intent::Admin(what))
}

fn plan(walk: Walk, digits: Digits, prefixes: u8, clients: u8) -> Intent {
    let does = Does::Insert { family: "c".to_owned(), qualifier: b"text".to_vec(), bytes: 3 };
    let plan =
        Plan { table: "comments".to_owned(), does, times: 20, first: 15, walk, digits, prefixes, clients, rate: 0 };
    Intent::Repeat(Arc::new(Repeat::new(plan)))
}

fn delete(cells: Vec<DeleteWhat>) -> Intent {
    Intent::Delete { table: "t".into(), row: b"b".to_vec(), cells }
}

fn last_row(method: LastRowMethod) -> Intent {
    Intent::LastRow { table: "comments".into(), method }
}

fn prepend(blind: bool) -> Intent {
    let check = ("c".to_owned(), b"text".to_vec());
    let cells = vec![("c".to_owned(), b"text".to_vec(), b"Me \"too\"".to_vec())];
    Intent::Prepend { table: "comments".into(), check, cells, blind, highest: i64::MAX }
}

fn paged(change: impl Fn(&mut Pages)) -> Intent {
    let mut pages = Pages { size: 2, pages: 3, ..Pages::of("t") };
    change(&mut pages);
    Intent::Pages(pages)
}

fn check_and_put(value: Option<&str>) -> Intent {
    let check = ("c".to_owned(), b"q".to_vec(), value.map(|value| value.as_bytes().to_vec()));
    Intent::CheckAndPut { table: "t".into(), row: b"b".to_vec(), check, cells: vec![cell("q", None, "new")] }
}

type Required = (Vec<u8>, String, Vec<u8>, Option<Vec<u8>>);

fn transaction(routing_row: &[u8], conditions: Vec<Required>) -> Intent {
    let column = || ("c".to_owned(), b"q".to_vec());
    let put = RowMutation::Put(b"a".to_vec(), column().0, column().1, b"together".to_vec());
    let delete = RowMutation::Delete(b"b".to_vec(), column().0, column().1);
    let mutations = vec![put, delete, RowMutation::DeleteRow(b"z".to_vec())];
    Intent::Transaction { table: "t".into(), routing_row: routing_row.to_vec(), mutations, conditions }
}

/// What forms ask for.
fn forms() -> Vec<(&'static str, (Vec<Intent>, What))> {
    let condition = |value: Option<&str>| {
        (b"c".to_vec(), "c".to_owned(), b"q".to_vec(), value.map(|value| value.as_bytes().to_vec()))
    };
    let column = |time| DeleteWhat::Column("c".into(), b"q".to_vec(), time);
    let columns = |time| DeleteWhat::Columns("c".into(), b"q".to_vec(), time);
    let filter = "PrefixFilter('d') OR RowFilter(=, 'binary:é')";
    vec![
        (
            "insert",
            comments_of(insert(
                "comments",
                from_long(17),
                vec![cell("text", None, "I like your post"), cell("date", Some(7), "\0\u{1}")],
            )),
        ),
        ("insert-text", plain_of(insert("t", "ü \"\\x41\n", vec![cell("q", None, "")]))),
        ("delete-row", plain_of(delete(vec![]))),
        ("delete-family", plain_of(delete(vec![DeleteWhat::Family("c".into(), Some(9))]))),
        ("delete-columns", plain_of(delete(vec![columns(None), columns(Some(5))]))),
        ("delete-version", plain_of(delete(vec![column(None), column(Some(5))]))),
        ("check-and-put", plain_of(check_and_put(Some("v")))),
        ("check-and-put-in-vain", plain_of(check_and_put(None))),
        ("get", plain_of(Intent::Get { table: "t".into(), row: b"b".to_vec(), versions: 3 })),
        ("prepend", comments_of(prepend(false))),
        ("prepend-blindly", comments_of(prepend(true))),
        ("prepend-to-nothing", (vec![create("comments", &[])], What::Form(prepend(false)))),
        ("first-row", comments_of(Intent::FirstRow { table: "comments".into(), prefixes: 0, prefix: Prefix::Byte })),
        (
            "first-row-of-nothing",
            (
                vec![create("t", &[])],
                What::Form(Intent::FirstRow { table: "t".into(), prefixes: 0, prefix: Prefix::Byte }),
            ),
        ),
        ("last-row-by-full-scan", comments_of(last_row(LastRowMethod::FullScan))),
        ("last-row-by-constant-key", comments_of(last_row(LastRowMethod::ConstantKey(from_long(24).to_vec())))),
        ("last-row-by-bisection", comments_of(last_row(LastRowMethod::Bisection(8)))),
        ("last-row-by-reversed-scan", comments_of(last_row(LastRowMethod::Reversed))),
        ("pages-by-cursor", plain_of(paged(|_| {}))),
        ("pages-by-offset", plain_of(paged(|pages| pages.by = Paging::Offset))),
        (
            "pages-newest-first",
            plain_of(paged(|pages| {
                (pages.reversed, pages.start, pages.stop, pages.caching) = (true, b"y".to_vec(), b"a".to_vec(), 2)
            })),
        ),
        (
            "pages-filtered",
            plain_of(paged(|pages| {
                (pages.filter, pages.columns) = (filter.to_owned(), Some((b"n".to_vec(), b"o".to_vec())))
            })),
        ),
        ("pages-of-pieces", plain_of(paged(|pages| pages.batch = 1))),
        ("pages-of-pieces-by-offset", plain_of(paged(|pages| (pages.batch, pages.by) = (1, Paging::Offset)))),
        ("transaction", plain_of(transaction(b"", vec![]))),
        ("transaction-if", plain_of(transaction(b"m", vec![condition(Some("no"))]))),
        ("repeat", (vec![create("comments", &[])], What::Form(plan(Walk::Step(-2), Digits::Long, 0, 1)))),
        (
            "repeat-salted",
            (vec![create("comments", &[])], What::Form(plan(Walk::Random { seed: 7, among: 400 }, Digits::Int, 4, 1))),
        ),
        (
            "repeat-by-clients",
            (
                vec![create("comments", &[])],
                What::Form(plan(Walk::Zipf { seed: 7, among: 400 }, Digits::Decimal(5), 4, 3)),
            ),
        ),
        (
            "repeat-at-a-rate",
            (
                vec![create("comments", &[])],
                What::Form(match plan(Walk::Step(3), Digits::Long, 0, 2) {
                    Intent::Repeat(repeat) => {
                        Intent::Repeat(Arc::new(Repeat::new(Plan { rate: 300, ..Plan::clone(&repeat) })))
                    }
                    other => other,
                }),
            ),
        ),
        (
            "first-row-of-prefixes",
            (
                vec![create("comments", &[]), plan(Walk::Step(3), Digits::Decimal(5), 4, 1)],
                What::Form(Intent::FirstRow { table: "comments".into(), prefixes: 4, prefix: Prefix::Digits }),
            ),
        ),
    ]
}

/// What an administrator asks for.
fn administration() -> Vec<(&'static str, (Vec<Intent>, What))> {
    let policy = "org.apache.hadoop.hbase.regionserver.KeyPrefixRegionSplitPolicy";
    let created = AdminIntent::Create {
        table: "made".into(),
        families: vec![
            ("c".into(), vec![pair("VERSIONS", "5"), pair("BLOCKSIZE", "1024"), pair("KEEP_DELETED_CELLS", "TRUE")]),
            ("d".into(), vec![]),
        ],
        attributes: vec![
            pair("SPLIT_POLICY", policy),
            pair("KeyPrefixRegionSplitPolicy.prefix_length", "3"),
            pair("MAX_FILESIZE", "134217728"),
            pair("DURABILITY", "SKIP_WAL"),
        ],
        splits: vec![b"g".to_vec(), b"m\x00".to_vec()],
    };
    let two = || {
        let rows = ["a", "n"].map(|row| insert("t", row, vec![cell("q", Some(5), "v")]));
        [create("t", &[b"m"])].into_iter().chain(rows).collect::<Vec<_>>()
    };
    vec![
        ("create", (vec![], What::Form(Intent::Admin(created)))),
        ("alter", admin(AdminIntent::Alter { table: "t".into(), attributes: vec![pair("MAX_FILESIZE", "134217728")] })),
        ("drop", admin(AdminIntent::Drop("t".into()))),
        ("flush", admin(AdminIntent::Flush("t".into(), None))),
        ("flush-region", admin(AdminIntent::Flush("t".into(), Some(b"b".to_vec())))),
        ("compact", admin(AdminIntent::Compact("t".into(), None, false))),
        ("major-compact-region", admin(AdminIntent::Compact("t".into(), Some(b"b".to_vec()), true))),
        ("split", admin(AdminIntent::Split { table: "t".into(), region: None, at: Some(b"d".to_vec()) })),
        ("merge", (two(), What::Form(Intent::Admin(AdminIntent::Merge("t".into(), b"a".to_vec(), b"n".to_vec()))))),
        ("move", admin(AdminIntent::Move("t".into(), b"b".to_vec()))),
        ("balance", admin(AdminIntent::Balance)),
        // What the key designer shows.
        ("create-designed", (Vec::new(), What::Form(Draft::new(&[]).create()))),
    ]
}

/// What only the console asks for.
fn requests() -> Vec<(&'static str, (Vec<Intent>, What))> {
    let append = || Append {
        row: b"b".as_slice().into(),
        cells: vec![(b"c".as_slice().into(), b"q".as_slice().into(), b"\x00more".as_slice().into())],
        time_range: TimeRange::ALL,
        ttl: None,
        return_results: true,
    };
    let increment = || Increment {
        row: b"b".as_slice().into(),
        cells: vec![(b"c".as_slice().into(), b"count".as_slice().into(), 5)],
        time_range: TimeRange::ALL,
        ttl: None,
        return_results: true,
    };
    let several = || {
        let gone = DeleteCell::Columns {
            family: b"c".as_slice().into(),
            qualifier: b"n".as_slice().into(),
            timestamp: Some(5),
        };
        let put = Mutation::Put(Put::new(b"b".as_slice()).add(b"c".as_slice(), b"q".as_slice(), b"one".as_slice()));
        let delete = Mutation::Delete(Delete { cells: vec![gone], ..Delete::new(b"b".as_slice()) });
        RowMutations { row: b"b".as_slice().into(), mutations: vec![put, delete] }
    };
    let check = || CheckAndMutate {
        row: b"b".as_slice().into(),
        condition: Condition::Column {
            family: b"c".as_slice().into(),
            qualifier: b"q".as_slice().into(),
            op: CompareOp::NotEqual,
            value: Some(b"x".as_slice().into()),
            time_range: TimeRange { min: 0, max: 100 },
        },
        then: Then::MutateRow(several()),
    };
    let batch = vec![
        Action::Mutate(Mutation::Append(append())),
        Action::Get(Get::new(b"a".as_slice())),
        Action::MutateRow(RowMutations {
            row: b"a".as_slice().into(),
            mutations: vec![Mutation::Put(Put::new(b"a".as_slice()).add(
                b"c".as_slice(),
                b"x".as_slice(),
                b"y".as_slice(),
            ))],
        }),
    ];
    let scan = Scan {
        start: b"a".as_slice().into(),
        start_inclusive: false,
        stop: b"d".as_slice().into(),
        versions: i32::MAX,
        columns: vec![(b"c".as_slice().into(), Some(b"q".as_slice().into()))],
        ..Scan::default()
    };
    vec![
        ("increment", requested(Request::Increment("t".into(), increment()))),
        ("append", requested(Request::Append("t".into(), append()))),
        ("check-and-mutate", requested(Request::CheckAndMutate("t".into(), check()))),
        ("mutate-row", requested(Request::MutateRow("t".into(), several()))),
        ("batch", requested(Request::Batch("t".into(), batch))),
        ("scan", requested(Request::Scan("t".into(), scan))),
    ]
}

/// All of them.
pub(crate) fn cases() -> Vec<Case> {
    let all = forms().into_iter().chain(administration()).chain(requests());
    all.map(|(name, (setup, what))| Case { name, setup, what }).collect()
}
