//! Bounds by cutting a board into pieces of known value.
//!
//! If no domino may lie across a line between two rows, only Vertical loses moves, so the board is worth no more to
//! Vertical than before: the sum of what is left on both sides is a *lower* bound for Vertical. A line between two
//! columns hurts Horizontal in the same way and gives an upper bound. The lines need not be straight across: a piece
//! may be cut off from its neighbours anywhere, as long as only dominoes of one player are lost.
//!
//! Which cuts are best is a question of taste: here those with the best mean, pieces being taken off one after another
//! at the first corner, so that what is left is again a few connected parts, each cut by itself (and remembered).

use super::{
    grid::{Grid, Word},
    pieces::Pieces,
    tactics::Desk,
};
use crate::combinatorial::{Dyadic, Form, Sum, prefetch};

/// A piece within two lines, and one within three, may have so many cells more than others.
const PAIR: u32 = 4;
const THREE: u32 = 2;
/// A piece that is cut off lies within so many lines.
const LINES: u32 = 6;
/// Single lines are cut off only where there are fewer other ways than this.
const CHOICE: u32 = 2;
/// Places for cuts, for each player.
const PLACES: usize = 1 << 16;
/// Means are kept in units of 2^-20, rounded down; temperatures in units of 2^-8, rounded up: the bounds stay true.
const MEAN_BITS: u32 = 20;
const TEMPERATURE_BITS: u32 = 8;

/// What a sum of pieces is worth to the player whom the cuts hurt.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Worth {
    /// At most the mean.
    pub(super) mean: i32,
    /// At least the temperature; negative if all pieces are numbers.
    pub(super) temperature: i32,
}

impl Worth {
    pub(super) const NOTHING: Worth = Worth { mean: 0, temperature: -1 };

    #[inline(always)]
    fn new(mean: Dyadic, temperature: Dyadic, hurt_left: bool) -> Worth {
        let mean = if hurt_left { mean } else { -mean };
        Worth { mean: mean.floor(MEAN_BITS) as i32, temperature: -(-temperature).floor(TEMPERATURE_BITS) as i32 }
    }

    #[inline(always)]
    pub(super) fn plus(self, other: Worth) -> Worth {
        Worth { mean: self.mean + other.mean, temperature: self.temperature.max(other.temperature) }
    }

    /// The temperature in the units of the mean.
    #[inline(always)]
    pub(super) fn heat(self) -> i32 {
        self.temperature << (MEAN_BITS - TEMPERATURE_BITS)
    }

    /// The player wins, moving first (or second).
    #[inline(always)]
    pub(super) fn wins(self, first: bool) -> bool {
        if first { self.mean > 0 } else { self.mean > self.heat() }
    }

    /// There is no hope that the player wins these pieces.
    #[inline(always)]
    fn hopeless(self, first: bool) -> bool {
        self.mean < 0 && (!first || self.mean + 1 + self.heat() < 0)
    }

    /// What the order of moves goes by.
    #[inline(always)]
    pub(super) fn merit(self) -> i64 {
        4 * i64::from(self.mean) - 2 * i64::from(self.heat())
    }
}

/// A connected part, the worth of its best cuts, and how many lines the first one takes.
#[derive(Clone, Copy)]
struct Cut<W> {
    part: W,
    mean: i32,
    temperature: i16,
    lines: u16,
}

/// All cuts met so far, for each player, in a fixed number of places.
pub(super) struct Cuts<W> {
    grid: Grid<W>,
    /// Pieces up to this size are valued exactly.
    piece: u32,
    /// The first columns (rows) of the board, so many.
    bands: [[W; LINES as usize + 1]; 2],
    pub(super) pieces: Pieces<W>,
    pub(super) desk: Desk<W>,
    places: [Vec<Cut<W>>; 2],
    /// What each form is worth to Right and to Left.
    worths: Vec<[Worth; 2]>,
    /// Ways to cut the parts being worked out, one part's behind the other's: a piece, what is left, and an end.
    ways: Vec<W>,
}

/// The whole part is one piece.
const WHOLE: u16 = 99;

impl<W: Word> Cuts<W> {
    pub(super) fn new(grid: Grid<W>, piece: u32) -> Cuts<W> {
        let none = Cut { part: W::NONE, mean: 0, temperature: 0, lines: 0 };
        let band = |rows| std::array::from_fn(|lines| grid.band(lines as u32, rows));
        Cuts {
            grid,
            piece,
            bands: [band(false), band(true)],
            pieces: Pieces::new(grid),
            desk: Desk::default(),
            places: [vec![none; PLACES], vec![none; PLACES]],
            worths: Vec::new(),
            ways: Vec::new(),
        }
    }

