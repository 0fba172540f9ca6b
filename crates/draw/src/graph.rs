//! Game graphs: circles for player 1, squares for player 2, attractors as shades and numbers.

use crate::{
    board,
    layered::{Layout, curve, layout},
    output::{Drawing, Spot, dot::quoted},
    paint::{self, arrow_head},
    scene::{Anchor, Color, Item, Scene, Segment, Shape, Stroke},
};
use attractor_game::{Board, Player};
use std::fmt::Write as _;

/// A state.
#[derive(Clone, PartialEq, Debug)]
pub struct Vertex {
    /// Its name.
    pub name: String,
    /// Who moves there: a circle for player 1, a square for player 2.
    pub owner: Player,
    /// The column it stands in.
    pub column: usize,
    /// Whether play ends there: its line is doubled.
    pub last: bool,
    /// A word below it, such as who has won.
    pub note: Option<String>,
    /// In whose attractor it is, and in which layer.
    pub attractor: Option<(Player, u32)>,
    /// Shown instead of the name.
    pub board: Option<Board>,
    /// Moves to states that are not drawn.
    pub more: u64,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// From this state.
    pub from: usize,
    /// To this one.
    pub to: usize,
    /// A strategy chooses it.
    pub chosen: bool,
    /// It belongs to the play that is shown.
    pub played: bool,
}

/// A game graph and all that is said beside it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Graph {
    /// Its title.
    pub title: String,
    /// What it shows, in sentences.
    pub description: String,
    /// The states.
    pub vertices: Vec<Vertex>,
    /// The moves, each once.
    pub edges: Vec<Edge>,
    /// Where play begins.
    pub start: Option<usize>,
    /// What stands above the columns, by their number; none if empty.
    pub headings: Vec<String>,
    /// What circles, squares, shades and thick lines mean.
    pub legend: Vec<(Key, String)>,
    /// At each step show its layer alone, and not those before it too.
    pub single: bool,
    /// The strategy is given, not found: it is seen from the first step on.
    pub given: bool,
}

/// A sign that the legend explains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A state of this player.
    Owner(Player),
    /// A number in the attractor of this player.
    Layer(Player),
    /// A chosen move.
    Chosen,
    /// A move of the play.
    Played,
}

const NAME: f64 = 13.0;
const NOTE: f64 = 10.0;
/// Radius of the sign that holds a layer's number.
const BADGE: f64 = 7.5;
/// How far its middle lies above the line of the vertex, and what is inside below the vertex's middle.
const LIFT: f64 = 2.0;
/// Longest name that is shown whole.
const LONGEST: usize = 28;

/// Size of a vertex: of its shape, and of what stands above and below it.
struct Frame {
    width: f64,
    height: f64,
    above: f64,
    below: f64,
    outer: f64,
}

impl Frame {
    fn of(vertex: &Vertex, label: &str, itself: bool) -> Frame {
        let (width, height) = match &vertex.board {
            Some(board) => {
                let (w, h) = board::size(board, THUMB);
                (w + 18.0, h + 18.0)
            }
            None => ((crate::font::width(label, NAME) + 14.0).max(32.0), 32.0),
        };
        let badge = if vertex.attractor.is_some() { BADGE + LIFT } else { 0.0 };
        let above = badge + if itself { 14.0 } else { 0.0 };
        let note = under(vertex);
        let below = if note.is_some() { NOTE + 7.0 } else { 0.0 };
        let outer = note.map_or(width, |note| width.max(crate::font::width(&note, NOTE)));
        Frame { width, height, above, below, outer }
    }
}

/// What stands below a vertex: its note, and how many of its moves are not drawn.
fn under(vertex: &Vertex) -> Option<String> {
    let more = (vertex.more > 0).then(|| format!("+{} …", vertex.more));
    match (&vertex.note, more) {
        (Some(note), Some(more)) => Some(format!("{note}  {more}")),
        (note, more) => note.clone().or(more),
    }
}

/// Side of a cell in the small boards.
const THUMB: f64 = 11.0;

