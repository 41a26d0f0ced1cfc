//! The cells of a row: columns and values, one more, one less.

use super::edit::{edit_item, edit_list};
use super::icon::{Glyph, Icon};
use super::key_field::EncodingChoice;
use super::notes::Notes;
use super::text_field::TextField;
use crate::session::form::CellText;
use crate::session::notes::Note;
use splitpoint_lab::notation::Encoding;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct CellFieldsProps {
    pub(crate) cells: Vec<CellText>,
    /// Whether cells can have times of their own.
    #[prop_or_default]
    pub(crate) times: bool,
    pub(crate) notes: Rc<Vec<Note>>,
    pub(crate) on_change: Callback<Vec<CellText>>,
}

#[component]
pub(crate) fn CellFields(props: &CellFieldsProps) -> Html {
    let timed = props.cells.iter().any(|cell| !cell.time.is_empty());
    let times = use_state_eq(|| timed);
    let (cells, on) = (&props.cells, &props.on_change);
    let typed = |index: usize, put: fn(&mut CellText, String)| edit_item(cells, on, index, |cells| cells, put);
    let on_encoding = super::edit::edit(cells, on, |cells: &mut Vec<CellText>, encoding: Encoding| {
        for cell in cells {
            cell.value = cell.value.in_encoding(encoding.clone());
        }
    });
    let show_times = {
        let times = times.clone();
        Callback::from(move |_: MouseEvent| times.set(true))
    };
    let encoding = cells.first().map(|cell| cell.value.encoding.clone()).unwrap_or_default();
    html! {
        <fieldset class="cells">
            <div class="field__head">
                <legend class="field__label">{ "Columns and values" }</legend>
                <EncodingChoice name="How values are typed" chosen={encoding} on_choose={on_encoding} />
            </div>
            for (index, cell) in cells.iter().enumerate() {
                <div class="cells__cell" key={index}>
                    <TextField
                        label={format!("Column {}", index + 1)}
                        field={format!("cells.{index}.column")}
                        value={cell.column.clone()}
                        placeholder="f:q"
                        list="columns"
                        bare={true}
                        notes={props.notes.clone()}
                        on_change={typed(index, |cell, text| cell.column = text)}
                    />
                    <TextField
                        label={format!("Value {}", index + 1)}
                        field={format!("cells.{index}.value")}
                        value={cell.value.text.clone()}
                        placeholder="value"
                        bare={true}
                        notes={props.notes.clone()}
                        on_change={typed(index, |cell, text| cell.value.text = text)}
                    />
                    <button
                        type="button"
                        class="button button--quiet cells__less"
                        aria-label={format!("Leave out column {}", index + 1)}
                        title="Leave out"
                        disabled={cells.len() < 2}
                        onclick={edit_list(cells, on, move |cells| { cells.remove(index); })}
                    >
                        <Icon glyph={Glyph::Close} />
                    </button>
                    if props.times && (*times || timed) {
                        <div class="cells__wide">
                            <TextField
                                label={format!("Time {}", index + 1)}
                                field={format!("cells.{index}.time")}
                                value={cell.time.clone()}
                                placeholder="time in ms: the server's"
                                number={true}
                                bare={true}
                                notes={props.notes.clone()}
                                on_change={typed(index, |cell, text| cell.time = text)}
                            />
                        </div>
                    }
                    <div class="cells__wide">
                        <Notes id={format!("notes-cells.{index}.")} notes={props.notes.clone()} field={format!("cells.{index}.")} />
                    </div>
                </div>
            }
            <Notes notes={props.notes.clone()} field="cells" />
            <div class="cells__more">
                <button type="button" class="link" onclick={edit_list(cells, on, |cells| cells.push(CellText::default()))}>
                    { "+ column" }
                </button>
                if props.times && !(*times || timed) {
                    <button type="button" class="link" onclick={show_times}>{ "+ times" }</button>
                }
            </div>
        </fieldset>
    }
}
