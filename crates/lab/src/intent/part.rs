//! The parts of an intent, each with the form field that it was typed into.

use super::{AdminIntent, DeleteWhat, Does, Field, Intent, LastRowMethod, RowMutation, Slot};

impl Intent {
    /// The table it is about; `None` where it is about servers, or is a script.
    pub fn table(&self) -> Option<&str> {
        Some(match self {
            Self::Insert { table, .. }
            | Self::Delete { table, .. }
            | Self::CheckAndPut { table, .. }
            | Self::Get { table, .. }
            | Self::Prepend { table, .. }
            | Self::FirstRow { table, .. }
            | Self::LastRow { table, .. }
            | Self::Transaction { table, .. }
            | Self::Batch { table, .. } => table,
            Self::Pages(pages) => &pages.table,
            Self::Repeat(repeat) => &repeat.table,
            Self::Admin(admin) => match admin {
                AdminIntent::Create { table, .. }
                | AdminIntent::Alter { table, .. }
                | AdminIntent::Drop(table)
                | AdminIntent::Flush(table, _)
                | AdminIntent::Compact(table, ..)
                | AdminIntent::Split { table, .. }
                | AdminIntent::Merge(table, ..)
                | AdminIntent::Move(table, _) => table,
                AdminIntent::Balance | AdminIntent::Crash(_) => return None,
            },
            Self::Script { .. } | Self::LoseAnswer => return None,
        })
    }

    /// Whether a client runs it: an administrator's request and a lost answer only happen.
    pub fn is_program(&self) -> bool {
        !matches!(self, Self::Admin(_) | Self::LoseAnswer)
    }

    /// The keys of rows that it reads or writes, in the order in which HBase looks at them. Ends of scans and keys at
    /// which regions are cut are no rows.
    pub fn rows(&self) -> Vec<(Slot, &[u8])> {
        match self {
            Self::Insert { row, .. }
            | Self::Delete { row, .. }
            | Self::CheckAndPut { row, .. }
            | Self::Get { row, .. } => {
                vec![(Field::Row.into(), row)]
            }
            Self::LastRow { method: LastRowMethod::ConstantKey(key), .. } => vec![(Field::Key.into(), key)],
            Self::Transaction { routing_row, mutations, conditions, .. } => {
                let rows = mutations.iter().map(RowMutation::row).enumerate();
                let rows = rows.map(|(at, row)| (Field::Mutations.item(at, Field::Row), row));
                let wanted = conditions.iter().enumerate();
                let wanted = wanted.map(|(at, (row, ..))| (Field::Conditions.item(at, Field::Row), row.as_slice()));
                let routing = (!routing_row.is_empty()).then_some((Field::RoutingRow.into(), routing_row.as_slice()));
                rows.chain(wanted).chain(routing).collect()
            }
            Self::Batch { mutations, .. } => {
                let rows = mutations.iter().map(RowMutation::row).enumerate();
                rows.map(|(at, row)| (Field::Mutations.item(at, Field::Row), row)).collect()
            }
            Self::Prepend { .. }
            | Self::FirstRow { .. }
            | Self::LastRow { .. }
            | Self::Pages(_)
            | Self::Repeat(_)
            | Self::LoseAnswer
            | Self::Admin(_)
            | Self::Script { .. } => Vec::new(),
        }
    }

