//! Edges between panes. A pane is resized by dragging its edge, or by arrow keys.

use crate::interop;
use crate::session::action::{Action, Show, Typing};
use crate::session::console::LOWEST;
use crate::session::{Panes, Side};
use yew::prelude::*;

/// An edge, named by the pane that it resizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// The left edge of the right pane, or the right edge of the left one.
    Side(Side),
    /// The upper edge of the console.
    Console,
}

/// The initial height of the console, and how much an arrow key changes it, in percent of the page.
const USUAL: u16 = 40;
const STRIDE: u16 = 5;

/// The edge of a pane with this size; `None` if the pane still has its initial size.
pub(crate) fn edge(of: Edge, size: Option<u16>, dispatch: &Callback<Action>) -> Html {
    let (class, name, [less, more], [least, usual, most, stride]) = match of {
        Edge::Side(Side::Left) => {
            ("edge edge--left", "Width of the left pane", ["ArrowLeft", "ArrowRight"], Panes::WIDTHS[0])
        }
        Edge::Side(Side::Right) => {
            ("edge edge--right", "Width of the right pane", ["ArrowRight", "ArrowLeft"], Panes::WIDTHS[1])
        }
        Edge::Console => ("edge", "Height of the console", ["ArrowDown", "ArrowUp"], [LOWEST, USUAL, 100, STRIDE]),
    };
    let is_flat = of == Edge::Console;
    let now = size.unwrap_or(usual);
    let resize = {
        let dispatch = dispatch.clone();
        move |size: Option<u16>| {
            dispatch.emit(match of {
                Edge::Side(side) => Action::Show(Show::Width(side, size)),
                Edge::Console => Action::Console(Typing::Height(size)),
            });
        }
    };
    let onkeydown = {
        let resize = resize.clone();
        Callback::from(move |event: KeyboardEvent| {
            let size = match event.key() {
                key if key == more => Some(now + stride),
                key if key == less => Some(now.saturating_sub(stride)),
                key if key == "End" => Some(most),
                key if key == "Home" => None,
                _ => return,
            };
            event.prevent_default();
            resize(size);
        })
    };
    let ondblclick = {
        let resize = resize.clone();
        Callback::from(move |_: MouseEvent| resize(None))
    };
    let drag = Callback::from(move |event: PointerEvent| {
        if let Some(dragged) = interop::dragged(&event) {
            resize(Some(match of {
                Edge::Side(Side::Left) => dragged.from_left,
                Edge::Side(Side::Right) => dragged.from_right,
                Edge::Console => dragged.above_foot,
            }));
        }
    });
    let title = if is_flat {
        "Drag it, or press ↑ and ↓; a double click or Home gives the first height back"
    } else {
        "Drag it, or press ← and →; a double click or Home gives the first width back"
    };
    html! {
        <div
            {class}
            role="separator"
            tabindex="0"
            data-arrows=""
            aria-orientation={if is_flat { "horizontal" } else { "vertical" }}
            aria-label={name}
            aria-valuemin={least.to_string()}
            aria-valuemax={most.to_string()}
            aria-valuenow={now.to_string()}
            {title}
            onpointerdown={drag.clone()}
            onpointermove={drag}
            {ondblclick}
            {onkeydown}
        />
    }
}
