//! Forms of administrators.

use super::Review;
use crate::intent::AdminIntent;
use crate::words::server_name;
use splitpoint_model::cluster::Admin;

impl Review<'_> {
    pub(super) fn admin(&mut self, admin: &AdminIntent) {
        match admin {
            AdminIntent::Split { table, region, at } => self.split(table, region.as_deref(), at.as_deref()),
            AdminIntent::Merge(table, first, second) => self.merge(table, first, second),
            AdminIntent::Move(table, row) => {
                let alive = self.cluster.servers().filter(|server| self.cluster.is_alive(*server)).count();
                if alive < 2 {
                    self.warn("row", format!("There is no other server: regions of {table} stay where they are."));
                }
                self.unused_row("row", table, row);
            }
            AdminIntent::Balance => self.balance(),
            AdminIntent::Crash(server) => {
                let other = self.cluster.servers().any(|id| id.0 != *server && self.cluster.is_alive(id));
                if !other {
                    self.warn("server", "It is the last server: nobody is left to serve its regions.");
                }
            }
            AdminIntent::Create { table, families, .. } => {
                if self.cluster.table(table).is_some() {
                    let what = format!("{table} exists: HBase answers TableExistsException. Choose another name.");
                    self.warn("table", what);
                } else if families.is_empty() {
                    let what = "A table needs a family: HBase answers DoNotRetryIOException (Table should have at \
                                least one column family.). Add one.";
                    self.warn("families", what);
                }
            }
            AdminIntent::Drop(_) | AdminIntent::Flush(..) | AdminIntent::Compact(..) => {}
        }
    }

    /// Says which regions the balancer would move. That it would move none is its own answer.
    fn balance(&mut self) {
        let moves = self.cluster.balance_plan().unwrap_or_default();
        let moves: Vec<String> = moves
            .iter()
            .filter_map(|one| {
                let Admin::Move { table, row, to: Some(to) } = one else { return None };
                let region = self.cluster.locate(table, row)?;
                Some(format!("{} to server {}", self.label(region), server_name(*to)))
            })
            .collect();
        if !moves.is_empty() {
            self.warn("server", format!("It would move {}.", moves.join(", ")));
        }
    }

    /// Looks at a row that only names a region.
    fn unused_row(&mut self, field: &str, table: &str, row: &[u8]) {
        if self.cluster.locate(table, row).is_none() {
            self.warn(field, format!("No region of {table} would hold this row."));
        }
    }

    fn split(&mut self, table: &str, region: Option<&[u8]>, at: Option<&[u8]>) {
        let row = region.or(at).unwrap_or_default();
        let Some(region) = self.cluster.locate(table, row) else {
            return self.unused_row("row", table, row);
        };
        let name = self.label(region);
        match at {
            Some([]) => {
                let what = "An empty key cuts nothing: HBase answers IOException (should not give a splitkey which \
                            equals to startkey!). Type a key, or let HBase choose.";
                self.warn("at", what);
            }
            Some(at) if *at == **region.start() => {
                let key = self.print(table, at);
                let what = format!(
                    "{name} already begins at {key}: HBase answers IOException (should not give a splitkey which \
                     equals to startkey!). Choose a key inside it."
                );
                self.warn("at", what);
            }
            Some(at) if !region.contains(at) => {
                let key = self.print(table, at);
                let what = format!(
                    "{key} lies outside {name}: HBase answers DoNotRetryIOException (Split row is not inside region \
                     key range)."
                );
                self.warn("at", what);
            }
            Some(_) => {}
            None => {
                if let Err(error) = self.cluster.split_plan(region.id()) {
                    let what = format!(
                        "HBase finds no place to cut {name} now ({error}). It flushes the memstore and looks again; a \
                         key typed here needs no such place."
                    );
                    self.warn("at", what);
                }
            }
        }
    }

    fn merge(&mut self, table: &str, first: &[u8], second: &[u8]) {
        let (Some(one), Some(two)) = (self.cluster.locate(table, first), self.cluster.locate(table, second)) else {
            return self.unused_row("row", table, first);
        };
        let (one, two) = if one.start() <= two.start() { (one, two) } else { (two, one) };
        let (names, touch) = ((self.label(one), self.label(two)), one.end() == two.start());
        if one.id() == two.id() {
            let what = format!(
                "Both rows lie in {}: HBase answers MergeRegionException (cannot merge a region to itself). Name a \
                 row of its neighbour.",
                names.0
            );
            self.warn("row", what);
        } else if !touch {
            let what = format!(
                "{} and {} are no neighbours: HBase answers MergeRegionException (Unable to merge non-adjacent or \
                 non-overlapping regions).",
                names.0, names.1
            );
            self.warn("row", what);
        }
    }
}
