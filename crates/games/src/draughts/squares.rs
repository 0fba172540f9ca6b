//! The dark squares as bits of a word, so that a step is a shift.
//!
//! ```text
//!    0   1   2   3   4       Behind every second row one bit is left out (10, 21, 32, 43 here; on the smaller board 8, 17,
//!  5   6   7   8   9         26): whoever steps over the edge ends there, or beyond the last bit. All steps down to the
//!   11  12  13  14  15       left are then a shift by the same number, and so are those of the other three directions.
//! 16  17  18  19  20
//! ```

/// Directions: up to the left, up to the right, down to the left, down to the right. The opposite of `d` is `3 - d`.
pub(super) const DIRECTIONS: usize = 4;

/// A board of ten by ten squares, or of eight by eight.
pub(super) struct Grid<const TEN: bool>;

impl<const TEN: bool> Grid<TEN> {
    /// Dark squares of a row.
    pub(super) const WIDTH: usize = if TEN { 5 } else { 4 };
    /// Dark squares.
    pub(super) const SQUARES: usize = 2 * Self::WIDTH * Self::WIDTH;
    /// Bits, those that are left out included.
    pub(super) const BITS: usize = Self::SQUARES + Self::WIDTH - 1;
    /// All squares.
    pub(super) const BOARD: u64 = {
        let (mut board, mut square) = (0, 0);
        while square < Self::SQUARES {
            board |= 1 << (square + square / (2 * Self::WIDTH));
            square += 1;
        }
        board
    };
    /// The first row and the last.
    pub(super) const TOP: u64 = (1 << Self::WIDTH) - 1;
    pub(super) const BOTTOM: u64 = Self::TOP << (Self::BITS - Self::WIDTH);

    /// Every square of the set one step on; it may have left the board.
    #[inline(always)]
    pub(super) const fn step(set: u64, direction: usize) -> u64 {
        match direction {
            0 => set >> (Self::WIDTH + 1),
            1 => set >> Self::WIDTH,
            2 => set << Self::WIDTH,
            _ => set << (Self::WIDTH + 1),
        }
    }

    /// That player goes up the board: White does.
    #[inline(always)]
    pub(super) const fn up(player: usize) -> bool {
        (player == 0) == TEN
    }

    /// The directions in which a player's men move.
    #[inline(always)]
    pub(super) const fn ahead(player: usize) -> [usize; 2] {
        if Self::up(player) { [0, 1] } else { [2, 3] }
    }

    /// The row where a player's men become kings.
    #[inline(always)]
    pub(super) const fn last_row(player: usize) -> u64 {
        if Self::up(player) { Self::TOP } else { Self::BOTTOM }
    }

    /// The board turned round.
    #[inline(always)]
    pub(super) const fn turned(set: u64) -> u64 {
        set.reverse_bits() >> (64 - Self::BITS)
    }

    /// The free squares that a flying king can go to.
    #[inline]
    pub(super) fn slides(from: u64, free: u64) -> u64 {
        let mut reached = 0;
        for direction in 0..DIRECTIONS {
            let mut at = Self::step(from, direction) & free;
            while at != 0 {
                reached |= at;
                at = Self::step(at, direction) & free;
            }
        }
        reached
    }
}
