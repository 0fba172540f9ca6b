//! Teeko (John Scarne): four men each on five by five cells; four in a row or in a small square win.
//!
//! The standard game. First both in turn put their four men on free cells. Then a move takes one man to a free
//! neighbouring cell, also diagonally. Who has all four men in a row (across, down or along a diagonal, without gaps) or
//! in a square of two by two wins; there are 44 such shapes. The larger squares of "advanced" Teeko do not count.
//!
//! Nobody is ever without a move: four men that have not won have at least six free or hostile neighbours, and the
//! opponent has four men. Play may go on for ever, which is a draw.
//!
//! Player 1 is X, player 2 is O. Cell `5 * row + column`, from the top-left, is the bit of that number.

mod notation;
mod table;
#[cfg(test)]
mod tests;

use crate::{
    Entry, Phrase,
    bits::Cells,
    symmetry::{self, Permutation},
};
use attractor_game::{Abilities, Error, Game, Heuristics, Playable, Player, Spec, Zero};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "teeko",
    title: Phrase { english: "Teeko", french: "Teeko" },
    rules: Phrase {
        english: "Put four men each on five by five cells, then move them to neighbouring ones; four in a row or in a small square win.",
        french: "Teeko : quatre pions chacun posés sur cinq cases par cinq, puis déplacés vers une case voisine ; quatre alignés ou en petit carré gagnent.",
    },
    options: &["first=2"],
    samples: &["teeko", "teeko,first=2"],
    solved_by: "graph",
    ..Entry::DEFAULT
}];

/// Rows, and columns.
const SIDE: usize = 5;
/// All cells.
const BOARD: u32 = (1 << (SIDE * SIDE)) - 1;
/// Men of each player.
const MEN: u32 = 4;

/// The rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Teeko {
    first: Player,
    symmetries: Vec<Permutation>,
}

/// The men on the board, and whose turn it is.
///
/// The player to move has as many men as the other, or one less.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    men: [u32; 2],
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The cells of a player.
    #[inline]
    pub fn men(&self, player: Player) -> u32 {
        self.men[player.index()]
    }

    /// The free cells.
    #[inline]
    fn free(&self) -> u32 {
        BOARD & !(self.men[0] | self.men[1])
    }
}

/// What a player does with one man.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Puts it on that cell.
    Drop(u8),
    /// Takes it from one cell to another.
    Step(u8, u8),
}

/// The neighbours of each cell.
static NEIGHBOURS: [u32; SIDE * SIDE] = {
    let mut table = [0; SIDE * SIDE];
    let mut from = 0;
    while from < SIDE * SIDE {
        let mut to = 0;
        while to < SIDE * SIDE {
            let (rows, columns) = ((from / SIDE).abs_diff(to / SIDE), (from % SIDE).abs_diff(to % SIDE));
            if from != to && rows <= 1 && columns <= 1 {
                table[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The cells from which a shape of that many rows and columns stays on the board.
const fn corners(rows: usize, columns: usize) -> u32 {
    let (mut set, mut cell) = (0, 0);
    while cell < SIDE * SIDE {
        if cell / SIDE + rows <= SIDE && cell % SIDE + columns <= SIDE {
            set |= 1 << cell;
        }
        cell += 1;
    }
    set
}

/// These men stand in a row of four or in a small square.
#[inline]
fn shaped(men: u32) -> bool {
    const ACROSS: u32 = corners(1, 4);
    const DOWN: u32 = corners(4, 1);
    const DIAGONAL: u32 = corners(4, 4);
    const SQUARE: u32 = corners(2, 2);
    let four = |step: u32, starts: u32| {
        let pairs = men & men >> step;
        pairs & pairs >> (2 * step) & starts
    };
    // Rising diagonals are found from the cell at their top right, three columns from where a falling one begins.
    let pairs = men & men >> 1;
    let square = pairs & pairs >> 5 & SQUARE;
    four(1, ACROSS) | four(5, DOWN) | four(6, DIAGONAL) | four(4, DIAGONAL << 3) | square != 0
}

impl Default for Teeko {
    fn default() -> Teeko {
        Teeko::new()
    }
}

impl Teeko {
    /// The standard game.
    pub fn new() -> Teeko {
        Teeko { first: Player::One, symmetries: symmetry::all(SIDE, SIDE) }
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Teeko {
        self.first = first;
        self
    }

    /// `teeko[,first=2]`.
    pub fn from_spec(spec: &Spec) -> Result<Teeko, Error> {
        spec.allow(&["first="])?;
        if !spec.size().is_empty() {
            return Err(spec.no_size());
        }
        Ok(Teeko::new().with_first(spec.first()?))
    }
}

/// Legal moves: drops, or steps man by man.
#[derive(Clone, Debug)]
struct Moves {
    /// Cells to put a man on.
    drops: Cells<u32>,
    /// Men whose steps are still to come.
    men: Cells<u32>,
    /// The man whose steps are being listed.
    from: u8,
    /// Where it can still go.
    steps: Cells<u32>,
    free: u32,
}

impl Iterator for Moves {
    type Item = Move;
    #[inline]
    fn next(&mut self) -> Option<Move> {
        if let Some(cell) = self.drops.next() {
            return Some(Move::Drop(cell));
        }
        loop {
            if let Some(to) = self.steps.next() {
                return Some(Move::Step(self.from, to));
            }
            self.from = self.men.next()?;
            self.steps = Cells(NEIGHBOURS[usize::from(self.from)] & self.free);
        }
    }
    #[inline]
    fn count(self) -> usize {
        let steps = |man: u8| (NEIGHBOURS[usize::from(man)] & self.free).count_ones() as usize;
        self.drops.count() + self.steps.count() + self.men.map(steps).sum::<usize>()
    }
}

impl Game for Teeko {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = false;

    fn start(&self) -> Position {
        Position { men: [0; 2], turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let (mine, free) = (p.men(p.turn), p.free());
        let over = shaped(p.men(p.turn.other()));
        let dropping = mine.count_ones() < MEN;
        Moves {
            drops: Cells(if dropping && !over { free } else { 0 }),
            men: Cells(if dropping || over { 0 } else { mine }),
            from: 0,
            steps: Cells(0),
            free,
        }
    }

    #[inline]
    fn play(&self, p: &Position, m: Move) -> Position {
        let mut next = Position { turn: p.turn.other(), ..*p };
        next.men[p.turn.index()] ^= match m {
            Move::Drop(cell) => 1 << cell,
            Move::Step(from, to) => 1 << from | 1 << to,
        };
        next
    }

    fn canonical(&self, p: &Position) -> Position {
        let image = |s: &Permutation| p.men.map(|men| s.apply(men.into()) as u32);
        Position { men: self.symmetries.iter().map(image).fold(p.men, Ord::min), turn: p.turn }
    }
}

impl Heuristics for Teeko {
    type Estimate = Zero;
    fn heuristic(&self, text: &str) -> Result<Zero, Error> {
        Zero::named(text)
    }
}

impl Playable for Teeko {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.retrograde().done()
    }
}
