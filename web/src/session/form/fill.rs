//! Forms filled with what a start suggests.

use super::cell::{CellText, KeyText};
use super::{
    AdminForm, ConditionText, CreateForm, DeleteForm, DeleteScope, Forms, GetForm, InsertForm, LastRowForm, LastRowWay,
    MutationKind, MutationText, PagesForm, PrependForm, TransactionForm,
};
use splitpoint_lab::intent::{AdminIntent, DeleteWhat, Intent, LastRowMethod, RowMutation};
use splitpoint_lab::notation::Encoding;
use splitpoint_lab::scenario::TableStart;

impl Forms {
    /// What the start of a table suggests.
    pub(super) fn fill_all(&mut self, table: &TableStart) {
        self.insert.fill(table);
        let suggested = &table.forms;
        let suggestions = [
            &suggested.prepend,
            &suggested.last_row,
            &suggested.get,
            &suggested.pages,
            &suggested.transaction,
            &suggested.delete,
            &suggested.split,
        ];
        if let Some((family, qualifier)) = table.columns.first() {
            let column = column(family, qualifier);
            self.prepend.check.clone_from(&column);
            self.prepend.cells = vec![CellText::new(&column, "")];
            self.delete.column = column;
        }
        for intent in suggestions.into_iter().flatten() {
            self.fill(intent, &table.key);
        }
    }

    /// Empty forms for keys of this encoding.
    pub fn empty(key: Encoding) -> Self {
        let row = || KeyText::new(key.clone(), "");
        Self {
            insert: InsertForm { row: row(), ..InsertForm::default() },
            prepend: PrependForm::default(),
            pages: PagesForm { start: row(), stop: row(), ..PagesForm::default() },
            transaction: TransactionForm { rows: key.clone(), ..TransactionForm::default() },
            get: GetForm { row: row(), ..GetForm::default() },
            last_row: LastRowForm { key: row(), width: key.width().unwrap_or(8).to_string(), ..LastRowForm::default() },
            delete: DeleteForm { row: row(), ..DeleteForm::default() },
            create: CreateForm::default(),
            admin: AdminForm { key: row(), ..AdminForm::default() },
        }
    }

    fn fill(&mut self, intent: &Intent, key: &Encoding) {
        let row = |raw: &[u8]| KeyText { encoding: key.clone(), text: key.to_text(raw) };
        match intent {
            Intent::Prepend { check: (family, qualifier), cells, blind, highest, .. } => {
                self.prepend.highest = highest.to_string();
                self.prepend.check = column(family, qualifier);
                self.prepend.blind = *blind;
                self.prepend.cells = cells
                    .iter()
                    .map(|(family, qualifier, value)| CellText {
                        column: column(family, qualifier),
                        value: text(value),
                        time: String::new(),
                    })
                    .collect();
            }
            Intent::LastRow { method, .. } => match method {
                LastRowMethod::FullScan => self.last_row.way = LastRowWay::FullScan,
                LastRowMethod::ConstantKey(raw) => {
                    self.last_row.way = LastRowWay::ConstantKey;
                    self.last_row.key = row(raw);
                }
                LastRowMethod::Bisection(width) => {
                    self.last_row.way = LastRowWay::Bisection;
                    self.last_row.width = width.to_string();
                }
                LastRowMethod::Reversed => self.last_row.way = LastRowWay::Reversed,
            },
            Intent::Get { row: raw, versions, .. } => {
                self.get = GetForm { row: row(raw), versions: versions.to_string() };
            }
            Intent::Pages(pages) => {
                let (from, to) = pages.columns.clone().unwrap_or_default();
                self.pages = PagesForm {
                    start: row(&pages.start),
                    stop: row(&pages.stop),
                    size: pages.size.to_string(),
                    pages: pages.pages.to_string(),
                    by: pages.by,
                    reversed: pages.reversed,
                    caching: or_empty(pages.caching),
                    batch: or_empty(pages.batch),
                    from: text(&from),
                    to: text(&to),
                    filter: pages.filter.clone(),
                };
            }
            Intent::Transaction { routing_row, mutations, conditions, .. } => {
                self.transaction = TransactionForm {
                    rows: key.clone(),
                    routing: key.to_text(routing_row),
                    mutations: mutations.iter().map(|mutation| mutation_text(mutation, key)).collect(),
                    conditions: conditions
                        .iter()
                        .map(|(raw, family, qualifier, value)| ConditionText {
                            row: key.to_text(raw),
                            column: column(family, qualifier),
                            absent: value.is_none(),
                            value: Encoding::Text.to_text(value.as_deref().unwrap_or_default()),
                        })
                        .collect(),
                };
            }
            Intent::Delete { row: raw, cells, .. } => {
                self.delete.row = row(raw);
                if let Some(what) = cells.first() {
                    let (scope, name, time) = match what {
                        DeleteWhat::Family(family, time) => (DeleteScope::Family, family.clone(), time),
                        DeleteWhat::Columns(family, qualifier, time) => {
                            (DeleteScope::Columns, column(family, qualifier), time)
                        }
                        DeleteWhat::Column(family, qualifier, time) => {
                            (DeleteScope::Column, column(family, qualifier), time)
                        }
                    };
                    self.delete.scope = scope;
                    self.delete.column = name;
                    self.delete.time = time.map(|time| time.to_string()).unwrap_or_default();
                }
            }
            Intent::Admin(AdminIntent::Split { at: Some(raw), .. }) => {
                self.admin.key = row(raw);
                self.admin.here = true;
            }
            Intent::Insert { .. } | Intent::Admin(_) | Intent::Script { .. } => {}
        }
    }
}

