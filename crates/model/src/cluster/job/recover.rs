//! The death of a server, and the recovery of its regions from its log.

use super::{Job, JobPart, NextPart, Task};
use crate::cluster::Cluster;
use crate::error::{Error, Refused};
use crate::event::{Event, Observer, RegionId, ServerId};
use crate::region::RegionState;

impl Cluster {
    /// # Errors
    /// `DoNotRetry` for a server that does not run.
    pub(super) fn crash_job(&mut self, server: ServerId) -> Result<Job, Error> {
        if !self.is_alive(server) {
            return Err(Refused::ServerNotOnline { server: server.0 }.into());
        }
        Ok(self.new_job(None, Vec::new(), Some(server), JobPart::Die, Task::Recover))
    }

    /// The server dies; its regions are opened elsewhere, where the log is replayed into them; at last the server comes
    /// back, empty. If no other server lives, it comes back first.
    pub(super) fn step_recover(&mut self, job: &mut Job, now: i64, observer: &mut dyn Observer) -> NextPart {
        let Some(server) = job.server else { return Ok(None) };
        match job.next {
            JobPart::Die => {
                job.regions = self.die(server, now, observer);
                let nobody = self.living_after(server).is_none();
                Ok(Some(if nobody || job.regions.is_empty() { JobPart::Restart } else { JobPart::Replay }))
            }
            JobPart::Restart => {
                if let Some(server) = self.servers.get_mut(usize::from(server.0)) {
                    server.alive = true;
                }
                Ok((!job.regions.is_empty()).then_some(JobPart::Replay))
            }
            _ => {
                if !job.regions.is_empty() {
                    let id = job.regions.remove(0);
                    self.replay(id, server, now, observer);
                    job.made.push(id);
                }
                if !job.regions.is_empty() {
                    return Ok(Some(JobPart::Replay));
                }
                Ok((!self.is_alive(server)).then_some(JobPart::Restart))
            }
        }
    }

    /// Takes a server and everything it holds in memory away; the regions that are lost.
    fn die(&mut self, server: ServerId, now: i64, observer: &mut dyn Observer) -> Vec<RegionId> {
        if let Some(dead) = self.servers.get_mut(usize::from(server.0)) {
            dead.alive = false;
            self.caches.empty(server.0);
        }
        let (mut lost, mut cells) = (Vec::new(), 0);
        let ids: Vec<RegionId> = self.regions.keys().copied().collect();
        for id in ids {
            let Some(region) = self.region(id).filter(|region| region.server() == server) else { continue };
            if matches!(region.state(), RegionState::Open | RegionState::Closing) {
                lost.push(id);
                if let Some(region) = self.region_mut(id) {
                    cells += region.lose(now);
                }
            }
        }
        self.scanners.retain(|_, lease| !lost.contains(&lease.region));
        if observer.listens() {
            observer.hear(Event::ServerCrashed { server, lost: cells });
        }
        lost
    }

    fn replay(&mut self, id: RegionId, dead: ServerId, now: i64, observer: &mut dyn Observer) {
        let server = self.living_after(dead).unwrap_or(dead);
        let Some((region, files)) = self.region_and_files(id) else { return };
        if region.state() != RegionState::Lost {
            return;
        }
        region.assign(server);
        region.replay(now, files, observer);
        self.open(id, now, observer);
    }
}
