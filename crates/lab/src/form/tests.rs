//! Forms ask for what stands in them, and every refusal stands at a field that its form shows.

use super::description::{Input, List, Part, When};
use super::*;
use crate::intent::{AdminIntent, Field, Intent, LastRowMethod, Pages, Prefix, RowMutation, Slot};
use crate::notation::Encoding;
use crate::scenario;
use crate::session::Session;
use crate::sim::blame::blame;
use crate::sim::refusal::{Cause, Objection, Wanted};
use crate::words::tests::{Names, errors};
use splitpoint_model::error::{Argument, Error, Failure, Refused, Sanity};

fn text(text: &str) -> Change {
    Change::Text(text.to_owned())
}

/// The fields that a form shows as it stands, from top to bottom.
fn shown(forms: &Forms, operation: Operation) -> Vec<Slot> {
    let sheet = forms.sheet(operation);
    let mut slots = vec![Field::Table.into()];
    if !operation.is_admin() {
        slots.push(Field::Client.into());
    }
    let there = |input: &Input, of| sheet.is_there(input.when, of).then_some(Slot { field: input.field, of });
    let mut parts: Vec<&Part> = operation.description().iter().rev().collect();
    while let Some(part) = parts.pop() {
        match part {
            Part::Input(input) => slots.extend(there(input, None)),
            Part::Pair(inputs) => slots.extend(inputs.iter().filter_map(|input| there(input, None))),
            Part::More { parts: more, .. } => parts.extend(more.iter().rev()),
            Part::Fact(fact) => {
                slots.extend(fact.field().filter(|_| sheet.is_there(fact.when(), None)).map(Slot::from));
            }
            Part::List(List { field, head, items, room, .. }) => {
                slots.push((*field).into());
                slots.extend(head.iter().chain(room).filter_map(|input| there(input, None)));
                for at in 0..sheet.items(*field).len() {
                    slots.extend(items.iter().filter_map(|input| there(input, Some((*field, at)))));
                }
            }
        }
    }
    slots
}

#[test]
fn a_form_becomes_an_intent_even_if_hbase_will_refuse_it() {
    let mut forms = Forms::default();
    forms.edit(Operation::Insert, Field::Row.into(), Change::Encoding(Encoding::Long));
    forms.edit(Operation::Insert, Field::Cells.item(0, Field::Column), text("nofamily"));
    forms.edit(Operation::Insert, Field::Cells.item(0, Field::Value), text("x"));
    let expected = Intent::Insert {
        table: "comments".into(),
        row: vec![],
        cells: vec![("nofamily".into(), vec![], None, b"x".to_vec())],
    };
    assert_eq!(forms.intent(Operation::Insert, "comments"), Ok(expected));
}

#[test]
fn what_cannot_be_read_is_a_fault_at_its_field() {
    let faults = |operation, slot: Slot, change| {
        let mut forms = Forms::of(scenario::first().tables.first());
        if operation == Operation::LastRow {
            forms.edit(operation, Field::Way.into(), Change::Choice(2));
        }
        forms.edit(operation, slot, change);
        let faults = forms.intent(operation, "comments").expect_err("it cannot be read");
        assert!(shown(&forms, operation).contains(&slot), "{operation:?} {slot}");
        assert!(faults.iter().all(|fault| fault.sentence.ends_with('.')), "{faults:?}");
        assert_eq!(faults.iter().map(|fault| fault.slot).collect::<Vec<_>>(), [slot], "{operation:?}");
    };
    faults(Operation::Insert, Field::Row.into(), text("nineteen"));
    faults(Operation::Insert, Field::Cells.item(0, Field::Column), text("c:\\xZZ"));
    faults(Operation::Prepend, Field::Highest.into(), text("high"));
    faults(Operation::Pages, Field::Size.into(), text("-1"));
    faults(Operation::Pages, Field::Caching.into(), text("some"));
    faults(Operation::Pages, Field::From.into(), text("\\x1"));
    faults(Operation::Transaction, Field::RoutingRow.into(), text("first"));
    faults(Operation::Transaction, Field::Mutations.item(1, Field::Row), text("x"));
    faults(Operation::Get, Field::Versions.into(), text("2147483648"));
    faults(Operation::FirstRow, Field::Prefixes.into(), text("some"));
    faults(Operation::LastRow, Field::Width.into(), text("256"));
    faults(Operation::Delete, Field::Row.into(), text("1.5"));
    faults(Operation::Create, Field::Splits.into(), text("a\n\\x0"));
    faults(Operation::Split, Field::At.into(), text("middle"));
}

