//! Posters of all starts and of all lessons, as they stand in the documentation. `UPDATE_GOLDENFILES=1 cargo test -p
//! splitpoint-cli --test poster` draws them anew; look at them before they are committed.

use splitpoint_lab::lesson::SHELF;
use splitpoint_lab::scenario::EXAMPLES;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of this name in the repository.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Holds that a folder has each of these pictures in light and dark, as it is drawn now, and no others.
fn holds(place: &str, posters: &[(&str, Vec<String>)]) {
    let folder = folder(place);
    let update = env::var_os("UPDATE_GOLDENFILES").is_some();
    let mut known = Vec::new();
    for (id, asked) in posters {
        for theme in ["light", "dark"] {
            let name = format!("{id}-{theme}.svg");
            let mut command = Command::new(env!("CARGO_BIN_EXE_splitpoint"));
            let output = command.arg("poster").args(asked).args(["--theme", theme]).output();
            let output = output.expect("the binary is there");
            assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
            let drawn = String::from_utf8(output.stdout).expect("it is text");
            let path = folder.join(&name);
            if update {
                fs::create_dir_all(&folder).expect("it can be made");
                fs::write(&path, &drawn).expect("it can be written");
            }
            let kept = fs::read_to_string(&path).unwrap_or_default();
            assert!(kept == drawn, "{place}/{name} is not what is drawn now; read the first lines of this file");
            known.push(name);
        }
    }
    for entry in fs::read_dir(&folder).expect("it is there") {
        let entry = entry.expect("it is there");
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(entry.path().is_dir() || known.contains(&name), "nothing asks for {place}/{name}");
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

#[test]
fn the_posters_of_all_starts_are_as_they_are_drawn_now() {
    let posters: Vec<_> = EXAMPLES.iter().map(|example| (example.id, words(&["--start", example.id]))).collect();
    holds("docs/posters", &posters);
}

/// A lesson is shown after its second stop: something has happened, and most of what it asks is still open.
#[test]
fn the_posters_of_all_lessons_are_as_they_are_drawn_now() {
    let poster = |id: &'static str| {
        let file = folder("crates/lab/lessons").join(id).with_extension("md").display().to_string();
        (id, words(&["--lesson", &file, "--stop", "2", "--lines", "16"]))
    };
    let posters: Vec<_> = SHELF.iter().map(|lesson| poster(lesson.id)).collect();
    holds("docs/posters/lesson", &posters);
}
