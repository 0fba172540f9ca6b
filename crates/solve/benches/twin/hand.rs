//! Connect Four 7x6 by hand. A column is 7 bits, its lowest cell first; the seventh stays empty.
//!
//! The comments say what is done; why it is right stands with the generic form.

use super::table::{NONE, Table};
use std::mem::MaybeUninit;

const COLUMN: u32 = 7;
const CELLS: i32 = 42;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * 0x3F;
const TOPS: u64 = BOTTOM << 6;
/// Second, fourth and sixth row.
const ANSWERS: u64 = BOTTOM << 1 | BOTTOM << 3 | BOTTOM << 5;
const MOST: i32 = 22;
const NO_LIMIT: i32 = 1 << 20;
/// Subtrees with fewer plies left are searched without the table.
const TABLE_PLIES: u32 = 8;
/// Those with no more are kept in the near table.
const NEAR_PLIES: u32 = 16;
/// The three columns in the middle.
const MIDDLE: u64 = 0x1F_FFFF << 14;

/// How many lines go through each cell.
const LINES: [u8; 64] = {
    let mut lines = [0; 64];
    let mut from = 0;
    while from < 49 {
        let steps = [1, 6, 7, 8];
        let mut s = 0;
        while s < 4 {
            let cells = 1u64 << from | 1 << (from + steps[s]) | 1u64.wrapping_shl(from + 2 * steps[s]);
            let last = from + 3 * steps[s];
            if last < 49 && (cells | 1 << last) & !BOARD == 0 {
                let mut i = 0;
                while i < 4 {
                    lines[(from + i * steps[s]) as usize] += 1;
                    i += 1;
                }
            }
            s += 1;
        }
        from += 1;
    }
    lines
};

#[derive(Clone, Copy)]
struct Node {
    me: u64,
    all: u64,
    mine: u64,
    theirs: u64,
    second: bool,
}

#[derive(Clone, Copy)]
struct Child {
    node: Node,
    bucket: u32,
    tag: u64,
    lo: i32,
    hi: i32,
    same: bool,
}

#[inline(always)]
fn completing(b: u64, d: u32) -> u64 {
    let (up, down) = ((b << d) & (b << (2 * d)), (b >> d) & (b >> (2 * d)));
    (up & ((b << (3 * d)) | (b >> d))) | (down & ((b >> (3 * d)) | (b << d)))
}

#[inline(always)]
fn fours(b: u64, d: u32) -> u64 {
    let two = b & (b >> d);
    two & (two >> (2 * d))
}

#[inline(always)]
fn threats(b: u64, all: u64) -> u64 {
    let up = (b << 1) & (b << 2) & (b << 3);
    (up | completing(b, 6) | completing(b, 7) | completing(b, 8)) & BOARD & !all
}

#[inline(always)]
fn has_four(b: u64) -> bool {
    fours(b, 1) | fours(b, 6) | fours(b, 7) | fours(b, 8) != 0
}

#[inline(always)]
fn upwards(b: u64) -> u64 {
    (b | (TOPS - b)) & BOARD
}

#[inline(always)]
fn win_at(disc: i32) -> i32 {
    if disc > CELLS { 0 } else { 1 + (CELLS - disc) / 2 }
}

#[inline(always)]
fn playable(all: u64) -> u64 {
    (all + BOTTOM) & BOARD
}

#[inline(always)]
fn put(n: &Node, cell: u64) -> Node {
    let (me, all) = (n.me | cell, n.all | cell);
    Node { me: n.all & !n.me, all, mine: n.theirs & !cell, theirs: threats(me, all), second: !n.second }
}

/// Plays forced moves; what is then known.
#[inline(always)]
fn settle(n: &mut Node) -> (i32, i32) {
    loop {
        let moves = playable(n.all);
        let discs = n.all.count_ones() as i32;
        if n.mine & moves != 0 {
            let score = win_at(discs + 1);
            return (score, score);
        }
        if moves == 0 {
            return (0, 0);
        }
        let must = n.theirs & moves;
        let safe = moves & !(n.theirs >> 1);
        let forced = if must != 0 { must & safe } else { safe };
        if forced == 0 || must & must.wrapping_sub(1) != 0 {
            let score = -win_at(discs + 2);
            return (score, score);
        }
        if forced & forced.wrapping_sub(1) != 0 {
            return (-win_at(discs + 4), win_at(discs + 3));
        }
        *n = put(n, forced);
    }
}

#[inline(always)]
fn breaks(m: u64, f: u64) -> bool {
    let one = |d| {
        let ours = fours(m, d);
        ours != 0 && ours & !(upwards(fours(f, d)) << 1) != 0
    };
    one(7) || one(6) || one(8) || fours(m, 1) != 0
}

