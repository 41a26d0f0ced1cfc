//! Flushes.

use super::{Job, JobPart, NextPart, Task};
use crate::bytes::Family;
use crate::cluster::Cluster;
use crate::event::{Observer, RegionId};
use crate::policy::flush;
use crate::region::RegionState;

impl Cluster {
    /// Region by region: the memstores become snapshots, the snapshots files, and the files part of the stores.
    pub(super) fn step_flush(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let Task::Flush { family, by_server } = &job.task else { return Ok(None) };
        let (family, by_server) = (family.clone(), *by_server);
        let Some(&id) = job.regions.first() else { return Ok(None) };
        let next = match job.next {
            JobPart::Snapshot => {
                let families = self.families_to_flush(id, family.as_ref(), by_server);
                let open = self.region_mut(id).filter(|region| region.state() == RegionState::Open);
                let began = open.is_some_and(|region| region.begin_flush(&families, observer));
                if began { Some(JobPart::WriteFiles) } else { None }
            }
            JobPart::WriteFiles => {
                let began =
                    self.region_and_files(id).is_some_and(|(region, files)| region.write_flush(now, files, observer));
                if began { Some(JobPart::Commit) } else { None }
            }
            _ => {
                if let Some(region) = self.region_mut(id) {
                    region.commit_flush(observer);
                }
                if by_server {
                    self.ask_for_split(id);
                }
                None
            }
        };
        if next.is_none() {
            job.made.push(job.regions.remove(0));
        }
        Ok(next.or_else(|| (!job.regions.is_empty()).then_some(JobPart::Snapshot)))
    }

    fn families_to_flush(&self, id: RegionId, family: Option<&Family>, by_server: bool) -> Vec<Family> {
        let Some(region) = self.region(id) else { return Vec::new() };
        if let Some(family) = family {
            return vec![family.clone()];
        }
        let sizes: Vec<(Family, u64)> =
            region.stores().map(|(family, store)| (family.clone(), store.memstore().heap_size())).collect();
        if by_server {
            return flush::choose(&sizes, &self.settings(region.table()));
        }
        sizes.into_iter().map(|(family, _)| family).collect()
    }
}
