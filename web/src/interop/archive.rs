//! A person's own file: read piece by piece, and kept in IndexedDB, so that a reload has it. A frame without storage
//! forgets, and nothing fails.

use super::file::Picked;
use gloo::file::Blob;
use gloo::file::futures::read_as_bytes;
use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{Database, Error, TransactionMode};
use js_sys::{Array, Object, Reflect};
use std::pin::Pin;
use wasm_bindgen::{JsCast, JsValue};

/// Something that comes later.
type Later<T> = Pin<Box<dyn Future<Output = T>>>;

/// Bytes of a file, or why it cannot be read.
type Piece = Result<Vec<u8>, String>;

/// A file that was kept, with what it was mapped to.
type Found = Option<(Picked, String)>;

/// What is done with files. It is called by way of this table only, so that it can stand in a chunk.
#[derive(Debug)]
pub(crate) struct Archive {
    /// Reads a piece of a file, from a byte on, so many bytes; nothing from its end on.
    pub(crate) read: fn(Picked, u64, u64) -> Later<Piece>,
    /// Keeps a file with what it was mapped to, in place of the one before. `false` where there is no storage.
    pub(crate) keep: fn(Picked, String) -> Later<bool>,
    /// The file that was kept under this name, with what it was mapped to.
    pub(crate) fetch: fn(String) -> Later<Found>,
}

/// The table.
pub(crate) static ARCHIVE: Archive = Archive {
    read: |file, from, bytes| Box::pin(read(file, from, bytes)),
    keep: |file, mapping| Box::pin(keep(file, mapping)),
    fetch: |name| Box::pin(fetch(name)),
};

async fn read(file: Picked, from: u64, bytes: u64) -> Piece {
    let to = file.size().min(from + bytes);
    if to <= from {
        return Ok(Vec::new());
    }
    let piece = Blob::from(web_sys::Blob::from(file.file().clone())).slice(from, to);
    read_as_bytes(&piece).await.map_err(|error| format!("The file cannot be read: {error}"))
}

const STORE: &str = "files";
/// There is one file at a time.
const KEY: &str = "import";

async fn open() -> Result<Database, Error> {
    let store = ObjectStoreBuilder::new(STORE);
    DatabaseBuilder::new("splitpoint").version(1).add_object_store(store).build().await
}

async fn keep(file: Picked, mapping: String) -> bool {
    let record = Array::of2(file.file(), &JsValue::from_str(&mapping));
    store(record.into()).await.is_ok()
}

async fn store(record: JsValue) -> Result<(), Error> {
    let database = open().await?;
    let transaction = database.transaction(&[STORE], TransactionMode::ReadWrite)?;
    transaction.object_store(STORE)?.put(&record, Some(&JsValue::from_str(KEY)))?.await?;
    transaction.commit()?.await?;
    database.close();
    Ok(())
}

async fn fetch(name: String) -> Found {
    let record = stored().await.ok()??;
    let file = Picked::new(Reflect::get_u32(record.dyn_ref::<Object>()?, 0).ok()?.dyn_into().ok()?);
    let mapping = Reflect::get_u32(record.dyn_ref::<Object>()?, 1).ok()?.as_string()?;
    (file.name() == name).then_some((file, mapping))
}

async fn stored() -> Result<Option<JsValue>, Error> {
    let database = open().await?;
    let transaction = database.transaction(&[STORE], TransactionMode::ReadOnly)?;
    let record = transaction.object_store(STORE)?.get(JsValue::from_str(KEY))?.await?;
    transaction.await?;
    database.close();
    Ok(record)
}
