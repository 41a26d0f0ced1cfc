//! Reading a whole file, piece by piece. A table comes of it at the end or not at all.

use super::record::{Read, Reader};
use super::row::RowMaker;
use super::start::{Sum, table_of};
use super::{BadLine, Format, Mapping, Preview, PreviewLine, Progress};
use crate::notation::{Encoding, Problem};
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
    /// Rows that repeat the key of an earlier line. Where columns and times are the same, too, only the later line is
    /// seen.
    pub repeated: u64,
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
    bad_lines: Vec<BadLine>,
    bad: u64,
}

impl Rows {
    fn hear(&mut self, read: Read<'_>) {
        if std::mem::take(&mut self.header) {
            return;
        }
        let made = read.and_then(|(line, values)| self.maker.make(&values).map_err(|why| BadLine { line, why }));
        match made {
            Ok(put) => {
                self.sum.add(&put);
                self.puts.push(put);
            }
            Err(bad) => {
                self.bad += 1;
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
            bad_lines: Vec::new(),
            bad: 0,
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
        let Rows { maker, puts, sum, bad_lines, bad, .. } = self.rows;
        let mapping = maker.mapping();
        if bad > 0 && !mapping.skip_bad_lines {
            let (lines, them) = if bad == 1 { ("1 line", "it") } else { (&*format!("{bad} lines"), "them") };
            let sentence = format!("{lines} cannot be read, so nothing was loaded: mend {them}, or leave {them} out.");
            return Err(Rejected { sentence, bad_lines, bad });
        }
        if puts.is_empty() {
            let sentence = "No line of the file became a row: look at the mapping and the preview.".to_owned();
            return Err(Rejected { sentence, bad_lines, bad });
        }
        let repeated = (puts.len() - sum.keys.len()) as u64;
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
            Ok((line, values)) => {
                let fields = values.iter().map(|value| value.as_deref().unwrap_or("").to_owned()).collect();
                match maker.make(&values) {
                    Err(why) => PreviewLine::bad(line, fields, why),
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
