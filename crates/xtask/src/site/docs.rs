//! The documentation as pages: the README, CONTRIBUTING, the changelog and every Markdown file in `docs`, with a list
//! of all of them at the side. Links between the files become links between the pages, and one that leads nowhere is an error.

use super::link::{is_foreign, relative, resolved, rewritten};
use super::{is_stamped, lesson, offline, poster};
use crate::folder::{Files, read};
use crate::outcome::{Explain, Outcome, Problem};
use crate::page::{ELEMENT, stamped};
use crate::project::Project;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

/// The pages that are listed first, in this order; others follow by name.
const ORDER: [&str; 14] = [
    "README.md",
    "docs/lesson.md",
    "docs/embed.md",
    "docs/generator.md",
    "docs/host.md",
    "docs/api.md",
    "docs/cli.md",
    "docs/fidelity.md",
    "docs/claims.md",
    "docs/growth.md",
    "docs/architecture.md",
    "docs/page.md",
    "docs/speed.md",
    "docs/format.md",
];

/// The pages that are not in `docs`.
const BESIDE: [&str; 3] = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// The page with all posters. In the repository it is their folder.
const GALLERY: &str = "posters/index.html";

/// The title of the page with all lessons.
const LESSONS: &str = "Lessons";

/// The endings of names of files that a browser shows. It would save others, unless they are served as text.
const SHOWN: [&str; 8] = [".svg", ".png", ".jpg", ".webp", ".json", ".txt", ".html", ".js"];

/// A Markdown file.
struct Page {
    /// Its path in the repository.
    source: String,
    text: String,
    headings: Vec<Heading>,
}

struct Heading {
    level: HeadingLevel,
    words: String,
    /// The anchor of the heading, as GitHub makes it.
    id: String,
}

/// Everything that links can lead to.
struct Book {
    root: PathBuf,
    pages: Vec<Page>,
    gallery: Vec<poster::Poster>,
    lessons: Vec<lesson::Lesson>,
}

/// Adds the pages, the files that they show, and the posters to a release.
pub(super) fn add(project: &Project, files: &mut Files) -> Outcome<()> {
    let book = Book::read(project)?;
    let tokens = fs::read_to_string(project.path("web/styles/tokens.css")).explain("cannot read tokens.css")?;
    let own = fs::read_to_string(project.path("web/site/docs.css")).explain("cannot read docs.css")?;
    let joined = project.path("target/docs.css");
    fs::write(&joined, tokens + &own).explain("cannot write target/docs.css")?;
    let style = offline::short(project, &joined, "docs.css", &[])?;
    let script = offline::small(project, "docs.js", &[])?;
    let frame = Frame {
        html: fs::read_to_string(project.path("web/site/docs.html")).explain("cannot read web/site/docs.html")?,
        style: format!("docs/{}", stamped("docs.css", &style)),
        script: format!("docs/{}", stamped("docs.js", &script)),
        icon: files.keys().find(|name| name.starts_with("icon-") && is_stamped(name)).cloned().unwrap_or_default(),
    };
    files.insert(frame.style.clone(), style);
    files.insert(frame.script.clone(), script);

    let mut shown = BTreeSet::new();
    let mut broken = Vec::new();
    for page in &book.pages {
        let out = out(&page.source);
        let body = book.body(page, &mut shown, &mut broken);
        let title = page.headings.first().map_or(&*page.source, |heading| &heading.words);
        let whole = frame.filled(&out, title, &book.contents(&out, &page.headings), &body);
        if whole.contains("<split-point") && !files.contains_key(ELEMENT) {
            broken.push(format!("{}: a live picture needs {ELEMENT}, which this release has not", page.source));
        }
        files.insert(out, whole.into_bytes());
    }
    if !broken.is_empty() {
        return Err(Problem::new(format!("Links of the documentation that lead nowhere:\n  {}", broken.join("\n  "))));
    }
    let mut made = vec![
        (GALLERY.to_owned(), "Posters", poster::body(&book.gallery)),
        (lesson::SHELF.to_owned(), LESSONS, lesson::shelf(&book.lessons)),
    ];
    for (at, lesson) in book.lessons.iter().enumerate() {
        made.push((lesson::out(lesson), &lesson.title, lesson::body(&book.lessons, at)));
    }
    for (out, title, body) in made {
        let whole = frame.filled(&out, title, &book.contents(&out, &[]), &body);
        files.insert(out, whole.into_bytes());
    }
    for (name, bytes) in read(&project.path("docs/posters"))? {
        files.insert(format!("posters/{name}"), bytes);
    }
    for source in shown {
        let bytes = fs::read(project.path(&source)).explain(format_args!("cannot read {source}"))?;
        files.insert(copied(&source), bytes);
    }
    Ok(())
}

