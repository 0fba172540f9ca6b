//! What lets a search solve large boards: positions as sums of parts, bounds by cuts, an order of moves.
//!
//! A node is a sum: connected parts of at most 16 cells are replaced by their exact combinatorial values, of which
//! only canonical options are ever played; larger parts stay cells. Whoever wins although the large parts are cut to
//! pieces, wins (see [`cuts`](super::cuts)). Only who wins is found, not in how many moves.
//!
//! Keys are 128-bit hashes of the sum (equal values and mirrored, turned or moved parts are the same): two different
//! sums share one with probability 2^-128.

use super::{
    Domineering, Position,
    cuts::{Cuts, Worth},
    grid::{Grid, Word},
};
use crate::combinatorial::{Dyadic, Form, Sum};
use attractor_game::{Bounds, Domain, Memory, Player, Stage, Tactics, Tuning, Turn, Value};

/// The tactics of a board; see the module.
pub(super) struct Parts<W> {
    grid: Grid<W>,
    /// Cells that are no holes.
    board: W,
    /// Parts of so many cells are valued exactly.
    piece: u32,
    /// Sums met by cuts are played out up to so many positions.
    budget: u32,
}

/// A position as a sum.
#[derive(Clone, Debug)]
pub(super) struct Node<W> {
    /// The cells of parts too large to be looked up.
    cells: W,
    /// The values of all other parts.
    sum: Sum,
    left: bool,
    /// Known to be lost for the player to move.
    lost: bool,
}

/// See [`Parts::piece`].
const PIECE: u32 = 16;
/// See [`Parts::budget`].
const BUDGET: u32 = 300;
/// So many moves, the best at first sight, are ordered by their cuts.
const LOOKED_AT: usize = 6;
/// What a place that the opponent can never spoil counts, against one.
const SAFE: i32 = 3;
/// What a place counts in the order of moves, in the units of [`Worth::merit`] (whose move is 4 * 2^20).
const PLACE: i64 = 24 << 14;
/// One move hardly adds more than this to the mean.
const NEAR: i32 = 7 << 18;
/// The merit of a move in the number.
const LAST: i64 = -1 << 40;

impl<W: Word> Parts<W> {
    /// The board's cells must fit the word.
    pub(super) fn new(game: &Domineering) -> Parts<W> {
        Parts::with_limits(game, PIECE, BUDGET)
    }

    /// The same with other limits: small ones make small boards behave as large ones do.
    pub(super) fn with_limits(game: &Domineering, piece: u32, budget: u32) -> Parts<W> {
        Parts { grid: Grid::new(game.rows, game.columns), board: W::from_wide(game.board), piece, budget }
    }

    /// Splits cells into parts: small ones go into the sum, the others stay.
    #[inline]
    fn split(&self, cuts: &mut Cuts<W>, cells: W, sum: &mut Sum) -> W {
        let mut large = W::NONE;
        for part in self.grid.parts(cells) {
            if part.count() == 1 {
                continue;
            }
            // Where there is no room, the part stays as it is.
            let added = cuts.value(part).and_then(|value| sum.push(&mut cuts.pieces.forms, value));
            if added.is_none() {
                large |= part;
            }
        }
        large
    }

    #[inline]
    fn play(&self, cuts: &mut Cuts<W>, n: &Node<W>, m: Move<W>) -> Node<W> {
        let mut next = Node { left: !n.left, ..n.clone() };
        match m {
            Move::Domino(domino) => next.cells = self.split(cuts, n.cells & !domino, &mut next.sum),
            Move::Part(i, option) => next.sum.replace(&mut cuts.pieces.forms, i.into(), option),
            Move::Number(number) => next.sum.add_number(number - n.sum.number()),
        }
        next
    }

    /// Places of Left less those of Right, those that the other can never spoil counted more often.
    #[inline(always)]
    fn mobility(&self, cells: W) -> i32 {
        let grid = &self.grid;
        let (upright, lying) = (grid.upright(cells), grid.lying(cells));
        let safe_upright = grid.upright(cells & !grid.domino(lying, false));
        let safe_lying = grid.lying(cells & !grid.domino(upright, true));
        let count = |places: W, safe: W| places.count() as i32 + SAFE * safe.count() as i32;
        count(upright, safe_upright) - count(lying, safe_lying)
    }

