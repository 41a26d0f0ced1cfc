//! Tenants that share a table: a split policy keeps the rows of a tenant in one region, so that several of them can
//! change as one.

use super::{Example, Forms, Setup, Start, TableStart, What, growing};
use crate::intent::{AdminIntent, Intent, LastRowMethod, Pages, Raw, RowMutation};
use crate::notation::Encoding;
use crate::sequence::Sequence;
use splitpoint_model::bytes::TableName;
use splitpoint_model::cluster::Admin;
use splitpoint_model::event::ServerId;
use splitpoint_model::mutation::Put;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

const TABLE: &str = "myTable";
const FAMILY: &str = "f";
/// Tenants and how many rows each has; one of them has grown too large for its region.
const TENANTS: [(&str, u32); 11] = [
    ("acm", 18),
    ("bio", 34),
    ("cab", 9),
    ("dot", 150),
    ("eel", 26),
    ("fig", 12),
    ("jet", 41),
    ("oak", 22),
    ("sky", 30),
    ("van", 14),
    ("zen", 37),
];
const STATES: [&str; 4] = ["open", "paid", "paid", "sent"];

fn order(row: &str, state: &str, amount: u64) -> Put {
    Put::new(row).add(FAMILY, "amount", amount.to_string().as_str()).add(FAMILY, "state", state)
}

/// Orders in the order in which they came.
fn orders() -> Vec<Put> {
    let mut sequence = Sequence::new(3);
    let mut puts = Vec::new();
    for (tenant, rows) in TENANTS {
        for row in 1..=rows {
            let state = *sequence.pick(&STATES);
            puts.push(order(&format!("{tenant}{row:03}"), state, 5 + sequence.below(995)));
        }
    }
    sequence.mix(&mut puts);
    puts.extend([order("xxxabc", "open", 20), order("xxxmno", "open", 35), order("xxxzzz", "open", 55)]);
    puts
}

pub(super) const EXAMPLE: Example = Example {
    id: "partitions",
    title: "Partitions",
    about: "Orders of twelve tenants; the first 3 bytes of a key name the tenant. KeyPrefixRegionSplitPolicy never \
            cuts between two rows of one prefix, so the rows of a tenant can change in one transaction. The \
            price: dot is too large for its region and cannot be cut.",
};

pub(super) fn start() -> Start {
    let table: TableName = TABLE.into();
    let mut family = FamilyDescriptor::new(FAMILY);
    family.block_size = 1024;
    let descriptor = TableDescriptor::new(TABLE, [family])
        .with("SPLIT_POLICY", "org.apache.hadoop.hbase.regionserver.KeyPrefixRegionSplitPolicy")
        .with("KeyPrefixRegionSplitPolicy.prefix_length", "3")
        .with("MAX_FILESIZE", "12288")
        .with("MEMSTORE_FLUSHSIZE", "16384")
        .with("hbase.increasing.policy.initial.size", "12288")
        .with("hbase.table.sanity.checks", "false");
    let move_to = |row: &str, server| Admin::Move { table: table.clone(), row: row.into(), to: Some(ServerId(server)) };
    let mut setup = vec![What::Admin(Admin::CreateTable { descriptor, splits: Vec::new() })];
    setup.extend(growing(&table, orders(), 40));
    setup.extend([("dot", 1), ("xxx", 1)].map(|(row, server)| What::Admin(move_to(row, server))));
    let table = TableStart {
        name: TABLE.into(),
        key: Encoding::Text,
        columns: ["state", "amount"].map(|name| (FAMILY.to_owned(), name.into())).into(),
        forms: forms(),
        values: Vec::new(),
        voices: &[],
    };
    EXAMPLE.start(2, table, setup.into_iter().zip(1000..).map(|(what, at)| Setup { at, what }).collect(), 2000)
}

fn forms() -> Forms {
    let table = || TABLE.to_owned();
    let put =
        |row: &str, name: &str, value: &str| RowMutation::Put(row.into(), FAMILY.into(), name.into(), Raw::from(value));
    Forms {
        insert: Some(Intent::Insert {
            table: table(),
            row: "xxxdef".into(),
            cells: vec![
                (FAMILY.into(), "state".into(), None, "open".into()),
                (FAMILY.into(), "amount".into(), None, "55".into()),
            ],
        }),
        last_row: Some(Intent::LastRow { table: table(), method: LastRowMethod::Reversed }),
        get: Some(Intent::Get { table: table(), row: "xxxabc".into(), versions: 1 }),
        pages: Some(Intent::Pages(Pages { start: "dot".into(), stop: "dou".into(), ..Pages::of(table()) })),
        transaction: Some(Intent::Transaction {
            table: table(),
            routing_row: "xxx".into(),
            mutations: vec![
                put("xxxabc", "state", "paid"),
                put("xxxdef", "state", "open"),
                RowMutation::DeleteRow("xxxzzz".into()),
            ],
            conditions: Vec::new(),
        }),
        delete: Some(Intent::Delete { table: table(), row: "xxxzzz".into(), cells: Vec::new() }),
        split: Some(Intent::Admin(AdminIntent::Split { table: table(), region: Some("dot".into()), at: None })),
        ..Forms::default()
    }
}
