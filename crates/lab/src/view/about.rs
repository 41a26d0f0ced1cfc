//! What each mark of the picture means, for who points at it.

use super::{EditView, FileView, Hidden, LaneState, LineView, RegionView, Tag, TagKind};
use crate::words::amount;
use splitpoint_model::store::TRAILER;

/// Explanations of the names of columns, from left to right: server, region, row, column, value, time, memory, files.
pub const COLUMN_ABOUT: [&str; 8] = [
    "The server that serves the region",
    "A region: all rows from its first key (filled dot, included) to its end (hollow dot, not included)",
    "The row key; rows are sorted by its bytes",
    "Family and qualifier of the cell",
    "The value; of a delete marker its type",
    "The time of the cell in milliseconds; of one column the newest is read",
    "A square: the cell is in the memory of the server (the memstore), and in its log",
    "Store files, newest first: a bar from first to last key, a dash for each cell; a blue dash is in the block cache",
];

/// Explains the strip of all regions beside the picture.
pub const OVERVIEW_ABOUT: &str = "The whole table in small, each region in the colour of its server; the frame is what is in sight, and a click goes there";

/// Explains the stripe of a server.
pub const SERVER_ABOUT: &str = "This server serves the region: all reads and writes of its rows go there";
/// Explains the line between two regions.
pub const SPLIT_ABOUT: &str = "Here the table is cut: rows before this key belong to the region above";
/// Explains what a client remembers of its own work.
pub const MEMORY_ABOUT: &str = "Values that the client has read and goes on with; they may be out of date";
/// Explains how much of a write is visible.
pub const WRITING_ABOUT: &str =
    "Cells of the write that readers see: none before its last step, then all of them at once";
/// Explains what a client believes of regions.
pub const LOCATIONS_ABOUT: &str =
    "Where the client has seen regions last; it asks there first, and looks again in hbase:meta if it is wrong";
/// Explains the log of a server.
pub const LOG_ABOUT: &str =
    "The write-ahead log: edits that are in no store file yet; after a crash they are replayed from here";

impl Tag {
    /// What it means.
    pub fn about(&self) -> &'static str {
        match self.kind {
            TagKind::Hidden(hidden) => match hidden {
                Hidden::Marker => "A delete marker: it hides one version, or all up to its time, later writes too",
                Hidden::Deleted => "A delete marker hides it; a flush or compaction that meets both drops it",
                Hidden::Older => "A newer version of the column hides it",
                Hidden::Expired => "Its time to live (TTL) is over",
                Hidden::Repeated => "The same cell was written again later",
                Hidden::NotYetVisible => "Its write is not complete, so no reader sees it",
            },
            TagKind::Unseen => {
                "This client's scanner began to read before the cell became visible, and does not see it"
            }
            TagKind::Written => "This step wrote the cell",
            TagKind::Read => "This step read the cell",
            TagKind::Skipped => "The read met the cell and left it out",
            TagKind::Leapt => {
                "The read jumped over these cells: where it goes on is found in the index of a file, not by looking"
            }
            TagKind::Moved => "This step moved the cell to another file",
            TagKind::Again => "It is on this page, and was on one before",
            TagKind::Thrown => "It was read only to get to the page, and thrown away",
            TagKind::Refused => "The region that got the call does not hold this row, so it refused the whole call",
            TagKind::Missed => "It is on no page, though it was there all the time",
            TagKind::Locked => {
                "Plain puts and deletes share a lock, a check or transaction has the row alone; readers never wait"
            }
        }
    }
}

impl LineView {
    /// What the mark of where it lives means.
    pub fn home_about(&self) -> String {
        let place = self.home();
        match (self.file, self.is_marker()) {
            (None, true) => [&place, ": a delete marker, not in a file yet"].concat(),
            (None, false) if self.is_hollow() => [&place, "; somebody does not see it yet"].concat(),
            (None, false) => [&place, ": in no file until a flush"].concat(),
            (Some(_), true) => [&place, ": a delete marker"].concat(),
            (Some(_), false) => place,
        }
    }
}

