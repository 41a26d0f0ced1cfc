//! What may stand where the cursor is: commands, tables, families, options.

use crate::command;
use crate::session::Shell;
use splitpoint_model::cluster::Cluster;
use splitpoint_model::order;

/// The kinds of words that are suggested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A command, or a method of a table reference.
    Command,
    /// A variable.
    Variable,
    /// A table.
    Table,
    /// A family of the table that the line names.
    Family,
    /// A key of a hash of options.
    Option,
}

/// Something that may stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// Which kind of word it is.
    pub kind: Kind,
    /// What is put in the place of [`Completion::from`] to the cursor.
    pub text: String,
    /// A short explanation for the reader; empty where there is none.
    pub about: &'static str,
}

/// What may stand at the end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Where the word that is replaced begins, in bytes.
    pub from: usize,
    /// In the order of their names.
    pub suggestions: Vec<Suggestion>,
}

/// Options of the commands that take a hash.
const OPTIONS: &[(&str, &[&str])] = &[
    (
        "scan",
        &[
            "ALL_METRICS",
            "BATCH",
            "CACHE",
            "COLUMNS",
            "FILTER",
            "FORMATTER",
            "ISOLATION_LEVEL",
            "LIMIT",
            "MAXLENGTH",
            "METRICS",
            "RAW",
            "REVERSED",
            "ROWPREFIXFILTER",
            "STARTROW",
            "STOPROW",
            "TIMERANGE",
            "TIMESTAMP",
            "VERSIONS",
        ],
    ),
    ("get", &["COLUMN", "FILTER", "FORMATTER", "MAXLENGTH", "TIMERANGE", "TIMESTAMP", "VERSIONS"]),
    (
        "count",
        &[
            "CACHE",
            "COLUMNS",
            "FILTER",
            "INTERVAL",
            "LIMIT",
            "REVERSED",
            "ROWPREFIXFILTER",
            "STARTROW",
            "STOPROW",
            "TIMERANGE",
        ],
    ),
    (
        "create",
        &[
            "BLOCKSIZE",
            "BLOOMFILTER",
            "CONFIGURATION",
            "KEEP_DELETED_CELLS",
            "MAX_FILESIZE",
            "METADATA",
            "MIN_VERSIONS",
            "NAME",
            "NEW_VERSION_BEHAVIOR",
            "NUMREGIONS",
            "SPLITALGO",
            "SPLITS",
            "SPLIT_POLICY",
            "TTL",
            "VERSIONS",
        ],
    ),
    (
        "alter",
        &[
            "BLOCKSIZE",
            "BLOOMFILTER",
            "CONFIGURATION",
            "KEEP_DELETED_CELLS",
            "MAX_FILESIZE",
            "METADATA",
            "METHOD",
            "MIN_VERSIONS",
            "NAME",
            "READONLY",
            "SPLIT_POLICY",
            "TTL",
            "VERSIONS",
        ],
    ),
    ("deleteall", &["CACHE", "ROWPREFIXFILTER"]),
    ("put", &["ATTRIBUTES", "TTL"]),
    ("list_regions", &["LOCALITY_THRESHOLD", "SERVER_NAME"]),
];

impl Shell {
    /// What may stand at the end of `line`, which is the line up to the cursor.
    pub fn complete(&self, line: &str, cluster: &Cluster) -> Completion {
        let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':');
        let quote = open_quote(line);
        let from = match quote {
            Some(at) => at + 1,
            None => line
                .char_indices()
                .rev()
                .take_while(|(_, c)| c.is_alphanumeric() || *c == '_')
                .last()
                .map_or(line.len(), |(at, _)| at),
        };
        let begun = &line[from..];
        let statement = line[..from].rsplit(';').next().unwrap_or("").trim_start();
        let verb: String = statement.chars().take_while(|c| word(*c)).collect();
        let (reference, verb) = match verb.split_once('.') {
            Some((variable, verb)) => (self.table_of(variable), verb.to_owned()),
            None => (None, verb),
        };
        let mut found: Vec<(Kind, String)> = Vec::new();
        if quote.is_some() {
            let quotes = statement.matches(['\'', '"']).count();
            let first = reference.is_none() && quotes <= 1;
            if first {
                found.extend(cluster.tables().map(|table| (Kind::Table, table.name.to_string())));
            } else {
                let table = reference.or_else(|| quoted(statement));
                let families = table.and_then(|table| cluster.table(&table).cloned());
                let families = families.iter().flat_map(|table| table.families.keys());
                found.extend(families.map(|family| (Kind::Family, family.to_string())));
            }
        } else if statement.ends_with('.') {
            found.extend(command::reference_names().into_iter().map(|name| (Kind::Command, name.to_owned())));
        } else if statement.is_empty() {
            found.extend(command::names().map(|name| (Kind::Command, name.to_owned())));
            found.extend(self.variables().map(|name| (Kind::Variable, name.to_owned())));
        } else {
            let options = OPTIONS.iter().find(|(name, _)| *name == verb).map(|(_, options)| *options);
            found.extend(options.into_iter().flatten().map(|option| (Kind::Option, (*option).to_owned())));
            found.extend(self.variables().map(|name| (Kind::Variable, name.to_owned())));
        }
        found.retain(|(_, text)| text.starts_with(begun));
        order::sort(&mut found);
        found.dedup();
        let suggestions = found
            .into_iter()
            .map(|(kind, text)| {
                let about = if kind == Kind::Command { command::about(&text).unwrap_or("") } else { "" };
                Suggestion { kind, text, about }
            })
            .collect();
        Completion { from, suggestions }
    }
}

/// The position, in bytes, of a quote that is not closed at the end of the line.
fn open_quote(line: &str) -> Option<usize> {
    let mut open: Option<(usize, char)> = None;
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match (c, open) {
            _ if escaped => escaped = false,
            ('\\', Some(_)) => escaped = true,
            ('\'' | '"', None) => open = Some((at, c)),
            (c, Some((_, quote))) if c == quote => open = None,
            _ => {}
        }
    }
    open.map(|(at, _)| at)
}

/// The content of the first quotes in a statement: the name of its table.
fn quoted(statement: &str) -> Option<String> {
    let from = statement.find(['\'', '"'])?;
    let quote = statement[from..].chars().next()?;
    let rest = &statement[from + 1..];
    Some(rest[..rest.find(quote)?].to_owned())
}
