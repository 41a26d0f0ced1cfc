//! The messages between a page in a frame and the document around it: commands, answers, events. Their names are those
//! of `docs/embed.md`, and the element in `web/embed/splitpoint.js` has methods and events of the same names.

use super::Document;
use super::action::{Theme, Time};
use super::chrome::Notice;
use super::lesson::Lesson;
use super::state::State;
use splitpoint_lab::session::GRAINS;
use splitpoint_lab::view::{AnswerView, EntryView, Grain, MustState, MustView, Tone, View};

/// How many cells an answer contains at most.
const CELLS: usize = 200;

/// A command of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Moves in time.
    Time(Time),
    /// Goes to the marker of this name.
    Marker(String),
    /// Runs lines of the shell, as client A unless they choose another one.
    Run(String),
    /// Asks for what is shown.
    State,
    /// Asks for the fragment of a link to this step.
    Link,
    /// Sets a promise, which is a rule that must hold from now on.
    Promise(String),
    /// Sets the theme.
    Theme(Theme),
}

impl Command {
    /// Reads a command by its name, with its argument.
    ///
    /// # Errors
    /// If there is no such command: a sentence that says what there is instead.
    pub fn named(name: &str, value: &Value) -> Result<Self, String> {
        Ok(match (name, value) {
            ("next", _) => Self::Time(Time::Next),
            ("prev", _) => Self::Time(Time::Back),
            ("play", _) => Self::Time(Time::Play(true)),
            ("pause", _) => Self::Time(Time::Play(false)),
            ("seek", Value::Number(step)) => Self::Time(Time::Seek(*step)),
            ("seek", Value::Text(place)) if place == "end" => Self::Time(Time::Last),
            ("seek", Value::Text(name)) => Self::Marker(name.clone()),
            ("seek", _) => return Err("seek takes the number of a step, end, or the name of a marker.".to_owned()),
            ("run", Value::Text(text)) => Self::Run(text.clone()),
            ("run", _) => return Err("run takes lines of the HBase shell as a text.".to_owned()),
            ("state", _) => Self::State,
            ("link", _) => Self::Link,
            ("promise", Value::Text(text)) => Self::Promise(text.clone()),
            ("promise", _) => return Err("promise takes what must hold as a text, such as rows 4.".to_owned()),
            ("theme", Value::Text(name)) => Self::Theme(Theme::named(name)),
            ("theme", _) => return Err("theme takes light, dark or auto.".to_owned()),
            (other, _) => {
                return Err(format!(
                    "There is no command “{other}”. There are seek, next, prev, play, pause, run, state, link, promise, theme."
                ));
            }
        })
    }
}

