//! Moves undone.

use super::{
    Draughts, Move, Position,
    moves::{captures, captures_in, hunters},
    squares::{DIRECTIONS, Grid},
};
use crate::bits::Singles;
use attractor_game::{Player, Retrograde};
use std::{convert::Infallible, ops::ControlFlow};

impl Retrograde for Draughts {
    #[inline]
    fn try_predecessors<B>(&self, p: &Position, each: impl FnMut(Position) -> ControlFlow<B>) -> ControlFlow<B> {
        let most = self.most_pieces() as u32;
        if self.variant.ten() { before::<true, B>(p, most, each) } else { before::<false, B>(p, most, each) }
    }
}

/// The opponent has made a step, or has captured pieces of the player to move.
///
/// Of the ways to capture the same pieces between the same squares one is counted: two moves of a position that lead here
/// differ by where the piece stood or by what it was.
#[inline]
fn before<const TEN: bool, B>(
    p: &Position,
    most: u32,
    mut found: impl FnMut(Position) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (me, you) = (p.turn.index(), p.turn.other().index());
    let room = most.saturating_sub(p.count());
    let last = Grid::<TEN>::last_row(you);
    for to in Singles(p.pieces[you]) {
        // A king on its last row may have come there as a man.
        let (king, crowned) = (p.kings & to != 0, last & to != 0);
        for was_king in [true, false] {
            if was_king && !king || !was_king && king && !crowned {
                continue;
            }
            let mut lifted = Position { turn: p.turn.other(), ..*p };
            lifted.pieces[you] ^= to;
            lifted.kings &= !to;
            if p.pieces[me] != 0 {
                undo_steps::<TEN, B>(&lifted, to, was_king, &mut found)?;
            }
            if room > 0 {
                undo_captures::<TEN, B>(&lifted, to, was_king, room, &mut found)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The position with the piece that moved put down.
#[inline]
fn put(lifted: &Position, from: u64, king: bool) -> Position {
    let mut q = *lifted;
    q.pieces[q.turn.index()] |= from;
    q.kings |= if king { from } else { 0 };
    q
}

/// Steps to a square: nothing could be captured before them.
#[inline]
fn undo_steps<const TEN: bool, B>(
    lifted: &Position,
    to: u64,
    king: bool,
    found: &mut impl FnMut(Position) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let free = Grid::<TEN>::BOARD & !(lifted.pieces[0] | lifted.pieces[1] | to);
    let from = if king && TEN {
        Grid::<TEN>::slides(to, free)
    } else {
        let [left, right] = Grid::<TEN>::ahead(lifted.turn.index());
        let ahead = |d: usize| king || d == left || d == right;
        free & (0..DIRECTIONS).filter(|&d| ahead(d)).fold(0, |set, d| set | Grid::<TEN>::step(to, DIRECTIONS - 1 - d))
    };
    for from in Singles(from) {
        let q = put(lifted, from, king);
        if hunters::<TEN>(&q) == 0 {
            found(q)?;
        }
    }
    ControlFlow::Continue(())
}

/// Captures that end on a square: of one piece at once, of more after duplicates are out. The latter are undone from few
/// positions: those with two pieces less than there can be.
#[inline]
fn undo_captures<const TEN: bool, B>(
    lifted: &Position,
    to: u64,
    king: bool,
    room: u32,
    found: &mut impl FnMut(Position) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (player, other) = (lifted.turn.index(), lifted.turn.other().index());
    let mut give = |from: u64, taken: u64| {
        // Men do not stand on their last row.
        if !king && from & Grid::<TEN>::last_row(player) != 0 {
            return ControlFlow::Continue(());
        }
        let mut q = put(lifted, from, king);
        q.pieces[other] |= taken;
        let bit = |set: u64| set.trailing_zeros() as u8;
        let m = Move { from: bit(from), to: bit(to), taken };
        if !captures::<TEN>(&q, hunters::<TEN>(&q)).list().contains(&m) {
            return ControlFlow::Continue(());
        }
        // Any of them may have been kings; those on their last row were.
        let must = taken & Grid::<TEN>::last_row(other);
        let may = taken & !must;
        let mut kings = may;
        loop {
            found(Position { kings: q.kings | must | kings, ..q })?;
            if kings == 0 {
                return ControlFlow::Continue(());
            }
            kings = (kings - 1) & may;
        }
    };
    let mut longer = Vec::new();
    let free = Grid::<TEN>::BOARD & !(lifted.pieces[0] | lifted.pieces[1]);
    let back = Back::<TEN> { player: lifted.turn, king, free, to };
    back.jumps(to, 0, |from, taken| {
        if room > 1 {
            back.collect(from, taken, room - 1, &mut longer);
        }
        give(from, taken)
    })?;
    longer.sort_unstable();
    longer.dedup();
    longer.into_iter().try_for_each(|(from, taken)| give(from, taken))
}

/// A capture followed backwards.
struct Back<const TEN: bool> {
    player: Player,
    king: bool,
    /// Free squares of the position after it, the one where it ended included.
    free: u64,
    to: u64,
}

impl<const TEN: bool> Back<TEN> {
    /// Every jump to a square: where it came from, and all that is then taken.
    #[inline]
    fn jumps<B>(&self, at: u64, taken: u64, mut found: impl FnMut(u64, u64) -> ControlFlow<B>) -> ControlFlow<B> {
        let flies = TEN && self.king;
        let free = self.free & !taken;
        for direction in captures_in::<TEN>(self.player.index(), self.king) {
            let back = DIRECTIONS - 1 - direction;
            let mut over = Grid::<TEN>::step(at, back) & free;
            while over != 0 {
                let mut from = Grid::<TEN>::step(over, back) & free;
                while from != 0 && over != self.to {
                    found(from, taken | over)?;
                    from = if flies { Grid::<TEN>::step(from, back) & free } else { 0 };
                }
                over = if flies { Grid::<TEN>::step(over, back) & free } else { 0 };
            }
        }
        ControlFlow::Continue(())
    }

    /// Captures that took `more` pieces at most before they were on that square.
    fn collect(&self, at: u64, taken: u64, more: u32, list: &mut Vec<(u64, u64)>) {
        let ControlFlow::Continue(()) = self.jumps(at, taken, |from, taken| {
            list.push((from, taken));
            if more > 1 {
                self.collect(from, taken, more - 1, list);
            }
            ControlFlow::<Infallible>::Continue(())
        });
    }
}
