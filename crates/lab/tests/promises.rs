//! Each promise, kept and broken; how orders end; and what a search tells before it is over.

use splitpoint_lab::intent::{AdminIntent, Intent, LastRowMethod, Pages, Paging, Raw, RowMutation};
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::promise::{Promise, Resource, SHAPES, Shape, Share, Unread};
use splitpoint_lab::scenario;
use splitpoint_lab::search::{Choice, End, Interference, Options, Outcome, Search, Status, TooMany, Verdict};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::sim::world::World;
use splitpoint_lab::view::Grain;
use splitpoint_model::bytes::from_long;

fn table() -> String {
    "comments".into()
}

fn key(number: i64) -> Raw {
    from_long(number).to_vec()
}

/// The comments 20, 19 and 18, and clients that are asked for something, each by its number.
fn world(intents: &[(u8, Intent)]) -> World {
    let mut session = Session::from_start(scenario::start("comments").expect("a scenario")).expect("a start");
    session.set_background(false);
    for (client, intent) in intents {
        session.submit(*client, intent.clone()).expect("it can be asked for");
    }
    session.world().clone()
}

fn insert(row: i64, text: &[u8]) -> Intent {
    Intent::Insert { table: table(), row: key(row), cells: vec![("c".into(), b"text".to_vec(), None, text.to_vec())] }
}

fn prepend(text: &str, blind: bool) -> Intent {
    let cells = vec![("c".into(), b"text".to_vec(), text.into())];
    Intent::Prepend { table: table(), check: ("c".into(), b"text".to_vec()), cells, blind, highest: 20 }
}

fn race(blind: bool) -> World {
    world(&[(0, prepend("A", blind)), (1, prepend("B", blind))])
}

fn text_of(row: i64, text: &str) -> (Raw, String, Raw, Raw) {
    (key(row), "c".into(), b"text".to_vec(), text.into())
}

fn search(world: &World, options: Options, promise: Promise) -> Vec<Outcome<()>> {
    Search::promising(world, options, &|_: &World| (), vec![promise]).finish().expect("the world is small")
}

/// In how many orders, step by step, a promise is kept, and in how many broken.
fn judged(world: &World, promise: Promise) -> (u128, u128) {
    let ends = search(world, Options::new(Grain::Cell), promise);
    let orders = |kept: bool| {
        let of = |end: &&Outcome<()>| (end.verdicts[0] == Verdict::Kept) == kept;
        ends.iter().filter(of).filter_map(|end| end.orders).sum()
    };
    (orders(true), orders(false))
}

#[track_caller]
fn kept(world: &World, promise: Promise) {
    assert!(matches!(judged(world, promise), (1.., 0)), "kept in every order");
}

#[track_caller]
fn broken(world: &World, promise: Promise) {
    assert!(matches!(judged(world, promise), (0, 1..)), "broken in every order");
}

#[track_caller]
fn open(world: &World, promise: Promise) {
    assert!(matches!(judged(world, promise), (1.., 1..)), "kept in some orders and broken in others");
}

#[test]
fn a_row_is_there_or_not() {
    let row = |row, there| Promise::Row { table: table(), row: key(row), there };
    kept(&race(true), row(17, true));
    broken(&race(true), row(17, false));
    kept(&race(true), row(15, false));
    open(&race(true), row(16, true));
    open(&race(true), row(16, false));
    kept(&race(false), row(16, true));
}

#[test]
fn so_many_rows() {
    let rows = |count| Promise::Rows { table: table(), count };
    kept(&race(false), rows(5));
    broken(&race(false), rows(4));
    open(&race(true), rows(5));
}

#[test]
fn the_value_of_a_cell() {
    let cell = |row, value: Option<&str>| {
        let (row, family, qualifier) = (key(row), "c".to_owned(), b"text".to_vec());
        Promise::Cell { table: table(), row, family, qualifier, value: value.map(Into::into) }
    };
    kept(&race(false), cell(18, Some("Cool")));
    open(&race(false), cell(17, Some("A")));
    open(&race(true), cell(16, None));
    broken(&race(false), cell(18, None));
}

