//! Keeping what is done: where, by which of several tabs, and what is told where it cannot be kept or restored.

use super::super::hear::click;
use super::super::text::{button, text};
use super::{Message, Playground, bring, later};
use crate::chunk::Brought;
use crate::interop::{self, Hold};
use crate::session::action::{Action, Page};
use crate::session::chunk::Chunk;
use crate::session::keep::{Aside, Care, Copied, Trouble};
use crate::session::share::Download;
use splitpoint_lab::scenario::EXAMPLES;
use yew::prelude::*;

/// Milliseconds after a change until the session is kept.
const CALM: u32 = 300;

/// How many times as long as keeping takes the page does something else before it keeps again.
const EASE: f64 = 20.0;

/// Milliseconds until a lock is asked for again: on a reload, the page before has it for a moment.
const AGAIN: u32 = 400;

/// What begins the names of what was set aside.
const ASIDE: &str = "aside.";

/// What is known of how work is kept.
#[derive(Default)]
pub(crate) struct Keeper {
    /// The work that is written by this page only, or is to be: its name, and the lock of it.
    hold: Option<(String, Hold)>,
    /// Whether the lock was given.
    is_owner: bool,
    /// Whether it was asked for a second time.
    is_again: bool,
    /// Under which name the archive has the text of the work, where it is too large for the other storage.
    elsewhere: Option<(String, String)>,
    /// Whether a text is on its way to the archive.
    stores: bool,
    /// A text that the archive had, for this name.
    pub(super) brought: Option<(String, Option<String>)>,
    /// Whether a text is brought to be saved as a file.
    saves: bool,
    /// The name of the work that was to be restored.
    pub(super) resumed: Option<String>,
    /// Where something stands that could not be restored and has no other place.
    taken: Option<String>,
    /// Milliseconds until the session is kept after a change.
    pause: u32,
}

impl Keeper {
    /// Of a page that begins with this text, where the archive had it.
    pub(super) fn new(brought: Option<(String, Option<String>)>) -> Self {
        Self { brought, ..Self::default() }
    }
}

impl Playground {
    /// The session changed: it is kept soon, however much more happens until then.
    pub(super) fn keep_soon(&mut self, ctx: &Context<Self>) {
        if self.keeping.is_none() {
            self.keeping = Some(later(ctx, self.keeper.pause.max(CALM), Message::Keep));
        }
    }

    /// The name of the work that is done here, whether or not it is kept yet; `None` where nothing is kept.
    fn work(&self) -> Option<String> {
        let document = &self.state.document;
        let name = match &document.visit {
            Some(visit) if document.lesson.is_none() => visit.is_changed.then_some(visit.slot.as_str()),
            _ => Some("session"),
        };
        name.filter(|_| self.memory.is_there()).map(|name| self.memory.own(name))
    }

    /// Asks for the lock of the work that is done here.
    pub(super) fn hold(&mut self, ctx: &Context<Self>) {
        let work = self.work();
        if self.keeper.hold.as_ref().map(|(name, _)| name) != work.as_ref() {
            self.ask(ctx, work, false);
        }
    }

    fn ask(&mut self, ctx: &Context<Self>, work: Option<String>, by_force: bool) {
        self.keeper.is_owner = false;
        // The one before is given back first.
        self.keeper.hold = None;
        self.keeper.hold = work.map(|name| {
            let (told, asked) = (ctx.link().callback(|(name, held)| Message::Held(name, held)), name.clone());
            let hold = Hold::ask(&name, by_force, move |held| told.emit((asked.clone(), held)));
            (name, hold)
        });
    }

    /// Whether this page may write its work was answered, or has changed.
    pub(super) fn held(&mut self, ctx: &Context<Self>, name: &str, held: bool) {
        if self.keeper.hold.as_ref().is_none_or(|(asked, _)| asked != name) {
            return;
        }
        let was_owner = std::mem::replace(&mut self.keeper.is_owner, held);
        if held {
            self.keeper.is_again = false;
            let is_copy = self.memory.is_copy();
            let told = self.state.chrome.kept.copy.filter(|_| is_copy);
            self.state.chrome.kept.divide(told.or(is_copy.then_some(Copied::Open)));
        } else if !was_owner && !self.keeper.is_again {
            self.keeper.is_again = true;
            let again = ctx.link().callback(|()| Message::Hold);
            gloo::timers::callback::Timeout::new(AGAIN, move || again.emit(())).forget();
        } else {
            self.keeper.is_again = false;
            self.state.chrome.kept.divide(Some(if was_owner { Copied::Taken } else { Copied::Open }));
            self.memory.divide();
            self.hold(ctx);
            // What was not kept yet is now another tab's no more.
            self.keep_soon(ctx);
        }
    }

