//! What stands beside the buttons of the form that repeats: the same once more, spread over prefixes, and the heat.

use super::hear::click;
use super::text::button;
use crate::session::Desk;
use crate::session::action::Action;
use crate::session::heat::Looking;
use crate::session::repeat::SALTED;
use splitpoint_lab::form::Operation;
use splitpoint_lab::intent::Field;
use yew::prelude::*;

/// The function that draws these buttons. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type RepeatButtons = fn(&Desk, &Callback<Action>) -> Html;

/// Where the form asks for keys without a prefix, the button that salts them; and where it was sent, the way to the heat,
/// in which one sees what came of it.
pub(crate) fn repeat_buttons(desk: &Desk, dispatch: &Callback<Action>) -> Html {
    let open = &desk.form;
    if open.operation != Operation::Repeat {
        return Html::default();
    }
    let plain = open.forms.sheet(Operation::Repeat).text(Field::Prefixes).trim() == "0";
    html! {
        <>
            if plain {
                { button("button", SALTED, click(dispatch, Action::Salt)) }
            }
            if open.sent {
                { button("button", "See the heat", click(dispatch, Action::Heat(Looking::Open(true)))) }
            }
        </>
    }
}
