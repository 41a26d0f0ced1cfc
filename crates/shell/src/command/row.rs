//! Columns and cells: how they are named and how they are printed.

use super::Fail;
use super::argument::Bench;
use crate::ruby::method::java::convert;
use crate::ruby::method::time;
use crate::ruby::value::Value;
use splitpoint_model::bytes::{Family, Qualifier, to_long, to_string_binary};
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::cluster::catalog::META;
use splitpoint_model::map::Map;
use splitpoint_model::region::info::RegionInfo;

/// Functions of the class `Bytes` that make something of bytes.
const CONVERTERS: &[&str] = &[
    "toString",
    "toStringBinary",
    "toInt",
    "toLong",
    "toShort",
    "toFloat",
    "toDouble",
    "toBigDecimal",
    "toBoolean",
    "toHex",
    "len",
    "hashCode",
    "toBytes",
    "toBytesBinary",
    "fromHex",
    "copy",
    "compareTo",
    "equals",
    "toBinaryFromHex",
];

/// How cells are printed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Format {
    /// Converters of single columns, by `family:qualifier`.
    converters: Map<String, String>,
    /// The converter of all that has none of its own: `FORMATTER`.
    formatter: Option<String>,
    length: Option<usize>,
    /// Whether it is `hbase:meta` that is read, of which the shell knows some columns.
    is_meta: bool,
}

/// Family and, where there is a colon, what is behind it.
///
/// Source: `CellUtil.parseColumn`.
pub(super) fn split(column: &[u8]) -> (&[u8], Option<&[u8]>) {
    match column.iter().position(|byte| *byte == b':') {
        Some(at) => (&column[..at], Some(&column[at + 1..])),
        None => (column, None),
    }
}

impl Format {
    /// Takes `MAXLENGTH`, `FORMATTER` and `FORMATTER_CLASS` out of a hash.
    pub(super) fn take(bench: &mut Bench<'_, '_>, hash: &Value) -> Result<Self, Fail> {
        let mut format = Self::default();
        match bench.heap.take(hash, "MAXLENGTH") {
            Some(Value::Int(length)) if length >= 0 => format.length = Some(length as usize),
            None | Some(Value::Int(-1) | Value::Nil | Value::Bool(false)) => {}
            Some(Value::Int(_)) => format.length = Some(0),
            Some(Value::Float(length)) => format.length = usize::try_from(length.0 as i64).ok(),
            Some(other) => return Err(bench.conversion(&other, "Integer")),
        }
        if let Some(name) = bench.heap.take(hash, "FORMATTER").filter(Value::truthy) {
            format.formatter = Some(bench.string(&name));
        }
        if let Some(class) = bench.heap.take(hash, "FORMATTER_CLASS").filter(Value::truthy) {
            let class = bench.string(&class);
            if class != "org.apache.hadoop.hbase.util.Bytes" {
                let word = class.split('.').next().unwrap_or("");
                let shown =
                    crate::ruby::method::inspect::inspect(bench.heap, &Value::Table(bench.table()?.as_str().into()));
                let hints = crate::ruby::machine::spell::correct(word, &["not", "nil", "next", "or", "in"]);
                let hint: String = hints.iter().map(|hint| format!("\nDid you mean?  {hint}")).collect();
                let message = format!("undefined local variable or method `{word}' for {shown}:Hbase::Table{hint}");
                return Err(Fail::new("NameError", message));
            }
        }
        Ok(format)
    }

    /// The same for the cells of this table.
    pub(super) fn of(self, table: &str) -> Self {
        Self { is_meta: table == META, ..self }
    }

    /// Takes over every setting of another format.
    pub(super) fn adopt(&mut self, other: Self) {
        (self.formatter, self.length) = (other.formatter, other.length);
    }

