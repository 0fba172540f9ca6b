//! Numbers of sequences of moves, and random plays.

use super::Line;
use crate::{Stats, session::Counting, stats};
use attractor_game::{Error, Playable};
use attractor_solve::search::perft;
use std::sync::atomic::AtomicBool;

impl<G: Playable> Counting for Line<G> {
    fn perft(&self, depth: u32, stop: Option<&AtomicBool>) -> Result<u64, Error> {
        perft(&*self.game, self.here(), depth, stop)
    }

    fn stats(
        &self,
        plays: u64,
        seed: u64,
        stop: Option<&AtomicBool>,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Stats, Error> {
        stats::run(&*self.game, self.here(), plays, seed, stop, tell)
    }
}
