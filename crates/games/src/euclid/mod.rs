//! Euclid's game: two numbers; take a multiple of the smaller from the larger; who cannot move loses.
//!
//! The multiple is at least once the smaller number and leaves nothing below zero. When one number is 0 nothing can be taken:
//! whoever made it so has won (Cole and Davie, 1969). Of two equal numbers the first is taken to be the larger. Who is to
//! move wins exactly if the numbers are equal or the larger is more than phi times the smaller, phi the golden ratio.
//!
//! `25,7 1` is a position: the numbers and the player to move. A move is how many times the smaller is taken from the larger.

#[cfg(test)]
mod tests;

use crate::{
    Entry, Phrase,
    impartial::{self, Impartial, Rules, ordered_like},
    limits::within,
    text::Piece,
};
use attractor_game::{Error, Spec};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "euclid",
    title: Phrase { english: "Euclid's game", french: "Jeu d'Euclide" },
    rules: Phrase {
        english: "Two numbers; take a multiple of the smaller from the larger; who cannot move loses (misere: wins).",
        french: "Deux nombres ; on ôte du plus grand un multiple du plus petit ; qui ne peut plus jouer perd (misere : gagne).",
    },
    size: "A,B",
    default: "25,7",
    options: &["misere", "first=2"],
    samples: &["euclid:25,7", "euclid:40,29,misere", "euclid:13,21,first=2"],
    extremes: &["euclid:0,0", "euclid:65535,1", "euclid:46368,28657"],
    ..Entry::DEFAULT
}];

/// The largest number at most: one number is as many times in the other as there are moves.
pub const MAX_NUMBER: usize = 65_535;

/// The game, from two numbers at the start.
pub type Euclid = Impartial<Numbers>;

/// The numbers, and whose turn it is.
pub type Position = impartial::Position<[u32; 2]>;

/// The numbers at the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbers([u32; 2]);

/// How many times the smaller number is taken from the larger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u32);

impl Euclid {
    /// Those two numbers.
    pub fn new(numbers: [u32; 2]) -> Euclid {
        Impartial::of(Numbers(numbers))
    }

    /// The larger number at the start: no position has more moves.
    pub fn largest(&self) -> u32 {
        self.rules.0[0].max(self.rules.0[1])
    }
}

impl Position {
    /// The two numbers.
    pub fn numbers(&self) -> [u32; 2] {
        self.state
    }
}

/// The index of the larger number; of the first of two equal ones.
#[inline]
fn larger(numbers: [u32; 2]) -> usize {
    usize::from(numbers[1] > numbers[0])
}

impl Rules for Numbers {
    type State = [u32; 2];
    type Move = Move;
    const SEPARATOR: char = ',';

    fn from_spec(spec: &Spec) -> Result<Numbers, Error> {
        if spec.size().is_empty() {
            return Ok(Numbers([25, 7]));
        }
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let mut parts = spec.rest().split(',').map(number);
        let (Some(Some(a)), Some(Some(b))) = (parts.next(), parts.next()) else {
            return Err(spec.wrong(
                "bad-euclid",
                "the numbers in {spec} are two up to 65535 such as 25,7, not {option}",
                spec.rest(),
            ));
        };
        for number in [a, b] {
            within("number", usize::try_from(number).unwrap_or(usize::MAX), 0..=MAX_NUMBER)?;
        }
        Ok(Numbers([a as u32, b as u32]))
    }

    /// The second number looks like an option.
    fn options(spec: &Spec) -> Result<Spec, Error> {
        spec.behind_sizes(if spec.size().is_empty() { 1 } else { 2 })
    }

    fn start(&self) -> [u32; 2] {
        self.0
    }

    #[inline]
    fn moves(&self, numbers: [u32; 2]) -> impl Iterator<Item = Move> {
        let large = larger(numbers);
        (1..=numbers[large].checked_div(numbers[1 - large]).unwrap_or(0)).map(Move)
    }

    #[inline]
    fn play(&self, mut numbers: [u32; 2], Move(times): Move) -> [u32; 2] {
        let large = larger(numbers);
        numbers[large] -= times * numbers[1 - large];
        numbers
    }

    fn canonical(&self, numbers: [u32; 2]) -> [u32; 2] {
        ordered_like(self.0, numbers)
    }

    /// Two numbers may lead to a large and a small one.
    fn widest(&self) -> usize {
        self.0[0].max(self.0[1]) as usize
    }

    fn write(&self, [a, b]: [u32; 2]) -> String {
        format!("{a},{b}")
    }

    /// Neither number larger than the larger one at the start.
    fn read(&self, text: &str) -> Result<[u32; 2], Error> {
        let numbers: Vec<Piece<'_>> = Piece::new(text).split(',').collect();
        let [a, b] = numbers[..] else {
            return Err(Piece::new(text).wrong("bad-two-numbers", "{text} are not two numbers such as 25,7"));
        };
        let most = self.widest();
        Ok([a.number(0..=most)? as u32, b.number(0..=most)? as u32])
    }

    fn name(&self, Move(times): Move) -> String {
        times.to_string()
    }
}
