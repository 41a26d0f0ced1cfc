//! What a gateway answers, read. Fields that are unknown are skipped, and missing ones are empty, so that versions from 2.4
//! on are read alike.

use super::{Fault, Kind, Name};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Servers, and the regions that each serves.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Status {
    /// The living servers.
    pub servers: Vec<Server>,
    /// The names of those that are dead.
    pub dead: Vec<String>,
    /// Regions whose names could not be read. They are left out.
    pub unread: usize,
}

/// A server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Host and port.
    pub name: String,
    /// When it was started, in milliseconds.
    pub started: i64,
    /// Heap that is used, in MB.
    pub heap: u64,
    /// Heap that it may use, in MB.
    pub most_heap: u64,
    /// The regions that it serves.
    pub regions: Vec<Served>,
}

/// A region with its metrics, as its server reports them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Served {
    /// Its name, byte for byte.
    pub name: Name,
    /// What is counted of it.
    pub metrics: RegionMetrics,
}

/// What a server counts of a region. Source: `org.apache.hadoop.hbase.RegionMetrics`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RegionMetrics {
    /// Store files.
    pub files: u64,
    /// Megabytes of store files, rounded down by HBase.
    pub megabytes: u64,
    /// Megabytes of the memstore, rounded down by HBase.
    pub memstore: u64,
    /// Families.
    pub stores: u64,
    /// Reads since it was opened on its server.
    pub reads: u64,
    /// Writes since it was opened on its server.
    pub writes: u64,
}

impl RegionMetrics {
    /// Reads and writes.
    pub fn requests(&self) -> u64 {
        self.reads + self.writes
    }
}

/// A region as the table lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name. Whether its key is exact says [`Name::is_proved`].
    pub name: Name,
    /// Host and port of the server that has it.
    pub server: String,
}

/// The families of a table and its attributes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Schema {
    /// Attributes of the table by name.
    pub attributes: Vec<(String, String)>,
    /// Its families.
    pub families: Vec<Family>,
}

/// A family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// Its attributes by name.
    pub attributes: Vec<(String, String)>,
}

impl Schema {
    /// An attribute of the table.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// A row, or a part of one: an answer may end within a row, and the next one goes on with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its key.
    pub key: Vec<u8>,
    /// Its cells, in the order of HBase.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its family.
    pub family: Vec<u8>,
    /// Its qualifier.
    pub qualifier: Vec<u8>,
    /// Its time.
    pub time: i64,
    /// Its value.
    pub value: Vec<u8>,
}

#[derive(Deserialize)]
struct TablesAnswer {
    #[serde(default)]
    table: Vec<TableAnswer>,
}

