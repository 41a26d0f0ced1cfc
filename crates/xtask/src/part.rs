//! Cuts an optimised module into parts: a main module with what every visit runs at once, and parts that come later.
//!
//! Each function has one home. Where code calls a function whose home comes later, a stub stands for it: it has the part
//! brought if it is not there, and calls the function through a slot of the table of functions. Each function that is
//! reached from another part has one slot. A part fills the slots of its functions when it is instantiated, also those
//! that functions have had before, so that from then on calls through them meet no stub.
//!
//! A part is instantiated after all parts before it. It imports their functions, which the script that loads it takes
//! out of the table, by their slots: an entry of the table is half as long as an export. Functions of the script it
//! imports as the main module does; so the main module imports only those that it calls itself. All data stay in the
//! main module.

use crate::outcome::Outcome;
use crate::profile::Profile;
use crate::whole::{TABLE, Uses, Whole, refused};
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, Elements, EntityType, ExportKind,
    ExportSection, Function, FunctionSection, GlobalSection, GlobalType, ImportSection, MemorySection, Module,
    StartSection, TableSection, TableType, TypeSection, ValType,
};
use wasmparser::{Export, ExternalKind, FuncType};

/// The name under which a part imports what the main module exports: its memory, tables and globals.
const EXPORTS: &str = "m";

/// The name under which a part imports functions of the parts before it. Each is named by its slot, in base 36.
const SLOTS: &str = "t";

/// About how long a stub is, without a parameter. A function that is not longer is no gain in a later part.
const STUB: usize = 14;

/// Cuts a module that has names of functions into a main module and the parts of a profile, in their order. `bring` is
/// the function, as module and name, that the main module imports to have a part brought: it is called with the number
/// of the part, and returns once this part and all before it are there.
///
/// # Errors
/// If this is not a module, or one that has what no compiler of ours makes.
pub(crate) fn cut(module: &[u8], profile: &Profile, bring: (&str, &str)) -> Outcome<Vec<Vec<u8>>> {
    let whole = Whole::read(module)?;
    let plan = Plan::new(&whole, profile);
    (0..plan.parts).map(|part| Draft::new(&whole, &plan, part, bring).write()).collect()
}

/// A function of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Entry {
    /// A function of the whole module, by its index there.
    Own(u32),
    /// What stands for a function whose home comes later.
    Stub(u32),
    /// Has this part brought if it is not there. It is a function, since each stub of the part calls it.
    Check(usize),
    /// The imported function that brings parts.
    Bring,
    /// Notes that its part is there.
    Begin,
}

/// Which part has what.
struct Plan {
    /// The number of parts, with the main module.
    parts: usize,
    /// The home of each function; of an imported one, the main module.
    homes: Vec<usize>,
    /// For each function that is named by a part before its home, the first such part: it has the stub.
    stubs: BTreeMap<u32, usize>,
    /// The slot of each function that is reached from another part.
    slots: BTreeMap<Entry, u32>,
    /// The length of the table.
    length: u32,
    /// For each part, what it writes into which slots.
    filled: Vec<BTreeMap<u32, Entry>>,
    /// The name of each memory, table and global that parts import.
    exports: BTreeMap<(ExportOf, u32), String>,
}

/// What a part imports by the name of an export.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ExportOf {
    Memory,
    Table,
    Global,
}

