//! Every encoding reads back what it writes, the order of bytes is the order of values where a design says so, and
//! each trap is found where it is, with bytes that prove it.

use super::*;
use crate::notation::Encoding;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;

/// A value that fits, with its kind.
fn fitting() -> impl Strategy<Value = (Kind, Value)> {
    let length =
        || prop_oneof![(3_u8..12).prop_map(Length::Fixed), prop_oneof![Just(0_u8), Just(b'|')].prop_map(Length::Until)];
    let text = (length(), "[a-z]{0,3}").prop_map(|(length, text)| (Kind::Text(length), Value::Text(text)));
    let decimal = (length(), -99_i64..999).prop_map(|(length, number)| (Kind::Decimal(length), Value::Number(number)));
    let integer = (prop_oneof![Just(1_u8), Just(2), Just(4), Just(8)], any::<[bool; 2]>(), any::<i64>()).prop_map(
        |(width, [flipped, little], number)| {
            let kind = Kind::Integer { width, flipped, little, slips: false };
            let value = kind.kept(Value::Number(number));
            (kind, value)
        },
    );
    let unit = prop_oneof![Just(Unit::Millisecond), Just(Unit::Hour), Just(Unit::Day)];
    let time = (unit, any::<bool>(), -(1_i64 << 45)..1 << 45).prop_map(|(unit, reversed, time)| {
        let kind = Kind::Time { unit, reversed };
        let value = kind.kept(Value::Time(time));
        (kind, value)
    });
    let uuid = any::<u128>().prop_map(|number| (Kind::Uuid, Value::Uuid(number)));
    let constant = vec(any::<u8>(), 0..4).prop_map(|raw| (Kind::Constant(raw.clone()), Value::Raw(raw)));
    prop_oneof![text, decimal, integer, time, uuid, constant]
}

/// A key made of such fields, with a hash or a salt among them.
fn keys() -> impl Strategy<Value = (Design, Vec<Value>)> {
    let derived = prop_oneof![
        (1_u8..=16).prop_map(|width| Kind::Hash { width, of: None }),
        (2_u8..16, proptest::option::of(1_u32..4)).prop_map(|(buckets, of)| Kind::Salt { buckets, of }),
    ];
    (vec(fitting(), 1..5), proptest::option::of((derived, 0_usize..5))).prop_map(|(mut fields, derived)| {
        if let Some((kind, at)) = derived {
            fields.insert(at.min(fields.len()), (kind, Value::Raw(Vec::new())));
        }
        design(fields)
    })
}

fn design(fields: Vec<(Kind, Value)>) -> (Design, Vec<Value>) {
    let (kinds, values): (Vec<Kind>, Vec<Value>) = fields.into_iter().unzip();
    let field = |(id, kind): (u32, Kind)| Field { id, name: format!("f{id}"), kind, draw: Draw::Any };
    (Design { fields: (1..).zip(kinds).map(field).collect() }, values)
}

/// A row of fields whose bytes are in the order of their values.
fn ordered() -> impl Strategy<Value = [Value; 6]> {
    (any::<i64>(), 0_i64..1 << 45, "[a-z]{0,4}", 0_i64..1 << 31, any::<i16>(), 0_i64..100_000).prop_map(
        |(flipped, time, text, plain, short, decimal)| {
            [
                Value::Text(text.clone()),
                Value::Number(i64::from(short)),
                Value::Number(decimal / 20_000),
                Value::Number(plain),
                Value::Time(time),
                Value::Number(flipped),
            ]
        },
    )
}

