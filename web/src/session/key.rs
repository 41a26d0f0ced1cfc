//! What keys do. They act only while the focus is inside the page, and not in a text field.

use super::action::{Act, Action, Overlay, Page, Time, Typing};
use super::compare::Comparing;
use super::design::Designing;
use super::growth::Growing;
use super::heat::Looking;
use super::lesson::Learning;
use super::orders::Asking;
use super::present::Presenting;

/// A key that was pressed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Press {
    /// The browser's name of the key: `ArrowRight`, `a`, …
    pub key: String,
    /// Whether Shift was pressed.
    pub shift: bool,
    /// Whether Ctrl or Cmd was pressed.
    pub ctrl: bool,
    /// Whether Alt was pressed.
    pub alt: bool,
    /// The kind of element that has the focus.
    pub place: Focus,
    /// Whether the view for an audience is shown.
    pub presents: bool,
    /// Whether the form is in sight. A form that is covered is not sent by a key.
    pub form: bool,
}

/// The kind of element that has the focus, as far as it matters for keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Focus {
    /// No special kind.
    #[default]
    Page,
    /// A text field.
    Text,
    /// An element that uses arrows, Home and End: a slider, a choice, a tab, the grid.
    Arrows,
    /// One of several choices, such as a tab, which uses arrows and Space.
    Choice,
    /// A button, which uses Space and Enter.
    Button,
}

/// A line in the list of keyboard shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The keys.
    pub keys: &'static str,
    /// What they do.
    pub what: &'static str,
    /// Whether they are single letters, which can be turned off.
    pub letter: bool,
}

const fn line(keys: &'static str, what: &'static str) -> Line {
    Line { keys, what, letter: false }
}

const fn letter(keys: &'static str, what: &'static str) -> Line {
    Line { keys, what, letter: true }
}

/// The keys of the view for an audience.
pub const PRESENTING: &str = "Page ↓ and ↑ or arrows step, Home goes to the beginning, b or . darkens the screen, n opens notes in a window, ? lists these keys";

/// The list of keyboard shortcuts.
pub const LIST: &[Line] = &[
    line("→ or .", "Next step"),
    line("← or ,", "Step back"),
    line("Shift → or ←", "Next or previous operation"),
    line("Home, End", "To the beginning, to the end"),
    line("0 – 9", "To tenths of the whole"),
    line("] and [", "Next and previous marker"),
    letter("m", "Mark this step, or name its mark"),
    line("Space", "Play, pause"),
    line("+ and −", "Finer and coarser steps"),
    letter("a b c d", "Step a client"),
    letter("u", "Undo what you did last"),
    letter("r", "Start over (asks)"),
    letter("x", "Let the last two steps of two clients trade places, on a branch"),
    letter("y", "Next branch"),
    letter("o", "Every order; Esc goes back to the table"),
    letter("h", "Heat; Esc goes back to the table"),
    letter("v", "Compare what operations cost; Esc goes back to the table"),
    letter("k", "Design a row key; Esc goes back to the table"),
    letter("g", "Growth: what a key does in months; Esc goes back"),
    letter("l", "Back to the path of the lesson"),
    letter("f", "Present: large, on the whole screen; Esc goes back"),
    line("While presenting", PRESENTING),
    line("Ctrl Enter", "Run the form, or the script"),
    line("/", "To the console; Tab completes, Tab again or Esc leaves it"),
    line("F6", "To the next pane, with Shift to the last"),
    line("? and Esc", "This list; close"),
    line("In the key space", "Arrows move the cell, Ctrl ↑ ↓ by regions, Enter tells more, Esc goes back"),
];

impl Press {
    /// The action of the key; `None` if the browser handles it.
    pub fn action(&self, letters: bool) -> Option<Action> {
        if self.alt {
            return None;
        }
        if self.ctrl {
            return (self.key == "Enter" && self.form).then_some(Action::Act(Act::Run));
        }
        if self.place == Focus::Text {
            return None;
        }
        if self.presents {
            return self.presenting();
        }
        let arrows = !matches!(self.place, Focus::Arrows | Focus::Choice);
        let time = match self.key.as_str() {
            "." => Time::Next,
            "," => Time::Back,
            "ArrowRight" if arrows && self.shift => Time::NextOperation,
            "ArrowLeft" if arrows && self.shift => Time::BackOperation,
            "ArrowRight" if arrows => Time::Next,
            "ArrowLeft" if arrows => Time::Back,
            "Home" if arrows => Time::First,
            "End" if arrows => Time::Last,
            "]" => Time::NextMarker,
            "[" => Time::PreviousMarker,
            "+" | "=" => Time::Finer,
            "-" => Time::Coarser,
            "/" => return Some(Action::Console(Typing::Open(true))),
            "?" => return Some(Action::Page(Page::Overlay(Some(Overlay::Help)))),
            key => return self.letter(key, letters),
        };
        Some(Action::Time(time))
    }

    /// The action of a key, also of a remote control, in the view for an audience.
    fn presenting(&self) -> Option<Action> {
        Some(match self.key.as_str() {
            "PageDown" | "ArrowRight" | "ArrowDown" => Action::Time(Time::Next),
            "PageUp" | "ArrowLeft" | "ArrowUp" => Action::Time(Time::Back),
            "Home" => Action::Time(Time::First),
            "b" | "." => Action::Present(Presenting::Blank),
            "n" => Action::Present(Presenting::Notes),
            "?" => Action::Present(Presenting::Keys),
            "f" | "Escape" => Action::Present(Presenting::Open(false)),
            _ => return None,
        })
    }

