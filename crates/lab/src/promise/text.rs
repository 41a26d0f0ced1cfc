//! Promises as text: the one form in which lessons, scripts, links, the page, the package and the terminal write them.
//!
//! A promise is a line of words, such as `cell 17 c:text = Cool`; [`SHAPES`] lists them all. In front of it may stand the
//! table that it is about, with a colon: `comments: rows 4`. What has a space, a comma or a quote in it, or is empty,
//! stands between quotes, `'I like it'`, and a quote in there is written twice. Keys are typed as those of their table
//! are, values and columns as text with `\xNN` for any byte.

use super::{Promise, Resource, Share};
use crate::intent::Raw;
use crate::notation::{Encoding, Problem};
use crate::sim::world;
use std::fmt;

/// Gives for the name of a table how its row keys are read and written.
pub type Keys<'a> = &'a dyn Fn(&str) -> Encoding;

/// A kind of promise, as it is offered to a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// A description of the promise, for a list of choices.
    pub label: &'static str,
    /// Its words. A parameter stands between braces by its name: `row`, `column`, `value`, `count`, `percent`,
    /// `resource`, `client`, `prefix` or `cells`, the last of them as many words as there are.
    pub template: &'static str,
}

const fn shape(label: &'static str, template: &'static str) -> Shape {
    Shape { label, template }
}

/// All kinds of promises. Where a text fits several, the first counts.
pub const SHAPES: [Shape; 16] = [
    shape("what was acknowledged is there", "acknowledged"),
    shape("what was refused is not there", "nothing refused"),
    shape("a row is there", "row {row}"),
    shape("a row is not there", "no row {row}"),
    shape("so many rows", "rows {count}"),
    shape("a cell has a value", "cell {row} {column} = {value}"),
    shape("a cell is not there", "no cell {row} {column}"),
    shape("values of several rows are seen together", "together {cells}"),
    shape("the first row is the newest", "first row newest"),
    shape("no value stands twice", "no value twice in {column}"),
    shape("rows of a prefix are in one region", "prefix {prefix} in one region"),
    shape("the largest region has so many rows at most", "largest region at most {percent}"),
    shape("the largest region has so many bytes at most", "largest region at most {percent} of bytes"),
    shape("pages have no row twice and miss none", "pages whole"),
    shape("an operation takes so much at most", "at most {count} {resource}"),
    shape("an operation of one client takes so much at most", "at most {count} {resource} by {client}"),
];

/// Words of what is counted, each with what it stands for.
pub const RESOURCES: [(&str, Resource); 4] =
    [("calls", Resource::Calls), ("rows", Resource::Rows), ("cells", Resource::Cells), ("blocks", Resource::Blocks)];

/// Why a text is no promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// There is no such promise.
    Unknown(String),
    /// It names no table, and there is none that it could be about.
    NoTable(String),
    /// It is about a table that is not there; and the names of those that are.
    Missing(String, Vec<String>),
    /// A part cannot be read: what it should be, and what is there instead.
    Part(&'static str, String),
    /// A text is not a key of its table, for this reason.
    Key(String, Problem),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => {
                write!(
                    f,
                    "“{text}” is no promise. Write one of these, with your own words in the place of capitals: "
                )?;
                for (at, shape) in SHAPES.iter().enumerate() {
                    let words = shape.template.split(' ').map(|word| match word.strip_prefix('{') {
                        Some(parameter) => parameter.trim_end_matches('}').to_ascii_uppercase(),
                        None => word.to_owned(),
                    });
                    let sep = if at == 0 { "" } else { "; " };
                    write!(f, "{sep}{}", words.collect::<Vec<_>>().join(" "))?;
                }
                f.write_str(".")
            }
            Self::Missing(table, there) if there.is_empty() => {
                write!(f, "There is no table “{table}” at this step: create it first.")
            }
            Self::Missing(table, there) => write!(
                f,
                "There is no table “{table}” at this step, only {}: correct the name, or create it first.",
                there.join(", ")
            ),
            Self::NoTable(text) => {
                write!(f, "“{text}” is about a table: write its name and a colon in front, as in comments: rows 4.")
            }
            Self::Part(what, text) => write!(f, "“{text}” is no {what}."),
            Self::Key(key, problem) => write!(f, "“{key}” is no key of this table. {problem}"),
        }
    }
}

