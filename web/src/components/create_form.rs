//! The form of a new table.

use super::cell_fields::{add, less};
use super::choice::choice;
use super::key_field::encoding_choice;
use super::notes::{mark, notes};
use super::sheet::{self, Sheet};
use super::text::text;
use super::text_field::{TextField, text_field};
use crate::session::form::{CreateForm, FamilyText};
use splitpoint_lab::notation::Encoding;
use yew::prelude::*;

/// Create table.
pub(crate) fn create_fields(form: &CreateForm, sheet: &Sheet) -> Html {
    let chosen = CreateForm::POLICIES.get(form.policy);
    let needs = chosen.and_then(|policy| policy.needs);
    let policies = CreateForm::POLICIES.map(|policy| policy.about);
    let class = chosen.map_or("", |policy| policy.class);
    let word = |label: &str, field: &str, value: &str, placeholder, number| {
        text_field(sheet, &TextField { label, field, value, placeholder, number, ..TextField::default() })
    };
    let keys = sheet.chosen("keys", sheet::encoding);
    html! {
        <>
            { word("Name", "table", &form.name, "", false) }
            <fieldset class="cells">
                <legend class="field__label">{ "Column families" }</legend>
                for (index, family) in form.families.iter().enumerate() {
                    <div class="cells__cell" key={index}>
                        { family_fields(family, index, form.families.len() < 2, sheet) }
                    </div>
                }
                { notes(sheet.notes, "families") }
                <div class="cells__more">{ add("+ family", "families", sheet) }</div>
            </fieldset>
            <div class="field">
                { choice("Regions are split", &policies, form.policy, sheet.chosen("policy", sheet::choice)) }
                if !class.is_empty() {
                    { text("p", "hint hint--bytes", class) }
                }
            </div>
            if let Some((attribute, label)) = needs {
                { word(label, attribute, &form.prefix, "", false) }
            }
            { word("Split above, in bytes", "MAX_FILESIZE", &form.max_file_size, "10737418240", true) }
            <div class="field">
                <div class="field__head">
                    <label class="field__label" for="field-splits">{ "Cut at first at these keys, one a line" }</label>
                    { encoding_choice("How split keys are typed", &form.keys, &Encoding::Text, keys) }
                </div>
                <textarea
                    id="field-splits"
                    class={classes!("input", "input--lines", mark(sheet.notes, "splits"))}
                    rows="3"
                    spellcheck="false"
                    placeholder="none: one region"
                    value={form.splits.clone()}
                    oninput={sheet.typed("splits")}
                />
                { notes(sheet.notes, "splits") }
            </div>
        </>
    }
}

fn family_fields(family: &FamilyText, index: usize, alone: bool, sheet: &Sheet) -> Html {
    let word = |label: &'static str, spoken: &str, name: &str, value: &str, placeholder| {
        let (spoken, field) = (format!("{spoken} {}", index + 1), format!("families.{index}.{name}"));
        let field = TextField { label: &spoken, field: &field, value, placeholder, bare: true, ..TextField::default() };
        html! {
            <div class="cells__named">
                <span class="cells__label" aria-hidden="true">{ label }</span>
                { text_field(sheet, &field) }
            </div>
        }
    };
    html! {
        <>
            { word("name", "Name of family", "name", &family.name, "f") }
            { word("versions", "Versions in family", "versions", &family.versions, "1") }
            { word("block size", "Block size of family", "block_size", &family.block_size, "65536") }
            { less("family", "families", index, alone, sheet) }
            <div class="cells__wide">{ notes(sheet.notes, &format!("families.{index}.")) }</div>
        </>
    }
}
