//! The page without a browser: what actions do to its state.

use super::action::{Act, Action, Api, Breadth, Detail, Overlay, Page, Show, Spot, Tab, Time, Typing};
use super::chunk::{Chunk, Chunks};
use super::console::{AHEAD, FIELD};
use super::import::{Importing, Phase};
use super::options::Options;
use super::{Effect, FORM, State, Visit, Work};
use splitpoint_lab::form::{Change, MINUTES, Operation, Weight};
use splitpoint_lab::intent::{Field, Slot};
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::scenario::{self, Reference};
use splitpoint_lab::session::{Link, Saved, Session};
use splitpoint_lab::view::Grain;

/// A page with all chunks that keeps nothing.
pub(super) fn fresh() -> State {
    let mut state = State::new(Options { keeps: false, ..Options::default() });
    state.chrome.chunks = Chunks::all();
    state
}

/// A page with all chunks, and with the first example.
pub(super) fn page() -> State {
    let mut state = State::new(Options::default());
    state.chrome.chunks = Chunks::all();
    state.begin(&scenario::EXAMPLES[0].reference(), None);
    finish(&mut state);
    state
}

pub(super) fn opened(id: &str) -> State {
    let mut state = fresh();
    state.apply(Action::Begin(Reference::Scenario(id.into())));
    finish(&mut state);
    assert_eq!(state.chrome.notice, None);
    state
}

/// Carries out long work to its end, and reads a file completely.
pub(super) fn finish(state: &mut State) {
    for _ in 0..100_000 {
        if !state.document.works() {
            return;
        }
        state.apply(Action::Act(Act::Continue));
    }
    panic!("work without an end");
}

pub(super) fn typed(state: &mut State, slot: impl Into<Slot>, text: &str) {
    state.apply(Action::Edit(slot.into(), Change::Text(text.into())));
}

pub(super) fn insert(state: &mut State, row: &str) {
    state.apply(Action::Edit(Field::Row.into(), Change::Encoding(Encoding::Long)));
    typed(state, Field::Row, row);
}

#[test]
fn every_example_opens_with_data_and_forms_that_can_be_sent() {
    for start in scenario::starts() {
        let Some(id) = start.reference.example() else { panic!("an example") };
        let state = opened(id);
        if start.tables.is_empty() {
            assert_eq!(state.desk.form.operation, Operation::Create);
            continue;
        }
        assert!(!state.desk.map.view.lines.is_empty(), "{id}");
        assert!(state.desk.form.notes.iter().all(|note| note.weight != Weight::Fault), "{id}");
    }
}

#[test]
fn send_sends_the_form_once_and_next_goes_on() {
    let mut state = opened("comments");
    state.apply(Action::Operation(Operation::Prepend));
    state.apply(Action::Act(Act::Send));
    let total = state.desk.map.view.timeline.total;
    assert!(total > 0);
    assert!(!state.desk.map.view.sentence.parts.is_empty());
    assert_eq!(state.chrome.announcement, state.desk.map.view.sentence.spoken());
    assert!(state.under_way().is_some());
    assert!(state.apply(Action::Act(Act::Send)).is_empty(), "it is under way");
    assert_eq!(state.desk.map.view.timeline.total, total);
    assert_eq!(state.desk.map.view.timeline.next, "A check-and-put 17");
    state.apply(Action::Time(Time::Next));
    assert_eq!(state.desk.map.view.timeline.total, total + 1);
    assert_eq!(state.under_way(), None);
    assert!(state.desk.form.sent, "sending it again is said to be that");
    state.apply(Action::Act(Act::Send));
    assert_eq!(state.desk.map.view.timeline.total, total + 2);
    typed(&mut state, Field::Highest, "30");
    assert!(!state.desk.form.sent);
    state.apply(Action::Act(Act::Send));
    state.apply(Action::Reset);
    assert!(!state.desk.form.sent, "nothing was sent in what begins anew");
    state.apply(Action::Act(Act::Send));
    state.apply(Action::Begin(Reference::Scenario("comments".into())));
    finish(&mut state);
    assert!(!state.desk.form.sent, "nor in another session");
}

