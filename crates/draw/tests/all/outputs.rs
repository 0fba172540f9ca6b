//! Every kind of file from the same scenes: well-formed, without references, with hostile names harmless.

use attractor_draw::{
    Drawing, Format,
    graph::{Edge, Graph, Vertex, draw},
};
use attractor_game::Player;

const HOSTILE: [&str; 8] = [
    "<script>alert(1)</script>",
    "\"' onload=\"x\" &amp; ]]>",
    "\u{202e}txet \u{5d0}\u{5d1} \u{627}\u{644}",
    "\\input{/etc/passwd} $x_1^2$ #1 %~{}",
    "\\N \\\" -> \"",
    "tab\tand\nline\u{0}\u{7}",
    "🂡 ∞ ≥ é œ",
    "",
];

fn vertex(name: &str, column: usize) -> Vertex {
    Vertex {
        name: name.into(),
        owner: if column.is_multiple_of(2) { Player::One } else { Player::Two },
        column,
        last: false,
        note: Some(name.into()),
        attractor: Some((Player::One, column as u32)),
        board: None,
        more: column as u64,
    }
}

/// Names that nobody should have, in a graph with a cycle, a loop and moves within a column.
fn hostile() -> Drawing {
    let vertices: Vec<Vertex> = HOSTILE.iter().enumerate().map(|(i, name)| vertex(name, i / 2)).collect();
    let pairs = [(0, 1), (0, 2), (2, 0), (3, 4), (1, 7), (7, 1), (5, 5), (6, 2), (4, 6)];
    let edge = |(from, to)| Edge { from, to, chosen: from == 0, played: to == 6 };
    draw(&Graph {
        title: HOSTILE.join(" "),
        description: HOSTILE.join(" "),
        vertices,
        edges: pairs.into_iter().map(edge).collect(),
        start: Some(0),
        ..Graph::default()
    })
}

fn text(drawing: &Drawing, format: Format) -> String {
    String::from_utf8(drawing.write(format, None).unwrap()).unwrap()
}

/// Checks that a text is well-formed XML of the plain kind that is written here: tags closed in order, attributes
/// quoted and given once, and every `&` the beginning of a known reference.
fn well_formed(xml: &str) -> Result<usize, String> {
    let mut open: Vec<&str> = Vec::new();
    let (mut rest, mut tags) = (xml, 0);
    let references = |text: &str| {
        text.split('&')
            .skip(1)
            .all(|r| ["lt;", "gt;", "amp;", "quot;", "#39;"].iter().any(|known| r.starts_with(known)))
    };
    while let Some(begin) = rest.find('<') {
        let between = &rest[..begin];
        if between.contains('>') || !references(between) || between.chars().any(|c| c.is_control() && c != '\n') {
            return Err(format!("bad text: {between:?}"));
        }
        let end = begin + rest[begin..].find('>').ok_or("a tag does not end")?;
        let tag = &rest[begin + 1..end];
        rest = &rest[end + 1..];
        tags += 1;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes nothing"));
            }
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap();
        let mut attributes = tag[name.len()..].trim_end_matches('/').trim();
        let mut seen = Vec::new();
        while !attributes.is_empty() {
            let (key, after) = attributes.split_once("=\"").ok_or_else(|| format!("bad attribute: {attributes}"))?;
            let (value, after) = after.split_once('"').ok_or("an attribute does not end")?;
            if value.contains('<') || !references(value) || seen.contains(&key.trim()) {
                return Err(format!("bad attribute {key}"));
            }
            seen.push(key.trim());
            attributes = after.trim_start();
        }
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    if open.is_empty() && rest.trim().is_empty() { Ok(tags) } else { Err(format!("not closed: {open:?} {rest:?}")) }
}