#[test]
fn a_filled_form_asks_for_what_its_start_suggested() {
    for start in scenario::starts() {
        for table in &start.tables {
            let forms = Forms::of(Some(table));
            for operation in Operation::all() {
                // A cut where HBase would is left to the person, with the region.
                let whole = |intent: &&Intent| !matches!(intent, Intent::Admin(AdminIntent::Split { at: None, .. }));
                if let Some(intent) = operation.suggestion(table).filter(whole) {
                    assert_eq!(forms.intent(operation, &table.name), Ok(intent.clone()), "{operation:?}");
                }
            }
        }
    }
}

#[test]
fn mutations_that_are_done_each_by_itself_are_a_batch() {
    let start = scenario::starts().into_iter().find(|start| start.tables.iter().any(|table| table.name == "myTable"));
    let start = start.expect("an example");
    let mut forms = Forms::of(start.tables.first());
    let together = Slot::from(Field::Together);
    forms.edit(Operation::Transaction, together, Change::Choice(1));
    forms.edit(Operation::Transaction, Field::Mutations.item(1, Field::Row), text("acm001"));
    let shown = shown(&forms, Operation::Transaction);
    assert!(!shown.contains(&Field::RoutingRow.into()), "each goes to its own region");
    let batch = forms.intent(Operation::Transaction, "myTable").expect("a batch");
    let Intent::Batch { mutations, .. } = &batch else { panic!("{batch:?}") };
    assert_eq!(mutations.iter().map(RowMutation::row).collect::<Vec<_>>(), [&b"xxxabc"[..], b"acm001", b"xxxzzz"]);
}

#[test]
fn fields_begin_with_what_is_known_of_the_table() {
    let forms = Forms::default();
    assert_eq!(forms.sheet(Operation::LastRow).text(Field::Width), "8");
    assert_eq!(forms.sheet(Operation::Create).text(Field::Families.item(0, Field::Name)), "f");
    assert_eq!(forms.sheet(Operation::Create).text(Field::Families.item(0, Field::BlockSize)), "1024");
    let start = scenario::start("actions").expect("a scenario");
    let forms = Forms::of(start.tables.first());
    let column = start.tables[0].columns.first().map(|(family, qualifier)| column(family, qualifier));
    assert_eq!(Some(forms.sheet(Operation::Delete).text(Field::Column)), column.as_deref());
    assert_eq!(
        forms.sheet(Operation::Insert).entry(Field::Row.into()).map(|entry| match entry {
            Entry::Bytes(key) => key.encoding == start.tables[0].key,
            _ => false,
        }),
        Some(true)
    );
}

#[test]
fn every_list_of_a_form_grows_and_shrinks_and_its_items_can_be_typed() {
    for operation in Operation::all() {
        for part in operation.description() {
            let Part::List(list) = part else { continue };
            let input = list.items.iter().find(|input| matches!(input.when, When::Always)).expect("a field");
            let mut forms = Forms::default();
            let count = |forms: &Forms| forms.sheet(operation).items(list.field).len();
            assert_eq!(count(&forms), list.first);
            forms.edit(operation, list.field.into(), Change::More);
            let at = list.first;
            assert_eq!(count(&forms), at + 1);
            for change in [text("typed"), Change::Choice(2)] {
                forms.edit(operation, list.field.item(at, input.field), change);
            }
            let slot = list.field.item(at, input.field);
            let sheet = forms.sheet(operation);
            assert!(sheet.text(slot) == "typed" || sheet.choice(slot) == 2, "{operation:?} {slot}");
            let typed = forms.clone();
            forms.edit(operation, list.field.item(9, input.field), text("nowhere"));
            forms.edit(operation, list.field.into(), Change::Less(9));
            assert_eq!(forms, typed);
            forms.edit(operation, list.field.into(), Change::Less(at));
            assert_eq!(count(&forms), at);
        }
    }
}

