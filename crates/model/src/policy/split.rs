//! When a region is split, and where.

use crate::bytes::{self, RowKey};
use crate::schema::{Settings, TableDescriptor};

/// With more regions of a table on a server, increasing policies split no earlier than at the largest size.
const MOST_REGIONS: u64 = 100;

/// A split policy, with the attributes of the table that belong to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SplitPolicy {
    /// `ConstantSizeRegionSplitPolicy`: above the largest size.
    ConstantSize,
    /// `IncreasingToUpperBoundRegionSplitPolicy`: above a size that grows with the cube of the number of regions that
    /// the server has of this table.
    IncreasingToUpperBound,
    /// `SteppingSplitPolicy`, the default: the only region of a table on a server is split early, others as above.
    Stepping,
    /// `KeyPrefixRegionSplitPolicy`: as increasing; the cut is shortened to so many bytes.
    KeyPrefix(Option<usize>),
    /// `DelimitedKeyPrefixRegionSplitPolicy`: as increasing; the cut is shortened to what stands before a delimiter.
    DelimitedKeyPrefix(Option<Vec<u8>>),
    /// `BusyRegionSplitPolicy`: as increasing.
    ///
    /// Deviation "busy-by-size": HBase also splits when too many writes are refused.
    Busy,
    /// `DisabledRegionSplitPolicy`: never, not even by hand.
    Disabled,
}

/// What a policy knows of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Facts {
    /// Bytes of the files of all its stores.
    pub size: u64,
    /// Bytes of the files of its largest store.
    pub largest_store: u64,
    /// How many regions of its table its server has, itself included.
    pub regions_on_server: u64,
}

impl SplitPolicy {
    /// The policy of a table: its attribute `SPLIT_POLICY`, with or without package name, else the setting
    /// `hbase.regionserver.region.split.policy`, else the default. `None` for a name that is no policy.
    pub fn of(settings: &Settings<'_>) -> Option<Self> {
        let name = settings.table().attributes.get("SPLIT_POLICY").map(String::as_str);
        let name = name.or_else(|| settings.get("hbase.regionserver.region.split.policy"));
        Self::named(name.unwrap_or("SteppingSplitPolicy"), settings.table())
    }

    fn named(name: &str, table: &TableDescriptor) -> Option<Self> {
        const PACKAGE: &str = "org.apache.hadoop.hbase.regionserver.";
        let attribute = |name: &str| table.attributes.get(name);
        Some(match name.strip_prefix(PACKAGE).unwrap_or(name) {
            "ConstantSizeRegionSplitPolicy" => Self::ConstantSize,
            "IncreasingToUpperBoundRegionSplitPolicy" => Self::IncreasingToUpperBound,
            "SteppingSplitPolicy" => Self::Stepping,
            "KeyPrefixRegionSplitPolicy" => {
                let length = attribute("KeyPrefixRegionSplitPolicy.prefix_length")
                    .or_else(|| attribute("prefix_split_key_policy.prefix_length"));
                Self::KeyPrefix(length.and_then(|text| text.trim().parse().ok()).filter(|&length| length > 0))
            }
            "DelimitedKeyPrefixRegionSplitPolicy" => {
                let delimiter = attribute("DelimitedKeyPrefixRegionSplitPolicy.delimiter");
                Self::DelimitedKeyPrefix(delimiter.map(|text| text.as_bytes().to_vec()).filter(|d| !d.is_empty()))
            }
            "BusyRegionSplitPolicy" => Self::Busy,
            "DisabledRegionSplitPolicy" => Self::Disabled,
            _ => return None,
        })
    }

    /// With so many regions of a table on a server its [`limit`](Self::limit) is the same as with more.
    pub fn most_regions(&self) -> usize {
        match self {
            Self::Disabled | Self::ConstantSize => 0,
            Self::Stepping => 2,
            Self::IncreasingToUpperBound | Self::KeyPrefix(_) | Self::DelimitedKeyPrefix(_) | Self::Busy => {
                MOST_REGIONS as usize + 1
            }
        }
    }

