//! Wythoff's game: two heaps; take any number from one of them, or the same number from both; who cannot move loses.
//!
//! `wythoff:5+8` begins with heaps of five and eight. Willem Wythoff's theorem (1907): who is to move loses exactly on heaps
//! of `floor(n * phi)` and `floor(n * phi) + n`, phi the golden ratio: 0+0, 1+2, 3+5, 4+7, 6+10, ...
//!
//! `5+8 1` is a position: the heaps and the player to move. A move is `a2` (two from the first heap), `b2`, or `ab2` (two
//! from each).

#[cfg(test)]
mod tests;

use crate::{
    Entry, Phrase,
    impartial::{self, Impartial, Rules, heaps, ordered_like},
    limits::within,
};
use attractor_game::{Error, Spec};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "wythoff",
    title: Phrase { english: "Wythoff's game", french: "Jeu de Wythoff" },
    rules: Phrase {
        english: "Two heaps; take from one of them, or as many from both; who cannot move loses (misere: wins).",
        french: "Deux tas ; on prend dans l'un, ou autant dans les deux ; qui ne peut plus jouer perd (misere : gagne).",
    },
    size: "A+B",
    default: "5+8",
    options: &["misere", "first=2"],
    samples: &["wythoff:5+8", "wythoff:4+6,misere", "wythoff:7+3,first=2"],
    extremes: &["wythoff:0+0", "wythoff:300+300", "wythoff:0+9", "wythoff:43690+43690"],
    ..Entry::DEFAULT
}];

/// Matches of a heap at most: two such heaps and both together are [`MOST_MOVES`](crate::limits::MOST_MOVES) moves.
pub const MAX_HEAP: usize = 43_690;

/// The game, from heaps at the start.
pub type Wythoff = Impartial<Heaps>;

/// The heaps left, and whose turn it is.
pub type Position = impartial::Position<[u16; 2]>;

/// The heaps at the start.
#[derive(Clone, PartialEq, Debug)]
pub struct Heaps([u16; 2]);

/// How many are taken from each heap: the same number, or none from one of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub [u16; 2]);

impl Wythoff {
    /// Heaps of those sizes.
    pub fn new(heaps: [u16; 2]) -> Wythoff {
        Impartial::of(Heaps(heaps))
    }
}

impl Position {
    /// Matches left in the two heaps.
    pub fn heaps(&self) -> [u16; 2] {
        self.state
    }
}

impl Rules for Heaps {
    type State = [u16; 2];
    type Move = Move;
    const SEPARATOR: char = '+';

    fn from_spec(spec: &Spec) -> Result<Heaps, Error> {
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
        Ok(Heaps(heaps))
    }

    fn start(&self) -> [u16; 2] {
        self.0
    }

    #[inline]
    fn moves(&self, [a, b]: [u16; 2]) -> impl Iterator<Item = Move> {
        let (one, two) = ((1..=a).map(|n| Move([n, 0])), (1..=b).map(|n| Move([0, n])));
        one.chain(two).chain((1..=a.min(b)).map(|n| Move([n, n])))
    }

    #[inline]
    fn play(&self, heaps: [u16; 2], Move([a, b]): Move) -> [u16; 2] {
        [heaps[0] - a, heaps[1] - b]
    }

    fn canonical(&self, heaps: [u16; 2]) -> [u16; 2] {
        ordered_like(self.0, heaps)
    }

    fn write(&self, [a, b]: [u16; 2]) -> String {
        format!("{a}+{b}")
    }

    fn read(&self, text: &str) -> Result<[u16; 2], Error> {
        heaps(text, &self.0).map(|heaps| [heaps[0], heaps[1]])
    }

    fn name(&self, m: Move) -> String {
        match m.0 {
            [n, 0] => format!("a{n}"),
            [0, n] => format!("b{n}"),
            [n, _] => format!("ab{n}"),
        }
    }
}
