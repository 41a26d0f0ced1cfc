//! A kept session as short text for a link.
//!
//! The version, a full stop, and then its JSON, deflated and written in the letters that may stand in a link
//! (base64url without padding): `v2.…`. The same session has the same text everywhere.
//!
//! Of version 2 the JSON is deflated as if the preset dictionary came before it: a text with what sessions are made of. What a
//! reader did in one step takes a quarter of the letters so. Links of version 1, which have none, are read as before.

use super::{RestoreError, Saved};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::DataFormat;
use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, compress_to_output};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// What stands before the deflated text, by versions, each with its dictionary. The last is written.
const VERSIONS: [(&str, &[u8]); 2] = [("v1.", b""), ("v2.", DICTIONARY)];

/// The preset dictionary of version 2, most usual at its end. Never to be changed: links would say something else.
const DICTIONARY: &[u8] = include_bytes!("dictionary.txt");

/// How hard the text is pressed, which decides what a link looks like: never to be changed.
const LEVEL: u8 = 9;

/// Bytes of JSON that a link may hold.
const LIMIT: usize = 4 << 20;

impl Saved {
    /// As text for a link: letters, digits, `-`, `_` and one full stop.
    pub fn to_link(&self) -> String {
        let [.., (version, dictionary)] = VERSIONS;
        version.to_owned() + &URL_SAFE_NO_PAD.encode(deflated(self.to_text().as_bytes(), dictionary))
    }

    /// From such text. No more than 4 MB are unpacked.
    ///
    /// # Errors
    /// Where it is damaged, too long, of a newer version, or not a session.
    pub fn from_link(link: &str) -> Result<Self, RestoreError> {
        let link = link.trim();
        let known = VERSIONS.iter().find_map(|(version, dictionary)| Some((link.strip_prefix(version)?, dictionary)));
        let Some((packed, dictionary)) = known else {
            let version = link.strip_prefix('v').and_then(|link| link.split_once('.')?.0.parse().ok());
            let newer = version.filter(|version| *version > VERSIONS.len() as u64);
            return Err(newer.map_or(RestoreError::NotALink, RestoreError::Newer));
        };
        let packed = URL_SAFE_NO_PAD.decode(packed).map_err(|_| RestoreError::Damaged)?;
        Self::from_text(&String::from_utf8(inflated(&packed, dictionary)?).map_err(|_| RestoreError::Damaged)?)
    }
}

/// The text, deflated as if the dictionary came before it.
fn deflated(text: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut packer = CompressorOxide::default();
    packer.set_format_and_level(DataFormat::Raw, LEVEL);
    if !dictionary.is_empty() {
        // What comes of the dictionary ends with a whole byte, and is left out.
        compress_to_output(&mut packer, dictionary, TDEFLFlush::Sync, |_| true);
    }
    compress_to_output(&mut packer, text, TDEFLFlush::Finish, |piece| {
        packed.extend_from_slice(piece);
        true
    });
    packed
}

/// The text that was deflated so.
fn inflated(packed: &[u8], dictionary: &[u8]) -> Result<Vec<u8>, RestoreError> {
    let (whole, mut text) = (dictionary.len() + LIMIT, dictionary.to_vec());
    let (mut read, mut end) = (0, text.len());
    let mut unpacker = DecompressorOxide::new();
    text.resize((end + 4 * packed.len() + 64).min(whole), 0);
    loop {
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, taken, given) = decompress(&mut unpacker, &packed[read..], &mut text, end, flags);
        (read, end) = (read + taken, end + given);
        match status {
            TINFLStatus::Done => {
                text.truncate(end);
                return Ok(text.split_off(dictionary.len()));
            }
            TINFLStatus::HasMoreOutput if text.len() == whole => return Err(RestoreError::TooLong(LIMIT)),
            TINFLStatus::HasMoreOutput => text.resize((2 * text.len()).min(whole), 0),
            _ => return Err(RestoreError::Damaged),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_much_may_be_packed_into_a_link_and_no_more() {
        let text = r#"{"version":1,"example":"comments","log":[]}"#;
        for (version, dictionary) in VERSIONS {
            for (length, is_read) in [(LIMIT - 1, true), (LIMIT, true), (LIMIT + 1, false)] {
                let long = format!("{text}{}", " ".repeat(length - text.len()));
                let link = version.to_owned() + &URL_SAFE_NO_PAD.encode(deflated(long.as_bytes(), dictionary));
                match Saved::from_link(&link) {
                    Ok(_) => assert!(is_read, "{length} bytes are too many"),
                    Err(RestoreError::TooLong(LIMIT)) => assert!(!is_read, "{length} bytes may be read"),
                    other => panic!("{version}{length}: {other:?}"),
                }
            }
        }
    }

    #[test]
    fn what_is_packed_with_a_dictionary_is_read_with_it_alone() {
        for text in [&b""[..], b"x", &DICTIONARY[..200], &DICTIONARY.repeat(9)] {
            for (_, dictionary) in VERSIONS {
                assert_eq!(inflated(&deflated(text, dictionary), dictionary), Ok(text.to_vec()));
            }
        }
        let packed = deflated(br#"{"version":1,"example":"comments","log":[]}"#, DICTIONARY);
        assert!(packed.len() < 20, "{} bytes", packed.len());
        assert_eq!(inflated(&packed, b""), Err(RestoreError::Damaged));
    }
}
