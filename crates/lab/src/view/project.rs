//! Makes the view of a stage.

use super::chart::Chart;
use super::print::{self, Printer};
use super::region::{self, Regions};
use super::story::{Scene, Story};
use super::{LineView, ServerView, TableView, View, ViewRequest, badge};
use crate::view::Stage;
use crate::words;
use splitpoint_model::cluster::Cluster;
use splitpoint_model::schema::{FamilyDescriptor, TableDescriptor};
use std::ops::Range;

/// Everything the page shows of a stage at its cursor.
pub(crate) fn project(stage: &Stage<'_>, request: &ViewRequest) -> View {
    let cluster = stage.cluster();
    let name = request.table.as_str();
    let printer = |table: &str| Printer::new(stage.key(table), request.notation);
    let keys = |table: &str, row: &[u8]| printer(table).key(row);
    let printer = printer(name).with(stage.start.values(name));
    let now = stage.world().clock().now();
    let chart = Chart::new(cluster, name, now, request.old_versions);
    let window = clamp(&request.window, chart.len());
    let story = Story::of(&Scene { stage, request, chart: &chart, printer: &printer, keys: &keys });
    let regions = Regions { stage, printer: &printer, touched: &story.touched };
    View {
        tables: cluster.tables().map(|table| table.name.to_string()).collect(),
        table: cluster.table(name).map(|table| TableView {
            name: table.name.to_string(),
            families: table.families.keys().map(ToString::to_string).collect(),
            attributes: attributes(table),
            cells: chart.cells as u64,
            lines: chart.len() as u64,
            enabled: cluster.is_enabled(name),
        }),
        regions: chart
            .regions
            .iter()
            .zip(cluster.split_sizes(name))
            .map(|(place, size)| regions.view(place, size, place.part(&window).is_some()))
            .collect(),
        lines: lines(&Drawing { cluster, story: &story, chart: &chart, printer: &printer }, &window),
        servers: cluster
            .servers()
            .map(|server| ServerView {
                name: words::server_name(server),
                regions: chart.regions.iter().filter(|place| place.region.server() == server).count(),
                alive: cluster.is_alive(server),
                log: region::log(stage, server, name),
            })
            .collect(),
        scanners: story.scanners,
        leaps: story.leaps,
        focus: story.focus.as_ref().map(|(line, _)| *line),
        reach: story.focus.map(|(_, reach)| reach),
        clients: story.clients,
        jobs: story.jobs,
        cost: story.cost,
        answer: story.answer,
        sentence: story.sentence,
        timeline: story.timeline,
    }
}

/// A window as far as there are lines.
fn clamp(window: &Range<u64>, lines: usize) -> Range<usize> {
    let inside = |line: u64| usize::try_from(line).unwrap_or(usize::MAX).min(lines);
    inside(window.start)..inside(window.end.max(window.start))
}

/// What the lines of the window are drawn from.
struct Drawing<'a> {
    cluster: &'a Cluster,
    story: &'a Story,
    chart: &'a Chart<'a>,
    printer: &'a Printer,
}

fn lines(drawing: &Drawing<'_>, window: &Range<usize>) -> Vec<LineView> {
    let Drawing { cluster, story, chart, printer } = *drawing;
    let mut views: Vec<LineView> = Vec::with_capacity(window.len());
    for (region, place) in chart.regions.iter().enumerate() {
        let Some(part) = place.part(window) else { continue };
        let first = place.first + part.start;
        let (lines, begins) = place.lines.range(part);
        let id = place.region.id().0;
        let readers = || story.scanners.iter().filter(|scanner| scanner.region == Some(id));
        for (at, line) in lines.iter().enumerate() {
            let cell = &line.cell;
            let row_start = if at == 0 { begins } else { !cell.same_row(&lines[at - 1].cell) };
            let mark = story.marks.at(cell);
            let above = || views.last().filter(|_| !row_start)?.mark.as_ref().map(|mark| mark.kind);
            let mark = mark.map(|mark| story.marks.view(mark, at == 0 || above() != Some(mark)));
            let rank = (first + at) as u64;
            let mut badges = story.badges.at(cell, line.file, row_start, story.marks.told(cell, mark.is_some()));
            badges.extend(story.leaps.iter().filter(|leap| leap.told == rank).map(badge::leap));
            let unseen = readers().filter(|scanner| scanner.read_point.is_some_and(|point| point < cell.sequence_id()));
            views.push(LineView {
                rank,
                region,
                row_start,
                row_key: cell.row().to_vec(),
                row: printer.fields(cell.row()),
                row_binary: splitpoint_model::bytes::to_string_binary(cell.row()),
                column: print::column(cell.family(), cell.qualifier()),
                value: printer.value(cell),
                time: cell.timestamp(),
                cell_type: cell.cell_type().name(),
                file: line.file.map(|file| file.0),
                cached: line.file.is_some_and(|file| region::is_cached(cluster, place.region, file, cell)),
                hidden: line.hidden,
                sequence_id: cell.sequence_id(),
                locked: region::holders(place.region, cell.row()),
                unseen: unseen.map(|scanner| scanner.client).collect(),
                badges,
                mark,
            });
        }
    }
    views
}

/// The attributes of a table that differ from HBase's defaults, and its split policy.
fn attributes(table: &TableDescriptor) -> Vec<(String, String)> {
    const POLICY: &str = "SPLIT_POLICY";
    let plain = |value: &str| value.rsplit('.').next().unwrap_or(value).to_owned();
    let policy = table.attributes.get(POLICY).map_or_else(|| "SteppingSplitPolicy".to_owned(), |name| plain(name));
    let mut pairs = vec![(POLICY.to_owned(), policy)];
    let others = table.attributes.iter().filter(|(name, _)| *name != POLICY);
    pairs.extend(others.map(|(name, value)| (name.clone(), value.clone())));
    for family in table.families.values() {
        let name = family.name.to_string();
        pairs.extend(family_attributes(family).into_iter().map(|(what, value)| (format!("{name} {what}"), value)));
    }
    pairs
}

fn family_attributes(family: &FamilyDescriptor) -> Vec<(&str, String)> {
    let default = FamilyDescriptor::new("f");
    let mut pairs: Vec<(&str, String)> = Vec::new();
    let mut add = |name, differs: bool, value: String| {
        if differs {
            pairs.push((name, value));
        }
    };
    add("VERSIONS", family.max_versions != default.max_versions, family.max_versions.to_string());
    add("MIN_VERSIONS", family.min_versions != default.min_versions, family.min_versions.to_string());
    add("TTL", family.ttl != default.ttl, format!("{} s", family.ttl));
    let keeps = format!("{:?}", family.keep_deleted_cells).to_ascii_uppercase();
    add("KEEP_DELETED_CELLS", family.keep_deleted_cells != default.keep_deleted_cells, keeps);
    add("BLOCKSIZE", family.block_size != default.block_size, family.block_size.to_string());
    add("BLOOMFILTER", family.bloom != default.bloom, format!("{:?}", family.bloom).to_ascii_uppercase());
    add("BLOCKCACHE", family.block_cache != default.block_cache, family.block_cache.to_string());
    let newest = family.new_version_behavior;
    add("NEW_VERSION_BEHAVIOR", newest != default.new_version_behavior, newest.to_string());
    pairs.extend(family.attributes.iter().map(|(name, value)| (name.as_str(), value.clone())));
    pairs
}
