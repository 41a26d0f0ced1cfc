//! Sets of characters as `tr`, `count`, `delete` and `squeeze` take them: `a-z`, `^0-9`.

/// A set of characters.
pub(super) struct Charset {
    all: Vec<char>,
    /// Whether all others are meant.
    except: bool,
}

impl Charset {
    pub(super) fn new(set: &str) -> Self {
        let (set, except) = match set.strip_prefix('^').filter(|rest| !rest.is_empty()) {
            Some(rest) => (rest, true),
            None => (set, false),
        };
        let chars: Vec<char> = set.chars().collect();
        let mut all = Vec::new();
        let mut at = 0;
        while at < chars.len() {
            match chars[at..] {
                ['\\', c, ..] => {
                    all.push(c);
                    at += 2;
                }
                [from, '-', to, ..] => {
                    all.extend(from..=to);
                    at += 3;
                }
                [c, ..] => {
                    all.push(c);
                    at += 1;
                }
                [] => {}
            }
        }
        Self { all, except }
    }

    pub(super) fn contains(&self, c: char) -> bool {
        self.all.contains(&c) != self.except
    }
}

/// A text in which each character of a set is replaced by the one at its place in another.
pub(super) fn translate(text: &str, from: &str, to: &str) -> String {
    let (from, to) = (Charset::new(from), Charset { except: false, ..Charset::new(to) });
    let replace = |c: char| match from.all.iter().position(|other| *other == c) {
        Some(at) if !from.except => to.all.get(at).or(to.all.last()).copied(),
        None if from.except => to.all.last().copied(),
        _ => Some(c),
    };
    text.chars().filter_map(replace).collect()
}
