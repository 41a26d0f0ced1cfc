//! What the page shows after a panic: a sentence, and the log of what was done as a file.

use super::Memory;
use std::cell::RefCell;
use std::panic::PanicHookInfo;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use wasm_bindgen::JsValue;
use web_sys::{Blob, BlobPropertyBag, Document, Element, Url};

/// What was done so far, for the file.
static LOG: Mutex<String> = Mutex::new(String::new());

/// Remembers what was done so far, in case of a panic.
pub(crate) fn note(log: String) {
    if let Ok(mut kept) = LOG.lock() {
        *kept = log;
    }
}

/// Whether what was done last could not be kept.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// Remembers whether what was done last could be kept, in case of a panic.
pub(crate) fn note_kept(is_kept: bool) {
    IS_LOST.store(!is_kept, Ordering::Relaxed);
}

thread_local! {
    /// The elements in which pages stand, and where each keeps what is done. A panic ends all of them, since they share
    /// one program.
    static HOSTS: RefCell<Vec<(Element, Memory)>> = const { RefCell::new(Vec::new()) };
}

/// From now on a panic is shown in this element, too, instead of leaving a dead page in it.
pub(crate) fn catch_panics(host: &Element, memory: Memory) {
    HOSTS.with_borrow_mut(|hosts| hosts.push((host.clone(), memory)));
    // Yew would put a hook of its own in the place of any other, so it is set by way of Yew.
    yew::set_custom_panic_hook(Box::new(|info| {
        gloo::console::error!(info.to_string());
        super::host::fail(&info.to_string());
        for (host, memory) in HOSTS.take() {
            let is_kept = memory.kept("session").is_some() && !IS_LOST.load(Ordering::Relaxed);
            if let Err(error) = show(&host, info, is_kept) {
                gloo::console::error!(error);
            }
        }
    }));
}

/// Forgets the page in this element, which is there no more.
pub(crate) fn release(host: &Element) {
    HOSTS.with_borrow_mut(|hosts| hosts.retain(|(other, _)| other != host));
}

fn show(root: &Element, info: &PanicHookInfo<'_>, is_kept: bool) -> Result<(), JsValue> {
    let document = root.owner_document().ok_or("no document")?;
    let message = info.payload_as_str().unwrap_or("no message");
    let place = info.location().map(|place| format!("{}:{}", place.file(), place.line())).unwrap_or_default();

    let page = element(&document, "div", "", "")?;
    page.set_attribute("role", "alert")?;
    page.append_child(&*element(&document, "h1", "failure__title", "Splitpoint came upon a mistake of its own")?)?;
    let kept = if is_kept { " What you did is kept in this browser." } else { "" };
    let told = format!(
        "It stopped, so that nothing wrong is shown.{kept} The log has every step that led here and nothing else; with \
         it the mistake can be found."
    );
    page.append_child(&*element(&document, "p", "failure__words", &told)?)?;
    page.append_child(&*element(&document, "pre", "failure__cause", &format!("{message}\n{place}"))?)?;

    let row = element(&document, "p", "failure__ways", "")?;
    row.append_child(&*link(&document, "Save the log", &log_file(message, &place)?, Some("splitpoint-log.txt"))?)?;
    row.append_child(&*link(&document, "Try again", "?", None)?)?;
    row.append_child(&*link(&document, "Start afresh", "?fresh", None)?)?;
    page.append_child(&row)?;
    let main = element(&document, "main", "failure", "")?;
    if let Some(theme) = root.query_selector("[data-theme]")?.and_then(|page| page.get_attribute("data-theme")) {
        main.set_attribute("data-theme", &theme)?;
    }
    main.append_child(&page)?;
    root.replace_children_with_node_1(&main);
    Ok(())
}

fn log_file(message: &str, place: &str) -> Result<String, JsValue> {
    let log = LOG.try_lock().map(|log| log.clone()).unwrap_or_default();
    let text = format!("Splitpoint {}\n{message}\n{place}\n\n{log}\n", env!("CARGO_PKG_VERSION"));
    let options = BlobPropertyBag::new();
    options.set_type("text/plain");
    let parts = js_sys::Array::of1(&JsValue::from_str(&text));
    Url::create_object_url_with_blob(&Blob::new_with_str_sequence_and_options(&parts, &options)?)
}

fn element(document: &Document, tag: &str, class: &str, text: &str) -> Result<Element, JsValue> {
    let element = document.create_element(tag)?;
    element.set_class_name(class);
    element.set_text_content(Some(text));
    Ok(element)
}

fn link(document: &Document, text: &str, address: &str, file: Option<&str>) -> Result<Element, JsValue> {
    let link = element(document, "a", "failure__way", text)?;
    link.set_attribute("href", address)?;
    if let Some(name) = file {
        link.set_attribute("download", name)?;
    }
    Ok(link)
}
