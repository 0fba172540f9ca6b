//! Konane, the Hawaiian game of jumps, on 4x4 cells: rules, notation, the value, a best line and a picture.
//!
//! ```text
//!   a b c d
//! 1 X O X O     All cells are full, crosses (player 1) and rings (player 2) in turn. Player 1 begins and takes one of
//! 2 O X O X     the own stones off, in a corner or in the middle; then player 2 takes off one beside the gap.
//! 3 X O X O     From then on a stone jumps over a hostile one beside it into an empty cell and takes it; it may
//! 4 O X O X     go on jumping in the same direction. Who cannot move loses.
//! ```
//!
//! Run it with `cargo run --features draw --example konane`.

use attractor::{
    draw::{Format, board::bare},
    game::{Board, Piece},
    prelude::*,
};

const SIDE: i8 = 4;

/// The rules have no parameters.
pub struct Konane;

/// The stones of both players as sets of cells, and whose turn it is. The cell in row r and column c is bit 4r + c.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    stones: [u16; 2],
    turn: Player,
}

/// A stone leaves `from`: to another cell, or off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: i8,
    to: Option<i8>,
}

impl Position {
    /// The owner of the stone on a cell.
    fn stone(&self, cell: i8) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.stones[player.index()] >> cell & 1 == 1)
    }

    /// The cells that a stone can jump to in one direction, the nearest first.
    fn jumps(&self, from: i8, (down, right): (i8, i8)) -> impl Iterator<Item = i8> {
        let at = move |steps: i8| step(from, (steps * down, steps * right));
        (1..).map_while(move |jump| {
            let (over, to) = (at(2 * jump - 1)?, at(2 * jump)?);
            (self.stone(over) == Some(self.turn.other()) && self.stone(to).is_none()).then_some(to)
        })
    }
}

/// The cell some rows below and some columns to the right of another, if it is on the board.
fn step(from: i8, (down, right): (i8, i8)) -> Option<i8> {
    let (row, column) = (from / SIDE + down, from % SIDE + right);
    ((0..SIDE).contains(&row) && (0..SIDE).contains(&column)).then_some(row * SIDE + column)
}

const DIRECTIONS: [(i8, i8); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

impl Game for Konane {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true; // each move takes a stone off

    fn start(&self) -> Position {
        Position { stones: [0b1010_0101_1010_0101, 0b0101_1010_0101_1010], turn: Player::One }
    }
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let stones = p.stones[0].count_ones() + p.stones[1].count_ones();
        let gap = |cell: i8| p.stone(cell).is_none();
        let own = (0..SIDE * SIDE).filter(|&cell| p.stone(cell) == Some(p.turn));
        own.flat_map(move |from| {
            let (row, column) = (from / SIDE, from % SIDE);
            let off = match stones {
                16 => row == column || row + column == SIDE - 1,
                15 => DIRECTIONS.iter().any(|&d| step(from, d).is_some_and(gap)),
                _ => false,
            };
            let jumps = DIRECTIONS.into_iter().flat_map(move |direction| p.jumps(from, direction));
            off.then_some(Move { from, to: None }).into_iter().chain(jumps.map(move |to| Move { from, to: Some(to) }))
        })
    }
    fn play(&self, p: &Position, m: Move) -> Position {
        let (me, you) = (p.turn.index(), p.turn.other().index());
        let mut next = Position { turn: p.turn.other(), ..*p };
        next.stones[me] &= !(1 << m.from);
        if let Some(to) = m.to {
            next.stones[me] |= 1 << to;
            // Between the two cells, which lie in one row or column, only hostile stones can stand.
            let (first, last) = (m.from.min(to), m.from.max(to));
            let apart = if last - first < SIDE { 1 } else { SIDE };
            (first..last).step_by(apart as usize).for_each(|cell| next.stones[you] &= !(1 << cell));
        }
        next
    }
}

/// Cells are called a1 to d4, a1 at the top left.
fn cell_name(cell: i8) -> String {
    format!("{}{}", char::from(b'a' + (cell % SIDE) as u8), cell / SIDE + 1)
}

