//! The slow twin of exact search: memoised recursion as the course writes it, without windows. For tests and readers.
//!
//! It recurses as deep as play is long, and keeps every position it meets.

use attractor_game::{Game, Outcome, Value};
use std::collections::HashMap;

/// Solves acyclic games the plain way.
pub struct Plain<'a, G: Game> {
    game: &'a G,
    outcomes: HashMap<G::Position, Outcome>,
    values: HashMap<G::Position, Value>,
}

impl<'a, G: Game> Plain<'a, G> {
    /// Knows nothing yet. Panics if the game may have cycles.
    pub fn new(game: &'a G) -> Plain<'a, G> {
        assert!(G::ACYCLIC, "recursion ends only where no position comes back");
        Plain { game, outcomes: HashMap::new(), values: HashMap::new() }
    }

    /// The score +1, 0 or -1 (won, drawn, lost) for the player to move: the best of the successors' scores.
    pub fn outcome(&mut self, p: &G::Position) -> Outcome {
        if let Some(&known) = self.outcomes.get(p) {
            return known;
        }
        let (game, player) = (self.game, self.game.turn(p));
        let after = game.moves(p).map(|m| {
            let child = game.play(p, m);
            let outcome = self.outcome(&child);
            if game.turn(&child) == player { outcome } else { -outcome }
        });
        let outcome = after.max().unwrap_or_else(|| game.result(p).outcome());
        self.outcomes.insert(p.clone(), outcome);
        outcome
    }

    /// The value with its distance or margin: the best of the moves' values, in the order of [`Value`].
    pub fn value(&mut self, p: &G::Position) -> Value {
        if let Some(&known) = self.values.get(p) {
            return known;
        }
        let (game, player) = (self.game, self.game.turn(p));
        let after = game.moves(p).map(|m| {
            let child = game.play(p, m);
            self.value(&child).before(game.turn(&child) == player)
        });
        let value = after.max().unwrap_or_else(|| Value::finished(game.result(p), G::MARGIN));
        self.values.insert(p.clone(), value);
        value
    }
}
