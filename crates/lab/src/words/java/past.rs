//! The calls of HBase 0.94, in which the articles are written, with what has another name since. They are compiled against
//! that client, and never run.

use super::code::{Code, text};
use crate::intent::{AdminIntent, Intent, LastRowMethod, Paging};
use crate::sim::program::Program;
use splitpoint_model::client::Request;
use splitpoint_model::filter::CompareOp;
use splitpoint_model::mutation::{CheckAndMutate, Condition, Delete, DeleteCell, MutateRows, Mutation, Put, Then};

/// What was renamed: in the order in which it is told, so that no line says a thing twice.
#[derive(Default)]
struct Past {
    code: Code,
    renamed: Vec<&'static str>,
}

const TABLE: &str = "new HTable(conf, name) is connection.getTable(name) since 1.0";
const ADD: &str = "Put.add is Put.addColumn since 1.0";
const DELETE: &str = "deleteColumn, deleteColumns and deleteFamily are addColumn, addColumns and addFamily since 1.0";
const CHECK: &str = "checkAndPut is checkAndMutate with a CheckAndMutate since 2.4";
const VERSIONS: &str = "setMaxVersions is readVersions since 2.0";
const RAW: &str = "raw() with KeyValue is rawCells() with Cell since 0.96";
const ONE: &str = "one row took setCaching(1) and a single next(); there is setLimit(1) since 2.0";
const AFTER: &str =
    "“after this row” was a start row with a zero byte more; there is withStartRow(row, false) since 2.0";
const RANGE: &str = "new Scan(start, stop) is withStartRow(start).withStopRow(stop) since 2.0";
const ENDPOINT: &str = "coprocessorProxy(MultiRowMutationProtocol.class, row) is MultiRowMutationService since 0.96";
const ADMIN: &str = "new HBaseAdmin(conf) is connection.getAdmin() since 1.0";
const DESCRIPTOR: &str = "HTableDescriptor and HColumnDescriptor are made by builders since 2.0";

/// The same as it was written then; empty where it is no operation of the articles.
pub(super) fn of(intent: &Intent) -> String {
    let mut past = Past::default();
    match intent {
        Intent::Prepend { table, check, cells, blind, highest } => {
            past.prepend(table, check, cells, *blind, *highest);
        }
        Intent::FirstRow { table, prefixes: 0, .. } => {
            past.open(table);
            past.one("new Scan()", "first");
            past.print("first");
        }
        Intent::LastRow { table, method } => past.last_row(table, method),
        Intent::Pages(pages) if pages.batch == 0 && !pages.reversed && pages.by == Paging::Cursor => {
            let Ok(Some(Program::Pages(reader))) = Program::of(intent) else { return String::new() };
            past.open(&pages.table);
            past.pages(reader.scan(), pages.size, pages.pages);
        }
        Intent::Admin(AdminIntent::Create { table, families, attributes, splits }) => {
            past.create(table, families, attributes, splits);
            return past.finish();
        }
        _ => {
            return match Program::of(intent) {
                Ok(Some(Program::Single(single))) => of_request(single.request()),
                _ => String::new(),
            };
        }
    }
    past.line("table.close();");
    past.finish()
}

/// The code for one request alone.
pub(super) fn of_request(request: &Request) -> String {
    let mut past = Past::default();
    if !past.request(request) {
        return String::new();
    }
    past.line("table.close();");
    past.finish()
}

impl Past {
    fn line(&mut self, text: impl AsRef<str>) {
        self.code.line(text);
    }

    fn renamed(&mut self, what: &'static str) {
        if !self.renamed.contains(&what) {
            self.renamed.push(what);
        }
    }

    fn open(&mut self, table: &str) {
        self.line(format!("HTable table = new HTable(HBaseConfiguration.create(), {});", text(table)));
        self.renamed(TABLE);
    }

    fn finish(self) -> String {
        let renamed: String = self.renamed.iter().map(|what| format!("// {what}\n")).collect();
        self.code.lines() + &renamed
    }

