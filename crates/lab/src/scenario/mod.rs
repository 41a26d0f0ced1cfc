//! What a session starts from: tables with data in them, made by the model's own operations and never by hand.

mod actions;
mod build;
mod comments;
mod empty;
pub mod import;
mod partitions;
mod pets;

pub use build::{BuildError, Building, Built};

use crate::design::{self, ATTRIBUTE};
use crate::intent::{Intent, Raw};
use crate::notation::Encoding;
use splitpoint_model::bytes::{RowKey, TableName};
use splitpoint_model::cluster::{Admin, Cluster, Config};
use splitpoint_model::mutation::{Mutation, Put};
use splitpoint_model::schema::TableDescriptor;
use std::borrow::Cow;
use std::sync::Arc;

/// How a start is named where a session is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// One of [`starts`], by its id, with HBase's own sizes for tables that are made later. Lessons, scripts and all that
    /// was kept before there were others start so.
    Scenario(String),
    /// The same example with small sizes for flushes and splits, so that a reader reaches them: see [`Start::sandbox`].
    Sandbox(String),
    /// An imported file, by the name under which the page keeps it.
    Import(String),
}

impl Reference {
    /// The id of the example, whatever the sizes; `None` of a file.
    pub fn example(&self) -> Option<&str> {
        match self {
            Self::Scenario(id) | Self::Sandbox(id) => Some(id),
            Self::Import(_) => None,
        }
    }
}

/// The `hbase-site.xml` of a sandbox: sizes that a reader reaches, for tables that say nothing of their own. The master
/// takes small ones from tables, too.
const SANDBOX: [(&str, &str); 3] = [
    ("hbase.hregion.max.filesize", "16384"),
    ("hbase.hregion.memstore.flush.size", "8192"),
    ("hbase.table.sanity.checks", "false"),
];

/// The start of a session: a cluster with tables and data, and what is known about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Its name in a kept session.
    pub reference: Reference,
    /// A few words for a button: `Comments`.
    pub title: String,
    /// What it is, in two or three sentences.
    pub about: String,
    /// Servers and settings.
    pub config: Config,
    /// Its tables; the first is shown.
    pub tables: Vec<TableStart>,
    /// How many clients there are.
    pub clients: u8,
    /// The time at which the session begins, later than that of all its data.
    pub now: i64,
    /// The steps that make its data, in order.
    pub(crate) setup: Arc<[Setup]>,
}

/// What the reader of a table has to know beyond what HBase stores: how keys and values are read, and what forms
/// suggest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStart {
    /// Its name.
    pub name: String,
    /// What its row keys are made of.
    pub key: Encoding,
    /// Columns that its rows have, family and qualifier, as suggestions.
    pub columns: Vec<(String, Raw)>,
    /// Columns whose values are no text, family and qualifier, and how those are read.
    pub values: Vec<(String, Raw, Encoding)>,
    /// What the forms are filled with.
    pub forms: Forms,
    /// What each client writes in place of a value that the forms are filled with, the first client's first. Empty
    /// where all write the same.
    pub voices: &'static [&'static str],
}

/// What the forms are filled with; `None` where a form makes no sense for the table.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Forms {
    /// Put a row.
    pub insert: Option<Intent>,
    /// Put before the first row.
    pub prepend: Option<Intent>,
    /// Find the last row.
    pub last_row: Option<Intent>,
    /// Read a row.
    pub get: Option<Intent>,
    /// Read pages.
    pub pages: Option<Intent>,
    /// Change several rows.
    pub transaction: Option<Intent>,
    /// Delete.
    pub delete: Option<Intent>,
    /// Cut a region.
    pub split: Option<Intent>,
}

/// One step of making a start, and the simulated time at which it is done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setup {
    at: i64,
    what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    /// An administrator's request, done to its end.
    Admin(Admin),
    /// A client's write.
    Write(TableName, Mutation),
    /// Many rows.
    Load(TableName, Arc<[Put]>),
    /// What the servers do by themselves, until there is nothing left to do.
    Settle,
}

/// Rows for a table that has to be made first.
pub(crate) struct Load {
    pub(crate) descriptor: TableDescriptor,
    pub(crate) splits: Vec<RowKey>,
    pub(crate) puts: Arc<[Put]>,
    /// The time of cells that have none.
    pub(crate) at: i64,
}

/// Rows that come in portions, with the servers doing what they want after each: flushes, compactions, splits.
fn growing(table: &TableName, puts: Vec<Put>, portion: usize) -> Vec<What> {
    puts.chunks(portion).flat_map(|puts| [What::Load(table.clone(), puts.into()), What::Settle]).collect()
}

impl Start {
    /// Two servers and no table.
    pub fn empty() -> Self {
        empty::start()
    }