#[test]
fn first_minutes_fill_forms_and_play_nothing() {
    for (index, minute) in MINUTES.iter().enumerate() {
        let mut state = opened("comments");
        state.apply(Action::Minute(index));
        finish(&mut state);
        assert!(minute.is_of(&state.document.start), "{}", minute.title);
        assert_eq!(state.desk.form.operation, minute.operation);
        assert_eq!(state.desk.form.story(&state.document.start).map(|story| story.title), Some(minute.title));
        assert_eq!(state.desk.map.view.timeline.total, 0);
        assert!(minute.on.is_none_or(|field| state.desk.form.forms.sheet(minute.operation).on(field)));
        let notes = &state.desk.form.notes;
        assert!(notes.iter().all(|note| note.weight != Weight::Fault), "{}: {notes:?}", minute.title);
        state.apply(Action::Act(Act::Run));
        finish(&mut state);
        assert!(state.desk.map.view.timeline.total > 0 && state.under_way().is_none());
    }
}

#[test]
fn a_first_minute_keeps_what_was_done_on_its_example() {
    let mut state = opened("comments");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    let total = state.desk.map.view.timeline.total;
    state.apply(Action::Minute(1));
    assert_eq!(state.desk.map.view.timeline.total, total);
    state.apply(Action::Operation(Operation::Get));
    assert!(state.desk.form.story(&state.document.start).is_none(), "its story is that of another form");
}

#[test]
fn a_form_warns_and_shows_where_its_key_would_land() {
    let mut state = opened("comments");
    let at = |state: &State, weight| {
        state
            .desk
            .form
            .notes
            .iter()
            .filter(|note| note.slot == Some(Field::Row.into()) && note.weight == weight)
            .count()
    };
    insert(&mut state, "16");
    assert_eq!((at(&state, Weight::Hint), at(&state, Weight::Warning)), (1, 0));
    insert(&mut state, "-1");
    assert_eq!(at(&state, Weight::Warning), 1);
    insert(&mut state, "sixteen");
    assert_eq!(at(&state, Weight::Fault), 1);
    let before = state.desk.map.view.timeline.total;
    state.apply(Action::Act(Act::Send));
    assert_eq!(state.desk.map.view.timeline.total, before, "what is not bytes is not sent");
}

#[test]
fn hbases_refusal_stands_at_its_field_until_the_form_changes() {
    let mut state = opened("comments");
    insert(&mut state, "");
    state.apply(Action::Act(Act::Send));
    let refusal = state.desk.form.refusal.clone().expect("an empty row is refused");
    assert!(refusal.sentence.contains("IllegalArgumentException"), "{}", refusal.sentence);
    insert(&mut state, "16");
    assert_eq!(state.desk.form.refusal, None);
}

#[test]
fn acting_in_the_past_branches_and_the_old_future_stays() {
    let mut state = opened("comments");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    state.apply(Action::Time(Time::Undo));
    assert_eq!(state.desk.map.view.timeline.position, 0);
    insert(&mut state, "5");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    assert_eq!(state.desk.map.view.timeline.branches.len(), 2);
    state.apply(Action::Time(Time::NextBranch));
    assert_eq!(state.desk.map.view.timeline.branch, 0);
}

#[test]
fn the_last_two_steps_of_two_clients_trade_places_on_a_branch() {
    let mut state = opened("comments");
    insert(&mut state, "5");
    state.apply(Action::Act(Act::Send));
    state.apply(Action::Client(1));
    insert(&mut state, "6");
    state.apply(Action::Act(Act::Send));
    assert_eq!(state.desk.map.view.timeline.reorder.as_deref(), Some("B before A"));
    state.apply(Action::Time(Time::Reorder));
    let timeline = &state.desk.map.view.timeline;
    assert_eq!((timeline.branches.len(), timeline.reorder.as_deref()), (2, Some("A before B")));
    state.apply(Action::Time(Time::Back));
    state.apply(Action::Time(Time::Reorder));
    assert_eq!(state.chrome.notice, None, "one step has no neighbour");
}

