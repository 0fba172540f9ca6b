//! Dobutsu shogi, "animal chess" (Madoka Kitao, 2008): catch the lion on three by four cells.
//!
//! ```text
//!   a b c     Player 1 begins, at the bottom, in capital letters. Every piece moves one cell: the lion (L) any way, the
//! 1 g l e     giraffe (G) across and along, the elephant (E) diagonally, the chick (C) straight ahead. A chick that moves
//! 2 . c .     to the last row becomes a hen (H), which moves any way but diagonally backwards.
//! 3 . C .
//! 4 E L G     What is taken changes sides, a hen as a chick, and is kept in hand.
//! ```
//!
//! Instead of moving, a player may put a piece from the hand on any free cell: also a chick on the last row, where it
//! remains a chick that cannot move, two in one column, or to threaten the lion.
//!
//! Two ways to win: to take the lion; or to bring the own lion to the last row ("try") where it cannot be taken at once.
//! A lion may be moved to where it can be taken, also on the last row.
//!
//! **Who can take the lion does so: there are no other moves then.** Nothing else could be better, and so it need not be
//! said what a lion that was spared on the last row has won. It is the convention of Tetsuro Tanaka's analysis (2009),
//! in which such positions are not played on: it reports, up to left and right and to who is to move, 246,803,167
//! positions from the start, of which in 140,298,614 the lion can be taken, in 7,018,985 a lion has reached the last row
//! for good, and 99,485,568 are unfinished. Counted with the rules here, they are exactly as many; and as
//! there, the first player loses in 78 plies, the taking of the lion counted, and no win takes more than 173.
//!
//! Nobody is ever without a move (and would have lost). Play may go on for ever, which is a draw; the rule of the third
//! repetition is not modelled.

mod notation;
mod table;
#[cfg(test)]
mod tests;

use crate::{Entry, Phrase, bits::Cells};
use attractor_game::{Abilities, Error, Game, Heuristics, Playable, Player, Spec, Zero};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "dobutsu",
    title: Phrase { english: "Dobutsu shogi", french: "Dobutsu shogi" },
    rules: Phrase {
        english: "Animal shogi on three by four cells: take the lion, or bring the own one to the last row.",
        french: "Dobutsu shogi (les échecs des animaux) sur trois cases par quatre : prendre le lion, ou mener le sien à la dernière ligne.",
    },
    options: &["first=2"],
    samples: &["dobutsu", "dobutsu,first=2"],
    solved_by: "graph",
    ..Entry::DEFAULT
}];

/// Rows from the top.
const ROWS: usize = 4;
/// Columns from the left.
const COLUMNS: usize = 3;
/// Cells; cell `3 * row + column` is the bit of that number.
const CELLS: usize = ROWS * COLUMNS;
/// All cells.
const BOARD: u16 = (1 << CELLS) - 1;

/// The animals. Those that can be in hand come first.
const CHICK: usize = 0;
const ELEPHANT: usize = 1;
const GIRAFFE: usize = 2;
const HEN: usize = 3;
const LION: usize = 4;
/// Kinds of animals, and those that can be in hand.
const KINDS: usize = 5;
const IN_HAND: usize = 3;
/// Room for kinds: a processor turns and mirrors eight sets of cells at once.
const LANES: usize = 8;

/// The row at which each player begins: the last row of the other.
const HOME: [u16; 2] = [0b111 << 9, 0b111];

/// The left column, and the middle one.
const LEFT: u16 = 0b001_001_001_001;
const MIDDLE: u16 = LEFT << 1;

/// The first row.
const TOP: u16 = 0b111;

/// Left and right exchanged.
#[inline]
fn mirror(set: u16) -> u16 {
    (set & LEFT) << 2 | set & MIDDLE | set >> 2 & LEFT
}

/// Does the same with the cells of every kind, all at once.
#[inline(always)]
fn each(kinds: &[u16; LANES], change: impl Fn(u16) -> u16) -> [u16; LANES] {
    let mut changed = [0; LANES];
    for (to, from) in changed.iter_mut().zip(kinds) {
        *to = change(*from);
    }
    changed
}

