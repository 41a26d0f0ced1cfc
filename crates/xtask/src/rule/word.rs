//! A rule: names that a room must not mention. The model has no clock, no randomness, no I/O and no order that changes
//! from run to run; the page calls the browser in one module only.

use super::Breach;
use super::source::Source;

struct Rule {
    within: &'static [&'static str],
    except: &'static [&'static str],
    words: &'static [&'static str],
    why: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        within: &["crates/model/src/"],
        except: &[],
        words: &["HashMap", "HashSet", "RandomState", "DefaultHasher"],
        why: "the model is the same in every run: use BTreeMap or BTreeSet",
    },
    Rule {
        within: &["crates/model/src/"],
        except: &[],
        words: &[
            "std::fs",
            "std::net",
            "std::io",
            "std::env",
            "std::thread",
            "std::process",
            "thread_local",
            "static mut",
        ],
        why: "the model is a value: no I/O, no threads, no globals",
    },
    Rule {
        within: &["crates/model/src/", "crates/oracle/src/", "crates/shell/src/", "crates/lab/src/"],
        except: &[],
        words: &["std::time", "Instant", "SystemTime", "rand", "getrandom"],
        why: "time and choice are inputs: a session must replay to the same state",
    },
    Rule {
        within: &["web/src/"],
        except: &["web/src/interop.rs", "web/src/interop/", "web/src/lib.rs", "web/src/main.rs"],
        words: &["web_sys", "js_sys", "wasm_bindgen"],
        why: "only web/src/interop calls the browser",
    },
];

pub(super) fn breaches(source: &Source) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let starts = |list: &[&str]| list.iter().any(|prefix| source.path.starts_with(prefix));
    for rule in RULES.iter().filter(|rule| starts(rule.within) && !starts(rule.except)) {
        for word in rule.words {
            for place in source.places(word) {
                breaches.push(Breach::new(&source.path, source.line(place), format!("`{word}`: {}", rule.why)));
            }
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::{Source, breaches};

    fn lines(path: &str, text: &str) -> Vec<usize> {
        breaches(&Source::new(path, text)).iter().map(|breach| breach.line).collect()
    }

    #[test]
    fn what_a_room_may_say() {
        assert!(lines("crates/model/src/cell.rs", "/// no HashMap\nuse std::collections::BTreeMap;\n").is_empty());
        assert!(lines("crates/lab/src/search.rs", "use std::collections::HashSet;").is_empty());
        assert!(lines("web/src/interop.rs", "use web_sys::Window;").is_empty());
        assert!(lines("crates/model/src/cell.rs", "let strand = operand;").is_empty());
    }

    #[test]
    fn what_it_may_not() {
        assert_eq!(lines("crates/model/src/store/heap.rs", "\nuse std::collections::{BTreeMap, HashMap};\n"), [2]);
        assert_eq!(lines("crates/model/src/cluster/mod.rs", "thread_local! { static X: u8 = 0; }"), [1]);
        assert_eq!(lines("crates/lab/src/clock.rs", "let now = std::time::Instant::now();"), [1, 1]);
        assert_eq!(lines("web/src/components/dock.rs", "fn f(e: web_sys::Event) {}"), [1]);
    }
}
