//! The pane *Do*: the forms of operations, for which client, and the button that sends them.

use super::fields::fields;
use super::form::Form;
use super::hear::click;
use super::icon::{Glyph, icon};
use super::java::JavaPane;
use super::letter::letter;
use super::notes::{About, notes};
use super::segments::{drawn, segments};
use super::starts::starts;
use super::text::{breakable, button, text};
use super::verbs::verbs;
use crate::interop;
use crate::session::action::{Act, Action, Api, Show};
use crate::session::design::Designing;
use crate::session::{Desk, Document, FORM, Work};
use splitpoint_lab::form::{MINUTES, Minute, Operation};
use splitpoint_lab::intent::Field;
use splitpoint_lab::words::command::is_own;
use yew::platform::spawn_local;
use yew::prelude::*;

/// The pane, with the examples at its end. `leads`: whether the button below the picture is the one to press, as long as
/// the reader does not turn to the form. `beside` is drawn beside the buttons, `below` below them, and then the form
/// in Java, if the code for that is loaded.
pub(crate) fn do_pane(
    document: &Document,
    (desk, leads): (&Desk, bool),
    columns: Vec<String>,
    (beside, below, java): (Html, Html, Option<JavaPane>),
    dispatch: &Callback<Action>,
) -> Html {
    let (open, view) = (&desk.form, &desk.map.view);
    let own = document.lab.key(&desk.map.request.table);
    let form = Form { sheet: open.forms.sheet(open.operation), notes: &open.notes, own: &own, view, dispatch };
    let onsubmit = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            dispatch.emit(Action::Act(Act::Send));
        })
    };
    let clients = view.clients.iter().enumerate();
    let clients = clients
        .map(|(index, client)| {
            let action = Action::Client(u8::try_from(index).unwrap_or(0));
            (html! { <span>{ letter(client.letter) }{ " " }{ &client.name }</span> }, action)
        })
        .collect();
    let run = click(dispatch, Action::Act(Act::Run));
    let busy = desk.under_way().is_some();
    let is_main = !busy && !open.sent && (open.touched || !leads);
    html! {
        <>
            <div class="do">
                { verbs(open.operation, dispatch) }
                if let Some(minute) = open.story(&document.start) {
                    { story(minute, dispatch) }
                } else {
                    <p class="do__about">
                        // What has no button of its own is named here.
                        if !Operation::MAIN.contains(&open.operation) {
                            { text("b", "do__name", open.operation.label()) }{ " " }
                        }
                        { open.operation.about() }
                    </p>
                }
                <form class="do__form" id={FORM} tabindex="-1" aria-label={open.operation.label()} novalidate={true} {onsubmit}>
                    if !open.operation.is_admin() {
                        <div class="field">
                            { text("span", "field__label", "As") }
                            { drawn("client", "As", clients, usize::from(open.client), dispatch) }
                            { notes(&open.notes, Field::Client) }
                        </div>
                    }
                    if open.operation != Operation::Create {
                        { notes(&open.notes, Field::Table) }
                    }
                    if open.operation == Operation::Create {
                        <button type="button" class="button" id="to-design" title="Fields, bytes and regions of its keys (k)" onclick={click(dispatch, Action::Design(Designing::Open(true)))}>{ "Design the key" }</button>
                    }
                    { fields(&form, open.forms.parts(open.operation)) }
                    { notes(&open.notes, About::Form) }
                    if let Some(under_way) = desk.under_way_words() {
                        { text("p", "notice", under_way) }
                    }
                    <input type="submit" hidden={true} /> // for Enter in a field
                </form>
                // It is outside of the form, so that it stays in sight also where only what is above the form is.
                <div class="do__send">
                    <button
                        type="button"
                        class={classes!("button", is_main.then_some("button--main"))}
                        title={if busy { "It is under way: Next goes on" } else { "Sends it, and does its first step (Enter)" }}
                        aria-disabled={busy.then_some("true")}
                        onclick={click(dispatch, Action::Act(Act::Send))}
                    >
                        { icon(Glyph::Next) }
                        { if open.sent && !busy { "Send again" } else { "Send" } }
                    </button>
                    <button type="button" class="button" title="To its end (Ctrl Enter)" onclick={run}>{ "Run" }</button>
                    if matches!(document.work, Some(Work::Run(_))) {
                        <span class="do__working" role="status">{ format!("{} steps", view.timeline.position) }</span>
                        { button("button button--quiet", "Stop", click(dispatch, Action::Act(Act::Stop))) }
                    }
                    { beside }
                </div>
                { below }
                if !open.command.is_empty() {
                    {
                        as_code("code", &open.command, java.filter(|_| open.api != Api::Shell).map(|java| java(document, desk, None)), dispatch)
                    }
                }
                <datalist id="columns">
                    for column in columns {
                        <option key={column.clone()} value={column}></option>
                    }
                </datalist>
            </div>
            { starts(&document.start, dispatch) }
        </>
    }
}

/// What a first minute is about, and the way to the next one.
fn story(minute: &'static Minute, dispatch: &Callback<Action>) -> Html {
    let at = MINUTES.iter().position(|other| other.title == minute.title).unwrap_or(0);
    let next = MINUTES.get(at + 1);
    let parts = minute.names.and_then(|named| Some((minute.story.split_once(named.words)?, named)));
    let told = match parts {
        Some(((before, after), named)) => {
            let dispatch = dispatch.clone();
            let show = Callback::from(move |_| {
                if let Some(pick) = named.pick {
                    dispatch.emit(Action::Edit(named.slot, pick.change()));
                }
                // Once the page is drawn again: in a choice the focus goes to the entry that is chosen now.
                spawn_local(async move { interop::focus_field(&named.slot.to_string()) });
            });
            html! { <>{ before }{ button("link", named.words, show) }{ after }</> }
        }
        None => html! { minute.story },
    };
    html! {
        <div class="do__story">
            <p><b>{ minute.title }</b>{ " " }{ told }</p>
            <p class="do__minute">
                { text("span", "soft", format!("{} of {}", at + 1, MINUTES.len())) }
                if let Some(next) = next {
                    <button type="button" class="link" title={next.story} onclick={click(dispatch, Action::Minute(at + 1))}>
                        { "Next idea: " }{ next.title }
                    </button>
                }
            </p>
        </div>
    }
}

/// Commands of the HBase shell, or the same in Java where that is given, with what is copied of it. The `name`
/// distinguishes the choice from others on the page.
pub(crate) fn as_code(
    name: &'static str,
    command: &str,
    java: Option<(Html, String)>,
    dispatch: &Callback<Action>,
) -> Html {
    let is_java = java.is_some();
    let (shown, copied) = java.unwrap_or_else(|| {
        let lines = html! { <pre class="do__command do__command--shell" tabindex="0">{ breakable(command, |before, next| before == '(' || next == '.') }</pre> };
        (lines, command.to_owned())
    });
    let copied = Callback::from(move |_| interop::copy(&copied));
    let label = |is_java: bool| if is_java { "As Java" } else { "As shell" };
    let choices =
        [Api::Shell, Api::Java].map(|api| (label(api != Api::Shell).to_owned(), Action::Show(Show::Api(api))));
    html! {
        <section class="do__shell" aria-label={label(is_java)}>
            <div class="field__head">
                { segments(name, "Written as", choices.into(), usize::from(is_java), dispatch) }
                { button("button button--quiet button--small", "Copy", copied) }
            </div>
            { shown }
            if !is_java && is_own(command) {
                { text("p", "soft", "Splitpoint's own command: HBase's shell has none. As Java shows HBase's way.") }
            }
        </section>
    }
}