    /// A region is split when its size is above this; `u64::MAX` for never.
    ///
    /// Deviation: no jitter, so that a size can be told.
    pub fn limit(&self, facts: &Facts, settings: &Settings<'_>) -> u64 {
        let largest = settings.max_file_size();
        let initial = settings
            .number("hbase.increasing.policy.initial.size")
            .and_then(|bytes| u64::try_from(bytes).ok())
            .filter(|&bytes| bytes > 0)
            .unwrap_or_else(|| settings.flush_size().saturating_mul(2));
        match self {
            Self::Disabled => u64::MAX,
            Self::ConstantSize => largest,
            Self::Stepping if facts.regions_on_server == 1 => initial,
            Self::Stepping => largest,
            Self::IncreasingToUpperBound | Self::KeyPrefix(_) | Self::DelimitedKeyPrefix(_) | Self::Busy => {
                let regions = facts.regions_on_server;
                if regions == 0 || regions > MOST_REGIONS {
                    largest
                } else {
                    largest.min(initial.saturating_mul(regions.pow(3)))
                }
            }
        }
    }

    /// The size that is compared with the limit: that of the largest store, or with
    /// `hbase.hregion.split.overallfiles=true` that of all. HBase 3 has it the other way round.
    ///
    /// Source: `ConstantSizeRegionSplitPolicy.isExceedSize`.
    pub fn size(facts: &Facts, settings: &Settings<'_>) -> u64 {
        let all = settings.get("hbase.hregion.split.overallfiles").is_some_and(|set| set.eq_ignore_ascii_case("true"));
        if all { facts.size } else { facts.largest_store }
    }

    /// Shortens a point that was found in a file. One given by hand stays as it is.
    pub fn cut<'a>(&self, point: &'a [u8]) -> &'a [u8] {
        match self {
            Self::KeyPrefix(Some(length)) => cut_to_length(point, *length),
            Self::DelimitedKeyPrefix(Some(delimiter)) => cut_before(point, delimiter),
            _ => point,
        }
    }
}

/// A restriction on split points, found or given; combines with every policy.
///
/// Source: `RegionSplitRestriction`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SplitRestriction {
    /// Any point.
    None,
    /// Points are shortened to so many bytes.
    KeyPrefix(usize),
    /// Points are shortened to what stands before a delimiter.
    DelimitedKeyPrefix(Vec<u8>),
}

impl SplitRestriction {
    /// The restriction of a table, or of the cluster.
    pub fn of(settings: &Settings<'_>) -> Self {
        const KEY: &str = "hbase.regionserver.region.split_restriction";
        match settings.get(&format!("{KEY}.type")) {
            Some("KeyPrefix") => {
                let length = settings.number(&format!("{KEY}.prefix_length"));
                match length.and_then(|length| usize::try_from(length).ok()) {
                    Some(length) if length > 0 => Self::KeyPrefix(length),
                    _ => Self::None,
                }
            }
            Some("DelimitedKeyPrefix") => match settings.get(&format!("{KEY}.delimiter")) {
                Some(delimiter) if !delimiter.is_empty() => Self::DelimitedKeyPrefix(delimiter.as_bytes().to_vec()),
                _ => Self::None,
            },
            _ => Self::None,
        }
    }

    /// Shortens a split point, so that rows with the same prefix stay in one region.
    pub fn cut<'a>(&self, point: &'a [u8]) -> &'a [u8] {
        match self {
            Self::None => point,
            Self::KeyPrefix(length) => cut_to_length(point, *length),
            Self::DelimitedKeyPrefix(delimiter) => cut_before(point, delimiter),
        }
    }
}

fn cut_to_length(point: &[u8], length: usize) -> &[u8] {
    &point[..point.len().min(length)]
}

fn cut_before<'a>(point: &'a [u8], delimiter: &[u8]) -> &'a [u8] {
    let at = point.windows(delimiter.len()).position(|window| window == delimiter);
    at.map_or(point, |at| &point[..at])
}

/// Keys that cut a key space into `regions` parts of about one size: the algorithms of HBase's `RegionSplitter`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SplitAlgorithm {
    /// Cuts the space of all byte strings evenly, at keys of 8 bytes.
    Uniform,
    /// Cuts the space of numbers of 8 hexadecimal digits in lower case evenly.
    HexString,
    /// Cuts the space of numbers of 8 decimal digits evenly.
    DecimalString,
}

