//! A link that was opened. The reader's own work is not changed: what is done on a link is kept separately.

use super::Effect;
use super::action::{Act, Action, Time, Typing};
use super::address::Entry;
use super::compare::Comparing;
use super::design::Designing;
use super::hash::hash;
use super::import::Importing;
use super::orders::Asking;
use super::place;
use super::state::State;
use super::work::Work;
use splitpoint_lab::session::{LONG, Link, LinkError, Playing, without_place};

/// A session that was opened by a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The link, as the fragment of an address.
    pub link: String,
    /// The moment to which it led, once it is open.
    pub came: Option<Entry>,
    /// The name under which the work on it is kept.
    pub slot: String,
    /// Whether the browser has work of the reader's own.
    pub has_own: bool,
    /// Whether the browser has earlier work of the reader on this link.
    pub has_earlier: bool,
    /// Whether the reader has changed something since the link was opened.
    pub is_changed: bool,
    /// Whether the reader has closed the message about it.
    pub is_hidden: bool,
}

impl Visit {
    /// A link in the fragment of the address. If nothing is kept, there is neither own nor earlier work.
    pub fn new(fragment: &str, has_own: bool, kept: impl Fn(&str) -> bool) -> Self {
        // In earlier versions each step of a link had a name of its own.
        let slot = Some(slot(fragment))
            .filter(|slot| kept(slot))
            .unwrap_or_else(|| slot(&without_place(fragment, &place::NAMES)));
        let has_earlier = kept(&slot);
        let link = fragment.to_owned();
        Self { link, came: None, has_earlier, slot, has_own, is_changed: false, is_hidden: false }
    }

    /// Whether the banner mentions the link: if there is work to go back to, until the reader closes it. Without such
    /// work it would offer nothing, and only take room above the picture.
    pub fn is_told(&self) -> bool {
        !self.is_hidden && (self.has_own || self.has_earlier)
    }

    /// The sentence about it for the reader.
    pub fn words(&self) -> &'static str {
        match (self.is_changed, self.has_earlier, self.has_own) {
            (true, _, true) => "Opened by a link. What you do on it is kept apart from your own work.",
            (true, ..) => "Opened by a link. What you do on it is kept with the link.",
            (false, true, _) => "Opened by a link, as its author left it. You have been here before.",
            (false, false, true) => "Opened by a link. Your own work stays as it is.",
            (false, false, false) => "Opened by a link.",
        }
    }
}

/// The name under which work on a link is kept: the hash of the link, which never changes.
fn slot(fragment: &str) -> String {
    format!("link.{:016x}", hash(fragment))
}

impl State {
    /// Opens a link. All chunks that it needs have to be loaded.
    pub fn visit(&mut self, link: Link, visit: Option<Visit>) -> Vec<Effect> {
        self.document.playing = false;
        self.chrome.overlay = None;
        self.chrome.notice = None;
        self.document.visit = visit;
        let (reference, saved) = (link.reference(), link.saved().cloned());
        let Some(reference) = reference else { return Vec::new() };
        self.document.link = Some(Box::new(link));
        self.begin(&reference, saved)
    }

    /// Continues with the link once its start is made: plays its script, or goes where it says.
    pub(super) fn arrive(&mut self) -> Vec<Effect> {
        let Some(link) = &self.document.link else { return Vec::new() };
        let console = self.chrome.chunks.console;
        match console.map_or(Ok(None), |console| (console.follow)(link, &self.document.lab)) {
            Ok(Some(playing)) => {
                self.document.work = Some(Work::Visit(Box::new(playing)));
                Vec::new()
            }
            Ok(None) => self.look_where_it_says(None),
            Err(error) => self.fail(&error),
        }
    }

    /// Continues to play the script of the link.
    pub(super) fn play_link(&mut self, mut playing: Box<Playing>) -> Vec<Effect> {
        let Some(console) = self.chrome.chunks.console else { return Vec::new() };
        match (console.go_on)(&mut playing, &mut self.document.lab) {
            Ok(false) => self.go_ahead(Work::Visit(playing)),
            Ok(true) => self.look_where_it_says(playing.told()),
            Err(error) => self.fail(&error),
        }
    }

    /// Stops the script of the link where it is.
    pub(super) fn stop_link(&mut self) -> Vec<Effect> {
        if !matches!(self.document.work, Some(Work::Visit(_))) {
            return Vec::new();
        }
        self.document.work = None;
        let told = "The script of this link was stopped; this is how far it came.";
        let effects = self.look_where_it_says(None);
        self.chrome.tell(told);
        effects
    }

