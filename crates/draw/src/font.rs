//! The font of the pictures: how wide texts are, and their outlines where letters must be drawn by us.

use crate::scene::{Anchor, Segment};
use std::sync::LazyLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The file; the glyphs that a PDF uses go into it.
pub(crate) const FILE: &[u8] = notosans::REGULAR_TTF;

pub(crate) static FACE: LazyLock<Face<'static>> = LazyLock::new(|| Face::parse(FILE, 0).expect("the font is sound"));

/// Half the height of capitals, in sizes: from the middle of a text down to its baseline.
pub(crate) const MIDDLE: f64 = 0.355;

/// The glyph of a letter; the empty box of the font if it has none.
pub(crate) fn glyph(c: char) -> GlyphId {
    FACE.glyph_index(c).unwrap_or(GlyphId(0))
}

/// Whether the font has every letter of a text.
pub(crate) fn knows(text: &str) -> bool {
    text.chars().all(|c| FACE.glyph_index(c).is_some())
}

/// How far a glyph moves the pen, in sizes.
pub(crate) fn advance(glyph: GlyphId) -> f64 {
    f64::from(FACE.glyph_hor_advance(glyph).unwrap_or(1_000)) / f64::from(FACE.units_per_em())
}

/// Width of a text.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| advance(glyph(c))).sum::<f64>() * size
}

/// Where a text begins.
pub(crate) fn left(x: f64, size: f64, anchor: Anchor, text: &str) -> f64 {
    match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width(text, size) / 2.0,
        Anchor::End => x - width(text, size),
    }
}

/// A text as outlines, its beginning at `x`, its middle at `y`.
pub(crate) fn outlines(text: &str, x: f64, y: f64, size: f64) -> Vec<Segment> {
    let scale = size / f64::from(FACE.units_per_em());
    let mut pen = Pen { x, y: y + MIDDLE * size, scale, at: (0.0, 0.0), path: Vec::new() };
    for c in text.chars() {
        let glyph = glyph(c);
        FACE.outline_glyph(glyph, &mut pen);
        pen.x += advance(glyph) * size;
    }
    pen.path
}

struct Pen {
    x: f64,
    y: f64,
    scale: f64,
    at: (f64, f64),
    path: Vec<Segment>,
}

impl Pen {
    fn point(&self, x: f32, y: f32) -> (f64, f64) {
        (self.x + f64::from(x) * self.scale, self.y - f64::from(y) * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.path.push(Segment::Move(self.at.0, self.at.1));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.at = self.point(x, y);
        self.path.push(Segment::Line(self.at.0, self.at.1));
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (from, by, to) = (self.at, self.point(x1, y1), self.point(x, y));
        let third = |a: f64, b: f64| a + (b - a) * 2.0 / 3.0;
        self.path.push(Segment::Cubic([
            third(from.0, by.0),
            third(from.1, by.1),
            third(to.0, by.0),
            third(to.1, by.1),
            to.0,
            to.1,
        ]));
        self.at = to;
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, c) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.path.push(Segment::Cubic([a.0, a.1, b.0, b.1, c.0, c.1]));
        self.at = c;
    }
    fn close(&mut self) {
        self.path.push(Segment::Close);
    }
}
