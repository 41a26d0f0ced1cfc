//! Tests of imports whose steps come in any order: chosen, read, cancelled, late, while something else is at work.

use super::action::{Act, Action, Overlay, Page, Time, Typing};
use super::chunk::Chunks;
use super::import::{Importing, LOGIC, Phase, Reread};
use super::options::Options;
use super::{Effect, State, Work};
use proptest::prelude::*;
use splitpoint_lab::scenario::Reference;
use std::collections::VecDeque;

/// Files, and the number of rows in each. The last one cannot be read with the mapping that is suggested.
const FILES: [(&str, &str, u64); 3] = [
    ("one.tsv", "id\tname\n1\tfluffy\n", 1),
    ("many.tsv", "id\tname\n1\ta\n2\tb\n3\tc\n4\td\n", 4),
    ("bad.tsv", "id\tname\n1\ta\nonly\n", 1),
];

/// How many bytes of a file are read at once.
const PIECE: usize = 8;

/// An event in a test.
#[derive(Clone, Debug)]
enum Event {
    /// A file is chosen, or dropped.
    Choose(usize),
    /// The browser answers what it was asked for.
    Answer,
    /// The browser fails to do what it was asked for.
    Fail,
    /// The browser has time for long work.
    Turn,
    /// A reader asks for something.
    Ask(Action),
}

/// The page around the state, as far as files matter.
struct Browser {
    state: State,
    file: usize,
    /// How many imports were started or left.
    reads: u32,
    /// What is to be read: for which import, of which file, and from which byte; `None` for its beginning.
    asked: VecDeque<(u32, usize, Option<u64>)>,
}

impl Browser {
    fn new() -> Self {
        let mut state = State::new(Options { keeps: false, ..Options::default() });
        state.chrome.chunks = Chunks::all();
        let mut browser = Self { state, file: 0, reads: 0, asked: VecDeque::new() };
        browser.apply(Action::Begin(Reference::Scenario("comments".into())));
        browser.rest();
        browser
    }

    fn apply(&mut self, action: Action) {
        if matches!(action, Action::Import(Importing::Chosen { .. } | Importing::Load | Importing::Cancel)) {
            self.reads += 1;
        }
        // The page keeps actions that are meant for a session that is still being made.
        if self.state.document.holds(&action) {
            return;
        }
        for effect in self.state.apply(action) {
            match effect {
                Effect::ReadHead => self.asked.push_back((self.reads, self.file, None)),
                Effect::ReadFrom(from) => self.asked.push_back((self.reads, self.file, Some(from))),
                _ => {}
            }
        }
    }

    fn answer(&mut self, fails: bool) {
        let Some((read, file, from)) = self.asked.pop_front() else { return };
        let bytes = FILES[file].1.as_bytes();
        let step = match from {
            _ if fails => Importing::Failed("gone".to_owned()),
            None => Importing::Head(bytes.to_vec()),
            Some(from) => {
                let from = usize::try_from(from).expect("a short file").min(bytes.len());
                Importing::Piece(bytes[from..bytes.len().min(from + PIECE)].to_vec())
            }
        };
        if read == self.reads {
            self.apply(Action::Import(step));
        }
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Choose(_) if self.state.chrome.import.phase.is_at_work() => {}
            Event::Choose(file) => {
                self.file = file;
                let (name, text, _) = FILES[file];
                self.apply(Action::Import(Importing::Chosen { name: name.to_owned(), size: text.len() as u64 }));
            }
            Event::Answer => self.answer(false),
            Event::Fail => self.answer(true),
            Event::Turn => self.apply(Action::Act(Act::Continue)),
            Event::Ask(action) => self.apply(action),
        }
    }

    /// Goes on until no work is left.
    fn rest(&mut self) {
        for _ in 0..1_000 {
            self.answer(false);
            self.apply(Action::Act(Act::Continue));
        }
        assert!(self.asked.is_empty() && !self.state.document.works(), "something goes on for ever");
    }

    fn check(&self) {
        let (document, chrome) = (&self.state.document, &self.state.chrome);
        let reads = matches!(document.work, Some(Work::Read(_)));
        assert_eq!(matches!(chrome.import.phase, Phase::Reading(_)), reads, "what is shown as read is read");
        assert!(
            !matches!(chrome.import.phase, Phase::Loading(..)) || document.is_building(),
            "likewise what is loaded"
        );
        assert!(
            !chrome.import.phase.is_at_work() || chrome.overlay == Some(Overlay::Import),
            "nothing is read in secret"
        );
        let view = &self.state.desk.map.view;
        assert!(view.table.is_some(), "there always is a table");
        if let Reference::Import(name) = &document.start.reference {
            let (_, _, rows) = FILES.iter().find(|(known, ..)| known == name).expect("one of the files");
            if view.timeline.total == 0 {
                assert_eq!(view.lines.len() as u64, *rows, "the rows of {name} and no others");
            }
        }
    }
}

