//! The bytes of a row key from the values of its fields, and back.

use super::{Design, Field, Kind, Value};
use splitpoint_model::bytes;
use std::cmp::Ordering;
use std::ops::Range;

impl Design {
    /// The bytes of a row key. There is one value for each field; those of derived and constant fields do not matter.
    /// `None` where a value does not fit its field.
    pub fn key(&self, values: &[Value]) -> Option<Vec<u8>> {
        let mut raw = Vec::new();
        for at in 0..self.fields.len() {
            raw.extend(self.piece(at, values)?);
        }
        Some(raw)
    }

    /// The bytes of one field in a key, with the separator where another field follows. `None` where a value does not
    /// fit.
    pub fn piece(&self, at: usize, values: &[Value]) -> Option<Vec<u8>> {
        let field = self.fields.get(at)?;
        let mut raw = match &field.kind {
            Kind::Hash { of, .. } | Kind::Salt { of, .. } => field.kind.derive(&self.source(*of, values)?),
            Kind::Constant(raw) => raw.clone(),
            kind => kind.encode(values.get(at)?)?,
        };
        if at + 1 < self.fields.len() {
            raw.extend(field.kind.separator());
        }
        Some(raw)
    }

    /// What a hash or a salt is computed from: the bytes of its sources, without separators.
    fn source(&self, of: Option<u32>, values: &[Value]) -> Option<Vec<u8>> {
        let mut raw = Vec::new();
        for at in self.sources(of) {
            raw.extend(self.fields[at].kind.encode(values.get(at)?)?);
        }
        Some(raw)
    }

    /// The values of a row key, each with the place of its bytes; a separator belongs to the field that it ends. They
    /// are all bytes, in order: what is left at the end is the last field's, and where bytes are missing the rest of the
    /// fields have none.
    pub fn parts(&self, raw: &[u8]) -> Vec<(Value, Range<usize>)> {
        let mut parts = Vec::with_capacity(self.fields.len());
        let mut from = 0;
        for (at, field) in self.fields.iter().enumerate() {
            let is_last = at + 1 == self.fields.len();
            let (end, to) = if is_last { (raw.len(), raw.len()) } else { ends(field, raw, from) };
            parts.push((field.kind.decode(&raw[from..end]), from..to));
            from = to;
        }
        parts
    }

    /// The order in which a person expects two rows: by the values of each field in turn, newest first where time is
    /// reversed. Fields without a value of the row are told apart by their bytes.
    pub fn order(&self, one: &[Value], other: &[Value]) -> Ordering {
        let orders = self.fields.iter().enumerate().map(|(at, field)| {
            let (Some(a), Some(b)) = (one.get(at), other.get(at)) else { return Ordering::Equal };
            if !field.is_given() {
                return self.piece(at, one).cmp(&self.piece(at, other));
            }
            let order = a.order(b);
            if field.kind.descends() { order.reverse() } else { order }
        });
        orders.fold(Ordering::Equal, Ordering::then)
    }
}

impl Kind {
    /// What is computed from these bytes of other fields; nothing for a kind that is not computed.
    pub(super) fn derive(&self, source: &[u8]) -> Vec<u8> {
        match self {
            Self::Hash { width, .. } => bytes::md5(source).into_iter().take(usize::from(*width)).collect(),
            Self::Salt { buckets, .. } => vec![bucket(source, *buckets)],
            _ => Vec::new(),
        }
    }
}

/// Where the value of a field that is not the last ends, and where its bytes do.
fn ends(field: &Field, raw: &[u8], from: usize) -> (usize, usize) {
    match (field.kind.separator(), &field.kind) {
        (Some(separator), _) => match raw[from..].iter().position(|byte| *byte == separator) {
            Some(length) => (from + length, from + length + 1),
            None => (raw.len(), raw.len()),
        },
        (None, Kind::Integer { width, .. }) => {
            let end = raw.len().min(from + usize::from(*width));
            (end, end)
        }
        (None, kind) => {
            let end = raw.len().min(from + kind.width().unwrap_or(raw.len()));
            (end, end)
        }
    }
}

/// One of so many buckets, as Apache Phoenix salts.
///
/// Source: `SaltingUtil.getSaltingByte`.
fn bucket(raw: &[u8], buckets: u8) -> u8 {
    let hash = raw.iter().fold(1_i32, |hash, byte| hash.wrapping_mul(31).wrapping_add(i32::from(byte.cast_signed())));
    let bucket = (hash % i32::from(buckets.max(1))).unsigned_abs();
    u8::try_from(bucket).unwrap_or(0)
}