#[test]
fn what_was_acknowledged_is_there() {
    let promise = Promise::Acknowledged { table: table() };
    kept(&race(false), promise.clone());
    open(&race(true), promise.clone());
    // Who writes again takes the place of its own value only.
    kept(&world(&[(0, insert(17, b"A")), (0, insert(17, b"B"))]), promise.clone());
    broken(&world(&[(0, insert(17, b"A")), (1, insert(17, b"B"))]), promise.clone());
    // A delete is a write too: what it deletes is gone, and stays so.
    let cells = vec![splitpoint_lab::intent::DeleteWhat::Columns("c".into(), b"text".to_vec(), None)];
    let delete = Intent::Delete { table: table(), row: key(18), cells };
    kept(&world(&[(0, delete.clone())]), promise.clone());
    broken(&world(&[(0, delete), (1, insert(18, b"B"))]), promise);
}

#[test]
fn what_was_refused_is_not_there() {
    let promise = || Promise::Refused { table: table() };
    kept(&race(false), promise());
    kept(&race(true), promise());
    // The first attempt of a checked put is in the log when its server dies. It comes back from there, and the second
    // attempt finds it: the client is told no.
    let checked = Intent::CheckAndPut {
        table: table(),
        row: key(17),
        check: ("c".into(), b"text".to_vec(), None),
        cells: vec![("c".into(), b"text".to_vec(), None, b"A".to_vec())],
    };
    let world = world(&[(0, checked)]);
    kept(&world, promise());
    let crash = Options::new(Grain::Cell).with(Interference::Admin(AdminIntent::Crash(0)));
    let ends = search(&world, crash, promise());
    let verdicts: Vec<bool> = ends.iter().map(|end| end.verdicts[0] == Verdict::Kept).collect();
    assert!(verdicts.contains(&true) && verdicts.contains(&false), "{ends:?}");
}

#[test]
fn the_first_row_is_the_newest() {
    let promise = || Promise::Newest { table: table() };
    kept(&race(false), promise());
    kept(&world(&[(0, insert(17, b"A"))]), promise());
    broken(&world(&[(0, insert(30, b"A"))]), promise());
    // Whoever is second puts a newer row behind the first.
    open(&world(&[(0, insert(16, b"A")), (1, insert(17, b"B"))]), promise());
}

#[test]
fn no_value_stands_twice() {
    let once = || Promise::Once { table: table(), family: "c".into(), qualifier: b"text".to_vec() };
    kept(&race(false), once());
    broken(&world(&[(0, insert(17, b"A")), (1, insert(16, b"A"))]), once());
    // It does not matter that one of them is gone at the end.
    open(&world(&[(0, insert(17, b"A")), (0, insert(17, b"B")), (1, insert(16, b"A"))]), once());
}

#[test]
fn regions_hold_what_they_should() {
    let near = |row: i64| Promise::Near { table: table(), prefix: key(row)[..7].to_vec() };
    let largest = |percent, of| Promise::Largest { table: table(), percent, of };
    // 18 and 19 are in the first region, 20 in the second.
    let before = world(&[(0, insert(17, b"A"))]);
    broken(&before, near(17));
    kept(&before, Promise::Near { table: table(), prefix: key(18) });
    kept(&before, largest(75, Share::Rows));
    broken(&before, largest(74, Share::Rows));
    broken(&before, largest(50, Share::Bytes));
    kept(&before, largest(100, Share::Bytes));
    // A split parts the rows of the first region, where it comes.
    let split = Interference::Admin(AdminIntent::Split { table: table(), region: None, at: Some(key(18)) });
    let ends = search(&before, Options::new(Grain::Cell).with(split), largest(50, Share::Rows));
    assert!(ends.iter().any(|end| end.verdicts == [Verdict::Kept]), "{ends:?}");
}

#[test]
fn pages_have_each_row_once() {
    let promise = || Promise::Pages { table: table() };
    let pages = |by| Intent::Pages(Pages { size: 1, pages: 3, by, ..Pages::of(table()) });
    for by in [Paging::Cursor, Paging::Offset] {
        kept(&world(&[(0, pages(by))]), promise());
    }
    // A row that is put in front moves all others one page on.
    let put = insert(17, b"B");
    kept(&world(&[(0, pages(Paging::Cursor)), (1, put.clone())]), promise());
    open(&world(&[(0, pages(Paging::Offset)), (1, put)]), promise());
}

