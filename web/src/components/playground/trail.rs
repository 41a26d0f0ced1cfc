//! The trail in the history of the browser: the address follows what is done, and *Back* leads along it. What decides where
//! the reader is stands in `session/address.rs`; what writes comes with the code that looks after what is kept.

use super::keep::Job;
use super::{Message, Playground};
use crate::chunk::{self, Brought};
use crate::interop;
use crate::session::action::{Action, Page};
use crate::session::address::{Entry, LESSON, Stand};
use crate::session::chunk::Chunk;
use crate::session::options::{Layout, Options};
use splitpoint_lab::scenario::Reference;
use splitpoint_lab::session::LONG;
use yew::prelude::*;

/// So many characters of a kept session never come to a link that is short enough, so that none is made of it.
const LARGE: u32 = 12 * LONG as u32;

/// What the address was told last.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// Where the reader was then; before the first time, where the page began.
    stand: Option<Stand>,
    /// Whether the entry of the history remembers that.
    is_written: bool,
    /// What stood behind the `#` then. Where something else stands there now, somebody has asked for that.
    address: String,
    /// Whether what makes links is on its way.
    waits: bool,
    /// Whether the way to an entry of the history leads over another session, which comes first.
    walks: bool,
}

impl Playground {
    /// Whether the address is this page's to write: it has its document for itself, keeps what is done, and shows all of it.
    pub(super) fn follows(&self) -> bool {
        let options = &self.state.chrome.options;
        options.alone
            && options.keeps
            && options.host.is_none()
            && options.theme.is_none()
            && options.layout == Layout::Full
            && options.section == Options::default().section
    }

    /// A session was opened, or an address given that opens nothing: from here the address follows.
    pub(super) fn stand_here(&mut self, ctx: &Context<Self>) {
        if std::mem::take(&mut self.keeper.trail.walks) {
            return self.job(ctx, Job::Walk);
        }
        if self.keeper.trail.stand.is_none() && self.follows() {
            self.keeper.trail.stand = self.state.stand();
            self.keeper.trail.address = interop::fragment();
        }
    }

    /// Nothing has changed for a while: the address is to say where the reader is.
    pub(super) fn follow(&mut self, ctx: &Context<Self>) {
        if self.follows() {
            let stand = self.state.stand();
            if self.keeper.trail.stand.is_none() {
                // A link stays as it was given until the reader moves on.
                let came = self.state.document.visit.as_ref().and_then(|visit| visit.came.clone());
                self.keeper.trail.stand = came.map(Stand::Visit);
            }
            if stand.is_some() && stand != self.keeper.trail.stand {
                self.job(ctx, Job::Trail);
            }
        }
    }

    /// Whether the entry of the history is still the one that was written last, and not a link that is about to be opened.
    fn is_there(&self, stand: &Stand) -> bool {
        let there = interop::fragment();
        let is_as_written = there == self.keeper.trail.address;
        match stand {
            // An entry that remembers something is one of the own work, which the reader has asked for.
            Stand::Visit(_) => interop::entry().is_none() && is_as_written,
            Stand::Own(_) | Stand::Lesson(_) => interop::entry().is_some() || is_as_written || stand.is_of(&there),
        }
    }

    /// Writes where the reader is: into the entry of the history that is there, or after a decision into a new one.
    pub(super) fn write_trail(&mut self, ctx: &Context<Self>) {
        let stand = self.state.stand().filter(|_| self.follows() && !interop::is_framed());
        let Some(stand) = stand.filter(|stand| self.is_there(stand)) else { return };
        let trail = &mut self.keeper.trail;
        // The address is still the one that the page was opened with, or that somebody gave: a step changes it.
        if !trail.is_written && trail.stand.as_ref() == Some(&stand) {
            return;
        }
        let before = trail.stand.replace(stand.clone());
        let adds = before.as_ref().is_some_and(|before| stand.is_decided_after(before));
        if let Some(Stand::Own(before)) = before.filter(|_| adds && !trail.is_written) {
            interop::write_history(false, Some(&before.write()), &interop::fragment());
        }
        trail.is_written = true;
        match &stand {
            Stand::Lesson(link) if link.len() > LONG => {}
            Stand::Lesson(link) => self.write(adds, Some(LESSON), link.clone()),
            Stand::Own(entry) => {
                let address = self.link().unwrap_or_else(|| self.state.plain_address());
                self.write(adds, Some(&entry.write()), address);
                self.bring_links(ctx);
            }
            Stand::Visit(_) => match self.state.visited_link().or_else(|| self.link()) {
                Some(address) => self.write(adds, None, address),
                // No link can hold what was done: the address stays that of what is visited.
                None if self.state.chrome.chunks.share.is_some() => {}
                None => {
                    self.write(adds, None, interop::fragment());
                    self.bring_links(ctx);
                }
            },
        }
    }

