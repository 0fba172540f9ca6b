//! Trees of min-max and alpha-beta: a compact layout, values in the nodes, cuts as double strokes with their condition.
//!
//! Subtrees stand side by side as near as their borders allow, and parents in the middle above their children (after
//! Reingold and Tilford 1981).

use crate::{
    board, font,
    output::{Drawing, Spot, dot::quoted},
    paint,
    scene::{Anchor, Color, Item, Scene, Segment, Shape, Stroke},
};
use attractor_game::{Board, Player};
use std::fmt::Write as _;

/// A node of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Who moves here: a circle for player 1, who maximises, a square for player 2.
    pub player: Player,
    /// The move that leads here.
    pub name: Option<String>,
    /// Its value as it is shown; none where the search did not come, or where it is to be filled in.
    pub value: Option<String>,
    /// The search came here.
    pub visited: bool,
    /// Its parent's choice.
    pub chosen: bool,
    /// Why the moves left were cut.
    pub cut: Option<String>,
    /// The step at which its value is known.
    pub known: u32,
    /// Shown above the value.
    pub board: Option<Board>,
    /// Nodes below that are not drawn.
    pub folded: u64,
    /// After each move.
    pub children: Vec<Node>,
}

/// A tree and what is said beside it.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// Its title.
    pub title: String,
    /// What it shows, in sentences.
    pub description: String,
    /// The root.
    pub root: Node,
    /// What each level is called, from the root on.
    pub levels: Vec<String>,
    /// Lines of text below.
    pub notes: Vec<String>,
    /// The last step.
    pub last: u32,
}

const VALUE: f64 = 13.0;
const SMALL: f64 = 10.0;
const RADIUS: f64 = 14.0;
/// Side of a cell in the small boards.
const THUMB: f64 = 9.0;
/// Between neighbours.
const APART: f64 = 7.0;

/// A node with its place.
struct Seat<'a> {
    node: &'a Node,
    /// To the left and right of its middle.
    reach: (f64, f64),
    x: f64,
    parent: Option<usize>,
    depth: usize,
}

/// The left and right border of a subtree, level by level from its root, relative to the root's middle.
type Contour = Vec<(f64, f64)>;

/// Width and height of a node's shape, and of the board above it.
fn size(node: &Node) -> (f64, f64, f64) {
    let value = node.value.as_deref().map_or(0.0, |v| font::width(v, VALUE) + 10.0).max(2.0 * RADIUS);
    let thumb = node.board.as_ref().map_or((0.0, 0.0), |b| board::size(b, THUMB));
    (value, thumb.0, thumb.1)
}

fn reach(node: &Node) -> (f64, f64) {
    let (shape, thumb, _) = size(node);
    let name = node.name.as_deref().map_or(0.0, |n| paint::room(n, SMALL));
    let half = shape.max(name).max(thumb).max(if node.folded > 0 { 40.0 } else { 0.0 }) / 2.0 + APART / 2.0;
    let cut = node.cut.as_deref().map_or(0.0, |c| shape / 2.0 + 6.0 + font::width(c, SMALL) + APART);
    (half, half.max(cut))
}

/// Lists the subtree of a node, places it, and returns its border.
fn place<'a>(node: &'a Node, parent: Option<usize>, depth: usize, seats: &mut Vec<Seat<'a>>) -> Contour {
    let me = seats.len();
    let reach = reach(node);
    seats.push(Seat { node, reach, x: 0.0, parent, depth });
    // Children one beside the other, as near as their borders allow.
    let mut whole: Contour = Vec::new();
    let mut roots = Vec::new();
    for child in &node.children {
        let first = seats.len();
        let own = place(child, Some(me), depth + 1, seats);
        let shift = whole.iter().zip(&own).map(|(a, b)| a.1 - b.0).fold(f64::NEG_INFINITY, f64::max);
        let shift = if whole.is_empty() { 0.0 } else { shift };
        seats[first..].iter_mut().for_each(|s| s.x += shift);
        roots.push(shift);
        for (level, (left, right)) in own.into_iter().enumerate() {
            match whole.get_mut(level) {
                Some(border) => border.1 = right + shift,
                None => whole.push((left + shift, right + shift)),
            }
        }
    }
    // The parent in the middle above its first and last child.
    let middle = match (roots.first(), roots.last()) {
        (Some(a), Some(b)) => (a + b) / 2.0,
        _ => 0.0,
    };
    seats[me + 1..].iter_mut().for_each(|s| s.x -= middle);
    let mut contour = vec![(-reach.0, reach.1)];
    contour.extend(whole.into_iter().map(|(l, r)| (l - middle, r - middle)));
    contour
}