#[test]
fn a_change_that_a_field_cannot_take_changes_nothing() {
    let forms = Forms::default();
    for (operation, slot, change) in [
        (Operation::Insert, Field::Row.into(), Change::On(true)),
        (Operation::Insert, Field::Filter.into(), text("elsewhere")),
        (Operation::Create, Field::Script.into(), text("nowhere")),
        (Operation::Create, Field::Policy.into(), text("a policy")),
        (Operation::Delete, Field::Scope.into(), Change::More),
    ] {
        let mut changed = forms.clone();
        changed.edit(operation, slot, change);
        assert_eq!(changed, forms, "{operation:?} {slot}");
    }
}

#[test]
fn keys_stay_the_same_bytes_in_another_encoding() {
    let mut forms = Forms::default();
    let row = Field::Mutations.item(0, Field::Row);
    let number = i64::from_be_bytes(*b"00000007").to_string();
    forms.edit(Operation::Transaction, row, text("00000007"));
    forms.edit(Operation::Transaction, Field::RoutingRow.into(), text("short"));
    forms.edit(Operation::Transaction, Field::Rows.into(), Change::Encoding(Encoding::Long));
    assert_eq!(forms.sheet(Operation::Transaction).text(row), number);
    assert_eq!(forms.sheet(Operation::Transaction).text(Field::RoutingRow), Encoding::Long.to_text(b"short"));
    forms.edit(Operation::Create, Field::Splits.into(), text("00000007\n00000007"));
    forms.edit(Operation::Create, Field::Splits.into(), Change::Encoding(Encoding::Long));
    assert_eq!(forms.sheet(Operation::Create).text(Field::Splits), format!("{number}\n{number}"));
    let value = Field::Cells.item(0, Field::Value);
    forms.edit(Operation::Insert, value, text("00000007"));
    forms.edit(Operation::Insert, Field::Values.into(), Change::Encoding(Encoding::Long));
    assert_eq!(forms.sheet(Operation::Insert).text(value), number);
}

#[test]
fn a_policy_gets_the_attribute_that_it_needs_and_no_other() {
    let attributes = |policy: usize| {
        let mut forms = Forms::default();
        forms.edit(Operation::Create, Field::PrefixLength.into(), text("3"));
        forms.edit(Operation::Create, Field::Delimiter.into(), text("|"));
        forms.edit(Operation::Create, Field::Policy.into(), Change::Choice(policy));
        match forms.intent(Operation::Create, "") {
            Ok(Intent::Admin(AdminIntent::Create { attributes, .. })) => attributes,
            other => panic!("{other:?}"),
        }
    };
    let class = |name: &str| ("SPLIT_POLICY".to_owned(), format!("org.apache.hadoop.hbase.regionserver.{name}"));
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(attributes(0), []);
    assert_eq!(
        attributes(3),
        [class("KeyPrefixRegionSplitPolicy"), pair("KeyPrefixRegionSplitPolicy.prefix_length", "3")]
    );
    assert_eq!(
        attributes(4),
        [class("DelimitedKeyPrefixRegionSplitPolicy"), pair("DelimitedKeyPrefixRegionSplitPolicy.delimiter", "|")]
    );
    assert_eq!(attributes(5), [class("DisabledRegionSplitPolicy")]);
}

#[test]
fn a_durability_is_named_as_hbase_does_and_the_default_is_left_out() {
    let read = |durability: usize| {
        let mut forms = Forms::default();
        forms.edit(Operation::Create, Field::Policy.into(), Change::Choice(5));
        forms.edit(Operation::Create, Field::Durability.into(), Change::Choice(durability));
        forms.intent(Operation::Create, "").expect("it can be read")
    };
    let attribute = |durability: usize| match read(durability) {
        Intent::Admin(AdminIntent::Create { attributes, .. }) => attributes.into_iter().nth(1),
        other => panic!("{other:?}"),
    };
    assert_eq!(attribute(0), None);
    let names = ["SYNC_WAL", "FSYNC_WAL", "ASYNC_WAL", "SKIP_WAL"];
    for (choice, name) in (1..).zip(names) {
        assert_eq!(attribute(choice), Some(("DURABILITY".to_owned(), name.to_owned())));
    }
    let session = Session::new();
    let said = |durability: usize| {
        let notes = preview::warnings(session.start(), session.world(), 0, &read(durability));
        notes.into_iter().filter(|note| note.slot == Some(Field::Durability.into())).count()
    };
    assert_eq!([0, 1, 2, 3, 4].map(said), [0, 0, 0, 1, 1]);
    let command = crate::words::command::of(session.world(), 0, &read(4));
    assert!(command.ends_with(", DURABILITY => 'SKIP_WAL'"), "{command}");
}