/// The frame around each page: its head, and the list of pages.
struct Frame {
    html: String,
    style: String,
    script: String,
    icon: String,
}

impl Frame {
    fn filled(&self, out: &str, title: &str, contents: &str, body: &str) -> String {
        let to = |path: &str| relative(out, path);
        let live =
            body.contains("<split-point").then(|| format!("<script src=\"{}\" type=\"module\"></script>", to(ELEMENT)));
        let names = [
            ("{top}", to("")),
            ("{start}", to(&self::out("README.md"))),
            ("{lessons}", to(lesson::SHELF)),
            ("{style}", to(&self.style)),
            ("{script}", to(&self.script)),
            ("{icon}", to(&self.icon)),
            ("{live}", live.unwrap_or_default()),
            ("{contents}", contents.into()),
        ];
        // The title and the body were written by hand, and may hold such names themselves: nothing is looked for in them.
        let (before, after) = self.html.split_once("{body}").unwrap_or((&self.html, ""));
        let fill = |html: &str| {
            let filled = names.iter().fold(html.to_owned(), |html, (name, text)| html.replace(name, text));
            filled.replace("{title}", &escaped(title))
        };
        [fill(before).as_str(), body, &fill(after)].concat()
    }
}

impl Book {
    fn read(project: &Project) -> Outcome<Self> {
        let mut sources: BTreeMap<String, Vec<u8>> =
            read(&project.path("docs"))?.into_iter().map(|(name, bytes)| (format!("docs/{name}"), bytes)).collect();
        sources.retain(|name, _| name.ends_with(".md"));
        for name in BESIDE {
            let text = fs::read(project.path(name)).explain(format_args!("cannot read {name}"))?;
            sources.insert(name.into(), text);
        }
        let mut pages: Vec<Page> = sources
            .into_iter()
            .map(|(source, bytes)| Page::new(source, String::from_utf8_lossy(&bytes).into_owned()))
            .collect();
        pages.sort_by_key(|page| ORDER.iter().position(|source| *source == page.source).unwrap_or(ORDER.len()));
        Ok(Self {
            root: project.root().to_path_buf(),
            pages,
            gallery: poster::all(project)?,
            lessons: lesson::all(project)?,
        })
    }

    /// The list of all pages, with the sections of the open one, and with the lessons below the page that lists them.
    fn contents(&self, open: &str, headings: &[Heading]) -> String {
        let mut pages: Vec<(String, &str)> = self
            .pages
            .iter()
            .map(|page| (out(&page.source), page.headings.first().map_or("", |first| &*first.words)))
            .chain([(GALLERY.into(), "Posters")])
            .collect();
        pages.insert(pages.len().min(1), (lesson::SHELF.into(), LESSONS));
        let lessons: Vec<(String, &str)> =
            self.lessons.iter().map(|lesson| (lesson::out(lesson), &*lesson.title)).collect();
        let is_lesson = open == lesson::SHELF || lessons.iter().any(|(out, _)| out == open);
        let entry = |out: &str, title: &str| {
            let current = if out == open { " aria-current=\"page\"" } else { "" };
            format!("<li><a href=\"{}\"{current}>{}</a>", relative(open, out), escaped(title))
        };
        let mut list = String::from("<ul>");
        for (out, title) in pages {
            list += &entry(&out, title);
            let mut below: String = if out == lesson::SHELF && is_lesson {
                lessons.iter().map(|(out, title)| entry(out, title) + "</li>").collect()
            } else {
                String::new()
            };
            for Heading { words, id, .. } in headings.iter().filter(|heading| heading.level == HeadingLevel::H2) {
                if out == open {
                    below += &format!("<li><a href=\"#{id}\">{}</a></li>", escaped(words));
                }
            }
            if !below.is_empty() {
                list += &format!("<ul>{below}</ul>");
            }
            list += "</li>";
        }
        list + "</ul>"
    }

