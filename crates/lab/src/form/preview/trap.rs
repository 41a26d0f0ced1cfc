//! Traps that the row keys of a form step into. They are notes: whatever is typed can be sent.

use crate::design::Trap;
use crate::form::note::{Note, Weight};
use crate::intent::{AdminIntent, Field, Intent, Slot};
use crate::view::Stage;

/// The notes on the keys of an intent, at the fields that they were typed into. Keys of another width than those of the
/// table, and negative ones, are told of by [`hints`](super::hints) and
/// [`warnings`](super::warnings).
pub fn traps(stage: &Stage<'_>, intent: &Intent) -> Vec<Note> {
    let Some(table) = intent.table() else { return Vec::new() };
    let mut keys: Vec<(Slot, &[u8])> = intent.rows();
    keys.retain(|(slot, _)| slot.field != Field::RoutingRow);
    match intent {
        Intent::Pages(pages) => keys.push((Field::Start.into(), &pages.start)),
        Intent::Admin(AdminIntent::Split { at: Some(at), .. }) => keys.push((Field::At.into(), at)),
        _ => {}
    }
    let is_bound = |slot: Slot| matches!(slot.field, Field::Start | Field::At);
    let mut notes = Vec::new();
    for (slot, key) in keys {
        for (trap, sentence) in stage.slips(table, key) {
            // An end of a range is often the beginning of a key.
            let is_meant =
                if is_bound(slot) { trap == Trap::Top } else { !matches!(trap, Trap::Literal | Trap::Negative) };
            if is_meant {
                notes.push(Note { slot: Some(slot), weight: Weight::Warning, sentence });
            }
        }
    }
    notes
}
