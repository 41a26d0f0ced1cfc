//! Actions by which something happens: moves in time, sending the form, and steps of clients and servers.

use super::action::{Act, Action, Breadth, Overlay, Page, Tab, Time};
use super::chunk::Chunk;
use super::import::Importing;
use super::reducer::Effect;
use super::state::State;
use super::work::Work;
use splitpoint_lab::form::Note;

impl State {
    pub(super) fn time(&mut self, time: &Time) -> Vec<Effect> {
        if *time == Time::Next {
            self.document.playing = false;
        }
        if *time == Time::Mark && self.desk.map.view.timeline.marker().is_some() {
            return self.chrome.page(Page::Overlay(Some(Overlay::Marker)));
        }
        if *time == Time::Unmark {
            self.chrome.overlay = None;
        }
        let plays = *time == Time::Tick && self.document.playing;
        if plays && self.document.is_asking() {
            // A lesson waits for an answer, so time does not go on by itself.
            self.document.playing = false;
            return Vec::new();
        }
        if (plays || *time == Time::Next)
            && let Some(effects) = self.step_lesson()
        {
            return effects;
        }
        let reach = self.reach();
        let section = self.chrome.options.section;
        let goes_on = match time {
            Time::Next | Time::NextOperation => true,
            Time::Tick => self.document.playing,
            _ => false,
        };
        if goes_on && !reach.can_next {
            if *time != Time::Tick || !section.repeats {
                return Vec::new();
            }
            self.document.lab.seek(section.from);
        } else if !match (time, self.chrome.chunks.repeat) {
            (Time::Reorder, None) => return vec![Effect::Bring(Chunk::Repeat, Action::Time(Time::Reorder))],
            (Time::Reorder, Some(repeat)) => self.document.again(repeat.reorder),
            _ => self.document.travel(time, &self.desk.map.view, reach.can_next || section.repeats),
        } {
            if *time == Time::Reorder && reach.can_reorder {
                self.chrome.tell("These two steps cannot trade places: the later one needs the earlier.");
            }
            return Vec::new();
        }
        self.stay_within();
        let played = self.document.playing;
        let effects = self.moved(!played);
        if played {
            self.document.playing = section.repeats || self.reach().can_next;
            self.chrome.pass(|| self.desk.aloud(), !self.document.playing);
        }
        effects
    }

    /// Moves the cursor to the nearest step of the section or of the lesson, if it is outside of it.
    pub(super) fn stay_within(&mut self) {
        if !self.chrome.options.section.is_bound() && self.document.lesson.is_none() {
            return;
        }
        self.refresh();
        let reach = self.reach();
        let timeline = &self.desk.map.view.timeline;
        let within = timeline.position.clamp(reach.from, reach.to);
        if within != timeline.position {
            self.document.lab.seek(within);
        }
    }

    pub(super) fn act(&mut self, act: Act) -> Vec<Effect> {
        if act == Act::Continue {
            return self.go_on();
        }
        self.document.playing = false;
        if act == Act::Stop && self.chrome.import.phase.is_at_work() {
            return self.import(Importing::Cancel);
        }
        let mut effects = if act == Act::Stop { self.stop_link() } else { Vec::new() };
        match act {
            Act::Send if self.under_way().is_some() => return Vec::new(),
            Act::Send | Act::Run if !self.send() => return Vec::new(),
            Act::Send => {
                if let Some(whose) = self.under_way() {
                    self.document.step(whose);
                }
                effects.extend(self.moved(true));
                if self.hand_on() {
                    effects.extend(self.perform(Action::Client(1)));
                    let next = self.desk.map.view.clients.get(1);
                    let next = next.map(|next| format!(" The form is {}'s now.", next.name));
                    self.chrome.say(self.desk.aloud() + &next.unwrap_or_default());
                    return effects;
                }
                // What was sent goes on there.
                effects.extend(self.under_way().map(|_| Effect::Focus("next")));
                return effects;
            }
            Act::Run => self.document.work = self.under_way().map(Work::Run),
            act => self.document.act(act),
        }
        if matches!(act, Act::Run | Act::RunJob(_)) {
            return self.go_on();
        }
        effects.extend(self.moved(true));
        effects
    }

