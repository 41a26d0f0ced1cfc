//! Tables: create, alter, drop, truncate, disable, enable.

use super::{Job, JobPart, NextPart, Task};
use crate::bytes::{Family, RowKey, TableName};
use crate::cluster::check::check_families;
use crate::cluster::meta::Table;
use crate::cluster::{Assignment, Cluster, TableState};
use crate::error::Error;
use crate::event::{Event, Observer, RegionId, ServerId, TableChange};
use crate::map::Map;
use crate::region::{Region, RegionState};
use crate::schema::{FamilyDescriptor, TableDescriptor};
use std::sync::Arc;

impl Cluster {
    pub(super) fn step_create(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let Task::Create { descriptor, splits } = &job.task else { return Ok(None) };
        let (name, descriptor) = (descriptor.name.clone(), descriptor.clone());
        match job.next {
            JobPart::WriteMeta => {
                let splits = splits.clone();
                job.regions = self.make_table(descriptor, &splits, now, observer);
                job.made.clone_from(&job.regions);
                Ok(Some(JobPart::Open))
            }
            _ => {
                self.open_all(job, now, observer);
                self.change(&name, (TableState::Enabled, now), TableChange::Created, observer);
                Ok(None)
            }
        }
    }

    /// Writes a table and its regions, cut at `splits`, to `hbase:meta`.
    fn make_table(
        &mut self,
        descriptor: Arc<TableDescriptor>,
        splits: &[RowKey],
        now: i64,
        observer: &mut dyn Observer,
    ) -> Vec<RegionId> {
        let name = descriptor.name.clone();
        let starts = std::iter::once(RowKey::default()).chain(splits.iter().cloned());
        let ends = splits.iter().cloned().chain([RowKey::default()]);
        let mut index = Map::new();
        for (at, (start, end)) in starts.zip(ends).enumerate() {
            let id = self.next_region();
            let server = self.assign(at);
            let region = Region::new(id, descriptor.clone(), (start.clone(), end), now, server);
            self.regions.insert(id, Arc::new(region));
            index.insert(start, id);
        }
        let regions: Vec<RegionId> = index.values().copied().collect();
        let table = Table { descriptor, state: TableState::Enabling, since: now, regions: Arc::new(index) };
        self.tables.insert(name.clone(), table);
        if observer.listens() {
            observer.hear(Event::MetaWritten { table: name, regions: regions.clone() });
        }
        regions
    }

    /// The server for the region of this number of a new table.
    fn assign(&self, at: usize) -> ServerId {
        let living: Vec<ServerId> = self.servers().filter(|&server| self.is_alive(server)).collect();
        let at = if self.config.assignment == Assignment::RoundRobin { at } else { 0 };
        living.get(at % living.len().max(1)).copied().unwrap_or(ServerId(0))
    }

    fn open_all(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) {
        for region in std::mem::take(&mut job.regions) {
            self.open(region, now, observer);
        }
    }

    /// Sets a table's state, with the time of that, and tells of it.
    fn change(
        &mut self,
        name: &TableName,
        (state, now): (TableState, i64),
        change: TableChange,
        observer: &mut dyn Observer,
    ) {
        if let Some(table) = self.tables.get_mut(name) {
            table.set_state(state, now);
        }
        if observer.listens() {
            observer.hear(Event::TableChanged { table: name.clone(), change });
        }
    }

    /// The descriptor after a change. To remove a family that is not there changes nothing.
    ///
    /// # Errors
    /// `TableNotFound`, and what the checks of a descriptor refuse.
    pub(super) fn altered(
        &self,
        table: &TableName,
        families: Vec<FamilyDescriptor>,
        remove: &[Family],
        attributes: Vec<(String, Option<String>)>,
    ) -> Result<TableDescriptor, Error> {
        let mut descriptor = TableDescriptor::clone(&self.check_exists(table)?.descriptor);
        for family in families {
            descriptor.families.insert(family.name.clone(), Arc::new(family));
        }
        for family in remove {
            descriptor.families.remove(family);
        }
        for (name, value) in attributes {
            match value {
                Some(value) => descriptor.attributes.insert(name, value),
                None => descriptor.attributes.remove(&name),
            };
        }
        self.check_descriptor(&descriptor)?;
        check_families(&descriptor)?;
        Ok(descriptor)
    }

