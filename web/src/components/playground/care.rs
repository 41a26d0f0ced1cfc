//! Rarely needed parts of keeping: texts without room, sessions that could not be restored, copies, and what the reader
//! asks for.

use super::super::hear::click;
use super::super::text::{button, text};
use super::keep::{Caring, DEADLINE, Job};
use super::shelf::{name_of, start_at, start_of};
use super::{Message, Playground, later};
use crate::interop::{self, ASIDE, DESK, Picked};
use crate::session::action::{Action, Page};
use crate::session::chunk::Chunk;
use crate::session::import::{BUSY, ImportView, Importing, MOST_OF_DATA, Reread};
use crate::session::keep::{Aside, Care, Trouble};
use crate::session::lesson::Learning;
use crate::session::share::Download;
use crate::session::stash;
use crate::session::writing::{self, Writing};
use splitpoint_lab::scenario::Reference;
use splitpoint_lab::session::{LONG, Saved, SavedData, SavedFile};
use yew::prelude::*;

/// Part of the message that a session cannot be opened.
const UNTOUCHED: &str = "What you did here is as it was.";

/// The functions of this module.
pub(crate) static CARING: Caring =
    Caring { work: Playground::care_for, keep_desk: Playground::write_desk, told: Playground::told };

impl Playground {
    fn care_for(&mut self, ctx: &Context<Self>, job: Job) {
        match job {
            Job::Walk if self.holds(ctx, Message::Job(Job::Walk)) => {}
            Job::Aside(why) => self.set_aside(why),
            Job::Look => self.look_aside(),
            Job::Tell(trouble) => self.state.chrome.kept.tell(Some(trouble)),
            Job::Divide(copy) => self.state.chrome.kept.divide(Some(copy)),
            Job::Elsewhere(errand, slot, text) => self.keep_elsewhere(ctx, errand, slot, text),
            Job::Stored(errand, slot, there) => self.stored(ctx, errand, &slot, there),
            Job::Free(there) => self.free_text(ctx, there),
            Job::Fetch(slot, there, then) => self.fetch_text(ctx, slot, there, then),
            Job::Text(slot, text) => self.take_text(ctx, slot, text),
            Job::File(mark, mapping) => self.keep_file(ctx, mark, mapping),
            Job::Filed(done) => self.filed(done),
            Job::Files(files, texts) => self.list_archive(ctx, files, texts),
            Job::Change(reference) => self.change_start(ctx, reference),
            Job::PutAway => self.make_room(),
            Job::Unshelve => self.take_back(ctx),
            Job::Desk => self.write_desk(),
            Job::LayOut => self.lay_out(ctx),
            Job::Trail => self.write_trail(ctx),
            Job::Linking(brought) => self.write_link(ctx, brought),
            Job::Walk => self.walk(ctx),
            Job::Care(care) => self.care(ctx, care),
            Job::Given(text) => self.open_given(ctx, text),
            Job::Packed(letters) => self.save_work(letters),
        }
    }

    /// Keeps the desk: what lies open in the page (form, script, panes). Where it has no room, nothing is said: the work itself
    /// may have one elsewhere.
    fn write_desk(&self) {
        let slot = self.state.document.slot().map(|slot| format!("{slot}{DESK}"));
        if let Some(name) = slot.filter(|_| !self.may_not_keep()) {
            self.memory.keep(&name, &stash::write(&self.state));
        }
    }

    /// Restores the desk that was kept with the work that was opened.
    fn lay_out(&mut self, ctx: &Context<Self>) {
        let slot = self.keeper.lays_out.take();
        let kept = |slot: String| self.memory.kept(&format!("{slot}{DESK}"));
        let given = self.keeper.given.take();
        let is_new = given.is_some();
        let Some(text) = given.or_else(|| slot.and_then(kept)) else { return };
        if stash::lacks_form(&self.state, &text) {
            self.keeper.given = Some(text);
            return self.bring(ctx, Chunk::Repeat, Message::Job(Job::LayOut));
        }
        stash::read(&mut self.state, &text);
        // A first minute by which the reader came here opens its own form, not the one that was left open.
        let is_changed = is_new || self.state.prepare();
        // As after a change by hand, the form is checked for what HBase would answer.
        self.apply(ctx, Action::Operation(self.state.desk.form.operation));
        if is_changed {
            self.keep_desk_soon(ctx);
        }
        if let Some(action) = self.state.lacks_console() {
            self.apply(ctx, action);
        }
    }

    /// Keeps the chosen file with its mapping in the archive, for the next visit.
    fn keep_file(&mut self, ctx: &Context<Self>, mark: String, mapping: String) {
        let file = self.file.clone().filter(|_| self.memory.is_used());
        let Some((file, archive)) = file.zip(self.code.archive) else { return };
        self.keep_mark(&mark);
        self.keeper.filing = Some(later(ctx, DEADLINE, Message::Job(Job::Filed(false))));
        ctx.link().send_future(async move { Message::Job(Job::Filed((archive.keep)(mark, file, mapping).await)) });
    }

