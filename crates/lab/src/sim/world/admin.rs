//! Makes requests to the master of an administrator's form.

use crate::intent::{AdminIntent, Field, Intent};
use crate::sim::refusal::{Objection, Refusal, Wanted};
use splitpoint_model::bytes::RowKey;
use splitpoint_model::cluster::{Admin, Cluster};
use splitpoint_model::error::Argument;
use splitpoint_model::event::ServerId;
use splitpoint_model::schema::{BloomType, FamilyDescriptor, KeepDeletedCells, TableDescriptor};
use std::sync::Arc;

fn row(row: &[u8]) -> RowKey {
    row.into()
}

/// The requests to the master, in their order. `intent` is the form's.
pub(super) fn requests(cluster: &Cluster, intent: &Intent, admin: &AdminIntent) -> Result<Vec<Admin>, Refusal> {
    if intent.table() == Some("") {
        return Err(Refusal::of(intent, Argument::NoTableQualifier.into()));
    }
    Ok(match admin {
        AdminIntent::Create { table, families, attributes, splits } => {
            vec![create(table, families, attributes, splits)?]
        }
        AdminIntent::Alter { table, attributes } => vec![Admin::AlterTable {
            table: table.as_str().into(),
            families: Vec::new(),
            remove: Vec::new(),
            attributes: attributes.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect(),
        }],
        AdminIntent::Drop(table) => {
            let table = Arc::<str>::from(table.as_str());
            let drop = Admin::DropTable { table: table.clone() };
            // As with the shell, a table has to be disabled first.
            if cluster.is_enabled(&table) { vec![Admin::DisableTable { table }, drop] } else { vec![drop] }
        }
        AdminIntent::Flush(table, at) => {
            vec![Admin::Flush { table: table.as_str().into(), family: None, row: at.as_deref().map(row) }]
        }
        AdminIntent::Compact(table, at, major) => {
            let row = at.as_deref().map(row);
            vec![Admin::Compact { table: table.as_str().into(), family: None, row, major: *major }]
        }
        AdminIntent::Split { table, region, at } => vec![Admin::Split {
            table: table.as_str().into(),
            at: at.as_deref().map(row),
            row: region.as_deref().map(row),
        }],
        AdminIntent::Merge(table, first, second) => {
            vec![Admin::Merge { table: table.as_str().into(), rows: vec![row(first), row(second)], force: false }]
        }
        AdminIntent::Move(table, at) => vec![Admin::Move { table: table.as_str().into(), row: row(at), to: None }],
        AdminIntent::Balance => match cluster.balance_plan() {
            Some(moves) if moves.is_empty() => {
                return Err(Refusal::ours(Field::Server, Objection::Balanced));
            }
            Some(moves) => moves,
            None => {
                return Err(Refusal::ours(Field::Server, Objection::BalancerWaits));
            }
        },
        AdminIntent::Crash(server) => vec![Admin::Crash { server: ServerId(*server) }],
    })
}

type Attributes = [(String, String)];

fn create(
    table: &str,
    families: &[(String, Vec<(String, String)>)],
    attributes: &Attributes,
    splits: &[Vec<u8>],
) -> Result<Admin, Refusal> {
    let families = families.iter().enumerate();
    let families =
        families.map(|(at, (name, attributes))| family(at, name, attributes)).collect::<Result<Vec<_>, _>>()?;
    let mut descriptor = TableDescriptor::new(table, families);
    for (name, value) in attributes {
        descriptor = descriptor.with(name, value);
    }
    Ok(Admin::CreateTable { descriptor, splits: splits.iter().map(|split| row(split)).collect() })
}

/// Blames the family at this place in the form, counted from 0, for what is wrong with its name or attributes.
fn family(at: usize, name: &str, attributes: &Attributes) -> Result<FamilyDescriptor, Refusal> {
    let odd = |name: &str, value: &str, wanted| {
        let field = match name.to_ascii_uppercase().as_str() {
            "VERSIONS" => Field::Versions,
            "BLOCKSIZE" => Field::BlockSize,
            // The form has no field for it, so the name is blamed.
            _ => Field::Name,
        };
        let (name, value) = (name.to_owned(), value.to_owned());
        Refusal::ours(Field::Families.item(at, field), Objection::Attribute { name, value, wanted })
    };
    let mut family = FamilyDescriptor::new(name.as_bytes());
    for (name, value) in attributes {
        let value = value.trim();
        match name.to_ascii_uppercase().as_str() {
            "VERSIONS" => family.max_versions = value.parse().map_err(|_| odd(name, value, Wanted::NumberOrSwitch))?,
            "MIN_VERSIONS" => {
                family.min_versions = value.parse().map_err(|_| odd(name, value, Wanted::NumberOrSwitch))?
            }
            "TTL" if value.eq_ignore_ascii_case("FOREVER") => family.ttl = i32::MAX,
            "TTL" => family.ttl = value.parse().map_err(|_| odd(name, value, Wanted::NumberOrSwitch))?,
            "BLOCKSIZE" => family.block_size = value.parse().map_err(|_| odd(name, value, Wanted::NumberOrSwitch))?,
            "BLOCKCACHE" => {
                family.block_cache =
                    value.to_ascii_lowercase().parse().map_err(|_| odd(name, value, Wanted::NumberOrSwitch))?
            }
            "NEW_VERSION_BEHAVIOR" => {
                family.new_version_behavior =
                    value.to_ascii_lowercase().parse().map_err(|_| odd(name, value, Wanted::NumberOrSwitch))?
            }
            "BLOOMFILTER" => {
                family.bloom = match value.to_ascii_uppercase().as_str() {
                    "NONE" => BloomType::None,
                    "ROW" => BloomType::Row,
                    "ROWCOL" => BloomType::RowCol,
                    _ => return Err(odd(name, value, Wanted::OneOf(&["NONE", "ROW", "ROWCOL"]))),
                }
            }
            "KEEP_DELETED_CELLS" => {
                family.keep_deleted_cells = match value.to_ascii_uppercase().as_str() {
                    "FALSE" => KeepDeletedCells::False,
                    "TRUE" => KeepDeletedCells::True,
                    "TTL" => KeepDeletedCells::Ttl,
                    _ => return Err(odd(name, value, Wanted::OneOf(&["FALSE", "TRUE", "TTL"]))),
                }
            }
            _ => {
                family.attributes.insert(name.clone(), value.to_owned());
            }
        }
    }
    Ok(family)
}
