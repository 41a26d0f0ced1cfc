//! What came back from a read, as a table, or as the shell prints it.

use super::hear::click;
use super::java::PrintedPane;
use super::text::text;
use crate::session::action::{Action, Show};
use crate::session::{Desk, Document};
use splitpoint_lab::view::{Mark, RowView};
use splitpoint_lab::words::counted;
use yew::prelude::*;

/// The rows that the last read returned; nothing if it returned none. `printed` shows them as the shell prints them, if
/// its code is loaded.
pub(crate) fn answer(
    document: &Document,
    desk: &Desk,
    printed: Option<PrintedPane>,
    dispatch: &Callback<Action>,
) -> Html {
    let Some(answer) = &desk.map.view.answer else { return Html::default() };
    let client = answer.client.map(|client| format!("{client} · ")).unwrap_or_default();
    let rows = answer.first.iter().map(row).collect::<Html>();
    let more = (answer.skipped > 0).then(|| left_out(answer.skipped, "row")).into_iter().collect::<Html>();
    let last = answer.last.iter().map(row).collect::<Html>();
    let printed = printed.filter(|_| desk.panes.printed);
    let turn = click(dispatch, Action::Show(Show::Printed(printed.is_none())));
    html! {
        <section class="answer" aria-label="What came back">
            { text("h2", "cost__title", format!("What came back · {client}{}", answer.title)) }
            <div class="field__head">
                { text("p", "answer__count", format!("{}, {}", counted(answer.rows_total, "row"), counted(answer.cells_total, "cell"))) }
                <button type="button" class="link" onclick={turn}>{ if printed.is_some() { "as a table" } else { "as the shell prints it" } }</button>
            </div>
            if let Some(printed) = printed {
                { printed(document) }
            } else {
                <table class="answer__table">
                    <thead class="spoken">
                        <tr>
                            for name in ["Column", "Value"] {
                                <th scope="col">{ name }</th>
                            }
                        </tr>
                    </thead>
                    <tbody>{ rows }{ more }{ last }</tbody>
                </table>
            }
        </section>
    }
}

/// A row: a line with its key, and one for each cell.
fn row(row: &RowView) -> Html {
    let key: Vec<&str> = row.key.iter().map(|field| field.text.as_str()).collect();
    let thrown = matches!(row.mark.kind, Mark::Thrown | Mark::Missed);
    let head = html! {
        <tr class="answer__row">
            <th scope="rowgroup" colspan="2" class={classes!("mono", thrown.then_some("answer__thrown"))} title={row.key_binary.clone()}>
                { key.join(" · ") }
                if row.mark.kind != Mark::Returned {
                    { text("span", "answer__mark", &row.mark.text) }
                }
            </th>
        </tr>
    };
    let cells = row.cells.iter().map(|cell| {
        html! {
            <tr>
                { text("td", "answer__column mono", &cell.column) }
                <td title={format!("{} at {}", cell.column, cell.time)}>{ &cell.value }</td>
            </tr>
        }
    });
    let hidden = row.cells_total - row.cells.len() as u64;
    let more = (hidden > 0).then(|| left_out(hidden, "cell"));
    std::iter::once(head).chain(cells).chain(more).collect()
}

fn left_out(number: u64, what: &str) -> Html {
    html! {
        <tr><td colspan="2" class="answer__more">{ format!("… {} more", counted(number, what)) }</td></tr>
    }
}
