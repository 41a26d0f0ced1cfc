//! Where the module is to be split, the linker leaves what it knows about what needs what.

fn main() {
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        println!("cargo::rustc-link-arg-cdylib=--emit-relocs");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
