//! What is known of an Othello position without a table: passes, discs that can never be turned, and the last few cells by a
//! search of their own.
//!
//! Children are ordered so that the opponent has few moves ("fastest first"), counting twice those into corners; then by
//! discs safe on the edges, by empty cells beside one's own discs, by the quarter's parity and by the cell. A move that was
//! good in the same position before comes first.
//!
//! Scores are half margins: margins are even, empty cells being the winner's.

use super::{Othello, Position, few::Few, grid::Grid};
use attractor_game::{Bounds, Domain, Memory, Player, Stage, Tactics, Tuning, Turn, Value};

/// Endgames of no more empty cells than this are searched without the engine.
const FEW: u32 = 7;
/// Positions whose best move is remembered.
const REMEMBERED: usize = 1 << 18;
/// With more empty cells than this, positions that a symmetry makes equal are looked for.
const SYMMETRIC: u32 = 52;

/// The tactics on one board.
pub(super) struct Endgame {
    grid: &'static Grid,
    game: Othello,
    /// By how many empty cells, the least score asked for at which stable discs are counted.
    worth: i32,
}

/// A position as its mover sees it, with the moves.
#[derive(Clone, Copy)]
pub(super) struct Node {
    me: u64,
    other: u64,
    moves: u64,
    turn: Player,
}

/// Which moves were good.
pub(super) struct Lore {
    best: Box<[(u64, u8)]>,
}

