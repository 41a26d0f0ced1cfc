//! Code that most visits never run stands in files of its own, which are loaded when they are first wanted.
//!
//! What a chunk holds is a table of functions that nothing else names. The tool that splits the module of a release
//! follows what needs what from there, and moves all that only chunks need. Other builds have everything at once.

use crate::components::{ConsolePane, Fields, ImportPane, all_fields, console_pane, import_pane};
use crate::session::chunk::{Chunk, FindStart};
use crate::session::{act, console, form, import, keep};

/// A chunk cannot be loaded now. It may be asked for again.
pub(crate) struct Missing;

#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for Missing {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

/// What is done with a person's own file, and how that is shown.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(import, fallible))]
fn import_chunk() -> Result<(&'static import::Logic, ImportPane), Missing> {
    Ok((&import::LOGIC, import_pane))
}

/// How a session becomes text, and back. In the file of what makes something happen: then there is something to keep.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(act, fallible))]
fn keep_chunk() -> Result<&'static keep::Logic, Missing> {
    Ok(&keep::LOGIC)
}

/// What the examples after the first begin with.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(scenario, fallible))]
fn scenario_chunk() -> Result<FindStart, Missing> {
    Ok(splitpoint_lab::scenario::start)
}

/// What is done with all forms, and how they are shown.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(form, fallible))]
fn form_chunk() -> Result<(&'static form::Logic, Fields), Missing> {
    Ok((&form::ALL, all_fields))
}

/// What makes something happen.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(act, fallible))]
fn act_chunk() -> Result<&'static act::Logic, Missing> {
    Ok(&act::LOGIC)
}

/// The console and its language.
#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(console, fallible))]
fn console_chunk() -> Result<(&'static console::Logic, ConsolePane), Missing> {
    Ok((&console::LOGIC, console_pane))
}

/// A chunk that was brought.
pub(crate) enum Brought {
    /// What makes something happen.
    Act(&'static act::Logic),
    /// All forms, and what shows them.
    Form(&'static form::Logic, Fields),
    /// A person's own file, and what shows it.
    Import(&'static import::Logic, ImportPane),
    /// A session as text, and back.
    Keep(&'static keep::Logic),
    /// The examples.
    Scenario(FindStart),
    /// The console, and what shows it.
    Console(&'static console::Logic, ConsolePane),
}

/// Waits for a chunk, where it is one.
macro_rules! wait {
    ($chunk:ident) => {{
        let chunk = $chunk();
        #[cfg(feature = "split")]
        let chunk = chunk.await;
        chunk?
    }};
}

/// Brings a chunk; one that is there comes at once.
///
/// # Errors
/// Where it cannot be loaded now. It may be asked for again.
pub(crate) async fn bring(chunk: Chunk) -> Result<Brought, Missing> {
    Ok(match chunk {
        Chunk::Act => Brought::Act(wait!(act_chunk)),
        Chunk::Form => {
            let (logic, fields) = wait!(form_chunk);
            Brought::Form(logic, fields)
        }
        Chunk::Import => {
            let (logic, pane) = wait!(import_chunk);
            Brought::Import(logic, pane)
        }
        Chunk::Keep => Brought::Keep(wait!(keep_chunk)),
        Chunk::Console => {
            let (logic, pane) = wait!(console_chunk);
            Brought::Console(logic, pane)
        }
        Chunk::Scenario => Brought::Scenario(wait!(scenario_chunk)),
    })
}
