//! The engine on Domineering beside a plain solver that knows nothing of it: for tests, benches and the whole table.

#![allow(dead_code)] // each user takes a part of this

pub(crate) mod domineering;

use attractor_game::{Game, Outcome, Playable, Player, Question, Tactics};
use attractor_games::{Domineering, domineering::Position};
use attractor_solve::search::Engine;
use std::time::Instant;

/// Who wins an empty board, and what that took.
pub(crate) struct Found {
    /// The player who begins wins.
    pub(crate) first_wins: bool,
    /// Nodes entered.
    pub(crate) nodes: u64,
    /// Wall time.
    pub(crate) seconds: f64,
}

struct Solve<'a>(&'a Position);

impl Question<Domineering> for Solve<'_> {
    type Answer = Option<Found>;
    fn without(self) -> Option<Found> {
        None
    }
    fn with<T: Tactics<Position = Position> + Send + Sync + 'static>(self, tactics: T) -> Option<Found> {
        let mut engine = Engine::new(tactics, 64 << 20, 1, None);
        let begun = Instant::now();
        let outcome = engine.outcome(self.0).expect("nobody stops it");
        let seconds = begun.elapsed().as_secs_f64();
        Some(Found { first_wins: outcome == Outcome::Win, nodes: engine.nodes(), seconds })
    }
}

/// By the engine. A board on which nobody can move is lost for who begins.
pub(crate) fn by_engine(rows: usize, columns: usize, vertical: bool) -> Found {
    let first = if vertical { Player::One } else { Player::Two };
    let game = Domineering::new(rows, columns).expect("a board").with_first(first);
    if game.moves(&game.start()).next().is_none() {
        return Found { first_wins: false, nodes: 0, seconds: 0.0 };
    }
    game.with_tactics(Solve(&game.start())).expect("the game has tactics")
}

/// By the plain solver.
pub(crate) fn by_plain(rows: usize, columns: usize, vertical: bool) -> Found {
    let mut plain = domineering::Plain::new(rows as u32, columns as u32);
    let begun = Instant::now();
    let first_wins = plain.first_wins(vertical);
    Found { first_wins, nodes: plain.nodes, seconds: begun.elapsed().as_secs_f64() }
}

/// Both, which must agree.
pub(crate) fn both(rows: usize, columns: usize, vertical: bool) -> (Found, Found) {
    let (engine, plain) = (by_engine(rows, columns, vertical), by_plain(rows, columns, vertical));
    let first = if vertical { "Vertical" } else { "Horizontal" };
    assert_eq!(engine.first_wins, plain.first_wins, "{rows}x{columns}, {first} begins");
    (engine, plain)
}

/// `N`, `P`, `1` or `2`: who wins, from whether who begins does.
pub(crate) fn class(vertical_first: bool, horizontal_first: bool) -> &'static str {
    match (vertical_first, horizontal_first) {
        (true, true) => "N",
        (false, false) => "P",
        (true, false) => "1",
        (false, true) => "2",
    }
}
