//! Keys: shortcuts of the page, and what is typed for the prompt before it has the focus.

use super::host::COLUMNS;
use super::{Message, Playground};
use crate::interop::{self, KeyWatch};
use crate::session::action::{Action, Time, Typing};
use crate::session::console::{AHEAD, FIELD};
use crate::session::key::Press;
use std::cell::RefCell;
use std::rc::Rc;
use yew::prelude::*;

/// What was typed for the prompt between its opening and its getting the focus; `None` if it was not just opened. The
/// prompt gets the focus when it is drawn, which can take several tasks of the browser, and keys that are pressed
/// meanwhile are for it.
pub(super) type Ahead = Rc<RefCell<Option<String>>>;

impl Playground {
    /// Listens to keys. `alone`: whether keys also count while nothing has the focus.
    pub(super) fn hear_keys(&mut self, ctx: &Context<Self>, alone: bool) {
        let (link, node, ahead) = (ctx.link().clone(), self.node.clone(), self.ahead.clone());
        self.keys = KeyWatch::new(&self.node, alone, move |press| {
            if ahead.borrow_mut().as_mut().is_some_and(|typed| press.types(typed)) {
                return true;
            }
            let letters = link.get_component().is_none_or(|page| page.state.chrome.letters);
            let taken = !interop::is_asking(&node) && press.is_ours(letters);
            if taken {
                if press.opens_prompt() {
                    ahead.borrow_mut().get_or_insert_default();
                }
                link.send_message(Message::Press(press));
            }
            taken
        });
    }

    /// Carries out what a key stands for.
    pub(super) fn pressed(&mut self, ctx: &Context<Self>, press: &Press) {
        // A key that is meant for something that is not loaded yet has no other effect.
        let is_meant = self.patience.takes_keys() || self.waiting.iter().any(Action::takes_keys);
        if press.key == "F6" {
            return interop::focus_pane(&self.node, press.shift);
        }
        let action = if press.plays() {
            Some(Action::Time(Time::Play(!self.state.document.playing)))
        } else {
            press.action(self.state.chrome.letters)
        };
        if let Some(action) = action.filter(|_| !is_meant) {
            self.wish(ctx, action);
        }
        if !self.to_focus.is_some_and(is_prompt) {
            self.ahead.take(); // The prompt does not open, so keys are shortcuts of the page again.
        }
    }

    /// The element with this `id` gets the focus once it is drawn.
    pub(super) fn expect_focus(&mut self, id: &'static str) {
        self.to_focus = Some(id);
        if is_prompt(id) {
            self.ahead.borrow_mut().get_or_insert_default();
        }
    }

    /// If the element with this `id` is the prompt, types into it what was typed before it had the focus.
    pub(super) fn hand_over(&mut self, ctx: &Context<Self>, id: &str) {
        let Some(typed) = is_prompt(id).then(|| self.ahead.take()).flatten().filter(|typed| !typed.is_empty()) else {
            return;
        };
        let (text, is_sent) = match typed.split_once('\n') {
            Some((line, _)) if !self.state.desk.console.is_script => (line, true),
            _ => (typed.as_str(), false),
        };
        // Typed into the field at once, so that further keys come behind it.
        let Some(text) = interop::type_into(id, text) else { return };
        ctx.link().send_message(Message::Do(Action::Console(Typing::Text(text))));
        if is_sent {
            ctx.link().send_message(Message::Do(Action::Console(Typing::Run(COLUMNS))));
        }
    }
}

/// Whether this is the `id` of the field that takes commands.
fn is_prompt(id: &str) -> bool {
    id == AHEAD || id == FIELD
}
