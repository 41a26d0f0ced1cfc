//! Whether a text does no more than name commands, so that it can be run without the methods of values
//! ([`bring_methods`](crate::bring_methods)).
//!
//! A text is looked at as it is written, not as it is parsed: so one also knows before the language is there. In doubt a
//! text is not plain. Lines that are typed one by one are looked at one by one, so none may hang on what came before.

use crate::ruby::method::part::{is_of_tables, is_own};

/// Words of the language that lead to more than commands.
const WORDS: &str = "BEGIN END __ENCODING__ __FILE__ __LINE__ alias and begin break case class def defined? do else \
    elsif end ensure for if in module next not or redo rescue retry return self super then undef unless until when \
    while yield";

/// Constants that stand for classes and streams, and have methods.
const OBJECTS: &str = "ARGF ARGV ENV GC IO JSON STDERR STDIN STDOUT";

/// The name under which a read is given a filter. The code of filters is brought with the methods.
const FILTER: &str = "FILTER";

/// Whether it names commands, variables and constants only, with texts, numbers, symbols, lists and hashes, and no filter.
pub fn is_plain(text: &str) -> bool {
    Look { bytes: text.as_bytes(), at: 0, last: b'\n' }.all().is_some()
}

/// A scan over a text. Its methods return `None` at the first thing that needs more than commands.
struct Look<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The last character that was no blank: `a` for a name that begins small.
    last: u8,
}

impl Look<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(b'\n')
    }

    /// The character right before this one.
    fn before(&self) -> u8 {
        self.at.checked_sub(1).map_or(b'\n', |at| self.bytes[at])
    }

    /// Whether only a value can follow here, so that `-` is the sign of a number and no operator.
    fn is_due(&self) -> bool {
        matches!(self.last, b',' | b'(' | b'[' | b'{' | b'=' | b'>')
    }

    fn all(&mut self) -> Option<()> {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    self.at += 1;
                    continue;
                }
                b'#' => {
                    self.run(|byte| byte != b'\n');
                    continue;
                }
                b'\'' | b'"' => self.quoted(byte)?,
                b'0'..=b'9' => self.number(),
                b'-' if self.is_due() && self.peek(1).is_ascii_digit() => self.at += 1,
                b'a'..=b'z' | b'_' | b'A'..=b'Z' => {
                    self.word()?;
                    continue;
                }
                b':' => self.symbol()?,
                b'.' => self.method()?,
                b'[' | b'{' if !self.is_due() => return None,
                b'=' if matches!(self.peek(1), b'=' | b'~') => return None,
                b'=' if self.peek(1) == b'>' => self.at += 2,
                b',' | b';' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'=' => self.at += 1,
                _ => return None,
            }
            self.last = self.before();
        }
        Some(())
    }

    fn run(&mut self, fits: fn(u8) -> bool) -> &[u8] {
        let rest = &self.bytes[self.at..];
        let count = rest.iter().position(|byte| !fits(*byte)).unwrap_or(rest.len());
        self.at += count;
        &rest[..count]
    }

    /// A text in quotes, which ends, has no code in it, and cannot be the name under which a read is given a filter.
    fn quoted(&mut self, quote: u8) -> Option<()> {
        let from = self.at + 1;
        let mut is_escaped = false;
        loop {
            self.at += 1;
            match *self.bytes.get(self.at)? {
                b'\\' => {
                    self.at += 1;
                    is_escaped = true;
                }
                b'#' if quote == b'"' && matches!(self.peek(1), b'{' | b'$' | b'@') => return None,
                byte if byte == quote => break,
                _ => {}
            }
        }
        let text = &self.bytes[from..self.at];
        self.at += 1;
        // By an escape the name of a filter can be spelled otherwise: before `=>`, any such text may be that name.
        let after = self.bytes[self.at..].trim_ascii_start();
        let is_filter = text == FILTER.as_bytes() || is_escaped && after.starts_with(b"=>");
        (!is_filter).then_some(())
    }

    fn number(&mut self) {
        self.run(is_of_name);
        if self.peek(0) == b'.' && self.peek(1).is_ascii_digit() {
            self.at += 1;
            self.run(is_of_name);
        }
    }

    /// The name that begins here.
    fn name(&mut self) -> Option<&str> {
        let from = self.at;
        self.run(is_of_name);
        if matches!(self.peek(0), b'?' | b'!') {
            if !matches!(self.peek(1), b' ' | b'\n' | b'(' | b'\r') {
                return None;
            }
            self.at += 1;
        }
        std::str::from_utf8(&self.bytes[from..self.at]).ok()
    }

    fn word(&mut self) -> Option<()> {
        let name = self.name()?;
        let is_large = name.starts_with(|c: char| c.is_ascii_uppercase());
        let is_known = if is_large { name.bytes().any(|byte| byte.is_ascii_lowercase()) } else { is_own(name) };
        if is_known || name == FILTER || is_among(WORDS, name) || is_among(OBJECTS, name) {
            return None;
        }
        self.last = if is_large { b'A' } else { b'a' };
        Some(())
    }

    /// `:name`, `:'a text'` or the end of `name: value`.
    fn symbol(&mut self) -> Option<()> {
        let (before, next) = (self.before(), self.peek(1));
        self.at += 1;
        if self.last == b'a' && is_of_name(before) && matches!(next, b' ' | b'\n') {
            return Some(());
        }
        if !matches!(before, b' ' | b'\t' | b'\n' | b',' | b'(' | b'[' | b'{' | b'>' | b'=' | b';') {
            return None;
        }
        match next {
            b'\'' | b'"' => self.quoted(next),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                self.run(is_of_name);
                Some(())
            }
            _ => None,
        }
    }

    /// A method that only tables have, of what a name or a call stands for.
    fn method(&mut self) -> Option<()> {
        if !(self.last == b'a' && is_of_name(self.before()) || self.before() == b')') {
            return None;
        }
        self.at += 1;
        if !is_of_tables(self.name()?) {
            return None;
        }
        let rest = &self.bytes[self.at..];
        let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        if next == Some(&b'=') { None } else { Some(()) }
    }
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_among(names: &str, name: &str) -> bool {
    names.split(' ').any(|other| other == name)
}

