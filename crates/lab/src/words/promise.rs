//! Promises in words.

use super::phrase::Phrase;
use crate::promise::{Promise, Resource, Share};
use crate::sim::world;

/// A promise as a short sentence without a full stop: `every acknowledged write stays`.
pub fn promise(promise: &Promise) -> Phrase {
    let column = |family: &str, qualifier: &[u8]| format!("{family}:{}", String::from_utf8_lossy(qualifier));
    match promise {
        Promise::Acknowledged { .. } => "every acknowledged write stays".into(),
        Promise::Refused { .. } => "no refused write is there".into(),
        Promise::Together { .. } => "its values are seen all or none".into(),
        Promise::Newest { .. } => "the first row is the newest".into(),
        Promise::Once { family, qualifier, .. } => {
            Phrase::from(format!("no {} stands twice", column(family, qualifier)))
        }
        Promise::Pages { .. } => "no row is on two pages, and none is missed".into(),
        Promise::Near { table, prefix } => {
            Phrase::from("rows of ").key(&table.as_str().into(), prefix.as_slice()).text("… are in one region")
        }
        Promise::Largest { percent, of, .. } => Phrase::from(match of {
            Share::Rows => format!("no region has more than {percent} % of the rows"),
            Share::Bytes => format!("no region has more than {percent} % of the bytes"),
        }),
        Promise::Row { table, row, there } => {
            let there = if *there { " is there" } else { " is not there" };
            Phrase::from("row ").key(&table.as_str().into(), row.as_slice()).text(there)
        }
        Promise::Rows { count: 1, .. } => "there is 1 row".into(),
        Promise::Rows { count, .. } => Phrase::from(format!("there are {count} rows")),
        Promise::Cell { table, row, family, qualifier, value } => {
            let phrase = Phrase::new().key(&table.as_str().into(), row.as_slice());
            let phrase = phrase.text(format!(" {}", column(family, qualifier)));
            match value {
                Some(value) => phrase.text(format!(" is {}", super::value(value))),
                None => phrase.text(" is not there"),
            }
        }
        Promise::AtMost { resource, most, client } => {
            let what = match resource {
                Resource::Calls => "call",
                Resource::Rows => "row",
                Resource::Cells => "cell",
                Resource::Blocks => "block",
            };
            let verb = match resource {
                Resource::Calls => "takes",
                Resource::Rows | Resource::Cells | Resource::Blocks => "looks at",
            };
            let whose = client.map(|client| format!(" of {}", world::letter(client))).unwrap_or_default();
            Phrase::from(format!("no operation{whose} {verb} more than {}", super::counted(*most, what)))
        }
    }
}
