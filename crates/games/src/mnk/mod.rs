//! m,n,k: on a board of m rows and n columns, who first has k signs in a row wins. Tic-tac-toe is 3,3,3.
//!
//! Lines run across, down and along both diagonals. Player 1 is X, player 2 is O; a full board is a draw.

mod heuristics;
mod notation;
mod tactics;
#[cfg(test)]
mod tests;

pub use heuristics::Estimate;

use crate::{
    Entry, Phrase,
    bits::{Cells, each},
    coordinates::MAX_COLUMNS,
    limits::{cells, within},
    symmetry::{self, Permutation},
};
use attractor_game::{Abilities, Error, Game, Playable, Player, Score, Spec};

/// Names, rules in one sentence, sizes, options and samples.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        name: "tictactoe",
        title: Phrase { english: "Tic-tac-toe", french: "Morpion" },
        rules: Phrase {
            english: "Three in a row on three by three.",
            french: "Morpion : trois signes alignés sur trois cases par trois.",
        },
        options: &["first=2"],
        samples: &["tictactoe", "tictactoe,first=2"],
        small: &["tictactoe"],
        ..Entry::DEFAULT
    },
    Entry {
        name: "mnk",
        title: Phrase { english: "m, n, k in a row", french: "m, n, k alignés" },
        rules: Phrase {
            english: "LENGTH in a row on ROWS by COLUMNS.",
            french: "LENGTH signes alignés sur ROWS lignes et COLUMNS colonnes.",
        },
        size: "ROWS,COLUMNS,LENGTH",
        options: &["first=2"],
        samples: &["mnk:4,4,3", "mnk:3,5,4", "mnk:2,3,2,first=2"],
        extremes: &["mnk:1,1,1", "mnk:8,8,8", "mnk:64,1,64", "mnk:3,21,2"],
        small: &["mnk:3,4,3", "mnk:4,3,4", "mnk:2,5,2,first=2"],
        ..Entry::DEFAULT
    },
];

/// Board and length of a winning line.
#[derive(Clone, PartialEq, Debug)]
pub struct Mnk {
    rows: usize,
    columns: usize,
    length: usize,
    first: Player,
    /// All cells.
    board: u64,
    /// The four directions of lines.
    directions: [Direction; 4],
    symmetries: Vec<Permutation>,
}

/// Lines that run one way.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Direction {
    /// From a cell of a line to the next.
    step: u32,
    /// Cells at which a line begins.
    starts: u64,
}

/// The signs on the board, and whose turn it is. Cell `row * columns + column`, from the top-left, is the bit of that
/// number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    stones: [u64; 2],
    turn: Player,
}

impl Position {
    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Player {
        self.turn
    }

    /// The cells of a player.
    pub fn stones(&self, player: Player) -> u64 {
        self.stones[player.index()]
    }
}

/// The cell that is filled: its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u8);

