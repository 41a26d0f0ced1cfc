//! Documentation generators of other projects, in fixed versions, and a small site made with each: a page that contains
//! Splitpoint as users would paste it. The sites are in the repository, so that browser tests need no generator.

use crate::command::{command, run};
use crate::folder::{Files, read, write};
use crate::outcome::{Explain, Outcome, Problem};
use crate::project::Project;
use crate::task::Step;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) const PACKAGES: Step =
    Step { what: "generators of PyPI and npm, as web/e2e/host/source pins them", run: packages };
pub(crate) const PAGES: Step = Step { what: "a page by each, into web/e2e/host", run: pages };

/// The folder with the sources of the sites.
const SOURCES: &str = "web/e2e/host/source";

/// The folder in which the sites are kept.
const KEPT: &str = "web/e2e/host";

/// The folder in which generators are installed and run.
const WORK: &str = "target/host";

struct Generator {
    /// The name of its folder, for its sources and for its site.
    name: &'static str,
    /// Makes a site from the folder of sources, in the other folder.
    make: fn(&Project, &Path, &Path) -> Outcome<()>,
    /// Files of the site that no test needs, by the beginnings or ends of their paths.
    dropped: &'static [Dropped],
}

enum Dropped {
    Begin(&'static str),
    End(&'static str),
}
use Dropped::{Begin, End};

const ALL: [Generator; 6] = [
    Generator {
        name: "mdbook",
        make: |project, from, to| run(command(project, "mdbook").arg("build").arg(from).arg("--dest-dir").arg(to)),
        dropped: &[Begin("404.html"), Begin(".nojekyll")],
    },
    Generator {
        name: "mkdocs",
        make: |project, from, to| {
            let config = from.join("mkdocs.yml");
            let mut mkdocs = command(project, &python(project, "mkdocs"));
            // A notice about the future of MkDocs, which is no warning about this site.
            mkdocs.env("NO_MKDOCS_2_WARNING", "1");
            run(mkdocs.args(["build", "--quiet", "--strict", "--config-file"]).arg(config).arg("--site-dir").arg(to))
        },
        dropped: &[
            Begin("404.html"),
            Begin("sitemap"), // it contains the date
            Begin("assets/javascripts/lunr/"),
            Begin("assets/javascripts/workers/"),
            End(".map"),
        ],
    },
    Generator {
        name: "sphinx",
        make: |project, from, to| {
            run(command(project, &python(project, "sphinx-build")).args(["-q", "-W", "-b", "html"]).arg(from).arg(to))
        },
        dropped: &[
            Begin(".doctrees/"),
            Begin(".buildinfo"),
            Begin("objects.inv"),
            Begin("search"),
            Begin("_static/searchtools.js"),
            Begin("_static/language_data.js"),
            End("stemmer.js"),
            End(".map"),
        ],
    },
    Generator {
        name: "vitepress",
        make: |project, from, to| {
            run(command(project, &node(project, "vitepress")).arg("build").arg(from).arg("--outDir").arg(to))
        },
        dropped: &[Begin("404.html")],
    },
    Generator {
        name: "asciidoctor",
        make: |project, from, to| {
            let page = from.join("index.adoc");
            run(command(project, &node(project, "asciidoctor")).arg(page).arg("-o").arg(to.join("index.html")))
        },
        dropped: &[],
    },
    Generator { name: "plain", make: |_, from, to| write(to, &read(from)?), dropped: &[] },
];

/// The path of a program in the Python environment.
fn python(project: &Project, name: &str) -> String {
    project.path(WORK).join("python/bin").join(name).display().to_string()
}

/// The path of a program of the npm packages.
fn node(project: &Project, name: &str) -> String {
    project.path(WORK).join("node_modules/.bin").join(name).display().to_string()
}

fn packages(project: &Project) -> Outcome<String> {
    let work = project.path(WORK);
    let sources = project.path(SOURCES);
    fs::create_dir_all(&work).explain("cannot make target/host")?;
    run(command(project, "python3").args(["-m", "venv"]).arg(work.join("python")))?;
    run(command(project, &python(project, "pip"))
        .args(["install", "--quiet", "--disable-pip-version-check", "--no-deps", "--requirement"])
        .arg(sources.join("requirements.txt")))?;
    for name in ["package.json", "package-lock.json"] {
        fs::copy(sources.join(name), work.join(name)).explain(format_args!("cannot copy {name}"))?;
    }
    run(command(project, "npm").args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"]).arg(&work))?;
    Ok("installed".into())
}

/// Makes the sites of all generators, or of those that are named.
fn pages(project: &Project) -> Outcome<String> {
    let asked =
        |generator: &&Generator| project.arguments.is_empty() || project.arguments.contains(&generator.name.into());
    if let Some(unknown) = project.arguments.iter().find(|name| ALL.iter().all(|generator| generator.name != **name)) {
        let names = ALL.map(|generator| generator.name).join(", ");
        return Err(Problem::new(format!("There is no generator `{unknown}`, but {names}.")));
    }
    let mut told = Vec::new();
    for generator in ALL.iter().filter(asked) {
        let files = made(project, generator)?;
        if !files.contains_key("index.html") {
            return Err(Problem::new(format!("{} made no index.html", generator.name)));
        }
        let bytes = files.values().map(Vec::len).sum::<usize>() / 1000;
        told.push(format!("{} {bytes} kB", generator.name));
        write(&project.path(KEPT).join(generator.name), &files)?;
    }
    Ok(told.join(", "))
}

/// The site that a generator makes of its sources, without files that no test needs.
fn made(project: &Project, generator: &Generator) -> Outcome<Files> {
    // The sources are copied next to the npm packages, which they may import.
    let work = |name: &str| -> PathBuf { project.path(WORK).join(name).join(generator.name) };
    let (from, to) = (work("from"), work("to"));
    write(&from, &read(&project.path(SOURCES).join(generator.name))?)?;
    write(&to, &Files::new())?;
    (generator.make)(project, &from, &to)?;
    let mut files = read(&to)?;
    files.retain(|path, _| !is_dropped(generator.dropped, path));
    Ok(files)
}

fn is_dropped(dropped: &[Dropped], path: &str) -> bool {
    dropped.iter().any(|dropped| match dropped {
        Begin(begin) => path.starts_with(begin),
        End(end) => path.ends_with(end),
    })
}

#[cfg(test)]
mod tests {
    use super::{ALL, Begin, End, KEPT, Project, SOURCES, is_dropped, read};

    #[test]
    fn every_generator_has_sources_and_a_page_that_is_kept() {
        let project = Project::new(Vec::new());
        for generator in &ALL {
            let source = read(&project.path(SOURCES).join(generator.name)).unwrap_or_default();
            assert!(!source.is_empty(), "{} has no source", generator.name);
            let kept = read(&project.path(KEPT).join(generator.name)).unwrap_or_default();
            let page = kept.get("index.html").map(|bytes| String::from_utf8_lossy(bytes)).unwrap_or_default();
            for part in ["<split-point", "<iframe", "splitpoint.js"] {
                assert!(page.contains(part), "the page by {} has no {part}; cargo xtask hosts", generator.name);
            }
            assert!(!kept.keys().any(|path| is_dropped(generator.dropped, path)), "{}", generator.name);
        }
    }

    #[test]
    fn what_is_dropped_is_said_by_beginnings_and_ends() {
        let dropped = [Begin("search"), End(".map")];
        assert!(is_dropped(&dropped, "search.html") && is_dropped(&dropped, "a/b.js.map"));
        assert!(!is_dropped(&dropped, "a/search.html") && !is_dropped(&dropped, "index.html"));
    }
}
