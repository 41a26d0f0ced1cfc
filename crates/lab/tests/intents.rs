//! Whatever is asked for is done or refused, and ends; it never panics, and every sentence keeps its length.

use proptest::prelude::*;
use splitpoint_lab::intent::{AdminIntent, DeleteWhat, Intent, LastRowMethod, Pages, Paging, Prefix, Raw, RowMutation};
use splitpoint_lab::scenario;
use splitpoint_lab::session::{Restored, Saved, Session};
use splitpoint_lab::sim::language::LANGUAGE;
use splitpoint_lab::view::{Grain, KeyNotation, ViewRequest};
use splitpoint_lab::words::command;
use splitpoint_model::bytes::from_long;
use splitpoint_model::bytes::to_string_binary;

fn table() -> impl Strategy<Value = String> {
    prop_oneof![8 => Just("comments".to_owned()), 1 => Just("nobody".to_owned()), 1 => Just(String::new())]
}

fn row() -> impl Strategy<Value = Raw> {
    prop_oneof![
        8 => (-1..24i64).prop_map(|row| from_long(row).to_vec()),
        2 => prop::collection::vec(any::<u8>(), 0..12),
        1 => Just(vec![b'x'; 32_767]),
        1 => Just(vec![b'x'; 32_768]),
    ]
}

fn family() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => Just("c".to_owned()),
        1 => Just("g".to_owned()),
        1 => Just(String::new()),
        1 => Just("é".repeat(200)),
    ]
}

fn qualifier() -> impl Strategy<Value = Raw> {
    prop_oneof![6 => Just(b"text".to_vec()), 2 => prop::collection::vec(any::<u8>(), 0..6), 1 => Just(vec![0; 40_000])]
}

fn value() -> impl Strategy<Value = Raw> {
    prop_oneof![4 => prop::collection::vec(any::<u8>(), 0..20), 1 => Just(vec![7; 300])]
}

fn time() -> impl Strategy<Value = Option<i64>> {
    prop_oneof![3 => Just(None), 2 => (0..2_000i64).prop_map(Some), 1 => any::<i64>().prop_map(Some)]
}

fn what() -> impl Strategy<Value = DeleteWhat> {
    prop_oneof![
        (family(), time()).prop_map(|(family, time)| DeleteWhat::Family(family, time)),
        (family(), qualifier(), time()).prop_map(|(family, column, time)| DeleteWhat::Columns(family, column, time)),
        (family(), qualifier(), time()).prop_map(|(family, column, time)| DeleteWhat::Column(family, column, time)),
    ]
}

fn method() -> impl Strategy<Value = LastRowMethod> {
    prop_oneof![
        Just(LastRowMethod::FullScan),
        Just(LastRowMethod::Reversed),
        row().prop_map(LastRowMethod::ConstantKey),
        prop_oneof![Just(8), Just(7), any::<u8>()].prop_map(LastRowMethod::Bisection),
    ]
}

fn pages() -> impl Strategy<Value = Intent> {
    let range = (row(), row(), any::<bool>());
    let counts = (prop_oneof![0..4u32, Just(u32::MAX)], prop_oneof![0..4u32, Just(u32::MAX)], 0..3u32, 0..3u32);
    let filter = prop_oneof![Just(""), Just("PageFilter(1)"), Just("KeyOnlyFilter()"), Just("nonsense((")];
    let columns = prop::option::of((qualifier(), qualifier()));
    (table(), range, counts, any::<bool>(), filter, columns).prop_map(
        |(table, (start, stop, reversed), (size, pages, caching, batch), cursor, filter, columns)| {
            let by = if cursor { Paging::Cursor } else { Paging::Offset };
            let filter = filter.to_owned();
            Intent::Pages(Pages { table, start, stop, size, pages, by, reversed, caching, batch, columns, filter })
        },
    )
}

fn mutation() -> impl Strategy<Value = RowMutation> {
    prop_oneof![
        (row(), family(), qualifier(), value()).prop_map(|(row, f, q, value)| RowMutation::Put(row, f, q, value)),
        (row(), family(), qualifier()).prop_map(|(row, f, q)| RowMutation::Delete(row, f, q)),
        row().prop_map(RowMutation::DeleteRow),
    ]
}

