//! From a scene to a file's bytes.

pub(crate) mod dot;
mod pdf;
mod png;
mod svg;
mod tikz;

use crate::scene::Scene;
use attractor_game::{Error, nearest};

/// Length of dashes.
const DASH: f64 = 4.0;

/// Pixels of a PNG for each point of the scene.
const PIXELS: f64 = 2.0;

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Format {
    /// Scalable, for pages and slides.
    Svg,
    /// Pixels.
    Png,
    /// A page.
    Pdf,
    /// A LaTeX document that compiles by itself.
    Tex,
    /// A TikZ picture to be included.
    Tikz,
    /// Slides, with one overlay for each step.
    Beamer,
    /// Text for Graphviz; graphs and trees only.
    Dot,
}

/// Endings of names and what they mean; the first that fits counts.
const ENDINGS: &[(&str, Format)] = &[
    (".svg", Format::Svg),
    (".png", Format::Png),
    (".pdf", Format::Pdf),
    (".beamer.tex", Format::Beamer),
    (".tex", Format::Tex),
    (".tikz", Format::Tikz),
    (".dot", Format::Dot),
    (".gv", Format::Dot),
];

impl Format {
    /// The kind of file that a name asks for.
    pub fn of(file: &str) -> Result<Format, Error> {
        let name = file.to_lowercase();
        ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, format)| *format).ok_or_else(|| {
            let given = name.rfind('.').map_or("", |dot| &name[dot..]);
            Error::new("draw-ending", "a picture's name ends in {endings}; {file} does not")
                .arg("endings", ENDINGS.iter().map(|(ending, _)| *ending).collect::<Vec<_>>().join(", "))
                .arg("file", file)
                .nearest(nearest(given, ENDINGS.iter().map(|(ending, _)| *ending)))
        })
    }
}

/// A place in a picture that means something: a page can make it clickable.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// What is there: a vertex, the moves that lead to a node, or a move.
    pub name: String,
    /// Its left border, in the scene's lengths.
    pub x: f64,
    /// Its top.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Spot {
    /// A rectangle around its middle.
    pub(crate) fn around(name: impl Into<String>, (x, y): (f64, f64), (width, height): (f64, f64)) -> Spot {
        Spot { name: name.into(), x: x - width / 2.0, y: y - height / 2.0, width, height }
    }
}

/// A picture ready for any kind of file.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// What it shows.
    pub scene: Scene,
    /// The same for Graphviz, if it is a graph or a tree.
    pub dot: Option<String>,
    /// Its vertices, nodes or moves, where they lie.
    pub spots: Vec<Spot>,
}

impl Drawing {
    /// A scene that is complete but for its borders, with spots that move with it.
    pub(crate) fn fitted(mut scene: Scene, margin: f64, dot: Option<String>, mut spots: Vec<Spot>) -> Drawing {
        let (dx, dy) = scene.fit(margin);
        spots.iter_mut().for_each(|spot| (spot.x, spot.y) = (spot.x + dx, spot.y + dy));
        Drawing { scene, dot, spots }
    }

    /// The last of its steps.
    pub fn last(&self) -> u32 {
        self.scene.last
    }

    /// One SVG with all steps, seen at the last: what is not seen at all of them has the attributes `data-from` and
    /// `data-to`, and a script shows step n by making visible what has n between the two, and hiding the rest.
    pub fn stepped_svg(&self) -> String {
        svg::stepped(&self.scene)
    }

    /// The bytes of a file. `step` chooses one of the scene's steps; none: the last. Slides have them all.
    pub fn write(&self, format: Format, step: Option<u32>) -> Result<Vec<u8>, Error> {
        let last = self.scene.last;
        if let Some(step) = step.filter(|step| *step > last) {
            return Err(Error::new("draw-step", "there is no step {step}: this picture's last is {last}")
                .arg("step", step)
                .arg("last", last));
        }
        let (scene, step) = (&self.scene, step.unwrap_or(last));
        Ok(match format {
            Format::Svg => svg::write(scene, step).into_bytes(),
            Format::Png => png::write(scene, step, PIXELS)?,
            Format::Pdf => pdf::write(scene, step),
            Format::Tex => tikz::document(scene, step).into_bytes(),
            Format::Tikz => tikz::picture(scene, step).into_bytes(),
            Format::Beamer => tikz::beamer(scene).into_bytes(),
            Format::Dot => match &self.dot {
                Some(dot) => dot.clone().into_bytes(),
                None => return Err(Error::new("draw-no-dot", "only graphs and trees can be written as .dot")),
            },
        })
    }
}

/// A length with two places behind the point, none if they are zero.
fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
