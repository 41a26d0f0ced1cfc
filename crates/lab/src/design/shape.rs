//! Tall or wide: the same cells as many rows, or as one row of many columns; and a second table by the last field of the
//! key.

use super::{Design, Draw, Field, Kind, Length, Unit};
use crate::intent::Raw;
use crate::notation::Encoding;

/// The attribute of a table that was made of another one: what it is, a colon, and the name of the other.
pub const SHAPE: &str = "splitpoint.shape";

/// What stands between the parts of a qualifier that has parts.
const BAR: u8 = b'|';

/// The ways in which the cells of a table can be arranged as other rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Rows that begin with the same first field become one row. The rest of the key moves in front of the qualifier.
    Wide(Design),
    /// What stands before the bar in a qualifier moves behind the row key.
    Tall,
}

impl Turn {
    /// How a table with keys like that, and with these qualifiers, can be laid out anew. `None` where keys have no second
    /// field and qualifiers no parts.
    pub fn of(key: &Encoding, qualifiers: &[Raw]) -> Option<Self> {
        if let Some(design) = Design::of(key)
            && design.fields.len() > 1
            && design.fields[0].is_given()
        {
            return Some(Self::Wide(design));
        }
        let barred = qualifiers.iter().filter(|qualifier| qualifier.contains(&BAR)).count();
        (2 * barred > qualifiers.len()).then_some(Self::Tall)
    }

    /// The word for the new arrangement: `wide` or `tall`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Wide(_) => "wide",
            Self::Tall => "tall",
        }
    }

    /// The fields of row keys in the new arrangement.
    pub fn key(&self) -> Design {
        match self {
            Self::Wide(design) => Design { fields: design.fields[..1].to_vec() },
            Self::Tall => {
                let field = |(id, name): (u32, &str)| Field {
                    id,
                    name: name.to_owned(),
                    kind: Kind::Text(Length::Until(BAR)),
                    draw: Draw::default(),
                };
                Design { fields: [(1, "row"), (2, "part")].map(field).into() }
            }
        }
    }

    /// Where a cell stands afterwards: its row and its qualifier.
    pub fn cell(&self, row: &[u8], qualifier: &[u8]) -> (Raw, Raw) {
        match self {
            Self::Wide(design) => {
                let group = group(design, row);
                (row[..group].to_vec(), [&row[group..], qualifier].concat())
            }
            Self::Tall => match qualifier.iter().position(|byte| *byte == BAR) {
                Some(bar) => ([row, &[BAR], &qualifier[..bar]].concat(), qualifier[bar + 1..].to_vec()),
                None => (row.to_vec(), qualifier.to_vec()),
            },
        }
    }

    /// What a second table is looked up by: the name and the bytes of the last field of a row key. `None` where keys stay
    /// as they are, or where that field is as long as it likes or computed.
    pub fn last<'a>(&self, row: &'a [u8]) -> Option<(&str, &'a [u8])> {
        let Self::Wide(design) = self else { return None };
        let field = design.fields.last().filter(|field| field.is_given())?;
        let (_, place) = design.parts(row).pop()?;
        (field.kind.width() == Some(place.len())).then(|| (field.name.as_str(), &row[place]))
    }
}

/// How many bytes of a key its first field has, with its separator.
fn group(design: &Design, row: &[u8]) -> usize {
    design.parts(row).first().map_or(0, |(_, place)| place.end)
}

impl Design {
    /// The fields of a key that is read like that; `None` where it has none.
    pub fn of(key: &Encoding) -> Option<Self> {
        let fields = match key {
            Encoding::Fields(fields) => fields,
            Encoding::Own(own) => return Self::from_spec(own.spec()),
            _ => return None,
        };
        let field = |(id, (name, encoding)): (u32, &(String, Encoding))| {
            let kind = match encoding {
                Encoding::Int => Kind::integer(4),
                Encoding::Long => Kind::integer(8),
                Encoding::ReversedTime => Kind::Time { unit: Unit::Millisecond, reversed: true },
                Encoding::Text => Kind::Text(Length::Until(0)),
                Encoding::Hex | Encoding::Fields(_) | Encoding::Own(_) => return None,
            };
            Some(Field { id, name: name.clone(), kind, draw: Draw::default() })
        };
        Some(Self { fields: (1..).zip(fields).map(field).collect::<Option<_>>()? })
    }
}
