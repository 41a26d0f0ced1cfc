//! Where the bars of store files are.

use super::axis::Axis;
use crate::view::{FileView, RegionView};
use std::ops::Range;

/// Slots of files that both neighbouring regions refer to and show in the same slot. A slot is a place for a bar, side
/// by side.
pub fn shared(above: Option<&RegionView>, below: Option<&RegionView>) -> Vec<usize> {
    let (Some(above), Some(below)) =
        (above.and_then(|region| region.detail.as_ref()), below.and_then(|region| region.detail.as_ref()))
    else {
        return Vec::new();
    };
    let pairs = above.files.iter().zip(&below.files).enumerate();
    pairs
        .filter(|(_, (a, b))| a.origin == b.origin && a.reference.is_some() && b.reference.is_some())
        .map(|(slot, _)| slot)
        .collect()
}

/// The bar of a file between two heights of its card, from its first to its last line; `None` where nothing of it is
/// there. `up` and `down`: whether it goes on in the region above, and in the one below.
pub fn bar(file: &FileView, axis: &Axis, card: &Range<i64>, up: bool, down: bool) -> Option<Range<i64>> {
    let first = axis.top(file.lines.start);
    let last = file.lines.end.checked_sub(1).map_or(first, |last| axis.top(last) + axis.line());
    let top = if up { card.start } else { first.max(card.start) };
    let bottom = if down { card.end } else { last.min(card.end) };
    (top < bottom).then_some(top..bottom)
}

#[cfg(test)]
mod tests {
    use super::shared;
    use crate::intent::{AdminIntent, Intent};
    use crate::scenario;
    use crate::session::Session;
    use crate::view::{KeyNotation, ViewRequest};
    use splitpoint_model::bytes::from_long;

    #[test]
    fn a_file_that_both_daughters_refer_to_is_shared_until_it_is_compacted() {
        let mut session = Session::from_start(scenario::start("comments").expect("a start")).expect("it can be made");
        let table = "comments".to_owned();
        let request = ViewRequest {
            table: table.clone(),
            window: 0..u64::MAX,
            old_versions: true,
            notation: KeyNotation::Fields,
        };
        let slots = |session: &Session| {
            let regions = session.view(&request).regions;
            regions.windows(2).map(|two| shared(Some(&two[0]), Some(&two[1])).len()).sum::<usize>()
        };
        let run = |session: &mut Session, intent: Intent| {
            session.submit(0, intent).expect("it can be asked for");
            while session.next() {}
        };
        session.set_background(false);
        let key = |number| from_long(number).to_vec();
        for number in [16, 17] {
            let cells = vec![("c".to_owned(), b"text".to_vec(), None, b"one file".to_vec())];
            run(&mut session, Intent::Insert { table: table.clone(), row: key(number), cells });
        }
        run(&mut session, Intent::Admin(AdminIntent::Flush(table.clone(), None)));
        assert_eq!(slots(&session), 0);
        let at = Some(key(17));
        run(&mut session, Intent::Admin(AdminIntent::Split { table: table.clone(), region: None, at }));
        assert!(slots(&session) > 0, "both daughters refer to the files of their parent");
        run(&mut session, Intent::Admin(AdminIntent::Compact(table.clone(), None, true)));
        assert_eq!(slots(&session), 0, "each has files of its own");
    }
}
