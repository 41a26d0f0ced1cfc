//! The view for an audience: enlarged, with only what a lecture needs.

use super::action::{Action, Time};
use super::chunk::Chunk;
use super::desk::Wide;
use super::reducer::Effect;
use super::state::State;

/// The state of the view for an audience.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Present {
    /// Whether the screen is black, so that the audience looks at the speaker.
    pub is_blank: bool,
    /// Whether the keys are listed.
    pub lists_keys: bool,
    /// Whether the last slide of a lesson says what was learned, although its goal is not reached.
    pub sums_up: bool,
}

/// Actions of a presenter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presenting {
    /// Opens the view, or closes it.
    Open(bool),
    /// Makes the screen black, or shows the page again.
    Blank,
    /// Lists the keys, or hides the list.
    Keys,
    /// Opens the window with notes.
    Notes,
    /// The window with notes is ready, and needs to know the present step.
    Greet,
}

impl State {
    pub(super) fn present(&mut self, presenting: Presenting) -> Vec<Effect> {
        if !self.chrome.chunks.present {
            return vec![Effect::Bring(Chunk::Present, Action::Present(presenting))];
        }
        match presenting {
            Presenting::Open(is_open) => {
                self.chrome.present = is_open.then(Present::default);
                self.chrome.overlay = None;
                // Heat is what the audience is to see; other views are for one person.
                self.desk.wide = self.desk.wide.filter(|wide| *wide == Wide::Heat);
                self.desk.map.detail = None;
                self.desk.map.spot = None;
                // A stage has the question of a lesson, also where the page around it has not.
                self.refresh();
                return vec![Effect::FullScreen(is_open), Effect::Focus("next")];
            }
            Presenting::Blank => {
                if let Some(present) = &mut self.chrome.present {
                    present.is_blank = !present.is_blank;
                }
            }
            Presenting::Keys => {
                if let Some(present) = &mut self.chrome.present {
                    present.lists_keys = !present.lists_keys;
                }
            }
            Presenting::Notes => return vec![Effect::Notes],
            // The window is told whenever the page is drawn again.
            Presenting::Greet => {}
        }
        Vec::new()
    }

    /// Whether the screen was black: then the next key only shows the page again.
    pub(super) fn unblank(&mut self, time: &Time) -> bool {
        let goes = !matches!(time, Time::Tick | Time::Play(_));
        self.chrome.present.as_mut().is_some_and(|present| goes && std::mem::take(&mut present.is_blank))
    }
}