fn admin() -> impl Strategy<Value = Intent> {
    let attribute = prop_oneof![Just("VERSIONS"), Just("BLOCKSIZE"), Just("TTL"), Just("BLOOMFILTER"), Just("ODD")];
    let attribute = (attribute, prop_oneof![Just("3"), Just("0"), Just("-1"), Just("ROW"), Just("x")]);
    let attributes = prop::collection::vec(attribute.prop_map(|(name, value)| (name.into(), value.into())), 0..3);
    prop_oneof![
        (table(), family(), attributes, prop::collection::vec(row(), 0..3)).prop_map(
            |(table, family, attributes, splits)| AdminIntent::Create {
                table,
                families: vec![(family, attributes)],
                attributes: Vec::new(),
                splits,
            }
        ),
        table().prop_map(|table| AdminIntent::Alter {
            table,
            attributes: vec![("MAX_FILESIZE".to_owned(), "20000000".to_owned())],
        }),
        table().prop_map(AdminIntent::Drop),
        (table(), prop::option::of(row())).prop_map(|(table, row)| AdminIntent::Flush(table, row)),
        (table(), prop::option::of(row()), any::<bool>())
            .prop_map(|(table, row, major)| AdminIntent::Compact(table, row, major)),
        (table(), prop::option::of(row()), prop::option::of(row()))
            .prop_map(|(table, region, at)| AdminIntent::Split { table, region, at }),
        (table(), row(), row()).prop_map(|(table, a, b)| AdminIntent::Merge(table, a, b)),
        (table(), row()).prop_map(|(table, row)| AdminIntent::Move(table, row)),
        Just(AdminIntent::Balance),
        (0..4u8).prop_map(AdminIntent::Crash),
    ]
    .prop_map(Intent::Admin)
}

fn intent() -> impl Strategy<Value = Intent> {
    let stamped = || prop::collection::vec((family(), qualifier(), time(), value()), 0..3);
    let plain = prop::collection::vec((family(), qualifier(), value()), 0..3);
    let conditions = prop::collection::vec((row(), family(), qualifier(), prop::option::of(value())), 0..2);
    prop_oneof![
        3 => (table(), row(), stamped()).prop_map(|(table, row, cells)| Intent::Insert { table, row, cells }),
        2 => (table(), row(), prop::collection::vec(what(), 0..3))
            .prop_map(|(table, row, cells)| Intent::Delete { table, row, cells }),
        2 => (table(), row(), (family(), qualifier(), prop::option::of(value())), stamped())
            .prop_map(|(table, row, check, cells)| Intent::CheckAndPut { table, row, check, cells }),
        1 => (table(), row(), prop_oneof![Just(1), any::<i32>()])
            .prop_map(|(table, row, versions)| Intent::Get { table, row, versions }),
        2 => (table(), (family(), qualifier()), plain, any::<bool>(), prop_oneof![Just(20), any::<i64>()]).prop_map(
            |(table, check, cells, blind, highest)| Intent::Prepend { table, check, cells, blind, highest }
        ),
        1 => (table(), 0..20u8, prop_oneof![Just(Prefix::Byte), Just(Prefix::Digits)])
            .prop_map(|(table, prefixes, prefix)| Intent::FirstRow { table, prefixes, prefix }),
        1 => (table(), method()).prop_map(|(table, method)| Intent::LastRow { table, method }),
        2 => pages(),
        2 => (table(), prop_oneof![Just(Raw::new()), row()], prop::collection::vec(mutation(), 0..4), conditions).prop_map(
            |(table, routing_row, mutations, conditions)| Intent::Transaction { table, routing_row, mutations, conditions }
        ),
        2 => (table(), prop::collection::vec(mutation(), 0..6))
            .prop_map(|(table, mutations)| Intent::Batch { table, mutations }),
        3 => admin(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 4, ..ProptestConfig::default() })]

    #[test]
    fn anything_is_done_or_refused(
        intents in prop::collection::vec((0..3u8, intent(), 0..12u32), 1..12),
        grain in prop_oneof![Just(Grain::Rpc), Just(Grain::Cell)],
    ) {
        let start = scenario::start("comments").expect("a scenario");
        let mut session = Session::from_start(start).expect("a start");
        session.set_grain(grain);
        let keys = |_: &str, row: &[u8]| String::from_utf8_lossy(row).into_owned();
        let request =
            ViewRequest { table: "comments".into(), window: 0..50, old_versions: true, notation: KeyNotation::Fields };
        let intents_asked = intents.len();
        let endless = intents.iter().any(|(_, intent, _)| {
            matches!(intent, Intent::Pages(Pages { size, pages, .. }) if (*size).max(*pages) == u32::MAX)
        });
        for (client, intent, steps) in intents {
            if let Err(refusal) = session.submit(client, intent) {
                prop_assert!(refusal.to_string().ends_with('.'), "{refusal}");
            }
            for _ in 0..steps {
                session.next();
                let told = session.stage().sentence(&keys).text();
                prop_assert!(told.chars().count() <= 200 && (session.stage().timeline(&keys).position == 0 || told.len() > 3), "{told}");
            }
            let view = session.view(&request);
            prop_assert!(view.sentence.text().chars().count() <= 200);
        }
        session.set_grain(Grain::Rpc);
        let ends = finish(&mut session);
        prop_assert!(ends || endless, "somebody is still at work");
        // Pages without end have to be cancelled, perhaps those that wait behind them too.
        for _ in 0..intents_asked {
            for client in 0..session.clients() {
                session.cancel(client);
            }
        }
        prop_assert!(finish(&mut session), "somebody is still at work, though all was cancelled");
        session.log_text();
        // Whatever it was, it is kept as what it was.
        let saved = session.save();
        prop_assert_eq!(Saved::from_text(&saved.to_text()), Ok(saved.clone()));
        prop_assert_eq!(Saved::from_link(&saved.to_link()), Ok(saved.clone()));
        let Restored { session: again, divergences } = Session::restore(&saved, None).expect("a scenario");
        prop_assert_eq!(divergences, []);
        prop_assert!(again.world() == session.world());
    }
}

