//! Restoring a session from the text under which it was kept.

use super::action::{Act, Action, Overlay, Page, Tab, Time};
use super::document::Document;
use super::reducer::Effect;
use super::state::State;
use super::work::{Restore, SLICE, Work};
use splitpoint_lab::scenario::{Built, Start};
use splitpoint_lab::session::{Divergence, RestoreError, Restored, Restoring, Saved, Session};
use splitpoint_lab::sim::language::Language;

/// The functions that restore a session. They are called through this table only, so that a chunk can bring their code
/// later.
#[derive(Debug)]
pub struct Logic {
    /// Reads the session in the text.
    pub read: fn(&str) -> Result<Saved, RestoreError>,
    /// Begins to restore a session on its start.
    pub restore: Begin,
    /// Begins to restore a session in the page.
    pub(super) begin: Open,
    /// Continues to do so for a short time.
    pub(super) go_on: fn(&mut State, Box<Restore>) -> Vec<Effect>,
    /// Whether an action only changes what the reader looks at, on the present branch.
    pub(super) only_looks: fn(&Document, &Action) -> bool,
}

/// Begins to restore a session on its start.
pub type Begin = fn(&Saved, Start, Built, Option<&'static Language>) -> Box<dyn Replay>;

/// Begins to restore a session in the page, on its start; with the file on which it is based, if that is to be kept.
type Open = fn(&mut State, &Saved, (Start, Built), Option<(String, String)>);

/// A session that is being restored, piece by piece.
pub trait Replay {
    /// Continues for a short time. Returns whether there is more to do.
    fn advance(&mut self) -> bool;
    /// How much is done, of how much.
    fn progress(&self) -> (u64, u64);
    /// The session, and a message if some of it turned out differently. `what` is the name of the session in that
    /// message.
    fn finish(self: Box<Self>, what: &str) -> (Session, Option<String>);
}

impl Replay for Restoring {
    fn advance(&mut self) -> bool {
        Self::advance(self, SLICE)
    }

    fn progress(&self) -> (u64, u64) {
        Self::progress(self)
    }

    fn finish(self: Box<Self>, what: &str) -> (Session, Option<String>) {
        let Restored { session, divergences } = Self::finish(*self);
        (session, told(&divergences, what))
    }
}

/// The name in sentences of a session that the browser kept.
pub const YOURS: &str = "what you did last";

/// The name in sentences of a session that a link opened.
pub const LINKED: &str = "this link";

/// The functions of this module.
pub static LOGIC: Logic = Logic {
    read: Saved::from_text,
    restore: |saved, start, built, language| Box::new(Restoring::new(saved, start, built, language)),
    begin: State::begin_restoring,
    go_on: State::go_on_restoring,
    only_looks: Document::only_looks,
};

impl State {
    fn begin_restoring(&mut self, saved: &Saved, (start, built): (Start, Built), file: Option<(String, String)>) {
        let language = self.chrome.chunks.console.map(|console| console.language);
        // A link itself says what the page shows, once everything is restored.
        let present = if self.document.link.is_none() { saved.present() } else { None };
        let first = present.map(|present| -> Box<dyn Replay> {
            Box::new(Restoring::new(saved, start.clone(), built.clone(), language).only(present))
        });
        let ahead = first.as_ref().map_or(0, |first| first.progress().1);
        let replay = Box::new(Restoring::new(saved, start, built, language));
        let restore = Restore { first, is_shown: false, ahead, replay, file, logic: &LOGIC };
        self.document.work = Some(Work::Restore(Box::new(restore)));
    }

    fn go_on_restoring(&mut self, mut restore: Box<Restore>) -> Vec<Effect> {
        if restore.first.as_mut().unwrap_or(&mut restore.replay).advance() {
            self.document.work = Some(Work::Restore(restore));
            return Vec::new();
        }
        if let Some(first) = restore.first.take() {
            // Differences are reported once, for the whole session.
            self.open(first.finish("").0);
            restore.is_shown = true;
            self.document.work = Some(Work::Restore(restore));
            return Vec::new();
        }
        let is_linked = self.document.link.is_some();
        let what = if is_linked { LINKED } else { YOURS };
        let (mut lab, told) = restore.replay.finish(what);
        let mut effects = Vec::new();
        match told {
            Some(told) if !is_linked => effects.push(Effect::Aside(told)),
            Some(told) => self.chrome.fail(told),
            None => {}
        }
        if restore.is_shown {
            // The reader may have looked around meanwhile: what is shown stays, and the other branches are added.
            lab.stand_as(&self.document.lab);
            if let Some(console) = self.chrome.chunks.console {
                lab.speak(console.language);
            }
            self.document.lab = lab;
            self.refresh();
            effects.extend(self.begun(restore.file));
        } else {
            effects.extend(self.begin_with(lab, restore.file));
        }
        effects
    }
}

impl Document {
    /// Whether an action only changes what the reader looks at, on the present branch.
    fn only_looks(&self, action: &Action) -> bool {
        match action {
            Action::Act(Act::Continue) | Action::Show(_) => true,
            // At the end of the branch it would make a step.
            Action::Time(Time::Next | Time::NextOperation) => self.lab.position() < self.lab.total(),
            Action::Time(time) => !matches!(
                time,
                Time::Reorder
                    | Time::Branch(_)
                    | Time::Name(_)
                    | Time::NextBranch
                    | Time::Mark
                    | Time::NameMark(_)
                    | Time::Unmark
                    | Time::Play(_)
                    | Time::Tick
            ),
            Action::Page(page) => {
                matches!(
                    page,
                    Page::Breadth(_)
                        | Page::LineHeight(_)
                        | Page::Theme(_)
                        | Page::Letters(_)
                        | Page::Overlay(None | Some(Overlay::Help))
                        | Page::Dismiss
                        | Page::Afresh
                ) || matches!(page, Page::Tab(tab) if *tab != Tab::Console)
            }
            _ => false,
        }
    }
}

/// A message about what turned out differently: the first difference, and how many more there are.
fn told(divergences: &[Divergence], what: &str) -> Option<String> {
    let first = divergences.first()?;
    Some(match divergences.len() - 1 {
        0 => format!("One step of {what} comes out differently now. {first}"),
        more => format!("{} steps of {what} come out differently now. {first}", more + 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use splitpoint_lab::session::{Finding, Who};

    #[test]
    fn what_comes_out_differently_is_told() {
        let divergence = Divergence {
            branch: 0,
            decision: 4,
            step: 2,
            who: Who::Client(1),
            expected: "put done".to_owned(),
            found: Finding::Came("put RegionTooBusyException".to_owned()),
        };
        assert_eq!(told(&[], YOURS), None);
        let sentence = "Step 2: B came to “put done”, now to “put RegionTooBusyException”.";
        let one = told(std::slice::from_ref(&divergence), YOURS).expect("there is something to tell");
        assert_eq!(one, format!("One step of what you did last comes out differently now. {sentence}"));
        let three = told(&[divergence.clone(), divergence.clone(), divergence], LINKED).expect("likewise");
        assert_eq!(three, format!("3 steps of this link come out differently now. {sentence}"));
    }
}
