//! Tables as scripts for the shell of a real HBase.
//!
//! Every time is written, so that versions and deletes come out the same, and every text stands in double quotes, so
//! that bytes survive.

use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::schema::{BloomType, FamilyDescriptor, KeepDeletedCells, TableDescriptor};
use std::fmt::Write;

/// A text in double quotes, every byte outside printable ASCII as `\xHH`.
pub fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'#' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            0x20..=0x7e => text.push(char::from(byte)),
            _ => {
                let _ = write!(text, "\\x{byte:02X}");
            }
        }
    }
    text + "\""
}

fn family(family: &FamilyDescriptor) -> String {
    let bloom = match family.bloom {
        BloomType::None => "NONE",
        BloomType::Row => "ROW",
        BloomType::RowCol => "ROWCOL",
    };
    let keep = match family.keep_deleted_cells {
        KeepDeletedCells::False => "FALSE",
        KeepDeletedCells::True => "TRUE",
        KeepDeletedCells::Ttl => "TTL",
    };
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
    let settings: Vec<String> = family
        .attributes
        .iter()
        .filter(|(name, _)| name.contains('.'))
        .map(|(name, value)| format!("{} => {}", quoted(name.as_bytes()), quoted(value.as_bytes())))
        .collect();
    if !settings.is_empty() {
        let _ = write!(text, ", CONFIGURATION => {{{}}}", settings.join(", "));
    }
    text + "}"
}

/// A script that makes a table with its regions and all its cells: `splits` are the first rows of its regions but the
/// first, `cells` what a raw scan of all versions gives.
pub fn export(table: &TableDescriptor, splits: &[&[u8]], cells: &[Cell]) -> String {
    let name = quoted(table.name.as_bytes());
    let families: Vec<String> = table.families.values().map(|f| family(f)).collect();
    let mut script = format!("create {name}, {}", families.join(", "));
    let mut metadata = Vec::new();
    for (key, value) in &table.attributes {
        let plain = key.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        let (key, value) = (key.as_str(), quoted(value.as_bytes()));
        if plain && crate::command::constant(key).is_some() {
            let _ = write!(script, ", {key} => {value}");
        } else {
            metadata.push(format!("{} => {value}", quoted(key.as_bytes())));
        }
    }
    if !metadata.is_empty() {
        let _ = write!(script, ", METADATA => {{{}}}", metadata.join(", "));
    }
    if !splits.is_empty() {
        let keys: Vec<String> = splits.iter().map(|key| quoted(key)).collect();
        let _ = write!(script, ", SPLITS => [{}]", keys.join(", "));
    }
    script.push('\n');
    // Values first: a marker hides what is older by its time, whenever it was written.
    let (values, markers): (Vec<&Cell>, Vec<&Cell>) = cells.iter().partition(|cell| cell.cell_type() == CellType::Put);
    for cell in values.into_iter().chain(markers) {
        let (row, time) = (quoted(cell.row()), cell.timestamp());
        let column = quoted(&[cell.family(), b":", cell.qualifier()].concat());
        let of_family = quoted(cell.family());
        let line = match cell.cell_type() {
            CellType::Put => {
                let ttl = if cell.ttl() == 0 { String::new() } else { format!(", {{TTL => {}}}", cell.ttl()) };
                format!("put {name}, {row}, {column}, {}, {time}{ttl}", quoted(cell.value()))
            }
            CellType::Delete => format!("delete {name}, {row}, {column}, {time}"),
            CellType::DeleteColumn => format!("deleteall {name}, {row}, {column}, {time}"),
            CellType::DeleteFamilyVersion => format!("delete {name}, {row}, {of_family}, {time}"),
            _ => format!("deleteall {name}, {row}, {of_family}, {time}"),
        };
        script.push_str(&line);
        script.push('\n');
    }
    script
}
