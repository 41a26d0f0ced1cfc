//! Forms filled with what a start suggests.

use super::Operation;
use super::sheet::{Change, Sheet};
use crate::intent::{AdminIntent, DeleteWhat, Field, Intent, LastRowMethod, Paging, Raw, RowMutation};
use crate::notation::Encoding;

/// Family and qualifier as they are typed.
pub fn column(family: &str, qualifier: &[u8]) -> String {
    format!("{family}:{}", Encoding::Text.to_text(qualifier))
}

fn plain(raw: &[u8]) -> String {
    Encoding::Text.to_text(raw)
}

/// The text of a number whose field may be empty: 0 gives an empty text.
fn perhaps(number: u32) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}

fn time(time: Option<i64>) -> String {
    time.map(|time| time.to_string()).unwrap_or_default()
}

impl Sheet {
    fn type_in(&mut self, field: Field, text: impl Into<String>) {
        self.put(field, Change::Text(text.into()));
    }

    /// Types bytes into a field whose encoding was not chosen otherwise yet: that of keys or of text.
    fn type_key(&mut self, field: Field, encoding: &Encoding, raw: &[u8]) {
        self.put(field, Change::Encoding(encoding.clone()));
        self.type_in(field, encoding.to_text(raw));
    }

    fn choose(&mut self, field: Field, at: usize) {
        self.put(field, Change::Choice(at));
    }

    /// Makes the list as long as what it is to be filled with, and fills it, item by item.
    fn fill_list<T>(&mut self, operation: Operation, list: Field, with: &[T], each: impl Fn(&mut Self, &T)) {
        while self.items(list).len() < with.len() {
            self.edit(operation.early(), list.into(), Change::More);
        }
        let Some(items) = self.items_mut(list) else { return };
        items.truncate(with.len());
        for (item, with) in items.iter_mut().zip(with) {
            each(item, with);
        }
    }

    fn fill_cells(&mut self, operation: Operation, cells: &[(String, &Raw, Option<i64>)]) {
        self.fill_list(operation, Field::Cells, cells, |item, (column, value, at)| {
            item.type_in(Field::Column, column.clone());
            item.type_in(Field::Value, plain(value));
            item.type_in(Field::Time, time(*at));
        });
    }

    /// Fills the fields so that the form asks for this intent. `key` is the encoding of row keys. What no field stands
    /// for, such as a split where HBase chooses the key, leaves the fields as they are.
    pub(super) fn fill(&mut self, intent: &Intent, key: &Encoding) {
        match intent {
            Intent::Insert { row, cells, .. } => {
                self.type_key(Field::Row, key, row);
                let cells: Vec<_> = cells
                    .iter()
                    .map(|(family, qualifier, at, value)| (column(family, qualifier), value, *at))
                    .collect();
                self.put(Field::Times, Change::On(cells.iter().any(|(_, _, at)| at.is_some())));
                self.fill_cells(Operation::Insert, &cells);
            }
            Intent::Prepend { check: (family, qualifier), cells, blind, highest, .. } => {
                self.type_in(Field::Check, column(family, qualifier));
                self.type_in(Field::Highest, highest.to_string());
                self.put(Field::Blind, Change::On(*blind));
                let cells: Vec<_> =
                    cells.iter().map(|(family, qualifier, value)| (column(family, qualifier), value, None)).collect();
                self.fill_cells(Operation::Prepend, &cells);
            }
            Intent::LastRow { method, .. } => {
                let way = match method {
                    LastRowMethod::FullScan => 0,
                    LastRowMethod::ConstantKey(raw) => {
                        self.type_key(Field::Key, key, raw);
                        1
                    }
                    LastRowMethod::Bisection(width) => {
                        self.type_in(Field::Width, width.to_string());
                        2
                    }
                    LastRowMethod::Reversed => 3,
                };
                self.choose(Field::Way, way);
            }
            Intent::Get { row, versions, .. } => {
                self.type_key(Field::Row, key, row);
                self.type_in(Field::Versions, versions.to_string());
            }
            Intent::Pages(pages) => {
                self.type_key(Field::Start, key, &pages.start);
                self.type_key(Field::Stop, key, &pages.stop);
                self.type_in(Field::Size, pages.size.to_string());
                self.type_in(Field::Pages, pages.pages.to_string());
                self.choose(Field::By, usize::from(pages.by == Paging::Offset));
                self.put(Field::Reversed, Change::On(pages.reversed));
                self.type_in(Field::Batch, perhaps(pages.batch));
                self.type_in(Field::Caching, perhaps(pages.caching));
                if let Some((from, to)) = &pages.columns {
                    self.type_key(Field::From, &Encoding::Text, from);
                    self.type_key(Field::To, &Encoding::Text, to);
                }
                self.type_in(Field::Filter, pages.filter.clone());
            }
            Intent::Transaction { routing_row, mutations, conditions, .. } => {
                self.type_in(Field::RoutingRow, key.to_text(routing_row));
                self.fill_list(Operation::Transaction, Field::Mutations, mutations, |item, mutation| {
                    item.type_in(Field::Row, key.to_text(mutation.row()));
                    match mutation {
                        RowMutation::Put(_, family, qualifier, value) => {
                            item.choose(Field::Kind, 0);
                            item.type_in(Field::Column, column(family, qualifier));
                            item.type_in(Field::Value, plain(value));
                        }
                        RowMutation::Delete(_, family, qualifier) => {
                            item.choose(Field::Kind, 1);
                            item.type_in(Field::Column, column(family, qualifier));
                        }
                        RowMutation::DeleteRow(_) => item.choose(Field::Kind, 2),
                    }
                });
                self.fill_list(Operation::Transaction, Field::Conditions, conditions, |item, condition| {
                    let (row, family, qualifier, value) = condition;
                    item.type_in(Field::Row, key.to_text(row));
                    item.type_in(Field::Column, column(family, qualifier));
                    item.choose(Field::Asks, usize::from(value.is_some()));
                    item.type_in(Field::Value, plain(value.as_deref().unwrap_or_default()));
                });
            }
            Intent::Delete { row, cells, .. } => {
                self.type_key(Field::Row, key, row);
                let Some(what) = cells.first() else { return };
                let (scope, name, at) = match what {
                    DeleteWhat::Family(family, at) => (1, family.clone(), *at),
                    DeleteWhat::Columns(family, qualifier, at) => (2, column(family, qualifier), *at),
                    DeleteWhat::Column(family, qualifier, at) => (3, column(family, qualifier), *at),
                };
                self.choose(Field::Scope, scope);
                self.type_in(Field::Column, name);
                self.type_in(Field::Time, time(at));
            }
            Intent::Admin(AdminIntent::Split { at: Some(at), .. }) => {
                self.type_key(Field::At, key, at);
                self.choose(Field::Cut, 1);
            }
            Intent::Admin(_)
            | Intent::LoseAnswer
            | Intent::Batch { .. }
            | Intent::CheckAndPut { .. }
            | Intent::FirstRow { .. }
            | Intent::Repeat(_)
            | Intent::Script { .. } => {}
        }
    }
}