impl Plan {
    fn new(whole: &Whole<'_>, profile: &Profile) -> Self {
        let homes = homes(whole, profile);
        let parts = profile.parts.len() + 1;
        let mut callers = vec![BTreeSet::new(); homes.len()];
        whole.named().for_each(|function| _ = callers[function as usize].insert(0));
        for (body, uses) in whole.uses.iter().enumerate() {
            for function in &uses.functions {
                callers[*function as usize].insert(homes[whole.imported() + body]);
            }
        }
        let mut had = BTreeMap::<u32, Vec<u32>>::new();
        for (slot, function) in &whole.listed {
            had.entry(*function).or_default().push(*slot);
        }
        let mut stubs = BTreeMap::new();
        let mut reached = Vec::new();
        for (function, callers) in callers.iter().enumerate().skip(whole.imported()) {
            let (home, function) = (homes[function], function as u32);
            if let Some(first) = callers.first().filter(|first| **first < home) {
                stubs.insert(function, *first);
            }
            if callers.iter().any(|caller| *caller != home) {
                reached.push(Entry::Own(function));
            }
        }
        // Only the main module can have a part brought, so a stub elsewhere has to reach what does.
        let away = stubs.iter().filter(|(_, part)| **part > 0).map(|(function, _)| homes[*function as usize]);
        reached.extend(away.collect::<BTreeSet<_>>().into_iter().map(Entry::Check));

        let home = |entry: &Entry| if let Entry::Own(function) = entry { homes[*function as usize] } else { 0 };
        reached.sort_by_key(home); // so that each part fills slots in a row
        let mut length = whole.tables[TABLE as usize].initial as u32;
        let (mut slots, mut filled) = (BTreeMap::new(), vec![BTreeMap::new(); parts]);
        filled[0].extend(whole.listed.iter().map(|(slot, function)| (*slot, Entry::Own(*function))));
        for entry in reached {
            let old = if let Entry::Own(function) = &entry { had.get(function) } else { None };
            let slot = old.map_or(length, |old| old[0]);
            length += u32::from(old.is_none());
            slots.insert(entry, slot);
            let places = old.map_or(&[][..], Vec::as_slice).iter().copied().chain([slot]);
            filled[home(&entry)].extend(places.map(|slot| (slot, entry)));
            // The parts between stub and home import the stub, from the same slot.
            if let Entry::Own(function) = entry
                && let Some(first) = stubs.get(&function).filter(|_| old.is_none())
                && callers[function as usize].iter().any(|part| first < part && *part < home(&entry))
            {
                filled[*first].insert(slot, Entry::Stub(function));
            }
        }
        let mut plan = Self { parts, homes, stubs, slots, length, filled, exports: BTreeMap::new() };
        plan.name(whole);
        plan
    }

    /// Names what parts import: as it is exported already, or as shortly as possible, since each byte is loaded.
    fn name(&mut self, whole: &Whole<'_>) {
        let mut needed = BTreeSet::from([(ExportOf::Table, TABLE)]);
        for (body, uses) in whole.uses.iter().enumerate() {
            if self.homes[whole.imported() + body] > 0 {
                needed.extend(uses.memories.iter().map(|index| (ExportOf::Memory, *index)));
                needed.extend(uses.tables.iter().map(|index| (ExportOf::Table, *index)));
                needed.extend(uses.globals.iter().map(|index| (ExportOf::Global, *index)));
            }
        }
        needed.extend((1..self.parts).map(|part| (ExportOf::Global, flag(whole, part))));
        let letters = ('A'..='Z').chain('a'..='z').map(String::from);
        let mut free = letters.filter(|name| whole.exports.iter().all(|export| export.name != name));
        for thing in needed {
            let old = whole.exports.iter().find(|export| export_of(export) == Some(thing));
            let name = old.map(|export| export.name.to_owned()).or_else(|| free.next());
            self.exports.insert(thing, name.unwrap_or_else(|| format!("global {}", thing.1)));
        }
    }

    /// The functions of a part that it has from the whole module.
    fn own(&self, whole: &Whole<'_>, part: usize) -> impl Iterator<Item = u32> {
        let functions = whole.imported()..self.homes.len();
        functions.filter(move |function| self.homes[*function] == part).map(|function| function as u32)
    }
}

/// The global that says whether a part is there.
fn flag(whole: &Whole<'_>, part: usize) -> u32 {
    (whole.globals.len() + part - 1) as u32
}

fn export_of(export: &Export<'_>) -> Option<(ExportOf, u32)> {
    let kind = match export.kind {
        ExternalKind::Memory => ExportOf::Memory,
        ExternalKind::Table => ExportOf::Table,
        ExternalKind::Global => ExportOf::Global,
        _ => return None,
    };
    Some((kind, export.index))
}

