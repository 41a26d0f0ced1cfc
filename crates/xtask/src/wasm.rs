//! The WebAssembly module of the release page: split into what every visit needs and chunks, bound to its script, and
//! optimised.

use crate::command::{command, run, run_quietly};
use crate::loader::Loader;
use crate::module::{names, only_data, rewrite, with_data};
use crate::outcome::{Explain, Outcome, Problem};
use crate::page::{shorten, stamp};
use crate::project::Project;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

/// The name of the program, with which the names of its files begin.
pub(crate) const NAME: &str = "splitpoint-web";

/// The folder in dist/ with what a first load does not request.
pub(crate) const CHUNKS: &str = "chunk";

/// The folder in which the module of the page is split.
pub(crate) const SPLIT: &str = "target/split";

/// The script that loads chunks, as wasm-split-cli writes it.
pub(crate) const LOADER: &str = "__wasm_split.js";

/// The script that loads them in the page, beside that.
const LIST: &str = "list.js";

/// The most bytes of data for which a chunk is not worth a file.
const FOLDED: usize = 200;

/// The glue script names the loader once for each chunk, always in the same way.
pub(crate) const REPEATED: &str = "--log-override:duplicate-object-key=silent";

/// The script that optimises modules.
const OPTIMISER: &str = "crates/xtask/optimise.mjs";

/// The name under which the module imports the script of the page.
const GLUE: &str = "./main_bg.js";

/// Settings of Rust's compiler and cargo that a stable release accepts only in this way.
const UNSTABLE: [(&str, &str); 3] = [
    ("RUSTC_BOOTSTRAP", "1"),
    ("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort"),
    ("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size"),
];

/// A panic ends the program at once and prints nothing, because messages would add more than 2 % to what a visit loads.
/// The page still says that the program has ended. To see the message, repeat the steps of the log in a draft.
const WITHOUT_WORDS: [&str; 3] = ["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none"];

/// Makes a build as readers load it: the standard library is compiled again, for size, and the paths of sources on this
/// machine are left out.
///
/// # Errors
/// If cargo's folder of sources cannot be listed.
pub(crate) fn shipped(build: &mut Command) -> Outcome<&mut Command> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let mut flags = Vec::new();
    for folder in folders(&home.join("registry/src"))? {
        flags.push(format!("--remap-path-prefix={}=crate", folder.display()));
    }
    flags.sort();
    flags.extend(WITHOUT_WORDS.map(str::to_owned));
    Ok(build.envs(UNSTABLE).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")))
}

/// The entries of a folder; none if it does not exist, as on a machine that has not downloaded any crate.
fn folders(folder: &Path) -> Outcome<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let doing = format!("cannot list {}", folder.display());
    fs::read_dir(folder).explain(&doing)?.map(|entry| Ok(entry.explain(&doing)?.path())).collect()
}

/// Splits the module that cargo built last, and writes all parts into `dist`. Returns the names of the script and the
/// module.
pub(crate) fn split(project: &Project, dist: &Path) -> Outcome<(String, String)> {
    let folder = project.path(SPLIT);
    bind(project, NAME, &folder, &[])?;
    let module = dist.join(NAME).with_extension("wasm");
    fs::create_dir_all(dist.join(CHUNKS)).explain("cannot make dist/chunk")?;
    let chunks: Vec<Part> = fold(&folder)?
        .into_iter()
        .map(|from| {
            let to = dist.join(CHUNKS).join(plain(&from)).with_extension("wasm");
            (from, to)
        })
        .collect();
    shrink(project, &folder, &module, &chunks)?;

    let doing = "cannot rewrite the loader of chunks";
    let text = fs::read_to_string(folder.join(LOADER)).explain(doing)?;
    let mut stamps = BTreeMap::new();
    for (chunk, small) in &chunks {
        let name = stamp(small)?;
        let stamp = name.trim_end_matches(".wasm").rsplit('-').next().unwrap_or_default();
        stamps.insert(plain(chunk), stamp.to_owned());
    }
    let script = Loader::read(&text)?.script(CHUNKS, &stamps)?;
    fs::write(folder.join(LIST), script).explain(doing)?;
    let glue = folder.join("main.js");
    let text = fs::read_to_string(&glue).explain(doing)?;
    let imported = format!("from \"./{LOADER}\"");
    if !text.contains(&imported) {
        return Err(Problem::new("wasm-bindgen writes another script than it did: see how it imports the loader"));
    }
    fs::write(&glue, text.replace(&imported, &format!("from \"./{LIST}\""))).explain(doing)?;

    // Joined into one script, although glue and loader import each other.
    let script = dist.join(NAME).with_extension("js");
    shorten(project, &folder.join("main.js"), &script, &["--bundle", "--format=esm", REPEATED])?;
    Ok((stamp(&script)?, stamp(&module)?))
}

/// Moves the data of small chunks without any function into the module, and returns the other chunks. A third of all
/// chunks are of a few bytes of text: less than their names, and each would be a request.
fn fold(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let (mut kept, mut moved) = (Vec::new(), Vec::new());
    for path in chunks(folder)? {
        let data = only_data(&fs::read(&path).explain("cannot read a chunk")?)?;
        match data.filter(|data| data.iter().map(|(_, bytes)| bytes.len()).sum::<usize>() <= FOLDED) {
            Some(data) if plain(&path).starts_with("chunk_") => moved.extend(data),
            _ => kept.push(path),
        }
    }
    let main = folder.join("main_bg.wasm");
    let module = fs::read(&main).explain("cannot read the module")?;
    fs::write(&main, with_data(&module, &moved)?).explain("cannot write the module")?;
    Ok(kept)
}

