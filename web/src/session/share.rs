//! Sharing a session: its links, how it is embedded in another page, and what can be saved.

use super::action::Theme;
use super::desk::Wide;
use super::options::{Controls, Layout, Section};
use super::place::place_of;
use super::state::State;
use splitpoint_lab::picture::{self, Layout as Drawing, Wish};
use splitpoint_lab::session::{GRAINS, LONG, Session, Stop};
use splitpoint_lab::view::{Grain, ViewRequest, row_text};

/// How many steps a transcript has at most: half a second's work.
const TOLD: u64 = 2_000;

/// The content of the dialog, made when it opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The step at the cursor.
    pub position: u64,
    /// The links; `None` for a session on a file, which no link can hold.
    pub links: Option<Links>,
    /// The size in bytes of the session as a file.
    pub bytes: usize,
    /// What one step of the session is.
    pub grain: Grain,
    /// How the session is embedded in another page.
    pub embed: Embed,
    /// The step as a picture.
    pub picture: Picture,
    /// What was last copied, and whether the browser allowed it.
    pub copied: Option<(Copied, bool)>,
}

/// A step as a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The name of its file, such as `comments-step-3`.
    pub name: String,
    /// A description of what it shows, for screen readers.
    pub title: String,
    /// The picture as SVG, in light and in dark.
    pub svg: [String; 2],
    /// The same in words, as HTML: the rows of the table, and what happened before.
    pub words: String,
}

impl Picture {
    /// The themes of the pictures, in the order of [`svg`](Self::svg).
    pub const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

    /// The name of its file in a theme, without the ending.
    pub fn file(&self, theme: Theme) -> String {
        format!("{}-{}", self.name, if theme == Theme::Dark { "dark" } else { "light" })
    }

    /// `called`: the name of the moment, in place of its start and step.
    fn new(lab: &Session, request: &ViewRequest, position: u64, called: Option<String>) -> Self {
        let (old_versions, notation) = (request.old_versions, request.notation);
        let wish = Wish { old_versions, notation, name: called, ..Wish::new(request.table.clone()) };
        let layout = Drawing::new(&lab.stage(), &wish);
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let table: String = request.table.chars().map(plain).collect();
        Self {
            name: format!("splitpoint-{table}-step-{position}"),
            title: layout.title().to_owned(),
            svg: [picture::Theme::Light, picture::Theme::Dark].map(|theme| layout.svg(theme)),
            words: in_words(lab, request),
        }
    }
}

/// How many lines of the table are written into another page for readers without scripts, and how many steps.
const LINES: u64 = 40;
const STEPS: u64 = 20;

/// The table at the cursor as a plain read sees it, and what happened before, as HTML. If there are many, only the
/// first lines and the last steps.
fn in_words(lab: &Session, request: &ViewRequest) -> String {
    let (table, notation) = (&request.table, request.notation);
    let request = ViewRequest { table: table.clone(), window: 0..LINES, old_versions: false, notation };
    let view = lab.view(&request);
    let mut html = format!("<table>\n    <caption>{}</caption>\n", quoted(table));
    html += "    <tr><th>row</th><th>column</th><th>value</th></tr>\n";
    for line in view.lines.iter().filter(|line| line.hidden.is_none()) {
        let [row, column, value] = [&row_text(&line.row), &line.column, &line.value].map(|text| quoted(text));
        html += &format!("    <tr><th>{row}</th><td>{column}</td><td>{value}</td></tr>\n");
    }
    if let Some(more) = view.table.and_then(|table| table.lines.checked_sub(LINES)).filter(|more| *more > 0) {
        html += &format!("    <tr><td colspan=\"3\">and {more} more cells</td></tr>\n");
    }
    html += "  </table>";
    let to = lab.position();
    let from = to.saturating_sub(STEPS) + 1;
    if to >= from {
        let mut lab = lab.clone();
        html += &format!("\n  <ol start=\"{from}\">\n");
        for step in from..=to {
            lab.seek(step);
            let sentence = lab.view(&ViewRequest { window: 0..0, ..request.clone() }).sentence;
            let who = sentence.client.map(|letter| format!("{letter} ")).unwrap_or_default();
            html += &format!("    <li>{who}{}</li>\n", quoted(&sentence.text()));
        }
        html += "  </ol>";
    }
    html
}

/// Fragments of links, without the `#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// The link to the step at the cursor.
    pub step: String,
    /// The link to the beginning.
    pub beginning: String,
}

