//! A whole picture of a moment: a head, regions with their lines, logs, and the sentence of the step below.

mod card;
mod foot;
mod line;
mod scanner;

pub(super) use foot::broken;

use super::axis::Axis;
use super::fold::Fold;
use super::metric::Font;
use super::paint::Token;
use super::shape::{Edge, Fill, Rect, Shape, Words};
use super::width::{Fit, Widths};
use crate::notation::SEPARATOR;
use crate::view::{
    COLUMN, FILES, KeyField, KeyNotation, MEMORY, NO_TABLE, REGION, ROW, RegionView, SERVER, Stage, TIME, VALUE, View,
    ViewRequest, project,
};
use std::ops::{Range, RangeInclusive};

/// What a picture is to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The table.
    pub table: String,
    /// Whether older versions, deleted cells and markers have lines.
    pub old_versions: bool,
    /// How keys are printed.
    pub notation: KeyNotation,
    /// Pixels across; what is outside of [`Wish::WIDTHS`] counts as the nearest that is inside.
    pub width: u32,
    /// About how many lines are drawn of a longer table. The others are left out, and the picture says how many.
    pub lines: u64,
    /// What the moment is called, in place of its start and step.
    pub name: Option<String>,
}

impl Wish {
    /// Pixels across that a picture may have.
    pub const WIDTHS: RangeInclusive<u32> = 360..=2400;

    /// A table as the page shows it at first.
    pub fn new(table: String) -> Self {
        Self { table, old_versions: true, notation: KeyNotation::Fields, width: 840, lines: 28, name: None }
    }

    fn request(&self, window: Range<u64>) -> ViewRequest {
        let (table, notation) = (self.table.clone(), self.notation);
        ViewRequest { table, window, old_versions: self.old_versions, notation }
    }
}

/// A picture: everything has its place, and no colour yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Pixels.
    pub(super) width: i64,
    /// Pixels.
    pub(super) height: i64,
    /// What it shows, in a line.
    pub(super) title: String,
    /// All that is drawn, as lines of words.
    pub(super) told: Vec<String>,
    pub(super) shapes: Vec<Shape>,
    /// Whether it draws a table, or keys.
    has_table: bool,
}

impl Layout {
    /// Draws a moment.
    pub fn new(stage: &Stage<'_>, wish: &Wish) -> Self {
        let (view, fold) = look(stage, wish);
        let shown = fold.regions.iter().filter_map(|index| view.regions.get(*index));
        let axis = Axis::new(
            LINE,
            shown.map(|region| {
                let first = fold.line(region.first_line);
                (first, fold.line(region.first_line + region.lines) - first)
            }),
        );
        let columns = Columns::new(&view, &fold, wish);
        let mut sheet =
            Sheet { view: &view, fold: &fold, axis: &axis, columns, top: 0, shapes: Vec::new(), told: Vec::new() };
        let title = sheet.title(&stage.start.title, wish.name.as_deref());
        sheet.head();
        sheet.cards();
        sheet.scanners();
        let below = sheet.top + if axis.height() > 0 && view.table.is_some() { axis.height() } else { LINE + 14 };
        let below = sheet.logs(below);
        let height = sheet.caption(below, &stage.start.about);
        let Sheet { columns, told, shapes, .. } = sheet;
        Self { has_table: view.table.is_some(), ..Self::on_ground((columns.width, height), title, told, shapes) }
    }

    /// A picture of so many pixels: these shapes on a ground with round corners.
    pub(super) fn on_ground(
        (width, height): (i64, i64),
        title: String,
        told: Vec<String>,
        mut shapes: Vec<Shape>,
    ) -> Self {
        let ground = Shape::Box {
            place: Rect { x: 0, y: 0, width, height },
            radius: 10,
            fill: Some(Fill::Plain(Token::Bg.into())),
            edge: Some(Edge::thin(Token::Line)),
        };
        shapes.insert(0, ground);
        Self { width, height, title, told, shapes, has_table: true }
    }

    /// What it shows, in a line: the start and the step, or the name that was wished for, and the sentence of the step.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Whether there is a table to draw. If there is not, the picture says so.
    pub fn has_table(&self) -> bool {
        self.has_table
    }

