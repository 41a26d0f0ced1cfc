//! The script that loads chunks.
//!
//! wasm-split-cli writes one with a function for each chunk, which was two thirds of all script of a first visit. It is
//! read here, and written anew as a list.

use crate::outcome::{Outcome, Problem};
use crate::page::DIGITS;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How each load that the program asks for is declared.
const EXPORT: &str = "export const __wasm_split_load_";

/// How each chunk that several loads need is declared, below a comment with the names of these loads.
const SHARED: &str = "const __chunk_";

/// The function that the program calls when it comes to code of a part that is not there.
pub(crate) const BRING: &str = "__splitpoint_bring";

/// The chunks that come before a first step, and bring no part of the module: what they use is there by then.
const ALONE: [&str; 2] = ["scenario", "host"];

/// How the glue script instantiates the module.
const INSTANTIATED: &str = "const { instance, module } = await __wbg_load(await module_or_path, imports);\n";

/// How the parts of the module itself are loaded (`part.rs`).
///
/// `bring` is for who can wait: it resolves once a part and those before it are there. The module itself, in the middle
/// of a call, cannot: for it a part is loaded by a synchronous request, while everything else stands still. Nothing that is
/// tested needs that (`web/e2e/chunk.test.mjs`), since the page waits for the parts before it does more than a first step. If
/// the request fails, the program ends, since what it was doing is half done. Service workers do not answer such requests.
const PARTS: &str = r#"
const address = number => new URL(files[number - 1], import.meta.url);
const refused = (number, status) => new Error(`${address(number).pathname} was answered with ${status}`);
let imports;
let tell;
const linked = new Promise(done => { tell = done; });
const instances = [];
const coming = [];
export const link = (exports, glue) => {
    const slots = { get: (_, slot) => exports.__indirect_function_table.get(parseInt(slot, 36)) };
    imports = { ...glue, m: exports, t: new Proxy({}, slots) };
    tell();
    return Promise.all(coming);
};
const fetched = async (number, load) => {
    const answer = await load(address(number));
    if (!answer.ok) throw refused(number, answer.status);
    // Not every server knows this type, and without it the part is not compiled while it arrives.
    const typed = { headers: { "content-type": "application/wasm" } };
    return WebAssembly.compileStreaming(new Response(answer.body, typed));
};
export const bring = (number = files.length, load = fetch) => {
    coming[number] ??= (async () => {
        const module = fetched(number, load);
        module.catch(() => {});
        await (number > 1 ? bring(number - 1, load) : linked);
        const compiled = await module;
        instances[number] ??= await WebAssembly.instantiate(compiled, imports);
    })().catch(error => {
        delete coming[number];
        throw error;
    });
    return coming[number];
};
export const __splitpoint_bring = last => {
    for (let number = 1; number <= last; number += 1) {
        if (instances[number]) continue;
        const asked = new XMLHttpRequest();
        asked.open("GET", address(number), false);
        asked.overrideMimeType("text/plain; charset=x-user-defined");
        asked.send();
        if (asked.status !== 200) throw refused(number, asked.status);
        const bytes = Uint8Array.from(asked.responseText, letter => letter.charCodeAt());
        instances[number] = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
    }
};
"#;

/// The glue script of a module that has parts: they are linked to the module before it runs, and `bring` is exported
/// to `boot.js`. `list` is the script that loads them.
///
/// # Errors
/// If the glue script is not as expected, as it may be in another version of wasm-bindgen.
pub(crate) fn linked(glue: &str, list: &str) -> Outcome<String> {
    if glue.matches(INSTANTIATED).count() != 1 {
        return Err(Problem::new("wasm-bindgen writes another script than it did: see how it instantiates the module"));
    }
    let glue = glue.replace(INSTANTIATED, &format!("{INSTANTIATED}    await link(instance.exports, imports);\n"));
    Ok(format!("import {{ bring, link }} from \"./{list}\";\n{glue}\nexport {{ bring }};\n"))
}

/// Which chunks a program is split into.
pub(crate) struct Loader<'a> {
    /// What stands before the first chunk: the functions with which a chunk is loaded.
    head: &'a str,
    /// The names of the loads, in the order in which they are declared. Each has a chunk of its own with its name.
    own: Vec<&'a str>,
    /// By the number of each shared chunk, the loads that need it.
    shared: BTreeMap<usize, Vec<&'a str>>,
}