/// Everything in all tables but the times, and where regions begin.
fn content(session: &Session) -> Vec<String> {
    let cluster = session.world().cluster();
    let now = session.world().clock().now();
    let table = |table: &std::sync::Arc<splitpoint_model::schema::TableDescriptor>| {
        let cells = splitpoint_shell::cells(cluster, &table.name, now);
        let cells: Vec<String> = cells
            .iter()
            .map(|cell| {
                let parts = [cell.row(), cell.family(), cell.qualifier(), cell.value()];
                format!("{:?} {}", cell.cell_type(), parts.map(to_string_binary).join(" "))
            })
            .collect();
        let splits: Vec<String> =
            splitpoint_shell::splits(cluster, &table.name).iter().map(|key| to_string_binary(key)).collect();
        format!("{} {:?} {cells:#?} {splits:?}", table.name, table.families.keys().collect::<Vec<_>>())
    };
    cluster.tables().map(table).collect()
}

fn opened() -> Session {
    let mut session = Session::from_start(scenario::start("comments").expect("a scenario")).expect("a start");
    session.speak(&LANGUAGE);
    session.set_background(false);
    session
}

/// Steps everybody until nobody has anything to do, at most so long.
fn finish(session: &mut Session) -> bool {
    for _ in 0..4_000 {
        if !session.next() {
            return true;
        }
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 2, ..ProptestConfig::default() })]

    #[test]
    fn a_form_and_its_command_do_the_same(intents in prop::collection::vec(intent(), 1..4)) {
        let (mut form, mut console) = (opened(), opened());
        for intent in intents {
            // Servers have no command to die by, and reading changes nothing.
            let skipped = matches!(
                intent,
                Intent::Admin(AdminIntent::Crash(_))
                    | Intent::Pages(_)
                    | Intent::FirstRow { .. }
                    | Intent::LastRow { .. }
                    | Intent::Get { .. }
            );
            // To the shell a family without a name is no family.
            let skipped = skipped || format!("{intent:?}").contains("\"\"");
            let commands = command::of(form.world(), 0, &intent);
            if skipped || form.submit(0, intent.clone()).is_err() {
                continue;
            }
            prop_assert!(!commands.is_empty(), "{intent:?}");
            prop_assert!(finish(&mut form));
            let mut player = console.script(0, 0, &(commands.clone() + "\n")).expect("it can be read");
            while !console.play(&mut player, 1_000).expect("it can be played") {}
            prop_assert!(finish(&mut console));
            prop_assert_eq!(content(&form), content(&console), "{:?}\n{}", intent, commands);
            // A put into a full memstore waits for a flush. A form beside it goes on, a command behind it waits, too.
            if form.world().lane(0).is_some_and(|lane| lane.running().is_some()) {
                break;
            }
        }
    }
}
