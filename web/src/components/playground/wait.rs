//! Waiting for code that is on its way: going on when it is here, saying that it takes long, and not waiting any more.

use super::{Message, Playground, later};
use crate::chunk::{self, Brought};
use crate::session::chunk::{Chunk, MISSING, SLOW};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

/// Milliseconds until it is said that code is still on its way.
const LONG: u32 = 5_000;

/// What is known of waiting.
#[derive(Default)]
pub(super) struct Patience {
    /// Tells that it takes long.
    timer: Option<Timeout>,
    /// How often the reader gave up: what was asked for before the last time is not done any more.
    times: u32,
}

impl Playground {
    /// Brings code, for a message that needs it.
    pub(super) fn bring(&self, ctx: &Context<Self>, chunk: Chunk, then: Message) {
        let times = self.patience.times;
        ctx.link().send_future(async move {
            let brought = chunk::bring(chunk).await.ok();
            Message::Brought(times, brought, Box::new(then))
        });
    }

    /// Goes on with what code was wanted for, unless the reader gave that up.
    pub(super) fn brought(&mut self, ctx: &Context<Self>, times: u32, brought: Option<Brought>, then: Message) -> bool {
        if times != self.patience.times {
            self.learn(brought);
            return true;
        }
        self.state.chrome.notice.take_if(|notice| notice == MISSING);
        self.stop_waiting();
        if brought.is_none() {
            // The actions that waited were meant for a session that does not come.
            self.waiting.clear();
            self.keeper.stores = false;
            self.state.chrome.notice = Some(MISSING.to_owned());
            return true;
        }
        self.learn(brought);
        Component::update(self, ctx, then)
    }

    /// Takes code that was brought, where it was.
    pub(super) fn learn(&mut self, brought: Option<Brought>) {
        if let Some(brought) = brought {
            self.code.take(brought);
            self.state.take_code(self.code.chunks);
        }
    }

    /// Nothing waits for code any more.
    pub(super) fn stop_waiting(&mut self) {
        self.brings = None;
        self.patience.timer = None;
        self.state.chrome.notice.take_if(|notice| notice == SLOW);
    }

    /// Looks at the clock while something waits for code.
    pub(super) fn be_patient(&mut self, ctx: &Context<Self>) {
        if self.brings.is_none() {
            self.patience.timer = None;
        } else if self.patience.timer.is_none() {
            self.patience.timer = Some(later(ctx, LONG, Message::Slow));
        }
    }

    /// Says that code is still on its way.
    pub(super) fn tell_slow(&mut self) {
        if self.brings.is_some() {
            self.state.chrome.notice = Some(SLOW.to_owned());
        }
    }

    /// Where the reader was told that code is still on its way: what was asked for, and what waits for that, is not done.
    pub(super) fn give_up(&mut self) {
        if self.state.chrome.notice.as_deref() != Some(SLOW) {
            return;
        }
        self.stop_waiting();
        self.waiting.clear();
        self.patience.times += 1;
        self.keeper.stores = false;
        self.keeper.forget_wishes();
    }
}