impl<'a> Loader<'a> {
    /// Reads the script that wasm-split-cli writes.
    ///
    /// # Errors
    /// If it is not as expected, as it may be in another version of the tool.
    pub(crate) fn read(text: &'a str) -> Outcome<Self> {
        let (head, _) = text.split_once("/* ").ok_or_else(|| unknown("no chunk is shared"))?;
        let (mut own, mut shared, mut users) = (Vec::new(), BTreeMap::new(), None);
        let mut last = None;
        for line in text[head.len()..].lines() {
            if let Some(list) = line.strip_prefix("/* ").and_then(|line| line.strip_suffix(" */")) {
                users = Some(list.split(", ").collect::<Vec<_>>());
            } else if let Some(rest) = line.strip_prefix(SHARED) {
                let number = rest.split(' ').next().and_then(|number| number.parse().ok());
                let (Some(number), Some(users)) = (number, users.take()) else {
                    return Err(unknown(line));
                };
                shared.insert(number, users);
                last = None;
            } else if let Some(rest) = line.strip_prefix(EXPORT) {
                let name = rest.split(' ').next().unwrap_or(rest);
                own.push(name);
                last = Some(name);
            } else if let Some(list) = line.strip_prefix(", [") {
                let chunks = list.split([',', ']']).filter_map(|chunk| chunk.trim().strip_prefix("__chunk_"));
                let needed: Vec<usize> = chunks.filter_map(|number| number.parse().ok()).collect();
                let expected = shared.iter().filter(|(_, users)| last.is_some_and(|last| users.contains(&last)));
                if !expected.map(|(number, _)| *number).eq(needed) {
                    return Err(unknown(line));
                }
            }
        }
        if own.is_empty() { Err(unknown("nothing is exported")) } else { Ok(Self { head, own, shared }) }
    }

    /// The loads for which a chunk is needed, which wasm-split-cli calls `chunk_` and a number, or by the name of its only
    /// load.
    pub(crate) fn users(&self, chunk: &str) -> Vec<&'a str> {
        match chunk.strip_prefix("chunk_").and_then(|number| number.parse().ok()) {
            Some(number) => self.shared.get(&number).cloned().unwrap_or_default(),
            None => self.own.iter().copied().filter(|own| *own == chunk).collect(),
        }
    }

    /// The same script as a list. `stamps` has the hash in the name of each chunk's file; a shared chunk without one is
    /// part of the module itself, and is not loaded. `parts` are the files with later parts of the module, in order.
    ///
    /// # Errors
    /// If there are more loads than letters, or a load has no stamp of so many digits.
    pub(crate) fn script(&self, folder: &str, stamps: &BTreeMap<String, String>, parts: &[String]) -> Outcome<String> {
        let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
        if self.own.len() > letters.len() {
            return Err(Problem::new("There are more loads than letters. Name them by something else in the loader."));
        }
        let letter =
            |name: &&str| self.own.iter().zip(&letters).find(|(own, _)| *own == name).map(|(_, letter)| *letter);
        let first = self.shared.keys().next().copied().unwrap_or_default();
        let last = self.shared.keys().last().copied().unwrap_or_default();
        let (mut users, mut hashes) = (Vec::new(), String::new());
        for number in first..=last {
            let stamp = stamps.get(&format!("chunk_{number}"));
            let by = self.shared.get(&number).filter(|_| stamp.is_some());
            users.push(by.into_iter().flatten().filter_map(letter).collect::<String>());
            hashes += stamp.map_or("", String::as_str);
        }
        let mut exports = String::new();
        for name in &self.own {
            let (Some(stamp), Some(letter)) = (stamps.get(*name), letter(name)) else {
                return Err(Problem::new(format!("The chunk {name} has no stamp.")));
            };
            hashes += stamp;
            let _ = writeln!(exports, "{EXPORT}{name} = load(\"{name}\", \"{letter}\");");
        }
        if stamps.values().any(|stamp| stamp.len() != DIGITS) {
            return Err(Problem::new(format!("A chunk has no stamp of {DIGITS} digits.")));
        }
        let head = self.head;
        let users = users.join(" ");
        // What a chunk calls may be in a part, and whoever asked for the chunk can wait.
        let (whole, needed) = if parts.is_empty() {
            (String::new(), "shares(letter)".to_owned())
        } else {
            let alone = ALONE.map(|name| format!("\"{name}\"")).join(", ");
            let needed = format!("[{alone}].includes(name) ? shares(letter) : [() => bring(), ...shares(letter)]");
            (format!("const files = {};\n{PARTS}", list(folder, parts)), needed)
        };
        Ok(format!(
            "{head}{whole}
const hashes = \"{hashes}\";
let at = 0;
const part = (name, needed) => {{
    const file = `./{folder}/${{name}}-${{hashes.slice(at, at += {DIGITS})}}.wasm`;
    return makeLoad(() => {{
        const answer = fetch(new URL(file, import.meta.url));
        answer.catch(() => {{}});
        return async imports => WebAssembly.instantiate(await (await answer).arrayBuffer(), imports);
    }}, needed);
}};
// For each chunk that several loads need, the letters of these loads; none where it is part of the module.
const users = \"{users}\".split(\" \");
const shared = users.map((by, number) => by && part(`chunk_${{number + {first}}}`, []));
const shares = letter => shared.filter((_, number) => users[number].includes(letter));
const load = (name, letter) => wrapAsyncCb(part(name, {needed}));
{exports}"
        ))
    }
}

