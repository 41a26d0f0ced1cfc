//! The page with the posters of all examples, which are pictures in light and dark.

use super::docs::escaped;
use crate::outcome::{Explain, Outcome};
use crate::project::Project;
use std::fs;

/// The folder of the posters in the repository.
pub(super) const FOLDER: &str = "docs/posters";

/// A picture of an example at its beginning.
pub(super) struct Poster {
    /// The id of the example.
    start: String,
    title: String,
}

/// All posters, by their names.
pub(super) fn all(project: &Project) -> Outcome<Vec<Poster>> {
    let mut posters = Vec::new();
    for entry in fs::read_dir(project.path(FOLDER)).explain("cannot list docs/posters")? {
        let name = entry.explain("cannot list docs/posters")?.file_name().to_string_lossy().into_owned();
        let Some(start) = name.strip_suffix("-light.svg") else { continue };
        let svg = fs::read_to_string(project.path(FOLDER).join(&name)).explain(format_args!("cannot read {name}"))?;
        let title = svg.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")).map(|(title, _)| title);
        posters.push(Poster { start: start.to_owned(), title: title.unwrap_or(start).to_owned() });
    }
    posters.sort_by(|one, other| one.start.cmp(&other.start));
    Ok(posters)
}

/// The content of the page, without the frame around it.
pub(super) fn body(posters: &[Poster]) -> String {
    let mut html = String::from(
        "<h1>Posters</h1><p>Pictures of every example as it begins, for documentation that cannot show a live one. \
         They stay at their addresses.</p>",
    );
    for Poster { start, title } in posters {
        let title = escaped(title);
        html += &format!(
            "<h2 id=\"{start}\">{title}</h2><p><picture>\
             <source media=\"(prefers-color-scheme: dark)\" srcset=\"{start}-dark.svg\">\
             <img src=\"{start}-light.svg\" alt=\"The example {title}\" loading=\"lazy\"></picture></p>\
             <p><a href=\"../#start={start}\">Open {title}</a> · <a href=\"{start}-light.svg\">{start}-light.svg</a> · \
             <a href=\"{start}-dark.svg\">{start}-dark.svg</a></p>"
        );
    }
    html
}

#[cfg(test)]
mod tests {
    use super::{all, body};
    use crate::project::Project;

    #[test]
    fn every_example_has_a_picture_in_light_and_dark() {
        let posters = all(&Project::new(Vec::new())).unwrap_or_default();
        assert!(posters.iter().any(|poster| poster.start == "comments" && poster.title == "Comments"));
        let html = body(&posters);
        for poster in &posters {
            for theme in ["light", "dark"] {
                assert!(html.contains(&format!("\"{}-{theme}.svg\"", poster.start)), "{html}");
            }
        }
    }
}
