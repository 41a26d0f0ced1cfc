//! The page.

mod chunk;
mod components;
mod interop;
pub mod session;

use components::{Given, Playground};
use session::chunk::MISSING;
use yew::platform::spawn_local;

/// Draws the playground into `root`, in place of whatever stands there, as soon as all is there that it begins with.
pub fn mount(root: web_sys::Element) {
    interop::catch_panics(&root);
    if interop::starts_afresh() {
        interop::forget("session");
    }
    spawn_local(async move {
        let keep = match interop::kept("session") {
            Some(_) => match chunk::keep().await {
                Ok(keep) => Some(keep),
                Err(_) => return interop::say(&root, ".boot__status", MISSING),
            },
            None => None,
        };
        root.set_inner_html("");
        yew::Renderer::<Playground>::with_root_and_props(root, Given { keep }).render();
    });
}
