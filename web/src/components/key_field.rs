//! A field for bytes: typed as text, numbers, times or fields, shown as HBase prints them.

use super::notes::{Notes, mark};
use crate::interop;
use crate::session::form::KeyText;
use crate::session::notes::Note;
use splitpoint_lab::notation::Encoding;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct KeyFieldProps {
    pub(crate) label: AttrValue,
    /// Its name among the notes, and on the page.
    pub(crate) field: &'static str,
    pub(crate) value: KeyText,
    /// The encoding of the table's keys, which is offered first.
    #[prop_or_default]
    pub(crate) own: Encoding,
    #[prop_or_default]
    pub(crate) placeholder: AttrValue,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<KeyText>,
}

#[component]
pub(crate) fn KeyField(props: &KeyFieldProps) -> Html {
    let field = props.field;
    let id = format!("field-{field}");
    let said = format!("notes-{field}");
    let oninput = {
        let (on_change, encoding) = (props.on_change.clone(), props.value.encoding.clone());
        Callback::from(move |event: InputEvent| {
            on_change.emit(KeyText { encoding: encoding.clone(), text: interop::typed(&event) });
        })
    };
    let on_encoding = {
        let (on_change, value) = (props.on_change.clone(), props.value.clone());
        Callback::from(move |encoding: Encoding| on_change.emit(value.in_encoding(encoding)))
    };
    let example = if props.placeholder.is_empty() {
        AttrValue::from(props.value.encoding.example())
    } else {
        props.placeholder.clone()
    };
    html! {
        <div class="field">
            <div class="field__head">
                <label class="field__label" for={id.clone()}>{ &props.label }</label>
                <EncodingChoice
                    name={format!("How {} is typed", props.label)}
                    chosen={props.value.encoding.clone()}
                    own={props.own.clone()}
                    on_choose={on_encoding}
                />
            </div>
            <input
                {id}
                class={classes!("input", mark(&props.notes, field))}
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                placeholder={example}
                value={props.value.text.clone()}
                aria-describedby={said.clone()}
                {oninput}
            />
            if let Some(binary) = props.value.binary().filter(|binary| *binary != props.value.text) {
                <p class="hint hint--bytes">{ binary }</p>
            }
            <Notes id={said} notes={props.notes.clone()} {field} />
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct EncodingChoiceProps {
    /// What is chosen.
    pub(crate) name: AttrValue,
    pub(crate) chosen: Encoding,
    /// An encoding of its own that the table's keys have.
    #[prop_or_default]
    pub(crate) own: Encoding,
    pub(crate) on_choose: Callback<Encoding>,
}

#[component]
pub(crate) fn EncodingChoice(props: &EncodingChoiceProps) -> Html {
    let own = matches!(props.own, Encoding::Fields(_)).then(|| props.own.clone());
    let onchange = {
        let (on_choose, own) = (props.on_choose.clone(), own.clone());
        Callback::from(move |event: Event| {
            let name = interop::typed(&event);
            if let Some(encoding) = Encoding::named(&name).or_else(|| own.clone()) {
                on_choose.emit(encoding);
            }
        })
    };
    let chosen = props.chosen.name();
    html! {
        <select class="select select--small" aria-label={props.name.clone()} {onchange}>
            if let Some(own) = own {
                <option value="fields" selected={chosen == "fields"}>{ own.label() }</option>
            }
            for (name, label, _) in Encoding::CHOICES {
                <option key={name} value={name} selected={chosen == name}>{ label }</option>
            }
        </select>
    }
}
