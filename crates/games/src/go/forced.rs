//! What can be forced without the past, from every board of at most 16 points.
//!
//! This is the game of [`proof`](super::proof), in which boards may come back and a play without end is lost for the
//! claimant, worked out for all boards at once: the least number of plies, the *rank*, within which he forces his claim.
//! A board with the other to move where he has enough, and where no stone can be put down, has rank 1; from there it is
//! found rank by rank.
//!
//! With each rank comes what the boards have in common that he may bring up on the way, if he lowers his rank with every
//! ply. Superko never forbids him one of them for a board that came up on the way, and none for a board of the past that
//! has not got all this: so the claim holds with any past that has no such board.

use super::grid::Grid;
use crate::{bits::Set, symmetry::Permutation};
use attractor_game::{Player, Watch};
use std::sync::{Arc, Mutex, PoisonError};

/// Points of a board, at most.
pub(super) const MOST_POINTS: i32 = 16;

/// What the boards of some set have in common: stones of either side, empty points, and the least number of stones.
///
/// Bits 0..16 are stones of the first, 16..32 of the second, 32..48 empty points, and from bit 56 on is the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Common(u64);

const SHAPE: u64 = 0xFFFF_FFFF_FFFF;

impl Common {
    /// Of no boards.
    pub(super) const NONE: Common = Common(SHAPE | 31 << 56);

    /// Of one board.
    #[inline(always)]
    pub(super) fn of(grid: &Grid<u64>, [one, two]: [u64; 2]) -> Common {
        let stones = one | two;
        Common(one | two << 16 | (grid.board & !stones) << 32 | u64::from(stones.count()) << 56)
    }

    /// Of the boards of both sets.
    #[inline(always)]
    pub(super) fn with(self, other: Common) -> Common {
        Common(self.0 & other.0 & SHAPE | (self.0 >> 56).min(other.0 >> 56) << 56)
    }

    /// The board, all of which is given, may be among those of the set.
    #[inline(always)]
    pub(super) fn may_hold(self, board: Common) -> bool {
        self.0 & SHAPE & !board.0 == 0 && self.0 >> 56 <= board.0 >> 56
    }

    /// The stones of the only board.
    #[inline(always)]
    pub(super) fn stones(self) -> u32 {
        self.0 as u32
    }

    /// With the sides exchanged, if the player is the second.
    #[inline(always)]
    fn seen_by(self, player: Player) -> Common {
        match player {
            Player::One => self,
            Player::Two => Common(self.0 & !0xFFFF_FFFF | (self.0 & 0xFFFF) << 16 | self.0 >> 16 & 0xFFFF),
        }
    }

    fn size(self) -> u32 {
        (self.0 & SHAPE).count_ones()
    }
}

/// The claim of so much, for every board: by who is to move, the claimant (0) or the other (1).
pub(super) struct Table {
    /// 0 if it cannot be forced.
    ranks: [Vec<u8>; 2],
    common: [Vec<Common>; 2],
}

/// The boards of one size, and what was worked out for them.
pub(super) struct Forced {
    pub(super) grid: Grid<u64>,
    /// The images of every set of points; the first symmetry leaves all as it is.
    images: Vec<Vec<u16>>,
    /// The number that a set of points is in base three.
    thirds: Vec<u32>,
    /// Of boards that are images of each other, one, with the area of the first less that of the second.
    boards: Vec<([u16; 2], i8)>,
    /// For each board by its number in base three: eight times the place of its like in the list, and the symmetry
    /// that leads from there to here.
    places: Vec<u32>,
    tables: Mutex<Vec<(i32, Arc<Table>)>>,
}

/// Boards between two checks of the watch.
const PAUSE: u32 = 1 << 12;

/// So many tables are kept.
const KEPT: usize = 4;

impl Forced {
    /// All boards of the size, [`MOST_POINTS`] at most. None if `watch` ends the work.
    pub(super) fn new(rows: usize, columns: usize, symmetries: &[Permutation], watch: Watch<'_>) -> Option<Forced> {
        let grid = Grid::<u64>::new(rows, columns);
        let sets = 0..1u32 << grid.size();
        let mut images: Vec<Vec<u16>> = vec![sets.clone().map(|set| set as u16).collect()];
        images.extend(symmetries.iter().map(|s| sets.clone().map(|set| s.apply(set.into()) as u16).collect()));
        let third = |set: u32| (0..16).rev().fold(0, |sum, point| 3 * sum + (set >> point & 1));
        let thirds = sets.clone().map(third).collect();
        let places = vec![u32::MAX; 3usize.pow(grid.size() as u32)];
        let mut forced = Forced { grid, images, thirds, boards: Vec::new(), places, tables: Mutex::default() };
        for one in sets {
            if one % 16 == 0 && watch.is_over() {
                return None;
            }
            let free = grid.board as u32 & !one;
            let mut two = 0u32;
            loop {
                let stones = [u64::from(one), u64::from(two)];
                if forced.places[forced.number(stones)] == u32::MAX && grid.breathless(stones) == 0 {
                    let place = 8 * forced.boards.len() as u32;
                    for way in (0..forced.images.len()).rev() {
                        let image = forced.number(forced.image(way, stones));
                        forced.places[image] = place | way as u32;
                    }
                    forced.boards.push(([one as u16, two as u16], grid.margin(stones) as i8));
                }
                two = two.wrapping_sub(free) & free;
                if two == 0 {
                    break;
                }
            }
        }
        Some(forced)
    }