/// The picture of a graph, with one step for each layer and a last one for all of it.
pub fn draw(graph: &Graph) -> Drawing {
    let labels: Vec<String> = graph.vertices.iter().map(|v| paint::shortened(&v.name, LONGEST)).collect();
    let mut itself = vec![false; graph.vertices.len()];
    graph.edges.iter().filter(|e| e.from == e.to).for_each(|e| itself[e.from] = true);
    let frames: Vec<Frame> =
        (0..graph.vertices.len()).map(|v| Frame::of(&graph.vertices[v], &labels[v], itself[v])).collect();
    let columns: Vec<usize> = graph.vertices.iter().map(|v| v.column).collect();
    // Above and below count as much, so that the shape stays in the middle.
    let sizes: Vec<(f64, f64)> = frames.iter().map(|f| (f.outer, f.height + 2.0 * f.above.max(f.below))).collect();
    let edges: Vec<(usize, usize)> = graph.edges.iter().map(|e| (e.from, e.to)).collect();
    let placed = layout(&Layout { columns: &columns, sizes: &sizes, edges: &edges });
    let last = graph.vertices.iter().filter_map(|v| v.attractor).map(|(_, n)| n + 1).max().unwrap_or(0);
    let mut scene = Scene::new(&graph.title, &graph.description);
    scene.last = last;

    let routes = routes(graph, &frames, &placed.at, &placed.bends);
    let found = |v: usize| if graph.given { 0 } else { graph.vertices[v].attractor.map_or(last, |(_, n)| n) };
    // The play first, as if marked by a broad pen below everything else.
    for (_, route) in graph.edges.iter().zip(&routes).filter(|(e, _)| e.played) {
        scene.push(Item::new(Shape::Path(route.clone()), None, Some(Stroke::new(paint::MARKER, 9.0))));
    }
    for (edge, route) in graph.edges.iter().zip(&routes) {
        let thin = Stroke::new(paint::EDGE, 1.1);
        let head = arrow_head(route, 7.0);
        let draw = |scene: &mut Scene, stroke: Stroke, head: Option<Shape>, from: u32| {
            scene.push(Item::new(Shape::Path(route.clone()), None, Some(stroke)).at(from..=u32::MAX));
            scene.items.extend(head.map(|h| Item::new(h, Some(stroke.color), None).at(from..=u32::MAX)));
        };
        draw(&mut scene, thin, head, 0);
        if edge.chosen {
            draw(&mut scene, Stroke::new(Color::INK, 3.0), arrow_head(route, 10.0), found(edge.from));
        }
    }
    for (v, vertex) in graph.vertices.iter().enumerate() {
        draw_vertex(&mut scene, graph, vertex, &labels[v], &frames[v], placed.at[v], last);
    }
    for (_, route) in graph.edges.iter().zip(&routes).filter(|(e, _)| e.from == e.to) {
        scene.items.extend(arrow_head(route, 6.0).map(|head| Item::new(head, Some(paint::EDGE), None)));
    }
    if let Some(start) = graph.start {
        let ((x, y), f) = (placed.at[start], &frames[start]);
        let free = !graph.edges.iter().any(|e| e.to == start && columns[e.from] < columns[start]);
        let path = if free {
            let left = x - f.width / 2.0;
            vec![Segment::Move(left - 24.0, y), Segment::Line(left, y)]
        } else {
            let (left, top) = (x - 0.36 * f.width, y - 0.4 * f.height);
            vec![Segment::Move(left - 14.0, top - 14.0), Segment::Line(left, top)]
        };
        scene.items.extend(arrow_head(&path, 8.0).map(|head| Item::new(head, Some(Color::INK), None)));
        scene.push(Item::new(Shape::Path(path), None, Some(Stroke::new(Color::INK, 2.0))));
    }
    headings(&mut scene, graph, &placed.columns);
    legend(&mut scene, graph);
    paint::title(&mut scene);
    let spot = |v: usize| Spot::around(&graph.vertices[v].name, placed.at[v], (frames[v].width, frames[v].height));
    let spots = (0..graph.vertices.len()).map(spot).collect();
    Drawing::fitted(scene, 12.0, Some(dot(graph)), spots)
}

