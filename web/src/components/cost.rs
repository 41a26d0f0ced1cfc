//! What the operation cost, in plain words and under HBase's names.

use super::hear::click;
use super::text::{breakable, text};
use crate::session::action::{Action, Show};
use crate::session::compare::Comparing;
use splitpoint_lab::view::{CostView, CounterView};
use yew::prelude::*;

/// The counters. `told`: whether each one is explained.
pub(crate) fn cost(cost: &CostView, told: bool, dispatch: &Callback<Action>) -> Html {
    let CostView { title, counters } = cost;
    let tell = click(dispatch, Action::Show(Show::Explain(!told)));
    let compare = click(dispatch, Action::Compare(Comparing::Open(true)));
    let compare = html! { <button type="button" class="button button--small cost__compare" id="to-compare" onclick={compare}>{ "Compare operations" }</button> };
    if title.is_empty() || counters.iter().all(|counter| counter.value == 0) {
        return html! {
            <div class="cost">
                <p class="empty">{ "Counters of the operation at work appear here: calls, rows and cells looked at, bytes. \
                    Choose something to do and press Send." }</p>
                { compare }
            </div>
        };
    }
    html! {
        <section class="cost" aria-label="Cost">
            <div class="cost__head">
                { text("h2", "cost__title", title) }
                <button type="button" class="link" aria-expanded={told.to_string()} onclick={tell}>
                    { if told { "names only" } else { "explain" } }
                </button>
            </div>
            { ratio(counters) }
            { compare }
            <table class="cost__table">
                <thead>
                    <tr class="spoken">
                        for name in ["Counter", "So far", "This step"] {
                            <th scope="col">{ name }</th>
                        }
                    </tr>
                </thead>
                <tbody>
                    for counter in counters {
                        <tr key={counter.name} class={classes!("cost__line", (counter.value == 0).then_some("cost__line--none"))}>
                            <th scope="row" class="cost__name" title={counter.about}>
                                { counter.words }
                                if counter.name != counter.words {
                                    <span class="cost__about cost__counter mono">{ breakable(counter.name, |before, _| before == '_') }</span>
                                }
                                { text("span", "cost__about", counter.origin) }
                                if told {
                                    { text("span", "cost__about", counter.about) }
                                }
                            </th>
                            { text("td", "cost__value mono", counter.value) }
                            <td class="cost__delta mono">
                                if counter.delta > 0 {
                                    { format!("+{}", counter.delta) }
                                }
                            </td>
                        </tr>
                    }
                </tbody>
            </table>
        </section>
    }
}

/// The ratio of cells looked at to cells returned.
fn ratio(counters: &[CounterView]) -> Html {
    let value = |name: &str| counters.iter().find(|counter| counter.name == name).map(|counter| counter.value);
    let (Some(examined), Some(returned)) = (value("cells examined"), value("cells returned")) else {
        return Html::default();
    };
    if examined == 0 {
        return Html::default();
    }
    let share = (returned.min(examined) * 1000 / examined).to_string();
    html! {
        <div class="cost__ratio">
            <p>{ "Cells examined " }{ text("b", "", examined) }{ ", returned to the client " }{ text("b", "", returned) }</p>
            <svg class="cost__bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="cost__examined" width="1000" height="8" />
                <rect class="cost__returned" width={share} height="8" />
            </svg>
        </div>
    }
}
