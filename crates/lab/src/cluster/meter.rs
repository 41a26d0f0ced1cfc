//! What a table got between two looks: the differences of the counters of its regions.
//!
//! A region counts from when its server opened it. So one that was not there before counts from 0, and one whose counter
//! fell was opened anew meanwhile: what it has counted since is known, what it got before that in the same interval is not.

use super::{Known, Name, Recording, Survey};
use std::collections::BTreeMap;

/// Loads that are remembered, at most; the oldest are given up above that.
const MOST_LOADS: usize = 400_000;

/// Intervals that are remembered, at most.
const MOST_SAMPLES: usize = 20_000;

/// The counters of a region at one look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The place of the region in the recording.
    region: u32,
    /// Reads since it was opened.
    reads: u64,
    /// Writes since it was opened.
    writes: u64,
}

/// What all regions of the table got between two looks.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sample {
    /// Milliseconds since 1970 of the look before.
    pub from: i64,
    /// Milliseconds since 1970 of the look that ends it.
    pub to: i64,
    /// What regions got, without those that got nothing.
    pub loads: Vec<Load>,
    /// Regions that were not there before: made by a split or a merge, or opened again.
    pub opened: Vec<u32>,
    /// Regions whose counters fell: opened anew, on their server or another one.
    pub restarted: Vec<u32>,
}

/// What a region got in an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The place of the region in the recording.
    pub region: u32,
    /// The place of its server in the recording.
    pub server: u32,
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
}

/// Makes a recording from looks at a table, each compared with the one before.
#[derive(Clone, Debug)]
pub struct Meter {
    recording: Recording,
    /// What each region of the last look had counted.
    last: BTreeMap<Name, Reading>,
    /// When the last look was.
    at: Option<i64>,
    /// Places of all regions that were ever seen.
    places: BTreeMap<Name, u32>,
    loads: usize,
}

impl Meter {
    /// Begins to measure a table.
    pub fn new(table: &str) -> Self {
        Self {
            recording: Recording { table: table.to_owned(), ..Recording::default() },
            last: BTreeMap::new(),
            at: None,
            places: BTreeMap::new(),
            loads: 0,
        }
    }

    /// What was measured so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Takes a look. The first one only says from where to count. A look that is not later than the last is left out.
    pub fn take(&mut self, at: i64, survey: &Survey) {
        if self.at.is_some_and(|last| at <= last) {
            return;
        }
        let mut sample = Sample { from: self.at.unwrap_or(at), to: at, ..Sample::default() };
        let mut now = BTreeMap::new();
        self.recording.now.clear();
        for region in &survey.regions {
            let place = self.place(&region.name, &region.keys.1);
            self.recording.now.push(place);
            let Some(server) = region.server else { continue };
            let reading = Reading { region: place, reads: region.metrics.reads, writes: region.metrics.writes };
            let server = self.server(&survey.servers[server]);
            let base = match self.last.get(&region.name) {
                Some(last) if last.reads <= reading.reads && last.writes <= reading.writes => (last.reads, last.writes),
                Some(_) => {
                    sample.restarted.push(place);
                    (0, 0)
                }
                None => {
                    sample.opened.push(place);
                    (0, 0)
                }
            };
            let (reads, writes) = (reading.reads - base.0, reading.writes - base.1);
            if reads + writes > 0 {
                sample.loads.push(Load { region: place, server, reads, writes });
            }
            now.insert(region.name.clone(), reading);
        }
        if self.at.is_some() {
            self.loads += sample.loads.len();
            self.recording.samples.push(sample);
            self.give_up();
        }
        // A region that nobody serves for a while is compared with what it had counted before.
        for region in survey.regions.iter().filter(|region| region.server.is_none()) {
            if let Some(last) = self.last.remove(&region.name) {
                now.insert(region.name.clone(), last);
            }
        }
        self.last = now;
        self.at = Some(at);
    }

    /// Gives up the oldest intervals where there are too many.
    fn give_up(&mut self) {
        let samples = &mut self.recording.samples;
        let mut old = samples.len().saturating_sub(MOST_SAMPLES);
        let mut given_up: usize = samples[..old].iter().map(|sample| sample.loads.len()).sum();
        while self.loads - given_up > MOST_LOADS && old + 1 < samples.len() {
            given_up += samples[old].loads.len();
            old += 1;
        }
        self.loads -= given_up;
        self.recording.given_up += old as u32;
        samples.drain(..old);
    }

    fn place(&mut self, name: &Name, end: &[u8]) -> u32 {
        let next = self.recording.regions.len() as u32;
        let regions = &mut self.recording.regions;
        *self.places.entry(name.clone()).or_insert_with(|| {
            regions.push(Known { name: name.clone(), end: end.to_vec() });
            next
        })
    }

    fn server(&mut self, name: &str) -> u32 {
        let servers = &mut self.recording.servers;
        let at = servers.iter().position(|known| known == name).unwrap_or_else(|| {
            servers.push(name.to_owned());
            servers.len() - 1
        });
        at as u32
    }
}