/// The path of every edge. Edges leave a vertex spread over its side, in the order of where they go, so that those there
/// and back between two states are told apart.
fn routes(graph: &Graph, frames: &[Frame], at: &[(f64, f64)], bends: &[Vec<(f64, f64)>]) -> Vec<Vec<Segment>> {
    // What goes out at each side of a vertex: (height it goes to, edge, at its end).
    let mut sides: Vec<[Vec<(f64, usize, bool)>; 2]> = vec![[vec![], vec![]]; at.len()];
    for (e, edge) in graph.edges.iter().enumerate().filter(|(_, e)| e.from != e.to) {
        let next = *bends[e].first().unwrap_or(&at[edge.to]);
        let before = *bends[e].last().unwrap_or(&at[edge.from]);
        let (from, to) = (at[edge.from].0, at[edge.to].0);
        let flat = from == to;
        sides[edge.from][usize::from(to > from || flat)].push((next.1, e, false));
        sides[edge.to][usize::from(from > to || flat)].push((before.1, e, true));
    }
    let mut ports = vec![[(0.0, 0.0); 2]; graph.edges.len()];
    for (v, both) in sides.iter_mut().enumerate() {
        for (side, list) in both.iter_mut().enumerate() {
            list.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let (half, count) = (frames[v].height / 2.0, list.len());
            let step = if count > 1 { (1.1 * half / (count - 1) as f64).min(9.0) } else { 0.0 };
            for (i, (_, e, end)) in list.iter().enumerate() {
                let dy = step * (i as f64 - (count as f64 - 1.0) / 2.0);
                // On the line of a circle or a rounded shape, whose corners have the radius of half its height.
                let round = graph.vertices[v].owner == Player::One;
                let radius = paint::radius(frames[v].width, frames[v].height);
                let over = (dy.abs() - (half - radius)).max(0.0);
                let inset = if round { radius - (radius * radius - over * over).max(0.0).sqrt() } else { 0.0 };
                let dx = (frames[v].width / 2.0 - inset) * if side == 1 { 1.0 } else { -1.0 };
                ports[*e][usize::from(*end)] = (at[v].0 + dx, at[v].1 + dy);
            }
        }
    }
    let route = |(e, edge): (usize, &Edge)| {
        let [from, to] = ports[e];
        if edge.from == edge.to {
            let ((x, y), f) = (at[edge.from], &frames[edge.from]);
            let (left, right, top) = (x - 0.32 * f.width, x + 0.32 * f.width, y - 0.40 * f.height);
            return vec![
                Segment::Move(left, top),
                Segment::Cubic([left - 6.0, top - 30.0, right + 6.0, top - 30.0, right, top]),
            ];
        }
        if at[edge.from].0 == at[edge.to].0 {
            // Within a column: out into the gap and back.
            let out = (from.0.max(to.0)) + 22.0 + (0.05 * (to.1 - from.1).abs()).min(20.0);
            return vec![Segment::Move(from.0, from.1), Segment::Cubic([out, from.1, out, to.1, to.0, to.1])];
        }
        let mut points = vec![from];
        points.extend(&bends[e]);
        points.push(to);
        let level = border(&points, at[edge.from], frames[edge.from].outer, at[edge.to], frames[edge.to].outer);
        curve(&level)
    };
    graph.edges.iter().enumerate().map(route).collect()
}

/// The same points with a level piece from each vertex to the border of what belongs to it, so that no edge bends over
/// a word below a vertex.
fn border(points: &[(f64, f64)], a: (f64, f64), wide: f64, b: (f64, f64), broad: f64) -> Vec<(f64, f64)> {
    let (first, last) = (points[0], points[points.len() - 1]);
    let way = (b.0 - a.0).signum();
    let mut all = vec![first, (a.0 + way * wide / 2.0, first.1)];
    all.extend(&points[1..points.len() - 1]);
    all.extend([(b.0 - way * broad / 2.0, last.1), last]);
    all.dedup_by(|p, q| (p.0 - q.0).abs() < 0.01 && (p.1 - q.1).abs() < 0.01);
    all
}

