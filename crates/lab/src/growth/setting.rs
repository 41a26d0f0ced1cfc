//! The settings that change what a growth comes to, and what each of them has to be.
//!
//! HBase passes over a name that it does not know, and some values that it cannot read. Whoever asks what a setting would
//! lead to has to hear of it: else the answer is that of the defaults.

use splitpoint_model::map::Map;
use splitpoint_model::policy::split::SplitPolicy;
use splitpoint_model::schema::{Settings, TableDescriptor};
use std::fmt;

/// What the value of a setting has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// A whole number from 1 on.
    Size,
    /// A whole number from 0 on.
    Count,
    /// A decimal number from 0 on.
    Ratio,
    /// `true` or `false`.
    Switch,
    /// The name of a split policy.
    Policy,
    /// `KeyPrefix`, `DelimitedKeyPrefix` or `None`.
    Restriction,
    /// A text that is not empty.
    Text,
}

/// The settings, under HBase's names.
const SETTINGS: [(&str, Value); 24] = [
    ("SPLIT_POLICY", Value::Policy),
    ("MAX_FILESIZE", Value::Size),
    ("MEMSTORE_FLUSHSIZE", Value::Size),
    ("BLOCKSIZE", Value::Size),
    ("KeyPrefixRegionSplitPolicy.prefix_length", Value::Size),
    ("prefix_split_key_policy.prefix_length", Value::Size),
    ("DelimitedKeyPrefixRegionSplitPolicy.delimiter", Value::Text),
    ("hbase.regionserver.region.split.policy", Value::Policy),
    ("hbase.regionserver.region.split_restriction.type", Value::Restriction),
    ("hbase.regionserver.region.split_restriction.prefix_length", Value::Size),
    ("hbase.regionserver.region.split_restriction.delimiter", Value::Text),
    ("hbase.hregion.max.filesize", Value::Size),
    ("hbase.hregion.memstore.flush.size", Value::Size),
    ("hbase.hregion.percolumnfamilyflush.size.lower.bound", Value::Count),
    ("hbase.hregion.percolumnfamilyflush.size.lower.bound.min", Value::Count),
    ("hbase.hregion.split.overallfiles", Value::Switch),
    ("hbase.increasing.policy.initial.size", Value::Size),
    ("hbase.hstore.blockingStoreFiles", Value::Count),
    ("hbase.hstore.compactionThreshold", Value::Count),
    ("hbase.hstore.compaction.min", Value::Count),
    ("hbase.hstore.compaction.max", Value::Count),
    ("hbase.hstore.compaction.ratio", Value::Ratio),
    ("hbase.hstore.compaction.min.size", Value::Count),
    ("hbase.hstore.compaction.max.size", Value::Count),
];

/// Why a setting cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// Nothing that is computed looks at this name.
    Unknown {
        /// The name.
        name: String,
    },
    /// The value is not what the setting has to be.
    Unreadable {
        /// The name.
        name: String,
        /// The value.
        value: String,
        /// What it has to be.
        wanted: &'static str,
    },
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => {
                let names = SETTINGS.map(|(name, _)| name).join(", ");
                write!(f, "“{name}” is no setting that changes what is computed. There are {names}.")
            }
            Self::Unreadable { name, value, wanted } => {
                write!(f, "The setting {name} cannot be “{value}”: give it {wanted}.")
            }
        }
    }
}

impl std::error::Error for SettingError {}

/// Looks at a setting before it is put into a [`Plan`](super::Plan).
///
/// # Errors
/// A name that changes nothing, and a value that the policies would pass over.
pub fn check_setting(name: &str, value: &str) -> Result<(), SettingError> {
    let Some((_, kind)) = SETTINGS.iter().find(|(known, _)| *known == name) else {
        return Err(SettingError::Unknown { name: name.to_owned() });
    };
    let site = Map::new();
    let table = TableDescriptor::new("t", []).with(name, value);
    let settings = Settings::new(&site, &table);
    let (is_readable, wanted) = match kind {
        Value::Size => (value.parse::<i64>().is_ok_and(|size| size >= 1), "a whole number from 1 on"),
        Value::Count => (value.parse::<i64>().is_ok_and(|count| count >= 0), "a whole number from 0 on"),
        Value::Ratio => (settings.decimal(name).is_some_and(|ratio| ratio >= 0.0), "a number such as 1.2"),
        Value::Switch => (["true", "false"].contains(&value), "true or false"),
        Value::Policy => {
            (SplitPolicy::of(&settings).is_some(), "the name of a split policy, such as ConstantSizeRegionSplitPolicy")
        }
        Value::Restriction => {
            (["KeyPrefix", "DelimitedKeyPrefix", "None"].contains(&value), "KeyPrefix, DelimitedKeyPrefix or None")
        }
        Value::Text => (!value.is_empty(), "a text that is not empty"),
    };
    let (name, value) = (name.to_owned(), value.to_owned());
    if is_readable { Ok(()) } else { Err(SettingError::Unreadable { name, value, wanted }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_values_that_it_takes_and_others_that_it_refuses() {
        for (name, kind) in SETTINGS {
            let (taken, refused): (&[&str], &[&str]) = match kind {
                Value::Size => (&["1", "10737418240"], &["0", "-1", "10 GB", "1.5", ""]),
                Value::Count => (&["0", "3"], &["-1", "three", "1.5", ""]),
                Value::Ratio => (&["1.2", "5", "0"], &["-1", "1,2", "NaN", "inf", ""]),
                Value::Switch => (&["true", "false"], &["yes", ""]),
                Value::Policy => (
                    &["SteppingSplitPolicy", "org.apache.hadoop.hbase.regionserver.BusyRegionSplitPolicy"],
                    &["Stepping", ""],
                ),
                Value::Restriction => (&["KeyPrefix", "None"], &["Prefix", ""]),
                Value::Text => (&["|", "_"], &[""]),
            };
            for value in taken {
                assert_eq!(check_setting(name, value), Ok(()), "{name} {value}");
            }
            for value in refused {
                let error = check_setting(name, value).expect_err(name).to_string();
                assert!(error.starts_with(&format!("The setting {name} cannot be “{value}”: give it ")), "{error}");
            }
        }
        let error = check_setting("MAXFILESIZE", "1").expect_err("it is unknown").to_string();
        assert!(
            error.starts_with("“MAXFILESIZE” is no setting that changes what is computed. There are SPLIT_POLICY, ")
        );
    }

    /// What the calculator of the page sets can be set everywhere.
    #[test]
    fn a_draft_has_settings_that_can_be_read() {
        let draft = crate::growth::Draft::new(&crate::design::PRESETS[0].design());
        for (name, value) in draft.plans(crate::growth::Grain::Coarse).iter().flat_map(|plan| &plan.settings) {
            assert_eq!(check_setting(name, value), Ok(()));
        }
    }
}
