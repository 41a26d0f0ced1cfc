# Writes w/slots.tsv: slot, home, stub's part, name of each function reached across parts.
cd /tmp/late/dbg; cp ../tool/src/main.rs src/main.rs; for f in part whole; do [ -f /work/late/crates/xtask/src/$f.rs ] && cp /work/late/crates/xtask/src/$f.rs src/; done
sed -i 's#"/work/late/crates/xtask/src/part.rs"#"part.rs"#; s#"/work/late/crates/xtask/src/whole.rs"#"whole.rs"#' src/main.rs
python3 - <<'P'
p='src/part.rs'; s=open(p).read()
s=s.replace("    (0..plan.parts).map(|part| Draft", '''    let mut t = String::new();
    for (entry, slot) in &plan.slots { if let Entry::Own(f) = entry { t += &format!("{slot}\\t{}\\t{:?}\\t{}\\n", plan.homes[*f as usize], plan.stubs.get(f), whole.names.get(f).unwrap_or(&"")); } }
    std::fs::write("/tmp/late/w/slots.tsv", t).unwrap();
    (0..plan.parts).map(|part| Draft''')
open(p,'w').write(s)
P
CARGO_TARGET_DIR=/tmp/late/tool/target cargo build -q 2>&1 | head; /tmp/late/tool/target/debug/dbg /tmp/late/main_g.wasm /work/late/web/profile.txt /tmp/late/outf fast >/dev/null; wc -l /tmp/late/w/slots.tsv
