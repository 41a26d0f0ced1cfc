//! Row locks.

use crate::bytes::RowKey;
use crate::identity::{Kind, Trace};
use crate::map::Map;

/// The holder of locks and of a write: one operation of one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Owner {
    /// Number of the client.
    pub client: u8,
    /// Number of the operation among those of the client.
    pub operation: u32,
}

impl Owner {
    /// Adds to `trace` the parts of this that can still affect what happens.
    pub(crate) fn tell(self, trace: &mut Trace) {
        trace.word(self.client.into());
        trace.number_of(Kind::Operation, self.client, self.operation);
    }
}

/// How a row is locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LockKind {
    /// By plain puts and deletes: several may hold it side by side.
    Shared,
    /// By whatever reads before it writes, and by transactions: nobody else may hold it.
    Exclusive,
}

/// The row locks of a region. Reads take none.
///
/// Source: `HRegion.getRowLockInternal`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Locks {
    rows: Map<RowKey, Holders>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Holders {
    kind: LockKind,
    owners: Vec<Owner>,
}

impl Locks {
    /// Takes the lock of a row, or says who is in the way. Taking twice what one holds changes nothing.
    ///
    /// # Errors
    /// Another owner that holds the row in a way that excludes this one.
    pub fn take(&mut self, row: &RowKey, kind: LockKind, owner: Owner) -> Result<(), Owner> {
        self.check(row, kind, owner)?;
        match self.rows.get_mut(row) {
            None => {
                self.rows.insert(row.clone(), Holders { kind, owners: vec![owner] });
            }
            Some(holders) => {
                holders.kind = holders.kind.max(kind);
                if let Err(at) = holders.owners.binary_search(&owner) {
                    holders.owners.insert(at, owner);
                }
            }
        }
        Ok(())
    }

    /// Whether [`take`](Self::take) would succeed.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub fn check(&self, row: &RowKey, kind: LockKind, owner: Owner) -> Result<(), Owner> {
        let Some(holders) = self.rows.get(row) else { return Ok(()) };
        if kind == LockKind::Shared && holders.kind == LockKind::Shared {
            return Ok(());
        }
        holders.owners.iter().find(|&&other| other != owner).map_or(Ok(()), |&other| Err(other))
    }

    /// Gives back everything of an owner, and answers which rows that were, in their order.
    pub fn release(&mut self, owner: Owner) -> Vec<RowKey> {
        let mut released = Vec::new();
        self.rows.retain(|row, holders| {
            if let Ok(at) = holders.owners.binary_search(&owner) {
                holders.owners.remove(at);
                released.push(row.clone());
            }
            !holders.owners.is_empty()
        });
        released
    }

    /// Takes the lock of one row away from an owner, if it has it.
    pub(super) fn give_back(&mut self, row: &RowKey, owner: Owner) {
        let Some(holders) = self.rows.get_mut(row) else { return };
        holders.owners.retain(|other| *other != owner);
        if holders.owners.is_empty() {
            self.rows.remove(row);
        }
    }

    /// Every locked row with the kind of its lock and its holders, in the order of rows.
    pub fn iter(&self) -> impl Iterator<Item = (&RowKey, LockKind, &[Owner])> {
        self.rows.iter().map(|(row, holders)| (row, holders.kind, holders.owners.as_slice()))
    }

    /// Whether no row is locked.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds to `trace` the parts of these that can still affect what happens.
    pub(super) fn tell(&self, trace: &mut Trace) {
        trace.each(self.rows.iter(), |trace, (row, holders)| {
            trace.literal(&(row, holders.kind));
            trace.each(holders.owners.iter(), |trace, owner| owner.tell(trace));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Owner = Owner { client: 1, operation: 1 };
    const TWO: Owner = Owner { client: 2, operation: 1 };

    #[test]
    fn shared_locks_stand_side_by_side_and_exclude_exclusive_ones() {
        let mut locks = Locks::default();
        let row = RowKey::from("a");
        assert_eq!(locks.take(&row, LockKind::Shared, ONE), Ok(()));
        assert_eq!(locks.take(&row, LockKind::Shared, TWO), Ok(()));
        assert_eq!(locks.take(&row, LockKind::Exclusive, ONE), Err(TWO));
        assert_eq!(locks.release(TWO), std::slice::from_ref(&row));
        assert_eq!(locks.take(&row, LockKind::Exclusive, ONE), Ok(()));
        assert_eq!(locks.take(&row, LockKind::Shared, TWO), Err(ONE));
        assert_eq!(locks.take(&row, LockKind::Shared, ONE), Ok(()), "what one holds can be taken again");
        assert_eq!(locks.take(&"b".into(), LockKind::Exclusive, TWO), Ok(()));
        assert_eq!(locks.release(ONE), [row]);
        assert_eq!(locks.iter().count(), 1);
    }
}
