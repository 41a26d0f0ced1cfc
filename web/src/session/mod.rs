//! What the page knows and what can happen to it: no markup and no browser, so all of it is tested natively.
//!
//! [`State::apply`] takes an [`Action`](action::Action) and answers with [`Effect`]s, which is what only a browser
//! can do. Everything on the screen is drawn from the state and from the view it holds.

pub mod act;
pub mod action;
pub mod axis;
pub mod chunk;
pub mod console;
pub mod form;
pub mod grid;
pub mod import;
pub mod keep;
pub mod key;
pub mod notes;
mod reducer;
pub mod scroll;
mod state;
mod width;
mod work;

pub use reducer::Effect;
pub use state::{State, UnderWay, row_text};
pub use width::{Fit, Widths};
pub use work::{Build, Work};

#[cfg(test)]
mod tests;
