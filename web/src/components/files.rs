//! Store files as bars from their first to their last cell.

use super::hear::click;
use super::text::text;
use crate::session::action::{Action, Detail, Show};
use splitpoint_lab::picture::{Axis, GAP, bar};
use splitpoint_lab::view::{FileView, RegionView};
use std::ops::Range;
use yew::prelude::*;

/// The files of a region. `shared`: the places of those that go on in the region above, and in the one below.
pub(crate) fn files(
    region: &RegionView,
    shared: &(Vec<usize>, Vec<usize>),
    axis: &Axis,
    drawn: &Range<i64>,
    dispatch: &Callback<Action>,
) -> Html {
    let draw = |slot: usize, file: &FileView| {
        let (up, down) = (shared.0.contains(&slot), shared.1.contains(&slot));
        let Some(bar) = bar(file, axis, drawn, up, down) else { return Html::default() };
        let tell = click(dispatch, Action::Show(Show::Detail(Some(Detail::File(region.id, file.id)))));
        let class = classes!(
            "file",
            up.then_some("file--up"),
            down.then_some("file--down"),
            (file.reference.is_some() && !up && !down).then_some("file--half"),
        );
        html! {
            <button
                key={file.id}
                type="button"
                tabindex="-1"
                {class}
                title={file.about()}
                ~style={format!("--slot:{slot};top:{}px;height:{}px", bar.start - drawn.start, bar.end - bar.start)}
                onclick={tell}
            >
                { text("span", "file__label", &file.label) }
            </button>
        }
    };
    html! {
        <div class="files" aria-hidden="true" ~style={format!("--gap:{GAP}px")}>
            for (slot, file) in region.detail.iter().flat_map(|detail| &detail.files).enumerate() {
                { draw(slot, file) }
            }
        </div>
    }
}
