//! SVG: one file without references to others, with a title and a description for those who do not see it.

use super::number;
use crate::{
    font,
    scene::{Anchor, Item, Scene, Segment, Shape},
};
use std::fmt::Write as _;

/// The picture at a step.
pub(crate) fn write(scene: &Scene, step: u32) -> String {
    let mut out = String::new();
    for item in scene.seen(step) {
        shape(&mut out, item, "");
    }
    whole(scene, &out)
}

/// All steps in one picture; what is not seen at the last is hidden.
pub(crate) fn stepped(scene: &Scene) -> String {
    let mut out = String::new();
    for item in scene.items.iter().filter(|item| *item.steps.start() <= scene.last) {
        let (from, to) = (*item.steps.start(), (*item.steps.end()).min(scene.last));
        let mut steps = String::new();
        if (from, to) != (0, scene.last) {
            steps = format!(" data-from=\"{from}\" data-to=\"{to}\"");
        }
        if to < scene.last {
            steps.push_str(" visibility=\"hidden\"");
        }
        shape(&mut out, item, &steps);
    }
    whole(scene, &out)
}

/// The file around its shapes. Names within it come from what it shows, so that several may stand in one page.
fn whole(scene: &Scene, shapes: &str) -> String {
    let (w, h) = (number(scene.width), number(scene.height));
    let mark = mark([&scene.title, &scene.description, shapes]);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" \
         aria-labelledby=\"title-{mark} desc-{mark}\" font-family=\"Noto Sans, Helvetica, Arial, sans-serif\">\n\
         <title id=\"title-{mark}\">{}</title>\n<desc id=\"desc-{mark}\">{}</desc>\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n",
        escape(&scene.title),
        escape(&scene.description)
    );
    out.push_str(shapes);
    out.push_str("</svg>\n");
    out
}

/// A number of texts that differs where they do (FNV-1a), written in hexadecimal.
fn mark(texts: [&str; 3]) -> String {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0]));
    let hash = bytes
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

/// One shape, with attributes of its own.
fn shape(out: &mut String, item: &Item, attributes: &str) {
    let _ = match &item.shape {
        Shape::Rect([x, y, w, h], r) => {
            let _ = write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                number(*x),
                number(*y),
                number(*w),
                number(*h)
            );
            if *r > 0.0 { write!(out, " rx=\"{}\"", number(r.min(w / 2.0).min(h / 2.0))) } else { Ok(()) }
        }
        Shape::Circle(x, y, r) => {
            write!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", number(*x), number(*y), number(*r))
        }
        Shape::Path(path) => write!(out, "<path d=\"{}\"", data(path)),
        Shape::Text(x, y, size, anchor, text) => {
            let (x, y) = (number(*x), number(y + font::MIDDLE * size));
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"", number(*size));
            match anchor {
                Anchor::Start => {}
                Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
                Anchor::End => out.push_str(" text-anchor=\"end\""),
            }
            // Whatever font the reader has, the text keeps the room that was made for it.
            if text.chars().count() > 2 && font::knows(text) {
                let width = number(font::width(text, *size));
                let _ = write!(out, " textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"");
            }
            Ok(())
        }
    };
    match item.fill {
        Some(color) => {
            let _ = write!(out, " fill=\"#{:06x}\"", color.0);
        }
        None => out.push_str(" fill=\"none\""),
    }
    if let Some(stroke) = item.stroke {
        let _ = write!(out, " stroke=\"#{:06x}\" stroke-width=\"{}\"", stroke.color.0, number(stroke.width));
        if stroke.dashed {
            let _ = write!(out, " stroke-dasharray=\"{}\"", number(super::DASH));
        }
        if matches!(item.shape, Shape::Path(_)) {
            out.push_str(" stroke-linejoin=\"round\"");
        }
    }
    out.push_str(attributes);
    match &item.shape {
        Shape::Text(.., text) => {
            let _ = writeln!(out, ">{}</text>", escape(text));
        }
        _ => out.push_str("/>\n"),
    }
}

fn data(path: &[Segment]) -> String {
    let mut out = String::new();
    for segment in path {
        match segment {
            Segment::Move(x, y) => out += &format!("M{} {}", number(*x), number(*y)),
            Segment::Line(x, y) => out += &format!("L{} {}", number(*x), number(*y)),
            Segment::Cubic(c) => {
                out += &format!("C{}", c.iter().map(|x| number(*x)).collect::<Vec<_>>().join(" "));
            }
            Segment::Close => out.push('Z'),
        }
    }
    out
}

/// Text that may stand anywhere in XML. Characters that XML cannot hold are shown by a box; those that turn the
/// direction of a line are left out, since each text stands alone.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{25a1}'),
            c => out.push(c),
        }
    }
    out
}
