//! A mapping as it is kept beside its file: JSON with named fields, and types of its own, so that the types of the
//! program can change freely. Unknown fields are skipped, and missing ones have a default.

use super::Composed;
use super::mapping::{self, Mapping};
use crate::design::{self, Design};
use crate::notation;
use crate::notation::json::Column;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct MappingRecord {
    #[serde(default)]
    table: String,
    #[serde(default)]
    format: Format,
    #[serde(default)]
    separator: u8,
    #[serde(default)]
    header: bool,
    columns: Vec<Source>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<Key>,
    #[serde(default)]
    skip_empty: bool,
    #[serde(default)]
    skip_bad_lines: bool,
}

/// A composed key.
#[derive(Serialize, Deserialize)]
struct Key {
    /// Its fields, as an attribute of a table has them.
    fields: String,
    /// For each field in order the place of its column, counted from 0; none of fields that come from no column.
    #[serde(default)]
    columns: Vec<Option<usize>>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Format {
    #[default]
    Tsv,
    Csv,
    JsonLines,
}

#[derive(Serialize, Deserialize)]
struct Source {
    name: String,
    #[serde(default)]
    target: Target,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Target {
    RowKey {
        #[serde(default)]
        place: u8,
        #[serde(default)]
        encoding: Encoding,
    },
    Timestamp,
    Ttl,
    Cell {
        column: Column,
        #[serde(default)]
        encoding: Encoding,
    },
    #[default]
    Skip,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Encoding {
    #[default]
    Text,
    Int,
    Long,
    ReversedTime,
    Hex,
    Fields(Vec<Field>),
    /// Fields of a design, as an attribute of a table has them.
    Own(String),
}

#[derive(Serialize, Deserialize)]
struct Field {
    name: String,
    #[serde(default)]
    encoding: Encoding,
}

impl From<&Mapping> for MappingRecord {
    fn from(mapping: &Mapping) -> Self {
        let source = |source: &mapping::Source| Source { name: source.name.clone(), target: (&source.target).into() };
        Self {
            table: mapping.table.clone(),
            format: match mapping.format {
                mapping::Format::Tsv => Format::Tsv,
                mapping::Format::Csv => Format::Csv,
                mapping::Format::JsonLines => Format::JsonLines,
            },
            separator: mapping.separator,
            header: mapping.header,
            columns: mapping.columns.iter().map(source).collect(),
            key: mapping.composed.as_ref().map(Key::from),
            skip_empty: mapping.skip_empty,
            skip_bad_lines: mapping.skip_bad_lines,
        }
    }
}

impl From<MappingRecord> for Mapping {
    fn from(kept: MappingRecord) -> Self {
        let source = |Source { name, target }| mapping::Source { name, target: target.into() };
        Self {
            table: kept.table,
            format: match kept.format {
                Format::Tsv => mapping::Format::Tsv,
                Format::Csv => mapping::Format::Csv,
                Format::JsonLines => mapping::Format::JsonLines,
            },
            separator: kept.separator,
            header: kept.header,
            columns: kept.columns.into_iter().map(source).collect(),
            composed: kept.key.map(Composed::from),
            skip_empty: kept.skip_empty,
            skip_bad_lines: kept.skip_bad_lines,
        }
    }
}

impl From<&Composed> for Key {
    fn from(composed: &Composed) -> Self {
        let columns = composed.design.fields.iter().map(|field| composed.column(field)).collect();
        Self { fields: composed.design.to_spec(), columns }
    }
}

impl From<Key> for Composed {
    fn from(kept: Key) -> Self {
        let design = Design::from_spec(&kept.fields).unwrap_or_default();
        let taken = design.fields.iter().zip(&kept.columns);
        let from = taken.filter_map(|(field, column)| Some((field.id, (*column)?))).collect();
        Self { design, from }
    }
}

impl From<&mapping::Target> for Target {
    fn from(target: &mapping::Target) -> Self {
        match target {
            mapping::Target::RowKey { place, encoding } => Self::RowKey { place: *place, encoding: encoding.into() },
            mapping::Target::Timestamp => Self::Timestamp,
            mapping::Target::Ttl => Self::Ttl,
            mapping::Target::Cell { family, qualifier, encoding } => {
                Self::Cell { column: Column::new(family, qualifier), encoding: encoding.into() }
            }
            mapping::Target::Skip => Self::Skip,
        }
    }
}

impl From<Target> for mapping::Target {
    fn from(target: Target) -> Self {
        match target {
            Target::RowKey { place, encoding } => Self::RowKey { place, encoding: encoding.into() },
            Target::Timestamp => Self::Timestamp,
            Target::Ttl => Self::Ttl,
            Target::Cell { column, encoding } => {
                let (family, qualifier) = column.parts();
                Self::Cell { family, qualifier, encoding: encoding.into() }
            }
            Target::Skip => Self::Skip,
        }
    }
}

impl From<&notation::Encoding> for Encoding {
    fn from(encoding: &notation::Encoding) -> Self {
        match encoding {
            notation::Encoding::Text => Self::Text,
            notation::Encoding::Int => Self::Int,
            notation::Encoding::Long => Self::Long,
            notation::Encoding::ReversedTime => Self::ReversedTime,
            notation::Encoding::Hex => Self::Hex,
            notation::Encoding::Own(own) => Self::Own(own.spec().to_owned()),
            notation::Encoding::Fields(fields) => {
                let field = |(name, encoding): &(String, notation::Encoding)| Field {
                    name: name.clone(),
                    encoding: encoding.into(),
                };
                Self::Fields(fields.iter().map(field).collect())
            }
        }
    }
}

impl From<Encoding> for notation::Encoding {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Text => Self::Text,
            Encoding::Int => Self::Int,
            Encoding::Long => Self::Long,
            Encoding::ReversedTime => Self::ReversedTime,
            Encoding::Hex => Self::Hex,
            Encoding::Own(spec) => design::read(&spec).unwrap_or_default(),
            Encoding::Fields(fields) => {
                Self::Fields(fields.into_iter().map(|Field { name, encoding }| (name, encoding.into())).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Append-only: what was kept once is read for ever.
    const KEPT: &str = concat!(
        r#"{"table":"pets","format":"csv","separator":44,"header":true,"columns":["#,
        r#"{"name":"id","target":{"row-key":{"place":0,"encoding":"long"}}},"#,
        r#"{"name":"when","target":{"row-key":{"place":1,"encoding":{"fields":[{"name":"day","encoding":"int"}]}}}},"#,
        r#"{"name":"name","target":{"cell":{"column":"p:name","encoding":"reversed-time"}}},"#,
        r#"{"name":"at","target":"timestamp"},{"name":"for","target":"ttl"},{"name":"more","target":"skip"}],"#,
        r#""skip_empty":true,"skip_bad_lines":true}"#
    );

    #[test]
    fn what_was_kept_is_read() {
        let mapping = Mapping::from_text(KEPT).expect("it was kept");
        assert_eq!(mapping.to_text(), KEPT);
        assert_eq!(mapping.spec(), "HBASE_ROW_KEY,HBASE_ROW_KEY,p:name,HBASE_TS_KEY,HBASE_CELL_TTL,-");
        let newer = KEPT.replacen('{', r#"{"colour":{"of":[1]},"#, 1);
        assert_eq!(Mapping::from_text(&newer), Some(mapping), "what is unknown is left out");
        let composed = KEPT.replacen(
            r#""skip_empty""#,
            r#""key":{"fields":"salt:salt4,id:int8,at:reversed-time","columns":[null,0,3]},"skip_empty""#,
            1,
        );
        let mapping = Mapping::from_text(&composed).expect("it was kept");
        assert_eq!(mapping.to_text(), composed);
        assert_eq!(mapping.key().label(), "salt · id · at");
        let less = Mapping::from_text(r#"{"columns":[{"name":"a"}]}"#).expect("all else has a default");
        assert_eq!((less.spec().as_str(), less.format), ("-", mapping::Format::Tsv));
        for wrong in ["", "7", "{}", r#"{"columns":[{"name":"a","target":"wings"}]}"#] {
            assert_eq!(Mapping::from_text(wrong), None, "{wrong}");
        }
    }
}
