//! Designs of row keys: fields one after the other, the bytes they come to, and what follows from those for a table.
//!
//! A [`Design`] is an ordered list of [`Field`]s. It turns values into the bytes of a row key and back ([`Design::key`],
//! [`Design::parts`]), makes sample rows that are the same in every run ([`Design::rows`]), and knows which of a few
//! well-known [`Trap`]s it steps into. A [`Draft`] is a design with what else is chosen before a table is made of it.

mod cut;
mod draft;
mod key;
mod kind;
mod layout;
mod preset;
mod question;
mod sample;
mod shape;
mod spec;
#[cfg(test)]
mod tests;
mod trap;

pub use cut::{cuts, region_of, shares};
pub use draft::{Choice, Draft, Edit, Given, PARTS};
pub use kind::{Kind, Length, Unit, Value};
pub use preset::{PRESETS, Preset};
pub use question::{Access, Answer, Question};
pub use sample::{Draw, NEXT, Row, SAMPLE, Stream, sort};
pub use shape::{SHAPE, Turn};
pub use spec::{ATTRIBUTE, READING, Reading, bring, read};
pub use trap::{Finding, TRAPS, Trap, Witness};

/// The fields of a row key, first to last.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Design {
    /// The fields, in the order of their bytes.
    pub fields: Vec<Field>,
}

/// One field of a row key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// A number that stays its own while it is renamed and moved.
    pub id: u32,
    /// The name of the field, such as `user`.
    pub name: String,
    /// How its values become bytes.
    pub kind: Kind,
    /// How its values are made in a sample.
    pub draw: Draw,
}

impl Field {
    /// Whether its bytes come from a value of the row, and not from other fields or from nowhere.
    pub fn is_given(&self) -> bool {
        !self.is_derived() && !matches!(self.kind, Kind::Constant(_))
    }

    /// Whether its bytes are computed from those of other fields.
    pub fn is_derived(&self) -> bool {
        matches!(self.kind, Kind::Hash { .. } | Kind::Salt { .. })
    }
}

impl Design {
    /// The place of the field of that number.
    pub fn place(&self, id: u32) -> Option<usize> {
        self.fields.iter().position(|field| field.id == id)
    }

    /// The places of the fields whose values a row brings, in order.
    pub fn given(&self) -> Vec<usize> {
        (0..self.fields.len()).filter(|at| self.fields[*at].is_given()).collect()
    }

    /// The places of the fields from which a derived one is computed: the one it names, else all that are given.
    pub fn sources(&self, of: Option<u32>) -> Vec<usize> {
        match of.and_then(|id| self.place(id)).filter(|at| self.fields[*at].is_given()) {
            Some(at) => vec![at],
            None => self.given(),
        }
    }

    /// The same fields in another order, to compare with, and the place here of the field it is named after: without the
    /// hash or salt in front, else with the second field in front. `None` where there is no other order.
    pub fn other(&self) -> Option<(Self, usize)> {
        let mut other = self.clone();
        if other.fields.first()?.is_derived() {
            other.fields.remove(0);
            return (!other.fields.is_empty()).then_some((other, 0));
        }
        let given = self.given();
        let second = *given.get(1)?;
        let moved = other.fields.remove(second);
        other.fields.insert(0, moved);
        Some((other, second))
    }
}
