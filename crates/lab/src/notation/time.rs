//! Times as people write them, in UTC: `2012-05-24 10:00`, or milliseconds since 1970.

use super::Problem;
use splitpoint_model::bytes;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Times below this are printed as numbers, not dates, because the clock of a playground starts near zero.
const FIRST_DATE: i64 = 366 * DAY;
const LAST_DATE: i64 = 253_402_300_800_000; // 10000-01-01

/// Milliseconds since 1970 as a date and a time of day as short as they can be, or as a number where a date says
/// nothing: before 1971 and after 9999.
pub fn format_time(time: i64) -> String {
    if !(FIRST_DATE..LAST_DATE).contains(&time) {
        return time.to_string();
    }
    let (year, month, day) = civil(time.div_euclid(DAY));
    let rest = time.rem_euclid(DAY);
    let (hour, minute) = (rest / HOUR, rest % HOUR / MINUTE);
    let (second, milli) = (rest % MINUTE / SECOND, rest % SECOND);
    let mut text = format!("{year:04}-{month:02}-{day:02}");
    if rest > 0 {
        text.push_str(&format!(" {hour:02}:{minute:02}"));
    }
    if rest % MINUTE > 0 {
        text.push_str(&format!(":{second:02}"));
    }
    if milli > 0 {
        text.push_str(&format!(".{milli:03}"));
    }
    text
}

/// Printed behind a time of which a key has only the first bytes, and in place of a number of which it has none.
pub(super) const CUT: char = '…';

/// Prints a time that was subtracted from the largest number, so that the newest comes first. If a key ends within it,
/// as split points do, this is the latest time that begins with these bytes, followed by `…`. `None` if the bytes are
/// not to be printed as a date.
pub(crate) fn format_reversed(raw: &[u8]) -> Option<String> {
    if let Some(number) = bytes::to_long(raw) {
        return Some(format_time(bytes::reversed_time(number)));
    }
    // Zeros at the end would get lost when the text is read again.
    raw.last().filter(|last| **last != 0)?;
    let mut whole = [0; 8];
    whole.get_mut(..raw.len())?.copy_from_slice(raw);
    let time = bytes::reversed_time(bytes::to_long(&whole)?);
    (FIRST_DATE..LAST_DATE).contains(&time).then(|| format!("{}{CUT}", format_time(time)))
}

/// Reads a time that is stored subtracted from the largest number. With `…` behind it, its bytes end with the last one
/// that is not zero.
///
/// # Errors
/// See [`parse_time`].
pub(crate) fn parse_reversed(typed: &str) -> Result<Vec<u8>, Problem> {
    let plain = typed.trim_end().strip_suffix(CUT);
    let mut raw = bytes::from_long(bytes::reversed_time(parse_time(plain.unwrap_or(typed))?)).to_vec();
    while plain.is_some() && raw.last() == Some(&0) {
        raw.pop();
    }
    Ok(raw)
}

/// Reads milliseconds since 1970, or `2012-05-24`, `2012-05-24 10:00`, `2012-05-24T10:00:30.250Z`.
///
/// # Errors
/// A sentence with an example.
pub fn parse_time(typed: &str) -> Result<i64, Problem> {
    let typed = typed.trim();
    if let Ok(number) = typed.parse() {
        return Ok(number);
    }
    let wrong = || {
        let typed = super::short(typed);
        Problem::new(format!("“{typed}” is not a time: type milliseconds, or as in 2012-05-24 10:00 (UTC)."))
    };
    let plain = typed.strip_suffix(['Z', 'z']).unwrap_or(typed);
    let (date, clock) = plain.split_once(['T', 't', ' ']).unwrap_or((plain, ""));
    let mut parts = date.split('-').map(digits);
    let (year, month, day) = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(Some(year)), Some(Some(month)), Some(Some(day)), None) => (year, month, day),
        _ => return Err(wrong()),
    };
    if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
        return Err(Problem::new(format!("There is no day {date}: type year, month and day as in 2012-05-24.")));
    }
    let time = days(year, month, day) * DAY;
    let clock = clock.trim();
    if clock.is_empty() {
        return Ok(time);
    }
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let mut parts = clock.split(':').map(digits);
    let (hour, minute, second) = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(Some(hour)), Some(Some(minute)), None, None) => (hour, minute, 0),
        (Some(Some(hour)), Some(Some(minute)), Some(Some(second)), None) => (hour, minute, second),
        _ => return Err(wrong()),
    };
    let milli = match (digits(fraction), fraction.len()) {
        (Some(number), 1) => number * 100,
        (Some(number), 2) => number * 10,
        (Some(number), 3) => number,
        _ => return Err(wrong()),
    };
    if hour > 23 || minute > 59 || second > 59 {
        return Err(Problem::new(format!("There is no time of day {clock}: hours go to 23, minutes to 59.")));
    }
    Ok(time + hour * HOUR + minute * MINUTE + second * SECOND + milli)
}

fn digits(text: &str) -> Option<i64> {
    let plain = !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The number of days from 1970-01-01 to a date in the Gregorian calendar, computed in years that begin in March.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The year, month and day of a number of days, the inverse of [`days`].
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}