#[test]
fn a_changed_policy_is_named_in_full_and_the_rest_stays() {
    let attributes = |policy: usize, size: &str| {
        let mut forms = Forms::default();
        forms.edit(Operation::Alter, Field::PrefixLength.into(), text("3"));
        forms.edit(Operation::Alter, Field::Policy.into(), Change::Choice(policy));
        forms.edit(Operation::Alter, Field::MaxFileSize.into(), text(size));
        match forms.intent(Operation::Alter, "t") {
            Ok(Intent::Admin(AdminIntent::Alter { table, attributes })) if table == "t" => attributes,
            other => panic!("{other:?}"),
        }
    };
    let class = |name: &str| ("SPLIT_POLICY".to_owned(), format!("org.apache.hadoop.hbase.regionserver.{name}"));
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(attributes(0, ""), [class("SteppingSplitPolicy")]);
    assert_eq!(
        attributes(3, "4096"),
        [
            class("KeyPrefixRegionSplitPolicy"),
            pair("KeyPrefixRegionSplitPolicy.prefix_length", "3"),
            pair("MAX_FILESIZE", "4096")
        ]
    );
}

#[test]
fn no_two_fields_that_a_form_shows_have_one_name() {
    let mut forms = Forms::of(scenario::first().tables.first());
    forms.edit(Operation::Transaction, Field::Conditions.into(), Change::More);
    forms.edit(Operation::Insert, Field::Times.into(), Change::On(true));
    for operation in Operation::all() {
        let mut names: Vec<String> = shown(&forms, operation).iter().map(Slot::to_string).collect();
        // A new table is named by the form; others are named above it.
        names.retain(|name| name != "table");
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all, "{operation:?}: {names:?}");
    }
}

/// The forms of an operation, with names in them that errors tell of, and all its fields to be seen.
fn filled(operation: Operation) -> Vec<Forms> {
    let (row, family) = ("r", "f");
    let mut forms = Forms::default();
    let mut edit = |slot: Slot, change| forms.edit(operation, slot, change);
    edit(Field::Conditions.into(), Change::More);
    edit(Field::Times.into(), Change::On(true));
    edit(Field::Cut.into(), Change::Choice(1));
    edit(Field::Way.into(), Change::Choice(1));
    edit(Field::Scope.into(), Change::Choice(3));
    for slot in [Field::Row, Field::Key, Field::At, Field::Start].map(Slot::from) {
        edit(slot, text(row));
    }
    for list in [Field::Mutations, Field::Conditions] {
        edit(list.item(0, Field::Row), text(row));
    }
    for slot in [
        Field::Column.into(),
        Field::Check.into(),
        Field::Cells.item(0, Field::Column),
        Field::Mutations.item(0, Field::Column),
        Field::Conditions.item(0, Field::Column),
    ] {
        edit(slot, text(&format!("{family}:q")));
    }
    edit(Field::Families.item(0, Field::Name), text(family));
    let mut others = vec![forms.clone()];
    // The same, cut where HBase would, and found by bisection.
    forms.edit(operation, Field::Cut.into(), Change::Choice(0));
    forms.edit(operation, Field::Way.into(), Change::Choice(2));
    forms.edit(operation, Field::Scope.into(), Change::Choice(0));
    others.push(forms);
    others
}

