//! A file as records, whatever the size of the pieces it arrives in.

use super::excerpt::Excerpt;
use super::json::Names;
use super::limit::{LONGEST, bytes};
use super::{BadLine, Format, Mapping};
use csv_core::{ReadRecordResult, ReaderBuilder};
use std::borrow::Cow;
use std::ops::Range;

/// Bytes of a record that are remembered as they stand in the file, to show a mistake in them.
const SHOWN: usize = 4096;

/// What some programs write before UTF-8 text, and is no part of it.
pub(super) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The values of one line, by column; `None` where the line has none.
pub(super) type Values<'a> = Vec<Option<Cow<'a, str>>>;

/// A line of the file with its values.
pub(super) struct Record<'a> {
    /// Counted from 1.
    pub(super) line: u64,
    /// Its values.
    pub(super) values: Values<'a>,
    raw: Raw<'a>,
}

/// The text of a line as it is in the file, to show a mistake in it.
#[derive(Clone, Copy)]
enum Raw<'a> {
    /// Values between separators.
    Plain(&'a str, u8),
    /// The same, in quotes where needed; only its first bytes.
    Quoted(&'a [u8], u8),
    /// An object.
    Json(&'a str),
}

/// The values of a line, or why it has none.
pub(super) type Read<'a> = Result<Record<'a>, BadLine>;

impl Record<'_> {
    /// A line of which no row can be made, for this reason; where one of its columns is to blame, with the place of that,
    /// and its name.
    pub(super) fn bad(&self, why: String, blamed: Option<(usize, &str)>) -> BadLine {
        let (raw, at) = match self.raw {
            Raw::Plain(text, separator) => {
                (text.as_bytes(), blamed.map(|(at, _)| field(text.as_bytes(), separator, at)))
            }
            Raw::Quoted(raw, separator) => (raw, blamed.map(|(at, _)| quoted_field(raw, separator, at))),
            Raw::Json(text) => (text.as_bytes(), blamed.map(|(_, name)| super::json::place(text, name))),
        };
        BadLine::new(self.line, why, Excerpt::of(raw, at.unwrap_or(0..0)))
    }
}

/// Where a value stands in a line without quotes. What is not there is at the end.
fn field(raw: &[u8], separator: u8, at: usize) -> Range<usize> {
    let mut begin = 0;
    for (place, value) in raw.split(|byte| *byte == separator).enumerate() {
        if place == at {
            return begin..begin + value.len();
        }
        begin += value.len() + 1;
    }
    raw.len()..raw.len()
}

/// Where a value stands in a line of CSV, with its quotes. What is not there is at the end.
fn quoted_field(raw: &[u8], separator: u8, at: usize) -> Range<usize> {
    let (mut quote, mut place, mut begin) = (Quote::Before, 0, 0);
    for (index, &byte) in raw.iter().enumerate() {
        quote = quote.after(byte, separator);
        if quote == Quote::Before {
            if place == at {
                return begin..index;
            }
            (place, begin) = (place + 1, index + 1);
        }
    }
    if place == at { begin..raw.len() } else { raw.len()..raw.len() }
}

/// Reads records from pieces of a file.
pub(super) struct Reader {
    kind: Kind,
    ends: Ends,
    /// Bytes of a line whose end has not come.
    pending: Vec<u8>,
    /// Whether the rest of a line that is too long is left out.
    skips: bool,
    /// How many bytes of a mark have come at the beginning; all, once text has begun.
    mark: usize,
}

enum Kind {
    Tsv(u8),
    Json(Names),
    Csv(Box<Csv>),
}

/// Counts lines. As Hadoop reads them, a line ends with LF, with CR, or with both.
#[derive(Clone, Copy, Default)]
struct Ends {
    /// Ends of lines met so far.
    count: u64,
    /// The last byte that was read, to tell CR LF from two ends of lines.
    last: u8,
}

impl Ends {
    /// Takes a byte. Returns whether a line ends with it; of CR LF it ends with the CR.
    fn take(&mut self, byte: u8) -> bool {
        let ends = byte == b'\r' || byte == b'\n' && self.last != b'\r';
        self.count += u64::from(ends);
        self.last = byte;
        ends
    }

    fn take_all(&mut self, piece: &[u8]) {
        for &byte in piece {
            self.take(byte);
        }
    }

    /// Lines met so far, the last one included where it has no end.
    fn lines(self) -> u64 {
        self.count + u64::from(!matches!(self.last, 0 | b'\r' | b'\n'))
    }
}

/// The state of a reader of CSV before the next byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quote {
    /// Before a value.
    Before,
    /// In a value without quotes.
    Without,
    /// Between quotes.
    Inside,
    /// Behind a quote that ends a value, or is the first of two.
    Behind,
}

