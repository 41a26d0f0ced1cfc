//! Names, answers, differences and samples.

use super::*;
use proptest::prelude::*;

fn region(table: &str, start: &[u8], id: u64) -> Name {
    Name::made(table, start, id)
}

/// A region as its server tells of it: name, megabytes, reads, writes.
type RegionRow = (Name, u64, u64, u64);

/// The status of a cluster whose servers have these regions.
fn status_of(servers: &[(&str, Vec<RegionRow>)]) -> String {
    use base64::Engine;
    let encode = |name: &Name| base64::engine::general_purpose::STANDARD.encode(name.bytes());
    let nodes: Vec<String> = servers
        .iter()
        .map(|(name, regions)| {
            let regions: Vec<String> = regions
                .iter()
                .map(|(name, megabytes, reads, writes)| {
                    format!(
                        "{{\"name\":\"{}\",\"stores\":1,\"storefiles\":2,\"storefileSizeMB\":{megabytes},\"memStoreSizeMB\":1,\
                         \"readRequestsCount\":{reads},\"writeRequestsCount\":{writes}}}",
                        encode(name)
                    )
                })
                .collect();
            format!("{{\"name\":\"{name}\",\"startCode\":1,\"heapSizeMB\":50,\"maxHeapSizeMB\":1000,\"Region\":[{}]}}", regions.join(","))
        })
        .collect();
    format!("{{\"regions\":1,\"averageLoad\":1.5,\"LiveNodes\":[{}],\"DeadNodes\":[\"gone:16020\"]}}", nodes.join(","))
}

#[test]
fn a_key_with_commas_and_any_bytes_stays_whole_in_a_name() {
    let name = region("ns:t", b"a,b\x00\xff,", 1_700_000_000_000);
    assert_eq!(Name::read(&name.bytes()), Ok(name.clone()));
    assert!(name.is_proved());
    // As the model names its regions, which are those of HBase.
    let first = region("t", b"", 1_700_000_000_000);
    assert_eq!(first.bytes(), b"t,,1700000000000.3e7c693fad145c1b69daad40c4b268c6.");
    let copy = Name { replica: 1, ..first };
    assert_eq!(Name::read(&copy.bytes()).expect("a copy").replica, 1);
    for wrong in ["", "t", "t,,", "t,,1.2.", ",,1", "t,a,x.3e7c693fad145c1b69daad40c4b268c6."] {
        assert_eq!(Name::read(wrong.as_bytes()), Err(Fault::Name(wrong.as_bytes().to_vec())), "{wrong}");
    }
}

#[test]
fn keys_that_lost_bytes_as_text_are_read_in_the_way_that_their_name_proves() {
    let name = region("t", &[0x80, 0, b',', 7], 5);
    let written = |key: &str| {
        let text = format!("t,{},5.{}.", key.replace('\\', "\\\\"), name.encoded);
        format!(
            r#"{{"name":"t","Region":[{{"name":"{text}","startKey":"{}","endKey":"","location":"h:1","id":5}}]}}"#,
            key.replace('\\', "\\\\")
        )
    };
    for key in ["\\x80\\x00,\\x07", "gAAsBw=="] {
        let listed = regions(&written(key)).expect("it can be read");
        assert_eq!((&listed[0].name, listed[0].server.as_str()), (&name, "h:1"), "{key}");
    }
    let lost = regions(&written("\u{fffd},,")).expect("it can be read");
    assert!(!lost[0].name.is_proved(), "nobody knows these bytes");
    let status = status(&status_of(&[("h:1", vec![(name.clone(), 3, 0, 0)])])).expect("it can be read");
    let survey = Survey::new("t", &lost, &status);
    assert_eq!((survey.regions[0].keys.0.as_slice(), survey.regions[0].is_exact), (name.start.as_slice(), true));
}

