//! Sets of cells on a board of 4x4, 6x6 or 8x8: where discs can be put, what they turn over, what can never be turned.
//!
//! Every board lies in the upper left of eight rows of eight bits: cell `8 * row + column` is the bit of that number, and the
//! same shifts serve all sizes. Cells outside a smaller board are never anybody's, so that lines end there.

/// A board of one size, with what is worked out once.
pub(super) struct Grid {
    /// Rows and columns.
    pub(super) size: usize,
    /// All cells.
    pub(super) cells: u64,
    /// From each cell the lines to the border: four towards higher bits, then four towards lower ones.
    rays: [[u64; 8]; 64],
    /// The cells around each.
    pub(super) around: [u64; 64],
    /// The corners.
    pub(super) corners: u64,
    /// The cells of each quarter of the board.
    pub(super) quarters: [u64; 4],
    /// First and last column; first and last row.
    border: [u64; 2],
    /// What is stable on an edge of discs, by the numbers of both players' discs in base 3.
    edges: [u8; 6561],
}

static GRIDS: [Grid; 3] = [Grid::new(4), Grid::new(6), Grid::new(8)];

/// The board of a size: 4, 6 or 8.
pub(super) fn grid(size: usize) -> &'static Grid {
    &GRIDS[size / 2 - 2]
}

/// A set of eight bits as digits of a number in base 3.
static BASE_3: [u16; 256] = base_3();

const fn base_3() -> [u16; 256] {
    let mut table = [0; 256];
    let mut set = 1;
    while set < 256 {
        let (mut digit, mut power, mut sum) = (0, 1, 0);
        while digit < 8 {
            if set >> digit & 1 != 0 {
                sum += power;
            }
            power *= 3;
            digit += 1;
        }
        table[set] = sum;
        set += 1;
    }
    table
}