/// Whether an error may be the form's own: about no field of it alone. A new error has to be decided on.
fn is_of_form(operation: Operation, error: &Error) -> bool {
    let rows = matches!(
        operation,
        Operation::Insert | Operation::Delete | Operation::Get | Operation::LastRow | Operation::Transaction
    );
    let columns =
        matches!(operation, Operation::Insert | Operation::Prepend | Operation::Delete | Operation::Transaction);
    let table = !matches!(operation, Operation::Balance | Operation::Crash | Operation::LoseAnswer);
    let serves = matches!(operation, Operation::Balance | Operation::Crash);
    let create = operation == Operation::Create;
    let region = matches!(
        operation,
        Operation::Split | Operation::Flush | Operation::Compact | Operation::Merge | Operation::Move
    );
    match error {
        // What is named in the form, where such a name can be typed at all.
        Error::TableNotFound { .. }
        | Error::TableExists { .. }
        | Error::TableNotEnabled { .. }
        | Error::TableNotDisabled { .. }
        | Error::UnknownProtocol { .. } => !table,
        Error::NoSuchColumnFamily { .. } => !columns,
        Error::WrongRegion { .. } | Error::RowsNotColocated { .. } | Error::RowOutsideRegion { .. } => !rows,
        Error::NotServingRegion { .. } => !region && !serves,
        Error::IncompatibleFilter(_) | Error::PatternSyntax { .. } => operation != Operation::Pages,
        Error::MergeRegion(_) => operation != Operation::Merge,
        // It is told by its size: the samples of this test have another.
        Error::RowLength { .. } | Error::KeyValueTooLarge { .. } => true,
        // Where servers are, and what they are at, is not typed.
        Error::ServerUnreachable { .. }
        | Error::ConnectionLost
        | Error::RegionTooBusy { .. }
        | Error::UnknownScanner { .. }
        | Error::ScannerReset { .. } => true,
        // No form asks for what these are about.
        Error::NotALong { .. } | Error::WrongRow { .. } => true,
        Error::IllegalArgument(argument) => match argument {
            Argument::NoTableName
            | Argument::NoTableQualifier
            | Argument::NamespaceCharacter { .. }
            | Argument::TableStart { .. }
            | Argument::TableCharacter { .. }
            | Argument::ReservedTableName => !table,
            Argument::FamilyStart { .. }
            | Argument::FamilyCharacter { .. }
            | Argument::EmptySplitKey
            | Argument::RepeatedSplitKey { .. } => !create,
            Argument::FewRegions { .. } => operation != Operation::Merge,
            Argument::NoColumns => !matches!(operation, Operation::Insert | Operation::Prepend),
            Argument::NoRoutingRow => operation != Operation::Transaction,
            Argument::BoundLength { .. } | Argument::Filter(_) | Argument::FilterSyntax(_) => {
                operation != Operation::Pages
            }
            // These are told by what stands in a field: the samples of this test have something else there.
            Argument::NoFamilyName
            | Argument::ReservedFamilyName
            | Argument::FamilyLength
            | Argument::MaxVersionsNotPositive
            | Argument::MaxVersionsBelowMin { .. }
            | Argument::NegativeTimestamp { .. } => true,
            Argument::NothingToIncrement { .. }
            | Argument::NothingToAppend { .. }
            | Argument::AppendWithoutFamily
            | Argument::NegativeTimeRange { .. }
            | Argument::ReversedTimeRange
            | Argument::NoMutations
            | Argument::OtherRow { .. } => true,
        },
        Error::DoNotRetry(refused) => match refused {
            Refused::NotSplittable { .. }
            | Refused::NoSplitPoint
            | Refused::SplitAtStart { .. }
            | Refused::SplitOutside { .. }
            | Refused::SplitDisabled { .. } => operation != Operation::Split,
            Refused::MergeDisabled { .. } | Refused::ReadOnly => !table,
            Refused::UnknownRegion
            | Refused::RegionGone
            | Refused::RegionNotOnline
            | Refused::ServerNotOnline { .. } => !region && !serves,
            Refused::Sanity(Sanity::FlushSize { .. }) => true,
            Refused::NoFamilies { .. } | Refused::Sanity(_) => !create,
            Refused::CellTooLarge { .. } | Refused::RawColumns | Refused::ReversedOnDemand => true,
        },
        Error::Io(failure) => match failure {
            Failure::VersionsNotPositive => operation != Operation::Get,
            Failure::SplitAtStart => operation != Operation::Split,
            Failure::NoRegion { .. } => !rows && !region && !serves,
            Failure::LockTimeout { .. } => !rows,
            // It is told by the empty name of a family.
            Failure::NoFamily => true,
            Failure::WriteTimeout | Failure::JobTimeout { .. } | Failure::NoAnswer => true,
        },
    }
}

#[test]
fn every_error_stands_at_a_field_that_its_form_shows_or_is_the_forms_own() {
    let names = Names { row: "r".into(), family: "f".into(), qualifier: "q".into(), value: b"v".to_vec() };
    for operation in Operation::all() {
        let both = filled(operation);
        for error in errors(&names) {
            let landed: Vec<Option<Slot>> = both
                .iter()
                .map(|forms| {
                    let intent = forms.intent(operation, "t").expect("it can be read");
                    let slot = blame(&intent, &error);
                    if let Some(slot) = slot {
                        let shown = shown(forms, operation);
                        assert!(shown.contains(&slot), "{operation:?}: {error:?} at {slot}, of {shown:?}");
                    }
                    slot
                })
                .collect();
            let own = landed[0].is_none();
            assert!(!own || is_of_form(operation, &error), "{operation:?}: {error:?} is nobody's");
        }
    }
}

