//! Splits.

use super::{Job, JobPart, NextPart, Task};
use crate::bytes::{RowKey, TableName};
use crate::cluster::Cluster;
use crate::error::{Error, Failure, Refused};
use crate::event::{Event, Observer, RegionId};
use crate::policy::split::SplitRestriction;
use crate::region::{Region, RegionState};
use std::sync::Arc;

impl Cluster {
    /// The region that is to be split.
    ///
    /// # Errors
    /// `TableNotFound`, `TableNotEnabled`; `Io` for a key that is the region's start; `DoNotRetry` where the table forbids
    /// splits.
    pub(super) fn check_split(
        &self,
        table: &TableName,
        at: Option<&RowKey>,
        row: Option<&RowKey>,
    ) -> Result<RegionId, Error> {
        self.check_exists(table)?;
        let row = row.or(at).cloned().unwrap_or_default();
        let Some(region) = self.locate(table, &row) else {
            return Err(Failure::NoRegion { row, table: table.clone() }.into());
        };
        if at.is_some_and(|at| at == region.start()) {
            return Err(Failure::SplitAtStart.into());
        }
        if !region.table().is_switched_on("SPLIT_ENABLED") {
            return Err(Refused::SplitDisabled { region: region.name().to_string() }.into());
        }
        let id = region.id();
        self.check_enabled(table)?;
        Ok(id)
    }

    /// Closed, cut into daughters that refer to the parent's files, put into its place in one transaction of
    /// `hbase:meta`, opened. No data is copied.
    ///
    /// Source: `SplitTableRegionProcedure`.
    pub(super) fn step_split(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let Task::Split { at, daughters } = &mut job.task else { return Ok(None) };
        let (&id, at) = match job.regions.first() {
            Some(id) => (id, at),
            None => return Ok(None),
        };
        match job.next {
            JobPart::Choose => {
                *at = Some(self.choose(id, at.take(), now, observer)?);
                Ok(Some(JobPart::Close))
            }
            JobPart::Close => {
                self.begin_close(id, now, observer);
                Ok(Some(JobPart::FlushAndClose))
            }
            JobPart::FlushAndClose => {
                let closed = self.flush_and_close(id, None, now, observer);
                Ok(Some(if closed { JobPart::MakeDaughters } else { JobPart::Close }))
            }
            JobPart::MakeDaughters => {
                let Some(at) = at.clone() else { return Ok(None) };
                *daughters = self.make_daughters(id, &at, now, observer);
                Ok(Some(JobPart::WriteMeta))
            }
            JobPart::WriteMeta => {
                let daughters = daughters.clone();
                self.put_in_place(&[id], &daughters, now, observer);
                Ok(Some(JobPart::Open))
            }
            _ => {
                job.made = daughters.clone();
                for &daughter in &job.made {
                    self.open(daughter, now, observer);
                }
                Ok(None)
            }
        }
    }

    /// Where to cut: the key that was given, or the best one; for that the region is flushed if it has none yet. A key
    /// of which the restriction leaves nothing counts as none, as in HBase.
    fn choose(
        &mut self,
        id: RegionId,
        at: Option<RowKey>,
        now: i64,
        observer: &mut dyn Observer,
    ) -> Result<RowKey, Error> {
        let gone = || Error::from(Refused::RegionGone);
        let region = self.region(id).ok_or_else(gone)?;
        let restriction = SplitRestriction::of(&self.settings(region.table()));
        let at = at.map(|at| RowKey::from(restriction.cut(&at))).filter(|at| !at.is_empty());
        let (at, file, middle) = match at {
            Some(at) => {
                self.check_splittable(region)?;
                (at.clone(), None, at)
            }
            None => {
                if self.split_proposal(id).is_none()
                    && let Some((region, files)) = self.region_and_files(id)
                {
                    region.flush(now, files, observer);
                }
                let plan = self.split_plan(id)?;
                (plan.at, Some(plan.file), plan.middle)
            }
        };
        let region = self.region(id).ok_or_else(gone)?;
        Self::check_split_row(region, &at)?;
        if observer.listens() {
            observer.hear(Event::SplitPointChosen { region: id, file, middle, at: at.clone() });
        }
        Ok(at)
    }

    /// Makes the daughters, which nobody can find yet.
    fn make_daughters(&mut self, id: RegionId, at: &RowKey, now: i64, observer: &mut dyn Observer) -> Vec<RegionId> {
        let (first, second) = (self.next_region(), self.next_region());
        let Some((parent, files)) = self.region_and_files(id) else { return Vec::new() };
        // The number of a region is its time; a daughter's is never that of its parent or lower.
        let time = if now > parent.name().time() { now } else { parent.name().time() + 1 };
        let daughters = parent.split(at, (first, second), time, files);
        if observer.listens() {
            let references = daughters.iter().map(Region::reference_count).sum();
            observer.hear(Event::DaughtersCreated { parent: id, first, second, at: at.clone(), references });
        }
        self.regions.extend(daughters.into_iter().map(|daughter| (daughter.id(), Arc::new(daughter))));
        vec![first, second]
    }

    /// Puts regions into the place of others, in one transaction of `hbase:meta`. From here on the job cannot be
    /// undone.
    pub(super) fn put_in_place(&mut self, old: &[RegionId], new: &[RegionId], now: i64, observer: &mut dyn Observer) {
        for &id in old {
            if let Some(region) = self.region_mut(id) {
                region.set_state(RegionState::Replaced, now);
            }
            self.stirred.litter.insert(id);
        }
        for &id in new {
            if let Some(region) = self.region_mut(id) {
                region.enter_meta(now);
            }
        }
        let find = |ids: &[RegionId]| -> Vec<&Region> {
            ids.iter().filter_map(|id| self.regions.get(id)).map(|region| &**region).collect()
        };
        let (parents, made) = (find(old), find(new));
        let Some(name) = made.first().map(|region| region.table_name().clone()) else { return };
        if let Some(table) = self.tables.get_mut(&name) {
            table.replace(parents, made);
        }
        if observer.listens() {
            observer.hear(Event::MetaWritten { table: name, regions: old.iter().chain(new).copied().collect() });
        }
    }
}
