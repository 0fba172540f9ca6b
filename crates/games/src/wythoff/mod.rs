//! Wythoff's game: two heaps; take any number from one of them, or the same number from both; who cannot move loses.
//!
//! `wythoff:5+8` begins with heaps of five and eight. Willem Wythoff's theorem (1907): who is to move loses exactly on heaps
//! of `floor(n * phi)` and `floor(n * phi) + n`, phi the golden ratio: 0+0, 1+2, 3+5, 4+7, 6+10, ...

mod notation;
#[cfg(test)]
mod tests;

use crate::{
    combinatorial::{Forms, Valued, Worth, by_mex, describe},
    limits::within,
};
use attractor_game::{Abilities, Error, Game, Heuristics, Partizan, Playable, Player, Spec, Watch, Zero};

/// Matches of a heap at most: two such heaps and both together are [`MOST_MOVES`](crate::limits::MOST_MOVES) moves.
pub const MAX_HEAP: usize = 43_690;

/// The heaps at the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Wythoff {
    heaps: [u16; 2],
    first: Player,
}

/// The heaps left, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    heaps: [u16; 2],
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Matches left in the two heaps.
    pub fn heaps(&self) -> [u16; 2] {
        self.heaps
    }
}

/// How many are taken from each heap: the same number, or none from one of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub [u16; 2]);

impl Wythoff {
    /// Heaps of those sizes.
    pub fn new(heaps: [u16; 2]) -> Wythoff {
        Wythoff { heaps, first: Player::One }
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Wythoff {
        self.first = first;
        self
    }

    /// `wythoff[:5+8][,first=2]`. The option `misere` is let through, for whoever wraps the game in
    /// [`Misere`](crate::Misere).
    pub fn from_spec(spec: &Spec) -> Result<Wythoff, Error> {
        spec.allow(&["misere", "first="])?;
        let size = if spec.size().is_empty() { "5+8" } else { spec.size() };
        let heap = |text: &str| text.trim().parse().ok();
        let heaps = size.split_once('+').and_then(|(a, b)| Some([heap(a)?, heap(b)?])).ok_or_else(|| {
            spec.wrong(
                "bad-two-heaps",
                "the heaps in {spec} are two numbers up to 43690 such as 5+8, not {option}",
                size,
            )
        })?;
        heaps.into_iter().try_for_each(|heap: u16| within("heap", heap.into(), 0..=MAX_HEAP))?;
        Ok(Wythoff::new(heaps).with_first(spec.first()?))
    }
}

crate::named::named!(Wythoff: "wythoff");

impl Game for Wythoff {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;

    fn start(&self) -> Position {
        Position { heaps: self.heaps, turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let [a, b] = p.heaps;
        let (one, two) = ((1..=a).map(|n| Move([n, 0])), (1..=b).map(|n| Move([0, n])));
        one.chain(two).chain((1..=a.min(b)).map(|n| Move([n, n])))
    }

    #[inline]
    fn play(&self, p: &Position, Move([a, b]): Move) -> Position {
        Position { heaps: [p.heaps[0] - a, p.heaps[1] - b], turn: p.turn.other() }
    }

    /// The larger heap where the larger one stood at the start, so that it fits.
    fn canonical(&self, p: &Position) -> Position {
        let mut heaps = p.heaps;
        heaps.sort_unstable();
        if self.heaps[0] > self.heaps[1] {
            heaps.reverse();
        }
        Position { heaps, turn: p.turn }
    }
}

impl Partizan for Wythoff {
    #[inline]
    fn hand_over(&self, p: &Position) -> Position {
        Position { turn: p.turn.other(), ..*p }
    }
}

impl Heuristics for Wythoff {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

/// Both have the same moves.
impl Valued for Wythoff {
    fn worth(&self, _: &mut Forms, p: &Position, watch: Watch<'_>) -> Result<Worth, Error> {
        by_mex(self, p, watch)
    }
}

impl Playable for Wythoff {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.partizan().combinatorial(describe).done()
    }
}
