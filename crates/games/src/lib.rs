//! The games: one folder each, with its rules, notation, symmetry, heuristics and tests together.
//!
//! | game | rules | named by |
//! |---|---|---|
//! | matches, Nim, subtraction games | [`Nim`] | `nim:3+4+5`, `nim:9,take=1-2` |
//! | Chomp | [`Chomp`] | `chomp:2x3` (rows x columns) |
//! | tic-tac-toe and its larger sisters | [`Mnk`] | `tictactoe`, `mnk:4,4,3` (rows, columns, length of a line) |
//! | Connect Four | [`Connect4`] | `connect4`, `connect4:5x4` (width x height) |
//! | Domineering | [`Domineering`] | `domineering:8x8` (rows x columns) |
//! | Teeko | [`Teeko`] | `teeko` |
//! | six men's morris | [`Morris`] | `morris:6`, `morris:6,flying` |
//! | dobutsu shogi | [`Dobutsu`] | `dobutsu` |
//! | draughts, international and English | [`Draughts`] | `draughts`, `checkers`, `checkers,pieces=4` (an endgame) |
//! | chess | [`Chess`] | `chess`, `chess,men=KBNK` (an endgame) |
//! | Go on a small board | [`Go`] | `go:5x5`, `go:3x3,komi=1` |
//! | Kayles | [`Kayles`] | `kayles:12` |
//! | Wythoff's game | [`Wythoff`] | `wythoff:5+8` |
//! | Euclid's game | [`Euclid`] | `euclid:25,7` |
//! | Juniper Green | [`Juniper`] | `juniper:24` |
//! | awale | [`Awale`] | `awale`, `awale:2` (seeds in a house) |
//! | Othello | [`Othello`] | `othello`, `othello:6x6` |
//! | a tree given by hand | [`Tree`] | a JSON file |
//! | any of them with the result turned round | [`Misere`] | |
//! | several of them at once, of normal play | [`Sum`], of different kinds [`Either`] | |
//!
//! Each is a rules object, made by `new` or from the text that a person types, and plain positions, which tell their turn
//! and what is on the board. Nothing here knows a solver.
//!
//! ```
//! use attractor_game::{Game, Notation, Player};
//! use attractor_games::Connect4;
//!
//! let game: Connect4 = "connect4:5x4".parse()?;
//! let mut position = game.start();
//! for name in game.split("3345") {
//!     position = game.play(&position, game.find(&position, name)?);
//! }
//! assert_eq!(game.write(&position), "...../...../..O../..XXO X");
//! assert_eq!((position.turn(), position.discs(Player::One).count_ones()), (Player::One, 2));
//! assert_eq!(game.drop_into(&position, 1).map(|m| game.column(m)), Some(1));
//! # Ok::<(), attractor_game::Error>(())
//! ```

pub mod awale;
pub mod chess;
pub mod chomp;
pub mod combinatorial;
pub mod combine;
pub mod connect4;
pub mod dobutsu;
pub mod domineering;
pub mod draughts;
pub mod euclid;
pub mod go;
pub mod impartial;
pub mod juniper;
pub mod kayles;
pub mod mnk;
pub mod morris;
pub mod nim;
pub mod othello;
pub mod teeko;
pub mod tree;
pub mod wythoff;

mod bits;
mod coordinates;
#[cfg(test)]
mod declared;
mod estimate;
mod limits;
mod named;
mod ranking;
mod symmetry;
#[cfg(test)]
mod testing;
mod text;
mod word;

pub use awale::Awale;
pub use chess::Chess;
pub use chomp::Chomp;
pub use combine::{Either, Misere, Sum};
pub use connect4::Connect4;
pub use dobutsu::Dobutsu;
pub use domineering::Domineering;
pub use draughts::Draughts;
pub use estimate::OrZero;
pub use euclid::Euclid;
pub use go::Go;
pub use impartial::Impartial;
pub use juniper::Juniper;
pub use kayles::Kayles;
pub use limits::{MOST_MOVES, most_moves};
pub use mnk::Mnk;
pub use morris::Morris;
pub use nim::Nim;
pub use othello::Othello;
pub use teeko::Teeko;
pub use tree::Tree;
pub use wythoff::Wythoff;

named::named!(Euclid: "euclid");
named::named!(Juniper: "juniper");
named::named!(Kayles: "kayles");
named::named!(Nim: "nim");
named::named!(Wythoff: "wythoff");
