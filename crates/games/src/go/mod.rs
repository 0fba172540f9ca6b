//! Go on small boards, by area, with positional superko.
//!
//! ```text
//!    A B C D E      Player 1 has the black stones (X) and begins; player 2 has the white ones (O). A move puts a stone
//! 5  . . . . .  5   on an empty point, or is a pass.
//! 4  . X O . .  4
//! 3  . X X O .  3   Stones of one colour that are neighbours along the lines form a block. The empty neighbours of a
//! 2  . . O . .  2   block are its liberties. Whoever takes the last liberty of a block of the other's takes the block
//! 1  . . . . .  1   off the board.
//!    A B C D E
//! ```
//!
//! - **No suicide**: after a move, once what it took is gone, the stone just put down must have a liberty.
//! - **Positional superko**: a stone may not bring back *any* board that lay there before in this play, whoever was to
//!   move then. A pass is always allowed, although it leaves the board as it is.
//! - **Two passes in a row end play.** There is no agreement about dead stones: what is dead has to be taken.
//! - **Area**: a player has the points of his stones, and of the empty regions that touch no stone of the other's. The
//!   result is player 1's area less player 2's, less the komi, a whole number of points (0 unless another is given).
//!
//! Every play ends, since no board comes back. What may be played therefore depends on the boards of the past, and a
//! position holds them: two positions are equal only if the rules treat them alike. Left out are boards that cannot come
//! back: the empty one (a stone just put down stays, and only others are taken), and all of them once play is over.
//! Nothing more is left out, for almost any board can come back after large enough captures.
//!
//! With best play player 1 wins by 1 on 2x2, 9 on 3x3, 4 on 3x4, 15 on 3x5 and 2 on 4x4, as search finds here; on 2x3 it is
//! a draw. For 4x4 that is the published value; on 5x5 it is 25 by other rules of ko (E. van der Werf, J. van den Herik,
//! J. Uiterwijk, *Solving Go on small boards*, ICGA Journal 26 (2003), 92-107).

mod forced;
mod grid;
mod heuristics;
mod life;
mod notation;
mod proof;
mod tactics;
#[cfg(test)]
mod tests;
mod whole;

use crate::{
    Entry, Phrase,
    bits::{Cells, each},
    limits::within,
    symmetry::{self, Permutation},
};
use attractor_game::{Abilities, Error, Game, Playable, Player, Playouts, Rng, Score, Spec};
use grid::Grid;
use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "go",
    title: Phrase { english: "Go", french: "Go" },
    rules: Phrase {
        english: "Go on a small board: stones and the points they surround; no position comes back.",
        french: "Le go sur un petit plateau : les pierres et les points qu'elles entourent ; aucune position ne revient.",
    },
    size: "ROWSxCOLUMNS",
    default: "5x5",
    options: &["komi=N", "first=2"],
    samples: &["go:2x2", "go:3x3,komi=1", "go:5x5", "go:2x3,first=2"],
    extremes: &["go:1x1", "go:9x9", "go:1x9", "go:8x8", "go:9x8,komi=-72"],
    ..Entry::DEFAULT
}];

pub use heuristics::{AREA, Area};
pub use life::Life;

/// Rows and columns, at most.
pub const MAX_SIDE: usize = 9;

/// The rules, on a board of some size.
#[derive(Clone, PartialEq, Debug)]
pub struct Go {
    grid: Grid<u128>,
    komi: i32,
    first: Player,
    symmetries: Vec<Permutation>,
}

/// A board of the past, and those before it.
#[derive(Debug)]
struct Past {
    stones: [u128; 2],
    before: Option<Arc<Past>>,
}

/// Long pasts are dropped one by one, not one within the other.
impl Drop for Past {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut past) = next.and_then(Arc::into_inner) {
            next = past.before.take();
        }
    }
}

