//! Reads: of a row, of ranges, of the first and the last row, and of pages.

use super::code::Code;
use crate::intent::Intent;
use crate::intent::{LastRowMethod, Pages, Paging, Prefix};
use crate::sim::program::Program;
use splitpoint_model::bytes::from_string_binary;
use splitpoint_model::filter::AnyFilter;
use splitpoint_model::query::{Columns, Get, Scan, TimeRange};

/// A filter, as HBase's own parser makes it of its language.
pub(super) fn filter(code: &mut Code, filter: &AnyFilter) -> String {
    code.import("org.apache.hadoop.hbase.filter.ParseFilter");
    let said = code.bytes(&from_string_binary(&filter.to_string()));
    // Text goes in as it is.
    let said = match said.strip_prefix("Bytes.toBytes(\"").and_then(|text| text.strip_suffix(')')) {
        Some(text) => format!("\"{text}"),
        None => said,
    };
    format!("new ParseFilter().parseFilterString({said})")
}

fn columns(code: &mut Code, name: &str, columns: &Columns) {
    for (family, qualifier) in columns {
        match qualifier {
            Some(qualifier) => {
                let column = code.column(family, qualifier);
                code.line(format!("{name}.addColumn({column});"));
            }
            None => {
                let family = code.bytes(family);
                code.line(format!("{name}.addFamily({family});"));
            }
        }
    }
}

fn versions(code: &mut Code, name: &str, versions: i32) {
    match versions {
        1 => {}
        i32::MAX => code.line(format!("{name}.readAllVersions();")),
        _ => code.line(format!("{name}.readVersions({versions});")),
    }
}

fn range(code: &mut Code, name: &str, range: TimeRange) {
    if range != TimeRange::ALL {
        code.line(format!("{name}.setTimeRange({}L, {}L);", range.min, range.max));
    }
}

fn filtered(code: &mut Code, name: &str, said: Option<&AnyFilter>) {
    if let Some(said) = said {
        let said = filter(code, said);
        code.line(format!("{name}.setFilter({said});"));
    }
}

/// A get as a variable.
pub(super) fn get(code: &mut Code, name: &str, get: &Get) {
    code.client("Get");
    let row = code.bytes(&get.row);
    code.line(format!("Get {name} = new Get({row});"));
    columns(code, name, &get.columns);
    versions(code, name, get.versions);
    range(code, name, get.time_range);
    filtered(code, name, get.filter.as_ref());
}

/// Prints what is in a row.
pub(super) fn cells(code: &mut Code, row: &str) {
    code.import("org.apache.hadoop.hbase.Cell")
        .import("org.apache.hadoop.hbase.CellUtil")
        .import("org.apache.hadoop.hbase.util.Bytes");
    code.open(format!("for (Cell cell : {row}.rawCells())"));
    code.line("System.out.println(cell + \" = \" + Bytes.toStringBinary(CellUtil.cloneValue(cell)));");
    code.close();
}

/// A scan as a variable.
pub(super) fn scan(code: &mut Code, name: &str, scan: &Scan) {
    code.client("Scan");
    code.line(format!("Scan {name} = new Scan();"));
    let ends = [
        ("withStartRow", &scan.start, scan.start_inclusive, true),
        ("withStopRow", &scan.stop, scan.stop_inclusive, false),
    ];
    for (call, row, inclusive, usual) in ends {
        if !row.is_empty() {
            let row = code.bytes(row);
            let how = if inclusive == usual { String::new() } else { format!(", {inclusive}") };
            code.line(format!("{name}.{call}({row}{how});"));
        }
    }
    if scan.reversed {
        code.line(format!("{name}.setReversed(true);"));
    }
    columns(code, name, &scan.columns);
    for (call, number) in [("setLimit", scan.limit), ("setCaching", scan.caching), ("setBatch", scan.batch)] {
        if number > 0 {
            code.line(format!("{name}.{call}({number});"));
        }
    }
    versions(code, name, scan.versions);
    range(code, name, scan.time_range);
    for (call, set) in [("setRaw", scan.raw), ("setAllowPartialResults", scan.allow_partial)] {
        if set {
            code.line(format!("{name}.{call}(true);"));
        }
    }
    if !scan.cache_blocks {
        code.line(format!("{name}.setCacheBlocks(false);"));
    }
    filtered(code, name, scan.filter.as_ref());
}

