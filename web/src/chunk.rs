//! Code that most visits never run stands in files of its own, which are loaded when they are first wanted.
//!
//! What a chunk holds is a table of functions that nothing else names. The tool that splits the module of a release
//! follows what needs what from there, and moves all that only chunks need. Other builds have everything at once.

use crate::components::{Fields, ImportPane, all_fields, import_pane};
use crate::session::chunk::FindStart;
use crate::session::{act, form, import, keep};

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

/// Waits for a chunk, where it is one.
macro_rules! bring {
    ($chunk:ident) => {{
        let chunk = $chunk();
        #[cfg(feature = "split")]
        let chunk = chunk.await;
        chunk
    }};
}

pub(crate) async fn import() -> Result<(&'static import::Logic, ImportPane), Missing> {
    bring!(import_chunk)
}

pub(crate) async fn act() -> Result<&'static act::Logic, Missing> {
    bring!(act_chunk)
}

pub(crate) async fn form() -> Result<(&'static form::Logic, Fields), Missing> {
    bring!(form_chunk)
}

pub(crate) async fn scenario() -> Result<FindStart, Missing> {
    bring!(scenario_chunk)
}

pub(crate) async fn keep() -> Result<&'static keep::Logic, Missing> {
    bring!(keep_chunk)
}