    #[inline(always)]
    fn number(&self, [one, two]: [u64; 2]) -> usize {
        self.thirds[one as usize] as usize + 2 * self.thirds[two as usize] as usize
    }

    pub(super) fn symmetries(&self) -> usize {
        self.images.len()
    }

    #[inline]
    pub(super) fn image(&self, way: usize, stones: [u64; 2]) -> [u64; 2] {
        stones.map(|set| self.images[way][set as usize].into())
    }

    pub(super) fn common_image(&self, way: usize, common: Common) -> Common {
        if common == Common::NONE {
            return common;
        }
        let image = |shift: u32| u64::from(self.images[way][(common.0 >> shift) as usize & 0xFFFF]) << shift;
        Common(image(0) | image(16) | image(32) | common.0 & !SHAPE)
    }

    /// The table of a claim, worked out unless it is there. None if `watch` ends the work.
    pub(super) fn table(&self, least: i32, watch: Watch<'_>) -> Option<Arc<Table>> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, table)) = tables.iter().find(|(of, _)| *of == least) {
            return Some(table.clone());
        }
        let table = Arc::new(self.work_out(least, watch)?);
        if tables.len() == KEPT {
            tables.remove(0);
        }
        tables.push((least, table.clone()));
        Some(table)
    }

    /// The rank, or 0.
    #[inline]
    pub(super) fn rank(&self, table: &Table, claimant: Player, stones: [u64; 2], turn: Player) -> u8 {
        let (place, side) = self.find(claimant, stones, turn);
        table.ranks[side][place as usize >> 3]
    }

    /// If the claim can be forced, what the boards have in common that the claimant may bring up.
    #[inline]
    pub(super) fn ask(&self, table: &Table, claimant: Player, stones: [u64; 2], turn: Player) -> Option<Common> {
        let (place, side) = self.find(claimant, stones, turn);
        let at = place as usize >> 3;
        let common = || self.common_image(place as usize & 7, table.common[side][at]).seen_by(claimant);
        (table.ranks[side][at] > 0).then(common)
    }

    #[inline(always)]
    fn find(&self, claimant: Player, stones: [u64; 2], turn: Player) -> (u32, usize) {
        let stones = if claimant == Player::One { stones } else { [stones[1], stones[0]] };
        (self.places[self.number(stones)], usize::from(turn != claimant))
    }

    fn work_out(&self, least: i32, watch: Watch<'_>) -> Option<Table> {
        let count = self.boards.len();
        let mut ranks = [vec![0u8; count], vec![0u8; count]];
        let mut common = [vec![Common::NONE; count], vec![Common::NONE; count]];
        let all = || (0..count as u32).collect::<Vec<u32>>();
        let mut open = [all(), all()];
        // Where the other is to move, a board that he can bring up and that has no rank yet.
        let mut escape = vec![u32::MAX; count];
        let (mut boards, mut over) = (0u32, false);
        for rank in 1..u8::MAX {
            let mut found = false;
            for side in 0..2 {
                let mut list = std::mem::take(&mut open[side]);
                list.retain(|&i| {
                    boards = boards.wrapping_add(1);
                    over = over || boards.is_multiple_of(PAUSE) && watch.is_over();
                    if over {
                        return true;
                    }
                    let i = i as usize;
                    let (stones, margin) = self.boards[i];
                    let stones = stones.map(u64::from);
                    let enough = i32::from(margin) >= least;
                    let before = |of: u8| of != 0 && of < rank;
                    let sum = if side == 0 {
                        let mut best: Option<Common> = None;
                        let mut offer = |place: u32, board: Common| {
                            let at = place as usize >> 3;
                            if before(ranks[1][at]) {
                                let sum = self.common_image(place as usize & 7, common[1][at]).with(board);
                                if best.is_none_or(|best| best.size() < sum.size()) {
                                    best = Some(sum);
                                }
                            }
                        };
                        if enough {
                            offer(self.places[self.number(stones)], Common::NONE);
                        }
                        self.grid.each_stone(stones[0], stones[1], |_, mine, theirs| {
                            let next = [mine, theirs];
                            offer(self.places[self.number(next)], Common::of(&self.grid, next));
                            true
                        });
                        best
                    } else {
                        if escape[i] != u32::MAX && !before(ranks[0][escape[i] as usize]) {
                            return true;
                        }
                        let mut sum = Some(Common::NONE);
                        let mut answer = |place: u32| {
                            let at = place as usize >> 3;
                            let known = before(ranks[0][at]);
                            if known {
                                let more = self.common_image(place as usize & 7, common[0][at]);
                                sum = sum.map(|sum| sum.with(more));
                            } else {
                                escape[i] = at as u32;
                                sum = None;
                            }
                            known
                        };
                        if enough || answer(self.places[self.number(stones)]) {
                            self.grid.each_stone(stones[1], stones[0], |_, theirs, mine| {
                                answer(self.places[self.number([mine, theirs])])
                            });
                        }
                        sum
                    };
                    if let Some(sum) = sum {
                        found = true;
                        ranks[side][i] = rank;
                        common[side][i] = sum;
                    }
                    sum.is_none()
                });
                open[side] = list;
            }
            if over {
                return None;
            }
            if !found {
                break;
            }
        }
        Some(Table { ranks, common })
    }
}
