//! Actions of users: the key is user, reversed time and action, so that a page of one user's newest actions is one
//! short scan.

use super::{Example, Forms, Setup, Start, TableStart, What, growing};
use crate::intent::{AdminIntent, Intent, LastRowMethod, Pages, Raw, RowMutation};
use crate::notation::Encoding;
use crate::sequence::Sequence;
use splitpoint_model::bytes::{self, TableName};
use splitpoint_model::cluster::Admin;
use splitpoint_model::event::ServerId;
use splitpoint_model::mutation::Put;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

const TABLE: &str = "useractions";
const FAMILY: &str = "content";
const USERS: u64 = 40;
const ACTIONS: i32 = 720;
/// 2009-06-01 08:00 UTC.
const FIRST: i64 = 1_243_843_200_000;
const NAMES: [&str; 12] = [
    "login",
    "search",
    "view item",
    "view item",
    "view item",
    "add to cart",
    "view cart",
    "checkout",
    "rate item",
    "write review",
    "change address",
    "logout",
];

fn key(user: i32, time: i64, action: i32) -> Raw {
    let time = bytes::from_long(bytes::reversed_time(time));
    [&bytes::from_int(user)[..], &time, &bytes::from_int(action)].concat()
}

fn prefix(user: i32) -> Raw {
    bytes::from_int(user).to_vec()
}

/// Actions in the order in which they were done. Some users are busier than others.
fn history() -> Vec<Put> {
    let mut sequence = Sequence::new(1);
    let mut time = FIRST;
    (1..=ACTIONS)
        .map(|action| {
            time += 1000 * (20 + sequence.below(2400) as i64);
            let users = if action % 3 == 0 { USERS / 4 } else { USERS };
            let user = 1 + sequence.below(users) as i32;
            let name = *sequence.pick(&NAMES);
            Put::new(key(user, time, action)).add_at(FAMILY, "name", Some(time), name)
        })
        .collect()
}

pub(super) const EXAMPLE: Example = Example {
    id: "actions",
    title: "User actions",
    about: "Actions of 40 users of a shop, one row each. The key is the user (4 bytes), the largest time minus the \
            time of the action (8 bytes) and the action (4 bytes): each user's rows stand together, the newest \
            first, so that a page of them is one short scan.",
};

pub(super) fn start() -> Start {
    let table: TableName = TABLE.into();
    let mut family = FamilyDescriptor::new(FAMILY);
    family.block_size = 1024;
    let descriptor = TableDescriptor::new(TABLE, [family])
        .with("SPLIT_POLICY", "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy")
        .with("MAX_FILESIZE", "20480")
        .with("MEMSTORE_FLUSHSIZE", "16384")
        .with("hbase.table.sanity.checks", "false");
    let mut early = history();
    let last = early.iter().flat_map(|put| &put.cells).filter_map(|cell| cell.timestamp).max().unwrap_or(FIRST);
    let late = early.split_off(early.len() - 40);
    let move_to =
        |user, server| Admin::Move { table: table.clone(), row: prefix(user).into(), to: Some(ServerId(server)) };
    let mut setup = vec![What::Admin(Admin::CreateTable { descriptor, splits: Vec::new() })];
    setup.extend(growing(&table, early, 60));
    setup.extend([(9, 1), (25, 2), (40, 1)].map(|(user, server)| What::Admin(move_to(user, server))));
    setup.push(What::Load(table.clone(), late.into()));
    let table = TableStart {
        name: TABLE.into(),
        key: Encoding::fields([("user", Encoding::Int), ("time", Encoding::ReversedTime), ("action", Encoding::Int)]),
        columns: vec![(FAMILY.into(), "name".into())],
        forms: forms(last),
        values: Vec::new(),
        voices: &[],
    };
    EXAMPLE.start(3, table, setup.into_iter().map(|what| Setup { at: last, what }).collect(), last + 60_000)
}

fn forms(last: i64) -> Forms {
    let table = || TABLE.to_owned();
    let minute = |count: i64| (last / 60_000 + 5 + count) * 60_000;
    Forms {
        insert: Some(Intent::Insert {
            table: table(),
            row: key(7, minute(0), ACTIONS + 1),
            cells: vec![(FAMILY.into(), "name".into(), None, "login".into())],
        }),
        last_row: Some(Intent::LastRow { table: table(), method: LastRowMethod::Reversed }),
        get: Some(Intent::Get { table: table(), row: first_of(7), versions: 1 }),
        pages: Some(Intent::Pages(Pages { start: prefix(7), stop: prefix(8), size: 5, ..Pages::of(table()) })),
        transaction: Some(Intent::Transaction {
            table: table(),
            routing_row: prefix(7),
            mutations: vec![
                RowMutation::Put(key(7, minute(1), ACTIONS + 2), FAMILY.into(), "name".into(), "add to cart".into()),
                RowMutation::Put(key(7, minute(2), ACTIONS + 3), FAMILY.into(), "name".into(), "checkout".into()),
            ],
            conditions: Vec::new(),
        }),
        delete: Some(Intent::Delete { table: table(), row: first_of(7), cells: Vec::new() }),
        split: Some(Intent::Admin(AdminIntent::Split { table: table(), region: Some(prefix(7)), at: None })),
        ..Forms::default()
    }
}

/// The newest action of a user.
fn first_of(user: i32) -> Raw {
    let rows = history().into_iter().map(|put| put.row.to_vec());
    rows.filter(|row| row.starts_with(&prefix(user))).min().unwrap_or_default()
}
