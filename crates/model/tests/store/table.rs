//! A region of one family or more, driven in short notation: `c@2=b` is column c, timestamp 2, value b; without a
//! value but with a type, `c@2 Delete`, it is a marker.

use splitpoint_model::bytes::Family;
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::event::{FileId, RegionId};
use splitpoint_model::map::Map;
use splitpoint_model::query::{Get, Metrics, RowResult, Scan};
use splitpoint_model::region::scanner::{Batch, Limits, RegionScanner, get};
use splitpoint_model::schema::FamilyDescriptor;
use splitpoint_model::store::{FileWrite, Markers, Store, StoreFile};
use std::sync::Arc;

pub(crate) const REGION: RegionId = RegionId(1);

/// A region's stores, with a clock and the numbers a region hands out.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) stores: Map<Family, Store>,
    pub(crate) now: i64,
    pub(crate) sequence_id: u64,
    /// The oldest open scanner; [`sequence_id`](Self::sequence_id) without.
    pub(crate) oldest_reader: Option<u64>,
    files: u32,
}

/// A family `f`.
pub(crate) fn family() -> FamilyDescriptor {
    FamilyDescriptor::new("f")
}

/// A family `f` that keeps so many versions.
pub(crate) fn versions(max_versions: i32) -> FamilyDescriptor {
    FamilyDescriptor { max_versions, ..family() }
}

impl Table {
    pub(crate) fn new(families: impl IntoIterator<Item = FamilyDescriptor>) -> Self {
        let store = |family: FamilyDescriptor| (family.name.clone(), Store::new(Arc::new(family)));
        let stores = families.into_iter().map(store).collect();
        Self { stores, now: 1_000_000, sequence_id: 0, oldest_reader: None, files: 0 }
    }

    /// A table with the one family.
    pub(crate) fn of(family: FamilyDescriptor) -> Self {
        Self::new([family])
    }

    /// Writes cells of row `r` and family `f` in one mutation.
    pub(crate) fn write(&mut self, cells: &str) -> &mut Self {
        self.write_row("r", "f", cells)
    }

    /// Writes cells of a row in one mutation.
    pub(crate) fn write_row(&mut self, row: &str, family: &str, cells: &str) -> &mut Self {
        self.sequence_id += 1;
        for cell in cells.split(", ") {
            let cell = parse(row, family, cell).with_sequence_id(self.sequence_id);
            self.store(family).add(cell);
        }
        self
    }

    pub(crate) fn store(&mut self, family: &str) -> &mut Store {
        self.stores.get_mut(family.as_bytes()).expect("a family of the table")
    }

    fn next_write(&mut self) -> FileWrite {
        self.files += 1;
        let read_point = self.oldest_reader.unwrap_or(self.sequence_id);
        FileWrite { region: REGION, file: FileId(self.files), read_point, now: self.now }
    }

    /// Flushes every family that has cells; the new files.
    pub(crate) fn flush(&mut self) -> Vec<Arc<StoreFile>> {
        self.sequence_id += 1;
        let families: Vec<Family> = self.stores.keys().cloned().collect();
        let mut files = Vec::new();
        for family in families {
            let write = self.next_write();
            let sequence_id = self.sequence_id;
            let store = self.stores.get_mut(&family).expect("a family of the table");
            store.begin_flush();
            if let Some(file) = store.write_flush(write, sequence_id, &mut ()) {
                let file = Arc::new(file);
                store.commit_flush(Arc::clone(&file));
                files.push(file);
            }
        }
        files
    }

    /// Compacts the files at these places of family `f`.
    pub(crate) fn compact(&mut self, files: std::ops::Range<usize>) -> &mut Self {
        let write = self.next_write();
        let store = self.store("f");
        let inputs = store.files()[files].to_vec();
        let all = inputs.len() == store.files().len();
        let markers = if all { Markers::Drop { purge_after: 0 } } else { Markers::Retain };
        let file = store.write_compaction(write, &inputs, markers, &[], &mut ());
        store.commit_compaction(&inputs, Arc::new(file));
        self
    }

