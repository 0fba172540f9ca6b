//! Attractor solves, plays and shows two-player games of perfect information.
//!
//! This crate is the door for programmers: it re-exports the others under one name.
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the vocabulary: [`Game`](game::Game) and its companions, [`laws`](game::laws) |
//! | [`games`] | the games that come with it |
//! | [`solve`] | arenas, attractors, strategies, min-max, alpha-beta, exact search, the checker |
//! | [`draw`] | pictures of graphs, trees, boards and charts |
//! | [`play`] | sessions by name, players, matches, the terminal |
//!
//! A game of your own in 60 lines: `examples/own_game.rs`.
//!
//! ```
//! use attractor::play::{Effort, open};
//! let session = open("chomp:2x3")?;
//! let solved = session.solve(&Effort::default(), false)?;
//! assert_eq!((solved.outcome, solved.plies, solved.best), ("win", Some(6), vec!["2,3".to_string()]));
//! # Ok::<(), attractor::game::Error>(())
//! ```

pub use attractor_draw as draw;
pub use attractor_game as game;
pub use attractor_games as games;
pub use attractor_play as play;
pub use attractor_solve as solve;