impl Quote {
    fn after(self, byte: u8, separator: u8) -> Self {
        match (self, byte) {
            (Self::Before | Self::Behind, b'"') => Self::Inside,
            (Self::Inside, b'"') => Self::Behind,
            (Self::Inside, _) => Self::Inside,
            (_, b'\r' | b'\n') => Self::Before,
            (_, byte) if byte == separator => Self::Before,
            _ => Self::Without,
        }
    }
}

struct Csv {
    reader: csv_core::Reader,
    separator: u8,
    output: Vec<u8>,
    written: usize,
    values: Vec<usize>,
    ended: usize,
    /// The line on which the record begins.
    first: u64,
    ends: Ends,
    /// Whether nothing of the record was met yet.
    fresh: bool,
    quote: Quote,
    /// The line on which a quote was opened last, and where in the record.
    opened: (u64, usize),
    /// How many bytes of the record were met, and the first of them.
    met: usize,
    raw: Vec<u8>,
    /// Whether a record was so long that nothing more is read.
    broken: bool,
}

/// A reader of CSV that has met the end of an empty line. Without that it would take a byte order mark for none where one
/// stands before the first text it meets, but only where all its bytes come at once; that mark may stand in any line, and the one at the
/// beginning of a file was taken off before.
fn begun(mut reader: csv_core::Reader) -> csv_core::Reader {
    reader.read_record(b"\n", &mut [0; 8], &mut [0; 8]);
    reader
}

impl Reader {
    pub(super) fn new(mapping: &Mapping) -> Self {
        let names = Names::known(mapping.columns.iter().map(|column| column.name.as_str()));
        Self::of(mapping.format, mapping.separator, names)
    }

    /// A reader for a file whose columns are not known yet: names of JSON lines are added as they are met.
    pub(super) fn exploring(format: Format, separator: u8) -> Self {
        Self::of(format, separator, Names::growing())
    }

    fn of(format: Format, separator: u8, names: Names) -> Self {
        let kind = match format {
            Format::Tsv => Kind::Tsv(separator),
            Format::JsonLines => Kind::Json(names),
            Format::Csv => Kind::Csv(Box::new(Csv {
                reader: begun(ReaderBuilder::new().delimiter(separator).build()),
                separator,
                output: vec![0; 4096],
                written: 0,
                values: vec![0; 64],
                ended: 0,
                first: 1,
                ends: Ends::default(),
                fresh: true,
                quote: Quote::Before,
                opened: (1, 0),
                met: 0,
                raw: Vec::new(),
                broken: false,
            })),
        };
        Self { kind, ends: Ends::default(), pending: Vec::new(), skips: false, mark: 0 }
    }

    /// Lines read so far.
    pub(super) fn lines(&self) -> u64 {
        match &self.kind {
            Kind::Csv(csv) => csv.ends.lines(),
            _ => self.ends.lines(),
        }
    }

    /// Names of the columns that were met, in JSON lines.
    pub(super) fn names(&self) -> &[String] {
        match &self.kind {
            Kind::Json(names) => names.all(),
            _ => &[],
        }
    }

