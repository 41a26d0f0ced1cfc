//! `describe`, and descriptors as text.
//!
//! Source: `TableDescriptorBuilder.toStringTableAttributes`, `ColumnFamilyDescriptorBuilder.toStringCustomizedValues`.

use super::argument::Bench;
use super::family::CONFIGURED;
use super::{Answer, Fail, Turn};
use crate::ruby::value::Value;
use splitpoint_model::cluster::catalog::{META, meta_descriptor};
use splitpoint_model::order;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

/// Attributes of a family that stand by themselves; all others are METADATA.
const PLAIN: &[&str] = &[
    "BLOCKCACHE",
    "BLOCKSIZE",
    "BLOOMFILTER",
    "COMPRESSION",
    "DATA_BLOCK_ENCODING",
    "ENCRYPTION",
    "ENCRYPTION_KEY",
    "INDEX_BLOCK_ENCODING",
    "IN_MEMORY",
    "IS_MOB",
    "KEEP_DELETED_CELLS",
    "MIN_VERSIONS",
    "MOB_THRESHOLD",
    "REPLICATION_SCOPE",
    "TTL",
    "VERSIONS",
];

/// Attributes of a table that stand by themselves.
const RESERVED: &[&str] =
    &["DURABILITY", "IS_META", "MAX_FILESIZE", "MEMSTORE_FLUSHSIZE", "PRIORITY", "READONLY", "REGION_REPLICATION"];

const TRACKER: &str = "hbase.store.file-tracker.impl";

/// The bucket of a key in a Java `HashMap` with so many buckets, which decides the order of print.
fn bucket(key: &str, buckets: u32) -> u32 {
    let hash = key
        .bytes()
        .fold(1_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(i32::from(byte.cast_signed()).cast_unsigned()));
    (hash ^ hash >> 16) & (buckets - 1)
}

/// `3600 SECONDS (1 HOUR)`.
fn duration(seconds: i32) -> String {
    if seconds == i32::MAX {
        return "FOREVER".to_owned();
    }
    if seconds < 60 {
        return format!("{seconds} SECONDS");
    }
    let mut parts = Vec::new();
    let mut rest = seconds;
    for (name, length) in [("DAY", 86_400), ("HOUR", 3_600), ("MINUTE", 60)] {
        let count = rest / length;
        rest %= length;
        if count > 0 {
            parts.push(format!("{count} {name}{}", if count == 1 { "" } else { "S" }));
        }
    }
    if rest > 0 {
        parts.push(format!("{rest} SECOND"));
    }
    format!("{seconds} SECONDS ({})", parts.join(" "))
}

/// `8192 B (8KB)`.
fn bytes(text: &str) -> String {
    let Ok(size) = text.parse::<u64>() else { return text.to_owned() };
    if size < 1024 {
        return format!("{size} B");
    }
    let mut parts = Vec::new();
    let mut rest = size;
    for (name, shift) in [("TB", 40), ("GB", 30), ("MB", 20), ("KB", 10), ("B", 0)] {
        let count = rest >> shift;
        rest -= count << shift;
        if count > 0 {
            parts.push(format!("{count}{name}"));
        }
    }
    format!("{size} B ({})", parts.join(" "))
}

