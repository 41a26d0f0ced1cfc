//! A file as records, whatever the size of the pieces it arrives in.

use super::{BadLine, Format, Mapping};
use csv_core::{ReadRecordResult, ReaderBuilder};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// The longest record that is read, in bytes. A longer one has a quote that never ends, or the file has no lines.
const LONGEST: usize = 64 << 20;

/// The values of one line, by column; `None` where the line has none.
pub(super) type Values<'a> = Vec<Option<Cow<'a, str>>>;

/// What a line says: a record with its line number, or why it says nothing.
pub(super) type Read<'a> = Result<(u64, Values<'a>), BadLine>;

/// Reads records from pieces of a file.
pub(super) struct Reader {
    kind: Kind,
    /// Lines begun.
    line: u64,
    /// Bytes of a line whose end has not come.
    pending: Vec<u8>,
    started: bool,
}

enum Kind {
    Tsv(u8),
    Json {
        /// Names of the columns.
        names: Vec<String>,
        /// Whether a name that is not among them is added to them.
        grows: bool,
    },
    Csv(Box<Csv>),
}

struct Csv {
    reader: csv_core::Reader,
    output: Vec<u8>,
    written: usize,
    ends: Vec<usize>,
    ended: usize,
    /// The line on which the record begins.
    first: u64,
    /// Ends of lines met so far.
    newlines: u64,
    /// Whether nothing of the record was met yet.
    fresh: bool,
    quotes: u64,
    broken: bool,
}

impl Reader {
    pub(super) fn new(mapping: &Mapping) -> Self {
        let names = mapping.columns.iter().map(|column| column.name.clone()).collect();
        Self::of(mapping.format, mapping.separator, Kind::Json { names, grows: false })
    }

    /// A reader for a file whose columns are not known yet: names of JSON lines are added as they are met.
    pub(super) fn exploring(format: Format, separator: u8) -> Self {
        Self::of(format, separator, Kind::Json { names: Vec::new(), grows: true })
    }

    fn of(format: Format, separator: u8, json: Kind) -> Self {
        let kind = match format {
            Format::Tsv => Kind::Tsv(separator),
            Format::JsonLines => json,
            Format::Csv => Kind::Csv(Box::new(Csv {
                reader: ReaderBuilder::new().delimiter(separator).build(),
                output: vec![0; 4096],
                written: 0,
                ends: vec![0; 64],
                ended: 0,
                first: 1,
                newlines: 0,
                fresh: true,
                quotes: 0,
                broken: false,
            })),
        };
        Self { kind, line: 0, pending: Vec::new(), started: false }
    }

    /// Lines read so far.
    pub(super) fn lines(&self) -> u64 {
        match &self.kind {
            Kind::Csv(csv) => csv.newlines + u64::from(!csv.fresh),
            _ => self.line,
        }
    }

    /// Names of the columns that were met, in JSON lines.
    pub(super) fn names(&self) -> &[String] {
        match &self.kind {
            Kind::Json { names, .. } => names,
            _ => &[],
        }
    }

