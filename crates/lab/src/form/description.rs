//! What each form consists of: one description an operation, from which its fields, their defaults, their help and
//! their validation come.

use super::Operation;
use crate::intent::Field;

/// A part of a form, in the order in which parts are shown.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A field.
    Input(Input),
    /// Two fields side by side.
    Pair([Input; 2]),
    /// A list of things that have the same fields.
    List(List),
    /// Rarely needed fields, folded away below a label.
    More {
        /// The label.
        label: &'static str,
        /// The parts.
        parts: &'static [Part],
    },
    /// A fact about the table, shown to help the person decide.
    Fact(Fact),
}

/// A field of a form.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// Which field it is. Where several inputs of a form are the same field, at most one of them is shown at a time;
    /// what is typed into it is shared.
    pub field: Field,
    /// The kind of value it takes, which also decides how it is validated.
    pub kind: Kind,
    /// Its label. In an item of a list, `{}` stands for the item's number, counted from 1.
    pub label: &'static str,
    /// A word shown beside a field of a list item, whose label is only read aloud; empty: none.
    pub caption: &'static str,
    /// Its value at first.
    pub default: Initial,
    /// The placeholder, shown while the field is empty: what empty means, or an example.
    pub help: &'static str,
    /// When the form shows it.
    pub when: When,
}

/// What a field takes, which also decides how it is validated.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Bytes, typed in an encoding chosen beside the field; the encoding of the table's keys is offered first. Where it
    /// is the key of a row, HBase's client validates it.
    Key,
    /// Bytes, typed in an encoding chosen beside the field; text is offered first.
    Bytes,
    /// Bytes, typed in the encoding that another field, named here, chooses for several fields.
    As(Field),
    /// Bytes, typed as text.
    Plain,
    /// Bytes, one string a line, with an encoding to be chosen beside the field.
    Lines {
        /// The label of the choice of encoding.
        how: &'static str,
    },
    /// An encoding for several fields.
    Encoding {
        /// Whether the encoding of the table's keys is offered first; else text is.
        keys: bool,
        /// The label of the choice of encoding; the field's own label stands beside it.
        how: &'static str,
    },
    /// `family:qualifier`; without a colon all of it is the family. The table must have the family.
    Column,
    /// Free text, passed on as it is typed.
    Text,
    /// A whole number from 0 to `most`. An empty field is 0 where `optional`.
    Number {
        /// The largest number that is taken, included.
        most: u32,
        /// Whether it can be left out.
        optional: bool,
    },
    /// A whole number, with a sign perhaps.
    Integer,
    /// Digits that HBase reads.
    Digits,
    /// Milliseconds, or nothing. HBase's client refuses negative ones.
    Time,
    /// One of several, in a list.
    Choice(&'static [Choice]),
    /// One of few, side by side.
    Segments(&'static [Choice]),
    /// Yes or no, a box to tick.
    Switch,
    /// A button that adds more fields for good, such as a time for each cell.
    Room,
    /// A region of the table that is shown, by its first key.
    Region {
        /// Whether "all regions" can be chosen, too.
        all: bool,
    },
    /// A server, by its number.
    Server,
    /// Nothing: words in the place of a field.
    Words,
}

/// One of several that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it is called.
    pub label: &'static str,
    /// HBase's name for it; empty where HBase needs none.
    pub name: &'static str,
}

/// The initial content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// Words or digits.
    Text(&'static str),
    /// Text in the items that a list has at first; nothing in items that are added later.
    First(&'static str),
    /// No input: its label is shown as words in the place of a field.
    FirstColumn,
    /// The width of the table's keys in bytes; 8 where keys have no fixed width.
    KeyWidth,
}

/// When a field is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// While a field of the same item, or else of the form, has one of these choices, counted from 0. A box that is
    /// ticked is choice 1.
    Is(Field, &'static [usize]),
}

/// A list of a form.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// Which field of the form the list is.
    pub field: Field,
    /// The heading of the list.
    pub label: &'static str,
    /// The noun for one item: `column`.
    pub noun: &'static str,
    /// The field in the head of the list that chooses how the bytes of its items are typed.
    pub head: Option<Input>,
    /// The fields of an item.
    pub items: &'static [Input],
    /// The number of fields after which the button stands that removes the item.
    pub less: usize,
    /// How many items there are at first.
    pub first: usize,
    /// How many items there are at least.
    pub least: usize,
    /// The button that shows more fields in each item.
    pub room: Option<Input>,
    /// When the form shows it.
    pub when: When,
}

/// A fact about the table, shown to help the person decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Where HBase would cut the region, as long as no key is given.
    Cut,
    /// How many regions each server has.
    Balance,
    /// The name of the table.
    Table,
}

