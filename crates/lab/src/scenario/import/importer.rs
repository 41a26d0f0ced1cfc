//! Reading a whole file, piece by piece. A table comes of it at the end or not at all.

use super::limit::{MOST_BYTES, MOST_CELLS, weigh};
use super::record::{Read, Reader};
use super::row::{Repeated, RowMaker};
use super::start::{Sum, table_of};
use super::{BadLine, Format, Mapping, Preview, PreviewLine, Progress};
use crate::notation::{Encoding, Problem, short};
use crate::scenario::Start;
use splitpoint_model::bytes;
use splitpoint_model::mutation::Put;
use std::fmt;
use std::sync::Arc;

/// Bad lines that are told one by one; of the others only how many there are.
pub const MOST_BAD_LINES: usize = 100;

/// Bytes that [`Import::run`] takes at a time.
const PIECE: usize = 1 << 20;

/// A file and its mapping: enough to make the same table again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Its name, by which the page keeps it.
    pub name: String,
    /// The whole file.
    pub bytes: Arc<[u8]>,
    /// What its columns become.
    pub mapping: Mapping,
}

/// A file that became a table.
#[derive(Clone, Debug)]
pub struct Imported {
    /// What a session starts from.
    pub start: Start,
    /// Lines and rows.
    pub progress: Progress,
    /// The first lines that were left out, where the mapping allows that.
    pub bad_lines: Vec<BadLine>,
    /// Lines that repeat the row key of an earlier one. Where columns and times are the same, too, only the later line is
    /// seen.
    pub repeated: Option<Repeated>,
}

/// Why nothing came of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// What is wrong, and what to do.
    pub sentence: String,
    /// The first bad lines.
    pub bad_lines: Vec<BadLine>,
    /// How many there are in all.
    pub bad: u64,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for Rejected {}

/// Reads a file. To cancel, drop it.
pub struct Importer {
    reader: Reader,
    rows: Rows,
    bytes: u64,
}

struct Rows {
    maker: RowMaker,
    header: bool,
    puts: Vec<Put>,
    sum: Sum,
    cells: u64,
    bad_lines: Vec<BadLine>,
    bad: u64,
    repeated: u64,
    /// The first row that repeats a key, by its place, and its line.
    first_repeated: Option<(usize, u64)>,
}

impl Rows {
    fn is_full(&self) -> bool {
        self.cells > MOST_CELLS
    }

    fn hear(&mut self, read: Read<'_>) {
        if std::mem::take(&mut self.header) || self.is_full() {
            return;
        }
        let made = read.and_then(|record| Ok((record.line, self.maker.make(&record)?)));
        match made {
            Ok((line, put)) => {
                self.cells += put.cells.len() as u64;
                if !self.sum.add(&put) {
                    self.repeated += 1;
                    self.first_repeated.get_or_insert((self.puts.len(), line));
                }
                self.puts.push(put);
            }
            Err(bad) => {
                self.bad += bad.lines();
                if self.bad_lines.len() < MOST_BAD_LINES {
                    self.bad_lines.push(bad);
                }
            }
        }
    }
}

impl Importer {
    /// Begins to read a file.
    ///
    /// # Errors
    /// What is missing in the mapping.
    pub fn new(mapping: Mapping) -> Result<Self, Problem> {
        mapping.check()?;
        let rows = Rows {
            header: mapping.header && mapping.format != Format::JsonLines,
            puts: Vec::new(),
            sum: Sum::default(),
            cells: 0,
            bad_lines: Vec::new(),
            bad: 0,
            repeated: 0,
            first_repeated: None,
            maker: RowMaker::new(mapping.clone()),
        };
        Ok(Self { reader: Reader::new(&mapping), rows, bytes: 0 })
    }

    /// Takes the next piece of the file, of any size.
    pub fn push(&mut self, piece: &[u8]) -> Progress {
        self.bytes += piece.len() as u64;
        self.reader.push(piece, &mut |read| self.rows.hear(read));
        self.progress()
    }

    /// Whether there is more in the file than can be taken, so that nothing comes of what is still to be read.
    pub fn is_full(&self) -> bool {
        self.bytes > MOST_BYTES || self.rows.is_full()
    }

    /// How much has been read so far.
    pub fn progress(&self) -> Progress {
        Progress {
            bytes: self.bytes,
            lines: self.reader.lines(),
            rows: self.rows.puts.len() as u64,
            bad: self.rows.bad,
        }
    }

