//! Compressed copies of files (`.br`, `.gz`), which servers send to browsers that accept them.

use crate::folder::Files;
use std::collections::BTreeMap;
use std::io::Write;
use std::thread;

/// The endings of names of files that can be compressed. PNG pictures are not.
const KINDS: [&str; 9] = ["html", "js", "mjs", "ts", "css", "svg", "json", "txt", "wasm"];

/// How far Brotli looks back, as a power of two: 4 MB, which is more than any file has.
const WINDOW: i32 = 22;

/// Brotli's best compression.
const QUALITY: i32 = 11;

/// Adds each kind of copy that is smaller than the file.
pub(super) fn add(files: &mut Files) {
    let plain: Vec<(&String, &Vec<u8>)> = files.iter().filter(|(name, _)| compresses(name)).collect();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut made = BTreeMap::new();
    thread::scope(|scope| {
        // Each worker takes every n-th file, so that no one gets all the large ones.
        let workers: Vec<_> = (0..cores)
            .map(|first| {
                let own: Vec<_> = plain.iter().skip(first).step_by(cores).copied().collect();
                scope.spawn(move || own.into_iter().flat_map(|(name, bytes)| copies(name, bytes)).collect::<Vec<_>>())
            })
            .collect();
        for worker in workers {
            made.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    files.append(&mut made);
}

fn compresses(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, kind)| KINDS.contains(&kind))
}

fn copies(name: &str, bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    [("br", brotli(bytes)), ("gz", gzip(bytes))]
        .into_iter()
        .filter_map(|(kind, packed)| {
            Some((format!("{name}.{kind}"), packed.filter(|packed| packed.len() < bytes.len())?))
        })
        .collect()
}

fn brotli(bytes: &[u8]) -> Option<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams { quality: QUALITY, lgwin: WINDOW, ..Default::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &*bytes, &mut packed, &parameters).ok()?;
    Some(packed)
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::{Files, add};
    use std::io::Read;

    #[test]
    fn copies_say_the_same_and_are_smaller() {
        let text = "rows, regions and split points; ".repeat(100);
        let mut files = Files::from([
            ("index.html".into(), text.clone().into_bytes()),
            ("small.js".into(), b"1".to_vec()),
            ("picture.png".into(), text.clone().into_bytes()),
        ]);
        add(&mut files);
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(names, ["index.html", "index.html.br", "index.html.gz", "picture.png", "small.js"]);
        let mut told = String::new();
        assert!(flate2::read::GzDecoder::new(&*files["index.html.gz"]).read_to_string(&mut told).is_ok());
        assert_eq!(told, text);
        told.clear();
        assert!(brotli::Decompressor::new(&*files["index.html.br"], 4096).read_to_string(&mut told).is_ok());
        assert_eq!(told, text);
    }
}
