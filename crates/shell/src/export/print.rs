//! Rows that came back, as `scan` and `get` print them.

use crate::output::Output;
use crate::ruby::method::time;
use splitpoint_model::bytes::to_string_binary;
use splitpoint_model::cell::{Cell, CellType};

/// What is printed of rows, each with its cells, in a terminal of so many columns (0: in a pipe): as by `get` of one row,
/// which names no row, or as by `scan`. `left_out` rows after the first ones are counted and not printed.
pub fn printed<'a>(rows: impl IntoIterator<Item = &'a [Cell]>, left_out: u64, is_get: bool, width: usize) -> String {
    let mut out = Output::new(width);
    out.header(if is_get { &["COLUMN", "CELL"] } else { &["ROW", "COLUMN+CELL"] });
    let mut count = left_out;
    for cells in rows {
        count += 1;
        for cell in cells {
            let column = format!("{}:{}", to_string_binary(cell.family()), to_string_binary(cell.qualifier()));
            let when = time::local(cell.timestamp());
            let text = match cell.cell_type() {
                CellType::Put => format!("timestamp={when}, value={}", to_string_binary(cell.value())),
                kind => format!("timestamp={when}, type={}", kind.name()),
            };
            if is_get {
                out.row(&[&column, &text]);
            } else {
                out.row(&[&to_string_binary(cell.row()), &format!("column={column}, {text}")]);
            }
        }
    }
    out.footer(usize::try_from(count).ok());
    out.take()
}
