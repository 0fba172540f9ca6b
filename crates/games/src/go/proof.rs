//! Proofs that need not know the past: a player gets so much whatever is played, and superko never stands in the way.
//!
//! Exact search with the whole past in its table hardly ever meets a position twice. So here is a game without a past: a
//! player, the *claimant*, wants at least so many points; boards may come back, and a play that does not end is lost for the
//! claimant. Whatever he can force there within some number of plies he gets by the real rules too:
//!
//! Call *rank* of a position the number of plies within which he can force it, and let him play to lower his rank with
//! every ply. Were a board B that he brings up by a stone forbidden by superko, then B lay there before, in this play.
//!
//! 1. He had brought it up then too. The position is the same as then, but ranks only fall.
//! 2. The other had brought it up, so that he was to move on B with rank r, and now the other is to move on B with a rank
//!    of at most r - 3: three plies at least lie between. If the area of B is enough for him, a pass would have led from
//!    there to a position as good as this one (the other could end play, which is enough, or go on as now), with a rank
//!    of at most r - 2 where there was one of r; that is impossible, r being the least. If it is not enough, the other
//!    may pass now, after which he is to move on B, with a pass just made: even so his rank is below r, and without that
//!    pass he has no fewer ways to win. Impossible too.
//!
//! So superko never forbids a move that lowers the rank, and the other has at most the moves that were reckoned with. The
//! same holds if boards of a real past are forbidden to both from the outset.
//!
//! Passes drop out of the game: to pass when the area does not suffice lets the other end play, and the other's pass when
//! it does suffice lets him end it. What is left is a board and who is to move.

use super::{
    MAX_SIDE, Past,
    grid::{Grid, Word},
    life::alive,
    name_of,
};
use crate::symmetry::Permutation;
use attractor_game::{Player, Watch};
use std::sync::Arc;

/// Who claims how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    pub(super) player: Player,
    /// His area less the other's, without komi, is at least this.
    pub(super) least: i32,
}

/// What is known of a board, who is to move and a claim.
#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    /// Not within so many plies.
    failed: u16,
    proven: bool,
    /// The best move, where the board lies as in the table.
    best: u8,
}

/// Nodes between two checks of the watch.
const PAUSE: u64 = 256;

/// No move is known.
const NO_MOVE: u8 = u8::MAX;
/// It cannot be forced in any number of plies.
const NEVER: u16 = u16::MAX;

/// Entries of the table at first, and at most: powers of two.
const TABLE: [usize; 2] = [1 << 12, 1 << 22];

/// The points of the largest board.
const POINTS: usize = MAX_SIDE * MAX_SIDE;
/// The moves of a position, at most: a stone on each point, or a pass.
const MOVES: usize = POINTS + 1;

/// A stone put down, and what it is worth trying.
#[derive(Clone, Copy)]
struct Try<S> {
    stones: [S; 2],
    point: u8,
    merit: i32,
}

/// Searches for proofs, and remembers what it found.
pub(super) struct Prover<S> {
    grid: Grid<S>,
    symmetries: Vec<Permutation>,
    /// Where each point comes from, by symmetry.
    origins: Vec<Vec<u8>>,
    /// How near the middle each point is.
    middle: Vec<i32>,
    table: Vec<Entry>,
    filled: usize,
    /// What the forbidden boards and the claim add to the name of a board.
    salt: u128,
    past: Option<Arc<Past>>,
    claim: Claim,
    /// Points that were good lately, by player.
    good: [[i32; POINTS]; 2],
    pub(super) nodes: u64,
    limit: u64,
    halted: bool,
}

impl<S: Word> Prover<S> {
    pub(super) fn new(grid: Grid<S>, symmetries: &[Permutation]) -> Prover<S> {
        let size = grid.size() as usize;
        let origins = symmetries
            .iter()
            .map(|s| {
                let mut origins = vec![0; size];
                (0..size).for_each(|p| origins[s.apply(1 << p).trailing_zeros() as usize] = p as u8);
                origins
            })
            .collect();
        let middle = |p: usize| {
            let from_edge = |i: usize, n: usize| i.min(n - 1 - i).min(2) as i32;
            from_edge(p / grid.columns, grid.rows) + from_edge(p % grid.columns, grid.columns)
        };
        Prover {
            symmetries: symmetries.to_vec(),
            origins,
            middle: (0..size).map(middle).collect(),
            table: Vec::new(),
            filled: 0,
            salt: 0,
            past: None,
            claim: Claim { player: Player::One, least: 0 },
            good: [[0; POINTS]; 2],
            nodes: 0,
            limit: 0,
            halted: false,
            grid,
        }
    }

