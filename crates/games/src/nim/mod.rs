//! Nim and the matchstick games: take matches from one heap; who cannot move loses.
//!
//! `nim:3+4+5` has three heaps and any number may be taken; `nim:9,take=1-2` has one, and one or two are taken at a time.
//! `take=1/3/4` lists the numbers allowed. To let who takes the last match lose, see [`Misere`](crate::Misere).
//!
//! `3+4+5 1` is a position: the heaps and the player to move. A move is `2` with one heap, `b3` (three from the second) with
//! several.

#[cfg(test)]
mod tests;

use crate::{
    Entry, Phrase,
    impartial::{self, Impartial, Rules, heaps},
    limits::{most_moves, within},
};
use attractor_game::{Board, Error, Ground, Piece as Man, Spec, Watch};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "nim",
    title: Phrase { english: "Nim", french: "Nim" },
    rules: Phrase {
        english: "Matches in heaps; take some from one heap; who cannot move loses (misere: wins).",
        french: "Des allumettes en tas ; on en prend dans un seul tas ; qui ne peut plus jouer perd (misere : gagne).",
    },
    size: "A[+B]...",
    default: "3+4+5",
    options: &["take=LOW-HIGH", "take=A/B/...", "misere", "first=2"],
    samples: &["nim:3+4+5", "nim:9,take=1-2", "nim:9,take=1-3,misere", "nim:7+5,take=1/3/4,first=2"],
    extremes: &["nim:0", "nim:65535", "nim:1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1"],
    ..Entry::DEFAULT
}];

/// Heaps at most.
pub const MAX_HEAPS: usize = 16;

/// Matches of larger heaps are not drawn one by one.
const WIDE: u16 = 40;

/// The game, from heaps at the start.
pub type Nim = Impartial<Heaps>;

/// The heaps left, and whose turn it is. Heaps that the game does not have are empty.
pub type Position = impartial::Position<[u16; MAX_HEAPS]>;

/// The heaps at the start, and what may be taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Heaps {
    heaps: Vec<u16>,
    /// Numbers that may be taken, ascending; `None`: any.
    take: Option<Vec<u16>>,
    /// Heaps by size at the start, for [`Rules::canonical`].
    by_size: Vec<usize>,
}

impl Position {
    /// Matches left in each heap; heaps that the game does not have are empty.
    pub fn heaps(&self) -> &[u16; MAX_HEAPS] {
        &self.state
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
        Ok(Impartial::of(Heaps { heaps: heaps.to_vec(), take: None, by_size }))
    }

    /// Only these numbers of matches may be taken at once.
    pub fn with_take(mut self, numbers: &[u16]) -> Result<Nim, Error> {
        within("take", numbers.len(), 1..=u16::MAX.into())?;
        numbers.iter().try_for_each(|&n| within("take", n.into(), 1..=u16::MAX.into()))?;
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        self.rules.take = Some(numbers);
        Ok(self)
    }

    /// The heaps at the start.
    pub fn heaps(&self) -> &[u16] {
        &self.rules.heaps
    }

    /// The numbers of matches that may be taken at once, ascending; `None`: any.
    pub fn take(&self) -> Option<&[u16]> {
        self.rules.take.as_deref()
    }
}

