//! A rule: cells have one order, and only `crates/model/src/cell.rs` compares them.

use super::Breach;
use super::source::Source;

const HOME: &str = "crates/model/src/cell";
const SORTS: &[&str] =
    &["sort_by", "sort_by_key", "sort_unstable_by", "sort_unstable_by_key", "sort_by_cached_key", "max_by", "min_by"];
/// Parts that only a cell has: code that sorts by one of these orders cells.
const COORDINATES: &[&str] = &[".qualifier(", ".qualifier)", ".cell_type", ".family_bytes("];

pub(super) fn breaches(source: &Source) -> Vec<Breach> {
    if source.path.starts_with(HOME) || source.path.starts_with("crates/xtask/") {
        return Vec::new();
    }
    let mut breaches = Vec::new();
    for name in ["Ord for", "PartialOrd for"] {
        for place in source.places(name) {
            let ordered = source.code[place + name.len()..].split(['{', '\n']).next().unwrap_or("").trim();
            if ordered.contains("Cell") || ordered == "Key" || ordered.starts_with("Key<") {
                breaches.push(breach(source, place, format!("`{ordered}` gets an order of its own")));
            }
        }
    }
    for name in SORTS {
        for place in source.places(name) {
            let by = in_parentheses(&source.code[place + name.len()..]);
            if let Some(coordinate) = COORDINATES.iter().find(|coordinate| by.contains(*coordinate)) {
                breaches.push(breach(
                    source,
                    place,
                    format!("sorts by `{}`", coordinate.trim_matches(['.', '(', ')'])),
                ));
            }
        }
    }
    breaches
}

fn breach(source: &Source, place: usize, what: String) -> Breach {
    Breach::new(&source.path, source.line(place), format!("{what}: only {HOME}.rs compares cells"))
}

fn in_parentheses(text: &str) -> &str {
    let mut depth = 0;
    for (offset, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..offset];
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Source, breaches};

    fn lines(path: &str, text: &str) -> Vec<usize> {
        breaches(&Source::new(path, text)).iter().map(|breach| breach.line).collect()
    }

    #[test]
    fn the_home_of_the_order_and_other_orders_are_fine() {
        assert!(lines("crates/model/src/cell.rs", "impl Ord for Cell {").is_empty());
        assert!(lines("crates/model/src/store/file.rs", "files.sort_by_key(|file| file.sequence_id());").is_empty());
        assert!(lines("crates/lab/src/view.rs", "impl Ord for RowKey {").is_empty());
    }

    #[test]
    fn a_second_order_of_cells_is_not() {
        assert_eq!(lines("crates/model/src/store/heap.rs", "\nimpl PartialOrd for CellKey {\n"), [2]);
        assert_eq!(lines("crates/lab/src/view.rs", "impl<'a> Ord for Key<'a> {"), [1]);
        let sort = "cells.sort_by(|a, b| {\n    a.qualifier().cmp(b.qualifier())\n});";
        assert_eq!(lines("web/src/session.rs", sort), [1]);
    }
}
