#![allow(dead_code, unused)]
#[path = "/work/late/crates/xtask/src/outcome.rs"] mod outcome;
#[path = "/work/late/crates/xtask/src/order.rs"] mod order;
#[path = "/work/late/crates/xtask/src/module.rs"] mod module;
#[path = "/work/late/crates/xtask/src/profile.rs"] mod profile;
#[path = "/work/late/crates/xtask/src/whole.rs"] mod whole;
#[path = "/work/late/crates/xtask/src/part.rs"] mod part;
use std::io::Write;
fn gz(b: &[u8]) -> usize { let mut e = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best()); e.write_all(b).unwrap(); e.finish().unwrap().len() }
#[path = "/work/late/crates/xtask/src/loader.rs"] mod loader;
mod page { pub(crate) const DIGITS: usize = 10; }
fn list() {
    // arguments: list SPLITDIR CHUNKDIR OUTDIR part-files…
    let a: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(format!("{}/__wasm_split.js", a[2])).unwrap();
    let mut stamps = std::collections::BTreeMap::new();
    for e in std::fs::read_dir(&a[3]).unwrap() {
        let n = e.unwrap().file_name().into_string().unwrap();
        let (name, stamp) = n.trim_end_matches(".wasm").rsplit_once('-').unwrap();
        stamps.insert(name.to_owned(), stamp.to_owned());
    }
    let script = loader::Loader::read(&text).unwrap_or_else(|e| panic!("{e}")).script("chunk", &stamps, &a[5..]).unwrap_or_else(|e| panic!("{e}"));
    std::fs::write(format!("{}/list.js", a[4]), script).unwrap();
    let glue = std::fs::read_to_string(format!("{}/main.js", a[2])).unwrap();
    std::fs::write(format!("{}/main.js", a[4]), loader::linked(&glue, "list.js").unwrap_or_else(|e| panic!("{e}"))).unwrap();
}
fn main() {
    if std::env::args().nth(1).as_deref() == Some("list") { return list(); }
    let a: Vec<String> = std::env::args().collect(); // module, profile, out dir, [fast]
    let m = std::fs::read(&a[1]).unwrap();
    let p = profile::Profile::read(&std::fs::read_to_string(&a[2]).unwrap()).map_err(|e| e.to_string()).unwrap();
    let glue = "./main_bg.js";
    let names = module::names(&m, glue).map_err(|e| e.to_string()).unwrap();
    let cut = part::cut(&m, &p, ("./__wasm_split.js", "__splitpoint_bring")).map_err(|e| e.to_string()).unwrap();
    for (i, c) in cut.iter().enumerate() {
        let (mut imports, mut slots, mut script, mut fns, mut exports, mut elems, mut segs) = (0, 0, 0, 0, 0, 0, 0);
        for pl in wasmparser::Parser::new(0).parse_all(c) { match pl.unwrap() {
            wasmparser::Payload::ImportSection(s) => for im in s.into_imports() { let im = im.unwrap(); imports += 1; if im.module == "t" { slots += 1 } if im.module == glue { script += 1 } },
            wasmparser::Payload::CodeSectionStart { count, .. } => fns = count,
            wasmparser::Payload::ExportSection(s) => exports = s.count(),
            wasmparser::Payload::ElementSection(s) => { segs = s.count(); for e in s { if let wasmparser::ElementItems::Functions(f) = e.unwrap().items { elems += f.count(); } } }
            _ => {} } }
        let r = if a.len() > 4 { c.clone() } else { module::rewrite(c, glue, &names).map_err(|e| e.to_string()).unwrap() };
        wasmparser::Validator::new_with_features(wasmparser::WasmFeatures::all()).validate_all(&r).unwrap();
        println!("part {i}: functions {fns} imports {imports} (slots {slots}, script {script}) exports {exports} segments {segs} elements {elems} raw {} gzip {} cut-gzip {}", r.len(), gz(&r), gz(c));
        std::fs::write(format!("{}/part{i}.wasm", a[3]), &r).unwrap();
    }
}