/// The home of each function: the part that the profile says, or an earlier one where that is no longer.
fn homes(whole: &Whole<'_>, profile: &Profile) -> Vec<usize> {
    let mut homes = vec![0; whole.kinds.len()];
    for (body, uses) in whole.uses.iter().enumerate() {
        let function = whole.imported() + body;
        let name = whole.names.get(&(function as u32)).copied().unwrap_or_default();
        homes[function] = if uses.is_bound { 0 } else { profile.home(name) };
    }
    loop {
        let mut earliest = homes.clone();
        let named = whole.named().map(|function| (0, function));
        let called = whole.uses.iter().enumerate().flat_map(|(body, uses)| {
            let home = homes[whole.imported() + body];
            uses.functions.iter().map(move |function| (home, *function))
        });
        for (part, function) in named.chain(called) {
            let earliest = &mut earliest[function as usize];
            *earliest = part.min(*earliest);
        }
        let mut is_settled = true;
        for (body, uses) in whole.uses.iter().enumerate() {
            let function = whole.imported() + body;
            let length = whole.bodies[body].range().len();
            let stub = STUB + 2 * whole.kind(function as u32).params().len();
            let part = earliest[function];
            let has_all = uses.functions.iter().all(|called| homes[*called as usize] <= part);
            if part < homes[function] && length <= stub && has_all {
                homes[function] = part;
                is_settled = false;
            }
        }
        if is_settled {
            return homes;
        }
    }
}

/// A part while it is written.
struct Draft<'a> {
    whole: &'a Whole<'a>,
    plan: &'a Plan,
    part: usize,
    bring: (&'a str, &'a str),
    /// The functions that it imports.
    imported: Vec<Entry>,
    /// Its own functions.
    written: Vec<Entry>,
    types: Vec<FuncType>,
    maps: Maps,
}

/// The new index of what code names, by the old one.
#[derive(Default)]
struct Maps {
    functions: BTreeMap<u32, u32>,
    types: BTreeMap<u32, u32>,
    globals: BTreeMap<u32, u32>,
    tables: BTreeMap<u32, u32>,
    memories: BTreeMap<u32, u32>,
}

impl Reencode for Maps {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(self.functions[&index])
    }

    fn type_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(self.types[&index])
    }

    fn global_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(self.globals[&index])
    }

    fn table_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(self.tables[&index])
    }

    fn memory_index(&mut self, index: u32) -> Result<u32, Error> {
        Ok(self.memories[&index])
    }
}

/// Numbers things anew, in order.
fn numbered(indices: impl IntoIterator<Item = u32>) -> BTreeMap<u32, u32> {
    indices.into_iter().zip(0..).collect()
}

impl<'a> Draft<'a> {
    fn new(whole: &'a Whole<'a>, plan: &'a Plan, part: usize, bring: (&'a str, &'a str)) -> Self {
        let is_main = part == 0;
        let mut uses = Uses::default();
        plan.own(whole, part).for_each(|function| uses.add(&whole.uses[function as usize - whole.imported()]));
        if is_main {
            uses.functions.extend(whole.named());
        }
        let stubs: Vec<u32> = plan.stubs.iter().filter(|(_, at)| **at == part).map(|(function, _)| *function).collect();
        let mut written: Vec<Entry> = plan.own(whole, part).map(Entry::Own).collect();
        written.extend(stubs.iter().map(|function| Entry::Stub(*function)));
        let is_own = |function: u32| plan.homes[function as usize] == part || plan.stubs.get(&function) == Some(&part);
        let is_from_script = |function: &u32| (*function as usize) < whole.imported();
        let mut imported: Vec<Entry> = uses.functions.iter().copied().filter(is_from_script).map(Entry::Own).collect();
        let checked: BTreeSet<usize> = stubs.iter().map(|function| plan.homes[*function as usize]).collect();
        if is_main {
            let all: BTreeSet<usize> = plan.stubs.keys().map(|function| plan.homes[*function as usize]).collect();
            imported.extend((!all.is_empty()).then_some(Entry::Bring));
            written.extend(all.into_iter().map(Entry::Check));
        } else {
            let away = uses.functions.iter().filter(|function| !is_from_script(function) && !is_own(**function));
            imported.extend(away.map(|function| Entry::Own(*function)));
            imported.extend(checked.into_iter().map(Entry::Check));
            written.push(Entry::Begin);
        }
        let mut draft = Self { whole, plan, part, bring, imported, written, types: Vec::new(), maps: Maps::default() };
        draft.map(&uses);
        draft
    }