    /// Whether the claim can be forced within so many plies, none of the past's boards coming back. None if that takes
    /// more than the allowance of nodes, or if `watch` ends it.
    pub(super) fn ask(
        &mut self,
        claim: Claim,
        (stones, turn): ([S; 2], Player),
        past: (&Option<Arc<Past>>, u128),
        plies: u32,
        allowance: u64,
        watch: Watch<'_>,
    ) -> Option<bool> {
        self.claim = claim;
        self.past = past.0.clone();
        let number = (claim.least as u128) << 1 | claim.player.index() as u128;
        self.salt = name_of([past.1, number]);
        self.limit = self.nodes + allowance;
        self.halted = false;
        let found = self.search(stones, turn, plies, watch);
        (!self.halted).then_some(found)
    }

    /// It can never be forced, as was found when asked before.
    pub(super) fn hopeless(&mut self, stones: [S; 2], turn: Player) -> bool {
        let (key, _) = self.key(stones, turn);
        self.look_up(key).is_some_and(|entry| entry.failed == NEVER)
    }

    /// The name of a board and who is to move, up to symmetry where no boards are forbidden, and the symmetry.
    #[inline]
    fn key(&self, stones: [S; 2], turn: Player) -> (u128, Option<usize>) {
        let mut first = [stones[0].wide(), stones[1].wide()];
        let mut way = None;
        if self.past.is_none() {
            let this = first;
            for (i, s) in self.symmetries.iter().enumerate() {
                let one = s.apply(this[0]);
                if one <= first[0] {
                    let image = [one, s.apply(this[1])];
                    if image < first {
                        (first, way) = (image, Some(i));
                    }
                }
            }
        }
        let turn = turn.index() as u128;
        (name_of([first[0] << 1 | turn, first[1]]) ^ self.salt, way)
    }

    #[inline]
    fn look_up(&self, key: u128) -> Option<&Entry> {
        let mask = self.table.len().checked_sub(1)?;
        let at = key as usize & mask;
        [at, at ^ 1].into_iter().map(|i| &self.table[i]).find(|entry| entry.key == key)
    }

    fn keep(&mut self, entry: Entry) {
        if 2 * self.filled >= self.table.len() && self.table.len() < TABLE[1] {
            let size = (4 * self.table.len()).max(TABLE[0]);
            let empty = Entry { key: 0, failed: 0, proven: false, best: NO_MOVE };
            let old = std::mem::replace(&mut self.table, vec![empty; size]);
            self.filled = 0;
            old.into_iter().filter(|entry| entry.key != 0).for_each(|entry| self.put(entry));
        }
        self.put(entry);
    }

    /// The first of two places is for what took most plies, the second for what came last.
    fn put(&mut self, entry: Entry) {
        let at = entry.key as usize & (self.table.len() - 1);
        let worth = |e: &Entry| (e.key != 0, e.proven, e.failed);
        let place = if self.table[at].key == entry.key || self.table[at ^ 1].key == entry.key {
            if self.table[at].key == entry.key { at } else { at ^ 1 }
        } else if worth(&self.table[at]) <= worth(&self.table[at ^ 1]) {
            at
        } else {
            at ^ 1
        };
        self.filled += usize::from(self.table[place].key == 0);
        self.table[place] = entry;
    }

    /// Points that the player surely has in the end, when it does not matter who is to move.
    fn sure(&self, stones: [S; 2], player: Player) -> i32 {
        let (mine, theirs) = (stones[player.index()], stones[player.other().index()]);
        held(&self.grid, mine, theirs, &self.past, player, S::NONE)
    }

    /// What the board tells without search: proven, or never.
    fn told(&self, stones: [S; 2]) -> Option<bool> {
        let Claim { player, least } = self.claim;
        let size = self.grid.size();
        // A player with so many points, the other having the rest, has that margin.
        let margin = |points: i32| 2 * points - size;
        if margin(self.sure(stones, player)) >= least {
            return Some(true);
        }
        (-margin(self.sure(stones, player.other())) < least).then_some(false)
    }