/// Where an animal of a kind can go, by player, kind and cell, on an empty board.
static STEPS: [[[u16; CELLS]; KINDS]; 2] = {
    // Ahead of player 1 is up.
    const AHEAD: &[(isize, isize)] = &[(-1, 0)];
    const DIAGONAL: &[(isize, isize)] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];
    const STRAIGHT: &[(isize, isize)] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];
    const GOLD: &[(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)];
    const ALL: &[(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    let kinds = [AHEAD, DIAGONAL, STRAIGHT, GOLD, ALL];
    let mut table = [[[0; CELLS]; KINDS]; 2];
    let mut i = 0;
    while i < 2 * KINDS * CELLS {
        let (player, kind, cell) = (i / (KINDS * CELLS), i / CELLS % KINDS, i % CELLS);
        let mut s = 0;
        while s < kinds[kind].len() {
            let (down, right) = kinds[kind][s];
            let down = if player == 0 { down } else { -down };
            let (row, column) = ((cell / COLUMNS) as isize + down, (cell % COLUMNS) as isize + right);
            if 0 <= row && row < ROWS as isize && 0 <= column && column < COLUMNS as isize {
                table[player][kind][cell] |= 1 << (row as usize * COLUMNS + column as usize);
            }
            s += 1;
        }
        i += 1;
    }
    table
};

/// The rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Dobutsu {
    first: Player,
}

/// The animals on the board and in hand, and whose turn it is.
///
/// Only the lion of the player to move can be missing: it has been taken. It never stands on its last row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// By player and kind.
    pieces: [[u16; LANES]; 2],
    hand: [[u8; IN_HAND]; 2],
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The cells of a player's chicks, elephants, giraffes, hens and lion. Cell `3 * row + column`, from the top left, is
    /// the bit of that number.
    pub fn cells(&self, player: Player) -> &[u16] {
        &self.pieces[player.index()][..KINDS]
    }

    /// How many chicks, elephants and giraffes a player has in hand.
    pub fn hand(&self, player: Player) -> &[u8; IN_HAND] {
        &self.hand[player.index()]
    }

    /// The cells of a player's animals.
    #[inline]
    fn of(&self, player: Player) -> u16 {
        self.pieces[player.index()].iter().fold(0, |set, &cells| set | cells)
    }

    /// The free cells.
    #[inline]
    fn free(&self) -> u16 {
        BOARD & !(self.of(Player::One) | self.of(Player::Two))
    }

    /// The lion of a player; nothing if it has been taken.
    #[inline]
    fn lion(&self, player: Player) -> u16 {
        self.pieces[player.index()][LION]
    }

    /// The animals of a player that can take the other's lion, which stands on the board.
    #[inline]
    fn takers(&self, player: Player) -> u16 {
        let lion = self.lion(player.other()).trailing_zeros() as usize;
        // An animal reaches the lion from where one of its kind, looking the other way, would reach it from the lion.
        let kinds = self.pieces[player.index()].iter().zip(&STEPS[player.other().index()]);
        kinds.fold(0, |set, (cells, steps)| set | cells & steps[lion])
    }

    /// Left and right exchanged.
    #[inline]
    fn mirrored(&self) -> Position {
        Position { pieces: [each(&self.pieces[0], mirror), each(&self.pieces[1], mirror)], ..*self }
    }

    /// It is its own mirror image.
    #[inline]
    fn symmetric(&self) -> bool {
        (self.pieces[0][LION] | self.pieces[1][LION]) & !MIDDLE == 0 && self.mirrored() == *self
    }

    /// The board turned round and the players' names exchanged.
    #[inline]
    fn turned(&self) -> Position {
        // Rows, then columns: a few steps for all kinds at once, where reversing bits would take them one by one.
        let turn = |set: u16| mirror((set & TOP) << 9 | (set & TOP << 3) << 3 | set >> 3 & TOP << 3 | set >> 9);
        let [one, two] = &self.pieces;
        Position {
            pieces: [each(two, turn), each(one, turn)],
            hand: [self.hand[1], self.hand[0]],
            turn: self.turn.other(),
        }
    }
}

/// An animal's step, or one put on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where it comes from; from the hand, 12 for a chick, 13 for an elephant, 14 for a giraffe.
    pub from: u8,
    /// Where it goes to.
    pub to: u8,
}

impl Default for Dobutsu {
    fn default() -> Dobutsu {
        Dobutsu::new()
    }
}

