//! `8+2+4 2`: the numbers taken, the last of them first, and the player to move; `- 1` if none is. A move is its number.

use super::{Juniper, Move, Position};
use crate::text::{Letters, Piece};
use attractor_game::{Error, Game, Notation};

impl Notation for Juniper {
    fn write(&self, p: &Position) -> String {
        if p.taken == 0 {
            return format!("- {}", p.turn);
        }
        let others = (1..=self.most).filter(|&n| n != p.last && p.taken >> n & 1 != 0);
        let numbers: Vec<String> = [p.last].into_iter().chain(others).map(|n| n.to_string()).collect();
        format!("{} {}", numbers.join("+"), p.turn)
    }

    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('+');
        let mut p = self.start();
        for piece in board.split('+').filter(|_| board.text != "-") {
            let number = piece.number(1..=self.most.into())? as u8;
            if p.taken >> number & 1 != 0 {
                return Err(piece.wrong("number-twice", "{text} is given twice: each number is taken once"));
            }
            p.taken |= 1 << number;
            if p.last == 0 {
                p.last = number;
            }
        }
        p.turn = Letters::NUMBERS.named_turn(turn, board)?;
        Ok(p)
    }

    fn name(&self, _: &Position, Move(number): Move) -> String {
        number.to_string()
    }

    /// Ten numbers a row; those taken are points, the last of them stands in brackets.
    fn diagram(&self, p: &Position) -> String {
        let sign = |n: u8| match p.taken >> n & 1 != 0 {
            true if n == p.last => format!("[{n}]"),
            true => ".".to_owned(),
            false => n.to_string(),
        };
        let row = |from: u8| {
            let line: String = (from..=self.most.min(from + 9)).map(|n| format!("{:>5}", sign(n))).collect();
            line.trim_end().to_owned()
        };
        (1..=self.most).step_by(10).map(row).collect::<Vec<_>>().join("\n")
    }
}
