//! Previews of the forms of an administrator.

use super::Review;
use crate::form::reader::DURABILITY;
use crate::intent::{AdminIntent, Field, Intent};
use crate::sim::refusal::{Cause, Objection, Refusal};
use crate::words::{amount, server_name};
use splitpoint_model::cluster::{Admin, Cluster};
use splitpoint_model::error::{Error, Failure, Refused, Sanity, Unmergeable};
use splitpoint_model::event::ServerId;

/// Bytes below which the master takes no size from a table, unless it is told to: 2 MiB.
const SMALLEST: i64 = 2 << 20;

impl Review<'_> {
    /// Warns of what the master would refuse, and of other consequences.
    pub(super) fn admin(&mut self, client: u8, intent: &Intent, admin: &AdminIntent) {
        if let Err(refusal) = self.world.clone().submit(client, intent) {
            return self.refused(admin, &refusal);
        }
        match admin {
            AdminIntent::Split { table, region, at } => self.split(table, region.as_deref(), at.as_deref()),
            AdminIntent::Move(table, row) => {
                let alive = self.cluster.servers().filter(|server| self.cluster.is_alive(*server)).count();
                if alive < 2 {
                    self.warn(
                        Field::Region,
                        format!("There is no other server: regions of {table} stay where they are."),
                    );
                }
                if self.cluster.locate(table, row).is_none() {
                    self.warn(Field::Region, format!("No region of {table} would hold this row."));
                }
            }
            AdminIntent::Balance => self.balance(),
            AdminIntent::Crash(server) => {
                let other = self.cluster.servers().any(|id| id.0 != *server && self.cluster.is_alive(id));
                if !other {
                    self.warn(Field::Server, "It is the last server: nobody is left to serve its regions.");
                }
            }
            AdminIntent::Create { attributes, .. } => {
                self.durability(attributes);
                self.sizes(attributes, true);
            }
            AdminIntent::Alter { attributes, .. } => self.sizes(attributes, false),
            AdminIntent::Drop(_) | AdminIntent::Flush(..) | AdminIntent::Compact(..) | AdminIntent::Merge(..) => {}
        }
    }

    /// Says what a crash may take of a table whose writes are not in the log when they are answered.
    fn durability(&mut self, attributes: &[(String, String)]) {
        let value = attributes.iter().find(|(name, _)| name == DURABILITY).map_or("", |(_, value)| value.as_str());
        match value {
            "SKIP_WAL" => self.warn(
                Field::Durability,
                "A write is answered when it is in memory only. What is not flushed when its server dies is lost, \
                 although it was acknowledged.",
            ),
            "ASYNC_WAL" => self.warn(
                Field::Durability,
                "HBase may lose what was acknowledged in the last moments before a server dies. Here the log has it in time.",
            ),
            _ => {}
        }
    }

    /// Says above which size a table is split in a sandbox, and what a real HBase would say.
    fn sizes(&mut self, attributes: &[(String, String)], is_new: bool) {
        let site = |name: &str| self.cluster.config().settings.get(name).and_then(|size| size.parse().ok()).map(amount);
        let own = attributes.iter().find(|(name, _)| name == "MAX_FILESIZE");
        let sizes = (site("hbase.hregion.max.filesize"), site("hbase.hregion.memstore.flush.size"));
        let (Some(split), Some(flush)) = sizes else { return };
        match own.map(|(_, size)| size.parse::<i64>()) {
            None if is_new => self.tell(
                Field::MaxFileSize,
                format!(
                    "Its regions flush above {flush} and split above {split}, by the hbase-site.xml of this sandbox, between \
                     two blocks. Real HBase: 128 MB, and 256 MB at first, later 10 GB; blocks of 64 KB."
                ),
            ),
            Some(Ok(size)) if size < SMALLEST => self.tell(
                Field::MaxFileSize,
                "Taken here: this sandbox's hbase-site.xml has hbase.table.sanity.checks on false. Else HBase refuses less \
                 than 2 MB.",
            ),
            _ => {}
        }
    }

    /// Says what the master refuses, by the names that regions and keys have on the page.
    fn refused(&mut self, admin: &AdminIntent, refusal: &Refusal) {
        let (Some(slot), Cause::HBase(error)) = (refusal.field, &refusal.cause) else {
            return match (refusal.field, &refusal.cause) {
                (Some(slot), Cause::Ours(Objection::Balanced)) => self.tell(slot, refusal.to_string()),
                (field, _) => self.say(field, refusal.to_string()),
            };
        };
        match (admin, &**error) {
            (AdminIntent::Create { table, families, .. }, Error::TableExists { .. }) if self.has(table, families) => {
                self.already(slot, &format!("{table} exists"), error, "Choose another name.");
            }
            (AdminIntent::Create { table, .. }, Error::TableExists { .. }) => {
                self.answer(slot, &format!("{table} exists"), error, "Choose another name.");
            }
            (_, Error::DoNotRetry(Refused::Sanity(Sanity::NoFamilies) | Refused::NoFamilies { .. })) => {
                self.answer(slot, "A table needs a family", error, "Add one.");
            }
            (AdminIntent::Split { at: Some(at), .. }, Error::Io(Failure::SplitAtStart)) if at.is_empty() => {
                self.answer(slot, "An empty key cuts nothing", error, "Type a key, or let HBase choose.");
            }
            (AdminIntent::Split { table, at: Some(at), .. }, Error::Io(Failure::SplitAtStart)) => {
                let name = self.cluster.locate(table, at).map(|region| self.label(region)).unwrap_or_default();
                let is = format!("{name} already begins at {}", self.print(table, at));
                self.already(slot, &is, error, "Choose a key inside it.");
            }
            (AdminIntent::Merge(table, first, second), Error::MergeRegion(why)) => {
                let label = |row| self.cluster.locate(table, row).map(|region| self.label(region)).unwrap_or_default();
                let (one, two) = (label(first), label(second));
                match why {
                    Unmergeable::Repeated { .. } => {
                        self.already(slot, &format!("Both rows lie in {one}"), error, "Choose its neighbour.");
                    }
                    Unmergeable::Apart { .. } => {
                        self.answer(slot, &format!("{one} and {two} are no neighbours"), error, "");
                    }
                    _ => self.answer(slot, "", error, ""),
                }
            }
            (AdminIntent::Crash(server), _) if self.cluster.servers().any(|id| id.0 == *server) => {
                let name = server_name(ServerId(*server));
                self.already(slot, &format!("{name} is dead already"), error, "Choose one that runs.");
            }
            _ => self.answer(slot, "", error, ""),
        }
    }

    /// Whether a table has the families that a form asks for, by their names.
    fn has(&self, table: &str, families: &[(String, Vec<(String, String)>)]) -> bool {
        let there = self.descriptor(table).into_iter().flat_map(|table| table.families.keys());
        let mut asked: Vec<&[u8]> = families.iter().map(|(name, _)| name.as_bytes()).collect();
        asked.sort_unstable();
        there.map(|name| &**name).eq(asked)
    }

    /// Says which regions the balancer would move. Where it would move none, the refusal says so.
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
            self.warn(Field::Server, format!("It would move {}.", moves.join(", ")));
        }
    }

    /// Warns of errors that HBase finds only while the split is running.
    fn split(&mut self, table: &str, region: Option<&[u8]>, at: Option<&[u8]>) {
        let Some(region) = self.cluster.locate(table, region.or(at).unwrap_or_default()) else { return };
        let name = self.label(region);
        match at {
            Some(at) => {
                if let Err(error) = Cluster::check_split_row(region, &at.into()) {
                    self.answer(Field::At, &format!("{} lies outside {name}", self.print(table, at)), &error, "");
                }
            }
            None => {
                if let Err(error) = self.cluster.split_plan(region.id()) {
                    let what = format!(
                        "HBase finds no place to cut {name} now ({error}). It flushes the memstore and looks again; a \
                         key typed here needs no such place."
                    );
                    self.warn(Field::At, what);
                }
            }
        }
    }
}
