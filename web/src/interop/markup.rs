//! Markup that is part of the program, split into pieces. Where a page demands trusted types, the browser takes no
//! markup as text, so elements are made one by one.

/// A piece of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// The start tag of an element, with its name.
    Open(&'static str),
    /// An attribute of the element that was started last, with its value.
    Attribute(&'static str, &'static str),
    /// Text in the element.
    Text(&'static str),
    /// The end of the element.
    Close,
}

/// Splits simple markup into pieces: every element has to be closed and every value in quotes, and entities such as
/// `&amp;` are not known.
pub(crate) fn pieces(markup: &'static str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for part in markup.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        if tag.starts_with('/') {
            pieces.push(Piece::Close);
        } else {
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            pieces.push(Piece::Open(name));
            let mut words = attributes.split('"');
            while let (Some(name), Some(value)) = (words.next(), words.next()) {
                pieces.push(Piece::Attribute(name.trim().trim_end_matches('='), value));
            }
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_comes_in_pieces() {
        let expected = [
            Piece::Open("p"),
            Piece::Attribute("class", "a b"),
            Piece::Attribute("data-note", "title"),
            Piece::Text("one "),
            Piece::Open("em"),
            Piece::Text("two"),
            Piece::Close,
            Piece::Text(" three"),
            Piece::Close,
            Piece::Text("\n"),
        ];
        assert_eq!(pieces("<p class=\"a b\" data-note=\"title\">one <em>two</em> three</p>\n"), expected);
    }

    #[test]
    fn what_stands_in_the_program_is_as_simple_as_that() {
        for markup in [include_str!("notes.html"), include_str!("../components/help.html")] {
            assert!(markup.starts_with('<') && !markup.contains(['&', '!']), "no letter by a name, no comment");
            assert_eq!(markup.matches('<').count(), markup.matches('>').count());
            let mut open = 0_usize;
            for piece in pieces(markup) {
                match piece {
                    Piece::Open(name) => {
                        assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric()), "{name}");
                        open += 1;
                    }
                    Piece::Attribute(name, _) => assert!(!name.contains([' ', '=']), "{name}"),
                    Piece::Close => open -= 1,
                    Piece::Text(text) => assert!(open > 0 || text.trim().is_empty(), "one element has all: {text}"),
                }
            }
            assert_eq!(open, 0, "every element is closed");
        }
    }
}