impl Heaps {
    /// What may be taken from a heap of that size.
    #[inline]
    fn takes(&self, heap: u16) -> impl Iterator<Item = u16> + '_ {
        let any = if self.take.is_none() { heap } else { 0 };
        let listed = self.take.as_deref().unwrap_or(&[]);
        (1..=any).chain(listed[..listed.partition_point(|&t| t <= heap)].iter().copied())
    }

    /// The heaps that the game has.
    fn of(&self, heaps: [u16; MAX_HEAPS]) -> impl Iterator<Item = u16> {
        heaps.into_iter().take(self.heaps.len())
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

/// What a heap is called.
fn letter(heap: usize) -> char {
    char::from(b'a' + heap as u8)
}

impl Rules for Heaps {
    type State = [u16; MAX_HEAPS];
    type Move = Move;
    const SEPARATOR: char = '+';
    const OPTIONS: &'static [&'static str] = &["take="];

    fn from_spec(spec: &Spec) -> Result<Heaps, Error> {
        let size = if spec.size().is_empty() { "3+4+5" } else { spec.size() };
        let heaps: Option<Vec<u16>> = size.split('+').map(|h| h.trim().parse().ok()).collect();
        let heaps = heaps.ok_or_else(|| {
            spec.wrong("bad-heaps", "the heaps in {spec} are numbers up to 65535 such as 3+4+5, not {option}", size)
        })?;
        let mut nim = Nim::new(&heaps)?;
        if let Some(text) = spec.value("take") {
            nim = nim.with_take(&take(text).ok_or_else(|| {
                spec.wrong(
                    "bad-take",
                    "take= in {spec} is a range such as 1-3 or a list such as 1/3/4, not {option}",
                    text,
                )
            })?)?;
        }
        most_moves(nim.rules.widest())?;
        Ok(nim.rules)
    }

    fn start(&self) -> [u16; MAX_HEAPS] {
        let mut heaps = [0; MAX_HEAPS];
        heaps[..self.heaps.len()].copy_from_slice(&self.heaps);
        heaps
    }

    #[inline]
    fn moves(&self, heaps: [u16; MAX_HEAPS]) -> impl Iterator<Item = Move> {
        (0..self.heaps.len())
            .flat_map(move |heap| self.takes(heaps[heap]).map(move |take| Move { heap: heap as u8, take }))
    }

    #[inline]
    fn play(&self, mut heaps: [u16; MAX_HEAPS], m: Move) -> [u16; MAX_HEAPS] {
        heaps[usize::from(m.heap)] -= m.take;
        heaps
    }

    /// Heaps sorted: the largest where the largest stood at the start, so that it fits.
    fn canonical(&self, mut heaps: [u16; MAX_HEAPS]) -> [u16; MAX_HEAPS] {
        let mut sorted = heaps;
        let sorted = &mut sorted[..self.heaps.len()];
        sorted.sort_unstable();
        self.by_size.iter().zip(sorted).for_each(|(&i, heap)| heaps[i] = *heap);
        heaps
    }

    /// The nimbers of all heaps, added.
    fn nimber(&self, heaps: [u16; MAX_HEAPS], watch: Watch<'_>) -> Result<u32, Error> {
        let largest = heaps.into_iter().max().unwrap_or(0);
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
        Ok(heaps.into_iter().fold(0, |sum, heap| sum ^ u32::from(values[usize::from(heap)])))
    }

    fn write(&self, heaps: [u16; MAX_HEAPS]) -> String {
        self.of(heaps).map(|heap| heap.to_string()).collect::<Vec<_>>().join("+")
    }

    fn read(&self, text: &str) -> Result<[u16; MAX_HEAPS], Error> {
        let mut state = [0; MAX_HEAPS];
        state.iter_mut().zip(heaps(text, &self.heaps)?).for_each(|(to, heap)| *to = heap);
        Ok(state)
    }

    fn name(&self, m: Move) -> String {
        match self.heaps.len() {
            1 => m.take.to_string(),
            _ => format!("{}{}", letter(m.heap.into()), m.take),
        }
    }

    fn diagram(&self, heaps: [u16; MAX_HEAPS]) -> Option<String> {
        const SHOWN: usize = 60;
        let line = |(i, heap): (usize, u16)| {
            let matches = "|".repeat(usize::from(heap).min(SHOWN));
            let more = if usize::from(heap) > SHOWN { "..." } else { "" };
            format!("{} {matches}{more} {heap}", letter(i))
        };
        Some(self.of(heaps).enumerate().map(line).collect::<Vec<_>>().join("\n"))
    }

    /// Matches side by side; heaps that are too wide for it are numbers.
    fn board(&self, heaps: [u16; MAX_HEAPS]) -> Option<Board> {
        let rows = self.heaps.len();
        let wide = self.heaps.iter().copied().max().unwrap_or(0);
        let columns = if wide > WIDE { 2 } else { usize::from(wide) };
        let mut board = Board { ground: Ground::Bare, ..Board::cells(rows, columns.max(1)) };
        for (r, heap) in self.of(heaps).enumerate() {
            match wide > WIDE {
                true => board.put(r as f32, 0.5, Man::Text(heap.to_string())),
                false => (0..heap).for_each(|c| board.put(r as f32, c.into(), Man::Match)),
            }
        }
        if rows > 1 {
            board.row_names = (0..rows).map(|heap| letter(heap).to_string()).collect();
        }
        Some(board)
    }

    /// The first match that goes: all behind it go with it.
    fn place(&self, heaps: [u16; MAX_HEAPS], m: Move) -> Option<(f32, f32)> {
        let left = heaps[usize::from(m.heap)] - m.take;
        self.heaps.iter().all(|heap| *heap <= WIDE).then(|| (m.heap.into(), left.into()))
    }
}
