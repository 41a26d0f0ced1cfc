//! A modal dialog. The browser keeps the focus in it, and Esc closes it.

use super::hear::click;
use super::icon::{Glyph, icon_button};
use crate::interop;
use crate::session::action::Action;
use yew::prelude::*;

#[derive(Properties)]
pub(crate) struct DialogProps {
    pub(crate) title: &'static str,
    /// Whether it needs much room.
    #[prop_or_default]
    pub(crate) wide: bool,
    pub(crate) children: Html,
    /// The action that closes the dialog.
    pub(crate) close: Action,
    pub(crate) dispatch: Callback<Action>,
}

impl PartialEq for DialogProps {
    /// It is always drawn again: code to compare all properties would cost more than the drawing that it saves.
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

#[component]
pub(crate) fn Dialog(props: &DialogProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            interop::open_dialog(&node);
            // The dialog is closed before it is removed, so that the browser gives the focus back to where it was.
            move || interop::close_dialog(&node)
        });
    }
    // Esc would close the dialog in the browser. Instead the action decides whether the page still draws it.
    let oncancel = {
        let (dispatch, close) = (props.dispatch.clone(), props.close.clone());
        Callback::from(move |event: Event| {
            event.prevent_default();
            dispatch.emit(close.clone());
        })
    };
    let onclick = click(&props.dispatch, props.close.clone());
    html! {
        <dialog class={classes!("dialog", props.wide.then_some("dialog--wide"))} ref={node} aria-labelledby="dialog-title" {oncancel}>
            <div class="dialog__head">
                <h2 class="dialog__title" id="dialog-title">{ props.title }</h2>
                { icon_button(Glyph::Close, "Close", "button--icon", Some(onclick)) }
            </div>
            <div class="dialog__body">{ props.children.clone() }</div>
        </dialog>
    }
}
