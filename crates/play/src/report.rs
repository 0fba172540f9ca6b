//! What holds on an arena: counts, attractors by layer, the partition, strategies.

use crate::GraphRecord;
use attractor_game::{Error, Player};
use attractor_solve::{
    graph::{Arena, Attractors, Strategy, Transposed, acyclic, bipartite, final_draws},
    verify::Claim,
};
use serde_json::{Map, Value as Json, json};

/// A solved arena.
pub struct Report {
    /// The graph.
    pub arena: Arena,
    /// Who wins where.
    pub attractors: Attractors,
    /// The optimal strategy of both.
    pub strategy: Strategy,
    /// Which drawn vertices are final draws.
    pub final_draws: Vec<bool>,
    /// Turns alternate, or the first move where they do not.
    pub bipartite: Result<(), (u32, u32)>,
    /// No play comes back, or a cycle.
    pub acyclic: Result<(), Vec<u32>>,
}

impl Report {
    /// Solves an arena and looks at its shape. Fails if that does not fit into the memory allowed.
    pub fn of(arena: Arena) -> Result<Report, Error> {
        // Transposed rows with what is on its way into them; ranks, strategy, marks and the queue.
        attractor_memory::room(10 * arena.move_count() + 32 * arena.len() as u64)?;
        let transposed = Transposed::of(&arena);
        let attractors = Attractors::with(&arena, &transposed);
        let final_draws = final_draws(&arena, &transposed, &attractors);
        drop(transposed);
        let strategy = Strategy::optimal(&arena, &attractors);
        let (bipartite, acyclic) = (bipartite(&arena), acyclic(&arena));
        Ok(Report { arena, attractors, strategy, final_draws, bipartite, acyclic })
    }

    /// Number of final draws and of endless ones.
    pub fn draws(&self) -> (u64, u64) {
        let last = self.final_draws.iter().filter(|&&f| f).count() as u64;
        (last, self.attractors.drawn() - last)
    }

    /// What this claims, for the checker.
    pub fn claim(&self) -> Claim {
        let vertices = || self.arena.vertices();
        Claim {
            winner: vertices().map(|v| self.attractors.winner(v)).collect(),
            rank: vertices().map(|v| self.attractors.rank(v)).collect(),
            strategy: vertices().map(|v| self.strategy.at(v)).collect(),
        }
    }

    /// As data. Fails if the names do not fit into the memory allowed.
    pub fn record(&self) -> Result<GraphRecord, Error> {
        let arena = &self.arena;
        // Each vertex is named in a layer and twice in the strategy.
        let names: usize = arena.vertices().take(1_000).map(|v| arena.label(v).len() + 48).sum();
        attractor_memory::room(4 * names as u64 * (arena.len() as u64).div_ceil(1_000))?;
        let names = |vertices: &[u32]| vertices.iter().map(|&v| arena.label(v).into_owned()).collect::<Vec<_>>();
        let layers = |player| self.attractors.layers(player).iter().map(|layer| names(layer)).collect::<Vec<_>>();
        let (final_draws, endless) = self.draws();
        let mut strategy = Map::new();
        for v in arena.vertices() {
            if let Some(w) = self.strategy.at(v) {
                strategy.insert(arena.label(v).into_owned(), Json::String(arena.label(w).into_owned()));
            }
        }
        Ok(GraphRecord {
            layers: Some(json!({ "1": layers(Player::One), "2": layers(Player::Two) })),
            bipartite: Some(match self.bipartite {
                Ok(()) => Json::Bool(true),
                Err((v, w)) => json!(names(&[v, w])),
            }),
            acyclic: Some(match &self.acyclic {
                Ok(()) => Json::Bool(true),
                Err(cycle) => json!(names(cycle)),
            }),
            draws: Some(json!({ "final": final_draws, "endless": endless })),
            strategy: Some(Json::Object(strategy)),
            ..GraphRecord::summary(arena, &self.attractors)
        })
    }
}

impl GraphRecord {
    /// Counts only.
    pub fn summary(arena: &Arena, attractors: &Attractors) -> GraphRecord {
        let start = arena.start_vertex();
        GraphRecord {
            states: arena.len() as u64,
            moves: arena.move_count(),
            won: json!({ "1": attractors.won(Player::One), "2": attractors.won(Player::Two) }),
            drawn: attractors.drawn(),
            layers: None,
            start: start.map(|v| arena.label(v).into_owned()),
            winner: start.and_then(|v| attractors.winner(v)).map(|p| p.number()),
            bipartite: None,
            acyclic: None,
            draws: None,
            strategy: None,
            merged: arena.merged(),
        }
    }
}
