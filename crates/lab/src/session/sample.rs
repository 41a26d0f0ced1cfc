//! A sample of a real table as a session: the table is made as it is there, its rows are put with the times that they have,
//! and flushed. All of that are decisions of the log like any others.

use super::Session;
use crate::cluster::{self, Taken};
use crate::design::{self, Design, Given};
use crate::intent::{AdminIntent, Intent};
use crate::sim::refusal::Refusal;
use crate::view::Chart;

/// Atoms of one operation of these, at most. None of them comes near.
const ATOMS: u32 = 100_000;

impl Session {
    /// The rows of a table that is a sample of a real one, with the key that it has; `None` of any other table, and where it says
    /// nothing of its key.
    pub fn given(&self, table: &str) -> Option<Given> {
        let world = self.world();
        let attributes = &world.cluster().table(table)?.attributes;
        attributes.get(cluster::ATTRIBUTE)?;
        let design = Design::from_spec(attributes.get(design::ATTRIBUTE)?)?;
        let chart = Chart::new(world.cluster(), table, world.clock().now(), false);
        let lines = chart.regions.iter().flat_map(|place| place.lines.range(0..place.count).0);
        let mut keys: Vec<Vec<u8>> = lines.map(|line| line.cell.row().to_vec()).collect();
        keys.dedup();
        Some(Given::new(table, design, keys.iter().map(Vec::as_slice)))
    }

    /// Makes the table of a sample and writes its rows, as the first client, at the end of what was done. The clock is set
    /// after the newest of them first, by a `sleep`, as what is written later would be hidden by them otherwise; so
    /// somebody has to speak the language of scripts.
    ///
    /// # Errors
    /// What HBase's client or master refuses.
    pub fn settle(&mut self, taken: &Taken) -> Result<(), Refusal> {
        let newest = taken.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.time).max().unwrap_or(0);
        let ahead = newest.saturating_sub(self.world().clock().now());
        if ahead >= 0 {
            let mut player = self.script(0, 80, &format!("sleep {}", ahead / 1000 + 60))?;
            while !self.play(&mut player, ATOMS)? {}
        }
        self.perform(0, taken.create(), ATOMS)?;
        for insert in taken.inserts() {
            self.perform(0, insert, ATOMS)?;
        }
        self.perform(0, Intent::Admin(AdminIntent::Flush(taken.name().to_owned(), None)), ATOMS)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::{ATTRIBUTE, Cell, Name, Plan, RegionMetrics, Row, Served, Server, Status, Survey, schema};
    use crate::session::{Saved, SavedFile};
    use crate::sim::language::LANGUAGE;
    use crate::view::{KeyNotation, ViewRequest};

    /// A moment of 2026.
    const THEN: i64 = 1_795_535_604_988;

    fn taken(ttl: &str) -> Taken {
        let starts: [&[u8]; 3] = [b"", b"\x00\xff,", b"m"];
        let served = |start: &&[u8]| Served {
            name: Name::made("shop:orders", start, 5),
            metrics: RegionMetrics { files: 1, megabytes: 1, stores: 1, ..RegionMetrics::default() },
        };
        let regions = starts.iter().map(served).collect();
        let server = Server { name: "h:1".to_owned(), started: 0, heap: 0, most_heap: 0, regions };
        let status = Status { servers: vec![server], ..Status::default() };
        let survey = Survey::new("shop:orders", &[], &status);
        let cell = |qualifier: &str, time| Cell {
            family: b"d".to_vec(),
            qualifier: qualifier.into(),
            time,
            value: vec![0, 1, 255],
        };
        let row = |key: &[u8]| Row { key: key.to_vec(), cells: vec![cell("a", THEN), cell("b", THEN - 1000)] };
        let schema = schema(&format!(
            r#"{{"name":"shop:orders","IS_META":"false","hbase.store.file-tracker.impl":"DEFAULT","ColumnSchema":[{{"name":"d","VERSIONS":"3","KEEP_DELETED_CELLS":"FALSE","TTL":"{ttl}","MIN_VERSIONS":"0","REPLICATION_SCOPE":"0","BLOOMFILTER":"ROW","IN_MEMORY":"false","COMPRESSION":"NONE","BLOCKCACHE":"true","BLOCKSIZE":"65536"}}]}}"#
        ))
        .expect("it can be read");
        let rows = vec![row(b"z"), row(b"\x00\xff,\x00"), row(b"a")];
        Taken::new(&survey, &schema, "a:text-until-00", &Plan::new(&survey, 1, 5), rows)
    }

    fn request() -> ViewRequest {
        ViewRequest { table: "orders".into(), window: 0..100, old_versions: false, notation: KeyNotation::Binary }
    }

    #[test]
    fn a_sample_becomes_a_table_with_its_bounds_rows_and_times_that_says_what_it_is() {
        let mut session = Session::new();
        session.speak(&LANGUAGE);
        session.settle(&taken("2147483647")).expect("it can be made");
        let view = session.view(&request());
        let ranges: Vec<&str> = view.regions.iter().map(|region| region.range.as_str()).collect();
        assert_eq!(ranges, ["[−∞, \\x00\\xFF,)", "[\\x00\\xFF,, m)", "[m, +∞)"]);
        assert_eq!(view.lines.len(), 6, "three rows of two cells");
        let table =
            session.world().cluster().tables().find(|table| &*table.name == "orders").cloned().expect("a table");
        assert!(table.attributes.get(ATTRIBUTE).is_some_and(|mark| mark.starts_with("3 of ")), "{table:?}");
        assert!(session.world().clock().now() > THEN, "what is written now is newer");
        assert_eq!(table.attributes.get("splitpoint.key").map(String::as_str), Some("a:text-until-00"));
        let about = view.table.as_ref().map(|table| table.about(view.regions.len()));
        assert_eq!(about.as_deref(), Some("3 regions · 6 cells · sample: 3 of about 58254 rows"));
        let given = session.given("orders").expect("a sample with a key");
        assert_eq!((given.rows.len(), given.rows[2].key.as_slice()), (3, b"z".as_slice()));
        let mut draft = crate::design::Draft::of(given, &[]);
        draft.edit(crate::design::Edit::Add);
        draft.edit(crate::design::Edit::Up(1));
        let (rows, _) = draft.rows();
        assert_eq!(rows.len(), 2, "one key is no text, the others have another field in front: {rows:?}");
        assert!(rows.iter().all(|row| row.key.len() > 4));
        assert!(
            session
                .stage()
                .design(&draft)
                .sample
                .ends_with(
                    "2 rows, those of orders under this key; values that it has not are made up; one more does not fit into its \
                     fields and is left out"
                )
        );
        assert_eq!(session.given("none"), None);
        let text = SavedFile::text(&session.save(), "{}", None);
        let saved = SavedFile::from_text(&text).expect("it can be read").saved;
        let restored = Session::restore(&saved, Some(&LANGUAGE)).expect("it can be restored");
        assert_eq!(restored.divergences, []);
        assert_eq!(restored.session.view(&request()).lines, view.lines);
        assert!(Saved::from_link(&session.save().to_link()).is_ok(), "a small one is a link, too");
    }

    #[test]
    fn without_a_language_nothing_is_made() {
        let mut session = Session::new();
        assert!(session.settle(&taken("86400")).is_err());
        assert!(session.is_untouched());
    }
}
