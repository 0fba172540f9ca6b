//! Positions numbered, and moves undone.
//!
//! The board is turned so that player 1 is to move ("mine"), and mirrored so that the first of the two lions that is not in
//! the middle column stands on the left. First come the positions with both lions: 54 pairs of places, mine never on its
//! last row; then those in which mine has been taken: 8 places of the other. For each of them the other six animals are
//! numbered on the cells left: how many giraffes, elephants and chicks are on the board (a *block*), and then for each of
//! these kinds the set of cells, the owners, for chicks also whether they are hens, and how many of the rest I have in hand.
//!
//! Where no lion decides which of two mirror images is meant, it is the one with the smaller number; those of the others are
//! unused (about one in twenty).

use super::{
    BOARD, CELLS, CHICK, COLUMNS, Dobutsu, ELEPHANT, GIRAFFE, HEN, HOME, IN_HAND, KINDS, LANES, LION, Position, STEPS,
};
use crate::{bits::Cells, ranking::choose};
use attractor_game::{Indexed, Player, Retrograde};
use std::ops::{ControlFlow, Range};

/// Animals of each kind but lions.
const PAIR: usize = 2;
/// Numbers of a kind on the board: none, one or two.
const COUNTS: usize = PAIR + 1;
/// Numbers of giraffes, elephants and chicks on the board.
const BLOCKS: usize = COUNTS * COUNTS * COUNTS;

/// How the six animals that are no lions are numbered on so many cells.
struct Layout {
    /// Where each block begins; and the size of all.
    begin: [u64; BLOCKS + 1],
    /// In each block, numbers of elephants and chicks for each of giraffes; and of chicks for each of elephants.
    each: [[u32; 2]; BLOCKS],
    /// For numbers that share all but the lowest bits, the block of the first of them.
    hint: [u8; HINTS],
}

/// Numbers that share a hint, as a power of 2; and how many there are.
const HINT: u32 = 14;
const HINTS: usize = 2048;

impl Layout {
    const fn new(cells: usize) -> Layout {
        let (mut begin, mut each, mut hint) = ([0; BLOCKS + 1], [[0; 2]; BLOCKS], [0; HINTS]);
        let (mut block, mut hinted) = (0, 0);
        while block < BLOCKS {
            let [g, e, c] = counts(block);
            let chicks = ways(cells - g - e, c, 2);
            let others = ways(cells - g, e, 1) * chicks;
            each[block] = [others as u32, chicks as u32];
            begin[block + 1] = begin[block] + ways(cells, g, 1) * others;
            while ((hinted as u64) << HINT) < begin[block + 1] {
                hint[hinted] = block as u8;
                hinted += 1;
            }
            block += 1;
        }
        Layout { begin, each, hint }
    }

    /// The block of a number.
    #[inline]
    fn block(&self, number: u64) -> usize {
        let mut block = usize::from(self.hint[(number >> HINT) as usize]);
        while self.begin[block + 1] <= number {
            block += 1;
        }
        block
    }
}

/// Giraffes, elephants and chicks on the board.
const fn counts(block: usize) -> [usize; 3] {
    [block / (COUNTS * COUNTS), block / COUNTS % COUNTS, block % COUNTS]
}

/// In how many ways `n` animals of a kind stand on so many cells, with `bits` to tell about each, and the rest in hands.
const fn ways(cells: usize, n: usize, bits: usize) -> u64 {
    (choose(cells, n) << (n * bits)) * (COUNTS - n) as u64
}

static BOTH_LIONS: Layout = Layout::new(CELLS - 2);
static ONE_LION: Layout = Layout::new(CELLS - 1);

/// Pairs of places of the lions.
const PAIRS: usize = 54;
/// Places of one lion.
const PLACES: usize = 8;

/// The number of a pair of places, mine first; and the pair of each number.
static LIONS: ([[u8; CELLS]; CELLS], [(u8, u8); PAIRS]) = {
    let (mut numbers, mut pairs, mut n) = ([[u8::MAX; CELLS]; CELLS], [(0, 0); PAIRS], 0);
    let mut i = COLUMNS * CELLS;
    while i < CELLS * CELLS {
        let (mine, theirs) = (i / CELLS, i % CELLS);
        let left = mine % COLUMNS == 0 || (mine % COLUMNS == 1 && theirs % COLUMNS < 2);
        if left && mine != theirs {
            numbers[mine][theirs] = n;
            pairs[n as usize] = (mine as u8, theirs as u8);
            n += 1;
        }
        i += 1;
    }
    assert!(n as usize == PAIRS);
    (numbers, pairs)
};

