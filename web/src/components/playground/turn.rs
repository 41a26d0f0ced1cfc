//! What goes on turn by turn: long work, between two pieces of which the browser does what else it has to do, and time.

use super::{Message, Playground, TURN, later};
use crate::interop::{self, Breath};
use crate::session::action::{Act, Action, Time};
use crate::session::growth::Growing;
use crate::session::lesson::{Learning, Lesson};
use crate::session::orders::Asking;
use crate::session::{Effect, Work};
use gloo::timers::callback::Interval;
use yew::prelude::*;

/// Milliseconds between two drawings of how far a search through every order has come.
const DRAWING: f64 = 100.0;

/// Milliseconds after which long work is drawn again at the latest.
const AT_LEAST: f64 = 400.0;

/// Milliseconds that a search may take before it is handed to a worker. To begin one takes longer than that.
const OWN: f64 = 120.0;

/// Milliseconds between two steps while playing.
const PACE: u32 = 900;

/// What goes on turn by turn, as long as there is more of it.
const LONG: [Action; 3] =
    [Action::Act(Act::Continue), Action::Orders(Asking::Continue), Action::Lesson(Learning::Continue)];

/// Whether it is one of [`LONG`]. A comparison of whole actions would be 3 kB of the first load.
pub(super) const fn is_long(action: &Action) -> bool {
    matches!(action, Action::Act(Act::Continue) | Action::Orders(Asking::Continue) | Action::Lesson(Learning::Continue))
}

impl Playground {
    /// Whether there is more of the work that goes on turn by turn.
    pub(super) fn works_on(&self, action: &Action) -> bool {
        match action {
            Action::Orders(_) => self.state.desk.orders.is_going(),
            Action::Lesson(_) => self.state.document.lesson.as_ref().is_some_and(Lesson::is_trying),
            _ => self.state.document.works(),
        }
    }

    /// Milliseconds of work before the page is drawn for the first time: a start of ordinary size is there by then, and
    /// what was done on it. What takes longer comes back in turns, the first of which is not to be a long one.
    pub(super) fn before_drawing(&self) -> f64 {
        match &self.state.document.work {
            Some(Work::Restore(restore)) if restore.is_shown => 0.0,
            Some(Work::Restore(_)) => 2.0 * TURN,
            _ => 8.0 * TURN,
        }
    }

    /// Goes on computing a growth. Whether there is something to be drawn: not before it is through.
    pub(super) fn grow_on(&mut self, ctx: &Context<Self>) -> bool {
        let start = interop::now();
        loop {
            let effects = self.state.apply(Action::Growth(Growing::GoOn));
            let goes_on = matches!(effects[..], [Effect::Later(0, _)]);
            if !goes_on || interop::now() - start >= TURN {
                self.work_off(ctx, effects);
                return !goes_on;
            }
        }
    }

    /// Goes on with long work. Whether the page is drawn: a search tells of itself ten times a second. What else goes on
    /// is drawn at once when it is done; before that, drawing takes a third of the time at most, however large the table
    /// has grown.
    pub(super) fn go_on(&mut self, ctx: &Context<Self>) -> bool {
        self.breathes = false;
        let start = interop::now();
        let mut draws = false;
        if self.state.desk.orders.is_new() && interop::now() - *self.began.get_or_insert_with(interop::now) > OWN {
            self.apply(ctx, Action::Orders(Asking::HandOver));
        }
        for action in LONG {
            if self.works_on(&action) {
                self.apply(ctx, action.clone());
                let is_search = matches!(action, Action::Orders(_)) && self.state.desk.orders.search.is_some();
                let now = interop::now();
                let since = now - self.drawn;
                draws |= if is_search {
                    since >= DRAWING
                } else {
                    let others = since - self.worked - (now - start);
                    !self.works_on(&action) || self.worked + (now - start) >= 2.0 * others || since >= AT_LEAST
                };
            }
        }
        self.worked += interop::now() - start;
        if draws {
            if self.state.catch_up() {
                self.keep_soon(ctx);
            }
            (self.drawn, self.worked) = (interop::now(), 0.0);
        }
        self.after(ctx);
        draws
    }

    /// After each message: what waited is done where it can be, and timers are set.
    pub(super) fn after(&mut self, ctx: &Context<Self>) {
        if !self.state.desk.orders.is_new() {
            self.began = None;
        }
        if !self.state.desk.orders.is_away() {
            self.clerk = None;
        }
        let is_changing = self.state.document.is_building() || self.state.document.is_reading();
        if !self.waiting.is_empty() && self.waits().is_none() && !is_changing {
            self.do_what_waited(ctx);
        }
        self.be_patient(ctx);
        self.keep_time(ctx);
    }

    /// Sets timers for what goes on by itself.
    pub(super) fn keep_time(&mut self, ctx: &Context<Self>) {
        if self.state.document.playing && self.play.is_none() && !self.is_hidden {
            let link = ctx.link().clone();
            self.play = Some(Interval::new(PACE, move || link.send_message(Message::Do(Action::Time(Time::Tick)))));
        }
        if !self.state.document.playing {
            self.play = None;
        }
        self.hold(ctx);
        if self.breathes || !LONG.iter().any(|action| self.works_on(action)) {
            return;
        }
        self.breathes = true;
        if self.breath.is_none() {
            let go_on = ctx.link().callback(|()| Message::GoOn);
            self.breath = Breath::new(move || go_on.emit(()));
        }
        match &self.breath {
            Some(breath) => breath.take(),
            None => drop(later(ctx, 0, Message::GoOn).forget()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONG, is_long};
    use crate::session::action::{Act, Action};

    #[test]
    fn all_long_work_is_known_as_that_and_nothing_else() {
        assert!(LONG.iter().all(is_long));
        assert!(!is_long(&Action::Act(Act::Stop)));
    }
}
