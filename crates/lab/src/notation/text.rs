//! Bytes as text: UTF-8, with `\xNN` for all other bytes; and as hexadecimal digits.

use super::Problem;

/// Reads a text in which `\xNN` stands for a byte. Any other backslash stands for itself.
pub(crate) fn read(text: &str) -> Result<Vec<u8>, Problem> {
    let mut raw = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\\x") {
        raw.extend_from_slice(&rest.as_bytes()[..at]);
        let digits = rest.as_bytes().get(at + 2..at + 4);
        let byte = digits.and_then(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?));
        let byte = byte.ok_or_else(|| {
            Problem::new("After \\x two hexadecimal digits must follow, as in \\x0A; for a backslash type \\x5C.")
        })?;
        raw.push(byte);
        rest = &rest[at + 4..];
    }
    raw.extend_from_slice(rest.as_bytes());
    Ok(raw)
}

/// Reads pairs of hexadecimal digits, with or without blanks between them.
pub(crate) fn read_hex(text: &str) -> Result<Vec<u8>, Problem> {
    let text = text.trim();
    let text = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    let mut digits = Vec::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        let value = u8::try_from(c).ok().and_then(digit);
        digits.push(
            value.ok_or_else(|| {
                Problem::new(format!("“{c}” is not a hexadecimal digit: use 0–9 and A–F, two a byte."))
            })?,
        );
    }
    if digits.len() % 2 == 1 {
        return Err(Problem::new(format!("{} hexadecimal digits are no whole bytes: add one.", digits.len())));
    }
    Ok(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Prints readable UTF-8 as it is, and all other bytes as `\xNN`.
pub(crate) fn write(raw: &[u8]) -> String {
    let mut text = String::with_capacity(raw.len());
    for chunk in raw.utf8_chunks() {
        for c in chunk.valid().chars() {
            if plain(c) {
                text.push(c);
            } else {
                push_escaped(&mut text, c.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
        push_escaped(&mut text, chunk.invalid());
    }
    text
}

/// Prints a field of a key as [`write`] does, but escapes blanks at its ends, and separators if another field follows.
pub(crate) fn write_field(raw: &[u8], more: bool) -> String {
    let text = write(raw);
    let inner = text.trim();
    let start = text.len() - text.trim_start().len();
    let blanks = |count: usize| "\\x20".repeat(count);
    if inner.is_empty() {
        return blanks(text.len());
    }
    let middle = if more { inner.replace(',', "\\x2C").replace('·', "\\xC2\\xB7") } else { inner.to_owned() };
    format!("{}{middle}{}", blanks(start), blanks(text.len() - start - inner.len()))
}

/// Prints a text in quotes. `None` if the bytes are not a text of visible characters only, or contain a quote, a comma
/// or a `·`: the latter two end a field of a key.
pub(crate) fn quote(raw: &[u8]) -> Option<String> {
    let text = str::from_utf8(raw).ok().filter(|text| !text.is_empty())?;
    text.chars().all(|c| plain(c) && !['"', ',', '·'].contains(&c)).then(|| ["\"", text, "\""].concat())
}

/// Prints every byte as `\xNN`.
pub(crate) fn escape(raw: &[u8]) -> String {
    let mut text = String::with_capacity(raw.len() * 4);
    push_escaped(&mut text, raw);
    text
}

fn push_escaped(text: &mut String, raw: &[u8]) {
    for byte in raw {
        text.push_str("\\x");
        push_hex(text, *byte);
    }
}

/// Prints two hexadecimal digits for each byte, with a blank between bytes.
pub(crate) fn write_hex(raw: &[u8]) -> String {
    let mut text = String::with_capacity(raw.len() * 3);
    for (at, byte) in raw.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        push_hex(&mut text, *byte);
    }
    text
}

fn push_hex(text: &mut String, byte: u8) {
    for nibble in [byte >> 4, byte & 15] {
        text.push(char::from(b"0123456789ABCDEF"[usize::from(nibble)]));
    }
}

fn digit(c: u8) -> Option<u8> {
    char::from(c).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

/// Whether the character is visible and cannot be mistaken for another one. A backslash is not: it begins an escape.
fn plain(c: char) -> bool {
    let blank = c.is_whitespace() && c != ' ';
    let unseen = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    c != '\\' && !c.is_control() && !blank && !unseen
}
