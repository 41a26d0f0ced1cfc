//! Forms: their fields, what is typed into them, the intent that makes, and what HBase would answer to it.
//!
//! For each [`Operation`] there is one [description](Operation::description). [`Forms`] keeps what stands in its fields,
//! changes it ([`Forms::edit`]), fills it with what a start suggests ([`Forms::of`]) and reads it
//! ([`Forms::intent`]). [`preview`] says at its fields what HBase would answer.

pub mod description;
mod first;
mod late;
mod minute;
mod note;
mod operation;
pub mod preview;
mod proposal;
mod reader;
mod record;
mod repeat;
mod sheet;
mod suggestion;
#[cfg(test)]
mod tests;

pub use late::{LATE, Late};
pub use minute::{MINUTES, Minute};
pub use note::{Note, Weight};
pub use operation::Operation;
pub use reader::{Fault, PREFIXES};
pub use sheet::{Change, Entry, Forms, KeyText, Sheet};
pub use suggestion::column;