impl SplitAlgorithm {
    /// The `regions − 1` keys between the regions.
    pub fn split(self, regions: u32) -> Vec<RowKey> {
        let regions = u64::from(regions.max(1));
        let step = match self {
            Self::Uniform => return uniform(regions),
            Self::HexString => (1_u64 << 32) / regions,
            Self::DecimalString => 100_000_000 / regions,
        };
        (1..regions)
            .map(|at| match self {
                Self::DecimalString => RowKey::from(format!("{:08}", at * step).as_str()),
                _ => RowKey::from(format!("{:08x}", at * step).as_str()),
            })
            .collect()
    }
}

fn uniform(regions: u64) -> Vec<RowKey> {
    let (first, last) = ([0; 8], [0xff; 8]);
    let keys = bytes::split(&first, &last, true, u32::try_from(regions - 1).unwrap_or(u32::MAX)).unwrap_or_default();
    keys.get(1..keys.len().saturating_sub(1)).unwrap_or_default().iter().map(|key| key.as_slice().into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;

    const MIB: u64 = 1 << 20;

    #[test]
    fn limits_of_an_unconfigured_table() {
        let (site, table) = (Map::new(), TableDescriptor::new("t", []));
        let settings = Settings::new(&site, &table);
        let limit = |policy: &SplitPolicy, regions_on_server| {
            policy.limit(&Facts { size: 0, largest_store: 0, regions_on_server }, &settings) / MIB
        };
        let increasing: Vec<u64> =
            [1, 2, 3, 4, 101].map(|regions| limit(&SplitPolicy::IncreasingToUpperBound, regions)).to_vec();
        assert_eq!(increasing, [256, 2048, 6912, 10240, 10240]);
        assert_eq!(limit(&SplitPolicy::Stepping, 1), 256);
        assert_eq!(limit(&SplitPolicy::Stepping, 2), 10240);
        assert_eq!(SplitPolicy::of(&settings), Some(SplitPolicy::Stepping));
    }

    #[test]
    fn regions_beyond_the_most_make_no_difference() {
        let (site, table) = (Map::new(), TableDescriptor::new("t", []).with("MEMSTORE_FLUSHSIZE", "1"));
        let settings = Settings::new(&site, &table);
        for policy in [
            SplitPolicy::ConstantSize,
            SplitPolicy::IncreasingToUpperBound,
            SplitPolicy::Stepping,
            SplitPolicy::KeyPrefix(None),
            SplitPolicy::DelimitedKeyPrefix(None),
            SplitPolicy::Busy,
            SplitPolicy::Disabled,
        ] {
            let limit = |regions: usize| {
                let regions_on_server = regions as u64;
                policy.limit(&Facts { size: 0, largest_store: 0, regions_on_server }, &settings)
            };
            let most = policy.most_regions();
            assert!((most..most + 300).all(|regions| limit(regions) == limit(most)), "{policy:?}");
            assert!(most == 0 || limit(most) != limit(most - 1), "{policy:?}");
        }
    }

    #[test]
    fn prefixes_are_cut() {
        assert_eq!(SplitPolicy::KeyPrefix(Some(3)).cut(b"aab017"), b"aab");
        assert_eq!(SplitPolicy::KeyPrefix(Some(3)).cut(b"a"), b"a");
        assert_eq!(SplitPolicy::KeyPrefix(None).cut(b"aab017"), b"aab017");
        assert_eq!(SplitPolicy::DelimitedKeyPrefix(Some(b"_".to_vec())).cut(b"user_7_x"), b"user");
        assert_eq!(SplitPolicy::DelimitedKeyPrefix(Some(b"_".to_vec())).cut(b"user"), b"user");
        assert_eq!(SplitRestriction::KeyPrefix(2).cut(b"abc"), b"ab");
    }

    #[test]
    fn presplit_keys() {
        let text = |algorithm: SplitAlgorithm, regions| -> Vec<String> {
            algorithm.split(regions).iter().map(ToString::to_string).collect()
        };
        assert_eq!(text(SplitAlgorithm::HexString, 4), ["40000000", "80000000", "c0000000"]);
        assert_eq!(text(SplitAlgorithm::DecimalString, 3), ["33333333", "66666666"]);
        assert_eq!(text(SplitAlgorithm::Uniform, 3), ["UUUUUUUU", "\\xAA".repeat(8).as_str()]);
        let quarters = text(SplitAlgorithm::Uniform, 4);
        assert_eq!(quarters[0], format!("@{}", "\\x00".repeat(7)));
        assert_eq!(quarters[2], format!("\\xC0{}", "\\x00".repeat(7)));
    }
}
