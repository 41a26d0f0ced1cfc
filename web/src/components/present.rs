//! The view for an audience: the sentence, the picture and the clients, enlarged.

use super::entries::tone_class;
use super::hear::click;
use super::icon::{Glyph, icon};
use super::letter::{client_class, letter};
use super::sentence::sentence;
use super::text::text;
use crate::interop::{self, IdleWatch, Notes, NotesHost};
use crate::session::action::{Action, Time};
use crate::session::host::Value;
use crate::session::key::{PRESENTING, Press};
use crate::session::present::Presenting;
use crate::session::{Present, State};
use splitpoint_lab::lesson::{LessonPlace, Piece, Prediction, Shown, Target};
use splitpoint_lab::view::ClientView;
use yew::prelude::*;

/// The functions of the view for an audience. They are called through this table only, so that a chunk can bring their
/// code later.
pub(crate) struct Stage {
    /// Draws the page; with the picture, and with a description of the next step, if there is one.
    pub(crate) pane: fn(&State, &Present, Html, Option<&str>, &Callback<Action>) -> Html,
    /// Opens a window with the presenter's notes.
    pub(crate) open: fn(Callback<Action>) -> Option<Notes>,
    /// Sends the present step to that window.
    pub(crate) tell: fn(&Notes, &State),
    /// Shows the notes in that window. The name is that of the broadcast channel.
    pub(crate) listen: fn(&NotesHost, &str),
    /// Enters or leaves full screen.
    pub(crate) fill: fn(bool),
}

/// The functions of this module.
pub(crate) static STAGE: Stage =
    Stage { pane, open, tell, listen: interop::listen_to_notes, fill: interop::fill_screen };

/// Milliseconds without a movement or a key, after which the pointer and the focus ring are hidden.
const IDLE: u32 = 2000;

/// How many of the things that a client remembers are shown.
const REMEMBERED: usize = 3;

fn pane(state: &State, present: &Present, picture: Html, coming: Option<&str>, dispatch: &Callback<Action>) -> Html {
    let view = &state.desk.map.view;
    let lesson = state.document.lesson.as_ref();
    let shown = lesson.map(|lesson| lesson.shown());
    let title = match (lesson, shown) {
        (Some(lesson), Some(shown)) => match lesson.number {
            Some(number) => format!("Lesson {} · {} · {}", number + 1, lesson.title, shown.heading),
            None => format!("{} · {}", lesson.title, shown.heading),
        },
        _ => state.document.start.title.clone(),
    };
    // A lesson is played as it goes on, so its steps are no measure of how much of it is left.
    let (position, total, share) = match shown {
        Some(shown) => {
            let (LessonPlace::On { stop, step, .. } | LessonPlace::Left { stop, step }) = shown.place;
            let share = match shown.learned {
                Some(_) => 1000,
                None => (stop * 1000 + step * 1000 / shown.steps.max(1)) / shown.stops,
            };
            (stop as u64 + 1, shown.stops as u64, share as u64)
        }
        None => {
            let (position, total) = (view.timeline.position, view.timeline.total);
            (position, total, position * 1000 / total.max(1))
        }
    };
    let share = share.to_string();
    let is_blank = present.is_blank;
    html! {
        <Floor {is_blank}>
            <div class="present__head">
                { text("h1", "present__title", title) }
                <p class="present__count"><b>{ position }</b>{ format!(" of {total}") }</p>
            </div>
            <div class="present__say">
                if let Some(shown) = shown.filter(|shown| matches!(shown.place, LessonPlace::On { step: 0, .. })) {
                    { opening(shown, present.sums_up) }
                } else {
                    { sentence(&view.sentence, &state.document.start.about) }
                    { shown.map_or_else(Html::default, verdict) }
                }
            </div>
            <div class="present__room">
                { picture }
                <ul class="present__lanes" aria-label="Clients">
                    for client in view.clients.iter().filter(|client| !client.entries.is_empty()) {
                        { lane(client) }
                    }
                </ul>
            </div>
            <div class="present__foot">
                <svg class="orders__bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="orders__all" width="1000" height="8" />
                    <rect class="present__done" width={share} height="8" />
                </svg>
                <button type="button" id="next" class="button button--main present__next" aria-disabled={coming.is_none().then_some("true")} onclick={click(dispatch, Action::Time(Time::Next))}>
                    { icon(Glyph::Next) }
                    <span class="dock__coming">
                        { "Next" }
                        if let Some(coming) = coming.filter(|coming| !coming.is_empty()) {
                            { ": " }{ coming }
                        }
                    </span>
                </button>
            </div>
            if present.lists_keys {
                <p class="present__keys" role="status">{ PRESENTING }{ ", f or Esc ends." }</p>
            }
            if is_blank {
                <p class="spoken" role="status">{ "The screen is dark. Any step brings it back." }</p>
            }
        </Floor>
    }
}

#[derive(Properties)]
struct FloorProps {
    is_blank: bool,
    children: Html,
}

