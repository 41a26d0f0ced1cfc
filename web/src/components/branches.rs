//! The branches of the history, as a list that opens.

use super::icon::{Glyph, Icon};
use super::menu::Menu;
use splitpoint_lab::view::BranchView;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(crate) struct BranchesProps {
    pub(crate) branches: Vec<BranchView>,
    pub(crate) chosen: usize,
    pub(crate) on_choose: Callback<usize>,
}

#[component]
pub(crate) fn Branches(props: &BranchesProps) -> Html {
    let items: Vec<AttrValue> = props.branches.iter().map(|branch| AttrValue::from(branch.title.clone())).collect();
    let notes: Vec<AttrValue> = props
        .branches
        .iter()
        .map(|branch| match branch.parent {
            Some(_) => AttrValue::from(format!("leaves at step {}, {}", branch.fork, steps(branch.total))),
            None => AttrValue::from(format!("the first, {}", steps(branch.total))),
        })
        .collect();
    let count = props.branches.len();
    html! {
        <Menu name="branches" up={true} {items} {notes} chosen={props.chosen} on_choose={props.on_choose.clone()}>
            <Icon glyph={Glyph::Branch} />
            <span>{ count }<span class="spoken">{ " branches" }</span></span>
        </Menu>
    }
}

fn steps(count: u64) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}
