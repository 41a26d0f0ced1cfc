//! What shells ask for, as words of a line, and back.
//!
//! Each value is a word, and a list the number of its words before them. Bytes are written as HBase prints them. Requests
//! that no lesson makes have no words: then [`Line::is_short`] says that something is missing.

use splitpoint_model::bytes::{Bytes, Family, Qualifier, RowKey, Value, from_string_binary, to_string_binary};
use splitpoint_model::client::Request;
use splitpoint_model::cluster::Admin;
use splitpoint_model::event::{ScannerId, ServerId};
use splitpoint_model::filter::{AnyFilter, CompareOp, Filter};
use splitpoint_model::map::Map;
use splitpoint_model::mutation::{
    CheckAndMutate, Condition, Delete, DeleteCell, MutateRows, Mutation, Put, PutCell, Then,
};
use splitpoint_model::query::{Get, IsolationLevel, Scan, TimeRange};
use splitpoint_model::schema::{BloomType, FamilyDescriptor, KeepDeletedCells, TableDescriptor};
use splitpoint_shell::{Demand, Direction};
use std::str::{FromStr, Split};
use std::sync::Arc;

/// A line that is being written.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// Its words so far.
    pub(crate) text: String,
    /// Whether something has no words.
    pub(crate) is_short: bool,
}

impl Line {
    /// Adds a word.
    pub(crate) fn add(&mut self, word: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }
}

/// The words of a line that are still to be read.
pub(crate) type Words<'a> = Split<'a, char>;

