//! The size of a min-max tree, without walking it.

use super::limited::{DEEPEST, stopped};
use attractor_game::Game;
use hashbrown::HashMap;
use std::sync::atomic::AtomicBool;

/// Number of nodes of the whole tree to depth `depth`, root and leaves included: what min-max visits there.
///
/// Equal positions at equal depth are counted once and remembered, so the count is often known where min-max itself
/// would take years. None if more than `limit` positions would have to be remembered, if 64 bits do not hold the
/// number, if the tree is deeper than [`DEEPEST`], or soon after `stop` becomes true.
pub fn count_nodes<G: Game>(
    game: &G,
    p: &G::Position,
    depth: u32,
    allow: impl Fn(&G, &G::Position, G::Move) -> bool,
    limit: usize,
    stop: Option<&AtomicBool>,
) -> Option<u64> {
    Count { game, allow, limit, known: HashMap::default(), stop, work: 0 }.nodes(p, depth, 0)
}

struct Count<'a, G: Game, F> {
    game: &'a G,
    allow: F,
    limit: usize,
    known: HashMap<(G::Position, u32), u64, foldhash::fast::RandomState>,
    stop: Option<&'a AtomicBool>,
    /// Moves generated so far.
    work: u64,
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
            self.work += 1;
            if self.work.is_multiple_of(1 << 10) && stopped(self.stop).is_err() {
                return None;
            }
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