/// Each kind as text and back, with keys that need quotes.
#[test]
fn a_promise_is_written_as_it_is_read() {
    let keys = |_: &str| Encoding::Text;
    let cell = |row: &str, value: &str| (row.into(), "f".to_owned(), b"q".to_vec(), value.into());
    let (t, f, q) = (|| "t".to_owned(), || "f".to_owned(), || b"q".to_vec());
    let all = [
        (Promise::Acknowledged { table: t() }, "t: acknowledged"),
        (Promise::Refused { table: t() }, "t: nothing refused"),
        (Promise::Row { table: t(), row: b"it's".to_vec(), there: true }, "t: row 'it''s'"),
        (Promise::Row { table: t(), row: b"a\0".to_vec(), there: false }, "t: no row a\\x00"),
        (Promise::Rows { table: t(), count: 4 }, "t: rows 4"),
        (
            Promise::Cell { table: t(), row: b"a b".to_vec(), family: f(), qualifier: q(), value: Some(Vec::new()) },
            "t: cell 'a b' f:q = ''",
        ),
        (
            Promise::Cell { table: t(), row: b"a".to_vec(), family: f(), qualifier: b"=".to_vec(), value: None },
            "t: no cell a f:=",
        ),
        (
            Promise::Together { table: t(), cells: vec![cell("a", "1"), cell("b,c", "x y")] },
            "t: together a f:q 1, 'b,c' f:q 'x y'",
        ),
        (Promise::Newest { table: t() }, "t: first row newest"),
        (Promise::Once { table: t(), family: f(), qualifier: q() }, "t: no value twice in f:q"),
        (Promise::Near { table: t(), prefix: b"ada".to_vec() }, "t: prefix ada in one region"),
        (Promise::Largest { table: t(), percent: 60, of: Share::Rows }, "t: largest region at most 60%"),
        (Promise::Largest { table: t(), percent: 0, of: Share::Bytes }, "t: largest region at most 0% of bytes"),
        (Promise::Pages { table: t() }, "t: pages whole"),
        (Promise::AtMost { resource: Resource::Blocks, most: 3, client: None }, "at most 3 blocks"),
        (Promise::AtMost { resource: Resource::Calls, most: 0, client: Some(1) }, "at most 0 calls by B"),
    ];
    for (promise, text) in &all {
        assert_eq!(promise.text(&keys), *text);
        assert_eq!(Promise::read(text, "", &keys).as_ref(), Ok(promise));
        let (shape, parameters) = Shape::of(text).expect("it has a shape");
        assert_eq!(shape.fill(&parameters), promise.words(&keys), "{shape:?}");
        assert_eq!(shape.parameters().count(), parameters.len());
    }
    for shape in SHAPES {
        assert!(all.iter().any(|(_, text)| Shape::of(text).is_some_and(|(other, _)| *other == shape)), "{shape:?}");
    }
}

#[test]
fn other_spellings_are_read_and_mistakes_told() {
    let keys = |table: &str| if table == "long" { Encoding::Long } else { Encoding::Text };
    let read = |text: &str| Promise::read(text, "t", &keys);
    assert_eq!(read(" rows = 4 "), read("rows 4"));
    assert_eq!(read("rows=4"), read("rows 4"));
    assert_eq!(read("row a b"), read("row 'a b'"));
    assert_eq!(read("at most 1 call"), read("at most 1 calls"));
    assert_eq!(read("long: row 17"), Ok(Promise::Row { table: "long".into(), row: key(17), there: true }));
    let why = |text: &str| read(text).expect_err(text).to_string();
    assert!(why("hearts").ends_with("; at most COUNT RESOURCE; at most COUNT RESOURCE by CLIENT."));
    assert_eq!(why("rows many"), "“many” is no whole number.");
    assert_eq!(why("rows -1"), "“-1” is no whole number.");
    assert!(why("long: row x").starts_with("“x” is no key of this table."));
    assert_eq!(why("cell a b = c"), "“b” is no column, as c:text is.");
    assert_eq!(why("at most 2 calls by Z"), "“Z” is no client.");
    assert_eq!(why("largest region at most 101%"), "“101%” is no share: write 0% to 100%.");
    for text in ["", "row", "rows", "together a f:q", "together a f:q 1,", "row 'a", "at most 2 hearts", "cell a f:q ="]
    {
        assert!(matches!(read(text), Err(Unread::Unknown(_))), "{text}");
    }
    assert!(matches!(Promise::read("acknowledged", "", &keys), Err(Unread::NoTable(_))));
    assert!(Promise::read("at most 2 calls", "", &keys).is_ok());
}

