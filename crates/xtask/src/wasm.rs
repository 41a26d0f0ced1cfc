//! The WebAssembly module of the release page: split into what every visit needs and chunks, bound to its script, and
//! optimised.

use crate::command::{command, run, run_quietly};
use crate::module::{names, rewrite};
use crate::outcome::{Explain, Outcome, Problem};
use crate::page::{shorten, stamp};
use crate::project::Project;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the program, with which the names of its files begin.
pub(crate) const NAME: &str = "splitpoint-web";

/// The folder in dist/ with what a first load does not request.
pub(crate) const CHUNKS: &str = "chunk";

/// The script that loads chunks, before it is joined with that of the page.
pub(crate) const LOADER: &str = "target/split/__wasm_split.js";

/// The glue script names the loader once for each chunk, always in the same way.
pub(crate) const REPEATED: &str = "--log-override:duplicate-object-key=silent";

/// How the loader instantiates a chunk. It needs the type `application/wasm`, which not every server sends.
pub(crate) const STREAMED: &str = "WebAssembly.instantiateStreaming(src, imports)";

/// The replacement, which reads the bytes whatever their type is.
const WHOLE: &str = "src.then(answer => answer.arrayBuffer()).then(bytes => WebAssembly.instantiate(bytes, imports))";

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
    let folder = project.path("target/split");
    bind(project, NAME, &folder, &[])?;
    main(project, &folder, &dist.join(NAME).with_extension("wasm"))?;
    let module = dist.join(NAME).with_extension("wasm");

    // The loader names chunks by their plain names.
    let loader = project.path(LOADER);
    let doing = "cannot rewrite the loader of chunks";
    let mut text = fs::read_to_string(&loader).explain(doing)?;
    fs::create_dir_all(dist.join(CHUNKS)).explain("cannot make dist/chunk")?;
    for chunk in chunks(&folder)? {
        let plain = chunk.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let small = dist.join(CHUNKS).join(plain.trim_start_matches("split_"));
        self::chunk(project, &chunk, &small)?;
        text = text.replace(&format!("./{plain}"), &format!("./{CHUNKS}/{}", stamp(&small)?));
    }
    if !text.contains(STREAMED) {
        return Err(Problem::new("wasm-split-cli writes another loader than it did: see how it instantiates"));
    }
    fs::write(&loader, text.replace(STREAMED, WHOLE)).explain(doing)?;

    // Joined into one script, although glue and loader import each other.
    let script = dist.join(NAME).with_extension("js");
    shorten(project, &folder.join("main.js"), &script, &["--bundle", "--format=esm", REPEATED])?;
    Ok((stamp(&script)?, stamp(&module)?))
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

/// Optimises the module in such a folder for size, and adapts its script.
pub(crate) fn main(project: &Project, folder: &Path, module: &Path) -> Outcome<()> {
    optimise(project, &folder.join("main_bg.wasm"), module)?;
    let names = names(&fs::read(module).explain("cannot read the module")?, GLUE)?;
    compact(module, &names)?;
    number(&folder.join("main.js"), &names)
}

/// Optimises a part that was taken out of the module.
pub(crate) fn chunk(project: &Project, from: &Path, to: &Path) -> Outcome<()> {
    optimise(project, from, to)?;
    compact(to, &[])
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

/// Optimises a module for size, without output: for each chunk it would warn about a list of names, which is left out
/// anyway.
pub(crate) fn optimise(project: &Project, from: &Path, to: &Path) -> Outcome<()> {
    // Flattening and restructuring take ten seconds and save 2 kB after gzip. A long function with one caller is not
    // inlined, as it compresses better on its own. Alignment is a hint that nobody uses.
    let passes = ["--flatten", "--rereloop", "-Oz", "-Oz", "--dealign", "--low-memory-unused"];
    let kept = ["--one-caller-inline-max-function-size", "25"];
    run_quietly(command(project, "wasm-opt").args(passes).args(kept).arg(from).arg("-o").arg(to))
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
