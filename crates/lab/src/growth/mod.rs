//! Growth: what a key design does in a table that grows for months, to any number of rows, in a moment.
//!
//! A region is an interval of the key space with rows in it. When it is flushed, compacted and split decide the policies of
//! the model, which take sizes and counts and do not mind where these come from. There are two ways to know these:
//!
//! - Rows are **counted** as long as there are not too many ([`Grain::counted`]): each is a place in the order of all keys,
//!   and no cell is made. All is as if the rows were inserted into the model (`crates/lab/tests/grow.rs`).
//! - Otherwise they are **measured** ([`Measure`]): how many rows of a [`Stream`] fall between two keys is computed. So
//!   figures grow with regions, and not with rows. What is assumed then is listed as [`Assumption`].

mod counted;
mod draft;
mod measure;
mod measured;
mod report;
mod run;
mod setting;
mod stream;
mod table;
#[cfg(test)]
mod tests;
mod track;
mod year;

pub use draft::{Change, Draft, Like, POLICIES, REGIONS, Slider, Versus};
pub use measure::{Measure, Point, Window};
pub use report::{Assumption, Column, Pattern, Report, Split};
pub use run::{Growth, grow};
pub use setting::{SettingError, check_setting};
pub use stream::{Spread, Stream};
pub use year::{GROWING, Growing, bring, is_here, year};

use crate::design::{Design, Kind};

/// Seconds of a day.
pub const DAY: f64 = 86_400.0;

/// Days of a month, in the mean.
pub const MONTH: f64 = 30.4375;

/// Bands of the key space in which heat is told.
pub const BANDS: usize = 48;

/// A family of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    /// Its name.
    pub name: String,
    /// Columns of a row.
    pub columns: u32,
    /// Bytes of the name of a column.
    pub qualifier: f64,
    /// Bytes of a value.
    pub value: f64,
}

/// How precisely it is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// Rows are counted as long as a machine holds them; above that each flush is looked at on its own.
    Exact,
    /// Fewer rows are counted; above that regions that begin with about as many rows live alike.
    Fine,
    /// As `Fine`, with fewer columns and a smaller sample, and no row is counted: while a slider moves.
    Coarse,
}

impl Grain {
    /// Up to how many rows are counted one by one.
    pub fn counted(self) -> u32 {
        match self {
            Self::Exact => 2_000_000,
            Self::Fine => 100_000,
            Self::Coarse => 0,
        }
    }
}

/// What is to be computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The key.
    pub design: Design,
    /// What is written.
    pub stream: Stream,
    /// For how many seconds.
    pub seconds: f64,
    /// The families.
    pub stores: Vec<Store>,
    /// Attributes of the table and settings of the site, under HBase's names: `SPLIT_POLICY`, `MAX_FILESIZE`, ….
    pub settings: Vec<(String, String)>,
    /// Keys at which the table is cut before the first row.
    pub cuts: Vec<Vec<u8>>,
    /// Region servers.
    pub servers: u32,
    /// Gets a second, of rows as they come.
    pub reads: f64,
    /// How precisely.
    pub grain: Grain,
}

impl Plan {
    /// A year of a design: 1,000 rows a second of one family and one column with 100 bytes, on 10 servers, with HBase's
    /// defaults.
    pub fn new(design: &Design) -> Self {
        Self {
            stream: Stream::usual(design, 1_000.0),
            design: design.clone(),
            seconds: 12.0 * MONTH * DAY,
            stores: vec![Store { name: "d".into(), columns: 1, qualifier: 4.0, value: 100.0 }],
            settings: Vec::new(),
            cuts: Vec::new(),
            servers: 10,
            reads: 0.0,
            grain: Grain::Fine,
        }
    }

    /// How many rows that are.
    pub fn rows(&self) -> f64 {
        (self.stream.rate * self.seconds).floor()
    }

    /// The same rows under another key. Its fields are found by their numbers; one that is new is as is usual.
    #[must_use]
    pub fn with(&self, design: &Design) -> Self {
        let mut stream = Stream::usual(design, self.stream.rate);
        for (at, field) in design.fields.iter().enumerate() {
            if let Some(spread) = self.design.place(field.id).and_then(|place| self.stream.fields.get(place)) {
                stream.fields[at] = *spread;
            }
        }
        Self { design: design.clone(), stream, cuts: Vec::new(), ..self.clone() }
    }

    /// The same with a salt of so many buckets in front, cut at each bucket from the beginning, as Apache Phoenix does.
    #[must_use]
    pub fn salted(&self, buckets: u8) -> Self {
        let mut design = self.design.clone();
        design.fields.retain(|field| !matches!(field.kind, Kind::Salt { .. }));
        let id = design.fields.iter().map(|field| field.id).max().unwrap_or(0) + 1;
        let (name, kind) = ("salt".to_owned(), Kind::Salt { buckets, of: None });
        design.fields.insert(0, crate::design::Field { id, name, kind, draw: crate::design::Draw::Few });
        Self { cuts: (1..buckets).map(|bucket| vec![bucket]).collect(), ..self.with(&design) }
    }
}
