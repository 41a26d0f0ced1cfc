//! A designed key as one line of text, which stands in an attribute of its table: `user:int4,time:reversed-time`.
//!
//! A real HBase keeps the attribute as it keeps any, so the fields stay with the table through export, scripts and
//! snapshots.

use super::{Design, Draw, Field, Kind, Length, Unit};
use crate::notation::{Encoding, Own, text};
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

/// The attribute of a table that says what its row keys are made of.
pub const ATTRIBUTE: &str = "splitpoint.key";

/// Reads the text of such an attribute; `None` where it is none.
pub type Reading = fn(&str) -> Option<Encoding>;

/// The code that reads it.
pub const READING: Reading = read_text;

/// What was brought. It is code, the same for every world, and no part of one.
static BROUGHT: OnceLock<Reading> = OnceLock::new();

/// What a program has that is not split.
const BUILT_IN: Option<Reading> = if cfg!(feature = "split") { None } else { Some(READING) };

/// Takes in the code that reads fields, which is [`READING`], where it was loaded later than the rest. Once is enough.
pub fn bring(reading: Reading) {
    let _ = BROUGHT.set(reading);
}

/// What row keys are made of by the text of an attribute; `None` where it says nothing, or its code is not there yet.
pub fn read(spec: &str) -> Option<Encoding> {
    BROUGHT.get().copied().or(BUILT_IN).and_then(|reading| reading(spec))
}

fn read_text(spec: &str) -> Option<Encoding> {
    Design::from_spec(spec).map(|design| design.encoding())
}

/// Fields of a key that is read from a text, at most.
const FIELDS: usize = 64;

impl Design {
    /// The fields as text. Fields that others are computed from are meant by their places, counted from 1; what values
    /// are like is left out.
    pub fn to_spec(&self) -> String {
        let of = |of: Option<u32>| match of.and_then(|id| self.place(id)) {
            Some(place) => format!("-of-{}", place + 1),
            None => String::new(),
        };
        let fields = self.fields.iter().map(|field| {
            let kind = match &field.kind {
                Kind::Hash { width, of: from } => format!("hash{width}{}", of(*from)),
                Kind::Salt { buckets, of: from } => format!("salt{buckets}{}", of(*from)),
                kind => plain(kind),
            };
            format!("{}:{kind}", escaped(&field.name))
        });
        fields.collect::<Vec<_>>().join(",")
    }

    /// The fields from such a text; `None` where it is none. Each field gets its place as its number, from 1.
    pub fn from_spec(spec: &str) -> Option<Self> {
        let mut fields = Vec::new();
        for (id, part) in (1..).zip(spec.split(',')) {
            let (name, kind) = part.trim().rsplit_once(':')?;
            let name = String::from_utf8(text::read(name).ok()?).ok()?;
            fields.push(Field { id, name, kind: kind_of(kind.trim())?, draw: Draw::default() });
        }
        (fields.len() <= FIELDS).then_some(Self { fields })
    }

    /// How keys of these fields are read and typed.
    pub fn encoding(&self) -> Encoding {
        let last = self.fields.len().saturating_sub(1);
        let simple = |(at, field): (usize, &Field)| {
            let encoding = match field.kind {
                Kind::Integer { width: 4, flipped: false, little: false, .. } => Encoding::Int,
                Kind::Integer { width: 8, flipped: false, little: false, .. } => Encoding::Long,
                Kind::Time { unit: Unit::Millisecond, reversed: true } => Encoding::ReversedTime,
                Kind::Text(Length::Until(_)) if at == last => Encoding::Text,
                _ => return None,
            };
            Some((field.name.clone(), encoding))
        };
        match self.fields.iter().enumerate().map(simple).collect::<Option<Vec<_>>>() {
            Some(fields) if fields.is_empty() => Encoding::Text,
            Some(fields) => Encoding::Fields(fields),
            None => {
                let spec = self.to_spec();
                let design = Self::from_spec(&spec).unwrap_or_else(|| self.clone());
                Encoding::Own(Own::new(&spec, Arc::new(design)))
            }
        }
    }
}

