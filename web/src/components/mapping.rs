//! Which column of a file becomes what, and what its first lines would come to.

use super::choice::Check;
use super::key_field::EncodingChoice;
use super::text_field::TextField;
use crate::interop;
use crate::session::action::Action;
use crate::session::import::{ImportView, Step};
use crate::session::row_text;
use splitpoint_lab::import::{Format, Mapping, PreviewLine, Target};
use splitpoint_lab::notation::Encoding;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct MappingFieldsProps {
    pub(crate) import: ImportView,
    pub(crate) dispatch: Callback<Action>,
}

/// What a column can become, as in the list of choices.
const BECOMES: [(&str, &str); 5] =
    [("cell", "a cell"), ("key", "row key"), ("time", "time"), ("ttl", "time to live"), ("skip", "nothing")];

#[component]
pub(crate) fn MappingFields(props: &MappingFieldsProps) -> Html {
    let import = &props.import;
    let Some(mapping) = &import.mapping else { return Html::default() };
    let set = |put: fn(&mut Mapping, bool)| {
        let (dispatch, mapping) = (props.dispatch.clone(), mapping.clone());
        Callback::from(move |on: bool| {
            let mut mapping = mapping.clone();
            put(&mut mapping, on);
            dispatch.emit(Action::Import(Step::Mapping(mapping)));
        })
    };
    let table = {
        let (dispatch, mapping) = (props.dispatch.clone(), mapping.clone());
        Callback::from(move |table: String| {
            dispatch.emit(Action::Import(Step::Mapping(Mapping { table, ..mapping.clone() })));
        })
    };
    let spec = props.dispatch.reform(|spec| Action::Import(Step::Spec(spec)));
    let format = {
        let (dispatch, separator) = (props.dispatch.clone(), mapping.separator);
        Callback::from(move |event: Event| {
            let at: usize = interop::typed(&event).parse().unwrap_or(0);
            if let Some((format, _)) = Format::CHOICES.get(at) {
                let separator = match format {
                    Format::Tsv => b'\t',
                    Format::Csv if separator != b'\t' => separator,
                    Format::Csv | Format::JsonLines => b',',
                };
                dispatch.emit(Action::Import(Step::Format(*format, separator)));
            }
        })
    };
    let notes = Rc::default();
    html! {
        <div class="mapping">
            <div class="mapping__row">
                <label class="field">
                    <span class="field__label">{ "Format" }</span>
                    <select class="select" onchange={format}>
                        for (at, (format, name)) in Format::CHOICES.iter().enumerate() {
                            <option key={at} value={at.to_string()} selected={*format == mapping.format}>{ *name }</option>
                        }
                    </select>
                </label>
                <TextField label="Table" field="import.table" value={mapping.table.clone()} notes={Rc::clone(&notes)} on_change={table} />
                if mapping.format != Format::JsonLines {
                    <Check label="The first line names the columns" chosen={mapping.header} on_choose={set(|mapping, on| mapping.header = on)} />
                }
            </div>
            <div class="mapping__scroll" tabindex="0" role="group" aria-label="Columns of the file">
                <table class="mapping__table">
                    <thead>
                        <tr>
                            <th scope="col">{ "Column" }</th>
                            <th scope="col">{ "First line" }</th>
                            <th scope="col">{ "Becomes" }</th>
                            <th scope="col">{ "Called" }</th>
                            <th scope="col">{ "Written as" }</th>
                        </tr>
                    </thead>
                    <tbody>
                        for index in 0..mapping.columns.len() {
                            { column(props, mapping, index) }
                        }
                    </tbody>
                </table>
            </div>
            <TextField
                label="The same as importtsv.columns"
                field="import.spec"
                value={import.spec.clone()}
                notes={notes}
                on_change={spec}
            />
            if let Some(problem) = &import.problem {
                <p class="notice notice--no" role="alert">{ problem }</p>
            }
            <h3 class="help__title">{ "What the first lines become" }</h3>
            <ul class="mapping__preview">
                for line in &import.preview.lines {
                    <li key={line.line}>{ preview(line) }</li>
                }
            </ul>
            <Check label="Empty values make no cell" chosen={mapping.skip_empty} on_choose={set(|mapping, on| mapping.skip_empty = on)} />
            <Check label="Leave bad lines out" chosen={mapping.skip_bad_lines} on_choose={set(|mapping, on| mapping.skip_bad_lines = on)} />
        </div>
    }
}

