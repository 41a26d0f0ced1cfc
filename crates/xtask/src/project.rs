//! Where things are: the folders of the project, the arguments a task was given, and where its programs print.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

pub(crate) struct Project {
    root: PathBuf,
    /// The arguments after the name of the task on the command line.
    pub(crate) arguments: Vec<String>,
    /// The file for the output of programs, instead of the terminal.
    log: Option<PathBuf>,
}

impl Project {
    pub(crate) fn new(arguments: Vec<String>) -> Self {
        Self { root: root(), arguments, log: None }
    }

    /// The same project for steps that run at the same time as others: the output of their programs goes into a file,
    /// which [`Project::told`] returns.
    pub(crate) fn beside(&self) -> Self {
        let log = self.path(&format!("target/beside-{}.log", std::process::id()));
        Self { root: self.root.clone(), arguments: self.arguments.clone(), log: Some(log) }
    }

    /// The file for the output of programs, if it is not the terminal. Output is appended.
    pub(crate) fn log(&self) -> Option<File> {
        File::options().create(true).append(true).open(self.log.as_ref()?).ok()
    }

    /// Removes the log. The next output starts a new one.
    pub(crate) fn forget(&self) {
        if let Some(log) = &self.log {
            let _gone = fs::remove_file(log);
        }
    }

    /// The output of programs since the last [`Project::forget`], unless the terminal shows it.
    pub(crate) fn told(&self) -> String {
        let bytes = self.log.as_ref().and_then(|log| fs::read(log).ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.root.join(inside)
    }

    /// The folder of tools that belong to this project only, so that other installations are not touched.
    pub(crate) fn tools(&self) -> PathBuf {
        self.path("target/tools")
    }
}

/// The root of the workspace that this program was built from.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}
