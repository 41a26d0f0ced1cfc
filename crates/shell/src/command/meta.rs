//! `hbase:meta`, the table in which HBase keeps its regions: it is read from what the cluster knows, by the shell itself
//! as `list_regions` is, and no client's operation. What HBase refuses of it is refused in its words, and writes by name.

use super::argument::Bench;
use super::region::name_of;
use super::{Answer, Fail, Turn, hear};
use crate::world::{Demand, Reply};
use splitpoint_model::bytes::Family;
use splitpoint_model::client::{Request, Response};
use splitpoint_model::cluster::catalog::{META, meta_descriptor};
use splitpoint_model::cluster::{Admin, Outcome};
use splitpoint_model::error::Error;
use splitpoint_model::query::{Get, Metrics};

/// A command's answer; where it demands something of `hbase:meta`, what comes of that.
pub(super) fn settle(bench: &mut Bench<'_, '_>, mut answer: Answer) -> Answer {
    loop {
        let (demand, then) = match answer? {
            Turn::Ask(demand, then) => (demand, then),
            done @ Turn::Done(_) => return Ok(done),
        };
        let reply = match &*demand {
            Demand::Request(request) if request.table().is_some_and(|table| &**table == META) => data(bench, request),
            Demand::Admin(admin) if admin.table().is_some_and(|table| &**table == META) => change(admin),
            _ => return Ok(Turn::Ask(demand, then)),
        };
        answer = hear(bench, then, reply?);
    }
}

/// Reads, and refuses to write.
fn data(bench: &Bench<'_, '_>, request: &Request) -> Result<Reply, Fail> {
    let (cluster, now) = (bench.io.cluster, bench.io.now);
    let refused = |error| Reply::Response(Err(error), Metrics::default());
    let told = |told: Result<(Response, Metrics), Error>| match told {
        Ok((response, metrics)) => Reply::Response(Ok(response), metrics),
        Err(error) => refused(error),
    };
    if let Err(error) = request.check() {
        return Ok(refused(error));
    }
    let families: Vec<&Family> = match request {
        Request::Scan(_, scan) => {
            let rows = |(results, metrics)| (Response::Rows { results, done: true }, metrics);
            return Ok(told(cluster.scan_meta(scan, now, &name_of).map(rows)));
        }
        Request::Get(_, get) => {
            let row = |(result, metrics)| (Response::Row(result), metrics);
            return Ok(told(cluster.get_meta(get, now, &name_of).map(row)));
        }
        // The shell looks for the row before it deletes there.
        Request::Delete(_, delete) => {
            let found = cluster.get_meta(&Get::new(delete.row.clone()), now, &name_of);
            if found.is_ok_and(|(row, _)| row.cells.is_empty()) {
                return Err("Row Not Found".into());
            }
            Vec::new()
        }
        Request::Put(_, put) => put.cells.iter().map(|cell| &cell.family).collect(),
        Request::Increment(_, increment) => increment.cells.iter().map(|(family, ..)| family).collect(),
        Request::Append(_, append) => append.cells.iter().map(|(family, ..)| family).collect(),
        _ => Vec::new(),
    };
    let descriptor = meta_descriptor();
    match families.into_iter().try_for_each(|family| descriptor.check_family(family)) {
        Err(error) => Ok(refused(error)),
        Ok(()) => Err(Fail::new("Unsupported", "writes to hbase:meta, which its servers keep")),
    }
}

/// What an administrator asks of it.
fn change(admin: &Admin) -> Result<Reply, Fail> {
    let refused = |text: &str| Err(Fail::new("RuntimeError", format!("org.apache.hadoop.hbase.{text}")));
    match admin {
        Admin::CreateTable { .. } => Ok(Reply::Admin(Err(Error::TableExists { table: META.into() }))),
        // It is always in service, and has no files here.
        Admin::EnableTable { .. } | Admin::Flush { .. } | Admin::Compact { .. } => {
            Ok(Reply::Admin(Ok(Outcome::default())))
        }
        Admin::DisableTable { .. } => refused("constraint.ConstraintException: Cannot disable hbase:meta"),
        Admin::Split { .. } => refused("DoNotRetryIOException: 1588230740 NOT splittable"),
        _ => Err(unsupported()),
    }
}

/// The failure of a change of a table of HBase itself that HBase would make.
pub(super) fn unsupported() -> Fail {
    Fail::new("Unsupported", "changes of the tables of HBase itself")
}