    fn look_where_it_says(&mut self, told: Option<String>) -> Vec<Effect> {
        let Some(link) = self.document.link.take() else { return Vec::new() };
        let told = told.or(link.place(&mut self.document.lab));
        if let Some(why) = told {
            self.chrome.fail(why);
        }
        if link.step.is_none() && self.chrome.options.section.is_bound() {
            self.document.lab.seek(self.chrome.options.section.from);
        }
        self.stay_within();
        if let Some(notation) = link.notation {
            self.desk.map.request.notation = notation;
        }
        self.moved(true);
        let came = self.entry();
        if let Some(visit) = &mut self.document.visit {
            visit.came = Some(came);
        }
        let shown = &self.desk.map;
        let about = self.document.lab.table_here().map(|table| table.to_string());
        let table = link.table.clone().or(about).filter(|table| *table != shown.request.table);
        if let Some(table) = table.filter(|table| shown.view.tables.contains(table)) {
            self.choose_table(table);
        }
        if self.desk.map.view.timeline.total == 0 {
            self.chrome.say(self.document.start.about.clone());
        }
        self.look_around(&link)
    }

    /// The link that was opened, with the present step. `None` if something was changed, or if the reader looks at
    /// another branch.
    pub fn visited_link(&self) -> Option<String> {
        let visit = self.document.visit.as_ref().filter(|visit| !visit.is_changed && visit.link.len() <= LONG)?;
        let (lab, request) = (&self.document.lab, &self.desk.map.request);
        let on = || lab.link_on(&visit.link, &place::NAMES, &request.table, request.notation);
        visit.came.as_ref().is_some_and(|came| came.is_on(lab.bookmark().branch)).then(|| on() + &place::place_of(self))
    }

    fn fail(&mut self, error: &LinkError) -> Vec<Effect> {
        self.document.link = None;
        self.chrome.fail(error.to_string());
        self.refresh();
        Vec::new()
    }

    /// Leaves the link for the reader's own work, or continues with earlier work on it.
    pub(super) fn leave(&mut self, for_own: bool) -> Vec<Effect> {
        self.document.link = None;
        self.chrome.notice = None;
        if for_own {
            return self.document.visit.take().map(|_| Effect::Return("session".to_owned())).into_iter().collect();
        }
        let Some(visit) = &mut self.document.visit else { return Vec::new() };
        visit.is_changed = true;
        vec![Effect::Return(visit.slot.clone())]
    }
}

/// Whether an action changes the session, and not only what is shown.
pub(super) fn changes(action: &Action) -> bool {
    match action {
        Action::Act(act) => !matches!(act, Act::Continue | Act::Stop),
        Action::Time(time) => {
            matches!(time, Time::Mark | Time::NameMark(_) | Time::Unmark | Time::Name(_) | Time::Reorder)
        }
        Action::Console(typing) => matches!(typing, Typing::Run(_) | Typing::Step(_)),
        Action::Import(step) => matches!(step, Importing::Load),
        Action::Design(designing) => matches!(designing, Designing::Make),
        Action::Orders(Asking::Must(promising)) => promising.changes(),
        Action::Orders(asking) => matches!(asking, Asking::Take(_)),
        Action::Compare(comparing) => matches!(comparing, Comparing::Try | Comparing::Reshape),
        Action::Begin(_) | Action::Reset | Action::Unreset | Action::Salt | Action::Check => true,
        Action::Page(_) | Action::Show(_) | Action::Edit(..) | Action::Operation(_) => false,
        Action::Client(_) | Action::Minute(_) | Action::Heat(_) | Action::Growth(_) | Action::Cluster(_) => false,
        // What is done in a lesson is not kept with a link.
        Action::Lesson(_) | Action::Present(_) | Action::Notice(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_link_has_a_place_of_its_own_that_never_changes() {
        assert_eq!(slot("start=comments&step=3"), slot("start=comments&step=3"));
        assert_ne!(slot("start=comments&step=3"), slot("start=comments&step=4"));
        assert_eq!(slot(""), "link.cbf29ce484222325", "of FNV-1a, as it is published");
    }

    #[test]
    fn all_steps_of_a_link_have_one_place_unless_they_had_their_own() {
        let visit = |fragment: &str, kept: &dyn Fn(&str) -> bool| Visit::new(fragment, false, kept).slot;
        let none = |_: &str| false;
        let whole = slot("start=comments&tour=7");
        assert_eq!(visit("start=comments&step=3&tour=7&pane=cost", &none), whole);
        assert_eq!(visit("start=comments&tour=7&grain=cell", &none), whole);
        assert_ne!(visit("start=pets&step=3", &none), whole);
        let old = slot("start=comments&step=3");
        assert_eq!(visit("start=comments&step=3", &|name| name == old), old);
    }

    #[test]
    fn a_visit_is_told_where_there_is_work_to_go_back_to() {
        let none = |_: &str| false;
        assert!(!Visit::new("start=comments", false, none).is_told());
        assert!(Visit::new("start=comments", true, none).is_told());
        let earlier = Visit::new("start=comments", false, |_| true);
        assert!(earlier.is_told());
        assert!(!Visit { is_hidden: true, ..earlier }.is_told());
    }
}
