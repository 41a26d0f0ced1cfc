//! What may be asked of the gateway: paths and queries of known shapes, and what of it counts as writing.
//!
//! A path that could mean something else to the gateway, or to a proxy before it, than it means here (dots, empty and
//! encoded parts) is not a question at all. One whose shape is known but which would write is refused with a sentence,
//! unless the table begins with a prefix that may be written.

use crate::fault::{Fault, Kind};
use percent_encoding::percent_decode_str;
use std::fmt;

/// Longer ones are nobody's.
const LONGEST: usize = 8192;

/// What a query may name. Not among them is `doAs`: with the bridge's credentials it would ask as somebody else.
const QUERIES: &[&str] = &[
    "startrow",
    "endrow",
    "limit",
    "column",
    "maxversions",
    "starttime",
    "endtime",
    "batchsize",
    "cacheblocks",
    "reversed",
    "filter",
    "filter_b64",
    "includeStartRow",
    "includeStopRow",
    "row",
    "v",
    "e",
    "check",
    "rr",
];

/// What the first characters of a table's name have to be so that it may be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix(String);

/// Why a prefix is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrefixProblem {
    /// Every table begins with it.
    Empty,
    /// No table begins with it, by its characters.
    Characters(String),
}

impl Prefix {
    /// Reads one; `default:` may stand before it.
    ///
    /// # Errors
    ///
    /// Where every table begins with it, or none.
    pub fn new(text: &str) -> Result<Self, PrefixProblem> {
        let name = text.strip_prefix("default:").unwrap_or(text);
        if name.is_empty() {
            return Err(PrefixProblem::Empty);
        }
        let fits = |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
        let whole = match name.split_once(':') {
            Some((space, table)) => !space.is_empty() && fits(space) && fits(table),
            None => fits(name),
        };
        if whole { Ok(Self(name.to_owned())) } else { Err(PrefixProblem::Characters(text.to_owned())) }
    }

    /// As it is written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PrefixProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str(
                "--write wants the beginning of the names of the tables that may be written, for example --write try_; \
                 an empty one would allow every table.",
            ),
            Self::Characters(text) => write!(
                f,
                "No table begins with “{text}”: names have letters, digits, “_”, “-” and “.”, and a namespace with “:” before them."
            ),
        }
    }
}

impl std::error::Error for PrefixProblem {}

/// The methods of HTTP that are passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Get,
    Put,
    Post,
    Delete,
}

/// Something the gateway is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) method: Method,
    /// Path and query, written anew from what was understood.
    pub(crate) path: String,
    /// The table, without `default:`.
    pub(crate) table: Option<String>,
    pub(crate) what: What,
}

/// What it is about, as far as the bridge has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Tables, regions, schema, status: the same for a moment, whoever asks.
    Facts,
    /// Which version the cluster has, which is a fact too.
    Version,
    /// Rows.
    Rows,
    /// Makes a scanner, reads it or closes it.
    Scanner,
    /// Writes rows or the schema.
    Write,
}

/// Why a question is not passed on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stop {
    /// It is none; whoever asks gets nothing.
    Nothing,
    /// It is one, and the answer is this.
    Refused(Fault),
}

/// Reads the path and query behind `/TOKEN/rest`, with its first slash.
pub(crate) fn question(method: Method, target: &str, writable: &[Prefix]) -> Result<Question, Stop> {
    if target.len() > LONGEST {
        return Err(Stop::Nothing);
    }
    let (path, query) = target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query)));
    let parts = parts(path).ok_or(Stop::Nothing)?;
    let query = query.map(read_query).transpose()?;
    let (what, table) = shape(method, &parts, query.is_some())?;
    if what == What::Write {
        may_write(table.as_deref(), writable)?;
    }
    let ends_with_slash = path.ends_with('/');
    let mut path: String = parts.iter().flat_map(|part| ["/", part]).collect();
    if ends_with_slash {
        path.push('/'); // the gateway knows `ROW/?check=put` in this form
    }
    if let Some(query) = query {
        path.push('?');
        path.push_str(query);
    }
    Ok(Question { method, path, table, what })
}

/// The parts of a path, as they were sent; None where it is no plain path.
fn parts(path: &str) -> Option<Vec<&str>> {
    let path = path.strip_prefix('/')?;
    let path = path.strip_suffix('/').unwrap_or(path);
    if path.is_empty() {
        return Some(Vec::new());
    }
    path.split('/').map(|part| plain(part).then_some(part)).collect()
}

/// Whether a part means the same to whoever decodes it, once or several times: no dots that climb, no slash or semicolon
/// in disguise, no control characters, no text that is none.
fn plain(part: &str) -> bool {
    let mut now = part.to_owned();
    for _ in 0..4 {
        if now.is_empty() || now == "." || now == ".." {
            return false;
        }
        if now.contains(['/', '\\', ';', '#', '?']) || now.chars().any(char::is_control) {
            return false;
        }
        if !now.contains('%') {
            return part.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'`'));
        }
        let Ok(decoded) = percent_decode_str(&now).decode_utf8() else { return false };
        if decoded == now {
            return part.is_ascii() && whole_escapes(part); // a sign of per cent that stands for itself
        }
        now = decoded.into_owned();
    }
    false
}

