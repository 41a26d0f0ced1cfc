//! The state of the page and all actions on it, without markup and without a browser, so that all of it is tested
//! natively.
//!
//! [`State::apply`] takes an [`Action`](action::Action) and returns [`Effect`]s, which need a browser. The state
//! consists of a [`Document`] (the session), a [`Desk`] (what lies open: form, script, panes) and a [`Chrome`] (the
//! page around it). Each changes itself; the state handles what one means for another.

mod act;
pub mod action;
pub mod address;
mod chrome;
pub mod chunk;
pub mod clerk;
pub mod cluster;
pub mod compare;
pub mod console;
pub mod design;
mod desk;
mod document;
pub mod exchange;
pub mod grid;
pub mod growth;
mod hash;
pub mod heat;
pub mod host;
pub mod import;
pub mod journal;
pub mod keep;
pub mod key;
pub mod lesson;
pub mod link;
mod map;
mod margin;
pub mod must;
pub mod options;
pub mod orders;
mod place;
pub mod present;
mod reducer;
pub mod repeat;
pub mod restore;
pub mod scroll;
pub mod share;
pub mod stash;
mod state;
mod visit;
mod work;
pub mod writing;

pub use chrome::Chrome;
pub use desk::{Desk, FIRST_MINUTES, FORM, OpenForm, Panes, Side, UnderWay, Wide};
pub use document::Document;
pub use map::{Map, Reveal};
pub use present::Present;
pub use reducer::Effect;
pub use state::State;
pub use visit::Visit;
pub use work::{Build, Work};

#[cfg(test)]
mod again;
#[cfg(test)]
mod order;
#[cfg(test)]
mod tests;
