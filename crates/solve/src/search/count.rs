//! The size of a min-max tree, without walking it.

use super::limited::DEEPEST;
use attractor_game::Game;
use hashbrown::HashMap;

/// Number of nodes of the whole tree to depth `depth`, root and leaves included: what min-max visits there.
///
/// Equal positions at equal depth are counted once and remembered, so the count is often known where min-max itself
/// would take years. None if more than `limit` positions would have to be remembered, if 64 bits do not hold the
/// number, or if the tree is deeper than [`DEEPEST`].
pub fn count_nodes<G: Game>(
    game: &G,
    p: &G::Position,
    depth: u32,
    allow: impl Fn(&G, &G::Position, G::Move) -> bool,
    limit: usize,
) -> Option<u64> {
    Count { game, allow, limit, known: HashMap::default() }.nodes(p, depth, 0)
}

struct Count<'a, G: Game, F> {
    game: &'a G,
    allow: F,
    limit: usize,
    known: HashMap<(G::Position, u32), u64, foldhash::fast::RandomState>,
}

impl<G: Game, F: Fn(&G, &G::Position, G::Move) -> bool> Count<'_, G, F> {
    /// Nodes below and at `p`, with `depth` plies to go and the root `level` plies above.
    fn nodes(&mut self, p: &G::Position, depth: u32, level: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let key = (p.clone(), depth);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        if level >= DEEPEST {
            return None;
        }
        let (game, mut sum) = (self.game, 1u64);
        for m in game.moves(p) {
            if (self.allow)(game, p, m) {
                sum = sum.checked_add(self.nodes(&game.play(p, m), depth - 1, level + 1)?)?;
            }
        }
        if self.known.len() >= self.limit {
            return None;
        }
        self.known.insert(key, sum);
        Some(sum)
    }
}