/// Reads one row of a scan that is there.
fn one(code: &mut Code, scan: &str, name: &str) {
    code.client("Result").client("ResultScanner");
    code.line(format!("Result {name};"));
    code.open(format!("try (ResultScanner rows = table.getScanner({scan}))"));
    code.line(format!("{name} = rows.next();"));
    code.close();
}

/// Prints a key, where there is one.
fn found(code: &mut Code, row: &str) {
    code.import("org.apache.hadoop.hbase.util.Bytes");
    code.line(format!("System.out.println({row} == null ? \"no row\" : Bytes.toStringBinary({row}));"));
}

/// The first row: without its prefix, where keys are spread over prefixes.
pub(super) fn first_row(code: &mut Code, table: &str, prefixes: u8, prefix: Prefix) {
    code.client("Scan");
    code.table(table);
    if prefixes == 0 {
        one(code, "new Scan().setLimit(1)", "first");
        code.line("byte[] key = first == null ? null : first.getRow();");
        found(code, "key");
        code.close();
        return;
    }
    code.import("org.apache.hadoop.hbase.util.Bytes");
    code.line("byte[] first = null;");
    code.open(format!("for (int bucket = 0; bucket < {prefixes}; bucket++)"));
    code.line(match prefix {
        Prefix::Byte => "byte[] start = {(byte) bucket};",
        Prefix::Digits => "byte[] start = Bytes.toBytes(String.format(\"%02d-\", bucket));",
    });
    code.line("byte[] stop = start.clone();");
    code.line("stop[stop.length - 1]++;");
    one(code, "new Scan().withStartRow(start).withStopRow(stop).setLimit(1)", "row");
    code.open("if (row != null)");
    code.line("byte[] key = Bytes.tail(row.getRow(), row.getRow().length - start.length);");
    code.open("if (first == null || Bytes.compareTo(key, first) < 0)");
    code.line("first = key;");
    for _ in 0..3 {
        code.close();
    }
    found(code, "first");
    code.close();
}

/// The last row.
pub(super) fn last_row(code: &mut Code, table: &str, method: &LastRowMethod) {
    match method {
        LastRowMethod::ConstantKey(_) => {}
        LastRowMethod::Reversed => {
            code.client("Scan");
            code.table(table);
            one(code, "new Scan().setReversed(true).setLimit(1)", "last");
            code.line("byte[] key = last == null ? null : last.getRow();");
            found(code, "key");
            code.close();
        }
        LastRowMethod::FullScan => {
            code.client("Result").client("ResultScanner").client("Scan");
            code.table(table);
            code.line("byte[] last = null;");
            code.open("try (ResultScanner rows = table.getScanner(new Scan()))");
            code.open("for (Result row : rows)");
            code.line("last = row.getRow();");
            code.close();
            code.close();
            found(code, "last");
            code.close();
        }
        LastRowMethod::Bisection(width) => bisection(code, table, *width),
    }
}

