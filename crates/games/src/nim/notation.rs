//! `3+4+5 1`: the heaps and the player to move. A move is `2` with one heap, `b3` (three from the second) with several.

use super::{Move, Nim, Position};
use crate::text::{Letters, Piece};
use attractor_game::{Error, Game, Notation};

impl Notation for Nim {
    fn write(&self, p: &Position) -> String {
        let heaps: Vec<String> = p.heaps[..self.heaps.len()].iter().map(u16::to_string).collect();
        format!("{} {}", heaps.join("+"), p.turn)
    }

    /// Each heap at most as large as at the start.
    fn read(&self, text: &str) -> Result<Position, Error> {
        let (board, turn) = Piece::new(text).board_and_turn('+');
        let found = board.split('+').count();
        if found != self.heaps.len() {
            return Err(board
                .wrong("bad-heap-count", "{found} heaps are given; this game has {expected}")
                .arg("found", found)
                .arg("expected", self.heaps.len()));
        }
        let mut p = self.start();
        for ((heap, &full), piece) in p.heaps.iter_mut().zip(&self.heaps).zip(board.split('+')) {
            *heap = piece.number(0..=full.into())? as u16;
        }
        p.turn = Letters::NUMBERS.named_turn(turn, board)?;
        Ok(p)
    }

    fn name(&self, _: &Position, m: Move) -> String {
        match self.heaps.len() {
            1 => m.take.to_string(),
            _ => format!("{}{}", letter(m.heap.into()), m.take),
        }
    }

    fn diagram(&self, p: &Position) -> String {
        const SHOWN: usize = 60;
        let line = |(i, &heap): (usize, &u16)| {
            let matches = "|".repeat(usize::from(heap).min(SHOWN));
            let more = if usize::from(heap) > SHOWN { "..." } else { "" };
            format!("{} {matches}{more} {heap}", letter(i))
        };
        p.heaps[..self.heaps.len()].iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// What a heap is called.
fn letter(heap: usize) -> char {
    char::from(b'a' + heap as u8)
}
