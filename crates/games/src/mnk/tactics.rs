//! What is known of an m,n,k position without search: forced moves, lines that are still open, and pairs of cells.
//!
//! A win on the n-th sign scores `cells + 1 - n` for the winner: the sooner the better, and a score tells the sign.

use super::{Mnk, Position};
use crate::bits::Cells;
use attractor_game::{Bounds, Domain, Draw, Player, Stage, Tactics, Tuning, Turn, Value};

/// The board with what the search needs at hand.
pub(super) struct Board {
    cells: i32,
    board: u64,
    length: u32,
    lines: Vec<u64>,
    /// The lines through each cell.
    through: Vec<Vec<u64>>,
    game: Mnk,
}

/// A position as its mover sees it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    me: u64,
    other: u64,
    turn: Player,
}

/// Pairs against at most so many lines are looked for.
const MOST_LINES: usize = 64;

impl Board {
    pub(super) fn new(game: &Mnk) -> Board {
        let lines: Vec<u64> = game.lines().collect();
        let cells = game.rows * game.columns;
        let through = |cell: usize| lines.iter().copied().filter(|line| line >> cell & 1 == 1).collect();
        Board {
            cells: cells as i32,
            board: game.board,
            length: game.length as u32,
            through: (0..cells).map(through).collect(),
            lines,
            game: game.clone(),
        }
    }

    /// The score of a win on that sign of the game.
    #[inline(always)]
    fn win_at(&self, sign: i32) -> i32 {
        (self.cells + 1 - sign).max(0)
    }

    /// Cells that complete a line of `me`.
    #[inline]
    fn winning(&self, me: u64, other: u64) -> u64 {
        self.lines
            .iter()
            .filter(|&&line| line & other == 0 && (line & me).count_ones() + 1 == self.length)
            .fold(0, |cells, line| cells | (line & !me))
    }

    #[inline]
    fn put(&self, n: &Node, cell: u64) -> Node {
        Node { me: n.other, other: n.me | cell, turn: n.turn.other() }
    }

    /// Some line may still become the player's whose opponent has the cells `other`.
    #[inline]
    fn open(&self, other: u64) -> bool {
        self.lines.iter().any(|line| line & other == 0)
    }

    /// Every line that `attacker` may still fill holds a pair of empty cells, no two pairs sharing one: whenever he takes
    /// a cell of a pair the defender takes the other, and no line is ever filled.
    ///
    /// Pairs are chosen greedily, so that `false` says nothing.
    fn paired(&self, attacker: u64, defender: u64) -> bool {
        let mut open = [0u64; MOST_LINES];
        let mut left = 0;
        for line in self.lines.iter().filter(|&&line| line & defender == 0) {
            if left == MOST_LINES {
                return false;
            }
            open[left] = line & !attacker;
            left += 1;
        }
        let mut reserved = 0;
        while left > 0 {
            // The line that has least choice, and of its pairs the one that serves most lines and is wanted by fewest.
            let line = open[..left].iter().map(|line| line & !reserved).min_by_key(|line| line.count_ones());
            let line = line.expect("some line is left");
            let mut best = (i32::MIN, 0);
            for a in Cells(line) {
                for b in Cells(line & (u64::MAX << a) & !(1 << a)) {
                    let pair = 1u64 << a | 1 << b;
                    let served = open[..left].iter().filter(|&&line| line & pair == pair).count() as i32;
                    let wanted = open[..left].iter().filter(|&&line| line & pair != 0).count() as i32;
                    best = best.max((8 * served - wanted, pair));
                }
            }
            let (_, pair) = best;
            if pair == 0 {
                return false;
            }
            reserved |= pair;
            let mut kept = 0;
            for i in 0..left {
                if open[i] & pair != pair {
                    open[kept] = open[i];
                    kept += 1;
                }
            }
            left = kept;
        }
        true
    }

    /// Empty cells.
    #[inline(always)]
    fn plies_left(&self, n: &Node) -> u32 {
        (self.board & !(n.me | n.other)).count_ones()
    }

    /// Who has no open line left cannot win.
    #[inline]
    fn by_lines(&self, n: &Node, ask: i32) -> Bounds {
        if ask > 0 && !self.open(n.other) {
            Bounds { hi: 0, ..Bounds::OPEN }
        } else if ask <= 0 && !self.open(n.me) {
            Bounds { lo: 0, ..Bounds::OPEN }
        } else {
            Bounds::OPEN
        }
    }