    /// The file was kept, or could not be, or no answer came in time.
    fn filed(&mut self, done: bool) {
        self.keeper.filing = None;
        let kept = &mut self.state.chrome.kept;
        if !done {
            kept.tell(Some(Trouble::File));
        } else if kept.trouble == Some(Trouble::File) {
            kept.tell(None);
        }
    }

    /// Keeps in the archive, which is IndexedDB, a text that has no room in local storage.
    fn keep_elsewhere(&mut self, ctx: &Context<Self>, errand: u32, slot: String, text: String) {
        if errand != self.keeper.errand {
            return; // The work was kept again meanwhile, or is kept in another place.
        }
        self.keeper.stores = true;
        self.expect(ctx);
        let Some(archive) = self.code.archive else {
            // The archive's code is not loaded yet. The text is kept once it is.
            return self.bring(ctx, Chunk::Import, Message::Job(Job::Elsewhere(errand, slot, text)));
        };
        let start = start_of(&text);
        let known = self.memory.own_elsewhere(&slot).filter(|there| start_at(there) == start);
        let there = known.unwrap_or_else(|| name_of(start, interop::random()));
        ctx.link().send_future(async move {
            let done = (archive.store)(there.clone(), text).await;
            Message::Job(Job::Stored(errand, slot, done.then_some(there)))
        });
    }

    /// A text was stored in the archive, or has no room there either.
    fn stored(&mut self, ctx: &Context<Self>, errand: u32, slot: &str, there: Option<String>) {
        if errand != self.keeper.errand {
            return; // Nothing refers to this text, so it is deleted when the list of what is kept is opened.
        }
        let before = self.memory.own_elsewhere(slot);
        let Some(there) = there.filter(|there| self.memory.keep_elsewhere(slot, there)) else {
            return self.fail_to_keep(ctx, Trouble::Full);
        };
        (self.keeper.stores, self.keeper.deadline) = (false, None);
        self.state.chrome.kept.tell(None);
        if let Some(before) = before.filter(|before| *before != there) {
            self.free_text(ctx, before);
        }
        self.let_go(ctx);
    }

    /// Deletes a text from the archive, unless something in local storage refers to it.
    pub(super) fn free_text(&mut self, ctx: &Context<Self>, there: String) {
        if self.memory.archived().contains(&there) {
            return;
        }
        let Some(archive) = self.code.archive else {
            return self.bring(ctx, Chunk::Import, Message::Job(Job::Free(there)));
        };
        ctx.link().send_future_batch(async move {
            (archive.forget)(there).await;
            Vec::new()
        });
    }

    /// Deletes what is kept under a name, with its text in the archive.
    pub(super) fn forget(&mut self, ctx: &Context<Self>, name: &str) {
        let there = self.memory.own_elsewhere(name);
        self.memory.forget(name);
        there.into_iter().for_each(|there| self.free_text(ctx, there));
    }

    /// Undoes *Start over*: what was put away last replaces what was begun.
    fn take_back(&mut self, ctx: &Context<Self>) {
        let Some(slot) = self.state.document.slot().map(ToOwned::to_owned) else { return };
        let there = self.memory.own_elsewhere(&slot);
        self.memory.unshelve(&slot);
        self.keeper.leave();
        there.into_iter().for_each(|there| self.free_text(ctx, there));
    }

    /// Reads a text from the archive.
    fn fetch_text(&mut self, ctx: &Context<Self>, slot: String, there: String, then: Box<Message>) {
        match self.code.archive {
            None => self.bring_for(ctx, Chunk::Import, Message::Job(Job::Fetch(slot, there, then))),
            Some(archive) => {
                self.keeper.fetches = Some((slot.clone(), then));
                ctx.link().send_future(async move { Message::Job(Job::Text(slot, (archive.text)(there).await)) });
            }
        }
    }

    /// A text was read from the archive, or is lost there.
    fn take_text(&mut self, ctx: &Context<Self>, slot: String, text: Option<String>) {
        // Otherwise the reader does not wait for this text any more.
        if let Some((_, then)) = self.keeper.fetches.take_if(|(awaited, _)| *awaited == slot) {
            self.keeper.brought = Some((slot, text));
            Component::update(self, ctx, *then);
        }
    }

