//! Which column of a file becomes what.

use super::Composed;
use super::kept::MappingRecord;
use crate::intent::Raw;
use crate::notation::{Encoding, Problem};
use splitpoint_model::bytes;
use splitpoint_model::map::Map;

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Values between tabs, no quotes: what ImportTsv reads.
    Tsv,
    /// Values between commas, in quotes where needed.
    Csv,
    /// One JSON object a line.
    JsonLines,
}

impl Format {
    /// Every format, with what people call it.
    pub const CHOICES: [(Self, &'static str); 3] =
        [(Self::Tsv, "TSV"), (Self::Csv, "CSV"), (Self::JsonLines, "JSON lines")];
}

/// How a file becomes a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mapping {
    /// The table it becomes.
    pub table: String,
    /// How it is written.
    pub format: Format,
    /// What stands between values (`importtsv.separator`). Means nothing in JSON lines.
    pub separator: u8,
    /// Whether its first line names the columns. Means nothing in JSON lines.
    pub header: bool,
    /// Its columns, in the order of the file; JSON lines are met by name.
    pub columns: Vec<Source>,
    /// The fields that the row key is composed of. `None` where it is one column, or several joined.
    pub composed: Option<Composed>,
    /// Whether an empty value makes no cell (`importtsv.skip.empty.columns`).
    pub skip_empty: bool,
    /// Whether bad lines are left out (`importtsv.skip.bad.lines`). Otherwise one of them stops the import.
    pub skip_bad_lines: bool,
}

/// A column of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// Its name in the file, or `column 3`.
    pub name: String,
    /// What becomes of it.
    pub target: Target,
}

/// What a column of a file becomes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The row key (`HBASE_ROW_KEY`), or one field of it: fields stand in the order of `place`.
    RowKey {
        /// Its place among the fields of the key; 0 is the first.
        place: u8,
        /// How it is written there.
        encoding: Encoding,
    },
    /// The time of the line's cells (`HBASE_TS_KEY`).
    Timestamp,
    /// Milliseconds that the line's cells live (`HBASE_CELL_TTL`).
    Ttl,
    /// A cell.
    Cell {
        /// Family.
        family: String,
        /// Qualifier.
        qualifier: Raw,
        /// How the value is written there.
        encoding: Encoding,
    },
    /// Nothing: the column is left out.
    Skip,
}

const ROW: &str = "HBASE_ROW_KEY";
const TIME: &str = "HBASE_TS_KEY";
const TTL: &str = "HBASE_CELL_TTL";
/// ImportTsv has no word for a column that is left out.
const SKIP: &str = "-";

/// A qualifier in a list that is cut at commas and whose entries lose blanks around them.
fn spelled(qualifier: &[u8]) -> String {
    let text = bytes::to_string_binary(qualifier).replace(',', "\\x2C");
    let inner = text.trim_matches(' ');
    let begin = text.len() - text.trim_start_matches(' ').len();
    let end = text.len() - begin - inner.len();
    format!("{}{inner}{}", "\\x20".repeat(begin), "\\x20".repeat(end))
}

impl Target {
    /// What ImportTsv calls it: `HBASE_ROW_KEY`, `f:q`, …; `-` for nothing.
    pub fn spec(&self) -> String {
        match self {
            Self::RowKey { .. } => ROW.to_owned(),
            Self::Timestamp => TIME.to_owned(),
            Self::Ttl => TTL.to_owned(),
            Self::Cell { family, qualifier, .. } => format!("{family}:{}", spelled(qualifier)),
            Self::Skip => SKIP.to_owned(),
        }
    }

    fn parse(spec: &str, place: &mut u8, encoding: Encoding) -> Result<Self, Problem> {
        Ok(match spec {
            ROW => {
                *place += 1;
                Self::RowKey { place: *place - 1, encoding }
            }
            TIME => Self::Timestamp,
            TTL => Self::Ttl,
            SKIP => Self::Skip,
            "HBASE_ATTRIBUTES_KEY" | "HBASE_CELL_VISIBILITY" => {
                return Err(Problem::new(format!("{spec} is not kept here: write - to leave the column out.")));
            }
            _ => {
                let (family, qualifier) = spec.split_once(':').unwrap_or((spec, ""));
                check_family(family)?;
                let qualifier = bytes::from_string_binary(qualifier);
                Self::Cell { family: family.to_owned(), qualifier, encoding }
            }
        })
    }

    fn encoding(&self) -> Encoding {
        match self {
            Self::RowKey { encoding, .. } | Self::Cell { encoding, .. } => encoding.clone(),
            _ => Encoding::Text,
        }
    }
}

impl Mapping {
    /// The columns as ImportTsv's `importtsv.columns`: `HBASE_ROW_KEY,f:a,-`.
    pub fn spec(&self) -> String {
        self.columns.iter().map(|column| column.target.spec()).collect::<Vec<_>>().join(",")
    }

    /// Takes the columns from such a text. Encodings stay; of several `HBASE_ROW_KEY` the first is the first field.
    ///
    /// # Errors
    /// Which entry is wrong, and what to write.
    pub fn set_spec(&mut self, spec: &str) -> Result<(), Problem> {
        let entries: Vec<&str> = spec.split(',').map(str::trim).collect();
        if entries.len() != self.columns.len() {
            return Err(Problem::new(format!(
                "{} columns are named, the file has {}: write - for those to leave out.",
                entries.len(),
                self.columns.len()
            )));
        }
        let mut place = 0;
        let mut targets = Vec::new();
        for (entry, column) in entries.iter().zip(&self.columns) {
            targets.push(Target::parse(entry, &mut place, column.target.encoding())?);
        }
        for (column, target) in self.columns.iter_mut().zip(targets) {
            column.target = target;
        }
        Ok(())
    }

