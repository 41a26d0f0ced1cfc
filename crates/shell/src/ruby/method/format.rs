//! `format`.

use super::string::SHORT;
use super::{inspect, number};
use crate::ruby::lexer::float;
use crate::ruby::machine::{Machine, Raised};
use crate::ruby::value::{Exception, Value};

/// One directive.
#[derive(Default)]
struct Directive {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    sharp: bool,
    width: usize,
    precision: Option<usize>,
}

/// Widths and precisions that are read.
const WIDEST: usize = 100_000;

pub(super) fn format(machine: &mut Machine, pattern: &[u8], args: &[Value]) -> Raised<Vec<u8>> {
    let pattern: Vec<char> = String::from_utf8_lossy(pattern).chars().collect();
    let mut out = Vec::new();
    let given = args;
    let mut args = args.iter();
    let mut at = 0;
    while let Some(&c) = pattern.get(at) {
        at += 1;
        if c != '%' {
            super::string::push(&mut out, c);
            continue;
        }
        let mut directive = Directive::default();
        let few = || Exception::new("ArgumentError", "too few arguments");
        // What `%2$s` or `%<name>s` names.
        let mut named: Option<Value> = None;
        while let Some(&flag) = pattern.get(at) {
            match flag {
                '-' => directive.left = true,
                '0' => directive.zero = true,
                '+' => directive.plus = true,
                ' ' => directive.space = true,
                '#' => directive.sharp = true,
                _ => break,
            }
            at += 1;
        }
        let read = |at: &mut usize| {
            let mut number = 0_usize;
            while let Some(digit) = pattern.get(*at).and_then(|c| c.to_digit(10)) {
                number = (number * 10 + digit as usize).min(WIDEST);
                *at += 1;
            }
            number
        };
        let mut whole_text = false;
        if let Some(open @ ('<' | '{')) = pattern.get(at) {
            let close = if *open == '<' { '>' } else { '}' };
            let name: String = pattern[at + 1..].iter().take_while(|c| **c != close).collect();
            at += name.chars().count() + 2;
            if at > pattern.len() {
                return Err(Exception::new("ArgumentError", "malformed name - unmatched parenthesis"));
            }
            let Some(pairs) = given.first().and_then(|hash| machine.heap.pairs(hash)) else {
                return Err(Exception::new("ArgumentError", "one hash required"));
            };
            let found = pairs.iter().find(|(key, _)| matches!(key, Value::Symbol(key) if **key == *name));
            let Some((_, value)) = found else {
                return Err(Exception::new("KeyError", format!("key{open}{name}{close} not found")));
            };
            named = Some(value.clone());
            whole_text = *open == '{';
        }
        if !whole_text {
            if pattern.get(at) == Some(&'*') {
                at += 1;
                let width = super::int(Some(args.next().ok_or_else(few)?))?;
                directive.left |= width < 0;
                directive.width = usize::try_from(width.unsigned_abs()).unwrap_or(WIDEST).min(WIDEST);
            } else {
                directive.width = read(&mut at);
            }
            if pattern.get(at) == Some(&'$') {
                at += 1;
                named = Some(directive.width.checked_sub(1).and_then(|at| given.get(at)).cloned().ok_or_else(few)?);
                directive.width = read(&mut at);
            }
            if pattern.get(at) == Some(&'.') {
                at += 1;
                directive.precision = Some(read(&mut at));
            }
        }
        let mut next = || named.as_ref().map_or_else(|| args.next().ok_or_else(few), Ok);
        let letter = match pattern.get(at) {
            _ if whole_text => 's',
            Some(letter) => {
                at += 1;
                *letter
            }
            None if directive.width > 0 => {
                return Err(Exception::new("ArgumentError", "malformed format string - %[0-9]"));
            }
            None => {
                let message = "incomplete format specifier; use %% (double %) instead";
                return Err(Exception::new("ArgumentError", message));
            }
        };
        if letter == '%' {
            out.push(b'%');
            continue;
        }
        let body = match letter {
            's' | 'p' => {
                let value = next()?;
                let bytes = if letter == 's' {
                    inspect::to_s(&machine.heap, value)
                } else {
                    inspect::inspect(&machine.heap, value).into_bytes()
                };
                machine.afford((bytes.len() / SHORT) as u64)?;
                let text = String::from_utf8_lossy(&bytes).into_owned();
                match directive.precision {
                    Some(most) => text.chars().take(most).collect(),
                    None => text,
                }
            }
            'd' | 'i' | 'u' => signed(&directive, whole(machine, next()?)?, |n| n.to_string(), ""),
            'x' => based(&directive, whole(machine, next()?)?, |n| format!("{n:x}"), "0x", 'f'),
            'X' => based(&directive, whole(machine, next()?)?, |n| format!("{n:X}"), "0X", 'F'),
            'o' => based(&directive, whole(machine, next()?)?, |n| format!("{n:o}"), "0", '7'),
            'b' => based(&directive, whole(machine, next()?)?, |n| format!("{n:b}"), "0b", '1'),
            'B' => based(&directive, whole(machine, next()?)?, |n| format!("{n:b}"), "0B", '1'),
            'c' => match next()? {
                Value::Int(code) => super::string::character(*code).to_string(),
                other => {
                    let text = String::from_utf8_lossy(&super::text(machine, Some(other))?).into_owned();
                    if text.chars().count() != 1 {
                        return Err(Exception::new("ArgumentError", "%c requires a character"));
                    }
                    text
                }
            },
            'f' | 'e' | 'g' | 'E' | 'G' => {
                let number = real(machine, next()?)?;
                let precision = directive.precision.unwrap_or(6);
                let text = match letter {
                    _ if number.is_nan() => "NaN".to_owned(),
                    _ if number.is_infinite() => "Inf".to_owned(),
                    'f' => fixed(number.abs(), precision),
                    'e' | 'E' => scientific(number.abs(), precision),
                    _ => general(number.abs(), precision.max(1)),
                };
                let text = if letter.is_ascii_uppercase() { text.to_uppercase() } else { text };
                padded(&directive, sign(&directive, number < 0.0 || number == 0.0 && number.is_sign_negative()), &text)
            }
            other => return Err(Exception::new("ArgumentError", format!("malformed format string - %{other}"))),
        };
        let missing = directive.width.saturating_sub(body.chars().count());
        Machine::text_fits(out.len() + body.len() + missing)?;
        if directive.left {
            out.extend(body.as_bytes());
            out.extend(std::iter::repeat_n(b' ', missing));
        } else {
            out.extend(std::iter::repeat_n(b' ', missing));
            out.extend(body.as_bytes());
        }
    }
    Ok(out)
}

