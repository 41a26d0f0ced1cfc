//! Claims that must hold for any input bytes. Fuzzers feed these functions (`crates/fuzz`), and a test replays the kept
//! corpus; each panics where its claim does not hold.

use crate::Versions;
use crate::pair::{COLUMNS, Pair, ROWS};
use splitpoint_model::bytes::{from_string_binary, to_string_binary};
use splitpoint_model::cluster::Admin;
use splitpoint_model::filter::Filter;
use splitpoint_model::mutation::{Delete, DeleteCell, Mutation, Put};
use splitpoint_model::query::{Scan, TimeRange};
use splitpoint_model::schema::{FamilyDescriptor, KeepDeletedCells};

/// Most steps of a history: longer ones find no more, and take longer.
const MOST_STEPS: usize = 60;

/// The filter language: any text is a filter or a refusal; what a filter prints is the same filter again.
pub fn filter(data: &[u8]) {
    let Ok(filter) = Filter::parse(data) else { return };
    let said = filter.to_string();
    // The shell takes `\xNN` for the byte before the filter language sees it.
    let again = Filter::parse(&from_string_binary(&said));
    assert_eq!(again.as_ref(), Ok(&filter), "{said}");
    for reversed in [false, true] {
        if let Ok(mut state) = filter.start(reversed) {
            state.reset();
        }
    }
}

/// The notation of keys: any bytes survive being written and read.
pub fn key(data: &[u8]) {
    let written = to_string_binary(data);
    assert_eq!(from_string_binary(&written), data, "{written}");
    assert!(written.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "{written}");
    if let Ok(text) = std::str::from_utf8(data) {
        let read = from_string_binary(text);
        assert_eq!(from_string_binary(&to_string_binary(&read)), read, "{text}");
    }
}

/// Operations and maintenance: the model answers as the oracle does. Three bytes a step, after one for the family.
pub fn operations(data: &[u8]) {
    let Some((&first, steps)) = data.split_first() else { return };
    let mut family = FamilyDescriptor::new("f");
    family.max_versions = i32::from(first % 3) + 1;
    family.keep_deleted_cells =
        [KeepDeletedCells::False, KeepDeletedCells::True, KeepDeletedCells::Ttl][usize::from(first / 3 % 3)];
    let mut pair = Pair::new(family);
    for step in steps.chunks_exact(3).take(MOST_STEPS) {
        take(&mut pair, [step[0], step[1], step[2]]);
    }
    read_all(&mut pair);
}

fn read_all(pair: &mut Pair) {
    ROWS.iter().for_each(|row| pair.read(row, Versions::NEWEST));
    pair.scan(Scan::default());
}

fn take(pair: &mut Pair, [what, place, detail]: [u8; 3]) {
    pair.now += 10;
    let (row, column) = (ROWS[usize::from(place % 4)], COLUMNS[usize::from(place / 4 % 2)]);
    let time = Some(i64::from(detail % 6)).filter(|&time| time > 0);
    let table = || "t".into();
    match what % 12 {
        0..4 => pair.write(Mutation::Put(Put::new(row).add_at("f", column, time, vec![detail]))),
        4 | 5 => {
            let (family, qualifier) = ("f".into(), column.into());
            let cell = match place / 8 % 4 {
                0 => DeleteCell::Family { family, timestamp: time },
                1 => DeleteCell::FamilyVersion { family, timestamp: time },
                2 => DeleteCell::Columns { family, qualifier, timestamp: time },
                _ => DeleteCell::Column { family, qualifier, timestamp: time.or(Some(3)) },
            };
            pair.write(Mutation::Delete(Delete { cells: vec![cell], ..Delete::new(row) }));
        }
        6 => {
            let min = i64::from(detail % 5);
            let range = TimeRange { min, max: min + i64::from(place / 8 % 4) + 1 };
            pair.read(row, Versions { count: i32::from(detail / 5 % 3) + 1, range });
        }
        7 => read_all(pair),
        8 => pair.maintain(Admin::Flush { table: table(), family: None, row: None }),
        9 => pair.maintain(Admin::Compact { table: table(), family: None, row: None, major: detail % 2 == 0 }),
        10 => pair.maintain(Admin::Split { table: table(), at: Some(row.into()), row: None }),
        _ if detail % 2 == 0 => pair.maintain(Admin::Move { table: table(), row: row.into(), to: None }),
        _ => {
            let rows = vec![row.into(), ROWS[(usize::from(place) + 1) % 4].into()];
            pair.maintain(Admin::Merge { table: table(), rows, force: false });
        }
    }
}
