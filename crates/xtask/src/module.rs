//! Rewrites a WebAssembly module so that it compresses better: its functions in another order, imports by numbers
//! instead of names, and without custom sections, which only tools read. Also moves the data of chunks into a module.

use crate::order::{LIKENESSES, order};
use crate::outcome::{Outcome, Problem};
use std::convert::Infallible;
use wasm_encoder::reencode::{self, Error, Reencode};
use wasm_encoder::{CodeSection, ConstExpr, DataSection, FunctionSection, ImportSection, Module};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, DataKind, DataSectionReader, FunctionBody, FunctionSectionReader,
    ImportSectionReader, Operator, Parser, Payload, TypeRef,
};

/// The same module, smaller: its functions are in the order, of those that are tried, in which it compresses best. `names`
/// are its imports from `glue`; in the returned module each of them is named by its index in `names`.
///
/// # Errors
/// If this is not a module.
pub(crate) fn rewrite(module: &[u8], glue: &str, names: &[String]) -> Outcome<Vec<u8>> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload.map_err(refused)? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += u32::from(matches!(import.map_err(refused)?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(&module[body.range()]),
            _ => {}
        }
    }
    let write = |order: Vec<usize>| {
        let mut place = vec![0; order.len()];
        for (new, old) in (imported..).zip(&order) {
            place[*old] = new;
        }
        let mut written = Module::new();
        let mut writer = Writer { imported, order, place, glue, names };
        writer.parse_core_module(&mut written, Parser::new(0), module).map_err(refused)?;
        Ok(written.finish())
    };
    let mut best: Option<(usize, Vec<u8>)> = None;
    for likeness in LIKENESSES {
        let written = write(order(&bodies, likeness))?;
        let size = miniz_oxide::deflate::compress_to_vec(&written, 9).len();
        if best.as_ref().is_none_or(|(least, _)| size < *least) {
            best = Some((size, written));
        }
    }
    best.map(|(_, written)| written).ok_or_else(|| Problem::new("no order of functions was tried".to_owned()))
}

/// The names of the imports of a module from `glue`.
///
/// # Errors
/// If this is not a module.
pub(crate) fn names(module: &[u8], glue: &str) -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        let Payload::ImportSection(section) = payload.map_err(refused)? else { continue };
        for import in section.into_imports() {
            let import = import.map_err(refused)?;
            if import.module == glue {
                names.push(import.name.to_owned());
            }
        }
    }
    Ok(names)
}

/// Writes the imports of a module. Each one from `glue` is named by its index in `names`.
///
/// # Errors
/// If an import cannot be read.
pub(crate) fn number_imports<R: Reencode<Error = Infallible>>(
    writer: &mut R,
    to: &mut ImportSection,
    from: ImportSectionReader<'_>,
    glue: &str,
    names: &[String],
) -> Result<(), Error> {
    for import in from.into_imports() {
        let import = import?;
        let number = names.iter().position(|name| import.module == glue && name == import.name);
        let number = number.map(|number| number.to_string());
        let name = number.as_deref().unwrap_or(import.name);
        to.import(import.module, name, writer.entity_type(import.ty)?);
    }
    Ok(())
}

/// Bytes at an address of the memory.
pub(crate) type Data = (i32, Vec<u8>);

/// The bytes that a chunk puts into memory, if it does nothing else: it has no function and no element of a table.
///
/// # Errors
/// If this is not a module.
pub(crate) fn only_data(module: &[u8]) -> Outcome<Option<Vec<Data>>> {
    let mut data = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload.map_err(refused)? {
            Payload::CodeSectionStart { count, .. } if count > 0 => return Ok(None),
            Payload::ElementSection(_) | Payload::StartSection { .. } | Payload::GlobalSection(_) => return Ok(None),
            Payload::ExportSection(section) if section.count() > 0 => return Ok(None),
            Payload::DataSection(section) => {
                for segment in section {
                    let segment = segment.map_err(refused)?;
                    let DataKind::Active { memory_index: 0, offset_expr } = segment.kind else { return Ok(None) };
                    let offset = offset_expr.get_operators_reader().read().map_err(refused)?;
                    let Operator::I32Const { value } = offset else { return Ok(None) };
                    if !segment.data.is_empty() {
                        data.push((value, segment.data.to_vec()));
                    }
                }
            }
            _ => {}
        }
    }
    Ok(Some(data))
}

/// The same module with more data. It must have none at these addresses.
///
/// # Errors
/// If this is not a module.
pub(crate) fn with_data(module: &[u8], more: &[Data]) -> Outcome<Vec<u8>> {
    let mut written = Module::new();
    More(more).parse_core_module(&mut written, Parser::new(0), module).map_err(refused)?;
    Ok(written.finish())
}

