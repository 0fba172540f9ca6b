//! The scene: shapes and texts with the steps at which they are seen. Every output is made from it.
//!
//! Lengths are in points of a picture whose y axis goes down. A scene has steps 0, 1, ..., `last`: the overlays of a
//! slide. What is not a slide shows one of them, the last unless told otherwise.

use crate::font;
use std::ops::RangeInclusive;

/// A colour: red, green and blue in 24 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Color(pub u32);

impl Color {
    /// Black, a little softened.
    pub const INK: Color = Color(0x1A1A1A);
    /// White.
    pub const PAPER: Color = Color(0xFFFFFF);
    /// For what matters less.
    pub const GREY: Color = Color(0x767676);
    /// Fine lines.
    pub const FAINT: Color = Color(0xC8C8C8);

    /// Red, green and blue from 0 to 1.
    pub fn rgb(self) -> [f32; 3] {
        [16, 8, 0].map(|shift| (self.0 >> shift & 0xFF) as f32 / 255.0)
    }

    /// Mixed with white: 0 is the colour itself, 1 is white.
    pub fn tint(self, white: f64) -> Color {
        let part = |shift: u32| {
            let c = f64::from(self.0 >> shift & 0xFF);
            ((c + (255.0 - c) * white.clamp(0.0, 1.0)).round() as u32) << shift
        };
        Color(part(16) | part(8) | part(0))
    }
}

/// A line's colour and width, and whether it is broken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width.
    pub width: f64,
    /// Broken into dashes.
    pub dashed: bool,
}

impl Stroke {
    /// A whole line.
    pub fn new(color: Color, width: f64) -> Stroke {
        Stroke { color, width, dashed: false }
    }
}

/// A piece of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Segment {
    /// Begins at a point.
    Move(f64, f64),
    /// Straight to a point.
    Line(f64, f64),
    /// To the last of three points, drawn by the two before.
    Cubic([f64; 6]),
    /// Back to where it began.
    Close,
}

/// Which point of a text is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A rectangle with round corners: left, top, width, height, radius.
    Rect([f64; 4], f64),
    /// A circle: its middle and radius.
    Circle(f64, f64, f64),
    /// Lines and curves.
    Path(Vec<Segment>),
    /// A text at a point in the middle of its capitals' height: x, y, size.
    Text(f64, f64, f64, Anchor, String),
}

/// A shape, how it looks, and when it is seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// The shape.
    pub shape: Shape,
    /// What fills it; the colour of a text.
    pub fill: Option<Color>,
    /// The line around it.
    pub stroke: Option<Stroke>,
    /// The steps at which it is seen.
    pub steps: RangeInclusive<u32>,
}

impl Item {
    /// A shape that is always seen.
    pub fn new(shape: Shape, fill: Option<Color>, stroke: Option<Stroke>) -> Item {
        Item { shape, fill, stroke, steps: 0..=u32::MAX }
    }

    /// The same, seen at these steps only.
    pub fn at(mut self, steps: RangeInclusive<u32>) -> Item {
        self.steps = steps;
        self
    }
}

/// A picture.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Scene {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// What it is called, for those who do not see it too.
    pub title: String,
    /// What it shows, in sentences.
    pub description: String,
    /// What is drawn, later things above earlier ones.
    pub items: Vec<Item>,
    /// The last step.
    pub last: u32,
    /// Which item shows the title: slides have theirs elsewhere.
    pub heading: Option<usize>,
}

impl Scene {
    /// An empty picture.
    pub fn new(title: impl Into<String>, description: impl Into<String>) -> Scene {
        Scene { title: title.into(), description: description.into(), ..Scene::default() }
    }

    /// Adds a shape.
    pub fn push(&mut self, item: Item) {
        self.items.push(item);
    }

    /// Adds a text.
    pub fn text(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, text: impl Into<String>, color: Color) {
        self.push(Item::new(Shape::Text(x, y, size, anchor, text.into()), Some(color), None));
    }

