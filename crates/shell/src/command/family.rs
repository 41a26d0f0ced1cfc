//! Column families and table attributes out of hashes.
//!
//! Source: `admin.rb`, `cfd` and `update_tdb_from_arg`.

use super::Fail;
use super::argument::Bench;
use super::tool::no_boolean;
use crate::ruby::value::Value;
use splitpoint_model::map::Map;
use splitpoint_model::schema::{BloomType, FamilyDescriptor, KeepDeletedCells, TableDescriptor};

/// Under which attribute a family or table keeps the names of those that came as `CONFIGURATION`.
pub(crate) const CONFIGURED: &str = "CONFIGURATION";

/// Attributes of a family that are kept as they are.
const KEPT: &[&str] = &[
    "CACHE_DATA_ON_WRITE",
    "CACHE_INDEX_ON_WRITE",
    "CACHE_BLOOMS_ON_WRITE",
    "EVICT_BLOCKS_ON_CLOSE",
    "PREFETCH_BLOCKS_ON_OPEN",
    "IN_MEMORY",
    "IS_MOB",
];

/// Attributes of a table that are no METADATA.
pub(super) const TABLE_ATTRIBUTES: &[&str] = &[
    "OWNER",
    "MAX_FILESIZE",
    "READONLY",
    "COMPACTION_ENABLED",
    "SPLIT_ENABLED",
    "MERGE_ENABLED",
    "MEMSTORE_FLUSHSIZE",
    "NORMALIZATION_ENABLED",
    "NORMALIZER_TARGET_REGION_COUNT",
    "NORMALIZER_TARGET_REGION_SIZE",
    "NORMALIZER_TARGET_REGION_SIZE_MB",
    "DURABILITY",
    "PRIORITY",
    "SPLIT_POLICY",
    "FLUSH_POLICY",
    "REGION_MEMSTORE_REPLICATION",
    "REGION_REPLICATION",
    "ERASURE_CODE_POLICY",
];

fn boolean(text: &str) -> String {
    text.eq_ignore_ascii_case("true").to_string()
}

fn number(text: &str) -> Result<i64, Fail> {
    if text.is_empty() {
        return Err(Fail::new("Java::JavaLang::NumberFormatException", "Cannot parse null string"));
    }
    text.parse::<i32>()
        .map(i64::from)
        .map_err(|_| Fail::new("Java::JavaLang::NumberFormatException", format!("For input string: \"{text}\"")))
}

/// Seconds of `1 DAY 2 HOURS`; 0 where there are none to be read.
fn seconds(text: &str) -> i64 {
    if text.trim().eq_ignore_ascii_case("forever") {
        return i64::from(i32::MAX);
    }
    if let Ok(seconds) = text.trim().parse() {
        return seconds;
    }
    let words: Vec<String> = text.split_whitespace().map(str::to_uppercase).collect();
    let mut sum = 0_i64;
    let mut words = words.iter();
    while let Some(count) = words.next() {
        let (Ok(count), Some(unit)) = (count.parse::<i64>(), words.next()) else { return 0 };
        let unit = match unit.trim_end_matches('S') {
            "DAY" => 86_400,
            "HOUR" => 3_600,
            "MINUTE" => 60,
            "SECOND" => 1,
            _ => return 0,
        };
        sum = sum.saturating_add(count.saturating_mul(unit));
    }
    sum
}

