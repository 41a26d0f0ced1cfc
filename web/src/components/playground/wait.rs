//! Waiting for code that is on its way: going on when it is here, saying that it takes long, and not waiting any more.

use super::keep::Job;
use super::{Message, Playground, later};
use crate::chunk::{self, Brought};
use crate::session::chunk::{Chunk, MISSING, SLOW};
use crate::session::keep::Trouble;
use gloo::timers::callback::Timeout;
use yew::prelude::*;

/// Milliseconds until it is said that code is still on its way.
const LONG: u32 = 5_000;

/// What is known of waiting.
#[derive(Default)]
pub(super) struct Patience {
    /// Tells that it takes long.
    timer: Option<Timeout>,
    /// The code that is waited for.
    awaited: Vec<Awaited>,
    /// The number of the next.
    next: u32,
}

/// Code that is waited for.
struct Awaited {
    number: u32,
    /// Whether what it is for replaces the session.
    replaces: bool,
    /// Whether keys are meant for what comes.
    takes_keys: bool,
}

impl Patience {
    /// Whether something comes that keys are meant for.
    pub(super) fn takes_keys(&self) -> bool {
        self.awaited.iter().any(|awaited| awaited.takes_keys)
    }
}

impl Playground {
    /// `Some` while something is on its way that actions wait for; `true` where that replaces the session.
    pub(super) fn waits(&self) -> Option<bool> {
        let code = self.patience.awaited.iter().map(|awaited| awaited.replaces);
        code.chain(self.keeper.is_waited_for().then_some(true)).reduce(|one, other| one || other)
    }

    /// Brings code, for a message that needs it. What is asked for meanwhile waits.
    pub(super) fn await_code(&mut self, ctx: &Context<Self>, chunk: Chunk, replaces: bool, then: Message) {
        let number = self.patience.next;
        self.patience.next += 1;
        let takes_keys = matches!(&then, Message::Do(action) if action.takes_keys());
        self.patience.awaited.push(Awaited { number, replaces, takes_keys });
        send(ctx, Some(number), chunk, then);
    }

    /// Brings code, for a message that needs it and that nothing waits for.
    pub(super) fn bring(&self, ctx: &Context<Self>, chunk: Chunk, then: Message) {
        send(ctx, None, chunk, then);
    }

    /// Goes on with what code was wanted for, unless the reader gave that up. It does not wait for other code that is still on
    /// its way: what waits for that came after it.
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
            self.patience.awaited.remove(place);
            self.patience.timer = None;
        }
        self.state.chrome.notice.take_if(|notice| notice == MISSING);
        if brought.is_none() && matches!(then, Message::Job(Job::Elsewhere(..))) {
            self.fail_to_keep(ctx, Trouble::Silent);
            return true;
        }
        if brought.is_none() {
            if matches!(then, Message::Job(Job::Free(_))) {
                return false; // It takes room until what is kept is looked at.
            }
            // The actions that waited were meant for a session that does not come.
            self.waiting.clear();
            self.keeper.forget_brought();
            self.close_console();
            self.state.chrome.notice = Some(MISSING.to_owned());
            return true;
        }
        self.learn(brought);
        let Message::Do(action) = then else { return Component::update(self, ctx, then) };
        self.act(ctx, action);
        self.after(ctx);
        true
    }

    /// Takes code that was brought, where it was.
    pub(super) fn learn(&mut self, brought: Option<Brought>) {
        if let Some(brought) = brought {
            self.code.take(brought);
            self.state.take_code(self.code.chunks);
        }
    }

    /// Looks at the clock while something is waited for.
    pub(super) fn be_patient(&mut self, ctx: &Context<Self>) {
        if self.waits().is_none() {
            self.patience.timer = None;
            self.state.chrome.notice.take_if(|notice| notice == SLOW);
        } else if self.patience.timer.is_none() {
            self.patience.timer = Some(later(ctx, LONG, Message::Slow));
        }
    }

    /// Says that code is still on its way.
    pub(super) fn tell_slow(&mut self) {
        if self.waits().is_some() {
            self.state.chrome.notice = Some(SLOW.to_owned());
        }
    }

    /// Where the reader was told that code is still on its way: what was asked for, and what waits for that, is not done.
    pub(super) fn give_up(&mut self) {
        if self.state.chrome.notice.as_deref() == Some(SLOW) {
            self.keeper.give_up();
            self.stop_waiting();
        }
    }

    /// What was asked for does not wait for code any more, and is not done.
    pub(super) fn stop_waiting(&mut self) {
        self.patience.awaited.clear();
        self.waiting.clear();
        self.close_console();
    }

    /// A console whose code does not come is not open. What was typed ahead stays for the next time, and what lacks methods at
    /// the prompt.
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