impl Grid {
    const fn new(size: usize) -> Grid {
        // Towards higher bits: right, down left, down, down right. Then the same backwards.
        let steps: [(isize, isize); 8] = [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
        let (mut cells, mut rays, mut around) = (0, [[0; 8]; 64], [0; 64]);
        let (mut quarters, mut border) = ([0; 4], [0; 2]);
        let mut i = 0;
        while i < size * size {
            let (row, column) = (i / size, i % size);
            let cell = 8 * row + column;
            cells |= 1 << cell;
            quarters[2 * (row * 2 / size) + column * 2 / size] |= 1 << cell;
            if column == 0 || column == size - 1 {
                border[0] |= 1 << cell;
            }
            if row == 0 || row == size - 1 {
                border[1] |= 1 << cell;
            }
            let mut s = 0;
            while s < 8 {
                let (down, right) = steps[s];
                let (mut r, mut c) = (row as isize + down, column as isize + right);
                let mut near = true;
                while r >= 0 && c >= 0 && r < size as isize && c < size as isize {
                    rays[cell][s] |= 1 << (8 * r + c);
                    if near {
                        around[cell] |= 1 << (8 * r + c);
                        near = false;
                    }
                    r += down;
                    c += right;
                }
                s += 1;
            }
            i += 1;
        }
        let corners = border[0] & border[1];
        Grid { size, cells, rays, around, corners, quarters, border, edges: stable_edges(size) }
    }

    /// The edges.
    pub(super) fn rim(&self) -> u64 {
        self.border[0] | self.border[1]
    }

    /// Where who has the discs `me` can put one: it closes in some of `other`.
    #[inline(always)]
    pub(super) fn moves(&self, me: u64, other: u64) -> u64 {
        // A line that goes on to the left or right never passes the first or last column.
        let inner = other & 0x7E7E_7E7E_7E7E_7E7E;
        let found = reach(me, inner, 1) | reach(me, inner, 7) | reach(me, other, 8) | reach(me, inner, 9);
        found & !(me | other) & self.cells
    }

    /// The discs of `other` that one put on an empty cell turns over.
    #[inline(always)]
    pub(super) fn flips(&self, cell: usize, me: u64, other: u64) -> u64 {
        let rays = &self.rays[cell & 63];
        let mut flips = 0;
        // Upwards: a carry runs through the discs of `other` and stops at the first cell that is not theirs.
        for &ray in &rays[..4] {
            let end = (other | !ray).wrapping_add(1) & ray & me;
            flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        // Downwards: the highest cell that is not theirs. If all are, the shift gives one of theirs, which is not mine.
        for &ray in &rays[4..] {
            let end = (1u64 << 63).wrapping_shr((ray & !other).leading_zeros()) & ray & me;
            flips |= (end.wrapping_neg() << 1) & ray;
        }
        flips
    }

    /// Empty cells beside discs of `other` that may come to be closed in from there: no disc is along its own edge's side.
    #[inline(always)]
    pub(super) fn beside(&self, other: u64, empty: u64) -> u64 {
        let [columns, rows] = self.border;
        let (across, along, inner) = (other & !columns, other & !rows, other & !(columns | rows));
        let diagonal = inner << 7 | inner >> 7 | inner << 9 | inner >> 9;
        (across << 1 | across >> 1 | along << 8 | along >> 8 | diagonal) & empty
    }

    /// Discs of `me` on the edges that can never be turned.
    #[inline]
    pub(super) fn stable_edge(&self, me: u64, other: u64) -> u64 {
        let last = self.size - 1;
        let row = |r: usize| {
            let line = |set: u64| (set >> (8 * r)) as usize & 255;
            u64::from(self.edge(line(me), line(other))) << (8 * r)
        };
        let column = |c: usize| {
            let line =
                |set: u64| (((set >> c & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080)) >> 56) as usize;
            let stable = u64::from(self.edge(line(me), line(other)));
            // The last of eight would run into the first.
            let spread = (stable & 0x7F).wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101;
            (spread | (stable >> 7) << 56) << c
        };
        (row(0) | row(last) | column(0) | column(last)) & me
    }

    #[inline(always)]
    fn edge(&self, me: usize, other: usize) -> u8 {
        self.edges[usize::from(BASE_3[me & 255] + 2 * BASE_3[other & 255])]
    }

    /// Discs of `me` that can never be turned, as far as they are easily seen: along each of the four lines through it a
    /// disc has a full line, the border, or a stable disc of its own colour beside it.
    pub(super) fn stable(&self, me: u64, other: u64) -> u64 {
        let taken = me | other | !self.cells;
        let [columns, rows] = self.border;
        let rim = columns | rows;
        let full = [
            full_lines(taken, 1, columns),
            full_lines(taken, 8, rows),
            full_lines(taken, 7, rim),
            full_lines(taken, 9, rim),
        ];
        let mut stable = self.stable_edge(me, other) | (me & full[0] & full[1] & full[2] & full[3]);
        if stable == 0 {
            return 0;
        }
        loop {
            let held = |i: usize, step: u32| full[i] | stable << step | stable >> step;
            // Along an edge the table knows all there is to know.
            let more = me & !stable & !rim & held(0, 1) & held(1, 8) & held(2, 7) & held(3, 9);
            if more == 0 {
                return stable;
            }
            stable |= more;
        }
    }
}

/// Cells behind lines of `other` that begin beside a disc of `me`, in two opposite directions.
#[inline(always)]
fn reach(me: u64, other: u64, step: u32) -> u64 {
    let (mut up, mut down) = (other & me << step, other & me >> step);
    up |= other & up << step;
    down |= other & down >> step;
    let pairs = other & other << step;
    let pairs_down = pairs >> step;
    up |= pairs & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up |= pairs & up << (2 * step);
    down |= pairs_down & down >> (2 * step);
    up << step | down >> step
}

/// Cells on lines that are taken from end to end; `ends` are cells at which such lines end.
#[inline]
fn full_lines(taken: u64, step: u32, ends: u64) -> u64 {
    let (mut up, mut down) = (taken, taken);
    for _ in 0..7 {
        up = taken & (ends | up >> step);
        down = taken & (ends | down << step);
    }
    up & down
}

/// What no play can turn on an edge, whoever puts a disc where: by the numbers of both players' discs in base 3.
const fn stable_edges(size: usize) -> [u8; 6561] {
    let base = base_3();
    let mut table = [0; 6561];
    // From full edges to empty ones: a set of empty cells is dealt with after all its subsets.
    let mut empty = 0;
    while empty < 1 << size {
        let taken = !empty & ((1 << size) - 1);
        // Every way to share out the taken cells.
        let mut me: usize = taken;
        loop {
            let other = taken & !me;
            let mut stable = taken;
            let mut cell = 0;
            while cell < size {
                if empty >> cell & 1 != 0 {
                    let mut player = 0;
                    while player < 2 {
                        let (own, theirs) = if player == 0 { (me, other) } else { (other, me) };
                        let turned = turned_on_edge(size, cell, own, theirs);
                        let (own, theirs) = (own | 1 << cell | turned, theirs & !turned);
                        let (a, b) = if player == 0 { (own, theirs) } else { (theirs, own) };
                        stable &= !turned & table[(base[a] + 2 * base[b]) as usize] as usize;
                        player += 1;
                    }
                }
                cell += 1;
            }
            table[(base[me] + 2 * base[other]) as usize] = stable as u8;
            if me == 0 {
                break;
            }
            me = (me - 1) & taken;
        }
        empty += 1;
    }
    table
}

/// What a disc put on an edge turns along it.
const fn turned_on_edge(size: usize, cell: usize, me: usize, other: usize) -> usize {
    let mut turned = 0;
    let mut way = 0;
    while way < 2 {
        let (mut line, mut at) = (0, cell);
        loop {
            if way == 0 {
                if at == 0 {
                    break;
                }
                at -= 1;
            } else {
                at += 1;
                if at == size {
                    break;
                }
            }
            if other >> at & 1 != 0 {
                line |= 1 << at;
            } else {
                if me >> at & 1 != 0 {
                    turned |= line;
                }
                break;
            }
        }
        way += 1;
    }
    turned
}
