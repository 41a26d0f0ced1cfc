//! What a page is opened with: one value, so that nothing else decides what a page shows, keeps or listens to.

use super::action::Theme;

/// How much of the page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Layout {
    /// Everything.
    #[default]
    Full,
    /// The sentence, the key space, the clients, time.
    Race,
    /// The sentence, the key space, time.
    Mini,
}

impl Layout {
    /// All, with the name under which each stands in attributes and links.
    pub const NAMES: [(Self, &'static str); 3] = [(Self::Full, "full"), (Self::Race, "race"), (Self::Mini, "mini")];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(layout, _)| *layout == self).map_or("full", |(_, name)| name)
    }

    fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(layout, _)| *layout)
    }
}

/// What a page is opened with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What it opens, written as behind the `#` of an address; empty: what was kept, else the first example.
    pub link: String,
    /// How much of the page is shown.
    pub layout: Layout,
    /// Light or dark as the host decides; `None`: as the reader chooses, else as the system says.
    pub theme: Option<Theme>,
    /// Whether there are buttons and a slider for time.
    pub controls: bool,
    /// Whether the browser keeps, until the next visit, what the reader did and chose.
    pub keeps: bool,
    /// Whether the page has its document for itself: keys act, too, while nothing in the document has the focus.
    pub alone: bool,
}

impl Default for Options {
    /// The whole page in a document of its own.
    fn default() -> Self {
        Self { link: String::new(), layout: Layout::Full, theme: None, controls: true, keeps: true, alone: true }
    }
}

impl Options {
    /// The options that stand in the attributes of a host's element, by their names: `link` is what it opens, `view` is
    /// `full`, `race` or `mini`, `theme` is `light`, `dark` or `auto`; `controls`, `keep` and `alone` are `yes` or `no`.
    /// What is missing, or cannot be read, is as by default; an excerpt keeps nothing by default.
    pub fn read(attribute: impl Fn(&str) -> Option<String>) -> Self {
        let default = Self::default();
        let switch = |name, by_default| match attribute(name).as_deref() {
            Some("yes") => true,
            Some("no") => false,
            _ => by_default,
        };
        let layout = attribute("view").and_then(|name| Layout::named(&name)).unwrap_or(default.layout);
        Self {
            link: attribute("link").unwrap_or_default(),
            layout,
            theme: attribute("theme").map(|name| Theme::named(&name)),
            controls: switch("controls", default.controls),
            keeps: switch("keep", layout == Layout::Full),
            alone: switch("alone", default.alone),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_without_attributes_is_the_whole_page() {
        assert_eq!(Options::read(|_| None), Options::default());
    }

    #[test]
    fn attributes_are_read_and_nonsense_is_as_by_default() {
        let read = |all: &'static [(&str, &str)]| {
            Options::read(move |name| {
                all.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        let mini = read(&[("view", "mini"), ("theme", "dark"), ("controls", "no"), ("alone", "no")]);
        let expected = Options {
            link: String::new(),
            layout: Layout::Mini,
            theme: Some(Theme::Dark),
            controls: false,
            keeps: false,
            alone: false,
        };
        assert_eq!(mini, expected);
        assert_eq!(read(&[("view", "huge"), ("keep", "perhaps")]), Options::default());
    }
}
