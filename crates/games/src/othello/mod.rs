//! Othello on n x n cells, n being 4, 6 or 8: discs are closed in and turned over, and who has more in the end wins.
//!
//! ```text
//!   a b c d e f g h     Player 1 (X, Black) begins. A disc is put on an empty cell so that it closes in a line of the
//! 1 . . . . . . . .     opponent's discs, across, down or diagonally, between itself and another of one's own; all discs
//! 2 . . . . . . . .     closed in are turned over. Who can put none passes, and must; when neither can, play is over.
//! 3 . . . . . . . .
//! 4 . . . O X . . .     The result is a margin: the winner's discs less the loser's, empty cells counted for the winner,
//! 5 . . . X O . . .     as tournaments do.
//! 6 . . . . . . . .
//! 7 . . . . . . . .     A pass is a move, called `pass`, and takes a ply.
//! 8 . . . . . . . .
//! ```

mod few;
mod grid;
mod heuristics;
mod notation;
mod tactics;
#[cfg(test)]
mod tests;

pub use heuristics::{Estimate, FEATURES};

use crate::bits::{Cells, each, transposed};
use crate::{Entry, Phrase};
use attractor_game::{Abilities, Error, Game, Playable, Player, Score, Spec};
use grid::{Grid, grid};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "othello",
    title: Phrase { english: "Othello", french: "Othello" },
    rules: Phrase {
        english: "Discs on four by four, six by six or eight by eight cells are closed in and turned over; who has more in the end wins.",
        french: "Des pions sur quatre cases par quatre, six par six ou huit par huit sont encadrés et retournés ; qui en a le plus à la fin gagne.",
    },
    size: "NxN",
    default: "8x8",
    options: &["first=2"],
    samples: &["othello", "othello:6x6", "othello:4x4,first=2"],
    extremes: &["othello:4x4", "othello:6x6"],
    ..Entry::DEFAULT
}];

/// The rules on a board of one size.
#[derive(Clone)]
pub struct Othello {
    grid: &'static Grid,
    first: Player,
}

/// The discs, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    discs: [u64; 2],
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The cells of a player's discs; cell `8 * row + column`, from the top left, is the bit of that number.
    #[inline]
    pub fn discs(&self, player: Player) -> u64 {
        self.discs[player.index()]
    }

    /// The discs of the player to move, and the other's.
    #[inline]
    fn seen(&self) -> (u64, u64) {
        (self.discs(self.turn), self.discs(self.turn.other()))
    }
}

/// The cell that gets a disc, `8 * row + column`; or 64, a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u8);

/// No disc is put down.
const PASS: u8 = 64;

impl Othello {
    /// A board of n x n cells; n is 4, 6 or 8.
    pub fn new(size: usize) -> Result<Othello, Error> {
        if ![4, 6, 8].contains(&size) {
            return Err(Error::new("othello-size", "a board of Othello has 4x4, 6x6 or 8x8 cells, not {size}x{size}")
                .arg("size", size));
        }
        Ok(Othello { grid: grid(size), first: Player::One })
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Othello {
        self.first = first;
        self
    }

    /// `othello[:NxN][,first=2]`.
    pub fn from_spec(spec: &Spec) -> Result<Othello, Error> {
        spec.allow(&["first="])?;
        let (rows, columns) = spec.two_sizes((8, 8))?;
        if rows != columns {
            return Err(spec.wrong(
                "othello-not-square",
                "the board of {spec} is not square: Othello has 4x4, 6x6 or 8x8 cells",
                spec.size(),
            ));
        }
        Ok(Othello::new(rows)?.with_first(spec.first()?))
    }

    /// Rows, and columns.
    pub fn size(&self) -> usize {
        self.grid.size
    }

    /// The discs of player 1 and player 2 with that player to move. Discs must not share cells or lie outside the board.
    pub fn position(&self, discs: [u64; 2], turn: Player) -> Option<Position> {
        let fits = discs[0] & discs[1] == 0 && (discs[0] | discs[1]) & !self.grid.cells == 0;
        fits.then_some(Position { discs, turn })
    }

    /// Seven symmetries of the board, applied to discs.
    fn images(&self, discs: [u64; 2]) -> [[u64; 2]; 7] {
        let shift = 8 - self.size() as u32;
        // Upside down, and back to the upper rows.
        let flip = |set: u64| set.swap_bytes() >> (8 * shift);
        let turn = transposed;
        let mirror = |set: u64| turn(flip(turn(set)));
        let both = |f: &dyn Fn(u64) -> u64| discs.map(f);
        [
            both(&flip),
            both(&turn),
            both(&mirror),
            both(&|set| flip(turn(set))),
            both(&|set| turn(flip(set))),
            both(&|set| flip(mirror(set))),
            both(&|set| turn(flip(mirror(set)))),
        ]
    }
}

impl PartialEq for Othello {
    fn eq(&self, other: &Othello) -> bool {
        self.size() == other.size() && self.first == other.first
    }
}

impl std::fmt::Debug for Othello {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Othello {0}x{0}, {1:?} begins", self.size(), self.first)
    }
}

/// Margin of who has the discs `me`, when play is over: empty cells are the winner's.
#[inline]
fn margin(cells: u64, me: u64, other: u64) -> i32 {
    let (mine, theirs) = (me.count_ones() as i32, other.count_ones() as i32);
    let empty = cells.count_ones() as i32 - mine - theirs;
    mine - theirs + (mine - theirs).signum() * empty
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;
    const MARGIN: bool = true;

    fn start(&self) -> Position {
        let middle = self.size() / 2;
        let cell = |row: usize, column: usize| 1u64 << (8 * row + column);
        let one = cell(middle - 1, middle) | cell(middle, middle - 1);
        let two = cell(middle - 1, middle - 1) | cell(middle, middle);
        Position { discs: [one, two], turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let (me, other) = p.seen();
        let cells = self.grid.moves(me, other);
        let pass = cells == 0 && self.grid.moves(other, me) != 0;
        each(Cells(cells), Move).chain(pass.then_some(Move(PASS)))
    }

    #[inline]
    fn play(&self, p: &Position, Move(cell): Move) -> Position {
        let mut next = Position { turn: p.turn.other(), ..*p };
        if cell != PASS {
            let (me, other) = p.seen();
            let turned = self.grid.flips(usize::from(cell), me, other);
            next.discs[p.turn.index()] ^= turned | 1 << cell;
            next.discs[p.turn.other().index()] ^= turned;
        }
        next
    }

    #[inline]
    fn result(&self, p: &Position) -> Score {
        let (me, other) = p.seen();
        Score(margin(self.grid.cells, me, other))
    }

    fn canonical(&self, p: &Position) -> Position {
        Position { discs: self.images(p.discs).into_iter().fold(p.discs, Ord::min), turn: p.turn }
    }
}

impl Playable for Othello {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.tactics(|| tactics::Endgame::new(self)).done()
    }
}
