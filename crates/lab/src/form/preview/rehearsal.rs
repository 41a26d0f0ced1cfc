//! Rehearses a form on a copy of the world, with nobody else acting, to find errors that the other checks do not
//! foresee.

use super::Review;
use crate::intent::{Field, Intent};
use crate::sim::blame::blame;
use crate::sim::world::{Actor, How, World};
use crate::view::{Hidden, Lines};
use crate::words;
use splitpoint_model::event::Event;

/// Atoms a rehearsal may take: a write that is tried again until the client gives up takes some fifty.
const ATOMS: usize = 400;

impl Review<'_> {
    /// Tries whether the form can be sent, and plays it to its end where that is cheap and nothing is wrong so far.
    pub(super) fn rehearse(&mut self, client: u8, intent: &Intent) {
        if self.answered {
            return;
        }
        let mut world = self.world.clone();
        if let Err(refusal) = world.submit(client, intent) {
            self.say(refusal.field, refusal.to_string());
            return;
        }
        let writes = matches!(
            intent,
            Intent::Insert { .. } | Intent::Delete { .. } | Intent::Transaction { .. } | Intent::Batch { .. }
        );
        let idle = self.world.lane(client).is_some_and(|lane| lane.running().is_none());
        if writes && idle && self.notes.is_empty() {
            self.act(&mut world, client, intent);
        }
    }

    fn act(&mut self, world: &mut World, client: u8, intent: &Intent) {
        let mut events: Vec<Event> = Vec::new();
        for _ in 0..ATOMS {
            let Some(applied) = world.apply(Actor::Client(client), &mut events) else { return };
            if applied.over {
                break;
            }
        }
        let failed = world.lane(client).and_then(|lane| lane.ended()).is_some_and(|ended| ended.how() == How::Failed);
        let error = events.iter().rev().find_map(|event| match event {
            Event::OperationDone { error } => error.as_ref(),
            _ => None,
        });
        match error {
            Some(error) if failed => {
                let what =
                    format!("HBase answers {} ({}). {}", error.class(), words::message(error), words::advice(error));
                self.say(blame(intent, error), what);
            }
            _ => self.unseen(world, &events),
        }
    }

    /// Warns of puts that no plain read will show.
    fn unseen(&mut self, world: &World, events: &[Event]) {
        let now = world.clock().now();
        for event in events {
            let Event::MemStoreAdded { region, cell } = event else { continue };
            let Some(region) = world.cluster().region(*region).filter(|_| !cell.cell_type().is_delete()) else {
                continue;
            };
            let what = match Lines::all(region, now).hidden(cell) {
                Some(Hidden::Deleted) => format!(
                    "A delete marker hides it: the marker is not older than {}. A plain read will not show this value \
                     until a compaction has dropped the marker.",
                    crate::notation::format_time(cell.timestamp())
                ),
                Some(Hidden::Older) => format!(
                    "A version newer than {} is there: the latest time wins, not the last write. A plain read will \
                     not show this value.",
                    crate::notation::format_time(cell.timestamp())
                ),
                Some(Hidden::Expired) => "Its time to live is over before it is written.".to_owned(),
                _ => continue,
            };
            let column = crate::view::column(cell.family(), cell.qualifier());
            self.warn(Field::Cells, format!("{column}: {what}"));
        }
    }
}