#[test]
fn a_merge_opens_with_two_neighbours_and_no_refusal() {
    let mut state = opened("comments");
    state.apply(Action::Operation(Operation::Merge));
    let sheet = state.desk.form.forms.sheet(Operation::Merge);
    assert_eq!(sheet.region(Field::Other), Some(&*state.desk.map.view.regions[1].start_key));
    assert!(state.desk.form.notes.iter().all(|note| !note.sentence.contains("MergeRegionException")));
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    assert_eq!(state.desk.map.view.regions.len(), 1);
}

#[test]
fn an_administrators_form_becomes_a_job_that_its_buttons_walk() {
    let mut state = opened("comments");
    state.apply(Action::Operation(Operation::Flush));
    assert!(state.desk.map.view.regions.iter().any(|region| region.memstore_bytes > 0), "there is something to flush");
    state.apply(Action::Act(Act::Send));
    assert!(state.desk.form.job.is_some());
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    assert!(!state.desk.map.view.regions.is_empty());
    assert!(state.desk.map.view.regions.iter().all(|region| region.memstore_bytes == 0));
}

#[test]
fn playing_stops_at_the_end_and_speaks_now_and_then() {
    let mut state = opened("comments");
    state.apply(Action::Operation(Operation::Prepend));
    state.apply(Action::Act(Act::Send));
    state.apply(Action::Time(Time::Play(true)));
    assert!(state.document.playing);
    for _ in 0..200 {
        state.apply(Action::Time(Time::Tick));
    }
    assert!(!state.document.playing);
    assert_eq!(state.chrome.announcement, state.desk.map.view.sentence.spoken());
}

#[test]
fn a_session_survives_a_reload() {
    let mut state = opened("comments");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    let saved = Saved::from_text(&state.document.lab.save().to_text()).expect("it was just written");
    let mut again = fresh();
    again.begin(&saved.reference().clone(), Some(saved));
    finish(&mut again);
    assert_eq!(again.desk.map.view, state.desk.map.view);
}

#[test]
fn a_file_becomes_a_table_piece_by_piece() {
    let text: String = (0..3000).map(|row| format!("{row:05}\tname {row}\n")).collect();
    let mut state = fresh();
    let chosen = Importing::Chosen { name: "people.tsv".into(), size: text.len() as u64 };
    assert_eq!(state.apply(Action::Import(chosen)), [Effect::ReadHead]);
    state.apply(Action::Import(Importing::Head(text.as_bytes()[..4096].to_vec())));
    assert_eq!(state.chrome.import.problem, None);
    assert_eq!(state.apply(Action::Import(Importing::Load)), [Effect::KeepNow, Effect::ReadFrom(0)]);
    for piece in text.as_bytes().chunks(1000) {
        state.apply(Action::Import(Importing::Piece(piece.to_vec())));
    }
    state.apply(Action::Import(Importing::Piece(Vec::new())));
    finish(&mut state);
    assert_eq!(state.chrome.overlay, None);
    assert_eq!(state.document.start.reference, Reference::Import("people.tsv".into()));
    assert_eq!(state.desk.map.view.table.as_ref().map(|table| table.cells), Some(3000));
}

#[test]
fn bad_lines_are_told_and_nothing_is_half_loaded() {
    let mut state = opened("comments");
    let before = state.desk.map.view.clone();
    let text = b"id,name\n1,a\n2\n3,b,c,d\n";
    state.apply(Action::Import(Importing::Chosen { name: "x.csv".into(), size: text.len() as u64 }));
    state.apply(Action::Import(Importing::Head(text.to_vec())));
    state.apply(Action::Import(Importing::Load));
    state.apply(Action::Import(Importing::Piece(text.to_vec())));
    state.apply(Action::Import(Importing::Piece(Vec::new())));
    let Phase::Rejected { lines, .. } = &state.chrome.import.phase else { panic!("{:?}", state.chrome.import.phase) };
    assert_eq!(
        lines.iter().map(|line| line.line).collect::<Vec<_>>(),
        [3],
        "the line without a cell, counted from 1 with the head"
    );
    state.apply(Action::Import(Importing::Cancel));
    assert_eq!((state.desk.map.view, state.chrome.overlay), (before, None));
}

