//! Kayles: a row of pins; a ball knocks down one, or two that stand side by side; who cannot move loses.
//!
//! `kayles:12` begins with twelve pins, none missing. To let who knocks down the last pin lose, see
//! [`Misere`](crate::Misere).

mod notation;
#[cfg(test)]
mod tests;

use crate::{
    combinatorial::{Form, Forms, Valued, Worth, describe},
    limits::within,
};
use attractor_game::{Abilities, Error, Game, Heuristics, Partizan, Playable, Player, Spec, Watch, Zero};

/// Pins at most.
pub const MAX_PINS: usize = 64;

/// The row at the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Kayles {
    pins: u32,
    first: Player,
}

/// The pins that stand, and whose turn it is. The leftmost is bit 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pins: u64,
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The pins that stand; the leftmost is bit 0.
    pub fn pins(&self) -> u64 {
        self.pins
    }
}

/// The pins that fall: bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u64);

impl Kayles {
    /// A row of so many pins.
    pub fn new(pins: usize) -> Result<Kayles, Error> {
        within("pins", pins, 1..=MAX_PINS)?;
        Ok(Kayles { pins: pins as u32, first: Player::One })
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Kayles {
        self.first = first;
        self
    }

    /// `kayles[:12][,first=2]`. The option `misere` is let through, for whoever wraps the game in
    /// [`Misere`](crate::Misere).
    pub fn from_spec(spec: &Spec) -> Result<Kayles, Error> {
        spec.allow(&["misere", "first="])?;
        Ok(Kayles::new(spec.one_size(12)?)?.with_first(spec.first()?))
    }
}

/// The lengths of the runs of pins, from the left.
fn runs(mut pins: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if pins == 0 {
            return None;
        }
        pins >>= pins.trailing_zeros();
        let run = pins.trailing_ones();
        pins = pins.checked_shr(run).unwrap_or(0);
        Some(run)
    })
}

crate::named::named!(Kayles: "kayles");

impl Game for Kayles {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;

    fn start(&self) -> Position {
        Position { pins: u64::MAX >> (64 - self.pins), turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    /// From the left, each pin alone and then with the next.
    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let pins = p.pins;
        (0..2 * self.pins).filter_map(move |i| {
            let pin = i / 2;
            // Bits shifted out of the row are none.
            let fall = if i % 2 == 0 { 1 << pin } else { 0b11 << pin };
            let both = i % 2 == 0 || pin < 63;
            (both && pins & fall == fall).then_some(Move(fall))
        })
    }

    #[inline]
    fn play(&self, p: &Position, Move(fall): Move) -> Position {
        Position { pins: p.pins ^ fall, turn: p.turn.other() }
    }

    /// The runs of pins from the longest to the shortest, one gap between them.
    fn canonical(&self, p: &Position) -> Position {
        let mut lengths: Vec<u32> = runs(p.pins).collect();
        lengths.sort_unstable();
        let pins = lengths.into_iter().fold(0u64, |row, run| {
            let next = u64::MAX >> (64 - run);
            if row == 0 { next } else { row << (run + 1) | next }
        });
        Position { pins, turn: p.turn }
    }
}

impl Partizan for Kayles {
    #[inline]
    fn hand_over(&self, p: &Position) -> Position {
        Position { turn: p.turn.other(), ..*p }
    }
}

impl Heuristics for Kayles {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

/// Runs of pins stand side by side: their nimbers add up. That of a run is the least that no pair of parts left by a ball
/// has.
impl Valued for Kayles {
    fn worth(&self, _: &mut Forms, p: &Position, _watch: Watch<'_>) -> Result<Worth, Error> {
        let mut values = [0u32; MAX_PINS + 1];
        for run in 1..=MAX_PINS {
            let mut seen = 0u64;
            for left in (1..=2.min(run)).flat_map(|fall| (0..=run - fall).map(move |a| (a, run - fall - a))) {
                seen |= 1 << (values[left.0] ^ values[left.1]);
            }
            values[run] = seen.trailing_ones();
        }
        let nimber = runs(p.pins).fold(0, |sum, run| sum ^ values[run as usize]);
        Ok(Worth { form: Form::ZERO, nimber })
    }
}

impl Playable for Kayles {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.partizan().combinatorial(describe).done()
    }
}
