//! Boards in text on which each cell is empty or one player's: tic-tac-toe and its like.

use crate::{
    coordinates,
    text::{Letters, Piece},
};
use attractor_game::{Board, Error, Piece as Man, Player};

/// A board and the cells of each player. Cell `row * columns + column`, from the top-left, is the bit of that number.
pub(crate) struct Signs {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) letters: Letters,
    pub(crate) cells: [u128; 2],
    /// Cells that are not there.
    pub(crate) holes: u128,
}

impl Signs {
    /// The board of X and O.
    pub(crate) fn xo(rows: usize, columns: usize, cells: [impl Into<u128>; 2]) -> Signs {
        Signs { rows, columns, letters: Letters::XO, cells: cells.map(Into::into), holes: 0 }
    }

    fn owner(&self, row: usize, column: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.cells[player.index()] >> (row * self.columns + column) & 1 != 0)
    }

    fn sign(&self, row: usize, column: usize) -> char {
        let empty = if self.holes >> (row * self.columns + column) & 1 != 0 { '#' } else { '.' };
        self.owner(row, column).map_or(empty, |player| self.letters.letter(player))
    }

    /// The rows from the top and the player to move: `XO./.XO/... X`.
    pub(crate) fn write(&self, turn: Player) -> String {
        let row = |r| (0..self.columns).map(|c| self.sign(r, c)).collect::<String>();
        let rows: Vec<String> = (0..self.rows).map(row).collect();
        format!("{} {}", rows.join("/"), self.letters.letter(turn))
    }

    /// The board with its coordinates around it.
    pub(crate) fn diagram(&self) -> String {
        coordinates::diagram(self.rows, self.columns, |r, c| self.sign(r, c))
    }

    /// The board of a picture, with that man on each player's cells.
    pub(crate) fn board(&self, man: fn(Player) -> Man) -> Board {
        Board::cells(self.rows, self.columns).named().fill(|r, c| self.owner(r, c).map(man))
    }
}

/// Reads the cells of X and of O; `look` sees each sign before it is counted, with the cells read so far.
pub(crate) fn read(
    board: Piece<'_>,
    rows: usize,
    columns: usize,
    look: impl Fn(Piece<'_>, u128) -> Result<(), Error>,
) -> Result<[u128; 2], Error> {
    let mut cells = [0; 2];
    for (cell, piece) in board.grid(rows..=rows, columns)?.into_iter().flatten().enumerate() {
        match Letters::XO.player(piece.first()) {
            Some(player) => {
                look(piece, cells[player.index()])?;
                cells[player.index()] |= 1 << cell;
            }
            None if piece.text == "." => {}
            None => return Err(piece.bad_cell("X O .")),
        }
    }
    Ok(cells)
}