    /// Whether there was such a request.
    fn request(&mut self, request: &Request) -> bool {
        match request {
            Request::Put(table, put) => {
                self.open(table);
                self.put("put", put);
                self.line("table.put(put);");
            }
            Request::Delete(table, delete) => {
                self.open(table);
                self.delete("delete", delete);
                self.line("table.delete(delete);");
            }
            Request::CheckAndMutate(
                table,
                CheckAndMutate {
                    row,
                    condition: Condition::Column { family, qualifier, op: CompareOp::Equal, value, .. },
                    then: Then::Mutate(Mutation::Put(put)),
                },
            ) => {
                self.open(table);
                self.put("put", put);
                let (row, column) = (self.code.bytes(row), self.code.column(family, qualifier));
                let value = value.as_ref().map_or_else(|| "null".to_owned(), |value| self.code.bytes(value));
                self.line(format!("boolean done = table.checkAndPut({row}, {column}, {value}, put);"));
                self.renamed(CHECK);
            }
            Request::Get(table, get) => {
                self.open(table);
                let row = self.code.bytes(&get.row);
                self.line(format!("Get get = new Get({row});"));
                if get.versions != 1 {
                    self.line(format!("get.setMaxVersions({});", get.versions));
                    self.renamed(VERSIONS);
                }
                self.line("Result row = table.get(get);");
                self.code.open("for (KeyValue cell : row.raw())");
                self.line("System.out.println(cell + \" = \" + Bytes.toStringBinary(cell.getValue()));");
                self.code.close();
                self.renamed(RAW);
            }
            Request::Scan(table, scan) if scan.reversed => {
                self.open(table);
                self.line("// A scan could not go backwards before 0.98: the last row took one of the other ways.");
            }
            Request::MutateRows(table, rows) => {
                self.open(table);
                self.transaction(rows);
            }
            _ => return false,
        }
        true
    }

    fn put(&mut self, name: &str, put: &Put) {
        let row = self.code.bytes(&put.row);
        self.line(format!("Put {name} = new Put({row});"));
        for cell in &put.cells {
            let (column, value) = (self.code.column(&cell.family, &cell.qualifier), self.code.bytes(&cell.value));
            let time = cell.timestamp.map(|time| format!("{time}L, ")).unwrap_or_default();
            self.line(format!("{name}.add({column}, {time}{value});"));
        }
        self.renamed(ADD);
    }

    fn delete(&mut self, name: &str, delete: &Delete) {
        let row = self.code.bytes(&delete.row);
        self.line(format!("Delete {name} = new Delete({row});"));
        for cell in &delete.cells {
            let stamp = |time: &Option<i64>| time.map(|time| format!(", {time}L")).unwrap_or_default();
            let call = match cell {
                DeleteCell::Family { family, timestamp } => {
                    format!("deleteFamily({}{})", self.code.bytes(family), stamp(timestamp))
                }
                DeleteCell::Columns { family, qualifier, timestamp } => {
                    format!("deleteColumns({}{})", self.code.column(family, qualifier), stamp(timestamp))
                }
                DeleteCell::Column { family, qualifier, timestamp } => {
                    format!("deleteColumn({}{})", self.code.column(family, qualifier), stamp(timestamp))
                }
                DeleteCell::FamilyVersion { .. } => continue,
            };
            self.line(format!("{name}.{call};"));
            self.renamed(DELETE);
        }
    }

    fn transaction(&mut self, rows: &MutateRows) {
        self.line("List<Mutation> mutations = new ArrayList<Mutation>();");
        for (mutation, number) in rows.mutations.iter().zip(1..) {
            let name = match mutation {
                Mutation::Put(put) => {
                    self.put(&format!("put{number}"), put);
                    format!("put{number}")
                }
                Mutation::Delete(delete) => {
                    self.delete(&format!("delete{number}"), delete);
                    format!("delete{number}")
                }
                Mutation::Increment(_) | Mutation::Append(_) => continue,
            };
            self.line(format!("mutations.add({name});"));
        }
        if !rows.conditions.is_empty() {
            self.line("// It took no conditions.");
        }
        if let Some(first) = rows.mutations.first() {
            let row = self.code.bytes(rows.routing_row.as_ref().unwrap_or(first.row()));
            self.line(format!("byte[] row = {row};"));
            self.line("table.coprocessorProxy(MultiRowMutationProtocol.class, row).mutateRows(mutations);");
        }
        self.renamed(ENDPOINT);
    }

    /// Reads one row of a scan.
    fn one(&mut self, scan: &str, name: &str) {
        self.line(format!("Scan scan = {scan};"));
        self.line("scan.setCaching(1);");
        self.line("ResultScanner rows = table.getScanner(scan);");
        self.line(format!("Result {name} = rows.next();"));
        self.line("rows.close();");
        self.renamed(ONE);
    }

    fn print(&mut self, row: &str) {
        self.line(format!("System.out.println({row} == null ? \"no row\" : Bytes.toStringBinary({row}.getRow()));"));
    }

