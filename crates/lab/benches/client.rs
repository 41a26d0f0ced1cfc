//! The workloads, natively: `cargo bench -p splitpoint-lab --bench client`, or with the sizes wanted behind `--`.

mod workload;

const SIZES: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Bytes of the process that are in memory, where the system says so in a file.
fn memory() -> Option<f64> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(pages.split(' ').nth(1)?.parse::<f64>().ok()? * 4096.0)
}

fn main() {
    let wanted: Vec<u64> = std::env::args().skip(1).filter_map(|size| size.parse().ok()).collect();
    let sizes = if wanted.is_empty() { SIZES.to_vec() } else { wanted };
    let begin = std::time::Instant::now();
    let clock = || begin.elapsed().as_secs_f64() * 1000.0;
    print!("{}", workload::report(&clock, &memory, &sizes));
}
