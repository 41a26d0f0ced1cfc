//! The contents of folders in memory: files by their paths.

use crate::outcome::{Explain, Outcome};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files by their paths inside of a folder, with `/` between names.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Reads every file of a folder.
pub(crate) fn read(folder: &Path) -> Outcome<Files> {
    let mut files = Files::new();
    let mut todo = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, inside)) = todo.pop() {
        let doing = format!("cannot list {}", folder.display());
        for entry in fs::read_dir(&folder).explain(&doing)? {
            let path = entry.explain(&doing)?.path();
            let name = format!("{inside}{}", path.file_name().unwrap_or_default().to_string_lossy());
            if path.is_dir() {
                todo.push((path, format!("{name}/")));
            } else {
                files.insert(name, fs::read(&path).explain(format_args!("cannot read {}", path.display()))?);
            }
        }
    }
    Ok(files)
}

/// Makes a folder that holds these files and nothing else.
pub(crate) fn write(folder: &Path, files: &Files) -> Outcome<()> {
    if folder.is_dir() {
        fs::remove_dir_all(folder).explain(format_args!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).explain(format_args!("cannot make {}", folder.display()))?;
    for (path, bytes) in files {
        let file = folder.join(path);
        let doing = format!("cannot write {}", file.display());
        fs::create_dir_all(file.parent().unwrap_or(folder)).explain(&doing)?;
        fs::write(&file, bytes).explain(&doing)?;
    }
    Ok(())
}