fn column(props: &MappingFieldsProps, mapping: &Mapping, index: usize) -> Html {
    let source = &mapping.columns[index];
    let (on_target, target) = (target_hearer(props, mapping, index), source.target.clone());
    let keys = mapping.columns.iter().filter(|column| matches!(column.target, Target::RowKey { .. })).count();
    let becomes = {
        let (name, target) = (source.name.clone(), target.clone());
        on_target.reform(move |event: Event| target_of(&interop::typed(&event), &name, &target, keys))
    };
    let called = {
        let target = target.clone();
        on_target.reform(move |text: String| match target.clone() {
            Target::Cell { encoding, .. } => {
                let (family, qualifier) = text.split_once(':').unwrap_or((&text, ""));
                let qualifier = Encoding::Text.encode(qualifier).unwrap_or_else(|_| qualifier.as_bytes().to_vec());
                Target::Cell { family: family.to_owned(), qualifier, encoding }
            }
            other => other,
        })
    };
    let written = on_target.reform(move |encoding: Encoding| match target.clone() {
        Target::RowKey { place, .. } => Target::RowKey { place, encoding },
        Target::Cell { family, qualifier, .. } => Target::Cell { family, qualifier, encoding },
        other => other,
    });
    let (kind, encoding, name) = match &source.target {
        Target::RowKey { encoding, .. } => ("key", Some(encoding), None),
        Target::Cell { family, qualifier, encoding } => {
            ("cell", Some(encoding), Some(format!("{family}:{}", Encoding::Text.to_text(qualifier))))
        }
        Target::Timestamp => ("time", None, None),
        Target::Ttl => ("ttl", None, None),
        Target::Skip => ("skip", None, None),
    };
    let sample = props.import.preview.lines.first().and_then(|line| line.fields.get(index)).cloned();
    html! {
        <tr key={index}>
            <th scope="row" class="mapping__name">{ &source.name }</th>
            <td class="mapping__sample mono">{ sample.unwrap_or_default() }</td>
            <td>
                <select class="select" aria-label={format!("What {} becomes", source.name)} onchange={becomes}>
                    for (value, label) in BECOMES {
                        <option key={value} {value} selected={value == kind}>{ label }</option>
                    }
                </select>
            </td>
            <td>
                if let Some(name) = name {
                    <TextField
                        label={format!("Family and qualifier of {}", source.name)}
                        field={format!("import.{index}.called")}
                        value={name}
                        bare={true}
                        notes={Rc::default()}
                        on_change={called}
                    />
                }
            </td>
            <td>
                if let Some(encoding) = encoding {
                    <EncodingChoice name={format!("How {} is written", source.name)} chosen={encoding.clone()} on_choose={written} />
                }
            </td>
        </tr>
    }
}

/// Hears what a column becomes, and tells the whole mapping.
fn target_hearer(props: &MappingFieldsProps, mapping: &Mapping, index: usize) -> Callback<Target> {
    let mapping = mapping.clone();
    props.dispatch.reform(move |target| {
        let mut mapping = mapping.clone();
        if let Some(column) = mapping.columns.get_mut(index) {
            column.target = target;
        }
        Action::Import(Step::Mapping(mapping))
    })
}

/// The target of that kind; what the old one knew stays where it fits.
fn target_of(kind: &str, name: &str, old: &Target, keys: usize) -> Target {
    let encoding = match old {
        Target::RowKey { encoding, .. } | Target::Cell { encoding, .. } => encoding.clone(),
        _ => Encoding::Text,
    };
    match kind {
        "key" => Target::RowKey { place: u8::try_from(keys).unwrap_or(u8::MAX), encoding },
        "time" => Target::Timestamp,
        "ttl" => Target::Ttl,
        "skip" => Target::Skip,
        _ => Target::Cell { family: "f".to_owned(), qualifier: name.as_bytes().to_vec(), encoding },
    }
}

fn preview(line: &PreviewLine) -> Html {
    if let Some(problem) = &line.problem {
        return html! { <span class="tone-no">{ format!("Line {}: {problem}", line.line) }</span> };
    }
    html! {
        <>
            <b class="mono" title={line.row_binary.clone()}>{ row_text(&line.row) }</b>
            for (column, value) in &line.cells {
                <span class="mapping__cell"><span class="soft mono">{ column }</span>{ " " }{ value }</span>
            }
        </>
    }
}
