//! The start for imported rows. Its table is split in advance by the keys of the rows, as one does before a bulk load.

use super::{Mapping, Target};
use crate::design::ATTRIBUTE;
use crate::intent::{Intent, Pages, Raw};
use crate::notation::Encoding;
use crate::scenario::{Forms, Load, Reference, Start, TableStart};
use splitpoint_model::bytes::RowKey;
use splitpoint_model::cluster::Config;
use splitpoint_model::mutation::Put;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::collections::BTreeSet;

/// Rows a region should have.
const ROWS: usize = 4000;
/// Regions at most.
const REGIONS: usize = 64;
/// Where the simulated clock begins if the file says nothing of time.
const BEGINNING: i64 = 1000;

/// What is known of rows that were read, kept row by row so that nothing long is left for the end.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) keys: BTreeSet<RowKey>,
    bytes: usize,
    newest: Option<i64>,
}

impl Sum {
    /// Takes a row. Whether no other one before had its key.
    pub(super) fn add(&mut self, put: &Put) -> bool {
        let is_new = self.keys.insert(put.row.clone());
        for cell in &put.cells {
            // About the bytes that a cell takes in a block of a store file.
            self.bytes += 30 + put.row.len() + cell.family.len() + cell.qualifier.len() + cell.value.len();
            self.newest = self.newest.max(cell.timestamp);
        }
        is_new
    }

    /// Keys that cut the rows into parts of about the same number.
    fn splits(&self) -> Vec<RowKey> {
        let regions = self.keys.len().div_ceil(ROWS).clamp(1, REGIONS);
        let mut splits = Vec::with_capacity(regions);
        for (at, key) in self.keys.iter().enumerate() {
            if splits.len() + 1 < regions && at == self.keys.len() * (splits.len() + 1) / regions {
                splits.push(key.clone());
            }
        }
        splits
    }
}

/// The start for these rows.
pub(super) fn table_of(name: &str, mapping: &Mapping, puts: Vec<Put>, sum: &Sum) -> Start {
    let splits = sum.splits();
    let Sum { bytes, newest, .. } = *sum;
    let regions = splits.len() + 1;
    let servers = u8::try_from(regions.clamp(1, 3)).unwrap_or(3);
    let families = mapping.families().into_iter().map(|family| {
        let mut family = FamilyDescriptor::new(family.as_str());
        family.block_size = if bytes / regions < 1 << 20 { 4096 } else { 65536 };
        family
    });
    // A region would be cut again when it has grown by half.
    let largest = (bytes / regions * 3 / 2).max(16 << 10);
    let descriptor = TableDescriptor::new(&mapping.table, families)
        .with("SPLIT_POLICY", "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy")
        .with("MAX_FILESIZE", &largest.to_string())
        .with("hbase.hregion.max.filesize.jitter", "0")
        .with("hbase.table.sanity.checks", "false");
    let descriptor = match &mapping.composed {
        // So that they go with it where it is exported.
        Some(composed) => descriptor.with(ATTRIBUTE, &composed.design.to_spec()),
        None => descriptor,
    };
    let at = newest.map_or(BEGINNING, |newest| newest.max(BEGINNING));
    let rows = puts.len();
    let first = sum.keys.first().cloned().unwrap_or_default();
    let about = match regions {
        1 => format!("{rows} rows of {name}, in one region."),
        _ => format!("{rows} rows of {name}, cut beforehand into {regions} regions of about as many rows."),
    };
    Start::loaded(
        Start {
            reference: Reference::Import(name.to_owned()),
            title: name.to_owned(),
            about,
            config: Config { servers, ..Config::default() },
            tables: vec![TableStart {
                name: mapping.table.clone(),
                key: mapping.key(),
                columns: columns(mapping),
                values: values(mapping),
                forms: forms(mapping, &first),
                voices: &[],
            }],
            clients: 2,
            now: at + 1,
            setup: [].into(),
        },
        Load { descriptor, splits, puts: puts.into(), at },
    )
}

fn columns(mapping: &Mapping) -> Vec<(String, Raw)> {
    let cell = |target: &Target| match target {
        Target::Cell { family, qualifier, .. } => Some((family.clone(), qualifier.clone())),
        _ => None,
    };
    mapping.columns.iter().filter_map(|column| cell(&column.target)).collect()
}

fn values(mapping: &Mapping) -> Vec<(String, Raw, Encoding)> {
    let value = |target: &Target| match target {
        Target::Cell { encoding: Encoding::Text, .. } => None,
        Target::Cell { family, qualifier, encoding } => Some((family.clone(), qualifier.clone(), encoding.clone())),
        _ => None,
    };
    mapping.columns.iter().filter_map(|column| value(&column.target)).collect()
}

fn forms(mapping: &Mapping, first: &RowKey) -> Forms {
    let table = || mapping.table.clone();
    let column = columns(mapping).into_iter().next();
    Forms {
        insert: column.map(|(family, qualifier)| Intent::Insert {
            table: table(),
            row: first.to_vec(),
            cells: vec![(family, qualifier, None, Raw::new())],
        }),
        get: Some(Intent::Get { table: table(), row: first.to_vec(), versions: 1 }),
        pages: Some(Intent::Pages(Pages::of(table()))),
        ..Forms::default()
    }
}