    /// Takes the next piece; `hear` gets every record that is complete.
    pub(super) fn push(&mut self, mut piece: &[u8], hear: &mut dyn FnMut(Read<'_>)) {
        if !self.started && !piece.is_empty() {
            self.started = true;
            piece = piece.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(piece);
        }
        if let Kind::Csv(csv) = &mut self.kind {
            csv.push(piece, hear);
            return;
        }
        while let Some(at) = piece.iter().position(|&byte| byte == b'\n') {
            let (line, rest) = (&piece[..at], &piece[at + 1..]);
            if self.pending.is_empty() {
                self.line(line, hear);
            } else {
                let mut pending = std::mem::take(&mut self.pending);
                pending.extend_from_slice(line);
                self.line(&pending, hear);
                pending.clear();
                self.pending = pending;
            }
            piece = rest;
        }
        if self.pending.len() + piece.len() > LONGEST {
            let why = "It is longer than 64 MiB: the file has no lines, or is of another kind.".to_owned();
            hear(Err(BadLine { line: self.line + 1, why }));
            self.pending.clear();
        } else {
            self.pending.extend_from_slice(piece);
        }
    }

    /// Ends the file: `hear` gets what is left.
    pub(super) fn end(&mut self, hear: &mut dyn FnMut(Read<'_>)) {
        if let Kind::Csv(csv) = &mut self.kind {
            csv.end(hear);
        } else if !self.pending.is_empty() {
            let pending = std::mem::take(&mut self.pending);
            self.line(&pending, hear);
        }
    }

    fn line(&mut self, raw: &[u8], hear: &mut dyn FnMut(Read<'_>)) {
        self.line += 1;
        let line = self.line;
        let raw = raw.strip_suffix(b"\r").unwrap_or(raw);
        let Ok(text) = std::str::from_utf8(raw) else {
            return hear(Err(BadLine { line, why: NOT_TEXT.to_owned() }));
        };
        if text.trim().is_empty() {
            return;
        }
        match &mut self.kind {
            Kind::Json { names, grows } => match serde_json::from_str::<Object>(text) {
                Ok(Object(members)) => hear(Ok((line, by_name(names, *grows, members)))),
                Err(error) => {
                    let why = format!("It is not a JSON object: {}.", without_place(&error.to_string()));
                    hear(Err(BadLine { line, why }));
                }
            },
            Kind::Tsv(separator) => {
                hear(Ok((line, text.split(char::from(*separator)).map(|value| Some(Cow::Borrowed(value))).collect())));
            }
            Kind::Csv(_) => {}
        }
    }
}

const NOT_TEXT: &str = "It is not UTF-8 text: save the file as UTF-8.";

impl Csv {
    fn push(&mut self, mut piece: &[u8], hear: &mut dyn FnMut(Read<'_>)) {
        while !self.broken {
            if self.fresh {
                let begins = piece.iter().position(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(piece.len());
                self.newlines += newlines(&piece[..begins]);
                piece = &piece[begins..];
                self.first = self.newlines + 1;
            }
            if piece.is_empty() {
                return;
            }
            self.fresh = false;
            let (read, _) = self.read(piece, hear);
            piece = &piece[read..];
        }
    }

    fn end(&mut self, hear: &mut dyn FnMut(Read<'_>)) {
        let unclosed = !self.fresh && self.quotes % 2 == 1 && self.newlines >= self.first;
        if unclosed && !self.broken {
            let why = "A quote opens here and is never closed: close it, or double it (\"\") if it is meant.";
            hear(Err(BadLine { line: self.first, why: why.to_owned() }));
            self.broken = true;
        }
        while !self.broken {
            let (_, over) = self.read(&[], hear);
            if over {
                return;
            }
        }
    }

    /// One call of the CSV reader: how many bytes it took, and whether the file is over.
    fn read(&mut self, piece: &[u8], hear: &mut dyn FnMut(Read<'_>)) -> (usize, bool) {
        let (result, read, written, ended) =
            self.reader.read_record(piece, &mut self.output[self.written..], &mut self.ends[self.ended..]);
        self.written += written;
        self.ended += ended;
        self.newlines += newlines(&piece[..read]);
        self.quotes += piece[..read].iter().filter(|&&byte| byte == b'"').count() as u64;
        match result {
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::OutputFull if self.output.len() >= LONGEST => {
                let why = "A quote opens here and its value is longer than 64 MiB: is it ever closed?".to_owned();
                hear(Err(BadLine { line: self.first, why }));
                self.broken = true;
            }
            ReadRecordResult::OutputFull => self.output.resize(self.output.len() * 2, 0),
            ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
            ReadRecordResult::Record => self.record(hear),
            ReadRecordResult::End => return (read, true),
        }
        (read, false)
    }

    fn record(&mut self, hear: &mut dyn FnMut(Read<'_>)) {
        let line = self.first;
        match std::str::from_utf8(&self.output[..self.written]) {
            Err(_) => hear(Err(BadLine { line, why: NOT_TEXT.to_owned() })),
            Ok(text) => {
                let mut start = 0;
                let values = self.ends[..self.ended].iter().map(|&end| {
                    // Separators are ASCII, so this never cuts a character.
                    let value = text.get(start..end).unwrap_or_default();
                    start = end;
                    Some(Cow::Borrowed(value))
                });
                hear(Ok((line, values.collect())));
            }
        }
        (self.written, self.ended, self.quotes, self.fresh) = (0, 0, 0, true);
    }
}

fn newlines(piece: &[u8]) -> u64 {
    piece.iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// The members of an object in the order of the file.
struct Object(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Object;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object such as {\"id\": 1}")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Object(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

fn by_name(names: &mut Vec<String>, grows: bool, members: Vec<(String, Value)>) -> Values<'static> {
    let mut values: Values<'static> = vec![None; names.len()];
    for (name, value) in members {
        let at = match names.iter().position(|other| *other == name) {
            Some(at) => at,
            None if grows => {
                names.push(name);
                values.push(None);
                names.len() - 1
            }
            None => continue,
        };
        values[at] = match value {
            Value::Null => None,
            Value::String(text) => Some(Cow::Owned(text)),
            other => Some(Cow::Owned(other.to_string())),
        };
    }
    values
}

/// The message of a JSON error without line and column, which are those inside the line.
fn without_place(message: &str) -> &str {
    message.split(" at line ").next().unwrap_or(message)
}
