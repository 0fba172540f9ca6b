//! Boards, and what each move on them is worth: by shape, word and colour.

use crate::{
    output::{Drawing, Spot},
    paint,
    scene::{Anchor, Color, Item, Scene, Segment, Shape, Stroke},
};
use attractor_game::{Board, Ground, Outcome, Piece, Player};

/// A move and what it is worth to who makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveChip {
    /// Its name.
    pub name: String,
    /// What it leads to; none where that is left out.
    pub outcome: Option<Outcome>,
    /// The same in words, with the distance.
    pub words: String,
    /// The distance or margin alone.
    pub short: String,
    /// Where on the board it is made, by row and column.
    pub place: Option<(f32, f32)>,
    /// Among the best.
    pub best: bool,
}

/// A position with its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// Its title.
    pub title: String,
    /// What it shows, in sentences.
    pub description: String,
    /// The board.
    pub board: Board,
    /// What the moves are worth.
    pub moves: Vec<MoveChip>,
    /// Lines of text below.
    pub notes: Vec<String>,
}

/// Side of a cell in pictures of one board.
const CELL: f64 = 44.0;
/// Most moves that are listed beside the board.
const LISTED: usize = 40;

/// Side of a cell: boards of text alone are made larger where they would be too small to read.
fn side(board: &Board, cell: f64) -> f64 {
    let text = board.pieces.iter().all(|(.., piece)| matches!(piece, Piece::Text(_)));
    if text && board.ground == Ground::Bare { cell.max(17.0) } else { cell }
}

/// Width and height of a board without names, notes and margins.
pub(crate) fn size(board: &Board, cell: f64) -> (f64, f64) {
    let cell = side(board, cell);
    (board.columns as f64 * cell, board.rows as f64 * cell)
}

/// The board alone, its top left corner at 0, 0.
pub(crate) fn plain(board: &Board, cell: f64) -> Scene {
    let mut scene = Scene::default();
    let (width, height) = size(board, cell);
    let cell = side(board, cell);
    (scene.width, scene.height) = (width, height);
    let line = Stroke::new(Color::GREY, (cell / 26.0).max(0.6));
    let at = |row: f32, column: f32| ((f64::from(column) + 0.5) * cell, (f64::from(row) + 0.5) * cell);
    match &board.ground {
        Ground::Bare => {}
        Ground::Cells => {
            scene.push(Item::new(Shape::Rect([0.0, 0.0, width, height], 0.0), Some(Color(0xF6F4EE)), Some(line)));
            for r in 1..board.rows {
                scene.line((0.0, r as f64 * cell), (width, r as f64 * cell), line);
            }
            for c in 1..board.columns {
                scene.line((c as f64 * cell, 0.0), (c as f64 * cell, height), line);
            }
        }
        Ground::Lines(lines) => {
            for [from, to] in lines {
                scene.line(at(from.0, from.1), at(to.0, to.1), line);
            }
        }
    }
    for (row, column, thing) in &board.pieces {
        piece(&mut scene, thing, at(*row, *column), cell);
    }
    scene
}