    /// The content of a page. Files that it shows are added to `shown`, and links that lead nowhere to `broken`.
    fn body(&self, page: &Page, shown: &mut BTreeSet<String>, broken: &mut Vec<String>) -> String {
        let mut follow = |link: &str| -> String {
            self.followed(page, link, shown).unwrap_or_else(|| {
                broken.push(format!("{}: {link}", page.source));
                link.to_owned()
            })
        };
        let mut headings = page.headings.iter();
        let mut events = Vec::new();
        for event in parse(&page.text) {
            match event {
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let dest_url = follow(&dest_url).into();
                    events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
                Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                    let dest_url = follow(&dest_url).into();
                    events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
                }
                Event::Html(text) => events.push(Event::Html(all_followed(&text, &mut follow))),
                Event::InlineHtml(text) => events.push(Event::InlineHtml(all_followed(&text, &mut follow))),
                Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                    let id = headings.as_slice().first().map(|heading| heading.id.clone().into());
                    events.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
                }
                Event::End(TagEnd::Heading(level)) => {
                    if let Some(Heading { words, id, .. }) = headings.next() {
                        let label = escaped(words).replace('"', "&quot;");
                        let anchor =
                            format!("<a class=\"docs__anchor\" href=\"#{id}\" aria-label=\"Link to: {label}\">#</a>");
                        events.push(Event::InlineHtml(anchor.into()));
                    }
                    events.push(Event::End(TagEnd::Heading(level)));
                }
                // A table that is too wide scrolls, also by keys. Its alignment would be an inline style, which the
                // policy forbids.
                Event::Start(Tag::Table(columns)) => {
                    events.push(Event::Html("<div class=\"docs__scroll\" tabindex=\"0\">".into()));
                    events.push(Event::Start(Tag::Table(vec![pulldown_cmark::Alignment::None; columns.len()])));
                }
                Event::End(TagEnd::Table) => {
                    events.push(Event::End(TagEnd::Table));
                    events.push(Event::Html("</div>".into()));
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    let language = match kind {
                        CodeBlockKind::Fenced(language) => language,
                        CodeBlockKind::Indented => CowStr::from(""),
                    };
                    let open = format!("<pre tabindex=\"0\"><code class=\"language-{}\">", escaped(&language));
                    events.push(Event::Html(open.into()));
                }
                Event::End(TagEnd::CodeBlock) => events.push(Event::Html("</code></pre>\n".into())),
                other => events.push(other),
            }
        }
        let mut text = String::new();
        html::push_html(&mut text, events.into_iter());
        text
    }

    /// The link in a version for one in a page; `None` if its target does not exist.
    fn followed(&self, page: &Page, link: &str, shown: &mut BTreeSet<String>) -> Option<String> {
        if is_foreign(link) {
            return Some(link.to_owned());
        }
        let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
        let target = if path.is_empty() { page.source.clone() } else { resolved(&page.source, path)? };
        let here = out(&page.source);
        if let Some(other) = self.pages.iter().find(|page| page.source == target) {
            if !anchor.is_none_or(|anchor| other.headings.iter().any(|heading| heading.id == anchor)) {
                return None;
            }
            let path = if path.is_empty() { String::new() } else { relative(&here, &out(&target)) };
            return Some(path + &anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default());
        }
        if let Some(out) = lesson::found(&self.lessons, &target).filter(|_| anchor.is_none()) {
            return Some(relative(&here, &out));
        }
        if target == poster::FOLDER && anchor.is_none() {
            return Some(relative(&here, GALLERY));
        }
        if !self.root.join(&target).is_file() || anchor.is_some() {
            return None;
        }
        let link = relative(&here, &copied(&target));
        if !target.starts_with(poster::FOLDER) {
            shown.insert(target);
        }
        Some(link)
    }
}

impl Page {
    fn new(source: String, text: String) -> Self {
        let mut headings: Vec<Heading> = Vec::new();
        let mut open: Option<(HeadingLevel, String)> = None;
        for event in parse(&text) {
            match (event, &mut open) {
                (Event::Start(Tag::Heading { level, .. }), _) => open = Some((level, String::new())),
                (Event::Text(part) | Event::Code(part), Some((_, words))) => *words += &part,
                (Event::End(TagEnd::Heading(_)), _) => {
                    let Some((level, words)) = open.take() else { continue };
                    let plain = slug(&words);
                    let taken = |id: &String| headings.iter().any(|heading| heading.id == *id);
                    let numbered = (1..).map(|number| format!("{plain}-{number}"));
                    let id = [plain.clone()].into_iter().chain(numbered).find(|id| !taken(id)).unwrap_or_default();
                    headings.push(Heading { level, words, id });
                }
                _ => {}
            }
        }
        Self { source, text, headings }
    }
}

fn parse(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS)
}

fn all_followed<'a>(html: &str, follow: &mut impl FnMut(&str) -> String) -> CowStr<'a> {
    let done: Result<String, std::convert::Infallible> = rewritten(html, |link| Ok(follow(link)));
    let Ok(text) = done;
    text.into()
}

