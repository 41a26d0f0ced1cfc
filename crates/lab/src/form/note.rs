//! Notes: hints, warnings and faults that are shown at the fields of a form.

use super::reader::Fault;
use crate::intent::Slot;
use crate::sim::refusal::Refusal;

/// How serious a note is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Good to know.
    Hint,
    /// HBase will answer with an error, or with something unexpected.
    Warning,
    /// It cannot be sent, or was refused.
    Fault,
}

/// A sentence shown at a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The field; `None` where it is about the form as a whole.
    pub slot: Option<Slot>,
    /// How serious it is.
    pub weight: Weight,
    /// One or two sentences.
    pub sentence: String,
}

impl From<Fault> for Note {
    fn from(fault: Fault) -> Self {
        Self { slot: Some(fault.slot), weight: Weight::Fault, sentence: fault.sentence }
    }
}

impl From<&Refusal> for Note {
    fn from(refusal: &Refusal) -> Self {
        Self { slot: refusal.field, weight: Weight::Fault, sentence: refusal.to_string() }
    }
}
