//! The forms of an administrator: create a table, look after regions and servers.

use super::cell::KeyText;
use super::{Fault, number};
use splitpoint_lab::intent::{AdminIntent, Intent, Raw};
use splitpoint_lab::notation::Encoding;

/// Something an administrator does to what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chore {
    /// Cut a region in two.
    Split,
    /// Write memstores to files.
    Flush,
    /// Merge files.
    Compact,
    /// Make two regions one.
    Merge,
    /// Move a region to another server.
    Move,
    /// Spread regions over servers.
    Balance,
    /// A server dies.
    Crash,
    /// Drop the table.
    Drop,
}

impl Chore {
    /// All, in the order of the menu.
    pub const ALL: [Self; 8] =
        [Self::Split, Self::Flush, Self::Compact, Self::Merge, Self::Move, Self::Balance, Self::Crash, Self::Drop];

    /// What its button says.
    pub fn label(self) -> &'static str {
        match self {
            Self::Split => "Split",
            Self::Flush => "Flush",
            Self::Compact => "Compact",
            Self::Merge => "Merge regions",
            Self::Move => "Move a region",
            Self::Balance => "Balance servers",
            Self::Crash => "Crash a server",
            Self::Drop => "Drop table",
        }
    }

    /// What it does, in a sentence or two.
    pub fn about(self) -> &'static str {
        match self {
            Self::Split => "Cuts a region in two. The daughters refer to the parent's files until they are compacted.",
            Self::Flush => "Writes what is in memory to a new file. Markers stay; versions over the limit do not.",
            Self::Compact => {
                "Rewrites files as one. A major compaction takes all files and drops markers and what they hide."
            }
            Self::Merge => "Makes two neighbouring regions one.",
            Self::Move => "Another server takes the region over. Clients find out when they call the old one.",
            Self::Balance => {
                "Moves regions until servers have about as many. A region moves as a whole: a hot one stays hot."
            }
            Self::Crash => "The server dies; its memory is gone. Its regions open elsewhere and replay the log.",
            Self::Drop => "Disables the table and drops it with everything in it.",
        }
    }
}

/// A family of a new table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyText {
    /// Name.
    pub name: String,
    /// `VERSIONS`.
    pub versions: String,
    /// `BLOCKSIZE`.
    pub block_size: String,
}

impl FamilyText {
    /// A family with HBase's defaults.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), versions: "1".into(), block_size: "65536".into() }
    }
}

/// Create table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateForm {
    /// Name.
    pub name: String,
    /// Families.
    pub families: Vec<FamilyText>,
    /// Index into [`CreateForm::POLICIES`].
    pub policy: usize,
    /// Length of the prefix, or the delimiter, of the policies that have one.
    pub prefix: String,
    /// Bytes at which a region is split; empty: HBase's default.
    pub max_file_size: String,
    /// How split keys are typed.
    pub keys: Encoding,
    /// Keys at which it is cut at first, one a line.
    pub splits: String,
}

impl Default for CreateForm {
    fn default() -> Self {
        Self {
            name: "mytable".into(),
            families: vec![FamilyText::new("f")],
            policy: 0,
            prefix: String::new(),
            max_file_size: String::new(),
            keys: Encoding::Text,
            splits: String::new(),
        }
    }
}

/// A way to decide when and where a region is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// HBase's class; empty for its default.
    pub class: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The attribute it cannot do without, and what to call it.
    pub needs: Option<(&'static str, &'static str)>,
}

const fn policy(class: &'static str, about: &'static str) -> Policy {
    Policy { class, about, needs: None }
}

impl CreateForm {
    /// The policies to choose from.
    pub const POLICIES: [Policy; 6] = [
        policy("", "in steps, HBase's default"),
        policy("ConstantSizeRegionSplitPolicy", "at a constant size"),
        policy("IncreasingToUpperBoundRegionSplitPolicy", "at a size that grows with the regions"),
        Policy {
            needs: Some(("KeyPrefixRegionSplitPolicy.prefix_length", "Prefix, in bytes")),
            ..policy("KeyPrefixRegionSplitPolicy", "rows with the same prefix stay together")
        },
        Policy {
            needs: Some(("DelimitedKeyPrefixRegionSplitPolicy.delimiter", "Delimiter")),
            ..policy("DelimitedKeyPrefixRegionSplitPolicy", "rows with the same text before a delimiter stay together")
        },
        policy("DisabledRegionSplitPolicy", "never by itself"),
    ];

    pub(super) fn intent(&self, faults: &mut Vec<Fault>) -> Intent {
        let families = self
            .families
            .iter()
            .map(|family| {
                let attributes = [("VERSIONS", &family.versions, "1"), ("BLOCKSIZE", &family.block_size, "65536")];
                let attributes = attributes
                    .into_iter()
                    .filter(|(_, value, default)| !value.trim().is_empty() && value.trim() != *default)
                    .map(|(name, value, _)| (name.to_owned(), value.trim().to_owned()));
                (family.name.trim().to_owned(), attributes.collect())
            })
            .collect();
        let mut attributes = Vec::new();
        if let Some(Policy { class, needs, .. }) =
            Self::POLICIES.get(self.policy).filter(|policy| !policy.class.is_empty())
        {
            let class = format!("org.apache.hadoop.hbase.regionserver.{class}");
            attributes.push(("SPLIT_POLICY".to_owned(), class));
            attributes.extend(needs.map(|(name, _)| (name.to_owned(), self.prefix.trim().to_owned())));
        }
        if !self.max_file_size.trim().is_empty() {
            attributes.push(("MAX_FILESIZE".to_owned(), self.max_file_size.trim().to_owned()));
        }
        let splits = self
            .splits
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(|line| KeyText::new(self.keys.clone(), line).read("splits", faults))
            .collect();
        Intent::Admin(AdminIntent::Create { table: self.name.trim().to_owned(), families, attributes, splits })
    }
}

/// Everything else about tables.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AdminForm {
    /// Start key of the region; `None`: all regions, or the one that holds the key.
    pub region: Option<Raw>,
    /// Start key of the second region of a merge.
    pub other: Option<Raw>,
    /// Whether a split is at `key`; else where HBase would.
    pub here: bool,
    /// Where to cut.
    pub key: KeyText,
    /// Whether a compaction is major.
    pub major: bool,
    /// Index of the server that dies.
    pub server: String,
}

impl AdminForm {
    pub(super) fn intent(&self, chore: Chore, table: &str, faults: &mut Vec<Fault>) -> Intent {
        let table = table.to_owned();
        let region = || self.region.clone().unwrap_or_default();
        Intent::Admin(match chore {
            Chore::Split => AdminIntent::Split {
                table,
                region: if self.here { None } else { Some(region()) },
                at: self.here.then(|| self.key.read("at", faults)),
            },
            Chore::Flush => AdminIntent::Flush(table, self.region.clone()),
            Chore::Compact => AdminIntent::Compact(table, self.region.clone(), self.major),
            Chore::Merge => AdminIntent::Merge(table, region(), self.other.clone().unwrap_or_default()),
            Chore::Move => AdminIntent::Move(table, region()),
            Chore::Balance => AdminIntent::Balance,
            Chore::Crash => {
                let server = if self.server.is_empty() { "0" } else { &self.server };
                AdminIntent::Crash(u8::try_from(number("server", server, faults)).unwrap_or(u8::MAX))
            }
            Chore::Drop => AdminIntent::Drop(table),
        })
    }
}
