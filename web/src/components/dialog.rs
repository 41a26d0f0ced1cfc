//! Something over the page that wants an answer. The browser keeps the focus in it, and Esc closes it.

use super::icon::{Glyph, Icon};
use crate::interop;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct DialogProps {
    pub(crate) title: AttrValue,
    /// Whether it needs much room.
    #[prop_or_default]
    pub(crate) wide: bool,
    pub(crate) children: Html,
    pub(crate) on_close: Callback<()>,
}

#[component]
pub(crate) fn Dialog(props: &DialogProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            interop::open_dialog(&node);
            // Closed before it goes, so that the focus returns to where it was.
            move || interop::close_dialog(&node)
        });
    }
    // The browser closes it on Esc; the page has the last word.
    let oncancel = {
        let on_close = props.on_close.clone();
        Callback::from(move |event: Event| {
            event.prevent_default();
            on_close.emit(());
        })
    };
    let onclick = props.on_close.reform(|_: MouseEvent| ());
    html! {
        <dialog class={classes!("dialog", props.wide.then_some("dialog--wide"))} ref={node} aria-labelledby="dialog-title" {oncancel}>
            <div class="dialog__head">
                <h2 class="dialog__title" id="dialog-title">{ &props.title }</h2>
                <button type="button" class="button button--quiet button--icon" aria-label="Close" title="Close" {onclick}>
                    <Icon glyph={Glyph::Close} />
                </button>
            </div>
            <div class="dialog__body">{ props.children.clone() }</div>
        </dialog>
    }
}
