//! A region as `hbase:meta` describes it.

use super::{Region, RegionState};
use crate::bytes::{RowKey, to_string_binary};
use crate::region::name::RegionName;
use std::fmt;

/// What begins bytes that Protocol Buffers wrote.
///
/// Source: `ProtobufMagic`.
const MAGIC: &[u8] = b"PBUF";

/// The namespace of a table whose name has none.
const NAMESPACE: &str = "default";

/// The name of a region, where it ends, and whether it was split.
///
/// Source: `RegionInfo`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RegionInfo {
    /// Table, first row and time.
    pub name: RegionName,
    /// The row after its last; empty for the open end.
    pub end: RowKey,
    /// Whether it was split, and its daughters stand in its place. HBase calls it offline then, too.
    pub is_split: bool,
}

impl RegionInfo {
    /// That of a region as it is now.
    pub fn of(region: &Region) -> Self {
        let is_split = region.state() == RegionState::Replaced;
        Self { name: region.name().clone(), end: region.end().clone(), is_split }
    }

    /// As the value of `info:regioninfo`.
    ///
    /// Source: `RegionInfo.toByteArray`, `HBase.proto`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (namespace, qualifier) = self.name.table().split_once(':').unwrap_or((NAMESPACE, self.name.table()));
        let mut table = Vec::new();
        put_bytes(&mut table, 1, namespace.as_bytes());
        put_bytes(&mut table, 2, qualifier.as_bytes());
        let mut bytes = MAGIC.to_vec();
        put_number(&mut bytes, 1, self.name.time().cast_unsigned());
        put_bytes(&mut bytes, 2, &table);
        put_bytes(&mut bytes, 3, self.name.start());
        put_bytes(&mut bytes, 4, &self.end);
        put_number(&mut bytes, 5, self.is_split.into());
        put_number(&mut bytes, 6, self.is_split.into());
        put_number(&mut bytes, 7, 0); // the number of a replica
        bytes
    }

    /// What [`to_bytes`](Self::to_bytes) wrote; `None` for any other bytes.
    ///
    /// Source: `RegionInfo.parseFromOrNull`.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let (mut time, mut is_split) = (None, false);
        let (mut table, mut start, mut end) = (None, &[][..], &[][..]);
        while !rest.is_empty() {
            match take(&mut rest)? {
                (1, Field::Number(number)) => time = Some(number.cast_signed()),
                (2, Field::Bytes(bytes)) => table = Some(table_name(bytes)?),
                (3, Field::Bytes(bytes)) => start = bytes,
                (4, Field::Bytes(bytes)) => end = bytes,
                (6, Field::Number(number)) => is_split = number != 0,
                _ => {}
            }
        }
        Some(Self { name: RegionName::new(&table?, &start.into(), time?), end: end.into(), is_split })
    }
}

/// `{ENCODED => …, NAME => '…', STARTKEY => '…', ENDKEY => '…'}`.
///
/// Source: `MutableRegionInfo.toString`.
impl fmt::Display for RegionInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, end, is_split } = self;
        let (start, end) = (to_string_binary(name.start()), to_string_binary(end));
        write!(f, "{{ENCODED => {}, NAME => '{name}', STARTKEY => '{start}', ENDKEY => '{end}'", name.encoded())?;
        f.write_str(if *is_split { ", OFFLINE => true, SPLIT => true}" } else { "}" })
    }
}

enum Field<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

fn put_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

fn put_number(bytes: &mut Vec<u8>, field: u64, number: u64) {
    put_varint(bytes, field << 3);
    put_varint(bytes, number);
}

fn put_bytes(bytes: &mut Vec<u8>, field: u64, value: &[u8]) {
    put_varint(bytes, field << 3 | 2);
    put_varint(bytes, value.len() as u64);
    bytes.extend_from_slice(value);
}

fn take_varint(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for at in 0..10 {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 0x7f).checked_shl(7 * at)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The next field, with its number.
fn take<'a>(rest: &mut &'a [u8]) -> Option<(u64, Field<'a>)> {
    let key = take_varint(rest)?;
    let number = take_varint(rest)?;
    let field = match key & 7 {
        0 => Field::Number(number),
        2 => {
            let (bytes, after) = rest.split_at_checked(usize::try_from(number).ok()?)?;
            *rest = after;
            Field::Bytes(bytes)
        }
        _ => return None,
    };
    Some((key >> 3, field))
}

fn table_name(mut bytes: &[u8]) -> Option<String> {
    let (mut namespace, mut qualifier) = (None, None);
    while !bytes.is_empty() {
        match take(&mut bytes)? {
            (1, Field::Bytes(name)) => namespace = Some(std::str::from_utf8(name).ok()?),
            (2, Field::Bytes(name)) => qualifier = Some(std::str::from_utf8(name).ok()?),
            _ => {}
        }
    }
    let (namespace, qualifier) = (namespace?, qualifier?);
    Some(if namespace == NAMESPACE { qualifier.to_owned() } else { format!("{namespace}:{qualifier}") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::from_string_binary;

    fn info(table: &str, start: &[u8], end: &[u8], time: i64) -> RegionInfo {
        RegionInfo { name: RegionName::new(table, &start.into(), time), end: end.into(), is_split: false }
    }

    /// Values that a running HBase 2.6.3 had in its `hbase:meta`.
    #[test]
    fn bytes_are_those_of_hbase() {
        let first = info("b", b"", b"\0", 1_795_921_919_334);
        let bytes = r#"PBUF\x08\xE6\xFA\xA6\xAA\xA24\x12\x0C\x0A\x07default\x12\x01b\x1A\x00"\x01\x00(\x000\x008\x00"#;
        assert_eq!(to_string_binary(&first.to_bytes()), bytes);
        assert_eq!(first.name.encoded(), "3460512fb3a65fc3283a2db763ed9a97");
        let system = info("hbase:namespace", b"", b"", 1_795_921_635_355);
        let bytes =
            r#"PBUF\x08\x9B\xD0\x95\xAA\xA24\x12\x12\x0A\x05hbase\x12\x09namespace\x1A\x00"\x00(\x000\x008\x00"#;
        assert_eq!(to_string_binary(&system.to_bytes()), bytes);
        assert_eq!(RegionInfo::from_bytes(&from_string_binary(bytes)), Some(system));
    }

    #[test]
    fn what_was_written_is_read_back_and_other_bytes_are_none() {
        let mut region = info("ns:t", b"a,\xff", b"b", i64::MAX);
        region.is_split = true;
        assert_eq!(RegionInfo::from_bytes(&region.to_bytes()), Some(region.clone()));
        let shown = region.to_string();
        assert!(shown.ends_with(r"STARTKEY => 'a,\xFF', ENDKEY => 'b', OFFLINE => true, SPLIT => true}"), "{shown}");
        let bytes = region.to_bytes();
        for length in 0..bytes.len() {
            // What is cut may still be a whole message without its last fields; it never panics.
            drop(RegionInfo::from_bytes(&bytes[..length]));
        }
        assert_eq!(RegionInfo::from_bytes(b""), None);
        assert_eq!(RegionInfo::from_bytes(b"PBUF\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), None);
    }
}