    /// Numbers what this part has.
    fn map(&mut self, uses: &Uses) {
        let (whole, part) = (self.whole, self.part);
        let mut types = uses.types.clone();
        types.extend(self.imported.iter().chain(&self.written).filter_map(|entry| match entry {
            Entry::Own(function) | Entry::Stub(function) => Some(whole.kinds[*function as usize]),
            _ => None,
        }));
        self.types = types.iter().map(|kind| whole.types[*kind as usize].clone()).collect();
        let functions = self.imported.iter().chain(&self.written).zip(0..).filter_map(|(entry, index)| match entry {
            Entry::Own(function) | Entry::Stub(function) => Some((*function, index)),
            _ => None,
        });
        self.maps.functions = functions.collect();
        self.maps.types = numbered(types);
        if part == 0 {
            self.maps.globals = numbered(0..whole.globals.len() as u32);
            self.maps.tables = numbered(0..whole.tables.len() as u32);
            self.maps.memories = numbered(0..whole.memories.len() as u32);
        } else {
            self.maps.globals = numbered(uses.globals.iter().copied().chain([flag(whole, part)]));
            self.maps.tables = numbered(uses.tables.union(&BTreeSet::from([TABLE])).copied());
            self.maps.memories = numbered(uses.memories.iter().copied());
        }
    }

    /// The index of a function in this part.
    fn at(&self, entry: Entry) -> u32 {
        let place = self.imported.iter().chain(&self.written).position(|other| *other == entry);
        place.unwrap_or_default() as u32
    }

    /// The type of a function, which is added if no function had it before.
    fn kind(&mut self, entry: Entry) -> u32 {
        let own = match entry {
            Entry::Own(function) | Entry::Stub(function) => {
                return self.maps.types[&self.whole.kinds[function as usize]];
            }
            Entry::Check(_) | Entry::Begin => FuncType::new([], []),
            Entry::Bring => FuncType::new([wasmparser::ValType::I32], []),
        };
        let place = self.types.iter().position(|kind| *kind == own).unwrap_or(self.types.len());
        if place == self.types.len() {
            self.types.push(own);
        }
        place as u32
    }

    fn write(mut self) -> Outcome<Vec<u8>> {
        let imports = self.imports()?;
        let mut functions = FunctionSection::new();
        for entry in self.written.clone() {
            functions.function(self.kind(entry));
        }
        let mut types = TypeSection::new();
        for kind in &self.types {
            types.ty().func_type(&self.maps.func_type(kind.clone()).map_err(refused)?);
        }
        let mut written = Module::new();
        written.section(&types).section(&imports).section(&functions);
        if self.part == 0 {
            self.write_state(&mut written)?;
            if let Some(start) = self.whole.start {
                written.section(&StartSection { function_index: self.maps.functions[&start] });
            }
        } else {
            written.section(&StartSection { function_index: self.at(Entry::Begin) });
        }
        written.section(&self.elements());
        if let Some(count) = self.whole.data_count.filter(|_| self.part == 0) {
            written.section(&DataCountSection { count });
        }
        written.section(&self.code()?);
        if let Some(data) = self.whole.data.clone().filter(|_| self.part == 0) {
            let mut section = DataSection::new();
            self.maps.parse_data_section(&mut section, data).map_err(refused)?;
            written.section(&section);
        }
        Ok(written.finish())
    }

    fn imports(&mut self) -> Outcome<ImportSection> {
        let (whole, plan) = (self.whole, self.plan);
        let mut imports = ImportSection::new();
        for entry in self.imported.clone() {
            let kind = EntityType::Function(self.kind(entry));
            match entry {
                Entry::Bring => imports.import(self.bring.0, self.bring.1, kind),
                Entry::Own(function) if (function as usize) < whole.imported() => {
                    let (module, name) = whole.imports[function as usize];
                    imports.import(module, name, kind)
                }
                _ => imports.import(SLOTS, &base36(plan.slots[&entry]), kind),
            };
        }
        if self.part == 0 {
            return Ok(imports);
        }
        let mut import = |kind, index, entity| {
            imports.import(EXPORTS, &plan.exports[&(kind, index)], entity);
        };
        for index in self.maps.tables.keys().copied().collect::<Vec<_>>() {
            // Without a maximum, any table fits.
            let table = TableType { maximum: None, ..self.table(index)? };
            import(ExportOf::Table, index, EntityType::Table(table));
        }
        for index in self.maps.memories.keys().copied().collect::<Vec<_>>() {
            let memory = self.maps.memory_type(whole.memories[index as usize]).map_err(refused)?;
            import(ExportOf::Memory, index, EntityType::Memory(memory));
        }
        for index in self.maps.globals.keys().copied().collect::<Vec<_>>() {
            let global = whole.globals.get(index as usize).map(|global| self.maps.global_type(global.ty));
            import(ExportOf::Global, index, EntityType::Global(global.unwrap_or(Ok(FLAG)).map_err(refused)?));
        }
        Ok(imports)
    }