    /// Asks once more for the lock that another page had.
    pub(super) fn hold_again(&mut self, ctx: &Context<Self>) {
        if !self.keeper.is_owner {
            let work = self.work();
            self.ask(ctx, work, false);
        }
    }

    /// Whether another session is about to take the place of the one that is there, or another tab may have it.
    pub(super) fn may_not_keep(&self) -> bool {
        self.brings == Some(true)
            || self.state.document.is_building()
            || self.memory.is_there() && !self.keeper.is_owner
            || self.keeper.stores
    }

    /// Keeps the session, and the log for a file should the page fail. The first example as it opens need not be kept.
    pub(super) fn keep(&mut self, ctx: &Context<Self>) {
        self.keeping = None;
        let lab = &self.state.document.lab;
        interop::note(lab.log_text());
        let Some(slot) = self.state.document.slot().filter(|_| self.memory.is_used()).map(ToOwned::to_owned) else {
            return;
        };
        if self.keeper.taken.as_ref() == Some(&slot) {
            return self.state.chrome.kept.tell(Some(Trouble::Taken));
        }
        if lab.is_untouched() && lab.start().reference == EXAMPLES[0].reference() {
            return self.memory.forget(&slot);
        }
        let begun = interop::now();
        let text = lab.save().to_text();
        if self.memory.is_copy() && self.memory.kept(&slot).as_ref() == Some(&text) {
            return; // A copy of what is there already says nothing.
        }
        let is_kept = self.memory.keep(&slot, &text);
        self.keeper.pause = pause(interop::now() - begun);
        if is_kept {
            if let Some(((_, there), archive)) = self.keeper.elsewhere.take().zip(self.code.archive) {
                ctx.link().send_future_batch(async move {
                    (archive.forget)(there).await;
                    Vec::new()
                });
            }
            let trouble = self.state.chrome.kept.trouble;
            self.state.chrome.kept.tell(trouble.filter(|trouble| *trouble == Trouble::File));
        } else if self.memory.is_there() {
            self.keep_elsewhere(ctx, slot, text);
        } else {
            self.state.chrome.kept.tell(Some(Trouble::Denied));
        }
    }

    /// Keeps in the archive what has no room in the other storage.
    fn keep_elsewhere(&mut self, ctx: &Context<Self>, slot: String, text: String) {
        self.keeper.stores = true;
        let Some(archive) = self.code.archive else {
            ctx.link().send_future(async { Message::Archive(crate::chunk::bring(Chunk::Import).await.ok()) });
            return;
        };
        let own = self.memory.own(&slot);
        let known = self.keeper.elsewhere.take().filter(|(name, _)| *name == own);
        let there = known.map_or_else(|| interop::random().to_string(), |(_, there)| there);
        ctx.link().send_future(async move {
            let done = (archive.store)(there.clone(), text).await;
            Message::Stored(slot, done.then_some(there))
        });
    }

    /// What the archive is reached by was brought, or not: keeps what has waited for it.
    pub(super) fn take_archive(&mut self, ctx: &Context<Self>, brought: Option<Brought>) {
        self.keeper.stores = false;
        match brought {
            Some(brought) => {
                self.code.take(brought);
                self.state.take_code(self.code.chunks);
                self.keep(ctx);
            }
            None => self.state.chrome.kept.tell(Some(Trouble::Full)),
        }
    }

    /// A text came to the archive, or has no room there either.
    pub(super) fn stored(&mut self, slot: &str, there: Option<String>) {
        self.keeper.stores = false;
        let done = there.filter(|there| self.memory.keep_elsewhere(slot, there));
        self.state.chrome.kept.tell(if done.is_some() { None } else { Some(Trouble::Full) });
        self.keeper.elsewhere = done.map(|there| (self.memory.own(slot), there));
    }

    /// The text that is kept under this name. `None` where the archive has it, from which it is brought for the message
    /// that comes then.
    pub(super) fn kept(&mut self, ctx: &Context<Self>, slot: &str) -> Option<Option<String>> {
        if let Some((_, text)) = self.keeper.brought.take_if(|(name, _)| name == slot) {
            return Some(text);
        }
        let Some(there) = self.memory.elsewhere(slot) else { return Some(self.memory.kept(slot)) };
        match self.code.archive {
            None => bring(ctx, Chunk::Import, Message::Return(slot.to_owned())),
            Some(archive) => {
                let slot = slot.to_owned();
                ctx.link().send_future(async move { Message::Text(slot, (archive.text)(there).await) });
            }
        }
        self.brings = Some(true);
        None
    }

