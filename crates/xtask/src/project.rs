//! Where things are: the folders of the project, and the arguments a task was given.

use std::path::{Path, PathBuf};

pub(crate) struct Project {
    root: PathBuf,
    /// What followed the name of the task on the command line.
    pub(crate) arguments: Vec<String>,
}

impl Project {
    pub(crate) fn new(arguments: Vec<String>) -> Self {
        Self { root: root(), arguments }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.root.join(inside)
    }

    /// Tools that belong to this project alone, so that nobody's own installation is touched.
    pub(crate) fn tools(&self) -> PathBuf {
        self.path("target/tools")
    }
}

/// The workspace this program was built from.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}