impl Fact {
    /// The field whose notes are written below this part.
    pub fn field(self) -> Option<Field> {
        match self {
            Self::Cut => Some(Field::At),
            Self::Balance => Some(Field::Server),
            Self::Table => None,
        }
    }

    /// When the form shows this part.
    pub fn when(self) -> When {
        match self {
            Self::Cut => When::Is(Field::Cut, &[0]),
            Self::Balance | Self::Table => When::Always,
        }
    }
}

const fn input(field: Field, kind: Kind, label: &'static str) -> Input {
    Input { field, kind, label, caption: "", default: Initial::Text(""), help: "", when: When::Always }
}

impl Input {
    const fn default(self, default: &'static str) -> Self {
        Self { default: Initial::Text(default), ..self }
    }

    const fn first_column(self) -> Self {
        Self { default: Initial::FirstColumn, ..self }
    }

    const fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }

    const fn caption(self, caption: &'static str) -> Self {
        Self { caption, ..self }
    }

    const fn when(self, field: Field, choices: &'static [usize]) -> Self {
        Self { when: When::Is(field, choices), ..self }
    }
}

const fn choice(label: &'static str) -> Choice {
    Choice { label, name: "" }
}

const fn number(field: Field, label: &'static str) -> Input {
    input(field, Kind::Number { most: u32::MAX, optional: false }, label)
}

const fn perhaps(field: Field, label: &'static str) -> Input {
    input(field, Kind::Number { most: u32::MAX, optional: true }, label)
}

/// The choices of a box while it is ticked, for [`When::Is`].
const ON: &[usize] = &[1];
const OFF: &[usize] = &[0];

const ROW: Part = Part::Input(input(Field::Row, Kind::Key, "Row key"));
const COLUMN: Input = input(Field::Column, Kind::Column, "Column {}").first_column().help("f:q");
const VALUE: Input = input(Field::Value, Kind::As(Field::Values), "Value {}").help("value");
const TIME: Input = input(Field::Time, Kind::Time, "Time {}").help("time in ms: the server's").when(Field::Times, ON);
const VALUES: Input = input(Field::Values, Kind::Encoding { keys: false, how: "How values are typed" }, "");

const CELLS: List = List {
    field: Field::Cells,
    label: "Columns and values",
    noun: "column",
    head: Some(VALUES),
    items: &[COLUMN, VALUE],
    less: 2,
    first: 1,
    least: 1,
    room: None,
    when: When::Always,
};

const INSERT: &[Part] = &[
    ROW,
    Part::List(List { items: &[COLUMN, VALUE, TIME], room: Some(input(Field::Times, Kind::Room, "+ times")), ..CELLS }),
];

const PREPEND: &[Part] = &[
    Part::List(CELLS),
    Part::Input(
        input(Field::Check, Kind::Column, "Column of every row: the new row must not have it yet")
            .first_column()
            .help("f:q"),
    ),
    Part::Input(input(Field::Highest, Kind::Integer, "Key of the first row, if the table is empty").default("20")),
    Part::Input(input(Field::Blind, Kind::Switch, "Write blindly, with a plain put")),
];

const PAGES: &[Part] = &[
    Part::Input(input(Field::Start, Kind::Key, "From row").help("the beginning").when(Field::Reversed, OFF)),
    Part::Input(
        input(Field::Start, Kind::Key, "From row, the larger key").help("the beginning").when(Field::Reversed, ON),
    ),
    Part::Input(input(Field::Stop, Kind::Key, "To row, excluded").help("the end").when(Field::Reversed, OFF)),
    Part::Input(input(Field::Stop, Kind::Key, "Down to row, excluded").help("the end").when(Field::Reversed, ON)),
    Part::Pair([number(Field::Size, "Rows a page").default("3"), number(Field::Pages, "Pages").default("3")]),
    Part::Input(input(
        Field::By,
        Kind::Segments(&[choice("after the last row"), choice("at an offset")]),
        "The next page begins",
    )),
    Part::Input(input(Field::Reversed, Kind::Switch, "Reversed: rows descend")),
    Part::More {
        label: "Columns, batch, caching, filter",
        parts: &[
            Part::Input(input(Field::From, Kind::Bytes, "Qualifiers from").help("the first")),
            Part::Input(input(Field::To, Kind::Bytes, "Qualifiers to, excluded").help("the last")),
            Part::Pair([
                perhaps(Field::Batch, "Cells a Result").help("whole rows"),
                perhaps(Field::Caching, "Results a call").help("HBase's"),
            ]),
            Part::Input(input(Field::Filter, Kind::Text, "Filter, in HBase's language").help("PrefixFilter('abc')")),
        ],
    },
];