    /// Compacts all files of family `f`.
    pub(crate) fn major(&mut self) -> &mut Self {
        let count = self.store("f").files().len();
        self.compact(0..count)
    }

    /// Reads row `r`.
    pub(crate) fn get(&self, change: impl FnOnce(&mut Get)) -> String {
        let mut question = Get::new("r");
        change(&mut question);
        let (row, _) = get(REGION, &self.stores, &question, self.sequence_id, self.now, &mut ()).expect("a good Get");
        show(&row.cells)
    }

    /// Reads row `r`, the newest versions.
    pub(crate) fn newest(&self) -> String {
        self.get(|_| {})
    }

    /// Reads all versions of row `r`.
    pub(crate) fn all(&self) -> String {
        self.get(|get| get.versions = i32::MAX)
    }

    /// Reads everything that is there, markers too.
    pub(crate) fn raw(&self) -> String {
        let rows = self.scan(Scan { raw: true, versions: i32::MAX, ..Scan::default() });
        rows.iter().map(|row| show(&row.cells)).collect::<Vec<_>>().join("; ")
    }

    pub(crate) fn open(&self, scan: Scan) -> RegionScanner {
        RegionScanner::open(REGION, &self.stores, &Arc::new(scan), self.sequence_id, self.now, &mut ())
            .expect("a good scan")
    }

    /// All Results of a scan.
    pub(crate) fn scan(&self, scan: Scan) -> Vec<RowResult> {
        self.scan_with_metrics(scan).0
    }

    /// All Results of a scan, call after call, and what they cost. The scanner is cloned between calls, as a world is.
    pub(crate) fn scan_with_metrics(&self, scan: Scan) -> (Vec<RowResult>, Metrics) {
        let limits = Limits::of(&scan, usize::try_from(scan.limit).ok());
        let mut scanner = self.open(scan);
        let (mut results, mut metrics) = (Vec::new(), Metrics::default());
        loop {
            let before = scanner.clone();
            let batch = scanner.next_batch(&self.stores, limits, &mut ()).expect("a good scan");
            let mut again = before;
            assert_eq!(again.next_batch(&self.stores, limits, &mut ()).expect("a good scan"), batch);
            assert_eq!(again, scanner);
            let Batch { results: more, more_in_region, more_results, metrics: cost, .. } = batch;
            results.extend(more);
            metrics += cost;
            metrics.rpc_calls += 1;
            if !more_in_region || !more_results {
                return (results, metrics);
            }
        }
    }

    /// The rows of a scan, each with its cells.
    pub(crate) fn rows(&self, scan: Scan) -> Vec<String> {
        let show = |row: &RowResult| {
            format!("{}: {}", String::from_utf8_lossy(row.row().unwrap_or_default()), show(&row.cells))
        };
        self.scan(scan).iter().map(show).collect()
    }
}

/// Reads a cell in short notation.
pub(crate) fn parse(row: &str, family: &str, text: &str) -> Cell {
    let (text, value) = text.split_once('=').unwrap_or((text, ""));
    let (column, rest) = text.split_once('@').expect("a column and a time");
    let (time, kind) = rest.split_once(' ').unwrap_or((rest, "Put"));
    let kinds = [
        CellType::Put,
        CellType::Delete,
        CellType::DeleteFamilyVersion,
        CellType::DeleteColumn,
        CellType::DeleteFamily,
    ];
    let kind = kinds.into_iter().find(|known| known.name() == kind).expect("a type");
    let time = time.parse().expect("a time");
    Cell::new(row.as_bytes(), family.as_bytes(), column.as_bytes(), time, kind, value.as_bytes())
}

/// Cells in short notation.
pub(crate) fn show(cells: &[Cell]) -> String {
    let text = |cell: &Cell| {
        let column = format!("{}@{}", String::from_utf8_lossy(cell.qualifier()), cell.timestamp());
        match cell.cell_type() {
            CellType::Put if cell.value().is_empty() => column,
            CellType::Put => format!("{column}={}", String::from_utf8_lossy(cell.value())),
            marker => format!("{column} {}", marker.name()),
        }
    };
    cells.iter().map(text).collect::<Vec<_>>().join(", ")
}
