//! Why nothing came of a question to a cluster, as data. What people read of it is made in `words/cluster.rs`.

use serde::Deserialize;

/// A kind of answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The tables.
    Tables,
    /// Servers with the regions they serve.
    Status,
    /// The regions of a table.
    Regions,
    /// The families of a table and their attributes.
    Schema,
    /// Rows.
    Rows,
    /// A recording of what a table got.
    Recording,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It ends in the middle.
    Cut(Kind),
    /// It is not the JSON that was expected.
    Malformed {
        /// Of which kind it should be.
        kind: Kind,
        /// The line of the mistake, from 1.
        line: usize,
        /// The column of the mistake, from 1.
        column: usize,
    },
    /// Text that should be base64 is none.
    Base64(Kind),
    /// The name of a region has not the parts of one.
    Name(Vec<u8>),
    /// A recording of a newer version.
    Newer(u32),
    /// A recording that contradicts itself: it names a region or a server that it does not list.
    Inconsistent,
}

impl Fault {
    pub(super) fn json(kind: Kind, error: &serde_json::Error) -> Self {
        if error.is_eof() {
            return Self::Cut(kind);
        }
        Self::Malformed { kind, line: error.line(), column: error.column() }
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The program that passes questions on has gone.
    NoBridge,
    /// Nothing came for so many seconds, so the question was given up.
    Slow(u32),
    /// The gateway cannot be reached.
    Unreachable,
    /// The gateway did not answer in time.
    Timeout,
    /// The gateway wants to know who asks, or does not let that person in.
    Unauthorised,
    /// More was asked for than the bridge passes on in that time.
    Limit,
    /// The bridge does not pass such a question on; its reason, which may be empty.
    Refused(String),
    /// The answer is too large to be passed on.
    TooLarge,
    /// What came is no answer of a gateway.
    BadAnswer,
    /// There is no such table.
    NoTable,
    /// The table is disabled.
    Disabled,
    /// The cluster cannot serve that now: regions move, a server has died, the master is busy.
    Unavailable,
    /// Any other refusal of the gateway: its status, and the first line that it wrote.
    Status(u16, String),
    /// The answer cannot be read.
    Unreadable(Fault),
}

/// Characters of what a gateway wrote that are kept.
const LONGEST: usize = 160;

/// What the bridge answers where it does not pass an answer on.
#[derive(Deserialize)]
struct BridgeAnswer {
    #[serde(default)]
    bridge: String,
    #[serde(default)]
    text: String,
    /// What the server of the gateway writes, where it answers with JSON.
    #[serde(default)]
    message: String,
}

impl Trouble {
    /// What a status other than success means, with what was written beside it. A status of 0 is no answer at all.
    pub fn of(status: u16, body: &str) -> Self {
        let told = serde_json::from_str::<BridgeAnswer>(body).ok();
        let body = told.as_ref().map_or(body, |told| told.message.as_str());
        if let Some(BridgeAnswer { bridge, text, .. }) = &told {
            match bridge.as_str() {
                "unreachable" => return Self::Unreachable,
                "timeout" => return Self::Timeout,
                "unauthorised" => return Self::Unauthorised,
                "limit" => return Self::Limit,
                "bad-answer" => return Self::BadAnswer,
                "too-large" => return Self::TooLarge,
                "refused" => return Self::Refused(first_line(text)),
                _ => {}
            }
        }
        let says = |word: &str| body.contains(word);
        match status {
            0 => Self::NoBridge,
            _ if says("TableNotEnabledException") || says("is disabled") => Self::Disabled,
            _ if says("TableNotFoundException") => Self::NoTable,
            401 | 407 => Self::Unauthorised,
            404 => Self::NoTable,
            410 => Self::Disabled,
            429 => Self::Limit,
            503 => Self::Unavailable,
            504 => Self::Timeout,
            other => Self::Status(other, first_line(body)),
        }
    }
}

fn first_line(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    line.chars().take(LONGEST).collect()
}