#[test]
fn what_the_picture_shows_can_be_changed_without_a_step() {
    let mut state = opened("comments");
    let all = state.desk.map.view.lines.len();
    assert_eq!(state.apply(Action::Show(Show::OldVersions(false))), []);
    assert!(state.desk.map.view.lines.len() < all);
    state.apply(Action::Show(Show::Cell(Spot { line: 1, column: 2 })));
    state.apply(Action::Show(Show::Detail(Some(Detail::Line(1)))));
    state.apply(Action::Page(Page::Tab(Tab::Cost)));
    state.apply(Action::Page(Page::Breadth(Breadth::Phone)));
    assert_eq!((state.desk.panes.tab, state.desk.panes.inspector), (Tab::Cost, Tab::Cost));
    assert_eq!(state.desk.map.view.timeline.total, 0);
    state.apply(Action::Page(Page::Overlay(Some(Overlay::Reset))));
    state.apply(Action::Reset);
    assert!(state.chrome.overlay.is_none() && state.desk.map.detail == Some(Detail::Start { asked: false }), "fresh");
}

#[test]
fn what_tells_more_is_brought_when_something_is_told_for_the_first_time() {
    let mut state = opened("comments");
    state.chrome.chunks.detail = false;
    assert_eq!(state.desk.map.detail, Some(Detail::Start { asked: false }), "the first minutes need no more code");
    let region = Show::Detail(Some(Detail::Region(state.desk.map.view.regions[0].id)));
    for show in [Show::Detail(Some(Detail::Line(1))), region] {
        let draw = Effect::Bring(Chunk::Detail, Action::Act(Act::Continue));
        assert_eq!(state.apply(Action::Show(show)), [draw]);
    }
    assert_eq!(state.apply(Action::Show(Show::Detail(None))), []);
    state.chrome.chunks.detail = true;
    assert_eq!(state.apply(Action::Show(Show::Detail(Some(Detail::Line(1))))), []);
    state.chrome.chunks.code = false;
    for show in [Show::Api(Api::Java), Show::Printed(true)] {
        assert_eq!(state.apply(Action::Show(show)), [Effect::Bring(Chunk::Code, Action::Act(Act::Continue))]);
    }
    assert_eq!(state.apply(Action::Show(Show::Api(Api::Shell))), [], "the commands are there");
}

#[test]
fn a_table_under_way_comes_in_sight_and_the_buttons_go_on_making_it() {
    for id in ["empty", "comments"] {
        let mut state = opened(id);
        state.apply(Action::Operation(Operation::Create));
        typed(&mut state, Field::Table, "orders");
        state.apply(Action::Act(Act::Send));
        assert_eq!(state.desk.map.request.table, "orders", "{id}");
        assert!(state.under_way().is_some(), "{id}: only half of it is done");
        state.apply(Action::Act(Act::Run));
        finish(&mut state);
        assert_eq!((state.under_way(), &state.desk.form.refusal), (None, &None), "{id}");
        assert!(state.desk.map.view.table.as_ref().is_some_and(|table| table.enabled), "{id}");
    }
}

#[test]
fn what_hbase_will_answer_is_said_at_the_field_where_it_was_typed() {
    let said = |state: &State, slot: Slot| state.desk.form.notes.iter().filter(|note| note.slot == Some(slot)).count();

    let mut state = opened("comments");
    typed(&mut state, Field::Cells.item(0, Field::Column), "z:who");
    assert_eq!(said(&state, Field::Cells.item(0, Field::Column)), 1, "{:?}", state.desk.form.notes);

    state.apply(Action::Operation(Operation::Delete));
    state.apply(Action::Edit(Field::Scope.into(), Change::Choice(2)));
    typed(&mut state, Field::Column, "z:who");
    assert_eq!(said(&state, Field::Column.into()), 1, "{:?}", state.desk.form.notes);

    state.apply(Action::Operation(Operation::Create));
    typed(&mut state, Field::Table, "comments");
    state.apply(Action::Act(Act::Send));
    assert_eq!(said(&state, Field::Table.into()), 2, "the warning and HBase's answer: {:?}", state.desk.form.notes);

    state.apply(Action::Operation(Operation::Split));
    state.apply(Action::Edit(Field::Cut.into(), Change::Choice(1)));
    state.apply(Action::Edit(Field::At.into(), Change::Encoding(Encoding::Long)));
    typed(&mut state, Field::At, "no number");
    assert_eq!(said(&state, Field::At.into()), 1, "{:?}", state.desk.form.notes);
}