#[test]
fn svg_is_well_formed_and_stands_alone() {
    let svg = text(&hostile(), Format::Svg);
    assert!(well_formed(&svg).unwrap() > 40);
    for outside in ["<script", "href", "url(", "<image", "<foreignObject", "<style", "@import", "<!"] {
        assert!(!svg.contains(outside), "{outside}");
    }
    assert_eq!(svg.matches("http").count(), 1, "only the name of SVG itself");
    assert!(svg.contains("<title id=\"title-") && svg.contains("<desc id=\"desc-") && svg.contains("role=\"img\""));
    assert!(svg.contains("&lt;script&gt;") && svg.contains('\u{5d0}') && !svg.contains('\u{202e}'));
}

#[test]
fn the_check_itself_refuses() {
    for bad in ["<a>", "<a></b>", "<a x=1/>", "<a x=\"<\"/>", "<a>&nbsp;</a>", "<a x=\"1\" x=\"2\"/>", "<a/>]]>"] {
        assert!(well_formed(bad).is_err(), "{bad}");
    }
    assert_eq!(well_formed("<a x=\"1\"><b/>&lt;</a>\n"), Ok(3));
}

#[test]
fn pixels_and_pages_need_no_font_of_the_system() {
    let png = hostile().write(Format::Png, None).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 5_000);
    let pdf = hostile().write(Format::Pdf, None).unwrap();
    assert!(pdf.len() < 20_000, "{} bytes: only the glyphs in use are embedded", pdf.len());
    assert!(pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF"), "{:?}", &pdf[pdf.len() - 8..]);
}

#[test]
fn tex_says_what_it_is_given_and_no_more() {
    let tex = text(&hostile(), Format::Tex);
    assert!(tex.contains("\\textbackslash{}input\\{/etc/passwd\\} \\$x\\_1\\textasciicircum{}2\\$ \\#1 \\%"));
    let commands: Vec<&str> = tex.lines().filter(|line| !line.starts_with('%')).collect();
    assert!(tex.contains("[U+05D0]") && !commands.join("\n").contains("\\input{"));
    assert!(tex.contains("\\begin{document}") && tex.trim_end().ends_with("\\end{document}"));
    let picture = text(&hostile(), Format::Tikz);
    assert!(!picture.contains("documentclass") && picture.contains("\\begin{tikzpicture}"));
    // One overlay for each layer: layers 0 to 3, then all of it.
    let slides = text(&hostile(), Format::Beamer);
    assert!(slides.contains("\\only<4->{") && slides.contains("\\only<2-2>{") && slides.contains("{beamer}"));
}

#[test]
fn dot_quotes_names() {
    let dot = text(&hostile(), Format::Dot);
    assert!(dot.contains("v0 [label=\"<script>alert(1)</script>"));
    assert!(
        dot.contains("\\\\N \\\\\\\" -> \\\"") && dot.contains("v0 -> v1 [penwidth=3]") && dot.contains("v5 -> v5")
    );
}

#[test]
fn endings_and_steps_are_checked() {
    assert_eq!(Format::of("a/b.SVG"), Ok(Format::Svg));
    assert_eq!(Format::of("x.beamer.tex"), Ok(Format::Beamer));
    assert_eq!(Format::of("x.tex"), Ok(Format::Tex));
    let wrong = Format::of("x.pgn").unwrap_err();
    assert_eq!((wrong.id(), wrong.suggestion()), ("draw-ending", Some(".png")));
    for bad in ["", "svg", "x", "x.svg.gz", "-"] {
        assert!(Format::of(bad).is_err(), "{bad}");
    }
    let drawing = hostile();
    assert_eq!(drawing.scene.last, 4);
    let (first, last) = (drawing.write(Format::Svg, Some(0)).unwrap(), drawing.write(Format::Svg, Some(4)).unwrap());
    assert!(first.len() < last.len());
    assert_eq!(drawing.write(Format::Svg, Some(5)).unwrap_err().id(), "draw-step");
    let board = Drawing { dot: None, ..drawing };
    assert_eq!(board.write(Format::Dot, None).unwrap_err().id(), "draw-no-dot");
}

#[test]
fn an_empty_graph_is_drawn() {
    let drawing = draw(&Graph::default());
    for format in [Format::Svg, Format::Png, Format::Pdf, Format::Tex, Format::Beamer, Format::Dot] {
        assert!(!drawing.write(format, None).unwrap().is_empty());
    }
}