impl Dobutsu {
    /// The usual game.
    pub fn new() -> Dobutsu {
        Dobutsu { first: Player::One }
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Dobutsu {
        self.first = first;
        self
    }

    /// `dobutsu[,first=2]`.
    pub fn from_spec(spec: &Spec) -> Result<Dobutsu, Error> {
        spec.allow(&["first="])?;
        if !spec.size().is_empty() {
            return Err(spec.no_size());
        }
        Ok(Dobutsu::new().with_first(spec.first()?))
    }
}

/// Legal moves: steps kind by kind, and then what is put on the board.
#[derive(Clone, Debug)]
struct Moves {
    player: usize,
    /// The animals that may move.
    pieces: [u16; LANES],
    /// Where they may go.
    allowed: u16,
    hand: [u8; IN_HAND],
    free: u16,
    /// Kinds that have been looked at, on the board and then in hand.
    stages: usize,
    /// Of the kind being looked at, those still to come.
    men: Cells<u16>,
    from: u8,
    targets: Cells<u16>,
}

impl Iterator for Moves {
    type Item = Move;
    #[inline]
    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(to) = self.targets.next() {
                return Some(Move { from: self.from, to });
            }
            if let Some(from) = self.men.next() {
                self.from = from;
                let steps = STEPS[self.player][self.stages - 1][usize::from(from)];
                self.targets = Cells(steps & self.allowed);
                continue;
            }
            let stage = self.stages;
            if stage == KINDS + IN_HAND {
                return None;
            }
            self.stages += 1;
            if stage < KINDS {
                self.men = Cells(self.pieces[stage]);
            } else if self.hand[stage - KINDS] > 0 {
                self.from = (CELLS + stage - KINDS) as u8;
                self.targets = Cells(self.free);
            }
        }
    }
}

impl Game for Dobutsu {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = false;

    fn start(&self) -> Position {
        // Chicks, elephants, giraffes, hens, lions.
        let one = [1 << 7, 1 << 9, 1 << 11, 0, 1 << 10, 0, 0, 0];
        let two = [1 << 4, 1 << 2, 1, 0, 1 << 1, 0, 0, 0];
        Position { pieces: [one, two], hand: [[0; IN_HAND]; 2], turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let (me, you) = (p.turn, p.turn.other());
        let taken = p.lion(me) == 0;
        let takers = if taken { 0 } else { p.takers(me) };
        let over = taken || (takers == 0 && p.lion(you) & HOME[me.index()] != 0);
        let mut moves = Moves {
            player: me.index(),
            pieces: p.pieces[me.index()],
            allowed: BOARD & !p.of(me),
            hand: p.hand[me.index()],
            free: p.free(),
            stages: if over { KINDS + IN_HAND } else { 0 },
            men: Cells(0),
            from: 0,
            targets: Cells(0),
        };
        if takers != 0 {
            moves.pieces = moves.pieces.map(|cells| cells & takers);
            moves.allowed = p.lion(you);
            moves.hand = [0; IN_HAND];
        }
        moves
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let (me, you) = (p.turn.index(), p.turn.other().index());
        let mut next = Position { turn: p.turn.other(), ..*p };
        let (from, to) = (usize::from(m.from), 1 << m.to);
        if from >= CELLS {
            next.hand[me][from - CELLS] -= 1;
            next.pieces[me][from - CELLS] |= to;
            return next;
        }
        let kind = p.pieces[me].iter().position(|cells| cells >> from & 1 != 0).expect("an animal stands there");
        next.pieces[me][kind] ^= 1 << from;
        let becomes = if kind == CHICK && HOME[you] & to != 0 { HEN } else { kind };
        next.pieces[me][becomes] |= to;
        if let Some(taken) = p.pieces[you].iter().position(|cells| cells & to != 0) {
            next.pieces[you][taken] ^= to;
            if taken != LION {
                next.hand[me][if taken == HEN { CHICK } else { taken }] += 1;
            }
        }
        next
    }

    /// The position or its mirror image.
    fn canonical(&self, p: &Position) -> Position {
        let mirrored = p.mirrored();
        if mirrored.pieces < p.pieces { mirrored } else { *p }
    }
}

impl Heuristics for Dobutsu {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

impl Playable for Dobutsu {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.retrograde().done()
    }
}
