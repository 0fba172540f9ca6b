//! Nim and the matchstick games: take matches from one heap; who cannot move loses.
//!
//! `nim:3+4+5` has three heaps and any number may be taken; `nim:9,take=1-2` has one, and one or two are taken at a time.
//! `take=1/3/4` lists the numbers allowed. To let who takes the last match lose, see [`Misere`](crate::Misere).

mod notation;
#[cfg(test)]
mod tests;

use crate::{
    combinatorial::{Form, Forms, Valued, Worth, describe},
    limits::{most_moves, within},
};
use attractor_game::{Abilities, Error, Game, Heuristics, Partizan, Playable, Player, Spec, Watch, Zero};

/// Heaps at most.
pub const MAX_HEAPS: usize = 16;

/// The heaps at the start, and what may be taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Nim {
    heaps: Vec<u16>,
    /// Numbers that may be taken, ascending; `None`: any.
    take: Option<Vec<u16>>,
    first: Player,
    /// Heaps by size at the start, for [`Game::canonical`].
    by_size: Vec<usize>,
}

/// The heaps left, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Heaps that the game does not have are empty.
    heaps: [u16; MAX_HEAPS],
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// Matches left in each heap; heaps that the game does not have are empty.
    pub fn heaps(&self) -> &[u16; MAX_HEAPS] {
        &self.heaps
    }
}

/// Some matches from one heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Which heap, from 0.
    pub heap: u8,
    /// How many.
    pub take: u16,
}

impl Nim {
    /// Heaps of those sizes, from which any number of matches may be taken.
    pub fn new(heaps: &[u16]) -> Result<Nim, Error> {
        within("heaps", heaps.len(), 1..=MAX_HEAPS)?;
        let mut by_size: Vec<usize> = (0..heaps.len()).collect();
        by_size.sort_by_key(|&i| heaps[i]);
        Ok(Nim { heaps: heaps.to_vec(), take: None, first: Player::One, by_size })
    }

    /// Only these numbers of matches may be taken at once.
    pub fn with_take(mut self, numbers: &[u16]) -> Result<Nim, Error> {
        within("take", numbers.len(), 1..=u16::MAX.into())?;
        numbers.iter().try_for_each(|&n| within("take", n.into(), 1..=u16::MAX.into()))?;
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        self.take = Some(numbers);
        Ok(self)
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Nim {
        self.first = first;
        self
    }

    /// `nim:3+4+5[,take=1-3][,first=2]`. The option `misere` is let through, for whoever wraps the game in
    /// [`Misere`](crate::Misere).
    pub fn from_spec(spec: &Spec) -> Result<Nim, Error> {
        spec.allow(&["take=", "first=", "misere"])?;
        let size = if spec.size().is_empty() { "3+4+5" } else { spec.size() };
        let heaps: Option<Vec<u16>> = size.split('+').map(|h| h.trim().parse().ok()).collect();
        let heaps = heaps.ok_or_else(|| {
            spec.wrong("bad-heaps", "the heaps in {spec} are numbers up to 65535 such as 3+4+5, not {option}", size)
        })?;
        let nim = Nim::new(&heaps)?.with_first(spec.first()?);
        let nim = match spec.value("take") {
            None => nim,
            Some(text) => nim.with_take(&take(text).ok_or_else(|| {
                spec.wrong(
                    "bad-take",
                    "take= in {spec} is a range such as 1-3 or a list such as 1/3/4, not {option}",
                    text,
                )
            })?)?,
        };
        most_moves(nim.heaps.iter().map(|&heap| nim.takes(heap).count()).sum())?;
        Ok(nim)
    }

    /// The heaps at the start.
    pub fn heaps(&self) -> &[u16] {
        &self.heaps
    }

    /// The numbers of matches that may be taken at once, ascending; `None`: any.
    pub fn take(&self) -> Option<&[u16]> {
        self.take.as_deref()
    }

    /// What may be taken from a heap of that size.
    #[inline]
    fn takes(&self, heap: u16) -> impl Iterator<Item = u16> + '_ {
        let any = if self.take.is_none() { heap } else { 0 };
        let listed = self.take.as_deref().unwrap_or(&[]);
        (1..=any).chain(listed[..listed.partition_point(|&t| t <= heap)].iter().copied())
    }
}

/// `1-3`, `1/3/4` or a mixture, ascending; ranges that overlap are no longer than one of them.
fn take(text: &str) -> Option<Vec<u16>> {
    let number = |s: &str| s.trim().parse::<u16>().ok().filter(|&n| n > 0);
    let mut taken = vec![false; usize::from(u16::MAX) + 1];
    for part in text.split('/') {
        let (low, high) = part.split_once('-').unwrap_or((part, part));
        taken.get_mut(number(low)?.into()..=number(high)?.into())?.fill(true);
    }
    Some((1..=u16::MAX).filter(|&n| taken[usize::from(n)]).collect()).filter(|n: &Vec<u16>| !n.is_empty())
}

crate::named::named!(Nim: "nim");

impl Game for Nim {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;

    fn start(&self) -> Position {
        let mut heaps = [0; MAX_HEAPS];
        heaps[..self.heaps.len()].copy_from_slice(&self.heaps);
        Position { heaps, turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let heaps = p.heaps;
        (0..self.heaps.len())
            .flat_map(move |heap| self.takes(heaps[heap]).map(move |take| Move { heap: heap as u8, take }))
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let mut next = Position { turn: p.turn.other(), ..*p };
        next.heaps[usize::from(m.heap)] -= m.take;
        next
    }

    /// Heaps sorted: the largest where the largest stood at the start, so that it fits.
    fn canonical(&self, p: &Position) -> Position {
        let mut sorted = p.heaps;
        let sorted = &mut sorted[..self.heaps.len()];
        sorted.sort_unstable();
        let mut next = *p;
        self.by_size.iter().zip(sorted).for_each(|(&i, heap)| next.heaps[i] = *heap);
        next
    }
}

impl Partizan for Nim {
    #[inline]
    fn hand_over(&self, p: &Position) -> Position {
        Position { turn: p.turn.other(), ..*p }
    }
}

impl Heuristics for Nim {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

/// Both have the same moves: every heap is a nimber, by the rule of the least number not among its options' (Sprague and
/// Grundy).
impl Valued for Nim {
    fn worth(&self, _: &mut Forms, p: &Position, watch: Watch<'_>) -> Result<Worth, Error> {
        let largest = p.heaps.iter().copied().max().unwrap_or(0);
        let mut values: Vec<u16> = Vec::with_capacity(usize::from(largest) + 1);
        if self.take.is_none() {
            values.extend(0..=largest);
        } else {
            // Options are marked with the heap that has them, so that nothing need be wiped.
            let mut seen = vec![None; usize::from(largest) + 2];
            let mut work = 0;
            for heap in 0..=largest {
                work += self.takes(heap).count() + 64;
                if work >= 1 << 16 {
                    work = 0;
                    watch.check()?;
                }
                self.takes(heap).for_each(|taken| seen[usize::from(values[usize::from(heap - taken)])] = Some(heap));
                let least = seen.iter().position(|&by| by != Some(heap)).expect("there are more numbers than options");
                values.push(least as u16);
            }
        }
        let nimber = p.heaps.iter().fold(0, |sum, &heap| sum ^ u32::from(values[usize::from(heap)]));
        Ok(Worth { form: Form::ZERO, nimber })
    }
}

impl Playable for Nim {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.partizan().combinatorial(describe).done()
    }
}
