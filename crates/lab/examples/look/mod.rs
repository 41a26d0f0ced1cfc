//! What can be seen of tables from outside, as `crates/xtask/hbase/shell/look.rb` finds it on a real HBase, in the same words.

use splitpoint_model::bytes::to_string_binary;
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::cluster::Cluster;
use splitpoint_model::schema::TableDescriptor;
use splitpoint_shell::cells;
use std::fmt::Write;

/// One table, with something in place of the time of each cell.
pub(crate) fn look_with(
    cluster: &Cluster,
    table: &TableDescriptor,
    now: i64,
    time: impl Fn(&Cell) -> String,
) -> String {
    let mut text = String::new();
    let said = |name: &str| table.attributes.get(name).map_or("none", String::as_str);
    let _ = writeln!(text, "table {}", table.name);
    let _ = writeln!(text, "policy {} size {}", said("SPLIT_POLICY"), said("MAX_FILESIZE"));
    for family in table.families.values() {
        let keep = family.keep_deleted_cells.name();
        let _ = writeln!(
            text,
            "family {} versions {}..{} ttl {} keep {keep} block {} new {}",
            to_string_binary(&family.name),
            family.min_versions,
            family.max_versions,
            family.ttl,
            family.block_size,
            family.new_version_behavior
        );
    }
    for region in cluster.regions(&table.name) {
        let _ = writeln!(text, "region {}", to_string_binary(region.start()));
    }
    for cell in cells(cluster, &table.name, now) {
        let kind = match cell.cell_type() {
            CellType::Put => "Put",
            CellType::Delete => "Delete",
            CellType::DeleteColumn => "DeleteColumn",
            CellType::DeleteFamilyVersion => "DeleteFamilyVersion",
            _ => "DeleteFamily",
        };
        let [row, family, qualifier, value] =
            [cell.row(), cell.family(), cell.qualifier(), cell.value()].map(to_string_binary);
        let _ = writeln!(text, "{row} {family}:{qualifier} {} {kind} {value}", time(&cell));
    }
    text
}