    /// What a piece is worth.
    #[inline(always)]
    fn worth(&mut self, piece: W, hurt_left: bool) -> Option<Worth> {
        if let Some(moves) = self.pieces.straight(piece) {
            let moves = if hurt_left { moves } else { -moves };
            return Some(Worth { mean: moves << MEAN_BITS, temperature: -1 });
        }
        self.pieces.value(piece).map(|value| self.known_worth(value, hurt_left))
    }

    /// What a form is worth.
    #[inline(always)]
    fn known_worth(&mut self, value: Form, hurt_left: bool) -> Worth {
        match self.worths.get(value.index()) {
            Some(worths) => worths[usize::from(hurt_left)],
            None => self.look_up(value, hurt_left),
        }
    }

    #[cold]
    fn look_up(&mut self, value: Form, hurt_left: bool) -> Worth {
        let forms = &self.pieces.forms;
        let both = |i| {
            let form = Form::at(i);
            [false, true].map(|left| Worth::new(forms.mean(form), forms.temperature(form), left))
        };
        self.worths.extend((self.worths.len()..forms.len()).map(both));
        self.worths[value.index()][usize::from(hurt_left)]
    }

    #[inline(always)]
    fn band(&self, lines: u32, rows: bool) -> W {
        self.bands[usize::from(rows)][lines as usize]
    }

    /// What is cut off first: the cells of the first lines that are connected there with the first cell.
    #[inline(always)]
    fn first_piece(&self, part: W, lines: u32, rows: bool) -> W {
        self.grid.connected(self.grid.corner(part, rows), part & self.band(lines, rows))
    }

    /// What a connected part is worth: exactly if it is small, else by its best cuts.
    #[inline(always)]
    fn part_worth(&mut self, part: W, hurt_left: bool) -> Worth {
        if part.count() <= self.piece
            && let Some(worth) = self.worth(part, hurt_left)
        {
            return worth;
        }
        let cut = self.cut(self.grid.cornered(part), hurt_left);
        Worth { mean: cut.mean, temperature: cut.temperature.into() }
    }

    /// The best cuts of a connected part in the corner.
    fn cut(&mut self, part: W, hurt_left: bool) -> Cut<W> {
        let slot = part.place() as usize & (PLACES - 1);
        let known = self.places[usize::from(hurt_left)][slot];
        if known.part == part { known } else { self.work_out(part, hurt_left, slot) }
    }

    #[inline(never)]
    fn work_out(&mut self, part: W, hurt_left: bool, slot: usize) -> Cut<W> {
        let mut best: Option<(Worth, u16)> = None;
        if part.count() <= self.piece {
            best = self.worth(part, hurt_left).map(|worth| (worth, WHOLE));
        }
        if best.is_none() {
            // All ways to cut a piece off, each with what is left then: all of it is asked for before any is used.
            let start = self.ways.len();
            let mut piece = self.grid.corner(part, hurt_left);
            let mut ways = 0;
            for lines in 2..=LINES {
                piece = self.grid.connected(piece, part & self.band(lines, hurt_left));
                if piece.count() > self.most(lines) {
                    break;
                }
                self.push_way(part, piece, hurt_left);
                ways += 1;
                if piece == part {
                    break;
                }
            }
            // A single line suits the player least: only where there is little choice.
            let single = ways < CHOICE;
            if single {
                self.push_way(part, self.first_piece(part, 1, hurt_left), hurt_left);
            }
            let mut way = start;
            for lines in (2..2 + ways).chain(single.then_some(1)) {
                let worth = self.way_worth(&mut way, hurt_left);
                let better = |b: Worth| worth.is_some_and(|w| (w.mean, -w.temperature) > (b.mean, -b.temperature));
                if best.is_none_or(|(b, _)| better(b)) {
                    best = worth.map(|worth| (worth, lines as u16)).or(best);
                }
            }
            self.ways.truncate(start);
        }
        // A single line is always known.
        let (worth, lines) = best.unwrap_or((Worth { mean: i32::MIN / 4, temperature: i16::MAX.into() }, 1));
        let cut = Cut { part, mean: worth.mean, temperature: worth.temperature as i16, lines };
        self.places[usize::from(hurt_left)][slot] = cut;
        cut
    }

    /// The most cells of a piece within so many lines.
    #[inline(always)]
    fn most(&self, lines: u32) -> u32 {
        self.piece
            + match lines {
                2 => PAIR,
                3 => THREE,
                _ => 0,
            }
    }

