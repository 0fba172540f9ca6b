//! A game that begins somewhere else, so that a table may hold what can be reached from a position and no more.

use attractor_game::{Decorator, Game};

/// A game with another start.
pub struct Begun<'a, G: Game> {
    game: &'a G,
    start: G::Position,
}

impl<'a, G: Game> Begun<'a, G> {
    /// The game, beginning at that position.
    pub fn new(game: &'a G, start: G::Position) -> Begun<'a, G> {
        Begun { game, start }
    }
}

impl<G: Game> Decorator for Begun<'_, G> {
    type Inner = G;
    #[inline]
    fn inner(&self) -> &G {
        self.game
    }
    fn begin(&self) -> G::Position {
        self.start.clone()
    }
}