#[test]
fn a_survey_has_the_regions_in_order_with_their_servers_and_says_which_nobody_serves() {
    let names = [region("t", b"", 1), region("t", b"m", 2), region("t", b"t", 3)];
    let served = status_of(&[
        ("a:1", vec![(names[1].clone(), 70, 5, 6), (region("other", b"", 9), 1, 1, 1)]),
        ("b:1", vec![(names[0].clone(), 10, 1, 2)]),
    ]);
    let status = status(&served).expect("it can be read");
    let listed: Vec<Listed> = names.iter().map(|name| Listed { name: name.clone(), server: String::new() }).collect();
    let survey = Survey::new("t", &listed, &status);
    let seen: Vec<_> =
        survey.regions.iter().map(|region| (region.keys.clone(), region.server, region.metrics.megabytes)).collect();
    let keys = |start: &[u8], end: &[u8]| (start.to_vec(), end.to_vec());
    assert_eq!(seen, [(keys(b"", b"m"), Some(1), 10), (keys(b"m", b"t"), Some(0), 70), (keys(b"t", b""), None, 0)]);
    assert_eq!((survey.unserved(), survey.dead, survey.burdens.clone()), (1, 1, vec![2, 1]));
    assert_eq!([survey.place(b""), survey.place(b"m"), survey.place(b"sz"), survey.place(b"z")], [0, 1, 1, 2]);
    assert_eq!(Survey::new("t", &[], &status).regions.len(), 2, "those that are served");
    assert_eq!(Survey::new("none", &[], &status).regions, []);
}

