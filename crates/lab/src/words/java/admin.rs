//! What an administrator asks for. A region is found by a row in it, since its name is another in every cluster.

use super::code::{Code, text};
use crate::intent::AdminIntent;
use splitpoint_model::cluster::Cluster;

/// Opens the block of an administrator; `table` names the table whose regions are needed.
fn open(code: &mut Code, table: Option<&str>) {
    code.client("Admin");
    match table {
        Some(table) => {
            code.client("RegionLocator");
            let name = code.name(table);
            code.line("try (Admin admin = connection.getAdmin();");
            code.open(format!("    RegionLocator regions = connection.getRegionLocator({name}))"));
        }
        None => code.open("try (Admin admin = connection.getAdmin())"),
    }
}

/// The region of a row as a variable.
fn region(code: &mut Code, name: &str, row: &[u8]) {
    code.client("RegionInfo");
    let row = code.bytes(row);
    code.line(format!("RegionInfo {name} = regions.getRegionLocation({row}).getRegion();"));
}

/// The statements of an administrator's request.
pub(super) fn request(code: &mut Code, cluster: &Cluster, request: &AdminIntent) {
    match request {
        AdminIntent::Create { table, families, attributes, splits } => {
            open(code, None);
            create(code, table, families, attributes, splits);
        }
        AdminIntent::Alter { table, attributes } => {
            open(code, None);
            code.client("TableDescriptorBuilder");
            let name = code.name(table);
            code.line("TableDescriptorBuilder table =");
            code.line(format!("    TableDescriptorBuilder.newBuilder(admin.getDescriptor({name}));"));
            settings(code, "table", attributes, of_table);
            code.line("admin.modifyTable(table.build());");
        }
        AdminIntent::Drop(table) => {
            open(code, None);
            let name = code.name(table);
            code.line(format!("TableName name = {name};"));
            if cluster.is_enabled(table) {
                code.line("admin.disableTable(name);");
            }
            code.line("admin.deleteTable(name);");
        }
        AdminIntent::Flush(table, row) => whole(code, table, row.as_deref(), ["flush", "flushRegion"]),
        AdminIntent::Compact(table, row, false) => whole(code, table, row.as_deref(), ["compact", "compactRegion"]),
        AdminIntent::Compact(table, row, true) => {
            whole(code, table, row.as_deref(), ["majorCompact", "majorCompactRegion"]);
        }
        AdminIntent::Split { table, region: held, at } => {
            open(code, Some(table));
            region(code, "region", held.as_deref().or(at.as_deref()).unwrap_or_default());
            let at = at.as_ref().map(|at| format!(", {}", code.bytes(at))).unwrap_or_default();
            code.line(format!("admin.splitRegionAsync(region.getRegionName(){at}).get();"));
        }
        AdminIntent::Merge(table, first, second) => {
            open(code, Some(table));
            region(code, "first", first);
            region(code, "second", second);
            code.line("byte[][] both = {first.getEncodedNameAsBytes(), second.getEncodedNameAsBytes()};");
            code.line("admin.mergeRegionsAsync(both, false).get();");
        }
        AdminIntent::Move(table, row) => {
            open(code, Some(table));
            region(code, "region", row);
            code.line("admin.move(region.getEncodedNameAsBytes()); // HBase chooses the server");
        }
        AdminIntent::Balance => {
            open(code, None);
            code.line("admin.balance();");
        }
        AdminIntent::Crash(_) => {
            code.line("// The client has no call that kills a server.");
            return;
        }
    }
    code.close();
}

/// What is done with a table, or with the region of a row.
fn whole(code: &mut Code, table: &str, row: Option<&[u8]>, [of_table, of_region]: [&str; 2]) {
    match row {
        Some(row) => {
            open(code, Some(table));
            region(code, "region", row);
            code.line(format!("admin.{of_region}(region.getRegionName());"));
        }
        None => {
            open(code, None);
            let name = code.name(table);
            code.line(format!("admin.{of_table}({name});"));
        }
    }
}

