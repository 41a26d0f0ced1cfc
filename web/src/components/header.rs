//! The head of the page: its name, what it started from, the theme, and help.

use super::hear::click;
use super::icon::{Glyph, icon, icon_button};
use super::menu::{Item, Menu};
use super::text::{button, text};
use crate::session::action::{Action, Breadth, Detail, Overlay, Page, Show, Theme};
use crate::session::cluster::Clustering;
use crate::session::compare::Comparing;
use crate::session::design::Designing;
use crate::session::growth::Growing;
use crate::session::lesson::{Learning, Opening};
use crate::session::present::Presenting;
use crate::session::writing::Writing;
use crate::session::{Chrome, Document};
use splitpoint_lab::lesson::TITLES;
use splitpoint_lab::scenario::EXAMPLES;
use yew::prelude::*;

/// What the page is, in one line.
pub(crate) const CLAIM: &str = "What Apache HBase does with your rows, one step at a time";

/// The head; where there is little room, with fewer words. `back` is the action that leads back to the table, if a wide
/// view covers it.
pub(crate) fn header(
    document: &Document,
    chrome: &Chrome,
    back: Option<(&'static str, Action)>,
    dispatch: &Callback<Action>,
) -> Html {
    let start = &document.start;
    let narrow = chrome.breadth == Breadth::Phone;
    let item =
        |text: &str, action: Action| Item { text: text.to_owned(), note: String::new(), mark: String::new(), action };
    let mut items: Vec<Item> =
        EXAMPLES.iter().map(|example| item(example.title, Action::Begin(example.reference()))).collect();
    items.push(item("Your file …", Action::Page(Page::Overlay(Some(Overlay::Import)))));
    items.push(item("Your cluster …", Action::Cluster(Clustering::Open(true))));
    let mut lines = vec![items.len()];
    items.push(item("Design a key (k)", Action::Design(Designing::Open(true))));
    items.push(item("Growth (g)", Action::Growth(Growing::Open(true))));
    items.push(item("Compare (v)", Action::Compare(Comparing::Open(true))));
    lines.push(items.len());
    if document.visit.as_ref().is_some_and(|visit| visit.has_own) {
        items.push(item("Back to my work", Action::Page(Page::Leave { for_own: true })));
    }
    let leave = || item("Back to my work", Action::Lesson(Learning::Leave));
    if document.lesson.is_some() || document.draft.is_some() {
        items.push(leave());
    }
    if chrome.options.keeps {
        items.push(item("What is kept …", Action::Page(Page::Overlay(Some(Overlay::Kept)))));
    }
    items.push(item("Start over", Action::Page(Page::Overlay(Some(Overlay::Reset)))));
    let theme = click(dispatch, Action::Page(Page::Theme(chrome.theme.next())));
    let share = click(dispatch, Action::Page(Page::Overlay(Some(Overlay::Share))));
    let help = click(dispatch, Action::Page(Page::Overlay(Some(Overlay::Help))));
    let chosen = EXAMPLES.iter().position(|example| Some(example.id) == start.reference.example());
    let glyph = match chrome.theme {
        Theme::Auto => Glyph::Theme,
        Theme::Light => Glyph::Light,
        Theme::Dark => Glyph::Dark,
    };
    let mut lessons: Vec<Item> = TITLES
        .iter()
        .enumerate()
        .map(|(number, known)| Item {
            mark: chrome.lessons.get(number).cloned().unwrap_or_default(),
            ..item(known.title, Action::Lesson(Learning::Open(Opening::shelved(number))))
        })
        .collect();
    let write = |text, writing| item(text, Action::Lesson(Learning::Write(writing)));
    lessons.push(write("Write a lesson …", Writing::Open));
    if document.lesson.is_none() && !document.lab.is_untouched() {
        lessons.push(write("Make a lesson of what I did …", Writing::Record));
    }
    if document.lesson.is_none() && document.draft.is_none() {
        lessons.push(item("First minutes", Action::Show(Show::Detail(Some(Detail::Start { asked: true })))));
    }
    if document.lesson.is_some() {
        lessons.push(item("Print this lesson", Action::Lesson(Learning::Print)));
        lessons.push(leave());
    }
    lessons.push(item("Present (f)", Action::Present(Presenting::Open(true))));
    let lesson = document.lesson.as_ref();
    let number = lesson.and_then(|lesson| lesson.number);
    html! {
        <header class={classes!("header", "page__header", lesson.is_some().then_some("header--lesson"))}>
            if back.is_none() {
                { button("button skip", if document.lesson.is_some() { "Skip to the story (F6: next pane)" } else { "Skip to the form (F6: next pane)" }, click(dispatch, Action::Page(Page::Skip))) }
            }
            <h1 class="header__name">
                <span class="header__logo">{ icon(Glyph::Logo) }</span>
                <span class={classes!(narrow.then_some("spoken"))}>{ "Splitpoint" }</span>
            </h1>
            if !narrow || lesson.is_none() {
                <Menu name="start" {items} {chosen} {lines} dispatch={dispatch.clone()}>
                    <span class="header__data">
                        if !narrow {
                            { text("span", "soft", "Sandbox") }
                            { " " }
                        }
                        if lesson.is_none() {
                            { &start.title }
                        }
                    </span>
                </Menu>
            }
            <Menu name="lessons" items={lessons} chosen={number} lines={vec![TITLES.len()]} numbered={TITLES.len()} opens={Action::Lesson(Learning::List)} dispatch={dispatch.clone()}>
                <span class="header__data">
                    if let Some(lesson) = lesson {
                        if let Some(number) = number {
                            { text("span", "soft", format!("{}{}", if narrow { "" } else { "Lesson " }, number + 1)) }
                            { " " }
                        }
                        { &lesson.title }
                    } else {
                        { "Lessons" }
                    }
                </span>
            </Menu>
            <span class="header__space">
                if let Some((words, back)) = back {
                    <button type="button" class="button button--quiet" onclick={click(dispatch, back)}>
                        { icon(Glyph::Back) }
                        { if narrow { "Back" } else { words } }
                    </button>
                } else if chrome.breadth == Breadth::Wide && lesson.is_none() {
                    { text("span", "soft", CLAIM) }
                }
            </span>
            { button("button button--quiet", "Share", share) }
            { icon_button(glyph, &format!("Theme: {}", chrome.theme.name()), "button--icon", Some(theme)) }
            <button type="button" class="button button--quiet button--icon" title="Help and keys" aria-label="Help and keys" onclick={help}>
                { "?" }
            </button>
        </header>
    }
}
