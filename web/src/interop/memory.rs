//! What the browser keeps for a person, where it is allowed to. A frame without storage forgets, and nothing fails.

use web_sys::Storage;

const PREFIX: &str = "splitpoint.";

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

/// What was kept under this name.
pub(crate) fn kept(name: &str) -> Option<String> {
    storage()?.get_item(&format!("{PREFIX}{name}")).ok()?
}

/// Keeps something. `false` where there is no room, or no memory at all.
pub(crate) fn keep(name: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(&format!("{PREFIX}{name}"), text).is_ok())
}

/// Forgets what was kept under this name.
pub(crate) fn forget(name: &str) {
    let Some(storage) = storage() else { return };
    if let Err(error) = storage.remove_item(&format!("{PREFIX}{name}")) {
        gloo::console::warn!("storage", error);
    }
}

/// Whether the address asks to begin with nothing kept; the address is then as before.
pub(crate) fn starts_afresh() -> bool {
    let Some(window) = web_sys::window() else { return false };
    let fresh = window.location().search().is_ok_and(|search| search == "?fresh");
    if fresh
        && let (Ok(history), Ok(path)) = (window.history(), window.location().pathname())
        && let Err(error) = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&path))
    {
        gloo::console::warn!("history", error);
    }
    fresh
}
