//! Tests that printed keys can be typed again, and that numbers keep their order as bytes.

use super::*;
use proptest::prelude::*;

fn actions() -> Encoding {
    Encoding::fields([("user", Encoding::Int), ("time", Encoding::ReversedTime), ("action", Encoding::Int)])
}

fn named() -> Encoding {
    Encoding::fields([("number", Encoding::Long), ("name", Encoding::Text)])
}

fn encodings() -> [Encoding; 7] {
    let [text, int, long, time, hex] = Encoding::CHOICES.map(|(.., encoding)| encoding);
    [text, int, long, time, hex, actions(), named()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn what_is_printed_can_be_typed(raw in prop::collection::vec(any::<u8>(), 0..24)) {
        for encoding in encodings() {
            let text = encoding.to_text(&raw);
            prop_assert_eq!(encoding.encode(&text), Ok(raw.clone()), "{} printed {:?}", encoding.label(), text);
        }
    }

    #[test]
    fn whatever_is_typed_is_answered(typed in "\\PC{0,24}|[-+0-9,· :TZ.\\\\x]{0,24}") {
        for encoding in encodings() {
            if let Ok(raw) = encoding.encode(&typed) {
                let text = encoding.to_text(&raw);
                prop_assert_eq!(encoding.encode(&text), Ok(raw));
            }
        }
    }

    #[test]
    fn numbers_that_are_not_negative_keep_their_order(one in 0..=i64::MAX, two in 0..=i64::MAX) {
        let key = |encoding: &Encoding, number: i64| encoding.encode(&number.to_string());
        prop_assert_eq!(key(&Encoding::Long, one)?.cmp(&key(&Encoding::Long, two)?), one.cmp(&two));
        prop_assert_eq!(key(&Encoding::ReversedTime, one)?.cmp(&key(&Encoding::ReversedTime, two)?), two.cmp(&one));
        let (one, two) = (one >> 32, two >> 32);
        prop_assert_eq!(key(&Encoding::Int, one)?.cmp(&key(&Encoding::Int, two)?), one.cmp(&two));
    }

    #[test]
    fn dates_can_be_typed(time in -1_000_000_000_000_i64..300_000_000_000_000) {
        prop_assert_eq!(parse_time(&format_time(time)), Ok(time));
    }
}

fn problem(encoding: &Encoding, typed: &str) -> String {
    encoding.encode(typed).expect_err("cannot be encoded").sentence
}

#[test]
fn article_keys() {
    assert_eq!(Encoding::Long.encode("20"), Ok(vec![0, 0, 0, 0, 0, 0, 0, 20]));
    assert_eq!(Encoding::Int.encode("20"), Ok(vec![0, 0, 0, 20]));
    assert_eq!(Encoding::Long.to_text(&[0, 0, 0, 20]), "\\x00\\x00\\x00\\x14", "four bytes are not a long");
    let key = actions().encode("7, 2012-05-24 10:00, 3").expect("three fields");
    assert_eq!(key.len(), 16);
    assert_eq!(key[4..12], (i64::MAX - 1_337_853_600_000).to_be_bytes());
    assert_eq!(actions().to_text(&key), "7 · 2012-05-24 10:00 · 3");
    let names: Vec<_> = actions().decode(&key).into_iter().map(|field| field.name).collect();
    assert_eq!(names, ["user", "time", "action"]);
}

#[test]
fn among_numbers_a_text_has_quotes_and_salt_a_place_of_its_own() {
    for (encoding, raw, text) in [
        (Encoding::Long, &b"17"[..], "\"17\""),
        (Encoding::Int, "Zoë!".as_bytes(), "\"Zoë!\""),
        (Encoding::Int, b"r\0w", "\\x72\\x00\\x77"),
        (Encoding::Int, b"a,b", "\\x61\\x2C\\x62"),
        (Encoding::Long, b"\x03\0\0\0\0\0\0\x02\xbd", "3 · 701"),
        (Encoding::Long, b"\xff\xff\xff\xff\xff\xff\xff\xff\xff", "255 · -1"),
        (Encoding::Int, b"\0\0\0\0\x14", "0 · 20"),
        (Encoding::Int, b"\x01", "1 · …"),
        (Encoding::Long, b"\xff", "255 · …"),
        (Encoding::Long, b"a", "\"a\""),
        (Encoding::Long, b"\x01\x02", "\\x01\\x02"),
    ] {
        assert_eq!(encoding.to_text(raw), text);
        assert_eq!(encoding.encode(text), Ok(raw.to_vec()), "{text}");
    }
    assert_eq!(Encoding::Long.encode("\"a\\x00\""), Ok(b"a\0".to_vec()));
    assert_eq!(problem(&Encoding::Long, "300 · 7"), "“300” is no byte: before · there is a number from 0 to 255.");
}

#[test]
fn the_first_fields_alone_are_a_prefix() {
    assert_eq!(actions().encode("8"), Ok(vec![0, 0, 0, 8]));
    assert_eq!(actions().to_text(&[0, 0, 0, 8, 0x7f, 0xff]), "8 · \\x7F\\xFF");
    assert_eq!(actions().encode("8 · \\x7F\\xFF"), Ok(vec![0, 0, 0, 8, 0x7f, 0xff]));
    assert_eq!(actions().encode("  "), Ok(vec![]));
}

#[test]
fn a_time_that_is_cut_is_a_date_and_can_be_typed() {
    let key = [0, 0, 0, 6, 0x7F, 0xFF, 0xFE, 0xDE, 0x5D, 0xB0];
    let text = "6 · 2009-06-02 18:51:40.415…";
    assert_eq!(actions().to_text(&key), text);
    assert_eq!(actions().encode(text), Ok(key.to_vec()));
    let fields: Vec<_> = actions().parts(&key).into_iter().map(|(field, place)| (field.name, place)).collect();
    assert_eq!(fields, [("user".to_owned(), 0..4), ("time".to_owned(), 4..10)]);
    // If zeros at the end would get lost, the bytes are not printed as a time.
    assert_eq!(actions().to_text(&key[..8]), "6 · 2009-06-20 23:28:35.839…");
    assert_eq!(actions().to_text(&[0, 0, 0, 6, 0x7F, 0xFF, 0xFE, 0xDE, 0]), "6 · \\x7F\\xFF\\xFE\\xDE\\x00");
}

proptest! {
    #[test]
    fn times_that_are_cut_keep_their_order(time in 40_000_000_000_i64..200_000_000_000_000, length in 3_usize..8) {
        let key = actions().encode(&format!("6, {time}")).expect("a user and a time");
        let cut = &key[..4 + length];
        let text = actions().to_text(cut);
        prop_assert_eq!(actions().encode(&text), Ok(cut.to_vec()), "{}", text);
        if let Some(latest) = text.strip_suffix('…') {
            prop_assert!(actions().encode(latest).expect("a date") <= key, "{} is the latest that begins so", text);
        }
    }
}

#[test]
fn the_last_field_may_hold_separators() {
    let key = named().encode("1, a, b · c").expect("a number and a text");
    assert_eq!(&key[8..], "a, b · c".as_bytes());
    assert_eq!(named().to_text(b"\0\0\0\0\0\0\0\x01 a "), "1 · \\x20a\\x20");
}

#[test]
fn problems_say_what_to_do() {
    assert_eq!(problem(&Encoding::Int, "70000000000"), "70000000000 does not fit in 4 bytes: use an 8-byte integer.");
    assert_eq!(
        problem(&Encoding::Long, "99999999999999999999"),
        "99999999999999999999 does not fit in 8 bytes: the largest number is 9223372036854775807."
    );
    assert_eq!(
        problem(&Encoding::Int, "seven"),
        "“seven” is not a whole number: type digits, a text in quotes, or bytes as \\xNN."
    );
    assert_eq!(problem(&Encoding::Hex, "0"), "1 hexadecimal digits are no whole bytes: add one.");
    assert!(problem(&Encoding::Hex, "é0").contains("not a hexadecimal digit"));
    assert!(problem(&Encoding::Text, "a\\x1").contains("two hexadecimal digits"));
    assert!(problem(&Encoding::ReversedTime, "2012-13-01").contains("no day 2012-13-01"));
    assert!(problem(&Encoding::ReversedTime, "soon").contains("not a time"));
    assert!(problem(&actions(), "1, 2, 3, 4").contains("one field too many"));
    assert_eq!(
        problem(&actions(), "x"),
        "user: “x” is not a whole number: type digits, a text in quotes, or bytes as \\xNN."
    );
    assert!(problem(&actions(), "1,,3").contains("“time” is empty"));
}

#[test]
fn text_shows_what_cannot_be_seen() {
    assert_eq!(Encoding::Text.to_text("Zoë\u{200b}\\\t".as_bytes()), "Zoë\\xE2\\x80\\x8B\\x5C\\x09");
    assert_eq!(Encoding::Text.encode("C:\\dir"), Ok(b"C:\\dir".to_vec()));
    assert_eq!(Encoding::Text.encode("\\xff\\xFF"), Ok(vec![255, 255]));
}

#[test]
fn times_are_short() {
    assert_eq!(format_time(1017), "1017");
    assert_eq!(format_time(1_337_853_600_000), "2012-05-24 10:00");
    assert_eq!(format_time(1_337_817_600_000), "2012-05-24");
    assert_eq!(format_time(1_337_853_630_250), "2012-05-24 10:00:30.250");
    assert_eq!(parse_time("2012-05-24T10:00:30.25Z"), Ok(1_337_853_630_250));
    assert_eq!(parse_time("2000-02-29").map(format_time), Ok("2000-02-29".into()));
    assert!(parse_time("1900-02-29").is_err());
}
