//! A large table as a file for HBase's ImportTsv, with the command line that reads it.

use super::{quoted, table};
use splitpoint_model::bytes::to_string_binary;
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::order;
use splitpoint_model::schema::TableDescriptor;

/// Different columns beyond which a line would hold little but separators.
const MOST_COLUMNS: usize = 64;
/// What may stand between values, in the order in which it is tried.
const SEPARATORS: &[u8] = b"\t|;,^~\x01";

/// A table as a script, a file and a command; together they make all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tsv {
    /// For `hbase shell -n`: makes the table, and writes what no line can hold: markers, cells with a TTL of their own,
    /// values that are empty or hold ends of lines, columns whose names hold commas.
    pub script: String,
    /// One line for each row and time.
    pub file: Vec<u8>,
    /// For a terminal, after the script; reads the file under this name.
    pub command: String,
}

/// Writes a table for ImportTsv; `file` is the path at which it will find the lines. `splits` and `cells` as in
/// [`export`](super::export). `None` where the table has too many columns or uses every separator.
pub fn tsv(descriptor: &TableDescriptor, splits: &[&[u8]], cells: &[Cell], file: &str) -> Option<Tsv> {
    if descriptor.families.values().any(|family| family.new_version_behavior) {
        // With NEW_VERSION_BEHAVIOR it matters what was written first, which a file of lines does not keep.
        return None;
    }
    let fits = |cell: &Cell| {
        let ends = |bytes: &[u8]| bytes.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        let spoken = |bytes: &[u8]| bytes.iter().all(|byte| byte.is_ascii_graphic() && !b",\"'`$\\!:".contains(byte));
        cell.cell_type() == CellType::Put
            && !cell.value().is_empty()
            && !ends(cell.value())
            && !ends(cell.row())
            && cell.timestamp() > 0
            && cell.ttl().is_none()
            && spoken(cell.family())
            && spoken(cell.qualifier())
    };
    let (lines, rest): (Vec<&Cell>, Vec<&Cell>) = cells.iter().partition(|cell| fits(cell));
    let mut columns: Vec<Vec<u8>> = lines.iter().map(|cell| [cell.family(), b":", cell.qualifier()].concat()).collect();
    order::sort(&mut columns);
    columns.dedup();
    if columns.is_empty() || columns.len() > MOST_COLUMNS {
        return None;
    }
    let used = |separator: &&u8| lines.iter().any(|cell| [cell.row(), cell.value()].concat().contains(separator));
    let separator = *SEPARATORS.iter().find(|separator| !used(separator))?;
    // Those of one line stand one after the other, by their columns; of equal ones the last counts.
    let place = |column: Vec<u8>| columns.binary_search(&column).unwrap_or_default();
    let mut records: Vec<(&[u8], i64, usize, &[u8])> = lines
        .iter()
        .map(|cell| {
            (cell.row(), cell.timestamp(), place([cell.family(), b":", cell.qualifier()].concat()), cell.value())
        })
        .collect();
    order::sort_by(&mut records, |left, right| (left.0, left.1, left.2).cmp(&(right.0, right.1, right.2)));
    let mut text = Vec::new();
    for line in records.chunk_by(|left, right| (left.0, left.1) == (right.0, right.1)) {
        let (row, time, ..) = line[0];
        text.extend_from_slice(row);
        text.push(separator);
        text.extend_from_slice(time.to_string().as_bytes());
        for at in 0..columns.len() {
            text.push(separator);
            let value = line.iter().rev().find(|(.., place, _)| *place == at).map(|(.., value)| *value);
            text.extend_from_slice(value.unwrap_or_default());
        }
        text.push(b'\n');
    }
    let mut names = vec!["HBASE_ROW_KEY".to_owned(), "HBASE_TS_KEY".to_owned()];
    names.extend(columns.iter().map(|column| to_string_binary(column)));
    let between = match separator {
        b'\t' => String::new(),
        1 => " -Dimporttsv.separator=$'\\x01'".to_owned(),
        other => format!(" '-Dimporttsv.separator={}'", char::from(other)),
    };
    let command = format!(
        "hbase org.apache.hadoop.hbase.mapreduce.ImportTsv{between} -Dimporttsv.skip.empty.columns=true \\\n  \
         '-Dimporttsv.columns={}' \\\n  '{}' '{}'",
        names.join(","),
        descriptor.name,
        file.replace('\'', "'\\''")
    );
    let rest: Vec<Cell> = rest.into_iter().cloned().collect();
    let script = format!(
        "# Then, to load the lines of {} into {}:\n# {}\n{}{}exit\n",
        quoted(file.as_bytes()),
        quoted(descriptor.name.as_bytes()),
        command.replace('\n', "\n# "),
        table::create(descriptor, splits),
        table::write(descriptor, &rest)
    );
    Some(Tsv { script, file: text, command })
}
