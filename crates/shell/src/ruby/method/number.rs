//! Methods of numbers.

use super::{Called, inspect, order};
use crate::ruby::machine::{Loop, LoopKind, Machine, Raised, Returned, Source};
use crate::ruby::tree::Float;
use crate::ruby::value::{Exception, Value};
use std::cmp::Ordering;

pub(super) const NAMES: &str = "abs ceil chr digits divmod downto even? fdiv floor gcd lcm modulo next odd? ord pow pred round step succ \
    times to_f to_i truncate upto zero? positive? negative? integer? between? clamp";

pub(super) fn large() -> std::sync::Arc<Exception> {
    Exception::new("Unsupported", "numbers of more than 128 bits")
}

/// `left op right` for numbers, and `+` for what else is added up.
pub(crate) fn binary(machine: &mut Machine, left: &Value, op: &str, right: &Value) -> Raised<Value> {
    match super::plain(machine, left, op, std::slice::from_ref(right))? {
        Returned::Value(value) => Ok(value),
        _ => Err(machine.no_method(left, op)),
    }
}

fn coerce(value: &Value, into: &str) -> std::sync::Arc<Exception> {
    let what = match value {
        Value::Nil => "nil".to_owned(),
        Value::Bool(value) => value.to_string(),
        other => other.class(),
    };
    Exception::new("TypeError", format!("{what} can't be coerced into {into}"))
}

pub(super) fn call(
    machine: &mut Machine,
    receiver: &Value,
    name: &str,
    args: &[Value],
    block: Option<&Value>,
) -> Called {
    if let ("divmod", [right @ (Value::Int(_) | Value::Float(_))]) = (name, args) {
        let (quotient, rest) =
            (operator(machine, receiver, "div", right)?, operator(machine, receiver, "modulo", right)?);
        let pair = quotient.into_iter().chain(rest).collect();
        return Ok(Returned::Value(machine.heap.array(pair)));
    }
    if let (Some(right), 1) = (args.first(), args.len())
        && let Some(value) = operator(machine, receiver, name, right)?
    {
        return Ok(Returned::Value(value));
    }
    if let ("between?" | "clamp", [low, high]) = (name, args) {
        return within(machine, receiver, name, low, high).map(Returned::Value);
    }
    match receiver {
        Value::Int(number) => integer(machine, *number, name, args, block),
        Value::Float(number) => decimal(machine, number.0, name, args, block),
        _ => Ok(Returned::Missing),
    }
}

/// `between?` or `clamp`.
fn within(machine: &Machine, number: &Value, name: &str, low: &Value, high: &Value) -> Raised<Value> {
    let order = |left: &Value, right: &Value| {
        order::compare(machine, left, right).ok_or_else(|| order::incomparable(machine, left, right))
    };
    if name == "between?" {
        return Ok(Value::Bool(order(number, low)?.is_ge() && order(number, high)?.is_le()));
    }
    if order(low, high)?.is_gt() {
        return Err(Exception::new("ArgumentError", "min argument must be smaller than max argument"));
    }
    let nearest = match (order(number, low)?, order(number, high)?) {
        (Ordering::Less, _) => low,
        (_, Ordering::Greater) => high,
        _ => number,
    };
    Ok(nearest.clone())
}

