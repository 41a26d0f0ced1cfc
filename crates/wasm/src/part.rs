//! Parts: code that many programs never run. Each is a file of its own, which is loaded when it is first wanted.
//!
//! A part is a table of functions that nothing else names. The tool that splits the module follows from there what
//! needs what. A module that is not split has everything at once.

use crate::choice;
use crate::failure::misused;
use crate::memory::reserve;
use crate::must::{MUST, MustCode};
use crate::orders::Orders;
use js_sys::Error;
use splitpoint_lab::lesson;
use splitpoint_lab::picture::{Layout, Theme, Wish};
use splitpoint_lab::session::{Link, LinkError, RestoreError, Restored, Restoring, Saved, Session};
use splitpoint_lab::sim::language::{LANGUAGE, Language, METHODS, Methods, bring_methods, is_plain};
use splitpoint_lab::view::KeyNotation;
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The functions that turn sessions into text and back: files and links.
pub(crate) struct SavedCode {
    pub(crate) parse: fn(&str) -> Result<Option<Link>, LinkError>,
    pub(crate) read: fn(&str) -> Result<Saved, RestoreError>,
    pub(crate) restore: fn(&Saved, Option<&'static Language>) -> Result<Restored, RestoreError>,
    pub(crate) link: fn(&Session, &str, KeyNotation) -> Option<String>,
    pub(crate) write: fn(&Session) -> String,
}

/// The functions that search every order of steps, and that judge promises.
pub(crate) struct JudgingCode {
    pub(crate) begin: fn(&Session, choice::Request) -> Result<Orders, JsValue>,
    pub(crate) must: &'static MustCode,
}

static JUDGING: JudgingCode = JudgingCode { begin: Orders::begin, must: &MUST };

/// How a lesson is opened: all at once, as far as its link says; with a sentence where that leads nowhere.
pub(crate) type OpenLesson = fn(&Link, &'static Language) -> Result<(Restored, Option<String>), LinkError>;

/// Draws the moment at the cursor of a session as SVG.
pub(crate) type Draw = fn(&Session, &Wish, Theme) -> String;

/// Restores a kept session, and reserves memory on the way.
fn restore(saved: &Saved, language: Option<&'static Language>) -> Result<Restored, RestoreError> {
    let mut restoring = Restoring::begin(saved, language)?;
    while restoring.advance(SLICE) {
        reserve();
    }
    Ok(restoring.finish())
}

/// Atoms that are restored between two looks at the memory: they take a few megabytes.
const SLICE: u32 = 1_000;

static KEPT: SavedCode = SavedCode {
    parse: Link::parse,
    read: Saved::from_text,
    restore,
    link: |session, table, notation| session.link(table, notation).map(|link| link.to_string()),
    write: |session| session.save().to_text(),
};

/// A part cannot be loaded now. It may be asked for again.
struct Missing;

#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for Missing {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(language, fallible))]
fn language_part() -> Result<&'static Language, Missing> {
    Ok(&LANGUAGE)
}

#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(methods, fallible))]
fn methods_part() -> Result<&'static Methods, Missing> {
    Ok(&METHODS)
}

#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(kept, fallible))]
fn kept_part() -> Result<&'static SavedCode, Missing> {
    Ok(&KEPT)
}

#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(orders, fallible))]
fn orders_part() -> Result<&'static JudgingCode, Missing> {
    Ok(&JUDGING)
}

#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(picture, fallible))]
fn picture_part() -> Result<Draw, Missing> {
    Ok(|session, wish, theme| Layout::new(&session.stage(), wish).svg(theme))
}

#[cfg_attr(feature = "split", wasm_split_helpers::wasm_split(lesson, fallible))]
fn lesson_part() -> Result<OpenLesson, Missing> {
    Ok(lesson::open)
}

/// The parts that have been loaded; `None` and `false` for those that have not.
#[derive(Clone, Copy, Default)]
pub(crate) struct Parts {
    pub(crate) language: Option<&'static Language>,
    /// Whether the methods of values of the shell's language have been loaded.
    pub(crate) methods: bool,
    pub(crate) kept: Option<&'static SavedCode>,
    pub(crate) orders: Option<&'static JudgingCode>,
    pub(crate) picture: Option<Draw>,
    pub(crate) lesson: Option<OpenLesson>,
}

thread_local! {
    static PARTS: RefCell<Parts> = RefCell::default();
}

/// The parts that have been loaded by now.
pub(crate) fn parts() -> Parts {
    PARTS.with(|parts| *parts.borrow())
}

/// Calls for a part, and waits for it where the module is split.
macro_rules! wait {
    ($part:ident) => {{
        let part = $part();
        #[cfg(feature = "split")]
        let part = part.await;
        part.map_err(|Missing| JsValue::from(Error::new("a part of the package cannot be loaded")))?
    }};
}

/// Loads a part: `language`, `methods`, `kept`, `orders`, `lesson` or `picture`. One that is there comes at once.
///
/// # Errors
/// Where it cannot be loaded now, and may be asked for again; where there is no such part.
#[wasm_bindgen]
pub async fn bring(part: String) -> Result<(), JsValue> {
    let mut loaded = Parts::default();
    match part.as_str() {
        "language" => loaded.language = Some(wait!(language_part)),
        "methods" => {
            bring_methods(wait!(methods_part));
            loaded.methods = true;
        }
        "kept" => loaded.kept = Some(wait!(kept_part)),
        "orders" => loaded.orders = Some(wait!(orders_part)),
        "lesson" => loaded.lesson = Some(wait!(lesson_part)),
        "picture" => loaded.picture = Some(wait!(picture_part)),
        other => return Err(misused(&format!("There is no part “{other}” of the package."))),
    }
    PARTS.with(|parts| {
        let mut parts = parts.borrow_mut();
        *parts = Parts {
            language: loaded.language.or(parts.language),
            methods: loaded.methods || parts.methods,
            kept: loaded.kept.or(parts.kept),
            orders: loaded.orders.or(parts.orders),
            picture: loaded.picture.or(parts.picture),
            lesson: loaded.lesson.or(parts.lesson),
        };
    });
    Ok(())
}

/// The parts without which lines of the shell cannot be run.
#[wasm_bindgen]
pub fn speaks(text: &str) -> Vec<String> {
    let parts: &[&str] = if is_plain(text) { &["language"] } else { &["language", "methods"] };
    parts.iter().map(|part| (*part).to_owned()).collect()
}

/// The language of the shell.
///
/// # Errors
///
/// The error of [`missing`], where a part of the language that the text needs was not loaded.
pub(crate) fn language_of(text: &str) -> Result<&'static Language, JsValue> {
    let parts = parts();
    let language = parts.language.ok_or_else(missing)?;
    if parts.methods || is_plain(text) { Ok(language) } else { Err(missing()) }
}

/// The error for a part that was not loaded before it was needed. `package/index.js` loads parts first.
pub(crate) fn missing() -> JsValue {
    Error::new("a part of the package was not brought").into()
}
