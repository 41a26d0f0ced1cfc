//! Java's regular expressions, as far as a linear-time engine can follow them.
//!
//! `java.util.regex` without flags but DOTALL knows ASCII classes only and ignores the case of ASCII letters only,
//! and so does `regex-lite`; what is written differently is rewritten here.
//!
//! Deviation: look-around, backreferences, atomic groups, possessive quantifiers and intersections of classes are
//! refused.

use crate::error::Error;
use crate::pattern::{MOST_PARTS, MOST_SEARCH, size};
use regex_lite::{Regex, RegexBuilder};
use std::iter::Peekable;
use std::str::Chars;

/// A pattern, ready to be looked for.
#[derive(Clone, Debug)]
pub(super) struct Search {
    program: Regex,
    /// Bytes of a value that are looked at.
    most: usize,
}

impl Search {
    /// Whether the pattern is found.
    ///
    /// Deviation: of a value so long that the search would take more than [`MOST_SEARCH`] steps, in the beginning only.
    pub(super) fn is_in(&self, stored: &[u8]) -> bool {
        self.program.is_match(&String::from_utf8_lossy(&stored[..stored.len().min(self.most)]))
    }
}

/// A pattern that is found as `Pattern.compile(pattern, DOTALL).matcher(text).find()` finds it.
///
/// # Errors
/// `PatternSyntax`, also for more than [`MOST_PARTS`] parts.
pub(super) fn java_regex(pattern: &str, ignore_case: bool) -> Result<Search, Error> {
    let refuse = |reason: String| Error::PatternSyntax { reason, pattern: pattern.to_owned() };
    let rewritten = Rewriter { rest: pattern.chars().peekable(), out: String::new(), multi_line: false, class: 0 }
        .rewrite()
        .map_err(|reason| refuse(reason.to_owned()))?;
    let (parts, _) = size(&rewritten, false);
    if parts > MOST_PARTS {
        return Err(refuse(format!("more than {MOST_PARTS} parts are not looked for")));
    }
    let program = RegexBuilder::new(&rewritten)
        .dot_matches_new_line(true)
        .case_insensitive(ignore_case)
        .build()
        .map_err(|error| refuse(error.to_string()))?;
    Ok(Search { program, most: usize::try_from(MOST_SEARCH / parts.max(1)).unwrap_or(usize::MAX) })
}

const LINE_END: &str = r"(?:\r\n|[\n\r\x{85}\x{2028}\x{2029}])";

struct Rewriter<'a> {
    rest: Peekable<Chars<'a>>,
    out: String,
    /// Whether `(?m)` was seen: then `$` is the end of any line and is not rewritten.
    multi_line: bool,
    /// How many brackets of character classes are open.
    class: u32,
}

