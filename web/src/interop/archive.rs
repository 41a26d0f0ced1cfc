//! A person's own file, which is read piece by piece. It is kept in IndexedDB, so that it is there after a reload; so
//! are texts that are too large for local storage. In a frame without storage nothing is kept, and nothing fails.

use super::file::Picked;
use super::memory::full;
use gloo::file::Blob;
use gloo::file::futures::{read_as_bytes, read_as_data_url};
use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{Database, Error, TransactionMode};
use js_sys::{Array, JsString, Object, Reflect};
use std::pin::Pin;
use wasm_bindgen::{JsCast, JsValue};

/// A value that the browser answers with later.
type Later<T> = Pin<Box<dyn Future<Output = T>>>;

/// Bytes of a file, or why it cannot be read.
type Piece = Result<Vec<u8>, String>;

/// A file that was kept, with its mapping, which says what its columns become.
type Found = Option<(Picked, String)>;

/// A file that is kept: its key, its name, and its size in bytes.
pub(crate) type Listed = (String, String, u64);

/// A text that is kept: its name, its length in characters, and its beginning.
pub(crate) type Shelved = (String, u64, String);

/// The functions for files and long texts. They are called through this table only, so that a chunk can bring their
/// code later.
#[derive(Debug)]
pub(crate) struct Archive {
    /// Reads a piece of a file: from this byte, that many bytes; empty behind the end of the file.
    pub(crate) read: fn(Picked, u64, u64) -> Later<Piece>,
    /// All of a file in base64. `None` where it cannot be read.
    pub(crate) encode: fn(Picked) -> Later<Option<String>>,
    /// Keeps a file under a key, with its mapping. `false` where there is no storage.
    pub(crate) keep: fn(String, Picked, String) -> Later<bool>,
    /// The file that was kept under a key, with its mapping. If there is none, the only file that earlier versions
    /// kept, if it has this name.
    pub(crate) fetch: fn(String, String) -> Later<Found>,
    /// The files that are kept.
    pub(crate) files: fn() -> Later<Vec<Listed>>,
    /// Forgets a file.
    pub(crate) forget_file: fn(String) -> Later<bool>,
    /// Keeps a text under a name. `false` where there is no storage, or no room.
    pub(crate) store: fn(String, String) -> Later<bool>,
    /// The text that was kept under a name.
    pub(crate) text: fn(String) -> Later<Option<String>>,
    /// The texts that are kept.
    pub(crate) texts: fn() -> Later<Vec<Shelved>>,
    /// Forgets the text of a name.
    pub(crate) forget: fn(String) -> Later<bool>,
}

/// The functions of this module.
pub(crate) static ARCHIVE: Archive = Archive {
    read: |file, from, bytes| Box::pin(read(file, from, bytes)),
    encode: |file| Box::pin(encode(file)),
    keep: |mark, file, mapping| Box::pin(keep(mark, file, mapping)),
    fetch: |mark, name| Box::pin(fetch(mark, name)),
    files: || Box::pin(async { files().await.unwrap_or_default() }),
    forget_file: |mark| Box::pin(async move { delete(FILES, &mark).await.is_ok() }),
    store: |name, text| Box::pin(async move { put(TEXTS, &name, &JsValue::from_str(&text)).await.is_ok() }),
    text: |name| Box::pin(async move { get(open().await.ok()?, TEXTS, &name).await.ok()??.as_string() }),
    texts: || Box::pin(async { texts().await.unwrap_or_default() }),
    forget: |name| Box::pin(async move { delete(TEXTS, &name).await.is_ok() }),
};

async fn read(file: Picked, from: u64, bytes: u64) -> Piece {
    let to = file.size().min(from + bytes);
    if to <= from {
        return Ok(Vec::new());
    }
    let piece = Blob::from(web_sys::Blob::from(file.file().clone())).slice(from, to);
    read_as_bytes(&piece).await.map_err(|error| format!("The file cannot be read: {error}"))
}

async fn encode(file: Picked) -> Option<String> {
    let address = read_as_data_url(&Blob::from(web_sys::Blob::from(file.file().clone()))).await.ok()?;
    // The address of an empty file has no base64 part.
    Some(address.split_once(";base64,").map_or(String::new(), |(_, letters)| letters.to_owned()))
}

