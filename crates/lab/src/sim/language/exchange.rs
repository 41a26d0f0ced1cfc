//! Tables and actions as text for a real HBase, and tables from what its shell printed. This is kept apart from the
//! language, so that a page can load it later.

use splitpoint_model::cluster::Cluster;
use splitpoint_shell::{Tsv, cells, export, paste, splits, tsv};

pub(crate) use splitpoint_shell::{actions, quoted, session};

/// Texts that stand only in what a shell prints of cells and regions, never in commands.
const MARKS: [&str; 3] = ["COLUMN+CELL", "START_KEY", "Total number of splits"];

/// Whether a shell printed the text.
pub(crate) fn is_printed(text: &str) -> bool {
    MARKS.iter().any(|mark| text.contains(mark))
}

/// What makes the table that the text shows as `scan`, `list_regions` or `get_splits` of a real shell printed it, under a
/// name that is free. `None` where no shell printed it; what is wrong, where one did.
pub(crate) fn pasted(text: &str, cluster: &Cluster) -> Option<Result<String, String>> {
    if !is_printed(text) {
        return None;
    }
    Some(match paste(text, "pasted") {
        Err(error) => Err(error.to_string()),
        Ok(mut pasted) => {
            let name = pasted.table.name.clone();
            let free = |name: &String| cluster.table(name).is_none();
            let names = std::iter::once(name.to_string()).chain((2..).map(|n| format!("{name}_{n}")));
            pasted.table.name = names.into_iter().find(free).unwrap_or_default().into();
            let splits: Vec<&[u8]> = pasted.splits.iter().map(Vec::as_slice).collect();
            Ok(export(&pasted.table, &splits, &pasted.cells))
        }
    })
}

/// A table as a file for HBase's ImportTsv, which is to be found under a name.
pub(crate) fn lines(cluster: &Cluster, table: &str, now: i64, file: &str) -> Option<Tsv> {
    let splits = splits(cluster, table);
    let splits: Vec<&[u8]> = splits.iter().map(Vec::as_slice).collect();
    tsv(cluster.table(table)?, &splits, &cells(cluster, table, now), file)
}
