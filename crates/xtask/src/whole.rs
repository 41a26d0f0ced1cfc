//! A module as it was read, to be cut into parts (`part.rs`): its sections, and what the code of each function names.

use crate::outcome::{Outcome, Problem};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use wasm_encoder::reencode::{self, Error, Reencode};
use wasm_encoder::{CodeSection, Instruction};
use wasmparser::{
    DataSectionReader, ElementItems, ElementKind, Export, ExternalKind, FuncType, FunctionBody, Global, KnownCustom,
    MemoryType, Name, Operator, Parser, Payload, TableInit, TypeRef,
};

/// The table in which functions have their slots.
pub(crate) const TABLE: u32 = 0;

/// What the code of a function names.
#[derive(Default)]
pub(crate) struct Uses {
    pub(crate) functions: BTreeSet<u32>,
    pub(crate) types: BTreeSet<u32>,
    pub(crate) globals: BTreeSet<u32>,
    pub(crate) tables: BTreeSet<u32>,
    pub(crate) memories: BTreeSet<u32>,
    /// Whether it names what only the main module has, such as a segment of data.
    pub(crate) is_bound: bool,
}

impl Uses {
    pub(crate) fn add(&mut self, other: &Self) {
        self.functions.extend(&other.functions);
        self.types.extend(&other.types);
        self.globals.extend(&other.globals);
        self.tables.extend(&other.tables);
        self.memories.extend(&other.memories);
    }

    fn bind(&mut self, index: u32) -> Result<u32, Error> {
        self.is_bound = true;
        Ok(index)
    }
}

impl Reencode for Uses {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        self.functions.insert(index);
        Ok(index)
    }

    fn type_index(&mut self, index: u32) -> Result<u32, Error> {
        self.types.insert(index);
        Ok(index)
    }

    fn global_index(&mut self, index: u32) -> Result<u32, Error> {
        self.globals.insert(index);
        Ok(index)
    }

    fn table_index(&mut self, index: u32) -> Result<u32, Error> {
        self.tables.insert(index);
        Ok(index)
    }

    fn memory_index(&mut self, index: u32) -> Result<u32, Error> {
        self.memories.insert(index);
        Ok(index)
    }

    fn data_index(&mut self, index: u32) -> Result<u32, Error> {
        self.bind(index)
    }

    fn element_index(&mut self, index: u32) -> Result<u32, Error> {
        self.bind(index)
    }

    fn tag_index(&mut self, index: u32) -> Result<u32, Error> {
        self.bind(index)
    }

    fn instruction<'a>(&mut self, operator: Operator<'a>) -> Result<Instruction<'a>, Error> {
        // A module may refer only to functions that it declares for that.
        self.is_bound |= matches!(operator, Operator::RefFunc { .. });
        reencode::utils::instruction(self, operator)
    }
}

/// A module as it was read.
#[derive(Default)]
pub(crate) struct Whole<'a> {
    pub(crate) types: Vec<FuncType>,
    /// The module and the name of each imported function.
    pub(crate) imports: Vec<(&'a str, &'a str)>,
    /// The type of each function. Imported ones come first.
    pub(crate) kinds: Vec<u32>,
    pub(crate) tables: Vec<wasmparser::TableType>,
    pub(crate) memories: Vec<MemoryType>,
    pub(crate) globals: Vec<Global<'a>>,
    pub(crate) exports: Vec<Export<'a>>,
    pub(crate) start: Option<u32>,
    /// The functions that the table has from the start, by their slots.
    pub(crate) listed: BTreeMap<u32, u32>,
    pub(crate) data_count: Option<u32>,
    pub(crate) data: Option<DataSectionReader<'a>>,
    pub(crate) bodies: Vec<FunctionBody<'a>>,
    /// For each body, what it names.
    pub(crate) uses: Vec<Uses>,
    pub(crate) names: BTreeMap<u32, &'a str>,
}

