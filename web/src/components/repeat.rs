//! What stands beside the buttons of the form that repeats: the same once more, spread over prefixes.

use super::hear::click;
use super::text::button;
use crate::session::Desk;
use crate::session::action::Action;
use crate::session::repeat::SALTED;
use splitpoint_lab::form::Operation;
use splitpoint_lab::intent::Field;
use yew::prelude::*;

/// What stands beside the buttons of the form. It is called by way of a pointer only, so that it can stand in a chunk.
pub(crate) type SaltButton = fn(&Desk, &Callback<Action>) -> Html;

/// The button, where the form asks for keys without a prefix.
pub(crate) fn salt_button(desk: &Desk, dispatch: &Callback<Action>) -> Html {
    let open = &desk.form;
    let plain = open.forms.sheet(Operation::Repeat).text(Field::Prefixes).trim() == "0";
    if open.operation != Operation::Repeat || !plain {
        return Html::default();
    }
    button("button", SALTED, click(dispatch, Action::Salt))
}
