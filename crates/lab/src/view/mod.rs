//! The view: everything that is shown of one moment, as plain data in the reader's words. What draws it decides
//! nothing.

mod about;
mod anatomy;
mod answer;
mod badge;
mod bytes;
mod change;
mod chart;
mod cluster;
mod compare;
mod compose;
pub(crate) mod cost;
mod design;
mod growth;
mod heat;
mod label;
mod lane;
mod leap;
mod line;
mod mark;
mod orders;
mod outcome;
mod pattern;
mod policy;
mod print;
mod project;
mod reason;
mod region;
mod shape;
mod stage;
mod story;
mod tag;
mod tell;
mod trap;
mod twin;

pub use crate::log::Grain;
pub use crate::notation::KeyField;
pub use crate::words::{Hidden, Part, Tone};
pub use about::{
    COLUMN_ABOUT, LOCATIONS_ABOUT, LOG_ABOUT, MEMORY_ABOUT, OVERVIEW_ABOUT, SERVER_ABOUT, SPLIT_ABOUT, WRITING_ABOUT,
};
pub use anatomy::{AnatomyView, ByteView, KeyPartView, KeyView, PartView, Standing};
pub use answer::AnswerView;
pub use bytes::{BytesRegion, BytesRow, BytesView};
pub use change::{HeatChange, HeatKind};
pub(crate) use chart::{Chart, RegionLines};
pub use cluster::{
    Aspect, Bearer, ClusterHeat, HeatBand, HeatNote, LimitView, Limits, MOST_LINES, RealCell, RealRow, Slice,
    SpaceLine, SpaceView, cluster_heat, limits, real_rows, skew, space,
};
pub use compare::{COLUMNS, CompareView, Compared, LISTED, WIDTH};
pub use compose::{ComposeView, compose};
pub use cost::{CostView, CounterView};
pub use design::{DesignView, FieldView, ListView, QuestionView, RulerView, SampleView, ShareView, TrapView};
pub use growth::{FigureView, GrowthSide, GrowthView, STEPS_TOLD, SliderView, assumed, growth};
pub use heat::{HeatCell, HeatEntry, HeatGroup, HeatRegion, HeatServer, HeatSum, HeatView, Measure, SHADES};
pub use label::{
    COLUMN, FILES, MEMORY, NO_CELLS, NO_TABLE, REGION, ROW, SERVER, SPLIT_POINT, Sign, TIME, VALUE, left_out,
    regions_left_out,
};
pub use leap::LeapView;
pub(crate) use line::Lines;
pub use orders::{BetweenView, CallView, ChangeView, EndingView, MustState, MustView, OrdersView, PromiseView};
pub use outcome::{ErrorView, FoundCell, FoundRow, OutcomeView};
pub(crate) use pattern::tenths;
pub use policy::{GroupView, PoliciesView, PolicyMark, PolicyView, Prefix, SamePolicies};
pub(crate) use print::{Printer, column};
pub(crate) use project::project;
pub use region::LogView;
pub use shape::{ShapeBill, ShapeView};
pub use splitpoint_model::region::requests::Requests;
pub use stage::Stage;
use story::BEGINNING;
pub use tag::{Tag, TagKind, Touch, row_text};
pub use trap::{Slip, slips_of_column};
pub use twin::{BillLine, TwinView};

use crate::notation::plain::{bytes, number, optional_number};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What a view is to show: a table, a part of its lines, and how keys are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewRequest {
    /// The table in the picture.
    pub table: String,
    /// Lines of the key space that are drawn; see [`LineView::rank`].
    pub window: Range<u64>,
    /// Whether older versions, deleted cells and markers have lines. In a table of more than 20,000 cells they always have: see
    /// [`LineView::hidden`].
    pub old_versions: bool,
    /// How keys are printed.
    pub notation: KeyNotation,
}

impl ViewRequest {
    /// A request without a table: clients, time and the step alone.
    pub fn none() -> Self {
        Self { table: String::new(), window: 0..0, old_versions: false, notation: KeyNotation::Binary }
    }
}

