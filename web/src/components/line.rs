//! One cell of the table: one line.

use super::letter::client_class;
use super::text::text;
use crate::interop;
use crate::session::action::{Action, Detail, Show, Spot};
use crate::session::row_text;
use splitpoint_lab::notation::SEPARATOR;
use splitpoint_lab::view::{Badge, BadgeKind, Hidden, LineView, Mark, MarkView};
use yew::prelude::*;

/// How a line is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Drawn {
    /// Pixels below the upper edge of what is drawn of its region.
    pub(crate) top: i64,
    /// The place of its file among those of the region.
    pub(crate) slot: Option<usize>,
    /// Whether the key is printed byte by byte.
    pub(crate) binary: bool,
    pub(crate) first_of_region: bool,
    /// Whether the key is drawn once more within its row.
    pub(crate) again: bool,
    /// The active column, if the active cell is in this line.
    pub(crate) active: Option<u8>,
}

/// The line.
pub(crate) fn line(line: &LineView, drawn: Drawn, dispatch: &Callback<Action>) -> Html {
    let rank = line.rank;
    let Drawn { top, slot, binary, first_of_region, again, active } = drawn;
    let onclick = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: MouseEvent| {
            let id = interop::clicked(&event, "[id^='cell-']").unwrap_or_default();
            let column = id.rsplit('-').next().and_then(|column| column.parse().ok()).unwrap_or(1);
            dispatch.emit(Action::Show(Show::Cell(Spot { line: rank, column })));
            dispatch.emit(Action::Show(Show::Detail(Some(Detail::Line(rank)))));
        })
    };
    let cell = |column: u8| (format!("cell-{rank}-{column}"), (active == Some(column)).then_some("line__cell--active"));
    let (row_id, row_active) = cell(1);
    let (column_id, column_active) = cell(2);
    let (value_id, value_active) = cell(3);
    let (time_id, time_active) = cell(4);
    let (home_id, home_active) = cell(5);
    let class = classes!(
        "line",
        (line.row_start && !first_of_region).then_some("line--row"),
        line.hidden.map(|hidden| match hidden {
            Hidden::NotYetVisible => "line--pending",
            Hidden::Deleted | Hidden::Older | Hidden::Repeated => "line--hidden line--struck",
            Hidden::Marker | Hidden::Expired => "line--hidden",
        }),
        touch(line),
        (!line.unseen.is_empty()).then_some("line--unseen"),
        line.mark.as_ref().map(|mark| mark_class(mark.kind)),
        active.map(|_| "line--active"),
    );
    html! {
        <div {class} key={rank} role="row" aria-rowindex={(rank + 2).to_string()} ~style={format!("top:{}px", top)} {onclick}>
            <span id={row_id} role="rowheader" class={classes!("line__row", row_active)} title={line.row_binary.clone()}>
                if line.row_start {
                    { key(line, binary) }
                } else if again {
                    <span class="key__again">{ key(line, binary) }</span>
                } else {
                    { text("span", "spoken", row_text(&line.row)) }
                }
            </span>
            <span id={column_id} role="gridcell" class={classes!("line__column", column_active)} title={line.column.clone()}>
                { &line.column }
            </span>
            <span id={value_id} role="gridcell" class={classes!("line__value", value_active)}>
                { value(line) }
                if let Some(reason) = line.hidden.and_then(reason) {
                    { text("span", "pill", reason) }
                }
                if let Some(reader) = line.unseen.first() {
                    { text("span", "pill pill--unseen", format!("not for {reader}")) }
                }
                for (index, badge) in line.badges.iter().enumerate() {
                    <span key={index}>{ mark(badge) }</span>
                }
                if let Some(mark) = line.mark.as_ref().filter(|_| line.badges.is_empty()) {
                    <span>{ came_back(mark) }</span>
                }
                if line.row_start {
                    { lock(&line.locked, "") }
                }
            </span>
            <span id={time_id} role="gridcell" class={classes!("line__time", time_active)}>{ line.time }</span>
            <span id={home_id} role="gridcell" class={classes!("line__home", home_active)}>
                { home(line, slot) }
            </span>
        </div>
    }
}

/// The row key: its fields, each in its tint, or its bytes.
fn key(line: &LineView, binary: bool) -> Html {
    if binary || line.row.len() < 2 {
        let text = if binary { line.row_binary.clone() } else { row_text(&line.row) };
        return html! { { text } };
    }
    html! {
        for (index, field) in line.row.iter().enumerate() {
            if index > 0 {
                { text("span", "key__join", SEPARATOR) }
            }
            <span class={format!("key__field key__field--{}", index % 4)} title={field.name.clone()}>{ &field.text }</span>
        }
    }
}

