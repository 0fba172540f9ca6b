//! Alpha-beta that remembers what it found of a position with so many plies left, for games whose moves cost more than a
//! look into a table: those written in another language.
//!
//! The value of min-max depends on the position and the plies left alone, so bounds found anywhere hold everywhere. Unlike
//! [`Deepening`](super::Deepening) it never plays a move that it then does not search.

use super::{
    limited::{Found, Search, Visits},
    minimax::better,
};
use attractor_game::{Error, Game, Heuristic, Player};
use hashbrown::HashMap;

const INF: f64 = f64::INFINITY;

/// What is known of a position: the value lies between these, and this move was best.
#[derive(Clone, Copy)]
struct Known<M> {
    low: f64,
    high: f64,
    best: M,
}

impl<G: Game, H: Heuristic<G>> Search<'_, G, H> {
    /// The same value and first best move as [`Search::alpha_beta`], remembering at most so many positions; past that it
    /// goes on without remembering more.
    pub fn alpha_beta_remembering(&self, p: &G::Position, depth: u32, most: usize) -> Result<Found<G::Move>, Error> {
        let mut walk =
            Walk { search: self, visits: Visits::new(self.stop), known: HashMap::default(), most, best: None };
        let value = walk.value(p, depth, 0, -INF, INF)?;
        Ok(Found { value, best: walk.best.into_iter().collect(), visited: walk.visits.count })
    }
}

/// One search under way.
struct Walk<'s, 'a, G: Game, H> {
    search: &'s Search<'a, G, H>,
    visits: Visits<'a>,
    known: HashMap<(G::Position, u32), Known<G::Move>, foldhash::fast::RandomState>,
    most: usize,
    /// First best move at the root so far.
    best: Option<G::Move>,
}

impl<G: Game, H: Heuristic<G>> Walk<'_, '_, G, H> {
    /// Value of `p`, or a bound on it, in the fail-soft form of [`Search::alpha_beta`].
    fn value(&mut self, p: &G::Position, depth: u32, level: u32, mut alpha: f64, mut beta: f64) -> Result<f64, Error> {
        let Search { game, heuristic, .. } = self.search;
        self.visits.visit(level)?;

        // Step 1. A finished position has a value of its own; where search stops, the estimate.
        if game.moves(p).next().is_none() {
            return Ok(heuristic.finished(game, p));
        }
        let mut first = None;
        if depth > 0 {
            // Step 2. What is known may be enough, or closes the window.
            let known = self.known.get(&(p.clone(), depth)).copied().filter(|_| level > 0);
            if let Some(known) = known {
                if known.low >= beta || known.low == known.high {
                    return Ok(known.low);
                }
                if known.high <= alpha {
                    return Ok(known.high);
                }
                (alpha, beta) = (alpha.max(known.low), beta.min(known.high));
                first = Some(known.best);
            }
        }
        let window = (alpha, beta);

        // Step 3. The move that was best before, then the others in their order.
        let player = game.turn(p);
        let rest = game.moves(p).filter(|m| Some(*m) != first);
        let mut best: Option<(f64, G::Move)> = None;
        for m in first.into_iter().chain(rest) {
            if depth == 0 || !self.search.allows(p, m) {
                continue;
            }
            let value = self.value(&game.play(p, m), depth - 1, level + 1, alpha, beta)?;
            if best.is_none_or(|(found, _)| better(player, value, found)) {
                best = Some((value, m));
                if level == 0 {
                    self.best = Some(m);
                }
                match player {
                    Player::One => alpha = alpha.max(value),
                    Player::Two => beta = beta.min(value),
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        let Some((value, best)) = best else { return Ok(heuristic.estimate(game, p)) };

        // Step 4. A value outside the window is a bound only.
        let key = (p.clone(), depth);
        if self.known.len() < self.most || self.known.contains_key(&key) {
            let known = self.known.entry(key).or_insert(Known { low: -INF, high: INF, best });
            if value > window.0 {
                known.low = known.low.max(value);
            }
            if value < window.1 {
                known.high = known.high.min(value);
            }
            known.best = best;
        }
        Ok(value)
    }
}
