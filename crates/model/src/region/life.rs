//! The life of a region: opening, closing, the death of its server, recovery.

use super::lock::Owner;
use super::requests::Requests;
use super::write::Stage;
use super::{FileNumbers, Opening, Region, RegionState};
use crate::cell::Cell;
use crate::event::{Event, Observer, ServerId};
use crate::schema::TableDescriptor;
use crate::store::{MemStore, Store};
use std::sync::Arc;

impl Region {
    pub(crate) fn assign(&mut self, server: ServerId) {
        self.server = server;
    }

    /// Puts the region into service. Numbers go on above every one in its files and every one it had handed out when it
    /// was closed; the first is taken by the opening itself and the next by its marker in the log.
    ///
    /// Source: `HRegion.initializeRegionInternals`, `HRegion.openHRegion`.
    pub(crate) fn open(&mut self, server: ServerId, now: i64) {
        let stored = self.stores.values().map(Store::max_flushed_sequence_id).max().unwrap_or(0);
        let first = stored.max(self.closed_at) + 1;
        self.mvcc = super::mvcc::Mvcc::new(first);
        self.mvcc.pass();
        self.left_behind.clear();
        self.server = server;
        if self.state != RegionState::Opening {
            self.set_state(RegionState::Opening, now);
        }
        self.set_state(RegionState::Open, now);
        self.written.opening = Some(Opening { time: now, server, sequence_id: first });
    }

    /// Flushes what is in the memstores and ends the service; what scanners still need is kept in the files. A server
    /// that closes a region only to open it again goes on counting its reads and writes.
    ///
    /// Source: `HRegionServer.removeRegion`.
    pub(crate) fn close(
        &mut self,
        to: Option<ServerId>,
        now: i64,
        numbers: &mut FileNumbers,
        observer: &mut dyn Observer,
    ) {
        self.flush(now, numbers, observer);
        self.mvcc.pass(); // the marker in the log
        self.closed_at = self.mvcc.read_point();
        let in_use = self.replaced_in_use().map(|replaced| (replaced.family.clone(), replaced.file.clone()));
        self.left_behind = in_use.collect();
        let Requests { reads, writes, .. } = self.requests;
        self.forget_service();
        if to == Some(self.server) {
            self.count(Requests { reads, writes, ..Requests::default() });
        }
        self.set_state(RegionState::Closed, now);
    }

    /// Drops what a region knows only while it is served.
    fn forget_service(&mut self) {
        self.scanners.clear();
        self.leaked.clear();
        self.replaced.clear();
        self.unarchived.clear();
        self.major.clear();
        self.flush = None;
        self.compaction = None;
        self.wants_split = false;
        self.requests = Requests::default();
    }

    /// Takes over another descriptor of its table: stores are added and removed.
    pub(crate) fn take_over(&mut self, table: Arc<TableDescriptor>) {
        self.stores.retain(|name, _| table.families.contains_key(name));
        for (name, family) in &table.families {
            match self.stores.get_mut(name) {
                Some(store) => store.set_descriptor(family.clone()),
                None => {
                    self.stores.insert(name.clone(), Store::new(family.clone()));
                }
            }
        }
        self.table = table;
    }

    /// Its server dies: memstores, locks, scanners and requests at work are gone. What was in the log is kept: the
    /// cells of the memstores, and of writes that had been appended but not yet applied. A table that skips the log keeps
    /// nothing. It does so with all its unflushed edits, since it is flushed when it is altered. Answers how many cells were in
    /// no log.
    pub(crate) fn lose(&mut self, now: i64) -> u64 {
        let lost = if self.logs() { self.keep_logged() } else { self.drop_memstores() };
        self.writes.clear();
        self.locks = super::lock::Locks::default();
        self.forget_service();
        self.set_state(RegionState::Lost, now);
        lost
    }

    fn keep_logged(&mut self) -> u64 {
        let not_applied: Vec<Cell> = self
            .writes
            .values()
            .filter(|write| write.stage() == Stage::Appended)
            .flat_map(|write| write.cells().to_vec())
            .collect();
        let logged = self.writes.iter().filter(|(_, write)| write.stage() >= Stage::Appended);
        self.unanswered.extend(logged.map(|(owner, _)| (owner.client, owner.operation)));
        self.lost = self.stores.iter_mut().map(|(name, store)| (name.clone(), store.take_memstore())).collect();
        for cell in not_applied {
            if let Some(memstore) = self.lost.get_mut(cell.family()) {
                memstore.insert(cell);
            }
        }
        self.lost.retain(|_, memstore| !memstore.is_empty());
        0
    }

    fn drop_memstores(&mut self) -> u64 {
        self.stores.values_mut().map(|store| store.take_memstore().len() as u64).sum()
    }

    /// Notes that an operation is in the log and its client does not know it.
    pub(crate) fn remember(&mut self, owner: Owner) {
        self.unanswered.insert(owner.client, owner.operation);
    }

    /// Replays the log into the memstores and flushes them. As long as that lasts the read point is still at what was
    /// flushed before, so the flush keeps everything that is newer.
    ///
    /// Source: `HRegion.replayRecoveredEditsIfAny`.
    pub(crate) fn replay(&mut self, now: i64, numbers: &mut FileNumbers, observer: &mut dyn Observer) {
        let lost = std::mem::take(&mut self.lost);
        if lost.is_empty() {
            return;
        }
        let (mut cells, mut edits) = (0, crate::map::Set::new());
        let highest = lost.values().flat_map(MemStore::iter).map(Cell::sequence_id).max().unwrap_or(0);
        for (name, memstore) in lost {
            cells += memstore.len() as u64;
            edits.extend(memstore.iter().map(Cell::sequence_id));
            if let Some(store) = self.stores.get_mut(&name) {
                store.set_memstore(memstore);
            }
        }
        if observer.listens() {
            observer.hear(Event::WalReplayed { region: self.id, edits: edits.len() as u64, cells });
        }
        let flushed = self.stores.values().map(Store::max_flushed_sequence_id).max().unwrap_or(0);
        self.mvcc = super::mvcc::Mvcc::new(flushed);
        self.flush_at(highest, now, numbers, observer);
    }
}
