//! A REST gateway for a test, written from what real ones do: it takes calls apart and asks a model of its own.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use splitpoint_lab::cluster::Name;
use splitpoint_lab::comparison::{Call, Method};
use splitpoint_model::client::{Request, Response};
use splitpoint_model::cluster::Admin;
use splitpoint_model::filter::Filter;
use splitpoint_model::mutation::{CheckAndMutate, Condition, Delete, DeleteCell, Mutation, Put, Then};
use splitpoint_model::query::{Get, RowResult, Scan, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, KeepDeletedCells, TableDescriptor};
use splitpoint_shell::{Demand, Local, Reply};
use std::collections::{BTreeMap, VecDeque};

/// Cells of a scanner's answer: few, so that rows are parted.
const CELLS: usize = 2;

pub(crate) struct Gateway {
    local: Local,
    pub(crate) asked: Vec<String>,
    pub(crate) scanners: BTreeMap<String, VecDeque<(Vec<u8>, Value)>>,
    opened: u32,
    /// Answers this call with this status.
    pub(crate) fails: Option<(String, u16)>,
    /// Says that a delete of this path is done, and does nothing.
    pub(crate) loses: Option<String>,
    /// Writes times that are given one millisecond too late.
    pub(crate) shifts: bool,
    /// Tells an exception within another one.
    pub(crate) nests: bool,
}

type Answer = (u16, String, Option<String>);

fn text(value: &Value) -> Vec<u8> {
    STANDARD.decode(value.as_str().expect("a text")).expect("base64")
}

fn percent(part: &str) -> Vec<u8> {
    let bytes = part.as_bytes();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if bytes[at] == b'%' {
            out.push(u8::from_str_radix(&part[at + 1..at + 3], 16).expect("two digits"));
            at += 3;
        } else {
            assert!(!b"+/ ".contains(&bytes[at]), "{part}");
            out.push(bytes[at]);
            at += 1;
        }
    }
    assert!(std::str::from_utf8(&out).is_ok(), "a path is text: {part}");
    out
}

fn parsed(column: &[u8]) -> (Vec<u8>, Option<Vec<u8>>) {
    match column.iter().position(|byte| *byte == b':') {
        Some(at) => (column[..at].to_vec(), Some(column[at + 1..].to_vec())),
        None => (column.to_vec(), None),
    }
}

impl Gateway {
    pub(crate) fn new(now: i64) -> Self {
        Self {
            local: Local::new(now),
            asked: Vec::new(),
            scanners: BTreeMap::new(),
            opened: 0,
            fails: None,
            loses: None,
            shifts: false,
            nests: false,
        }
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        assert_eq!(self.local.answer(&Demand::Sleep(ms)), Some(Reply::Slept));
    }

    /// Makes a table that somebody else has.
    pub(crate) fn make(&mut self, table: &str) {
        let descriptor = TableDescriptor::new(table, [FamilyDescriptor::new("f")]);
        assert_eq!(self.admin(Admin::CreateTable { descriptor, splits: Vec::new() }).0, 200);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.local.cluster.tables().next().is_none()
    }

    fn admin(&mut self, admin: Admin) -> Answer {
        match self.local.answer(&Demand::Admin(admin)) {
            Some(Reply::Admin(Ok(_))) => (200, String::new(), None),
            Some(Reply::Admin(Err(error))) => {
                (503, format!("Unavailable\norg.apache.hadoop.hbase.{}", error.class()), None)
            }
            other => panic!("{other:?}"),
        }
    }