    /// The claim can be forced within so many plies.
    fn search(&mut self, stones: [S; 2], turn: Player, plies: u32, watch: Watch<'_>) -> bool {
        if self.nodes >= self.limit || self.nodes.is_multiple_of(PAUSE) && watch.is_over() {
            self.halted = true;
            return false;
        }
        self.nodes += 1;
        let (key, way) = self.key(stones, turn);
        let mut best = NO_MOVE;
        let known = self.look_up(key).copied();
        match known {
            Some(entry) => {
                if entry.proven || u32::from(entry.failed) >= plies && entry.failed > 0 || entry.failed == NEVER {
                    return entry.proven;
                }
                best = entry.best;
            }
            None => {
                if let Some(proven) = self.told(stones) {
                    self.keep(Entry { key, failed: if proven { 0 } else { NEVER }, proven, best });
                    return proven;
                }
            }
        }
        if plies == 0 {
            return false;
        }
        let Claim { player, least } = self.claim;
        let mine = turn == player;
        let margin = self.grid.margin(stones) * player.sign() as i32;
        // A move of the claimant's that proves it, or one of the other's that refutes it.
        let mut decided = None;
        // Nothing that was tried failed for want of plies only.
        let mut never = true;
        // Who is content passes; so does the other, to see whether that ends it.
        let may_pass = mine == (margin >= least);
        let mut tries = [Try { stones, point: NO_MOVE, merit: 0 }; MOVES];
        let mut count = 0;
        let hint = match (best, way) {
            (NO_MOVE, _) | (_, None) => best,
            (best, Some(way)) => self.origins[way].get(usize::from(best)).copied().unwrap_or(NO_MOVE),
        };
        self.tries(stones, turn, hint, &mut tries, &mut count);
        if may_pass {
            let merit = if best == PASSED { i32::MAX } else { 20 };
            tries[count] = Try { stones, point: PASSED, merit };
            count += 1;
        }
        for i in 0..count {
            let next = (i..count).max_by_key(|&j| (tries[j].merit, -(j as i32))).unwrap_or(i);
            tries.swap(i, next);
            let t = tries[i];
            let proven = self.search(t.stones, turn.other(), plies - 1, watch);
            if self.halted {
                return false;
            }
            if proven == mine {
                if t.point != PASSED {
                    let good = &mut self.good[turn.index()][usize::from(t.point)];
                    *good += (plies * plies) as i32;
                    if *good > 4000 {
                        self.good.iter_mut().flatten().for_each(|g| *g /= 2);
                    }
                }
                decided = Some(t.point);
            }
            if !proven && (mine || decided.is_some()) && never {
                let (key, _) = self.key(t.stones, turn.other());
                never = self.look_up(key).is_some_and(|entry| entry.failed == NEVER);
            }
            if decided.is_some() {
                break;
            }
        }
        let proven = decided.is_some() == mine;
        let best = match (decided, way) {
            (None, _) => NO_MOVE,
            (Some(PASSED), _) | (_, None) => decided.unwrap_or(NO_MOVE),
            (Some(point), Some(way)) => self.symmetries[way].apply(1 << point).trailing_zeros() as u8,
        };
        let failed = if proven {
            0
        } else if never {
            NEVER
        } else {
            plies as u16
        };
        self.keep(Entry { key, failed, proven, best });
        proven
    }

    /// The stones that may be put down, with their merits.
    fn tries(&self, stones: [S; 2], turn: Player, hint: u8, tries: &mut [Try<S>; MOVES], count: &mut usize) {
        let (me, you) = (turn.index(), turn.other().index());
        let (mine, theirs) = (stones[me], stones[you]);
        let mut points = self.grid.playable(mine, theirs);
        while points != S::NONE {
            let point = points.lowest();
            points ^= point;
            let taken = self.grid.taken(mine, theirs, point);
            let mut after = stones;
            after[me] |= point;
            after[you] &= !taken;
            if self.forbidden(after) {
                continue;
            }
            let number = point.first() as usize;
            let empty = self.grid.board & !(after[0] | after[1]);
            let block = self.grid.flood(point, after[me]);
            let liberties = (self.grid.around(block) & empty).count() as i32;
            let beside = self.grid.around(point);
            let mut merit = 4 * self.middle[number] + 3 * liberties.min(6) + self.good[me][number] / 8;
            merit += 30 * taken.count() as i32 + 4 * (beside & theirs).count() as i32;
            for block in self.grid.parts(after[you], beside) {
                if (self.grid.around(block) & empty).count() == 1 {
                    merit += 10 + 4 * block.count() as i32;
                }
            }
            if liberties == 1 {
                merit -= 25 + 5 * block.count() as i32;
            }
            // Filling one's own eye.
            if beside & !mine == S::NONE {
                merit -= 60;
            }
            if number as u8 == hint {
                merit = i32::MAX;
            }
            tries[*count] = Try { stones: after, point: number as u8, merit };
            *count += 1;
        }
    }

    fn forbidden(&self, stones: [S; 2]) -> bool {
        let wide = [stones[0].wide(), stones[1].wide()];
        past(&self.past).any(|board| board == wide)
    }
}

/// Stands for a pass among points.
const PASSED: u8 = u8::MAX - 1;

/// The boards of a past.
fn past(past: &Option<Arc<Past>>) -> impl Iterator<Item = [u128; 2]> + '_ {
    std::iter::successors(past.as_deref(), |past| past.before.as_deref()).map(|past| past.stones)
}

/// Points that a player surely has in the end. Regions with a stone in `unless` are not counted.
pub(super) fn held<S: Word>(
    grid: &Grid<S>,
    mine: S,
    theirs: S,
    boards: &Option<Arc<Past>>,
    player: Player,
    unless: S,
) -> i32 {
    let (stones, _) = alive(grid, mine, theirs, false);
    if stones == S::NONE {
        return 0;
    }
    let (walls, mut territory) = alive(grid, mine, theirs, true);
    let inside = (walls | territory).wide();
    let now = (mine.wide() & inside).count_ones();
    let barred = |board: [u128; 2]| {
        let own = board[player.index()];
        walls.wide() & !own == 0 && (own & inside).count_ones() > now
    };
    if past(boards).any(barred) {
        territory = S::NONE;
    }
    territory &= !grid.flood(territory & unless, territory);
    stones.count().max((walls | territory).count()) as i32
}
