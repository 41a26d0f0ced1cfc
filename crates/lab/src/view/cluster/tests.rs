//! What is shown of a table with few regions, and with very many.

use super::*;
use crate::cluster::{Meter, Name, RegionMetrics, Schema, Served, Server, Status, Survey};
use crate::notation::Encoding;
use crate::view::{KeyNotation, Measure};

/// A table whose regions begin at these keys, one after the other on so many servers: each with megabytes, reads, writes.
fn survey(regions: &[(&str, u64, u64, u64)], servers: usize) -> Survey {
    let served = |(at, (start, megabytes, reads, writes)): (usize, &(&str, u64, u64, u64))| Served {
        name: Name::made("t", start.as_bytes(), 1 + at as u64),
        metrics: RegionMetrics {
            files: 2,
            megabytes: *megabytes,
            memstore: 3,
            stores: 1,
            reads: *reads,
            writes: *writes,
        },
    };
    let mut status = Status::default();
    for server in 0..servers {
        let own = regions.iter().enumerate().filter(|(at, _)| at % servers == server).map(served);
        status.servers.push(Server {
            name: format!("h{server:03}:16020"),
            started: 0,
            heap: 0,
            most_heap: 0,
            regions: own.collect(),
        });
    }
    Survey::new("t", &[], &status)
}

fn shown(survey: &Survey) -> SpaceView {
    space(survey, 0..survey.regions.len(), &Encoding::Text, KeyNotation::Fields)
}

#[test]
fn each_region_has_a_line_with_its_range_server_and_size() {
    let survey = survey(&[("", 512, 5, 0), ("m", 2048, 0, 15)], 2);
    let view = shown(&survey);
    assert_eq!(view.title, "t: 2 regions on 2 servers, 2.5 GB");
    let lines: Vec<_> = view
        .lines
        .iter()
        .map(|line| (line.range.as_str(), line.served.as_str(), line.size.as_str(), line.share))
        .collect();
    assert_eq!(lines, [("[−∞, m)", "h000:16020", "512 MB", 250), ("[m, +∞)", "h001:16020", "2 GB", 1000)]);
    assert_eq!(view.lines[1].files, "2 files, 3 MB in memory");
    assert_eq!(view.lines[1].requests, "0 reads, 15 writes");
    assert_eq!((view.merged.as_str(), view.notes.len()), ("", 0));
    assert_eq!(view.servers[1].parts(), "80 % of the bytes, 75 % of the requests");
    assert_eq!(
        skew(&survey, &Encoding::Text, KeyNotation::Fields),
        [
            "Largest region: [m, +∞) with 2 GB, 1.6 times the mean.",
            "Fullest server: h001:16020 with 80 % of the table's bytes.",
            "Busiest server: h001:16020 with 75 % of the table's requests since its regions were opened.",
            "Busiest region: [m, +∞) with 75 % of them.",
        ]
    );
}

fn many() -> Survey {
    let keys: Vec<String> = (0..10_000).map(|at| if at == 0 { String::new() } else { format!("{at:05}") }).collect();
    let regions: Vec<_> = keys.iter().map(|key| (key.as_str(), 10, 1, 2)).collect();
    survey(&regions, 100)
}

#[test]
fn ten_thousand_regions_are_two_hundred_lines_that_open_to_theirs() {
    let survey = many();
    let view = shown(&survey);
    assert_eq!((view.lines.len(), view.servers.len()), (200, 100));
    assert_eq!((view.lines[1].regions.clone(), view.lines[1].served.as_str()), (50..100, "50 servers"));
    assert!(view.merged.starts_with("Each line stands for 50 regions beside each other"), "{}", view.merged);
    let inner = space(&survey, 50..100, &Encoding::Text, KeyNotation::Fields);
    assert_eq!((inner.lines.len(), inner.lines[0].range.as_str(), inner.merged.as_str()), (50, "[00050, 00051)", ""));
    assert_eq!(
        space(&survey, 9_999..20_000, &Encoding::Text, KeyNotation::Fields).lines.len(),
        1,
        "what is beyond is left out"
    );
}

#[test]
fn an_empty_a_disabled_and_a_wounded_table_say_so() {
    let none = Survey { table: "t".to_owned(), ..Survey::default() };
    assert!(shown(&none).notes[0].starts_with("t has no region"));
    let mut wounded = survey(&[("", 1, 0, 0), ("m", 1, 0, 0)], 2);
    wounded.regions[0].server = None;
    wounded.dead = 1;
    let notes = shown(&wounded).notes;
    assert!(notes[0].starts_with("1 region is not served now"), "{notes:?}");
    assert_eq!(notes[1], "1 server of the cluster is dead.");
    wounded.regions[1].server = None;
    assert!(shown(&wounded).notes[0].contains("the table is disabled"));
    assert_eq!(limits(&wounded, &Schema::default()).policies[0].limit, "no region is served");
}

#[test]
fn policies_say_above_which_size_and_which_regions_that_would_be() {
    let survey = survey(&[("", 512, 0, 0), ("m", 2048, 0, 0), ("t", 12_000, 0, 0)], 2);
    let schema = Schema {
        attributes: vec![("SPLIT_POLICY".to_owned(), "SteppingSplitPolicy".to_owned())],
        families: Vec::new(),
    };
    let told: Vec<_> = limits(&survey, &schema)
        .policies
        .into_iter()
        .map(|policy| (policy.name, policy.is_present, policy.limit, policy.now))
        .collect();
    let policy = |name, is_present, limit: &str, now: &str| (name, is_present, limit.to_owned(), now.to_owned());
    assert_eq!(told[0], policy("in steps", true, "above 256 MB to 10 GB, by server", "2 regions now"));
    assert_eq!(told[2], policy("constant size", false, "above 10 GB", "1 region now"));
    assert_eq!(told[5], policy("never", false, "never", "none now"));
}

