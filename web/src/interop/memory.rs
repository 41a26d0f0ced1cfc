//! What the browser keeps for a person, where it is allowed to. A frame without storage forgets, and nothing fails.

use web_sys::Storage;

const PREFIX: &str = "splitpoint.";

/// The browser's storage, as far as a page may use it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    is_used: bool,
}

impl Memory {
    /// A memory; one that is not used is empty, and takes nothing.
    pub(crate) fn new(is_used: bool) -> Self {
        Self { is_used }
    }

    fn storage(self) -> Option<Storage> {
        if self.is_used { web_sys::window()?.local_storage().ok()? } else { None }
    }

    /// What was kept under this name.
    pub(crate) fn kept(self, name: &str) -> Option<String> {
        self.storage()?.get_item(&format!("{PREFIX}{name}")).ok()?
    }

    /// Keeps something. `false` where there is no room, or no memory at all.
    pub(crate) fn keep(self, name: &str, text: &str) -> bool {
        self.storage().is_some_and(|storage| storage.set_item(&format!("{PREFIX}{name}"), text).is_ok())
    }

    /// Forgets what was kept under this name.
    pub(crate) fn forget(self, name: &str) {
        let Some(storage) = self.storage() else { return };
        if let Err(error) = storage.remove_item(&format!("{PREFIX}{name}")) {
            gloo::console::warn!("storage", error);
        }
    }

    /// Whether files can be kept.
    pub(crate) fn is_used(self) -> bool {
        self.is_used
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