fn operator(machine: &Machine, left: &Value, name: &str, right: &Value) -> Raised<Option<Value>> {
    const ALL: &[&str] = &[
        "+", "-", "*", "/", "%", "**", "<", ">", "<=", ">=", "<=>", "&", "|", "^", "<<", ">>", "modulo", "div", "fdiv",
        "pow", "divmod",
    ];
    if !ALL.contains(&name) {
        return Ok(None);
    }
    let into = left.class();
    let compare = matches!(name, "<" | ">" | "<=" | ">=");
    let (Value::Int(_) | Value::Float(_), Value::Int(_) | Value::Float(_)) = (left, right) else {
        if name == "<=>" {
            return Ok(Some(Value::Nil));
        }
        if compare {
            let shown = match right {
                Value::Nil | Value::Bool(_) => inspect::inspect(&machine.heap, right),
                other => other.class(),
            };
            return Err(Exception::new("ArgumentError", format!("comparison of {into} with {shown} failed")));
        }
        return Err(coerce(right, &into));
    };
    if let (Value::Int(l), Value::Int(r)) = (left, right) {
        return integers(*l, name, *r).map(Some);
    }
    let real = |value: &Value| match value {
        Value::Int(number) => *number as f64,
        Value::Float(number) => number.0,
        _ => 0.0,
    };
    let (l, r) = (real(left), real(right));
    let number = |value| Some(Value::Float(Float(value)));
    Ok(match name {
        "+" => number(l + r),
        "-" => number(l - r),
        "*" => number(l * r),
        "/" | "fdiv" => number(l / r),
        "div" | "%" | "modulo" if r == 0.0 => return Err(Exception::new("ZeroDivisionError", "divided by 0")),
        "%" | "modulo" => {
            let rest = l % r;
            number(if rest != 0.0 && (rest < 0.0) != (r < 0.0) { rest + r } else { rest })
        }
        "**" | "pow" => number(l.powf(r)),
        "div" => Some(whole((l / r).floor())?),
        "<" => Some(Value::Bool(l < r)),
        ">" => Some(Value::Bool(l > r)),
        "<=" => Some(Value::Bool(l <= r)),
        ">=" => Some(Value::Bool(l >= r)),
        "<=>" => Some(l.partial_cmp(&r).map_or(Value::Nil, |order| Value::Int(order as i128))),
        _ => {
            return Err(Exception::new(
                "NoMethodError",
                format!("undefined method `{name}' for {}:Float", inspect::float(l)),
            ));
        }
    })
}

fn integers(l: i128, name: &str, r: i128) -> Raised<Value> {
    let whole = |value: Option<i128>| value.map(Value::Int).ok_or_else(large);
    let zero = || Exception::new("ZeroDivisionError", "divided by 0");
    let floor = |l: i128, r: i128| {
        let quotient = l.checked_div(r)?;
        if l.checked_rem(r)? != 0 && (l < 0) != (r < 0) { quotient.checked_sub(1) } else { Some(quotient) }
    };
    Ok(match name {
        "+" => whole(l.checked_add(r))?,
        "-" => whole(l.checked_sub(r))?,
        "*" => whole(l.checked_mul(r))?,
        "/" | "div" | "%" | "modulo" | "divmod" if r == 0 => return Err(zero()),
        "/" | "div" => whole(floor(l, r))?,
        "%" | "modulo" => whole(floor(l, r).and_then(|quotient| l.checked_sub(r.checked_mul(quotient)?)))?,
        "fdiv" => Value::Float(Float(l as f64 / r as f64)),
        "**" | "pow" if r < 0 => return Err(Exception::new("Unsupported", "rational numbers")),
        "**" | "pow" => whole(u32::try_from(r).ok().and_then(|r| l.checked_pow(r)))?,
        "<" => Value::Bool(l < r),
        ">" => Value::Bool(l > r),
        "<=" => Value::Bool(l <= r),
        ">=" => Value::Bool(l >= r),
        "<=>" => Value::Int(l.cmp(&r) as i128),
        "&" => Value::Int(l & r),
        "|" => Value::Int(l | r),
        "^" => Value::Int(l ^ r),
        "<<" if (0..120).contains(&r) => whole(l.checked_mul(1_i128 << r))?,
        ">>" if (0..127).contains(&r) => Value::Int(l >> r),
        _ => return Err(Exception::new("Unsupported", format!("`{name}` of these numbers"))),
    })
}

