//! Keeping the work: when, under which name, and by which of several tabs. Rarely needed parts are in `care`.

use super::trail::Trail;
use super::{Message, Playground, later};
use crate::chunk::{self, Brought};
use crate::interop::{self, Hold, Memory};
use crate::session::chunk::{Chunk, MISSING};
use crate::session::journal::Journal;
use crate::session::keep::{Care, Copied, Trouble};
use gloo::timers::callback::Timeout;
use splitpoint_lab::scenario::{EXAMPLES, Reference};
use std::sync::Arc;
use yew::prelude::*;

/// Milliseconds from a change until the session is kept.
const CALM: u32 = 300;

/// The pause between two times of keeping is so many times as long as keeping took.
const EASE: f64 = 20.0;

/// Milliseconds until a lock is asked for again: during a reload, the old page still holds it for a moment.
const AGAIN: u32 = 400;

/// Milliseconds in which the archive, or its code, has to answer. After that the reader is told, and keeping goes on.
pub(super) const DEADLINE: u32 = 5_000;

/// How often a request waits for a text on its way to the archive. A running script changes the work again each time.
const TURNS: u32 = 2;

/// Rarely needed jobs of keeping, whose code is in a chunk of its own.
pub(crate) enum Job {
    /// What was kept could not be restored, for this reason.
    Aside(String),
    /// Looks for something that was set aside on an earlier visit.
    Look,
    /// Tells the reader that the work cannot be kept.
    Tell(Trouble),
    /// Keeps the work as a copy of this tab from now on.
    Divide(Copied),
    /// The text has no room in local storage under this name; with the number of the errand.
    Elsewhere(u32, String, String),
    /// The text was stored in the archive, under a name of its own there, or could not be.
    Stored(u32, String, Option<String>),
    /// The text of this name in the archive is not needed any more.
    Free(String),
    /// Reads the text of a name from the archive, where it has another name. Then the message is sent again.
    Fetch(String, String, Box<Message>),
    /// The text of a name was read from the archive, or could not be.
    Text(String, Option<String>),
    /// Keeps the file under a key, with its mapping.
    File(String, String),
    /// The file was kept, or could not be.
    Filed(bool),
    /// The files in the archive (key, name, size in bytes), and its texts (name, length in characters, beginning).
    Files(Vec<(String, String, u64)>, Vec<(String, u64, String)>),
    /// Opens this start, with the work that was done on it before.
    Change(Reference),
    /// Puts away what was kept before.
    PutAway,
    /// The work that was put away last, by *Start over*, has come back.
    Unshelve,
    /// Keeps the desk: what lies open in the page (form, script, panes).
    Desk,
    /// Restores the desk that was kept with the work that was opened.
    LayOut,
    /// Writes into the address where the reader is.
    Trail,
    /// The code that makes links was loaded for the address, or could not be.
    Linking(Option<Brought>),
    /// The browser went to an entry of its history that is about the reader's own work.
    Walk,
    /// The reader asks for this.
    Care(Care),
    /// The content of a chosen file, which may be a session.
    Given(String),
    /// The content, in base64, of the file from which the table is made; `None` if it cannot be read.
    Packed(Option<String>),
}

impl Job {
    /// Whether the reader asked for it and waits for the result.
    fn is_wished(&self) -> bool {
        matches!(self, Self::Change(_) | Self::Fetch(..) | Self::Given(_) | Self::Care(_))
    }

    /// Whether without this job the work is not kept.
    fn keeps(&self) -> bool {
        matches!(
            self,
            Self::Aside(_) | Self::Tell(_) | Self::Elsewhere(..) | Self::File(..) | Self::PutAway | Self::Unshelve
        )
    }

