//! The forms that write one row: insert, prepend, delete.

use super::Fault;
use super::cell::{CellText, KeyText, column, time};
use splitpoint_lab::intent::{DeleteWhat, Intent};

/// Insert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsertForm {
    /// Row key.
    pub row: KeyText,
    /// Cells.
    pub cells: Vec<CellText>,
    /// Whether there is room for times of their own.
    pub times: bool,
}

impl Default for InsertForm {
    fn default() -> Self {
        Self { row: KeyText::default(), cells: vec![CellText::default()], times: false }
    }
}

impl InsertForm {
    pub(super) fn intent(&self, table: &str, faults: &mut Vec<Fault>) -> Intent {
        let row = self.row.read("row", faults);
        let cells = self
            .cells
            .iter()
            .enumerate()
            .map(|(index, cell)| {
                let (family, qualifier) = column(&format!("cells.{index}.column"), &cell.column, faults);
                let time = time(&format!("cells.{index}.time"), &cell.time, faults);
                (family, qualifier, time, cell.value.read(&format!("cells.{index}.value"), faults))
            })
            .collect();
        Intent::Insert { table: table.to_owned(), row, cells }
    }
}

/// Prepend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrependForm {
    /// The column that every row has.
    pub check: String,
    /// Cells.
    pub cells: Vec<CellText>,
    /// With a plain put.
    pub blind: bool,
    /// The key of the first row where the table is empty.
    pub highest: String,
}

impl Default for PrependForm {
    fn default() -> Self {
        Self { check: String::new(), cells: vec![CellText::default()], blind: false, highest: "20".into() }
    }
}

impl PrependForm {
    pub(super) fn intent(&self, table: &str, faults: &mut Vec<Fault>) -> Intent {
        let check = column("check", &self.check, faults);
        let cells = self
            .cells
            .iter()
            .enumerate()
            .map(|(index, cell)| {
                let (family, qualifier) = column(&format!("cells.{index}.column"), &cell.column, faults);
                (family, qualifier, cell.value.read(&format!("cells.{index}.value"), faults))
            })
            .collect();
        let highest = self.highest.trim().parse().unwrap_or_else(|_| {
            let sentence = format!("“{}” is not a whole number.", self.highest.trim());
            faults.push(Fault { field: "highest".to_owned(), sentence });
            0
        });
        Intent::Prepend { table: table.to_owned(), check, cells, blind: self.blind, highest }
    }
}

/// How much is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DeleteScope {
    /// Every cell of the row.
    #[default]
    Row,
    /// A family.
    Family,
    /// Every version of a column.
    Columns,
    /// One version of a column.
    Column,
}

impl DeleteScope {
    /// All, with what each is called.
    pub const CHOICES: [(Self, &'static str); 4] = [
        (Self::Row, "the whole row"),
        (Self::Family, "a family"),
        (Self::Columns, "a column, every version"),
        (Self::Column, "a column, one version"),
    ];
}

/// Delete.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DeleteForm {
    /// Row key.
    pub row: KeyText,
    /// How much.
    pub scope: DeleteScope,
    /// `family:qualifier`, or a family.
    pub column: String,
    /// Milliseconds; empty: the server's, or the newest version.
    pub time: String,
}

impl DeleteForm {
    pub(super) fn intent(&self, table: &str, faults: &mut Vec<Fault>) -> Intent {
        let row = self.row.read("row", faults);
        let mut cells = Vec::new();
        if self.scope != DeleteScope::Row {
            let (family, qualifier) = column("column", &self.column, faults);
            let time = time("time", &self.time, faults);
            cells.push(match self.scope {
                DeleteScope::Columns => DeleteWhat::Columns(family, qualifier, time),
                DeleteScope::Column => DeleteWhat::Column(family, qualifier, time),
                DeleteScope::Row | DeleteScope::Family => DeleteWhat::Family(family, time),
            });
        }
        Intent::Delete { table: table.to_owned(), row, cells }
    }
}
