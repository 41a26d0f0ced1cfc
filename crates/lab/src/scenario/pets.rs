//! A table inside a row: one row holds all pets of a clinic, a pet's columns share the beginning of their qualifiers.

use super::{Example, Forms, Setup, Start, TableStart, What, growing};
use crate::intent::{AdminIntent, Intent, Pages, Raw};
use crate::notation::Encoding;
use crate::sequence::Sequence;
use splitpoint_model::bytes::TableName;
use splitpoint_model::cluster::Admin;
use splitpoint_model::event::ServerId;
use splitpoint_model::mutation::Put;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};

const TABLE: &str = "clinic";
const FAMILY: &str = "t";
const PETS: [&str; 200] = [
    "abby", "ace", "aldo", "alfie", "amber", "angus", "apollo", "archie", "arlo", "asta", "aster", "athos", "atlas",
    "bambi", "bandit", "barney", "basil", "bear", "bella", "benji", "bernie", "bertie", "biscuit", "blackie", "blue",
    "bobo", "bonnie", "boots", "bruno", "bubba", "buddy", "buster", "button", "caesar", "captain", "casey", "casper",
    "charlie", "chester", "chico", "chip", "cleo", "clover", "coco", "cookie", "copper", "cosmo", "cricket", "daisy",
    "dakota", "daphne", "dexter", "diesel", "digger", "domino", "dora", "duchess", "duke", "dusty", "ebony", "echo",
    "eddie", "ella", "elmo", "elvis", "emma", "fang", "felix", "fern", "fido", "finn", "flash", "flo", "fluff",
    "fluffy", "fluke", "frankie", "freya", "frodo", "garfield", "george", "gigi", "ginger", "gizmo", "goldie", "goose",
    "grace", "gus", "gypsy", "hank", "harley", "harvey", "hazel", "heidi", "hercules", "hobbes", "holly", "honey",
    "hunter", "indy", "iris", "isis", "ivy", "jack", "jake", "jasmine", "jasper", "jazz", "jet", "joey", "josie",
    "juno", "kiki", "kira", "kiwi", "koda", "lady", "lassie", "leo", "lexi", "lily", "linus", "loki", "lola", "lucky",
    "lucy", "luna", "mac", "maggie", "mango", "marley", "max", "maya", "merlin", "mia", "midnight", "milo", "mimi",
    "minnie", "missy", "misty", "mocha", "molly", "mossy", "muffin", "murphy", "nala", "nemo", "nero", "nina",
    "noodle", "nova", "oliver", "olive", "onyx", "oreo", "oscar", "otis", "otto", "patch", "peaches", "peanut",
    "pebbles", "penny", "pepper", "percy", "phoebe", "pickle", "piper", "pippin", "pixie", "poppy", "prince", "puck",
    "pumpkin", "quincy", "ranger", "rascal", "remy", "riley", "rocky", "romeo", "rosie", "ruby", "rufus", "rusty",
    "sadie", "salem", "sam", "sasha", "scout", "shadow", "simba", "smokey", "snowy", "socks", "sophie", "tigger",
    "toby", "whiskers",
];
const OWNERS: [&str; 8] = ["ada", "barbara", "donald", "edsger", "grace", "ken", "linus", "margaret"];
const SPECIES: [&str; 6] = ["cat", "cat", "dog", "dog", "rabbit", "parrot"];

fn title(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| std::iter::once(first.to_ascii_uppercase()).chain(letters).collect()).unwrap_or_default()
}

/// Three rows, the middle one with everything in it.
fn rows() -> Vec<Put> {
    let mut sequence = Sequence::new(2);
    let mut pets = Put::new("pets");
    let mut add = |name: &str, column: &str, value: &str| {
        let put = std::mem::replace(&mut pets, Put::new(""));
        pets = put.add(FAMILY, format!("{name}|{column}").as_str(), value);
    };
    for name in PETS {
        let species = if name == "fluffy" { "rabbit" } else { *sequence.pick(&SPECIES) };
        add(name, "name", &title(name));
        add(name, "species", species);
        if sequence.below(3) == 0 {
            add(name, "born", &(2000 + sequence.below(12)).to_string());
        }
    }
    let mut owners = Put::new("owners");
    for name in OWNERS {
        owners = owners.add(FAMILY, format!("{name}|pet").as_str(), *sequence.pick(&PETS));
    }
    let mut vets = Put::new("vets");
    for (name, day) in [("doolittle", "Mon"), ("herriot", "Tue"), ("pol", "Thu")] {
        vets = vets.add(FAMILY, format!("{name}|day").as_str(), day);
    }
    vec![owners, pets, vets]
}

pub(super) const EXAMPLE: Example = Example {
    id: "pets",
    title: "Table inside a row",
    about: "A clinic keeps all its 200 pets in one row. A qualifier is pet|column, so a pet's columns stand \
            together, a filter reads just them, and everything in the row can change at once. The price: HBase \
            cuts before a row and never inside it, so its region cannot be split, however large it grows.",
};

pub(super) fn start() -> Start {
    let table: TableName = TABLE.into();
    let mut family = FamilyDescriptor::new(FAMILY);
    family.block_size = 1024;
    family.max_versions = 3;
    let descriptor = TableDescriptor::new(TABLE, [family])
        .with("SPLIT_POLICY", "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy")
        .with("MAX_FILESIZE", "16384")
        .with("MEMSTORE_FLUSHSIZE", "32768")
        .with("hbase.table.sanity.checks", "false");
    let later = Put::new("pets").add(FAMILY, "fluffy|species", "cat");
    let mut setup = vec![What::Admin(Admin::CreateTable { descriptor, splits: Vec::new() })];
    setup.extend(growing(&table, rows(), 3));
    setup.extend([
        What::Admin(Admin::Move { table: table.clone(), row: "pets".into(), to: Some(ServerId(1)) }),
        What::Load(table.clone(), vec![later].into()),
    ]);
    let table = TableStart {
        name: TABLE.into(),
        key: Encoding::Text,
        columns: ["fluffy|name", "fluffy|species"].map(|name| (FAMILY.to_owned(), name.into())).into(),
        forms: forms(),
        values: Vec::new(),
        voices: &[],
    };
    EXAMPLE.start(2, table, setup.into_iter().zip(1000..).map(|(what, at)| Setup { at, what }).collect(), 2000)
}

fn forms() -> Forms {
    let table = || TABLE.to_owned();
    let cell = |name: &str, value: &str| (FAMILY.to_owned(), Raw::from(name), None, Raw::from(value));
    Forms {
        insert: Some(Intent::Insert {
            table: table(),
            row: "pets".into(),
            cells: vec![cell("fluffy|name", "Fluffy II"), cell("fluffy|species", "hamster")],
        }),
        get: Some(Intent::Get { table: table(), row: "vets".into(), versions: 1 }),
        pages: Some(Intent::Pages(Pages {
            start: "pets".into(),
            stop: "pets\0".into(),
            size: 1,
            pages: 1,
            batch: 20,
            columns: Some(("fluffy|".into(), "fluffy}".into())),
            ..Pages::of(table())
        })),
        delete: Some(Intent::Delete {
            table: table(),
            row: "pets".into(),
            cells: vec![crate::intent::DeleteWhat::Columns(FAMILY.into(), "fluffy|species".into(), None)],
        }),
        split: Some(Intent::Admin(AdminIntent::Split { table: table(), region: Some("pets".into()), at: None })),
        ..Forms::default()
    }
}
