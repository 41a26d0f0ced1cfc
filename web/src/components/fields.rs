//! The fields of any form, drawn from its description.

use super::choice::{check, choice, choices};
use super::encoding_choice::encoding_choice;
use super::form::{self, Form};
use super::hear::choose;
use super::list::list;
use super::notes::{About, mark, notes};
use super::segments::segments;
use super::text::text;
use super::text_field::TextField;
use crate::session::action::Action;
use splitpoint_lab::form::description::{Choice, Fact, Input, Kind, Part};
use splitpoint_lab::form::{Change, Entry, KeyText};
use splitpoint_lab::intent::{Field, Slot};
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::view::{CutView, ServerView};
use yew::prelude::*;

/// The fields of a form that consists of these parts.
pub(crate) fn fields(form: &Form, parts: &[Part]) -> Html {
    html! {
        for part in parts {
            { self::part(form, part) }
        }
    }
}

fn part(form: &Form, part: &Part) -> Html {
    match part {
        Part::Input(input) => field(form, input),
        Part::Pair([one, other]) => {
            html! { <div class="field__pair">{ field(form, one) }{ field(form, other) }</div> }
        }
        Part::List(list) => self::list(form, list),
        Part::More { label, parts } => html! {
            <details class="more" open={parts.iter().any(|part| is_filled(form, part))}>
                <summary class="more__head">{ *label }</summary>
                <div class="more__body">{ fields(form, parts) }</div>
            </details>
        },
        Part::Fact(fact) => self::fact(form, *fact),
    }
}

/// Whether one of these fields has text.
fn is_filled(form: &Form, part: &Part) -> bool {
    let typed = |input: &Input| !form.sheet.text(input.field).is_empty();
    match part {
        Part::Input(input) => typed(input),
        Part::Pair(inputs) => inputs.iter().any(typed),
        Part::List(_) | Part::More { .. } | Part::Fact(_) => false,
    }
}

/// A field of the form itself, if its condition holds.
fn field(form: &Form, input: &Input) -> Html {
    if !form.sheet.is_there(input.when, None) {
        return Html::default();
    }
    let slot = Slot::from(input.field);
    match input.kind {
        Kind::Choice(options) => chosen(form, input, options),
        Kind::Segments(options) => side_by_side(form, input, options),
        Kind::Switch => html! {
            <div class="field">
                { check(input.label, form.sheet.on(input.field), form.chosen(slot, form.own, form::on)) }
                { notes(form.notes, slot) }
            </div>
        },
        Kind::Region { all } => region(form, input, all),
        Kind::Server => server(form, input),
        Kind::Encoding { .. } => html! {
            <div class="field__head">{ text("span", "field__label", input.label) }{ encoding(form, input) }</div>
        },
        Kind::Key | Kind::Bytes | Kind::Lines { .. } => bytes(form, input),
        Kind::As(_)
        | Kind::Plain
        | Kind::Column
        | Kind::Text
        | Kind::Number { .. }
        | Kind::Integer
        | Kind::Digits
        | Kind::Time => {
            let id = About::from(slot).id();
            let (name, label) = (slot.to_string(), input.label);
            typed(form, input, slot, &name, label, &id).draw(form.typed(slot), notes(form.notes, slot))
        }
        // Kinds that only fields of lists have.
        Kind::Room | Kind::Words => Html::default(),
    }
}

/// A text field, of the form itself or of an item of a list.
pub(super) fn typed<'a>(
    form: &Form<'a>,
    input: &Input,
    slot: Slot,
    name: &'a str,
    label: &'a str,
    described: &'a str,
) -> TextField<'a> {
    TextField {
        label,
        name,
        value: form.sheet.text(slot),
        placeholder: input.help,
        list: matches!(input.kind, Kind::Column).then_some("columns"),
        // Keyboards of phones for these have no minus, which others may begin with.
        number: matches!(input.kind, Kind::Number { .. } | Kind::Digits | Kind::Time),
        bare: false,
        mark: mark(form.notes, slot),
        described: Some(described),
    }
}

/// A choice of the notation in which bytes are typed. If the table's keys are asked for, its own notation is the first.
pub(super) fn encoding(form: &Form, input: &Input) -> Html {
    let slot = Slot::from(input.field);
    let own = if let Kind::Key | Kind::Encoding { keys: true, .. } = input.kind { form.own } else { &Encoding::Text };
    let name = match input.kind {
        Kind::Lines { how } | Kind::Encoding { how, .. } => how.to_owned(),
        _ => format!("How {} is typed", input.label),
    };
    encoding_choice(&name, &form.sheet.encoding(input, slot), own, form.chosen(slot, own, form::encoding))
}

/// A field for bytes: the text, its notation, and below it the bytes as HBase prints them. Without other help it shows
/// an example.
fn bytes(form: &Form, input: &Input) -> Html {
    let slot = Slot::from(input.field);
    let Some(Entry::Bytes(key)) = form.sheet.entry(slot) else { return Html::default() };
    let (name, described) = (slot.to_string(), About::from(slot).id());
    let example = if input.help.is_empty() { key.encoding.example() } else { input.help.to_owned() };
    let lines = matches!(input.kind, Kind::Lines { .. });
    let field = TextField { placeholder: &example, ..typed(form, input, slot, &name, input.label, &described) };
    html! {
        <div class="field">
            <div class="field__head">
                <label class="field__label" for={field.id()}>{ input.label }</label>
                { encoding(form, input) }
            </div>
            if lines {
                <textarea
                    id={field.id()}
                    class={classes!("input", "input--lines", field.mark)}
                    rows="3"
                    spellcheck="false"
                    placeholder={example.clone()}
                    value={key.text.clone()}
                    aria-describedby={described.clone()}
                    aria-invalid={field.is_refused()}
                    oninput={form.typed(slot)}
                />
            } else {
                { field.input(form.typed(slot)) }
                if let Some(binary) = printed(key) {
                    { text("p", "hint hint--bytes", binary) }
                }
            }
            { notes(form.notes, slot) }
        </div>
    }
}

