//! The key space of a real table: a line for each region, with its server, range and size.

use super::deed;
use crate::components::hear::click;
use crate::components::text::{button, text};
use crate::interop;
use crate::session::action::Action;
use crate::session::cluster::{Deed, Watch};
use splitpoint_lab::view::SpaceLine;
use yew::prelude::*;

/// The lines, one for each region.
pub(super) fn space(watch: &Watch, dispatch: &Callback<Action>) -> Html {
    let view = &*watch.space;
    if watch.survey.is_none() {
        return text("p", "soft", "The first look is under way: servers and regions are asked for.");
    }
    let count = view.lines.len();
    let open = watch.window.as_ref().map(|window| window.region);
    html! {
        <>
            <div class="heat__top">
                { text("h3", "cluster__title", &view.title) }
                if let Some(zoom) = &watch.zoom {
                    <span class="heat__space"></span>
                    { text("span", "soft", format!("regions {} to {}", zoom.start + 1, zoom.end)) }
                    { button("button button--small", "All regions", click(dispatch, deed(Deed::Zoom(None)))) }
                }
            </div>
            for note in &view.notes {
                { text("p", "notice", note) }
            }
            if !view.merged.is_empty() {
                { text("p", "soft", &view.merged) }
            }
            <div class="cluster__heads" aria-hidden="true">
                { text("span", "", "server") }
                { text("span", "", "keys, the smallest on top") }
                { text("span", "", "size of its store files") }
                { text("span", "cluster__more", "files · since it was opened") }
            </div>
            <ol class="cluster__lines" aria-label="Regions in the order of keys: arrow keys move, Enter shows rows">
                for (at, line) in view.lines.iter().enumerate() {
                    { self::line(at, count, line, open, dispatch) }
                }
            </ol>
        </>
    }
}

fn id(at: usize) -> String {
    format!("cluster-line-{at}")
}

fn line(at: usize, count: usize, line: &SpaceLine, open: Option<usize>, dispatch: &Callback<Action>) -> Html {
    let is_one = line.regions.len() == 1;
    let is_open = is_one && open == Some(line.regions.start);
    let action =
        if is_one { deed(Deed::Rows(line.regions.start)) } else { deed(Deed::Zoom(Some(line.regions.clone()))) };
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let to = match event.key().as_str() {
            "ArrowDown" => (at + 1).min(count - 1),
            "ArrowUp" => at.saturating_sub(1),
            "Home" => 0,
            "End" => count - 1,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        interop::focus(&id(to));
    });
    let server = match line.server {
        Some(server) => classes!("cluster__stripe", format!("server-{}", server % 4)),
        None => classes!("cluster__stripe", "cluster__stripe--none"),
    };
    // Tab reaches only one of many buttons, and arrow keys lead from there to the others.
    let is_entry = open.map_or(at == 0, |_| is_open) || (open.is_some() && at == 0);
    let says = if is_one { "shows its first rows" } else { "shows its regions" };
    html! {
        <li class="cluster__item" key={at}>
            <button
                type="button"
                id={id(at)}
                class={classes!("cluster__line", is_open.then_some("cluster__line--open"))}
                tabindex={if is_entry { "0" } else { "-1" }}
                title={line.name.clone()}
                onclick={click(dispatch, action)}
                {onkeydown}
            >
                <span class={server}></span>
                <span class="cluster__server">{ &line.served }</span>
                <span class="cluster__range">
                    { text("b", "", &line.label) }
                    { text("span", "mono cluster__keys", &line.range) }
                </span>
                <span class="cluster__size">
                    <svg class="heat__bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
                        <rect class="orders__all" width="1000" height="8" />
                        <rect class="orders__part-of" width={line.share.to_string()} height="8" />
                    </svg>
                    { text("span", "", &line.size) }
                </span>
                <span class="cluster__more soft" title={format!("{} · {}", line.files, line.requests)}>{ &line.files }{ " · " }{ &line.requests }</span>
                { text("span", "spoken", says) }
            </button>
        </li>
    }
}
