//! `format`.

use super::{inspect, number};
use crate::machine::{Machine, Raised};
use crate::value::{Exception, Value};

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

pub(super) fn format(machine: &Machine, pattern: &[u8], args: &[Value]) -> Raised<Vec<u8>> {
    let pattern: Vec<char> = String::from_utf8_lossy(pattern).chars().collect();
    let mut out = Vec::new();
    let mut args = args.iter();
    let mut at = 0;
    while let Some(&c) = pattern.get(at) {
        at += 1;
        if c != '%' {
            super::string::push(&mut out, c);
            continue;
        }
        let mut directive = Directive::default();
        let mut next = || args.next().ok_or_else(|| Exception::new("ArgumentError", "too few arguments"));
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
        if pattern.get(at) == Some(&'*') {
            at += 1;
            let width = super::int(machine, Some(next()?))?;
            directive.left |= width < 0;
            directive.width = (width.unsigned_abs() as usize).min(WIDEST);
        } else {
            directive.width = read(&mut at);
        }
        if pattern.get(at) == Some(&'.') {
            at += 1;
            directive.precision = Some(read(&mut at));
        }
        if matches!(pattern.get(at), Some('<' | '{')) {
            return Err(Exception::new("Unsupported", "names in a format (`%<name>s`, `%{name}`)"));
        }
        let letter = pattern.get(at).copied().unwrap_or('%');
        at += 1;
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
                let text = String::from_utf8_lossy(&bytes).into_owned();
                match directive.precision {
                    Some(most) => text.chars().take(most).collect(),
                    None => text,
                }
            }
            'd' | 'i' | 'u' => signed(&directive, whole(machine, next()?)?, |n| n.to_string(), ""),
            'x' => signed(&directive, whole(machine, next()?)?, |n| format!("{n:x}"), "0x"),
            'X' => signed(&directive, whole(machine, next()?)?, |n| format!("{n:X}"), "0X"),
            'o' => signed(&directive, whole(machine, next()?)?, |n| format!("{n:o}"), "0"),
            'b' | 'B' => signed(&directive, whole(machine, next()?)?, |n| format!("{n:b}"), "0b"),
            'c' => match next()? {
                Value::Int(code) => char::from_u32(*code as u32).unwrap_or('?').to_string(),
                other => String::from_utf8_lossy(&inspect::to_s(&machine.heap, other)).chars().take(1).collect(),
            },
            'f' | 'e' | 'g' | 'E' | 'G' => {
                let number = real(machine, next()?)?;
                let precision = directive.precision.unwrap_or(6);
                let text = match letter {
                    'f' => format!("{:.precision$}", number.abs()),
                    'e' | 'E' => scientific(number.abs(), precision),
                    _ => general(number.abs(), precision.max(1)),
                };
                padded(&directive, sign(&directive, number < 0.0), &text)
            }
            other => return Err(Exception::new("ArgumentError", format!("malformed format string - %{other}"))),
        };
        let missing = directive.width.saturating_sub(body.chars().count());
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

/// What stands before a number.
fn sign(directive: &Directive, negative: bool) -> &'static str {
    match directive {
        _ if negative => "-",
        Directive { plus: true, .. } => "+",
        Directive { space: true, .. } => " ",
        _ => "",
    }
}

fn scientific(number: f64, precision: usize) -> String {
    let text = format!("{number:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

fn general(number: f64, precision: usize) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let exponent = number.log10().floor() as i64;
    let text = if exponent < -4 || exponent >= precision as i64 {
        scientific(number, precision - 1)
    } else {
        let places = (precision as i64 - 1 - exponent).max(0) as usize;
        format!("{number:.places$}")
    };
    match text.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", trimmed(mantissa)),
        None => trimmed(&text),
    }
}

fn trimmed(text: &str) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() }
}

fn whole(machine: &Machine, value: &Value) -> Raised<i128> {
    match value {
        Value::Str(_) => {
            let text = machine.heap.string(value).unwrap_or_default();
            number::parse(&text).ok_or_else(|| {
                let shown = inspect::inspect(&machine.heap, value);
                Exception::new("ArgumentError", format!("invalid value for Integer(): {shown}"))
            })
        }
        Value::Float(number) => Ok(number.0.floor() as i128),
        Value::Nil => Err(Exception::new("TypeError", "can't convert nil into Integer")),
        other => super::int(machine, Some(other)),
    }
}

fn real(machine: &Machine, value: &Value) -> Raised<f64> {
    match value {
        Value::Int(number) => Ok(*number as f64),
        Value::Float(number) => Ok(number.0),
        Value::Str(_) => {
            let text = machine.heap.string(value).unwrap_or_default();
            let shown = inspect::inspect(&machine.heap, value);
            text.trim()
                .parse()
                .map_err(|_| Exception::new("ArgumentError", format!("invalid value for Float(): {shown}")))
        }
        Value::Nil => Err(Exception::new("TypeError", "can't convert nil into Float")),
        other => Err(Exception::new("TypeError", format!("can't convert {} into Float", other.class()))),
    }
}
