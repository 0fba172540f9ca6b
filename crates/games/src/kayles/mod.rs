//! Kayles: a row of pins; a ball knocks down one, or two that stand side by side; who cannot move loses.
//!
//! `kayles:12` begins with twelve pins, none missing. To let who knocks down the last pin lose, see
//! [`Misere`](crate::Misere).
//!
//! `||..|||| 1` is a position: the pins that stand and those that have fallen, and the player to move. A move is `3` or
//! `3-4`, pins counted from 1 at the left.

#[cfg(test)]
mod tests;

use crate::{
    Entry, Phrase,
    impartial::{self, Impartial, Rules},
    limits::within,
    text::Piece,
};
use attractor_game::{Board, Error, Ground, Piece as Man, Spec, Watch};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "kayles",
    title: Phrase { english: "Kayles", french: "Kayles" },
    rules: Phrase {
        english: "A row of pins; knock down one or two neighbours; who cannot move loses (misere: wins).",
        french: "Une rangée de quilles ; on en renverse une, ou deux voisines ; qui ne peut plus jouer perd (misere : gagne).",
    },
    size: "PINS",
    default: "12",
    options: &["misere", "first=2"],
    samples: &["kayles:9", "kayles:7,misere", "kayles:8,first=2"],
    extremes: &["kayles:1", "kayles:64"],
    ..Entry::DEFAULT
}];

/// Pins at most.
pub const MAX_PINS: usize = 64;

/// The game, from a full row.
pub type Kayles = Impartial<Row>;

/// The pins that stand, and whose turn it is. The leftmost is bit 0.
pub type Position = impartial::Position<u64>;

/// The row at the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pins: u32,
}

/// The pins that fall: bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u64);

impl Kayles {
    /// A row of so many pins.
    pub fn new(pins: usize) -> Result<Kayles, Error> {
        within("pins", pins, 1..=MAX_PINS)?;
        Ok(Impartial::of(Row { pins: pins as u32 }))
    }
}

impl Position {
    /// The pins that stand; the leftmost is bit 0.
    pub fn pins(&self) -> u64 {
        self.state
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

impl Rules for Row {
    type State = u64;
    type Move = Move;
    const SEPARATOR: char = '/';

    fn from_spec(spec: &Spec) -> Result<Row, Error> {
        Ok(Kayles::new(spec.one_size(12)?)?.rules)
    }

    fn start(&self) -> u64 {
        u64::MAX >> (64 - self.pins)
    }

    /// From the left, each pin alone and then with the next.
    #[inline]
    fn moves(&self, pins: u64) -> impl Iterator<Item = Move> {
        (0..2 * self.pins).filter_map(move |i| {
            let pin = i / 2;
            // Bits shifted out of the row are none.
            let fall = if i % 2 == 0 { 1 << pin } else { 0b11 << pin };
            let both = i % 2 == 0 || pin < 63;
            (both && pins & fall == fall).then_some(Move(fall))
        })
    }

    #[inline]
    fn play(&self, pins: u64, Move(fall): Move) -> u64 {
        pins ^ fall
    }

    /// The runs of pins from the longest to the shortest, one gap between them.
    fn canonical(&self, pins: u64) -> u64 {
        let mut lengths: Vec<u32> = runs(pins).collect();
        lengths.sort_unstable();
        lengths.into_iter().fold(0u64, |row, run| {
            let next = u64::MAX >> (64 - run);
            if row == 0 { next } else { row << (run + 1) | next }
        })
    }

    /// Runs of pins stand side by side: their nimbers add up. That of a run is the least that no pair of parts left by a
    /// ball has.
    fn nimber(&self, pins: u64, _: Watch<'_>) -> Result<u32, Error> {
        let mut values = [0u32; MAX_PINS + 1];
        for run in 1..=MAX_PINS {
            let mut seen = 0u64;
            for left in (1..=2.min(run)).flat_map(|fall| (0..=run - fall).map(move |a| (a, run - fall - a))) {
                seen |= 1 << (values[left.0] ^ values[left.1]);
            }
            values[run] = seen.trailing_ones();
        }
        Ok(runs(pins).fold(0, |sum, run| sum ^ values[run as usize]))
    }

    fn write(&self, pins: u64) -> String {
        (0..self.pins).map(|i| if pins >> i & 1 == 0 { '.' } else { '|' }).collect()
    }

    fn read(&self, text: &str) -> Result<u64, Error> {
        let row = Piece::new(text).grid(1..=1, self.pins as usize)?;
        row[0].iter().enumerate().try_fold(0, |pins, (i, piece)| match piece.text {
            "|" => Ok(pins | 1 << i),
            "." => Ok(pins),
            _ => Err(piece.bad_cell("| .")),
        })
    }

    fn name(&self, Move(fall): Move) -> String {
        let pin = fall.trailing_zeros() + 1;
        if fall.count_ones() == 1 { pin.to_string() } else { format!("{pin}-{}", pin + 1) }
    }

    fn board(&self, standing: u64) -> Option<Board> {
        let pins = self.pins as usize;
        let board = Board { ground: Ground::Bare, ..Board::cells(1, pins) };
        let board = board.fill(|_, c| (standing >> c & 1 != 0).then_some(Man::Match));
        Some(Board { column_names: (1..=pins).map(|pin| pin.to_string()).collect(), ..board })
    }

    fn place(&self, _: u64, Move(fall): Move) -> Option<(f32, f32)> {
        Some((0.0, fall.trailing_zeros() as f32 + if fall.count_ones() == 1 { 0.0 } else { 0.5 }))
    }
}
