//! A rule: which room (a crate of this project) may depend on which: `lab → shell, model`, `shell → model`, `oracle →
//! model`, `fuzz → oracle, shell, lab`, `wasm → lab`, `cli → lab, bridge`, `web → lab`; nothing else. Only rooms at the
//! browser may use its libraries (`bind` makes the script between the page and its browser), and the model may use
//! hardly any library.

use super::Breach;
use super::source::Manifest;

const PREFIX: &str = "splitpoint-";

/// The libraries that the model may use: none that reads a clock, a file or a random number.
const MODEL_USES: &[&str] = &["md-5", "regex-lite"];

/// The libraries that only rooms at the browser may use.
const BROWSER: &[&str] = &["web-sys", "js-sys", "wasm-bindgen", "serde-wasm-bindgen", "yew", "gloo"];

pub(super) fn breaches(manifests: &[Manifest]) -> Vec<Breach> {
    manifests.iter().flat_map(|manifest| manifest_breaches(&manifest.path, &manifest.text)).collect()
}

fn allowed(room: &str) -> &'static [&'static str] {
    match room {
        "shell" | "oracle" => &["model"],
        "lab" => &["shell", "model"],
        "fuzz" => &["lab", "oracle", "shell"],
        "cli" => &["bridge", "lab"],
        "wasm" | "web" => &["lab"],
        _ => &[],
    }
}

fn manifest_breaches(path: &str, text: &str) -> Vec<Breach> {
    let room = path.trim_start_matches("crates/").trim_end_matches("/Cargo.toml");
    let mut breaches = Vec::new();
    for (line, dependency, kind) in dependencies(text) {
        if let Some(other) = dependency.strip_prefix(PREFIX) {
            if !allowed(room).contains(&other) {
                breaches.push(Breach::new(path, line, format!("`{room}` must not know `{other}`")));
            }
        } else if kind == Kind::Program {
            if room == "model" && !MODEL_USES.contains(&dependency) {
                let what = format!("the model uses only {MODEL_USES:?} from outside, not `{dependency}`");
                breaches.push(Breach::new(path, line, what));
            }
            let browser = BROWSER.iter().any(|name| dependency == *name || dependency.starts_with(&format!("{name}-")));
            if browser && !matches!(room, "web" | "wasm" | "bind") {
                breaches.push(Breach::new(path, line, format!("`{room}` must not know a browser: `{dependency}`")));
            }
        }
    }
    breaches
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Program,
    Test,
}

/// Every dependency in a manifest, with its line.
fn dependencies(text: &str) -> Vec<(usize, &str, Kind)> {
    let mut found = Vec::new();
    let mut section = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            let kind = if header.contains("dev-dependencies") { Kind::Test } else { Kind::Program };
            section = header.ends_with("dependencies").then_some(kind);
            // [dependencies.name]
            if let Some((_, name)) = header.split_once("dependencies.") {
                found.push((index + 1, name, kind));
            }
        } else if let Some(kind) = section
            && let Some(end) = line.find(['.', '=', ' '])
            && !line.starts_with('#')
        {
            found.push((index + 1, &line[..end], kind));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::manifest_breaches;

    fn lines(room: &str, text: &str) -> Vec<usize> {
        manifest_breaches(&format!("{room}/Cargo.toml"), text).iter().map(|breach| breach.line).collect()
    }

    #[test]
    fn downward_edges_are_fine() {
        assert!(lines("crates/lab", "[dependencies]\nsplitpoint-model.workspace = true\nserde = \"1\"\n").is_empty());
        assert!(lines("web", "[dependencies]\nsplitpoint-lab = { path = \"x\" }\nyew = \"1\"\n").is_empty());
        assert!(lines("crates/model", "[dev-dependencies]\nproptest = \"1\"").is_empty());
    }

    #[test]
    fn only_the_terminal_knows_the_bridge() {
        assert!(lines("crates/cli", "[dependencies]\nsplitpoint-bridge.workspace = true\n").is_empty());
        for room in ["crates/lab", "crates/wasm", "web", "crates/model", "crates/xtask"] {
            assert_eq!(lines(room, "[dependencies]\nsplitpoint-bridge.workspace = true\n"), [2], "{room}");
        }
        assert_eq!(lines("crates/bridge", "[dependencies]\nsplitpoint-lab.workspace = true\n"), [2]);
    }

    #[test]
    fn the_terminal_knows_no_model_and_no_shell() {
        assert!(lines("crates/cli", "[dependencies]\nsplitpoint-lab.workspace = true\nclap = \"4\"\n").is_empty());
        assert_eq!(lines("crates/cli", "[dependencies]\nsplitpoint-model.workspace = true\n"), [2]);
        assert_eq!(lines("crates/cli", "[dependencies]\nsplitpoint-shell.workspace = true\n"), [2]);
    }

    #[test]
    fn upward_and_sideways_edges_are_not() {
        assert_eq!(lines("crates/model", "[dependencies]\nsplitpoint-lab.workspace = true\n"), [2]);
        assert_eq!(lines("web", "[package]\nname = \"x\"\n[dependencies.splitpoint-model]\npath = \"x\"\n"), [3]);
        assert_eq!(lines("crates/lab", "[target.'cfg(unix)'.dependencies]\nsplitpoint-oracle = \"1\"\n"), [2]);
        assert_eq!(lines("crates/xtask", "[dependencies]\nsplitpoint-model = \"1\"\n"), [2]);
        assert_eq!(
            lines("crates/model", "[dev-dependencies]\nsplitpoint-oracle.workspace = true\n"),
            [2],
            "nor in tests"
        );
    }

    #[test]
    fn the_model_is_poor_and_nobody_below_the_page_knows_a_browser() {
        assert_eq!(lines("crates/model", "[dependencies]\nmd-5 = \"1\"\nrand = \"1\"\n"), [3]);
        assert_eq!(lines("crates/lab", "[dependencies]\nweb-sys = \"1\"\ngloo-timers = \"1\"\n"), [2, 3]);
    }
}