impl Rewriter<'_> {
    fn rewrite(mut self) -> Result<String, &'static str> {
        let mut quantified = false;
        while let Some(c) = self.rest.next() {
            let after_quantifier = std::mem::take(&mut quantified);
            match c {
                '\\' => self.escape()?,
                '[' => {
                    self.class += 1;
                    self.out.push('[');
                    if self.rest.next_if_eq(&'^').is_some() {
                        self.out.push('^');
                    }
                    if self.rest.next_if_eq(&']').is_some() {
                        self.out.push_str("\\]");
                    }
                }
                ']' if self.class > 0 => {
                    self.class -= 1;
                    self.out.push(']');
                }
                ']' => self.out.push_str("\\]"),
                _ if self.class > 0 => self.out.push(c),
                '$' if !self.multi_line => {
                    self.out.push_str(&format!("(?:{LINE_END}?\\z)"));
                }
                '(' => self.group(),
                '*' | '+' | '?' | '}' => {
                    if after_quantifier && c == '+' {
                        return Err("possessive quantifiers are not known");
                    }
                    if after_quantifier && c != '?' {
                        return Err("Dangling meta character");
                    }
                    quantified = !(after_quantifier && c == '?');
                    self.out.push(c);
                }
                _ => self.out.push(c),
            }
        }
        if self.class > 0 { Err("Unclosed character class") } else { Ok(self.out) }
    }

    /// After `(`: of inline flags, those are kept that mean the same to both.
    fn group(&mut self) {
        self.out.push('(');
        if self.rest.next_if_eq(&'?').is_none() {
            return;
        }
        let mut flags = String::new();
        while let Some(flag) = self.rest.next_if(|c| c.is_ascii_alphabetic() || *c == '-') {
            flags.push(flag);
        }
        self.multi_line |= flags.split('-').next().is_some_and(|on| on.contains('m'));
        flags.retain(|flag| !"duU".contains(flag));
        if flags.is_empty() && self.rest.peek() == Some(&')') {
            return; // `()` matches nothing, as flags do
        }
        self.out.push('?');
        self.out.push_str(&flags);
    }

    /// After a backslash.
    fn escape(&mut self) -> Result<(), &'static str> {
        let c = self.rest.next().ok_or("Unexpected end of a pattern")?;
        let in_class = self.class > 0;
        match c {
            'Q' => self.quote(),
            'Z' => self.out.push_str(&format!("(?:{LINE_END}?\\z)")),
            'R' => self.out.push_str(r"(?:\r\n|[\n\x0B\f\r\x{85}\x{2028}\x{2029}])"),
            'h' => self.push_class(r" \t\x{A0}\x{1680}\x{180e}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}"),
            'v' => self.push_class(r"\n\x0B\f\r\x{85}\x{2028}\x{2029}"),
            'e' => self.out.push_str(r"\x1B"),
            'p' | 'P' => self.property(c == 'P')?,
            '0' => self.octal()?,
            'u' => {
                let digits: String = self.rest.by_ref().take(4).collect();
                self.push_code(u32::from_str_radix(&digits, 16).map_err(|_| "Illegal Unicode escape sequence")?);
            }
            'c' => {
                let control = self.rest.next().ok_or("Illegal control escape sequence")?;
                self.push_code(u32::from(control) ^ 64);
            }
            '1'..='9' | 'k' if !in_class => return Err("backreferences are not known"),
            _ if c.is_ascii_alphanumeric() || c.is_ascii() => {
                self.out.push('\\');
                self.out.push(c);
            }
            _ => self.out.push(c),
        }
        Ok(())
    }

    fn push_code(&mut self, code: u32) {
        self.out.push_str(&format!("\\x{{{code:x}}}"));
    }

    fn push_class(&mut self, members: &str) {
        if self.class > 0 {
            self.out.push_str(members);
        } else {
            self.out.push_str(&format!("[{members}]"));
        }
    }

    /// `\Q…\E`.
    fn quote(&mut self) {
        while let Some(c) = self.rest.next() {
            if c == '\\' && self.rest.next_if_eq(&'E').is_some() {
                return;
            }
            self.push_code(u32::from(c));
        }
    }

    /// `\0n`, `\0nn`, `\0mnn` with m at most 3.
    fn octal(&mut self) -> Result<(), &'static str> {
        let mut code = None;
        for _ in 0..3 {
            let Some(digit) = self.rest.peek().and_then(|c| c.to_digit(8)) else { break };
            let next = code.unwrap_or(0) * 8 + digit;
            if next > 0o377 {
                break;
            }
            code = Some(next);
            self.rest.next();
        }
        self.push_code(code.ok_or("Illegal octal escape sequence")?);
        Ok(())
    }

    /// `\p{…}`: the POSIX classes, which are ASCII in Java.
    fn property(&mut self, negated: bool) -> Result<(), &'static str> {
        if self.rest.next_if_eq(&'{').is_none() {
            return Err("Unicode properties are not known");
        }
        let name: String = self.rest.by_ref().take_while(|c| *c != '}').collect();
        let class = match name.as_str() {
            "Lower" | "Upper" | "ASCII" | "Alpha" | "Digit" | "Alnum" | "Punct" | "Graph" | "Print" | "Blank"
            | "Cntrl" | "Space" => name.to_ascii_lowercase(),
            "XDigit" => "xdigit".to_owned(),
            _ => return Err("Unicode properties are not known"),
        };
        self.push_class(&format!("[:{}{class}:]", if negated { "^" } else { "" }));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(pattern: &str, text: &str) -> bool {
        java_regex(pattern, false).expect(pattern).is_in(text.as_bytes())
    }

    #[test]
    fn found_anywhere_and_a_dot_matches_line_ends() {
        assert!(finds("b", "abc") && !finds("^b", "abc"));
        assert!(finds("a.c", "a\nc"));
        assert!(finds("", ""));
        assert!(finds("^[xy].*[02]$", "x1\n2"));
    }

    #[test]
    fn a_dollar_stands_before_a_last_line_end_too() {
        assert!(finds("c$", "abc") && finds("c$", "abc\n") && finds("c\\Z", "abc\r\n"));
        assert!(!finds("c$", "abc\n\n") && !finds("c\\z", "abc\n"));
        assert!(finds("(?m)b$", "b\nc") && !finds("b$", "b\nc"));
        assert!(finds("^$", ""));
    }

    #[test]
    fn case() {
        assert!(finds("(?i)abc", "ABC") && !finds("abc", "ABC"));
        assert!(java_regex("abc", true).expect("a pattern").is_in(b"xABCx"));
        assert!(finds("(?iu)abc", "ABC") && finds("(?u)abc", "abc"));
    }

    #[test]
    fn what_java_writes_differently() {
        assert!(finds(r"\Qa.c\E$", "a.c") && !finds(r"\Qa.c\E", "abc"));
        assert!(finds(r"\p{Alpha}[\p{Digit}_]+", "a1_") && !finds(r"\P{Alpha}", "a"));
        assert!(finds(r"\u00e9", "café") && finds("é", "café"));
        assert!(finds(r"\x00\0101\cA", "\0A\u{1}"));
        assert!(finds(r"[]a]", "]") && finds(r"a]", "a]"));
        assert!(finds(r"r[0-9]{2,3}?", "r12") && finds(r"\-\/", "-/"));
    }

    #[test]
    fn a_search_is_no_longer_than_it_may_be() {
        let parts = |count: usize| java_regex(&format!("a{{{}}}", count - 1), false).map(|_| ());
        assert_eq!(
            (parts(10_000).is_ok(), parts(10_001).map_err(|error| error.class())),
            (true, Err("PatternSyntaxException"))
        );
        // Of 1,000 parts, each at 50,000 bytes.
        let long = |bytes: usize| finds("b{999}", &format!("{}{}", "a".repeat(bytes - 999), "b".repeat(999)));
        assert!(long(50_000) && !long(50_001));
    }

    #[test]
    fn refused() {
        for pattern in ["[", "(", "a)", "*a", "a**", "a++", "(?=a)", r"(a)\1", r"\", "(?>a)", "a{2", r"\p{L}"] {
            let error = java_regex(pattern, false).expect_err(pattern);
            assert_eq!(error.class(), "PatternSyntaxException");
        }
    }
}
