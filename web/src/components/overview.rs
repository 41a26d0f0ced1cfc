//! All regions of the table as a strip beside the picture: the server of each, and which part is in the viewport.

use crate::interop;
use splitpoint_lab::picture::Axis;
use splitpoint_lab::view::{OVERVIEW_ABOUT, RegionView};
use yew::prelude::*;

/// The height of the drawing in its own units.
const UNITS: i64 = 4000;

/// How many servers have a colour of their own.
const SERVERS: usize = 4;

/// The strip. `top` and `seen`: the start and the height of the part in the viewport; `on_go` is called with the place
/// on the axis to go to.
pub(crate) fn overview(axis: &Axis, regions: &[RegionView], top: i64, seen: i64, on_go: Callback<i64>) -> Html {
    let height = axis.height().max(1);
    let unit = |pixels: i64| i64::try_from(i128::from(pixels) * i128::from(UNITS) / i128::from(height)).unwrap_or(0);
    let mut servers: [String; SERVERS] = Default::default();
    let mut touched = String::new();
    for (index, region) in regions.iter().enumerate() {
        let Some(card) = axis.card(index) else { continue };
        let (from, to) = (unit(card.top), unit(card.top + card.height));
        servers[region.server % SERVERS] += &format!("M3 {from}V{}H11V{from}z", to.max(from + 1));
        if region.touched {
            touched += &format!("M0 {from}V{}H2V{from}z", to.max(from + 8));
        }
    }
    let onclick = Callback::from(move |event: MouseEvent| {
        let (at, of) = interop::height_within(&event);
        on_go.emit(i64::try_from(i128::from(height) * i128::from(at) / i128::from(of.max(1))).unwrap_or(0) - seen / 2);
    });
    html! {
        <svg class={classes!("overview", (height <= seen).then_some("overview--whole"))} viewBox="0 0 14 4000" preserveAspectRatio="none" aria-hidden="true" {onclick}>
            <title>{ OVERVIEW_ABOUT }</title>
            <rect class="overview__ground" width="14" height="4000" />
            for (index, path) in servers.into_iter().enumerate() {
                <path class={format!("overview__server overview__server--{index}")} d={path} />
            }
            <path class="overview__touched" d={touched} />
            <rect
                class="overview__seen"
                x="1"
                width="12"
                y={unit(top).to_string()}
                height={unit(seen).max(12).to_string()}
            />
        </svg>
    }
}