#[test]
fn a_form_stays_where_it_suits_the_next_table_too() {
    let mut state = opened("partitions");
    state.apply(Action::Operation(Operation::Transaction));
    for example in scenario::EXAMPLES {
        let before = state.desk.form.operation;
        state.apply(Action::Begin(example.reference()));
        finish(&mut state);
        match state.document.start.tables.first() {
            None => assert_eq!(state.desk.form.operation, Operation::Create),
            Some(table) if before.suits(table) => assert_eq!(state.desk.form.operation, before),
            Some(_) => assert_eq!(state.desk.form.operation, Operation::Insert),
        }
    }
}

/// Types a text at the console, and runs it.
fn console(state: &mut State, text: &str) {
    state.apply(Action::Console(Typing::Text(text.into())));
    state.apply(Action::Console(Typing::Run(0)));
    finish(state);
}

#[test]
fn pages_bring_filters_only_where_they_are_read_through_one() {
    let mut state = opened("comments");
    state.chrome.chunks.filter = false;
    let pages = Action::Operation(Operation::Pages);
    assert_eq!(state.apply(pages.clone()), [Effect::Focus(FORM)], "nothing is filtered");
    let filter = Action::Edit(Field::Filter.into(), Change::Text("PageFilter(2)".to_owned()));
    assert_eq!(state.apply(filter), [Effect::Bring(Chunk::Filter, pages)]);
    let send = Action::Act(Act::Send);
    assert_eq!(state.apply(send.clone()), [Effect::Bring(Chunk::Filter, send.clone())]);
    assert!(!state.desk.form.sent, "it waits for the code");
    state.take_code(Chunks::all());
    state.apply(send);
    assert_eq!(state.desk.form.refusal, None);
    assert!(state.desk.form.sent);
}

#[test]
fn a_form_with_something_in_its_margin_brings_that_once() {
    let mut state = opened("comments");
    state.chrome.chunks.design = None;
    assert_eq!(state.apply(Action::Operation(Operation::Prepend)), [Effect::Focus(FORM)]);
    let get = Action::Operation(Operation::Get);
    assert_eq!(state.apply(get.clone()), [Effect::Fetch(Chunk::Design), Effect::Focus(FORM)]);
    let insert = Action::Operation(Operation::Insert);
    assert_eq!(state.apply(insert.clone()), [Effect::Focus(FORM)], "the key is typed as a number");
    let encoding = Change::Encoding(Encoding::Text);
    assert_eq!(state.apply(Action::Edit(Field::Row.into(), encoding)), [Effect::Fetch(Chunk::Design)]);
    state.take_code(Chunks::all());
    assert_eq!(state.apply(get), [Effect::Focus(FORM)]);
}

#[test]
fn a_form_as_it_opens_is_refused_by_nobody_and_one_that_is_changed_brings_what_tells() {
    for example in scenario::EXAMPLES {
        let mut state = opened(example.id);
        let told = state.desk.form.notes.clone();
        state.chrome.chunks.warn = None;
        state.look_through();
        assert_eq!(state.desk.form.notes, told, "{}", example.id);
    }
    let mut state = opened("comments");
    state.chrome.chunks.warn = None;
    let column = Field::Cells.item(0, Field::Column);
    let edit = Action::Edit(column, Change::Text("z:who".into()));
    assert_eq!(state.apply(edit), [Effect::Fetch(Chunk::Warn)]);
    let is_told = |state: &State| state.desk.form.notes.iter().any(|note| note.slot == Some(column));
    assert!(!is_told(&state));
    state.take_code(Chunks::all());
    assert!(is_told(&state));
}