impl<'a> Whole<'a> {
    pub(crate) fn read(module: &'a [u8]) -> Outcome<Self> {
        let mut whole = Self::default();
        for payload in Parser::new(0).parse_all(module) {
            match payload.map_err(refused)? {
                Payload::TypeSection(section) => {
                    whole.types = section.into_iter_err_on_gc_types().collect::<Result<_, _>>().map_err(refused)?;
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import.map_err(refused)?;
                        let TypeRef::Func(kind) = import.ty else { return Err(unknown("it imports no function")) };
                        whole.imports.push((import.module, import.name));
                        whole.kinds.push(kind);
                    }
                }
                Payload::FunctionSection(section) => {
                    for kind in section {
                        whole.kinds.push(kind.map_err(refused)?);
                    }
                }
                Payload::TableSection(section) => {
                    for table in section {
                        let table = table.map_err(refused)?;
                        let TableInit::RefNull = table.init else { return Err(unknown("a table begins with values")) };
                        whole.tables.push(table.ty);
                    }
                }
                Payload::MemorySection(section) => {
                    whole.memories = section.into_iter().collect::<Result<_, _>>().map_err(refused)?;
                }
                Payload::GlobalSection(section) => {
                    whole.globals = section.into_iter().collect::<Result<_, _>>().map_err(refused)?;
                }
                Payload::ExportSection(section) => {
                    whole.exports = section.into_iter().collect::<Result<_, _>>().map_err(refused)?;
                }
                Payload::StartSection { func, .. } => whole.start = Some(func),
                Payload::ElementSection(section) => {
                    for segment in section {
                        whole.list(segment.map_err(refused)?)?;
                    }
                }
                Payload::DataCountSection { count, .. } => whole.data_count = Some(count),
                Payload::DataSection(section) => whole.data = Some(section),
                Payload::CodeSectionEntry(body) => {
                    let mut uses = Uses::default();
                    uses.parse_function_body(&mut CodeSection::new(), body.clone()).map_err(refused)?;
                    whole.uses.push(uses);
                    whole.bodies.push(body);
                }
                Payload::TagSection(_) => return Err(unknown("it has a tag")),
                Payload::CustomSection(section) => {
                    let KnownCustom::Name(section) = section.as_known() else { continue };
                    for names in section {
                        let Name::Function(names) = names.map_err(refused)? else { continue };
                        for name in names {
                            let name = name.map_err(refused)?;
                            whole.names.insert(name.index, name.name);
                        }
                    }
                }
                _ => {}
            }
        }
        let is_there = whole.tables.first().is_some_and(|table| table.element_type.is_func_ref());
        if is_there { Ok(whole) } else { Err(unknown("its first table is not one of functions")) }
    }

    /// Reads a segment of the table. Where functions were taken out into chunks, it has nothing, which need not be written.
    fn list(&mut self, segment: wasmparser::Element<'_>) -> Outcome<()> {
        let ElementKind::Active { table_index, offset_expr } = segment.kind else {
            return Err(unknown("a segment of a table waits for code"));
        };
        let Operator::I32Const { value } = offset_expr.get_operators_reader().read().map_err(refused)? else {
            return Err(unknown("a segment of a table has no fixed place"));
        };
        if table_index.unwrap_or(TABLE) != TABLE {
            return Err(unknown("a second table has functions"));
        }
        let functions: Vec<Option<u32>> = match segment.items {
            ElementItems::Functions(functions) => {
                functions.into_iter().map(|function| function.map(Some)).collect::<Result<_, _>>().map_err(refused)?
            }
            ElementItems::Expressions(_, values) => values
                .into_iter()
                .map(|value| match value.map_err(refused)?.get_operators_reader().read().map_err(refused)? {
                    Operator::RefFunc { function_index } => Ok(Some(function_index)),
                    Operator::RefNull { .. } => Ok(None),
                    _ => Err(unknown("a table has something else than functions")),
                })
                .collect::<Outcome<_>>()?,
        };
        for (slot, function) in (value as u32..).zip(functions) {
            match function {
                Some(function) => _ = self.listed.insert(slot, function),
                None => _ = self.listed.remove(&slot),
            }
        }
        Ok(())
    }

    /// The number of imported functions, and so the index of the first of its own.
    pub(crate) fn imported(&self) -> usize {
        self.imports.len()
    }

    /// The type of a function of this module.
    pub(crate) fn kind(&self, function: u32) -> &FuncType {
        &self.types[self.kinds[function as usize] as usize]
    }

    /// What the main module names beside its code.
    pub(crate) fn named(&self) -> impl Iterator<Item = u32> {
        let exported = self.exports.iter().filter(|export| export.kind == ExternalKind::Func);
        exported.map(|export| export.index).chain(self.listed.values().copied()).chain(self.start)
    }
}

/// The problem that a module cannot be read or written.
pub(crate) fn refused(error: impl std::fmt::Display) -> Problem {
    Problem::new(format!("cannot cut a module: {error}"))
}

/// The problem that a module has what is not known here.
pub(crate) fn unknown(what: &str) -> Problem {
    Problem::new(format!("cannot cut a module: {what}. No compiler wrote such a one when this was made."))
}
