//! `hbase:meta` as a table that can be read: a view of what the cluster knows of its tables and regions.
//!
//! A row of it is a table, with its state, or a region, with its description, state and server. Nothing is kept for it;
//! each read makes the rows anew.

use super::{Cluster, TableState};
use crate::bytes::{RowKey, TableName, from_long};
use crate::cell::{Cell, CellType};
use crate::error::Error;
use crate::event::{RegionId, ServerId};
use crate::map::Map;
use crate::order;
use crate::query::{Columns, Get, Metrics, RowResult, Scan};
use crate::region::info::RegionInfo;
use crate::region::scanner::{self, Limits, RegionScanner};
use crate::region::{Region, RegionState};
use crate::schema::{BloomType, FamilyDescriptor, TableDescriptor};
use crate::store::Store;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// The name of the table.
pub const META: &str = "hbase:meta";

/// Whether a table is one that HBase makes for itself, and that nobody else can make.
pub fn is_of_hbase(table: &str) -> bool {
    matches!(table, META | "hbase:namespace")
}

/// The name of its only region, which is never split.
pub const META_REGION: &str = "hbase:meta,,1.1588230740";

/// The number of its region, which no other region has.
const REGION: RegionId = RegionId(0);

/// How a region server is named.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ServerName {
    /// Host.
    pub host: String,
    /// Port.
    pub port: u32,
    /// When it began, in milliseconds.
    pub start_code: i64,
}

impl ServerName {
    /// Host and port.
    ///
    /// Source: `Address.toString`.
    pub fn address(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

/// Host, port and start code.
///
/// Source: `ServerName.toString`.
impl fmt::Display for ServerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.host, self.port, self.start_code)
    }
}

