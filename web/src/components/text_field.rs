//! A field for a word or a number.

use yew::prelude::*;

/// A field, and what is said around it.
#[derive(Clone, Copy, Default)]
pub(crate) struct TextField<'a> {
    pub(crate) label: &'a str,
    /// Its name on the page.
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    pub(crate) placeholder: &'a str,
    /// The `id` of a list of suggestions.
    pub(crate) list: Option<&'static str>,
    /// Whether only digits make sense.
    pub(crate) number: bool,
    /// Whether the label is only said.
    pub(crate) bare: bool,
    /// The class of its border, where something is said about it.
    pub(crate) mark: Option<&'static str>,
    /// The `id` of the element that says more.
    pub(crate) described: Option<&'a str>,
}

impl TextField<'_> {
    /// The `id` of the element that is typed into.
    pub(crate) fn id(&self) -> String {
        format!("field-{}", self.name)
    }

    /// The element that is typed into.
    pub(crate) fn input(&self, oninput: Callback<InputEvent>) -> Html {
        html! {
            <input
                id={self.id()}
                class={classes!("input", self.mark)}
                type="text"
                inputmode={self.number.then_some("numeric")}
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                placeholder={self.placeholder.to_owned()}
                list={self.list}
                value={self.value.to_owned()}
                aria-describedby={self.described.map(ToOwned::to_owned)}
                {oninput}
            />
        }
    }

    /// Draws the field with its label, and `said` below it.
    pub(crate) fn draw(&self, oninput: Callback<InputEvent>, said: Html) -> Html {
        html! {
            <div class="field">
                <label class={classes!("field__label", self.bare.then_some("spoken"))} for={self.id()}>{ self.label }</label>
                { self.input(oninput) }
                { said }
            </div>
        }
    }
}
