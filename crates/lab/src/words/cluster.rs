//! A real cluster in words: what went wrong with a question and what to do, and what a table is like there.

use super::{amount, count, counted};
use crate::cluster::{Fault, Kind, Trouble};

/// What an answer is about.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Tables => "the list of tables",
        Kind::Status => "the status of the cluster",
        Kind::Regions => "the list of regions",
        Kind::Schema => "the schema of the table",
        Kind::Rows => "the rows",
        Kind::Recording => "the recording",
    }
}

/// What is wrong with an answer, and what to do.
pub fn fault(fault: &Fault) -> String {
    match fault {
        Fault::Cut(Kind::Recording) => {
            "The recording ends in the middle: save it again, or take an older one.".to_owned()
        }
        Fault::Cut(of) => format!("Only a part of {} came. It is asked for again at the next look.", kind(*of)),
        Fault::Malformed { kind: Kind::Recording, .. } => {
            "This is no recording of heat: choose a file that was saved with “Save the recording”.".to_owned()
        }
        Fault::Malformed { kind: of, line, column } => format!(
            "What came in place of {} cannot be read (line {line}, column {column}): does the address lead to the REST \
             gateway of HBase?",
            kind(*of)
        ),
        Fault::Base64(of) => format!("A key or name in {} is no base64, as the gateway would write it.", kind(*of)),
        Fault::Name(raw) => format!(
            "“{}” is no name of a region, so the regions cannot be told apart.",
            super::cut(&crate::notation::to_string_binary(raw), 60)
        ),
        Fault::Newer(version) => {
            format!(
                "The recording is of version {version}, newer than this page: reload the page, or take a newer one."
            )
        }
        Fault::Inconsistent => {
            "The recording names a region or a server that it does not list: it is damaged. Take another one."
                .to_owned()
        }
    }
}

/// Why a question has no answer, and what to do.
pub fn trouble(trouble: &Trouble, table: &str) -> String {
    match trouble {
        Trouble::NoBridge => {
            "The bridge does not answer: has `splitpoint bridge` ended? Start it again and open the address it prints.".to_owned()
        }
        Trouble::Slow(seconds) => {
            format!("No answer came within {}, so the question was given up. It is asked again.", count(*seconds as usize, "second"))
        }
        Trouble::Unreachable => {
            "The REST gateway cannot be reached: is it running, and is its address right? It is tried again.".to_owned()
        }
        Trouble::Timeout => {
            "The REST gateway did not answer in time: it is busy, or a server behind it hangs. It is tried again.".to_owned()
        }
        Trouble::Unauthorised => {
            "The gateway does not let you in (401): give `splitpoint bridge` your name and password, a token or a header \
             file, and start it again."
                .to_owned()
        }
        Trouble::Limit => {
            "The bridge passes on no more calls in this time. Look less often, or give it a higher limit.".to_owned()
        }
        Trouble::Refused(why) if why.is_empty() => "The bridge does not pass this question on.".to_owned(),
        Trouble::Refused(why) => why.clone(),
        Trouble::TooLarge => {
            "The answer is larger than the bridge passes on: ask for less, or give it a higher limit of bytes.".to_owned()
        }
        Trouble::BadAnswer => "What came is no answer of a REST gateway: is the address right?".to_owned(),
        Trouble::NoTable if table.is_empty() => "The gateway does not know that (404): is the address right?".to_owned(),
        Trouble::NoTable => format!("There is no table {table} any more: it was dropped. Its last picture stays until you leave it."),
        Trouble::Disabled => format!("{table} is disabled: it has regions and rows, but nobody serves them until it is enabled."),
        Trouble::Unavailable => {
            "The cluster cannot answer now (503): regions are moving, or a server has died. It is tried again.".to_owned()
        }
        Trouble::Status(status, line) if line.is_empty() => format!("The gateway answered with {status}, and nothing else."),
        Trouble::Status(status, line) => format!("The gateway answered with {status}: {}", super::cut(line, 120)),
        Trouble::Unreadable(fault) => self::fault(fault),
    }
}

