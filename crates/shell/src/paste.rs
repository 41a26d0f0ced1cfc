//! What a real shell printed, as a table: `scan`, `list_regions` and `get_splits`, copied from a terminal of any width
//! or from a file.

use splitpoint_model::bytes::from_string_binary;
use splitpoint_model::cell::{Cell, CellType};
use splitpoint_model::error::{MAX_FAMILY_LENGTH, MAX_ROW_LENGTH};
use splitpoint_model::map::{Map, Set};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::fmt;

/// A table that was printed; [`export`](crate::export) makes commands of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasted {
    /// Its name, and the families its cells have; each keeps as many versions as were printed.
    pub table: TableDescriptor,
    /// The keys at which the table is cut into regions, ascending.
    pub splits: Vec<Vec<u8>>,
    /// Its cells, in the order in which they were printed.
    pub cells: Vec<Cell>,
}

/// Why no table came of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasteError {
    /// None of the three commands printed it.
    Nothing,
    /// A line in the output of one of these commands that does not look as it should.
    Line {
        /// The number of the line in the text, from 1.
        line: usize,
        /// What it should be.
        wanted: &'static str,
    },
}

impl fmt::Display for PasteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str(
                "Nothing here was printed by scan, list_regions or get_splits: copy the header too, such as ROW \
                 COLUMN+CELL.",
            ),
            Self::Line { line, wanted } => write!(f, "Line {line} is not {wanted}: copy the lines as they are."),
        }
    }
}

impl std::error::Error for PasteError {}

const CELL: &str = "a cell as scan prints it (column=f:q, timestamp=…, value=…)";
const REGION: &str = "a region as list_regions prints it, or a key in it holds a bar";
const SPLIT: &str = "a split key, of which the line above announces more";

/// Reads what was printed. The table is called as in the command that stands before it, else `name`. Times without a
/// zone are taken as UTC.
///
/// # Errors
/// Which line is not what such a command prints.
pub fn paste(text: &str, name: &str) -> Result<Pasted, PasteError> {
    let lines: Vec<&str> = text.lines().map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    let mut reader = PrintReader { lines, at: 0, cells: Vec::new(), splits: Set::new(), name: None, found: false };
    while let Some(line) = reader.next() {
        reader.prompt(line);
        if let Some(column) = line.find("COLUMN+CELL").filter(|_| line.starts_with("ROW")) {
            reader.found = true;
            reader.scan(column - 2, line)?;
        } else if line.contains("START_KEY") && line.trim_end().ends_with('|') {
            reader.found = true;
            reader.regions(line)?;
        } else if let Some(count) = line.trim_end().strip_prefix("Total number of splits = ") {
            reader.found = true;
            reader.keys(count.parse().unwrap_or(1))?;
        }
    }
    if !reader.found {
        return Err(PasteError::Nothing);
    }
    let mut versions: Map<Vec<u8>, i32> = Map::new();
    let mut seen: Map<[&[u8]; 3], i32> = Map::new();
    for cell in &reader.cells {
        let most = versions.get_or_insert_with(cell.family().to_vec(), || 1);
        if cell.cell_type() == CellType::Put {
            let count = seen.get_or_default([cell.row(), cell.family(), cell.qualifier()]);
            *count += 1;
            *most = (*most).max(*count);
        }
    }
    if versions.is_empty() {
        versions.insert(b"f".to_vec(), 1);
    }
    let families = versions.into_iter().map(|(name, versions)| {
        let mut family = FamilyDescriptor::new(name);
        family.max_versions = versions;
        family
    });
    let table = TableDescriptor::new(reader.name.as_deref().unwrap_or(name), families);
    Ok(Pasted { table, splits: reader.splits.iter().cloned().collect(), cells: reader.cells })
}

struct PrintReader<'a> {
    lines: Vec<&'a str>,
    /// The line that is next.
    at: usize,
    cells: Vec<Cell>,
    splits: Set<Vec<u8>>,
    name: Option<String>,
    found: bool,
}

