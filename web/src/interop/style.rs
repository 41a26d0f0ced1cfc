//! Styles that come with a chunk.

use js_sys::{Array, Reflect};
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use web_sys::CssStyleSheet;

thread_local! {
    /// The style sheets that the document has already, by their addresses in memory: each text exists once.
    static ADOPTED: RefCell<Vec<*const u8>> = const { RefCell::new(Vec::new()) };
}

/// Adds these style sheets to the document, each once, behind those it has. They are constructed sheets, which a strict
/// content security policy allows. A worker has no document, so nothing is done there.
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
