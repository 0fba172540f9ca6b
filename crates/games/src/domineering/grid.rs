//! Sets of cells as bits of a word: neighbours, connected parts, symmetries. Cell `row * columns + column`.

use crate::bits::flood;
pub(super) use crate::word::Word;

/// A board's shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid<W> {
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// All cells but those of the first (the last) column.
    not_first: W,
    not_last: W,
    first_column: W,
    first_row: W,
    /// A cell's row is this many times its number, in units of 2^-16.
    inverse: u32,
}

impl<W: Word> Grid<W> {
    /// `rows * columns` must fit the word.
    pub(super) fn new(rows: usize, columns: usize) -> Grid<W> {
        let (rows, columns) = (rows as u32, columns as u32);
        let all = u128::MAX >> (128 - rows * columns);
        let first_column = (0..rows).fold(0u128, |set, r| set | 1 << (r * columns));
        let last_column = first_column << (columns - 1);
        let word = W::from_wide;
        Grid {
            rows,
            columns,
            not_first: word(all & !first_column),
            not_last: word(all & !last_column),
            first_column: word(first_column),
            first_row: word((1 << columns) - 1),
            // Exact for cells below 2^7: their numbers times the excess stay below 2^16 / columns.
            inverse: (1 << 16) / columns + 1,
        }
    }

    /// Upper cells of the upright dominoes that fit into a set.
    #[inline(always)]
    pub(super) fn upright(&self, set: W) -> W {
        set & self.up(set)
    }

    /// Left cells of the lying dominoes that fit into a set.
    #[inline(always)]
    pub(super) fn lying(&self, set: W) -> W {
        set & (set >> 1) & self.not_last
    }

    /// The dominoes of a player that fit: their first cells.
    #[inline(always)]
    pub(super) fn places(&self, set: W, vertical: bool) -> W {
        if vertical { self.upright(set) } else { self.lying(set) }
    }

    /// The domino whose first cell is given.
    #[inline(always)]
    pub(super) fn domino(&self, first: W, vertical: bool) -> W {
        first | if vertical { self.down(first) } else { first << 1 }
    }

    #[inline(always)]
    fn up(&self, set: W) -> W {
        if self.columns < W::BITS { set >> self.columns } else { W::NONE }
    }

    #[inline(always)]
    fn down(&self, set: W) -> W {
        if self.columns < W::BITS { set << self.columns } else { W::NONE }
    }

    /// A set and its neighbours, and some of theirs.
    #[inline(always)]
    fn grown(&self, set: W, within: W) -> W {
        let wide = (set | (set & self.not_last) << 1 | (set & self.not_first) >> 1) & within;
        (wide | self.down(wide) | self.up(wide)) & within
    }

    /// The cells next to a set (and some of its own).
    #[inline(always)]
    pub(super) fn around(&self, set: W) -> W {
        (set & self.not_last) << 1 | (set & self.not_first) >> 1 | self.down(set) | self.up(set)
    }

    /// The part of `set` that is connected with `seed`.
    #[inline(always)]
    pub(super) fn connected(&self, seed: W, set: W) -> W {
        flood(seed, |part| self.grown(part, set))
    }

    /// The connected parts of a set, one after another.
    #[inline(always)]
    pub(super) fn parts(self, set: W) -> Parts<W> {
        Parts { grid: self, rest: set, doors: set }
    }

    /// The connected parts of what is left of a connected part when `taken` is taken away, which lay in it.
    #[inline(always)]
    pub(super) fn parts_without(self, part: W, taken: W) -> Parts<W> {
        let rest = part & !taken;
        Parts { grid: self, rest, doors: self.around(taken) & rest }
    }

    /// Moved up and left as far as possible. The set is not empty.
    #[inline(always)]
    pub(super) fn cornered(&self, set: W) -> W {
        let set = set >> (((set.first() * self.inverse) >> 16) * self.columns);
        let mut folded = set;
        let mut reach = self.columns;
        while reach < self.rows * self.columns {
            folded |= folded >> reach;
            reach *= 2;
        }
        set >> (folded & self.first_row).first()
    }

    /// Turned by 180 degrees.
    #[inline(always)]
    pub(super) fn turned(&self, set: W) -> W {
        set.reversed() >> (W::BITS - self.rows * self.columns)
    }

    /// Upside down.
    #[inline(always)]
    pub(super) fn flipped(&self, set: W) -> W {
        let mut image = W::NONE;
        let last = self.rows - 1;
        for row in 0..self.rows {
            image |= (set >> (row * self.columns) & self.first_row) << ((last - row) * self.columns);
        }
        image
    }

    /// The least of the four images of a set, moved to the corner: no player can tell them apart.
    #[inline(always)]
    pub(super) fn canonical(&self, set: W) -> W {
        let turned = self.turned(set);
        let images = [turned, self.flipped(set), self.flipped(turned)];
        images.into_iter().fold(self.cornered(set), |least, image| least.min(self.cornered(image)))
    }

    /// The first rows (or columns) of the board, so many.
    #[inline(always)]
    pub(super) fn band(&self, lines: u32, rows: bool) -> W {
        if rows {
            let cells = lines * self.columns;
            if cells >= W::BITS { !W::NONE } else { !(!W::NONE << cells) }
        } else {
            (0..lines.min(self.columns)).fold(W::NONE, |band, line| band | self.first_column << line)
        }
    }

    /// The first cell in reading order, or in the order of columns.
    #[inline(always)]
    pub(super) fn corner(&self, set: W, rows: bool) -> W {
        if rows { set.lowest() } else { (set & self.first_column).lowest() }
    }
}

/// See [`Grid::parts`].
pub(super) struct Parts<W> {
    grid: Grid<W>,
    rest: W,
    /// Some cells of what is left, at least one of each part: where a part holds them all, it is the last one, and need
    /// not be walked through.
    doors: W,
}

impl<W: Word> Iterator for Parts<W> {
    type Item = W;
    #[inline(always)]
    fn next(&mut self) -> Option<W> {
        if self.doors == W::NONE {
            return None;
        }
        let mut part = self.doors.lowest();
        loop {
            if self.doors & !part == W::NONE {
                self.doors = W::NONE;
                return Some(self.rest);
            }
            let next = self.grid.grown(part, self.rest);
            if next == part {
                self.rest &= !part;
                self.doors &= !part;
                return Some(part);
            }
            part = next;
        }
    }
}
