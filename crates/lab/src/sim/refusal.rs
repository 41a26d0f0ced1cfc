//! What could not even be begun: the answer of HBase's client or master, or an objection of ours.

use crate::intent::{Intent, Slot};
use crate::sim::blame::blame;
use splitpoint_model::error::Error;

/// Why something could not even be begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The field of the form that is to blame; `None` where it is not one alone.
    pub field: Option<Slot>,
    /// Why it is refused: an error of HBase, or an objection of Splitpoint.
    pub cause: Cause,
}

/// Who refuses it: HBase or Splitpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// HBase's answer.
    HBase(Box<Error>),
    /// Splitpoint's.
    Ours(Objection),
}

/// What Splitpoint refuses, though HBase would not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Objection {
    /// There is no such client.
    NoClient,
    /// No language of this name has been registered.
    NoLanguage(String),
    /// The language cannot read the script; what it says about that.
    Unreadable(String),
    /// The column that is checked would get an empty value, which HBase takes for an absent one.
    EmptyChecked,
    /// A key of 0 bytes, or of more than this many, cannot be bisected.
    Width(u8),
    /// The part of the program that makes filters has not been loaded.
    NoFilters,
    /// A page of no rows.
    EmptyPage,
    /// No pages.
    NoPages,
    /// A number that is smaller or larger than allowed.
    Range {
        /// The least that is taken.
        least: u32,
        /// The most.
        most: u32,
    },
    /// A transaction without mutations.
    NoMutations,
    /// The balancer would move nothing.
    Balanced,
    /// The balancer waits until no region is on its way and no server is being recovered.
    BalancerWaits,
    /// An attribute of a family has a value that it cannot have.
    Attribute {
        /// Its name.
        name: String,
        /// The value.
        value: String,
        /// What it can be.
        wanted: Wanted,
    },
}

/// What an attribute can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A number, or `true` or `false` where it is a switch.
    NumberOrSwitch,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

impl Refusal {
    /// HBase's answer to what a form asked for.
    pub(crate) fn of(intent: &Intent, error: Error) -> Self {
        Self { field: blame(intent, &error), cause: Cause::HBase(Box::new(error)) }
    }

    /// A refusal of ours, which a field is to blame for.
    pub(crate) fn ours(field: impl Into<Slot>, objection: Objection) -> Self {
        Self { field: Some(field.into()), cause: Cause::Ours(objection) }
    }
}
