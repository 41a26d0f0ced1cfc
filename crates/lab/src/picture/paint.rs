//! Colours, by the names that the style sheets of the page have for them.

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// Its name: `light` or `dark`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A colour of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Token {
    Bg,
    Panel,
    Line,
    LineStrong,
    Ink,
    Soft,
    Faint,
    No,
    Warn,
    OnClient,
    OnServer,
    Mem,
    /// Parts of a heat map that got writes.
    Heat,
    /// The colour of a client; 0 is A.
    Client(u8),
    /// One of the tints of regions, 0 to 7.
    Tint(u8),
    /// The colour of a server, 0 to 3.
    Server(u8),
    /// Of the first three fields of a key, 1 to 3.
    Field(u8),
}

/// A name, and the colour in light and in dark.
type Entry = (&'static str, &'static str, &'static str);

const CLIENTS: [Entry; 4] = [
    ("client-a", "#0e7490", "#5cc8de"),
    ("client-b", "#b4530a", "#f0a35e"),
    ("client-c", "#6d4bb8", "#b79bf0"),
    ("client-d", "#9c2f6b", "#ee8dc0"),
];

const TINTS: [Entry; 8] = [
    ("tint-0", "#eef4fb", "#1a2430"),
    ("tint-1", "#f6f1fa", "#251e2e"),
    ("tint-2", "#eef7f1", "#1a2a22"),
    ("tint-3", "#fbf3ea", "#2c241a"),
    ("tint-4", "#ecf6f7", "#182729"),
    ("tint-5", "#faf0f3", "#2c1d24"),
    ("tint-6", "#f4f5e9", "#24261a"),
    ("tint-7", "#f0f0fb", "#1f2032"),
];

const SERVERS: [Entry; 4] = [
    ("server-0", "#4376ab", "#6ea3dc"),
    ("server-1", "#8257a8", "#b07fd6"),
    ("server-2", "#4f8a68", "#79b893"),
    ("server-3", "#a8763a", "#d8a567"),
];

const FIELDS: [Entry; 3] =
    [("field-1", "#1d5b8f", "#8fc1ee"), ("field-2", "#6d4bb8", "#b79bf0"), ("field-3", "#8a5a00", "#e8b458")];

impl Token {
    /// The colour of a client by its letter; of background work where there is none.
    pub(super) fn client(letter: Option<char>) -> Self {
        let number = letter.and_then(|letter| u8::try_from(u32::from(letter).saturating_sub(u32::from('A'))).ok());
        number.map_or(Self::Soft, |number| Self::Client(number.min(3)))
    }

    /// The colour of the card of a region.
    pub(super) fn tint(number: usize) -> Self {
        Self::Tint(u8::try_from(number % TINTS.len()).unwrap_or(0))
    }

    /// The colour of a server.
    pub(super) fn server(number: usize) -> Self {
        Self::Server(u8::try_from(number % SERVERS.len()).unwrap_or(0))
    }

    /// The colour of a field of a key of several, by its number from 0. Every fourth is in ink.
    pub(super) fn field(number: usize) -> Self {
        match u8::try_from(number % 4 + 1).unwrap_or(4) {
            4 => Self::Ink,
            number => Self::Field(number),
        }
    }

    fn entry(self) -> Entry {
        fn of(entries: &[Entry], number: u8) -> Entry {
            entries[usize::from(number) % entries.len()]
        }
        match self {
            Self::Bg => ("bg", "#fbfbfa", "#131417"),
            Self::Panel => ("panel", "#ffffff", "#191b1f"),
            Self::Line => ("line", "#e3e3df", "#2b2e34"),
            Self::LineStrong => ("line-strong", "#c9c9c3", "#41454d"),
            Self::Ink => ("ink", "#1c1d20", "#e8e9ec"),
            Self::Soft => ("soft", "#5d6068", "#a3a7b0"),
            Self::Faint => ("faint", "#85888f", "#7b808a"),
            Self::No => ("no", "#b3261e", "#ff8f85"),
            Self::Warn => ("warn", "#8a5a00", "#e8b458"),
            Self::OnClient => ("on-client", "#ffffff", "#131417"),
            Self::OnServer => ("on-server", "#ffffff", "#131417"),
            Self::Mem => ("mem", "#5064d8", "#7f8de0"),
            Self::Heat => ("heat", "#c2410c", "#fb923c"),
            Self::Client(number) => of(&CLIENTS, number),
            Self::Tint(number) => of(&TINTS, number),
            Self::Server(number) => of(&SERVERS, number),
            Self::Field(number) => of(&FIELDS, number.wrapping_sub(1)),
        }
    }

    /// Its name in the style sheets, without the dashes in front.
    pub(super) fn name(self) -> &'static str {
        self.entry().0
    }

    /// `#rrggbb`.
    pub(super) fn color(self, theme: Theme) -> &'static str {
        let (_, light, dark) = self.entry();
        match theme {
            Theme::Light => light,
            Theme::Dark => dark,
        }
    }
}

/// A colour and its opacity, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) token: Token,
    pub(super) opacity: u8,
}

impl Paint {
    pub(super) fn faint(token: Token, opacity: u8) -> Self {
        Self { token, opacity }
    }
}

impl From<Token> for Paint {
    fn from(token: Token) -> Self {
        Self { token, opacity: 100 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_are_those_of_the_page() {
        let styles = include_str!("../../../../web/styles/tokens.css");
        let plain = [
            Token::Bg,
            Token::Panel,
            Token::Line,
            Token::LineStrong,
            Token::Ink,
            Token::Soft,
            Token::Faint,
            Token::No,
            Token::Warn,
            Token::OnClient,
            Token::OnServer,
            Token::Mem,
            Token::Heat,
        ];
        let all = plain.into_iter().chain((0..4).map(Token::Client)).chain((0..8).map(Token::Tint));
        for token in all.chain((0..4).map(Token::Server)).chain((1..4).map(Token::Field)) {
            let (light, dark) = (token.color(Theme::Light), token.color(Theme::Dark));
            let line = format!("  --{}: light-dark({light}, {dark});\n", token.name());
            assert!(styles.contains(&line), "tokens.css says something else than {line}");
        }
    }

    #[test]
    fn every_letter_and_number_has_a_colour() {
        assert_eq!(Token::client(Some('B')), Token::Client(1));
        assert_eq!(Token::client(None), Token::Soft);
        assert_eq!(Token::tint(11), Token::Tint(3));
        assert_eq!(Token::server(5), Token::Server(1));
        assert_eq!([0, 2, 3, 4].map(Token::field), [Token::Field(1), Token::Field(3), Token::Ink, Token::Field(1)]);
        assert_eq!(Token::Field(0).name(), "field-1");
    }
}
