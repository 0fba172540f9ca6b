//! The engine against the plain solver, on games with tactics.

use super::{Engine, Rules};
use crate::search::{
    Deepening, Limits, Plain, Search, Solver,
    testing::{Dag, Margins},
};
use attractor_game::{Game, Heuristics, Memory, Playable, Question, Rng, Tactics, Value, Zero};
use attractor_games::{Connect4, Mnk, Nim};

/// Solves a position through the game's tactics, if it has some.
struct Solve<'a, G: Game> {
    position: &'a G::Position,
    memory: u64,
    threads: usize,
}

impl<G: Game<Position: Sync>> Question<G> for Solve<'_, G> {
    type Answer = Option<(Value, u64)>;
    fn without(self) -> Self::Answer {
        None
    }
    fn with<T: Tactics<Position = G::Position> + Send + Sync + 'static>(self, tactics: T) -> Self::Answer {
        let mut engine = Engine::new(tactics, self.memory, self.threads, None);
        let score = engine.score(self.position).unwrap();
        let outcome = engine.outcome(self.position).unwrap();
        let value = engine.tactics().value(self.position, score);
        assert_eq!(value.outcome(), outcome);
        assert!(engine.at_most(self.position, score).unwrap() && !engine.at_most(self.position, score - 1).unwrap());
        Some((value, engine.nodes()))
    }
}

/// A position after so many random moves, not finished.
fn random_position(game: &Connect4, rng: &mut Rng, plies: usize) -> attractor_games::connect4::Position {
    'again: loop {
        let mut p = game.start();
        for _ in 0..plies {
            let Some(m) = rng.choose(game.moves(&p)) else { continue 'again };
            p = game.play(&p, m);
        }
        if game.moves(&p).next().is_some() {
            return p;
        }
    }
}

#[test]
fn connect_four_equals_the_plain_solver() {
    let mut rng = Rng::new(11);
    for (width, height, least) in
        [(4, 4, 0), (5, 4, 4), (4, 5, 4), (6, 4, 8), (5, 5, 8), (7, 3, 4), (4, 8, 12), (7, 6, 26)]
    {
        let game = Connect4::new(width, height).unwrap();
        let mut plain = Solver::new(&game, Limits::default()).unwrap();
        for _ in 0..40 {
            let plies = least + rng.below(width * height - least - 2);
            let p = random_position(&game, &mut rng, plies);
            let right = plain.value(&p).unwrap();
            for threads in [1, 2] {
                let found = game.with_tactics(Solve::<Connect4> { position: &p, memory: 1 << 16, threads });
                assert_eq!(found.map(|f| f.0), Some(right), "{width}x{height} {p:?} with {threads} threads");
            }
        }
    }
}

/// The bounds of the tactics hold the value of every position of the smallest board and of random ones of others.
struct Bounded<'a> {
    position: &'a <Connect4 as Game>::Position,
    value: Value,
}

impl Question<Connect4> for Bounded<'_> {
    type Answer = Result<(), attractor_game::Error>;
    fn without(self) -> Self::Answer {
        Ok(())
    }
    fn with<T: Tactics<Position = <Connect4 as Game>::Position> + Send + Sync + 'static>(
        self,
        tactics: T,
    ) -> Self::Answer {
        let most = tactics.domain().most;
        crate::verify::check_bounds(&tactics, &mut Memory::new(&tactics), self.position, self.value, -most..=most)
    }
}

#[test]
fn bounds_hold() {
    let game = Connect4::new(4, 4).unwrap();
    let mut plain = Solver::new(&game, Limits::default()).unwrap();
    let positions = crate::graph::unfold(&game, &game.start(), Default::default()).unwrap().positions;
    assert_eq!(positions.len(), 161_029);
    for position in positions.iter().filter(|p| game.moves(p).next().is_some()) {
        let value = plain.value(position).unwrap();
        game.with_tactics(Bounded { position, value }).unwrap_or_else(|e| panic!("{position:?}: {e}"));
    }
    let mut rng = Rng::new(4);
    for (width, height, least) in [(5, 4, 6), (6, 4, 10), (5, 5, 10), (4, 6, 8), (7, 4, 12), (7, 6, 28), (6, 7, 30)] {
        let game = Connect4::new(width, height).unwrap();
        let mut plain = Solver::new(&game, Limits::default()).unwrap();
        for _ in 0..300 {
            let plies = least + rng.below(width * height - least - 2);
            let position = &random_position(&game, &mut rng, plies);
            let value = plain.value(position).unwrap();
            game.with_tactics(Bounded { position, value })
                .unwrap_or_else(|e| panic!("{width}x{height} {position:?}: {e}"));
        }
    }
}

