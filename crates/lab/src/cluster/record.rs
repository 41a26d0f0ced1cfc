//! A recording of what a table got, as it is kept in a file: JSON with a version.
//!
//! ```json
//! {"splitpoint":"cluster-heat","version":1,"table":"t","servers":["host:16020"],
//!  "regions":[{"name":"dCwsMS4u…","end":"bQ=="}],"now":[0],"given_up":0,
//!  "samples":[{"from":0,"to":5000,"loads":[[0,0,120,7]],"opened":[],"restarted":[]}]}
//! ```
//!
//! Names and ends of regions are base64; a load is region, server, reads and writes.

use super::{Fault, Kind, Load, Name, Sample};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

/// The version that is written.
const VERSION: u32 = 1;

/// What marks such a file.
const MARK: &str = "cluster-heat";

/// What a table got, interval by interval.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Recording {
    /// The table.
    pub table: String,
    /// All regions that were ever seen.
    pub regions: Vec<Known>,
    /// All servers that ever had one of them, as host and port.
    pub servers: Vec<String>,
    /// The places of the regions at the last look, in the order of keys.
    pub now: Vec<u32>,
    /// The intervals, oldest first.
    pub samples: Vec<Sample>,
    /// Intervals before these that are not remembered any more.
    pub given_up: u32,
}

/// A region that was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub name: Name,
    /// The key before which it ends; empty at the end of the table.
    pub end: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    splitpoint: String,
    version: u32,
    table: String,
    #[serde(default)]
    servers: Vec<String>,
    #[serde(default)]
    regions: Vec<KeptRegion>,
    #[serde(default)]
    now: Vec<u32>,
    #[serde(default)]
    given_up: u32,
    #[serde(default)]
    samples: Vec<KeptSample>,
}

#[derive(Serialize, Deserialize)]
struct KeptRegion {
    name: String,
    #[serde(default)]
    end: String,
}

#[derive(Serialize, Deserialize)]
struct KeptSample {
    from: i64,
    to: i64,
    #[serde(default)]
    loads: Vec<(u32, u32, u64, u64)>,
    #[serde(default)]
    opened: Vec<u32>,
    #[serde(default)]
    restarted: Vec<u32>,
}

/// The version of a text, where it is of such a file.
#[derive(Deserialize)]
struct Head {
    splitpoint: String,
    version: u32,
}

impl Recording {
    /// As the text of a file.
    pub fn to_text(&self) -> String {
        let region =
            |known: &Known| KeptRegion { name: STANDARD.encode(known.name.bytes()), end: STANDARD.encode(&known.end) };
        let sample = |sample: &Sample| KeptSample {
            from: sample.from,
            to: sample.to,
            loads: sample.loads.iter().map(|load| (load.region, load.server, load.reads, load.writes)).collect(),
            opened: sample.opened.clone(),
            restarted: sample.restarted.clone(),
        };
        let kept = Kept {
            splitpoint: MARK.to_owned(),
            version: VERSION,
            table: self.table.clone(),
            servers: self.servers.clone(),
            regions: self.regions.iter().map(region).collect(),
            now: self.now.clone(),
            given_up: self.given_up,
            samples: self.samples.iter().map(sample).collect(),
        };
        serde_json::to_string(&kept).expect("names are strings and numbers are whole")
    }

    /// From such a text.
    ///
    /// # Errors
    /// Where it is cut, damaged, of a newer version, or something else.
    pub fn from_text(text: &str) -> Result<Self, Fault> {
        let text = text.trim_start_matches('\u{feff}');
        let wrong = |error: serde_json::Error| Fault::json(Kind::Recording, &error);
        let head: Head = serde_json::from_str(text).map_err(wrong)?;
        if head.splitpoint != MARK {
            return Err(Fault::Malformed { kind: Kind::Recording, line: 1, column: 1 });
        }
        if head.version > VERSION {
            return Err(Fault::Newer(head.version));
        }
        let kept: Kept = serde_json::from_str(text).map_err(wrong)?;
        let decode = |text: &str| STANDARD.decode(text).map_err(|_| Fault::Base64(Kind::Recording));
        let region = |kept: &KeptRegion| Ok(Known { name: Name::read(&decode(&kept.name)?)?, end: decode(&kept.end)? });
        let load = |&(region, server, reads, writes): &(u32, u32, u64, u64)| Load { region, server, reads, writes };
        let sample = |kept: KeptSample| Sample {
            from: kept.from,
            to: kept.to,
            loads: kept.loads.iter().map(load).collect(),
            opened: kept.opened,
            restarted: kept.restarted,
        };
        let recording = Self {
            table: kept.table,
            regions: kept.regions.iter().map(region).collect::<Result<_, Fault>>()?,
            servers: kept.servers,
            now: kept.now,
            samples: kept.samples.into_iter().map(sample).collect(),
            given_up: kept.given_up,
        };
        if recording.is_consistent() { Ok(recording) } else { Err(Fault::Inconsistent) }
    }

    /// Whether all that is named is listed, and time goes forward.
    fn is_consistent(&self) -> bool {
        let region = |place: &u32| (*place as usize) < self.regions.len();
        let load = |load: &Load| region(&load.region) && (load.server as usize) < self.servers.len();
        self.now.iter().all(region)
            && self.samples.iter().all(|sample| {
                sample.from <= sample.to
                    && sample.loads.iter().all(load)
                    && sample.opened.iter().chain(&sample.restarted).all(region)
            })
    }
}