/// The table itself.
///
/// Source: `FSTableDescriptors.createMetaTableDescriptorBuilder`.
pub fn meta_descriptor() -> TableDescriptor {
    let made = |name: &str, versions: i32, block: usize| FamilyDescriptor {
        max_versions: versions,
        block_size: block,
        bloom: BloomType::RowCol,
        attributes: [("IN_MEMORY", "true"), ("DATA_BLOCK_ENCODING", "ROW_INDEX_V1")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        ..FamilyDescriptor::new(name)
    };
    TableDescriptor::new(META, [made("info", 3, 8192), made("rep_barrier", i32::MAX, 65536), made("table", 3, 8192)])
        .with("IS_META", "true")
        .with("coprocessor$1", "|org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint|536870911|")
}

/// A row with its cells.
type Row = (RowKey, Vec<Cell>);

impl Cluster {
    /// The server that has `hbase:meta`: the first that lives.
    pub fn meta_server(&self) -> ServerId {
        self.servers().find(|server| self.is_alive(*server)).unwrap_or(ServerId(0))
    }

    /// What a scan of `hbase:meta` finds now, in the order of its rows ([`compare_rows`]), and what it costs: one call.
    ///
    /// # Errors
    /// `NoSuchColumnFamily`, and what servers refuse of a scan.
    pub fn scan_meta(
        &self,
        scan: &Scan,
        now: i64,
        name: &dyn Fn(ServerId) -> ServerName,
    ) -> Result<(Vec<RowResult>, Metrics), Error> {
        let descriptor = meta_descriptor();
        check_columns(&descriptor, &scan.columns)?;
        let mut rows = self.meta_rows(name);
        rows.retain(|(row, _)| is_within(scan, row));
        if scan.reversed {
            rows.reverse();
        }
        // Which rows are read, and in which order, is decided here, since a region orders its rows by their bytes.
        let each = Arc::new(Scan { start: RowKey::default(), stop: RowKey::default(), ..scan.clone() });
        let mut metrics = Metrics { rpc_calls: 1, regions_scanned: 1, ..Metrics::default() };
        let empty = stores(&descriptor, &[]);
        let mut last = RegionScanner::open(REGION, &empty, &each, u64::MAX, now, &mut ())?;
        last.check()?;
        let (mut results, mut count) = (Vec::new(), 0);
        for (_, cells) in &rows {
            if usize::try_from(scan.limit).is_ok_and(|limit| limit > 0 && count >= limit) || last.is_filtered_out() {
                break;
            }
            let stores = stores(&descriptor, cells);
            let mut scanner = RegionScanner::open(REGION, &stores, &each, u64::MAX, now, &mut ())?;
            scanner.go_on_from(last);
            let before = results.len();
            loop {
                let limits = Limits { results: usize::MAX, rows: None, pieces: false };
                let batch = scanner.next_batch(&stores, limits, &mut ())?;
                metrics += batch.metrics;
                results.extend(batch.results);
                if !batch.more_in_region {
                    break;
                }
            }
            count += usize::from(results.len() > before);
            last = scanner;
        }
        metrics.rows_returned = count as u64;
        metrics.cells_returned = results.iter().map(|row| row.cells.len() as u64).sum();
        Ok((results, metrics))
    }

    /// What a Get of a row of `hbase:meta` finds now, and what it costs.
    ///
    /// # Errors
    /// As for [`scan_meta`](Self::scan_meta).
    pub fn get_meta(
        &self,
        get: &Get,
        now: i64,
        name: &dyn Fn(ServerId) -> ServerName,
    ) -> Result<(RowResult, Metrics), Error> {
        let descriptor = meta_descriptor();
        check_columns(&descriptor, &get.columns)?;
        let mut rows = self.meta_rows(name);
        rows.retain(|(row, _)| *row == get.row);
        let cells = rows.pop().map(|(_, cells)| cells).unwrap_or_default();
        scanner::get(REGION, &stores(&descriptor, &cells), get, u64::MAX, now, &mut ())
    }

    /// Every row, in order.
    fn meta_rows(&self, name: &dyn Fn(ServerId) -> ServerName) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for (table, state, since) in self.tables.iter().map(|(name, table)| (name, table.state, table.since)) {
            rows.push(row_of_table(table, state, since));
            rows.extend(self.regions(table).map(|region| self.row_of_region(region, name)));
        }
        // Parents that were merged have no row any more: the merged region names them.
        let parents = self.parents().filter(|parent| self.children(parent).all(|child| child.parents().len() == 1));
        rows.extend(parents.map(|parent| self.row_of_region(parent, name)));
        order::sort_by(&mut rows, |(left, _), (right, _)| compare_rows(left, right));
        rows
    }

    /// The regions in whose favour a parent was given up, in the order of their keys.
    fn children(&self, parent: &Region) -> impl Iterator<Item = &Region> {
        let id = parent.id();
        self.regions_after(id).filter(move |region| region.parents().contains(&id))
    }

    fn row_of_region(&self, region: &Region, name: &dyn Fn(ServerId) -> ServerName) -> Row {
        let row: RowKey = [&*region.name().prefix(), region.name().encoded().as_bytes(), b"."].concat().into();
        let written = region.written();
        let put = |qualifier: &str, time, value: &[u8]| {
            Cell::new(&row, b"info", qualifier.as_bytes(), time, CellType::Put, value)
        };
        let mut cells = vec![
            put("regioninfo", written.info, &RegionInfo::of(region).to_bytes()),
            put("sn", written.target, name(region.server()).to_string().as_bytes()),
            put("state", written.state, state_name(region.state()).as_bytes()),
        ];
        if let Some(opening) = written.opening {
            let server = name(opening.server);
            cells.push(put("seqnumDuringOpen", opening.time, &from_long(opening.sequence_id.cast_signed())));
            cells.push(put("server", opening.time, server.address().as_bytes()));
            cells.push(put("serverstartcode", opening.time, &from_long(server.start_code)));
        }
        if region.state() == RegionState::Replaced {
            for (qualifier, child) in ["splitA", "splitB"].into_iter().zip(self.children(region)) {
                cells.push(put(qualifier, written.info, &RegionInfo::of(child).to_bytes()));
            }
        }
        // The columns go with the parents, which are kept as long as something refers to their files.
        let parents = region.parents().iter().filter_map(|id| self.region(*id)).filter(|_| region.parents().len() > 1);
        for (at, parent) in parents.enumerate() {
            let info = RegionInfo { is_split: false, ..RegionInfo::of(parent) };
            cells.push(put(&format!("merge{at:04}"), parent.written().info, &info.to_bytes()));
        }
        (row, cells)
    }
}

/// # Errors
/// `NoSuchColumnFamily`.
fn check_columns(descriptor: &TableDescriptor, columns: &Columns) -> Result<(), Error> {
    columns.iter().try_for_each(|(family, _)| descriptor.check_family(family))
}

