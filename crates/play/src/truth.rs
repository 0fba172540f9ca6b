//! Exact values of a game's positions, however they are best had: by search where no play comes back to a position, on
//! the unfolded graph where one may.

use crate::Effort;
use attractor_game::{Draw, Error, Game, Outcome, Value};
use attractor_solve::{
    graph::{Attractors, Strategy, Transposed, Unfolded, Unfolding, final_draws, unfold},
    search::{Limits, Solver},
};
use hashbrown::HashMap;

/// Answers questions about one game and remembers what it found.
pub(crate) enum Truth<'a, G: Game> {
    Search(Solver<'a, G>),
    Graph(Graph<'a, G>),
}

impl<'a, G: Game> Truth<'a, G> {
    pub(crate) fn new(game: &'a G, effort: &Effort<'a>) -> Result<Truth<'a, G>, Error> {
        if G::ACYCLIC {
            let limits = Limits { memory: effort.memory, stop: effort.stop };
            Ok(Truth::Search(Solver::new(game, limits)?))
        } else {
            Ok(Truth::Graph(Graph { game, most: states_within::<G>(effort.memory), solved: None }))
        }
    }

    pub(crate) fn value(&mut self, p: &G::Position) -> Result<Value, Error> {
        match self {
            Truth::Search(solver) => solver.value(p),
            Truth::Graph(graph) => graph.value(p),
        }
    }

    pub(crate) fn outcome(&mut self, p: &G::Position) -> Result<Outcome, Error> {
        match self {
            Truth::Search(solver) => solver.outcome(p),
            Truth::Graph(graph) => Ok(graph.value(p)?.outcome()),
        }
    }

    /// Every legal move with its value for the player who makes it.
    pub(crate) fn moves(&mut self, p: &G::Position) -> Result<Vec<(G::Move, Value)>, Error> {
        match self {
            Truth::Search(solver) => solver.moves(p),
            Truth::Graph(graph) => graph.moves(p),
        }
    }

    /// All moves of the best value.
    pub(crate) fn best(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        match self {
            Truth::Search(solver) => solver.best(p),
            Truth::Graph(graph) => {
                let moves = graph.moves(p)?;
                let best = moves.iter().map(|(_, value)| *value).max_by_key(|v| plain(*v));
                Ok(moves.into_iter().filter(|(_, v)| best.map(plain) == Some(plain(*v))).map(|(m, _)| m).collect())
            }
        }
    }

    /// A principal line; where keeping a draw means playing for ever, until a position comes back.
    pub(crate) fn line(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        match self {
            Truth::Search(solver) => solver.line(p),
            Truth::Graph(graph) => graph.line(p),
        }
    }

    /// Positions entered, or unfolded.
    pub(crate) fn nodes(&self) -> u64 {
        match self {
            Truth::Search(solver) => solver.nodes(),
            Truth::Graph(graph) => graph.solved.as_ref().map_or(0, |s| s.unfolded.positions.len() as u64),
        }
    }
}

/// Draws of both kinds are equally good.
fn plain(value: Value) -> Value {
    if let Value::Draw(_) = value { Value::Draw(Draw::Final) } else { value }
}

/// How many states of a game may be unfolded within so many bytes: positions twice (list and index), rows and words.
pub(crate) fn states_within<G: Game>(memory: u64) -> u64 {
    memory / (2 * size_of::<G::Position>() as u64 + 96)
}

/// A game with cycles, unfolded from the first position it was asked about.
pub(crate) struct Graph<'a, G: Game> {
    game: &'a G,
    most: u64,
    solved: Option<SolvedGraph<G::Position>>,
}

struct SolvedGraph<P> {
    unfolded: Unfolded<P>,
    ids: HashMap<P, u32>,
    attractors: Attractors,
    draws: Vec<bool>,
    optimal: Strategy,
}

impl<G: Game> Graph<'_, G> {
    /// The solved graph that holds `p`, and its vertex.
    fn at(&mut self, p: &G::Position) -> Result<(&SolvedGraph<G::Position>, u32), Error> {
        if self.solved.as_ref().is_none_or(|s| !s.ids.contains_key(p)) {
            let unfolded = unfold(self.game, p, Unfolding { most: self.most, progress: None })?;
            let transposed = Transposed::of(&unfolded.arena);
            let attractors = Attractors::with(&unfolded.arena, &transposed);
            let draws = final_draws(&unfolded.arena, &transposed, &attractors);
            let optimal = Strategy::optimal(&unfolded.arena, &attractors);
            let ids = unfolded.positions.iter().cloned().zip(0..).collect();
            self.solved = Some(SolvedGraph { unfolded, ids, attractors, draws, optimal });
        }
        let solved = self.solved.as_ref().expect("it was just solved");
        Ok((solved, solved.ids[p]))
    }

    fn value(&mut self, p: &G::Position) -> Result<Value, Error> {
        let (solved, v) = self.at(p)?;
        Ok(solved.attractors.value(&solved.unfolded.arena, v, &solved.draws))
    }

    fn moves(&mut self, p: &G::Position) -> Result<Vec<(G::Move, Value)>, Error> {
        let game = self.game;
        self.at(p)?;
        game.moves(p)
            .map(|m| {
                let q = game.play(p, m);
                Ok((m, self.value(&q)?.before(game.turn(&q) == game.turn(p))))
            })
            .collect()
    }

    fn line(&mut self, p: &G::Position) -> Result<Vec<G::Move>, Error> {
        let game = self.game;
        let (solved, mut v) = self.at(p)?;
        let mut seen = vec![false; solved.unfolded.positions.len()];
        let mut line = Vec::new();
        while !std::mem::replace(&mut seen[v as usize], true)
            && let Some(w) = solved.optimal.at(v)
        {
            let (from, to) = (&solved.unfolded.positions[v as usize], &solved.unfolded.positions[w as usize]);
            line.extend(game.moves(from).find(|&m| game.play(from, m) == *to));
            v = w;
        }
        Ok(line)
    }
}