impl InsertForm {
    /// What the start of a table suggests.
    pub(super) fn fill(&mut self, table: &TableStart) {
        if let Some((family, qualifier)) = table.columns.first() {
            self.cells = vec![CellText::new(&column(family, qualifier), "")];
        }
        if let Some(Intent::Insert { row, cells, .. }) = &table.forms.insert {
            self.row = KeyText { encoding: table.key.clone(), text: table.key.to_text(row) };
            self.cells = cells
                .iter()
                .map(|(family, qualifier, time, value)| CellText {
                    column: column(family, qualifier),
                    value: text(value),
                    time: time.map(|time| time.to_string()).unwrap_or_default(),
                })
                .collect();
        }
    }
}

fn mutation_text(mutation: &RowMutation, key: &Encoding) -> MutationText {
    match mutation {
        RowMutation::Put(raw, family, qualifier, value) => MutationText {
            kind: MutationKind::Put,
            row: key.to_text(raw),
            column: column(family, qualifier),
            value: Encoding::Text.to_text(value),
        },
        RowMutation::Delete(raw, family, qualifier) => MutationText {
            kind: MutationKind::Delete,
            row: key.to_text(raw),
            column: column(family, qualifier),
            value: String::new(),
        },
        RowMutation::DeleteRow(raw) => {
            MutationText { kind: MutationKind::DeleteRow, row: key.to_text(raw), ..MutationText::default() }
        }
    }
}

fn text(raw: &[u8]) -> KeyText {
    KeyText { encoding: Encoding::Text, text: Encoding::Text.to_text(raw) }
}

fn column(family: &str, qualifier: &[u8]) -> String {
    format!("{family}:{}", Encoding::Text.to_text(qualifier))
}

fn or_empty(number: u32) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::super::{ALL, Verb};
    use super::*;
    use splitpoint_lab::scenario;

    #[test]
    fn a_filled_form_asks_for_what_its_start_suggested() {
        for start in scenario::starts() {
            for table in &start.tables {
                let mut forms = Forms::empty(table.key.clone());
                (ALL.fill)(&mut forms, table);
                let pairs = [
                    (Verb::Insert, &table.forms.insert),
                    (Verb::Prepend, &table.forms.prepend),
                    (Verb::Pages, &table.forms.pages),
                    (Verb::Transaction, &table.forms.transaction),
                    (Verb::Get, &table.forms.get),
                    (Verb::LastRow, &table.forms.last_row),
                    (Verb::Delete, &table.forms.delete),
                ];
                for (verb, suggested) in pairs {
                    if let Some(intent) = suggested {
                        assert_eq!(ALL.intent(&forms, verb, &table.name), Some(Ok(intent.clone())), "{verb:?}");
                    }
                }
            }
        }
    }
}
