//! A real cluster, as the REST gateway of HBase tells of it: answers in JSON become plain data, what was counted twice
//! becomes what was done in between, and a table becomes a sample that can be taken home. Nothing here asks: answers and
//! times come in from outside.

mod fault;
mod meter;
mod name;
mod read;
mod record;
mod sample;
mod scan;
mod survey;
#[cfg(test)]
mod tests;

pub use fault::{Fault, Kind, Trouble};
pub use meter::{Load, Meter, Reading, Sample};
pub use name::Name;
pub use read::{
    Cell, Family, Listed, RegionMetrics, Row, Schema, Served, Server, Status, members, regions, rows, schema, status,
    tables, texts,
};
pub use record::{Known, Recording};
pub use sample::{ATTRIBUTE, Plan, Taken, Visit};
pub use scan::{Page, path, scanner};
pub use survey::{Region, Survey};
