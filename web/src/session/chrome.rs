//! The chrome: the page around the desk, which is what lies open (form, script, panes). It has the theme, the layout,
//! dialogs, messages, and the loaded chunks.

use super::action::{Action, Breadth, Overlay, Page, Theme};
use super::chunk::{Chunk, Chunks};
use super::import::ImportView;
use super::keep::{Care, KeepStatus};
use super::options::Options;
use super::present::Present;
use super::reducer::Effect;
use super::share::{Copied, Share};
use splitpoint_lab::lesson::Sheet;

/// How many steps are played between two announcements to screen readers.
const SAID: u32 = 3;

/// A message to the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it says.
    pub words: String,
    /// Whether it says that something cannot be opened. Of that a host is told.
    pub is_failure: bool,
    /// Whether it is about what was just done, so that the next step or change takes it away.
    pub is_passing: bool,
}

impl Notice {
    /// Says that something cannot be opened.
    pub fn failure(words: String) -> Self {
        Self { words, is_failure: true, is_passing: false }
    }
}

/// The page around the desk.
pub struct Chrome {
    /// The options with which the page was opened.
    pub options: Options,
    /// The layout by the width of the page.
    pub breadth: Breadth,
    /// The height of a line in pixels.
    pub line_height: i64,
    /// The theme that the reader chose. One that the host sets has priority.
    pub theme: Theme,
    /// Whether single letters are keyboard shortcuts.
    pub letters: bool,
    /// The open dialog.
    pub overlay: Option<Overlay>,
    /// What can be shared, while that dialog is open.
    pub share: Option<Share>,
    /// The title and the stops of a lesson that is printed.
    pub paper: Option<(String, Vec<Sheet>)>,
    /// How far the reader has come in each lesson, in a few words, as it was when they were last listed.
    pub lessons: Vec<String>,
    /// The view for an audience, if it is shown.
    pub present: Option<Present>,
    /// The import of a file.
    pub import: ImportView,
    /// A message to the reader, until it is closed.
    pub notice: Option<Notice>,
    /// The state of what the browser keeps.
    pub kept: KeepStatus,
    /// The text that screen readers announce.
    pub announcement: String,
    /// How many texts were announced. Screen readers are silent where a text takes the place of an equal one, so each is an
    /// element of its own.
    pub said: u32,
    /// The chunks that are loaded.
    pub chunks: Chunks,
    /// The steps that were played since the last announcement.
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
            said: 0,
            chunks: Chunks::default(),
            unsaid: 0,
        }
    }

    /// Changes the page around the desk. The state handles what concerns panes and line heights.
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
            Page::Overlay(Some(Overlay::Help | Overlay::Kept | Overlay::Branch | Overlay::Marker))
                if self.chunks.share.is_none() =>
            {
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
                    // The lines to paste contain the height, so they have to be copied again; other copies stay good.
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

    /// The theme that the host sets, else that of the reader. `None` for that of the system.
    pub fn shown_theme(&self) -> Option<Theme> {
        Some(self.options.theme.unwrap_or(self.theme)).filter(|theme| *theme != Theme::Auto)
    }

    /// Tells the reader something.
    pub fn tell(&mut self, words: impl Into<String>) {
        self.notice = Some(Notice { words: words.into(), is_failure: false, is_passing: false });
    }

    /// Tells the reader what was just done, until something else is done.
    pub fn remark(&mut self, words: impl Into<String>) {
        self.notice = Some(Notice { words: words.into(), is_failure: false, is_passing: true });
    }

    /// Tells the reader that something cannot be opened.
    pub fn fail(&mut self, why: impl Into<String>) {
        self.notice = Some(Notice::failure(why.into()));
    }

    /// Lets screen readers announce this text.
    pub(super) fn say(&mut self, text: String) {
        self.unsaid = 0;
        self.said = self.said.wrapping_add(1);
        self.announcement = text;
    }

    /// A step was played. Only some of these are announced, so that speech can keep up.
    pub(super) fn pass(&mut self, text: impl FnOnce() -> String, is_last: bool) {
        self.unsaid += 1;
        if self.unsaid >= SAID || is_last {
            self.say(text());
        }
    }
}
