//! Sets of cells numbered densely: the subsets of `k` cells are `0..choose(n, k)`, whichever `n` cells there are.
//!
//! The set of cells `c1 < c2 < ... < ck` has number `choose(c1, 1) + choose(c2, 2) + ... + choose(ck, k)`, the
//! combinatorial number system.

use crate::bits::{Cells, Set, Singles};

/// `BINOMIAL[k][n]`: how many sets of `k` of `n` cells there are, for at most 7 of 64 cells.
static BINOMIAL: [[u32; 65]; 8] = {
    let mut table = [[0; 65]; 8];
    let mut n = 0;
    while n <= 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k < 8 && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many sets of `k` of `n` cells there are.
#[inline]
pub(crate) const fn choose(n: usize, k: usize) -> u64 {
    BINOMIAL[k][n] as u64
}

/// The number of a set among those of as many cells.
#[inline]
pub(crate) fn rank<W: Set>(set: W) -> u64 {
    Cells(set).zip(1..).map(|(cell, k)| choose(cell.into(), k)).sum()
}

/// The number of a set among those of as many cells of `within`.
#[inline]
pub(crate) fn rank_within(set: u64, within: u64) -> u64 {
    Singles(set).zip(1..).map(|(cell, k)| choose((within & (cell - 1)).count_ones() as usize, k)).sum()
}

/// The largest cell of a set of two or three of 64, by the number of the set.
static LARGEST_OF_TWO: [u8; choose(64, 2) as usize] = largest(2);
static LARGEST_OF_THREE: [u8; choose(64, 3) as usize] = largest(3);

const fn largest<const N: usize>(k: usize) -> [u8; N] {
    let (mut table, mut number, mut n) = ([0; N], 0, k - 1);
    while number < N {
        if choose(n + 1, k) as usize <= number {
            n += 1;
        }
        table[number] = n as u8;
        number += 1;
    }
    table
}

/// The cells of the set of `size` of 64 cells that has that number, the largest first.
#[inline]
pub(crate) fn cells_of(mut number: u64, size: usize) -> impl Iterator<Item = usize> {
    (1..=size).rev().map(move |k| {
        let cell = match k {
            1 => number as usize,
            2 => usize::from(LARGEST_OF_TWO[number as usize]),
            3 => usize::from(LARGEST_OF_THREE[number as usize]),
            _ => BINOMIAL[k].partition_point(|&sets| u64::from(sets) <= number) - 1,
        };
        number -= choose(cell, k);
        cell
    })
}

/// Cells that sets of 0, 1, 2... of them may have, for the table of sets.
const WIDTHS: [usize; 7] = [25, 25, 25, 25, 25, 16, 16];

/// Where the sets of each size begin in the table; and its length.
const BEGIN: [usize; WIDTHS.len() + 1] = {
    let mut begin = [0; WIDTHS.len() + 1];
    let mut k = 0;
    while k < WIDTHS.len() {
        begin[k + 1] = begin[k] + choose(WIDTHS[k], k) as usize;
        k += 1;
    }
    begin
};

/// Every set by size and number: sets as binary numbers ascend in the same order.
static SETS: [u32; BEGIN[WIDTHS.len()]] = {
    let mut sets = [0; BEGIN[WIDTHS.len()]];
    let mut k = 1;
    while k < WIDTHS.len() {
        let mut set: u32 = (1 << k) - 1;
        let mut i = BEGIN[k];
        while i < BEGIN[k + 1] {
            sets[i] = set;
            // The next larger number with as many bits: the lowest run of bits gives one upwards, and its rest falls down.
            let low = set & set.wrapping_neg();
            let up = set + low;
            set = up | (((set ^ up) / low) >> 2);
            i += 1;
        }
        k += 1;
    }
    sets
};

/// The set of `k` cells that has that number: up to 4 of 25 cells, or 6 of 16.
#[inline]
pub(crate) fn unrank(rank: u64, k: usize) -> u32 {
    SETS[BEGIN[k] + rank as usize]
}

/// The set with the cells of `gone`, which it does not hold, taken out of the numbering of cells.
#[inline]
pub(crate) fn squeeze(mut set: u32, mut gone: u32) -> u32 {
    while gone != 0 {
        let cell = 31 - gone.leading_zeros();
        gone ^= 1 << cell;
        let below = (1 << cell) - 1;
        set = (set & below) | (set >> 1 & !below);
    }
    set
}

/// The inverse of [`squeeze`]: puts the cells of `gone` back into the numbering.
#[inline]
pub(crate) fn spread(mut set: u32, mut gone: u32) -> u32 {
    while gone != 0 {
        let below = (gone & gone.wrapping_neg()) - 1;
        gone &= gone - 1;
        set = (set & below) | (set & !below) << 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_turned_back() {
        assert_eq!((choose(25, 4), choose(16, 6), choose(3, 5), choose(0, 0)), (12_650, 8_008, 0, 1));
        for k in 0..=6 {
            let mut sets: Vec<u32> = (0..1 << 11).filter(|s: &u32| s.count_ones() == k).collect();
            sets.sort_by_key(|&s| rank(s));
            assert_eq!(sets.len() as u64, choose(11, k as usize));
            assert!(sets.iter().zip(0..).all(|(&s, i)| rank(s) == i && unrank(i, k as usize) == s));
            let set_of = |i| cells_of(i, k as usize).fold(0, |set, cell| set | 1 << cell);
            assert!(sets.iter().zip(0..).all(|(&s, i)| set_of(i) == s && rank_within((s << 3).into(), !7) == i));
        }
    }

    #[test]
    fn cells_are_taken_out_and_put_back() {
        for gone in 0..256u32 {
            let free: Vec<u8> = Cells(!gone & 255).collect();
            for set in (0..256u32).filter(|s| s & gone == 0) {
                let plain =
                    free.iter().enumerate().filter(|(_, c)| set >> **c & 1 != 0).fold(0, |s, (i, _)| s | 1 << i);
                assert_eq!((squeeze(set, gone), spread(plain, gone)), (plain, set));
            }
        }
    }
}
