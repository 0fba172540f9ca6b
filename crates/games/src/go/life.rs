//! Unconditional life: what stands whatever the other does.
//!
//! D. B. Benson, *Life in the game of Go*, Information Sciences 10 (1976), 17-29. A *region* of a player is a connected
//! set of points without his stones, and as large as can be. It is *vital* to a block of his if every empty point of it
//! is a liberty of the block. Blocks with fewer than two vital regions are struck out, then regions that touch a block
//! struck out, and so on until nothing changes. The blocks that are left are never taken, even if their player always
//! passes: to take one, all its liberties must be filled, those in two vital regions last; but the last point of the
//! first of them is suicide.
//!
//! **Territory.** That a block lives does not say whose the points inside are: stones of the other's may lie there, and
//! count for him until they are taken. Here a region is called *strictly vital* to a block if *every* point of it, also
//! those with stones of the other's on them, is a neighbour of the block. With this notion in place of the other one, the
//! same procedure leaves blocks and regions that the player *holds*: he has all their points in the end if he passes
//! unless a stone of the other's lies in one of these regions, and else fills a point of that region.
//!
//! - There always is such a point: the stone has a liberty, and it lies in the region, for the blocks around are his.
//! - He may fill it: it joins a block with liberties in a second region, or takes the stones beside it.
//! - All stays as it was: what is left of the region is not empty, and consists of parts that are strictly vital to the
//!   blocks, now larger, to which the whole was.
//! - It comes to an end, since his stones become more with every one of these moves.
//! - When both have passed, no stone of the other's lies in the regions: else he would not have passed.
//!
//! Superko forbids none of these moves unless a board of the past had all the stones of these blocks, and more of his stones
//! in them and their regions than there are now: his stones there become more and more.

use super::grid::{Grid, Word};

/// What no play of the other's can take from a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Life {
    /// The stones that live unconditionally.
    pub stones: u128,
    /// The stones around the regions that the player holds. They live too.
    pub walls: u128,
    /// The points of these regions, with stones of the other's on them or not.
    pub territory: u128,
}

impl Life {
    /// The life of a player's stones.
    pub(super) fn of<S: Word>(grid: &Grid<S>, mine: S, theirs: S) -> Life {
        let (stones, _) = alive(grid, mine, theirs, false);
        let (walls, territory) = alive(grid, mine, theirs, true);
        Life { stones: stones.wide(), walls: walls.wide(), territory: territory.wide() }
    }
}

/// More blocks or regions than this a board of 81 points cannot have.
const MOST: usize = 64;

/// The blocks that live, and the regions that only they touch and that are vital to one of them.
pub(super) fn alive<S: Word>(grid: &Grid<S>, mine: S, theirs: S, strictly: bool) -> (S, S) {
    let outside = grid.board & !mine;
    let empty = outside & !theirs;
    // Two regions, with two points, are the least that lives.
    let mut regions = [(S::NONE, S::NONE, S::NONE); MOST];
    let mut count = 0;
    for region in grid.parts(outside, empty) {
        let touched = grid.around(region);
        regions[count] = (region, touched & mine, if strictly { region } else { region & empty });
        count += 1;
        if count == MOST {
            return (S::NONE, S::NONE);
        }
    }
    let mut living = mine;
    while count >= 2 && living != S::NONE {
        let mut dead = S::NONE;
        for block in grid.parts(living, living) {
            let reach = grid.around(block);
            let vital = regions[..count].iter().filter(|(_, _, inside)| *inside & !reach == S::NONE).count();
            if vital < 2 {
                dead |= block;
            }
        }
        if dead == S::NONE {
            let mut held = S::NONE;
            for block in grid.parts(living, living) {
                let reach = grid.around(block);
                for (region, _, inside) in &regions[..count] {
                    if *inside & !reach == S::NONE {
                        held |= *region;
                    }
                }
            }
            return (living, held);
        }
        living &= !dead;
        let mut kept = 0;
        for i in 0..count {
            if regions[i].1 & dead == S::NONE {
                regions[kept] = regions[i];
                kept += 1;
            }
        }
        count = kept;
    }
    (S::NONE, S::NONE)
}
