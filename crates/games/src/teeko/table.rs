//! Positions numbered, and moves undone.
//!
//! Who is to move is always "mine". One tier for each number of men on the board, 0 to 8; within it the set of my men, and
//! then the set of the others among the cells left. Positions in which the player to move has a winning shape already do
//! not exist, and their numbers are unused.

use super::{MEN, NEIGHBOURS, Position, SIDE, Teeko, shaped};
use crate::{
    bits::{Cells, Singles},
    ranking::{choose, rank, spread, squeeze, unrank},
};
use attractor_game::{Indexed, Player, Retrograde};
use std::ops::{ControlFlow, Range};

const CELLS: usize = SIDE * SIDE;
/// The number of men on the board is below this.
const TIERS: usize = 2 * MEN as usize + 1;

/// How many of that many men on the board are mine, and how many are not.
const fn shares(men: usize) -> (usize, usize) {
    (men / 2, men - men / 2)
}

/// Where each tier begins; and the size of all.
static BEGIN: [u64; TIERS + 1] = {
    let mut begin = [0; TIERS + 1];
    let mut men = 0;
    while men < TIERS {
        let (mine, theirs) = shares(men);
        let sets = choose(CELLS, mine) * choose(CELLS - mine, theirs);
        begin[men + 1] = begin[men] + sets;
        men += 1;
    }
    begin
};

impl Indexed for Teeko {
    fn size(&self) -> u64 {
        BEGIN[TIERS]
    }

    #[inline]
    fn index(&self, p: &Position) -> u64 {
        let (mine, theirs) = (p.men(p.turn), p.men(p.turn.other()));
        let men = (mine | theirs).count_ones() as usize;
        let (some, others) = shares(men);
        BEGIN[men] + rank(mine) * choose(CELLS - some, others) + rank(squeeze(theirs, mine))
    }

    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        if index >= self.size() {
            return None;
        }
        let men = BEGIN.iter().rposition(|&begin| begin <= index).expect("the first tier begins at 0");
        let (some, others) = shares(men);
        let within = index - BEGIN[men];
        let sets = choose(CELLS - some, others);
        let mine = unrank(within / sets, some);
        let theirs = spread(unrank(within % sets, others), mine);
        (!shaped(mine)).then_some(Position { men: [mine, theirs], turn: Player::One })
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        BEGIN.windows(2).map(|w| w[0]..w[1]).collect()
    }

    #[inline]
    fn renamed(&self, p: &Position) -> bool {
        p.turn == Player::Two
    }
}

impl Retrograde for Teeko {
    /// The opponent has put a man on the board, or has moved one.
    #[inline]
    fn try_predecessors<B>(&self, p: &Position, mut each: impl FnMut(Position) -> ControlFlow<B>) -> ControlFlow<B> {
        let (mine, theirs, before) = (p.men(p.turn), p.men(p.turn.other()), p.turn.other());
        let mut give = |men: u32| {
            let men = if before == Player::Two { [mine, men] } else { [men, mine] };
            each(Position { men, turn: before })
        };
        // Before, the opponent had one man less: as many as I, or one less. That is possible wherever this is.
        for man in Singles(theirs) {
            give(theirs ^ man)?;
        }
        for to in Cells(if mine.count_ones() == MEN { theirs } else { 0 }) {
            for from in Singles(NEIGHBOURS[usize::from(to)] & p.free()) {
                let men = theirs ^ 1 << to | from;
                if !shaped(men) {
                    give(men)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
