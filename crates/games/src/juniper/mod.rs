//! Juniper Green: take numbers from 1 to N, each once, each a divisor or a multiple of the last; who cannot move loses.
//!
//! Rob Porteous's game, as Ian Stewart told of it in Scientific American (1997): the first number must be even (else a large
//! prime number would win at once), and then each is a divisor or a multiple of the one taken last, which has not been
//! taken before.
//!
//! A position is the set of numbers taken, the last of them and whose turn it is. `juniper:24` has 540,568 positions.

mod notation;
#[cfg(test)]
mod tests;

use crate::{
    bits::{Cells, each},
    combinatorial::{Forms, Valued, Worth, by_mex, describe},
    limits::within,
};
use attractor_game::{Abilities, Error, Game, Heuristics, Partizan, Playable, Player, Spec, Watch, Zero};

/// The largest number at most.
pub const MAX_NUMBER: usize = 127;

/// The numbers that can be taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Juniper {
    most: u8,
    first: Player,
    /// What may follow each number, as sets; what may come first stands at 0.
    after: Vec<u128>,
}

/// What has been taken, the last of it (0 at the start), and whose turn it is. Number `n` is bit `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    taken: u128,
    last: u8,
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The numbers taken: number `n` is bit `n`.
    pub fn taken(&self) -> u128 {
        self.taken
    }

    /// The number taken last; none at the start.
    pub fn last(&self) -> Option<u8> {
        (self.last > 0).then_some(self.last)
    }
}

/// The number that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u8);

impl Juniper {
    /// The numbers from 1 to `most`.
    pub fn new(most: usize) -> Result<Juniper, Error> {
        within("largest", most, 1..=MAX_NUMBER)?;
        let set = |may: &dyn Fn(usize) -> bool| (1..=most).filter(|&n| may(n)).fold(0u128, |set, n| set | 1 << n);
        let mut after = vec![set(&|n| n % 2 == 0)];
        after.extend((1..=most).map(|last| set(&|n| n != last && (n % last == 0 || last % n == 0))));
        Ok(Juniper { most: most as u8, first: Player::One, after })
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Juniper {
        self.first = first;
        self
    }

    /// `juniper[:24][,first=2]`. The option `misere` is let through, for whoever wraps the game in
    /// [`Misere`](crate::Misere).
    pub fn from_spec(spec: &Spec) -> Result<Juniper, Error> {
        spec.allow(&["misere", "first="])?;
        Ok(Juniper::new(spec.one_size(24)?)?.with_first(spec.first()?))
    }
}

crate::named::named!(Juniper: "juniper");

impl Game for Juniper {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;

    fn start(&self) -> Position {
        Position { taken: 0, last: 0, turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        each(Cells(self.after[usize::from(p.last)] & !p.taken), Move)
    }

    #[inline]
    fn play(&self, p: &Position, Move(number): Move) -> Position {
        Position { taken: p.taken | 1 << number, last: number, turn: p.turn.other() }
    }
}

impl Partizan for Juniper {
    #[inline]
    fn hand_over(&self, p: &Position) -> Position {
        Position { turn: p.turn.other(), ..*p }
    }
}

impl Heuristics for Juniper {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

/// Both have the same moves.
impl Valued for Juniper {
    fn worth(&self, _: &mut Forms, p: &Position, watch: Watch<'_>) -> Result<Worth, Error> {
        by_mex(self, p, watch)
    }
}

impl Playable for Juniper {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.partizan().combinatorial(describe).done()
    }
}
