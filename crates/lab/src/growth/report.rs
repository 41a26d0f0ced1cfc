//! What a growth came to, as plain data.

/// What is taken for granted where no rows are inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assumption {
    /// Rows come evenly, and fields fill their ranges evenly: chance is left out.
    NoChance,
    /// How many rows lie between two keys is computed, by a sample where they come at random, and how large a file of so
    /// many is follows from the mean row.
    Measured,
    /// No two rows have one key.
    Distinct,
    /// Regions that begin with about as many rows live alike.
    Alike,
    /// After each split the upper daughter goes to the server with fewest regions, as the balancer would have it.
    Balanced,
    /// A field of more values than the sample is taken as continuous.
    Continuous,
    /// No server is ever too slow: flushes, compactions and splits take no time.
    Quick,
    /// A counter has outgrown its bytes, and goes on as if it had not.
    Outgrown,
    /// The table has come to [`Report::MOST`] regions, and is split no more.
    Full,
}

/// A cut of a region in two.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// Seconds since the first row.
    pub second: f64,
    /// Rows at the end that lie before the cut, of 1.
    pub place: f64,
}

/// A stretch of time: one column of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Seconds since the first row, at its end.
    pub second: f64,
    /// Regions at its end.
    pub regions: usize,
    /// The share of its writes that went to one region, at most.
    pub hottest: f64,
    /// The share of its writes that went to one server, at most.
    pub server: f64,
    /// The shares of its writes by bands of the key space, which have equally many rows at the end.
    pub heat: Vec<f64>,
}

/// How the last writes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// There is one region.
    Single,
    /// Nearly all go to one region of many.
    Front,
    /// Far more than an even share goes to one server.
    Leaning,
    /// The writes are spread over regions and servers.
    Spread,
}

/// What a growth came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Rows.
    pub rows: f64,
    /// Seconds.
    pub seconds: f64,
    /// Rows a second.
    pub rate: f64,
    /// Servers.
    pub servers: u32,
    /// Bytes of a key, in the mean.
    pub key: f64,
    /// Bytes of a row as cells, with its key in each.
    pub row: f64,
    /// Bytes of all files at the end.
    pub bytes: f64,
    /// Regions at first.
    pub began: usize,
    /// Regions at the end.
    pub regions: usize,
    /// Keys at which the table is cut at the end, in order; none where there are more than [`Report::KEYS`].
    pub cuts: Vec<Vec<u8>>,
    /// Splits, in order of time; the first [`Report::KEYS`] of them.
    pub splits: Vec<Split>,
    /// Seconds until the first split.
    pub first: Option<f64>,
    /// Above how many bytes of files a region is split at the end.
    pub limit: u64,
    /// Bytes of heap at which a memstore is flushed.
    pub flush: u64,
    /// Bytes that flushes wrote.
    pub flushed: f64,
    /// Bytes that compactions wrote.
    pub compacted: f64,
    /// Files of a store at the end, in the mean.
    pub files: f64,
    /// Files of the store that has most.
    pub most: usize,
    /// The share of the last writes that one region takes.
    pub hottest: f64,
    /// The share of the last writes that one server takes.
    pub server: f64,
    /// The share of regions at the end that get a thousandth of an even share of the last writes or less.
    pub idle: f64,
    /// Gets a second.
    pub reads: f64,
    /// Scans that one question in the order of the key takes: one for each bucket of a salt in front.
    pub scans: u32,
    /// Time as columns.
    pub columns: Vec<Column>,
    /// What was taken for granted.
    pub assumed: Vec<Assumption>,
}

impl Report {
    /// How many keys and splits are listed at most.
    pub const KEYS: usize = 512;

    /// How many regions a table has at most: more would take long, and much memory.
    pub const MOST: usize = 200_000;

    /// Whether the table has so many regions that it is split no more: then its numbers are not what the key comes to.
    pub fn is_full(&self) -> bool {
        self.assumed.contains(&Assumption::Full)
    }

    /// Splits a day, in the mean.
    pub fn splits_a_day(&self) -> f64 {
        (self.regions - self.began) as f64 / (self.seconds / super::DAY)
    }

    /// Bytes of cells that were written.
    pub fn written(&self) -> f64 {
        self.rows * self.row
    }

    /// How often each byte was written: to the log, by flushes, by compactions.
    pub fn amplification(&self) -> f64 {
        (self.written() + self.flushed + self.compacted) / self.written()
    }

    /// Rows a second that the busiest server takes.
    pub fn busiest(&self) -> f64 {
        self.rate * self.server
    }

    /// How the last writes lie.
    pub fn pattern(&self) -> Pattern {
        let even = self.even().max(1.0 / f64::from(self.servers));
        match self {
            _ if self.regions == 1 => Pattern::Single,
            _ if self.hottest > 0.9 => Pattern::Front,
            _ if self.server > 3.0 * even => Pattern::Leaning,
            _ => Pattern::Spread,
        }
    }

    /// The share that a region would have if all had the same.
    pub fn even(&self) -> f64 {
        1.0 / self.regions as f64
    }
}
