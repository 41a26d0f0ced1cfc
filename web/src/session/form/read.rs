//! The forms that read one row: get, and the four ways to the last one.

use super::cell::KeyText;
use super::{Fault, number};
use splitpoint_lab::intent::{Intent, LastRowMethod};

/// Get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GetForm {
    /// Row key.
    pub row: KeyText,
    /// Versions a column.
    pub versions: String,
}

impl Default for GetForm {
    fn default() -> Self {
        Self { row: KeyText::default(), versions: "1".into() }
    }
}

impl GetForm {
    pub(super) fn intent(&self, table: &str, faults: &mut Vec<Fault>) -> Intent {
        let versions = number("versions", &self.versions, faults);
        Intent::Get {
            table: table.to_owned(),
            row: self.row.read("row", faults),
            versions: i32::try_from(versions).unwrap_or(i32::MAX),
        }
    }
}

/// A way to the last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LastRowWay {
    /// Scan everything.
    FullScan,
    /// Get a key that never changes.
    ConstantKey,
    /// Probe the middle of the key space.
    Bisection,
    /// Scan in reverse.
    #[default]
    Reversed,
}

impl LastRowWay {
    /// All, with what each is called.
    pub const CHOICES: [(Self, &'static str); 4] = [
        (Self::FullScan, "scan everything"),
        (Self::ConstantKey, "get a key that never changes"),
        (Self::Bisection, "probe the middle, again and again"),
        (Self::Reversed, "scan in reverse, limit 1"),
    ];
}

/// Last row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastRowForm {
    /// How.
    pub way: LastRowWay,
    /// The key that never changes.
    pub key: KeyText,
    /// Bytes of a key, for the probes.
    pub width: String,
}

impl Default for LastRowForm {
    fn default() -> Self {
        Self { way: LastRowWay::default(), key: KeyText::default(), width: "8".into() }
    }
}

impl LastRowForm {
    pub(super) fn intent(&self, table: &str, faults: &mut Vec<Fault>) -> Intent {
        let method = match self.way {
            LastRowWay::FullScan => LastRowMethod::FullScan,
            LastRowWay::ConstantKey => LastRowMethod::ConstantKey(self.key.read("key", faults)),
            LastRowWay::Bisection => {
                LastRowMethod::Bisection(u8::try_from(number("width", &self.width, faults)).unwrap_or(u8::MAX))
            }
            LastRowWay::Reversed => LastRowMethod::Reversed,
        };
        Intent::LastRow { table: table.to_owned(), method }
    }
}