    /// Who wins although the large parts are cut to pieces, wins.
    fn by_cuts(&self, cuts: &mut Cuts<W>, n: &Node<W>) -> Bounds {
        if cuts.win(n.cells, &n.sum, !n.left, false, self.budget) {
            return Bounds::exactly(-1);
        }
        if cuts.win(n.cells, &n.sum, n.left, true, self.budget) {
            return Bounds::exactly(1);
        }
        Bounds::OPEN
    }

    /// See [`Tactics::children`].
    fn list(
        &self,
        cuts: &mut Cuts<W>,
        desk: &mut Desk<W>,
        n: &Node<W>,
        mut child: impl FnMut(&mut Cuts<W>, Node<W>, i32) -> bool,
    ) {
        let me = n.left;
        let Desk { mine, theirs, moves, best } = desk;
        // 1. All moves, by places.
        moves.clear();
        let sign = if me { 1 } else { -1 };
        let mut places = self.grid.places(n.cells, me);
        while places != W::NONE {
            let first = places.lowest();
            places ^= first;
            let domino = self.grid.domino(first, me);
            moves.push((i64::from(sign * self.mobility(n.cells & !domino)) * PLACE, Move::Domino(domino)));
        }
        let here = i64::from(sign * self.mobility(n.cells));
        for (i, &part) in n.sum.parts().iter().enumerate() {
            if n.sum.parts()[..i].contains(&part) {
                continue;
            }
            let merit = (here + cuts.pieces.forms.temperature(part).floor(2)) * PLACE;
            let options = cuts.pieces.forms.options(part, me);
            moves.extend(options.iter().map(|&option| (merit, Move::Part(i as u8, option))));
        }
        moves.sort_by_key(|m| std::cmp::Reverse(m.0));
        if let Some(number) = n.sum.number().option(me) {
            moves.push((LAST, Move::Number(number)));
        }
        // 2. The cuts that suit each player best here. What they are worth after a move bounds the move's value: those
        // that lose at once are left out, one that wins at once is enough. The first moves are put into order by what
        // the best cuts after them leave the mover with.
        mine.partition(cuts, n, me);
        theirs.partition(cuts, n, !me);
        best.clear();
        let mut kept = 0;
        for i in 0..moves.len() {
            let (merit, m) = moves[i];
            if theirs.after(self, cuts, n, m).is_some_and(|worth| worth.wins(true)) {
                continue;
            }
            let won = mine.after(self, cuts, n, m).is_some_and(|worth| worth.wins(false));
            if won || best.len() < LOOKED_AT {
                let next = self.play(cuts, n, m);
                let worth = if won { Worth::NOTHING } else { cuts.bound(next.cells, &next.sum, me) };
                if won || worth.wins(false) {
                    child(cuts, Node { lost: true, ..next }, i32::MAX);
                    return;
                }
                best.push((merit + worth.merit(), next));
            } else {
                moves[kept] = moves[i];
                kept += 1;
            }
        }
        best.sort_by_key(|m| std::cmp::Reverse(m.0));
        // 3. Best first.
        let mut merit = 0;
        for (_, next) in best.iter() {
            merit -= 1;
            if !child(cuts, next.clone(), merit) {
                return;
            }
        }
        for &(_, m) in &moves[..kept] {
            merit -= 1;
            let next = self.play(cuts, n, m);
            if !child(cuts, next, merit) {
                return;
            }
        }
    }
}

/// A move in a sum.
#[derive(Clone, Copy)]
enum Move<W> {
    /// A domino on these cells of a large part.
    Domino(W),
    /// The part of that number becomes this option.
    Part(u8, Form),
    /// The number becomes this one: the last resort.
    Number(Dyadic),
}

/// What listing the children of a node is done with, kept from one node to the next.
pub(super) struct Desk<W> {
    mine: Judge<W>,
    theirs: Judge<W>,
    moves: Vec<(i64, Move<W>)>,
    best: Vec<(i64, Node<W>)>,
}

impl<W> Default for Desk<W> {
    fn default() -> Desk<W> {
        Desk { mine: Judge::default(), theirs: Judge::default(), moves: Vec::new(), best: Vec::new() }
    }
}

/// The best cuts of a node for one player, by which its moves are judged.
struct Judge<W> {
    /// The player whom the cuts hurt is Left.
    left: bool,
    /// The pieces and what they are worth.
    pieces: Vec<(W, Worth)>,
    all: Worth,
    sum: Worth,
    /// The pieces are known, and a move may be enough to win by them.
    near: bool,
}

