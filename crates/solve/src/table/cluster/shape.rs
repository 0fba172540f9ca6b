//! How a layer is cut into parts, and how its numbers are written.

use super::{
    super::runs::{put, take},
    member::confused,
};
use attractor_game::Error;

/// How a layer is cut.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shape {
    /// The first number of each part but the first.
    pub(super) splits: Vec<u64>,
    /// Positions of each part.
    pub(super) counts: Vec<u64>,
}

impl Shape {
    /// Positions of the layer.
    pub(super) fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The part that a number belongs to.
    #[inline]
    pub(super) fn part(&self, number: u64) -> usize {
        self.splits.partition_point(|split| *split <= number)
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.splits.iter().chain(&self.counts).flat_map(|n| n.to_le_bytes()).collect()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Shape> {
        let mut splits: Vec<u64> = bytes.as_chunks().0.iter().map(|n| u64::from_le_bytes(*n)).collect();
        let counts = splits.split_off(splits.len() / 2);
        (counts.len() == splits.len() + 1).then_some(Shape { splits, counts })
    }
}

/// Writes numbers in increasing order: how many, then the gaps.
pub(super) fn encode(numbers: &[u64]) -> Vec<u8> {
    let (mut bytes, mut next) = ((numbers.len() as u64).to_le_bytes().to_vec(), 0u64);
    for &number in numbers {
        put(&mut bytes, number - next);
        next = number.wrapping_add(1);
    }
    bytes
}

/// Calls `each` with the numbers that [`encode`] wrote.
pub(super) fn decode(bytes: &[u8], each: &mut dyn FnMut(u64)) -> Result<(), Error> {
    let (count, gaps) = bytes.split_first_chunk().ok_or_else(confused)?;
    let (mut at, mut next) = (0, 0u64);
    for _ in 0..u64::from_le_bytes(*count) {
        if at >= gaps.len() {
            return Err(confused());
        }
        let number = next.wrapping_add(take(gaps, &mut at));
        each(number);
        next = number.wrapping_add(1);
    }
    Ok(())
}

/// Reads the numbers that [`encode`] wrote.
pub(super) fn decoded(bytes: &[u8]) -> Result<Vec<u64>, Error> {
    let mut numbers = Vec::new();
    decode(bytes, &mut |number| numbers.push(number))?;
    Ok(numbers)
}

/// Reads cells of two bytes each.
pub(super) fn cells(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks().0.iter().map(|cell| u16::from_le_bytes(*cell)).collect()
}
