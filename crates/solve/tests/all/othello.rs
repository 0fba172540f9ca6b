//! Othello through the engine: against plain exact search near the end, and whole small boards.

use attractor_game::{Game, Playable, Player, Question, Rng, Tactics, Value};
use attractor_games::{Othello, othello::Position};
use attractor_solve::search::{Engine, Limits, Solver};

/// The values of positions by the game's tactics.
struct Values(Vec<Position>, usize);

impl Question<Othello> for Values {
    type Answer = Vec<Value>;
    fn without(self) -> Vec<Value> {
        panic!("Othello has tactics")
    }
    fn with<T: Tactics<Position = Position> + Send + Sync + 'static>(self, tactics: T) -> Vec<Value> {
        let mut engine = Engine::new(tactics, 16 << 20, self.1, None);
        let value = |p: &Position| {
            let score = engine.score(p).expect("nothing stops it");
            engine.tactics().value(p, score)
        };
        self.0.iter().map(value).collect()
    }
}

/// Positions of random plays with no more than so many cells empty.
fn late(game: &Othello, plays: u64, empty: u32) -> Vec<Position> {
    let cells = (game.size() * game.size()) as u32;
    let mut positions = Vec::new();
    for seed in 0..plays {
        let (mut rng, mut p) = (Rng::new(seed), game.start());
        while let Some(m) = rng.choose(game.moves(&p)) {
            p = game.play(&p, m);
            let taken = (p.discs(Player::One) | p.discs(Player::Two)).count_ones();
            if cells - taken <= empty && game.moves(&p).next().is_some() {
                positions.push(p);
                break;
            }
        }
    }
    positions
}

#[test]
fn margins_are_those_of_plain_search() {
    for (size, plays, empty) in [(8, 60, 9), (6, 60, 10), (4, 40, 8)] {
        let game = Othello::new(size).expect("a possible size");
        let positions = late(&game, plays, empty);
        assert!(positions.len() as u64 > plays / 2);
        let found = game.with_tactics(Values(positions.clone(), 1));
        let mut plain = Solver::new(&game, Limits::default()).expect("no play comes back");
        for (p, found) in positions.iter().zip(found) {
            assert_eq!(plain.value(p).expect("nothing stops it"), found, "{p:?}");
        }
    }
}

/// The second player wins on 4x4 by 11 discs to 3: the two empty cells are his too.
#[test]
fn the_small_board_is_solved() {
    let game = Othello::new(4).expect("a possible size");
    let plain = Solver::new(&game, Limits::default()).expect("no play comes back").value(&game.start());
    assert_eq!(plain.expect("nothing stops it"), Value::Margin(-10));
    for threads in [1, 2] {
        assert_eq!(game.with_tactics(Values(vec![game.start()], threads)), [Value::Margin(-10)]);
    }
}
