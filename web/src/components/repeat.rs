//! The button beside those of the form that repeats: repeats the same with keys that are spread over prefixes.

use super::hear::click;
use super::text::button;
use crate::session::Desk;
use crate::session::action::Action;
use crate::session::repeat::SALTED;
use splitpoint_lab::form::Operation;
use splitpoint_lab::intent::Field;
use yew::prelude::*;

/// The function that draws this button. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type SaltButton = fn(&Desk, &Callback<Action>) -> Html;

/// The button, if the keys of the form have no prefix.
pub(crate) fn salt_button(desk: &Desk, dispatch: &Callback<Action>) -> Html {
    let open = &desk.form;
    let plain = open.forms.sheet(Operation::Repeat).text(Field::Prefixes).trim() == "0";
    if open.operation != Operation::Repeat || !plain {
        return Html::default();
    }
    button("button", SALTED, click(dispatch, Action::Salt))
}
