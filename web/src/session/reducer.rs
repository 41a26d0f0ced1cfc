//! What each action does to the state.

use super::action::{Act, Action, Overlay, Page, Show, Tab, Theme, Typing};
use super::chunk::Chunk;
use super::form::Verb;
use super::import::Step;
use super::state::State;
use super::width::Widths;
use std::rc::Rc;

/// What only a browser can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The session changed: keep it.
    Keep,
    /// Keep a choice of the person.
    Choice(&'static str, &'static str),
    /// Light or dark.
    Theme(Theme),
    /// Read the beginning of the chosen file.
    ReadHead,
    /// Read the file from this byte on.
    ReadFrom(u64),
    /// Keep the chosen file with what it was mapped to, for the next time.
    KeepFile(String),
    /// Bring the file that was kept under this name.
    FetchFile(String),
    /// Bring code that is needed for this, and do it then. What is asked for meanwhile waits.
    Bring(Chunk, Action),
    /// Bring code that is about to be needed.
    Prepare(Chunk),
    /// Save this under that name.
    Save(String, Vec<u8>),
    /// Put the focus on the element of this `id`, once it is drawn.
    Focus(&'static str),
}

impl State {
    /// Does it. The state is drawn anew afterwards.
    pub fn apply(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Act(Act::Continue) => self.go_on(),
            Action::Time(_) | Action::Act(_) | Action::Reset => self.happen(action),
            Action::Show(show) => self.show(show),
            Action::Edit(field, change) => {
                (self.form().edit)(Rc::make_mut(&mut self.forms), self.verb, &field, change);
                let mut effects = self.edited();
                if self.chunks.form.is_none() {
                    // Whoever fills in a form is about to send it; and only trying it tells all that HBase would answer.
                    effects.push(Effect::Prepare(Chunk::Form));
                }
                effects
            }
            Action::Verb(verb) if verb != Verb::Insert && self.chunks.form.is_none() => {
                vec![Effect::Bring(Chunk::Form, action)]
            }
            Action::Verb(verb) => {
                self.verb = verb;
                self.edited()
            }
            Action::Client(client) => {
                self.client = client;
                self.edited()
            }
            Action::Begin(reference) => {
                self.playing = false;
                self.begin(&reference, None)
            }
            Action::Import(step) => self.import(step),
            Action::Page(page) => self.page(page),
            Action::Console(typing) => match (self.chunks.act, self.chunks.console) {
                (Some(_), Some(console)) => (console.apply)(self, typing),
                (None, _) => vec![Effect::Prepare(Chunk::Console), Effect::Bring(Chunk::Act, Action::Console(typing))],
                (_, None) => vec![Effect::Bring(Chunk::Console, Action::Console(typing))],
            },
        }
    }

    /// Does what moves the session, as soon as the code for it is there.
    fn happen(&mut self, action: Action) -> Vec<Effect> {
        let grain = match &action {
            Action::Time(time) => time.grain(self.lab.grain()),
            _ => None,
        };
        match (self.chunks.act, grain) {
            (Some(act), _) => (act.apply)(self, action),
            (None, Some(grain)) => {
                self.lab.set_first_grain(grain);
                self.moved(true)
            }
            (None, None) => vec![Effect::Bring(Chunk::Act, action)],
        }
    }

    fn import(&mut self, step: Step) -> Vec<Effect> {
        match self.chunks.import {
            Some(import) => (import.apply)(self, step),
            None => vec![Effect::Bring(Chunk::Import, Action::Import(step))],
        }
    }

    fn edited(&mut self) -> Vec<Effect> {
        self.refusal = None;
        self.look_through();
        Vec::new()
    }

    fn show(&mut self, show: Show) -> Vec<Effect> {
        match show {
            Show::Table(table) => {
                self.choose_table(table);
                return Vec::new();
            }
            Show::Window(window) => self.request.window = window,
            Show::Notation(notation) => {
                self.request.notation = notation;
                self.widths = Widths::default();
            }
            Show::OldVersions(on) => {
                self.request.old_versions = on;
                self.spot = None;
                self.detail = None;
            }
            Show::Stores(on) => {
                self.stores = on;
                return Vec::new();
            }
            Show::Cell(spot) => {
                self.spot = Some(spot);
                return Vec::new();
            }
            Show::Detail(detail) => {
                self.detail = detail;
                return Vec::new();
            }
            Show::Earlier(whose) => {
                self.unfolded.push(whose);
                return Vec::new();
            }
            Show::Explain(on) => {
                self.explain = on;
                return Vec::new();
            }
        }
        self.refresh();
        Vec::new()
    }

    fn page(&mut self, page: Page) -> Vec<Effect> {
        match page {
            Page::Tab(tab) => {
                self.tab = tab;
                if matches!(tab, Tab::Clients | Tab::Cost) {
                    self.inspector = tab;
                }
                if tab == Tab::Console && !self.console.open {
                    return self.apply(Action::Console(Typing::Open(true)));
                }
            }
            Page::Breadth(breadth) => self.breadth = breadth,
            Page::LineHeight(height) => {
                self.line_height = height;
                self.refresh();
            }
            Page::Theme(theme) => {
                self.theme = theme;
                return vec![Effect::Theme(theme), Effect::Choice("theme", theme.name())];
            }
            Page::Letters(on) => {
                self.letters = on;
                return vec![Effect::Choice("letters", if on { "on" } else { "off" })];
            }
            Page::Overlay(Some(Overlay::Import)) if self.chunks.import.is_none() => {
                return vec![Effect::Bring(Chunk::Import, Action::Page(page))];
            }
            Page::Overlay(overlay) => self.overlay = overlay,
            Page::Dismiss => self.notice = None,
        }
        Vec::new()
    }

    /// After the session moved: draws, brings what it is about in sight, says so.
    pub(super) fn moved(&mut self, say: bool) -> Vec<Effect> {
        self.refresh();
        self.follow();
        self.detail = None;
        if let Some(line) = self.view.focus {
            let again = self.reveal.map_or(0, |(count, _)| count).wrapping_add(1);
            self.reveal = Some((again, line));
        }
        if say {
            self.say();
        }
        vec![Effect::Keep]
    }

    pub(super) fn say(&mut self) {
        self.unsaid = 0;
        self.announcement = self.view.sentence.text();
    }
}