fn draw_vertex(scene: &mut Scene, graph: &Graph, vertex: &Vertex, label: &str, f: &Frame, at: (f64, f64), last: u32) {
    let ((x, y), line) = (at, paint::player(vertex.owner));
    let shape = |grow: f64| {
        let (w, h) = (f.width + 2.0 * grow, f.height + 2.0 * grow);
        let radius = if vertex.owner == Player::One { paint::radius(w, h) } else { 0.0 };
        if vertex.owner == Player::One && f.width == f.height {
            return Shape::Circle(x, y, w / 2.0);
        }
        Shape::Rect([x - w / 2.0, y - h / 2.0, w, h], radius)
    };
    let stroke = Stroke::new(line, 1.8);
    scene.push(Item::new(shape(0.0), Some(Color::PAPER), Some(stroke)));
    if let Some((player, n)) = vertex.attractor {
        let shade = paint::layer(player, n, last);
        let seen = if graph.single { n..=n } else { n..=u32::MAX };
        scene.push(Item::new(shape(0.0), Some(shade), Some(stroke)).at(seen));
        if graph.single {
            scene.push(Item::new(shape(0.0), Some(shade), Some(stroke)).at(last..=u32::MAX));
        }
        // What the step adds.
        scene.push(Item::new(shape(2.5), None, Some(Stroke::new(Color::INK, 3.0))).at(n..=n));
    }
    if vertex.last {
        scene.push(Item::new(shape(-3.0), None, Some(Stroke::new(line, 1.0))));
    }
    let down = if vertex.attractor.is_some() { LIFT } else { 0.0 };
    match &vertex.board {
        Some(board) => {
            let (w, h) = board::size(board, THUMB);
            scene.place(&board::plain(board, THUMB), x - w / 2.0, y - h / 2.0 + down, 1.0);
        }
        None => scene.text(x, y + down, NAME, Anchor::Middle, label, Color::INK),
    }
    if let Some((player, n)) = vertex.attractor {
        badge(scene, player, n, (x, y - f.height / 2.0 - LIFT), n..=u32::MAX);
    }
    if let Some(note) = under(vertex) {
        scene.text(x, y + f.height / 2.0 + 5.0 + NOTE / 2.0, NOTE, Anchor::Middle, note, Color::INK);
    }
}

/// The number of a layer, in a circle for player 1's attractor and in a square for player 2's.
fn badge(scene: &mut Scene, player: Player, n: u32, (x, y): (f64, f64), steps: std::ops::RangeInclusive<u32>) {
    let text = n.to_string();
    let half = BADGE.max(crate::font::width(&text, NOTE) / 2.0 + 3.0);
    let shape =
        Shape::Rect([x - half, y - BADGE, 2.0 * half, 2.0 * BADGE], if player == Player::One { BADGE } else { 0.0 });
    let line = Stroke::new(paint::player(player), 1.2);
    scene.push(Item::new(shape, Some(Color::PAPER), Some(line)).at(steps.clone()));
    scene.push(Item::new(Shape::Text(x, y, NOTE, Anchor::Middle, text), Some(Color::INK), None).at(steps));
}

fn headings(scene: &mut Scene, graph: &Graph, columns: &[(usize, f64, f64)]) {
    if graph.headings.is_empty() {
        return;
    }
    let top = scene.items.iter().map(|i| crate::scene::bounds(&i.shape)[1]).fold(0.0, f64::min) - 18.0;
    for (number, left, right) in columns {
        if let Some(heading) = graph.headings.get(*number) {
            scene.text((left + right) / 2.0, top, 11.0, Anchor::Middle, heading.clone(), Color::GREY);
        }
    }
}