fn bisection(code: &mut Code, table: &str, width: u8) {
    code.client("Scan")
        .import("java.math.BigInteger")
        .import("java.util.Arrays")
        .import("org.apache.hadoop.hbase.util.Bytes");
    code.table(table);
    code.line(format!("int width = {width}; // bytes of a key"));
    code.line("byte[] last = null;");
    code.line("byte[] probe = new byte[0];");
    code.line("BigInteger low = BigInteger.ZERO; // there is a row from here on");
    code.line("BigInteger high = BigInteger.ONE.shiftLeft(8 * width); // there is none from here on");
    code.open("while (true)");
    one(code, "new Scan().withStartRow(probe).setLimit(1)", "met");
    code.open("if (met != null)");
    code.line("last = met.getRow();");
    code.line("low = new BigInteger(1, Arrays.copyOf(last, width));");
    code.turn("else if (last == null)");
    code.line("break; // the table is empty");
    code.turn("else");
    code.line("high = new BigInteger(1, probe);");
    code.close();
    code.line("BigInteger middle = low.add(high).shiftRight(1);");
    code.open("if (middle.equals(low))");
    code.line("break;");
    code.close();
    code.line("probe = Bytes.tail(Bytes.padHead(middle.toByteArray(), width), width);");
    code.close();
    code.open("if (last != null)");
    code.line("// Longer keys would come after the last one of this width.");
    one(code, "new Scan().withStartRow(last, false).setLimit(1)", "longer");
    code.open("if (longer != null)");
    code.line(format!("throw new IllegalStateException(\"Keys are longer than {width} bytes\");"));
    code.close();
    code.close();
    found(code, "last");
    code.close();
}

/// Rows page by page.
pub(super) fn pages(code: &mut Code, pages: &Pages) {
    let Ok(Some(Program::Pages(reader))) = Program::of(&Intent::Pages(pages.clone())) else { return };
    let whole = reader.scan();
    code.client("Result").client("ResultScanner").client("Scan");
    code.table(&pages.table);
    match (whole.batch > 0, pages.by) {
        (false, by) => rows(code, pages, whole, by),
        (true, Paging::Cursor) => {
            scan(code, "scan", whole);
            code.open("try (ResultScanner pieces = table.getScanner(scan))");
            code.open(format!("for (int page = 1; page <= {}; page++)", pages.pages));
            piece(code, pages.size);
            code.close();
            code.close();
        }
        (true, Paging::Offset) => {
            code.open(format!("for (int page = 1; page <= {}; page++)", pages.pages));
            scan(code, "scan", whole);
            code.open("try (ResultScanner pieces = table.getScanner(scan))");
            code.line(format!("pieces.next((page - 1) * {}); // thrown away", pages.size));
            piece(code, pages.size);
            code.close();
            code.close();
        }
    }
    code.close();
}

/// A page of pieces of rows.
fn piece(code: &mut Code, size: u32) {
    code.line(format!("Result[] read = pieces.next({size});"));
    code.open("for (Result piece : read)");
    code.import("org.apache.hadoop.hbase.util.Bytes");
    code.line("System.out.println(Bytes.toStringBinary(piece.getRow()) + \", cells: \" + piece.size());");
    code.close();
    code.open(format!("if (read.length < {size})"));
    code.line("break;");
    code.close();
}

/// Pages of whole rows.
fn rows(code: &mut Code, pages: &Pages, whole: &Scan, by: Paging) {
    let size = pages.size;
    if by == Paging::Cursor {
        code.line("byte[] cursor = null;");
    }
    code.open(format!("for (int page = 1; page <= {}; page++)", pages.pages));
    scan(code, "scan", whole);
    match by {
        Paging::Cursor => {
            code.line(format!("scan.setLimit({size});"));
            code.open("if (cursor != null)");
            code.line("scan.withStartRow(cursor, false); // after the last row of the page before");
            code.close();
        }
        Paging::Offset => code.line(format!("scan.setLimit(page * {size}); // all pages before are read again")),
    }
    code.line("int read = 0;");
    code.open("try (ResultScanner rows = table.getScanner(scan))");
    code.open("for (Result row : rows)");
    match by {
        Paging::Cursor => {
            code.line("read++;");
            code.line("cursor = row.getRow();");
            code.print("cursor");
        }
        Paging::Offset => {
            code.open(format!("if (read++ >= (page - 1) * {size})"));
            code.print("row.getRow()");
            code.close();
        }
    }
    code.close();
    code.close();
    let full = if by == Paging::Cursor { size.to_string() } else { format!("page * {size}") };
    code.open(format!("if (read < {full})"));
    code.line("break;");
    code.close();
    code.close();
}