fn integer(machine: &mut Machine, number: i128, name: &str, args: &[Value], block: Option<&Value>) -> Called {
    let receiver = Value::Int(number);
    let value = match (name, args.len()) {
        ("times", 0) => return counted(machine, receiver, (0, number.max(0) as u128, 1), (name, args), block),
        ("upto", 1) => {
            let to = super::int(args.first())?;
            let count = if to < number { 0 } else { (to.saturating_sub(number)) as u128 + 1 };
            return counted(machine, receiver, (number, count, 1), (name, args), block);
        }
        ("downto", 1) => {
            let to = super::int(args.first())?;
            let count = if to > number { 0 } else { (number.saturating_sub(to)) as u128 + 1 };
            return counted(machine, receiver, (number, count, -1), (name, args), block);
        }
        ("step", _) if args.iter().any(|arg| matches!(arg, Value::Float(_) | Value::Hash(_))) => {
            return stepped(machine, &receiver, args, block);
        }
        ("step", 1 | 2) => {
            let to = super::int(args.first())?;
            let step = if args.len() == 2 { super::int(args.get(1))? } else { 1 };
            if step == 0 {
                return Err(Exception::new("ArgumentError", "step can't be 0"));
            }
            let far = if step > 0 { to.saturating_sub(number) } else { number.saturating_sub(to) };
            let count = if far < 0 { 0 } else { far as u128 / step.unsigned_abs() + 1 };
            return counted(machine, receiver, (number, count, step), (name, args), block);
        }
        ("-@", 0) => Value::Int(number.checked_neg().ok_or_else(large)?),
        ("~", 0) => Value::Int(!number),
        ("abs" | "magnitude", 0) => Value::Int(number.checked_abs().ok_or_else(large)?),
        ("succ" | "next", 0) => Value::Int(number.checked_add(1).ok_or_else(large)?),
        ("pred", 0) => Value::Int(number.checked_sub(1).ok_or_else(large)?),
        ("floor" | "ceil" | "round" | "truncate", 1) if matches!(args[0], Value::Int(places) if places < 0) => {
            rounded(number, name, super::int(args.first())?.unsigned_abs())?
        }
        ("to_i" | "to_int" | "floor" | "ceil" | "round" | "truncate" | "ord", _) => receiver,
        ("to_f", 0) => Value::Float(Float(number as f64)),
        ("to_s" | "inspect", 0) => machine.heap.text(number.to_string()),
        ("to_s", 1) => {
            let radix = super::int(args.first())?;
            if !(2..=36).contains(&radix) {
                return Err(Exception::new("ArgumentError", format!("invalid radix {radix}")));
            }
            machine.heap.text(in_radix(number, radix as u32))
        }
        ("chr", _) => match u8::try_from(number) {
            Ok(byte) if byte.is_ascii() => machine.heap.text([byte]),
            Ok(byte) => machine.heap.binary([byte]),
            Err(_) => match u32::try_from(number).ok().and_then(char::from_u32).filter(|_| !args.is_empty()) {
                Some(c) => machine.heap.text(c.to_string()),
                None => return Err(Exception::new("RangeError", format!("{number} out of char range"))),
            },
        },
        ("zero?", 0) => Value::Bool(number == 0),
        ("positive?", 0) => Value::Bool(number > 0),
        ("negative?", 0) => Value::Bool(number < 0),
        ("even?", 0) => Value::Bool(number % 2 == 0),
        ("odd?", 0) => Value::Bool(number % 2 != 0),
        ("integer?", 0) => Value::Bool(true),
        ("gcd" | "lcm", 1) => divisor(number, name, super::int(args.first())?)?,
        ("remainder", 1) => {
            let right = super::int(args.first())?;
            let rest = number.checked_rem(right);
            Value::Int(rest.ok_or_else(|| Exception::new("ZeroDivisionError", "divided by 0"))?)
        }
        ("pow", 2) => power(number, super::int(args.first())?, super::int(args.get(1))?)?,
        ("eql?", 1) => Value::Bool(args[0] == receiver),
        ("to_r" | "to_c" | "quo" | "rationalize" | "coerce", _) => {
            return Err(Exception::new("Unsupported", format!("`{name}` of a number")));
        }
        ("digits", 0 | 1) => {
            let base = if args.is_empty() { 10 } else { super::int(args.first())? };
            let digits = digits(number, base)?;
            machine.heap.array(digits)
        }
        ("size", 0) => Value::Int(8),
        ("[]", 1) => Value::Int(number >> super::int(args.first())?.clamp(0, 127) & 1),
        ("bit_length", 0) => Value::Int(i128::from(128 - (if number < 0 { !number } else { number }).leading_zeros())),
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

/// `floor`, `ceil`, `truncate` or `round` to a power of ten.
fn rounded(number: i128, name: &str, places: u128) -> Raised<Value> {
    let Some(unit) = u32::try_from(places).ok().and_then(|places| 10_i128.checked_pow(places)) else {
        let away = matches!((name, number.signum()), ("floor", -1) | ("ceil", 1));
        return if away { Err(large()) } else { Ok(Value::Int(0)) };
    };
    let rest = number.rem_euclid(unit);
    let up = match name {
        "floor" => false,
        "ceil" => rest > 0,
        "truncate" => number < 0 && rest > 0,
        _ if number < 0 => rest > unit - rest,
        _ => rest >= unit - rest,
    };
    let rounded = if up { number.checked_add(unit - rest) } else { number.checked_sub(rest) };
    rounded.map(Value::Int).ok_or_else(large)
}

/// `gcd` or `lcm`.
fn divisor(number: i128, name: &str, other: i128) -> Raised<Value> {
    let (mut a, mut b) = (number.unsigned_abs(), other.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let found =
        if name == "gcd" || a == 0 { Some(a) } else { number.unsigned_abs().checked_mul(other.unsigned_abs() / a) };
    found.and_then(|found| i128::try_from(found).ok()).map(Value::Int).ok_or_else(large)
}

/// `pow` with two arguments: what is left of a power when it is divided by `unit`.
fn power(number: i128, exponent: i128, unit: i128) -> Raised<Value> {
    if unit == 0 {
        return Err(Exception::new("ZeroDivisionError", "divided by 0"));
    }
    if !(1..1 << 62).contains(&unit) || exponent < 0 {
        return Err(Exception::new("Unsupported", "`pow` of these numbers"));
    }
    let (mut rest, mut base, mut power) = (exponent, number.rem_euclid(unit), 1_i128 % unit);
    while rest > 0 {
        if rest & 1 == 1 {
            power = power * base % unit;
        }
        base = base * base % unit;
        rest >>= 1;
    }
    Ok(Value::Int(power))
}

/// The digits of a number, the last first.
fn digits(number: i128, base: i128) -> Raised<Vec<Value>> {
    if number < 0 {
        return Err(Exception::new("Math::DomainError", "out of domain"));
    }
    if base < 2 {
        return Err(Exception::new("ArgumentError", format!("invalid radix {base}")));
    }
    let mut digits = vec![Value::Int(number % base)];
    let mut rest = number / base;
    while rest > 0 {
        digits.push(Value::Int(rest % base));
        rest /= base;
    }
    Ok(digits)
}

/// So many numbers, each by a step from the one before; without a block their array.
fn counted(
    machine: &mut Machine,
    receiver: Value,
    (from, count, step): (i128, u128, i128),
    called: (&str, &[Value]),
    block: Option<&Value>,
) -> Called {
    let source = Source::Ints(from, count, step);
    match block {
        Some(block) => Ok(Returned::Loop(Loop::new(LoopKind::Each, source, block, receiver))),
        None => {
            if count > 1_000_000 {
                return Err(Exception::new("Unsupported", "so many numbers without a block"));
            }
            let items = (0..count as i128).map(|at| Value::Int(from.saturating_add(at.saturating_mul(step)))).collect();
            let (name, args) = called;
            Ok(Returned::Value(super::enumerator(machine, &receiver, name, args, items)))
        }
    }
}

fn in_radix(number: i128, radix: u32) -> String {
    let mut rest = number.unsigned_abs();
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit((rest % u128::from(radix)) as u32, radix).unwrap_or('?'));
        rest /= u128::from(radix);
        if rest == 0 {
            break;
        }
    }
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", digits.iter().rev().collect::<String>())
}

/// A float as a whole number.
fn whole(number: f64) -> Raised<Value> {
    if !number.is_finite() {
        return Err(Exception::new("FloatDomainError", inspect::float(number)));
    }
    if number.abs() >= 2_f64.powi(127) { Err(large()) } else { Ok(Value::Int(number as i128)) }
}

/// Half away from zero, as far as the decimal digits that are printed say so.
///
/// Source: `round_half_up` of Ruby's `float.c`.
fn half_up(number: f64, scale: f64) -> f64 {
    let rounded = (number * scale).round();
    if scale == 1.0 {
        rounded
    } else if number > 0.0 && (rounded + 0.5) / scale <= number {
        rounded + 1.0
    } else if number < 0.0 && (rounded - 0.5) / scale >= number {
        rounded - 1.0
    } else {
        rounded
    }
}

/// `step` by decimal numbers, or with `by:` and `to:`.
fn stepped(machine: &mut Machine, receiver: &Value, args: &[Value], block: Option<&Value>) -> Called {
    let named = args.iter().find(|arg| matches!(arg, Value::Hash(_))).and_then(|hash| machine.heap.pairs(hash));
    let under = |name: &str| {
        let found = named?.iter().find(|(key, _)| matches!(key, Value::Symbol(key) if &**key == name));
        found.map(|(_, value)| value.clone())
    };
    let plain = |at: usize| args.get(at).filter(|arg| !matches!(arg, Value::Hash(_))).cloned();
    let (to, step) = (plain(0).or_else(|| under("to")), plain(1).or_else(|| under("by")).unwrap_or(Value::Int(1)));
    let Some(to) = to else { return Err(Exception::new("Unsupported", "`step` without an end")) };
    if let (Value::Int(_), Value::Int(_), Value::Int(_)) = (receiver, &to, &step) {
        return call(machine, receiver, "step", &[to, step], block);
    }
    let real = |value: &Value| match value {
        Value::Int(number) => Ok(*number as f64),
        Value::Float(number) => Ok(number.0),
        other => Err(coerce(other, "Float")),
    };
    let (from, to, step) = (real(receiver)?, real(&to)?, real(&step)?);
    if step == 0.0 {
        return Err(Exception::new("ArgumentError", "step can't be 0"));
    }
    let error = (from.abs() + to.abs() + (to - from).abs()) / step.abs() * f64::EPSILON;
    let count = ((to - from) / step + error.min(0.5)).floor();
    if count > 1_000_000.0 {
        return Err(Exception::new("Unsupported", "so many steps"));
    }
    let count = if count < 0.0 { 0 } else { count as usize + 1 };
    let items: Vec<Value> = (0..count).map(|at| Value::Float(Float(from + at as f64 * step))).collect();
    Ok(match block {
        Some(block) => Returned::Loop(Loop::new(LoopKind::Each, Source::Items(items.into()), block, receiver.clone())),
        None => Returned::Value(super::enumerator(machine, receiver, "step", args, items)),
    })
}

fn decimal(machine: &mut Machine, number: f64, name: &str, args: &[Value], block: Option<&Value>) -> Called {
    let places = match args.first() {
        Some(Value::Int(places)) => (*places).clamp(-300, 300) as i32,
        _ => 0,
    };
    let at = |rounded: fn(f64, f64) -> f64| {
        let scale = 10_f64.powi(places);
        if places > 0 && number.is_finite() {
            Ok(Value::Float(Float(if places > 15 { number } else { rounded(number, scale) / scale })))
        } else {
            whole(rounded(number, scale) / scale)
        }
    };
    Ok(Returned::Value(match name {
        "step" => return stepped(machine, &Value::Float(Float(number)), args, block),
        "to_i" | "to_int" => whole(number)?,
        "to_f" => Value::Float(Float(number)),
        "truncate" => at(|number, scale| (number * scale).trunc())?,
        "round" => at(half_up)?,
        "floor" => at(|number, scale| (number * scale).floor())?,
        "ceil" => at(|number, scale| (number * scale).ceil())?,
        "finite?" => Value::Bool(number.is_finite()),
        "eql?" => Value::Bool(matches!(args.first(), Some(Value::Float(other)) if other.0 == number)),
        "to_r" | "to_c" | "quo" | "rationalize" | "coerce" => {
            return Err(Exception::new("Unsupported", format!("`{name}` of a number")));
        }
        "abs" => Value::Float(Float(number.abs())),
        "-@" => Value::Float(Float(-number)),
        "nan?" => Value::Bool(number.is_nan()),
        "infinite?" => {
            if number.is_infinite() {
                Value::Int(if number > 0.0 { 1 } else { -1 })
            } else {
                Value::Nil
            }
        }
        "zero?" => Value::Bool(number == 0.0),
        "positive?" => Value::Bool(number > 0.0),
        "negative?" => Value::Bool(number < 0.0),
        "to_s" | "inspect" => machine.heap.text(inspect::float(number)),
        _ => return Ok(Returned::Missing),
    }))
}

/// `Integer(text)`.
pub(super) fn parse(text: &str) -> Option<i128> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_lowercase();
    let (digits, radix) = if let Some(digits) = lower.strip_prefix("0x") {
        (digits, 16)
    } else if let Some(digits) = lower.strip_prefix("0b") {
        (digits, 2)
    } else if let Some(digits) =
        lower.strip_prefix("0o").or_else(|| lower.strip_prefix('0').filter(|rest| !rest.is_empty()))
    {
        (digits, 8)
    } else {
        (lower.as_str(), 10)
    };
    if digits.is_empty() || digits.starts_with(['_', '+', '-']) || digits.ends_with('_') || digits.contains("__") {
        return None;
    }
    i128::from_str_radix(&digits.replace('_', ""), radix).ok().map(|number| number * sign)
}
