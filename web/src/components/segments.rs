//! One choice out of a few, side by side.

use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct SegmentsProps {
    /// Distinguishes it from others on the page.
    pub(crate) name: &'static str,
    /// What is chosen.
    pub(crate) label: AttrValue,
    pub(crate) options: Vec<AttrValue>,
    pub(crate) chosen: usize,
    pub(crate) on_choose: Callback<usize>,
}

#[component]
pub(crate) fn Segments(props: &SegmentsProps) -> Html {
    let choice = |index: usize| {
        let on_choose = props.on_choose.clone();
        Callback::from(move |_: Event| on_choose.emit(index))
    };
    html! {
        <fieldset class="segments" role="radiogroup" aria-label={props.label.clone()}>
            for (index, option) in props.options.iter().enumerate() {
                <label class="segment" key={index}>
                    <input
                        class="segment__input"
                        type="radio"
                        name={props.name}
                        checked={index == props.chosen}
                        onchange={choice(index)}
                    />
                    <span>{ option }</span>
                </label>
            }
        </fieldset>
    }
}
