//! What is known of Connect Four positions without search: forced moves, threats, and strategies by rule.
//!
//! A win on the n-th disc of the game scores `1 + (cells - n) / 2` for the winner: the sooner the better, and a score tells
//! the disc, since players alternate.
//!
//! Code is made for each usual height (`H`), so that shifts are constants, and for the usual board's width (`W`); 0 serves
//! all others.

use super::{Connect4, Position};
use attractor_game::{Bounds, Domain, Draw, Player, Stage, Tactics, Tuning, Turn, Value};

/// The board with what the search needs at hand.
pub(super) struct Board<const W: usize, const H: usize> {
    height: u32,
    width: u32,
    cells: i32,
    bottom: u64,
    board: u64,
    /// The spare cell above each column.
    tops: u64,
    /// Cells of the second, fourth... row: those a player gets who always answers on top.
    answers: u64,
    /// How many lines go through each cell.
    lines: [u8; 64],
}

/// A position with the empty cells that would complete a four of each player.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Discs of the player to move, and of both.
    me: u64,
    all: u64,
    /// Empty cells that complete a four of the mover, and of the opponent.
    mine: u64,
    theirs: u64,
    /// Who the mover is; discs alone do not tell in positions typed by hand.
    turn: Player,
}

const NO_LIMIT: i32 = 1 << 20;

/// Cells whose three companions on some line in one direction lie in `b`.
#[inline(always)]
fn completing(b: u64, d: u32) -> u64 {
    let (up, down) = ((b << d) & (b << (2 * d)), (b >> d) & (b >> (2 * d)));
    (up & ((b << (3 * d)) | (b >> d))) | (down & ((b >> (3 * d)) | (b << d)))
}

/// Lowest cells of the fours contained in `b`, in one direction.
#[inline(always)]
fn fours(b: u64, d: u32) -> u64 {
    let two = b & (b >> d);
    two & (two >> (2 * d))
}

/// At most one bit is set.
#[inline(always)]
fn at_most_one(b: u64) -> bool {
    b & b.wrapping_sub(1) == 0
}

impl<const W: usize, const H: usize> Board<W, H> {
    pub(super) fn new(game: &Connect4) -> Board<W, H> {
        let (width, height) = (game.width, game.height);
        debug_assert!(H == 0 || H == height as usize);
        let answers = (1..height).step_by(2).fold(0, |set, row| set | game.bottom << row);
        Board {
            height,
            width,
            cells: (width * height) as i32,
            bottom: game.bottom,
            board: game.board,
            tops: game.bottom << height,
            answers,
            lines: game.worth,
        }
    }

    /// The lowest row, as a constant where the size is one.
    #[inline(always)]
    fn bottom(&self) -> u64 {
        if W == 0 || H == 0 { self.bottom } else { Self::BOTTOM }
    }

    /// All cells.
    #[inline(always)]
    fn board(&self) -> u64 {
        if W == 0 || H == 0 { self.board } else { Self::BOTTOM * ((1 << H) - 1) }
    }

    #[inline(always)]
    fn tops(&self) -> u64 {
        if W == 0 || H == 0 { self.tops } else { Self::BOTTOM << H }
    }

    #[inline(always)]
    fn answers(&self) -> u64 {
        if W == 0 || H == 0 { self.answers } else { Self::BOTTOM * Self::ANSWERS }
    }

    /// The columns in the middle, all but two on either side.
    #[inline(always)]
    fn middle(&self) -> u64 {
        let h = self.height() + 1;
        let (left, right) = (2 * h, self.width().saturating_sub(2) * h);
        (1u64 << right).wrapping_sub(1) & !((1u64 << left) - 1)
    }

    #[inline(always)]
    fn cells(&self) -> i32 {
        if W == 0 || H == 0 { self.cells } else { (W * H) as i32 }
    }

    /// The lowest row of a board whose size is a constant.
    const BOTTOM: u64 = {
        let (mut row, mut column) = (0, 0);
        while column < W {
            row |= 1u64.wrapping_shl((column * (H + 1)) as u32);
            column += 1;
        }
        row
    };
    /// The second, fourth... cell of a column.
    const ANSWERS: u64 = 0xAAAA_AAAA_AAAA_AAAA & ((1 << H) - 1);

    #[inline(always)]
    fn height(&self) -> u32 {
        if H == 0 { self.height } else { H as u32 }
    }

    #[inline(always)]
    fn width(&self) -> u32 {
        if W == 0 { self.width } else { W as u32 }
    }

    /// The score of a win on that disc of the game.
    #[inline(always)]
    fn win_at(&self, disc: i32) -> i32 {
        if disc > self.cells() { 0 } else { 1 + (self.cells() - disc) / 2 }
    }

    /// Empty cells.
    #[inline(always)]
    fn plies_left(&self, n: &Node) -> u32 {
        self.cells() as u32 - n.all.count_ones()
    }

