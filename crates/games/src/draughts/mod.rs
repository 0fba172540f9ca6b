//! Draughts: the international game on ten by ten squares, and the English one, checkers, on eight by eight.
//!
//! ```text
//!      international               English
//!  1   b   b   b   b   b       1   b   b   b   b     Pieces stand on dark squares, which are numbered row by row. Men
//!  6 b   b   b   b   b         5 b   b   b   b       step diagonally ahead, and capture a neighbour by jumping to the
//! 11   b   b   b   b   b       9   b   b   b   b     free square behind it, and on from there. Who can capture must. A
//! 16 b   b   b   b   b        13 .   .   .   .       man that ends its move on the last row becomes a king. Who cannot
//! 21   .   .   .   .   .      17   .   .   .   .     move has lost.
//! 26 .   .   .   .   .        21 w   w   w   w
//! 31   w   w   w   w   w      25   w   w   w   w     White goes up the board. It begins the international game and is
//! 36 w   w   w   w   w        29 w   w   w   w       player 1 there; in the English game, Black is.
//! 41   w   w   w   w   w
//! 46 w   w   w   w   w
//! ```
//!
//! | | international | English |
//! |---|---|---|
//! | men capture | ahead and backwards | ahead |
//! | kings | fly over any number of free squares, before and behind what they capture | go one step any way |
//! | of several captures | one that takes most pieces must be chosen | any may be chosen |
//! | a man that reaches the last row while capturing | captures on as a man, and becomes a king only if it ends there | becomes a king, and its move ends |
//!
//! What is captured is taken off when the move has ended: nothing is jumped twice, and until then it is in the way. Ways of
//! capturing that differ only in the order of the jumps, or in where a king lands between them, are one move.
//!
//! Play may go on for ever, which is a draw. Players draw by what they have played when a position comes up for the third
//! time; or, in the international game, when in 25 moves of each nothing was captured and no man moved; when three pieces,
//! a king among them, have played 16 moves against a single king; and one or two pieces, a king among them, 5 moves. In
//! the English game it takes 40 moves of each without a capture or a man's move.
//!
//! With `pieces=` the positions of so few pieces are numbered, so that a table of them all can be made.

mod heuristics;
mod history;
mod hub;
mod moves;
mod notation;
mod squares;
mod table;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;
mod undo;

pub use heuristics::Estimate;

use crate::{Entry, Phrase, bits::Cells};
use attractor_game::{Abilities, Error, Game, Playable, Player, Spec};
use squares::Grid;
use std::{ops::RangeInclusive, sync::Arc};
use table::Numbers;

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        name: "draughts",
        title: Phrase { english: "International draughts", french: "Dames internationales" },
        rules: Phrase {
            english: "International draughts on ten by ten cells: take, and take the most; kings fly.",
            french: "Les dames internationales sur dix cases par dix : prendre, et prendre le plus ; les dames volent.",
        },
        options: &["pieces=N", "first=2"],
        samples: &["draughts", "draughts,pieces=3", "draughts,first=2"],
        extremes: &["draughts,pieces=2", "draughts,pieces=4"],
        solved_by: "graph",
        ..Entry::DEFAULT
    },
    Entry {
        name: "checkers",
        title: Phrase { english: "English draughts", french: "Dames anglaises" },
        rules: Phrase {
            english: "English draughts on eight by eight cells: take when you can; who cannot move loses.",
            french: "Les dames anglaises sur huit cases par huit : prendre quand on peut ; qui ne peut jouer perd.",
        },
        options: &["pieces=N", "first=2"],
        samples: &["checkers", "checkers,pieces=3", "checkers,first=2"],
        extremes: &["checkers,pieces=2", "checkers,pieces=6"],
        solved_by: "graph",
        ..Entry::DEFAULT
    },
];

/// Which of the two games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Ten by ten squares, flying kings.
    International,
    /// Eight by eight squares: checkers.
    English,
}