fn event() -> impl Strategy<Value = Event> {
    let ask = |action: Action| Just(Event::Ask(action));
    prop_oneof![
        3 => (0..FILES.len()).prop_map(Event::Choose),
        8 => Just(Event::Answer),
        1 => Just(Event::Fail),
        6 => Just(Event::Turn),
        4 => ask(Action::Import(Importing::Load)),
        2 => ask(Action::Import(Importing::Cancel)),
        1 => ask(Action::Import(Importing::Back)),
        1 => ask(Action::Import(Importing::Compose(true))),
        1 => ask(Action::Import(Importing::Compose(false))),
        1 => ask(Action::Import(Importing::Head(b"late\n".to_vec()))),
        1 => ask(Action::Act(Act::Run)),
        1 => ask(Action::Act(Act::Stop)),
        1 => ask(Action::Time(Time::Play(true))),
        1 => ask(Action::Time(Time::Tick)),
        1 => ask(Action::Time(Time::Back)),
        1 => ask(Action::Begin(Reference::Scenario("pets".into()))),
        1 => ask(Action::Begin(Reference::Scenario("comments".into()))),
        1 => ask(Action::Page(Page::Overlay(Some(Overlay::Import)))),
        1 => ask(Action::Console(Typing::Text("5.times { |i| put 'comments', \"r#{i}\", 'c:text', 'x' }".into()))),
        1 => ask(Action::Console(Typing::Run(80))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_import_comes_to_an_end_in_any_order(events in prop::collection::vec(event(), 1..60)) {
        let mut browser = Browser::new();
        for event in events {
            browser.happen(event);
            browser.check();
        }
        browser.rest();
        browser.check();
        browser.apply(Action::Import(Importing::Cancel));
        prop_assert_eq!(&browser.state.chrome.import.phase, &Phase::Choosing);
        prop_assert_eq!(browser.state.chrome.overlay, None);
        browser.rest();
        browser.check();
    }
}

#[test]
fn a_page_has_a_table_whoever_is_chosen_and_left_in_place_of_the_file_of_the_last_visit() {
    let choose = |state: &mut State| {
        let (name, text, _) = FILES[0];
        state.apply(Action::Import(Importing::Chosen { name: name.to_owned(), size: text.len() as u64 }));
        state.apply(Action::Import(Importing::Head(text.as_bytes().to_vec())));
    };
    let fresh = || {
        let mut state = State::new(Options { keeps: false, ..Options::default() });
        state.chrome.chunks = Chunks::all();
        state
    };
    let mut other = fresh();
    choose(&mut other);
    let mapping = other.chrome.import.mapping.as_ref().expect("it was suggested").to_text();
    // The file that is kept cannot be read, another one is chosen, and that is given up, too.
    let mut state = fresh();
    let reread = Reread { name: "kept.tsv".to_owned(), size: 9, mapping: &mapping, saved: None, is_kept: true };
    assert_eq!((LOGIC.reread)(&mut state, reread), Some(vec![Effect::ReadFrom(0)]));
    state.apply(Action::Import(Importing::Failed("gone".to_owned())));
    choose(&mut state);
    state.apply(Action::Import(Importing::Cancel));
    super::tests::finish(&mut state);
    assert!(state.desk.map.view.table.is_some(), "there always is a table");
}