    /// What is drawn, as lines of words, from top to bottom: what somebody hears who does not see it.
    pub fn told(&self) -> &[String] {
        &self.told
    }
}

/// Looks at those parts of a table that are drawn.
fn look(stage: &Stage<'_>, wish: &Wish) -> (View, Fold) {
    let ask = |window| project(stage, &wish.request(window));
    let mut view = ask(0..0);
    let fold = Fold::new(&view.regions, view.focus, wish.lines);
    let mut windows = fold.windows(&view.regions);
    windows.dedup_by(|next, window| {
        let meets = window.end == next.start;
        if meets {
            window.end = next.end;
        }
        meets
    });
    for window in windows {
        let mut seen = ask(window.start..window.end.max(window.start + 1));
        seen.lines.retain(|line| line.rank < window.end);
        view.lines.append(&mut seen.lines);
        let more = seen.leaps.into_iter().filter(|leap| !view.leaps.contains(leap)).collect::<Vec<_>>();
        view.leaps.extend(more);
        for (region, seen) in view.regions.iter_mut().zip(seen.regions) {
            if region.detail.is_none() {
                region.detail = seen.detail;
            }
        }
    }
    (view, fold)
}

/// Height of a line.
const LINE: i64 = 26;

/// Pixels around everything.
const MARGIN: i64 = 16;

/// Pixels of the stripe of a server, and of the gap behind it.
const STRIPE: i64 = 22;
const GUTTER: i64 = 6;

const PLAIN: Font = Font::sans(13);
const SMALL: Font = Font::sans(11);
const KEY: Font = Font::mono(13);
const BOUND: Font = Font::mono(12);

/// Where columns begin.
#[derive(Clone, Copy, Debug)]
struct Columns {
    /// Of the whole picture.
    width: i64,
    /// Where cards begin, behind the stripe of their server.
    body: i64,
    /// Where lines begin.
    row: i64,
    column: i64,
    value: i64,
    /// Where values end and times begin.
    time: i64,
    memory: i64,
    files: i64,
    /// Where everything ends.
    right: i64,
    fit: Fit,
}

impl Columns {
    fn new(view: &View, fold: &Fold, wish: &Wish) -> Self {
        let width = i64::from(wish.width.clamp(*Wish::WIDTHS.start(), *Wish::WIDTHS.end()));
        let right = width - MARGIN;
        let body = MARGIN + STRIPE + GUTTER;
        let mut widths = Widths::default();
        widths.grow(view);
        let shown = fold.regions.iter().filter_map(|index| view.regions.get(*index));
        let fit = |rail: i64| widths.fit(width - 2 * MARGIN - (rail - RAIL), true);
        // Names of regions may take more room as long as no column is lost by it.
        let rail = shown.map(rail).max().unwrap_or(RAIL).clamp(RAIL, WIDEST);
        let rail = (RAIL..=rail).rev().find(|rail| fit(*rail) == fit(RAIL)).unwrap_or(RAIL);
        let fit = fit(rail);
        let letters = |count: usize| KEY.width(&"0".repeat(count));
        let row = body + rail;
        let files = right - if fit.stores { 8 + 32 * i64::try_from(widths.files).unwrap_or(8) } else { 0 };
        let memory = files - if fit.stores { 44 } else { 0 };
        let time = memory - if fit.time { letters(widths.time) + 16 } else { 0 };
        let name = if fit.column { (letters(widths.column) + 14).max(64) } else { 0 };
        let column = (row + (letters(widths.row) + 20).max(64)).min(time - name - 90).max(row + 40);
        Self { width, body, row, column, value: column + name, time, memory, files, right, fit }
    }
}

/// Pixels that the name of a region has at least.
const RAIL: i64 = 108;

/// Pixels that it has at most.
const WIDEST: i64 = 160;

/// Pixels between the edge of a card and the words about its region.
const INDENT: i64 = 31;

/// Pixels that the name of a region wants.
fn rail(region: &RegionView) -> i64 {
    let (start, end) = region.ends();
    let state = region.trouble().map_or(0, |state| SMALL.bold().width(state) + 22);
    let name = Font::sans(15).bold().width(&region.label) + state;
    // In two lines where one would be too long for any picture.
    let whole = Some(BOUND.width(&region.range)).filter(|width| INDENT + width + 12 <= WIDEST);
    INDENT + name.max(whole.unwrap_or(BOUND.width(start).max(BOUND.width(end)))) + 12
}

