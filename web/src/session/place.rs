//! What a link says about the page, beside the step: which pane is shown, which details, and what is drawn. It follows
//! the link as names and values; the core keeps those that it does not know.

use super::action::{Action, Api, Detail, Page, Show, Spot, Tab};
use super::reducer::Effect;
use super::state::State;
use splitpoint_lab::session::Link;

/// The panes that a link can show, each with its name in links. The others are shown wherever there is room.
const PANES: [(Tab, &str); 3] = [(Tab::Clients, "clients"), (Tab::Cost, "cost"), (Tab::Console, "console")];

/// Names in links and attributes: what is not drawn in the picture, and in which language a form is written.
const STORES: &str = "stores";
const VERSIONS: &str = "versions";
const API: &str = "api";
const NO: &str = "no";

/// All names by which a link says what the page shows.
pub(super) const NAMES: [&str; 9] = ["pane", "cell", "region", STORES, VERSIONS, API, "orders", "wide", "present"];

/// The part of a link that makes the page look as it does now; empty for its initial look.
pub(super) fn place_of(state: &State) -> String {
    let (map, panes) = (&state.desk.map, &state.desk.panes);
    let tab = if state.desk.console.open { Tab::Console } else { panes.inspector };
    let pane = PANES.iter().find(|(known, _)| *known == tab && (tab != Tab::Clients || panes.tab == tab));
    let told = match map.detail {
        Some(Detail::Line(line)) => {
            map.spot.filter(|spot| spot.line == line).map(|spot| format!("&cell={}.{}", spot.line, spot.column))
        }
        Some(Detail::Region(region)) => Some(format!("&region={region}")),
        Some(Detail::File(region, file)) => Some(format!("&region={region}.{file}")),
        Some(Detail::Start { .. }) | None => None,
    };
    let mut text = pane.map(|(_, name)| format!("&pane={name}")).unwrap_or_default() + &told.unwrap_or_default();
    let api = Api::NAMES.iter().find(|(api, _)| *api == state.desk.form.api).map_or("", |(_, name)| name);
    for (name, value, is_said) in [
        (STORES, NO, !map.stores),
        (VERSIONS, NO, !map.request.old_versions),
        (API, api, state.desk.form.api != Api::default()),
    ] {
        if is_said {
            text.extend(["&", name, "=", value]);
        }
    }
    text
}

/// Reads two numbers with a full stop between them.
fn pair<A: std::str::FromStr, B: std::str::FromStr>(text: &str) -> Option<(A, B)> {
    let (one, other) = text.split_once('.')?;
    Some((one.parse().ok()?, other.parse().ok()?))
}

/// The actions that make the page look as a link says. Wrong values are ignored.
fn ways(link: &Link) -> impl Iterator<Item = Action> {
    let tab = link.named("pane").and_then(|name| PANES.iter().find(|(_, known)| *known == name));
    let tab = tab.map(|(tab, _)| Action::Page(Page::Tab(*tab)));
    let cell = link.named("cell").and_then(pair).map(|(line, column)| Spot { line, column });
    let region = link.named("region").and_then(|text| match pair(text) {
        Some((region, file)) => Some(Detail::File(region, file)),
        None => text.parse().ok().map(Detail::Region),
    });
    let detail = cell.map(|spot| Detail::Line(spot.line)).or(region);
    let without = |name| link.named(name) == Some(NO);
    let api = link.named(API).and_then(|name| Api::NAMES.iter().find(|(_, known)| *known == name));
    [
        tab,
        without(STORES).then_some(Action::Show(Show::Stores(false))),
        without(VERSIONS).then_some(Action::Show(Show::OldVersions(false))),
        api.map(|(api, _)| Action::Show(Show::Api(*api))),
        cell.map(|spot| Action::Show(Show::Cell(spot))),
        detail.map(|detail| Action::Show(Show::Detail(Some(detail)))),
    ]
    .into_iter()
    .flatten()
}

impl State {
    /// Makes the page look as a link says, as far as it has room.
    pub(super) fn look_around(&mut self, link: &Link) -> Vec<Effect> {
        let ways: Vec<Action> = ways(link).filter(|action| self.chrome.options.allows(action)).collect();
        ways.into_iter().flat_map(|action| self.apply(action)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::chunk::Chunks;
    use crate::session::options::{Layout, Options};

    fn page(layout: Layout) -> State {
        let mut state = State::new(Options { keeps: false, layout, ..Options::default() });
        state.chrome.chunks = Chunks::all();
        state
    }

    fn look(text: &str, layout: Layout) -> (State, String) {
        let mut state = page(layout);
        let link = Link::parse(&format!("start=comments{text}")).expect("good").expect("a link");
        state.look_around(&link);
        let place = place_of(&state);
        (state, place)
    }

    #[test]
    fn a_link_looks_where_its_writer_looked() {
        for text in [
            "",
            "&pane=cost",
            "&pane=console&cell=3.2",
            "&region=1",
            "&region=2.4&stores=no",
            "&cell=0.1&stores=no&versions=no&api=java2",
            "&api=java0",
        ] {
            assert_eq!(look(text, Layout::Full).1, text);
        }
    }

    #[test]
    fn what_is_wrong_or_has_no_place_is_passed_over() {
        for text in ["&pane=film", "&cell=3", "&region=a.b", "&region=", "&stores=yes", "&api=perl"] {
            assert_eq!(look(text, Layout::Full).1, "", "{text}");
        }
        let (state, place) = look("&pane=console&api=java2&versions=no", Layout::Mini);
        assert_eq!((place.as_str(), state.desk.form.api), ("&versions=no", Api::Shell));
    }
}
