//! One choice out of a list, and a yes or no.

use super::notes::Notes;
use crate::interop;
use crate::session::notes::Note;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct ChoiceProps {
    pub(crate) label: AttrValue,
    pub(crate) options: Vec<AttrValue>,
    pub(crate) chosen: usize,
    pub(crate) on_choose: Callback<usize>,
}

#[component]
pub(crate) fn Choice(props: &ChoiceProps) -> Html {
    let onchange = {
        let on_choose = props.on_choose.clone();
        Callback::from(move |event: Event| {
            if let Ok(index) = interop::typed(&event).parse() {
                on_choose.emit(index);
            }
        })
    };
    html! {
        <label class="field">
            <span class="field__label">{ &props.label }</span>
            <select class="select select--full" {onchange}>
                for (index, option) in props.options.iter().enumerate() {
                    <option key={index} value={index.to_string()} selected={index == props.chosen}>{ option }</option>
                }
            </select>
        </label>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct CheckProps {
    pub(crate) label: AttrValue,
    pub(crate) chosen: bool,
    /// Its name among the notes.
    #[prop_or_default]
    pub(crate) field: AttrValue,
    #[prop_or_default]
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_choose: Callback<bool>,
}

#[component]
pub(crate) fn Check(props: &CheckProps) -> Html {
    let onchange = {
        let on_choose = props.on_choose.clone();
        Callback::from(move |event: Event| on_choose.emit(interop::chosen(&event)))
    };
    html! {
        <div class="field">
            <label class="check">
                <input class="check__box" type="checkbox" checked={props.chosen} {onchange} />
                <span>{ &props.label }</span>
            </label>
            if !props.field.is_empty() {
                <Notes notes={props.notes.clone()} field={props.field.clone()} />
            }
        </div>
    }
}