/// The picture of a tree.
pub fn draw(tree: &Tree) -> Drawing {
    let mut seats = Vec::new();
    place(&tree.root, None, 0, &mut seats);
    let left = seats.iter().map(|s| s.x - s.reach.0).fold(f64::MAX, f64::min);
    seats.iter_mut().for_each(|s| s.x -= left);
    // Levels: room for boards, for the names of moves, and for edges that are not too flat.
    let deepest = seats.iter().map(|s| s.depth).max().unwrap_or(0);
    let mut tops = vec![0.0; deepest + 1];
    let mut y = 0.0;
    for (depth, top) in tops.iter_mut().enumerate() {
        let level = || seats.iter().filter(|s| s.depth == depth);
        let board = level().map(|s| size(s.node).2).fold(0.0, f64::max);
        let board = if board > 0.0 { board + 4.0 } else { 0.0 };
        let widest = level().filter_map(|s| s.parent.map(|p| (s.x - seats[p].x).abs())).fold(0.0, f64::max);
        let rise = if depth == 0 { 0.0 } else { (44.0 + 0.13 * widest).min(96.0) + 2.0 * RADIUS };
        y += rise + board;
        *top = y;
    }
    let mut scene = Scene::new(&tree.title, &tree.description);
    scene.last = tree.last;
    let at = |s: &Seat<'_>| (s.x, tops[s.depth]);
    // Names of moves keep clear of nodes, but long ones keep clear of each other, which is nearer to the nodes.
    let longest = seats.iter().filter_map(|s| s.node.name.as_deref()).map(|name| font::width(name, SMALL));
    let part = if longest.fold(0.0, f64::max) < 36.0 { 0.7 } else { 0.8 };
    for seat in &seats {
        let Some(parent) = seat.parent else { continue };
        let above = &seats[parent];
        edge(&mut scene, [seat.node, above.node], at(above), at(seat), part);
    }
    for seat in &seats {
        node(&mut scene, seat.node, at(seat));
    }
    for (depth, name) in tree.levels.iter().enumerate().take(deepest + 1).filter(|(_, name)| !name.is_empty()) {
        scene.text(-14.0, tops[depth], VALUE, Anchor::End, name.clone(), Color::INK);
    }
    let folded = seats.iter().any(|s| s.node.folded > 0);
    let mut y = tops[deepest] + RADIUS + if folded { 44.0 } else { 24.0 };
    for note in &tree.notes {
        scene.text(0.0, y, 12.0, Anchor::Start, note.clone(), Color::INK);
        y += 18.0;
    }
    paint::title(&mut scene);
    Drawing::fitted(scene, 12.0, Some(dot(tree)), spots(&seats, &tops))
}