    fn letter(&self, key: &str, letters: bool) -> Option<Action> {
        if let Some(tenth @ 0..=9) = key.parse::<u8>().ok().filter(|_| key.len() == 1) {
            return Some(Action::Time(Time::Tenth(tenth)));
        }
        if !letters || self.shift {
            return None;
        }
        Some(match key {
            "a" => Action::Act(Act::StepClient(0)),
            "b" => Action::Act(Act::StepClient(1)),
            "c" => Action::Act(Act::StepClient(2)),
            "d" => Action::Act(Act::StepClient(3)),
            "m" => Action::Time(Time::Mark),
            "u" => Action::Time(Time::Undo),
            "x" => Action::Time(Time::Reorder),
            "y" => Action::Time(Time::NextBranch),
            "o" => Action::Orders(Asking::Open(true)),
            "h" => Action::Heat(Looking::Open(true)),
            "v" => Action::Compare(Comparing::Open(true)),
            "k" => Action::Design(Designing::Open(true)),
            "g" => Action::Growth(Growing::Open(true)),
            "f" => Action::Present(Presenting::Open(true)),
            "l" => Action::Lesson(Learning::Back),
            "r" => Action::Page(Page::Overlay(Some(Overlay::Reset))),
            _ => return None,
        })
    }

    /// Whether the page uses the key. `letters`: whether single letters are keys.
    pub fn is_ours(&self, letters: bool) -> bool {
        self.key == "F6" || self.plays() || self.action(letters).is_some()
    }

    /// Whether the key opens the prompt.
    pub fn opens_prompt(&self) -> bool {
        matches!(self.action(false), Some(Action::Console(Typing::Open(true))))
    }

    /// Applies the key to the end of a text, as a text field would. `false` if it does not change text, or if a text
    /// field has the focus and gets it.
    pub fn types(&self, text: &mut String) -> bool {
        if self.place == Focus::Text || self.ctrl || self.alt {
            return false;
        }
        match self.key.as_str() {
            "Enter" => text.push('\n'),
            "Backspace" => drop(text.pop()),
            key if key.chars().count() == 1 => text.push_str(key),
            _ => return false,
        }
        true
    }

    /// Whether the key starts or stops playing.
    pub fn plays(&self) -> bool {
        self.key == " " && matches!(self.place, Focus::Page | Focus::Arrows) && !self.ctrl && !self.alt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(key: &str, place: Focus) -> Press {
        Press { key: key.into(), place, ..Press::default() }
    }

    #[test]
    fn text_fields_keep_their_keys_but_for_ctrl_enter() {
        for key in ["a", ".", "ArrowLeft", " ", "?", "0"] {
            assert_eq!(press(key, Focus::Text).action(true), None, "{key}");
        }
        let run = Press { ctrl: true, form: true, ..press("Enter", Focus::Text) };
        assert_eq!(run.action(true), Some(Action::Act(Act::Run)));
        assert_eq!(Press { form: false, ..run }.action(true), None, "the form is covered");
    }

    #[test]
    fn the_grid_and_sliders_keep_their_arrows_and_the_points_still_move_time() {
        assert_eq!(press("ArrowRight", Focus::Arrows).action(true), None);
        assert_eq!(press(".", Focus::Arrows).action(true), Some(Action::Time(Time::Next)));
    }

    #[test]
    fn a_remote_steps_while_the_page_is_presented_and_letters_are_no_clients() {
        let press = |key: &str| Press { presents: true, ..press(key, Focus::Button) };
        assert_eq!(press("PageDown").action(true), Some(Action::Time(Time::Next)));
        assert_eq!(press("PageUp").action(true), Some(Action::Time(Time::Back)));
        assert_eq!(press("b").action(true), press(".").action(false));
        assert_eq!(press("?").action(false), Some(Action::Present(Presenting::Keys)));
        assert_eq!(press("a").action(true), None);
        assert_eq!(press("Escape").action(true), Some(Action::Present(Presenting::Open(false))));
        assert_eq!(Press { presents: false, ..press("PageDown") }.action(true), None);
    }

    #[test]
    fn space_chooses_what_has_the_focus_and_plays_elsewhere() {
        assert!(press(" ", Focus::Page).plays() && press(" ", Focus::Arrows).plays());
        assert!(!press(" ", Focus::Choice).plays() && !press(" ", Focus::Button).plays());
        assert_eq!(press("ArrowRight", Focus::Choice).action(true), None);
    }

    #[test]
    fn what_follows_the_key_that_opens_the_prompt_is_text() {
        assert!(press("/", Focus::Page).opens_prompt() && press("/", Focus::Button).opens_prompt());
        assert!(!press("/", Focus::Text).opens_prompt() && !press("?", Focus::Page).opens_prompt());
        let mut text = String::new();
        for key in ["s", "c", "x", "Backspace", "ä", " ", "Enter"] {
            assert!(press(key, Focus::Page).types(&mut text), "{key}");
        }
        for other in [press("Tab", Focus::Page), press("Escape", Focus::Page), press("a", Focus::Text)] {
            assert!(!other.types(&mut text), "{other:?}");
        }
        assert!(!Press { ctrl: true, ..press("c", Focus::Page) }.types(&mut text));
        assert_eq!(text, "scä \n");
    }

    #[test]
    fn letters_can_be_switched_off() {
        assert_eq!(press("u", Focus::Page).action(true), Some(Action::Time(Time::Undo)));
        assert_eq!(press("u", Focus::Page).action(false), None);
        assert_eq!(press("]", Focus::Page).action(false), Some(Action::Time(Time::NextMarker)));
    }

    #[test]
    fn the_browsers_own_combinations_stay_its_own() {
        let find = Press { ctrl: true, ..press("a", Focus::Page) };
        assert_eq!(find.action(true), None);
        let back = Press { alt: true, ..press("ArrowLeft", Focus::Page) };
        assert_eq!(back.action(true), None);
    }
}
