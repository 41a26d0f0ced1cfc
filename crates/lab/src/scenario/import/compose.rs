//! A row key that is composed of fields, each taken from a column of the file, computed, or the same in every row.

use super::record::Values;
use super::{Mapping, Target};
use crate::design::{Design, Draft, Draw, Edit, Field, Kind, Length, Unit};
use crate::notation::{Encoding, Problem};

/// The fields of a composed key, and where their values come from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Composed {
    /// The fields, in the order of their bytes.
    pub design: Design,
    /// Numbers of fields, each with the place of the column that its values are taken from.
    pub from: Vec<(u32, usize)>,
}

impl Composed {
    /// The column that a field is taken from; `None` where none is chosen, or where it comes from no column.
    pub fn column(&self, field: &Field) -> Option<usize> {
        let from = self.from.iter().find(|(id, _)| *id == field.id).map(|(_, column)| *column);
        from.filter(|_| field.is_given())
    }

    /// Whether a column has a part in the key.
    pub fn takes(&self, column: usize) -> bool {
        self.design.fields.iter().any(|field| self.column(field) == Some(column))
    }

    /// Changes the fields. Edits of anything but fields change nothing.
    pub fn edit(&mut self, edit: Edit) {
        if matches!(edit, Edit::Preset(_) | Edit::Table(_) | Edit::Parts(_) | Edit::Stream(_) | Edit::Pair(_)) {
            return;
        }
        let mut draft = Draft { design: std::mem::take(&mut self.design), ..Draft::new(&[]) };
        draft.edit(edit);
        self.design = draft.design;
        let design = &self.design;
        self.from.retain(|(id, _)| design.place(*id).is_some());
    }

    /// Takes a field from a column. What has no place changes nothing.
    pub fn take(&mut self, field: usize, column: usize) {
        let Some(field) = self.design.fields.get(field) else { return };
        let id = field.id;
        self.from.retain(|(other, _)| *other != id);
        self.from.push((id, column));
    }

    /// The key of a line with these values.
    ///
    /// # Errors
    /// Why there is none, in a sentence, and the place of the column that is to blame.
    pub(super) fn key(&self, mapping: &Mapping, values: &Values<'_>) -> Result<Vec<u8>, (String, Option<usize>)> {
        let value = |column: usize| values.get(column).and_then(|value| value.as_deref());
        let fields = &self.design.fields;
        let texts: Vec<Option<&str>> = fields.iter().map(|field| self.column(field).and_then(value)).collect();
        self.design.compose(&texts).map_err(|(at, problem)| {
            let place = fields.get(at).and_then(|field| self.column(field));
            let column = place.and_then(|at| mapping.columns.get(at));
            (format!("{}: {}", column.map_or("key", |column| &column.name), problem.sentence), place)
        })
    }

    /// Whether keys can be made of it.
    ///
    /// # Errors
    /// What is missing.
    pub(super) fn check(&self, columns: usize) -> Result<(), Problem> {
        let has_bytes = self.design.fields.iter().any(|field| field.kind.width() != Some(0));
        if !has_bytes {
            return Err(Problem::new("A row key has at least one byte: add a field."));
        }
        let is_open = |field: &&Field| field.is_given() && self.column(field).is_none_or(|column| column >= columns);
        if let Some(field) = self.design.fields.iter().find(is_open) {
            return Err(Problem::new(format!("Choose a column for the field “{}” of the key.", field.name)));
        }
        if self.design.given().is_empty() {
            return Err(Problem::new("All rows would have the same key: take a field from a column."));
        }
        Ok(())
    }
}

impl Mapping {
    /// Composes the row key of fields, to begin with of the columns that are the row key now; they become nothing else.
    pub fn compose(&mut self) {
        if self.composed.is_some() {
            return;
        }
        let mut composed = Composed::default();
        let order = self.key_order();
        for (id, at) in (1..).zip(&order) {
            let column = &mut self.columns[*at];
            if let Target::RowKey { encoding, .. } = &column.target {
                let kind = kind_of(encoding);
                composed.design.fields.push(Field { id, name: column.name.clone(), kind, draw: Draw::default() });
                composed.from.push((id, *at));
            }
            column.target = Target::Skip;
        }
        self.composed = Some(composed);
    }

    /// Goes back to a key that is one or several columns, those of which it was composed, as far as there is a way to write
    /// them without fields.
    pub fn join(&mut self) {
        let Some(composed) = self.composed.take() else { return };
        let mut place = 0;
        for field in &composed.design.fields {
            let Some(column) = composed.column(field).and_then(|at| self.columns.get_mut(at)) else { continue };
            if !matches!(column.target, Target::RowKey { .. }) {
                column.target = Target::RowKey { place, encoding: encoding_of(&field.kind) };
                place = place.saturating_add(1);
            }
        }
    }
}

fn kind_of(encoding: &Encoding) -> Kind {
    match encoding {
        Encoding::Int => Kind::integer(4),
        Encoding::Long => Kind::integer(8),
        Encoding::ReversedTime => Kind::Time { unit: Unit::Millisecond, reversed: true },
        Encoding::Text | Encoding::Hex | Encoding::Fields(_) | Encoding::Own(_) => Kind::Text(Length::Until(b'|')),
    }
}

fn encoding_of(kind: &Kind) -> Encoding {
    match kind {
        Kind::Integer { width: 8, .. } => Encoding::Long,
        Kind::Integer { .. } => Encoding::Int,
        Kind::Time { reversed: true, .. } => Encoding::ReversedTime,
        _ => Encoding::Text,
    }
}
