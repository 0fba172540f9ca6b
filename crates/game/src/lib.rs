//! The vocabulary: what a two-player game of perfect information is, and what it may tell beyond its rules.
//!
//! A game is a directed graph given by functions. A [`Game::Position`] is a vertex, whose turn it is included; a
//! [`Game::Move`] is an edge, named by what the player does. Rules live in one object (sizes, variants), positions
//! are plain values, so the same code runs a board of 7x6 cells, nine matches, and a graph read from a file.
//!
//! | to have | implement |
//! |---|---|
//! | solving, min-max, matches | [`Game`] |
//! | text of positions and moves, so that people can type them | [`Notation`] |
//! | estimates for depth-limited search | [`Heuristics`] |
//! | a place in the command, with the laws checked | [`Playable`] |
//! | exact search as fast as a program made for the game | [`Tactics`] |
//! | random plays better than uniform ones | [`Playouts`] |
//! | sums of games, mobility | [`Partizan`] |
//! | dense tables, retrograde analysis | [`Indexed`], [`Retrograde`] |
//! | tables of billions of positions, layer by layer | [`Layered`] |
//! | a game that is another one with a few things changed | [`Decorator`] |
//!
//! What stands from [`Tactics`] to [`Layered`] is declared once, in [`Playable::abilities`]; laws, tables, solvers and
//! surfaces follow from it.
//!
//! Nothing here does I/O or knows a solver; of other crates it knows only how memory is counted.
//!
//! Two conventions hold everywhere. A [`Score`] and a [`Value`] are seen by the player to move; an estimate of a
//! [`Heuristic`] is seen by player 1. And the same player may move twice running: ask [`Game::turn`], never assume
//! that turns alternate.

#[doc(hidden)]
pub mod ability;
mod board;
mod combinatorial;
mod decorator;
mod error;
mod game;
mod heuristic;
pub mod laws;
mod notation;
mod player;
mod playouts;
mod rng;
mod spec;
mod tactics;
mod value;
mod watch;

pub use ability::{Abilities, Declared, Numbering};
pub use board::{Board, Ground, Piece};
pub use combinatorial::{Combinatorial, ValueKind};
pub use decorator::{Decorator, Inherited};
pub use error::{Error, Kind, Place, nearest};
pub use game::{Game, Indexed, Layered, Partizan, Playable, Retrograde, is_over, moves_of};
pub use heuristic::{Heuristic, Heuristics, Linear, Zero};
pub use notation::{Notation, illegal_move, split_words};
pub use player::Player;
pub use playouts::{Native, Playouts, Uniform};
pub use rng::Rng;
pub use spec::Spec;
pub use tactics::{Bounds, Domain, Key, Memory, Question, Stage, Tactics, Tuning, Turn};
pub use value::{Draw, Outcome, Score, Value};
pub use watch::Watch;