/// The functions of this module. They are called through this table only, so that a chunk can bring their code later.
#[derive(Debug)]
pub struct Logic {
    /// Makes the content of the dialog.
    pub find: fn(&State) -> Share,
    /// The link to the present step, for the address.
    pub link: fn(&State) -> Option<String>,
    /// A transcript of what happened.
    pub(super) transcript: fn(&Session) -> String,
}

/// The functions of this module.
pub static LOGIC: Logic = Logic { find: Share::new, link: step_link, transcript };

/// What can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The link to the step at the cursor.
    Step,
    /// The link to the beginning.
    Beginning,
    /// The lines that embed the session in another page.
    Embed,
    /// The transcript.
    Transcript,
}

/// What can be saved as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Download {
    /// The transcript.
    Transcript,
    /// The session.
    Session,
}

/// The kind of an embedded playground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Kind {
    /// An element `<split-point>`, which a script defines.
    #[default]
    Element,
    /// A frame.
    Frame,
    /// A link in Markdown.
    Markdown,
    /// A picture in Markdown, with a link around it.
    Picture,
}

/// The height of an embedded playground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Height {
    /// The height that its content needs. A frame cannot know it, and gets that of [`Embed::needs`].
    #[default]
    Auto,
    /// A height in pixels.
    Fixed(u16),
    /// The height of its surroundings.
    Fill,
}

/// How the session is embedded in another page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embed {
    /// The kind of embedding.
    pub kind: Kind,
    /// How much of the page is shown.
    pub layout: Layout,
    /// Light or dark.
    pub theme: Theme,
    /// Its height.
    pub height: Height,
    /// What one step is; `None` for that of the session.
    pub grain: Option<Grain>,
    /// The controls in an excerpt.
    pub controls: Controls,
    /// The steps that can be reached.
    pub section: Section,
    /// Whether the reader can only look.
    pub is_readonly: bool,
    /// Whether readers without scripts get the picture, which has to be saved beside the page.
    pub has_picture: bool,
    /// Whether readers without scripts get the table and what happened in words.
    pub has_words: bool,
    /// The height in pixels that the preview last asked for.
    pub needs: u16,
    /// Whether the preview is as wide as on a phone, not as in the column of a document.
    pub is_narrow: bool,
}

/// A change of one setting of [`Embed`]. It leaves the others alone, so that two changes at the same time both count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The kind of embedding.
    Kind(Kind),
    /// How much of the page is shown.
    Layout(Layout),
    /// Light or dark.
    Theme(Theme),
    /// Its height.
    Height(Height),
    /// What one step is.
    Grain(Grain),
    /// The controls in an excerpt.
    Controls(Controls),
    /// The first step that can be reached; `None` for the beginning.
    From(Option<u64>),
    /// The last step that can be reached; `None` for no limit.
    To(Option<u64>),
    /// Whether playing starts again at the end.
    Repeats(bool),
    /// Whether the reader can only look.
    ReadOnly(bool),
    /// Whether readers without scripts get the picture.
    Picture(bool),
    /// Whether readers without scripts get the table and what happened in words.
    Words(bool),
    /// Whether the preview is as wide as on a phone.
    Narrow(bool),
}

impl Default for Embed {
    fn default() -> Self {
        Self {
            kind: Kind::default(),
            layout: Layout::Mini,
            theme: Theme::Auto,
            height: Height::default(),
            grain: None,
            controls: Controls::default(),
            section: Section::default(),
            is_readonly: false,
            has_picture: false,
            has_words: false,
            needs: 420,
            is_narrow: false,
        }
    }
}

impl Embed {
    /// Makes a change.
    pub fn choose(&mut self, choice: Choice) {
        match choice {
            Choice::Kind(kind) => self.kind = kind,
            Choice::Layout(layout) => self.layout = layout,
            Choice::Theme(theme) => self.theme = theme,
            Choice::Height(height) => self.height = height,
            Choice::Grain(grain) => self.grain = Some(grain),
            Choice::Controls(controls) => self.controls = controls,
            Choice::From(from) => self.section.from = from.unwrap_or(0),
            Choice::To(to) => self.section.to = to,
            Choice::Repeats(repeats) => self.section.repeats = repeats,
            Choice::ReadOnly(is_readonly) => self.is_readonly = is_readonly,
            Choice::Picture(has_picture) => self.has_picture = has_picture,
            Choice::Words(has_words) => self.has_words = has_words,
            Choice::Narrow(is_narrow) => self.is_narrow = is_narrow,
        }
    }

