//! Comments of a blog post, the newest first: the first written row has the highest key, and keys grow downwards.

use super::{Example, Forms, Setup, Start, TableStart, What};
use crate::intent::{AdminIntent, Intent, LastRowMethod, Pages, Raw, RowMutation};
use crate::notation::Encoding;
use splitpoint_model::bytes::{self, TableName};
use splitpoint_model::cluster::Admin;
use splitpoint_model::mutation::{Delete, DeleteCell, Mutation, Put};
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

const TABLE: &str = "comments";
const FAMILY: &str = "c";

/// What each client writes.
const VOICES: &[&str] = &["I like your post", "Thank you", "Well said", "Me too"];

fn key(number: i64) -> Raw {
    bytes::from_long(number).to_vec()
}

fn comment(number: i64, text: &str, who: &str, date: &str) -> Mutation {
    Mutation::Put(Put::new(key(number)).add(FAMILY, "date", date).add(FAMILY, "text", text).add(FAMILY, "who", who))
}

pub(super) const EXAMPLE: Example = Example {
    id: "comments",
    title: "Comments",
    about: "What readers wrote under a blog post. The first comment got the key 20, every later one a smaller key, so that \
            the newest is always the first row.",
};

pub(super) fn start() -> Start {
    let table: TableName = TABLE.into();
    let mut family = FamilyDescriptor::new(FAMILY);
    family.max_versions = 3;
    family.block_size = 128;
    let descriptor = TableDescriptor::new(TABLE, [family])
        .with("MAX_FILESIZE", "16384")
        .with("MEMSTORE_FLUSHSIZE", "8192")
        .with("hbase.table.sanity.checks", "false");
    let write = |at, mutation| Setup { at, what: What::Write(table.clone(), mutation) };
    let admin = |at, admin| Setup { at, what: What::Admin(admin) };
    let flush = || Admin::Flush { table: table.clone(), family: None, row: None };
    let setup = vec![
        admin(1000, Admin::CreateTable { descriptor, splits: vec![key(20).into()] }),
        write(1001, comment(20, "Nice post", "Smith", "May 22")),
        write(1002, Mutation::Put(Put::new(key(20)).add(FAMILY, "link", "cheap-pills.example"))),
        write(1003, comment(19, "I agre", "John", "May 23")),
        admin(1004, flush()),
        write(
            1007,
            Mutation::Delete(Delete {
                row: key(20).into(),
                timestamp: None,
                cells: vec![DeleteCell::Columns { family: FAMILY.into(), qualifier: "link".into(), timestamp: None }],
            }),
        ),
        write(1008, Mutation::Put(Put::new(key(19)).add(FAMILY, "text", "I agree"))),
        admin(1009, flush()),
        write(1012, comment(18, "Cool", "Roger", "May 24")),
    ];
    let table = TableStart {
        name: TABLE.into(),
        key: Encoding::Long,
        columns: ["text", "who", "date"].map(|name| (FAMILY.to_owned(), name.into())).into(),
        forms: forms(),
        values: Vec::new(),
        voices: VOICES,
    };
    EXAMPLE.start(2, table, setup, 1013)
}

fn forms() -> Forms {
    let table = || TABLE.to_owned();
    let cell = |name: &str, value: &str| (FAMILY.to_owned(), Raw::from(name), Raw::from(value));
    let stamped = |name: &str, value: &str| (FAMILY.to_owned(), Raw::from(name), None, Raw::from(value));
    Forms {
        insert: Some(Intent::Insert { table: table(), row: key(17), cells: vec![stamped("text", VOICES[0])] }),
        prepend: Some(Intent::Prepend {
            table: table(),
            check: (FAMILY.into(), "text".into()),
            cells: vec![cell("text", VOICES[0]), cell("who", "Ada")],
            blind: false,
            highest: 20,
        }),
        last_row: Some(Intent::LastRow { table: table(), method: LastRowMethod::ConstantKey(key(20)) }),
        get: Some(Intent::Get { table: table(), row: key(19), versions: 3 }),
        pages: Some(Intent::Pages(Pages { size: 2, pages: 2, ..Pages::of(table()) })),
        transaction: Some(Intent::Transaction {
            table: table(),
            routing_row: key(19),
            mutations: vec![
                RowMutation::Put(key(19), FAMILY.into(), "text".into(), "I agree!".into()),
                RowMutation::Put(key(18), FAMILY.into(), "text".into(), "Very cool".into()),
                RowMutation::Delete(key(20), FAMILY.into(), "text".into()),
            ],
            conditions: Vec::new(),
        }),
        delete: Some(Intent::Delete { table: table(), row: key(18), cells: Vec::new() }),
        split: Some(Intent::Admin(AdminIntent::Split { table: table(), region: None, at: Some(key(19)) })),
    }
}
