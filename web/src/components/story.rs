//! A lesson at one of its stops: the text, the prediction, the tasks and the goal.

use super::hear::click;
use super::letter::letter;
use super::segments::own;
use super::text::{button, text};
use crate::interop;
use crate::session::Desk;
use crate::session::action::{Action, Detail};
use crate::session::compare::Comparing;
use crate::session::growth::Growing;
use crate::session::heat::Looking;
use crate::session::lesson::{Learning, Lesson, Opening};
use crate::session::orders::Asking;
use splitpoint_lab::lesson::{
    Answered, Asked, Chip, CodeLine, Kind, LessonPlace, Piece, Prediction, Shown, TITLES, Target,
};
use splitpoint_lab::view::row_text;
use yew::prelude::*;

/// The function that draws a lesson. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type StoryPane = fn(&Lesson, &Desk, bool, &Callback<Action>) -> Html;

/// The text of a lesson at the step of the cursor, with the question there. `types`: whether the page has a console and forms.
pub(crate) fn story_pane(lesson: &Lesson, desk: &Desk, types: bool, dispatch: &Callback<Action>) -> Html {
    let shown = lesson.shown();
    let stop = shown.place.stop();
    let title = match lesson.number {
        Some(number) => format!("Lesson {} of {}: {}", number + 1, TITLES.len(), lesson.title),
        None => lesson.title.clone(),
    };
    let pointed = match desk.map.detail {
        Some(Detail::Line(rank)) => {
            desk.map.view.lines.iter().find(|line| line.rank == rank).map(|line| row_text(&line.row))
        }
        _ => None,
    };
    html! {
        <div class="story">
            { text("p", "story__where", title) }
            <div class="story__head">
                { text("h2", "story__heading", &shown.heading) }
                { text("span", "soft", format!("{} of {}", stop + 1, shown.stops)) }
            </div>
            if matches!(shown.place, LessonPlace::Left { .. }) {
                { left(shown.free, dispatch) }
            }
            { paragraphs(&shown.before) }
            if let Some(prediction) = &shown.prediction {
                { self::prediction(prediction, is_ahead(shown), (lesson.picked.as_deref(), pointed), dispatch) }
            }
            { code(&shown.code) }
            if shown.after.is_empty() {
                { chips(&shown.chips) }
            } else {
                <Revealed key={stop} class="story__end">
                    { paragraphs(&shown.after) }
                    { chips(&shown.chips) }
                </Revealed>
            }
            if let Some(target) = &shown.goal {
                { goal(target, types) }
            }
            if let Some(learned) = learned(shown) {
                <p class="story__learned">{ text("b", "", "Learned. ") }{ learned }</p>
            }
            { looks(lesson, desk, dispatch) }
            { ways(shown, stop, lesson.number, dispatch) }
        </div>
    }
}

/// What was learned: it says how the goal is reached, and so comes after it.
fn learned(shown: &Shown) -> Option<&str> {
    shown.learned.as_deref().filter(|_| shown.goal.as_ref().is_none_or(Target::is_reached))
}

