//! Finds and reads sessions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A session.
pub(crate) struct Recording {
    /// Its theme, without the mode.
    pub(crate) name: String,
    /// Characters of a line; 0 for a pipe.
    pub(crate) width: usize,
    /// Files that stood in the working folder.
    pub(crate) files: BTreeMap<String, String>,
    /// Everything that was printed and typed.
    pub(crate) text: String,
}

/// The sessions at these places, in the order of their names.
pub(crate) fn files(places: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for place in places {
        find(place, &mut files, true)?;
    }
    files.sort();
    Ok(files)
}

fn find(place: &Path, files: &mut Vec<PathBuf>, named: bool) -> Result<(), String> {
    if !place.is_dir() {
        if named || is_session(place) {
            files.push(place.to_owned());
        }
        return Ok(());
    }
    let entries = fs::read_dir(place).map_err(|error| format!("cannot list {}: {error}", place.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| format!("cannot list {}: {error}", place.display()))?.path();
        find(&path, files, false)?;
    }
    Ok(())
}

fn is_session(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.ends_with(".txt") && mode(&name).is_some()
}

/// The name of a session and its width: `put.tty100.txt`, `put.pipe.txt`.
fn mode(file: &str) -> Option<(String, usize)> {
    let stem = file.strip_suffix(".txt")?;
    let (name, mode) = stem.rsplit_once('.')?;
    let width = if mode == "pipe" { 0 } else { mode.strip_prefix("tty")?.parse().ok()? };
    Some((name.to_owned(), width))
}

/// Reads a session.
pub(crate) fn read(path: &Path) -> Result<Recording, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("  cannot read it: {error}\n"))?;
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (name, width) = match mode(&file) {
        Some(found) => found,
        // The first line says it, too.
        None => {
            let head = text.lines().next().unwrap_or("");
            let width =
                head.split("tty").nth(1).map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
            (file.trim_end_matches(".txt").to_owned(), width.and_then(|width| width.parse().ok()).unwrap_or(0))
        }
    };
    let mut files = BTreeMap::new();
    let mut rest = text.as_str();
    while rest.starts_with("###") {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        if let Some((file, text)) = line.strip_prefix("### file ").and_then(|line| line.split_once(": ")) {
            files.insert(file.to_owned(), text.replace("\\n", "\n"));
        }
        rest = after;
    }
    Ok(Recording { name, width, files, text: rest.to_owned() })
}
