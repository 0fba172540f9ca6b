//! Exact values of connected pieces of a board.

use super::grid::{Grid, Word};
use crate::{
    bits::{Cells, Singles},
    combinatorial::{Dyadic, Form, Forms, prefetch},
};

/// The values of pieces met so far. Pieces are kept in the upper left corner; their four images have one value.
pub(super) struct Pieces<W> {
    grid: Grid<W>,
    pub(super) forms: Forms,
    /// Pieces and their values: open addressing, the empty piece is a free place. Emptied when full.
    table: Vec<(W, Form)>,
    used: usize,
    /// Options of the pieces being worked out, one piece's behind the other's.
    options: Vec<Form>,
    /// What is left after each of their moves, likewise; an empty set ends those of a move.
    left_over: Vec<W>,
    /// The cell at the same place on the board mirrored in the diagonal, if there is one: there the players have
    /// changed places.
    mirrored: Vec<Option<u8>>,
}

/// The table has at most so many places.
const PLACES: usize = 1 << 22;
/// So many different values at most: with the table, a quarter of a gigabyte when all is full.
const FORMS: usize = 1 << 19;

impl<W: Word> Pieces<W> {
    pub(super) fn new(grid: Grid<W>) -> Pieces<W> {
        Pieces::with(grid, Forms::with_limit(FORMS))
    }

    /// Values are kept in a store that others have used already.
    pub(super) fn with(grid: Grid<W>, forms: Forms) -> Pieces<W> {
        let table = vec![(W::NONE, Form::ZERO); 1 << 12];
        let (rows, columns) = (grid.rows, grid.columns);
        let mirror = |cell: u32| {
            let (row, column) = (cell / columns, cell % columns);
            (row < columns && column < rows).then_some((column * columns + row) as u8)
        };
        Pieces {
            grid,
            forms,
            table,
            used: 0,
            options: Vec::new(),
            left_over: Vec::new(),
            mirrored: (0..rows * columns).map(mirror).collect(),
        }
    }

    /// Where a piece is, or would be.
    #[inline(always)]
    fn slot(&self, piece: W) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = piece.place() as usize & mask;
        while self.table[slot].0 != piece && self.table[slot].0 != W::NONE {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn store(&mut self, piece: W, value: Form) {
        if self.used * 2 >= self.table.len() {
            self.used = 0;
            let larger = vec![(W::NONE, Form::ZERO); (self.table.len() * 2).min(PLACES)];
            let full = self.table.len() == PLACES;
            let old = std::mem::replace(&mut self.table, larger);
            if !full {
                for (piece, value) in old.into_iter().filter(|(piece, _)| *piece != W::NONE) {
                    let slot = self.slot(piece);
                    self.table[slot] = (piece, value);
                    self.used += 1;
                }
            }
        }
        let slot = self.slot(piece);
        self.table[slot] = (piece, value);
        self.used += 1;
    }

    /// The value of a connected piece; `None` if there is no room for it. The time grows steeply with the size of the
    /// piece: 16 cells take microseconds on average, 25 may take a second.
    #[inline]
    pub(super) fn value(&mut self, piece: W) -> Option<Form> {
        self.known(self.grid.cornered(piece))
    }

    /// The value of this piece in the corner will be asked for soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, piece: W) {
        prefetch(&self.table, piece.place() as usize & (self.table.len() - 1));
    }

    /// The same for a piece in the corner.
    #[inline(always)]
    fn known(&mut self, piece: W) -> Option<Form> {
        let (known, value) = self.table[self.slot(piece)];
        if known == piece { Some(value) } else { self.work_out(piece) }
    }

    #[cold]
    #[inline(never)]
    fn work_out(&mut self, piece: W) -> Option<Form> {
        let canonical = self.grid.canonical(piece);
        let value = if canonical != piece {
            self.value(canonical)?
        } else if let Some(number) = self.straight(piece) {
            self.forms.number(Dyadic::integer(number))?
        } else if let Some(negative) =
            self.mirrored(piece).map(|set| self.grid.canonical(set)).filter(|&set| set < piece)
        {
            let value = self.known(negative)?;
            self.forms.negate(value)?
        } else {
            let start = self.options.len();
            let value = self.push_options(piece, true).and_then(|()| {
                let middle = self.options.len();
                self.push_options(piece, false)?;
                let (left, right) = self.options[start..].split_at(middle - start);
                self.forms.make(left, right)
            });
            self.options.truncate(start);
            value?
        };
        self.store(piece, value);
        Some(value)
    }

    /// Puts the values after each of a player's moves on the stack. All the parts that are left after all the moves
    /// are asked for before any is used: waiting for the table is most of the work.
    fn push_options(&mut self, piece: W, vertical: bool) -> Option<()> {
        let start = self.left_over.len();
        for first in Singles(self.grid.places(piece, vertical)) {
            for part in self.grid.parts_without(piece, self.grid.domino(first, vertical)) {
                if part != part.lowest() {
                    let part = self.grid.cornered(part);
                    self.prefetch(part);
                    self.left_over.push(part);
                }
            }
            self.left_over.push(W::NONE);
        }
        let mut sum = Some(Form::ZERO);
        for i in start..self.left_over.len() {
            let part = self.left_over[i];
            if part == W::NONE {
                self.options.extend(sum.replace(Form::ZERO));
            } else {
                sum = self.known(part).and_then(|value| self.forms.add(sum?, value));
                if sum.is_none() {
                    break;
                }
            }
        }
        self.left_over.truncate(start);
        sum.map(|_| ())
    }

    /// The value of any set of cells.
    pub(super) fn sum(&mut self, cells: W) -> Option<Form> {
        let mut sum = Form::ZERO;
        for part in self.grid.parts(cells) {
            if part != part.lowest() {
                let value = self.value(part)?;
                sum = self.forms.add(sum, value)?;
            }
        }
        Some(sum)
    }

    /// Mirrored in the diagonal, if that fits the board: its value is the negative.
    fn mirrored(&self, piece: W) -> Option<W> {
        Cells(piece).try_fold(W::NONE, |image, cell| Some(image | W::cell(self.mirrored[usize::from(cell)]?.into())))
    }

    /// In a row or column only one player can move, as often as dominoes fit: the value is a whole number.
    #[inline(always)]
    pub(super) fn straight(&self, piece: W) -> Option<i32> {
        let half = (piece.count() / 2) as i32;
        if self.grid.lying(piece) == W::NONE {
            Some(half)
        } else if self.grid.upright(piece) == W::NONE {
            Some(-half)
        } else {
            None
        }
    }
}