/// The bytes as HBase prints them, if that differs from the typed text.
fn printed(key: &KeyText) -> Option<String> {
    key.binary().filter(|binary| *binary != key.text)
}

fn chosen(form: &Form, input: &Input, options: &[Choice]) -> Html {
    let slot = Slot::from(input.field);
    let at = form.sheet.choice(slot);
    let labels: Vec<&str> = options.iter().map(|option| option.label).collect();
    let name = options.get(at).map_or("", |option| option.name);
    html! {
        <div class="field">
            { choice(input.label, &labels, at, form.chosen(slot, form.own, form::choice)) }
            if !name.is_empty() {
                { text("p", "hint hint--bytes", name) }
            }
            { notes(form.notes, slot) }
        </div>
    }
}

/// A choice in an item of a list.
pub(super) fn chosen_of_item(form: &Form, options: &[Choice], slot: Slot, label: String) -> Html {
    let labels: Vec<&str> = options.iter().map(|option| option.label).collect();
    html! {
        <select
            class="select cells__kind"
            aria-label={label}
            onchange={form.chosen(slot, form.own, form::choice)}
        >
            { choices(&labels, form.sheet.choice(slot)) }
        </select>
    }
}

fn side_by_side(form: &Form, input: &Input, options: &[Choice]) -> Html {
    let slot = Slot::from(input.field);
    let options = options.iter().enumerate();
    let options =
        options.map(|(at, option)| (option.label.to_owned(), Action::Edit(slot, Change::Choice(at)))).collect();
    html! {
        <div class="field">
            { text("span", "field__label", input.label) }
            { segments(input.field.name(), input.label, options, form.sheet.choice(slot), form.dispatch) }
            { notes(form.notes, slot) }
        </div>
    }
}

/// A choice of a region; `all` offers every region at once.
fn region(form: &Form, input: &Input, all: bool) -> Html {
    let slot = Slot::from(input.field);
    let (mut options, mut keys) = (Vec::new(), Vec::new());
    if all {
        options.push("all".to_owned());
        keys.push(None);
    }
    for region in &form.view.regions {
        options.push(format!("{} {}", region.label, region.range));
        keys.push(Some(region.start_key.clone()));
    }
    let chosen = form.sheet.region(input.field);
    let at = keys.iter().position(|key| key.as_deref() == chosen).unwrap_or(0);
    let actions = keys.into_iter().map(|key| Action::Edit(slot, Change::Region(key))).collect();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    html! {
        <div class="field">
            { choice(input.label, &options, at, choose(form.dispatch, actions)) }
            { notes(form.notes, slot) }
        </div>
    }
}

fn server(form: &Form, input: &Input) -> Html {
    let slot = Slot::from(input.field);
    let named = |server: &ServerView| format!("{}{}", server.name, if server.alive { "" } else { ", dead" });
    let servers: Vec<String> = form.view.servers.iter().map(named).collect();
    let servers: Vec<&str> = servers.iter().map(String::as_str).collect();
    html! {
        <div class="field">
            { choice(input.label, &servers, form.sheet.choice(slot), form.chosen(slot, form.own, form::choice)) }
            { notes(form.notes, slot) }
        </div>
    }
}

/// A fact about the table that helps to decide.
fn fact(form: &Form, fact: Fact) -> Html {
    if !form.sheet.is_there(fact.when(), None) {
        return Html::default();
    }
    html! {
        <div class="field">
            { told(form, fact) }
            if let Some(field) = fact.field() {
                { notes(form.notes, field) }
            }
        </div>
    }
}

fn told(form: &Form, fact: Fact) -> Html {
    match fact {
        Fact::Cut => planned(form),
        Fact::Balance => {
            let held = |server: &ServerView| format!("{}: {}", server.name, server.regions);
            let held: Vec<String> = form.view.servers.iter().filter(|server| server.alive).map(held).collect();
            html! { <p class="hint">{ "Regions of this table now " }{ text("b", "", held.join(", ")) }</p> }
        }
        Fact::Table => {
            let table = form.view.table.as_ref().map(|table| table.name.clone()).unwrap_or_default();
            html! { <p>{ "Table " }{ text("b", "", table) }</p> }
        }
    }
}

/// Where HBase would split the chosen region, if the view knows it.
fn planned(form: &Form) -> Html {
    let key = form.sheet.region(Field::Region).unwrap_or_default();
    let region = form.view.regions.iter().find(|region| region.start_key == key);
    match region.and_then(|region| region.detail.as_ref()).map(|detail| &detail.cut) {
        Some(CutView::At { key, why, .. }) => html! {
            <p class="hint">{ "HBase would cut at " }{ text("b", "mono", key) }{ ". " }{ why }</p>
        },
        Some(CutView::Never { why }) => html! { <p class="hint">{ "HBase would not cut it now. " }{ why }</p> },
        Some(CutView::Hidden) | None => Html::default(),
    }
}
