//! A plan as a loop of the HBase shell, which makes the same requests on the same keys.

use super::{Digits, Does, PRIME, Plan, Walk, octaves};
use splitpoint_shell::quoted;
use std::fmt::Write;
use std::ops::Range;

impl Plan {
    pub(super) fn script(&self, client: u8, range: Range<u32>) -> String {
        let mut text = String::new();
        let mut line = |words: String| {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{words}");
        };
        let count = if self.clients > 1 { "turn" } else { "n" };
        line(match range.start {
            0 => format!("{}.times do |{count}|", range.end),
            from => format!("({from}...{}).each do |{count}|", range.end),
        });
        if self.clients > 1 {
            line(format!("  n = turn * {} + {client}", self.clients));
        }
        self.waits().into_iter().for_each(|words| line(format!("  {words}")));
        self.numbers().into_iter().for_each(|words| line(format!("  {words}")));
        line(format!("  key = {}", self.keys()));
        let table = quoted(self.table.as_bytes());
        line(match &self.does {
            Does::Insert { family, qualifier, bytes } => {
                let column = quoted(&[family.as_bytes(), b":", qualifier].concat());
                format!("  put {table}, key, {column}, 'v' * {bytes}")
            }
            Does::Get => format!("  get {table}, key"),
        });
        line("end".to_owned());
        text
    }

    /// Lines that wait until the next request is sent.
    fn waits(&self) -> Vec<String> {
        const NOW: &str = "java.lang.System.currentTimeMillis";
        let Some((rate, span)) = self.share() else { return Vec::new() };
        if span.is_multiple_of(rate) {
            return vec![format!("sleep(({0} - {NOW} % {0}) / 1000.0)", span / rate)];
        }
        vec![
            format!("ms = {NOW} % {span}"),
            format!("sleep((((ms * {rate} / {span} + 1) * {span} + {}) / {rate} - ms) / 1000.0)", rate - 1),
        ]
    }

    /// Lines that work out `number` from `n`.
    fn numbers(&self) -> Vec<String> {
        let first = self.first;
        let drawn = |seed: u32| {
            vec![
                format!("x = ({seed} * 1_000_003 + n + 1) % {PRIME}"),
                format!("x = (x * x + n) % {PRIME}"),
                format!("x = x * x % {PRIME}"),
            ]
        };
        match self.walk {
            Walk::Step(by) if by < 0 => vec![format!("number = {first} - n * {}", by.unsigned_abs())],
            Walk::Step(by) => vec![format!("number = {first} + n * {by}")],
            Walk::Random { seed, among } => {
                let mut lines = drawn(seed);
                lines.push(format!("number = {first} + x % {}", among.max(1)));
                lines
            }
            Walk::Zipf { seed, among } => {
                let (mut lines, octaves) = (drawn(seed), octaves(among));
                lines.push(format!("octave = 2 ** (x % {octaves})"));
                lines.push(format!("number = {first} + octave - 1 + x / {octaves} % octave"));
                lines
            }
            Walk::Time { reversed: false } => vec!["number = java.lang.System.currentTimeMillis".to_owned()],
            Walk::Time { reversed: true } => {
                vec![format!("number = {} - java.lang.System.currentTimeMillis", i64::MAX)]
            }
        }
    }

    /// `key` from `number`.
    fn keys(&self) -> String {
        let prefixes = self.prefixes;
        match self.digits {
            Digits::Long if prefixes > 0 => format!("[number % {prefixes}, number].pack('Cq>')"),
            Digits::Long => "[number].pack('q>')".to_owned(),
            Digits::Int if prefixes > 0 => format!("[number % {prefixes}, number].pack('Cl>')"),
            Digits::Int => "[number].pack('l>')".to_owned(),
            Digits::Decimal(width) => {
                let digits = format!("number.to_s.rjust({width}, '0')");
                match prefixes {
                    0 => digits,
                    _ => format!("format('%02d-', number % {prefixes}) + {digits}"),
                }
            }
        }
    }
}
