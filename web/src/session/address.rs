//! What the address shows while somebody works, and what each entry of the browser's history remembers.
//!
//! Each entry of the history has a `Stand`, which says where the reader is. A step to another moment changes the
//! present entry; a decision adds one, so that *Back* goes to before the decision. `docs/architecture.md` has the rule.

use super::hash::hash;
use super::reducer::Effect;
use super::state::State;
use super::work::Work;
use splitpoint_lab::scenario::{EXAMPLES, Reference};
use splitpoint_lab::session::Bookmark;

/// The text that an entry of the history remembers for a lesson. It says that the page wrote the entry, so that a
/// reload goes on where the reader was, and not at the step in the link, at which one stop ends and another begins.
pub const LESSON: &str = "lesson";

/// Where a reader is, as an entry of the history stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stand {
    /// In the reader's own work.
    Own(Entry),
    /// On a link, with what was done on it. The address is a link there, too, so that it is all the browser needs to
    /// come back.
    Visit(Entry),
    /// At a step of a lesson: its link, which is all the browser needs to come back.
    Lesson(String),
}

/// A moment of the reader's own work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    start: Reference,
    bookmark: Bookmark,
    /// A hash of the sentence at this step, so that another session on the same start is not mistaken for this one.
    seen: u64,
    /// How often something had been asked for, on all branches.
    asked: usize,
}

impl Stand {
    /// Whether a decision is between the two: another start, another branch, or something that was asked for.
    pub fn is_decided_after(&self, before: &Self) -> bool {
        match (before, self) {
            (Self::Own(before), Self::Own(now)) | (Self::Visit(before), Self::Visit(now)) => {
                before.start != now.start || before.bookmark.branch != now.bookmark.branch || before.asked != now.asked
            }
            (Self::Lesson(before), Self::Lesson(now)) => name_of(before) != name_of(now),
            _ => true,
        }
    }

    /// Whether the fragment is a link to the same lesson.
    pub fn is_of(&self, fragment: &str) -> bool {
        matches!(self, Self::Lesson(link) if name_of(link) == name_of(fragment))
    }
}

/// The part of a lesson's link that names the lesson.
pub fn name_of(link: &str) -> &str {
    link.split('&').next().unwrap_or_default()
}

impl Entry {
    /// The text in which the history keeps it.
    pub fn write(&self) -> String {
        let (kind, name) = match &self.start {
            Reference::Scenario(id) => ("example", id),
            Reference::Sandbox(id) => ("sandbox", id),
            Reference::Import(name) => ("file", name),
        };
        format!("{} {:x} {kind} {name}", self.bookmark, self.seen)
    }

    /// Reads that text. It does not say how often something had been asked for.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, ' ');
        let bookmark = parts.next()?.parse().ok()?;
        let seen = u64::from_str_radix(parts.next()?, 16).ok()?;
        let start = match (parts.next()?, parts.next()?.to_owned()) {
            ("example", id) => Reference::Scenario(id),
            ("sandbox", id) => Reference::Sandbox(id),
            ("file", name) => Reference::Import(name),
            _ => return None,
        };
        Some(Self { start, bookmark, seen, asked: 0 })
    }

    /// Whether it is on this branch.
    pub(super) fn is_on(&self, branch: usize) -> bool {
        self.bookmark.branch == branch
    }

    /// The start of the work.
    pub fn start(&self) -> &Reference {
        &self.start
    }
}

impl State {
    /// Where the reader is. `None` if the page must not write the address: while a link is being opened, and in a
    /// lesson if the reader has left its steps.
    pub fn stand(&self) -> Option<Stand> {
        let document = &self.document;
        if let Some(lesson) = &document.lesson {
            return lesson.link(&document.lab).map(Stand::Lesson);
        }
        if document.works() || document.link.is_some() {
            return None;
        }
        let entry = self.entry();
        Some(if document.visit.is_some() { Stand::Visit(entry) } else { Stand::Own(entry) })
    }

    /// The moment at the cursor.
    pub(super) fn entry(&self) -> Entry {
        let lab = &self.document.lab;
        let (bookmark, asked) = (lab.bookmark(), lab.asked());
        Entry { start: lab.start().reference.clone(), bookmark, seen: self.seen(), asked }
    }

    fn seen(&self) -> u64 {
        hash(&self.desk.map.view.sentence.text())
    }

    /// The fragment while nothing was done, or if the work cannot be put into a link: the id of the example. Empty for
    /// the example that opens by itself.
    pub fn plain_address(&self) -> String {
        match &self.document.lab.start().reference {
            Reference::Scenario(id) | Reference::Sandbox(id) if id != EXAMPLES[0].id => format!("start={id}"),
            _ => String::new(),
        }
    }