    /// The settings besides what is opened, by their names in attributes and links. Default values are left out.
    fn names(self) -> Vec<(&'static str, String)> {
        let mut names = vec![("view", self.layout.name().to_owned())];
        if self.theme != Theme::Auto {
            names.push(("theme", self.theme.name().to_owned()));
        }
        let grain = GRAINS.iter().find(|(_, grain)| Some(*grain) == self.grain);
        names.extend(grain.map(|(name, _)| ("grain", (*name).to_owned())));
        if self.layout != Layout::Full && self.controls != Controls::default() {
            names.push(("controls", self.controls.name().to_owned()));
        }
        let section = self.section;
        names.extend((section.from > 0).then(|| ("from-step", section.from.to_string())));
        names.extend(section.to.map(|to| ("to-step", to.to_string())));
        for (name, is_on) in [("loop", section.repeats), ("readonly", self.is_readonly)] {
            names.extend(is_on.then(|| (name, "yes".to_owned())));
        }
        names
    }

    /// The part behind a link that opens the page with these settings.
    pub fn parameters(self) -> String {
        self.names().iter().map(|(name, value)| format!("&{name}={value}")).collect()
    }

    /// The attributes of the element with these settings, without a style.
    pub fn attributes(self, link: &str) -> Vec<(&'static str, String)> {
        let opens = opens(link);
        let height = match self.height {
            Height::Auto => None,
            Height::Fixed(pixels) => Some(("height", pixels.to_string())),
            Height::Fill => Some(("height", "fill".to_owned())),
        };
        // An attribute without a value means `yes`.
        let names = self.names().into_iter();
        let names = names.map(|(name, value)| (name, if value == "yes" { String::new() } else { value }));
        let given = |name: &str| opens.iter().any(|(known, _)| *known == name);
        let names: Vec<_> = names.filter(|(name, _)| !given(name)).collect();
        opens.into_iter().chain(names).chain(height).collect()
    }

    /// The lines to paste into another page. `address` is that of the page, without a `#`; `title` describes what is
    /// shown.
    pub fn code(self, address: &str, link: &str, title: &str, picture: &Picture) -> String {
        // Square brackets would end the text of a link in Markdown.
        let plain = |text: &str| text.chars().filter(|letter| !matches!(letter, '[' | ']')).collect::<String>();
        let target = || format!("{address}#{}", link.replace('(', "%28").replace(')', "%29"));
        match self.kind {
            Kind::Element => {
                let attributes = self.attributes(link).into_iter();
                let attributes: Vec<String> = attributes.map(|(name, value)| attribute(name, &value)).collect();
                // Before the script has run, the browser knows only the style of the element.
                let height = match self.height {
                    Height::Auto => format!("min-height: {}px", self.needs),
                    Height::Fixed(pixels) => format!("height: {pixels}px"),
                    Height::Fill => "height: 100%".to_owned(),
                };
                // The content for readers without scripts, feeds and print, which is also shown until the first picture
                // is there.
                let said = quoted(&picture.title);
                let inside = if self.has_picture {
                    let shade = if self.theme == Theme::Dark { Theme::Dark } else { Theme::Light };
                    format!("<img src=\"{}.svg\" alt=\"{said}\">", quoted(&picture.file(shade)))
                } else {
                    said
                };
                let words = if self.has_words { format!("\n  {}", picture.words) } else { String::new() };
                format!(
                    "<script type=\"module\" src=\"{}splitpoint.js\"></script>\n<split-point {}\n  title=\"{}\" \
                     style=\"display: block; {height}\">\n  <a href=\"{}#{}\">{inside}</a>{words}\n</split-point>",
                    quoted(folder(address)),
                    attributes.join(" "),
                    quoted(title),
                    quoted(address),
                    quoted(link),
                )
            }
            Kind::Frame => {
                let (address, parameters, title) = (quoted(address), quoted(&self.parameters()), quoted(title));
                let link = quoted(link);
                let height = match self.height {
                    Height::Auto => format!("{}px", self.needs),
                    Height::Fixed(pixels) => format!("{pixels}px"),
                    Height::Fill => "100%".to_owned(),
                };
                format!(
                    "<iframe src=\"{address}#{link}{parameters}\"\n  title=\"{title}\" loading=\"lazy\" \
                     allow=\"clipboard-write\"\n  style=\"width: 100%; height: {height}; border: 1px solid #8888; \
                     border-radius: 10px\"></iframe>"
                )
            }
            Kind::Markdown => format!("[{}]({})", plain(title), target()),
            Kind::Picture => {
                format!("[![{}]({}.svg)]({})", plain(&picture.title), picture.file(self.theme), target())
            }
        }
    }
}

