//! Times: milliseconds of the simulated clock, shown as UTC.

use super::Called;
use crate::ruby::machine::{Machine, Raised, Returned};
use crate::ruby::tree::Float;
use crate::ruby::value::{Exception, Value};

/// Year, month, day of a number of days since 1970.
pub(crate) fn date(days: i64) -> (i64, u32, u32) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month as u32, day as u32)
}

/// A time as Ruby shows it.
pub(super) fn text(ms: i64, utc: bool) -> String {
    let (year, month, day) = date(ms.div_euclid(86_400_000));
    let second = ms.rem_euclid(86_400_000) / 1000;
    let zone = if utc { "UTC" } else { "+0000" };
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02} {zone}", second / 3600, second / 60 % 60, second % 60)
}

/// A time as the shell prints that of a cell: the shortest form of Java's `LocalDateTime`.
pub(crate) fn local(ms: i64) -> String {
    let (year, month, day) = date(ms.div_euclid(86_400_000));
    let in_day = ms.rem_euclid(86_400_000);
    let (minute, second, milli) = (in_day / 60_000, in_day / 1000 % 60, in_day % 1000);
    let year = if year > 9999 { format!("+{year}") } else { format!("{year:04}") };
    let mut text = format!("{year}-{month:02}-{day:02}T{:02}:{:02}", minute / 60, minute % 60);
    if second > 0 || milli > 0 {
        text += &format!(":{second:02}");
    }
    if milli > 0 {
        text += &format!(".{milli:03}");
    }
    text
}

/// Seconds in milliseconds, at most as many as there are.
pub(super) fn seconds(value: &Value) -> Raised<i64> {
    match value {
        Value::Int(number) => Ok(number.saturating_mul(1000).clamp(i64::MIN.into(), i64::MAX.into()) as i64),
        Value::Float(number) => Ok((number.0 * 1000.0) as i64),
        _ => Err(Exception::new("TypeError", "can't convert into an exact number")),
    }
}

pub(super) fn call(machine: &mut Machine, ms: i64, utc: bool, name: &str, args: &[Value]) -> Called {
    let (year, month, day) = date(ms.div_euclid(86_400_000));
    let in_day = ms.rem_euclid(86_400_000);
    let whole = |number: i64| Value::Int(number.into());
    let value = match name {
        "to_i" | "tv_sec" => whole(ms.div_euclid(1000)),
        "to_f" => Value::Float(Float(ms as f64 / 1000.0)),
        "utc" | "getutc" | "gmtime" => Value::Time(ms, true),
        "localtime" | "getlocal" => Value::Time(ms, false),
        "round" => Value::Time(ms, utc),
        "year" => whole(year),
        "month" | "mon" => whole(month.into()),
        "day" | "mday" => whole(day.into()),
        "hour" => whole(in_day / 3_600_000),
        "min" => whole(in_day / 60_000 % 60),
        "sec" => whole(in_day / 1000 % 60),
        "usec" => whole(in_day % 1000 * 1000),
        "nsec" => whole(in_day % 1000 * 1_000_000),
        "wday" => whole((ms.div_euclid(86_400_000) + 4).rem_euclid(7)),
        "to_s" | "inspect" => machine.heap.text(text(ms, utc)),
        "+" => Value::Time(ms.saturating_add(seconds(args.first().unwrap_or(&Value::Nil))?), utc),
        "-" => match args.first() {
            Some(Value::Time(other, _)) => Value::Float(Float((i128::from(ms) - i128::from(*other)) as f64 / 1000.0)),
            Some(other) => Value::Time(ms.saturating_sub(seconds(other)?), utc),
            None => return Ok(Returned::Missing),
        },
        "<" | ">" | "<=" | ">=" | "<=>" => match args.first() {
            Some(Value::Time(other, _)) => match name {
                "<" => Value::Bool(ms < *other),
                ">" => Value::Bool(ms > *other),
                "<=" => Value::Bool(ms <= *other),
                ">=" => Value::Bool(ms >= *other),
                _ => Value::Int(ms.cmp(other) as i128),
            },
            _ => return Err(Exception::new("ArgumentError", "comparison of Time with another class failed")),
        },
        "strftime" => {
            let pattern = String::from_utf8_lossy(&super::text(machine, args.first())?).into_owned();
            let mut out = String::new();
            let mut chars = pattern.chars();
            while let Some(c) = chars.next() {
                if c != '%' {
                    out.push(c);
                    continue;
                }
                match chars.next() {
                    Some('Y') => out += &year.to_string(),
                    Some('m') => out += &format!("{month:02}"),
                    Some('d') => out += &format!("{day:02}"),
                    Some('H') => out += &format!("{:02}", in_day / 3_600_000),
                    Some('M') => out += &format!("{:02}", in_day / 60_000 % 60),
                    Some('S') => out += &format!("{:02}", in_day / 1000 % 60),
                    Some('L') => out += &format!("{:03}", in_day % 1000),
                    Some('s') => out += &ms.div_euclid(1000).to_string(),
                    Some('F') => out += &format!("{year:04}-{month:02}-{day:02}"),
                    Some('T') => {
                        out +=
                            &format!("{:02}:{:02}:{:02}", in_day / 3_600_000, in_day / 60_000 % 60, in_day / 1000 % 60)
                    }
                    Some('%') => out.push('%'),
                    other => {
                        return Err(Exception::new("Unsupported", format!("`%{}` in strftime", other.unwrap_or(' '))));
                    }
                }
            }
            machine.heap.text(out)
        }
        _ => return Ok(Returned::Missing),
    };
    Ok(Returned::Value(value))
}

#[cfg(test)]
mod tests {
    use super::local;

    #[test]
    fn times_are_those_of_java() {
        for (ms, text) in [
            (0, "1970-01-01T00:00"),
            (1, "1970-01-01T00:00:00.001"),
            (1000, "1970-01-01T00:00:01"),
            (60000, "1970-01-01T00:01"),
            (1_588_765_900_010, "2020-05-06T11:51:40.010"),
            (i64::MAX, "+292278994-08-17T07:12:55.807"),
        ] {
            assert_eq!(local(ms), text);
        }
    }
}