    /// A table, with room for all slots.
    fn table(&mut self, index: u32) -> Outcome<TableType> {
        let mut table = self.maps.table_type(self.whole.tables[index as usize]).map_err(refused)?;
        if index == TABLE {
            table.minimum = u64::from(self.plan.length);
            table.maximum = table.maximum.map(|most| most.max(table.minimum));
        }
        Ok(table)
    }

    /// Writes what only the main module has: tables, memories, globals and exports.
    fn write_state(&mut self, to: &mut Module) -> Outcome<()> {
        let (whole, plan) = (self.whole, self.plan);
        let (mut tables, mut memories) = (TableSection::new(), MemorySection::new());
        for index in 0..whole.tables.len() as u32 {
            tables.table(self.table(index)?);
        }
        for memory in &whole.memories {
            memories.memory(self.maps.memory_type(*memory).map_err(refused)?);
        }
        let mut globals = GlobalSection::new();
        for global in &whole.globals {
            self.maps.parse_global(&mut globals, global.clone()).map_err(refused)?;
        }
        for _ in 1..plan.parts {
            globals.global(FLAG, &ConstExpr::i32_const(0));
        }
        let mut exports = ExportSection::new();
        for export in &whole.exports {
            self.maps.parse_export(&mut exports, *export).map_err(refused)?;
        }
        for ((kind, index), name) in &plan.exports {
            let kind = match kind {
                ExportOf::Memory => ExportKind::Memory,
                ExportOf::Table => ExportKind::Table,
                ExportOf::Global => ExportKind::Global,
            };
            if whole.exports.iter().all(|export| export.name != name) {
                exports.export(name, kind, *index);
            }
        }
        to.section(&tables).section(&memories).section(&globals).section(&exports);
        Ok(())
    }

    /// What this part writes into the table.
    fn elements(&self) -> ElementSection {
        let (mut runs, mut next) = (Vec::<(u32, Vec<u32>)>::new(), None);
        for (slot, entry) in &self.plan.filled[self.part] {
            let function = match entry {
                Entry::Own(function) | Entry::Stub(function) => self.maps.functions[function],
                _ => self.at(*entry),
            };
            match runs.last_mut().filter(|_| next == Some(*slot)) {
                Some((_, run)) => run.push(function),
                None => runs.push((*slot, vec![function])),
            }
            next = Some(slot + 1);
        }
        let mut section = ElementSection::new();
        let table = Some(self.maps.tables[&TABLE]).filter(|table| *table != 0);
        for (slot, functions) in runs {
            section.active(table, &ConstExpr::i32_const(slot as i32), Elements::Functions(functions.into()));
        }
        section
    }

    fn code(&mut self) -> Outcome<CodeSection> {
        let whole = self.whole;
        let mut section = CodeSection::new();
        for entry in self.written.clone() {
            match entry {
                Entry::Own(function) => {
                    let body = whole.bodies[function as usize - whole.imported()].clone();
                    self.maps.parse_function_body(&mut section, body).map_err(refused)?;
                }
                other => _ = section.function(&self.helper(other)),
            }
        }
        Ok(section)
    }

