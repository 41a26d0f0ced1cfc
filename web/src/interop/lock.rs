//! Only one tab at a time may write the same work. A Web Lock decides which one. In a browser without them it is the
//! tab that came last; the others learn of it by a change in local storage.

use super::memory::{OWNER, full};
use gloo::events::EventListener;
use js_sys::{Function, Object, Promise, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Storage;

/// The function that releases a lock, while it is held.
type Release = Rc<RefCell<Option<Function>>>;

/// A lock that was asked for. It is released when this is dropped.
#[derive(Debug)]
pub(crate) struct Hold {
    release: Release,
    _listener: Option<EventListener>,
}

impl Hold {
    /// Asks for the lock of this name; `by_force` takes it from the tab that has it. `told` is called with whether it
    /// is held: at once, and when another tab takes it away.
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
    let (held, over) = (Rc::downgrade(release), Rc::downgrade(release));
    let heard = Closure::once_into_js(move |lock: JsValue| {
        // Nobody wants it any more: it is released at once.
        let Some(held) = held.upgrade() else { return JsValue::UNDEFINED };
        let is_held = lock.is_object();
        // The lock is held as long as this promise is pending.
        let open = Promise::new(&mut |done, _| drop(held.borrow_mut().replace(done)));
        granted(is_held);
        if is_held { open.into() } else { JsValue::UNDEFINED }
    });
    let answer: Promise = request.call3(&locks, &full(name).into(), &options, &heard)?.dyn_into()?;
    wasm_bindgen_futures::spawn_local(async move {
        // The promise is rejected if another tab takes the lock, or if the browser gives no locks to this page. In the
        // second case there is nobody to ask, and the page writes as if it had the lock.
        if wasm_bindgen_futures::JsFuture::from(answer).await.is_err()
            && let Some(over) = over.upgrade()
        {
            lost(over.take().is_none());
        }
    });
    Ok(())
}

/// Writes into local storage that this page has the lock, and listens for other tabs that write so.
fn announce(name: &str, told: impl Fn(bool) + 'static) -> Option<EventListener> {
    let window = web_sys::window()?;
    let storage: Storage = window.local_storage().ok()??;
    let key = full(&format!("{name}{OWNER}"));
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