/// A picture while it is drawn.
struct Sheet<'a> {
    view: &'a View,
    fold: &'a Fold,
    axis: &'a Axis,
    columns: Columns,
    /// Where the axis of keys begins.
    top: i64,
    shapes: Vec<Shape>,
    told: Vec<String>,
}

impl Sheet<'_> {
    fn words(&mut self, words: Words) {
        self.shapes.push(Shape::Words(words));
    }

    fn square(&mut self, place: Rect, radius: i64, fill: Option<Fill>, edge: Option<Edge>) {
        self.shapes.push(Shape::Box { place, radius, fill, edge });
    }

    fn rule(&mut self, from: (i64, i64), to: (i64, i64), edge: Edge) {
        self.shapes.push(Shape::Path { points: vec![from, to], edge });
    }

    /// The height of a line of the table.
    fn height(&self, line: u64) -> i64 {
        self.top + self.axis.top(self.fold.line(line))
    }

    /// The name of the table and how large it is; what the picture is called.
    fn title(&mut self, start: &str, name: Option<&str>) -> String {
        let title = match (name, self.view.timeline.told()) {
            (Some(name), _) => name.to_owned(),
            (None, Some(step)) => [start, ", ", &step].concat(),
            (None, None) => start.to_owned(),
        };
        let sentence = self.view.sentence.spoken();
        let right = self.columns.right;
        let Some(table) = &self.view.table else {
            self.words(Words::new(MARGIN, 30, NO_TABLE, PLAIN, Token::Soft));
            self.told.push(NO_TABLE.to_owned());
            return title;
        };
        let about = table.about(self.view.regions.len());
        let font = Font::sans(15).bold();
        let words = font.cut(&table.name, (right - MARGIN) / 2);
        let x = MARGIN + font.width(&words) + 10;
        self.words(Words::new(MARGIN, 27, words, font, Token::Ink));
        self.words(Words::new(x, 27, PLAIN.cut(&about, right - x), PLAIN, Token::Soft));
        self.told.push(format!("{}: {about}", table.name));
        if sentence.is_empty() { title } else { [&title, ": ", &sentence].concat() }
    }

    /// The names of the columns.
    fn head(&mut self) {
        self.top = 6;
        if self.view.table.is_none() {
            return;
        }
        let Columns { body, row, column, value, memory, files, right, fit, .. } = self.columns;
        let y = 57;
        let mut name = |x: i64, words: &str| self.words(Words::new(x, y, words, Font::sans(12), Token::Soft));
        name(MARGIN, SERVER);
        name(body, REGION);
        name(row + 8, ROW);
        if fit.column {
            name(column + 6, COLUMN);
        }
        name(value + 6, VALUE);
        if fit.stores {
            name(memory + 6, MEMORY);
            name(files, FILES);
        }
        if fit.time {
            self.words(Words::new(memory - 6, y, TIME, Font::sans(12), Token::Soft).end());
        }
        self.rule((MARGIN, 65), (right, 65), Edge::thin(Token::Line));
        self.top = 67;
    }

    /// The key of a row, each field in its colour.
    fn key(&mut self, fields: &[KeyField], place: (i64, i64), room: i64, strong: bool) {
        let (mut x, y) = place;
        let end = x + room;
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                let join = KEY.width(SEPARATOR);
                if x + join + KEY.width("…") > end {
                    return;
                }
                // Spaces at an end would not be drawn.
                self.words(Words::new(x + KEY.width(" "), y, SEPARATOR.trim(), KEY, Token::Faint));
                x += join;
            }
            let font = if strong { KEY.bold() } else { KEY };
            let text = font.cut(&field.text, end - x);
            let width = font.width(&text);
            let is_cut = text != field.text;
            let paint = if fields.len() > 1 { Token::field(index) } else { Token::Ink };
            self.words(Words::new(x, y, text, font, paint));
            if is_cut {
                return;
            }
            x += width;
        }
    }
}

#[cfg(test)]
mod tests;
