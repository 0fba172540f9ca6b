//! Alpha-beta: the value of min-max without visiting the whole tree.
//!
//! On the way down every node is told a window (alpha, beta): what player 1 (alpha) and player 2 (beta) can already
//! have elsewhere above it. A node where player 1 has found `best >= beta` need not be looked at further: player 2
//! will not let play come here. In the same way `best <= alpha` ends the search of a node where player 2 moves.
//! Those are the cuts; with the best move first everywhere about the square root of the tree is left (Knuth and
//! Moore 1975).
//!
//! What a node returns when v is its min-max value (the *fail-soft* form, which returns its best value even outside
//! the window):
//!
//! ```text
//! returned <= alpha            v <= returned, an upper bound
//! alpha < returned < beta      v = returned
//! returned >= beta             v >= returned, a lower bound
//! ```
//!
//! The root's window is (-inf, +inf), so the root's value is always that of min-max. So is the first best move: a
//! later move replaces it only with a strictly better value, which then lies inside the window. But the value found
//! for a *later* move may be a bound that happens to equal the best. Players who choose at random among equally good
//! moves need [`Search::best_moves`].

use super::{
    explain::{Ending, Recorder, Silent},
    limited::{Found, Search, Visits},
    minimax::better,
};
use attractor_game::{Error, Game, Heuristic, Player};

const INF: f64 = f64::INFINITY;

impl<G: Game, H: Heuristic<G>> Search<'_, G, H> {
    /// Alpha-beta from `p` to depth `depth`: the value of min-max, and the *first* of its best moves.
    ///
    /// Moves are tried in the game's order; cuts happen at equality. Fails as [`Search::minimax`] does.
    pub fn alpha_beta(&self, p: &G::Position, depth: u32) -> Result<Found<G::Move>, Error> {
        self.alpha_beta_recorded(p, depth, &mut Silent)
    }

    /// The same, telling `recorder` what happens.
    pub(super) fn alpha_beta_recorded<R: Recorder<G::Move>>(
        &self,
        p: &G::Position,
        depth: u32,
        recorder: &mut R,
    ) -> Result<Found<G::Move>, Error> {
        let mut walk = Walk { search: self, recorder, visits: Visits::new(self.stop), best: None };
        let value = walk.value(None, p, depth, 0, -INF, INF)?;
        Ok(Found { value, best: walk.best.into_iter().collect(), visited: walk.visits.count })
    }

    /// Value and *all* best moves, as min-max gives them, with cuts below the root.
    ///
    /// Each move is searched against a window that begins just below the best value so far, so that a value equal to
    /// it lies inside and is exact. Visits more nodes than [`Search::alpha_beta`], most often far fewer than min-max.
    pub fn best_moves(&self, p: &G::Position, depth: u32) -> Result<Found<G::Move>, Error> {
        let (game, player) = (self.game, self.game.turn(p));
        let mut walk = Walk { search: self, recorder: &mut Silent, visits: Visits::new(self.stop), best: None };
        let (mut value, mut best) = (None, Vec::new());
        if depth > 0 {
            for m in game.moves(p).filter(|&m| self.allows(p, m)) {
                let (alpha, beta) = match (value, player) {
                    (None, _) => (-INF, INF),
                    (Some(v), Player::One) => (f64::next_down(v), INF),
                    (Some(v), Player::Two) => (-INF, f64::next_up(v)),
                };
                let v = walk.value(Some(m), &game.play(p, m), depth - 1, 1, alpha, beta)?;
                if value.is_none_or(|best| better(player, v, best)) {
                    value = Some(v);
                    best.clear();
                }
                if value == Some(v) {
                    best.push(m);
                }
            }
        }
        match value {
            Some(value) => Ok(Found { value, best, visited: walk.visits.count + 1 }),
            None => self.alpha_beta(p, 0),
        }
    }
}

/// One alpha-beta search under way.
struct Walk<'s, 'a, G: Game, H, R> {
    search: &'s Search<'a, G, H>,
    recorder: &'s mut R,
    visits: Visits<'a>,
    /// First best move at the root so far.
    best: Option<G::Move>,
}

impl<G: Game, H: Heuristic<G>, R: Recorder<G::Move>> Walk<'_, '_, G, H, R> {
    /// Value of `p`, or a bound on it, as the module tells; `mv` led to `p` and the root is `level` plies above.
    fn value(
        &mut self,
        mv: Option<G::Move>,
        p: &G::Position,
        depth: u32,
        level: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> Result<f64, Error> {
        let search = self.search;
        let Search { game, heuristic, .. } = search;
        let player = game.turn(p);
        self.visits.visit(level)?;
        self.recorder.enter(mv, player, Some((alpha, beta)))?;

        // Step 1. A finished position has a value of its own.
        let mut moves = game.moves(p);
        let Some(first) = moves.next() else {
            let value = heuristic.finished(game, p);
            self.recorder.leave(value, Ending::Finished);
            return Ok(value);
        };

        // Step 2. Where search stops, the estimate: no depth left, or no move allowed.
        let mut moves = std::iter::once(first).chain(moves).filter(|&m| search.allows(p, m));
        let Some(mut m) = moves.next().filter(|_| depth > 0) else {
            let value = heuristic.estimate(game, p);
            self.recorder.leave(value, Ending::Estimate);
            return Ok(value);
        };

        let (mut best, mut chosen, mut tried) = (None, 0, 0);
        loop {
            // Step 3. One move deeper, with the window as it is by now.
            let value = self.value(Some(m), &game.play(p, m), depth - 1, level + 1, alpha, beta)?;
            let best = match best {
                Some(b) if !better(player, value, b) => b,
                _ => {
                    chosen = tried;
                    if level == 0 {
                        self.best = Some(m);
                    }
                    *best.insert(value)
                }
            };

            // Step 4. The cut: the opponent has something at least as good elsewhere, and will not come here.
            let (cut, bound) = match player {
                Player::One => (best >= beta, beta),
                Player::Two => (best <= alpha, alpha),
            };
            if cut {
                let mut ending = Ending::Chosen(chosen);
                if R::RECORDS {
                    for m in moves {
                        self.recorder.unvisited(m, game.turn(&game.play(p, m)))?;
                        ending = Ending::Cut { chosen, bound };
                    }
                }
                self.recorder.leave(best, ending);
                return Ok(best);
            }

            // Step 5. No cut: the window closes in from the mover's side.
            match player {
                Player::One => alpha = alpha.max(best),
                Player::Two => beta = beta.min(best),
            }
            tried += 1;
            m = match moves.next() {
                Some(m) => m,
                None => {
                    self.recorder.leave(best, Ending::Chosen(chosen));
                    return Ok(best);
                }
            };
        }
    }
}