#[test]
fn the_console_brings_its_code_once_and_then_opens() {
    let mut state = State::new(Options::default());
    let open = Action::Console(Typing::Open(true));
    assert!(open.takes_keys());
    assert_eq!(state.apply(open.clone()), [Effect::Focus(AHEAD), Effect::Bring(Chunk::Console, open.clone())]);
    assert_eq!(state.apply(Action::Console(Typing::Text("scan".into()))), [], "what is typed ahead brings nothing");
    state.take_code(Chunks::all());
    assert_eq!(state.apply(open), [Effect::Focus(FIELD)]);
    assert!(state.desk.console.open);
    assert_eq!(state.desk.console.text(), "scan");
}

#[test]
fn what_is_typed_shows_the_table_it_is_about_and_who_speaks() {
    let mut state = opened("comments");
    console(&mut state, "create 'other', 'f'");
    assert_eq!((state.desk.map.request.table.as_str(), state.desk.console.typed.as_str()), ("other", ""));
    console(&mut state, "client 'B'\nput 'comments', 'r', 'c:q', 'v'");
    assert_eq!((state.desk.map.request.table.as_str(), state.desk.console.client), ("comments", 1));
    console(&mut state, "client 'C'");
    assert_eq!((state.desk.console.client, state.document.lab.clients()), (2, 3));
}

#[test]
fn the_form_and_the_console_have_a_client_each_who_exists() {
    let mut state = opened("comments");
    state.apply(Action::Act(Act::AddClient));
    state.apply(Action::Client(2));
    assert_eq!(state.desk.console.client, 0, "who is chosen in a form does not speak at the console");
    state.apply(Action::Console(Typing::Speak(1)));
    assert_eq!((state.desk.form.client, state.desk.console.client), (2, 1));
    state.apply(Action::Reset);
    assert_eq!((state.desk.form.client, state.document.lab.clients()), (0, 2), "the third client is gone");
    insert(&mut state, "17");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    assert!(state.desk.form.refusal.is_none() && state.desk.map.view.timeline.total > 0);
}

/// A button of a lane moves only its client; *Next* moves the client for which that one waits.
#[test]
fn who_waits_is_helped_by_whom_it_waits_for() {
    let mut state = opened("comments");
    let text = "client 'A'\nstep mutate_rows 'comments', ['put', '18', 'c:text', 'x']\n\
                client 'B'\nstep mutate_rows 'comments', ['put', '18', 'c:text', 'y']\n";
    state.apply(Action::Time(Time::Grain(Grain::Cell)));
    console(&mut state, text);
    for _ in 0..3 {
        state.apply(Action::Act(Act::StepClient(0)));
    }
    state.apply(Action::Client(1));
    for _ in 0..8 {
        state.apply(Action::Act(Act::StepClient(1)));
    }
    let said = state.desk.under_way_words().unwrap_or_default();
    assert!(
        said.starts_with("B waits: row ") && said.ends_with(" is locked by A. Next goes on with what it waits for."),
        "{said}"
    );
    let before = state.desk.map.view.timeline.position;
    state.apply(Action::Act(Act::StepClient(1)));
    assert_eq!(state.desk.map.view.timeline.position, before, "the button of B moves nobody else");
    state.apply(Action::Time(Time::Next));
    assert_eq!((state.desk.map.view.timeline.position, state.desk.map.view.sentence.client), (before + 1, Some('A')));
}

