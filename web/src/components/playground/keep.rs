//! Keeping what is done: when, under which name, and by which of several tabs. What is rarely wanted is in `care`.

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

/// Milliseconds after a change until the session is kept.
const CALM: u32 = 300;

/// How many times as long as keeping takes the page does something else before it keeps again.
const EASE: f64 = 20.0;

/// Milliseconds until a lock is asked for again: on a reload, the page before has it for a moment.
const AGAIN: u32 = 400;

/// Milliseconds that the archive, or code for it, has to answer: then the reader is told, and keeping goes on.
pub(super) const DEADLINE: u32 = 5_000;

/// How often somebody waits for what is on its way to the archive. A script that goes on changes the work each time.
const TURNS: u32 = 2;

/// What is rarely wanted: it stands in a chunk of its own.
pub(crate) enum Job {
    /// What was kept could not be restored, for this reason.
    Aside(String),
    /// There may be something that was set aside on an earlier visit.
    Look,
    /// What is done cannot be kept.
    Tell(Trouble),
    /// What is done is kept as a copy from now on.
    Divide(Copied),
    /// The text has no room under this name; with the number of that errand.
    Elsewhere(u32, String, String),
    /// It came to the archive, under a name of its own there, or not.
    Stored(u32, String, Option<String>),
    /// The archive need not have the text of this name any more.
    Free(String),
    /// The text of this name is in the archive, under that name there. With it this goes on.
    Fetch(String, String, Box<Message>),
    /// It was brought from there, or not.
    Text(String, Option<String>),
    /// The file is to be kept: what tells it from others, and what it was mapped to.
    File(String, String),
    /// It was kept, or not.
    Filed(bool),
    /// These files are kept: what tells each from others, its name and its bytes. And these texts: the name of each, its
    /// characters and the first of them.
    Files(Vec<(String, String, u64)>, Vec<(String, u64, String)>),
    /// This is to be begun, where it was left.
    Change(Reference),
    /// What was kept before is to be put away.
    PutAway,
    /// What was put away last, since it began anew, has come back.
    Unshelve,
    /// Keeps what lies on the desk.
    Desk,
    /// Puts on the desk what was kept with the work that was opened.
    LayOut,
    /// The address is to say where the reader is.
    Trail,
    /// What makes links was brought for that, or not.
    Linking(Option<Brought>),
    /// The browser went to an entry of its history that is about the reader's own work.
    Walk,
    /// The reader wants this done.
    Care(Care),
    /// This stands in a chosen file, which may be a session.
    Given(String),
    /// The file that the table is made of is there in letters, or cannot be read.
    Packed(Option<String>),
}

impl Job {
    /// Whether the reader asked for it and waits for what it changes.
    fn is_wished(&self) -> bool {
        matches!(self, Self::Change(_) | Self::Fetch(..) | Self::Given(_) | Self::Care(_))
    }

    /// Whether what is done is not kept without it.
    fn keeps(&self) -> bool {
        matches!(
            self,
            Self::Aside(_) | Self::Tell(_) | Self::Elsewhere(..) | Self::File(..) | Self::PutAway | Self::Unshelve
        )
    }

    /// Whether what is kept in the place of the session that is there may be another one: until it is done nothing may be kept.
    /// What leads to another session, tells something, or is about the desk, keeps nobody waiting.
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

/// The functions that look after what is kept, and the words about it.
pub(crate) struct Caring {
    /// Does a job.
    pub(super) work: fn(&mut Playground, &Context<Playground>, Job),
    /// Keeps what lies on the desk.
    pub(super) keep_desk: fn(&Playground),
    /// What there is to be told, with what can be done about it; `None` where there is nothing.
    pub(super) told: fn(&Playground) -> Option<Html>,
}

/// What is known of how work is kept.
#[derive(Default)]
pub(crate) struct Keeper {
    /// The work that is written by this page only, or is to be: its name, and the lock of it.
    hold: Option<(String, Hold)>,
    /// Whether the lock was given.
    is_owner: bool,
    /// Whether it was asked for a second time.
    is_again: bool,
    /// Whether a text is on its way to the archive.
    pub(super) stores: bool,
    /// The number of the last errand to the archive. Where the work has been kept again since, or has another place, another
    /// number is there, and what comes of the errand is nobody's.
    pub(super) errand: u32,
    /// When it is told that the file is not kept, since there is no answer.
    pub(super) filing: Option<Timeout>,
    /// When it is told that nothing is kept, since there is no answer.
    pub(super) deadline: Option<Timeout>,
    /// What waits until the text is in the archive, since it takes the place of the work.
    held: Vec<Message>,
    /// How often that has waited by now.
    turns: u32,
    /// Whether the work was put away when it began anew.
    shelved: bool,
    /// A text that the archive had, for this name.
    pub(super) brought: Option<(String, Option<String>)>,
    /// The name of the text that is on its way from the archive, and what goes on with it.
    pub(super) fetches: Option<(String, Box<Message>)>,
    /// The name of the work that was to be restored.
    pub(super) resumed: Option<String>,
    /// Where something stands that could not be restored and has no other place.
    pub(super) taken: Option<String>,
    /// Milliseconds until the session is kept after a change.
    pause: u32,
    /// The name of a long text, and what is noted of it.
    journal: Option<(String, Journal)>,
    /// The name of the work whose desk is to be laid out as soon as it is open.
    pub(super) lays_out: Option<String>,
    /// What lay on the desk of a session that came as a file, until that is open.
    pub(super) given: Option<String>,
    /// When the desk is kept.
    desk: Option<Timeout>,
    /// What the address was told last.
    pub(super) trail: Trail,
    /// What waits for its code.
    jobs: Vec<Job>,
}

impl Keeper {
    /// Of a page that begins with this text, where the archive had it.
    pub(super) fn new(brought: Option<(String, Option<String>)>) -> Self {
        Self { brought, ..Self::default() }
    }

