//! Posters of all starts, as they stand in the documentation. `UPDATE_GOLDENFILES=1 cargo test -p splitpoint-cli --test
//! poster` draws them anew; look at them before they are committed.

use splitpoint_lab::scenario::EXAMPLES;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_posters_of_all_starts_are_as_they_are_drawn_now() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/posters");
    let update = env::var_os("UPDATE_GOLDENFILES").is_some();
    let mut known = Vec::new();
    for example in EXAMPLES {
        for theme in ["light", "dark"] {
            let name = format!("{}-{theme}.svg", example.id);
            let mut command = Command::new(env!("CARGO_BIN_EXE_splitpoint"));
            let output = command.args(["poster", "--start", example.id, "--theme", theme]).output();
            let output = output.expect("the binary is there");
            assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
            let drawn = String::from_utf8(output.stdout).expect("it is text");
            let path = folder.join(&name);
            if update {
                fs::create_dir_all(&folder).expect("it can be made");
                fs::write(&path, &drawn).expect("it can be written");
            }
            let kept = fs::read_to_string(&path).unwrap_or_default();
            assert!(kept == drawn, "docs/posters/{name} is not what is drawn now; read the first lines of this file");
            known.push(name);
        }
    }
    for entry in fs::read_dir(&folder).expect("it is there") {
        let name = entry.expect("it is there").file_name().to_string_lossy().into_owned();
        assert!(known.contains(&name), "docs/posters/{name} is of no start");
    }
}
