//! Errors in the words of the shell.

use super::argument::Bench;
use super::{Fail, describe};
use splitpoint_model::cluster::catalog::{META, META_REGION, is_of_hbase, meta_descriptor};
use splitpoint_model::error::Error;

const SERVER: &str = "org.apache.hadoop.hbase.";

/// An error of the model as the shell prints it; `row` is the row the request was about.
pub(super) fn tell(bench: &Bench<'_, '_>, error: &Error, row: &[u8]) -> Fail {
    let first = bench.first();
    let from_server = |class: &str| Fail::new("RuntimeError", format!("{SERVER}{class}: {error}"));
    match error {
        Error::TableNotFound { table } if is_of_hbase(table) => {
            Fail::new("Unsupported", "requests to the tables of HBase itself")
        }
        Error::TableNotFound { .. } => bench.unknown_table(),
        Error::TableNotEnabled { .. } => Fail::new("RuntimeError", format!("Table {first} is disabled!")),
        Error::TableNotDisabled { .. } => Fail::new("RuntimeError", format!("Table {first} should be disabled!")),
        Error::TableExists { .. } => Fail::new("RuntimeError", format!("Table already exists: {first}!")),
        Error::NoSuchColumnFamily { family, table } => {
            let (region, descriptor) = match bench.io.cluster.locate(table, row) {
                Some(region) => (region.name().to_string(), describe::descriptor(region.table())),
                None if &**table == META => (META_REGION.to_owned(), describe::descriptor(&meta_descriptor())),
                None => return from_server("DoNotRetryIOException"),
            };
            let message = format!(
                "{SERVER}regionserver.NoSuchColumnFamilyException: Column family {family} does not exist in region \
                 {region} in table {descriptor}"
            );
            Fail::new("RuntimeError", message)
        }
        Error::NotALong { .. } | Error::DoNotRetry(_) | Error::RowsNotColocated { .. } => {
            from_server("DoNotRetryIOException")
        }
        Error::MergeRegion(_) => from_server("exceptions.MergeRegionException"),
        Error::NotServingRegion { .. } => from_server("NotServingRegionException"),
        Error::WrongRegion { .. } | Error::RowOutsideRegion { .. } => from_server("regionserver.WrongRegionException"),
        Error::RegionTooBusy { .. } => from_server("RegionTooBusyException"),
        Error::UnknownProtocol { .. } => from_server("exceptions.UnknownProtocolException"),
        _ => Fail::new("RuntimeError", error.to_string()),
    }
}

/// Whether a name is one that a table may have.
///
/// Source: `TableName.valueOf`.
pub(super) fn check_table(name: &str) -> Result<(), Fail> {
    let (namespace, qualifier) = match name.split_once(':') {
        Some((namespace, qualifier)) => (Some(namespace), qualifier),
        None => (None, name),
    };
    if let Some(namespace) = namespace {
        check_namespace(namespace)?;
    }
    let Some(first) = qualifier.chars().next() else { return Err("Table qualifier must not be empty".into()) };
    if matches!(first, '.' | '-') {
        return Err(format!(
            "Illegal first character <{}> at 0. User-space table qualifiers can only start with 'alphanumeric characters' \
             from any language: {qualifier}",
            u32::from(first)
        )
        .into());
    }
    let legal = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if let Some((at, c)) = qualifier.chars().enumerate().find(|(_, c)| !legal(*c)) {
        return Err(format!(
            "Illegal character code:{}, <{c}> at {at}. User-space table qualifiers may only contain 'alphanumeric \
             characters' and digits: {qualifier}",
            u32::from(c)
        )
        .into());
    }
    if qualifier == "zookeeper" {
        return Err("Tables may not be named 'zookeeper'".into());
    }
    Ok(())
}

/// Source: `TableName.isLegalNamespaceName`.
pub(super) fn check_namespace(name: &str) -> Result<(), Fail> {
    if name.is_empty() {
        return Err("Namespace name must not be empty".into());
    }
    match name.chars().enumerate().find(|(_, c)| !c.is_alphanumeric() && *c != '_') {
        None => Ok(()),
        Some((at, c)) => Err(format!(
            "Illegal character <{c}> at {at}. Namespaces may only contain 'alphanumeric characters' from any language and \
             digits: {name}"
        )
        .into()),
    }
}