impl<W> Default for Judge<W> {
    fn default() -> Judge<W> {
        Judge { left: false, pieces: Vec::new(), all: Worth::NOTHING, sum: Worth::NOTHING, near: false }
    }
}

impl<W: Word> Judge<W> {
    fn partition(&mut self, cuts: &mut Cuts<W>, n: &Node<W>, left: bool) {
        self.left = left;
        self.pieces.clear();
        let known = cuts.partition(n.cells, left, &mut self.pieces).is_some();
        self.all = self.pieces.iter().fold(Worth::NOTHING, |all, piece| all.plus(piece.1));
        self.sum = cuts.sum_worth(&n.sum, left);
        self.near = known && self.all.mean + self.sum.mean > -NEAR;
    }

    /// At least what the node is worth to the player after a move, if that is known.
    #[inline]
    fn after(&mut self, parts: &Parts<W>, cuts: &mut Cuts<W>, n: &Node<W>, m: Move<W>) -> Option<Worth> {
        if !self.near {
            return None;
        }
        match m {
            Move::Domino(domino) => Some(cuts.after(&self.pieces, domino, self.left)?.plus(self.sum)),
            _ => {
                let next = parts.play(cuts, n, m);
                Some(self.all.plus(cuts.sum_worth(&next.sum, self.left)))
            }
        }
    }
}

impl<W: Word> Memory<Parts<W>> for Cuts<W> {
    fn new(parts: &Parts<W>) -> Cuts<W> {
        Cuts::new(parts.grid, parts.piece)
    }
}

impl<W: Word> Tactics for Parts<W> {
    type Position = Position;
    type Node = Node<W>;
    type Key = u128;
    type Memory = Cuts<W>;
    const TUNING: Tuning = Tuning { bits: true, ..Tuning::DEFAULT };

    #[inline]
    fn domain(&self) -> Domain {
        Domain { most: 1, exact: false, key_bits: 128 }
    }

    fn node(&self, cuts: &mut Cuts<W>, p: &Position) -> Node<W> {
        let mut sum = Sum::ZERO;
        let covered = W::from_wide(p.covered[0] | p.covered[1]);
        let cells = self.split(cuts, self.board & !covered, &mut sum);
        Node { cells, sum, left: p.turn == Player::One, lost: false }
    }

    #[inline]
    fn turn(&self, n: &Node<W>) -> Turn {
        Turn { mover: if n.left { Player::One } else { Player::Two }, plies_left: u32::MAX }
    }

    /// Sums without large parts are decided.
    #[inline]
    fn settle(&self, cuts: &mut Cuts<W>, n: &mut Node<W>) -> Bounds {
        if n.lost {
            return Bounds::exactly(-1);
        }
        if n.cells != W::NONE {
            return Bounds::OPEN;
        }
        match cuts.pieces.forms.wins(&n.sum, n.left, &mut { u32::MAX }) {
            Some(true) => Bounds::exactly(1),
            Some(false) => Bounds::exactly(-1),
            None => Bounds::OPEN,
        }
    }

    #[inline]
    fn bounds(&self, cuts: &mut Cuts<W>, n: &Node<W>, _: i32, stage: Stage<'_>, _: &mut u64) -> Bounds {
        match stage {
            Stage::Generated => Bounds::OPEN,
            Stage::Entered(_) => self.by_cuts(cuts, n),
        }
    }

    fn children(&self, cuts: &mut Cuts<W>, n: &Node<W>, child: impl FnMut(&mut Cuts<W>, Node<W>, i32) -> bool) {
        let mut desk = std::mem::take(&mut cuts.desk);
        self.list(cuts, &mut desk, n, child);
        cuts.desk = desk;
    }

    #[inline]
    fn key(&self, cuts: &mut Cuts<W>, n: &Node<W>) -> u128 {
        let hash = n.sum.hash(&cuts.pieces.forms, n.left);
        self.grid.parts(n.cells).fold(hash, |hash, part| hash.wrapping_add(self.grid.canonical(part).place_wide()))
    }

    /// Only who wins.
    fn value(&self, _: &Position, score: i32) -> Value {
        if score > 0 { Value::Won } else { Value::Lost }
    }
}
