//! Previews of the forms that write.

use super::Review;
use crate::intent::{DeleteWhat, Field, Raw, RowMutation};
use crate::notation::Encoding;
use splitpoint_model::error::Argument;
use splitpoint_model::map::Map;

impl Review<'_> {
    pub(super) fn insert(&mut self, cells: &[(String, Raw, Option<i64>, Raw)]) {
        if cells.is_empty() {
            self.answer(Field::Cells, "A put needs a cell", &Argument::NoColumns.into(), "Add one.");
        }
        self.twice(cells.iter().map(|(family, qualifier, time, _)| (family, qualifier, *time)));
    }

    /// Warns of cells with the same column and time in one put, of which only the last is kept.
    fn twice<'a>(&mut self, cells: impl Iterator<Item = (&'a String, &'a Raw, Option<i64>)>) {
        let cells: Vec<_> = cells.collect();
        for (at, cell) in cells.iter().enumerate() {
            if cells[..at].contains(cell) {
                let what = "This column is there twice: of one put the last value is kept.";
                self.warn(Field::Cells.item(at, Field::Column), what);
            }
        }
    }

    pub(super) fn delete(&mut self, cells: &[DeleteWhat]) {
        for (at, cell) in cells.iter().enumerate() {
            let earlier = cells[..at].iter().any(|other| {
                matches!((other, cell), (DeleteWhat::Columns(f, ..) | DeleteWhat::Column(f, ..),
                    DeleteWhat::Family(family, _)) if f == family)
            });
            if earlier {
                self.warn(Field::Column, "Deleting the family drops what this delete named of it before.");
            }
        }
    }

    pub(super) fn prepend(&mut self, table: &str, cells: &[(String, Raw, Raw)], blind: bool) {
        if self.key(table) != Encoding::Long {
            let what = format!(
                "Prepending counts keys down as 8-byte integers; those of {table} are {}.",
                self.key(table).label()
            );
            self.warn(Field::Table, what);
        }
        self.twice(cells.iter().map(|(family, qualifier, _)| (family, qualifier, None)));
        if blind {
            let what = "A plain put does not look: of two clients that chose one key, the later overwrites the earlier \
                        and nobody is told.";
            self.warn(Field::Blind, what);
        }
    }

    pub(super) fn transaction(
        &mut self,
        table: &str,
        routing_row: &[u8],
        mutations: &[RowMutation],
        conditions: &[(Raw, String, Raw, Option<Raw>)],
    ) {
        if !self.cluster.config().endpoint {
            let what = "MultiRowMutationEndpoint is not loaded: HBase answers UnknownProtocolException.";
            self.warn(Field::Table, what);
        }
        if mutations.is_empty() {
            return;
        }
        self.one_region(table, routing_row, mutations, conditions);
        self.hidden_puts(mutations);
    }

    fn one_region(
        &mut self,
        table: &str,
        routing_row: &[u8],
        mutations: &[RowMutation],
        conditions: &[(Raw, String, Raw, Option<Raw>)],
    ) {
        let routed = if routing_row.is_empty() { mutations[0].row() } else { routing_row };
        let Some(region) = self.cluster.locate(table, routed) else { return };
        let label = self.label(region);
        let mut inside_before = false;
        for (at, mutation) in mutations.iter().enumerate() {
            let row = mutation.row();
            if row.is_empty() || region.contains(row) {
                inside_before = true;
                continue;
            }
            let lives = self.lives(table, row);
            let answer = if inside_before {
                "DoNotRetryIOException, and nobody tries again"
            } else {
                "WrongRegionException, and the client tries again until it gives up"
            };
            let row = self.print(table, row);
            self.warn(
                Field::Mutations.item(at, Field::Row),
                format!(
                    "Row {row} lives in {lives}, not in {label}: the server refuses the whole transaction ({answer})."
                ),
            );
            return;
        }
        for (at, (row, ..)) in conditions.iter().enumerate() {
            if !row.is_empty() && !region.contains(row) {
                let (lives, row) = (self.lives(table, row), self.print(table, row));
                let what = format!(
                    "Row {row} of the condition lives in {lives}, not in {label}: the server cannot lock it and \
                     refuses the whole transaction (WrongRegionException)."
                );
                self.warn(Field::Conditions.item(at, Field::Row), what);
                return;
            }
        }
    }

    fn lives(&self, table: &str, row: &[u8]) -> String {
        let region = self.cluster.locate(table, row);
        region.map_or_else(|| "no region".to_owned(), |region| self.label(region))
    }

    /// Warns of a put and a delete of one column in one call: they get one time, and then the delete hides the put.
    fn hidden_puts(&mut self, mutations: &[RowMutation]) {
        let mut puts: Map<(&[u8], &str, &[u8]), usize> = Map::new();
        for (at, mutation) in mutations.iter().enumerate() {
            if let RowMutation::Put(row, family, qualifier, _) = mutation {
                puts.insert((row, family, qualifier), at);
            }
        }
        let mut hidden = Vec::new();
        for mutation in mutations {
            if let RowMutation::DeleteRow(row) = mutation {
                hidden.extend(puts.iter().filter(|((other, ..), _)| *other == row.as_slice()).map(|(_, at)| *at));
            }
        }
        for at in hidden {
            let what = "The same call deletes this row: all its cells get one time, and a marker hides a put of its \
                        own time. The put will not be seen.";
            self.warn(Field::Mutations.item(at, Field::Row), what);
        }
    }
}