#[test]
fn looking_back_finds_what_was_typed_and_what_forms_did_and_returns_to_the_draft() {
    let mut state = opened("comments");
    insert(&mut state, "17");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    console(&mut state, "2.times do\n  puts 1\nend");
    state.apply(Action::Console(Typing::Text("dra".into())));
    let mut seen = Vec::new();
    for typing in [Typing::Older, Typing::Older, Typing::Older, Typing::Newer, Typing::Newer, Typing::Newer] {
        state.apply(Action::Console(typing));
        seen.push(state.desk.console.typed.clone());
    }
    assert_eq!(seen[0], "2.times do\n  puts 1\nend");
    assert!(seen[1].starts_with("put 'comments', "), "{}", seen[1]);
    assert_eq!(seen[2], seen[1]);
    assert_eq!(seen[3..], ["2.times do\n  puts 1\nend", "dra", "dra"]);
}

#[test]
fn a_form_says_the_command_that_it_comes_to() {
    let mut state = opened("comments");
    state.apply(Action::Operation(Operation::Prepend));
    let lines: Vec<&str> = state.desk.form.command.lines().collect();
    assert_eq!(lines[0], "scan 'comments', {LIMIT => 1}");
    assert!(lines[1].starts_with("check_and_mutate 'comments', \"\\x00"), "{}", lines[1]);
    state.apply(Action::Operation(Operation::Flush));
    assert_eq!(state.desk.form.command, "flush 'comments'");
}

/// A page that opened a link, with work of the reader's own kept from before.
fn visited(fragment: &str) -> State {
    let mut state = fresh();
    let link = Link::parse(fragment).expect("a good link").expect("a link");
    state.visit(link, Some(Visit::new(fragment, true, |_| false)));
    finish(&mut state);
    state
}

#[test]
fn what_is_done_on_a_link_is_kept_apart_from_the_own_work() {
    let mut state = visited("script=client%20'B'%0Aput%20'comments',%20'r',%20'c:q',%20'v'&start=comments&step=0");
    assert_eq!((state.chrome.notice.clone(), state.desk.map.view.timeline.position), (None, 0));
    assert!(state.desk.map.view.timeline.total > 0);
    assert_eq!(state.document.slot(), None, "nothing was done on it yet");
    state.apply(Action::Time(Time::Last));
    state.apply(Action::Time(Time::Grain(Grain::Cell)));
    state.apply(Action::Time(Time::First));
    assert_eq!(state.document.slot(), None, "nothing changes by looking");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    let slot = state.document.slot().map(ToOwned::to_owned).expect("something was done");
    assert!(slot.starts_with("link."), "{slot}");
    assert_eq!(state.apply(Action::Page(Page::Leave { for_own: true })), [Effect::Return("session".into())]);
    assert_eq!(state.document.slot(), Some("session"));
}

#[test]
fn a_step_into_the_future_on_a_link_is_kept_with_it() {
    let mut state = visited("start=comments");
    typed(&mut state, Field::Row, "17");
    state.apply(Action::Act(Act::Send));
    assert!(state.document.slot().is_some());
}

#[test]
fn a_shared_session_opens_as_it_was() {
    let mut state = opened("comments");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    state.apply(Action::Page(Page::Overlay(Some(Overlay::Share))));
    let links = state.chrome.share.as_ref().and_then(|share| share.links.clone()).expect("links");
    let again = visited(&links.step);
    let (then, now) = (&state.desk.map.view, &again.desk.map.view);
    assert_eq!((now.sentence.text(), &now.lines), (then.sentence.text(), &then.lines));
    let first = visited(&links.beginning);
    let timeline = &first.desk.map.view.timeline;
    assert_eq!((timeline.position, timeline.total), (0, then.timeline.total));
}

#[test]
fn a_script_without_an_end_in_a_link_can_be_stopped() {
    let mut state = fresh();
    let link =
        Link::parse("script=loop%20%7B%20get%20'comments',%20'r'%20%7D&start=comments").expect("good").expect("a link");
    state.visit(link, None);
    while state.document.is_building() {
        state.apply(Action::Act(Act::Continue));
    }
    assert!(state.document.is_busy());
    state.apply(Action::Act(Act::Continue));
    state.apply(Action::Act(Act::Stop));
    assert!(!state.document.works());
    assert!(state.chrome.notice.as_ref().is_some_and(|told| told.words.contains("was stopped")));
}

