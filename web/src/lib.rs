//! The page.

mod chunk;
mod components;
mod interop;
pub mod session;

use chunk::{Brought, bring};
use components::{Given, Playground};
use session::chunk::{Chunk, Chunks, MISSING};
use yew::platform::spawn_local;

/// Draws the playground into `root`, in place of whatever stands there, as soon as all is there that it begins with.
pub fn mount(root: web_sys::Element) {
    interop::catch_panics(&root);
    if interop::starts_afresh() {
        interop::forget("session");
    }
    spawn_local(async move {
        let mut chunks = Chunks::default();
        let mut console = None;
        if let Some(kept) = interop::kept("session") {
            // All set out at once; below each is waited for.
            for chunk in [Chunk::Act, Chunk::Scenario] {
                spawn_local(async move { drop(bring(chunk).await) });
            }
            // What was kept is not to be lost, so the page does not open without it.
            let (Ok(Brought::Act(act)), Ok(Brought::Keep(keep)), Ok(Brought::Scenario(scenario))) =
                (bring(Chunk::Act).await, bring(Chunk::Keep).await, bring(Chunk::Scenario).await)
            else {
                return interop::say(&root, ".boot__status", MISSING);
            };
            chunks = Chunks { act: Some(act), keep: Some(keep), scenario: Some(scenario), ..chunks };
            if (keep.read)(&kept).is_ok_and(|saved| saved.has_scripts()) {
                let Ok(Brought::Console(logic, pane)) = bring(Chunk::Console).await else {
                    return interop::say(&root, ".boot__status", MISSING);
                };
                chunks.console = Some(logic);
                console = Some(pane);
            }
        }
        root.set_inner_html("");
        yew::Renderer::<Playground>::with_root_and_props(root, Given { chunks, console }).render();
    });
}
