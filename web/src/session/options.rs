//! The options with which a page is opened. Nothing else decides what it shows, keeps or listens to.

use super::action::{Act, Action, Overlay, Page, Show, Theme, Time, Typing};
use super::chunk::Chunk;
use super::heat::Looking;
use super::lesson::Learning;
use super::visit;
use splitpoint_lab::view::TimelineView;

/// How much of the page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Layout {
    /// The whole page.
    #[default]
    Full,
    /// The sentence, the key space, the clients, the timeline.
    Race,
    /// The sentence, the key space, the timeline.
    Mini,
    /// A lesson, the sentence, the key space, the timeline.
    Story,
    /// The sentence, the heat picture, the timeline.
    Heat,
    /// The sentence, rows with the bytes of their keys, the timeline.
    Bytes,
}

impl Layout {
    /// All of them, each with its name in attributes and links.
    pub const NAMES: [(Self, &'static str); 6] = [
        (Self::Full, "full"),
        (Self::Race, "race"),
        (Self::Mini, "mini"),
        (Self::Story, "story"),
        (Self::Heat, "heat"),
        (Self::Bytes, "bytes"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(layout, _)| *layout == self).map_or("full", |(_, name)| name)
    }

    fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(layout, _)| *layout)
    }

    /// The chunk with what is shown in place of the key space.
    pub fn chunk(self) -> Option<Chunk> {
        match self {
            Self::Heat => Some(Chunk::Heat),
            Self::Bytes => Some(Chunk::Bytes),
            Self::Full | Self::Race | Self::Mini | Self::Story => None,
        }
    }
}

/// The controls in an excerpt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Controls {
    /// Buttons and a slider, and what changes the view: the notation of keys, what is drawn, what one step is.
    Full,
    /// Buttons and a slider for time.
    #[default]
    Steps,
    /// No controls.
    None,
}

impl Controls {
    /// All of them, each with its name in attributes and links.
    pub const NAMES: [(Self, &'static str); 3] = [(Self::Full, "full"), (Self::Steps, "steps"), (Self::None, "none")];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(controls, _)| *controls == self).map_or("steps", |(_, name)| name)
    }

    /// Reads a name. Older links say `yes` and `no`, as there were only two values.
    fn named(name: &str) -> Option<Self> {
        match name {
            "yes" => Some(Self::Steps),
            "no" => Some(Self::None),
            name => Self::NAMES.iter().find(|(_, known)| *known == name).map(|(controls, _)| *controls),
        }
    }
}

/// The steps that can be reached, counted at the grain with which the page opens. Without `to` there is no last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Section {
    /// The first step.
    pub from: u64,
    /// The last step, inclusive.
    pub to: Option<u64>,
    /// Whether playing starts again at the end.
    pub repeats: bool,
}

impl Section {
    /// Whether it excludes any step.
    pub fn is_bound(self) -> bool {
        self.from > 0 || self.to.is_some()
    }
}

/// The steps that the buttons and the slider for time can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The steps before the first one that counts: those that prepare a lesson.
    pub base: u64,
    /// The first step.
    pub from: u64,
    /// The last step.
    pub to: u64,
    /// Whether there is a next step.
    pub can_next: bool,
    /// Whether there is a previous step.
    pub can_back: bool,
    /// Whether the last two steps may be swapped.
    pub can_reorder: bool,
}

impl Reach {
    /// The number of a step as readers see it: those that prepare a lesson do not count.
    pub fn number(&self, position: u64) -> u64 {
        position.saturating_sub(self.base)
    }
}

/// The document around a frame, which gets events and may send commands.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Host {
    /// The only origin from which commands are accepted; `None` to accept those of any document around the frame.
    pub origin: Option<String>,
    /// Whether it hands over what the page opens, instead of a link.
    pub hands_over: bool,
}

/// The options of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What the page opens, as the fragment of an address. If it is empty, what was kept, or else the first example.
    pub link: String,
    /// How much of the page is shown.
    pub layout: Layout,
    /// The theme that the host sets; `None` for that of the reader, or else of the system.
    pub theme: Option<Theme>,
    /// The controls in an excerpt.
    pub controls: Controls,
    /// The steps that can be reached.
    pub section: Section,
    /// Whether the reader can only look at existing steps, and make none.
    pub is_readonly: bool,
    /// The zoom of the page, in percent.
    pub scale: u16,
    /// Whether the browser keeps the work and the settings of the reader until the next visit.
    pub keeps: bool,
    /// Whether the page has its document for itself, so that keys also act while nothing has the focus.
    pub alone: bool,
    /// The document around the frame, for a page in a frame that keeps nothing.
    pub host: Option<Host>,
}

impl Default for Options {
    /// The whole page in a document of its own.
    fn default() -> Self {
        Self {
            link: String::new(),
            layout: Layout::Full,
            theme: None,
            controls: Controls::default(),
            section: Section::default(),
            is_readonly: false,
            scale: 100,
            keeps: true,
            alone: true,
            host: None,
        }
    }
}