    /// The code of a function that only parts need.
    fn helper(&mut self, entry: Entry) -> Function {
        let (whole, plan) = (self.whole, self.plan);
        let mut code = Function::new([]);
        let mut add = code.instructions();
        match entry {
            Entry::Stub(function) => {
                add.call(self.at(Entry::Check(plan.homes[function as usize])));
                for parameter in 0..whole.kind(function).params().len() {
                    add.local_get(parameter as u32);
                }
                let table = self.maps.tables[&TABLE];
                add.i32_const(plan.slots[&Entry::Own(function)] as i32).call_indirect(table, self.kind(entry));
            }
            Entry::Check(part) => {
                let bring = self.at(Entry::Bring);
                add.global_get(flag(whole, part)).i32_eqz().if_(wasm_encoder::BlockType::Empty);
                add.i32_const(part as i32).call(bring).end();
            }
            Entry::Begin => _ = add.i32_const(1).global_set(self.maps.globals[&flag(whole, self.part)]),
            Entry::Own(_) | Entry::Bring => {}
        }
        add.end();
        code
    }
}

/// The type of a global that says whether a part is there.
const FLAG: GlobalType = GlobalType { val_type: ValType::I32, mutable: true, shared: false };

/// A number in base 36.
fn base36(mut number: u32) -> String {
    let mut digits = Vec::new();
    while number > 0 || digits.is_empty() {
        digits.extend(char::from_digit(number % 36, 36));
        number /= 36;
    }
    digits.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::{base36, cut};
    use crate::module::rewrite;
    use crate::profile::{Profile, hash};
    use std::fs;
    use std::process::Command;
    use wasm_encoder::{
        CodeSection, ConstExpr, DataSection, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
        FunctionSection, GlobalSection, GlobalType, ImportSection, IndirectNameMap, MemorySection, MemoryType, Module,
        NameMap, NameSection, RefType, TableSection, TableType, TypeSection, ValType,
    };
    use wasmparser::{ElementItems, Operator, Parser, Payload, Validator};

    const BRING: (&str, &str) = ("script", "bring");

    /// The functions of the module below, each with the names of those that it calls.
    ///
    /// Each notes its letter in memory by an imported function, so that a run tells which of them ran. `listed` is called
    /// through the table, and so is `early listed`.
    const CALLS: [(&str, &[&str]); 10] = [
        ("early", &["late", "tiny", "rest"]),
        ("late", &["helper", "again", "later"]),
        ("again", &["once more"]),
        ("once more", &["deep"]),
        ("deep", &["helper"]),
        ("rest", &["late helper"]),
        ("late helper", &["helper"]),
        ("helper", &[]),
        ("later", &["rest"]),
        ("listed", &["helper"]),
    ];

    /// The number of imported functions: `note` and one that nobody calls.
    const IMPORTED: u32 = 2;

    /// A function that is shorter than a stub.
    const TINY: u32 = IMPORTED + CALLS.len() as u32;

    fn at(name: &str) -> u32 {
        let place = CALLS.iter().position(|(other, _)| *other == name);
        place.map_or(TINY, |place| IMPORTED + place as u32)
    }

    /// Functions without parameters, one that is exported, one in the table, one that answers with twice its parameter.
    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([ValType::I32], []);
        types.ty().function([ValType::I32, ValType::I64], [ValType::I32]);
        let mut imports = ImportSection::new();
        imports.import("script", "note", EntityType::Function(1));
        imports.import("script", "unused", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        for _ in CALLS {
            functions.function(0);
        }
        functions.function(0).function(2);
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 4,
            maximum: Some(4),
            shared: false,
        });
        let mut memories = MemorySection::new();
        memories.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
        let mut globals = GlobalSection::new();
        globals.global(GlobalType { val_type: ValType::I32, mutable: true, shared: false }, &ConstExpr::i32_const(7));
        let mut exports = ExportSection::new();
        exports.export("table", ExportKind::Table, 0).export("memory", ExportKind::Memory, 0);
        exports.export("early", ExportKind::Func, at("early")).export("deep", ExportKind::Func, at("deep"));
        exports.export("twice", ExportKind::Func, TINY + 1);
        let mut elements = ElementSection::new();
        let list = [at("early"), at("listed")];
        elements.active(None, &ConstExpr::i32_const(1), Elements::Functions(list[..].into()));
        let nothing = [ConstExpr::ref_null(wasm_encoder::HeapType::FUNC)];
        let nothing = Elements::Expressions(RefType::FUNCREF, nothing[..].into());
        elements.active(None, &ConstExpr::i32_const(3), nothing);
        let mut code = CodeSection::new();
        for (number, (_, calls)) in CALLS.iter().enumerate() {
            let mut body = Function::new([]);
            let mut add = body.instructions();
            add.i32_const('a' as i32 + number as i32).call(0);
            calls.iter().for_each(|called| _ = add.call(at(called)));
            // What only the main module has, and the parts import.
            add.global_get(0).global_set(0).i32_const(0).i32_load(wasm_encoder::MemArg {
                offset: 0,
                align: 2,
                memory_index: 0,
            });
            add.drop().end();
            code.function(&body);
        }
        let mut tiny = Function::new([]);
        tiny.instructions().nop().end();
        let mut twice = Function::new([(1, ValType::I32)]);
        twice.instructions().local_get(0).i32_const(2).i32_mul().local_set(2).i32_const(2).call_indirect(0, 0);
        twice.instructions().local_get(2).local_get(1).i32_wrap_i64().i32_add().end();
        code.function(&tiny).function(&twice);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(8), *b"data");
        let mut names = NameMap::new();
        for (name, _) in CALLS {
            names.append(at(name), &format!("page[12ab]::{name}"));
        }
        names.append(TINY, "page::tiny");
        names.append(TINY + 1, "page::twice");
        let mut custom = NameSection::new();
        custom.functions(&names);
        custom.locals(&IndirectNameMap::new());
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
        module.section(&globals).section(&exports).section(&elements).section(&code).section(&data).section(&custom);
        module.finish()
    }

    /// The module in three parts.
    fn parts() -> Vec<Vec<u8>> {
        let mut text = String::new();
        for (part, names) in [
            ("page", &["late", "once more", "late helper", "tiny"][..]),
            ("rest", &["again", "deep", "rest", "later", "listed", "twice"][..]),
        ] {
            text += &format!("part {part}\n");
            names.iter().for_each(|name| text += &format!("{:08x}\n", hash(&format!("page::{name}"))));
        }
        cut(&module(), &Profile::read(&text).expect("a profile"), BRING).expect("a module")
    }

    /// The imports of a part, as module and name, how many functions it has, and what it writes into the table.
    fn look(part: &[u8]) -> (Vec<String>, u32, Vec<(i32, u32)>) {
        let (mut imports, mut own, mut slots) = (Vec::new(), 0, Vec::new());
        for payload in Parser::new(0).parse_all(part) {
            match payload.expect("a module") {
                Payload::ImportSection(section) => {
                    let names = section.into_imports().map(|import| import.expect("an import"));
                    imports.extend(names.map(|import| format!("{} {}", import.module, import.name)));
                }
                Payload::CodeSectionStart { count, .. } => own = count,
                Payload::ElementSection(section) => {
                    for segment in section {
                        let segment = segment.expect("a segment");
                        let wasmparser::ElementKind::Active { offset_expr, .. } = segment.kind else { continue };
                        let offset = offset_expr.get_operators_reader().read().expect("a value");
                        let Operator::I32Const { value } = offset else { continue };
                        let ElementItems::Functions(functions) = segment.items else { continue };
                        slots.push((value, functions.count()));
                    }
                }
                _ => {}
            }
        }
        (imports, own, slots)
    }

    #[test]
    fn each_part_is_a_module_also_in_another_order() {
        module_is_valid(&module());
        for part in parts() {
            module_is_valid(&part);
            module_is_valid(&rewrite(&part, "script", &["note".to_owned()]).expect("a module"));
        }
    }

    fn module_is_valid(module: &[u8]) {
        if let Err(error) = Validator::new().validate_all(module) {
            panic!("{error}");
        }
    }

    #[test]
    fn a_function_is_in_its_part_and_stubs_where_others_name_it_before() {
        let [main, page, rest] = &parts()[..] else { panic!("three parts") };
        let (imports, own, slots) = look(main);
        assert_eq!(imports, ["script note", "script bring"], "what it does not call it does not import");
        // early, helper and tiny, which is shorter than a stub. Stubs of late, which is called, of rest, of deep and twice,
        // which are exported, and of listed. And a check for each of the two later parts.
        assert_eq!(own, 3 + 5 + 2);
        // The functions that it had there, and at the end: helper; a check; deep, as the page imports its stub.
        assert_eq!(slots, [(1, 2), (4, 2), (10, 1)]);
        let (imports, own, slots) = look(page);
        assert_eq!(own, 3 + 2 + 1, "late, once more and late helper, stubs of again and later, and what begins it");
        assert_eq!(imports, ["script note", "t a", "t 4", "t 5", "m table", "m memory", "m A", "m B"]);
        assert_eq!(slots, [(6, 3)]);
        let (imports, own, slots) = look(rest);
        assert_eq!(own, 6 + 1);
        assert_eq!(imports.iter().filter(|import| import.starts_with("t ")).count(), 3, "{imports:?}");
        assert_eq!(slots, [(2, 1), (9, 5)]);
    }

    #[test]
    fn what_no_profile_names_stays_together() {
        let parts = cut(&module(), &Profile::read("part page\n").expect("a profile"), BRING).expect("a module");
        parts.iter().for_each(|part| module_is_valid(part));
        assert_eq!(parts.iter().map(|part| look(part).1).collect::<Vec<_>>(), [CALLS.len() as u32 + 2, 1]);
    }

    #[test]
    fn what_is_no_such_module_is_refused() {
        let profile = Profile::read("part page\n").expect("a profile");
        assert!(cut(b"words", &profile, BRING).is_err());
        assert!(cut(&Module::new().finish(), &profile, BRING).is_err(), "it has no table");
    }

    #[test]
    fn a_slot_has_a_short_name() {
        assert_eq!([0, 35, 36, 5000].map(base36), ["0", "z", "10", "3uw"]);
    }

    /// Runs the parts as `loader.rs` does, and prints the letters of the functions that ran.
    const RUN: &str = r"