/// A value with words.
pub(crate) trait Word: Sized {
    /// Adds its words.
    fn write(&self, line: &mut Line);
    /// Reads what [`write`](Self::write) wrote; `None` where it is something else.
    fn read(words: &mut Words<'_>) -> Option<Self>;
}

macro_rules! plain {
    ($($type:ty),*) => {$(
        impl Word for $type {
            fn write(&self, line: &mut Line) {
                line.add(&self.to_string());
            }

            fn read(words: &mut Words<'_>) -> Option<Self> {
                <$type>::from_str(words.next()?).ok()
            }
        }
    )*};
}

plain!(i32, i64, u8, u32, u64, usize, bool);

/// Types that are made of bytes.
macro_rules! bytes {
    ($($type:ty),*) => {$(
        impl Word for $type {
            fn write(&self, line: &mut Line) {
                line.add(&quoted(self));
            }

            fn read(words: &mut Words<'_>) -> Option<Self> {
                Some(unquoted(words.next()?).into())
            }
        }
    )*};
}

bytes!(RowKey, Family, Qualifier, Value, Bytes);

/// The word of no bytes.
const EMPTY: &str = "''";

fn quoted(bytes: &[u8]) -> String {
    match bytes {
        b"" => EMPTY.to_owned(),
        // Not the word of no bytes.
        b"''" => "\\x27'".to_owned(),
        _ => to_string_binary(bytes).replace(' ', "\\x20"),
    }
}

fn unquoted(word: &str) -> Vec<u8> {
    if word == EMPTY { Vec::new() } else { from_string_binary(word) }
}

impl Word for String {
    fn write(&self, line: &mut Line) {
        line.add(&quoted(self.as_bytes()));
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        Self::from_utf8(unquoted(words.next()?)).ok()
    }
}

impl Word for Arc<str> {
    fn write(&self, line: &mut Line) {
        line.add(&quoted(self.as_bytes()));
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        String::read(words).map(Into::into)
    }
}

impl Word for AnyFilter {
    fn write(&self, line: &mut Line) {
        line.add(&self.to_string().replace(' ', "\\x20"));
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        Filter::parse(&from_string_binary(words.next()?)).ok().map(Into::into)
    }
}

impl<T: Word> Word for Option<T> {
    fn write(&self, line: &mut Line) {
        match self {
            None => line.add("-"),
            Some(value) => {
                line.add("+");
                value.write(line);
            }
        }
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        match words.next()? {
            "-" => Some(None),
            "+" => T::read(words).map(Some),
            _ => None,
        }
    }
}

impl<T: Word> Word for Vec<T> {
    fn write(&self, line: &mut Line) {
        self.len().write(line);
        self.iter().for_each(|value| value.write(line));
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        let count = usize::read(words)?;
        (0..count).map(|_| T::read(words)).collect()
    }
}

impl<T: Word, U: Word> Word for (T, U) {
    fn write(&self, line: &mut Line) {
        self.0.write(line);
        self.1.write(line);
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        Some((T::read(words)?, U::read(words)?))
    }
}

impl<K: Word + Ord + Clone, V: Word + Clone> Word for Map<K, V> {
    fn write(&self, line: &mut Line) {
        self.len().write(line);
        for (key, value) in self {
            key.write(line);
            value.write(line);
        }
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        Some(Vec::read(words)?.into_iter().collect())
    }
}

impl Word for Arc<FamilyDescriptor> {
    fn write(&self, line: &mut Line) {
        FamilyDescriptor::write(self, line);
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        FamilyDescriptor::read(words).map(Self::new)
    }
}

/// A type with named fields, in this order.
macro_rules! fields {
    ($type:ident { $($field:ident),* }) => {
        impl Word for $type {
            fn write(&self, line: &mut Line) {
                $(self.$field.write(line);)*
            }

            fn read(words: &mut Words<'_>) -> Option<Self> {
                $(let $field = Word::read(words)?;)*
                Some(Self { $($field),* })
            }
        }
    };
}

/// A type with variants; those that are not named have no words.
macro_rules! variants {
    ($type:ident { $($name:ident $(($($part:ident),*))? $({$($field:ident),*})?),* } $(, $rest:ident)?) => {
        impl Word for $type {
            fn write(&self, line: &mut Line) {
                match self {
                    $(Self::$name $(($($part),*))? $({$($field),*})? => {
                        line.add(stringify!($name));
                        $($($part.write(line);)*)?
                        $($($field.write(line);)*)?
                    })*
                    $($rest => {
                        let _ = $rest;
                        line.is_short = true;
                    })?
                }
            }

            fn read(words: &mut Words<'_>) -> Option<Self> {
                Some(match words.next()? {
                    $(stringify!($name) => {
                        $($(let $part = Word::read(words)?;)*)?
                        $($(let $field = Word::read(words)?;)*)?
                        Self::$name $(($($part),*))? $({$($field),*})?
                    })*
                    _ => return None,
                })
            }
        }
    };
}

fields!(TimeRange { min, max });
variants!(Direction {
    Run { text, line },
    Client(client),
    Step { client, times },
    Begin { text, line },
    Back(times),
    Mark(name),
    Must { name, promise, line }
});
fields!(PutCell { family, qualifier, timestamp, value });
fields!(Put { row, cells, ttl });
fields!(Delete { row, timestamp, cells });
fields!(Get { row, columns, versions, time_range, filter, load_families_on_demand, store_limit, store_offset });
fields!(Scan {
    start,
    start_inclusive,
    stop,
    stop_inclusive,
    reversed,
    caching,
    batch,
    limit,
    versions,
    time_range,
    family_time_range,
    columns,
    filter,
    raw,
    max_result_size,
    allow_partial,
    load_families_on_demand,
    store_limit,
    store_offset,
    isolation,
    cache_blocks
});
fields!(CheckAndMutate { row, condition, then });
fields!(MutateRows { routing_row, mutations, conditions });
fields!(FamilyDescriptor {
    name,
    max_versions,
    min_versions,
    ttl,
    keep_deleted_cells,
    block_size,
    bloom,
    block_cache,
    new_version_behavior,
    attributes
});
fields!(TableDescriptor { name, families, attributes });

variants!(KeepDeletedCells { False, True, Ttl });
variants!(BloomType { None, Row, RowCol });
variants!(IsolationLevel { ReadCommitted, ReadUncommitted });
variants!(CompareOp { Less, LessOrEqual, Equal, NotEqual, GreaterOrEqual, Greater, NoOp });
variants!(DeleteCell {
    Family { family, timestamp },
    FamilyVersion { family, timestamp },
    Columns { family, qualifier, timestamp },
    Column { family, qualifier, timestamp }
});
variants!(Mutation { Put(put), Delete(delete) }, other);
variants!(Condition { Column { family, qualifier, op, value, time_range }, Filter { filter, time_range } });
variants!(Then { Mutate(mutation) }, other);
variants!(Request {
    Put(table, put),
    Delete(table, delete),
    Get(table, get),
    CheckAndMutate(table, check),
    MutateRows(table, rows),
    Scan(table, scan),
    OpenScan(table, scan),
    Next { scanner, n },
    CloseScan(scanner)
}, other);
variants!(Admin {
    CreateTable { descriptor, splits },
    AlterTable { table, families, remove, attributes },
    DropTable { table },
    TruncateTable { table, preserve_splits },
    DisableTable { table },
    EnableTable { table },
    Flush { table, family, row },
    Compact { table, family, row, major },
    Split { table, at, row },
    Merge { table, rows, force },
    Move { table, row, to }
}, other);
variants!(Demand { Request(request), Admin(admin) }, other);

impl Word for ScannerId {
    fn write(&self, line: &mut Line) {
        self.0.write(line);
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        u32::read(words).map(Self)
    }
}

impl Word for ServerId {
    fn write(&self, line: &mut Line) {
        self.0.write(line);
    }

    fn read(words: &mut Words<'_>) -> Option<Self> {
        Word::read(words).map(Self)
    }
}