/// The folder in the address of a page, which has no `#`.
pub fn folder(address: &str) -> &str {
    let address = address.split('?').next().unwrap_or_default();
    address.rfind('/').map_or(address, |slash| &address[..=slash])
}

/// Whether the address of a page is one of the reader's own machine, which nobody else can open.
pub fn is_local(address: &str) -> bool {
    let host = address.split_once("://").map_or("", |(_, rest)| rest.split('/').next().unwrap_or_default());
    let name = host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')).map_or(host, |(name, _)| name);
    name == "localhost" || name == "[::1]" || name.starts_with("127.")
}

/// The attributes that say what the element opens: those of a readable link, each in its own attribute, or else the
/// link.
fn opens(link: &str) -> Vec<(&'static str, String)> {
    const NAMES: [&str; 4] = ["start", "lesson", "step", "grain"];
    let attribute = |part: &str| {
        let (name, value) = part.split_once('=').filter(|(_, value)| !value.contains('%'))?;
        NAMES.iter().find(|known| **known == name).map(|known| (*known, value.to_owned()))
    };
    let plain: Option<Vec<_>> = link.split('&').map(attribute).collect();
    plain.unwrap_or_else(|| vec![("link", link.to_owned())])
}

/// An attribute in HTML. If the value is empty, it is only its name.
fn attribute(name: &str, value: &str) -> String {
    if value.is_empty() { name.to_owned() } else { format!("{name}=\"{}\"", quoted(value)) }
}

