//! Targets of links: paths in the repository as they are written, and paths in a version as a reader gets them.

/// The target of a link in a file, both in one folder; `None` if it is outside.
pub(super) fn resolved(from: &str, link: &str) -> Option<String> {
    let mut names: Vec<&str> = from.split('/').collect();
    names.pop();
    for name in link.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop()?;
            }
            name => names.push(name),
        }
    }
    Some(names.join("/"))
}

/// The link that leads from one file to another.
pub(super) fn relative(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let folders = from.len() - 1;
    let shared = from.iter().zip(&to).take(folders.min(to.len() - 1)).take_while(|(one, other)| one == other).count();
    let mut link = "../".repeat(folders - shared);
    link += &to[shared..].join("/");
    if link.is_empty() { "./".into() } else { link }
}

/// Whether a link leads to another site, or is not the address of a file.
pub(super) fn is_foreign(link: &str) -> bool {
    let scheme = link.split(['/', '#', '?']).next().unwrap_or_default();
    link.starts_with("//") || scheme.contains(':')
}

/// Calls `follow` with every address in the attributes of a piece of HTML, and replaces the address by the answer.
pub(super) fn rewritten<E>(html: &str, mut follow: impl FnMut(&str) -> Result<String, E>) -> Result<String, E> {
    const ATTRIBUTES: [&str; 3] = [" href=\"", " src=\"", " srcset=\""];
    let mut text = String::new();
    let mut rest = html;
    while let Some((at, attribute)) =
        ATTRIBUTES.iter().filter_map(|attribute| Some((rest.find(attribute)?, attribute))).min()
    {
        let value = at + attribute.len();
        let Some(length) = rest[value..].find('"') else { break };
        text += &rest[..value];
        text += &follow(&rest[value..value + length])?;
        rest = &rest[value + length..];
    }
    Ok(text + rest)
}

#[cfg(test)]
mod tests {
    use super::{is_foreign, relative, resolved, rewritten};

    #[test]
    fn links_are_followed_inside_of_the_folder() {
        assert_eq!(resolved("README.md", "docs/cli.md").as_deref(), Some("docs/cli.md"));
        assert_eq!(resolved("docs/cli.md", "../README.md").as_deref(), Some("README.md"));
        assert_eq!(resolved("docs/cli.md", "./posters/").as_deref(), Some("docs/posters"));
        assert_eq!(resolved("docs/cli.md", "../../elsewhere"), None);
    }

    #[test]
    fn links_are_written_from_where_they_stand() {
        assert_eq!(relative("docs/cli.html", "docs/index.html"), "index.html");
        assert_eq!(relative("docs/cli.html", "posters/a.svg"), "../posters/a.svg");
        assert_eq!(relative("posters/index.html", "docs/a/b.html"), "../docs/a/b.html");
        assert_eq!(relative("index.html", "docs/a.html"), "docs/a.html");
        assert_eq!(relative("docs/cli.html", ""), "../");
        assert_eq!(relative("index.html", ""), "./");
    }

    #[test]
    fn other_sites_are_told_from_files() {
        assert!(is_foreign("https://hbase.apache.org") && is_foreign("//cdn") && is_foreign("mailto:a@b"));
        assert!(!is_foreign("cli.md#a:b") && !is_foreign("../README.md"));
    }

    #[test]
    fn addresses_in_attributes_are_rewritten() {
        let upper = |address: &str| if address == "x" { Err(()) } else { Ok(address.to_uppercase()) };
        let html = "<source srcset=\"a.svg\"><img src=\"b.svg\" alt=\"src=c\"> <a href=\"#d\">d</a>";
        assert_eq!(
            rewritten(html, upper),
            Ok("<source srcset=\"A.SVG\"><img src=\"B.SVG\" alt=\"src=c\"> <a href=\"#D\">d</a>".into())
        );
        assert_eq!(rewritten("<img src=\"x\">", upper), Err(()));
    }
}