/// Every node with the board above it, called by the moves that lead there.
fn spots(seats: &[Seat<'_>], tops: &[f64]) -> Vec<Spot> {
    let mut found: Vec<Spot> = Vec::with_capacity(seats.len());
    for seat in seats {
        let above = seat.parent.map_or("", |parent| &found[parent].name);
        let name = [above, seat.node.name.as_deref().unwrap_or("")].join(" ").trim().to_owned();
        let (shape, thumb, tall) = size(seat.node);
        let (width, over) = (shape.max(thumb), if tall > 0.0 { tall + 4.0 } else { 0.0 });
        let (x, y) = (seat.x - width / 2.0, tops[seat.depth] - RADIUS - over);
        found.push(Spot { name, x, y, width, height: 2.0 * RADIUS + over });
    }
    found
}

/// The line to a node from its parent, with the name of the move at this part of it.
fn edge(scene: &mut Scene, [child, parent]: [&Node; 2], from: (f64, f64), to: (f64, f64), part: f64) {
    let (_, _, thumb) = size(child);
    let top = to.1 - RADIUS - if thumb > 0.0 { thumb + 4.0 } else { 0.0 };
    let (a, b) = ((from.0, from.1 + RADIUS), (to.0, top));
    let path = vec![Segment::Move(a.0, a.1), Segment::Line(b.0, b.1)];
    let line = |color, width, dashed| Some(Stroke { color, width, dashed });
    let stroke = if child.visited { line(paint::EDGE, 1.1, false) } else { line(Color::FAINT, 1.1, true) };
    scene.push(Item::new(Shape::Path(path.clone()), None, stroke));
    if child.chosen {
        let thick = Item::new(Shape::Path(path), None, line(Color::INK, 3.2, false));
        scene.push(thick.at(parent.known..=u32::MAX));
    }
    let point = |part: f64| (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
    if !child.visited && parent.visited {
        // Two short strokes across the edge.
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let norm = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / norm, dy / norm);
        for shift in [-2.2, 2.2] {
            let (x, y) = point(0.36);
            let (x, y) = (x + ux * shift, y + uy * shift);
            let stroke = vec![Segment::Move(x - uy * 7.0, y + ux * 7.0), Segment::Line(x + uy * 7.0, y - ux * 7.0)];
            scene.push(Item::new(Shape::Path(stroke), None, line(paint::RED, 2.0, false)).at(parent.known..=u32::MAX));
        }
    }
    if let Some(name) = &child.name {
        let (x, y) = point(part);
        let (w, h) = (font::width(name, SMALL) + 3.0, SMALL + 2.0);
        scene.push(Item::new(Shape::Rect([x - w / 2.0, y - h / 2.0, w, h], 2.0), Some(Color::PAPER), None));
        let color = if child.visited { Color::INK } else { Color::GREY };
        scene.text(x, y, SMALL, Anchor::Middle, name.clone(), color);
    }
}

fn node(scene: &mut Scene, node: &Node, (x, y): (f64, f64)) {
    let (width, thumb, tall) = size(node);
    if let Some(board) = &node.board {
        scene.place(&board::plain(board, THUMB), x - thumb / 2.0, y - RADIUS - 4.0 - tall, 1.0);
    }
    let color = if node.visited { paint::player(node.player) } else { Color(0x9A9A9A) };
    let fill = if node.visited { Color::PAPER } else { Color(0xEFEFEF) };
    let shape = match node.player {
        Player::One if width <= 2.0 * RADIUS => Shape::Circle(x, y, RADIUS),
        Player::One => Shape::Rect([x - width / 2.0, y - RADIUS, width, 2.0 * RADIUS], RADIUS),
        Player::Two => Shape::Rect([x - width / 2.0, y - RADIUS, width, 2.0 * RADIUS], 0.0),
    };
    scene.push(Item::new(shape, Some(fill), Some(Stroke::new(color, if node.visited { 1.8 } else { 1.2 }))));
    let seen = node.known..=u32::MAX;
    if let Some(value) = &node.value {
        let text = Shape::Text(x, y, VALUE, Anchor::Middle, value.clone());
        scene.push(Item::new(text, Some(Color::INK), None).at(seen.clone()));
    }
    if let Some(cut) = &node.cut {
        let text = Shape::Text(x + width / 2.0 + 6.0, y, SMALL, Anchor::Start, cut.clone());
        scene.push(Item::new(text, Some(Color(0xA34700)), None).at(seen));
    }
    if node.folded > 0 {
        let (top, bottom) = (y + RADIUS, y + RADIUS + 13.0);
        let path =
            vec![Segment::Move(x, top), Segment::Line(x + 9.0, bottom), Segment::Line(x - 9.0, bottom), Segment::Close];
        scene.push(Item::new(Shape::Path(path), Some(Color(0xE4E4E4)), Some(Stroke::new(Color::GREY, 1.0))));
        scene.text(x, bottom + 8.0, SMALL, Anchor::Middle, format!("+{}", node.folded), Color::GREY);
    }
}

/// The same for Graphviz.
fn dot(tree: &Tree) -> String {
    let mut out = format!("digraph {} {{\n", quoted(&tree.title));
    let mut open = vec![(&tree.root, None::<usize>)];
    let mut count = 0;
    while let Some((node, parent)) = open.pop() {
        let me = count;
        count += 1;
        let shape = if node.player == Player::One { "circle" } else { "box" };
        let grey = if node.visited { "" } else { ", style=dashed, color=gray" };
        let cut = node.cut.as_ref().map(|cut| format!(", xlabel={}", quoted(cut))).unwrap_or_default();
        let _ =
            writeln!(out, "  n{me} [label={}, shape={shape}{grey}{cut}];", quoted(node.value.as_deref().unwrap_or("")));
        if let Some(parent) = parent {
            let name = quoted(node.name.as_deref().unwrap_or(""));
            let thick = if node.chosen { ", penwidth=3" } else { "" };
            let _ = writeln!(out, "  n{parent} -> n{me} [label={name}, arrowhead=none{thick}{grey}];");
        }
        open.extend(node.children.iter().rev().map(|child| (child, Some(me))));
    }
    out.push_str("}\n");
    out
}