    /// A column that is to be read, with its converter noted.
    pub(super) fn column(&mut self, column: &[u8]) -> (Family, Option<Qualifier>) {
        let (family, qualifier) = split(column);
        let Some(mut qualifier) = qualifier else { return (family.into(), None) };
        if let Some(at) = qualifier.iter().rposition(|byte| *byte == b':') {
            let name = String::from_utf8_lossy(&qualifier[at + 1..]).into_owned();
            let classed = name.starts_with("c(") && name.contains(").");
            // The class itself may not hold a colon.
            if CONVERTERS.contains(&name.as_str()) || classed {
                qualifier = &qualifier[..at];
                let column = format!("{}:{}", to_string_binary(family), to_string_binary(qualifier));
                self.converters.insert(column, name);
            }
        }
        (family.into(), Some(qualifier.into()))
    }

    fn with(&self, converter: Option<&str>, bytes: &[u8]) -> Result<String, Fail> {
        let name = converter.or(self.formatter.as_deref()).unwrap_or("toStringBinary");
        let name = name.rsplit_once(").").map_or(name, |(_, function)| function);
        match convert(name, bytes)? {
            Some(text) => Ok(text),
            None => Err(Fail::new("NameError", format!("undefined method `{name}' for class `#<Class:0x5c5a1b69>'"))),
        }
    }

    /// A row key.
    pub(super) fn row(&self, row: &[u8], terminal: bool) -> Result<String, Fail> {
        let text = self.with(None, row)?;
        // The formatter of the shell prints no numbers.
        let number = matches!(self.formatter.as_deref(), Some("len" | "toInt" | "toLong" | "toShort" | "hashCode"));
        if number && terminal {
            return Err(Fail::new("NoMethodError", "undefined method `length' for nil:NilClass"));
        }
        Ok(if number { String::new() } else { text })
    }

    /// `family:qualifier`.
    pub(super) fn name(&self, cell: &Cell) -> Result<String, Fail> {
        Ok(format!("{}:{}", self.with(None, cell.family())?, self.with(None, cell.qualifier())?))
    }

    /// `timestamp=…, value=…`.
    pub(super) fn cell(&self, column: &str, cell: &Cell) -> Result<String, Fail> {
        let when = time::local(cell.timestamp());
        if self.is_meta
            && let Some(value) = of_meta(column, cell.value())
        {
            return Ok(format!("timestamp={when}, value={value}"));
        }
        let text = if cell.cell_type() == CellType::Put {
            let value = self.with(self.converters.get(column).map(String::as_str), cell.value())?;
            format!("timestamp={when}, value={value}")
        } else {
            format!("timestamp={when}, type={}", cell.cell_type().name())
        };
        Ok(match self.length {
            Some(length) => text.chars().take(length).collect(),
            None => text,
        })
    }
}

/// The value of a column of `hbase:meta` that the shell reads by itself, whatever converter or length is asked for. A
/// region that cannot be read is printed as nothing.
///
/// Source: `table.rb`, `to_string`.
fn of_meta(column: &str, value: &[u8]) -> Option<String> {
    match column.strip_prefix("info:")? {
        "serverstartcode" => {
            Some(to_long(value).map_or_else(|| to_string_binary(value), |start_code| start_code.to_string()))
        }
        name if matches!(name, "regioninfo" | "splitA" | "splitB") || name.starts_with("merge") => {
            Some(RegionInfo::from_bytes(value).map_or_else(String::new, |region| region.to_string()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, split};

    #[test]
    fn a_column_is_split_at_its_first_colon_and_a_converter_off_behind_the_last() {
        assert_eq!(split(b"f:a:b"), (&b"f"[..], Some(&b"a:b"[..])));
        assert_eq!(split(b"f"), (&b"f"[..], None));
        let mut format = Format::default();
        assert_eq!(format.column(b"f:a:toLong"), ("f".into(), Some("a".into())));
        assert_eq!(format.column(b"f:a:toNothing"), ("f".into(), Some("a:toNothing".into())));
    }
}
