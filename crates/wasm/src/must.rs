//! What must hold in a session, from JavaScript: set, taken away, and how it stands.

use crate::failure::misused;
use crate::value::give;
use serde::Serialize;
use splitpoint_lab::session::{Session, Watch};
use splitpoint_lab::view::{KeyNotation, MustState, ViewRequest};
use wasm_bindgen::JsValue;

/// The functions for promises. They are called by way of this table only, so that they can be loaded as a part.
pub(crate) struct MustCode {
    pub(crate) set: fn(&mut Session, &str, &str) -> Result<(), JsValue>,
    pub(crate) drop: fn(&mut Session, &str) -> Result<bool, JsValue>,
    pub(crate) look: fn(&mut Watch, &Session) -> Result<JsValue, JsValue>,
}

pub(crate) static MUST: MustCode = MustCode { set, drop, look };

/// A promise and whether it holds at the cursor, as JavaScript gets it.
#[derive(Serialize)]
struct PromiseStatus {
    name: String,
    promise: String,
    state: &'static str,
    step: Option<u64>,
    why: Option<String>,
}

fn set(session: &mut Session, text: &str, name: &str) -> Result<(), JsValue> {
    let table = session.default_table();
    session.set_must(None, name, text, &table).map_err(|why| misused(&why.to_string()))
}

/// Takes the promise away that a text says. `false` where it is not set.
fn drop(session: &mut Session, text: &str) -> Result<bool, JsValue> {
    let promise = session.promise(text, &session.default_table()).map_err(|why| misused(&why.to_string()))?;
    let text = promise.text(&|table| session.key(table));
    let place = session.musts().iter().position(|must| must.text == text);
    if let Some(place) = place {
        session.drop_must(place);
    }
    Ok(place.is_some())
}

fn look(watch: &mut Watch, session: &Session) -> Result<JsValue, JsValue> {
    while !watch.look(session, usize::MAX) {}
    let request = ViewRequest { table: session.default_table(), notation: KeyNotation::Fields, ..ViewRequest::none() };
    let told = watch.view(session, &request).into_iter().map(|must| {
        let (state, step, why) = match must.state {
            MustState::Holds => ("holds", None, None),
            MustState::Broken { step, .. } => ("broken", Some(step), None),
            MustState::NotYet => ("notYet", None, None),
            MustState::Unknown(why) => ("unknown", None, Some(why)),
        };
        PromiseStatus { name: must.name, promise: must.text, state, step, why }
    });
    give(&told.collect::<Vec<_>>())
}