    /// Whether something else may be kept in the place of the present session, so that nothing may be kept until this
    /// job is done. Jobs that lead to another session, tell something, or are about the desk do not hold up keeping.
    fn replaces(&self) -> bool {
        match self {
            Self::Aside(_)
            | Self::Elsewhere(..)
            | Self::Stored(..)
            | Self::File(..)
            | Self::PutAway
            | Self::Unshelve => true,
            Self::Look
            | Self::Tell(_)
            | Self::Divide(_)
            | Self::Filed(_)
            | Self::Files(..)
            | Self::Free(_)
            | Self::Desk
            | Self::LayOut
            | Self::Trail
            | Self::Packed(_)
            | Self::Linking(_)
            | Self::Fetch(..)
            | Self::Text(..)
            | Self::Change(_)
            | Self::Walk
            | Self::Given(_)
            | Self::Care(_) => false,
        }
    }
}

/// The functions of the module `care`, which look after what is kept.
pub(crate) struct Caring {
    /// Carries out a job.
    pub(super) work: fn(&mut Playground, &Context<Playground>, Job),
    /// Keeps the desk.
    pub(super) keep_desk: fn(&Playground),
    /// The messages about what is kept, with their buttons; `None` if there are none.
    pub(super) told: fn(&Playground) -> Option<Html>,
}

/// How the work is kept at present.
#[derive(Default)]
pub(crate) struct Keeper {
    /// The name of the work that only this page may write, with the lock that was asked for.
    hold: Option<(String, Hold)>,
    /// Whether this page holds the lock.
    is_owner: bool,
    /// Whether the lock was asked for a second time.
    is_again: bool,
    /// Whether a text is on its way to the archive.
    pub(super) stores: bool,
    /// The number of the last errand to the archive. If the work was kept again since, or in another place, it is
    /// greater than that of an older errand, whose answer is then ignored.
    pub(super) errand: u32,
    /// The timer after which the reader is told that the file is not kept, if there is no answer.
    pub(super) filing: Option<Timeout>,
    /// The timer after which the reader is told that nothing is kept, if there is no answer.
    pub(super) deadline: Option<Timeout>,
    /// Messages that replace the work, and wait until its text is in the archive.
    held: Vec<Message>,
    /// How often they have waited so far.
    turns: u32,
    /// Whether the work was put away when it was started over.
    shelved: bool,
    /// A name, and the text that the archive had for it.
    pub(super) brought: Option<(String, Option<String>)>,
    /// The name of the text that is being read from the archive, and the message that waits for it.
    pub(super) fetches: Option<(String, Box<Message>)>,
    /// The name of the work that was to be restored.
    pub(super) resumed: Option<String>,
    /// The name under which something is kept that could not be restored, and could not be moved either.
    pub(super) taken: Option<String>,
    /// Milliseconds from a change until the session is kept, if that is longer than usual.
    pause: u32,
    /// The name of a long text, and the changes that were noted for it.
    journal: Option<(String, Journal)>,
    /// The name of the work whose desk is to be restored once it is open.
    pub(super) lays_out: Option<String>,
    /// The desk of a session that came as a file, until it is open.
    pub(super) given: Option<String>,
    /// The timer after which the desk is kept.
    desk: Option<Timeout>,
    /// What was last written into the address.
    pub(super) trail: Trail,
    /// Jobs that wait for their code.
    jobs: Vec<Job>,
}

impl Keeper {
    /// For a page that begins with this text of the archive.
    pub(super) fn new(brought: Option<(String, Option<String>)>) -> Self {
        Self { brought, ..Self::default() }
    }

    /// Whether the reader waits for something that changes the session.
    pub(super) fn is_waited_for(&self) -> bool {
        self.fetches.is_some() || !self.held.is_empty() || self.jobs.iter().any(Job::is_wished)
    }

    /// The reader does not wait any more: jobs that were asked for are dropped.
    pub(super) fn give_up(&mut self) {
        self.jobs.retain(|job| !job.is_wished());
        self.held.clear();
        self.forget_brought();
    }

    /// Forgets what was read from the archive, or is being read: the next time it may be another text.
    pub(super) fn forget_brought(&mut self) {
        (self.fetches, self.brought) = (None, None);
    }

    /// The work is kept in another place from now on. Answers to older errands are ignored.
    pub(super) fn leave(&mut self) {
        self.errand += 1;
        (self.stores, self.deadline) = (false, None);
    }
}