/// What is said where the cursor is at a step that is not one of the lesson. `free`: the lesson has asked for that.
fn left(free: bool, dispatch: &Callback<Action>) -> Html {
    let back = click(dispatch, Action::Lesson(Learning::Back));
    html! {
        <div class={classes!("story__left", (!free).then_some("notice"))}>
            if free {
                { button("link", "Start this part again", back) }
            } else {
                { "You are on a way of your own. " }
                { button("link", "Back to the lesson", back) }
            }
            { text("span", "soft", " or press l") }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct RevealedProps {
    class: &'static str,
    children: Html,
}

/// What a question or a stop ends with. It is scrolled into sight when it appears, since it is below what the reader has just
/// read.
#[component]
fn Revealed(props: &RevealedProps) -> Html {
    let node = use_node_ref();
    let shown = node.clone();
    use_effect_with((), move |()| interop::show_in_pane(&shown));
    html! { <div ref={node} class={props.class}>{ props.children.clone() }</div> }
}

/// Whether nothing of the stop was done yet.
fn is_ahead(shown: &Shown) -> bool {
    shown.steps > 0 && matches!(shown.place, LessonPlace::On { step: 0, .. })
}

fn paragraphs(paragraphs: &[Vec<Piece>]) -> Html {
    let piece = |piece: &Piece| match piece.kind {
        Kind::Plain => html! { { &piece.text } },
        Kind::Strong | Kind::Value => text("b", "", &piece.text),
        Kind::Code => text("code", "mono", &piece.text),
    };
    html! {
        for paragraph in paragraphs {
            <p class="story__text">
                for one in paragraph {
                    { piece(one) }
                }
            </p>
        }
    }
}

/// What is chosen as an answer and not given yet, and the row that is chosen in the picture.
type Chosen<'a> = (Option<&'a str>, Option<String>);

/// What is asked, with a way to answer as long as nothing was, and then with what came of it.
fn prediction(prediction: &Prediction, ahead: bool, chosen: Chosen, dispatch: &Callback<Action>) -> Html {
    html! {
        <fieldset class="story__predict">
            <legend class="story__label">{ "Predict" }</legend>
            { text("p", "story__question", &prediction.question) }
            { answers(prediction, chosen, dispatch) }
            <div role="status">
                { verdict(prediction, ahead) }
            </div>
        </fieldset>
    }
}

/// The ways to answer. Arrows only choose; Enter, Space, a click or *Answer* gives the answer. When it is known they stay as
/// they are, without effect: a disabled field would lose the focus.
fn answers(prediction: &Prediction, (picked, pointed): Chosen, dispatch: &Callback<Action>) -> Html {
    let answer = |given: String| Action::Lesson(Learning::Answer(given));
    let decide = Action::Lesson(Learning::Decide);
    let is_over = prediction.solution.is_some();
    let over = is_over.then_some("true");
    let given = picked.filter(|_| !is_over).or(prediction.given.as_deref());
    match &prediction.asked {
        Asked::Choice(choices) => html! {
            <>
                <ul class="story__choices">
                    for choice in choices {
                        <li key={choice.clone()}>{ self::choice(choice, given == Some(choice), is_over, dispatch) }</li>
                    }
                </ul>
                if picked.is_some() {
                    <button type="button" class="button button--small" aria-disabled={over} onclick={click(dispatch, decide)}>{ "Answer" }</button>
                }
            </>
        },
        Asked::Number | Asked::Row | Asked::SplitPoint => {
            let (kind, label) = match &prediction.asked {
                Asked::Number => ("number", "A number"),
                Asked::Row => ("text", "A row key: type it, or choose a cell of the row in the picture"),
                _ => ("text", "The row above which the cut is: type its key, or choose a cell of it in the picture"),
            };
            let oninput = {
                let dispatch = dispatch.clone();
                Callback::from(move |event: InputEvent| {
                    dispatch.emit(Action::Lesson(Learning::Pick(interop::typed(&event))));
                })
            };
            let onsubmit = {
                let dispatch = dispatch.clone();
                Callback::from(move |event: SubmitEvent| {
                    event.prevent_default();
                    dispatch.emit(decide.clone());
                })
            };
            html! {
                <form class="story__answer" novalidate={true} {onsubmit}>
                    <label class="field">
                        { text("span", "soft", label) }
                        <input class="input" type={kind} readonly={is_over} value={given.unwrap_or_default().to_owned()} {oninput} />
                    </label>
                    if let Some(row) = pointed.filter(|_| kind == "text" && !is_over) {
                        <button type="button" class="button" onclick={click(dispatch, answer(row.clone()))}>{ format!("Answer: {row}") }</button>
                    }
                    <button type="submit" class="button button--small" aria-disabled={over}>{ "Answer" }</button>
                </form>
            }
        }
    }
}

/// One of several answers. A click of a pointer gives it; one that the browser makes, since an arrow moved the choice, only
/// chooses it.
fn choice(choice: &str, is_chosen: bool, is_over: bool, dispatch: &Callback<Action>) -> Html {
    let answer = Action::Lesson(Learning::Answer(choice.to_owned()));
    let pick = Action::Lesson(Learning::Pick(choice.to_owned()));
    let onclick = {
        let (dispatch, answer) = (dispatch.clone(), answer.clone());
        Callback::from(move |event: MouseEvent| {
            if event.detail() > 0 {
                dispatch.emit(answer.clone());
            }
        })
    };
    let onkeydown = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "Enter" | " ") {
                event.prevent_default();
                dispatch.emit(answer.clone());
            }
        })
    };
    let onchange = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: Event| dispatch.emit(pick.clone()))
    };
    html! {
        <label class="check" {onclick}>
            <input class="check__box" type="radio" name={own("story-predict")} aria-disabled={is_over.then_some("true")} checked={is_chosen} {onchange} {onkeydown} />
            { text("span", "", choice.to_owned()) }
        </label>
    }
}

/// What came of the answer. Only the first one counts; after a wrong one the reader can try again.
/// `ahead`: what was asked about has not happened yet.
fn verdict(prediction: &Prediction, ahead: bool) -> Html {
    let (class, words) = match (&prediction.solution, prediction.answered) {
        (None, Some(Answered::Wrong)) => {
            return text("p", "story__verdict tone-no", "✗ Not so. Try again, or let Next show it.");
        }
        (None, _) => return Html::default(),
        (Some(said), Some(Answered::Right)) => ("story__verdict tone-ok", format!("✓ Right: {}.", said.answer)),
        (Some(said), _) => ("story__verdict", format!("The answer is: {}.", said.answer)),
    };
    let words = if ahead { format!("{words} Next shows it.") } else { words };
    let because = prediction.solution.as_ref().map_or("", |said| said.because.as_str());
    html! {
        <Revealed key={if ahead { "ahead" } else { "over" }} class="story__said">
            { text("p", class, words) }
            if !because.is_empty() {
                { text("p", "story__text", because) }
            }
        </Revealed>
    }
}

