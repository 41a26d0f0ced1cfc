//! Suggests what a file is: its format, its columns, and what they could become.

use super::limit::MOST_COLUMNS;
use super::record::{MARK, Read, Reader};
use super::{Format, Mapping, Source, Target};
use crate::intent::Raw;
use crate::notation::{Encoding, Problem, short};
use splitpoint_model::map::Set;

/// Family of cells whose column names none.
const FAMILY: &str = "f";
/// Lines that are looked at.
const SAMPLE: usize = 200;
/// Names that people give to keys, most telling first.
const KEY_NAMES: [&str; 9] = ["hbase_row_key", "row_key", "rowkey", "row", "key", "id", "_id", "uuid", "guid"];

/// The format of a file, by its name and its first bytes, with what stands between values.
///
/// # Errors
/// What it seems to be instead, and what to do.
pub fn detect(name: &str, head: &[u8]) -> Result<(Format, u8), Problem> {
    refuse_binary(head)?;
    let text = String::from_utf8_lossy(head.strip_prefix(MARK).unwrap_or(head));
    let first = text.split(['\r', '\n']).find(|line| !line.trim().is_empty());
    let first = first.ok_or_else(|| Problem::new("The file is empty: choose one with at least one line."))?;
    let start = first.trim_start();
    if start.starts_with('[') && text.trim_start().trim_start_matches('[').trim_start().starts_with('{') {
        return Err(Problem::new(
            "This is one JSON array: save it with one object a line (for example `jq -c '.[]'`).",
        ));
    }
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    match extension.as_deref() {
        Some("json" | "jsonl" | "ndjson") if start.starts_with('{') => return Ok((Format::JsonLines, b',')),
        Some("tsv" | "tab") => return Ok((Format::Tsv, b'\t')),
        _ if start.starts_with('{') => return Ok((Format::JsonLines, b',')),
        _ => {}
    }
    let count = |separator: char| first.matches(separator).count();
    let tabs = count('\t');
    let (often, separator) = [',', ';', '|']
        .map(|separator| (count(separator), separator))
        .into_iter()
        .fold((0, ','), |best, other| if other.0 > best.0 { other } else { best });
    if tabs > 0 && tabs >= often {
        return Ok((Format::Tsv, b'\t'));
    }
    Ok((Format::Csv, separator as u8))
}

fn refuse_binary(head: &[u8]) -> Result<(), Problem> {
    let what = match head {
        [0x1f, 0x8b, ..] => "The file is compressed (gzip): unpack it first.",
        [b'P', b'K', 3, 4, ..] => "The file is a spreadsheet or an archive: save the sheet as CSV.",
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "The file is UTF-16 text: save it as UTF-8.",
        _ if head.contains(&0) => "The file is not text: choose TSV, CSV or JSON lines.",
        _ => return Ok(()),
    };
    Err(Problem::new(what))
}

/// A mapping to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What becomes of each column.
    pub mapping: Mapping,
    /// What a person should know of the names of the columns.
    pub told: Option<String>,
}

/// A mapping to begin with, from the name of a file and its first bytes (some ten thousand are enough).
///
/// # Errors
/// As [`detect`] and [`suggest_as`].
pub fn suggest(name: &str, head: &[u8]) -> Result<Suggestion, Problem> {
    let (format, separator) = detect(name, head)?;
    suggest_as(name, head, format, separator)
}

