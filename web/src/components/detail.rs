//! More about one cell, region or file, below the picture.

use super::anatomy::anatomy;
use super::hear::click;
use super::icon::{Glyph, icon_button};
use super::text::text;
use crate::interop;
use crate::session::action::{Action, Detail, Show};
use crate::session::{Document, Map};
use splitpoint_lab::view::{CutView, FileView, LineView, RegionView, Requests, View, row_text};
use splitpoint_lab::words::amount;
use yew::prelude::*;

/// The label of a region's encoded name, which commands of HBase take. It has a button to copy it.
const ENCODED: &str = "Encoded name";

type Facts = Vec<(&'static str, String)>;

/// The function that draws these details. It is called by a pointer only, so that a chunk can bring its code later.
pub(crate) type DetailPane = fn(&Document, &Map, Detail, &Callback<Action>) -> Html;

/// More about a cell with the bytes of its key, about a region or about a file.
pub(crate) fn detail_pane(document: &Document, map: &Map, detail: Detail, dispatch: &Callback<Action>) -> Html {
    let view = &*map.view;
    let region = |id: u32| view.regions.iter().find(|region| region.id == id);
    let told = match detail {
        Detail::Start { .. } => None,
        Detail::Line(rank) => view.lines.iter().find(|line| line.rank == rank).map(|line| {
            let reason = document.lab.stage().reason(&map.request, rank);
            (format!("Cell {} of row {}", line.column, row_text(&line.row)), about_line(view, line, reason))
        }),
        Detail::Region(id) => region(id).map(|region| (format!("Region {}", region.label), about_region(view, region))),
        Detail::File(id, file) => region(id).and_then(|region| {
            let files = &region.detail.as_ref()?.files;
            let file = files.iter().find(|other| other.id == file)?;
            Some((format!("Store file {} of {}", file.label, region.label), about_file(file)))
        }),
    };
    let Some((title, facts)) = told else { return Html::default() };
    let close = click(dispatch, Action::Show(Show::Detail(None)));
    html! {
        <section class="detail" id="pane-detail" tabindex="-1" aria-label={title.clone()}>
            // It alone is announced: the rest is read by whoever goes there.
            <h3 class="detail__title" aria-live="polite">{ title }</h3>
            { icon_button(Glyph::Close, "Close", "button--icon detail__close", Some(close)) }
            <dl class="detail__facts">
                for (name, value) in facts {
                    <div class="detail__fact" key={name}>
                        { text("dt", "detail__name", name) }
                        <dd class="detail__value">
                            { &value }
                            if name == ENCODED {
                                { copy(value.clone()) }
                            }
                        </dd>
                    </div>
                }
            </dl>
            if let Detail::Line(rank) = detail {
                { anatomy(&document.lab.stage(), &map.request, rank) }
            }
        </section>
    }
}

fn copy(value: String) -> Html {
    let onclick = Callback::from(move |_| interop::copy(&value));
    html! {
        <button type="button" class="button button--quiet button--small" aria-label="Copy the encoded name" {onclick}>{ "Copy" }</button>
    }
}

fn about_line(view: &View, line: &LineView, reason: Option<String>) -> Facts {
    let mut facts: Facts = Vec::new();
    if line.row.len() > 1 {
        let fields = line.row.iter().map(|field| format!("{} {}", field.name, field.text));
        facts.push(("Fields of the key", fields.collect::<Vec<_>>().join(", ")));
    }
    facts.push(("Row key, as HBase prints it", line.row_binary.clone()));
    facts.push(("Time", line.time.to_string()));
    facts.push(("Type", line.cell_type.to_owned()));
    facts.push(("Sequence number", line.sequence_id.to_string()));
    if !line.is_marker() {
        facts.push(("Value", line.value.clone()));
    }
    let region = view.regions.get(line.region);
    let home = region.map_or_else(String::new, |region| match line.file {
        None => format!("memstore of {}", region.label),
        Some(id) => {
            let files = region.detail.iter().flat_map(|detail| &detail.files);
            let label = files.into_iter().find(|file| file.id == id).map(|file| file.label.clone());
            format!("file {} of {}", label.unwrap_or_else(|| format!("f{id}")), region.label)
        }
    });
    facts.push(("Lives in", home));
    if let Some(why) = reason {
        facts.push(("Not read, because", why));
    }
    if let Some(reader) = line.unseen.first() {
        facts.push(("Not read by", format!("{reader}, whose scanner sees only what has a smaller number")));
    }
    if !line.locked.is_empty() {
        facts.push(("Row locked by", letters(&line.locked)));
    }
    facts
}

fn about_region(view: &View, region: &RegionView) -> Facts {
    let mut facts: Facts = vec![("Range", region.range.clone())];
    if let Some(server) = view.servers.get(region.server) {
        facts.push(("Server", format!("{}, {}", server.name, region.state)));
    }
    if let Some(detail) = &region.detail {
        let Requests { reads, filtered, writes, refused } = detail.requests;
        let besides = |count: u64, what: &str| if count == 0 { String::new() } else { format!(", {count} {what}") };
        facts.push(("Reads", format!("{reads}{}", besides(filtered, "rows passed over"))));
        facts.push(("Writes", format!("{writes}{}", besides(refused, "refused"))));
    }
    facts.push(("In files", amount(region.file_bytes)));
    facts.push(("In memory", amount(region.memstore_bytes)));
    facts.push(("Splits", region.split_about()));
    if let Some(detail) = &region.detail {
        match &detail.cut {
            CutView::At { key, why, .. } => facts.push(("Would be cut at", format!("{key}. {why}"))),
            CutView::Never { why } => facts.push(("Cannot be cut now", why.clone())),
            CutView::Hidden => {}
        }
        facts.push(("Read point", detail.read_point.to_string()));
        if !detail.locks.is_empty() {
            let locks = detail.locks.iter().map(|lock| format!("{} by {}", lock.row, letters(&lock.clients)));
            facts.push(("Locked rows", locks.collect::<Vec<_>>().join(", ")));
        }
    }
    facts.push(("HBase's name", region.name.clone()));
    facts.extend(region.name.rsplit('.').nth(1).map(|encoded| (ENCODED, encoded.to_owned())));
    facts
}

fn letters(clients: &[char]) -> String {
    let clients: Vec<String> = clients.iter().map(char::to_string).collect();
    clients.join(", ")
}

fn about_file(file: &FileView) -> Facts {
    let mut facts: Facts = vec![
        ("Family", file.family.clone()),
        ("Cells", file.cells.to_string()),
        ("Size", amount(file.bytes)),
        ("Blocks", format!("{}, {} in the block cache", file.blocks, file.cached_blocks)),
    ];
    if let Some(half) = file.reference {
        let told = format!("the {half} half of the parent's file, until a compaction writes a file of its own");
        facts.push(("A reference", told));
    }
    facts
}
