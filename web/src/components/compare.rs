//! Operations beside each other, each with its counts as bars and which rows it looked at, and below them the one at
//! the cursor with what came back.

use super::hear::{click, escape};
use super::icon::{Glyph, icon};
use super::letter::{client_class, letter};
use super::segments::segments;
use super::text::{button, text};
use super::twin::line as bill_line;
use crate::interop;
use crate::session::action::Action;
use crate::session::compare::Comparing;
use crate::session::{Desk, Document, State};
use splitpoint_lab::form::Operation;
use splitpoint_lab::view::{COLUMNS, CompareView, Compared, ShapeBill, ShapeView, WIDTH};
use splitpoint_lab::words::{amount, counted};
use std::fmt::Write;
use yew::prelude::*;

/// The function that draws the comparison. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type ComparePane = fn(&State, &Callback<Action>) -> Html;

/// A line of the list: an operation, and its place among the pinned ones, if it is pinned.
type Line<'a> = (&'a Compared, Option<usize>);

/// All operations up to the cursor, and the pinned ones.
pub(crate) fn compare_pane(state: &State, dispatch: &Callback<Action>) -> Html {
    let (document, desk) = (&state.document, &state.desk);
    let view = document.lab.stage().compare(&desk.map.request);
    let lines = lines(&view, desk);
    let fewest = CompareView::fewest(&lines.iter().map(|(one, _)| *one).collect::<Vec<_>>());
    let back = escape(dispatch, Action::Compare(Comparing::Open(false)));
    let ways = state.question();
    let question = match ways {
        Operation::FirstRow => "the first row",
        Operation::LastRow => "the last row",
        _ => "pages",
    };
    let table = &desk.map.request.table;
    let can_try = !document.works() && !desk.form.forms.ways(ways, table).is_empty();
    let stage = document.lab.stage();
    let shape = stage.shape(table);
    let can_turn = shape.is_none() && !document.works() && stage.has_other_shape(table);
    let copy = |title: &'static str, words: &'static str, table: String| {
        let onclick = Callback::from(move |_: MouseEvent| interop::copy(&table));
        html! { <button type="button" class="button" {title} {onclick}>{ words }</button> }
    };
    html! {
        <section class="page__pane orders compare" id="pane-compare" tabindex="-1" aria-label="Compare" onkeydown={back}>
            <div class="compare__top">
                { text("h2", "orders__title", "Compare") }
                { text("span", "soft compare__about", "what each operation cost, and which rows it looked at") }
                <span class="heat__space"></span>
                if !lines.is_empty() {
                    { copy("As a table in Markdown", "Copy table", markdown(&lines)) }
                    { copy("As comma-separated values, for a spreadsheet", "Copy CSV", csv(&lines)) }
                }
                if can_turn {
                    <button type="button" class="button" title="Writes the same data once more: as one row of many columns, or as many rows" onclick={click(dispatch, Action::Compare(Comparing::Reshape))}>
                        { "Tall or wide" }
                    </button>
                }
                <button type="button" class="button button--main" disabled={!can_try} onclick={click(dispatch, Action::Compare(Comparing::Try))}>
                    { icon(Glyph::Next) }
                    { format!("Read {question} in every way") }
                </button>
            </div>
            if let Some(shape) = &shape {
                { self::shape(shape) }
            }
            if lines.is_empty() {
                { text("p", "heat__none soft", "Nothing was asked for yet. Send a form or a command, or let the page read the \
                    same rows in every way it knows: then each is a line here, with its calls, rows, cells, blocks and bytes.") }
            } else {
                { list(&lines, &fewest, &view, (document, desk), dispatch) }
                if let Some((one, _)) = lines.iter().find(|(one, pin)| one.is_here && pin.is_none()) {
                    { present(one) }
                }
            }
        </section>
    }
}

/// The same data in two arrangements, with the costs of each.
fn shape(view: &ShapeView) -> Html {
    html! {
        <section class="compare__shape" aria-label="Tall or wide">
            <div class="compare__top">
                { text("h3", "compare__title", "Tall or wide") }
                { text("span", "soft", format!("{} has many rows, {} has rows of many columns; each question is asked by a client that knows nothing yet", view.tall, view.wide)) }
            </div>
            <div class="compare__bills">
                for bill in &view.bills {
                    { self::bill(bill) }
                }
            </div>
        </section>
    }
}

fn bill(bill: &ShapeBill) -> Html {
    html! {
        <div class="compare__bill" key={bill.title.clone()}>
            <table class="heat__bill">
                { text("caption", "", &bill.title) }
                <thead>
                    <tr>
                        { text("th", "", "counted") }
                        for head in &bill.heads {
                            { text("th", "", head) }
                        }
                    </tr>
                </thead>
                <tbody>
                    for one in &bill.lines {
                        { bill_line(one) }
                    }
                </tbody>
            </table>
            { text("p", "soft", &bill.about) }
        </div>
    }
}

