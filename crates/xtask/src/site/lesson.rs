//! Pages of the lessons that come with the program: each has the lesson itself, and below it the same in words, for
//! people who cannot run it or prefer to read. The words are those that the tests of the lab check
//! (`crates/lab/tests/lessons`).

use super::docs::escaped;
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use std::fmt::Write;
use std::fs;

/// The page with the list of lessons.
pub(super) const SHELF: &str = "docs/lessons/index.html";

/// The folder of lesson files in the repository.
const FOLDER: &str = "crates/lab/lessons";

/// The file that has the lessons in their order.
const ORDER: &str = "crates/lab/src/lesson/shelf.rs";

/// A lesson, with the words of its file and of its transcript.
pub(super) struct Lesson {
    id: String,
    pub(super) title: String,
    /// What the lesson is about, in a sentence or two.
    about: String,
    /// What a reader knows at the end.
    learned: String,
    /// The article whose claims it shows.
    article: String,
    /// The transcript as HTML: texts, questions with their answers, lines for the shell and the result of each.
    told: String,
}

/// All lessons, in their order.
pub(super) fn all(project: &Project) -> Outcome<Vec<Lesson>> {
    let text = |path: &str| fs::read_to_string(project.path(path)).explain(format_args!("cannot read {path}"));
    let list = text(ORDER)?;
    let mut lessons = Vec::new();
    for id in list.split("shelved!(\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(id, _)| id) {
        let file = text(&format!("{FOLDER}/{id}.md"))?;
        let told = text(&format!("crates/lab/tests/lessons/{id}.out"))?;
        let head = |name: &str| {
            file.lines()
                .skip(1)
                .take_while(|line| *line != "---")
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        };
        let whole = head("learned").zip(head("article")).zip(told.split_once('\n'));
        let whole = whole.and_then(|(head, (first, rest))| Some((head, first.split_once(": ")?, rest)));
        let ((learned, article), (title, about), rest) =
            whole.ok_or_else(|| Problem::new(format!("The lesson {id} is not told as others are: see {}", file!())))?;
        lessons.push(Lesson {
            id: id.to_owned(),
            title: title.to_owned(),
            about: about.to_owned(),
            learned: learned.to_owned(),
            article: article.to_owned(),
            told: html(rest),
        });
    }
    Ok(lessons)
}

/// The path of a lesson's page in a version.
pub(super) fn out(lesson: &Lesson) -> String {
    format!("docs/lessons/{}.html", lesson.id)
}

/// The path in a version for a path in the repository: the page of a lesson's file, or the list for the folder of
/// lessons.
pub(super) fn found(lessons: &[Lesson], path: &str) -> Option<String> {
    let name = path.strip_prefix(FOLDER)?;
    if name.is_empty() {
        return Some(SHELF.to_owned());
    }
    let id = name.strip_prefix('/')?.strip_suffix(".md")?;
    lessons.iter().find(|lesson| lesson.id == id).map(out)
}

/// The picture of a lesson after its second stop, as pages in `docs/lessons` name it, with its alternative text.
fn poster(id: &str, alt: &str) -> String {
    format!(
        "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"../../posters/lesson/{id}-dark.svg\">\
         <img src=\"../../posters/lesson/{id}-light.svg\" alt=\"{alt}\" loading=\"lazy\"></picture>"
    )
}

/// The content of a lesson's page, without the frame around it.
pub(super) fn body(lessons: &[Lesson], at: usize) -> String {
    let lesson = &lessons[at];
    let Lesson { id, title, about, learned, article, told } = lesson;
    let (name, about, learned, article) = (escaped(title), escaped(about), escaped(learned), escaped(article));
    let label = name.replace('"', "&quot;");
    let mut html = format!(
        "<p class=\"docs__kicker\">Lesson {} of {}</p><h1>{name}</h1><p class=\"docs__lead\">{about}</p>\
         <split-point lesson=\"{id}\" view=\"story\" title=\"Lesson: {label}\">{}</split-point>\
         <p class=\"docs__ways\"><a href=\"../../#lesson={id}\">Open it in the playground</a></p>\
         <p><strong>What you know at the end.</strong> {learned}</p>",
        at + 1,
        lessons.len(),
        poster(id, &format!("The table after the second stop of: {label}")),
    );
    if article != "none" {
        let _fits = write!(html, "<p>Its claims are of <a href=\"../claims.html\">{article}</a>.</p>");
    }
    let _fits = write!(
        html,
        "<details class=\"docs__told\"><summary>The whole lesson in words, with all answers</summary>{told}</details><nav class=\"docs__along\" aria-label=\"Lessons\">"
    );
    let beside = [(at.checked_sub(1), "←", "docs__back"), (Some(at + 1), "→", "docs__next")];
    for (other, arrow, class) in beside {
        let Some(other) = other.and_then(|at| lessons.get(at)) else { continue };
        let words = escaped(&other.title);
        let words = if arrow == "→" { format!("{words} {arrow}") } else { format!("{arrow} {words}") };
        let _fits = write!(html, "<a class=\"{class}\" href=\"{}.html\">{words}</a>", other.id);
    }
    html + "</nav>"
}

