//! `XO./.XO/... X`: rows from the top and who is to move, which may be left out where the signs tell. A move is a cell,
//! `a1` the top-left one.

use super::{Mnk, Move, Position};
use crate::{
    coordinates,
    signs::{self, Signs},
    text::{Letters, Piece, find_named},
};
use attractor_game::{Board, Error, Notation, Piece as Man};

impl Mnk {
    fn signs(&self, p: &Position) -> Signs {
        Signs::xo(self.rows, self.columns, p.stones)
    }
}

impl Notation for Mnk {
    fn write(&self, p: &Position) -> String {
        self.signs(p).write(p.turn)
    }

    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('/');
        let stones = signs::read(board, self.rows, self.columns, |_, _| Ok(()))?.map(|cells| cells as u64);
        let turn = Letters::XO.counted_turn(turn, board, stones.map(u64::count_ones), self.first)?;
        if self.aligned(stones[turn.index()]) {
            return Err(board
                .wrong("mover-has-line", "{text} is not possible: {player} has a line already and is to move")
                .arg("player", Letters::XO.letter(turn)));
        }
        Ok(Position { stones, turn })
    }

    fn name(&self, _: &Position, Move(cell): Move) -> String {
        coordinates::of_cell(cell, self.columns)
    }

    /// Capital letters are forgiven.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        find_named(self, p, &text.trim().to_ascii_lowercase(), text)
    }

    fn diagram(&self, p: &Position) -> String {
        self.signs(p).diagram()
    }

    fn board(&self, p: &Position) -> Board {
        self.signs(p).board(Man::Sign)
    }

    fn place(&self, _: &Position, Move(cell): Move) -> Option<(f32, f32)> {
        Some(coordinates::place(cell, self.columns))
    }
}