#[test]
fn schemas_and_rows_are_read() {
    let text = r#"{"name":"t","IS_META":"false","splitpoint.key":"user:int4","ColumnSchema":[{"name":"f","VERSIONS":"3","TTL":"2147483647"},{"name":"g"}]}"#;
    let schema = schema(text).expect("it can be read");
    assert_eq!(schema.attribute("splitpoint.key"), Some("user:int4"));
    let names: Vec<&str> = schema.families.iter().map(|family| family.name.as_str()).collect();
    assert_eq!(names, ["f", "g"]);
    assert!(schema.families[0].attributes.contains(&("VERSIONS".to_owned(), "3".to_owned())));
    let text = r#"{"Row":[{"key":"AP8=","Cell":[{"column":"ZjphOmI=","timestamp":7,"$":"dg=="},{"column":"Zg==","timestamp":8}]}]}"#;
    let rows = rows(text).expect("it can be read");
    assert_eq!(rows[0].key, [0, 255]);
    let cell = |qualifier: &[u8], time, value: &[u8]| Cell {
        family: b"f".to_vec(),
        qualifier: qualifier.to_vec(),
        time,
        value: value.to_vec(),
    };
    assert_eq!(rows[0].cells, [cell(b"a:b", 7, b"v"), cell(b"", 8, b"")]);
    assert_eq!(super::rows("{}"), Ok(Vec::new()));
    assert_eq!(tables(r#"{"table":[{"name":"t"},{"name":"a:b"}]}"#), Ok(vec!["a:b".to_owned(), "t".to_owned()]));
}

#[test]
fn what_is_no_answer_is_refused_with_where_and_why() {
    assert_eq!(tables("{\"table\":[{\"na"), Err(Fault::Cut(Kind::Tables)));
    assert_eq!(status(""), Err(Fault::Cut(Kind::Status)));
    assert_eq!(rows("{\"Row\":\n7}"), Err(Fault::Malformed { kind: Kind::Rows, line: 2, column: 1 }));
    assert_eq!(rows(r#"{"Row":[{"key":"?"}]}"#), Err(Fault::Base64(Kind::Rows)));
    assert!(matches!(regions("<html>"), Err(Fault::Malformed { kind: Kind::Regions, .. })));
    assert!(matches!(schema("[]"), Err(Fault::Malformed { kind: Kind::Schema, .. })));
    let told = |bridge: &str| format!(r#"{{"bridge":"{bridge}","text":"Why."}}"#);
    assert_eq!(Trouble::of(502, &told("unreachable")), Trouble::Unreachable);
    assert_eq!(Trouble::of(403, &told("refused")), Trouble::Refused("Why.".to_owned()));
    assert_eq!(Trouble::of(429, ""), Trouble::Limit);
    assert_eq!(Trouble::of(401, "<html>"), Trouble::Unauthorised);
    assert_eq!(Trouble::of(0, ""), Trouble::NoBridge);
    assert_eq!(Trouble::of(500, "org.apache.hadoop.hbase.TableNotEnabledException: t is disabled"), Trouble::Disabled);
    assert_eq!(Trouble::of(404, "Not found"), Trouble::NoTable);
    assert_eq!(
        Trouble::of(500, "\r\n Internal server error\r\n more"),
        Trouble::Status(500, "Internal server error".to_owned())
    );
}

/// A look at regions by start key and id, each with reads and writes, all on one server.
fn look(regions: &[(&str, u64, u64, u64)]) -> Survey {
    let served =
        regions.iter().map(|(start, id, reads, writes)| (region("t", start.as_bytes(), *id), 1, *reads, *writes));
    let status = status(&status_of(&[("a:1", served.collect())])).expect("it can be read");
    Survey::new("t", &[], &status)
}

fn loads(sample: &Sample) -> Vec<(u32, u64, u64)> {
    sample.loads.iter().map(|load| (load.region, load.reads, load.writes)).collect()
}

#[test]
fn differences_of_counters_are_what_was_done_also_after_a_restart_and_a_split() {
    let mut meter = Meter::new("t");
    meter.take(1000, &look(&[("", 1, 10, 100), ("m", 2, 0, 50)]));
    assert_eq!(meter.recording().samples, [], "the first look only says from where to count");
    meter.take(6000, &look(&[("", 1, 13, 100), ("m", 2, 0, 57)]));
    meter.take(11_000, &look(&[("", 1, 13, 100), ("m", 2, 1, 3)]));
    meter.take(16_000, &look(&[("", 1, 13, 104), ("m", 3, 0, 9), ("t", 4, 0, 2)]));
    meter.take(16_000, &look(&[("", 1, 99, 999)]));
    let recording = meter.recording();
    let samples: Vec<_> = recording.samples.iter().map(loads).collect();
    assert_eq!(samples, [vec![(0, 3, 0), (1, 0, 7)], vec![(1, 1, 3)], vec![(0, 0, 4), (2, 0, 9), (3, 0, 2)]]);
    assert_eq!(
        (recording.samples[1].restarted.as_slice(), recording.samples[2].opened.as_slice()),
        ([1].as_slice(), [2, 3].as_slice())
    );
    assert_eq!((recording.samples[0].from, recording.samples[0].to), (1000, 6000));
    assert_eq!(recording.now, [0, 2, 3]);
    let text = recording.to_text();
    assert_eq!(Recording::from_text(&text).as_ref(), Ok(recording));
}

#[test]
fn recordings_of_other_kinds_are_refused() {
    let kept =
        |version: u32, more: &str| format!(r#"{{"splitpoint":"cluster-heat","version":{version},"table":"t"{more}}}"#);
    assert_eq!(Recording::from_text(&kept(2, "")), Err(Fault::Newer(2)));
    assert_eq!(Recording::from_text(&kept(1, "")).expect("all else has a default").table, "t");
    let beyond = r#","samples":[{"from":0,"to":1,"loads":[[0,0,1,1]]}]"#;
    assert_eq!(Recording::from_text(&kept(1, beyond)), Err(Fault::Inconsistent));
    assert_eq!(Recording::from_text(r#"{"splitpoint""#), Err(Fault::Cut(Kind::Recording)));
    assert!(matches!(Recording::from_text(r#"{"splitpoint":"x","version":1}"#), Err(Fault::Malformed { .. })));
    assert!(matches!(Recording::from_text(r#"{"version":1,"file":"pets.csv"}"#), Err(Fault::Malformed { .. })));
}

#[test]
fn a_long_recording_gives_up_its_oldest_intervals_and_counts_them() {
    let mut meter = Meter::new("t");
    for at in 0..20_010 {
        meter.take(at, &look(&[("", 1, u64::try_from(at).unwrap_or(0), 0)]));
    }
    let recording = meter.recording();
    assert_eq!((recording.samples.len(), recording.given_up), (20_000, 9));
    assert_eq!(recording.samples[0].from, 9);
}

#[test]
fn a_page_joins_the_parts_of_a_row_and_ends_where_it_has_enough() {
    let row = |key: &str, cells: usize| Row {
        key: key.into(),
        cells: vec![Cell { family: b"f".to_vec(), qualifier: Vec::new(), time: 1, value: Vec::new() }; cells],
    };
    let mut page = Page::new(2);
    page.take(Some(vec![row("a", 1), row("b", 2)]));
    assert!(!page.is_full(), "the last row may go on");
    page.take(Some(vec![row("b", 1), row("c", 1)]));
    assert!(page.is_full());
    let (rows, more) = page.end();
    assert_eq!((rows.len(), rows[1].cells.len(), more), (2, 3, true));
    let mut page = Page::new(2);
    page.take(Some(vec![row("a", 1)]));
    page.take(None);
    assert_eq!(page.clone().end(), (vec![row("a", 1)], false));
    assert!(page.is_full());
    assert_eq!(scanner(b"", b"", 1000), r#"{"batch":1000,"maxVersions":1}"#);
    assert_eq!(scanner(&[0], b"b", 1000), r#"{"startRow":"AA==","endRow":"Yg==","batch":1000,"maxVersions":1}"#);
    assert_eq!(path("ns:t ü"), "ns:t%20%C3%BC");
}

#[test]
fn a_sample_is_the_same_for_a_seed_and_makes_its_table_with_its_bounds() {
    let survey = look(&[("", 1, 0, 0), ("m", 2, 0, 0), ("t", 3, 0, 0)]);
    let plan = Plan::new(&survey, 7, 10);
    assert_eq!(plan, Plan::new(&survey, 7, 10));
    assert_ne!(plan.visits, Plan::new(&survey, 8, 10).visits);
    assert_eq!(plan.cuts, [b"m".to_vec(), b"t".to_vec()]);
    for visit in &plan.visits {
        assert!(visit.from >= visit.keys.0 && (visit.keys.1.is_empty() || visit.from < visit.keys.1), "{visit:?}");
    }
    let rows = ["z", "a", "a"].map(|key| Row {
        key: key.into(),
        cells: vec![Cell { family: b"f".to_vec(), qualifier: b"q".to_vec(), time: 9, value: vec![0; 1000] }],
    });
    let schema =
        schema(r#"{"name":"t","IS_META":"false","ColumnSchema":[{"name":"f","VERSIONS":"3"}]}"#).expect("a schema");
    let taken = Taken::new(&survey, &schema, "", &plan, rows.to_vec());
    assert_eq!((taken.rows.len(), taken.of), (2, Some(3075)));
    assert_eq!(taken.mark(), "2 of about 3075 rows, 3 of 3 regions, seed 7");
    assert!(taken.strangers().is_empty());
    assert_eq!(taken.inserts().count(), 2);
    let crate::intent::Intent::Admin(crate::intent::AdminIntent::Create { table, families, attributes, splits }) =
        taken.create()
    else {
        panic!("it creates a table")
    };
    assert_eq!((table.as_str(), families[0].0.as_str(), splits.len()), ("t", "f", 2));
    assert_eq!(attributes, [(ATTRIBUTE.to_owned(), taken.mark())]);
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(raw in proptest::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&raw);
        let _ = (tables(&text), status(&text), regions(&text), schema(&text), rows(&text), Recording::from_text(&text));
        let _ = (Name::read(&raw), Trouble::of(500, &text));
    }

    #[test]
    fn answers_with_a_byte_changed_or_cut_are_read_or_refused(at in 0_usize..700, byte in any::<u8>(), cut in any::<bool>()) {
        let mut raw = status_of(&[("a:1", vec![(region("t", b"m,\x00", 2), 70, 5, 6)])]).into_bytes();
        let at = at % raw.len();
        if cut { raw.truncate(at) } else { raw[at] = byte }
        let text = String::from_utf8_lossy(&raw);
        if let Ok(status) = status(&text) {
            let survey = Survey::new("t", &[], &status);
            let mut meter = Meter::new("t");
            meter.take(1, &survey);
            meter.take(2, &survey);
            let _ = Plan::new(&survey, 1, 5);
        }
    }

    #[test]
    fn keys_come_back_from_names_and_recordings(key in proptest::collection::vec(any::<u8>(), 0..40), id in any::<u32>()) {
        let name = region("t", &key, id.into());
        prop_assert_eq!(&Name::read(&name.bytes()), &Ok(name.clone()));
        prop_assert!(name.is_proved());
        let listed = format!(
            r#"{{"Region":[{{"name":{},"startKey":{}}}]}}"#,
            serde_json::to_string(&String::from_utf8_lossy(&name.bytes())).expect("text"),
            serde_json::to_string(&crate::notation::to_string_binary(&key)).expect("text")
        );
        let listed = regions(&listed);
        prop_assert_eq!(listed.expect("it can be read")[0].name.is_proved(), true);
        let recording = Recording { regions: vec![Known { name, end: key }], ..Recording::default() };
        prop_assert_eq!(Recording::from_text(&recording.to_text()), Ok(recording));
    }
}
