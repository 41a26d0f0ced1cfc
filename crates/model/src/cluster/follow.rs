//! The cluster in the middle of an atom: some events of a write or a read have been told and others not yet. Pictures show it so
//! where the cursor stands between two events.

use super::Cluster;
use crate::event::Event;

impl Cluster {
    /// Does what one event says, and nothing else: takes or gives back one row lock, puts one cell into the memstore, moves the
    /// read point, reads one block through the block cache. Called on the state before an atom of the client with its events in order, it
    /// leads through every state between them. Other events change nothing here, and the cluster is only to be looked
    /// at: the write itself does not know that it went on.
    pub fn follow(&mut self, client: u8, event: &Event) {
        if let Event::BlockRead { region, read, .. } = event {
            if let Some(server) = self.server_of(*region) {
                self.caches.read(server.0, read);
            }
            return;
        }
        let region = match event {
            Event::RowLocked { region, .. }
            | Event::RowUnlocked { region, .. }
            | Event::MemStoreAdded { region, .. }
            | Event::Published { region, .. } => *region,
            _ => return,
        };
        if let Some(region) = self.region_mut(region) {
            region.follow(client, event);
        }
    }
}
