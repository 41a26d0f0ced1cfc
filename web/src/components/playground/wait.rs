//! Waiting for chunks that are being loaded: continuing when they come, telling the reader that it takes long, and
//! giving up.

use super::keep::Job;
use super::{Message, Playground, later};
use crate::chunk::{self, Brought};
use crate::session::chunk::{Chunk, LEFT, MISSING, SLOW};
use crate::session::keep::Trouble;
use gloo::timers::callback::Timeout;
use yew::prelude::*;

/// Milliseconds after which the reader is told that a chunk is still being loaded.
const LONG: u32 = 5_000;

/// The chunks that are waited for.
#[derive(Default)]
pub(super) struct Patience {
    /// The timer after which the reader is told that it takes long.
    timer: Option<Timeout>,
    /// The chunks that actions wait for.
    awaited: Vec<Awaited>,
    /// The number of the next one.
    next: u32,
    /// Whether the reader has done something, upon which the rest of the program was asked for.
    pub(super) is_becoming_whole: bool,
}

/// A chunk that actions wait for.
struct Awaited {
    number: u32,
    /// Whether the message that needs it replaces the session.
    replaces: bool,
    /// Whether keys that are pressed meanwhile are meant for it.
    takes_keys: bool,
    /// The number of the host's request that needs it.
    letter: Option<f64>,
}

impl Patience {
    /// Whether keys are meant for something that is being loaded.
    pub(super) fn takes_keys(&self) -> bool {
        self.awaited.iter().any(|awaited| awaited.takes_keys)
    }
}

impl Playground {
    /// `Some` while something is loading that actions wait for; `true` if that replaces the session.
    pub(super) fn waits(&self) -> Option<bool> {
        let code = self.patience.awaited.iter().map(|awaited| awaited.replaces);
        code.chain(self.keeper.is_waited_for().then_some(true)).reduce(|one, other| one || other)
    }

    /// Loads a chunk for a message that needs it. Actions that come meanwhile wait.
    pub(super) fn await_code(&mut self, ctx: &Context<Self>, chunk: Chunk, replaces: bool, then: Message) {
        let number = self.patience.next;
        self.patience.next += 1;
        let takes_keys = matches!(&then, Message::Do(action) if action.takes_keys());
        let letter = if let Message::Letter(letter) = &then { letter.id } else { None };
        self.patience.awaited.push(Awaited { number, replaces, takes_keys, letter });
        send(ctx, Some(number), chunk, then);
    }

    /// Loads a chunk for a message that needs it. Actions do not wait for it.
    pub(super) fn bring(&self, ctx: &Context<Self>, chunk: Chunk, then: Message) {
        send(ctx, None, chunk, then);
    }

    /// Loads a chunk for which nothing waits.
    pub(super) fn fetch(&self, ctx: &Context<Self>, chunk: Chunk) {
        ctx.link().send_future(async move { Message::Fetched(chunk::bring(chunk).await.ok()) });
    }

    /// Once the reader does something, loads what no first step needs, so that it is there when an action needs it.
    pub(super) fn become_whole(&mut self, ctx: &Context<Self>) {
        if !self.code.is_whole && !std::mem::replace(&mut self.patience.is_becoming_whole, true) {
            self.fetch(ctx, Chunk::Whole);
        }
    }

    /// Continues with the message that a chunk was loaded for, unless the reader gave up. It does not wait for other
    /// chunks that are still loading, since messages that need those came later.
    pub(super) fn brought(
        &mut self,
        ctx: &Context<Self>,
        number: Option<u32>,
        brought: Option<Brought>,
        then: Message,
    ) -> bool {
        if let Some(number) = number {
            let Some(place) = self.patience.awaited.iter().position(|awaited| awaited.number == number) else {
                self.learn(brought);
                return true;
            };
            let awaited = self.patience.awaited.remove(place);
            self.patience.timer = None;
            if brought.is_none() {
                self.refuse_host(awaited.letter, MISSING);
            }
        }
        self.state.chrome.notice.take_if(|notice| notice.words == MISSING);
        if brought.is_none() && matches!(then, Message::Job(Job::Elsewhere(..))) {
            self.fail_to_keep(ctx, Trouble::Silent);
            return true;
        }
        if brought.is_none() {
            if matches!(then, Message::Job(Job::Free(_))) {
                return false; // The text takes room until the list of what is kept is opened.
            }
            // The actions that waited were meant for a session that does not come.
            self.waiting.clear();
            self.keeper.forget_brought();
            self.close_console();
            self.state.chrome.fail(MISSING);
            return true;
        }
        self.learn(brought);
        let Message::Do(action) = then else { return Component::update(self, ctx, then) };
        self.act(ctx, action);
        self.after(ctx);
        true
    }

    /// Takes the contents of a chunk, if it was loaded.
    pub(super) fn learn(&mut self, brought: Option<Brought>) {
        if let Some(brought) = brought {
            self.code.take(brought);
            self.state.take_code(self.code.chunks);
        }
    }

    /// Whether a lesson that was asked for is not open yet, and may still open after what is on its way.
    pub(super) fn awaits_lesson(&self) -> bool {
        let document = &self.state.document;
        let waits = self.waits().is_some() || !self.waiting.is_empty() || document.is_building();
        document.lesson.is_none() && waits
    }

    /// Sets the timer while something is waited for, and clears it otherwise.
    pub(super) fn be_patient(&mut self, ctx: &Context<Self>) {
        if self.waits().is_none() {
            self.patience.timer = None;
            self.state.chrome.notice.take_if(|notice| notice.words == SLOW);
        } else if self.patience.timer.is_none() {
            self.patience.timer = Some(later(ctx, LONG, Message::Slow));
        }
    }

    /// Tells the reader that code is still being loaded.
    pub(super) fn tell_slow(&mut self) {
        if self.waits().is_some() {
            self.is_blank = false;
            self.state.chrome.tell(SLOW);
        }
    }

    /// If the reader was told that code is still being loaded: drops what was asked for, and what waits for it.
    pub(super) fn give_up(&mut self) {
        if self.state.chrome.notice.as_ref().is_some_and(|notice| notice.words == SLOW) {
            self.keeper.give_up();
            self.stop_waiting();
        }
    }

    /// Drops what was asked for and waits for code.
    pub(super) fn stop_waiting(&mut self) {
        for awaited in std::mem::take(&mut self.patience.awaited) {
            self.refuse_host(awaited.letter, LEFT);
        }
        self.waiting.clear();
        self.close_console();
    }

    /// Closes a console whose code does not come. What was typed ahead is kept for the next time, and so are lines that
    /// wait for methods at the prompt.
    fn close_console(&mut self) {
        self.state.desk.console.put_back();
        self.state.desk.console.open &= self.code.console.is_some();
    }
}

fn send(ctx: &Context<Playground>, number: Option<u32>, chunk: Chunk, then: Message) {
    ctx.link().send_future(async move {
        let brought = chunk::bring(chunk).await.ok();
        Message::Brought(number, brought, Box::new(then))
    });
}