const FILES: &str = "files";
const TEXTS: &str = "texts";
/// The key of the only file that earlier versions kept.
const KEY: &str = "import";

/// Opens the database of this folder.
async fn open() -> Result<Database, Error> {
    let name = full("");
    let (files, texts) = (ObjectStoreBuilder::new(FILES), ObjectStoreBuilder::new(TEXTS));
    DatabaseBuilder::new(&name).version(1).add_object_store(files).add_object_store(texts).build().await
}

/// Opens the database that all folders shared in earlier versions.
async fn open_common() -> Result<Database, Error> {
    DatabaseBuilder::new("splitpoint").version(1).add_object_store(ObjectStoreBuilder::new(FILES)).build().await
}

async fn keep(mark: String, file: Picked, mapping: String) -> bool {
    let record = Array::of2(file.file(), &JsValue::from_str(&mapping));
    put(FILES, &mark, &record.into()).await.is_ok()
}

async fn put(store: &str, name: &str, value: &JsValue) -> Result<(), Error> {
    let database = open().await?;
    let transaction = database.transaction(&[store], TransactionMode::ReadWrite)?;
    transaction.object_store(store)?.put(value, Some(&JsValue::from_str(name)))?.await?;
    transaction.commit()?.await?;
    database.close();
    Ok(())
}

async fn get(database: Database, store: &str, name: &str) -> Result<Option<JsValue>, Error> {
    let transaction = database.transaction(&[store], TransactionMode::ReadOnly)?;
    let value = transaction.object_store(store)?.get(JsValue::from_str(name))?.await?;
    transaction.await?;
    database.close();
    Ok(value)
}

async fn delete(store: &str, name: &str) -> Result<(), Error> {
    let database = open().await?;
    let transaction = database.transaction(&[store], TransactionMode::ReadWrite)?;
    transaction.object_store(store)?.delete(JsValue::from_str(name))?.await?;
    transaction.commit()?.await?;
    database.close();
    Ok(())
}

async fn files() -> Result<Vec<Listed>, Error> {
    let database = open().await?;
    let transaction = database.transaction(&[FILES], TransactionMode::ReadOnly)?;
    let marks = transaction.object_store(FILES)?.get_all_keys(None, None)?.await?;
    transaction.await?;
    database.close();
    let mut files = Vec::new();
    for mark in marks.iter().filter_map(JsValue::as_string) {
        if let Some((file, _)) = found(open().await, &mark).await {
            files.push((mark, file.name(), file.size()));
        }
    }
    Ok(files)
}

/// How many characters of a text are listed, which is enough to tell what it is.
const HEAD: u32 = 200;

async fn texts() -> Result<Vec<Shelved>, Error> {
    let database = open().await?;
    let names = {
        let transaction = database.transaction(&[TEXTS], TransactionMode::ReadOnly)?;
        let names = transaction.object_store(TEXTS)?.get_all_keys(None, None)?.await?;
        transaction.await?;
        names
    };
    database.close();
    let mut texts = Vec::new();
    for name in names.iter().filter_map(JsValue::as_string) {
        // One after the other, since all of them together may need much memory.
        let text = get(open().await?, TEXTS, &name).await?.and_then(|text| text.dyn_into::<JsString>().ok());
        if let Some(text) = text {
            texts.push((name, u64::from(text.length()), String::from(text.slice(0, HEAD))));
        }
    }
    Ok(texts)
}

async fn fetch(mark: String, name: String) -> Found {
    if !mark.is_empty() {
        return found(open().await, &mark).await;
    }
    found(open_common().await, KEY).await.filter(|(file, _)| file.name() == name)
}

async fn found(database: Result<Database, Error>, key: &str) -> Found {
    let record = get(database.ok()?, FILES, key).await.ok()??;
    let file = Picked::new(Reflect::get_u32(record.dyn_ref::<Object>()?, 0).ok()?.dyn_into().ok()?);
    let mapping = Reflect::get_u32(record.dyn_ref::<Object>()?, 1).ok()?.as_string()?;
    Some((file, mapping))
}