/// What asks for something that is refused, of the table of comments.
fn refused() -> Vec<(Operation, Intent)> {
    let table = || "comments".to_owned();
    let key = |number: i64| number.to_be_bytes().to_vec();
    let cell = |family: &str, time, value: Vec<u8>| vec![(family.to_owned(), b"text".to_vec(), time, value)];
    let insert = |row, cells| (Operation::Insert, Intent::Insert { table: table(), row, cells });
    let create = |name: &str, families: &[(&str, &str, &str)], attributes: &[(&str, &str)], splits: &[&str]| {
        let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let families = families.iter().map(|(name, attribute, value)| {
            let attributes = if attribute.is_empty() { vec![] } else { vec![pair(&(*attribute, *value))] };
            ((*name).to_owned(), attributes)
        });
        let admin = AdminIntent::Create {
            table: name.to_owned(),
            families: families.collect(),
            attributes: attributes.iter().map(pair).collect(),
            splits: splits.iter().map(|key| key.as_bytes().to_vec()).collect(),
        };
        (Operation::Create, Intent::Admin(admin))
    };
    let plain = [("f", "", "")];
    let pages = |pages| (Operation::Pages, Intent::Pages(pages));
    let prepend = |cells| {
        let check = ("c".to_owned(), b"text".to_vec());
        (Operation::Prepend, Intent::Prepend { table: table(), check, cells, blind: false, highest: 1 })
    };
    let change = |routing_row, mutations, conditions| {
        (Operation::Transaction, Intent::Transaction { table: table(), routing_row, mutations, conditions })
    };
    let put = |row, time: &str| RowMutation::Put(row, "c".to_owned(), time.into(), b"x".to_vec());
    let admin = |operation, admin| (operation, Intent::Admin(admin));
    vec![
        insert(vec![], cell("c", None, vec![])),
        insert(vec![0; 32_768], cell("c", None, vec![])),
        insert(key(1), vec![]),
        insert(key(1), cell("c", Some(-1), vec![])),
        prepend(vec![("c".to_owned(), b"text".to_vec(), vec![])]),
        (Operation::Get, Intent::Get { table: table(), row: vec![], versions: 1 }),
        (Operation::Get, Intent::Get { table: table(), row: key(1), versions: 0 }),
        (Operation::FirstRow, Intent::FirstRow { table: table(), prefixes: 17, prefix: Prefix::Byte }),
        (Operation::LastRow, Intent::LastRow { table: table(), method: LastRowMethod::ConstantKey(vec![]) }),
        (Operation::LastRow, Intent::LastRow { table: table(), method: LastRowMethod::Bisection(0) }),
        (Operation::LastRow, Intent::LastRow { table: table(), method: LastRowMethod::Bisection(65) }),
        pages(Pages { size: 0, ..Pages::of(table()) }),
        pages(Pages { pages: 0, ..Pages::of(table()) }),
        pages(Pages { start: vec![0; 32_768], ..Pages::of(table()) }),
        pages(Pages { stop: vec![0; 32_768], ..Pages::of(table()) }),
        pages(Pages { filter: "Odd(".to_owned(), ..Pages::of(table()) }),
        change(vec![], vec![], vec![]),
        change(vec![], vec![put(key(1), ""), put(vec![], "")], vec![]),
        change(vec![], vec![put(key(1), "")], vec![(vec![], "c".to_owned(), vec![], None)]),
        (
            Operation::Delete,
            Intent::Delete {
                table: table(),
                row: key(1),
                cells: vec![crate::intent::DeleteWhat::Family("c".to_owned(), Some(-3))],
            },
        ),
        create("comments", &plain, &[], &[]),
        create("", &plain, &[], &[]),
        create("a b", &plain, &[], &[]),
        create("new", &[], &[], &[]),
        create("new", &[("", "", "")], &[], &[]),
        create("new", &[("f", "", ""), (".f", "", "")], &[], &[]),
        create("new", &[("f", "", ""), ("a:b", "", "")], &[], &[]),
        create("new", &[("f", "VERSIONS", "none")], &[], &[]),
        create("new", &[("f", "VERSIONS", "0")], &[], &[]),
        create("new", &[("f", "BLOCKSIZE", "1")], &[], &[]),
        create("new", &[("f", "BLOCKSIZE", "x")], &[], &[]),
        create("new", &plain, &[("MAX_FILESIZE", "1")], &[]),
        create("new", &plain, &[("SPLIT_POLICY", "Odd")], &[]),
        create("new", &plain, &[], &["a", "a"]),
        create("new", &plain, &[], &[""]),
        admin(Operation::Split, AdminIntent::Split { table: table(), region: None, at: Some(key(20)) }),
        admin(Operation::Split, AdminIntent::Split { table: table(), region: None, at: Some(vec![]) }),
        admin(Operation::Split, AdminIntent::Split { table: "none".to_owned(), region: Some(vec![]), at: None }),
        admin(Operation::Alter, AdminIntent::Alter { table: "none".to_owned(), attributes: Vec::new() }),
        admin(Operation::Merge, AdminIntent::Merge(table(), vec![], vec![])),
        admin(Operation::Flush, AdminIntent::Flush("none".to_owned(), None)),
        admin(Operation::Move, AdminIntent::Move("none".to_owned(), vec![])),
        admin(Operation::Drop, AdminIntent::Drop("none".to_owned())),
        admin(Operation::Crash, AdminIntent::Crash(9)),
        admin(Operation::Balance, AdminIntent::Balance),
    ]
}