/// How many cells a set has.
static SIZES: [u8; 1 << CELLS] = {
    let mut sizes = [0; 1 << CELLS];
    let mut set = 1;
    while set < 1 << CELLS {
        sizes[set] = sizes[set >> 1] + (set & 1) as u8;
        set += 1;
    }
    sizes
};

/// How many cells of the board are in a set.
#[inline(always)]
fn size(set: u16) -> u32 {
    SIZES[usize::from(set & BOARD)].into()
}

/// At most two animals of a kind on the board: how many, and their number among as many, with what is to be told about
/// each (a bit of `owned`, and of `hens` for chicks). Without branches: this is what takes time in tables.
#[inline(always)]
fn kind_number(set: u16, gone: u16, owned: u16, hens: Option<u16>) -> (u32, u32) {
    let rest = set & set.wrapping_sub(1);
    let lowest = set ^ rest;
    let n = u32::from(set != 0) + u32::from(rest != 0);
    // Free cells below each of the two, as far as there are two: the numbers that they have on the cells left.
    let below = |cell: u16| size(cell.wrapping_sub(u16::from(cell != 0)) & !gone);
    let (low, high) = (below(lowest), below(rest));
    let rank = low + high * high.wrapping_sub(1) / 2;
    let about = |cells: u16| {
        let bit = |cell: u16| u32::from(cells & cell != 0);
        (bit(lowest), bit(rest))
    };
    let (first, second) = about(owned);
    let two = u32::from(rest != 0);
    match hens {
        None => (n, rank << n | first << two | second),
        Some(hens) => {
            let (first_hen, second_hen) = about(hens);
            (n, rank << (2 * n) | (first << 1 | first_hen) << (2 * two) | second << 1 | second_hen)
        }
    }
}

/// The number of the animals that are no lions.
#[inline]
fn number(p: &Position, layout: &Layout) -> u64 {
    let [mine, theirs] = &p.pieces;
    let hand = &p.hand[0];
    let gone = mine[LION] | theirs[LION];
    let set = mine[GIRAFFE] | theirs[GIRAFFE];
    let (giraffes, g) = kind_number(set, gone, mine[GIRAFFE], None);
    let gone = gone | set;
    let set = mine[ELEPHANT] | theirs[ELEPHANT];
    let (elephants, e) = kind_number(set, gone, mine[ELEPHANT], None);
    let gone = gone | set;
    let hens = mine[HEN] | theirs[HEN];
    let owned = mine[CHICK] | mine[HEN];
    let (chicks, c) = kind_number(owned | theirs[CHICK] | hens, gone, owned, Some(hens));
    let with_hand = |n: u32, number: u32, kind: usize| number * (COUNTS as u32 - n) + u32::from(hand[kind]);
    let block = ((giraffes * COUNTS as u32 + elephants) * COUNTS as u32 + chicks) as usize;
    let [others, each] = layout.each[block];
    layout.begin[block]
        + u64::from(
            with_hand(giraffes, g, GIRAFFE) * others
                + with_hand(elephants, e, ELEPHANT) * each
                + with_hand(chicks, c, CHICK),
        )
}

/// The cells that are free, in order, four bits each: a list from which cells are taken.
#[derive(Clone, Copy)]
struct Free(u64);

impl Free {
    /// All but the cells of a set.
    const fn but(set: u16) -> Free {
        let (mut list, mut length, mut cell) = (0, 0, 0);
        while cell < CELLS {
            if set >> cell & 1 == 0 {
                list |= (cell as u64) << (4 * length);
                length += 1;
            }
            cell += 1;
        }
        Free(list)
    }

    /// Takes one out.
    #[inline(always)]
    fn take(&mut self, place: u8) -> u8 {
        let (shift, list) = (4 * u32::from(place), self.0);
        let below = (1 << shift) - 1;
        self.0 = list & below | list >> 4 & !below;
        (list >> shift & 0xF) as u8
    }
}

/// The cells that are free beside each pair of lions, and beside one.
static FREE: ([Free; PAIRS], [Free; PLACES]) = {
    let (mut both, mut one) = ([Free(0); PAIRS], [Free(0); PLACES]);
    let mut i = 0;
    while i < PAIRS {
        both[i] = Free::but(1 << LIONS.1[i].0 | 1 << LIONS.1[i].1);
        i += 1;
    }
    i = 0;
    while i < PLACES {
        one[i] = Free::but(1 << (i / 2 * COLUMNS + i % 2));
        i += 1;
    }
    (both, one)
};

