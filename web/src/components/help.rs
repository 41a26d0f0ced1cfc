//! Keys, what is drawn, what is modelled and what is not.

use super::choice::check;
use super::dialog::Dialog;
use super::hear;
use crate::session::action::{Action, Page};
use crate::session::key::LIST;
use yew::prelude::*;

/// What never changes, as it stands in the page: written out in the program it would be ten times as long.
const ABOUT: &str = include_str!("help.html");

/// How the help is shown. It is called by way of a pointer only, so that it can stand in a chunk.
pub(crate) type HelpPane = fn(bool, &Callback<Action>) -> Html;

/// The help. `letters`: whether single letters are keys.
pub(crate) fn help(letters: bool, dispatch: &Callback<Action>) -> Html {
    let on_letters = hear::tick(dispatch, |on| Action::Page(Page::Letters(on)));
    html! {
        <Dialog title="Help" wide={true} close={Action::Page(Page::Overlay(None))} dispatch={dispatch.clone()}>
            <div class="help">
                { Html::from_html_unchecked(AttrValue::Static(ABOUT)) }
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