/// Takes a family out of a text or a hash, over what it was before.
pub(super) fn family(
    bench: &mut Bench<'_, '_>,
    arg: &Value,
    known: Option<&FamilyDescriptor>,
) -> Result<FamilyDescriptor, Fail> {
    if let Value::Str(_) = arg {
        let name = bench.to_s(arg);
        check_name(&name)?;
        return Ok(known.cloned().unwrap_or_else(|| FamilyDescriptor::new(name)));
    }
    let name = bench.heap.take(arg, "NAME").unwrap_or(Value::Nil);
    if !name.truthy() {
        return Err(format!("Column family {} must have a name", bench.inspect(arg)).into());
    }
    let name = bench.java_bytes(&name)?;
    check_name(&name)?;
    let mut family = known.cloned().unwrap_or_else(|| FamilyDescriptor::new(name.clone()));
    for key in KEPT.iter().chain(&["BLOCKCACHE", "NEW_VERSION_BEHAVIOR"]) {
        if let Some(value @ (Value::Int(_) | Value::Float(_))) = bench.heap.entry(arg, key) {
            return Err(no_boolean(&value));
        }
    }
    let mut take = |key: &str| bench.heap.take(arg, key).map(|value| (bench_text(bench.heap, &value), value));
    if let Some((text, _)) = take("BLOCKCACHE") {
        family.block_cache = boolean(&text) == "true";
    }
    for key in KEPT {
        if let Some((text, _)) = take(key) {
            family.attributes.insert((*key).to_owned(), boolean(&text));
        }
    }
    for key in ["REPLICATION_SCOPE", "MOB_THRESHOLD", "DFS_REPLICATION"] {
        if let Some((text, _)) = take(key) {
            family.attributes.insert(key.to_owned(), number(&text)?.to_string());
        }
    }
    if let Some((text, _)) = take("TTL").filter(|(_, value)| *value != Value::Nil) {
        family.ttl = seconds(&text).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    }
    for (key, path) in [
        ("DATA_BLOCK_ENCODING", "io.encoding.DataBlockEncoding"),
        ("INDEX_BLOCK_ENCODING", "io.encoding.IndexBlockEncoding"),
    ] {
        if let Some((text, _)) = take(key) {
            let known: &[&str] = match key {
                "INDEX_BLOCK_ENCODING" => &["NONE", "PREFIX_TREE"],
                _ => &["NONE", "PREFIX", "DIFF", "FAST_DIFF", "ROW_INDEX_V1"],
            };
            if !known.contains(&text.as_str()) {
                return Err(format!("No enum constant org.apache.hadoop.hbase.{path}.{text}").into());
            }
            family.attributes.insert(key.to_owned(), text);
        }
    }
    if let Some((text, _)) = take("BLOCKSIZE") {
        family.block_size = usize::try_from(number(&text)?).unwrap_or(0);
    }
    if let Some((text, _)) = take("VERSIONS") {
        family.set_max_versions(number(&text)? as i32).map_err(|refused| refused.to_string())?;
    }
    if let Some((text, _)) = take("MIN_VERSIONS") {
        family.min_versions = number(&text)? as i32;
    }
    if let Some((text, _)) = take("KEEP_DELETED_CELLS") {
        family.keep_deleted_cells = match text.to_uppercase().as_str() {
            "TRUE" => KeepDeletedCells::True,
            "FALSE" => KeepDeletedCells::False,
            "TTL" => KeepDeletedCells::Ttl,
            other => return Err(format!("No enum constant org.apache.hadoop.hbase.KeepDeletedCells.{other}").into()),
        };
    }
    if let Some((text, _)) = take("IN_MEMORY_COMPACTION") {
        if !["NONE", "BASIC", "EAGER", "ADAPTIVE"].contains(&text.as_str()) {
            return Err(format!("No enum constant org.apache.hadoop.hbase.MemoryCompactionPolicy.{text}").into());
        }
        family.attributes.insert("IN_MEMORY_COMPACTION".to_owned(), text);
    }
    if let Some((text, _)) = take("BLOOMFILTER") {
        let text = text.to_uppercase();
        family.attributes.remove("BLOOMFILTER");
        family.bloom = match text.as_str() {
            "NONE" => BloomType::None,
            "ROW" => BloomType::Row,
            "ROWCOL" => BloomType::RowCol,
            "ROWPREFIX_FIXED_LENGTH" => {
                family.attributes.insert("BLOOMFILTER".to_owned(), text);
                BloomType::Row
            }
            other => {
                return Err(format!(
                    "BloomFilter type {other} is not supported. Use one of ROWPREFIX_FIXED_LENGTH EnumDesc ROWCOL ROW NONE"
                )
                .into());
            }
        };
    }
    for key in ["COMPRESSION", "COMPRESSION_COMPACT", "COMPRESSION_COMPACT_MAJOR", "COMPRESSION_COMPACT_MINOR"] {
        if let Some((text, _)) = take(key) {
            let text = text.to_uppercase();
            if !["LZO", "LZMA", "GZ", "ZSTD", "LZ4", "BROTLI", "NONE", "SNAPPY", "BZIP2"].contains(&text.as_str()) {
                return Err(format!(
                    "Compression {text} is not supported. Use one of LZO LZMA GZ ZSTD EnumDesc LZ4 BROTLI NONE SNAPPY BZIP2"
                )
                .into());
            }
            family.attributes.insert(key.to_owned(), text);
        }
    }
    if let Some((text, _)) = take("NEW_VERSION_BEHAVIOR") {
        family.new_version_behavior = boolean(&text) == "true";
        family.attributes.insert("NEW_VERSION_BEHAVIOR".to_owned(), boolean(&text));
    }
    for key in ["STORAGE_POLICY", "MOB_COMPACT_PARTITION_POLICY"] {
        if let Some((text, _)) = take(key) {
            family.attributes.insert(key.to_owned(), text.to_uppercase());
        }
    }
    for key in ["ENCRYPTION", "ENCRYPTION_KEY"] {
        if let Some((text, _)) = take(key) {
            family.attributes.insert(key.to_owned(), text);
        }
    }
    for (key, configured) in [("METADATA", false), ("CONFIGURATION", true)] {
        let Some(value) = bench.heap.take(arg, key) else { continue };
        for (name, value) in settings(bench, key, &value)? {
            set(&mut family.attributes, &name, &value, configured);
        }
    }
    let name = String::from_utf8_lossy(&name).into_owned();
    for key in left(bench, arg) {
        bench.io.out.line(&format!("Unknown argument ignored for column family {name}: {key}"));
    }
    Ok(family)
}