/// Whether each sign of per cent has its two digits.
fn whole_escapes(part: &str) -> bool {
    part.split('%')
        .skip(1)
        .all(|rest| rest.as_bytes().get(..2).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)))
}

/// A query of known names, as it was sent.
fn read_query(query: &str) -> Result<&str, Stop> {
    let fine = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'`' | b'#' | b'\\' | b';');
    if !query.bytes().all(fine) || !whole_escapes(query) {
        return Err(Stop::Nothing);
    }
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let name = pair.split('=').next().unwrap_or(pair);
        if !QUERIES.contains(&name) {
            let text = format!("The bridge passes no “{name}” on to the gateway: only what reads and writes rows.");
            return Err(Stop::Refused(Fault::new(Kind::Refused, text).with("query", name)));
        }
    }
    Ok(query)
}

/// What a method and a path come to, and the table they name.
fn shape(method: Method, parts: &[&str], query: bool) -> Result<(What, Option<String>), Stop> {
    let known = match parts {
        [] | ["status", "cluster"] => Some(What::Facts),
        ["version"] | ["version", "rest" | "cluster"] => Some(What::Version),
        ["namespaces"] => Some(What::Facts),
        ["namespaces", space] | ["namespaces", space, "tables"] if is_name(space) => Some(What::Facts),
        _ => None,
    };
    if let Some(what) = known {
        return if method == Method::Get { Ok((what, None)) } else { Err(refused(parts)) };
    }
    let Some(table) = parts.first().and_then(|part| table(part)) else { return Err(Stop::Nothing) };
    let what = match (method, &parts[1..]) {
        (Method::Get, ["regions" | "schema" | "exists"]) => What::Facts,
        (Method::Put | Method::Post, ["schema"]) | (Method::Delete, ["schema"]) if !query => What::Write,
        (Method::Put | Method::Post, ["scanner"]) if !query => What::Scanner,
        (Method::Get | Method::Delete, ["scanner", id]) if is_scanner(id) => What::Scanner,
        (_, ["scanner" | "schema" | "regions" | "exists", ..]) => return Err(refused(parts)),
        (Method::Get, [_] | [_, _] | [_, _, _] | [_, _, _, _]) => What::Rows,
        (_, [row, rest @ ..]) if rest.len() < 3 && !means_shape(row) => What::Write,
        _ => return Err(refused(parts)),
    };
    Ok((what, Some(table)))
}

/// Whether a row's part stands for several, or would be another shape once it is decoded.
fn means_shape(row: &str) -> bool {
    let row = percent_decode_str(row).decode_utf8_lossy();
    row.contains('*') || matches!(&*row, "scanner" | "schema" | "regions" | "exists" | "multiget")
}

fn refused(parts: &[&str]) -> Stop {
    let text = "The bridge does not pass this on: it reads tables, regions, schema, status and rows, and writes rows and the \
                schema of tables that were named with --write.";
    Stop::Refused(Fault::new(Kind::Refused, text).with("path", parts.join("/")))
}

fn may_write(table: Option<&str>, writable: &[Prefix]) -> Result<(), Stop> {
    let table = table.unwrap_or_default();
    if !table.starts_with("hbase:") && writable.iter().any(|prefix| table.starts_with(&prefix.0)) {
        return Ok(());
    }
    let text = if table.starts_with("hbase:") {
        format!("“{table}” is a table of HBase itself: the bridge never writes it.")
    } else if writable.is_empty() {
        format!(
            "The bridge only reads. To write “{table}”, start it with --write and the beginning of the table's name."
        )
    } else {
        let allowed: Vec<_> = writable.iter().map(|prefix| format!("“{}”", prefix.0)).collect();
        format!(
            "The bridge writes only tables whose names begin with {}. To write “{table}”, start it with another --write.",
            allowed.join(" or ")
        )
    };
    Err(Stop::Refused(Fault::new(Kind::Refused, text).with("table", table)))
}

/// The name of a table, without `default:`; its colon may be encoded.
fn table(part: &str) -> Option<String> {
    let name = percent_decode_str(part).decode_utf8().ok()?;
    let plain_name = name.strip_prefix("default:").unwrap_or(&name);
    let fits = match plain_name.split_once(':') {
        Some((space, table)) => is_name(space) && is_name(table),
        None => is_name(plain_name),
    };
    // What is not written plainly is somebody's trick, but for the colon.
    (fits && part.replace("%3A", ":").replace("%3a", ":") == name).then(|| plain_name.to_owned())
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

/// Whether this is the name of a scanner as gateways give it.
pub(crate) fn is_scanner(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

#[cfg(test)]
mod tests;
