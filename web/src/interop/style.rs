//! Styles that come with a chunk.

use js_sys::{Array, Reflect};
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use web_sys::CssStyleSheet;

thread_local! {
    /// Those that the document has, by where they stand in memory: a text is there once.
    static ADOPTED: RefCell<Vec<*const u8>> = const { RefCell::new(Vec::new()) };
}

/// Gives the document these styles, each once, after all that it has. A strict policy allows that, as no text of the
/// document becomes a style. A worker has no document, and shows nothing.
pub(crate) fn adopt(styles: &[&'static str]) {
    if web_sys::window().is_none() {
        return;
    }
    for text in styles {
        let is_new = ADOPTED.with_borrow_mut(|adopted| {
            let is_new = !adopted.contains(&text.as_ptr());
            adopted.extend(is_new.then_some(text.as_ptr()));
            is_new
        });
        if is_new && let Err(error) = add(text) {
            gloo::console::error!(error);
        }
    }
}

fn add(text: &str) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document()).ok_or("no document")?;
    let sheet = CssStyleSheet::new()?;
    sheet.replace_sync(text)?;
    let name = JsValue::from_str("adoptedStyleSheets");
    let sheets = Array::from(&Reflect::get(&document, &name)?);
    sheets.push(&sheet);
    Reflect::set(&document, &name, &sheets)?;
    Ok(())
}
