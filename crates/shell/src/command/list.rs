//! `list` and what else names tables by a pattern.

use super::argument::Bench;
use super::{Answer, Fail, Turn};
use crate::ruby::value::Value;
use regex_lite::Regex;
use splitpoint_model::order;

/// A whole name has to fit a pattern.
pub(super) fn pattern(bench: &Bench<'_, '_>, value: &Value) -> Result<Regex, Fail> {
    if let Value::Regex(_) = value {
        return Err(Fail::new(
            "NameError",
            "no method 'compile' for arguments (org.jruby.RubyRegexp) on Java::JavaUtilRegex::Pattern",
        ));
    }
    let text = match value {
        Value::Str(_) => bench.string(value),
        Value::Nil => {
            let message = "Cannot invoke \"String.isEmpty()\" because \"this.pattern\" is null";
            return Err(Fail::new("Java::JavaLang::NullPointerException", message));
        }
        other => {
            let class = super::argument::ruby_class(other);
            let message = format!("no method 'compile' for arguments ({class}) on Java::JavaUtilRegex::Pattern");
            return Err(Fail::new("NameError", message));
        }
    };
    Regex::new(&format!("^(?:{text})$")).map_err(|_| bad_pattern(&text))
}

/// What Java says of a text that is no regular expression.
fn bad_pattern(text: &str) -> Fail {
    let at = |at: usize| format!(" near index {at}\n{text}\n{}^", " ".repeat(at));
    let first = text.chars().next();
    let message = if matches!(first, Some('*' | '+' | '?')) {
        format!("Dangling meta character '{}'{}", first.unwrap_or('*'), at(0))
    } else if text.matches('[').count() > text.matches(']').count() {
        format!("Unclosed character class{}", at(text.chars().count() - 1))
    } else if text.matches('(').count() > text.matches(')').count() {
        format!("Unclosed group near index {}\n{text}", text.chars().count())
    } else if text.matches(')').count() > text.matches('(').count() {
        let place = text.chars().position(|c| c == ')').unwrap_or(0);
        format!("Unmatched closing ')'{}", if place == 0 { format!("\n{text}") } else { at(place - 1) })
    } else {
        format!("this pattern is not understood: {text}")
    };
    Fail::new("Java::JavaUtilRegex::PatternSyntaxException", message)
}

/// Names of all tables but HBase's own, by namespace and name.
pub(super) fn tables(bench: &Bench<'_, '_>) -> Vec<String> {
    let mut names: Vec<String> = bench.io.cluster.tables().map(|table| table.name.to_string()).collect();
    let parts = |name: &'_ str| {
        name.split_once(':')
            .map_or(("default".to_owned(), name.to_owned()), |(space, name)| (space.to_owned(), name.to_owned()))
    };
    order::sort_by(&mut names, |left, right| parts(left).cmp(&parts(right)));
    names.retain(|name| !name.starts_with("hbase:"));
    names
}

/// Those that fit a pattern, by their short or their whole name.
pub(super) fn matching(bench: &Bench<'_, '_>, value: &Value) -> Result<Vec<String>, Fail> {
    let pattern = pattern(bench, value)?;
    let mut names = tables(bench);
    names.retain(|name| pattern.is_match(name) || !name.contains(':') && pattern.is_match(&format!("default:{name}")));
    Ok(names)
}

fn show(bench: &mut Bench<'_, '_>, names: &[String]) -> Answer {
    for name in names {
        bench.io.out.row(&[name]);
    }
    bench.io.out.footer(None);
    Ok(Turn::Done(bench.texts(names)))
}

/// All tables, or those that the argument names.
fn wanted(bench: &Bench<'_, '_>) -> Result<Vec<String>, Fail> {
    if bench.args.is_empty() { Ok(tables(bench)) } else { matching(bench, &bench.arg(0)) }
}

pub(super) fn list(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&["TABLE"]);
    let names = wanted(bench)?;
    show(bench, &names)
}

pub(super) fn enabled(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&["TABLE"]);
    let mut names = wanted(bench)?;
    names.retain(|name| bench.io.cluster.is_enabled(name));
    show(bench, &names)
}

pub(super) fn disabled(bench: &mut Bench<'_, '_>) -> Answer {
    bench.io.out.header(&["TABLE"]);
    let mut names = wanted(bench)?;
    names.retain(|name| bench.io.cluster.is_disabled(name));
    show(bench, &names)
}