/// Source: `TableState.toByteArray`, whose message has one field.
fn row_of_table(table: &TableName, state: TableState, since: i64) -> Row {
    let number = match state {
        TableState::Enabled => 0,
        TableState::Disabled => 1,
        TableState::Disabling => 2,
        TableState::Enabling => 3,
    };
    let row = RowKey::from(table.as_bytes());
    let cell = Cell::new(&row, b"table", b"state", since, CellType::Put, &[8, number]);
    (row, vec![cell])
}

/// Source: `RegionState.State`.
fn state_name(state: RegionState) -> &'static str {
    match state {
        RegionState::Opening => "OPENING",
        RegionState::Open => "OPEN",
        RegionState::Closing => "CLOSING",
        RegionState::Closed | RegionState::Replaced => "CLOSED",
        RegionState::Lost => "ABNORMALLY_CLOSED",
    }
}

/// The families with these cells in their memstores.
fn stores(descriptor: &TableDescriptor, cells: &[Cell]) -> Map<crate::bytes::Family, Store> {
    let mut stores: Map<_, _> =
        descriptor.families.iter().map(|(name, family)| (name.clone(), Store::new(family.clone()))).collect();
    for cell in cells {
        if let Some(store) = stores.get_mut(cell.family()) {
            store.add(cell.clone());
        }
    }
    stores
}

/// Whether a row is one that the scan asks for.
fn is_within(scan: &Scan, row: &[u8]) -> bool {
    let beyond = |bound: &RowKey, inclusive: bool, side: Ordering| {
        let side = if scan.reversed { side.reverse() } else { side };
        !bound.is_empty()
            && match compare_rows(row, bound) {
                Ordering::Equal => !inclusive,
                order => order == side,
            }
    };
    !beyond(&scan.start, scan.start_inclusive, Ordering::Less)
        && !beyond(&scan.stop, scan.stop_inclusive, Ordering::Greater)
}

/// The order of the rows of `hbase:meta`: by table, then by first row, then by the number of the region. A row is cut
/// for that at its first and its last comma, since a first row may hold some itself. Of a row with one comma, HBase
/// takes all behind it for a first row, and the whole row once more for the number: so `t,` is behind the first region
/// of `t`, and a scan from there leaves it out.
///
/// Source: `MetaCellComparator.compareRows`.
pub fn compare_rows(left: &[u8], right: &[u8]) -> Ordering {
    cut(left).cmp(&cut(right))
}

/// The parts of a row as they are compared: its table and, where there is a comma, the first row and the number.
type Parts<'a> = (&'a [u8], Option<(&'a [u8], &'a [u8])>);

