//! Moves of regions between servers.

use super::{Job, JobPart, NextPart, Task};
use crate::cluster::Cluster;
use crate::error::{Error, Refused};
use crate::event::{Observer, RegionId, ServerId};
use crate::region::{Region, RegionState};

impl Cluster {
    /// The server a region moves to.
    ///
    /// # Errors
    /// `DoNotRetry` for a server that does not run.
    pub(super) fn check_move(&self, regions: &[RegionId], to: Option<ServerId>) -> Result<ServerId, Error> {
        let from = regions.first().and_then(|&id| self.region(id)).map_or(ServerId(0), Region::server);
        let to = to.or_else(|| self.living_after(from)).unwrap_or(from);
        if self.is_alive(to) { Ok(to) } else { Err(Refused::ServerNotOnline { server: to.0 }.into()) }
    }

    /// Closes the region on its server and opens it on the target.
    pub(super) fn step_move(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let (Some(&id), Task::Move { to }) = (job.regions.first(), &job.task) else { return Ok(None) };
        match job.next {
            JobPart::Close => {
                if self.region(id).is_none_or(|region| region.state() == RegionState::Replaced) {
                    return Err(Refused::RegionNotOnline.into());
                }
                self.begin_close(id, now, observer);
                Ok(Some(JobPart::FlushAndClose))
            }
            JobPart::FlushAndClose => Ok(Some(if self.flush_and_close(id, Some(*to), now, observer) {
                JobPart::Open
            } else {
                JobPart::Close
            })),
            _ => {
                let to = *to;
                if let Some(region) = self.region_mut(id) {
                    region.assign(to);
                }
                self.open(id, now, observer);
                job.made.push(id);
                Ok(None)
            }
        }
    }
}
