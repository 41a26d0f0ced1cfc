//! Store files as bars from their first to their last cell.

use super::card::amount;
use crate::session::action::{Action, Detail, Show};
use crate::session::axis::{Axis, GAP};
use splitpoint_lab::view::FileView;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct FilesProps {
    pub(crate) region: u32,
    pub(crate) files: Vec<FileView>,
    /// Slots of files that continue in the region above.
    pub(crate) above: Vec<usize>,
    /// Slots of files that continue in the region below.
    pub(crate) below: Vec<usize>,
    pub(crate) axis: Rc<Axis>,
    /// What is drawn of the region, on the axis.
    pub(crate) from: i64,
    pub(crate) to: i64,
    pub(crate) dispatch: Callback<Action>,
}

#[component]
pub(crate) fn Files(props: &FilesProps) -> Html {
    let bar = |slot: usize, file: &FileView| {
        let (up, down) = (props.above.contains(&slot), props.below.contains(&slot));
        let first = props.axis.top(file.lines.start);
        let last = file.lines.end.checked_sub(1).map_or(first, |last| props.axis.top(last) + props.axis.line());
        let (top, bottom) =
            (if up { props.from } else { first.max(props.from) }, if down { props.to } else { last.min(props.to) });
        if bottom <= top {
            return Html::default();
        }
        let tell = {
            let (dispatch, region, file) = (props.dispatch.clone(), props.region, file.id);
            Callback::from(move |_: MouseEvent| {
                dispatch.emit(Action::Show(Show::Detail(Some(Detail::File(region, file)))));
            })
        };
        let class = classes!(
            "file",
            up.then_some("file--up"),
            down.then_some("file--down"),
            (file.reference.is_some() && !up && !down).then_some("file--half"),
        );
        let title = format!("{}: {} cells, {}", file.label, file.cells, amount(file.bytes));
        html! {
            <button
                key={file.id}
                type="button"
                tabindex="-1"
                {class}
                {title}
                ~style={format!("--slot:{slot};top:{}px;height:{}px", top - props.from, bottom - top)}
                onclick={tell}
            >
                <span class="file__label">{ &file.label }</span>
            </button>
        }
    };
    html! {
        <div class="files" aria-hidden="true" ~style={format!("--gap:{GAP}px")}>
            for (slot, file) in props.files.iter().enumerate() {
                { bar(slot, file) }
            }
        </div>
    }
}