    /// Whether the reader waits for something that changes the session.
    pub(super) fn is_waited_for(&self) -> bool {
        self.fetches.is_some() || !self.held.is_empty() || self.jobs.iter().any(Job::is_wished)
    }

    /// The reader does not wait any more: what was asked for is not done when its code comes.
    pub(super) fn give_up(&mut self) {
        self.jobs.retain(|job| !job.is_wished());
        self.held.clear();
        self.forget_brought();
    }

    /// What was brought from the archive, or is on its way, is for nothing any more. Until the next time it may be another text.
    pub(super) fn forget_brought(&mut self) {
        (self.fetches, self.brought) = (None, None);
    }

    /// The work has another place from now on: what is on its way for the old one is nobody's.
    pub(super) fn leave(&mut self) {
        self.errand += 1;
        (self.stores, self.deadline) = (false, None);
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
    pub(super) fn work(&self) -> Option<String> {
        let document = &self.state.document;
        let name = match &document.visit {
            Some(visit) if document.lesson.is_none() => visit.is_changed.then_some(visit.slot.as_str()),
            _ => Some("session"),
        };
        name.filter(|_| self.memory.is_there()).map(|name| self.memory.own(name))
    }

    /// Whether what is done here is kept, so that it can be opened again.
    pub(super) fn keeps(&self) -> bool {
        self.memory.is_there() && self.state.document.slot().is_some()
    }

    /// Asks for the lock of the work that is done here.
    pub(super) fn hold(&mut self, ctx: &Context<Self>) {
        let work = self.work();
        if self.keeper.hold.as_ref().map(|(name, _)| name) != work.as_ref() {
            self.ask(ctx, work, false);
        }
    }

    pub(super) fn ask(&mut self, ctx: &Context<Self>, work: Option<String>, by_force: bool) {
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

    /// Whether another session is taking the place of the one that is there, or another tab may have it. While code for that is
    /// on its way, nothing has left its place yet.
    pub(super) fn may_not_keep(&self) -> bool {
        self.state.document.is_building()
            || self.state.chrome.import.restores
            || self.work().is_some() && !self.keeper.is_owner
            || self.keeper.stores
            || self.keeper.jobs.iter().any(Job::replaces)
    }

    /// Keeps the session, and the log for a file should the page fail. The first example as it opens need not be kept.
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

    /// Whether it is the first example as it opens, which need not be kept.
    fn is_as_first_opened(&self) -> bool {
        let lab = &self.state.document.lab;
        lab.is_untouched() && lab.start().reference == EXAMPLES[0].reference()
    }

    /// Whether the text would be a copy of what is there already.
    fn says_nothing(&self, slot: &str, text: &str) -> bool {
        self.memory.is_copy() && self.memory.kept(slot).as_deref() == Some(text)
    }

    /// Keeps a text: of a long one that is there already only what has changed. `false` where there is no room.
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

    /// Keeps the desk a moment later, since it has changed.
    pub(super) fn keep_desk_soon(&mut self, ctx: &Context<Self>) {
        if self.memory.is_used() && self.keeper.desk.is_none() {
            self.keeper.desk = Some(later(ctx, CALM, Message::Desk));
        }
    }

    /// Keeps what lies on the desk, beside the work that is done there.
    pub(super) fn keep_desk(&mut self, ctx: &Context<Self>) {
        self.keeper.desk = None;
        if self.may_not_keep() {
            self.keep_desk_soon(ctx);
        } else if self.state.document.slot().is_some() {
            self.job(ctx, Job::Desk);
        }
    }

    /// The document is left: keeps what was done and what lies on the desk, as far as that is not kept yet. `false` where
    /// something is left that needs more than one turn of the browser, or there is no room.
    ///
    /// It needs the page as it is and no message, since a message waits for what is being drawn: where that takes several
    /// turns, the document would be gone before.
    pub(super) fn leave(&self) -> bool {
        if self.may_not_keep() {
            return true; // It is another tab's, or not this work's place.
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

    /// Keeps what is not kept yet, where that is this page's to do.
    pub(super) fn keep_now(&mut self, ctx: &Context<Self>) {
        if self.keeping.is_some() && !self.may_not_keep() {
            self.keep(ctx);
        }
    }

    /// Keeps what is not kept yet, before the work leaves its place for what somebody asks for. `true` where it is still on its
    /// way to the archive, or where it is not known yet whether another tab has the work: then that is done afterwards.
    pub(super) fn holds(&mut self, ctx: &Context<Self>, asked: Message) -> bool {
        if self.keeper.hold.is_some() && !self.keeper.is_owner {
            self.keeper.held.push(asked);
            return true;
        }
        if self.keeper.turns < TURNS {
            self.keep_now(ctx);
        }
        let is_on_its_way = self.keeper.stores || self.keeper.jobs.iter().any(|job| matches!(job, Job::Elsewhere(..)));
        self.keeper.turns = if is_on_its_way { self.keeper.turns + 1 } else { 0 };
        if is_on_its_way {
            self.keeper.held.push(asked);
        }
        is_on_its_way
    }

    /// Does what has waited for what was on its way to the archive.
    pub(super) fn let_go(&mut self, ctx: &Context<Self>) {
        for asked in std::mem::take(&mut self.keeper.held) {
            Component::update(self, ctx, asked);
        }
    }

    /// What keeps the work did not answer, or cannot be loaded: the reader is told. What was asked for and waits for it is
    /// done only where the reader was told before.
    pub(super) fn fail_to_keep(&mut self, ctx: &Context<Self>, trouble: Trouble) {
        let was_told = self.state.chrome.kept.trouble.replace(trouble) == Some(trouble);
        self.state.chrome.kept.is_hidden &= was_told;
        (self.keeper.stores, self.keeper.deadline) = (false, None);
        let jobs = std::mem::take(&mut self.keeper.jobs);
        // Nothing is written over what should have been set aside, or put away.
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

    /// Tells it after a while, unless there is an answer.
    pub(super) fn expect(&mut self, ctx: &Context<Self>) {
        if self.keeper.deadline.is_none() {
            self.keeper.deadline = Some(later(ctx, DEADLINE, Message::Late));
        }
    }

    /// The text that is kept under this name. `None` where the archive has it, from which it is brought, for `again`.
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

    /// Another session was opened. What was kept of it is restored, unless it waits to be set aside.
    pub(super) fn opened(&mut self) {
        if !sets_aside(&self.keeper.jobs) {
            self.keeper.resumed = None;
        }
        self.keeper.leave();
    }

    /// Puts away what was done until now, since it is about to begin anew: it is found again in what is kept.
    pub(super) fn shelve(&mut self) {
        let slot = self.state.document.slot().filter(|_| !self.may_not_keep());
        let slot = slot.filter(|_| !self.state.document.lab.is_untouched());
        self.keeper.shelved = slot.is_some_and(|slot| self.memory.shelve(slot));
        self.keeper.leave();
    }

    /// What was put away, since it began anew, has come back.
    pub(super) fn unshelve(&mut self, ctx: &Context<Self>) {
        if std::mem::take(&mut self.keeper.shelved) {
            self.job(ctx, Job::Unshelve);
        }
    }

    /// Does what is rarely wanted, as soon as the code for it is there.
    pub(super) fn job(&mut self, ctx: &Context<Self>, job: Job) {
        let Some(care) = self.code.care else {
            if matches!(job, Job::Care(Care::SaveWork)) && self.state.chrome.kept.trouble.is_some() {
                // The code does not come: what can be saved without it is better than nothing.
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

    /// The code for what is rarely wanted was brought, or not.
    pub(super) fn begin_care(&mut self, ctx: &Context<Self>, brought: Option<Brought>) {
        if let Some(brought) = brought {
            self.code.take(brought);
            self.keeper.deadline = None;
            let mut jobs = std::mem::take(&mut self.keeper.jobs);
            // What was done is kept before anything leads away from it.
            jobs.sort_by_key(|job| !job.keeps());
            return jobs.into_iter().for_each(|job| self.job(ctx, job));
        }
        if self.keeper.jobs.iter().any(Job::keeps) {
            self.fail_to_keep(ctx, Trouble::Silent);
        }
        // What lies on a desk, or what takes room, is no loss that would have to be told.
        let jobs = std::mem::take(&mut self.keeper.jobs);
        let is_small = |job: &Job| matches!(job, Job::Desk | Job::LayOut | Job::Look | Job::Trail | Job::Free(_));
        if !jobs.iter().all(is_small) {
            self.state.chrome.notice = Some(MISSING.to_owned());
        }
    }
}

/// Whether one of the jobs was to set aside what could not be restored.
fn sets_aside(jobs: &[Job]) -> bool {
    jobs.iter().any(|job| matches!(job, Job::Aside(_)))
}

/// Milliseconds to wait where keeping took so many.
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