    /// The same example with a site whose new tables flush above 8 KiB and split above 16, where HBase says 128 MiB and
    /// 10 GiB. A table that has sizes of its own, as those of the examples have, keeps them.
    pub fn sandbox(mut self) -> Self {
        if let Reference::Scenario(id) = self.reference {
            self.reference = Reference::Sandbox(id);
            self.config.settings.extend(SANDBOX.map(|(name, value)| (name.to_owned(), value.to_owned())));
        }
        self
    }

    /// The same example as a reference to it says: with HBase's sizes, or with those of the sandbox.
    pub fn named(self, reference: &Reference) -> Self {
        if matches!(reference, Reference::Sandbox(_)) { self.sandbox() } else { self }
    }

    /// The same start with a table made, filled and flushed, region after region.
    pub(crate) fn loaded(mut self, load: Load) -> Self {
        let Load { descriptor, splits, puts, at } = load;
        let table = descriptor.name.clone();
        let first = RowKey::default();
        let rows: Vec<RowKey> = std::iter::once(&first).chain(&splits).cloned().collect();
        let mut setup = vec![What::Admin(Admin::CreateTable { descriptor, splits }), What::Load(table.clone(), puts)];
        let flush = |row| Admin::Flush { table: table.clone(), family: None, row: Some(row) };
        setup.extend(rows.into_iter().map(|row| What::Admin(flush(row))));
        self.setup = setup.into_iter().map(|what| Setup { at, what }).collect();
        self
    }

    /// The table of that name.
    pub fn table(&self, name: &str) -> Option<&TableStart> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// Columns of a table whose values are no text, and how those are read.
    pub fn values(&self, table: &str) -> &[(String, Raw, Encoding)] {
        self.table(table).map_or(&[], |table| &table.values)
    }

    /// What the row keys of a table are made of; text for a table that was made later.
    pub fn key(&self, table: &str) -> Encoding {
        self.table(table).map(|table| table.key.clone()).unwrap_or_default()
    }

    /// What the row keys of a table are made of: what the start knows, else what an attribute of the table says; text
    /// where nothing does.
    pub fn key_in(&self, cluster: &Cluster, table: &str) -> Encoding {
        match self.table(table) {
            Some(table) => table.key.clone(),
            None => designed(cluster, table).unwrap_or_default(),
        }
    }

    /// What is known of a table beyond what HBase knows, whoever made it. `None` where that is nothing.
    pub fn table_in(&self, cluster: &Cluster, table: &str) -> Option<Cow<'_, TableStart>> {
        self.table(table).map(Cow::Borrowed).or_else(|| {
            let key = designed(cluster, table)?;
            let (forms, columns) = (Forms::default(), Vec::new());
            Some(Cow::Owned(TableStart {
                name: table.to_owned(),
                key,
                columns,
                values: Vec::new(),
                forms,
                voices: &[],
            }))
        })
    }

    /// Begins to make it, slice by slice.
    pub fn build(&self) -> Building {
        Building::new(self)
    }
}

/// What the row keys of a table are made of, as an attribute of it says.
fn designed(cluster: &Cluster, table: &str) -> Option<Encoding> {
    cluster.table(table)?.attributes.get(ATTRIBUTE).and_then(|spec| design::read(spec))
}

/// A start to choose, before anything is made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its id, in links and kept sessions.
    pub id: &'static str,
    /// A few words for a button: `Comments`.
    pub title: &'static str,
    /// What it is, in two or three sentences.
    pub about: &'static str,
}

impl Example {
    /// The reference of the sandbox with which a reader begins.
    pub fn reference(&self) -> Reference {
        Reference::Sandbox(self.id.into())
    }

    /// This example as a start: so many servers, two clients, one table, the steps that make it, and the time when the
    /// session begins.
    fn start(&self, servers: u8, table: TableStart, setup: Vec<Setup>, now: i64) -> Start {
        Start {
            reference: Reference::Scenario(self.id.into()),
            title: self.title.into(),
            about: self.about.into(),
            config: Config { servers, ..Config::default() },
            tables: vec![table],
            clients: 2,
            now,
            setup: setup.into(),
        }
    }
}

/// The starts to choose from; a page opens with the first.
pub const EXAMPLES: [Example; 5] =
    [comments::EXAMPLE, actions::EXAMPLE, pets::EXAMPLE, partitions::EXAMPLE, empty::EXAMPLE];

/// All of them, with HBase's own sizes.
pub fn starts() -> impl Iterator<Item = Start> {
    EXAMPLES.iter().filter_map(|example| start(example.id))
}

/// The first of them, with which a page opens.
pub fn first() -> Start {
    comments::start()
}

/// The start of that id, with HBase's own sizes.
pub fn start(id: &str) -> Option<Start> {
    let starts = [comments::start, actions::start, pets::start, partitions::start, empty::start];
    let at = EXAMPLES.iter().position(|example| example.id == id)?;
    starts.get(at).map(|start| start())
}

#[cfg(test)]
mod tests;