/// A family, as `describe` shows it.
pub(super) fn family(family: &FamilyDescriptor) -> String {
    let configured: Vec<&str> =
        family.attributes.get(CONFIGURED).map(|names| names.split('\n').collect()).unwrap_or_default();
    let mut values: Vec<(&str, String)> = vec![
        ("BLOOMFILTER", family.bloom.name().to_owned()),
        ("REPLICATION_SCOPE", "0".to_owned()),
        ("VERSIONS", family.max_versions.to_string()),
        ("MIN_VERSIONS", family.min_versions.to_string()),
        ("COMPRESSION", "NONE".to_owned()),
        ("TTL", duration(family.ttl)),
        ("BLOCKSIZE", bytes(&family.block_size.to_string())),
        ("IN_MEMORY", "false".to_owned()),
        ("BLOCKCACHE", family.block_cache.to_string()),
        ("KEEP_DELETED_CELLS", family.keep_deleted_cells.name().to_owned()),
        ("DATA_BLOCK_ENCODING", "NONE".to_owned()),
        ("INDEX_BLOCK_ENCODING", "NONE".to_owned()),
    ];
    for (name, value) in &family.attributes {
        if name == CONFIGURED || configured.contains(&name.as_str()) {
            continue;
        }
        match values.iter_mut().find(|(other, _)| other == name) {
            Some(entry) => entry.1.clone_from(value),
            None => values.push((name, value.clone())),
        }
    }
    let buckets = if values.len() < 24 { 32 } else { 64 };
    order::sort_by(&mut values, |left, right| bucket(left.0, buckets).cmp(&bucket(right.0, buckets)));
    let mut text = format!("{{NAME => '{}'", family.name);
    for (name, value) in values.iter().filter(|(name, _)| PLAIN.contains(name)) {
        text += &format!(", {name} => '{value}'");
    }
    let metadata: Vec<String> = values
        .iter()
        .filter(|(name, _)| !PLAIN.contains(name))
        .map(|(name, value)| format!("'{name}' => '{value}'"))
        .collect();
    if !metadata.is_empty() {
        text += &format!(", METADATA => {{{}}}", metadata.join(", "));
    }
    let settings: Vec<String> =
        configured.iter().filter_map(|name| Some(format!("'{name}' => '{}'", family.attributes.get(*name)?))).collect();
    if !settings.is_empty() {
        text += &format!(", CONFIGURATION => {{{}}}", settings.join(", "));
    }
    text + "}"
}

/// `, {TABLE_ATTRIBUTES => {…}}`.
fn attributes(table: &TableDescriptor) -> String {
    let mut plain = Vec::new();
    let mut metadata = vec![(TRACKER, "DEFAULT")];
    for (name, value) in &table.attributes {
        if RESERVED.contains(&name.as_str()) || name.starts_with("coprocessor$") {
            let shown = if matches!(name.as_str(), "MAX_FILESIZE" | "MEMSTORE_FLUSHSIZE") {
                bytes(value)
            } else {
                value.clone()
            };
            plain.push(format!("{name} => '{shown}'"));
        } else {
            metadata.retain(|(other, _)| other != name);
            metadata.push((name, value));
        }
    }
    order::sort(&mut metadata);
    let metadata: Vec<String> = metadata.iter().map(|(name, value)| format!("'{name}' => '{value}'")).collect();
    plain.push(format!("METADATA => {{{}}}", metadata.join(", ")));
    format!(", {{TABLE_ATTRIBUTES => {{{}}}}}", plain.join(", "))
}

/// A whole table, as errors of a server name it.
pub(super) fn descriptor(table: &TableDescriptor) -> String {
    let families: Vec<String> = table.families.values().map(|f| family(f)).collect();
    format!("'{}'{}, {}", table.name, attributes(table), families.join(", "))
}

pub(super) fn describe(bench: &mut Bench<'_, '_>) -> Answer {
    let name = bench.table()?;
    let found = bench.io.cluster.table(&name).cloned();
    let enabled = !bench.is_out_of_service(&name);
    let table = match found {
        Some(table) => TableDescriptor::clone(&table),
        None if name == META => meta_descriptor(),
        None => return Err(Fail::new("ArgumentError", format!("Table {} does not exist.", bench.first_name()))),
    };
    let state = if enabled { "ENABLED" } else { "DISABLED" };
    let out = &mut *bench.io.out;
    out.header(&[&format!("Table {name} is {state}")]);
    out.note(&[&format!("{name}{}", attributes(&table))]);
    out.note(&["COLUMN FAMILIES DESCRIPTION"]);
    for f in table.families.values() {
        out.row(&[&family(f)]);
        out.line("");
    }
    out.footer(None);
    out.line("Quota is disabled");
    Ok(Turn::Done(Value::Nil))
}
