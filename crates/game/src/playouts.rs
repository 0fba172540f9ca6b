//! How random plays go on.

use crate::{Game, Playable, Rng, ability::OfPlayout};

/// The policy of playouts: plays at random whose results show who stands better.
pub trait Playouts<G: Game + ?Sized> {
    /// Returns a legal move of the position, or none exactly when play is over.
    fn choose(&self, game: &G, p: &G::Position, rng: &mut Rng) -> Option<G::Move>;
}

/// Every legal move is as likely as any other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uniform;

impl<G: Game> Playouts<G> for Uniform {
    #[inline]
    fn choose(&self, game: &G, p: &G::Position, rng: &mut Rng) -> Option<G::Move> {
        rng.choose(game.moves(p))
    }
}

/// The policy that a game declares in [`Playable::abilities`]; [`Uniform`] where it declares none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Native;

impl<G: Playable> Playouts<G> for Native {
    #[inline]
    fn choose(&self, game: &G, p: &G::Position, rng: &mut Rng) -> Option<G::Move> {
        game.abilities(OfPlayout { game, position: p, rng })
    }
}
