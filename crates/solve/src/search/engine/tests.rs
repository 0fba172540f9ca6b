//! The engine against the plain solver, on games with tactics.

use super::Engine;
use crate::search::{Limits, Solver};
use attractor_game::{Game, Playable, Question, Rng, Tactics, Value};
use attractor_games::Connect4;

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
        let asks = -tactics.most()..=tactics.most();
        crate::verify::check_bounds(&tactics, &mut tactics.memory(), self.position, self.value, asks)
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
