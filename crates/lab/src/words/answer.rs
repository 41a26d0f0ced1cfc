//! Answers in words: in a word or two for a lane, and in a sentence that follows the name of the client.

use super::event::{column, value};
use super::label::label;
use super::phrase::{Clause, Phrase};
use super::{Tone, count, trouble};
use crate::sim::answer::{Answer, Came, Merged, Page, Prepending, Probed};
use crate::sim::label::{Label, Verb};
use splitpoint_model::bytes::{RowKey, TableName, from_long};
use splitpoint_model::error::Error;

/// Rows of a transaction that failed that are listed, at most.
const ROWS: usize = 6;

/// An answer in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerText {
    /// In a word or two: `true`, `→ 18`.
    pub text: Phrase,
    /// In a sentence that follows the name of the client.
    pub sentence: Phrase,
    /// Its tone, which decides its colour.
    pub tone: Tone,
}

fn told(tone: Tone, text: impl Into<Phrase>, sentence: impl Into<Phrase>) -> AnswerText {
    AnswerText { text: text.into(), sentence: sentence.into(), tone }
}

fn key(table: &TableName, row: &RowKey) -> Phrase {
    Phrase::new().key(table, row.clone())
}

fn arrow(what: Phrase) -> Phrase {
    Phrase::from("→ ").with(what)
}

/// The tone of an answer.
pub fn tone(answer: &Answer) -> Tone {
    match &answer.came {
        Came::Failed(_) | Came::Strange | Came::Processed(false) | Came::Checked(false) => Tone::No,
        Came::Statement(Some(_)) | Came::Batched { why: Some(_), .. } => Tone::No,
        Came::Tried { success: false, .. } => Tone::No,
        Came::First(_, Prepending::Width | Prepending::Lowest) => Tone::No,
        Came::Constant(_, false) | Came::Probed(Probed::Longer { .. }) => Tone::Warn,
        Came::Tried { blind: true, .. } => Tone::Warn,
        Came::Page(Page { again, missed, .. }) if !again.is_empty() || !missed.is_empty() => Tone::Warn,
        Came::Written
        | Came::Done
        | Came::Became { .. }
        | Came::Copied { .. }
        | Came::Batched { why: None, .. }
        | Came::Processed(true)
        | Came::Checked(true)
        | Came::JobDone => Tone::Ok,
        Came::Row(_, Some(_))
        | Came::Constant(_, true)
        | Came::Last(Some(_))
        | Came::Found(Some(_))
        | Came::Rows { .. } => Tone::Ok,
        Came::Merged(Merged { first: Some(_), calls: Some(_), .. }) => Tone::Ok,
        Came::ReadAll { last: Some(_), .. } | Came::Probed(Probed::Settled { .. }) => Tone::Ok,
        Came::Tried { .. } | Came::Page(Page { range: Some(_), .. }) => Tone::Ok,
        Came::Row(_, None) | Came::Last(None) | Came::Found(None) | Came::ReadAll { last: None, .. } => Tone::Plain,
        Came::Probed(Probed::Empty | Probed::Nothing | Probed::Met(_)) => Tone::Plain,
        Came::Opened { .. } | Came::Closed | Came::ReadOn { .. } | Came::First(..) | Came::Merged(_) => Tone::Plain,
        Came::Page(_) | Came::Statement(None) | Came::Commands(_) => Tone::Plain,
    }
}

/// The cells of a table in a snapshot if `kept`, else those of a snapshot in a table.
fn copied(tone: Tone, to: Phrase, cells: usize, kept: bool) -> AnswerText {
    let copied = count(cells, "cell");
    let (are, they) = if cells == 1 { ("is", "it") } else { ("are", "they") };
    let how = if kept {
        format!(": {copied} of the table {are} kept as {they} {are} now, whatever becomes of the table.")
    } else {
        format!(": {copied} of the snapshot {are} in the table, with the timestamps that {they} had.")
    };
    told(tone, format!("{copied} copied"), to.text(" is done").text(how))
}

