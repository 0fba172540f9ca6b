//! Domineering: player 1 places dominoes upright, player 2 across; who cannot place one loses.
//!
//! Both colours of domino are kept apart, so that a position shows who placed what. Cells are bits, row by row from the
//! top-left. Boards may have holes.

mod cuts;
mod grid;
mod heuristics;
mod notation;
mod pieces;
#[cfg(test)]
mod soundness;
mod tactics;
#[cfg(test)]
mod tests;
mod value;

pub use heuristics::Estimate;

use crate::{
    Entry, Phrase,
    bits::{Cells, each},
    combinatorial::describe,
    coordinates::{self, MAX_COLUMNS},
    limits::{cells, within},
    symmetry::{self, Permutation},
};
use attractor_game::{Abilities, Error, Game, Partizan, Playable, Player, Spec};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "domineering",
    title: Phrase { english: "Domineering", french: "Domineering" },
    rules: Phrase {
        english: "Dominoes on a board, player 1 vertically, player 2 horizontally; who cannot move loses.",
        french: "Des dominos sur un plateau, le joueur 1 verticalement, le joueur 2 horizontalement ; qui ne peut plus jouer perd.",
    },
    size: "ROWSxCOLUMNS",
    default: "8x8",
    options: &["holes=a1/b2/...", "misere", "first=2"],
    samples: &["domineering:4x4", "domineering:3x5,first=2", "domineering:4x4,holes=a1/b2", "domineering:3x4,misere"],
    extremes: &["domineering:1x1", "domineering:11x11", "domineering:128x1", "domineering:4x26", "domineering:8x16"],
    small: &[
        "domineering:3x4",
        "domineering:4x4,first=2",
        "domineering:4x4,holes=a1/b2",
        "domineering:5x3",
        "domineering:2x7",
    ],
    ..Entry::DEFAULT
}];

/// The board.
#[derive(Clone, PartialEq, Debug)]
pub struct Domineering {
    rows: usize,
    columns: usize,
    first: Player,
    /// Cells that are no holes.
    board: u128,
    /// Cells with a neighbour on their right.
    not_last: u128,
    /// Reflections and half turn, as far as they keep the holes. A quarter turn would swap the players.
    symmetries: Vec<Permutation>,
}

/// The cells covered by each player's dominoes, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    covered: [u128; 2],
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The cells covered by a player's dominoes. Cell `row * columns + column` is the bit of that number.
    pub fn covered(&self, player: Player) -> u128 {
        self.covered[player.index()]
    }
}

/// The upper or left cell of the domino: its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u8);

impl Domineering {
    /// A board of that size, of at most 128 cells, without holes.
    pub fn new(rows: usize, columns: usize) -> Result<Domineering, Error> {
        within("rows", rows, 1..=128)?;
        within("columns", columns, 1..=MAX_COLUMNS)?;
        cells(rows, columns, 128)?;
        let board = u128::MAX >> (128 - rows * columns);
        let last = (0..rows).fold(0, |set, r| set | 1 << (r * columns + columns - 1));
        let symmetries = symmetry::upright(rows, columns);
        Ok(Domineering { rows, columns, first: Player::One, board, not_last: board & !last, symmetries })
    }

    /// No domino may cover these cells, given by row and column from 0.
    pub fn with_holes(mut self, holes: &[(usize, usize)]) -> Result<Domineering, Error> {
        for &(row, column) in holes {
            within("row", row + 1, 1..=self.rows)?;
            within("column", column + 1, 1..=self.columns)?;
            self.board &= !(1 << (row * self.columns + column));
        }
        let board = self.board;
        self.symmetries.retain(|s| s.apply(board) == board);
        Ok(self)
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Domineering {
        self.first = first;
        self
    }

    /// `domineering[:8x8][,holes=a1/c2][,first=2]`, rows x columns. The option `misere` is let through, for whoever
    /// wraps the game in [`Misere`](crate::Misere).
    pub fn from_spec(spec: &Spec) -> Result<Domineering, Error> {
        spec.allow(&["holes=", "first=", "misere"])?;
        let (rows, columns) = spec.two_sizes((8, 8))?;
        let mut holes = Vec::new();
        for name in spec.value("holes").into_iter().flat_map(|list| list.split('/')) {
            let hole = coordinates::cell(name.trim()).filter(|&(r, c)| r < rows && c < columns);
            holes.push(hole.ok_or_else(|| {
                spec.wrong("bad-hole", "holes= in {spec} lists cells of the board such as a1/c2, not {option}", name)
            })?);
        }
        Ok(Domineering::new(rows, columns)?.with_holes(&holes)?.with_first(spec.first()?))
    }

    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// Cells that no domino covers, holes excluded.
    #[inline]
    pub fn free(&self, p: &Position) -> u128 {
        self.board & !(p.covered[0] | p.covered[1])
    }

    /// Upper or left cells of the dominoes that a player could place, were it that player's turn.
    #[inline]
    pub fn places(&self, p: &Position, player: Player) -> u128 {
        let free = self.free(p);
        match player {
            Player::One => free & (free >> self.columns),
            Player::Two => free & (free >> 1) & self.not_last,
        }
    }
}

impl Game for Domineering {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;

    fn start(&self) -> Position {
        Position { covered: [0; 2], turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        each(Cells(self.places(p, p.turn)), Move)
    }

    #[inline]
    fn play(&self, p: &Position, Move(cell): Move) -> Position {
        let bit = 1u128 << cell;
        let other_half = match p.turn {
            Player::One => bit << self.columns,
            Player::Two => bit << 1,
        };
        let mut next = self.hand_over(p);
        next.covered[p.turn.index()] |= bit | other_half;
        next
    }

    fn canonical(&self, p: &Position) -> Position {
        let image = |s: &Permutation| p.covered.map(|set| s.apply(set));
        let covered = self.symmetries.iter().map(image).fold(p.covered, Ord::min);
        Position { covered, turn: p.turn }
    }
}

impl Partizan for Domineering {
    #[inline]
    fn hand_over(&self, p: &Position) -> Position {
        Position { turn: p.turn.other(), ..*p }
    }
}

impl Playable for Domineering {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        let declare = declare.partizan().combinatorial(describe);
        if self.rows * self.columns <= 64 {
            declare.tactics(|| tactics::Parts::<u64>::new(self)).done()
        } else {
            declare.tactics(|| tactics::Parts::<u128>::new(self)).done()
        }
    }
}
