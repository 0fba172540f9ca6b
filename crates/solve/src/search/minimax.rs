//! Min-max: the value of a position, looking p plies ahead.
//!
//! With h the estimate, s a position and p the depth left, seen by player 1:
//!
//! ```text
//! minmax(s, p) = h(s)                                    if s is finished or p = 0
//!                max of minmax(s', p - 1), s' after s    if player 1 moves at s
//!                min of minmax(s', p - 1), s' after s    if player 2 moves at s
//! ```
//!
//! It visits the whole tree to depth p: with b moves everywhere, 1 + b + ... + b^p nodes.

use super::{
    explain::{Ending, Recorder, Silent},
    limited::{Found, Search, Visits},
};
use attractor_game::{Error, Game, Heuristic, Player};

impl<G: Game, H: Heuristic<G>> Search<'_, G, H> {
    /// Min-max from `p` to depth `depth`: the value and *all* best moves.
    ///
    /// Depth 0 gives h(p) itself. Fails when told to stop, or where play goes deeper than
    /// [`DEEPEST`](super::DEEPEST).
    pub fn minimax(&self, p: &G::Position, depth: u32) -> Result<Found<G::Move>, Error> {
        self.minimax_recorded(p, depth, &mut Silent)
    }

    /// The same, telling `recorder` what happens.
    pub(super) fn minimax_recorded<R: Recorder<G::Move>>(
        &self,
        p: &G::Position,
        depth: u32,
        recorder: &mut R,
    ) -> Result<Found<G::Move>, Error> {
        let mut walk = Walk { search: self, recorder, visits: Visits::new(self.stop), best: Vec::new() };
        let value = walk.value(None, p, depth, 0)?;
        Ok(Found { value, best: walk.best, visited: walk.visits.count })
    }
}

/// One min-max search under way.
struct Walk<'s, 'a, G: Game, H, R> {
    search: &'s Search<'a, G, H>,
    recorder: &'s mut R,
    visits: Visits<'a>,
    /// Best moves at the root so far.
    best: Vec<G::Move>,
}

impl<G: Game, H: Heuristic<G>, R: Recorder<G::Move>> Walk<'_, '_, G, H, R> {
    /// minmax(p, depth), where `mv` led to `p` and the root is `level` plies above.
    fn value(&mut self, mv: Option<G::Move>, p: &G::Position, depth: u32, level: u32) -> Result<f64, Error> {
        let search = self.search;
        let Search { game, heuristic, .. } = search;
        let player = game.turn(p);
        self.visits.visit(level)?;
        self.recorder.enter(mv, player, None)?;

        // Step 1. A finished position has a value of its own.
        let mut moves = game.moves(p);
        let Some(first) = moves.next() else {
            let value = heuristic.finished(game, p);
            self.recorder.leave(value, Ending::Finished);
            return Ok(value);
        };

        // Step 2. The best of the values after each move, as the player to move sees it.
        let mut best: Option<(f64, usize)> = None;
        if depth > 0 {
            let allowed = std::iter::once(first).chain(moves).filter(|&m| search.allows(p, m));
            for (i, m) in allowed.enumerate() {
                let value = self.value(Some(m), &game.play(p, m), depth - 1, level + 1)?;
                if best.is_none_or(|(b, _)| better(player, value, b)) {
                    best = Some((value, i));
                    if level == 0 {
                        self.best.clear();
                    }
                }
                if level == 0 && best.is_some_and(|(b, _)| value == b) {
                    self.best.push(m);
                }
            }
        }

        // Step 3. Where search stops, the estimate: no depth left, or no move allowed.
        let (value, ending) = match best {
            Some((value, i)) => (value, Ending::Chosen(i)),
            None => (heuristic.estimate(game, p), Ending::Estimate),
        };
        self.recorder.leave(value, ending);
        Ok(value)
    }
}

/// `value` suits `player` strictly better than `than`: more for player 1, less for player 2.
#[inline]
pub(super) fn better(player: Player, value: f64, than: f64) -> bool {
    match player {
        Player::One => value > than,
        Player::Two => value < than,
    }
}
