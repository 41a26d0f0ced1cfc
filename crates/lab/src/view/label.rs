//! Words about regions, scanners and logs, as they stand in the picture or are read aloud.

use super::{
    CutView, EditView, LineView, LogView, RegionView, ScannerView, ServerView, TableView, TimelineView, View,
    WritingView,
};
use crate::cluster::ATTRIBUTE;
use crate::notation::SEPARATOR;
use crate::words::{amount, counted};

/// What stands between two regions, in front of the key that parts them.
pub const SPLIT_POINT: &str = "split point ";

/// What is said of a border with `…` behind a time.
const CUT_WITHIN: &str = ". A split point need not be the key of a row: with … it has only the first bytes of a time, which all earlier times follow.";

/// What is said of a border that is nothing but salt, written as `3 · …`.
const CUT_AT_SALT: &str = ". A border with … holds the salt alone, one byte, which all keys with that salt follow.";

/// What stands where there is no table.
pub const NO_TABLE: &str = "There is no table.";

/// Names of the columns of the picture.
pub const SERVER: &str = "srv";
/// See [`SERVER`].
pub const REGION: &str = "region";
/// See [`SERVER`].
pub const ROW: &str = "row";
/// See [`SERVER`].
pub const COLUMN: &str = "column";
/// See [`SERVER`].
pub const VALUE: &str = "value";
/// See [`SERVER`].
pub const TIME: &str = "time";
/// See [`SERVER`].
pub const MEMORY: &str = "mem";
/// See [`SERVER`].
pub const FILES: &str = "files";

/// A sign in the picture that its legend explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A filled dot.
    First,
    /// A hollow dot.
    End,
    /// A square.
    Memory,
    /// A hollow square.
    Hollow,
    /// A dash.
    File,
    /// A dash in the colour of memory.
    Cached,
    /// A square or a dash in red, hollow.
    Marker,
}

/// The legend: all signs with what they mean.
const LEGEND: [(Sign, &str); 7] = [
    (Sign::First, "first key, included"),
    (Sign::End, "end, not included"),
    (Sign::Memory, "cell in memory"),
    (Sign::Hollow, "not visible to all yet"),
    (Sign::File, "cell in a store file"),
    (Sign::Cached, "cell in a file and the block cache"),
    (Sign::Marker, "delete marker"),
];

impl View {
    /// The legend of the signs that the picture has. `stores`: whether it shows where cells are.
    pub fn legend(&self, stores: bool) -> impl Iterator<Item = (Sign, &'static str)> {
        let lines = if stores { &self.lines[..] } else { &[] };
        LEGEND.into_iter().filter(move |(sign, _)| match sign {
            Sign::First | Sign::End => self.table.is_some(),
            sign => lines.iter().any(|line| line.sign() == *sign),
        })
    }
}

impl LineView {
    /// The sign of where it lives.
    fn sign(&self) -> Sign {
        match self.file {
            _ if self.is_marker() => Sign::Marker,
            None if self.is_hollow() => Sign::Hollow,
            None => Sign::Memory,
            Some(_) if self.cached => Sign::Cached,
            Some(_) => Sign::File,
        }
    }
}

/// What stands in place of lines that are left out.
pub fn left_out(lines: u64) -> String {
    format!("… {} left out", counted(lines, "line"))
}

/// What stands in place of regions that are left out, with so many lines.
pub fn regions_left_out(regions: usize, lines: u64) -> String {
    format!("… {} with {} left out", counted(regions as u64, "region"), counted(lines, "line"))
}

/// Stands in a region without a line.
pub const NO_CELLS: &str = "no cells";

impl TableView {
    /// How large it is, with so many regions: `2 regions · 13 cells`; of a sample of a real table, also of how many rows it is.
    pub fn about(&self, regions: usize) -> String {
        let disabled = if self.enabled { "" } else { " · disabled" };
        let marks = self.attributes.iter().filter(|(name, _)| name == ATTRIBUTE);
        let mut sample = marks.filter_map(|(_, mark)| Some([" · sample: ", mark.split(',').next()?].concat()));
        let sample = sample.next().unwrap_or_default();
        format!("{} · {}{disabled}{sample}", counted(regions as u64, "region"), counted(self.cells, "cell"))
    }
}

impl RegionView {
    /// What a screen reader says for the region; `server` is the name of its server.
    pub fn told(&self, server: &str) -> String {
        format!("Region {}, {}, on server {server}", self.label, self.range)
    }

    /// Its state, where it is not simply open.
    pub fn trouble(&self) -> Option<&'static str> {
        (self.state != "open").then_some(self.state)
    }

    /// Its range in two parts, which can stand below each other: to the comma and its space, and the rest.
    pub fn ends(&self) -> (&str, &str) {
        let open = if self.start.is_empty() { "−∞" } else { &self.start };
        self.range.split_at_checked("[, ".len() + open.len()).unwrap_or((&self.range, ""))
    }

    /// The two ends of its range in words, which can stand below each other: of an end with several fields the first, and
    /// what begins the second.
    pub fn short_ends(&self) -> [Vec<String>; 2] {
        let (start, end) = self.ends();
        [start, end].map(shorten)
    }

    /// Its range, for who points at it; with a word on an end that stops within a time,
    /// which is written as `18:51:40.415…`, or behind the salt, which is written as `3 · …`.
    pub fn about_range(&self) -> String {
        let is_cut = self.range.split('…').rev().skip(1).any(|text| text.ends_with(|last: char| last.is_ascii_digit()));
        let why = match is_cut {
            true => CUT_WITHIN,
            false if self.range.contains(" · …") => CUT_AT_SALT,
            false => "",
        };
        [self.range.as_str(), why].concat()
    }

    /// Bytes in its files, and of how many it would be split where it would: `1.1 of 1.9 KB`. Files of its parent that it
    /// refers to count as a whole in each half, as HBase counts them, and bring no split.
    pub fn size(&self) -> String {
        match self.limit() {
            _ if self.refers => [&amount(self.file_bytes), " shared"].concat(),
            Some(limit) => of(self.file_bytes, limit),
            None => amount(self.file_bytes),
        }
    }

    /// How full it is, in percent of the size above which it would be split, up to 100; `None` where nothing splits it.
    pub fn share(&self) -> Option<u64> {
        self.limit().map(|limit| self.file_bytes.min(limit) * 100 / limit)
    }

    /// Whether it is larger than the size above which it would be split.
    pub fn is_over(&self) -> bool {
        self.limit().is_some_and(|limit| self.file_bytes > limit)
    }

    fn limit(&self) -> Option<u64> {
        self.split_bytes.filter(|limit| *limit > 0 && !self.refers)
    }
}

