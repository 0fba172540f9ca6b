//! `||..|||| 1`: the pins that stand and those that have fallen, and the player to move. A move is `3` or `3-4`, pins
//! counted from 1 at the left.

use super::{Kayles, Move, Position};
use crate::text::{Letters, Piece};
use attractor_game::{Board, Error, Ground, Notation, Piece as Man};

impl Notation for Kayles {
    fn write(&self, p: &Position) -> String {
        let row: String = (0..self.pins).map(|i| if p.pins >> i & 1 == 0 { '.' } else { '|' }).collect();
        format!("{row} {}", p.turn)
    }

    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('/');
        let row = board.grid(1..=1, self.pins as usize)?;
        let mut pins = 0;
        for (i, piece) in row.into_iter().flatten().enumerate() {
            match piece.text {
                "|" => pins |= 1 << i,
                "." => {}
                _ => return Err(piece.bad_cell("| .")),
            }
        }
        Ok(Position { pins, turn: Letters::NUMBERS.named_turn(turn, board)? })
    }

    fn name(&self, _: &Position, Move(fall): Move) -> String {
        let pin = fall.trailing_zeros() + 1;
        if fall.count_ones() == 1 { pin.to_string() } else { format!("{pin}-{}", pin + 1) }
    }

    fn board(&self, p: &Position) -> Board {
        let pins = self.pins as usize;
        let board = Board { ground: Ground::Bare, ..Board::cells(1, pins) };
        let mut board = board.fill(|_, c| (p.pins >> c & 1 != 0).then_some(Man::Match));
        board.column_names = (1..=pins).map(|pin| pin.to_string()).collect();
        board
    }

    fn place(&self, _: &Position, Move(fall): Move) -> Option<(f32, f32)> {
        Some((0.0, fall.trailing_zeros() as f32 + if fall.count_ones() == 1 { 0.0 } else { 0.5 }))
    }
}