fn padded(directive: &Directive, sign: &str, digits: &str) -> String {
    let missing = directive.width.saturating_sub(sign.len() + digits.len());
    let zeros = if directive.zero && !directive.left { "0".repeat(missing) } else { String::new() };
    format!("{sign}{zeros}{digits}")
}

fn signed(directive: &Directive, number: i128, digits: impl Fn(u128) -> String, prefix: &str) -> String {
    let mut text = digits(number.unsigned_abs());
    if let Some(least) = directive.precision {
        text = format!("{}{text}", "0".repeat(least.saturating_sub(text.len())));
    }
    let prefix = if directive.sharp { prefix } else { "" };
    padded(directive, &format!("{}{prefix}", sign(directive, number < 0)), &text)
}

/// A number to a base that is a power of two; without a sign of its own a negative one is shown as its complement.
fn based(directive: &Directive, number: i128, digits: impl Fn(u128) -> String, prefix: &str, highest: char) -> String {
    if number >= 0 || directive.plus || directive.space {
        return signed(directive, number, digits, prefix);
    }
    // The digits of all 128 bits; the first of an octal number has but two.
    let all = digits(number as u128);
    let rest = if highest == '7' { all[1..].trim_start_matches('7') } else { all.trim_start_matches(highest) };
    let mut text = format!("{highest}{rest}");
    let prefix = if directive.sharp { prefix } else { "" };
    let wanted = match directive.precision {
        Some(least) => least,
        None if directive.zero && !directive.left => directive.width.saturating_sub(prefix.len()),
        None => 0,
    };
    let missing = wanted.saturating_sub(text.len() + 2);
    text.insert_str(0, &highest.to_string().repeat(missing));
    format!("{prefix}..{text}")
}