impl Playground {
    /// Sets a timer after which the session is kept, unless there is already one, so that further changes do not put it
    /// off.
    pub(super) fn keep_soon(&mut self, ctx: &Context<Self>) {
        if self.keeping.is_none() {
            self.keeping = Some(later(ctx, self.keeper.pause.max(CALM), Message::Keep));
        }
    }

    /// The name of the present work, whether or not it is already kept; `None` if nothing is to be kept.
    pub(super) fn work(&self) -> Option<String> {
        let document = &self.state.document;
        let name = match &document.visit {
            Some(visit) if document.lesson.is_none() => visit.is_changed.then_some(visit.slot.as_str()),
            _ => Some("session"),
        };
        name.filter(|_| self.memory.is_there()).map(|name| self.memory.own(name))
    }

    /// Whether the present work is kept, so that it can be opened again.
    pub(super) fn keeps(&self) -> bool {
        self.memory.is_there() && self.state.document.slot().is_some()
    }

    /// Asks for the lock of the present work.
    pub(super) fn hold(&mut self, ctx: &Context<Self>) {
        let work = self.work();
        if self.keeper.hold.as_ref().map(|(name, _)| name) != work.as_ref() {
            self.ask(ctx, work, false);
        }
    }

    pub(super) fn ask(&mut self, ctx: &Context<Self>, work: Option<String>, by_force: bool) {
        self.keeper.is_owner = false;
        // The old lock is released first.
        self.keeper.hold = None;
        self.keeper.hold = work.map(|name| {
            let (told, asked) = (ctx.link().callback(|(name, held)| Message::Held(name, held)), name.clone());
            let hold = Hold::ask(&name, by_force, move |held| told.emit((asked.clone(), held)));
            (name, hold)
        });
    }