#[test]
fn it_is_said_by_which_step_a_promise_was_broken() {
    let world = race(true);
    let ends = search(&world, Options::new(Grain::Cell), Promise::Acknowledged { table: table() });
    let lost = ends.iter().find(|end| end.verdicts[0] != Verdict::Kept).expect("some order breaks it");
    let Verdict::Broken { at } = lost.verdicts[0] else { panic!("it is broken") };
    assert!(0 < at && at <= lost.witness.len(), "{lost:?}");
    // Up to the step before nothing is lost: whoever stops there finds the promise kept.
    let promise = Promise::Acknowledged { table: table() };
    let part = |steps: usize| {
        let mut moment = world.clone();
        assert!(lost.witness[..steps].iter().all(|choice| choice.take(&mut moment, Grain::Cell)));
        let texts = promise_texts(&moment);
        (texts.contains(&b'A'), texts.contains(&b'B'))
    };
    assert_ne!(part(at - 1), part(at), "the step changes what {promise:?} is about");
    let end_only = search(&world, Options::new(Grain::Cell), Promise::Rows { table: table(), count: 5 });
    let lost = end_only.iter().find(|end| end.verdicts[0] != Verdict::Kept).expect("some order loses a row");
    assert_eq!(lost.verdicts[0], Verdict::Broken { at: lost.witness.len() }, "of an end: by the last step");
}

