//! `5+8 1`: the heaps and the player to move. A move is `a2` (two from the first heap), `b2`, or `ab2` (two from each).

use super::{Move, Position, Wythoff};
use crate::text::{Letters, Piece, find_named};
use attractor_game::{Error, Notation};

impl Notation for Wythoff {
    fn write(&self, p: &Position) -> String {
        format!("{}+{} {}", p.heaps[0], p.heaps[1], p.turn)
    }

    /// Each heap at most as large as at the start.
    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('+');
        let pieces: Vec<Piece> = board.split('+').collect();
        let [a, b] = pieces[..] else {
            return Err(board
                .wrong("bad-heap-count", "{found} heaps are given; this game has {expected}")
                .arg("found", pieces.len())
                .arg("expected", 2));
        };
        let heaps = [a.number(0..=self.heaps[0].into())? as u16, b.number(0..=self.heaps[1].into())? as u16];
        Ok(Position { heaps, turn: Letters::NUMBERS.named_turn(turn, board)? })
    }

    fn name(&self, _: &Position, m: Move) -> String {
        match m.0 {
            [n, 0] => format!("a{n}"),
            [0, n] => format!("b{n}"),
            [n, _] => format!("ab{n}"),
        }
    }

    /// Capital letters are forgiven.
    fn find(&self, p: &Position, text: &str) -> Result<Move, Error> {
        find_named(self, p, &text.trim().to_ascii_lowercase(), text)
    }
}