    #[inline(always)]
    fn playable(&self, all: u64) -> u64 {
        (all + self.bottom()) & self.board()
    }

    /// Empty cells that complete a four of `b`.
    #[inline(always)]
    fn threats(&self, b: u64, all: u64) -> u64 {
        let h = self.height();
        let up = (b << 1) & (b << 2) & (b << 3);
        (up | completing(b, h) | completing(b, h + 1) | completing(b, h + 2)) & self.board() & !all
    }

    #[inline(always)]
    fn has_four(&self, b: u64) -> bool {
        let h = self.height();
        fours(b, 1) | fours(b, h) | fours(b, h + 1) | fours(b, h + 2) != 0
    }

    /// The given cells and those above them.
    #[inline(always)]
    fn upwards(&self, b: u64) -> u64 {
        (b | (self.tops() - b)) & self.board()
    }

    /// The node after the mover's disc in a cell.
    #[inline(always)]
    fn put(&self, n: &Node, cell: u64) -> Node {
        let (me, all) = (n.me | cell, n.all | cell);
        Node { me: n.all & !n.me, all, mine: n.theirs & !cell, theirs: self.threats(me, all), turn: n.turn.other() }
    }

    #[inline(always)]
    fn mirror(&self, b: u64) -> u64 {
        let h = self.height() + 1;
        let column = (1u64 << h) - 1;
        (0..self.width()).fold(0, |image, c| image | ((b >> (c * h)) & column) << ((self.width() - 1 - c) * h))
    }

    /// Whether the mover, given every cell of `m`, completes a four before the answerer, sure of `f`, completes one
    /// below it.
    #[inline(always)]
    fn breaks(&self, m: u64, f: u64) -> bool {
        let h = self.height();
        let breaks = |d: u32| {
            let ours = fours(m, d);
            ours != 0 && ours & !(self.upwards(fours(f, d)) << 1) != 0
        };
        breaks(h + 1) || breaks(h) || breaks(h + 2) || fours(m, 1) != 0
    }

    /// Upper bound for the mover when the other player answers every move on top of it.
    ///
    /// Columns of odd height are levelled first, in pairs (the mover is granted all those cells); then the answerer gets
    /// the second, fourth... cell of each column, and wins on reaching one that completes a four: nothing above it is ever
    /// played. If the number of discs is odd, one column must be left over: that of a threat of the answerer's on an
    /// odd cell, where the mover is at last forced to play below it.
    #[inline(always)]
    fn follow_up(&self, n: &Node, discs: i32, ask: i32) -> i32 {
        let h = self.height();
        let (open, opponent) = (self.board() & !n.all & !self.playable(n.all), n.all & !n.me);
        let answers = n.theirs & self.answers();
        if discs & 1 == 0 {
            if answers == 0 && ask < -((h as i32 - 2) / 2) {
                return NO_LIMIT;
            }
            let f = opponent | (self.answers() & open);
            let m = self.board() & !f & !self.upwards(answers);
            if self.breaks(m, f) {
                return NO_LIMIT;
            }
            if answers != 0 {
                return -(self.upwards(answers >> 1).count_ones() as i32 / 2);
            }
            if ask > 0 {
                return 0;
            }
            let flat = fours(f, h + 1);
            if flat | fours(f, h) | fours(f, h + 2) == 0 {
                return 0;
            }
            let lowest = (1..h).step_by(2).find(|&row| flat & (self.bottom() << row) != 0).unwrap_or(h - 1);
            return -(((h + 1 - lowest) / 2) as i32);
        }
        let mut limit = NO_LIMIT;
        let mut odd = n.theirs & !self.answers();
        while odd != 0 {
            let threat = odd & odd.wrapping_neg();
            odd ^= threat;
            let column = ((1u64 << h) - 1) << (threat.trailing_zeros() / (h + 1) * (h + 1));
            let f = opponent | (open & ((self.answers() & !column) | (!self.answers() & column & (threat - 1))));
            let answers = answers & !column;
            let never = self.upwards(answers | threat);
            let m = self.board() & !f & !never;
            if self.breaks(m, f) {
                continue;
            }
            let above = (never & column).count_ones() as i32 - 1;
            let left = if answers != 0 { self.upwards(answers >> 1).count_ones() as i32 } else { 0 };
            limit = limit.min(-(1 + (above + left) / 2));
        }
        limit
    }
}

impl<const W: usize, const H: usize> Tactics for Board<W, H> {
    type Position = Position;
    type Node = Node;
    type Key = u64;
    type Memory = ();
    const TUNING: Tuning = Tuning { bits: true, table_plies: 8, near_plies: 16, ..Tuning::DEFAULT };

    #[inline(always)]
    fn domain(&self) -> Domain {
        Domain { most: 1 + self.cells() / 2, exact: true, key_bits: self.width() * (self.height() + 1) }
    }

