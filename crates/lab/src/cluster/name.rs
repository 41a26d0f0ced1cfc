//! Names of regions: `table,start,id.encoded.`. The start key in it is any bytes, commas too; the encoded name proves it.

use super::Fault;
use splitpoint_model::bytes;
use std::fmt::Write as _;

/// The name of a region, taken apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    /// Its table, with the namespace where that is not the default one.
    pub table: String,
    /// Its first key; empty at the beginning of a table.
    pub start: Vec<u8>,
    /// When it was made, in milliseconds.
    pub id: u64,
    /// Which copy of the region it is; 0 of the one that takes writes.
    pub replica: u16,
    /// The 32 hexadecimal digits in its name; empty of names of old systems' tables, which have none.
    pub encoded: String,
}

/// Digits of an encoded name.
const DIGITS: usize = 32;

impl Name {
    /// The parts of a name. Where the start key has commas, the table ends at the first and the key at the last.
    ///
    /// # Errors
    /// That it has not these parts.
    pub fn read(raw: &[u8]) -> Result<Self, Fault> {
        Self::parts(raw).ok_or_else(|| Fault::Name(raw.to_vec()))
    }

    fn parts(raw: &[u8]) -> Option<Self> {
        let first = raw.iter().position(|byte| *byte == b',')?;
        let last = raw.iter().rposition(|byte| *byte == b',').filter(|last| *last > first)?;
        let table = std::str::from_utf8(&raw[..first]).ok().filter(|table| !table.is_empty())?;
        let (id, encoded) = match std::str::from_utf8(&raw[last + 1..]).ok()?.split_once('.') {
            Some((id, rest)) => (id, rest.strip_suffix('.').filter(|encoded| is_encoded(encoded))?),
            None => (std::str::from_utf8(&raw[last + 1..]).ok()?, ""),
        };
        let (id, replica) = match id.split_once('_') {
            Some((id, replica)) => (id, u16::from_str_radix(replica, 16).ok()?),
            None => (id, 0),
        };
        Some(Self {
            table: table.to_owned(),
            start: raw[first + 1..last].to_vec(),
            id: id.parse().ok()?,
            replica,
            encoded: encoded.to_owned(),
        })
    }

    /// The bytes of the name.
    pub fn bytes(&self) -> Vec<u8> {
        let mut raw = self.hashed();
        if !self.encoded.is_empty() {
            raw.extend([b".", self.encoded.as_bytes(), b"."].concat());
        }
        raw
    }

    /// What the encoded name is computed from.
    fn hashed(&self) -> Vec<u8> {
        let mut id = self.id.to_string();
        if self.replica > 0 {
            // Writing to a String cannot fail.
            let _ = write!(id, "_{:04X}", self.replica);
        }
        [self.table.as_bytes(), b",", &self.start, b",", id.as_bytes()].concat()
    }

    /// Whether the encoded name is that of this table, start key and id, so that no byte of the key was lost on the way.
    pub fn is_proved(&self) -> bool {
        self.encoded == digits(&bytes::md5(&self.hashed()))
    }

    /// The name of a region of that table, start key and id.
    pub fn made(table: &str, start: &[u8], id: u64) -> Self {
        let mut name = Self { table: table.to_owned(), start: start.to_vec(), id, replica: 0, encoded: String::new() };
        name.encoded = digits(&bytes::md5(&name.hashed()));
        name
    }

    /// This name with another start key; `None` unless the encoded name, a hash of all parts, proves that key.
    pub(super) fn proved_with(&self, start: Vec<u8>) -> Option<Self> {
        Some(Self { start, ..self.clone() }).filter(Self::is_proved)
    }
}

fn is_encoded(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn digits(raw: &[u8]) -> String {
    raw.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
