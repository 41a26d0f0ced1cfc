//! The workloads, natively: `cargo bench -p splitpoint-lab --bench client`.

mod workload;

fn main() {
    let begin = std::time::Instant::now();
    print!("{}", workload::report(&|| begin.elapsed().as_secs_f64() * 1000.0, &[1_000, 10_000, 100_000, 1_000_000]));
}