/// An answer in words.
pub fn answer(answer: &Answer) -> AnswerText {
    let (to, table) = (label(&answer.to), &answer.table);
    let tone = tone(answer);
    match &answer.came {
        Came::Failed(error) => {
            let to = if answer.to == Label::FirstRow { "scan for the first row".into() } else { to };
            let looked = looked_at(table, &answer.to, error);
            let text = Phrase::from(error.class()).text(if looked.is_empty() { "" } else { ": " }).with(looked.clone());
            let sentence = to.text(" fails").clause(Clause::Retries, (table, RowKey::default()), "", "").text(": ");
            let sentence = sentence.with(trouble(table, error));
            let end = if looked.is_empty() { "" } else { "." };
            told(tone, text, sentence.text(if end.is_empty() { "" } else { " " }).with(looked).text(end))
        }
        Came::Strange => told(tone, "?", to.text(" was answered with something else")),
        Came::Written => match &answer.to {
            Label::Request { verb: Verb::Put, row: Some(row), .. } => {
                let sentence = to.text(" is done").clause(
                    Clause::Loss,
                    (table, row.clone()),
                    "",
                    ": it is in the log and in the memstore.",
                );
                told(tone, "done", sentence)
            }
            _ => told(tone, "done", to.text(" is done: it is in the log and in the memstore.")),
        },
        Came::Became { cell, more, counts } => {
            let number = <[u8; 8]>::try_from(cell.value()).ok().filter(|_| *counts).map(i64::from_be_bytes);
            let now = number.map_or_else(|| value(cell.value()), |number| number.to_string());
            let mut now = format!("{} is {now}", column(cell.family(), cell.qualifier()));
            if *more > 0 {
                now += &format!(", and {} changed with it", count(*more, "more column"));
            }
            told(tone, format!("→ {now}"), to.text(format!(" is done: {now}.")))
        }
        Came::Copied { cells, kept } => copied(tone, to, *cells, *kept),
        Came::Done | Came::JobDone => told(tone, "done", to.text(" is done.")),
        Came::Processed(true) => told(tone, "all done", to.text(" is done: all of it became visible at once.")),
        Came::Processed(false) => {
            let end = match &answer.to {
                Label::Transaction { rows } => [" Nothing is written: ", &applied(rows), "."].concat(),
                _ => " Nothing is written.".to_owned(),
            };
            told(tone, "nothing done", to.text(": a condition does not hold.").text(end))
        }
        Came::Batched { all, why: None, .. } => {
            let rows = if *all == 1 { ": it is written." } else { ": each of them was written by itself." };
            told(tone, "all done", to.text(" is done, ").text(count(*all, "mutation")).text(rows))
        }
        Came::Batched { all, failed, why: Some(error) } => {
            let some = format!(": {failed} of {} failed. ", count(*all, "mutation"));
            let rest = if failed == all { "" } else { " What did not fail is written." };
            told(tone, error.class(), to.text(some).with(trouble(table, error)).text(rest))
        }
        Came::Checked(true) => told(tone, "true", to.text(" is done: its condition holds.")),
        Came::Checked(false) => {
            let fails = to.text(" fails: ");
            let fails = match &answer.to {
                Label::Request { row: Some(row), .. } => {
                    fails.clause(Clause::Rival, (table, row.clone()), ", and ", "")
                }
                _ => fails,
            };
            told(tone, "false", fails.text("the condition does not hold. Nothing is written."))
        }
        Came::Row(_, Some(cells)) => {
            let cells = count(*cells, "cell");
            told(tone, format!("→ {cells}"), to.text(" brings ").text(cells).text("."))
        }
        Came::Row(row, None) => {
            let sentence = to.text(" brings nothing: ");
            let sentence = sentence.clause(Clause::Alike, (table, row.clone()), "", "no cell of it is visible.");
            told(tone, "no such row", sentence)
        }
        Came::Constant(row, true) => told(
            tone,
            arrow(key(table, row)),
            to.clause(
                Clause::Larger,
                (table, row.clone()),
                "",
                " finds it: the last row, as long as nobody writes a larger key.",
            ),
        ),
        Came::Constant(row, false) => {
            let bytes = count(row.len(), "byte");
            let plain =
                format!("no row has exactly the {bytes} of this key. A number of another width is another key.");
            let sentence = to.text(" finds nothing: ").clause(Clause::Alike, (table, row.clone()), "", plain);
            told(tone, "no such row", sentence)
        }
        Came::Last(Some(row)) => {
            let row = key(table, row);
            let sentence = to.text(" finds ").with(row.clone()).text(": one row was read, from the end.");
            told(tone, arrow(row), sentence)
        }
        Came::Found(Some(row)) => {
            let row = key(table, row);
            let sentence = to.text(" finds ").with(row.clone()).text(": one row was read, from the beginning.");
            told(tone, arrow(row), sentence)
        }
        Came::Last(None) | Came::Found(None) => told(tone, "empty", to.text(" finds nothing: no row is there.")),
        Came::Rows { rows, results, range } => {
            let mut what = count(*rows, "row");
            if results != rows {
                what = format!("{what} in {}", count(*results, "Result"));
            }
            let sentence = to.text(" brings ").text(what.clone());
            let sentence = match range {
                Some((first, last)) => sentence.text(": ").with(from_to(table, first, last)),
                None => sentence,
            };
            told(tone, format!("→ {what}"), sentence.text("."))
        }
        Came::Opened { pieces } => {
            let first = if *pieces { "Result" } else { "row" };
            told(tone, "", format!("opens a scanner. Nothing is sent before the first {first} is asked for."))
        }
        Came::Closed => told(tone, "", "closes the scanner."),
        Came::ReadOn { rows, all } => {
            told(tone, count(*rows, "row"), format!("has read {} so far.", count(*all, "row")))
        }
        Came::ReadAll { rows, last: Some(row) } => {
            let row = key(table, row);
            let sentence = Phrase::from("has read all ").text(count(*rows, "row")).text(" to find that the last is ");
            told(tone, arrow(row.clone()), sentence.with(row).text("."))
        }
        Came::ReadAll { last: None, .. } => told(tone, "empty", "has read the whole table: no row is there."),
        Came::Probed(probed) => probe(tone, &answer.to, table, probed),
        Came::First(row, next) => first(tone, table, row.as_ref(), *next),
        Came::Tried { number, success, blind } => tried(tone, table, *number, *success, *blind),
        Came::Merged(came) => merged(tone, to, table, came),
        Came::Page(came) => page(tone, to, table, came),
        Came::Statement(None) => told(tone, "", to.text(" is done.")),
        Came::Statement(Some(error)) => told(tone, "failed", to.text(" fails: ").text(raised(error))),
        Came::Commands(last) => {
            let sentence = to.text(" are done as one step");
            let sentence = match last {
                Some(last) => sentence.text("; the last: ").with(self::answer(last).sentence),
                None => sentence.text("."),
            };
            told(tone, "", sentence)
        }
    }
}