    /// The first bad lines that were met so far.
    pub fn bad_lines(&self) -> &[BadLine] {
        &self.rows.bad_lines
    }

    /// Ends the file and makes a start of it, to be kept under this name.
    ///
    /// # Errors
    /// Bad lines, if they are not to be left out; or no rows at all.
    pub fn finish(mut self, name: &str) -> Result<Imported, Rejected> {
        self.reader.end(&mut |read| self.rows.hear(read));
        let progress = self.progress();
        let is_full = self.rows.is_full();
        let Rows { maker, puts, sum, bad_lines, bad, repeated, first_repeated, .. } = self.rows;
        let mapping = maker.mapping();
        let reject = |sentence: String| Rejected { sentence, bad_lines: Vec::new(), bad: 0 };
        weigh(progress.bytes).map_err(|problem| reject(problem.sentence))?;
        if is_full {
            let sentence = format!(
                "The file has more than the {MOST_CELLS} cells that are taken: leave columns out, or take fewer lines."
            );
            return Err(reject(sentence));
        }
        if bad > 0 && !mapping.skip_bad_lines {
            let (lines, them) = if bad == 1 { ("1 line", "it") } else { (&*format!("{bad} lines"), "them") };
            let sentence = format!("{lines} cannot be read, so nothing was loaded: mend {them}, or leave {them} out.");
            return Err(Rejected { sentence, bad_lines, bad });
        }
        if puts.is_empty() {
            let sentence = "No line of the file became a row: look at the mapping and the preview.".to_owned();
            return Err(Rejected { sentence, bad_lines, bad });
        }
        let repeated = first_repeated.and_then(|(at, line)| {
            let key = short(&mapping.key().to_text(&puts.get(at)?.row)).into_owned();
            Some(Repeated { count: repeated, key, line })
        });
        Ok(Imported { start: table_of(name, mapping, puts, &sum), progress, bad_lines, repeated })
    }
}

impl Import {
    /// Reads the whole file at once.
    ///
    /// # Errors
    /// As [`Importer::new`] and [`Importer::finish`].
    pub fn run(&self) -> Result<Imported, Rejected> {
        let mut importer = Importer::new(self.mapping.clone()).map_err(|problem| Rejected {
            sentence: problem.sentence,
            bad_lines: Vec::new(),
            bad: 0,
        })?;
        for piece in self.bytes.chunks(PIECE) {
            importer.push(piece);
        }
        importer.finish(&self.name)
    }
}

/// What the first lines of a file would become. The last line of `head` is left out where the file goes on.
pub fn preview(mapping: &Mapping, head: &[u8], whole: bool, limit: usize) -> Preview {
    let mut reader = Reader::new(mapping);
    let maker = RowMaker::new(mapping.clone());
    let key = mapping.key();
    let mut header = mapping.header && mapping.format != Format::JsonLines;
    let mut lines = Vec::new();
    let mut hear = |read: Read<'_>| {
        if lines.len() >= limit || std::mem::take(&mut header) {
            return;
        }
        lines.push(match read {
            Err(bad) => PreviewLine::bad(bad.line, Vec::new(), bad.why),
            Ok(record) => {
                let line = record.line;
                let fields = record.values.iter().map(|value| value.as_deref().unwrap_or("").to_owned()).collect();
                match maker.make(&record) {
                    Err(bad) => PreviewLine::bad(line, fields, bad.why),
                    Ok(put) => PreviewLine {
                        line,
                        fields,
                        row: key.decode(&put.row),
                        row_binary: bytes::to_string_binary(&put.row),
                        cells: put
                            .cells
                            .iter()
                            .map(|cell| {
                                (format!("{}:{}", cell.family, cell.qualifier), Encoding::Text.to_text(&cell.value))
                            })
                            .collect(),
                        problem: None,
                    },
                }
            }
        });
    };
    reader.push(head, &mut hear);
    if whole {
        reader.end(&mut hear);
    }
    Preview { lines }
}

impl PreviewLine {
    fn bad(line: u64, fields: Vec<String>, why: String) -> Self {
        Self { line, fields, row: Vec::new(), row_binary: String::new(), cells: Vec::new(), problem: Some(why) }
    }
}
