//! A field for a word or a number.

use super::notes::{Notes, mark};
use crate::interop;
use crate::session::notes::Note;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct TextFieldProps {
    pub(crate) label: AttrValue,
    /// Its name among the notes, and on the page.
    pub(crate) field: AttrValue,
    pub(crate) value: AttrValue,
    #[prop_or_default]
    pub(crate) placeholder: AttrValue,
    /// The `id` of a list of suggestions.
    #[prop_or_default]
    pub(crate) list: Option<&'static str>,
    /// Whether only digits make sense.
    #[prop_or_default]
    pub(crate) number: bool,
    /// Whether the label is only said.
    #[prop_or_default]
    pub(crate) bare: bool,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<String>,
}

#[component]
pub(crate) fn TextField(props: &TextFieldProps) -> Html {
    let id = format!("field-{}", props.field);
    // What is said about a field without a label of its own stands below its group.
    let said = match props.field.rsplit_once('.') {
        Some((group, _)) if props.bare => format!("notes-{group}."),
        _ => format!("notes-{}", props.field),
    };
    let oninput = {
        let on_change = props.on_change.clone();
        Callback::from(move |event: InputEvent| on_change.emit(interop::typed(&event)))
    };
    html! {
        <div class="field">
            <label class={classes!("field__label", props.bare.then_some("spoken"))} for={id.clone()}>{ &props.label }</label>
            <input
                {id}
                class={classes!("input", mark(&props.notes, &props.field))}
                type="text"
                inputmode={props.number.then_some("numeric")}
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                placeholder={props.placeholder.clone()}
                list={props.list}
                value={props.value.clone()}
                aria-describedby={said.clone()}
                {oninput}
            />
            if !props.bare {
                <Notes id={said} notes={props.notes.clone()} field={props.field.clone()} />
            }
        </div>
    }
}
