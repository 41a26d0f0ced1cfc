//! The size of a visit: every file of the release page, as it is and compressed by gzip, and the sums of files that are
//! loaded together.

use crate::loader::Loader;
use crate::notice;
use crate::outcome::{Explain, Outcome, Problem};
use crate::page;
use crate::project::Project;
use crate::task::Step;
use crate::wasm;
use std::fs;
use std::path::Path;

pub(crate) const GATE: Step = Step { what: "size of a visit", run: gate };

/// Files that are requested together. A browser test (`chunk.test.mjs`) compares what is requested with this.
struct Sum {
    what: &'static str,
    /// Whether it includes what every visit loads.
    first: bool,
    /// Whether it includes what a page loads that contains the element `<split-point>`.
    element: bool,
    /// The chunks that are loaded besides, and the parts of the module itself (`web/profile.txt`).
    chunks: &'static [&'static str],
    /// The wanted size in bytes, compressed.
    goal: usize,
    /// The size in bytes, compressed, above which the build fails.
    limit: usize,
}

const SUMS: [Sum; 7] = [
    Sum {
        what: "to the first step, and until it is kept",
        first: true,
        element: false,
        chunks: &["page"],
        goal: 477_000,
        limit: 477_000,
    },
    Sum {
        what: "with every form, every example and a kept session",
        first: true,
        element: false,
        chunks: &["page", "rest", "restore", "scenario", "care", "warn"],
        goal: 600_000,
        limit: 682_000,
    },
    Sum {
        what: "the console and its language, when they first open",
        first: false,
        element: false,
        chunks: &["console"],
        goal: 250_000,
        limit: 273_000,
    },
    Sum {
        what: "the console, its language and all that lines can do in it",
        first: false,
        element: false,
        chunks: &["console", "method"],
        goal: 394_000,
        limit: 403_000,
    },
    Sum {
        what: "the element, before anything is seen of it",
        first: false,
        element: true,
        chunks: &[],
        goal: 6_000,
        limit: 6_000,
    },
    Sum {
        what: "an embed of an example, to the first step",
        first: true,
        element: true,
        chunks: &["host"],
        goal: 373_000,
        limit: 373_000,
    },
    Sum {
        what: "an embed of a script",
        first: true,
        element: true,
        chunks: &["page", "rest", "host", "console"],
        goal: 650_000,
        limit: 863_000,
    },
];

/// The bytes that gzip adds to compressed data: its header and its checksum.
const GZIP_FRAME: usize = 18;

/// The size of a file of the page, in bytes.
struct Weight {
    name: String,
    raw: usize,
    gzip: usize,
}

/// Prints the size of each file, and returns the sums in words, one per line. Every visit loads everything in dist/
/// except chunks, what other pages load, and the notices, which a reader opens.
pub(crate) fn gate(project: &Project) -> Outcome<String> {
    let mut weights = Vec::new();
    weigh(&project.path("dist"), "", &mut weights)?;
    weights.sort_by_key(|weight| std::cmp::Reverse(weight.gzip));
    let (wanted, first): (Vec<Weight>, Vec<Weight>) =
        weights.into_iter().partition(|weight| weight.name.starts_with(wasm::CHUNKS));
    let (element, first): (Vec<Weight>, Vec<Weight>) =
        first.into_iter().filter(|weight| weight.name != notice::NAME).partition(|weight| weight.name == page::ELEMENT);
    print!("{}\nLoaded when it is wanted:\n{}\n", table(&first), table(&wanted));
    let loader =
        fs::read_to_string(project.path(wasm::SPLIT).join(wasm::LOADER)).explain("cannot read the loader of chunks")?;
    let loader = Loader::read(&loader)?;
    let mut told = Vec::new();
    let mut wrong = Vec::new();
    for sum in &SUMS {
        let whole = |weights: &[Weight], is_meant| -> usize {
            if is_meant { weights.iter().map(|weight| weight.gzip).sum() } else { 0 }
        };
        let always = whole(&first, sum.first) + whole(&element, sum.element);
        let brought = wanted.iter().filter(|weight| {
            let name = chunk(&weight.name);
            let by = loader.users(name);
            sum.chunks.iter().any(|chunk| *chunk == name || by.contains(chunk))
        });
        match verdict(sum, always + brought.map(|weight| weight.gzip).sum::<usize>()) {
            Ok(words) => told.push(words),
            Err(problem) => wrong.push(problem.to_string()),
        }
    }
    if wrong.is_empty() { Ok(told.join("\n      ")) } else { Err(Problem::new(wrong.join("\n"))) }
}

