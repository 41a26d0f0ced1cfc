//! What the model says, in the form of the recordings.

use crate::difference;
use serde_json::{Value as Json, json};
use splitpoint_model::bytes::to_string_binary;
use splitpoint_model::cell::Cell;
use splitpoint_model::client::Response;
use splitpoint_model::error::Error;
use splitpoint_model::query::{Metrics, RowResult};

const HALF_A_DAY_MS: i64 = 12 * 60 * 60 * 1000;

/// The clock of the servers when an answer was given.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    /// Milliseconds.
    pub(crate) now: i64,
}

impl Times {
    /// A time of an answer: whatever lies within half a day of the clock is "now".
    pub(crate) fn tell(self, timestamp: i64) -> Json {
        match timestamp {
            i64::MAX => json!("max"),
            _ if timestamp.abs_diff(self.now) <= HALF_A_DAY_MS.unsigned_abs() => json!("now"),
            _ => json!(timestamp),
        }
    }
}

/// Bytes as text.
pub(crate) fn told(bytes: &[u8]) -> Json {
    json!(to_string_binary(bytes))
}

/// `[family, qualifier, ts, value]`, in a raw scan `[family, qualifier, ts, type, value]`.
fn cell(cell: &Cell, raw: bool, times: Times) -> Json {
    let mut parts = vec![told(cell.family()), told(cell.qualifier()), times.tell(cell.timestamp())];
    if raw {
        parts.push(json!(cell.cell_type().name()));
    }
    parts.push(told(cell.value()));
    Json::Array(parts)
}

fn cells(result: &RowResult, raw: bool, times: Times) -> Json {
    result.cells.iter().map(|stored| cell(stored, raw, times)).collect()
}

/// Results of a scan.
pub(crate) fn results(results: &[RowResult], raw: bool, times: Times) -> Json {
    let told = results.iter().map(|result| {
        let row = told(result.row().unwrap_or_default());
        let cells = cells(result, raw, times);
        if result.partial {
            json!({ "row": row, "cells": cells, "partial": true })
        } else {
            json!({ "row": row, "cells": cells })
        }
    });
    told.collect()
}

/// The metrics that depend on nothing but the data and the request: whoever recorded them knew where the regions were,
/// so a call that was repeated for a stale location does not count.
pub(crate) fn metrics(metrics: &Metrics) -> Json {
    json!({
        "RPC_CALLS": metrics.rpc_calls - metrics.rpc_retries,
        "REGIONS_SCANNED": metrics.regions_scanned,
        "ROWS_SCANNED": metrics.rows_scanned,
        "ROWS_FILTERED": metrics.rows_filtered,
        "BYTES_IN_RESULTS": metrics.bytes_in_results,
    })
}

/// The answer to a step. Where a write may have nothing to answer, there are no cells.
pub(crate) fn response(response: &Response, step: &Json, times: Times) -> Json {
    match response {
        Response::Done | Response::Scanner(_) => json!({}),
        Response::Row(result) if difference::verb(step) == "mutate" && result.cells.is_empty() => json!({}),
        Response::Row(result) => json!({ "cells": cells(result, false, times) }),
        Response::Checked { success, result } => match result.as_ref().filter(|result| !result.cells.is_empty()) {
            Some(result) => json!({ "success": success, "cells": cells(result, false, times) }),
            None => json!({ "success": success }),
        },
        Response::Processed(processed) => json!({ "processed": processed }),
        Response::Batch(answers) => {
            let told = answers.iter().enumerate().map(|(at, answer)| match answer {
                Ok(response) => self::response(response, &step["of"][at], times),
                Err(refused) => error(refused),
            });
            json!({ "answers": told.collect::<Vec<_>>() })
        }
        Response::Rows { results, .. } => json!({ "results": self::results(results, false, times) }),
    }
}

/// An error as an answer; its message informs and is not compared.
pub(crate) fn error(error: &Error) -> Json {
    json!({ "error": error.class(), "message": error.to_string() })
}