/// The content of the page with the list, without the frame around it.
pub(super) fn shelf(lessons: &[Lesson]) -> String {
    let mut html = String::from(
        "<h1>Lessons</h1><p class=\"docs__lead\">Predict what HBase will do, let it happen, and see. Each takes five to ten minutes and \
         runs in this page; nothing has to be installed.</p><ol class=\"docs__shelf\">",
    );
    for lesson in lessons {
        let Lesson { id, title, about, .. } = lesson;
        let _fits = write!(
            html,
            "<li><a href=\"{id}.html\"><span class=\"docs__cover\">{}</span><strong>{}</strong></a><p>{}</p></li>",
            poster(id, ""), // the title beside it says the same
            escaped(title),
            escaped(about),
        );
    }
    html + "</ol><p>Lessons are text files: <a href=\"../lesson.html\">how one is written</a>, and <a href=\"../claims.html\">which claim of \
            which article</a> is seen where.</p>"
}

/// The kinds of lines in a transcript, by their beginnings, with the element and the class of each. Longer beginnings
/// come first.
const KINDS: [(&str, &str, &str); 8] = [
    ("## ", "h2", ""),
    ("? ", "p", "docs__question"),
    ("  ○ ", "p", "docs__answer"),
    ("  ● ", "p", "docs__answer docs__answer--right"),
    ("  ✓ ", "p", "docs__held"),
    ("  ✗ ", "p", "docs__broken"),
    ("Goal: ", "p", "docs__goal"),
    ("Learned: ", "p", "docs__learned"),
];

/// A transcript as HTML.
fn html(told: &str) -> String {
    let mut html = String::new();
    for line in told.lines().filter(|line| !line.is_empty()) {
        let kind = KINDS.iter().find_map(|(begin, tag, class)| Some((*begin, *tag, *class, line.strip_prefix(begin)?)));
        let _fits = match (kind, line.trim_start()) {
            (Some(("## ", tag, _, rest)), _) => write!(html, "<{tag}>{}</{tag}>", escaped(rest)),
            (Some((begin, tag, class, rest)), _) => {
                let mark = if begin.starts_with(' ') { begin } else { "" };
                write!(html, "<{tag} class=\"{class}\">{mark}{}</{tag}>", escaped(rest))
            }
            (None, trimmed) if trimmed.len() == line.len() => write!(html, "<p>{}</p>", escaped(line)),
            (None, trimmed) => match trimmed.split_once("> ").filter(|(who, _)| who.len() < 2) {
                // An explanation of an answer has no client, and is indented as deep as the answer.
                Some(("", words)) if line.starts_with("  >") => {
                    write!(html, "<p class=\"docs__why\">{}</p>", escaped(words))
                }
                Some((who, code)) => {
                    write!(html, "<pre tabindex=\"0\"><code>{}&gt; {}</code></pre>", escaped(who), escaped(code))
                }
                None => write!(html, "<p class=\"docs__came\">{}</p>", escaped(trimmed)),
            },
        };
    }
    html
}

#[cfg(test)]
mod tests {
    use super::{FOLDER, SHELF, all, body, found, html, shelf};
    use crate::folder::read;
    use crate::project::Project;

    #[test]
    fn every_lesson_has_a_page_with_itself_its_picture_and_its_words() {
        let project = Project::new(Vec::new());
        let lessons = all(&project).expect("they are there");
        let files = read(&project.path(FOLDER)).unwrap_or_default();
        assert_eq!(lessons.len(), files.keys().filter(|name| name.ends_with(".md")).count());
        let posters = read(&project.path("docs/posters/lesson")).unwrap_or_default();
        let list = shelf(&lessons);
        for (at, lesson) in lessons.iter().enumerate() {
            let page = body(&lessons, at);
            assert!(page.contains(&format!("<split-point lesson=\"{}\" view=\"story\"", lesson.id)), "{page}");
            assert!(page.contains("Goal") || lesson.told.contains("docs__goal"), "{} has no goal", lesson.id);
            assert!(list.contains(&format!("href=\"{}.html\"", lesson.id)), "{list}");
            for theme in ["light", "dark"] {
                assert!(posters.contains_key(&format!("{}-{theme}.svg", lesson.id)), "{}: {theme}", lesson.id);
            }
        }
    }

    #[test]
    fn the_file_of_a_lesson_leads_to_its_page() {
        let lessons = all(&Project::new(Vec::new())).expect("they are there");
        let at = |path: &str| found(&lessons, path);
        assert_eq!(at("crates/lab/lessons").as_deref(), Some(SHELF));
        assert_eq!(at("crates/lab/lessons/salt.md").as_deref(), Some("docs/lessons/salt.html"));
        assert_eq!([at("crates/lab/lessons/none.md"), at("crates/lab/src/lib.rs")], [None, None]);
    }

    #[test]
    fn each_kind_of_line_becomes_what_it_is() {
        let told = "## A < B\nText.\n? Which?\n  ● this\n  ○ that\n  > since\n  A> get 't', 'r'\n     A: get r brings 1 cell.\n   > n = 1\n  ✗ lost\n";
        assert_eq!(
            html(told),
            "<h2>A &lt; B</h2><p>Text.</p><p class=\"docs__question\">Which?</p>\
             <p class=\"docs__answer docs__answer--right\">  ● this</p><p class=\"docs__answer\">  ○ that</p>\
             <p class=\"docs__why\">since</p><pre tabindex=\"0\"><code>A&gt; get 't', 'r'</code></pre>\
             <p class=\"docs__came\">A: get r brings 1 cell.</p><pre tabindex=\"0\"><code>&gt; n = 1</code></pre>\
             <p class=\"docs__broken\">  ✗ lost</p>"
        );
    }
}
