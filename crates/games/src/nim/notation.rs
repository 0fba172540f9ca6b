//! `3+4+5 1`: the heaps and the player to move. A move is `2` with one heap, `b3` (three from the second) with several.

use super::{Move, Nim, Position};
use crate::text::{Letters, Piece};
use attractor_game::{Board, Error, Game, Ground, Notation, Piece as Man};

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

    /// Matches side by side; heaps that are too wide for it are numbers.
    fn board(&self, p: &Position) -> Board {
        let heaps = &p.heaps[..self.heaps.len()];
        let wide = self.heaps.iter().copied().max().unwrap_or(0);
        let columns = if wide > WIDE { 2 } else { usize::from(wide) };
        let mut board = Board { ground: Ground::Bare, ..Board::cells(heaps.len(), columns.max(1)) };
        for (r, &heap) in heaps.iter().enumerate() {
            match wide > WIDE {
                true => board.put(r as f32, 0.5, Man::Text(heap.to_string())),
                false => (0..heap).for_each(|c| board.put(r as f32, c.into(), Man::Match)),
            }
        }
        if heaps.len() > 1 {
            board.row_names = (0..heaps.len()).map(|heap| letter(heap).to_string()).collect();
        }
        board
    }

    /// The first match that goes: all behind it go with it.
    fn place(&self, p: &Position, m: Move) -> Option<(f32, f32)> {
        let left = p.heaps[usize::from(m.heap)] - m.take;
        self.heaps.iter().all(|heap| *heap <= WIDE).then(|| (m.heap.into(), left.into()))
    }
}

/// Matches of larger heaps are not drawn one by one.
const WIDE: u16 = 40;

/// What a heap is called.
fn letter(heap: usize) -> char {
    char::from(b'a' + heap as u8)
}