impl std::error::Error for Unread {}

/// Splits a text into the name of the table in front, if there is one, and the promise.
fn parts(text: &str) -> (Option<&str>, &str) {
    match text.trim().split_once(": ") {
        Some((table, promise)) if !table.contains(char::is_whitespace) => (Some(table), promise.trim()),
        _ => (None, text.trim()),
    }
}

/// Takes the next word, without its quotes. `None` at the end, and where a quote is not closed. With `commas`, a comma
/// that follows a word is left for the next one, and is a word.
fn word(rest: &mut &str, commas: bool) -> Option<String> {
    let text = rest.trim_start();
    if let Some(quoted) = text.strip_prefix('\'') {
        let mut from = 0;
        loop {
            let at = from + quoted[from..].find('\'')?;
            if quoted[at + 1..].starts_with('\'') {
                from = at + 2;
                continue;
            }
            *rest = &quoted[at + 1..];
            return Some(quoted[..at].replace("''", "'"));
        }
    }
    let ends = |c: char| c.is_whitespace() || commas && c == ',';
    let end = text.find(ends).unwrap_or(text.len());
    let end = if end == 0 && text.starts_with(',') { 1 } else { end };
    *rest = &text[end..];
    (end > 0).then(|| text[..end].to_owned())
}

/// A word as it is written in a text: in quotes if it is empty or has blanks, commas or quotes.
fn quoted(word: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && !matches!(c, ',' | '\'');
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "''"))
}

impl Shape {
    /// The shape of a promise, and what stands in the places of its parameters. `None` where it is none.
    pub fn of(text: &str) -> Option<(&'static Self, Vec<String>)> {
        let (_, text) = parts(text);
        SHAPES.iter().find_map(|shape| Some((shape, shape.holes(text)?)))
    }

    /// The names of its parameters, in their order.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        let words = self.template.split(' ');
        words.filter_map(|word| word.strip_prefix('{')?.strip_suffix('}'))
    }

    /// The promise with these parameters, as text.
    pub fn fill(&self, parameters: &[String]) -> String {
        let mut parameters = parameters.iter();
        let words = self.template.split(' ').map(|word| match word {
            "{cells}" => parameters.next().cloned().unwrap_or_default(),
            word if word.starts_with('{') => quoted(parameters.next().map_or("", String::as_str)),
            word => word.to_owned(),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// What stands in the places of its parameters, where a text without its table has its words.
    fn holes(&self, text: &str) -> Option<Vec<String>> {
        let mut rest = text;
        let mut holes = Vec::new();
        let mut words = self.template.split(' ').peekable();
        while let Some(word) = words.next() {
            // The key of a row at the end may have spaces without quotes.
            let is_open = words.peek().is_none() && (word == "{cells}" || word == "{row}");
            if is_open && !rest.trim_start().starts_with('\'') || word == "{cells}" {
                holes.push(Some(rest.trim()).filter(|rest| !rest.is_empty())?.to_owned());
                return Some(holes);
            }
            let mut next = self::word(&mut rest, false)?;
            if word == "{resource}" && !next.ends_with('s') {
                next.push('s');
            }
            if word.starts_with('{') {
                holes.push(next);
            } else if word != next {
                return None;
            }
        }
        rest.trim().is_empty().then_some(holes)
    }
}

/// What a promise is read for: its table, and how keys of that are typed.
struct Reader<'a> {
    table: String,
    keys: Keys<'a>,
}

impl Reader<'_> {
    fn row(&self, typed: &str) -> Result<Raw, Unread> {
        (self.keys)(&self.table).encode(typed).map_err(|problem| Unread::Key(typed.to_owned(), problem))
    }

    fn cells(&self, text: &str) -> Result<Vec<(Raw, String, Raw, Raw)>, Unread> {
        let (mut rest, mut cells) = (text, Vec::new());
        let unknown = || Unread::Unknown(format!("together {text}"));
        loop {
            let mut next = || word(&mut rest, true).filter(|word| word != ",").ok_or_else(unknown);
            let (key, name, value) = (next()?, next()?, next()?);
            let (family, qualifier) = column(&name)?;
            cells.push((self.row(&key)?, family, qualifier, bytes(&value)?));
            match word(&mut rest, true).as_deref() {
                Some(",") => {}
                None if rest.trim().is_empty() => return Ok(cells),
                _ => return Err(unknown()),
            }
        }
    }
}

