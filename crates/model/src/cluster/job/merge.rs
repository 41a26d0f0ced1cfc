//! Merges.

use super::{Job, JobPart, NextPart, Task};
use crate::cluster::Cluster;
use crate::error::{Error, Unmergeable};
use crate::event::{Event, Observer, RegionId};
use crate::region::{Region, RegionState};
use std::sync::Arc;

impl Cluster {
    /// The parents are closed, a region that refers to all their files is made and put into their place in one
    /// transaction of `hbase:meta`, and opened.
    ///
    /// Source: `MergeTableRegionsProcedure`.
    pub(super) fn step_merge(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let Task::Merge { parents, into } = &mut job.task else { return Ok(None) };
        let parents = parents.clone();
        match job.next {
            JobPart::Close => {
                self.check_parents(&parents)?;
                for &parent in &parents {
                    self.begin_close(parent, now, observer);
                }
                Ok(Some(JobPart::FlushAndClose))
            }
            JobPart::FlushAndClose => {
                let Some(&parent) = job.regions.first() else { return Ok(Some(JobPart::MakeMerged)) };
                if !self.flush_and_close(parent, None, now, observer) {
                    return Ok(Some(JobPart::Close));
                }
                // The regions stay the job's until it is over, in another order.
                job.regions.rotate_left(1);
                let all_closed = job.regions.first() == parents.first();
                Ok(Some(if all_closed { JobPart::MakeMerged } else { JobPart::FlushAndClose }))
            }
            JobPart::MakeMerged => {
                *into = self.make_merged(&parents, observer);
                Ok(Some(JobPart::WriteMeta))
            }
            JobPart::WriteMeta => {
                if let Some(into) = *into {
                    self.put_in_place(&parents, &[into], now, observer);
                }
                Ok(Some(JobPart::Open))
            }
            _ => {
                job.made.extend(*into);
                for &region in &job.made {
                    self.open(region, now, observer);
                }
                Ok(None)
            }
        }
    }

    /// # Errors
    /// `MergeRegion` if one was split or merged, or got references, since this was asked for.
    fn check_parents(&self, parents: &[RegionId]) -> Result<(), Error> {
        let regions: Vec<&Region> = parents.iter().filter_map(|&id| self.region(id)).collect();
        let offline = |region: &&Region| region.state() == RegionState::Replaced;
        if regions.len() < parents.len() || regions.iter().any(offline) {
            return Err(Unmergeable::NotOnline.into());
        }
        Self::check_mergeable(&regions)
    }

    fn make_merged(&mut self, parents: &[RegionId], observer: &mut dyn Observer) -> Option<RegionId> {
        let into = self.next_region();
        let regions: Vec<Arc<Region>> = parents.iter().filter_map(|id| self.regions.get(id)).cloned().collect();
        let parts: Vec<&Region> = regions.iter().map(|region| &**region).collect();
        let merged = Region::merged(into, &parts, &mut self.next.file)?;
        if observer.listens() {
            observer.hear(Event::RegionsMerged { parents: parents.to_vec(), into });
        }
        self.regions.insert(into, Arc::new(merged));
        Some(into)
    }
}