impl<'a> PrintReader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let line = self.lines.get(self.at).copied()?;
        self.at += 1;
        Some(line)
    }

    fn wrong<T>(&self, wanted: &'static str) -> Result<T, PasteError> {
        Err(PasteError::Line { line: self.at, wanted })
    }

    /// The name of the table, from the command that was typed.
    fn prompt(&mut self, line: &str) {
        for command in ["scan", "list_regions", "get_splits"] {
            if self.name.is_none()
                && let Some((_, rest)) = line.split_once(&format!("{command} "))
                && let Some(quote @ ('\'' | '"')) = rest.chars().next()
                && let Some((name, _)) = rest[1..].split_once(quote)
            {
                self.name = Some(name.to_owned());
            }
        }
    }

    /// Cells up to the count of rows. `first` is the width of the left column; in a pipe, where that is as wide as its
    /// header, nothing is wrapped.
    fn scan(&mut self, first: usize, header: &str) -> Result<(), PasteError> {
        let piped = first == "ROW".len();
        // The left column is a quarter of a terminal; the header fills it, unless blanks were lost.
        let second = (header.chars().count().max(4 * first)).saturating_sub(first + 2);
        // The lines of one cell, each as its text in the left and in the right column.
        let mut parts: Vec<(String, String)> = Vec::new();
        while let Some(line) = self.next() {
            if is_count(line, "row(s)") || line.starts_with("Took ") || line.starts_with("hbase") {
                // A prompt without a count: the next command was copied as well.
                self.at -= usize::from(line.starts_with("hbase"));
                break;
            }
            if line.trim().is_empty() {
                continue;
            }
            let Some(rest) = line.strip_prefix(' ') else { return self.wrong(CELL) };
            if piped {
                self.cell_of_line(rest)?;
                continue;
            }
            let left: String = rest.chars().take(first).collect();
            let right: String = rest.chars().skip(first + 1).collect();
            if right.starts_with("column=") && !left.trim().is_empty() && !parts.is_empty() {
                self.cell_of_parts(&parts, [first, second])?;
                parts.clear();
            }
            parts.push((left, right));
        }
        if parts.is_empty() { Ok(()) } else { self.cell_of_parts(&parts, [first, second]) }
    }

    fn cell_of_line(&mut self, line: &str) -> Result<(), PasteError> {
        // A row key may contain the same words, so each place where they occur is tried.
        for (at, _) in line.match_indices(" column=") {
            if let Some(cell) = cell(&line[..at], &line[at + 1..]) {
                self.cells.push(cell);
                return Ok(());
            }
        }
        self.wrong(CELL)
    }

    fn cell_of_parts(&mut self, parts: &[(String, String)], widths: [usize; 2]) -> Result<(), PasteError> {
        let [first, second] = widths;
        // Blanks at the ends of lines may have been lost, but a line that goes on was full.
        let second = parts.iter().map(|(_, right)| right.chars().count()).fold(second, usize::max);
        let join = |part: fn(&(String, String)) -> &str, width: usize| {
            let mut text = String::new();
            let last = parts.iter().rposition(|pair| !part(pair).trim_end().is_empty()).unwrap_or(0);
            for (at, pair) in parts.iter().enumerate().take(last + 1) {
                let piece = part(pair);
                if at == last {
                    text.push_str(piece.trim_end());
                } else {
                    text.push_str(piece);
                    text.extend(std::iter::repeat_n(' ', width.saturating_sub(piece.chars().count())));
                }
            }
            text
        };
        match cell(&join(|pair| &pair.0, first), &join(|pair| &pair.1, second)) {
            Some(cell) => {
                self.cells.push(cell);
                Ok(())
            }
            None => self.wrong(CELL),
        }
    }

    fn regions(&mut self, header: &str) -> Result<(), PasteError> {
        let columns = |line: &str| line.matches('|').count();
        let (wanted, place) = (columns(header), header.split('|').position(|name| name.trim() == "START_KEY"));
        let place = place.unwrap_or(0);
        while let Some(line) = self.next() {
            if is_count(line, "rows") || line.starts_with("Took ") {
                return Ok(());
            }
            if line.trim_start().starts_with("---") {
                continue;
            }
            if columns(line) != wanted {
                return self.wrong(REGION);
            }
            let key = line.split('|').nth(place).unwrap_or("").trim();
            if !key.is_empty() {
                self.splits.insert(from_string_binary(key));
            }
        }
        Ok(())
    }

    fn keys(&mut self, regions: usize) -> Result<(), PasteError> {
        for _ in 1..regions {
            match self.next() {
                Some(line) if !line.starts_with("Took ") => {
                    self.splits.insert(from_string_binary(line.trim_end()));
                }
                _ => return self.wrong(SPLIT),
            }
        }
        Ok(())
    }
}

/// Whether a line counts what stands above it: `3 row(s)`.
fn is_count(line: &str, what: &str) -> bool {
    line.trim().strip_suffix(what).is_some_and(|count| count.trim_end().parse::<u64>().is_ok())
}

