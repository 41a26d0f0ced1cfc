//! A rule: the project has one version, and every place that names it names the same.

use super::Breach;
use crate::outcome::Outcome;
use crate::release::versions;
use std::path::Path;

pub(super) fn breaches(root: &Path) -> Outcome<Vec<Breach>> {
    Ok(others(&versions(root)?))
}

/// The places that name another version than the first one does.
fn others(versions: &[(&'static str, String)]) -> Vec<Breach> {
    let Some((first, wanted)) = versions.first() else { return Vec::new() };
    let others = versions.iter().filter(|(_, version)| version != wanted);
    others.map(|(path, version)| Breach::new(path, 1, format!("names {version}, and {first} names {wanted}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::others;

    #[test]
    fn one_version_stands_everywhere() {
        let named = |version: &str| [("a", "1.0.0".to_owned()), ("b", version.to_owned())];
        assert!(others(&named("1.0.0")).is_empty());
        assert_eq!(others(&named("1.0.1")).len(), 1);
    }
}
