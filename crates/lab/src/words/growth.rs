//! What a growth comes to, in words: a verdict, numbers with their formulas, and what was taken for granted.

use crate::design::{Design, Field, Kind, PRESETS};
use crate::growth::{Assumption, DAY, Like, Pattern, REGIONS, Report, Slider, Versus};

/// A number of a growth.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it is.
    pub name: &'static str,
    /// The number with its unit.
    pub value: String,
    /// How it is computed, with the numbers of this growth.
    pub formula: String,
    /// The number where a lower one is better.
    pub burden: Option<f64>,
}

/// The sentence that names what such a key does.
pub fn verdict(report: &Report) -> String {
    let (hottest, servers) = (share(report.hottest), report.servers);
    let regions = count(report.regions as f64);
    let pattern = match report.pattern() {
        Pattern::Single => {
            format!("One region holds it all: after {} it has not been split.", duration(report.seconds))
        }
        Pattern::Front => format!(
            "{hottest} of the writes go to one region, whatever it is split to: {regions} regions on {servers} servers do not help."
        ),
        Pattern::Leaning => format!(
            "{} of the writes go to one server, where an even share is {}.",
            share(report.server),
            share(report.even().max(1.0 / f64::from(servers)))
        ),
        Pattern::Spread => format!(
            "The writes are spread: of {regions} regions the hottest takes {hottest}, and the busiest of {servers} servers {}.{}",
            share(report.server),
            price(report.scans)
        ),
    };
    if report.is_full() { format!("{pattern} {FULL}") } else { pattern }
}

/// What a key costs those who read, of which each question about a range of keys takes so many scans.
fn price(scans: u32) -> String {
    if scans > 1 {
        format!(" The price: each question about a range of keys takes {scans} scans.")
    } else {
        String::new()
    }
}

/// What is said where a table was split no more.
const FULL: &str = "At 200,000 regions it is split no more, so all numbers are those of a table that stopped there, and not what the key comes to: take larger regions, fewer rows or a shorter time.";

/// A key by its fields: `user · reversed time · action`.
pub fn key(design: &Design) -> String {
    let name = |field: &Field| match &field.kind {
        Kind::Salt { buckets, .. } => format!("salt of {buckets}"),
        Kind::Time { reversed: true, .. } if !field.name.contains("reversed") => format!("reversed {}", field.name),
        _ => field.name.clone(),
    };
    design.fields.iter().map(name).collect::<Vec<_>>().join(" · ")
}

/// What a slider is called.
pub fn slider(slider: Slider) -> &'static str {
    match slider {
        Slider::Rate => "Rows a second",
        Slider::Span => "For",
        Slider::Value => "Bytes of a value",
        Slider::Servers => "Region servers",
        Slider::Limit => "Split above (MAX_FILESIZE)",
    }
}

/// A number of a slider with its unit.
pub fn stop(slider: Slider, number: u32) -> String {
    match (slider, number) {
        (Slider::Rate, _) => format!("{}/s", count(number.into())),
        (Slider::Span, 1) => "1 day".to_owned(),
        (Slider::Span, 365 | 730 | 1_095) => super::count(number as usize / 365, "year"),
        (Slider::Span, _) => format!("{number} days"),
        (Slider::Value, _) => super::count(number as usize, "byte"),
        (Slider::Servers, _) => super::count(number as usize, "server"),
        (Slider::Limit, _) => format!("{number} GB"),
    }
}

/// What the values of a field are like, in a list.
pub fn like(like: Like) -> &'static str {
    match like {
        Like::Thousand => "1,000 values, evenly",
        Like::Million => "1,000,000 values, evenly",
        Like::Favourites => "1,000,000 values, some often (Zipf 0.8)",
        Like::New => "new ones keep coming",
        Like::Any => "any value",
        Like::Up => "counts up",
        Like::Down => "counts down",
    }
}

/// What is computed beside a key, in a list.
pub fn versus(design: &Design, versus: Versus) -> String {
    match versus {
        Versus::Nothing => "nothing".to_owned(),
        Versus::Salted(buckets) => format!("the same, salted over {buckets}"),
        Versus::First(at) => {
            format!("the same with {} first", design.fields.get(at).map_or("", |field| field.name.as_str()))
        }
        Versus::Preset(at) => PRESETS.get(at).map_or("", |preset| preset.title).to_owned(),
    }
}

