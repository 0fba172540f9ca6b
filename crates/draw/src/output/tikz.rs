//! TikZ: a picture to include, a document that compiles by itself, and slides with one overlay for each step.
//!
//! Only what every TeX Live has is used: `article`, `geometry`, `tikz`, `beamer`. Letters that pdfLaTeX does not know
//! are written by their numbers, so that any name compiles.

use super::number;
use crate::{
    font,
    scene::{Anchor, Color, Item, Scene, Segment, Shape},
};
use std::{collections::BTreeSet, fmt::Write as _};

/// What a document needs before a picture can stand in it.
const NEEDS: &str = "\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\
                     \\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n\\usepackage{textcomp}\n\\usepackage{tikz}\n";

/// The picture at a step, to be included: it needs `\usepackage{tikz}`.
pub(crate) fn picture(scene: &Scene, step: u32) -> String {
    format!("% {}\n{}", comment(&scene.title), tikz(scene, Some(step)))
}

/// A document of one page with the picture at a step.
pub(crate) fn document(scene: &Scene, step: u32) -> String {
    format!(
        "\\documentclass{{article}}\n\\usepackage[paperwidth={}pt,paperheight={}pt,margin=0pt]{{geometry}}\n{NEEDS}\
         \\pagestyle{{empty}}\n\\setlength{{\\parindent}}{{0pt}}\n\\setlength{{\\topskip}}{{0pt}}\n\
         \\begin{{document}}\n% {}\n\\noindent{}\\end{{document}}\n",
        number(scene.width + 1.0),
        number(scene.height + 1.0),
        comment(&scene.title),
        tikz(scene, Some(step))
    )
}

/// Slides: one frame, one overlay for each step.
pub(crate) fn beamer(scene: &Scene) -> String {
    // Room on a slide of 16:9 in points of TeX, below a title.
    let scale = (440.0 / scene.width).min(205.0 / scene.height);
    format!(
        "\\documentclass[aspectratio=169]{{beamer}}\n{NEEDS}\\setbeamertemplate{{navigation symbols}}{{}}\n\
         \\begin{{document}}\n\\begin{{frame}}\n\\frametitle{{{}}}\n\\makebox[\\textwidth][c]{{\\scalebox{{{scale:.4}}}{{%\n{}}}}}\n\
         \\end{{frame}}\n\\end{{document}}\n",
        escape(&scene.title),
        tikz(scene, None)
    )
}

/// The picture at a step, or with all its steps as overlays.
fn tikz(scene: &Scene, step: Option<u32>) -> String {
    let shown = |item: &&Item| step.is_none_or(|step| item.steps.contains(&step));
    let heading = if step.is_none() { scene.heading } else { None };
    let items = scene.items.iter().enumerate().filter(|(i, _)| Some(*i) != heading).map(|(_, item)| item);
    let items: Vec<&Item> = items.filter(shown).collect();
    let mut out = String::from("\\begin{tikzpicture}[x=1pt,y=-1pt,line join=round]\n");
    let colors: BTreeSet<Color> = items.iter().flat_map(|i| [i.fill, i.stroke.map(|s| s.color)]).flatten().collect();
    for color in colors {
        let _ = writeln!(out, "\\definecolor{{c{:06x}}}{{HTML}}{{{:06X}}}", color.0, color.0);
    }
    let _ = writeln!(out, "\\useasboundingbox (0,0) rectangle ({},{});", number(scene.width), number(scene.height));
    for item in items {
        let line = item_text(item);
        let (from, to) = (*item.steps.start() + 1, item.steps.end().saturating_add(1));
        let always = from == 1 && to > scene.last;
        let _ = match step {
            None if !always && to > scene.last => writeln!(out, "\\only<{from}->{{{line}}}"),
            None if !always => writeln!(out, "\\only<{from}-{to}>{{{line}}}"),
            _ => writeln!(out, "{line}"),
        };
    }
    if step.is_none() {
        // Even if nothing appears at the last step, it has a slide: something may have gone.
        let _ = writeln!(out, "\\only<{}>{{\\path (0,0);}}", scene.last + 1);
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn item_text(item: &Item) -> String {
    if let Shape::Text(x, y, size, anchor, text) = &item.shape {
        let anchor = match anchor {
            Anchor::Start => "base west",
            Anchor::Middle => "base",
            Anchor::End => "base east",
        };
        let (color, size_text) = (item.fill.unwrap_or(Color::INK).0, number(*size));
        let (x, y, text) = (number(*x), number(y + font::MIDDLE * size), escape(text));
        let font = format!("\\sffamily\\fontsize{{{size_text}}}{{{size_text}}}\\selectfont");
        return format!("\\node[anchor={anchor},inner sep=0pt,text=c{color:06x},font={font}] at ({x},{y}) {{{text}}};");
    }
    let mut options = Vec::new();
    if let Some(color) = item.fill {
        options.push(format!("fill=c{:06x}", color.0));
    }
    if let Some(stroke) = item.stroke {
        options.push(format!("draw=c{:06x},line width={}pt", stroke.color.0, number(stroke.width)));
        if stroke.dashed {
            options.push(format!("dash pattern=on {0}pt off {0}pt", number(super::DASH)));
        }
    }
    let shape = match &item.shape {
        Shape::Rect([x, y, w, h], r) => {
            if *r > 0.0 {
                options.push(format!("rounded corners={}pt", number(r.min(w / 2.0).min(h / 2.0))));
            }
            format!("({},{}) rectangle ({},{})", number(*x), number(*y), number(x + w), number(y + h))
        }
        Shape::Circle(x, y, r) => format!("({},{}) circle[radius={}pt]", number(*x), number(*y), number(*r)),
        Shape::Path(path) => path_text(path),
        Shape::Text(..) => String::new(),
    };
    format!("\\path[{}] {shape};", options.join(","))
}

fn path_text(path: &[Segment]) -> String {
    let mut out = String::new();
    for segment in path {
        let _ = match segment {
            Segment::Move(x, y) => write!(out, "({},{})", number(*x), number(*y)),
            Segment::Line(x, y) => write!(out, " -- ({},{})", number(*x), number(*y)),
            Segment::Cubic(c) => {
                let [a, b, c, d, e, f] = c.map(number);
                write!(out, " .. controls ({a},{b}) and ({c},{d}) .. ({e},{f})")
            }
            Segment::Close => write!(out, " -- cycle "),
        };
    }
    out
}

/// A text that means itself to TeX.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '\'' => out.push_str("\\textquotesingle{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            '∞' => out.push_str("$\\infty$"),
            '≥' => out.push_str("$\\geq$"),
            '≤' => out.push_str("$\\leq$"),
            'α' => out.push_str("$\\alpha$"),
            'β' => out.push_str("$\\beta$"),
            '−' => out.push_str("$-$"),
            '×' => out.push_str("$\\times$"),
            '·' => out.push_str("$\\cdot$"),
            '…' => out.push_str("\\dots{}"),
            '±' => out.push_str("$\\pm$"),
            ' '..='~' => out.push(c),
            'À'..='ÿ' | 'Œ' | 'œ' | 'Ÿ' | '«' | '»' => out.push(c),
            c => {
                let _ = write!(out, "[U+{:04X}]", c as u32);
            }
        }
    }
    out
}

/// A text on one line of a comment.
fn comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