/// A mapping to begin with, where the format is known.
///
/// # Errors
/// That there are too many columns, or that not even one line of the beginning can be read.
pub fn suggest_as(name: &str, head: &[u8], format: Format, separator: u8) -> Result<Suggestion, Problem> {
    let mut reader = Reader::exploring(format, separator);
    let mut lines: Vec<Vec<Option<String>>> = Vec::new();
    let mut wrong = None;
    let mut hear = |read: Read<'_>| match read {
        Ok(record) if lines.len() < SAMPLE => {
            lines.push(record.values.into_iter().map(|value| value.map(|text| text.into_owned())).collect());
        }
        Ok(_) => {}
        Err(bad) => drop(wrong.get_or_insert(bad)),
    };
    let mut records = 0_u32;
    reader.push(head, &mut |read| {
        records += u32::from(read.is_ok());
        hear(read);
    });
    // A last line without an end may be cut off, so it counts only where there is no other.
    if records < 2 {
        reader.end(&mut hear);
    }
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    if let Some(bad) = wrong.filter(|_| width == 0) {
        return Err(Problem::new(format!("Line {} cannot be read. {}", bad.line, bad.why)));
    }
    if width > MOST_COLUMNS {
        return Err(Problem::new(format!(
            "The file has {width} columns, and at most {MOST_COLUMNS} can be mapped: leave some out of it, or choose \
             another separator."
        )));
    }
    let header = format != Format::JsonLines && is_header(&lines);
    let (names, twins) = match format {
        Format::JsonLines => (reader.names().to_vec(), Vec::new()),
        _ => {
            let first = lines.first().filter(|_| header);
            let name = |at: usize| first.and_then(|first| first.get(at)?.as_deref()).unwrap_or("").trim().to_owned();
            let named = |at| Some(name(at)).filter(|name| !name.is_empty()).unwrap_or_else(|| unnamed(at));
            kept_apart((0..width).map(named).collect())
        }
    };
    let data = &lines[usize::from(header).min(lines.len())..];
    let columns: Vec<Vec<Option<&str>>> =
        (0..width).map(|at| data.iter().map(|line| line.get(at).and_then(Option::as_deref)).collect()).collect();
    let key = key_column(&names, &columns);
    let mut columns: Vec<Source> = names
        .iter()
        .zip(&columns)
        .enumerate()
        .map(|(at, (name, values))| {
            let target =
                if at == key { Target::RowKey { place: 0, encoding: key_encoding(values) } } else { target(name, at) };
            Source { name: name.clone(), target }
        })
        .collect();
    if let [only] = columns.as_mut_slice() {
        // A row is made of cells, so a single column must be key and cell at once; that is up to the person.
        only.target = Target::RowKey { place: 0, encoding: Encoding::Text };
    }
    let mapping = Mapping {
        table: table_name(name),
        format,
        separator,
        header,
        columns,
        composed: None,
        skip_empty: false,
        skip_bad_lines: false,
    };
    let told = twins.first().map(|(name, new)| {
        let more = match twins.len() - 1 {
            0 => String::new(),
            1 => " Another column is renamed likewise.".to_owned(),
            more => format!(" {more} other columns are renamed likewise."),
        };
        format!("Two columns are called “{}”: the later one is “{new}” here, so that both are kept.{more}", short(name))
    });
    Ok(Suggestion { mapping, told })
}

/// Names of columns, each once: a later one of the same name gets a number. Those that got one, with what they were.
fn kept_apart(names: Vec<String>) -> (Vec<String>, Vec<(String, String)>) {
    let all: Set<String> = names.iter().cloned().collect();
    let (mut seen, mut twins) = (Set::<String>::new(), Vec::new());
    let mut apart = |name: String| {
        if seen.insert(name.clone()) {
            return name;
        }
        let is_free = |new: &String| !all.contains(new) && !seen.contains(new);
        let new = (2_u32..).map(|number| format!("{name}_{number}")).find(is_free).unwrap_or_default();
        seen.insert(new.clone());
        twins.push((name, new.clone()));
        new
    };
    let names = names.into_iter().map(&mut apart).collect();
    (names, twins)
}

fn unnamed(at: usize) -> String {
    format!("column {}", at + 1)
}

