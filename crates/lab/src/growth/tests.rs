//! The measure against rows that are really made, and a year of some designs.

use super::{Assumption, Grain, Measure, Plan, Spread, Stream, grow};
use crate::design::Design;

fn design(spec: &str) -> Design {
    Design::from_spec(spec).expect("a design")
}

#[test]
fn as_many_rows_are_below_a_key_as_are_measured() {
    let cases = [
        ("user:int4,time:reversed-time", vec![Spread::Zipf(500, 1.0), Spread::Clock]),
        ("hour:hour,user:int4,time:time", vec![Spread::Clock, Spread::Even(30), Spread::Clock]),
        ("day:reversed-day,user:int8,count:int8", vec![Spread::Clock, Spread::Even(30), Spread::Down]),
        ("user:int8,time:time", vec![Spread::New { first: 100, every: 3 }, Spread::Clock]),
        ("salt:salt4,time:time", vec![Spread::Clock; 2]),
    ];
    for (spec, fields) in cases {
        let (design, rows) = (design(spec), 8_000.0);
        let stream = Stream { rate: 0.05, fields };
        let measure = Measure::new(&design, &stream, rows, 8_192);
        let keys: Vec<Vec<u8>> = (0..8_000).map(|at| stream.row(&design, at).expect("it fits").key).collect();
        for (from, to) in [(0, 8_000), (1_000, 3_500)] {
            let mut window = keys[from..to].to_vec();
            window.sort_unstable();
            let all = (to - from) as f64;
            for part in 1..8 {
                let wanted = all * f64::from(part) / 8.0;
                let point = measure.find(wanted, (from as f64, to as f64));
                let measured = measure.below(&point, (from as f64, to as f64));
                assert!((measured - wanted).abs() < 1.0, "{spec}: {measured} for {wanted}");
                let raw = measure.bytes(&point);
                let counted = window.partition_point(|key| *key < raw) as f64;
                assert!((counted - wanted).abs() < all / 100.0, "{spec}: {counted} of {all} below {point:?}");
                let again = measure.below(&measure.point(&raw), (from as f64, to as f64));
                assert!((again - wanted).abs() < all / 100.0, "{spec}: {again} for {wanted} by its bytes");
            }
        }
    }
}

#[test]
fn a_front_burns_one_region_and_a_salt_spreads_it() {
    let design = design("time:time,user:int4");
    let plan = Plan { stream: Stream::usual(&design, 31_700.0), servers: 200, ..Plan::new(&design) };
    let front = grow(&plan);
    assert!(front.rows > 0.99e12 && front.regions > 10_000, "{} regions", front.regions);
    assert!(front.hottest > 0.99 && front.idle > 0.99);
    let salted = grow(&plan.salted(16));
    assert!(salted.hottest < 0.08 && salted.hottest > 0.06, "{}", salted.hottest);
    assert_eq!((salted.began, salted.scans), (16, 16));
}

#[test]
fn a_table_without_files_has_no_bytes() {
    let design = design("user:int4,time:time");
    for grain in [Grain::Exact, Grain::Coarse] {
        let report = grow(&Plan { seconds: 1.0, grain, ..Plan::new(&design) });
        assert_eq!(crate::words::growth::bytes(report.bytes), "0 bytes");
    }
}

#[test]
fn a_table_that_is_split_no_more_says_so() {
    let design = design("time:time,user:int4");
    let mut plan = Plan { stream: Stream::usual(&design, 31_700.0), grain: Grain::Coarse, ..Plan::new(&design) };
    plan.settings = vec![("MAX_FILESIZE".to_owned(), "300000000".to_owned())];
    let report = grow(&plan);
    assert_eq!((report.regions, report.is_full()), (super::Report::MOST, true));
    plan.seconds /= 1_000.0;
    assert!(!grow(&plan).is_full());
}

#[test]
fn even_keys_leave_no_region_hotter_than_the_others() {
    let design = design("user:uuid");
    let plan = Plan { seconds: 40.0 * super::DAY, servers: 5, grain: Grain::Coarse, ..Plan::new(&design) };
    let report = grow(&plan);
    assert!(report.hottest < 1.5 * report.even(), "{} of {}", report.hottest, report.regions);
    assert!(report.amplification() > 2.0 && report.files >= 1.0);
    let bands = &report.columns[10].heat;
    assert!(bands.iter().all(|share| (share * bands.len() as f64 - 1.0).abs() < 0.1), "{bands:?}");
}

#[test]
fn rows_are_counted_where_each_has_a_key_of_its_own() {
    let is_measured = |spec: &str, rate: f64, grain: Grain| {
        let design = design(spec);
        let plan = Plan { stream: Stream::usual(&design, rate), seconds: 1_000.0, grain, ..Plan::new(&design) };
        grow(&plan).assumed.contains(&Assumption::Measured)
    };
    assert!(!is_measured("user:int4,time:time", 10.0, Grain::Fine));
    assert!(is_measured("user:int4,time:time", 10.0, Grain::Coarse), "a slider does not wait");
    assert!(is_measured("user:int4,time:time", 10_000.0, Grain::Fine), "too many");
    assert!(is_measured("hour:hour", 10.0, Grain::Fine), "all rows of an hour have one key");
}

#[test]
fn rows_that_are_counted_and_rows_that_are_measured_come_to_much_the_same() {
    for spec in ["user:int4,time:reversed-time", "time:time,user:int4", "id:uuid"] {
        let design = design(spec);
        let mut plan = Plan { stream: Stream::usual(&design, 1.0), seconds: 40_000.0, ..Plan::new(&design) };
        plan.settings = vec![
            ("MAX_FILESIZE".to_owned(), "400000".to_owned()),
            ("MEMSTORE_FLUSHSIZE".to_owned(), "100000".to_owned()),
        ];
        let [counted, measured] = [Grain::Fine, Grain::Coarse].map(|grain| grow(&Plan { grain, ..plan.clone() }));
        // Where keys are even all regions fill at once, and one flush decides whether they are as many or twice as many.
        let regions = counted.regions as f64 / measured.regions as f64;
        assert!(counted.regions > 8 && (0.49..2.05).contains(&regions), "{spec}: {regions}");
        let parts = [counted.bytes / measured.bytes, counted.amplification() / measured.amplification()];
        assert!(parts.iter().all(|part| (0.7..1.4).contains(part)), "{spec}: {parts:?}");
    }
}
