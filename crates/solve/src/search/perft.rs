//! Perft: counting sequences of moves, the customary check that rules are right.

use super::limited::{DEEPEST, stopped, too_deep};
use attractor_game::{Error, Game};
use std::sync::atomic::AtomicBool;

/// The number of sequences of exactly `plies` moves from `p`. Play that ends earlier counts 0.
///
/// The last ply is counted without being played. Gives up soon after `stop` becomes true. Published numbers exist for many games.
pub fn perft<G: Game>(game: &G, p: &G::Position, plies: u32, stop: Option<&AtomicBool>) -> Result<u64, Error> {
    if plies == 0 { Ok(1) } else { Perft { game, stop, work: 0 }.sequences(p, plies, 0) }
}

/// Moves generated between two looks at the stop flag.
const PAUSE: u64 = 1 << 12;

struct Perft<'a, G> {
    game: &'a G,
    stop: Option<&'a AtomicBool>,
    work: u64,
}

impl<G: Game> Perft<'_, G> {
    fn sequences(&mut self, p: &G::Position, plies: u32, level: u32) -> Result<u64, Error> {
        let game = self.game;
        if plies == 1 {
            let count = game.moves(p).count() as u64;
            self.work += 1 + count;
            return Ok(count);
        }
        if level >= DEEPEST {
            return Err(too_deep(DEEPEST));
        }
        let mut sum = 0u64;
        for m in game.moves(p) {
            self.work += 1;
            if self.work >= PAUSE {
                self.work = 0;
                stopped(self.stop)?;
            }
            let more = self.sequences(&game.play(p, m), plies - 1, level + 1)?;
            sum = sum
                .checked_add(more)
                .ok_or_else(|| Error::limit("count-too-large", "there are more sequences than 64 bits can count"))?;
        }
        Ok(sum)
    }
}
