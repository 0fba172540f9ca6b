//! `domineering_nodes ROWS COLUMNS [V|H]`: who wins a board, by the plainest search over the game's tactics; nodes and
//! time. For measuring the tactics by themselves.

use attractor_game::{Game, Key, Playable, Player, Question, Tactics};
use attractor_games::Domineering;
use std::{collections::HashMap, time::Instant};

struct Search<'t, T: Tactics> {
    tactics: &'t T,
    memory: T::Memory,
    table: HashMap<(u64, u64), i32>,
    nodes: u64,
    settled: u64,
    known: u64,
    studied: u64,
}

impl<T: Tactics> Search<'_, T> {
    /// The score of a node for its player to move: 1 or -1.
    fn solve(&mut self, mut node: T::Node) -> i32 {
        self.nodes += 1;
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
        let bounds = self.tactics.study(&mut self.memory, &node, 1);
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

struct Nodes<'g>(&'g Domineering);

impl Question<Domineering> for Nodes<'_> {
    type Answer = ();

    fn without(self) {}

    fn with<T: Tactics<Position = <Domineering as Game>::Position> + Send + Sync + 'static>(self, tactics: T) {
        let tactics = &tactics;
        let start = Instant::now();
        let mut memory = tactics.memory();
        let root = tactics.node(&mut memory, &self.0.start());
        let mut search = Search { tactics, memory, table: HashMap::new(), nodes: 0, settled: 0, known: 0, studied: 0 };
        let mover = tactics.mover(&root);
        let winner = if search.solve(root) > 0 { mover } else { mover.other() };
        let (rows, columns) = self.0.size();
        println!(
            "{rows}x{columns} first={mover:?} winner={winner:?} nodes={} settled={} known={} studied={} seconds={:.3}",
            search.nodes,
            search.settled,
            search.known,
            search.studied,
            start.elapsed().as_secs_f64()
        );
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let size = |i: usize| words.get(i).and_then(|word| word.parse().ok()).unwrap_or(8);
    let first = if words.get(2).is_some_and(|word| word == "H") { Player::Two } else { Player::One };
    match Domineering::new(size(0), size(1)) {
        Ok(game) => {
            let game = game.with_first(first);
            game.with_tactics(Nodes(&game));
        }
        Err(error) => eprintln!("{error}"),
    }
}