type Pairs = [(String, String)];

fn create(
    code: &mut Code,
    table: &str,
    families: &[(String, Vec<(String, String)>)],
    attributes: &Pairs,
    splits: &[Vec<u8>],
) {
    code.client("ColumnFamilyDescriptorBuilder").client("TableDescriptorBuilder");
    let name = code.name(table);
    code.line(format!("TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder({name});"));
    for ((family, attributes), number) in families.iter().zip(1..) {
        let said = code.bytes(family.as_bytes());
        if attributes.is_empty() {
            code.line(format!("table.setColumnFamily(ColumnFamilyDescriptorBuilder.of({said}));"));
            continue;
        }
        let name = if families.len() == 1 { "family".to_owned() } else { format!("family{number}") };
        code.line(format!("ColumnFamilyDescriptorBuilder {name} ="));
        code.line(format!("    ColumnFamilyDescriptorBuilder.newBuilder({said});"));
        settings(code, &name, attributes, of_family);
        code.line(format!("table.setColumnFamily({name}.build());"));
    }
    settings(code, "table", attributes, of_table);
    if splits.is_empty() {
        code.line("admin.createTable(table.build());");
        return;
    }
    code.open("byte[][] splits =");
    for split in splits {
        let split = code.bytes(split);
        code.line(format!("{split},"));
    }
    code.end("};");
    code.line("admin.createTable(table.build(), splits);");
}

fn settings(code: &mut Code, name: &str, attributes: &Pairs, setter: fn(&mut Code, &str, &str) -> Option<String>) {
    for (attribute, value) in attributes {
        let call =
            setter(code, attribute, value).unwrap_or_else(|| format!("setValue({}, {})", text(attribute), text(value)));
        code.line(format!("{name}.{call};"));
    }
}

fn is_number(value: &str) -> bool {
    value.parse::<i32>().is_ok()
}

fn of_family(code: &mut Code, attribute: &str, value: &str) -> Option<String> {
    let is_flag = matches!(value, "true" | "false");
    Some(match attribute {
        "VERSIONS" if is_number(value) => format!("setMaxVersions({value})"),
        "MIN_VERSIONS" if is_number(value) => format!("setMinVersions({value})"),
        "TTL" if is_number(value) => format!("setTimeToLive({value})"),
        "BLOCKSIZE" if is_number(value) => format!("setBlocksize({value})"),
        "BLOCKCACHE" if is_flag => format!("setBlockCacheEnabled({value})"),
        "IN_MEMORY" if is_flag => format!("setInMemory({value})"),
        "BLOOMFILTER" if matches!(value, "NONE" | "ROW" | "ROWCOL") => {
            code.import("org.apache.hadoop.hbase.regionserver.BloomType");
            format!("setBloomFilterType(BloomType.{value})")
        }
        "KEEP_DELETED_CELLS" if matches!(value, "TRUE" | "FALSE" | "TTL") => {
            code.import("org.apache.hadoop.hbase.KeepDeletedCells");
            format!("setKeepDeletedCells(KeepDeletedCells.{value})")
        }
        _ => return None,
    })
}

fn of_table(code: &mut Code, attribute: &str, value: &str) -> Option<String> {
    let number = value.parse::<i64>();
    Some(match attribute {
        "MAX_FILESIZE" if number.is_ok() => format!("setMaxFileSize({value}L)"),
        "MEMSTORE_FLUSHSIZE" if number.is_ok() => format!("setMemStoreFlushSize({value}L)"),
        "SPLIT_POLICY" => format!("setRegionSplitPolicyClassName({})", text(value)),
        "DURABILITY" if matches!(value, "SKIP_WAL" | "ASYNC_WAL" | "SYNC_WAL" | "FSYNC_WAL" | "USE_DEFAULT") => {
            code.client("Durability");
            format!("setDurability(Durability.{value})")
        }
        _ => return None,
    })
}