proptest! {
    #[test]
    fn a_value_comes_back_from_its_bytes((kind, value) in fitting()) {
        let raw = kind.encode(&value).expect("it fits");
        if let Some(width) = kind.width() {
            prop_assert_eq!(raw.len(), width);
        }
        prop_assert_eq!(kind.decode(&raw), value);
    }

    #[test]
    fn a_row_comes_back_from_its_key((design, values) in keys()) {
        let key = design.key(&values).expect("all values fit");
        let parts = design.parts(&key);
        prop_assert_eq!(parts.len(), design.fields.len());
        let mut end = 0;
        for (at, (value, place)) in parts.iter().enumerate() {
            prop_assert_eq!(place.start, end);
            end = place.end;
            prop_assert_eq!(&key[place.clone()], &design.piece(at, &values).expect("it fits")[..]);
            if design.fields[at].is_given() {
                prop_assert_eq!(value, &values[at]);
            }
        }
        prop_assert_eq!(end, key.len());
    }

    #[test]
    fn parts_are_all_bytes_of_anything((design, _) in keys(), raw in vec(any::<u8>(), 0..40)) {
        let mut end = 0;
        for (_, place) in design.parts(&raw) {
            prop_assert_eq!(place.start, end);
            end = place.end;
        }
        prop_assert_eq!(end, raw.len());
    }
}

#[test]
fn the_order_of_10_000_keys_is_the_order_of_their_bytes() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (design, _) = design(vec![
        (Kind::Text(Length::Until(0)), Value::Raw(Vec::new())),
        (Kind::Integer { width: 2, flipped: true, little: false, slips: false }, Value::Raw(Vec::new())),
        (Kind::Decimal(Length::Fixed(3)), Value::Raw(Vec::new())),
        (Kind::integer(4), Value::Raw(Vec::new())),
        (Kind::Time { unit: Unit::Millisecond, reversed: true }, Value::Raw(Vec::new())),
        (Kind::Integer { width: 8, flipped: true, little: false, slips: false }, Value::Raw(Vec::new())),
    ]);
    let mut rows: Vec<([Value; 6], Vec<u8>)> = (0..10_000)
        .map(|_| {
            let values = ordered().new_tree(&mut runner).expect("a row").current();
            let key = design.key(&values).expect("it fits");
            (values, key)
        })
        .collect();
    rows.sort_by(|(one, _), (other, _)| design.order(one, other));
    for pair in rows.windows(2) {
        assert!(pair[0].1 <= pair[1].1, "{:?} before {:?}", pair[0], pair[1]);
    }
}

fn preset(title: &str) -> Design {
    PRESETS.iter().find(|preset| preset.title == title).expect("there is such a preset").design()
}

#[test]
fn presets_step_into_the_traps_they_are_named_after_and_no_others() {
    for preset in PRESETS {
        let design = preset.design();
        let sprung: Vec<Trap> =
            design.traps(&design.rows()).iter().filter(|found| found.field.is_some()).map(|found| found.trap).collect();
        let expected: &[Trap] = match preset.title {
            "number as text" => &[Trap::Decimal],
            "negative integer" => &[Trap::Negative, Trap::Top],
            "int for long" => &[Trap::Literal],
            "little endian" => &[Trap::Little],
            "prefix of FF" => &[Trap::Top],
            _ => &[],
        };
        assert_eq!(sprung, expected, "{}", preset.title);
        assert_eq!(preset.is_mistake, !expected.is_empty(), "{}", preset.title);
    }
}

#[test]
fn what_proves_a_trap_is_not_in_the_order_of_its_values() {
    let witnesses = |title: &str, trap: Trap| {
        let design = preset(title);
        let found = design.traps(&design.rows()).into_iter().find(|found| found.trap == trap).expect("it is told");
        assert!(found.field.is_some());
        found.witnesses
    };
    let number = Value::Number;
    let text = witnesses("number as text", Trap::Decimal);
    assert_eq!(text[0], (number(10), b"10|".to_vec()));
    assert_eq!(text[1].0, number(1), "with the separator, even 1 comes after 10");
    let [(one, low), (other, high)] = &witnesses("negative integer", Trap::Negative)[..] else { panic!("a pair") };
    assert!(low < high && one.order(other).is_gt());
    let [(one, low), (other, high)] = &witnesses("int for long", Trap::Literal)[..] else { panic!("a pair") };
    assert_eq!((one, low.len() + high.len()), (other, 12));
    let [(one, low), (other, high)] = &witnesses("little endian", Trap::Little)[..] else { panic!("a pair") };
    assert!(low < high && one.order(other).is_gt());
    assert_eq!(witnesses("prefix of FF", Trap::Top)[0].1, [0xff, 0xff]);
}