/// Milliseconds since 1970 as a time of day, so many minutes east of Greenwich: `14:05:09`.
pub fn clock(time: i64, east: i32) -> String {
    let seconds = (time + i64::from(east) * 60_000).div_euclid(1000).rem_euclid(86_400);
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// A time that has passed, in the largest unit that fits: `45 s`, `12 min`, `3 h 20 min`.
pub fn span(milliseconds: i64) -> String {
    match milliseconds.max(0) / 1000 {
        0 => format!("{} ms", milliseconds.max(0)),
        seconds @ 1..=119 => format!("{seconds} s"),
        seconds @ 120..=7199 => format!("{} min", (seconds + 30) / 60),
        seconds => match seconds / 60 % 60 {
            0 => format!("{} h", seconds / 3600),
            minutes => format!("{} h {minutes} min", seconds / 3600),
        },
    }
}

/// Megabytes as HBase counts them, rounded down: less than one is not nothing.
pub fn megabytes(megabytes: u64) -> String {
    if megabytes == 0 { "< 1 MB".to_owned() } else { amount(megabytes << 20) }
}

/// So many in a second, with one digit behind the point where they are few.
pub fn rate(amount: u64, milliseconds: i64) -> String {
    let tenths = (u128::from(amount) * 10_000).checked_div(milliseconds.max(0) as u128).unwrap_or(0);
    if tenths >= 100 || tenths % 10 == 0 {
        return counted(tenths / 10, "").trim_end_matches('s').trim_end().to_owned() + "/s";
    }
    format!("{}.{}/s", tenths / 10, tenths % 10)
}

/// A place among others with what is above the mean there: `3.1 times the mean`.
pub(crate) fn times(part: u64, whole: u64, parts: usize) -> String {
    let tenths = (u128::from(part) * 10 * parts as u128).checked_div(u128::from(whole)).unwrap_or(0);
    format!("{}.{} times the mean", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trouble_is_a_sentence_that_ends() {
        let of = [Kind::Tables, Kind::Status, Kind::Regions, Kind::Schema, Kind::Rows, Kind::Recording];
        let faults = of.iter().flat_map(|kind| {
            [Fault::Cut(*kind), Fault::Malformed { kind: *kind, line: 2, column: 7 }, Fault::Base64(*kind)]
        });
        let faults = faults.chain([Fault::Name(vec![0; 500]), Fault::Newer(2), Fault::Inconsistent]);
        let troubles = [
            Trouble::NoBridge,
            Trouble::Slow(20),
            Trouble::Unreachable,
            Trouble::Timeout,
            Trouble::Unauthorised,
            Trouble::Limit,
            Trouble::Refused(String::new()),
            Trouble::TooLarge,
            Trouble::BadAnswer,
            Trouble::NoTable,
            Trouble::Disabled,
            Trouble::Unavailable,
            Trouble::Status(500, String::new()),
        ];
        let mut seen = Vec::new();
        for trouble in troubles.into_iter().chain(faults.map(Trouble::Unreadable)) {
            let text = self::trouble(&trouble, "t");
            assert!(text.ends_with(['.', '?']) && text.chars().count() <= 200, "{text}");
            assert!(!seen.contains(&text), "{text}");
            seen.push(text);
        }
    }

    #[test]
    fn times_and_rates_are_short() {
        assert_eq!([clock(0, 0), clock(-1000, 0), clock(3_600_000, 90)], ["00:00:00", "23:59:59", "02:30:00"]);
        assert_eq!(
            [span(900), span(45_000), span(600_000), span(12_000_000)],
            ["900 ms", "45 s", "10 min", "3 h 20 min"]
        );
        assert_eq!([rate(7, 5000), rate(5, 5000), rate(500_000, 5000)], ["1.4/s", "1/s", "100,000/s"]);
        assert_eq!([megabytes(0), megabytes(2048)], ["< 1 MB", "2 GB"]);
        assert_eq!(times(30, 90, 6), "2.0 times the mean");
    }
}
