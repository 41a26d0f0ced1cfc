//! Forms that write.

use super::Review;
use crate::intent::{DeleteWhat, Raw, RowMutation};
use crate::notation::Encoding;
use splitpoint_model::map::Map;

/// Largest cell that a client sends and a server takes (`hbase.client.keyvalue.maxsize`, `hbase.server.keyvalue.maxsize`).
const MAX_CELL: usize = 10 << 20;

impl Review<'_> {
    pub(super) fn insert(&mut self, table: &str, row: &[u8], cells: &[(String, Raw, Option<i64>, Raw)]) {
        self.row("row", table, row);
        if cells.is_empty() {
            let what = "A put needs a cell: HBase answers IllegalArgumentException (No columns to insert). Add one.";
            self.warn("cells", what);
        }
        for (at, (family, qualifier, time, value)) in cells.iter().enumerate() {
            let field = |part: &str| format!("cells.{at}.{part}");
            self.family(&field("family"), table, family);
            self.time(&field("time"), *time);
            self.size(&field("value"), row.len() + family.len() + qualifier.len(), value);
            if cells[..at].iter().any(|(f, q, t, _)| (f, q, t) == (family, qualifier, time)) {
                let what = "This column is there twice: of one put the last value is kept.";
                self.warn(field("qualifier"), what);
            }
        }
    }

    pub(super) fn delete(&mut self, table: &str, row: &[u8], cells: &[DeleteWhat]) {
        self.row("row", table, row);
        for (at, cell) in cells.iter().enumerate() {
            let (family, time) = match cell {
                DeleteWhat::Family(family, time)
                | DeleteWhat::Columns(family, _, time)
                | DeleteWhat::Column(family, _, time) => (family, *time),
            };
            self.family(&format!("cells.{at}.family"), table, family);
            self.time(&format!("cells.{at}.time"), time);
            let earlier = cells[..at].iter().any(|other| {
                matches!((other, cell), (DeleteWhat::Columns(f, ..) | DeleteWhat::Column(f, ..),
                    DeleteWhat::Family(family, _)) if f == family)
            });
            if earlier {
                let what = "Deleting the family drops what this delete named of it before.";
                self.warn(format!("cells.{at}.family"), what);
            }
        }
    }

    pub(super) fn prepend(&mut self, table: &str, check: &(String, Raw), cells: &[(String, Raw, Raw)], blind: bool) {
        if self.key(table) != Encoding::Long {
            let what = format!(
                "Prepending counts keys down as 8-byte integers; those of {table} are {}.",
                self.key(table).label()
            );
            self.warn("table", what);
        }
        let stamped: Vec<_> = cells.iter().map(|(f, q, v)| (f.clone(), q.clone(), None, v.clone())).collect();
        // The key is not known yet; of the rules for a row none applies to a whole number.
        self.insert(table, &[0; 8], &stamped);
        if blind {
            let what = "A plain put does not look: of two clients that chose one key, the later overwrites the earlier \
                        and nobody is told.";
            self.warn("blind", what);
        } else {
            self.family("check", table, &check.0);
            // A column that is not among the cells is written all the same, as a flag.
            let empty = cells.iter().any(|(f, q, value)| (f, q) == (&check.0, &check.1) && value.is_empty());
            if empty {
                let what = "An empty value counts as absent: the next client overwrites this row. Write a value.";
                self.warn("check", what);
            }
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
            self.warn("table", what);
        }
        if mutations.is_empty() {
            self.warn("mutations", "There is nothing to change: add a put or a delete.");
            return;
        }
        for (at, mutation) in mutations.iter().enumerate() {
            let field = |part: &str| format!("mutations.{at}.{part}");
            let row = mutation.row();
            self.row(&field("row"), table, row);
            match mutation {
                RowMutation::Put(_, family, qualifier, value) => {
                    self.family(&field("family"), table, family);
                    self.size(&field("value"), row.len() + family.len() + qualifier.len(), value);
                }
                RowMutation::Delete(_, family, _) => self.family(&field("family"), table, family),
                RowMutation::DeleteRow(_) => {}
            }
        }
        for (at, (row, family, ..)) in conditions.iter().enumerate() {
            self.row(&format!("conditions.{at}.row"), table, row);
            self.family(&format!("conditions.{at}.family"), table, family);
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
                format!("mutations.{at}.row"),
                format!("Row {row} lives in {lives}, not in {label}: the server refuses the whole batch ({answer})."),
            );
            return;
        }
        for (at, (row, ..)) in conditions.iter().enumerate() {
            if !row.is_empty() && !region.contains(row) {
                let (lives, row) = (self.lives(table, row), self.print(table, row));
                let what = format!(
                    "Row {row} of the condition lives in {lives}, not in {label}: the server cannot lock it and \
                     refuses the whole batch (WrongRegionException)."
                );
                self.warn(format!("conditions.{at}.row"), what);
                return;
            }
        }
    }

    fn lives(&self, table: &str, row: &[u8]) -> String {
        let region = self.cluster.locate(table, row);
        region.map_or_else(|| "no region".to_owned(), |region| self.label(region))
    }

    /// A put and a delete of one column in one call get one time, and then the delete wins.
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
            self.warn(format!("mutations.{at}.row"), what);
        }
    }

    fn time(&mut self, field: &str, time: Option<i64>) {
        if let Some(time) = time.filter(|time| *time < 0) {
            let what = format!(
                "{time} is negative: HBase answers IllegalArgumentException (Timestamp cannot be negative. ts={time})."
            );
            self.warn(field, what);
        }
    }

    fn size(&mut self, field: &str, key: usize, value: &[u8]) {
        let size = 20 + key + value.len();
        if size > MAX_CELL {
            let what = format!(
                "The cell has {size} bytes, more than the {MAX_CELL} that a client sends: HBase answers \
                 IllegalArgumentException (KeyValue size too large). Store large objects elsewhere, their address here."
            );
            self.warn(field, what);
        }
    }
}
