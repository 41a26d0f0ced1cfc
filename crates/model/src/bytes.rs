//! Byte strings as HBase sees them: unsigned order, `\xNN` text, big-endian numbers, prefix successors.
//!
//! Row keys, qualifiers, family names and values are uninterpreted bytes. Their order is unsigned and
//! lexicographic, a proper prefix first; every number below is big-endian, so that for non-negative numbers
//! byte order is numeric order.

use md5::{Digest, Md5};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// An immutable byte string. Cloning shares it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bytes(Arc<[u8]>);

impl Bytes {
    /// The bytes as a slice.
    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Self(Arc::from(bytes))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Arc::from(bytes))
    }
}

impl From<&str> for Bytes {
    fn from(text: &str) -> Self {
        Self(Arc::from(text.as_bytes()))
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", to_string_binary(self))
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_string_binary(self))
    }
}

macro_rules! byte_string {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(Bytes);

        impl Deref for $name {
            type Target = [u8];
            fn deref(&self) -> &[u8] {
                &self.0
            }
        }

        /// A key may be looked up by a slice: both are ordered and hashed alike.
        impl std::borrow::Borrow<[u8]> for $name {
            fn borrow(&self) -> &[u8] {
                &self.0
            }
        }

        impl<T: Into<Bytes>> From<T> for $name {
            fn from(bytes: T) -> Self {
                Self(bytes.into())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

byte_string! {
    /// A row key: 1 to 32767 bytes in a mutation or a Get; empty only as an open end of a range.
    RowKey
}
byte_string! {
    /// A column qualifier: any bytes, also none.
    Qualifier
}
byte_string! {
    /// The name of a column family.
    Family
}
byte_string! {
    /// The value of a cell.
    Value
}

/// The name of a table: `[namespace:]qualifier`. The default namespace is left out.
pub type TableName = Arc<str>;

/// The text HBase prints for bytes: `0x20..=0x7E` without the backslash as they are, every other byte as `\xNN`
/// with upper-case digits.
///
/// Source: `Bytes.toStringBinary`.
pub fn to_string_binary(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            0x20..=0x7e if byte != b'\\' => text.push(char::from(byte)),
            _ => {
                text.push_str("\\x");
                for nibble in [byte >> 4, byte & 15] {
                    text.push(char::from(b"0123456789ABCDEF"[usize::from(nibble)]));
                }
            }
        }
    }
    text
}

/// Reads the text of [`to_string_binary`]: `\xNN` with upper-case digits is one byte; of any other backslash
/// sequence only the backslash is dropped; every other character becomes its low eight bits.
///
/// Source: `Bytes.toBytesBinary`.
pub fn from_string_binary(text: &str) -> Vec<u8> {
    let chars: Vec<char> = text.chars().collect();
    let digit = |at: usize| -> Option<u8> {
        match chars.get(at)? {
            c @ '0'..='9' => Some(*c as u8 - b'0'),
            c @ 'A'..='F' => Some(*c as u8 - b'A' + 10),
            _ => None,
        }
    };
    let mut bytes = Vec::with_capacity(chars.len());
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        if c != '\\' {
            bytes.push(c as u32 as u8);
            at += 1;
            continue;
        }
        match (chars.get(at + 1), digit(at + 2), digit(at + 3)) {
            (Some('x'), Some(high), Some(low)) => {
                bytes.push(high << 4 | low);
                at += 4;
            }
            _ => at += 1,
        }
    }
    bytes
}

/// A 4-byte big-endian number, as `Bytes.toBytes(int)` writes it. Negative numbers sort after all others.
pub fn from_int(number: i32) -> [u8; 4] {
    number.to_be_bytes()
}

/// An 8-byte big-endian number, as `Bytes.toBytes(long)` writes it. Negative numbers sort after all others.
pub fn from_long(number: i64) -> [u8; 8] {
    number.to_be_bytes()
}

/// Reads a 4-byte big-endian number; `None` for any other width.
pub fn to_int(bytes: &[u8]) -> Option<i32> {
    Some(i32::from_be_bytes(bytes.try_into().ok()?))
}

/// Reads an 8-byte big-endian number; `None` for any other width.
pub fn to_long(bytes: &[u8]) -> Option<i64> {
    Some(i64::from_be_bytes(bytes.try_into().ok()?))
}

/// `Long.MAX_VALUE − time`, so that a later time sorts earlier. Wraps as Java does.
pub fn reversed_time(time: i64) -> i64 {
    i64::MAX.wrapping_sub(time)
}

