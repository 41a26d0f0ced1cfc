//! What region servers do for clients.

use super::Cluster;
use crate::bytes::{RowKey, TableName};
use crate::error::{Absence, Error, Failure};
use crate::event::{Observer, RegionId, ServerId};
use crate::mutation::{Mutation, Put};
use crate::query::{Get, Metrics, RowResult};
use crate::region::Region;
use crate::region::lock::Owner;
use crate::region::requests::Requests;
use crate::region::write::{Answer, Stage, Work};
use std::sync::Arc;

/// A call of a client on its way through a server.
pub(crate) struct Serving<'a> {
    /// The time by the server's clock.
    pub(crate) now: i64,
    /// What the call costs is added here.
    pub(crate) metrics: &'a mut Metrics,
    /// Who is told what happens.
    pub(crate) observer: &'a mut dyn Observer,
}

impl Cluster {
    /// The region, if this server serves it.
    ///
    /// # Errors
    /// `ServerUnreachable` for a dead server, `NotServingRegion`.
    pub(super) fn served(&self, id: RegionId, server: ServerId) -> Result<&Region, Error> {
        if !self.is_alive(server) {
            return Err(Error::ServerUnreachable { server: server.0 });
        }
        match self.region(id) {
            Some(region) if region.server() == server => region.check_serving().map(|()| region),
            Some(region) => Err(Error::NotServingRegion {
                region: region.name().to_string(),
                why: Absence::Elsewhere { server: server.0 },
            }),
            None => Err(Error::NotServingRegion { region: format!("region {}", id.0), why: Absence::Offline }),
        }
    }

    /// A call that writes arrives at a server. If it is not refused, it goes on with [`step_write`](Self::step_write).
    ///
    /// # Errors
    /// What is refused before any lock is taken.
    pub(crate) fn arrive(
        &mut self,
        id: RegionId,
        server: ServerId,
        owner: Owner,
        work: Arc<Work>,
    ) -> Result<(), Error> {
        let region = self.served(id, server)?;
        if matches!(*work, Work::Rows(_)) && !self.has_endpoint(region) {
            return Err(Error::UnknownProtocol { region: region.name().to_string() });
        }
        let Some(region) = self.region_mut(id) else { return Ok(()) };
        if region.is_over_limit() {
            region.count(Requests::refusal());
            let limit = region.write_limit();
            return Err(Error::RegionTooBusy { region: region.name().encoded().to_owned(), limit });
        }
        region.arrive(owner, work)
    }

    /// Whether `MultiRowMutationEndpoint` is loaded for a region.
    fn has_endpoint(&self, region: &Region) -> bool {
        let mut attributes = region.table().attributes.iter();
        self.config.endpoint
            || attributes
                .any(|(name, value)| name.starts_with("coprocessor$") && value.contains("MultiRowMutationEndpoint"))
    }

    /// One atom of a write that has arrived; `Some` when the server is done with it.
    pub(crate) fn step_write(
        &mut self,
        id: RegionId,
        owner: Owner,
        now: i64,
        observer: &mut dyn Observer,
    ) -> Option<Result<Answer, Error>> {
        let lost = Some(Err(Error::ConnectionLost));
        let Some(region) = self.region_mut(id) else { return lost };
        let server = region.server();
        let Some(stage) = region.writes().get(&owner).map(|write| write.stage()) else { return lost };
        match stage {
            Stage::Locking => {
                region.lock(owner, observer);
                None
            }
            Stage::Locked => {
                let over = self.through_cache(server, observer, |cluster, observer| {
                    cluster.region_mut(id).and_then(|region| region.append(owner, now, observer))
                });
                if over.is_none() && self.region(id).is_some_and(Region::logs) {
                    self.count_edit(server);
                }
                over
            }
            Stage::Appended => {
                region.apply(owner, observer);
                None
            }
            Stage::Applied => {
                region.publish(owner, observer);
                if region.held_back_by(owner).is_some() {
                    return None;
                }
                region.finish(owner, observer).map(Ok)
            }
            Stage::Complete if region.held_back_by(owner).is_some() => None,
            Stage::Complete => region.finish(owner, observer).map(Ok),
        }
    }

    fn count_edit(&mut self, server: ServerId) {
        if let Some(server) = self.servers.get_mut(usize::from(server.0)) {
            server.edits += 1;
        }
    }

    /// Notes in the region of a row that the operation is in the log and its client does not know it.
    pub(crate) fn remember_write(&mut self, table: &TableName, row: &RowKey, owner: Owner) {
        let region = self.locate(table, row).map(Region::id);
        if let Some(region) = region.and_then(|region| self.region_mut(region)) {
            region.remember(owner);
        }
    }

    /// Cancels a write whose client gives up.
    pub(crate) fn cancel_write(&mut self, id: RegionId, owner: Owner, observer: &mut dyn Observer) {
        if let Some(region) = self.region_mut(id) {
            region.cancel(owner, observer);
        }
    }