/// What a shell says of a statement that failed. Of a word that it does not know Ruby names the object that lacks it, which says
/// nothing to who misspelt a command; the console has that as well.
fn raised(error: &str) -> String {
    let starts = ["NameError (undefined local variable or method `", "NoMethodError (undefined method `"];
    let word = starts
        .iter()
        .find_map(|start| error.strip_prefix(start)?.strip_suffix(')')?.split_once("' for #<HBaseReceiver"));
    word.map_or_else(|| error.to_owned(), |(word, _)| format!("{word} is no command of the shell."))
}

/// The rows of a transaction up to the one that is not in the region: which of them are, and which is not.
fn looked_at(table: &TableName, to: &Label, error: &Error) -> Phrase {
    let (Label::Transaction { rows }, Error::RowsNotColocated { row }) = (to, error) else { return Phrase::new() };
    let failed = rows.iter().position(|other| other == row).unwrap_or(0);
    let first = (failed + 1).saturating_sub(ROWS);
    let mut phrase = Phrase::from(if first > 0 { "… " } else { "" });
    for (at, row) in rows.iter().enumerate().take(failed + 1).skip(first) {
        let next = if at == failed {
            " not"
        } else if at + 1 == failed {
            " in the region, "
        } else {
            ", "
        };
        phrase = phrase.key(table, row.clone()).text(next);
    }
    phrase.text(if failed == 0 { " in the region: " } else { ": " }).text(applied(rows))
}

/// How much of a transaction that failed is done.
fn applied(rows: &[RowKey]) -> String {
    format!("0 of {} applied", rows.len())
}

