//! A choice of the notation in which bytes are typed.

use splitpoint_lab::notation::Encoding;
use yew::prelude::*;

/// The list of notations. `own`, the one that fits the table's keys, is the first entry if it has fields.
pub(crate) fn encoding_choice(name: &str, chosen: &Encoding, own: &Encoding, onchange: Callback<Event>) -> Html {
    let chosen = chosen.name();
    html! {
        <select class="select select--small" aria-label={name.to_owned()} {onchange}>
            if own.is_fields() {
                <option value="fields" selected={chosen == "fields"}>{ own.label() }</option>
            }
            for (name, label, _) in Encoding::CHOICES {
                <option key={name} value={name} selected={chosen == name}>{ label }</option>
            }
        </select>
    }
}
