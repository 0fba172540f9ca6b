//! The last few empty cells, searched without looking anything up: moves that leave the opponent few first, near the end cells
//! in quarters with an odd number of empty ones, since who plays there first also plays there last.
//!
//! Scores are half margins, which are always even.

use super::grid::Grid;

/// With so many empty cells or more, moves are sorted.
const SORTED: u32 = 5;
/// More empty cells than this are not searched here.
const MOST: usize = 8;

/// A search over few empty cells, which counts what it enters.
pub(super) struct Few<'a> {
    pub(super) grid: &'a Grid,
    pub(super) nodes: &'a mut u64,
}

impl Few<'_> {
    /// Half the margin when play is over.
    #[inline(always)]
    fn over(&self, me: u64, other: u64) -> i32 {
        super::margin(self.grid.cells, me, other) / 2
    }

    /// Is the score at least `ask`? An answer `>= ask` is a lower bound of the score, an answer `< ask` an upper one.
    /// `passed`: the other has just passed.
    pub(super) fn search(&mut self, me: u64, other: u64, ask: i32, passed: bool) -> i32 {
        let empty = self.grid.cells & !(me | other);
        if empty & empty.wrapping_sub(1) == 0 {
            return self.last(me, other, empty);
        }
        *self.nodes += 1;
        let mut odd = 0;
        for quarter in self.grid.quarters {
            if (empty & quarter).count_ones() & 1 != 0 {
                odd |= quarter;
            }
        }
        let best = if empty.count_ones() >= SORTED {
            self.best_sorted(me, other, empty, odd, ask)
        } else {
            self.best_by_parity(me, other, empty, odd, ask)
        };
        match best {
            Some(best) => best,
            None if passed => self.over(me, other),
            None => -self.search(other, me, 1 - ask, true),
        }
    }

    /// The discs after one is put on a cell, if it turns any: those of who put it there, and the other's.
    #[inline(always)]
    fn after(&self, cell: usize, me: u64, other: u64) -> Option<(u64, u64)> {
        if self.grid.around[cell & 63] & other == 0 {
            return None;
        }
        let turned = self.grid.flips(cell, me, other);
        (turned != 0).then_some((me | turned | 1 << cell, other & !turned))
    }

    /// The best of the moves, or the first that is good enough; none if there is no move.
    #[inline(always)]
    fn best_by_parity(&mut self, me: u64, other: u64, empty: u64, odd: u64, ask: i32) -> Option<i32> {
        let mut best = None;
        for mut cells in [empty & odd, empty & !odd] {
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let Some((mine, theirs)) = self.after(cell, me, other) else { continue };
                let score = -self.search(theirs, mine, 1 - ask, false);
                best = best.max(Some(score));
                if score >= ask {
                    return best;
                }
            }
        }
        best
    }

    /// The same, moves that leave the opponent few coming first.
    fn best_sorted(&mut self, me: u64, other: u64, empty: u64, odd: u64, ask: i32) -> Option<i32> {
        let mut moves = [(0i32, 0u64, 0u64); MOST];
        let (mut count, mut cells) = (0, empty);
        while cells != 0 && count < MOST {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let Some((mine, theirs)) = self.after(cell, me, other) else { continue };
            let replies = self.grid.moves(theirs, mine);
            let cost = 4 * (replies.count_ones() + (replies & self.grid.corners).count_ones()) as i32
                - 3 * i32::from(odd >> cell & 1 != 0);
            let mut at = count;
            while at > 0 && moves[at - 1].0 > cost {
                moves[at] = moves[at - 1];
                at -= 1;
            }
            moves[at] = (cost, mine, theirs);
            count += 1;
        }
        let mut best = None;
        for &(_, mine, theirs) in &moves[..count] {
            let score = -self.search(theirs, mine, 1 - ask, false);
            best = best.max(Some(score));
            if score >= ask {
                break;
            }
        }
        best
    }

    /// One cell is empty, or none.
    #[inline(always)]
    fn last(&mut self, me: u64, other: u64, empty: u64) -> i32 {
        *self.nodes += 1;
        if empty == 0 {
            return self.over(me, other);
        }
        let cell = empty.trailing_zeros() as usize;
        // Half the margin before the last disc, which itself makes the numbers even.
        let (mine, all) = (me.count_ones() as i32, self.grid.cells.count_ones() as i32);
        let turned = self.grid.flips(cell, me, other).count_ones() as i32;
        if turned > 0 {
            return mine + turned + 1 - all / 2;
        }
        let turned = self.grid.flips(cell, other, me).count_ones() as i32;
        if turned > 0 {
            return mine - turned - all / 2;
        }
        self.over(me, other)
    }
}
