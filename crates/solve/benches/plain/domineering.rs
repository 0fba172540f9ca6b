//! A plain solver of Domineering, written for this game alone: alpha-beta on bitboards with a table, and one bound whose
//! proof is a few lines. It shares nothing with the game's rules and tactics, so that it can judge them.
//!
//! The bound. Take disjoint upright dominoes. Those on cells that no lying domino can ever cover (their neighbours left
//! and right are taken) are *safe*: Vertical gets them all. A lying domino spoils at most two of the others, so Vertical gets
//! every third of them, rounded up when moving first. Some may be replaced by free squares of two by two with nothing
//! free on one side, no two side by side: a lying domino spoils at most one of those, so Vertical, who takes them first,
//! gets every second; and the domino laid off the closed side makes the one on that side safe, which is one more.
//! Horizontal gets at most as many as fit into the rows, and no more than half the cells that Horizontal can use and
//! Vertical does not take. Whoever surely gets enough has won. The same holds with rows and columns exchanged.

/// A board and what was found of it.
pub(crate) struct Plain {
    rows: u32,
    columns: u32,
    not_last: u64,
    not_first: u64,
    /// Free cells as keys, each with its answer: 0 is no entry, 1 lost, 2 won, for the player to move.
    keys: Vec<u64>,
    answers: Vec<u8>,
    /// Positions entered.
    pub(crate) nodes: u64,
}

/// Places in the table, as a power of two.
const TABLE_BITS: u32 = 23;

impl Plain {
    /// An empty board of at most 64 cells.
    pub(crate) fn new(rows: u32, columns: u32) -> Plain {
        assert!(rows >= 1 && columns >= 1 && rows * columns <= 64, "the board fits a word");
        let first = (0..rows).fold(0u64, |set, row| set | 1 << (row * columns));
        let board = u64::MAX >> (64 - rows * columns);
        Plain {
            rows,
            columns,
            not_last: board & !(first << (columns - 1)),
            not_first: board & !first,
            keys: vec![0; 2 << TABLE_BITS],
            answers: vec![0; 2 << TABLE_BITS],
            nodes: 0,
        }
    }

    /// Does the player who begins win the empty board?
    pub(crate) fn first_wins(&mut self, vertical: bool) -> bool {
        // Who is to move follows from the number of free cells, as long as one player always begins.
        self.answers.fill(0);
        self.nodes = 0;
        let board = u64::MAX >> (64 - self.rows * self.columns);
        self.known(board, vertical).unwrap_or_else(|| self.wins(board, self.canonical(board), vertical))
    }

    /// At each cell what `set` holds on its right, left, below and above.
    fn right(&self, set: u64) -> u64 {
        (set >> 1) & self.not_last
    }
    fn left(&self, set: u64) -> u64 {
        (set << 1) & self.not_first
    }
    fn below(&self, set: u64) -> u64 {
        set.checked_shr(self.columns).unwrap_or(0)
    }
    fn above(&self, set: u64) -> u64 {
        set.checked_shl(self.columns).unwrap_or(0)
    }

    /// Upper (left) cells of the dominoes that fit.
    fn places(&self, free: u64, vertical: bool) -> u64 {
        free & if vertical { self.below(free) } else { self.right(free) }
    }

    fn domino(&self, place: u64, vertical: bool) -> u64 {
        place | if vertical { self.above(place) } else { self.left(place) }
    }

    /// As many dominoes as fit into a set side by side: greedily from the beginning of each line.
    fn packing(&self, set: u64, vertical: bool) -> u32 {
        let next = |set| if vertical { self.above(set) } else { self.left(set) };
        let mut places = self.places(set, vertical);
        let mut count = 0;
        while places != 0 {
            let heads = places & !next(places);
            count += heads.count_ones();
            places &= !(heads | next(heads));
        }
        count
    }

    /// Cells that the other player's dominoes can never cover.
    fn safe(&self, free: u64, vertical: bool) -> u64 {
        free & !self.domino(self.places(free, !vertical), !vertical)
    }