    /// Brings what makes links of what was done, where it is missing; then the address becomes one.
    fn bring_links(&mut self, ctx: &Context<Self>) {
        let is_there = self.state.chrome.chunks.share.is_some();
        if !is_there && !self.state.document.lab.is_untouched() && !self.keeper.trail.waits {
            self.keeper.trail.waits = true;
            ctx.link().send_future(async { Message::Job(Job::Linking(chunk::bring(Chunk::Dialog).await.ok())) });
        }
    }

    fn write(&mut self, adds: bool, remembers: Option<&str>, address: String) {
        interop::write_history(adds, remembers, &address);
        self.keeper.trail.address = address;
    }

    /// The link to the step, where the code for it is there and the link is not too long for an address.
    fn link(&self) -> Option<String> {
        let link = self.state.chrome.chunks.share?.link;
        let slot = self.state.document.slot()?;
        let is_large = self.state.document.lab.is_untouched()
            || self.memory.length(slot).is_some_and(|length| length > LARGE)
            || self.memory.elsewhere(slot).is_some();
        if is_large { None } else { link(&self.state) }
    }

    /// What makes links was brought: the address becomes one. Where it was not, that is tried again after the next step.
    pub(super) fn write_link(&mut self, ctx: &Context<Self>, brought: Option<Brought>) {
        self.keeper.trail.waits = false;
        let Some(brought) = brought else { return };
        self.code.take(brought);
        self.state.take_code(self.code.chunks);
        // If the reader went on meanwhile, it comes with that.
        if self.state.stand() == self.keeper.trail.stand {
            self.write_trail(ctx);
        }
    }

    /// Goes to what an entry of the history is about.
    pub(super) fn walk(&mut self, ctx: &Context<Self>) {
        self.apply(ctx, Action::Page(Page::Overlay(None)));
        let Some(entry) = interop::entry() else { return };
        let entry = Entry::read(&entry);
        let document = &self.state.document;
        if document.visit.is_some() || document.lesson.is_some() {
            if self.is_ready(ctx, "session", &|| Message::Job(Job::Walk)) {
                self.state.document.visit = None;
                self.state.document.link = None;
                self.state.chrome.notice = None;
                self.keeper.trail.walks = entry.is_some();
                self.go_back(ctx, "session");
            }
            return;
        }
        let Some(entry) = entry else { return };
        if *entry.start() != document.start.reference {
            match entry.start() {
                Reference::Scenario(_) | Reference::Sandbox(_) => {
                    self.keeper.trail.walks = true;
                    self.change_start(ctx, entry.start().clone());
                }
                Reference::Import(name) => {
                    let told = format!(
                        "That was work on your file “{name}”. Open it with “What is kept …” in the menu above."
                    );
                    self.state.chrome.notice = Some(told);
                }
            }
            return;
        }
        match self.state.walk_to(&entry) {
            Some(effects) => {
                self.keeper.trail.stand = self.state.stand();
                self.keeper.trail.is_written = true;
                self.work_off(ctx, effects);
            }
            // The work has become another one since: the link in the address opens that of then.
            None => {
                let fragment = interop::fragment();
                if !fragment.is_empty() {
                    interop::write_history(false, None, &fragment);
                    self.visit(ctx, fragment);
                }
            }
        }
    }
}