impl Variant {
    /// What it is called in a [`Spec`].
    pub fn name(self) -> &'static str {
        if self.ten() { "draughts" } else { "checkers" }
    }

    #[inline(always)]
    fn ten(self) -> bool {
        self == Variant::International
    }

    /// Dark squares of a row.
    fn width(self) -> usize {
        if self.ten() { Grid::<true>::WIDTH } else { Grid::<false>::WIDTH }
    }

    /// Rows of squares, and columns.
    fn rows(self) -> usize {
        2 * self.width()
    }

    /// Dark squares.
    fn squares(self) -> usize {
        if self.ten() { Grid::<true>::SQUARES } else { Grid::<false>::SQUARES }
    }

    /// The bit of a square, which counts from 1.
    pub fn bit(self, square: usize) -> u64 {
        1 << (square - 1 + (square - 1) / self.rows())
    }

    /// The square of a bit's number, counted from 1.
    pub fn square(self, bit: u8) -> usize {
        let bit = usize::from(bit);
        bit - bit / (self.rows() + 1) + 1
    }

    /// The numbers of squares of a set, ascending.
    fn numbers(self, set: u64) -> impl Iterator<Item = usize> {
        Cells(set).map(move |bit| self.square(bit))
    }

    /// Row and column of a square.
    fn place(self, square: usize) -> (usize, usize) {
        let (row, k) = ((square - 1) / self.width(), (square - 1) % self.width());
        (row, 2 * k + 1 - row % 2)
    }

    /// Who plays White.
    fn white(self) -> Player {
        if self.ten() { Player::One } else { Player::Two }
    }

    /// The row where a player's men become kings.
    #[inline]
    fn last_row(self, player: usize) -> u64 {
        if self.ten() { Grid::<true>::last_row(player) } else { Grid::<false>::last_row(player) }
    }

    /// Pieces that each has at the start, and can have at most.
    fn army(self) -> usize {
        if self.ten() { 20 } else { 12 }
    }

    /// How many pieces a table can be made for.
    fn few(self) -> RangeInclusive<usize> {
        if self.ten() { 2..=4 } else { 2..=6 }
    }
}

/// The rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Draughts {
    variant: Variant,
    first: Player,
    /// The numbers of positions of few pieces.
    numbers: Option<Arc<Numbers>>,
    /// Play begins with as few pieces.
    small: bool,
}

/// The pieces and whose turn it is. Men never stand on their last row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// By player: bits as `squares` has them.
    pieces: [u64; 2],
    /// Those of both that are kings.
    kings: u64,
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The squares of a player's men and kings: bits, which [`Variant::square`] turns into numbers of squares.
    #[inline]
    pub fn pieces(&self, player: Player) -> u64 {
        self.pieces[player.index()]
    }

    /// The squares of all kings.
    #[inline]
    pub fn kings(&self) -> u64 {
        self.kings
    }

    /// How many pieces there are.
    #[inline]
    fn count(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).count_ones()
    }

    /// The board turned round and the players' names exchanged.
    #[inline]
    fn turned<const TEN: bool>(&self) -> Position {
        let turn = Grid::<TEN>::turned;
        let [one, two] = self.pieces;
        Position { pieces: [turn(two), turn(one)], kings: turn(self.kings), turn: self.turn.other() }
    }
}

/// A step or a capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The number of the bit where the piece stood.
    pub from: u8,
    /// And of that where it ends.
    pub to: u8,
    /// The squares of what it takes.
    pub taken: u64,
}