fn plain(kind: &Kind) -> String {
    let length = |what: &str, length: &Length| match length {
        Length::Fixed(width) => format!("{what}{width}"),
        Length::Until(byte) => format!("{what}-until-{byte:02x}"),
    };
    match kind {
        Kind::Text(of) => length("text", of),
        Kind::Decimal(of) => length("decimal", of),
        Kind::Integer { width, flipped, little, .. } => {
            let form = |is: bool, word: &'static str| if is { word } else { "" };
            format!("int{width}{}{}", form(*flipped, "-flipped"), form(*little, "-little"))
        }
        Kind::Time { unit, reversed } => {
            let unit = match unit {
                Unit::Millisecond => "time",
                Unit::Hour => "hour",
                Unit::Day => "day",
            };
            format!("{}{unit}", if *reversed { "reversed-" } else { "" })
        }
        Kind::Uuid => "uuid".to_owned(),
        Kind::Constant(raw) => {
            let mut text = "constant-".to_owned();
            for byte in raw {
                let _ = write!(text, "{byte:02x}");
            }
            text
        }
        Kind::Hash { .. } | Kind::Salt { .. } => String::new(),
    }
}

fn kind_of(text: &str) -> Option<Kind> {
    let (text, reversed) = text.strip_prefix("reversed-").map_or((text, false), |rest| (rest, true));
    let time = |unit| Some(Kind::Time { unit, reversed });
    match text {
        "time" => return time(Unit::Millisecond),
        "hour" => return time(Unit::Hour),
        "day" => return time(Unit::Day),
        _ if reversed => return None,
        "uuid" => return Some(Kind::Uuid),
        _ => {}
    }
    if let Some(digits) = text.strip_prefix("constant-") {
        return Some(Kind::Constant(text::read_hex(digits).ok()?));
    }
    let length = |rest: &str| match rest.strip_prefix("-until-") {
        Some(digits) => u8::from_str_radix(digits, 16).ok().map(Length::Until),
        None => rest.parse().ok().filter(|width| *width > 0).map(Length::Fixed),
    };
    if let Some(rest) = text.strip_prefix("text") {
        return length(rest).map(Kind::Text);
    }
    if let Some(rest) = text.strip_prefix("decimal") {
        return length(rest).map(Kind::Decimal);
    }
    if let Some(rest) = text.strip_prefix("int") {
        let (rest, little) = rest.strip_suffix("-little").map_or((rest, false), |rest| (rest, true));
        let (rest, flipped) = rest.strip_suffix("-flipped").map_or((rest, false), |rest| (rest, true));
        let width = rest.parse().ok().filter(|width| matches!(width, 1 | 2 | 4 | 8))?;
        return Some(Kind::Integer { width, flipped, little, slips: false });
    }
    let of = |rest: &str| -> Option<(u8, Option<u32>)> {
        match rest.split_once("-of-") {
            Some((size, place)) => Some((size.parse().ok()?, Some(place.parse().ok()?))),
            None => Some((rest.parse().ok()?, None)),
        }
    };
    if let Some(rest) = text.strip_prefix("hash") {
        let (width, of) = of(rest).filter(|(width, _)| (1..=16).contains(width))?;
        return Some(Kind::Hash { width, of });
    }
    let (buckets, of) = of(text.strip_prefix("salt")?).filter(|(buckets, _)| (1..=128).contains(buckets))?;
    Some(Kind::Salt { buckets, of })
}

/// A name without the signs that have a meaning here.
fn escaped(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter == ' ' || letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.') {
            text.push(letter);
        } else {
            let mut raw = [0; 4];
            for byte in letter.encode_utf8(&mut raw).bytes() {
                let _ = write!(text, "\\x{byte:02X}");
            }
        }
    }
    // Blanks at the ends would be lost.
    let inner = text.trim();
    if inner.len() == text.len() { text } else { text.replace(' ', "\\x20") }
}