impl RegionView {
    /// Above which size its policy splits it.
    pub fn split_about(&self) -> String {
        let above = |limit| format!("above {}{}", amount(limit), self.real());
        self.split_bytes.map_or("never by itself".to_owned(), above)
    }

    /// What a real HBase would do, where the size is the sandbox's.
    fn real(&self) -> &'static str {
        if self.sandboxed { " (real HBase: 256 MB to 10 GB)" } else { "" }
    }

    /// What its size means: of how many bytes it would be split.
    pub fn size_about(&self) -> String {
        match self.split_bytes.filter(|limit| *limit > 0) {
            _ if self.refers => format!(
                "{} in store files: it still refers to whole files of its parent, and is not split before a compaction \
                 has written its own",
                amount(self.file_bytes)
            ),
            Some(limit) if self.file_bytes > limit => format!(
                "{} in store files: above {}, so its policy asks for a split after each flush{}",
                amount(self.file_bytes),
                amount(limit),
                self.real()
            ),
            Some(limit) => {
                let real = self.real();
                format!(
                    "{} in store files; above {} its policy splits it{real}",
                    amount(self.file_bytes),
                    amount(limit)
                )
            }
            None => format!("{} in store files; its policy does not split it for its size", amount(self.file_bytes)),
        }
    }
}

impl FileView {
    /// What its bar means.
    pub fn about(&self) -> String {
        let reference = if self.reference.is_some() { "; half of a file of the region that was split" } else { "" };
        format!(
            "Store file {} from its first key to its last: {}, {}, of which any file takes {}{reference}",
            self.label,
            crate::words::counted(self.cells, "cell"),
            amount(self.bytes),
            amount(TRAILER),
        )
    }
}

impl EditView {
    /// What an entry of a log means.
    pub fn meaning(&self) -> &'static str {
        if self.pending {
            "Logged, and not visible to readers yet"
        } else {
            "An edit by its sequence number: in the log and in memory, not in a file yet"
        }
    }
}

impl LaneState {
    /// What its word means.
    pub fn about(&self) -> &'static str {
        match self {
            Self::Idle => "It was asked for nothing yet",
            Self::Ready => "In the midst of an operation; its button does the next step",
            Self::Waiting(_) => "It cannot go on before somebody else does something",
            Self::Done => "Its last operation is over",
            Self::Failed => "Its last operation ended with an error",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intent::Intent;
    use crate::scenario::{EXAMPLES, start};
    use crate::session::Session;
    use crate::view::{KeyNotation, ViewRequest};

    fn good(text: &str) {
        assert!(text.len() > 8 && !text.ends_with('.') && !text.contains("  "), "{text:?}");
    }

    #[test]
    fn everything_in_the_picture_of_every_start_is_explained() {
        for example in EXAMPLES {
            let mut session = Session::from_start(start(example.id).expect("a start")).expect("it can be made");
            let table =
                session.world().cluster().tables().next().map_or_else(String::new, |table| table.name.to_string());
            session.set_grain(crate::log::Grain::Cell);
            let request =
                ViewRequest { table: table.clone(), window: 0..200, old_versions: true, notation: KeyNotation::Fields };
            session.submit(0, Intent::Get { table, row: b"x".to_vec(), versions: 1 }).ok();
            loop {
                let view = session.view(&request);
                for line in &view.lines {
                    good(&line.home_about());
                    line.tags().iter().for_each(|tag| good(tag.about()));
                }
                view.regions.iter().for_each(|region| good(&region.size_about()));
                let files = view.regions.iter().flat_map(|region| &region.detail).flat_map(|detail| &detail.files);
                files.for_each(|file| good(&file.about()));
                view.clients.iter().for_each(|client| good(client.state.about()));
                view.servers.iter().flat_map(|server| &server.log.edits).for_each(|edit| good(edit.meaning()));
                if !session.next() {
                    break;
                }
            }
        }
        COLUMN_ABOUT
            .into_iter()
            .chain([OVERVIEW_ABOUT, SERVER_ABOUT, SPLIT_ABOUT, MEMORY_ABOUT, LOCATIONS_ABOUT, LOG_ABOUT])
            .for_each(good);
    }
}
