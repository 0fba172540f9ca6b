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
use attractor_game::{Bounds, Player, Tactics, Value};

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
                large = large | part;
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

/// The best cuts of a node for one player, by which its moves are judged.
struct Judge<W> {
    /// The player whom the cuts hurt is Left.
    left: bool,
    /// The pieces and what they are worth; empty if that is not known.
    pieces: Vec<(W, Worth)>,
    all: Worth,
    sum: Worth,
    known: bool,
}

impl<W: Word> Judge<W> {
    fn new(cuts: &mut Cuts<W>, n: &Node<W>, left: bool) -> Judge<W> {
        let mut pieces = Vec::with_capacity(32);
        let known = cuts.partition(n.cells, left, &mut pieces).is_some();
        let all = pieces.iter().fold(Worth::NOTHING, |all, piece| all.plus(piece.1));
        Judge { left, pieces, all, sum: cuts.sum_worth(&n.sum, left), known }
    }

    /// At least what the node is worth to the player after this domino is laid.
    #[inline]
    fn after_domino(&mut self, cuts: &mut Cuts<W>, domino: W) -> Option<Worth> {
        let pieces = if self.known { cuts.after(&self.pieces, domino, self.left) } else { None };
        pieces.map(|worth| worth.plus(self.sum))
    }

    /// The same with another sum.
    #[inline]
    fn with_sum(&mut self, cuts: &Cuts<W>, sum: &Sum) -> Option<Worth> {
        self.known.then(|| self.all.plus(cuts.sum_worth(sum, self.left)))
    }
}

impl<W: Word> Tactics for Parts<W> {
    type Position = Position;
    type Node = Node<W>;
    type Key = u128;
    type Memory = Cuts<W>;
    const EXACT: bool = false;

    fn memory(&self) -> Cuts<W> {
        Cuts::new(self.grid, self.piece)
    }

    fn most(&self) -> i32 {
        1
    }

    fn node(&self, cuts: &mut Cuts<W>, p: &Position) -> Node<W> {
        let mut sum = Sum::ZERO;
        let covered = W::from_wide(p.covered[0] | p.covered[1]);
        let cells = self.split(cuts, self.board & !covered, &mut sum);
        Node { cells, sum, left: p.turn == Player::One, lost: false }
    }

    #[inline]
    fn mover(&self, n: &Node<W>) -> Player {
        if n.left { Player::One } else { Player::Two }
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

    fn study(&self, cuts: &mut Cuts<W>, n: &Node<W>, _: i32) -> Bounds {
        if cuts.win(n.cells, &n.sum, !n.left, false, self.budget) {
            return Bounds::exactly(-1);
        }
        if cuts.win(n.cells, &n.sum, n.left, true, self.budget) {
            return Bounds::exactly(1);
        }
        Bounds::OPEN
    }

    fn children(&self, cuts: &mut Cuts<W>, n: &Node<W>, mut child: impl FnMut(&mut Cuts<W>, Node<W>, i32) -> bool) {
        // 1. The cuts that suit each player best here. What they are worth after a move bounds the move's value.
        let me = n.left;
        let mut mine = Judge::new(cuts, n, me);
        let mut theirs = Judge::new(cuts, n, !me);
        // 2. All moves but those that lose at once, by places; one that wins at once is enough.
        let mut moves: Vec<(i64, Move<W>)> = Vec::with_capacity(64);
        let sign = if me { 1 } else { -1 };
        let mut places = self.grid.places(n.cells, me);
        while places != W::NONE {
            let first = places.lowest();
            places ^= first;
            let domino = self.grid.domino(first, me);
            if theirs.after_domino(cuts, domino).is_some_and(|worth| worth.wins(true)) {
                continue;
            }
            let m = Move::Domino(domino);
            if mine.after_domino(cuts, domino).is_some_and(|worth| worth.wins(false)) {
                let next = self.play(cuts, n, m);
                child(cuts, Node { lost: true, ..next }, i32::MAX);
                return;
            }
            moves.push((i64::from(sign * self.mobility(n.cells & !domino)) * PLACE, m));
        }
        let here = i64::from(sign * self.mobility(n.cells));
        for (i, &part) in n.sum.parts().iter().enumerate() {
            if n.sum.parts()[..i].contains(&part) {
                continue;
            }
            let merit = (here + cuts.pieces.forms.temperature(part).floor(2)) * PLACE;
            for k in 0..cuts.pieces.forms.options(part, me).len() {
                let m = Move::Part(i as u8, cuts.pieces.forms.options(part, me)[k]);
                let next = self.play(cuts, n, m);
                if theirs.with_sum(cuts, &next.sum).is_some_and(|worth| worth.wins(true)) {
                    continue;
                }
                if mine.with_sum(cuts, &next.sum).is_some_and(|worth| worth.wins(false)) {
                    child(cuts, Node { lost: true, ..next }, i32::MAX);
                    return;
                }
                moves.push((merit, m));
            }
        }
        moves.sort_by_key(|m| std::cmp::Reverse(m.0));
        if let Some(number) = n.sum.number().option(me) {
            moves.push((LAST, Move::Number(number)));
        }
        // 3. The first of them by what the best cuts after them leave the mover with.
        let top = moves.len().min(LOOKED_AT);
        let mut best: Vec<(i64, Node<W>)> = Vec::with_capacity(top);
        for &(merit, m) in &moves[..top] {
            let next = self.play(cuts, n, m);
            let worth = cuts.bound(next.cells, &next.sum, me);
            if worth.wins(false) {
                child(cuts, Node { lost: true, ..next }, i32::MAX);
                return;
            }
            best.push((merit + worth.merit(), next));
        }
        best.sort_by_key(|m| std::cmp::Reverse(m.0));
        // 4. Best first.
        let mut merit = 0;
        for (_, next) in best {
            merit -= 1;
            if !child(cuts, next, merit) {
                return;
            }
        }
        for &(_, m) in &moves[top..] {
            merit -= 1;
            let next = self.play(cuts, n, m);
            if !child(cuts, next, merit) {
                return;
            }
        }
    }

    #[inline]
    fn key(&self, cuts: &mut Cuts<W>, n: &Node<W>) -> u128 {
        let hash = n.sum.hash(&cuts.pieces.forms, n.left);
        self.grid.parts(n.cells).fold(hash, |hash, part| hash.wrapping_add(self.grid.canonical(part).hash_wide()))
    }

    fn key_bits(&self) -> u32 {
        128
    }

    /// The outcome only: the plies are not known and given as 0.
    fn value(&self, _: &Position, score: i32) -> Value {
        if score > 0 { Value::Win(0) } else { Value::Loss(0) }
    }
}
