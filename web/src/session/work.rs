//! Long work, which takes more than one task of the browser, so that the page never freezes.

use super::action::Action;
use super::chunk::Chunk;
use super::compare::Ways;
use super::desk::UnderWay;
use super::import::{ImportView, Phase, Reading};
use super::reducer::Effect;
use super::restore::{self, Replay};
use super::state::State;
use splitpoint_lab::scenario::{self, Building, EXAMPLES, Reference, Start};
use splitpoint_lab::session::{Player, Playing, Saved, Session};

/// How many steps or rows are done at once, which takes about a millisecond. A task of the browser does several.
pub(super) const SLICE: u32 = 400;

/// Long work in short slices, between which the page is drawn and events are handled.
pub enum Work {
    /// Running a client or a job to its end.
    Run(UnderWay),
    /// Asking the same question in every possible way.
    Ways(Box<Ways>),
    /// Playing a script.
    Play(Box<Player>),
    /// Playing the script of a link.
    Visit(Box<Playing>),
    /// Reading a file.
    Read(Box<dyn Reading>),
    /// Making a start, on which a kept session may be restored.
    Build(Box<Build>),
    /// Restoring a kept session on its start.
    Restore(Box<Restore>),
}

/// A kept session that is being restored.
pub struct Restore {
    /// The present branch alone, until it is restored.
    pub(super) first: Option<Box<dyn Replay>>,
    /// Whether the present branch is restored and shown.
    pub is_shown: bool,
    /// How much of the work is for the present branch alone.
    pub(super) ahead: u64,
    pub(super) replay: Box<dyn Replay>,
    pub(super) file: Option<(String, String)>,
    /// The functions that restore it.
    pub(super) logic: &'static restore::Logic,
}

impl Restore {
    /// How much is done, of how much.
    pub fn progress(&self) -> (u64, u64) {
        let (done, all) = self.replay.progress();
        let ahead = self.first.as_ref().map_or(self.ahead, |first| first.progress().0);
        (ahead + done, self.ahead + all)
    }
}

/// A start that is being made.
pub struct Build {
    start: Start,
    building: Building,
    saved: Option<Saved>,
    /// For a file that is to be kept: its key, and its mapping as text.
    file: Option<(String, String)>,
}

impl Build {
    /// A start, on which a kept session may be restored. For a file that is to be kept, its key and its mapping.
    pub fn new(start: Start, saved: Option<Saved>, file: Option<(String, String)>) -> Self {
        Self { building: start.build(), start, saved, file }
    }
}

impl State {
    /// Begins to make a start. An import that is under way is cancelled.
    pub fn build(&mut self, build: Build) -> Vec<Effect> {
        if self.chrome.import.phase.is_at_work() {
            self.chrome.overlay = None;
            self.chrome.import = ImportView::default();
            self.document.resume = None;
        }
        self.go_on_with(build)
    }

    /// Makes a start, slice by slice.
    pub(super) fn go_on_with(&mut self, build: Build) -> Vec<Effect> {
        self.document.work = Some(Work::Build(Box::new(build)));
        self.go_on()
    }

    /// Opens a start: an example at once, a file once the browser has read it.
    pub fn begin(&mut self, reference: &Reference, saved: Option<Saved>) -> Vec<Effect> {
        match reference {
            Reference::Scenario(id) | Reference::Sandbox(id) if id == EXAMPLES[0].id => {
                self.build(Build::new(scenario::first().named(reference), saved, None))
            }
            Reference::Scenario(id) | Reference::Sandbox(id) => {
                match self.chrome.chunks.scenario.map(|find| find(id)) {
                    Some(Some(start)) => self.build(Build::new(start.named(reference), saved, None)),
                    Some(None) => {
                        self.chrome.fail(format!("There is no example called “{id}” any more."));
                        Vec::new()
                    }
                    None => vec![Effect::Bring(Chunk::Scenario, Action::Begin(reference.clone()))],
                }
            }
            Reference::Import(_) if self.chrome.chunks.import.is_none() => {
                vec![Effect::Bring(Chunk::Import, Action::Begin(reference.clone()))]
            }
            Reference::Import(name) => vec![Effect::FetchFile(name.clone())],
        }
    }

