//! Connect Four: discs fall to the bottom of a column; four in a row win, across, up or along a diagonal.
//!
//! Cells are bits, column by column from the left and upwards, with one spare bit above each column: a line cannot run
//! from one column into the next, and adding the bottom row to all discs carries to the next free cell of each column.
//!
//! ```text
//!    6 13 20 27 34 41 48   spare
//!    5 12 19 26 33 40 47
//!    4 11 18 25 32 39 46
//!    3 10 17 24 31 38 45
//!    2  9 16 23 30 37 44
//!    1  8 15 22 29 36 43
//!    0  7 14 21 28 35 42
//! ```
//!
//! Player 1 is X or yellow, player 2 is O or red. A full board is a draw.

mod heuristics;
mod notation;
mod tactics;
#[cfg(test)]
mod tests;

pub use heuristics::{Estimate, FEATURES};

use crate::{
    Entry, Phrase,
    bits::{Singles, each},
    limits::within,
};
use attractor_game::{Abilities, Error, Game, Layered, Playable, Player, Score, Spec};
use tactics::Board;

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[Entry {
    name: "connect4",
    title: Phrase { english: "Connect Four", french: "Puissance 4" },
    rules: Phrase {
        english: "Drop discs into columns; four in a row win.",
        french: "Puissance 4 : des pions qui tombent dans des colonnes ; quatre alignés gagnent.",
    },
    size: "WIDTHxHEIGHT",
    default: "7x6",
    options: &["first=2"],
    samples: &["connect4", "connect4:4x4", "connect4:5x4", "connect4:9x3,first=2"],
    extremes: &["connect4:1x1", "connect4:9x6", "connect4:1x63", "connect4:8x7"],
    small: &["connect4:4x4", "connect4:4x3,first=2", "connect4:5x3"],
    ..Entry::DEFAULT
}];

/// The board.
#[derive(Clone, PartialEq, Debug)]
pub struct Connect4 {
    width: u32,
    height: u32,
    first: Player,
    /// The lowest cell of each column.
    bottom: u64,
    /// All cells, spare bits excluded.
    board: u64,
    /// From a cell to its neighbour in each of the four directions of lines.
    steps: [u32; 4],
    /// Each line of four cells.
    lines: Vec<u64>,
    /// How many lines each cell lies in.
    worth: [u8; 64],
    /// Cells of the first, third, fifth... row from below.
    odd: u64,
    /// Cells of the middle column, or of the middle two.
    centre: u64,
}

/// The discs, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Of the player to move.
    mine: u64,
    /// Of both.
    all: u64,
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The discs of a player.
    #[inline]
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.turn { self.mine } else { self.mine ^ self.all }
    }
}

/// The cell that the disc falls to: its bit. (Playing it is one instruction; a column would have to be looked up.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u64);

impl Connect4 {
    /// A board of that size: at most nine columns, and at most 64 cells counting one spare cell above each column.
    pub fn new(width: usize, height: usize) -> Result<Connect4, Error> {
        within("width", width, 1..=9)?;
        within("height", height, 1..=63)?;
        if width * (height + 1) > 64 {
            return Err(Error::new(
                "board-too-large",
                "a board of {width}x{height} is too large: width times one more than the height is at most 64",
            )
            .arg("width", width)
            .arg("height", height));
        }
        let (width, height) = (width as u32, height as u32);
        let column = height + 1;
        let bottom = (0..width).fold(0, |set, c| set | 1 << (c * column));
        let board = bottom * ((1 << height) - 1);
        // Up, across, down right, up right. Boards too narrow for the last three look upwards again: their columns may
        // be so high that a step across leaves the 64 bits.
        let steps = if width < 4 { [1; 4] } else { [1, column, column - 1, column + 1] };
        let odd = (0..height).step_by(2).fold(0, |set, row| set | bottom << row);
        let centre = [(width - 1) / 2, width / 2].map(|c| ((1 << height) - 1) << (c * column));
        let mut game = Connect4 {
            width,
            height,
            first: Player::One,
            bottom,
            board,
            steps,
            lines: Vec::new(),
            worth: [0; 64],
            odd,
            centre: centre[0] | centre[1],
        };
        game.lines = game.find_lines();
        for cell in 0..64 {
            game.worth[cell] = game.lines.iter().filter(|&line| line >> cell & 1 != 0).count() as u8;
        }
        Ok(game)
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Connect4 {
        self.first = first;
        self
    }

    /// `connect4[:7x6][,first=2]`, width x height.
    pub fn from_spec(spec: &Spec) -> Result<Connect4, Error> {
        spec.allow(&["first="])?;
        let (width, height) = spec.two_sizes((7, 6))?;
        Ok(Connect4::new(width, height)?.with_first(spec.first()?))
    }

    /// Width and height.
    pub fn size(&self) -> (usize, usize) {
        (self.width as usize, self.height as usize)
    }

    /// The move that drops a disc into a column, counted from 0; none if the column is full or not on the board.
    pub fn drop_into(&self, p: &Position, column: usize) -> Option<Move> {
        let cells = |column: usize| ((1u64 << self.height) - 1) << (column as u32 * (self.height + 1));
        let free = (p.all + self.bottom) & self.board & (column < self.width as usize).then(|| cells(column))?;
        (free != 0).then_some(Move(free))
    }

    /// The column of a move, counted from 0.
    pub fn column(&self, m: Move) -> usize {
        (m.0.trailing_zeros() / (self.height + 1)) as usize
    }

    /// Each line of four cells.
    pub fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// The bit of a cell; columns from the left and rows from the bottom count from 0.
    #[inline]
    fn bit(&self, column: u32, row: u32) -> u64 {
        1 << (column * (self.height + 1) + row)
    }

    fn find_lines(&self) -> Vec<u64> {
        let mut lines = Vec::new();
        for (right, up) in [(0, 1), (1, 0), (1, -1), (1, 1)] {
            for column in 0..self.width as i32 {
                for row in 0..self.height as i32 {
                    let (last_column, last_row) = (column + 3 * right, row + 3 * up);
                    if last_column < self.width as i32 && (0..self.height as i32).contains(&last_row) {
                        let cell = |i| self.bit((column + i * right) as u32, (row + i * up) as u32);
                        lines.push((0..4).fold(0, |line, i| line | cell(i)));
                    }
                }
            }
        }
        lines
    }

    /// There are four in a row among these discs.
    #[inline]
    fn aligned(&self, discs: u64) -> bool {
        // Shifts by constants are faster, and nearly every board has this height (narrow ones may take these steps too).
        if self.height == 6 { aligned(discs, USUAL_STEPS) } else { aligned(discs, self.steps) }
    }

    /// The mirror image of a set of cells.
    #[inline]
    fn mirror(&self, set: u64) -> u64 {
        let height = self.height + 1;
        let column = u64::MAX >> (64 - height);
        (0..self.width).fold(0, |image, c| image | ((set >> (c * height)) & column) << ((self.width - 1 - c) * height))
    }
}

/// The steps up, across and along the diagonals on boards of height 6.
const USUAL_STEPS: [u32; 4] = [1, 7, 6, 8];

/// Four of the discs stand in a row, each a step from the last.
#[inline]
fn aligned(discs: u64, [up, across, down_right, up_right]: [u32; 4]) -> bool {
    let four = |step: u32| {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step))
    };
    four(up) | four(across) | four(down_right) | four(up_right) != 0
}