fn value(line: &LineView) -> Html {
    if line.is_marker() {
        return text("span", "line__marker", format!("✕ {}", line.cell_type));
    }
    html! { <span class="line__text" title={line.value.clone()}>{ &line.value }</span> }
}

/// Whose colour the line has, and how much of it: what the step wrote stands out most, then a locked row.
fn touch(line: &LineView) -> Option<Classes> {
    let whose = |badge: &Badge| badge.client.map_or("line--moved", client_class);
    let written = |badge: &&Badge| matches!(badge.kind, BadgeKind::Written | BadgeKind::Moved);
    if let Some(badge) = line.badges.iter().find(written) {
        return Some(classes!(whose(badge), "line--written"));
    }
    if let Some(holder) = line.locked.first() {
        return Some(classes!(client_class(*holder), "line--locked"));
    }
    if let Some(badge) = line.badges.first() {
        return Some(classes!(whose(badge), "line--met"));
    }
    line.mark.as_ref().map(|mark| classes!(mark.client.map_or("line--moved", client_class), "line--met"))
}

fn mark_class(mark: Mark) -> &'static str {
    match mark {
        Mark::Returned | Mark::Again => "line--returned",
        Mark::Thrown | Mark::Missed => "line--thrown",
    }
}

/// What became of the cell in an answer: a sign, the client's letter, words.
fn came_back(mark: &MarkView) -> Html {
    let (sign, kind) = match mark.kind {
        Mark::Returned => ("●", "badge--read"),
        Mark::Again => ("↻", "badge--again"),
        Mark::Thrown => ("○", "badge--thrown"),
        Mark::Missed => ("✗", "badge--missed"),
    };
    let who = mark.client.map(String::from).unwrap_or_default();
    html! {
        <span class={classes!("badge", kind, mark.client.map(client_class), (!mark.first).then_some("spoken"))}>
            <span aria-hidden="true">{ sign }{ " " }</span>
            { who }{ " " }{ &mark.text }
        </span>
    }
}

/// Who holds the lock of a row; nothing where nobody does.
pub(crate) fn lock(holders: &[char], row: &str) -> Html {
    let Some(first) = holders.first() else { return Html::default() };
    let holders: Vec<String> = holders.iter().map(char::to_string).collect();
    let (holders, of) = (holders.join(", "), if row.is_empty() { "" } else { " " });
    html! {
        <span class={classes!("lock", client_class(*first))}>
            <svg class="lock__sign" viewBox="0 0 10 12" aria-hidden="true"><path d="M2.5 6V4a2.5 2.5 0 015 0v2M1 6h8v5H1z" /></svg>
            { row }
            { text("span", "lock__words", format!("{of}locked by ")) }
            { holders }
        </span>
    }
}

/// Why a plain read does not show the cell, in a word or two.
fn reason(hidden: Hidden) -> Option<&'static str> {
    match hidden {
        Hidden::Marker => None,
        Hidden::Deleted => Some("deleted"),
        Hidden::Older => Some("older"),
        Hidden::Expired => Some("expired"),
        Hidden::NotYetVisible => Some("not visible yet"),
        Hidden::Repeated => Some("written again"),
    }
}

/// What the step did with the cell: a sign, the client's letter, a word.
fn mark(badge: &Badge) -> Html {
    let (sign, kind) = match badge.kind {
        BadgeKind::Written => ("+", "badge--written"),
        BadgeKind::Read => ("●", "badge--read"),
        BadgeKind::Skipped => ("○", "badge--skipped"),
        BadgeKind::Checked => ("=", "badge--read"),
        BadgeKind::Moved => ("→", "badge--moved"),
    };
    let client = badge.client.map(client_class);
    let who = badge.client.map(String::from).unwrap_or_default();
    html! {
        <span class={classes!("badge", kind, client)}>
            <span aria-hidden="true">{ sign }{ " " }</span>
            { who }
            if badge.kind == BadgeKind::Written {
                { text("span", "spoken", format!(" {}", badge.text)) }
            } else {
                { " " }{ &badge.text }
            }
        </span>
    }
}

/// Where the cell lives: a square in memory, a dash in the bar of its file.
fn home(line: &LineView, slot: Option<usize>) -> Html {
    let marker = line.is_marker();
    let hollow = line.hidden == Some(Hidden::NotYetVisible) || !line.unseen.is_empty();
    match line.file {
        None => {
            html! { <span class="line__mem"><span class={classes!("line__square", marker.then_some("line__square--marker"), hollow.then_some("line__square--hollow"))}></span>{ text("span", "spoken", "in memory") }</span> }
        }
        Some(file) => html! {
            <>
                if let Some(slot) = slot {
                    <span class={classes!("line__dash", marker.then_some("line__dash--marker"))} ~style={format!("--slot:{slot}")}></span>
                }
                { text("span", "spoken", format!("in file f{file}")) }
            </>
        },
    }
}