    fn ask(&mut self, request: Request) -> Result<Response, Answer> {
        match self.local.answer(&Demand::Request(request)) {
            Some(Reply::Response(Ok(response), _)) => Ok(response),
            Some(Reply::Response(Err(error), _)) => {
                let outer = "org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException: Failed 1 action: ";
                let outer = if self.nests { outer } else { "" };
                let text = format!("Not found\n{outer}org.apache.hadoop.hbase.regionserver.{}: {error}", error.class());
                Err((404, text, None))
            }
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn answer(&mut self, call: &Call) -> Answer {
        let line = format!("{} {}", call.method.word(), call.path);
        self.asked.push(line.clone());
        if let Some((_, status)) = self.fails.clone().filter(|(known, _)| *known == line) {
            return (status, String::new(), None);
        }
        if call.method == Method::Delete && self.loses.as_ref() == Some(&call.path) {
            return (200, String::new(), None);
        }
        let (path, query) = call.path.split_once('?').unwrap_or((&call.path, ""));
        let pairs: Vec<(String, Vec<u8>)> = query
            .split('&')
            .filter_map(|pair| pair.split_once('='))
            .map(|(name, value)| (name.to_owned(), percent(value)))
            .collect();
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let table = parts[0];
        let answer = match (call.method, &parts[1..]) {
            (Method::Get, ["exists"]) => {
                Ok((if self.local.cluster.table(table).is_some() { 200 } else { 404 }, String::new(), None))
            }
            (Method::Put, ["schema"]) => Ok(self.create(table, &call.body)),
            (Method::Delete, ["schema"]) => {
                assert_eq!(self.admin(Admin::DisableTable { table: table.into() }).0, 200);
                Ok(self.admin(Admin::DropTable { table: table.into() }))
            }
            (Method::Get, ["regions"]) => Ok(self.regions(table)),
            (Method::Put, ["scanner"]) => self.open(table, &call.body),
            (Method::Get, ["scanner", id]) => Ok(self.next(id)),
            (Method::Delete, ["scanner", id]) => {
                Ok((if self.scanners.remove(*id).is_some() { 200 } else { 404 }, String::new(), None))
            }
            (Method::Get, ["*"]) => self.query(table, &pairs),
            (Method::Get, [row]) => self.get(table, row, "", &pairs),
            (Method::Get, [row, columns]) => self.get(table, row, columns, &pairs),
            (Method::Put, ["row"]) => self.write(table, &call.body, &pairs),
            (Method::Delete, [row, rest @ ..]) => self.delete(table, row, rest),
            _ => panic!("no gateway knows {line}"),
        };
        answer.unwrap_or_else(|answer| answer)
    }

    fn create(&mut self, table: &str, body: &str) -> Answer {
        assert!(self.local.cluster.table(table).is_none(), "a gateway would change it");
        let body: Value = serde_json::from_str(body).expect("JSON");
        let families = body["ColumnSchema"].as_array().expect("families").iter().map(|told| {
            let mut family = FamilyDescriptor::new(told["name"].as_str().expect("a name"));
            if let Some(versions) = told["VERSIONS"].as_str() {
                family.max_versions = versions.parse().expect("a number");
            }
            if told["KEEP_DELETED_CELLS"] == "TRUE" {
                family.keep_deleted_cells = KeepDeletedCells::True;
            }
            family
        });
        let descriptor = TableDescriptor::new(table, families);
        let (status, body, _) = self.admin(Admin::CreateTable { descriptor, splits: Vec::new() });
        (if status == 200 { 201 } else { status }, body, Some(format!("/{table}/schema")))
    }

    fn regions(&self, table: &str) -> Answer {
        let regions = self.local.cluster.regions(table).map(|region| {
            let name = String::from_utf8(Name::made(table, region.start(), 7).bytes()).expect("text");
            json!({ "id": 7, "name": name, "startKey": STANDARD.encode(&**region.start()), "location": "localhost:1" })
        });
        (200, json!({ "name": table, "Region": regions.collect::<Vec<_>>() }).to_string(), None)
    }

    fn open(&mut self, table: &str, body: &str) -> Result<Answer, Answer> {
        let body: Value = serde_json::from_str(body).expect("JSON");
        let key = |name: &str| if body[name].is_null() { Vec::new() } else { text(&body[name]) };
        let mut scan = Scan { start: key("startRow").into(), stop: key("endRow").into(), ..Scan::default() };
        scan.versions = i32::try_from(body["maxVersions"].as_i64().expect("versions")).expect("a number");
        if let (Some(min), Some(max)) = (body["startTime"].as_i64(), body["endTime"].as_i64()) {
            scan.time_range = TimeRange { min, max };
        }
        for column in body["column"].as_array().into_iter().flatten() {
            let (family, qualifier) = parsed(&text(column));
            scan.columns.push((family.into(), qualifier.map(Into::into)));
        }
        let Response::Rows { results, .. } = self.ask(Request::Scan(table.into(), scan))? else { panic!("rows") };
        self.opened += 1;
        let id = format!("1795{}", self.opened);
        let cells = results.iter().flat_map(|row| row.cells.iter().map(|cell| (cell.row().to_vec(), told(cell))));
        self.scanners.insert(id.clone(), cells.collect());
        Ok((201, String::new(), Some(format!("http://gateway:8080/{table}/scanner/{id}"))))
    }

    fn next(&mut self, id: &str) -> Answer {
        let Some(cells) = self.scanners.get_mut(id) else { return (404, "Not found".to_owned(), None) };
        let mut rows: Vec<(Vec<u8>, Vec<Value>)> = Vec::new();
        for (row, cell) in (0..CELLS).map_while(|_| cells.pop_front()) {
            match rows.last_mut().filter(|(last, _)| *last == row) {
                Some((_, cells)) => cells.push(cell),
                None => rows.push((row, vec![cell])),
            }
        }
        if rows.is_empty() {
            return (204, String::new(), None);
        }
        let rows = rows.into_iter().map(|(row, cells)| json!({ "key": STANDARD.encode(row), "Cell": cells }));
        (200, json!({ "Row": rows.collect::<Vec<_>>() }).to_string(), None)
    }

    fn query(&mut self, table: &str, pairs: &[(String, Vec<u8>)]) -> Result<Answer, Answer> {
        let mut scan = Scan::default();
        for (name, value) in pairs {
            let number = || std::str::from_utf8(value).expect("text").parse::<i64>().expect("a number");
            match name.as_str() {
                "startrow" => scan.start = value.as_slice().into(),
                "endrow" => scan.stop = value.as_slice().into(),
                "limit" => scan.limit = number() as i32,
                "maxversions" => scan.versions = number() as i32,
                "starttime" => scan.time_range.min = number(),
                "endtime" => scan.time_range.max = number(),
                "reversed" => scan.reversed = value == b"true",
                "filter" => scan.filter = Some(Filter::parse(value).expect("a filter").into()),
                "column" => {
                    let (family, qualifier) = parsed(value);
                    scan.columns.push((family.into(), qualifier.map(Into::into)));
                }
                _ => panic!("{name}"),
            }
        }
        let Response::Rows { results, .. } = self.ask(Request::Scan(table.into(), scan))? else { panic!("rows") };
        Ok((200, listed(&results), None))
    }

    fn get(&mut self, table: &str, row: &str, columns: &str, pairs: &[(String, Vec<u8>)]) -> Result<Answer, Answer> {
        let mut get = Get::new(percent(row));
        for column in columns.split(',').filter(|column| !column.is_empty()) {
            let (family, qualifier) = parsed(&percent(column));
            get.columns.push((family.into(), qualifier.map(Into::into)));
        }
        for (name, value) in pairs {
            assert_eq!(name, "v");
            get.versions = std::str::from_utf8(value).expect("text").parse().expect("a number");
        }
        match self.ask(Request::Get(table.into(), get)) {
            Ok(Response::Row(row)) if !row.cells.is_empty() => Ok((200, listed(&[row]), None)),
            _ => Ok((404, "Not found\n".to_owned(), None)),
        }
    }

    fn write(&mut self, table: &str, body: &str, pairs: &[(String, Vec<u8>)]) -> Result<Answer, Answer> {
        let body: Value = serde_json::from_str(body).expect("JSON");
        let [row] = body["Row"].as_array().expect("rows").as_slice() else { panic!("one row") };
        let key = text(&row["key"]);
        let shift = i64::from(self.shifts);
        let mut cells: Vec<_> = row["Cell"].as_array().expect("cells").iter().collect();
        let check = pairs.first().map(|(_, check)| String::from_utf8_lossy(check).into_owned());
        let last = if check.is_some() { cells.pop() } else { None };
        let condition = last.map(|last| {
            let (family, qualifier) = parsed(&text(&last["column"]));
            Condition::equals(family, qualifier.expect("a qualifier"), Some(text(&last["$"]).into()))
        });
        let mutation = if check.as_deref() == Some("delete") {
            let cells = cells.iter().map(|cell| {
                let timestamp = cell["timestamp"].as_i64();
                match parsed(&text(&cell["column"])) {
                    (family, Some(qualifier)) => {
                        DeleteCell::Column { family: family.into(), qualifier: qualifier.into(), timestamp }
                    }
                    (family, None) => DeleteCell::Family { family: family.into(), timestamp },
                }
            });
            Mutation::Delete(Delete { cells: cells.collect(), ..Delete::new(key.clone()) })
        } else {
            Mutation::Put(cells.iter().fold(Put::new(key.clone()), |put, cell| {
                let (family, qualifier) = parsed(&text(&cell["column"]));
                let time = cell["timestamp"].as_i64().map(|time| time + shift);
                put.add_at(family, qualifier.expect("a qualifier"), time, text(&cell["$"]))
            }))
        };
        let request = match (condition, mutation) {
            (None, Mutation::Put(put)) => Request::Put(table.into(), put),
            (Some(condition), then) => {
                let then = Then::Mutate(then);
                Request::CheckAndMutate(table.into(), CheckAndMutate { row: key.into(), condition, then })
            }
            _ => panic!("no such write"),
        };
        Ok(match self.ask(request)? {
            Response::Checked { success: false, .. } => (304, String::new(), None),
            _ => (200, String::new(), None),
        })
    }

    fn delete(&mut self, table: &str, row: &str, rest: &[&str]) -> Result<Answer, Answer> {
        let mut delete = Delete::new(percent(row));
        if let [column, time @ ..] = rest {
            let timestamp = time.first().map(|time| time.parse().expect("a number"));
            delete.cells.push(match parsed(&percent(column)) {
                (family, Some(qualifier)) => {
                    DeleteCell::Columns { family: family.into(), qualifier: qualifier.into(), timestamp }
                }
                (family, None) => DeleteCell::Family { family: family.into(), timestamp },
            });
        }
        self.ask(Request::Delete(table.into(), delete)).map(|_| (200, String::new(), None))
    }
}

fn told(cell: &splitpoint_model::cell::Cell) -> Value {
    let column = [cell.family(), b":", cell.qualifier()].concat();
    json!({ "column": STANDARD.encode(column), "timestamp": cell.timestamp(), "$": STANDARD.encode(cell.value()) })
}

fn listed(results: &[RowResult]) -> String {
    let rows = results.iter().filter_map(|row| {
        let cells: Vec<_> = row.cells.iter().map(told).collect();
        Some(json!({ "key": STANDARD.encode(row.row()?), "Cell": cells }))
    });
    json!({ "Row": rows.collect::<Vec<_>>() }).to_string()
}