/// The stones, whose turn it is, and the boards that may not come back.
///
/// The past is a list that positions share: a stone put down takes one small allocation, a pass none.
#[derive(Clone, Debug)]
pub struct Position {
    /// By player; the first point of the top row is bit 0.
    stones: [u128; 2],
    turn: Player,
    /// Passes in a row just now; two end play.
    passes: u8,
    past: Option<Arc<Past>>,
    /// The sum of the names of all boards of the past, which does not depend on their order.
    seen: u128,
}

/// Pasts are compared by the sums of their boards' names, numbers of 128 bits: that two different ones are taken for equal
/// is as likely as to guess such a number.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.stones, self.turn, self.passes, self.seen) == (other.stones, other.turn, other.passes, other.seen)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.stones, self.turn, self.passes, self.seen).hash(state);
    }
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The stones of a player; the first point of the top row is bit 0.
    pub fn stones(&self, player: Player) -> u128 {
        self.stones[player.index()]
    }

    /// Passes in a row just before.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The boards that may not come back, the latest first: player 1's stones and player 2's.
    pub fn past(&self) -> impl Iterator<Item = [u128; 2]> + '_ {
        std::iter::successors(self.past.as_deref(), |past| past.before.as_deref()).map(|past| past.stones)
    }

    /// Adds a board to the past.
    fn remember(&mut self, stones: [u128; 2]) {
        if stones != [0; 2] {
            self.seen = self.seen.wrapping_add(name_of(stones));
            self.past = Some(Arc::new(Past { stones, before: self.past.take() }));
        }
    }
}

