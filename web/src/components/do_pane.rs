//! The forms: what to do, as whom, and the two buttons that do it.

use super::admin_form::admin_fields;
use super::create_form::create_fields;
use super::hear::click;
use super::icon::{Glyph, icon};
use super::notes::notes;
use super::read_forms::{get_fields, last_row_fields, pages_fields};
use super::segments::segments;
use super::sheet::Sheet;
use super::starts::starts;
use super::text::{button, text};
use super::transaction_form::transaction_fields;
use super::verbs::verbs;
use super::write_forms::{delete_fields, insert_fields, prepend_fields};
use crate::session::action::{Act, Action};
use crate::session::form::Verb;
use crate::session::{State, Work};
use splitpoint_lab::scenario::Start;
use yew::prelude::*;

/// The pane, with the examples below.
pub(crate) fn do_pane(state: &State, examples: &[Start], dispatch: &Callback<Action>) -> Html {
    let own = state.start.key(&state.request.table);
    let sheet = Sheet { notes: &state.notes, own: &own, dispatch };
    let onsubmit = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            dispatch.emit(Action::Act(Act::Step));
        })
    };
    let clients = state.view.clients.iter().enumerate();
    let clients = clients
        .map(|(index, client)| {
            let action = Action::Client(u8::try_from(index).unwrap_or(0));
            (format!("{} {}", client.letter, client.name), action)
        })
        .collect();
    let run = click(dispatch, Action::Act(Act::Run));
    html! {
        <>
            <div class="do">
                { verbs(state.verb, dispatch) }
                { text("p", "do__about", state.verb.about()) }
                <form class="do__form" novalidate={true} {onsubmit}>
                    if !state.verb.is_admin() {
                        <div class="field">
                            { text("span", "field__label", "As") }
                            { segments("client", "As", clients, usize::from(state.client), dispatch) }
                        </div>
                    }
                    if state.verb != Verb::Create {
                        { notes(&state.notes, "table") }
                    }
                    { fields(state, &sheet) }
                    { notes(&state.notes, "") }
                    if let Some(under_way) = state.under_way_words() {
                        { text("p", "notice", under_way) }
                    }
                    <div class="do__send">
                        <button type="submit" class="button button--main">
                            { icon(Glyph::Next) }
                            { "Step" }
                        </button>
                        <button type="button" class="button" title="To its end (Ctrl Enter)" onclick={run}>{ "Run" }</button>
                        if matches!(state.work, Some(Work::Run(_))) {
                            <span class="do__working" role="status">{ format!("{} steps", state.view.timeline.position) }</span>
                            { button("button button--quiet", "Stop", click(dispatch, Action::Act(Act::Stop))) }
                        }
                    </div>
                </form>
                <datalist id="columns">
                    for column in state.columns() {
                        <option key={column.clone()} value={column}></option>
                    }
                </datalist>
            </div>
            { starts(examples, &state.start, dispatch) }
        </>
    }
}

fn fields(state: &State, sheet: &Sheet) -> Html {
    let forms = &state.forms;
    match state.verb {
        Verb::Insert => insert_fields(&forms.insert, sheet),
        Verb::Prepend => prepend_fields(&forms.prepend, sheet),
        Verb::Pages => pages_fields(&forms.pages, sheet),
        Verb::Transaction => transaction_fields(&forms.transaction, sheet),
        Verb::Get => get_fields(&forms.get, sheet),
        Verb::LastRow => last_row_fields(&forms.last_row, sheet),
        Verb::Delete => delete_fields(&forms.delete, sheet),
        Verb::Create => create_fields(&forms.create, sheet),
        Verb::Admin(chore) => admin_fields(chore, &forms.admin, &state.view, sheet),
    }
}
