//! The mapping of a file: what each column becomes, and the cells that the first lines would lead to.

use super::choice::{check, choices};
use super::compose::compose;
use super::encoding_choice::encoding_choice;
use super::hear::choose;
use super::segments::segments;
use super::text::text;
use super::text_field::TextField;
use crate::interop;
use crate::session::action::Action;
use crate::session::import::{ImportView, Importing};
use splitpoint_lab::notation::{Encoding, beginning};
use splitpoint_lab::scenario::import::{Format, Mapping, PreviewLine, Target};
use splitpoint_lab::view::{row_text, slips_of_column};
use splitpoint_lab::words::counted;
use std::rc::Rc;
use yew::prelude::*;

/// What a column can become, as in the list of choices.
const BECOMES: [(&str, &str); 5] =
    [("cell", "a cell"), ("key", "row key"), ("time", "time"), ("ttl", "time to live"), ("skip", "nothing")];

/// How many columns are drawn at most.
const DRAWN: usize = 200;

/// How many characters of a value are shown.
const SHOWN: usize = 120;

/// An event listener at a column, which sends the changed mapping.
fn hear<E: 'static>(
    dispatch: &Callback<Action>,
    mapping: &Rc<Mapping>,
    index: usize,
    put: fn(&mut Mapping, usize, E),
) -> Callback<E> {
    let (dispatch, mapping) = (dispatch.clone(), mapping.clone());
    Callback::from(move |event: E| {
        let mut mapping = (*mapping).clone();
        put(&mut mapping, index, event);
        dispatch.emit(Action::Import(Importing::Mapping(mapping)));
    })
}

/// The mapping of a file, and the cells that its first lines would lead to.
pub(crate) fn mapping_fields(import: &ImportView, dispatch: &Callback<Action>) -> Html {
    let Some(mapping) = &import.mapping else { return Html::default() };
    // One mapping shared by all listeners: with a copy for each column, memory would grow with the square of their
    // number.
    let mapping = &Rc::new(mapping.clone());
    let more = mapping.columns.len().saturating_sub(DRAWN);
    let tick = |label: &'static str, chosen: bool, put: fn(&mut Mapping, usize, Event)| {
        html! { <div class="field">{ check(label, chosen, hear(dispatch, mapping, 0, put)) }</div> }
    };
    let spec = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| dispatch.emit(Action::Import(Importing::Spec(interop::typed(&event)))))
    };
    let formats = Format::CHOICES.map(|(_, name)| name);
    let format = Format::CHOICES.iter().position(|(format, _)| *format == mapping.format).unwrap_or(0);
    let on_format = choose(
        dispatch,
        Format::CHOICES
            .map(|(format, _)| {
                let separator = match format {
                    Format::Tsv => b'\t',
                    Format::Csv if mapping.separator != b'\t' => mapping.separator,
                    Format::Csv | Format::JsonLines => b',',
                };
                Action::Import(Importing::Format(format, separator))
            })
            .to_vec(),
    );
    let table = TextField { label: "Table", name: "import.table", value: &mapping.table, ..TextField::default() };
    let on_table = hear(dispatch, mapping, 0, |mapping, _, event: InputEvent| mapping.table = interop::typed(&event));
    let names = TextField {
        label: "The same as importtsv.columns",
        name: "import.spec",
        value: &import.spec,
        ..TextField::default()
    };
    let ways = [("columns as they are", false), ("fields, designed", true)];
    let ways = ways.map(|(label, composes)| (label.to_owned(), Action::Import(Importing::Compose(composes)))).into();
    html! {
        <div class="mapping">
            <div class="mapping__row">
                <label class="field">
                    { text("span", "field__label", "Format") }
                    <select class="select" onchange={on_format}>{ choices(&formats, format) }</select>
                </label>
                { table.draw(on_table, Html::default()) }
                if mapping.format != Format::JsonLines {
                    { tick("The first line names the columns", mapping.header, |mapping, _, event| mapping.header = interop::chosen(&event)) }
                }
            </div>
            <div class="mapping__scroll" tabindex="0" role="group" aria-label="Columns of the file">
                <table class="mapping__table">
                    <thead>
                        <tr>
                            for name in ["Column", "First line", "Becomes", "Called", "Written as"] {
                                <th scope="col">{ name }</th>
                            }
                        </tr>
                    </thead>
                    <tbody>
                        for index in 0..mapping.columns.len().min(DRAWN) {
                            { column(import, mapping, index, dispatch) }
                        }
                    </tbody>
                </table>
            </div>
            if more > 0 {
                { text("p", "soft", format!("And {} more: change them in the list below.", counted(more as u64, "column"))) }
            }
            if let Some(told) = &import.told {
                { text("p", "notice notice--warn", told) }
            }
            <div class="field">
                { text("span", "field__label", "Row key") }
                { segments("import-way", "Row key", ways, usize::from(mapping.composed.is_some()), dispatch) }
            </div>
            if let Some(composed) = &import.composed {
                { compose(mapping, composed, dispatch) }
            }
            for slip in slips(import, mapping) {
                { text("p", "notice notice--warn", slip) }
            }
            if mapping.composed.is_none() {
                { names.draw(spec, Html::default()) }
            }
            if let Some(problem) = &import.problem {
                <p class="notice notice--no" role="alert">{ problem }</p>
            }
            { text("h3", "help__title", "What the first lines become") }
            <ul class="mapping__preview">
                for line in &import.preview.lines {
                    <li key={line.line}>{ preview(line) }</li>
                }
            </ul>
            { tick("Empty values make no cell", mapping.skip_empty, |mapping, _, event| mapping.skip_empty = interop::chosen(&event)) }
            { tick("Leave bad lines out", mapping.skip_bad_lines, |mapping, _, event| {
                mapping.skip_bad_lines = interop::chosen(&event);
            }) }
        </div>
    }
}

