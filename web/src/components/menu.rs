//! A menu: a button that opens a list of choices.

use super::icon::{Glyph, icon};
use super::text::text;
use crate::interop;
use crate::session::action::Action;
use yew::prelude::*;

/// A choice, and the action that it sends.
#[derive(Clone)]
pub(crate) struct Item {
    pub(crate) text: String,
    /// A second line of text below it.
    pub(crate) note: String,
    /// A few words at the end of its line.
    pub(crate) mark: String,
    pub(crate) action: Action,
}

#[derive(Properties)]
pub(crate) struct MenuProps {
    /// Distinguishes this menu from others on the page.
    pub(crate) name: &'static str,
    /// The content of the button.
    pub(crate) children: Html,
    /// Whether the button is highlighted, because one of its choices is in effect.
    #[prop_or_default]
    pub(crate) on: bool,
    /// Whether the list opens upwards.
    #[prop_or_default]
    pub(crate) up: bool,
    pub(crate) items: Vec<Item>,
    pub(crate) chosen: Option<usize>,
    /// The items before which a line is drawn.
    #[prop_or_default]
    pub(crate) lines: Vec<usize>,
    /// How many of the first items show their number.
    #[prop_or_default]
    pub(crate) numbered: usize,
    /// The action that is sent when the menu opens.
    #[prop_or_default]
    pub(crate) opens: Option<Action>,
    pub(crate) dispatch: Callback<Action>,
}

impl PartialEq for MenuProps {
    /// It is always drawn again: code to compare all properties would cost more than the drawing that it saves.
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

#[component]
pub(crate) fn Menu(props: &MenuProps) -> Html {
    let open = use_state_eq(|| false);
    let at = use_state_eq(|| 0_usize);
    let root = use_node_ref();
    let name = props.name;
    let button = format!("menu-{name}");
    let item = move |index: usize| format!("menu-{name}-{index}");

    use_effect_with((*open, *at), move |(open, at)| {
        if *open {
            interop::focus(&item(*at));
        }
    });

    let turn = {
        let (open, dispatch, opens) = (open.clone(), props.dispatch.clone(), props.opens.clone());
        move |is_open: bool| {
            if let (true, Some(action)) = (is_open, &opens) {
                dispatch.emit(action.clone());
            }
            open.set(is_open);
        }
    };
    let toggle = {
        let (open, at, chosen, turn) = (open.clone(), at.clone(), props.chosen, turn.clone());
        Callback::from(move |_: MouseEvent| {
            at.set(chosen.unwrap_or(0));
            turn(!*open);
        })
    };
    let onkeydown = {
        let (open, at, count, button) = (open.clone(), at.clone(), props.items.len(), button.clone());
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowDown" if *open => (*at + 1) % count,
                "ArrowUp" if *open => (*at + count - 1) % count,
                "ArrowDown" | "ArrowUp" => {
                    turn(true);
                    0
                }
                "Home" if *open => 0,
                "End" if *open => count - 1,
                "Escape" if *open => {
                    event.prevent_default();
                    open.set(false);
                    interop::focus(&button);
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            at.set(to);
        })
    };
    let onfocusout = {
        let (open, root) = (open.clone(), root.clone());
        Callback::from(move |event: FocusEvent| {
            if interop::hands_over(&event, &root) {
                open.set(false);
            }
        })
    };
    let choose = |action: &Action| {
        let (open, dispatch, button, action) = (open.clone(), props.dispatch.clone(), button.clone(), action.clone());
        Callback::from(move |_: MouseEvent| {
            open.set(false);
            interop::focus(&button);
            dispatch.emit(action.clone());
        })
    };
    html! {
        <div class="menu" ref={root} {onkeydown} {onfocusout}>
            <button
                type="button"
                id={button.clone()}
                class={classes!("button", props.on.then_some("button--on"))}
                aria-haspopup="menu"
                aria-expanded={open.to_string()}
                onclick={toggle}
            >
                { props.children.clone() }
                { icon(Glyph::Down) }
            </button>
            if *open {
                <div class={classes!("menu__list", props.up.then_some("menu__list--up"))} role="menu" aria-labelledby={button.clone()}>
                    for (index, choice) in props.items.iter().enumerate() {
                        <button
                            key={index}
                            type="button"
                            id={item(index)}
                            class={classes!(
                                "menu__item",
                                (props.chosen == Some(index)).then_some("menu__item--on"),
                                props.lines.contains(&index).then_some("menu__item--apart"),
                                (index < props.numbered).then_some("menu__item--numbered"),
                            )}
                            role="menuitem"
                            aria-current={(props.chosen == Some(index)).then_some("true")}
                            tabindex="-1"
                            onclick={choose(&choice.action)}
                        >
                            if index < props.numbered {
                                { text("span", "menu__number", (index + 1).to_string()) }
                            }
                            { text("span", "menu__text", &choice.text) }
                            if !choice.mark.is_empty() {
                                { text("span", "menu__mark", &choice.mark) }
                            }
                            if !choice.note.is_empty() {
                                { text("span", "menu__note", &choice.note) }
                            }
                        </button>
                    }
                </div>
            }
        </div>
    }
}
