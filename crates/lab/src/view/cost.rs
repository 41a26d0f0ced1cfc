//! The counters of an operation, under HBase's names.

use serde::Serialize;
use splitpoint_model::query::Metrics;

/// Counters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CostView {
    /// What was asked for, such as `A · pages of comments by cursor`; empty before the first.
    pub title: String,
    /// In a fixed order.
    pub counters: Vec<CounterView>,
}

/// One counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CounterView {
    /// HBase's name, or ours where HBase has none.
    pub name: &'static str,
    /// What it counts, in a few plain words; its name where that is ours.
    pub words: &'static str,
    /// Where the counter comes from, where HBase 2.6.3 does not have it: `of a later HBase`, `our own count`; else
    /// empty.
    pub origin: &'static str,
    /// What it counts, in a sentence.
    pub about: &'static str,
    /// Its value for all that was asked for at once, so far: by a form, a command, a loop, or a script.
    pub value: u64,
    /// How much of that is of the step at the cursor.
    pub delta: u64,
}

/// A counter: its name and what it counts in plain words, which HBase has it, what it counts in a sentence, and how it is
/// read.
type Counter = ([&'static str; 2], &'static str, &'static str, fn(&Metrics) -> u64);

/// Which HBase has a counter: the one that is modelled, a later one, or none.
const HERE: &str = "";
const LATER: &str = "of a later HBase";
const OURS: &str = "our own count";

/// Every counter, in the order in which they are shown.
const COUNTERS: [Counter; 16] = [
    (["RPC_CALLS", "calls to servers"], HERE, "Calls that asked a server for something.", |metrics| metrics.rpc_calls),
    (["RPC_RETRIES", "calls sent again"], HERE, "Calls that were sent again after an error.", |metrics| {
        metrics.rpc_retries
    }),
    (
        ["NOT_SERVING_REGION_EXCEPTION", "wrong server asked"],
        HERE,
        "Answers of a server that it does not have the region, so the client had to look again.",
        |metrics| metrics.not_serving_region,
    ),
    (
        ["REGIONS_SCANNED", "scanners opened"],
        HERE,
        "Times a scanner was opened on a region: each read opens its own, so many reads of one region count as many.",
        |metrics| metrics.regions_scanned,
    ),
    (["ROWS_SCANNED", "rows read"], HERE, "Rows that servers read to their end, returned or not.", |metrics| {
        metrics.rows_scanned
    }),
    (["ROWS_FILTERED", "rows left out"], HERE, "Rows that were read and not returned.", |metrics| {
        metrics.rows_filtered
    }),
    (
        ["rows returned"; 2],
        OURS,
        "Rows in the answers of servers, also those that a page by offset throws away.",
        |metrics| metrics.rows_returned,
    ),
    (
        ["cells examined"; 2],
        OURS,
        "Cells that reads looked at, returned or not. What a write looks at first is not counted.",
        |metrics| metrics.cells_examined,
    ),
    (["cells returned"; 2], OURS, "Cells that are in the answers.", |metrics| metrics.cells_returned),
    (["BYTES_IN_RESULTS", "bytes returned"], HERE, "Bytes of the cells that reached the client.", |metrics| {
        metrics.bytes_in_results
    }),
    (["blocks read"; 2], OURS, "Blocks of files that were looked at, from disk or from the block cache.", |metrics| {
        metrics.blocks_scanned
    }),
    (["BLOCK_BYTES_SCANNED", "bytes of blocks read"], HERE, "Bytes of these blocks.", |metrics| {
        metrics.block_bytes_scanned
    }),
    (["BLOCK_READ_OPS_COUNT", "blocks from disk"], LATER, "Blocks that were read from disk.", |metrics| {
        metrics.block_read_ops
    }),
    (["BYTES_READ_FROM_FS", "bytes from disk"], LATER, "Bytes of blocks that were read from disk.", |metrics| {
        metrics.bytes_read_from_fs
    }),
    (
        ["BYTES_READ_FROM_BLOCK_CACHE", "bytes from the block cache"],
        LATER,
        "Bytes of blocks that the server had in its block cache.",
        |metrics| metrics.bytes_read_from_block_cache,
    ),
    (
        ["BYTES_READ_FROM_MEMSTORE", "bytes from memstores"],
        LATER,
        "Bytes of cells that were read from memstores.",
        |metrics| metrics.bytes_read_from_memstore,
    ),
];

/// The counters of what was asked for, and how much each grew since `before`. Neither number is above that of `most`:
/// what a call has read that fails afterwards does not count.
pub(crate) fn counters(cost: &Metrics, before: &Metrics, most: &Metrics) -> Vec<CounterView> {
    let counter = |([name, words], origin, about, read): &Counter| {
        let (value, before) = (read(cost).min(read(most)), read(before).min(read(most)));
        CounterView { name, words, origin, about, value, delta: value.saturating_sub(before) }
    };
    COUNTERS.iter().map(counter).collect()
}

#[cfg(test)]
mod tests {
    use crate::view::tests::{request, session};

    #[test]
    fn counters_begin_with_plain_words() {
        for counter in &session("comments").view(&request("comments")).cost.counters {
            assert!(
                counter.words.chars().all(|letter| letter.is_ascii_lowercase() || letter == ' '),
                "{}",
                counter.words
            );
            assert_eq!(counter.words == counter.name, counter.origin == "our own count", "{}", counter.name);
        }
    }
}