fn piece(scene: &mut Scene, piece: &Piece, (x, y): (f64, f64), cell: f64) {
    let rect = |w: f64, h: f64, r: f64| Shape::Rect([x - w / 2.0, y - h / 2.0, w, h], r);
    let thick = |color: Color| Some(Stroke::new(color, cell * 0.11));
    let thin = |color: Color| Some(Stroke::new(color, (cell / 30.0).max(0.5)));
    match piece {
        // Player 1 light and plain, player 2 dark with a ring: told apart in grey.
        Piece::Disc(Player::One) => {
            scene.push(Item::new(Shape::Circle(x, y, 0.40 * cell), Some(Color(0xF5D547)), thin(Color::INK)));
        }
        Piece::Disc(Player::Two) => {
            scene.push(Item::new(Shape::Circle(x, y, 0.40 * cell), Some(Color(0xB2332B)), thin(Color::INK)));
            scene.push(Item::new(Shape::Circle(x, y, 0.22 * cell), None, Some(Stroke::new(Color::PAPER, cell / 22.0))));
        }
        Piece::Sign(Player::One) => {
            let d = 0.26 * cell;
            for (a, b) in [(-d, -d), (-d, d)] {
                let path = vec![Segment::Move(x + a, y + b), Segment::Line(x - a, y - b)];
                scene.push(Item::new(Shape::Path(path), None, thick(paint::BLUE)));
            }
        }
        Piece::Sign(Player::Two) => {
            scene.push(Item::new(Shape::Circle(x, y, 0.28 * cell), None, thick(paint::RED)));
        }
        Piece::Domino(player, upright) => {
            let (w, h) = if *upright { (0.78, 1.78) } else { (1.78, 0.78) };
            let fill = match player {
                Player::One => Color(0x4F7FA8),
                Player::Two => Color(0xF2B98A),
            };
            scene.push(Item::new(rect(w * cell, h * cell, 0.14 * cell), Some(fill), thin(Color::INK)));
        }
        Piece::Man(player, letter) => {
            // A shape with a point towards the other side.
            let (w, h) = (0.40 * cell, 0.42 * cell * if *player == Player::One { 1.0 } else { -1.0 });
            let path = vec![
                Segment::Move(x - w, y + h),
                Segment::Line(x + w, y + h),
                Segment::Line(x + w, y - 0.55 * h),
                Segment::Line(x, y - h),
                Segment::Line(x - w, y - 0.55 * h),
                Segment::Close,
            ];
            let fill = if *player == Player::One { Color(0xFFF3C4) } else { Color(0xF0C9B5) };
            scene.push(Item::new(Shape::Path(path), Some(fill), thin(Color::INK)));
            scene.text(x, y + 0.08 * h, 0.42 * cell, Anchor::Middle, letter.clone(), Color::INK);
        }
        Piece::Tile => {
            scene.push(Item::new(rect(0.84 * cell, 0.84 * cell, 0.12 * cell), Some(Color(0x9A6B4B)), thin(Color::INK)));
        }
        Piece::Poison => {
            scene.push(Item::new(rect(0.84 * cell, 0.84 * cell, 0.12 * cell), Some(Color(0xC9E0B4)), thin(Color::INK)));
            scene.text(x, y, 0.5 * cell, Anchor::Middle, "×", Color::INK);
        }
        Piece::Hole => {
            scene.push(Item::new(rect(cell, cell, 0.0), Some(Color(0x5A5A5A)), None));
        }
        Piece::Match => {
            scene.push(Item::new(rect(0.13 * cell, 0.72 * cell, 0.06 * cell), Some(Color(0xD9A66B)), thin(Color::INK)));
            let head = Shape::Circle(x, y - 0.36 * cell, 0.11 * cell);
            scene.push(Item::new(head, Some(Color(0xA83232)), thin(Color::INK)));
        }
        Piece::Text(text) => scene.text(x, y, 0.52 * cell, Anchor::Middle, text.clone(), Color::INK),
    }
}

/// The sign of an outcome: a triangle upwards for a win, a circle for a draw, a triangle downwards for a loss.
fn chip(scene: &mut Scene, outcome: Option<Outcome>, (x, y): (f64, f64), r: f64) {
    let triangle = |up: f64| {
        Shape::Path(vec![
            Segment::Move(x, y - 1.10 * r * up),
            Segment::Line(x + 1.05 * r, y + 0.72 * r * up),
            Segment::Line(x - 1.05 * r, y + 0.72 * r * up),
            Segment::Close,
        ])
    };
    let (shape, fill) = match outcome {
        Some(Outcome::Win) => (triangle(1.0), paint::GREEN.tint(0.45)),
        Some(Outcome::Draw) => (Shape::Circle(x, y, 0.9 * r), Color(0xDADADA)),
        Some(Outcome::Loss) => (triangle(-1.0), paint::RED.tint(0.35)),
        None => (Shape::Rect([x - 0.8 * r, y - 0.8 * r, 1.6 * r, 1.6 * r], 3.0), Color::PAPER),
    };
    scene.push(Item::new(shape, Some(fill), Some(Stroke::new(Color::INK, 1.1))));
}