/// How row keys are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KeyNotation {
    /// By the fields the table's key is made of.
    #[default]
    Fields,
    /// As HBase prints bytes.
    Binary,
    /// Every byte as two hexadecimal digits.
    Hex,
}

/// Everything the page shows of one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// Names of all tables.
    pub tables: Vec<String>,
    /// The table in the picture; `None` where there is no table yet.
    pub table: Option<TableView>,
    /// Its regions in key order; all of them.
    pub regions: Vec<RegionView>,
    /// The lines of the window, in key order.
    pub lines: Vec<LineView>,
    /// All region servers, in their order.
    pub servers: Vec<ServerView>,
    /// Open scanners, by where they stand.
    pub scanners: Vec<ScannerView>,
    /// What the reads of the step at the cursor passed without looking at it, as far as it is in the window.
    pub leaps: Vec<LeapView>,
    /// The line that the step at the cursor is about, in the window or not, so that a page can bring it in sight;
    /// `None` where the step touched no cell of this table.
    pub focus: Option<u64>,
    /// From the first to the last line that this step wrote or read, with `focus` among them.
    pub reach: Option<Range<u64>>,
    /// Clients A to D, those that exist.
    pub clients: Vec<ClientView>,
    /// Background work: jobs that ended since something was last asked for, and those at work. Each has a lane.
    pub jobs: Vec<JobView>,
    /// Counters of what was asked for with the operation at the cursor.
    pub cost: CostView,
    /// What the operation at the cursor brought back last; `None` where it brought back no row.
    pub answer: Option<AnswerView>,
    /// The sentence about the step at the cursor.
    pub sentence: Sentence,
    /// Time: where the cursor stands, and what can be done from there.
    pub timeline: TimelineView,
}

impl View {
    /// Takes out what tells the future: where regions would be cut, and what each client would do next. It is for readers
    /// who are asked to predict that.
    pub fn conceal(&mut self) {
        for detail in self.regions.iter_mut().filter_map(|region| region.detail.as_mut()) {
            detail.cut = CutView::Hidden;
        }
        for client in &mut self.clients {
            if let Some(next) = &mut client.next {
                next.text = crate::words::concealed(client.letter);
            }
        }
        self.timeline.next.clear();
    }
}

/// The table in the picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// Its name.
    pub name: String,
    /// Names of its families.
    pub families: Vec<String>,
    /// Attributes that differ from the defaults, and the split policy, as `NAME => value` pairs.
    pub attributes: Vec<(String, String)>,
    /// Cells in memstores and files, whether visible or not.
    pub cells: u64,
    /// Lines of the whole table under this request.
    pub lines: u64,
    /// Whether it is enabled.
    pub enabled: bool,
}

/// A region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RegionView {
    /// A number that stays with it.
    pub id: u32,
    /// `r1`, `r2`, …, by the order of creation.
    pub label: String,
    /// HBase's name of it, of regions in the window.
    pub name: String,
    /// First key, included, as bytes; none for −∞.
    #[serde(serialize_with = "bytes")]
    pub start_key: Vec<u8>,
    /// The key before which it ends, as bytes; none for +∞.
    #[serde(serialize_with = "bytes")]
    pub end_key: Vec<u8>,
    /// First key, included; empty text for −∞.
    pub start: String,
    /// The key before which it ends; empty text for +∞.
    pub end: String,
    /// Its range of keys in one text, such as `[−∞, 20)`.
    pub range: String,
    /// Its server, an index into [`View::servers`].
    pub server: usize,
    /// `opening`, `open`, `closing`, `closed`, `lost with its server` or `replaced`.
    pub state: &'static str,
    /// Its first line.
    pub first_line: u64,
    /// How many lines it has.
    pub lines: u64,
    /// Bytes in its store files.
    pub file_bytes: u64,
    /// Bytes in its memstores.
    pub memstore_bytes: u64,
    /// Bytes of store files above which its policy would split it; `None`: never.
    #[serde(serialize_with = "optional_number")]
    pub split_bytes: Option<u64>,
    /// Whether that size is the sandbox's: the table says none, and a real HBase would take a thousand times as much.
    #[serde(skip)]
    pub sandboxed: bool,
    /// Whether it still refers to files of its parent, which count as a whole and keep it from being split.
    #[serde(skip)]
    pub refers: bool,
    /// The number of the card's tint; daughters keep their parent's until they are compacted.
    pub tint: usize,
    /// Further data, for regions in the window.
    pub detail: Option<RegionDetail>,
    /// Whether the step at the cursor did something in it.
    pub touched: bool,
}

