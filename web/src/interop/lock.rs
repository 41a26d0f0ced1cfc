//! Who may write what several tabs could write: one at a time, by the locks of the browser. Where it has none, whoever
//! came last, of which the others hear by the change of a text in the storage.

use super::memory::full;
use gloo::events::EventListener;
use js_sys::{Function, Object, Promise, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Storage;

/// What a lock is given back by, while it is held.
type Release = Rc<RefCell<Option<Function>>>;

/// A lock that was asked for; given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Hold {
    release: Release,
    _listener: Option<EventListener>,
}

impl Hold {
    /// Asks for the lock of a name; `by_force` takes it from whoever has it. `told` hears whether it is held: at once, and
    /// when another tab takes it away.
    pub(crate) fn ask(name: &str, by_force: bool, told: impl Fn(bool) + Clone + 'static) -> Self {
        let release = Release::default();
        let listener =
            if request(name, by_force, &release, told.clone()).is_ok() { None } else { announce(name, told) };
        Self { release, _listener: listener }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if let Some(release) = self.release.take()
            && let Err(error) = release.call0(&JsValue::NULL)
        {
            gloo::console::warn!("lock", error);
        }
    }
}

fn request(
    name: &str,
    by_force: bool,
    release: &Release,
    told: impl Fn(bool) + Clone + 'static,
) -> Result<(), JsValue> {
    let navigator = web_sys::window().ok_or("no window")?.navigator();
    let locks: Object = Reflect::get(&navigator, &"locks".into())?.dyn_into()?;
    let request: Function = Reflect::get(&locks, &"request".into())?.dyn_into()?;
    let options = Object::new();
    Reflect::set(&options, &(if by_force { "steal" } else { "ifAvailable" }).into(), &JsValue::TRUE)?;
    let (granted, lost) = (told.clone(), told);
    let (held, over) = (release.clone(), release.clone());
    let heard = Closure::once_into_js(move |lock: JsValue| {
        let is_held = lock.is_object();
        // As long as this promise is open.
        let open = Promise::new(&mut |done, _| drop(held.borrow_mut().replace(done)));
        granted(is_held);
        if is_held { open.into() } else { JsValue::UNDEFINED }
    });
    let answer: Promise = request.call3(&locks, &full(name).into(), &options, &heard)?.dyn_into()?;
    wasm_bindgen_futures::spawn_local(async move {
        // It fails when another tab takes the lock, and where the browser gives none to this page: then nobody is asked.
        if wasm_bindgen_futures::JsFuture::from(answer).await.is_err() {
            lost(over.take().is_none());
        }
    });
    Ok(())
}

/// Says in the storage that this page has it, and listens for others that say so.
fn announce(name: &str, told: impl Fn(bool) + 'static) -> Option<EventListener> {
    let window = web_sys::window()?;
    let storage: Storage = window.local_storage().ok()??;
    let key = full(&format!("{name}.owner"));
    let own = super::random().to_string();
    storage.set_item(&key, &own).ok()?;
    told(true);
    Some(EventListener::new(&window, "storage", move |_| {
        let now = storage.get_item(&key).ok().flatten();
        if now.is_some_and(|now| now != own) {
            told(false);
        }
    }))
}