/// The lines of the list, in the order that was chosen.
fn lines<'a>(view: &'a CompareView, desk: &'a Desk) -> Vec<Line<'a>> {
    let own = |one: &&Compared| !desk.compare.pins.iter().any(|pin| is_same(pin, one));
    let own: Vec<Line<'a>> = view.list.iter().filter(own).map(|one| (one, None)).collect();
    let pins = desk.compare.pins.iter().enumerate().map(|(at, pin)| {
        // If the pinned operation is on this branch, its present numbers are shown.
        (view.list.iter().find(|one| is_same(pin, one)).unwrap_or(pin), Some(at))
    });
    let mut lines: Vec<Line<'a>> = own;
    lines.extend(pins);
    if let Some(column) = desk.compare.sort {
        lines.sort_by_key(|(one, _)| one.counts[column]);
    }
    lines
}

/// Whether both are the same operation, even if their numbers differ.
fn is_same(one: &Compared, other: &Compared) -> bool {
    (&one.start, one.branch, one.place, &one.title) == (&other.start, other.branch, other.place, &other.title)
}

fn number(column: usize, count: u64) -> String {
    if COLUMNS[column].is_bytes { amount(count) } else { count.to_string() }
}

/// The operation at the cursor: its five numbers, and its result.
fn present(one: &Compared) -> Html {
    html! {
        <div class="compare__present">
            <p class="compare__asked">
                { letter(one.letter) }
                { text("b", "", &one.title) }
                { text("span", "mono compare__command", &one.command) }
            </p>
            <dl class="compare__numbers">
                for (at, column) in COLUMNS.iter().enumerate() {
                    <div class="compare__number">
                        { text("dd", "compare__count", number(at, one.counts[at])) }
                        <dt>
                            { if one.counts[at] == 1 { column.single } else { column.title } }
                            { text("span", "compare__counter mono", column.counter) }
                        </dt>
                    </div>
                }
            </dl>
            if !one.answer.is_empty() {
                <p class="compare__answer"><span class="soft">{ "What came back: " }</span>{ &one.answer }</p>
            }
        </div>
    }
}