/// Why nothing is computed, where there would be too many regions.
pub fn excess(regions: u64) -> String {
    format!(
        "That would be about {} regions; up to {} are computed here. Take larger regions, smaller values, fewer rows or a shorter time.",
        count(regions as f64),
        count(REGIONS as f64)
    )
}

/// The numbers, each with its formula.
pub fn figures(report: &Report) -> Vec<Figure> {
    let figure = |name, value: String, formula: String| Figure { name, value, formula, burden: None };
    let burden = |name, number: f64, value: String, formula: String| Figure {
        burden: Some(number),
        ..figure(name, value, formula)
    };
    let regions = count(report.regions as f64);
    let splits = report.regions - report.began;
    let written = report.written();
    vec![
        figure(
            "rows",
            count(report.rows),
            format!("{} rows a second × {}", count(report.rate), duration(report.seconds)),
        ),
        figure(
            "bytes on disk",
            bytes(report.bytes),
            format!("{} rows × {:.0} bytes of cells, with keys of {:.1} bytes in each cell, and indexes and Bloom filters; before HDFS makes its three copies", count(report.rows), report.row, report.key),
        ),
        figure(
            "regions",
            regions.clone(),
            format!("{} at first and {} splits; one is split above {} of files", report.began, count(splits as f64), bytes(report.limit as f64)),
        ),
        figure(
            "splits a day",
            decimal(report.splits_a_day()),
            format!("{} splits ÷ {:.0} days", count(splits as f64), report.seconds / DAY),
        ),
        figure(
            "time until the first split",
            report.first.map_or_else(|| "none".to_owned(), duration),
            format!("when the files of a region are larger than its limit after a flush of {} of heap", bytes(report.flush as f64)),
        ),
        burden(
            "hottest region",
            report.hottest,
            share(report.hottest),
            format!("most of the last writes that one region got; even would be 1 ÷ {regions} = {}", share(report.even())),
        ),
        burden(
            "busiest server",
            report.server,
            format!("{} rows/s, {}/s", count(report.busiest()), bytes(report.busiest() * report.row)),
            format!("{} of {} rows a second, by {:.0} bytes a row; even would be 1 ÷ {}", share(report.server), count(report.rate), report.row, report.servers),
        ),
        figure(
            "regions that rest",
            share(report.idle),
            "regions with at most a thousandth of an even share of the last writes".to_owned(),
        ),
        burden(
            "write amplification",
            report.amplification(),
            format!("{:.1}", report.amplification()),
            format!("(log {0} + flushes {1} + compactions {2}) ÷ {0}", bytes(written), bytes(report.flushed), bytes(report.compacted)),
        ),
        burden(
            "files a store",
            report.files,
            format!("{:.1}, at most {}", report.files, report.most),
            "files of all stores ÷ stores, at the end; a get may have to look into each, unless its Bloom filter says no".to_owned(),
        ),
        burden(
            "scans a question",
            f64::from(report.scans),
            report.scans.to_string(),
            "a range of keys is one scan, or one for each bucket of a salt in front".to_owned(),
        ),
    ]
}

/// What was taken for granted, in a sentence each.
pub fn assumption(assumption: Assumption) -> &'static str {
    match assumption {
        Assumption::NoChance => "Rows come evenly, and fields fill their ranges evenly: chance is left out.",
        Assumption::Measured => {
            "Rows are not counted one by one: how many lie between two keys is computed, by a sample of them."
        }
        Assumption::Distinct => "Every row has a key of its own: nothing is overwritten or deleted.",
        Assumption::Alike => "Regions that begin with about as many rows are flushed and compacted alike.",
        Assumption::Balanced => "After a split the upper daughter goes to the server with fewest regions.",
        Assumption::Continuous => "A field of many values is taken as continuous.",
        Assumption::Quick => "Flushes, compactions and splits take no time, and no server is ever too slow for them.",
        Assumption::Outgrown => "A counter has outgrown its bytes, and is taken to go on: give the field more bytes.",
        Assumption::Full => FULL,
    }
}

