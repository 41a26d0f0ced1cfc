//! Which functions of the page are not needed at once: a list that was measured (`trace.rs`), `web/profile.txt`.
//!
//! It names functions that can come later, and not those that are needed at once: so a function that it does not know,
//! since it is new or has another name by now, is there from the start, and costs bytes. One that it knows, and that is
//! called earlier by now, is waited for in the middle of a call.

use crate::outcome::{Outcome, Problem};
use std::collections::BTreeMap;

/// What begins a line that says where the functions of the next lines belong.
const HEAD: &str = "part ";

/// The later parts of the module, in the order in which they come.
pub(crate) const PARTS: [&str; 2] = ["page", "rest"];

/// What stands at the top of the list.
const TITLE: &str = "\
# Functions of the page that are not needed at once, and the part of its module in which they come.
#
# \"page\" is what the page runs to the first step and an excerpt in a frame does not; \"rest\" is what neither runs. What
# stands in no line is there from the start, so a new function needs no line. Each line is a hash of a function's name
# (`hash` in crates/xtask/src/profile.rs), as the names themselves would be half a megabyte. crates/xtask/src/part.rs
# cuts the module. `cargo xtask profile` writes this file.
";

/// How the names of functions begin that are always needed at once: memory and the glue between the program and scripts
/// are used at moments of their own, such as when the document is left, in which no code can be waited for.
const ALWAYS: [&str; 12] = [
    "dlmalloc",
    "alloc::alloc",
    "__rust",
    "__externref",
    "__wbindgen",
    "wasm_bindgen",
    "js_sys",
    "compiler_builtins",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
];

/// But these are functions of the program, which the glue calls.
const CLOSURES: &str = "wasm_bindgen::convert::closures";

/// The text of a profile for functions with their names, each with the number of its part, 0 if it is needed at once.
pub(crate) fn text<'a>(functions: impl Iterator<Item = (&'a str, usize)>) -> String {
    let mut homes: BTreeMap<u32, usize> = BTreeMap::new();
    for (name, part) in functions.filter(|(name, _)| !name.is_empty()) {
        let plain = name.trim_start_matches('<');
        let is_always = !plain.starts_with(CLOSURES) && ALWAYS.iter().any(|start| plain.starts_with(start));
        let part = if is_always { 0 } else { part };
        // Two functions with the same hash: the part that comes first is right for both.
        homes.entry(hash(name)).and_modify(|known| *known = part.min(*known)).or_insert(part);
    }
    let mut text = TITLE.to_owned();
    for (part, name) in (1..).zip(PARTS) {
        text += &format!("\n{HEAD}{name}\n");
        homes.iter().filter(|(_, home)| **home == part).for_each(|(hash, _)| text += &format!("{hash:08x}\n"));
    }
    text
}

/// Functions that belong to later parts of a module.
pub(crate) struct Profile {
    /// The names of these parts, in the order in which they come.
    pub(crate) parts: Vec<String>,
    /// By the hash of a function's name, the number of its part. The first of the later parts is 1.
    homes: BTreeMap<u32, usize>,
}

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// If a line is neither a comment nor a head nor a hash.
    pub(crate) fn read(text: &str) -> Outcome<Self> {
        let (mut parts, mut homes) = (Vec::new(), BTreeMap::new());
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix(HEAD) {
                parts.push(name.to_owned());
                continue;
            }
            let hash = u32::from_str_radix(line, 16).map_err(|_| wrong(line))?;
            if parts.is_empty() {
                return Err(wrong(line));
            }
            // Two names with the same hash: the part that comes first is right for both.
            homes.entry(hash).or_insert(parts.len());
        }
        Ok(Self { parts, homes })
    }

    /// The number of the part to which a function belongs; 0 if it is needed at once, or not known.
    pub(crate) fn home(&self, name: &str) -> usize {
        if name.is_empty() { 0 } else { self.homes.get(&hash(name)).copied().unwrap_or_default() }
    }
}

fn wrong(line: &str) -> Problem {
    Problem::new(format!("The profile of the page has a line that means nothing: {line}"))
}

/// The hash of a name: the upper half of its FNV-1a with 64 bits. Of names as they are, the list would be half a megabyte.
pub(crate) fn hash(name: &str) -> u32 {
    let hash = plain(name)
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    (hash >> 32) as u32
}

/// A name without the hashes of crates, which change with each version of a compiler or a crate: `core[641134fb57596b42]`
/// is `core`. Other brackets, as of a slice, follow no name.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find('[') {
        let (before, after) = rest.split_at(at);
        plain += before;
        let inside = after[1..].split_once(']').filter(|(inside, _)| {
            let is_hash = !inside.is_empty() && inside.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hash && before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
        });
        rest = inside.map_or(&after[1..], |(_, after)| after);
        if inside.is_none() {
            plain.push('[');
        }
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::{PARTS, Profile, hash, plain, text};

    #[test]
    fn a_name_is_the_same_whatever_the_hashes_of_its_crates_are() {
        assert_eq!(plain("<web[1c0f2e]::Page as yew[77f1]::Page>::run"), "<web::Page as yew::Page>::run");
        assert_eq!(plain("core::drop::<[f32]>"), "core::drop::<[f32]>");
        assert_eq!(plain("core[1]::array::<[u8; 4]>"), "core::array::<[u8; 4]>");
        assert_eq!(plain("open["), "open[");
        assert_eq!(hash("core[12ab]::drop"), hash("core::drop"));
    }

    #[test]
    fn what_the_list_does_not_name_is_needed_at_once() {
        let text = format!("# Words.\n\npart page\n{:08x}\npart rest\n{:08x}\n", hash("a::late"), hash("a::later"));
        let profile = Profile::read(&text).expect("a profile");
        assert_eq!(profile.parts, ["page", "rest"]);
        let homes = ["a[1]::late", "a[2]::later", "a::new", ""].map(|name| profile.home(name));
        assert_eq!(homes, [1, 2, 0, 0]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let functions =
            [("a::early", 0), ("a::late", 1), ("a::later", 2), ("a::late", 2), ("dlmalloc::free", 2), ("", 2)];
        let profile = Profile::read(&text(functions.into_iter())).expect("a profile");
        assert_eq!(profile.parts, PARTS);
        let homes = ["a::early", "a::late", "a::later", "dlmalloc::free", ""].map(|name| profile.home(name));
        assert_eq!(homes, [0, 1, 2, 0, 0]);
        let closure = "wasm_bindgen::convert::closures::invoke";
        assert_eq!(Profile::read(&text([(closure, 2)].into_iter())).expect("a profile").home(closure), 2);
    }

    #[test]
    fn a_line_that_means_nothing_is_refused() {
        assert!(Profile::read("part page\nnonsense\n").is_err());
        assert!(Profile::read("00000000\n").is_err(), "it belongs to no part");
    }
}