#[derive(Deserialize)]
struct TableAnswer {
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct StatusAnswer {
    #[serde(default)]
    live_nodes: Vec<NodeAnswer>,
    #[serde(default)]
    dead_nodes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NodeAnswer {
    name: String,
    #[serde(default)]
    start_code: i64,
    #[serde(default, rename = "heapSizeMB")]
    heap: u64,
    #[serde(default, rename = "maxHeapSizeMB")]
    most_heap: u64,
    #[serde(default, rename = "Region")]
    regions: Vec<ServedAnswer>,
}

#[derive(Deserialize)]
struct ServedAnswer {
    name: String,
    #[serde(default, rename = "storefiles")]
    files: u64,
    #[serde(default, rename = "storefileSizeMB")]
    megabytes: u64,
    #[serde(default, rename = "memStoreSizeMB", alias = "memstoreSizeMB")]
    memstore: u64,
    #[serde(default)]
    stores: u64,
    #[serde(default, rename = "readRequestsCount")]
    reads: i64,
    #[serde(default, rename = "writeRequestsCount")]
    writes: i64,
}

#[derive(Deserialize)]
struct RegionsAnswer {
    #[serde(default, rename = "Region")]
    regions: Vec<ListedAnswer>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListedAnswer {
    name: String,
    #[serde(default)]
    location: Option<String>,
    #[serde(default)]
    start_key: Option<String>,
}

#[derive(Deserialize)]
struct RowsAnswer {
    #[serde(default, rename = "Row")]
    rows: Vec<RowAnswer>,
}

#[derive(Deserialize)]
struct RowAnswer {
    key: String,
    #[serde(default, rename = "Cell")]
    cells: Vec<CellAnswer>,
}

#[derive(Deserialize)]
struct CellAnswer {
    column: String,
    #[serde(default)]
    timestamp: i64,
    #[serde(default, rename = "$")]
    value: String,
}

fn parse<T: DeserializeOwned>(kind: Kind, text: &str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|error| Fault::json(kind, &error))
}

fn decode(kind: Kind, text: &str) -> Result<Vec<u8>, Fault> {
    STANDARD.decode(text).map_err(|_| Fault::Base64(kind))
}

/// The names of the tables, in order.
///
/// # Errors
/// That it is no such answer.
pub fn tables(text: &str) -> Result<Vec<String>, Fault> {
    let TablesAnswer { table } = parse(Kind::Tables, text)?;
    let mut names: Vec<String> = table.into_iter().map(|table| table.name).collect();
    names.sort();
    Ok(names)
}

/// Servers with what they serve, as `status/cluster` answers.
///
/// # Errors
/// That it is no such answer.
pub fn status(text: &str) -> Result<Status, Fault> {
    let answer: StatusAnswer = parse(Kind::Status, text)?;
    let mut unread = 0;
    let served = |answer: &ServedAnswer| {
        let count = |number: i64| u64::try_from(number).unwrap_or(0);
        Some(Served {
            name: Name::read(&decode(Kind::Status, &answer.name).ok()?).ok()?,
            metrics: RegionMetrics {
                files: answer.files,
                megabytes: answer.megabytes,
                memstore: answer.memstore,
                stores: answer.stores,
                reads: count(answer.reads),
                writes: count(answer.writes),
            },
        })
    };
    let servers = answer.live_nodes.into_iter().map(|node| {
        let regions: Vec<Served> = node.regions.iter().filter_map(served).collect();
        unread += node.regions.len() - regions.len();
        Server { name: node.name, started: node.start_code, heap: node.heap, most_heap: node.most_heap, regions }
    });
    let servers = servers.collect();
    Ok(Status { servers, dead: answer.dead_nodes, unread })
}

/// The regions of a table, as `T/regions` answers. Keys are text there, in which bytes may be lost; of all ways to read such
/// a text that one is taken which the encoded name proves.
///
/// # Errors
/// That it is no such answer.
pub fn regions(text: &str) -> Result<Vec<Listed>, Fault> {
    let answer: RegionsAnswer = parse(Kind::Regions, text)?;
    let listed = |ListedAnswer { name: written, location, start_key }: ListedAnswer| {
        let name = Name::read(written.as_bytes())?;
        let key = start_key.unwrap_or_default();
        let ways = [
            crate::notation::text::read(&String::from_utf8_lossy(&name.start)).ok(),
            STANDARD.decode(&key).ok(),
            crate::notation::text::read(&key).ok(),
        ];
        let proved =
            if name.is_proved() { None } else { ways.into_iter().flatten().find_map(|way| name.proved_with(way)) };
        Ok(Listed { name: proved.unwrap_or(name), server: location.unwrap_or_default() })
    };
    answer.regions.into_iter().map(listed).collect()
}

/// A table's families and attributes, as `T/schema` answers.
///
/// # Errors
/// That it is no such answer.
pub fn schema(text: &str) -> Result<Schema, Fault> {
    let mut members: serde_json::Map<String, serde_json::Value> = parse(Kind::Schema, text)?;
    let families = members.remove("ColumnSchema");
    members.remove("name");
    let families = families.as_ref().and_then(serde_json::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let family = |value: &serde_json::Value| {
        let members = value.as_object()?;
        let attributes = members.iter().filter(|(name, _)| *name != "name");
        Some(Family {
            name: members.get("name")?.as_str()?.to_owned(),
            attributes: attributes.filter_map(|(name, value)| Some((name.clone(), plain(value)?))).collect(),
        })
    };
    Ok(Schema {
        attributes: members.iter().filter_map(|(name, value)| Some((name.clone(), plain(value)?))).collect(),
        families: families.iter().filter_map(family).collect(),
    })
}

/// The members of an object that are a text or a number, as text; `None` where it is no object.
pub fn members(text: &str) -> Option<Vec<(String, String)>> {
    let members: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).ok()?;
    Some(members.iter().filter_map(|(name, value)| Some((name.clone(), plain(value)?))).collect())
}

/// The texts of a list that is a member of an object; none where there is no such list.
pub fn texts(text: &str, member: &str) -> Vec<String> {
    let members: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).unwrap_or_default();
    let list = members.get(member).and_then(serde_json::Value::as_array);
    list.into_iter().flatten().filter_map(|one| one.as_str().map(ToOwned::to_owned)).collect()
}

fn plain(value: &serde_json::Value) -> Option<String> {
    match value {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Bool(is) => Some(is.to_string()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Rows with their cells.
///
/// # Errors
/// That it is no such answer.
pub fn rows(text: &str) -> Result<Vec<Row>, Fault> {
    let RowsAnswer { rows } = parse(Kind::Rows, text)?;
    let cell = |cell: CellAnswer| {
        let column = decode(Kind::Rows, &cell.column)?;
        let colon = column.iter().position(|byte| *byte == b':').unwrap_or(column.len());
        Ok(Cell {
            qualifier: column.get(colon + 1..).unwrap_or_default().to_vec(),
            family: column[..colon].to_vec(),
            time: cell.timestamp,
            value: decode(Kind::Rows, &cell.value)?,
        })
    };
    let row = |row: RowAnswer| {
        let cells = row.cells.into_iter().map(cell).collect::<Result<_, Fault>>()?;
        Ok(Row { key: decode(Kind::Rows, &row.key)?, cells })
    };
    rows.into_iter().map(row).collect()
}