/// A share as a percentage.
pub fn share(share: f64) -> String {
    let percent = share * 100.0;
    if percent >= 99.5 && share < 1.0 {
        // 100 % would say that nothing else gets any.
        format!("{:.1} %", (percent * 10.0).floor() / 10.0)
    } else if percent >= 10.0 || percent == 0.0 {
        format!("{percent:.0} %")
    } else if percent >= 0.1 {
        format!("{percent:.1} %")
    } else {
        format!("{percent:.3} %")
    }
}

/// A count with its thousands parted, or in words where it is large.
pub fn count(count: f64) -> String {
    for (size, word) in [(1e12, "trillion"), (1e9, "billion"), (1e6, "million")] {
        if count >= size * 0.9995 {
            return format!("{} {word}", decimal(count / size));
        }
    }
    if count < 10.0 {
        return decimal(count);
    }
    let digits = format!("{count:.0}");
    let (head, tail) = digits.split_at(digits.len().saturating_sub(3));
    if head.is_empty() { tail.to_owned() } else { format!("{head},{tail}") }
}

fn decimal(number: f64) -> String {
    let text = if number >= 100.0 { format!("{number:.0}") } else { format!("{number:.1}") };
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Bytes in the unit that suits.
pub fn bytes(bytes: f64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB"];
    let mut at = 0;
    let mut rest = bytes;
    while rest >= 999.5 && at + 1 < units.len() {
        (rest, at) = (rest / 1_000.0, at + 1);
    }
    format!("{} {}", decimal(rest), units[at])
}

/// A time in the unit that suits.
pub fn duration(seconds: f64) -> String {
    let (number, unit) = match seconds {
        seconds if seconds >= 2.0 * DAY => (seconds / DAY, "days"),
        seconds if seconds >= 7_200.0 => (seconds / 3_600.0, "hours"),
        seconds if seconds >= 120.0 => (seconds / 60.0, "minutes"),
        seconds => (seconds, "seconds"),
    };
    format!("{} {unit}", decimal(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::Design;
    use crate::growth::{Grain, Plan, grow};

    #[test]
    fn numbers_are_short() {
        assert_eq!(count(1_000_375_920_000.0), "1 trillion");
        assert_eq!(count(16_265.0), "16,265");
        assert_eq!(count(31_700.0), "31,700");
        assert_eq!(
            (bytes(8.3e13), bytes(10_737_418_240.0), bytes(12.0)),
            ("83 TB".into(), "10.7 GB".into(), "12 bytes".into())
        );
        assert_eq!((share(0.9951), share(0.99992), share(0.994)), ("99.5 %".into(), "99.9 %".into(), "99 %".into()));
        assert_eq!((share(1.0), share(0.0621), share(0.0001)), ("100 %".into(), "6.2 %".into(), "0.010 %".into()));
        assert_eq!((duration(111.0), duration(86_400.0 * 365.25)), ("111 seconds".into(), "365 days".into()));
    }

    /// What was computed of a table that stopped growing is not told as what the key comes to.
    #[test]
    fn a_table_that_is_split_no_more_is_told() {
        let design = Design::from_spec("user:int4,time:time").expect("a design");
        let mut report = grow(&Plan { seconds: 1_000.0, grain: Grain::Coarse, ..Plan::new(&design) });
        assert!(!verdict(&report).contains(FULL) && FULL.contains(&count(Report::MOST as f64)));
        report.assumed.push(Assumption::Full);
        assert!(verdict(&report).ends_with(FULL), "{}", verdict(&report));
    }

    #[test]
    fn the_verdict_names_what_the_key_does() {
        let verdict = |spec: &str| {
            let design = Design::from_spec(spec).expect("a design");
            let plan = Plan { grain: Grain::Coarse, ..Plan::new(&design) };
            verdict(&grow(&plan))
        };
        assert!(verdict("time:time").starts_with("100 % of the writes go to one region"));
        let spread = verdict("user:uuid");
        assert!(spread.starts_with("The writes are spread") && !spread.contains("price"), "{spread}");
        let salted = verdict("salt:salt16,time:time");
        assert!(salted.ends_with("The price: each question about a range of keys takes 16 scans."), "{salted}");
    }
}
