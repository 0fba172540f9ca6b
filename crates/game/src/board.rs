//! What a picture of a position shows: a grid and the pieces on it, without saying how they are drawn.

use crate::Player;

/// A thing on a board.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// A round man of a player.
    Disc(Player),
    /// The sign of a player: a cross for player 1, a ring for player 2.
    Sign(Player),
    /// A domino of a player, its middle given; upright or lying.
    Domino(Player, bool),
    /// A man of a player with a letter on it; it points away from its owner, player 1 sitting below.
    Man(Player, String),
    /// A square that can be taken, such as one of chocolate.
    Tile,
    /// The square that nobody wants.
    Poison,
    /// No part of the board.
    Hole,
    /// A match or a pin.
    Match,
    /// A number or a word.
    Text(String),
}

/// What lies under the pieces.
#[derive(Clone, PartialEq, Debug)]
pub enum Ground {
    /// Nothing.
    Bare,
    /// Square cells.
    Cells,
    /// Lines from row and column to row and column, between the middles of cells.
    Lines(Vec<[(f32, f32); 2]>),
}

/// A board as it lies on the table. Places are given by row and column, counted from 0 at the top left; a whole number
/// is the middle of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Rows of cells.
    pub rows: usize,
    /// Columns of cells.
    pub columns: usize,
    /// What lies under the pieces.
    pub ground: Ground,
    /// Names beside the rows, from the top; none if empty.
    pub row_names: Vec<String>,
    /// Names of the columns; none if empty.
    pub column_names: Vec<String>,
    /// The pieces.
    pub pieces: Vec<(f32, f32, Piece)>,
    /// Lines of text below: what is in hand, what was taken.
    pub notes: Vec<String>,
}

impl Board {
    /// An empty board of square cells, without names.
    pub fn cells(rows: usize, columns: usize) -> Board {
        Board {
            rows,
            columns,
            ground: Ground::Cells,
            row_names: Vec::new(),
            column_names: Vec::new(),
            pieces: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The same with rows called 1, 2, ... from the top and columns a, b, ...
    pub fn named(mut self) -> Board {
        self.row_names = (1..=self.rows).map(|r| r.to_string()).collect();
        self.column_names = (0..self.columns).map(|c| char::from(b'a' + (c % 26) as u8).to_string()).collect();
        self
    }

    /// A board for lines of text, each letter in half a cell.
    pub fn text(diagram: &str) -> Board {
        let lines: Vec<Vec<char>> = diagram.lines().map(|line| line.chars().collect()).collect();
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
        let mut board = Board { ground: Ground::Bare, ..Board::cells(lines.len().max(1), longest.div_ceil(2).max(1)) };
        for (r, line) in lines.iter().enumerate() {
            for (i, c) in line.iter().enumerate().filter(|(_, c)| !c.is_whitespace()) {
                board.put(r as f32, 0.5 * i as f32 - 0.25, Piece::Text(c.to_string()));
            }
        }
        board
    }

    /// Puts a piece down.
    pub fn put(&mut self, row: f32, column: f32, piece: Piece) {
        self.pieces.push((row, column, piece));
    }

    /// Puts a piece into every cell that has one.
    pub fn fill(mut self, piece: impl Fn(usize, usize) -> Option<Piece>) -> Board {
        for r in 0..self.rows {
            for c in 0..self.columns {
                if let Some(piece) = piece(r, c) {
                    self.put(r as f32, c as f32, piece);
                }
            }
        }
        self
    }
}
