//! What can be shared of a session: its links, how it is put into somebody's page, and what can be taken away.

use super::action::Theme;
use super::options::Layout;
use splitpoint_lab::picture::{self, Layout as Drawing, Wish};
use splitpoint_lab::session::{Session, Stop};
use splitpoint_lab::view::ViewRequest;

/// What the dialog shows. It is made when the dialog opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The step at the cursor.
    pub position: u64,
    /// What the links open; `None` for a session on a file, which no link can hold.
    pub links: Option<Links>,
    /// Bytes of the session as a file.
    pub bytes: usize,
    /// How it is put into somebody's page.
    pub embed: Embed,
    /// The step as a picture.
    pub picture: Picture,
    /// What was copied last, and whether the browser let us.
    pub copied: Option<(Copied, bool)>,
}

/// A step as a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What its file is called: `comments-step-3`.
    pub name: String,
    /// What it shows, for who does not see it.
    pub title: String,
    /// As SVG, in light and in dark.
    pub svg: [String; 2],
}

impl Picture {
    /// Light and dark, in the order in which they are kept.
    pub const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

    /// The name of its file in a theme, without what tells the kind of the file.
    pub fn file(&self, theme: Theme) -> String {
        format!("{}-{}", self.name, if theme == Theme::Dark { "dark" } else { "light" })
    }

    fn new(lab: &Session, request: &ViewRequest, position: u64) -> Self {
        let wish =
            Wish { old_versions: request.old_versions, notation: request.notation, ..Wish::new(request.table.clone()) };
        let layout = Drawing::new(&lab.stage(), &wish);
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let table: String = request.table.chars().map(plain).collect();
        Self {
            name: format!("splitpoint-{table}-step-{position}"),
            title: layout.title().to_owned(),
            svg: [picture::Theme::Light, picture::Theme::Dark].map(|theme| layout.svg(theme)),
        }
    }
}

/// Links without what stands before the `#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// To the step at the cursor.
    pub step: String,
    /// To the beginning.
    pub beginning: String,
}

/// What can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The link to the step at the cursor.
    Step,
    /// The link to the beginning.
    Beginning,
    /// The lines for somebody's page.
    Embed,
}

/// What can be saved as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Download {
    /// What happened, in words.
    Transcript,
    /// The session.
    Session,
}

/// What stands in somebody's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kind {
    /// A frame.
    #[default]
    Frame,
    /// A link in Markdown.
    Markdown,
    /// A picture in Markdown, with a link around it.
    Picture,
}

/// How it is put into somebody's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embed {
    /// As what.
    pub kind: Kind,
    /// How much of the page is shown.
    pub layout: Layout,
    /// Light or dark.
    pub theme: Theme,
    /// Height in pixels.
    pub height: u16,
    /// Whether there are buttons and a slider for time.
    pub controls: bool,
}

impl Default for Embed {
    fn default() -> Self {
        Self { kind: Kind::Frame, layout: Layout::Mini, theme: Theme::Auto, height: 480, controls: true }
    }
}

impl Embed {
    /// Heights to choose from.
    pub const HEIGHTS: [u16; 3] = [360, 480, 640];

    /// What is written behind the link so that the page opens like that; what is as by default is left out.
    pub fn parameters(self) -> String {
        let mut text = match self.layout {
            Layout::Full => String::new(),
            layout => format!("&view={}", layout.name()),
        };
        if self.theme != Theme::Auto {
            text += "&theme=";
            text += self.theme.name();
        }
        if !self.controls {
            text += "&controls=no";
        }
        text
    }

    /// The lines for somebody's page. `address` is the page's, without a `#`; `title` says what is shown.
    pub fn code(self, address: &str, link: &str, title: &str, picture: &Picture) -> String {
        // Brackets would end what stands in them.
        let plain = |text: &str| text.chars().filter(|letter| !matches!(letter, '[' | ']')).collect::<String>();
        let target = || format!("{address}#{}", link.replace('(', "%28").replace(')', "%29"));
        match self.kind {
            Kind::Frame => {
                let (address, parameters, title) = (quoted(address), quoted(&self.parameters()), quoted(title));
                let link = quoted(link);
                format!(
                    "<iframe src=\"{address}#{link}{parameters}\"\n  title=\"{title}\" loading=\"lazy\"\n  \
                     style=\"width: 100%; height: {}px; border: 1px solid #8888; border-radius: 10px\"></iframe>",
                    self.height
                )
            }
            Kind::Markdown => format!("[{}]({})", plain(title), target()),
            Kind::Picture => {
                format!("[![{}]({}.svg)]({})", plain(&picture.title), picture.file(self.theme), target())
            }
        }
    }
}

/// A text as it stands between double quotes in HTML.
fn quoted(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

impl Share {
    /// What can be shared of it, looked at like that.
    pub fn new(lab: &Session, request: &ViewRequest, position: u64) -> Self {
        let bytes = lab.save().to_text().len();
        let links = lab.link(&request.table, request.notation).map(|mut link| {
            let step = link.to_string();
            if link.saved().is_some() {
                link.step = Some(Stop::At(0));
            }
            Links { step, beginning: link.to_string() }
        });
        let picture = Picture::new(lab, request, position);
        Self { position, links, bytes, embed: Embed::default(), picture, copied: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::options::Options;

    #[test]
    fn what_is_written_behind_a_link_is_read_as_the_same_options() {
        for layout in [Layout::Full, Layout::Race, Layout::Mini] {
            for theme in [Theme::Auto, Theme::Light, Theme::Dark] {
                for controls in [true, false] {
                    let text = Embed { layout, theme, controls, ..Embed::default() }.parameters();
                    let read = Options::read(|name| {
                        let mut pairs = text.split('&').filter_map(|part| part.split_once('='));
                        pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
                    });
                    assert_eq!((read.layout, read.controls), (layout, controls));
                    assert_eq!(read.theme.unwrap_or_default(), theme);
                }
            }
        }
    }

    #[test]
    fn a_frame_and_markdown_stay_what_they_are_whatever_the_title() {
        let embed = Embed::default();
        let picture =
            Picture { name: "t-step-3".to_owned(), title: "step 3: [−∞, 20)".to_owned(), svg: Default::default() };
        let frame = embed.code("https://example.org/s/", "start=comments", "\"<b>\" & [x]", &picture);
        assert!(frame.contains("#start=comments&amp;view=mini\""), "{frame}");
        assert!(frame.contains("title=\"&quot;&lt;b>&quot; &amp; [x]\""), "{frame}");
        let markdown =
            Embed { kind: Kind::Markdown, ..embed }.code("https://example.org/s/", "script=puts(1)", "a [b]", &picture);
        assert_eq!(markdown, "[a b](https://example.org/s/#script=puts%281%29)");
        let embed = Embed { kind: Kind::Picture, theme: Theme::Dark, ..embed };
        let markdown = embed.code("https://example.org/s/", "start=pets", "", &picture);
        assert_eq!(markdown, "[![step 3: −∞, 20)](t-step-3-dark.svg)](https://example.org/s/#start=pets)");
    }
}
