//! The head of the page: what this is, what it started from, light or dark, help.

use super::icon::{Glyph, Icon};
use super::menu::Menu;
use crate::session::action::{Action, Overlay, Page, Theme};
use splitpoint_lab::scenario::{Reference, Start};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct HeaderProps {
    pub(crate) start: Rc<Start>,
    pub(crate) starts: Rc<Vec<Start>>,
    pub(crate) theme: Theme,
    /// Whether there is little room.
    pub(crate) narrow: bool,
    pub(crate) dispatch: Callback<Action>,
}

#[component]
pub(crate) fn Header(props: &HeaderProps) -> Html {
    let starts = &props.starts;
    let count = starts.len();
    let mut items: Vec<AttrValue> = starts.iter().map(|start| AttrValue::from(start.title.clone())).collect();
    items.push("Your file …".into());
    items.push("Start over".into());
    let on_choose = {
        let (dispatch, references) = (props.dispatch.clone(), references(starts));
        Callback::from(move |index: usize| {
            dispatch.emit(match references.get(index) {
                Some(reference) => Action::Begin(reference.clone()),
                None if index == count => Action::Page(Page::Overlay(Some(Overlay::Import))),
                None => Action::Page(Page::Overlay(Some(Overlay::Reset))),
            });
        })
    };
    let theme = {
        let (dispatch, next) = (props.dispatch.clone(), props.theme.next());
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Page(Page::Theme(next))))
    };
    let help = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.emit(Action::Page(Page::Overlay(Some(Overlay::Help)))))
    };
    let chosen = starts.iter().position(|start| start.reference == props.start.reference);
    let glyph = match props.theme {
        Theme::Auto => Glyph::Theme,
        Theme::Light => Glyph::Light,
        Theme::Dark => Glyph::Dark,
    };
    let theme_name = format!("Theme: {}", props.theme.name());
    html! {
        <header class="header page__header">
            <h1 class="header__name">
                <span class="header__logo"><Icon glyph={Glyph::Logo} /></span>
                <span class={classes!(props.narrow.then_some("spoken"))}>{ "Splitpoint" }</span>
            </h1>
            <Menu name="start" {items} {chosen} line_before={count + 1} {on_choose}>
                <span class="header__data">
                    if !props.narrow {
                        <span class="soft">{ "Sandbox" }</span>
                    }
                    { &props.start.title }
                </span>
            </Menu>
            <span class="header__space"></span>
            <button type="button" class="button button--quiet button--icon" title={theme_name.clone()} aria-label={theme_name} onclick={theme}>
                <Icon {glyph} />
            </button>
            <button type="button" class="button button--quiet button--icon" title="Help and keys" aria-label="Help and keys" onclick={help}>
                { "?" }
            </button>
        </header>
    }
}

fn references(starts: &[Start]) -> Vec<Reference> {
    starts.iter().map(|start| start.reference.clone()).collect()
}