/// The traps that the columns of the row key run into, judged by the first lines of the file.
fn slips(import: &ImportView, mapping: &Mapping) -> Vec<String> {
    let texts = |index: usize| import.preview.lines.iter().filter_map(move |line| line.fields.get(index));
    let keys = mapping.columns.iter().enumerate().filter_map(|(index, column)| match &column.target {
        Target::RowKey { encoding, .. } => Some((index, &column.name, encoding)),
        _ => None,
    });
    let told = |(index, name, encoding): (usize, &String, &Encoding)| {
        let slips = slips_of_column(encoding, texts(index).map(String::as_str)).into_iter();
        slips.map(|slip| format!("{name}: {slip}")).collect::<Vec<_>>()
    };
    keys.flat_map(told).collect()
}

fn column(import: &ImportView, mapping: &Rc<Mapping>, index: usize, dispatch: &Callback<Action>) -> Html {
    let source = &mapping.columns[index];
    let becomes = hear(dispatch, mapping, index, |mapping, index, event: Event| {
        mapping.columns[index].target = target_of(&interop::typed(&event), mapping, index);
    });
    let called = {
        let dispatch = dispatch.clone();
        let typed = move |event: InputEvent| Action::Import(Importing::Called(index, interop::typed(&event)));
        Callback::from(move |event| dispatch.emit(typed(event)))
    };
    let written = hear(dispatch, mapping, index, |mapping, index, event: Event| {
        let (Target::RowKey { encoding, .. } | Target::Cell { encoding, .. }) = &mut mapping.columns[index].target
        else {
            return;
        };
        if let Some(other) = Encoding::named(&interop::typed(&event)) {
            *encoding = other;
        }
    });
    let (kind, encoding) = match &source.target {
        Target::RowKey { encoding, .. } => ("key", Some(encoding)),
        Target::Cell { encoding, .. } => ("cell", Some(encoding)),
        Target::Timestamp => ("time", None),
        Target::Ttl => ("ttl", None),
        Target::Skip => ("skip", None),
    };
    let name = import.called(index);
    let sample =
        import.preview.lines.first().and_then(|line| line.fields.get(index)).map(|text| beginning(text, SHOWN));
    let (label, field) = (format!("Family and qualifier of {}", source.name), format!("import.{index}.called"));
    let field = TextField { label: &label, name: &field, bare: true, ..TextField::default() };
    html! {
        <tr key={index}>
            <th scope="row" class="mapping__name">{ &source.name }</th>
            { text("td", "mapping__sample mono", sample.unwrap_or_default()) }
            <td>
                <select class="select" aria-label={format!("What {} becomes", source.name)} onchange={becomes}>
                    for (value, label) in BECOMES.into_iter().filter(|(value, _)| *value != "key" || mapping.composed.is_none()) {
                        <option key={value} {value} selected={value == kind}>{ label }</option>
                    }
                </select>
            </td>
            <td>
                if let Some(name) = name {
                    { TextField { value: &name, ..field }.draw(called, Html::default()) }
                } else if mapping.composed.as_ref().is_some_and(|composed| composed.takes(index)) {
                    { text("span", "soft", "part of the key") }
                }
            </td>
            <td>
                if let Some(encoding) = encoding {
                    { encoding_choice(&format!("How {} is written", source.name), encoding, &Encoding::Text, written) }
                }
            </td>
        </tr>
    }
}

/// The target of this kind for a column. Settings of the old target are kept where they fit.
fn target_of(kind: &str, mapping: &Mapping, index: usize) -> Target {
    let column = &mapping.columns[index];
    let encoding = match &column.target {
        Target::RowKey { encoding, .. } | Target::Cell { encoding, .. } => encoding.clone(),
        _ => Encoding::Text,
    };
    let keys = mapping.columns.iter().filter(|column| matches!(column.target, Target::RowKey { .. })).count();
    match kind {
        "key" => Target::RowKey { place: u8::try_from(keys).unwrap_or(u8::MAX), encoding },
        "time" => Target::Timestamp,
        "ttl" => Target::Ttl,
        "skip" => Target::Skip,
        _ => Target::Cell { family: "f".to_owned(), qualifier: column.name.as_bytes().to_vec(), encoding },
    }
}

fn preview(line: &PreviewLine) -> Html {
    if let Some(problem) = &line.problem {
        return text("span", "tone-no", format!("Line {}: {problem}", line.line));
    }
    html! {
        <>
            <b class="mono" title={line.row_binary.clone()}>{ row_text(&line.row) }</b>
            for (column, value) in &line.cells {
                <span class="mapping__cell">{ text("span", "soft mono", column) }{ " " }{ beginning(value, SHOWN) }</span>
            }
        </>
    }
}