    /// Keeps a piece and what is left without it for [`way_worth`](Cuts::way_worth).
    #[inline(always)]
    fn push_way(&mut self, part: W, piece: W, hurt_left: bool) {
        let corner = self.grid.cornered(piece);
        self.pieces.prefetch(corner);
        self.ways.push(corner);
        for part in self.grid.parts_without(part, piece) {
            let corner = self.grid.cornered(part);
            if corner.count() <= self.piece {
                self.pieces.prefetch(corner);
            } else {
                prefetch(&self.places[usize::from(hurt_left)], corner.place() as usize & (PLACES - 1));
            }
            self.ways.push(corner);
        }
        self.ways.push(W::NONE);
    }

    /// What a way is worth, and on to the next one. `None` if the piece's value cannot be had.
    #[inline(always)]
    fn way_worth(&mut self, way: &mut usize, hurt_left: bool) -> Option<Worth> {
        let mut worth = self.worth(self.ways[*way], hurt_left);
        *way += 1;
        while self.ways[*way] != W::NONE {
            if let Some(worth) = &mut worth {
                *worth = worth.plus(self.part_worth(self.ways[*way], hurt_left));
            }
            *way += 1;
        }
        *way += 1;
        worth
    }

    /// Calls `take` with the pieces of the best cuts of a connected part. Stops when that gives `None`.
    fn pieces_of(
        &mut self,
        part: W,
        hurt_left: bool,
        take: &mut impl FnMut(&mut Cuts<W>, W) -> Option<()>,
    ) -> Option<()> {
        let corner = self.grid.cornered(part);
        let moved = part.first() - corner.first();
        let lines = if part.count() <= self.piece { WHOLE } else { self.cut(corner, hurt_left).lines };
        if lines == WHOLE {
            return take(self, part);
        }
        let piece = self.first_piece(corner, lines.into(), hurt_left) << moved;
        take(self, piece)?;
        self.grid.parts_without(part, piece).try_for_each(|part| self.pieces_of(part, hurt_left, take))
    }

    /// What `cells` and `sum` are worth to the player whom the cuts hurt.
    #[inline]
    pub(super) fn bound(&mut self, cells: W, sum: &Sum, hurt_left: bool) -> Worth {
        let mut worth = self.sum_worth(sum, hurt_left);
        for part in self.grid.parts(cells) {
            worth = worth.plus(self.part_worth(part, hurt_left));
        }
        worth
    }

    /// Does the player whom the cuts hurt win all the same? `first` says whether that player is to move.
    pub(super) fn win(&mut self, cells: W, sum: &Sum, hurt_left: bool, first: bool, mut budget: u32) -> bool {
        let worth = self.bound(cells, sum, hurt_left);
        if worth.wins(first) {
            return true;
        }
        if worth.hopeless(first) {
            return false;
        }
        let mut all = *sum;
        let mut add = |cuts: &mut Cuts<W>, piece: W| match cuts.pieces.straight(piece) {
            Some(moves) => {
                all.add_number(Dyadic::integer(moves));
                Some(())
            }
            None => {
                let value = cuts.pieces.value(piece)?;
                all.push(&mut cuts.pieces.forms, value)
            }
        };
        let added = self.grid.parts(cells).try_for_each(|part| self.pieces_of(part, hurt_left, &mut add));
        let left_moves = hurt_left == first;
        added.is_some() && self.pieces.forms.wins(&all, left_moves, &mut budget) == Some(first)
    }

    /// The best cuts of all cells, into an empty list.
    pub(super) fn partition(&mut self, cells: W, hurt_left: bool, list: &mut Vec<(W, Worth)>) -> Option<()> {
        let mut add = |cuts: &mut Cuts<W>, piece: W| {
            list.push((piece, cuts.worth(piece, hurt_left)?));
            Some(())
        };
        self.grid.parts(cells).try_for_each(|part| self.pieces_of(part, hurt_left, &mut add))
    }

    /// What is left of a partition when a domino lies on it. `None` if that is not known.
    #[inline]
    pub(super) fn after(&mut self, list: &[(W, Worth)], domino: W, hurt_left: bool) -> Option<Worth> {
        let mut all = Worth::NOTHING;
        for &(piece, worth) in list {
            if piece & domino == W::NONE {
                all = all.plus(worth);
            } else {
                for part in self.grid.parts_without(piece, piece & domino) {
                    all = all.plus(self.worth(part, hurt_left)?);
                }
            }
        }
        Some(all)
    }

    /// What a sum is worth.
    #[inline]
    pub(super) fn sum_worth(&self, sum: &Sum, hurt_left: bool) -> Worth {
        let (mean, temperature) = sum.mean_and_temperature(&self.pieces.forms);
        Worth::new(mean, temperature, hurt_left)
    }

    /// The value of a connected part, if it is small enough to be looked up.
    #[inline]
    pub(super) fn value(&mut self, part: W) -> Option<Form> {
        if part.count() <= self.piece { self.pieces.value(part) } else { None }
    }
}