fn probe(tone: Tone, label: &Label, table: &TableName, probed: &Probed) -> AnswerText {
    let to = super::label(label);
    match probed {
        Probed::Empty => told(tone, "empty", "finds no row at all: the table is empty."),
        Probed::Nothing => {
            let why = match label {
                // A key whose first bit is set.
                Label::Probe { from: Some(from), .. } if from.first().is_some_and(|byte| *byte >= 0x80) => {
                    " It is the middle of the keys left, as bytes without a sign: a negative number comes after all others."
                }
                _ => "",
            };
            told(tone, "nothing", to.text(" finds nothing: the last row comes before.").text(why))
        }
        Probed::Met(row) => {
            let row = key(table, row);
            let sentence = to.text(" meets ").with(row.clone()).text(": the last row is that one, or comes after it.");
            told(tone, arrow(row), sentence)
        }
        Probed::Longer { row, width } => {
            let row = key(table, row);
            let sentence = to
                .text(" finds ")
                .with(row.clone())
                .text(format!(": some keys are longer than the {} assumed. ", count(*width, "byte")))
                .text("Bisect with a larger width.");
            told(tone, arrow(row), sentence)
        }
        Probed::Settled { row, probes } => {
            let row = key(table, row);
            let sentence = to
                .text(" finds nothing, not even a longer key that begins like it: after ")
                .text(count(*probes, "read"))
                .text(", ")
                .with(row.clone())
                .text(" is the last row.");
            told(tone, arrow(row), sentence)
        }
    }
}

/// The row with this number as its key.
fn numbered(table: &TableName, number: u64) -> Phrase {
    Phrase::new().key(table, from_long(number.cast_signed()).as_slice())
}

fn first(tone: Tone, table: &TableName, row: Option<&RowKey>, next: Prepending) -> AnswerText {
    let Some(row) = row.map(|row| key(table, row)) else {
        let sentence = Phrase::from("finds the table empty, so the first row is to be ");
        let sentence = match next {
            Prepending::Try(number) => sentence.with(numbered(table, number)),
            Prepending::Width | Prepending::Lowest => sentence,
        };
        return told(tone, "empty", sentence.text("."));
    };
    let sentence = match next {
        Prepending::Width => Phrase::from("cannot subtract one from ")
            .with(row.clone())
            .text(": prepending needs keys of 8 bytes, and this one is of another width."),
        Prepending::Lowest => Phrase::from("stops: the first row is ")
            .with(row.clone())
            .text(", and there is no key before it. One less would be −1, which sorts last."),
        Prepending::Try(number) => Phrase::from("reads the first row: it is ")
            .with(row.clone())
            .text(", so ")
            .with(numbered(table, number))
            .text(" is to be next."),
    };
    told(tone, arrow(row), sentence)
}

/// What a read of one row brought; at the end the smallest of all, and what that took.
fn merged(tone: Tone, to: Phrase, table: &TableName, Merged { row, first, calls, .. }: &Merged) -> AnswerText {
    let found = row.as_ref().map_or_else(|| "nothing".into(), |row| key(table, row));
    let sentence = to.text(" finds ").with(found.clone());
    match (first, calls) {
        (Some((bucket, first)), Some(calls)) => {
            let first = key(table, first);
            let calls = count(usize::try_from(*calls).unwrap_or(usize::MAX), "call");
            let sentence = sentence.text(". The first row is ").with(first.clone()).text(format!(
                " of bucket {bucket}, the smallest without its prefix: {calls}, where keys without a prefix take 1."
            ));
            told(tone, arrow(first), sentence)
        }
        (None, Some(_)) => told(tone, "empty", sentence.text(": no row is there.")),
        (_, None) => told(tone, arrow(found), sentence.text(".")),
    }
}

fn tried(tone: Tone, table: &TableName, number: u64, success: bool, blind: bool) -> AnswerText {
    let row = from_long(number.cast_signed());
    if blind {
        let sentence = Phrase::from("puts ").with(numbered(table, number)).text(" without looking").clause(
            Clause::Loss,
            (table, row.as_slice()),
            "",
            ": values that the row had in the same columns would be hidden.",
        );
        return told(tone, "done", sentence);
    }
    let on = Phrase::from("check-and-put on ").with(numbered(table, number));
    if success {
        return told(
            tone,
            "true",
            on.text(" succeeds: the column was absent, so nobody was quicker at this key. It is written."),
        );
    }
    let (rival, before) = ((table, row.as_slice()), "somebody wrote that row before");
    let sentence = on.text(" fails: ").clause(Clause::Rival, rival, "", before).text(". ");
    let end = match number {
        0 => "There is no key before it, so the program stops.",
        _ => "Nothing is written.",
    };
    told(tone, "false", sentence.text(end))
}

