//! The imported file in IndexedDB, so that a reload has it. A frame without storage forgets, and nothing fails.

use super::file::Picked;
use idb::builder::{DatabaseBuilder, ObjectStoreBuilder};
use idb::{Database, Error, TransactionMode};
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

const STORE: &str = "files";
/// There is one file at a time.
const KEY: &str = "import";

async fn open() -> Result<Database, Error> {
    let store = ObjectStoreBuilder::new(STORE);
    DatabaseBuilder::new("splitpoint").version(1).add_object_store(store).build().await
}

/// Keeps a file with what it was mapped to, in place of the one before. `false` where there is no storage.
pub(crate) async fn keep_file(file: Picked, mapping: String) -> bool {
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

/// The file that was kept under this name, with what it was mapped to.
pub(crate) async fn kept_file(name: String) -> Option<(Picked, String)> {
    let record = fetch().await.ok()??;
    let file = Picked::new(Reflect::get_u32(record.dyn_ref::<Object>()?, 0).ok()?.dyn_into().ok()?);
    let mapping = Reflect::get_u32(record.dyn_ref::<Object>()?, 1).ok()?.as_string()?;
    (file.name() == name).then_some((file, mapping))
}

async fn fetch() -> Result<Option<JsValue>, Error> {
    let database = open().await?;
    let transaction = database.transaction(&[STORE], TransactionMode::ReadOnly)?;
    let record = transaction.object_store(STORE)?.get(JsValue::from_str(KEY))?.await?;
    transaction.await?;
    database.close();
    Ok(record)
}