const { readFileSync } = require('node:fs');
const code = name => new WebAssembly.Module(readFileSync(`${process.argv[2]}/${name}.wasm`));
const run = (names, act) => {
  const told = [];
  let main;
  const there = [];
  const bring = last => {
    for (let part = 1; part < last + 1; part += 1) {
      if (there[part]) continue;
      told.push(part);
      const slots = new Proxy({}, { get: (_, slot) => main.exports.table.get(parseInt(slot, 36)) });
      there[part] = new WebAssembly.Instance(code(names[part]), { script, m: main.exports, t: slots });
    }
  };
  const script = { note: letter => told.push(String.fromCharCode(letter)), unused() {}, bring };
  main = new WebAssembly.Instance(code(names[0]), { script });
  return act(main.exports, bring, told) ?? told.join('');
};
const acts = {
  early: ({ early }) => early(),
  deep: ({ deep, early }) => { deep(); early(); },
  twice: ({ twice }, bring, told) => `${twice(4, 1n)} ${told.join('')}`,
  table: ({ table }) => { table.get(2)(); table.get(2)(); },
  before: ({ early }, bring) => { bring(1); early(); },
  all: ({ early, table }, bring) => { bring(2); table.get(2)(); early(); },
};
for (const [name, act] of Object.entries(acts)) {
  const [one, more] = [['whole'], ['0', '1', '2']].map(names => run(names, names.length > 1 ? act : (main, _, told) => act(main, () => {}, told)));
  console.log(name, more, more.replace(/[12](?!\d* )/g, '') === one ? '' : `but as one ${one}`);
}
";

    #[test]
    #[ignore = "needs Node"]
    fn the_parts_do_what_the_whole_does() {
        let folder = std::env::temp_dir().join(format!("splitpoint-part-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("whole.wasm"), module()).expect("a file");
        for (number, part) in parts().iter().enumerate() {
            fs::write(folder.join(format!("{number}.wasm")), part).expect("a file");
        }
        fs::write(folder.join("run.cjs"), RUN).expect("a file");
        let output = Command::new("node").arg(folder.join("run.cjs")).arg(&folder).output().expect("Node");
        fs::remove_dir_all(&folder).expect("the folder");
        let told = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        let lines: Vec<&str> = told.lines().map(str::trim_end).collect();
        // Letters are those of functions in `CALLS`, numbers those of parts that came.
        assert_eq!(
            lines,
            [
                "early a1bh2cdehifghfgh",
                "deep 12ehabhcdehifghfgh",
                "twice 9 12jh",
                "table 12jhjh",
                "before 1abh2cdehifghfgh",
                "all 12jhabhcdehifghfgh",
            ]
        );
    }
}