/// The chunk in a file of dist/, as the loader calls it.
fn chunk(file: &str) -> &str {
    let name = file.strip_prefix(wasm::CHUNKS).and_then(|name| name.strip_prefix('/')).unwrap_or(file);
    name.rsplit_once('-').map_or(name, |(chunk, _)| chunk)
}

/// The size of a file in bytes, as it is and compressed by gzip.
pub(crate) fn compressed(file: &Path) -> Outcome<(usize, usize)> {
    let bytes = fs::read(file).explain(format_args!("cannot read {}", file.display()))?;
    Ok((bytes.len(), miniz_oxide::deflate::compress_to_vec(&bytes, 9).len() + GZIP_FRAME))
}

fn weigh(folder: &Path, inside: &str, weights: &mut Vec<Weight>) -> Outcome<()> {
    let doing = format!("cannot list {}", folder.display());
    for entry in fs::read_dir(folder).explain(&doing)? {
        let path = entry.explain(&doing)?.path();
        let name = format!("{inside}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            weigh(&path, &format!("{name}/"), weights)?;
        } else {
            let (raw, gzip) = compressed(&path)?;
            weights.push(Weight { name, raw, gzip });
        }
    }
    Ok(())
}

fn table(weights: &[Weight]) -> String {
    let line = |raw: &str, gzip: &str, name: &str| format!("  {raw:>10}  {gzip:>10}  {name}\n");
    let sum = |of: fn(&Weight) -> usize| kilobytes(weights.iter().map(of).sum());
    let mut text = line("raw", "gzip", "");
    for weight in weights {
        text += &line(&kilobytes(weight.raw), &kilobytes(weight.gzip), &weight.name);
    }
    text + &line(&sum(|weight| weight.raw), &sum(|weight| weight.gzip), "in all")
}

fn verdict(sum: &Sum, bytes: usize) -> Outcome<String> {
    let Sum { what, goal, limit, .. } = sum;
    let words = format!("{} {what} (goal {}, limit {})", kilobytes(bytes), kilobytes(*goal), kilobytes(*limit));
    if bytes > *limit {
        return Err(Problem::new(format!("Too large: {words}")));
    }
    Ok(if bytes > *goal { format!("{words}: above the goal") } else { words })
}

fn kilobytes(bytes: usize) -> String {
    format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100)
}

#[cfg(test)]
mod tests {
    use super::{SUMS, Weight, chunk, table, verdict};

    #[test]
    fn the_gate_closes_above_the_limit() {
        for sum in &SUMS {
            assert!(verdict(sum, sum.goal).is_ok_and(|note| !note.contains("above")));
            let is_above = sum.limit > sum.goal;
            assert!(verdict(sum, sum.limit).is_ok_and(|note| note.contains("above the goal") == is_above));
            assert!(verdict(sum, sum.limit + 1).is_err());
        }
    }

    #[test]
    fn a_file_is_found_in_the_loader_by_its_name() {
        assert_eq!(chunk("chunk/chunk_7-0123456789.wasm"), "chunk_7");
        assert_eq!(chunk("chunk/restore-0123456789.wasm"), "restore");
    }

    #[test]
    fn the_table_ends_with_the_sum() {
        let file = |name: &str, raw, gzip| Weight { name: name.into(), raw, gzip };
        let table = table(&[file("a.wasm", 309_999, 120_000), file("b.css", 1_000, 400)]);
        assert!(table.contains("  309.9 kB    120.0 kB  a.wasm\n"));
        assert!(table.ends_with("  310.9 kB    120.4 kB  in all\n"));
    }
}
