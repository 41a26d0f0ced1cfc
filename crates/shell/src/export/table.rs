//! A table as commands: `create` with all that was set, then its cells.

use super::{java, quoted};
use crate::command::{CONFIGURED, constant};
use splitpoint_model::bytes::to_string_binary;
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::map::Map;
use splitpoint_model::order;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::fmt::Write;

fn family(family: &FamilyDescriptor) -> String {
    let (bloom, keep) = (family.bloom.name(), family.keep_deleted_cells.name());
    let mut text = format!(
        "{{NAME => {}, VERSIONS => {}, MIN_VERSIONS => {}, KEEP_DELETED_CELLS => '{keep}', BLOOMFILTER => '{bloom}', BLOCKSIZE \
         => {}, BLOCKCACHE => {}",
        quoted(&family.name),
        family.max_versions,
        family.min_versions,
        family.block_size,
        family.block_cache
    );
    if family.ttl != i32::MAX {
        let _ = write!(text, ", TTL => {}", family.ttl);
    }
    if family.new_version_behavior {
        text += ", NEW_VERSION_BEHAVIOR => true";
    }
    settings(&mut text, &family.attributes, &["NEW_VERSION_BEHAVIOR"]);
    text + "}"
}

/// Attributes that are commands' own words, those that are not, and those that replace settings of the cluster.
fn settings(text: &mut String, attributes: &Map<String, String>, but: &[&str]) {
    let configured: Vec<&str> = attributes.get(CONFIGURED).map(|names| names.split('\n').collect()).unwrap_or_default();
    let (mut metadata, mut configuration) = (Vec::new(), Vec::new());
    for (name, value) in attributes {
        if name == CONFIGURED || but.contains(&name.as_str()) {
            continue;
        }
        let value = quoted(value.as_bytes());
        let word = is_word(name);
        let pair = format!("{} => {value}", quoted(name.as_bytes()));
        if configured.contains(&name.as_str()) {
            configuration.push(pair);
        } else if word {
            let _ = write!(text, ", {name} => {value}");
        } else {
            metadata.push(pair);
        }
    }
    for (word, pairs) in [("METADATA", metadata), (CONFIGURED, configuration)] {
        if !pairs.is_empty() {
            let _ = write!(text, ", {word} => {{{}}}", pairs.join(", "));
        }
    }
}

/// Whether the shell has a constant for this attribute, such as `SPLIT_POLICY`; others are written into METADATA.
pub fn is_word(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_uppercase() || c == '_') && constant(name).is_some()
}

/// The command that makes a table with its regions; `splits` are the first rows of its regions but the first.
pub fn create(table: &TableDescriptor, splits: &[&[u8]]) -> String {
    let families: Vec<String> = table.families.values().map(|f| family(f)).collect();
    let mut text = format!("create {}, {}", quoted(table.name.as_bytes()), families.join(", "));
    settings(&mut text, &table.attributes, &[]);
    if !splits.is_empty() {
        // Of these HBase itself takes `\xNN` for the byte; a byte that is no text would not reach it.
        let keys: Vec<String> = splits.iter().map(|key| quoted(to_string_binary(key).as_bytes())).collect();
        let _ = write!(text, ", SPLITS => [{}]", keys.join(", "));
    }
    text.push('\n');
    text
}

/// A script that makes a table with its regions and all its cells: `splits` are the first rows of its regions but the
/// first, `cells` what a raw scan of all versions gives.
pub fn export(table: &TableDescriptor, splits: &[&[u8]], cells: &[Cell]) -> String {
    create(table, splits) + &write(table, cells)
}

/// The commands that write these cells again, each with its time.
pub(super) fn write(table: &TableDescriptor, cells: &[Cell]) -> String {
    let name = quoted(table.name.as_bytes());
    let ordered: Vec<&Cell> = if table.families.values().any(|family| family.new_version_behavior) {
        // With NEW_VERSION_BEHAVIOR a marker hides only what was written before it.
        let mut ordered: Vec<&Cell> = cells.iter().collect();
        order::sort_by(&mut ordered, |left, right| left.sequence_id().cmp(&right.sequence_id()));
        ordered
    } else {
        // A marker hides what is older by its time, whenever it was written.
        let (values, markers): (Vec<&Cell>, Vec<&Cell>) =
            cells.iter().partition(|cell| cell.cell_type() == CellType::Put);
        [values, markers].concat()
    };
    let mut script = String::new();
    for cell in ordered {
        script.push_str(&line(&name, cell));
        script.push('\n');
    }
    script
}

fn line(name: &str, cell: &Cell) -> String {
    let (row, time) = (quoted(cell.row()), cell.timestamp());
    let of_column = matches!(cell.cell_type(), CellType::Put | CellType::Delete | CellType::DeleteColumn);
    // Shells before 2.6.1 take a second colon for the beginning of a converter, and an empty row for none.
    if of_column && cell.qualifier().contains(&b':') || time < 0 {
        return java::cell(name, cell);
    }
    let column = quoted(&[cell.family(), b":", cell.qualifier()].concat());
    let of_family = quoted(cell.family());
    match cell.cell_type() {
        CellType::Put => {
            let ttl = cell.ttl().map(|ttl| format!(", {{TTL => {ttl}}}")).unwrap_or_default();
            format!("put {name}, {row}, {column}, {}, {time}{ttl}", quoted(cell.value()))
        }
        CellType::Delete => format!("delete {name}, {row}, {column}, {time}"),
        CellType::DeleteColumn => format!("deleteall {name}, {row}, {column}, {time}"),
        CellType::DeleteFamilyVersion => format!("delete {name}, {row}, {of_family}, {time}"),
        _ => format!("deleteall {name}, {row}, {of_family}, {time}"),
    }
}