#[test]
fn the_whole_page_of_an_excerpt_holds_what_was_done_in_it() {
    let mut state = visited("start=comments");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    let effects = state.apply(Action::Page(Page::Whole));
    let [Effect::Window(link)] = effects.as_slice() else { panic!("a window, not {effects:?}") };
    let whole = visited(link);
    assert_eq!(whole.desk.map.view.lines, state.desk.map.view.lines);
}

/// A session that takes many tasks to restore, as text, and the number of its steps.
fn long_work() -> (String, u64) {
    let mut state = opened("comments");
    console(&mut state, "900.times { |i| put 'comments', \"r#{i}\", 'c:text', 'x' }");
    (state.document.lab.save().to_text(), state.desk.map.view.timeline.total)
}

/// Begins to open the session in this text, until it is being restored.
fn reopen(text: &str) -> State {
    let mut state = fresh();
    let saved = Saved::from_text(text).expect("it was kept");
    let reference = saved.reference().clone();
    state.begin(&reference, Some(saved));
    while !matches!(state.document.work, Some(Work::Restore(_))) {
        assert!(state.document.works(), "it came back in one turn");
        state.apply(Action::Act(Act::Continue));
    }
    state
}

#[test]
fn a_long_session_comes_back_in_turns_and_says_how_far_it_is() {
    let (text, total) = long_work();
    let mut state = reopen(&text);
    let (mut turns, mut before) = (0, 0);
    while let Some(Work::Restore(restore)) = &state.document.work {
        let (done, all) = restore.progress();
        assert!(before <= done && done <= all);
        before = done;
        turns += 1;
        state.apply(Action::Act(Act::Continue));
    }
    assert!(turns >= 5, "{turns} turns");
    assert_eq!((state.desk.map.view.timeline.total, state.document.lab.save().to_text()), (total, text));
}

#[test]
fn what_comes_back_can_be_left_at_any_time_and_is_set_aside() {
    let (text, _) = long_work();
    for turns in [0, 1, 3] {
        let mut state = reopen(&text);
        for _ in 0..turns {
            state.apply(Action::Act(Act::Continue));
        }
        let effects = state.apply(Action::Page(Page::Afresh));
        assert!(matches!(&effects[..], [Effect::Aside(_), ..]), "{effects:?}");
        finish(&mut state);
        assert!(state.document.lab.is_untouched() && state.desk.map.view.table.is_some());
        assert_eq!(state.apply(Action::Page(Page::Afresh)), [], "there is nothing to leave");
    }
}

#[test]
fn starting_over_can_be_undone_until_something_is_done() {
    let mut state = opened("comments");
    assert!(state.document.before.is_none());
    state.apply(Action::Reset);
    assert!(state.document.before.is_none(), "nothing was lost");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    let (text, lines) = (state.document.lab.save().to_text(), state.desk.map.view.lines.clone());
    for undo in [Action::Unreset, Action::Time(Time::Undo)] {
        state.apply(Action::Reset);
        assert!(state.document.lab.is_untouched());
        assert_eq!(state.apply(undo), [Effect::Keep]);
        assert_eq!((state.document.lab.save().to_text(), &state.desk.map.view.lines), (text.clone(), &lines));
    }
    state.apply(Action::Reset);
    // What was kept with HBase's sizes begins anew with those of a sandbox, also once it is kept again.
    let kept = Saved::from_text(&state.document.lab.save().to_text()).expect("it was kept");
    assert_eq!(kept.reference(), &Reference::Sandbox("comments".into()));
    assert_eq!(state.document.start.reference, *kept.reference());
    let fresh = Session::from_start(state.document.start.as_ref().clone()).expect("a sandbox");
    assert_eq!(state.document.lab.world(), fresh.world());
    state.apply(Action::Act(Act::AddClient));
    assert!(state.document.before.is_none(), "it would be lost");
    state.apply(Action::Act(Act::Run));
    finish(&mut state);
    state.apply(Action::Reset);
    state.apply(Action::Begin(Reference::Scenario("pets".into())));
    finish(&mut state);
    assert!(state.document.before.is_none(), "another session is there");
}