#[cfg(test)]
mod tests {
    use super::is_plain;
    use crate::ruby::method::part::tests::without;
    use crate::{Direction, Local, Shell, Turn, directions};
    use proptest::prelude::*;
    use std::fs;
    use std::path::PathBuf;

    const PLAIN: &[&str] = &[
        "",
        "# only a comment: x.map { |y| y + 1 }",
        "create 't', 'f'",
        "create 't', {NAME => 'f', VERSIONS => 3}, {NAME => 'g'}, SPLITS => ['a', 'b']",
        "create 't', 'f',\n  SPLITS => ['a',\n   'b']\n",
        "put 't', 'r', 'f:q', 'v', 1\nput('t', 'r', 'f:q', \"\\x00\\x01 it's\")",
        "get 't', 'r', {COLUMN => ['f:a', 'f:b'], VERSIONS => 2}",
        "scan 't', {STARTROW => 'a', LIMIT => 5, ROWPREFIXFILTER => 'x'}",
        "put 't', 'FILTER of coffee', 'f:q', 'FILTERED'\ncount 't', INTERVAL => 2\ncount 't'",
        "scan 't', LIMIT => 1, REVERSED => true, TIMERANGE => [0, 5]",
        "incr 't', 'r', 'f:n', -1",
        "t = get_table 't'\nt.put 'r', 'f:q', 'v'\nt.get 'r'\nt",
        "get_table('t').get 'r'",
        "exists? 't'; disable 't'; drop 't'",
        "client 'B'\nstep put 't', 'r', 'f:q', 'v'\nstep 'A', 2\nback\nmark 'here'\nmust 'rows 4'",
        "alter 't', NAME => 'f', METHOD => 'delete'",
        "create 't', :f, name: 'x'",
        "puts 'a', 1\nprint 0.5\nsleep 1\nexit 3",
        "craete 't'",
        "FOO",
        "a = b = [1, {'k' => nil}]",
        "x, y = 1, 2",
    ];