/// What a cell is worth by itself: corners most, cells beside them least. By row and column from the nearest corner.
const CELLS: [[i32; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];

impl Endgame {
    pub(super) fn new(game: &Othello) -> Endgame {
        Endgame { grid: game.grid, game: game.clone(), worth: 0 }
    }

    /// Half the cells: the largest score.
    #[inline(always)]
    fn half(&self) -> i32 {
        self.grid.cells.count_ones() as i32 / 2
    }

    #[inline(always)]
    fn empty(&self, n: &Node) -> u64 {
        self.grid.cells & !(n.me | n.other)
    }

    #[inline(always)]
    fn hash(me: u64, other: u64) -> u64 {
        let k = me.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ other.wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(31);
        (k ^ k >> 29).wrapping_mul(0x94D0_49BB_1331_11EB)
    }

    #[inline(always)]
    fn worth_of(&self, cell: usize) -> i32 {
        let near = |i: usize| i.min(self.grid.size - 1 - i).min(3);
        CELLS[near(cell / 8)][near(cell % 8)]
    }
}

impl Memory<Endgame> for Lore {
    fn new(_: &Endgame) -> Lore {
        Lore { best: vec![(0, 0); REMEMBERED].into() }
    }

    #[inline]
    fn learn(&mut self, _: &Endgame, parent: &Node, child: &Node) {
        let put = (child.me | child.other) & !(parent.me | parent.other);
        let hash = Endgame::hash(parent.me, parent.other);
        self.best[hash as usize % REMEMBERED] = (hash, put.trailing_zeros() as u8);
    }
}

impl Tactics for Endgame {
    type Position = Position;
    type Node = Node;
    type Key = u128;
    type Memory = Lore;
    const TUNING: Tuning = Tuning { bits: true, wide: true, ..Tuning::DEFAULT };

    #[inline(always)]
    fn domain(&self) -> Domain {
        Domain { most: self.half(), exact: true, key_bits: 128 }
    }

    fn node(&self, _: &mut Lore, p: &Position) -> Node {
        let (me, other) = p.seen();
        Node { me, other, moves: self.grid.moves(me, other), turn: p.turn }
    }

    #[inline(always)]
    fn turn(&self, n: &Node) -> Turn {
        Turn { mover: n.turn, plies_left: self.empty(n).count_ones() }
    }

    #[inline(always)]
    fn settle(&self, _: &mut Lore, n: &mut Node) -> Bounds {
        if n.moves == 0 {
            let theirs = self.grid.moves(n.other, n.me);
            if theirs == 0 {
                return Bounds::exactly(super::margin(self.grid.cells, n.me, n.other) / 2);
            }
            *n = Node { me: n.other, other: n.me, moves: theirs, turn: n.turn.other() };
        }
        Bounds { lo: -self.half(), hi: self.half() }
    }

    #[inline(always)]
    fn bounds(&self, _: &mut Lore, n: &Node, ask: i32, stage: Stage<'_>, nodes: &mut u64) -> Bounds {
        if let Stage::Entered(_) = stage {
            return Bounds::OPEN;
        }
        let empty = self.empty(n).count_ones();
        if empty <= FEW {
            let score = Few { grid: self.grid, nodes }.search(n.me, n.other, ask, false);
            return if score >= ask {
                Bounds { lo: score, ..Bounds::OPEN }
            } else {
                Bounds { hi: score, ..Bounds::OPEN }
            };
        }
        // Safe discs take long to gather: only a question about a large margin is likely to be answered by them.
        let least = (self.worth + empty as i32) / 2;
        if ask > least {
            return Bounds { hi: self.half() - self.grid.stable(n.other, n.me).count_ones() as i32, ..Bounds::OPEN };
        }
        if ask <= -least {
            return Bounds { lo: self.grid.stable(n.me, n.other).count_ones() as i32 - self.half(), ..Bounds::OPEN };
        }
        Bounds::OPEN
    }

    #[inline(always)]
    fn children(&self, lore: &mut Lore, n: &Node, mut child: impl FnMut(&mut Lore, Node, i32) -> bool) {
        let grid = self.grid;
        let empty = self.empty(n);
        let left = empty.count_ones();
        let mut odd = 0;
        for quarter in grid.quarters {
            if (empty & quarter).count_ones() & 1 != 0 {
                odd |= quarter;
            }
        }
        let hash = Endgame::hash(n.me, n.other);
        let (known, best) = lore.best[hash as usize % REMEMBERED];
        let best = if known == hash { best } else { u8::MAX };
        let mut cells = n.moves;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            let turned = grid.flips(cell, n.me, n.other);
            let (mine, theirs) = (n.me | turned | 1 << cell, n.other & !turned);
            let moves = grid.moves(theirs, mine);
            let merit = if usize::from(best) == cell {
                i32::MAX
            } else {
                let empty = empty & !(1 << cell);
                let mobility = moves.count_ones() + (moves & grid.corners).count_ones();
                let open = grid.beside(mine, empty).count_ones();
                let mut merit = -((mobility as i32) << 15) - ((open as i32) << 5) + self.worth_of(cell);
                if left > FEW + 3 {
                    merit += (grid.stable_edge(mine, theirs).count_ones() as i32) << 11;
                }
                if odd >> cell & 1 != 0 {
                    merit += if left < 12 {
                        1 << 6
                    } else if left < 21 {
                        1 << 5
                    } else {
                        1 << 4
                    };
                }
                merit
            };
            if !child(lore, Node { me: theirs, other: mine, moves, turn: n.turn.other() }, merit) {
                return;
            }
        }
    }

    #[inline(always)]
    fn key(&self, _: &mut Lore, n: &Node) -> u128 {
        let key = |[me, other]: [u64; 2]| u128::from(me) << 64 | u128::from(other);
        let plain = key([n.me, n.other]);
        if self.empty(n).count_ones() + 64 < SYMMETRIC + self.grid.cells.count_ones() {
            return plain;
        }
        self.game.images([n.me, n.other]).into_iter().map(key).fold(plain, Ord::min)
    }

    fn known(&self, n: &Node, ask: impl FnOnce(&Position) -> Option<Value>) -> Option<i32> {
        let discs = if n.turn == Player::One { [n.me, n.other] } else { [n.other, n.me] };
        match ask(&Position { discs, turn: n.turn })? {
            Value::Margin(margin) => Some(margin / 2),
            _ => None,
        }
    }

    fn value(&self, _: &Position, score: i32) -> Value {
        Value::Margin(2 * score)
    }
}