    /// Moves what could not be restored to a name of its own, under which nothing overwrites it.
    fn set_aside(&mut self, why: String) {
        let text = self.keeper.resumed.take().and_then(|slot| Some((self.memory.kept(&slot)?, slot)));
        let Some((text, slot)) = text else {
            self.state.chrome.fail(why);
            return;
        };
        let names = self.memory.names();
        let is_free = |name: &String| names.iter().all(|(known, _)| known != name);
        let free = (1_u32..).map(|number| format!("{ASIDE}{number}")).find(is_free);
        let name = free.filter(|name| self.memory.keep(name, &text));
        match &name {
            Some(name) => {
                self.memory.forget(&slot);
                // Without the file on which it stands it could not be opened.
                self.memory.copy_beside(&slot, name);
            }
            None => self.keeper.taken = Some(slot.clone()),
        }
        self.state.chrome.kept.set_aside(Aside { name: name.unwrap_or(slot), why: Some(why) });
    }

    /// Tells the reader about what was set aside on an earlier visit.
    pub(super) fn look_aside(&mut self) {
        let kept = &mut self.state.chrome.kept;
        if kept.aside.is_none() && self.memory.is_used() {
            let mut names = self.memory.names().into_iter().map(|(name, _)| name);
            let name = names.find(|name| name.starts_with(ASIDE) && !interop::is_beside(name));
            kept.aside = name.map(|name| Aside { name, why: None });
        }
    }

    /// Carries out what the reader asks for about what is kept.
    fn care(&mut self, ctx: &Context<Self>, care: Care) {
        if matches!(care, Care::Open(_) | Care::TakeOver) && self.holds(ctx, Message::Job(Job::Care(care))) {
            return;
        }
        let aside = self.state.chrome.kept.aside.as_ref().map(|aside| aside.name.clone()).unwrap_or_default();
        let listed = |at: usize| self.state.chrome.kept.list.get(at).cloned();
        match care {
            Care::SaveAside => self.save_kept(ctx, aside, care),
            Care::DropAside => {
                self.forget(ctx, &aside);
                if aside.starts_with(ASIDE) {
                    self.memory.forget_beside(&aside);
                }
                self.keeper.taken = None;
                self.state.chrome.kept.aside = None;
                self.look_aside();
                self.keep_soon(ctx);
            }
            Care::TakeOver => {
                let slot = self.state.document.slot().unwrap_or("session").to_owned();
                // The work itself is opened, not this tab's copy of it.
                if !self.is_ready_in(ctx, self.memory.plain(), &slot, &|| Message::Job(Job::Care(care))) {
                    return;
                }
                self.memory.unite();
                self.state.chrome.kept.divide(None);
                let work = self.work();
                self.ask(ctx, work, true);
                self.go_back(ctx, &slot);
            }
            Care::SaveWork => self.pack_work(ctx),
            Care::List => {
                self.keep_now(ctx);
                self.list(ctx);
            }
            Care::Open(at) => {
                if let Some(entry) = listed(at) {
                    self.state.chrome.overlay = None;
                    if writing::is_draft(&entry.name) {
                        let text = Writing::Text(self.memory.kept(&entry.name).unwrap_or_default());
                        return self.apply(ctx, Action::Lesson(Learning::Write(text)));
                    }
                    self.open_kept(ctx, &entry.name, &|| Message::Job(Job::Care(care)));
                }
            }
            Care::Save(at) => {
                if let Some(entry) = listed(at) {
                    self.save_kept(ctx, entry.name, care);
                }
            }
            Care::Drop(at) => {
                if let Some(entry) = listed(at) {
                    self.drop_kept(ctx, entry);
                }
            }
        }
    }

    /// Opens a chosen file if it holds a session. The present work stays, or is put away.
    fn open_given(&mut self, ctx: &Context<Self>, text: String) {
        let chunks = self.state.chrome.chunks;
        let Some(import) = chunks.import else {
            return self.bring_for(ctx, Chunk::Import, Message::Job(Job::Given(text)));
        };
        let Some(links) = chunks.link else {
            return self.bring_for(ctx, Chunk::Link, Message::Job(Job::Given(text)));
        };
        if !(import.is_session)(&text) {
            return self.apply(ctx, Action::Import(Importing::Plain));
        }
        if self.holds(ctx, Message::Job(Job::Given(text.clone()))) {
            return;
        }
        let refused = |why: String| Action::Import(Importing::Refused(why));
        let file = match (import.session)(&text) {
            Err(error) => return self.apply(ctx, refused(format!("{error} {UNTOUCHED}"))),
            Ok(_) if self.state.document.is_busy() => return self.apply(ctx, refused(BUSY.to_owned())),
            Ok(file) => file,
        };
        if let Some(chunk) = chunks.lack(file.saved.reference(), file.saved.needs()) {
            return self.bring_for(ctx, chunk, Message::Job(Job::Given(text)));
        }
        let SavedFile { saved, desk, data } = file;
        match (saved.reference(), data) {
            (Reference::Import(_), Some(data)) => self.open_with_data(ctx, saved, desk, data),
            (Reference::Import(name), None) => {
                let why = format!(
                    "This session stands on the file “{name}”, which is not in it. Save it again where that table is open: \
                     then the file goes along. {UNTOUCHED}"
                );
                self.apply(ctx, refused(why));
            }
            (Reference::Scenario(_) | Reference::Sandbox(_), _) => {
                self.state.chrome.overlay = None;
                self.state.chrome.import = ImportView::default();
                self.keeper.given = desk;
                // It is called through the table: otherwise this chunk, which most visits load, would contain the code
                // that makes links.
                let link = (links.pack)(&text).unwrap_or_default();
                if matches!(chunks.read_link(&link), Some(Ok(Some(_)))) {
                    // The address changes as if a link to it had been opened.
                    if self.follows() && link.len() <= LONG {
                        interop::write_history(true, None, &link);
                    }
                    self.visit(ctx, link);
                } else if self.begin_own() {
                    self.keeper.brought = Some(("session".to_owned(), Some(saved.to_text())));
                    self.come_back(ctx, "session".to_owned());
                }
            }
        }
    }

