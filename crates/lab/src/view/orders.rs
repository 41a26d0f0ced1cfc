//! What a search through every order has found, as it is shown.

/// Every order of what clients were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrdersView {
    /// Such as `6 orders of 2 clients, 4 outcomes`.
    pub title: String,
    /// Whether all orders were tried. Else what is said is true of some orders only.
    pub complete: bool,
    /// What must hold, and in how many orders it does.
    pub promises: Vec<PromiseView>,
    /// The outcomes, those of most orders first, at most 40.
    pub outcomes: Vec<EndingView>,
    /// How many outcomes there are beyond those.
    pub more: usize,
}

/// A promise, and in how many of the orders it is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromiseView {
    /// Such as `no acknowledged write is lost`.
    pub text: String,
    /// In how many tenths of a percent of the orders it is broken; `None` where orders are not counted.
    pub broken: Option<u32>,
    /// Whether no order that was tried breaks it.
    pub kept: bool,
}

/// Something that a reader has said must hold, as it stands at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MustView {
    /// Such as `no acknowledged write is lost`, or what the reader calls it.
    pub name: String,
    /// The promise as text.
    pub text: String,
    /// Whether it holds at the cursor.
    pub state: MustState,
}

/// How a promise stands at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MustState {
    /// It holds.
    Holds,
    /// It is broken.
    Broken {
        /// The step that broke it, at the grain of the transport; 0: it was broken from the start.
        step: u64,
        /// The place of that step on the branch.
        place: usize,
    },
    /// It has not held so far: it is about something that may still come.
    NotYet,
    /// It cannot be read, for this reason: another version has kept it.
    Unknown(String),
}

/// One outcome of the search, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingView {
    /// What is different about it: `Ben’s write is lost`.
    pub title: String,
    /// Of each promise, in the order of [`OrdersView::promises`], whether it is kept.
    pub kept: Vec<bool>,
    /// Rows that are not as they were, by key; the first eight.
    pub rows: Vec<ChangeView>,
    /// How many more rows are not as they were.
    pub more: usize,
    /// Whether the rows of all tables can be read at the end.
    pub readable: bool,
    /// Tenths of a percent of all orders; `None` where orders are not counted.
    pub share: Option<u32>,
    /// How many orders end like this, such as `2 orders`.
    pub orders: String,
    /// A shortest order that ends like this, a call each.
    pub calls: Vec<CallView>,
    /// The number of this outcome, for who wants to open it.
    pub index: usize,
}

/// A row that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeView {
    /// The table, where it is another one than that which is shown; else empty.
    pub table: String,
    /// The row key.
    pub key: String,
    /// The value of its first column; empty where the row is gone.
    pub value: String,
    /// Whether it is gone.
    pub gone: bool,
    /// The letter of the client that wrote it last, if one of them did.
    pub writer: Option<char>,
}

/// A call of a client, a part of a job, or something that came in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallView {
    /// The client’s letter; `None` of servers and administrators.
    pub letter: Option<char>,
    /// What it is, and what came of it: `scan first row → 18`.
    pub text: String,
}

/// Something that may happen between the steps of clients, for a list of choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetweenView {
    /// Such as `servers may flush`.
    pub text: &'static str,
    /// What that can change.
    pub about: &'static str,
}