fn column(text: &str) -> Result<(String, Raw), Unread> {
    let (family, qualifier) = text.split_once(':').ok_or_else(|| Unread::Part("column, as c:text is", text.into()))?;
    Ok((family.to_owned(), bytes(qualifier)?))
}

fn bytes(text: &str) -> Result<Raw, Unread> {
    Encoding::Text
        .encode(text)
        .map_err(|_| Unread::Part("text: after \\x two hexadecimal digits must follow", text.into()))
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, Unread> {
    text.parse().map_err(|_| Unread::Part("whole number", text.to_owned()))
}

fn percent(text: &str) -> Result<u8, Unread> {
    let digits = text.strip_suffix('%').unwrap_or(text).trim();
    number(digits)
        .ok()
        .filter(|percent| *percent <= 100)
        .ok_or_else(|| Unread::Part("share: write 0% to 100%", text.into()))
}

impl Promise {
    /// Reads a promise. Where it names no table it is about `table`, if that is not empty.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str, table: &str, keys: Keys<'_>) -> Result<Self, Unread> {
        let (named, words) = parts(text);
        let reader = Reader { table: named.unwrap_or(table).to_owned(), keys };
        // The number of rows may be written as a comparison.
        let compared = words.strip_prefix("rows").map(str::trim_start).and_then(|rest| rest.strip_prefix('='));
        let compared = compared.map(|count| format!("rows {}", count.trim()));
        let words = compared.as_deref().unwrap_or(words);
        let (shape, holes) = Shape::of(words).ok_or_else(|| Unread::Unknown(words.to_owned()))?;
        let holes: Vec<&str> = holes.iter().map(String::as_str).collect();
        if shape.template.starts_with("at most") {
            let [count, resource, ..] = holes[..] else { return Err(Unread::Unknown(words.to_owned())) };
            let known = RESOURCES.iter().find(|(name, _)| *name == resource);
            let (_, resource) = known.ok_or_else(|| Unread::Unknown(words.to_owned()))?;
            let client = holes.get(2).map(|letter| {
                letter.parse().ok().and_then(world::client).ok_or_else(|| Unread::Part("client", (*letter).into()))
            });
            return Ok(Self::AtMost { resource: *resource, most: number(count)?, client: client.transpose()? });
        }
        if reader.table.is_empty() {
            return Err(Unread::NoTable(words.to_owned()));
        }
        let table = reader.table.clone();
        Ok(match (shape.template, &holes[..]) {
            ("acknowledged", _) => Self::Acknowledged { table },
            ("nothing refused", _) => Self::Refused { table },
            ("first row newest", _) => Self::Newest { table },
            ("pages whole", _) => Self::Pages { table },
            ("row {row}", [row]) => Self::Row { table, row: reader.row(row)?, there: true },
            ("no row {row}", [row]) => Self::Row { table, row: reader.row(row)?, there: false },
            ("rows {count}", [count]) => Self::Rows { table, count: number(count)? },
            ("cell {row} {column} = {value}", [row, name, value]) => {
                let (family, qualifier) = column(name)?;
                Self::Cell { table, row: reader.row(row)?, family, qualifier, value: Some(bytes(value)?) }
            }
            ("no cell {row} {column}", [row, name]) => {
                let (family, qualifier) = column(name)?;
                Self::Cell { table, row: reader.row(row)?, family, qualifier, value: None }
            }
            ("together {cells}", [cells]) => Self::Together { table, cells: reader.cells(cells)? },
            ("no value twice in {column}", [name]) => {
                let (family, qualifier) = column(name)?;
                Self::Once { table, family, qualifier }
            }
            ("prefix {prefix} in one region", [prefix]) => Self::Near { table, prefix: reader.row(prefix)? },
            ("largest region at most {percent}", [share]) => {
                Self::Largest { table, percent: percent(share)?, of: Share::Rows }
            }
            ("largest region at most {percent} of bytes", [share]) => {
                Self::Largest { table, percent: percent(share)?, of: Share::Bytes }
            }
            _ => return Err(Unread::Unknown(words.to_owned())),
        })
    }

    /// The table that it is about; `None` where that makes no difference.
    pub fn table(&self) -> Option<&str> {
        match self {
            Self::Row { table, .. }
            | Self::Rows { table, .. }
            | Self::Cell { table, .. }
            | Self::Acknowledged { table }
            | Self::Refused { table }
            | Self::Together { table, .. }
            | Self::Newest { table }
            | Self::Once { table, .. }
            | Self::Near { table, .. }
            | Self::Largest { table, .. }
            | Self::Pages { table } => Some(table),
            Self::AtMost { .. } => None,
        }
    }

    /// The text that [`read`](Self::read) makes the same promise of, without its table.
    pub fn words(&self, keys: Keys<'_>) -> String {
        let key = |row: &[u8]| quoted(&keys(self.table().unwrap_or_default()).to_text(row));
        let text = |raw: &[u8]| Encoding::Text.to_text(raw);
        let column = |family: &str, qualifier: &[u8]| quoted(&format!("{family}:{}", text(qualifier)));
        match self {
            Self::Acknowledged { .. } => "acknowledged".to_owned(),
            Self::Refused { .. } => "nothing refused".to_owned(),
            Self::Newest { .. } => "first row newest".to_owned(),
            Self::Pages { .. } => "pages whole".to_owned(),
            Self::Row { row, there: true, .. } => format!("row {}", key(row)),
            Self::Row { row, there: false, .. } => format!("no row {}", key(row)),
            Self::Rows { count, .. } => format!("rows {count}"),
            Self::Cell { row, family, qualifier, value: Some(value), .. } => {
                format!("cell {} {} = {}", key(row), column(family, qualifier), quoted(&text(value)))
            }
            Self::Cell { row, family, qualifier, value: None, .. } => {
                format!("no cell {} {}", key(row), column(family, qualifier))
            }
            Self::Together { cells, .. } => {
                let cell = |(row, family, qualifier, value): &(Raw, String, Raw, Raw)| {
                    format!("{} {} {}", key(row), column(family, qualifier), quoted(&text(value)))
                };
                format!("together {}", cells.iter().map(cell).collect::<Vec<_>>().join(", "))
            }
            Self::Once { family, qualifier, .. } => format!("no value twice in {}", column(family, qualifier)),
            Self::Near { prefix, .. } => format!("prefix {} in one region", key(prefix)),
            Self::Largest { percent, of, .. } => {
                format!("largest region at most {percent}%{}", if *of == Share::Bytes { " of bytes" } else { "" })
            }
            Self::AtMost { resource, most, client } => {
                let name = RESOURCES.iter().find(|(_, known)| known == resource).map_or("", |(name, _)| name);
                let name = if *most == 1 { name.trim_end_matches('s') } else { name };
                let letter = client.map(world::letter);
                format!("at most {most} {name}{}", letter.map(|letter| format!(" by {letter}")).unwrap_or_default())
            }
        }
    }

    /// The promise as text, with the name of its table in front if it is about one.
    pub fn text(&self, keys: Keys<'_>) -> String {
        let words = self.words(keys);
        self.table().map(|table| format!("{table}: {words}")).unwrap_or(words)
    }
}
