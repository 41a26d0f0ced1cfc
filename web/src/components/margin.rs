//! The margin of a form: what each split policy would do, and a read written in SQL.

use super::card::Drawn;
use super::hear::click;
use super::text::{button, text};
use crate::session::action::{Action, Breadth, Show, Spot, Tab};
use crate::session::lesson::Front;
use crate::session::options::Layout;
use crate::session::{Desk, Document, State};
use splitpoint_lab::form::Operation;
use splitpoint_lab::view::{GroupView, PoliciesView, PolicyMark, SamePolicies};
use splitpoint_lab::words::sql;
use std::rc::Rc;
use yew::prelude::*;

/// The functions that draw the margin. They are called through this table only, so that a chunk can bring their code
/// later.
pub(crate) struct Margin {
    /// Draws the margin below the form.
    pub(crate) pane: fn(&Document, &Desk, &Callback<Action>) -> Html,
    /// What the policies would do, if a form about splits is shown.
    pub(crate) shown: fn(&State) -> Option<Rc<PoliciesView>>,
    /// Draws where they would cut in the picture.
    pub(crate) cuts: CutsPane,
}

/// The functions of this module.
pub(crate) static MARGIN: Margin = Margin { pane: margin_pane, shown, cuts };

/// The function that draws where policies would cut the region of this number; `None` if they would not.
pub(crate) type CutsPane = fn(&PoliciesView, u32, &Drawn) -> Option<Html>;

/// What the policies would do, if a form about splits is shown, or would be if there were room for the form and the
/// picture.
fn shown(state: &State) -> Option<Rc<PoliciesView>> {
    let State { document, desk, chrome } = state;
    let is_covered = chrome.breadth == Breadth::Medium && matches!(desk.panes.tab, Tab::Clients | Tab::Cost);
    let has_forms = match &document.lesson {
        Some(lesson) => lesson.front == Front::Forms,
        None => document.draft.is_none(),
    };
    let is_whole = chrome.options.layout == Layout::Full && chrome.present.is_none();
    desk.map.policies.clone().filter(|_| is_whole && has_forms && !is_covered)
}

/// Where policies would cut a region, as lines across the picture. The margin of the form says the same in words.
fn cuts(view: &PoliciesView, region: u32, drawn: &Drawn) -> Option<Html> {
    let mark = |mark: &PolicyMark| {
        let top = drawn.axis.top(mark.line);
        if top <= drawn.clipped.start || top >= drawn.clipped.end {
            return Html::default();
        }
        html! {
            <div key={mark.line} class={classes!("cut", "cut--policy", mark.is_present.then_some("cut--present"))} aria-hidden="true" ~style={format!("top:{}px", top - drawn.clipped.start)}>
                <span class="cut__tag" title={mark.label.clone()}>{ "✂ " }{ &mark.label }</span>
            </div>
        }
    };
    let marks = || view.marks.iter().filter(|mark| mark.region == region);
    marks().next()?;
    Some(html! {
        for one in marks() {
            { mark(one) }
        }
    })
}

/// The margin below the form; nothing while a lesson asks for a prediction, which it could give away.
fn margin_pane(document: &Document, desk: &Desk, dispatch: &Callback<Action>) -> Html {
    if document.is_asking() {
        return Html::default();
    }
    let (open, table) = (&desk.form, &desk.map.request.table);
    let intent = open.forms.intent(open.operation, table).ok();
    match open.operation {
        Operation::Split | Operation::Alter | Operation::Create => {
            let view = desk.map.policies.as_ref();
            view.map(|view| policies(view, open.operation, dispatch)).unwrap_or_default()
        }
        _ => intent.and_then(|intent| sql::of(&intent, &document.lab.key(table))).map(query).unwrap_or_default(),
    }
}

fn query(query: sql::Query) -> Html {
    html! {
        <section class="margin" aria-label="In SQL">
            { text("h2", "field__label", "In SQL") }
            <pre class="do__command do__command--query" tabindex="0">{ query.sql.join("\n") }</pre>
            { text("p", "soft", query.about) }
        </section>
    }
}

fn policies(view: &PoliciesView, operation: Operation, dispatch: &Callback<Action>) -> Html {
    let marks = view.policies.iter().filter_map(|policy| policy.before);
    html! {
        <section class="margin" aria-label="Split policies side by side">
            { text("h2", "field__label", "Where each policy would cut") }
            if operation == Operation::Create {
                { text("p", "soft", "With the rows of the table that is shown:") }
            }
            { text("p", "", &view.region) }
            if view.groups.len() > 1 {
                <div class="margin__strip" aria-hidden="true">
                    for group in &view.groups {
                        <span class="margin__piece" ~style={format!("flex-grow:{}", group.length)}></span>
                    }
                    for before in marks {
                        <span class="margin__mark" ~style={format!("left:{before}%")}></span>
                    }
                </div>
            }
            <ul class="margin__policies">
                for one in &view.same() {
                    { policy(one, dispatch) }
                }
            </ul>
            { text("p", "soft", &view.middle) }
            { text("h2", "field__label", &view.grouped) }
            <ul class="margin__groups">
                for one in &view.groups {
                    { group(one) }
                }
            </ul>
            for remark in &view.remarks {
                { text("p", "soft", remark) }
            }
            if operation == Operation::Split {
                { button("button", "Change split policy", click(dispatch, Action::Operation(Operation::Alter))) }
            }
        </section>
    }
}

/// Policies that would all do the same.
fn policy(same: &SamePolicies<'_>, dispatch: &Callback<Action>) -> Html {
    let (first, present) = (same.policies[0], same.present());
    let has = present.map(|present| match same.policies.len() {
        1 => " · this table has it".to_owned(),
        _ => format!(" · this table has “{}”", present.name),
    });
    let classes: Vec<&str> = same.policies.iter().map(|policy| policy.class).collect();
    let about = [same.when(), first.about.clone()].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>();
    html! {
        <li class={classes!("margin__policy", present.map(|_| "margin__policy--present"))}>
            <span title={classes.join(", ")}>
                { text("b", "", same.names()) }
                { has.unwrap_or_default() }
            </span>
            <b class="mono">
                if let Some((cut, line)) = first.cut.as_ref().zip(first.line) {
                    <button type="button" class="link" aria-label={format!("{cut}: show it in the map")} onclick={click(dispatch, Action::Show(Show::Cell(Spot { line, column: 1 })))}>{ cut }</button>
                } else {
                    { "no cut" }
                }
            </b>
            { text("span", "soft", about.join(" · ")) }
        </li>
    }
}

fn group(group: &GroupView) -> Html {
    html! {
        <li class="margin__group">
            { text("span", "mono", &group.prefix) }
            <span class="margin__track" aria-hidden="true"><span class="margin__bar" ~style={format!("width:{}%", group.length)}></span></span>
            { text("span", "soft", &group.size) }
        </li>
    }
}
