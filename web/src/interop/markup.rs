//! Markup that stands in the program, piece by piece. Where a page demands trusted types, none can be handed to the browser as a
//! text: what it says is made element by element.

/// A piece of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// An element of that name begins.
    Open(&'static str),
    /// An attribute of the element that has begun, and its value.
    Attribute(&'static str, &'static str),
    /// Letters in it.
    Text(&'static str),
    /// It ends.
    Close,
}

/// The pieces of a text that is simple: every element is closed, every value is in quotes, and no letter is written by a name.
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