    /// A text came from the archive: it is saved as a file, or opened.
    pub(super) fn take_text(&mut self, ctx: &Context<Self>, slot: String, text: Option<String>) {
        self.brings = None;
        self.keeper.brought = Some((slot.clone(), text));
        if std::mem::take(&mut self.keeper.saves) { self.care(ctx, Care::SaveAside) } else { self.come_back(ctx, slot) }
    }

    /// What could not be restored goes to a place of its own, where nothing is written over it.
    pub(super) fn set_aside(&mut self, why: String) {
        let text = self.keeper.resumed.take().and_then(|slot| Some((self.memory.kept(&slot)?, slot)));
        let Some((text, slot)) = text else {
            self.state.chrome.notice = Some(why);
            return;
        };
        let names = self.memory.names();
        let is_free = |name: &String| names.iter().all(|(known, _)| known != name);
        let free = (1_u32..).map(|number| format!("{ASIDE}{number}")).find(is_free);
        let name = free.filter(|name| self.memory.keep(name, &text));
        match &name {
            Some(_) => self.memory.forget(&slot),
            None => self.keeper.taken = Some(slot.clone()),
        }
        self.state.chrome.kept.set_aside(Aside { name: name.unwrap_or(slot), why: Some(why) });
    }

    /// Tells of what was set aside on an earlier visit.
    pub(super) fn look_aside(&mut self) {
        let kept = &mut self.state.chrome.kept;
        if kept.aside.is_none() && self.memory.is_used() {
            let name = self.memory.names().into_iter().map(|(name, _)| name).find(|name| name.starts_with(ASIDE));
            kept.aside = name.map(|name| Aside { name, why: None });
        }
    }

    /// Does what the reader wants done about what is kept.
    pub(super) fn care(&mut self, ctx: &Context<Self>, care: Care) {
        let name = self.state.chrome.kept.aside.as_ref().map(|aside| aside.name.clone());
        match (care, name) {
            (Care::SaveAside, Some(name)) => match self.kept(ctx, &name) {
                Some(Some(text)) => interop::save("splitpoint-set-aside.json", text.as_bytes()),
                Some(None) => self.state.chrome.notice = Some("The browser has lost it.".to_owned()),
                None => self.keeper.saves = true,
            },
            (Care::DropAside, Some(name)) => {
                self.memory.forget(&name);
                self.keeper.taken = None;
                self.state.chrome.kept.aside = None;
                self.look_aside();
                self.keep_soon(ctx);
            }
            (Care::TakeOver, _) => {
                if self.keeping.take().is_some() && !self.may_not_keep() {
                    self.keep(ctx);
                }
                self.memory.unite();
                self.state.chrome.kept.divide(None);
                let work = self.work();
                self.ask(ctx, work, true);
                let slot = self.state.document.slot().unwrap_or("session").to_owned();
                self.come_back(ctx, slot);
            }
            (_, None) => {}
        }
    }

    /// What there is to be told, with what can be done about it. `None` where there is nothing.
    pub(super) fn told(&self) -> Option<Html> {
        let kept = &self.state.chrome.kept;
        if kept.is_hidden || kept.trouble.is_none() && kept.aside.is_none() && kept.copy.is_none() {
            return None;
        }
        let way = |words, page| button("button", words, click(&self.dispatch, Action::Page(page)));
        Some(html! {
            <>
                if let Some(trouble) = kept.trouble {
                    { text("p", "", trouble.words()) }
                    <div class="dialog__ways">{ way("Save it as a file", Page::TakeAway(Download::Session)) }</div>
                }
                if let Some(aside) = &kept.aside {
                    { text("p", "", aside.words()) }
                    <div class="dialog__ways">
                        { way("Save what was set aside", Page::Care(Care::SaveAside)) }
                        { way("Delete it", Page::Care(Care::DropAside)) }
                    </div>
                }
                if let Some(copy) = kept.copy {
                    { text("p", "", copy.words()) }
                    <div class="dialog__ways">{ way("Take over my work here", Page::Care(Care::TakeOver)) }</div>
                }
            </>
        })
    }
}

/// Milliseconds to wait where keeping took so many.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some seconds at most")]
fn pause(took: f64) -> u32 {
    (took * EASE) as u32
}
