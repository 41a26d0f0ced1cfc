//! A list in a form: its items, and the buttons that add and remove one.

use super::fields::{chosen_of_item, encoding, typed};
use super::form::Form;
use super::icon::{Glyph, icon_button};
use super::notes::{About, notes};
use super::text::{button, text};
use splitpoint_lab::form::Change;
use splitpoint_lab::form::description::{Input, Kind, List};
use splitpoint_lab::intent::Slot;
use yew::prelude::*;

/// Characters of a name that have room beside its value.
const SHORT: usize = 9;

/// A list of things that have the same fields.
pub(crate) fn list(form: &Form, list: &List) -> Html {
    if !form.sheet.is_there(list.when, None) {
        return Html::default();
    }
    let count = form.sheet.items(list.field).len();
    let legend = html! { <legend class="field__label">{ list.label }</legend> };
    let more = form.click(list.field, Change::More);
    html! {
        <fieldset class="cells">
            if let Some(head) = &list.head {
                <div class="field__head">{ legend }{ encoding(form, head) }</div>
            } else {
                { legend }
            }
            for at in 0..count {
                <div class={classes!("cells__cell", is_long(form, list, at).then_some("cells__cell--long"))} key={at}>{ item(form, list, at, count <= list.least) }</div>
            }
            { notes(form.notes, list.field) }
            <div class="cells__more">
                <button type="button" class="link" onclick={more}>{ "+ " }{ list.noun }</button>
                if let Some(room) = list.room.filter(|room| !form.sheet.on(room.field)) {
                    { button("link", room.label, form.click(room.field, Change::On(true))) }
                }
            </div>
        </fieldset>
    }
}

/// Whether the first field of an item, such as the name of a column, needs a line for itself.
fn is_long(form: &Form, list: &List, at: usize) -> bool {
    let first = list.items.first().map(|input| form.sheet.text(list.field.item(at, input.field)));
    first.is_some_and(|text| text.chars().count() > SHORT)
}

fn item(form: &Form, list: &List, at: usize, alone: bool) -> Html {
    let said = About::Item(list.field, at);
    let name = format!("Leave out {} {}", list.noun, at + 1);
    let less = (!alone).then(|| form.click(list.field, Change::Less(at)));
    let mut parts: Vec<Html> =
        list.items.iter().map(|input| field(form, input, list.field.item(at, input.field), at, said)).collect();
    parts.insert(list.less, icon_button(Glyph::Close, &name, "cells__less", less));
    html! {
        <>
            { for parts }
            <div class="cells__wide">{ notes(form.notes, said) }</div>
        </>
    }
}

/// A field of an item, if its condition holds. Notes about it are below the item.
fn field(form: &Form, input: &Input, slot: Slot, at: usize, said: About) -> Html {
    if !form.sheet.is_there(input.when, slot.of) {
        return Html::default();
    }
    let label = input.label.replace("{}", &(at + 1).to_string());
    match input.kind {
        Kind::Words => return text("span", "cells__word soft", label),
        Kind::Choice(options) => return chosen_of_item(form, options, slot, label),
        _ => {}
    }
    let (name, described) = (slot.to_string(), said.id());
    let mut field = typed(form, input, slot, &name, &label, &described);
    field.bare = true;
    let field = field.draw(form.typed(slot), Html::default());
    if !input.caption.is_empty() {
        return html! {
            <div class="cells__named">
                <span class="cells__label" aria-hidden="true">{ input.caption }</span>
                { field }
            </div>
        };
    }
    // A time needs more room than other fields.
    if let Kind::Time = input.kind {
        return html! { <div class="cells__wide">{ field }</div> };
    }
    field
}
