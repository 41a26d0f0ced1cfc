//! The npm package as a part of a version: its files, which a page imports by their address, and the archive, which npm
//! installs by its address. So it can be used without a registry.

use crate::command::{command, run_quietly};
use crate::folder::{Files, read};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use std::fs;

/// The folder of the package in a version.
const FOLDER: &str = "npm";

/// The archive. Its name has no version, since that of the folder has.
const ARCHIVE: &str = "npm/splitpoint.tgz";

/// Adds the package in `target/npm`.
pub(super) fn add(project: &Project, files: &mut Files) -> Outcome<()> {
    let built = project.path("target/npm");
    if !built.join("index.js").is_file() {
        return Err(Problem::new("target/npm holds no package: cargo xtask package makes it"));
    }
    for (name, bytes) in read(&built)? {
        files.insert(format!("{FOLDER}/{name}"), bytes);
    }
    let packed = project.path("target/npm-packed");
    if packed.is_dir() {
        fs::remove_dir_all(&packed).explain("cannot empty target/npm-packed")?;
    }
    fs::create_dir_all(&packed).explain("cannot make target/npm-packed")?;
    run_quietly(
        command(project, "npm").args(["pack", "--silent", "--pack-destination"]).arg(&packed).current_dir(&built),
    )?;
    let archive = read(&packed)?.into_iter().find(|(name, _)| name.ends_with(".tgz"));
    let (_, bytes) = archive.ok_or_else(|| Problem::new("npm pack has written no archive"))?;
    files.insert(ARCHIVE.into(), bytes);
    Ok(())
}