    fn last_row(&mut self, table: &str, method: &LastRowMethod) {
        self.open(table);
        match method {
            LastRowMethod::FullScan => {
                self.line("ResultScanner rows = table.getScanner(new Scan());");
                self.line("Result last = null;");
                self.code.open("for (Result row : rows)");
                self.line("last = row;");
                self.code.close();
                self.line("rows.close();");
                self.print("last");
            }
            LastRowMethod::ConstantKey(row) => {
                let row = self.code.bytes(row);
                self.line(format!("Result last = table.get(new Get({row}));"));
                self.line("System.out.println(last.isEmpty() ? \"no row\" : last.toString());");
            }
            LastRowMethod::Bisection(width) => {
                self.line("// The loop is the same. Each of its probes was:");
                self.line(format!("byte[] probe = new byte[{width}];"));
                self.one("new Scan(probe)", "met");
            }
            LastRowMethod::Reversed => {
                self.line("// A scan could not go backwards before 0.98: the last row took one of the other ways.");
            }
        }
    }

    fn prepend(
        &mut self,
        table: &str,
        check: &(String, Vec<u8>),
        cells: &[(String, Vec<u8>, Vec<u8>)],
        blind: bool,
        highest: i64,
    ) {
        self.open(table);
        self.one("new Scan()", "first");
        self.line(format!("long key = first == null ? {highest}L : Bytes.toLong(first.getRow()) - 1;"));
        if !blind {
            self.code.open("while (true)");
        }
        self.line("Put put = new Put(Bytes.toBytes(key));");
        let is_checked = |(family, qualifier): (&String, &Vec<u8>)| (family, qualifier) == (&check.0, &check.1);
        let unchecked = (!blind && !cells.iter().any(|cell| is_checked((&cell.0, &cell.1))))
            .then(|| (check.0.clone(), check.1.clone(), b"1".to_vec()));
        for (family, qualifier, value) in cells.iter().chain(&unchecked) {
            let (column, value) = (self.code.column(family.as_bytes(), qualifier), self.code.bytes(value));
            self.line(format!("put.add({column}, {value});"));
        }
        self.renamed(ADD);
        if blind {
            self.line("table.put(put);");
            return;
        }
        let column = self.code.column(check.0.as_bytes(), &check.1);
        self.code.open(format!("if (table.checkAndPut(put.getRow(), {column}, null, put))"));
        self.line("break;");
        self.code.close();
        self.line("key--;");
        self.code.close();
        self.renamed(CHECK);
    }

    fn pages(&mut self, scan: &splitpoint_model::query::Scan, size: u32, pages: u32) {
        let (start, stop) = (self.code.bytes(&scan.start), self.code.bytes(&scan.stop));
        self.line(format!("byte[] start = {start};"));
        self.code.open(format!("for (int page = 1; page <= {pages}; page++)"));
        self.line(format!("Scan scan = new Scan(start, {stop});"));
        self.line(format!("scan.setCaching({});", if scan.caching > 0 { scan.caching.unsigned_abs() } else { size }));
        if let Some(filter) = &scan.filter {
            let filter = super::read::filter(&mut self.code, filter);
            self.line(format!("scan.setFilter({filter});"));
        }
        self.line("ResultScanner rows = table.getScanner(scan);");
        self.code.open(format!("for (Result row : rows.next({size}))"));
        self.line("System.out.println(Bytes.toStringBinary(row.getRow()));");
        self.line("start = Bytes.add(row.getRow(), new byte[] {0});");
        self.code.close();
        self.line("rows.close();");
        self.code.close();
        self.renamed(RANGE);
        self.renamed(AFTER);
    }

    fn create(
        &mut self,
        table: &str,
        families: &[(String, Vec<(String, String)>)],
        attributes: &[(String, String)],
        splits: &[Vec<u8>],
    ) {
        self.line(format!("HTableDescriptor table = new HTableDescriptor({});", text(table)));
        for ((family, attributes), number) in families.iter().zip(1..) {
            let name = if families.len() == 1 { "family".to_owned() } else { format!("family{number}") };
            self.line(format!("HColumnDescriptor {name} = new HColumnDescriptor({});", text(family)));
            self.settings(&name, attributes);
            self.line(format!("table.addFamily({name});"));
        }
        self.settings("table", attributes);
        self.line("HBaseAdmin admin = new HBaseAdmin(HBaseConfiguration.create());");
        if splits.is_empty() {
            self.line("admin.createTable(table);");
        } else {
            let splits: Vec<String> = splits.iter().map(|split| self.code.bytes(split)).collect();
            self.line(format!("admin.createTable(table, new byte[][] {{{}}});", splits.join(", ")));
        }
        self.line("admin.close();");
        self.renamed(ADMIN);
        self.renamed(DESCRIPTOR);
    }

    fn settings(&mut self, name: &str, attributes: &[(String, String)]) {
        for (attribute, value) in attributes {
            self.line(format!("{name}.setValue({}, {});", text(attribute), text(value)));
        }
    }
}
