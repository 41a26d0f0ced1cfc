//! The trail in the browser's history: the address follows the work, and *Back* leads along it. `session/address.rs`
//! decides where the reader is; the code that writes the address is in the same chunk as `care`.

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

/// From a kept session with more characters than this no link is made, as it would be too long anyway.
const LARGE: u32 = 12 * LONG as u32;

/// What was last written into the address.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// Where the reader was then; before the first time, where the page began.
    stand: Option<Stand>,
    /// Whether the entry of the history remembers that.
    is_written: bool,
    /// The fragment of the address then. If it is another one now, somebody has asked for that.
    address: String,
    /// Whether the code that makes links is being loaded.
    waits: bool,
    /// Whether another session has to be opened before the page can go to an entry of the history.
    walks: bool,
}

impl Playground {
    /// Whether the page may write the address: it has its document for itself, keeps the work, and shows all of it.
    pub(super) fn follows(&self) -> bool {
        let options = &self.state.chrome.options;
        options.alone
            && options.keeps
            && options.host.is_none()
            && options.theme.is_none()
            && options.layout == Layout::Full
            && options.section == Options::default().section
    }

    /// A session was opened, or an address that opens nothing: from here on, the address follows the work.
    pub(super) fn stand_here(&mut self, ctx: &Context<Self>) {
        if std::mem::take(&mut self.keeper.trail.walks) {
            return self.job(ctx, Job::Walk);
        }
        if self.keeper.trail.stand.is_none() && self.follows() {
            self.keeper.trail.stand = self.state.stand();
            self.keeper.trail.address = interop::fragment();
        }
    }

    /// Nothing has changed for a while, so the address is updated.
    pub(super) fn follow(&mut self, ctx: &Context<Self>) {
        if self.follows() {
            let stand = self.state.stand();
            if self.keeper.trail.stand.is_none() {
                // A link stays in the address as it was given until the reader goes on.
                let came = self.state.document.visit.as_ref().and_then(|visit| visit.came.clone());
                self.keeper.trail.stand = came.map(Stand::Visit);
            }
            if stand.is_some() && stand != self.keeper.trail.stand {
                self.job(ctx, Job::Trail);
            }
        }
    }

    /// Whether the entry of the history is still the one that was written last, and not a link that is about to be
    /// opened.
    fn is_there(&self, stand: &Stand) -> bool {
        let there = interop::fragment();
        let is_as_written = there == self.keeper.trail.address;
        match stand {
            // An entry that remembers something is about the reader's own work, and the reader has asked for it.
            Stand::Visit(_) => interop::entry().is_none() && is_as_written,
            Stand::Own(_) | Stand::Lesson(_) => interop::entry().is_some() || is_as_written || stand.is_of(&there),
        }
    }

    /// Writes where the reader is into the present entry of the history, or after a decision into a new one.
    pub(super) fn write_trail(&mut self, ctx: &Context<Self>) {
        let stand = self.state.stand().filter(|_| self.follows() && !interop::is_framed());
        let Some(stand) = stand.filter(|stand| self.is_there(stand)) else { return };
        let trail = &mut self.keeper.trail;
        // The address is still the one with which the page was opened, or that somebody entered. Only a step changes
        // it.
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
                // No link can hold the work, so the address stays that of the link that was opened.
                None if self.state.chrome.chunks.share.is_some() => {}
                None => {
                    self.write(adds, None, interop::fragment());
                    self.bring_links(ctx);
                }
            },
        }
    }

    /// Loads the code that makes links, if it is missing. Then the address becomes a link.
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

    /// A link to the present step, if the code for it is loaded and the link is not too long for an address.
    fn link(&self) -> Option<String> {
        let link = self.state.chrome.chunks.share?.link;
        let slot = self.state.document.slot()?;
        let is_large = self.state.document.lab.is_untouched()
            || self.memory.length(slot).is_some_and(|length| length > LARGE)
            || self.memory.elsewhere(slot).is_some();
        if is_large { None } else { link(&self.state) }
    }

    /// The code that makes links was loaded, so the address becomes a link. If it was not, it is tried again after the
    /// next step.
    pub(super) fn write_link(&mut self, ctx: &Context<Self>, brought: Option<Brought>) {
        self.keeper.trail.waits = false;
        let Some(brought) = brought else { return };
        self.code.take(brought);
        self.state.take_code(self.code.chunks);
        // If the reader went on meanwhile, the address is written with the next step.
        if self.state.stand() == self.keeper.trail.stand {
            self.write_trail(ctx);
        }
    }

    /// Opens what an entry of the history is about.
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
                    self.state.chrome.tell(told);
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
            // The work has changed since: the link in the address opens it as it was then.
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