/// Whether the form of the operation has that field at all.
fn has(operation: Operation, slot: Slot) -> bool {
    slot == Field::Table.into()
        || (!operation.is_admin() && slot == Field::Client.into())
        || reader::input(operation.description(), slot).is_some()
        || operation.description().iter().any(|part| match part {
            Part::List(list) => slot == list.field.into(),
            Part::Fact(fact) => fact.field().map(Slot::from) == Some(slot),
            _ => false,
        })
}

#[test]
fn every_refusal_names_a_field_of_its_form() {
    let session = Session::from_start(scenario::first()).expect("a start");
    let mut objections = Vec::new();
    for (operation, intent) in refused() {
        let refusal = session.world().clone().submit(0, &intent).expect_err("it is refused");
        let slot = refusal.field.unwrap_or_else(|| panic!("{operation:?}: {refusal}"));
        assert!(has(operation, slot), "{operation:?}: {refusal} at {slot}");
        // The preview says it before, at the same field.
        let notes = preview::warnings(session.start(), session.world(), 0, &intent);
        assert!(notes.iter().any(|note| note.slot == Some(slot)), "{operation:?}: {refusal} at {slot}, said {notes:?}");
        if let Cause::Ours(objection) = refusal.cause {
            objections.push(objection);
        }
    }
    let nobody = Intent::Get { table: "comments".to_owned(), row: vec![1], versions: 1 };
    let refusal = session.world().clone().submit(9, &nobody).expect_err("there is no such client");
    assert!(refusal.field.is_some_and(|slot| has(Operation::Get, slot)));
    for objection in objections {
        // Every one of them is among those above, or here with its reason.
        match objection {
            Objection::EmptyChecked
            | Objection::Width(_)
            | Objection::EmptyPage
            | Objection::NoPages
            | Objection::Range { .. }
            | Objection::NoMutations
            | Objection::Balanced
            | Objection::Attribute { wanted: Wanted::NumberOrSwitch, .. } => {}
            Objection::NoClient => panic!("of another client"),
            Objection::NoFilters => panic!("nothing is split here"),
            Objection::BalancerWaits => panic!("nothing is under way"),
            Objection::NoLanguage(_) | Objection::Unreadable(_) => panic!("a script has no form"),
            Objection::Attribute { wanted: Wanted::OneOf(_), .. } => panic!("the form has no field for it"),
        }
    }
}

#[test]
fn what_hbase_will_answer_is_quoted_from_it() {
    let session = Session::from_start(scenario::first()).expect("a start");
    for (operation, intent) in refused() {
        let refusal = session.world().clone().submit(0, &intent).expect_err("it is refused");
        let Cause::HBase(error) = &refusal.cause else { continue };
        let notes = preview::warnings(session.start(), session.world(), 0, &intent);
        let quotes = |note: &Note| note.slot == refusal.field && note.sentence.contains(error.class());
        assert!(notes.iter().any(quotes), "{operation:?}: {refusal}, said {notes:?}");
    }
}