    /// Whether the form is that of a first minute in which the second client sends the same next, and the first just has.
    /// On a phone the form is in front again then.
    fn hand_on(&mut self) -> bool {
        let open = &self.desk.form;
        let is_next = open.client == 0 && open.story(&self.document.start).is_some_and(|minute| minute.both);
        if is_next && self.chrome.breadth == Breadth::Phone {
            self.desk.panes.front(Tab::Do);
        }
        is_next
    }

    /// On a phone, goes from the form to the picture of what it does.
    fn watch(&mut self) {
        if self.chrome.breadth == Breadth::Phone && self.desk.panes.tab == Tab::Do {
            self.desk.panes.front(Tab::Map);
        }
    }

    /// Sends the form, unless what it sent before is still under way. Returns `false` if it cannot be sent.
    fn send(&mut self) -> bool {
        if self.under_way().is_some() {
            return true;
        }
        let open = &mut self.desk.form;
        open.refusal = None;
        let Ok(intent) = open.forms.intent(open.operation, &self.desk.map.request.table) else {
            self.look_through();
            return false;
        };
        let jobs = self.desk.map.view.jobs.iter();
        let before: Vec<u32> = jobs.filter(|job| !job.upcoming).map(|job| job.id).collect();
        if let Err(refusal) = self.document.lab.ask(open.client, intent) {
            open.refusal = Some(Note::from(&refusal));
            self.look_through();
            return false;
        }
        open.sent = true;
        self.watch();
        self.refresh();
        if self.desk.form.operation.is_admin() {
            let mut jobs = self.desk.map.view.jobs.iter().map(|job| job.id);
            self.desk.form.job = jobs.find(|id| !before.contains(id));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::session::State;
    use crate::session::action::{Act, Action, Time};
    use crate::session::tests::{finish, insert, opened, typed};
    use splitpoint_lab::form::Operation;
    use splitpoint_lab::intent::Field;

    #[test]
    fn a_form_that_is_sent_in_the_past_takes_the_place_of_what_came_then() {
        let mut state = opened("comments");
        for row in ["1", "2", "3"] {
            insert(&mut state, row);
            state.apply(Action::Act(Act::Run));
            finish(&mut state);
        }
        state.apply(Action::Time(Time::Seek(1)));
        assert_eq!(state.under_way(), None, "2 was put later");
        let said = state.desk.under_way_words().unwrap_or_default();
        assert!(said.starts_with("Next shows again"), "{said}");
        insert(&mut state, "5");
        state.apply(Action::Act(Act::Run));
        finish(&mut state);
        let view = &state.desk.map.view;
        assert_eq!((view.timeline.total, view.timeline.branches.len()), (2, 2), "the old future stays");
        assert!(view.sentence.text().contains('5'), "{}", view.sentence.text());
        assert_eq!(state.desk.under_way_words(), None);

        // The same for a job: the second job gets the number that the first one had, and is another one.
        let split = |state: &mut State, row: &str| {
            state.apply(Action::Operation(Operation::Split));
            typed(state, Field::Row, row);
            state.apply(Action::Act(Act::Run));
            finish(state);
        };
        split(&mut state, "19");
        state.apply(Action::Time(Time::Seek(2)));
        assert_eq!(state.under_way(), None);
        split(&mut state, "20");
        let text = format!("{:?}", state.desk.map.view.regions.iter().map(|region| &region.range).collect::<Vec<_>>());
        assert!(text.contains("20") && !text.contains("19"), "{text}");
    }

    #[test]
    fn a_form_is_what_the_reader_is_at_until_something_is_done() {
        let mut state = opened("comments");
        assert!(!state.desk.form.touched, "nothing was typed");
        insert(&mut state, "1");
        assert!(state.desk.form.touched);
        state.apply(Action::Act(Act::Run));
        finish(&mut state);
        assert!(!state.desk.form.touched, "it was sent");
        insert(&mut state, "2");
        state.apply(Action::Time(Time::Back));
        assert!(!state.desk.form.touched, "the time line was used");
    }
}