fn cut(row: &[u8]) -> Parts<'_> {
    let is_comma = |byte: &u8| *byte == b',';
    let Some(first) = row.iter().position(is_comma) else { return (row, None) };
    let (table, rest) = (&row[..first], &row[first + 1..]);
    match rest.iter().rposition(is_comma) {
        Some(last) => (table, Some((&rest[..last], &rest[last + 1..]))),
        None => (table, Some((rest, row))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::{to_long, to_string_binary};
    use crate::cluster::{Admin, Config};
    use crate::mutation::{Mutation, Put};

    fn name(server: ServerId) -> ServerName {
        ServerName { host: "host".to_owned(), port: 16020 + u32::from(server.0), start_code: 7 }
    }

    fn cluster(servers: u8) -> Cluster {
        let mut cluster = Cluster::new(Config { servers, ..Config::default() });
        let descriptor = TableDescriptor::new("t", [FamilyDescriptor::new("f")]);
        let splits = vec!["m".into()];
        cluster.run(Admin::CreateTable { descriptor, splits }, 100, &mut ()).expect("made");
        let put = |row: &str| Mutation::Put(Put::new(row).add("f", "q", "v"));
        cluster.load("t", ["a", "k", "p"].map(put), 200).expect("loaded");
        cluster
    }

    fn scan(cluster: &Cluster, scan: &Scan) -> Vec<RowResult> {
        cluster.scan_meta(scan, 1000, &name).expect("read").0
    }

    /// The rows without the ends of their names, each with the names of its columns.
    fn shape(rows: &[RowResult]) -> Vec<String> {
        let text = |row: &RowResult| {
            let name = to_string_binary(row.row().expect("a row"));
            let name = name.rsplit_once(',').map_or(name.clone(), |(start, _)| start.to_owned());
            let columns: Vec<_> = row.cells.iter().map(|cell| to_string_binary(cell.qualifier())).collect();
            format!("{name}: {}", columns.join(" "))
        };
        rows.iter().map(text).collect()
    }

    fn value(row: &RowResult, qualifier: &str) -> String {
        to_string_binary(row.value(b"info", qualifier.as_bytes()).unwrap_or_default())
    }

    const REGION_COLUMNS: &str = "regioninfo seqnumDuringOpen server serverstartcode sn state";

    #[test]
    fn rows_are_ordered_by_table_first_row_and_number() {
        // As a running HBase 2.6.3 had them, with a row that is not a whole one among them.
        let rows: [&[u8]; 10] = [
            b"b",
            b"b,,17.x.",
            b"b,,18.x.",
            b"b,",
            b"b,\0,17.x.",
            b"b,a,17.x.",
            b"b,a",
            b"b,a\0,17.x.",
            b"b,a,b,17.x.",
            b"b-c",
        ];
        for (at, row) in rows.iter().enumerate() {
            for (other, right) in rows.iter().enumerate() {
                assert_eq!(compare_rows(row, right), at.cmp(&other), "{at} {other}");
            }
        }
    }

    #[test]
    fn a_split_parent_is_there_until_nothing_refers_to_it() {
        let mut cluster = cluster(1);
        let split = Admin::Split { table: "t".into(), at: Some("g".into()), row: None };
        cluster.run(split, 300, &mut ()).expect("split");
        let rows = scan(&cluster, &Scan::default());
        let of_parent = "regioninfo seqnumDuringOpen server serverstartcode sn splitA splitB state";
        let regions: Vec<String> = ["t,g", "t,m"].map(|start| format!("{start}: {REGION_COLUMNS}")).to_vec();
        let want = [vec!["t: state".to_owned(), format!("t,: {of_parent}"), format!("t,: {REGION_COLUMNS}")], regions];
        assert_eq!(shape(&rows), want.concat());
        let info = |row: &RowResult, qualifier: &str| {
            let bytes = row.value(b"info", qualifier.as_bytes()).expect("a value");
            RegionInfo::from_bytes(bytes).expect("a region")
        };
        assert!(info(&rows[1], "regioninfo").is_split);
        assert_eq!(info(&rows[1], "splitA"), info(&rows[2], "regioninfo"));
        assert_eq!(info(&rows[1], "splitB"), info(&rows[3], "regioninfo"));
        assert_eq!(value(&rows[1], "state"), "CLOSED");
        let compact = Admin::Compact { table: "t".into(), family: None, row: None, major: true };
        cluster.run(compact, 400, &mut ()).expect("compacted");
        assert_eq!(shape(&scan(&cluster, &Scan::default())).len(), 4);
    }

    #[test]
    fn a_merged_region_names_its_parents_until_nothing_refers_to_them() {
        let mut cluster = cluster(1);
        let before: Vec<RegionInfo> = cluster.regions("t").map(RegionInfo::of).collect();
        let merge = Admin::Merge { table: "t".into(), rows: vec!["a".into(), "p".into()], force: false };
        cluster.run(merge, 300, &mut ()).expect("merged");
        let rows = scan(&cluster, &Scan::default());
        assert_eq!(shape(&rows), ["t: state".to_owned(), format!("t,: merge0000 merge0001 {REGION_COLUMNS}")]);
        for (info, qualifier) in before.iter().zip(["merge0000", "merge0001"]) {
            assert_eq!(
                RegionInfo::from_bytes(rows[1].value(b"info", qualifier.as_bytes()).expect("one")).as_ref(),
                Some(info)
            );
        }
        let compact = Admin::Compact { table: "t".into(), family: None, row: None, major: true };
        cluster.run(compact, 400, &mut ()).expect("compacted");
        assert_eq!(shape(&scan(&cluster, &Scan::default()))[1], format!("t,: {REGION_COLUMNS}"));
    }

    #[test]
    fn a_region_on_its_way_has_two_servers_and_the_times_of_each() {
        let mut cluster = cluster(2);
        let id = cluster.locate("t", b"a").expect("a region").id();
        let to = ServerId(1 - cluster.server_of(id).expect("a server").0);
        let job = cluster.submit(Admin::Move { table: "t".into(), row: "a".into(), to: Some(to) }).expect("a job");
        let look = |cluster: &Cluster| {
            let row = scan(cluster, &Scan { start: "t,,".into(), limit: 1, ..Scan::default() }).remove(0);
            let time = |name: &[u8]| row.cells.iter().find(|cell| cell.qualifier() == name).map(Cell::timestamp);
            let times = [&b"regioninfo"[..], b"server", b"sn", b"state"].map(|name| time(name).expect("a cell"));
            (value(&row, "state"), value(&row, "server"), value(&row, "sn"), times)
        };
        let (from, other) = (format!("host:{}", 16021 - u32::from(to.0)), format!("host:{}", 16020 + u32::from(to.0)));
        let sn = |address: &str| format!("{},7", address.replace(':', ","));
        cluster.step_job(job, 300, &mut ());
        assert_eq!(look(&cluster), ("CLOSING".into(), from.clone(), sn(&from), [300, 100, 300, 300]));
        cluster.step_job(job, 310, &mut ());
        assert_eq!(look(&cluster), ("CLOSED".into(), from.clone(), sn(&from), [310, 100, 300, 310]));
        cluster.step_job(job, 320, &mut ());
        assert_eq!(look(&cluster), ("OPEN".into(), other.clone(), sn(&other), [320, 320, 320, 320]));
    }

    #[test]
    fn the_number_of_an_opening_is_above_all_that_the_region_gave_out() {
        let mut cluster = cluster(1);
        let first = |cluster: &Cluster| {
            let rows = scan(cluster, &Scan { start: "t,,".into(), ..Scan::default() });
            rows.iter().map(|row| to_long(row.value(b"info", b"seqnumDuringOpen").expect("one"))).collect::<Vec<_>>()
        };
        assert_eq!(first(&cluster), [Some(2), Some(2)]);
        cluster.run(Admin::DisableTable { table: "t".into() }, 300, &mut ()).expect("disabled");
        cluster.run(Admin::EnableTable { table: "t".into() }, 310, &mut ()).expect("enabled");
        let after = first(&cluster);
        assert!(after.iter().all(|number| *number > Some(4)), "{after:?}");
        let state = cluster.get_meta(&Get::new("t"), 1000, &name).expect("read").0.cells.remove(0);
        assert_eq!((state.value(), state.timestamp()), (&[8, 0][..], 310));
    }

    #[test]
    fn a_filter_remembers_the_rows_before() {
        let cluster = cluster(1);
        let filter =
            |text: &[u8]| Scan { filter: crate::filter::Filter::parse(text).ok().map(Into::into), ..Scan::default() };
        assert_eq!(scan(&cluster, &filter(b"PageFilter(2)")).len(), 2);
        assert_eq!(
            shape(&scan(&cluster, &Scan { reversed: true, ..filter(b"PageFilter(1)") })),
            [format!("t,m: {REGION_COLUMNS}")]
        );
        assert_eq!(scan(&cluster, &filter(b"WHILE RowFilter(=, 'binary:t')")).len(), 1);
    }

    #[test]
    fn what_servers_refuse_of_a_scan_is_refused() {
        let cluster = Cluster::new(Config::default());
        let columns = |family: &str| vec![(family.into(), Some("q".into()))];
        let read = |scan: Scan| cluster.scan_meta(&scan, 0, &name).map(|(rows, _)| rows.len());
        assert!(matches!(
            read(Scan { columns: columns("x"), ..Scan::default() }),
            Err(Error::NoSuchColumnFamily { .. })
        ));
        assert!(matches!(
            read(Scan { raw: true, columns: columns("info"), ..Scan::default() }),
            Err(Error::DoNotRetry(_))
        ));
        assert_eq!(read(Scan::default()), Ok(0));
        let descriptor = TableDescriptor::new(META, [FamilyDescriptor::new("f")]);
        let made =
            Cluster::new(Config::default()).run(Admin::CreateTable { descriptor, splits: Vec::new() }, 0, &mut ());
        assert!(matches!(made, Err(Error::TableExists { .. })));
    }
}
