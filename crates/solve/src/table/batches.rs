//! A game that goes forward layer by layer as drivers see it: some positions at a time. Drivers are written, and compiled,
//! once for all games.

use super::{Cell, Figures, ended};
use attractor_game::{Error, Layered};

/// A cell of which nothing is known yet: no value is written so.
pub(super) const OPEN: u16 = 1 << 14 | 1;

/// A successor whose value is wanted.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) number: u64,
    /// For which position of the batch.
    pub(super) index: u32,
    /// The same player moves in both.
    pub(super) same: bool,
}

/// A number that is no position's: the file that it was read from is damaged.
#[derive(Debug)]
pub(super) struct Stray;

/// A game whose moves lead from each layer to the next. Numbers come from files, so some may be [`Stray`].
pub(super) trait Forward: Sync {
    /// The layer of the start, and its number there.
    fn start(&self) -> (u32, u64);

    /// Appends the numbers of all successors.
    fn successors(&self, layer: u32, numbers: &[u64], found: &mut Vec<u64>) -> Result<(), Stray>;

    /// Lists the successors whose values are wanted; where play is over the cell is written.
    fn expand(&self, layer: u32, numbers: &[u64], cells: &mut [u16], wanted: &mut Vec<Wanted>) -> Result<(), Stray>;

    /// Counts positions and their mirror images.
    fn count(&self, layer: u32, numbers: &[u64], cells: &[u16], figures: &mut Figures) -> Result<(), Stray>;
}

/// A game, by its layers.
pub(super) struct ByLayer<'a, G>(pub(super) &'a G);

impl<G: Layered> ByLayer<'_, G> {
    fn position(&self, layer: u32, number: u64) -> Result<G::Position, Stray> {
        self.0.numbered(layer, number).ok_or(Stray)
    }
}

impl<G: Layered + Sync> Forward for ByLayer<'_, G> {
    fn start(&self) -> (u32, u64) {
        let p = self.0.start();
        (self.0.layer(&p), self.0.number(&p))
    }

    fn successors(&self, layer: u32, numbers: &[u64], found: &mut Vec<u64>) -> Result<(), Stray> {
        for &number in numbers {
            let p = self.position(layer, number)?;
            found.extend(self.0.moves(&p).map(|m| self.0.number(&self.0.play(&p, m))));
        }
        Ok(())
    }

    fn expand(&self, layer: u32, numbers: &[u64], cells: &mut [u16], wanted: &mut Vec<Wanted>) -> Result<(), Stray> {
        let game = self.0;
        for ((index, &number), cell) in (0..).zip(numbers).zip(cells) {
            let p = self.position(layer, number)?;
            let (turn, before) = (game.turn(&p), wanted.len());
            wanted.extend(game.moves(&p).map(|m| {
                let q = game.play(&p, m);
                Wanted { number: game.number(&q), index, same: game.turn(&q) == turn }
            }));
            if wanted.len() == before {
                *cell = Cell::new(ended(game, &p)).expect("play is over").to_bits();
            }
        }
        Ok(())
    }

    fn count(&self, layer: u32, numbers: &[u64], cells: &[u16], figures: &mut Figures) -> Result<(), Stray> {
        for (&number, &cell) in numbers.iter().zip(cells) {
            figures.add(Cell::from_bits(cell), self.0.images(&self.position(layer, number)?));
        }
        Ok(())
    }
}

/// A cell takes the value of a move, if that is better than what it had. A value with too many plies for a cell is none:
/// drivers refuse so many layers before they value any, and a cell that stays open is an error.
#[inline]
pub(super) fn improve(cell: &mut u16, found: u16, same: bool) {
    let Some(value) = Cell::new(Cell::from_bits(found).value().before(same)).map(Cell::to_bits) else { return };
    if *cell == OPEN || preference(value) > preference(*cell) {
        *cell = value;
    }
}

/// Refuses layers that are too many: a value has at most as many plies as layers follow, and layers are numbered in 32 bits.
pub(super) fn within_layers(first: u32, layers: usize) -> Result<(), Error> {
    let most = Cell::MOST_PLIES.min(u32::MAX - first);
    if layers as u64 <= u64::from(most) + 1 { Ok(()) } else { Err(Cell::too_long(most)) }
}

/// A number whose order is the order of preference.
#[inline]
fn preference(cell: u16) -> i32 {
    let cell = Cell::from_bits(cell);
    match cell.code() {
        0 => cell.plies() as i32 - (1 << 20),
        3 => (1 << 20) - cell.plies() as i32,
        code => i32::from(code),
    }
}

/// A part of a layer in memory: numbers in order, and their cells.
#[derive(Default)]
pub(super) struct Part {
    numbers: Vec<u64>,
    cells: Vec<u16>,
    /// Where numbers with the same leading bits begin.
    begins: Vec<u32>,
    first: u64,
    shift: u32,
}

impl Part {
    /// Bytes for each position, its share of `begins` included.
    pub(super) const EACH: u64 = 8 + 2 + 2;
    /// The most positions: ranks are stored in 32 bits.
    pub(super) const MOST: u64 = u32::MAX as u64;

    pub(super) fn new(numbers: Vec<u64>, cells: Vec<u16>) -> Part {
        let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else { return Part::default() };
        // About four numbers for each beginning.
        let bits = (numbers.len() / 4).max(1).ilog2();
        // A shift by 63 leaves two beginnings, and one by 64 would be none.
        let shift = (64 - (last - first).leading_zeros()).saturating_sub(bits).min(63);
        let mut begins = vec![0u32; ((last - first) >> shift) as usize + 2];
        for number in &numbers {
            begins[((number - first) >> shift) as usize + 1] += 1;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        Part { numbers, cells, begins, first, shift }
    }

    /// Where a number would be.
    #[inline]
    fn bucket(&self, number: u64) -> Option<usize> {
        let bucket = (number.checked_sub(self.first)? >> self.shift) as usize;
        (bucket + 1 < self.begins.len()).then_some(bucket)
    }

    /// Has the beginning of a search brought near.
    #[inline]
    pub(super) fn ask(&self, number: u64) {
        if let Some(bucket) = self.bucket(number) {
            crate::graph::prefetch(&self.begins[bucket]);
        }
    }

    #[inline]
    pub(super) fn find(&self, number: u64) -> Option<u16> {
        let bucket = self.bucket(number)?;
        let (begin, end) = (self.begins[bucket] as usize, self.begins[bucket + 1] as usize);
        let rank = begin + self.numbers[begin..end].partition_point(|&n| n < number);
        (self.numbers.get(rank) == Some(&number)).then(|| self.cells[rank])
    }
}