impl PartialEq for FloorProps {
    /// It is always drawn again, with its content.
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

/// The element around everything. The pointer and the focus ring are hidden on it while nobody moves the pointer or
/// types.
#[component]
fn Floor(props: &FloorProps) -> Html {
    let node = use_node_ref();
    let watched = node.clone();
    use_effect_with((), move |()| {
        let watch = IdleWatch::new(&watched, IDLE);
        move || drop(watch)
    });
    html! {
        <main ref={node} class={classes!("present", props.is_blank.then_some("present--blank"))} aria-label="Presentation">
            { props.children.clone() }
        </main>
    }
}

/// A stop in which nothing was done yet: what it is about, and what it asks or what is to be done. `sums_up`: what was
/// learned, too, although that tells how the goal is reached.
fn opening(shown: &Shown, sums_up: bool) -> Html {
    let story = shown.before.iter().map(|pieces| Piece::join(pieces)).collect::<Vec<_>>().join(" ");
    let goal = shown.goal.as_ref();
    let learned = shown.learned.as_ref().filter(|_| sums_up || goal.is_none_or(Target::is_reached));
    html! {
        <>
            if shown.prediction.is_none() {
                { text("p", "present__question", &shown.heading) }
            }
            { text("p", "present__story", story) }
            { shown.prediction.as_ref().map_or_else(Html::default, question) }
            if let Some(goal) = goal {
                <ul class="present__choices">
                    for part in &goal.todos {
                        { text("li", "present__choice", [if part.is_reached { "✓ " } else { "" }, &part.words].concat()) }
                    }
                </ul>
            }
            { verdict(shown) }
            if let Some(learned) = learned {
                { text("p", "present__verdict", ["In short: ", learned].concat()) }
            }
        </>
    }
}

/// The question to the audience, without the answer.
fn question(prediction: &Prediction) -> Html {
    html! {
        <>
            { text("p", "present__question", &prediction.question) }
            <ul class="present__choices">
                for choice in prediction.asked.choices() {
                    { text("li", "present__choice", choice) }
                }
            </ul>
        </>
    }
}

/// The answer to the question of the stop, as soon as everything is done by which it is seen.
fn verdict(shown: &Shown) -> Html {
    let played = shown.prediction.as_ref().filter(|prediction| prediction.is_played);
    match played.and_then(|prediction| prediction.solution.as_ref()) {
        Some(said) => text("p", "present__verdict", answer_words(&said.answer, &said.because)),
        None => Html::default(),
    }
}

/// The answer to a question with why it is that, as the audience and the speaker read it.
fn answer_words(answer: &str, because: &str) -> String {
    ["The answer is: ", answer, ". ", because].concat()
}

fn lane(client: &ClientView) -> Html {
    let last = client.entries.last();
    html! {
        <li key={client.id} class={classes!("present__lane", client_class(client.letter))}>
            <p class="present__client">{ letter(client.letter) }<b>{ client.name }</b></p>
            if let Some(entry) = last {
                { text("p", "", &entry.text) }
                if let Some(answer) = &entry.answer {
                    <p class={classes!("mono", tone_class(entry.tone))}>{ answer }</p>
                }
            }
            for item in client.memory.iter().take(REMEMBERED) {
                { text("p", "soft mono", format!("{} {}", item.name, item.value)) }
            }
        </li>
    }
}

fn open(act: Callback<Action>) -> Option<Notes> {
    let heard = move |said: String| {
        let action = match said.as_str() {
            "hello" => Some(Action::Present(Presenting::Greet)),
            // The notes are open already.
            "n" => None,
            _ => Press { key: said, presents: true, ..Press::default() }.action(true),
        };
        if let Some(action) = action {
            act.emit(action);
        }
    };
    Notes::open(heard)
}

fn tell(notes: &Notes, state: &State) {
    let view = &state.desk.map.view;
    let timeline = &view.timeline;
    let reach = state.reach();
    let place = |step: u64, steps: u64| match steps {
        0 => Value::Text(String::new()),
        _ => Value::Text(format!(" · Step {step} of {steps}")),
    };
    let mut told = vec![
        ("title", Value::Text(state.document.start.title.clone())),
        ("place", place(reach.number(timeline.position), reach.number(timeline.total))),
        ("sentence", Value::Text(view.sentence.text())),
        ("next", Value::Text(timeline.next.clone())),
    ];
    if let Some(lesson) = &state.document.lesson {
        let shown = lesson.shown();
        let (LessonPlace::On { stop, step, .. } | LessonPlace::Left { stop, step }) = shown.place;
        // As on the stage, a stop does not begin with what was done before it.
        let sentence = if step == 0 { String::new() } else { view.sentence.text() };
        let plain = |paragraphs: &[Vec<Piece>]| {
            paragraphs.iter().map(|pieces| Piece::join(pieces)).collect::<Vec<_>>().join("\n\n")
        };
        let asked = shown.prediction.as_ref();
        let choices = asked.map_or(&[][..], |asked| asked.asked.choices());
        let solution = lesson.solution(&state.document.lab);
        let solution = solution.map(|[answer, because]| answer_words(&answer, &because));
        told.extend([
            ("title", Value::Text(lesson.title.clone())),
            ("place", place(step as u64, shown.steps as u64)),
            ("sentence", Value::Text(sentence)),
            ("heading", Value::Text(format!("{} ({} of {})", shown.heading, stop + 1, shown.stops))),
            ("before", Value::Text(plain(&shown.before))),
            ("question", Value::Text(asked.map_or_else(String::new, |asked| asked.question.clone()))),
            ("choices", Value::Text(choices.iter().map(|choice| ["• ", choice, "\n"].concat()).collect())),
            ("solution", Value::Text(solution.unwrap_or_default())),
            ("after", Value::Text(plain(&shown.after))),
            ("next", Value::Text(lesson.next().unwrap_or_default())),
            ("coming", Value::Text(shown.next_stop.clone().unwrap_or_default())),
        ]);
    }
    notes.tell(&Value::Record(told));
}
