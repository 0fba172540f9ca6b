//! Reading our own SVG: shapes, texts and edges, to look at them as geometry.

#![allow(dead_code)] // each test file uses a part of this

/// A picture taken apart.
#[derive(Default)]
pub(crate) struct Picture {
    /// Vertices and nodes: left, top, right, bottom.
    pub(crate) shapes: Vec<[f64; 4]>,
    /// Texts with their boxes.
    pub(crate) texts: Vec<([f64; 4], String)>,
    /// Edges as lines from point to point.
    pub(crate) edges: Vec<Vec<(f64, f64)>>,
}

/// The value of an attribute.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split_once(&format!(" {name}=\""))?.1.split_once('"').map(|(value, _)| value)
}

/// A number from an attribute; 0 if it is not there.
fn number(line: &str, name: &str) -> f64 {
    attribute(line, name).map_or(0.0, |value| value.parse().expect("a number"))
}

/// Points along a path of lines and curves.
fn points(data: &str) -> Vec<(f64, f64)> {
    let mut found: Vec<(f64, f64)> = Vec::new();
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(['M', 'L', 'C', 'Z']).map_or(rest.len(), |i| i + 1);
        let n: Vec<f64> = rest[1..end].split_whitespace().map(|x| x.parse().expect("a number")).collect();
        match command {
            'M' | 'L' => found.push((n[0], n[1])),
            'C' => {
                let from = *found.last().expect("a path begins with M");
                for i in 1..=16 {
                    let t = f64::from(i) / 16.0;
                    let at = |a: f64, b: f64, c: f64, d: f64| {
                        let s = 1.0 - t;
                        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
                    };
                    found.push((at(from.0, n[0], n[2], n[4]), at(from.1, n[1], n[3], n[5])));
                }
            }
            _ => {}
        }
        rest = &rest[end..];
    }
    found
}

/// Takes a picture apart: vertices are shapes with a line of 1.8 or 1.2 around them, edges thin lines that are not filled.
pub(crate) fn read(svg: &str) -> Picture {
    let mut picture = Picture::default();
    for line in svg.lines() {
        let width = attribute(line, "stroke-width");
        let framed = matches!(width, Some("1.8" | "1.2")) && attribute(line, "fill") != Some("none");
        if line.starts_with("<rect") && framed && number(line, "height") > 20.0 {
            let (x, y) = (number(line, "x"), number(line, "y"));
            picture.shapes.push([x, y, x + number(line, "width"), y + number(line, "height")]);
        } else if line.starts_with("<circle") && framed && number(line, "r") > 10.0 {
            let (x, y, r) = (number(line, "cx"), number(line, "cy"), number(line, "r"));
            picture.shapes.push([x - r, y - r, x + r, y + r]);
        } else if line.starts_with("<path") && width == Some("1.1") && attribute(line, "fill") == Some("none") {
            picture.edges.push(points(attribute(line, "d").expect("a path has data")));
        } else if line.starts_with("<text") {
            let text = line.split_once('>').expect("a text").1.trim_end_matches("</text>").to_owned();
            let size = number(line, "font-size");
            // Without a length it has one or two letters.
            let width = attribute(line, "textLength")
                .map_or(0.6 * size * text.chars().count() as f64, |w| w.parse().expect("a number"));
            let left = match attribute(line, "text-anchor") {
                Some("middle") => number(line, "x") - width / 2.0,
                Some("end") => number(line, "x") - width,
                _ => number(line, "x"),
            };
            let base = number(line, "y");
            picture.texts.push(([left, base - 0.72 * size, left + width, base], text));
        }
    }
    picture.shapes.dedup();
    picture
}

/// Whether two boxes share more than a hair.
pub(crate) fn overlap(a: &[f64; 4], b: &[f64; 4]) -> bool {
    let hair = 0.5;
    a[0] + hair < b[2] && b[0] + hair < a[2] && a[1] + hair < b[3] && b[1] + hair < a[3]
}

/// The vertex that a point lies on or near.
pub(crate) fn at(shapes: &[[f64; 4]], (x, y): (f64, f64)) -> Option<usize> {
    let near = 3.5;
    shapes.iter().position(|s| x > s[0] - near && x < s[2] + near && y > s[1] - near && y < s[3] + near)
}

/// Crossings of lines that share no end. `ends` names the two vertices of each.
pub(crate) fn crossings(edges: &[Vec<(f64, f64)>], ends: &[[usize; 2]]) -> usize {
    let side = |a: (f64, f64), b: (f64, f64), c: (f64, f64)| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let mut count = 0;
    for i in 0..edges.len() {
        for j in 0..i {
            if ends[i].iter().any(|v| ends[j].contains(v)) {
                continue;
            }
            for p in edges[i].windows(2) {
                for q in edges[j].windows(2) {
                    let apart = side(p[0], p[1], q[0]) > 0.0;
                    let across = apart != (side(p[0], p[1], q[1]) > 0.0);
                    if across && (side(q[0], q[1], p[0]) > 0.0) != (side(q[0], q[1], p[1]) > 0.0) {
                        count += 1;
                    }
                }
            }
        }
    }
    count
}