/// The lower and the higher of two places, by number.
static TWO: [(u8, u8); choose(CELLS, 2) as usize] = {
    let mut two = [(0, 0); choose(CELLS, 2) as usize];
    let (mut high, mut i) = (1, 0);
    while i < two.len() {
        let mut low = 0;
        while low < high {
            two[i] = (low, high);
            low += 1;
            i += 1;
        }
        high += 1;
    }
    two
};

/// The inverse of [`kind_number`] with what is in hand: puts animals of a kind on free cells.
#[inline(always)]
fn place_kind(p: &mut Position, free: &mut Free, n: usize, number: u32, kind: usize) {
    // Dividing by what is known is cheap.
    let (number, mine) = match n {
        0 => (number / 3, number % 3),
        1 => (number / 2, number % 2),
        _ => (number, 0),
    };
    p.hand[0][kind] = mine as u8;
    p.hand[1][kind] = (PAIR - n) as u8 - mine as u8;
    let bits = if kind == CHICK { 2 } else { 1 };
    let mut put = |cell: u8, about: u32| {
        let (owned, hen) = if kind == CHICK { (about >> 1 & 1, about & 1 != 0) } else { (about & 1, false) };
        p.pieces[1 - owned as usize][if hen { HEN } else { kind }] |= 1 << cell;
    };
    match n {
        0 => {}
        1 => put(free.take((number >> bits) as u8), number),
        _ => {
            let (low, high) = TWO[(number >> (2 * bits)) as usize];
            put(free.take(high), number);
            put(free.take(low), number >> bits);
        }
    }
}

/// The inverse of [`number`]: adds those animals to the lions of a position.
#[inline]
fn place(p: &mut Position, number: u64, layout: &Layout, mut free: Free) {
    let block = layout.block(number);
    let [giraffes, elephants, chicks] = counts(block);
    let [others, each] = layout.each[block];
    let number = (number - layout.begin[block]) as u32;
    let (g, rest) = (number / others, number % others);
    place_kind(p, &mut free, giraffes, g, GIRAFFE);
    place_kind(p, &mut free, elephants, rest / each, ELEPHANT);
    place_kind(p, &mut free, chicks, rest % each, CHICK);
}

/// Where a lion stands.
#[inline]
fn cell(lion: u16) -> usize {
    lion.trailing_zeros() as usize
}

/// Which of two mirror images the lions tell: as it is, mirrored, or not told.
#[inline]
fn told(p: &Position) -> Option<bool> {
    let mine = p.pieces[0][LION];
    let column = |lion: u16| match cell(lion) % COLUMNS {
        0 => Some(false),
        1 => None,
        _ => Some(true),
    };
    let first = if mine == 0 { None } else { column(mine) };
    first.or_else(|| column(p.pieces[1][LION]))
}

/// The number of a position of player 1 that needs no mirroring.
#[inline]
fn upright(p: &Position) -> u64 {
    let theirs = cell(p.pieces[1][LION]);
    if p.pieces[0][LION] == 0 {
        let place = theirs / COLUMNS * 2 + theirs % COLUMNS;
        return both() + place as u64 * ONE_LION.begin[BLOCKS] + number(p, &ONE_LION);
    }
    let pair = LIONS.0[cell(p.pieces[0][LION])][theirs];
    debug_assert!(pair != u8::MAX, "my lion is not on its last row");
    u64::from(pair) * BOTH_LIONS.begin[BLOCKS] + number(p, &BOTH_LIONS)
}

/// How many numbers there are for positions with both lions.
#[inline]
fn both() -> u64 {
    PAIRS as u64 * BOTH_LIONS.begin[BLOCKS]
}

impl Indexed for Dobutsu {
    fn size(&self) -> u64 {
        both() + PLACES as u64 * ONE_LION.begin[BLOCKS]
    }

    #[inline]
    fn index(&self, p: &Position) -> u64 {
        let p = if p.turn == Player::One { *p } else { p.turned() };
        match told(&p) {
            Some(false) => upright(&p),
            Some(true) => upright(&p.mirrored()),
            None => upright(&p).min(upright(&p.mirrored())),
        }
    }

