//! The cells of a row: columns and values, one more, one less.

use super::icon::{Glyph, icon_button};
use super::key_field::encoding_choice;
use super::notes::notes;
use super::sheet::{self, Sheet};
use super::text::button;
use super::text_field::{TextField, text_field};
use crate::session::form::{CellText, Change};
use splitpoint_lab::notation::Encoding;
use yew::prelude::*;

/// The cells of a row. `times`: whether they can have times of their own, and whether there is room for them.
pub(crate) fn cell_fields(cells: &[CellText], times: Option<bool>, sheet: &Sheet) -> Html {
    let timed = times.is_some_and(|times| times || cells.iter().any(|cell| !cell.time.is_empty()));
    let encoding = cells.first().map(|cell| cell.value.encoding.clone()).unwrap_or_default();
    let on_encoding = sheet.chosen("cells", sheet::encoding);
    html! {
        <fieldset class="cells">
            <div class="field__head">
                <legend class="field__label">{ "Columns and values" }</legend>
                { encoding_choice("How values are typed", &encoding, &Encoding::Text, on_encoding) }
            </div>
            for (index, cell) in cells.iter().enumerate() {
                <div class="cells__cell" key={index}>{ cell_field(cell, index, cells.len(), timed, sheet) }</div>
            }
            { notes(sheet.notes, "cells") }
            <div class="cells__more">
                { add("+ column", "cells", sheet) }
                if times.is_some() && !timed {
                    { button("link", "+ times", sheet.click("times", Change::On(true))) }
                }
            </div>
        </fieldset>
    }
}

fn cell_field(cell: &CellText, index: usize, count: usize, timed: bool, sheet: &Sheet) -> Html {
    let field = |label: &str, name: &str, value: &str, placeholder, list, number| {
        let (label, field) = (format!("{label} {}", index + 1), format!("cells.{index}.{name}"));
        text_field(sheet, &TextField { label: &label, field: &field, value, placeholder, list, number, bare: true })
    };
    html! {
        <>
            { field("Column", "column", &cell.column, "f:q", Some("columns"), false) }
            { field("Value", "value", &cell.value.text, "value", None, false) }
            { less("column", "cells", index, count < 2, sheet) }
            if timed {
                <div class="cells__wide">{ field("Time", "time", &cell.time, "time in ms: the server's", None, true) }</div>
            }
            <div class="cells__wide">{ notes(sheet.notes, &format!("cells.{index}.")) }</div>
        </>
    }
}

/// A link that adds an item to a list of the form.
pub(crate) fn add(words: &'static str, list: &str, sheet: &Sheet) -> Html {
    button("link", words, sheet.click(list, Change::More))
}

/// A button that leaves an item out of a list of the form.
pub(crate) fn less(noun: &str, list: &str, index: usize, disabled: bool, sheet: &Sheet) -> Html {
    let name = format!("Leave out {noun} {}", index + 1);
    icon_button(Glyph::Close, &name, "cells__less", (!disabled).then(|| sheet.click(list, Change::Less(index))))
}