    /// There is more of this work. The view is made only when it is to be drawn, since that takes longer than a slice.
    pub(super) fn go_ahead(&mut self, work: Work) -> Vec<Effect> {
        self.document.work = Some(work);
        self.document.is_ahead = true;
        Vec::new()
    }

    /// Makes the view of what long work has done so far. Returns whether there is something new, which then has to be
    /// kept.
    pub fn catch_up(&mut self) -> bool {
        let is_ahead = std::mem::take(&mut self.document.is_ahead);
        if is_ahead {
            match (&self.document.work, self.chrome.chunks.console) {
                (Some(Work::Play(_)), Some(console)) => drop((console.moved)(self, false)),
                (Some(Work::Visit(_)), _) => self.refresh(),
                _ => drop(self.moved(false)),
            }
        }
        is_ahead
    }

    /// One task of the present work.
    pub(super) fn go_on(&mut self) -> Vec<Effect> {
        match self.document.work.take() {
            None => Vec::new(),
            reading @ Some(Work::Read(_)) => {
                self.document.work = reading;
                Vec::new()
            }
            Some(Work::Run(whose)) => {
                let done = self.document.run(whose);
                if !done {
                    return self.go_ahead(Work::Run(whose));
                }
                self.moved(true)
            }
            Some(Work::Ways(ways)) => match self.chrome.chunks.compare {
                Some(compare) => (compare.go_on)(self, ways),
                None => Vec::new(),
            },
            Some(Work::Play(player)) => match self.chrome.chunks.console {
                Some(console) => (console.play)(self, player),
                None => Vec::new(),
            },
            Some(Work::Visit(playing)) => self.play_link(playing),
            Some(Work::Build(build)) => self.go_on_building(build),
            Some(Work::Restore(restore)) => (restore.logic.go_on)(self, restore),
        }
    }

    fn go_on_building(&mut self, mut build: Box<Build>) -> Vec<Effect> {
        match build.building.advance(SLICE as usize) {
            Ok(true) => {
                let (done, all) = build.building.progress();
                if self.chrome.import.phase.is_at_work() {
                    self.chrome.import.phase = Phase::Loading(done, all);
                }
                self.document.work = Some(Work::Build(build));
                Vec::new()
            }
            Ok(false) => self.finish(*build),
            Err(error) => {
                self.chrome.import.phase = Phase::Mapping;
                self.unmade(format!("{} could not be made. {error}", build.start.title), build.saved.is_some())
            }
        }
    }

    /// A start could not be made. If a session was kept on it, that is set aside, and the first example is opened.
    fn unmade(&mut self, why: String, is_kept: bool) -> Vec<Effect> {
        if is_kept && self.document.link.is_none() {
            let mut effects = vec![Effect::Aside(why)];
            effects.extend(self.build(Build::new(scenario::first(), None, None)));
            return effects;
        }
        self.chrome.fail(why);
        Vec::new()
    }

    fn finish(&mut self, build: Build) -> Vec<Effect> {
        let Build { start, building, saved, file } = build;
        let title = start.title.clone();
        let built = match building.finish() {
            Ok(built) => built,
            Err(error) => return self.unmade(format!("{title} could not be made. {error}"), saved.is_some()),
        };
        if self.chrome.import.phase.is_at_work() {
            self.chrome.overlay = None;
            self.chrome.import = ImportView::default();
        }
        let Some((saved, logic)) = saved.zip(self.chrome.chunks.restore) else {
            return self.begin_with(Session::from_built(start, built), file);
        };
        (logic.begin)(self, &saved, (start, built), file);
        self.go_on()
    }