#[test]
fn a_sample_is_the_same_in_every_run_and_keeps_its_values_when_fields_move() {
    let mut moved = preset("user, newest first");
    let before = moved.rows();
    assert_eq!(before.len(), SAMPLE);
    assert_eq!(before, preset("user, newest first").rows());
    moved.fields.swap(0, 1);
    for (row, before) in moved.rows().iter().zip(&before) {
        assert_eq!((&row.values[0], &row.values[1]), (&before.values[1], &before.values[0]));
    }
    let other = moved.rekeyed(&preset("user, newest first"), &before);
    assert_eq!(other, moved.rows());
}

#[test]
fn time_in_front_sends_every_new_row_to_one_region_and_a_salt_to_all() {
    let share = |design: &Design| {
        let (rows, _) = sort(design.rows());
        shares(&cuts(design, &rows, 4), &design.next(Stream::Now))
    };
    let user = preset("user, newest first");
    let (time, named) = user.other().expect("it has another order");
    assert_eq!(named, 1);
    assert_eq!(share(&time), [NEXT, 0, 0, 0], "newest first: the front is at the top");
    let spread = share(&user);
    assert!(spread.iter().all(|rows| *rows > 5), "{spread:?}");
    let salted = share(&preset("salted time"));
    assert_eq!(salted.len(), 4);
    assert!(salted.iter().all(|rows| *rows > 10), "{salted:?}");
    let (bare, _) = preset("salted time").other().expect("without its salt");
    assert_eq!(share(&bare), [0, 0, 0, NEXT]);
    let random = shares(&cuts(&bare, &sort(bare.rows()).0, 4), &bare.next(Stream::Random));
    assert!(random.iter().all(|rows| *rows > 10), "{random:?}");
}

#[test]
fn cuts_are_ascending_and_each_region_has_rows() {
    for preset in PRESETS {
        for parts in PARTS {
            let draft = Draft { design: preset.design(), parts, ..Draft::new(&[]) };
            let (rows, _) = draft.rows();
            let cuts = draft.cuts();
            assert!(cuts.windows(2).all(|pair| pair[0] < pair[1]), "{}: {cuts:?}", preset.title);
            assert_eq!(cuts.len() + 1, parts, "{}: {cuts:?}", preset.title);
            assert!(shares(&cuts, &rows).iter().all(|rows| *rows > 0), "{}", preset.title);
        }
    }
}

#[test]
fn one_user_is_one_scan_and_what_stands_behind_is_the_whole_table() {
    let design = preset("user, newest first");
    let (rows, _) = sort(design.rows());
    let answers = design.answers(&rows, &rows[60]);
    let scan = &answers[0];
    assert_eq!((&scan.question.equal[..], scan.question.order), (&[0][..], Some(1)));
    let Access::Scan(ranges) = &scan.access else { panic!("{:?}", scan.access) };
    assert_eq!((ranges.len(), ranges[0].start.len()), (1, 4));
    assert!(scan.examined == scan.found && scan.found > 1 && scan.found < SAMPLE);
    assert!(answers.iter().any(|answer| matches!(answer.access, Access::Get(_)) && answer.found == 1));
    let last = answers.last().expect("one by the last field");
    assert_eq!((&last.question.equal[..], &last.access, last.examined), (&[2][..], &Access::Whole, SAMPLE));
    assert_eq!(last.found, 1);
}

#[test]
fn a_scan_never_misses_a_row_that_is_asked_for() {
    for preset in PRESETS.iter().filter(|preset| preset.title != "int for long") {
        let design = preset.design();
        let (rows, _) = sort(design.rows());
        for row in [0, 50, rows.len() - 1].map(|at| &rows[at]) {
            for answer in design.answers(&rows, row) {
                let is_met = |other: &&Row| {
                    answer.question.equal.iter().all(|at| row.values[*at] == other.values[*at])
                        && answer.question.from.is_none_or(|at| other.values[at].order(&row.values[at]).is_ge())
                };
                let asked = rows.iter().filter(is_met).count();
                assert_eq!(answer.found, asked, "{}: {:?}", preset.title, answer.question);
            }
        }
    }
}

