//! The bytes of a cell's key: split into fields, aligned with the key of the row above, and in full as HBase writes
//! them.

use super::text::text;
use splitpoint_lab::view::{AnatomyView, ByteView, KeyPartView, KeyView, PartView, Stage, Standing, ViewRequest};
use yew::prelude::*;

/// The bytes of the key of the cell on this line.
pub(super) fn anatomy(stage: &Stage<'_>, request: &ViewRequest, rank: u64) -> Html {
    let Some(AnatomyView { rows, folded, verdict, layout }) = stage.anatomy(request, rank) else {
        return Html::default();
    };
    let labels: &[&str] = if rows.len() > 1 { &["the row above", "this row"] } else { &["this row"] };
    html! {
        <div class="anatomy">
            <table class="anatomy__keys">
                <caption class="detail__name">{ "Bytes of the row key, which alone decide its place" }</caption>
                <tbody>
                    for (label, row) in labels.iter().zip(&rows) {
                        { key(label, row, folded) }
                    }
                </tbody>
            </table>
            if !verdict.is_empty() {
                { text("p", "anatomy__verdict", verdict) }
            }
            { text("p", "detail__name", "The whole key of the cell, as HBase writes it") }
            <ul class="anatomy__layout">
                for one in &layout {
                    { part(one) }
                }
            </ul>
        </div>
    }
}

/// A row of a table of bytes: a key in parts, without the `folded` bytes at its beginning, which are not drawn.
pub(super) fn key(label: &str, row: &KeyView, folded: usize) -> Html {
    html! {
        <tr>
            { text("th", "anatomy__label", label) }
            <td>
                <span class="anatomy__row">
                    if folded > 0 {
                        { text("span", "anatomy__folded", format!("{folded} equal bytes")) }
                    }
                    for (place, part) in row.parts.iter().enumerate().filter(|(_, part)| !part.bytes.is_empty()) {
                        { field(place, part) }
                    }
                    if row.more > 0 {
                        { text("span", "anatomy__folded", format!("{} more", row.more)) }
                    }
                </span>
            </td>
        </tr>
    }
}

fn field(place: usize, part: &KeyPartView) -> Html {
    let words = if part.name.is_empty() { part.text.clone() } else { format!("{} {}", part.name, part.text) };
    html! {
        <span class={classes!("anatomy__field", format!("anatomy__field--{}", place % 4))}>
            <span class="anatomy__bytes mono">
                for one in &part.bytes {
                    { byte(one) }{ " " }
                }
            </span>
            <span class="anatomy__text" title={words.clone()}>{ &words }</span>
        </span>
    }
}

/// A byte of a key.
pub(super) fn byte(byte: &ByteView) -> Html {
    let (class, about) = match byte.standing {
        Standing::Equal => ("anatomy__byte", None),
        Standing::Decides => ("anatomy__byte anatomy__byte--decides", Some("this byte decides")),
        Standing::Idle => ("anatomy__byte anatomy__byte--idle", None),
    };
    html! { <span {class} title={about}>{ &byte.hex }</span> }
}

fn part(part: &PartView) -> Html {
    let bytes = if part.bytes == 1 { "1 byte".to_owned() } else { format!("{} bytes", part.bytes) };
    html! {
        <li class="anatomy__part">
            { text("span", "detail__name", format!("{}, {bytes}", part.name)) }
            { text("span", "mono", &part.text) }
        </li>
    }
}
