//! The help: keys, what is drawn, what is modelled, and where the model differs from HBase.

use super::choice::check;
use super::dialog::Dialog;
use super::hear;
use super::text::text;
use crate::interop::{Piece, pieces};
use crate::session::action::{Action, Page};
use crate::session::key::LIST;
use splitpoint_lab::words::{Area, DEVIATIONS, NOT_MODELLED};
use yew::prelude::*;
use yew::virtual_dom::{VTag, VText};

/// The fixed part of the help, in HTML. As code that builds the elements it would be ten times as large.
const ABOUT: &str = include_str!("help.html");

/// The function that draws the help. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type HelpPane = fn(bool, &Callback<Action>) -> Html;

/// The fixed part, made element by element, as trusted types demand.
fn about() -> Html {
    let mut open: Vec<VTag> = Vec::new();
    let mut whole = Html::default();
    for piece in pieces(ABOUT) {
        match (piece, open.last_mut()) {
            (Piece::Open(name), _) => open.push(VTag::new(name)),
            (Piece::Attribute(name, value), Some(tag)) => tag.add_attribute(name, value),
            (Piece::Text(text), Some(tag)) => tag.add_child(VText::new(text).into()),
            (Piece::Close, _) => {
                whole = open.pop().map(Html::from).unwrap_or_default();
                if let Some(around) = open.last_mut() {
                    around.add_child(std::mem::take(&mut whole));
                }
            }
            (Piece::Attribute(..) | Piece::Text(_), None) => {} // the last line's end
        }
    }
    whole
}

/// Where the model differs from HBase on purpose, and what it does not have.
fn differences() -> Html {
    let area = |area: Area| {
        let some = DEVIATIONS.iter().filter(|one| one.area == area);
        html! {
            <details class="more">
                <summary class="more__head">{ area.name() }</summary>
                <ul class="help__list">
                    for one in some {
                        <li>{ text("b", "", one.what) }{ format!(" {} ", one.effect) }{ text("span", "soft", one.reason) }</li>
                    }
                </ul>
            </details>
        }
    };
    html! {
        <section>
            <h3 class="help__title">{ "Where it differs from HBase" }</h3>
            <p>{ "On purpose; each with what somebody who knows HBase would notice, and why:" }</p>
            { for Area::ALL.map(area) }
            <p>{ format!("Not modelled: {NOT_MODELLED}") }</p>
        </section>
    }
}

/// The help. `letters`: whether single letters are keyboard shortcuts.
pub(crate) fn help(letters: bool, dispatch: &Callback<Action>) -> Html {
    let on_letters = hear::tick(dispatch, |on| Action::Page(Page::Letters(on)));
    html! {
        <Dialog title="Help" wide={true} close={Action::Page(Page::Overlay(None))} dispatch={dispatch.clone()}>
            <div class="help">
                <div>
                    { about() }
                    { differences() }
                </div>
                <section>
                    <h3 class="help__title">{ "Keys" }</h3>
                    <table class="help__keys">
                        <thead class="spoken"><tr><th scope="col">{ "Keys" }</th><th scope="col">{ "What they do" }</th></tr></thead>
                        <tbody>
                            for line in LIST {
                                <tr key={line.keys} class={classes!((line.letter && !letters).then_some("help__off"))}>
                                    <th scope="row" class="help__key">{ line.keys }</th>
                                    <td>{ line.what }</td>
                                </tr>
                            }
                        </tbody>
                    </table>
                    <div class="field">{ check("Single letters are keys", letters, on_letters) }</div>
                </section>
            </div>
        </Dialog>
    }
}
