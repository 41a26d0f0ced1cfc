//! The npm package: the engine of `crates/wasm` with its script, its types and its documentation, in `target/npm`.

use crate::command::{command, run};
use crate::loader::Loader;
use crate::notice;
use crate::outcome::{Explain, Outcome, Problem};
use crate::page::shorten;
use crate::project::Project;
use crate::size::compressed;
use crate::task::Step;
use crate::{tool, wasm};
use std::fs;
use std::path::Path;

pub(crate) const BUILD: Step = Step { what: "the package in target/npm", run: build };

/// The name that cargo gives the module.
const NAME: &str = "splitpoint_wasm";

/// The folder in which the package is built.
const FOLDER: &str = "target/npm";

/// The folder with the files that are written by hand.
const SOURCE: &str = "crates/wasm/package";

/// An empty file that marks a package whose module is optimised.
const DONE: &str = "done";

/// The part with the language of the shell, and the one with the methods of its values.
const LANGUAGE: &str = "language";
const METHODS: &str = "methods";

/// Sizes in bytes, compressed: the wanted one, and the one above which the build fails. The first is of everything but
/// the language, the second is of what a program loads that opens an example and works with it.
const SUMS: [(&str, &[&str], usize, usize); 4] = [
    ("to open an example, work with it and look at it", &[], 250_000, 435_000),
    ("everything but the language of the shell", &["kept", "orders", "picture"], 250_000, 593_000),
    ("the language of the shell", &[LANGUAGE], 198_000, 203_000),
    ("the language of the shell with its methods", &[LANGUAGE, METHODS], 289_000, 294_000),
];

fn build(project: &Project) -> Outcome<String> {
    // Built alone, it uses most libraries as they were already compiled for the page.
    run(wasm::shipped(
        command(project, "cargo")
            .args(["rustc", "--release", "--locked", "--lib", "--package", "splitpoint-wasm", "--features", "split"])
            .args(["--crate-type", "cdylib", "--target", tool::WASM]),
    )?)?;
    let (work, package) = (project.path("target/npm-split"), project.path(FOLDER));
    if !is_small(project, &work) {
        make_small(project, &work, &package)?;
    }
    for name in ["index.js", "known.js", "load.js"] {
        fs::copy(project.path(SOURCE).join(name), work.join(name)).explain(format_args!("cannot copy {name}"))?;
    }
    let script = package.join("index.js");
    let bundled = ["--bundle", "--format=esm", "--target=es2022", wasm::REPEATED];
    shorten(project, &work.join("index.js"), &script, &bundled)?;
    for name in ["index.d.ts", "package.json", "README.md"] {
        fs::copy(project.path(SOURCE).join(name), package.join(name)).explain(format_args!("cannot copy {name}"))?;
    }
    for (from, name) in
        [("LICENSE-APACHE", "LICENSE-APACHE"), ("LICENSE-MIT", "LICENSE-MIT"), (notice::FILE, notice::NAME)]
    {
        fs::copy(project.path(from), package.join(name)).explain(format_args!("cannot copy {name}"))?;
    }
    weigh(project)
}

/// Splits the module and optimises all parts. That takes a minute, so it is skipped as long as the module has not
/// changed.
fn make_small(project: &Project, work: &Path, package: &Path) -> Outcome<()> {
    wasm::bind(project, NAME, work, &["--omit-default-module-path"])?;
    if package.is_dir() {
        fs::remove_dir_all(package).explain("cannot empty target/npm")?;
    }
    fs::create_dir_all(package.join("part")).explain("cannot make target/npm/part")?;
    let loader = work.join(wasm::LOADER);
    let doing = "cannot rewrite the loader of parts";
    let mut text = fs::read_to_string(&loader).explain(doing)?;
    let mut parts = Vec::new();
    for chunk in wasm::chunks(work)? {
        let file = chunk.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let plain = file.trim_start_matches("split_").replace("chunk_", "shared-");
        text = relocated(&text, &file, &plain)?;
        parts.push((chunk, package.join("part").join(&plain)));
    }
    wasm::shrink(project, work, &package.join("splitpoint.wasm"), &parts, None)?;
    fs::write(&loader, text).explain(doing)?;
    fs::write(work.join(DONE), "").explain("cannot write to target/npm-split")
}