    #[inline]
    fn position(&self, index: u64) -> Option<Position> {
        let mut p = Position { pieces: [[0; LANES]; 2], hand: [[0; IN_HAND]; 2], turn: Player::One };
        if index < both() {
            const EACH: u64 = Layout::new(CELLS - 2).begin[BLOCKS];
            let pair = (index / EACH) as usize;
            let (mine, theirs) = LIONS.1[pair];
            p.pieces[0][LION] = 1 << mine;
            p.pieces[1][LION] = 1 << theirs;
            place(&mut p, index % EACH, &BOTH_LIONS, FREE.0[pair]);
        } else if index < self.size() {
            let index = index - both();
            let at = (index / ONE_LION.begin[BLOCKS]) as usize;
            p.pieces[1][LION] = 1 << (at / 2 * COLUMNS + at % 2);
            place(&mut p, index % ONE_LION.begin[BLOCKS], &ONE_LION, FREE.1[at]);
        } else {
            return None;
        }
        (told(&p).is_some() || upright(&p.mirrored()) >= index).then_some(p)
    }

    /// Before and after a lion has been taken.
    fn tiers(&self) -> Vec<Range<u64>> {
        vec![0..both(), both()..self.size()]
    }

    fn images(&self, p: &Position) -> u64 {
        1 + u64::from(p.mirrored() != *p)
    }

    #[inline]
    fn renamed(&self, p: &Position) -> bool {
        p.turn == Player::Two
    }
}

impl Retrograde for Dobutsu {
    /// The opponent has moved an animal, which may have taken one of mine, or has put one on the board.
    #[inline]
    fn try_predecessors<B>(&self, p: &Position, mut each: impl FnMut(Position) -> ControlFlow<B>) -> ControlFlow<B> {
        let (me, you) = (p.turn.index(), p.turn.other().index());
        let unmoved = Position { turn: p.turn.other(), ..*p };
        let free = p.free();
        let lion = p.pieces[me][LION];
        let taken = lion == 0;
        // Who could take my lion would have: all that threaten it now do so because of the last move. And a lion on the last
        // row has just come there.
        let threats = if taken { 0 } else { p.takers(unmoved.turn) };
        let movers = match threats.count_ones() {
            0 => u16::MAX,
            1 => threats,
            _ => 0,
        };
        let arrived = p.pieces[you][LION] & HOME[me];
        let movers = if arrived == 0 { movers } else { movers & arrived };
        let symmetric = p.symmetric();
        let mut give = |q: Position| match (symmetric, q.symmetric()) {
            // Of a position and its mirror image, one.
            (true, false) if q.pieces >= q.mirrored().pieces => ControlFlow::Continue(()),
            // One move leads here, and one to the mirror image.
            (false, true) => {
                each(q)?;
                each(q)
            }
            _ => each(q),
        };
        for kind in 0..KINDS {
            for to in Cells(p.pieces[you][kind] & movers) {
                // Back is where one of mine would go.
                let back = |kind: usize| {
                    let from = STEPS[me][kind][usize::from(to)] & if kind == LION { !HOME[me] } else { u16::MAX };
                    // It did not stand where it could have taken the lion.
                    let near = if taken { 0 } else { STEPS[me][kind][cell(lion)] };
                    from & !near & free
                };
                // Who is on my home row has promoted on the way there, or was put there.
                let home = HOME[me] >> to & 1 != 0;
                let ways = [
                    (kind, if kind == CHICK && home { 0 } else { back(kind) }),
                    (CHICK, if kind == HEN && home { back(CHICK) } else { 0 }),
                ];
                for (was, cells) in ways {
                    for from in Cells(cells) {
                        let mut q = unmoved;
                        q.pieces[you][kind] ^= 1 << to;
                        q.pieces[you][was] |= 1 << from;
                        if taken {
                            q.pieces[me][LION] |= 1 << to;
                            give(q)?;
                            continue;
                        }
                        give(q)?;
                        for captured in 0..LION {
                            let held = if captured == HEN { CHICK } else { captured };
                            if p.hand[you][held] > 0 {
                                let mut q = q;
                                q.pieces[me][captured] |= 1 << to;
                                q.hand[you][held] -= 1;
                                give(q)?;
                            }
                        }
                    }
                }
            }
        }
        for kind in 0..if taken { 0 } else { IN_HAND } {
            for to in Cells(p.pieces[you][kind] & movers) {
                let mut q = unmoved;
                q.pieces[you][kind] ^= 1 << to;
                q.hand[you][kind] += 1;
                give(q)?;
            }
        }
        ControlFlow::Continue(())
    }
}