/// The letters that racing clients have in the table, and whether they were told: the last program of each is over.
fn promise_texts(world: &World) -> Vec<u8> {
    use splitpoint_model::client::{Client, Request, Response};
    use splitpoint_model::query::Get;
    let mut cluster = world.cluster().clone();
    let get = Request::Get("comments".into(), Get::new(key(17)));
    match Client::new(99).run(&mut cluster, get, world.clock().now(), &mut ()) {
        Ok(Response::Row(row)) => {
            let ended = (0..2).filter(|client| world.lane(*client).is_some_and(|lane| lane.ended().is_some()));
            let told: Vec<u8> = ended.map(|client| b'A' + client).collect();
            let there = row.value(b"c", b"text").unwrap_or_default();
            told.into_iter().filter(|letter| there == [*letter]).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn rows_of_a_transaction_become_visible_together() {
    let promise = || Promise::Together { table: table(), cells: vec![text_of(19, "x"), text_of(18, "y")] };
    let put = |row: i64, text: &str| RowMutation::Put(key(row), "c".into(), b"text".to_vec(), text.into());
    let mutations = vec![put(19, "x"), put(18, "y")];
    let transaction =
        Intent::Transaction { table: table(), routing_row: Vec::new(), mutations, conditions: Vec::new() };
    let reader = Intent::Get { table: table(), row: key(18), versions: 1 };
    kept(&world(&[(0, transaction.clone()), (1, reader)]), promise());
    broken(&world(&[(0, insert(19, b"x")), (0, insert(18, b"y"))]), promise());
    // A crash at any atom leaves all or nothing as well.
    let crash = Interference::Admin(AdminIntent::Crash(0));
    let ends = search(&world(&[(0, transaction)]), Options::new(Grain::Cell).with(crash), promise());
    assert!(ends.iter().all(|end| end.verdicts == [Verdict::Kept]), "{ends:?}");
}

#[test]
fn an_operation_takes_no_more_than_so_much() {
    let at_most = |resource, most, client| Promise::AtMost { resource, most, client };
    // A scan and a put; a third call where the key is taken.
    open(&race(false), at_most(Resource::Calls, 2, None));
    kept(&race(false), at_most(Resource::Calls, 3, None));
    broken(&race(false), at_most(Resource::Calls, 1, Some(1)));
    kept(&world(&[(0, insert(17, b"A")), (1, prepend("B", true))]), at_most(Resource::Calls, 1, Some(0)));
    let all = world(&[(0, Intent::LastRow { table: table(), method: LastRowMethod::FullScan })]);
    kept(&all, at_most(Resource::Rows, 3, None));
    broken(&all, at_most(Resource::Rows, 2, None));
    kept(&all, at_most(Resource::Cells, 20, None));
    broken(&all, at_most(Resource::Cells, 5, None));
    // Whoever has to wait until a region is open again asks twice.
    let get = world(&[(0, Intent::Get { table: table(), row: key(18), versions: 1 })]);
    let flown = Options::new(Grain::Cell).with(Interference::Admin(AdminIntent::Move(table(), key(18))));
    let ends = search(&get, flown, at_most(Resource::Calls, 1, None));
    let verdicts: Vec<bool> = ends.iter().map(|end| end.verdicts[0] == Verdict::Kept).collect();
    assert_eq!(verdicts, [false, true]);
}

/// A memstore that is too full refuses writes until somebody flushes it, and nobody does.
#[test]
fn who_waits_for_a_flush_that_nobody_asks_for_waits_for_ever() {
    let world = world(&[(0, insert(17, &[b'A'; 40_000])), (1, insert(16, b"B"))]);
    let ends = |options| Search::new(&world, options, &|_: &World| ()).finish().expect("the world is small");
    let how = |outcomes: &[Outcome<()>]| outcomes.iter().map(|outcome| outcome.end).collect::<Vec<_>>();
    let alone = ends(Options::new(Grain::Rpc));
    assert_eq!(how(&alone), [End::Done, End::Waits]);
    let mut stuck = world.clone();
    assert!(alone[1].witness.iter().all(|choice| choice.take(&mut stuck, Grain::Rpc)));
    assert!(stuck.enabled().is_empty() && !stuck.is_done());
    // Where servers may begin to flush by themselves before it is stuck, some orders end that did not.
    let helped = ends(Options::new(Grain::Rpc).with(Interference::Background));
    assert_eq!(how(&helped), [End::Done, End::Waits]);
    let background = Choice::Interference(Interference::Background);
    let done = |outcomes: &[Outcome<()>]| outcomes[0].orders.expect("a number");
    assert!(done(&helped) > done(&alone));
    assert!(!alone[0].witness.contains(&background));
}

/// Scripts may read whatever there is, so that worlds in which they run are alike only where all of it is; and they are
/// searched like others.
#[test]
fn scripts_race_and_may_wait_for_an_answer_for_ever() {
    let script = |text: &str| Intent::Script { language: "hbase".into(), text: text.into(), line: 1, width: 100 };
    let scripted = |texts: [&str; 2]| {
        let mut session = Session::from_start(scenario::start("comments").expect("a scenario")).expect("a start");
        session.set_background(false);
        session.speak(&LANGUAGE);
        for (client, text) in (0..).zip(texts) {
            session.submit(client, script(text)).expect("it can be asked for");
        }
        session.world().clone()
    };
    let put = |text: &str| format!("put 'comments', 'x', 'c:text', '{text}'\n");
    let world = scripted([&put("A"), &put("B")]);
    let last = |text: &str| {
        let (family, qualifier, value) = ("c".to_owned(), b"text".to_vec(), Some(text.into()));
        Promise::Cell { table: table(), row: b"x".to_vec(), family, qualifier, value }
    };
    let [a, b] = [judged(&world, last("A")), judged(&world, last("B"))];
    assert!(a.0 > 1 && a.0 == b.1 && a.1 == b.0, "whoever comes last: {a:?} {b:?}");
    let ends = search(&scripted(["disable_all 'com.*'\n", &put("B")]), Options::new(Grain::Operation), last("B"));
    assert_eq!(ends.iter().map(|end| end.end).collect::<Vec<_>>(), [End::Waits]);
}

#[test]
fn a_search_in_slices_finds_the_same_and_says_how_far_it_is() {
    let world = race(false);
    let judge = |world: &World| world.lane(0).and_then(|lane| lane.ended()).map(|ended| ended.how() as u8);
    let whole = Search::new(&world, Options::new(Grain::Cell), &judge).finish().expect("the world is small");
    let mut slices = Search::new(&world, Options::new(Grain::Cell), &judge);
    let mut last = slices.progress();
    assert_eq!((last.states, last.orders, last.status), (1, 0, Status::Going));
    while last.status == Status::Going {
        let next = slices.run(10);
        assert!(next.states <= last.states + 10 && next.orders >= last.orders, "{last:?} {next:?}");
        let known: u128 = slices.outcomes().iter().filter_map(|outcome| outcome.orders).sum();
        assert_eq!(known, next.orders, "what is known so far");
        last = next;
    }
    assert_eq!((last.status, slices.outcomes()), (Status::Over, whole));
}

#[test]
fn a_search_that_is_too_large_says_so_and_what_it_knows() {
    let world = race(false);
    let options = || Options { most: 100, ..Options::new(Grain::Cell) };
    assert_eq!(Search::new(&world, options(), &|_: &World| ()).finish(), Err(TooMany));
    let judge = |_: &World| ();
    let mut search = Search::new(&world, options(), &judge);
    let progress = search.run(u64::MAX);
    assert_eq!((progress.states, progress.status), (100, Status::Full));
    assert_eq!(search.run(u64::MAX), progress, "it looks at no more");
    let known = search.outcomes();
    assert_eq!((known.len(), known[0].orders), (1, Some(progress.orders)));
}
