//! Legal moves: captures if there are any, and otherwise steps.

use super::{
    Move, Position,
    squares::{DIRECTIONS, Grid},
};
use crate::bits::Singles;

/// Captures that are listed without asking for memory. There are rarely as many; a typed position may have more.
const ROOM: usize = 32;

/// The captures of a position, each once.
#[derive(Clone, Debug)]
pub(super) struct Captures {
    few: [Move; ROOM],
    length: usize,
    /// All of them, once they are more than there is room for.
    many: Vec<Move>,
    /// How many pieces each of them takes, where only the longest count.
    most: u32,
}

impl Captures {
    fn new() -> Captures {
        Captures { few: [Move { from: 0, to: 0, taken: 0 }; ROOM], length: 0, many: Vec::new(), most: 0 }
    }

    pub(super) fn list(&self) -> &[Move] {
        if self.many.is_empty() { &self.few[..self.length] } else { &self.many }
    }

    fn clear(&mut self) {
        self.length = 0;
        self.many.clear();
    }

    /// Notes a capture that cannot go on.
    fn push(&mut self, m: Move) {
        if self.list().contains(&m) {
            return;
        }
        if self.many.is_empty() && self.length < ROOM {
            self.few[self.length] = m;
            self.length += 1;
            return;
        }
        if self.many.is_empty() {
            self.many.extend_from_slice(&self.few);
        }
        self.many.push(m);
    }

    fn sort(&mut self) {
        let key = |m: &Move| (m.from, m.to, m.taken);
        if self.many.is_empty() {
            self.few[..self.length].sort_unstable_by_key(key);
        } else {
            self.many.sort_unstable_by_key(key);
        }
    }
}

/// One piece looking for all it can take.
struct Hunt<'a, const TEN: bool> {
    from: u8,
    king: bool,
    /// The directions in which it captures.
    directions: std::ops::Range<usize>,
    /// Where its move ends at once: a man of the smaller game is crowned there.
    crown: u64,
    theirs: u64,
    /// Free squares; the one it came from is free too.
    free: u64,
    found: &'a mut Captures,
}

impl<const TEN: bool> Hunt<'_, TEN> {
    /// Goes on from a square, having taken `count` pieces, which still stand there. `back` is the direction it came from,
    /// where it cannot go. A flying king goes straight on from the first square behind a piece only: from the others, it
    /// would find the same.
    fn search(&mut self, at: u64, taken: u64, count: u32, back: usize, straight: bool) {
        let flies = TEN && self.king;
        let mut ends = true;
        for direction in self.directions.clone() {
            if direction == back || (!straight && direction == DIRECTIONS - 1 - back) {
                continue;
            }
            let mut over = Grid::<TEN>::step(at, direction);
            while flies && over & self.free != 0 {
                over = Grid::<TEN>::step(over, direction);
            }
            if over & self.theirs & !taken == 0 {
                continue;
            }
            let mut landing = Grid::<TEN>::step(over, direction) & self.free;
            let mut first = true;
            while landing != 0 {
                ends = false;
                if landing & self.crown != 0 {
                    self.end(landing, taken | over, count + 1);
                } else {
                    self.search(landing, taken | over, count + 1, DIRECTIONS - 1 - direction, first);
                }
                first = false;
                landing = if flies { Grid::<TEN>::step(landing, direction) & self.free } else { 0 };
            }
        }
        if ends && count > 0 {
            self.end(at, taken, count);
        }
    }

    fn end(&mut self, to: u64, taken: u64, count: u32) {
        if TEN {
            if count < self.found.most {
                return;
            }
            if count > self.found.most {
                self.found.most = count;
                self.found.clear();
            }
        }
        self.found.push(Move { from: self.from, to: to.trailing_zeros() as u8, taken });
    }
}

/// The directions in which a piece captures.
#[inline(always)]
pub(super) fn captures_in<const TEN: bool>(player: usize, king: bool) -> std::ops::Range<usize> {
    if TEN || king {
        return 0..DIRECTIONS;
    }
    let [first, second] = Grid::<TEN>::ahead(player);
    first..second + 1
}

/// The pieces of the player to move that can capture.
#[inline]
pub(super) fn hunters<const TEN: bool>(p: &Position) -> u64 {
    let me = p.turn.index();
    let (mine, theirs) = (p.pieces[me], p.pieces[1 - me]);
    let free = Grid::<TEN>::BOARD & !(mine | theirs);
    let (men, kings) = (mine & !p.kings, mine & p.kings);
    let mut found = 0;
    // Pieces that have a free square behind them: who stands before one of them captures it.
    for direction in 0..DIRECTIONS {
        let back = DIRECTIONS - 1 - direction;
        let loose = Grid::<TEN>::step(free, back) & theirs;
        let men = if captures_in::<TEN>(me, false).contains(&direction) { men } else { 0 };
        let near = if TEN { men } else { men | kings };
        found |= Grid::<TEN>::step(loose, back) & near;
        if TEN && kings != 0 {
            for king in Singles(kings) {
                let mut over = Grid::<TEN>::step(king, direction);
                while over & free != 0 {
                    over = Grid::<TEN>::step(over, direction);
                }
                found |= if over & loose != 0 { king } else { 0 };
            }
        }
    }
    found
}

