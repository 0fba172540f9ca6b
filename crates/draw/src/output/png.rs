//! PNG: the scene drawn in pixels, its letters as outlines, so that no font of the system is needed.

use crate::{
    font,
    scene::{Color, Item, Scene, Segment, Shape, outline},
};
use attractor_game::Error;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, StrokeDash, Transform};

/// Pixels that a picture may have; a larger one is made smaller.
const MOST: f64 = 40e6;

/// The picture at a step, with so many pixels for each point of the scene.
pub(crate) fn write(scene: &Scene, step: u32, scale: f64) -> Result<Vec<u8>, Error> {
    let scale = scale.min((MOST / (scene.width * scene.height)).sqrt());
    let side = |length: f64| (length * scale).ceil().clamp(1.0, 60_000.0) as u32;
    let too_large = || Error::limit("draw-too-large", "the picture is too large for pixels; SVG and PDF have no limit");
    let mut pixels = Pixmap::new(side(scene.width), side(scene.height)).ok_or_else(too_large)?;
    pixels.fill(tiny_skia::Color::WHITE);
    let view = Transform::from_scale(scale as f32, scale as f32);
    for item in scene.seen(step) {
        let path = match &item.shape {
            Shape::Text(x, y, size, anchor, text) => {
                font::outlines(text, font::left(*x, *size, *anchor, text), *y, *size)
            }
            shape => outline(shape),
        };
        if let Some(path) = built(&path) {
            paint(&mut pixels, item, &path, view);
        }
    }
    pixels.encode_png().map_err(|_| too_large())
}

fn built(path: &[Segment]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in path {
        match *segment {
            Segment::Move(x, y) => builder.move_to(x as f32, y as f32),
            Segment::Line(x, y) => builder.line_to(x as f32, y as f32),
            Segment::Cubic(c) => {
                let [a, b, c, d, e, f] = c.map(|x| x as f32);
                builder.cubic_to(a, b, c, d, e, f);
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

fn paint(pixels: &mut Pixmap, item: &Item, path: &Path, view: Transform) {
    let of = |color: Color| {
        let [r, g, b] = color.rgb();
        let mut paint = Paint::default();
        paint.set_color(tiny_skia::Color::from_rgba(r, g, b, 1.0).unwrap_or(tiny_skia::Color::BLACK));
        paint
    };
    if let Some(color) = item.fill {
        pixels.fill_path(path, &of(color), FillRule::Winding, view, None);
    }
    if let Some(line) = item.stroke {
        let stroke = tiny_skia::Stroke {
            width: line.width as f32,
            line_join: LineJoin::Round,
            line_cap: LineCap::Butt,
            dash: line.dashed.then(|| StrokeDash::new(vec![super::DASH as f32; 2], 0.0)).flatten(),
            ..Default::default()
        };
        pixels.stroke_path(path, &of(line.color), &stroke, view, None);
    }
}
