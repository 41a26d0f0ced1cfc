//! Why a plain read does not return a cell.

use serde::Serialize;
use splitpoint_model::cell::Cell;

/// Why a plain read does not show a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Hidden {
    /// A delete marker.
    Marker,
    /// A marker hides it.
    Deleted,
    /// A newer version fills the count.
    Older,
    /// Its time to live is over.
    Expired,
    /// Its write is not complete.
    NotYetVisible,
    /// The same coordinates were written again.
    Repeated,
}

/// Why a plain read does not return a cell, as facts.
#[derive(Clone, Copy, Debug)]
pub struct Reason<'a> {
    /// In which way it is hidden.
    pub hidden: Hidden,
    /// The cell.
    pub cell: &'a Cell,
    /// The cell or marker that hides it.
    pub hider: Option<&'a Cell>,
    /// The step in which that was written, where it is known.
    pub step: Option<u64>,
    /// Whether a major compaction drops what a marker hides.
    pub dropped: bool,
}

impl Reason<'_> {
    /// In words that follow `because`.
    pub fn text(&self) -> String {
        let step = self.step.map(|step| format!(", written at step {step},")).unwrap_or_default();
        // A put that came later but carries an earlier time.
        let late = self
            .hider
            .filter(|hider| self.cell.sequence_id() > hider.sequence_id() && self.cell.timestamp() < hider.timestamp());
        let late = late.map(|_| format!(". This put came later but carries {}", self.cell.timestamp()));
        let late = late.unwrap_or_default();
        match (self.hidden, self.hider) {
            (Hidden::Marker, _) => "it is a delete marker; it hides cells and is never returned".to_owned(),
            (Hidden::Deleted, Some(marker)) => {
                let (kind, time) = (marker.cell_type().name(), marker.timestamp());
                let drops = if self.dropped { ". A major compaction drops both: flush, compact and see" } else { "" };
                format!("{kind} at {time}{step} hides it{late}{drops}")
            }
            (Hidden::Deleted, None) => "a delete marker hides it".to_owned(),
            (Hidden::Older, Some(newer)) => {
                format!("a read asks for one version, and the one at {}{step} is newer{late}", newer.timestamp())
            }
            (Hidden::Older, None) => "newer versions of the column fill the count that a read asks for".to_owned(),
            (Hidden::Expired, _) => "its time to live is over".to_owned(),
            (Hidden::NotYetVisible, _) => {
                "its write is not complete: no reader sees it before it is published".to_owned()
            }
            (Hidden::Repeated, _) => format!("the same row, column and time{step} were written again later"),
        }
    }
}
