//! What is rarely wanted of keeping: what has no room, what could not be restored, copies, what the reader asks for.

use super::super::hear::click;
use super::super::text::{button, text};
use super::keep::{Caring, Job};
use super::shelf::DESK;
use super::{Message, Playground, bring};
use crate::interop::{self, ASIDE};
use crate::session::action::{Action, Page};
use crate::session::chunk::Chunk;
use crate::session::keep::{Aside, Care, Trouble};
use crate::session::share::Download;
use crate::session::stash;
use yew::prelude::*;

/// The table.
pub(crate) static CARING: Caring = Caring { work: Playground::care_for, told: Playground::told };

impl Playground {
    fn care_for(&mut self, ctx: &Context<Self>, job: Job) {
        match job {
            Job::Aside(why) => self.set_aside(why),
            Job::Look => self.look_aside(),
            Job::Tell(trouble) => self.state.chrome.kept.tell(Some(trouble)),
            Job::Divide(copy) => self.state.chrome.kept.divide(Some(copy)),
            Job::Elsewhere(slot, text) => self.keep_elsewhere(ctx, slot, text),
            Job::Stored(slot, there) => self.stored(&slot, there),
            Job::Fetch(slot) => self.fetch_text(ctx, slot),
            Job::Text(slot, text) => self.take_text(ctx, slot, text),
            Job::File(mark, mapping) => self.keep_file(ctx, mark, mapping),
            Job::Filed(done) => self.state.chrome.kept.tell((!done).then_some(Trouble::File)),
            Job::Files(files) => self.list_files(files),
            Job::Change(reference) => self.change_start(ctx, reference),
            Job::PutAway => self.make_room(),
            Job::Desk => self.write_desk(),
            Job::LayOut => self.lay_out(ctx),
            Job::Trail => self.write_trail(ctx),
            Job::Linking(brought) => self.write_link(ctx, brought),
            Job::Walk => self.walk(ctx),
            Job::Care(care) => self.care(ctx, care),
        }
    }

    /// Keeps what lies on the desk.
    fn write_desk(&mut self) {
        let slot = self.state.document.slot().map(|slot| format!("{slot}{DESK}"));
        if let Some(name) = slot.filter(|_| !self.may_not_keep()) {
            self.memory.keep(&name, &stash::write(&self.state));
        }
    }

    /// Puts on the desk what was kept with the work that was opened.
    fn lay_out(&mut self, ctx: &Context<Self>) {
        let Some(slot) = self.keeper.lays_out.take() else { return };
        let Some(text) = self.memory.kept(&format!("{slot}{DESK}")) else { return };
        if stash::lacks_form(&self.state, &text) {
            self.keeper.lays_out = Some(slot);
            return bring(ctx, Chunk::Repeat, Message::Job(Job::LayOut));
        }
        stash::read(&mut self.state, &text);
        if let Some(action) = self.state.lacks_console() {
            self.apply(ctx, action);
        }
    }

    /// Keeps the chosen file with what it was mapped to, for the next time.
    fn keep_file(&mut self, ctx: &Context<Self>, mark: String, mapping: String) {
        let file = self.file.clone().filter(|_| self.memory.is_used());
        let Some((file, archive)) = file.zip(self.code.archive) else { return };
        self.keep_mark(&mark);
        ctx.link().send_future(async move { Message::Job(Job::Filed((archive.keep)(mark, file, mapping).await)) });
    }

    /// Keeps in the archive what has no room in the other storage.
    fn keep_elsewhere(&mut self, ctx: &Context<Self>, slot: String, text: String) {
        let Some(archive) = self.code.archive else {
            // It is kept again as soon as there is one.
            self.keeper.stores = true;
            return bring(ctx, Chunk::Import, Message::Job(Job::Elsewhere(slot, text)));
        };
        self.keeper.stores = true;
        let own = self.memory.own(&slot);
        let known = self.keeper.elsewhere.take().filter(|(name, _)| *name == own);
        let there = known.map_or_else(|| interop::random().to_string(), |(_, there)| there);
        ctx.link().send_future(async move {
            let done = (archive.store)(there.clone(), text).await;
            Message::Job(Job::Stored(slot, done.then_some(there)))
        });
    }

    /// A text came to the archive, or has no room there either.
    fn stored(&mut self, slot: &str, there: Option<String>) {
        self.keeper.stores = false;
        let done = there.filter(|there| self.memory.keep_elsewhere(slot, there));
        interop::note_kept(done.is_some());
        self.state.chrome.kept.tell(if done.is_some() { None } else { Some(Trouble::Full) });
        self.keeper.elsewhere = done.map(|there| (self.memory.own(slot), there));
    }

    /// Brings a text from the archive.
    fn fetch_text(&mut self, ctx: &Context<Self>, slot: String) {
        self.brings = Some(true);
        let there = self.memory.elsewhere(&slot).unwrap_or_default();
        match self.code.archive {
            None => bring(ctx, Chunk::Import, Message::Job(Job::Fetch(slot))),
            Some(archive) => {
                ctx.link().send_future(async move { Message::Job(Job::Text(slot, (archive.text)(there).await)) });
            }
        }
    }

    /// A text came from the archive: it is saved as a file, or opened.
    fn take_text(&mut self, ctx: &Context<Self>, slot: String, text: Option<String>) {
        self.brings = None;
        self.keeper.brought = Some((slot.clone(), text));
        if std::mem::take(&mut self.keeper.saves) { self.save_kept(ctx, slot) } else { self.come_back(ctx, slot) }
    }

    /// What could not be restored goes to a place of its own, where nothing is written over it.
    fn set_aside(&mut self, why: String) {
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
    fn care(&mut self, ctx: &Context<Self>, care: Care) {
        let aside = self.state.chrome.kept.aside.as_ref().map(|aside| aside.name.clone()).unwrap_or_default();
        let listed = |at: usize| self.state.chrome.kept.list.get(at).cloned();
        match care {
            Care::SaveAside => self.save_kept(ctx, aside),
            Care::DropAside => {
                self.memory.forget(&aside);
                self.keeper.taken = None;
                self.state.chrome.kept.aside = None;
                self.look_aside();
                self.keep_soon(ctx);
            }
            Care::TakeOver => {
                self.keep_now(ctx);
                self.memory.unite();
                self.state.chrome.kept.divide(None);
                let work = self.work();
                self.ask(ctx, work, true);
                let slot = self.state.document.slot().unwrap_or("session").to_owned();
                self.come_back(ctx, slot);
            }
            Care::List => {
                self.keep_now(ctx);
                self.list(ctx);
            }
            Care::Open(at) => {
                if let Some(entry) = listed(at) {
                    self.state.chrome.overlay = None;
                    self.open_kept(ctx, &entry.name);
                }
            }
            Care::Save(at) => {
                if let Some(entry) = listed(at) {
                    self.save_kept(ctx, entry.name);
                }
            }
            Care::Drop(at) => {
                if let Some(entry) = listed(at) {
                    self.drop_kept(ctx, entry);
                }
            }
        }
    }

    /// Saves what is kept under a name as a file.
    fn save_kept(&mut self, ctx: &Context<Self>, name: String) {
        match self.kept(ctx, &name) {
            Some(Some(text)) => interop::save("splitpoint-kept.json", text.as_bytes()),
            Some(None) => self.state.chrome.notice = Some("The browser has lost it.".to_owned()),
            None => self.keeper.saves = true,
        }
    }

    /// What there is to be told, with what can be done about it. `None` where there is nothing.
    fn told(&self) -> Option<Html> {
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
