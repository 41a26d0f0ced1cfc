//! Icons of 16 pixels. Each is beside a word, or on a button with an accessible name.

use yew::prelude::*;

/// What an icon shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyph {
    /// The logo of the project.
    Logo,
    /// Go to the beginning.
    First,
    /// Go one step back.
    Back,
    /// Go one step forward.
    Next,
    /// Go to the end.
    Last,
    /// Stop playing.
    Pause,
    /// Play: steps follow each other by themselves.
    Play,
    /// A branch of the history.
    Branch,
    /// Swap two steps.
    Swap,
    /// The theme that follows the system.
    Theme,
    /// The light theme.
    Light,
    /// The dark theme.
    Dark,
    /// A menu that opens downwards.
    Down,
    /// Close or remove.
    Close,
    /// Add one more.
    Plus,
    /// A marker at a step.
    Mark,
}

impl Glyph {
    fn shape(self) -> (&'static str, bool) {
        match self {
            Self::Logo => ("M1 2h5v12H1zM8 2h7v4H8zM8 8h3v6H8zM13 8h2v6h-2z", true),
            Self::First => ("M3 3h2v10H3zM13 3v10L6 8z", true),
            Self::Back => ("M11 3v10L4 8z", true),
            Self::Next | Self::Play => ("M4 2.5v11L13 8z", true),
            Self::Last => ("M11 3h2v10h-2zM3 3v10l7-5z", true),
            Self::Pause => ("M4 3h3v10H4zM9 3h3v10H9z", true),
            Self::Branch => (
                "M4.5 5.5v5M4.5 8c5 0 7-1 7-3M4.5 2a1.5 1.5 0 100 3 1.5 1.5 0 000-3zM4.5 11a1.5 1.5 0 100 3 1.5 1.5 0 000-3zM11.5 2a1.5 1.5 0 100 3 1.5 1.5 0 000-3z",
                false,
            ),
            Self::Swap => ("M3 5.5h10l-3-3M13 10.5H3l3 3", false),
            Self::Theme => ("M8 2a6 6 0 100 12zM8 2a6 6 0 110 12", false),
            Self::Light => (
                "M8 5a3 3 0 100 6 3 3 0 000-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
                false,
            ),
            Self::Dark => ("M13.5 9.5A6 6 0 116.5 2.5a5 5 0 007 7z", false),
            Self::Down => ("M4 6l4 4 4-4", false),
            Self::Close => ("M4 4l8 8M12 4l-8 8", false),
            Self::Plus => ("M8 3v10M3 8h10", false),
            Self::Mark => ("M8 2l6 6-6 6-6-6z", false),
        }
    }
}

/// An icon without an accessible name.
pub(crate) fn icon(glyph: Glyph) -> Html {
    let (path, solid) = glyph.shape();
    let half = glyph == Glyph::Theme;
    html! {
        <svg class={classes!("icon", solid.then_some("icon--solid"))} viewBox="0 0 16 16" aria-hidden="true">
            <path d={path} />
            if half {
                <path d="M8 2a6 6 0 000 12z" fill="currentColor" />
            }
        </svg>
    }
}

/// A button with only an icon, and an accessible name. It is disabled if there is no listener.
pub(crate) fn icon_button(
    glyph: Glyph,
    name: &str,
    class: &'static str,
    onclick: Option<Callback<MouseEvent>>,
) -> Html {
    let name = AttrValue::from(name.to_owned());
    html! {
        <button
            type="button"
            class={classes!("button", "button--quiet", class)}
            aria-label={name.clone()}
            title={name}
            disabled={onclick.is_none()}
            {onclick}
        >
            { icon(glyph) }
        </button>
    }
}
