//! `25,7 1`: the numbers and the player to move. A move is how many times the smaller is taken from the larger.

use super::{Euclid, Move, Position};
use crate::text::{Letters, Piece};
use attractor_game::{Error, Notation};

impl Notation for Euclid {
    fn write(&self, p: &Position) -> String {
        format!("{},{} {}", p.numbers[0], p.numbers[1], p.turn)
    }

    /// Neither number larger than the larger one at the start.
    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn(',');
        let pieces: Vec<Piece> = board.split(',').collect();
        let [a, b] = pieces[..] else {
            return Err(board.wrong("bad-two-numbers", "{text} are not two numbers such as 25,7"));
        };
        let most = self.numbers[0].max(self.numbers[1]) as usize;
        let numbers = [a.number(0..=most)? as u32, b.number(0..=most)? as u32];
        Ok(Position { numbers, turn: Letters::NUMBERS.named_turn(turn, board)? })
    }

    fn name(&self, _: &Position, Move(times): Move) -> String {
        times.to_string()
    }
}