#[test]
fn a_salt_makes_as_many_scans_as_it_has_values_unless_the_question_tells_it() {
    let mut design = preset("user, newest first");
    let salt = |of| Field { id: 9, name: "salt".into(), kind: Kind::Salt { buckets: 4, of }, draw: Draw::Few };
    design.fields.insert(0, salt(None));
    let (rows, _) = sort(design.rows());
    let scans = |design: &Design, rows: &[Row]| match &design.answers(rows, &rows[0])[0].access {
        Access::Scan(ranges) => ranges.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(scans(&design, &rows), 4);
    design.fields[0] = salt(Some(1));
    let (rows, _) = sort(design.rows());
    assert_eq!(scans(&design, &rows), 1, "the salt of a user is known with the user");
}

#[test]
fn two_rows_of_one_key_are_one_row() {
    let design = Design { fields: preset("user, newest first").fields.into_iter().take(1).collect() };
    let (rows, lost) = sort(design.rows());
    assert_eq!((rows.len(), lost), (12, SAMPLE - 12));
    assert!(rows.iter().all(|row| row.number > 50), "the last that came stays");
}

#[test]
fn edits_find_their_fields_and_ignore_what_is_not_there() {
    let mut draft = Draft::new(&["designed".to_owned()]);
    assert_eq!(draft.table, "designed2");
    let before = draft.clone();
    for edit in [Edit::Up(0), Edit::Down(2), Edit::Remove(3), Edit::Choose(7, Choice::Kind, 0), Edit::Preset(99)] {
        draft.edit(edit);
        assert_eq!(draft, before);
    }
    draft.edit(Edit::Down(0));
    assert_eq!(draft.design.fields[0].name, "time");
    draft.edit(Edit::Up(1));
    assert_eq!(draft, before);
    draft.edit(Edit::Add);
    draft.edit(Edit::Choose(3, Choice::Kind, 8));
    draft.edit(Edit::Choose(3, Choice::Source, 1));
    assert_eq!(draft.design.fields[3].kind, Kind::Salt { buckets: 8, of: Some(1) });
    draft.edit(Edit::Choose(3, Choice::Kind, 10));
    draft.edit(Edit::Constant(3, "a\\x00".into()));
    assert_eq!(draft.design.fields[3].kind, Kind::Constant(b"a\0".to_vec()));
    while !draft.design.fields.is_empty() {
        draft.edit(Edit::Remove(0));
    }
    assert_eq!((draft.rows(), draft.cuts(), draft.inserts().count()), ((Vec::new(), 0), Vec::new(), 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn fields_come_back_from_their_text((design, _) in keys(), name in "\\PC{0,6}") {
        let mut design = design;
        design.fields[0].name = name;
        let spec = design.to_spec();
        let read = Design::from_spec(&spec).expect("it was written");
        prop_assert_eq!(read.to_spec(), spec.clone());
        prop_assert_eq!(super::read(&spec), Some(design.encoding()));
        let names = |design: &Design| design.fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>();
        prop_assert_eq!(names(&read), names(&design));
    }

    #[test]
    fn what_is_printed_of_any_key_can_be_typed((design, values) in keys(), raw in vec(any::<u8>(), 0..40)) {
        let encoding = design.encoding();
        for raw in [design.key(&values).expect("all values fit"), raw] {
            let text = encoding.to_text(&raw);
            prop_assert_eq!(encoding.encode(&text), Ok(raw.clone()), "{} printed {:?}", design.to_spec(), text);
            let places = encoding.parts(&raw).into_iter().map(|(_, place)| place);
            prop_assert_eq!(places.fold(0, |end, place| { assert_eq!(end, place.start); place.end }), raw.len());
        }
    }

    #[test]
    fn what_is_computed_need_not_be_typed((design, values) in keys()) {
        let encoding = design.encoding();
        let raw = design.key(&values).expect("all values fit");
        let fields = encoding.decode(&raw);
        prop_assume!(fields.len() == design.fields.len());
        let typed = fields.iter().zip(&design.fields);
        let typed: Vec<&str> =
            typed.map(|(field, of)| if of.is_derived() { "*" } else { field.text.as_str() }).collect();
        prop_assert_eq!(encoding.encode(&typed.join(" · ")), Ok(raw));
    }

    #[test]
    fn whatever_is_typed_or_read_is_answered(
        (design, _) in keys(),
        typed in "\\PC{0,24}|[-+0-9,· :TZ.*|\\\\x]{0,24}",
        spec in "\\PC{0,24}|([a-z]{0,3}:(text|decimal|int|hash|salt|constant)[-0-9a-f]{0,8},?){0,4}",
    ) {
        let encoding = design.encoding();
        if let Ok(raw) = encoding.encode(&typed) {
            prop_assert_eq!(encoding.encode(&encoding.to_text(&raw)), Ok(raw));
        }
        if let Some(read) = Design::from_spec(&spec) {
            prop_assert_eq!(Design::from_spec(&read.to_spec()).map(|again| again.to_spec()), Some(read.to_spec()));
        }
    }
}

#[test]
fn a_key_that_ends_within_a_time_is_read_as_a_date() {
    let design = Design::from_spec("host:text-until-7c,time:reversed-time,number:int4").expect("a design");
    let encoding = design.encoding();
    assert!(matches!(encoding, Encoding::Own(_)));
    let key = encoding.encode("web, 2009-06-02 18:51, 7").expect("a key of this design");
    let (cut, text) = (&key[..10], "web · 2009-06-02 18:51:40.415…");
    assert_eq!(encoding.to_text(cut), text);
    assert_eq!(encoding.encode(text), Ok(cut.to_vec()));
    assert!(
        design.compose(&[Some("web"), Some("2009-06-02 18:51:40.415…"), Some("7")]).is_err(),
        "a file has whole times"
    );
}

#[test]
fn keys_are_read_and_typed_by_their_fields() {
    let spec = |title: &str| preset(title).to_spec();
    assert_eq!(spec("user, newest first"), "user:int4,time:reversed-time,action:int4");
    assert_eq!(spec("salted time"), "salt:salt4,time:time");
    assert_eq!(spec("pet columns"), "pet:text-until-00,property:text-until-7c");
    let users = preset("user, newest first").encoding();
    assert!(matches!(&users, Encoding::Fields(fields) if fields.len() == 3), "as the example has them");
    let salted = preset("salted time").encoding();
    let key = salted.encode("*, 2012-05-24 10:00").expect("a salt that is computed");
    assert_eq!(key.len(), 9);
    assert!(key[0] < 4);
    assert_eq!(salted.to_text(&key), format!("{} · 2012-05-24 10:00", key[0]));
    let problem = |encoding: &Encoding, typed: &str| encoding.encode(typed).expect_err("cannot be typed").sentence;
    assert_eq!(problem(&salted, "*"), "“salt” is computed from time: type all of it, or the value of “salt” itself.");
    assert_eq!(problem(&salted, "4000"), "salt: “4000” is no salt from 0 to 255: type * to have it computed.");
    let pets = preset("pet columns").encoding();
    assert_eq!(pets.to_text(b"fluffy\0age"), "fluffy · age");
    assert_eq!(pets.encode("fluffy, age"), Ok(b"fluffy\0age".to_vec()));
    assert_eq!(pets.encode("fluffy"), Ok(b"fluffy".to_vec()), "it may be the beginning of a longer name");
    assert_eq!(pets.encode("fluffy, "), Ok(b"fluffy\0".to_vec()), "and this ends it");
    let small = Design::from_spec("degrees:int2-flipped,id:int1").expect("two fields").encoding();
    assert_eq!(problem(&small, "40000"), "degrees: “40000” does not fit in 2 bytes.");
    assert_eq!(
        small.encode("-1, 200").map_err(|problem| problem.sentence),
        Err("id: “200” does not fit in 1 byte.".into())
    );
    assert_eq!(small.encode("-1, 2"), Ok(vec![0x7f, 0xff, 2]));
    for wrong in
        ["", "a", "a:", "a:int3", "a:text0", "a:salt0", "a:hash17", "a:constant-f", "a:reversed-uuid", "a:int4,"]
    {
        assert_eq!(Design::from_spec(wrong), None, "{wrong}");
    }
}
