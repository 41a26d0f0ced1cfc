//! Measures the profile of the page, `web/profile.txt`: a copy of the release page notes which of its functions run while
//! a browser makes the visits of `web/e2e/visit.mjs`.
//!
//! A test makes the same visits and fails where code is called that has not come (`web/e2e/chunk.test.mjs`). Then, or where
//! the first load has grown, `cargo xtask profile` measures anew.

use crate::command::{command, run};
use crate::module::{names, number_imports};
use crate::outcome::{Explain, Outcome, Problem};
use crate::profile::{PARTS, text};
use crate::project::Project;
use crate::task::Step;
use crate::wasm::{CHUNKS, GLUE, NAME, PROFILE, SPLIT, WHOLE};
use crate::whole::{Whole, refused};
use serde_json::Value;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ExportKind, ExportSection, GlobalSection, GlobalType, ImportSection, Module, ValType,
};
use wasmparser::{ExportSectionReader, FunctionBody, GlobalSectionReader, ImportSectionReader, Parser};

pub(crate) const PROFILED: Step = Step { what: "web/profile.txt: what runs to a first step", run: profile };

/// The folder of the page that notes what runs.
const PAGE: &str = "target/profile";

/// A module that does nothing, in place of the parts that come later: all functions are in the module itself.
const NOTHING: &[u8] = b"\0asm\x01\0\0\0";

fn profile(project: &Project) -> Outcome<String> {
    let module = fs::read(project.path(SPLIT).join(WHOLE)).explain("cannot read the module before it was cut")?;
    let page = project.path(PAGE);
    if page.is_dir() {
        fs::remove_dir_all(&page).explain("cannot empty target/profile")?;
    }
    copy(&project.path("dist"), &page)?;
    fs::write(file(&page, NAME)?, traced(&module, GLUE)?).explain("cannot write the module that notes what runs")?;
    for part in PARTS {
        fs::write(file(&page.join(CHUNKS), part)?, NOTHING).explain("cannot empty a part of the module")?;
    }
    let told = page.join("ran.json");
    run(command(project, "node").arg("web/e2e/profile.mjs").arg(&told).env("DIST", &page))?;
    let told = fs::read(&told).explain("cannot read what web/e2e/profile.mjs wrote")?;
    let whole = Whole::read(&module)?;
    let ran = |name: &str| ran(&told, name);
    let name = |number: u32| *whole.names.get(&(whole.imported() as u32 + number)).unwrap_or(&"");
    let (frame, page) = (&ran("frame")? | &ran("log")?, ran("page")?);
    let all = 0..whole.bodies.len() as u32;
    let profile = text(all.map(|number| {
        let ran = [&frame, &page].iter().position(|ran| ran.contains(&number));
        (name(number), ran.unwrap_or(PARTS.len()))
    }));
    fs::write(project.path(PROFILE), profile).explain("cannot write web/profile.txt")?;
    Ok(format!(
        "{} functions in a frame, {} more in the page, of {}",
        frame.len(),
        (&page - &frame).len(),
        whole.bodies.len()
    ))
}

/// The numbers under this name in what was written.
fn ran(written: &[u8], name: &str) -> Outcome<BTreeSet<u32>> {
    let wrong = || Problem::new(format!("web/e2e/profile.mjs wrote no numbers under {name}"));
    let written: Value = serde_json::from_slice(written).map_err(|_| wrong())?;
    let numbers = written[name].as_array().ok_or_else(wrong)?;
    numbers
        .iter()
        .map(|number| number.as_u64().and_then(|number| u32::try_from(number).ok()).ok_or_else(wrong))
        .collect()
}

fn copy(from: &Path, to: &Path) -> Outcome<()> {
    let doing = format!("cannot copy {}", from.display());
    fs::create_dir_all(to).explain(&doing)?;
    for entry in fs::read_dir(from).explain(&doing)? {
        let path = entry.explain(&doing)?.path();
        let to = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &to)?;
        } else {
            fs::copy(&path, &to).explain(&doing)?;
        }
    }
    Ok(())
}

/// The module of this name in a folder.
fn file(folder: &Path, name: &str) -> Outcome<PathBuf> {
    let doing = format!("cannot list {}", folder.display());
    for entry in fs::read_dir(folder).explain(&doing)? {
        let path = entry.explain(&doing)?.path();
        let found = path.file_name().unwrap_or_default().to_string_lossy();
        let stamped = found.strip_suffix(".wasm").and_then(|found| found.rsplit_once('-'));
        if stamped.is_some_and(|(plain, _)| plain == name) {
            return Ok(path);
        }
    }
    Err(Problem::new(format!("{} has no module {name}: run `cargo xtask build`", folder.display())))
}

