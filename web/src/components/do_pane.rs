//! The forms: what to do, as whom, and the two buttons that do it.

use super::admin_form::AdminFields;
use super::create_form::CreateFields;
use super::icon::{Glyph, Icon};
use super::notes::Notes;
use super::read_forms::{GetFields, LastRowFields, PagesFields};
use super::segments::Segments;
use super::starts::Starts;
use super::transaction_form::TransactionFields;
use super::verbs::Verbs;
use super::write_forms::{DeleteFields, InsertFields, PrependFields};
use crate::session::action::{Act, Action};
use crate::session::form::{Form, Forms, Verb};
use crate::session::notes::Note;
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::scenario::Start;
use splitpoint_lab::view::View;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct DoPaneProps {
    pub(crate) view: Rc<View>,
    pub(crate) verb: Verb,
    pub(crate) client: u8,
    pub(crate) forms: Rc<Forms>,
    pub(crate) notes: Rc<Vec<Note>>,
    /// The encoding of the table's keys.
    pub(crate) own: Encoding,
    /// Columns to suggest.
    pub(crate) columns: Rc<Vec<String>>,
    /// What is under way and will be stepped, in place of sending the form.
    pub(crate) under_way: Option<AttrValue>,
    /// How far long work is.
    pub(crate) working: Option<AttrValue>,
    pub(crate) starts: Rc<Vec<Start>>,
    pub(crate) start: Rc<Start>,
    pub(crate) dispatch: Callback<Action>,
}

#[component]
pub(crate) fn DoPane(props: &DoPaneProps) -> Html {
    let act = |act: Act| {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Act(act)))
    };
    let onsubmit = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            dispatch.emit(Action::Act(Act::Step));
        })
    };
    let choose_client = props.dispatch.reform(|index: usize| Action::Client(u8::try_from(index).unwrap_or(0)));
    let clients: Vec<AttrValue> =
        props.view.clients.iter().map(|client| AttrValue::from(format!("{} {}", client.letter, client.name))).collect();
    html! {
        <>
            <div class="do">
                <Verbs verb={props.verb} on_choose={props.dispatch.reform(Action::Verb)} />
                <p class="do__about">{ props.verb.about() }</p>
                <form class="do__form" novalidate={true} {onsubmit}>
                    if !props.verb.is_admin() {
                        <div class="field">
                            <span class="field__label">{ "As" }</span>
                            <Segments name="client" label="As" options={clients} chosen={usize::from(props.client)} on_choose={choose_client} />
                        </div>
                    }
                    if props.verb != Verb::Create {
                        <Notes notes={props.notes.clone()} field="table" />
                    }
                    { fields(props) }
                    <Notes notes={props.notes.clone()} field="" />
                    if let Some(under_way) = &props.under_way {
                        <p class="notice">{ under_way }</p>
                    }
                    <div class="do__send">
                        <button type="submit" class="button button--main">
                            <Icon glyph={Glyph::Next} />
                            { "Step" }
                        </button>
                        <button type="button" class="button" title="To its end (Ctrl Enter)" onclick={act(Act::Run)}>{ "Run" }</button>
                        if let Some(working) = &props.working {
                            <span class="do__working" role="status">{ working }</span>
                            <button type="button" class="button button--quiet" onclick={act(Act::Stop)}>{ "Stop" }</button>
                        }
                    </div>
                </form>
                <datalist id="columns">
                    for column in props.columns.iter() {
                        <option key={column.clone()} value={column.clone()}></option>
                    }
                </datalist>
            </div>
            <Starts starts={props.starts.clone()} start={props.start.clone()} dispatch={props.dispatch.clone()} />
        </>
    }
}

fn fields(props: &DoPaneProps) -> Html {
    let forms = &props.forms;
    let notes = props.notes.clone();
    let own = props.own.clone();
    let dispatch = &props.dispatch;
    match props.verb {
        Verb::Insert => html! {
            <InsertFields form={forms.insert.clone()} {own} {notes} on_change={dispatch.reform(|form| Action::Form(Form::Insert(form)))} />
        },
        Verb::Prepend => html! {
            <PrependFields form={forms.prepend.clone()} {notes} on_change={dispatch.reform(|form| Action::Form(Form::Prepend(form)))} />
        },
        Verb::Pages => html! {
            <PagesFields form={forms.pages.clone()} {own} {notes} on_change={dispatch.reform(|form| Action::Form(Form::Pages(form)))} />
        },
        Verb::Transaction => html! {
            <TransactionFields form={forms.transaction.clone()} {own} {notes} on_change={dispatch.reform(|form| Action::Form(Form::Transaction(form)))} />
        },
        Verb::Get => html! {
            <GetFields form={forms.get.clone()} {own} {notes} on_change={dispatch.reform(|form| Action::Form(Form::Get(form)))} />
        },
        Verb::LastRow => html! {
            <LastRowFields form={forms.last_row.clone()} {own} {notes} on_change={dispatch.reform(|form| Action::Form(Form::LastRow(form)))} />
        },
        Verb::Delete => html! {
            <DeleteFields form={forms.delete.clone()} {own} {notes} on_change={dispatch.reform(|form| Action::Form(Form::Delete(form)))} />
        },
        Verb::Create => html! {
            <CreateFields form={forms.create.clone()} {notes} on_change={dispatch.reform(|form| Action::Form(Form::Create(form)))} />
        },
        Verb::Admin(chore) => html! {
            <AdminFields
                {chore}
                form={forms.admin.clone()}
                {own}
                regions={props.view.regions.clone()}
                servers={props.view.servers.clone()}
                table={props.view.table.as_ref().map(|table| table.name.clone()).unwrap_or_default()}
                {notes}
                on_change={dispatch.reform(|form| Action::Form(Form::Admin(form)))}
            />
        },
    }
}
