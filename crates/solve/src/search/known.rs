//! What a search may ask for besides: a solved table.

use attractor_game::Value;

/// Exact values of positions, as far as something besides the search knows them.
pub trait Known<P> {
    /// Returns the exact value of a position for the player to move, if it is known.
    fn value(&mut self, p: &P) -> Option<Value>;
}

/// What a search asks, if anything: behind a pointer, so that a search is compiled once, whatever it asks.
pub type Aside<'a, P> = Option<Box<dyn Known<P> + Send + 'a>>;
