//! A field for a word or a number.

use yew::prelude::*;

/// A text field, with what is drawn around it.
#[derive(Clone, Copy, Default)]
pub(crate) struct TextField<'a> {
    pub(crate) label: &'a str,
    /// Its name, which is unique on the page.
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    pub(crate) placeholder: &'a str,
    /// The `id` of a list of suggestions, if it has one.
    pub(crate) list: Option<&'static str>,
    /// Whether it is for a number.
    pub(crate) number: bool,
    /// Whether the label is not drawn, and only read by screen readers.
    pub(crate) bare: bool,
    /// The class of its border, if there is a note about it.
    pub(crate) mark: Option<&'static str>,
    /// The `id` of the element that describes it.
    pub(crate) described: Option<&'a str>,
}

impl TextField<'_> {
    /// The `id` of the input element.
    pub(crate) fn id(&self) -> String {
        format!("field-{}", self.name)
    }

    /// Whether what stands in it is refused, for those who do not see its border.
    pub(crate) fn is_refused(&self) -> Option<&'static str> {
        (self.mark == Some("input--no")).then_some("true")
    }

    /// The input element alone.
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
                aria-invalid={self.is_refused()}
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
