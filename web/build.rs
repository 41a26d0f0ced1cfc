//! Where the module is to be split into chunks, tells the linker to keep its relocations: they say which function needs
//! which.

fn main() {
    if std::env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