/// A recording of so many looks, each five seconds after the one before: what `count` says a region has counted by then.
fn recorded(regions: usize, looks: u64, count: impl Fn(usize, u64) -> u64) -> Meter {
    let mut meter = Meter::new("t");
    let keys: Vec<String> = (0..regions).map(|at| if at == 0 { String::new() } else { format!("{at:05}") }).collect();
    for look in 0..looks {
        let all: Vec<_> = keys.iter().enumerate().map(|(at, key)| (key.as_str(), 1, 0, count(at, look))).collect();
        meter.take(1_000 + 5_000 * i64::try_from(look).unwrap_or(0), &survey(&all, 4));
    }
    meter
}

fn heat(meter: &Meter, aspect: Aspect) -> ClusterHeat {
    cluster_heat(meter.recording(), (aspect, Measure::Writes), (&Encoding::Text, KeyNotation::Fields), 0)
}

#[test]
fn a_hot_region_is_named_with_its_share_and_its_server() {
    let meter = recorded(8, 13, |at, look| look * if at == 7 { 930 } else { 10 });
    let view = heat(&meter, Aspect::Region);
    assert_eq!(
        view.pattern,
        "Hot region: 93 % of the writes of the last 60 s went to [00007, +∞). It is the last of the table: keys that rise with time all go there."
    );
    assert!(view.hot);
    assert_eq!((view.columns.len(), view.bands.len(), view.bands[7].recent, view.rate.as_str()), (12, 8, 930, "200/s"));
    assert_eq!(view.span, "12 intervals in 60 s, the last until 00:01:01.");
    assert_eq!(view.about(11, 7, Measure::Writes), "00:00:56 to 00:01:01, [00007, +∞): 930 writes");
    let servers = heat(&meter, Aspect::Server);
    assert_eq!(servers.pattern, "Hot server: 94 % of the writes of the last 60 s went to h003:16020.");
}

#[test]
fn where_a_row_is_several_regions_the_hot_one_among_them_is_named() {
    let meter = recorded(100, 13, |at, look| look * if at == 41 { 900 } else { 1 });
    assert_eq!(
        heat(&meter, Aspect::Region).pattern,
        "Hot range: 90 % of the writes of the last 60 s went to [00040, 00042). One region alone got 90 %: [00041, 00042)."
    );
    let meter = recorded(100, 13, |at, look| look * if at / 2 == 20 { 450 } else { 1 });
    assert!(heat(&meter, Aspect::Region).pattern.ends_with("One region alone got 45 %: [00041, 00042)."));
}

#[test]
fn even_quiet_and_moving_loads_are_told_apart() {
    assert!(heat(&recorded(8, 13, |_, look| look * 10), Aspect::Region).pattern.starts_with("Even: "));
    assert_eq!(heat(&recorded(8, 13, |_, _| 7), Aspect::Region).pattern, "Quiet: no writes in the last 60 s.");
    assert_eq!(heat(&recorded(8, 3, |_, look| look), Aspect::Region).pattern, "A pattern is named after 4 intervals.");
    assert!(heat(&recorded(8, 1, |_, look| look), Aspect::Region).pattern.starts_with("The first look"));
    assert_eq!(
        heat(&recorded(1, 13, |_, look| look), Aspect::Region).pattern,
        "One region gets all, as there is only one: [−∞, +∞)."
    );
    // A front goes on by a region each look: what lies behind it gets nothing more.
    let front = heat(&recorded(12, 13, |at, look| if look as usize > at { 100 } else { 0 }), Aspect::Region);
    assert_eq!(
        front.pattern,
        "Moving front: at each time one region gets most of the writes, 100 % of them at last, and that place moves over the keys."
    );
    assert!(front.hot);
}

#[test]
fn what_a_parent_got_is_spread_over_its_daughters_and_nothing_is_lost() {
    let mut meter = Meter::new("t");
    meter.take(0, &survey(&[("", 1, 0, 0), ("m", 1, 0, 0)], 1));
    meter.take(5_000, &survey(&[("", 1, 0, 4), ("m", 1, 0, 101)], 1));
    let regions = [("", 1, 0, 4), ("m", 1, 0, 0), ("p", 1, 0, 0), ("t", 1, 0, 9)];
    let mut split = survey(&regions, 1);
    for (at, region) in split.regions.iter_mut().enumerate().skip(1) {
        region.name = Name::made("t", &region.keys.0, 100 + at as u64);
    }
    meter.take(10_000, &split);
    let view = heat(&meter, Aspect::Region);
    let amounts: Vec<u64> = view.bands.iter().map(|band| band.amount).collect();
    assert_eq!(amounts, [4, 33, 34, 34 + 9]);
    assert!(view.merged.contains("spread evenly"), "{}", view.merged);
    assert_eq!(view.notes[0].text, "3 regions opened");
}

#[test]
fn ten_thousand_regions_are_fifty_rows() {
    let meter = recorded(10_000, 3, |at, look| look * (1 + at as u64 % 3));
    let view = heat(&meter, Aspect::Region);
    assert_eq!((view.bands.len(), view.bands[0].regions), (50, 200));
    let loads = meter.recording().samples.iter().flat_map(|sample| &sample.loads).map(|load| load.writes).sum::<u64>();
    assert_eq!(view.bands.iter().map(|band| band.amount).sum::<u64>(), loads);
    assert!(view.merged.starts_with("A row is up to 200 regions beside each other"), "{}", view.merged);
}
