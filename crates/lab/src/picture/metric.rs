//! How wide text is. A picture is drawn with the fonts of whoever looks at it, so the widths stated here are those of
//! DejaVu, the widest of the fonts that are asked for: in another font there is a little more room around words.

/// A font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Font {
    pub(super) face: Face,
    /// Pixels.
    pub(super) size: i64,
    pub(super) bold: bool,
}

/// A kind of font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    /// For words.
    Sans,
    /// For keys, columns and times.
    Mono,
}

/// Widths of letters from space to `~`, in hundredths of the font's size.
const PLAIN: [u8; 95] = [
    32, 40, 46, 84, 64, 95, 78, 28, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84,
    84, 84, 53, 100, 69, 69, 70, 77, 63, 58, 78, 75, 30, 30, 66, 56, 86, 75, 79, 61, 79, 70, 64, 61, 73, 69, 99, 69,
    61, 69, 39, 34, 39, 84, 50, 50, 61, 64, 55, 64, 62, 35, 64, 64, 28, 28, 58, 28, 98, 64, 61, 64, 64, 41, 52, 39, 64,
    59, 82, 59, 59, 53, 64, 34, 64, 84,
];

/// Widths of the same letters in bold.
const BOLD: [u8; 95] = [
    35, 46, 52, 84, 70, 100, 87, 31, 46, 46, 52, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70, 40, 40,
    84, 84, 84, 58, 100, 78, 76, 74, 83, 69, 69, 82, 84, 37, 37, 78, 64, 100, 84, 85, 73, 85, 77, 72, 68, 81, 78, 111,
    77, 73, 73, 46, 37, 46, 84, 50, 50, 68, 72, 59, 72, 68, 44, 72, 71, 34, 34, 67, 34, 104, 71, 69, 72, 72, 50, 60,
    48, 71, 65, 93, 65, 65, 58, 71, 37, 71, 84,
];

impl Font {
    pub(super) const fn sans(size: i64) -> Self {
        Self { face: Face::Sans, size, bold: false }
    }

    pub(super) const fn mono(size: i64) -> Self {
        Self { face: Face::Mono, size, bold: false }
    }

    pub(super) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Pixels of a text, rounded up.
    pub(super) fn width(self, text: &str) -> i64 {
        let sum: i64 = text.chars().map(|letter| self.advance(letter)).sum();
        (sum * self.size + 99) / 100
    }

    /// The width of a letter, in hundredths of the font's size. Letters that the tables lack count as the widest of
    /// their kind: those of East Asia, and emoji, as the whole size.
    fn advance(self, letter: char) -> i64 {
        let code = u32::from(letter);
        if code >= 0x1100 && !(0x1E00..0x2E80).contains(&code) {
            return 110;
        }
        if self.face == Face::Mono {
            return 61;
        }
        let table = if self.bold { &BOLD } else { &PLAIN };
        let known = code.checked_sub(0x20).and_then(|at| table.get(usize::try_from(at).ok()?));
        match known {
            Some(width) => i64::from(*width),
            None if letter == '·' => 38,
            None => 88,
        }
    }

    /// The text, or as much of it as has room in so many pixels before a `…`; nothing where not even that has room.
    pub(super) fn cut(self, text: &str, room: i64) -> String {
        if self.width(text) <= room {
            return text.to_owned();
        }
        let mut left = room * 100 - self.advance('…') * self.size;
        if left < 0 {
            return String::new();
        }
        let fits = |letter: &char| {
            left -= self.advance(*letter) * self.size;
            left >= 0
        };
        let mut cut: String = text.chars().take_while(fits).collect();
        cut.truncate(cut.trim_end().len());
        cut.push('…');
        cut
    }
}

#[cfg(test)]
mod tests {
    use super::Font;

    #[test]
    fn what_is_cut_has_room() {
        let font = Font::sans(14);
        assert_eq!(font.cut("Nice post", 200), "Nice post");
        for text in ["Nice post, and a long one", "ЖЖЖЖЖЖЖЖЖЖЖЖЖ", "値値値値値値値値", "a b c d e f g h i j k"]
        {
            for font in [font, font.bold(), Font::mono(13)] {
                for room in 0..90 {
                    let cut = font.cut(text, room);
                    assert!(font.width(&cut) <= room, "{text} in {room}: {cut}");
                    assert!(cut.is_empty() || cut.ends_with('…'), "{cut}");
                }
            }
        }
        assert_eq!(font.cut("Nice post", 40), "Nic…");
    }
}
