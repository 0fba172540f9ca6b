//! Sets of cells as bits of a word: going through a set, and turning one as a whole.

/// A word whose bits are a set of cells.
pub(crate) trait Set: Copy + Eq {
    /// The empty set.
    const NONE: Self;
    /// How many cells there are.
    fn count(self) -> u32;
    /// The number of the lowest cell.
    fn first(self) -> u32;
    /// The lowest cell alone; nothing of the empty set.
    fn lowest(self) -> Self;
    /// All cells but the lowest.
    fn without_lowest(self) -> Self;
}

macro_rules! set {
    ($($type:ty)*) => {$(
        impl Set for $type {
            const NONE: $type = 0;
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn lowest(self) -> $type {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn without_lowest(self) -> $type {
                self & self.wrapping_sub(1)
            }
        }
    )*};
}
set!(u16 u32 u64 u128);

/// The cells of a set by number, ascending. Counting them takes one instruction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Cells<W>(pub(crate) W);

/// The cells of a set as sets of one cell each, ascending.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Singles<W>(pub(crate) W);

macro_rules! through {
    ($name:ident, $item:ty, $set:ident => $next:expr) => {
        impl<W: Set> Iterator for $name<W> {
            type Item = $item;
            #[inline]
            fn next(&mut self) -> Option<$item> {
                let $set = self.0;
                if $set == W::NONE {
                    return None;
                }
                self.0 = $set.without_lowest();
                Some($next)
            }
            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self.0.count() as usize;
                (left, Some(left))
            }
            #[inline]
            fn count(self) -> usize {
                self.0.count() as usize
            }
        }
    };
}
through!(Cells, u8, set => set.first() as u8);
through!(Singles, W, set => set.lowest());

/// What an iterator gives, changed by a function: `map`, but counting goes through nothing if the iterator's does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Each<I, F>(I, F);

/// The moves to cells: `each(Cells(set), Move)`.
#[inline]
pub(crate) fn each<I: Iterator, M, F: Fn(I::Item) -> M>(cells: I, make: F) -> Each<I, F> {
    Each(cells, make)
}

impl<I: Iterator, M, F: Fn(I::Item) -> M> Iterator for Each<I, F> {
    type Item = M;
    #[inline]
    fn next(&mut self) -> Option<M> {
        self.0.next().map(&self.1)
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
    #[inline]
    fn count(self) -> usize {
        self.0.count()
    }
}

/// All that is connected to a set: it grows until it no longer does.
#[inline(always)]
pub(crate) fn flood<W: Set>(mut set: W, grown: impl Fn(W) -> W) -> W {
    loop {
        let more = grown(set);
        if more == set {
            return set;
        }
        set = more;
    }
}

/// Rows and columns of eight by eight cells exchanged.
#[inline]
pub(crate) fn transposed(mut set: u64) -> u64 {
    // Blocks of four by four, then of two by two, then single cells change places across the diagonal.
    for (shift, below) in [(28, 0xF0F0_F0F0), (14, 0x0000_CCCC_0000_CCCC), (7, 0x00AA_00AA_00AA_00AA)] {
        let change = (set ^ set >> shift) & below;
        set ^= change | change << shift;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_walked_through_and_counted() {
        assert_eq!(Cells(0b1010u32).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(Cells(1u128 << 127 | 1).collect::<Vec<_>>(), [0, 127]);
        assert_eq!(Singles(0b1010u64).collect::<Vec<_>>(), [2, 8]);
        assert_eq!(each(Cells(0b1010u16), |cell| cell + 1).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(each(Cells(u64::MAX), |_| panic!("not asked for")).count(), 64);
        assert_eq!(Cells(0u16).next(), None);
    }

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        for cell in 0..64 {
            assert_eq!(transposed(1 << cell), 1 << (cell % 8 * 8 + cell / 8));
        }
    }
}
