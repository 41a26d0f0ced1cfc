//! The shelf: each start keeps its own session. When another one takes its place, the work is moved to a name of its
//! own, and back from there later.

use super::keep::Job;
use super::{Message, Playground, later};
use crate::interop::{BESIDE, DESK, MARK, Memory, is_beside};
use crate::session::action::{Action, Page};
use crate::session::chunk::Chunk;
use crate::session::keep::{Care, Entry, Trouble};
use splitpoint_lab::scenario::Reference;
use splitpoint_lab::session::Needs;
use yew::prelude::*;

/// The part of a name between that of the work and its start, for work on the shelf.
const AT: &str = ".at.";

/// Milliseconds after which a text in the archive is deleted if nothing refers to it: another tab may be about to do
/// so.
const SWEEP: u32 = 10_000;

impl Playground {
    /// The name of the present work, or of the work that was left for a while.
    fn slot(&self) -> String {
        let visit = self.state.document.visit.as_ref().filter(|_| self.state.document.lesson.is_none());
        visit.map_or("session", |visit| visit.slot.as_str()).to_owned()
    }

    /// Opens a start, with the work that was done on it before. The present work is put away.
    pub(super) fn change_start(&mut self, ctx: &Context<Self>, reference: Reference) {
        if let Some(chunk) = self.state.chrome.chunks.lack(&reference, Needs::default()) {
            return self.bring_for(ctx, chunk, Message::Job(Job::Change(reference)));
        }
        let document = &self.state.document;
        let is_there = document.start.reference == reference && document.lesson.is_none() && !document.is_building();
        if is_there {
            return;
        }
        if self.holds(ctx, Message::Job(Job::Change(reference.clone()))) {
            return;
        }
        let slot = self.slot();
        let wanted = reference.example().unwrap_or_default().to_owned();
        let text = self.memory.kept(&slot);
        let is_in_place = text.is_some_and(|text| self.start_under(&slot, &text).as_ref() == Some(&wanted));
        let there = if is_in_place { slot.clone() } else { format!("{slot}{AT}{wanted}") };
        let is_kept = self.memory.kept(&there).is_some();
        if is_kept && !self.is_ready(ctx, &there, &|| Message::Job(Job::Change(reference.clone())))
            || !is_in_place && !self.put_away(&slot)
        {
            return;
        }
        if is_in_place || self.take_from(&there, &slot) {
            return self.go_back(ctx, &slot);
        }
        if move_text(self.memory, &format!("{there}{DESK}"), &format!("{slot}{DESK}")) {
            self.keeper.lays_out = Some(slot);
        }
        let effects = self.state.begin(&reference, None);
        self.work_off(ctx, effects);
    }

    /// Puts away what is kept of the present work, before another one takes its place.
    pub(super) fn make_room(&mut self) {
        let slot = self.slot();
        self.put_away(&slot);
    }

    /// The example from which the text under this name starts. If the text is in the archive, its name there says so.
    /// For names of older versions, which do not, it is the start of the present work, if the text is kept in its
    /// place.
    fn start_under(&self, slot: &str, text: &str) -> Option<String> {
        let document = &self.state.document;
        let is_here = || Memory::there(text).is_some() && document.slot() == Some(slot) && !document.is_building();
        start_of(text).or_else(|| document.start.reference.example().filter(|_| is_here())).map(ToOwned::to_owned)
    }

    /// Puts what is kept under a name on the shelf. `false` if that is not possible; then it stays where it was.
    pub(super) fn put_away(&mut self, slot: &str) -> bool {
        let Some(text) = self.memory.kept(slot).filter(|text| start_of(text).is_none() || !is_untouched(text)) else {
            // Nothing was done, but the desk may have changed.
            if let Some(id) = self.state.document.start.reference.example() {
                move_text(self.memory, &format!("{slot}{DESK}"), &format!("{slot}{AT}{id}{DESK}"));
            }
            return true;
        };
        let to = match self.start_under(slot, &text) {
            Some(start) => format!("{slot}{AT}{start}"),
            None => self.free(&format!("{slot}{AT}")),
        };
        // Other work on the same start may have that name, if this work was opened from the list of what is kept. It is
        // put away under a further name.
        self.memory.shelve(&to);
        let done = self.take_from(slot, &to);
        if !done {
            self.state.chrome.kept.tell(Some(Trouble::Full));
        }
        done
    }

