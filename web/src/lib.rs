//! The page.

mod components;
mod interop;
pub mod session;

use components::Playground;

/// Draws the playground into `root`, in place of whatever stands there.
pub fn mount(root: web_sys::Element) {
    interop::catch_panics(&root);
    root.set_inner_html("");
    yew::Renderer::<Playground>::with_root(root).render();
}