/// The text of a value; of a number what Java makes of it.
fn bench_text(heap: &crate::ruby::value::Heap, value: &Value) -> String {
    if let Value::Float(number) = value {
        return (number.0 as i64).to_string();
    }
    String::from_utf8_lossy(&crate::ruby::method::inspect::to_s(heap, value)).into_owned()
}

/// The keys of a hash that were not understood as attributes.
pub(super) fn left(bench: &Bench<'_, '_>, arg: &Value) -> Vec<String> {
    bench.heap.pairs(arg).into_iter().flatten().map(|(key, _)| bench.string(key)).collect()
}

/// The entries of a hash of settings.
pub(super) fn settings(bench: &Bench<'_, '_>, key: &str, value: &Value) -> Result<Vec<(String, String)>, Fail> {
    let Some(pairs) = bench.heap.pairs(value) else { return Err(format!("{key} must be a Hash type").into()) };
    Ok(pairs.iter().map(|(name, value)| (bench.string(name), bench.string(value))).collect())
}

/// Sets or, with an empty value, removes a setting.
fn set(attributes: &mut Map<String, String>, name: &str, value: &str, configured: bool) {
    let mut names: Vec<String> =
        attributes.get(CONFIGURED).map(|names| names.split('\n').map(str::to_owned).collect()).unwrap_or_default();
    names.retain(|other| other != name);
    if value.is_empty() {
        attributes.remove(name);
    } else {
        attributes.insert(name.to_owned(), value.to_owned());
        if configured {
            names.push(name.to_owned());
        }
    }
    if names.is_empty() {
        attributes.remove(CONFIGURED);
    } else {
        attributes.insert(CONFIGURED.to_owned(), names.join("\n"));
    }
}

