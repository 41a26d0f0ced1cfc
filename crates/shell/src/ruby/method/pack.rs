//! `pack` and `unpack`.

use crate::ruby::machine::{Machine, Raised};
use crate::ruby::value::{Exception, Value};

/// Items or bytes that one directive may ask for.
const MOST: usize = 1_000_000;

/// A directive: letter, whether it is big-endian, how many (`None`: all).
type Directive = (char, Option<bool>, Option<usize>);

/// The directives of a pattern, one after the other: there can be as many as the pattern has bytes.
fn directives(pattern: &str) -> impl Iterator<Item = Raised<Directive>> {
    let mut chars = pattern.chars().filter(|c| !c.is_whitespace()).peekable();
    std::iter::from_fn(move || {
        let letter = chars.next()?;
        let mut big = None;
        while let Some(mark) = chars.next_if(|c| matches!(c, '>' | '<' | '_' | '!')) {
            match mark {
                '>' => big = Some(true),
                '<' => big = Some(false),
                _ => {}
            }
        }
        if chars.next_if_eq(&'*').is_some() {
            return Some(Ok((letter, big, None)));
        }
        let mut count = None;
        while let Some(digit) = chars.next_if(char::is_ascii_digit).and_then(|digit| digit.to_digit(10)) {
            count = Some((count.unwrap_or(0) * 10 + digit as usize).min(MOST + 1));
        }
        let count = count.unwrap_or(1);
        let refused =
            || Exception::new("Limit", format!("a count of more than {MOST} in the pattern of pack or unpack"));
        Some(if count > MOST { Err(refused()) } else { Ok((letter, big, Some(count))) })
    })
}

/// Width in bytes and whether it is big-endian.
fn number(letter: char, big: Option<bool>) -> Option<(usize, bool)> {
    Some(match letter {
        'C' | 'c' => (1, true),
        'n' => (2, true),
        'N' => (4, true),
        'v' => (2, false),
        'V' => (4, false),
        'S' | 's' => (2, big.unwrap_or(false)),
        'L' | 'l' | 'I' | 'i' => (4, big.unwrap_or(false)),
        'Q' | 'q' | 'J' | 'j' => (8, big.unwrap_or(false)),
        _ => return None,
    })
}

fn unknown(letter: char) -> std::sync::Arc<Exception> {
    Exception::new("Unsupported", format!("`{letter}` in the pattern of pack or unpack"))
}

pub(super) fn pack(machine: &mut Machine, items: &[Value], pattern: &str) -> Raised<Value> {
    let mut bytes = Vec::new();
    let mut items = items.iter();
    for directive in directives(pattern) {
        let (letter, big, count) = directive?;
        Machine::text_fits(bytes.len())?;
        if matches!(letter, 'a' | 'A' | 'Z' | 'H') {
            let text = super::text(machine, items.next())?;
            machine.afford((text.len() / super::string::SHORT) as u64)?;
            if letter == 'H' {
                let digits: Vec<u8> = text.iter().map(|c| char::from(*c).to_digit(16).unwrap_or(0) as u8).collect();
                bytes.extend(digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)));
                continue;
            }
            let width = count.unwrap_or(text.len());
            let pad = if letter == 'A' { b' ' } else { 0 };
            bytes.extend(text.iter().copied().chain(std::iter::repeat(pad)).take(width));
            continue;
        }
        if letter == 'x' {
            bytes.extend(std::iter::repeat_n(0, count.unwrap_or(0)));
            continue;
        }
        let count = count.unwrap_or(items.len());
        for _ in 0..count {
            let Some(item) = items.next() else { return Err(Exception::new("ArgumentError", "too few arguments")) };
            match letter {
                'U' => super::string::push(&mut bytes, super::string::character(super::int(Some(item))?)),
                'G' | 'E' | 'g' | 'e' | 'D' | 'd' | 'F' | 'f' => {
                    let value = match item {
                        Value::Float(number) => number.0,
                        other => super::int(Some(other))? as f64,
                    };
                    match letter {
                        'G' => bytes.extend(value.to_be_bytes()),
                        'E' | 'D' | 'd' => bytes.extend(value.to_le_bytes()),
                        'g' => bytes.extend((value as f32).to_be_bytes()),
                        _ => bytes.extend((value as f32).to_le_bytes()),
                    }
                }
                _ => {
                    let (width, big) = number(letter, big).ok_or_else(|| unknown(letter))?;
                    let value = super::int(Some(item))?.to_be_bytes();
                    let value = &value[16 - width..];
                    if big { bytes.extend(value) } else { bytes.extend(value.iter().rev()) }
                }
            }
        }
    }
    let text = pattern.trim_start().starts_with('U');
    Machine::text_fits(bytes.len())?;
    Ok(if text { machine.heap.text(bytes) } else { machine.heap.binary(bytes) })
}

pub(super) fn unpack(machine: &mut Machine, bytes: &[u8], pattern: &str) -> Raised<Vec<Value>> {
    let mut rest = bytes;
    let (mut items, mut texts) = (Vec::new(), 0);
    for directive in directives(pattern) {
        let (letter, big, count) = directive?;
        let is_text = matches!(letter, 'a' | 'A' | 'Z' | 'H');
        let all = || rest.len() / number(letter, big).map_or(1, |(width, _)| width);
        texts += usize::from(is_text);
        Machine::fits(texts, items.len() + if is_text { 1 } else { count.unwrap_or_else(all) })?;
        match letter {
            'a' | 'A' | 'Z' => {
                let width = count.unwrap_or(rest.len()).min(rest.len());
                let mut text = rest[..width].to_vec();
                rest = &rest[width..];
                if letter == 'A' {
                    while matches!(text.last(), Some(b' ' | 0)) {
                        text.pop();
                    }
                }
                items.push(machine.heap.binary(text));
            }
            'H' => {
                let digits: String = rest.iter().map(|byte| format!("{byte:02x}")).collect();
                let digits: String = digits.chars().take(count.unwrap_or(usize::MAX)).collect();
                rest = &[];
                Machine::text_fits(digits.len())?;
                items.push(machine.heap.text(digits));
            }
            'U' => {
                let text = String::from_utf8_lossy(rest).into_owned();
                rest = &[];
                items.extend(text.chars().take(count.unwrap_or(usize::MAX)).map(|c| Value::Int(u32::from(c).into())));
            }
            _ => {
                let (width, big) = number(letter, big).ok_or_else(|| unknown(letter))?;
                let mut left = count.unwrap_or(usize::MAX);
                while left > 0 {
                    if rest.len() < width {
                        if count.is_some() {
                            items.push(Value::Nil);
                            left -= 1;
                            continue;
                        }
                        break;
                    }
                    let (now, after) = rest.split_at(width);
                    rest = after;
                    let fold = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
                    let value = if big { now.iter().fold(0, fold) } else { now.iter().rev().fold(0, fold) };
                    let shift = 64 - 8 * width as u32;
                    let signed = letter.is_ascii_lowercase() && !matches!(letter, 'n' | 'v');
                    let value = if signed { i128::from((value << shift).cast_signed() >> shift) } else { value.into() };
                    items.push(Value::Int(value));
                    left -= 1;
                }
            }
        }
    }
    Ok(items)
}