    /// Who has a pair of cells on every open line cannot lose.
    fn by_pairs(&self, n: &Node, ask: i32) -> Bounds {
        if ask > 0 && self.paired(n.me, n.other) {
            Bounds { hi: 0, ..Bounds::OPEN }
        } else if ask <= 0 && self.paired(n.other, n.me) {
            Bounds { lo: 0, ..Bounds::OPEN }
        } else {
            Bounds::OPEN
        }
    }
}

impl Tactics for Board {
    type Position = Position;
    type Node = Node;
    type Key = u128;
    type Memory = ();
    const TUNING: Tuning = Tuning { bits: true, table_plies: 4, ..Tuning::DEFAULT };

    #[inline]
    fn domain(&self) -> Domain {
        Domain { most: self.cells, exact: true, key_bits: 2 * self.cells as u32 }
    }

    fn node(&self, (): &mut (), p: &Position) -> Node {
        Node { me: p.stones(p.turn), other: p.stones(p.turn.other()), turn: p.turn }
    }

    #[inline(always)]
    fn turn(&self, n: &Node) -> Turn {
        Turn { mover: n.turn, plies_left: self.plies_left(n) }
    }

    #[inline]
    fn settle(&self, (): &mut (), n: &mut Node) -> Bounds {
        loop {
            let all = n.me | n.other;
            let (empty, signs) = (self.board & !all, all.count_ones() as i32);
            if empty == 0 {
                return Bounds::exactly(0);
            }
            if self.winning(n.me, n.other) != 0 {
                return Bounds::exactly(self.win_at(signs + 1));
            }
            let must = self.winning(n.other, n.me);
            let forced = if must != 0 { must } else { empty };
            if forced & (forced - 1) != 0 {
                return match must {
                    0 => Bounds { lo: -self.win_at(signs + 4), hi: self.win_at(signs + 3) },
                    _ => Bounds::exactly(-self.win_at(signs + 2)),
                };
            }
            *n = self.put(n, forced);
        }
    }

    #[inline]
    fn bounds(&self, (): &mut (), n: &Node, ask: i32, stage: Stage<'_>, _: &mut u64) -> Bounds {
        match stage {
            Stage::Generated => self.by_lines(n, ask),
            Stage::Entered(_) => self.by_pairs(n, ask),
        }
    }

    fn children(&self, memory: &mut (), n: &Node, mut child: impl FnMut(&mut (), Node, i32) -> bool) {
        for cell in Cells(self.board & !(n.me | n.other)) {
            let merit = self.through[usize::from(cell)].iter().map(|line| {
                match ((line & n.me).count_ones(), (line & n.other).count_ones()) {
                    (own, 0) => 4 << (2 * own.min(12)),
                    (0, others) => 3 << (2 * others.min(12)),
                    _ => 0,
                }
            });
            if !child(memory, self.put(n, 1 << cell), merit.sum()) {
                return;
            }
        }
    }

    fn key(&self, (): &mut (), n: &Node) -> u128 {
        let key = |me: u64, other: u64| u128::from(me) | u128::from(other) << self.cells;
        // An image is seldom met near the end.
        if self.plies_left(n) < 8 {
            return key(n.me, n.other);
        }
        let images = self.game.symmetries.iter();
        images
            .map(|s| key(s.apply(n.me.into()) as u64, s.apply(n.other.into()) as u64))
            .fold(key(n.me, n.other), Ord::min)
    }

    fn known(&self, n: &Node, ask: impl FnOnce(&Position) -> Option<Value>) -> Option<i32> {
        let stones = if n.turn == Player::One { [n.me, n.other] } else { [n.other, n.me] };
        let left = self.cells + 1 - (n.me | n.other).count_ones() as i32;
        match ask(&Position { stones, turn: n.turn })? {
            Value::Win(plies) => Some(left - plies as i32),
            Value::Loss(plies) => Some(plies as i32 - left),
            Value::Draw(_) => Some(0),
            Value::Won | Value::Lost | Value::Margin(_) => None,
        }
    }

    fn value(&self, p: &Position, score: i32) -> Value {
        let signs = (p.stones[0] | p.stones[1]).count_ones() as i32;
        // A bound may speak of a win sooner than any sign can be written.
        let plies = (self.cells + 1 - score.abs() - signs).max(0) as u32;
        match score {
            0 => Value::Draw(Draw::Final),
            1.. => Value::Win(plies),
            _ => Value::Loss(plies),
        }
    }
}
