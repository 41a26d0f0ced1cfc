//! Long work in short tasks, between which the browser handles events, and the timers of the page.

use super::{Message, Playground, TURN, later};
use crate::interop::{self, Breath};
use crate::session::action::{Act, Action, Time};
use crate::session::growth::Growing;
use crate::session::lesson::{Learning, Lesson};
use crate::session::orders::Asking;
use crate::session::{Effect, Work};
use gloo::timers::callback::Interval;
use yew::prelude::*;

/// Milliseconds between two updates of the progress of a search.
const DRAWING: f64 = 100.0;

/// Milliseconds after which the page is drawn during long work, at the latest.
const LONGEST: f64 = 400.0;

/// Milliseconds for which the page searches itself before it starts a worker, since starting one takes longer than
/// that.
const OWN: f64 = 120.0;

/// Milliseconds between two steps while playing.
const PACE: u32 = 900;

/// The actions that carry out long work piece by piece, and are repeated until it is done.
const LONG: [Action; 3] =
    [Action::Act(Act::Continue), Action::Orders(Asking::Continue), Action::Lesson(Learning::Continue)];

/// Whether an action is one of [`LONG`]. A comparison of whole actions would add 3 kB to the first load.
pub(super) const fn is_long(action: &Action) -> bool {
    matches!(action, Action::Act(Act::Continue) | Action::Orders(Asking::Continue) | Action::Lesson(Learning::Continue))
}

impl Playground {
    /// Whether the work of a long action is not yet done.
    pub(super) fn works_on(&self, action: &Action) -> bool {
        match action {
            Action::Orders(_) => self.state.desk.orders.is_going(),
            Action::Lesson(_) => self.state.document.lesson.as_ref().is_some_and(Lesson::is_trying),
            _ => self.state.document.works(),
        }
    }

    /// Milliseconds of work before the page is drawn for the first time. In that time a start of usual size is ready,
    /// with what was done on it. A larger one is restored in several tasks, of which the first should not be long.
    pub(super) fn before_drawing(&self) -> f64 {
        match &self.state.document.work {
            Some(Work::Restore(restore)) if restore.is_shown => 0.0,
            Some(Work::Restore(_)) => 2.0 * TURN,
            _ => 8.0 * TURN,
        }
    }

    /// Continues to compute growth. Returns whether the page has to be drawn, which is only when it is done.
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

    /// Continues long work. Returns whether the page has to be drawn: for a search ten times a second; for other work
    /// when it is done, and before that so rarely that drawing takes a third of the time at most, however large the
    /// table is.
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
                    !self.works_on(&action) || self.worked + (now - start) >= 2.0 * others || since >= LONGEST
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

    /// Called after each message: carries out what waited, if possible, and sets timers.
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
        self.is_blank &= self.awaits_lesson();
        self.be_patient(ctx);
        self.keep_time(ctx);
    }

    /// Sets or clears the timers of what goes on by itself.
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