    /// Reads a row.
    ///
    /// # Errors
    /// `NotServingRegion`, `NoSuchColumnFamily`, and what a filter refuses.
    pub(crate) fn get(
        &mut self,
        id: RegionId,
        server: ServerId,
        get: &Get,
        serving: Serving<'_>,
    ) -> Result<RowResult, Error> {
        let now = serving.now;
        let (row, cost) = self.through_cache(server, serving.observer, |cluster, observer| {
            cluster.served(id, server)?.get(get, now, observer)
        })?;
        *serving.metrics += cost;
        if let Some(region) = self.region_mut(id) {
            region.count(Requests::read(&cost));
        }
        Ok(row)
    }

    /// A row as a reader finds it now, without being one: nothing is counted, and nothing is changed. `None` where nobody can
    /// read it now.
    pub fn look(&self, table: &str, row: &[u8], now: i64) -> Option<RowResult> {
        if self.is_disabled(table) || !(1..=i16::MAX as usize).contains(&row.len()) {
            return None;
        }
        let region = self.locate(table, row)?;
        let region = self.served(region.id(), region.server()).ok()?;
        region.get(&Get::new(row), now, &mut ()).ok().map(|(row, _)| row)
    }

    /// All rows of a table as a scan would find them now, without counting or changing anything. `None` where some
    /// region cannot be read now.
    pub fn look_at_all(&self, table: &str, now: i64) -> Option<Vec<RowResult>> {
        if self.is_disabled(table) {
            return None;
        }
        let mut rows = Vec::new();
        for region in self.regions(table) {
            rows.extend(self.look_into(region, now)?);
        }
        Some(rows)
    }

    /// The rows of one region of this cluster, read as in [`look_at_all`](Self::look_at_all).
    pub fn look_into(&self, region: &Region, now: i64) -> Option<Vec<RowResult>> {
        self.served(region.id(), region.server()).ok()?.look(now)
    }

    /// Whether a table has the same settings and is in the same state as in another cluster, so that readers may find the
    /// same in both.
    pub fn is_alike(&self, table: &str, other: &Self) -> bool {
        let (Some(own), Some(others)) = (self.tables.get(table), other.tables.get(table)) else { return false };
        own.state == others.state && Arc::ptr_eq(&own.descriptor, &others.descriptor)
    }

    /// Whether a region is in another cluster as well, was not changed since one of the clusters was copied from the other, and
    /// its server lives in both or in none. Where the table [is alike](Self::is_alike), a reader finds the same in both.
    pub fn is_untouched(&self, region: &Region, other: &Self) -> bool {
        let server = region.server();
        let same = self.regions.get(&region.id()).zip(other.regions.get(&region.id()));
        same.is_some_and(|(own, others)| Arc::ptr_eq(own, others)) && self.is_alive(server) == other.is_alive(server)
    }

    /// Does all atoms of a put at once, where nobody can tell the difference; whether it did.
    pub(crate) fn put_at_once(&mut self, id: RegionId, server: ServerId, put: &Put, now: i64) -> bool {
        self.expire_leases(now, &mut ());
        if !self.is_alive(server) {
            return false;
        }
        let Some(region) = self.region_mut(id).filter(|region| region.server() == server) else { return false };
        let (done, logs) = (region.put_at_once(put, now), region.logs());
        if done && logs {
            self.count_edit(server);
        }
        done
    }

    /// Writes many rows, with the same outcome as so many writes of one client, as fast as possible. Answers how many.
    ///
    /// # Errors
    /// The first error of a write; the rows before it stay written.
    pub fn load<M: Into<Mutation>>(
        &mut self,
        table: &str,
        mutations: impl IntoIterator<Item = M>,
        now: i64,
    ) -> Result<u64, Error> {
        let name: TableName = table.into();
        let owner = Owner { client: u8::MAX, operation: 0 };
        let mut count = 0;
        for mutation in mutations {
            let mutation = mutation.into();
            let Some(region) = self.locate(table, mutation.row()) else {
                return Err(Error::TableNotFound { table: name });
            };
            let (id, server) = (region.id(), region.server());
            let done = match &mutation {
                Mutation::Put(put) => self.put_at_once(id, server, put, now),
                _ => false,
            };
            if !done {
                self.arrive(id, server, owner, Arc::new(Work::Plain(vec![mutation])))?;
                // To lock, append, apply, publish and finish takes five steps. One that is not done after eight waits for a lock.
                match std::iter::repeat_with(|| self.step_write(id, owner, now, &mut ())).take(8).flatten().next() {
                    Some(Ok(Answer::Plain(answers))) => answers.into_iter().collect::<Result<(), Error>>()?,
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Err(error),
                    None => {
                        self.cancel_write(id, owner, &mut ());
                        return Err(Failure::WriteTimeout.into());
                    }
                }
            }
            count += 1;
        }
        Ok(count)
    }
}