/// Source: `ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName`.
fn check_name(name: &[u8]) -> Result<(), Fail> {
    let text = String::from_utf8_lossy(name).into_owned();
    let Some(&first) = name.first() else { return Err("Column Family name can not be empty".into()) };
    if first == b'.' {
        return Err(format!("Column Family names cannot start with a period: {text}").into());
    }
    let bad = |byte: &u8| *byte < 0x20 || *byte == 0x7f || matches!(byte, b':' | b'\\' | b'/');
    match name.iter().find(|byte| bad(byte)) {
        Some(byte) => Err(format!(
            "Illegal character <{byte}>. Column Family names cannot contain control characters or colons: {text}"
        )
        .into()),
        None => Ok(()),
    }
}

/// What a server checks of a table beyond what the model does.
///
/// Source: `TableDescriptorChecker`.
pub(super) fn check(table: &TableDescriptor) -> Result<(), Fail> {
    let refused = |text: String| {
        let rest =
            "Set hbase.table.sanity.checks to false at conf or table descriptor if you want to bypass sanity checks";
        Err(Fail::new("RuntimeError", format!("org.apache.hadoop.hbase.DoNotRetryIOException: {text} {rest}")))
    };
    for family in table.families.values() {
        if let Some(scope) =
            family.attributes.get("REPLICATION_SCOPE").filter(|scope| !["0", "1"].contains(&scope.as_str()))
        {
            return refused(format!(
                "Replication scope for column family {} is {scope} which is invalid.",
                family.name
            ));
        }
    }
    let copies = table.attributes.get("REGION_REPLICATION").and_then(|copies| copies.parse::<i64>().ok());
    if copies.is_some_and(|copies| copies < 1) {
        return refused("Table region replication should be at least one.".to_owned());
    }
    Ok(())
}

/// Takes the attributes of a table out of a hash.
pub(super) fn table_attributes(bench: &mut Bench<'_, '_>, arg: &Value) -> Result<Vec<(String, Option<String>)>, Fail> {
    let mut attributes = Vec::new();
    for key in TABLE_ATTRIBUTES {
        let Some(value) = bench.heap.take(arg, key) else { continue };
        let mut text = bench.string(&value);
        match *key {
            "READONLY"
            | "COMPACTION_ENABLED"
            | "SPLIT_ENABLED"
            | "MERGE_ENABLED"
            | "NORMALIZATION_ENABLED"
            | "REGION_MEMSTORE_REPLICATION" => text = boolean(&text),
            "REGION_REPLICATION" | "PRIORITY" | "NORMALIZER_TARGET_REGION_COUNT" => text = number(&text)?.to_string(),
            "MAX_FILESIZE" | "MEMSTORE_FLUSHSIZE" => {
                let bytes = size(&text).ok_or_else(|| {
                    Fail::new("Java::JavaLang::NumberFormatException", format!("For input string: \"{text}\""))
                })?;
                text = bytes.to_string();
            }
            "DURABILITY"
                if !["USE_DEFAULT", "SKIP_WAL", "ASYNC_WAL", "SYNC_WAL", "FSYNC_WAL"].contains(&text.as_str()) =>
            {
                return Err(format!("No enum constant org.apache.hadoop.hbase.client.Durability.{text}").into());
            }
            _ => {}
        }
        attributes.push(((*key).to_owned(), Some(text)));
    }
    for key in ["METADATA", "CONFIGURATION"] {
        let Some(value) = bench.heap.take(arg, key) else { continue };
        for (name, value) in settings(bench, key, &value)? {
            attributes.push((name, (!value.is_empty()).then_some(value)));
        }
    }
    Ok(attributes)
}

/// Bytes of a number or of `1 GB 2 MB`.
fn size(text: &str) -> Option<i64> {
    if let Ok(bytes) = text.trim().parse() {
        return Some(bytes);
    }
    let mut sum = 0_i64;
    let mut words = text.split_whitespace();
    while let Some(count) = words.next() {
        let shift = match words.next()?.to_uppercase().as_str() {
            "TB" => 40,
            "GB" => 30,
            "MB" => 20,
            "KB" => 10,
            "B" | "BYTES" => 0,
            _ => return None,
        };
        sum = sum.checked_add(count.parse::<i64>().ok()?.checked_mul(1 << shift)?)?;
    }
    Some(sum)
}