    /// The descriptor is written first; the regions take it over when they are opened again, one after the other.
    pub(super) fn step_alter(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let Task::Alter { descriptor } = &job.task else { return Ok(None) };
        let descriptor = descriptor.clone();
        let name = descriptor.name.clone();
        match (job.next, job.regions.first().copied()) {
            (JobPart::WriteMeta, _) => {
                let Some(table) = self.tables.get_mut(&name) else {
                    return Err(Error::TableNotFound { table: name });
                };
                table.descriptor = descriptor.clone();
                let regions: Vec<RegionId> = table.regions.values().copied().collect();
                let serves = super::serves(table.state);
                if observer.listens() {
                    observer.hear(Event::TableChanged { table: name, change: TableChange::Altered });
                }
                if serves {
                    job.regions = regions;
                    return Ok(Some(JobPart::Close));
                }
                for id in regions {
                    self.take_over(id, &descriptor);
                }
                Ok(None)
            }
            (JobPart::Close, Some(region)) => {
                self.begin_close(region, now, observer);
                Ok(Some(JobPart::FlushAndClose))
            }
            (JobPart::FlushAndClose, Some(region)) => {
                let to = self.region(region).map(Region::server);
                Ok(Some(if self.flush_and_close(region, to, now, observer) { JobPart::Open } else { JobPart::Close }))
            }
            (_, Some(region)) => {
                self.take_over(region, &descriptor);
                self.open(region, now, observer);
                job.regions.remove(0);
                Ok((!job.regions.is_empty()).then_some(JobPart::Close))
            }
            (_, None) => Ok(None),
        }
    }

    fn take_over(&mut self, region: RegionId, descriptor: &Arc<TableDescriptor>) {
        if let Some(region) = self.region_mut(region) {
            region.take_over(descriptor.clone());
        }
    }

    pub(super) fn step_drop(&mut self, job: &mut Job, observer: &mut dyn Observer) -> NextPart {
        let Some(name) = job.table.clone() else { return Ok(None) };
        self.check_disabled(&name)?;
        self.tables.remove(&name);
        self.remove_regions(&name);
        if observer.listens() {
            observer.hear(Event::MetaWritten { table: name.clone(), regions: Vec::new() });
            observer.hear(Event::TableChanged { table: name, change: TableChange::Dropped });
        }
        Ok(None)
    }

    /// Removes all regions of a table, the parents it still keeps too.
    fn remove_regions(&mut self, table: &TableName) {
        self.regions.retain(|_, region| region.table_name() != table);
    }

    pub(super) fn step_truncate(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let (Some(name), Task::Truncate { preserve_splits }) = (job.table.clone(), &job.task) else { return Ok(None) };
        match job.next {
            JobPart::WriteMeta => {
                self.check_disabled(&name)?;
                let descriptor = self.check_exists(&name)?.descriptor.clone();
                let kept = if *preserve_splits { usize::MAX } else { 0 };
                let starts = self.regions(&name).skip(1).take(kept).map(|region| region.start().clone());
                let splits: Vec<RowKey> = starts.collect();
                self.remove_regions(&name);
                job.regions = self.make_table(descriptor, &splits, now, observer);
                job.made.clone_from(&job.regions);
                Ok(Some(JobPart::Open))
            }
            _ => {
                self.open_all(job, now, observer);
                self.change(&name, (TableState::Enabled, now), TableChange::Truncated, observer);
                Ok(None)
            }
        }
    }

    pub(super) fn step_disable(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let Some(name) = job.table.clone() else { return Ok(None) };
        match (job.next, job.regions.first().copied()) {
            (JobPart::WriteMeta, _) => {
                self.check_enabled(&name)?;
                // The regions may have been split or merged since this was asked for.
                job.regions = self.regions(&name).map(Region::id).collect();
                if let Some(table) = self.tables.get_mut(&name) {
                    table.set_state(TableState::Disabling, now);
                }
                return Ok(Some(JobPart::Close));
            }
            (JobPart::Close, Some(region)) => {
                self.begin_close(region, now, observer);
                return Ok(Some(JobPart::FlushAndClose));
            }
            (_, Some(region)) => {
                if !self.flush_and_close(region, None, now, observer) {
                    return Ok(Some(JobPart::Close));
                }
                job.regions.remove(0);
            }
            (_, None) => {}
        }
        if !job.regions.is_empty() {
            return Ok(Some(JobPart::Close));
        }
        self.change(&name, (TableState::Disabled, now), TableChange::Disabled, observer);
        Ok(None)
    }

    pub(super) fn step_enable(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let Some(name) = job.table.clone() else { return Ok(None) };
        match job.next {
            JobPart::WriteMeta => {
                self.check_disabled(&name)?;
                if let Some(table) = self.tables.get_mut(&name) {
                    table.set_state(TableState::Enabling, now);
                }
                job.regions = self.regions(&name).map(Region::id).collect();
                for &id in &job.regions {
                    if let Some(region) = self.region_mut(id) {
                        region.set_state(RegionState::Opening, now);
                    }
                }
                Ok(Some(JobPart::Open))
            }
            _ => {
                job.made.clone_from(&job.regions);
                self.open_all(job, now, observer);
                self.change(&name, (TableState::Enabled, now), TableChange::Enabled, observer);
                Ok(None)
            }
        }
    }
}