/// The first and the last of some rows: `18 … 20`, or one key where they are the same.
fn from_to(table: &TableName, first: &RowKey, last: &RowKey) -> Phrase {
    let from = key(table, first);
    if first == last { from } else { from.text(" … ").with(key(table, last)) }
}

fn page(tone: Tone, to: Phrase, table: &TableName, page: &Page) -> AnswerText {
    let Some((first, last)) = &page.range else {
        return told(tone, "no more", to.text(" is empty: there are no more rows."));
    };
    let range = from_to(table, first, last);
    let what = if page.pieces {
        format!("{} with {}", count(page.results, "Result"), count(page.cells, "cell"))
    } else {
        count(page.results, "row")
    };
    let text = Phrase::from(format!("→ {what}, ")).with(range.clone());
    let sentence = to.text(" brings ").text(what).text(": ").with(range).text(".");
    let sentence = match (page.again.len(), page.missed.as_slice(), page.thrown) {
        (0, [], 0) => sentence,
        (0, [], thrown) => sentence.text(format!(" {} read and thrown away to get there.", count(thrown, "Result"))),
        (0, [row, more @ ..], _) => {
            let sentence = sentence.text(" No page has ").with(key(table, row));
            let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
            sentence.text(more).text(": a row in front of it is gone.")
        }
        (again, ..) => sentence.text(format!(" {again} of them came before: a row was put in front.")),
    };
    told(tone, text, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_the_shell_does_not_know_is_named_plainly() {
        let plain = "scna is no command of the shell.";
        assert_eq!(
            raised("NameError (undefined local variable or method `scna' for #<HBaseReceiver:0x149238fe>)"),
            plain
        );
        assert_eq!(raised("NoMethodError (undefined method `scna' for #<HBaseReceiver:0x149238fe>)"), plain);
        for other in ["NoMethodError (undefined method `foo' for nil:NilClass)", "Unknown table t!"] {
            assert_eq!(raised(other), other);
        }
    }

    #[test]
    fn what_a_scan_brought_is_named_and_its_results_are_no_rows() {
        let (table, row) = (TableName::from("t"), |key: &str| RowKey::from(key.as_bytes()));
        let came = |rows, results, range: Option<(&str, &str)>| {
            let range = range.map(|(first, last)| (row(first), row(last)));
            let to = Label::Request { verb: Verb::Scan, table: Some(table.clone()), row: None };
            let sentence = answer(&Answer::new(to, &table, Came::Rows { rows, results, range })).sentence;
            sentence.print(&|_, row| String::from_utf8_lossy(row).into_owned())
        };
        assert_eq!(came(0, 0, None), "scan t brings 0 rows.");
        assert_eq!(came(1, 1, Some(("a", "a"))), "scan t brings 1 row: a.");
        assert_eq!(came(3, 3, Some(("a", "c"))), "scan t brings 3 rows: a … c.");
        assert_eq!(came(1, 24, Some(("pets", "pets"))), "scan t brings 1 row in 24 Results: pets.");
    }

    #[test]
    fn a_condition_that_fails_says_who_wrote_the_row() {
        let (table, row) = (TableName::from("t"), RowKey::from("r".as_bytes()));
        let to = Label::Request { verb: Verb::CheckAndMutate, table: Some(table.clone()), row: Some(row) };
        let sentence = answer(&Answer::new(to, &table, Came::Checked(false))).sentence;
        let print = |phrase: &Phrase| phrase.print(&|_, row| String::from_utf8_lossy(row).into_owned());
        assert_eq!(print(&sentence), "check-and-mutate r fails: the condition does not hold. Nothing is written.");
        let told = sentence.told(|_, _, _| Some("A wrote that row one step ago".into()));
        let whole = "check-and-mutate r fails: A wrote that row one step ago, and the condition does not hold. Nothing is written.";
        assert_eq!(print(&told), whole);
    }
}
