//! Estimates: what a position seems worth where search has to stop.

use crate::{Error, Game, Outcome, nearest};

/// An estimate h(s) of positions, for depth-limited search.
///
/// Always from player 1's side: the larger, the better for player 1. A closure is one.
pub trait Heuristic<G: Game + ?Sized> {
    /// h of a position that is not finished. Never infinite, never NaN.
    fn estimate(&self, game: &G, p: &G::Position) -> f64;

    /// h of a finished position: infinite where somebody has won, 0 for a draw.
    fn finished(&self, game: &G, p: &G::Position) -> f64 {
        let infinity = f64::INFINITY * game.turn(p).sign();
        match game.result(p).outcome() {
            Outcome::Win => infinity,
            Outcome::Draw => 0.0,
            Outcome::Loss => -infinity,
        }
    }
}

impl<G: Game, F: Fn(&G, &G::Position) -> f64> Heuristic<G> for F {
    fn estimate(&self, game: &G, p: &G::Position) -> f64 {
        self(game, p)
    }
}

/// Knows nothing: 0 everywhere, and +1 / 0 / -1 at the end of play. Min-max with it gives exact scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Zero;

impl Zero {
    /// For games that offer this one only: [`Heuristics::heuristic`] in one line.
    pub fn named(text: &str) -> Result<Zero, Error> {
        if text == "zero" { Ok(Zero) } else { Err(Error::unknown_heuristic(text, &["zero"])) }
    }
}

impl<G: Game + ?Sized> Heuristic<G> for Zero {
    #[inline]
    fn estimate(&self, _: &G, _: &G::Position) -> f64 {
        0.0
    }
    #[inline]
    fn finished(&self, game: &G, p: &G::Position) -> f64 {
        game.turn(p).sign() * game.result(p).0.signum() as f64
    }
}

/// The named heuristics of a game. `zero` is always among them.
pub trait Heuristics: Game {
    /// One type that can be any of them: typically an enum, so that no call is dynamic.
    type Estimate: Heuristic<Self>;

    /// Names as people type them, with an example of their weights where they take some (`alignments=0/1/4/9`).
    /// The first is the one used where none is asked for.
    fn heuristics(&self) -> &'static [&'static str] {
        &["zero"]
    }

    /// The heuristic of that name.
    fn heuristic(&self, text: &str) -> Result<Self::Estimate, Error>;
}

impl Error {
    /// No heuristic of that name: lists those there are.
    pub fn unknown_heuristic(text: &str, names: &[&'static str]) -> Error {
        Error::new("unknown-heuristic", "there is no heuristic {name} here; there are: {names}")
            .arg("name", text)
            .arg("names", names.join(", "))
            .nearest(nearest(text, names.iter().copied()))
    }
}