fn is_number(text: &str) -> bool {
    let text = text.trim();
    let (sign, rest) = text.split_at(usize::from(text.starts_with(['+', '-'])));
    let (digits, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let some = sign.len() < text.len() && !(whole.is_empty() && part.is_empty());
    some && all_digits(whole) && all_digits(part) && exponent.parse::<i32>().is_ok()
}

/// A first line whose values are all there and no numbers; and all different, and not met again below. Numbers below say that
/// they are names all the same: one of them, where two names are alike, a column of nothing else, where a name is met again.
fn is_header(lines: &[Vec<Option<String>>]) -> bool {
    let [first, rest @ ..] = lines else { return false };
    let names: Vec<&str> = first.iter().filter_map(Option::as_deref).map(str::trim).collect();
    let different: Set<&str> = names.iter().copied().collect();
    let plausible = names.iter().all(|name| !name.is_empty() && name.len() <= 64 && !is_number(name));
    let again = rest.iter().any(|line| {
        line.iter().zip(&names).any(|(value, name)| value.as_deref().is_some_and(|value| value.trim() == *name))
    });
    let spoken = names.iter().any(|name| name.starts_with("HBASE_"));
    let counted = || (0..names.len()).any(|at| rest.iter().any(|line| is_number_at(line, at)));
    let apart = different.len() == names.len() || counted();
    let only_numbers = || (0..names.len()).any(|at| !rest.is_empty() && rest.iter().all(|line| is_number_at(line, at)));
    spoken || plausible && apart && (!again || only_numbers()) && (!rest.is_empty() || names.len() > 1)
}

fn is_number_at(line: &[Option<String>], at: usize) -> bool {
    line.get(at).and_then(Option::as_deref).is_some_and(is_number)
}

fn key_column(names: &[String], columns: &[Vec<Option<&str>>]) -> usize {
    let unique = |at: usize| {
        let values = &columns[at];
        let different: Set<_> = values.iter().flatten().filter(|text| !text.is_empty()).collect();
        !values.is_empty() && different.len() == values.len()
    };
    let named = KEY_NAMES.iter().filter_map(|name| names.iter().position(|other| other.eq_ignore_ascii_case(name)));
    let named: Vec<usize> = named.filter(|&at| at < columns.len()).collect();
    let first_unique = (0..columns.len()).find(|&at| unique(at));
    named.iter().copied().find(|&at| unique(at)).or_else(|| named.first().copied()).or(first_unique).unwrap_or(0)
}

/// Whole numbers become 8 bytes, so that 9 sorts before 10.
fn key_encoding(values: &[Option<&str>]) -> Encoding {
    let whole = |text: &str| text.parse::<i64>().is_ok_and(|number| number >= 0 && number.to_string() == text);
    let all = !values.is_empty() && values.iter().all(|value| value.is_some_and(whole));
    if all { Encoding::Long } else { Encoding::Text }
}

fn target(name: &str, at: usize) -> Target {
    match name {
        "HBASE_TS_KEY" => return Target::Timestamp,
        "HBASE_CELL_TTL" => return Target::Ttl,
        _ => {}
    }
    let spoken = name.split_once(':').filter(|(family, qualifier)| {
        !family.is_empty() && !qualifier.is_empty() && family.chars().all(|c| c.is_alphanumeric() || c == '_')
    });
    let unnamed = name == unnamed(at);
    let (family, qualifier): (&str, Raw) = match spoken {
        Some((family, qualifier)) => (family, qualifier.into()),
        None if unnamed => (FAMILY, format!("c{}", at + 1).into_bytes()),
        None => (FAMILY, name.into()),
    };
    Target::Cell { family: family.to_owned(), qualifier, encoding: Encoding::Text }
}

/// The name of the file without its ending, in the letters that HBase allows.
fn table_name(file: &str) -> String {
    let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let stem = stem.split_once('.').map_or(stem, |(stem, _)| stem);
    let plain: String = stem
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c.to_ascii_lowercase() } else { '_' })
        .collect();
    let plain = plain.trim_matches(['_', '-']);
    if plain.is_empty() { "imported".to_owned() } else { plain.chars().take(40).collect() }
}
