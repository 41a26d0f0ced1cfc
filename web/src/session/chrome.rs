//! The chrome: the page around the desk. Theme, size, what is open over it, messages, and the chunks that are there.

use super::action::{Action, Breadth, Overlay, Page, Theme};
use super::chunk::{Chunk, Chunks};
use super::import::ImportView;
use super::keep::{Care, KeepStatus};
use super::options::Options;
use super::present::Present;
use super::reducer::Effect;
use super::share::{Copied, Share};
use splitpoint_lab::lesson::Sheet;

/// Steps played between two announcements.
const SAID: u32 = 3;

/// The page around the desk.
pub struct Chrome {
    /// What it was opened with.
    pub options: Options,
    /// How wide it is.
    pub breadth: Breadth,
    /// Height of a line in pixels.
    pub line_height: i64,
    /// Light or dark, as the reader chose. A host that decides goes before it.
    pub theme: Theme,
    /// Whether single letters are keys.
    pub letters: bool,
    /// Something over the page.
    pub overlay: Option<Overlay>,
    /// What can be shared, while that is shown.
    pub share: Option<Share>,
    /// A lesson for the printer: its title and stops.
    pub paper: Option<(String, Vec<Sheet>)>,
    /// How far the reader has come in each of the lessons, in a few words, as it was when they were listed last.
    pub lessons: Vec<String>,
    /// How the page is shown to a room, where it is.
    pub present: Option<Present>,
    /// A file on its way to become a table.
    pub import: ImportView,
    /// Something the reader should know, until it is put away.
    pub notice: Option<String>,
    /// How it stands with what the browser keeps.
    pub kept: KeepStatus,
    /// What a screen reader says.
    pub announcement: String,
    /// Code that has been brought so far.
    pub chunks: Chunks,
    /// Steps played since the last announcement.
    unsaid: u32,
}

impl Chrome {
    /// The chrome of a page in which no session is open yet.
    pub(super) fn new(options: Options) -> Self {
        Self {
            options,
            breadth: Breadth::Wide,
            line_height: 26,
            theme: Theme::Auto,
            letters: true,
            overlay: None,
            share: None,
            paper: None,
            lessons: Vec::new(),
            present: None,
            import: ImportView::default(),
            notice: None,
            kept: KeepStatus::default(),
            announcement: String::new(),
            chunks: Chunks::default(),
            unsaid: 0,
        }
    }

    /// Changes the page around the desk. What concerns panes and sizes of lines is done by the state.
    pub(super) fn page(&mut self, page: Page) -> Vec<Effect> {
        match page {
            Page::Breadth(breadth) => self.breadth = breadth,
            Page::LineHeight(height) => self.line_height = height,
            Page::Theme(theme) => {
                self.theme = theme;
                return vec![Effect::Choice("theme", theme.name())];
            }
            Page::Letters(on) => {
                self.letters = on;
                return vec![Effect::Choice("letters", if on { "on" } else { "off" })];
            }
            Page::Overlay(Some(Overlay::Import)) if self.chunks.import.is_none() => {
                return vec![Effect::Bring(Chunk::Import, Action::Page(page))];
            }
            Page::Overlay(Some(Overlay::Help | Overlay::Kept | Overlay::Branch)) if self.chunks.share.is_none() => {
                return vec![Effect::Bring(Chunk::Dialog, Action::Page(page))];
            }
            Page::Overlay(overlay) => {
                self.overlay = overlay;
                self.share = None;
                if overlay == Some(Overlay::Kept) {
                    return vec![Effect::Care(Care::List)];
                }
            }
            Page::Dismiss => {
                self.notice = None;
                self.kept.is_hidden = true;
            }
            Page::Care(care) => return vec![Effect::Care(care)],
            Page::Copied(what, done) => {
                if let Some(share) = &mut self.share {
                    share.copied = Some((what, done));
                }
            }
            Page::Embed(choice) => {
                if let Some(share) = &mut self.share {
                    share.embed.choose(choice);
                    share.copied = None;
                }
            }
            Page::Needs(pixels) => {
                if let Some(share) = &mut self.share {
                    share.embed.needs = pixels;
                    // The lines to paste say the height. Whatever else was copied is as it was.
                    share.copied = share.copied.filter(|(what, _)| *what != Copied::Embed);
                }
            }
            Page::Afresh
            | Page::Tab(_)
            | Page::Skip
            | Page::TakeAway(_)
            | Page::CopyTranscript
            | Page::Leave { .. }
            | Page::Whole => {}
        }
        Vec::new()
    }

    /// Light or dark, as the host decides, else as the reader chose. `None`: as the system says.
    pub fn shown_theme(&self) -> Option<Theme> {
        Some(self.options.theme.unwrap_or(self.theme)).filter(|theme| *theme != Theme::Auto)
    }

    /// Lets a screen reader say this.
    pub(super) fn say(&mut self, text: String) {
        self.unsaid = 0;
        self.announcement = text;
    }

    /// One more step was played. While time goes on by itself only some are said, so that speech keeps up.
    pub(super) fn pass(&mut self, text: impl FnOnce() -> String, is_last: bool) {
        self.unsaid += 1;
        if self.unsaid >= SAID || is_last {
            self.say(text());
        }
    }
}