fn legend(scene: &mut Scene, graph: &Graph) {
    let below = scene.items.iter().map(|i| crate::scene::bounds(&i.shape));
    let (left, right, bottom) =
        below.fold((f64::MAX, f64::MIN, f64::MIN), |(l, r, b), [x0, _, x1, y1]| (l.min(x0), r.max(x1), b.max(y1)));
    let (mut x, mut y) = (left, bottom + 24.0);
    for (key, text) in &graph.legend {
        let width = 30.0 + crate::font::width(text, 11.0) + 18.0;
        if x > left && x + width > right.max(left + 420.0) {
            (x, y) = (left, y + 20.0);
        }
        let middle = x + 11.0;
        match key {
            Key::Owner(player) => {
                let line = Some(Stroke::new(paint::player(*player), 1.8));
                let shape = match player {
                    Player::One => Shape::Circle(middle, y, 7.0),
                    Player::Two => Shape::Rect([middle - 7.0, y - 7.0, 14.0, 14.0], 0.0),
                };
                scene.push(Item::new(shape, Some(Color::PAPER), line));
            }
            Key::Layer(player) => {
                let shade =
                    Item::new(Shape::Rect([x, y - 8.0, 22.0, 16.0], 2.0), Some(paint::layer(*player, 0, 4)), None);
                scene.push(shade);
                badge_sign(scene, *player, (middle, y));
            }
            Key::Chosen => {
                let path = vec![Segment::Move(x, y), Segment::Line(x + 22.0, y)];
                scene.items.extend(arrow_head(&path, 9.0).map(|h| Item::new(h, Some(Color::INK), None)));
                scene.push(Item::new(Shape::Path(path), None, Some(Stroke::new(Color::INK, 3.0))));
            }
            Key::Played => {
                scene.line((x, y), (x + 22.0, y), Stroke::new(paint::MARKER, 9.0));
                scene.line((x, y), (x + 22.0, y), Stroke::new(paint::EDGE, 1.1));
            }
        }
        scene.text(x + 30.0, y, 11.0, Anchor::Start, text.clone(), Color::INK);
        x += width;
    }
}

fn badge_sign(scene: &mut Scene, player: Player, (x, y): (f64, f64)) {
    let shape = Shape::Rect([x - 6.0, y - 6.0, 12.0, 12.0], if player == Player::One { 6.0 } else { 0.0 });
    scene.push(Item::new(shape, Some(Color::PAPER), Some(Stroke::new(paint::player(player), 1.2))));
    scene.text(x, y, 9.0, Anchor::Middle, "n", Color::INK);
}

/// The same for Graphviz, in the same columns.
fn dot(graph: &Graph) -> String {
    let mut out = format!("digraph {} {{\n  rankdir=LR;\n", quoted(&graph.title));
    let last = graph.vertices.iter().filter_map(|v| v.attractor).map(|(_, n)| n + 1).max().unwrap_or(0);
    for (v, vertex) in graph.vertices.iter().enumerate() {
        let shape = if vertex.owner == Player::One { "ellipse" } else { "box" };
        let layer = vertex.attractor.map(|(p, n)| format!("A_{n}({p})"));
        let lines = [Some(vertex.name.clone()), layer, vertex.note.clone()];
        let label = quoted(&lines.into_iter().flatten().collect::<Vec<_>>().join("\u{0}")).replace('\u{0}', " ");
        let _ = write!(out, "  v{v} [label={label}, shape={shape}");
        if vertex.last {
            out.push_str(", peripheries=2");
        }
        if let Some((player, n)) = vertex.attractor {
            let _ = write!(out, ", style=filled, fillcolor=\"#{:06x}\"", paint::layer(player, n, last).0);
        }
        out.push_str("];\n");
    }
    let mut columns: Vec<usize> = graph.vertices.iter().map(|v| v.column).collect();
    columns.sort_unstable();
    columns.dedup();
    for column in columns {
        let members = graph.vertices.iter().enumerate().filter(|(_, v)| v.column == column);
        let names: Vec<String> = members.map(|(v, _)| format!("v{v};")).collect();
        let _ = writeln!(out, "  {{ rank=same; {} }}", names.join(" "));
    }
    for edge in &graph.edges {
        let _ = write!(out, "  v{} -> v{}", edge.from, edge.to);
        match (edge.chosen, edge.played) {
            (true, _) => out.push_str(" [penwidth=3]"),
            (_, true) => out.push_str(" [color=orange]"),
            _ => {}
        }
        out.push_str(";\n");
    }
    out.push_str("}\n");
    out
}