    /// Adds a straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        let path = vec![Segment::Move(from.0, from.1), Segment::Line(to.0, to.1)];
        self.push(Item::new(Shape::Path(path), None, Some(stroke)));
    }

    /// Adds another picture, made larger or smaller, with its top left corner at a point.
    pub fn place(&mut self, picture: &Scene, x: f64, y: f64, scale: f64) {
        self.items.extend(picture.items.iter().cloned().map(|item| moved(item, x, y, scale)));
    }

    /// What is seen at a step.
    pub fn seen(&self, step: u32) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.steps.contains(&step))
    }

    /// Grows the picture to the right and down until everything fits, with a margin; and moves it right and down if
    /// something lies outside. Returns how far everything was moved.
    pub fn fit(&mut self, margin: f64) -> (f64, f64) {
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for item in &self.items {
            let ([left, top, right, bottom], line) = (bounds(&item.shape), item.stroke.map_or(0.0, |s| s.width / 2.0));
            low = [low[0].min(left - line), low[1].min(top - line)];
            high = [high[0].max(right + line), high[1].max(bottom + line)];
        }
        if self.items.is_empty() {
            (low, high) = ([0.0; 2], [1.0; 2]);
        }
        let (dx, dy) = (margin - low[0], margin - low[1]);
        self.items = std::mem::take(&mut self.items).into_iter().map(|item| moved(item, dx, dy, 1.0)).collect();
        (self.width, self.height) = (high[0] + dx + margin, high[1] + dy + margin);
        (dx, dy)
    }
}

fn moved(mut item: Item, dx: f64, dy: f64, scale: f64) -> Item {
    let point = |x: &mut f64, y: &mut f64| (*x, *y) = (*x * scale + dx, *y * scale + dy);
    match &mut item.shape {
        Shape::Rect([x, y, w, h], radius) => {
            point(x, y);
            (*w, *h, *radius) = (*w * scale, *h * scale, *radius * scale);
        }
        Shape::Circle(x, y, radius) => {
            point(x, y);
            *radius *= scale;
        }
        Shape::Text(x, y, size, _, _) => {
            point(x, y);
            *size *= scale;
        }
        Shape::Path(path) => {
            for segment in path {
                match segment {
                    Segment::Move(x, y) | Segment::Line(x, y) => point(x, y),
                    Segment::Cubic([a, b, c, d, e, f]) => {
                        point(a, b);
                        point(c, d);
                        point(e, f);
                    }
                    Segment::Close => {}
                }
            }
        }
    }
    if let Some(stroke) = &mut item.stroke {
        stroke.width *= scale;
    }
    item
}

/// Left, top, right and bottom of a shape; of curves, those of the points that draw them.
pub fn bounds(shape: &Shape) -> [f64; 4] {
    match shape {
        Shape::Rect([x, y, w, h], _) => [*x, *y, x + w, y + h],
        Shape::Circle(x, y, r) => [x - r, y - r, x + r, y + r],
        Shape::Text(x, y, size, anchor, text) => {
            let width = font::width(text, *size);
            let left = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            [left, y - 0.5 * size, left + width, y + 0.6 * size]
        }
        Shape::Path(path) => {
            let mut found = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
            let mut hold = |x: f64, y: f64| {
                found = [found[0].min(x), found[1].min(y), found[2].max(x), found[3].max(y)];
            };
            for segment in path {
                match *segment {
                    Segment::Move(x, y) | Segment::Line(x, y) => hold(x, y),
                    Segment::Cubic([a, b, c, d, e, f]) => [(a, b), (c, d), (e, f)].iter().for_each(|p| hold(p.0, p.1)),
                    Segment::Close => {}
                }
            }
            found
        }
    }
}

/// Any shape but a text as a path.
pub(crate) fn outline(shape: &Shape) -> Vec<Segment> {
    use Segment::*;
    /// How far the points that draw a quarter of a circle lie from its ends, in radii.
    const QUARTER: f64 = 0.552_284_75;
    match shape {
        Shape::Path(path) => path.clone(),
        Shape::Text(..) => Vec::new(),
        Shape::Circle(x, y, r) => outline(&Shape::Rect([x - r, y - r, 2.0 * r, 2.0 * r], *r)),
        Shape::Rect([x, y, w, h], radius) => {
            let (l, t, r, b) = (*x, *y, x + w, y + h);
            let q = radius.min(w / 2.0).min(h / 2.0);
            if q <= 0.0 {
                return vec![Move(l, t), Line(r, t), Line(r, b), Line(l, b), Close];
            }
            let k = q * (1.0 - QUARTER);
            vec![
                Move(l + q, t),
                Line(r - q, t),
                Cubic([r - k, t, r, t + k, r, t + q]),
                Line(r, b - q),
                Cubic([r, b - k, r - k, b, r - q, b]),
                Line(l + q, b),
                Cubic([l + k, b, l, b - k, l, b - q]),
                Line(l, t + q),
                Cubic([l, t + k, l + k, t, l + q, t]),
                Close,
            ]
        }
    }
}