#[inline(always)]
fn follow_up(n: &Node, ask: i32) -> i32 {
    let (open, opponent) = (BOARD & !n.all & !playable(n.all), n.all & !n.me);
    let answers = n.theirs & ANSWERS;
    if n.all.count_ones() & 1 == 0 {
        if answers == 0 && ask < -2 {
            return NO_LIMIT;
        }
        let f = opponent | (ANSWERS & open);
        let m = BOARD & !f & !upwards(answers);
        if breaks(m, f) {
            return NO_LIMIT;
        }
        if answers != 0 {
            return -(upwards(answers >> 1).count_ones() as i32 / 2);
        }
        if ask > 0 {
            return 0;
        }
        let flat = fours(f, 7);
        if flat | fours(f, 6) | fours(f, 8) == 0 {
            return 0;
        }
        return if flat & (BOTTOM << 1) != 0 {
            -3
        } else if flat & (BOTTOM << 3) != 0 {
            -2
        } else {
            -1
        };
    }
    let mut limit = NO_LIMIT;
    let mut odd = n.theirs & !ANSWERS;
    while odd != 0 {
        let threat = odd & odd.wrapping_neg();
        odd ^= threat;
        let column = 0x3F << (threat.trailing_zeros() / COLUMN * COLUMN);
        let f = opponent | (open & ((ANSWERS & !column) | (!ANSWERS & column & (threat - 1))));
        let answers = answers & !column;
        let never = upwards(answers | threat);
        let m = BOARD & !f & !never;
        if breaks(m, f) {
            continue;
        }
        let above = (never & column).count_ones() as i32 - 1;
        let left = if answers != 0 { upwards(answers >> 1).count_ones() as i32 } else { 0 };
        limit = limit.min(-(1 + (above + left) / 2));
    }
    limit
}

#[inline(always)]
fn limits(n: &Node, ask: i32) -> (i32, i32) {
    let (empty, opponent) = (BOARD & !n.all, n.all & !n.me);
    let late = n.all.count_ones() > 16;
    if late && ask > 0 && !has_four(n.me | empty) {
        (-NO_LIMIT, 0)
    } else if late && ask <= 0 && !has_four(opponent | empty) {
        (0, NO_LIMIT)
    } else {
        (-NO_LIMIT, follow_up(n, ask))
    }
}

#[inline(always)]
fn key(n: &Node) -> u64 {
    let key = n.me | (n.all + BOTTOM);
    if CELLS as u32 - n.all.count_ones() < 20 {
        return key;
    }
    let mut image = 0;
    for c in 0..7 {
        image |= (key >> (c * COLUMN) & 0x7F) << ((6 - c) * COLUMN);
    }
    key.min(image)
}

#[inline(always)]
fn merit(after: &Node, cell: u64) -> i32 {
    let count = |b: u64| b.count_ones() as i32;
    let useful = after.theirs & !(after.mine << 1);
    let now = playable(after.all);
    let (next, later) = (now << 1, (now << 1 & BOARD) << 1);
    46 * count(useful & next)
        + 48 * count(useful & later)
        + 21 * count(useful)
        + 20 * i32::from(after.theirs & now != 0)
        - 13 * count(now & !(after.theirs >> 1))
        + 3 * i32::from(LINES[cell.trailing_zeros() as usize])
}

/// The solver.
pub(crate) struct Twin {
    table: Table,
    nodes: u64,
    limit: u64,
    halted: bool,
}

impl Twin {
    /// A table of at most so many bytes.
    pub(crate) fn new(bytes: u64) -> Twin {
        Twin { table: Table::new(bytes), nodes: 0, limit: 0, halted: false }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.nodes = 0;
    }

    /// Nodes entered so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score after these columns, for the player to move.
    pub(crate) fn score(&mut self, columns: &[u32]) -> i32 {
        let (mut me, mut all) = (0u64, 0u64);
        for &c in columns {
            let cell = (all + (1 << (c * COLUMN))) & (0x3F << (c * COLUMN));
            (me, all) = (all & !me, all | cell);
        }
        let second = columns.len() % 2 == 1;
        let mut n = Node { me, all, mine: threats(me, all), theirs: threats(all & !me, all), second };
        let known = settle(&mut n);
        let same = n.second == second;
        let (mut lo, mut hi) = (known.0.max(-MOST), known.1.min(MOST));
        let (mut bucket, mut tag) = (NONE, 0);
        if lo < hi {
            for (low, high) in [limits(&n, 1), limits(&n, 0)] {
                (lo, hi) = (lo.max(low), hi.min(high));
            }
        }
        if lo < hi {
            (bucket, tag) = self.table.place(key(&n));
        }
        // Turn 0 asks from outside in, turn 1 from zero outwards.
        let (mut last, mut turn, mut allowance) = (i32::from(!n.second), 0, [50u64, 1_000]);
        let mut until = self.nodes + allowance[turn];
        loop {
            if lo == hi {
                return if same { lo } else { -lo };
            }
            let ask = if turn == 1 {
                i32::clamp(last, lo + 1, hi)
            } else if hi > -lo {
                hi
            } else {
                lo + 1
            };
            self.limit = until;
            // SAFETY: these instructions are there: the bench is for processors of the last ten years.
            #[allow(unused_unsafe)]
            let score = unsafe { self.visit(&n, bucket, tag, lo, hi, ask) };
            if self.halted {
                self.halted = false;
                allowance[turn] *= [3, 10][turn];
                turn = 1 - turn;
                until = self.nodes + allowance[turn];
                continue;
            }
            if score >= ask {
                lo = score
            } else {
                hi = score
            }
            if turn == 1 {
                last = score;
            }
        }
    }

