//! Sets of points as bits of a word: neighbours, blocks, liberties, captures, area. Point `row * columns + column`, rows
//! from the top.

use crate::bits::{Singles, flood};
pub(super) use crate::word::Word;

/// The connected parts of a set, one after the other.
pub(super) struct Parts<'a, S> {
    grid: &'a Grid<S>,
    /// Parts grow through these points.
    within: S,
    /// Parts still to come touch these.
    left: S,
}

impl<S: Word> Iterator for Parts<'_, S> {
    type Item = S;
    #[inline]
    fn next(&mut self) -> Option<S> {
        if self.left == S::NONE {
            return None;
        }
        let part = self.grid.flood(self.left.lowest(), self.within);
        self.left &= !part;
        Some(part)
    }
}

/// A board's shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Grid<S> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// All points.
    pub(super) board: S,
    /// All points but those of the first (the last) column.
    not_first: S,
    not_last: S,
}

impl<S: Word> Grid<S> {
    /// `rows * columns` must fit the set.
    pub(super) fn new(rows: usize, columns: usize) -> Grid<S> {
        let board = u128::MAX >> (128 - rows * columns);
        let first = (0..rows).fold(0u128, |set, r| set | 1 << (r * columns));
        let last = first << (columns - 1);
        Grid {
            rows,
            columns,
            board: S::from_wide(board),
            not_first: S::from_wide(board & !first),
            not_last: S::from_wide(board & !last),
        }
    }

    /// How many points there are.
    #[inline(always)]
    pub(super) fn size(&self) -> i32 {
        (self.rows * self.columns) as i32
    }

    /// The neighbours of the points of a set; they may lie in it.
    #[inline(always)]
    pub(super) fn around(&self, set: S) -> S {
        let columns = self.columns as u32;
        let across = (set << 1) & self.not_first | (set >> 1) & self.not_last;
        (across | set << columns | set >> columns) & self.board
    }

    /// All points that are connected to `from` by points of `within`, which holds it.
    #[inline(always)]
    pub(super) fn flood(&self, from: S, within: S) -> S {
        flood(from, |set| (set | self.around(set)) & within)
    }

    /// The connected parts of `within` that have a point of `touching`.
    #[inline(always)]
    pub(super) fn parts(&self, within: S, touching: S) -> Parts<'_, S> {
        Parts { grid: self, within, left: within & touching }
    }

    /// The points where a stone of `mine` would have a liberty once what it takes is gone. Superko is not looked at.
    #[inline]
    pub(super) fn playable(&self, mine: S, theirs: S) -> S {
        let empty = self.board & !(mine | theirs);
        let lonely = empty & !self.around(empty);
        if lonely == S::NONE {
            return empty;
        }
        let beside = self.around(lonely);
        let mut good = empty & !lonely;
        for block in self.parts(mine, beside) {
            let liberties = self.around(block) & empty;
            if liberties != liberties.lowest() {
                good |= liberties;
            }
        }
        for block in self.parts(theirs, beside) {
            let liberties = self.around(block) & empty;
            if liberties == liberties.lowest() {
                good |= liberties;
            }
        }
        good
    }

    /// The empty points that look like eyes of `mine`: all neighbours are its stones, and of the points diagonally beside
    /// it at most one is of `theirs`, none on an edge.
    pub(super) fn eyes(&self, mine: S, theirs: S) -> S {
        let mut eyes = self.board & !(mine | theirs) & !self.around(self.board & !mine);
        for point in Singles(eyes) {
            let columns = self.columns as u32;
            let beside = (point << 1) & self.not_first | (point >> 1) & self.not_last;
            let diagonal = (beside << columns | beside >> columns) & self.board;
            let most = u32::from(diagonal.count() == 4);
            if (diagonal & theirs).count() > most {
                eyes ^= point;
            }
        }
        eyes
    }

    /// The stones of `theirs` that a stone of `mine` on an empty point takes.
    #[inline]
    pub(super) fn taken(&self, mine: S, theirs: S, point: S) -> S {
        let free = self.board & !(mine | theirs | point);
        let mut taken = S::NONE;
        for block in self.parts(theirs, self.around(point)) {
            if self.around(block) & free == S::NONE {
                taken |= block;
            }
        }
        taken
    }

    /// For each stone of `mine` that may be put down, superko aside: the point, and the stones of both after it. Goes on
    /// while `each` says so.
    #[inline(always)]
    pub(super) fn each_stone(&self, mine: S, theirs: S, mut each: impl FnMut(S, S, S) -> bool) {
        let empty = self.board & !(mine | theirs);
        let mut good = self.around(empty);
        let mut taking = S::NONE;
        for block in self.parts(theirs, theirs) {
            let liberties = self.around(block) & empty;
            if liberties == liberties.lowest() {
                taking |= liberties;
            }
        }
        for block in self.parts(mine, mine) {
            let liberties = self.around(block) & empty;
            if liberties != liberties.lowest() {
                good |= liberties;
            }
        }
        for point in Singles(empty & (good | taking)) {
            let taken = if taking & point == S::NONE { S::NONE } else { self.taken(mine, theirs, point) };
            if !each(point, mine | point, theirs & !taken) {
                return;
            }
        }
    }

    /// The stones whose block has no liberty.
    pub(super) fn breathless(&self, stones: [S; 2]) -> S {
        let empty = self.board & !(stones[0] | stones[1]);
        let mut set = S::NONE;
        for own in stones {
            for block in self.parts(own, own) {
                if self.around(block) & empty == S::NONE {
                    set |= block;
                }
            }
        }
        set
    }

    /// What each side has: its stones, and the empty regions that touch no others.
    #[inline]
    pub(super) fn areas(&self, stones: [S; 2]) -> [S; 2] {
        let empty = self.board & !(stones[0] | stones[1]);
        let reach = stones.map(|own| self.flood(own, own | empty));
        [reach[0] & !reach[1], reach[1] & !reach[0]]
    }

    /// The area of the first less that of the second.
    #[inline]
    pub(super) fn margin(&self, stones: [S; 2]) -> i32 {
        let [one, two] = self.areas(stones);
        one.count() as i32 - two.count() as i32
    }
}