/// Whether the module was optimised after cargo built it. After a change of these tasks themselves, remove
/// `target/npm-split`.
fn is_small(project: &Project, work: &Path) -> bool {
    let changed = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    let module = project.path("target").join(tool::WASM).join("release").join(NAME).with_extension("wasm");
    let done = changed(&work.join(DONE));
    done.is_some() && done > changed(&module)
}

/// The loader with the place of a part in the package, which it reads as `load.js` does.
fn relocated(loader: &str, file: &str, plain: &str) -> Outcome<String> {
    let fetched = format!("fetch(new URL(\"./{file}\", import.meta.url))");
    if !loader.contains(&fetched) || !loader.contains(STREAMED) && !loader.contains(INSTANTIATED) {
        return Err(Problem::new(
            "wasm-split-cli writes another loader than it did: see how it fetches and instantiates",
        ));
    }
    let read = format!("readPart(\"{plain}\", new URL(\"./part/{plain}\", import.meta.url))");
    let loader = loader.replace(&fetched, &read).replace(STREAMED, INSTANTIATED);
    Ok(if loader.starts_with(IMPORT) { loader } else { format!("{IMPORT}{loader}") })
}

const IMPORT: &str = "import { readPart } from \"./load.js\";\n";

/// How wasm-split-cli instantiates a part.
const STREAMED: &str = "WebAssembly.instantiateStreaming(src, imports)";

const INSTANTIATED: &str = "src.then(module => WebAssembly.instantiate(module, imports))";

/// The chunk in a file of the package, as the loader calls it.
fn chunk(file: &str) -> String {
    file.trim_end_matches(".wasm").replace("shared-", "chunk_")
}

/// Measures what each kind of program loads of the package that was built last. Returns the sums in words, one per
/// line.
pub(crate) fn weigh(project: &Project) -> Outcome<String> {
    let package = project.path(FOLDER);
    let weight = |name: &str| compressed(&package.join(name)).map(|(_, gzip)| gzip);
    let mut parts = Vec::new();
    for entry in fs::read_dir(package.join("part")).explain("cannot list target/npm/part")? {
        let name = entry.explain("cannot list target/npm/part")?.file_name().to_string_lossy().into_owned();
        let gzip = weight(&format!("part/{name}"))?;
        parts.push((name, gzip));
    }
    parts.sort();
    let main = weight("splitpoint.wasm")? + weight("index.js")?;
    let loader = project.path("target/npm-split").join(wasm::LOADER);
    let loader = fs::read_to_string(loader).explain("cannot read the loader of parts")?;
    let loader = Loader::read(&loader)?;
    println!("  {main:>10}  splitpoint.wasm and index.js");
    parts.iter().for_each(|(name, gzip)| println!("  {gzip:>10}  part/{name}"));
    let mut told = Vec::new();
    for (what, wanted, goal, limit) in SUMS {
        let of = |(name, gzip): &(String, usize)| {
            let by = loader.users(&chunk(name));
            if wanted.iter().any(|part| by.contains(part)) { *gzip } else { 0 }
        };
        let alone = wanted.contains(&LANGUAGE);
        let sum = if alone { 0 } else { main } + parts.iter().map(of).sum::<usize>();
        let words = format!("{} kB {what} (goal {}, limit {})", sum / 1000, goal / 1000, limit / 1000);
        if sum > limit {
            return Err(Problem::new(format!("Too large: {words}")));
        }
        told.push(if sum > goal { format!("{words}: above the goal") } else { words });
    }
    Ok(told.join("\n      "))
}

#[cfg(test)]
mod tests {
    use super::{chunk, relocated};

    #[test]
    fn parts_are_read_by_the_package_from_its_own_folder() {
        let loader = "const src = fetch(new URL(\"./split_kept.wasm\", import.meta.url));\n\
                      return WebAssembly.instantiateStreaming(src, imports)";
        let text = relocated(loader, "split_kept.wasm", "kept.wasm").expect("it is the loader");
        assert!(text.contains("readPart(\"kept.wasm\", new URL(\"./part/kept.wasm\", import.meta.url))"), "{text}");
        assert!(text.contains("src.then(module => WebAssembly.instantiate(module, imports))"), "{text}");
        assert!(relocated("fetch(elsewhere)", "split_kept.wasm", "kept.wasm").is_err());
    }

    #[test]
    fn a_part_is_found_in_the_loader_by_its_file() {
        assert_eq!(chunk("shared-3.wasm"), "chunk_3");
        assert_eq!(chunk("language.wasm"), "language");
    }
}