impl Options {
    /// The options that stand in the attributes of a host's element, by their names: `link` is what it opens, `view` is
    /// one of [`Layout::NAMES`], `theme` is `light`, `dark` or `auto`, `controls` is `full`, `steps` or `none`;
    /// `from-step` and `to-step` are the first and last step, `font-scale` is a factor from 0.5 to 3; `loop`, `readonly`,
    /// `keep` and `alone` are `yes` or `no`. What is missing, or cannot be read, is as by default; an excerpt keeps
    /// nothing by default. Where nothing can be changed, there are no forms: the whole page is then that of `race`.
    pub fn read(attribute: impl Fn(&str) -> Option<String>) -> Self {
        let default = Self::default();
        let switch = |name, by_default| match attribute(name).as_deref() {
            Some("yes") => true,
            Some("no") => false,
            _ => by_default,
        };
        let number = |name| attribute(name).and_then(|text| text.parse::<u64>().ok());
        let layout = attribute("view").and_then(|name| Layout::named(&name)).unwrap_or(default.layout);
        let is_readonly = switch("readonly", false);
        Self {
            link: attribute("link").unwrap_or_default(),
            layout: if is_readonly && layout == Layout::Full { Layout::Race } else { layout },
            theme: attribute("theme").map(|name| Theme::named(&name)),
            controls: attribute("controls").and_then(|name| Controls::named(&name)).unwrap_or_default(),
            section: Section {
                from: number("from-step").unwrap_or(0),
                to: number("to-step"),
                repeats: switch("loop", false),
            },
            is_readonly,
            scale: attribute("font-scale").and_then(|text| percent(&text)).unwrap_or(default.scale),
            keeps: switch("keep", layout == Layout::Full),
            alone: switch("alone", default.alone),
            host: None,
        }
    }

    /// The steps that the buttons and the slider for time can reach, behind those that prepare a lesson. A last step
    /// before the first one counts as the first.
    pub fn reach(&self, timeline: &TimelineView, prepared: u64) -> Reach {
        // A link may lead to a step in between.
        let base = if timeline.position < prepared { 0 } else { prepared };
        let end = self.section.to.map_or(timeline.total, |to| to.max(self.section.from));
        let to = end.min(timeline.total);
        let from = self.section.from.max(base).min(to);
        let position = timeline.position;
        let is_last = self.section.to.is_some() && position >= end || self.is_readonly && position >= timeline.total;
        Reach {
            base,
            from,
            to,
            can_next: timeline.can_next && !is_last,
            can_back: timeline.can_back && position > from,
            can_reorder: timeline.reorder.is_some() && !self.is_readonly && !self.section.is_bound(),
        }
    }

    /// Whether a reader may do an action: the shown part of the page has to offer it, and a page that is only looked at
    /// may not change.
    pub fn allows(&self, action: &Action) -> bool {
        let has_forms = self.layout == Layout::Full;
        let is_about_forms = match action {
            Action::Edit(..) | Action::Operation(_) | Action::Client(_) | Action::Minute(_) => true,
            Action::Salt | Action::Check | Action::Import(_) => true,
            Action::Lesson(learning) => self.layout != Layout::Story || matches!(learning, Learning::Write(_)),
            // A wide view needs the whole page.
            Action::Orders(_) | Action::Compare(_) | Action::Design(_) => true,
            Action::Growth(_) | Action::Cluster(_) | Action::Present(_) => true,
            Action::Heat(looking) => self.layout != Layout::Heat || matches!(looking, Looking::Open(_)),
            Action::Act(act) => matches!(act, Act::Send | Act::Run),
            Action::Console(typing) => !matches!(typing, Typing::Stop),
            Action::Page(page) => matches!(page, Page::Tab(_) | Page::Overlay(Some(Overlay::Import))),
            Action::Show(show) => matches!(show, Show::Api(_)),
            Action::Time(_) | Action::Begin(_) | Action::Reset | Action::Unreset | Action::Notice(_) => false,
        };
        let asks_to_change = matches!(action, Action::Page(Page::Overlay(Some(Overlay::Reset))));
        let counts_anew = matches!(action, Action::Time(Time::Grain(_) | Time::Finer | Time::Coarser));
        (has_forms || !is_about_forms)
            && !(self.is_readonly && (visit::changes(action) || asks_to_change))
            && !(self.section.is_bound() && counts_anew)
    }
}

