//! Colours and small shapes that all pictures share. The colours are told apart by people who do not see red or green
//! (Okabe and Ito 2008), and nothing is said by colour alone.

use crate::{
    font,
    scene::{Anchor, Color, Scene, Segment, Shape, bounds},
};
use attractor_game::Player;

/// Thin edges.
pub(crate) const EDGE: Color = Color(0x4D4D4D);
/// The broad pen that marks a play.
pub(crate) const MARKER: Color = Color(0xF3E26B);
/// Player 1.
pub(crate) const BLUE: Color = Color(0x0072B2);
/// Player 2.
pub(crate) const RED: Color = Color(0xD55E00);
/// What is good for who looks.
pub(crate) const GREEN: Color = Color(0x009E73);

/// The line of a player's states.
pub(crate) fn player(player: Player) -> Color {
    match player {
        Player::One => BLUE,
        Player::Two => RED,
    }
}

/// The shade of layer `n` of so many: the first is darkest, and a name is legible on all.
pub(crate) fn layer(player: Player, n: u32, count: u32) -> Color {
    let part = f64::from(n) / f64::from(count.max(2) - 1);
    match player {
        Player::One => Color(0x56B4E9).tint(0.10 + 0.65 * part),
        Player::Two => Color(0xE69F00).tint(0.10 + 0.65 * part),
    }
}

/// How round the corners of player 1's shapes are.
pub(crate) fn radius(width: f64, height: f64) -> f64 {
    (width.min(height) / 2.0).min(22.0)
}

/// The head of an arrow along the end of a path.
pub(crate) fn arrow_head(path: &[Segment], length: f64) -> Option<Shape> {
    let end = |s: &Segment| match *s {
        Segment::Move(x, y) | Segment::Line(x, y) | Segment::Cubic([.., x, y]) => Some((x, y)),
        Segment::Close => None,
    };
    let (tip, from) = match path {
        [.., Segment::Cubic([_, _, x, y, a, b])] => ((*a, *b), (*x, *y)),
        [.., before, last] => (end(last)?, end(before)?),
        _ => return None,
    };
    let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
    let norm = dx.hypot(dy);
    if norm < 1e-9 {
        return None;
    }
    let (ux, uy) = (dx / norm * length, dy / norm * length);
    let half = 0.42;
    Some(Shape::Path(vec![
        Segment::Move(tip.0, tip.1),
        Segment::Line(tip.0 - ux - uy * half, tip.1 - uy + ux * half),
        Segment::Line(tip.0 - ux + uy * half, tip.1 - uy - ux * half),
        Segment::Close,
    ]))
}

/// The scene's title above all that is drawn.
pub(crate) fn title(scene: &mut Scene) {
    if scene.title.is_empty() {
        return;
    }
    let frame = scene.items.iter().map(|item| bounds(&item.shape));
    let (left, top) = frame.fold((f64::MAX, f64::MAX), |(l, t), [x, y, ..]| (l.min(x), t.min(y)));
    let (left, top) = if left == f64::MAX { (0.0, 0.0) } else { (left, top) };
    let text = shortened(&scene.title.clone(), 110);
    scene.heading = Some(scene.items.len());
    scene.text(left, top - 20.0, 15.0, Anchor::Start, text, Color::INK);
}

/// A text cut in its middle where it is too long to be shown.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let (head, tail) = (most / 2, most - most / 2 - 1);
    text.chars().take(head).chain(['…']).chain(text.chars().skip(count - tail)).collect()
}

/// Width that a text of that size takes, with a little room around it.
pub(crate) fn room(text: &str, size: f64) -> f64 {
    font::width(text, size) + 8.0
}
