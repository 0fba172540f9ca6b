//! Checks of the game itself.

use super::Line;
use crate::{session::Checks, soundness};
use attractor_game::{Error, Playable, laws};

impl<G: Playable> Checks for Line<G> {
    fn check_tactics(&self, most: u64) -> Result<u64, Error> {
        self.game.with_tactics(soundness::Check { game: &*self.game, most })
    }

    fn laws(&self, effort: laws::Effort) -> Result<usize, Vec<laws::Broken>> {
        laws::check(&*self.game, effort)
    }
}