/// The captures of those pieces, in order.
pub(super) fn captures<const TEN: bool>(p: &Position, hunters: u64) -> Captures {
    let me = p.turn.index();
    let all = p.pieces[0] | p.pieces[1];
    let mut found = Captures::new();
    for from in Singles(hunters) {
        let king = p.kings & from != 0;
        let mut hunt = Hunt::<TEN> {
            from: from.trailing_zeros() as u8,
            king,
            directions: captures_in::<TEN>(me, king),
            crown: if TEN || king { 0 } else { Grid::<TEN>::last_row(me) },
            theirs: p.pieces[1 - me],
            free: Grid::<TEN>::BOARD & !all | from,
            found: &mut found,
        };
        hunt.search(from, 0, 0, DIRECTIONS, true);
    }
    found.sort();
    found
}

/// Where a piece can step to.
#[inline]
fn steps<const TEN: bool>(from: u64, king: bool, free: u64, player: usize) -> u64 {
    if king && TEN {
        return Grid::<TEN>::slides(from, free);
    }
    let near = |directions: &[usize]| directions.iter().fold(0, |set, &d| set | Grid::<TEN>::step(from, d));
    free & if king { near(&[0, 1, 2, 3]) } else { near(&Grid::<TEN>::ahead(player)) }
}

/// Steps that have not been listed yet.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    ten: bool,
    player: usize,
    kings: u64,
    free: u64,
    /// Pieces that have not been looked at.
    pieces: u64,
    from: u64,
    targets: u64,
}

impl Steps {
    /// How many steps the pieces have that were not looked at.
    #[inline]
    fn left<const TEN: bool>(&self) -> u32 {
        let (men, kings) = (self.pieces & !self.kings, self.pieces & self.kings);
        let near = |set: u64, direction: usize| (Grid::<TEN>::step(set, direction) & self.free).count_ones();
        let [left, right] = Grid::<TEN>::ahead(self.player);
        let men = near(men, left) + near(men, right);
        if TEN {
            men + Singles(kings).map(|king| Grid::<TEN>::slides(king, self.free).count_ones()).sum::<u32>()
        } else {
            men + (0..DIRECTIONS).map(|direction| near(kings, direction)).sum::<u32>()
        }
    }
}

/// Legal moves.
// A capture's list is large, and seldom made: most positions have steps.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub(super) enum Moves {
    /// Nothing can be captured.
    Steps(Steps),
    /// All captures, and how many have been given.
    Captures(Captures, usize),
}

/// The legal moves of a position.
#[inline]
pub(super) fn moves<const TEN: bool>(p: &Position) -> Moves {
    let hunters = hunters::<TEN>(p);
    if hunters != 0 {
        return Moves::Captures(captures::<TEN>(p, hunters), 0);
    }
    let player = p.turn.index();
    let free = Grid::<TEN>::BOARD & !(p.pieces[0] | p.pieces[1]);
    Moves::Steps(Steps { ten: TEN, player, kings: p.kings, free, pieces: p.pieces[player], from: 0, targets: 0 })
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        match self {
            Moves::Captures(found, given) => {
                *given += 1;
                found.list().get(*given - 1).copied()
            }
            Moves::Steps(steps) => loop {
                let target = steps.targets & steps.targets.wrapping_neg();
                if target != 0 {
                    steps.targets ^= target;
                    let bit = |set: u64| set.trailing_zeros() as u8;
                    return Some(Move { from: bit(steps.from), to: bit(target), taken: 0 });
                }
                steps.from = steps.pieces & steps.pieces.wrapping_neg();
                if steps.from == 0 {
                    return None;
                }
                steps.pieces ^= steps.from;
                let king = steps.kings & steps.from != 0;
                steps.targets = if steps.ten {
                    self::steps::<true>(steps.from, king, steps.free, steps.player)
                } else {
                    self::steps::<false>(steps.from, king, steps.free, steps.player)
                };
            },
        }
    }

    #[inline]
    fn count(self) -> usize {
        match self {
            Moves::Captures(found, given) => found.list().len().saturating_sub(given),
            Moves::Steps(steps) => {
                let left = if steps.ten { steps.left::<true>() } else { steps.left::<false>() };
                (steps.targets.count_ones() + left) as usize
            }
        }
    }
}
