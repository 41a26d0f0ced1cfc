//! Regions: the stripe of the server, the bracket and the name, files, where a region would be cut, and what parts two.

use super::{BOUND, INDENT, LINE, MARGIN, SMALL, STRIPE, Sheet};
use crate::picture::axis::{Card, GAP, TALL};
use crate::picture::file::{bar, shared};
use crate::picture::metric::Font;
use crate::picture::paint::{Paint, Token};
use crate::picture::shape::{Edge, Fill, Rect, Shape, Words};
use crate::view::{CutView, FileView, NO_CELLS, RegionView, SPLIT_POINT, left_out, regions_left_out};

impl Sheet<'_> {
    /// Draws all regions that are not folded away.
    pub(super) fn cards(&mut self) {
        let mut before = None;
        for (card, index) in self.fold.regions.iter().enumerate() {
            let (Some(region), Some(place)) = (self.view.regions.get(*index), self.axis.card(card)) else { continue };
            let next = before.map_or(0, |before: usize| before + 1);
            self.between(next, *index, self.top + place.top - GAP);
            self.card(*index, region, place);
            before = Some(*index);
        }
        let end = self.view.regions.len();
        if let Some(next) = before.map(|before| before + 1).filter(|next| *next < end) {
            self.between(next, end, self.top + self.axis.height() - MARGIN);
        }
    }

    /// Draws what stands between two regions: the key that parts them, or how much is left out. `index` is the region
    /// below, and `next` the one that follows the region above; where they differ, regions are left out between.
    fn between(&mut self, next: usize, index: usize, y: i64) {
        let font = Font::sans(12);
        let x = self.columns.row + 8;
        let right = if self.columns.fit.stores { self.columns.memory + 36 } else { self.columns.right };
        let behind = if next < index {
            let lines = self.view.regions[next..index].iter().map(|region| region.lines).sum();
            let words = regions_left_out(index - next, lines);
            let text = font.cut(&words, right - x);
            let behind = x + font.width(&text);
            self.words(Words::new(x, y + 13, text, font, Token::Soft));
            self.told.push(words);
            behind
        } else if index > 0 {
            let key = &self.view.regions[index].start;
            let start = x + font.width(SPLIT_POINT);
            let text = BOUND.cut(key, right - start);
            let behind = start + BOUND.width(&text);
            self.words(Words::new(x, y + 13, SPLIT_POINT.trim_end(), font, Token::Soft));
            self.words(Words::new(start, y + 13, text, BOUND, Token::Ink));
            self.told.push([SPLIT_POINT, key].concat());
            behind
        } else {
            return;
        };
        if behind + 16 < right {
            self.rule((behind + 8, y + 9), (right, y + 9), Edge::thin(Token::LineStrong).dashed());
        }
    }

    fn card(&mut self, index: usize, region: &RegionView, card: Card) {
        let top = self.top + card.top;
        let server = self.view.servers.get(region.server);
        let name = server.map_or("?", |server| server.name.as_str());
        let is_dead = server.is_some_and(|server| !server.alive);
        let mut told = [region.told(name), region.size()].join(", ");
        if let Some(state) = region.trouble() {
            told = [&told, ", ", state].concat();
        }
        self.told.push(told);
        let body =
            Rect { x: self.columns.body, y: top, width: self.columns.right - self.columns.body, height: card.height };
        let tint = Token::tint(region.tint);
        self.square(body, 8, Some(Fill::Plain(tint.into())), None);
        self.stripe(region.server, name, is_dead, top, card.height);
        self.bracket(body, tint);
        self.name(region, top, card.height);
        if region.lines == 0 {
            let y = top + card.height / 2 + 5;
            self.words(Words::new(self.columns.row + 8, y, NO_CELLS, Font::sans(14), Token::Soft));
            self.told.push(["  ", NO_CELLS].concat());
        }
        let end = region.first_line + region.lines;
        let lines = &self.view.lines;
        let from = lines.partition_point(|line| line.rank < region.first_line);
        let to = lines.partition_point(|line| line.rank < end);
        for line in &lines[from..to] {
            self.ground(line, (top, top + card.height));
        }
        if region.touched {
            self.square(body, 8, None, Some(Edge::thin(Token::LineStrong)));
        }
        self.files(index, region, top, card.height);
        for line in &lines[from..to] {
            self.cut_above(line.rank);
            self.line(region, line);
        }
        self.arcs(index);
        self.locks(region, top, card.height);
        self.cut(region, top, card.height);
        if is_dead {
            // The region of a dead server is drawn pale.
            self.square(body, 8, Some(Fill::Plain(Paint::faint(Token::Bg, 40))), None);
        }
    }

    /// How many lines are left out before a line, where some are.
    fn cut_above(&mut self, line: u64) {
        let Some(cut) = self.fold.cuts.iter().find(|cut| cut.end == line) else { return };
        let y = self.height(cut.start);
        let words = left_out(cut.end - cut.start);
        self.words(Words::new(self.columns.row + 8, y + 17, words.clone(), Font::sans(12), Token::Soft));
        let edge = Edge::thin(Token::LineStrong).dashed();
        let from = self.columns.row + 8 + Font::sans(12).width(&words) + 8;
        let to = if self.columns.fit.stores { self.columns.memory } else { self.columns.right - 8 };
        if from < to {
            self.rule((from, y + LINE / 2), (to, y + LINE / 2), edge);
        }
        self.told.push(["  ", &words].concat());
    }

    /// Draws the stripe of the server with its name.
    fn stripe(&mut self, server: usize, name: &str, is_dead: bool, y: i64, height: i64) {
        let (fill, paint) = if is_dead {
            (Fill::Plain(Token::LineStrong.into()), Token::Ink)
        } else {
            (Fill::Server(Token::server(server)), Token::OnServer)
        };
        self.square(Rect { x: MARGIN, y, width: STRIPE, height }, 5, Some(fill), None);
        let font = Font::sans(12).bold();
        let middle = if height > TALL { y + 24 } else { y + height / 2 + 4 };
        let text = font.cut(name, STRIPE);
        let words = Words::new(MARGIN + STRIPE / 2, middle, text, font, paint).middle();
        self.words(Words { struck: is_dead, ..words });
    }

    /// Draws a filled dot at the first key, which belongs to the region, and a hollow one at its end, which does not.
    fn bracket(&mut self, body: Rect, tint: Token) {
        let (left, right) = (body.x + 10, body.x + 19);
        let (top, bottom) = (body.y + 9, body.y + body.height - 9);
        let points = vec![(right, top), (left, top), (left, bottom), (right, bottom)];
        self.shapes.push(Shape::Path { points, edge: Edge::thin(Token::LineStrong) });
        let dot = |y: i64, fill: Token| Shape::Disc {
            x: right,
            y,
            radius: 4,
            fill: fill.into(),
            edge: Some(Edge::thin(Token::Soft)),
        };
        self.shapes.push(dot(top, Token::Soft));
        self.shapes.push(dot(bottom, tint));
    }

    /// Draws name, range and size.
    fn name(&mut self, region: &RegionView, top: i64, height: i64) {
        let x = self.columns.body + INDENT;
        let room = self.columns.row - x - 4;
        let (start, end) = region.ends();
        let whole = BOUND.width(&region.range) <= room;
        let bar = if region.share().is_some() { 9 } else { 0 };
        let tall = 18 + if whole { 16 } else { 32 } + bar + 14;
        let mut y = if height > TALL { top + 16 } else { top + (height - tall) / 2 };
        let font = Font::sans(15).bold();
        self.words(Words::new(x, y + 14, region.label.clone(), font, Token::Ink));
        if let Some(state) = region.trouble() {
            let x = x + font.width(&region.label) + 6;
            let text = SMALL.bold().cut(state, self.columns.row - x - 14);
            let place = Rect { x, y: y + 1, width: SMALL.bold().width(&text) + 14, height: 17 };
            self.square(place, 8, None, Some(Edge::thin(Token::Warn)));
            let middle = place.x + place.width / 2;
            self.words(Words::new(middle, y + 13, text, SMALL.bold(), Token::Warn).middle());
        }
        y += 18;
        let lines = if whole { vec![region.range.as_str()] } else { vec![start, end] };
        for line in lines {
            self.words(Words::new(x, y + 12, BOUND.cut(line.trim_end(), room), BOUND, Token::Soft));
            y += 16;
        }
        if let Some(share) = region.share() {
            let place = Rect { x, y: y + 3, width: 64, height: 4 };
            self.square(place, 2, Some(Fill::Plain(Paint::faint(Token::LineStrong, 60))), None);
            let full = i64::try_from(share).unwrap_or(100) * 64 / 100;
            let token = if region.is_over() { Token::Warn } else { Token::Soft };
            if full > 0 {
                self.square(Rect { width: full, ..place }, 2, Some(Fill::Plain(token.into())), None);
            }
            y += 9;
        }
        self.words(Words::new(x, y + 11, SMALL.cut(&region.size(), room + 4), SMALL, Token::Soft));
    }

    /// Draws the bars of its store files. A file that the region above or below refers to as well goes on there.
    fn files(&mut self, index: usize, region: &RegionView, top: i64, height: i64) {
        let Some(detail) = region.detail.as_ref().filter(|_| self.columns.fit.stores) else { return };
        let drawn = |index: Option<usize>| {
            index.filter(|index| self.fold.regions.contains(index)).and_then(|index| self.view.regions.get(index))
        };
        let above = shared(drawn(index.checked_sub(1)), Some(region));
        let below = shared(Some(region), drawn(Some(index + 1)));
        let card = top - self.top..top - self.top + height;
        for (slot, file) in detail.files.iter().enumerate().take(8) {
            let (up, down) = (above.contains(&slot), below.contains(&slot));
            let lines = self.fold.line(file.lines.start)..self.fold.line(file.lines.end);
            let Some(bar) = bar(&FileView { lines, ..file.clone() }, self.axis, &card, up, down) else { continue };
            let x = self.columns.files + 32 * i64::try_from(slot).unwrap_or(0) + 1;
            let place = Rect { x, y: self.top + bar.start, width: 22, height: bar.end - bar.start };
            let edge = Edge::thin(Token::LineStrong);
            let half = file.reference.is_some() && !up && !down;
            self.square(
                place,
                6,
                Some(Fill::Plain(Token::Panel.into())),
                Some(if half { edge.dashed() } else { edge }),
            );
            let middle = x + 11;
            if down {
                // A notch marks where the file is cut between the halves.
                let y = place.y + place.height;
                self.rule((x + 4, y), (x + 4, y + GAP), edge);
                self.rule((x + 17, y), (x + 17, y + GAP), edge);
            } else {
                let y = place.y + place.height + 12;
                self.words(Words::new(middle, y, SMALL.cut(&file.label, 30), SMALL, Token::Soft).middle());
            }
        }
    }

    /// Draws where HBase would cut the region now.
    fn cut(&mut self, region: &RegionView, top: i64, height: i64) {
        let Some(CutView::At { key, line, due, .. }) = region.detail.as_ref().map(|detail| &detail.cut) else { return };
        let y = self.height(*line);
        if y <= top || top + height <= y || self.fold.cuts.iter().any(|cut| cut.start < *line && *line < cut.end) {
            return;
        }
        let (edge, words) = if *due { (Token::Warn, Token::Warn) } else { (Token::Faint, Token::Soft) };
        let edge = Edge::thin(edge).dashed();
        let right = self.columns.right;
        self.rule((self.columns.row, y), (right, y), edge);
        let text = [CutView::words(*due), "✂ ", key].concat();
        self.told.push(["  ", CutView::words(*due), key].concat());
        let end = self.flag(*line);
        let cut = SMALL.cut(&text, end - self.columns.value - 20);
        let width = SMALL.width(&cut) + 14;
        let place = Rect { x: end - width, y: y - 8, width, height: 17 };
        self.square(place, 8, Some(Fill::Plain(Token::tint(region.tint).into())), Some(edge));
        self.words(Words::new(place.x + width / 2, y + 4, cut, SMALL, words).middle());
    }
}
