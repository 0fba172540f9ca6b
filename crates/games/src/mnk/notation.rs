//! `XO./.XO/... X`: rows from the top and who is to move, which may be left out where the signs tell. A move is a cell,
//! `a1` the top-left one.

use super::{Mnk, Move, Position};
use crate::{
    coordinates,
    text::{Letters, Piece, find_named},
};
use attractor_game::{Board, Error, Notation, Piece as Man, Player};

const LETTERS: Letters = Letters(["Xx", "Oo"]);

impl Mnk {
    /// The sign in a cell.
    fn sign(&self, p: &Position, row: usize, column: usize) -> char {
        let bit = 1 << (row * self.columns + column);
        let owner = Player::BOTH.into_iter().find(|&player| p.stones(player) & bit != 0);
        owner.map_or('.', |player| LETTERS.letter(player))
    }
}

impl Notation for Mnk {
    fn write(&self, p: &Position) -> String {
        let row = |r| (0..self.columns).map(|c| self.sign(p, r, c)).collect::<String>();
        let rows: Vec<String> = (0..self.rows).map(row).collect();
        format!("{} {}", rows.join("/"), LETTERS.letter(p.turn))
    }

    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('/');
        let mut stones = [0; 2];
        for (cell, piece) in board.grid(self.rows..=self.rows, self.columns)?.into_iter().flatten().enumerate() {
            match LETTERS.player(piece.first()) {
                Some(player) => stones[player.index()] |= 1 << cell,
                None if piece.text == "." => {}
                None => return Err(piece.bad_cell("X O .")),
            }
        }
        let turn = LETTERS.counted_turn(turn, board, stones.map(u64::count_ones), self.first)?;
        if self.aligned(stones[turn.index()]) {
            return Err(board
                .wrong("mover-has-line", "{text} is not possible: {player} has a line already and is to move")
                .arg("player", LETTERS.letter(turn)));
        }
        Ok(Position { stones, turn })
    }

    fn name(&self, _: &Position, Move(cell): Move) -> String {
        coordinates::name(usize::from(cell) / self.columns, usize::from(cell) % self.columns)
    }

    /// Capital letters are forgiven.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        find_named(self, p, &text.trim().to_ascii_lowercase(), text)
    }

    fn diagram(&self, p: &Position) -> String {
        coordinates::diagram(self.rows, self.columns, |r, c| self.sign(p, r, c))
    }

    fn board(&self, p: &Position) -> Board {
        let owner = |cell: usize| Player::BOTH.into_iter().find(|&player| p.stones(player) >> cell & 1 != 0);
        Board::cells(self.rows, self.columns).named().fill(|r, c| owner(r * self.columns + c).map(Man::Sign))
    }

    fn place(&self, _: &Position, Move(cell): Move) -> Option<(f32, f32)> {
        Some(coordinates::place(cell, self.columns))
    }
}
