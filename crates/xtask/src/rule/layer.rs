//! A rule: the modules inside `crates/model`, `crates/shell`, `crates/lab` and `crates/bridge` have an order, and each
//! one uses only those before it. So modules never import each other in a circle.

use super::Breach;
use super::source::Source;

/// A room, which is a crate of this project, whose modules have an order.
struct Room {
    folder: &'static str,
    /// The prefix of its modules in code.
    prefix: &'static str,
    /// The modules from the ground up. A new module has to be put into this list, at its place.
    order: &'static [&'static str],
}

const ROOMS: &[Room] = &[
    Room { folder: "crates/model/src/", prefix: "crate::", order: MODEL },
    Room { folder: "crates/shell/src/", prefix: "crate::", order: SHELL },
    Room { folder: "crates/lab/src/", prefix: "crate::", order: LAB },
    Room { folder: "crates/bridge/src/", prefix: "crate::", order: BRIDGE },
    Room { folder: "crates/lab/src/sim/", prefix: "crate::sim::", order: SIM },
];

/// The language (`ruby`) knows no command; `command` gives it the table of commands.
const SHELL: &[&str] = &[
    "output",
    "world",
    "ruby",
    "command",
    "session",
    "state",
    "local",
    "direction",
    "complete",
    "export",
    "paste",
    "plain",
    "main",
];

/// Facts use no words, words use no view, and only the session uses all of them.
const LAB: &[&str] = &[
    "sequence",
    "notation",
    "intent",
    "sim",
    "design",
    "growth",
    "cluster",
    "comparison",
    "scenario",
    "log",
    "promise",
    "search",
    "words",
    "view",
    "form",
    "picture",
    "session",
    "lesson",
];

/// Modules that make decisions come before those that use sockets.
const BRIDGE: &[&str] = &["fault", "route", "guard", "limit", "cache", "secret", "gateway", "page", "server", "caller"];

/// First what others call, then the programs of clients, then the world in which they run.
const SIM: &[&str] = &["clock", "label", "memory", "answer", "blame", "refusal", "language", "program", "world"];

const MODEL: &[&str] = &[
    "map",
    "order",
    "pattern",
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
    ROOMS.iter().flat_map(|room| breaches_in(room, source)).collect()
}

fn breaches_in(room: &Room, source: &Source) -> Vec<Breach> {
    let Some(module) = module(room, &source.path) else { return Vec::new() };
    let Room { folder, prefix, order } = room;
    let Some(height) = order.iter().position(|name| *name == module) else {
        let what = format!("`{module}` has no place in the order of {folder} (crates/xtask/src/rule/layer.rs)");
        return vec![Breach::new(&source.path, 1, what)];
    };
    let mut used = uses(source, prefix);
    used.extend(parents(room, &source.path).iter().flat_map(|prefix| uses(source, prefix)));
    used.into_iter()
        .filter(|(_, used)| order.iter().position(|name| name == used).is_some_and(|other| height < other))
        .map(|(line, used)| {
            Breach::new(&source.path, line, format!("`{module}` is below `{used}` and must not use it"))
        })
        .collect()
}

/// The top module of a room to which a file belongs; `None` for the root, which only lists modules, and for tests,
/// which may use everything.
fn module<'a>(room: &Room, path: &'a str) -> Option<&'a str> {
    let inside = path.strip_prefix(room.folder)?;
    let module = inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs");
    (!matches!(module, "lib" | "mod") && !inside.ends_with("/tests.rs")).then_some(module)
}

/// How a file names the modules of its room by way of those around it, where it does so: `super::` directly below the
/// folder, `super::super::` one level deeper.
fn parents(room: &Room, path: &str) -> Option<&'static str> {
    let inside = path.strip_prefix(room.folder)?.trim_end_matches("/mod.rs").trim_end_matches(".rs");
    ["super::", "super::super::"].get(inside.matches('/').count()).copied()
}

/// Every module that is named after a prefix such as `crate::`, also inside braces.
fn uses<'a>(source: &'a Source, prefix: &str) -> Vec<(usize, &'a str)> {
    let mut uses = Vec::new();
    for place in source.places(prefix) {
        let start = place + prefix.len();
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
        assert!(
            lines("crates/lab/src/view/lane.rs", "use crate::words::label;\nuse crate::sim::world::World;").is_empty()
        );
        assert!(lines("crates/lab/src/view/tests.rs", "use crate::session::Session;").is_empty());
        assert!(lines("web/src/session/state.rs", "use crate::view::View;").is_empty());
    }

    #[test]
    fn a_module_must_not_use_those_above_it() {
        assert_eq!(lines("crates/model/src/store/heap.rs", "//! x\nuse crate::region::Region;\n"), [2]);
        assert_eq!(lines("crates/model/src/cell.rs", "use crate::{\n    bytes,\n    query::Scan,\n};\n"), [3]);
        assert_eq!(lines("crates/lab/src/sim/world/mod.rs", "//! x\nuse crate::words::label;\n"), [2]);
        assert_eq!(lines("crates/lab/src/sim/answer.rs", "//! x\nuse crate::sim::{label, program::Program};\n"), [2]);
        assert_eq!(lines("crates/lab/src/view/project.rs", "use crate::session::Session;"), [1]);
        assert_eq!(lines("crates/lab/src/log/fact.rs", "fn f(_: crate::view::View) {}"), [1]);
        assert_eq!(lines("crates/model/src/bytes.rs", "fn f() -> crate::error::Error { todo }"), [1]);
        assert_eq!(lines("crates/model/src/cell.rs", "use super::{bytes, query::Scan};"), [1]);
        assert_eq!(lines("crates/lab/src/sim/world/mod.rs", "use super::program::Program;\n"), Vec::<usize>::new());
        assert_eq!(lines("crates/lab/src/sim/answer.rs", "use super::program::Program;\n"), [1]);
        assert_eq!(lines("crates/model/src/store/heap.rs", "use super::super::region::Region;\n"), [1]);
    }

    #[test]
    fn a_module_without_a_place_is_named() {
        assert_eq!(lines("crates/model/src/clock.rs", "//! x"), [1]);
        assert_eq!(lines("crates/lab/src/plain.rs", "//! x"), [1]);
    }
}