    /// Disjoint blocks of the bound: how many, and their cells.
    fn blocks(&self, free: u64, vertical: bool) -> (u32, u64) {
        let pairs = free & self.right(free);
        let squares = pairs & self.below(pairs);
        let closed = if vertical {
            let beside = |set| set | self.below(set);
            !beside(self.left(free)) | !beside(self.right(self.right(free)))
        } else {
            let beside = free | self.right(free);
            !self.above(beside) | !self.below(self.below(beside))
        };
        // No domino of the other player's touches two: their squares neither overlap nor stand side by side.
        let wider = |set: u64| set | self.left(set) | self.right(set);
        let longer = |set: u64| set | self.above(set) | self.below(set);
        let near = |top: u64| {
            let around = longer(wider(top));
            if vertical { wider(around) } else { longer(around) }
        };
        let (mut tops, mut count, mut cells) = (squares & closed, 0, 0);
        while tops != 0 {
            let top = tops & tops.wrapping_neg();
            let block = self.domino(self.domino(top, false), true);
            cells |= block;
            count += 1;
            tops &= !near(top);
        }
        (count, cells)
    }

    /// The bound says that a player wins, whatever the other does.
    fn surely(&self, free: u64, vertical: bool, first: bool) -> bool {
        let theirs = self.domino(self.places(free, !vertical), !vertical);
        let safe = self.packing(free & !theirs, vertical);
        let (blocks, cells) = self.blocks(free, vertical);
        let all = blocks + self.packing(theirs & !cells, vertical);
        let third = |n: u32| if first { n.div_ceil(3) } else { n / 3 };
        let taken = third(all) + if first { blocks.div_ceil(2) } else { blocks / 2 };
        let most = self.packing(free, !vertical).min((theirs.count_ones() / 2).saturating_sub(taken));
        safe + taken + u32::from(!first) > most
    }

    /// The least of the four images of a set.
    fn canonical(&self, set: u64) -> u64 {
        let turned = set.reverse_bits() >> (64 - self.rows * self.columns);
        let flip = |set: u64| {
            let row = (1u64 << self.columns) - 1;
            (0..self.rows)
                .fold(0, |image, r| image | (set >> (r * self.columns) & row) << ((self.rows - 1 - r) * self.columns))
        };
        set.min(turned).min(flip(set)).min(flip(turned))
    }

    /// What is known of a position without search: whether the player to move wins.
    fn known(&self, free: u64, vertical: bool) -> Option<bool> {
        if self.surely(free, vertical, true) {
            Some(true)
        } else if self.surely(free, !vertical, false) {
            Some(false)
        } else {
            None
        }
    }

    /// Where a key may stand: there, and in the next slot.
    fn slot(key: u64) -> usize {
        let hash = (key ^ (key >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> (64 - TABLE_BITS)) as usize * 2
    }

    /// Does the player to move win? Nothing is known of the position without search.
    fn wins(&mut self, free: u64, key: u64, vertical: bool) -> bool {
        self.nodes += 1;
        let before = self.nodes;
        // 1. The moves: one that wins without search is enough, those that lose without it are dropped.
        let mut moves = [(0i32, 0u64, 0u64); 64];
        let mut count = 0;
        let mut won = false;
        let mut places = self.places(free, vertical);
        while places != 0 && !won {
            let place = places & places.wrapping_neg();
            places ^= place;
            let next = free & !self.domino(place, vertical);
            if let Some(theirs) = self.known(next, !vertical) {
                won |= !theirs;
                continue;
            }
            let room = |who| {
                let packed = 3 * self.packing(self.safe(next, who), who) + self.packing(next, who);
                (packed + self.places(next, who).count_ones()) as i32
            };
            moves[count] = (room(!vertical) - room(vertical), next, self.canonical(next));
            count += 1;
        }
        // 2. Those that the table knows.
        let mut left = 0;
        for i in 0..count {
            match self.look_up(moves[i].2) {
                Some(theirs) => won |= !theirs,
                None => {
                    moves[left] = moves[i];
                    left += 1;
                }
            }
        }
        // 3. The others, those first that leave the mover most room and the other least.
        if !won {
            moves[..left].sort_unstable();
            won = moves[..left].iter().any(|&(_, next, key)| match self.look_up(key) {
                Some(theirs) => !theirs,
                None => !self.wins(next, key, !vertical),
            });
        }
        // 4. The first slot for what took long, the second for the latest.
        let slot = Plain::slot(key);
        let large = self.nodes - before > 100;
        let slot = if large || self.answers[slot] == 0 { slot } else { slot + 1 };
        self.keys[slot] = key;
        self.answers[slot] = 1 + u8::from(won);
        won
    }

    /// What the table knows: whether the player to move wins.
    fn look_up(&self, key: u64) -> Option<bool> {
        let slot = Plain::slot(key);
        [slot, slot + 1]
            .into_iter()
            .find(|&i| self.answers[i] != 0 && self.keys[i] == key)
            .map(|i| self.answers[i] == 2)
    }
}
