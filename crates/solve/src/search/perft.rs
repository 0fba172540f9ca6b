//! Perft: counting sequences of moves, the customary check that rules are right.

use super::limited::{DEEPEST, stopped, too_deep};
use attractor_game::{Error, Game};
use std::sync::atomic::AtomicBool;

/// The number of sequences of exactly `plies` moves from `p`. Play that ends earlier counts 0.
///
/// The last ply is counted without being played. Gives up soon after `stop` becomes true. Published numbers exist for many games.
pub fn perft<G: Game>(game: &G, p: &G::Position, plies: u32, stop: Option<&AtomicBool>) -> Result<u64, Error> {
    fn sequences<G: Game>(
        game: &G,
        p: &G::Position,
        plies: u32,
        level: u32,
        stop: Option<&AtomicBool>,
    ) -> Result<u64, Error> {
        if plies == 1 {
            return Ok(game.moves(p).count() as u64);
        }
        if level >= DEEPEST {
            return Err(too_deep(DEEPEST));
        }
        if plies > 3 {
            stopped(stop)?;
        }
        let mut sum = 0u64;
        for m in game.moves(p) {
            let more = sequences(game, &game.play(p, m), plies - 1, level + 1, stop)?;
            sum = sum
                .checked_add(more)
                .ok_or_else(|| Error::limit("count-too-large", "there are more sequences than 64 bits can count"))?;
        }
        Ok(sum)
    }
    if plies == 0 { Ok(1) } else { sequences(game, p, plies, 0, stop) }
}
