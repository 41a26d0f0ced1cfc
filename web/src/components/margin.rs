//! What stands in the margin of a form: what each split policy would do, and what a read is in SQL.

use super::hear::click;
use super::text::{button, text};
use crate::session::action::Action;
use crate::session::{Desk, Document};
use splitpoint_lab::form::Operation;
use splitpoint_lab::intent::{AdminIntent, Field, Intent};
use splitpoint_lab::view::{GroupView, PoliciesView, PolicyView, Prefix};
use splitpoint_lab::words::sql;
use yew::prelude::*;

/// What shows the margin. It is called by way of a pointer only, so that it can stand in a chunk.
pub(crate) type MarginPane = fn(&Document, &Desk, &Callback<Action>) -> Html;

/// Places of policies in the list of the form that cut at a prefix of a length, and at one that ends with a delimiter.
const PREFIX: usize = 3;
const DELIMITED: usize = 4;

/// What stands below the form; nothing while a reader is asked where a region would be cut.
pub(crate) fn margin_pane(document: &Document, desk: &Desk, dispatch: &Callback<Action>) -> Html {
    if document.is_asking() {
        return Html::default();
    }
    let (open, table) = (&desk.form, &desk.map.request.table);
    let intent = open.forms.intent(open.operation, table).ok();
    match open.operation {
        Operation::Split | Operation::Alter | Operation::Create => {
            let row = match &intent {
                Some(Intent::Admin(AdminIntent::Split { region, at, .. })) => region.as_deref().or(at.as_deref()),
                _ => None,
            };
            let view = document.lab.stage().policies(&desk.map.request, row, &prefix(desk));
            view.map(|view| policies(&view, open.operation, dispatch)).unwrap_or_default()
        }
        _ => intent.and_then(|intent| sql::of(&intent, &document.lab.key(table))).map(query).unwrap_or_default(),
    }
}

/// What the form says of prefixes.
fn prefix(desk: &Desk) -> Prefix {
    let open = &desk.form;
    if open.operation == Operation::Split {
        return Prefix::default();
    }
    let sheet = open.forms.sheet(open.operation);
    let delimiter = sheet.text(Field::Delimiter).trim();
    Prefix {
        length: sheet.text(Field::PrefixLength).trim().parse().ok().filter(|length| *length > 0),
        delimiter: (!delimiter.is_empty()).then(|| delimiter.as_bytes().to_vec()),
        is_delimited: match sheet.choice(Field::Policy) {
            PREFIX => Some(false),
            DELIMITED => Some(true),
            _ => None,
        },
    }
}

fn query(query: sql::Query) -> Html {
    html! {
        <section class="margin" aria-label="In SQL">
            { text("h2", "field__label", "In SQL") }
            <pre class="do__command" tabindex="0">{ query.sql.join("\n") }</pre>
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
                for one in &view.policies {
                    { policy(one) }
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

fn policy(policy: &PolicyView) -> Html {
    html! {
        <li class={classes!("margin__policy", policy.is_present.then_some("margin__policy--present"))}>
            <span title={policy.class}>
                { text("b", "", &policy.name) }
                { if policy.is_present { " · this table has it" } else { "" } }
            </span>
            { text("b", "mono", policy.cut.as_deref().unwrap_or("no cut")) }
            { text("span", "soft", [&*policy.when, &*policy.about].into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" · ")) }
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