/// Files in a folder, as a list of JavaScript.
fn list(folder: &str, files: &[String]) -> String {
    let files: Vec<String> = files.iter().map(|file| format!("\"./{folder}/{file}\"")).collect();
    format!("[{}]", files.join(", "))
}

fn unknown(what: &str) -> Problem {
    Problem::new(format!("wasm-split-cli writes another loader than it did: see how it declares its chunks: {what}"))
}

#[cfg(test)]
mod tests {
    use super::{INSTANTIATED, Loader, linked};
    use std::collections::BTreeMap;

    const TEXT: &str = "import { initSync } from \"./main.js\";
function wrapAsyncCb(callee) {}
function makeLoad(fetcher, deps) {}
/* cost, heat */
const __chunk_7 = makeLoad(() => {
    const src = fetch(new URL(\"./chunk_7.wasm\", import.meta.url));
}
, []);
/* heat, story */
const __chunk_8 = makeLoad(() => {
    const src = fetch(new URL(\"./chunk_8.wasm\", import.meta.url));
}
, []);
/* cost, story */
const __chunk_9 = makeLoad(() => {
    const src = fetch(new URL(\"./chunk_9.wasm\", import.meta.url));
}
, []);
export const __wasm_split_load_story = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL(\"./split_story.wasm\", import.meta.url));
}
, [__chunk_8, __chunk_9]));
export const __wasm_split_load_heat = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL(\"./split_heat.wasm\", import.meta.url));
}
, [__chunk_7, __chunk_8]));
export const __wasm_split_load_cost = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL(\"./split_cost.wasm\", import.meta.url));
}
, [__chunk_7, __chunk_9]));
";

    fn stamps(names: &[&str]) -> BTreeMap<String, String> {
        names
            .iter()
            .zip(b'0'..)
            .map(|(name, digit)| ((*name).to_owned(), char::from(digit).to_string().repeat(10)))
            .collect()
    }

    #[test]
    fn a_chunk_counts_for_the_loads_that_need_it() {
        let loader = Loader::read(TEXT).expect("it is a loader");
        assert_eq!(loader.users("chunk_8"), ["heat", "story"]);
        assert_eq!(loader.users("heat"), ["heat"]);
        assert!(loader.users("chunk_1").is_empty());
    }

    #[test]
    fn the_list_has_every_chunk_with_its_stamp_and_its_loads() {
        let loader = Loader::read(TEXT).expect("it is a loader");
        let script =
            loader.script("chunk", &stamps(&["chunk_7", "chunk_9", "story", "heat", "cost"]), &[]).expect("all have");
        assert!(script.starts_with("import { initSync } from \"./main.js\";\nfunction wrapAsyncCb"), "{script}");
        assert!(script.contains("\"cb  ca\".split"), "{script}");
        assert!(script.contains("\"00000000001111111111222222222233333333334444444444\""), "{script}");
        assert!(script.contains("export const __wasm_split_load_cost = load(\"cost\", \"c\");"), "{script}");
        assert!(script.contains("chunk_${number + 7}"), "{script}");
    }

    #[test]
    fn a_chunk_brings_the_parts_of_the_module() {
        let loader = Loader::read(TEXT).expect("it is a loader");
        let stamps = stamps(&["story", "heat", "cost"]);
        let parts = ["page-1.wasm".to_owned(), "rest-2.wasm".to_owned()];
        let script = loader.script("chunk", &stamps, &parts).expect("all have");
        assert!(script.contains("const files = [\"./chunk/page-1.wasm\", \"./chunk/rest-2.wasm\"];"), "{script}");
        assert!(script.contains("[() => bring(), ...shares(letter)]"), "{script}");
        assert!(!loader.script("chunk", &stamps, &[]).expect("all have").contains("bring"));
    }

    #[test]
    fn the_glue_links_parts_before_the_program_runs() {
        let glue = format!("    {INSTANTIATED}\n    return __wbg_finalize_init(instance, module);\n");
        let linked = linked(&glue, "list.js").expect("it instantiates");
        let (before, after) = linked.split_once("await link(instance.exports, imports);").expect("it is linked");
        assert!(before.starts_with("import { bring, link } from \"./list.js\";"), "{before}");
        assert!(after.contains("__wbg_finalize_init") && after.contains("export { bring };"), "{after}");
        assert!(super::linked("", "list.js").is_err());
    }

    #[test]
    fn what_cannot_be_loaded_is_refused() {
        let loader = Loader::read(TEXT).expect("it is a loader");
        assert!(loader.script("chunk", &stamps(&["chunk_7", "heat", "cost"]), &[]).is_err(), "story has no stamp");
        assert!(Loader::read(&TEXT.replace("[__chunk_8, __chunk_9]", "[__chunk_8]")).is_err(), "a need is missing");
        assert!(Loader::read("export const __wasm_split_load_cost = 1;").is_err(), "it has another form");
    }
}