/// The anchor that GitHub gives a heading.
fn slug(words: &str) -> String {
    let lower = words.to_lowercase();
    let letters = lower.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    letters.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// The path in a version of the page of a Markdown file.
fn out(source: &str) -> String {
    let name = source.strip_prefix("docs/").unwrap_or(source);
    let name = if source == "README.md" { "index" } else { name.strip_suffix(".md").unwrap_or(name) };
    format!("docs/{name}.html")
}

/// The path in a version of a file that a page shows or names.
fn copied(source: &str) -> String {
    if let Some(poster) = source.strip_prefix(poster::FOLDER) {
        return format!("posters{poster}");
    }
    let name = source.strip_prefix("docs/").unwrap_or(source);
    let kind = if SHOWN.iter().any(|kind| name.ends_with(kind)) { "" } else { ".txt" };
    format!("docs/{name}{kind}")
}

/// Escapes a text for HTML.
pub(super) fn escaped(words: &str) -> String {
    let mut text = String::new();
    html::push_html(&mut text, [Event::Text(words.into())].into_iter());
    text
}

#[cfg(test)]
mod tests {
    use super::{BTreeSet, Book, Page, copied, out};
    use crate::project::Project;

    /// Makes the page of a text beside a second page, and returns it with its broken links.
    fn body(text: &str) -> (String, Vec<String>) {
        let pages = [("docs/one.md", text), ("docs/two.md", "# Two\n## A `b` c!\n## A b c")];
        let pages = pages.map(|(source, text)| Page::new(source.into(), text.into())).into();
        let book = Book {
            root: Project::new(Vec::new()).root().to_path_buf(),
            pages,
            gallery: Vec::new(),
            lessons: Vec::new(),
        };
        let mut broken = Vec::new();
        let body = book.body(&book.pages[0], &mut BTreeSet::new(), &mut broken);
        (body, broken)
    }

    #[test]
    fn links_between_files_become_links_between_pages() {
        let (html, broken) = body(
            "[a](two.md) [b](two.md#a-b-c) [c](two.md#a-b-c-1) [d](../docs/two.md) ![e](posters/comments-light.svg) \
             [f](posters) [g](../LICENSE-MIT) [h](https://hbase.apache.org)",
        );
        assert!(broken.is_empty(), "{broken:?}");
        for link in [
            "href=\"two.html\"",
            "href=\"two.html#a-b-c\"",
            "href=\"two.html#a-b-c-1\"",
            "src=\"../posters/comments-light.svg\"",
            "href=\"../posters/index.html\"",
            "href=\"LICENSE-MIT.txt\"",
            "href=\"https://hbase.apache.org\"",
        ] {
            assert!(html.contains(link), "{link} in {html}");
        }
    }

    #[test]
    fn links_that_lead_nowhere_are_told() {
        let links = "[a](three.md) [b](two.md#none) [c](#none) ![d](none.svg) <img src=\"none.png\"> [e](../../out.md)";
        let (_, broken) = body(links);
        let told: Vec<&str> = broken.iter().filter_map(|line| line.strip_prefix("docs/one.md: ")).collect();
        assert_eq!(told, ["three.md", "two.md#none", "#none", "none.svg", "none.png", "../../out.md"]);
    }

    #[test]
    fn headings_have_anchors_and_wide_things_scroll_by_themselves() {
        let (html, _) = body("## A \"q\" & b\n\n| a | b |\n| --: | - |\n| 1 | 2 |\n\n```sh\na < b\n```\n");
        assert!(
            html.contains("<h2 id=\"a-q--b\">A &quot;q&quot; &amp; b<a")
                || html.contains("<h2 id=\"a-q--b\">A \"q\" &amp; b<a")
        );
        assert!(html.contains("aria-label=\"Link to: A &quot;q&quot; &amp; b\""), "{html}");
        assert!(
            html.contains("<div class=\"docs__scroll\" tabindex=\"0\"><table>") && !html.contains("style="),
            "{html}"
        );
        assert!(html.contains("<pre tabindex=\"0\"><code class=\"language-sh\">a &lt; b\n</code></pre>"), "{html}");
    }

    #[test]
    fn every_source_has_a_place() {
        assert_eq!(out("README.md"), "docs/index.html");
        assert_eq!(out("docs/lesson/race.md"), "docs/lesson/race.html");
        assert_eq!(copied("docs/screenshot.png"), "docs/screenshot.png");
        assert_eq!(copied("docs/posters/a.svg"), "posters/a.svg");
    }
}