/// The decimal digits of a number and where their point stands, rounded to so many behind the first or the point: of
/// two that are as near, the even one is taken.
///
/// Source: `NumberFormat` of JRuby's `Sprintf`, which rounds what it prints otherwise.
fn rounded(number: f64, keep: impl Fn(i32) -> i32) -> (Vec<u8>, i32) {
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    let mut point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let count = keep(point);
    if count < 0 {
        return (Vec::new(), point);
    }
    let count = count as usize;
    if count < digits.len() {
        let rest = digits.split_off(count);
        let half = rest[0] == 5 && rest[1..].iter().all(|digit| *digit == 0);
        let up = if half { digits.last().is_none_or(|last| last % 2 == 1) } else { rest[0] >= 5 };
        if up {
            let mut at = digits.len();
            loop {
                if at == 0 {
                    digits.insert(0, 1);
                    digits.truncate(count.max(1));
                    point += 1;
                    break;
                }
                at -= 1;
                if digits[at] < 9 {
                    digits[at] += 1;
                    break;
                }
                digits[at] = 0;
            }
        }
    }
    (digits, point)
}

fn fixed(number: f64, precision: usize) -> String {
    let (digits, point) = rounded(number, |point| point.saturating_add(precision as i32));
    let digit =
        |at: i32| usize::try_from(at).ok().and_then(|at| digits.get(at)).map_or('0', |digit| char::from(b'0' + digit));
    let before: String = (0..point.max(0)).map(digit).collect();
    let behind: String = (0..precision as i32).map(|at| digit(point + at)).collect();
    let before = if before.is_empty() { "0" } else { &before };
    if precision == 0 { before.to_owned() } else { format!("{before}.{behind}") }
}

/// The sign of a number, or what a flag puts in its place.
fn sign(directive: &Directive, negative: bool) -> &'static str {
    match directive {
        _ if negative => "-",
        Directive { plus: true, .. } => "+",
        Directive { space: true, .. } => " ",
        _ => "",
    }
}

fn scientific(number: f64, precision: usize) -> String {
    let (digits, point) = rounded(number, |_| precision as i32 + 1);
    let digit = |at: usize| digits.get(at).map_or('0', |digit| char::from(b'0' + digit));
    let behind: String = (1..=precision).map(digit).collect();
    let point_text = if precision == 0 { "" } else { "." };
    let exponent = point - 1;
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}{point_text}{behind}e{sign}{:02}", digit(0), exponent.unsigned_abs())
}

/// The shorter of both: which one, the exponent of the rounded number says.
fn general(number: f64, precision: usize) -> String {
    let exponent = rounded(number, |_| precision as i32).1 - 1;
    let behind = precision as i32 - 1;
    let text = if (-4..=behind).contains(&exponent) {
        fixed(number, (behind - exponent) as usize)
    } else {
        scientific(number, behind as usize)
    };
    match text.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", trimmed(mantissa)),
        None => trimmed(&text),
    }
}

fn trimmed(text: &str) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() }
}

/// A text that is read as a number.
fn digits(machine: &mut Machine, value: &Value) -> Raised<String> {
    let text = machine.heap.string(value).unwrap_or_default();
    machine.afford(text.len() as u64)?;
    Ok(text)
}

fn whole(machine: &mut Machine, value: &Value) -> Raised<i128> {
    match value {
        Value::Str(_) => {
            let text = digits(machine, value)?;
            number::parse(&text).ok_or_else(|| {
                let shown = inspect::inspect(&machine.heap, value);
                Exception::new("ArgumentError", format!("invalid value for Integer(): {shown}"))
            })
        }
        Value::Float(number) if !number.0.is_finite() => {
            Err(Exception::new("FloatDomainError", inspect::float(number.0)))
        }
        Value::Float(number) => Ok(number.0.trunc() as i128),
        Value::Nil => Err(Exception::new("TypeError", "can't convert nil into Integer")),
        other => super::int(Some(other)),
    }
}

fn real(machine: &mut Machine, value: &Value) -> Raised<f64> {
    match value {
        Value::Int(number) => Ok(*number as f64),
        Value::Float(number) => Ok(number.0),
        Value::Str(_) => {
            let text = digits(machine, value)?;
            float(text.trim()).ok_or_else(|| {
                let shown = inspect::inspect(&machine.heap, value);
                Exception::new("ArgumentError", format!("invalid value for Float(): {shown}"))
            })
        }
        Value::Nil => Err(Exception::new("TypeError", "can't convert nil into Float")),
        other => Err(Exception::new("TypeError", format!("can't convert {} into Float", other.class()))),
    }
}
