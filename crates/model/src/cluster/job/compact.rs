//! Compactions.

use super::{Job, JobPart, NextPart, Task};
use crate::bytes::Family;
use crate::cluster::Cluster;
use crate::cluster::plan::{candidates, has_too_many_files};
use crate::event::{Observer, RegionId};
use crate::policy::compaction::{self, CompactionConfig, Trigger};
use crate::region::{Region, RegionState};
use crate::schema::PURGE_DELETES;
use std::sync::Arc;

/// A compaction that is wanted of a store.
#[derive(Clone, Copy)]
struct CompactionRequest {
    /// Whether all files are to be rewritten.
    major: bool,
    /// Whether the server or an administrator asks for it.
    trigger: Trigger,
}

impl Cluster {
    /// Region by region and store by store: files are chosen, rewritten into one, and replaced by it.
    pub(super) fn step_compact(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let Some(&id) = job.regions.first() else { return Ok(None) };
        let Task::Compact { families, asked, major } = &mut job.task else { return Ok(None) };
        match job.next {
            JobPart::Select => {
                let Some(region) = self.regions.get(&id).filter(|region| region.state() == RegionState::Open) else {
                    return Ok(next_region(job));
                };
                if families.is_empty() {
                    *families = match asked {
                        Some(family) => vec![family.clone()],
                        None => region.stores().map(|(family, _)| family.clone()).collect(),
                    };
                }
                let family = families.remove(0);
                let (demand, last) = (CompactionRequest { major: *major, trigger: Trigger::User }, families.is_empty());
                if self.select(id, &family, demand, now, observer) {
                    return Ok(Some(JobPart::Rewrite));
                }
                Ok(if last { next_region(job) } else { Some(JobPart::Select) })
            }
            JobPart::Rewrite => {
                let purge_after =
                    self.region(id).and_then(|region| self.settings(region.table()).number(PURGE_DELETES));
                if let Some((region, files)) = self.region_and_files(id) {
                    region.rewrite(now, purge_after.unwrap_or(0), files, observer);
                }
                Ok(Some(JobPart::Replace))
            }
            _ => {
                let family = self.region_mut(id).and_then(|region| region.replace_files(observer));
                self.stirred.litter.insert(id);
                let more = CompactionRequest { major: false, trigger: Trigger::Server };
                self.ask_for_split(id);
                if let Some(family) = family
                    && self.is_stuck(id, &family)
                    && self.select(id, &family, more, now, observer)
                {
                    return Ok(Some(JobPart::Rewrite));
                }
                Ok(if families.is_empty() { next_region(job) } else { Some(JobPart::Select) })
            }
        }
    }

    /// Removes files that were compacted away, unless a scanner still reads them; their blocks leave the block cache.
    pub(super) fn archive(&mut self) {
        let is_known = |region: &Region| self.stirred.litter.contains(&region.id());
        debug_assert!(
            self.all_regions().all(|region| !region.has_unarchived() || is_known(region)),
            "none is overlooked"
        );
        let mut litter = std::mem::take(&mut self.stirred.litter);
        litter.retain(|id| {
            let Some(region) = self.regions.get_mut(id) else { return false };
            if region.has_unarchived() {
                let gone = Arc::make_mut(region).archive();
                self.caches.evict(region.server().0, &gone);
            }
            region.has_unarchived() || region.state() == RegionState::Replaced
        });
        self.stirred.litter = litter;
    }

    /// Whether a store has so many files that its server goes on to compact them.
    ///
    /// Source: `HStore.getCompactPriority`, `CompactSplit.CompactionRunner`.
    fn is_stuck(&self, id: RegionId, family: &Family) -> bool {
        let Some(region) = self.region(id) else { return false };
        let settings = self.settings(region.table());
        region.store(family).is_some_and(|store| has_too_many_files(store, &settings))
    }

    /// Chooses the files of a store; whether there is anything to do.
    fn select(
        &mut self,
        id: RegionId,
        family: &Family,
        demand: CompactionRequest,
        now: i64,
        observer: &mut dyn Observer,
    ) -> bool {
        if let Some(region) = self.region_mut(id) {
            region.remove_unneeded(family, now);
        }
        let Some(region) = self.region(id) else { return false };
        let Some(store) = region.store(family) else { return false };
        let settings = self.settings(region.table());
        let limits = CompactionConfig::new(&settings.family(store.descriptor()));
        let major = demand.major || region.is_marked_for_major(family);
        let files = Some(candidates(store)).filter(|_| region.table().is_switched_on("COMPACTION_ENABLED"));
        let selection = files.and_then(|files| compaction::select(&files, major, demand.trigger, &limits));
        let selection = selection.map(|found| (found.files, found.all_files, found.major));
        let Some(region) = self.region_mut(id) else { return false };
        region.begin_compaction(family, major, selection, observer)
    }
}

fn next_region(job: &mut Job) -> Option<JobPart> {
    job.made.push(job.regions.remove(0));
    (!job.regions.is_empty()).then_some(JobPart::Select)
}