impl TimelineView {
    /// Where the cursor stands, `step 3 of 9`, where there are steps.
    pub fn told(&self) -> Option<String> {
        (self.total > 0).then(|| format!("step {} of {}", self.position, self.total))
    }

    /// The name of the marker at the cursor, if there is one.
    pub fn marker(&self) -> Option<&str> {
        self.markers.iter().find(|(position, _)| *position == self.position).map(|(_, name)| name.as_str())
    }
}

impl CutView {
    /// What stands in front of the key of a cut.
    pub fn words(due: bool) -> &'static str {
        if due { "splits at " } else { "would split at " }
    }
}

impl ScannerView {
    /// What stands at its line: `reads at 12`; nothing before it is opened.
    pub fn flag(&self) -> Option<String> {
        self.read_point.map(|point| match point {
            u64::MAX => "reads all".to_owned(),
            point => format!("reads at {point}"),
        })
    }

    /// What a screen reader says for the scanner.
    pub fn told(&self) -> String {
        match self.read_point {
            Some(u64::MAX) => format!("{}'s scanner stands here and sees all that is written", self.client),
            Some(point) => {
                format!("{}'s scanner stands here and sees what was written up to number {point}", self.client)
            }
            None => format!("{}'s scanner begins here", self.client),
        }
    }
}

impl WritingView {
    /// How much of it readers see: `0 of 3 visible`.
    pub fn told(&self) -> String {
        format!("{} of {} visible", self.visible, self.cells)
    }
}

impl ServerView {
    /// The words for a server that died; `None` for a living one.
    pub fn fate(&self) -> Option<&'static str> {
        (!self.alive).then_some("dead, memory lost; its log stays")
    }
}

impl LogView {
    /// The log in a few words; `None` where its edits are listed one by one.
    pub fn summary(&self) -> Option<String> {
        if self.cells == 0 && self.unlogged > 0 {
            Some(format!("log: nothing of {} in memory, as their table skips it", counted(self.unlogged, "cell")))
        } else if self.cells == 0 && self.bare {
            Some("log: empty".to_owned())
        } else if self.cells == 0 {
            Some("log: everything is in files".to_owned())
        } else if self.edits.is_empty() {
            Some(format!("log: {} not in files yet", counted(self.cells, "cell")))
        } else {
            None
        }
    }

    /// The words in front of the newest edits: that it is a log, and how many others are left out.
    pub fn head(others: usize) -> String {
        if others == 0 { "log:".to_owned() } else { format!("log: {others} more,") }
    }
}

impl EditView {
    /// Its cells and its region, behind its number: `: 2 cells of r1`.
    pub fn about(&self) -> String {
        format!(": {} of {}", counted(self.cells, "cell"), self.region)
    }

    /// What a screen reader says after [`about`](Self::about).
    pub fn spoken(&self) -> Option<&'static str> {
        self.pending.then_some(", not visible yet")
    }
}

/// The words of one end of a range: `13 · 2009-06-05…)` for `13 · 2009-06-05 19:58:12.991 · 7)`.
fn shorten(end: &str) -> Vec<String> {
    let end = end.trim_end();
    let mut words: Vec<String> = end.split(' ').map(str::to_owned).collect();
    let kept = words.iter().position(|word| word == SEPARATOR.trim()).map_or(words.len(), |at| at + 2);
    if kept < words.len() {
        words.truncate(kept);
        let closing = end.rfind([',', ')']).map_or("", |at| &end[at..]);
        if let Some(last) = words.last_mut() {
            last.extend(["…", closing]);
        }
    }
    words
}

/// `1.1 of 1.9 KB`, the unit once where both share it.
fn of(part: u64, whole: u64) -> String {
    let (part, whole) = (amount(part), amount(whole));
    match (part.split_once(' '), whole.split_once(' ')) {
        (Some((number, a)), Some((_, b))) if a == b => format!("{number} of {whole}"),
        _ => format!("{part} of {whole}"),
    }
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn an_end_of_many_fields_is_told_by_its_first_two() {
        let words = |end: &str| shorten(end).join("|");
        assert_eq!(words("[6 · 2009-06-02 18:51:40.415…, "), "[6|·|2009-06-02…,");
        assert_eq!(words("13 · 2009-06-05 19:58:12.991 · 7)"), "13|·|2009-06-05…)");
        assert_eq!(words("[rex · bob · 7, "), "[rex|·|bob…,");
        assert_eq!(words("[3 · …, "), "[3|·|…,");
        assert_eq!(words("[−∞, "), "[−∞,");
        assert_eq!(words("00 00 00 07)"), "00|00|00|07)");
    }
}
