//! What a first load costs: every file of the release page, as it is and as gzip sends it.

use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use crate::wasm;
use std::fs;
use std::path::Path;

pub(crate) const GATE: Step = Step { what: "size of a first load", run: gate };

const GOAL: usize = 400_000;
const LIMIT: usize = 450_000;

/// What gzip adds to the compressed bytes: its header and its checksum.
const GZIP_FRAME: usize = 18;

/// One file of the page, in bytes.
struct Weight {
    name: String,
    raw: usize,
    gzip: usize,
}

/// A first load is everything in dist/ but the chunks; the browser tests check what is asked for.
fn gate(project: &Project) -> Outcome<String> {
    let mut weights = Vec::new();
    weigh(&project.path("dist"), "", &mut weights)?;
    weights.sort_by_key(|weight| std::cmp::Reverse(weight.gzip));
    let (wanted, first): (Vec<Weight>, _) =
        weights.into_iter().partition(|weight| weight.name.starts_with(wasm::CHUNKS));
    print!("{}\nLoaded when it is wanted:\n{}", table(&first), table(&wanted));
    verdict(first.iter().map(|weight| weight.gzip).sum())
}

fn weigh(folder: &Path, inside: &str, weights: &mut Vec<Weight>) -> Outcome<()> {
    let doing = format!("cannot list {}", folder.display());
    for entry in fs::read_dir(folder).explain(&doing)? {
        let path = entry.explain(&doing)?.path();
        let name = format!("{inside}{}", path.file_name().unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            weigh(&path, &format!("{name}/"), weights)?;
        } else {
            let bytes = fs::read(&path).explain(format_args!("cannot read {name}"))?;
            let gzip = miniz_oxide::deflate::compress_to_vec(&bytes, 9).len() + GZIP_FRAME;
            weights.push(Weight { name, raw: bytes.len(), gzip });
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

fn verdict(total: usize) -> Outcome<String> {
    let words = format!("{} gzip (goal {}, limit {})", kilobytes(total), kilobytes(GOAL), kilobytes(LIMIT));
    if total > LIMIT {
        return Err(Problem::new(format!("A first load is too large: {words}")));
    }
    Ok(if total > GOAL { format!("{words}: above the goal") } else { words })
}

fn kilobytes(bytes: usize) -> String {
    format!("{}.{} kB", bytes / 1000, bytes % 1000 / 100)
}

#[cfg(test)]
mod tests {
    use super::{GOAL, LIMIT, Weight, table, verdict};

    #[test]
    fn the_gate_closes_above_the_limit() {
        assert!(verdict(GOAL).is_ok_and(|note| !note.contains("above")));
        assert!(verdict(LIMIT).is_ok_and(|note| note.contains("above the goal")));
        assert!(verdict(LIMIT + 1).is_err());
    }

    #[test]
    fn the_table_ends_with_the_sum() {
        let file = |name: &str, raw, gzip| Weight { name: name.into(), raw, gzip };
        let table = table(&[file("a.wasm", 309_999, 120_000), file("b.css", 1_000, 400)]);
        assert!(table.contains("  309.9 kB    120.0 kB  a.wasm\n"));
        assert!(table.ends_with("  310.9 kB    120.4 kB  in all\n"));
    }
}
