use wasm_encoder::reencode::{self, Error, Reencode};
use wasm_encoder::*;
use wasmparser::{Parser, Payload, TypeRef};
use std::convert::Infallible;
struct W<'a> { glue: &'a str, names: Vec<String>, globals: u32, n: u32, next: u32 }
impl Reencode for W<'_> {
    type Error = Infallible;
    fn parse_import_section(&mut self, to: &mut ImportSection, from: wasmparser::ImportSectionReader<'_>) -> Result<(), Error> {
        for import in from.into_imports() {
            let import = import?;
            let number = self.names.iter().position(|name| import.module == self.glue && name == import.name).map(|n| n.to_string());
            let name = number.as_deref().unwrap_or(import.name);
            to.import(import.module, name, self.entity_type(import.ty)?);
        }
        Ok(())
    }
    fn parse_global_section(&mut self, to: &mut GlobalSection, from: wasmparser::GlobalSectionReader<'_>) -> Result<(), Error> {
        reencode::utils::parse_global_section(self, to, from)?;
        for _ in 0..self.n { to.global(GlobalType { val_type: ValType::I32, mutable: true, shared: false }, &ConstExpr::i32_const(0)); }
        Ok(())
    }
    fn parse_export_section(&mut self, to: &mut ExportSection, from: wasmparser::ExportSectionReader<'_>) -> Result<(), Error> {
        reencode::utils::parse_export_section(self, to, from)?;
        for i in 0..self.n { to.export(&format!("prof{i}"), ExportKind::Global, self.globals + i); }
        Ok(())
    }
    fn parse_function_body(&mut self, to: &mut CodeSection, body: wasmparser::FunctionBody<'_>) -> Result<(), Error> {
        let mut f = self.new_function_with_parsed_locals(&body)?;
        f.instructions().i32_const(1).global_set(self.globals + self.next);
        self.next += 1;
        let mut ops = body.get_operators_reader()?;
        while !ops.eof() { f.instruction(&self.parse_instruction(&mut ops)?); }
        to.function(&f);
        Ok(())
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let m = std::fs::read(&a[1]).unwrap();
    let (mut names, mut globals, mut n, mut imp) = (vec![], 0, 0, 0);
    let mut fnames: Vec<String> = vec![]; let mut sizes = vec![];
    for p in Parser::new(0).parse_all(&m) {
        match p.unwrap() {
            Payload::ImportSection(s) => for i in s.into_imports() { let i = i.unwrap();
                if i.module == "./main_bg.js" { names.push(i.name.to_owned()); }
                match i.ty { TypeRef::Global(_) => globals += 1, TypeRef::Func(_) => imp += 1, _ => {} } },
            Payload::GlobalSection(s) => globals += s.count(),
            Payload::CodeSectionStart { count, .. } => n = count,
            Payload::CodeSectionEntry(b) => sizes.push((b.range().end - b.range().start) as usize),
            Payload::CustomSection(c) => if let wasmparser::KnownCustom::Name(r) = c.as_known() {
                for s in r { if let wasmparser::Name::Function(map) = s.unwrap() { for x in map { let x = x.unwrap(); let i = x.index as usize; if fnames.len() <= i { fnames.resize(i + 1, String::new()); } fnames[i] = format!("{:#}", rustc_demangle::demangle(x.name)); } } }
            },
            _ => {}
        }
    }
    let mut w = W { glue: "./main_bg.js", names, globals, n, next: 0 };
    let mut out = Module::new();
    w.parse_core_module(&mut out, Parser::new(0), &m).unwrap();
    std::fs::write(&a[2], out.finish()).unwrap();
    let t: String = (0..n as usize).map(|i| format!("{}\t{}\n", sizes[i], fnames.get(i + imp).cloned().unwrap_or_default())).collect();
    std::fs::write(&a[3], t).unwrap();
}