/// Writes a module with more data.
struct More<'a>(&'a [Data]);

impl Reencode for More<'_> {
    type Error = Infallible;

    fn data_count(&mut self, count: u32) -> Result<u32, Error> {
        Ok(count + self.0.len() as u32)
    }

    fn parse_data_section(&mut self, to: &mut DataSection, from: DataSectionReader<'_>) -> Result<(), Error> {
        reencode::utils::parse_data_section(self, to, from)?;
        for (address, bytes) in self.0 {
            to.active(0, &ConstExpr::i32_const(*address), bytes.iter().copied());
        }
        Ok(())
    }
}

fn refused(error: impl std::fmt::Display) -> Problem {
    Problem::new(format!("cannot read a module: {error}"))
}

/// Writes a module with its functions in a new order.
struct Writer<'a> {
    /// The number of imported functions, whose indices do not change.
    imported: u32,
    /// The functions of the module, in their new order.
    order: Vec<usize>,
    /// The new index of each function.
    place: Vec<u32>,
    /// The module of the imports whose names are replaced by numbers.
    glue: &'a str,
    /// The names of those imports, each at the index that is its number.
    names: &'a [String],
}

impl Reencode for Writer<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        let own = function.checked_sub(self.imported);
        Ok(own.map_or(function, |own| self.place[own as usize]))
    }

    fn parse_import_section(&mut self, to: &mut ImportSection, from: ImportSectionReader<'_>) -> Result<(), Error> {
        let (glue, names) = (self.glue, self.names);
        number_imports(self, to, from, glue, names)
    }

    fn parse_function_section(
        &mut self,
        to: &mut FunctionSection,
        from: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = from.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for old in &self.order {
            to.function(types[*old]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, to: &mut CodeSection, from: CodeSectionReader<'_>) -> Result<(), Error> {
        let bodies = from.into_iter().collect::<Result<Vec<FunctionBody<'_>>, _>>()?;
        for old in self.order.clone() {
            self.parse_function_body(to, bodies[old].clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Result<(), Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{names, rewrite};
    use wasm_encoder::{
        CodeSection, CustomSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
        Module, TypeSection,
    };
    use wasmparser::{ExternalKind, Operator, Parser, Payload};

    /// Two imports, a long function and a short one, and an export of the one that calls both imports.
    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        imports.import("script", "long name", EntityType::Function(0)).import("other", "kept", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        functions.function(0).function(0);
        let mut exports = ExportSection::new();
        exports.export("run", ExportKind::Func, 3);
        let mut code = CodeSection::new();
        let mut first = Function::new([]);
        for _ in 0..200 {
            first.instructions().nop();
        }
        first.instructions().end();
        let mut second = Function::new([]);
        second.instructions().call(0).call(1).call(2).end();
        code.function(&first).function(&second);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&exports).section(&code);
        module.section(&CustomSection { name: "producers".into(), data: (&[0]).into() });
        module.finish()
    }

    #[test]
    fn names_become_numbers_and_calls_follow_their_functions() {
        let before = module();
        assert_eq!(names(&before, "script").expect("a module"), ["long name"]);
        let after = rewrite(&before, "script", &names(&before, "script").expect("a module")).expect("a module");
        assert_eq!(names(&after, "script").expect("a module"), ["0"]);
        assert_eq!(names(&after, "other").expect("a module"), ["kept"]);
        let (mut run, mut bodies) = (0, Vec::new());
        for payload in Parser::new(0).parse_all(&after) {
            match payload.expect("a module") {
                Payload::ExportSection(section) => {
                    let export = section.into_iter().next().expect("an export").expect("an export");
                    assert_eq!(export.kind, ExternalKind::Func);
                    run = export.index as usize - 2;
                }
                Payload::CodeSectionEntry(body) => bodies.push(body),
                Payload::CustomSection(section) => panic!("{} is kept", section.name()),
                _ => {}
            }
        }
        let operators: Vec<_> = bodies[run].get_operators_reader().expect("a body").into_iter().flatten().collect();
        let called: Vec<u32> = operators
            .iter()
            .filter_map(
                |operator| if let Operator::Call { function_index } = operator { Some(*function_index) } else { None },
            )
            .collect();
        assert_eq!(
            called,
            [0, 1, 2 + (1 - run as u32)],
            "the imports keep their numbers, the other function has its new one"
        );
    }

    #[test]
    fn what_is_no_module_is_refused() {
        assert!(rewrite(b"words", "script", &[]).is_err());
    }
}
