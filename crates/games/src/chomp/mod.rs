//! Chomp: a bar of chocolate whose top-left square is poisoned. Eat a square with all to its right and below it.
//!
//! Eating the poison is legal, and loses: the empty bar is won for the player to move.

mod notation;
#[cfg(test)]
mod tests;

use crate::{Entry, Phrase, limits::within};
use attractor_game::{Error, Game, Heuristics, Playable, Player, Score, Spec, Zero};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "chomp",
    title: Phrase { english: "Chomp", french: "Chomp" },
    rules: Phrase {
        english: "Eat a square and all below and to the right of it; the top-left one is poisoned.",
        french: "On mange un carré et tous ceux au-dessous et à droite ; celui en haut à gauche est empoisonné.",
    },
    size: "ROWSxCOLUMNS",
    default: "3x4",
    options: &["first=2"],
    samples: &["chomp:2x3", "chomp:3x3", "chomp:4x5,first=2"],
    extremes: &["chomp:1x1", "chomp:16x16", "chomp:16x1"],
    ..Entry::DEFAULT
}];

/// Rows, and columns, at most.
pub const MAX_SIDE: usize = 16;

/// The bar at the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Chomp {
    rows: usize,
    columns: usize,
    first: Player,
}

/// What is left of the bar, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Squares left in each row, from the top: never more than in the row above.
    rows: [u8; MAX_SIDE],
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Squares left in each row, from the top; rows that the bar does not have are empty.
    pub fn rows(&self) -> &[u8; MAX_SIDE] {
        &self.rows
    }
}

/// The square that is bitten off, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// From the top.
    pub row: u8,
    /// From the left.
    pub column: u8,
}

impl Chomp {
    /// A bar of that size.
    pub fn new(rows: usize, columns: usize) -> Result<Chomp, Error> {
        within("rows", rows, 1..=MAX_SIDE)?;
        within("columns", columns, 1..=MAX_SIDE)?;
        Ok(Chomp { rows, columns, first: Player::One })
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Chomp {
        self.first = first;
        self
    }

    /// `chomp[:3x4][,first=2]`, rows x columns.
    pub fn from_spec(spec: &Spec) -> Result<Chomp, Error> {
        spec.allow(&["first="])?;
        let (rows, columns) = spec.two_sizes((3, 4))?;
        Ok(Chomp::new(rows, columns)?.with_first(spec.first()?))
    }

    /// Rows and columns of the whole bar.
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }
}

impl Game for Chomp {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;

    fn start(&self) -> Position {
        let mut rows = [0; MAX_SIDE];
        rows[..self.rows].fill(self.columns as u8);
        Position { rows, turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let rows = p.rows;
        (0..self.rows as u8).flat_map(move |row| (0..rows[usize::from(row)]).map(move |column| Move { row, column }))
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let mut next = Position { turn: p.turn.other(), ..*p };
        next.rows[usize::from(m.row)..].iter_mut().for_each(|row| *row = (*row).min(m.column));
        next
    }

    /// The opponent has just eaten the poison.
    #[inline]
    fn result(&self, _: &Position) -> Score {
        Score::WIN
    }

    /// On a square bar, the shape or its mirror image in the diagonal.
    fn canonical(&self, p: &Position) -> Position {
        if self.rows != self.columns {
            return *p;
        }
        let mut columns = [0; MAX_SIDE];
        for row in p.rows {
            columns[..usize::from(row)].iter_mut().for_each(|c| *c += 1);
        }
        Position { rows: p.rows.min(columns), turn: p.turn }
    }
}

impl Heuristics for Chomp {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

impl Playable for Chomp {}