/// Reads a factor as percent, from 50 to 300. Only two decimals count. It is not parsed as a float, as that code has
/// large tables.
fn percent(text: &str) -> Option<u16> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let decimals: String = part.chars().chain("00".chars()).take(2).collect();
    let number = |text: &str| if text.is_empty() { Ok(0) } else { text.parse::<u16>() };
    let percent = number(whole).ok()?.checked_mul(100)?.checked_add(number(&decimals).ok()?)?;
    Some(percent.clamp(50, 300))
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
            layout: Layout::Mini,
            theme: Some(Theme::Dark),
            controls: Controls::None,
            keeps: false,
            alone: false,
            ..Options::default()
        };
        assert_eq!(mini, expected);
        assert_eq!(read(&[("view", "huge"), ("keep", "perhaps")]), Options::default());
    }

    fn options(all: &'static [(&str, &str)]) -> Options {
        Options::read(move |name| all.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn a_section_and_a_size_are_read() {
        let read = options(&[("from-step", "4"), ("to-step", "11"), ("loop", "yes"), ("font-scale", "1.25")]);
        assert_eq!(read.section, Section { from: 4, to: Some(11), repeats: true });
        assert_eq!(read.scale, 125);
        let odd = options(&[("from-step", "-4"), ("to-step", "end"), ("loop", "often"), ("font-scale", "large")]);
        assert_eq!((odd.section, odd.scale), (Section::default(), 100));
        assert_eq!(
            [percent("9"), percent(".5"), percent("1.1"), percent("2.125")],
            [Some(300), Some(50), Some(110), Some(212)]
        );
        assert_eq!([percent("-1"), percent("1.x"), percent("70000")], [None; 3]);
        assert_eq!(options(&[("readonly", "yes")]).layout, Layout::Race, "there is no form to be looked at");
    }

    fn timeline(position: u64, total: u64) -> TimelineView {
        let lab = splitpoint_lab::session::Session::new();
        let request = splitpoint_lab::view::ViewRequest {
            table: String::new(),
            window: 0..1,
            old_versions: true,
            notation: splitpoint_lab::view::KeyNotation::default(),
        };
        TimelineView { position, total, can_next: true, can_back: position > 0, ..lab.view(&request).timeline }
    }

    #[test]
    fn time_reaches_as_far_as_the_section() {
        let section = options(&[("from-step", "2"), ("to-step", "5")]);
        let reach = |options: &Options, position, total| options.reach(&timeline(position, total), 0);
        assert_eq!(
            reach(&section, 2, 9),
            Reach { base: 0, from: 2, to: 5, can_next: true, can_back: false, can_reorder: false }
        );
        assert_eq!(
            reach(&section, 5, 9),
            Reach { base: 0, from: 2, to: 5, can_next: false, can_back: true, can_reorder: false }
        );
        assert_eq!(
            reach(&section, 3, 3),
            Reach { base: 0, from: 2, to: 3, can_next: true, can_back: true, can_reorder: false },
            "it can still grow"
        );
        assert_eq!(
            reach(&options(&[]), 3, 3),
            Reach { base: 0, from: 0, to: 3, can_next: true, can_back: true, can_reorder: false }
        );
        assert!(!reach(&options(&[("readonly", "yes")]), 3, 3).can_next, "no step is made");
        let wrong = options(&[("from-step", "5"), ("to-step", "2")]);
        let lesson = Options::default();
        let prepared = |position| lesson.reach(&timeline(position, 9), 4);
        assert_eq!((prepared(4).from, prepared(4).base, prepared(4).can_back), (4, 4, false));
        assert_eq!((prepared(3).from, prepared(3).base, prepared(3).can_back), (0, 0, true), "in the preparation");
        assert_eq!(
            reach(&wrong, 5, 9),
            Reach { base: 0, from: 5, to: 5, can_next: false, can_back: false, can_reorder: false }
        );
    }

    #[test]
    fn who_only_looks_changes_nothing_and_an_excerpt_has_no_forms() {
        let step = Action::Act(Act::StepClient(0));
        let open = Action::Console(Typing::Open(true));
        let next = Action::Time(Time::Next);
        let (whole, race, look) =
            (options(&[]), options(&[("view", "race")]), options(&[("view", "race"), ("readonly", "yes")]));
        assert!(whole.allows(&step) && whole.allows(&open) && whole.allows(&next));
        assert!(race.allows(&step) && !race.allows(&open) && race.allows(&next));
        assert!(!race.allows(&Action::Act(Act::Run)), "the form that it would send is not shown");
        assert!(!look.allows(&step) && !look.allows(&Action::Reset) && look.allows(&next));
        assert!(!options(&[("to-step", "5")]).allows(&Action::Time(Time::Finer)), "its steps are counted at one grain");
        let heat = options(&[("view", "heat")]);
        let look = |looking| Action::Heat(looking);
        assert!(heat.allows(&look(Looking::Cell(0, 0))) && heat.allows(&look(Looking::Go(0))));
        assert!(!heat.allows(&look(Looking::Open(false))), "there is nothing else to see");
        assert!(!race.allows(&look(Looking::Cell(0, 0))) && !heat.allows(&open));
        assert_eq!((heat.layout.chunk(), race.layout.chunk()), (Some(Chunk::Heat), None));
    }
}