/// A value in a message.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Value {
    /// Nothing, or a value of another kind.
    #[default]
    Nothing,
    /// Yes or no.
    Flag(bool),
    /// A number that is not negative.
    Number(u64),
    /// A text.
    Text(String),
    /// Several values.
    List(Vec<Value>),
    /// Values with names.
    Record(Vec<(&'static str, Value)>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// What the host was last told about the page.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct HostState {
    /// Whether it was told that the first picture is there.
    pub is_ready: bool,
    /// The step, the number of steps, and the branch.
    place: (u64, u64, usize),
    /// The height in pixels that the page needs.
    height: i64,
    /// The message to the reader.
    notice: Option<Notice>,
    /// How many goals of the lesson were reached.
    reached: usize,
    /// The promises, and whether each one held.
    promises: Vec<MustView>,
}

/// An event: its name and its details.
pub type Event = (&'static str, Value);

impl HostState {
    /// The events since the last call, in order. `height` is the height in pixels that the page needs now.
    pub fn news(&mut self, state: &State, height: i64) -> Vec<Event> {
        let mut news = Vec::new();
        if !self.is_ready && !is_there(&state.document) {
            return news;
        }
        let notice = &state.chrome.notice;
        if *notice != self.notice {
            self.notice.clone_from(notice);
            let failure = notice.as_ref().filter(|notice| notice.is_failure);
            news.extend(failure.map(|why| ("error", Value::Record(vec![("message", why.words.as_str().into())]))));
        }
        if height != self.height {
            self.height = height;
            news.push(("resize", Value::Record(vec![("height", number(height))])));
        }
        let reached = state.document.lesson.as_ref().map(Lesson::reached);
        if reached.is_some_and(|(reached, _)| reached > self.reached) {
            news.extend(reached.map(|(reached, of)| {
                let number = |number: usize| Value::Number(number as u64);
                ("goal", Value::Record(vec![("reached", number(reached)), ("of", number(of))]))
            }));
        }
        self.reached = reached.map_or(0, |(reached, _)| reached);
        let musts = &state.desk.orders.musts;
        if !musts.is_behind && musts.view != self.promises {
            let before = std::mem::replace(&mut self.promises, musts.view.clone());
            let is_new = |must: &&MustView| !before.contains(must);
            news.extend(musts.view.iter().filter(is_new).map(|must| ("promise", promise(must))));
        }
        let view = &state.desk.map.view;
        let timeline = &view.timeline;
        let place = (timeline.position, timeline.total, timeline.branch);
        let before = std::mem::replace(&mut self.place, place);
        if !self.is_ready {
            self.is_ready = true;
            news.push(("ready", moment(state)));
        } else if place != before {
            news.push(("step", moment(state)));
            if place.0 > before.0 {
                news.extend(finished(view, before.0).into_iter().map(|done| ("operation", done)));
            }
        }
        news
    }
}

/// Whether the page has opened what it begins with, at the step that was asked for.
fn is_there(document: &Document) -> bool {
    document.link.is_none() && !document.works() && document.resume.is_none()
}

fn number(number: i64) -> Value {
    Value::Number(u64::try_from(number).unwrap_or(0))
}

/// A promise, with its state.
fn promise(must: &MustView) -> Value {
    let (state, step) = match &must.state {
        MustState::Holds => ("holds", Value::Nothing),
        MustState::Broken { step, .. } => ("broken", Value::Number(*step)),
        MustState::NotYet => ("notYet", Value::Nothing),
        MustState::Unknown(_) => ("unknown", Value::Nothing),
    };
    Value::Record(vec![
        ("name", must.name.as_str().into()),
        ("promise", must.text.as_str().into()),
        ("state", state.into()),
        ("step", step),
    ])
}

fn grain(grain: Grain) -> &'static str {
    GRAINS.iter().find(|(_, known)| *known == grain).map_or("", |(name, _)| name)
}

/// The present step, as a value for the host.
fn moment(state: &State) -> Value {
    let view = &state.desk.map.view;
    let timeline = &view.timeline;
    let reach = state.reach();
    Value::Record(vec![
        ("title", state.document.start.title.as_str().into()),
        ("step", Value::Number(timeline.position)),
        ("steps", Value::Number(timeline.total)),
        ("grain", grain(timeline.grain).into()),
        ("sentence", view.sentence.text().as_str().into()),
        ("next", if reach.can_next { timeline.next.as_str().into() } else { Value::Nothing }),
        ("playing", Value::Flag(state.document.playing)),
    ])
}

/// The operations that were completed after that step, in order; for each client at most the last 40.
fn finished(view: &View, after: u64) -> Vec<Value> {
    let clients = view.clients.iter().map(|client| (Value::Text(client.letter.to_string()), &client.entries));
    let jobs = view.jobs.iter().map(|job| (Value::Nothing, &job.entries));
    let mut over: Vec<(usize, Value)> = Vec::new();
    for (who, entries) in clients.chain(jobs) {
        let ended = entries.iter().filter(|entry| entry.over && entry.position > after);
        over.extend(ended.map(|entry| (entry.place, operation(who.clone(), entry))));
    }
    over.sort_by_key(|(place, _)| *place);
    over.into_iter().map(|(_, operation)| operation).collect()
}

/// A completed operation, as a value for the host.
fn operation(who: Value, entry: &EntryView) -> Value {
    Value::Record(vec![
        ("client", who),
        ("text", entry.text.as_str().into()),
        ("answer", entry.answer.as_deref().map_or(Value::Nothing, Value::from)),
        ("failed", Value::Flag(entry.tone == Tone::No)),
        ("step", Value::Number(entry.position)),
    ])
}

impl State {
    /// The present step, with what is shown: the drawn cells of the table, in order, and the result of the last read.
    pub fn told(&self) -> Value {
        let Value::Record(mut told) = moment(self) else { return Value::Nothing };
        let map = &self.desk.map;
        let cells = map.view.lines.iter().take(CELLS).map(|line| {
            Value::Record(vec![
                ("row", line.row_binary.as_str().into()),
                ("column", line.column.as_str().into()),
                ("value", line.value.as_str().into()),
                ("time", number(line.time)),
                ("type", line.cell_type.into()),
                ("read", Value::Flag(line.hidden.is_none())),
            ])
        });
        told.push(("table", map.request.table.as_str().into()));
        told.push(("cells", Value::List(cells.collect())));
        told.push(("answer", map.view.answer.as_ref().map_or(Value::Nothing, answer)));
        Value::Record(told)
    }
}

fn answer(answer: &AnswerView) -> Value {
    Value::Record(vec![
        ("client", answer.client.map_or(Value::Nothing, |letter| Value::Text(letter.to_string()))),
        ("title", answer.title.as_str().into()),
        ("text", answer.text.as_str().into()),
        ("rows", Value::Number(answer.rows_total)),
        ("cells", Value::Number(answer.cells_total)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::action::{Act, Action};
    use crate::session::lesson::{Learning, Opening};
    use crate::session::orders::Asking;
    use crate::session::tests::page;

    fn names(news: &[Event]) -> Vec<&'static str> {
        news.iter().map(|(name, _)| *name).collect()
    }

    fn field(record: &Value, name: &str) -> Value {
        let Value::Record(fields) = record else { return Value::Nothing };
        fields.iter().find(|(known, _)| *known == name).map_or(Value::Nothing, |(_, value)| value.clone())
    }

    #[test]
    fn commands_are_understood_or_told_what_is_wrong() {
        assert_eq!(Command::named("seek", &Value::Number(3)), Ok(Command::Time(Time::Seek(3))));
        assert_eq!(Command::named("seek", &"end".into()), Ok(Command::Time(Time::Last)));
        assert_eq!(Command::named("seek", &"here".into()), Ok(Command::Marker("here".to_owned())));
        assert_eq!(Command::named("prev", &Value::Nothing), Ok(Command::Time(Time::Back)));
        assert_eq!(Command::named("theme", &"dark".into()), Ok(Command::Theme(Theme::Dark)));
        assert!(Command::named("seek", &Value::Nothing).is_err());
        assert!(Command::named("run", &Value::Number(1)).is_err());
        assert!(Command::named("eval", &"1".into()).is_err_and(|why| why.contains("“eval”") && why.contains("seek")));
    }

    #[test]
    fn a_host_is_told_each_thing_once() {
        let mut state = page();
        let mut told = HostState::default();
        assert_eq!(names(&told.news(&state, 400)), ["resize", "ready"]);
        assert_eq!(names(&told.news(&state, 400)), [""; 0]);
        state.apply(Action::Operation(splitpoint_lab::form::Operation::Prepend));
        state.apply(Action::Act(Act::Send));
        let news = told.news(&state, 400);
        assert_eq!(names(&news), ["step"], "the operation is under way");
        assert_eq!(field(&news[0].1, "step"), Value::Number(1));
        state.apply(Action::Time(Time::NextOperation));
        let news = told.news(&state, 426);
        assert_eq!(names(&news), ["resize", "step", "operation"]);
        assert_eq!(field(&news[2].1, "client"), "A".into());
        assert_eq!(field(&news[2].1, "failed"), Value::Flag(false));
        state.apply(Action::Time(Time::Back));
        assert_eq!(names(&told.news(&state, 426)), ["step"], "nothing ends on the way back");
        for client in [0, 1] {
            state.apply(Action::Client(client));
            state.apply(Action::Act(Act::Run));
            crate::session::tests::finish(&mut state);
        }
        let clients: Vec<Value> = told.news(&state, 426).iter().map(|(_, told)| field(told, "client")).collect();
        assert_eq!(clients, [Value::Nothing, "A".into(), "B".into()], "each one that ended since then");
    }

    #[test]
    fn a_host_is_told_of_what_cannot_be_opened_and_not_of_every_message() {
        let mut state = page();
        let mut told = HostState::default();
        let open = |name: &str| {
            let opening = Opening { name: name.to_owned(), to: None, grain: None };
            Action::Lesson(Learning::Begin(opening, None))
        };
        state.apply(open("where-to-cut"));
        told.news(&state, 400);
        state.apply(Action::Orders(Asking::Open(true)));
        assert!(state.chrome.notice.is_some(), "not before the reader has answered");
        assert_eq!(names(&told.news(&state, 400)), [""; 0]);
        state.apply(open("where-to-curt"));
        let news = told.news(&state, 400);
        assert_eq!(names(&news), ["error"]);
        assert!(matches!(field(&news[0].1, "message"), Value::Text(why) if why.contains("where-to-curt")));
    }

    #[test]
    fn a_host_is_told_of_promises_that_turn() {
        let mut state = page();
        let mut told = HostState::default();
        told.news(&state, 400);
        state.hold("rows 3").expect("it can be read");
        assert!(state.hold("rows many").is_err_and(|why| why.contains("whole number")));
        let news = told.news(&state, 400);
        assert_eq!(names(&news), ["promise"]);
        assert_eq!(field(&news[0].1, "state"), "holds".into());
        state.apply(Action::Operation(splitpoint_lab::form::Operation::Prepend));
        state.apply(Action::Act(Act::Send));
        assert_eq!(names(&told.news(&state, 400)), ["step"]);
        state.apply(Action::Time(Time::NextOperation));
        let news = told.news(&state, 400);
        assert_eq!(names(&news), ["promise", "step", "operation"]);
        assert_eq!((field(&news[0].1, "state"), field(&news[0].1, "step")), ("broken".into(), Value::Number(2)));
    }

    #[test]
    fn the_state_has_the_cells_in_their_order() {
        let told = page().told();
        assert_eq!(field(&told, "table"), "comments".into());
        let Value::List(cells) = field(&told, "cells") else { panic!("no cells") };
        assert_eq!(field(&cells[0], "column"), "c:date".into());
        assert_eq!(field(&cells[0], "read"), Value::Flag(true));
    }
}