fn code(lines: &[CodeLine]) -> Html {
    if lines.is_empty() {
        return Html::default();
    }
    html! {
        <ol class="story__code mono" aria-label="What Next runs">
            for (number, line) in lines.iter().enumerate() {
                <li key={number} class={classes!("story__line", line.current.then_some("story__line--current"), line.done.then_some("story__line--done"))} aria-current={line.current.then_some("step")}>
                    <span class="story__clients">
                        for client in &line.clients {
                            { letter(*client) }
                        }
                    </span>
                    <span>{ &line.text }</span>
                </li>
            }
        </ol>
    }
}

fn chips(chips: &[Chip]) -> Html {
    if chips.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="orders__promises" aria-label="Must hold">
            for chip in chips {
                <li class={classes!("chip", chip.kept.map(|kept| if kept { "tone-ok" } else { "tone-no" }))}>
                    { match chip.kept { Some(true) => "✓ ", Some(false) => "✗ ", None => "… " } }{ &chip.words }
                </li>
            }
        </ul>
    }
}

fn goal(target: &Target, types: bool) -> Html {
    let done = target.todos.iter().filter(|part| part.is_reached).count();
    let share = (done * 1000 / target.todos.len().max(1)).to_string();
    html! {
        <section class="story__goal" aria-label="Goal">
            { text("p", "story__label", format!("Goal: {}", target.title)) }
            <svg class={classes!("orders__bar", target.is_reached().then_some("tone-ok"))} viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="orders__all" width="1000" height="8" />
                <rect class="orders__part-of" width={share} height="8" />
            </svg>
            <ul>
                for part in &target.todos {
                    <li class={classes!("story__todo", part.is_reached.then_some("tone-ok"))}>
                        { text("span", "", if part.is_reached { "✓ " } else { "○ " }) }
                        <span>
                            { &part.words }
                            { text("span", "spoken", if part.is_reached { ", reached" } else { ", not yet" }) }
                            for measured in &part.measured {
                                { text("span", "story__measured soft", measured) }
                            }
                        </span>
                    </li>
                }
            </ul>
            if types && !target.is_reached() {
                { text("p", "soft", "Do it your way: with a form, or in the console.") }
            }
            if !target.hints.is_empty() {
                <details class="more">
                    <summary class="more__head">{ "Hints" }</summary>
                    for hint in &target.hints {
                        { text("p", "story__text", hint) }
                    }
                </details>
            }
        </section>
    }
}

/// Buttons to the wide views that the lesson mentions. Growth would give away the answer, so it is hidden while a
/// prediction is open. Where clients may go in any order, trying all of them is what the stop is about, and its button is
/// the main one until that is done.
fn looks(lesson: &Lesson, desk: &Desk, dispatch: &Callback<Action>) -> Html {
    let shown = lesson.shown();
    let ways = [
        ("heat", "See the heat", Action::Heat(Looking::Open(true))),
        ("growth", "See a year of this key", Action::Growth(Growing::Year)),
        ("orders", "Try every order", Action::Orders(Asking::Open(true))),
        ("compare", "Compare what they cost", Action::Compare(Comparing::Open(true))),
    ];
    let is_wanted = |pane: &&str| shown.wish.panes.contains(pane) && !(shown.open && *pane == "growth");
    let wanted: Vec<_> = ways.into_iter().filter(|(pane, ..)| is_wanted(pane)).collect();
    if wanted.is_empty() {
        return Html::default();
    }
    let class = |action: &Action| {
        let is_next = matches!(action, Action::Orders(_))
            && lesson.skips()
            && shown.goal.is_none()
            && desk.orders.found.is_none();
        if is_next { "button button--main" } else { "button button--small" }
    };
    html! {
        <div class="story__ways">
            for (pane, words, action) in wanted {
                <button id={format!("story-{pane}")} type="button" class={class(&action)} onclick={click(dispatch, action)}>{ words }</button>
            }
        </div>
    }
}

/// Buttons to the stops before and after this one, and after the last stop to the next lesson.
fn ways(shown: &Shown, stop: usize, number: Option<usize>, dispatch: &Callback<Action>) -> Html {
    let to = |stop: usize| click(dispatch, Action::Lesson(Learning::Stop(stop)));
    let next = number.map(|number| number + 1).filter(|next| *next < TITLES.len());
    html! {
        <div class="story__stops">
            if let Some(previous) = &shown.previous_stop {
                <button
                    type="button"
                    class="button button--small story__back"
                    aria-label={format!("Back to {previous}")}
                    title={previous.clone()}
                    onclick={to(stop - 1)}
                >
                    { "◀" }
                </button>
            }
            if stop + 1 < shown.stops {
                <button type="button" class="button button--small" onclick={to(stop + 1)}>
                    { shown.next_stop.as_ref().map_or_else(|| "Skip ▶".to_owned(), |next| format!("{next} ▶")) }
                </button>
            } else if let Some(next) = next {
                <button type="button" class={classes!("button", learned(shown).is_none().then_some("button--small"))} onclick={click(dispatch, Action::Lesson(Learning::Open(Opening::shelved(next))))}>
                    { if learned(shown).is_some() { "Next lesson ▶" } else { "Skip to the next lesson ▶" } }
                </button>
            }
        </div>
    }
}
