//! The order of the modules inside `crates/model`, from the ground up: a module uses only those before it.

use super::Breach;
use super::source::Source;

const MODEL: &str = "crates/model/src/";

/// From the ground up. A module that is not in this list belongs into it, at its place.
const ORDER: &[&str] = &[
    "map",
    "order",
    "identity",
    "bytes",
    "error",
    "deviation",
    "cell",
    "schema",
    "filter",
    "query",
    "mutation",
    "event",
    "store",
    "region",
    "policy",
    "cluster",
    "client",
];

pub(super) fn breaches(source: &Source) -> Vec<Breach> {
    let Some(module) = module(&source.path) else { return Vec::new() };
    let Some(height) = ORDER.iter().position(|name| *name == module) else {
        let what = format!("`{module}` has no place in the order of modules (crates/xtask/src/rule/layer.rs)");
        return vec![Breach::new(&source.path, 1, what)];
    };
    uses(source)
        .into_iter()
        .filter(|(_, used)| ORDER.iter().position(|name| name == used).is_some_and(|other| height < other))
        .map(|(line, used)| {
            Breach::new(&source.path, line, format!("`{module}` is below `{used}` and must not use it"))
        })
        .collect()
}

/// The top module of the model that a file belongs to; none for the root, which only lists them.
fn module(path: &str) -> Option<&str> {
    let inside = path.strip_prefix(MODEL)?;
    let module = inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs");
    (module != "lib").then_some(module)
}

/// Every top module named after `crate::`, also inside braces.
fn uses(source: &Source) -> Vec<(usize, &str)> {
    let mut uses = Vec::new();
    for place in source.places("crate::") {
        let start = place + "crate::".len();
        let rest = &source.code[start..];
        if rest.starts_with('{') {
            uses.extend(listed(rest).into_iter().map(|(offset, name)| (source.line(start + offset), name)));
        } else {
            uses.push((source.line(place), first_name(rest)));
        }
    }
    uses
}

/// The first name of each entry of `{a::b, c::{d, e}, f}`.
fn listed(braces: &str) -> Vec<(usize, &str)> {
    let mut names = Vec::new();
    let mut depth = 0;
    for (offset, letter) in braces.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && matches!(letter, '{' | ',') {
            let after = &braces[offset + 1..];
            let entry = after.trim_start();
            names.push((offset + 1 + after.len() - entry.len(), first_name(entry)));
        }
    }
    names
}

fn first_name(path: &str) -> &str {
    path.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::{Source, breaches};

    fn lines(path: &str, text: &str) -> Vec<usize> {
        breaches(&Source::new(path, text)).iter().map(|breach| breach.line).collect()
    }

    #[test]
    fn a_module_uses_those_below_it() {
        let text = "use crate::{bytes::RowKey, store::{Store, MemStore}};\nuse crate::region::Row;\n";
        assert!(lines("crates/model/src/region/split.rs", text).is_empty());
        assert!(lines("crates/lab/src/world.rs", "use crate::view::View;").is_empty());
    }

    #[test]
    fn a_module_must_not_use_those_above_it() {
        assert_eq!(lines("crates/model/src/store/heap.rs", "//! x\nuse crate::region::Region;\n"), [2]);
        assert_eq!(lines("crates/model/src/cell.rs", "use crate::{\n    bytes,\n    query::Scan,\n};\n"), [3]);
        assert_eq!(lines("crates/model/src/bytes.rs", "fn f() -> crate::error::Error { todo }"), [1]);
    }

    #[test]
    fn a_module_without_a_place_is_named() {
        assert_eq!(lines("crates/model/src/clock.rs", "//! x"), [1]);
    }
}