    /// The first free name with this beginning and a number at its end.
    pub(super) fn free(&self, begin: &str) -> String {
        let names = self.memory.names();
        let begin = self.memory.own(begin);
        let own = (1_u32..).map(|number| format!("{begin}{number}"));
        let mut free = own.filter(|name| names.iter().all(|(known, _)| known != name));
        free.next().unwrap_or(begin)
    }

    /// Moves what is kept under a name to another name. `false` if there is nothing, or no room.
    pub(super) fn take_from(&mut self, from: &str, to: &str) -> bool {
        let done = move_text(self.memory, from, to);
        self.keeper.leave();
        // If the archive had its text, this was read before, so its name changes, too.
        if let Some((name, _)) = self.keeper.brought.as_mut().filter(|(name, _)| done && name == from) {
            to.clone_into(name);
        }
        for more in BESIDE {
            if done && !move_text(self.memory, &format!("{from}{more}"), &format!("{to}{more}")) {
                self.memory.forget(&format!("{to}{more}"));
            }
        }
        done
    }

    /// Lists what is kept.
    pub(super) fn list(&mut self, ctx: &Context<Self>) {
        let open = self.state.document.slot().map(|slot| self.memory.own(slot));
        let names = self.memory.names().into_iter().filter(|(name, _)| !is_beside(name));
        let entry = |(name, length)| Entry {
            is_open: open.as_ref() == Some(&name),
            name,
            bytes: length as u64,
            file: None,
            start: None,
        };
        self.state.chrome.kept.list = names.map(entry).collect();
        match self.code.archive {
            Some(archive) => ctx
                .link()
                .send_future(async move { Message::Job(Job::Files((archive.files)().await, (archive.texts)().await)) }),
            None if !self.memory.archived().is_empty()
                || self.memory.names().iter().any(|(name, _)| name.ends_with(MARK)) =>
            {
                self.bring_for(ctx, Chunk::Import, Message::Do(Action::Page(Page::Care(Care::List))));
            }
            None => {}
        }
    }

    /// Adds the files and the texts of the archive to the list. Texts to which nothing refers are deleted, unless
    /// another tab refers to them in the meantime.
    pub(super) fn list_archive(
        &mut self,
        ctx: &Context<Self>,
        files: Vec<(String, String, u64)>,
        texts: Vec<(String, u64, String)>,
    ) {
        for entry in &mut self.state.chrome.kept.list {
            let there = self.memory.own_elsewhere(&entry.name);
            if let Some((_, length, head)) = texts.iter().find(|(name, ..)| there.as_ref() == Some(name)) {
                entry.bytes = *length;
                entry.start = start_of(head).map(ToOwned::to_owned);
            }
        }
        let used = self.memory.archived();
        for (there, ..) in texts.into_iter().filter(|(name, ..)| !used.contains(name)) {
            later(ctx, SWEEP, Message::Job(Job::Free(there))).forget();
        }
        let open = self.mark(&self.slot());
        let list = &mut self.state.chrome.kept.list;
        list.retain(|entry| entry.file.is_none());
        list.extend(files.into_iter().map(|(mark, name, bytes)| {
            let is_open = mark == open;
            Entry { name: mark, bytes, file: Some(name), is_open, start: None }
        }));
    }

