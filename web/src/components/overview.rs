//! All regions of the table at once, as a strip beside the picture: which server has them, where one is.

use crate::interop;
use crate::session::axis::Axis;
use splitpoint_lab::view::RegionView;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct OverviewProps {
    pub(crate) axis: Rc<Axis>,
    pub(crate) regions: Vec<RegionView>,
    /// What is seen, on the axis.
    pub(crate) top: i64,
    pub(crate) seen: i64,
    /// Hears a height of the axis that is to be seen.
    pub(crate) on_go: Callback<i64>,
}

/// Units of the drawing from top to bottom.
const UNITS: i64 = 4000;

/// Servers that have a colour of their own.
const SERVERS: usize = 4;

#[component]
pub(crate) fn Overview(props: &OverviewProps) -> Html {
    let height = props.axis.height().max(1);
    let unit = |pixels: i64| i64::try_from(i128::from(pixels) * i128::from(UNITS) / i128::from(height)).unwrap_or(0);
    let mut servers: [String; SERVERS] = Default::default();
    let mut touched = String::new();
    for (index, region) in props.regions.iter().enumerate() {
        let Some(card) = props.axis.card(index) else { continue };
        let (from, to) = (unit(card.top), unit(card.top + card.height));
        servers[region.server % SERVERS] += &format!("M3 {from}V{}H11V{from}z", to.max(from + 1));
        if region.touched {
            touched += &format!("M0 {from}V{}H2V{from}z", to.max(from + 8));
        }
    }
    let onclick = {
        let on_go = props.on_go.clone();
        let seen = props.seen;
        Callback::from(move |event: MouseEvent| {
            let (at, of) = interop::height_within(&event);
            on_go.emit(
                i64::try_from(i128::from(height) * i128::from(at) / i128::from(of.max(1))).unwrap_or(0) - seen / 2,
            );
        })
    };
    html! {
        <svg class={classes!("overview", (height <= props.seen).then_some("overview--whole"))} viewBox="0 0 14 4000" preserveAspectRatio="none" aria-hidden="true" {onclick}>
            <rect class="overview__ground" width="14" height="4000" />
            for (index, path) in servers.into_iter().enumerate() {
                <path class={format!("overview__server overview__server--{index}")} d={path} />
            }
            <path class="overview__touched" d={touched} />
            <rect
                class="overview__seen"
                x="1"
                width="12"
                y={unit(props.top).to_string()}
                height={unit(props.seen).max(12).to_string()}
            />
        </svg>
    }
}