    /// This page got the lock of its work, or was refused it, or lost it.
    pub(super) fn held(&mut self, ctx: &Context<Self>, name: &str, held: bool) {
        if self.keeper.hold.as_ref().is_none_or(|(asked, _)| asked != name) {
            return;
        }
        let was_owner = std::mem::replace(&mut self.keeper.is_owner, held);
        if held {
            self.keeper.is_again = false;
            if self.memory.is_copy() && self.state.chrome.kept.copy.is_none() {
                self.job(ctx, Job::Divide(Copied::Open));
            }
            if !self.keeper.stores {
                self.let_go(ctx);
            }
        } else if !was_owner && !self.keeper.is_again {
            self.keeper.is_again = true;
            let again = ctx.link().callback(|()| Message::Hold);
            Timeout::new(AGAIN, move || again.emit(())).forget();
        } else {
            self.keeper.is_again = false;
            self.job(ctx, Job::Divide(if was_owner { Copied::Taken } else { Copied::Open }));
            self.memory.divide();
            self.hold(ctx);
            // Changes that were made without the lock are kept now.
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

    /// Whether the session may not be kept now: another one is taking its place, or another tab may have the lock.
    /// While the code for another session is being loaded, the present one may still be kept.
    pub(super) fn may_not_keep(&self) -> bool {
        self.state.document.is_building()
            || self.state.chrome.import.restores
            || self.work().is_some() && !self.keeper.is_owner
            || self.keeper.stores
            || self.keeper.jobs.iter().any(Job::replaces)
    }

    /// Keeps the session, and notes it for the page of failure. The first example need not be kept as long as nothing
    /// was done in it.
    pub(super) fn keep(&mut self, ctx: &Context<Self>) {
        self.keeping = None;
        let begun = interop::now();
        let text = Arc::new(self.state.document.lab.save_text());
        let lab = &self.state.document.lab;
        interop::note(lab.log_text(), text.clone());
        let Some(slot) = self.state.document.slot().filter(|_| self.memory.is_used()).map(ToOwned::to_owned) else {
            return;
        };
        if self.keeper.taken.as_ref() == Some(&slot) {
            return self.job(ctx, Job::Tell(Trouble::Taken));
        }
        self.keeper.errand += 1;
        let there = self.memory.own_elsewhere(&slot);
        if self.is_as_first_opened() {
            self.memory.forget(&slot);
            return there.into_iter().for_each(|there| self.job(ctx, Job::Free(there)));
        }
        if self.says_nothing(&slot, &text) {
            return;
        }
        let is_kept = self.keep_text(&slot, &text);
        self.keeper.pause = pause(interop::now() - begun);
        if !is_kept {
            let is_there = self.memory.is_there();
            let elsewhere = Job::Elsewhere(self.keeper.errand, slot, text.to_string());
            return self.job(ctx, if is_there { elsewhere } else { Job::Tell(Trouble::Denied) });
        }
        self.state.chrome.kept.trouble.take_if(|trouble| *trouble != Trouble::File);
        there.into_iter().for_each(|there| self.job(ctx, Job::Free(there)));
    }

    /// Whether nothing was done yet in the first example, which need not be kept then.
    fn is_as_first_opened(&self) -> bool {
        let lab = &self.state.document.lab;
        lab.is_untouched() && lab.start().reference == EXAMPLES[0].reference()
    }

    /// Whether this tab's copy would be the same as what is already kept.
    fn says_nothing(&self, slot: &str, text: &str) -> bool {
        self.memory.is_copy() && self.memory.kept(slot).as_deref() == Some(text)
    }

    /// Keeps a text; if it is long and already kept, only what has changed. `false` if there is no room.
    fn keep_text(&mut self, slot: &str, text: &Arc<String>) -> bool {
        let own = self.memory.own(slot);
        let journal = self.keeper.journal.take_if(|(name, _)| *name == own);
        if let Some((_, known)) = &journal
            && self.memory.note(slot, known, text)
        {
            self.keeper.journal = journal;
            return true;
        }
        self.keeper.journal = Journal::new(text.clone()).map(|journal| (own, journal));
        match &self.keeper.journal {
            Some((_, journal)) => self.memory.begin(slot, journal),
            None => self.memory.keep(slot, text),
        }
    }

    /// Sets a timer after which the desk is kept.
    pub(super) fn keep_desk_soon(&mut self, ctx: &Context<Self>) {
        if self.memory.is_used() && self.keeper.desk.is_none() {
            self.keeper.desk = Some(later(ctx, CALM, Message::Desk));
        }
    }

    /// Keeps the desk beside the work that it belongs to.
    pub(super) fn keep_desk(&mut self, ctx: &Context<Self>) {
        self.keeper.desk = None;
        if self.may_not_keep() {
            self.keep_desk_soon(ctx);
        } else if self.state.document.slot().is_some() {
            self.job(ctx, Job::Desk);
        }
    }

    /// Called when the document is left: keeps the work and the desk, if they have changed. `false` if something needs
    /// more than one task of the browser, or if there is no room.
    ///
    /// It takes the page as it is and sends no message: a message would wait for the page to be drawn, which can take
    /// several tasks, and the document would be gone before.
    pub(super) fn leave(&self) -> bool {
        if self.may_not_keep() {
            return true; // It is another tab's work, or another session's place.
        }
        if !self.code.is_whole && !self.patience.is_becoming_whole {
            return true; // Nothing was done, and code that is not there yet cannot be loaded any more.
        }
        if let Some(care) = self.code.care.filter(|_| self.keeper.desk.is_some()) {
            (care.keep_desk)(self);
        }
        let slot = self.state.document.slot().filter(|_| self.keeping.is_some() && self.memory.is_used());
        let Some(slot) = slot.filter(|slot| self.keeper.taken.as_deref() != Some(*slot)) else { return true };
        if self.is_as_first_opened() || self.memory.own_elsewhere(slot).is_some() {
            return false;
        }
        let text = self.state.document.lab.save_text();
        let own = self.memory.own(slot);
        let journal = self.keeper.journal.as_ref().filter(|(name, _)| *name == own);
        self.says_nothing(slot, &text)
            || journal.is_some_and(|(_, journal)| self.memory.note(slot, journal, &text))
            || self.memory.keep(slot, &text)
    }

    /// Keeps a text besides the work: the progress of a lesson, or the text of one.
    pub(super) fn note(&mut self, name: &str, text: &str) {
        let done = self.memory.keep(name, text);
        self.tell_of_room(done);
    }

    /// Says so where something could not be kept for lack of room, unless the reader knows of a trouble already.
    pub(super) fn tell_of_room(&mut self, is_kept: bool) {
        if !is_kept && self.memory.is_there() && self.state.chrome.kept.trouble.is_none() {
            self.state.chrome.kept.tell(Some(Trouble::Full));
        }
    }

    /// Keeps changes at once, if this page may keep them.
    pub(super) fn keep_now(&mut self, ctx: &Context<Self>) {
        if self.keeping.is_some() && !self.may_not_keep() {
            self.keep(ctx);
        }
    }

    /// Keeps changes before `asked` replaces the work. `true` if the text is still on its way to the archive, or if it
    /// is not yet known whether another tab has the lock: then `asked` is carried out afterwards.
    pub(super) fn holds(&mut self, ctx: &Context<Self>, asked: Message) -> bool {
        if self.keeper.hold.is_some() && !self.keeper.is_owner {
            self.keeper.held.push(asked);
            return true;
        }
        if self.keeper.turns < TURNS {
            self.keep_now(ctx);
        }
        // A desk that waits to be kept would be kept beside the work that comes.
        if let Some(care) = self.code.care.filter(|_| self.keeper.desk.is_some() && !self.may_not_keep()) {
            (care.keep_desk)(self);
            self.keeper.desk = None;
        }
        let is_on_its_way = self.keeper.stores || self.keeper.jobs.iter().any(|job| matches!(job, Job::Elsewhere(..)));
        self.keeper.turns = if is_on_its_way { self.keeper.turns + 1 } else { 0 };
        if is_on_its_way {
            self.keeper.held.push(asked);
        }
        is_on_its_way
    }

    /// Carries out the messages that waited for a text on its way to the archive.
    pub(super) fn let_go(&mut self, ctx: &Context<Self>) {
        for asked in std::mem::take(&mut self.keeper.held) {
            Component::update(self, ctx, asked);
        }
    }

    /// Keeping did not answer, or its code cannot be loaded: the reader is told. Messages that wait for it are carried
    /// out only if the reader was told before.
    pub(super) fn fail_to_keep(&mut self, ctx: &Context<Self>, trouble: Trouble) {
        let was_told = self.state.chrome.kept.trouble.replace(trouble) == Some(trouble);
        self.state.chrome.kept.is_hidden &= was_told;
        (self.keeper.stores, self.keeper.deadline) = (false, None);
        let jobs = std::mem::take(&mut self.keeper.jobs);
        // What should have been set aside, or put away, must not be overwritten.
        if sets_aside(&jobs) {
            self.keeper.taken = self.keeper.resumed.take();
        }
        if jobs.iter().any(|job| matches!(job, Job::PutAway)) {
            self.memory.shelve(self.state.document.slot().unwrap_or("session"));
        }
        self.keeper.jobs.extend(jobs.into_iter().filter(|job| !job.keeps()));
        if was_told {
            return self.let_go(ctx);
        }
        self.keeper.held.clear();
        self.waiting.clear();
    }

    /// Sets a timer after which the reader is told, unless an answer comes.
    pub(super) fn expect(&mut self, ctx: &Context<Self>) {
        if self.keeper.deadline.is_none() {
            self.keeper.deadline = Some(later(ctx, DEADLINE, Message::Late));
        }
    }

    /// The text that is kept under this name. `None` if the archive has it; then it is read from there, and `again` is
    /// sent.
    pub(super) fn kept(
        &mut self,
        ctx: &Context<Self>,
        memory: Memory,
        slot: &str,
        again: &dyn Fn() -> Message,
    ) -> Option<Option<String>> {
        if let Some((_, text)) = self.keeper.brought.take_if(|(name, _)| name == slot) {
            return Some(text);
        }
        let text = memory.kept(slot);
        let Some(there) = text.as_deref().and_then(Memory::there).map(ToOwned::to_owned) else { return Some(text) };
        self.job(ctx, Job::Fetch(slot.to_owned(), there, Box::new(again())));
        None
    }

    /// Another session was opened, and what was kept of it is restored, unless it is about to be set aside.
    pub(super) fn opened(&mut self) {
        if !sets_aside(&self.keeper.jobs) {
            self.keeper.resumed = None;
        }
        self.keeper.leave();
    }

    /// Puts away the work before it is started over, so that it can be opened from the list of what is kept.
    pub(super) fn shelve(&mut self) {
        let slot = self.state.document.slot().filter(|_| !self.may_not_keep());
        let slot = slot.filter(|_| !self.state.document.lab.is_untouched());
        self.keeper.shelved = slot.is_some_and(|slot| self.memory.shelve(slot));
        self.keeper.leave();
    }

    /// The work that was put away by *Start over* has come back.
    pub(super) fn unshelve(&mut self, ctx: &Context<Self>) {
        if std::mem::take(&mut self.keeper.shelved) {
            self.job(ctx, Job::Unshelve);
        }
    }

    /// Carries out a rarely needed job, once its code is loaded.
    pub(super) fn job(&mut self, ctx: &Context<Self>, job: Job) {
        let Some(care) = self.code.care else {
            if matches!(job, Job::Care(Care::SaveWork)) && self.state.chrome.kept.trouble.is_some() {
                // The code cannot be loaded, so at least what can be saved without it is saved.
                return interop::save("splitpoint-session.json", self.state.document.lab.save_text().as_bytes());
            }
            if job.keeps() {
                self.expect(ctx);
            }
            self.keeper.jobs.push(job);
            if self.keeper.jobs.len() == 1 {
                ctx.link().send_future(async { Message::Caring(chunk::bring(Chunk::Care).await.ok()) });
            }
            return;
        };
        (care.work)(self, ctx, job);
    }

    /// The code for rarely needed jobs was loaded, or could not be.
    pub(super) fn begin_care(&mut self, ctx: &Context<Self>, brought: Option<Brought>) {
        if let Some(brought) = brought {
            self.code.take(brought);
            self.keeper.deadline = None;
            let mut jobs = std::mem::take(&mut self.keeper.jobs);
            // The work is kept before anything leads away from it.
            jobs.sort_by_key(|job| !job.keeps());
            return jobs.into_iter().for_each(|job| self.job(ctx, job));
        }
        if self.keeper.jobs.iter().any(Job::keeps) {
            self.fail_to_keep(ctx, Trouble::Silent);
        }
        // Failing to keep the desk, or to free room, is no loss that the reader has to be told.
        let jobs = std::mem::take(&mut self.keeper.jobs);
        let is_small = |job: &Job| matches!(job, Job::Desk | Job::LayOut | Job::Look | Job::Trail | Job::Free(_));
        if !jobs.iter().all(is_small) {
            self.state.chrome.fail(MISSING);
        }
    }
}

/// Whether one of the jobs sets aside what could not be restored.
fn sets_aside(jobs: &[Job]) -> bool {
    jobs.iter().any(|job| matches!(job, Job::Aside(_)))
}

/// Milliseconds to pause after keeping took so long.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some seconds at most")]
fn pause(took: f64) -> u32 {
    (took * EASE) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_its_way_for_the_desk_or_to_be_told_does_not_stop_keeping() {
        let told = [Job::Tell(Trouble::Full), Job::Divide(Copied::Open)];
        let leading = [Job::Walk, Job::Change(EXAMPLES[0].reference())];
        for job in [Job::Desk, Job::LayOut, Job::Look].into_iter().chain(told).chain(leading) {
            assert!(!job.replaces() && !sets_aside(&[job]));
        }
        assert!(!Job::Desk.keeps() && !Job::Free("5".into()).keeps() && Job::Tell(Trouble::Full).keeps());
        for job in [Job::PutAway, Job::Unshelve] {
            assert!(job.replaces() && !sets_aside(&[job]), "what could be restored is not taken for lost");
        }
        let aside = [Job::Desk, Job::Aside("It is of a newer version.".into())];
        assert!(aside[1].replaces() && sets_aside(&aside));
    }
}