    const MORE: &[&str] = &[
        "put 't', 'r', 'f:q', 'v' * 3",
        "10.times { |n| put 't', n.to_s, 'f:q', 'v' }",
        "put 't', \"row#{n}\", 'f:q', 'v'",
        "puts 1 + 2",
        "[1, 2].each do |n|\nend",
        "x[0]",
        "x [0]",
        "x -1",
        "-1",
        "t.scan",
        "t.count",
        "t.put = 1",
        "1.put",
        "GC.put",
        "if true then put 't' end",
        "format '%d', 1",
        "rand",
        "java_import 'x'",
        "$x",
        "@x",
        "x = 'not ended",
        "x = \"not ended",
        "y'; [1].map { }",
        "scan 't', {FILTER => SingleColumnValueFilter.new}",
        "scan 't', {STARTROW => 'a', FILTER => \"PrefixFilter('x')\"}",
        "get 't', 'r', 'FILTER' => 'PageFilter(1)'",
        "get 't', 'r', \"\\x46ILTER\"  => 'PageFilter(1)'",
        "f = 'FILTER'",
        "org.apache.hadoop.hbase.util.Bytes",
        "Bytes::toBytes('x')",
        "x == 1",
        "x =~ /a/",
        "%w[a b]",
        "<<A\nx\nA",
        "def f\nend",
        "exists? 't' ? 1 : 2",
        "a ?1:2",
        "1..2",
        "list.first",
        "get 't', 'r' {}",
        "STDOUT.puts 1",
        "=begin\nx\n=end",
        "f(*x)",
        "ü",
    ];

    #[test]
    fn lines_of_commands_are_plain_and_others_are_not() {
        for text in PLAIN {
            assert!(is_plain(text), "{text}");
        }
        for text in MORE {
            assert!(!is_plain(text), "{text}");
        }
    }

    /// What a shell prints that plays a text, which is typed line by line.
    fn played(text: &str) -> String {
        let mut local = Local::new(1_700_000_000_000);
        let mut shell = Shell::new(80);
        for line in text.lines() {
            shell.enter(line);
            for _ in 0..2_000 {
                match local.step(&mut shell, 1_000) {
                    Turn::Ask(demand) => match local.answer(&demand) {
                        Some(reply) => shell.hear(reply),
                        None => shell.stop(),
                    },
                    Turn::Busy => {}
                    _ => break,
                }
            }
            shell.stop();
        }
        shell.take_output()
    }

    /// Fails where a plain text does not do the same without the methods.
    fn compare(text: &str) {
        if is_plain(text) {
            assert_eq!(without(|| played(text)), played(text), "{text}");
        }
    }

    #[test]
    fn plain_texts_do_the_same_without_the_methods() {
        PLAIN.iter().for_each(|text| compare(text));
    }

    #[test]
    fn whatever_lacks_the_methods_says_so() {
        let lines =
            "x = 1\nx + 1\n'a'.size\nrand\n[*1]\nString::Y\n/a/\nputs 'on'\ncreate 't', 'f'\nscan 't', FILTER => 'a'";
        let told = without(|| played(lines));
        assert_eq!(told.matches("ERROR: this shell does not run methods yet").count(), 7, "{told}");
        assert!(told.contains("on\n"), "{told}");
    }

    /// Texts of files that end so, in a folder of the workspace.
    fn texts(folder: &str, end: &str) -> Vec<String> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        let files = fs::read_dir(&folder).expect("it is there").map(|entry| entry.expect("it is there").path());
        let files = files.filter(|path| path.to_string_lossy().ends_with(end));
        files.map(|path| fs::read_to_string(path).expect("it is text")).collect()
    }

    #[test]
    fn scripts_of_the_project_do_the_same_line_by_line() {
        let folders = [
            ("crates/shell/tests/scripts", ".rb"),
            ("crates/lab/tests/scripts/console", ".rb"),
            ("crates/lab/lessons", ".md"),
            ("docs", ".md"),
        ];
        let mut plain = 0;
        for (folder, end) in folders {
            for text in texts(folder, end) {
                for line in text.lines() {
                    plain += usize::from(is_plain(line));
                    compare(line);
                }
                let parts = directions(&text).unwrap_or_default();
                for part in parts {
                    if let Direction::Run { text, .. } = part {
                        compare(&text);
                    }
                }
            }
        }
        assert!(plain > 500, "{plain}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 3_000 } else { 100_000 }))]

        #[test]
        fn any_plain_text_does_the_same(words in prop::collection::vec(prop::sample::select(vec![
            "x", "y", "put", "get", "scan", "create", "exists?", "get_table", "t", "puts", "p", "exit", "NAME", "FOO", "nil",
            "true", "'a'", "\"b\\n\"", ":c", ":'d'", "e:", "1", "2.5", "-3", "[", "]", "{", "}", "(", ")", ",", "=", "=>", ";",
            "\n", " ", " ", " ", ".put", ".get", ".help", "sleep", "_x", "x!", "#", "'", "?", "!", ".", "-", ":", "list",
        ]), 1..14)) {
            compare(&words.concat());
        }
    }
}
