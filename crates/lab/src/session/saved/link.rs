//! A kept session as short text for a link.
//!
//! The version, a full stop, and then its JSON, deflated and written in the letters that may stand in a link
//! (base64url without padding): `v1.…`. The same session has the same text everywhere.

use super::{RestoreError, Saved};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

const FIRST: &str = "v1.";

/// How hard the text is pressed, which decides what a link looks like: never to be changed.
const LEVEL: u8 = 9;

/// Bytes of JSON that a link may hold.
const LIMIT: usize = 4 << 20;

impl Saved {
    /// As text for a link: letters, digits, `-`, `_` and one full stop.
    pub fn to_link(&self) -> String {
        FIRST.to_owned() + &URL_SAFE_NO_PAD.encode(compress_to_vec(self.to_text().as_bytes(), LEVEL))
    }

    /// From such text. No more than 4 MB are unpacked.
    ///
    /// # Errors
    /// Where it is damaged, too long, of a newer version, or not a session.
    pub fn from_link(link: &str) -> Result<Self, RestoreError> {
        let Some(packed) = link.trim().strip_prefix(FIRST) else {
            let version = link.trim().strip_prefix('v').and_then(|link| link.split_once('.')?.0.parse().ok());
            return Err(version.filter(|version| *version > 1).map_or(RestoreError::NotALink, RestoreError::Newer));
        };
        let packed = URL_SAFE_NO_PAD.decode(packed).map_err(|_| RestoreError::Damaged)?;
        let text = decompress_to_vec_with_limit(&packed, LIMIT).map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => RestoreError::TooLong(LIMIT),
            _ => RestoreError::Damaged,
        })?;
        Self::from_text(&String::from_utf8(text).map_err(|_| RestoreError::Damaged)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_much_may_be_packed_into_a_link_and_no_more() {
        let text = r#"{"version":1,"example":"comments","log":[]}"#;
        for (length, is_read) in [(LIMIT - 1, true), (LIMIT, true), (LIMIT + 1, false)] {
            let long = format!("{text}{}", " ".repeat(length - text.len()));
            let link = FIRST.to_owned() + &URL_SAFE_NO_PAD.encode(compress_to_vec(long.as_bytes(), LEVEL));
            match Saved::from_link(&link) {
                Ok(_) => assert!(is_read, "{length} bytes are too many"),
                Err(RestoreError::TooLong(LIMIT)) => assert!(!is_read, "{length} bytes may be read"),
                other => panic!("{length}: {other:?}"),
            }
        }
    }
}
