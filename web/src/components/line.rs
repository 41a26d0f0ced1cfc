//! One cell of the table: one line.

use super::letter::client_class;
use super::text::{text, told};
use crate::interop;
use crate::session::action::{Action, Detail, Show, Spot};
use splitpoint_lab::notation::SEPARATOR;
use splitpoint_lab::picture::{short_owner, without_beginning};
use splitpoint_lab::view::{Hidden, LineView, Mark, Tag, TagKind, Touch, row_text};
use yew::prelude::*;

/// How a line is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Drawn {
    /// Pixels below the top of the drawn part of its region.
    pub(crate) top: i64,
    /// The place of its file in the list of the region's files.
    pub(crate) slot: Option<usize>,
    pub(crate) first_of_region: bool,
    /// Whether the key is drawn also in the middle of its row, since its beginning is out of sight.
    pub(crate) again: bool,
    /// How many characters at the beginning of its key are left out, since the key above has the same.
    pub(crate) equal: usize,
    /// The active column, if the active cell is in this line.
    pub(crate) active: Option<u8>,
}

/// Draws one line of the picture: a cell.
pub(crate) fn line(line: &LineView, drawn: Drawn, dispatch: &Callback<Action>) -> Html {
    let rank = line.rank;
    let Drawn { top, slot, first_of_region, again, equal, active } = drawn;
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
            <span id={row_id} role="rowheader" aria-colindex="2" class={classes!("line__row", row_active)} title={about_row(line)}>
                if line.row_start {
                    { key(line, equal) }
                } else if again {
                    <span class="key__again">{ key(line, equal) }</span>
                } else {
                    { text("span", "spoken", row_text(&line.row)) }
                }
            </span>
            <span id={column_id} role="gridcell" aria-colindex="3" class={classes!("line__column", column_active)} title={line.column.clone()}>
                { &line.column }
            </span>
            <span id={value_id} role="gridcell" aria-colindex="4" class={classes!("line__value", value_active)}>
                { value(line) }
                for tag in line.tags() {
                    { draw(&tag) }
                }
            </span>
            <span id={time_id} role="gridcell" aria-colindex="5" class={classes!("line__time", time_active)}>{ line.time }</span>
            <span id={home_id} role="gridcell" aria-colindex="6" class={classes!("line__home", home_active)}>
                { home(line, slot) }
            </span>
        </div>
    }
}

/// The row key as it is drawn, in whole, and its bytes.
fn about_row(line: &LineView) -> String {
    let whole = row_text(&line.row);
    if whole == line.row_binary { whole } else { [&whole, "\n", &line.row_binary].concat() }
}

/// The row key, with each field in its own tint, without the first `equal` characters.
pub(super) fn key(line: &LineView, equal: usize) -> Html {
    if line.row.len() < 2 && equal == 0 {
        return html! { { row_text(&line.row) } };
    }
    let left = without_beginning(&line.row, equal).into_iter().enumerate();
    let fields = left.map(|(at, (index, field, rest))| {
        html! {
            <>
                if at > 0 {
                    { text("span", "key__join", SEPARATOR) }
                }
                <span class={format!("key__field key__field--{}", index % 4)} title={field.name.clone()}>{ rest }</span>
            </>
        }
    });
    let fields: Html = fields.collect();
    if equal == 0 {
        return fields;
    }
    let owner = short_owner(&line.row).filter(|owner| equal > owner.text.chars().count());
    html! {
        <>
            { text("span", "spoken", row_text(&line.row)) }
            <span class="key__tail" aria-hidden="true">
                if let Some(owner) = owner {
                    { text("span", "key__field key__field--0", &owner.text) }
                    { text("span", "key__join", SEPARATOR) }
                }
                { text("span", "key__join", "… ") }
                { fields }
            </span>
        </>
    }
}

/// The value, or the kind of a delete marker.
pub(super) fn value(line: &LineView) -> Html {
    if line.is_marker() {
        return text("span", "line__marker", line.content());
    }
    html! { <span class="line__text" title={line.value.clone()}>{ &line.value }</span> }
}

/// The class of the colour of the client that touched the line, and how strong it is.
pub(super) fn touch(line: &LineView) -> Option<Classes> {
    let (touch, client) = line.touch()?;
    let touch = match touch {
        Touch::Written => "line--written",
        Touch::Locked => "line--locked",
        Touch::Met => "line--met",
    };
    Some(classes!(client.map_or("line--moved", client_class), touch))
}

fn mark_class(mark: Mark) -> &'static str {
    match mark {
        Mark::Returned | Mark::Again => "line--returned",
        Mark::Thrown | Mark::Missed => "line--thrown",
    }
}

/// A tag of a line: why it is hidden, what a client did to it, or a lock.
pub(super) fn draw(tag: &Tag) -> Html {
    let kind = match tag.kind {
        TagKind::Hidden(_) => return told("span", "pill", &tag.text, tag.about()),
        TagKind::Unseen => return told("span", "pill pill--unseen", &tag.text, tag.about()),
        TagKind::Locked => return lock(tag, ""),
        TagKind::Written => "badge--written",
        TagKind::Read => "badge--read",
        TagKind::Skipped | TagKind::Leapt => "badge--skipped",
        TagKind::Moved => "badge--moved",
        TagKind::Again => "badge--again",
        TagKind::Thrown => "badge--thrown",
        TagKind::Missed | TagKind::Refused => "badge--missed",
    };
    html! {
        <span title={tag.about()}>
            <span class={classes!("badge", kind, tag.client.map(client_class), tag.repeats.then_some("spoken"))}>
                <span class="key__rest" aria-hidden="true">{ tag.sign }{ " " }</span>
                { &tag.text }
                if !tag.spoken.is_empty() {
                    { text("span", "spoken", &tag.spoken) }
                }
            </span>
        </span>
    }
}

/// Who holds the lock of a row; with the key of the row if no line of the row is drawn.
pub(crate) fn lock(tag: &Tag, row: &str) -> Html {
    // Where there is little room, the style sheet shows only the letters of the clients.
    let (words, letters) = tag.text.split_at(tag.text.rfind("by ").map_or(0, |at| at + "by ".len()));
    let space = if row.is_empty() { "" } else { " " };
    html! {
        <span class={classes!("lock", tag.client.map(client_class))} title={tag.about()}>
            <svg class="lock__sign" viewBox="0 0 10 12" aria-hidden="true"><path d="M2.5 6V4a2.5 2.5 0 015 0v2M1 6h8v5H1z" /></svg>
            { row }
            { text("span", "lock__words", [space, words].concat()) }
            { letters }
        </span>
    }
}

/// Where the cell is stored: a square for memory, a dash in the bar of its file.
fn home(line: &LineView, slot: Option<usize>) -> Html {
    let marker = line.is_marker();
    let hollow = line.is_hollow();
    match line.file {
        None => {
            html! { <span class="line__mem" title={line.home_about()}><span class={classes!("line__square", marker.then_some("line__square--marker"), hollow.then_some("line__square--hollow"))}></span>{ text("span", "spoken", line.home()) }</span> }
        }
        Some(_) => html! {
            <>
                if let Some(slot) = slot {
                    <span class={classes!("line__dash", marker.then_some("line__dash--marker"), line.cached.then_some("line__dash--cached"))} title={line.home_about()} ~style={format!("--slot:{slot}")}></span>
                }
                { text("span", "spoken", line.home()) }
            </>
        },
    }
}