    /// As text, to be kept beside the file.
    pub fn to_text(&self) -> String {
        serde_json::to_string(&MappingRecord::from(self)).expect("names are strings and numbers are whole")
    }

    /// From such a text; `None` where it is not one.
    pub fn from_text(text: &str) -> Option<Self> {
        serde_json::from_str::<MappingRecord>(text).ok().map(Self::from)
    }

    /// What the row key is made of.
    pub fn key(&self) -> Encoding {
        if let Some(composed) = &self.composed {
            return composed.design.encoding();
        }
        let mut fields = self.key_columns();
        match fields.as_slice() {
            [(_, Encoding::Fields(_))] | [] => Encoding::Text,
            [_] => fields.remove(0).1,
            _ => Encoding::Fields(fields),
        }
    }

    fn key_columns(&self) -> Vec<(String, Encoding)> {
        self.key_order()
            .into_iter()
            .filter_map(|at| match &self.columns.get(at)?.target {
                Target::RowKey { encoding, .. } => Some((self.columns[at].name.clone(), encoding.clone())),
                _ => None,
            })
            .collect()
    }

    /// Which columns make the key, in the order of its fields.
    pub(super) fn key_order(&self) -> Vec<usize> {
        let place = |at: &usize| match self.columns[*at].target {
            Target::RowKey { place, .. } => Some(place),
            _ => None,
        };
        let mut order: Vec<usize> = (0..self.columns.len()).filter(|at| place(at).is_some()).collect();
        splitpoint_model::order::sort_by(&mut order, |one, two| place(one).cmp(&place(two)));
        order
    }

    /// Families that cells go to, without repeats.
    pub fn families(&self) -> Vec<String> {
        let mut families: Vec<String> = Vec::new();
        for column in &self.columns {
            if let Target::Cell { family, .. } = &column.target
                && !families.contains(family)
            {
                families.push(family.clone());
            }
        }
        families
    }

    /// Whether a table can be made of it.
    ///
    /// # Errors
    /// What is missing.
    pub fn check(&self) -> Result<(), Problem> {
        check_table(&self.table)?;
        if !self.separator.is_ascii() || matches!(self.separator, b'\r' | b'\n' | b'"') {
            return Err(Problem::new("The separator must be one ASCII character, and no quote: a comma, a tab, …"));
        }
        let keys = self.key_columns();
        if let Some(composed) = &self.composed {
            composed.check(self.columns.len())?;
        } else if keys.is_empty() {
            return Err(Problem::new("No column is the row key: choose one (ImportTsv calls it HBASE_ROW_KEY)."));
        }
        if let Some((name, _)) = keys.iter().rev().skip(1).rev().find(|(_, encoding)| encoding.width().is_none()) {
            return Err(Problem::new(format!(
                "“{name}” is a text before the last field of the key, so nobody could tell where it ends: make it \
                 the last field, or an integer or a time."
            )));
        }
        for family in self.families() {
            check_family(&family)?;
        }
        if self.families().is_empty() {
            return Err(Problem::new("No column becomes a cell, and a row is made of cells: choose a family for one."));
        }
        for (count, name) in [(self.count(&Target::Timestamp), TIME), (self.count(&Target::Ttl), TTL)] {
            if count > 1 {
                return Err(Problem::new(format!("{count} columns are {name}: a line has one.")));
            }
        }
        let mut cells = Map::new();
        for column in &self.columns {
            let Target::Cell { family, qualifier, .. } = &column.target else { continue };
            if let Some(other) = cells.insert((family, qualifier), column) {
                return Err(Problem::new(format!(
                    "“{}” and “{}” both become {}: one would hide the other. Rename one.",
                    other.name,
                    column.name,
                    column.target.spec()
                )));
            }
        }
        Ok(())
    }

    fn count(&self, target: &Target) -> usize {
        self.columns.iter().filter(|column| column.target == *target).count()
    }
}

fn check_family(family: &str) -> Result<(), Problem> {
    if family.is_empty() {
        return Err(Problem::new("A family has no name: write family:qualifier, as in f:name."));
    }
    let wrong = |c: char| c.is_control() || matches!(c, ':' | '/' | '\\');
    if family.starts_with('.') || family.len() > 127 || family.contains(wrong) || family == "recovered.edits" {
        return Err(Problem::new(format!(
            "“{family}” is no name of a family: at most 127 bytes, no : / \\ and no full stop in front."
        )));
    }
    Ok(())
}

fn check_table(table: &str) -> Result<(), Problem> {
    let (namespace, name) = table.split_once(':').unwrap_or(("default", table));
    let letters = |text: &str| text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let legal = !name.is_empty() && !name.starts_with(['.', '-']) && letters(name) && name != "zookeeper";
    if legal && !namespace.is_empty() && namespace.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Ok(());
    }
    Err(Problem::new(format!(
        "“{table}” is no name of a table: letters, digits, _ - and . , beginning with a letter, a digit or _."
    )))
}
