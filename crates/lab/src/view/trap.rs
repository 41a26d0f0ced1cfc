//! Traps that row keys step into: a key of a table, and the keys that a column of a file would become.

use super::Stage;
use super::chart::Chart;
use crate::design::{Finding, Trap};
use crate::notation::Encoding;
use crate::words::design as told;
use splitpoint_model::cell::KeyRef;

/// Cells of other rows that a key is held against, at most.
const BESIDE: usize = 400;

/// A trap, and what is to be said of it.
pub type Slip = (Trap, String);

impl Stage<'_> {
    /// The traps that a row key steps into in a table as it is at the cursor.
    pub fn slips(&self, table: &str, row: &[u8]) -> Vec<Slip> {
        let key = self.key(table);
        let beside = if key == Encoding::Text { self.beside(table, row) } else { Vec::new() };
        let found = Trap::of_key(&key, row, &beside);
        found.iter().map(|finding| (finding.trap, told::slip(finding, table, &key))).collect()
    }

    /// Rows of the same word as this one: what stands before the number at its end.
    fn beside(&self, table: &str, row: &[u8]) -> Vec<Vec<u8>> {
        let chart = Chart::new(self.cluster(), table, self.world().clock().now(), true);
        let digits = row.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let word = &row[..row.len() - digits];
        let mut rows: Vec<Vec<u8>> = Vec::new();
        for place in &chart.regions {
            if rows.len() > BESIDE || digits == 0 {
                break;
            }
            let first = place.lines.rank(KeyRef::first_on_row(word));
            let (lines, _) = place.lines.range(first..first + BESIDE);
            rows.extend(lines.iter().map(|line| line.cell.row().to_vec()).filter(|other| other.starts_with(word)));
            rows.dedup();
        }
        rows
    }
}

/// The traps that a column of a file steps into, where it becomes row keys, or a part of them, that are written like that.
/// `texts` are values of the column.
pub fn slips_of_column<'a>(encoding: &Encoding, texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let keys: Vec<Vec<u8>> = texts.into_iter().filter_map(|text| encoding.encode(text).ok()).collect();
    let mut found: Vec<Finding> = Vec::new();
    for finding in keys.iter().flat_map(|key| Trap::of_key(encoding, key, &keys)) {
        if found.iter().all(|other| other.trap != finding.trap) {
            found.push(finding);
        }
    }
    found.iter().map(|finding| told::slip(finding, "the table", encoding)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario;
    use crate::session::Session;

    fn slips(start: &str, table: &str, row: &[u8]) -> Vec<Slip> {
        let session = Session::from_start(scenario::start(start).expect("an example")).expect("a start");
        session.stage().slips(table, row)
    }

    fn traps(row: &[u8]) -> Vec<Trap> {
        slips("comments", "comments", row).into_iter().map(|(trap, _)| trap).collect()
    }

    #[test]
    fn a_key_of_the_table_steps_into_none_and_others_into_theirs() {
        assert_eq!(traps(&20_i64.to_be_bytes()), []);
        assert_eq!(traps(&20_i32.to_be_bytes()), [Trap::Literal]);
        assert_eq!(traps(b"20"), [Trap::Literal]);
        assert_eq!(traps(&(-20_i64).to_be_bytes()), [Trap::Negative]);
        assert_eq!(traps(&20_i64.to_le_bytes()), [Trap::Little]);
        assert_eq!(traps(&[0xff; 8]), [Trap::Negative]);
        assert_eq!(traps(&[]), []);
        let said = |row: &[u8]| slips("comments", "comments", row).remove(0).1;
        assert_eq!(
            said(&20_i32.to_be_bytes()),
            "20 has 4 bytes here, keys of comments have 8: it is a row of its own and stands apart. Write 20L, not 20, \
             which is an int."
        );
        assert!(said(b"20").ends_with(r#"Write it as "\x00\x00\x00\x00\x00\x00\x00\x14"."#), "{}", said(b"20"));
        assert!(said(b"abc").ends_with("It is no 8-byte integer."), "{}", said(b"abc"));
        assert_eq!(
            said(&20_i64.to_le_bytes()),
            "1441151880758558720 is written with the last byte first, if 20 is meant. Turn the bytes round."
        );
    }

    #[test]
    fn a_number_as_text_is_held_against_the_rows_of_its_word() {
        assert_eq!(slips("partitions", "myTable", b"bio035"), []);
        assert_eq!(slips("partitions", "myTable", b"new1"), []);
        let top = "no key comes after all that begin with ffff: a scan of this prefix has no stop row.";
        assert_eq!(slips("partitions", "myTable", &[0xff; 2]), [(Trap::Top, top.to_owned())]);
        let told = slips("partitions", "myTable", b"bio4");
        let said = "bio005 comes before bio4, as both are text. Pad numbers with zeros, or use bytes.";
        assert_eq!(told, [(Trap::Decimal, said.to_owned())]);
    }

    #[test]
    fn a_column_is_told_once_of_each_trap() {
        let told = |encoding, texts: &[&str]| slips_of_column(&encoding, texts.iter().copied());
        let said = "10 comes before 8, as both are text. Pad numbers with zeros, or use bytes.";
        assert_eq!(told(Encoding::Text, &["8", "9", "10", "11"]), [said]);
        assert!(told(Encoding::Text, &["08", "09", "10", "word"]).is_empty());
        let said = "-3 comes after 0, as its first bit is set. Turn the first bit round.";
        assert_eq!(told(Encoding::Long, &["8", "-3", "-4"]), [said]);
    }
}