    /// Goes to a moment of the present session. `None`, and nothing changes, if it has no such moment. A running script
    /// stops, since the reader looks elsewhere, and a notice says so.
    pub fn walk_to(&mut self, entry: &Entry) -> Option<Vec<Effect>> {
        self.document.playing = false;
        self.catch_up();
        if let Some(Work::Play(_) | Work::Visit(_)) = self.document.work.take() {
            let at = self.desk.map.view.timeline.position;
            self.chrome.tell(format!("The script was stopped at step {at}."));
        }
        let before = self.document.lab.bookmark();
        if !self.document.lab.open_bookmark(entry.bookmark) {
            return None;
        }
        self.refresh();
        if self.seen() != entry.seen {
            self.document.lab.open_bookmark(before);
            self.refresh();
            return None;
        }
        Some(self.moved(true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::action::{Act, Action, Time};
    use crate::session::chunk::Chunks;
    use crate::session::options::Options;
    use splitpoint_lab::form::Operation;
    use splitpoint_lab::session::Link;
    use splitpoint_lab::view::Grain;

    fn begin(state: &mut State, id: &str) {
        state.apply(Action::Begin(Reference::Scenario(id.into())));
        while state.document.works() {
            state.apply(Action::Act(Act::Continue));
        }
    }

    fn opened(id: &str) -> State {
        let mut state = State::new(Options { keeps: false, ..Options::default() });
        state.chrome.chunks = Chunks::all();
        begin(&mut state, id);
        state
    }

    fn stand(state: &State) -> Stand {
        state.stand().expect("the own work")
    }

    #[test]
    fn a_step_is_no_decision_and_everything_else_is_one() {
        let mut state = opened("comments");
        state.apply(Action::Operation(Operation::Prepend));
        let mut before = stand(&state);
        let mut decides = |state: &mut State, action: Action| {
            state.apply(action);
            let now = stand(state);
            let decided = now.is_decided_after(&before);
            before = now;
            decided
        };
        assert!(decides(&mut state, Action::Act(Act::Send)));
        assert!(!decides(&mut state, Action::Time(Time::Next)));
        assert!(!decides(&mut state, Action::Time(Time::Back)));
        assert!(!decides(&mut state, Action::Time(Time::Grain(Grain::Cell))));
        assert!(!decides(&mut state, Action::Time(Time::First)));
        assert!(decides(&mut state, Action::Act(Act::AddClient)), "a branch");
        assert!(decides(&mut state, Action::Time(Time::Branch(0))));
        assert!(decides(&mut state, Action::Reset));
        begin(&mut state, "pets");
        assert!(stand(&state).is_decided_after(&before));
        let lesson = |step| Stand::Lesson(format!("lesson=salt&step={step}"));
        assert!(!lesson(1).is_decided_after(&lesson(2)));
        assert!(lesson(1).is_of("lesson=salt") && !lesson(1).is_of("start=pets") && !before.is_of(""));
        assert!(lesson(1).is_decided_after(&before) && before.is_decided_after(&lesson(1)));
    }

    #[test]
    fn an_entry_leads_back_to_its_moment_and_not_to_another_session() {
        let mut state = opened("comments");
        let entry = |state: &State| match stand(state) {
            Stand::Own(entry) => Entry::read(&entry.write()).expect("it is read again"),
            other => panic!("{other:?}"),
        };
        let begun = entry(&state);
        state.apply(Action::Operation(Operation::Prepend));
        state.apply(Action::Act(Act::Send));
        let (sent, said) = (entry(&state), state.desk.map.view.sentence.text());
        state.apply(Action::Time(Time::Next));
        assert!(state.walk_to(&begun).is_some());
        assert_eq!(state.document.lab.position(), 0);
        assert!(state.walk_to(&sent).is_some());
        assert_eq!((state.document.lab.position(), state.desk.map.view.sentence.text()), (1, said));
        // In other work on the same start, the moment with the same number has another sentence.
        state.apply(Action::Reset);
        state.apply(Action::Operation(Operation::Insert));
        state.apply(Action::Act(Act::Send));
        state.apply(Action::Time(Time::Next));
        let here = stand(&state);
        assert_eq!(state.walk_to(&sent), None);
        assert_eq!(stand(&state), here, "nothing has changed");
        assert_eq!(Entry::read("").or(Entry::read("0.0.rpc")).or(Entry::read("0.0.rpc ff film x")), None);
    }

    #[test]
    fn a_script_that_runs_is_stopped_by_going_back_and_that_is_said() {
        let mut state = opened("comments");
        let Stand::Own(begun) = stand(&state) else { panic!("own work") };
        let fragment = "script=loop%20%7B%20put%20'comments',%20'r',%20'c:text',%20'x'%20%7D&start=comments";
        state.visit(Link::parse(fragment).expect("good").expect("a link"), None);
        while state.document.is_building() {
            state.apply(Action::Act(Act::Continue));
        }
        state.apply(Action::Act(Act::Continue));
        assert!(state.walk_to(&begun).is_some() && !state.document.works());
        let steps = state.desk.map.view.timeline.total;
        assert!(steps > 0);
        let told = state.chrome.notice.map(|notice| (notice.words, notice.is_failure));
        assert_eq!(told, Some((format!("The script was stopped at step {steps}."), false)));
    }

    #[test]
    fn the_address_of_an_example_is_short_and_that_of_a_link_follows_it() {
        let mut state = opened("pets");
        assert_eq!(state.plain_address(), "start=pets");
        begin(&mut state, "comments");
        assert_eq!(state.plain_address(), "");
        let text = "script=put%20'pets',%20'1',%20'c:q',%20'v'&start=pets&tour=1&wide=heat";
        let link = Link::parse(text).expect("a link").expect("a link");
        let visit = crate::session::Visit::new(text, true, |_| false);
        state.visit(link, Some(visit));
        assert_eq!(state.stand(), None, "it is being opened");
        while state.document.works() {
            state.apply(Action::Act(Act::Continue));
        }
        let Some(Stand::Visit(entry)) = state.stand() else { panic!("a visit") };
        state.apply(Action::Time(Time::First));
        let on = "script=put%20'pets',%20'1',%20'c:q',%20'v'&start=pets&tour=1&step=0";
        assert_eq!(state.visited_link().as_deref(), Some(on));
        let Some(stepped) = state.stand() else { panic!("a visit") };
        assert!(stepped != Stand::Visit(entry.clone()) && !stepped.is_decided_after(&Stand::Visit(entry)));
        state.apply(Action::Operation(Operation::Insert));
        state.apply(Action::Act(Act::Send));
        assert_eq!(state.visited_link(), None, "it holds more now");
        assert!(state.stand().is_some_and(|now| now.is_decided_after(&stepped)));
    }
}
