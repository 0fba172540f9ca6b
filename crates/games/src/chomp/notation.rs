//! `3/1 2`: squares left in each row from the top, and the player to move. A move is `row,column`, counted from 1.

use super::{Chomp, Move, Position};
use crate::text::{Letters, Piece, find_named};
use attractor_game::{Board, Error, Game, Notation, Piece as Man};

impl Notation for Chomp {
    fn write(&self, p: &Position) -> String {
        let rows: Vec<String> = p.rows[..self.rows].iter().map(u8::to_string).collect();
        format!("{} {}", rows.join("/"), p.turn)
    }

    /// Rows left out at the bottom are empty.
    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('/');
        let found = board.split('/').count();
        if found > self.rows {
            return Err(board
                .wrong("bad-row-count", "{found} rows are given; this board has {expected}")
                .arg("found", found)
                .arg("expected", self.rows));
        }
        let mut p = self.start();
        p.rows.fill(0);
        let mut above = self.columns;
        for (row, piece) in p.rows.iter_mut().zip(board.split('/')) {
            let squares = piece.number(0..=self.columns)?;
            if squares > above {
                return Err(piece
                    .wrong("row-too-long", "a row of {text} cannot be below a row of {above}")
                    .arg("above", above));
            }
            above = squares;
            *row = squares as u8;
        }
        p.turn = Letters::NUMBERS.named_turn(turn, board)?;
        Ok(p)
    }

    fn name(&self, _: &Position, m: Move) -> String {
        format!("{},{}", m.row + 1, m.column + 1)
    }

    /// Brackets and spaces are forgiven: `(1, 2)`.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        let plain: String = text.chars().filter(|c| !c.is_whitespace() && !"()".contains(*c)).collect();
        find_named(self, p, &plain, text)
    }

    /// The poison is `x`, what is eaten a point.
    fn diagram(&self, p: &Position) -> String {
        let sign = |r: usize, c: usize| match c < usize::from(p.rows[r]) {
            true if r + c == 0 => 'x',
            true => 'o',
            false => '.',
        };
        let row = |r| (0..self.columns).map(|c| String::from(sign(r, c))).collect::<Vec<_>>().join(" ");
        (0..self.rows).map(row).collect::<Vec<_>>().join("\n")
    }

    fn board(&self, p: &Position) -> Board {
        let mut board = Board::cells(self.rows, self.columns).fill(|r, c| match c < usize::from(p.rows[r]) {
            true if r + c == 0 => Some(Man::Poison),
            true => Some(Man::Tile),
            false => None,
        });
        board.row_names = (1..=self.rows).map(|r| r.to_string()).collect();
        board.column_names = (1..=self.columns).map(|c| c.to_string()).collect();
        board
    }

    fn place(&self, _: &Position, m: Move) -> Option<(f32, f32)> {
        Some((m.row.into(), m.column.into()))
    }
}