const TRANSACTION: &[Part] = &[
    Part::Input(input(Field::Rows, Kind::Encoding { keys: true, how: "How row keys are typed" }, "Row keys")),
    Part::Input(input(
        Field::Together,
        Kind::Segments(&[choice("all or none"), choice("each by itself")]),
        "How these are done",
    )),
    Part::Input(
        input(Field::RoutingRow, Kind::As(Field::Rows), "Sent to the region of")
            .help("the first row below")
            .when(Field::Together, OFF),
    ),
    Part::List(List {
        field: Field::Mutations,
        label: "Puts and deletes",
        noun: "mutation",
        head: None,
        items: &[
            input(
                Field::Kind,
                Kind::Choice(&[choice("Put"), choice("Delete"), choice("Delete row")]),
                "What mutation {} does",
            ),
            input(Field::Row, Kind::As(Field::Rows), "Row of mutation {}").help("row"),
            input(Field::Column, Kind::Column, "Column of mutation {}").help("f:q").when(Field::Kind, &[0, 1]),
            input(Field::Value, Kind::Plain, "Value of mutation {}").help("value").when(Field::Kind, &[0]),
            input(Field::Time, Kind::Words, "its newest version").when(Field::Kind, &[1]),
        ],
        less: 2,
        first: 2,
        least: 1,
        room: None,
        when: When::Always,
    }),
    Part::List(List {
        field: Field::Conditions,
        label: "Only if",
        noun: "condition",
        head: None,
        items: &[
            input(Field::Row, Kind::As(Field::Rows), "Row of condition {}").help("row"),
            input(Field::Column, Kind::Column, "Column of condition {}").help("f:q"),
            input(Field::Asks, Kind::Choice(&[choice("is absent"), choice("equals")]), "What condition {} asks"),
            input(Field::Value, Kind::Plain, "Value of condition {}").help("value").when(Field::Asks, &[1]),
        ],
        less: 2,
        first: 0,
        least: 0,
        room: None,
        when: When::Is(Field::Together, OFF),
    }),
];

const GET: &[Part] = &[
    ROW,
    Part::Input(
        input(
            Field::Versions,
            Kind::Number { most: i32::MAX as u32, optional: false },
            "Versions of a column, at most",
        )
        .default("1"),
    ),
];

const LAST_ROW: &[Part] = &[
    Part::Input(
        input(
            Field::Way,
            Kind::Choice(&[
                choice("scan everything"),
                choice("get a key that never changes"),
                choice("probe the middle, again and again"),
                choice("scan in reverse, limit 1"),
            ]),
            "How",
        )
        .default("3"),
    ),
    Part::Input(input(Field::Key, Kind::Key, "Key").when(Field::Way, &[1])),
    Part::Input(Input {
        default: Initial::KeyWidth,
        ..input(Field::Width, Kind::Number { most: u8::MAX as u32, optional: false }, "Bytes in a key")
            .when(Field::Way, &[2])
    }),
];

const DELETE: &[Part] = &[
    ROW,
    Part::Input(input(
        Field::Scope,
        Kind::Choice(&[
            choice("the whole row"),
            choice("a family"),
            choice("a column, every version"),
            choice("a column, one version"),
        ]),
        "Delete",
    )),
    Part::Input(input(Field::Column, Kind::Column, "Family").first_column().help("f:q").when(Field::Scope, &[1])),
    Part::Input(input(Field::Column, Kind::Column, "Column").first_column().help("f:q").when(Field::Scope, &[2, 3])),
    Part::Input(input(Field::Time, Kind::Time, "Up to this time, in ms").help("now").when(Field::Scope, &[1, 2])),
    Part::Input(input(Field::Time, Kind::Time, "Its time, in ms").help("the newest version").when(Field::Scope, &[3])),
];

/// The split policies, each by the name of its class in HBase.
const POLICIES: &[Choice] = &[
    choice("in steps, HBase's default"),
    Choice { label: "at a constant size", name: "ConstantSizeRegionSplitPolicy" },
    Choice { label: "at a size that grows with the regions", name: "IncreasingToUpperBoundRegionSplitPolicy" },
    Choice { label: "rows with the same prefix stay together", name: "KeyPrefixRegionSplitPolicy" },
    Choice {
        label: "rows with the same text before a delimiter stay together",
        name: "DelimitedKeyPrefixRegionSplitPolicy",
    },
    Choice { label: "never by itself", name: "DisabledRegionSplitPolicy" },
];

/// When writes go to the log, each by HBase's name of that durability.
const DURABILITIES: &[Choice] = &[
    choice("before they are answered, HBase's default"),
    Choice { label: "before they are answered", name: "SYNC_WAL" },
    Choice { label: "before they are answered, and to the disk", name: "FSYNC_WAL" },
    Choice { label: "a moment after their answer", name: "ASYNC_WAL" },
    Choice { label: "never", name: "SKIP_WAL" },
];