impl Draughts {
    /// The usual game of that kind.
    pub fn new(variant: Variant) -> Draughts {
        Draughts { variant, first: Player::One, numbers: None, small: false }
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Draughts {
        self.first = first;
        self
    }

    /// Begins with that many pieces, and numbers the positions that have no more.
    pub fn with_pieces(mut self, pieces: usize) -> Result<Draughts, Error> {
        crate::limits::within("pieces", pieces, self.variant.few())?;
        self.numbers = Some(Arc::new(Numbers::new(self.variant.ten(), pieces)));
        self.small = true;
        Ok(self)
    }

    /// `draughts[,pieces=N][,first=2]` is the international game, `checkers[,pieces=N][,first=2]` the English one.
    pub fn from_spec(spec: &Spec) -> Result<Draughts, Error> {
        spec.allow(&["pieces=", "first="])?;
        if !spec.size().is_empty() {
            return Err(spec.no_size());
        }
        let variant = if spec.name() == "checkers" { Variant::English } else { Variant::International };
        let game = Draughts::new(variant).with_first(spec.first()?);
        let Some(pieces) = spec.value("pieces") else { return Ok(game) };
        let number = pieces.parse().map_err(|_| {
            spec.wrong("bad-pieces", "pieces= in {spec} is a number of pieces such as 3, not {option}", pieces)
        })?;
        game.with_pieces(number)
    }

    /// Which of the two games it is.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// A set of squares by their numbers.
    fn set(&self, squares: impl IntoIterator<Item = usize>) -> u64 {
        squares.into_iter().fold(0, |set, square| set | self.variant.bit(square))
    }

    /// Where play begins with few pieces: player 1, to move, has the better of it. Of two or three pieces, those that take
    /// longest to win.
    fn small_start(&self, pieces: usize) -> Position {
        // Men and kings of player 1, and of player 2.
        let sides: [[&[usize]; 2]; 2] = match (self.variant, pieces) {
            (Variant::English, 2) => [[&[25], &[]], [&[30], &[]]],
            (Variant::English, 3) => [[&[3, 4], &[]], [&[], &[26]]],
            (Variant::English, 4) => [[&[4], &[14, 15]], [&[], &[32]]],
            (Variant::English, 5) => [[&[4], &[14, 15]], [&[21], &[32]]],
            (Variant::English, _) => [[&[4], &[14, 15, 18]], [&[21], &[32]]],
            (Variant::International, 2) => [[&[35], &[]], [&[2], &[]]],
            (Variant::International, 3) => [[&[22], &[]], [&[3, 4], &[]]],
            (Variant::International, _) => [[&[49], &[27, 28]], [&[16], &[]]],
        };
        let [one, two] = sides.map(|kinds| kinds.map(|squares| self.set(squares.iter().copied())));
        Position { pieces: [one[0] | one[1], two[0] | two[1]], kings: one[1] | two[1], turn: self.first }
    }
}

impl Game for Draughts {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = false;

    fn start(&self) -> Position {
        if let Some(numbers) = self.numbers.as_deref().filter(|_| self.small) {
            return self.small_start(numbers.most());
        }
        let (army, all) = (self.variant.army(), self.variant.squares());
        let (black, white) = (self.set(1..=army), self.set(all - army + 1..=all));
        let pieces = if self.variant.ten() { [white, black] } else { [black, white] };
        Position { pieces, kings: 0, turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        if self.variant.ten() { moves::moves::<true>(p) } else { moves::moves::<false>(p) }
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let (me, you) = (p.turn.index(), p.turn.other().index());
        let (from, to) = (1 << m.from, 1 << m.to);
        let mut next = Position { turn: p.turn.other(), ..*p };
        next.pieces[me] = p.pieces[me] & !from | to;
        next.pieces[you] &= !m.taken;
        let king = p.kings & from != 0 || self.variant.last_row(me) & to != 0;
        next.kings = p.kings & !from & !m.taken | if king { to } else { 0 };
        next
    }
}

impl Playable for Draughts {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        if self.numbers.is_some() { declare.retrograde().done() } else { declare.done() }
    }

    fn endgame(&self, table: &str) -> Option<Draughts> {
        let spec: Spec = table.parse().ok()?;
        if spec.name() != self.variant.name() {
            return None;
        }
        let numbers = Draughts::from_spec(&spec).ok()?.numbers?;
        Some(Draughts { numbers: Some(numbers), small: false, ..self.clone() })
    }

    fn drawn_by_history(&self, line: &[Position]) -> bool {
        history::drawn(self.variant, line)
    }
}