/// A number that stands for a board.
fn name_of([one, two]: [u128; 2]) -> u128 {
    let words = [one as u64, (one >> 64) as u64, two as u64, (two >> 64) as u64];
    let half = |seed: u64| {
        words.iter().fold(seed, |hash, &word| {
            let mut x = (hash ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
            x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            (x ^ x >> 31).rotate_left(17)
        })
    };
    u128::from(half(1)) << 64 | u128::from(half(2))
}

/// A stone on the point of that number, or [`Move::PASS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u8);

impl Move {
    /// No stone.
    pub const PASS: Move = Move(u8::MAX);
}

impl Go {
    /// A board of that size, from 1x1 to 9x9, without komi.
    pub fn new(rows: usize, columns: usize) -> Result<Go, Error> {
        within("rows", rows, 1..=MAX_SIDE)?;
        within("columns", columns, 1..=MAX_SIDE)?;
        let symmetries = symmetry::all(rows, columns);
        Ok(Go { grid: Grid::new(rows, columns), komi: 0, first: Player::One, symmetries })
    }

    /// So many points are taken off player 1's margin.
    pub fn with_komi(mut self, komi: i32) -> Go {
        self.komi = komi;
        self
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Go {
        self.first = first;
        self
    }

    /// `go[:5x5][,komi=0][,first=2]`, rows x columns.
    pub fn from_spec(spec: &Spec) -> Result<Go, Error> {
        spec.allow(&["komi=", "first="])?;
        let (rows, columns) = spec.two_sizes((5, 5))?;
        let game = Go::new(rows, columns)?.with_first(spec.first()?);
        let Some(text) = spec.value("komi") else { return Ok(game) };
        let most = game.grid.size();
        match text.parse() {
            Ok(komi) if (-most..=most).contains(&komi) => Ok(game.with_komi(komi)),
            _ => Err(spec
                .wrong("bad-komi", "komi= in {spec} is a whole number from {low} to {high}, not {option}", text)
                .arg("low", -most)
                .arg("high", most)),
        }
    }

    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        (self.grid.rows, self.grid.columns)
    }

    /// The areas of both players as the board lies: stones, and empty regions that touch no stone of the other's.
    pub fn areas(&self, p: &Position) -> [u128; 2] {
        self.grid.areas(p.stones)
    }

    /// Player 1's area less player 2's and less the komi, as the board lies.
    pub fn margin(&self, p: &Position) -> i32 {
        self.grid.margin(p.stones) - self.komi
    }

    /// What no play of the other's can take from a player any more.
    pub fn life(&self, p: &Position, player: Player) -> Life {
        Life::of(&self.grid, p.stones(player), p.stones(player.other()))
    }

    /// The points where the player to move may put a stone.
    fn points(&self, p: &Position) -> u128 {
        let (mine, theirs) = (p.stones(p.turn), p.stones(p.turn.other()));
        let mut points = self.grid.playable(mine, theirs);
        let me = p.turn.index();
        // A stone just put down stays: a board that may come back has one more of the mover's than this one.
        for stones in p.past() {
            let added = stones[me] ^ mine;
            if added & points & added.wrapping_neg() == added
                && added != 0
                && theirs & !self.grid.taken(mine, theirs, added) == stones[1 - me]
            {
                points ^= added;
            }
        }
        points
    }
}

impl Game for Go {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;
    const MARGIN: bool = true;

    fn start(&self) -> Position {
        Position { stones: [0; 2], turn: self.first, passes: 0, past: None, seen: 0 }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let over = p.passes >= 2;
        let points = if over { 0 } else { self.points(p) };
        each(Cells(points), Move).chain((!over).then_some(Move::PASS))
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let (stones, turn) = (p.stones, p.turn.other());
        if m == Move::PASS {
            let over = p.passes > 0;
            let (past, seen) = if over { (None, 0) } else { (p.past.clone(), p.seen) };
            return Position { stones, turn, passes: p.passes + 1, past, seen };
        }
        let (me, you) = (p.turn.index(), turn.index());
        let point = 1 << m.0;
        let mut next = Position { stones, turn, passes: 0, past: p.past.clone(), seen: p.seen };
        next.stones[you] &= !self.grid.taken(stones[me], stones[you], point);
        next.stones[me] |= point;
        next.remember(stones);
        next
    }

    fn result(&self, p: &Position) -> Score {
        Score(self.margin(p) * p.turn.sign() as i32)
    }

    /// Of the images of the board under its symmetries the first, and of those that look alike, the first by their pasts.
    fn canonical(&self, p: &Position) -> Position {
        let image = |s: &Permutation, stones: [u128; 2]| stones.map(|set| s.apply(set));
        let stones = self.symmetries.iter().map(|s| image(s, p.stones)).fold(p.stones, Ord::min);
        let turned = |s: Option<&Permutation>| {
            let past = p.past().map(|board| s.map_or(board, |s| image(s, board)));
            past.fold(0u128, |sum, board| sum.wrapping_add(name_of(board)))
        };
        let same = |s: &Option<&Permutation>| s.map_or(p.stones, |s| image(s, p.stones)) == stones;
        let ways = self.symmetries.iter().map(Some).chain([None]).filter(same);
        let Some(way) = ways.min_by_key(|&s| turned(s)).flatten() else { return p.clone() };
        let mut next = Position { stones, past: None, seen: 0, ..*p };
        let boards: Vec<[u128; 2]> = p.past().collect();
        boards.into_iter().rev().for_each(|board| next.remember(image(way, board)));
        next
    }
}

/// Eyes are not filled, and nobody passes while there is something else to do: plays come to an end where areas can be
/// counted.
struct EyesKept;

impl Playouts<Go> for EyesKept {
    fn choose(&self, game: &Go, p: &Position, rng: &mut Rng) -> Option<Move> {
        if p.passes >= 2 {
            return None;
        }
        let (mine, theirs) = (p.stones(p.turn), p.stones(p.turn.other()));
        let mut points = game.points(p) & !game.grid.eyes(mine, theirs);
        if points == 0 {
            return Some(Move::PASS);
        }
        (0..rng.below(points.count_ones() as usize)).for_each(|_| points &= points - 1);
        Some(Move(points.trailing_zeros() as u8))
    }
}

impl Playable for Go {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        let declare = declare.playouts(EyesKept);
        if self.grid.size() <= 64 {
            declare.tactics(|| tactics::Board::<u64>::new(self)).done()
        } else {
            declare.tactics(|| tactics::Board::<u128>::new(self)).done()
        }
    }
}
