//! The branches of the history, as a menu.

use super::icon::{Glyph, icon};
use super::menu::{Item, Menu};
use super::text::text;
use crate::session::action::{Action, Overlay, Page, Time};
use splitpoint_lab::view::BranchView;
use yew::prelude::*;

/// The branches, of which one is shown.
pub(crate) fn branches(branches: &[BranchView], chosen: usize, dispatch: &Callback<Action>) -> Html {
    let item = |(index, branch): (usize, &BranchView)| {
        let steps = format!("{} step{}", branch.total, if branch.total == 1 { "" } else { "s" });
        let note = match branch.parent {
            Some(_) => format!("leaves at step {}, {steps}", branch.fork),
            None => format!("the first, {steps}"),
        };
        Item { text: branch.title.clone(), note, mark: String::new(), action: Action::Time(Time::Branch(index)) }
    };
    let mut items: Vec<Item> = branches.iter().enumerate().map(item).collect();
    items.push(Item {
        text: "Rename this branch …".to_owned(),
        note: String::new(),
        mark: String::new(),
        action: Action::Page(Page::Overlay(Some(Overlay::Branch))),
    });
    html! {
        <Menu name="branches" up={true} {items} {chosen} lines={vec![branches.len()]} dispatch={dispatch.clone()}>
            { icon(Glyph::Branch) }
            <span>{ branches.len() }{ text("span", "spoken", " branches") }</span>
        </Menu>
    }
}
