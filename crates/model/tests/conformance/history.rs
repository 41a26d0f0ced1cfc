//! Finds and reads recordings.

use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// A recording.
pub(crate) struct History {
    /// Its name.
    pub(crate) name: String,
    /// Whether the servers flush and split by themselves.
    pub(crate) auto: bool,
    /// What was done, each with HBase's answer as `want`.
    pub(crate) steps: Vec<Value>,
}

fn is_history(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.ends_with(".json") || name.ends_with(".json.gz")
}

/// The files that are named, and those in folders that are named and in all below them, by name.
pub(crate) fn files(places: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for place in places {
        if place.is_dir() {
            find(place, &mut files)?;
        } else {
            files.push(place.clone());
        }
    }
    if files.is_empty() { Err(format!("no histories in {places:?}")) } else { Ok(files) }
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    let mut found: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.sort();
    for path in found {
        if path.is_dir() {
            find(&path, files)?;
        } else if is_history(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<History, String> {
    let problem = |error: &dyn std::fmt::Display| format!("FAILED {}: {error}\n", path.display());
    let file = File::open(path).map_err(|error| problem(&error))?;
    let mut text = String::new();
    if path.extension().is_some_and(|extension| extension == "gz") {
        GzDecoder::new(file).read_to_string(&mut text)
    } else {
        (&file).read_to_string(&mut text)
    }
    .map_err(|error| problem(&error))?;
    let mut value: Value = serde_json::from_str(&text).map_err(|error| problem(&error))?;
    let name = value["name"].as_str().map_or_else(|| path.display().to_string(), str::to_owned);
    let auto = value["auto"].as_bool().unwrap_or(false);
    match value["steps"].take() {
        Value::Array(steps) => Ok(History { name, auto, steps }),
        _ => Err(problem(&"it has no steps")),
    }
}
