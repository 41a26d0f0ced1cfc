//! Fields of forms: what a refusal, a warning or a change is about.

use std::fmt;

/// A field of a form, or of an item of a list in it. Where several forms ask for the same thing, it is the same field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The client that acts.
    Client,
    /// The table.
    Table,
    /// A row key.
    Row,
    /// A list: columns with their values.
    Cells,
    /// How the values of cells are typed.
    Values,
    /// Whether cells have times of their own.
    Times,
    /// Family and qualifier, typed as one.
    Column,
    /// A value.
    Value,
    /// The time of a cell.
    Time,
    /// The column that must be absent.
    Check,
    /// The first key of an empty table.
    Highest,
    /// Whether a prepend writes without checking that the row is free.
    Blind,
    /// Where a scan begins.
    Start,
    /// Where a scan ends.
    Stop,
    /// Rows of a page.
    Size,
    /// How many pages.
    Pages,
    /// How pages follow each other: by cursor or by offset.
    By,
    /// Whether a scan goes from larger keys to smaller ones.
    Reversed,
    /// The first qualifier.
    From,
    /// The last qualifier.
    To,
    /// Cells of a Result.
    Batch,
    /// Results of a call.
    Caching,
    /// A filter.
    Filter,
    /// How row keys are typed.
    Rows,
    /// Whether mutations are done all or none, or each by itself.
    Together,
    /// The row by which a transaction is routed.
    RoutingRow,
    /// A list: puts and deletes of a transaction.
    Mutations,
    /// What a mutation does.
    Kind,
    /// A list: conditions of a transaction.
    Conditions,
    /// What a condition asks of its column.
    Asks,
    /// Versions of a column.
    Versions,
    /// The way in which the last row is found.
    Way,
    /// The key of a row that never changes its key, to find the last row by.
    Key,
    /// Bytes of a key.
    Width,
    /// How much is deleted.
    Scope,
    /// A list: families of a table.
    Families,
    /// The name of a family.
    Name,
    /// Bytes of a block.
    BlockSize,
    /// The split policy: when and where regions are split.
    Policy,
    /// Bytes of the prefix that rows of a region share.
    PrefixLength,
    /// What ends the prefix that rows of a region share.
    Delimiter,
    /// Bytes above which a region is split.
    MaxFileSize,
    /// When writes of a table go to the log.
    Durability,
    /// Keys at which a table is cut.
    Splits,
    /// Whether a region is cut at a given key, or where HBase would.
    Cut,
    /// The key at which a region is cut.
    At,
    /// A region.
    Region,
    /// The second region of a merge.
    Other,
    /// Whether a compaction takes all files.
    Major,
    /// A server.
    Server,
    /// A script.
    Script,
    /// How often something is repeated.
    Count,
    /// The number of the first key.
    First,
    /// How one key follows another.
    Walk,
    /// What is added to a number to get the next.
    Step,
    /// Among how many numbers keys are chosen.
    Among,
    /// What decides which numbers are chosen.
    Seed,
    /// How numbers become keys.
    Digits,
    /// Over how many prefixes keys are spread.
    Prefixes,
    /// Bytes of a value.
    Bytes,
    /// How many clients share it.
    Clients,
    /// How many are sent in a second.
    Rate,
}

impl Field {
    /// Its name. Within one form no two fields have the same name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Table => "table",
            Self::Row => "row",
            Self::Cells => "cells",
            Self::Values => "values",
            Self::Times => "times",
            Self::Column => "column",
            Self::Value => "value",
            Self::Time => "time",
            Self::Check => "check",
            Self::Highest => "highest",
            Self::Blind => "blind",
            Self::Start => "start",
            Self::Stop => "stop",
            Self::Size => "size",
            Self::Pages => "pages",
            Self::By => "by",
            Self::Reversed => "reversed",
            Self::From => "from",
            Self::To => "to",
            Self::Batch => "batch",
            Self::Caching => "caching",
            Self::Filter => "filter",
            Self::Rows => "rows",
            Self::Together => "together",
            Self::RoutingRow => "routing",
            Self::Mutations => "mutations",
            Self::Kind => "kind",
            Self::Conditions => "conditions",
            Self::Asks => "asks",
            Self::Versions => "versions",
            Self::Way => "way",
            Self::Key => "key",
            Self::Width => "width",
            Self::Scope => "scope",
            Self::Families => "families",
            Self::Name => "name",
            Self::BlockSize => "block-size",
            Self::Policy => "policy",
            Self::PrefixLength => "prefix-length",
            Self::Delimiter => "delimiter",
            Self::MaxFileSize => "max-file-size",
            Self::Durability => "durability",
            Self::Splits => "splits",
            Self::Cut => "cut",
            Self::At => "at",
            Self::Region => "region",
            Self::Other => "other",
            Self::Major => "major",
            Self::Server => "server",
            Self::Script => "script",
            Self::Count => "count",
            Self::First => "first",
            Self::Walk => "walk",
            Self::Step => "step",
            Self::Among => "among",
            Self::Seed => "seed",
            Self::Digits => "digits",
            Self::Prefixes => "prefixes",
            Self::Bytes => "bytes",
            Self::Clients => "clients",
            Self::Rate => "rate",
        }
    }

    /// This field of an item of the list that is `self`, counted from 0.
    pub const fn item(self, index: usize, field: Self) -> Slot {
        Slot { field, of: Some((self, index)) }
    }
}

/// The place of a field in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The field.
    pub field: Field,
    /// The list and the item in which it stands, counted from 0; `None` of a field of the form itself.
    pub of: Option<(Field, usize)>,
}

impl From<Field> for Slot {
    fn from(field: Field) -> Self {
        Self { field, of: None }
    }
}

/// `row`, or `mutations.2.row`.
impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((list, index)) = self.of {
            write!(f, "{}.{index}.", list.name())?;
        }
        f.write_str(self.field.name())
    }
}
