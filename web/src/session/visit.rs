//! What a link opened. It is not kept, and what was kept stays as it is, until the person changes something.

use super::action::{Act, Action, Time, Typing};
use super::import::Step;
use super::reducer::Effect;
use super::state::State;
use super::work::Work;
use splitpoint_lab::session::{Link, LinkError, Playing};

/// That the session on the page was opened by a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Whether work of the person's own was kept when it was opened.
    pub had_work: bool,
    /// Whether it has become the person's own.
    pub is_kept: bool,
    /// Whether the person has put the words about it away.
    pub is_hidden: bool,
}

impl State {
    /// Opens a link. All code that it needs has to be there.
    pub fn visit(&mut self, link: Link, had_work: bool) -> Vec<Effect> {
        self.playing = false;
        self.overlay = None;
        self.notice = None;
        self.visit = Some(Visit { had_work, is_kept: false, is_hidden: false });
        let (reference, saved) = (link.reference(), link.saved().cloned());
        self.link = Some(Box::new(link));
        self.begin(&reference, saved)
    }

    /// Whether what is on the page is a link's, and not to be kept.
    pub fn is_visiting(&self) -> bool {
        self.visit.is_some_and(|visit| !visit.is_kept)
    }

    /// Goes on with the link once its start is made: plays its script, or looks where it says.
    pub(super) fn arrive(&mut self) {
        let (Some(keep), Some(link)) = (self.chunks.keep, &self.link) else { return };
        match (keep.play)(link, &self.lab) {
            Ok(Some(playing)) => self.work = Some(Work::Visit(Box::new(playing))),
            Ok(None) => self.look_where_it_says(None),
            Err(error) => self.fail(&error),
        }
    }

    /// Goes on with the script of the link.
    pub(super) fn play_link(&mut self, mut playing: Box<Playing>) -> Vec<Effect> {
        let Some(keep) = self.chunks.keep else { return Vec::new() };
        match (keep.go_on)(&mut playing, &mut self.lab) {
            Ok(false) => {
                self.work = Some(Work::Visit(playing));
                self.refresh();
            }
            Ok(true) => self.look_where_it_says(playing.told()),
            Err(error) => self.fail(&error),
        }
        Vec::new()
    }

    fn look_where_it_says(&mut self, told: Option<String>) {
        let (Some(keep), Some(link)) = (self.chunks.keep, self.link.take()) else { return };
        let told = told.or((keep.place)(&link, &mut self.lab));
        self.notice = told.or(self.notice.take());
        if let Some(notation) = link.notation {
            self.request.notation = notation;
        }
        self.moved(true);
        let about = self.lab.table_here().map(|table| table.to_string());
        let table = link.table.or(about).filter(|table| *table != self.request.table);
        if let Some(table) = table.filter(|table| self.view.tables.contains(table)) {
            self.choose_table(table);
        }
        if self.view.timeline.total == 0 {
            self.announcement.clone_from(&self.start.about);
        }
    }

    fn fail(&mut self, error: &LinkError) {
        self.link = None;
        self.notice = Some(error.to_string());
        self.refresh();
    }

    /// Makes the visit the person's own where an action changes the session.
    pub(super) fn adopt(&mut self, changes: bool, effects: &mut Vec<Effect>) {
        if !changes || !self.is_visiting() {
            return;
        }
        effects.insert(0, Effect::SetAside);
        self.visit = self.visit.filter(|visit| visit.had_work).map(|visit| Visit { is_kept: true, ..visit });
    }

    /// The person keeps what the link opened.
    pub(super) fn keep_visit(&mut self) -> Vec<Effect> {
        self.visit = None;
        vec![Effect::SetAside, Effect::Keep]
    }

    /// The person goes back to what was kept before.
    pub(super) fn leave_visit(&mut self) -> Vec<Effect> {
        self.link = None;
        self.notice = None;
        match self.visit.take() {
            Some(visit) => vec![Effect::Return(if visit.is_kept { "before" } else { "session" })],
            None => Vec::new(),
        }
    }
}

/// Whether an action changes the session by itself, and not only where one looks.
pub(super) fn changes(action: &Action) -> bool {
    match action {
        Action::Act(act) => !matches!(act, Act::Continue | Act::Stop),
        Action::Time(time) => matches!(time, Time::Mark),
        Action::Console(typing) => matches!(typing, Typing::Run(_) | Typing::Step(_)),
        Action::Import(step) => matches!(step, Step::Load),
        Action::Begin(_) | Action::Reset => true,
        Action::Page(_) | Action::Show(_) | Action::Edit(..) | Action::Verb(_) | Action::Client(_) => false,
    }
}