/// Further data of a region, which takes time to work out and so is there for regions in the window only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RegionDetail {
    /// Store files of all families, newest first.
    pub files: Vec<FileView>,
    /// Where HBase would cut it now, or why not.
    pub cut: CutView,
    /// Its read point.
    pub read_point: u64,
    /// How many requests it got since it was opened.
    #[serde(with = "Asked")]
    pub requests: Requests,
    /// Rows that are locked, in key order.
    pub locks: Vec<LockView>,
}

/// The fields of [`Requests`], under their names in the data.
#[derive(Serialize)]
#[serde(remote = "Requests")]
struct Asked {
    reads: u64,
    filtered: u64,
    writes: u64,
    refused: u64,
}

/// A locked row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LockView {
    /// The row key.
    pub row: String,
    /// Who holds the lock: `A` to `D`.
    pub clients: Vec<char>,
    /// The first line of the row, or the line before which it would be.
    pub line: u64,
    /// Whether the row has a line: it may be locked before it is there.
    pub drawn: bool,
}

/// Where HBase would cut a region now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum CutView {
    /// At this key, before this line; due where the region is larger than its policy allows.
    At {
        /// The key.
        key: String,
        /// The first line of the second daughter.
        line: u64,
        /// Whether the policy would do it now.
        due: bool,
        /// Which file and which block say so, in words.
        why: String,
    },
    /// It would not be cut.
    Never {
        /// Why, in words.
        why: String,
    },
    /// Left out, because a lesson asks the reader to predict it.
    Hidden,
}

/// A store file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileView {
    /// A number that stays with it.
    pub id: u32,
    /// `f1`, `f2`, …
    pub label: String,
    /// The file whose cells it shows: its own number, or for a reference or a link that of the file that was written.
    /// Bars of neighbouring regions with the same origin are one bar that is cut between them.
    pub origin: u32,
    /// Its family.
    pub family: String,
    /// Lines from its first to its last cell.
    pub lines: Range<u64>,
    /// Cells.
    pub cells: u64,
    /// Bytes.
    pub bytes: u64,
    /// Data blocks.
    pub blocks: u32,
    /// How many of them the server has in its block cache.
    pub cached_blocks: u32,
    /// Which part of a parent's file a reference stands for: `top`, `bottom` or `whole`; `None` for other files.
    pub reference: Option<&'static str>,
}

/// A server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ServerView {
    /// `S1`, `S2`, …
    pub name: String,
    /// Regions of the table it serves.
    pub regions: usize,
    /// Whether it is alive.
    pub alive: bool,
    /// What its log keeps.
    pub log: LogView,
}

/// An edit in a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EditView {
    /// Its number in its region.
    pub sequence_id: u64,
    /// Its region: `r1`, or `r1 of pets` where that is not the table in the picture.
    pub region: String,
    /// Its cells.
    pub cells: u64,
    /// Whether its write is not visible yet.
    pub pending: bool,
}

/// One cell, one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LineView {
    /// The number of the line among all lines of its table, from 0.
    pub rank: u64,
    /// Index into [`View::regions`].
    pub region: usize,
    /// Whether it is the first line of its row.
    pub row_start: bool,
    /// The row key.
    #[serde(serialize_with = "bytes")]
    pub row_key: Vec<u8>,
    /// The row key, by its fields.
    pub row: Vec<KeyField>,
    /// The row key as HBase prints bytes.
    pub row_binary: String,
    /// `family:qualifier`.
    pub column: String,
    /// The value as text, cut after 200 characters.
    pub value: String,
    /// Milliseconds.
    #[serde(serialize_with = "number")]
    pub time: i64,
    /// HBase's name of the cell's type.
    pub cell_type: &'static str,
    /// Where it lives: `None` is the memstore, else the file's number.
    pub file: Option<u32>,
    /// Whether the block of the file in which it lies is in the block cache of the region's server.
    pub cached: bool,
    /// Why a plain read does not show the cell; `None` where it does.
    pub hidden: Option<Hidden>,
    /// The sequence id of the write that put it. A scanner with a lower read point does not return it.
    pub sequence_id: u64,
    /// Clients that hold the lock of its row.
    pub locked: Vec<char>,
    /// Clients with an open scanner on its region that began to read before the cell was visible, and so will not see
    /// it.
    pub unseen: Vec<char>,
    /// What became of the cell in the answer of [`View::answer`]; `None` where it did not come back.
    pub mark: Option<MarkView>,
    /// What the step at the cursor did with it.
    pub badges: Vec<Badge>,
}