/// A position with the worth of its moves, on the board where they have a place, and in a list beside it.
pub fn draw(position: &Position) -> Drawing {
    let board = &position.board;
    let mut scene = Scene::new(&position.title, &position.description);
    named(&mut scene, board);
    let (width, _) = size(board, CELL);
    let mut taken: Vec<(f32, f32)> = Vec::new();
    for chosen in &position.moves {
        let Some(place) = chosen.place.filter(|place| !taken.contains(place)) else { continue };
        taken.push(place);
        let (x, y) = middle(place);
        if chosen.best && chosen.outcome.is_some() {
            scene.push(Item::new(Shape::Circle(x, y, 0.47 * CELL), None, Some(Stroke::new(Color::INK, 2.2))));
        }
        chip(&mut scene, chosen.outcome, (x, y), 0.34 * CELL);
        let down = if chosen.outcome == Some(Outcome::Loss) { -2.0 } else { 2.0 };
        let lift = if matches!(chosen.outcome, Some(Outcome::Win | Outcome::Loss)) { down } else { 0.0 };
        scene.text(x, y + lift, 12.0, Anchor::Middle, chosen.short.clone(), Color::INK);
    }
    // The list.
    let left = width + 34.0;
    let widest = position.moves.iter().map(|m| crate::font::width(&m.name, 13.0)).fold(0.0, f64::max);
    for (i, m) in position.moves.iter().take(LISTED).enumerate() {
        let y = 10.0 + 22.0 * i as f64;
        chip(&mut scene, m.outcome, (left, y), 8.0);
        let star = if m.best && m.outcome.is_some() { "* " } else { "" };
        scene.text(left + 28.0 + widest, y, 13.0, Anchor::End, format!("{star}{}", m.name), Color::INK);
        scene.text(left + 38.0 + widest, y, 13.0, Anchor::Start, m.words.clone(), Color::INK);
    }
    if position.moves.len() > LISTED {
        let y = 10.0 + 22.0 * LISTED as f64;
        scene.text(left, y, 13.0, Anchor::Start, format!("… +{}", position.moves.len() - LISTED), Color::GREY);
    }
    notes(&mut scene, board, &position.notes);
    paint::title(&mut scene);
    let places = position.moves.iter().filter_map(|m| Some((m.name.as_str(), m.place?)));
    Drawing::fitted(scene, 14.0, None, spots(places))
}

/// The board alone, with its names and what is in hand: one spot for each of the moves, which are given by name and by
/// row and column.
pub fn bare<'a>(
    title: &str,
    description: &str,
    board: &Board,
    moves: impl IntoIterator<Item = (&'a str, (f32, f32))>,
) -> Drawing {
    let mut scene = Scene::new(title, description);
    named(&mut scene, board);
    notes(&mut scene, board, &[]);
    Drawing::fitted(scene, 6.0, None, spots(moves))
}

/// The middle of a cell.
fn middle((row, column): (f32, f32)) -> (f64, f64) {
    ((f64::from(column) + 0.5) * CELL, (f64::from(row) + 0.5) * CELL)
}

/// The cells of moves.
fn spots<'a>(moves: impl IntoIterator<Item = (&'a str, (f32, f32))>) -> Vec<Spot> {
    moves.into_iter().map(|(name, place)| Spot::around(name, middle(place), (CELL, CELL))).collect()
}

/// A board with the names of its rows and columns.
fn named(scene: &mut Scene, board: &Board) {
    scene.place(&plain(board, CELL), 0.0, 0.0, 1.0);
    let (_, height) = size(board, CELL);
    for (r, name) in board.row_names.iter().enumerate() {
        scene.text(-9.0, (r as f64 + 0.5) * CELL, 12.0, Anchor::End, name.clone(), Color::GREY);
    }
    for (c, name) in board.column_names.iter().enumerate() {
        scene.text((c as f64 + 0.5) * CELL, height + 13.0, 12.0, Anchor::Middle, name.clone(), Color::GREY);
    }
}

/// The lines of text below a board, and more of them.
fn notes(scene: &mut Scene, board: &Board, more: &[String]) {
    let mut y = size(board, CELL).1 + if board.column_names.is_empty() { 18.0 } else { 34.0 };
    for note in board.notes.iter().chain(more) {
        scene.text(0.0, y, 13.0, Anchor::Start, note.clone(), Color::INK);
        y += 19.0;
    }
}
