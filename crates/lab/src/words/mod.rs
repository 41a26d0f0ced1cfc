//! What happened, in a sentence of at most 200 characters, for every event, error and wait. A sentence follows the
//! letter of the client that acted; of background work it has its subject in it.

mod answer;
pub mod cluster;
pub mod command;
pub mod comparison;
pub(crate) mod design;
mod dialect;
mod error;
mod event;
pub mod growth;
pub mod java;
mod label;
pub mod measure;
pub mod phrase;
mod promise;
mod reason;
mod refusal;
mod region;
pub mod sql;
#[cfg(test)]
pub(crate) mod tests;
mod tone;

use crate::notation::beginning;
use crate::sim::world::{self, World};
use phrase::Phrase;
use serde::Serialize;
use splitpoint_model::cluster::Wait;
use splitpoint_model::region::RegionState;

pub use splitpoint_model::deviation::{Area, DEVIATIONS, NOT_MODELLED};

pub use answer::{AnswerText, answer, tone};
pub use dialect::instead_of_sql;
pub use error::{advice, message, trouble};
pub(crate) use event::{compacted_after_split, value};
pub use event::{leapt, tell, tell_beside};
pub use label::{
    LOST_ANSWER, atom, before, breach, concealed, job, label, meaning, memory, part, shortened, title, verb,
    without_table,
};
pub use promise::promise;
pub use reason::{Hidden, Reason};
pub use region::{Regions, file_label, own_names, region_label, server_name};
pub use tone::Tone;

/// Part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The words.
    pub text: String,
    /// Whether it is a key, which stands out.
    pub key: bool,
}

/// Characters of a sentence, at most.
pub const LONGEST: usize = 200;

/// Characters of a key in a sentence that would be too long otherwise.
const SHORT_KEY: usize = 24;

/// The first characters of a text: `longest` of them at most, with the ellipsis where it is cut.
pub(crate) fn cut(text: &str, longest: usize) -> String {
    let is_long = text.chars().count() > longest;
    beginning(text, longest.saturating_sub(usize::from(is_long))).into_owned()
}

/// Shortens a sentence that is too long: first its keys, then its end.
pub(crate) fn fit(mut parts: Vec<Part>) -> Vec<Part> {
    let length = |parts: &[Part]| parts.iter().map(|part| part.text.chars().count()).sum::<usize>();
    if length(&parts) > LONGEST {
        for part in parts.iter_mut().filter(|part| part.key) {
            part.text = cut(&part.text, SHORT_KEY);
        }
    }
    let mut left = LONGEST;
    for part in &mut parts {
        part.text = if left == 0 { String::new() } else { cut(&part.text, left) };
        left -= part.text.chars().count();
    }
    parts.retain(|part| !part.text.is_empty());
    parts
}

/// `one`, `two`, … up to twelve.
pub(crate) fn number(number: u64) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let word = usize::try_from(number).ok().and_then(|number| WORDS.get(number));
    word.map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// `1 row`, `2 rows`.
pub(crate) fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// Tenths of a percent, rounded to whole percent.
pub fn rounded(tenths: u32) -> u32 {
    (tenths + 5) / 10
}

/// Tenths of a percent as whole percent: `61 %`. A share of less than one is not nothing: `< 1 %`.
pub fn percent(tenths: u32) -> String {
    if (1..10).contains(&tenths) { "< 1 %".to_owned() } else { format!("{} %", rounded(tenths)) }
}

/// `1 cell`, `13 cells`, `1,000,000 cells`.
pub fn counted(count: impl Into<u128>, noun: &str) -> String {
    let count = count.into();
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Bytes in the largest unit that leaves a whole number before the point: `1.1 KB`.
pub fn amount(bytes: u64) -> String {
    let units = [(1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")];
    match units.iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) if bytes / unit >= 100 || bytes.is_multiple_of(*unit) => format!("{} {name}", bytes / unit),
        Some((unit, name)) => format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit),
        None => format!("{bytes} B"),
    }
}

/// What somebody waits for.
pub fn waiting(world: &World, wait: &Wait) -> Phrase {
    match wait {
        Wait::RowLock { region, row, holder } => Phrase::from("row ")
            .key(&world.table(*region), row.clone())
            .text(" is locked by ")
            .text(world::letter(*holder).to_string()),
        Wait::Mvcc { region, .. } => {
            Phrase::from(format!("an earlier write of {} is not complete", world.label(*region)))
        }
        Wait::Region { region, state } => Phrase::from(format!("{} is {}", world.label(*region), region_state(*state))),
        Wait::MemStore { region } => Phrase::from(format!("the memstore of {} is full", world.label(*region))),
        Wait::Requests { region, clients } => {
            let letters: Vec<String> = clients.iter().map(|client| world::letter(*client).to_string()).collect();
            let label = world.label(*region);
            Phrase::from(format!("what {} does in {label} has to finish first", letters.join(" and ")))
        }
        Wait::Job(id) => match world.job(id.0) {
            Some(lane) => Phrase::from(format!("“{}” has to finish first", job(lane.title()))),
            None => "earlier work has to finish first".into(),
        },
    }
}

/// Where a region is in its life, in a word or two.
pub fn region_state(state: RegionState) -> &'static str {
    match state {
        RegionState::Opening => "opening",
        RegionState::Open => "open",
        RegionState::Closing => "closing",
        RegionState::Closed => "closed",
        RegionState::Lost => "lost with its server",
        RegionState::Replaced => "replaced",
    }
}