fn list(
    lines: &[Line<'_>],
    fewest: &[Option<u64>; COLUMNS.len()],
    view: &CompareView,
    (document, desk): (&Document, &Desk),
    dispatch: &Callback<Action>,
) -> Html {
    let most = std::array::from_fn::<u64, { COLUMNS.len() }, _>(|at| {
        lines.iter().map(|(one, _)| one.counts[at]).max().unwrap_or(0)
    });
    let sorted = |name: &str, column| (name.to_owned(), Action::Compare(Comparing::Sort(column)));
    let sorts =
        vec![sorted("as asked", None), sorted("calls", Some(0)), sorted("rows", Some(1)), sorted("bytes", Some(4))];
    let chosen = [None, Some(0), Some(1), Some(4)].iter().position(|sort| *sort == desk.compare.sort).unwrap_or(0);
    let title = match lines.len() {
        1 => "One operation".to_owned(),
        many => format!("{many} operations beside each other"),
    };
    html! {
        <>
            <div class="compare__top">
                { text("h3", "compare__title", title) }
                if fewest.iter().any(Option::is_some) {
                    { text("span", "soft", "✓ least of its column") }
                }
                if view.earlier > 0 {
                    { text("span", "soft", format!("{} earlier are not listed", view.earlier)) }
                }
                <span class="heat__space"></span>
                { segments("compare-sort", "Sorted by", sorts, chosen, dispatch) }
            </div>
            <div class="compare__wide" role="region" tabindex="0" aria-label="Operations">
                <table class="compare__table">
                    <thead>
                        <tr>
                            { text("th", "", "operation") }
                            for column in COLUMNS {
                                <th scope="col" class="compare__cell" title={column.counter}>{ column.title }</th>
                            }
                            <th scope="col" class="compare__keys">{ format!("where it looked, {} by key", view.table) }</th>
                        </tr>
                    </thead>
                    <tbody>
                        for (one, pin) in lines {
                            { line((one, *pin), fewest, &most, (view, document), dispatch) }
                        }
                    </tbody>
                </table>
            </div>
        </>
    }
}

fn line(
    (one, pin): Line<'_>,
    fewest: &[Option<u64>; COLUMNS.len()],
    most: &[u64; COLUMNS.len()],
    (view, document): (&CompareView, &Document),
    dispatch: &Callback<Action>,
) -> Html {
    let act = |comparing| click(dispatch, Action::Compare(comparing));
    let is_own = one.start == document.start.title && view.list.iter().any(|other| is_same(other, one));
    let from = if one.start == document.start.title { "another branch" } else { one.start.as_str() };
    html! {
        <tr key={format!("{}-{}-{}-{}", one.start, one.branch, one.place, pin.is_some())} class={classes!("compare__line", client_class(one.letter), (one.is_here && is_own).then_some("compare__line--here"))}>
            <th scope="row" class="compare__what">
                <span class="compare__name">
                    { letter(one.letter) }
                    { text("b", "", &one.title) }
                    if one.failed {
                        { text("span", "pill compare__failed", "failed") }
                    }
                    if pin.is_some() {
                        { text("span", "pill", "pinned") }
                    }
                </span>
                <span class="mono compare__command">
                    { &one.command }
                    if one.more > 0 {
                        { text("span", "soft", format!("and {}", counted(one.more as u64, "more call"))) }
                    }
                </span>
                <span class="compare__ways">
                    if is_own {
                        <button type="button" class="link" onclick={act(Comparing::Go(one.place))}>{ format!("go to step {}", one.step) }</button>
                    } else {
                        { text("span", "soft", format!("step {} of {from}", one.step)) }
                    }
                    if let Some(at) = pin {
                        { button("link", "unpin", act(Comparing::Unpin(at))) }
                    } else {
                        { button("link", "pin", act(Comparing::Pin(one.place))) }
                    }
                </span>
            </th>
            for (at, count) in one.counts.iter().enumerate() {
                { self::count(at, *count, fewest[at].filter(|_| !one.failed) == Some(*count), most[at]) }
            }
            <td class="compare__keys">
                if is_own || one.start == document.start.title {
                    { strip(one, view) }
                }
            </td>
        </tr>
    }
}

fn count(column: usize, count: u64, is_least: bool, most: u64) -> Html {
    let share = (u128::from(count) * u128::from(WIDTH) / u128::from(most.max(1))).to_string();
    html! {
        <td class={classes!("compare__cell", is_least.then_some("compare__cell--least"))} data-title={COLUMNS[column].title}>
            if is_least {
                <span aria-hidden="true">{ "✓ " }</span>
            }
            { number(column, count) }
            if is_least {
                { text("span", "spoken", ", the least") }
            }
            <svg class="orders__bar compare__bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="orders__all" width="1000" height="8" />
                <rect class="compare__part" width={share} height="8" />
            </svg>
        </td>
    }
}

/// The part of the table that an operation looked at, as a strip.
fn strip(one: &Compared, view: &CompareView) -> Html {
    let Some((first, last)) = &view.ends else { return Html::default() };
    let looked: u32 = one.strip.iter().map(|part| part.end - part.start).sum();
    let told = match looked {
        0 => "at no row".to_owned(),
        WIDTH => "at every row".to_owned(),
        _ => {
            format!("at {}, {} % of its cells", counted(one.strip.len() as u64, "place"), looked.div_ceil(WIDTH / 100))
        }
    };
    html! {
        <>
            <svg class="compare__strip" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="orders__all" width="1000" height="8" />
                for part in &one.strip {
                    // Four units wide at least, so that it can be seen.
                    <rect class="compare__looked" x={part.start.min(WIDTH - 4).to_string()} width={(part.end - part.start).max(4).to_string()} height="8" />
                }
            </svg>
            <span class="compare__ends mono soft"><span>{ first }</span>{ text("span", "compare__told", &told) }<span>{ last }</span></span>
        </>
    }
}

/// The list as a table in Markdown.
fn markdown(lines: &[Line<'_>]) -> String {
    let mut table = "| operation | command |".to_owned();
    COLUMNS.iter().for_each(|column| put(&mut table, format_args!(" {} |", column.title)));
    put(&mut table, format_args!("\n| --- | --- |{}\n", " ---: |".repeat(COLUMNS.len())));
    for (one, _) in lines {
        let plain = |words: &str| words.replace('|', "\\|");
        put(&mut table, format_args!("| {} | `{}` |", plain(&one.title), plain(&one.command)));
        one.counts.iter().for_each(|count| put(&mut table, format_args!(" {count} |")));
        table.push('\n');
    }
    table
}

/// The list as comma-separated values in the form of RFC 4180.
fn csv(lines: &[Line<'_>]) -> String {
    let quoted = |words: &str| format!("\"{}\"", words.replace('"', "\"\""));
    let mut table = "operation,command".to_owned();
    COLUMNS.iter().for_each(|column| put(&mut table, format_args!(",{}", quoted(column.title))));
    for (one, _) in lines {
        put(&mut table, format_args!("\r\n{},{}", quoted(&one.title), quoted(&one.command)));
        one.counts.iter().for_each(|count| put(&mut table, format_args!(",{count}")));
    }
    table + "\r\n"
}

fn put(table: &mut String, words: std::fmt::Arguments<'_>) {
    table.write_fmt(words).unwrap_or_default();
}