    /// Stops restoring a session, and opens the first example. What was kept is set aside.
    pub(super) fn afresh(&mut self) -> Vec<Effect> {
        if !matches!(self.document.work, Some(Work::Restore(_))) {
            return Vec::new();
        }
        let why = "You started afresh before all that you did last was done again.";
        let mut effects = Vec::new();
        if self.document.link.take().is_none() {
            effects.push(Effect::Aside(why.to_owned()));
        }
        effects.extend(self.build(Build::new(scenario::first(), None, None)));
        effects
    }

    /// Continues with a session, and with the file on which it is based, if that is to be kept.
    pub(super) fn begin_with(&mut self, lab: Session, file: Option<(String, String)>) -> Vec<Effect> {
        self.open(lab);
        self.begun(file)
    }

    /// A session was made. The file on which it is based is to be kept, if there is one.
    pub(super) fn begun(&mut self, file: Option<(String, String)>) -> Vec<Effect> {
        let mut effects = vec![Effect::Opened];
        effects.extend(self.arrive());
        if let Some((mark, mapping)) = file {
            effects.extend([Effect::PutAway, Effect::KeepFile(mark, mapping)]);
        }
        effects.push(Effect::Keep);
        effects
    }
}

#[cfg(test)]
mod tests {
    use super::super::action::{Act, Overlay, Page, Show, Tab, Time, Typing};
    use super::super::tests::{finish, fresh, opened, typed};
    use super::*;
    use splitpoint_lab::form::Operation;
    use splitpoint_lab::intent::Field;
    use splitpoint_lab::view::Grain;

    /// A session with many steps on two other branches, and few on the present one.
    fn branched() -> Session {
        let mut state = opened("comments");
        let lab = &mut state.document.lab;
        lab.set_background(false);
        let console = state.chrome.chunks.console.expect("the console");
        lab.speak(console.language);
        for (turn, times) in [600, 700, 20].into_iter().enumerate() {
            lab.seek(1);
            let text = format!("{times}.times {{ |i| put 'comments', \"{turn}-#{{i}}\", 'c:text', 'x' }}\n");
            let mut player = lab.script(0, 0, &text).expect("it can be read");
            while !lab.play(&mut player, 1_000).expect("it can be played") {}
        }
        lab.set_grain(Grain::Operation);
        lab.back();
        assert_eq!(lab.view(&state.desk.map.request).timeline.branches.len(), 3);
        state.document.lab
    }

    /// Begins to restore it, until the present branch is shown.
    fn partly(lab: &Session) -> State {
        let mut state = fresh();
        let saved = Saved::from_text(&lab.save().to_text()).expect("it was kept");
        let reference = saved.reference().clone();
        state.begin(&reference, Some(saved));
        while !state.document.is_partly_there() {
            assert!(state.document.works(), "all came back at once");
            assert_eq!(state.apply(Action::Act(Act::Continue)), [], "nothing is kept, and no session is told of yet");
        }
        state
    }

    #[test]
    fn the_present_branch_is_there_before_the_others_and_the_whole_is_what_was_kept() {
        let lab = branched();
        let mut state = partly(&lab);
        let Some(Work::Restore(restore)) = &state.document.work else { panic!("it goes on") };
        let (done, all) = restore.progress();
        assert!(done * 10 < all, "{done} of {all}");
        let (then, now) = (lab.view(&state.desk.map.request), state.desk.map.view.clone());
        assert_eq!((now.sentence.text(), &now.lines), (then.sentence.text(), &then.lines));
        assert_eq!((now.timeline.position, now.timeline.total), (then.timeline.position, then.timeline.total));
        finish(&mut state);
        assert_eq!(state.document.lab.save().to_text(), lab.save().to_text());
        let timeline = &state.desk.map.view.timeline;
        assert_eq!((timeline.branches.len(), timeline.branch), (3, 2));
    }

