//! The plainest search over a game's tactics: who wins, and how many nodes that took.

use attractor_game::{Game, Key, Memory, Playable, Player, Question, Stage, Tactics, Watch};
use attractor_games::Domineering;
use std::collections::HashMap;

/// What a search found, and how its nodes ended.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code)]
pub(crate) struct Found {
    pub(crate) first: Player,
    pub(crate) winner: Player,
    pub(crate) nodes: u64,
    pub(crate) settled: u64,
    pub(crate) known: u64,
    pub(crate) studied: u64,
}

/// Who wins this game from its start. `tell` hears the number of nodes, a million apart.
pub(crate) fn solve(game: &Domineering, tell: &mut dyn FnMut(u64)) -> Found {
    game.with_tactics(Nodes { game, tell }).expect("Domineering has tactics")
}

struct Search<'t, T: Tactics> {
    tactics: &'t T,
    memory: T::Memory,
    table: HashMap<(u64, u64), i32>,
    tell: &'t mut dyn FnMut(u64),
    nodes: u64,
    settled: u64,
    known: u64,
    studied: u64,
}

impl<T: Tactics> Search<'_, T> {
    /// The score of a node for its player to move: 1 or -1.
    fn solve(&mut self, mut node: T::Node) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1_000_000) {
            (self.tell)(self.nodes);
        }
        let bounds = self.tactics.settle(&mut self.memory, &mut node);
        if bounds.lo == bounds.hi {
            self.settled += 1;
            return bounds.lo;
        }
        let key = self.tactics.key(&mut self.memory, &node);
        let key = (key.low(), key.high());
        if let Some(&score) = self.table.get(&key) {
            self.known += 1;
            return score;
        }
        let stage = Stage::Entered(Watch::NEVER);
        let bounds = self.tactics.bounds(&mut self.memory, &node, 1, stage, &mut 0);
        let mut best = bounds.lo.max(-1);
        if bounds.lo == bounds.hi {
            self.studied += 1;
        } else {
            let mut children = Vec::new();
            self.tactics.children(&mut self.memory, &node, |_, child, merit| {
                children.push((merit, child));
                true
            });
            children.sort_by_key(|(merit, _)| -merit);
            for (_, child) in children {
                if best < 1 {
                    best = best.max(-self.solve(child));
                }
            }
        }
        self.table.insert(key, best);
        best
    }
}

struct Nodes<'g> {
    game: &'g Domineering,
    tell: &'g mut dyn FnMut(u64),
}

impl Question<Domineering> for Nodes<'_> {
    type Answer = Option<Found>;

    fn without(self) -> Option<Found> {
        None
    }

    fn with<T>(self, tactics: T) -> Option<Found>
    where
        T: Tactics<Position = <Domineering as Game>::Position> + Send + Sync + 'static,
    {
        let mut memory = T::Memory::new(&tactics);
        let root = tactics.node(&mut memory, &self.game.start());
        let first = tactics.turn(&root).mover;
        let table = HashMap::new();
        let (tactics, tell) = (&tactics, self.tell);
        let mut search = Search { tactics, memory, table, tell, nodes: 0, settled: 0, known: 0, studied: 0 };
        let winner = if search.solve(root) > 0 { first } else { first.other() };
        let Search { nodes, settled, known, studied, .. } = search;
        Some(Found { first, winner, nodes, settled, known, studied })
    }
}