    /// The names of families that a table must have.
    pub fn families(&self) -> Vec<(Slot, &str)> {
        match self {
            Self::Insert { cells, .. } => {
                let cells = cells.iter().enumerate();
                cells.map(|(at, (family, ..))| (Field::Cells.item(at, Field::Column), family.as_str())).collect()
            }
            Self::CheckAndPut { check, cells, .. } => {
                let cells = cells.iter().enumerate();
                let cells = cells.map(|(at, (family, ..))| (Field::Cells.item(at, Field::Column), family.as_str()));
                cells.chain([(Field::Check.into(), check.0.as_str())]).collect()
            }
            Self::Prepend { check, cells, blind, .. } => {
                let cells = cells.iter().enumerate();
                let cells = cells.map(|(at, (family, ..))| (Field::Cells.item(at, Field::Column), family.as_str()));
                cells.chain((!blind).then_some((Field::Check.into(), check.0.as_str()))).collect()
            }
            Self::Delete { cells, .. } => cells
                .iter()
                .map(|what| {
                    let (DeleteWhat::Family(family, _)
                    | DeleteWhat::Columns(family, ..)
                    | DeleteWhat::Column(family, ..)) = what;
                    (Field::Column.into(), family.as_str())
                })
                .collect(),
            Self::Transaction { mutations, conditions, .. } => {
                let named = mutated(mutations);
                let wanted = conditions.iter().enumerate();
                let wanted = wanted.map(|(at, (_, family, ..))| (Field::Conditions.item(at, Field::Column), family));
                named.chain(wanted.map(|(slot, family)| (slot, family.as_str()))).collect()
            }
            Self::Batch { mutations, .. } => mutated(mutations).collect(),
            Self::Repeat(repeat) => match &repeat.does {
                Does::Insert { family, .. } => vec![(Field::Column.into(), family.as_str())],
                Does::Get => Vec::new(),
            },
            Self::Get { .. }
            | Self::FirstRow { .. }
            | Self::LastRow { .. }
            | Self::Pages(_)
            | Self::LoseAnswer
            | Self::Admin(_)
            | Self::Script { .. } => Vec::new(),
        }
    }

    /// The times of cells; `None` is the server's.
    pub fn times(&self) -> Vec<(Slot, Option<i64>)> {
        match self {
            Self::Insert { cells, .. } | Self::CheckAndPut { cells, .. } => {
                let cells = cells.iter().enumerate();
                cells.map(|(at, (_, _, time, _))| (Field::Cells.item(at, Field::Time), *time)).collect()
            }
            Self::Delete { cells, .. } => cells
                .iter()
                .map(|what| {
                    let (DeleteWhat::Family(_, time)
                    | DeleteWhat::Columns(_, _, time)
                    | DeleteWhat::Column(_, _, time)) = what;
                    (Field::Time.into(), *time)
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The values of cells that it puts, each with the bytes of the whole cell. A row key that is not known yet has
    /// eight.
    pub fn values(&self) -> Vec<(Slot, usize)> {
        match self {
            Self::Insert { row, cells, .. } | Self::CheckAndPut { row, cells, .. } => cells
                .iter()
                .enumerate()
                .map(|(at, (family, qualifier, _, value))| {
                    let bytes = row.len() + family.len() + qualifier.len() + value.len();
                    (Field::Cells.item(at, Field::Value), bytes)
                })
                .collect(),
            Self::Prepend { cells, .. } => cells
                .iter()
                .enumerate()
                .map(|(at, (family, qualifier, value))| {
                    let bytes = size_of::<i64>() + family.len() + qualifier.len() + value.len();
                    (Field::Cells.item(at, Field::Value), bytes)
                })
                .collect(),
            Self::Transaction { mutations, .. } | Self::Batch { mutations, .. } => mutations
                .iter()
                .enumerate()
                .filter_map(|(at, mutation)| {
                    let RowMutation::Put(row, family, qualifier, value) = mutation else { return None };
                    let bytes = row.len() + family.len() + qualifier.len() + value.len();
                    Some((Field::Mutations.item(at, Field::Value), bytes))
                })
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// The families that mutations name.
fn mutated(mutations: &[RowMutation]) -> impl Iterator<Item = (Slot, &str)> {
    mutations.iter().enumerate().filter_map(|(at, mutation)| {
        let (RowMutation::Put(_, family, ..) | RowMutation::Delete(_, family, _)) = mutation else { return None };
        Some((Field::Mutations.item(at, Field::Column), family.as_str()))
    })
}
