//! Juniper Green: take numbers from 1 to N, each once, each a divisor or a multiple of the last; who cannot move loses.
//!
//! Rob Porteous's game, as Ian Stewart told of it in Scientific American (1997): the first number must be even (else a large
//! prime number would win at once), and then each is a divisor or a multiple of the one taken last, which has not been
//! taken before. `juniper:24` has 540,568 positions.
//!
//! `8+2+4 2` is a position: the numbers taken, the last of them first, and the player to move; `- 1` if none is taken. A
//! move is its number.

#[cfg(test)]
mod tests;

use crate::{
    Entry, Phrase,
    bits::{Cells, each},
    impartial::{self, Impartial, Rules},
    limits::within,
    text::Piece,
};
use attractor_game::{Error, Spec};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "juniper",
    title: Phrase { english: "Juniper Green", french: "Juniper Green" },
    rules: Phrase {
        english: "Take numbers, each a divisor or a multiple of the last, the first one even; who cannot move loses (misere: wins).",
        french: "Juniper Green : on prend des nombres, chacun diviseur ou multiple du précédent, le premier pair ; qui ne peut plus jouer perd (misere : gagne).",
    },
    size: "LARGEST",
    default: "24",
    options: &["misere", "first=2"],
    samples: &["juniper:12", "juniper:10,misere", "juniper:14,first=2"],
    extremes: &["juniper:1", "juniper:127"],
    ..Entry::DEFAULT
}];

/// The largest number at most.
pub const MAX_NUMBER: usize = 127;

/// The game, from 1 to a largest number.
pub type Juniper = Impartial<Numbers>;

/// What has been taken, and whose turn it is.
pub type Position = impartial::Position<Taken>;

/// The numbers that can be taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbers {
    most: u8,
    /// What may follow each number, as sets; what may come first stands at 0.
    after: Vec<u128>,
}

/// The numbers taken, and the last of them (0 at the start). Number `n` is bit `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Taken {
    all: u128,
    last: u8,
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
        Ok(Impartial::of(Numbers { most: most as u8, after }))
    }
}

impl Position {
    /// The numbers taken: number `n` is bit `n`.
    pub fn taken(&self) -> u128 {
        self.state.all
    }

    /// The number taken last; none at the start.
    pub fn last(&self) -> Option<u8> {
        (self.state.last > 0).then_some(self.state.last)
    }
}

impl Taken {
    fn has(self, number: u8) -> bool {
        self.all >> number & 1 != 0
    }
}

impl Rules for Numbers {
    type State = Taken;
    type Move = Move;
    const SEPARATOR: char = '+';

    fn from_spec(spec: &Spec) -> Result<Numbers, Error> {
        Ok(Juniper::new(spec.one_size(24)?)?.rules)
    }

    fn start(&self) -> Taken {
        Taken { all: 0, last: 0 }
    }

    #[inline]
    fn moves(&self, taken: Taken) -> impl Iterator<Item = Move> {
        each(Cells(self.after[usize::from(taken.last)] & !taken.all), Move)
    }

    #[inline]
    fn play(&self, taken: Taken, Move(number): Move) -> Taken {
        Taken { all: taken.all | 1 << number, last: number }
    }

    fn write(&self, taken: Taken) -> String {
        let others = (1..=self.most).filter(|&n| n != taken.last && taken.has(n));
        let numbers: Vec<String> = [taken.last].into_iter().chain(others).map(|n| n.to_string()).collect();
        if taken.last == 0 { "-".to_owned() } else { numbers.join("+") }
    }

    fn read(&self, text: &str) -> Result<Taken, Error> {
        let mut taken = self.start();
        for piece in Piece::new(text).split('+').filter(|_| text != "-") {
            let number = piece.number(1..=self.most.into())? as u8;
            if taken.has(number) {
                return Err(piece.wrong("number-twice", "{text} is given twice: each number is taken once"));
            }
            let last = if taken.last == 0 { number } else { taken.last };
            taken = Taken { all: taken.all | 1 << number, last };
        }
        Ok(taken)
    }

    fn name(&self, Move(number): Move) -> String {
        number.to_string()
    }

    /// Ten numbers a row; those taken are points, the last of them stands in brackets.
    fn diagram(&self, taken: Taken) -> Option<String> {
        let sign = |n: u8| match taken.has(n) {
            true if n == taken.last => format!("[{n}]"),
            true => ".".to_owned(),
            false => n.to_string(),
        };
        let row = |from: u8| {
            let line: String = (from..=self.most.min(from + 9)).map(|n| format!("{:>5}", sign(n))).collect();
            line.trim_end().to_owned()
        };
        Some((1..=self.most).step_by(10).map(row).collect::<Vec<_>>().join("\n"))
    }
}
