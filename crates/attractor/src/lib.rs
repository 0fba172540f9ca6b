//! Attractor solves, plays and shows two-player games of perfect information.
//!
//! A game is a directed graph given by functions ([`Game`]). From that one description come exact values, best lines,
//! estimates to a depth, attractors and strategies; with features, pictures, solved tables and opponents.
//!
//! | module | what it holds | feature |
//! |---|---|---|
//! | [`game`] | the vocabulary: [`Game`] and its companions, [`laws`] | |
//! | [`games`] | the games that come with it | |
//! | [`solve`] | arenas, attractors, strategies, min-max, alpha-beta, exact search, an independent checker | |
//! | `solve::table` | solved tables in files; `cluster`: built by several processes | `tables`, `cluster` |
//! | `draw` | pictures of graphs, trees, boards and charts | `draw` |
//! | `play` | games by name, sessions, players, matches, the terminal | `play` |
//! | `web` | the page and its server | `serve` |
//!
//! What most programs need is at the root, and comes with `use attractor::prelude::*`.
//!
//! # Solve a position
//!
//! Rules are made by `new` or from a text. [`Solver`] gives exact values of games that always end:
//!
//! ```
//! use attractor::prelude::*;
//!
//! let game: Connect4 = "connect4:5x4".parse()?;
//! let mut position = game.start();
//! for name in game.split("2233") {
//!     position = game.play(&position, game.find(&position, name)?);
//! }
//! assert_eq!(game.write(&position), "...../...../.OO../.XX.. X");
//!
//! let mut solver = Solver::new(&game, Limits::default())?;
//! assert_eq!(solver.value(&position)?, Value::Win(3));
//! let line = solver.line(&position)?;
//! assert_eq!(game.join(&game.names(&position, &line)), "415");
//! # Ok::<(), Error>(())
//! ```
//!
//! [`Engine`] is faster: it takes the tactics of a game, or plain [`Rules`], and uses several threads. [`Deepening`] gives
//! the best estimate within a time, [`Search`] min-max and alpha-beta to a depth.
//!
//! # A game of your own
//!
//! ```
//! use attractor::prelude::*;
//!
//! /// One heap; take one or two matches; who cannot move loses.
//! struct Matches(u32);
//!
//! impl Game for Matches {
//!     type Position = (u32, Player); // the heap, and whose turn it is
//!     type Move = u32;
//!     const ACYCLIC: bool = true; // no play comes back to a position
//!     fn start(&self) -> (u32, Player) { (self.0, Player::One) }
//!     fn turn(&self, p: &(u32, Player)) -> Player { p.1 }
//!     fn moves(&self, p: &(u32, Player)) -> impl Iterator<Item = u32> { 1..=p.0.min(2) }
//!     fn play(&self, p: &(u32, Player), m: u32) -> (u32, Player) { (p.0 - m, p.1.other()) }
//! }
//!
//! let game = Matches(8);
//! let mut solver = Solver::new(&game, Limits::default())?;
//! assert_eq!(solver.value(&game.start())?, Value::Win(5));
//! assert_eq!(solver.best(&game.start())?, [2]);
//!
//! // Min-max to a depth, with an estimate from player 1's side.
//! let even = |_: &Matches, p: &(u32, Player)| if p.0 % 2 == 0 { 1.0 } else { -1.0 };
//! assert_eq!(Search::new(&game, &even).alpha_beta(&game.start(), 3)?.value, 1.0);
//! # Ok::<(), Error>(())
//! ```
//!
//! [`Notation`] adds text of positions and moves, [`laws`] check what you wrote. A whole game with a picture:
//! `examples/konane.rs`; one with an opponent at the terminal: `examples/own_game.rs`.
//!
//! # Attractors of an arena
//!
//! Games with cycles are unfolded into an [`Arena`], an explicit graph; others are read from a text or built. Each player's
//! [`Attractors`] hold the vertices from which that player forces a win:
//!
//! ```
//! use attractor::{prelude::*, solve::graph::format::{Reading, read_text}};
//!
//! // Each line: a vertex, its owner, its successors. Who cannot move loses.
//! let arena = read_text("a 1: b c\nb 2:\nc 2: a\n", "example", &Reading::default())?.arena;
//! let attractors = Attractors::of(&arena);
//! let [a, c] = [arena.find_vertex("a")?, arena.find_vertex("c")?];
//! assert_eq!((attractors.winner(a), attractors.rank(a)), (Some(Player::One), Some(1)));
//! assert_eq!((attractors.winner(c), attractors.rank(c)), (Some(Player::One), Some(2)));
//!
//! // A game as an arena: tic-tac-toe on 3x3 cells is a draw.
//! let game = Mnk::new(3, 3, 3)?;
//! let unfolded = unfold(&game, &game.start(), Unfolding::default())?;
//! assert_eq!(unfolded.arena.len(), 5_478);
//! assert_eq!(Attractors::of(&unfolded.arena).winner(0), None);
//! # Ok::<(), Error>(())
//! ```
//!
//! # A picture
//!
//! With the feature `draw`, any position whose game has [`Notation`] is drawn:
//!
#![cfg_attr(feature = "draw", doc = "```")]
#![cfg_attr(not(feature = "draw"), doc = "```ignore")]
//! use attractor::{draw::{Format, board::bare}, prelude::*};
//!
//! let game: Chomp = "chomp:2x3".parse()?;
//! let picture = bare("Chomp", "The board at the start.", &game.board(&game.start()), []);
//! let svg = String::from_utf8(picture.write(Format::Svg, None)?).unwrap();
//! assert!(svg.starts_with("<svg") && svg.contains("The board at the start."));
//! # Ok::<(), Error>(())
//! ```
//!
//! # Play by name
//!
//! With the feature `play`, games are opened as the command opens them, and a session answers for all of them:
//!
#![cfg_attr(feature = "play", doc = "```")]
#![cfg_attr(not(feature = "play"), doc = "```ignore")]
//! use attractor::play::{Effort, open};
//!
//! let session = open("chomp:2x3")?;
//! let solved = session.solve(&Effort::default(), false)?;
//! assert_eq!((solved.outcome, solved.plies, solved.best), ("win", Some(6), vec!["2,3".to_string()]));
//! # Ok::<(), attractor::Error>(())
//! ```