/// Escapes a text for double quotes in HTML.
fn quoted(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// The link to the present step for the address, without the `#`. `None` if no link can hold it, or if it would be
/// longer than programs accept.
fn step_link(state: &State) -> Option<String> {
    let request = &state.desk.map.request;
    let link = state.document.lab.link(&request.table, request.notation)?.to_string() + &place_of(state);
    (link.len() <= LONG).then_some(link)
}

/// A transcript of what happened, limited to what takes a moment.
fn transcript(lab: &Session) -> String {
    lab.transcript_of_last(lab.grain(), TOLD)
}

impl Share {
    /// The content of the dialog. For a lesson, it has the link to the reader's step in it.
    pub fn new(state: &State) -> Self {
        let (lab, request) = (&state.document.lab, &state.desk.map.request);
        let lesson = state.document.lesson.as_ref().and_then(|lesson| lesson.link(lab));
        let bytes = lab.save().to_text().len();
        let mut embed = Embed::default();
        let links = match lesson {
            Some(step) => {
                embed.layout = Layout::Story;
                let beginning = step.split('&').next().unwrap_or_default().to_owned();
                Some(Links { step: step + &place_of(state), beginning })
            }
            None => lab.link(&request.table, request.notation).map(|mut link| {
                let step = state.visited_link().unwrap_or_else(|| link.to_string() + &place_of(state));
                if link.saved().is_some() {
                    link.step = Some(Stop::At(0));
                }
                Links { step, beginning: link.to_string() }
            }),
        };
        let wide = state.wide().and_then(|wide| Wide::NAMES.iter().find(|(known, _)| *known == wide));
        let links = links.map(|links| match wide {
            Some((Wide::Orders, name)) => {
                let asked = state.desk.orders.question_text();
                Links { step: format!("{}&orders={asked}&wide={name}", links.step), ..links }
            }
            Some((_, name)) => Links { step: format!("{}&wide={name}", links.step), ..links },
            None => links,
        });
        if state.wide() == Some(Wide::Heat) {
            embed.layout = Layout::Heat;
        }
        let position = lab.position();
        let lesson = state.document.lesson.as_ref();
        let called = lesson.map(|lesson| [&lesson.title, ", ", &lesson.shown().heading].concat());
        let picture = Picture::new(lab, request, position, called);
        Self { position, links, bytes, grain: lab.grain(), embed, picture, copied: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::action::{Action, Overlay, Page};
    use crate::session::options::Options;
    use crate::session::tests::page;

    #[test]
    fn an_address_of_this_machine_is_told_from_others() {
        for local in ["http://127.0.0.1:8080/", "http://localhost/a/", "http://[::1]:8080/", "http://[::1]/"] {
            assert!(is_local(local), "{local}");
        }
        for other in ["https://example.org/127.0.0.1/", "https://localhost.example:80/", "http://10.0.0.1:8080/"] {
            assert!(!is_local(other), "{other}");
        }
    }

    #[test]
    fn what_is_written_behind_a_link_is_read_as_the_same_options() {
        let section = Section { from: 4, to: Some(11), repeats: true };
        for (layout, _) in Layout::NAMES {
            for theme in [Theme::Auto, Theme::Light, Theme::Dark] {
                for (controls, section) in [
                    (Controls::Full, Section::default()),
                    (Controls::Steps, section),
                    (Controls::None, Section { to: None, ..section }),
                ] {
                    let embed = Embed { layout, theme, controls, section, ..Embed::default() };
                    let text = embed.parameters();
                    let read = Options::read(|name| {
                        let mut pairs = text.split('&').filter_map(|part| part.split_once('='));
                        pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
                    });
                    assert_eq!((read.layout, read.section), (layout, section));
                    assert_eq!(read.controls, if layout == Layout::Full { Controls::default() } else { controls });
                    assert_eq!(read.theme.unwrap_or_default(), theme);
                }
            }
        }
    }

    #[test]
    fn an_element_has_what_it_opens_as_an_attribute_and_keeps_its_room_free() {
        let picture = Picture {
            name: "t-step-3".to_owned(),
            title: "step 3: <1>".to_owned(),
            svg: Default::default(),
            words: "<table></table>".to_owned(),
        };
        let embed = Embed { is_readonly: true, grain: Some(Grain::Rpc), needs: 412, ..Embed::default() };
        let code = |embed: Embed, link| embed.code("https://example.org/s/index.html", link, "<b>", &picture);
        assert_eq!(
            code(embed, "start=comments"),
            "<script type=\"module\" src=\"https://example.org/s/splitpoint.js\"></script>\n<split-point \
             start=\"comments\" view=\"mini\" grain=\"rpc\" readonly\n  title=\"&lt;b>\" \
             style=\"display: block; min-height: 412px\">\n  <a href=\"https://example.org/s/index.html#start=comments\">\
             step 3: &lt;1></a>\n</split-point>"
        );
        let pictured = code(Embed { has_picture: true, ..embed }, "start=comments");
        assert!(pictured.contains("><img src=\"t-step-3-light.svg\" alt=\"step 3: &lt;1>\"></a>\n"), "{pictured}");
        let told = code(Embed { has_words: true, ..embed }, "start=comments");
        assert!(told.contains("step 3: &lt;1></a>\n  <table></table>\n</split-point>"), "{told}");
        let lesson = code(Embed { layout: Layout::Story, ..embed }, "lesson=prepend-race&step=9");
        assert!(lesson.contains("<split-point lesson=\"prepend-race\" step=\"9\" view=\"story\" grain"), "{lesson}");
        let named = code(embed, "lesson=prepend-race&step=Break%20it");
        assert!(named.contains("<split-point link=\"lesson=prepend-race&amp;step=Break%20it\" view"), "{named}");
        let fixed = Embed { height: Height::Fixed(320), ..Embed::default() };
        let code = code(fixed, "v1.abc&table=pets");
        assert!(code.contains("link=\"v1.abc&amp;table=pets\" view=\"mini\" height=\"320\"\n"), "{code}");
    }

    #[test]
    fn a_frame_and_markdown_stay_what_they_are_whatever_the_title() {
        let embed = Embed { kind: Kind::Frame, ..Embed::default() };
        let picture = Picture {
            name: "t-step-3".to_owned(),
            title: "step 3: [−∞, 20)".to_owned(),
            svg: Default::default(),
            words: String::new(),
        };
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

    #[test]
    fn two_choices_of_one_instant_both_count_and_only_they_and_a_new_height_make_a_copy_old() {
        let mut state = page();
        let mut act = |page| {
            state.apply(Action::Page(page));
            let share = state.chrome.share.as_ref().expect("the dialog is open");
            (share.embed, share.copied)
        };
        act(Page::Overlay(Some(Overlay::Share)));
        // Each changes only its own setting, even if both were made from the same drawn picture.
        act(Page::Embed(Choice::To(Some(4))));
        let (embed, _) = act(Page::Embed(Choice::ReadOnly(true)));
        assert_eq!((embed.section.to, embed.is_readonly), (Some(4), true));

        act(Page::Copied(Copied::Step, true));
        let (embed, copied) = act(Page::Needs(512));
        assert_eq!((embed.needs, copied), (512, Some((Copied::Step, true))), "a link says no height");
        act(Page::Copied(Copied::Embed, true));
        assert_eq!(act(Page::Needs(513)).1, None, "these lines say the old height");
        act(Page::Copied(Copied::Embed, true));
        assert_eq!(act(Page::Embed(Choice::Repeats(true))).1, None);
    }
}
