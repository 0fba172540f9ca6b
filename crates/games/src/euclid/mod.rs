//! Euclid's game: two numbers; take a multiple of the smaller from the larger; who cannot move loses.
//!
//! The multiple is at least once the smaller number and leaves nothing below zero. When one number is 0 nothing can be taken:
//! whoever made it so has won (Cole and Davie, 1969). Of two equal numbers the first is taken to be the larger. Who is to
//! move wins exactly if the numbers are equal or the larger is more than phi times the smaller, phi the golden ratio.

mod notation;
#[cfg(test)]
mod tests;

use crate::{
    combinatorial::{Forms, Valued, Worth, by_mex, describe},
    limits::within,
};
use attractor_game::{Abilities, Error, Game, Heuristics, Partizan, Playable, Player, Spec, Watch, Zero};

/// The largest number at most: one number is as many times in the other as there are moves.
pub const MAX_NUMBER: usize = 65_535;

/// The numbers at the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Euclid {
    numbers: [u32; 2],
    first: Player,
}

/// The numbers, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    numbers: [u32; 2],
    turn: Player,
}

/// How many times the smaller number is taken from the larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u32);

impl Euclid {
    /// Those two numbers.
    pub fn new(numbers: [u32; 2]) -> Euclid {
        Euclid { numbers, first: Player::One }
    }

    /// The larger number at the start: no position has more moves.
    pub fn largest(&self) -> u32 {
        self.numbers[0].max(self.numbers[1])
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Euclid {
        self.first = first;
        self
    }

    /// `euclid[:25,7][,first=2]`. The option `misere` is let through, for whoever wraps the game in
    /// [`Misere`](crate::Misere).
    pub fn from_spec(spec: &Spec) -> Result<Euclid, Error> {
        // The second number looks like an option; only what stands behind it are some.
        let parts: Vec<&str> = spec.rest().split(',').collect();
        let number = |i: usize| parts.get(i).and_then(|s| s.trim().parse::<u64>().ok());
        let (numbers, behind) = match (number(0), number(1)) {
            (Some(a), Some(b)) => {
                let small = |n: u64| within("number", usize::try_from(n).unwrap_or(usize::MAX), 0..=MAX_NUMBER);
                small(a).and(small(b))?;
                ([a as u32, b as u32], &parts[2..])
            }
            _ if spec.size().is_empty() => ([25, 7], parts.get(1..).unwrap_or(&[])),
            _ => {
                return Err(spec.wrong(
                    "bad-euclid",
                    "the numbers in {spec} are two up to 65535 such as 25,7, not {option}",
                    spec.rest(),
                ));
            }
        };
        let options: Spec = [&[spec.name()], behind].concat().join(",").parse()?;
        options.allow(&["misere", "first="])?;
        Ok(Euclid::new(numbers).with_first(options.first()?))
    }
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The two numbers.
    pub fn numbers(&self) -> [u32; 2] {
        self.numbers
    }

    /// Which number is the larger; the first of two equal ones.
    #[inline]
    fn larger(&self) -> usize {
        usize::from(self.numbers[1] > self.numbers[0])
    }
}

crate::named::named!(Euclid: "euclid");

impl Game for Euclid {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;

    fn start(&self) -> Position {
        Position { numbers: self.numbers, turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let (large, small) = (p.numbers[p.larger()], p.numbers[1 - p.larger()]);
        (1..=large.checked_div(small).unwrap_or(0)).map(Move)
    }

    #[inline]
    fn play(&self, p: &Position, Move(times): Move) -> Position {
        let mut next = Position { turn: p.turn.other(), ..*p };
        next.numbers[p.larger()] -= times * p.numbers[1 - p.larger()];
        next
    }

    /// The larger number where the larger one stood at the start.
    fn canonical(&self, p: &Position) -> Position {
        let mut numbers = p.numbers;
        numbers.sort_unstable();
        if self.numbers[0] >= self.numbers[1] {
            numbers.reverse();
        }
        Position { numbers, turn: p.turn }
    }
}

impl Partizan for Euclid {
    #[inline]
    fn hand_over(&self, p: &Position) -> Position {
        Position { turn: p.turn.other(), ..*p }
    }
}

impl Heuristics for Euclid {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

/// Both have the same moves.
impl Valued for Euclid {
    fn worth(&self, _: &mut Forms, p: &Position, watch: Watch<'_>) -> Result<Worth, Error> {
        by_mex(self, p, watch)
    }
}

impl Playable for Euclid {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.partizan().combinatorial(describe).done()
    }
}