    /// Takes the next piece; `hear` gets every record that is complete.
    pub(super) fn push(&mut self, mut piece: &[u8], hear: &mut dyn FnMut(Read<'_>)) {
        while let (Some(wanted), Some((first, rest))) = (MARK.get(self.mark), piece.split_first()) {
            if first == wanted {
                self.mark += 1;
                piece = rest;
            } else {
                self.begin(hear);
            }
        }
        if !piece.is_empty() {
            self.read(piece, hear);
        }
    }

    /// Text begins: what has come of a mark that was not completed is read as text, too.
    fn begin(&mut self, hear: &mut dyn FnMut(Read<'_>)) {
        let come = std::mem::replace(&mut self.mark, MARK.len());
        if (1..MARK.len()).contains(&come) {
            self.read(&MARK[..come], hear);
        }
    }

    fn read(&mut self, piece: &[u8], hear: &mut dyn FnMut(Read<'_>)) {
        if let Kind::Csv(csv) = &mut self.kind {
            csv.push(piece, hear);
            return;
        }
        let mut begin = 0;
        for (at, &byte) in piece.iter().enumerate() {
            let is_rest = byte == b'\n' && self.ends.last == b'\r';
            if self.ends.take(byte) {
                self.complete(&piece[begin..at], hear);
                begin = at + 1;
            } else if is_rest {
                begin = at + 1;
            }
        }
        self.hold(&piece[begin..], hear);
    }

    /// Ends the file: `hear` gets what is left.
    pub(super) fn end(&mut self, hear: &mut dyn FnMut(Read<'_>)) {
        self.begin(hear);
        if let Kind::Csv(csv) = &mut self.kind {
            csv.end(hear);
        } else if !self.pending.is_empty() {
            let pending = std::mem::take(&mut self.pending);
            self.line(self.ends.count + 1, &pending, hear);
        }
    }

    /// A line has come to its end.
    fn complete(&mut self, rest: &[u8], hear: &mut dyn FnMut(Read<'_>)) {
        let line = self.ends.count;
        if std::mem::take(&mut self.skips) {
            return;
        }
        let mut pending = std::mem::take(&mut self.pending);
        if pending.len() + rest.len() > LONGEST {
            return hear(Err(too_long(line, &pending, rest)));
        }
        if pending.is_empty() {
            return self.line(line, rest, hear);
        }
        pending.extend_from_slice(rest);
        self.line(line, &pending, hear);
        pending.clear();
        self.pending = pending;
    }

    /// Remembers the beginning of a line whose end has not come, unless it is too long.
    fn hold(&mut self, piece: &[u8], hear: &mut dyn FnMut(Read<'_>)) {
        if self.skips {
            return;
        }
        if self.pending.len() + piece.len() <= LONGEST {
            self.pending.extend_from_slice(piece);
            return;
        }
        self.skips = true;
        let pending = std::mem::take(&mut self.pending);
        hear(Err(too_long(self.ends.count + 1, &pending, piece)));
    }

    fn line(&mut self, line: u64, raw: &[u8], hear: &mut dyn FnMut(Read<'_>)) {
        let text = match std::str::from_utf8(raw) {
            Ok(text) => text,
            Err(error) => return hear(Err(not_text(line, raw, error.valid_up_to()))),
        };
        if text.trim().is_empty() {
            return;
        }
        match &mut self.kind {
            Kind::Json(names) => match names.read(text) {
                Ok(values) => hear(Ok(Record { line, values, raw: Raw::Json(text) })),
                Err((why, at)) => hear(Err(BadLine::new(line, why, Excerpt::of(raw, at)))),
            },
            Kind::Tsv(separator) => {
                let values = text.split(char::from(*separator)).map(|value| Some(Cow::Borrowed(value))).collect();
                hear(Ok(Record { line, values, raw: Raw::Plain(text, *separator) }));
            }
            Kind::Csv(_) => {}
        }
    }
}

/// A line that is not read, of which this is the beginning.
fn too_long(line: u64, begin: &[u8], rest: &[u8]) -> BadLine {
    let why = format!("It is longer than {}: the file has no lines, or is of another kind.", bytes(LONGEST));
    let begin: Vec<u8> = begin.iter().chain(rest).take(SHOWN).copied().collect();
    BadLine::new(line, why, Excerpt::of(&begin, 0..0))
}

fn not_text(line: u64, raw: &[u8], at: usize) -> BadLine {
    let why = "It is not UTF-8 text: save the file as UTF-8.".to_owned();
    BadLine::new(line, why, Excerpt::of(raw, at..at + 1))
}

impl Csv {
    fn push(&mut self, mut piece: &[u8], hear: &mut dyn FnMut(Read<'_>)) {
        while !self.broken {
            if self.fresh {
                let begins = piece.iter().position(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(piece.len());
                self.ends.take_all(&piece[..begins]);
                piece = &piece[begins..];
                self.first = self.ends.count + 1;
            }
            if piece.is_empty() {
                return;
            }
            self.fresh = false;
            let (read, _) = self.read(piece, hear);
            piece = &piece[read..];
        }
        // The lines are only counted, to tell how many are lost.
        self.ends.take_all(piece);
    }

    fn end(&mut self, hear: &mut dyn FnMut(Read<'_>)) {
        if self.broken || !self.fresh && self.quote == Quote::Inside {
            self.broken = true;
            return hear(Err(self.lost()));
        }
        loop {
            let (_, over) = self.read(&[], hear);
            if over || self.broken {
                return;
            }
        }
    }

    /// All from the beginning of the record to the end of the file, which a quote has taken, or a record that is too long.
    fn lost(&self) -> BadLine {
        let (line, last) = (self.first, self.ends.lines().max(self.first));
        // The numbers of these lines are shown in front of this sentence.
        let lost = if last > line { ", so all of them are lost" } else { "" };
        let (opened, at) = self.opened;
        let why = match self.quote {
            Quote::Inside => {
                let place = if opened == line { "here".to_owned() } else { format!("in line {opened}") };
                format!(
                    "A quote opens {place} and is never closed{lost}: close it, or double it (\"\") if it is meant."
                )
            }
            _ => format!("It is longer than {}{lost}: is the separator right?", bytes(LONGEST)),
        };
        let at = if self.quote == Quote::Inside { at } else { 0 };
        BadLine { last, ..BadLine::new(line, why, Excerpt::of(&self.raw, at..at + 1)) }
    }

    /// One call of the CSV reader: how many bytes it took, and whether the file is over.
    fn read(&mut self, piece: &[u8], hear: &mut dyn FnMut(Read<'_>)) -> (usize, bool) {
        let (result, read, written, ended) =
            self.reader.read_record(piece, &mut self.output[self.written..], &mut self.values[self.ended..]);
        self.written += written;
        self.ended += ended;
        self.look(&piece[..read]);
        match result {
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::OutputFull if self.output.len() >= LONGEST => self.broken = true,
            ReadRecordResult::OutputFull => self.output.resize(self.output.len() * 2, 0),
            ReadRecordResult::OutputEndsFull => self.values.resize(self.values.len() * 2, 0),
            ReadRecordResult::Record => self.record(hear),
            ReadRecordResult::End => return (read, true),
        }
        (read, false)
    }

    /// Looks at what belongs to the present record as it stands in the file: its lines, its quotes, its first bytes.
    fn look(&mut self, piece: &[u8]) {
        for &byte in piece {
            let before = self.quote;
            self.quote = before.after(byte, self.separator);
            if before == Quote::Before && self.quote == Quote::Inside {
                self.opened = (self.ends.count + 1, self.met);
            }
            self.met += 1;
            self.ends.take(byte);
        }
        let room = SHOWN.saturating_sub(self.raw.len()).min(piece.len());
        self.raw.extend_from_slice(&piece[..room]);
    }

    fn record(&mut self, hear: &mut dyn FnMut(Read<'_>)) {
        let line = self.first;
        let raw = self.raw.strip_suffix(b"\r").or_else(|| self.raw.strip_suffix(b"\n")).unwrap_or(&self.raw);
        match std::str::from_utf8(&self.output[..self.written]) {
            Err(error) => {
                let at = std::str::from_utf8(raw).err().map_or(error.valid_up_to(), |error| error.valid_up_to());
                hear(Err(not_text(line, raw, at)));
            }
            Ok(text) => {
                let mut start = 0;
                let values = self.values[..self.ended].iter().map(|&end| {
                    // Separators are ASCII, so this never cuts a character.
                    let value = text.get(start..end).unwrap_or_default();
                    start = end;
                    Some(Cow::Borrowed(value))
                });
                hear(Ok(Record { line, values: values.collect(), raw: Raw::Quoted(raw, self.separator) }));
            }
        }
        self.raw.clear();
        (self.written, self.ended, self.met, self.fresh, self.quote) = (0, 0, 0, true, Quote::Before);
    }
}