#[cfg(feature = "draw")]
pub use attractor_draw as draw;
pub use attractor_game as game;
pub use attractor_games as games;
#[cfg(feature = "play")]
pub use attractor_play as play;
pub use attractor_solve as solve;
#[cfg(feature = "serve")]
pub use attractor_web as web;

pub use attractor_game::{
    Draw, Error, Game, Heuristic, Heuristics, Notation, Outcome, Playable, Player, Score, Spec, Tactics, Value, Zero,
    laws,
};
pub use attractor_games::{
    Awale, Chess, Chomp, Connect4, Dobutsu, Domineering, Draughts, Either, Euclid, Go, Juniper, Kayles, Misere, Mnk,
    Morris, Nim, Othello, Sum, Teeko, Tree, Wythoff,
};
pub use attractor_solve::{
    graph::{Arena, Attractors, Strategy, Unfolded, Unfolding, unfold},
    search::{Deepening, Engine, Limits, Rules, Search, Solver, perft},
};

/// What most programs need: `use attractor::prelude::*`.
pub mod prelude {
    pub use crate::{
        Arena, Attractors, Awale, Chess, Chomp, Connect4, Deepening, Dobutsu, Domineering, Draughts, Draw, Either,
        Engine, Error, Euclid, Game, Go, Heuristic, Heuristics, Juniper, Kayles, Limits, Misere, Mnk, Morris, Nim,
        Notation, Othello, Outcome, Playable, Player, Rules, Score, Search, Solver, Strategy, Sum, Teeko, Tree,
        Unfolding, Value, Wythoff, Zero, laws, unfold,
    };
}
