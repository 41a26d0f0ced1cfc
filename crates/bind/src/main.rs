//! `wasm-bindgen` for this project alone: the library behind the official program, with the arguments that Trunk and
//! the release use. It compiles in half the time of the official program, whose test runner needs a web server and a
//! client, and Cargo.lock pins it together with the page. `cargo xtask` puts it where Trunk looks for `wasm-bindgen`.

use lexopt::prelude::*;
use std::error::Error;
use std::iter::successors;
use std::path::PathBuf;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    match perform(lexopt::Parser::from_env()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let causes = successors(Some(problem.as_ref()), |&problem| problem.source());
            eprintln!("wasm-bindgen: {}", causes.map(ToString::to_string).collect::<Vec<_>>().join(": "));
            ExitCode::FAILURE
        }
    }
}

fn perform(arguments: lexopt::Parser) -> Result<(), Box<dyn Error>> {
    match Request::read(arguments)? {
        // Trunk takes the second word and compares it with Cargo.lock.
        Request::Version => println!("wasm-bindgen {}", wasm_bindgen_shared::version()),
        Request::Bind { module, folder, name, keep_lld_exports, omit_default_module_path } => {
            let mut bindgen = Bindgen::new();
            bindgen.web(true)?.typescript(false).omit_default_module_path(omit_default_module_path);
            bindgen.input_path(module).keep_lld_exports(keep_lld_exports);
            if let Some(name) = name {
                bindgen.out_name(&name);
            }
            bindgen.generate(folder)?;
        }
    }
    Ok(())
}

/// What the arguments ask for.
#[derive(Debug, PartialEq)]
enum Request {
    Version,
    Bind {
        module: PathBuf,
        /// Where script and module are written.
        folder: PathBuf,
        /// How both are named; else like the module.
        name: Option<String>,
        keep_lld_exports: bool,
        /// Whether the script leaves it to its caller where the module is.
        omit_default_module_path: bool,
    },
}

impl Request {
    fn read(mut arguments: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let (mut module, mut folder, mut name) = (None, None, None);
        let (mut keep_lld_exports, mut omit_default_module_path) = (false, false);
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("version") => return Ok(Self::Version),
                Long("target") => {
                    let target = arguments.value()?.string()?;
                    if target != "web" {
                        return Err(format!("binds for --target web only, not for {target}").into());
                    }
                }
                Long("no-typescript") => {} // never written
                Long("out-dir") => folder = Some(arguments.value()?.into()),
                Long("out-name") => name = Some(arguments.value()?.string()?),
                Long("keep-lld-exports") => keep_lld_exports = true,
                Long("omit-default-module-path") => omit_default_module_path = true,
                Value(path) if module.is_none() => module = Some(path.into()),
                other => return Err(other.unexpected()),
            }
        }
        let module = module.ok_or("the module to bind is missing")?;
        let folder = folder.ok_or("--out-dir is missing")?;
        Ok(Self::Bind { module, folder, name, keep_lld_exports, omit_default_module_path })
    }
}

#[cfg(test)]
mod tests {
    use super::Request;

    fn read(words: &str) -> Result<Request, String> {
        Request::read(lexopt::Parser::from_args(words.split_whitespace())).map_err(|error| error.to_string())
    }

    #[test]
    fn trunk_is_understood() {
        assert_eq!(read("--version"), Ok(Request::Version));
        assert_eq!(
            read("--target=web --out-dir=out --out-name=page target/page.wasm --no-typescript"),
            Ok(Request::Bind {
                module: "target/page.wasm".into(),
                folder: "out".into(),
                name: Some("page".into()),
                keep_lld_exports: false,
                omit_default_module_path: false
            })
        );
    }

    #[test]
    fn the_release_is_understood() {
        for (more, omits) in [("", false), ("--omit-default-module-path", true)] {
            let read = read(&format!("--target web --no-typescript --keep-lld-exports {more} --out-dir out main.wasm"));
            assert_eq!(
                read,
                Ok(Request::Bind {
                    module: "main.wasm".into(),
                    folder: "out".into(),
                    name: None,
                    keep_lld_exports: true,
                    omit_default_module_path: omits
                })
            );
        }
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for words in ["--target=nodejs --out-dir=out a.wasm", "--out-dir=out", "a.wasm", "--out-dir=out a.wasm --debug"]
        {
            assert!(read(words).is_err(), "{words}");
        }
    }
}