impl LineView {
    /// Whether it is a delete marker, visible or not.
    pub fn is_marker(&self) -> bool {
        self.cell_type != "Put"
    }
}

/// What became of a cell that came back from a read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MarkView {
    /// The kind.
    pub kind: Mark,
    /// The client that asked: `A` to `D`.
    pub client: Option<char>,
    /// In a word or two: `page 3`, `thrown away`.
    pub text: String,
    /// Whether the words are shown: the cell before it in its row has another mark or none, or each cell shows its own.
    pub first: bool,
}

/// What became of a cell that came back from a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Mark {
    /// It was asked for. Of a read page by page: it is on this page, and its row was on no page before.
    Returned,
    /// It is on the page, and was on a page before.
    Again,
    /// It was read by offset to get to the page, and thrown away.
    Thrown,
    /// It was thrown away, and was on no page before: the reader has missed it.
    Missed,
}

/// What the step at the cursor did with a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Badge {
    /// The client: `A` to `D`, or `None` for background work.
    pub client: Option<char>,
    /// The kind.
    pub kind: BadgeKind,
    /// In a few words, such as `read`, `passes over`, `to next column`.
    pub text: String,
}

/// Kinds of badges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum BadgeKind {
    /// The step wrote the cell.
    Written,
    /// The step returned the cell to a reader.
    Read,
    /// A scanner looked at the cell in this step, and left it out.
    Skipped,
    /// The step compared the cell for a condition.
    Checked,
    /// The step wrote the cell to a store file: a flush or a compaction.
    Moved,
    /// A seek in this step passed the cell and others without looking at them.
    Leapt,
    /// A server refused the call of this step, since the cell's row is in another region.
    Refused,
}

/// An open scanner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScannerView {
    /// The client.
    pub client: char,
    /// The line before which it stands now.
    pub line: u64,
    /// Its read point in that region: it does not see later writes. `None` before it is opened there.
    pub read_point: Option<u64>,
    /// The region it is on, a number as in [`RegionView::id`].
    pub region: Option<u32>,
}

/// A client's lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientView {
    /// 0 for A.
    pub id: u8,
    /// `A`.
    pub letter: char,
    /// `Ada`.
    pub name: &'static str,
    /// Whether it can step.
    pub state: LaneState,
    /// Whether what it does next was asked for after this moment and has not begun: it belongs to a future that the cursor was
    /// taken back from.
    pub upcoming: bool,
    /// What it is running, such as `prepend to comments`; empty where idle.
    pub program: String,
    /// Its write of several cells that is in the log of the table in the picture, and not over.
    pub writing: Option<WritingView>,
    /// What it did, oldest first; at most the last 40.
    pub entries: Vec<EntryView>,
    /// How much it did before that.
    pub earlier: u64,
    /// The one step it would do next.
    pub next: Option<NextView>,
    /// What it remembers: program variables.
    pub memory: Vec<MemoryView>,
    /// Its cache of regions: where it believes regions to be, which may be wrong.
    pub locations: Vec<MemoryView>,
}

/// A write under way: all of its cells become visible in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WritingView {
    /// Cells of it.
    pub cells: u64,
    /// Cells of it that readers see: none or all.
    pub visible: u64,
}

/// What a client or a job is doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "why", rename_all = "camelCase")]
pub enum LaneState {
    /// Nothing to do.
    Idle,
    /// It can step.
    Ready,
    /// It cannot step, and waits for what the text says.
    Waiting(String),
    /// Its program ended well.
    Done,
    /// Its program ended with an error.
    Failed,
}