/// The same module with a global for each of its own functions, exported as `ran` and the number of the function, which
/// is 1 once the function has been called. Imports from `glue` are named by their numbers, as in the release page.
fn traced(module: &[u8], glue: &str) -> Outcome<Vec<u8>> {
    let whole = Whole::read(module)?;
    let globals = whole.globals.len() as u32;
    let names = names(module, glue)?;
    let mut trace = Trace { names: &names, glue, globals, functions: whole.bodies.len() as u32, next: globals };
    let mut written = Module::new();
    trace.parse_core_module(&mut written, Parser::new(0), module).map_err(refused)?;
    Ok(written.finish())
}

struct Trace<'a> {
    names: &'a [String],
    glue: &'a str,
    /// How many globals the module has itself.
    globals: u32,
    functions: u32,
    /// The global of the function whose code comes next.
    next: u32,
}

impl Reencode for Trace<'_> {
    type Error = Infallible;

    fn parse_import_section(&mut self, to: &mut ImportSection, from: ImportSectionReader<'_>) -> Result<(), Error> {
        let (glue, names) = (self.glue, self.names);
        number_imports(self, to, from, glue, names)
    }

    fn parse_global_section(&mut self, to: &mut GlobalSection, from: GlobalSectionReader<'_>) -> Result<(), Error> {
        utils::parse_global_section(self, to, from)?;
        let kind = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        (0..self.functions).for_each(|_| _ = to.global(kind, &ConstExpr::i32_const(0)));
        Ok(())
    }

    fn parse_export_section(&mut self, to: &mut ExportSection, from: ExportSectionReader<'_>) -> Result<(), Error> {
        utils::parse_export_section(self, to, from)?;
        for number in 0..self.functions {
            to.export(&format!("ran{number}"), ExportKind::Global, self.globals + number);
        }
        Ok(())
    }

    fn parse_function_body(&mut self, to: &mut CodeSection, body: FunctionBody<'_>) -> Result<(), Error> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        function.instructions().i32_const(1).global_set(self.next);
        self.next += 1;
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            function.instruction(&self.parse_instruction(&mut operators)?);
        }
        to.function(&function);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{NOTHING, ran, traced};
    use wasm_encoder::{
        CodeSection, ConstExpr, EntityType, ExportKind, ExportSection, Function, FunctionSection, GlobalSection,
        GlobalType, ImportSection, Module, RefType, TableSection, TableType, TypeSection, ValType,
    };
    use wasmparser::{Operator, Parser, Payload, Validator};

    /// A module with two functions, one imported function and one global.
    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        imports.import("glue", "told", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        functions.function(0).function(0);
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 0,
            maximum: None,
            shared: false,
        });
        let mut globals = GlobalSection::new();
        globals.global(GlobalType { val_type: ValType::I64, mutable: true, shared: false }, &ConstExpr::i64_const(7));
        let mut exports = ExportSection::new();
        exports.export("go", ExportKind::Func, 1);
        let mut code = CodeSection::new();
        for called in [2, 0] {
            let mut body = Function::new([]);
            body.instructions().call(called).end();
            code.function(&body);
        }
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&tables).section(&globals);
        module.section(&exports).section(&code);
        module.finish()
    }

    #[test]
    fn each_function_sets_a_global_of_its_own_that_is_exported() {
        let traced = traced(&module(), "glue").expect("a module");
        Validator::new().validate_all(&traced).expect("it is valid");
        let (mut exports, mut imports, mut set) = (Vec::new(), Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(&traced) {
            match payload.expect("a module") {
                Payload::ImportSection(section) => {
                    imports.extend(section.into_imports().map(|import| import.expect("an import").name.to_owned()));
                }
                Payload::ExportSection(section) => {
                    exports.extend(
                        section
                            .into_iter()
                            .map(|export| export.expect("an export"))
                            .map(|export| (export.name.to_owned(), export.index)),
                    );
                }
                Payload::CodeSectionEntry(body) => {
                    let operators = body.get_operators_reader().expect("code");
                    set.extend(operators.into_iter().filter_map(|operator| match operator.expect("code") {
                        Operator::GlobalSet { global_index } => Some(global_index),
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
        assert_eq!(imports, ["0"]);
        assert_eq!(exports, [("go".to_owned(), 1), ("ran0".to_owned(), 1), ("ran1".to_owned(), 2)]);
        assert_eq!(set, [1, 2]);
    }

    #[test]
    fn a_module_that_does_nothing_is_one() {
        Validator::new().validate_all(NOTHING).expect("it is valid");
    }

    #[test]
    fn what_was_written_is_read_as_numbers_or_refused() {
        assert!(ran(br#"{ "frame": [3, 1] }"#, "frame").expect("numbers").into_iter().eq([1, 3]));
        for wrong in ["", "{}", r#"{ "frame": ["one"] }"#, r#"{ "frame": [-1] }"#] {
            assert!(ran(wrong.as_bytes(), "frame").is_err(), "{wrong}");
        }
    }
}