    /// Makes room for work that replaces the reader's own, which is put away. `false` if that is not possible.
    fn begin_own(&mut self) -> bool {
        self.state.document.visit = None;
        self.state.document.link = None;
        self.put_away("session")
    }

    /// Reads the data file that came inside a session's file, and goes on with it.
    fn open_with_data(&mut self, ctx: &Context<Self>, saved: Saved, desk: Option<String>, data: SavedData) {
        let SavedData { name, mapping, bytes } = data;
        let made = interop::made(&name, &bytes).zip(self.state.chrome.chunks.import);
        let effects = made.and_then(|(file, import)| {
            let size = file.size();
            self.file = Some(file);
            self.reads += 1;
            let reread = Reread { name, size, mapping: &mapping, saved: Some(saved), is_kept: false };
            (import.reread)(&mut self.state, reread)
        });
        match effects {
            Some(effects) => {
                self.state.document.visit = None;
                self.state.document.link = None;
                self.leave_address();
                self.keeper.given = desk;
                self.work_off(ctx, effects);
            }
            None => {
                let why = format!("The columns of the file in this session cannot be read. {UNTOUCHED}");
                self.apply(ctx, Action::Import(Importing::Refused(why)));
            }
        }
    }

    /// The file from which the table is made, if it is small enough to be saved inside the session's file.
    fn own_file(&self) -> Option<(Picked, String)> {
        let Reference::Import(name) = &self.state.document.start.reference else { return None };
        self.source.clone().filter(|(file, _)| file.name() == *name && file.size() <= MOST_OF_DATA)
    }

    /// Saves the work as a file. The file from which the table is made is read first.
    fn pack_work(&mut self, ctx: &Context<Self>) {
        match self.own_file().zip(self.code.archive) {
            Some(((file, _), archive)) => {
                ctx.link().send_future(async move { Message::Job(Job::Packed((archive.encode)(file).await)) });
            }
            None => self.save_work(None),
        }
    }

    /// Saves the work as a file. `letters` is the content, in base64, of the file from which the table is made.
    fn save_work(&mut self, letters: Option<String>) {
        let document = &self.state.document;
        let own = self.own_file().zip(letters);
        let data = own.as_ref().map(|((file, mapping), letters)| (file.name(), mapping.as_str(), letters.as_str()));
        let data = data.as_ref().map(|(name, mapping, letters)| (name.as_str(), *mapping, *letters));
        let text = SavedFile::text(&document.lab.save(), &stash::write(&self.state), data);
        interop::save("splitpoint-session.json", text.as_bytes());
        if let (Reference::Import(name), None) = (&document.start.reference, data) {
            let why = format!(
                "Your file “{name}” is not in what was saved: it is larger than {} MB, or cannot be read any more.",
                MOST_OF_DATA >> 20
            );
            self.state.chrome.tell(why);
        }
    }

    /// Saves what is kept under a name as a file. `care` is repeated if the text first has to come from the archive.
    fn save_kept(&mut self, ctx: &Context<Self>, name: String, care: Care) {
        match self.kept(ctx, self.memory, &name, &|| Message::Job(Job::Care(care))) {
            Some(Some(text)) if writing::is_draft(&name) => interop::save(&writing::file(&text), text.as_bytes()),
            Some(Some(text)) => interop::save("splitpoint-kept.json", text.as_bytes()),
            Some(None) => self.state.chrome.fail("The browser has lost it."),
            None => {} // The text comes from the archive first, and then this is called again.
        }
    }

    /// The messages about what is kept, with their buttons. `None` if there are none.
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