const POLICY: Part = Part::Input(input(Field::Policy, Kind::Choice(POLICIES), "Regions are split"));
const PREFIX_LENGTH: Part =
    Part::Input(input(Field::PrefixLength, Kind::Text, "Prefix, in bytes").when(Field::Policy, &[3]));
const DELIMITER: Part = Part::Input(input(Field::Delimiter, Kind::Text, "Delimiter").when(Field::Policy, &[4]));
const MAX_FILE_SIZE: Input = input(Field::MaxFileSize, Kind::Digits, "Split above, in bytes");

const ALTER: &[Part] = &[POLICY, PREFIX_LENGTH, DELIMITER, Part::Input(MAX_FILE_SIZE.help("as it is"))];

const CREATE: &[Part] = &[
    Part::Input(input(Field::Table, Kind::Text, "Name").default("mytable")),
    Part::List(List {
        field: Field::Families,
        label: "Column families",
        noun: "family",
        head: None,
        items: &[
            Input {
                default: Initial::First("f"),
                ..input(Field::Name, Kind::Text, "Name of family {}").caption("name").help("f")
            },
            input(Field::Versions, Kind::Text, "Versions in family {}").caption("versions").default("1").help("1"),
            input(Field::BlockSize, Kind::Text, "Block size of family {}")
                .caption("block size")
                .default("1024") // so that a reader's rows fill more than one: a region is cut between blocks only
                .help("65536"),
        ],
        less: 3,
        first: 1,
        least: 1,
        room: None,
        when: When::Always,
    }),
    POLICY,
    PREFIX_LENGTH,
    DELIMITER,
    Part::Input(MAX_FILE_SIZE.help("as hbase-site.xml says")),
    Part::Input(input(Field::Durability, Kind::Choice(DURABILITIES), "Writes go to the log")),
    Part::Input(
        input(Field::Splits, Kind::Lines { how: "How split keys are typed" }, "Cut at first at these keys, one a line")
            .help("none: one region"),
    ),
];

const REGION: Input = input(Field::Region, Kind::Region { all: false }, "Region");
const ANY_REGION: Part = Part::Input(input(Field::Region, Kind::Region { all: true }, "Region"));

const SPLIT: &[Part] = &[
    Part::Input(input(Field::Cut, Kind::Segments(&[choice("where HBase would"), choice("at a key")]), "Cut")),
    Part::Input(input(Field::At, Kind::Key, "First key of the second region").when(Field::Cut, ON)),
    Part::Input(REGION.when(Field::Cut, OFF)),
    Part::Fact(Fact::Cut),
];

const COMPACT: &[Part] =
    &[ANY_REGION, Part::Input(input(Field::Major, Kind::Switch, "Major: all files, markers and what they hide go"))];

const MERGE: &[Part] = &[Part::Input(REGION), Part::Input(input(Field::Other, Kind::Region { all: false }, "With"))];

const FLUSH: &[Part] = &[ANY_REGION];
const MOVE: &[Part] = &[Part::Input(REGION)];
const BALANCE: &[Part] = &[Part::Fact(Fact::Balance)];
const CRASH: &[Part] = &[Part::Input(input(Field::Server, Kind::Server, "Server"))];
const DROP: &[Part] = &[Part::Fact(Fact::Table)];

impl Operation {
    /// The parts of its form, from top to bottom. The client ([`Field::Client`], unless an administrator asks) and the
    /// table ([`Field::Table`], unless the form names it) are not among them: every form shows them above its parts.
    pub fn description(self) -> &'static [Part] {
        if self.is_late() { (super::LATE.parts)(self) } else { self.early() }
    }

    /// As [`description`](Self::description), of what forms know without being taught.
    pub(super) fn early(self) -> &'static [Part] {
        match self {
            Self::FirstRow | Self::Repeat => &[],
            Self::Insert => INSERT,
            Self::Prepend => PREPEND,
            Self::Pages => PAGES,
            Self::Transaction => TRANSACTION,
            Self::Get => GET,
            Self::LastRow => LAST_ROW,
            Self::Delete => DELETE,
            Self::Create => CREATE,
            Self::Split => SPLIT,
            Self::Alter => ALTER,
            Self::Flush => FLUSH,
            Self::Compact => COMPACT,
            Self::Merge => MERGE,
            Self::Move => MOVE,
            Self::Balance => BALANCE,
            Self::Crash => CRASH,
            Self::LoseAnswer => &[],
            Self::Drop => DROP,
        }
    }
}
