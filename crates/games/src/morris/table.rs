//! Positions numbered, and moves undone.
//!
//! Who is to move is always "mine". A block is all positions with the same numbers of men: in it, the set of my men, and
//! then the set of the others among the points left. Blocks are in an order that no move leads back from:
//!
//! - while men are put on the board, one tier for each number of men that have been put there;
//! - then one for each pair of numbers of men, those with more men first; my 3 against 5 and my 5 against 3 take turns and
//!   are one tier;
//! - last those in which the player to move has two men left, and has lost.

use super::{BOARD, FEW, MEN, Morris, NEIGHBOURS, NONE, POINTS, Position, in_mills, removable};
use crate::{
    bits::{Cells, Singles},
    ranking::{choose, rank, spread, squeeze, unrank},
};
use attractor_game::{Indexed, Player, Retrograde};
use std::ops::{ControlFlow, Range};

/// Men of a player, none included.
const COUNTS: usize = MEN as usize + 1;

/// Positions with the same numbers of men.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Block {
    begin: u64,
    /// Men in hand and on the board of the player to move, and of the other.
    hands: [u8; 2],
    men: [u8; 2],
}

/// All blocks in order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Blocks {
    list: Vec<Block>,
    /// Where the block begins, by men in hand of both together, my men and theirs.
    begin: Box<[[[u64; COUNTS]; COUNTS]; 2 * COUNTS - 1]>,
    tiers: Vec<Range<u64>>,
    size: u64,
}

impl Blocks {
    pub(super) fn new() -> Blocks {
        let mut blocks = Blocks {
            list: Vec::new(),
            begin: Box::new([[[u64::MAX; COUNTS]; COUNTS]; 13]),
            tiers: Vec::new(),
            size: 0,
        };
        let all = MEN as u8;
        for left in (1..=2 * all).rev() {
            let hands = [left - left / 2, left / 2];
            for mine in 0..=all - hands[0] {
                for theirs in 0..=all - hands[1] {
                    blocks.push(hands, [mine, theirs]);
                }
            }
            blocks.end_tier();
        }
        let few = FEW as u8;
        for sum in (2 * few..=2 * all).rev() {
            for less in few.max(sum.saturating_sub(all))..=sum / 2 {
                let more = sum - less;
                blocks.push([0; 2], [less, more]);
                if less != more {
                    blocks.push([0; 2], [more, less]);
                }
                blocks.end_tier();
            }
        }
        for theirs in few..=all {
            blocks.push([0; 2], [few - 1, theirs]);
        }
        blocks.end_tier();
        blocks
    }

    /// The next block, unless somebody would have lost before.
    fn push(&mut self, hands: [u8; 2], men: [u8; 2]) {
        let (mine, theirs) = (u32::from(hands[0] + men[0]), u32::from(hands[1] + men[1]));
        if mine + 1 < FEW || theirs < FEW {
            return;
        }
        self.list.push(Block { begin: self.size, hands, men });
        let [some, others] = men.map(usize::from);
        self.begin[usize::from(hands[0] + hands[1])][some][others] = self.size;
        self.size += choose(POINTS, some) * choose(POINTS - some, others);
    }

    fn end_tier(&mut self) {
        self.tiers.push(self.tiers.last().map_or(0, |t| t.end)..self.size);
    }
}

impl Indexed for Morris {
    fn size(&self) -> u64 {
        self.blocks.size
    }

    #[inline]
    fn index(&self, p: &Position) -> u64 {
        let (mine, theirs) = (p.men(p.turn), p.men(p.turn.other()));
        let (some, others) = (mine.count_ones() as usize, theirs.count_ones() as usize);
        let begin = self.blocks.begin[usize::from(p.hand[0] + p.hand[1])][some][others];
        begin + rank(mine) * choose(POINTS - some, others) + rank(squeeze(theirs, mine))
    }

    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        if index >= self.blocks.size {
            return None;
        }
        let block = &self.blocks.list[self.blocks.list.partition_point(|b| b.begin <= index) - 1];
        let [some, others] = block.men.map(usize::from);
        let within = index - block.begin;
        let sets = choose(POINTS - some, others);
        let mine = unrank(within / sets, some);
        let theirs = spread(unrank(within % sets, others), mine);
        Some(Position { men: [mine as u16, theirs as u16], hand: block.hands, turn: Player::One })
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.blocks.tiers.clone()
    }

    #[inline]
    fn renamed(&self, p: &Position) -> bool {
        p.turn == Player::Two
    }
}

impl Retrograde for Morris {
    /// The opponent has put a man on the board or moved one; and may have taken one of mine.
    #[inline]
    fn try_predecessors<B>(&self, p: &Position, mut each: impl FnMut(Position) -> ControlFlow<B>) -> ControlFlow<B> {
        let (me, you) = (p.turn, p.turn.other());
        let (mine, theirs, free) = (p.men(me), p.men(you), p.free());
        // Who moves has three men; nobody has more than six.
        if p.all(you) < FEW {
            return ControlFlow::Continue(());
        }
        let enough = p.all(me) >= FEW;
        let room = p.all(me) < MEN;
        let slides = p.hand == [0; 2];
        let mills = in_mills(theirs);
        for to in Cells(theirs) {
            let others = theirs ^ 1 << to;
            // Whoever flew had as many men before as after.
            let from = if self.fly(theirs) { free } else { NEIGHBOURS[usize::from(to)] & free };
            let from = Cells(if slides { from } else { 0 }).chain([NONE]);
            let closed = mills >> to & 1 != 0;
            for from in from {
                let mut before = Position { turn: you, ..*p };
                let men = if from == NONE {
                    before.hand[you.index()] += 1;
                    others
                } else {
                    others | 1 << from
                };
                before.men[you.index()] = men as u16;
                // A mill takes nothing only where there is nothing to take.
                if enough && (!closed || mine == 0) {
                    each(before)?;
                }
                let taken = if closed && room { free & !(1 << from) & BOARD } else { 0 };
                for take in Singles(taken) {
                    if removable(mine | take) & take != 0 {
                        let mut before = before;
                        before.men[me.index()] |= take as u16;
                        each(before)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}