/// A cell of its row and `column=f:q, timestamp=…, value=…`.
fn cell(row: &str, text: &str) -> Option<Cell> {
    let text = text.strip_prefix("column=")?;
    // A qualifier may contain the same words, so each place where they occur is tried.
    text.match_indices(", timestamp=").find_map(|(at, word)| {
        let (family, qualifier) = text[..at].split_once(':')?;
        let (time, rest) = text[at + word.len()..].split_once(", ")?;
        let time = time_of(time)?;
        let (kind, value) = match rest.split_once('=')? {
            ("value", value) => (CellType::Put, value),
            ("type", name) => (marker(name)?, ""),
            _ => return None,
        };
        let [row, family, qualifier, value] = [row, family, qualifier, value].map(from_string_binary);
        if row.is_empty() || row.len() > MAX_ROW_LENGTH || family.len() > MAX_FAMILY_LENGTH {
            return None;
        }
        Some(Cell::new(&row, &family, &qualifier, time, kind, &value))
    })
}

fn marker(name: &str) -> Option<CellType> {
    Some(match name {
        "Delete" => CellType::Delete,
        "DeleteColumn" => CellType::DeleteColumn,
        "DeleteFamily" => CellType::DeleteFamily,
        "DeleteFamilyVersion" => CellType::DeleteFamilyVersion,
        _ => return None,
    })
}

/// Milliseconds, as a number or as a date of Java in its shortest form.
fn time_of(text: &str) -> Option<i64> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let (date, clock) = text.trim_end_matches('Z').split_once('T')?;
    let (sign, date) = match date.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, date.trim_start_matches('+')),
    };
    let number = |text: Option<&str>| text?.parse::<i64>().ok();
    let mut parts = date.splitn(3, '-');
    let year = sign * number(parts.next())?;
    let (month, day) = (number(parts.next())?, number(parts.next())?);
    let mut parts = clock.splitn(3, ':');
    let (hour, minute) = (number(parts.next())?, number(parts.next())?);
    let (second, ms) = match parts.next().map(|second| second.split_once('.').unwrap_or((second, "0"))) {
        None => (0, 0),
        Some((second, fraction)) => (number(Some(second))?, number(format!("{fraction:0<3}").get(..3))?),
    };
    let fits = [(month, 1, 12), (day, 1, 31), (hour, 0, 23), (minute, 0, 59), (second, 0, 59), (ms, 0, 999)];
    if year.abs() > 300_000_000 || fits.iter().any(|(number, least, most)| !(least..=most).contains(&number)) {
        return None;
    }
    // Days since 1970, computed with years that begin in March so that a leap day is the last of its year.
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    let seconds = days.checked_mul(86_400)?.checked_add(hour * 3600 + minute * 60 + second)?;
    seconds.checked_mul(1000)?.checked_add(ms)
}

#[cfg(test)]
mod tests {
    use super::{PasteError, paste, time_of};

    #[test]
    fn times_are_read_in_every_form() {
        for (text, ms) in [
            ("0", 0),
            ("1970-01-01T00:00", 0),
            ("1970-01-01T00:00:00.001", 1),
            ("1970-01-01T03:25:45.678", 12_345_678),
            ("2020-05-06T11:51:40", 1_588_765_900_000),
            ("2020-05-06T11:51:40.010Z", 1_588_765_900_010),
            ("+292278994-08-17T07:12:55.807", i64::MAX),
        ] {
            assert_eq!(time_of(text), Some(ms), "{text}");
        }
        assert_eq!(time_of("yesterday"), None);
    }

    #[test]
    fn rows_and_families_that_no_table_has_are_no_cells() {
        let pasted = |row: &str, family: &str| {
            paste(&format!("ROW  COLUMN+CELL\n {row} column={family}:q, timestamp=1, value=v\n1 row(s)\n"), "t").is_ok()
        };
        let long = |count: usize| "r".repeat(count);
        assert!(pasted(&long(32_767), "f") && pasted("r", &long(127)));
        for (row, family) in [(32_768, 1), (65_536, 1), (1, 128), (1, 256)] {
            assert!(!pasted(&long(row), &long(family)), "{row} {family}");
        }
    }

    #[test]
    fn what_is_no_output_is_told_with_its_line() {
        assert_eq!(paste("hello", "t"), Err(PasteError::Nothing));
        let told = paste("ROW  COLUMN+CELL\n r1 column=f:q, value=v\n1 row(s)\n", "t").map_err(|e| e.to_string());
        let wanted =
            "Line 2 is not a cell as scan prints it (column=f:q, timestamp=…, value=…): copy the lines as they are.";
        assert_eq!(told.err().as_deref(), Some(wanted));
    }
}
