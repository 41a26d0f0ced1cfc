//! Lines: one cell each, with the tags that tell something about it.

use super::{Columns, KEY, LINE, SMALL, Sheet};
use crate::picture::metric::Font;
use crate::picture::paint::{Paint, Token};
use crate::picture::shape::{Edge, Fill, Rect, Shape, Words};
use crate::view::{Hidden, LineView, Mark, RegionView, Tag, TagKind, Touch, row_text};

/// Pixels that a value keeps beside its tags.
const VALUE: i64 = 56;

/// Pixels that a tag keeps where words have to be cut: room for its sign and one letter.
const LEAST: i64 = 38;

/// Height of a tag.
const TAG: i64 = 18;

impl Sheet<'_> {
    /// Where the words on the line of a scanner end: left of a lock nearby, which stands at the end of a value.
    pub(super) fn flag(&self, line: u64) -> i64 {
        let near = |other: &&LineView| other.rank == line || other.rank + 1 == line;
        let lock = |other: &LineView| other.tags().last().filter(|tag| tag.kind == TagKind::Locked).map(wanted);
        let lock = self.view.lines.iter().filter(near).filter_map(lock).max();
        self.columns.time - 6 - lock.map_or(0, |width| width + 6)
    }

    /// Draws what lies below a line: its colour, and the edge of its row. `card`: from where to where its card goes.
    pub(super) fn ground(&mut self, line: &LineView, card: (i64, i64)) {
        let y = self.height(line.rank);
        let x = self.columns.row;
        let whole = Rect { x, y, width: self.columns.right - x, height: LINE };
        let touch = line.touch();
        let token = touch.map_or(Token::Soft, |(_, client)| Token::client(client));
        let fill = match touch {
            _ if line.hidden == Some(Hidden::NotYetVisible) => Some(Fill::Hatch(token)),
            Some((Touch::Written, _)) => Some(Fill::Plain(Paint::faint(token, 13))),
            Some((Touch::Locked, _)) => Some(Fill::Plain(Paint::faint(token, 8))),
            Some((Touch::Met, _)) | None => None,
        };
        if let Some(fill) = fill {
            let corner = |is_there: bool| if is_there { 8 } else { 0 };
            let corners = (corner(y == card.0), corner(y + LINE == card.1));
            self.shapes.push(Shape::Band { place: whole, corners, fill });
        }
        let is_first = self.view.regions.get(line.region).is_some_and(|region| region.first_line == line.rank);
        if line.row_start && !is_first {
            self.rule((x, y), (self.columns.right - 1, y), Edge::thin(Paint::faint(Token::LineStrong, 55)));
        }
        if let Some((touch, _)) = touch {
            let width = if touch == Touch::Locked { 3 } else { 2 };
            let token = if is_thrown(line) && touch == Touch::Met { Token::LineStrong } else { token };
            self.square(Rect { width, ..whole }, 0, Some(Fill::Plain(token.into())), None);
        }
    }

    /// Draws the cell: key, column, value, tags, time, and where it lives.
    pub(super) fn line(&mut self, region: &RegionView, line: &LineView) {
        let Columns { row, column, value, time, memory, fit, .. } = self.columns;
        let y = self.height(line.rank) + 17;
        let soft = is_thrown(line);
        if line.row_start || self.fold.follows_cut(line.rank) {
            self.key(&line.row, (row + 8, y), column - row - 12, line.row_start);
        }
        if fit.column {
            let text = KEY.cut(&line.column, value - column - 8);
            self.words(Words::new(column + 6, y, text, KEY, Token::Soft));
        }
        self.value(line, (value + 6, y), time - value - 12, soft);
        if fit.time {
            let text = KEY.cut(&line.time.to_string(), memory - time - 8);
            self.words(Words::new(memory - 6, y, text, KEY, Token::Soft).end());
        }
        if fit.stores {
            self.home(region, line, y - 17);
        }
        let tags = line.tags();
        let heard = tags.iter().map(Tag::heard).filter(|heard| !heard.is_empty());
        let value = std::iter::once(line.content()).chain(heard).collect::<Vec<_>>().join(", ");
        let cells = [row_text(&line.row), line.column.clone(), value, line.time.to_string(), line.home()];
        self.told.push(["  ", &cells.join("; ")].concat());
    }

    /// Draws the value, and behind it the tags; who holds the lock stands at the end. Where there is little room the
    /// value is cut first, but not all of it, and then the words of tags.
    fn value(&mut self, line: &LineView, place: (i64, i64), room: i64, soft: bool) {
        let (mut x, y) = place;
        let end = x + room;
        let mut tags: Vec<Tag> = line.tags().into_iter().filter(|tag| !tag.repeats).collect();
        let marker = line.is_marker();
        let font = if marker { Font::mono(12) } else { Font::sans(14) };
        let content = line.content();
        let least = font.width(&content).min(VALUE);
        let wants = |tags: &[Tag]| least + tags.iter().map(|tag| wanted(tag) + 6).sum::<i64>();
        if wants(&tags) > room {
            for tag in tags.iter_mut().filter(|tag| tag.kind == TagKind::Locked) {
                tag.text = tag.text.rsplit("by ").next().unwrap_or_default().to_owned();
            }
        }
        if wants(&tags) > room && tags.len() > 1 {
            // A hidden value is drawn crossed out or pale, which says as much.
            tags.retain(|tag| !matches!(tag.kind, TagKind::Hidden(_)));
        }
        let mut widths: Vec<i64> = tags.iter().map(wanted).collect();
        let gaps = 6 * i64::try_from(tags.len()).unwrap_or(0);
        // The widest give way as long as there is too little room.
        while widths.iter().sum::<i64>() + gaps + least > room {
            let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > LEAST) else { break };
            *widest = (*widest - 8).max(LEAST);
        }
        let text = font.cut(&content, room - widths.iter().sum::<i64>() - gaps);
        let width = font.width(&text);
        let italic = line.hidden == Some(Hidden::NotYetVisible) || !line.unseen.is_empty();
        let struck = matches!(line.hidden, Some(Hidden::Deleted | Hidden::Older | Hidden::Repeated)) && !marker;
        let hidden = line.hidden.is_some_and(|hidden| hidden != Hidden::NotYetVisible);
        let paint = match () {
            () if marker => Token::No,
            () if hidden || soft => Token::Soft,
            () => Token::Ink,
        };
        self.words(Words { italic, struck, ..Words::new(x, y, text, font, paint) });
        x += width + 6;
        for (tag, width) in tags.iter().zip(widths) {
            let at = if tag.kind == TagKind::Locked { end - width } else { x };
            self.tag(line, tag, (at, y), width);
            x += width + 6;
        }
    }
}