/// The 16 bytes of the MD5 of these.
pub fn md5(bytes: &[u8]) -> [u8; 16] {
    Md5::digest(bytes).into()
}

/// The smallest row after every row that starts with `prefix`; empty (the end of the table) where no such row
/// exists, because the prefix is empty or all `\xFF`.
///
/// Source: `ClientUtil.calculateTheClosestNextRowKeyForPrefix`.
pub fn prefix_successor(prefix: &[u8]) -> Vec<u8> {
    let kept = prefix.iter().rposition(|&byte| byte != 0xff).map_or(0, |last| last + 1);
    let mut next = prefix[..kept].to_vec();
    if let Some(last) = next.last_mut() {
        *last += 1;
    }
    next
}

/// The smallest row after `row`: `row` and one zero byte.
///
/// Source: `ConnectionUtils.createClosestRowAfter`.
pub fn row_after(row: &[u8]) -> Vec<u8> {
    let mut next = row.to_vec();
    next.push(0);
    next
}

/// Cuts the keys between `a` and `b` into `count + 1` parts of about one size: `a`, the `count` keys between, `b`. The
/// shorter key is padded with zero bytes, and both where they are too close. `inclusive` counts `b` as one of the keys.
/// `None` unless `a < b` and `count > 0`.
///
/// Source: `Bytes.split`.
pub fn split(a: &[u8], b: &[u8], inclusive: bool, count: u32) -> Option<Vec<Vec<u8>>> {
    let width = a.len().max(b.len());
    let pad = |key: &[u8], width| -> Vec<u8> { key.iter().copied().chain(std::iter::repeat(0)).take(width).collect() };
    let (mut low, mut high) = (pad(a, width), pad(b, width));
    if low >= high || count == 0 {
        return None;
    }
    let parts = u64::from(count) + 1;
    loop {
        let mut difference = subtract(&high, &low);
        if inclusive {
            difference = add_multiple(&difference, &[1], 1);
        }
        let interval = divide(&difference, parts);
        if interval.iter().all(|&byte| byte == 0) {
            low.push(0);
            high.push(0);
            continue;
        }
        let between = (1..parts).map(|at| {
            let sum = add_multiple(&low, &interval, at);
            sum[sum.len() - low.len()..].to_vec()
        });
        return Some(std::iter::once(low.clone()).chain(between).chain([high.clone()]).collect());
    }
}

/// `high − low`, of equal width.
fn subtract(high: &[u8], low: &[u8]) -> Vec<u8> {
    let mut difference = high.to_vec();
    let mut borrow = false;
    for (digit, &less) in difference.iter_mut().zip(low).rev() {
        let (first, under) = digit.overflowing_sub(less);
        let (second, again) = first.overflowing_sub(u8::from(borrow));
        (*digit, borrow) = (second, under || again);
    }
    difference
}

/// `number / divisor`, rounded down, of the width of `number`.
fn divide(number: &[u8], divisor: u64) -> Vec<u8> {
    let mut rest = 0_u64;
    let digit = |&byte: &u8| {
        let value = rest << 8 | u64::from(byte);
        rest = value % divisor;
        (value / divisor) as u8
    };
    number.iter().map(digit).collect()
}

/// `number + step · times`, one byte wider than the wider of them.
fn add_multiple(number: &[u8], step: &[u8], times: u64) -> Vec<u8> {
    let width = number.len().max(step.len()) + 1;
    let mut sum = vec![0; width];
    let mut carry = 0_u64;
    for at in 0..width {
        let digit = |bytes: &[u8]| bytes.len().checked_sub(at + 1).map_or(0, |place| u64::from(bytes[place]));
        let value = digit(number) + digit(step) * times + carry;
        sum[width - 1 - at] = value as u8;
        carry = value >> 8;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_text_round_trips_but_for_foreign_backslashes() {
        assert_eq!(to_string_binary(b"a\\b\x00\xff"), "a\\x5Cb\\x00\\xFF");
        assert_eq!(from_string_binary("a\\x5Cb\\x00\\xFF"), b"a\\b\x00\xff");
        assert_eq!(from_string_binary("\\xff"), b"xff");
    }

    #[test]
    fn prefix_successor_drops_trailing_ff() {
        assert_eq!(prefix_successor(b"abc"), b"abd");
        assert_eq!(prefix_successor(b"ab\xff"), b"ac");
        assert_eq!(prefix_successor(b"\xff\xff"), b"");
        assert_eq!(prefix_successor(b""), b"");
    }

    #[test]
    fn negative_numbers_sort_last() {
        assert!(from_long(-1) > from_long(i64::MAX));
        assert!(from_long(20) > from_long(19));
    }
}
