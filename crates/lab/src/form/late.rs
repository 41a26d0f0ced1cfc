//! Forms whose code can be loaded later, so that a page can do without it until one of them is chosen: it is reached by
//! [`LATE`].

use super::description::Part;
use super::note::Note;
use super::reader::Reader;
use super::sheet::Sheet;
use super::{Operation, first, repeat};
use crate::intent::Intent;
use crate::scenario::{Start, TableStart};
use crate::sim::world::World;

/// The forms of [`Operation::is_late`].
#[derive(Clone, Copy)]
pub struct Late {
    pub(super) parts: fn(Operation) -> &'static [Part],
    pub(super) read: fn(&mut Reader<'_>, Operation, String) -> Intent,
    /// Fills the form with suggestions that fit the table.
    pub(super) fill: fn(&mut Sheet, Operation, Option<&TableStart>),
    pub(super) notes: fn(&Intent, &Start, &World) -> Vec<Note>,
}

/// The code of all late forms.
pub static LATE: Late = Late { parts, read, fill, notes };

/// There is only one such table of functions, so two are always equal.
impl PartialEq for Late {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Late {}

impl std::fmt::Debug for Late {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Late")
    }
}

fn parts(operation: Operation) -> &'static [Part] {
    match operation {
        Operation::FirstRow => first::PARTS,
        Operation::Repeat => repeat::PARTS,
        _ => &[],
    }
}

fn read(reader: &mut Reader<'_>, operation: Operation, table: String) -> Intent {
    match operation {
        Operation::FirstRow => first::read(reader, table),
        _ => repeat::read(reader, table),
    }
}

fn fill(sheet: &mut Sheet, operation: Operation, table: Option<&TableStart>) {
    match operation {
        Operation::FirstRow => first::fill(sheet, table),
        _ => repeat::fill(sheet, table),
    }
}

fn notes(intent: &Intent, start: &Start, world: &World) -> Vec<Note> {
    match intent {
        Intent::FirstRow { prefixes, prefix, .. } => first::notes(*prefixes, *prefix),
        Intent::Repeat(repeat) => repeat::notes(repeat, start, world),
        _ => Vec::new(),
    }
}