    /// Opens what is kept under a name as the reader's own work. The present work is put away.
    pub(super) fn open_kept(&mut self, ctx: &Context<Self>, name: &str, again: &dyn Fn() -> Message) {
        if !self.is_ready(ctx, name, again) {
            return;
        }
        self.state.document.visit = None;
        self.state.document.link = None;
        // The present work may have the same start, and then go to the name of the work to open, which is moved away
        // first.
        let between = Some(self.free(&format!("session{AT}"))).filter(|_| name.contains(AT));
        let between = between.filter(|between| self.take_from(name, between));
        let from = between.as_deref().unwrap_or(name);
        if !self.put_away("session") {
            if let Some(between) = between {
                self.take_from(&between, name);
            }
        } else if self.take_from(from, "session") {
            self.state.chrome.kept.aside.take_if(|aside| aside.name == name);
            self.go_back(ctx, "session");
        }
    }

    /// Deletes what is kept, and lists the rest.
    pub(super) fn drop_kept(&mut self, ctx: &Context<Self>, entry: Entry) {
        let Entry { name, file, .. } = entry;
        if let (Some(_), Some(archive)) = (file, self.code.archive) {
            ctx.link().send_future(async move {
                (archive.forget_file)(name).await;
                Message::Do(Action::Page(Page::Care(Care::List)))
            });
            return;
        }
        self.forget(ctx, &name);
        self.memory.forget_beside(&name);
        self.state.chrome.kept.aside.take_if(|aside| aside.name == name);
        self.look_aside();
        self.list(ctx);
    }

    /// The key of the file in the archive on which the work of this name is based.
    pub(super) fn mark(&self, slot: &str) -> String {
        self.memory.kept(&format!("{slot}{MARK}")).unwrap_or_default()
    }

    /// Keeps the key of the file in the archive on which the present work is based.
    pub(super) fn keep_mark(&mut self, mark: &str) -> bool {
        let slot = self.slot();
        self.memory.keep(&format!("{slot}{MARK}"), mark)
    }
}

/// Moves a text. It is removed before it is written again, since there may be room for one of them only.
fn move_text(memory: Memory, from: &str, to: &str) -> bool {
    let Some(text) = memory.kept(from) else { return false };
    memory.forget(from);
    let done = memory.keep(to, &text);
    if !done {
        memory.keep(from, &text);
    }
    done
}

/// The name in the archive for a text that starts from this example. It contains the example, so that the text need not
/// be read.
pub(super) fn name_of(start: Option<&str>, number: u32) -> String {
    start.map_or_else(|| number.to_string(), |start| format!("{start}.{number}"))
}

/// The example in such a name.
pub(super) fn start_at(there: &str) -> Option<&str> {
    there.rsplit_once('.').map(|(start, _)| start)
}

/// The example from which the session in this text starts; `None` if that is a file, or if it cannot be seen.
pub(super) fn start_of(text: &str) -> Option<&str> {
    if let Some(there) = Memory::there(text) {
        return start_at(there);
    }
    let head = &text[..text.find("\"log\"")?];
    head.split_once("\"example\":\"")?.1.split('"').next()
}

/// Whether nothing was done in the session of this text.
fn is_untouched(text: &str) -> bool {
    text.contains("\"log\":[]") && !text.contains("\"branches\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use splitpoint_lab::scenario;
    use splitpoint_lab::session::Session;

    #[test]
    fn what_a_session_starts_from_is_seen_in_its_text() {
        for start in scenario::starts() {
            let reference = start.reference.clone();
            let mut session = Session::from_start(start).expect("an example");
            let text = session.save().to_text();
            assert!(is_untouched(&text), "{text}");
            assert_eq!(start_of(&text), reference.example());
            // The archive has it under a name that tells the same.
            let there = format!("in the archive: {}", name_of(start_of(&text), 5));
            assert_eq!(start_of(&there), reference.example());
            assert!(!is_untouched(&there));
            session.add_client();
            assert!(!is_untouched(&session.save().to_text()));
        }
        assert_eq!(start_of("in the archive: 1234"), None, "a name of before names told it");
        assert_eq!(start_of(r#"{"version":1,"file":"\"example\":\"x.tsv","log":[]}"#), None);
    }
}