impl Mnk {
    /// A board of `rows` x `columns` on which `length` in a row win.
    pub fn new(rows: usize, columns: usize, length: usize) -> Result<Mnk, Error> {
        within("rows", rows, 1..=64)?;
        within("columns", columns, 1..=MAX_COLUMNS)?;
        cells(rows, columns, 64)?;
        within("length", length, 1..=rows.max(columns))?;
        // Right, down, down right, down left.
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)].map(|(down, right): (usize, isize)| {
            let mut starts = 0;
            for cell in 0..rows * columns {
                let end_row = cell / columns + down * (length - 1);
                let end_column = (cell % columns) as isize + right * (length as isize - 1);
                if end_row < rows && (0..columns as isize).contains(&end_column) {
                    starts |= 1 << cell;
                }
            }
            // A direction without lines keeps a harmless step.
            let step = if starts == 0 { 0 } else { (down * columns) as isize + right };
            Direction { step: step as u32, starts }
        });
        let board = u64::MAX >> (64 - rows * columns);
        let symmetries = symmetry::all(rows, columns);
        Ok(Mnk { rows, columns, length, first: Player::One, board, directions, symmetries })
    }

    /// Three in a row on three by three.
    pub fn tic_tac_toe() -> Mnk {
        Mnk::new(3, 3, 3).expect("a possible size")
    }

    /// That player begins.
    pub fn with_first(mut self, first: Player) -> Mnk {
        self.first = first;
        self
    }

    /// `tictactoe[,first=2]`, or `mnk:m,n,k[,first=2]`: rows, columns, length of a line.
    pub fn from_spec(spec: &Spec) -> Result<Mnk, Error> {
        if spec.name() == "tictactoe" {
            spec.allow(&["first="])?;
            if !spec.size().is_empty() {
                return Err(spec.wrong(
                    "fixed-size",
                    "{spec} has a fixed size; for others, write mnk:m,n,k",
                    spec.size(),
                ));
            }
            return Ok(Mnk::tic_tac_toe().with_first(spec.first()?));
        }
        let parts: Vec<&str> = spec.rest().split(',').collect();
        let number = |i: usize| parts.get(i).and_then(|s| s.trim().parse().ok());
        let (Some(rows), Some(columns), Some(length)) = (number(0), number(1), number(2)) else {
            return Err(spec.wrong(
                "bad-mnk",
                "{spec} lacks its sizes: three numbers such as mnk:4,4,3 (rows, columns, length of a line)",
                spec.rest(),
            ));
        };
        // The sizes look like options; only what stands behind them are some.
        let options = spec.behind_sizes(3)?;
        options.allow(&["first="])?;
        Ok(Mnk::new(rows, columns, length)?.with_first(options.first()?))
    }

    /// Rows, columns, and the length of a line.
    pub fn size(&self) -> (usize, usize, usize) {
        (self.rows, self.columns, self.length)
    }

    /// There is a line among these cells. Runs of cells are doubled in length by one shift each.
    #[inline]
    fn aligned(&self, stones: u64) -> bool {
        let length = self.length as u32;
        let line = |d: &Direction| {
            let (mut runs, mut long) = (stones, 1);
            while long < length {
                let more = long.min(length - long);
                runs &= runs >> (more * d.step);
                long += more;
            }
            runs & d.starts
        };
        self.directions.iter().fold(0, |lines, d| lines | line(d)) != 0
    }

    /// Each line as the set of its cells.
    fn lines(&self) -> impl Iterator<Item = u64> + '_ {
        let directions = &self.directions[..if self.length == 1 { 1 } else { 4 }];
        directions.iter().flat_map(|d| {
            let line = (0..self.length as u32).fold(0u64, |line, i| line | 1 << (i * d.step));
            Cells(d.starts).map(move |start| line << start)
        })
    }
}

impl Game for Mnk {
    type Position = Position;
    type Move = Move;
    const ACYCLIC: bool = true;

    fn start(&self) -> Position {
        Position { stones: [0; 2], turn: self.first }
    }

    #[inline]
    fn turn(&self, p: &Position) -> Player {
        p.turn
    }

    #[inline]
    fn moves(&self, p: &Position) -> impl Iterator<Item = Move> {
        let over = self.aligned(p.stones(p.turn.other()));
        each(Cells(if over { 0 } else { self.board & !(p.stones[0] | p.stones[1]) }), Move)
    }

    #[inline]
    fn play(&self, p: &Position, Move(cell): Move) -> Position {
        let mut next = Position { turn: p.turn.other(), ..*p };
        next.stones[p.turn.index()] |= 1 << cell;
        next
    }

    #[inline]
    fn result(&self, p: &Position) -> Score {
        if self.aligned(p.stones(p.turn.other())) { Score::LOSS } else { Score::DRAW }
    }

    fn canonical(&self, p: &Position) -> Position {
        let image = |s: &Permutation| p.stones.map(|stones| s.apply(stones.into()) as u64);
        let stones = self.symmetries.iter().map(image).fold(p.stones, Ord::min);
        Position { stones, turn: p.turn }
    }
}

impl Playable for Mnk {
    fn abilities<A: Abilities<Self>>(&self, declare: A) -> A::Answer {
        declare.tactics(|| tactics::Board::new(self)).done()
    }
}