impl Game for Connect4 {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;

    #[inline]
    fn start(&self) -> Position {
        Position { mine: 0, all: 0, turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let free = (p.all + self.bottom) & self.board;
        each(Singles(if self.aligned(p.mine ^ p.all) { 0 } else { free }), Move)
    }

    #[inline]
    fn play(&self, p: &Position, Move(bit): Move) -> Position {
        Position { mine: p.mine ^ p.all, all: p.all | bit, turn: p.turn.other() }
    }

    #[inline]
    fn result(&self, p: &Position) -> Score {
        if self.aligned(p.mine ^ p.all) { Score::LOSS } else { Score::DRAW }
    }

    /// The position or its mirror image.
    #[inline]
    fn canonical(&self, p: &Position) -> Position {
        let (all, mine) = (p.all, p.mine).min((self.mirror(p.all), self.mirror(p.mine)));
        Position { mine, all, turn: p.turn }
    }
}

/// Discs on the board. A number has, in each column, the mover's discs and above them a mark on the first free cell.
impl Layered for Connect4 {
    #[inline]
    fn layer(&self, p: &Position) -> u32 {
        p.all.count_ones()
    }

    #[inline]
    fn number(&self, p: &Position) -> u64 {
        let number = p.mine | (p.all + self.bottom);
        number.min(self.mirror(number))
    }

    #[inline]
    fn numbered(&self, layer: u32, number: u64) -> Option<Position> {
        let mut all = 0;
        for c in 0..self.width {
            let begin = c * (self.height + 1);
            let column = number >> begin & (u64::MAX >> (63 - self.height));
            // Below the mark everything is full.
            all |= ((1u64 << column.checked_ilog2()?) - 1) << begin;
        }
        let turn = if layer.is_multiple_of(2) { self.first } else { self.first.other() };
        let fits = all.count_ones() == layer && number >> (self.width * (self.height + 1) - 1) <= 1;
        fits.then_some(Position { mine: number & all, all, turn })
    }

    #[inline]
    fn images(&self, p: &Position) -> u64 {
        let number = p.mine | (p.all + self.bottom);
        1 + u64::from(number != self.mirror(number))
    }
}

impl Playable for Connect4 {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        let declare = declare.layered();
        match (self.width, self.height) {
            // Too narrow for any line but upwards, and too high for the shifts.
            (..4, _) => declare.done(),
            (7, 6) => declare.tactics(|| Board::<7, 6>::new(self)).done(),
            (_, 4) => declare.tactics(|| Board::<0, 4>::new(self)).done(),
            (_, 5) => declare.tactics(|| Board::<0, 5>::new(self)).done(),
            (_, 6) => declare.tactics(|| Board::<0, 6>::new(self)).done(),
            (_, 7) => declare.tactics(|| Board::<0, 7>::new(self)).done(),
            _ => declare.tactics(|| Board::<0, 0>::new(self)).done(),
        }
    }
}
