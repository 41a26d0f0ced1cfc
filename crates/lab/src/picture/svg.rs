//! A picture as SVG: a file of its own, without fonts, scripts, styles or addresses, so that it is the same in a page, in
//! a README, as an image and on paper.

use super::layout::Layout;
use super::metric::{Face, Font};
use super::paint::{Paint, Theme, Token};
use super::shape::{Anchor, Edge, Fill, Rect, Shape, Words};
use std::fmt::Write;

const SANS: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
const MONO: &str = "ui-monospace, Menlo, Consolas, monospace";

impl Layout {
    /// The picture as a file. A program that reads it aloud says its title, and then all that it tells.
    pub fn svg(&self, theme: Theme) -> String {
        let mut writer = Writer { text: String::new(), theme };
        let Self { width, height, .. } = self;
        writer.put(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{SANS}\">\n"
        ));
        writer.put("<title>");
        writer.escape(&self.title);
        writer.put("</title>\n<desc>");
        writer.escape(&self.told.join("\n"));
        writer.put("</desc>\n");
        writer.patterns(&self.shapes);
        self.shapes.iter().for_each(|shape| writer.shape(shape));
        writer.put("</svg>\n");
        writer.text
    }
}

struct Writer {
    text: String,
    theme: Theme,
}

impl Writer {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A text as it may stand anywhere in XML. Characters that XML does not know are replaced.
    fn escape(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '&' => self.put("&amp;"),
                '<' => self.put("&lt;"),
                '>' => self.put("&gt;"),
                '"' => self.put("&quot;"),
                '\n' => self.text.push(letter),
                '\u{FFFE}' | '\u{FFFF}' => self.text.push(char::REPLACEMENT_CHARACTER),
                letter if letter.is_control() => self.text.push(char::REPLACEMENT_CHARACTER),
                letter => self.text.push(letter),
            }
        }
    }

    /// The textures that are drawn, each once. Their names say the theme, since several pictures may stand in one page.
    fn patterns(&mut self, shapes: &[Shape]) {
        let mut fills: Vec<Fill> = Vec::new();
        for shape in shapes {
            if let Shape::Box { fill: Some(fill), .. } | Shape::Band { fill, .. } = shape
                && !matches!(fill, Fill::Plain(_))
                && !fills.contains(fill)
            {
                fills.push(*fill);
            }
        }
        if fills.is_empty() {
            return;
        }
        self.put("<defs>\n");
        for fill in fills {
            self.pattern(fill);
        }
        self.put("</defs>\n");
    }

    fn pattern(&mut self, fill: Fill) {
        let theme = self.theme;
        let mut pattern = |token: Token, kind: &str, size: i64, turn: i64, inside: &str| {
            let name = token.name();
            let turn = if turn == 0 { String::new() } else { format!(" patternTransform=\"rotate({turn})\"") };
            self.put(&format!(
                "<pattern id=\"splitpoint-{}-{kind}-{name}\" width=\"{size}\" height=\"{size}\" \
                 patternUnits=\"userSpaceOnUse\"{turn}>{inside}</pattern>\n",
                theme.name()
            ));
        };
        match fill {
            Fill::Plain(_) => {}
            Fill::Hatch(token) => {
                let color = token.color(theme);
                let inside = format!("<rect width=\"6\" height=\"12\" fill=\"{color}\" fill-opacity=\".16\"/>");
                pattern(token, "hatch", 12, 45, &inside);
            }
            Fill::Server(token) => {
                let color = token.color(theme);
                let ground = format!("<rect width=\"8\" height=\"8\" fill=\"{color}\"/>");
                let line = "<rect width=\"8\" height=\"2\" fill=\"#000\" fill-opacity=\".18\"/>";
                let dot = "<circle cx=\"4\" cy=\"4\" r=\"1.75\" fill=\"#000\" fill-opacity=\".28\"/>";
                match token {
                    Token::Server(1) => pattern(token, "server", 8, 45, &(ground + line)),
                    Token::Server(2) => pattern(token, "server", 8, 0, &(ground + line)),
                    Token::Server(3) => pattern(token, "server", 8, 0, &(ground + dot)),
                    _ => pattern(token, "server", 8, 0, &ground),
                }
            }
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Box { place, radius, fill, edge } => self.square(*place, *radius, *fill, *edge),
            Shape::Band { place: Rect { x, y, width, height }, corners: (upper, lower), fill } => {
                let (right, bottom) = (x + width, y + height);
                self.put(&format!(
                    "<path d=\"M{x} {y}H{}A{upper} {upper} 0 0 1 {right} {}V{}A{lower} {lower} 0 0 1 {} {bottom}H{x}Z\"",
                    right - upper,
                    y + upper,
                    bottom - lower,
                    right - lower
                ));
                self.fill(Some(*fill));
                self.put("/>\n");
            }
            Shape::Words(words) => self.words(words),
            Shape::Disc { x, y, radius, fill, edge } => {
                // Half of the edge lies inside of the circle that is written.
                let inset = edge.map_or(0, |edge| edge.width * 5);
                let (whole, tenths) = ((radius * 10 - inset) / 10, (radius * 10 - inset) % 10);
                self.put(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{whole}.{tenths}\""));
                self.fill(Some(Fill::Plain(*fill)));
                self.edge(*edge);
                self.put("/>\n");
            }
            Shape::Path { points, edge } => {
                let half = if edge.width % 2 == 1 { ".5" } else { "" };
                let mut path = String::new();
                for (index, (x, y)) in points.iter().enumerate() {
                    // Writing to a String cannot fail.
                    let _ = write!(path, "{}{x}{half} {y}{half}", if index == 0 { "M" } else { "L" });
                }
                self.put(&format!("<path d=\"{path}\""));
                self.fill(None);
                self.edge(Some(*edge));
                self.put("/>\n");
            }
            Shape::Lock { x, y, paint } => {
                let color = paint.token.color(self.theme);
                self.put(&format!(
                    "<path transform=\"translate({x} {y}) scale(.8)\" d=\"M2.5 6V4a2.5 2.5 0 015 0v2M1 6h8v5H1z\" \
                     fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"/>\n"
                ));
            }
        }
    }

    fn square(&mut self, place: Rect, radius: i64, fill: Option<Fill>, edge: Option<Edge>) {
        let width = edge.map_or(0, |edge| edge.width);
        // The middle of the edge is half of its width inside.
        let (inset, half) = (width / 2, if width % 2 == 1 { ".5" } else { "" });
        let Rect { x, y, .. } = place;
        self.put(&format!(
            "<rect x=\"{}{half}\" y=\"{}{half}\" width=\"{}\" height=\"{}\"",
            x + inset,
            y + inset,
            (place.width - width).max(0),
            (place.height - width).max(0)
        ));
        if radius > 0 {
            self.put(&format!(" rx=\"{radius}\""));
        }
        self.fill(fill);
        self.edge(edge);
        self.put("/>\n");
    }

    fn fill(&mut self, fill: Option<Fill>) {
        let theme = self.theme.name();
        match fill {
            None => self.put(" fill=\"none\""),
            Some(Fill::Plain(paint)) => self.paint("fill", paint),
            Some(Fill::Hatch(token)) => self.put(&format!(" fill=\"url(#splitpoint-{theme}-hatch-{})\"", token.name())),
            Some(Fill::Server(token)) => {
                self.put(&format!(" fill=\"url(#splitpoint-{theme}-server-{})\"", token.name()));
            }
        }
    }

    fn edge(&mut self, edge: Option<Edge>) {
        let Some(Edge { paint, width, dashed }) = edge else { return };
        self.paint("stroke", paint);
        if width != 1 {
            self.put(&format!(" stroke-width=\"{width}\""));
        }
        if dashed {
            self.put(" stroke-dasharray=\"3 2\"");
        }
    }

    fn paint(&mut self, what: &str, paint: Paint) {
        self.put(&format!(" {what}=\"{}\"", paint.token.color(self.theme)));
        if paint.opacity < 100 {
            self.put(&format!(" {what}-opacity=\".{:02}\"", paint.opacity));
        }
    }

    fn words(&mut self, words: &Words) {
        let Words { x, y, text, font, paint, anchor, italic, struck } = words;
        if text.is_empty() {
            return;
        }
        let Font { face, size, bold } = font;
        self.put(&format!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\""));
        if *face == Face::Mono {
            self.put(&format!(" font-family=\"{MONO}\""));
        }
        if *bold {
            self.put(" font-weight=\"650\"");
        }
        if *italic {
            self.put(" font-style=\"italic\"");
        }
        if *struck {
            self.put(" text-decoration=\"line-through\"");
        }
        match anchor {
            Anchor::Start => {}
            Anchor::Middle => self.put(" text-anchor=\"middle\""),
            Anchor::End => self.put(" text-anchor=\"end\""),
        }
        self.paint("fill", *paint);
        self.put(">");
        self.escape(text);
        self.put("</text>\n");
    }
}
