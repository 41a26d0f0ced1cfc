//! The form of a new table.

use super::choice::Choice;
use super::edit::{edit, edit_item, edit_list};
use super::icon::{Glyph, Icon};
use super::key_field::EncodingChoice;
use super::notes::{Notes, mark};
use super::text_field::TextField;
use crate::interop;
use crate::session::form::{CreateForm, FamilyText};
use crate::session::notes::Note;
use splitpoint_lab::notation::Encoding;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct CreateFieldsProps {
    pub(crate) form: CreateForm,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<CreateForm>,
}

#[component]
pub(crate) fn CreateFields(props: &CreateFieldsProps) -> Html {
    let (form, on) = (&props.form, &props.on_change);
    let notes = &props.notes;
    let name = edit(form, on, |form: &mut CreateForm, name| form.name = name);
    let policy = edit(form, on, |form: &mut CreateForm, policy| form.policy = policy);
    let prefix = edit(form, on, |form: &mut CreateForm, prefix| form.prefix = prefix);
    let size = edit(form, on, |form: &mut CreateForm, size| form.max_file_size = size);
    let keys = edit(form, on, |form: &mut CreateForm, keys: Encoding| form.keys = keys);
    let splits = edit(form, on, |form: &mut CreateForm, event: InputEvent| form.splits = interop::typed(&event));
    let add = edit_list(form, on, |form| form.families.push(FamilyText::new("")));
    let chosen = CreateForm::POLICIES.get(form.policy);
    let needs = chosen.and_then(|policy| policy.needs);
    let policies = CreateForm::POLICIES.iter().map(|policy| AttrValue::from(policy.about)).collect::<Vec<_>>();
    let class = chosen.map_or("", |policy| policy.class);
    html! {
        <>
            <TextField label="Name" field="table" value={form.name.clone()} notes={notes.clone()} on_change={name} />
            <fieldset class="cells">
                <legend class="field__label">{ "Column families" }</legend>
                for (index, family) in form.families.iter().enumerate() {
                    <div class="cells__cell" key={index}>{ family_fields(props, index, family) }</div>
                }
                <Notes notes={notes.clone()} field="families" />
                <div class="cells__more"><button type="button" class="link" onclick={add}>{ "+ family" }</button></div>
            </fieldset>
            <div class="field">
                <Choice label="Regions are split" options={policies} chosen={form.policy} on_choose={policy} />
                if !class.is_empty() {
                    <p class="hint hint--bytes">{ class }</p>
                }
            </div>
            if let Some((attribute, label)) = needs {
                <TextField {label} field={attribute} value={form.prefix.clone()} notes={notes.clone()} on_change={prefix} />
            }
            <TextField
                label="Split above, in bytes"
                field="MAX_FILESIZE"
                value={form.max_file_size.clone()}
                placeholder="10737418240"
                number={true}
                notes={notes.clone()}
                on_change={size}
            />
            <div class="field">
                <div class="field__head">
                    <label class="field__label" for="field-splits">{ "Cut at first at these keys, one a line" }</label>
                    <EncodingChoice name="How split keys are typed" chosen={form.keys.clone()} on_choose={keys} />
                </div>
                <textarea
                    id="field-splits"
                    class={classes!("input", "input--lines", mark(notes, "splits"))}
                    rows="3"
                    spellcheck="false"
                    placeholder="none: one region"
                    value={form.splits.clone()}
                    oninput={splits}
                />
                <Notes notes={notes.clone()} field="splits" />
            </div>
        </>
    }
}

fn family_fields(props: &CreateFieldsProps, index: usize, family: &FamilyText) -> Html {
    let (form, on) = (&props.form, &props.on_change);
    let number = index + 1;
    let list: fn(&mut CreateForm) -> &mut Vec<FamilyText> = |form| &mut form.families;
    let word =
        |label: &'static str, spoken: &str, field: &str, value: &str, empty, put: fn(&mut FamilyText, String)| {
            html! {
                <div class="cells__named">
                    <span class="cells__label" aria-hidden="true">{ label }</span>
                    <TextField
                        label={format!("{spoken} {number}")}
                        field={format!("families.{index}.{field}")}
                        value={value.to_owned()}
                        placeholder={AttrValue::Static(empty)}
                        bare={true}
                        notes={props.notes.clone()}
                        on_change={edit_item(form, on, index, list, put)}
                    />
                </div>
            }
        };
    let remove = edit_list(form, on, move |form| {
        form.families.remove(index);
    });
    html! {
        <>
            { word("name", "Name of family", "name", &family.name, "f", |family, text| family.name = text) }
            { word("versions", "Versions in family", "versions", &family.versions, "1", |family, text| family.versions = text) }
            { word("block size", "Block size of family", "block_size", &family.block_size, "65536", |family, text| family.block_size = text) }
            <button
                type="button"
                class="button button--quiet cells__less"
                aria-label={format!("Leave out family {number}")}
                title="Leave out"
                disabled={form.families.len() < 2}
                onclick={remove}
            >
                <Icon glyph={Glyph::Close} />
            </button>
            <div class="cells__wide"><Notes id={format!("notes-families.{index}.")} notes={props.notes.clone()} field={format!("families.{index}.")} /></div>
        </>
    }
}
