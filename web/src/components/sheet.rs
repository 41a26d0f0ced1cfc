//! The printed form of a lesson. It is shown on paper only.

use super::text::text;
use crate::interop;
use splitpoint_lab::lesson::{Piece, Sheet};
use yew::prelude::*;

/// The function that draws the printed form. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type PaperPane = fn(&str, &[Sheet]) -> Html;

/// The whole lesson of this title, for the printer.
pub(crate) fn paper_pane(title: &str, sheets: &[Sheet]) -> Html {
    let paragraphs =
        |all: &[Vec<Piece>]| -> Html { all.iter().map(|pieces| text("p", "", Piece::join(pieces))).collect() };
    html! {
        <article class="paper" aria-hidden="true">
            { text("h1", "", title) }
            for sheet in sheets {
                <section class="paper__stop">
                    { text("h2", "", &sheet.heading) }
                    { paragraphs(&sheet.before) }
                    if let Some((question, answer)) = &sheet.question {
                        { text("p", "strong", question) }
                        { list("•", &sheet.choices) }
                        { text("p", "", format!("Answer: {answer}")) }
                    }
                    if !sheet.code.is_empty() {
                        { text("pre", "mono", sheet.code.join("\n")) }
                    }
                    if !sheet.picture.is_empty() {
                        <img class="paper__picture" alt={sheet.title.clone()} src={interop::picture_address(&sheet.picture)} />
                    }
                    { text("p", "strong", &sheet.sentence) }
                    { paragraphs(&sheet.after) }
                    { list("○", &sheet.goal) }
                </section>
            }
        </article>
    }
}

/// A list with a sign in front of each item; nothing where it has none.
fn list(sign: &str, items: &[String]) -> Html {
    if items.is_empty() {
        return Html::default();
    }
    html! {
        <ul>
            for words in items {
                { text("li", "", format!("{sign} {words}")) }
            }
        </ul>
    }
}
