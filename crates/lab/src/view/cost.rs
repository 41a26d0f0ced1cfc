//! What an operation costs, under HBase's names.

use crate::view::CounterView;
use splitpoint_model::query::Metrics;

/// A counter: its name, what it counts, and where it is found.
type Counter = (&'static str, &'static str, fn(&Metrics) -> u64);

/// Every counter, in the order in which they are shown.
const COUNTERS: [Counter; 15] = [
    ("RPC_CALLS", "Calls that asked a server for something.", |metrics| metrics.rpc_calls),
    ("RPC_RETRIES", "Calls that were sent again after an error.", |metrics| metrics.rpc_retries),
    (
        "NOT_SERVING_REGION_EXCEPTION",
        "Answers of a server that it does not have the region, so the client had to look again.",
        |metrics| metrics.not_serving_region,
    ),
    (
        "REGIONS_SCANNED",
        "Times a scanner was opened on a region: each read opens its own, so many reads of one region count as many.",
        |metrics| metrics.regions_scanned,
    ),
    ("ROWS_SCANNED", "Rows that servers read to their end, returned or not.", |metrics| metrics.rows_scanned),
    ("ROWS_FILTERED", "Rows that were read and not returned.", |metrics| metrics.rows_filtered),
    ("rows returned", "Rows that reached the client. HBase has no counter for them.", |metrics| metrics.rows_returned),
    ("cells examined", "Cells that scanners looked at, returned or not. HBase has no counter for them.", |metrics| {
        metrics.cells_examined
    }),
    ("cells returned", "Cells that reached the client. HBase has no counter for them.", |metrics| {
        metrics.cells_returned
    }),
    ("BYTES_IN_RESULTS", "Bytes of the cells that reached the client.", |metrics| metrics.bytes_in_results),
    ("BLOCK_READ_OPS_COUNT", "Blocks that were read from files.", |metrics| metrics.block_read_ops),
    ("BLOCK_BYTES_SCANNED", "Bytes of the blocks that were read.", |metrics| metrics.block_bytes_scanned),
    ("BYTES_READ_FROM_FS", "Bytes of blocks that were read from disk.", |metrics| metrics.bytes_read_from_fs),
    ("BYTES_READ_FROM_BLOCK_CACHE", "Bytes of blocks that were in memory already.", |metrics| {
        metrics.bytes_read_from_block_cache
    }),
    ("BYTES_READ_FROM_MEMSTORE", "Bytes of cells that were read from memstores.", |metrics| {
        metrics.bytes_read_from_memstore
    }),
];

/// Counters of an operation, and how much of that came since `before`.
pub(crate) fn counters(cost: &Metrics, before: &Metrics) -> Vec<CounterView> {
    let counter = |(name, about, read): &Counter| CounterView {
        name,
        about,
        value: read(cost),
        delta: read(cost).saturating_sub(read(before)),
    };
    COUNTERS.iter().map(counter).collect()
}
