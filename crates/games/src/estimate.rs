//! `zero`, which every game has, beside the heuristics of the game itself.

use attractor_game::{Game, Heuristic, Outcome, Zero};

/// A heuristic of a game's own, or [`Zero`]. They differ at the end of play too: infinite for the former, +1 / 0 / -1
/// for the latter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum OrZero<H> {
    /// Knows nothing.
    Zero,
    /// One of the game's own.
    Own(H),
}

impl<G: Game, H: Heuristic<G>> Heuristic<G> for OrZero<H> {
    #[inline]
    fn estimate(&self, game: &G, p: &G::Position) -> f64 {
        match self {
            OrZero::Zero => 0.0,
            OrZero::Own(h) => h.estimate(game, p),
        }
    }
    #[inline]
    fn finished(&self, game: &G, p: &G::Position) -> f64 {
        match self {
            OrZero::Zero => Zero.finished(game, p),
            OrZero::Own(h) => h.finished(game, p),
        }
    }
    fn decided(&self, outcome: Outcome) -> Option<f64> {
        match self {
            OrZero::Zero => Heuristic::<G>::decided(&Zero, outcome),
            OrZero::Own(h) => h.decided(outcome),
        }
    }
}
