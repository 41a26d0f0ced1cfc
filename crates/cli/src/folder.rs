//! Finds the files of arguments that may be folders.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of these arguments: a file is itself; a folder stands for all files below it with one of these endings, in
/// the order of their names. Hidden folders and installed packages are left out.
pub(crate) fn files(paths: &[PathBuf], ends: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        walk(path, ends, &mut files)?;
        if files.len() == before {
            let ends = ends.iter().map(|end| format!(".{end}")).collect::<Vec<_>>().join(" or ");
            return Err(format!(
                "“{}” has no file that ends with {ends}. Name files, or another folder.",
                path.display()
            ));
        }
    }
    Ok(files)
}

fn walk(folder: &Path, ends: &[&str], files: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error| format!("“{}” cannot be read: {error}.", folder.display());
    let entries = fs::read_dir(folder).map_err(failed)?;
    let mut entries =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    entries.sort();
    for entry in entries {
        let is_left_out = |name: &str| name.starts_with('.') || name == "node_modules";
        if entry.file_name().and_then(|name| name.to_str()).is_some_and(is_left_out) {
            continue;
        }
        // A symbolic link to a folder may lead back to where it is.
        if entry.is_dir() && !entry.is_symlink() {
            walk(&entry, ends, files)?;
        } else if entry.extension().and_then(|end| end.to_str()).is_some_and(|end| ends.contains(&end)) {
            files.push(entry);
        }
    }
    Ok(())
}