impl Notation for Konane {
    /// `XOXO/O..X/X.XO/OXOX X`: the rows from the top, and the player to move.
    fn write(&self, p: &Position) -> String {
        let letter = |cell| p.stone(cell).map_or('.', |player| ['X', 'O'][player.index()]);
        let row = |row| (0..SIDE).map(|column| letter(row * SIDE + column)).collect::<String>();
        format!("{} {}", (0..SIDE).map(row).collect::<Vec<_>>().join("/"), ['X', 'O'][p.turn.index()])
    }
    fn read(&self, text: &str) -> Result<Position, Error> {
        let wrong =
            || Error::new("bad-konane", "{text} is no position such as XOXO/O..X/X.XO/OXOX X").arg("text", text);
        let (board, turn) = text.split_once(' ').ok_or_else(wrong)?;
        let player = |letter| ['X', 'O'].iter().position(|&l| l == letter).map(|i| Player::BOTH[i]);
        let turn = turn.parse().ok().and_then(player).ok_or_else(wrong)?;
        let cells: Vec<char> = board.chars().filter(|&c| c != '/').collect();
        if cells.len() != 16 || cells.iter().any(|&c| c != '.' && player(c).is_none()) {
            return Err(wrong());
        }
        let mut p = Position { stones: [0; 2], turn };
        for (cell, &letter) in cells.iter().enumerate() {
            player(letter).into_iter().for_each(|player| p.stones[player.index()] |= 1 << cell);
        }
        Ok(p)
    }
    fn name(&self, _: &Position, m: Move) -> String {
        m.to.map_or(cell_name(m.from), |to| format!("{}-{}", cell_name(m.from), cell_name(to)))
    }
    fn board(&self, p: &Position) -> Board {
        let sign = |row, column| Some(Piece::Sign(p.stone(row as i8 * SIDE + column as i8)?));
        Board::cells(SIDE as usize, SIDE as usize).named().fill(sign)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (game, mut p) = (Konane, Konane.start());
    let mut solver = Solver::new(&game, Limits::default())?;
    println!("The start is a {} for the player to move.", solver.value(&p)?);
    let line = solver.line(&p)?;
    println!("A best line: {}", game.join(&game.names(&p, &line)));
    for m in line.into_iter().take(4) {
        p = game.play(&p, m);
    }
    println!("After four moves: {}", game.write(&p));
    let picture = bare("Konane", "The position after four moves.", &game.board(&p), []);
    let file = std::env::temp_dir().join("konane.svg");
    std::fs::write(&file, picture.write(Format::Svg, None)?)?;
    println!("Drawn in {}", file.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use attractor::laws::{Effort, Laws};
    use std::collections::HashMap;

    /// Whether the player to move wins: some move leads to a position lost for the opponent. Stores every position in `seen`.
    fn wins(p: &Position, seen: &mut HashMap<Position, bool>) -> bool {
        if let Some(&won) = seen.get(p) {
            return won;
        }
        let lost_for_opponent: Vec<bool> = Konane.moves(p).map(|m| !wins(&Konane.play(p, m), seen)).collect();
        let won = lost_for_opponent.contains(&true);
        seen.insert(*p, won);
        won
    }

    #[test]
    fn laws_hold() {
        let mut laws = Laws::new(&Konane, Effort::default());
        laws.rules();
        laws.notation();
        assert!(laws.verdict().is_ok());
    }

    #[test]
    fn solver_agrees_with_the_definition_everywhere() {
        let (mut seen, mut solver) = (HashMap::new(), Solver::new(&Konane, Limits::default()).unwrap());
        assert!(!wins(&Konane.start(), &mut seen));
        assert_eq!(solver.value(&Konane.start()), Ok(Value::Loss(6)));
        assert_eq!(seen.len(), 3_863);
        for (p, won) in seen {
            assert_eq!(solver.outcome(&p) == Ok(Outcome::Win), won, "{}", Konane.write(&p));
        }
    }
}