    #[cfg_attr(target_arch = "x86_64", target_feature(enable = "popcnt,lzcnt,bmi1,bmi2"))]
    fn visit(&mut self, n: &Node, bucket: u32, tag: u64, lo: i32, hi: i32, ask: i32) -> i32 {
        if self.nodes >= self.limit {
            self.halted = true;
            return ask;
        }
        self.nodes += 1;
        let before = self.nodes;
        let mut best = lo;
        let mut kids = [const { MaybeUninit::<Child>::uninit() }; 7];
        let mut order = [0i64; 7];
        let mut count = 0;
        let mut moves = playable(n.all) & !(n.theirs >> 1);
        while moves != 0 {
            let from = if moves & MIDDLE != 0 { moves & MIDDLE } else { moves };
            let cell = from & from.wrapping_neg();
            moves ^= cell;
            let mut node = put(n, cell);
            let merit = merit(&node, cell);
            let (low, high) = settle(&mut node);
            let same = node.second == n.second;
            let (mut low, mut high) = if same { (low, high) } else { (-high, -low) };
            if low < ask && high >= ask {
                let more = limits(&node, if same { ask } else { 1 - ask });
                let more = if same { more } else { (-more.1, -more.0) };
                (low, high) = (low.max(more.0), high.min(more.1));
            }
            if low >= ask {
                return low;
            }
            if high < ask {
                best = best.max(high);
                continue;
            }
            let (mut bucket, mut tag) = (NONE, 0);
            let plies = CELLS as u32 - node.all.count_ones();
            if plies > TABLE_PLIES && plies <= NEAR_PLIES {
                (bucket, tag) = self.table.place_near(key(&node));
            } else if plies > TABLE_PLIES {
                (bucket, tag) = self.table.place(key(&node));
                self.table.prefetch(bucket);
            }
            order[count] = i64::from(merit) << 32 | count as i64;
            kids[count].write(Child { node, bucket, tag, lo: low, hi: high, same });
            count += 1;
        }
        let mut left = 0;
        for i in 0..count {
            let code = order[i];
            // SAFETY: the first `count` of them are written.
            let kid = unsafe { kids[(code & 0xFFFF_FFFF) as usize].assume_init_mut() };
            if kid.bucket != NONE
                && let Some((low, high)) = self.table.get(kid.bucket, kid.tag)
            {
                let (low, high) = if kid.same { (low, high) } else { (-high, -low) };
                (kid.lo, kid.hi) = (kid.lo.max(low), kid.hi.min(high));
                if kid.lo >= ask {
                    let score = kid.lo;
                    self.keep(bucket, tag, (lo, hi), score, ask, before);
                    return score;
                }
                if kid.hi < ask {
                    best = best.max(kid.hi);
                    continue;
                }
            }
            let mut j = left;
            while j > 0 && order[j - 1] >> 32 < code >> 32 {
                order[j] = order[j - 1];
                j -= 1;
            }
            order[j] = code;
            left += 1;
        }
        for (next, &code) in order[..left].iter().enumerate() {
            // SAFETY: as above.
            let kid = unsafe { kids[(code & 0xFFFF_FFFF) as usize].assume_init_ref() };
            let (mut low, mut high) = (kid.lo, kid.hi);
            if next > 0
                && kid.bucket != NONE
                && let Some((l, h)) = self.table.get(kid.bucket, kid.tag)
            {
                let (l, h) = if kid.same { (l, h) } else { (-h, -l) };
                (low, high) = (low.max(l), high.min(h));
            }
            let score = if low >= ask {
                low
            } else if high < ask {
                high
            } else if kid.same {
                self.visit(&kid.node, kid.bucket, kid.tag, low, high, ask)
            } else {
                -self.visit(&kid.node, kid.bucket, kid.tag, -high, -low, 1 - ask)
            };
            if self.halted {
                return ask;
            }
            best = best.max(score);
            if score >= ask {
                break;
            }
        }
        self.keep(bucket, tag, (lo, hi), best, ask, before);
        best
    }

    #[inline(always)]
    fn keep(&mut self, bucket: u32, tag: u64, (lo, hi): (i32, i32), score: i32, ask: i32, before: u64) {
        if bucket != NONE {
            let (lo, hi) = if score >= ask { (score, hi) } else { (lo, score) };
            self.table.put(bucket, tag, lo, hi, self.nodes - before + 1);
        }
    }
}