/// Something a client did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryView {
    /// The words for it: `check-and-put 17`.
    pub text: String,
    /// The answer: `true`, `→ 18`, an exception.
    pub answer: Option<String>,
    /// The tone of the answer, which decides its colour.
    pub tone: Tone,
    /// Whether the step at the cursor belongs to this entry.
    pub current: bool,
    /// Whether the operation was over with it: one of several round trips has more to come.
    pub over: bool,
    /// The step in which it was over, at this grain.
    pub position: u64,
    /// Where a click leads, as a place for [`Session::visit`](crate::session::Session::visit): a coarse step may hold
    /// several.
    pub place: usize,
}

/// The step a lane would do next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NextView {
    /// `check-and-put 16`, at the grain that is set.
    pub text: String,
}

/// Something a client remembers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MemoryView {
    /// The name of the variable, such as `first`.
    pub name: String,
    /// Its value as text, such as `18`.
    pub value: String,
    /// Why it is no longer true, such as `stale since step 7`.
    pub stale: Option<String>,
}

/// Background work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JobView {
    /// Its number.
    pub id: u32,
    /// `flush r1`.
    pub title: String,
    /// The one step it would do next.
    pub next: Option<NextView>,
    /// Whether it can step.
    pub state: LaneState,
    /// As [`ClientView::upcoming`].
    pub upcoming: bool,
    /// How it ended or what it did so far; at most the last 40.
    pub entries: Vec<EntryView>,
    /// How much it did before that.
    pub earlier: u64,
}

/// A row that came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RowView {
    /// The mark of its first cell.
    pub mark: MarkView,
    /// The row key.
    #[serde(serialize_with = "bytes")]
    pub row_key: Vec<u8>,
    /// The row key, by its fields.
    pub key: Vec<KeyField>,
    /// The row key as HBase prints bytes.
    pub key_binary: String,
    /// Its cells in their order, the first 20 of them.
    pub cells: Vec<CellView>,
    /// How many cells of it came back.
    pub cells_total: u64,
}

/// A cell that came back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CellView {
    /// `family:qualifier`.
    pub column: String,
    /// Milliseconds.
    #[serde(serialize_with = "number")]
    pub time: i64,
    /// The value as text, cut after 200 characters.
    pub value: String,
}

/// A sentence about a step, at most 200 characters.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sentence {
    /// The letter of the client that acted; `None` for background work or nobody.
    pub client: Option<char>,
    /// Its parts, in order.
    pub parts: Vec<Part>,
    /// Its tone, which decides its colour.
    pub tone: Option<Tone>,
}

/// Time: where the cursor stands, the track, and the branches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TimelineView {
    /// The grain of the numbers here.
    pub grain: Grain,
    /// How many steps at this grain lie before the cursor.
    pub position: u64,
    /// Steps on this branch at this grain.
    pub total: u64,
    /// Positions at which operations begin, at most 400, evenly thinned.
    pub ticks: Vec<u64>,
    /// Named positions.
    pub markers: Vec<(u64, String)>,
    /// Whether the transport can go on: there is a future, or some lane can step.
    pub can_next: bool,
    /// Whether there is a step before the cursor to go back to.
    pub can_back: bool,
    /// What *Next* would do, such as `A: check-and-put 16`.
    pub next: String,
    /// Where two clients made the last two steps: who would come first if these traded places, such as `B before A`.
    pub reorder: Option<String>,
    /// Branches, oldest first.
    pub branches: Vec<BranchView>,
    /// The branch of the cursor, an index into `branches`.
    pub branch: usize,
}

/// A branch of the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BranchView {
    /// The name it was given, or what distinguishes it: the first that was decided on it and not on the branch it leaves.
    pub title: String,
    /// The name it was given; empty where it has none.
    pub name: String,
    /// The position at which it leaves its parent.
    pub fork: u64,
    /// How many steps it has from the beginning, those it shares included.
    pub total: u64,
    /// The branch it leaves; `None` for the first.
    pub parent: Option<usize>,
}

#[cfg(test)]
mod tests;