#[test]
fn rules_alone_are_enough() {
    for seed in 0..60 {
        let game = Dag::dag(seed, 200, 20);
        let mut plain = Plain::new(&game);
        for threads in [1, 2] {
            let mut engine = Engine::new(Rules::new(&game), 1 << 12, threads, None);
            for v in 0..30 {
                assert_eq!(engine.outcome(&v).unwrap(), plain.outcome(&v), "seed {seed}, vertex {v}");
            }
        }
        let game = Margins::dag(seed, 200, 20);
        let mut plain = Solver::new(&game, Limits::default()).unwrap();
        let mut engine = Engine::new(Rules::new(&game), 1 << 12, 1, None);
        for v in 0..30 {
            assert_eq!(Value::Margin(engine.score(&v).unwrap()), plain.value(&v).unwrap(), "seed {seed}, vertex {v}");
        }
    }
}

#[test]
fn play_too_long_for_recursion_is_told() {
    let game = Nim::from_spec(&"nim:3000,take=1-1".parse().unwrap()).unwrap();
    let mut engine = Engine::new(Rules::new(&game), 1 << 16, 1, None);
    assert_eq!(engine.outcome(&game.start()).unwrap_err().id(), "too-deep");
}

#[test]
fn thinking_gives_the_values_of_min_max() {
    for seed in 0..40 {
        let game = Dag::dag(seed, 300, 30);
        let estimate = |game: &Dag, v: &usize| game.estimate[*v];
        let search = Search::new(&game, &estimate);
        for threads in [1, 2] {
            let mut thinking = Deepening::new(&game, estimate, 1 << 14, threads, None);
            for v in 0..10 {
                for depth in [1, 2, 5, 9] {
                    let right = search.minimax(&v, depth).unwrap();
                    let mut reached = 0;
                    let found = thinking.think(&v, depth, None, |thought| reached = thought.depth).unwrap();
                    assert_eq!(found.depth, reached);
                    // Infinite values end it early; they are the same at every later depth.
                    assert_eq!(found.value, right.value, "seed {seed}, vertex {v}, depth {depth}");
                    if found.depth == depth {
                        assert_eq!(found.best, right.best, "seed {seed}, vertex {v}, depth {depth}");
                    }
                    assert!(found.line.len() <= found.depth as usize && found.line.first() == found.best.first());
                }
            }
        }
    }
}

#[test]
fn thinking_about_real_games() {
    let game = Connect4::new(7, 6).unwrap();
    for name in ["cells", "alignments=0/1/4.3/9", "zero"] {
        let heuristic = game.heuristic(name).unwrap();
        let right = Search::new(&game, &heuristic).best_moves(&game.start(), 5).unwrap();
        let mut thinking = Deepening::new(&game, heuristic, 1 << 20, 1, None);
        let found = thinking.think(&game.start(), 5, None, |_| {}).unwrap();
        assert_eq!((found.value as f32, &found.best), (right.value as f32, &right.best), "{name}");
        assert_eq!((found.depth, found.line.len()), (5, 5));
    }
    // No time is enough for one ply, and the end of play is noticed.
    let mut thinking = Deepening::new(&game, Zero, 1 << 20, 1, None);
    let found = thinking.think(&game.start(), 42, Some(std::time::Duration::ZERO), |_| {}).unwrap();
    assert_eq!(found.depth, 1);
    let game = Mnk::tic_tac_toe();
    let mut thinking = Deepening::new(&game, Zero, 1 << 20, 1, None);
    let found = thinking.think(&game.start(), 100, None, |_| {}).unwrap();
    assert_eq!((found.value, found.best.len()), (0.0, 9));
    assert!((9..=10).contains(&found.depth), "{}", found.depth);
}

#[test]
fn lines_on_boards_of_any_size_equal_the_plain_solver() {
    let mut rng = Rng::new(5);
    for (rows, columns, length, least) in [
        (3, 3, 3, 0),
        (4, 4, 3, 4),
        (4, 4, 4, 4),
        (3, 5, 3, 4),
        (5, 3, 4, 4),
        (5, 5, 4, 12),
        (2, 7, 2, 3),
        (4, 6, 4, 11),
    ] {
        let game = Mnk::new(rows, columns, length).unwrap();
        let mut plain = Solver::new(&game, Limits::default()).unwrap();
        for _ in 0..60 {
            let (mut p, plies) = (game.start(), least + rng.below(rows * columns - least));
            for _ in 0..plies {
                let Some(m) = rng.choose(game.moves(&p)) else { break };
                p = game.play(&p, m);
            }
            if game.moves(&p).next().is_none() {
                continue;
            }
            let right = plain.value(&p).unwrap();
            for threads in [1, 2] {
                let found = game.with_tactics(Solve::<Mnk> { position: &p, memory: 1 << 16, threads });
                assert_eq!(found.map(|f| f.0), Some(right), "{rows},{columns},{length} {p:?} with {threads} threads");
            }
        }
    }
}