/// The name of a chunk, as the loader has it: without its folder and ending, and without the `split_` with which the file
/// of a chunk for one load begins.
fn plain(chunk: &Path) -> String {
    let name = chunk.file_stem().unwrap_or_default().to_string_lossy();
    name.strip_prefix("split_").unwrap_or(&name).to_owned()
}

/// Takes the chunks out of the module of this name, as cargo built it last, and binds the rest to a script. All of it
/// goes into a folder that is emptied first.
pub(crate) fn bind(project: &Project, name: &str, folder: &Path, arguments: &[&str]) -> Outcome<()> {
    if folder.is_dir() {
        fs::remove_dir_all(folder).explain(format_args!("cannot empty {}", folder.display()))?;
    }
    let built = project.path("target/wasm32-unknown-unknown/release").join(name).with_extension("wasm");
    run(command(project, "wasm-split-cli").arg(built).arg(folder))?;
    run(command(project, "wasm-bindgen")
        .args(["--target", "web", "--no-typescript", "--keep-lld-exports", "--out-name", "main", "--out-dir"])
        .arg(folder)
        .args(arguments)
        .arg(folder.join("main.wasm")))
}

/// Where a part of the program is read, and where it is written.
pub(crate) type Part = (PathBuf, PathBuf);

/// Optimises the module in such a folder and the chunks that were taken out of it for size, and adapts its script.
pub(crate) fn shrink(project: &Project, folder: &Path, module: &Path, chunks: &[Part]) -> Outcome<()> {
    let mut parts = vec![(folder.join("main_bg.wasm"), module.to_owned())];
    parts.extend_from_slice(chunks);
    optimise(project, &parts)?;
    let names = names(&fs::read(module).explain("cannot read the module")?, GLUE)?;
    compact(module, &names)?;
    for (_, chunk) in chunks {
        compact(chunk, &[])?;
    }
    number(&folder.join("main.js"), &names)
}

/// Rewrites an optimised module so that it compresses better.
///
/// # Errors
/// If the module has the path of a file on this machine.
fn compact(path: &Path, names: &[String]) -> Outcome<()> {
    let module = fs::read(path).explain("cannot read a module")?;
    if has_place(&module) {
        return Err(Problem::new(format!("{} says where crates lie on this machine", path.display())));
    }
    fs::write(path, rewrite(&module, GLUE, names)?).explain("cannot write a module")
}

/// Whether the module contains the path of a crate that cargo has unpacked.
fn has_place(module: &[u8]) -> bool {
    let place = b"/registry/src/";
    module.windows(place.len()).any(|bytes| bytes == place)
}

/// Replaces the names of what a script exports to its module by their numbers.
fn number(script: &Path, names: &[String]) -> Outcome<()> {
    let mut text = fs::read_to_string(script).explain("cannot read the script of the module")?;
    for (number, name) in names.iter().enumerate() {
        let key = format!(" {name}: ");
        if text.matches(&key).count() != 1 {
            return Err(Problem::new(format!(
                "wasm-bindgen writes another script than it did: see how it names {name}"
            )));
        }
        text = text.replace(&key, &format!(" {number}: "));
    }
    fs::write(script, text).explain("cannot write the script of the module")
}

/// The chunks that were taken out of the program.
pub(crate) fn chunks(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut chunks = Vec::new();
    for entry in fs::read_dir(folder).explain("cannot list target/split")? {
        let path = entry.explain("cannot list target/split")?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".wasm") && !name.starts_with("main") {
            chunks.push(path);
        }
    }
    chunks.sort();
    Ok(chunks)
}

/// Optimises modules for size, without output: for each it would warn about a list of names, which is left out anyway.
/// Every processor optimises some of them, and one of them the largest.
pub(crate) fn optimise(project: &Project, parts: &[Part]) -> Outcome<()> {
    let mut sized = Vec::new();
    for part in parts {
        sized.push((part.0.metadata().explain(format_args!("cannot read {}", part.0.display()))?.len(), part));
    }
    sized.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    let many = thread::available_parallelism().map_or(1, NonZero::get).min(parts.len());
    let mut shares = vec![(0, Vec::new()); many];
    for (size, part) in sized {
        if let Some((load, share)) = shares.iter_mut().min_by_key(|(load, _)| *load) {
            *load += size;
            share.push(part);
        }
    }
    thread::scope(|scope| {
        let work = |share: Vec<&Part>| {
            let files = share.into_iter().flat_map(|(from, to)| [from, to]);
            run_quietly(command(project, "node").arg(OPTIMISER).args(files))
        };
        let running: Vec<_> = shares.into_iter().map(|(_, share)| scope.spawn(move || work(share))).collect();
        let ended = running.into_iter().map(|share| share.join().unwrap_or_else(|panic| resume_unwind(panic)));
        ended.collect::<Vec<Outcome<()>>>().into_iter().collect()
    })
}

#[cfg(test)]
mod tests {
    use super::has_place;

    #[test]
    fn a_path_of_this_machine_is_found() {
        assert!(has_place(b"\0/home/me/.cargo/registry/src/index.crates.io-1/yew-0.23.0/src/lib.rs\0"));
        assert!(!has_place(b"\0crate/yew-0.23.0/src/lib.rs\0/rustc/1/library/core/src/lib.rs"));
    }
}