    fn node(&self, (): &mut (), p: &Position) -> Node {
        let opponent = p.all & !p.mine;
        Node {
            me: p.mine,
            all: p.all,
            mine: self.threats(p.mine, p.all),
            theirs: self.threats(opponent, p.all),
            turn: p.turn,
        }
    }

    #[inline(always)]
    fn turn(&self, n: &Node) -> Turn {
        Turn { mover: n.turn, plies_left: self.plies_left(n) }
    }

    #[inline(always)]
    fn settle(&self, (): &mut (), n: &mut Node) -> Bounds {
        loop {
            let moves = self.playable(n.all);
            let discs = n.all.count_ones() as i32;
            if n.mine & moves != 0 {
                return Bounds::exactly(self.win_at(discs + 1));
            }
            if moves == 0 {
                return Bounds::exactly(0);
            }
            let must = n.theirs & moves;
            let safe = moves & !(n.theirs >> 1);
            let forced = if must != 0 { must & safe } else { safe };
            if forced == 0 || !at_most_one(must) {
                return Bounds::exactly(-self.win_at(discs + 2));
            }
            if !at_most_one(forced) {
                return Bounds { lo: -self.win_at(discs + 4), hi: self.win_at(discs + 3) };
            }
            *n = self.put(n, forced);
        }
    }

    #[inline(always)]
    fn bounds(&self, (): &mut (), n: &Node, ask: i32, stage: Stage<'_>, _: &mut u64) -> Bounds {
        if let Stage::Entered(_) = stage {
            return Bounds::OPEN;
        }
        let (empty, opponent) = (self.board() & !n.all, n.all & !n.me);
        let mut bounds = Bounds::OPEN;
        // Who can complete no four any more cannot win.
        let late = self.plies_left(n) < 26;
        if late && ask > 0 && !self.has_four(n.me | empty) {
            bounds.hi = 0;
        } else if late && ask <= 0 && !self.has_four(opponent | empty) {
            bounds.lo = 0;
        } else if self.height().is_multiple_of(2) {
            bounds.hi = self.follow_up(n, n.all.count_ones() as i32, ask);
        }
        bounds
    }

    #[inline(always)]
    fn children(&self, memory: &mut (), n: &Node, mut child: impl FnMut(&mut (), Node, i32) -> bool) {
        // Moves below a threat of the opponent's lose at once.
        let mut moves = self.playable(n.all) & !(n.theirs >> 1);
        while moves != 0 {
            // Those in the middle come first: they are more often enough by themselves.
            let from = if moves & self.middle() != 0 { moves & self.middle() } else { moves };
            let cell = from & from.wrapping_neg();
            moves ^= cell;
            let after = self.put(n, cell);
            let count = |b: u64| b.count_ones() as i32;
            // A threat on top of an enemy threat is worth nothing.
            let useful = after.theirs & !(after.mine << 1);
            let now = self.playable(after.all);
            let (next, later) = (now << 1, (now << 1 & self.board()) << 1);
            let replies = count(now & !(after.theirs >> 1));
            let lines = i32::from(self.lines[cell.trailing_zeros() as usize]);
            let merit = 46 * count(useful & next)
                + 48 * count(useful & later)
                + 21 * count(useful)
                + 20 * i32::from(after.theirs & now != 0)
                - 13 * replies
                + 3 * lines;
            if !child(memory, after, merit) {
                return;
            }
        }
    }

    #[inline(always)]
    fn key(&self, (): &mut (), n: &Node) -> u64 {
        let key = n.me | (n.all + self.bottom());
        // A mirror image is seldom met near the end.
        if self.plies_left(n) < 20 { key } else { key.min(self.mirror(key)) }
    }

    fn known(&self, n: &Node, ask: impl FnOnce(&Position) -> Option<Value>) -> Option<i32> {
        let discs = n.all.count_ones() as i32;
        match ask(&Position { mine: n.me, all: n.all, turn: n.turn })? {
            Value::Win(plies) => Some(self.win_at(discs + plies as i32)),
            Value::Loss(plies) => Some(-self.win_at(discs + plies as i32)),
            Value::Draw(_) => Some(0),
            Value::Won | Value::Lost | Value::Margin(_) => None,
        }
    }

    fn value(&self, p: &Position, score: i32) -> Value {
        let discs = p.all.count_ones() as i32;
        // The winner's discs are every other one: of the two discs that score so, the one that is the winner's.
        let last = self.cells() - 2 * (score.abs() - 1);
        let own = i32::from(score < 0);
        let plies = last - discs;
        // A bound may speak of a win sooner than any disc can fall.
        let plies = if (plies + own) % 2 == 1 { plies } else { plies - 1 }.max(0);
        match score {
            0 => Value::Draw(Draw::Final),
            1.. => Value::Win(plies as u32),
            _ => Value::Loss(plies as u32),
        }
    }
}
