//! Puts that a script makes in a session, beside the same puts through the client: read, run, kept as history.

use super::{Clock, Pair, ROWS, TABLE, ask, empty, milliseconds};
use splitpoint_lab::session::Session;
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_model::bytes::TableName;
use splitpoint_model::client::Request;
use splitpoint_model::mutation::Put;

const VALUE: &str = "the value of this row";
const TURNS: u32 = 3;

/// No two are the same, and they come in no order.
fn row(n: u64) -> u64 {
    n * 7_919 % 1_000_003
}

fn lines() -> String {
    (0..ROWS).map(|n| format!("put '{TABLE}', 'row{:07}', 'f:text', '{VALUE}'\n", row(n))).collect()
}

fn repeated() -> String {
    let row = r"format('row%07d', n * 7919 % 1000003)";
    format!("{ROWS}.times {{ |n| put '{TABLE}', {row}, 'f:text', '{VALUE}' }}\n")
}

/// Plays a script to its end, as a page does: a part of it for each picture.
fn play(script: &str) -> usize {
    let mut session = Session::new();
    session.speak(&LANGUAGE);
    let script = format!("create '{TABLE}', 'f'\n{script}");
    let mut player = session.script(0, 100, &script).expect("the script can be read");
    while !session.play(&mut player, 100).expect("the script can be played") {}
    session.world().cluster().regions(TABLE).map(|region| region.memstore_data() as usize).sum()
}

fn sent() -> usize {
    let (mut cluster, mut client) = empty();
    let table = TableName::from(TABLE);
    let put = |n| Put::new(format!("row{:07}", row(n)).into_bytes()).add("f", "text", VALUE.as_bytes());
    (0..ROWS).map(|n| ask(&mut cluster, &mut client, Request::Put(table.clone(), put(n)))).sum()
}

/// The quickest turn of each side.
pub(super) fn puts(clock: Clock<'_>) -> [Pair; 2] {
    let pair = |name| Pair { name, map: f64::MAX, ours: f64::MAX };
    let mut pairs = [pair("as a script of 100,000 lines"), pair("from a loop in a script")];
    for _ in 0..TURNS {
        for (pair, script) in pairs.iter_mut().zip([lines(), repeated()]) {
            pair.map = pair.map.min(milliseconds(clock, &mut sent));
            pair.ours = pair.ours.min(milliseconds(clock, &mut || play(&script)));
        }
    }
    pairs
}