// Drawing one tag.
impl Sheet<'_> {
    fn tag(&mut self, line: &LineView, tag: &Tag, place: (i64, i64), width: i64) {
        let (x, y) = place;
        let client = Token::client(tag.client);
        let writer = line.touch().map_or(Token::Soft, |(_, client)| Token::client(client));
        let panel = Some(Token::Panel);
        let pending = line.hidden == Some(Hidden::NotYetVisible);
        let (fill, edge, ink, dashed) = match tag.kind {
            TagKind::Hidden(_) if pending => (panel, writer, writer, true),
            TagKind::Hidden(_) => (None, Token::LineStrong, Token::Soft, false),
            TagKind::Unseen => (None, Token::LineStrong, Token::Soft, true),
            TagKind::Written | TagKind::Locked => (Some(client), client, Token::OnClient, false),
            TagKind::Read | TagKind::Moved => (panel, client, client, false),
            TagKind::Skipped | TagKind::Leapt => (panel, client, client, true),
            TagKind::Again => (panel, Token::Warn, Token::Warn, false),
            TagKind::Thrown => (panel, Token::LineStrong, Token::Soft, true),
            TagKind::Missed | TagKind::Refused => (panel, Token::No, Token::No, false),
        };
        let edge = Edge { dashed, ..Edge::thin(edge) };
        let place = Rect { x, y: y - 13, width, height: TAG };
        self.square(place, 9, fill.map(|fill| Fill::Plain(fill.into())), Some(edge));
        let lock = if tag.kind == TagKind::Locked { 12 } else { 0 };
        if lock > 0 {
            self.shapes.push(Shape::Lock { x: x + 8, y: y - 9, paint: ink.into() });
        }
        let text = SMALL.bold().cut(&shown(tag), width - 12 - lock);
        let middle = x + (width + lock) / 2;
        self.words(Words::new(middle, y, text, SMALL.bold(), ink).middle());
    }

    /// Draws the lock of a row without a line where its line would be.
    pub(super) fn locks(&mut self, region: &RegionView, top: i64, height: i64) {
        let locks = region.detail.iter().flat_map(|detail| &detail.locks).filter(|lock| !lock.drawn);
        for lock in locks {
            let y = self.height(lock.line).clamp(top, top + height);
            let from = self.columns.row;
            self.rule((from, y), (self.columns.right, y), Edge::thin(Token::LineStrong).dashed());
            let tag = lock.tag();
            let text = [&lock.row, " ", &tag.text].concat();
            let client = Token::client(tag.client);
            let cut = SMALL.bold().cut(&text, self.columns.time - from - 40);
            let place = Rect { x: from + 6, y: y - 9, width: SMALL.bold().width(&cut) + 28, height: TAG };
            self.square(place, 9, Some(Fill::Plain(client.into())), None);
            self.shapes.push(Shape::Lock { x: place.x + 8, y: y - 5, paint: Token::OnClient.into() });
            self.words(Words::new(place.x + 20, y + 4, cut, SMALL.bold(), Token::OnClient));
            self.told.push(["  ", &text].concat());
        }
    }

    /// Draws where the cell lives: a square in memory, or a dash in the bar of its file.
    fn home(&mut self, region: &RegionView, line: &LineView, y: i64) {
        let marker = line.is_marker();
        let Some(file) = line.file else {
            let place = Rect { x: self.columns.memory + 15, y: y + 6, width: 14, height: 14 };
            let edge = Edge::thick(if marker { Token::No } else { Token::Mem });
            let (fill, edge) = match (marker, line.is_hollow()) {
                (_, true) => (None, Some(edge.dashed())),
                (true, false) => (None, Some(edge)),
                (false, false) => (Some(Fill::Plain(Token::Mem.into())), None),
            };
            self.square(place, 4, fill, edge);
            return;
        };
        let slot = region.detail.iter().flat_map(|detail| &detail.files).position(|other| other.id == file);
        if let Some(slot) = slot.filter(|slot| *slot < 8) {
            let x = self.columns.files + 32 * i64::try_from(slot).unwrap_or(0) + 7;
            let place = Rect { x, y: y + 10, width: 10, height: 6 };
            if marker {
                let fill = Some(Fill::Plain(Token::Panel.into()));
                self.square(place, 2, fill, Some(Edge::thin(Token::No)));
            } else {
                let paint = if line.cached { Token::Mem } else { Token::Soft };
                self.square(place, 2, Some(Fill::Plain(paint.into())), None);
            }
        }
    }
}

fn is_thrown(line: &LineView) -> bool {
    line.mark.as_ref().is_some_and(|mark| matches!(mark.kind, Mark::Thrown | Mark::Missed))
}

/// The words that are drawn of a tag.
fn shown(tag: &Tag) -> String {
    [tag.sign, " ", tag.text.trim()].concat().trim().to_owned()
}

/// Pixels that a tag wants.
fn wanted(tag: &Tag) -> i64 {
    SMALL.bold().width(&shown(tag)) + if tag.kind == TagKind::Locked { 30 } else { 16 }
}