    #[test]
    fn who_looks_around_meanwhile_stays_there() {
        let mut lab = branched();
        let mut state = partly(&lab);
        for action in [Action::Time(Time::First), Action::Time(Time::Next), Action::Time(Time::Grain(Grain::Cell))] {
            assert!(!state.document.holds(&action), "{action:?}");
            state.apply(action);
            assert!(state.document.is_partly_there(), "it goes on");
        }
        lab.first();
        lab.next();
        lab.set_grain(Grain::Cell);
        let seen = state.desk.map.view.clone();
        finish(&mut state);
        assert_eq!(state.desk.map.view.sentence, seen.sentence);
        assert_eq!(state.document.lab.save().to_text(), lab.save().to_text());
    }

    #[test]
    fn nothing_but_looking_is_done_before_all_branches_are_there() {
        let mut state = partly(&branched());
        for time in [
            Time::Mark,
            Time::Reorder,
            Time::NextBranch,
            Time::Branch(0),
            Time::Name("a".into()),
            Time::NameMark("a".into()),
            Time::Unmark,
            Time::Play(true),
        ] {
            assert!(state.document.holds(&Action::Time(time)));
        }
        for act in
            [Act::Send, Act::Run, Act::StepClient(0), Act::Cancel(0), Act::AddClient, Act::Background(true), Act::Stop]
        {
            assert!(state.document.holds(&Action::Act(act)));
        }
        for page in [Page::Overlay(Some(Overlay::Share)), Page::CopyTranscript, Page::Whole, Page::Tab(Tab::Console)] {
            assert!(state.document.holds(&Action::Page(page)));
        }
        assert!(state.document.holds(&Action::Reset) && state.document.holds(&Action::Console(Typing::Open(true))));
        assert!(
            !state.document.holds(&Action::Page(Page::Afresh))
                && !state.document.holds(&Action::Show(Show::Stores(true)))
        );
        assert!(!state.document.holds(&Action::Time(Time::Next)));
        state.apply(Action::Time(Time::Last));
        assert!(state.document.holds(&Action::Time(Time::Next)), "at the end it would do something");
        let effects = state.apply(Action::Page(Page::Afresh));
        assert!(matches!(&effects[..], [Effect::Aside(_), ..]), "{effects:?}");
        finish(&mut state);
        assert!(state.document.lab.is_untouched());
    }

    /// Making a view takes longer than a slice of work, so it is made only when it is drawn.
    #[test]
    fn long_work_is_looked_at_when_it_is_drawn_and_before_anything_else_is_done() {
        let endless = "loop { put 'comments', 'r', 'c:text', 'x' }";
        let begun: [&dyn Fn(&mut State); 2] = [
            &|state| {
                state.apply(Action::Operation(Operation::Repeat));
                typed(state, Field::Count, "100000");
                state.apply(Action::Act(Act::Run));
            },
            &|state| {
                state.apply(Action::Console(Typing::Text(endless.into())));
                state.apply(Action::Console(Typing::Run(0)));
            },
        ];
        for begin in begun {
            let mut state = opened("comments");
            begin(&mut state);
            let total = |state: &State| (state.desk.map.view.timeline.total, state.document.lab.position());
            for _ in 0..3 {
                let (shown, before) = total(&state);
                assert_eq!(state.apply(Action::Act(Act::Continue)), []);
                assert!(state.document.works());
                let (still, after) = total(&state);
                assert!(still == shown && after > before, "{shown} {still}, {before} {after}");
            }
            assert!(state.catch_up());
            let (shown, done) = total(&state);
            assert_eq!(shown, done);
            assert!(!state.catch_up(), "there is nothing new");
            state.apply(Action::Act(Act::Continue));
            assert!(state.apply(Action::Act(Act::Stop)).contains(&Effect::Keep));
            let (shown, done) = total(&state);
            assert_eq!(shown, done, "whoever stops it sees where");
            assert!(!state.document.works());
        }
    }
}
