//! The hashes of all that makes up the state of a shell, as a part of the language that can be brought later. Only a search
//! of every order compares states of shells, so whoever just runs lines does without this code.

use crate::command::Running;
use crate::session::Shell;
use crate::world::Catalog;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// How states are hashed. The functions are called by way of this table only, so that a program can load them later than the
/// rest.
pub struct States {
    shell: fn(&Shell, &mut dyn Hasher),
    running: fn(&Running, &mut dyn Hasher),
    catalog: fn(&Catalog, &mut dyn Hasher),
}

/// The hashes as they are compiled into this part of the program.
pub static STATES: States = States { shell: Shell::tell, running: Running::tell, catalog: Catalog::tell };

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("States")
    }
}

/// The hashes that were loaded. They are code, the same for all shells.
static BROUGHT: OnceLock<&'static States> = OnceLock::new();

/// The hashes in a program that is built as one piece; `None` where they are a part that is loaded later.
const BUILT_IN: Option<&'static States> = if cfg!(feature = "split") { None } else { Some(&STATES) };

/// Takes in the hashes, which are [`STATES`], where they were loaded later than the rest: before the first state of a shell
/// is hashed. Once is enough.
pub fn bring(states: &'static States) {
    let _ = BROUGHT.set(states);
}

fn states() -> &'static States {
    BROUGHT.get().copied().or(BUILT_IN).expect("a search has to call `bring` before it hashes the state of a shell")
}

impl Hash for Shell {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (states().shell)(self, state);
    }
}

impl Hash for Running {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (states().running)(self, state);
    }
}

impl Hash for Catalog {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (states().catalog)(self, state);
    }
}
