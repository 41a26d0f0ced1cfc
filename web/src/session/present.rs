//! The page as it is shown to a room: large, with what a lecture needs and nothing else.

use super::action::{Action, Time};
use super::chunk::Chunk;
use super::reducer::Effect;
use super::state::State;

/// How the page is shown to a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Present {
    /// Whether the screen is dark, so that everybody looks at who speaks.
    pub is_blank: bool,
}

/// What who presents asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presenting {
    /// Begins, or ends.
    Open(bool),
    /// Makes the screen dark, or light again.
    Blank,
    /// Opens a window with notes.
    Notes,
    /// That window is there, and wants to be told where the page is.
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
                self.desk.wide = None;
                self.desk.map.detail = None;
                return vec![Effect::FullScreen(is_open), Effect::Focus("next")];
            }
            Presenting::Blank => {
                if let Some(present) = &mut self.chrome.present {
                    present.is_blank = !present.is_blank;
                }
            }
            Presenting::Notes => return vec![Effect::Notes],
            // Whatever is drawn anew is told.
            Presenting::Greet => {}
        }
        Vec::new()
    }

    /// Whether the screen was dark: then the next key only brings back what was there.
    pub(super) fn unblank(&mut self, time: &Time) -> bool {
        let goes = !matches!(time, Time::Tick | Time::Play(_));
        self.chrome.present.as_mut().is_some_and(|present| goes && std::mem::take(&mut present.is_blank))
    }
}
