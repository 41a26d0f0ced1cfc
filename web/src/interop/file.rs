//! A person's own file: picked, dropped, saved.

use gloo::timers::callback::Timeout;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DataTransfer, DragEvent, Event, File, HtmlElement, HtmlInputElement, HtmlTextAreaElement, Url};

/// A file that was picked, dropped or kept.
#[derive(Clone, Debug)]
pub(crate) struct Picked {
    file: File,
}

impl Picked {
    pub(super) fn new(file: File) -> Self {
        Self { file }
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Its name.
    pub(crate) fn name(&self) -> String {
        self.file.name()
    }

    /// Its size in bytes.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a browser counts bytes in doubles")]
    pub(crate) fn size(&self) -> u64 {
        self.file.size() as u64
    }
}

/// Makes a file with these bytes. `None` if the browser fails to.
pub(crate) fn made(name: &str, bytes: &[u8]) -> Option<Picked> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    File::new_with_u8_array_sequence(&parts, name).ok().map(Picked::new)
}

/// The file that was chosen in a field for files.
pub(crate) fn picked(event: &Event) -> Option<Picked> {
    let input = event.target()?.dyn_into::<HtmlInputElement>().ok()?;
    let file = input.files()?.get(0);
    input.set_value("");
    file.map(Picked::new)
}

/// The file that was dropped.
pub(crate) fn dropped(event: &DragEvent) -> Option<Picked> {
    event.data_transfer()?.files()?.get(0).map(Picked::new)
}

/// Reads a file as text, and calls `then` with it, or with a sentence where it cannot be read: it may be a folder that was
/// dropped, or a file that was moved or changed since it was chosen.
pub(crate) fn read_text(file: &Picked, then: impl FnOnce(Result<String, String>) + 'static) {
    let (name, promise) = (file.name(), file.file.text());
    yew::platform::spawn_local(async move {
        let text = wasm_bindgen_futures::JsFuture::from(promise).await.ok().and_then(|text| text.as_string());
        then(text.ok_or_else(|| {
            format!("“{name}” cannot be read. Choose it again, if it is a file: it may have been moved or changed.")
        }));
    });
}

/// Selects a line of the text in the element with this `id`, and scrolls to it. Lines are counted from 1.
pub(crate) fn select_line(id: &str, line: u32) {
    let document = web_sys::window().and_then(|window| window.document());
    let field = document.and_then(|document| document.get_element_by_id(id));
    let Some(field) = field.and_then(|field| field.dyn_into::<HtmlTextAreaElement>().ok()) else { return };
    let text = field.value();
    let before: u32 = text.split('\n').take(line.saturating_sub(1) as usize).map(|line| units(line) + 1).sum();
    let length = text.split('\n').nth(line.saturating_sub(1) as usize).map_or(0, units);
    if let Err(error) = field.focus().and_then(|()| field.set_selection_range(before, before + length)) {
        gloo::console::warn!("selection", error);
    }
    field.scroll_into_view_with_bool(true);
    // Browsers do not scroll to what is selected in a field. Where lines wrap, this is near it.
    let lines = i32::try_from(text.split('\n').count()).unwrap_or(i32::MAX).max(1);
    let above = i32::try_from(line.saturating_sub(1)).unwrap_or(i32::MAX).min(lines);
    field.set_scroll_top(field.scroll_height() / lines * above - field.client_height() / 3);
}

/// The length of a text in UTF-16 code units, in which browsers count.
fn units(text: &str) -> u32 {
    u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX)
}

/// Whether a file is dragged.
pub(crate) fn drags_file(event: &DragEvent) -> bool {
    let kinds = event.data_transfer().as_ref().map(DataTransfer::types);
    kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "Files"))
}

/// Lets the person save these bytes as a file of this name.
pub(crate) fn save(name: &str, bytes: &[u8]) {
    if let Err(error) = offer(name, bytes) {
        gloo::console::error!(error);
    }
}

fn offer(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    save_blob(name, &web_sys::Blob::new_with_u8_array_sequence(&parts)?)
}

/// Lets the person save a blob as a file of this name.
pub(super) fn save_blob(name: &str, blob: &web_sys::Blob) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document()).ok_or("no document")?;
    let address = Url::create_object_url_with_blob(blob)?;
    let link: HtmlElement = document.create_element("a")?.dyn_into()?;
    link.set_attribute("href", &address)?;
    link.set_attribute("download", name)?;
    link.click();
    // After a minute the browser has certainly begun to save it.
    Timeout::new(60_000, move || drop(Url::revoke_object_url(&address))).forget();
    Ok(())
}
